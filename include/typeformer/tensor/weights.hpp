#pragma once
#include <algorithm>
#include <span>

#include <typeformer/kernels/product.hpp>
#include <typeformer/tensor/layout.hpp>
#include <typeformer/tensor/tensor.hpp>

namespace typeformer {

namespace detail {
template <class P>
struct stored {
  using type = typename P::shape_type;
};
template <class In, class Out>
struct stored<weight<In, Out>> {
  using type = shape<Out, In>;
};
}  // namespace detail

/// The shape of a parameter in blocks and files: [out, in] for the weight of a linear map.
template <is_parameter P>
using stored_shape = typename detail::stored<P>::type;

/// The numbers a model has learned: one aligned block, its layout fixed by the model's type. Gradients and an
/// optimizer's moments are blocks of the same layout. Matrices stand as in files: a linear map's as [out, in].
template <is_module M, class T = float>
class weights {
 public:
  using model_type = M;

  weights() : block_{block_size<M>} {}

  std::span<T> block() { return block_.span(); }
  std::span<const T> block() const { return block_.span(); }

  /// One parameter's numbers: `w[tf::model<M>.query.weight](o, i)`.
  template <is_parameter P>
  view<T, stored_shape<P>> operator[](const P& p) {
    return {block_.data() + p.offset, {}};
  }
  template <is_parameter P>
  view<const T, stored_shape<P>> operator[](const P& p) const {
    return {block_.data() + p.offset, {}};
  }

 private:
  buffer<T> block_;
};

/// The same numbers as the kernels read them: matrices in panels (kernels/product.hpp), and behind the parameters the
/// constants. Made from weights and then only read, by any number of sessions at once.
template <is_module M, class T = float>
class packed_weights {
 public:
  using model_type = M;

  explicit packed_weights(const weights<M, T>& w) : block_{running_block_size<M>} {
    for_each_handle(model<M>, [&]<class P>(const P& p) {
      if constexpr (is_constant<P>)
        for (std::size_t i = 0; i < p.size; ++i)
          block_.data()[p.offset + i] = static_cast<T>(P::rule::value(i / columns<P>, i % columns<P>));
    });
    kernels::threads one{1};
    update(w, one);
  }

  /// Takes over weights that have changed, as each step of training changes them. Allocates nothing.
  void update(const weights<M, T>& w, kernels::threads& workers) {
    for_each_parameter(model<M>, [&]<class P>(const P& p) {
      T* const to = block_.data() + p.offset;
      const T* const from = w.block().data() + p.offset;
      if constexpr (is_vector<P>) {
        std::copy_n(from, P::size, to);
      } else {
        // Stored [out, in] or [entry, width]; the panels' columns are outputs or entries.
        constexpr std::size_t columns_in_panels = is_table<P> ? bound<axis_at<P, 0>> : bound<axis_at<P, 1>>;
        constexpr std::size_t inner = P::size / columns_in_panels;
        kernels::pack(from, 1, inner, inner, columns_in_panels, to, workers);
      }
    });
  }

  const T* data() const { return block_.data(); }

 private:
  template <class P>
  static constexpr std::size_t columns = bound<axis_from_last<P, 0>>;

  buffer<T> block_;
};

}  // namespace typeformer
