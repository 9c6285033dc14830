// A lower bound on the actions still needed, by balls and a schedule of colours.
//
// The same bound as kamigen/games/kami/bounds.py, where the proofs stand: it
// answers alike on every state, also where the cover search gives up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "bitset.hpp"
#include "terrain.hpp"

namespace kamigen {

// The graph H in which the set X is one vertex; distances through X are short.
template <int W>
class Contraction {
  public:
    using Set = Bits<W>;

    // The discs stand behind as many empty sets, so that a disc of negative
    // radius may be asked for, and are followed by whole graphs.
    explicit Contraction(const Terrain<W>& terrain)
        : terrain(terrain), padded_(3 * terrain.size + 8), discs_(padded_.data() + terrain.size),
          distances_(terrain.size) {}

    // Makes this the graph in which `core` is one vertex; `reach` is that set and
    // all that touches it.
    void draw_together(const Set& core, const Set& reach) {
        discs_[0] = core;
        discs_[1] = reach;
        disc_count_ = 0;
        located_ = false;
    }

    // Must be called before anything below is asked for.
    void measure() {
        if (disc_count_ == 0) search();
    }

    // Must be called before distances or balls are asked for.
    void measure_distances() {
        if (located_) return;
        located_ = true;
        measure();
        if (!discs_[0].any()) {
            std::fill(distances_.begin(), distances_.end(),
                      static_cast<std::uint16_t>(terrain.size));
            return;
        }
        std::memset(distances_.data(), 0, distances_.size() * sizeof distances_[0]);
        for (int radius = 1; radius < disc_count_; ++radius) {
            discs_[radius].without(discs_[radius - 1]).each([&](int v) {
                distances_[v] = static_cast<std::uint16_t>(radius);
            });
        }
    }

    // The set within `radius` of X.
    const Set& disc(int radius) const {
        return discs_[radius < disc_count_ ? radius : disc_count_ - 1];
    }

    int eccentricity() const { return disc_count_ - 1; }

    // The distance of a vertex from X, farther than any other where there is no X.
    int distance(int vertex) const { return distances_[vertex]; }

    // The discs of X that the balls around a vertex hold: the ball of radius r
    // in H is the ball of the graph together with the r-th of these. Any r up
    // to the graph's diameter may be asked for.
    const Set* discs(int vertex) const { return discs_ - distances_[vertex]; }

    // The same from some radius on, for many vertices in a row.
    auto discs_by_vertex(int first) const {
        return [discs = discs_ + first, distances = distances_.data()](int vertex) {
            return discs - distances[vertex];
        };
    }

    // As many empty sets as there are radii.
    const Set* nothing() const { return padded_.data(); }

    Set ball(int vertex, int radius) const {
        return terrain.balls(vertex)[radius] | discs(vertex)[radius];
    }

    const Terrain<W>& terrain;

  private:
    void search() {
        disc_count_ = 1;
        if (!discs_[0].any()) return;
        while (!(discs_[disc_count_ - 1] == terrain.everything)) {
            const Set inside = discs_[disc_count_ - 1];
            Set reach = discs_[disc_count_++];
            // The last ring, often the largest, has nothing beyond it.
            if (reach == terrain.everything) break;
            const Set ring = reach.without(inside);
            ring.each([&](int v) { reach |= terrain.near[v]; });
            discs_[disc_count_] = reach;
        }
        for (int radius = disc_count_; radius <= terrain.diameter(); ++radius) {
            discs_[radius] = terrain.everything;
        }
    }

