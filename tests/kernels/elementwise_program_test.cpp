// Long, because programs, strides and limits share their references.
#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include <typeformer/kernels/elementwise.hpp>
#include <typeformer/kernels/elementwise_program.hpp>

#include "central_differences.hpp"
#include "helpers.hpp"
#include "program_cases.hpp"

namespace typeformer::kernels::testing {
namespace {

using program = elementwise_program;

/// Values with some of each kind that is special.
template <class T>
std::vector<T> values(std::size_t size, unsigned seed) {
  std::vector<T> x = random_values<T>(size, seed, 0, 3);
  const T special[] = {infinity<T>, -infinity<T>, not_a_number<T>, std::numeric_limits<T>::denorm_min(), -T(0), T(1e9)};
  for (std::size_t i = 3 + seed; i < size; i += 7) x[i] = special[i / 7 % 6];
  return x;
}

/// The results of a program for dense vectors; they are added to `before`.
template <class T>
std::vector<std::vector<T>> evaluated(const program& p, const std::vector<std::vector<T>>& operands,
                                      std::vector<std::vector<T>> before, threads& threads) {
  const std::size_t extents[] = {operands.empty() ? before[0].size() : operands[0].size()}, strides[] = {1};
  std::vector<strided_operand<T>> from;
  std::vector<T*> to;
  for (const auto& x : operands) from.push_back({x.data(), strides});
  for (auto& y : before) to.push_back(y.data());
  evaluate<T>(p, extents, from, to, threads);
  return before;
}

template <class T>
T plain_binary(binary_function f, T x, T y) {
  switch (f) {
    case binary_function::add:
      return x + y;
    case binary_function::subtract:
      return x - y;
    case binary_function::multiply:
      return x * y;
    case binary_function::divide:
      return x / y;
    case binary_function::maximum:
      return std::isnan(x) || std::isnan(y) ? not_a_number<T> : std::max(x, y);
    case binary_function::minimum:
      return std::isnan(x) || std::isnan(y) ? not_a_number<T> : std::min(x, y);
    case binary_function::greater:
      return x > y;
    case binary_function::equal:
      return x == y;
  }
  return not_a_number<T>;
}

program binary_program(binary_function f) {
  program p;
  p.store(0, p.apply(f, p.load(0), p.load(1)));
  return p;
}

/// What `extents` and an operand's strides mean, one element after the other.
template <class T>
std::vector<T> read_plainly(const std::vector<std::size_t>& extents, const std::vector<std::size_t>& strides,
                            const std::vector<T>& x) {
  std::vector<T> y;
  std::vector<std::size_t> index(extents.size());
  const std::size_t size = std::accumulate(extents.begin(), extents.end(), std::size_t{1}, std::multiplies<>{});
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t rest = i, offset = 0;
    for (std::size_t d = extents.size(); d-- > 0; rest /= extents[d]) offset += rest % extents[d] * strides[d];
    y.push_back(x[offset]);
  }
  return y;
}

/// A random program of `size` instructions over three operands and two results.
program random_program(std::mt19937& random, std::size_t size) {
  program p;
  std::vector<program::value> all = {p.load(0), p.load(1), p.load(2)};
  const auto any = [&] { return all[all.size() - 1 - random() % std::min<std::size_t>(all.size(), 6)]; };
  while (p.size() + 2 < size) {
    const auto function = random();
    switch (random() % 8) {
      case 0:
        all.push_back(p.apply(all_activations[function % all_activations.size()], any()));
        break;
      case 1:
        all.push_back(p.apply(all_unary_functions[function % all_unary_functions.size()], any()));
        break;
      case 2:
        all.push_back(p.derivative(all_unary_functions[function % all_unary_functions.size()], any()));
        break;
      case 3:
        all.push_back(p.select(any(), any(), any()));
        break;
      case 4:
        all.push_back(p.constant(static_cast<double>(function % 3) - 0.5));
        break;
      case 5:
        function % 3 == 0 ? p.add(0, any()) : function % 3 == 1 ? p.add(1, any()) : p.store(1, all.back());
        break;
      default:
        all.push_back(p.apply(all_binary_functions[function % all_binary_functions.size()], any(), any()));
    }
  }
  p.store(1, all.back());
  p.add(0, any());
  return p;
}

/// Its results by programs of one instruction.
template <class T>
std::vector<std::vector<T>> by_single_instructions(const program& p, const std::vector<std::vector<T>>& operands,
                                                   std::vector<std::vector<T>> results, threads& threads) {
  std::vector<std::vector<T>> computed;
  const std::size_t size = operands[0].size();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto& one = p[i];
    program single;
    std::vector<std::vector<T>> taken;
    for (std::size_t k = 0; k < program::arguments(one.what); ++k) taken.push_back(computed[one.of[k]]);
    const auto unary = [&](auto apply) {
      const std::size_t activations = all_activations.size();
      return one.which < activations ? apply(all_activations[one.which])
                                     : apply(all_unary_functions[one.which - activations]);
    };
    program::value y{};
    if (one.what == program::kind::load) {
      taken = {operands[one.which]};
      y = single.load(0);
    } else if (one.what == program::kind::constant) {
      y = single.constant(one.number);
    } else if (one.what == program::kind::unary) {
      y = unary([&](auto f) { return single.apply(f, single.load(0)); });
    } else if (one.what == program::kind::derivative) {
      y = unary([&](auto f) { return single.derivative(f, single.load(0)); });
    } else if (one.what == program::kind::binary) {
      y = single.apply(all_binary_functions[one.which], single.load(0), single.load(1));
    } else if (one.what == program::kind::select) {
      y = single.select(single.load(0), single.load(1), single.load(2));
    } else {
      y = single.load(0);
      if (one.what == program::kind::add) {
        taken.push_back(results[one.which]);
        y = single.apply(binary_function::add, single.load(1), single.load(0));
      }
    }
    single.store(0, y);
    computed.push_back(evaluated(single, taken, {std::vector<T>(size)}, threads)[0]);
    if (program::arguments(one.what) == 1 && one.what != program::kind::unary &&
        one.what != program::kind::derivative) {
      results[one.which] = computed.back();
    }
  }
  return results;
}

}  // namespace

