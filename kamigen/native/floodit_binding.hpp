// Registers Flood-It's functions with the extension module.
#pragma once

#include <nanobind/nanobind.h>

namespace kamigen::floodit {

void bind(nanobind::module_& module);

}  // namespace kamigen::floodit
