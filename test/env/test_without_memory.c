/* Each function of the core library that allocates, with each of its allocations failing in turn: it tells so, changes nothing and
 * leaves nothing behind, and the same call with memory succeeds afterwards. tools/test_amalgamate.sh compares the functions here with
 * those whose calls reach kamm_allocate (tools/allocating.py). */
#include "support/cars.h"
#include "support/tier.h"
#include "support/trailers.h"
#include "support/world.h"
#include "support/world_files.h"

#include <kamm/arcade_drive.h>
#include <kamm/batch.h>
#include <kamm/driver.h>
#include <kamm/env.h>
#include <kamm/level_of_detail.h>
#include <kamm/linear.h>
#include <kamm/portable_world.h>
#include <kamm/terrain.h>
#include <kamm/wind.h>
#include <kamm/world_joints.h>
#include <limits.h>
#include <string.h>

/* What the calls work on. A world has cars, a combination, a dynamic body and a fixed body; others stand outside. */
struct scene {
    kamm_world *world;
    kamm_cars *cars_in, *cars_out;
    kamm_combinations *combinations_in, *combinations_out;
    kamm_line *line;
    kamm_env *env;
    int is_env_kept; /* 0: a call that fails begins episodes, with the vehicles that there were */
    void *saved_env, *saved_world;
};

/* Compiled once: nothing here changes them. */
static struct {
    kamm_vehicle_def car, tug, trailer;
    kamm_model *car_model, *units[2];
    void *saved_model; /* car_model's bytes */
    kamm_terrain *fence;
} shared;

static kamm_model *compiled(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_SINGLE_TRACK, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

/* A terrain with an upright face. */
static kamm_terrain *make_fence(void)
{
    static const float points[4][3] = {{200, 0, 0}, {209, 0, 0}, {200, 9, 0}, {200, 9, 3}};
    static const int32_t triangles[2][3] = {{0, 1, 2}, {0, 2, 3}};
    const kamm_layer layer = {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, points, triangles}};
    const kamm_terrain_def def = {.layers = &layer, .layer_count = 1};
    kamm_error error;
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    must(terrain ? KAMM_OK : error.code, &error);
    return terrain;
}

static int compile_shared(void **state)
{
    (void)state;
    shared.car = kamm_default_vehicle(), shared.tug = towing_car(), shared.trailer = caravan();
    shared.car.stepping.substeps_per_s = 300;
    shared.tug.stepping.substeps_per_s = shared.trailer.stepping.substeps_per_s = 300;
    shared.car_model = compiled(&shared.car);
    shared.units[0] = compiled(&shared.tug), shared.units[1] = compiled(&shared.trailer);
    shared.saved_model = test_malloc(kamm_model_size(shared.car_model));
    kamm_save_model(shared.car_model, shared.saved_model);
    shared.fence = make_fence();
    return 0;
}

static int release_shared(void **state)
{
    (void)state;
    test_free(shared.saved_model);
    kamm_destroy_terrain(shared.fence);
    kamm_destroy_model(shared.car_model);
    for (int i = 0; i < 2; ++i) kamm_destroy_model(shared.units[i]);
    return 0;
}

/* ---- the scene ---- */

static const kamm_path circle_path = {
    .name = "circle",
    .count = 8,
    .points_m =
        (double[8][2]){
            {40, 0}, {28, 28}, {0, 40}, {-28, 28}, {-40, 0}, {-28, -28}, {0, -40}, {28, -28}},
    .width_m = 8,
    .closed = 1};
static const kamm_env_def env_def = {.task = KAMM_ENV_TRACK,
                                     .count = 1,
                                     .vehicle = &shared.car,
                                     .rung = KAMM_SINGLE_TRACK,
                                     .max_steps = 60,
                                     .ranges = &(kamm_env_range){"body.mass_kg", 1300, 1500},
                                     .range_count = 1};

static const kamm_world_def usual_world;
static const kamm_terrain_def level_terrain;

static kamm_cars *car_at(double y_m)
{
    kamm_cars *cars = kamm_create_cars(shared.car_model, 1, NULL);
    roll_at(cars, 0, 0, y_m, 0, 10);
    return cars;
}

static kamm_combinations *combination_at(double y_m)
{
    kamm_error error;
    const kamm_model *const units[] = {shared.units[0], shared.units[1]};
    kamm_combinations *combinations = kamm_create_combinations(units, 2, 1, &error);
    if (!combinations) fail_msg("%s", error.text);
    kamm_placement place = kamm_placement_on(&kamm_flat_ground, 0, y_m, 0);
    place.speed_mps = 8;
    kamm_place_combination(combinations, 0, &place, NULL);
    return combinations;
}

