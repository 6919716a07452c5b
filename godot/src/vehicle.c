#include "vehicle.h"

#include "axes.h"
#include "world.h"

#include <kamm/input_assist.h>
#include <kamm/io/vehicle_file.h>

#include <math.h>
#include <string.h>

/* -- From a file to a car -- */

/* A setting is "PATH = VALUE". */
static int apply_setting(const struct vehicle *vehicle, const char *setting, kamm_vehicle_def *def)
{
    char path[256];
    const char *is = strchr(setting, '='), *end = is;
    const char *start = setting + strspn(setting, " ");
    kamm_error error;
    while (end && end > start && end[-1] == ' ') --end;
    if (!end || end - start >= (int)sizeof path) {
        gd_error("KammVehicle3D", "settings: \"%s\" is not of the form \"body.mass_kg = 900\"",
                 setting);
        return 0;
    }
    memcpy(path, start, (size_t)(end - start));
    path[end - start] = 0;
    if (!kamm_set(kamm_vehicle_table(), def, path, is + 1 + strspn(is + 1, " "), &error)) return 1;
    gd_error("KammVehicle3D", "%s: settings: %s: %s",
             *vehicle->vehicle ? vehicle->vehicle : "default vehicle", setting, error.text);
    return 0;
}

static int apply_settings(const struct vehicle *vehicle, kamm_vehicle_def *def)
{
    int64_t count = gd_packed_size(GD_PACKED_STRING_ARRAY, &vehicle->settings);
    for (int64_t i = 0; i < count; ++i) {
        char setting[GD_TEXT_ROOM];
        gd_copy_text(gd.packed_string_array_operator_index_const(&vehicle->settings, i), setting,
                     sizeof setting);
        if (!apply_setting(vehicle, setting, def)) return 0;
    }
    return 1;
}

static kamm_model *compile(const struct vehicle *vehicle, kamm_error *error)
{
    kamm_vehicle_file *file = kamm_allocate(sizeof *file);
    kamm_model *model = NULL;
    *error = (kamm_error){.code = KAMM_ERROR_MEMORY, .text = "out of memory"};
    if (!file) return NULL;
    *error = (kamm_error){0};
    if (vehicle->rung < 1 || vehicle->rung > KAMM_RUNG_COUNT) {
        gd_error("KammVehicle3D", "rung: %lld does not exist; allowed: 1 to %d",
                 (long long)vehicle->rung, KAMM_RUNG_COUNT);
        kamm_release(file);
        return NULL;
    }
    if (!*vehicle->vehicle) file->def = kamm_default_vehicle();
    if (!*vehicle->vehicle || !kamm_load_vehicle(vehicle->vehicle, file, NULL, error)) {
        file->def.stepping.substeps_per_s = vehicle->world->rate_hz;
        if (apply_settings(vehicle, &file->def))
            model = kamm_create_model(&file->def, (kamm_rung)vehicle->rung, error);
    }
    kamm_release(file);
    return model;
}

/* The node's own place, or that on the ground below it. */
static kamm_placement placement_of(const struct vehicle *vehicle, const gd_transform3d *at)
{
    kamm_placement placement = {.gear = KAMM_GEAR_DRIVE};
    from_godot(at->origin, placement.position_m);
    orientation_of(at, placement.orientation);
    if (!vehicle->on_ground) return placement;
    const double *q = placement.orientation, *p = placement.position_m;
    double yaw = angle_of(1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]));
    /* A metre above: a node that stands a little below the road is meant to be on it. */
    return kamm_placement_in_world_below(vehicle->world->world, kamm_model_of(vehicle->cars, 0),
                                         p[0], p[1], yaw, p[2] + 1);
}

void place_vehicle(struct vehicle *vehicle, const gd_transform3d *at)
{
    kamm_error error;
    kamm_placement placement = placement_of(vehicle, at);
    if (kamm_check_placement(vehicle->cars, 0, &placement, &error))
        gd_error("KammVehicle3D", "it is not placed: %s", error.text);
    else
        kamm_place(vehicle->cars, 0, &placement);
    vehicle->written = *kamm_inputs(vehicle->cars);
    vehicle->fault = 0;
    memset(vehicle->slips, 0, sizeof vehicle->slips);
}

/* Puts new cars into the world, in the place of the old ones if there are any. */
static kamm_result enter(struct vehicle *vehicle, kamm_cars *cars, kamm_error *error)
{
    kamm_world *world = vehicle->world->world;
    kamm_cars *old = vehicle->cars;
    if (!old) {
        vehicle->group = count_groups(vehicle->world);
        return kamm_add_cars(world, cars, error);
    }
    kamm_hand_over(old, 0, cars, 0);
    kamm_result result = kamm_replace_cars(world, old, cars, error);
    if (!result) kamm_destroy_cars(old);
    return result;
}

int prepare_vehicle(struct vehicle *vehicle)
{
    if (!vehicle->is_stale) return vehicle->cars != NULL;
    kamm_error error;
    kamm_model *model = compile(vehicle, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 1, &error) : NULL;
    int is_new = !vehicle->cars;
    vehicle->is_stale = 0; /* an error is reported once */
    if (cars && !enter(vehicle, cars, &error)) {
        vehicle->cars = cars;
        vehicle->wheel_count = kamm_describe(model).wheel_count;
        vehicle->gear = (int)kamm_read(cars, 0, KAMM_CHANNEL_gear);
    } else {
        if (error.code) gd_error("KammVehicle3D", "%s", error.text);
        kamm_destroy_cars(cars);
        cars = NULL;
    }
    if (model) kamm_destroy_model(model);
    if (cars && is_new) {
        gd_transform3d at;
        gd_call(gd_methods.Node3D_get_global_transform, vehicle->base.node, NULL, &at);
        place_vehicle(vehicle, &at);
    }
    return vehicle->cars != NULL;
}

