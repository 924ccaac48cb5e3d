#pragma once
#include <cmath>
#include <cstdint>
#include <random>

#include <typeformer/layers/transformer.hpp>
#include <typeformer/tensor/weights.hpp>

/// Small models with weights at random, for tests of what holds whatever the weights.
namespace typeformer::testing {

struct small : conventions<> {
  struct Batch : axis<"B", up_to<5>> {};
  struct Source : axis<"N", up_to<9>> {};
  struct Target : axis<"L", up_to<12>> {};
  struct Letter : axis<"letter", 17> {};
  struct Phone : axis<"phone", 70> {};
  struct Model : axis<"d_model", 24> {};
  struct Head : axis<"h", 4> {};
  struct Width : quotient<"d̃", Model, Head> {};
  struct Inner : axis<"d_ff", 40> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  static constexpr std::size_t encoder_layers = 2, decoder_layers = 2;
  static constexpr std::int32_t padding_token = 0, start_token = 1, end_token = 2, source_end_token = 2;
  using embeddings = tied_output;
};
/// The other choices.
struct small_before : with_choices<small, norm_before, attention_bias<without_bias>, gelu_activation, unscaled> {
  using embeddings = three_tables;
};

template <class T>
void fill_at_random(std::span<T> x, unsigned seed, double deviation = 1, double mean = 0) {
  std::mt19937 generator{seed};
  std::normal_distribution<double> distribution{mean, deviation};
  for (T& element : x) element = static_cast<T>(distribution(generator));
}

/// Deviations at which greedy decoding says many things instead of one again and again; the same for float and double.
template <class M, class T>
weights<M, T> random_weights(unsigned seed) {
  weights<M, T> w;
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    if constexpr (is_vector<P>) {
      fill_at_random(w[p].elements(), ++seed, 0.3, name.ends_with("norm.weight") ? 1 : 0);
    } else {
      fill_at_random(w[p].elements(), ++seed, is_table<P> ? 0.2 : 1.5 / std::sqrt(bound<axis_at<P, 0>>));
    }
  });
  return w;
}

}  // namespace typeformer::testing