TEMPLATE_TEST_CASE("binary functions and select give what a plain loop gives", "[elementwise_program]", float, double) {
  using T = TestType;
  threads one(1);
  for (const std::size_t size : sizes()) {
    INFO("size " << size);
    const auto x = values<T>(size, 1), y = values<T>(size, 2);
    auto equal_at_times = y;
    for (std::size_t i = 0; i < size; i += 4) equal_at_times[i] = x[i];
    for_each_instruction_set([&] {
      for (const binary_function f : all_binary_functions) {
        INFO("function " << int(f));
        std::vector<T> expected(size);
        for (std::size_t i = 0; i < size; ++i) expected[i] = plain_binary(f, x[i], equal_at_times[i]);
        auto z = evaluated<T>(binary_program(f), {x, equal_at_times}, {std::vector<T>(size)}, one)[0];
        const bool is_extreme = f == binary_function::maximum || f == binary_function::minimum;
        for (std::size_t i = 0; is_extreme && i < size; ++i) z[i] += 0, expected[i] += 0;  // of 0 and -0, either
        CHECK(same(z, expected));
      }
      auto condition = values<T>(size, 3);
      for (std::size_t i = 0; i < size; i += 2) condition[i] = i % 4 ? T(0) : -T(0);
      std::vector<T> expected(size);
      for (std::size_t i = 0; i < size; ++i) expected[i] = condition[i] != 0 ? x[i] : y[i];
      program p;
      p.store(0, p.select(p.load(0), p.load(1), p.load(2)));
      CHECK(same(evaluated<T>(p, {condition, x, y}, {std::vector<T>(size)}, one)[0], expected));
    });
  }
}

