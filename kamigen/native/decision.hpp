// Decides whether some blob of cost ≤ k holds the whole board.
//
// The same search as `_Decision` in kamigen/games/kami/search.py, where the
// proofs stand, in the same order: with one worker the two count the same nodes.
// Several workers expand one layer together; what they add belongs to later
// layers, so that the layers they read stand still.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "bounds.hpp"
#include "dominance.hpp"
#include "joiner.hpp"

namespace kamigen {

constexpr int any_colour = -1;

template <int W>
using Blobs = std::vector<const Blob<W>*>;

// The blobs of one cost. When no more can come they are sifted and sorted by
// neighbours.
template <int W>
struct Layer {
    Blobs<W> blobs;
    // The vertices of each blob once more, side by side: most candidates are refused
    // by these alone.
    std::vector<Bits<W>> vertices;
    // For every vertex, the blobs that touch it, and all their vertices together.
    std::vector<std::vector<std::uint32_t>> around;
    std::vector<Bits<W>> hulls;

    // Drops blobs that are part of another one of the same cost.
    void drop_dominated(const Terrain<W>& terrain, Meter& meter) {
        std::stable_sort(blobs.begin(), blobs.end(), [](const Blob<W>* a, const Blob<W>* b) {
            return a->vertices.count() > b->vertices.count();
        });
        Dominators<W> larger(terrain.size, blobs.size(), meter.account());
        std::size_t kept = 0;
        for (const Blob<W>* blob : blobs) {
            meter.work();
            if (larger.hold(blob->vertices)) continue;
            larger.keep(blob->vertices);
            blobs[kept++] = blob;
        }
        blobs.resize(kept);
    }

    void index(const Terrain<W>& terrain, Meter& meter) {
        meter.account().charge(blobs.size() * sizeof(Bits<W>));
        vertices.reserve(blobs.size());
        around.resize(terrain.size);
        hulls.resize(terrain.size);
        for (std::size_t i = 0; i < blobs.size(); ++i) {
            vertices.push_back(blobs[i]->vertices);
            const Bits<W> border = blobs[i]->reach.without(blobs[i]->vertices);
            meter.account().charge(border.count() * sizeof(std::uint32_t));
            border.each([&](int v) {
                around[v].push_back(static_cast<std::uint32_t>(i));
                hulls[v] |= blobs[i]->vertices;
            });
            meter.work();
        }
    }
};

// What the workers of one decision share. Sets are met in one of many tables,
// each with a lock of its own, so that workers seldom wait for each other.
template <int W>
class Board {
  public:
    Board(const Joiner<W>& joiner, Account& account, int k, int jobs, int final)
        : joiner(joiner), k(k), final(final), layers(k + 1), alone_(jobs == 1) {
        for (int i = 0; i < (alone_ ? 1 : tables); ++i) {
            shards_.push_back(std::make_unique<Shard>(account));
        }
    }

    struct Memory {
        int cost;  // below zero: never met
        bool allowed;
    };

    Memory recall(const Node<W>& node, std::uint64_t hash) {
        Shard& shard = shard_of(hash);
        const auto lock = locked(shard);
        const auto& entry = shard.met.find(node.vertices, node.colour, hash);
        return {entry.cost, entry.allowed};
    }

    // Remembers a node; false if another worker has met it meanwhile at no
    // higher cost.
    bool remember(const Node<W>& node, std::uint64_t hash, bool allowed) {
        Shard& shard = shard_of(hash);
        const auto lock = locked(shard);
        if (!alone_) {
            const auto& entry = shard.met.find(node.vertices, node.colour, hash);
            if (entry.cost >= 0 && entry.cost <= node.cost) return false;
        }
        shard.met.put(node.vertices, node.colour, hash, node.cost, allowed);
        return true;
    }

    const Joiner<W>& joiner;
    const int k;
    const int final;  // the class number of the colour to end in, or any_colour
    std::vector<Layer<W>> layers;
    Bits<W> usable;  // the single regions that the bound lets through
    std::atomic<const Blob<W>*> found{nullptr};
    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> next_main{0};

  private:
    static constexpr int tables = 64;

    struct Shard {
        explicit Shard(Account& account) : met(account) {}
        std::mutex mutex;
        Met<W> met;
    };

    Shard& shard_of(std::uint64_t hash) { return *shards_[alone_ ? 0 : hash >> 58]; }

    std::unique_lock<std::mutex> locked(Shard& shard) {
        return alone_ ? std::unique_lock<std::mutex>() : std::unique_lock(shard.mutex);
    }

    bool alone_;
    std::vector<std::unique_ptr<Shard>> shards_;
};

// Expands the main blobs of a layer.
template <int W>
class Worker {
  public:
    using Set = Bits<W>;

