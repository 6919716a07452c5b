#include "lab/rig.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>

#include <kamm/io/world_file.h>

#include "base/error.h"
#include "run/cars.h"
#include "vehicle/scale.h"

static const double tick_wanted_s = 0.005;
static const double csv_interval_s = 0.01;
static const double most_driven_s = 10000, beyond_all_s = 100000;
static const kamm_test_options no_options;

static kamm_ground ground_of(const kamm_surface *surface)
{
    return surface ? kamm_surface_ground(surface) : kamm_flat_ground;
}

void kamm_rig_set_tick(kamm_rig *rig, double tick_s)
{
    rig->substeps = (int)fmax(1, round(tick_s * rig->root / rig->info.substep_s));
    rig->tick_s = rig->substeps * rig->info.substep_s;
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
static kamm_result take_rate(kamm_rig *rig, const kamm_vehicle_file *car)
{
    double rate = rig->options->substeps_per_s;
    if (rate == 0)
        rate = fmax(car->def.stepping.substeps_per_s, KAMM_TEST_SUBSTEPS_PER_S / rig->root);
    rig->car = rig->at_rate = kamm_allocate(sizeof *rig->at_rate);
    if (!rig->at_rate) return kamm_fail(rig->error, KAMM_ERROR_MEMORY, "", "out of memory");
    *rig->at_rate = *car;
    return kamm_set_number(kamm_vehicle_table(), &rig->at_rate->def, "stepping.substeps_per_s",
                           rate, rig->error);
}

kamm_result kamm_rig_build(kamm_rig *rig, const kamm_vehicle_file *car,
                           const kamm_test_options *options, kamm_error *error)
{
    *rig = (kamm_rig){
        .options = options ? options : &no_options, .error = error, .most_driven_s = most_driven_s};
    rig->length = scale_of(rig->options, &car->def), rig->root = sqrt(rig->length);
    kamm_result result = take_rate(rig, car);
    if (!result && rig->options->surface)
        result = kamm_check_roughness(rig->options->surface, 0, error);
    kamm_rung rung = rig->options->rung ? rig->options->rung : KAMM_RUNG_DEFAULT;
    if (!result) {
        rig->model = kamm_create_model(&rig->car->def, rung, error);
        if (!rig->model) result = error ? error->code : KAMM_ERROR_RANGE;
    }
    if (result) {
        kamm_release(rig->at_rate);
        return result;
    }
    rig->info = kamm_describe(rig->model);
    rig->ground = ground_of(rig->options->surface);
    kamm_rig_set_tick(rig, tick_wanted_s);
    rig->recorded = -1;
    return KAMM_OK;
}

static void leave_world(kamm_rig *rig)
{
    if (rig->world) kamm_destroy_world(rig->world);
    rig->world = NULL;
}

static void send_away(kamm_rig *rig)
{
    leave_world(rig);
    if (rig->rigs)
        kamm_destroy_combinations(rig->rigs);
    else if (rig->cars)
        kamm_destroy_cars(rig->cars);
    rig->rigs = NULL;
    kamm_release(rig->unloaded_s);
    rig->cars = NULL;
    rig->unloaded_s = NULL;
}

void kamm_rig_clear(kamm_rig *rig)
{
    send_away(rig);
    kamm_release(rig->at_rate);
    rig->at_rate = NULL;
    if (rig->variant) kamm_destroy_model(rig->variant);
    for (int u = 1; u < KAMM_MAX_UNITS; ++u)
        if (rig->units[u]) kamm_destroy_model(rig->units[u]), rig->units[u] = NULL;
    if (rig->model) kamm_destroy_model(rig->model);
    if (rig->terrain) kamm_destroy_terrain(rig->terrain);
    rig->model = rig->variant = NULL;
    rig->terrain = NULL;
}

int kamm_rig_is_stopped(const kamm_rig *rig) { return rig->is_stopped; }

int kamm_rig_stop(kamm_rig *rig, kamm_result outcome)
{
    rig->outcome = outcome;
    return rig->is_stopped = 1;
}

/* Asks whether the caller wants no more. No test goes on for ever, whatever the car does or its driver looks for. */
int kamm_rig_ask_to_stop(kamm_rig *rig)
{
    const kamm_test_options *options = rig->options;
    if (kamm_rig_is_stopped(rig)) return 1;
    if (options->is_stopped && options->is_stopped(options->user))
        return kamm_rig_stop(rig,
                             kamm_fail(rig->error, KAMM_ERROR_STOPPED, "", "the test was stopped"));
    if (rig->driven_s <= rig->most_driven_s) return 0;
    return kamm_rig_stop(rig, kamm_fail(rig->error, KAMM_ERROR_RANGE, rig->car->id,
                                        "%s: no end of the test after %g s of driving, which are "
                                        "all that a test may take",
                                        rig->car->id, rig->most_driven_s));
}

static int take_cars(kamm_rig *rig, kamm_cars *cars, int count)
{
    send_away(rig);
    rig->cars = cars;
    if (!cars) rig->outcome = KAMM_ERROR_MEMORY;
    rig->unloaded_s = kamm_allocate_array((size_t)count, 2 * sizeof *rig->unloaded_s);
    rig->count = count;
    rig->time_s = 0;
    rig->recorded = -1;
    return rig->cars && rig->unloaded_s && !kamm_rig_ask_to_stop(rig);
}

int kamm_rig_line_up_combinations(kamm_rig *rig, int count)
{
    kamm_error own;
    kamm_error *error = rig->error ? rig->error : &own;
    send_away(rig);
    kamm_combinations *rigs = kamm_create_combinations((const kamm_model *const *)rig->units,
                                                       rig->combination->unit_count, count, error);
    if (!rigs) rig->outcome = error->code;
    int well = rigs && take_cars(rig, kamm_combination_cars(rigs, 0), count);
    rig->rigs = rigs;
    return well;
}

int kamm_rig_line_up(kamm_rig *rig, int count)
{
    if (rig->combination) return kamm_rig_line_up_combinations(rig, count);
    return take_cars(rig, kamm_create_cars(rig->model, count, rig->error), count);
}

int kamm_rig_line_up_models(kamm_rig *rig, const kamm_model *const *models, int count)
{
    return take_cars(rig, kamm_create_mixed_cars(models, count, rig->error), count);
}

int kamm_rig_make_variant(kamm_rig *rig, const kamm_vehicle_def *def)
{
    kamm_error own;
    kamm_error *error = rig->error ? rig->error : &own;
    send_away(rig);
    if (rig->variant) kamm_destroy_model(rig->variant);
    rig->variant = kamm_create_model(def, rig->info.rung, error);
    if (!rig->variant) rig->outcome = error->code;
    return rig->variant != NULL;
}

int kamm_rig_lay(kamm_rig *rig, const kamm_terrain_def *def)
{
    kamm_error own;
    kamm_error *error = rig->error ? rig->error : &own;
    rig->terrain = kamm_create_terrain(def, error);
    if (rig->terrain)
        rig->ground = kamm_terrain_ground(rig->terrain);
    else
        rig->outcome = error->code;
    return rig->terrain != NULL;
}

int kamm_rig_enter(kamm_rig *rig, const kamm_body_def *bodies, int count)
{
    kamm_error own;
    kamm_error *error = rig->error ? rig->error : &own;
    const kamm_world_def def = {.ground = rig->ground, .bodies = bodies, .body_count = count};
    rig->world = kamm_create_world(&def, error);
    if (rig->world && kamm_add_cars(rig->world, rig->cars, error) == KAMM_OK) return 1;
    rig->outcome = error->code;
    return 0;
}

kamm_surface kamm_rig_surface(const kamm_rig *rig)
{
    const kamm_surface *asked = rig->options->surface;
    kamm_surface surface = asked ? *asked : (kamm_surface){.name = "dry_asphalt", .friction = 1};
    surface.roughness_m3 = 0;
    return surface;
}

void kamm_rig_place(kamm_rig *rig, int car, double x_m, double y_m, double yaw_rad,
                    double speed_mps, int gear)
{
    kamm_placement placement = kamm_placement_on(&rig->ground, x_m, y_m, yaw_rad);
    placement.speed_mps = speed_mps;
    placement.gear = gear;
    if (rig->rigs)
        kamm_place_combination(rig->rigs, car, &placement, NULL);
    else
        kamm_place(rig->cars, car, &placement);
    kamm_rig_input(rig, car)->gear = (float)gear;
}

int kamm_rig_is_recorded(const kamm_rig *rig) { return rig->options->csv || rig->options->at_row; }

static void write_row(kamm_rig *rig, FILE *csv)
{
    int is_first = !rig->header_written;
    rig->header_written = 1;
    if (rig->rigs) {
        if (is_first) kamm_write_combination_channel_names(rig->rigs, rig->recorded, csv);
        kamm_write_combination_channels(rig->rigs, rig->recorded, rig->time_s, csv);
    } else {
        if (is_first) kamm_write_channel_names(rig->model, csv);
        kamm_write_channels(rig->cars, rig->recorded, rig->time_s, csv);
    }
}

static void record(kamm_rig *rig)
{
    const kamm_test_options *options = rig->options;
    if (rig->recorded < 0 || !kamm_rig_is_recorded(rig) || rig->time_s < rig->next_row_s - 1e-9)
        return;
    double interval_s = options->csv_interval_s;
    rig->next_row_s += interval_s > 0 ? interval_s : csv_interval_s * rig->root;
    if (options->csv) write_row(rig, options->csv);
    if (options->at_row) options->at_row(rig->cars, rig->recorded, rig->time_s, options->user);
}

void kamm_rig_start_time(kamm_rig *rig, int recorded_car)
{
    rig->time_s = 0;
    rig->next_row_s = 0;
    rig->recorded = recorded_car;
    for (int side = 0; side < 2 * rig->count; ++side) rig->unloaded_s[side] = 0;
    record(rig);
}

/* 0: left; 1: right. A wheel in the middle is on neither. */
static int is_on_side(const kamm_rig *rig, int wheel, int side)
{
    return rig->info.wheel_side[wheel] == (side ? -1 : 1);
}

static int carries_load(const kamm_rig *rig, int car, int side)
{
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel)
        if (is_on_side(rig, wheel, side) && kamm_rig_wheel(rig, car, wheel, KAMM_WHEEL_load_n) > 0)
            return 1;
    return 0;
}

