#pragma once
#include <cstdint>

#include <boost/hana/define_struct.hpp>

#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/tensor/tokens.hpp>

namespace typeformer {

// Which of source embedding, target embedding and output projection are one table.

/// All three; source and target share a vocabulary.
struct one_table {
  template <class Config>
  using shared = embedding<typename Config::TargetVocabulary, typename Config::Model, typename Config::embedding_scale>;
  template <class Config>
  using source = absent;
  template <class Config>
  using target = absent;
  template <class Config>
  using output = absent;
};
/// Target embedding and output projection.
struct tied_output {
  template <class Config>
  using shared = absent;
  template <class Config>
  using source = embedding<typename Config::SourceVocabulary, typename Config::Model, typename Config::embedding_scale>;
  template <class Config>
  using target = embedding<typename Config::TargetVocabulary, typename Config::Model, typename Config::embedding_scale>;
  template <class Config>
  using output = absent;
};
/// None: three tables.
struct three_tables {
  template <class Config>
  using shared = absent;
  template <class Config>
  using source = tied_output::source<Config>;
  template <class Config>
  using target = tied_output::target<Config>;
  template <class Config>
  using output = linear<typename Config::Model, typename Config::TargetVocabulary, without_bias>;
};

/// How many tokens of each row of a batch are there; the rest of the row is not looked at. Null: all are.
struct row_lengths {
  const std::int32_t* data = nullptr;
};

/// The whole encoder-decoder: from source tokens and target tokens to a score for each next target token.
///
/// Config names the axes Source and Target (positions), SourceVocabulary and TargetVocabulary, Model, Head, Width,
/// Inner, the numbers encoder_layers and decoder_layers, the policy `embeddings` (one_table, tied_output or
/// three_tables) and those of layers/conventions.hpp.
///
/// shapes   source [L…, Source] of SourceVocabulary   target [L…, Target] of TargetVocabulary   →   [L…, Target,
///          TargetVocabulary], L… at most one axis, the batch
/// refuses  tokens of other vocabularies; at run time, more positions than the axes' bounds
/// source   Vaswani et al. 2017
template <class Config>
struct transformer {
  using config = Config;
  using embeddings = typename Config::embeddings;
  using Source = typename Config::Source;
  using Target = typename Config::Target;
  using shared_type = typename embeddings::template shared<Config>;
  using source_type = typename embeddings::template source<Config>;
  using target_type = typename embeddings::template target<Config>;
  using output_type = typename embeddings::template output<Config>;
  using source_positions_type = sinusoidal_positions<Source, typename Config::Model, typename Config::sinusoids>;
  using target_positions_type = sinusoidal_positions<Target, typename Config::Model, typename Config::sinusoids>;
  using encoder_type = typeformer::encoder<Config>;
  using decoder_type = typeformer::decoder<Config>;
  BOOST_HANA_DEFINE_STRUCT(transformer, (shared_type, embedding), (source_type, source_embedding),
                           (target_type, target_embedding), (source_positions_type, source_positions),
                           (target_positions_type, target_positions), (encoder_type, encoder), (decoder_type, decoder),
                           (output_type, output));

  static_assert(!std::is_same_v<embeddings, one_table> ||
                    is_same_axis<typename Config::SourceVocabulary, typename Config::TargetVocabulary>,
                "transformer: one_table needs source and target of the same vocabulary");

  /// shapes   source [L…, Source]   →   [L…, Source, Model]
  template <class X>
  constexpr auto encode(const X& source, row_lengths lengths = {}) const {
    return encoder(source_positions(embed_source(source)), memory_mask<Source>(source, lengths));
  }

  /// shapes   target [L…, Target]   memory [L…, Source, Model]   →   [L…, Target, TargetVocabulary]
  template <class X, expression Memory>
  constexpr auto decode(const X& target, const Memory& memory, row_lengths lengths = {}) const {
    return in_frame(*this, target, [&] {
      return scores(decoder(target_positions(embed_target(target)), memory, causal<Target>{},
                            memory_mask<Target>(target, lengths)));
    });
  }

  template <class X, class Y>
  constexpr auto operator()(const X& source, const Y& target, row_lengths lengths = {}) const {
    return in_frame(*this, source, [&] {
      const auto memory = encode(source, lengths);
      return [this, &target, memory, lengths] { return decode(target, memory, lengths); };
    });
  }

  // The parts, for decoding step by step (decode/).

  template <class X>
  constexpr auto embed_source(const X& source) const {
    if constexpr (std::is_same_v<source_type, absent>) {
      return embedding(source);
    } else {
      return source_embedding(source);
    }
  }
  template <class X>
  constexpr auto embed_target(const X& target) const {
    if constexpr (std::is_same_v<target_type, absent>) {
      return embedding(target);
    } else {
      return target_embedding(target);
    }
  }
  /// shapes   x [L…, N, Model]   →   [L…, N, TargetVocabulary], lazy
  template <expression X>
  constexpr auto scores(const X& x) const {
    if constexpr (!std::is_same_v<output_type, absent>) {
      return output(x);
    } else if constexpr (std::is_same_v<target_type, absent>) {
      return embedding.scores(x);
    } else {
      return target_embedding.scores(x);
    }
  }

 private:
  /// Queries see the source's tokens up to their row's length; without a batch, all.
  template <class Query, class X>
  static constexpr auto memory_mask(const X&, row_lengths lengths) {
    if constexpr (X::shape_type::rank == 2) {
      return padding<axis_at<typename X::shape_type, 0>, Query, Source>{lengths.data};
    } else {
      return no_mask{};
    }
  }
};

}  // namespace typeformer
