/* Transfer cases on full: what each coupling sends from axle to axle, what it stores and turns to heat. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/refused.h"
#include "support/rest.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "transfer_bench.h"

#include <math.h>
#include <string.h>

/* A start in first gear, front axle on ice: means over a second. Shafts and couplings carry what they are to once they have been
 * wound up, for which a clutch that bites gently takes two seconds. */
enum { FIRST_SECOND = 60, WOUND_UP = 120 };
struct start {
    double front_nm, rear_nm, apart_radps, speed_mps;
};

static struct start start_after(kamm_vehicle_def def, float throttle, int frames)
{
    kamm_contact contacts[KAMM_MAX_WHEELS];
    kamm_cars *cars = start_cars(&def, 1);
    kamm_ground ground = ice_below(cars, 0, 0, contacts);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 1);
    kamm_inputs(cars)[0].throttle = throttle;
    struct start start = {0};
    for (int frame = 0; frame < frames + 60; ++frame) {
        double apart = axle_radps(cars, 0, 0) - axle_radps(cars, 0, 1);
        drive_for(cars, &ground, 1.0 / 60);
        if (frame < frames) continue;
        start.front_nm += axle_nm(cars, 0, 0) / 60;
        start.rear_nm += axle_nm(cars, 0, 1) / 60;
        start.apart_radps += apart / 60;
    }
    start.speed_mps = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return start;
}

static struct start start_with_front_on_ice(kamm_vehicle_def def, float throttle)
{
    return start_after(def, throttle, FIRST_SECOND);
}

/* open: both outputs alike; limited slip: by the bias ratio; viscous: by the difference of speeds; locked: the axle that grips gets
 * what the other can't use. */
static void an_axle_on_ice_leaves_the_other_what_the_coupling_carries(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int i = 0; i < of_tiers(1, 3, 5); ++i) {
            kamm_vehicle_def car = shipped_def(vehicle);
            kamm_vehicle_def def = driven_by_all(car, all_rates[i], KAMM_TRANSFER_OPEN);
            struct start open = start_with_front_on_ice(def, 0.4f);
            expect_share(open.rear_nm, open.front_nm, 1e-3);

            def = driven_by_all(car, all_rates[i], KAMM_TRANSFER_LIMITED_SLIP);
            def.transfer.lock_preload_nm = 0;
            def.transfer.lock_drive = 0.5;
            struct start torsen = start_after(def, 0.4f, WOUND_UP);
            expect_above(torsen.apart_radps, 2);
            expect_share(torsen.rear_nm, 3 * torsen.front_nm, 0.02);

            def.transfer.lock_drive = 0;
            def.transfer.lock_viscous_nms_per_rad = 20;
            struct start viscous = start_with_front_on_ice(def, 0.4f);
            expect_share((viscous.rear_nm - viscous.front_nm) / 2, 20 * viscous.apart_radps, 0.02);

            def.transfer.coupling = KAMM_TRANSFER_LOCKED;
            struct start locked = start_with_front_on_ice(def, 0.4f);
            expect_near(locked.apart_radps, 0, 0.3);
            expect_above(locked.rear_nm, 2.5 * locked.front_nm);
            expect_above(locked.speed_mps, 1.3 * open.speed_mps);
            print_message(
                "%-30s %4g /s: open %4.2f m/s, torsen %4.2f at ratio %.3f, viscous %4.2f, "
                "locked %4.2f with %5.0f of %5.0f N.m at the rear\n",
                shipped_name(vehicle), all_rates[i], open.speed_mps, torsen.speed_mps,
                torsen.rear_nm / torsen.front_nm, viscous.speed_mps, locked.speed_mps,
                locked.rear_nm, locked.rear_nm + locked.front_nm);
        }
}

/* Front driven rigidly, on ice: the rear axle gets what the control asks for by torque and by slip, or the most that the clutch
 * carries; nothing with the brake on. */
