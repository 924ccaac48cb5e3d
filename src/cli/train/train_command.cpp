#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <typeformer/train/checkpoint.hpp>

#include "../../io/sentence.hpp"
#include "../../models/text_table.hpp"
#include "../../pronounce/training.hpp"
#include "../command.hpp"
#include "../exit_code.hpp"
#include "../interruption.hpp"
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
        to_{to},
        examples_{read(given.data, given)},
        dev_{given.dev.empty() ? std::nullopt : std::optional{read(given.dev, given)}},
        training_{make(given, examples_)} {
    // From here on there is something to end in order.
    interruption_.emplace();
    try_to_write_files(given);
    lock_.emplace(given.out);
    if (!given.resume) refuse_to_overwrite();
    if (given.resume && resume()) return;
    report_.emplace(given, to, training_->steps());
    begin();
  }

  int run() {
    if (!report_) return leave_alone();
    while (training_->steps() < given_.last_step() && !is_to_end() && !is_late()) {
      step();
      const std::size_t done = training_->steps();
      if (done % given_.evaluate_every == 0) try_to([&] { look(); });
      if (done % given_.checkpoint_every == 0) save();
    }
    const bool was_interrupted = interruption_->has_come();
    save();
    if (!is_to_end() && measured_ != training_->steps()) try_to([&] { look(); });
    write_model();
    if (unwritten_) throw *unwritten_;
    return was_interrupted ? exit_code::interrupted : exit_code::success;
  }

 private:
  static std::unique_ptr<pronounce_training> make(const train_options& given, const pronunciation_list& examples) {
    const signals_for_main_thread guard;
    return std::make_unique<pronounce_training>(examples, given.how, given.threads, given.start, given.architecture);
  }

  /// True if the run is finished, and its model is there.
  bool resume() {
    try {
      const auto [passed_over, is_finished] = training_->resume(given_.checkpoint());
      if (!passed_over.empty()) complain(passed_over + "; going on from the one before");
      return is_finished && training_->steps() >= given_.how.steps && fs::exists(given_.out);
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

  /// " (gru-attention)", if it is not the model's own.
  std::string named_architecture() const {
    return given_.architecture == train_options{}.architecture ? "" : fmt::format(" ({})", given_.architecture);
  }

  void begin() {
    try_to([&] {
      report_->say(fmt::format("{}{}: {} parameters, {}", given_.model, named_architecture(),
                               with_separators(training_->parameters()),
                               counted(examples_.examples.size(), "pronunciation")));
      report_->say(fmt::format(
          "memory: at most {} MiB of activations, as much of their gradients; {} MiB of weights and moments",
          with_separators(training_->activation_bytes() >> 20), with_separators(training_->block_bytes() >> 20)));
      if (given_.resume) report_->say(fmt::format("going on after step {}", with_separators(training_->steps())));
    });
    training_->save(given_.checkpoint());
    saved_ = saved_before_ = training_->steps();
    // Snapshots of another run would become a part of this one's mean.
    if (!given_.resume) remove_snapshots(given_);
    report_->draw();
  }

  int leave_alone() {
    // Those that a killed run has left.
    if (given_.average > 0) remove_snapshots(given_);
    return show(fmt::format("{} stays as it is: its run is finished, after {}; more --steps go on\n",
                            io::printable(given_.out), counted(training_->steps(), "step")),
                to_);
  }

  bool is_late() const { return given_.minutes > 0 && report_->seconds() >= 60 * given_.minutes; }
  bool is_to_end() const { return interruption_->has_come() || unwritten_; }

  /// Training ends where it can no longer report, but in order: what it has done is saved.
  template <class Report>
  void try_to(const Report& report) {
    if (unwritten_) return;
    try {
      report();
    } catch (const error& problem) {
      unwritten_ = problem;
    }
  }

  void step() {
    using clock = std::chrono::steady_clock;
    const auto began = clock::now();
    const training_progress seen = next_step();
    const std::chrono::duration<double> past = clock::now() - began;
    try_to([&] { report_->step(seen, training_->steps(), training_->epochs(), past.count()); });
  }

  training_progress next_step() {
    try {
      return training_->step();
    } catch (const error& problem) {
      throw error{
          fmt::format("{}; the last checkpoint is {}", problem.what(), io::printable(given_.checkpoint().string()))};
    }
  }

  /// Keeps a snapshot if a mean is wanted, and measures.
  void look() {
    measured_ = training_->steps();
    if (given_.average > 0 && training_->steps() % given_.evaluate_every == 0)
      training_->write_model(given_.snapshot(training_->steps()));
    if (dev_) report_->measured(training_->measure(*dev_), training_->steps());
    report_->draw();
  }

  /// Then removes the snapshots that nobody needs who goes on from this checkpoint or from the one before.
  void save() {
    if (saved_ == training_->steps()) return;
    training_->save(given_.checkpoint());
    saved_before_ = std::exchange(saved_, training_->steps());
    if (given_.average == 0) return;
    const std::size_t last = saved_before_ / given_.evaluate_every;
    remove_snapshots(given_, (last - std::min(last, given_.average)) * given_.evaluate_every);
  }

  /// The snapshots of the last steps at which one is taken. Complains if one is not there.
  std::vector<fs::path> snapshots() const {
    std::vector<fs::path> all;
    std::optional<fs::path> missing;
    const std::size_t last = training_->steps() / given_.evaluate_every, wanted = std::min(last, given_.average);
    for (std::size_t i = last - wanted; i < last; ++i) {
      const fs::path file = given_.snapshot((i + 1) * given_.evaluate_every);
      if (fs::exists(file)) {
        all.push_back(file);
      } else if (!missing) {
        missing = file;
      }
    }
    if (!missing) return all;
    const std::string instead = all.empty()
                                    ? "that of the last step, not the mean of " + counted(wanted, "snapshot")
                                    : fmt::format("the mean of {}, not of {}", counted(all.size(), "snapshot"), wanted);
    complain(fmt::format("{}: is not there, so the model is {}", io::printable(missing->string()), instead));
    return all;
  }

  void write_model() {
    const auto averaged = snapshots();
    if (averaged.empty()) {
      training_->write_model(given_.out);
    } else {
      training_->write_average(given_.out, averaged);
    }
    // --steps may be fewer than an earlier run has done.
    const bool is_over = training_->steps() >= given_.how.steps;
    if (is_over) {
      // In this order: a run that is killed here has its snapshots, or knows that it needs none.
      training_->save_finished(given_.checkpoint());
      if (given_.average > 0) remove_snapshots(given_);
    }
    try_to([&] {
      report_->say(
          fmt::format("{} is written, after {}{}", io::printable(given_.out), counted(training_->steps(), "step"),
                      is_over ? "" : fmt::format(" of {}; --resume goes on", with_separators(given_.how.steps))));
    });
  }

  const train_options& given_;
  output& to_;
  pronunciation_list examples_;
  std::optional<pronunciation_list> dev_;
  std::unique_ptr<pronounce_training> training_;
  std::optional<noted_interruption> interruption_;
  std::optional<training_lock> lock_;
  std::optional<training_report> report_;  // none if there is nothing to do
  std::optional<std::size_t> measured_;
  std::size_t saved_ = 0, saved_before_ = 0;  // the steps of the two checkpoints
  std::optional<error> unwritten_;            // why a report could not be written
};

}  // namespace

void add_train_command(CLI::App& program, action& chosen) {
  const auto given = std::make_shared<train_options>();
  CLI::App* const command = program.add_subcommand("train", "Train a model on examples");
  add_train_options(*command, *given);
  command->callback([given, &chosen] {
    chosen = [given](output& to) {
      check_files(*given);
      return training{*given, to}.run();
    };
  });
}

}  // namespace typeformer::cli
