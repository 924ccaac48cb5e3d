#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <boost/hana/define_struct.hpp>

#include <typeformer/axis/shape.hpp>
#include <typeformer/io/safetensors.hpp>
#include <typeformer/readings/running.hpp>
#include <typeformer/tensor/tensor.hpp>
#include <typeformer/tensor/tokens.hpp>
#include <typeformer/tensor/weights_file.hpp>

#include "../catch.hpp"

/// What tests share that compare with numbers from elsewhere (make.py).
namespace typeformer::testing {

inline safetensors::file reference_file(const std::string& name) {
  return safetensors::file::open(std::string{TYPEFORMER_REFERENCE_DIR} + "/" + name + ".safetensors");
}

inline const safetensors::tensor_info& find(const safetensors::file& file, const std::string& name) {
  const safetensors::tensor_info* const info = file.find(name);
  if (!info) FAIL(file.origin() << " has no tensor " << name);
  return *info;
}

/// The shape of a tensor in a file, whose axes known to the compiler must have the extents that it has there.
template <is_axis... A>
shape<A...> read_shape(const safetensors::tensor_info& info) {
  INFO(info.name);
  REQUIRE(info.extents.size() == sizeof...(A));
  std::array<std::size_t, shape<A...>::run_time_axes> extents{};
  std::size_t axis = 0, next = 0;
  ((has_static_extent<A> ? void(++axis) : void(extents[next++] = info.extents[axis++])), ...);
  const auto s = shape<A...>::of(extents);
  const auto found = s.extents();
  REQUIRE(std::equal(found.begin(), found.end(), info.extents.begin()));
  return s;
}

template <class T, is_axis... A>
tensor<T, A...> read(const safetensors::file& file, const std::string& name) {
  const auto& info = find(file, name);
  tensor<T, A...> x{read_shape<A...>(info)};
  file.copy(info, x.elements());
  return x;
}

template <is_axis Vocabulary, is_axis... A>
tokens<Vocabulary, A...> read_tokens(const safetensors::file& file, const std::string& name) {
  const auto& info = find(file, name);
  tokens<Vocabulary, A...> x{read_shape<A...>(info)};
  file.copy(info, x.elements());
  return x;
}

inline std::vector<std::int32_t> read_numbers(const safetensors::file& file, const std::string& name) {
  const auto& info = find(file, name);
  std::vector<std::int32_t> x(info.element_count());
  file.copy<std::int32_t>(info, x);
  return x;
}

/// A layer's weights among the tensors "prefix.…" of a file; each of those must be one of the layer's.
template <is_module M, class T>
weights<M, T> read_weights(const safetensors::file& file, const std::string& prefix) {
  weights<M, T> w;
  std::size_t used = 0;
  for_each_named_parameter(model<M>, [&]<class P>(const std::string& name, const P& p) {
    const auto& info = find(file, prefix + "." + name);
    const auto extents = stored_shape<P>{}.extents();
    INFO(info.name);
    REQUIRE(std::equal(extents.begin(), extents.end(), info.extents.begin(), info.extents.end()));
    file.copy(info, w[p].elements());
    ++used;
  });
  const auto below = [&](const auto& info) { return info.name.starts_with(prefix + "."); };
  REQUIRE(static_cast<std::size_t>(std::count_if(file.tensors().begin(), file.tensors().end(), below)) == used);
  return w;
}

/// For formulas without parameters.
struct no_parameters {
  BOOST_HANA_DEFINE_STRUCT(no_parameters);
};

/// A module with its weights and a reading, for formulas and for parts of modules.
template <is_module M, class T>
class runner {
 public:
  explicit runner(const weights<M, T>& w) : packed_{w}, reading_{packed_.block(), std::size_t{4} << 20, threads_} {}

  template <is_axis... A>
  auto operator()(const tensor<T, A...>& x) {
    return reading_.input(x.view());
  }
  template <is_axis Vocabulary, is_axis... A>
  auto operator()(const tokens<Vocabulary, A...>& x) {
    return reading_.input(token_view<Vocabulary, shape<A...>>(x));
  }

 private:
  kernels::threads threads_{2};
  packed_weights<M, T> packed_;
  running<T> reading_;
};

/// How far results may be from the reference, as a part of its largest element. Sums in float over some 100 products
/// and a few layers come to within some 20 roundings of 6e-8.
template <class T>
inline constexpr double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;

/// The largest difference, as a part of the largest element; infinite where NaN or infinity are not the same.
template <class T>
double relative_difference(std::span<const T> found, std::span<const double> expected) {
  double largest = 0, difference = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double x = static_cast<double>(found[i]), y = expected[i];
    if (std::isfinite(x) && std::isfinite(y)) {
      largest = std::max(largest, std::fabs(y));
      difference = std::max(difference, std::fabs(x - y));
    } else if (x != y) {
      return std::numeric_limits<double>::infinity();
    }
  }
  return largest > 0 ? difference / largest : difference;
}

/// Whether a result is the tensor of that name, in shape and within `tolerance` in numbers.
template <class T, class Shape>
void check(view<const T, Shape> found, const safetensors::file& file, const std::string& name) {
  INFO(name);
  const auto& info = find(file, name);
  const auto extents = found.shape.extents();
  REQUIRE(std::equal(extents.begin(), extents.end(), info.extents.begin(), info.extents.end()));
  std::vector<double> expected(info.element_count());
  file.copy<double>(info, expected);
  CHECK(relative_difference<T>(found.elements(), expected) <= tolerance<T>);
}
/// The same of a value of a reading that runs.
template <class Name, class Shape>
void check(const value<Name, Shape>& found, const safetensors::file& file, const std::string& name) {
  check(view<const typename reading_named<Name>::element_type, Shape>{found.data, found.shape}, file, name);
}

}  // namespace typeformer::testing
