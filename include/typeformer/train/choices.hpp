#pragma once
#include <string>
#include <type_traits>

#include <typeformer/layers/sublayers.hpp>
#include <typeformer/layers/transformer.hpp>
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
  // Left out where they are a Transformer's, as in the checkpoints of versions that knew no others.
  if constexpr (!std::is_same_v<typename made::encoder, transformer_encoder>)
    names += type_name<typename made::encoder>() + ' ';
  if constexpr (!std::is_same_v<typename made::decoder, transformer_decoder>)
    names += type_name<typename made::decoder>() + ' ';
  return std::to_string(bound<typename Config::Head>) + " heads, " + fingerprint(names);
}

}  // namespace typeformer