    Worker(Board<W>& board, Account& account, bool first, bool alone)
        : board_(board), joiner_(board.joiner), terrain_(board.joiner.terrain), k_(board.k),
          bound_(terrain_), arena_(account), meter_(account, first, alone), fresh_(board.k + 1) {}

    void try_singles() {
        for (int v = 0; v < terrain_.size; ++v) {
            const Blob<W>& single = joiner_.singles[v];
            if (allows(single.vertices, single.reach, single.colour, 0)) {
                board_.layers[0].blobs.push_back(&single);
                board_.usable.add(v);
            }
        }
    }

    void expand(const Layer<W>& layer) {
        Node<W> node;
        for (std::size_t i; (i = board_.next_main.fetch_add(1)) < layer.blobs.size();) {
            for (int colour : joiner_.paints) {
                if (!joiner_.paint(*layer.blobs[i], colour, node)) continue;
                if (enter(node, false)) extend(node, sides(node, nullptr));
                if (over()) return;
            }
        }
        meter_.hand_in();
    }

    // Hands the new blobs over to their layers.
    void deliver() {
        for (int cost = 0; cost <= k_; ++cost) {
            Blobs<W>& blobs = board_.layers[cost].blobs;
            blobs.insert(blobs.end(), fresh_[cost].begin(), fresh_[cost].end());
            fresh_[cost].clear();
        }
    }

    Meter& meter() { return meter_; }

  private:
    bool over() const {
        return board_.found.load(std::memory_order_relaxed) != nullptr ||
               board_.stopping.load(std::memory_order_relaxed);
    }

    bool allows(const Set& vertices, const Set& reach, int colour, int cost) {
        meter_.tick();
        return bound_.allows(vertices, reach, colour, k_ - cost);
    }

    // Stores a node if it is new and may be finished; tells whether to add
    // sides to it. Where the bound is known to let it through it is not asked again.
    bool enter(const Node<W>& node, bool passes) {
        const std::uint64_t hash = Met<W>::hash(node.vertices, node.colour);
        const auto memory = board_.recall(node, hash);
        bool allowed = memory.allowed;
        if (memory.cost < 0 || memory.cost > node.cost) {
            allowed = passes || allows(node.vertices, node.reach, node.colour, node.cost);
            if (board_.remember(node, hash, allowed) && allowed) {
                const Blob<W>* blob = stored(node, arena_);
                fresh_[node.cost].push_back(blob);
                if (node.vertices == terrain_.everything &&
                    (board_.final == any_colour || board_.final == node.colour)) {
                    board_.found = blob;
                }
            }
        } else if (memory.cost < node.cost) {
            return false;
        }
        return allowed && node.cost < k_;
    }

    // The blobs that may be joined to a node, less those that could be joined before.
    Blobs<W> sides(const Node<W>& node, const Node<W>* before) {
        Blobs<W> result;
        Set singles = joiner_.single_sides(node) & board_.usable;
        if (before != nullptr) singles = singles.without(joiner_.single_sides(*before));
        Blobs<W> candidates;
        singles.each([&](int v) { candidates.push_back(&joiner_.singles[v]); });
        passing(node, candidates, 0, candidates.size(), result);
        const int dearest = std::min(node.main->cost, k_ - node.cost - 1);
        if (dearest < 1) return result;
        const Set old = before == nullptr ? Set{} : joiner_.handles(*before);
        std::vector<int> handles;
        joiner_.handles(node).without(old).each([&](int v) { handles.push_back(v); });
        for (int cost = 1; cost <= dearest; ++cost) {
            docking(node, old, cost, handles, 0, handles.size(), result);
        }
        return result;
    }

    // Appends the sides of one cost that may join the node at the handles
    // from..to, and at no old or earlier one.
    void docking(const Node<W>& node, const Set& old, int cost, const std::vector<int>& handles,
                 std::size_t from, std::size_t to, Blobs<W>& result) {
        const Layer<W>& layer = board_.layers[cost];
        Set near;
        for (std::size_t i = from; i < to; ++i) near |= layer.hulls[handles[i]];
        near = near.without(node.blocked);
        if (!near.any()) return;
        const Set leaves = terrain_.classes[node.colour] & terrain_.touching(near);
        const Set hull = node.vertices | near | leaves;
        const Set reach = node.reach | near | terrain_.touching(near | leaves);
        if (!allows(hull, reach, node.colour, node.cost + cost + 1)) return;
        if (to - from > 1) {
            const std::size_t middle = from + (to - from) / 2;
            docking(node, old, cost, handles, from, middle, result);
            docking(node, old, cost, handles, middle, to, result);
            return;
        }
        Set earlier = old;
        for (std::size_t i = 0; i < from; ++i) earlier.add(handles[i]);
        Blobs<W> candidates;
        for (const std::uint32_t number : layer.around[handles[from]]) {
            if (layer.vertices[number].meets(node.blocked)) continue;
            const Blob<W>* side = layer.blobs[number];
            if (!side->reach.meets(earlier)) candidates.push_back(side);
        }
        passing(node, candidates, 0, candidates.size(), result);
    }