/* Groups behind it move up by one. */
void stop_vehicle(struct vehicle *vehicle)
{
    for (struct vehicle *other = vehicle->cars ? vehicle->world->first : NULL; other;
         other = other->next)
        if (other->cars && other->group > vehicle->group) --other->group;
    kamm_destroy_cars(vehicle->cars);
    vehicle->cars = NULL;
    vehicle->is_stale = 1;
}

/* -- A frame -- */

/* The assist owns the first inputs, up to the gear, and writes some others for riders: these are written when their
 * properties change. */
static void write_changed(struct vehicle *vehicle, kamm_input *input)
{
    int count;
    float *to = &input->steering_wheel_rad, *is = &vehicle->input.steering_wheel_rad,
          *was = &vehicle->written.steering_wheel_rad;
    (void)kamm_input_fields(&count);
    for (int i = (int)(offsetof(kamm_input, command) / sizeof(float)); i < count; ++i)
        if (is[i] != was[i]) to[i] = was[i] = is[i];
}

static void write_assisted(struct vehicle *vehicle, double interval_s)
{
    const kamm_input *asked = &vehicle->input;
    kamm_input *input = kamm_inputs(vehicle->cars);
    int own_gear = asked->gear != KAMM_GEAR_DRIVE;
    write_changed(vehicle, input);
    if (own_gear || input->gear != -1) input->gear = asked->gear;
    kamm_input_assist assist = kamm_default_input_assist();
    kamm_driver_request request = {(float)vehicle->steer, asked->throttle, asked->brake,
                                   asked->hand_brake,     asked->clutch,   own_gear};
    kamm_assist_input(&assist, vehicle->cars, 0, &request, interval_s);
}

void write_inputs(struct vehicle *vehicle, double interval_s)
{
    if (vehicle->assisted)
        write_assisted(vehicle, interval_s);
    else
        *kamm_inputs(vehicle->cars) = vehicle->input;
}

/* A wheel in the frame of its vehicle, with its spin about its axis, which points left. */
static void show_wheel(const struct wheel *wheel, const kamm_pose *body,
                       const kamm_wheel_pose *pose)
{
    const double *b = body->orientation, inverse[4] = {b[0], -b[1], -b[2], -b[3]};
    double away[3], position[3], turned[4], whole[4],
        half = wheel->spins ? pose->spin_angle_rad / 2 : 0;
    for (int i = 0; i < 3; ++i) away[i] = pose->pose.position_m[i] - body->position_m[i];
    turn_back(b, away, position);
    turn_by(inverse, pose->pose.orientation, turned);
    turn_by(turned, (double[4]){cos(half), 0, sin(half), 0}, whole);
    gd_transform3d transform = transform_of(position, whole);
    const void *arguments[] = {&transform};
    gd_call(gd_methods.Node3D_set_transform, wheel->base.node, arguments, NULL);
}

static void emit_integer(struct vehicle *vehicle, const char *signal, int64_t value)
{
    gd_variant argument = gd_variant_of(GD_INT, &value);
    gd_emit(vehicle->base.node, signal, &argument, 1);
}

static void emit_slip(struct vehicle *vehicle, int64_t wheel, gd_bool slips)
{
    gd_variant arguments[] = {gd_variant_of(GD_INT, &wheel), gd_variant_of(GD_BOOL, &slips)};
    gd_emit(vehicle->base.node, "wheel_slipped", arguments, 2);
}

/* A wheel that slides ends to do so at half the limit, so that the signal does not flicker. */
static int slips_now(const struct vehicle *vehicle, int wheel)
{
    double limit = vehicle->slip_limit_mps * (vehicle->slips[wheel] ? 0.5 : 1);
    return kamm_read_wheel(vehicle->cars, 0, wheel, KAMM_WHEEL_load_n) > 0 &&
           kamm_read_wheel(vehicle->cars, 0, wheel, KAMM_WHEEL_sliding_mps) > limit;
}

/* A handler of a signal may free the vehicle: nothing of it is touched after that. */
static void tell_changes(struct vehicle *vehicle)
{
    unsigned fault = kamm_fault(vehicle->cars, 0);
    int gear = (int)lround(kamm_read(vehicle->cars, 0, KAMM_CHANNEL_gear));
    int new_fault = fault & ~vehicle->fault, shifted = gear != vehicle->gear;
    vehicle->fault = fault;
    vehicle->gear = gear;
    vehicle_shown = vehicle;
    if (new_fault) emit_integer(vehicle, "fault", fault);
    if (vehicle_shown && shifted) emit_integer(vehicle, "gear_changed", gear);
    for (int i = 0; vehicle_shown && vehicle->cars && i < vehicle->wheel_count; ++i) {
        int slips = slips_now(vehicle, i);
        if (slips == vehicle->slips[i]) continue;
        vehicle->slips[i] = (uint8_t)slips;
        emit_slip(vehicle, i, (gd_bool)slips);
    }
    vehicle_shown = NULL;
}

void show_vehicle(struct vehicle *vehicle)
{
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(vehicle->cars, 0, 1, &body, wheels);
    gd_transform3d transform = transform_of(body.position_m, body.orientation);
    const void *arguments[] = {&transform};
    gd_call(gd_methods.Node3D_set_global_transform, vehicle->base.node, arguments, NULL);
    for (const struct wheel *wheel = vehicle->first_wheel; wheel; wheel = wheel->next)
        if (wheel->index >= 0 && wheel->index < vehicle->wheel_count)
            show_wheel(wheel, &body, &wheels[wheel->index]);
    tell_changes(vehicle);
}
