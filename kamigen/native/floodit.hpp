// Flood-It's search and beam, twins of kamigen/games/floodit/{search,beam}.py:
// the same floods in the same order, the same nodes. The proofs stand there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "bitset.hpp"
#include "meter.hpp"

namespace kamigen::floodit {

// The most regions that a board to be decided may have, and the most colours of
// any board: sets of colours are one machine word.
constexpr int most_regions = 640;
constexpr int most_colours = 64;

// The beam's widths: the first, the factor from one round to the next, the last.
constexpr int first_width = 16;
constexpr int widening = 4;
constexpr int widest = 4096;

// How many of the last plays the bound answers exactly.
constexpr int tail = 3;

// Region 0 holds the corner; colours are numbered from 0.
struct Pond {
    std::vector<int> colours;
    std::vector<std::vector<int>> touching;
    int palette;

    int size() const { return static_cast<int>(colours.size()); }
};

using Plays = std::vector<int>;

// Bits of a size known only at run time, for floods of large boards.
using Words = std::vector<std::uint64_t>;

inline bool holds(const Words& words, int region) { return words[region >> 6] >> (region & 63) & 1; }
inline void add(Words& words, int region) { words[region >> 6] |= std::uint64_t{1} << (region & 63); }

class Beam {
  public:
    Beam(const Pond& pond, Meter& meter)
        : pond_(pond), meter_(meter), first_(pond.size() + 1), seen_(pond.size(), 0),
          firsts_(pond.size()), level_(), following_(), keys_(pond.size()) {
        for (int region = 0; region < pond.size(); ++region) {
            first_[region] = static_cast<int>(edges_.size());
            for (const int other : pond.touching[region]) edges_.push_back(other);
            // Any fixed mixing will do: equal keys are compared flood by flood.
            std::uint64_t key = (region + 1) * 0x9e3779b97f4a7c15u;
            key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
            key = (key ^ key >> 27) * 0x94d049bb133111ebu;
            keys_[region] = key ^ key >> 31;
        }
        first_[pond.size()] = static_cast<int>(edges_.size());
    }

    // At most `most` free plays that win, the fewest that a beam of this width finds.
    std::optional<Plays> run(int width, int most) {
        history_.clear();
        State start{Words((pond_.size() + 63) / 64), {0}, 0, -1};
        std::vector<State> states{grown(start, {0})};
        std::vector<Child> children;
        for (int plays = 0; plays <= most; ++plays) {
            children.clear();
            for (int number = 0; number < static_cast<int>(states.size()); ++number) {
                meter_.tick();
                meter_.work(pond_.size() / regions_per_unit);
                State& state = states[number];
                survey(state);
                if (total_ == 0) return past(state.entry);
                if (plays == most) continue;
                for (int colour = 0; colour < pond_.palette; ++colour) {
                    if (nearer_[colour] > 0) {
                        children.push_back({total_ - nearer_[colour], number, colour});
                    }
                }
            }
            states = best(states, children, width);
        }
        return std::nullopt;
    }

  private:
    // A pass over so many regions takes about as long as a node of the search.
    static constexpr int regions_per_unit = 128;

    struct State {
        Words flooded;
        std::vector<int> exposed;
        std::uint64_t key;
        int entry;  // of the history; -1 at the start
    };

    struct Child {
        std::int64_t score;
        int number;
        int colour;
        auto operator<=>(const Child&) const = default;
    };

    std::vector<State> best(const std::vector<State>& states, std::vector<Child>& children,
                            int width) {
        std::sort(children.begin(), children.end());
        std::vector<State> kept;
        std::vector<int> table(std::bit_ceil(static_cast<std::size_t>(4 * width)), -1);
        std::vector<int> taken;
        for (const Child& child : children) {
            const State& parent = states[child.number];
            taken.clear();
            std::uint64_t key = parent.key;
            for (const int region : parent.exposed) {
                if (pond_.colours[region] == child.colour) {
                    taken.push_back(region);
                    key ^= keys_[region];
                }
            }
            std::size_t slot = key & (table.size() - 1);
            bool same = false;
            while (table[slot] >= 0 && !same) {
                same = is_child(kept[table[slot]], key, parent, taken);
                slot = (slot + 1) & (table.size() - 1);
            }
            if (same) continue;
            while (table[slot] >= 0) slot = (slot + 1) & (table.size() - 1);
            table[slot] = static_cast<int>(kept.size());
            kept.push_back(grown(parent, taken));
            kept.back().entry = static_cast<int>(history_.size());
            history_.push_back({parent.entry, child.colour});
            if (static_cast<int>(kept.size()) == width) break;
        }
        return kept;
    }