static void watch_loads(kamm_rig *rig)
{
    for (int i = 0; i < 2 * rig->count; ++i)
        rig->unloaded_s[i] = carries_load(rig, i / 2, i % 2) ? 0 : rig->unloaded_s[i] + rig->tick_s;
}

void kamm_rig_tick(kamm_rig *rig)
{
    if (kamm_rig_ask_to_stop(rig)) {
        rig->time_s += beyond_all_s;
        return;
    }
    rig->driven_s += rig->tick_s;
    if (rig->world)
        kamm_step_world(rig->world, rig->substeps);
    else if (rig->rigs)
        kamm_step_combinations(rig->rigs, &rig->ground, rig->substeps);
    else
        kamm_step(rig->cars, &rig->ground, rig->substeps);
    if (kamm_rig_has(rig, KAMM_FEATURE_LOADS) && !kamm_rig_has(rig, KAMM_FEATURE_TRAVEL))
        watch_loads(rig);
    rig->time_s += rig->tick_s;
    record(rig);
}

double kamm_rig_crossing_s(const kamm_rig *rig, double before, double now, double mark)
{
    return rig->time_s - rig->tick_s * (now - mark) / (now - before);
}

kamm_input *kamm_rig_input(kamm_rig *rig, int car) { return kamm_inputs(rig->cars) + car; }