// The position of an element in a vector, and what is beside it, must not matter.
TEMPLATE_TEST_CASE("each function gives an element the same anywhere, and in place", "[elementwise_program]", float,
                   double) {
  using T = TestType;
  threads one(1);
  std::vector<program> programs;
  for (const activation f : all_activations) programs.insert(programs.end(), {program_of(f), derivative_of(f)});
  for (const unary_function f : all_unary_functions) programs.insert(programs.end(), {program_of(f), derivative_of(f)});
  const auto x = values<T>(1300, 5);
  for (std::size_t which = 0; which < programs.size(); ++which) {
    for_each_instruction_set([&] {
      std::vector<T> each;
      for (const T value : x) each.push_back(evaluated<T>(programs[which], std::vector<T>{value}, one)[0]);
      for (const std::size_t size : {0, 1, 3, 17, 33, 511, 513, 1300}) {
        INFO("program " << which << ", size " << size);
        std::vector<T> part(x.begin(), x.begin() + size);
        const std::vector<T> expected(each.begin(), each.begin() + size);
        CHECK(same(evaluated(programs[which], part, one), expected));
        const std::size_t extents[] = {part.size()}, strides[] = {1};
        const strided_operand<T> operands[] = {{part.data(), strides}};
        T* const results[] = {part.data()};
        evaluate<T>(programs[which], extents, operands, results, one);
        CHECK(same(part, expected));
      }
    });
  }
}

TEMPLATE_TEST_CASE("activations have the same bits in a program and alone", "[elementwise_program]", float, double) {
  using T = TestType;
  threads one(1);
  const auto x = values<T>(1300, 5);
  for (const activation f : all_activations) {
    for_each_instruction_set([&] {
      std::vector<T> y(x.size());
      activate(x.size(), f, x.data(), y.data(), one);
      CHECK(same(evaluated(program_of(f), x, one), y));
    });
  }
}

// Each dimension of each operand broadcast or not, and those that are not in any order: 64 ways for 4 dimensions.
TEMPLATE_TEST_CASE("operands are read with any strides", "[elementwise_program]", float, double) {
  using T = TestType;
  threads one(1);
  program p;
  const auto product = p.apply(binary_function::multiply, p.load(0), p.load(1));
  p.store(0, p.apply(binary_function::subtract, product, p.load(2)));
  const std::vector<std::vector<std::size_t>> shapes = {
      {},        {1},       {1200},      {5, 1},     {2, 700},     {600, 3},       {1, 7, 1},
      {3, 5, 4}, {0, 3, 2}, {7, 2, 130}, {40, 4, 9}, {2, 3, 5, 7}, {3, 2, 1, 300}, {5, 4, 60, 2}};
  for (const auto& extents : shapes) {
    const std::size_t rank = extents.size();
    std::vector<std::vector<std::size_t>> ways;
    std::vector<std::size_t> order(rank);
    std::iota(order.begin(), order.end(), 0);
    do {
      for (unsigned kept = 0; kept < 1u << rank; ++kept) {
        std::vector<std::size_t> strides(rank);
        std::size_t stride = 1;
        for (std::size_t k = rank; k-- > 0;) {
          const std::size_t d = order[k];
          if (!(kept >> d & 1)) continue;
          strides[d] = stride;
          stride *= extents[d];
        }
        ways.push_back(strides);
      }
    } while (std::next_permutation(order.begin(), order.end()));
    std::sort(ways.begin(), ways.end());
    ways.erase(std::unique(ways.begin(), ways.end()), ways.end());

    const std::size_t size = std::accumulate(extents.begin(), extents.end(), std::size_t{1}, std::multiplies<>{});
    const std::vector<T> data[] = {random_values<T>(size, 1), random_values<T>(size, 2), random_values<T>(size, 3)};
    for (std::size_t way = 0; way < ways.size(); ++way) {
      if (!is_next_checked()) continue;
      const auto &first = ways[way], &second = ways[(way * 7 + 3) % ways.size()],
                 &third = ways[(way * 5 + 1) % ways.size()];
      const auto x = read_plainly(extents, first, data[0]), y = read_plainly(extents, second, data[1]),
                 z = read_plainly(extents, third, data[2]);
      std::vector<T> expected(size);
      for (std::size_t i = 0; i < size; ++i) {
        const T rounded = x[i] * y[i];
        expected[i] = rounded;
      }
      for (std::size_t i = 0; i < size; ++i) expected[i] -= z[i];
      for_each_instruction_set([&] {
        std::vector<T> found(size);
        const strided_operand<T> operands[] = {
            {data[0].data(), first}, {data[1].data(), second}, {data[2].data(), third}};
        T* const results[] = {found.data()};
        evaluate<T>(p, extents, operands, results, one);
        INFO("rank " << rank << ", way " << way);
        CHECK(same(found, expected));
      });
    }
  }
}

