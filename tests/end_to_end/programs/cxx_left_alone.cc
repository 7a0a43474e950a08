// What is left alone in C++, amid loops that are not: templates, exceptions, lambdas, constructors,
// operators of classes, references.
// expect: transformed
#include <cstdio>
#include <stdexcept>
#include <vector>

template <class T>
T sum(int n, const T *x)
{
    T result = 0;
    for (int i = 0; i < n; i++)
        result += x[i];
    return result;
}

static int checked(int i)
{
    if (i > 20)
        throw std::runtime_error("too large");
    return i + 1;
}

// The loop ends in the middle: what it has done by then stays.
static int until_thrown(int n, int *x)
{
    int last = -1;
    try {
        for (int i = 0; i < n; i++) {
            x[i] = checked(i);
            last = i;
        }
    } catch (const std::exception &) {
        last += 1000;
    }
    return last;
}

static int after_catching(int n, int *x)
{
    int k = 0;
    try {
        for (int i = 0; i < n; i++)
            x[i] = 2 * i + k;
        k = 7;
        checked(n);
        k = 9;
    } catch (...) {
        for (int i = 0; i < n; i++)
            x[i] += k;
    }
    return k;
}

struct Number {
    double value;
    Number operator+(const Number &other) const { return {value + other.value}; }
    Number &operator+=(int other)
    {
        value += other;
        return *this;
    }
};

static double objects(int n, Number *x)
{
    Number total{0};
    for (int i = 0; i < n; i++)
        total = total + x[i];
    for (int i = 0; i < n; i++)
        x[i] += i;
    for (int i = 0; i < n; i++)
        x[i].value *= 2;
    return total.value;
}

static void set(int &target, int value) { target = value; }

static int by_reference(int n, int *x)
{
    int last = 0;
    for (int i = 0; i < n; i++)
        set(x[i], i * i);
    for (int i = 0; i < n; i++)
        set(last, x[i]);
    for (int i = 0; i < n; i++) {
        int &here = x[i];
        here += last;
    }
    return last;
}

static int lambdas(int n, int *x)
{
    int count = 0;
    auto body = [&](int bound) {
        for (int i = 0; i < bound; i++)
            count += x[i];
    };
    for (int i = 0; i < n; i++)
        body(i);
    return count;
}

class Table {
public:
    Table(int n, int *x) : n_(n)
    {
        for (int i = 0; i < n; i++)
            x[i] += i;
    }
    int &at(int i) { return i < n_ ? values_[i] : values_[0]; }
    void fill()
    {
        for (int i = 0; i < n_; i++)
            at(i) = 3 * i;
        for (int i = 0; i < n_; i++)
            values_[i] += 1;
    }

private:
    int n_, values_[40] = {};
};

// Two names for one variable: neither is the region's own.
static int two_names(int n, int *x)
{
    int s = 0;
    int &t = s;
    for (int i = 0; i < n; i++) {
        s += x[i];
        x[i] = t;
    }
    return s;
}

int main()
{
    static int x[40];
    static Number y[40];
    for (int n : {0, 1, 13, 40}) {
        for (int i = 0; i < 40; i++)
            x[i] = i % 6;
        for (int i = 0; i < 40; i++)
            y[i].value = i % 7;
        std::printf("%d ", until_thrown(n, x));
        std::printf("%d ", after_catching(n, x));
        std::printf("%g ", objects(n, y));
        std::printf("%g ", y[n / 2 % 40].value);
        std::printf("%d ", by_reference(n, x));
        std::printf("%d ", lambdas(n, x));
        std::printf("%d ", sum(n, x));
        Table table(n, x);
        table.fill();
        std::printf("%d ", table.at(n / 2));
        std::printf("%d\n", two_names(n, x));
        for (int value : x)
            std::printf("%d ", value);
        std::printf("\n");
    }
    return 0;
}
