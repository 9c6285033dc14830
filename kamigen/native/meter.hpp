// What a search may spend: nodes, seconds, bytes; and the wish to be stopped.
//
// Nodes are counted exactly as the Python search counts them, so that a budget
// of nodes ends both at the same place. The clock and the caller's wish are
// looked at now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace kamigen {

enum class Stop : int { none, nodes, seconds, bytes, interrupted };

// Thrown through the search when it must end; what is known by then stays.
struct Stopped {
    Stop why;
};

using Clock = std::chrono::steady_clock;

// Shared by all threads of one search.
class Account {
  public:
    Account(std::int64_t most_nodes, double seconds, std::size_t most_bytes,
            std::function<bool()> interrupted)
        : most_nodes_(most_nodes), most_bytes_(most_bytes), interrupted_(std::move(interrupted)) {
        const auto now = Clock::now();
        // Ten years are as good as for ever, less than nothing is nothing, and neither
        // overflows the clock.
        const std::chrono::duration<double> limit(std::clamp(seconds, 0.0, 3e8));
        deadline_ = now + std::chrono::duration_cast<Clock::duration>(limit);
        next_question_ = now + question_pause;
    }

    void count(std::int64_t nodes) {
        if (nodes_.fetch_add(nodes, std::memory_order_relaxed) + nodes > most_nodes_) {
            throw Stopped{Stop::nodes};
        }
    }

    void charge(std::size_t bytes) {
        if (bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes > most_bytes_) {
            bytes_.fetch_sub(bytes, std::memory_order_relaxed);
            throw Stopped{Stop::bytes};
        }
        std::size_t now = bytes_.load(std::memory_order_relaxed);
        std::size_t peak = peak_.load(std::memory_order_relaxed);
        while (now > peak && !peak_.compare_exchange_weak(peak, now)) {
        }
    }

    void refund(std::size_t bytes) { bytes_.fetch_sub(bytes, std::memory_order_relaxed); }

    // Looks at the clock; the thread that was called from Python also asks
    // whether Ctrl-C was pressed, which takes the interpreter lock.
    void look(bool may_ask) {
        const auto now = Clock::now();
        if (now >= deadline_) throw Stopped{Stop::seconds};
        if (may_ask && now > next_question_) {
            if (interrupted_()) throw Stopped{Stop::interrupted};
            next_question_ = Clock::now() + question_pause;
        }
    }

    double seconds_left() const {
        return std::chrono::duration<double>(deadline_ - Clock::now()).count();
    }

    std::int64_t nodes() const { return nodes_; }
    std::int64_t most_nodes() const { return most_nodes_; }
    std::size_t peak() const { return peak_; }

  private:
    static constexpr auto question_pause = std::chrono::milliseconds(50);

    std::atomic<std::int64_t> nodes_{0};
    std::atomic<std::size_t> bytes_{0};
    std::atomic<std::size_t> peak_{0};
    std::int64_t most_nodes_;
    std::size_t most_bytes_;
    Clock::time_point deadline_;
    Clock::time_point next_question_;
    std::function<bool()> interrupted_;
};

// One thread's view of the account.
class Meter {
  public:
    Meter(Account& account, bool first, bool alone)
        : account_(account), first_(first), batch_(alone ? 1 : shared_batch) {}

    // Counts one node. Threads that share an account hand their nodes in by the
    // batch, so that they do not fight for one counter.
    void tick() {
        if (++pending_ >= batch_) hand_in();
        if (++since_look_ >= nodes_between_looks) look();
    }

    // For long stretches of work without a node.
    void work(int units = 1) {
        if ((since_look_ += units) >= nodes_between_looks) look();
    }

    void hand_in() {
        const std::int64_t nodes = pending_;
        pending_ = 0;
        account_.count(nodes);
    }

    Account& account() { return account_; }

  private:
    static constexpr int nodes_between_looks = 256;
    static constexpr int shared_batch = 64;

    void look() {
        since_look_ = 0;
        account_.look(first_);
    }

    Account& account_;
    bool first_;
    int batch_;
    std::int64_t pending_ = 0;
    int since_look_ = 0;
};

}  // namespace kamigen
