#include "lab/bench.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>

#include <kamm/io/world_file.h>
#include <kamm/snapshot.h>

#include "base/error.h"
#include "run/cars.h"
#include "vehicle/scale.h"
#include "vehicle/sidecar.h"

static const double tick_wanted_s = 0.005, csv_interval_s = 0.01;
static const double most_driven_s = 10000, beyond_all_s = 100000;
static const kamm_test_options no_options;

static kamm_ground ground_of(const kamm_surface *surface)
{
    return surface ? kamm_surface_ground(surface) : kamm_flat_ground;
}

void kamm_bench_set_tick(kamm_bench *bench, double tick_s)
{
    bench->substeps = (int)fmax(1, round(tick_s * bench->root / bench->info.substep_s));
    bench->tick_s = bench->substeps * bench->info.substep_s;
}

/* Vehicles whose wheels are like those of karts to those of tractors are tested as the standards have it. */
static double scale_of(const kamm_test_options *options, const kamm_vehicle_def *def)
{
    const double least_m = 0.1, most_m = 1.3;
    double length = kamm_scale_of(def).length, radius_m = length * ORDINARY_RADIUS_M;
    if (options->scale > 0) return options->scale;
    return radius_m >= least_m && radius_m <= most_m ? 1 : length;
}

/* The car with the rate of substeps that the test runs with. */
static kamm_result take_rate(kamm_bench *bench, const kamm_vehicle_file *car)
{
    double rate = bench->options->substeps_per_s;
    if (rate == 0)
        rate = fmax(car->def.stepping.substeps_per_s, KAMM_TEST_SUBSTEPS_PER_S / bench->root);
    bench->car = bench->at_rate = kamm_allocate(sizeof *bench->at_rate);
    if (!bench->at_rate) return kamm_fail(bench->error, KAMM_ERROR_MEMORY, "", "out of memory");
    *bench->at_rate = *car;
    return kamm_set_number(kamm_vehicle_table(), &bench->at_rate->def, "stepping.substeps_per_s",
                           rate, bench->error);
}

kamm_result kamm_bench_build(kamm_bench *bench, const kamm_vehicle_file *car,
                             const kamm_test_options *options, kamm_error *error)
{
    *bench = (kamm_bench){
        .options = options ? options : &no_options, .error = error, .most_driven_s = most_driven_s};
    bench->length = scale_of(bench->options, &car->def), bench->root = sqrt(bench->length);
    kamm_result result = take_rate(bench, car);
    if (!result && bench->options->surface)
        result = kamm_check_roughness(bench->options->surface, 0, error);
    kamm_rung rung = bench->options->rung ? bench->options->rung : KAMM_RUNG_DEFAULT;
    if (!result) {
        bench->model = kamm_create_model(&bench->car->def, rung, error);
        if (!bench->model) result = error ? error->code : KAMM_ERROR_RANGE;
    }
    if (result) {
        kamm_release(bench->at_rate);
        return result;
    }
    bench->info = kamm_describe(bench->model);
    bench->ground = ground_of(bench->options->surface);
    kamm_bench_set_tick(bench, tick_wanted_s);
    bench->recorded = -1;
    return KAMM_OK;
}

static void leave_world(kamm_bench *bench)
{
    if (bench->world) kamm_destroy_world(bench->world);
    bench->world = NULL;
}

static void send_away(kamm_bench *bench)
{
    leave_world(bench);
    if (bench->combinations)
        kamm_destroy_combinations(bench->combinations);
    else if (bench->cars)
        kamm_destroy_cars(bench->cars);
    bench->combinations = NULL;
    kamm_release(bench->unloaded_s);
    kamm_release(bench->rides);
    bench->cars = NULL;
    bench->unloaded_s = NULL;
    bench->rides = NULL;
}

void kamm_bench_clear(kamm_bench *bench)
{
    send_away(bench);
    kamm_release(bench->at_rate);
    bench->at_rate = NULL;
    if (bench->variant) kamm_destroy_model(bench->variant);
    for (int u = 1; u < KAMM_MAX_UNITS; ++u)
        if (bench->units[u]) kamm_destroy_model(bench->units[u]), bench->units[u] = NULL;
    if (bench->model) kamm_destroy_model(bench->model);
    if (bench->terrain) kamm_destroy_terrain(bench->terrain);
    bench->model = bench->variant = NULL;
    bench->terrain = NULL;
}

