/* Cars that are driven at random, side by side at every width and beside other models, do to the bit what each does
 * alone: no work that a kernel skips or does for one car is seen in another. */
#include "support/company.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>

enum { CARS = 12, FRAMES = 60, LOOKS = 4, HELD_FRAMES = 6 };

/* -- the ground: cells of 3 m, each of a kind -- */

static const kamm_soil loam = {5300, 1515000, 0.7f, 1700, 0.577f, 0.025f, 1500, 0};

static void random_contact(const double at[3], kamm_contact *contact)
{
    struct noise noise = {(uint64_t)(int64_t)floor(at[0] / 3) * 7919 +
                          (uint64_t)(int64_t)floor(at[1] / 3) * 104729};
    *contact = kamm_flat_ground.plane;
    switch (noise_bits(&noise) % 8) {
    case 0: contact->friction = 0.1f; break;
    case 1: contact->water_m = 0.004f, contact->friction = 0.8f; break;
    case 2: contact->soil = loam; break;
    case 3: contact->sliding_loss = 0.5f, contact->rolling_resistance = 0.03f; break;
    case 4: contact->point_m[2] = noise_between(&noise, 0, 0.08); break;
    case 5: contact->normal[0] = 0.1f, contact->normal[2] = 0.99499f; break;
    default: return;
    }
    contact->point_m[0] = 3 * floor(at[0] / 3);
}

static void query_random(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) random_contact(probes[i].position_m, &contacts[i]);
}

static kamm_ground random_ground(int body_points)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_random;
    ground.interval_substeps = 3;
    ground.body_points = body_points;
    return ground;
}

/* -- the drivers -- */

static float one_of(struct noise *noise, double low, double high)
{
    int kind = (int)(noise_bits(noise) % 4);
    return (float)(kind == 0 ? low : kind == 1 ? high : noise_between(noise, low, high));
}

static int happens(struct noise *noise, double share) { return noise_between(noise, 0, 1) < share; }

static kamm_input random_input(struct noise *noise, double lock)
{
    kamm_input in = {.gear = KAMM_GEAR_DRIVE};
    in.steering_wheel_rad = happens(noise, 0.3) ? 0 : one_of(noise, -lock, lock);
    in.throttle = one_of(noise, 0, 1);
    in.brake = happens(noise, 0.6) ? 0 : one_of(noise, 0, 1);
    in.hand_brake = happens(noise, 0.85) ? 0 : one_of(noise, 0, 1);
    in.clutch = happens(noise, 0.75) ? 0 : one_of(noise, 0, 1);
    if (happens(noise, 0.5)) in.gear = (float)((int)(noise_bits(noise) % 7) - 1);
    in.free_steering = happens(noise, 0.1);
    in.steering_wheel_nm = one_of(noise, -20, 20);
    in.command = happens(noise, 0.08);
    in.road_wheel_rate_radps = one_of(noise, -0.5, 0.5);
    in.acceleration_mps2 = one_of(noise, -8, 4);
    in.raised_axles = happens(noise, 0.3);
    in.low_range = happens(noise, 0.5);
    in.endurance_brake = one_of(noise, 0, 1);
    if (happens(noise, 0.01)) in.throttle = NAN;
    return in;
}

/* `name`: its number among those of the test, wherever it is in its batch. */
static void drive_car(kamm_cars *cars, int car, int name, int frame)
{
    struct noise noise = {(uint64_t)(name * 1000003 + frame / HELD_FRAMES)};
    if (frame % HELD_FRAMES) return;
    double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
    kamm_inputs(cars)[car] = random_input(&noise, lock);
}

/* One of twelve falls, one stands, one lies on its side or leans, and one rolls backwards. */
static void place_car(kamm_cars *cars, int car, int name)
{
    struct noise noise = {(uint64_t)name};
    int may_tumble = kamm_model_of(cars, car)->features & KAMM_FEATURE_TUMBLE ? 1 : 0;
    double yaw = noise_between(&noise, -3, 3);
    kamm_placement at = {{7.3 * name, -5.1 * name, 0.1},
                         {cos(0.5 * yaw), 0, 0, sin(0.5 * yaw)},
                         noise_between(&noise, 0, 30),
                         KAMM_GEAR_DRIVE,
                         {0}};
    if (name % CARS == 3) at.speed_mps = 0;
    if (name % CARS == 5) at.position_m[2] = 0.6;
    if (name % CARS == 7) at.orientation[1] = may_tumble ? 1.5 : 0.1, at.position_m[2] = 1.2;
    if (name % CARS == 8) at.speed_mps = -4;
    if (name % CARS > 8) at.position_m[2] = 0;
    kamm_place(cars, car, &at);
}

/* -- alone and in company -- */

struct looks {
    struct seen_car at[LOOKS];
};

