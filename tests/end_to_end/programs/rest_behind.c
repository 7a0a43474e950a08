// Loops of which a part has to stay in order: clusters of points, histograms of what takes long to compute, lists that
// grow; rows of matrices that data choose, by subscripts of one dimension.
// expect: transformed
#include <stdio.h>

enum { MOST = 3000, WIDTH = 9 };

static float feature[MOST * WIDTH], centre[20 * WIDTH], sums[20 * WIDTH];
static int membership[MOST], counts[MOST], list[MOST + 1];
static double values[MOST];

static int nearest(const float *point, const float *centre, int clusters, int width)
{
    int index = 0;
    float best = 1e30f;
    for (int k = 0; k < clusters; k++) {
        float distance = 0;
        for (int i = 0; i < width; i++)
            distance += (point[i] - centre[k * width + i]) * (point[i] - centre[k * width + i]);
        if (distance < best) {
            best = distance;
            index = k;
        }
    }
    return index;
}

static int assign(const float *feature, int points, int width, int clusters, const float *centre, int *membership,
                  float *sums, int *counts)
{
    int changes = 0, index;
    for (int i = 0; i < points; i++) {
        index = nearest(feature + i * width, centre, clusters, width);
        if (membership[i] != index)
            changes++;
        membership[i] = index;
        counts[index]++;
        for (int j = 0; j < width; j++)
            sums[index * width + j] += feature[i * width + j];
    }
    return changes;
}

// The same with arrays of two dimensions, and what is left in the row itself.
static void by_rows(int n, float (*x)[WIDTH], float (*y)[WIDTH], int *last)
{
    for (int i = 0; i < n; i++) {
        int most = 0, second = 0;
        float top = -1e9f;
        for (int j = 0; j < WIDTH; j++) {
            float s = 0;
            for (int k = 0; k < WIDTH; k++)
                s += x[i][k] * (float)(k - j);
            if (s >= top) {
                second = most;
                most = j;
                top = s;
            }
        }
        y[most][second] += top;
        last[most] = i;
    }
}

static int found(int n, int m, const double *v, int *list)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < m; j++)
            s = 0.5 * s + v[(i * 7 + j) % MOST];
        if (s > 0.75)
            list[count++] = i;
    }
    return count;
}

// What is in front reads what the rest of the iteration before has left: nothing to divide.
static void chained(int n, int m, double *v)
{
    double carry = 0;
    for (int i = 0; i < n; i++) {
        double s = carry;
        for (int j = 0; j < m; j++)
            s = 0.5 * s + v[(i + j) % MOST];
        carry = s;
        v[i] = s;
    }
}

// A chosen place that a loop leaves in steps, and that ends the loop.
static void steps(int n, int m, const double *v, int *counts)
{
    for (int i = 0; i < n; i++) {
        int place = 3;
        for (int j = 0; j < m; j++) {
            if (v[(i + j) % MOST] > 0.5)
                place += 1;
            else if (v[(i + 2 * j) % MOST] < 0.25)
                place = j;
        }
        counts[place]++;
    }
}

static void fill(void)
{
    for (int i = 0; i < MOST; i++) {
        for (int j = 0; j < WIDTH; j++)
            feature[i * WIDTH + j] = (float)((i * 7 + j * 11 + i / 5) % 23) / 8;
        membership[i] = i % 3;
        counts[i] = 0;
        values[i] = (double)(i * 13 % 17) / 16;
    }
    for (int i = 0; i < 20 * WIDTH; i++) {
        centre[i] = (float)(i * 5 % 19) / 8;
        sums[i] = 0;
    }
}

static void print(const char *what, int result)
{
    double sum = 0;
    for (int i = 0; i < MOST; i++) {
        sum = sum * 0.999 + membership[i] + 2 * counts[i] + 3 * list[i] + values[i];
        for (int j = 0; j < WIDTH; j++)
            sum = sum * 0.999 + feature[i * WIDTH + j];
    }
    for (int i = 0; i < 20 * WIDTH; i++)
        sum = sum * 0.999 + sums[i] + centre[i];
    printf("%s %d %.17g\n", what, result, sum);
}

int main(void)
{
    const int sizes[] = {0, 1, 5, 1023, 1025, 3000};
    const int widths[] = {0, 1, 4, 9};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 4; b++) {
            const int n = sizes[a], m = widths[b];
            fill();
            print("assigned", assign(feature, n, m, 2 * m, centre, membership, sums, counts));
            print("assigned to one", assign(feature, n, m, 1, centre, membership, sums, counts));
            print("assigned to none", assign(feature, n, m, 0, centre, membership, sums, counts));
            print("into the points", assign(feature, n / 2, m, 3, centre, membership, feature + 20, counts));
            print("into the centres", assign(feature, n, m, 3, centre, membership, centre, counts));
            print("counted where they are", assign(feature, n < 20 ? n : 20, m, 3, centre, counts, sums, counts));
            fill();
            by_rows(n, (float (*)[WIDTH])feature, (float (*)[WIDTH])sums, counts);
            print("by rows", 0);
            print("found", found(n, m, values, list));
            chained(n, m, values);
            print("chained", 0);
            steps(n, m, values, counts);
            print("steps", 0);
        }
    return 0;
}
