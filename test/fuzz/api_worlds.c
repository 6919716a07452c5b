/* Calls that take worlds and combinations. */
#include "api.h"

#include <kamm/world_events.h>
#include <kamm/world_joints.h>
#include <kamm/world_query.h>
#include <kamm/world_sleep.h>

#include <stdlib.h>

enum { WORLD = 2, COMBINATIONS_SAVED = 3 }; /* places among what was saved */

/* A call that refuses leaves the world as it was. */
#define HOLD_WORLD(world, call)                                              \
    do {                                                                     \
        kamm_error error = {0};                                              \
        uint64_t before = (world) ? kamm_world_state_hash(world) : 0;        \
        long misuses = fuzz_misuses;                                         \
        kamm_result result = (call);                                         \
        if (fuzz_misuses == misuses) hold_refusal(result, &error);           \
        if ((world) && result) hold(kamm_world_state_hash(world) == before); \
    } while (0)

static kamm_box box_of(struct api *api)
{
    kamm_box box = {.half_m = {0.5, 0.5, 0.5}};
    unsigned odd = take_byte(&api->from);
    for (int i = 0; i < 3; ++i)
        box.centre_m[i] = take_below(&api->from, 20) * 0.5 - (i < 2 ? 5 : 0);
    if (odd & 1) take_numbers(&api->from, box.half_m, 3);
    if (odd & 2) take_numbers(&api->from, box.orientation, 4);
    if (odd & 4) take_numbers(&api->from, box.centre_m, 3);
    return box;
}

static kamm_shape shape_of(struct api *api)
{
    static double points[8][3];
    static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 7}};
    kamm_shape shape = {.kind = (kamm_shape_kind)take_below(&api->from, 8), .box = box_of(api)};
    if (shape.kind < KAMM_SHAPE_HULL) return shape;
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 3; ++k) points[i][k] = i >> k & 1;
    if (take_byte(&api->from) & 1) take_numbers(&api->from, points[take_below(&api->from, 8)], 3);
    shape.point_count = take_below(&api->from, 9);
    shape.points_m = (const double(*)[3])points;
    shape.triangle_count = take_below(&api->from, 3);
    shape.triangles = triangles;
    return shape;
}

/* All of it may be wrong, and now and then is. */
static kamm_body_def body_of(struct api *api)
{
    unsigned flags = take_byte(&api->from);
    kamm_body_def def = {.type = (kamm_body_type)take_below(&api->from, 6),
                         .shapes = {shape_of(api), shape_of(api)}};
    def.shape_count = take_below(&api->from, 4);
    if (def.shape_count == 3) def.shape_count = take_below(&api->from, KAMM_MAX_SHAPES + 2);
    for (int i = 2; i < def.shape_count && i < KAMM_MAX_SHAPES; ++i) def.shapes[i] = shape_of(api);
    if (def.type == KAMM_BODY_DYNAMIC) def.mass_kg = 30;
    if (def.type == KAMM_BODY_DYNAMIC) def.asleep = flags & 1;
    def.is_driven_on = flags >> 1 & 1;
    if (def.type != KAMM_BODY_DYNAMIC) def.sensor = flags >> 2 & 1;
    if (flags & 8) def.friction = (float)take_number(&api->from);
    if (flags & 16) def.restitution = (float)take_number(&api->from);
    if (flags & 32) def.filter = (kamm_filter){take_word(&api->from), take_word(&api->from)};
    if (flags & 64) take_numbers(&api->from, def.position_m, 3);
    if (flags & 128) def.mass_kg = (float)take_number(&api->from);
    return def;
}

/* Now and then one that was removed. */
static kamm_body handle_of(struct api *api, kamm_world *world)
{
    int index = api_index(api);
    kamm_body body = world ? kamm_body_at(world, index) : (kamm_body){index, 1};
    if (take_below(&api->from, 8) == 0) body.generation ^= take_byte(&api->from);
    return body;
}

static void create(struct api *api)
{
    kamm_world **world = api_world(api);
    kamm_world_def def = {.ground = api_ground(api),
                          .cars_are_driven_on = take_below(&api->from, 2)};
    kamm_error error = {0};
    const kamm_body_def bodies[2] = {body_of(api), body_of(api)};
    def.bodies = bodies, def.body_count = take_below(&api->from, 3);
    kamm_destroy_world(*world);
    *world = kamm_create_world(&def, &error);
    if (!*world) hold_refusal(error.code, &error);
}

static void destroy(struct api *api)
{
    kamm_world **world = api_world(api);
    kamm_destroy_world(*world);
    *world = NULL;
}

