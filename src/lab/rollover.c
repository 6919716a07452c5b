/* Tripped rollover: the car slides sideways on ice, level and out of gear, and its sill hits a kerb that stands
 * 10 cm higher than the body's bottom. Sixteen cars at different speeds do it side by side, and again between the
 * fastest that stays on its wheels and the slowest that does not. A car rolls over if it comes to lean past 90
 * degrees.
 *
 * The closed form beside it is the critical sliding velocity of a rigid body (I. S. Jones, The mechanics of
 * roll-over as the result of curb impact, SAE 750461; the same as NHTSA's CSV, there with the kerb at the
 * wheels): the kerb holds the wheels, so momentum about its edge is kept: m v h = (I + m (h^2 + t^2)) w. The
 * centre of gravity, t inwards of the edge and h above it, has to get over it:
 *     v^2 = 2 g (I + m (h^2 + t^2)) (sqrt(h^2 + t^2) - h) / (m h^2).
 * A kerb does not hold the body down, and springs push it off the road when they are relieved, but the bodies
 * that meet it are rigid here: the car needs nearly the same speed.
 *
 * At 80 km/h the car then rolls over body and wheels until it rests: the quarter turns, how far it gets, and
 * by how much its energy rises on the way, which is what the channel energy_j does not count: tyres and body
 * points bent along the ground. Sheet metal does not yield here, so that the car bounces farther than a real one. */
#include <math.h>

#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/tests.h"
#include "run/cars.h"

enum {
    CRITICAL_SPEED,
    KERB_SPEED,
    RATIO,
    QUARTER_TURNS,
    ROLL_DISTANCE,
    TIME_TO_REST,
    PEAK_ROLL_RATE,
    ENERGY_RISE,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [CRITICAL_SPEED] = {"critical_sliding_speed_kmh", "km/h",
                        "Lowest sideways speed at which the kerb rolls the car over"},
    [KERB_SPEED] = {"kerb_critical_speed_kmh", "km/h",
                    "The same of a rigid car that the kerb holds, closed form"},
    [RATIO] = {"speed_over_kerb_speed", "1", "The first over the second"},
    [QUARTER_TURNS] = {"quarter_turns_at_80_kmh", "1", "Quarter turns at 80 km/h until it rests"},
    [ROLL_DISTANCE] = {"rolling_distance_m", "m", "How far it gets beyond the kerb's edge then"},
    [TIME_TO_REST] = {"time_to_rest_s", "s", "From the kerb until it rests"},
    [PEAK_ROLL_RATE] = {"peak_roll_rate_deg_per_s", "deg/s", "Fastest rolling on the way"},
    [ENERGY_RISE] =
        {"max_energy_rise_percent", "%",
         "Largest rise of its energy from one moment to a later one, of the energy at the "
         "edge"},
};

enum { CARS = 16, ROUNDS = 2 };
static const double sill_m = 0.1, kerb_width_m = 0.3, run_up_m = 0.5, apart_m = 20;
static const double min_speed_mps = 3, max_speed_mps = 37, max_time_s = 12;

typedef struct {
    double speed_mps, roll_rad, last_rad; /* whole turns counted on; positive: to the right */
    double peak_radps, start_j, min_energy_j, rise_j, rest_since_s;
    int has_tipped, rests;
} trip;

static double kerb_height_m(const kamm_bench *bench)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    int count = kamm_car_boxes(bench->model, boxes);
    double bottom_m = INFINITY;
    for (int i = 0; i < count; ++i)
        bottom_m = fmin(bottom_m, boxes[i].centre_m[2] - boxes[i].half_m[2]);
    return bottom_m + sill_m;
}

/* Stand side by side along the kerb, whose edge is at y = 0, and are made to slide there. */
static int launch(kamm_bench *bench, int count, const double *speeds_mps)
{
    double height_m = kerb_height_m(bench), half_m = bench->car->def.body.width_m / 2;
    const kamm_body_def kerb = {
        .shapes = {{.box = {.centre_m = {(count - 1) * apart_m / 2, kerb_width_m / 2, height_m / 2},
                            .half_m = {count * apart_m / 2, kerb_width_m / 2, height_m / 2}}}},
        .friction = 1};
    if (!kamm_bench_line_up(bench, count) || !kamm_bench_enter(bench, &kerb, 1)) return 0;
    for (int car = 0; car < count; ++car) {
        kamm_bench_place(bench, car, car * apart_m, -half_m - run_up_m, 0, 0, 0);
        PUT_CAR_STATE(bench->cars, car, car.velocity_y_mps, (float)speeds_mps[car]);
    }
    return 1;
}

static void watch(const kamm_bench *bench, int car, trip *t)
{
    const double still_mps = 0.05, still_radps = 0.05, still_s = 0.3;
    double roll_rad = kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rad);
    double roll_radps = kamm_bench_read(bench, car, KAMM_CHANNEL_roll_rate_radps);
    double energy_j = kamm_bench_read(bench, car, KAMM_CHANNEL_energy_j);
    double position[3], q[4];
    kamm_body_frame(bench->cars, car, position, q);
    t->roll_rad += remainder(roll_rad - t->last_rad, 2 * KAMM_PI);
    t->last_rad = roll_rad;
    t->peak_radps = fmax(t->peak_radps, fabs(roll_radps));
    t->has_tipped |= 1 - 2 * (q[1] * q[1] + q[2] * q[2]) < 0; /* its z axis points down */
    t->rise_j = fmax(t->rise_j, energy_j - t->min_energy_j);
    t->min_energy_j = fmin(t->min_energy_j, energy_j);
    if (kamm_bench_read(bench, car, KAMM_CHANNEL_speed_mps) > still_mps ||
        fabs(roll_radps) > still_radps)
        t->rest_since_s = bench->time_s;
    t->rests = bench->time_s > t->rest_since_s + still_s;
}

