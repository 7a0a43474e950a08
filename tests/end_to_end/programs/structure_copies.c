// Structures that are copied as a whole: elements, locals, members that are structures themselves, chained, under
// conditions, within one array, and where memory overlaps.
// expect: transformed
#include <stdio.h>
#include <string.h>

enum { most = 70 };

typedef struct {
    double re, im;
} complex_t;

struct body {
    complex_t at, speed;
    float mass;
    int kind;
};

static void copy(int n, complex_t *to, const complex_t *from)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void turn(int n, int m, const complex_t *in, complex_t *out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[j * n + i] = in[i * m + j];
}

static void butterflies(int half, int stride, const complex_t *x, complex_t *y, const complex_t *root, int sign)
{
    for (int p = 0; p < half; p++) {
        complex_t w = root[p];
        w.im = sign * w.im;
        for (int q = 0; q < stride; q++) {
            complex_t a = x[q + stride * p];
            const complex_t b = x[q + stride * (p + half)];
            double re = a.re - b.re, im = a.im - b.im;
            y[q + stride * (2 * p)].re = a.re + b.re;
            y[q + stride * (2 * p)].im = a.im + b.im;
            y[q + stride * (2 * p + 1)].re = re * w.re - im * w.im;
            y[q + stride * (2 * p + 1)].im = re * w.im + im * w.re;
        }
    }
}

static void reverse(int n, complex_t *x)
{
    complex_t kept;
    for (int i = 0; i < n / 2; i++) {
        kept = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = kept;
    }
}

static void shift(int n, struct body *restrict b, struct body *restrict first)
{
    for (int t = 0; t < 3; t++) {
        for (int i = 0; i + 1 < n; i++)
            b[i] = b[i + 1];
        for (int i = 0; i < n; i++) {
            if (b[i].mass > 2)
                b[i].at = b[i].speed;
            first[i] = first[i + n] = b[i];
        }
        for (int i = 0; i < n; i++)
            b[i] = b[i];
    }
}

// Locals of the loop that are structures: alone, in each other, and in arrays; and one beside a name that it might get.
static double locals(int n, const struct body *b, complex_t *out)
{
    double a_at_re = 0.5;
    for (int i = 0; i < n; i++) {
        struct body a;
        complex_t pair[2], w;
        a = b[i];
        a.at.re += a_at_re;
        pair[0] = a.at;
        pair[1] = w = a.speed;
        w.re *= a.mass;
        for (int k = 0; k < 2; k++)
            pair[k].im += w.re + a.kind;
        out[i] = pair[0];
        out[i].im -= pair[1].im;
    }
    return a_at_re;
}

// One whose address is taken, and one in a loop that data end.
static int seen(int n, const complex_t *x, complex_t *out)
{
    int steps = 0;
    for (int i = 0; i < n; i++) {
        complex_t a = x[i], *p = &a;
        p->re += 1;
        out[i] = a;
    }
    for (int i = 0; i < n; i++) {
        complex_t z;
        int k = 0;
        z.re = z.im = 0;
        while (z.re * z.re + z.im * z.im < 4 && k < 20) {
            complex_t next = z;
            next.re = z.re * z.re - z.im * z.im + x[i].re * 0.125;
            next.im = 2 * z.re * z.im + x[i].im * 0.125;
            z = next;
            k++;
        }
        steps += k;
    }
    return steps;
}

struct chain {
    int next;
    double value;
};

// The copy changes what says where the next member is.
static void follow(int n, struct chain *c)
{
    for (int i = 0; i < n; i++)
        c[i] = c[c[i].next];
}

static void print(const complex_t *x, int n)
{
    double re = 0, im = 0;
    for (int i = 0; i < n; i++) {
        re = re * 0.75 + x[i].re;
        im = im * 0.75 + x[i].im;
    }
    printf("%.17g %.17g\n", re, im);
}

int main(void)
{
    static complex_t x[4 * most * most], y[4 * most * most];
    static struct body b[most], first[2 * most];
    static struct chain c[most];
    for (int n = 0; n <= most; n += n < 10 ? 1 : 15) {
        for (int i = 0; i < 4 * most * most; i++) {
            x[i] = (complex_t){i % 31 - 7.5, i % 17 * 0.25};
            y[i] = (complex_t){1, -0.0};
        }
        for (int i = 0; i < most; i++) {
            b[i] = (struct body){{i, -i}, {i * 0.5, 2}, (float)(i % 5), i % 3};
            c[i] = (struct chain){(i * 7 + 3) % most, i};
        }
        copy(n, y, x);
        print(y, most);
        for (int by = -2; by <= 2; by++) {
            copy(n, x + 8 + by, x + 8);
            print(x, 4 * most);
        }
        turn(n, n / 2 + 1, x, y);
        print(y, most * most);
        turn(n, n, x, x);
        print(x, most * most);
        butterflies(n, 3, x, y, x + 500, -1);
        print(y, most * most);
        butterflies(n, n, x, x + n, x + 500, 1);
        print(x, 4 * most * most);
        reverse(n, x);
        print(x, most);
        shift(n, b, first);
        follow(n, c);
        printf("%g ", locals(n, b, y));
        print(y, most);
        printf("%d ", seen(n, x, y));
        print(y, most);
        double sum = 0;
        for (int i = 0; i < most; i++)
            sum = sum * 0.5 + c[i].value + c[i].next + b[i].at.re + b[i].speed.im + b[i].mass + first[i].kind +
                  first[i + most].at.im;
        printf("%.17g\n", sum);
    }
    return 0;
}
