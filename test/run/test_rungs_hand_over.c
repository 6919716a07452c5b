/* A running car goes from each rung to each other and back: nothing jumps, nothing kicks.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

struct moment {
    double place[3], yaw_rad, heading_rad, speed_mps, yaw_rate_radps, spin_radps[4], gear,
        steering_rad;
};

/* Heading as seen along the road's normal: on a slope a body that leans has another one seen from above. */
static double heading_on(const kamm_cars *cars, const kamm_ground *ground)
{
    double yaw = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    double pitch = read_channel(cars, KAMM_CHANNEL_pitch_rad);
    const double x[3] = {cos(pitch) * cos(yaw), cos(pitch) * sin(yaw), -sin(pitch)};
    const double n[3] = {ground->plane.normal[0], ground->plane.normal[1], ground->plane.normal[2]};
    double square = x[0] * n[0] + x[1] * n[1] + x[2] * n[2];
    double in_road[3];
    for (int i = 0; i < 3; ++i) in_road[i] = x[i] - square * n[i];
    /* Axes in the road: square to the world's y, and to that. */
    const double f[3] = {-n[0] * n[1], n[2] * n[2] + n[0] * n[0], -n[1] * n[2]};
    return atan2(in_road[0] * f[0] + in_road[1] * f[1] + in_road[2] * f[2],
                 in_road[0] * n[2] - in_road[2] * n[0]);
}

static struct moment moment_of(const kamm_cars *cars, const kamm_ground *ground)
{
    struct moment m;
    read_position(cars, 0, m.place);
    m.yaw_rad = read_channel(cars, KAMM_CHANNEL_yaw_rad);
    m.heading_rad = heading_on(cars, ground);
    m.speed_mps = read_channel(cars, KAMM_CHANNEL_speed_mps);
    m.yaw_rate_radps = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    m.gear = read_channel(cars, KAMM_CHANNEL_gear);
    m.steering_rad = read_channel(cars, KAMM_CHANNEL_steering_wheel_rad);
    for (int wheel = 0; wheel < 4; ++wheel)
        m.spin_radps[wheel] = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_spin_radps);
    return m;
}

struct case_of_hand_over {
    kamm_rung from, to;
    const char *drive;
};

#define EXPECT(condition, ...)                                                        \
    do {                                                                              \
        if (!(condition)) {                                                           \
            print_error("%s to %s, %s: ", rung_name(which.from), rung_name(which.to), \
                        which.drive);                                                 \
            print_error(__VA_ARGS__);                                                 \
            print_error("\n");                                                        \
            ++failures;                                                               \
        }                                                                             \
    } while (0)

static int failures;

static int has_gears(kamm_rung rung) { return rung >= KAMM_SINGLE_TRACK; }

/* With a load, which moves the centre of gravity away from the reference point. */
static kamm_vehicle_def loaded_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.body.cg_left_m = 0.03;
    def.payload.mass_kg = 250;
    def.payload.cg_left_m = -0.2;
    return def;
}

/* Where the reference point lies on a rung when the car is placed at the origin: on springs a load lowers it. */
static void rest_place(kamm_rung rung, const kamm_ground *ground, double yaw_rad, double place[3])
{
    kamm_vehicle_def def = loaded_car();
    kamm_cars *cars = start_rung(&def, rung, 1);
    put_car(cars, 0, ground, yaw_rad, 0, 0);
    read_position(cars, 0, place);
    end_cars(cars);
}

/* At the moment itself: all is the same, with three exceptions: a gear that has to be found, the difference
 * of the rungs' poses at rest, and the millimetres by which a lean on the springs moves the reference
 * point. */
static void check_at_once(struct case_of_hand_over which, const kamm_ground *ground,
                          const struct moment *a, const struct moment *b)
{
    double before[3], after[3], expected[3];
    rest_place(which.from, ground, a->yaw_rad, before);
    rest_place(which.to, ground, a->yaw_rad, after);
    for (int i = 0; i < 3; ++i) expected[i] = a->place[i] + (after[i] - before[i]);
    double aside = hypot(b->place[0] - expected[0], b->place[1] - expected[1]);
    double rise = fabs(b->place[2] - expected[2]);
    EXPECT(aside < 3e-3 && rise < 5e-3, "jumps by %.2f mm aside, %.2f mm in height", 1000 * aside,
           1000 * rise);
    EXPECT(fabs(a->heading_rad - b->heading_rad) < 1e-5, "turns by %.2e rad",
           b->heading_rad - a->heading_rad);
    EXPECT(fabs(a->speed_mps - b->speed_mps) <= 1e-3 * a->speed_mps, "%.4f m/s become %.4f",
           a->speed_mps, b->speed_mps);
    EXPECT(a->steering_rad == b->steering_rad, "steering %g becomes %g", a->steering_rad,
           b->steering_rad);
    for (int wheel = 0; wheel < 4; ++wheel)
        EXPECT(a->spin_radps[wheel] == b->spin_radps[wheel], "wheel %d at %g rad/s turns at %g",
               wheel, a->spin_radps[wheel], b->spin_radps[wheel]);
    if (has_gears(which.from) && has_gears(which.to))
        EXPECT(a->gear == b->gear, "gear %g becomes %g", a->gear, b->gear);
    else if (has_gears(which.to))
        EXPECT(b->gear >= 2 && b->gear <= 5, "20 m/s in gear %g", b->gear);
}