    int disc_count_ = 0;
    bool located_ = false;
    std::vector<Set> padded_;
    Set* discs_;
    std::vector<std::uint16_t> distances_;
};

// The vertices of one colour in H, and what it takes to cover them by balls.
template <int W>
struct ColourClass {
    Bits<W> members;
    bool holds_core = false;
    int count = 0;
    int known = 0;                    // the prices for which the two lists are filled
    // [r]: the most members that one ball of radius r holds
    std::vector<std::uint16_t> most;
    // [h]: the most members that balls of total price h hold
    std::vector<std::uint16_t> held;
};

// A few words that are worked on together. GCC and Clang make vector
// instructions of it for whatever machine they compile for.
#if defined(__GNUC__)
using Lane [[gnu::vector_size(32), gnu::aligned(32)]] = std::uint64_t;
#else
using Lane = Bits<4>;
#endif
constexpr int lane_words = sizeof(Lane) / sizeof(std::uint64_t);

inline Lane lane_at(const std::uint64_t* words) {
    Lane result;
    std::memcpy(&result, words, sizeof result);
    return result;
}

// A lane of equal words.
inline Lane lane_of(std::uint64_t word) {
    std::uint64_t words[lane_words];
    std::fill_n(words, lane_words, word);
    return lane_at(words);
}

// All bits in the words of those sets of a lane that are empty.
template <int W>
Lane empty_sets(Lane sets) {
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
    if constexpr (W >= 2) sets |= __builtin_shufflevector(sets, sets, 1, 0, 3, 2);
    if constexpr (W >= 4) sets |= __builtin_shufflevector(sets, sets, 2, 3, 0, 1);
    return Lane(sets == Lane{});
#else
    std::uint64_t words[lane_words];
    std::memcpy(words, &sets, sizeof words);
    for (int start = 0; start < lane_words; start += W) {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= words[start + i];
        std::fill_n(words + start, W, all == 0 ? ~std::uint64_t{0} : 0);
    }
    return lane_at(words);
#endif
}

// A full adder: the bits of three sets, as their sum and their carry.
inline Lane add_full(Lane& sum, const Lane& a, const Lane& b) {
    const Lane half = a ^ b;
    const Lane carry = (a & b) | (half & sum);
    sum = sum ^ half;
    return carry;
}

// Tells which states cannot be finished with the actions that are left.
template <int W>
class Bound {
  public:
    using Set = Bits<W>;

    explicit Bound(const Terrain<W>& terrain)
        : terrain_(terrain), h_(terrain), classes_(terrain.classes.size()),
          rows_(terrain.size + 4), counts_stride_((terrain.diameter() + 1) * W + lane_words),
          counts_(lane_words % W == 0 ? 0 : most_planes * counts_stride_) {
        for (ColourClass<W>& entry : classes_) {
            entry.most.resize(terrain.diameter() + 2);
            entry.held.resize(terrain.diameter() + 2);
        }
    }

    // The least number of actions the bound allows for the whole board.
    int lower(Meter& meter) {
        int too_few = -1, enough = 1;
        const Set none;
        while (!allows(none, none, no_colour, enough)) {
            meter.work(100);
            too_few = enough;
            enough *= 2;
        }
        while (enough - too_few > 1) {
            meter.work(100);
            const int middle = (too_few + enough) / 2;
            (allows(none, none, no_colour, middle) ? enough : too_few) = middle;
        }
        return enough;
    }

    // Whether H may still become one colour with so many actions. False is a
    // proof that it cannot.
    bool allows(const Set& core, const Set& reach, int colour, int actions) {
        h_.draw_together(core, reach);
        waiting_.clear();
        for (int number = 0; number < static_cast<int>(classes_.size()); ++number) {
            const Set members = terrain_.classes[number].without(core);
            const bool holds_core = number == colour;
            if (holds_core || members.any()) {
                ColourClass<W>& entry = classes_[number];
                entry.members = members;
                entry.holds_core = holds_core;
                entry.count = members.count() + holds_core;
                entry.known = 0;
                // The small classes go first; equal ones in the order of the classes.
                auto place = waiting_.end();
                while (place != waiting_.begin() && (*(place - 1))->count > entry.count) --place;
                waiting_.insert(place, &entry);
            }
        }
        const int to_go = static_cast<int>(waiting_.size()) - 1;
        if (to_go > actions) return false;
        for (int h = actions - to_go + 1; h <= actions; ++h) {
            auto gone = waiting_.begin();
            while (gone != waiting_.end() && !gone_within(**gone, h)) ++gone;
            if (gone == waiting_.end()) return false;
            waiting_.erase(gone);
        }
        return true;
    }

    static constexpr int no_colour = -1;

  private:
    // The exact cover search stops here and lets the state pass.
    static constexpr int cover_nodes = 50;

    // Enough for the count of any class: two to this power.
    static constexpr int most_planes = 12;

    // Whether balls with Σ (radius + 1) ≤ h may cover all members.
    bool gone_within(ColourClass<W>& entry, int h) {
        if (h >= entry.count) return true;
        if (h <= 0) return false;
        // One ball of the graph's diameter holds everything; below it every
        // radius has its table.
        if (h - 1 >= terrain_.diameter()) return true;
        h_.measure_distances();
        if (entry.known >= h) {
            if (entry.most[h - 1] == entry.count) return true;
        } else {
            if (entry.members.within(h_.disc(h - 1)) || one_ball(entry, h - 1)) return true;
            count_in_balls(entry, h);
        }
        if (entry.held[h] < entry.count) return false;
        cover_left_ = cover_nodes;
        return covers(entry.held.data(), entry.members, entry.holds_core, h);
    }