static struct scene build_scene(void)
{
    kamm_error error;
    kamm_body_def dynamic_body = placed_at(crate(), 30, 0, 0.5, 0);
    kamm_body_def wall = wall_across(80, 0.5, 0);
    struct scene s = {.world = create_world(&usual_world),
                      .cars_in = car_at(0),
                      .cars_out = car_at(8),
                      .combinations_in = combination_at(16),
                      .combinations_out = combination_at(24)};
    add_cars(s.world, s.cars_in);
    must(kamm_add_combinations(s.world, s.combinations_in, &error), &error);
    must(kamm_add_body(s.world, &dynamic_body, NULL, &error), &error);
    must(kamm_add_body(s.world, &wall, NULL, &error), &error);
    kamm_step_world(s.world, 3);
    s.line = kamm_create_line(&circle_path, &error);
    assert_non_null(s.line);
    s.saved_world = test_malloc(kamm_portable_world_size(s.world));
    must(kamm_save_portable_world(s.world, s.saved_world, &error), &error);
    return s;
}

/* Costly: only for the calls that it is for. */
static void build_env(struct scene *s)
{
    kamm_error error;
    s->env = kamm_create_env(&env_def, &error);
    if (!s->env) fail_msg("%s", error.text);
    must(kamm_reset_env(s->env, (uint64_t[]){1}, NULL, (float[128]){0}, &error), &error);
    s->saved_env = test_malloc(kamm_env_snapshot_size(s->env));
    kamm_save_env(s->env, s->saved_env);
}

static void destroy_scene(struct scene *s)
{
    kamm_destroy_world(s->world);
    kamm_destroy_cars(s->cars_in), kamm_destroy_cars(s->cars_out);
    kamm_destroy_combinations(s->combinations_in), kamm_destroy_combinations(s->combinations_out);
    kamm_destroy_line(s->line);
    kamm_destroy_env(s->env);
    if (s->env) test_free(s->saved_env);
    test_free(s->saved_world);
}

/* Of what no failing call may change. */
static uint64_t hash_of(struct scene *s)
{
    if (s->env && s->is_env_kept) {
        size_t size = kamm_env_snapshot_size(s->env);
        void *now = test_malloc(size);
        kamm_save_env(s->env, now);
        assert_memory_equal(now, s->saved_env, size);
        test_free(now);
    }
    return kamm_world_state_hash(s->world) ^ 3 * kamm_state_hash(s->cars_out) ^
           5 * kamm_combinations_hash(s->combinations_out);
}

/* ---- the calls ---- */

/* Of functions that return a result. */
#define CALLS(function, ...)                                           \
    static kamm_result call_##function(struct scene *s, kamm_error *e) \
    {                                                                  \
        (void)s;                                                       \
        return function(__VA_ARGS__, e);                               \
    }
/* Of functions that make an object, which is destroyed at once. */
#define MAKES(type, function, destroy, ...)                            \
    static kamm_result call_##function(struct scene *s, kamm_error *e) \
    {                                                                  \
        (void)s;                                                       \
        type *made = function(__VA_ARGS__, e);                         \
        if (made) destroy(made);                                       \
        return made ? KAMM_OK : e->code;                               \
    }

CALLS(kamm_add_cars, s->world, s->cars_out)
CALLS(kamm_add_combinations, s->world, s->combinations_out)
CALLS(kamm_replace_cars, s->world, s->cars_in, s->cars_out)
CALLS(kamm_replace_combinations, s->world, s->combinations_in, s->combinations_out)
CALLS(kamm_replace_cars_by_combinations, s->world, s->cars_in, s->combinations_out)
CALLS(kamm_replace_combinations_by_cars, s->world, s->combinations_in, s->cars_out)
CALLS(kamm_apply_force, s->cars_out, 0, (double[]){1, 0, 0}, (double[]){0, 0, 0})
CALLS(kamm_apply_torque, s->cars_out, 0, (double[]){0, 0, 1})
CALLS(kamm_reset_env, s->env, (uint64_t[]){7}, NULL, (float[128]){0})
CALLS(kamm_save_portable_world, s->world, s->saved_world)
CALLS(kamm_restore_portable_world, s->world, s->saved_world, kamm_portable_world_size(s->world),
      NULL)
CALLS(kamm_restore_env, s->env, s->saved_env, kamm_env_snapshot_size(s->env))

static kamm_result call_add_dynamic_body(struct scene *s, kamm_error *e)
{
    kamm_body_def dynamic_body = placed_at(crate(), 40, 0, 0.5, 0);
    return kamm_add_body(s->world, &dynamic_body, NULL, e);
}

static kamm_result call_add_static_body(struct scene *s, kamm_error *e)
{
    kamm_body_def wall = wall_across(90, 0.5, 0);
    return kamm_add_body(s->world, &wall, NULL, e);
}

