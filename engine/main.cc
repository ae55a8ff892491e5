// The UCI program `coherent`.
#include "engine/engine.h"

int main(int argc, char** argv) { return coherent::RunEngine(argc, argv); }
