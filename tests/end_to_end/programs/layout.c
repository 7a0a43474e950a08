// Text around and in regions: tabs, comments, one-line functions, line continuations, regions that start
// in the middle of a line.
// expect: transformed
#include <stdio.h>

static void one(int n, double *restrict a) { for (int i = 0; i < n; i++) a[i] += 1; }

static void two(int n, double *restrict a) { if (n > 5) return; for (int i = 0; i < n; i++) a[i] *= 2; }

	static void tabs(int n, double *restrict a) {
		/* before */ for (int i = 1; i < n; i++) { // the head
			/* inside */ a[i] = /* between */ a[i - 1] // after
				+ 1;
			/* at the end */ } /* behind */ a[0] = 7; // of all
	}

static void continued(int n, double *restrict a)
{
    for (int i = 0; \
         i < n; \
         i++) a[i] -= \
        3; for (int j = 0; j < n; j++) a[j] += j; a[n] = 1; for (int k = 0; k < n; k++) a[k] /= 2; }

static int unbraced(int n, double *restrict a)
{
    if (printf("."))
        for (int i = 0; i < n; i++)
            for (int j = 0; j < 2; j++)
                a[i] += j;
    else
        for (int i = 0; i < n; i++)
            a[i] = 0;
    do for (int i = 0; i < n; i++) a[i] += a[n]; while (printf("") > 0);
    while (n-- > 30) for (int i = 0; i < n; i++) a[i] += 2;
    return n;
}

int main(void)
{
	for (int n = 0; n <= 40; n += n < 3 ? 1 : 9) {
		double a[42];
		for (int k = 0; k < 42; k++) a[k] = k % 6;
		one(n, a); two(n, a); tabs(n, a); continued(n, a);
		printf("%d ", unbraced(n, a));
		for (int k = 0; k < 42; k++) printf("%g ", a[k]);
		printf("\n");
	}
	return 0;
}