/* Over the next tenth of a second: no kick. */
static void check_afterwards(struct case_of_hand_over which, kamm_cars *cars,
                             const kamm_ground *ground, const struct moment *start)
{
    double substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
    struct moment last = *start, now;
    double max = 0, roughest = 0, slowest = start->speed_mps, fastest = slowest;
    double min_yaw = start->yaw_rate_radps, max_yaw = min_yaw;
    for (int i = 0; i * substep_s < 0.1; ++i) {
        kamm_step(cars, ground, 1);
        now = moment_of(cars, ground);
        double way = distance_between(now.place, last.place);
        max = fmax(max, way - last.speed_mps * substep_s);
        roughest = fmax(roughest, fabs(now.speed_mps - last.speed_mps) / substep_s);
        slowest = fmin(slowest, now.speed_mps), fastest = fmax(fastest, now.speed_mps);
        min_yaw = fmin(min_yaw, now.yaw_rate_radps);
        max_yaw = fmax(max_yaw, now.yaw_rate_radps);
        last = now;
    }
    EXPECT(max < 5e-3, "a substep goes %.2f mm further than it should", 1000 * max);
    EXPECT(start->speed_mps - slowest < 0.15 && fastest - start->speed_mps < 0.15,
           "speed goes from %.3f to %.3f and %.3f m/s", start->speed_mps, slowest, fastest);
    double allowed = 0.004 + 0.25 * fabs(start->yaw_rate_radps);
    EXPECT(max_yaw - start->yaw_rate_radps < allowed && start->yaw_rate_radps - min_yaw < allowed,
           "yaw rate goes from %.4f to %.4f and %.4f rad/s", start->yaw_rate_radps, min_yaw,
           max_yaw);
    for (int wheel = 0; wheel < 4; ++wheel)
        EXPECT(fabs(now.spin_radps[wheel] / start->spin_radps[wheel] - 1) < 0.03,
               "wheel %d goes from %g to %g rad/s", wheel, start->spin_radps[wheel],
               now.spin_radps[wheel]);
    if (has_gears(which.to))
        EXPECT(now.gear == start->gear, "shifts from %g to %g", start->gear, now.gear);
    EXPECT(kamm_fault(cars, 0) == 0, "fault %u", kamm_fault(cars, 0));
}

static void hand_over(struct case_of_hand_over which, const kamm_cars *from, kamm_cars *to,
                      const kamm_ground *ground)
{
    struct moment before = moment_of(from, ground);
    kamm_hand_over(from, 0, to, 0);
    struct moment after = moment_of(to, ground);
    check_at_once(which, ground, &before, &after);
    check_afterwards(which, to, ground, &after);
}

static void there_and_back(kamm_rung from, kamm_rung to, const char *drive, float steering_rad,
                           const kamm_ground *ground, float throttle)
{
    kamm_vehicle_def def = loaded_car();
    kamm_cars *first = start_rung(&def, from, 1), *second = start_rung(&def, to, 1);
    struct case_of_hand_over there = {from, to, drive}, back = {to, from, drive};
    put_car(first, 0, ground, 0.3, 20, KAMM_GEAR_DRIVE);
    kamm_inputs(first)[0].steering_wheel_rad = steering_rad;
    kamm_inputs(first)[0].throttle = throttle;
    drive_for(first, ground, 3);
    hand_over(there, first, second, ground);
    drive_for(second, ground, 1);
    hand_over(back, second, first, ground);
    end_cars(first);
    end_cars(second);
}

static void each_rung_to_each(const char *drive, float steering_rad, const kamm_ground *ground,
                              float throttle)
{
    failures = 0;
    for (EACH_RUNG(from))
        for (EACH_RUNG(to))
            if (from != to) there_and_back(from, to, drive, steering_rad, ground, throttle);
    if (failures) fail_msg("%d of the above", failures);
}

static void hand_over_keeps_the_drive_straight_on(void **state)
{
    (void)state;
    each_rung_to_each("straight on", 0, &kamm_flat_ground, 0.1f);
}

