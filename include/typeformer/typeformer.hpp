#pragma once
/// The whole library. What a program uses of it alone compiles faster: layers/ for models, expressions/ for formulas,
/// decode/ for decoding, models/ for complete ones.
#include <typeformer/requires_cxx20.hpp>
#if __cplusplus >= 202002L

// The lower layers first, each header reached from here directly: the compiler's error for a broken rule starts with
// the way to it, and so two lines later with the sentence (docs/errors.md).
// clang-format off
#include <typeformer/axis/axis.hpp>
#include <typeformer/axis/shape.hpp>
#include <typeformer/axis/same_sequence.hpp>
#include <typeformer/tensor/tensor.hpp>
#include <typeformer/tensor/memory_scope.hpp>
#include <typeformer/tensor/parameter.hpp>
#include <typeformer/tensor/layout.hpp>
#include <typeformer/tensor/weights.hpp>
#include <typeformer/readings/value.hpp>
#include <typeformer/expressions/node.hpp>
#include <typeformer/expressions/gather.hpp>
#include <typeformer/expressions/mask.hpp>
#include <typeformer/expressions/contraction.hpp>
#include <typeformer/expressions/activation.hpp>
#include <typeformer/expressions/elementwise.hpp>
#include <typeformer/expressions/function.hpp>
#include <typeformer/expressions/softmax.hpp>
#include <typeformer/expressions/heads.hpp>
#include <typeformer/expressions/layer_norm.hpp>
#include <typeformer/expressions/concatenate.hpp>
#include <typeformer/expressions/move.hpp>
#include <typeformer/expressions/contract.hpp>
#include <typeformer/expressions/add_positions.hpp>
#include <typeformer/expressions/rotate.hpp>
#include <typeformer/expressions/dropout.hpp>
#include <typeformer/expressions/distance_attention.hpp>
#include <typeformer/expressions/no_operator.hpp>
#include <typeformer/expressions/refused_calls.hpp>
#include <typeformer/expressions/let.hpp>
#include <typeformer/expressions/where_mask.hpp>
#include <typeformer/expressions/causal_product.hpp>
#include <typeformer/expressions/column_of_ones.hpp>
#include <typeformer/expressions/reduce.hpp>
#include <typeformer/expressions/positions_within.hpp>
#include <typeformer/expressions/scan.hpp>
#include <typeformer/expressions/zeros.hpp>
#include <typeformer/expressions/loss.hpp>
#include <typeformer/expressions/lsh_attention.hpp>
#include <typeformer/expressions/formula.hpp>
#include <typeformer/expressions/session.hpp>
#include <typeformer/expressions/paths.hpp>
#include <typeformer/expressions/choice.hpp>
#include <typeformer/layers/linear.hpp>
#include <typeformer/layers/layer_norm.hpp>
#include <typeformer/layers/feed_forward.hpp>
#include <typeformer/layers/embedding.hpp>
#include <typeformer/layers/positions.hpp>
#include <typeformer/layers/attention.hpp>
#include <typeformer/layers/multi_head_attention.hpp>
#include <typeformer/layers/mechanisms/bucketed_bias.hpp>
#include <typeformer/layers/mechanisms/linear_bias.hpp>
#include <typeformer/layers/mechanisms/relative_positions.hpp>
#include <typeformer/layers/mechanisms/rotary_positions.hpp>
#include <typeformer/layers/mechanisms/lsh_attention.hpp>
#include <typeformer/layers/similarity.hpp>
#include <typeformer/layers/mechanisms/linear_attention.hpp>
#include <typeformer/layers/mechanisms/linformer_attention.hpp>
#include <typeformer/layers/mechanisms/local_attention.hpp>
#include <typeformer/layers/mechanisms/similarity_attention.hpp>
#include <typeformer/layers/conventions.hpp>
#include <typeformer/layers/config.hpp>
#include <typeformer/layers/sublayers.hpp>
#include <typeformer/layers/stack.hpp>
#include <typeformer/layers/encoder.hpp>
#include <typeformer/layers/decoder.hpp>
#include <typeformer/layers/transformer.hpp>
#include <typeformer/layers/language_model.hpp>
#include <typeformer/layers/encoder_model.hpp>
#include <typeformer/layers/convolution.hpp>
#include <typeformer/layers/rows.hpp>
#include <typeformer/layers/recurrent/recurrent.hpp>
#include <typeformer/layers/recurrent/encoder_decoder.hpp>
#include <typeformer/layers/convolutional_encoder.hpp>
#include <typeformer/decode/decoding_facts.hpp>
#include <typeformer/decode/checked_decoding.hpp>
#include <typeformer/decode/decoding_arguments.hpp>
#include <typeformer/decode/decoding_session.hpp>
#include <typeformer/decode/transformer_decoding.hpp>
#include <typeformer/decode/language_model_decoding.hpp>
#include <typeformer/train/objective.hpp>
#include <typeformer/train/trainer.hpp>
#include <typeformer/train/transformer_objective.hpp>
#include <typeformer/train/training_run.hpp>
// clang-format on

#include <typeformer/decode/beam.hpp>
#include <typeformer/decode/cross_attention.hpp>
#include <typeformer/decode/greedy.hpp>
#include <typeformer/decode/sampling.hpp>
#include <typeformer/decode/scoring.hpp>
#include <typeformer/io/token_file.hpp>
#include <typeformer/models/paper_base.hpp>
#include <typeformer/models/pronounce.hpp>
#include <typeformer/models/pronounce_architectures.hpp>
#include <typeformer/pronounce/pronouncer.hpp>
#include <typeformer/tensor/quantized_weights.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/generator_source.hpp>
#include <typeformer/train/language_model_objective.hpp>
#include <typeformer/train/list_source.hpp>
#include <typeformer/train/schedule.hpp>
#include <typeformer/train/token_windows.hpp>
#include <typeformer/train/transformer_run.hpp>

#endif