static void a_clutch_carries_what_its_control_asks_for(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int i = 0; i < of_tiers(1, 3, 5); ++i) {
            kamm_vehicle_def def =
                driven_by_all(shipped_def(vehicle), all_rates[i], KAMM_TRANSFER_CLUTCH);
            def.axles[0].drive_share = 0.7, def.axles[1].drive_share = 0.3;
            def.transfer.clutch_slip_nms_per_rad = 10;
            def.transfer.clutch_nm = 1e5;
            struct start free = start_with_front_on_ice(def, 0.4f);
            double wanted = 0.3 * (free.front_nm + free.rear_nm) + 10 * free.apart_radps;
            expect_share(free.rear_nm, wanted, 0.04);
            def.transfer.clutch_nm = 0.5 * free.rear_nm;
            struct start weak = start_with_front_on_ice(def, 0.4f);
            expect_share(weak.rear_nm, def.transfer.clutch_nm, 1e-3);
            def.transfer.clutch_output = KAMM_OUTPUT_FRONT; /* now the front axle hangs on it */
            def.transfer.clutch_nm = 1e5;
            struct start rear = start_with_front_on_ice(def, 0.4f);
            expect_above(rear.speed_mps, 1.2 * weak.speed_mps);
            expect_above(rear.rear_nm, rear.front_nm);

            kamm_cars *cars = start_cars(&def, 1);
            put_car(cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[0].throttle = 0.5f;
            drive_for(cars, &kamm_flat_ground, 1);
            expect_above(axle_nm(cars, 0, 0), 20);
            kamm_inputs(cars)[0].brake = 0.25f;
            drive_for(cars, &kamm_flat_ground, 1);
            expect_near(axle_nm(cars, 0, 0), 0, 2);
            end_cars(cars);
        }
}

/* Coasting in neutral on a front tyre that is 1 % smaller. A locked coupling winds up until tyres slip, and all wheels turn
 * alike; one of limited slip holds its preload, and the wheels turn as they roll. */
static void unequal_radii_wind_a_lock_up_and_slip_a_limited_one(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int i = 0; i < of_tiers(1, 3, 5); ++i) {
            double nm[3], apart[3], slowing[3];
            for (int k = 0; k < 3; ++k) {
                kamm_vehicle_def def = driven_by_all(shipped_def(vehicle), all_rates[i],
                                                     k == 0   ? KAMM_TRANSFER_OPEN
                                                     : k == 1 ? KAMM_TRANSFER_LIMITED_SLIP
                                                              : KAMM_TRANSFER_LOCKED);
                def.axles[0].tyre.unloaded_radius_m *= 0.99;
                def.transfer.lock_preload_nm = 25;
                def.transfer.stiffness_nm_per_rad *= fmax(1, def.body.mass_kg / 2000);
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 15, 0);
                drive_for(cars, &kamm_flat_ground, 3);
                nm[k] = axle_nm(cars, 0, 1);
                expect_near(axle_nm(cars, 0, 0), -nm[k], 1e-3 * fabs(nm[k]) + 1e-3);
                apart[k] = axle_radps(cars, 0, 0) / axle_radps(cars, 0, 1) - 1;
                slowing[k] = -kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
                end_cars(cars);
            }
            print_message(
                "%-30s %4g /s: %6.1f %6.1f %6.1f N.m, %.3f %.3f %.3f %% apart, slowing %.3f "
                "%.3f %.3f\n",
                shipped_name(vehicle), all_rates[i], nm[0], nm[1], nm[2], 100 * apart[0],
                100 * apart[1], 100 * apart[2], slowing[0], slowing[1], slowing[2]);
            expect_near(nm[0], 0, 1e-3);
            expect_near(apart[0], 0.010, 0.004); /* less than the radii: rolling tyres are belts */
            expect_near(nm[1], 25, 0.1);
            expect_above(apart[1], 0.5 * apart[0]);
            expect_near(apart[2], 0, 1e-4);
            expect_above(nm[2], 2 * nm[1]);
            expect_above(slowing[2], slowing[0]);
        }
}

/* ---- a clutch between wheels of two sizes ---- */

/* Rear-driven, with front wheels of 0.8 of the radius behind a clutch whose control has nothing but the difference of speeds. */
static kamm_vehicle_def with_small_front_wheels(kamm_vehicle_def car, double rate, double ratio)
{
    kamm_vehicle_def def = driven_by_all(car, rate, KAMM_TRANSFER_CLUTCH);
    def.axles[0].tyre.unloaded_radius_m *= 0.8;
    def.axles[0].tyre.rim_radius_m *= 0.8;
    def.axles[0].drive_share = 1e-4, def.axles[1].drive_share = 1 - 1e-4;
    def.transfer.clutch_output = KAMM_OUTPUT_FRONT;
    def.transfer.clutch_slip_nms_per_rad = 50;
    def.transfer.clutch_ratio = ratio;
    return def;
}