static void hand_over_keeps_the_drive_in_a_gentle_bend(void **state)
{
    (void)state;
    each_rung_to_each("in a bend", 0.3f, &kamm_flat_ground, 0.1f);
}

static void hand_over_keeps_the_drive_on_a_slope(void **state)
{
    (void)state;
    kamm_ground slope = kamm_plane_ground(0.05, 0.03, 1);
    each_rung_to_each("on a slope", 0, &slope, 0.3f);
}

/* Each of several cars stays where it is: on a slope that lies 12 m up, in each lane, at a place and heading of its own. */
static void hand_over_finds_the_ground_of_each_car(void **state)
{
    (void)state;
    enum { CARS = 6 };
    kamm_ground slope = kamm_plane_ground(0.05, 0.03, 1);
    kamm_vehicle_def def = plain_car();
    slope.plane.point_m[2] = 12;
    for (EACH_RUNG(from))
        for (EACH_RUNG(to)) {
            kamm_cars *first = start_rung(&def, from, CARS), *second = start_rung(&def, to, CARS);
            for (int car = 0; car < CARS; ++car) {
                kamm_placement at = kamm_placement_on(&slope, 40 * car - 90, 25 * car, car);
                at.speed_mps = 10, at.gear = 3;
                kamm_place(first, car, &at);
            }
            drive_for(first, &slope, 0.2);
            for (int car = 0; car < CARS; ++car) {
                double before[3], after[3];
                kamm_hand_over(first, car, second, car);
                read_position(first, car, before);
                read_position(second, car, after);
                expect_near(distance_between(before, after), 0, 6e-3);
                expect_near(kamm_read(second, car, KAMM_CHANNEL_yaw_rad),
                            kamm_read(first, car, KAMM_CHANNEL_yaw_rad), 2e-3);
            }
            end_cars(first), end_cars(second);
        }
}

/* To the same rung, the same model: bit for bit, and the source goes on as it was. */
static void hand_over_to_the_same_rung_is_bit_for_bit(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rung, 2);
        put_car(cars, 0, &kamm_flat_ground, 0.3, 20, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].steering_wheel_rad = 0.5f;
        kamm_inputs(cars)[0].throttle = 0.3f;
        drive_for(cars, &kamm_flat_ground, 1);
        kamm_hand_over(cars, 0, cars, 1);
        drive_for(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            if (kamm_read(cars, 0, (kamm_channel)i) != kamm_read(cars, 1, (kamm_channel)i))
                fail_msg("%s: %s is %.9g, handed over %.9g", rung_name(rung),
                         kamm_channel_fields(NULL)[i].name, kamm_read(cars, 0, (kamm_channel)i),
                         kamm_read(cars, 1, (kamm_channel)i));
        end_cars(cars);
    }
}

/* Reverse stays reverse, and a car at rest stays at rest. */
static void hand_over_keeps_reverse_and_standstill(void **state)
{
    (void)state;
    for (EACH_RUNG(from))
        for (EACH_RUNG(to)) {
            kamm_vehicle_def def = plain_car();
            kamm_cars *first = start_rung(&def, from, 2), *second = start_rung(&def, to, 2);
            put_car(first, 0, &kamm_flat_ground, 0, -3, -1);
            put_car(first, 1, &kamm_flat_ground, 0, 0, 0);
            kamm_inputs(first)[0].throttle = 0.2f;
            kamm_inputs(first)[1].brake = 1;
            drive_for(first, &kamm_flat_ground, 1);
            double speed = kamm_read(first, 0, KAMM_CHANNEL_forward_speed_mps);
            for (int car = 0; car < 2; ++car) kamm_hand_over(first, car, second, car);
            drive_for(second, &kamm_flat_ground, 0.1);
            double then = kamm_read(second, 0, KAMM_CHANNEL_forward_speed_mps);
            if (fabs(then - speed) > 0.3 || kamm_read(second, 0, KAMM_CHANNEL_gear) != -1)
                fail_msg("%s to %s backwards: %.3f m/s, then %.3f in gear %g", rung_name(from),
                         rung_name(to), speed, then, kamm_read(second, 0, KAMM_CHANNEL_gear));
            if (kamm_read(second, 1, KAMM_CHANNEL_speed_mps) > 0.03)
                fail_msg("%s to %s: a car at rest moves at %.3f m/s", rung_name(from),
                         rung_name(to), kamm_read(second, 1, KAMM_CHANNEL_speed_mps));
            end_cars(first);
            end_cars(second);
        }
}

/* A shipped car, laden or not, that goes from a rung to full while it rolls straight on neither drops nor rises:
 * its centre of gravity stays at its height, and its wheels carry what they carry at rest. */