int kamm_bench_is_stopped(const kamm_bench *bench) { return bench->is_stopped; }

int kamm_bench_stop(kamm_bench *bench, kamm_result outcome)
{
    bench->outcome = outcome;
    return bench->is_stopped = 1;
}

/* Asks whether the caller wants no more. Each test ends, whatever the car does or its driver looks for. */
int kamm_bench_ask_to_stop(kamm_bench *bench)
{
    const kamm_test_options *options = bench->options;
    if (kamm_bench_is_stopped(bench)) return 1;
    if (options->is_stopped && options->is_stopped(options->user))
        return kamm_bench_stop(
            bench, kamm_fail(bench->error, KAMM_ERROR_STOPPED, "", "the test was stopped"));
    if (bench->driven_s <= bench->most_driven_s) return 0;
    return kamm_bench_stop(bench,
                           kamm_fail(bench->error, KAMM_ERROR_RANGE, bench->car->id,
                                     "%s: no end of the test after %g s of driving, which are "
                                     "all that a test may take",
                                     bench->car->id, bench->most_driven_s));
}

static int take_cars(kamm_bench *bench, kamm_cars *cars, int count)
{
    send_away(bench);
    bench->cars = cars;
    if (!cars) bench->outcome = KAMM_ERROR_MEMORY;
    bench->unloaded_s = kamm_allocate_array((size_t)count, 2 * sizeof *bench->unloaded_s);
    if (kamm_bench_is_ridden(bench))
        bench->rides = kamm_allocate_array((size_t)count, sizeof *bench->rides);
    bench->count = count;
    bench->time_s = 0;
    bench->recorded = -1;
    bench->hands_off = bench->feet_up = 0;
    return bench->cars && bench->unloaded_s && (bench->rides || !kamm_bench_is_ridden(bench)) &&
           !kamm_bench_ask_to_stop(bench);
}

int kamm_bench_line_up_combinations(kamm_bench *bench, int count)
{
    kamm_error own;
    kamm_error *error = bench->error ? bench->error : &own;
    send_away(bench);
    kamm_combinations *combinations = kamm_create_combinations(
        (const kamm_model *const *)bench->units, bench->combination->unit_count, count, error);
    if (!combinations) bench->outcome = error->code;
    int well = combinations && take_cars(bench, kamm_combination_cars(combinations, 0), count);
    bench->combinations = combinations;
    return well;
}

int kamm_bench_line_up(kamm_bench *bench, int count)
{
    if (bench->combination) return kamm_bench_line_up_combinations(bench, count);
    return take_cars(bench, kamm_create_cars(bench->model, count, bench->error), count);
}

int kamm_bench_line_up_models(kamm_bench *bench, const kamm_model *const *models, int count)
{
    return take_cars(bench, kamm_create_mixed_cars(models, count, bench->error), count);
}

int kamm_bench_multiply(kamm_bench *bench, int copies)
{
    int count = bench->count, well = 1;
    size_t size = kamm_car_snapshot_size(bench->cars, 0);
    char *snapshots = kamm_allocate_array((size_t)count, size);
    if (!snapshots) return 0;
    for (int car = 0; car < count; ++car)
        kamm_save_car(bench->cars, car, snapshots + (size_t)car * size);
    well = kamm_bench_line_up(bench, count * copies);
    for (int car = 0; car < count * copies && well; ++car)
        well = kamm_restore_car(bench->cars, car, snapshots + (size_t)(car / copies) * size, size,
                                bench->error) == KAMM_OK;
    kamm_release(snapshots);
    return well;
}

int kamm_bench_make_variant(kamm_bench *bench, const kamm_vehicle_def *def)
{
    kamm_error own;
    kamm_error *error = bench->error ? bench->error : &own;
    send_away(bench);
    if (bench->variant) kamm_destroy_model(bench->variant);
    bench->variant = kamm_create_model(def, bench->info.rung, error);
    if (!bench->variant) bench->outcome = error->code;
    return bench->variant != NULL;
}

int kamm_bench_lay(kamm_bench *bench, const kamm_terrain_def *def)
{
    kamm_error own;
    kamm_error *error = bench->error ? bench->error : &own;
    bench->terrain = kamm_create_terrain(def, error);
    if (bench->terrain)
        bench->ground = kamm_terrain_ground(bench->terrain);
    else
        bench->outcome = error->code;
    return bench->terrain != NULL;
}

