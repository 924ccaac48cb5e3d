#include "train_options.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "../../pronounce/training.hpp"
#include "../options/common_options.hpp"

namespace typeformer::cli {
namespace {

constexpr std::string_view footer = R"(Trains the model on FILE, whose lines are a word, a tab and its phones, with
spaces between them:
  TYPE	T AY P
and writes it to --out. With the same options, data and kind of processor the
model is the same to the last bit, whatever the number of threads.

Every --checkpoint-every steps all that goes on is saved in OUT.checkpoint, and
the one before kept as OUT.checkpoint.previous. Ctrl-C, or closing the terminal,
ends after the step, saves the checkpoint and the model, and exits with 130;
Ctrl-C again ends at once. Where the lines or the log cannot be written any more,
as on a full disk, it ends and saves too, and exits with 1. After that, or a loss
of power, the same command with --resume goes on as though nothing had happened;
a finished run's model stays as it is. While it runs it holds OUT.lock, so that
no second run writes OUT.

Examples:
  $ typeformer train pronounce --data train.tsv --dev dev.tsv \
      --out model.safetensors --log run.jsonl --plot loss.svg
  $ typeformer train pronounce --data train.tsv --dev dev.tsv \
      --out model.safetensors --log run.jsonl --plot loss.svg --resume
  $ typeformer train pronounce --data train.tsv --out quick.safetensors \
      --minutes 10
  $ typeformer evaluate pronounce --data dev.tsv --model model.safetensors

Schedules: the rate rises linearly during --warmup steps to --rate, then falls
to 0 at --steps as a line (linear) or half a cosine (cosine), or as the step's
inverse root (inverse-root), or stays (constant, without rise). The schedule of
Vaswani et al. 2017 is inverse-root with --warmup 4000 --rate 0.0014.

The exit code is 0, 1 if something could not be read, trained or written, 2 for a
command line without meaning, 130 if interrupted.)";

/// An option that is one of a few words, those of name_of().
template <class Value, std::size_t N>
CLI::Option* add_choice(CLI::App& command, const char* name, Value& value, const std::array<Value, N>& choices,
                        const char* text) {
  std::string names;
  for (const Value choice : choices) names += (names.empty() ? "" : "|") + std::string{name_of(choice)};
  const auto take = [&value, choices, name, names](const std::string& given) {
    const auto found = std::ranges::find(choices, given, [](Value choice) { return name_of(choice); });
    if (found == choices.end()) throw CLI::ValidationError{name, given + " is not one of " + names};
    value = *found;
  };
  return command.add_option_function<std::string>(name, take, text)
      ->default_str(std::string{name_of(choices.front())})
      ->type_name(names);
}

void add_architecture_option(CLI::App& command, std::string& architecture) {
  std::string names;
  for (const auto& [name, summary] : pronounce_training::architectures())
    names += (names.empty() ? "" : "|") + std::string{name};
  const auto take = [&architecture, names](const std::string& given) {
    const auto known = pronounce_training::architectures();
    if (std::ranges::find(known, given, [](const auto& one) { return one.first; }) == known.end())
      throw CLI::ValidationError{"--architecture", given + " is not one of " + names};
    architecture = given;
  };
  command.add_option_function<std::string>("--architecture", take, "what kind of model")
      ->default_str(architecture)
      ->type_name(names);
}

/// The lines of --help for each of them.
std::string architectures_text() {
  std::string text = "Architectures, of like numbers of parameters:\n";
  for (const auto& [name, summary] : pronounce_training::architectures())
    text += fmt::format("  {:<16} {}\n", name, summary);
  return text;
}

}  // namespace

std::string_view option_of(std::string_view member) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 12> options{{{"batch_tokens", "--batch-tokens"},
                                                                                   {"schedule", "--schedule"},
                                                                                   {"peak_rate", "--rate"},
                                                                                   {"warmup", "--warmup"},
                                                                                   {"smoothing", "--smoothing"},
                                                                                   {"smoothed", "--smoothing-over"},
                                                                                   {"dropout", "--dropout"},
                                                                                   {"max_gradient_norm", "--clip"},
                                                                                   {"weight_decay", "--weight-decay"},
                                                                                   {"average_decay", "--ema"},
                                                                                   {"seed", "--seed"},
                                                                                   {"precision", "--precision"}}};
  for (const auto& [name, option] : options)
    if (name == member) return option;
  return member;
}

