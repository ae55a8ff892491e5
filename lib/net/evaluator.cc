#include "lib/net/evaluator.h"

#include <utility>

namespace coherent::net {

void Evaluator::SetNetwork(std::shared_ptr<const PreparedNetwork> network, const Kernels& kernels) {
  net_.reset();
  if (network != nullptr) net_.emplace(std::move(network), kernels);
  values_.Clear();
  Reset(chess::Position());
}

void Evaluator::Reset(const chess::Position& position) {
  net_ ? net_->Reset(position) : piece_square_.Reset(position);
}

int Evaluator::Evaluate(const chess::Position& position) {
  if (const std::optional<int> kept = Kept(position)) return *kept;
  const int value = Compute(position);
  if (net_ && keeps_values_) values_.Store(position.key(), value);
  return value;
}

}  // namespace coherent::net
