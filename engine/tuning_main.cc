// The engine with an option for each parameter of the search: `coherent-tuning`.
#include "engine/engine.h"

int main(int argc, char** argv) { return coherent::RunTuningEngine(argc, argv); }