    static bool is_child(const State& other, std::uint64_t key, const State& parent,
                         const std::vector<int>& taken) {
        if (other.key != key) return false;
        Words flooded = parent.flooded;
        for (const int region : taken) add(flooded, region);
        return flooded == other.flooded;
    }

    State grown(const State& state, const std::vector<int>& taken) {
        State after{state.flooded, {}, state.key, state.entry};
        for (const int region : taken) {
            add(after.flooded, region);
            after.key ^= keys_[region];
        }
        const int now = next_mark(1);
        const auto expose = [&](int region) {
            if (!holds(after.flooded, region) && seen_[region] != now) {
                seen_[region] = now;
                after.exposed.push_back(region);
            }
        };
        after.exposed.reserve(state.exposed.size() + 2 * taken.size());
        for (const int region : state.exposed) expose(region);
        for (const int region : taken) {
            for (int edge = first_[region]; edge < first_[region + 1]; ++edge) expose(edges_[edge]);
        }
        return after;
    }

    // Closes a state, and measures the distances and which plays shorten them.
    void survey(State& state) {
        while (true) {
            const std::uint64_t finishable = measure(state);
            if (finishable == 0) return;
            std::vector<int> taken;
            for (const int region : state.exposed) {
                if (finishable >> pond_.colours[region] & 1) taken.push_back(region);
            }
            state = grown(state, taken);
        }
    }

    // One breadth-first pass; returns the colours that can be finished.
    std::uint64_t measure(const State& state) {
        // Regions met at distance d are marked base + d, so older marks are lower.
        const int base = next_mark(pond_.size() + 2);
        std::uint64_t exposed = 0;
        std::uint64_t hidden = 0;
        level_ = state.exposed;
        for (const int region : level_) {
            seen_[region] = base + 1;
            firsts_[region] = std::uint64_t{1} << pond_.colours[region];
            exposed |= firsts_[region];
        }
        // Counters of all colours at once: plane i holds bit i of every counter.
        std::uint64_t planes[32]{};
        total_ = 0;
        for (int distance = 1; !level_.empty(); ++distance) {
            total_ += static_cast<std::int64_t>(distance) * static_cast<std::int64_t>(level_.size());
            following_.clear();
            const int mark = base + distance + 1;
            for (const int region : level_) {
                const std::uint64_t firsts = firsts_[region];
                std::uint64_t carry = firsts;
                for (int plane = 0; carry != 0; ++plane) {
                    const std::uint64_t both = planes[plane] & carry;
                    planes[plane] ^= carry;
                    carry = both;
                }
                for (int edge = first_[region]; edge < first_[region + 1]; ++edge) {
                    const int other = edges_[edge];
                    if (seen_[other] == mark) {
                        firsts_[other] |= firsts;
                    } else if (seen_[other] < base && !holds(state.flooded, other)) {
                        seen_[other] = mark;
                        firsts_[other] = firsts;
                        hidden |= std::uint64_t{1} << pond_.colours[other];
                        following_.push_back(other);
                    }
                }
            }
            level_.swap(following_);
        }
        for (int colour = 0; colour < pond_.palette; ++colour) {
            nearer_[colour] = 0;
            for (int plane = 0; plane < 32; ++plane) {
                nearer_[colour] += static_cast<std::int64_t>(planes[plane] >> colour & 1) << plane;
            }
        }
        return exposed & ~hidden;
    }

    int next_mark(int room) {
        if (mark_ > (1 << 30)) {
            std::fill(seen_.begin(), seen_.end(), 0);
            mark_ = 1;
        }
        const int now = mark_;
        mark_ += room;
        return now;
    }

    Plays past(int entry) const {
        Plays plays;
        for (; entry >= 0; entry = history_[entry].first) plays.push_back(history_[entry].second);
        std::reverse(plays.begin(), plays.end());
        return plays;
    }

    const Pond& pond_;
    Meter& meter_;
    std::vector<int> first_;  // where a region's part of `edges_` begins
    std::vector<int> edges_;
    std::vector<int> seen_;
    std::vector<std::uint64_t> firsts_;  // the first colours of all shortest ways to a region
    std::vector<int> level_, following_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::pair<int, int>> history_;
    std::int64_t total_ = 0;
    std::int64_t nearer_[most_colours]{};
    int mark_ = 1;
};

template <int W>
class Decision {
  public:
    using Set = Bits<W>;

