/* Keys on the shipped two-wheelers: whole turns and then the whole brake, slaloms, and random keys, from standstill to the top speed.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/fleet.h"
#include "support/tier.h"

#include <kamm/input_assist.h>
#include <kamm/rider.h>
#include <math.h>

enum { CALLS_PER_S = 60 };

struct ride {
    kamm_cars *cars;
    kamm_ground ground;
    kamm_driver_request keys;
    int machine, substeps;
    double most_rad, top_mps;
};

static struct ride start_ride(int machine, double speed_mps, double friction)
{
    const kamm_vehicle_def def = fleet_def(machine, 240);
    struct ride r = {.ground = kamm_flat_ground, .machine = machine};
    r.ground.plane.friction = (float)friction;
    r.cars = start_cars(&def, 1);
    r.substeps = (int)def.stepping.substeps_per_s / CALLS_PER_S;
    r.top_mps = kamm_describe(kamm_model_of(r.cars, 0)).top_speed_mps;
    put_car(r.cars, 0, &r.ground, 0, fmin(speed_mps, r.top_mps), KAMM_GEAR_DRIVE);
    return r;
}

/* Returns 0 once it lies. */
static int ride_frame(struct ride *r)
{
    const kamm_input_assist assist = kamm_default_input_assist();
    kamm_assist_input(&assist, r->cars, 0, &r->keys, 1.0 / CALLS_PER_S);
    kamm_step(r->cars, &r->ground, r->substeps);
    assert_int_equal(kamm_fault(r->cars, 0), 0);
    double lean = fabs(kamm_read(r->cars, 0, KAMM_CHANNEL_roll_rad));
    r->most_rad = fmax(r->most_rad, lean);
    return lean < 1.2;
}

static int ride_for(struct ride *r, double seconds)
{
    for (int i = 0; i < seconds * CALLS_PER_S; ++i)
        if (!ride_frame(r)) return 0;
    return 1;
}

static double speed_of(const struct ride *r)
{
    return kamm_read(r->cars, 0, KAMM_CHANNEL_speed_mps);
}

/* -- a whole turn, and then the whole brake -- */

static void turn_and_stop(int machine, double speed_mps, double friction, int is_held)
{
    struct ride r = start_ride(machine, speed_mps, friction);
    double stops_s = 0, begun;
    ride_for(&r, 0.5);
    r.keys.steer = 1;
    int stays = ride_for(&r, 2);
    begun = speed_of(&r);
    r.keys.brake = 1, r.keys.steer = (float)is_held;
    for (; stays && speed_of(&r) > 0.1 && stops_s < 20; stops_s += 1.0 / CALLS_PER_S)
        stays = ride_frame(&r);
    stays = stays && ride_for(&r, 1);
    double lean = fabs(kamm_read(r.cars, 0, KAMM_CHANNEL_roll_rad));
    print_message("%-22s friction %.1f, %4.1f m/s, key %s: leans by %.2f rad, %.1f m/s2\n",
                  fleet_name(machine), friction, speed_mps, is_held ? "held" : "let go", r.most_rad,
                  begun / stops_s);
    if (!stays || lean > 0.1)
        fail_msg("%s falls from %.1f m/s on friction of %.1f, key %s", fleet_name(machine),
                 speed_mps, friction, is_held ? "held" : "let go");
    expect_above(r.most_rad, 0.15);
    expect_above(begun / stops_s, fmin(0.8, 0.25 * begun));
    end_cars(r.cars);
}

static void it_stops_from_whole_turns(void **state)
{
    static const double speeds[] = {8, 20, 10, 14, 5, 30}, frictions[] = {1, 0.6};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int v = 0; v < of_tiers(1, 3, 6); ++v)
            for (int f = 0; f < of_tiers(1, 1, 2); ++f)
                for (int is_held = 0; is_held < 2; ++is_held)
                    turn_and_stop(m, speeds[v], frictions[(f + v) % 2], is_held);
}

/* -- slaloms -- */

