// The rounds of Flood-It's search: beams from above, refutations from below.
#include "floodit.hpp"

#include <memory>

namespace kamigen::floodit {

namespace {

class Rounds {
  public:
    Rounds(const Question& question, Meter& meter)
        : question_(question), meter_(meter), upper_(question.upper), known_{question.lower, {}} {}

    template <int W>
    void run() {
        Beam beam(question_.pond, meter_);
        std::unique_ptr<Decision<W>> decision;
        for (int width = first_width; !settled(); width = std::min(width * widening, widest)) {
            note(beam.run(width, upper_ - 1 - question_.last_plays));
            if (question_.pond.size() > most_regions) {
                if (width >= widest) return;
            } else if (!settled()) {
                const int free = question_.most.value_or(known_.lower) - question_.last_plays;
                if (!decision) decision = std::make_unique<Decision<W>>(question_.pond, meter_);
                if (!note(decision->run(free))) known_.lower = free + 1 + question_.last_plays;
            }
        }
    }

    Known& known() { return known_; }

  private:
    bool settled() const {
        if (known_.lower >= upper_) return true;
        const auto most = question_.most;
        return most && (known_.lower > *most || upper_ <= *most);
    }

    bool note(std::optional<Plays> plays) {
        if (!plays) return false;
        upper_ = static_cast<int>(plays->size()) + question_.last_plays;
        known_.free_plays = std::move(plays);
        return true;
    }

    const Question& question_;
    Meter& meter_;
    int upper_;
    Known known_;
};

}  // namespace

Known solve(const Question& question, Account& account) {
    Meter meter(account, true, true);
    Rounds rounds(question, meter);
    const int size = question.pond.size();
    try {
        if (size <= 64) {
            rounds.run<1>();
        } else if (size <= 128) {
            rounds.run<2>();
        } else if (size <= 192) {
            rounds.run<3>();
        } else if (size <= 256) {
            rounds.run<4>();
        } else if (size <= 320) {
            rounds.run<5>();
        } else if (size <= 448) {
            rounds.run<7>();
        } else {
            rounds.run<most_regions / 64>();
        }
    } catch (const Stopped& stopped) {
        rounds.known().stopped = stopped.why;
    }
    return rounds.known();
}

}  // namespace kamigen::floodit
