// Flood-It's search and beam, twins of kamigen/games/floodit/{search,beam}.py:
// the same floods in the same order, the same nodes. The proofs stand there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstdint>
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

// The most regions of any pond: distances are 16 bits, one value of which says "unknown".
constexpr int most_pond_regions = 0xffff;

// The beam's first and last width, the most by which it is widened at once, and how
// many times the nodes of a beam the refutations before it must have taken.
constexpr int first_width = 16;
constexpr int widest = 4096;
constexpr int widening = 16;
constexpr int beam_share = 2;

// What a step beyond distance 2 counts in the beam's score, where a nearer one counts 1.
constexpr int usual_far_weight = 4;

// How many of the last plays the bound answers exactly.
constexpr int tail = 3;

// With how many floods of a layer the others are compared.
constexpr std::size_t most_rivals = 16384;

// Region 0 holds the corner; colours are numbered from 0.
struct Pond {
    std::vector<int> colours;
    std::vector<std::vector<int>> touching;
    int palette;

    int size() const { return static_cast<int>(colours.size()); }
};

using Plays = std::vector<int>;

// The beam over sums of distances. A state knows all distances from its flood; the
// pass over them that finds the first colours of all shortest ways also tells
// the distances of every child, so none is measured anew.
template <typename Colours>
class Beam {
  public:
    Beam(const Pond& pond, int far_weight, Meter& meter)
        : pond_(pond), far_weight_(far_weight), meter_(meter), begin_(pond.size() + 1), keys_(pond.size()),
          order_(pond.size()) {
        for (int region = 0; region < pond.size(); ++region) {
            begin_[region] = static_cast<int>(edges_.size());
            for (const int other : pond.touching[region]) edges_.push_back(other);
            // Any fixed mixing will do: equal keys are compared flood by flood.
            std::uint64_t key = (region + 1) * 0x9e3779b97f4a7c15u;
            key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
            key = (key ^ key >> 27) * 0x94d049bb133111ebu;
            keys_[region] = key ^ key >> 31;
        }
        begin_[pond.size()] = static_cast<int>(edges_.size());
    }

    // At most `most` free plays that win, the fewest that a beam of this width finds.
    std::optional<Plays> run(int width, int most) {
        charge(width);
        history_.clear();
        states_.resize(1);
        states_[0] = {distances(), 0, -1};
        std::vector<Child> children;
        for (int plays = 0; plays <= most; ++plays) {
            children.clear();
            if (firsts_.size() < states_.size()) firsts_.resize(states_.size());
            for (int number = 0; number < static_cast<int>(states_.size()); ++number) {
                meter_.tick();
                meter_.work(pond_.size() / regions_per_unit);
                State& state = states_[number];
                survey(state, firsts_[number]);
                if (total_ == 0) return past(state.entry);
                if (plays == most) continue;
                for (int colour = 0; colour < pond_.palette; ++colour) {
                    if (nearer_[colour] > 0) {
                        children.push_back({total_ - nearer_[colour], number, colour});
                    }
                }
            }
            select(children, width);
        }
        return std::nullopt;
    }

  private:
    // A pass over so many regions takes about as long as a node of the search.
    static constexpr int regions_per_unit = 128;
    static constexpr int counter_bits = 7;

    using Distances = std::vector<std::uint16_t>;

    struct State {
        Distances distance;
        std::uint64_t key;
        int entry;  // of the history; -1 at the start
    };

    struct Child {
        std::int64_t score;
        int number;
        int colour;
        auto operator<=>(const Child&) const = default;
    };

    Distances distances() const {
        constexpr std::uint16_t unknown = 0xffff;
        Distances distance(pond_.size(), unknown);
        std::vector<int> queue{0};
        distance[0] = 0;
        for (std::size_t next = 0; next < queue.size(); ++next) {
            for (const int other : pond_.touching[queue[next]]) {
                if (distance[other] == unknown) {
                    distance[other] = distance[queue[next]] + 1;
                    queue.push_back(other);
                }
            }
        }
        return distance;
    }

    // Settles the account with what states of one layer and the next will take.
    void charge(int width) {
        const std::size_t state = 2 * sizeof(std::uint16_t) + sizeof(Colours);
        const std::size_t now = std::size_t(width) * pond_.size() * state;
        if (now > charged_) {
            meter_.account().charge(now - charged_);
            charged_ = now;
        }
    }

