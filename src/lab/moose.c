/* Obstacle avoidance ("moose test") after ISO 3888-2: the highest speed at which the car passes the
 * course without touching a cone or lifting two wheels. The car enters at a steady speed, in the
 * highest gear that gives 2000 rpm; 2 m into the entry lane the driver releases the accelerator,
 * and only steers from there on, as fast as 1000 deg/s.
 *
 * At each speed 16 drivers try at a time, so that the figure is the car's and not one driver's. Each has another
 * line through the course and another way to steer along it (moose_drivers.h). They repeat until one run is
 * clean. A first driver, who suits most cars, shows at 16 speeds at once where to begin. */
#include <math.h>

#include <kamm/snapshot.h>

#include "base/error.h"
#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/moose_drivers.h"
#include "lab/tests.h"

enum { BEST_ENTRY_SPEED, TWO_WHEEL_LIFT, EXIT_SPEED, MAX_ROLL, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [BEST_ENTRY_SPEED] = {"best_entry_speed_kmh", "km/h", "Highest clean entry speed"},
    [TWO_WHEEL_LIFT] = {"two_wheel_lift_kmh", "km/h",
                        "Lowest entry speed at which a driver within half a metre of the course "
                        "lifts two wheels by 2 inches"},
    [EXIT_SPEED] = {"exit_speed_kmh", "km/h", "Speed at the end of the best clean run"},
    [MAX_ROLL] = {"max_roll_deg", "deg", "Largest roll angle in the best clean run"},
};

enum { MANY = 16, FEW = 4, LIFT_ROUNDS = 2 }; /* rounds of samples */
static const double steering_radps = 1000 * KAMM_DEG;
static const double before_m = 1, release_m = 2, time_limit_s = 15;
static const int min_kmh = 40, max_kmh = 200, probe_kmh = 5;

typedef struct {
    kamm_bench *bench;
    kamm_course course;
    kamm_outline outline;
    kamm_cem cem;
    kamm_moose_driver drivers[KAMM_CEM_SAMPLES];
    double speeds_mps[KAMM_CEM_SAMPLES];     /* at which each enters */
    kamm_speed_hold holds[KAMM_CEM_SAMPLES]; /* each driver's foot */
    struct car_glance now[KAMM_CEM_SAMPLES]; /* each driver's car */
    int clean_kmh;                           /* highest clean speed so far; 0: none */
    int lift_kmh;           /* lowest speed at which two wheels were lifted; 0: none */
    int tried_kmh;          /* highest speed tried */
    kamm_moose_driver best; /* at the highest clean speed */
} moose_test;

static void steer(const moose_test *test, int car)
{
    const kamm_moose_driver *driver = &test->drivers[car];
    const struct car_glance *now = &test->now[car];
    double ahead_m = fmax(3, now->speed_mps * driver->traits[KAMM_PREVIEW]);
    double x_m = now->x_m + ahead_m;
    kamm_road_point point = {x_m, kamm_driver_line_m(driver, &test->course, x_m)};
    double angle_rad = kamm_drive_aim_rad(test->bench, now, point, driver->traits[KAMM_GAIN]);
    kamm_drive_turn(test->bench, car, angle_rad, steering_radps);
}

static const double hopeless_m = -0.5;

/* Returns a margin for runs that fail. The one that gets farther has the better one. */
static double hopeless_margin_m(const moose_test *test, const struct car_glance *now)
{
    const double per_m = 0.01;
    return hopeless_m - per_m * fmax(0, test->course.lanes[KAMM_LANES - 1].end_m - now->x_m);
}

