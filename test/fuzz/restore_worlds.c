/* Restores of worlds and environments. */
#include "restore.h"
#include "scenes.h"

#include <kamm/env.h>
#include <kamm/io/combination_file.h>
#include <kamm/portable_world.h>
#include <kamm/world_sleep.h>

#include <stdlib.h>

enum { BODIES = 5, WORLDS = 3, STEPS = 16, MOST_GROUPS = 6 };

/* What a world is made of, so that it can be looked at. */
struct scene {
    kamm_world *world;
    kamm_cars *near_by, *far, *simple;
    kamm_combinations *combinations;
    uint8_t *far_base; /* a snapshot of those far away */
};

static kamm_cars *add_cars(kamm_world *world, const char *vehicle, kamm_rung rung, int count,
                           double x_m, double speed_mps)
{
    kamm_model *model = kamm_load_model(vehicle, rung, NULL);
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    hold(cars);
    kamm_destroy_model(model);
    for (int i = 0; i < count; ++i) {
        const kamm_placement place = {
            .position_m = {x_m + 6.0 * i, 0, 0}, .speed_mps = speed_mps, .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, i, &place);
    }
    hold(kamm_add_cars(world, cars, NULL) == KAMM_OK);
    return cars;
}

/* A wall, a lift, a sensor, a cone and a crate in the way of two cars, and a car that has nothing to do with it. */
static struct scene make_scene(int which)
{
    kamm_body_def bodies[] = {
        {.shapes[0].box = {.centre_m = {20, 0, 1}, .half_m = {0.5, 5, 1}}},
        {.type = KAMM_BODY_KINEMATIC,
         .shapes[0].box = {.centre_m = {-8, 0, 0.1}, .half_m = {3, 3, 0.1}},
         .is_driven_on = 1},
        {.shapes[0].box = {.centre_m = {10, 0, 1}, .half_m = {1, 4, 1}}, .sensor = 1},
        kamm_cone(0.5),
        {.type = KAMM_BODY_DYNAMIC,
         .shapes[0].box.half_m = {0.5, 0.5, 0.5},
         .mass_kg = 80,
         .position_m = {8, 1, 0.5}}};
    bodies[3].position_m[0] = 4;
    const kamm_world_def def = {.bodies = bodies, .body_count = BODIES};
    struct scene scene = {.world = kamm_create_world(&def, NULL)};
    hold(scene.world);
    scene.near_by = add_cars(scene.world, "nissan-micra", KAMM_FULL, 2, 0, 12);
    scene.simple = add_cars(scene.world, "nissan-micra", which ? KAMM_DOUBLE_TRACK : KAMM_KINEMATIC,
                            1, -20, 5);
    scene.far = add_cars(scene.world, "volvo-v40", KAMM_FULL, 1, 5000, 0);
    if (which == 2) {
        scene.combinations = make_combinations(1, 1);
        const kamm_placement place = {
            .position_m = {0, 9, 0}, .speed_mps = 6, .gear = KAMM_GEAR_DRIVE};
        kamm_place_combination(scene.combinations, 0, &place, NULL);
        hold(kamm_add_combinations(scene.world, scene.combinations, NULL) == KAMM_OK);
    }
    kamm_let_cars_sleep(scene.world, which == 1);
    const kamm_body_motion lift = {.velocity_mps = {0, 0, 0.1}};
    hold(kamm_set_body_motion(scene.world, kamm_body_at(scene.world, 1), &lift, NULL) == KAMM_OK);
    kamm_step_world(scene.world, which == 1 ? 480 : 150);
    return scene;
}

static void save_scene(const void *scene, void *to)
{
    kamm_save_world_snapshot(((const struct scene *)scene)->world, to);
}
static kamm_result restore_scene(void *scene, const void *from, size_t size, kamm_error *error)
{
    return kamm_restore_world_snapshot(((struct scene *)scene)->world, from, size, error);
}
static void step_scene(void *scene) { kamm_step_world(((struct scene *)scene)->world, STEPS); }
static uint64_t hash_scene(const void *scene)
{
    return kamm_world_state_hash(((const struct scene *)scene)->world);
}

