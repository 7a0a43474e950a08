// Sequences aligned, globally and locally, with gaps that cost more to open. Sizes: lengths of
// both.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(m, 1, 20, 150, 2500, 5000)                                                                \
    SIZE(n, 2, 25, 140, 2000, 5000)
#include "../../kernels/harness.h"

#define LETTERS 20

typedef struct {
    const char *a, *b;
    int m, n;
    int gap_open, gap_extend;
    int matrix[LETTERS][LETTERS];
    int *score, *insert, *delete;
    unsigned char *direction;
} Alignment;

NOINLINE int align_globally(Alignment *s);
NOINLINE int align_locally(Alignment *s, int *end_a, int *end_b);
NOINLINE int trace_back(Alignment *s, char *line_a, char *line_b);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    const size_t cells = (size_t)(m + 1) * (n + 1);
    char *a = allocate(&bench, m), *b = allocate(&bench, n);
    char *line_a = allocate(&bench, m + n + 4), *line_b = allocate(&bench, m + n + 4);
    int *answer = allocate(&bench, 5 * sizeof(int));
    Alignment s = {.a = a, .b = b, .m = m, .n = n, .gap_open = 11, .gap_extend = 1};
    s.score = allocate(&bench, cells * sizeof(int));
    s.insert = allocate(&bench, cells * sizeof(int));
    s.delete = allocate(&bench, cells * sizeof(int));
    s.direction = allocate(&bench, cells);
    while (next_run(&bench)) {
        for (int i = 0; i < LETTERS; i++)
            for (int j = 0; j < LETTERS; j++)
                s.matrix[i][j] = i == j ? 5 : -(int)(random_bits(&bench) % 4);
        for (int i = 0; i < m; i++)
            a[i] = (char)(random_bits(&bench) % LETTERS);
        for (int j = 0; j < n; j++)
            b[j] = j < m && random_bits(&bench) % 4 != 0 ? a[j]
                                                         : (char)(random_bits(&bench) % LETTERS);
        start_clock(&bench);
        answer[0] = align_globally(&s);
        answer[1] = trace_back(&s, line_a, line_b);
        answer[2] = align_locally(&s, &answer[3], &answer[4]);
        stop_clock(&bench);
    }
    add_ints(&bench, answer, 5 * sizeof(int));
    add_ints(&bench, s.score, cells * sizeof(int));
    add_ints(&bench, line_a, (m + n) / 4 * 4);
    add_ints(&bench, line_b, (m + n) / 4 * 4);
    return close_bench(&bench);
}