/* How clean the run still is, at worst so far. */
static void judge(moose_test *test, int car)
{
    const double near_m = 0.5;
    const kamm_bench *bench = test->bench;
    kamm_moose_driver *driver = &test->drivers[car];
    int lane = 0;
    const struct car_glance *now = &test->now[car];
    double margin_m = kamm_cone_clearance_m(&test->course, &test->outline, now->x_m, now->y_m,
                                            now->yaw_rad, &lane);
    double lift_m =
        fmax(kamm_bench_side_lift_m(bench, car, 0), kamm_bench_side_lift_m(bench, car, 1));
    if (lift_m >= KAMM_TWO_WHEEL_LIFT_M && fmin(margin_m, driver->margin_m) > -near_m)
        driver->has_lifted = 1;
    if (lift_m > 0 && KAMM_TWO_WHEEL_LIFT_M - lift_m < margin_m) {
        margin_m = KAMM_TWO_WHEEL_LIFT_M - lift_m;
        lane = KAMM_LANES;
    }
    if (!kamm_bench_is_well(bench, car)) margin_m = -1e3;
    if (margin_m < driver->margin_m) {
        driver->margin_m = margin_m;
        driver->lane = lane;
    }
    if (driver->margin_m < hopeless_m) driver->margin_m = hopeless_margin_m(test, now);
    driver->max_roll_rad = fmax(driver->max_roll_rad, fabs(now->roll_rad));
    driver->is_through = now->x_m + test->outline.rear_m > test->course.lanes[KAMM_LANES - 1].end_m;
}

/* Brings cars, each at its own steady speed, to where their noses are a metre before the course. */
static int approach(moose_test *test, int cars)
{
    kamm_bench *bench = test->bench;
    if (!kamm_bench_line_up(bench, cars)) return 0;
    for (int car = 0; car < cars; ++car) {
        double speed_mps = test->speeds_mps[car];
        double x_m = -KAMM_SETTLING_S * speed_mps - before_m - test->outline.front_m;
        kamm_bench_place(bench, car, x_m, 0, 0, speed_mps, kamm_bench_gear_at(bench, speed_mps));
        test->holds[car] = (kamm_speed_hold){0};
    }
    kamm_drive_settle(bench, test->holds, test->speeds_mps);
    return 1;
}

static void drive_tick(moose_test *test, int car)
{
    const struct car_glance *now = &test->now[car];
    if (now->x_m + test->outline.front_m < release_m)
        kamm_drive_hold_from(test->bench, car, &test->holds[car], test->speeds_mps[car],
                             now->forward_mps);
    else
        kamm_bench_input(test->bench, car)->throttle = 0;
    steer(test, car);
}

static void start_judging(moose_test *test)
{
    for (int car = 0; car < test->bench->count; ++car) {
        test->drivers[car].margin_m = INFINITY;
        test->drivers[car].max_roll_rad = 0;
        test->drivers[car].is_through = test->drivers[car].has_lifted = 0;
        test->now[car] = kamm_glance(test->bench->cars, car);
    }
}

static int is_done(const kamm_moose_driver *driver)
{
    return driver->is_through || driver->margin_m < hopeless_m;
}

/* Lets all lined-up drivers go through the course. */
static void drive_course(moose_test *test, int recorded)
{
    kamm_bench *bench = test->bench;
    start_judging(test);
    kamm_bench_start_time(bench, recorded);
    for (int going = bench->count;
         going && bench->time_s < time_limit_s && !kamm_bench_is_stopped(bench);) {
        for (int car = 0; car < bench->count; ++car) drive_tick(test, car);
        kamm_bench_tick(bench);
        going = 0;
        for (int car = 0; car < bench->count; ++car) {
            test->now[car] = kamm_glance(bench->cars, car);
            if (is_done(&test->drivers[car])) continue;
            judge(test, car);
            ++going;
        }
    }
    for (int car = 0; car < bench->count; ++car)
        if (!is_done(&test->drivers[car]))
            test->drivers[car].margin_m = hopeless_margin_m(test, &test->now[car]);
}

static int kmh_of(double speed_mps) { return (int)lround(speed_mps / KAMM_KMH); }

static void note_lifts(moose_test *test)
{
    for (int car = 0; car < KAMM_CEM_SAMPLES; ++car) {
        int speed_kmh = kmh_of(test->speeds_mps[car]);
        if (speed_kmh > test->tried_kmh) test->tried_kmh = speed_kmh;
        if (test->drivers[car].has_lifted && (!test->lift_kmh || speed_kmh < test->lift_kmh))
            test->lift_kmh = speed_kmh;
    }
}