static double top_speed_mps(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    double top = kamm_describe(kamm_model_of(cars, 0)).top_speed_mps;
    end_cars(cars);
    return top;
}

/* Rolling in neutral it carries nothing worth mentioning where its ratio is that of the wheels, and drags at them where it is not; with
 * the rear axle on ice the front one pulls, and gets 1 / ratio of what it takes from the rear one. */
static void a_clutch_has_the_ratio_of_its_wheels(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int i = 0; i < of_tiers(1, 3, 5); ++i) {
            double dragged[2];
            for (int k = 0; k < 2; ++k) {
                kamm_vehicle_def def =
                    with_small_front_wheels(shipped_def(vehicle), all_rates[i], k ? 1.25 : 1);
                kamm_cars *cars = start_cars(&def, 1);
                put_car(cars, 0, &kamm_flat_ground, 0, 12, 0);
                drive_for(cars, &kamm_flat_ground, 2);
                dragged[k] = fabs(axle_nm(cars, 0, 1));
                expect_near(axle_nm(cars, 0, 0) * (k ? 1.25 : 1), -axle_nm(cars, 0, 1),
                            2e-3 * dragged[k] + 1e-3);
                end_cars(cars);
            }
            /* Its gears turn the large wheels, and so does its top speed; rear tyres are pressed in otherwise. */
            kamm_vehicle_def two =
                                 with_small_front_wheels(shipped_def(vehicle), all_rates[i], 1.25),
                             like = driven_by_all(shipped_def(vehicle), all_rates[i],
                                                  KAMM_TRANSFER_CLUTCH);
            expect_share(top_speed_mps(&two), top_speed_mps(&like), 0.03);
            expect_above(dragged[0], 100);
            expect_below(dragged[1], 0.2 * dragged[0]);

            kamm_vehicle_def def =
                with_small_front_wheels(shipped_def(vehicle), all_rates[i], 1.25);
            kamm_contact contacts[KAMM_MAX_WHEELS];
            kamm_cars *cars = start_cars(&def, 1);
            kamm_ground ground = ice_below(cars, 1, 1, contacts);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 1);
            kamm_inputs(cars)[0].throttle = 0.5f;
            drive_for(cars, &ground, 2);
            double front = axle_nm(cars, 0, 0), rear = axle_nm(cars, 0, 1);
            double drive = kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm);
            print_message(
                "%-30s %4g /s: %.0f N.m drag, %.1f with the ratio; %.0f in front and %.0f "
                "behind of %.0f N.m\n",
                shipped_name(vehicle), all_rates[i], dragged[0], dragged[1], front, rear, drive);
            expect_above(front, 0);
            expect_near(1.25 * front + rear, drive, 0.01 * fabs(drive) + 1);
            end_cars(cars);
        }
}

/* ---- energy ---- */

static const double held_nms_per_rad[] = {0, 40};

/* What a coupling has taken from the axles, by the torques on them: its own is what an axle has beside its share of the drive. */
struct taken {
    double sum_j, least_j, through_j;
};

static void take_work(const kamm_cars *cars, const double before[2], double share, double dt,
                      struct taken *taken)
{
    double front = axle_nm(cars, 0, 0), drive = kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm);
    double nm = share * drive - front; /* from front to rear */
    double apart = 0.5 * (before[0] + axle_radps(cars, 0, 0) - before[1] - axle_radps(cars, 0, 1));
    taken->sum_j += nm * apart * dt;
    taken->through_j += fabs(nm * apart) * dt;
    taken->least_j = fmin(taken->least_j, taken->sum_j);
}

/* By its name, so that its drives stay the same whatever else is shipped. */
static uint64_t seed_of(int vehicle, int drive)
{
    uint64_t hash = 2166136261u; /* FNV-1a */
    for (const char *c = shipped_name(vehicle); *c; ++c)
        hash = ((hash ^ (unsigned char)*c) * 16777619u) & 0xffffffffu;
    return hash + (uint64_t)drive;
}

/* Steering, throttle, brakes and gears by chance on ground that changes from frame to frame: no coupling ever gives back more than it
 * took. */