static void drive_batch(kamm_cars *cars, const kamm_ground *ground, int first, struct looks *seen)
{
    int count = kamm_count(cars);
    int substeps = (int)lround(1 / (60 * kamm_describe(kamm_model_of(cars, 0)).substep_s));
    for (int car = 0; car < count; ++car) place_car(cars, car, first + car);
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int car = 0; car < count; ++car) drive_car(cars, car, first + car, frame);
        kamm_step(cars, ground, substeps);
        if ((frame + 1) % (FRAMES / LOOKS)) continue;
        for (int car = 0; car < count; ++car)
            look_at_car(cars, car, &seen[car].at[frame / (FRAMES / LOOKS)]);
    }
    kamm_destroy_cars(cars);
}

static void expect_same_as_alone(const kamm_model *const models[CARS], const kamm_ground *ground,
                                 const char *what)
{
    static const int widths[] = {1, 4, 8, 16};
    static struct looks alone[CARS], seen[CARS];
    for (int car = 0; car < CARS; ++car)
        drive_batch(kamm_create_cars(models[car], 1, NULL), ground, car, &alone[car]);
    int mixed = models[1] != models[0];
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        drive_batch(mixed ? kamm_create_mixed_cars(models, CARS, NULL)
                          : kamm_create_cars(models[0], CARS, NULL),
                    ground, 0, seen);
        for (int car = 0; car < CARS; ++car)
            for (int look = 0; look < LOOKS; ++look)
                expect_same_look(&seen[car].at[look], &alone[car].at[look], what, widths[i], car);
    }
    kamm_set_width(0, NULL);
}

/* Each a percent heavier than the one before, with all aids, as its file has them or with none. */
static const kamm_model *variant_of(int vehicle, int car, double rate, kamm_rung rung)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    def.body.mass_kg *= 1 + 0.01 * car;
    if (car % 3 == 1) def.aids.abs = def.aids.tcs = def.aids.tcs_brakes = def.aids.esc = 1;
    if (car % 3 == 2) def.aids.abs = def.aids.tcs = def.aids.tcs_brakes = def.aids.esc = 0;
    return compile_rung(&def, rung);
}

static double rate_of(int vehicle)
{
    static double rates[128];
    if (rates[vehicle] > 0) return rates[vehicle];
    kamm_vehicle_def def = shipped_def(vehicle);
    return rates[vehicle] = allowed_rate(&def, 240);
}

static int alike(int vehicle, int other)
{
    kamm_vehicle_def def = shipped_def(vehicle), of_other = shipped_def(other);
    if (def.axles_count != of_other.axles_count) return 0;
    for (int a = 0; a < def.axles_count; ++a)
        if (def.axles[a].wheels != of_other.axles[a].wheels) return 0;
    return 1;
}

/* Every second car is this vehicle, between them go the next ones whose wheels lie alike. */
static void choose_company(int vehicle, int chosen[CARS])
{
    int next = vehicle;
    for (int car = 0; car < CARS; ++car) {
        chosen[car] = vehicle;
        if (car % 2 == 0) continue;
        do next = (next + 1) % shipped_count();
        while (!alike(vehicle, next));
        chosen[car] = next;
    }
}

static void drive_company(int vehicle, kamm_rung rung, int ground_kind)
{
    const kamm_model *models[CARS];
    int chosen[CARS];
    double rate = 240;
    char what[128];
    kamm_ground ground = ground_kind ? random_ground(ground_kind - 1) : kamm_flat_ground;
    choose_company(vehicle, chosen);
    for (int car = 0; car < CARS; ++car) rate = fmax(rate, rate_of(chosen[car]));
    for (int car = 0; car < CARS; ++car) models[car] = variant_of(chosen[car], car, rate, rung);
    snprintf(what, sizeof what, "%s, %s, ground %d", shipped_name(vehicle), rung_name(rung),
             ground_kind);
    expect_same_as_alone(models, &ground, what);
    for (int car = 0; car < CARS; ++car) kamm_destroy_model((kamm_model *)models[car]);
}

static void drive_alike(int vehicle, kamm_rung rung)
{
    const kamm_model *models[CARS];
    kamm_ground ground = random_ground(1);
    models[0] = variant_of(vehicle, 1, rate_of(vehicle), rung);
    for (int car = 1; car < CARS; ++car) models[car] = models[0];
    expect_same_as_alone(models, &ground, shipped_name(vehicle));
    kamm_destroy_model((kamm_model *)models[0]);
}

static void of_other_models(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(20, 5, 3))
        for (EACH_RUNG(rung)) {
            if (in_long_tier() || rung != KAMM_FULL) drive_company(vehicle, rung, 0);
            drive_company(vehicle, rung, 1 + (vehicle + (int)rung) % 2);
        }
}

static void of_the_same_model(void **state)
{
    (void)state;
    for (int vehicle = 3; vehicle < shipped_count(); vehicle += of_tier(20, 6))
        for (EACH_RUNG(rung)) drive_alike(vehicle, rung);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_other_models),
        cmocka_unit_test(of_the_same_model),
    };
    return cmocka_run_group_tests_name("random_company", tests, NULL, NULL);
}
