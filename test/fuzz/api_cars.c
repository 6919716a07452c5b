/* Calls that take cars. */
#include "api.h"

#include <kamm/act.h>
#include <kamm/arcade_drive.h>
#include <kamm/control.h>
#include <kamm/damage.h>
#include <kamm/hosted.h>
#include <kamm/input_assist.h>
#include <kamm/linear.h>
#include <kamm/portable.h>
#include <kamm/rider.h>
#include <kamm/slots.h>
#include <kamm/snapshot.h>

#include <stddef.h>
#include <stdlib.h>

enum { CARS, CAR }; /* places among what was saved */

/* A call that refuses changes nothing. */
#define HOLD_KEPT(cars, call)                                        \
    do {                                                             \
        kamm_error error = {0};                                      \
        uint64_t before = (cars) ? kamm_state_hash(cars) : 0;        \
        long then = fuzz_misuses;                                    \
        kamm_result result = (call);                                 \
        if (fuzz_misuses == then) hold_refusal(result, &error);      \
        if ((cars) && result) hold(kamm_state_hash(cars) == before); \
    } while (0)

static void create(struct api *api)
{
    kamm_cars **cars = api_cars(api);
    int model = take_below_or(&api->from, MODELS, TWO_WHEELERS), count = take_below(&api->from, 4);
    kamm_destroy_cars(*cars);
    *cars = kamm_create_cars(api_model(model), count, NULL);
}

static void create_mixed(struct api *api)
{
    kamm_cars **cars = api_cars(api);
    const kamm_model *models[2] = {api_model(take_below_or(&api->from, MODELS, TWO_WHEELERS)),
                                   api_model(take_below_or(&api->from, MODELS, TWO_WHEELERS))};
    if (kamm_can_mix(models, 2, NULL)) return;
    kamm_destroy_cars(*cars);
    *cars = kamm_create_mixed_cars(models, 2, NULL);
}

static void destroy(struct api *api)
{
    kamm_cars **cars = api_cars(api);
    kamm_destroy_cars(*cars);
    *cars = NULL;
}

static void place(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    kamm_placement at = api_placement(api);
    int car = api_index(api);
    kamm_error error = {0};
    long misuses = fuzz_misuses;
    kamm_result result = kamm_check_placement(cars, car, &at, &error);
    if (fuzz_misuses == misuses) hold_refusal(result, &error);
    kamm_place(cars, car, &at);
    if (cars) hold_finite(cars);
}

static void input(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    kamm_input *inputs = kamm_inputs(cars);
    int car = api_index(api), fields;
    kamm_input_fields(&fields);
    if (!cars || car < 0 || car >= kamm_count(cars)) return;
    ((float *)&inputs[car])[take_below(&api->from, fields)] = (float)take_number(&api->from);
}

static void drive(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    kamm_ground ground = api_ground(api);
    kamm_step(cars, &ground, take_below(&api->from, 64) - 1);
    if (cars) hold_finite(cars);
}

static void hand_over(struct api *api)
{
    kamm_cars *from = *api_cars(api), *to = *api_cars(api);
    int car = api_index(api);
    kamm_hand_over(from, car, to, api_index(api));
    if (to) hold_finite(to);
}

static void copy(struct api *api)
{
    kamm_cars *from = *api_cars(api), *to = *api_cars(api);
    int car = api_index(api);
    kamm_copy_car(from, car, to, api_index(api));
}

static void change_model(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    kamm_change_model(cars, car, api_model(take_below_or(&api->from, MODELS, TWO_WHEELERS)));
}

static void save(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    if (cars) kamm_save_snapshot(cars, api_room(api, &api->saved[CARS], kamm_snapshot_size(cars)));
}

/* With a byte changed, or as it was. */
static void restore(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    struct saved *saved = &api->saved[CARS];
    unsigned change = take_byte(&api->from);
    if (!saved->bytes) return;
    if (change & 1)
        ((uint8_t *)saved->bytes)[take_word(&api->from) % saved->size] ^= (uint8_t)(change | 1);
    size_t size = change & 2 ? take_word(&api->from) % saved->size : saved->size;
    HOLD_KEPT(cars, kamm_restore_snapshot(cars, saved->bytes, size, &error));
}

static void save_one(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    long misuses = fuzz_misuses;
    size_t size = kamm_car_snapshot_size(cars, car);
    if (fuzz_misuses == misuses) kamm_save_car(cars, car, api_room(api, &api->saved[CAR], size));
}

static void restore_one(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    struct saved *saved = &api->saved[CAR];
    int car = api_index(api);
    if (saved->bytes)
        HOLD_KEPT(cars, kamm_restore_car(cars, car, saved->bytes, saved->size, &error));
}

