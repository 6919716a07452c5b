/* A tyre's warmth and wear by themselves: heat balance, closed forms, time constants, laws of friction and pressure.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"
#include "support/tier.h"

#include "part/tyre/tyre.h"

#include <math.h>

static const double rates[] = {60, 240, 600, 1200};

static kamm_tyre_def warm_tyre_def(void)
{
    kamm_tyre_def tyre = plain_tyre();
    tyre.heat.enabled = tyre.wear.enabled = 1;
    return tyre;
}

/* Flows of heat of those temperatures, in other words and in double: W. */
struct balance {
    double capacity[3];         /* J/K: surface, carcass, gas */
    double in, to_road, to_air; /* W */
    double between[2];          /* from surface to carcass, from carcass to gas */
};

static struct balance balance_of(const struct tyre_heat_constants *c, double dt,
                                 const struct tyre_heating *by, const double t[3])
{
    struct contact_size patch = contact_size_of(&c->contact, by->deflection_m);
    double v = by->speed_mps, fast = pow(v, 0.8);
    double road =
        (double)c->road_exchange * sqrt(v) * (double)patch.length_m * (double)patch.width_m;
    double tread = (double)c->tread_still + (double)c->tread_moving * fast;
    double sides = (double)c->sides_still + (double)c->sides_moving * fast;
    return (struct balance){
        .capacity = {(double)c->surface * dt, (double)c->carcass * dt, (double)c->gas * dt},
        .in = (double)c->slide_share * (double)by->slide_w + (double)by->roll_w,
        .to_road = road * (t[0] - (double)c->road),
        .to_air = tread * (t[0] - (double)c->air) + sides * (t[1] - (double)c->air) +
                  (double)c->rim_exchange * (t[2] - (double)c->air),
        .between = {(double)c->conduction * (t[0] - t[1]), (double)c->gas_exchange * (t[1] - t[2])},
    };
}

static void temperatures(const struct tyre_warmth *t, double out[3])
{
    out[0] = (double)t->surface;
    out[1] = (double)t->carcass + (double)t->carcass_residual;
    out[2] = (double)t->gas;
}

/* A quarter of an hour of driving by chance: what came in is what is there and what has gone, to a thousandth. */
static void heat_in_is_heat_stored_and_heat_lost(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r) {
        kamm_tyre_def def = warm_tyre_def();
        def.heat.road_temperature_k = 310, def.heat.start_temperature_k = 300;
        double dt = 1 / rates[r], in = 0, out = 0, stored = 0, t[3];
        struct tyre_life_constants c = kamm_tyre_compile_life(&def, 4000, dt);
        struct tyre_warmth warmth = {0, 0, 0, 0};
        struct noise noise = {r};
        struct tyre_heating by = {0, 0, 0.02f, 20};
        for (int i = 0; i < (int)(900 * rates[r]); ++i) {
            if (i % (int)rates[r] == 0) {
                by.slide_w = (float)fmax(noise_between(&noise, -4000, 8000), 0);
                by.roll_w = (float)noise_between(&noise, 0, 2000);
                by.speed_mps = (float)noise_between(&noise, 0, 60);
                by.deflection_m = (float)noise_between(&noise, -0.005, 0.04);
            }
            warm_tyre(&c.heat, &by, &warmth);
            temperatures(&warmth, t);
            struct balance b = balance_of(&c.heat, dt, &by, t);
            in += b.in * dt, out += (b.to_road + b.to_air) * dt;
            stored = b.capacity[0] * t[0] + b.capacity[1] * t[1] + b.capacity[2] * t[2];
        }
        expect_above(in, 1e6);
        expect_above(stored, 1e5);
        expect_near(stored + out, in, 1e-3 * in);
    }
}

