/* All shipped cars from each rung to each other while they brake, corner, and both: a wheel's load jumps by no
 * more than the rungs' own laws differ, and nothing throws the car up or down. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "vehicle/model.h"

#include <math.h>
#include <string.h>

enum { RUNGS = KAMM_FULL + 1 };

/* `settling_mps`: of the first substep, in which a body that leans by itself takes up the speed of that. */
static const double load_bound = 0.1, lift_bound_mps2 = 1.2, settling_mps = 0.002;

struct drive {
    const char *name;
    double along_mps2, left_mps2;
};

static const struct drive drives[] = {
    {"straight", 0, 0},           {"braking", -5, 0},
    {"cornering", 0, 5},          {"cornering at the limit", 0, -6.9},
    {"braking in a bend", -3, 3},
};

enum { DRIVES = sizeof drives / sizeof *drives };

/* A tractor can't go at 20 m/s. */
static double cruise_mps(const kamm_model_info *info)
{
    return fmin(20, 0.9 * info->top_speed_mps);
}

/* Steers, brakes and drives towards the accelerations wanted, as one who feels them would. */
static void hold(kamm_cars *cars, const struct drive *drive)
{
    double v = read_channel(cars, KAMM_CHANNEL_speed_mps), frame_s = 1.0 / 60;
    double off = drive->left_mps2 - v * read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_input *in = kamm_inputs(cars);
    double max = 0.6 * info.steering_lock_rad;
    double wheel = (double)in->steering_wheel_rad +
                   3 * frame_s * off * info.wheelbase_m / (v * v) * info.steering_ratio;
    in->steering_wheel_rad = (float)fmax(-max, fmin(max, wheel));
    double slow = drive->along_mps2 - read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
    in->brake = (float)fmax(0, fmin(1, (double)in->brake - 0.3 * frame_s * slow));
    if (drive->along_mps2 < 0) return;
    in->brake = 0;
    in->throttle = (float)fmax(0, fmin(1, 0.1 + 0.3 * (cruise_mps(&info) - v)));
}

static void step_frame(kamm_cars *cars, const struct drive *drive)
{
    double substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
    hold(cars, drive);
    kamm_step(cars, &kamm_flat_ground, (int)(1 / (60 * substep_s) + 0.5));
}

/* The gear that is in stays in: the brake would shift down, and a shift is no steady drive. */
static void hold_gear(kamm_cars *cars)
{
    const kamm_rung_info *rung = kamm_describe_rung(kamm_model_of(cars, 0)->rung);
    float gear = (float)read_channel(cars, KAMM_CHANNEL_gear);
    if (rung->features & KAMM_FEATURE_ENGINE) kamm_inputs(cars)[0].gear = gear;
}

/* At 20 m/s, and steadily. 1 if the car can. */
static int settle_into(kamm_cars *cars, const struct drive *drive)
{
    double brakes_s = drive->along_mps2 < 0 ? 10 / -drive->along_mps2 : 0,
           corners_s =
               fabs(drive->left_mps2) > 0 ? 5 : 2; /* a tractor bounces on its tyres that long */
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double end_mps = drive->along_mps2 < 0 ? 20 : cruise_mps(&info);
    put_car(cars, 0, &kamm_flat_ground, 0.3, end_mps - brakes_s * drive->along_mps2,
            KAMM_GEAR_DRIVE);
    hold_gear(cars);
    for (int i = 0; i < 60 * (brakes_s > 0 ? brakes_s : corners_s); ++i) step_frame(cars, drive);
    double v = read_channel(cars, KAMM_CHANNEL_speed_mps);
    double left = v * read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
    double along = read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2);
    return kamm_fault(cars, 0) == 0 && fabs(left - drive->left_mps2) < 0.3 &&
           fabs(along - drive->along_mps2) < 0.3;
}

static void read_loads(const kamm_cars *cars, double load_n[KAMM_MAX_WHEELS])
{
    for (int w = 0; w < wheels_of(cars, 0); ++w)
        load_n[w] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
}

/* A car on each rung, in the same drive. */
struct field {
    kamm_cars *cars[RUNGS], *target[RUNGS];
    double load_n[RUNGS][KAMM_MAX_WHEELS];
    int sound[RUNGS], kart;
};

