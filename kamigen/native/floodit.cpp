// The rounds of Flood-It's search: beams from above, refutations from below.
#include "floodit.hpp"

#include <limits>
#include <memory>

namespace kamigen::floodit {

namespace {

class Rounds {
  public:
    Rounds(const Question& question, Meter& meter)
        : question_(question), meter_(meter), upper_(question.upper), known_{question.lower, {}} {}

    template <int W>
    void run() {
        if (question_.pond.palette <= 32) {
            run<W, std::uint32_t>();
        } else {
            run<W, std::uint64_t>();
        }
    }

    Known& known() { return known_; }

  private:
    template <int W, typename Colours>
    void run() {
        Beam<Colours> beam(question_.pond, question_.far_weight, meter_);
        if (question_.pond.size() > most_regions) {
            widen(beam);
            return;
        }
        std::unique_ptr<Decision<W>> decision;
        std::int64_t deciding = 0;
        int last_width = 0;
        for (int width = first_width; !settled();) {
            if (width >= 2 * last_width) {
                note(beam.run(width, free_below()));
                last_width = width;
            }
            if (!settled()) {
                const int free = question_.most.value_or(known_.lower) - question_.last_plays;
                if (!decision) decision = std::make_unique<Decision<W>>(question_.pond, meter_);
                const std::int64_t before = meter_.account().nodes();
                if (!note(decision->run(free))) known_.lower = free + 1 + question_.last_plays;
                deciding += meter_.account().nodes() - before;
                const std::int64_t fair = deciding / (beam_share * (free_below() + 1));
                width = static_cast<int>(std::clamp<std::int64_t>(fair, width, widest));
            }
        }
    }

    // Improves the upper bound alone, by beams as wide as what is left to spend allows.
    template <typename Colours>
    void widen(Beam<Colours>& beam) {
        const Account& account = meter_.account();
        constexpr auto no_limit = std::numeric_limits<std::int64_t>::max();
        for (std::int64_t width = first_width; !settled();) {
            const std::int64_t nodes = account.nodes();
            const double seconds = account.seconds_left();
            note(beam.run(static_cast<int>(width), free_below()));
            if (width >= widest) return;
            // What a beam takes grows with its width.
            std::int64_t fits = widening * width;
            if (account.most_nodes() != no_limit) {
                const std::int64_t spent = std::max<std::int64_t>(1, account.nodes() - nodes);
                // More nodes than this are as good as no limit, and would overflow.
                const std::int64_t left =
                    std::min(account.most_nodes() - account.nodes(), no_limit / (4 * widest));
                fits = std::min(fits, width * left * 4 / (5 * spent));
            }
            const double left = account.seconds_left();
            const double pace = static_cast<double>(width) / std::max(1e-6, seconds - left);
            fits = static_cast<std::int64_t>(
                std::clamp(0.8 * pace * left, 0.0, static_cast<double>(fits)));
            width = std::min<std::int64_t>(fits > width ? fits : 2 * width, widest);
        }
    }

    // One free play fewer than are known to win.
    int free_below() const { return upper_ - 1 - question_.last_plays; }

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
        // Few widths, for each takes seconds to compile.
        if (size <= 128) {
            rounds.run<2>();
        } else if (size <= 192) {
            rounds.run<3>();
        } else if (size <= 256) {
            rounds.run<4>();
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
