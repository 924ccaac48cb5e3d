// What tests of formulas include, precompiled.
#include <typeformer/typeformer.hpp>

#include "../catch.hpp"
