# OpenBench's door: the engine alone, straight from the compiler, as ./$(EXE). Needs a C++20
# compiler, Abseil and OpenSSL's libcrypto. CXX: the compiler; ARCH: what -march gets; EVALFILE: the
# net to compile in; MAIN=engine/tuning_main.cc: the engine with an option for each parameter.
MAIN ?= engine/main.cc
ARCH ?= native
DOOR := build/door/$(notdir $(CXX))-$(ARCH)
DOOR_FLAGS := -std=c++20 -O3 -DNDEBUG -w -march=$(ARCH) -pthread -I. -MMD -MP
ABSEIL := $(shell sed -n '/"absl"/,/]]/s/^ *"\([a-z0-9_]*\)",$$/-l:libabsl_\1.a/p' \
    .bazel/system.BUILD.bazel)

SOURCES := $(shell .ci/door_sources $(MAIN))

ifeq ($(shell printf '\#include <absl/status/statusor.h>\n\#include <openssl/evp.h>\n' | \
    $(CXX) -E -x c++ - >/dev/null 2>&1 && echo found),)
$(error The engine needs a C++ compiler (CXX=$(CXX)), Abseil and OpenSSL: apt-get install g++ \
    libabsl-dev libssl-dev)
endif
# Always linked: another compiler may have made the one that is there.
$(EXE): $(SOURCES:%.cc=$(DOOR)/%.o) FORCE
	$(CXX) -pthread -o $@ $(filter %.o, $^) $(ABSEIL) -lcrypto

ifdef EVALFILE
$(DOOR)/lib/net/embedded_net.o: DOOR_FLAGS += -DCOHERENT_DEFAULT_NET='"$(abspath $(EVALFILE))"'
endif
# Compiled again each time: which net was in it last is not known.
$(DOOR)/lib/net/embedded_net.o: FORCE

# Whatever this processor is: which of them runs is decided when the program starts.
$(DOOR)/lib/net/kernels/avx2.o: DOOR_FLAGS += -mavx2
$(DOOR)/lib/net/kernels/avx512.o: DOOR_FLAGS += -mavx512f -mavx512bw

$(DOOR)/%.o: %.cc
	@mkdir -p $(@D)
	$(CXX) $(DOOR_FLAGS) -c -o $@ $<

-include $(SOURCES:%.cc=$(DOOR)/%.d)
