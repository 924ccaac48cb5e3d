#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <typeformer/train/batch_order.hpp>
#include <typeformer/train/batch_source.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/objective.hpp>

namespace typeformer {

namespace detail {
/// One input of all examples, row after row, and of the last batch.
template <class Element, class Tensor, class... A>
struct rows_of_input {
  using element = Element;
  static constexpr std::size_t width = shape<A...>{}.size();
  static constexpr bool has_one_width = shape<A...>::run_time_axes == 0;
  std::vector<element> all;
  std::optional<Tensor> batch;
};
template <class Input, class T>
struct input_rows;
template <class Batch, class... A, class T>
struct input_rows<shape<Batch, A...>, T> : rows_of_input<T, tensor<T, Batch, A...>, A...> {};
template <class Vocabulary, class Batch, class... A, class T>
struct input_rows<tokens<Vocabulary, Batch, A...>, T>
    : rows_of_input<std::int32_t, tokens<Vocabulary, Batch, A...>, A...> {};
template <class Vocabulary, class Batch, class... A, class T>
struct input_rows<labels<Vocabulary, Batch, A...>, T>
    : rows_of_input<std::int32_t, labels<Vocabulary, Batch, A...>, A...> {};

/// Whether an input has rows of a batch.
template <class Input, class Batch>
inline constexpr bool has_rows_of = false;
template <class Batch, class... A>
inline constexpr bool has_rows_of<shape<Batch, A...>, Batch> = true;
template <class Vocabulary, class Batch, class... A>
inline constexpr bool has_rows_of<tokens<Vocabulary, Batch, A...>, Batch> = true;
template <class Vocabulary, class Batch, class... A>
inline constexpr bool has_rows_of<labels<Vocabulary, Batch, A...>, Batch> = true;

/// The rules of list_source<Batch, T, Input...>, of which the first that is broken is reported.
template <class Batch, class T, class... Input>
constexpr auto must_be_list() {
  if constexpr (!is_axis<Batch>) {
    (void)must_be_axes<Batch>();
  } else if constexpr (!is_trained_number<T>) {
    static_assert(is_trained_number<T>, "list_source<Batch, T, Input...>: T must be float or double");
  } else {
    static_assert((has_rows_of<Input, Batch> && ...),
                  "list_source<Batch, T, Input...>: an input must be a shape<Batch, ...>, tokens<Vocabulary, Batch, "
                  "...> or labels<Vocabulary, Batch, ...>");
  }
}

template <class Given, class Wanted>
inline constexpr bool are_rows = std::is_convertible_v<Given, Wanted>;

template <class Input>
inline constexpr bool has_static_rows = input_rows<Input, float>::has_one_width;
}  // namespace detail

/// Where Batch is no axis, T no number, or an input has no rows: says why, and nothing else.
template <class Batch, class T, class... Input>
class list_source : public detail::refused_training {
  using rules = decltype(detail::must_be_list<Batch, T, Input...>());

 public:
  using detail::refused_training::refused_training;
};

/// Examples in memory as a batch_source: in each epoch every example is in one batch, in an order that follows from the
/// seed and the epoch. The last batch of an epoch has what is left.
///
///   list_source<Batch, float, shape<Batch, Pixel>, labels<Digit, Batch>> images{1};
///   images.add(pixels, std::array{digit});   // for each example
///
/// requires inputs whose first axis is Batch and whose other axes have extents known to the compiler
template <is_axis Batch, is_trained_number T, class... Input>
  requires(detail::has_rows_of<Input, Batch> && ...)
class list_source<Batch, T, Input...> {
  using rows_type = std::tuple<std::span<const typename detail::input_rows<Input, T>::element>...>;

 public:
  using batch_type = inputs_of<T, Input...>;  ///< views of rows, one for each input

  /// Without examples; `seed` decides their order.
  explicit list_source(std::uint64_t seed = 1) : seed_{seed} {}

  /// A row for each input.
  ///
  /// throws   a row of another size than the input's
  void add(std::span<const typename detail::input_rows<Input, T>::element>... row) {
    static_assert((detail::has_static_rows<Input> && ...),
                  "list_source<Batch, T, Input...>: all axes but Batch must have extents known to the compiler");
    std::apply([&](auto&... rows) { (append(rows, row), ...); }, rows_);
    ++size_;
    order_.reset();
  }
  template <class... X>
    requires(!detail::are_rows<std::tuple<const X&...>, rows_type>)
  void add(const X&...) {
    static_assert(detail::are_rows<std::tuple<const X&...>, rows_type>,
                  "list_source.add(row...): there must be a row for each input, a range of its numbers or tokens");
  }
  /// How many examples there are.
  std::size_t size() const { return size_; }

  /// Views hold until the next call.
  ///
  /// throws   where no example was added
  batch_type next() { return take(order().next()); }
  /// Examples by their numbers, in the order in which they were added.
  batch_type take(std::span<const std::uint32_t> examples) {
    return std::apply([&](auto&... rows) { return batch_type{batch_of(rows, examples)...}; }, rows_);
  }

  /// The epoch, and the batch of the epoch that comes next.
  batch_position position() const {
    const auto at = order_ ? order_->at() : batch_order::position{};
    return {{"epoch", at.epoch}, {"batch of the epoch", at.batch}};
  }
  /// Goes to such a position of the same examples.
  ///
  /// throws   a batch that no epoch has
  void go_to(const batch_position& position) {
    order().go_to({position.at("epoch"), position.at("batch of the epoch")});
  }
  /// The examples' number and fingerprint, the rows of a batch, and the seed.
  std::map<std::string, std::string> identity() const {
    std::string bytes;
    const auto add = [&](const auto& rows) {
      bytes.append(reinterpret_cast<const char*>(rows.all.data()), rows.all.size() * sizeof(rows.all[0]));
    };
    std::apply([&](const auto&... rows) { (add(rows), ...); }, rows_);
    return {{"examples", std::to_string(size_) + " examples, " + fingerprint(bytes)},
            {"rows of a batch", std::to_string(bound<Batch>)},
            {"seed of the order", std::to_string(seed_)}};
  }

 private:
  batch_order& order() {
    if (!order_) order_.emplace(size_, bound<Batch>, seed_);
    return *order_;
  }

  template <class Rows, class Row>
  static void append(Rows& rows, const Row& row) {
    if (row.size() != Rows::width)
      throw error{"list_source: a row has " + std::to_string(row.size()) + " elements, but its input has " +
                  std::to_string(Rows::width)};
    rows.all.insert(rows.all.end(), row.begin(), row.end());
  }
  template <class Rows>
  static auto& batch_of(Rows& rows, std::span<const std::uint32_t> examples) {
    auto& batch = rows.batch.emplace(examples.size());
    for (std::size_t i = 0; i < examples.size(); ++i)
      std::copy_n(rows.all.data() + examples[i] * Rows::width, Rows::width, batch.data() + i * Rows::width);
    return batch;
  }

  std::tuple<detail::input_rows<Input, T>...> rows_;
  std::size_t size_ = 0;
  std::uint64_t seed_;
  std::optional<batch_order> order_;  // none before the first batch
};

}  // namespace typeformer
