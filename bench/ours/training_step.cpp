// One step of training: an encoder-decoder of 4 + 4 layers, d_model 128, d_ff 512, 4 heads, on a batch of 64 rows of 16
// tokens; forward with dropout, backward, clipping, Adam.
#include <memory>
#include <ratio>

#include <typeformer/expressions/session.hpp>
#include <typeformer/kernels/loss.hpp>
#include <typeformer/tensor/weights_file.hpp>
#include <typeformer/train/initial_weights.hpp>
#include <typeformer/train/transformer_objective.hpp>

#include "kinds.hpp"

namespace bench::ours {

namespace tf = typeformer;

namespace {

struct Batch : tf::axis<"B", 64> {};
struct small : tf::conventions<tf::norm_before, tf::dropout_rate<std::ratio<1, 10>>> {
  struct Source : tf::axis<"N", 16> {};
  struct Target : tf::axis<"L", 16> {};
  struct Letter : tf::axis<"letter", 30> {};
  struct Phone : tf::axis<"phone", 42> {};
  struct Model : tf::axis<"d_model", 128> {};
  struct Head : tf::axis<"h", 4> {};
  struct Width : tf::quotient<"d̃", Model, Head> {};
  struct Inner : tf::axis<"d_ff", 512> {};
  using SourceVocabulary = Letter;
  using TargetVocabulary = Phone;
  using embeddings = tf::tied_output;
  static constexpr std::size_t encoder_layers = 4, decoder_layers = 4;
};
using model_type = tf::transformer<small>;
using source_tokens = tf::tokens<small::Letter, Batch, small::Source>;
using target_tokens = tf::tokens<small::Phone, Batch, small::Target>;
constexpr std::size_t phones = tf::bound<small::Phone>;

struct training {
  training(std::size_t count, tf::training_precision precision)
      : threads{count},
        trainer{tf::load<model_type>(weights_file()), {.max_gradient_norm = 1, .precision = precision}, threads} {
    fill_tokens(source, 1, tf::bound<small::Letter>);
    fill_tokens(target, 2, phones);
    for (std::size_t i = 0; i < next.size(); ++i)
      next.elements()[i] = static_cast<std::int32_t>(counted(3, i) % phones);
  }
  void step() {
    trainer.accumulate(source, target, tf::row_lengths{}, next, tf::label_smoothing{0.1});
    trainer.step(1e-3);
  }
  /// Nats a token, smoothed, without dropout.
  double loss() {
    tf::session<model_type, float, source_tokens, target_tokens> run{trainer.packed(), threads};
    tf::buffer<float> gradient{target.size() * phones};
    std::vector<double> losses(target.size());
    return tf::kernels::cross_entropy<float>({.rows = target.size(),
                                              .entries = phones,
                                              .logits = run(source, target).data,
                                              .index = next.data(),
                                              .smoothing = 0.1,
                                              .over = tf::kernels::smoothing_over::all,
                                              .dlogits = gradient.data()},
                                             losses.data(), threads) /
           static_cast<double>(target.size());
  }

  tf::kernels::threads threads;
  source_tokens source;
  target_tokens target;
  tf::labels<small::Phone, Batch, small::Target> next;
  tf::transformer_trainer<small, Batch> trainer;
};

/// Known by the loss at first, and after 10 steps, where dropout's random numbers differ between libraries.
prepared training_step_in(tf::training_precision precision, std::size_t threads) {
  const auto t = std::make_shared<training>(threads, precision);
  const double first = t->loss();
  for (int i = 0; i < 10; ++i) t->step();
  const double then = t->loss();
  return {repeated([t] { t->step(); }), [=] { return std::vector<check>{{first, 1}, {then, 30}}; }};
}

}  // namespace

prepared training_step(const sizes&, std::size_t threads) {
  return training_step_in(tf::training_precision::float32, threads);
}
prepared training_step_bf16(const sizes&, std::size_t threads) {
  return training_step_in(tf::training_precision::bf16, threads);
}

void write_training_step(const std::string& path) { tf::save(path, stirred(tf::initial_weights<model_type>(1))); }

}  // namespace bench::ours