static kamm_result call_kamm_add_terrain_faces(struct scene *s, kamm_error *e)
{
    return kamm_add_terrain_faces(s->world, shared.fence, NULL, NULL, e);
}

static kamm_result call_kamm_add_joint(struct scene *s, kamm_error *e)
{
    kamm_joint_def pin = {.kind = KAMM_JOINT_BALL, .ends[0].body = kamm_body_at(s->world, 0)};
    kamm_result result = kamm_place_joint(s->world, &pin, (double[]){30, 0, 0.5}, NULL, e);
    return result == KAMM_OK ? kamm_add_joint(s->world, &pin, NULL, e) : result;
}

static kamm_result call_kamm_arcade_vehicle(struct scene *s, kamm_error *e)
{
    (void)s;
    kamm_vehicle_def def = shared.car;
    kamm_arcade arcade = kamm_default_arcade();
    arcade.grip = 1.5;
    return kamm_arcade_vehicle(&arcade, &def, e);
}

/* Boost is a force. */
static kamm_result call_kamm_arcade_input(struct scene *s, kamm_error *e)
{
    kamm_arcade arcade = kamm_default_arcade();
    kamm_arcade_state state = {0};
    const kamm_arcade_request request = {.boost = 1};
    arcade.boost_mps2 = 5;
    return kamm_arcade_input(&arcade, NULL, &state, s->cars_out, 0, &request, 1.0 / 60, e);
}