static void step(struct api *api)
{
    kamm_world *world = *api_world(api);
    kamm_step_world(world, take_below(&api->from, 48) - 1);
    for (int i = 0; i < SLOTS; ++i)
        if (api->cars[i]) hold_finite(api->cars[i]);
}

static void groups(struct api *api)
{
    kamm_world *world = *api_world(api);
    kamm_cars *cars = *api_cars(api), *by = *api_cars(api);
    kamm_combinations *combinations = *api_combinations(api),
                      *combinations_by = *api_combinations(api);
    switch (take_below(&api->from, 9)) {
    case 0:
    case 1: HOLD_WORLD(world, kamm_add_cars(world, cars, &error)); break;
    case 2: HOLD_WORLD(world, kamm_remove_cars(world, cars, &error)); break;
    case 3: HOLD_WORLD(world, kamm_replace_cars(world, cars, by, &error)); break;
    case 4: HOLD_WORLD(world, kamm_add_combinations(world, combinations, &error)); break;
    case 5: HOLD_WORLD(world, kamm_remove_combinations(world, combinations, &error)); break;
    case 6:
        HOLD_WORLD(world, kamm_replace_combinations(world, combinations, combinations_by, &error));
        break;
    case 7:
        HOLD_WORLD(world, kamm_replace_cars_by_combinations(world, cars, combinations, &error));
        break;
    default:
        HOLD_WORLD(world, kamm_replace_combinations_by_cars(world, combinations, cars, &error));
        break;
    }
}

/* With an upright face beside a road, where cars come. */
static const kamm_terrain *terrain_with_face(void)
{
    static const float points[4][3] = {{20, -9, 0}, {29, -9, 0}, {20, 9, 0}, {20, 9, 3}};
    static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    static kamm_terrain *terrain;
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, points, triangles}};
    if (!terrain)
        terrain =
            kamm_create_terrain(&(kamm_terrain_def){.layers = &layer, .layer_count = 1}, NULL);
    return terrain;
}

static void bodies(struct api *api)
{
    kamm_world *world = *api_world(api);
    const kamm_body_def def = body_of(api);
    const kamm_body body = handle_of(api, world);
    const kamm_terrain *terrain = terrain_with_face();
    kamm_body added;
    if (take_below(&api->from, 4) == 0)
        HOLD_WORLD(world, kamm_remove_body(world, body, &error));
    else if (terrain && def.type == KAMM_BODY_STATIC && take_below(&api->from, 8) == 0)
        HOLD_WORLD(world, kamm_add_terrain_faces(world, terrain, &def, &added, &error));
    else
        HOLD_WORLD(world, kamm_add_body(world, &def, &added, &error));
}

static void move(struct api *api)
{
    kamm_world *world = *api_world(api);
    const kamm_body body = handle_of(api, world);
    kamm_body_motion motion = {.position_m = {1, 2, 3}};
    unsigned which = take_byte(&api->from);
    if (which & 1) take_numbers(&api->from, motion.position_m, 3);
    if (which & 2) take_numbers(&api->from, motion.orientation, 4);
    if (which & 4) take_numbers(&api->from, motion.velocity_mps, 3);
    if (which & 8) take_numbers(&api->from, motion.angular_velocity_radps, 3);
    if (take_below(&api->from, 2))
        HOLD_WORLD(world, kamm_set_body_motion(world, body, &motion, &error));
    else
        HOLD_WORLD(world, kamm_move_body_to(world, body, motion.position_m, motion.orientation,
                                            (int)which - 1, &error));
}

static void filters(struct api *api)
{
    kamm_world *world = *api_world(api);
    kamm_cars *cars = *api_cars(api);
    int index = api_index(api);
    const kamm_body body = handle_of(api, world);
    const kamm_filter filter = {take_word(&api->from), take_word(&api->from)};
    switch (take_below(&api->from, 5)) {
    case 0: HOLD_WORLD(world, kamm_set_car_filter(world, cars, index, &filter, &error)); break;
    case 1: HOLD_WORLD(world, kamm_set_body_filter(world, body, &filter, &error)); break;
    case 2:
        HOLD_WORLD(world, kamm_set_car_material(world, cars, index, (int32_t)filter.mask, &error));
        break;
    case 3: HOLD_WORLD(world, kamm_set_identity(world, cars, filter.category % 4, &error)); break;
    default:
        kamm_car_filter(world, cars, index);
        kamm_body_filter(world, body);
        kamm_identity(world, cars);
    }
}