    bool one_ball(const ColourClass<W>& entry, int radius) {
        Set centres = entry.holds_core ? h_.disc(radius) : terrain_.everything;
        for (int i = 0; i < W; ++i) {
            for (std::uint64_t rest = entry.members.word[i]; rest != 0; rest &= rest - 1) {
                centres &= h_.ball(64 * i + std::countr_zero(rest), radius);
                if (!centres.any()) return false;
            }
        }
        return true;
    }

    // The balls of one member, from some radius on: those of the graph, and the
    // discs of X that they hold.
    struct Row {
        const Set* balls;
        const Set* discs;

        Lane lane(int start) const {
            return lane_at(balls->word + start) | lane_at(discs->word + start);
        }
    };

    // Fills the lists of a class up to price h or beyond. The balls of one vertex lie
    // one radius after the other, so that all radii are counted in one sweep.
    void count_in_balls(ColourClass<W>& entry, int h) {
        if (entry.known == 0) {
            entry.most[0] = 1;  // a ball of radius 0 holds one member
            entry.held[0] = 0;
            entry.held[1] = 1;
            entry.known = 1;
        }
        const int first = entry.known;  // the first radius that is missing
        Row* row = rows_.data();
        const Set* const balls = terrain_.balls(0) + first;
        const std::ptrdiff_t radii = terrain_.diameter() + 1;
        const auto discs = h_.discs_by_vertex(first);
        entry.members.each([&](int v) { *row++ = {balls + v * radii, discs(v)}; });
        if (entry.holds_core) *row++ = {&h_.disc(0) + first, h_.nothing()};
        while ((row - rows_.data()) % 4 != 0) *row++ = {h_.nothing(), h_.nothing()};
        // What fits into the last lane is counted for nothing, and likely to be
        // asked for next.
        const int lanes = ((h - first) * W + lane_words - 1) / lane_words;
        const int last = std::min(first + lanes * lane_words / W, terrain_.diameter());
        std::uint16_t* const most = entry.most.data() + first;
        const int planes = std::bit_width(static_cast<unsigned>(entry.count));
        switch (planes) {
            case 2: count_rows<2>(row, lanes, most, last - first); break;
            case 3: count_rows<3>(row, lanes, most, last - first); break;
            case 4: count_rows<4>(row, lanes, most, last - first); break;
            case 5: count_rows<5>(row, lanes, most, last - first); break;
            case 6: count_rows<6>(row, lanes, most, last - first); break;
            default: count_rows<most_planes>(row, lanes, most, last - first);
        }
        std::uint16_t* const held = entry.held.data();
        for (int price = first + 1; price <= last; ++price) {
            int best = 0;
            for (int radius = 0; radius < price; ++radius) {
                best = std::max(best, held[price - 1 - radius] + entry.most[radius]);
            }
            // More than all need not be known.
            held[price] = static_cast<std::uint16_t>(std::min(best, entry.count));
        }
        entry.known = last;
    }

    // Fills `most` for a number of radii from the rows up to `end`. The number of
    // planes is fixed, so that they live in registers.
    template <int planes>
    void count_rows(const Row* end, int lanes, std::uint16_t* most, int radii) {
        for (int lane = 0; lane < lanes; ++lane) {
            const Planes<planes> sums = add_up<planes>(end, lane * lane_words);
            if constexpr (lane_words % W == 0) {
                // Every lane holds whole sets, one of every radius.
                std::uint64_t counts[lane_words];
                const Lane largest = largest_counts<planes>(sums);
                std::memcpy(counts, &largest, sizeof largest);
                constexpr int sets = lane_words / W;
                for (int i = 0; i < sets && lane * sets + i < radii; ++i) {
                    most[lane * sets + i] = static_cast<std::uint16_t>(counts[i * W]);
                }
            } else {
                for (int place = 0; place < planes; ++place) {
                    std::memcpy(&counts_[place * counts_stride_ + lane * lane_words],
                                &sums.plane[place], sizeof(Lane));
                }
            }
        }
        if constexpr (lane_words % W != 0) {
            for (int radius = 0; radius < radii; ++radius) {
                most[radius] = largest_count(planes, radius * W);
            }
        }
    }

