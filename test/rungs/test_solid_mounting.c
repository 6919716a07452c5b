/* Solid mounting: a go-kart's wheels on a frame that bends. Ride, load transfer, how steering lifts the inner rear wheel,
 * energy, rates, refusals. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/refused.h"
#include "support/rungs.h"
#include "support/tier.h"

#include "part/tyre/tyre.h"
#include "run/cars.h"

#include <math.h>

static const double rates[] = {240, 120, 600, 1200};

static kamm_vehicle_def kart(double rate)
{
    kamm_vehicle_def def;
    fit_kart(&def, 1);
    def.stepping.substeps_per_s = rate;
    return def;
}

static double hub_load_n(const kamm_vehicle_def *def, int a)
{
    double behind = def->body.cg_behind_front_axle_m, base = def->axles[1].behind_front_axle_m;
    return def->body.mass_kg * GRAVITY_MPS2 * (a ? behind : base - behind) / base / 2;
}

static double tyre_n_per_m(const kamm_vehicle_def *def, int a)
{
    const kamm_tyre_def *tyre = &def->axles[a].tyre;
    double load = hub_load_n(def, a);
    return 0.02 * load /
           (kamm_tyre_static_deflection(tyre, 1.01 * load) -
            kamm_tyre_static_deflection(tyre, 0.99 * load));
}

/* Frame and tyre in series. */
static double corner_n_per_m(const kamm_vehicle_def *def, int a)
{
    double frame = def->axles[a].suspension.spring_n_per_m, tyre = tyre_n_per_m(def, a);
    return frame * tyre / (frame + tyre);
}

static double roll_nm_per_rad(const kamm_vehicle_def *def, int a)
{
    return corner_n_per_m(def, a) * def->axles[a].track_m * def->axles[a].track_m / 2;
}

static double load_of(const kamm_cars *cars, int wheel)
{
    return kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n);
}

static kamm_cars *start_kart(const kamm_vehicle_def *def, const kamm_ground *ground, double speed)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, ground, 0, speed, 0);
    return cars;
}

/* With four equal corners and no damping it bounces as two masses in series do: body on frame, wheel on tyre. */
static void it_bounces_on_frame_and_tyre_in_series(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(2, 2, 4); ++r) {
        kamm_vehicle_def def = kart(rates[r]);
        def.body.cg_behind_front_axle_m = def.axles[1].behind_front_axle_m / 2;
        def.axles[0].suspension.spring_n_per_m = 20000, def.axles[0].suspension.caster_rad = 0;
        def.axles[0].drive_share = 0.5;
        for (int a = 0; a < 2; ++a) {
            double behind = def.axles[a].behind_front_axle_m;
            def.axles[a] = def.axles[0], def.axles[a].behind_front_axle_m = behind;
            def.axles[a].suspension.bump_damping_ns_per_m = 0;
            def.axles[a].tyre.vertical_damping_ns_per_m = def.axles[a].tyre.standing_damping_s = 0;
        }
        double wheel = def.axles[0].unsprung_mass_kg, body = def.body.mass_kg / 4 - wheel;
        double frame = 20000, tyre = tyre_n_per_m(&def, 0);
        double half = (frame / body + (frame + tyre) / wheel) / 2;
        double expected = sqrt(half - sqrt(half * half - frame * tyre / body / wheel)) / (2 * PI);
        kamm_cars *cars = start_kart(&def, &kamm_flat_ground, 0);
        PUT_CAR_STATE(cars, 0, car.velocity_z_mps, 0.02f);
        double first = 0, last = 0, before = 0.02, dt = 1 / def.stepping.substeps_per_s;
        int crossings = 0;
        for (int i = 1; i < 2 / dt; ++i) {
            kamm_step(cars, &kamm_flat_ground, 1);
            double now = (double)CAR_STATE(cars, 0, car.velocity_z_mps);
            if (before > 0 && now <= 0) {
                last = (i - 1 + before / (before - now)) * dt;
                if (!crossings++) first = last;
            }
            before = now;
        }
        double measured = (crossings - 1) / (last - first);
        print_message("%4g /s: %.3f Hz, in series %.3f Hz\n", rates[r], measured, expected);
        expect_share(measured, expected, 0.01);
        end_cars(cars);
    }
}