double kamm_rig_read(const kamm_rig *rig, int car, kamm_channel channel)
{
    return kamm_read(rig->cars, car, channel);
}

double kamm_rig_wheel(const kamm_rig *rig, int car, int wheel, kamm_wheel_channel channel)
{
    return kamm_read_wheel(rig->cars, car, wheel, channel);
}

int kamm_rig_is_well(const kamm_rig *rig, int car)
{
    return !kamm_rig_is_stopped(rig) && !(kamm_fault(rig->cars, car) & KAMM_FAULT_NUMERIC);
}

/* Height of the tread's lowest point above the level road: of a disc whose axis leans. */
static double tread_height_m(const kamm_pose *wheel, double radius_m)
{
    const double *q = wheel->orientation;
    double axis_z = 2 * (q[2] * q[3] + q[0] * q[1]);
    return wheel->position_m[2] - radius_m * sqrt(fmax(0, 1 - axis_z * axis_z));
}

int kamm_rig_has(const kamm_rig *rig, kamm_feature feature)
{
    return (kamm_describe_rung(rig->info.rung)->features & feature) != 0;
}

double kamm_rig_side_lift_m(const kamm_rig *rig, int car, int side)
{
    const double tips_s = 0.3 * rig->root;
    if (!kamm_rig_has(rig, KAMM_FEATURE_LOADS) || carries_load(rig, car, side)) return 0;
    if (!kamm_rig_has(rig, KAMM_FEATURE_TRAVEL))
        return rig->unloaded_s[2 * car + side] < tips_s ? 0
                                                        : 2 * KAMM_TWO_WHEEL_LIFT_M * rig->length;
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(rig->cars, car, 1, &body, wheels);
    double min_height_m = INFINITY;
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel)
        if (is_on_side(rig, wheel, side))
            min_height_m = fmin(
                min_height_m, tread_height_m(&wheels[wheel].pose, rig->info.wheel_radius_m[wheel]));
    return min_height_m;
}

