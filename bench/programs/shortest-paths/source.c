// All pairs by one node after the other, with the next node on each path; transitive closure of bytes; integers.

#include "program.h"

void initialise(struct graph *g, const int *edge)
{
    int i, j;

    for (i = 0; i < g->n; i++) {
        for (j = 0; j < g->n; j++) {
            if (i == j) {
                g->distance[i * g->n + j] = 0;
                g->next[i * g->n + j] = j;
            } else if (edge[i * g->n + j] > 0) {
                g->distance[i * g->n + j] = edge[i * g->n + j];
                g->next[i * g->n + j] = j;
            } else {
                g->distance[i * g->n + j] = INFINITE;
                g->next[i * g->n + j] = -1;
            }
        }
    }
}

void shortest_paths(struct graph *g)
{
    int i, j, k, n = g->n;
    int *d = g->distance, *next = g->next;

    for (k = 0; k < n; k++) {
        for (i = 0; i < n; i++) {
            for (j = 0; j < n; j++) {
                if (d[i * n + k] + d[k * n + j] < d[i * n + j]) {
                    d[i * n + j] = d[i * n + k] + d[k * n + j];
                    next[i * n + j] = next[i * n + k];
                }
            }
        }
    }
}

void reachable(const struct graph *g, unsigned char *reach)
{
    int n = g->n;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            reach[i * n + j] = g->next[i * n + j] >= 0 && g->distance[i * n + j] <= 60;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            if (reach[i * n + k])
                for (int j = 0; j < n; j++)
                    reach[i * n + j] |= reach[k * n + j];
}

// Radius, diameter, and pairs without a path.
void statistics(const struct graph *g, int *eccentricity, int *answer)
{
    int radius = INFINITE, diameter = 0, apart = 0;

    for (int i = 0; i < g->n; i++) {
        int most = 0;
        for (int j = 0; j < g->n; j++) {
            int d = g->distance[i * g->n + j];
            if (d == INFINITE)
                apart++;
            else if (d > most)
                most = d;
        }
        eccentricity[i] = most;
    }
    for (int i = 0; i < g->n; i++) {
        if (eccentricity[i] < radius)
            radius = eccentricity[i];
        if (eccentricity[i] > diameter)
            diameter = eccentricity[i];
    }
    answer[0] = radius;
    answer[1] = diameter;
    answer[2] = apart;
}
