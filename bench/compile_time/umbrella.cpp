// What every program pays that includes the whole library.
#include <typeformer/typeformer.hpp>
