/* Every shipped car, driven to rest in every way: what it gave back, and whether it stands still.
 *
 * It takes each 2003rd drive of the grid at two rates, in the long tier each 310th, before a release each 31st at all four.
 * `KAMM_REST_EVERY=1` takes all 7,500 and 2,400, `KAMM_REST_ALL=1` prints each. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rest.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DRIVES = 256, MAX_CARS = 128 };

/* Substeps per second; the highest share of a car's energy that may come back; the share of all drives in which more
 * than 0.1 % does (of one car's: twice that); and how fast a car that lies on its side may still rock after 20 s. */
struct rate {
    double substeps_per_s, max_rise, max_rising, max_speed_mps;
};
static const struct rate rates[] = {{1200, 0.005, 0.01, 0.01},
                                    {240, 0.02, 0.01, 0.01},
                                    {120, 0.06, 0.1, 0.01},
                                    {60, 0.5, 0.5, 0.05}};
#define FIRST_RATE (size_t) of_tiers(1, 1, 0)
#define EACH_RATE (size_t) of_tiers(4, 2, 1)

static kamm_vehicle_def car_of(int car, int abs, double substeps_per_s)
{
    kamm_vehicle_def def = shipped_def(car);
    def.aids.abs = abs;
    def.stepping.substeps_per_s = allowed_rate(&def, substeps_per_s);
    return def;
}

/* A formula car on its side rocks on its tyres for long: it has a quarter of other cars' roll inertia. */
static int is_light(int car) { return !strcmp(shipped_name(car), "formula-car-2014"); }

/* How many drives of the grid there are to one that is driven. */
static int every(int usually)
{
    const char *asked = getenv("KAMM_REST_EVERY");
    return asked ? (int)fmax(atoi(asked), 1) : usually;
}

/* Where a car's drives begin in the grid: by its name, so that they stay the same whatever else is shipped. */
static int first_drive(int car, int step)
{
    unsigned hash = 2166136261u; /* FNV-1a */
    for (const char *c = shipped_name(car); *c; ++c) hash = (hash ^ (unsigned char)*c) * 16777619u;
    return (int)(hash % (unsigned)step);
}

/* Drive n of a batch: 5 speeds, 5 steering angles, 5 endings. */
static struct rest_drive drive_of(int n)
{
    static const double speeds[] = {5, 8, 12, 20, 32}, steering[] = {0, 0.1, 0.2, 0.5, 1};
    return (struct rest_drive){.speed_mps = speeds[n / 25],
                               .steering = steering[n / 5 % 5],
                               .driven_s = 0.5,
                               .ending = (enum rest_ending)(n % 5)};
}

static void run_batch(int car, int abs, double substeps_per_s, double friction,
                      const struct rest_drive *drives, const int *numbers, int count,
                      struct rest_worst *worst)
{
    struct rest_figures figures[MAX_DRIVES];
    if (!count) return;
    kamm_vehicle_def def = car_of(car, abs, substeps_per_s);
    drive_to_rest(&def, friction, drives, count, 70, figures);
    for (int i = 0; i < count; ++i) {
        add_rest(worst, &figures[i], numbers[i]);
        if (getenv("KAMM_REST_ALL"))
            print_message("%s %d: begun %.0f rise %.1f rebound %.3f %.1f mm stop %.1f s 5: %.3g "
                          "mm/s %.3g 20: %.3g mm/s %.3g\n",
                          shipped_name(car), numbers[i], figures[i].begun_j, figures[i].rise_j,
                          figures[i].rebound_mps, 1000 * figures[i].rebound_m, figures[i].stop_s,
                          1000 * figures[i].speed_5, figures[i].turning_5,
                          1000 * figures[i].speed_20, figures[i].turning_20);
    }
}

/* What holds today. It ought to be no drive that rises by more than 0.1 %; 1 of 100 may (of the 320i's 1 of 60, of the
 * wild ones of the MAN 1 of 40), by up to 0.5 % from 240 substeps/s on. The exception is the Tesla's drive 344, where
 * 16 J of 1 kJ come back at 240: cars that tumble or slide on a wheel that lies on its side, where the Magic Formula's
 * camber thrust is no friction and the hubs are where body.h has them. At 60 and 120 a car that is dropped askew gives
 * back what test_falls says: a wheel of 40 kg between rim and bump stop of 1 MN/m (dt^2 k / m is 5 to 6 at 60) swings
 * further than a substep resolves. Beyond 20 s only a car that lies on its side and rocks on its wheels still moves, by
 * 4 cm/s at 60. */
static void expect_rest(const struct rest_worst worst[MAX_CARS], struct rate rate)
{
    int rising = 0, drives = 0;
    for (int car = 0; car < shipped_count(); ++car) {
        assert_int_equal(worst[car].faults, 0);
        assert_int_equal(worst[car].never_stopped, 0);
        expect_below(worst[car].rising, 2.5 + 2 * rate.max_rising * worst[car].drives);
        expect_below(worst[car].rise_share, rate.max_rise);
        expect_below(worst[car].speed_20, (is_light(car) ? 8 : 1) * rate.max_speed_mps);
        rising += worst[car].rising, drives += worst[car].drives;
    }
    expect_below(rising, 1.5 + rate.max_rising * drives);
}

