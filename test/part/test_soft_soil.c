/* A tyre on soft soil by itself: closed forms of Bekker and Wong, pressure, drawbar pull against slip, digging.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "part/tyre/soft_soil.h"
#include "part/tyre/tyre.h"

#include <math.h>

/* Wong, Theory of Ground Vehicles, table of terrain values, as commonly quoted. kN, m, kPa, degrees; K by his text: 0.01 m firm sand to 0.025 m
 * loose, 0.006 m clay, 0.025 to 0.05 m fresh snow. */
static const struct terrain_values {
    const char *name;
    double n, kc, kphi, c, phi, shear_m;
    double z_mm, drag; /* docs/surfaces.md: of 3.5 kN on a rigid wheel, 0.2 m wide, 0.63 m high */
} terrains[] = {
    {"LETE sand", 0.79, 102, 5301, 1.3, 31.1, 0.012, 16.8, 0.124},
    {"North Gower clayey loam, 46 %", 0.73, 41.6, 2471, 6.1, 26.6, 0.01, 25.3, 0.153},
    {"dry sand", 1.1, 0.99, 1528, 1.04, 28, 0.025, 94, 0.29},
    {"upland sandy loam, 51 %", 1.1, 74.6, 2080, 3.3, 33.7, 0.025, 70, 0.25},
    {"snow, Sweden", 1.44, 10.6, 66, 6, 20.7, 0.03, 588, 0.76},
};
enum { TERRAINS = sizeof terrains / sizeof *terrains };

static struct soil soil_of(const struct terrain_values *t)
{
    return (struct soil){.cohesion_modulus = (float)(1e3 * t->kc),
                         .friction_modulus = (float)(1e3 * t->kphi),
                         .exponent = (float)t->n,
                         .cohesion_pa = (float)(1e3 * t->c),
                         .friction_tangent = (float)tan(t->phi * PI / 180),
                         .shear_m = (float)t->shear_m,
                         .weight_npm3 = 15000};
}

static struct soft_soil_constants tyre_of(double pressure_pa)
{
    kamm_tyre_def def = plain_tyre();
    def.width_m = 0.2, def.unloaded_radius_m = 0.315;
    def.inflation_pressure_pa = pressure_pa;
    return kamm_tyre_compile_soft_soil(&def);
}

static void a_hard_wheel_sinks_and_drags_as_bekker_says(void **state)
{
    (void)state;
    struct soft_soil_constants hard = tyre_of(1e6);
    for (int i = 0; i < TERRAINS; ++i) {
        const struct terrain_values *t = &terrains[i];
        struct soil soil = soil_of(t);
        struct soil_bearing b;
        struct soil_hold hold;
        struct soil_motion rolls = {.rim_mps = 5, .hub_mps = 5, .load_n = 3500};
        soil_bears(&hard, &soil, 3500, &b);
        soil_holds(&hard, &soil, &b, &rolls, 0, 0, b.sinkage_m, &hold);
        expect_near(1e3 * (double)b.sinkage_m, t->z_mm, 0.006 * t->z_mm);
        expect_near((double)hold.resistance_n / 3500, t->drag, 0.006);
        expect_share(b.length_m, sqrt(0.63 * (double)b.sinkage_m), 1e-3);
        double area = 0.2 * (double)b.length_m;
        expect_share(hold.strength_x, area * 1e3 * t->c + 3500 * tan(t->phi * PI / 180), 1e-3);
        /* The slope is that of the depth. */
        struct soil_bearing more;
        soil_bears(&hard, &soil, 3535, &more);
        expect_share((more.sinkage_m - b.sinkage_m) / 35, b.slope_m_per_n, 0.02);
    }
}

/* A soft tyre flattens at (p_g / k)^(1 / n), and has the longer patch: its load is all carried. */
static void less_pressure_and_less_load_sink_less(void **state)
{
    (void)state;
    for (int i = 0; i < TERRAINS; ++i) {
        struct soil soil = soil_of(&terrains[i]);
        double n = terrains[i].n, k = 1e3 * (terrains[i].kc / 0.2 + terrains[i].kphi), last = 0;
        for (double pressure = 3e4; pressure < 5e5; pressure *= 1.3) {
            struct soft_soil_constants c = tyre_of(pressure);
            struct soil_bearing b, less;
            soil_bears(&c, &soil, 3500, &b);
            soil_bears(&c, &soil, 2500, &less);
            expect_below(last, (double)b.sinkage_m * 1.0001);
            expect_below(less.sinkage_m, (double)b.sinkage_m * 1.0001);
            last = b.sinkage_m;
            double ground = pressure + 30000, z = b.sinkage_m, flat = pow(ground / k, 1 / n);
            if (flat < 0.99 * z) fail_msg("%g Pa press harder than the tyre", pressure);
            double round = 0.2 * k * pow(z, n) * sqrt(0.63 * z) * (3 - n) / 3;
            double carried = round + 0.2 * ground * ((double)b.length_m - sqrt(0.63 * z));
            if (b.length_m < 0.62f) expect_share(carried, 3500, 0.002);
        }
    }
    struct soil layer = soil_of(&terrains[4]);
    layer.depth_m = 0.12f;
    struct soft_soil_constants c = tyre_of(2e5);
    struct soil_bearing b;
    soil_bears(&c, &layer, 3500, &b);
    expect_share(b.sinkage_m, 0.12, 1e-4);
}

