/* Vehicles whose numbers are drawn from the whole of the ranges that the tables state, on all rungs, at 60 to 1200 substeps a second: what
 * kamm_create_model accepts neither faults nor, without drive and braked, gains energy. What it refuses it refuses with a reason. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "fields/fields.h"
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 3, MOST_LEAVES = 6000, MOST_CHANGES = 8, MOST_REASONS = 100 };

/* -- numbers of a vehicle ---------------------------------------------------------------------- */

struct leaf {
    char path[96];
    const kamm_field *field;
    size_t offset;
};

struct leaves {
    int count;
    struct leaf at[MOST_LEAVES];
};

static void collect(const kamm_field_table *table, const char *before, size_t base, int axles,
                    struct leaves *leaves)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        char path[96];
        size_t offset = base + field->offset;
        snprintf(path, sizeof path, "%.60s%s%.30s", before, *before ? "." : "", field->name);
        if (field->kind == KAMM_FIELD_NUMBER && leaves->count < MOST_LEAVES) {
            struct leaf *leaf = &leaves->at[leaves->count++];
            leaf->field = field;
            leaf->offset = offset;
            memcpy(leaf->path, path, sizeof path);
        }
        if (field->kind == KAMM_FIELD_GROUP) collect(field->table, path, offset, axles, leaves);
        for (int a = 0; strcmp(path, "axles") == 0 && a < axles; ++a) {
            char axle[16];
            snprintf(axle, sizeof axle, "axles[%d]", a);
            collect(field->table, axle, offset + (size_t)a * field->item_size, axles, leaves);
        }
    }
}

/* Anywhere in its range, within a decade of what it is, or of any size. */
static double draw(struct noise *noise, const kamm_field *field, double now)
{
    double kind = noise_between(noise, 0, 1), value;
    if (kind < 0.34 || (kind < 0.67 && !(fabs(now) > 0)))
        value = noise_between(noise, field->min, field->max);
    else if (kind < 0.67)
        value = now * pow(10, noise_between(noise, -1, 1));
    else {
        value = fmax(fabs(field->min), fabs(field->max)) * pow(10, noise_between(noise, -4, 0));
        if (field->min < 0 && noise_bits(noise) & 1) value = -value;
    }
    return fmin(fmax(value, field->min), field->max);
}

struct random_vehicle {
    kamm_vehicle_def def;
    kamm_rung rung;
    char text[1200];
    int seed;
};

/* Motors feed or take energy without a pedal, so they stay as they are. */
static int stays(const char *path)
{
    return strstr(path, "substeps_per_s") || strstr(path, "motor.") || strstr(path, "power_split");
}

static void draw_vehicle(struct noise *noise, struct random_vehicle *v)
{
    static struct leaves leaves;
    static const double rates[] = {60, 120, 240, 240, 300, 600, 1200};
    int vehicle = (int)(noise_bits(noise) % (uint64_t)shipped_count());
    int changes = (int)pow(MOST_CHANGES + 1, noise_between(noise, 0, 1));
    double rate = rates[noise_bits(noise) % 7];
    v->rung = noise_between(noise, 0, 1) < 0.7
                  ? KAMM_FULL
                  : (kamm_rung)(KAMM_KINEMATIC + noise_bits(noise) % 4);
    v->def = shipped_on(vehicle, v->rung, rate);
    leaves.count = 0;
    collect(kamm_vehicle_table(), "", 0, v->def.axles_count, &leaves);
    snprintf(v->text, sizeof v->text, "%s, %s, %g a second", shipped_name(vehicle),
             kamm_describe_rung(v->rung)->name, v->def.stepping.substeps_per_s);
    for (int i = 0; i < changes; ++i) {
        const struct leaf *leaf = &leaves.at[noise_bits(noise) % (uint64_t)leaves.count];
        if (stays(leaf->path)) continue;
        double *value = (double *)((char *)&v->def + leaf->offset);
        *value = draw(noise, leaf->field, *value);
        size_t used = strlen(v->text);
        snprintf(v->text + used, sizeof v->text - used, ", %s = %.6g", leaf->path, *value);
    }
}

/* -- drives ------------------------------------------------------------------------------------ */

static void drive_at_random(kamm_cars *cars, int car, double lock_rad, struct noise *noise)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    *input = (kamm_input){.gear = KAMM_GEAR_DRIVE};
    input->throttle = (float)fmax(noise_between(noise, -1, 1), 0);
    input->brake = (float)fmax(noise_between(noise, -2, 1), 0);
    input->steering_wheel_rad = (float)(lock_rad * noise_between(noise, -1, 1) * (car ? 1 : 0.15));
}

static void let_roll_and_brake(kamm_cars *cars, int car)
{
    kamm_inputs(cars)[car] = (kamm_input){.brake = 1, .clutch = 1, .gear = 0};
}

/* Without what the engine spins with: it idles on. */
static double energy_j(const kamm_cars *cars, int car, const kamm_vehicle_def *def)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine;
}

