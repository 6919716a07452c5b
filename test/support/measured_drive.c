#include "measured_drive.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "temporary.h"

static kamm_error error;
static char place[TEMPORARY_PATH];

int make_drives_folder(void **unused)
{
    (void)unused;
    return make_temporary_folder(place);
}

int remove_drives_folder(void **unused)
{
    char line[128];
    (void)unused;
    snprintf(line, sizeof line, "rm -r %s", place);
    return system(line);
}

const char *in_drives_folder(const char *name)
{
    static char paths[8][128];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", place, name);
    return path;
}

/* -- A drive that is measured -- */

struct recording {
    FILE *file;
    const struct sensing *sensing;
    uint64_t random;
    double interval_s, yaw_noise;
    int rows;
    double yaw_radps[4000];
};

static double normal(uint64_t *random)
{
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += random_share(next_random(random));
    return sum / 2;
}

/* A swept sine that lets the steering wheel rest at both ends. */
static double steering_rad(double time_s)
{
    double swept = sin(2 * PI * (0.25 + 0.09 * time_s) * time_s);
    return 0.6 * swept * fmin(1, time_s);
}
static double throttle(double time_s) { return 0.25 + 0.2 * sin(1.1 * time_s); }

static void write_inputs(const char *path, double interval_s, double length_s, double speed_mps)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("time_s,steering_wheel_rad,throttle,brake,gear,speed_mps\n", file);
    for (int row = 0; row * interval_s <= length_s; ++row) {
        double time_s = row * interval_s;
        fprintf(file, "%.12g,%.9g,%.9g,0,4,%.9g\n", time_s, steering_rad(time_s), throttle(time_s),
                speed_mps);
    }
    fclose(file);
}

/* The drive has a row for each substep, so that a late sensor may be made of them. */
#define SUBSTEP_S (1.0 / 600)
static void record(const kamm_cars *cars, double time_s, void *user)
{
    struct recording *to = user;
    const struct sensing *sensing = to->sensing;
    int row = to->rows++, late = (int)lround(sensing->delay_s / SUBSTEP_S);
    int every = (int)lround(to->interval_s / SUBSTEP_S);
    to->yaw_radps[row] = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
    double yaw = to->yaw_radps[row > late ? row - late : 0] + sensing->offset_radps, noise[4];
    if (row % every) return;
    for (int i = 0; i < 4; ++i) noise[i] = row ? normal(&to->random) : 0;
    double a = sensing->correlation;
    to->yaw_noise = row > every ? a * to->yaw_noise + sqrt(1 - a * a) * noise[1] : noise[1];
    fprintf(to->file, "%.12g,%.9g,%.9g,0,4,%.9g,%.9g,%.9g,%.9g\n", time_s, steering_rad(time_s),
            throttle(time_s),
            kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) + sensing->speed_mps * noise[0],
            yaw + sensing->yaw_radps * to->yaw_noise,
            kamm_read(cars, 0, KAMM_CHANNEL_acceleration_y_mps2) + sensing->side_mps2 * noise[2],
            kamm_read(cars, 0, KAMM_CHANNEL_sideslip_rad) + sensing->sideslip_rad * noise[3]);
}

/* Drives a car and writes what sensors show of it, a row each `interval_s`. */
void measure_drive(const char *name, const kamm_vehicle_file *car, kamm_rung rung,
                   double interval_s, double length_s, double speed_mps,
                   const struct sensing *sensing)
{
    struct recording *to = calloc(1, sizeof *to);
    const kamm_replay_options options = {.rung = rung, .at_row = record, .user = to};
    const char *inputs = in_drives_folder("inputs.csv");
    assert_non_null(to);
    to->sensing = sensing;
    to->random = sensing->random;
    to->interval_s = interval_s;
    to->file = fopen(in_drives_folder(name), "w");
    assert_non_null(to->file);
    fputs("time_s,steering_wheel_rad,throttle,brake,gear,speed_mps,yaw_rate_radps,"
          "acceleration_y_mps2,sideslip_rad\n",
          to->file);
    write_inputs(inputs, SUBSTEP_S, length_s, speed_mps);
    must(kamm_replay(inputs, car, &options, NULL, &error), &error);
    fclose(to->file);
    free(to);
}

void load_file(const char *name, kamm_vehicle_file *car)
{
    must(kamm_load_vehicle(name, car, NULL, &error), &error);
}

void set_in_file(kamm_vehicle_file *car, const char *path, double value)
{
    must(kamm_set_number(kamm_vehicle_table(), &car->def, path, value, &error), &error);
}

double get_of_file(const kamm_vehicle_file *car, const char *path)
{
    double value;
    must(kamm_get_number(kamm_vehicle_table(), &car->def, path, &value, &error), &error);
    return value;
}

kamm_fit_def fit_of(const kamm_vehicle_file *car, kamm_rung rung, const char *log)
{
    kamm_fit_def def = {.car = car, .rung = rung, .source_count = 1};
    def.sources[0].path = log;
    return def;
}

void free_in(kamm_fit_def *def, const char *text)
{
    must(kamm_read_fit_parameter(text, def, &error), &error);
}

kamm_fit_result *must_fit(const kamm_fit_def *def)
{
    kamm_fit_result *result = kamm_fit_car(def, &error);
    if (!result) fail_msg("%s", error.text);
    return result;
}

/* The car that is measured has other values, by these shares. */
const struct changed_value changed_values[CHANGED_VALUES] = {{"body.yaw_inertia_kgm2", 0.85},
                                                             {"axles[0].tyre.lky", 1.15},
                                                             {"axles[1].tyre.lky", 0.9},
                                                             {"steering.ratio", 1.06}};

const struct sensing noisy_sensing = {
    .yaw_radps = 0.01, .side_mps2 = 0.2, .sideslip_rad = 0.002, .speed_mps = 0.03, .random = 1};

void measure_changed(const char *name, struct sensing sensing)
{
    static kamm_vehicle_file other;
    load_file("volvo-v40", &other);
    for (int i = 0; i < 3; ++i)
        set_in_file(&other, changed_values[i].path,
                    get_of_file(&other, changed_values[i].path) * changed_values[i].share);
    measure_drive(name, &other, KAMM_SINGLE_TRACK, 0.02, 4, 22, &sensing);
}

const char *write_drive_text(const char *name, const char *text)
{
    const char *path = in_drives_folder(name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path;
}

void free_changed(kamm_fit_def *def)
{
    free_in(def, "body.yaw_inertia_kgm2=1500:3500");
    free_in(def, "axles[0].tyre.lky=0.5:2");
    free_in(def, "axles[1].tyre.lky=0.5:2");
}