/* Drawbar pull over load by slip, with the depth that the slip digs: in other words and in double. */
static double pull_in_double(const struct terrain_values *t, double slip)
{
    double W = 3500, b = 0.2, D = 0.63, k = 1e3 * (t->kc / b + t->kphi), n = t->n;
    double z = pow(3 * W / (b * (3 - n) * k * sqrt(D)), 2 / (2 * n + 1)), l = sqrt(D * z);
    double dug = fmin(z * (1 + slip) / (1 - slip / 2), 1);
    double most = b * l * 1e3 * t->c + W * tan(t->phi * PI / 180), q = slip * l / t->shear_m;
    double resistance = b * k * pow(z, n + 1) / (n + 1) * sqrt(dug / z);
    return (most * (1 - (1 - exp(-q)) / q) - resistance) / W;
}

static void pull_grows_with_slip_up_to_what_digging_takes(void **state)
{
    (void)state;
    struct soft_soil_constants hard = tyre_of(1e6);
    for (int i = 0; i < 2; ++i) {
        const struct terrain_values *t = &terrains[i];
        struct soil soil = soil_of(t);
        double at[6];
        static const double slips[] = {0.02, 0.1, 0.2, 0.3, 0.6, 0.9};
        for (int s = 0; s < 6; ++s) {
            double slip = slips[s];
            struct soil_bearing b;
            struct soil_hold hold;
            struct soil_motion m = {
                .rim_mps = 5, .hub_mps = (float)(5 * (1 - slip)), .load_n = 3500};
            float rut = 0, fx, fy;
            soil_bears(&hard, &soil, 3500, &b);
            for (int step = 0; step < 2000; ++step) sink(&hard, &b, &soil, &m, 1.f / 240, &rut);
            soil_holds(&hard, &soil, &b, &m, 0, 0, rut, &hold);
            shear_soil(hold.strength_x, hold.strength_y, hold.stiffness_x, hold.stiffness_y,
                       (float)slip, 0, &fx, &fy);
            /* The resistance is felt in full where the wheel does not just roll. */
            if (slip > 0.25) expect_share(hold.drag_n, -(double)hold.resistance_n, 0.2);
            at[s] = ((double)fx - (double)hold.resistance_n) / 3500;
            expect_near(at[s], pull_in_double(t, slip), 0.005);
            assert_true(fy == 0);
            print_message("%s, slip %.2f: %.3f of the load, %.0f mm deep\n", t->name, slip, at[s],
                          1e3 * (double)rut);
        }
        expect_below(at[0], 0.05);
        expect_above(at[1], at[0] + 0.1);
        expect_above(at[2], at[1]);
        expect_above(at[2] / at[4], 0.5);               /* most of it by a fifth of slip */
        expect_below(at[5], fmax(at[3], at[4]) + 0.02); /* and spinning digs */
    }
}

/* What sideways and locked wheels plough comes on top, by Rankine. */
static void ploughing_is_rankines_passive_pressure(void **state)
{
    (void)state;
    struct soil soil = soil_of(&terrains[1]);
    double phi = terrains[1].phi * PI / 180, n = pow(tan(PI / 4 + phi / 2), 2), z = 0.05;
    double wanted = 0.5 * 15000 * z * z * n + 2 * 6100 * z * sqrt(n);
    expect_share(ploughing_npm(&soil, 0.05f), wanted, 1e-4);
    struct soft_soil_constants hard = tyre_of(1e6);
    struct soil_bearing b;
    struct soil_hold rolls, locked, slides;
    struct soil_motion m = {.rim_mps = 10, .hub_mps = 10, .load_n = 3500};
    soil_bears(&hard, &soil, 3500, &b);
    soil_holds(&hard, &soil, &b, &m, 0, 0, 0.05f, &rolls);
    m.rim_mps = 0;
    soil_holds(&hard, &soil, &b, &m, 0, 0, 0.05f, &locked);
    soil_holds(&hard, &soil, &b, &m, 1e3f, 0, 0.05f, &slides);
    double share = -(double)drive_shares(0, 10).share;
    expect_share(locked.grip_x - rolls.grip_x, share * (0.2 * wanted + (double)rolls.resistance_n),
                 0.01);
    expect_share(slides.strength_y - rolls.strength_y, (double)b.length_m * wanted, 0.01);
}

/* Left alone, a wheel stays in its rut; rolling on it leaves it within some patches, and the load is carried up. */
static void ruts_are_left_by_rolling_alone(void **state)
{
    (void)state;
    struct soft_soil_constants c = tyre_of(2e5);
    struct soil soil = soil_of(&terrains[2]);
    struct soil_bearing b;
    soil_bears(&c, &soil, 3500, &b);
    for (float dt = 1.f / 1200; dt < 0.02f; dt *= 2.7f) {
        float rut = 0.3f;
        struct soil_motion still = {.load_n = 3500}, rolls = {.rim_mps = 2, .hub_mps = 2};
        for (int i = 0; i < 100; ++i) sink(&c, &b, &soil, &still, dt, &rut);
        assert_true(rut == 0.3f);
        double risen = 0;
        for (float t = 0; t < 2; t += dt) {
            float rise = sink(&c, &b, &soil, &rolls, dt, &rut);
            risen += (double)rise * 2 * (double)dt;
        }
        expect_near(rut, b.sinkage_m, 1e-3);
        expect_share(risen, 0.3 - (double)rut, 0.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hard_wheel_sinks_and_drags_as_bekker_says),
        cmocka_unit_test(less_pressure_and_less_load_sink_less),
        cmocka_unit_test(pull_grows_with_slip_up_to_what_digging_takes),
        cmocka_unit_test(ploughing_is_rankines_passive_pressure),
        cmocka_unit_test(ruts_are_left_by_rolling_alone),
    };
    return cmocka_run_group_tests_name("soft_soil", tests, NULL, NULL);
}
