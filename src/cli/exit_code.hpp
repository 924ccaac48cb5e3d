#pragma once

namespace typeformer::cli {

/// The exit codes of the program.
enum exit_code : int { success = 0, failure = 1, wrong_usage = 2, interrupted = 130 };

}  // namespace typeformer::cli
