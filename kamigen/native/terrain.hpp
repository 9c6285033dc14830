// A region graph as bitsets: neighbours, colour classes, balls of every radius.
#pragma once

#include <cstdint>
#include <vector>

#include "bitset.hpp"
#include "meter.hpp"

namespace kamigen {

// A region graph as it comes from outside: vertices 0..n-1 with their colours.
struct Graph {
    std::vector<int> colours;
    std::vector<std::vector<int>> near;
};

template <int W>
class Terrain {
  public:
    using Set = Bits<W>;

    Terrain(const Graph& graph, Meter& meter) : size(static_cast<int>(graph.colours.size())) {
        near.resize(size);
        class_of.resize(size);
        for (int v = 0; v < size; ++v) {
            everything.add(v);
            for (int other : graph.near[v]) near[v].add(other);
            // Classes are numbered in the order in which their colours appear.
            int number = 0;
            while (number < static_cast<int>(colours.size()) &&
                   colours[number] != graph.colours[v]) {
                ++number;
            }
            if (number == static_cast<int>(colours.size())) {
                colours.push_back(graph.colours[v]);
                classes.emplace_back();
            }
            class_of[v] = number;
            classes[number].add(v);
        }
        // One class more, for a colour that is not on the board.
        classes.emplace_back();
        build_balls(meter);
    }

    int colour_count() const { return static_cast<int>(colours.size()); }

    // All neighbours of a set; they may lie inside it.
    Set touching(const Set& set) const {
        Set result;
        set.each([&](int v) { result |= near[v]; });
        return result;
    }

    // The first radius at which every ball holds everything.
    int diameter() const { return radii_ - 1; }

    // The balls around a vertex, one radius after the other up to the diameter.
    // A few words may be read past the last.
    const Set* balls(int vertex) const { return balls_.data() + std::size_t(vertex) * radii_; }

    const int size;
    Set everything;
    std::vector<Set> near;
    std::vector<int> colours;       // class number → colour
    std::vector<Set> classes;       // class number → vertices
    std::vector<int> class_of;      // vertex → class number

  private:
    void build_balls(Meter& meter) {
        std::vector<std::vector<Set>> by_radius(1, std::vector<Set>(size));
        for (int v = 0; v < size; ++v) by_radius[0][v].add(v);
        for (bool growing = size > 1; growing;) {
            growing = false;
            meter.account().charge(2 * size * sizeof(Set));
            // A ball of radius r + 1 is the union of the neighbours' balls of
            // radius r.
            const std::vector<Set>& last = by_radius.back();
            std::vector<Set> next = last;
            for (int v = 0; v < size; ++v) {
                near[v].each([&](int other) { next[v] |= last[other]; });
                growing = growing || !(next[v] == everything);
                meter.work();
            }
            by_radius.push_back(std::move(next));
        }
        radii_ = static_cast<int>(by_radius.size());
        balls_.resize(std::size_t(size) * radii_ + 4);
        for (int v = 0; v < size; ++v) {
            for (int radius = 0; radius < radii_; ++radius) {
                balls_[std::size_t(v) * radii_ + radius] = by_radius[radius][v];
            }
        }
    }

    int radii_ = 0;
    std::vector<Set> balls_;
};

}  // namespace kamigen