/* The most that a car's energy rises by above what it was at any time since the pedals are held, J/kg. */
static double gained_j_per_kg(const struct random_vehicle *v, kamm_cars *cars, double seconds,
                              int substeps, double mass_kg)
{
    double least[CARS], gained = 0;
    for (int car = 0; car < CARS; ++car) let_roll_and_brake(cars, car);
    kamm_step(cars, &kamm_flat_ground, 90 * substeps); /* the clutch opens, brakes fill */
    for (int car = 0; car < CARS; ++car) least[car] = energy_j(cars, car, &v->def);
    for (int frame = 0; frame < 60 * seconds; ++frame) {
        kamm_step(cars, &kamm_flat_ground, substeps);
        for (int car = 0; car < CARS; ++car) {
            double energy = energy_j(cars, car, &v->def);
            gained = fmax(gained, (energy - least[car]) / mass_kg);
            least[car] = fmin(least[car], energy);
        }
    }
    return gained;
}

/* In all channels. */
static int is_finite(const kamm_cars *cars)
{
    int wheels = kamm_describe(kamm_model_of(cars, 0)).wheel_count;
    for (int car = 0; car < CARS; ++car) {
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            if (!isfinite(kamm_read(cars, car, (kamm_channel)i))) return 0;
        for (int w = 0; w < wheels; ++w)
            for (int i = 0; i < KAMM_WHEEL_CHANNEL_COUNT; ++i)
                if (!isfinite(kamm_read_wheel(cars, car, w, (kamm_wheel_channel)i))) return 0;
    }
    return 1;
}

static int is_at_fault(const kamm_cars *cars)
{
    for (int car = 0; car < CARS; ++car)
        if (kamm_fault(cars, car)) return 1;
    return 0;
}

/* 1 m/s of a car at 1 m/s: what landing wheels and rolling bodies give back is below it. */
#define MOST_GAINED_J_PER_KG 0.5

static int is_sound(const struct random_vehicle *v, const kamm_model *model, double seconds,
                    struct noise *noise)
{
    kamm_model_info info = kamm_describe(model);
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    int substeps = (int)lround(v->def.stepping.substeps_per_s / 60);
    for (int car = 0; car < CARS; ++car)
        put_car(cars, car, &kamm_flat_ground, 0, 12 * car, KAMM_GEAR_DRIVE);
    for (int frame = 0; frame < 60 * seconds && !is_at_fault(cars); ++frame) {
        for (int car = 0; car < CARS && frame % 30 == 0; ++car)
            drive_at_random(cars, car, info.steering_lock_rad, noise);
        kamm_step(cars, &kamm_flat_ground, substeps);
    }
    int faults = is_at_fault(cars);
    double gained = faults ? 0 : gained_j_per_kg(v, cars, 2 + seconds / 10, substeps, info.mass_kg);
    faults |= is_at_fault(cars) || !is_finite(cars);
    if (faults || gained > MOST_GAINED_J_PER_KG)
        print_message("%d %s by %.3g J/kg: %s\n", v->seed, faults ? "fault" : "gains", gained,
                      v->text);
    kamm_destroy_cars(cars);
    return !faults && gained <= MOST_GAINED_J_PER_KG;
}

/* -- what is refused --------------------------------------------------------------------------- */

/* How often each path is named by what refuses a vehicle. */
struct refusals {
    int count, of[MOST_REASONS];
    char path[MOST_REASONS][128];
};

static void count_refusal(struct refusals *refusals, const char *path)
{
    int i = 0;
    while (i < refusals->count && strcmp(refusals->path[i], path) != 0) ++i;
    if (i == MOST_REASONS) return;
    if (i == refusals->count) snprintf(refusals->path[refusals->count++], 128, "%s", path);
    ++refusals->of[i];
}

static void print_refusals(struct refusals *refusals)
{
    for (int printed = 0; printed < refusals->count; ++printed) {
        int most = 0;
        for (int i = 1; i < refusals->count; ++i)
            if (refusals->of[i] > refusals->of[most]) most = i;
        print_message("%5d are refused by %s\n", refusals->of[most], refusals->path[most]);
        refusals->of[most] = 0;
    }
}

static void what_compiles_neither_faults_nor_gains_energy(void **state)
{
    (void)state;
    const int vehicles = of_tiers(20, 200, 1200);
    const double seconds = of_tiers(2, 6, 60);
    static struct refusals refusals;
    static struct random_vehicle v;
    int accepted = 0, unsound = 0;
    for (int i = 0; i < vehicles; ++i) {
        struct noise noise = {(uint64_t)i + 1000};
        kamm_error error = {0};
        draw_vehicle(&noise, &v);
        v.seed = i;
        kamm_model *model = kamm_create_model(&v.def, v.rung, &error);
        if (!model && error.code != KAMM_ERROR_RANGE) fail_msg("%s: %s", v.text, error.text);
        if (!model) {
            count_refusal(&refusals, error.path);
            continue;
        }
        ++accepted;
        if (!is_sound(&v, model, seconds, &noise)) ++unsound;
        kamm_destroy_model(model);
    }
    print_message("%d of %d vehicles compile\n", accepted, vehicles);
    if (in_release_tier()) print_refusals(&refusals);
    assert_true(100 * accepted > of_tiers(75, 80, 84) * vehicles);
    assert_int_equal(unsound, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_compiles_neither_faults_nor_gains_energy),
    };
    return cmocka_run_group_tests_name("random_vehicles", tests, NULL, NULL);
}
