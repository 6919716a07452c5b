/* Energy of wheels on inclined paths, that of forks, swing arms and links: the channel against sums of its own, over all
 * vehicles. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fleet.h"
#include "support/momentum.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "base/quaternion.h"
#include "part/tyre/tyre_compile.h"
#include "run/cars.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

static void take_damping(kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        s->bump_damping_ns_per_m = s->bump_fast_damping_ns_per_m = 0;
        s->rebound_damping_ns_per_m = s->rebound_fast_damping_ns_per_m = 0;
        s->friction_n = s->friction_load_share = s->stop_hysteresis = 0;
        s->damper_curve.count = 0;
    }
}

/* Without engine and turbine, which run meanwhile. */
static double energy_of(const kamm_cars *cars)
{
    const kamm_vehicle_def *def = kamm_model_of(cars, 0)->def;
    double engine = (double)CAR_STATE(cars, 0, car.engine_radps),
           turbine = (double)CAR_STATE(cars, 0, car.turbine_radps);
    return kamm_read(cars, 0, KAMM_CHANNEL_energy_j) -
           0.5 * def->engine.inertia_kgm2 * engine * engine -
           0.5 * def->converter.turbine_inertia_kgm2 * turbine * turbine;
}

/* A hub that hops: its kinetic energy along the travel, and the power of what the model leaves out there, the hub's acceleration as
 * its path bends. Only swing arms that carry the drive have it (go_round_pivot). */
struct hop {
    double kinetic_j, unbent_w;
};

/* Of the hub, which camber takes aside as well. */
static double aside_slope(const struct axle_constants *axle, const struct wheel_path *path)
{
    return (double)(path->outward_slope + axle->rest_radius_m * path->camber_slope);
}

/* The body's speed forwards in its own plane, at that height above its centre of gravity. */
static double body_ahead_mps(const kamm_cars *cars, double z_m)
{
    double position[3], q[4],
        v[3] = {CAR_STATE(cars, 0, car.velocity_x_mps), CAR_STATE(cars, 0, car.velocity_y_mps),
                CAR_STATE(cars, 0, car.velocity_z_mps)};
    kamm_body_frame(cars, 0, position, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, v, v);
    return v[0] + (double)CAR_STATE(cars, 0, car.pitch_rate_radps) * z_m;
}

static struct hop hop_of(const kamm_cars *cars, int w)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    int a = model->layout.axle[w], other = model->layout.opposite[w];
    const struct axle_constants *axle = &model->chassis->axles[a];
    const struct suspension_constants *s = &axle->suspension;
    float travel = CAR_STATE(cars, 0, wheels[w].travel_m),
          rate = CAR_STATE(cars, 0, wheels[w].travel_rate_mps);
    float tilting = tilting_travel(s, travel, CAR_STATE(cars, 0, wheels[other].travel_m)),
          tilts = tilting_travel(s, rate, CAR_STATE(cars, 0, wheels[other].travel_rate_mps));
    const float step = 1e-3f;
    struct wheel_path low = wheel_path_at(s, travel - step, tilting - step),
                      high = wheel_path_at(s, travel + step, tilting + step),
                      at = wheel_path_at(s, travel, tilting);
    double ahead = (double)((high.forward_slope - low.forward_slope) / (2 * step)),
           out = (aside_slope(axle, &high) - aside_slope(axle, &low)) / (2 * (double)step);
    if (model->def->axles[a].suspension.swing_arm.pivot_ahead_m > 0) ahead = 0;
    double mass = axle->unsprung_mass_kg, v = (double)rate, t = (double)tilts, body_x_mps;
    body_x_mps = body_ahead_mps(cars, (double)(axle->hub_z_m + travel));
    return (struct hop){0.5 * mass * v * v,
                        mass * (ahead * v * v * ((double)at.forward_slope * v + body_x_mps) +
                                out * t * t * aside_slope(axle, &at) * t)};
}

struct drift {
    double most_j, kinetic_j, unbent_j; /* the last by what the model leaves out */
};