static void look_at_scene(const void *from)
{
    const struct scene *scene = from;
    hold_finite(scene->near_by);
    hold_finite(scene->simple);
    hold_finite(scene->far);
    for (int i = 0; i < BODIES; ++i) {
        kamm_body_motion motion;
        hold(!kamm_read_body_motion(scene->world, kamm_body_at(scene->world, i), &motion, NULL));
        for (int axis = 0; axis < 3; ++axis)
            hold(isfinite(motion.position_m[axis] + motion.velocity_mps[axis] +
                          motion.angular_velocity_radps[axis]));
    }
    int count;
    const kamm_contact_event *events = kamm_contact_events(scene->world, &count);
    for (int i = 0; i < count; ++i)
        hold(isfinite(events[i].impulse_ns) && isfinite(events[i].point_m[0]));
}

/* A car with unchanged bytes, five kilometres away from all others, has no fault. It has been stepped already. */
static void hold_far_away(const struct kept *kept, const uint8_t *bytes)
{
    const struct scene *scene = kept->object;
    unsigned fault = kamm_fault(scene->far, 0);
    size_t size = kamm_snapshot_size(scene->far);
    uint8_t *edited = malloc(size);
    hold(edited);
    hold(kept->restore(kept->object, bytes, kept->size, NULL) == KAMM_OK);
    kamm_save_snapshot(scene->far, edited);
    if (!memcmp(edited, scene->far_base, size)) hold(!(fault & KAMM_FAULT_NUMERIC));
    free(edited);
}

static struct kept *kept_scene(int which)
{
    static struct kept all[WORLDS];
    static struct scene scenes[WORLDS];
    struct kept *kept = &all[which];
    if (kept->object) return kept;
    struct scene *scene = &scenes[which];
    *scene = make_scene(which);
    *kept = (struct kept){.object = scene,
                          .size = kamm_world_snapshot_size(scene->world),
                          .save = save_scene,
                          .restore = restore_scene,
                          .step = step_scene,
                          .look = look_at_scene,
                          .hash = hash_scene};
    scene->far_base = malloc(kamm_snapshot_size(scene->far));
    hold(scene->far_base);
    kamm_save_snapshot(scene->far, scene->far_base);
    kept->inner[0] = kamm_snapshot_size(scene->near_by);
    kept->inner[1] = kamm_snapshot_size(scene->simple);
    kept->inner[2] = kamm_snapshot_size(scene->far);
    for (int unit = 0; scene->combinations && unit < 2; ++unit)
        kept->inner[3 + unit] =
            kamm_snapshot_size(kamm_combination_cars(scene->combinations, unit));
    keep(kept);
    return kept;
}

void fuzz_worlds(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    try_edits(kept_scene(take_below(&from, WORLDS)), &from, hold_far_away);
}

void seeds_worlds(fuzz_take *take, void *user) { take_edit_seeds(WORLDS, 0, take, user); }

/* -- The same as portable snapshots -- */
static void save_portable(const void *scene, void *to)
{
    hold(kamm_save_portable_world(((const struct scene *)scene)->world, to, NULL) == KAMM_OK);
}

static kamm_result restore_portable(void *scene, const void *from, size_t size, kamm_error *error)
{
    return kamm_restore_portable_world(((struct scene *)scene)->world, from, size, NULL, error);
}
/* It depends on the bodies that touch. */
static size_t measure_portable(const void *scene)
{
    return kamm_portable_world_size(((const struct scene *)scene)->world);
}

void fuzz_portable_worlds(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    int which = take_below(&from, WORLDS);
    static struct kept all[WORLDS];
    struct kept *kept = &all[which];
    if (!kept->object) {
        struct scene *scene = malloc(sizeof *scene);
        hold(scene);
        *scene = make_scene(which);
        *kept = (struct kept){.object = scene,
                              .size = kamm_portable_world_size(scene->world),
                              .is_portable = 1,
                              .measure = measure_portable,
                              .save = save_portable,
                              .restore = restore_portable,
                              .step = step_scene,
                              .look = look_at_scene,
                              .hash = hash_scene};
        keep(kept);
    }
    try_edits(kept, &from, NULL);
}

void seeds_portable_worlds(fuzz_take *take, void *user) { take_edit_seeds(WORLDS, 0, take, user); }

/* -- Environments -- */
enum { ENVS = 3 };

static void save_env(const void *env, void *to) { kamm_save_env(env, to); }
static kamm_result restore_env(void *env, const void *from, size_t size, kamm_error *error)
{
    return kamm_restore_env(env, from, size, error);
}

