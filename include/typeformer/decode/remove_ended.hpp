#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <typeformer/axis/axis.hpp>

namespace typeformer::detail {

/// Ends what a decoding_session reads of the groups for which has_ended(group) holds. `groups` are those that it reads,
/// in the order of its rows, of which each has `width` with their newest tokens; one must go on. A batch whose extent
/// is constant keeps them all.
///
/// cost     a copy of what is kept of `width` rows for each group that has ended
template <class Session, class HasEnded>
void remove_ended(Session& session, std::vector<std::size_t>& groups, std::size_t width, std::int32_t* newest,
                  const HasEnded& has_ended) {
  if constexpr (!has_static_extent<typename Session::batch>) {
    // From the last on: what takes a group's place goes on.
    for (std::size_t i = groups.size(); i-- > 0;) {
      if (!has_ended(groups[i])) continue;
      session.remove_rows(i * width, width);
      groups[i] = groups.back();
      groups.pop_back();
      std::copy_n(newest + groups.size() * width, width, newest + i * width);
    }
  }
}

}  // namespace typeformer::detail