/* In empty space its springs relax and its wheels hop; the drift is that of what has to stay. */
static struct drift hop_in_space(const kamm_vehicle_def *def)
{
    const kamm_ground space = space_without_air(0);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_step(cars, &space, 1);
    struct drift drift = {0, 0, 0};
    double first_j = energy_of(cars), unbent_j = 0, rate = def->stepping.substeps_per_s;
    for (int i = 0; i < 0.5 * rate; ++i) {
        double kinetic_j = 0;
        kamm_step(cars, &space, 1);
        for (int w = 0; w < wheels_of(cars, 0); ++w) {
            if (kamm_model_of(cars, 0)->layout.hub[w] != w) continue;
            struct hop hop = hop_of(cars, w);
            kinetic_j += hop.kinetic_j;
            unbent_j += hop.unbent_w / rate;
        }
        drift.unbent_j = fmax(drift.unbent_j, fabs(unbent_j));
        drift.most_j = fmax(drift.most_j, fabs(energy_of(cars) - first_j - unbent_j));
        drift.kinetic_j = fmax(drift.kinetic_j, kinetic_j);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return drift;
}

/* Off by at most 1 % of the wheels' kinetic energy: a Gold Wing, whose arm is a curve of straight pieces. A path's slope of 0.5 left
 * out would be 20 %. */
static void check_hops(kamm_vehicle_def def, double sum[2])
{
    take_damping(&def);
    def.stepping.substeps_per_s = fmax(def.stepping.substeps_per_s, 1200);
    struct drift coarse = hop_in_space(&def), fine;
    def.stepping.substeps_per_s *= 4;
    fine = hop_in_space(&def);
    print_message("%-30.30s %6.1f J of hopping: off by %.4f and %.4f of it\n", def.name,
                  fine.kinetic_j, coarse.most_j / coarse.kinetic_j, fine.most_j / fine.kinetic_j);
    expect_below(coarse.most_j, 0.01 * coarse.kinetic_j);
    expect_below(fine.most_j, 0.007 * fine.kinetic_j);
    sum[0] += coarse.most_j / coarse.kinetic_j, sum[1] += fine.most_j / fine.kinetic_j;
}

static void wheels_that_hop_in_space_keep_their_energy(void **state)
{
    (void)state;
    double sum[2] = {0, 0};
    int count = fleet_count();
    for (int m = 0; m < fleet_count(); ++m) check_hops(fleet_def(m, 1200), sum);
    for (int v = 0; v < shipped_count(); v += of_tier(5, 1), ++count)
        check_hops(shipped_def(v), sum);
    print_message("in the mean by %.5f, and by %.5f of it at four times the rate\n", sum[0] / count,
                  sum[1] / count);
    expect_below(sum[0] / count, 0.002);
    expect_below(sum[1] / count, 0.001);
}

/* What the bend of paths would change is less than what substeps leave of a hop, at the rates that vehicles drive at; and of damped
 * wheels it is 1.4 % at most. */
static void bends_of_paths_are_below_the_error_of_substeps(void **state)
{
    (void)state;
    for (int damped = 0; damped < 2; ++damped) {
        double bent = 0, off = 0, most = 0;
        int count = 0;
        for (int v = 0; v < shipped_count(); v += of_tier(4, 1)) {
            if (!takes_rate(v, 240)) continue;
            kamm_vehicle_def def = shipped_def(v);
            if (!damped) take_damping(&def);
            def.stepping.substeps_per_s = 240;
            struct drift drift = hop_in_space(&def);
            double share = drift.unbent_j / drift.kinetic_j;
            most = fmax(most, share), bent += share, ++count;
            off += drift.most_j / drift.kinetic_j;
        }
        print_message("%s: bends %.4f of the hubs' energy in the mean, %.4f at most\n",
                      damped ? "damped" : "undamped", bent / count, most);
        expect_below(bent / count, damped ? 0.002 : 0.006);
        expect_below(most, damped ? 0.02 : 0.06);
        if (!damped) expect_below(bent, off);
    }
}

/* -- a machine upright, summed up from the laws of its parts and from where its wheels are drawn -- */

enum { PIECES = 1000 };

static double spring_j(const struct suspension_constants *s, double travel)
{
    double sum = 0, step = travel / PIECES;
    for (int i = 0; i < PIECES; ++i)
        sum += (double)spring_force(s, (float)((i + 0.5) * step)) * step;
    return sum;
}

static double tyre_j(const struct axle_constants *axle, double spin, double height)
{
    const struct tyre_vertical_constants *t = &axle->tyre_vertical;
    double sum = 0, step = fmax((double)tyre_free_radius(t, (float)spin) - height, 0) / PIECES;
    for (int i = 0; i < PIECES; ++i)
        sum += (double)tyre_spring_force(t, (float)((i + 0.5) * step), (float)spin) * step;
    return sum;
}

static double carcass_j(const struct axle_constants *axle, double bent)
{
    return 0.5 * (double)kamm_tyre_prepare(&axle->tyre, 0, 0).nominal_carcass_x * bent * bent;
}

static void read_wheels(const kamm_cars *cars, double at_m[2][3])
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(cars, 0, 1, NULL, wheels);
    for (int w = 0; w < 2; ++w) memcpy(at_m[w], wheels[w].pose.position_m, sizeof at_m[w]);
}

