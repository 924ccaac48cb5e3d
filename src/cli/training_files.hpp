#pragma once
#include "train_options.hpp"

/// What is looked at before a training run writes anything, so that one that is refused leaves all as it was.
namespace typeformer::cli {

/// refuses  a file that the run would write and also read, or write as two things; --resume where there is no
/// checkpoint
void check_files(const train_options&);

/// refuses  a file that cannot be written
void try_to_write_files(const train_options&);

/// Removes the snapshots that another run has left: they would become a part of this one's mean.
void remove_snapshots(const train_options&);

}  // namespace typeformer::cli
