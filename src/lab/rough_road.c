/* Ride on rough roads of ISO 8608, middle of class A to E: straight on at 80 km/h, five cars side by side. After
 * some seconds on the road 20 s (444 m) are measured: the vertical acceleration of the body at its centre of
 * gravity, unweighted and weighted by Wk of ISO 2631-1 (a person on a rigid seat there); the scatter of wheel
 * loads and suspension travel about their means; and the time for which wheels are off the road.
 *
 * The roughness of a terrain repeats after 29 tiles of 102.4 m; lanes lie that far apart, so that all five
 * cars meet the same road, only higher: what they differ by is the class alone. */
#include <math.h>

#include "lab/driver.h"
#include "lab/ride_filter.h"
#include "lab/tests.h"

enum { A, B, C, D, E, CLASSES };
enum {
    WEIGHTED,
    ACCELERATION_C = CLASSES,
    FRONT_LOAD_C,
    REAR_LOAD_C,
    FRONT_TRAVEL_C,
    REAR_TRAVEL_C,
    NO_CONTACT_C,
    NO_CONTACT_E,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [WEIGHTED + A] = {"weighted_acceleration_class_a_mps2", "m/s2",
                      "RMS of the body's vertical acceleration, weighted by Wk, on class A"},
    [WEIGHTED + B] = {"weighted_acceleration_class_b_mps2", "m/s2", "The same on class B"},
    [WEIGHTED + C] = {"weighted_acceleration_class_c_mps2", "m/s2", "The same on class C"},
    [WEIGHTED + D] = {"weighted_acceleration_class_d_mps2", "m/s2", "The same on class D"},
    [WEIGHTED + E] = {"weighted_acceleration_class_e_mps2", "m/s2", "The same on class E"},
    [ACCELERATION_C] = {"acceleration_class_c_mps2", "m/s2", "RMS without weighting, class C"},
    [FRONT_LOAD_C] =
        {"front_dynamic_load_class_c_percent", "%",
         "Standard deviation of the front wheels' loads over the static load, class C"},
    [REAR_LOAD_C] = {"rear_dynamic_load_class_c_percent", "%", "The same of the rear wheels"},
    [FRONT_TRAVEL_C] = {"front_travel_class_c_mm", "mm",
                        "Standard deviation of the front suspension's travel, class C"},
    [REAR_TRAVEL_C] = {"rear_travel_class_c_mm", "mm", "The same of the rear suspension"},
    [NO_CONTACT_C] = {"without_contact_class_c_percent", "%",
                      "Share of the time without load, mean of all wheels, class C"},
    [NO_CONTACT_E] = {"without_contact_class_e_percent", "%", "The same on class E"},
};

static const double speed_mps = 80 * KAMM_KMH, settling_s = 5, measured_s = 20,
                    sampling_s = 1.0 / 400;
static const double lane_m = 29 * 102.4; /* a whole period of the roughness */

typedef struct {
    double sum, squares;
    int count;
} scatter;

static void add_to(scatter *s, double value)
{
    s->sum += value;
    s->squares += value * value;
    ++s->count;
}

static double deviation(const scatter *s)
{
    double mean = s->sum / s->count;
    return sqrt(fmax(0, s->squares / s->count - mean * mean));
}

typedef struct {
    kamm_speed_hold hold;
    kamm_ride_filter filter;
    scatter plain, weighted, load[KAMM_MAX_WHEELS], travel[KAMM_MAX_WHEELS];
    int unloaded;
} ride;

static int lay_lanes(kamm_bench *bench)
{
    kamm_surface surfaces[CLASSES];
    static const uint8_t rows[CLASSES] = {A, B, C, D, E};
    const kamm_layer everywhere = {.kind = KAMM_LAYER_PLANE, .surface = -1};
    double roughness_m3 = 16e-6;
    for (int i = 0; i < CLASSES; ++i, roughness_m3 *= 4) {
        surfaces[i] = kamm_bench_surface(bench);
        surfaces[i].roughness_m3 = (float)roughness_m3;
    }
    const kamm_terrain_def def = {.layers = &everywhere,
                                  .layer_count = 1,
                                  .surfaces = surfaces,
                                  .surface_count = CLASSES,
                                  .paint = {.columns = 1,
                                            .rows = CLASSES,
                                            .cell_m = lane_m,
                                            .origin_m = {-lane_m / 2, -lane_m / 2},
                                            .surfaces = rows},
                                  .roughness_seed = 8608,
                                  .rough = 1};
    return kamm_bench_lay(bench, &def);
}

