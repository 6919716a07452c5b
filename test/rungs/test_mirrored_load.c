/* A vehicle that is loaded to one side, and its mirror image on the image of the road: what they do is mirrored, to the bit. Of every
 * shipped vehicle and combination, on each rung. */
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h" /* of_tiers: each tier drives more of them, and longer */
#include "support/trailers.h"

#include <math.h>
#include <string.h>

/* What lies aside: the payload, the car's own centre of gravity, or both. */
enum { LADEN = 1, LEANING = 2, WAYS = 4 };

static void load_aside(kamm_vehicle_def *def, int way, double side)
{
    if (way & LADEN) {
        def->payload.mass_kg = 0.2 * def->body.mass_kg;
        def->payload.cg_behind_front_axle_m = 1.03 * def->body.cg_behind_front_axle_m;
        def->payload.cg_height_m = 1.1 * def->body.cg_height_m;
        def->payload.cg_left_m = 0.3 * side;
    }
    if (way & LEANING) def->body.cg_left_m = 0.04 * side;
}

/* Waves below the left wheels, and a smooth road below the right ones. */
static void ask_left_waves(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct rough_ground *rough = user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        if (at[1] > 0)
            rough_contact(rough, at, &contacts[i]);
        else
            contacts[i] = kamm_flat_ground.plane;
    }
}

struct road {
    struct rough_ground rough;
    struct mirrored_ground mirror;
    kamm_ground sides[2];
};

static void make_road(struct road *road)
{
    make_rough(&road->rough, 7, 1.7, 0.02, 0.8);
    road->sides[0] = kamm_flat_ground;
    road->sides[0].query = ask_left_waves;
    road->sides[0].user = &road->rough;
    road->sides[1] = mirror_of_ground(&road->mirror, &road->sides[0]);
}

/* From side to side, with throttle, brake and neither by turns. */
static void press(kamm_input *in, const kamm_model *model, int frame, int side)
{
    double lock = kamm_describe(model).steering_lock_rad;
    in->steering_wheel_rad = (float)((side ? -1 : 1) * 0.4 * lock * sin(0.07 * frame));
    in->gear = KAMM_GEAR_DRIVE;
    in->throttle = frame / 15 % 3 == 0 ? 0.8f : 0;
    in->brake = frame / 15 % 3 == 1 ? 0.9f : 0;
}

static double speed_of(const kamm_vehicle_def *def) { return is_kart(def) ? 8 : 14; }

static void expect_mirrored(const kamm_vehicle_def defs[2], kamm_rung rung, int frames)
{
    static struct road road;
    kamm_cars *cars[2];
    make_road(&road);
    int substeps = (int)lround(defs[0].stepping.substeps_per_s / 60);
    for (int side = 0; side < 2; ++side) {
        cars[side] = start_rung(&defs[side], rung, 1);
        put_car(cars[side], 0, &road.sides[side], 0, speed_of(&defs[side]), KAMM_GEAR_DRIVE);
    }
    for (int frame = 0; frame < frames; ++frame) {
        for (int side = 0; side < 2; ++side) {
            press(kamm_inputs(cars[side]), kamm_model_of(cars[side], 0), frame, side);
            kamm_step(cars[side], &road.sides[side], substeps);
        }
        expect_mirror_images(cars[0], cars[1], frame);
    }
    for (int side = 0; side < 2; ++side) end_cars(cars[side]);
}

/* Of the grid of ways and rungs each tier takes every how many'th. */
static int is_left_out(int number) { return number % of_tiers(23, 3, 1) != 0; }

static void load_vehicle(int vehicle, int way, kamm_rung rung, kamm_vehicle_def defs[2])
{
    for (int side = 0; side < 2; ++side) {
        defs[side] = shipped_on(vehicle, rung, 240);
        load_aside(&defs[side], way, side ? -1 : 1);
        defs[side].stepping.substeps_per_s = allowed_rate(&defs[side], 240);
    }
}

static void vehicle_loaded_aside_drives_as_its_mirror_image(void **state)
{
    int vehicle = (int)(intptr_t)*state;
    kamm_vehicle_def defs[2];
    for (int way = 1; way < WAYS; ++way)
        for (EACH_RUNG(rung)) {
            if (is_left_out(vehicle + 5 * way + (int)rung)) continue;
            print_message("way %d, %s\n", way, rung_name(rung));
            load_vehicle(vehicle, way, rung, defs);
            expect_mirrored(defs, rung, of_tiers(60, 120, 600));
        }
}

/* Held by its brakes where the road rises and banks, then driven off and handed to another rung. */
static void expect_mirrored_hand_over(const kamm_vehicle_def defs[2], kamm_rung from, kamm_rung to)
{
    static const double speeds_mps[] = {0, 11};
    int substeps = (int)lround(defs[0].stepping.substeps_per_s / 60);
    for (int n = 0; n < 2; ++n) {
        kamm_cars *cars[2], *after[2];
        kamm_ground roads[2];
        for (int side = 0; side < 2; ++side) {
            roads[side] = kamm_plane_ground(0.06, side ? -0.05 : 0.05, 0.9);
            cars[side] = start_rung(&defs[side], from, 1);
            after[side] = start_rung(&defs[side], to, 1);
            put_car(cars[side], 0, &roads[side], 0, speeds_mps[n], KAMM_GEAR_DRIVE);
        }
        for (int frame = 0; frame < 30; ++frame) {
            kamm_cars **now = frame < 15 ? cars : after;
            for (int side = 0; side < 2; ++side) {
                if (frame == 15) kamm_hand_over(cars[side], 0, after[side], 0);
                if (n)
                    press(kamm_inputs(now[side]), kamm_model_of(now[side], 0), frame + 7, side);
                else
                    kamm_inputs(now[side])->brake = 1;
                kamm_step(now[side], &roads[side], substeps);
            }
            expect_mirror_images(now[0], now[1], frame);
        }
        for (int side = 0; side < 2; ++side) end_cars(cars[side]), end_cars(after[side]);
    }
}