/* Where nothing changes any more each node gets what it gives: no flow is left. */
static void it_settles_where_its_flows_are_in_balance(void **state)
{
    (void)state;
    for (double rate = 60; rate < 300; rate *= 4)
        for (float v = 5; v < 80; v *= (float)of_tier(4, 2)) {
            kamm_tyre_def def = warm_tyre_def();
            struct tyre_life_constants c = kamm_tyre_compile_life(&def, 4000, 1 / rate);
            struct tyre_warmth warmth = {0, 0, 0, 0};
            struct tyre_heating by = {3000, 900, 0.02f, v};
            double t[3];
            for (int i = 0; i < (int)(5000 * rate); ++i) warm_tyre(&c.heat, &by, &warmth);
            temperatures(&warmth, t);
            struct balance b = balance_of(&c.heat, 1 / rate, &by, t);
            expect_near(b.to_road + b.to_air, b.in, 2e-3 * b.in);
            expect_near(b.between[1], (double)c.heat.rim_exchange * (t[2] - (double)c.heat.air),
                        0.5);
            expect_above(t[1], t[2]);
            expect_above(t[2], 3);
        }
}

/* Seconds until a node has come 63 % of its way. */
static double rise_time(int node, float slide_w, float roll_w)
{
    kamm_tyre_def def = warm_tyre_def();
    double t[3], end[3];
    struct tyre_life_constants c = kamm_tyre_compile_life(&def, 4000, 0.05);
    struct tyre_heating by = {slide_w, roll_w, 0.02f, 27.8f};
    for (int turn = 0; turn < 2; ++turn) {
        struct tyre_warmth warmth = {0, 0, 0, 0};
        for (int i = 0; i < 20 * 7200; ++i) {
            warm_tyre(&c.heat, &by, &warmth);
            temperatures(&warmth, t);
            if (turn && t[node] > 0.632 * end[node]) return 0.05 * i;
        }
        temperatures(&warmth, end);
    }
    return 0;
}

static void surface_carcass_and_gas_take_seconds_minutes_and_a_little_more(void **state)
{
    (void)state;
    double surface = rise_time(0, 3000, 0), carcass = rise_time(1, 0, 1000),
           gas = rise_time(2, 0, 1000);
    expect_above(surface, 1);
    expect_below(surface, 6);
    expect_above(carcass, 60);
    expect_below(carcass, 600);
    expect_above(gas, carcass);
    expect_below(gas, carcass + 30);
}

/* 60 and 1200 substeps a second: the same temperatures. */
static void the_substep_makes_no_difference(void **state)
{
    (void)state;
    double at[2][3];
    for (int fine = 0; fine < 2; ++fine) {
        kamm_tyre_def def = warm_tyre_def();
        double rate = fine ? 1200 : 60;
        struct tyre_life_constants c = kamm_tyre_compile_life(&def, 4000, 1 / rate);
        struct tyre_warmth warmth = {0, 0, 0, 0};
        for (int i = 0; i < (int)(120 * rate); ++i) {
            struct tyre_heating by = {fmod(i / rate, 20) < 5 ? 6000 : 0, 800, 0.02f, 30};
            warm_tyre(&c.heat, &by, &warmth);
        }
        temperatures(&warmth, at[fine]);
    }
    for (int node = 0; node < 3; ++node) expect_near(at[0][node], at[1][node], 0.03);
}

static struct tyre_condition condition(const kamm_tyre_def *def, float surface, float carcass,
                                       float gas, float worn)
{
    struct tyre_life_constants c = kamm_tyre_compile_life(def, 4000, 0.001);
    struct tyre_life life = {{surface, carcass, 0, gas}, worn, 0};
    return kamm_tyre_condition(&c, &life);
}

static void friction_is_a_bell_of_the_surface(void **state)
{
    (void)state;
    kamm_tyre_def def = warm_tyre_def();
    float best = (float)(def.heat.best_temperature_k - def.heat.start_temperature_k),
          width = (float)def.heat.grip_width_k;
    expect_near(condition(&def, best, 0, 0, 0).grip, 1, 1e-6);
    expect_near(condition(&def, best + width, 0, 0, 0).grip, 1 - def.heat.grip_loss, 1e-6);
    expect_near(condition(&def, best - width, 0, 0, 0).grip, 1 - def.heat.grip_loss, 1e-6);
    for (float t = -300; t < 2000; t += 10)
        expect_above(condition(&def, t, 0, 0, 0).grip, 1 - 2 * def.heat.grip_loss);
    float warm = (float)(def.heat.measured_temperature_k - def.heat.start_temperature_k);
    expect_near(condition(&def, 0, warm, 0, 0).stiffness_y, 1, 1e-6);
    expect_near(condition(&def, 0, warm + 50, 0, 0).stiffness_y, 0.85, 1e-5);
}

