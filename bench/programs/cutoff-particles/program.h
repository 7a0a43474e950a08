// Particles that repel each other within a radius, in a box. Sizes: particles, steps.

#define SIZE_TABLE(SIZE)                                                                           \
    SIZE(particles, 1, 20, 150, 1500, 5000)                                                        \
    SIZE(steps, 1, 3, 4, 10, 10)
#include "../../kernels/harness.h"

typedef struct {
    double x, y, z;
} vec3;

typedef struct {
    vec3 position, velocity, force;
    double mass;
} Particle;

typedef struct {
    Particle *particles;
    int count;
    double box, cutoff;
    double potential, kinetic;
} System;

NOINLINE void step(System *s, double dt);

int main(int argc, char **argv)
{
    struct Bench bench = open_bench(argc, argv);
    DECLARE_SIZES
    Particle *p = allocate(&bench, particles * sizeof *p);
    System s = {.particles = p, .count = particles, .box = 10, .cutoff = 1.5};
    while (next_run(&bench)) {
        for (int i = 0; i < particles; i++) {
            p[i] = (Particle){.position = {10 * random_real(&bench), 10 * random_real(&bench),
                                           10 * random_real(&bench)}};
            p[i].velocity = (vec3){random_real(&bench) - 0.5, random_real(&bench) - 0.5,
                                   random_real(&bench) - 0.5};
            p[i].mass = 1 + random_real(&bench);
        }
        start_clock(&bench);
        for (int i = 0; i < steps; i++)
            step(&s, 0.001);
        stop_clock(&bench);
    }
    add_reals(&bench, p, particles * sizeof *p);
    add_reals(&bench, &s.potential, 2 * sizeof(double));
    return close_bench(&bench);
}