    // Makes the children of least score the new states; of equal floods only the first.
    void select(std::vector<Child>& children, int width) {
        std::sort(children.begin(), children.end());
        following_.clear();
        table_.assign(std::bit_ceil(static_cast<std::size_t>(4 * width)), -1);
        for (const Child& child : children) {
            const State& parent = states_[child.number];
            const std::vector<Colours>& firsts = firsts_[child.number];
            std::uint64_t key = parent.key;
            for (int region = 0; region < pond_.size(); ++region) {
                const bool taken =
                    parent.distance[region] == 1 && pond_.colours[region] == child.colour;
                key ^= taken ? keys_[region] : 0;
            }
            nearer(parent.distance, firsts, Colours{1} << child.colour, candidate_);
            std::size_t slot = key & (table_.size() - 1);
            bool same = false;
            for (; table_[slot] >= 0; slot = (slot + 1) & (table_.size() - 1)) {
                const State& other = following_[table_[slot]];
                // Equal floods have equal distances, and the other way round.
                same = other.key == key && other.distance == candidate_;
                if (same) break;
            }
            if (same) continue;
            table_[slot] = static_cast<int>(following_.size());
            following_.push_back({candidate_, key, static_cast<int>(history_.size())});
            history_.push_back({parent.entry, child.colour});
            if (static_cast<int>(following_.size()) == width) break;
        }
        states_.swap(following_);
    }

    // The distances after all exposed regions of some colours were taken.
    static void nearer(const Distances& distance, const std::vector<Colours>& firsts,
                       Colours colours, Distances& after) {
        after.resize(distance.size());
        for (std::size_t region = 0; region < distance.size(); ++region) {
            after[region] = distance[region] - ((firsts[region] & colours) != 0);
        }
    }

    // Closes a state, and measures which plays shorten how many distances.
    void survey(State& state, std::vector<Colours>& firsts) {
        while (const Colours finishable = measure(state, firsts)) {
            for (int region = 0; region < pond_.size(); ++region) {
                if (state.distance[region] == 1 && finishable >> pond_.colours[region] & 1) {
                    state.key ^= keys_[region];
                }
            }
            nearer(state.distance, firsts, finishable, candidate_);
            state.distance.swap(candidate_);
        }
    }

    // One pass over the dry regions, nearest first; returns the colours that can be finished.
    Colours measure(const State& state, std::vector<Colours>& firsts) {
        const Distances& distance = state.distance;
        firsts.assign(pond_.size(), 0);
        starts_.assign(2, 0);
        for (const std::uint16_t steps : distance) {
            if (steps + 2u > starts_.size()) starts_.resize(steps + 2u, 0);
            ++starts_[steps + 1u];
        }
        // After this and the loop below, starts_[d] is where distance d ends in the order.
        for (std::size_t steps = 1; steps < starts_.size(); ++steps) {
            starts_[steps] += starts_[steps - 1];
        }
        for (int region = 0; region < pond_.size(); ++region) {
            order_[starts_[distance[region]]++] = region;
        }
        Colours exposed = 0;
        Colours hidden = 0;
        total_ = 0;
        std::int64_t score = 0;
        std::fill_n(nearer_, pond_.palette, 0);
        int next = starts_[0];
        for (int steps = 1; next < pond_.size(); ++steps) {
            const std::int64_t weight = steps <= 2 ? 1 : far_weight_;
            score += weight;
            total_ += score * (starts_[steps] - next);
            while (next < starts_[steps]) {
                // Counters of all colours at once: plane i holds bit i of every counter.
                // A fixed number of planes takes no branch, so it is emptied now and then.
                Colours planes[counter_bits]{};
                const int stop = std::min(starts_[steps], next + (1 << counter_bits) - 1);
                for (; next < stop; ++next) {
                    const int region = order_[next];
                    const Colours own = Colours{1} << pond_.colours[region];
                    Colours set = 0;
                    if (steps == 1) {
                        exposed |= set = own;
                    } else {
                        hidden |= own;
                        for (int edge = begin_[region]; edge < begin_[region + 1]; ++edge) {
                            const int other = edges_[edge];
                            const Colours shortest = distance[other] == steps - 1;
                            set |= firsts[other] & (Colours{0} - shortest);
                        }
                    }
                    firsts[region] = set;
                    for (Colours& plane : planes) {
                        const Colours both = plane & set;
                        plane ^= set;
                        set = both;
                    }
                }
                for (int plane = 0; plane < counter_bits; ++plane) {
                    for (Colours rest = planes[plane]; rest != 0; rest &= rest - 1) {
                        nearer_[std::countr_zero(rest)] += weight << plane;
                    }
                }
            }
        }
        return exposed & ~hidden;
    }

