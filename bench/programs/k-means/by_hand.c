// By hand: the search in parallel; sums after it, in the order of the points.

#include "program.h"
#include <float.h>

static float squared_distance(const float *a, const float *b, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < n; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static int nearest(const float *point, const float *clusters, int nclusters, int nfeatures)
{
    int index = 0;
    float best = FLT_MAX;
    for (int k = 0; k < nclusters; k++) {
        float distance = squared_distance(point, clusters + k * nfeatures, nfeatures);
        if (distance < best) {
            best = distance;
            index = k;
        }
    }
    return index;
}

int cluster(float *feature, int npoints, int nfeatures, int nclusters, int iterations, float *clusters, int *membership,
            float *sums, int *counts)
{
    int i, j, k, index, changes = 0, loop = 0;

    for (k = 0; k < nclusters; k++)
        for (j = 0; j < nfeatures; j++)
            clusters[k * nfeatures + j] = feature[k * nfeatures + j];
    for (i = 0; i < npoints; i++)
        membership[i] = -1;

    do {
        changes = 0;
        for (k = 0; k < nclusters; k++) {
            counts[k] = 0;
            for (j = 0; j < nfeatures; j++)
                sums[k * nfeatures + j] = 0.0f;
        }
        #pragma omp parallel for private(index) reduction(+ : changes)
        for (i = 0; i < npoints; i++) {
            index = nearest(feature + i * nfeatures, clusters, nclusters, nfeatures);
            if (membership[i] != index)
                changes++;
            membership[i] = index;
        }
        for (i = 0; i < npoints; i++) {
            index = membership[i];
            counts[index]++;
            for (j = 0; j < nfeatures; j++)
                sums[index * nfeatures + j] += feature[i * nfeatures + j];
        }
        for (k = 0; k < nclusters; k++) {
            if (counts[k] > 0) {
                for (j = 0; j < nfeatures; j++)
                    clusters[k * nfeatures + j] = sums[k * nfeatures + j] / counts[k];
            }
        }
    } while (++loop < iterations && changes > npoints / 1000);
    return loop;
}