/* On a bank the axles share the moment by their roll stiffness, as a rigid body on four springs does. */
static void load_moves_as_on_four_springs(void **state)
{
    (void)state;
    const double bank = 0.1;
    for (int r = 0; r < of_tiers(2, 2, 4); ++r) {
        kamm_vehicle_def def = kart(rates[r]);
        kamm_ground ground = kamm_plane_ground(0, bank, 1);
        kamm_cars *cars = start_kart(&def, &ground, 0);
        kamm_inputs(cars)[0].brake = 1;
        drive_for(cars, &ground, 3);
        double weight = def.body.mass_kg * GRAVITY_MPS2, lever = def.body.cg_height_m;
        double stiffness = roll_nm_per_rad(&def, 0) + roll_nm_per_rad(&def, 1);
        double roll = weight * sin(atan(bank)) * lever / (stiffness - weight * lever);
        for (int a = 0; a < 2; ++a) {
            double moved = (load_of(cars, 2 * a + 1) - load_of(cars, 2 * a)) / 2;
            double expected = roll_nm_per_rad(&def, a) * roll / def.axles[a].track_m;
            print_message("%4g /s, axle %d: %.2f N move, %.2f N expected\n", rates[r], a, moved,
                          expected);
            expect_share(moved, expected, 0.02);
        }
        end_cars(cars);
    }
}

struct point {
    double x, y, z;
};

/* Rodrigues' turn about a unit vector. */
static struct point turned(struct point u, struct point v, double angle)
{
    double s = sin(angle), c = cos(angle), along = (u.x * v.x + u.y * v.y + u.z * v.z) * (1 - c);
    return (struct point){v.x * c + (u.y * v.z - u.z * v.y) * s + u.x * along,
                          v.y * c + (u.z * v.x - u.x * v.z) * s + u.y * along,
                          v.z * c + (u.x * v.y - u.y * v.x) * s + u.z * along};
}

/* By how much a front wheel's lowest point goes down against the frame as it is steered. */
static double steered_down_m(const kamm_vehicle_def *def, double side, double angle)
{
    const kamm_suspension_def *s = &def->axles[0].suspension;
    const kamm_tyre_def *tyre = &def->axles[0].tyre;
    double crown = fmin(tyre->width_m / 2, tyre->unloaded_radius_m / 2);
    double disc = tyre->unloaded_radius_m - crown;
    double radius = tyre->unloaded_radius_m - kamm_tyre_static_deflection(tyre, hub_load_n(def, 0));
    double back = tan(s->caster_rad), in = tan(s->kingpin_inclination_rad);
    double length = sqrt(1 + back * back + in * in);
    struct point pin = {-back / length, -side * in / length, 1 / length};
    struct point arm = {0, side * (s->scrub_radius_m + radius * in), 0}, axis = {0, 1, 0};
    struct point arm_then = turned(pin, arm, angle), axis_then = turned(pin, axis, angle);
    double level = sqrt(1 - axis_then.z * axis_then.z);
    return disc * (level - 1) - (arm_then.z - arm.z);
}

/* Standing on ice, the front wheels are turned: one goes down against the frame, one up, and the frame and the tyres, twisted
 * in series from end to end, move load off the inner rear wheel. The closed form is that of small angles. */
static void steering_lifts_by_caster_and_scrub(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(2, 2, 4); ++r)
        for (int i = 1; i <= 3; ++i) {
            kamm_vehicle_def def = kart(rates[r]);
            kamm_ground ice = kamm_plane_ground(0, 0, 0.01);
            kamm_cars *cars = start_kart(&def, &ice, 0);
            kamm_inputs(cars)[0].steering_wheel_rad = (float)(i * 0.1);
            drive_for(cars, &ice, 3);
            double down[2];
            for (int w = 0; w < 2; ++w)
                down[w] = steered_down_m(&def, w ? -1 : 1,
                                         kamm_read_wheel(cars, 0, w, KAMM_WHEEL_steer_rad));
            double front = roll_nm_per_rad(&def, 0), rear = roll_nm_per_rad(&def, 1);
            double twist = (down[0] - down[1]) / def.axles[0].track_m;
            double moment = front * rear / (front + rear) * twist;
            double off = hub_load_n(&def, 1) - load_of(cars, 2);
            print_message("%4g /s, %.1f rad: %.2f N off the inner rear wheel, %.2f N by the closed "
                          "form; %.4f m/rad\n",
                          rates[r], i * 0.1, off, moment / def.axles[1].track_m,
                          (down[0] - down[1]) / 2 / (i * 0.1 / def.steering.ratio));
            expect_share(off, moment / def.axles[1].track_m, 0.04);
            end_cars(cars);
        }
}

/* The least load of the inner rear wheel, and that of the other three, in the first second of a left turn that is
 * steered within half a second. */
