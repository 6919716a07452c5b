/* A jump: at 80 km/h over a ramp that rises to 1 m, 15 % steep at its sharp lip, onto the level. The driver
 * takes the foot off and declutches at the foot of the ramp and holds the steering wheel. The flight is the longest time in
 * which no wheel carries load. The range of the whole car's centre of gravity is compared with the ballistic
 * range of a point that starts as it did and falls as far: what is missing is drag, lift what is too much.
 *
 * Position and velocity at the take-off are those of all masses together, since wheels that drop out of
 * their arches push the body up. */
#include <math.h>

#include "base/quaternion.h"
#include "lab/courses.h"
#include "lab/driver.h"
#include "lab/tests.h"
#include "run/cars.h"
#include "vehicle/chassis.h"

enum {
    TAKE_OFF_SPEED,
    TAKE_OFF_ANGLE,
    FLIGHT_TIME,
    RANGE,
    BALLISTIC_RANGE,
    DIFFERENCE,
    LANDING_PITCH,
    LANDING_SPEED,
    PEAK_LOAD,
    BUMP_TRAVEL,
    CLEARANCE,
    FIGURES
};

static const kamm_figure_info figures[FIGURES] = {
    [TAKE_OFF_SPEED] = {"take_off_speed_kmh", "km/h", "Speed as the last wheel leaves the ramp"},
    [TAKE_OFF_ANGLE] = {"take_off_angle_deg", "deg", "How steeply the car climbs then"},
    [FLIGHT_TIME] = {"flight_time_s", "s", "Until the first wheel lands"},
    [RANGE] = {"range_m", "m", "How far the centre of gravity flies in that time"},
    [BALLISTIC_RANGE] = {"ballistic_range_m", "m", "The same without air"},
    [DIFFERENCE] = {"difference_percent", "%", "Difference of the two"},
    [LANDING_PITCH] = {"landing_pitch_deg", "deg", "At the landing; positive: nose down"},
    [LANDING_SPEED] = {"landing_sink_speed_mps", "m/s", "How fast it sinks then"},
    [PEAK_LOAD] = {"peak_wheel_load_n", "N", "Largest load of a wheel at the landing"},
    [BUMP_TRAVEL] = {"max_bump_travel_mm", "mm", "Largest upward travel of a wheel there"},
    [CLEARANCE] = {"min_clearance_mm", "mm",
                   "Least height of the body above the ground; negative: it touches"},
};

/* The ramp: a parabola from level to its slope, then straight to the lip. */
enum { STRIPS = 14, EDGES = STRIPS + 1 };
static const double slope = 0.15, lip_m = 1, curved_m = 6, half_width_m = 5;
static const double start_mps = 80 * KAMM_KMH, after_s = 2, time_limit_s = 6;

static double length_m(void) { return curved_m / 2 + lip_m / slope; }

static double ramp_height_m(double x_m)
{
    return x_m < curved_m ? slope * x_m * x_m / (2 * curved_m) : slope * (x_m - curved_m / 2);
}

/* Half a metre apart where it bends; the last two edges bound the straight part. */
static double edge_at_m(int edge)
{
    if (edge < STRIPS - 1) return curved_m * edge / (STRIPS - 2);
    return edge == STRIPS ? length_m() : (curved_m + length_m()) / 2;
}

static int lay_ramp(kamm_bench *bench)
{
    float vertices_m[2 * EDGES][3];
    int32_t triangles[2 * STRIPS][3];
    for (int i = 0; i < EDGES; ++i) {
        double x_m = edge_at_m(i);
        for (int side = 0; side < 2; ++side) {
            float *v = vertices_m[2 * i + side];
            v[0] = (float)x_m;
            v[1] = (float)(side ? -half_width_m : half_width_m);
            v[2] = (float)ramp_height_m(x_m);
        }
    }
    for (int i = 0; i < STRIPS; ++i) {
        const int32_t a = 2 * i;
        triangles[2 * i][0] = triangles[2 * i + 1][1] = a + 1;
        triangles[2 * i][1] = triangles[2 * i + 1][0] = a + 2;
        triangles[2 * i][2] = a;
        triangles[2 * i + 1][2] = a + 3;
    }
    kamm_surface surface = kamm_bench_surface(bench);
    const kamm_layer layers[] = {{.kind = KAMM_LAYER_PLANE},
                                 {.kind = KAMM_LAYER_MESH,
                                  .mesh = {2 * EDGES, 2 * STRIPS, (const float(*)[3])vertices_m,
                                           (const int32_t(*)[3])triangles}}};
    const kamm_terrain_def def = {
        .layers = layers, .layer_count = 2, .surfaces = &surface, .surface_count = 1};
    return kamm_bench_lay(bench, &def);
}