/* Number of a drive: friction (0, 1, 2) * 1000 + with ABS * 500 + speed * 25 + steering * 5 + ending. */
static void drive_all_to_rest(struct rate rate)
{
    static const double frictions[] = {0.3, 1, 2};
    int step = every(of_tiers(2003, 310, 31));
    struct rest_worst worst[MAX_CARS] = {0};
    assert_in_range(shipped_count(), 1, MAX_CARS);
    print_message("%g substeps per second\n", rate.substeps_per_s);
    print_rest_header();
    for (int car = 0; car < shipped_count(); ++car) {
        int counter = first_drive(car, step);
        for (int batch = 0; batch < 6; ++batch) {
            struct rest_drive drives[125];
            int numbers[125], count = 0;
            for (int n = 0; n < 125; ++n) {
                if (counter++ % step) continue;
                drives[count] = drive_of(n);
                numbers[count++] = batch / 2 * 1000 + batch % 2 * 500 + n;
            }
            run_batch(car, batch % 2, rate.substeps_per_s, frictions[batch / 2], drives, numbers,
                      count, &worst[car]);
        }
        print_rest(shipped_name(car), &worst[car]);
    }
    expect_rest(worst, rate);
}

static void driven_cars_come_to_rest(void **state)
{
    (void)state;
    for (size_t i = FIRST_RATE; i < sizeof rates / sizeof *rates; i += EACH_RATE)
        drive_all_to_rest(rates[i]);
}

/* Slides sideways and backwards, donuts, on the roof, rolling over, dropped. Number: friction (0.3, 1, 1.5,
 * 2) * 100 + drive. */
static int wild_drives(struct rest_drive *drives)
{
    static const double speeds[] = {3, 8, 15, 25, 40}, courses[] = {0.8, 1.5707963, 2.4, 3.14};
    int n = 0;
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 4; ++j)
            for (int braked = 0; braked < 2; ++braked)
                drives[n++] = (struct rest_drive){.speed_mps = speeds[i],
                                                  .course_rad = courses[j],
                                                  .turn_rate_radps = i % 2,
                                                  .ending = braked           ? BOTH_BRAKES
                                                            : courses[j] < 2 ? HAND_BRAKE
                                                                             : BRAKE_FULL};
    for (int i = 0; i < 8; ++i) /* donuts */
        drives[n++] = (struct rest_drive){.speed_mps = 2,
                                          .steering = i % 2 ? 1 : 0.6,
                                          .throttle = 1,
                                          .driven_s = 3 + i / 4 * 3,
                                          .ending = i / 2 % 2 ? BRAKE_FULL : HAND_BRAKE};
    for (int i = 0; i < 8; ++i) /* on its roof, or dropped askew */
        drives[n++] = (struct rest_drive){.speed_mps = i % 2 ? 20 : 5,
                                          .course_rad = i / 4 * 0.8,
                                          .roll_rad = i / 2 % 2 ? PI : 2.2,
                                          .height_m = 2.5,
                                          .ending = BOTH_BRAKES};
    for (int i = 0; i < 4; ++i) /* from 1 m */
        drives[n++] = (struct rest_drive){.speed_mps = i % 2 ? 15 : 0.1,
                                          .roll_rad = i / 2 * 0.3,
                                          .height_m = 1 + i / 2,
                                          .ending = BOTH_BRAKES};
    return n;
}

/* Not with the roof in the ground, which would lift it out. */
static void raise_above_roof(struct rest_drive *drive, int car)
{
    double roof_m = shipped_def(car).body.height_m + 0.1;
    if (drive->roll_rad > PI / 2) drive->height_m = fmax(drive->height_m, roof_m);
}

static void slide_and_throw_all_to_rest(struct rate rate)
{
    static const double frictions[] = {0.3, 1, 1.5, 2};
    int step = every(of_tiers(668, 110, 11));
    struct rest_worst worst[MAX_CARS] = {0};
    assert_in_range(shipped_count(), 1, MAX_CARS);
    print_message("%g substeps per second\n", rate.substeps_per_s);
    print_rest_header();
    for (int car = 0; car < shipped_count(); ++car) {
        int counter = first_drive(car, step);
        for (int batch = 0; batch < 4; ++batch) {
            struct rest_drive all[MAX_DRIVES], drives[MAX_DRIVES];
            int numbers[MAX_DRIVES], count = 0, total = wild_drives(all);
            for (int n = 0; n < total; ++n) {
                if (counter++ % step) continue;
                drives[count] = all[n];
                raise_above_roof(&drives[count], car);
                numbers[count++] = batch * 100 + n;
            }
            run_batch(car, 0, rate.substeps_per_s, frictions[batch], drives, numbers, count,
                      &worst[car]);
        }
        print_rest(shipped_name(car), &worst[car]);
    }
    expect_rest(worst, rate);
}

static void slid_and_thrown_cars_come_to_rest(void **state)
{
    (void)state;
    for (size_t i = FIRST_RATE; i < sizeof rates / sizeof *rates; i += EACH_RATE)
        slide_and_throw_all_to_rest(rates[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(driven_cars_come_to_rest),
        cmocka_unit_test(slid_and_thrown_cars_come_to_rest),
    };
    return cmocka_run_group_tests_name("rest", tests, NULL, NULL);
}
