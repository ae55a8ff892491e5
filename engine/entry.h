// Where the program begins: once in the program itself, and once in each slice of it for newer
// processors (docs/decisions/0001-slices.md).
#ifndef COHERENT_ENGINE_ENTRY_H_
#define COHERENT_ENGINE_ENTRY_H_

extern "C" {

int coherent_main(int argc, char** argv);

// The same, compiled for x86-64-v3 and -v4. Null in a build without slices.
[[gnu::weak]] int coherent_main_v3(int argc, char** argv);
[[gnu::weak]] int coherent_main_v4(int argc, char** argv);

}  // extern "C"

#endif  // COHERENT_ENGINE_ENTRY_H_
