#pragma once
/// Headers that include no other one of the library include this one first, so an older C++ is reported before anything
/// else, whichever header a program begins with.
#if __cplusplus < 202002L
#error typeformer requires C++20, but this is an earlier C++: compile with -std=c++20 or newer
#endif
