// The extension module: checks what Python hands over, lets go of the
// interpreter lock, and looks up now and then whether Ctrl-C was pressed.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "floodit_binding.hpp"
#include "kernel.hpp"

namespace nb = nanobind;
using namespace kamigen;

namespace {

// What is accepted here must never crash later.
void check(const Question& question) {
    const Graph& graph = question.graph;
    const std::size_t size = graph.colours.size();
    const auto refuse = [](const char* reason) { throw std::invalid_argument(reason); };
    if (size < 2) refuse("a graph to be searched has at least two regions");
    if (size > most_regions) refuse("the graph has more regions than the kernel can hold");
    if (graph.near.size() != size) refuse("every region needs a colour and its neighbours");
    if (question.palette < 1) refuse("the palette must hold at least one colour");
    if (question.lower < 0 || question.upper < 0) refuse("bounds cannot be negative");
    if (question.upper > static_cast<int>(size)) refuse("no graph needs more actions than regions");
    if (question.first_width < 1) refuse("the beam must be at least one blob wide");
    if (question.last_width < question.first_width || question.last_width > most_width) {
        refuse("the last beam must be no narrower than the first, and at most 65536 blobs wide");
    }
    if (question.final) {
        if (*question.final < 1) refuse("the final colour must be numbered from 1");
        const int most = question.most.value_or(-1);
        if (most < 0 || most > static_cast<int>(size)) {
            refuse("a final colour asks for a number of actions that the graph can need");
        }
    }
    if (question.jobs < 1 || question.jobs > most_jobs) refuse("jobs must be from 1 to 64");
    std::vector<std::vector<bool>> touches(size, std::vector<bool>(size));
    for (std::size_t v = 0; v < size; ++v) {
        if (graph.colours[v] < 1) refuse("colours are numbered from 1");
        for (const int other : graph.near[v]) {
            if (other < 0 || static_cast<std::size_t>(other) >= size) {
                refuse("a region touches one that does not exist");
            }
            if (graph.colours[v] == graph.colours[other]) {
                refuse("regions of one colour that touch must be merged first");
            }
            touches[v][other] = true;
        }
    }
    for (std::size_t v = 0; v < size; ++v) {
        for (std::size_t other = 0; other < v; ++other) {
            if (touches[v][other] != touches[other][v]) {
                refuse("regions must touch each other both ways");
            }
        }
    }
    std::vector<bool> seen(size);
    std::vector<int> open{0};
    seen[0] = true;
    std::size_t reached = 1;
    while (!open.empty()) {
        const int v = open.back();
        open.pop_back();
        for (const int other : graph.near[v]) {
            if (!seen[other]) {
                seen[other] = true;
                open.push_back(other);
                ++reached;
            }
        }
    }
    if (reached != size) refuse("the graph is not connected");
}

const char* name(Stop stop) {
    switch (stop) {
        case Stop::nodes: return "nodes";
        case Stop::seconds: return "seconds";
        case Stop::bytes: return "bytes";
        default: return "";
    }
}

using Answer = std::tuple<int, int, std::optional<Actions>, std::int64_t, std::size_t, const char*>;

Answer answer(std::vector<int> colours, std::vector<std::vector<int>> near, int palette, int lower,
              int upper, int first_width, int last_width,
              std::optional<int> most, std::optional<std::int64_t> nodes,
              std::optional<double> seconds, std::size_t bytes, int jobs, std::optional<int> final) {
    const Question question{{std::move(colours), std::move(near)}, palette, most, lower, upper,
                            first_width, last_width, jobs, final};
    check(question);
    if (seconds && std::isnan(*seconds)) throw std::invalid_argument("seconds must be a number");
    Known known;
    {
        nb::gil_scoped_release released;
        Account account(nodes.value_or(std::numeric_limits<std::int64_t>::max()),
                        seconds.value_or(std::numeric_limits<double>::infinity()), bytes, [] {
                            nb::gil_scoped_acquire held;
                            return PyErr_CheckSignals() != 0;
                        });
        known = solve(question, account);
    }
    if (known.stopped == Stop::interrupted) throw nb::python_error();
    return {known.lower,  known.upper,      known.actions,
            known.nodes,  known.peak_bytes, name(known.stopped)};
}

}  // namespace

#if defined(__GNUC__) && defined(__x86_64__)
bool has_avx2() {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
#else
bool has_avx2() { return false; }
#endif

NB_MODULE(KAMIGEN_MODULE, module) {
    module.def("has_avx2", &has_avx2);
    module.def("solve", &answer, nb::arg("colours"), nb::arg("near"), nb::kw_only(),
               nb::arg("palette"), nb::arg("lower"), nb::arg("upper"), nb::arg("first_width"), nb::arg("last_width"),
               nb::arg("most").none(), nb::arg("nodes").none(), nb::arg("seconds").none(),
               nb::arg("most_bytes"), nb::arg("jobs"), nb::arg("final") = nb::none());
    floodit::bind(module);
}
