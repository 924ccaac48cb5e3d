#pragma once

namespace typeformer::cli {

/// Where whoever started the program has closed standard input, output or error, takes its number, so that no file the
/// program opens gets it, and then what is meant for a reader. Reading or writing there fails as it does when closed.
void reserve_closed_streams();

}  // namespace typeformer::cli