/* The driver that suits most cars goes through at 16 speeds at once: where it is worth while to begin. -1: out of memory. */
static int first_speed_kmh(moose_test *test)
{
    const double hopeful_m = -0.1;
    int first = 0;
    for (int car = 0; car < KAMM_CEM_SAMPLES; ++car) {
        test->speeds_mps[car] = (min_kmh + probe_kmh * car) * KAMM_KMH;
        test->drivers[car] = test->best;
    }
    if (!approach(test, KAMM_CEM_SAMPLES)) return -1;
    drive_course(test, -1);
    for (int car = 0; car < KAMM_CEM_SAMPLES; ++car)
        if (test->drivers[car].margin_m > hopeful_m) first = car;
    return min_kmh + probe_kmh * first;
}

/* A car on the brink of the course, which all drivers start from. */
typedef struct {
    kamm_speed_hold hold;
    void *car;
    size_t size;
} moose_start;

static void drive_samples(moose_test *test, const moose_start *start, kamm_moose_driver *best)
{
    for (int car = 0; car < KAMM_CEM_SAMPLES; ++car) {
        kamm_restore_car(test->bench->cars, car, start->car, start->size, NULL);
        test->holds[car] = start->hold;
    }
    kamm_cem_sample(&test->cem, best, test->drivers);
    drive_course(test, -1);
    note_lifts(test);
    kamm_cem_update(&test->cem, test->drivers);
    if (test->drivers[0].margin_m > best->margin_m) *best = test->drivers[0];
}

/* Samples after samples until one is clean; a hopeless search is ended early. */
static void search(moose_test *test, const moose_start *start, int rounds, kamm_moose_driver *best)
{
    const double near_m = 0.03, far_m = 0.06, very_far_m = 0.2;
    best->margin_m = -INFINITY;
    kamm_cem_begin(&test->cem);
    for (int round = 0; round < rounds && best->margin_m < 0; ++round) {
        if (round == FEW / 2 && best->margin_m < -very_far_m) kamm_cem_look_everywhere(&test->cem);
        if (round == FEW / 2 && rounds == FEW && best->margin_m < -far_m) break;
        if (round == MANY / 2 && best->margin_m < (test->clean_kmh ? -far_m : -very_far_m)) break;
        if (round == MANY / 4 * 3 && best->margin_m < -near_m) break;
        if (round == MANY / 2) kamm_cem_widen(&test->cem);
        drive_samples(test, start, best);
    }
}

/* Looks for a clean run; `best` is where to start and what came out. 0: out of memory. */
static int try_speed(moose_test *test, int speed_kmh, int rounds, kamm_moose_driver *best)
{
    moose_start start = {{0}, NULL, 0};
    for (int car = 0; car < KAMM_CEM_SAMPLES; ++car) test->speeds_mps[car] = speed_kmh * KAMM_KMH;
    if (!approach(test, 1)) return 0;
    start.hold = test->holds[0];
    start.size = kamm_car_snapshot_size(test->bench->cars, 0);
    start.car = kamm_allocate(start.size);
    if (!start.car) return 0;
    kamm_save_car(test->bench->cars, 0, start.car);
    int well = kamm_bench_line_up(test->bench, KAMM_CEM_SAMPLES);
    if (well) search(test, &start, rounds, best);
    kamm_release(start.car);
    return well;
}

static int within_kmh(int speed_kmh)
{
    return speed_kmh < min_kmh ? min_kmh : speed_kmh > max_kmh ? max_kmh : speed_kmh;
}

/* The highest clean speed, 0 if even the lowest is not; -1: out of memory. `failed` gets the best driver 1 km/h above. Strides
 * grow while there is room to spare and are halved where they were too long; only a speed that decides is tried for long. */