/* All but the hubs' motion. */
static double still_j(const kamm_cars *cars)
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const struct chassis_constants *c = model->chassis;
    double position[3], q[4], at_m[2][3], mass = c->sprung_mass_kg;
    double v[3] = {CAR_STATE(cars, 0, car.velocity_x_mps), CAR_STATE(cars, 0, car.velocity_y_mps),
                   CAR_STATE(cars, 0, car.velocity_z_mps)};
    double pitching = (double)CAR_STATE(cars, 0, car.pitch_rate_radps);
    kamm_body_frame(cars, 0, position, q);
    read_wheels(cars, at_m);
    double sum = mass * GRAVITY_MPS2 * position[2] +
                 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
                 0.5 * (double)c->sprung_inertia[1] * pitching * pitching;
    for (int w = 0; w < 2; ++w) {
        const struct axle_constants *axle = &c->axles[w];
        double spin = (double)CAR_STATE(cars, 0, wheels[w].spin_radps);
        sum += (double)axle->unsprung_mass_kg * GRAVITY_MPS2 * at_m[w][2] +
               0.5 * (double)axle->wheel_inertia_kgm2 * spin * spin +
               spring_j(&axle->suspension, (double)CAR_STATE(cars, 0, wheels[w].travel_m)) +
               tyre_j(axle, spin, at_m[w][2]) +
               carcass_j(axle, (double)CAR_STATE(cars, 0, wheels[w].contact_deflection_x_m));
    }
    return sum;
}

/* By the way that the hubs go before and after. */
static double hubs_j(const kamm_cars *cars, double at_m[3][2][3])
{
    const kamm_model *model = kamm_model_of(cars, 0);
    double sum = 0, rate = model->def->stepping.substeps_per_s;
    for (int w = 0; w < 2; ++w)
        for (int i = 0; i < 3; ++i) {
            double v = 0.5 * rate * (at_m[2][w][i] - at_m[0][w][i]);
            sum += 0.5 * (double)model->chassis->axles[w].unsprung_mass_kg * v * v;
        }
    return sum;
}

/* Falls upright on its wheels and bounces, with all of its dampers. Returns by how much channel and sum move apart, as a share of the
 * hubs' kinetic energy. */
static double bounce(const kamm_vehicle_def *def, double height_m)
{
    kamm_cars *cars = start_cars(def, 1);
    kamm_placement high = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    double at_m[3][2][3], apart = 0, first = 0, most = 0, greatest_j = 0;
    high.position_m[2] += height_m;
    kamm_place(cars, 0, &high);
    kamm_inputs(cars)[0].gear = 0;
    for (int i = 0; i < 0.6 * def->stepping.substeps_per_s; ++i) {
        memmove(at_m, at_m + 1, 2 * sizeof *at_m);
        kamm_step(cars, &kamm_flat_ground, 1);
        read_wheels(cars, at_m[2]);
        if (i > 2) {
            double moving_j = hubs_j(cars, at_m);
            greatest_j = fmax(greatest_j, moving_j);
            if (i == 3) first = apart - moving_j;
            most = fmax(most, fabs(apart - moving_j - first));
        }
        apart = energy_of(cars) - still_j(cars);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return most / greatest_j;
}

/* What places tell of speeds has errors of the substep where a tyre touches down, most of all on bicycles, which are stiff. A fork's
 * slope left out would be 2 to 6 %. */
static void the_channel_is_the_sum_of_energies(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        kamm_vehicle_def def = fleet_def(m, 4800);
        double apart = bounce(&def, 0.05);
        print_message("%-30.30s off by %.4f of the hubs' energy\n", def.name, apart);
        expect_below(apart, def.axles[0].suspension.recession > 0 ? 0.008 : 0.04);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheels_that_hop_in_space_keep_their_energy),
        cmocka_unit_test(bends_of_paths_are_below_the_error_of_substeps),
        cmocka_unit_test(the_channel_is_the_sum_of_energies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
