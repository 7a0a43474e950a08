// Sizes in global variables, neighbours around the torus by `%`, rules as conditions, and a generation's result copied
// back.

#include "program.h"

int H, W;

#define CELL(y, x) world[((y) + H) % H * W + ((x) + W) % W]

static int neighbours(unsigned char *world, int y, int x)
{
    int count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy != 0 || dx != 0)
                count += CELL(y + dy, x + dx);
    return count;
}

static void evolve(unsigned char *world, unsigned char *next)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++) {
            int count = neighbours(world, y, x);
            if (count == 3 || (count == 2 && world[y * W + x]))
                next[y * W + x] = 1;
            else
                next[y * W + x] = 0;
        }
    }
}

static void grow_older(unsigned char *world, int *age)
{
    for (int i = 0; i < H * W; i++) {
        if (world[i])
            age[i]++;
        else
            age[i] = 0;
    }
}

static int population(unsigned char *world)
{
    int count = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            if (world[y * W + x])
                count++;
    return count;
}

int run(unsigned char *world, unsigned char *next, int *age, int generations)
{
    for (int generation = 0; generation < generations; generation++) {
        evolve(world, next);
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++)
                world[y * W + x] = next[y * W + x];
        grow_older(world, age);
        if (population(world) == 0)
            return generation;
    }
    return population(world);
}
