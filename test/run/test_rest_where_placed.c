/* A car that is placed stands still in its springs: under the Moon's gravity, Earth's and 2.5 times that, on the level and on slopes on
 * which its brakes hold it. So does one that is handed over there. All shipped vehicles, on all rungs. */
#include "support/cars.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double gravities_mps2[] = {1.62, 9.81, 24.5};
enum { GRAVITIES = 3 };

/* What holds the car: nothing, its hand brake, its brakes. */
enum brakes { NO_BRAKE, HAND_BRAKE, FOOT_BRAKE };

static kamm_ground slope_ground(double gravity_mps2, double slope, double bank)
{
    kamm_ground ground = kamm_plane_ground(slope, bank, 1);
    ground.gravity_mps2[2] = (float)-gravity_mps2;
    return ground;
}

static void place_still(kamm_cars *cars, const kamm_ground *ground, enum brakes brakes)
{
    kamm_placement at = kamm_placement_on(ground, 0, 0, 0);
    at.gear = 0;
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    kamm_inputs(cars)->hand_brake = brakes == HAND_BRAKE;
    kamm_inputs(cars)->brake = brakes == FOOT_BRAKE;
}

/* How far a car comes from where its first step finds it, in `seconds`, and how fast it is at most. */
struct stir {
    double way_m, speed_mps;
};

static struct stir watch(kamm_cars *cars, const kamm_ground *ground, double seconds)
{
    struct stir stir = {0, 0};
    kamm_motion start, now;
    kamm_step(cars, ground, 1);
    kamm_read_motion(cars, 0, &start);
    double step_s = 0.025, substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
    for (int i = 0; i < seconds / step_s; ++i) {
        kamm_step(cars, ground, (int)(step_s / substep_s + 0.5));
        kamm_read_motion(cars, 0, &now);
        const double *v = now.velocity_mps, still[3] = {0, 0, 0};
        stir.way_m = fmax(stir.way_m, distance_between(now.position_m, start.position_m));
        stir.speed_mps = fmax(stir.speed_mps, distance_between(v, still));
    }
    return stir;
}

static void expect_still(kamm_cars *cars, const kamm_ground *ground, const char *what)
{
    double seconds = of_tier(1, 5), pull = -(double)ground->gravity_mps2[2];
    struct stir stir = watch(cars, ground, seconds);
    /* Of 2.5 g: tyres of three axles share what holds them across otherwise than their loads do. */
    double speed_mps = pull > 10 ? 2e-3 : 1e-3;
    if (stir.way_m > 1e-3 || stir.speed_mps > speed_mps || kamm_fault(cars, 0))
        fail_msg("%s under %g m/s2: %g m away in %g s, at up to %g m/s, fault %u", what, pull,
                 stir.way_m, seconds, stir.speed_mps, kamm_fault(cars, 0));
}

/* The weight, square to the road; where it presses the body on the road, the wheels have less of it. */
static void expect_weight(kamm_cars *cars, const kamm_ground *ground, const char *what)
{
    const kamm_contact *plane = &ground->plane;
    double mass = kamm_describe(kamm_model_of(cars, 0)).mass_kg;
    double weight = -mass * (double)ground->gravity_mps2[2] * (double)plane->normal[2];
    double share = sum_of_loads(cars, 0) / weight, wheels_alone = 1;
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        kamm_body_contact touch = {0};
        kamm_read_body_contact(cars, 0, p, &touch);
        if (touch.load_n > 0) wheels_alone = 0;
    }
    if (share > 1.001 || (wheels_alone && share < 0.999))
        fail_msg("%s: the wheels carry %g of the weight", what, share);
}

static int vehicles(void) { return of_tier(2, shipped_count()); }
static int numbered(int i)
{
    static const char *const some[] = {"nissan-micra", "man-tgs-8x4", "go-kart-125",
                                       "ford-transit-minibus"};
    return in_long_tier() ? i : shipped_number(some[i]);
}

static kamm_cars *shipped_cars(int vehicle, kamm_rung rung)
{
    kamm_vehicle_def def = shipped_on(vehicle, rung, 240);
    return start_rung(&def, rung, 1);
}