static void a_coupling_never_gives_more_than_it_took(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle))
        for (int coupling = KAMM_TRANSFER_LOCKED; coupling <= KAMM_TRANSFER_CLUTCH; ++coupling)
            for (int i = 0; i < of_tiers(1, 5, 10); ++i) {
                kamm_vehicle_def def =
                    driven_by_all(shipped_def(vehicle), all_rates[i / 2], coupling);
                def.transfer.lock_viscous_nms_per_rad = held_nms_per_rad[i % 2];
                kamm_cars *cars = start_cars(&def, 1);
                struct noise noise = {seed_of(vehicle, i)};
                put_car(cars, 0, &kamm_flat_ground, 0, 8, KAMM_GEAR_DRIVE);
                kamm_ground ground = kamm_flat_ground;
                double dt = 1 / def.stepping.substeps_per_s;
                double share = coupling == KAMM_TRANSFER_CLUTCH ? 1 : 0.5;
                struct taken taken = {0};
                for (int n = 0; n < (int)(10 / dt); ++n) {
                    if (n % (int)(0.25 / dt) == 0) {
                        kamm_input *input = &kamm_inputs(cars)[0];
                        input->throttle = (float)fmax(noise_between(&noise, -1, 1), 0);
                        input->brake = (float)fmax(noise_between(&noise, -3, 1), 0);
                        input->hand_brake = noise_between(&noise, 0, 1) > 0.9 ? 1 : 0;
                        input->steering_wheel_rad = (float)noise_between(&noise, -4, 4);
                        ground.plane.friction = (float)noise_between(&noise, 0.05, 1);
                    }
                    double before[2] = {axle_radps(cars, 0, 0), axle_radps(cars, 0, 1)};
                    kamm_step(cars, &ground, 1);
                    take_work(cars, before, share, dt, &taken);
                }
                if (!(taken.least_j > -0.005 * taken.through_j) || !(taken.sum_j > 0))
                    fail_msg("%s, %d at %g /s: takes %.1f J, least %.2f, of %.1f",
                             shipped_name(vehicle), coupling, all_rates[i / 2], taken.sum_j,
                             taken.least_j, taken.through_j);
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
}

/* Of each way of stopping; NO_BRAKE rolls for long. */
static int stop_by_all(const kamm_vehicle_def *def, struct rest_figures figures[REST_ENDINGS])
{
    struct rest_drive drives[REST_ENDINGS] = {0};
    for (int k = 0; k < REST_ENDINGS; ++k)
        drives[k] = (struct rest_drive){.speed_mps = 9,
                                        .steering = 0.3,
                                        .throttle = 0.3,
                                        .driven_s = 1.5,
                                        .ending = (enum rest_ending)k};
    int count = of_tier(4, REST_ENDINGS - 1);
    drive_to_rest(def, 1, drives, count, 30, figures);
    return count;
}

/* Every way of stopping ends in rest as soon as without a coupling, and no energy comes back. */
static void cars_with_couplings_come_to_rest(void **state)
{
    (void)state;
    for (EACH_OF_TWO_AXLES(vehicle)) {
        kamm_vehicle_def def = driven_by_all(shipped_def(vehicle), 240, KAMM_TRANSFER_OPEN);
        struct rest_figures open[REST_ENDINGS], figures[REST_ENDINGS];
        stop_by_all(&def, open);
        for (int coupling = KAMM_TRANSFER_LOCKED; coupling <= KAMM_TRANSFER_CLUTCH; ++coupling) {
            if ((vehicle + coupling) % of_tier(7, 1)) continue;
            def.transfer.coupling = coupling;
            int count = stop_by_all(&def, figures);
            for (int k = 0; k < count; ++k) {
                expect_below(figures[k].rise_j, 0.01 * figures[k].begun_j);
                expect_above(figures[k].stop_s, 0);
                expect_below(figures[k].speed_5, 1.2 * open[k].speed_5 + 1e-3);
                expect_below(figures[k].speed_20, 1e-4);
                assert_int_equal(figures[k].fault, 0);
            }
        }
    }
}

/* ---- trucks ---- */