static void vehicle_loaded_aside_is_handed_over_as_its_mirror_image(void **state)
{
    int vehicle = (int)(intptr_t)*state;
    kamm_vehicle_def defs[2];
    for (int way = 1; way < WAYS; ++way)
        for (EACH_RUNG(from)) {
            kamm_rung to = (kamm_rung)(1 + ((int)from + way + vehicle) % 5);
            if (is_left_out(vehicle + 4 * way + (int)from)) continue;
            print_message("way %d, %s to %s\n", way, rung_name(from), rung_name(to));
            load_vehicle(vehicle, way, KAMM_DOUBLE_TRACK, defs);
            expect_mirrored_hand_over(defs, from, to);
        }
}

static void expect_mirrored_hitch(struct combination combinations[2], int unit, int frame)
{
    kamm_hitch_state a = hitch_of(&combinations[0], 0, unit),
                     b = hitch_of(&combinations[1], 0, unit);
    const double one[] = {a.articulation_rad, a.articulation_rate_radps,
                          a.gap_m[1],         a.force_n[1],
                          a.roll_nm,          a.yaw_nm,
                          a.gap_m[0],         a.gap_m[2],
                          a.force_n[0],       a.force_n[2]};
    const double image[] = {-b.articulation_rad, -b.articulation_rate_radps,
                            -b.gap_m[1],         -b.force_n[1],
                            -b.roll_nm,          -b.yaw_nm,
                            b.gap_m[0],          b.gap_m[2],
                            b.force_n[0],        b.force_n[2]};
    for (size_t i = 0; i < sizeof one / sizeof *one; ++i)
        if (one[i] != image[i])
            fail_msg("frame %d, hitch of unit %d, %zu: %.9g, mirrored %.9g", frame, unit, i, one[i],
                     image[i]);
}

static void drive_combinations(struct combination combinations[2], int units, int frames)
{
    static struct road road;
    make_road(&road);
    double dt = kamm_describe(combinations[0].models[0]).substep_s;
    for (int side = 0; side < 2; ++side) place_combination(&combinations[side], 0, 10);
    for (int frame = 0; frame < frames; ++frame) {
        for (int side = 0; side < 2; ++side) {
            press(kamm_inputs(kamm_combination_cars(combinations[side].combinations, 0)),
                  combinations[side].models[0], frame, side);
            kamm_step_combinations(combinations[side].combinations, &road.sides[side],
                                   (int)lround(1 / (60 * dt)));
        }
        for (int u = 0; u < units; ++u) {
            expect_mirror_images(kamm_combination_cars(combinations[0].combinations, u),
                                 kamm_combination_cars(combinations[1].combinations, u), frame);
            if (u) expect_mirrored_hitch(combinations, u, frame);
        }
    }
}

static void combination_loaded_aside_drives_as_its_mirror_image(void **state)
{
    static kamm_vehicle_def defs[KAMM_MAX_UNITS];
    int number = (int)(intptr_t)*state;
    for (int way = 1; way < WAYS; ++way)
        for (int i = 0; i < 2; ++i) {
            kamm_rung rung = i ? KAMM_FULL : KAMM_SINGLE_TRACK; /* those that feel hitches */
            if (is_left_out(number + 5 * way + (int)rung)) continue;
            print_message("way %d, %s\n", way, rung_name(rung));
            int units = 0;
            struct combination combinations[2];
            for (int side = 0; side < 2; ++side) {
                units = load_shipped(combination_names[number], 240, defs);
                for (int u = 0; u < units; ++u) load_aside(&defs[u], way, side ? -1 : 1);
                combinations[side] = start_combination(defs, units, rung, 1);
            }
            drive_combinations(combinations, units, of_tiers(60, 120, 600));
            for (int side = 0; side < 2; ++side) end_combination(&combinations[side]);
        }
}

int main(void)
{
    enum { MOST_TESTS = 3 * 128 };
    static struct CMUnitTest tests[MOST_TESTS];
    size_t count = 0;
    assert_true(2 * shipped_count() + COMBINATION_NAMES <= MOST_TESTS);
    for (int i = 0; i < shipped_count(); ++i) {
        void *vehicle = (void *)(intptr_t)i;
        tests[count++] = (struct CMUnitTest){
            shipped_name(i), vehicle_loaded_aside_drives_as_its_mirror_image, NULL, NULL, vehicle};
        tests[count++] = (struct CMUnitTest){
            shipped_name(i), vehicle_loaded_aside_is_handed_over_as_its_mirror_image, NULL, NULL,
            vehicle};
    }
    for (int i = 0; i < COMBINATION_NAMES; ++i)
        tests[count++] = (struct CMUnitTest){combination_names[i],
                                             combination_loaded_aside_drives_as_its_mirror_image,
                                             NULL, NULL, (void *)(intptr_t)i};
    return _cmocka_run_group_tests("mirrored_load", tests, count, NULL, NULL);
}