int kamm_rig_has_lifted(const kamm_rig *rig, int car)
{
    double lift_m = KAMM_TWO_WHEEL_LIFT_M * rig->length;
    return kamm_rig_side_lift_m(rig, car, 0) >= lift_m ||
           kamm_rig_side_lift_m(rig, car, 1) >= lift_m;
}

double kamm_rig_wheel_radius_m(const kamm_rig *rig)
{
    double sum_m = 0;
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel)
        sum_m += rig->info.wheel_radius_m[wheel];
    return sum_m / rig->info.wheel_count;
}

/* A wheel's share in what its axle's def says of a hub: half of twins. */
static double hub_share(const kamm_axle_def *axle)
{
    return axle->wheels == KAMM_WHEELS_TWIN ? 0.5 : 1;
}

static double unsprung_kg(const kamm_rig *rig, int wheel)
{
    const kamm_axle_def *axle = &rig->car->def.axles[rig->info.wheel_axle[wheel]];
    return hub_share(axle) * axle->unsprung_mass_kg;
}

void kamm_rig_centre(const kamm_rig *rig, int car, double at_m[3])
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    double orientation[4], sprung_kg = rig->info.mass_kg;
    kamm_body_frame(rig->cars, car, at_m, orientation);
    kamm_read_pose(rig->cars, car, 1, NULL, wheels);
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel)
        sprung_kg -= unsprung_kg(rig, wheel);
    for (int i = 0; i < 3; ++i) at_m[i] *= sprung_kg / rig->info.mass_kg;
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel)
        for (int i = 0; i < 3; ++i)
            at_m[i] +=
                unsprung_kg(rig, wheel) / rig->info.mass_kg * wheels[wheel].pose.position_m[i];
}

double kamm_rig_engine_radps(const kamm_rig *rig, double speed_mps, int gear)
{
    return speed_mps / kamm_rig_wheel_radius_m(rig) * rig->info.overall_ratio[gear - 1];
}

int kamm_rig_gear_at(const kamm_rig *rig, double speed_mps)
{
    const double min_engine_radps = 2000 * KAMM_PI / 30 / rig->root;
    int gear = rig->info.gear_count;
    if (!gear) return KAMM_GEAR_DRIVE;
    while (gear > 1 && kamm_rig_engine_radps(rig, speed_mps, gear) < min_engine_radps) --gear;
    return gear;
}

int kamm_rig_pulling_gear_at(const kamm_rig *rig, double speed_mps)
{
    int gear = 1;
    while (gear < rig->info.gear_count &&
           kamm_rig_engine_radps(rig, speed_mps, gear) > 0.9 * rig->info.limiter_radps)
        ++gear;
    return gear;
}

double kamm_rig_rolling_radius_m(const kamm_rig *rig, int car, int wheel)
{
    return kamm_rig_read(rig, car, KAMM_CHANNEL_forward_speed_mps) /
           kamm_rig_wheel(rig, car, wheel, KAMM_WHEEL_spin_radps);
}

double kamm_rig_rolling_mass_kg(const kamm_rig *rig, int car)
{
    double mass_kg = rig->info.mass_kg;
    for (int wheel = 0; wheel < rig->info.wheel_count; ++wheel) {
        double radius_m = kamm_rig_rolling_radius_m(rig, car, wheel);
        const kamm_axle_def *axle = &rig->car->def.axles[rig->info.wheel_axle[wheel]];
        mass_kg += hub_share(axle) * axle->wheel_inertia_kgm2 / (radius_m * radius_m);
    }
    return mass_kg;
}

void kamm_rig_found(kamm_rig *rig, int figure, double value)
{
    rig->result->figures[figure].value = value;
}

static void set_note(kamm_figure *figure, const char *format, va_list arguments)
{
    vsnprintf(figure->note, sizeof figure->note, format, arguments);
}

void kamm_rig_note(kamm_rig *rig, int figure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_note(&rig->result->figures[figure], format, arguments);
    va_end(arguments);
}

void kamm_rig_missed(kamm_rig *rig, int figure, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    set_note(&rig->result->figures[figure], format, arguments);
    va_end(arguments);
    rig->result->figures[figure].value = NAN;
}

int kamm_rig_lacks(kamm_rig *rig, int figure, kamm_feature feature)
{
    if (kamm_rig_has(rig, feature)) return 0;
    kamm_rig_missed(rig, figure, "the rung %s has no %s", kamm_describe_rung(rig->info.rung)->name,
                    kamm_feature_name(feature));
    return 1;
}
