#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include <typeformer/train/batch_source.hpp>

namespace typeformer {

/// Batches that a function makes, as a batch_source: `make(n)` yields batch n, counted from 0, the same each time it is
/// asked for; its views hold until the next call. `name` tells runs on other data apart.
template <class Batch>
class generator_source {
 public:
  using batch_type = Batch;

  generator_source(std::function<Batch(std::uint64_t)> make, std::string name)
      : make_{std::move(make)}, name_{std::move(name)} {}

  batch_type next() { return make_(batches_++); }
  batch_position position() const { return {{"batches of the source", batches_}}; }
  void go_to(const batch_position& position) { batches_ = position.at("batches of the source"); }
  std::map<std::string, std::string> identity() const { return {{"generator", name_}}; }

 private:
  std::function<Batch(std::uint64_t)> make_;
  std::string name_;
  std::uint64_t batches_ = 0;
};

}  // namespace typeformer
