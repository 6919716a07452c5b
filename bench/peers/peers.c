/* What a car costs per frame in Kamm and in other engines, in one thread of one process: microseconds per car and frame of 1/60 s, for 1, 64
 * and 200 cars, and in brackets how many times Kamm's full model that is.
 *
 *     bench_peers [--json]
 *
 * It compares costs, not cars. A ray-cast vehicle is a box on four springs that takes its tyres' forces from a friction limit, once
 * a frame; an ODE car is five bodies with a friction limit, which at one step a frame does not keep to the road. Kamm's full model has tyres of the Magic Formula with carcasses that deflect, unsprung
 * masses, a driveline, and 4 substeps a frame. bench/page has Jolt and Rapier, in JavaScript. */
#include "peers.h"
#include "../timing.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 240, ROUNDS = 25, MAX_CARS = 200 };
static const int counts[] = {1, 64, 200};
enum { COUNTS = sizeof counts / sizeof *counts };

/* The first is what the others are compared with. */
static const struct engine *const engines[] = {
    &kamm_world_engine, &kamm_full_engine,   &kamm_fine_full_engine, &kamm_double_track_engine,
#ifdef PEERS_ODE
    &ode_engine,
#endif
#ifdef PEERS_BULLET
    &bullet_engine,     &bullet_fine_engine,
#endif
};
enum { ENGINES = sizeof engines / sizeof *engines };

static const char *const missing[] = {
#ifndef PEERS_ODE
    "ODE is left out: libode-dev is not installed",
#endif
#ifndef PEERS_BULLET
    "Bullet is left out: libbullet-dev, or a C++ compiler, is not installed",
#endif
    NULL,
};

struct requests requests_at(double time_s, double speed_mps)
{
    return (struct requests){fmin(1, fmax(0, 20 - speed_mps)),
                             0.03 * cos(6.283185307 * time_s / 3)};
}

struct run {
    const struct engine *engine;
    void *cars;
    int frame;
    double best_us; /* of a frame */
    struct seen {
        double forward_m, leftmost_rad, rightmost_rad;
    } seen[MAX_CARS];
};

static void drive(struct run *run, int frames)
{
    double start = now_s();
    for (int i = 0; i < frames; ++i) run->engine->frame(run->cars, run->frame++ * FRAME_S);
    run->best_us = fmin(run->best_us, 1e6 * (now_s() - start) / frames);
}

static void note(struct run *run, int count)
{
    for (int car = 0; car < count; ++car) {
        struct place place = run->engine->place(run->cars, car);
        struct seen *seen = &run->seen[car];
        seen->forward_m = place.forward_m;
        seen->leftmost_rad = fmax(seen->leftmost_rad, place.heading_rad);
        seen->rightmost_rad = fmin(seen->rightmost_rad, place.heading_rad);
    }
}

/* Each car must have driven on, and turned its nose both ways, by no more than a slalom takes. */
static void check_driven(const struct run *run, int count)
{
    for (int car = 0; car < count; ++car) {
        const struct seen *seen = &run->seen[car];
        double least = fmin(seen->leftmost_rad, -seen->rightmost_rad);
        double most = fmax(seen->leftmost_rad, -seen->rightmost_rad);
        if (seen->forward_m > 80 && least > 0.03 && most < 0.3) continue;
        fprintf(stderr,
                "%s, %d substeps: car %d came %.1f m far, headings %.3f to %.3f rad: no slalom\n",
                run->engine->name, run->engine->substeps, car, seen->forward_m, seen->rightmost_rad,
                seen->leftmost_rad);
        exit(1);
    }
}

/* The engines take turns, so that what else the machine does hits them alike; the least of all rounds counts. */
static void measure(int count, double us[ENGINES])
{
    static struct run runs[ENGINES];
    memset(runs, 0, sizeof runs);
    for (int i = 0; i < ENGINES; ++i) {
        runs[i].engine = engines[i];
        runs[i].cars = engines[i]->create(count, engines[i]->substeps);
        drive(&runs[i], WARM_UP);
        runs[i].best_us = INFINITY;
    }
    int frames = count == 1 ? 40 : 10;
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < ENGINES; ++i) {
            drive(&runs[i], frames);
            note(&runs[i], count);
        }
    for (int i = 0; i < ENGINES; ++i) {
        check_driven(&runs[i], count);
        us[i] = runs[i].best_us / count;
        engines[i]->destroy(runs[i].cars);
    }
}

static void print_table(double us[COUNTS][ENGINES])
{
    printf("us per car and frame of 1/60 s (and over the first line), one thread\n%-26s %8s", "",
           "substeps");
    for (int c = 0; c < COUNTS; ++c) printf("%10d car%s", counts[c], counts[c] > 1 ? "s" : " ");
    for (int i = 0; i < ENGINES; ++i) {
        printf("\n%-26s %8d", engines[i]->name, engines[i]->substeps);
        for (int c = 0; c < COUNTS; ++c) printf("%8.2f (%4.2f)", us[c][i], us[c][i] / us[c][0]);
    }
    printf("\n");
    for (int i = 0; missing[i]; ++i) printf("%s\n", missing[i]);
}

static void print_json(double us[COUNTS][ENGINES])
{
    printf("[");
    for (int i = 0; i < ENGINES; ++i)
        for (int c = 0; c < COUNTS; ++c)
            printf("%s{\"name\": \"%s\", \"substeps\": %d, \"cars\": %d, \"frame_us\": %.4g, "
                   "\"ratio\": %.4g}",
                   i + c ? ",\n " : "", engines[i]->name, engines[i]->substeps, counts[c], us[c][i],
                   us[c][i] / us[c][0]);
    printf("]\n");
}

int main(int argc, char **argv)
{
    static double us[COUNTS][ENGINES];
    int json = argc == 2 && !strcmp(argv[1], "--json");
    if (argc > 1 && !json) return fprintf(stderr, "usage: bench_peers [--json]\n"), 2;
    for (int c = 0; c < COUNTS; ++c) measure(counts[c], us[c]);
    if (json)
        print_json(us);
    else
        print_table(us);
    return 0;
}
