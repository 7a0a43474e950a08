// Functions that read memory that their arguments do not lead to: constant pointers, `pure` functions
// of global variables, also of one that is a loop's variable.
#include <stdio.h>

static double data[64];
static double *const table = data;
static double *const tables[2] = {data, data + 1};
static int position;

static double look(int i)
{
    return table[i];
}

static double look_deeper(int i)
{
    return tables[1][i];
}

__attribute__((pure, noinline)) static int where(void)
{
    return position;
}

static void run(int n, int *restrict a)
{
    for (int i = 1; i < n; i++)
        data[i] = look(i - 1) + 1;
    for (int i = 2; i < n; i++)
        data[i] = look_deeper(i - 2) + 2;
    for (position = 0; position < n; position++)
        a[position] = 3 * where();
}

int main(void)
{
    for (int n = 0; n <= 64; n += n < 3 ? 1 : 12) {
        int a[64] = {0};
        for (int k = 0; k < 64; k++)
            data[k] = k % 5;
        run(n, a);
        for (int k = 0; k < 64; k++)
            printf("%g %d ", data[k], a[k]);
        printf("%d\n", position);
    }
    return 0;
}