typedef struct {
    double at_m[3], time_s;
} moment;

typedef struct {
    moment last, left, landed; /* the whole car's centre of gravity */
    double velocity_mps[3];    /* at the take-off */
    double start_s;            /* of the hop that goes on; below 0: there is none */
    moment start;              /* its first moment, and the speed then */
    double start_mps[3], sink_mps, pitch_rad;
    double peak_n, bump_m, clearance_m;
} jump;

static int carries_load(const kamm_bench *bench)
{
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        if (kamm_bench_wheel(bench, 0, wheel, KAMM_WHEEL_load_n) > 0) return 1;
    return 0;
}

/* The longest hop is the flight. */
static void end_hop(const kamm_bench *bench, jump *j, const moment *now)
{
    if (now->time_s - j->start.time_s > j->landed.time_s - j->left.time_s) {
        j->left = j->start;
        j->landed = *now;
        for (int i = 0; i < 3; ++i) j->velocity_mps[i] = j->start_mps[i];
        j->sink_mps = -kamm_bench_read(bench, 0, KAMM_CHANNEL_vertical_speed_mps);
        j->pitch_rad = kamm_bench_read(bench, 0, KAMM_CHANNEL_pitch_rad);
        j->peak_n = j->bump_m = 0;
    }
    j->start_s = -1;
}

static void watch_flight(const kamm_bench *bench, jump *j)
{
    moment now = {.time_s = bench->time_s};
    kamm_bench_centre(bench, 0, now.at_m);
    int flies = !carries_load(bench);
    if (flies && j->start_s < 0 && j->last.time_s > 0) {
        j->start_s = bench->time_s;
        j->start = now;
        for (int i = 0; i < 3; ++i)
            j->start_mps[i] = (now.at_m[i] - j->last.at_m[i]) / (now.time_s - j->last.time_s);
    }
    if (!flies && j->start_s >= 0) end_hop(bench, j, &now);
    j->last = now;
}

/* Returns the height of the body's lowest contact point over the ground below it. */
static double clearance_m(const kamm_bench *bench)
{
    double position[3], q[4], min_clearance_m = INFINITY;
    kamm_body_frame(bench->cars, 0, position, q);
    for (int p = 0; p < KAMM_BODY_POINTS; ++p) {
        const float *point = bench->model->chassis->body_contact.points[p];
        double at[3] = {point[0], point[1], point[2]};
        kamm_rotate(q, at, at);
        for (int i = 0; i < 3; ++i) at[i] += position[i];
        min_clearance_m = fmin(
            min_clearance_m, at[2] - kamm_terrain_at(bench->terrain, at[0], at[1], at[2]).height_m);
    }
    return min_clearance_m;
}

static void watch(const kamm_bench *bench, jump *j)
{
    watch_flight(bench, j);
    j->clearance_m = fmin(j->clearance_m, clearance_m(bench));
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel) {
        j->peak_n = fmax(j->peak_n, kamm_bench_wheel(bench, 0, wheel, KAMM_WHEEL_load_n));
        j->bump_m = fmax(j->bump_m, kamm_bench_wheel(bench, 0, wheel, KAMM_WHEEL_travel_m));
    }
}

