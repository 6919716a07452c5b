/* Cases of worlds: cars and dynamic bodies in a yard with high walls, a lift and a sensor. */
#include "soak.h"

#include <kamm/world.h>
#include <kamm/world_sleep.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 3, WALLS = 4, DYNAMIC_BODIES = 12 };
static const double yard_m = 40; /* from the middle to each wall */

struct yard {
    kamm_world *world;
    kamm_cars *groups[GROUPS];
    char what[GROUPS][sizeof((struct soak *)0)->what]; /* the vehicles of each */
    int group_count;
    struct soak_place place;
};

static void make_walls(kamm_body_def fixed_bodies[WALLS + 2])
{
    memset(fixed_bodies, 0, (WALLS + 2) * sizeof *fixed_bodies);
    for (int i = 0; i < WALLS; ++i) {
        double *centre = fixed_bodies[i].shapes[0].box.centre_m,
               *half = fixed_bodies[i].shapes[0].box.half_m;
        double side = i & 1 ? yard_m + 1 : -yard_m - 1;
        centre[i / 2] = side;
        centre[2] = 20;
        half[i / 2] = 1;
        half[1 - i / 2] = yard_m + 2;
        half[2] = 30;
    }
    fixed_bodies[WALLS] =
        (kamm_body_def){.shapes[0].box = {.centre_m = {10, 10, 0.1}, .half_m = {4, 4, 0.1}},
                        .type = KAMM_BODY_KINEMATIC,
                        .is_driven_on = 1};
    fixed_bodies[WALLS + 1] = (kamm_body_def){
        .shapes[0].box = {.centre_m = {-10, 5, 1}, .half_m = {2, 2, 2}}, .sensor = 1};
}

/* Boxes around the first shape, some of which are in it. */
static void add_legs(struct soak *soak, kamm_body_def *dynamic_body)
{
    const double *half = dynamic_body->shapes[0].box.half_m;
    dynamic_body->shape_count = 2 + soak_below(soak, KAMM_MAX_SHAPES - 1);
    for (int i = 1; i < dynamic_body->shape_count; ++i) {
        kamm_box *box = &dynamic_body->shapes[i].box;
        for (int k = 0; k < 3; ++k) {
            box->half_m[k] = half[k] * soak_between(soak, 0.1, 0.6);
            box->centre_m[k] = (half[k] + box->half_m[k]) * soak_between(soak, -1, 1);
        }
    }
}

static kamm_body_def make_body(struct soak *soak)
{
    kamm_body_def dynamic_body = kamm_cone(0.5);
    if (soak_below(soak, 3)) {
        dynamic_body = (kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                                       .mass_kg = (float)soak_between(soak, 1, 2000)};
        for (int i = 0; i < 3; ++i)
            dynamic_body.shapes[0].box.half_m[i] = soak_between(soak, 0.1, 1);
        if (soak_below(soak, 3) == 0)
            dynamic_body.shapes[0].kind = KAMM_SHAPE_SPHERE,
            dynamic_body.shapes[0].box.half_m[1] = dynamic_body.shapes[0].box.half_m[2] =
                dynamic_body.shapes[0].box.half_m[0];
        if (soak_below(soak, 3) == 0) add_legs(soak, &dynamic_body);
        dynamic_body.position_m[2] = dynamic_body.shapes[0].box.half_m[2] + 0.02;
        dynamic_body.is_driven_on = soak_below(soak, 2);
    }
    for (int i = 0; i < 2; ++i)
        dynamic_body.position_m[i] = soak_between(soak, -0.9 * yard_m, 0.9 * yard_m);
    return dynamic_body;
}

/* What reaches further would be in a wall from the start. */
static int fits_in_yard(const kamm_model *model)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    int count = kamm_car_boxes(model, boxes);
    double reach_m = 0;
    for (int i = 0; i < count; ++i)
        reach_m = fmax(reach_m, hypot(fabs(boxes[i].centre_m[0]) + boxes[i].half_m[0],
                                      fabs(boxes[i].centre_m[1]) + boxes[i].half_m[1]));
    return reach_m < 14;
}

static int add_group(struct soak *soak, struct yard *yard, double rate)
{
    kamm_model *model = soak_model(soak, soak_rung(soak), rate);
    if (!model || !fits_in_yard(model) || fabs(kamm_describe(model).substep_s * rate - 1) > 1e-9) {
        kamm_destroy_model(model);
        return 0;
    }
    int count = 1 + soak_below(soak, 4), group = yard->group_count;
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    kamm_error error = {0};
    for (int i = 0; i < count; ++i) {
        kamm_placement at = kamm_placement_in_world(
            yard->world, model, -25 + 16.0 * i, -24 + 18.0 * group, soak_between(soak, -3.1, 3.1));
        at.speed_mps = soak_between(soak, 0, 20);
        at.gear = KAMM_GEAR_DRIVE;
        kamm_place(cars, i, &at);
    }
    kamm_destroy_model(model);
    memcpy(yard->what[group], soak->what, sizeof soak->what);
    yard->groups[yard->group_count++] = cars;
    if (kamm_add_cars(yard->world, cars, &error)) soak_find(soak, SOAK_REFUSAL, "%s", error.text);
    return 1;
}