    Plays past(int entry) const {
        Plays plays;
        for (; entry >= 0; entry = history_[entry].first) plays.push_back(history_[entry].second);
        std::reverse(plays.begin(), plays.end());
        return plays;
    }

    const Pond& pond_;
    const int far_weight_;
    Meter& meter_;
    std::vector<int> begin_;  // where a region's part of `edges_` begins
    std::vector<int> edges_;
    std::vector<std::uint64_t> keys_;
    std::vector<int> order_;   // the regions by their distance
    std::vector<int> starts_;  // where each distance starts in the order
    std::vector<State> states_, following_;
    std::vector<std::vector<Colours>> firsts_;  // by state: the first colours of shortest ways
    Distances candidate_;
    std::vector<int> table_;
    std::vector<std::pair<int, int>> history_;
    std::int64_t total_ = 0;
    std::int64_t nearer_[most_colours]{};
    std::size_t charged_ = 0;
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
        layer_ = {{start.flood, -1}};
        std::optional<Plays> found;
        try {
            for (int left = k - 1; left >= 0 && !layer_.empty() && !found; --left) {
                met_.clear();
                table_.assign(1024, -1);
                for (const Kept& kept : layer_) {
                    found = expand(kept, left);
                    if (found) break;
                }
                if (!found) select(left);
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
        int entry;  // of the history; -1 at the start
    };

    // A flood that a play leads to; `before` is the entry of the one it was met from.
    struct Met {
        Set flood;
        int before;
        int colour;
    };

    struct Answered {
        Set flood;
        int plays = 0;
        bool answer = false;
    };

    // On small boards few are asked, and to clear a large table would take as long as to search.
    static constexpr int answer_bits = W <= 4 ? 12 : 15;
    static constexpr std::size_t floods_between_charges = 4096;
    static constexpr std::size_t few = 128;

    void grow(Set& reach, const Set& added) const {
        added.each([&](int region) { reach |= near_[region]; });
    }

    // Finishes all colours that can be finished; true if that is everything. Then the
    // shore is not brought up to date any more.
    bool close(Shore& shore) const {
        while (true) {
            const Set hidden = everything_.without(shore.reach);
            if (!hidden.any()) return true;
            Set added;
            for (const Set& members : classes_) {
                if (!members.meets(hidden)) added |= members;
            }
            added = added.without(shore.flood);
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
        meter_.work();
        const Shore shore = shore_of(kept.flood);
        const Set exposed = shore.reach.without(shore.flood);
        for (int colour = 0; colour < palette_; ++colour) {
            const Set taken = exposed & classes_[colour];
            if (!taken.any()) continue;
            Shore child{shore.flood | taken, shore.reach};
            grow(child.reach, taken);
            if (close(child)) {
                Plays plays = past(kept.entry);
                plays.push_back(colour);
                return plays;
            }
            if (left > 0) meet({child.flood, kept.entry, colour});
        }
        return std::nullopt;
    }

    // Takes note of a flood, if it is the first of its kind in this layer.
    void meet(const Met& met) {
        if ((met_.size() + 1) * 2 > table_.size()) rehash();
        std::size_t slot = met.flood.hash() & (table_.size() - 1);
        for (; table_[slot] >= 0; slot = (slot + 1) & (table_.size() - 1)) {
            if (met_[table_[slot]].flood == met.flood) return;
        }
        table_[slot] = static_cast<int>(met_.size());
        met_.push_back(met);
        if (met_.size() % floods_between_charges == 0) charge();
    }

    // Makes a layer of the floods that lie within no other and that the bound lets through.
    void select(int left) {
        layer_.clear();
        order_.clear();
        for (int number = 0; number < static_cast<int>(met_.size()); ++number) {
            order_.push_back({-met_[number].flood.count(), number});
        }
        std::sort(order_.begin(), order_.end());
        rivals_.clear();
        marks_.clear();
        choose_marked();
        for (const auto& [_, number] : order_) {
            const Met& met = met_[number];
            const std::uint64_t marks = marks_of(met.flood);
            if (beaten(met.flood, marks)) continue;
            if (rivals_.size() < most_rivals) {
                rivals_.push_back(number);
                marks_.push_back(marks);
            }
            meter_.tick();
            if (!allows(shore_of(met.flood), left)) continue;
            layer_.push_back({met.flood, static_cast<int>(history_.size())});
            history_.push_back({met.before, met.colour});
        }
        charge();
    }

    // Whether a flood lies within one of its rivals. Their marks, 64 regions of each, are
    // compared first: a flood that lies within another one has no mark which that one lacks.
    bool beaten(const Set& flood, std::uint64_t marks) const {
        constexpr std::size_t block = 64;
        for (std::size_t first = 0; first < marks_.size(); first += block) {
            const std::size_t stop = std::min(first + block, marks_.size());
            std::uint64_t some = 0;
            for (std::size_t rival = first; rival < stop; ++rival) {
                some |= (marks & ~marks_[rival]) == 0 ? ~std::uint64_t{0} : 0;
            }
            if (some == 0) continue;
            for (std::size_t rival = first; rival < stop; ++rival) {
                if ((marks & ~marks_[rival]) == 0 && flood.within(met_[rivals_[rival]].flood)) {
                    return true;
                }
            }
        }
        return false;
    }

    // Marks the regions that tell floods apart best, those which about half of a sample hold;
    // among few floods none, for then it is quicker to compare them whole.
    void choose_marked() {
        constexpr std::size_t sample = 256;
        marked_.clear();
        if (met_.size() <= few) return;
        const std::size_t stride = met_.size() / sample + 1;
        std::vector<int> holders(near_.size(), 0);
        int size = 0;
        for (std::size_t number = 0; number < met_.size(); number += stride, ++size) {
            met_[number].flood.each([&](int region) { ++holders[region]; });
        }
        marked_.resize(near_.size());
        for (std::size_t region = 0; region < near_.size(); ++region) {
            marked_[region] = static_cast<int>(region);
        }
        std::stable_sort(marked_.begin(), marked_.end(), [&](int a, int b) {
            return std::abs(2 * holders[a] - size) < std::abs(2 * holders[b] - size);
        });
        marked_.resize(std::min<std::size_t>(64, marked_.size()));
    }

    std::uint64_t marks_of(const Set& flood) const {
        std::uint64_t marks = 0;
        for (std::size_t place = 0; place < marked_.size(); ++place) {
            const int region = marked_[place];
            marks |= (flood.word[region >> 6] >> (region & 63) & 1) << place;
        }
        return marks;
    }

    Shore shore_of(const Set& flood) const {
        Shore shore{flood, flood};
        grow(shore.reach, flood);
        return shore;
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
        // What a blind layer leads to is asked often, and its answer remembered.
        Shore blind = shore;
        if (!blind_layer(blind) && !can_finish(blind, plays - 1)) return false;
        const Set exposed = shore.reach.without(shore.flood);
        Shore* const open = open_[plays];
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
        const std::size_t now = layer_.capacity() * sizeof(Kept) + met_.capacity() * sizeof(Met) +
                                history_.capacity() * sizeof(history_[0]) +
                                order_.capacity() * sizeof(order_[0]) +
                                table_.capacity() * sizeof(table_[0]);
        if (now > charged_) {
            meter_.account().charge(now - charged_);
            charged_ = now;
        }
    }

    // Gives the memory of the layers back, but for that of the answers.
    void refund() {
        std::vector<Kept>().swap(layer_);
        std::vector<Met>().swap(met_);
        std::vector<int>().swap(table_);
        std::vector<std::pair<int, int>>().swap(order_);
        std::vector<std::pair<int, int>>().swap(history_);
        meter_.account().refund(charged_);
        charged_ = 0;
    }

    void rehash() {
        table_.assign(2 * table_.size(), -1);
        for (std::size_t number = 0; number < met_.size(); ++number) {
            std::size_t slot = met_[number].flood.hash() & (table_.size() - 1);
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
    std::vector<Kept> layer_;
    std::vector<Met> met_;    // what the layer leads to, each flood once
    std::vector<int> table_;  // where a flood stands in `met_`
    std::vector<std::pair<int, int>> order_;
    std::vector<int> rivals_;  // the largest floods of `met_` that lie within no other
    std::vector<int> marked_;
    std::vector<std::uint64_t> marks_;  // by rival
    std::vector<std::pair<int, int>> history_;
    Shore open_[tail + 1][most_colours];  // by plays left: what `can_finish` has yet to try
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
    int far_weight = usual_far_weight;
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