static kamm_joint_end joint_end_of(struct api *api, kamm_world *world)
{
    kamm_joint_end end = {.axis = {0, 0, 1}};
    unsigned odd = take_byte(&api->from);
    if (odd & 1) end.body = handle_of(api, world);
    if (odd & 2) end.cars = *api_cars(api), end.car = api_index(api);
    if (odd & 4) take_numbers(&api->from, end.point_m, 3);
    if (odd & 8) take_numbers(&api->from, end.axis, 3);
    return end;
}

static kamm_joint_def joint_of(struct api *api, kamm_world *world)
{
    unsigned odd = take_byte(&api->from);
    kamm_joint_def def = {.kind = (kamm_joint_kind)take_below(&api->from, 8),
                          .ends = {joint_end_of(api, world), joint_end_of(api, world)}};
    if (odd & 1) def.length_m = take_number(&api->from);
    if (odd & 2)
        def.is_limited = 1, def.low = take_number(&api->from), def.high = take_number(&api->from);
    if (odd & 4)
        def.motor_speed = take_number(&api->from), def.motor_force = take_number(&api->from);
    if (odd & 8) def.stiffness = take_number(&api->from), def.damping = take_number(&api->from);
    if (odd & 16) def.break_force_n = take_number(&api->from);
    if (odd & 32) def.angle_rad = take_number(&api->from), def.rest = take_number(&api->from);
    def.collision = (kamm_joint_collision)(odd >> 6);
    return def;
}

static void joints(struct api *api)
{
    kamm_world *world = *api_world(api);
    int index = take_below(&api->from, 4), count = 0;
    kamm_joint joint = world ? kamm_joint_at(world, index) : (kamm_joint){index, 1};
    kamm_joint_state state;
    if (take_below(&api->from, 8) == 0) joint.generation ^= take_byte(&api->from);
    switch (take_below(&api->from, 8)) {
    case 0: HOLD_WORLD(world, kamm_remove_joint(world, joint, &error)); break;
    case 1:
        HOLD_WORLD(world, kamm_set_joint_motor(world, joint, take_number(&api->from),
                                               take_number(&api->from), &error));
        break;
    case 2:
        HOLD_WORLD(world, kamm_set_joint_limits(world, joint, 1, take_number(&api->from),
                                                take_number(&api->from), &error));
        break;
    case 3:
        HOLD_WORLD(world, kamm_read_joint(world, joint, &state, &error));
        kamm_broken_joints(world, &count);
        kamm_joint_count(world);
        kamm_has_joint(world, joint);
        break;
    default: {
        kamm_joint_def def = joint_of(api, world);
        double at[3] = {0, 0, 1};
        if (take_below(&api->from, 2))
            HOLD_WORLD(world, kamm_place_joint(world, &def, at, at, &error));
        HOLD_WORLD(world, kamm_add_joint(world, &def, NULL, &error));
    }
    }
}

static void cast(struct api *api)
{
    enum { ROOM = 4 };
    kamm_world *world = *api_world(api);
    kamm_hit hits[ROOM];
    kamm_cast cast = {.own_cars = *api_cars(api), .own_car = api_index(api), .sensors = 1};
    unsigned odd = take_byte(&api->from);
    cast.from_m[2] = 5;
    cast.to_m[0] = 20;
    if (odd & 1) take_numbers(&api->from, cast.from_m, 3);
    if (odd & 2) take_numbers(&api->from, cast.to_m, 3);
    if (odd & 4) cast.radius_m = take_number(&api->from);
    if (odd & 8) take_numbers(&api->from, cast.half_m, 3);
    if (odd & 16) take_numbers(&api->from, cast.orientation, 4);
    int count = kamm_cast_shape(world, &cast, hits, take_below(&api->from, ROOM + 1));
    for (int i = 0; i < count; ++i) hold(hits[i].fraction >= 0 && hits[i].fraction <= 1);
    if (kamm_cast_ray(world, cast.from_m, cast.to_m, NULL, hits))
        hold(hits->fraction >= 0 && hits->fraction <= 1);
}

static void save(struct api *api)
{
    kamm_world *world = *api_world(api);
    if (world)
        kamm_save_world_snapshot(
            world, api_room(api, &api->saved[WORLD], kamm_world_snapshot_size(world)));
}

static void restore(struct api *api)
{
    kamm_world *world = *api_world(api);
    struct saved *saved = &api->saved[WORLD];
    unsigned change = take_byte(&api->from);
    if (!saved->bytes) return;
    if (change & 1)
        ((uint8_t *)saved->bytes)[take_word(&api->from) % saved->size] ^= (uint8_t)(change | 1);
    HOLD_WORLD(world, kamm_restore_world_snapshot(world, saved->bytes, saved->size, &error));
}

