#include "detail.h"
#include "rungs.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- the ground: strips along x, 400 m apart ------------------------------------------------------ */

const char *const detail_strips[DETAIL_STRIPS] = {"level", "up", "down", "side", "hills", "waves"};
/* Heights of hills and waves, and their lengths. Their normal acceleration is 0.4 g at the most: a car stays on them. */
#define HILL_M 0.8
#define HILL_LENGTH_M 50.0
#define WAVE_M 0.08
#define WAVE_LENGTH_M 18.0

double detail_wave_number(int strip)
{
    return strip == 4 ? 2 * PI / HILL_LENGTH_M : strip == 5 ? 2 * PI / WAVE_LENGTH_M : 0;
}

double detail_amplitude(int strip) { return strip == 4 ? HILL_M : strip == 5 ? WAVE_M : 0; }

static int strip_of(double y)
{
    return (int)fmax(0, fmin(DETAIL_STRIPS - 1, floor(y / 400 + 0.5)));
}

/* Height, and the normal out of the ground. Waves turn with y as well. */
double detail_ground_at(double x, double y, double normal[3])
{
    static const double slopes[DETAIL_STRIPS][2] = {{0, 0}, {0.12, 0}, {-0.08, 0}, {0, 0.08}};
    int strip = strip_of(y);
    double across = y - 400 * strip, k = detail_wave_number(strip), a = detail_amplitude(strip);
    double phase = k * x + (strip == 5 ? 0.5 * k * across : 0);
    double slope_x = slopes[strip][0] + a * k * cos(phase);
    double slope_y = slopes[strip][1] + (strip == 5 ? 0.5 * a * k * cos(phase) : 0);
    double inverse = 1 / sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    normal[0] = -slope_x * inverse, normal[1] = -slope_y * inverse, normal[2] = inverse;
    return slopes[strip][0] * x + slopes[strip][1] * across + a * sin(phase);
}

static void query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    (void)user;
    for (int i = 0; i < count; ++i) {
        const double *at = probes[i].position_m;
        double n[3], z = detail_ground_at(at[0], at[1], n);
        contacts[i] = (kamm_contact){.point_m = {at[0], at[1], z},
                                     .normal = {(float)n[0], (float)n[1], (float)n[2]}};
    }
}

const kamm_ground detail_ground = {.query = query, .interval_substeps = 1};

/* -- a vehicle on all rungs that it has --------------------------------------------------------- */

int detail_is_backwards;
double detail_aside_m;

kamm_cars *detail_cars(const struct scene *s, int i) { return s->levels[s->cars[i].level].cars; }

/* What car i of the list is: a strip and a speed. */
int detail_kind(int i) { return detail_is_backwards ? DETAIL_CARS - 1 - i : i; }

static double speed_of(const struct scene *s, int kind)
{
    static const double speeds_mps[DETAIL_SPEEDS] = {5, 10, 20};
    int strip = kind / DETAIL_SPEEDS;
    double bend = detail_amplitude(strip) * detail_wave_number(strip) * detail_wave_number(strip);
    double most =
        fmin(0.8 * s->info.top_speed_mps, bend > 0 ? sqrt(DETAIL_BENDS_MPS2 / bend) : INFINITY);
    return fmin(speeds_mps[kind % DETAIL_SPEEDS], most);
}

static void enter(struct scene *s, int i)
{
    kamm_error error;
    int kind = detail_kind(i), strip = kind / DETAIL_SPEEDS;
    double n[3], y = 400.0 * strip + 60 * (kind % DETAIL_SPEEDS - 1) + detail_aside_m,
                 z = detail_ground_at(0, y, n);
    kamm_ground below = kamm_plane_ground(-n[0] / n[2], -n[1] / n[2], 1);
    kamm_placement place = kamm_placement_on(&below, 0, y, 0);
    place.position_m[2] = z;
    place.speed_mps = s->speed_mps[i] = speed_of(s, kind);
    place.gear = KAMM_GEAR_DRIVE;
    must(kamm_enter_detail(s->detail, &s->cars[i], 0, &place, &error), &error);
}

