// The one place that knows which version this is.
#ifndef COHERENT_ENGINE_VERSION_H_
#define COHERENT_ENGINE_VERSION_H_

namespace coherent {

inline constexpr char kEngineName[] = "Coherent 0.3.0";
inline constexpr char kEngineAuthor[] = "the Coherent authors";

}  // namespace coherent

#endif  // COHERENT_ENGINE_VERSION_H_