static void surround(struct api *api)
{
    kamm_world *world = *api_world(api);
    const kamm_ground ground = api_ground(api);
    HOLD_WORLD(world, kamm_set_world_ground(world, &ground, &error));
    kamm_placement place =
        kamm_placement_in_world(world, api_model(4), take_number(&api->from),
                                take_number(&api->from), take_number(&api->from));
    kamm_cars *cars = *api_cars(api);
    kamm_place(cars, api_index(api), &place);
}

static void look(struct api *api)
{
    enum { ROOM = 4 };
    kamm_world *world = *api_world(api);
    kamm_body_id ids[ROOM];
    int index = api_index(api), count = 0;
    kamm_body_motion motion;
    const kamm_body body = handle_of(api, world);
    kamm_contact_events(world, &count);
    kamm_sensor_events(world, &count);
    kamm_read_sensor(world, body, ids, ROOM);
    HOLD_WORLD(world, kamm_read_body_motion(world, body, &motion, &error));
    kamm_has_body(world, body);
    kamm_body_count(world);
    kamm_let_cars_sleep(world, take_below(&api->from, 2));
    if (take_byte(&api->from) & 1) kamm_wake_cars(world);
    kamm_car_is_asleep(world, *api_cars(api), index);
}

static void create_combinations(struct api *api)
{
    kamm_combinations **combinations = api_combinations(api);
    kamm_destroy_combinations(*combinations);
    *combinations = make_combinations(take_below(&api->from, 2), 1 + take_below(&api->from, 2));
}

static void refuse_combinations(struct api *api)
{
    const kamm_model *models[3] = {api_model(take_below(&api->from, MODELS)),
                                   api_model(take_below(&api->from, MODELS)), NULL};
    kamm_error error = {0};
    long misuses = fuzz_misuses;
    kamm_combinations *combinations =
        kamm_create_combinations(models, take_below(&api->from, 4), 1, &error);
    if (!combinations && fuzz_misuses == misuses) hold_refusal(error.code, &error);
    kamm_destroy_combinations(combinations);
}

static void destroy_combinations(struct api *api)
{
    kamm_combinations **combinations = api_combinations(api);
    kamm_destroy_combinations(*combinations);
    *combinations = NULL;
}

static void use_combinations(struct api *api)
{
    kamm_combinations *combinations = *api_combinations(api);
    int index = api_index(api), unit = api_index(api);
    kamm_placement place = api_placement(api);
    kamm_ground ground = api_ground(api);
    double bends[KAMM_MAX_UNITS];
    kamm_hitch_state hitch;
    kamm_error error = {0};
    take_numbers(&api->from, bends, KAMM_MAX_UNITS);
    long misuses = fuzz_misuses;
    switch (take_below(&api->from, 8)) {
    case 0: kamm_place_combination(combinations, index, &place, bends[0] > 1 ? NULL : bends); break;
    case 1: {
        kamm_result result = kamm_couple(combinations, index, unit, &error);
        if (fuzz_misuses == misuses) hold_refusal(result, &error);
        break;
    }
    case 2: kamm_uncouple(combinations, index, unit); break;
    case 3: kamm_read_hitch(combinations, index, unit, &hitch); break;
    case 4: kamm_reversing_wheel_rad(combinations, index, bends[0]); break;
    case 5:
        if (combinations)
            kamm_save_combinations(combinations,
                                   api_room(api, &api->saved[COMBINATIONS_SAVED],
                                            kamm_combinations_snapshot_size(combinations)));
        break;
    case 6:
        if (api->saved[COMBINATIONS_SAVED].bytes)
            kamm_restore_combinations(combinations, api->saved[COMBINATIONS_SAVED].bytes,
                                      api->saved[COMBINATIONS_SAVED].size, &error);
        break;
    default: kamm_step_combinations(combinations, &ground, take_below(&api->from, 32)); break;
    }
    for (int i = 0; combinations && i < kamm_combination_units(combinations); ++i)
        hold_finite(kamm_combination_cars(combinations, i));
}

api_call *const api_world_calls[] = {create,
                                     groups,
                                     step,
                                     bodies,
                                     move,
                                     filters,
                                     cast,
                                     save,
                                     restore,
                                     surround,
                                     look,
                                     create_combinations,
                                     refuse_combinations,
                                     use_combinations,
                                     destroy_combinations,
                                     destroy,
                                     groups,
                                     step,
                                     use_combinations,
                                     joints,
                                     joints};
const int api_world_calls_count = sizeof api_world_calls / sizeof *api_world_calls;