static void placed_cars_stand_still_under_any_gravity(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(rung)) {
            kamm_cars *cars = shipped_cars(numbered(i), rung);
            char what[100];
            snprintf(what, sizeof what, "%s on %s", shipped_name(numbered(i)), rung_name(rung));
            for (int g = 0; g < GRAVITIES; ++g) {
                kamm_ground ground = slope_ground(gravities_mps2[g], 0, 0);
                place_still(cars, &ground, NO_BRAKE);
                expect_still(cars, &ground, what);
                expect_weight(cars, &ground, what);
            }
            end_cars(cars);
        }
}

/* rigid2d has no friction that holds: its tyres creep (docs/models/rigid2d.md). */
static void placed_cars_stand_still_on_slopes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(rung)) {
            if (rung == KAMM_RIGID2D) continue;
            kamm_cars *cars = shipped_cars(numbered(i), rung);
            for (int g = 0; g < 2 * GRAVITIES; ++g) {
                if (!is_tried(i + (int)rung + g + g / 2, 2)) continue;
                double slope = g % 2 ? 0.1 : 0, bank = g % 2 ? 0 : -0.1;
                kamm_ground ground = slope_ground(gravities_mps2[g / 2], slope, bank);
                char what[100];
                snprintf(what, sizeof what, "%s on %s, slope %g, bank %g",
                         shipped_name(numbered(i)), rung_name(rung), slope, bank);
                place_still(cars, &ground, slope > 0 ? HAND_BRAKE : FOOT_BRAKE);
                expect_still(cars, &ground, what);
                expect_weight(cars, &ground, what);
            }
            end_cars(cars);
        }
}

/* How high its frame is above where it was placed. */
static double height_of(const kamm_cars *cars)
{
    kamm_motion motion;
    kamm_read_motion(cars, 0, &motion);
    return motion.position_m[2];
}

/* Where springs and tyres are straight lines an axle sinks by its sprung weight over its springs, and its whole weight over its tyres. */
static void springs_give_by_the_weight_on_them(void **state)
{
    (void)state;
    const double off_mps2[] = {-1.5, 1.5};
    kamm_vehicle_def def = flat_riding_car();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double rear = def.body.cg_behind_front_axle_m / info.wheelbase_m, gives_m_per_mps2 = 0;
    for (int a = 0; a < 2; ++a) {
        const kamm_axle_def *axle = &def.axles[a];
        double share = a ? rear : 1 - rear, mass = info.mass_kg * share;
        double sprung = mass - 2 * axle->unsprung_mass_kg;
        gives_m_per_mps2 += share * (sprung / (2 * axle->suspension.spring_n_per_m) +
                                     mass / (2 * axle->tyre.vertical_stiffness_n_per_m));
    }
    for (int i = 0; i < 2; ++i) {
        kamm_ground ground = slope_ground(GRAVITY_MPS2 + off_mps2[i], 0, 0);
        place_still(cars, &ground, NO_BRAKE);
        kamm_step(cars, &ground, 1);
        expect_share(height_of(cars), -off_mps2[i] * gives_m_per_mps2, 0.05);
    }
    end_cars(cars);
}

/* Under the gravity that it felt last, a car goes on as it stood. */
static void handed_over_cars_stand_still_under_any_gravity(void **state)
{
    (void)state;
    for (int i = 0; i < vehicles(); ++i)
        for (EACH_RUNG(from))
            for (kamm_rung to = KAMM_DOUBLE_TRACK; to <= KAMM_FULL; to = (kamm_rung)(to + 1)) {
                if (from == to) continue;
                kamm_cars *before = shipped_cars(numbered(i), from);
                kamm_cars *after = shipped_cars(numbered(i), to);
                for (int g = 0; g < GRAVITIES; ++g) {
                    if (!is_tried(i + (int)from + (int)to + g, 3)) continue;
                    kamm_ground ground = slope_ground(gravities_mps2[g], 0, 0);
                    place_still(before, &ground,
                                HAND_BRAKE); /* kinematic has no gears: another drives off */
                    kamm_step(before, &ground, 48);
                    kamm_hand_over(before, 0, after, 0);
                    struct stir stir = watch(after, &ground, of_tier(1, 3));
                    /* The balance is one to 0.02 m/s2 (full_balance.c). */
                    if (stir.way_m > 2e-3 || stir.speed_mps > 5e-3)
                        fail_msg("%s from %s to %s under %g m/s2: %g m away, up to %g m/s",
                                 shipped_name(numbered(i)), rung_name(from), rung_name(to),
                                 gravities_mps2[g], stir.way_m, stir.speed_mps);
                }
                end_cars(before);
                end_cars(after);
            }
}

