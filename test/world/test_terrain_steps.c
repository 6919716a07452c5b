/* Steps of the terrain, from kerbs to walls that are higher than any wheel: whatever a car does at one, motion and height together
 * never come to more than it brought.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

#define STEP_AT_M 8.0
#define STANDS_MPS \
    0.05 /* slower ones below full are let out of a step that they have stopped in, which is the ground's work */
/* The first ones are those of the long tier. */
static const double heights_m[] = {0.05, 0.5, 0.15, 0.8, 0.3,  1.5,  0.4,
                                   0.1,  0.6, 0.2,  1,   0.25, 1.25, 0.35};
static const double speeds_mps[] = {2, 3, 4, 5.5, 8, 14, 18, 30};
static const double rates[] = {240, 60, 120, 600, 1200};
enum { HEIGHTS = sizeof heights_m / sizeof *heights_m, SPEEDS = 8, RATES = 5 };

/* Motion and height of a rigid car, its wheels' spin added, per mass. Rungs below full roll and pitch as their road does, without
 * inertia. */
static double motion_and_height(const kamm_cars *cars, int car, kamm_rung rung,
                                const kamm_model_info *info, const kamm_vehicle_def *def)
{
    kamm_motion m;
    kamm_read_motion(cars, car, &m);
    const double *q = m.orientation, *o = m.angular_velocity_radps;
    const double turn[3][3] = {{1 - 2 * (q[2] * q[2] + q[3] * q[3]),
                                2 * (q[1] * q[2] - q[0] * q[3]), 2 * (q[1] * q[3] + q[0] * q[2])},
                               {2 * (q[1] * q[2] + q[0] * q[3]),
                                1 - 2 * (q[1] * q[1] + q[3] * q[3]),
                                2 * (q[2] * q[3] - q[0] * q[1])},
                               {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                                1 - 2 * (q[1] * q[1] + q[2] * q[2])}};
    double up[3], own[3] = {0}, sum; /* up: to the centre of gravity */
    double ahead_m = info->wheel_position_m[0][0] - info->cg_behind_front_axle_m;
    for (int i = 0; i < 3; ++i) up[i] = turn[i][0] * ahead_m + turn[i][2] * info->cg_height_m;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) own[i] += turn[k][i] * o[k];
    const double v[3] = {m.velocity_mps[0] + o[1] * up[2] - o[2] * up[1],
                         m.velocity_mps[1] + o[2] * up[0] - o[0] * up[2],
                         m.velocity_mps[2] + o[0] * up[1] - o[1] * up[0]};
    if (rung != KAMM_FULL) own[0] = own[1] = 0;
    sum = GRAVITY_MPS2 * (m.position_m[2] + up[2]);
    for (int i = 0; i < 3; ++i) sum += 0.5 * v[i] * v[i];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            sum += 0.5 * info->inertia_kgm2[i][k] * own[i] * own[k] / info->mass_kg;
    for (int w = 0; w < info->wheel_count; ++w)
        sum += 0.5 * def->axles[info->wheel_axle[w]].wheel_inertia_kgm2 * m.wheel_radps[w] *
               m.wheel_radps[w] / info->mass_kg;
    return sum;
}

/* What springs and tyres store at rest, and may give. */
static double stored_at_rest(const kamm_model_info *info, const kamm_vehicle_def *def)
{
    double sum = 0;
    for (int w = 0; w < info->wheel_count; ++w) {
        double load = info->static_load_n[w];
        double spring = def->axles[info->wheel_axle[w]].suspension.spring_n_per_m;
        if (spring > 0) sum += 0.5 * load * load / spring;
        sum += 0.5 * load * (info->wheel_radius_m[w] - info->loaded_radius_m[w]);
    }
    return sum / info->mass_kg;
}

static kamm_terrain *step_of(double height_m)
{
    static const kamm_surface road = {.name = "road", .friction = 1};
    const kamm_layer layers[2] = {
        {.kind = KAMM_LAYER_PLANE},
        {.kind = KAMM_LAYER_PLANE,
         .plane = {.height_m = height_m, .from_m = {STEP_AT_M, -500}, .to_m = {500, 500}}}};
    kamm_terrain_def def = {
        .layers = layers, .layer_count = 2, .surfaces = &road, .surface_count = 1};
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fail_msg("%s", error.text);
    return terrain;
}

/* Out of gear, so that nothing but the car's own motion brings energy; the front wheels half a metre before the step. */
static void start_before_step(kamm_cars *cars, const kamm_model_info *info, double heading_rad)
{
    double ahead_m = info->wheel_position_m[0][0] + info->wheel_radius_m[0] + 0.5;
    double aside_m = fabs(info->wheel_position_m[0][1]) + info->wheel_width_m[0];
    double x = STEP_AT_M - ahead_m * cos(heading_rad) - aside_m * sin(heading_rad);
    for (int i = 0; i < SPEEDS; ++i) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, x, 0, heading_rad);
        at.speed_mps = speeds_mps[i];
        kamm_place(cars, i, &at);
        kamm_inputs(cars)[i].gear = 0;
    }
}