/* A road tyre gains 0.1 bar with 7 to 12 K, at 2.2 bar of it 9.1 K; twice the temperature has twice the pressure. */
static void gas_in_a_constant_volume(void **state)
{
    (void)state;
    kamm_tyre_def def = warm_tyre_def();
    double cold = def.inflation_pressure_pa, per_k = (kamm_tyre_pressure_pa(&def, 10) - cold) / 10;
    expect_near(10e3 / per_k, 9.12, 0.05);
    expect_near(kamm_tyre_pressure_pa(&def, 293.15) + 101325, 2 * (cold + 101325), 1);
    def.heat.start_temperature_k = 353.15; /* from the blankets */
    expect_near(kamm_tyre_pressure_pa(&def, -60), cold, 1e-6);
    def = warm_tyre_def();
    expect_near(condition(&def, 0, 0, 0, 0).spring, 1, 0);
    expect_near(condition(&def, 0, 0, 40, 0).spring, 1 + 0.7 * 40 * per_k / cold, 1e-5);
    def.pfz1 = 0.5;
    expect_near(condition(&def, 0, 0, 40, 0).spring, 1 + 0.5 * 40 * per_k / cold, 1e-5);
    def.ppy1 = -0.4, def.ppx1 = 0.3;
    double change = 40 * per_k / cold;
    float warm = (float)(def.heat.measured_temperature_k - def.heat.start_temperature_k);
    expect_near(condition(&def, 0, warm, 40, 0).stiffness_y, 1 - 0.4 * change, 0.01);
    expect_near(condition(&def, 0, warm, 40, 0).stiffness_x, 1 + 0.3 * change, 0.01);
}

/* Rubber by work, whatever the power, and no more than there is. */
static void wear_is_in_proportion_to_the_work_of_sliding(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r)
        for (float power = 10; power < 1e5f; power *= 10) {
            kamm_tyre_def def = warm_tyre_def();
            double dt = 1 / rates[r], work = 2e4 * (double)power * dt;
            struct tyre_life_constants c = kamm_tyre_compile_life(&def, 4000, dt);
            struct tyre_life life = {{0, 0, 0, 0}, 0, 0};
            struct tyre_heating by = {power, 0, 0.02f, 30};
            for (int i = 0; i < 20000; ++i) age_tyre(&c, &by, &life);
            double tread_m2 = 2 * PI * def.unloaded_radius_m * 0.8 * def.width_m;
            double worn = (double)life.worn_m + (double)life.worn_residual_m;
            double lost_kg = worn * tread_m2 * def.wear.density_kgpm3;
            if (worn < def.wear.tread_depth_m) expect_share(lost_kg, work * 5e-9, 1e-4);
            expect_below(worn, 1.01 * def.wear.tread_depth_m);
        }
    kamm_tyre_def def = warm_tyre_def();
    struct tyre_condition is_new = condition(&def, 0, 0, 0, 0),
                          worn = condition(&def, 0, 0, 0, 0.02f);
    expect_near(worn.grip / is_new.grip, 0.95, 1e-5);
    expect_near(worn.stiffness_x / is_new.stiffness_x, 1.2, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heat_in_is_heat_stored_and_heat_lost),
        cmocka_unit_test(it_settles_where_its_flows_are_in_balance),
        cmocka_unit_test(surface_carcass_and_gas_take_seconds_minutes_and_a_little_more),
        cmocka_unit_test(the_substep_makes_no_difference),
        cmocka_unit_test(friction_is_a_bell_of_the_surface),
        cmocka_unit_test(gas_in_a_constant_volume),
        cmocka_unit_test(wear_is_in_proportion_to_the_work_of_sliding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