struct worst {
    double jump, lift_mps2;
};

static int failures, driven;

static void check_pair(const char *car, const struct drive *drive, const struct field *field,
                       kamm_rung from, kamm_rung to, struct worst *worst)
{
    kamm_cars *cars = field->target[to];
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double jump = 0, lift = 0, load_n[KAMM_MAX_WHEELS], watched_s = 0.1 * of_tiers(1, 3, 10);
    kamm_hand_over(field->cars[from], 0, cars, 0);
    for (int step = 0; step * info.substep_s < watched_s; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        read_loads(cars, load_n);
        double rises = fabs(read_channel(cars, KAMM_CHANNEL_acceleration_z_mps2));
        if (step || !(rises * info.substep_s < settling_mps)) lift = fmax(lift, rises);
        for (int w = 0; step < 3 && w < info.wheel_count; ++w) {
            double before = field->load_n[from][w], own = field->load_n[to][w] - before;
            double over = fabs(load_n[w] - before) - fabs(own);
            jump = fmax(jump, over / info.static_load_n[w]);
        }
    }
    worst->jump = fmax(worst->jump, jump);
    worst->lift_mps2 = fmax(worst->lift_mps2, lift);
    /* On the lower rungs no wheel slips: a kart's, steered otherwise than on full, twist its frame otherwise. */
    double bound = field->kart ? 1.2 * load_bound : load_bound;
    if (jump <= bound && lift <= lift_bound_mps2) return;
    print_error("%s, %s to %s, %s: a wheel's load jumps by %.1f %% of its own at rest beyond the "
                "laws, vertical acceleration %.2f m/s2\n",
                car, rung_name(from), rung_name(to), drive->name, 100 * jump, lift);
    ++failures;
}

/* What tips over at half of what a car bears is driven as hard as that: trucks, and a three-wheeler with a load off
 * its middle. */
static struct drive drive_for_car(const kamm_cars *cars, const struct drive *drive)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double share = info.mass_kg > 7500 || info.wheel_count < 4 ? 0.6 : 1;
    return (struct drive){drive->name, share * drive->along_mps2, share * drive->left_mps2};
}

static void check_drive(const char *car, const struct drive *like, struct field *field)
{
    struct drive own = drive_for_car(field->cars[KAMM_FULL], like);
    const struct drive *drive = &own;
    struct worst worst = {0, 0};
    for (EACH_RUNG(rung)) {
        field->sound[rung] = settle_into(field->cars[rung], drive);
        read_loads(field->cars[rung], field->load_n[rung]);
    }
    for (EACH_RUNG(from))
        for (EACH_RUNG(to))
            if (from != to && field->sound[from] && field->sound[to])
                check_pair(car, drive, field, from, to, &worst);
    print_message("%s, %s: %.1f %% of a load, %.2f m/s2", car, drive->name, 100 * worst.jump,
                  worst.lift_mps2);
    for (EACH_RUNG(rung))
        if (field->sound[rung])
            ++driven;
        else
            print_message(", not on %s", rung_name(rung));
    print_message("\n");
}

static void check_car(const char *name, const kamm_vehicle_def *def)
{
    struct field field;
    field.kart = is_kart(def);
    for (EACH_RUNG(rung)) {
        field.cars[rung] = start_rung(def, rung, 1);
        field.target[rung] = start_rung(def, rung, 1);
    }
    driven = 0;
    for (int i = 0; i < DRIVES; ++i) check_drive(name, &drives[i], &field);
    expect_above(driven, 5 * DRIVES - 9); /* the tall ones slide or tip over at the limit */
    for (EACH_RUNG(rung)) end_cars(field.cars[rung]), end_cars(field.target[rung]);
}

/* A load behind the middle and off it. */
static kamm_vehicle_def laden(kamm_vehicle_def def)
{
    if (def.payload.mass_kg > 0) return def;
    def.payload.mass_kg = 0.15 * def.body.mass_kg;
    def.payload.cg_behind_front_axle_m = 0.65 * def.axles[def.axles_count - 1].behind_front_axle_m;
    def.payload.cg_height_m = def.body.cg_height_m + 0.1;
    def.payload.cg_left_m = 0.15;
    return def;
}

