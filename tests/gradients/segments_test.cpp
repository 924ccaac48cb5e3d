#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/readings/recording.hpp>

#include "../small_model.hpp"
#include "check.hpp"

/// A scan that runs its segments again in the backward pass yields the bits of one that keeps everything.
namespace typeformer::testing {
namespace {

struct Batch : axis<"B", up_to<3>> {};
struct Position : axis<"N", up_to<7>> {};
struct Long : axis<"L", up_to<512>> {};
struct Kept : axis<"k", up_to<5>> {};
struct Outer : axis<"n", 4> {};
struct In : axis<"i", 5> {};
struct Hidden : axis<"h", 6> {};
struct Before : axis<"h'", 6> {};
struct Out : axis<"o", 2> {};
using half = std::ratio<1, 2>;

/// The state is read several times, so that the sum of its derivatives has an order; dropout makes positions differ.
template <bool HasOutputs>
struct cell {
  using input_type = weight<In, Hidden>;
  using state_type = weight<Before, Hidden>;
  using output_type = weight<Hidden, Out>;
  BOOST_HANA_DEFINE_STRUCT(cell, (input_type, input), (state_type, state), (output_type, output));
  template <expression H, expression X>
  constexpr auto operator()(const H& h, const X& x) const {
    const auto inner = let(drop<half>(let(tanh(x * input + rename<Hidden, Before>(h) * state))));
    const auto next = let(0.9 * h + hadamard(let(exp(-h)), inner) + square(h));
    if constexpr (HasOutputs) {
      return step_result{tanh(next), next * output};
    } else {
      return tanh(next);
    }
  }
};
template <bool HasOutputs, class How, class Along = Position>
struct recurrent {
  BOOST_HANA_DEFINE_STRUCT(recurrent, (cell<HasOutputs>, each));
  template <expression H, expression X>
  constexpr auto operator()(const H& start, const X& x) const {
    return drop<half>(scan<Along, How>(tanh(start), exp(x), each));
  }
};

/// One scan of segments in the step of another.
template <class How>
struct inner_scan {
  BOOST_HANA_DEFINE_STRUCT(inner_scan, (cell<false>, each));
  template <expression H, expression X>
  constexpr auto operator()(const H& h, const X& x) const {
    return step_result{mean<Position>(scan<Position, How>(h, x, each)), h};
  }
};
template <class How>
struct nested {
  BOOST_HANA_DEFINE_STRUCT(nested, (inner_scan<How>, each));
  template <expression H, expression X>
  constexpr auto operator()(const H& start, const X& x) const {
    return scan<Outer, How>(start, x, each);
  }
};

/// The bits of a recording's result and of all gradients.
template <class M, class Start, class X>
std::vector<float> bits_of(const Start& start, const X& x) {
  const auto w = random_weights<M, float>(5);
  weights<M, float> gradient;
  const packed_weights<M> packed{w};
  kernels::threads threads{2};
  recording<float> reading{{packed.block(), w.block().data(), gradient.block().data()},
                           recorded_bytes<M, float, typename Start::shape_type, typename X::shape_type>,
                           threads};
  std::vector<float> bits;
  const auto keep = [&](const float* data, std::size_t size) { bits.insert(bits.end(), data, data + size); };
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}}) {  // gradients of weights are summed
    reading.clear(seed);
    const auto s = reading.input(start.view());
    const auto z = reading.input(x.view());
    const auto result = let(drop<half>(let(model<M>(s, z))));
    std::vector<float> dy(result.shape.size());
    fill_at_random(std::span{dy}, 9);
    reading.backward(result, dy.data());
    reading.backward(result, dy.data());  // what runs again leaves the recording as it was
    keep(result.data, result.shape.size());
    keep(reading.gradient_of(s).data, s.shape.size());
    keep(reading.gradient_of(z).data, z.shape.size());
  }
  keep(gradient.block().data(), gradient.block().size());
  return bits;
}

template <bool HasOutputs>
void check_bits() {
  for (std::size_t positions = 0; positions <= bound<Position>; ++positions) {
    INFO(positions << " positions");
    tensor<float, Batch, Hidden> start(2);
    tensor<float, Batch, Position, In> x(2, positions);
    fill_at_random(start.elements(), 1);
    fill_at_random(x.elements(), 2);
    const auto expected = bits_of<recurrent<HasOutputs, all_positions>>(start, x);
    CHECK(bits_of<recurrent<HasOutputs, segments<1>>>(start, x) == expected);
    CHECK(bits_of<recurrent<HasOutputs, segments<2>>>(start, x) == expected);
    CHECK(bits_of<recurrent<HasOutputs, segments<3>>>(start, x) == expected);
    CHECK(bits_of<recurrent<HasOutputs, segments<8>>>(start, x) == expected);
  }
}

}  // namespace

TEST_CASE("gradients: running segments again gives the same bits, with dropout") {
  check_bits<false>();
  check_bits<true>();
}

TEST_CASE("a recording keeps the first states of segments, and the values of one") {
  using start = shape<Batch, Hidden>;
  using input = shape<Batch, Long, In>;
  constexpr std::size_t everything = recorded_bytes<recurrent<true, all_positions, Long>, float, start, input>;
  constexpr std::size_t in_segments = recorded_bytes<recurrent<true, segments<16>, Long>, float, start, input>;
  constexpr std::size_t of_one = recorded_bytes<recurrent<true, segments<1>, Long>, float, start, input>;
  constexpr std::size_t state = aligned_bytes(start{}.size() * sizeof(float));
  STATIC_REQUIRE(in_segments < everything / 5);
  // From segments of 1 to segments of 16 there are 15 positions more, and 511 − 31 states less.
  constexpr std::size_t of_a_position = (in_segments + (511 - 31) * state - of_one) / 15;
  STATIC_REQUIRE(of_one + 15 * of_a_position == in_segments + (511 - 31) * state);
  STATIC_REQUIRE(everything == of_one - 511 * state + 511 * of_a_position);
}

TEST_CASE("segments: a state of another extent than before is refused, and an output of an extent that nothing has") {
  kernels::threads threads{1};
  recording<float> reading{{}, 1 << 14, threads};
  const tensor<float, Batch, Kept> start(2, 5);
  const tensor<float, Batch, Position, Hidden> x(2, 3);
  CHECK_THROWS_WITH(
      (scan<Position, segments<2>>(reading.input(start.view()), reading.input(x.view()),
                                   [](const auto&, const auto& x_t) { return slice<Hidden, Kept>(x_t, 0, 4); })),
      "scan: axis k has extent 5 in [B 2, k 5], but 4 in [B 2, k 4]");
  CHECK_THROWS_WITH((scan<Position, segments<2>>(
                        zeros<Batch, Hidden>(reading.input(x.view())), reading.input(x.view()),
                        [](const auto& s, const auto& x_t) { return step_result{s, slice<Hidden, Kept>(x_t, 0, 4)}; })),
                    "scan: axis k has extent 5 in [B 2, N 3, k 5], but 4 in [B 2, k 4]");
}

TEST_CASE("gradients: a recurrence of recurrences, both in segments, gives the same bits") {
  tensor<float, Batch, Hidden> start(2);
  tensor<float, Batch, Outer, Position, In> x(2, 5);
  fill_at_random(start.elements(), 1);
  fill_at_random(x.elements(), 2);
  CHECK(bits_of<nested<segments<2>>>(start, x) == bits_of<nested<all_positions>>(start, x));
  CHECK(bits_of<nested<segments<3>>>(start, x) == bits_of<nested<all_positions>>(start, x));
}

}  // namespace typeformer::testing