/* Keys of one side and the other, at a speed that the throttle about holds. */
static int rides_slalom(int machine, double speed_mps, double period_s)
{
    struct ride r = start_ride(machine, speed_mps, 1);
    int stays = 1;
    for (int i = 0; stays && i < 8 * CALLS_PER_S; ++i) {
        r.keys.steer = fmod((double)i / CALLS_PER_S, period_s) < period_s / 2 ? 1 : -1;
        r.keys.throttle = speed_of(&r) < speed_mps ? 0.3f : 0;
        stays = ride_frame(&r);
    }
    expect_above(r.most_rad, 0.04);
    end_cars(r.cars);
    return stays;
}

static void it_stays_up_in_slaloms(void **state)
{
    static const double speeds[] = {10, 6, 14, 20, 8, 30, 45}, periods[] = {2, 1, 4, 0.6, 1.4, 3};
    int fallen = 0, ridden = 0;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        int before = fallen;
        for (int v = 0; v < of_tiers(1, 3, 7); ++v)
            for (int p = 0; p < of_tiers(1, 2, 6); ++p, ++ridden)
                fallen += !rides_slalom(m, speeds[v], periods[p]);
        print_message("%-22s falls in %d slaloms\n", fleet_name(m), fallen - before);
    }
    expect_below(fallen, 0.03 * ridden + 0.5);
}

/* -- random keys -- */

static double random_share(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 9007199254740992.0;
}

/* Changes the side and the pedal at times of their own. */
static void press_random_keys(struct ride *r, double time_s, double until_s[2], uint64_t *seed)
{
    if (time_s >= until_s[0]) {
        double key = random_share(seed);
        r->keys.steer = key < 0.4 ? 1 : key < 0.8 ? -1 : 0;
        until_s[0] = time_s + 0.15 + 2.5 * random_share(seed) * random_share(seed);
    }
    if (time_s >= until_s[1]) {
        double key = random_share(seed);
        r->keys.throttle = key<0.4, r->keys.brake = key> 0.55 && key < 0.9;
        until_s[1] = time_s + 0.15 + 3 * random_share(seed) * random_share(seed);
    }
}

/* 1 if it stays up. `most_rad`: the largest lean so far. */
static int rides_randomly(int machine, uint64_t seed, double seconds, double *most_rad)
{
    double until_s[2] = {0, 0}, friction, share;
    for (int i = 0; i < 5; ++i) random_share(&seed);
    friction = 0.5 + 0.7 * random_share(&seed), share = random_share(&seed);
    struct ride r = start_ride(machine, 0, friction);
    double speed_mps = random_share(&seed) < 0.15 ? 0 : share * share * r.top_mps, fallen_s = 0;
    put_car(r.cars, 0, &r.ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    for (int i = 0; !(fallen_s > 0) && i < seconds * CALLS_PER_S; ++i) {
        press_random_keys(&r, (double)i / CALLS_PER_S, until_s, &seed);
        if (!ride_frame(&r)) fallen_s = (double)(i + 1) / CALLS_PER_S;
    }
    if (fallen_s > 0)
        print_message("%s falls from %.1f m/s on friction of %.2f after %.1f s\n",
                      fleet_name(machine), speed_mps, friction, fallen_s);
    *most_rad = fmax(*most_rad, r.most_rad);
    end_cars(r.cars);
    return !(fallen_s > 0);
}

static void it_stays_up_whatever_the_keys(void **state)
{
    int fallen = 0, ridden = 0;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        double most_rad = 0;
        for (int i = 0; i < of_tiers(2, 6, 60); ++i, ++ridden)
            fallen += !rides_randomly(m, (uint64_t)(7919 * i + 1000003), of_tier(6, 15), &most_rad);
        expect_above(most_rad, 0.2);
    }
    print_message("%d of %d fall\n", fallen, ridden);
    expect_below(fallen, 0.02 * ridden + 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stops_from_whole_turns),
        cmocka_unit_test(it_stays_up_in_slaloms),
        cmocka_unit_test(it_stays_up_whatever_the_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
