#pragma once
#include <array>
#include <cstddef>
#include <span>

#include <typeformer/kernels/quantized.hpp>
#include <typeformer/tensor/weights.hpp>

/// Quantized weights: memory holds bf16 or int8. Matrices and tables are quantized; biases, norms and constants stay
/// floats. With bf16_weights and int8_weights products compute with floats: decoding a token reads every weight once,
/// so it takes the time that memory takes. With bf16_products and int8_products products round their inputs too and
/// compute with the processor's instructions for such numbers, where it has them: many rows take less time as well. All
/// else (sums, attention, norms, softmax) is computed with floats.
///
///   packed_weights<my_model, bf16_weights> packed{weights};
///   greedy_decoder<my_decoding, bf16_weights> decode{packed, threads};
///
/// What each costs in speed and in errors: docs/precision.md.
namespace typeformer {

/// Half of the bytes; see kernels::bf16_pair for the rounding.
struct bf16_weights {
  using element = float;              ///< of everything that is not a matrix or a table
  using stored = kernels::bf16_pair;  ///< of matrices and tables
};
/// A quarter of the bytes; see kernels::int8_quad.
struct int8_weights {
  using element = float;              ///< of everything that is not a matrix or a table
  using stored = kernels::int8_quad;  ///< of matrices and tables
};
/// As bf16_weights, and products of inputs that are rounded to bf16, too; see kernels::bf16_step_pair. So are attention's
/// two products where registers hold matrices and that is faster (kernels::attention).
struct bf16_products {
  using element = float;                   ///< of everything that is not a matrix or a table
  using stored = kernels::bf16_step_pair;  ///< of matrices and tables
};
/// As int8_weights, and products of whole numbers: each row of inputs is rounded to 127 steps of its largest element
/// when it is multiplied; see kernels::int8_step_quad.
struct int8_products {
  using element = float;                   ///< of everything that is not a matrix or a table
  using stored = kernels::int8_step_quad;  ///< of matrices and tables
};

template <class Numbers>
concept quantized_numbers = requires { requires kernels::quantized<typename Numbers::stored>; };

template <quantized_numbers Numbers>
struct numbers<Numbers> {
  using element = typename Numbers::element;
  using stored = typename Numbers::stored;
};

namespace detail {
/// Where a handle's numbers begin: a matrix's words, and its columns' scales; of other handles the floats. And how many
/// numbers it has.
struct quantized_offsets {
  std::size_t words = 0, floats = 0, size = 0;
};

template <class M, class Stored>
struct quantized_layout {
  std::array<quantized_offsets, layout<M>.handles> offsets{};
  std::size_t words = 0, floats = 0;

  constexpr quantized_layout() {
    for_each_handle(model<M>, [&]<class P>(const P& p) {
      offsets[p.number] = {words, floats, P::size};
      if constexpr (is_constant<P> || is_vector<P>) {
        floats += aligned_elements(P::size);
      } else {
        words += kernels::quantized_words<Stored>(panels_of<P>::inner, panels_of<P>::columns);
        floats += kernels::quantized_scales<Stored>(panels_of<P>::columns);
      }
    });
  }
};
template <class M, class Stored>
inline constexpr quantized_layout<M, Stored> quantized_layout_of{};
}  // namespace detail

template <quantized_numbers Numbers>
struct packed_block<Numbers> {
  using stored = typename Numbers::stored;
  const stored* words = nullptr;
  const float* floats = nullptr;
  std::span<const detail::quantized_offsets> offsets{};

  template <class P>
  auto operator[](const P& p) const {
    if (p.number >= offsets.size() || P::size != offsets[p.number].size) detail::throw_parameter_of_another_module();
    const detail::quantized_offsets at = offsets[p.number];
    if constexpr (is_weight<P> || is_table<P>) {
      return kernels::packed_matrix<float, stored>{words + at.words, stored::scaled ? floats + at.floats : nullptr};
    } else {
      return floats + at.floats;
    }
  }
};

/// As for floats; `bytes` is all that it takes.
template <class M, quantized_numbers Numbers>
class packed_weights<M, Numbers> {
  static_assert(sizeof(M) > 0 && must_be_module<M>());
  using stored = typename Numbers::stored;
  static constexpr const auto& layout = detail::quantized_layout_of<M, stored>;

 public:
  using model_type = M;  ///< the module whose weights these are
  /// All that its numbers take.
  static constexpr std::size_t bytes = layout.words * sizeof(stored) + layout.floats * sizeof(float);

  /// Quantizes all matrices and tables, with one thread; the constants are computed.
  ///
  /// throws   when the weights were moved from
  explicit packed_weights(const weights<M, float>& w)
      : words_{layout.words, contents::unset, pages::huge}, floats_{layout.floats} {
    detail::check_not_moved_from(w.block().size(), block_size<M>, "weights");
    kernels::threads one{1};
    for_each_handle(model<M>, [&]<class P>(const P& p) {
      const detail::quantized_offsets at = layout.offsets[p.number];
      float* const floats = floats_.data() + at.floats;
      if constexpr (is_constant<P>) {
        detail::fill(p, floats);
      } else if constexpr (is_vector<P>) {
        std::copy_n(w.block().data() + p.offset, P::size, floats);
      } else {
        using panels = detail::panels_of<P>;
        kernels::pack(w.block().data() + p.offset, 1, panels::inner, panels::inner, panels::columns,
                      words_.data() + at.words, floats, one);
      }
    });
  }

  template <class... X>
    requires(!detail::makes_packed_weights<packed_weights, weights<M, float>, X...>)
  explicit packed_weights(const X&...) {
    static_assert(are_packed_by<packed_weights, X...>,
                  "packed_weights(weights): it packs weights of the same module, of the same type of elements");
  }

  /// What readings take.
  ///
  /// throws   when these were moved from
  packed_block<Numbers> block() const {
    detail::check_not_moved_from(words_.size() + floats_.size(), layout.words + layout.floats, "packed_weights");
    return {words_.data(), floats_.data(), layout.offsets};
  }

 private:
  buffer<stored> words_;
  buffer<float> floats_;
};

}  // namespace typeformer
