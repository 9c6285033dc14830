// Brings the bounds together: a beam from above, refutations from below.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "beam.hpp"
#include "decision.hpp"

namespace kamigen {

using Actions = std::vector<std::pair<int, int>>;  // vertex, colour

struct Question {
    Graph graph;
    int palette;
    std::optional<int> most;
    int lower;  // what the caller knows already
    int upper;
    int beam_width;
    int jobs;
};

// What the search has shown; it stays when the budget ends.
struct Known {
    int lower;
    int upper;
    std::optional<Actions> actions;  // absent where the caller's own stand
    std::int64_t nodes = 0;
    std::size_t peak_bytes = 0;
    Stop stopped = Stop::none;
};

template <int W>
class Search {
  public:
    Search(const Question& question, Account& account, Known& known)
        : question_(question), known_(known), meter_(account, true, true),
          terrain_(question.graph, meter_), joiner_(terrain_, question.palette) {}

    void run() {
        known_.lower = std::max(known_.lower, Bound<W>(terrain_).lower(meter_));
        for (int width : {1, question_.beam_width}) {
            if (settled()) return;
            Arena arena(meter_.account());
            take(Beam<W>(joiner_, arena, meter_, known_.upper - 1).run(width));
        }
        while (!settled()) {
            const int k = question_.most.value_or(known_.lower);
            Decision<W> decision(joiner_, meter_.account(), k, question_.jobs);
            if (!take(decision.run())) known_.lower = k + 1;
        }
    }

  private:
    // Whether the bounds have met, or the question asked is answered.
    bool settled() const {
        if (known_.lower >= known_.upper) return true;
        const std::optional<int>& most = question_.most;
        return most && (known_.lower > *most || known_.upper <= *most);
    }

    bool take(const Blob<W>* found) {
        if (found == nullptr) return false;
        Actions actions;
        play(*found, actions);
        known_.upper = static_cast<int>(actions.size());
        known_.actions = std::move(actions);
        return true;
    }

    // Plays the tree: builds all children of a node, then paints each. The chain
    // of main children may be as long as the solution, so it is walked; a side
    // costs at most half of its node, so sides are shallow.
    void play(const Blob<W>& blob, Actions& actions) {
        std::vector<const Blob<W>*> chain;
        for (const Blob<W>* node = &blob; node->main != nullptr; node = node->main) {
            chain.push_back(node);
        }
        for (; !chain.empty(); chain.pop_back()) {
            const Blob<W>& node = *chain.back();
            std::vector<const Blob<W>*> children;
            for (const Side<W>* side = node.sides; side != nullptr; side = side->before) {
                children.insert(children.begin(), side->blob);
            }
            for (const Blob<W>* side : children) play(*side, actions);
            children.insert(children.begin(), node.main);
            const int colour = joiner_.paint_colour(node.colour);
            for (const Blob<W>* child : children) {
                actions.emplace_back(child->vertices.lowest(), colour);
            }
        }
    }

    const Question& question_;
    Known& known_;
    Meter meter_;
    Terrain<W> terrain_;
    Joiner<W> joiner_;
};

}  // namespace kamigen