TEMPLATE_TEST_CASE("programs give what their instructions give one by one", "[elementwise_program]", float, double) {
  using T = TestType;
  threads one(1);
  std::mt19937 random(7);
  for (std::size_t i = 0; i < 200; ++i) {
    if (!is_next_checked()) continue;
    const program p = random_program(random, 8 + i % 24);
    const std::size_t size = i % 5 ? 700 : 16391;
    const std::vector<std::vector<T>> operands = {values<T>(size, 1), values<T>(size, 2), random_values<T>(size, 3)};
    const std::vector<std::vector<T>> before = {random_values<T>(size, 4), random_values<T>(size, 5)};
    for_each_instruction_set([&] {
      const auto expected = by_single_instructions(p, operands, before, one);
      const auto found = evaluated(p, operands, before, one);
      INFO("program " << i);
      CHECK(same(found[0], expected[0]));
      CHECK(same(found[1], expected[1]));
    });
  }
}

// x is read after the first result has taken its place in memory.
TEMPLATE_TEST_CASE("a result may be the array of an operand that is still needed", "[elementwise_program]", float,
                   double) {
  using T = TestType;
  threads one(1);
  program p;
  const auto x = p.load(0), y = p.load(1), sum = p.apply(binary_function::add, x, y);
  p.store(0, sum);
  p.store(1, p.apply(binary_function::multiply, sum, p.apply(binary_function::subtract, x, y)));
  const auto given = random_values<T>(1500, 1), other = random_values<T>(1500, 2);
  for_each_instruction_set([&] {
    const auto expected = evaluated<T>(p, {given, other}, {given, given}, one);
    auto a = given, b = other;
    const std::size_t extents[] = {a.size()}, strides[] = {1};
    const strided_operand<T> operands[] = {{a.data(), strides}, {b.data(), strides}};
    T* const results[] = {a.data(), b.data()};
    evaluate<T>(p, extents, operands, results, one);
    CHECK(same(a, expected[0]));
    CHECK(same(b, expected[1]));
  });
}

// clamp(x, -1, y) with y's own gradient: a tie gives the whole gradient to the first operand.
TEST_CASE("gradients of maximum, minimum and select can be written as programs", "[elementwise_program]") {
  threads one(1);
  program forward;
  {
    const auto low = forward.apply(binary_function::maximum, forward.load(0), forward.constant(-1));
    forward.store(0, forward.apply(binary_function::minimum, low, forward.load(1)));
  }
  program backward;
  {
    const auto x = backward.load(0), y = backward.load(1), dz = backward.load(2), none = backward.constant(0);
    const auto bottom = backward.constant(-1), low = backward.apply(binary_function::maximum, x, bottom);
    const auto is_second = backward.apply(binary_function::greater, low, y);
    backward.add(1, backward.select(is_second, dz, none));
    const auto dlow = backward.select(is_second, none, dz);
    backward.add(0, backward.select(backward.apply(binary_function::greater, bottom, x), none, dlow));
  }
  const auto x = random_values<double>(301, 1), y = random_values<double>(301, 2), dz = random_values<double>(301, 3);
  for_each_instruction_set([&] {
    const auto loss = [&](const std::vector<double>& a, const std::vector<double>& b) {
      return weighted_sum(dz, evaluated<double>(forward, {a, b}, {x}, one)[0]);
    };
    const std::vector<double> zeros(x.size());
    const auto slopes = evaluated<double>(backward, {x, y, dz}, {zeros, zeros}, one);
    CHECK(count_apart(slopes[0], central_differences(x, [&](const auto& at) { return loss(at, y); })) == 0);
    CHECK(count_apart(slopes[1], central_differences(y, [&](const auto& at) { return loss(x, at); })) == 0);
    const auto tied = evaluated<double>(backward, {x, x, dz}, {zeros, zeros}, one);
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(tied[0][i] == (x[i] < -1 ? 0 : dz[i]));
  });
}

