/* Reversing with a trailer. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/tier.h"
#include "support/trailers.h"

#include <math.h>

static const kamm_rung rungs[] = {KAMM_SINGLE_TRACK, KAMM_FULL};

struct reversing {
    struct combination combination;
    kamm_cars *car, *trailer;
    double axle_m; /* the trailer's axle, behind the point that channels tell of */
};

static struct reversing start(int heavy, kamm_rung rung, double articulation_rad)
{
    kamm_vehicle_def pair[2] = {heavy ? tractor() : towing_car(),
                                heavy ? semitrailer() : caravan()};
    for (int u = 0; u < 2; ++u) pair[u].stepping.substeps_per_s = 240;
    struct reversing r = {.combination = start_combination(pair, 2, rung, 1)};
    r.car = kamm_combination_cars(r.combination.combinations, 0);
    r.trailer = kamm_combination_cars(r.combination.combinations, 1);
    r.axle_m =
        pair[1].axles[heavy ? 2 : 1].behind_front_axle_m - pair[1].body.cg_behind_front_axle_m;
    kamm_placement at = {.orientation = {1}, .speed_mps = -1, .gear = -1};
    kamm_place_combination(r.combination.combinations, 0, &at, &articulation_rad);
    kamm_inputs(r.car)[0].gear = -1;
    return r;
}

/* A tenth of a second backwards at walking speed. */
static void back_up(struct reversing *r, double curvature_per_m)
{
    kamm_input *in = kamm_inputs(r->car);
    double speed = kamm_read(r->car, 0, KAMM_CHANNEL_forward_speed_mps);
    in->steering_wheel_rad =
        (float)kamm_reversing_wheel_rad(r->combination.combinations, 0, curvature_per_m);
    in->throttle = (float)fmin(fmax(0.4 * (speed + 1.2), 0), 0.6);
    in->brake = (float)fmin(fmax(0.2 * (-1.5 - speed), 0), 0.5);
    kamm_step_combinations(r->combination.combinations, &kamm_flat_ground, 24);
}

static void axle_place(const struct reversing *r, double at[2])
{
    double yaw = kamm_read(r->trailer, 0, KAMM_CHANNEL_yaw_rad);
    at[0] = kamm_read(r->trailer, 0, KAMM_CHANNEL_x_m) - r->axle_m * cos(yaw);
    at[1] = kamm_read(r->trailer, 0, KAMM_CHANNEL_y_m) - r->axle_m * sin(yaw);
}

/* From bent, on circles to both sides and straight: the curvature of the trailer's path becomes the wanted one. */
static void the_trailer_goes_on_circles(void **state)
{
    (void)state;
    const double radius_m[] = {20, -20, 40, 1e9}, bent[] = {0, 0.3, -0.3};
    for (int heavy = 0; heavy < 2; ++heavy)
        for (size_t rung = 0; rung < 2; ++rung)
            for (int i = 0; i < 4; ++i)
                for (int b = 0; b < 3; ++b) {
                    if ((heavy + (int)rung + i + b) % of_tier(7, 1)) continue;
                    struct reversing r = start(heavy, rungs[rung], bent[b]);
                    /* Three axles in a row slip sideways in a turn. */
                    double tolerance = heavy ? 0.01 : 0.003;
                    double wanted = 1 / radius_m[i], before, way = 0, turned, last[2], at[2];
                    for (int n = 0; n < 300; ++n) back_up(&r, wanted);
                    before = kamm_read(r.trailer, 0, KAMM_CHANNEL_yaw_rad);
                    axle_place(&r, last);
                    for (int n = 0; n < 50; ++n) {
                        back_up(&r, wanted);
                        axle_place(&r, at);
                        way += hypot(at[0] - last[0], at[1] - last[1]);
                        last[0] = at[0], last[1] = at[1];
                    }
                    turned =
                        remainder(kamm_read(r.trailer, 0, KAMM_CHANNEL_yaw_rad) - before, 2 * PI);
                    if (way < 3 || fabs(-turned / way - wanted) > tolerance)
                        fail_msg("kind %d, rung %zu, radius %g m, bent %g: curvature %g over %g m, "
                                 "articulation %g",
                                 heavy, rung, radius_m[i], bent[b], -turned / way, way,
                                 hitch_of(&r.combination, 0, 1).articulation_rad);
                    end_combination(&r.combination);
                }
}

