# OpenBench's door: the engine alone, straight from the compiler, as ./$(EXE). Needs a C++20
# compiler and Abseil. CXX: the compiler; ARCH: what -march gets.
ARCH ?= native
DOOR := build/door/$(notdir $(CXX))-$(ARCH)
DOOR_FLAGS := -std=c++20 -O3 -DNDEBUG -w -march=$(ARCH) -pthread -I. -MMD -MP
ABSEIL := $(shell sed -n '/"absl"/,/]]/s/^ *"\([a-z0-9_]*\)",$$/-l:libabsl_\1.a/p' \
    .bazel/system.BUILD.bazel)

SOURCES := $(shell .ci/door_sources)

ifeq ($(shell echo '\#include <absl/status/statusor.h>' | $(CXX) -E -x c++ - >/dev/null 2>&1 && \
    echo found),)
$(error The engine needs a C++ compiler (CXX=$(CXX)) and Abseil: apt-get install g++ libabsl-dev)
endif
ifdef EVALFILE
$(info EVALFILE is not used: this version evaluates without a net)
endif

# Always linked: another compiler may have made the one that is there.
$(EXE): $(SOURCES:%.cc=$(DOOR)/%.o) FORCE
	$(CXX) -pthread -o $@ $(filter %.o, $^) $(ABSEIL)

$(DOOR)/%.o: %.cc
	@mkdir -p $(@D)
	$(CXX) $(DOOR_FLAGS) -c -o $@ $<

-include $(SOURCES:%.cc=$(DOOR)/%.d)
