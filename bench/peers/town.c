/* What thousands of static boxes cost in a world, in one thread, beside Bullet. Measured are a ray of 100 m along the ground, one of 100 m down to it,
 * and adding and removing a box. In Kamm a frame of 50 full cars that drive among the boxes follows, and the same without them.
 *
 *     bench_town [ROUNDS]
 *
 * The shortest of ROUNDS (9) counts. Both engines must hit at the same places, but for grazing rays. */
#include "town.h"
#include "../timing.h"

#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 20000, RAYS = 400, CARS = 50, FRAMES = 20, SUBSTEPS = 4, EXCHANGES = 40 };
static const int counts[] = {200, 2000, MOST};
enum { COUNTS = sizeof counts / sizeof *counts };
#define SPACING_M 10.0

static double random_share(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

/* A square of blocks, each with a box somewhere in its middle. */
static void build_town(struct town_box *boxes, int count)
{
    uint32_t seed = 1;
    int columns = (int)ceil(sqrt(count));
    for (int i = 0; i < count; ++i) {
        struct town_box *at = &boxes[i];
        for (int k = 0; k < 2; ++k) at->half_m[k] = 0.3 + 1.2 * random_share(&seed);
        at->half_m[2] = 0.5 + 2.5 * random_share(&seed);
        at->centre_m[0] = (i % columns - 0.5 * columns + 0.3 * random_share(&seed)) * SPACING_M;
        at->centre_m[1] = (i / columns - 0.5 * columns + 0.3 * random_share(&seed)) * SPACING_M;
        at->centre_m[2] = at->half_m[2];
        at->yaw_rad = 6.28 * random_share(&seed);
    }
}

/* ---- Kamm ---- */

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(1);
}

static kamm_body_def def_of(const struct town_box *box)
{
    kamm_body_def def = {.type = KAMM_BODY_STATIC};
    for (int k = 0; k < 3; ++k) {
        def.position_m[k] = box->centre_m[k];
        def.shapes[0].box.half_m[k] = box->half_m[k];
    }
    def.orientation[0] = cos(0.5 * box->yaw_rad), def.orientation[3] = sin(0.5 * box->yaw_rad);
    return def;
}

static void *create(const struct town_box *boxes, int count)
{
    kamm_error error = {.text = "out of memory"};
    kamm_body_def *bodies = malloc((size_t)count * sizeof *bodies);
    must(bodies != NULL, &error);
    for (int i = 0; i < count; ++i) bodies[i] = def_of(&boxes[i]);
    kamm_world_def def = {.bodies = bodies, .body_count = count};
    kamm_world *world = kamm_create_world(&def, &error);
    must(world != NULL, &error);
    free(bodies);
    return world;
}

static double ray(void *town, const double from_m[3], const double to_m[3])
{
    kamm_hit hit;
    return kamm_cast_ray(town, from_m, to_m, NULL, &hit) ? hit.fraction : 1;
}

static void exchange(void *town, const struct town_box *box)
{
    kamm_error error;
    kamm_body body;
    kamm_body_def def = def_of(box);
    must(kamm_add_body(town, &def, &body, &error) == KAMM_OK, &error);
    must(kamm_remove_body(town, body, &error) == KAMM_OK, &error);
}

static void destroy(void *town) { kamm_destroy_world(town); }

const struct town_engine kamm_town = {"Kamm", create, ray, exchange, destroy};

/* ---- rays, boxes that come and go ---- */

static const struct town_engine *const engines[] = {
    &kamm_town,
#ifdef PEERS_BULLET
    &bullet_town,
#endif
};
enum { ENGINES = sizeof engines / sizeof *engines };

enum { ALONG, DOWN, EXCHANGE, KINDS };
static const char *const kinds[KINDS] = {"ray of 100 m along the ground", "ray of 100 m downwards",
                                         "add and remove a box"};

/* Rays end above the ground, which is Kamm's alone. */
static void aim(int kind, int i, double extent_m, double from_m[3], double to_m[3])
{
    uint32_t seed = 77u + (uint32_t)i;
    for (int k = 0; k < 4; ++k) random_share(&seed);
    double heading = 6.28 * random_share(&seed);
    for (int k = 0; k < 2; ++k) from_m[k] = to_m[k] = (random_share(&seed) - 0.5) * extent_m;
    from_m[2] = 5.5, to_m[2] = 0.01;
    to_m[0] += 100 * cos(heading), to_m[1] += 100 * sin(heading);
    if (kind == DOWN) from_m[2] = 100, to_m[0] = from_m[0] + 2, to_m[1] = from_m[1];
}

static double cast_all(const struct town_engine *engine, void *town, int kind, double extent_m,
                       double hits[RAYS])
{
    double from[3], to[3], start = now_s();
    for (int i = 0; i < RAYS; ++i) {
        aim(kind, i, extent_m, from, to);
        hits[i] = engine->ray(town, from, to);
    }
    return (now_s() - start) / RAYS;
}

