// One translation unit holds Catch2 version 2's implementation; version 3 brings its own main.
#if !__has_include(<catch2/catch_all.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