static void drive_tick(kamm_bench *bench, ride rides[CLASSES])
{
    for (int car = 0; car < CLASSES; ++car) {
        kamm_drive_lane(bench, car, car * lane_m);
        kamm_drive_hold_speed(bench, car, &rides[car].hold, speed_mps);
    }
    kamm_bench_tick(bench);
}

static void sample(const kamm_bench *bench, int car, ride *r, int counts)
{
    double acceleration_mps2 = kamm_bench_read(bench, car, KAMM_CHANNEL_acceleration_z_mps2);
    double weighted_mps2 = kamm_filter_ride(&r->filter, acceleration_mps2);
    if (!counts) return;
    add_to(&r->plain, acceleration_mps2);
    add_to(&r->weighted, weighted_mps2);
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel) {
        double load_n = kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_load_n);
        add_to(&r->load[wheel], load_n);
        add_to(&r->travel[wheel], kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_travel_m));
        r->unloaded += load_n <= 0;
    }
}

/* The first or the last axle; the mean of its wheels. */
static void report_end(kamm_bench *bench, const ride *r, int rear)
{
    const kamm_model_info *info = &bench->info;
    int axle = rear ? info->axle_count - 1 : 0, wheels = 0;
    double load = 0, travel_m = 0;
    for (int w = 0; w < info->wheel_count; ++w) {
        if (info->wheel_axle[w] != axle) continue;
        load += deviation(&r->load[w]) / info->static_load_n[w];
        travel_m += deviation(&r->travel[w]);
        ++wheels;
    }
    kamm_bench_found(bench, FRONT_LOAD_C + rear, 100 * load / wheels);
    kamm_bench_found(bench, FRONT_TRAVEL_C + rear, 1000 * travel_m / wheels);
}

static double unloaded_percent(const kamm_bench *bench, const ride *r)
{
    return 100.0 * r->unloaded / (r->plain.count * bench->info.wheel_count);
}

static void report(kamm_bench *bench, const ride rides[CLASSES])
{
    for (int car = 0; car < CLASSES; ++car)
        if (kamm_bench_is_well(bench, car))
            kamm_bench_found(bench, WEIGHTED + car, deviation(&rides[car].weighted));
        else
            kamm_bench_missed(bench, WEIGHTED + car, "the step failed");
    kamm_bench_found(bench, ACCELERATION_C, deviation(&rides[C].plain));
    for (int rear = 0; rear < 2; ++rear) report_end(bench, &rides[C], rear);
    kamm_bench_found(bench, NO_CONTACT_C, unloaded_percent(bench, &rides[C]));
    kamm_bench_found(bench, NO_CONTACT_E, unloaded_percent(bench, &rides[E]));
}

static int measure(kamm_bench *bench)
{
    ride rides[CLASSES] = {0};
    if (!lay_lanes(bench) || !kamm_bench_line_up(bench, CLASSES)) return 0;
    kamm_bench_set_tick(bench, sampling_s);
    for (int car = 0; car < CLASSES; ++car) {
        rides[car].filter = kamm_make_ride_filter(1 / bench->tick_s);
        kamm_bench_place(bench, car, 0, car * lane_m, 0, speed_mps,
                         kamm_bench_gear_at(bench, speed_mps));
    }
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < settling_s) {
        drive_tick(bench, rides);
        for (int car = 0; car < CLASSES; ++car) sample(bench, car, &rides[car], 0);
    }
    kamm_bench_start_time(bench, C);
    while (bench->time_s < measured_s) {
        drive_tick(bench, rides);
        for (int car = 0; car < CLASSES; ++car) sample(bench, car, &rides[car], 1);
    }
    report(bench, rides);
    return 1;
}

const kamm_procedure kamm_rough_road_test = {
    {"rough-road", "Ride on rough roads",
     "Straight on at 80 km/h on roads of class A to E: vertical acceleration, wheel loads, travel.",
     "ISO 8608 roads, ISO 2631-1 weighting", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    NULL};