    // Appends the sides from..to with which the bound is not exceeded, refusing
    // many at a time: all together, at the cost of the cheapest.
    void passing(const Node<W>& node, const Blobs<W>& sides, std::size_t from, std::size_t to,
                 Blobs<W>& result) {
        if (from == to) return;
        Set vertices = node.vertices, reach = node.reach;
        int cheapest = sides[from]->cost;
        for (std::size_t i = from; i < to; ++i) {
            joiner_.add(vertices, reach, node.colour, *sides[i]);
            cheapest = std::min(cheapest, sides[i]->cost);
        }
        if (!allows(vertices, reach, node.colour, node.cost + cheapest + 1)) return;
        if (to - from == 1) {
            result.push_back(sides[from]);
            return;
        }
        const std::size_t middle = from + (to - from) / 2;
        passing(node, sides, from, middle, result);
        passing(node, sides, middle, to, result);
    }

    // Adds every set of sides once: after a side only later ones, and newly
    // reached ones. All of them have passed the bound with this very node.
    void extend(const Node<W>& node, const Blobs<W>& candidates) {
        for (std::size_t place = 0; place < candidates.size(); ++place) {
            const Side<W> link{candidates[place], node.sides};
            const Node<W> joined = joiner_.join(node, link);
            if (enter(joined, true)) {
                Blobs<W> later, next;
                for (std::size_t i = place + 1; i < candidates.size(); ++i) {
                    if (fits(joined, *candidates[i])) later.push_back(candidates[i]);
                }
                passing(joined, later, 0, later.size(), next);
                const Blobs<W> reached = sides(joined, &node);
                next.insert(next.end(), reached.begin(), reached.end());
                extend(joined, next);
            }
            if (over()) return;
        }
    }

    // Whether a side that could join before the last one can still join after it.
    bool fits(const Node<W>& node, const Blob<W>& side) const {
        if (node.cost + side.cost >= k_) return false;
        return !side.vertices.meets(joiner_.blocked(node, joiner_.is_foreign(side)));
    }

    Board<W>& board_;
    const Joiner<W>& joiner_;
    const Terrain<W>& terrain_;
    const int k_;
    Bound<W> bound_;
    Arena arena_;
    Meter meter_;
    std::vector<Blobs<W>> fresh_;
};

template <int W>
class Decision {
  public:
    Decision(const Joiner<W>& joiner, Account& account, int k, int jobs, int final = any_colour)
        : board_(joiner, account, k, jobs, final) {
        for (int i = 0; i < jobs; ++i) {
            workers_.push_back(std::make_unique<Worker<W>>(board_, account, i == 0, jobs == 1));
        }
    }

    // Such a blob, which lives as long as the decision, or null: then there is none.
    const Blob<W>* run() {
        Worker<W>& first = *workers_[0];
        first.try_singles();
        for (int cost = 0; cost < board_.k && board_.found == nullptr; ++cost) {
            Layer<W>& layer = board_.layers[cost];
            layer.drop_dominated(board_.joiner.terrain, first.meter());
            // A side of cost c joins a main child that costs no less, at one
            // action each.
            if (cost >= 1 && 2 * cost + 2 <= board_.k) {
                layer.index(board_.joiner.terrain, first.meter());
            }
            expand(layer);
            for (auto& worker : workers_) worker->deliver();
        }
        return board_.found;
    }

  private:
    // Starting a thread takes as long as expanding a few blobs.
    static constexpr std::size_t blobs_worth_a_thread = 32;

    void expand(const Layer<W>& layer) {
        board_.next_main = 0;
        if (workers_.size() == 1 || layer.blobs.size() < blobs_worth_a_thread) {
            workers_[0]->expand(layer);
            return;
        }
        std::mutex mutex;
        std::optional<Stopped> stopped;
        std::exception_ptr failed;
        const auto work = [&](Worker<W>& worker) {
            try {
                worker.expand(layer);
            } catch (const Stopped& why) {
                const std::lock_guard lock(mutex);
                if (!stopped) stopped = why;
                board_.stopping = true;
            } catch (...) {
                const std::lock_guard lock(mutex);
                failed = std::current_exception();
                board_.stopping = true;
            }
        };
        {
            std::vector<std::jthread> others;
            for (std::size_t i = 1; i < workers_.size(); ++i) {
                others.emplace_back(work, std::ref(*workers_[i]));
            }
            work(*workers_[0]);
        }
        if (failed) std::rethrow_exception(failed);
        if (stopped && board_.found == nullptr) throw *stopped;
    }

    Board<W> board_;
    std::vector<std::unique_ptr<Worker<W>>> workers_;
};

}  // namespace kamigen