    Decision(const Pond& pond, Meter& meter)
        : palette_(pond.palette), meter_(meter), near_(pond.size()), classes_(pond.palette),
          answers_(std::size_t{1} << answer_bits) {
        for (int region = 0; region < pond.size(); ++region) {
            everything_.add(region);
            classes_[pond.colours[region]].add(region);
            for (const int other : pond.touching[region]) near_[region].add(other);
        }
    }

    // Free plays that win, or nothing: then k do not suffice.
    std::optional<Plays> run(int k) {
        Shore start{Set::single(0), near_[0] | Set::single(0)};
        if (close(start)) return Plays{};
        history_.clear();
        layer_ = {{start.flood, 0, -1}};
        std::optional<Plays> found;
        try {
            for (int left = k - 1; left >= 0 && !layer_.empty() && !found; --left) {
                following_.clear();
                table_.assign(1024, -1);
                for (const Kept& kept : layer_) {
                    found = expand(kept, left);
                    if (found) break;
                }
                charge();
                layer_.swap(following_);
            }
        } catch (const Stopped&) {
            refund();
            throw;
        }
        refund();
        return found;
    }

  private:
    // A flood, and its reach: it and all that touches it.
    struct Shore {
        Set flood;
        Set reach;
    };

    struct Kept {
        Set flood;
        std::uint64_t asleep;
        int entry;  // of the history; -1 at the start
    };

    struct Answered {
        Set flood;
        int plays = 0;
        bool answer = false;
    };

    static constexpr int answer_bits = 13;
    static constexpr std::size_t floods_between_charges = 4096;

    void grow(Set& reach, const Set& added) const {
        added.each([&](int region) { reach |= near_[region]; });
    }

    // Finishes all colours that can be finished; true if everything is flooded.
    bool close(Shore& shore) const {
        while (true) {
            const Set dry = everything_.without(shore.flood);
            if (!dry.any()) return true;
            const Set hidden = everything_.without(shore.reach);
            Set added;
            for (const Set& members : classes_) {
                if (!members.meets(hidden)) added |= members;
            }
            added &= dry;
            if (!added.any()) return false;
            shore.flood |= added;
            grow(shore.reach, added);
        }
    }

    bool blind_layer(Shore& shore) const {
        const Set added = shore.reach.without(shore.flood);
        shore.flood = shore.reach;
        grow(shore.reach, added);
        return close(shore);
    }

    std::optional<Plays> expand(const Kept& kept, int left) {
        Shore shore{kept.flood, kept.flood};
        grow(shore.reach, kept.flood);
        const Set exposed = shore.reach.without(shore.flood);
        std::uint64_t playable = 0;
        for (int colour = 0; colour < palette_; ++colour) {
            taken_[colour] = exposed & classes_[colour];
            if (!taken_[colour].any()) continue;
            playable |= std::uint64_t{1} << colour;
            Shore& child = children_[colour];
            child = {shore.flood | taken_[colour], shore.reach};
            grow(child.reach, taken_[colour]);
            if (close(child)) {
                Plays plays = past(kept.entry);
                plays.push_back(colour);
                return plays;
            }
        }
        if (left == 0) return std::nullopt;
        for (std::uint64_t rest = playable & ~kept.asleep; rest != 0; rest &= rest - 1) {
            const int colour = std::countr_zero(rest);
            const Shore& child = children_[colour];
            const std::uint64_t lower = (std::uint64_t{1} << colour) - 1;
            const std::uint64_t asleep = stale(playable & (kept.asleep | lower), child);
            if ((following_.size() + 1) * 2 > table_.size()) rehash();
            std::size_t slot = child.flood.hash() & (table_.size() - 1);
            bool same = false;
            for (; table_[slot] >= 0; slot = (slot + 1) & (table_.size() - 1)) {
                Kept& other = following_[table_[slot]];
                if (other.flood == child.flood) {
                    other.asleep &= asleep;
                    same = true;
                    break;
                }
            }
            if (same) continue;
            meter_.tick();
            if (!allows(child, left)) continue;
            table_[slot] = static_cast<int>(following_.size());
            following_.push_back({child.flood, asleep, static_cast<int>(history_.size())});
            history_.push_back({kept.entry, colour});
            if (history_.size() % floods_between_charges == 0) charge();
        }
        return std::nullopt;
    }

