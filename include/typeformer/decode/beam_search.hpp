#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <vector>

#include <typeformer/decode/log_probability.hpp>
#include <typeformer/decode/penalty.hpp>

namespace typeformer {

/// When a search ends: as soon as its result cannot change, or only where targets must end.
enum class search_end : unsigned char { when_it_can_stop, with_target };

/// A target that a beam search has found.
struct hypothesis {
  std::span<const std::int32_t> tokens;  ///< without start and end
  double log_probability;                ///< with that of the end, if it ended
  double score;                          ///< penalized, by the number of tokens, the end included
  bool ended;                            ///< false: cut off where targets must end
};

/// What a beam search of one source is given.
template <class Penalty>
struct beam_problem {
  std::size_t width;                              ///< how many hypotheses are active at once; ≥ 1
  std::size_t n_best;                             ///< how many are found, between 1 and width
  std::size_t entries;                            ///< of the vocabulary
  std::size_t most_tokens;                        ///< of a target
  std::int32_t end_token;                         ///< negative: targets have no end
  Penalty penalty = {};                           ///< what hypotheses of different lengths are compared by
  search_end end = search_end::when_it_can_stop;  ///< when the search is over
};

/// Beam search of one source, apart from the model: it is given logits and decides which hypotheses stay active. In
/// each step all tokens after all active hypotheses are candidates. Of the best `width` of them, those that are the end
/// finish; the best `width` of the others are active in the next step. The best `n_best` that finish are the result, in
/// the order of their scores. A log p of NaN counts as the largest, so that it shows.
///
/// Equal candidates: the lower token first, then that of the better parent. Equal scores: first what finished first.
///
/// Each active hypothesis has a slot. A parent's first child takes over its slot, other children the slots of
/// hypotheses without children, so what belongs to a slot is copied only where a parent has several children, and in
/// place.
template <class T, is_penalty Penalty>
class beam_search {
 public:
  /// A target that has not ended.
  struct active_hypothesis {
    double log_probability;  ///< of its tokens so far
    std::int32_t newest;     ///< its last token; of the first step the caller's to know
    std::size_t slot;        ///< its row of the logits, below width
  };

  /// All memory of a search, for problem.width hypotheses of problem.most_tokens; step() allocates nothing.
  explicit beam_search(const beam_problem<Penalty>& problem)
      : problem_{problem},
        prefixes_(problem.width * problem.most_tokens),
        finished_tokens_(problem.n_best * problem.most_tokens),
        has_child_(problem.width),
        parent_is_settled_(problem.width) {
    active_.reserve(problem.width);
    next_.reserve(problem.width);
    children_.reserve(problem.width);
    candidates_.reserve(2 * problem.width);
    finished_.reserve(problem.n_best);
  }

  // What has finished points into it.
  beam_search(const beam_search&) = delete;
  beam_search(beam_search&&) = default;  ///< what has finished moves with it

  /// For targets of at most `most_tokens`, and no more than the problem has.
  void begin(std::size_t most_tokens = static_cast<std::size_t>(-1)) {
    most_tokens_ = std::min(problem_.most_tokens, most_tokens);
    length_ = 0;
    finished_.clear();
    active_.assign(1, {0, 0, 0});  // its newest token is the caller's to know
    is_over_ = false;
    saw_non_finite_ = false;
    close_if_over();
  }

  /// Whether step() has nothing to add to: finished() is the result. Before the first begin() it is.
  bool is_over() const { return is_over_; }
  /// Whether an active hypothesis had logits whose largest is not finite: they have no log p, so no result holds.
  bool saw_non_finite() const { return saw_non_finite_; }
  /// Best first.
  std::span<const active_hypothesis> active() const { return active_; }
  /// Best first. Those that were cut off follow those that ended, and are there only if fewer than `n_best` ended.
  std::span<const hypothesis> finished() const { return finished_; }

  /// Adds one token. `logits` are [width, entries], those of an active hypothesis at its slot; `copy(from, to)` copies
  /// what belongs to slot `from` to slot `to`.
  template <class Copy>
  void step(const T* logits, const Copy& copy) {
    collect_candidates(logits);
    children_.clear();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      const candidate& c = candidates_[i];
      if (c.token != problem_.end_token) {
        if (children_.size() < problem_.width) children_.push_back(c);
      } else if (i < problem_.width) {
        finish(c);
      }
    }
    settle_children(copy);
    ++length_;
    close_if_over();
  }

 private:
  struct candidate {
    double log_probability;
    std::int32_t token;
    std::size_t parent;  // its index in active_
  };

  static bool above(double x, double y) { return x > y || (std::isnan(x) && !std::isnan(y)); }
  static bool before(const candidate& a, const candidate& b) {
    if (above(a.log_probability, b.log_probability)) return true;
    if (above(b.log_probability, a.log_probability)) return false;
    return std::tie(a.token, a.parent) < std::tie(b.token, b.parent);
  }

