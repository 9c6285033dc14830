// Chooses the search with just enough machine words for the graph.
#include "kernel.hpp"

namespace kamigen {
namespace {

template <int W, int... Wider>
void run(const Question& question, Account& account, Known& known) {
    if constexpr (sizeof...(Wider) > 0) {
        if (question.graph.colours.size() > std::size_t{64} * W) {
            return run<Wider...>(question, account, known);
        }
    }
    Search<W>(question, account, known).run();
}

}  // namespace

Known solve(const Question& question, Account& account) {
    Known known{question.lower, question.upper, std::nullopt};
    try {
        run<KAMIGEN_WIDTHS>(question, account, known);
    } catch (const Stopped& stopped) {
        known.stopped = stopped.why;
    }
    known.nodes = account.nodes();
    known.peak_bytes = account.peak();
    return known;
}

}  // namespace kamigen
