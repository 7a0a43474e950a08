// Loops of C++ that are written like those of C: references, `auto`, constants, casts, functions of
// the library, members, namespaces.
// expect: transformed
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

constexpr int rows = 24;
const int columns = 20;

static void product(std::size_t n, const double *a, const double *b, double *c)
{
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0.0;
            for (std::size_t k = 0; k < n; ++k)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

static void fill(double (&a)[rows][columns], const int &offset)
{
    for (auto i = 0; i < rows; i++)
        for (auto j = 0; j < columns; j++)
            a[i][j] = static_cast<double>((i * 7 + j * 3 + offset) % 11);
}

static double total(const double (&a)[rows][columns])
{
    double sum = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum += a[i][j];
    return sum;
}

// The sum may be one of the elements.
static void add_up(int n, const double *x, double &sum)
{
    for (int i = 0; i < n; i++)
        sum += x[i];
}

// The bound may be one of the elements.
static void count_down(const int &n, int *x)
{
    for (int i = 0; i < n; i++)
        x[i] = i % 5;
}

static void clamp(int n, float *x, float low, float high)
{
    for (int i = 0; i < n; i++)
        x[i] = std::min(std::max(x[i], low), high);
}

// The arguments convert to the type of the parameters before they are compared.
static void narrow(int n, double *x)
{
    for (int i = 0; i < n; i++)
        x[i] = std::max<float>(x[i] + 1e-9, i) + std::min<int>(x[i], 3);
}

static void blocks(int n, double *x)
{
    for (int i = 0; i < n; i += 8)
        for (int j = i; j < std::min(i + 8, n); j++)
            x[j] = 2 * x[j] + double(j - i);
}

static void roots(int n, const float *x, float *y, double *z)
{
    for (int i = 0; i < n; i++) {
        y[i] = std::sqrt(std::abs(x[i]));
        z[i] = std::sqrt(std::fabs(double(x[i])) + 1.0);
    }
}

static int matches(int n, const double *x, bool strict)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        bool is_match = strict ? x[i] > 2 : x[i] >= 2;
        if (is_match == true)
            count++;
    }
    return count;
}

// `n` changes through the reference while the loop around runs.
static int aliased_count(int n, int *x)
{
    int &other = n;
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i < n; i++)
            x[i] += t;
        other -= 1;
    }
    return n;
}

// A lambda changes `k` behind the region's back.
static int captured(int *x)
{
    int k = 4;
    auto step = [&k] { k += 3; };
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < k; i++)
            x[i] = k - i;
        step();
    }
    return k;
}

extern "C" void turn(int n, double (*x)[10], double (*y)[10])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[j][i] = x[i][j];
}

namespace grid {

int sqrt(int x) { return x * x; }

struct Scale {
    double factor;
};

class Field {
public:
    explicit Field(int n) : n_(n), data_(static_cast<double *>(std::malloc(sizeof(double) * n * n)))
    {
        for (int i = 0; i < n * n; i++)
            data_[i] = i % 13;
    }
    ~Field() { std::free(data_); }
    Field(const Field &) = delete;

    void smooth(Field &to) const;
    void decay(const Scale &scale)
    {
        for (int i = 0; i < n_; i++)
            for (int j = 0; j < this->n_; j++)
                data_[i * n_ + j] *= scale.factor;
        for (int i = 0; i < 16; i++)
            edge[i] += std::sqrt(double(i));
    }
    void sum()
    {
        for (int i = 0; i < n_; i++)
            sum_ += data_[i];
    }
    void print() const
    {
        std::printf("%g ", sum_);
        for (int i = 0; i < n_ * n_; i++)
            std::printf("%g ", data_[i]);
        for (double e : edge)
            std::printf("%g ", e);
        std::printf("\n");
    }

private:
    int n_;
    double *data_;
    double edge[16] = {}, sum_ = 0;
};

void Field::smooth(Field &to) const
{
    for (int i = 1; i < n_ - 1; i++)
        for (int j = 1; j < n_ - 1; j++)
            to.data_[i * n_ + j] = 0.25 * (data_[(i - 1) * n_ + j] + data_[(i + 1) * n_ + j] +
                                           data_[i * n_ + j - 1] + data_[i * n_ + j + 1]);
}

} // namespace grid

int main()
{
    static double a[900], b[900], c[900], m[rows][columns];
    static float f[100], g[100];
    static int x[100];
    for (int k = 0; k < 900; k++) {
        a[k] = k % 17;
        b[k] = k % 23 - 5;
    }
    for (std::size_t n = 0; n <= 30; n += 5)
        product(n, a, b, c);
    product(10, a, b, a + 50);
    turn(10, reinterpret_cast<double(*)[10]>(a), reinterpret_cast<double(*)[10]>(b));
    fill(m, 3);
    std::printf("%g\n", total(m));
    for (int n = 0; n < 40; n += 13) {
        double sum = 1;
        add_up(n, a, sum);
        add_up(n, a, a[3]);
        count_down(n, x);
        x[7] = 12;
        count_down(x[7], x);
        for (int k = 0; k < 100; k++)
            f[k] = float(k - 50) / 4;
        roots(n, f, g, c);
        clamp(n, f, -3, 5.5F);
        blocks(n, b);
        narrow(n, c);
        std::printf("%g %d %d ", sum, matches(n, a, true), matches(n, a, false));
        std::printf("%d ", aliased_count(n, x));
        std::printf("%d\n", captured(x));
        for (int k = 0; k < 100; k++)
            std::printf("%g %g %g %g %g %d ", f[k], g[k], a[k], b[k], c[k], x[k]);
        std::printf("\n");
    }
    grid::Field one(12), two(12);
    one.smooth(two);
    one.smooth(one);
    two.decay({0.5});
    two.sum();
    one.print();
    two.print();
    return grid::sqrt(0);
}
