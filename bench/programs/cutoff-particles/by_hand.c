// By hand: the forces on particles in parallel.

#include "program.h"

static double minimum_image(double d, double box)
{
    if (d > 0.5 * box)
        d -= box;
    else if (d < -0.5 * box)
        d += box;
    return d;
}

static void compute_forces(System *s)
{
    Particle *p = s->particles;
    double cutoff2 = s->cutoff * s->cutoff;

    double potential = 0.0;
    #pragma omp parallel for reduction(+ : potential)
    for (int i = 0; i < s->count; i++) {
        double fx = 0.0, fy = 0.0, fz = 0.0, energy = 0.0;
        for (int j = 0; j < s->count; j++) {
            if (j == i)
                continue;
            double dx = minimum_image(p[i].position.x - p[j].position.x, s->box);
            double dy = minimum_image(p[i].position.y - p[j].position.y, s->box);
            double dz = minimum_image(p[i].position.z - p[j].position.z, s->box);
            double r2 = dx * dx + dy * dy + dz * dz;
            if (r2 < cutoff2) {
                double overlap = 1.0 - r2 / cutoff2;
                double factor = 40.0 * overlap * p[j].mass;
                fx += factor * dx;
                fy += factor * dy;
                fz += factor * dz;
                energy += 5.0 * overlap * overlap;
            }
        }
        p[i].force.x = fx;
        p[i].force.y = fy;
        p[i].force.z = fz;
        potential += energy;
    }
    s->potential = potential;
}

static void move(System *s, double dt)
{
    s->kinetic = 0.0;
    for (int i = 0; i < s->count; i++) {
        Particle *p = &s->particles[i];
        p->velocity.x += dt * p->force.x / p->mass;
        p->velocity.y += dt * p->force.y / p->mass;
        p->velocity.z += dt * p->force.z / p->mass;
        p->position.x += dt * p->velocity.x;
        p->position.y += dt * p->velocity.y;
        p->position.z += dt * p->velocity.z;
        if (p->position.x < 0.0)
            p->position.x += s->box;
        if (p->position.x >= s->box)
            p->position.x -= s->box;
        if (p->position.y < 0.0)
            p->position.y += s->box;
        if (p->position.y >= s->box)
            p->position.y -= s->box;
        if (p->position.z < 0.0)
            p->position.z += s->box;
        if (p->position.z >= s->box)
            p->position.z -= s->box;
        s->kinetic += 0.5 * p->mass *
                      (p->velocity.x * p->velocity.x + p->velocity.y * p->velocity.y + p->velocity.z * p->velocity.z);
    }
}

void step(System *s, double dt)
{
    compute_forces(s);
    move(s, dt);
}