void add_train_options(CLI::App& command, train_options& given) {
  constexpr std::size_t most = 1'000'000'000;
  const auto count = whole_number(1, most);
  const auto share = real_number(0, 0.999999);
  recipe& how = given.how;

  command.footer(architectures_text() + "\n" + std::string{footer});
  add_model_option(command, given.model, {"pronounce"});
  add_architecture_option(command, given.architecture);
  add_file_option(command, "--data", given.data, "the training data")->required();
  add_file_option(command, "--dev", given.dev, "the data that progress is measured with");
  add_file_option(command, "--out", given.out, "where the model goes, a safetensors file")->required();
  command.add_flag("--resume", given.resume, "go on from OUT.checkpoint");
  add_file_option(command, "--start", given.start, "begin with these weights");
  command.add_flag("--skip-bad", given.skip_bad, "count lines that cannot be read, and leave them out");

  const auto option = [&](const char* name, auto& value, const char* text, const auto& check) {
    command.add_option(name, value, text)->transform(check)->capture_default_str()->type_name("N")->group("Length");
  };
  option("--steps", how.steps, "changes of the weights", count);
  command.add_option("--minutes", given.minutes, "stop after so long; --resume goes on")
      ->transform(real_number(0, 1e9))
      ->type_name("N")
      ->group("Length");
  command.add_option("--stop-at", given.stop_at, "stop after this step; --resume goes on")
      ->transform(count)
      ->type_name("N")
      ->group("Length");
  option("--evaluate-every", given.evaluate_every, "steps between measurements with --dev", count);
  option("--checkpoint-every", given.checkpoint_every, "steps between checkpoints", count);
  add_threads_option(command, given.threads)->group("Length");

  const auto of_recipe = [&](const char* name, auto& value, const char* text, const auto& check) {
    command.add_option(name, value, text)->transform(check)->capture_default_str()->type_name("X")->group("Recipe");
  };
  of_recipe("--batch-tokens", how.batch_tokens, "phones of a step, at least; words of like length go together", count);
  add_choice(
      command, "--schedule", how.schedule,
      std::array{rate_schedule::linear, rate_schedule::cosine, rate_schedule::inverse_root, rate_schedule::constant},
      "how the learning rate changes")
      ->group("Recipe");
  of_recipe("--rate", how.peak_rate, "the largest learning rate", real_number_above(0));
  of_recipe("--warmup", how.warmup, "steps until it is reached", whole_number(0, most));
  of_recipe("--smoothing", how.smoothing, "of labels", share);
  add_choice(command, "--smoothing-over", how.smoothed,
             std::array{kernels::smoothing_over::all, kernels::smoothing_over::others},
             "all entries, or those that are wrong")
      ->group("Recipe");
  of_recipe("--dropout", how.dropout, "of embeddings and sublayers' outputs", share);
  of_recipe("--clip", how.max_gradient_norm, "the largest norm of a step's gradient; 0: any", real_number(0));
  of_recipe("--weight-decay", how.weight_decay, "of AdamW", real_number(0));
  of_recipe("--ema", how.average_decay, "decay of the weights' moving average, which is then the model; 0: none",
            share);
  of_recipe("--average", given.average, "the model is the mean of the last so many evaluated ones; 0: of none",
            whole_number(0, 1000));
  of_recipe("--seed", how.seed, "of first weights, order and dropout", whole_number(0));
  add_choice(command, "--precision", how.precision, std::array{training_precision::float32, training_precision::bf16},
             "what products with weights are computed in")
      ->group("Recipe");

  add_file_option(command, "--log", given.log, "one JSON object for each 100 steps and each measurement")
      ->group("Reports");
  add_file_option(command, "--plot", given.plot, "the curves, drawn anew at each measurement")
      ->type_name("FILE.svg")
      ->group("Reports");
}

}  // namespace typeformer::cli