static kamm_result call_kamm_linearise(struct scene *s, kamm_error *e)
{
    static const kamm_linear_state states[] = {{.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
                                               {.kind = KAMM_LINEAR_RATE, .axis = 2}};
    const kamm_linear_def def = {.states = states, .state_count = 2, .substeps = 4};
    double a[4];
    return kamm_linearise(s->cars_out, 0, &kamm_flat_ground, &def, a, NULL, NULL, NULL, e);
}

static kamm_result call_kamm_expand(struct scene *s, kamm_error *e)
{
    (void)s;
    kamm_model *models[2];
    const kamm_variants variants = {.count = 2,
                                    .path_count = 1,
                                    .paths = (const char *const[]){"body.mass_kg"},
                                    .values = (double[]){1300, 1400}};
    kamm_result result = kamm_expand(&shared.car, KAMM_KINEMATIC, &variants, models, e);
    for (int i = 0; result == KAMM_OK && i < 2; ++i) kamm_destroy_model(models[i]);
    return result;
}

MAKES(kamm_model, kamm_create_model, kamm_destroy_model, &shared.car, KAMM_SINGLE_TRACK)
MAKES(kamm_model, kamm_restore_model, kamm_destroy_model, shared.saved_model,
      kamm_model_size(shared.car_model))
MAKES(kamm_combinations, kamm_create_combinations, kamm_destroy_combinations,
      (const kamm_model *const[]){shared.units[0], shared.units[1]}, 2, 1)
MAKES(kamm_combinations, kamm_create_mixed_combinations, kamm_destroy_combinations,
      (const kamm_model *const[]){shared.units[0], shared.units[1]}, 2, 1)
MAKES(kamm_env, kamm_create_env, kamm_destroy_env, &env_def)
MAKES(kamm_line, kamm_create_line, kamm_destroy_line, &circle_path)
MAKES(kamm_line, kamm_create_line_on, kamm_destroy_line, &circle_path, &kamm_flat_ground)
MAKES(kamm_plan, kamm_create_plan, kamm_destroy_plan, s->line, shared.car_model, 0.8)
MAKES(kamm_terrain, kamm_create_terrain, kamm_destroy_terrain, &level_terrain)
MAKES(kamm_wind, kamm_create_wind, kamm_destroy_wind,
      &(kamm_wind_def){.gusts = &(kamm_gust){.velocity_mps = {0, 5, 0}}, .gust_count = 1})
MAKES(kamm_world, kamm_create_world, kamm_destroy_world, &usual_world)
MAKES(kamm_cars, kamm_trim, kamm_destroy_cars, shared.car_model, &kamm_flat_ground,
      &(kamm_trim_target){.speed_mps = 20}, NULL)

/* The chooser outlives the cars here, of which it does nothing when it goes. */
static const kamm_detail_level *level_of(const struct scene *s)
{
    static kamm_detail_level level;
    level.cars = s->cars_out;
    return &level;
}

MAKES(kamm_detail, kamm_create_detail, kamm_destroy_detail,
      &(kamm_detail_def){.levels = level_of(s),
                         .level_count = 1,
                         .models = (const kamm_model *const[]){shared.car_model},
                         .kind_count = 1,
                         .most_cars = 1})
MAKES(kamm_cars, kamm_create_cars, kamm_destroy_cars, shared.car_model, 1)
MAKES(kamm_cars, kamm_create_mixed_cars, kamm_destroy_cars,
      (const kamm_model *const[]){shared.car_model}, 1)
MAKES(kamm_threads, kamm_create_threads, kamm_destroy_threads, 2)

#define ROW(function)                 \
    {                                 \
#function, call_##function, 0 \
    }
static const struct {
    const char *function;
    kamm_result (*call)(struct scene *s, kamm_error *e);
    int is_of_env;
} rows[] = {
    ROW(kamm_add_cars),
    ROW(kamm_add_combinations),
    {"kamm_add_body", call_add_dynamic_body, 0},
    {"kamm_add_body", call_add_static_body, 0},
    ROW(kamm_add_joint),
    ROW(kamm_add_terrain_faces),
    ROW(kamm_apply_force),
    ROW(kamm_apply_torque),
    ROW(kamm_arcade_input),
    ROW(kamm_arcade_vehicle),
    ROW(kamm_create_model),
    ROW(kamm_create_cars),
    ROW(kamm_create_combinations),
    ROW(kamm_create_detail),
    ROW(kamm_create_env),
    ROW(kamm_create_line),
    ROW(kamm_create_line_on),
    ROW(kamm_create_mixed_cars),
    ROW(kamm_create_mixed_combinations),
    ROW(kamm_create_plan),
    ROW(kamm_create_terrain),
    ROW(kamm_create_threads),
    ROW(kamm_create_wind),
    ROW(kamm_create_world),
    ROW(kamm_expand),
    ROW(kamm_linearise),
    ROW(kamm_replace_cars),
    ROW(kamm_replace_cars_by_combinations),
    ROW(kamm_replace_combinations),
    ROW(kamm_replace_combinations_by_cars),
    {"kamm_reset_env", call_kamm_reset_env, 1},
    {"kamm_restore_env", call_kamm_restore_env, 1},
    ROW(kamm_save_portable_world),
    ROW(kamm_restore_portable_world),
    ROW(kamm_restore_model),
    ROW(kamm_trim),
};

/* Where these have no memory for the matrix of joints that are left, joints are solved one by one, as without such calls in a large world:
 * WITHOUT(kamm_remove_body), WITHOUT(kamm_remove_cars), WITHOUT(kamm_remove_combinations), WITHOUT(kamm_remove_joint). */
enum { ROWS = sizeof rows / sizeof *rows };

/* ---- each of their allocations fails ---- */

/* 1 once there was memory enough. */
static int call_with(int allocations, int row)
{
    struct counted_memory memory = {.left = INT_MAX};
    kamm_set_allocator(allocate_while_left, release_counted, &memory);
    struct scene s = build_scene();
    const char *name = rows[row].function;
    if (rows[row].is_of_env) build_env(&s);
    s.is_env_kept = rows[row].call != call_kamm_reset_env;
    uint64_t before = hash_of(&s);
    int alive = memory.alive;
    kamm_error error = {KAMM_OK, "", ""};
    memory.left = allocations;
    kamm_result result = rows[row].call(&s, &error);
    int is_done = result == KAMM_OK;
    if (is_done && !allocations) fail_msg("%s allocates nothing", name);
    if (!is_done) {
        if (result != KAMM_ERROR_MEMORY || error.code != result || !*error.text)
            fail_msg("%s without memory: %d, %d \"%s\"", name, result, error.code, error.text);
        if (hash_of(&s) != before) fail_msg("%s has changed something and failed", name);
        if (memory.alive != alive)
            fail_msg("%s failed and keeps %d pieces", name, memory.alive - alive);
        memory.left = 0; /* stepping needs none */
        kamm_step_world(s.world, 8);
        memory.left = INT_MAX;
        if (rows[row].call(&s, &error) != KAMM_OK)
            fail_msg("%s with memory after it had none: %s", name, error.text);
    }
    kamm_step_world(s.world, 8);
    destroy_scene(&s);
    kamm_set_allocator(NULL, NULL, NULL);
    if (memory.alive) fail_msg("%s: %d pieces are left in the end", name, memory.alive);
    return is_done;
}

static void a_call_without_memory_tells_so_and_changes_nothing(void **state)
{
    (void)state;
    for (int row = 0; row < ROWS; ++row) {
        int allocations = 0, tries = 0, stride = of_tier(17, 1);
        for (; !call_with(allocations, row); allocations += stride) ++tries;
        print_message("%s: %d of its allocations have failed\n", rows[row].function, tries);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_without_memory_tells_so_and_changes_nothing),
    };
    return cmocka_run_group_tests(tests, compile_shared, release_shared);
}