TEMPLATE_TEST_CASE("programs give bitwise the same for any number of threads", "[elementwise_program]", float, double) {
  using T = TestType;
  std::mt19937 random(11);
  const std::size_t size = 100'003;
  const std::vector<std::vector<T>> operands = {values<T>(size, 1), values<T>(size, 2), values<T>(size, 3)};
  for (int i = 0; i < 5; ++i) {
    const program p = random_program(random, 30);
    for_each_instruction_set([&] {
      threads one(1);
      const auto expected = evaluated(p, operands, {operands[0], operands[1]}, one);
      for (const std::size_t count : {2, 3}) {
        threads threads(count);
        const auto found = evaluated(p, operands, {operands[0], operands[1]}, threads);
        CHECK(same(found[0], expected[0]));
        CHECK(same(found[1], expected[1]));
      }
    });
  }
}

TEST_CASE("programs are constants, and reuse blocks, constants and loads", "[elementwise_program]") {
  constexpr program chain = [] {
    program p;
    auto y = p.load(0);
    for (int i = 0; i < 20; ++i) y = p.apply(binary_function::multiply, y, p.constant(2));
    p.store(0, p.apply(binary_function::add, y, p.load(0)));
    return p;
  }();
  static_assert(chain.size() == 24 && chain.operands() == 1 && chain.results() == 1);
  static_assert(chain.assign_blocks().count == 3);  // 2, x and the product
  threads one(1);
  CHECK(evaluated<float>(chain, std::vector<float>{3, 5}, one) == std::vector<float>{3 * 1048577., 5 * 1048577.});
}

TEST_CASE("programs beyond their limits throw", "[elementwise_program]") {
  threads one(1);
  program p;
  CHECK_THROWS_AS(p.load(program::max_operands), error);
  auto y = p.load(0);
  CHECK_THROWS_AS(p.store(program::max_results, y), error);
  while (p.size() < program::max_instructions) y = p.apply(unary_function::negate, y);
  CHECK_THROWS_AS(p.apply(unary_function::negate, y), error);

  program live;
  std::vector<program::value> all;
  for (std::size_t i = 0; i <= program::max_live; ++i) all.push_back(live.constant(static_cast<double>(i)));
  for (const auto value : all) live.add(0, value);
  CHECK_THROWS_AS(live.assign_blocks(), error);
  std::vector<float> x(3);
  const std::size_t extents[] = {3}, strides[] = {1, 1}, many[program::max_instructions] = {};
  float* const results[] = {x.data()};
  CHECK_THROWS_AS(evaluate<float>(live, extents, {}, results, one), error);

  program copy;
  copy.store(0, copy.load(0));
  const strided_operand<float> wrong[] = {{x.data(), strides}};
  CHECK_THROWS_AS(evaluate<float>(copy, extents, wrong, results, one), error);
  CHECK_THROWS_AS(evaluate<float>(copy, extents, {}, results, one), error);
  const strided_operand<float> right[] = {{x.data(), std::span(strides).first(1)}};
  CHECK_THROWS_AS(evaluate<float>(copy, extents, right, {}, one), error);
  CHECK_THROWS_AS(evaluate<float>(copy, std::span(many).first(max_rank + 1), right, results, one), error);
}

}  // namespace typeformer::kernels::testing
