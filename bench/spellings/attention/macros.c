// Macros for elements and for the larger of two values.

#include "sizes.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define Q(h, t, i) q[((h) * length + (t)) * size + (i)]
#define K(h, t, i) k[((h) * length + (t)) * size + (i)]
#define V(h, t, i) v[((h) * length + (t)) * size + (i)]
#define OUT(h, t, i) out[((h) * length + (t)) * size + (i)]
#define SCORE(h, t, s) scores[((h) * length + (t)) * length + (s)]

NOINLINE static void kernel(int heads, int length, int size, const REAL *restrict q,
                            const REAL *restrict k, const REAL *restrict v, REAL *restrict scores,
                            REAL *restrict out)
{
    int h, t, s, i;
    REAL scale = 1.0f / sqrtf(size), most, sum;

    for (h = 0; h < heads; h++) {
        for (t = 0; t < length; t++) {
            most = -FLT_MAX;
            for (s = 0; s <= t; s++) {
                SCORE(h, t, s) = 0;
                for (i = 0; i < size; i++)
                    SCORE(h, t, s) += Q(h, t, i) * K(h, s, i);
                SCORE(h, t, s) *= scale;
                most = MAX(most, SCORE(h, t, s));
            }
            sum = 0;
            for (s = 0; s <= t; s++) {
                SCORE(h, t, s) = expf(SCORE(h, t, s) - most);
                sum += SCORE(h, t, s);
            }
            for (s = 0; s <= t; s++)
                SCORE(h, t, s) /= sum;
            for (i = 0; i < size; i++)
                OUT(h, t, i) = 0;
            for (s = 0; s <= t; s++)
                for (i = 0; i < size; i++)
                    OUT(h, t, i) += SCORE(h, t, s) * V(h, s, i);
        }
    }
}

#include "main.h"