static kamm_vehicle_def truck_named(const char *name, double rate, int locked)
{
    kamm_vehicle_def def = shipped_def(shipped_number(name));
    def = driven_by_all(def, rate, locked ? KAMM_TRANSFER_LOCKED : KAMM_TRANSFER_OPEN);
    int last = def.axles_count - 1;
    def.transfer.front_axles = last - 1;
    def.transfer.stiffness_nm_per_rad = 2e5;
    for (int a = 0; a < last && locked; ++a) {
        if (a != last - 2) def.axles[a].inter_axle = KAMM_INTER_AXLE_LOCKED;
        def.axles[a].inter_axle_stiffness_nm_per_rad = 2e5;
    }
    return def;
}

/* All axles but the last on ice: with every differential between axles locked that one drives. Open ones leave it a share. */
static void a_truck_whose_axles_are_locked_drives_by_its_last(void **state)
{
    (void)state;
    static const char *const names[] = {"man-kat1-8x8", "kraz-6x4"};
    enum { MAX = 4 };
    for (int truck = 0; truck < 2; ++truck)
        for (int k = 0; k < 2 * of_tiers(1, 3, 5); ++k) {
            int locked = k % 2;
            double rate = all_rates[k / 2];
            kamm_vehicle_def def = truck_named(names[truck], rate, locked);
            kamm_contact contacts[KAMM_MAX_WHEELS];
            kamm_cars *cars = start_cars(&def, 1);
            int last = def.axles_count - 1;
            kamm_ground ground = ice_below(cars, 0, last - 1, contacts);
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 1);
            kamm_inputs(cars)[0].throttle = 1;
            double nm[MAX] = {0}, radps[MAX] = {0}, all = 0;
            for (int frame = 0; frame < WOUND_UP + 60; ++frame) {
                drive_for(cars, &ground, 1.0 / 60);
                for (int a = 0; a <= last && frame >= WOUND_UP; ++a)
                    nm[a] += axle_nm(cars, 0, a) / 60, radps[a] += axle_radps(cars, 0, a) / 60;
            }
            for (int a = 0; a <= last; ++a) {
                all += nm[a];
                if (locked) expect_share(radps[a], radps[last], 0.1);
            }
            print_message("%-14s %4g /s, %s: %6.0f of %6.0f N.m, %.2f m/s\n", names[truck], rate,
                          locked ? "locked" : "open", nm[last], all,
                          kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps));
            if (locked)
                expect_above(nm[last], 1.5 * (all - nm[last]) / last);
            else
                expect_share(nm[last], all / def.axles_count, 0.01);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

/* ---- what holds for every part ---- */

static void couplings_of_axles_that_are_not_driven_are_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.transfer.coupling = KAMM_TRANSFER_LOCKED;
    expect_vehicle_refused(&def, "transfer.coupling");
    def.transfer.coupling = KAMM_TRANSFER_OPEN;
    def.axles[0].inter_axle = KAMM_INTER_AXLE_LOCKED;
    expect_vehicle_refused(&def, "axles[0].inter_axle");
    static const double fractions[] = {1.01, 1.5, 2, 9}; /* of two driven axles */
    for (int i = 0; i < 8; ++i) {
        def = driven_by_all(default_vehicle(), 240,
                            i < 4 ? KAMM_TRANSFER_LOCKED : KAMM_TRANSFER_CLUTCH);
        def.transfer.front_axles = fractions[i % 4];
        expect_vehicle_refused(&def, "transfer.coupling");
    }
    def = driven_by_all(default_vehicle(), 240, KAMM_TRANSFER_LOCKED);
    def.axles[0].inter_axle = KAMM_INTER_AXLE_LOCKED;
    expect_vehicle_refused(&def, "axles[0].inter_axle");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_axle_on_ice_leaves_the_other_what_the_coupling_carries),
        cmocka_unit_test(a_clutch_carries_what_its_control_asks_for),
        cmocka_unit_test(unequal_radii_wind_a_lock_up_and_slip_a_limited_one),
        cmocka_unit_test(a_clutch_has_the_ratio_of_its_wheels),
        cmocka_unit_test(a_coupling_never_gives_more_than_it_took),
        cmocka_unit_test(cars_with_couplings_come_to_rest),
        cmocka_unit_test(a_truck_whose_axles_are_locked_drives_by_its_last),
        cmocka_unit_test(couplings_of_axles_that_are_not_driven_are_refused),
    };
    return cmocka_run_group_tests_name("full_transfer", tests, NULL, NULL);
}
