#include "lib/net/evaluator.h"

#include <utility>

namespace coherent::net {

void Evaluator::SetNetwork(std::shared_ptr<const PreparedNetwork> network) {
  net_.reset();
  if (network != nullptr) net_.emplace(std::move(network));
  values_.Clear();
  Reset(chess::Position());
}

void Evaluator::Reset(const chess::Position& position) {
  net_ ? net_->Reset(position) : piece_square_.Reset(position);
}

int Evaluator::Evaluate(const chess::Position& position) {
  if (!net_) return piece_square_.Evaluate(position);
  if (!keeps_values_) return net_->Evaluate(position);
  if (const std::optional<int> known = values_.Find(position.key())) return *known;
  const int value = net_->Evaluate(position);
  values_.Store(position.key(), value);
  return value;
}

}  // namespace coherent::net