int kamm_bench_enter(kamm_bench *bench, const kamm_body_def *bodies, int count)
{
    kamm_error own;
    kamm_error *error = bench->error ? bench->error : &own;
    const kamm_world_def def = {.ground = bench->ground, .bodies = bodies, .body_count = count};
    bench->world = kamm_create_world(&def, error);
    if (bench->world && kamm_add_cars(bench->world, bench->cars, error) == KAMM_OK) return 1;
    bench->outcome = error->code;
    return 0;
}

kamm_surface kamm_bench_surface(const kamm_bench *bench)
{
    const kamm_surface *asked = bench->options->surface;
    kamm_surface surface = asked ? *asked : (kamm_surface){.name = "dry_asphalt", .friction = 1};
    surface.roughness_m3 = 0;
    return surface;
}

void kamm_bench_place(kamm_bench *bench, int car, double x_m, double y_m, double yaw_rad,
                      double speed_mps, int gear)
{
    kamm_placement placement = kamm_placement_on(&bench->ground, x_m, y_m, yaw_rad);
    placement.speed_mps = speed_mps;
    placement.gear = gear;
    if (bench->combinations)
        kamm_place_combination(bench->combinations, car, &placement, NULL);
    else
        kamm_place(bench->cars, car, &placement);
    kamm_bench_input(bench, car)->gear = (float)gear;
}

int kamm_bench_is_recorded(const kamm_bench *bench)
{
    const kamm_test_options *options = bench->options;
    return options->csv || options->at_row || options->at_combination_row;
}

static void write_row(kamm_bench *bench, FILE *csv)
{
    int is_first = !bench->header_written;
    bench->header_written = 1;
    if (bench->combinations) {
        if (is_first)
            kamm_write_combination_channel_names(bench->combinations, bench->recorded, csv);
        kamm_write_combination_channels(bench->combinations, bench->recorded, bench->time_s, csv);
    } else {
        if (is_first) kamm_write_channel_names(bench->model, csv);
        kamm_write_channels(bench->cars, bench->recorded, bench->time_s, csv);
    }
}

static void record(kamm_bench *bench)
{
    const kamm_test_options *options = bench->options;
    if (bench->recorded < 0 || !kamm_bench_is_recorded(bench) ||
        bench->time_s < bench->next_row_s - 1e-9)
        return;
    double interval_s = options->csv_interval_s;
    bench->next_row_s += interval_s > 0 ? interval_s : csv_interval_s * bench->root;
    if (options->csv) write_row(bench, options->csv);
    if (options->at_row)
        options->at_row(bench->cars, bench->recorded, bench->time_s, options->user);
    if (options->at_combination_row && bench->combinations)
        options->at_combination_row(bench->combinations, bench->recorded, bench->time_s,
                                    options->user);
}

void kamm_bench_start_time(kamm_bench *bench, int recorded_car)
{
    bench->time_s = 0;
    bench->next_row_s = 0;
    bench->recorded = recorded_car;
    for (int side = 0; side < 2 * bench->count; ++side) bench->unloaded_s[side] = 0;
    record(bench);
}

/* 0: left; 1: right. A wheel in the middle is on neither. A motorcycle tips over the line from its front wheel to that of the
 * sidecar, so its rear wheel is that of the other side (sidecar.h). */
static int is_on_side(const kamm_bench *bench, int wheel, int side)
{
    const kamm_vehicle_def *def = &bench->car->def;
    if (bench->info.wheel_side[wheel] == (side ? -1 : 1)) return 1;
    if (!kamm_has_wheel_beside(def)) return 0;
    const struct outfit_axles axles = kamm_outfit_axles(def);
    int is_sidecars = (def->axles[axles.sidecar].left_m > 0) == !side;
    return !is_sidecars && bench->info.wheel_axle[wheel] == axles.rear;
}

static int carries_load(const kamm_bench *bench, int car, int side)
{
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        if (is_on_side(bench, wheel, side) &&
            kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_load_n) > 0)
            return 1;
    return 0;
}

static void watch_loads(kamm_bench *bench)
{
    for (int i = 0; i < 2 * bench->count; ++i)
        bench->unloaded_s[i] =
            carries_load(bench, i / 2, i % 2) ? 0 : bench->unloaded_s[i] + bench->tick_s;
}