static void hold_inside(struct soak *soak, const struct yard *yard, double time_s)
{
    kamm_pose pose;
    kamm_body_motion motion;
    for (int group = 0; group < yard->group_count; ++group) {
        kamm_cars *cars = yard->groups[group];
        memcpy(soak->what, yard->what[group], sizeof soak->what);
        soak_look(soak, cars, "in a yard", time_s);
        for (int car = 0; car < kamm_count(cars); ++car) {
            kamm_read_pose(cars, car, 1, &pose, NULL);
            if (fabs(pose.position_m[0]) > yard_m + 1 || fabs(pose.position_m[1]) > yard_m + 1)
                soak_find(soak, SOAK_DEPTH, "car %d is through a wall, at %.4g %.4g, after %g s",
                          car, pose.position_m[0], pose.position_m[1], time_s);
        }
    }
    for (int i = 0; i < kamm_body_count(yard->world); ++i) {
        if (kamm_read_body_motion(yard->world, kamm_body_at(yard->world, i), &motion, NULL))
            continue;
        if (i < WALLS + 2) continue; /* they do not fall */
        const double *p = motion.position_m;
        if (!isfinite(p[0] + p[1] + p[2]))
            soak_find(soak, SOAK_FINITE, "thing %d after %g s", i, time_s);
        if (fabs(p[0]) > yard_m + 1.5 || fabs(p[1]) > yard_m + 1.5 || p[2] < -yard_m)
            soak_find(soak, SOAK_DEPTH,
                      "thing %d is through a wall or the ground, at %.4g %.4g %.4g, after %g s", i,
                      p[0], p[1], p[2], time_s);
    }
}

static void drive(struct soak *soak, struct yard *yard, double rate, int from, int to, int apart)
{
    int substeps = (int)lround(0.1 / SOAK_RIDES * rate);
    for (int moment = from; moment < to; ++moment) {
        for (int group = 0; group < yard->group_count; ++group) {
            soak_drive(soak, yard->groups[group], moment);
            soak->driven_s += 0.1 * kamm_count(yard->groups[group]);
        }
        for (int part = 0; part < SOAK_RIDES; ++part) {
            int riders = 0;
            for (int group = 0; group < yard->group_count; ++group)
                riders |= soak_ride(soak, yard->groups[group], moment);
            int size = apart && !riders ? 1 : substeps;
            for (int i = 0; i < substeps; i += size) kamm_step_world(yard->world, size);
        }
        if (!apart) hold_inside(soak, yard, moment / 10.0);
    }
}

static int make_yard(struct soak *soak, struct yard *yard, double rate)
{
    kamm_body_def bodies[WALLS + 2 + DYNAMIC_BODIES];
    make_walls(bodies);
    soak_make_place(soak, &yard->place);
    int count = soak_below(soak, DYNAMIC_BODIES + 1);
    for (int i = 0; i < count; ++i) bodies[WALLS + 2 + i] = make_body(soak);
    yard->place.ground.wind_mps[1] = 0;
    if (!yard->place.ground.query) yard->place.ground = kamm_flat_ground;
    const kamm_world_def def = {.ground = yard->place.ground,
                                .bodies = bodies,
                                .body_count = WALLS + 2 + count,
                                .substep_s = 1 / rate,
                                .cars_are_driven_on = soak_below(soak, 2)};
    kamm_error error = {0};
    yard->world = kamm_create_world(&def, &error);
    if (!yard->world) {
        soak_find(soak, SOAK_REFUSAL, "%s", error.text);
        return 0;
    }
    kamm_let_cars_sleep(yard->world, soak_below(soak, 2));
    const kamm_body_motion lift = {.velocity_mps = {0, 0, soak_between(soak, -0.02, 0.1)}};
    kamm_set_body_motion(yard->world, kamm_body_at(yard->world, WALLS), &lift, NULL);
    for (int i = 0; i < GROUPS; ++i) add_group(soak, yard, rate);
    return 1;
}

void soak_world(struct soak *soak)
{
    struct yard yard = {0};
    double rate = (double[]){240, 240, 480}[soak_below(soak, 3)];
    int half = 10 * (2 + soak_below(soak, 6));
    if (!make_yard(soak, &yard, rate)) return;
    drive(soak, &yard, rate, 0, half, 0);
    size_t size = kamm_world_snapshot_size(yard.world);
    void *snapshot = malloc(size);
    kamm_save_world_snapshot(yard.world, snapshot);
    drive(soak, &yard, rate, half, 2 * half, 0);
    uint64_t hash = kamm_world_state_hash(yard.world);
    kamm_error error = {0};
    if (kamm_restore_world_snapshot(yard.world, snapshot, size, &error))
        soak_find(soak, SOAK_REFUSAL, "%s", error.text);
    drive(soak, &yard, rate, half, 2 * half, 1);
    if (kamm_world_state_hash(yard.world) != hash)
        soak_find(soak, SOAK_REPLAY, "of a world, from %d s on", half / 10);
    free(snapshot);
    kamm_destroy_world(yard.world);
    for (int i = 0; i < yard.group_count; ++i) kamm_destroy_cars(yard.groups[i]);
}
