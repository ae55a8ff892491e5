#include "engine/entry.h"

#include <unistd.h>

#include "engine/engine.h"

extern "C" {

// The constructors of this slice's statics. Null outside a slice, where they have run already.
using Constructor = void (*)(int, char**, char**);
[[gnu::weak]] extern Constructor slice_constructors_begin[];
[[gnu::weak]] extern Constructor slice_constructors_end[];

int coherent_main(int argc, char** argv) {
  for (Constructor* run = slice_constructors_begin; run != slice_constructors_end; ++run) {
    (*run)(argc, argv, environ);
  }
  return coherent::RunEngine(argc, argv);
}

}  // extern "C"