  /// The best 2·width candidates, in order: since each parent has one that is the end, there are at least `width`
  /// others among them, if so many exist.
  void collect_candidates(const T* logits) {
    candidates_.clear();
    for (std::size_t parent = 0; parent < active_.size(); ++parent) {
      const active_hypothesis& p = active_[parent];
      const log_probabilities<T> log_p{{logits + p.slot * problem_.entries, problem_.entries}};
      saw_non_finite_ |= !log_p.are_defined();
      const T* const own = logits + p.slot * problem_.entries;
      // Of tens of thousands of entries, all but some are looked at no further than this.
      const auto below_all = [&] { return log_p.logit_below(candidates_.back().log_probability - p.log_probability); };
      const auto is_full = [&] { return candidates_.size() == 2 * problem_.width; };
      T least = is_full() ? below_all() : -std::numeric_limits<T>::infinity();
      for (std::size_t token = 0; token < problem_.entries; ++token) {
        if (own[token] < least) continue;
        const candidate c{p.log_probability + log_p[token], static_cast<std::int32_t>(token), parent};
        if (is_full()) {
          if (!before(c, candidates_.back())) continue;
          candidates_.pop_back();
        }
        candidates_.insert(std::upper_bound(candidates_.begin(), candidates_.end(), c, before), c);
        if (is_full()) least = below_all();
      }
    }
  }

  std::int32_t* prefix(std::size_t slot) { return prefixes_.data() + slot * problem_.most_tokens; }

  void finish(const candidate& c) {
    const double score = problem_.penalty(c.log_probability, length_ + 1);
    std::int32_t* tokens = finished_tokens_.data() + finished_.size() * problem_.most_tokens;
    if (finished_.size() == problem_.n_best) {
      if (!above(score, finished_.back().score)) return;
      tokens = finished_tokens_.data() + (finished_.back().tokens.data() - finished_tokens_.data());
      finished_.pop_back();
    }
    std::copy_n(prefix(active_[c.parent].slot), length_, tokens);
    const auto at = std::upper_bound(finished_.begin(), finished_.end(), score,
                                     [](double s, const hypothesis& h) { return above(s, h.score); });
    finished_.insert(at, {{tokens, length_}, c.log_probability, score, true});
  }

  /// A slot without a child is read by nobody, so it can be overwritten at once.
  template <class Copy>
  void settle_children(const Copy& copy) {
    std::fill(has_child_.begin(), has_child_.end(), false);
    for (const candidate& c : children_) has_child_[active_[c.parent].slot] = true;
    std::fill(parent_is_settled_.begin(), parent_is_settled_.end(), false);
    next_.clear();
    std::size_t free = 0;
    for (const candidate& c : children_) {
      std::size_t slot = active_[c.parent].slot;
      if (parent_is_settled_[c.parent]) {
        while (has_child_[free]) ++free;
        copy(slot, free);
        std::copy_n(prefix(slot), length_, prefix(free));
        slot = free++;
      }
      parent_is_settled_[c.parent] = true;
      prefix(slot)[length_] = c.token;
      next_.push_back({c.log_probability, c.token, slot});
    }
    active_.swap(next_);
  }

  void close_if_over() {
    is_over_ =
        active_.empty() || length_ == most_tokens_ || (problem_.end == search_end::when_it_can_stop && can_stop());
    if (!is_over_) return;
    for (const active_hypothesis& h : active_) {
      if (finished_.size() == problem_.n_best) break;
      std::int32_t* const tokens = finished_tokens_.data() + finished_.size() * problem_.most_tokens;
      std::copy_n(prefix(h.slot), length_, tokens);
      finished_.push_back({{tokens, length_}, h.log_probability, problem_.penalty(h.log_probability, length_), false});
    }
  }

  /// Whether no descendant of an active hypothesis can be among the result any more, as long as logits are not NaN.
  ///
  /// Let `n_best` hypotheses have finished, the worst of them with score s, and let b be the largest log p of the
  /// active. Each further token adds a logarithm of a probability, which is not above 0 (log_probability.hpp), and
  /// rounding does not lift a sum with it. So a descendant that ends has log p ≤ b, and its number of tokens n, the end
  /// included, lies between length_ + 1 and most_tokens: one with as many tokens and no end is cut off, and comes
  /// after all that ended. A penalty does not fall as log p rises, so the descendant's score is at most penalty(b, n).
  /// If that is not above s for any such n, finish() takes none of the descendants; and s itself never falls.
  bool can_stop() const {
    if (finished_.size() < problem_.n_best) return false;
    for (std::size_t n = length_ + 1; n <= most_tokens_; ++n)
      if (above(problem_.penalty(active_.front().log_probability, n), finished_.back().score)) return false;
    return true;
  }

  beam_problem<Penalty> problem_;
  std::size_t length_ = 0, most_tokens_ = 0;  // tokens of each active hypothesis, now and at most
  bool is_over_ = true, saw_non_finite_ = false;
  std::vector<active_hypothesis> active_, next_;
  std::vector<candidate> candidates_, children_;
  std::vector<hypothesis> finished_;
  std::vector<std::int32_t> prefixes_;         // [slots, most_tokens]
  std::vector<std::int32_t> finished_tokens_;  // [n_best, most_tokens], in no order
  std::vector<bool> has_child_;                // of slots
  std::vector<bool> parent_is_settled_;
};

}  // namespace typeformer