/* Backs onto a line 3 m aside: towards a point of it behind the trailer (pure pursuit). */
static void the_trailer_backs_onto_a_line(void **state)
{
    (void)state;
    for (size_t rung = 0; rung < 2; ++rung) {
        struct reversing r = start(0, rungs[rung], 0);
        for (int n = 0; n < 600; ++n) {
            double at[2], yaw = kamm_read(r.trailer, 0, KAMM_CHANNEL_yaw_rad), ahead = 7;
            axle_place(&r, at);
            double dx = -ahead, dy = 3 - at[1];
            double left = -dx * sin(yaw) + dy * cos(yaw);
            back_up(&r, 2 * left / (dx * dx + dy * dy));
        }
        double at[2];
        axle_place(&r, at);
        expect_near(at[1], 3, 0.05);
        expect_near(kamm_read(r.trailer, 0, KAMM_CHANNEL_yaw_rad), 0, 0.01);
        expect_below(at[0], -30);
        end_combination(&r.combination);
    }
}

/* The equations of wheels that do not slip: the yaw rates of car and trailer at 1 m/s backwards, by the angle of the car's wheels. */
struct backwards {
    double wheelbase_m, hitch_m,
        trailer_m; /* from front to rear axle, on to the hitch, and on to the trailer's axle */
};

static double trailer_turn(const struct backwards *b, double bend_rad, double car_radps)
{
    return (sin(bend_rad) - b->hitch_m * car_radps * cos(bend_rad)) / b->trailer_m;
}

/* The articulation that stays as it is while the trailer's path has that curvature. */
static double steady_bend_rad(const struct backwards *b, double curvature_per_m)
{
    double low = -0.8, high = 0.8;
    for (int i = 0; i < 60; ++i) {
        double t = 0.5 * (low + high),
               turn = sin(t) / b->trailer_m / (1 + b->hitch_m * cos(t) / b->trailer_m);
        double speed = -cos(t) - b->hitch_m * turn * sin(t);
        *(turn / speed > curvature_per_m ? &low : &high) = t;
    }
    return low;
}

/* Whatever the articulation, it goes to that one over a way of 0.7 trailer's lengths: t' = -(t - wanted) / (0.7 d). */
static void the_articulation_is_led_to_the_wanted_one(void **state)
{
    (void)state;
    const kamm_vehicle_def car = towing_car(), trailer = caravan();
    struct backwards b = {.wheelbase_m = car.axles[1].behind_front_axle_m};
    b.hitch_m = car.hitch.behind_front_axle_m - b.wheelbase_m;
    b.trailer_m = trailer.axles[1].behind_front_axle_m - trailer.drawbar.behind_front_axle_m;
    for (double bend = -0.2; bend < 0.21; bend += 0.1)
        for (double curvature = -0.04; curvature < 0.05; curvature += 0.02) {
            struct reversing r = start(0, KAMM_SINGLE_TRACK, bend);
            double wheel = kamm_reversing_wheel_rad(r.combination.combinations, 0, curvature) /
                           car.steering.ratio;
            double car_radps = -tan(wheel) / b.wheelbase_m;
            double changes = trailer_turn(&b, bend, car_radps) - car_radps;
            expect_near(changes, -(bend - steady_bend_rad(&b, curvature)) / (0.7 * b.trailer_m),
                        1e-6);
            end_combination(&r.combination);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_articulation_is_led_to_the_wanted_one),
        cmocka_unit_test(the_trailer_goes_on_circles),
        cmocka_unit_test(the_trailer_backs_onto_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
