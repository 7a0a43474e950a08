// Containers of C++'s library as arrays: elements, sizes, and references to the same one.
// std: gnu++20
// expect: transformed
#include <array>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

using Matrix = std::vector<double>;

static void product(int n, const Matrix &a, const Matrix &b, Matrix &c)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void scale(std::vector<double> &x, double factor)
{
    for (std::size_t i = 0; i < x.size(); i++)
        x[i] *= factor;
}

static void shift(std::vector<int> &to, const std::vector<int> &from)
{
    for (std::size_t i = 1; i < from.size(); i++)
        to[i] = from[i - 1] + 1;
}

// Sizes of the type of the elements: they lie where no element does.
static void count(std::vector<std::size_t> &x, std::size_t *y)
{
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = y[i] = i * i;
}

static double local_sum(int n)
{
    std::vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) {
        x[i] = i % 7;
        y[i] = i % 3;
    }
    for (int t = 0; t < 4; t++) {
        for (int i = 1; i < n - 1; i++)
            y[i] = (x[i - 1] + x[i] + x[i + 1]) / 2;
        for (int i = 1; i < n - 1; i++)
            x[i] = (y[i - 1] + y[i] + y[i + 1]) / 2;
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static void by_pointer(std::vector<float> &x)
{
    float *p = x.data();
    const int n = static_cast<int>(x.size());
    for (int i = 0; i < n; i++)
        p[i] = p[i] * 2 + x[i];
}

static void spans(std::span<double> to, std::span<const double> from)
{
    for (std::size_t i = 0; i < from.size(); i++)
        to[i] = from[i] + to[i];
}

static std::array<std::array<double, 12>, 10> table;

static void transpose(const std::array<std::array<double, 12>, 10> &from,
                      std::array<std::array<double, 10>, 12> &to)
{
    for (std::size_t i = 0; i < from.size(); i++)
        for (std::size_t j = 0; j < from[0].size(); j++)
            to[j][i] = from[i][j];
}

static double filter()
{
    std::array<double, 64> x, y{};
    for (int i = 0; i < 64; i++)
        x[i] = i % 9;
    for (int i = 2; i < 62; i++)
        y[i] = x[i - 2] + 2 * x[i] + x[i + 2];
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += y[i];
    return sum;
}

struct Particles {
    std::vector<double> position, velocity;
    std::size_t steps = 0;
    void move(double dt)
    {
        for (std::size_t t = 0; t < steps; t++)
            for (std::size_t i = 0; i < position.size(); i++)
                position[i] += dt * velocity[i];
    }
};

static void rows(std::vector<std::vector<double>> &a)
{
    for (std::size_t i = 0; i < a.size(); i++)
        for (std::size_t j = 0; j < a[i].size(); j++)
            a[i][j] += double(i + j);
}

// The vector moves while the loop around runs.
static void growing(std::vector<int> &x)
{
    for (int t = 0; t < 5; t++) {
        for (std::size_t i = 0; i < x.size(); i++)
            x[i] += t;
        x.push_back(t);
    }
}

template <class T>
static void print(const T &values)
{
    for (const auto &value : values)
        std::printf("%g ", double(value));
    std::printf("\n");
}

int main()
{
    for (int n : {0, 1, 7, 20}) {
        Matrix a(n * n), b(n * n), c(n * n, 1.0);
        std::iota(a.begin(), a.end(), 1.0);
        std::iota(b.begin(), b.end(), -3.0);
        product(n, a, b, c);
        print(c);
        product(n, a, a, a);
        scale(a, 1e-3);
        print(a);
        std::vector<int> x(n, 3), y(n, 4);
        shift(x, y);
        shift(y, y);
        print(x);
        print(y);
        growing(x);
        print(x);
        std::vector<std::size_t> s(n), z(n);
        count(s, z.data());
        count(s, s.data());
        print(s);
        std::vector<float> f(n, 1.5F);
        by_pointer(f);
        print(f);
        if (n > 2) {
            spans(std::span(c).subspan(1), std::span<const double>(c).first(n - 1));
            spans(std::span(c).first(n), std::span<const double>(b).first(n));
        }
        print(c);
        Particles particles{a, b, 3};
        particles.move(0.125);
        print(particles.position);
        std::vector<std::vector<double>> r(n, std::vector<double>(5, 2.0));
        rows(r);
        for (const auto &row : r)
            print(row);
        std::printf("%g\n", local_sum(n));
    }
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 12; j++)
            table[i][j] = i * 100 + j;
    std::array<std::array<double, 10>, 12> turned;
    transpose(table, turned);
    for (const auto &row : turned)
        print(row);
    std::printf("%g\n", filter());
    return 0;
}
