/* Dynamic similarity: what support/scales.h says of vehicles of all sizes, for whole drives. A constant with a length, a speed or a time in
 * it that does not go with the vehicle's size shows at once.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/scales.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

/* A drive of a car of ordinary size; others have theirs L times as long in sqrt(L) times as long a time. */
struct plan {
    const char *name;
    double seconds, start_mps, grade, rough_m;
    void (*press)(kamm_input *input, double at_s);
    int shifts; /* through the gears, each of which may come a substep sooner or later */
};

static void start_and_stop(kamm_input *input, double at_s)
{
    input->throttle = at_s < 3;
    input->brake = at_s >= 3.2f;
}

static void turn_in(kamm_input *input, double at_s)
{
    input->throttle = 0.3f;
    input->steering_wheel_rad = at_s < 0.5 ? 0 : 1.2f;
}

static void slalom(kamm_input *input, double at_s)
{
    input->throttle = 0.4f;
    input->steering_wheel_rad = (float)(1.5 * sin(4 * at_s));
}

static void hold(kamm_input *input, double at_s) { input->hand_brake = 1, input->brake = at_s < 1; }

static void creep(kamm_input *input, double at_s)
{
    input->brake = at_s > 2 && at_s < 2.5 ? 0.3f : 0;
    input->throttle = at_s < 1 || at_s > 3 ? 0.15f : 0;
    input->steering_wheel_rad = (float)(at_s * 2);
}

static const struct plan plans[] = {
    {"starts, stops and stays", .seconds = 8, .press = start_and_stop, .shifts = 1},
    {"turns in", .seconds = 3, .start_mps = 18, .press = turn_in},
    {"slalom", .seconds = 4, .start_mps = 14, .press = slalom},
    {"stands on a slope", .seconds = 4, .grade = 0.1, .press = hold},
    {"creeps", .seconds = 5, .press = creep},
    {"rough ground", .seconds = 3, .start_mps = 14, .rough_m = 0.04, .press = slalom},
};
enum { PLANS = sizeof plans / sizeof *plans };

/* An ordinary car and its twin of L times the size. */
struct twins {
    kamm_model *model[2];
    kamm_cars *cars[2];
    kamm_ground ground[2];
    double length;
};

static struct rough_ground rough[2];

static kamm_ground ground_of(const struct plan *plan, double length, struct rough_ground *own)
{
    if (!(plan->rough_m > 0)) return kamm_plane_ground(plan->grade, 0, 1);
    make_rough(own, 7, 2.5 * length, plan->rough_m * length, 0.9);
    return ground_of_rough(own);
}

static struct twins start_twins(const kamm_vehicle_def *def, kamm_rung rung,
                                const struct plan *plan, double length)
{
    struct twins t = {.length = length};
    for (int i = 0; i < 2; ++i) {
        double scale = i ? length : 1;
        kamm_vehicle_def own = scaled_vehicle(def, scale);
        t.ground[i] = ground_of(plan, scale, &rough[i]);
        t.model[i] = compile_rung(&own, rung);
        t.cars[i] = kamm_create_cars(t.model[i], 1, NULL);
        put_car(t.cars[i], 0, &t.ground[i], 0, plan->start_mps * sqrt(scale), KAMM_GEAR_DRIVE);
    }
    return t;
}

static void end_twins(struct twins *t)
{
    for (int i = 0; i < 2; ++i) {
        kamm_destroy_cars(t->cars[i]);
        kamm_destroy_model(t->model[i]);
    }
}

/* What of a drive is compared, and over what its difference counts: the way that the ordinary car has come, or the largest that it has
 * of that, at least `least`. Motion is compared where nothing is rounded otherwise: else a gear comes a substep sooner or later. */
static const struct {
    kamm_channel channel;
    double least;
    int motion;
} seen[] = {{KAMM_CHANNEL_x_m, 1, 0},           {KAMM_CHANNEL_y_m, 1, 0},
            {KAMM_CHANNEL_z_m, 1, 0},           {KAMM_CHANNEL_yaw_rad, 1, 0},
            {KAMM_CHANNEL_roll_rad, 1, 1},      {KAMM_CHANNEL_pitch_rad, 1, 1},
            {KAMM_CHANNEL_speed_mps, 1, 1},     {KAMM_CHANNEL_yaw_rate_radps, 1, 1},
            {KAMM_CHANNEL_engine_radps, 100, 1}};
enum { SEEN = sizeof seen / sizeof *seen, PLACES = 3 };

struct differences {
    double largest[SEEN], most[SEEN], load;
};

static void compare(const struct twins *t, struct differences *d)
{
    const kamm_field_info *fields = kamm_channel_fields(NULL);
    for (int i = 0; i < SEEN; ++i) {
        kamm_channel channel = seen[i].channel;
        double scale = scale_of_unit(fields[channel].unit, t->length);
        double one = kamm_read(t->cars[0], 0, channel);
        double other = kamm_read(t->cars[1], 0, channel) / scale;
        d->largest[i] = fmax(d->largest[i], fmax(fabs(one), seen[i].least));
        d->most[i] = fmax(d->most[i], fabs(other - one));
    }
    for (int i = 0; i < PLACES; ++i)
        for (int j = 0; j < PLACES; ++j) d->largest[i] = fmax(d->largest[i], d->largest[j]);
    kamm_model_info info = kamm_describe(t->model[0]);
    double weight_n = info.mass_kg * GRAVITY_MPS2, force = scale_of_unit("N", t->length);
    for (int w = 0; w < info.wheel_count; ++w) {
        double one = kamm_read_wheel(t->cars[0], 0, w, KAMM_WHEEL_load_n);
        double other = kamm_read_wheel(t->cars[1], 0, w, KAMM_WHEEL_load_n) / force;
        d->load = fmax(d->load, fabs(other - one) / weight_n);
    }
}

