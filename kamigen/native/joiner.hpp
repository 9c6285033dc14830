// Makes nodes: paints a blob, or adds one more painted side to a node.
#pragma once

#include <algorithm>
#include <vector>

#include "bitset.hpp"
#include "blob.hpp"
#include "terrain.hpp"

namespace kamigen {

// A blob under construction, with what its sides need to know.
template <int W>
struct Node {
    Bits<W> vertices;
    Bits<W> reach;
    int colour;
    int cost;
    const Blob<W>* main;
    const Side<W>* sides;
    Bits<W> cores;     // the children
    Bits<W> blocked;   // the children and all that touch them
    Bits<W> pairs;     // the children that are single foreign regions …
    Bits<W> unpaired;  // … and the reach of those that are not
};

template <int W>
class Joiner {
  public:
    using Set = Bits<W>;

    // `final` is the colour that the whole graph shall end in, 0 for any.
    Joiner(const Terrain<W>& terrain, int palette, int final) : terrain(terrain) {
        for (int number = 0; number < terrain.colour_count(); ++number) {
            if (terrain.colours[number] > palette) {
                foreign |= terrain.classes[number];
            } else {
                paints.push_back(number);
            }
        }
        // Of the colours that are not on the board one is as good as another, unless
        // one of them is to be the last; and only foreign pairs can have a use for it.
        const int usable = static_cast<int>(paints.size());
        if (foreign.any() && usable < palette) paints.push_back(terrain.colour_count());
        while (is_on_board(absent_)) ++absent_;
        if (final > 0 && final <= palette && !is_on_board(final)) absent_ = final;
        for (int v = 0; v < terrain.size; ++v) {
            Set reach = terrain.near[v];
            reach.add(v);
            singles.push_back({Set::single(v), reach, nullptr, nullptr, terrain.class_of[v], 0});
        }
    }

    // The colour of a class number that a node may have, as the caller names it.
    int paint_colour(int number) const {
        return number < terrain.colour_count() ? terrain.colours[number] : absent_;
    }

    // The class number that a colour has in nodes; one that none has, if no node can
    // have the colour.
    int class_number(int colour) const {
        if (!is_on_board(colour)) return terrain.colour_count() + (colour != absent_);
        int number = 0;
        while (terrain.colours[number] != colour) ++number;
        return number;
    }

    bool is_foreign(const Blob<W>& blob) const {
        return blob.main == nullptr && blob.vertices.meets(foreign);
    }

    // Makes the node that has `main` as its only child so far; false if there
    // is no use in painting it so.
    bool paint(const Blob<W>& main, int colour, Node<W>& node) const {
        if (colour == main.colour) return false;
        const Set leaves = (terrain.classes[colour] & main.reach).without(main.vertices);
        const bool foreigner = is_foreign(main);
        if (!leaves.any() && !foreigner) return false;
        node.vertices = main.vertices | leaves;
        node.reach = main.reach | terrain.touching(leaves);
        node.colour = colour;
        node.cost = main.cost + 1;
        node.main = &main;
        node.sides = nullptr;
        node.cores = main.vertices;
        node.blocked = main.reach;
        node.pairs = foreigner ? main.vertices : Set{};
        node.unpaired = foreigner ? Set{} : main.reach;
        return true;
    }

    // Grows a node's sets by a side and its leaves.
    void add(Set& vertices, Set& reach, int colour, const Blob<W>& side) const {
        const Set leaves = (terrain.classes[colour] & side.reach).without(side.vertices);
        vertices |= side.vertices | leaves;
        reach |= side.reach | terrain.touching(leaves);
    }

    // Returns the node with one more child; the link must outlive it.
    Node<W> join(const Node<W>& node, const Side<W>& link) const {
        const Blob<W>& side = *link.blob;
        Node<W> result = node;
        add(result.vertices, result.reach, node.colour, side);
        result.cost = node.cost + side.cost + 1;
        result.sides = &link;
        result.cores |= side.vertices;
        result.blocked |= side.reach;
        if (is_foreign(side)) {
            result.pairs |= side.vertices;
        } else {
            result.unpaired |= side.reach;
        }
        return result;
    }

    // Where a side may take hold of a node.
    Set handles(const Node<W>& node) const {
        return (terrain.classes[node.colour] & node.vertices).without(node.cores);
    }

    // What a side must not hold.
    Set blocked(const Node<W>& node, bool foreign_side) const {
        return foreign_side ? node.unpaired | node.pairs : node.blocked;
    }

    // The single regions that may join the node.
    Set single_sides(const Node<W>& node) const {
        const Set held = handles(node);
        const Set around = terrain.touching(held);
        Set sides = around.without(node.blocked).without(foreign);
        if (foreign.any()) {
            const Set more = around | terrain.touching(node.pairs);
            sides |= (more & foreign).without(node.unpaired | node.pairs);
        }
        return sides.without(node.vertices);
    }

    const Terrain<W>& terrain;
    Set foreign;
    std::vector<int> paints;        // the class numbers that a node may have
    std::vector<Blob<W>> singles;   // the regions as they stand

  private:
    bool is_on_board(int colour) const {
        return std::find(terrain.colours.begin(), terrain.colours.end(), colour) !=
               terrain.colours.end();
    }

    int absent_ = 1;  // the colour that stands for those that are not on the board
};

// Stores a node as a blob, with its chain of sides.
template <int W>
const Blob<W>* stored(const Node<W>& node, Arena& arena) {
    const Side<W>* kept = nullptr;
    const Side<W>** link = &kept;
    for (const Side<W>* side = node.sides; side != nullptr; side = side->before) {
        Side<W>* copy = arena.place(Side<W>{side->blob, nullptr});
        *link = copy;
        link = &copy->before;
    }
    return arena.place(
        Blob<W>{node.vertices, node.reach, node.main, kept, node.colour, node.cost});
}

}  // namespace kamigen