/* A snapshot between placing and the first step has what is to come, a car's own as well; so has a copy. */
static void snapshots_hold_that_a_car_has_been_placed(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground moon = slope_ground(1.62, 0, 0);
    for (EACH_RUNG(rung)) {
        kamm_cars *first = start_rung(&def, rung, 1), *second = start_rung(&def, rung, 1);
        kamm_cars *third = start_rung(&def, rung, 1), *fourth = start_rung(&def, rung, 1);
        kamm_error error = {0};
        place_still(first, &moon, NO_BRAKE);
        size_t size = kamm_snapshot_size(first), of_car = kamm_car_snapshot_size(first, 0);
        void *all = malloc(size), *one = malloc(of_car);
        kamm_save_snapshot(first, all);
        kamm_save_car(first, 0, one);
        kamm_step(second, &kamm_flat_ground, 7);
        kamm_step(third, &kamm_flat_ground, 7);
        kamm_step(fourth, &kamm_flat_ground, 7);
        must(kamm_restore_snapshot(second, all, size, &error), &error);
        must(kamm_restore_car(third, 0, one, of_car, &error), &error);
        kamm_copy_car(first, 0, fourth, 0);
        kamm_step(first, &moon, 60);
        for (int i = 0; i < 60; ++i) {
            kamm_step(second, &moon, 1);
            kamm_step(third, &moon, 1);
            kamm_step(fourth, &moon, 1);
        }
        assert_true(kamm_state_hash(first) == kamm_state_hash(second));
        assert_true(kamm_state_hash(first) == kamm_state_hash(third));
        assert_true(kamm_state_hash(first) == kamm_state_hash(fourth));
        free(all), free(one);
        end_cars(first), end_cars(second), end_cars(third), end_cars(fourth);
    }
}

/* A host that sets the car's motion has it where it wants it. */
static void a_car_that_a_host_has_moved_stays_there(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_ground moon = slope_ground(1.62, 0, 0);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_error error = {0};
    kamm_motion motion;
    place_still(cars, &moon, NO_BRAKE);
    kamm_read_motion(cars, 0, &motion);
    must(kamm_set_motion(cars, 0, &motion, &error), &error);
    kamm_step(cars, &moon, 1);
    expect_near(height_of(cars), motion.position_m[2], 1e-4);
    end_cars(cars);
}

/* One that rolls is where its springs have it, too: it neither hops nor drops. */
static void a_car_that_is_placed_rolling_does_not_hop(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int g = 0; g < GRAVITIES; ++g) {
        kamm_cars *cars = start_cars(&def, 1);
        kamm_ground ground = slope_ground(gravities_mps2[g], 0, 0);
        kamm_placement at = {.speed_mps = 10, .gear = 0};
        kamm_place(cars, 0, &at);
        kamm_inputs(cars)->gear = 0;
        kamm_step(cars, &ground, 1);
        double height = height_of(cars);
        for (int i = 0; i < 60; ++i) {
            kamm_step(cars, &ground, 20);
            expect_near(height_of(cars), height, 3e-3);
        }
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placed_cars_stand_still_under_any_gravity),
        cmocka_unit_test(placed_cars_stand_still_on_slopes),
        cmocka_unit_test(springs_give_by_the_weight_on_them),
        cmocka_unit_test(handed_over_cars_stand_still_under_any_gravity),
        cmocka_unit_test(snapshots_hold_that_a_car_has_been_placed),
        cmocka_unit_test(a_car_that_a_host_has_moved_stays_there),
        cmocka_unit_test(a_car_that_is_placed_rolling_does_not_hop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
