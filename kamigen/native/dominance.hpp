// Finds out whether a set lies inside one of many others.
//
// For every vertex, a row of bits tells which of the kept sets hold it; a set
// lies inside those that are in the rows of all its vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "bitset.hpp"
#include "meter.hpp"

namespace kamigen {

template <int W>
class Dominators {
  public:
    Dominators(int size, std::size_t most, Account& account)
        : account_(account), stride_((most + block_bits - 1) / block_bits * block_words),
          bytes_(size * stride_ * sizeof(std::uint64_t)), counts_(size) {
        account_.charge(bytes_);
        rows_.resize(size * stride_);
    }
    Dominators(const Dominators&) = delete;
    Dominators& operator=(const Dominators&) = delete;
    ~Dominators() { account_.refund(bytes_); }

    bool hold(const Bits<W>& set) {
        // The rarest vertices leave the fewest sets to compare.
        order_.clear();
        set.each([&](int v) { order_.push_back({counts_[v], v}); });
        const std::size_t first = std::min<std::size_t>(order_.size(), 4);
        std::partial_sort(order_.begin(), order_.begin() + first, order_.end());
        if (order_[0].count == 0) return false;
        for (std::size_t start = 0; start < used_; start += block_bits) {
            if (block_holds(start / 64)) return true;
        }
        return false;
    }

    void keep(const Bits<W>& set) {
        const std::size_t word = used_ / 64;
        const std::uint64_t bit = std::uint64_t{1} << used_ % 64;
        set.each([&](int v) {
            rows_[v * stride_ + word] |= bit;
            ++counts_[v];
        });
        ++used_;
    }

  private:
    static constexpr std::size_t block_words = 4;
    static constexpr std::size_t block_bits = 64 * block_words;

    struct Rarity {
        std::uint32_t count;
        int vertex;
        bool operator<(const Rarity& other) const { return count < other.count; }
    };

    bool block_holds(std::size_t word) const {
        std::uint64_t left[block_words];
        std::fill(left, left + block_words, ~std::uint64_t{0});
        for (const Rarity& rarity : order_) {
            const std::uint64_t* row = rows_.data() + rarity.vertex * stride_ + word;
            std::uint64_t any = 0;
            for (std::size_t i = 0; i < block_words; ++i) any |= left[i] &= row[i];
            if (any == 0) return false;
        }
        return true;
    }

    Account& account_;
    std::size_t stride_;
    std::size_t bytes_;
    std::size_t used_ = 0;
    std::vector<std::uint64_t> rows_;
    std::vector<std::uint32_t> counts_;
    std::vector<Rarity> order_;
};

}  // namespace kamigen