static void push(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api), kind = take_below(&api->from, 8);
    double v[3], point[3];
    take_numbers(&api->from, v, 3);
    take_numbers(&api->from, point, 3);
    const double *at = kind & 4 ? point : NULL;
    switch (kind & 3) {
    case 0: HOLD_KEPT(cars, kamm_apply_impulse(cars, car, v, at, &error)); break;
    case 1: HOLD_KEPT(cars, kamm_apply_angular_impulse(cars, car, v, &error)); break;
    case 2: HOLD_KEPT(cars, kamm_apply_force(cars, car, v, at, &error)); break;
    default: HOLD_KEPT(cars, kamm_apply_torque(cars, car, v, &error)); break;
    }
    if (cars) hold_finite(cars);
}

static void move(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    long misuses = fuzz_misuses;
    kamm_motion motion;
    memset(&motion, 0, sizeof motion);
    kamm_read_motion(cars, car, &motion);
    if (fuzz_misuses != misuses) return;
    unsigned which = take_byte(&api->from);
    if (which & 1) take_numbers(&api->from, motion.position_m, 3);
    if (which & 2) take_numbers(&api->from, motion.orientation, 4);
    if (which & 4) take_numbers(&api->from, motion.velocity_mps, 3);
    if (which & 8) take_numbers(&api->from, motion.angular_velocity_radps, 3);
    if (which & 16)
        motion.wheel_radps[take_below(&api->from, KAMM_MAX_WHEELS)] = take_number(&api->from);
    HOLD_KEPT(cars, kamm_set_motion(cars, car, &motion, &error));
    hold_finite(cars);
}

static void damage(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api), wheel = api_index(api);
    double values[2];
    take_numbers(&api->from, values, 2);
    kamm_wheel_damage hurt = {.radius_loss_m = values[0]};
    switch (take_below(&api->from, 4)) {
    case 0: HOLD_KEPT(cars, kamm_damage_wheel(cars, car, wheel, &hurt, &error)); break;
    case 1: HOLD_KEPT(cars, kamm_set_wheel_grip(cars, car, wheel, values[1], &error)); break;
    case 2:
        hurt = kamm_burst_tyre(api_model(take_below_or(&api->from, MODELS, TWO_WHEELERS)), wheel);
        HOLD_KEPT(cars, kamm_damage_wheel(cars, car, wheel, &hurt, &error));
        break;
    default:
        hurt = kamm_lost_wheel(api_model(take_below_or(&api->from, MODELS, TWO_WHEELERS)), wheel);
        HOLD_KEPT(cars, kamm_damage_wheel(cars, car, wheel, &hurt, &error));
        break;
    }
}

static void look(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api), wheel = api_index(api), n = take_below(&api->from, 200) - 5;
    kamm_wheel_contact contact;
    kamm_body_contact body;
    kamm_pose pose;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    double outputs[8];
    static const char *const names[] = {"yaw_rate_radps", "wheels[2].load_n", "wheel9_load_n"};
    kamm_read(cars, car, (kamm_channel)n);
    kamm_read_wheel(cars, car, wheel, (kamm_wheel_channel)n);
    kamm_read_wheel_contact(cars, car, wheel, &contact);
    kamm_read_body_contact(cars, car, wheel, &body);
    kamm_read_pose(cars, car, take_number(&api->from), &pose, wheels);
    kamm_fault(cars, car);
    kamm_wheel_grip(cars, car, wheel);
    kamm_state_row(cars, car, (kamm_state_row_kind)take_below(&api->from, 5), wheel, n);
    kamm_position_row(cars, car, wheel);
    kamm_lean_in_turn_rad(api_model(MODELS), n, wheel);
    if (cars && kamm_count(cars) <= 2)
        kamm_read_channels(cars, take_below(&api->from, 4), names, outputs, NULL);
}

static void host(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    static kamm_hosted hosted;
    static kamm_wheel_push pushes[KAMM_MAX_WHEELS];
    memset(&hosted, 0, sizeof hosted);
    long misuses = fuzz_misuses;
    if (!cars || kamm_count(cars) != 1) return;
    kamm_start_hosted(cars, car, &hosted);
    if (fuzz_misuses != misuses) return;
    kamm_ground ground = api_ground(api);
    kamm_step_hosted_pushing(cars, &ground, take_below(&api->from, 8), &hosted, pushes);
    hold_finite(cars);
}

static void demand(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    kamm_demand demand;
    memset(&demand, 0, sizeof demand);
    ((float *)&demand)[take_byte(&api->from) % (sizeof demand / sizeof(float))] =
        (float)take_number(&api->from);
    kamm_set_demand(cars, car, &demand);
}

static void assist(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    kamm_input_assist all = kamm_default_input_assist();
    kamm_driver_request request;
    memset(&request, 0, sizeof request);
    ((float *)&request)[take_byte(&api->from) % (sizeof request / sizeof(float))] =
        (float)take_number(&api->from);
    double interval_s = take_number(&api->from);
    kamm_assist_input(&all, cars, car, &request, interval_s);
    kamm_ride_request turn = kamm_default_ride_request();
    turn.curvature_per_m = (double)request.steer, turn.max_lean_rad = interval_s;
    HOLD_KEPT(cars, kamm_ride(cars, car, &turn, interval_s, &error));
    HOLD_KEPT(cars, kamm_lift_wheel(cars, car, (double)request.steer, &error));
    kamm_wheel_lift_rad(cars, car);
}