static int slide(kamm_bench *bench, int count, const double *speeds_mps, int recorded, trip *trips)
{
    if (!launch(bench, count, speeds_mps)) return 0;
    for (int car = 0; car < count; ++car) {
        trips[car] = (trip){.speed_mps = speeds_mps[car]};
        trips[car].start_j = trips[car].min_energy_j =
            kamm_bench_read(bench, car, KAMM_CHANNEL_energy_j);
    }
    kamm_bench_start_time(bench, recorded);
    for (int going = count; going && bench->time_s < max_time_s;) {
        kamm_bench_tick(bench);
        going = 0;
        for (int car = 0; car < count; ++car) {
            trip *t = &trips[car];
            if (t->rests || (recorded < 0 && t->has_tipped)) continue;
            watch(bench, car, t);
            ++going;
        }
    }
    return 1;
}

static double held_speed_mps(const kamm_bench *bench)
{
    double half_m = bench->car->def.body.width_m / 2;
    double h_m = bench->info.cg_height_m - kerb_height_m(bench), arm2 = h_m * h_m + half_m * half_m;
    double about_kerb = bench->info.inertia_kgm2[0][0] / bench->info.mass_kg + arm2;
    return sqrt(2 * KAMM_GRAVITY_MPS2 * about_kerb * (sqrt(arm2) - h_m)) / h_m;
}

/* Between `low_mps`, at which the car stays on its wheels, and `high_mps`. 0: out of memory. */
static int close_in(kamm_bench *bench, double *low_mps, double *high_mps)
{
    double speeds_mps[CARS];
    trip trips[CARS];
    for (int round = 0; round < ROUNDS; ++round) {
        double from_mps = *low_mps, step_mps = (*high_mps - from_mps) / (CARS + 1);
        for (int car = 0; car < CARS; ++car) speeds_mps[car] = from_mps + step_mps * (car + 1);
        if (!slide(bench, CARS, speeds_mps, -1, trips)) return 0;
        int first = 0;
        while (first < CARS && !trips[first].has_tipped) ++first;
        if (first == CARS && round == 0) return *high_mps = NAN, 1;
        if (first < CARS) *high_mps = speeds_mps[first];
        if (first) *low_mps = speeds_mps[first - 1];
    }
    return 1;
}

static void report_speed(kamm_bench *bench, double high_mps)
{
    double kerb_mps = held_speed_mps(bench);
    kamm_bench_found(bench, KERB_SPEED, kerb_mps / KAMM_KMH);
    if (isnan(high_mps)) {
        kamm_bench_missed(bench, CRITICAL_SPEED, "slides on its wheels up to %.0f km/h",
                          max_speed_mps / KAMM_KMH);
        kamm_bench_missed(bench, RATIO, "does not roll over");
        return;
    }
    kamm_bench_found(bench, CRITICAL_SPEED, high_mps / KAMM_KMH);
    kamm_bench_found(bench, RATIO, high_mps / kerb_mps);
}

static const char *lies_on(double roll_rad)
{
    static const char *const sides[] = {"its wheels", "its left side", "its roof",
                                        "its right side"};
    int quarters = (int)lround(-roll_rad / (KAMM_PI / 2)) % 4;
    return sides[(quarters + 4) % 4];
}

static void report_roll(kamm_bench *bench, const trip *t)
{
    double edge_s = run_up_m / t->speed_mps;
    kamm_bench_found(bench, QUARTER_TURNS, round(fabs(t->roll_rad) / (KAMM_PI / 2)));
    kamm_bench_found(bench, PEAK_ROLL_RATE, t->peak_radps / KAMM_DEG);
    kamm_bench_found(bench, ENERGY_RISE, 100 * t->rise_j / t->start_j);
    kamm_bench_found(bench, ROLL_DISTANCE, kamm_bench_read(bench, 0, KAMM_CHANNEL_y_m));
    if (t->rests)
        kamm_bench_found(bench, TIME_TO_REST, t->rest_since_s - edge_s);
    else
        kamm_bench_missed(bench, TIME_TO_REST, "not at rest after %.0f s", max_time_s);
    kamm_bench_note(bench, QUARTER_TURNS, "rests on %s", lies_on(t->roll_rad));
}

static int measure(kamm_bench *bench)
{
    const double fast_mps = 80 * KAMM_KMH;
    double low_mps = min_speed_mps, high_mps = max_speed_mps;
    trip roll;
    bench->ground.plane.friction = 0.05F;
    if (!close_in(bench, &low_mps, &high_mps)) return 0;
    report_speed(bench, high_mps);
    if (!slide(bench, 1, &fast_mps, 0, &roll)) return 0;
    report_roll(bench, &roll);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    kamm_course_part *kerb = kamm_course_add(course, KAMM_COURSE_BLOCK, "kerb", -apart_m / 2, 0,
                                             apart_m / 2, kerb_width_m);
    kerb->to_height_m = kerb_height_m(bench);
    course->start_m[1] = -bench->car->def.body.width_m / 2 - run_up_m;
}

const kamm_procedure kamm_rollover_test = {
    {"rollover", "Tripped rollover",
     "Slides sideways against a kerb: the speed that rolls it over, and how far it rolls at 80 km/h.",
     "NHTSA's critical sliding velocity", FIGURES, figures, KAMM_FEATURE_TUMBLE, 0},
    measure,
    lay_out};
