#pragma once
#include <cstdint>

#include <typeformer/tensor/tensor.hpp>

namespace typeformer {

/// Tokens, each the index of an entry of Vocabulary. Two vocabularies of equal size are two vocabularies.
template <class Vocabulary, class Shape>
struct token_view {
  using vocabulary = Vocabulary;
  using shape_type = Shape;
  const std::int32_t* data = nullptr;
  Shape shape{};
};

/// Tokens that own their memory: `tokens<Letters, Batch, Source> x(3, 12);`, all 0 at first.
template <is_axis Vocabulary, is_axis... A>
class tokens : public tensor<std::int32_t, A...> {
 public:
  using vocabulary = Vocabulary;
  using tensor<std::int32_t, A...>::tensor;

  operator token_view<Vocabulary, typeformer::shape<A...>>() const { return {this->data(), this->shape()}; }
};

}  // namespace typeformer