/* Steps by the task's own driver; numbers is what all arrays have to hold. */
static void step_env(void *env)
{
    enum { ROOM = 4096 };
    static float actions[ROOM], observations[ROOM], rewards[ENVS];
    static uint8_t terminated[ENVS], truncated[ENVS];
    const kamm_env_arrays arrays = {.observations = observations,
                                    .rewards = rewards,
                                    .terminated = terminated,
                                    .truncated = truncated};
    hold(ENVS * kamm_env_observations(env) <= ROOM);
    for (int step = 0; step < 3; ++step) {
        kamm_error error = {0};
        kamm_env_advice(env, actions);
        for (int i = 0; i < ENVS * kamm_env_actions(env); ++i) hold(isfinite(actions[i]));
        hold_refusal(kamm_step_env(env, actions, &arrays, &error), &error);
        for (int i = 0; i < ENVS * kamm_env_observations(env); ++i) hold(isfinite(observations[i]));
        for (int i = 0; i < ENVS; ++i) hold(isfinite(rewards[i]));
    }
}

static void look_at_env(const void *env)
{
    enum { POINTS = 512 };
    static double points[POINTS][2];
    hold_finite(kamm_env_cars((kamm_env *)env));
    for (int i = 0; i < ENVS; ++i) kamm_env_outlines(env, i, points, POINTS);
}

static uint64_t hash_env(const void *env)
{
    return kamm_state_hash(kamm_env_cars((kamm_env *)env));
}

static kamm_env *make_env(int task)
{
    static kamm_vehicle_def car, trailer;
    int rides = task == KAMM_ENV_BALANCE || task == KAMM_ENV_TRIAL;
    const char *name = rides ? "test/reference/two_wheels/sport-1000.json" : "nissan-micra";
    if (task == KAMM_ENV_TRAILER) {
        kamm_combination_file file = {0};
        hold(kamm_load_combination("volvo-v40-caravan", &file, NULL, NULL) == KAMM_OK);
        car = file.units[0].def;
        trailer = file.units[1].def;
        kamm_destroy_combination_file(&file);
    } else {
        static kamm_vehicle_file file;
        hold(kamm_load_vehicle(name, &file, NULL, NULL) == KAMM_OK);
        car = file.def;
    }
    car.stepping.substeps_per_s = trailer.stepping.substeps_per_s = 300;
    const kamm_env_range range = {.path = "payload.mass_kg", .low = 0, .high = 200};
    const kamm_env_def def = {.task = (kamm_env_task)task,
                              .count = ENVS,
                              .vehicle = &car,
                              .rung = rides || task % 2 ? KAMM_FULL : KAMM_SINGLE_TRACK,
                              .trailer = task == KAMM_ENV_TRAILER ? &trailer : NULL,
                              .ranges = &range,
                              .range_count = task == KAMM_ENV_DRIFT};
    kamm_error error = {0};
    kamm_env *env = kamm_create_env(&def, &error);
    if (!env) fprintf(stderr, "%s\n", error.text);
    hold(env);
    static float observations[4096];
    hold(kamm_reset_env(env, NULL, NULL, observations, NULL) == KAMM_OK);
    step_env(env);
    return env;
}

static struct kept *kept_env(int task)
{
    static struct kept all[KAMM_ENV_TASKS];
    struct kept *kept = &all[task];
    if (kept->object) return kept;
    kamm_env *env = make_env(task);
    *kept = (struct kept){.object = env,
                          .size = kamm_env_snapshot_size(env),
                          .save = save_env,
                          .restore = restore_env,
                          .step = step_env,
                          .look = look_at_env,
                          .hash = hash_env};
    kept->inner[0] = kamm_snapshot_size(kamm_env_cars(env));
    if (kamm_env_trailers(env)) kept->inner[1] = kamm_snapshot_size(kamm_env_trailers(env));
    keep(kept);
    return kept;
}

void fuzz_env(const uint8_t *data, size_t size)
{
    struct bytes from = {data, size};
    try_edits(kept_env(take_below(&from, KAMM_ENV_TASKS)), &from, NULL);
}

void seeds_env(fuzz_take *take, void *user) { take_edit_seeds(KAMM_ENV_TASKS, 0, take, user); }
