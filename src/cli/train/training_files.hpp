#pragma once
#include <cstddef>
#include <limits>

#include "train_options.hpp"

/// What is looked at before a training run writes anything, so that one that is refused leaves all as it was.
namespace typeformer::cli {

/// throws   a file that the run would write and also read, or write as two things; --resume where there is no
/// checkpoint
void check_files(const train_options&);

/// throws   a file that cannot be written
void try_to_write_files(const train_options&);

/// Removes the snapshots up to a step.
void remove_snapshots(const train_options&, std::size_t last = std::numeric_limits<std::size_t>::max());

}  // namespace typeformer::cli
