/* What a full car does on the surfaces of data/surfaces.json: how far it slides, how fast it gets, where it
 * turns when they differ from left to right. All cars of a test drive at once, each on its own plane. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>

#include <math.h>
#include <string.h>

enum { MAX_CARS = 16 };
static const double frame_s = 1. / 60;

/* The share of the sliding loss that a slip takes, src/rungs/full/corner.h. */
static double loss_share(double slip) { return slip * slip / (slip * slip + 0.3 * 0.3); }

static kamm_surface_set
    set; /* without those of standing water or soft soil, of which other tests have the laws */

static int read_data(void **state)
{
    (void)state;
    if (kamm_load_surfaces(NULL, &set, NULL, NULL)) return 1;
    int kept = 0;
    for (int i = 0; i < set.count; ++i)
        if (!(set.surfaces[i].water_m > 0) && set.surfaces[i].soil.friction_modulus == 0)
            set.surfaces[kept++] = set.surfaces[i];
    set.count = kept;
    return 0;
}

/* A car on each surface. */
struct road {
    kamm_contact contacts[MAX_CARS * 4];
    kamm_ground ground;
    int count;
};

static void lay_surfaces(struct road *road)
{
    road->count = set.count < MAX_CARS ? set.count : MAX_CARS;
    road->ground = kamm_flat_ground;
    road->ground.contacts = road->contacts;
    for (int i = 0; i < road->count * 4; ++i)
        road->contacts[i] = kamm_surface_ground(&set.surfaces[i / 4]).plane;
}

static kamm_cars *start_on(const struct road *road, const kamm_vehicle_def *def, double speed_mps,
                           int gear)
{
    kamm_cars *cars = start_cars(def, road->count);
    for (int car = 0; car < road->count; ++car)
        put_car(cars, car, &road->ground, 0, speed_mps, gear);
    return cars;
}

static kamm_vehicle_def car_of_file(const char *name)
{
    static kamm_vehicle_file file;
    kamm_error error;
    if (kamm_load_vehicle(name, &file, NULL, &error)) fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    return file.def;
}

/* Brakes all cars to a stop; where each stopped, and where it was when its wheels had been locked for a
 * while. */
struct stop {
    double locked_x_m, locked_mps, stopped_x_m;
};

static void brake_all(kamm_cars *cars, const kamm_ground *ground, struct stop *stops)
{
    const double lock_s = 0.7, time_limit_s = 60;
    int count = kamm_count(cars), running = count;
    for (int car = 0; car < count; ++car) {
        kamm_inputs(cars)[car].brake = 1;
        kamm_inputs(cars)[car].clutch = 1;
        stops[car] = (struct stop){NAN, NAN, NAN};
    }
    for (double t = 0; running && t < time_limit_s; t += frame_s) {
        drive_for(cars, ground, frame_s);
        running = 0;
        for (int car = 0; car < count; ++car) {
            double x = kamm_read(cars, car, KAMM_CHANNEL_x_m);
            double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
            if (t >= lock_s && isnan(stops[car].locked_x_m)) {
                stops[car].locked_x_m = x;
                stops[car].locked_mps = speed;
            }
            if (speed < 0.01 && isnan(stops[car].stopped_x_m)) stops[car].stopped_x_m = x;
            running |= isnan(stops[car].stopped_x_m);
        }
    }
    assert_false(running);
}

/* The friction that is left at that slip. */
static double friction_at(const kamm_surface *s, double slip)
{
    return (double)s->friction * (1 - (double)s->sliding_loss * loss_share(slip));
}

static double drag_of(const kamm_surface *s)
{
    return (double)s->rolling_resistance + (double)s->sinkage_drag;
}

static const char *name_of(int car) { return set.surfaces[car].name; }

/* The skid of locked wheels, without air: v^2 / (2 mu g), where mu is the tyre's own Magic Formula at slip
 * -1 and the surface's friction less nine tenths of its loss. The car stops with its nose down, which at
 * high friction shortens the way by a percent. */
static void locked_wheels_slide_as_far_as_their_friction_says(void **state)
{
    (void)state;
    struct road road;
    struct stop stops[MAX_CARS];
    kamm_vehicle_def def = plain_car();
    const kamm_tyre_def *tyre = &def.axles[0].tyre;
    def.aero.frontal_area_m2 = 0;
    lay_surfaces(&road);
    kamm_cars *cars = start_on(&road, &def, 50 / 3.6, 0);
    brake_all(cars, &road.ground, stops);
    for (int car = 0; car < road.count; ++car) {
        double friction = friction_at(&set.surfaces[car], 1), v = stops[car].locked_mps;
        double slide = -longitudinal_friction(tyre, tyre->nominal_load_n, -1, friction);
        int slippery = !strcmp(name_of(car), "ice") || !strcmp(name_of(car), "snow");
        expect_share(stops[car].stopped_x_m - stops[car].locked_x_m,
                     v * v / (2 * slide * GRAVITY_MPS2), slippery ? 0.002 : 0.02);
        if (slippery) /* with the instant in which the wheels lock, too */
            expect_share(stops[car].stopped_x_m, pow(50 / 3.6, 2) / (2 * slide * GRAVITY_MPS2),
                         0.02);
    }
    end_cars(cars);
}