struct scene *start_detail(const char *name, const kamm_vehicle_def *def)
{
    struct scene *s = test_calloc(1, sizeof *s);
    kamm_error error;
    snprintf(s->name, sizeof s->name, "%s", name);
    for (kamm_rung rung = KAMM_FULL; rung >= KAMM_KINEMATIC; rung = (kamm_rung)(rung - 1)) {
        kamm_model *model = kamm_create_model(def, rung, &error);
        if (!model) continue;
        int k = s->count++;
        s->models[k] = model, s->rungs[k] = rung;
        s->levels[k].cars = kamm_create_cars(model, DETAIL_CARS, &error);
        s->levels[k].within_m = 10 * (k + 1);
        kamm_switch_all_off(s->levels[k].cars);
    }
    s->info = kamm_describe(s->models[0]);
    s->has_rider = kamm_has_rider(s->models[0]);
    s->substeps = (int)(1 / (60 * s->info.substep_s) + 0.5);
    const kamm_detail_def own = {.levels = s->levels,
                                 .level_count = s->count,
                                 .models = (const kamm_model *const *)s->models,
                                 .kind_count = 1,
                                 .most_cars = DETAIL_CARS};
    s->detail = kamm_create_detail(&own, &error);
    must(s->detail ? KAMM_OK : KAMM_ERROR_RANGE, &error);
    for (int i = 0; i < DETAIL_CARS; ++i) enter(s, i);
    return s;
}

void end_detail(struct scene *s)
{
    kamm_destroy_detail(s->detail);
    for (int k = 0; k < s->count; ++k)
        kamm_destroy_cars(s->levels[k].cars), kamm_destroy_model(s->models[k]);
    test_free(s);
}

/* Holds the speed in bends to one side, then to the other. */
void drive_detail(struct scene *s, int i)
{
    kamm_cars *cars = detail_cars(s, i);
    int car = s->cars[i].slot.car;
    kamm_input *in = &kamm_inputs(cars)[car];
    double wanted = s->speed_mps[i],
           off = wanted - kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps);
    double bend = (s->frames / 120 % 2 ? -1.5 : 1.5) / fmax(wanted * wanted, 60);
    in->throttle = (float)fmax(0, fmin(1, 0.1 + 0.3 * off));
    in->brake = (float)fmax(0, fmin(0.5, 0.1 * (-off - 0.5)));
    if (s->has_rider) {
        kamm_ride_request request = kamm_default_ride_request();
        request.curvature_per_m = bend;
        kamm_ride(cars, car, &request, 1.0 / 60, NULL);
    } else {
        in->steering_wheel_rad = (float)(bend * s->info.wheelbase_m * s->info.steering_ratio);
    }
}

void step_detail(struct scene *s)
{
    for (int i = 0; i < DETAIL_CARS; ++i) drive_detail(s, i);
    for (int k = 0; k < s->count; ++k)
        if (s->run)
            kamm_step_tasks(s->levels[k].cars, &detail_ground, s->substeps, s->run, NULL);
        else
            kamm_step(s->levels[k].cars, &detail_ground, s->substeps);
    ++s->frames;
}

/* All cars to one level, by a viewer above each. */
void change_detail(struct scene *s, int level)
{
    double viewers[DETAIL_CARS][3];
    kamm_error error;
    int made;
    for (int i = 0; i < DETAIL_CARS; ++i) {
        kamm_motion motion;
        kamm_read_motion(detail_cars(s, i), s->cars[i].slot.car, &motion);
        memcpy(viewers[i], motion.position_m, sizeof viewers[i]);
        viewers[i][2] += 10 * level + 5;
    }
    must(kamm_update_detail(s->detail, s->cars, DETAIL_CARS, (const double(*)[3])viewers,
                            DETAIL_CARS, 0, &made, &error),
         &error);
    assert_int_equal(made, DETAIL_CARS);
    for (int i = 0; i < DETAIL_CARS; ++i) assert_int_equal(s->cars[i].level, level);
}

/* The next level of a walk that takes each ordered pair once: an Eulerian circuit. -1: it is at its end. */
int next_detail_level(int count, int from, int taken[DETAIL_RUNGS][DETAIL_RUNGS])
{
    for (int k = count - 1; k > 0; --k) {
        int to = (from + k) % count;
        if (taken[from][to]++) continue;
        return to;
    }
    return -1;
}
