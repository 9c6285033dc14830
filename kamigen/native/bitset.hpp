// Sets of vertices as a fixed number of machine words.
//
// The width is a template parameter, so that every loop over words is unrolled
// and a set of a usual board lives in two or three registers.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace kamigen {

template <int W>
struct Bits {
    std::uint64_t word[W]{};

    static Bits single(int vertex) {
        Bits result;
        result.word[vertex >> 6] = std::uint64_t{1} << (vertex & 63);
        return result;
    }

    void add(int vertex) { word[vertex >> 6] |= std::uint64_t{1} << (vertex & 63); }

    bool any() const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i];
        return all != 0;
    }

    int count() const {
        int result = 0;
        for (int i = 0; i < W; ++i) result += std::popcount(word[i]);
        return result;
    }

    // The lowest vertex; the set must not be empty.
    int lowest() const {
        int i = 0;
        while (word[i] == 0) ++i;
        return 64 * i + std::countr_zero(word[i]);
    }

    bool meets(const Bits& other) const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i] & other.word[i];
        return all != 0;
    }

    bool within(const Bits& other) const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i] & ~other.word[i];
        return all == 0;
    }

    // The members that `other` lacks.
    Bits without(const Bits& other) const {
        Bits result;
        for (int i = 0; i < W; ++i) result.word[i] = word[i] & ~other.word[i];
        return result;
    }

    Bits& operator|=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] |= other.word[i];
        return *this;
    }

    Bits& operator&=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] &= other.word[i];
        return *this;
    }

    Bits& operator^=(const Bits& other) {
        for (int i = 0; i < W; ++i) word[i] ^= other.word[i];
        return *this;
    }

    friend Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend Bits operator^(Bits a, const Bits& b) { return a ^= b; }

    bool operator==(const Bits& other) const {
        std::uint64_t all = 0;
        for (int i = 0; i < W; ++i) all |= word[i] ^ other.word[i];
        return all == 0;
    }

    // Calls `visit` with every vertex, lowest first.
    template <typename Visit>
    void each(Visit visit) const {
        for (int i = 0; i < W; ++i) {
            for (std::uint64_t rest = word[i]; rest != 0; rest &= rest - 1) {
                visit(64 * i + std::countr_zero(rest));
            }
        }
    }

    std::uint64_t hash() const {
        std::uint64_t result = 0x9e3779b97f4a7c15u;
        for (int i = 0; i < W; ++i) {
            result = (result ^ word[i]) * 0xff51afd7ed558ccdu;
            result ^= result >> 32;
        }
        return result * 0xc4ceb9fe1a85ec53u;
    }
};

}  // namespace kamigen
