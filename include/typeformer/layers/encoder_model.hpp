#pragma once
#include <boost/hana/define_struct.hpp>

#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/transformer.hpp>

namespace typeformer {

/// The encoder-only: from tokens to logits of a class for each sequence, by the mean of the positions that are there.
/// Config is an encoder_model_config (layers/config.hpp).
///
/// shapes   tokens [L…, Position] of Vocabulary   →   [L…, Class], L… at most one axis, the batch
/// requires tokens of this vocabulary and axis
/// throws   more positions than the axis's bound; lengths that are not one for each row, or beyond the positions
/// source   Devlin et al. 2019, with the mean for its first position (Reimers and Gurevych 2019)
template <class Config>
struct encoder_model {
  using config = typename decltype(detail::encoder_model_config_of<Config>())::type;
  using Position = typename config::Position;
  using Vocabulary = typename config::Vocabulary;
  using embedding_type = embedding_of<Vocabulary, config>;
  using positions_type = positions_of<Position, config>;
  using encoder_type = typeformer::encoder<Config>;
  using head_type = linear<typename config::Model, typename config::Class>;
  using dropout = typename decltype(detail::checked_rate<typename config::choices::dropout::type>())::type;
  BOOST_HANA_DEFINE_STRUCT(encoder_model, (embedding_type, embedding), (positions_type, positions),
                           (encoder_type, encoder), (head_type, head));

  template <is_axis... Leading>
  using input = tokens<Vocabulary, Leading..., Position>;

  // clang-format off: clang prints all lines of a macro's call before the line of the program.
  TYPEFORMER_NO_OTHER_CALL_THAN_WITH(1, row_lengths, "encoder_model(x), encoder_model(x, lengths): x must be tokens, and lengths row_lengths")
  // clang-format on

  /// `lengths`: how many tokens of each row are there; without them, all.
  template <sound_expression X>
  constexpr auto operator()(const X& x, row_lengths lengths = {}) const {
    static_assert(are_tokens_on<X, Vocabulary, with_last_axis<X, Position>>,
                  "encoder_model(x): x must be tokens of the model's Vocabulary on its Position");
    const auto& seen = as_if_tokens<Vocabulary, with_last_axis<X, Position>>(x);
    if constexpr (!are_sound<decltype(seen)>) {
      return any_formula{};
    } else {
      return in_frame(*this, seen, [&] {
        const auto y = drop<dropout>(positions(embedding(seen)));
        using seen_type = std::remove_cvref_t<decltype(seen)>;
        if constexpr (shape_t<seen_type>::rank == 2) {
          const padding<first_axis<seen_type>, Position, Position> mask{lengths.lengths};
          return head(mean<Position>(encoder(y, mask), mask));
        } else {
          if (!lengths.lengths.empty())
            throw error{"encoder_model: lengths are those of the rows of one batch axis, but the tokens are " +
                        text_of(seen.shape)};
          return head(mean<Position>(encoder(y)));
        }
      });
    }
  }
};

}  // namespace typeformer