/* A car as it is sold, with anti-lock brakes: the less friction at the slip that they hold, the longer the
 * way, and nearly in that proportion. */
static void anti_lock_stops_are_ordered_by_friction(void **state)
{
    (void)state;
    struct road road;
    struct stop stops[MAX_CARS];
    kamm_vehicle_def def = car_of_file("nissan-micra");
    lay_surfaces(&road);
    kamm_cars *cars = start_on(&road, &def, 50 / 3.6, 0);
    brake_all(cars, &road.ground, stops);
    for (int car = 0; car < road.count; ++car) {
        double friction = friction_at(&set.surfaces[car], def.aids.abs_slip);
        expect_share(stops[car].stopped_x_m * friction, stops[0].stopped_x_m, 0.15);
        for (int other = 0; other < car; ++other)
            if (friction < 0.97 * friction_at(&set.surfaces[other], def.aids.abs_slip))
                expect_above(stops[car].stopped_x_m, stops[other].stopped_x_m);
    }
    end_cars(cars);
}

/* From 35 m/s with all the power there is. Where the tyres hold it, more drag means less speed. On ice they
 * do not: there it ends where drag is what friction lets the driven wheels push. */
static void top_speeds_are_ordered_by_drag_or_end_at_the_grip(void **state)
{
    (void)state;
    struct road road;
    kamm_vehicle_def def = plain_car();
    def.aids.tcs = 1;
    def.aids.tcs_slip = 0.1;
    lay_surfaces(&road);
    kamm_cars *cars = start_on(&road, &def, 35, KAMM_GEAR_DRIVE);
    for (int car = 0; car < road.count; ++car) kamm_inputs(cars)[car].throttle = 1;
    drive_for(cars, &road.ground, 36);
    for (int car = 0; car < road.count; ++car) {
        const kamm_surface *s = &set.surfaces[car];
        double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
        for (int other = 0; other < car; ++other)
            if (s->friction > 0.2f && drag_of(s) > drag_of(&set.surfaces[other]) + 0.001)
                expect_below(speed, kamm_read(cars, other, KAMM_CHANNEL_speed_mps));
        if (strcmp(s->name, "ice") != 0) continue;
        double push_n = (double)s->friction * def.axles[0].tyre.pdx1 *
                        (kamm_read_wheel(cars, car, 0, KAMM_WHEEL_load_n) +
                         kamm_read_wheel(cars, car, 1, KAMM_WHEEL_load_n));
        double drag_n = push_n - 0.01 * def.body.mass_kg * GRAVITY_MPS2;
        double area_m2 = def.aero.drag_coefficient * def.aero.frontal_area_m2;
        double fastest = sqrt(drag_n / (0.5 * 1.225 * area_m2));
        expect_below(speed, fastest);
        expect_above(speed, 0.9 * fastest);
    }
    end_cars(cars);
}

static void coasting_slows_down_by_all_of_the_drag(void **state)
{
    (void)state;
    struct road road;
    kamm_vehicle_def def = plain_car();
    def.aero.frontal_area_m2 = 0;
    lay_surfaces(&road);
    kamm_cars *cars = start_on(&road, &def, 15, 0);
    drive_for(cars, &road.ground, 3);
    for (int car = 0; car < road.count; ++car)
        expect_share(15 - kamm_read(cars, car, KAMM_CHANNEL_speed_mps),
                     3 * GRAVITY_MPS2 * (0.01 + drag_of(&set.surfaces[car])) / 1.04, 0.05);
    end_cars(cars);
}

/* A braking car's front wheel. */
struct braked_wheel {
    double slip, friction; /* longitudinal force over load */
    double plain_friction; /* what the Magic Formula says without any loss */
};

/* Full braking from 30 m/s on that surface; 1.5 s later the wheel's slip is steady. */
static struct braked_wheel brake_on(const kamm_surface *surface, int abs)
{
    kamm_vehicle_def def = plain_car();
    kamm_ground ground = kamm_surface_ground(surface);
    def.aids.abs = abs;
    def.aids.abs_slip = 0.2; /* the regulator lets half of it happen here */
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, 30, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &ground, 1.5);
    double load = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n);
    double slip = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_slip_ratio);
    double force = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_longitudinal_force_n);
    end_cars(cars);
    return (struct braked_wheel){
        -slip, -force / load,
        -longitudinal_friction(&def.axles[0].tyre, load, slip, (double)surface->friction)};
}

