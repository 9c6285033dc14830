// Brings the bounds together: beams from above, refutations from below.
#pragma once

#include <algorithm>
#include <cstdint>
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
    int first_width;  // of the beam
    int last_width;
    int jobs;
    std::optional<int> final;  // with it only: can it end in this colour, with `most` actions?
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
          terrain_(question.graph, meter_), joiner_(terrain_, question.palette, question.final.value_or(0)) {}

    void run() {
        if (question_.final) {
            decide(*question_.most, joiner_.class_number(*question_.final));
            return;
        }
        known_.lower = std::max(known_.lower, Bound<W>(terrain_).lower(meter_));
        beam(1);
        beam(question_.first_width);
        std::int64_t deciding = 0;
        while (!settled()) {
            const std::int64_t before = nodes();
            const int k = question_.most.value_or(known_.lower);
            if (!decide(k, any_colour)) known_.lower = k + 1;
            deciding += nodes() - before;
            // A wider beam is worth its time as long as the last took no more than that.
            while (!settled() && !ended_ && beam_nodes_ <= deciding) beam(2 * width_);
        }
    }

  private:
    // Whether the bounds have met, or the question asked is answered.
    bool settled() const {
        if (known_.lower >= known_.upper) return true;
        const std::optional<int>& most = question_.most;
        return most && (known_.lower > *most || known_.upper <= *most);
    }

    std::int64_t nodes() { return meter_.account().nodes(); }

    bool decide(int k, int final) {
        Decision<W> decision(joiner_, meter_.account(), k, question_.jobs, final);
        return take(decision.run());
    }

    // Runs one beam, if there is something left to find.
    void beam(int width) {
        if (settled() || ended_) return;
        const std::int64_t before = nodes();
        bool found = false, complete = false;
        try {
            Arena arena(meter_.account());
            Beam<W> beam(joiner_, arena, meter_, known_.upper - 1);
            found = take(beam.run(width));
            complete = beam.complete();
        } catch (const Stopped& stopped) {
            if (stopped.why != Stop::bytes) throw;
            // Its memory is free again, and decisions need far less.
            ended_ = true;
            return;
        }
        width_ = width;
        beam_nodes_ = nodes() - before;
        ended_ = (!found && complete) || 2 * width > question_.last_width;
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
    int width_ = 0;                // of the last beam
    std::int64_t beam_nodes_ = 0;  // what it took
    bool ended_ = false;  // a wider beam could find no more, or would take too much
};

}  // namespace kamigen
