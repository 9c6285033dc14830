// Blobs, the memory they live in, and the table of those already met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "bitset.hpp"
#include "meter.hpp"

namespace kamigen {

template <int W>
struct Blob;

// A painted side of a node; nodes under construction chain them on the stack,
// stored blobs in the arena.
template <int W>
struct Side {
    const Blob<W>* blob;
    const Side* before;
};

// A set of vertices made one colour. Its children are what was painted so: the
// main one, then the sides.
template <int W>
struct Blob {
    Bits<W> vertices;
    Bits<W> reach;  // the vertices and all that touch them
    const Blob* main;
    const Side<W>* sides;
    std::int32_t colour;
    std::int32_t cost;
};

// Storage that is given back all at once. Every block is charged before it is
// taken.
class Arena {
  public:
    explicit Arena(Account& account) : account_(account) {}
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena() { account_.refund(blocks_.size() * block_bytes); }

    template <typename T>
    T* place(const T& value) {
        static_assert(std::is_trivially_destructible_v<T> && sizeof(T) <= block_bytes);
        std::size_t start = (used_ + alignof(T) - 1) / alignof(T) * alignof(T);
        if (blocks_.empty() || start + sizeof(T) > block_bytes) {
            account_.charge(block_bytes);
            blocks_.emplace_back(new std::byte[block_bytes]);
            start = 0;
        }
        used_ = start + sizeof(T);
        return new (blocks_.back().get() + start) T(value);
    }

  private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 16;

    Account& account_;
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::size_t used_ = 0;
};

// The sets met so far in their colours, each with the least cost it was met at
// and whether the bound let it through. Open addressing in one flat array, half
// full at most.
template <int W>
class Met {
  public:
    struct Entry {
        Bits<W> vertices;
        std::int16_t colour;
        std::int16_t cost;  // below zero: a free place
        bool allowed;
    };

    explicit Met(Account& account) : account_(account) { grow(std::size_t{1} << 10); }
    Met(const Met&) = delete;
    Met& operator=(const Met&) = delete;
    ~Met() { account_.refund(entries_.size() * sizeof(Entry)); }

    static std::uint64_t hash(const Bits<W>& vertices, int colour) {
        const std::uint64_t mixed = vertices.hash() + 0x9e3779b97f4a7c15u * (colour + 1);
        return mixed ^ mixed >> 29;
    }

    // The entry of a set, or the free place where it belongs.
    const Entry& find(const Bits<W>& vertices, int colour, std::uint64_t hash) const {
        return entries_[place(vertices, colour, hash)];
    }

    // Writes an entry; references to entries end here.
    void put(const Bits<W>& vertices, int colour, std::uint64_t hash, int cost, bool allowed) {
        if (2 * (used_ + 1) > entries_.size()) grow(2 * entries_.size());
        Entry& entry = entries_[place(vertices, colour, hash)];
        used_ += entry.cost < 0;
        entry = Entry{vertices, static_cast<std::int16_t>(colour),
                      static_cast<std::int16_t>(cost), allowed};
    }

  private:
    std::size_t place(const Bits<W>& vertices, int colour, std::uint64_t hash) const {
        std::size_t place = hash & mask_;
        while (entries_[place].cost >= 0 &&
               !(entries_[place].vertices == vertices && entries_[place].colour == colour)) {
            place = (place + 1) & mask_;
        }
        return place;
    }

    void grow(std::size_t places) {
        account_.charge(places * sizeof(Entry));
        std::vector<Entry> old(places, Entry{{}, 0, -1, false});
        old.swap(entries_);
        mask_ = places - 1;
        for (const Entry& entry : old) {
            if (entry.cost >= 0) {
                entries_[place(entry.vertices, entry.colour,
                               hash(entry.vertices, entry.colour))] = entry;
            }
        }
        account_.refund(old.size() * sizeof(Entry));
    }

    Account& account_;
    std::vector<Entry> entries_;
    std::size_t mask_ = 0;
    std::size_t used_ = 0;
};

}  // namespace kamigen