/* Knobs as they come. */
static kamm_arcade take_arcade(struct api *api)
{
    static const char *const knobs[] = {
        "grip",    "torque", "gravity",    "rear_grip.peak", "drift_angle_rad", "air_radps2",
        "boost_s", "flip_s", "boost_mps2", "air_level",      "ghost_s",         "drift_lift"};
    kamm_error error = {0};
    kamm_arcade arcade = kamm_default_arcade();
    for (int i = 0; i < 4; ++i) {
        const char *knob = knobs[take_below(&api->from, sizeof knobs / sizeof *knobs)];
        hold_refusal(
            kamm_set_number(kamm_arcade_table(), &arcade, knob, take_number(&api->from), &error),
            &error);
    }
    return arcade;
}

/* Valid knobs make a legal vehicle. */
static void change_vehicle(const kamm_arcade *arcade)
{
    kamm_error error = {0};
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_result result = kamm_arcade_vehicle(arcade, &def, &error);
    hold_refusal(result, &error);
    if (result == KAMM_OK) hold(kamm_check(kamm_vehicle_table(), &def, NULL) == KAMM_OK);
}

static void arcade(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    kamm_arcade all = take_arcade(api);
    change_vehicle(&all);
    kamm_arcade_state state = {0};
    kamm_arcade_request request = {.boost = (float)take_number(&api->from),
                                   .pitch = (float)take_number(&api->from),
                                   .driver.steer = (float)take_number(&api->from)};
    double interval_s = take_number(&api->from);
    HOLD_KEPT(cars, kamm_arcade_input(&all, NULL, &state, cars, car, &request, interval_s, &error));
}

static void fall_off(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    kamm_rider_watch watch = kamm_default_rider_watch();
    kamm_placement at = api_placement(api);
    watch.watches = 1, watch.velocity_mps[0] = take_number(&api->from);
    switch (take_below(&api->from, 4)) {
    case 0: HOLD_KEPT(cars, kamm_throw_rider(cars, car, NULL, &error)); break;
    case 1: kamm_seat_rider(cars, car); break;
    case 2: kamm_watch_rider(cars, car, &watch, take_number(&api->from), NULL); break;
    default: HOLD_KEPT(cars, kamm_park_on_stand(cars, car, &at, &error)); break;
    }
}

static void set_width(struct api *api)
{
    kamm_error error = {0};
    hold_refusal(kamm_set_width((int[]){0, 1, 4, 3, 8, 99}[take_below(&api->from, 6)], &error),
                 &error);
}

static void forget(struct api *api)
{
    kamm_clock clock = {.substep_s = take_number(&api->from),
                        .owed_s = take_number(&api->from),
                        .max_substeps = (int)take_byte(&api->from) - 1};
    const kamm_clock before = clock;
    double fraction = 0.5;
    long misuses = fuzz_misuses;
    int substeps = kamm_advance_clock(&clock, take_number(&api->from), &fraction);
    hold(substeps >= 0 && fraction >= 0 && fraction <= 1);
    if (fuzz_misuses != misuses) /* a substep that is none: without effect */
        hold(!substeps && fraction == 0.5 &&
             !memcmp(&clock, &before, offsetof(kamm_clock, max_substeps)));
}

/* A car is switched on, or off by a handle that may be of another time. */
static void come_or_go(struct api *api)
{
    kamm_cars *cars = *api_cars(api);
    int car = api_index(api);
    unsigned how = take_byte(&api->from);
    kamm_placement place = api_placement(api);
    if (how & 1) {
        HOLD_KEPT(cars, kamm_switch_on(cars, how & 2 ? KAMM_FREE_CAR : car, &place, NULL, &error));
    } else {
        kamm_slot slot = kamm_slot_of(cars, car);
        slot.generation += how >> 6;
        HOLD_KEPT(cars, kamm_switch_off(cars, slot, &error));
    }
    if (cars) hold_finite(cars);
}

/* Some cars go to other places as a portable snapshot. */
static void carry(struct api *api)
{
    kamm_cars *from = *api_cars(api), *to = *api_cars(api);
    int first = api_index(api), count = take_below(&api->from, 4), at = api_index(api);
    long misuses = fuzz_misuses;
    size_t size = kamm_portable_size(from, first, count);
    if (fuzz_misuses != misuses) return;
    void *bytes = malloc(size);
    hold(bytes);
    kamm_save_portable(from, first, count, bytes);
    HOLD_KEPT(to, kamm_restore_portable(to, at, count, bytes, size, NULL, &error));
    if (to) hold_finite(to);
    free(bytes);
}

api_call *const api_car_calls[] = {
    create,  create_mixed, place,       input,   drive, hand_over, copy,   change_model, save,
    restore, save_one,     restore_one, push,    move,  damage,    look,   host,         demand,
    assist,  set_width,    forget,      destroy, drive, fall_off,  arcade, come_or_go,   carry};
const int api_car_calls_count = sizeof api_car_calls / sizeof *api_car_calls;
