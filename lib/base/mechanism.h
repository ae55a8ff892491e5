// What makes the engine fast without changing what it does. A build may leave one of these out, to
// show what it is worth: `bazel build //engine --//engine:without=prefetch` (docs/tempo.md).
#ifndef COHERENT_LIB_BASE_MECHANISM_H_
#define COHERENT_LIB_BASE_MECHANISM_H_

// The build's choice, one of the names below.
#ifndef COHERENT_WITHOUT
#define COHERENT_WITHOUT kNothing
#endif

namespace coherent {

enum class Mechanism {
  kNothing,
  kFold,       // equal threat rows of the net once
  kHugePages,  // for the hash table and the net
  kPrefetch,   // of the hash table's entry, before a move is made
  kRows8,      // threat rows in 8 bits where they fit
  kSumsCache,  // first-layer sums by king bucket
};

// Whether this build has it.
constexpr bool Has(Mechanism mechanism) { return mechanism != Mechanism::COHERENT_WITHOUT; }

}  // namespace coherent

#endif  // COHERENT_LIB_BASE_MECHANISM_H_
