// The kernel's one entry: a question in, what could be shown out.
#pragma once

#include "search.hpp"

namespace kamigen {

// The most regions a graph may have.
constexpr int most_regions = 1536;

// The most blobs that a beam may keep.
constexpr int most_width = 1 << 16;

// The most threads that may work on one graph.
constexpr int most_jobs = 64;

// Never throws but for want of memory: when the account is spent, what is known
// by then is the answer.
Known solve(const Question& question, Account& account);

}  // namespace kamigen
