// Tuning many parameters at once by games alone: simultaneous perturbation (SPSA, Spall 1992) as
// chess engines use it. Every pair of games moves all parameters at random a step up or down for
// one side and the other way for the other, and follows what won.
#ifndef COHERENT_LIB_TUNE_SPSA_H_
#define COHERENT_LIB_TUNE_SPSA_H_

#include <vector>

#include "lib/base/int.h"
#include "lib/base/random.h"

namespace coherent::tune {

struct Parameter {
  double start = 0;
  double min = 0, max = 0;
  double step = 0;  // how far a probe goes at the end of the run
};

// What the two sides of a pair of games play with.
struct Probe {
  std::vector<int> plus, minus;  // by parameter
  std::vector<double> moves;     // by parameter: what half a point changes
};

// A run of a set number of pairs. Steps and the share of a result that is followed fall as pairs
// are played, with the usual exponents 0.101 and 0.602.
class Spsa {
 public:
  // `rate`: the share of a step by which a won game moves a parameter at the end of the run.
  Spsa(std::vector<Parameter> parameters, i64 pairs, double rate);

  const std::vector<double>& values() const { return values_; }
  // Goes on from there.
  void set_values(std::vector<double> values) { values_ = std::move(values); }

  // What pair number `pair` (from 0) plays with. Whole numbers: what lies between two is rounded to
  // either, the nearer one more often.
  Probe MakeProbe(i64 pair, Random& random) const;
  // `points`: what `plus` scored of the 4 half points, less 2.
  void Learn(const Probe& probe, int points);

 private:
  std::vector<Parameter> parameters_;
  i64 pairs_;
  double rate_;
  std::vector<double> values_;
};

}  // namespace coherent::tune

#endif  // COHERENT_LIB_TUNE_SPSA_H_
