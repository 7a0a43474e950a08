// Loops that data end, at the edges: variables that outlive them, conditions around them, what they
// read changing under them, types, several counters, functions that read memory, and pointers.
// expect: transformed
#include <stdbool.h>
#include <stdio.h>

enum { N = 24 };
enum color { red, green, blue };
typedef unsigned char byte_t;
struct cell {
    int weight, next;
    double value[3];
};

extern int first[], list[], out[];
extern double real[];
extern byte_t bytes[];
extern struct cell cells[];

static int found(const int *a, int from, int what)
{
    return a[from] == what;
}

static int outlives(int n)
{
    int last = -1, steps = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n && list[j] > 2; j++) {
            last = j;
            steps++;
        }
    return last * 100 + steps;
}

static void changes_its_own_bound(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < first[i]; j++)
            if (list[i] > j)
                first[i]--;
}

static void changes_the_next_bound(int n)
{
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j < list[i] % 5; j++)
            list[i + 1] += j;
}

static void chains(int n)
{
    for (int i = 0; i < n; i++) {
        int k = i, sum = 0;
        while (k >= 0) {
            sum += cells[k].weight;
            k = cells[k].next;
        }
        out[i] = sum;
    }
}

static void fields(int n)
{
    for (int i = 0; i < n; i++)
        for (int k = cells[i].weight; k > 0; k -= 2)
            cells[i].value[k % 3] += cells[(i + k) % n].weight;
}

static void types(int n)
{
    for (int i = 0; i < n; i++) {
        for (unsigned u = bytes[i]; u > 3u; u /= 2u) {
            const enum color c = u % 3 == 0 ? red : u % 3 == 1 ? green : blue;
            bool odd = u & 1;
            byte_t b = (byte_t)(u * 37);
            signed char s = (signed char)(b - 100);
            out[i] += odd ? c + b : s;
        }
    }
}

static void several_counters(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0, k = list[i] % 7; j < k; j++, --k)
            out[i] += j * k;
        int a, b;
        for (a = 0, b = first[i] % 9; a != b && a < 20; a += 2, b++)
            out[i] ^= a + b;
    }
}

static void conditions_around(int n)
{
    for (int i = 0; i < n; i++) {
        int hits = 0;
        if (list[i] > 3 && i % 2 == 0) {
            int t = list[i];
            while (t > 0)
                t -= 3, hits++;
            out[i] += t;
        } else {
            for (int j = 0; j < list[i]; j++) {
                if (j == 2)
                    continue;
                hits += j;
                if (hits > 9)
                    break;
            }
        }
        if (hits)
            out[i] += hits;
    }
}

static void inner_breaks(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int k = 0;
            do {
                if (list[k] == j)
                    break;
                k++;
                if (k % 2)
                    continue;
                out[j] += i;
            } while (k < n);
            out[i] += k;
        }
}

static void calls(int n)
{
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (j < n && !found(list, j, i % 5))
            j++;
        out[i] = j;
    }
}

static void pointers(int n, double *restrict a)
{
    for (int i = 0; i < n; i++) {
        double *row = a + i * 4, *end = row + 3;
        for (int k = list[i] % 4; k > 0; k--) {
            double *here = row + k - 1;
            *here += *end * k;
            here[1] -= 1;
        }
    }
}

static void backwards(int n)
{
    for (int i = n - 1; i >= 0; i--)
        while (real[i] > 1.5)
            real[i] /= 2;
}

static void transposed(int n, double a[n][n])
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            for (int k = 0; k < list[i] % 3; k++)
                a[i][j] += a[i][(j + k) % n] * 0.5;
}

static int steps_that_store(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < first[i] % 2; out[k++] += j + i, j++)
            list[i] += k;
    return k;
}

static int steps_in_conditions(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        int k = 0, l = list[i] & 7;
        while (k++ < (first[i] & 3))
            out[i] += k;
        while (l--)
            out[i] ^= l;
        for (int m = bytes[i] & 3; m-- > 0;)
            sum += m;
    }
    return sum;
}

static void counted_before_breaks(int n)
{
    int k = 0;
    for (int i = 0; i < n; i++) {
        real[k % n] += i;
        for (int j = 0; j < 4; j++) {
            if (list[(i + j) % n] % 5 == 3)
                break;
            k++;
        }
        for (int j = 0; j < 3; j++) {
            if (list[(i * j) % n] % 4 == 1)
                continue;
            k++;
        }
        out[i] += k;
    }
}

static int sum_of_sums(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = first[i]; j > 0; j /= 3)
            s += j;
        total += s;
    }
    return total;
}

int first[N], list[N], out[N];
double real[N];
byte_t bytes[N];
struct cell cells[N];

int main(void)
{
    static double a[4 * N + 4], square[N * N];
    for (int n = 0; n <= N; n += n < 4 ? 1 : 10) {
        for (int i = 0; i < N; i++) {
            first[i] = i * 5 % 13;
            list[i] = i * 7 % 11;
            out[i] = i;
            real[i] = i * 1.25;
            bytes[i] = (byte_t)(i * 29);
            cells[i].weight = i * 3 % 8;
            cells[i].next = i * 2 / 3 - 1;
            for (int k = 0; k < 3; k++)
                cells[i].value[k] = k;
        }
        for (int i = 0; i < 4 * N + 4; i++)
            a[i] = i % 9;
        for (int i = 0; i < N * N; i++)
            square[i] = i % 7;
        printf("%d", outlives(n));
        printf(" %d", sum_of_sums(n));
        changes_its_own_bound(n);
        changes_the_next_bound(n);
        chains(n);
        fields(n);
        types(n);
        several_counters(n);
        conditions_around(n);
        for (int i = 0; i < N; i++)
            printf(" %d,%d,%d,%g", first[i], list[i], out[i], cells[i].value[i % 3]);
        inner_breaks(n);
        for (int i = 0; i < N; i++)
            printf(" %d", out[i]);
        calls(n);
        pointers(n, a);
        backwards(n);
        transposed(n, (double(*)[n > 0 ? n : 1])square);
        counted_before_breaks(n);
        printf(" %d", steps_that_store(n));
        printf(" %d", steps_in_conditions(n));
        for (int i = 0; i < N; i++)
            printf(" %d %g %g %g", out[i], real[i], a[4 * i + i % 4], square[i * n % (N * N)]);
        printf("\n");
    }
    return 0;
}
