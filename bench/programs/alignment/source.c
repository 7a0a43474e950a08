// Alignment by dynamic programming over a table in one dimension, with a maximum of three and where it came from.

#include "program.h"

#define AT(i, j) ((i) * (n + 1) + (j))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FAR (-(1 << 28))

enum { DIAGONAL, LEFT, UP };

int align_globally(Alignment *s)
{
    int i, j, n = s->n, m = s->m;
    int *H = s->score, *E = s->insert, *F = s->delete;

    H[AT(0, 0)] = 0;
    E[AT(0, 0)] = F[AT(0, 0)] = FAR;
    for (i = 1; i <= m; i++) {
        H[AT(i, 0)] = F[AT(i, 0)] = -s->gap_open - (i - 1) * s->gap_extend;
        E[AT(i, 0)] = FAR;
        s->direction[AT(i, 0)] = UP;
    }
    for (j = 1; j <= n; j++) {
        H[AT(0, j)] = E[AT(0, j)] = -s->gap_open - (j - 1) * s->gap_extend;
        F[AT(0, j)] = FAR;
        s->direction[AT(0, j)] = LEFT;
    }
    for (i = 1; i <= m; i++) {
        for (j = 1; j <= n; j++) {
            int match = H[AT(i - 1, j - 1)] + s->matrix[(int)s->a[i - 1]][(int)s->b[j - 1]];
            int best = match;
            unsigned char from = DIAGONAL;
            E[AT(i, j)] = MAX(H[AT(i, j - 1)] - s->gap_open, E[AT(i, j - 1)] - s->gap_extend);
            F[AT(i, j)] = MAX(H[AT(i - 1, j)] - s->gap_open, F[AT(i - 1, j)] - s->gap_extend);
            if (E[AT(i, j)] > best) {
                best = E[AT(i, j)];
                from = LEFT;
            }
            if (F[AT(i, j)] > best) {
                best = F[AT(i, j)];
                from = UP;
            }
            H[AT(i, j)] = best;
            s->direction[AT(i, j)] = from;
        }
    }
    return H[AT(m, n)];
}

int align_locally(Alignment *s, int *end_a, int *end_b)
{
    int i, j, n = s->n, m = s->m, most = 0;
    int *H = s->score;

    for (i = 0; i <= m; i++)
        H[AT(i, 0)] = 0;
    for (j = 0; j <= n; j++)
        H[AT(0, j)] = 0;
    *end_a = *end_b = 0;
    for (i = 1; i <= m; i++) {
        for (j = 1; j <= n; j++) {
            int same = H[AT(i - 1, j - 1)] + (s->a[i - 1] == s->b[j - 1] ? 3 : -2);
            int gap = MAX(H[AT(i - 1, j)], H[AT(i, j - 1)]) - 4;
            H[AT(i, j)] = MAX(0, MAX(same, gap));
            if (H[AT(i, j)] > most) {
                most = H[AT(i, j)];
                *end_a = i;
                *end_b = j;
            }
        }
    }
    return most;
}

// From the last cell to the first; returns the length of the alignment.
int trace_back(Alignment *s, char *line_a, char *line_b)
{
    int i = s->m, j = s->n, n = s->n, length = 0;

    while (i > 0 || j > 0) {
        unsigned char from = s->direction[AT(i, j)];
        if (from == DIAGONAL) {
            line_a[length] = s->a[--i];
            line_b[length] = s->b[--j];
        } else if (from == LEFT) {
            line_a[length] = '-';
            line_b[length] = s->b[--j];
        } else {
            line_a[length] = s->a[--i];
            line_b[length] = '-';
        }
        length++;
    }
    for (i = 0, j = length - 1; i < j; i++, j--) {
        char letter = line_a[i];
        line_a[i] = line_a[j];
        line_a[j] = letter;
        letter = line_b[i];
        line_b[i] = line_b[j];
        line_b[j] = letter;
    }
    return length;
}