static void expect_similar(const kamm_vehicle_def *def, const char *name, kamm_rung rung,
                           const struct plan *plan, double length, double tolerance, int motion)
{
    struct twins t = start_twins(def, rung, plan, length);
    struct differences d = {{0}, {0}, 0};
    double dt = kamm_describe(t.model[0]).substep_s;
    int substeps = (int)lround(plan->seconds / dt), frame = 8;
    for (int at = 0; at < substeps; at += frame) {
        for (int i = 0; i < 2; ++i) {
            plan->press(kamm_inputs(t.cars[i]), at * dt);
            kamm_step(t.cars[i], &t.ground[i], frame);
        }
        compare(&t, &d);
    }
    const kamm_field_info *fields = kamm_channel_fields(NULL);
    for (int i = 0; i < SEEN; ++i)
        if ((motion || !seen[i].motion) && !(d.most[i] <= tolerance * d.largest[i]))
            fail_msg("%s, %s, %s, %g times the size: %s is %g of %g off", name, rung_name(rung),
                     plan->name, length, fields[seen[i].channel].name, d.most[i], d.largest[i]);
    if (motion && !(d.load <= 10 * tolerance))
        fail_msg("%s, %s, %s, %g times the size: loads are %g of the weight off", name,
                 rung_name(rung), plan->name, length, d.load);
    assert_false(kamm_fault(t.cars[0], 0) || kamm_fault(t.cars[1], 0));
    end_twins(&t);
}

/* Vehicles with every kind of drive: "" is the default one. */
static const char *const vehicles[] = {"",
                                       "mercedes-citaro",
                                       "bmw-m3-e46",
                                       "tesla-model-3-performance-2018",
                                       "mclaren-mp4-12c",
                                       "go-kart-125",
                                       "toyota-prius-plug-in-2012",
                                       "kraz-6x4",
                                       "farm-tractor-250hp"};
enum { VEHICLES = sizeof vehicles / sizeof *vehicles };

static kamm_vehicle_def vehicle(int at)
{
    kamm_vehicle_def def =
        *vehicles[at] ? shipped_def(shipped_number(vehicles[at])) : default_vehicle();
    def.stepping.substeps_per_s = 1200;
    return def;
}

/* Where all factors are powers of 2 nothing is rounded otherwise. */
static void powers_of_four_are_the_same_but_for_rounding(void **state)
{
    (void)state;
    int count = of_tiers(1, 4, VEHICLES);
    for (int v = 0; v < count; ++v) {
        kamm_vehicle_def def = vehicle(v);
        for (EACH_RUNG(rung))
            for (int p = 0; p < PLANS; ++p)
                if (in_long_tier() || (p + (int)rung) % 3 == 0)
                    expect_similar(&def, vehicles[v], rung, &plans[p],
                                   v       ? 0.25
                                   : p % 2 ? 4
                                           : 0.25,
                                   1e-5, 1);
    }
}

/* Rounding moves a shift by a substep, and adds up where each bump turns the car a little. */
static double tolerance_of(const struct plan *plan)
{
    return plan->shifts ? 5e-4 : plan->rough_m > 0 ? 2e-4 : 1e-4;
}

static void all_sizes_do_the_same(void **state)
{
    (void)state;
    static const double lengths[] = {0.1, 0.3, 2, 3};
    int count = of_tiers(1, 3, VEHICLES), tried = 0;
    for (int v = 0; v < count; ++v) {
        kamm_vehicle_def def = vehicle(v);
        for (int l = 0; l < 4; ++l) {
            kamm_vehicle_def scaled = scaled_vehicle(&def, lengths[l]);
            if (kamm_check(kamm_vehicle_table(), &scaled, NULL) != KAMM_OK) continue;
            ++tried;
            for (EACH_RUNG(rung))
                for (int p = 0; p < PLANS; ++p)
                    if (in_release_tier() || (p + l + (int)rung) % of_tier(12, 3) == 0)
                        expect_similar(&def, vehicles[v], rung, &plans[p], lengths[l],
                                       tolerance_of(&plans[p]), 0);
        }
    }
    assert_true(tried >= 3 * count);
}

static void units_have_the_powers_that_follow_from_mass_length_and_time(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        double power;
    } known[] = {{"m", 1},           {"kg", 3},
                 {"s", 0.5},         {"m/s", 0.5},
                 {"m/s2", 0},        {"N", 3},
                 {"N/m", 2},         {"N.s/m", 2.5},
                 {"N.m", 4},         {"kg.m2", 5},
                 {"rad/s", -0.5},    {"W", 3.5},
                 {"Pa", 1},          {"N.m.s/rad", 4.5},
                 {"rad/(N.m)", -4},  {"rad/(s.(N.m)^0.5)", -2.5},
                 {"N.m.s2/rad2", 5}, {"W/(N2.m2)", -4.5},
                 {"kg/m3", 0},       {"1", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        expect_near(power_of_length(known[i].unit), known[i].power, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_have_the_powers_that_follow_from_mass_length_and_time),
        cmocka_unit_test(powers_of_four_are_the_same_but_for_rounding),
        cmocka_unit_test(all_sizes_do_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
