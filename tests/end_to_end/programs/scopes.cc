// Functions in a class in a namespace, in others, and in none: what they call is defined for all of them. Scratch memory of
// each thread, without the header of OpenMP.
// expect: transformed

#include <cstdio>
#include <vector>

constexpr int size = 40;

/// Numbers.
namespace numbers {

class Line {
public:
    explicit Line(int n) : values_(static_cast<std::size_t>(n), 1.5) {}

    void add(double *x, const double *y, int n)
    {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                x[i * (long)n + j] += y[j * (long)n + i] * 2;
    }

    double first() const { return values_[0]; }

private:
    std::vector<double> values_;
};

namespace {

void twice(int n, double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            x[i * (long)n + j] = y[i * (long)n + j] * 2 + 1;
}

} // namespace

} // namespace numbers

template <class T> void scale(int n, T *x, const T *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i * (long)n + j] = y[j * (long)n + i] * 3;
}

static void smooth(int h, int w, double *__restrict out, const double *__restrict in, double *__restrict line)
{
    for (int i = 0; i < h; i++) {
        for (int j = 0; j < w; j++)
            line[j] = in[i * (long)w + j] * 2;
        for (int j = 1; j < w; j++)
            line[j] += line[j - 1];
        for (int j = 0; j < w; j++)
            out[i * (long)w + j] = line[j] * line[w - 1 - j] / 64;
    }
}

extern "C" {

void sums(int n, double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            x[i * (long)n + j] = x[i * (long)n + j - 1] + y[i * (long)n + j];
}
}

int main()
{
    std::vector<double> x(size * size), y(size * size);
    for (int i = 0; i < size * size; i++) {
        x[i] = i % 7;
        y[i] = i % 5 - 2;
    }
    numbers::Line line(size);
    line.add(x.data(), y.data(), size);
    numbers::twice(size, y.data(), x.data());
    scale<double>(size, x.data(), y.data());
    sums(size, y.data(), x.data());
    std::vector<double> row(size);
    smooth(size, size, x.data(), y.data(), row.data());
    double sum = line.first();
    for (int i = 0; i < size * size; i++)
        sum += (i % 11) * (x[i] - y[i] / 64) + row[i % size];
    std::printf("%.17g\n", sum);
}