static double exchange_all(const struct town_engine *engine, void *town, double extent_m)
{
    double start = now_s();
    for (int i = 0; i < EXCHANGES; ++i) {
        struct town_box box = {{0, 0, 1}, {1, 1, 1}, 0.1 * i};
        box.centre_m[0] = (i - 0.5 * EXCHANGES) / EXCHANGES * extent_m;
        engine->exchange(town, &box);
    }
    return (now_s() - start) / EXCHANGES;
}

/* Rays that graze an edge hit or miss it by rounding, which is in float in Bullet. */
static void check_hits(const double ours[RAYS], const double theirs[RAYS], int kind)
{
    int others = 0;
    for (int i = 0; i < RAYS; ++i) others += !(fabs(ours[i] - theirs[i]) < 1e-3);
    if (others <= RAYS / 50) return;
    fprintf(stderr, "%s: %d of %d rays hit at other places in Bullet\n", kinds[kind], others, RAYS);
    exit(1);
}

static void measure(const struct town_box *boxes, int count, int rounds, double s[ENGINES][KINDS])
{
    static double hits[ENGINES][RAYS];
    void *towns[ENGINES];
    double extent_m = 0.9 * SPACING_M * sqrt(count);
    for (int e = 0; e < ENGINES; ++e) {
        towns[e] = engines[e]->create(boxes, count);
        for (int k = 0; k < KINDS; ++k) s[e][k] = INFINITY;
    }
    for (int round = 0; round < rounds; ++round)
        for (int k = 0; k < KINDS; ++k) {
            for (int e = 0; e < ENGINES; ++e) {
                double taken = k == EXCHANGE ? exchange_all(engines[e], towns[e], extent_m)
                                             : cast_all(engines[e], towns[e], k, extent_m, hits[e]);
                s[e][k] = fmin(s[e][k], taken);
            }
            if (k != EXCHANGE) check_hits(hits[0], hits[ENGINES - 1], k);
        }
    for (int e = 0; e < ENGINES; ++e) engines[e]->destroy(towns[e]);
}

/* ---- cars among them ---- */

/* The shortest frame of 50 cars that drive off between the boxes; those that hit one stand or push. */
static double frame_s(const kamm_model *model, const struct town_box *boxes, int count, int rounds)
{
    kamm_error error = {.text = "out of memory"};
    double best = INFINITY;
    kamm_world *world = create(boxes, count);
    kamm_cars *cars = kamm_create_cars(model, CARS, &error);
    must(cars != NULL, &error);
    must(kamm_add_cars(world, cars, &error) == KAMM_OK, &error);
    for (int i = 0; i < CARS; ++i) {
        kamm_placement at = kamm_placement_in_world(world, model, (i % 10 - 5) * 10.0 - 3,
                                                    (i / 10 - 2.5) * 10.0 - 3.5, 0);
        kamm_place(cars, i, &at);
    }
    for (int round = 0; round < rounds; ++round) {
        double start = now_s();
        for (int i = 0; i < FRAMES; ++i) {
            for (int car = 0; car < CARS; ++car) kamm_inputs(cars)[car].throttle = 0.2f;
            kamm_step_world(world, SUBSTEPS);
        }
        best = fmin(best, (now_s() - start) / FRAMES);
    }
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    return best;
}

int main(int argc, char **argv)
{
    static struct town_box boxes[MOST];
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    kamm_error error;
    kamm_model *model = kamm_load_model("nissan-micra", KAMM_FULL, &error);
    must(model != NULL, &error);
    printf("us among so many boxes, one thread\n%-32s %8s", "", "");
    for (int c = 0; c < COUNTS; ++c) printf("%10d", counts[c]);
    static double s[COUNTS][ENGINES][KINDS], frame[COUNTS + 1];
    for (int c = 0; c < COUNTS; ++c) {
        build_town(boxes, counts[c]);
        measure(boxes, counts[c], rounds, s[c]);
        frame[c] = frame_s(model, boxes, counts[c], rounds);
    }
    for (int k = 0; k < KINDS; ++k)
        for (int e = 0; e < ENGINES; ++e) {
            printf("\n%-32s %8s", kinds[k], engines[e]->name);
            for (int c = 0; c < COUNTS; ++c) printf("%10.2f", 1e6 * s[c][e][k]);
        }
    printf("\n%-32s %8s", "frame of 50 cars", "Kamm");
    for (int c = 0; c < COUNTS; ++c) printf("%10.2f", 1e6 * frame[c]);
    printf("\n%-32s %8s%10.2f\n", "… without boxes", "Kamm",
           1e6 * frame_s(model, boxes, 0, rounds));
    if (ENGINES == 1) printf("Bullet is left out: libbullet-dev is not installed\n");
    kamm_destroy_model(model);
    return 0;
}
