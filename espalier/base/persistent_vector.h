#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <vector>

namespace espalier {

/// A fixed number of elements, of which a copy with one element changed shares all but a path of
/// its chunks: `with` takes O(log size) time and memory, copies take O(1).
///
/// The elements stand in the leaves of a tree of chunks of 32, in which the digits of a position in
/// base 32 are the way down:
///
///     position 70 = 2 * 32 + 6:   root -> chunk 2 -> element 6
template <class T>
class PersistentVector {
public:
    PersistentVector() = default;

    explicit PersistentVector(const std::vector<T> &elements) : size_(elements.size())
    {
        while (capacity(height_) < size_)
            ++height_;
        if (size_ > 0)
            root_ = build(elements, 0, height_);
    }

    std::size_t size() const { return size_; }

    /// Precondition: position < size()
    const T &operator[](std::size_t position) const
    {
        assert(position < size_);
        const Chunk *chunk = root_.get();
        for (unsigned height = height_; height > 0; --height)
            chunk = chunk->chunks[digit(position, height)].get();
        return chunk->elements[digit(position, 0)];
    }

    /// The same elements but for one.
    /// Precondition: position < size()
    PersistentVector with(std::size_t position, T element) const
    {
        assert(position < size_);
        PersistentVector result = *this;
        result.root_ = with(*root_, height_, position, std::move(element));
        return result;
    }

    std::vector<T> elements() const
    {
        std::vector<T> result;
        result.reserve(size_);
        for (std::size_t k = 0; k < size_; ++k)
            result.push_back((*this)[k]);
        return result;
    }

private:
    static constexpr unsigned digit_bits = 5;
    static constexpr std::size_t width = std::size_t(1) << digit_bits;

    struct Chunk;
    using ChunkPtr = std::shared_ptr<const Chunk>;

    /// Elements at height 0, chunks above.
    struct Chunk {
        std::vector<T> elements;
        std::vector<ChunkPtr> chunks;
    };

    static std::size_t capacity(unsigned height) { return width << (digit_bits * height); }

    static std::size_t digit(std::size_t position, unsigned height)
    {
        return (position >> (digit_bits * height)) % width;
    }

    static ChunkPtr build(const std::vector<T> &elements, std::size_t begin, unsigned height)
    {
        auto result = std::make_shared<Chunk>();
        std::size_t end = std::min(elements.size(), begin + capacity(height));
        if (height == 0)
            result->elements.assign(elements.begin() + static_cast<std::ptrdiff_t>(begin),
                                    elements.begin() + static_cast<std::ptrdiff_t>(end));
        for (std::size_t at = begin; height > 0 && at < end; at += capacity(height - 1))
            result->chunks.push_back(build(elements, at, height - 1));
        return result;
    }

    static ChunkPtr with(const Chunk &chunk, unsigned height, std::size_t position, T element)
    {
        auto result = std::make_shared<Chunk>(chunk);
        std::size_t here = digit(position, height);
        if (height == 0)
            result->elements[here] = std::move(element);
        else
            result->chunks[here] =
                with(*chunk.chunks[here], height - 1, position, std::move(element));
        return result;
    }

    std::size_t size_ = 0;
    unsigned height_ = 0;
    ChunkPtr root_;
};

} // namespace espalier