    // Bit v of plane i is bit i of a number that belongs to vertex v.
    template <int planes>
    struct Planes {
        Lane plane[planes];
    };

    // Counts in how many of the rows each vertex lies, for all vertices and a
    // few radii at once.
    template <int planes>
    Planes<planes> add_up(const Row* end, int start) const {
        Planes<planes> sums{};
        for (const Row* row = rows_.data(); row != end; row += 4) {
            const Lane x = add_full(sums.plane[0], row[0].lane(start), row[1].lane(start));
            const Lane y = add_full(sums.plane[0], row[2].lane(start), row[3].lane(start));
            Lane carry = add_full(sums.plane[1], x, y);
            for (int place = 2; place < planes; ++place) {
                const Lane sum = sums.plane[place];
                sums.plane[place] = sum ^ carry;
                carry = carry & sum;
            }
        }
        return sums;
    }

    // The largest number in each set of a lane, in all words of the set. There are
    // no bits beyond the last vertex.
    template <int planes>
    static Lane largest_counts(const Planes<planes>& sums) {
        Lane centres = lane_of(~std::uint64_t{0}), result{};
        for (int i = planes - 1; i >= 0; --i) {
            const Lane high = sums.plane[i] & centres;
            // Without a branch, which could not be foretold.
            const Lane none = empty_sets<W>(high);
            centres = high | (centres & none);
            const Lane digit = lane_of(std::uint64_t{1} << i);
            result |= digit ^ (digit & none);
        }
        return result;
    }

    // The largest number that the planes hold from this word on.
    std::uint16_t largest_count(int planes, int start) const {
        Set centres = terrain_.everything;
        int result = 0;
        for (int i = planes - 1; i >= 0; --i) {
            Set high;
            std::memcpy(high.word, &counts_[i * counts_stride_ + start], sizeof(Set));
            high &= centres;
            if (high.any()) {
                centres = high;
                result |= 1 << i;
            }
        }
        return static_cast<std::uint16_t>(result);
    }

    struct Option {
        Set rest;
        bool core;
        int count;
    };

    // Whether balls of total price h cover the members (and X, if `core`).
    bool covers(const std::uint16_t* held, const Set& members, bool core, int h) {
        const int count = members.count() + core;
        if (count <= h) return true;
        if (count > held[h]) return false;
        if (--cover_left_ < 0) return true;
        // Some ball must hold the member farthest from X, which few balls do.
        int far = -1;
        members.each([&](int v) {
            if (far < 0 || h_.distance(v) > h_.distance(far)) far = v;
        });
        const std::size_t base = options_.size();
        for (int radius = h - 1; radius >= 0; --radius) {
            const int left = h - 1 - radius;
            const Set centres = far < 0 ? h_.disc(radius) : h_.ball(far, radius);
            bool done = false;
            centres.each([&](int centre) {
                if (done) return;
                Option option{members.without(h_.ball(centre, radius)),
                              core && h_.distance(centre) > radius, 0};
                option.count = option.rest.count() + option.core;
                if (option.count <= left) done = true;
                // A repeated option counts once. What does not fit into the
                // price left over is not worth a place in the list.
                if (option.count > held[left]) return;
                for (std::size_t i = base; i < options_.size(); ++i) {
                    if (options_[i].core == option.core && options_[i].rest == option.rest) return;
                }
                options_.push_back(option);
            });
            if (done) {
                options_.resize(base);
                return true;
            }
            std::stable_sort(options_.begin() + base, options_.end(),
                             [](const Option& a, const Option& b) { return a.count < b.count; });
            for (std::size_t i = base; i < options_.size(); ++i) {
                const Option option = options_[i];
                if (covers(held, option.rest, option.core, left)) {
                    options_.resize(base);
                    return true;
                }
            }
            options_.resize(base);
        }
        return false;
    }

    const Terrain<W>& terrain_;
    Contraction<W> h_;
    std::vector<ColourClass<W>> classes_;
    std::vector<ColourClass<W>*> waiting_;
    std::vector<Row> rows_;
    int counts_stride_;
    std::vector<std::uint64_t> counts_;  // plane after plane, in each one radius after the other
    std::vector<Option> options_;
    int cover_left_ = 0;
};

}  // namespace kamigen