/* Range of a point that falls freely from how the car took off to the height at which it landed. */
static double ballistic_m(const jump *j)
{
    const double *v = j->velocity_mps;
    double level_mps = sqrt(v[0] * v[0] + v[1] * v[1]);
    double fallen_m = j->left.at_m[2] - j->landed.at_m[2];
    double time_s =
        (v[2] + sqrt(fmax(0, v[2] * v[2] + 2 * KAMM_GRAVITY_MPS2 * fallen_m))) / KAMM_GRAVITY_MPS2;
    return level_mps * time_s;
}

static void report(kamm_bench *bench, const jump *j)
{
    const double *v = j->velocity_mps;
    double level_mps = sqrt(v[0] * v[0] + v[1] * v[1]);
    double range_m =
        hypot(j->landed.at_m[0] - j->left.at_m[0], j->landed.at_m[1] - j->left.at_m[1]);
    if (!kamm_bench_is_well(bench, 0) || j->landed.time_s <= j->left.time_s) {
        for (int i = 0; i < FIGURES; ++i) kamm_bench_missed(bench, i, "the car did not fly");
        return;
    }
    kamm_bench_found(bench, TAKE_OFF_SPEED, hypot(level_mps, v[2]) / KAMM_KMH);
    kamm_bench_found(bench, TAKE_OFF_ANGLE, atan2(v[2], level_mps) / KAMM_DEG);
    kamm_bench_found(bench, FLIGHT_TIME, j->landed.time_s - j->left.time_s);
    kamm_bench_found(bench, RANGE, range_m);
    kamm_bench_found(bench, BALLISTIC_RANGE, ballistic_m(j));
    kamm_bench_found(bench, DIFFERENCE, 100 * (range_m / ballistic_m(j) - 1));
    kamm_bench_found(bench, LANDING_PITCH, j->pitch_rad / KAMM_DEG);
    kamm_bench_found(bench, LANDING_SPEED, j->sink_mps);
    kamm_bench_found(bench, PEAK_LOAD, j->peak_n);
    kamm_bench_found(bench, BUMP_TRAVEL, 1000 * j->bump_m);
    kamm_bench_found(bench, CLEARANCE, 1000 * j->clearance_m);
    if (j->clearance_m < 0) kamm_bench_note(bench, CLEARANCE, "the body touches the ground");
}

static int measure(kamm_bench *bench)
{
    kamm_speed_hold hold = {0};
    jump j = {.start_s = -1, .clearance_m = INFINITY};
    if (!lay_ramp(bench) || !kamm_bench_line_up(bench, 1)) return 0;
    double before_m = (KAMM_SETTLING_S + 0.2) * start_mps + bench->info.wheelbase_m;
    kamm_bench_place(bench, 0, -before_m, 0, 0, start_mps, kamm_bench_gear_at(bench, start_mps));
    kamm_drive_settle(bench, &hold, &start_mps);
    kamm_input *input = kamm_bench_input(bench, 0);
    input->throttle = input->steering_wheel_rad = 0;
    input->clutch = 1;
    kamm_bench_set_tick(bench, bench->info.substep_s);
    kamm_bench_start_time(bench, 0);
    while (bench->time_s < time_limit_s &&
           (j.landed.time_s == 0 || bench->time_s < j.landed.time_s + after_s)) {
        kamm_bench_tick(bench);
        watch(bench, &j);
    }
    report(bench, &j);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    course->start_m[0] = -0.2 * start_mps - bench->info.wheelbase_m;
    course->entry_mps = start_mps;
    for (int i = 0; i < STRIPS; ++i) {
        double from_m = edge_at_m(i), to_m = edge_at_m(i + 1);
        kamm_course_part *strip = kamm_course_add(course, KAMM_COURSE_RAMP, "ramp", from_m,
                                                  -half_width_m, to_m, half_width_m);
        strip->from_height_m = ramp_height_m(from_m);
        strip->to_height_m = ramp_height_m(to_m);
    }
}

const kamm_procedure kamm_jump_test = {
    {"jump", "Jump over a ramp",
     "At 80 km/h over a ramp with a lip of 1 m and 15 %; flight against the ballistic range, landing.",
     "a test of our own", FIGURES, figures, KAMM_FEATURE_TRAVEL, 0},
    measure,
    lay_out};
