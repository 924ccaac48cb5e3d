#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <typeformer/train/checkpoint.hpp>

#include "../io/sentence.hpp"
#include "../pronounce/training.hpp"
#include "../models/text_table.hpp"
#include "command.hpp"
#include "exit_code.hpp"
#include "interruption.hpp"
#include "train_options.hpp"
#include "training_files.hpp"
#include "training_lock.hpp"
#include "training_report.hpp"

namespace typeformer::cli {
namespace {

namespace fs = std::filesystem;

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", with_separators(count), what, count == 1 ? "" : "s");
}

pronunciation_list read(const std::string& file, const train_options& given) {
  auto list = pronounce_training::read(file, given.skip_bad ? bad_lines::skip : bad_lines::refuse);
  for (const std::string& reason : list.reasons) complain(reason);
  if (list.bad > 0)
    complain(fmt::format("{}: {} left out", io::printable(file),
                         list.bad == 1 ? "1 line is" : with_separators(list.bad) + " lines are"));
  return list;
}

/// Training that has begun, or goes on.
class training {
 public:
  training(const train_options& given, output& to)
      : given_{given},
        examples_{read(given.data, given)},
        dev_{given.dev.empty() ? std::nullopt : std::optional{read(given.dev, given)}},
        training_{make(given, examples_)} {
    // From here on there is something to end in order.
    interruption_.emplace();
    try_to_write_files(given);
    lock_.emplace(given.out);
    if (given.resume) resume();
    if (!given.resume) refuse_to_overwrite();
    report_.emplace(given, to, training_->steps());
    report_->say(fmt::format("{}: {} parameters, {}", given.model, with_separators(training_->parameters),
                             counted(examples_.examples.size(), "pronunciation")));
    report_->say(
        fmt::format("memory: at most {} MiB of activations, as much of their gradients; {} MiB of weights and "
                    "moments",
                    with_separators(training_->activation_bytes >> 20), with_separators(training_->block_bytes >> 20)));
    if (given.resume) report_->say(fmt::format("going on after step {}", with_separators(training_->steps())));
    training_->save(given.checkpoint());
    if (!given.resume) remove_snapshots(given);
    report_->draw();
  }

  int run() {
    while (training_->steps() < given_.last_step() && !interruption_->has_come() && !is_late()) {
      step();
      const std::size_t done = training_->steps();
      if (done % given_.evaluate_every == 0) look();
      if (done % given_.checkpoint_every == 0) training_->save(given_.checkpoint());
    }
    const bool was_interrupted = interruption_->has_come();
    training_->save(given_.checkpoint());
    if (!was_interrupted && measured_ != training_->steps()) look();
    write_model();
    return was_interrupted ? exit_code::interrupted : exit_code::success;
  }

 private:
  static std::unique_ptr<pronounce_training> make(const train_options& given, const pronunciation_list& examples) {
    const signals_for_main_thread guard;
    return std::make_unique<pronounce_training>(examples, given.how, given.threads, given.start);
  }

  void resume() {
    try {
      if (const std::string passed_over = training_->resume(given_.checkpoint()); !passed_over.empty())
        complain(passed_over + "; going on from the one before");
    } catch (const recipe_mismatch& found) {
      std::vector<std::string> saved, given;
      for (const auto& d : found.differences) {
        saved.push_back(fmt::format("{} {}", option_of(d.name), io::printable(d.saved)));
        given.push_back(fmt::format("{} {}", option_of(d.name), d.given));
      }
      io::refuse(found.origin, "is of a run with {}, but this run has {}", fmt::join(saved, " and "),
                 fmt::join(given, " and "));
    }
  }

  /// Hours of work may be in it.
  void refuse_to_overwrite() const {
    const fs::path file = given_.checkpoint();
    if (!fs::exists(file)) return;
    const auto found = checkpoint_file::open(file);
    const auto done = found.number<std::uint64_t>("steps"), planned = found.number<std::uint64_t>("planned steps");
    if (done > 0 && done < planned)
      io::refuse(file.string(),
                 "is of a run that has come to step {} of {}: --resume goes on with it; remove it to "
                 "begin anew",
                 done, planned);
  }

  bool is_late() const { return given_.minutes > 0 && report_->seconds() >= 60 * given_.minutes; }

  void step() {
    try {
      using clock = std::chrono::steady_clock;
      const auto began = clock::now();
      const training_progress seen = training_->step();
      const std::chrono::duration<double> past = clock::now() - began;
      report_->step(seen, training_->steps(), training_->epochs(), past.count());
    } catch (const error& problem) {
      throw error{
          fmt::format("{}; the last checkpoint is {}", problem.what(), io::printable(given_.checkpoint().string()))};
    }
  }

  /// Measures, and keeps a snapshot if a mean is wanted.
  void look() {
    if (dev_) report_->measured(training_->measure(*dev_), training_->steps());
    measured_ = training_->steps();
    report_->draw();
    if (given_.average == 0 || training_->steps() % given_.evaluate_every != 0) return;
    training_->write_model(given_.snapshot(training_->steps()));
    if (const std::size_t span = given_.average * given_.evaluate_every; training_->steps() > span)
      fs::remove(given_.snapshot(training_->steps() - span));
  }

  /// The snapshots that there are, of the last steps at which one is taken.
  std::vector<fs::path> snapshots() const {
    std::vector<fs::path> all;
    const std::size_t last = training_->steps() / given_.evaluate_every;
    for (std::size_t i = last - std::min(last, given_.average); i < last; ++i)
      if (const fs::path file = given_.snapshot((i + 1) * given_.evaluate_every); fs::exists(file)) all.push_back(file);
    return all;
  }

  void write_model() {
    const auto averaged = snapshots();
    if (averaged.empty()) {
      training_->write_model(given_.out);
    } else {
      training_->write_average(given_.out, averaged);
    }
    // A run that goes on may be told of fewer steps than it has done.
    const bool is_over = training_->steps() >= given_.how.steps;
    if (is_over)
      for (const fs::path& file : averaged) fs::remove(file);
    report_->say(
        fmt::format("{} is written, after {}{}", io::printable(given_.out), counted(training_->steps(), "step"),
                    is_over ? "" : fmt::format(" of {}; --resume goes on", with_separators(given_.how.steps))));
  }

  const train_options& given_;
  pronunciation_list examples_;
  std::optional<pronunciation_list> dev_;
  std::unique_ptr<pronounce_training> training_;
  std::optional<training_report> report_;
  std::optional<std::size_t> measured_;
  std::optional<noted_interruption> interruption_;
  std::optional<training_lock> lock_;
};

}  // namespace

void add_train_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<train_options>();
  CLI::App* const command = program.add_subcommand("train", "Learn a model from examples");
  add_train_options(*command, *given);
  command->callback([given, &chosen] {
    chosen = [given](output& to) {
      check_files(*given);
      return training{*given, to}.run();
    };
  });
}

}  // namespace typeformer::cli
