// Finds a good sequence fast: the most promising blobs of every cost, with
// cheap sides. It proves nothing below.
#pragma once

#include <algorithm>
#include <vector>

#include "bounds.hpp"
#include "joiner.hpp"

namespace kamigen {

template <int W>
class Beam {
  public:
    using Set = Bits<W>;

    Beam(const Joiner<W>& joiner, Arena& arena, Meter& meter, int most)
        : joiner_(joiner), terrain_(joiner.terrain), arena_(arena), meter_(meter), most_(most),
          met_(meter.account()), h_(joiner.terrain), layers_(most + 1) {}

    // A blob of cost ≤ `most` that holds everything, the cheapest found.
    const Blob<W>* run(int width) {
        complete_ = true;
        for (const Blob<W>& single : joiner_.singles) layers_[0].push_back({&single, 0});
        for (int cost = 0; cost <= most_; ++cost) {
            std::vector<Ranked>& layer = layers_[cost];
            for (Ranked& ranked : layer) ranked.score = score(*ranked.blob);
            std::stable_sort(layer.begin(), layer.end(), [](const Ranked& a, const Ranked& b) {
                return a.score < b.score;
            });
            if (layer.size() > static_cast<std::size_t>(width)) {
                complete_ = false;
                layer.resize(width);
            }
            for (const Ranked& ranked : layer) {
                if (ranked.blob->vertices == terrain_.everything) return ranked.blob;
                grow(*ranked.blob);
            }
            std::vector<Ranked>().swap(layer);
        }
        return nullptr;
    }

    // Whether no layer was wider than the beam.
    bool complete() const { return complete_; }

  private:
    struct Ranked {
        const Blob<W>* blob;
        int score;
    };

    void grow(const Blob<W>& main) {
        Node<W> node;
        for (int colour : joiner_.paints) {
            if (!joiner_.paint(main, colour, node)) continue;
            keep(node);
            if (node.cost >= most_) continue;
            joiner_.single_sides(node).each([&](int v) {
                const Side<W> link{&joiner_.singles[v], nullptr};
                keep(joiner_.join(node, link));
            });
        }
    }

    // A set that was kept at no higher cost, in whatever colour, is not kept again.
    void keep(const Node<W>& node) {
        if (node.cost > most_) return;
        const std::uint64_t hash = Met<W>::hash(node.vertices, 0);
        const auto& entry = met_.find(node.vertices, 0, hash);
        if (entry.cost >= 0 && entry.cost <= node.cost) return;
        met_.put(node.vertices, 0, hash, node.cost, true);
        layers_[node.cost].push_back({stored(node, arena_), 0});
    }

    // How far the blob is from holding everything: the distances of all vertices and
    // of each colour's farthest one, and the actions that a schedule of colours needs.
    int score(const Blob<W>& blob) {
        meter_.tick();
        h_.draw_together(blob.vertices, blob.reach);
        h_.measure();
        const int eccentricity = h_.eccentricity();
        int result = 0;
        for (int radius = 0; radius <= eccentricity; ++radius) {
            result += terrain_.size - h_.disc(radius).count();
        }
        farthest_.clear();
        for (int number = 0; number < terrain_.colour_count(); ++number) {
            const Set& members = terrain_.classes[number];
            if (members.within(blob.vertices)) continue;
            int radius = eccentricity;
            while (members.within(h_.disc(radius - 1))) --radius;
            farthest_.push_back(radius);
            result += 5 * radius;
        }
        std::sort(farthest_.begin(), farthest_.end());
        int needed = 0, later = static_cast<int>(farthest_.size());
        for (const int radius : farthest_) needed = std::max(needed, radius + --later);
        return result + 20 * needed;
    }

    const Joiner<W>& joiner_;
    const Terrain<W>& terrain_;
    Arena& arena_;
    Meter& meter_;
    int most_;
    Met<W> met_;
    Contraction<W> h_;
    std::vector<std::vector<Ranked>> layers_;
    std::vector<int> farthest_;
    bool complete_ = false;
};

}  // namespace kamigen
