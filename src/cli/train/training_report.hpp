#pragma once
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>

#include "../../pronounce/training.hpp"
#include "../text/output.hpp"
#include "../text/status_line.hpp"
#include "train_options.hpp"
#include "training_log.hpp"

namespace typeformer::cli {

/// Reports training while it goes on: lines on standard output, a bar on standard error if that is a terminal, the
/// log and the picture.
class training_report {
 public:
  /// Both outlive the report. `first`: the step that an earlier run had come to.
  training_report(const train_options& given, output& to, std::size_t first);

  /// Every so many steps there is a line.
  static constexpr std::size_t interval = 100;

  /// `step_seconds`: how long it took.
  void step(const training_progress& seen, std::size_t step, double epochs, double step_seconds);
  void measured(const dev_figures& figures, std::size_t step);
  /// Draws the picture, if it is wanted.
  void draw() const;
  /// A line about anything else. Where nobody reads the lines any more, training goes on without them.
  void say(const std::string& sentence);

  double seconds() const;

 private:
  using clock = std::chrono::steady_clock;
  std::string time_left(std::size_t step) const;

  const train_options& given_;
  output& to_;
  std::size_t first_;
  training_log log_;
  status_line bar_;
  bool has_bar_, is_read_ = true;
  clock::time_point start_ = clock::now();
  // Since the last line.
  double loss_ = 0, norm_ = 0, seconds_in_steps_ = 0;
  std::size_t steps_ = 0, tokens_ = 0;
};

}  // namespace typeformer::cli
