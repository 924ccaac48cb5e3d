#pragma once
#include <string>

#include <typeformer/layers/sublayers.hpp>
#include <typeformer/train/fingerprint.hpp>
#include <typeformer/train/type_name.hpp>

namespace typeformer {

/// What a configuration chooses that parameters do not show: "4 heads, 3f9d0c6e5b2a1788", the last of the names of
/// types.
template <class Config>
std::string choices_of() {
  using made = typename Config::choices;
  std::string names;
  for (const std::string& name : {type_name<typename made::normalization>(), type_name<typename made::activation>(),
                                  type_name<typename made::causal_mask>(), type_name<typename made::dropout::type>(),
                                  type_name<typename made::embedding_scale>(), type_name<typename made::positions>(),
                                  type_name<typename Config::embeddings>(), type_name<norm_of<Config>>()})
    names += name + ' ';
  return std::to_string(bound<typename Config::Head>) + " heads, " + fingerprint(names);
}

}  // namespace typeformer
