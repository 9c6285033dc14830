// Flood-It's part of the extension module: checks what Python hands over, and
// lets go of the interpreter lock.
#include "floodit_binding.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "floodit.hpp"

namespace nb = nanobind;

namespace kamigen::floodit {

namespace {

// Scores are 64 bits: far from being exceeded with this.
constexpr int most_far_weight = 1000;

// What is accepted here must never crash later.
void check(const Question& question) {
    const Pond& pond = question.pond;
    const auto refuse = [](const char* reason) { throw std::invalid_argument(reason); };
    if (pond.colours.empty()) refuse("a pond has at least one region");
    if (pond.colours.size() > most_pond_regions) {
        refuse("the pond has more regions than the kernel can hold");
    }
    if (pond.touching.size() != pond.colours.size()) refuse("every region needs its neighbours");
    if (pond.palette < 1 || pond.palette > most_colours) refuse("there are 1 to 64 colours");
    if (question.last_plays < 0 || question.last_plays > pond.palette) {
        refuse("there are at most as many last plays as colours");
    }
    if (question.lower < question.last_plays || question.upper < question.lower) {
        refuse("the bounds must be in order");
    }
    if (question.far_weight < 1 || question.far_weight > most_far_weight) {
        refuse("a far step counts 1 to 1000");
    }
    if (question.upper > pond.size()) refuse("no pond needs more plays than regions");
    for (int region = 0; region < pond.size(); ++region) {
        if (pond.colours[region] < 0 || pond.colours[region] >= pond.palette) {
            refuse("a region has a colour that is not in the palette");
        }
        for (const int other : pond.touching[region]) {
            if (other < 0 || other >= pond.size()) refuse("a region touches one that is not there");
        }
    }
}

using Answer = std::tuple<int, std::optional<Plays>, std::int64_t, std::size_t>;

Answer answer(std::vector<int> colours, std::vector<std::vector<int>> touching, int palette,
              int lower, int upper, int last_plays, std::optional<int> most,
              std::optional<std::int64_t> nodes, std::optional<double> seconds,
              std::size_t most_bytes, int far_weight) {
    const Question question{
        {std::move(colours), std::move(touching), palette}, lower, upper, last_plays, most, far_weight};
    check(question);
    if (seconds && std::isnan(*seconds)) throw std::invalid_argument("seconds must be a number");
    Account account(nodes.value_or(std::numeric_limits<std::int64_t>::max()),
                    seconds.value_or(std::numeric_limits<double>::infinity()), most_bytes, [] {
                        nb::gil_scoped_acquire held;
                        return PyErr_CheckSignals() != 0;
                    });
    Known known;
    {
        nb::gil_scoped_release released;
        known = solve(question, account);
    }
    if (known.stopped == Stop::interrupted) throw nb::python_error();
    return {known.lower, std::move(known.free_plays), account.nodes(), account.peak()};
}

}  // namespace

void bind(nb::module_& module) {
    module.def("solve_flood", &answer, nb::arg("colours"), nb::arg("touching"), nb::kw_only(),
               nb::arg("palette"), nb::arg("lower"), nb::arg("upper"), nb::arg("last_plays"),
               nb::arg("most").none(), nb::arg("nodes").none(), nb::arg("seconds").none(),
               nb::arg("most_bytes"), nb::arg("far_weight") = usual_far_weight);
}

}  // namespace kamigen::floodit