    // Which of the colours show nothing new after a play.
    std::uint64_t stale(std::uint64_t colours, const Shore& child) const {
        const Set exposed = child.reach.without(child.flood);
        std::uint64_t result = 0;
        for (; colours != 0; colours &= colours - 1) {
            const int colour = std::countr_zero(colours);
            const Set shown = exposed & classes_[colour];
            if (shown.any() && shown.within(taken_[colour])) result |= std::uint64_t{1} << colour;
        }
        return result;
    }

    bool allows(Shore shore, int left) {
        Shore tails[tail + 1];
        const int longest = left < tail ? left : tail;
        int shortest = left;
        while (true) {
            if (left == 0) return false;
            if (left <= tail) tails[left] = shore;
            shortest = left;
            if (blind_layer(shore)) break;
            --left;
        }
        for (int plays = shortest; plays <= longest; ++plays) {
            if (!can_finish(tails[plays], plays)) return false;
        }
        return true;
    }

    bool can_finish(const Shore& shore, int plays) {
        if (plays == 0) return false;
        const std::uint64_t hash = shore.flood.hash() + plays * 0x9e3779b97f4a7c15u;
        Answered& slot = answers_[hash >> (64 - answer_bits)];
        if (slot.plays == plays && slot.flood == shore.flood) return slot.answer;
        const bool answer = can_finish_now(shore, plays);
        slot = {shore.flood, plays, answer};
        return answer;
    }

    bool can_finish_now(const Shore& shore, int plays) {
        if (plays > 1) {
            Shore blind = shore;
            int layers = 1;
            while (!blind_layer(blind)) {
                if (++layers > plays) return false;
            }
        }
        const Set exposed = shore.reach.without(shore.flood);
        Shore open[most_colours];
        int count = 0;
        for (const Set& members : classes_) {
            const Set taken = exposed & members;
            if (!taken.any()) continue;
            open[count] = {shore.flood | taken, shore.reach};
            grow(open[count].reach, taken);
            if (close(open[count])) return true;
            ++count;
        }
        if (plays == 1) return false;
        for (int child = 0; child < count; ++child) {
            if (can_finish(open[child], plays - 1)) return true;
        }
        return false;
    }

    // Settles the account with what the layers take now.
    void charge() {
        const std::size_t now = (layer_.capacity() + following_.capacity()) * sizeof(Kept) +
                                history_.capacity() * sizeof(history_[0]) +
                                table_.capacity() * sizeof(table_[0]);
        if (now > charged_) {
            meter_.account().charge(now - charged_);
            charged_ = now;
        }
    }

    // Gives the memory of the layers back, but for that of the answers.
    void refund() {
        std::vector<Kept>().swap(layer_);
        std::vector<Kept>().swap(following_);
        std::vector<int>().swap(table_);
        std::vector<std::pair<int, int>>().swap(history_);
        meter_.account().refund(charged_);
        charged_ = 0;
    }

    void rehash() {
        table_.assign(2 * table_.size(), -1);
        for (std::size_t number = 0; number < following_.size(); ++number) {
            std::size_t slot = following_[number].flood.hash() & (table_.size() - 1);
            while (table_[slot] >= 0) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = static_cast<int>(number);
        }
    }

    Plays past(int entry) const {
        Plays plays;
        for (; entry >= 0; entry = history_[entry].first) plays.push_back(history_[entry].second);
        std::reverse(plays.begin(), plays.end());
        return plays;
    }

    int palette_;
    Meter& meter_;
    std::vector<Set> near_, classes_;
    Set everything_;
    std::vector<Answered> answers_;
    std::vector<Kept> layer_, following_;
    std::vector<int> table_;
    std::vector<std::pair<int, int>> history_;
    Set taken_[most_colours];
    Shore children_[most_colours];
    std::size_t charged_ = 0;
};

// Bounds that are known, and what is asked: the par, or with `most` only whether
// it is `most` or less. `last_plays` is the number of plays that are not free.
struct Question {
    Pond pond;
    int lower;
    int upper;
    int last_plays;
    std::optional<int> most;
};

// What could be shown; no plays if none better than those known were found.
struct Known {
    int lower;
    std::optional<Plays> free_plays;
    Stop stopped = Stop::none;
};

// Never throws but for want of memory: when the account is spent, what is known
// by then is the answer.
Known solve(const Question& question, Account& account);

}  // namespace kamigen::floodit
