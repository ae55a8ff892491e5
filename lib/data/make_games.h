// Filling a package by many threads, so that its bytes do not depend on them.
#ifndef COHERENT_LIB_DATA_MAKE_GAMES_H_
#define COHERENT_LIB_DATA_MAKE_GAMES_H_

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "lib/base/int.h"
#include "lib/data/record.h"
#include "lib/data/writer.h"

namespace coherent::data {

// Makes the game of a number, counted from 0. What it makes must depend on the number alone.
using GameMaker = std::function<absl::StatusOr<Game>(u64 number)>;

// Makes the games that the package lacks up to `games`, or without end if that is 0, each maker on
// a thread of its own, and writes them in order. Tells on stderr how far it has come: a line that
// is drawn anew on a terminal, otherwise one a minute. A signal finishes the package with what is
// complete. Returns the first error; what was complete before it is in the package.
absl::Status MakeGames(PackageWriter writer, u64 games, const std::vector<GameMaker>& makers);

}  // namespace coherent::data

#endif  // COHERENT_LIB_DATA_MAKE_GAMES_H_