void kamm_bench_tick(kamm_bench *bench)
{
    if (kamm_bench_ask_to_stop(bench)) {
        bench->time_s += beyond_all_s;
        return;
    }
    bench->driven_s += bench->tick_s;
    if (bench->world)
        kamm_step_world(bench->world, bench->substeps);
    else if (bench->combinations)
        kamm_step_combinations(bench->combinations, &bench->ground, bench->substeps);
    else if (kamm_bench_is_ridden(bench))
        kamm_bench_step_ridden(bench);
    else
        kamm_step(bench->cars, &bench->ground, bench->substeps);
    if (kamm_bench_has(bench, KAMM_FEATURE_LOADS) && !kamm_bench_has(bench, KAMM_FEATURE_TRAVEL))
        watch_loads(bench);
    bench->time_s += bench->tick_s;
    record(bench);
}

double kamm_bench_crossing_s(const kamm_bench *bench, double before, double now, double mark)
{
    return bench->time_s - bench->tick_s * (now - mark) / (now - before);
}

kamm_input *kamm_bench_input(kamm_bench *bench, int car) { return kamm_inputs(bench->cars) + car; }

double kamm_bench_read(const kamm_bench *bench, int car, kamm_channel channel)
{
    return kamm_read(bench->cars, car, channel);
}

double kamm_bench_wheel(const kamm_bench *bench, int car, int wheel, kamm_wheel_channel channel)
{
    return kamm_read_wheel(bench->cars, car, wheel, channel);
}

int kamm_bench_is_well(const kamm_bench *bench, int car)
{
    return !kamm_bench_is_stopped(bench) && !(kamm_fault(bench->cars, car) & KAMM_FAULT_NUMERIC);
}

/* Height of the tread's lowest point above the level road: of a disc whose axis leans. */
static double tread_height_m(const kamm_pose *wheel, double radius_m)
{
    const double *q = wheel->orientation;
    double axis_z = 2 * (q[2] * q[3] + q[0] * q[1]);
    return wheel->position_m[2] - radius_m * sqrt(fmax(0, 1 - axis_z * axis_z));
}

int kamm_bench_has(const kamm_bench *bench, kamm_feature feature)
{
    return (kamm_describe_rung(bench->info.rung)->features & feature) != 0;
}

double kamm_bench_side_lift_m(const kamm_bench *bench, int car, int side)
{
    const double tips_s = 0.3 * bench->root;
    if (!kamm_bench_has(bench, KAMM_FEATURE_LOADS) || carries_load(bench, car, side)) return 0;
    if (!kamm_bench_has(bench, KAMM_FEATURE_TRAVEL))
        return bench->unloaded_s[2 * car + side] < tips_s
                   ? 0
                   : 2 * KAMM_TWO_WHEEL_LIFT_M * bench->length;
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(bench->cars, car, 1, &body, wheels);
    double min_height_m = INFINITY;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        if (is_on_side(bench, wheel, side))
            min_height_m = fmin(min_height_m, tread_height_m(&wheels[wheel].pose,
                                                             bench->info.wheel_radius_m[wheel]));
    return min_height_m;
}

int kamm_bench_has_lifted(const kamm_bench *bench, int car)
{
    double lift_m = KAMM_TWO_WHEEL_LIFT_M * bench->length;
    return kamm_bench_side_lift_m(bench, car, 0) >= lift_m ||
           kamm_bench_side_lift_m(bench, car, 1) >= lift_m;
}

void kamm_bench_found(kamm_bench *bench, int figure, double value)
{
    bench->result->figures[figure].value = value;
}

static void set_note(kamm_figure *figure, const char *format, va_list arguments)
{
    vsnprintf(figure->note, sizeof figure->note, format, arguments);
}

void kamm_bench_note(kamm_bench *bench, int figure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_note(&bench->result->figures[figure], format, arguments);
    va_end(arguments);
}

void kamm_bench_missed(kamm_bench *bench, int figure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_note(&bench->result->figures[figure], format, arguments);
    va_end(arguments);
    bench->result->figures[figure].value = NAN;
}

int kamm_bench_lacks(kamm_bench *bench, int figure, kamm_feature feature)
{
    if (kamm_bench_has(bench, feature)) return 0;
    kamm_bench_missed(bench, figure, "the rung %s has no %s",
                      kamm_describe_rung(bench->info.rung)->name, kamm_feature_name(feature));
    return 1;
}