static double least_inner_n(const kamm_vehicle_def *def, double *others)
{
    kamm_cars *cars = start_kart(def, &kamm_flat_ground, 6);
    double least = INFINITY;
    *others = INFINITY;
    for (int i = 1; i <= 60; ++i) {
        kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.5 * fmin(i / 30.0, 1));
        drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        least = fmin(least, load_of(cars, 2));
        for (int w = 0; w < 4; ++w)
            if (w != 2) *others = fmin(*others, load_of(cars, w));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return least;
}

static void the_inner_rear_wheel_lifts_in_a_corner(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(2, 2, 4); ++r) {
        kamm_vehicle_def def = kart(rates[r]), upright = def;
        double others, more;
        upright.axles[0].suspension.caster_rad = 0;
        double lifted = least_inner_n(&def, &others), held = least_inner_n(&upright, &more);
        print_message("%4g /s: %.0f N on the inner rear wheel (%.0f N and more on the others), "
                      "%.0f N without caster\n",
                      rates[r], lifted, others, held);
        expect_near(lifted, 0, 1e-3);
        expect_above(others, 0);
        expect_above(held, 50);
    }
}

/* Dropped, it hangs on its frame, lands, bounces and rests; the energy never rises but by what rounding makes. */
static void landing_gives_nothing_back(void **state)
{
    (void)state;
    for (int r = 0; r < of_tiers(2, 2, 4); ++r)
        for (int lean = 0; lean < 2; ++lean) {
            kamm_vehicle_def def = kart(rates[r]);
            kamm_cars *cars = start_kart(&def, &kamm_flat_ground, 0);
            double pulled = 0, start = 0, lowest = INFINITY, rise = 0;
            kamm_inputs(cars)[0].brake = 1;
            PUT_CAR_STATE(cars, 0, car.velocity_z_mps, 2);
            PUT_CAR_STATE(cars, 0, car.roll_rate_radps, (float)lean);
            start = lowest = read_channel(cars, KAMM_CHANNEL_energy_j);

            for (int i = 0; i < 5 * rates[r]; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                double energy = read_channel(cars, KAMM_CHANNEL_energy_j);
                rise = fmax(rise, energy - lowest);
                lowest = fmin(lowest, energy);
                pulled = fmin(pulled, kamm_read_wheel(cars, 0, 2, KAMM_WHEEL_travel_m));
            }
            double loose = (hub_load_n(&def, 1) - def.axles[1].unsprung_mass_kg * GRAVITY_MPS2) /
                           def.axles[1].suspension.spring_n_per_m;
            print_message("%4g /s: rises by %.3f of %.0f J, frame down to %.1f mm, loose at %.1f\n",
                          rates[r], rise, start, 1e3 * pulled, -1e3 * loose);
            assert_int_equal(kamm_fault(cars, 0), 0);
            expect_below(rise, 0.002 * 0.5 * def.body.mass_kg * 4);
            expect_below(pulled, -loose);
            expect_below(fabs(read_channel(cars, KAMM_CHANNEL_speed_mps)), 0.01);
            end_cars(cars);
        }
}

static void what_a_frame_does_not_have_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = kart(240);
    def.axles[1].suspension.heave_spring_n_per_m = 1e4;
    expect_vehicle_refused(&def, "axles[1].suspension.heave_spring_n_per_m");
    def = kart(240);
    def.axles[0].suspension.camber_curve.count = 2;
    expect_vehicle_refused(&def, "axles[0].suspension.camber_curve");
    def = kart(240);
    def.axles[0].suspension.active_bar_share = 0.5;
    expect_vehicle_refused(&def, "axles[0].suspension.active_bar_share");
    def = kart(240);
    def.axles[0].suspension.hardpoints.kind = KAMM_HARDPOINTS_DOUBLE_WISHBONE;
    expect_vehicle_refused(&def, "axles[0].suspension.hardpoints");
    def = kart(240);
    def.axles[1].live = 1;
    expect_vehicle_refused(&def, "axles[1].live");
    def = kart(60); /* light wheels on a stiff frame */
    expect_vehicle_refused(&def, "stepping.substeps_per_s of at least 118");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_bounces_on_frame_and_tyre_in_series),
        cmocka_unit_test(load_moves_as_on_four_springs),
        cmocka_unit_test(steering_lifts_by_caster_and_scrub),
        cmocka_unit_test(the_inner_rear_wheel_lifts_in_a_corner),
        cmocka_unit_test(landing_gives_nothing_back),
        cmocka_unit_test(what_a_frame_does_not_have_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