static void sliding_loss_is_a_tenth_at_the_peak_and_nine_tenths_locked(void **state)
{
    (void)state;
    const kamm_surface whole = {.friction = 0.5f}, lossy = {.friction = 0.5f, .sliding_loss = 0.5f};
    struct braked_wheel rolling = brake_on(&lossy, 1), locked = brake_on(&lossy, 0);
    struct braked_wheel lossless = brake_on(&whole, 1);
    expect_share(lossless.friction, lossless.plain_friction, 0.005);
    expect_near(rolling.slip, 0.1, 0.02);
    expect_near(1 - rolling.friction / rolling.plain_friction, 0.5 * 0.1, 0.01);
    expect_near(locked.slip, 1, 1e-3);
    expect_near(1 - locked.friction / locked.plain_friction, 0.5 * 0.9, 0.02);
}

static void parked_car_does_not_creep_where_sliding_loses_half(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    kamm_ground slope = kamm_plane_ground(0.2, 0, 0.5);
    slope.plane.sliding_loss = 0.5f;
    double from[3], to[3];
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &slope, 0, 0, 0);
    kamm_inputs(cars)[0].brake = 1;
    drive_for(cars, &slope, 3);
    read_position(cars, 0, from);
    drive_for(cars, &slope, 20);
    read_position(cars, 0, to);
    expect_below(distance_between(from, to), 1e-6);
    end_cars(cars);
}

/* What lies to the left and to the right of the x axis. */
struct split {
    kamm_contact left, right;
};

static void query_split(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct split *split = user;
    for (int i = 0; i < count; ++i)
        contacts[i] = probes[i].position_m[1] > 0 ? split->left : split->right;
}

/* How far a car turns when it brakes from 80 km/h with the wheel held straight: after 1 s and in all. Positive:
 * to the left. */
struct turned {
    double after_1_s_rad, in_all_rad;
};

static struct turned brake_on_split(const char *left, const char *right, int abs)
{
    struct split split = {kamm_surface_ground(kamm_surface_named(&set, left)).plane,
                          kamm_surface_ground(kamm_surface_named(&set, right)).plane};
    kamm_ground ground = kamm_flat_ground;
    kamm_vehicle_def def = car_of_file("bmw-m3-e46");
    struct turned turned = {NAN, 0};
    double last = 0;
    def.aids.abs = abs;
    ground.query = query_split;
    ground.user = &split;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, 80 / 3.6, 0);
    kamm_inputs(cars)[0].brake = 1;
    kamm_inputs(cars)[0].clutch = 1;
    for (double t = frame_s; t < 30 && read_channel(cars, KAMM_CHANNEL_speed_mps) > 0.01;
         t += frame_s) {
        drive_for(cars, &ground, frame_s);
        double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
        turned.in_all_rad += remainder(yaw - last, 2 * PI);
        last = yaw;
        if (t < 1 + frame_s / 2) turned.after_1_s_rad = turned.in_all_rad;
    }
    end_cars(cars);
    return turned;
}

static void split_friction_turns_the_car_to_the_good_side_and_abs_less(void **state)
{
    (void)state;
    struct turned ice_left[2], ice_right[2];
    for (int abs = 0; abs < 2; ++abs) {
        ice_left[abs] = brake_on_split("ice", "dry_asphalt", abs);
        ice_right[abs] = brake_on_split("dry_asphalt", "ice", abs);
        expect_below(ice_left[abs].after_1_s_rad, -0.1);
        expect_near(ice_right[abs].after_1_s_rad, -ice_left[abs].after_1_s_rad, 1e-4);
        expect_above(ice_right[abs].in_all_rad, 0);
    }
    expect_below(fabs(ice_left[1].after_1_s_rad), fabs(ice_left[0].after_1_s_rad));
    expect_below(fabs(ice_left[1].in_all_rad), 0.5 * fabs(ice_left[0].in_all_rad));
    expect_below(fabs(ice_right[1].in_all_rad), 0.5 * fabs(ice_right[0].in_all_rad));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(locked_wheels_slide_as_far_as_their_friction_says),
        cmocka_unit_test(anti_lock_stops_are_ordered_by_friction),
        cmocka_unit_test(top_speeds_are_ordered_by_drag_or_end_at_the_grip),
        cmocka_unit_test(coasting_slows_down_by_all_of_the_drag),
        cmocka_unit_test(sliding_loss_is_a_tenth_at_the_peak_and_nine_tenths_locked),
        cmocka_unit_test(parked_car_does_not_creep_where_sliding_loses_half),
        cmocka_unit_test(split_friction_turns_the_car_to_the_good_side_and_abs_less),
    };
    return cmocka_run_group_tests_name("surfaces_driving", tests, read_data, NULL);
}
