// How sure a share is: so many of so many tries succeeded.
#ifndef COHERENT_LIB_STATS_WILSON_H_
#define COHERENT_LIB_STATS_WILSON_H_

#include "lib/base/int.h"

namespace coherent::stats {

struct ShareInterval {
  double low = 0;
  double high = 0;
};

// Wilson's 95 % interval for the probability behind a share (0 to 1) seen in so many independent
// trials, at least one. If the share is the mean of values between 0 and 1, which vary less than
// trials that succeed or fail, the interval is wider than need be, never too narrow.
ShareInterval WilsonInterval(double share, i64 trials);

}  // namespace coherent::stats

#endif  // COHERENT_LIB_STATS_WILSON_H_