/* What is left, J/kg: at 60 substeps a second, where a wheel at 18 m/s or more goes a radius in one of them; and of
 * the McLaren at 0.4 m and 14 m/s, at 240 a second alone, of 98 J/kg. Rungs below full keep rounding and what a wheel rolls on by. */
static double left_of(kamm_rung rung, const kamm_vehicle_def *def, double rate)
{
    if (rung != KAMM_FULL) return 0.1;
    if (rate < 120) return 3;
    if (rate == 240 && strncmp(def->name, "McLaren", 7) == 0) return 1;
    return 0.2;
}

static double meet_step(kamm_cars *cars, kamm_rung rung, const kamm_vehicle_def *def,
                        double height_m, double heading_rad, double rate)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_terrain *terrain = step_of(height_m);
    kamm_ground ground = kamm_terrain_ground(terrain);
    double first[SPEEDS], stored = rung == KAMM_FULL ? stored_at_rest(&info, def) : 0, worst = -1;
    start_before_step(cars, &info, heading_rad);
    for (int i = 0; i < SPEEDS; ++i) first[i] = motion_and_height(cars, i, rung, &info, def);
    for (int step = 0; step < 2.5 * rate; ++step) {
        kamm_step(cars, &ground, 1);
        for (int i = 0; i < SPEEDS; ++i) {
            if (rung != KAMM_FULL && kamm_read(cars, i, KAMM_CHANNEL_speed_mps) < STANDS_MPS)
                continue;
            double gain = motion_and_height(cars, i, rung, &info, def) - first[i] - stored;
            if (gain > 0.0025 * speeds_mps[i] * speeds_mps[i] + left_of(rung, def, rate))
                fail_msg("%s, %s, step of %g m, %g m/s, %g rad, %g substeps/s: %g J/kg more",
                         def->name, rung_name(rung), height_m, speeds_mps[i], heading_rad, rate,
                         gain);
            worst = fmax(worst, gain);
        }
    }
    kamm_destroy_terrain(terrain);
    return worst;
}

/* A kerb, and a step about as high as where a wheel's own radius ends above its hub: there most was gained. */
static double hub_step_m(const kamm_model_info *info) { return 1.75 * info->wheel_radius_m[0]; }

static void meet_steps(int vehicle, kamm_rung rung, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    if (rate < allowed_rate(&def, rate) || (rung == KAMM_DOUBLE_TRACK && rate < 240)) return;
    if (rung == KAMM_SINGLE_TRACK && def.single_track.equations == KAMM_EQUATIONS_COMMONROAD)
        return; /* whose slopes don't count */
    def.stepping.substeps_per_s = rate;
    def.aero.frontal_area_m2 = 0; /* its downforce would be stored in springs as well */
    kamm_cars *cars = start_rung(&def, rung, SPEEDS);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    int heights = of_tiers(0, 6, HEIGHTS), headings = of_tier(1, 2);
    double worst = -1;
    for (int askew = 0; askew < headings; ++askew) {
        worst = fmax(worst, meet_step(cars, rung, &def, hub_step_m(&info), askew * PI / 6, rate));
        for (int i = 0; i < heights; ++i)
            worst = fmax(worst, meet_step(cars, rung, &def, heights_m[i], askew * PI / 6, rate));
    }
    print_message("%-32s %s, %4.0f/s: %+.3f J/kg at most\n", shipped_name(vehicle), rung_name(rung),
                  rate, worst);
    end_cars(cars);
}

/* Below full two vehicles have all rungs and the others one each; in the release tier all have all. */
static void no_step_adds_motion_or_height(void **state)
{
    (void)state;
    for (int i = 0; i < of_tiers(1, 1, RATES); ++i)
        for (int v = 0; v < shipped_count(); v += of_tier(5, 1))
            for (int rung = 1; rung <= KAMM_FULL; ++rung)
                if (rung == KAMM_FULL || v % 20 == 0 || v % 3 == rung % 3 || in_release_tier())
                    meet_steps(v, (kamm_rung)rung, rates[i]);
}

/* Steps that are met within a substep or two: the wheel's spin feels a load that its tyre has in the end. It felt many times that
 * load, and small cars went on with 20 J/kg of 450 more, in their wheels. */
static void wheels_that_jump_up_a_step_gain_no_spin(void **state)
{
    (void)state;
    static const char *const names[] = {"ford-fiesta-st-2013", "nissan-micra",
                                        "porsche-boxster-s-2004"};
    static const double low_m[] = {0.1, 0.15, 0.3}, few[] = {60, 120};
    for (int i = 0; i < 3 * 2; ++i) {
        kamm_vehicle_def def = shipped_def(shipped_number(names[i / 2]));
        def.stepping.substeps_per_s = few[i % 2];
        def.aero.frontal_area_m2 = 0;
        kamm_cars *cars = start_rung(&def, KAMM_FULL, SPEEDS);
        for (int h = 0; h < 3; ++h) (void)meet_step(cars, KAMM_FULL, &def, low_m[h], 0, few[i % 2]);
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheels_that_jump_up_a_step_gain_no_spin),
        cmocka_unit_test(no_step_adds_motion_or_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
