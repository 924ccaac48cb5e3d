// What tests of kernels include, precompiled.
#include "../kernels/helpers.hpp"