static void hand_over_does_not_drop_shipped_cars(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(9, 1))
        for (int rung = KAMM_KINEMATIC; rung < KAMM_FULL; ++rung) {
            kamm_vehicle_def def = shipped_def(i);
            def.aero.frontal_area_m2 = 0; /* downforce adds load, a braking motor shifts it */
            for (int a = 0; a < def.axles_count; ++a) def.axles[a].motor.lift_share = 0;
            kamm_cars *from = start_rung(&def, (kamm_rung)rung, 1);
            kamm_cars *to = start_rung(&def, KAMM_FULL, 1);
            kamm_model_info info = kamm_describe(kamm_model_of(to, 0));
            put_car(from, 0, &kamm_flat_ground, 0.5, 15, 0);
            drive_for(from, &kamm_flat_ground, 0.5);
            kamm_hand_over(from, 0, to, 0);
            double start = read_channel(to, KAMM_CHANNEL_z_m), drop = 0, off = 0;
            for (int step = 0; step < 600; ++step) {
                kamm_step(to, &kamm_flat_ground, 1);
                drop = fmax(drop, fabs(read_channel(to, KAMM_CHANNEL_z_m) - start));
                for (int w = 0; w < info.wheel_count; ++w)
                    off = fmax(off, fabs(kamm_read_wheel(to, 0, w, KAMM_WHEEL_load_n) /
                                             info.static_load_n[w] -
                                         1));
            }
            print_message("%s, %s to full: %.2f mm, wheel loads off by %.1f %%\n", shipped_name(i),
                          rung_name((kamm_rung)rung), 1000 * drop, 100 * off);
            expect_below(drop, 0.003);
            /* A kart's rolling resistance begins with full and moves 1 % of a front wheel's 310 N, with little damping. */
            expect_below(off, is_kart(&def) ? 0.04 : 0.03);
            end_cars(from);
            end_cars(to);
        }
}

static int can_mix(const kamm_vehicle_def two[2])
{
    kamm_model *models[] = {compile_rung(&two[0], KAMM_FULL), compile_rung(&two[1], KAMM_FULL)};
    kamm_result result = kamm_can_mix((const kamm_model *const *)models, 2, NULL);
    for (int i = 0; i < 2; ++i) kamm_destroy_model(models[i]);
    return result == KAMM_OK;
}

/* Two shipped cars that turn and brake, of one model or of two, from each rung to full. */
static uint64_t hash_of_arrivals(int width)
{
    uint64_t hash = 0;
    for (int i = 0; i + 1 < shipped_count(); i += of_tier(8, 2)) {
        const kamm_vehicle_def two[] = {shipped_def(i), shipped_def(i + 1)};
        int mixed = can_mix(two);
        for (int rung = KAMM_KINEMATIC; rung < KAMM_FULL; ++rung) {
            kamm_cars *from = start_rung(&two[0], (kamm_rung)rung, 2);
            kamm_cars *to =
                mixed ? start_mixed_rung(two, KAMM_FULL, 2) : start_rung(two, KAMM_FULL, 2);
            for (int car = 0; car < 2; ++car) {
                put_car(from, car, &kamm_flat_ground, 0.5, 8, KAMM_GEAR_DRIVE);
                kamm_inputs(from)[car].steering_wheel_rad = car ? 1.0f : -0.3f;
                kamm_inputs(from)[car].brake = 0.1f;
            }
            drive_for(from, &kamm_flat_ground, 0.2);
            kamm_set_width(width, NULL);
            for (int car = 0; car < 2; ++car) kamm_hand_over(from, car, to, car);
            kamm_set_width(1, NULL);
            kamm_step(to, &kamm_flat_ground, 1);
            hash = hash * 31 + kamm_state_hash(to);
            end_cars(from), end_cars(to);
        }
    }
    return hash;
}

/* The poses of a balance are tried one at a time or side by side, as the width is. */
static void balances_have_the_same_bits_at_all_widths(void **state)
{
    (void)state;
    expect_same_hash_at_all_widths(hash_of_arrivals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(balances_have_the_same_bits_at_all_widths),
        cmocka_unit_test(hand_over_keeps_the_drive_straight_on),
        cmocka_unit_test(hand_over_keeps_the_drive_in_a_gentle_bend),
        cmocka_unit_test(hand_over_keeps_the_drive_on_a_slope),
        cmocka_unit_test(hand_over_finds_the_ground_of_each_car),
        cmocka_unit_test(hand_over_to_the_same_rung_is_bit_for_bit),
        cmocka_unit_test(hand_over_keeps_reverse_and_standstill),
        cmocka_unit_test(hand_over_does_not_drop_shipped_cars),
    };
    return cmocka_run_group_tests_name("rungs_hand_over", tests, NULL, NULL);
}
