// Visible functions that cannot, or only with care, take the place of calls: names that mean something else,
// arguments that overlap or have side effects, conversions of arguments and results, globals that callees change.
// expect: transformed
#include <stdio.h>

static int calls, bound = 20;
static double scale = 3;
static double data[64];

static double scaled(double x)
{
    return x * scale;
}

static void scale_all(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] *= scale;
}

static void shadowed(int n, double (*restrict a)[8], double *restrict b)
{
    double scale = 0.5;
    int calls = 2;
    for (int i = 0; i < n; i++) {
        scale_all(8, a[i]);
        b[i] = scaled(b[i]) * scale + calls;
    }
}

enum { STEP = 2 };
struct held { double of[8]; };

static void step_all(int n, struct held *h)
{
    for (int i = 0; i < n; i++)
        h->of[i] = h->of[i] * STEP + STEP;
}

static void other_numbers(int n, struct held *held)
{
    enum { STEP = 5 };
    for (int i = 0; i < n; i++)
        step_all(8, &held[i]);
    held[0].of[STEP] = STEP;
}

static void own_tags(int n, struct held *h)
{
    struct held { float less; } own = {0.5f};
    for (int i = 0; i < n; i++)
        step_all(8, &h[i]);
    h[0].of[1] += own.less;
}

static void take_names(int n, double *restrict a, double (*restrict b)[8])
{
    int i, j = 5;
    double x = 2;
    for (i = 0; i < n; i++) {
        scale_all(j, b[i]);
        for (int scaled_1 = 0; scaled_1 < 3; scaled_1++)
            a[i] += scaled(x) * scaled_1;
    }
    a[0] += i + j + x;
}

static float half(float x)
{
    return x / 2;
}

static unsigned before(unsigned x)
{
    return x - 1;
}

static signed char low_part(signed char c)
{
    return c;
}

static unsigned char as_byte(int x)
{
    return x;
}

static int is_set(_Bool b)
{
    return b;
}

static int whole(int x)
{
    return x / 2 * 2;
}

static double mean(int a, float b)
{
    return (a + b) / 2;
}

static void conversions(int n, double *restrict a, const double *restrict x, int *restrict k)
{
    for (int i = 0; i < n; i++) {
        a[i] = half(i) + half(x[i] / 3) + before(i) / 1e9;
        a[i] += low_part(i * 50) + as_byte(i * 77 - 300) + is_set(i % 3 - 1) + is_set(x[i]);
        a[i] += mean(x[i], x[i]) + whole(x[i] * 1.7) + half(1) + half(i / 2);
        k[i] = before(i + 1) > 3 ? low_part(200 + i) : -as_byte(i - 1);
        k[i] += whole(as_byte(i * 9) / 2);
    }
}

static void bytes(int n, char *restrict to, const int *restrict k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < as_byte(n); j++)
            to[i] += low_part(k[j]) - before(before(i)) % 7;
}

static void spread(int n, const double *from, double *to)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] + from[0];
}

static void overlapping(int n, double *a)
{
    for (int i = 0; i < n; i++) {
        spread(4, a + i, a + i + 1);
        spread(3, a + i, a + i);
    }
}

static void swap(double *one, double *other)
{
    double kept = *one;
    *one = *other;
    *other = kept;
}

static void turn(int n, double *restrict a)
{
    double x = 1, y = 2;
    for (int i = 0; i < n / 2; i++) {
        swap(&a[i], &a[n - 1 - i]);
        swap(&x, &y);
        swap(a + i, &a[i]);
        a[i] += x;
        swap(&x, &a[i]);
    }
    a[0] += x - y;
}

static void add_to(double *sum, double x, double y)
{
    *sum += x;
    *sum *= y;
}

static double sums(int n, const double *restrict a)
{
    double s = 1, t = 2;
    for (int i = 0; i < n; i++) {
        add_to(&s, a[i], s);
        add_to(&t, t, 0.5);
        add_to(&data[i % 4], data[0], data[i % 3]);
    }
    return s > 1e9 ? t : s + t;
}

static void shrink(int by)
{
    bound -= by;
}

static void bounded(int n, double *restrict a)
{
    for (int i = 0; i < bound && i < n; i++) {
        a[i] += 1;
        if (i % 3 == 2)
            shrink(1);
    }
    bound = 20;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < bound && j < n; j++)
            a[j] += j;
        shrink(i);
    }
    bound = 20;
}

static int next(void)
{
    return calls++;
}

static int counted(int step)
{
    static int total;
    return total += step;
}

static double pick(double x, double y)
{
    return x - 2 * y;
}

static void effects(int n, double *restrict a, const double *p)
{
    int k = 0;
    for (int i = 0; i < n / 2; i++) {
        a[i] = pick(*p++, 3);
        a[i] += pick(2, k++) + counted(i);
        swap(&a[i], &a[k]);
        a[next() % n] += 1;
        int m = next();
        m = m + next();
        a[i] += m;
    }
}

static int factorial(int n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static int is_odd(int n);

static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static void recursions(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 4; j++)
            a[i] += j;
        a[i] += factorial(i % 5) + is_odd(i);
    }
}

static int find(int n, const double *a, double x)
{
    for (int i = 0; i < n; i++)
        if (a[i] == x)
            return i;
    return -1;
}

static void report(int i, double x)
{
    if (x < -1e6)
        printf("%d ", i);
}

__attribute__((noinline)) static void apart(double *x)
{
    *x += 1;
}

static void others(int n, double (*restrict a)[8], double *restrict b)
{
    for (int i = 0; i < n; i++) {
        b[i] += find(8, a[i], 1);
        for (int j = 0; j < 8; j++)
            a[i][j] += b[i];
        report(i, b[i]);
        for (int j = 1; j < 8; j++)
            a[i][j] -= a[i][j - 1];
        apart(&b[i]);
    }
}

static int at_end(int n, int i)
{
    do {
        if (i > 3)
            return n;
        i++;
    } while (i < n);
    return i;
}

static void ends(int n, int *restrict k)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 5; j++)
            k[i] += at_end(j, i) * j;
}

int main(void)
{
    for (int n = 2; n <= 34; n += n < 5 ? 1 : 10) {
        double a[n + 8][8], b[n + 8], c[n + 8];
        int k[n];
        char text[n];
        for (int i = 0; i < n + 8; i++) {
            b[i] = i % 6 - 2;
            c[i] = i % 5 / 2.0;
            for (int j = 0; j < 8; j++)
                a[i][j] = (i + 2 * j) % 7 - 1;
        }
        for (int i = 0; i < n; i++) {
            k[i] = i;
            text[i] = 'a' + i % 20;
        }
        shadowed(n, a, b);
        other_numbers(n, (struct held *)a);
        own_tags(n, (struct held *)a);
        take_names(n, c, a);
        conversions(n, b, c, k);
        bytes(n, text, k);
        overlapping(n, c);
        turn(n, b);
        printf("%.17g ", sums(n, b));
        bounded(n, c);
        effects(n, b, c);
        recursions(n, c);
        others(n, a, b);
        ends(n, k);
        for (int i = 0; i < n; i++) {
            printf("%.17g %.17g %d %d ", b[i], c[i], k[i], text[i]);
            for (int j = 0; j < 8; j++)
                printf("%.17g ", a[i][j]);
        }
        printf("%d %d\n", calls, bound);
    }
    return 0;
}