static void shipped_cars_keep_their_loads(void **state)
{
    (void)state;
    failures = 0;
    for (int i = 0; i < shipped_count(); i += of_tiers(26, 2, 1)) {
        kamm_vehicle_def def = shipped_def(i), with_load = laden(def);
        char name[96];
        check_car(shipped_name(i), &def);
        snprintf(name, sizeof name, "%s, laden", shipped_name(i));
        if (i % of_tiers(34, 4, 1)) continue;
        if (with_load.payload.mass_kg > def.payload.mass_kg) check_car(name, &with_load);
    }
    if (failures) fail_msg("%d of the above", failures);
}

/* Over rough ground, in flight and on two wheels a car has no steady pose: it goes on all the same. */
static void hand_over_in_any_pose_stays_finite(void **state)
{
    (void)state;
    static struct rough_ground rough;
    make_rough(&rough, 7, 0.7, 0.05, 1);
    kamm_ground ground = ground_of_rough(&rough);
    const unsigned told = KAMM_FAULT_GROUND; /* of one that is put into the ground on its side */
    const double height_m[] = {0, 1.5, 0.3}, roll_rad[] = {0, 0.6, 1.2};
    for (int pose = 0; pose < 3; ++pose)
        for (EACH_RUNG(from))
            for (EACH_RUNG(to)) {
                if ((pose + (int)from + (int)to) % of_tier(3, 1)) continue;
                kamm_vehicle_def def = plain_car();
                kamm_cars *first = start_rung(&def, from, 1), *second = start_rung(&def, to, 1);
                kamm_placement placement = kamm_placement_on(&ground, 3, 4, 0.5);
                placement.position_m[2] += height_m[pose];
                double half = roll_rad[pose] / 2, roll[4] = {cos(half), sin(half), 0, 0};
                memcpy(placement.orientation, roll, sizeof roll);
                placement.speed_mps = 15;
                kamm_place(first, 0, &placement);
                kamm_inputs(first)[0].steering_wheel_rad = 0.5f;
                for (int times = 0; times < 5; ++times) {
                    drive_for(first, &ground, 0.21);
                    kamm_hand_over(first, 0, second, 0);
                    drive_for(second, &ground, 0.1);
                    double speed = read_channel(second, KAMM_CHANNEL_speed_mps);
                    unsigned faults = kamm_fault(second, 0) | kamm_fault(first, 0);
                    if (!(speed < 25) || (faults & ~told))
                        fail_msg("%s to %s, pose %d: %g m/s, faults %u, %u", rung_name(from),
                                 rung_name(to), pose, speed, kamm_fault(first, 0),
                                 kamm_fault(second, 0));
                    kamm_hand_over(second, 0, first, 0);
                }
                end_cars(first);
                end_cars(second);
            }
}

/* A turn to the right is the mirror image of one to the left, to the bit, also after the hand-over. */
static void mirrored_turns_go_on_mirrored(void **state)
{
    (void)state;
    kamm_vehicle_def def = plain_car();
    for (EACH_RUNG(from))
        for (EACH_RUNG(to)) {
            kamm_cars *first = start_rung(&def, from, 2), *second = start_rung(&def, to, 2);
            for (int car = 0; car < 2; ++car) {
                put_car(first, car, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
                kamm_inputs(first)[car].steering_wheel_rad = car ? -0.8f : 0.8f;
                kamm_inputs(first)[car].brake = 0.1f;
            }
            drive_for(first, &kamm_flat_ground, 1);
            for (int car = 0; car < 2; ++car) kamm_hand_over(first, car, second, car);
            drive_for(second, &kamm_flat_ground, 1);
            double left[3], right[3];
            read_position(second, 0, left);
            read_position(second, 1, right);
            if (left[0] != right[0] || left[1] != -right[1] || left[2] != right[2])
                fail_msg("%s to %s: at %.17g, %.17g m and %.17g, %.17g m", rung_name(from),
                         rung_name(to), left[0], left[1], right[0], right[1]);
            end_cars(first);
            end_cars(second);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_cars_keep_their_loads),
        cmocka_unit_test(mirrored_turns_go_on_mirrored),
        cmocka_unit_test(hand_over_in_any_pose_stays_finite),
    };
    return cmocka_run_group_tests_name("hand_over_loads", tests, NULL, NULL);
}