static int find_limit_kmh(moose_test *test, kamm_moose_driver *failed)
{
    const double room_per_kmh_m = 0.02;
    int stride_kmh = 4, speed_kmh = first_speed_kmh(test);
    while (speed_kmh > 0 && test->clean_kmh < max_kmh) {
        kamm_moose_driver driver = test->best;
        int decides = speed_kmh == min_kmh || speed_kmh == test->clean_kmh + 1;
        if (!try_speed(test, speed_kmh, decides ? MANY : FEW, &driver)) return -1;
        if (driver.margin_m >= 0) {
            test->best = driver;
            test->clean_kmh = speed_kmh;
            if (driver.margin_m > room_per_kmh_m * stride_kmh) stride_kmh *= 2;
        } else {
            *failed = driver;
            if (decides) break;
            if (test->clean_kmh)
                stride_kmh /= 2;
            else
                test->best = driver;
        }
        speed_kmh =
            within_kmh(test->clean_kmh ? test->clean_kmh + stride_kmh : speed_kmh - stride_kmh);
    }
    return speed_kmh < 0 ? -1 : test->clean_kmh;
}

/* Goes on above the limit, as test drivers do, until two wheels are lifted. 0: out of memory. */
static int look_for_lift(moose_test *test, int limit_kmh)
{
    const int step = 3, max = 9;
    if (kamm_bench_lacks(test->bench, TWO_WHEEL_LIFT, KAMM_FEATURE_LOADS)) return 1;
    for (int above = step; above <= max && !test->lift_kmh; above += step) {
        kamm_moose_driver driver = test->best;
        if (!try_speed(test, limit_kmh + above, LIFT_ROUNDS, &driver)) return 0;
    }
    if (test->lift_kmh)
        kamm_bench_found(test->bench, TWO_WHEEL_LIFT, test->lift_kmh);
    else
        kamm_bench_missed(test->bench, TWO_WHEEL_LIFT, "none up to %d km/h", test->tried_kmh);
    return 1;
}

static void describe_failure(kamm_bench *bench, const kamm_moose_driver *failed,
                             const kamm_course *course)
{
    const char *cause =
        failed->lane == KAMM_LANES ? "two wheels lift" : course->lanes[failed->lane].name;
    kamm_bench_note(bench, BEST_ENTRY_SPEED, "%s%s above that",
                    failed->lane == KAMM_LANES ? "" : "a cone of the ", cause);
}

/* Repeats the best run alone. */
static int repeat(moose_test *test, int speed_kmh)
{
    test->drivers[0] = test->best;
    test->speeds_mps[0] = speed_kmh * KAMM_KMH;
    if (!approach(test, 1)) return 0;
    drive_course(test, 0);
    kamm_bench_found(test->bench, EXIT_SPEED,
                     kamm_bench_read(test->bench, 0, KAMM_CHANNEL_speed_mps) / KAMM_KMH);
    if (!kamm_bench_lacks(test->bench, MAX_ROLL, KAMM_FEATURE_ROLL))
        kamm_bench_found(test->bench, MAX_ROLL, test->drivers[0].max_roll_rad / KAMM_DEG);
    return 1;
}

static int measure(kamm_bench *bench)
{
    moose_test test = {.bench = bench,
                       .course = kamm_iso_3888_2_course(bench->car->def.body.width_m),
                       .outline = kamm_outline_of(&bench->car->def)};
    test.cem = kamm_cem_init(3888, &test.best);
    kamm_moose_driver failed = {0};
    int limit_kmh = find_limit_kmh(&test, &failed);
    if (limit_kmh < 0) return 0;
    if (!look_for_lift(&test, limit_kmh ? limit_kmh : min_kmh)) return 0;
    if (!limit_kmh) {
        kamm_bench_missed(bench, BEST_ENTRY_SPEED, "not clean even at %d km/h", min_kmh);
        return 1;
    }
    kamm_bench_found(bench, BEST_ENTRY_SPEED, limit_kmh);
    if (limit_kmh < max_kmh) describe_failure(bench, &failed, &test.course);
    return repeat(&test, limit_kmh);
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    const kamm_course cones = kamm_iso_3888_2_course(bench->car->def.body.width_m);
    kamm_outline outline = kamm_outline_of(&bench->car->def);
    course->start_m[0] = -before_m - outline.front_m;
    course->entry_mps = NAN;
    for (int i = 0; i < KAMM_LANES; ++i) kamm_course_add_lane(course, &cones.lanes[i]);
}

const kamm_procedure kamm_moose_test = {
    {"moose", "Obstacle avoidance",
     "Swerves out and back between cones without brake or accelerator; many drivers try.",
     "ISO 3888-2", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
