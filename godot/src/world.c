#include "world.h"

#include "axes.h"
#include "hits.h"

#include <math.h>

/* The world that steps: handlers of signals may free it. */
static struct world *stepping;
struct vehicle *vehicle_shown;

/* -- Vehicles -- */

void join_world(struct world *world, struct vehicle *vehicle)
{
    struct vehicle **at = &world->first;
    while (*at) at = &(*at)->next;
    *at = vehicle; /* in the order of the tree, which is that of the bits */
    vehicle->next = NULL;
    vehicle->world = world;
    vehicle->is_stale = 1;
}

int count_groups(const struct world *world)
{
    int count = 0;
    for (const struct vehicle *vehicle = world->first; vehicle; vehicle = vehicle->next)
        count += vehicle->cars != NULL;
    return count;
}

void leave_world(struct vehicle *vehicle)
{
    struct world *world = vehicle->world;
    if (vehicle_shown == vehicle) vehicle_shown = NULL;
    forget_hits(vehicle);
    if (!world) return;
    if (world->cursor == vehicle) world->cursor = vehicle->next;
    struct vehicle **at = &world->first;
    while (*at != vehicle) at = &(*at)->next;
    *at = vehicle->next;
    stop_vehicle(vehicle);
    vehicle->world = NULL;
}

/* -- The world -- */

static void set_gravity(const struct world *world, kamm_ground *ground)
{
    double gravity[3];
    from_godot(world->gravity_mps2, gravity);
    for (int i = 0; i < 3; ++i) ground->gravity_mps2[i] = (float)gravity[i];
    if (gravity[0] == 0 && gravity[1] == 0 && gravity[2] == 0) ground->gravity_mps2[2] = -KAMM_NONE;
}

/* Without terrain the ground is level at y = 0. */
static kamm_ground ground_of(const struct world *world, const kamm_terrain *terrain)
{
    kamm_ground ground = terrain ? kamm_terrain_ground(terrain) : kamm_flat_ground;
    if (!terrain) ground.plane.friction = world->friction > 0 ? (float)world->friction : KAMM_NONE;
    set_gravity(world, &ground);
    return ground;
}

static void add_bodies(struct world *world, const struct ground_parts *parts)
{
    for (int i = 0; i < parts->body_count; ++i) {
        kamm_error error;
        kamm_body_def def = parts->bodies[i];
        def.friction = world->friction > 0 ? (float)world->friction : KAMM_NONE;
        if (kamm_add_body(world->world, &def, &world->bodies[world->body_count], &error))
            gd_error("KammWorld3D", "a body is left out: %s", error.text);
        else
            ++world->body_count;
    }
}

/* Removes the bodies of the ground before, and adds those of now. */
static void renew_bodies(struct world *world)
{
    for (int i = 0; i < world->body_count; ++i)
        kamm_remove_body(world->world, world->bodies[i], NULL);
    world->body_count = 0;
    kamm_release(world->bodies);
    world->bodies =
        kamm_allocate((size_t)(world->added.body_count + world->collected.body_count + 1) *
                      sizeof *world->bodies);
    if (!world->bodies) {
        gd_error("KammWorld3D", "out of memory");
        return;
    }
    add_bodies(world, &world->added);
    add_bodies(world, &world->collected);
}

/* Applies gravity, friction and ground. On an error the ground before stays. */
static int renew(struct world *world)
{
    const struct ground_parts *const parts[] = {&world->added, &world->collected};
    kamm_terrain *terrain;
    kamm_error error;
    world->is_stale = 0;
    free_parts(&world->collected);
    if (world->collects) collect_shapes(&world->collected, world->base.node, "KammWorld3D");
    if (!make_terrain(parts, world->friction, &terrain, "KammWorld3D")) return world->world != NULL;
    kamm_ground ground = ground_of(world, terrain);
    kamm_world_def def = {.ground = ground, .substep_s = 1 / world->rate_hz};
    if (world->world ? kamm_set_world_ground(world->world, &ground, &error) != KAMM_OK
                     : !(world->world = kamm_create_world(&def, &error))) {
        gd_error("KammWorld3D", "%s", error.text);
        kamm_destroy_terrain(terrain);
        return world->world != NULL;
    }
    kamm_destroy_terrain(world->terrain);
    world->terrain = terrain;
    renew_bodies(world);
    return 1;
}

static int begin(struct world *world)
{
    if (world->world) return 1;
    int64_t substeps = world->substeps < 1 ? 1 : world->substeps;
    world->rate_hz = (double)substeps * gd_physics_ticks();
    world->owed_s = 0;
    world->is_stale = 1;
    return world->rate_hz > 0;
}

static void show_vehicles(struct world *world)
{
    stepping = world;
    world->cursor = world->first;
    while (stepping && world->cursor) {
        struct vehicle *vehicle = world->cursor;
        world->cursor = vehicle->next;
        if (vehicle->cars) show_vehicle(vehicle);
    }
    stepping = NULL;
}

static void step(struct world *world, double interval_s)
{
    if (!begin(world)) return;
    if (world->is_stale && !renew(world)) return;
    for (struct vehicle *vehicle = world->first; vehicle; vehicle = vehicle->next)
        if (prepare_vehicle(vehicle)) write_inputs(vehicle, interval_s);
    kamm_clock clock = {
        .substep_s = 1 / world->rate_hz, .owed_s = world->owed_s, .max_substeps = INT32_MAX};
    int substeps = kamm_advance_clock(&clock, interval_s, NULL);
    world->owed_s = clock.owed_s;
    kamm_step_world(world->world, substeps);
    note_hits(world);
    show_vehicles(world);
    emit_hits();
}

/* Nodes below keep their places in the list: they drive again when the world enters a tree again. */
static void stop(struct world *world)
{
    for (struct vehicle *vehicle = world->first; vehicle; vehicle = vehicle->next)
        stop_vehicle(vehicle);
    if (world->world) kamm_destroy_world(world->world);
    kamm_destroy_terrain(world->terrain);
    kamm_release(world->bodies);
    free_parts(&world->collected);
    world->world = NULL;
    world->terrain = NULL;
    world->bodies = NULL;
    world->body_count = 0;
}

/* -- The node -- */

static void start(void *instance)
{
    struct world *world = instance;
    world->gravity_mps2 = (gd_vector3){0, -9.80665f, 0};
    world->substeps = 4;
    world->friction = 1;
    world->collects = 1;
}

static void end(void *instance)
{
    struct world *world = instance;
    if (stepping == world) stepping = NULL;
    while (world->first) leave_world(world->first);
    stop(world);
    free_parts(&world->added);
}

static void notify(void *instance, int32_t what)
{
    struct world *world = instance;
    const gd_bool on = 1;
    const void *arguments[] = {&on};
    if (what == GD_NOTIFICATION_ENTER_TREE && !gd_in_editor())
        gd_call(gd_methods.Node_set_physics_process_internal, world->base.node, arguments, NULL);
    if (what == GD_NOTIFICATION_EXIT_TREE) {
        if (stepping == world) stepping = NULL;
        stop(world);
    }
    if (what == GD_NOTIFICATION_INTERNAL_PHYSICS_PROCESS)
        step(world,
             gd_call_number(gd_methods.Node_get_physics_process_delta_time, world->base.node));
}

static void changed(void *instance, size_t offset)
{
    struct world *world = instance;
    if (offset == offsetof(struct world, substeps) && world->world)
        gd_warning("KammWorld3D",
                   "substeps: the new number holds from the next time on that it enters the tree");
    world->is_stale = 1;
}

static const char *warning(const void *instance)
{
    (void)instance;
    return NULL;
}

/* -- Methods -- */

static void add_box_at(void *instance, const void *data, const union gd_value *in,
                       union gd_value *out)
{
    struct world *world = instance;
    (void)data, (void)out;
    if (add_box(&world->added, in[0].vector, &in[1].transform, "KammWorld3D")) world->is_stale = 1;
}

static void add_shape_at(void *instance, const void *data, const union gd_value *in,
                         union gd_value *out)
{
    struct world *world = instance;
    (void)data, (void)out;
    if (add_shape(&world->added, in[0].object, &in[1].transform, "KammWorld3D"))
        world->is_stale = 1;
}

static void add_mesh_at(void *instance, const void *data, const union gd_value *in,
                        union gd_value *out)
{
    struct world *world = instance;
    (void)data, (void)out;
    if (add_mesh(&world->added, in[0].object, &in[1].transform, "KammWorld3D")) world->is_stale = 1;
}

static void clear(void *instance, const void *data, const union gd_value *in, union gd_value *out)
{
    struct world *world = instance;
    (void)data, (void)in, (void)out;
    free_parts(&world->added);
    world->is_stale = 1;
}

static void rebuild(void *instance, const void *data, const union gd_value *in, union gd_value *out)
{
    (void)data, (void)in, (void)out;
    ((struct world *)instance)->is_stale = 1;
}

static void get_state_hash(void *instance, const void *data, const union gd_value *in,
                           union gd_value *out)
{
    const struct world *world = instance;
    (void)data, (void)in;
    out->integer = world->world ? (int64_t)kamm_world_state_hash(world->world) : 0;
}

static const struct gd_method methods[] = {
    {"add_box",
     "Adds a static box of that size at a global transform.",
     add_box_at,
     GD_NIL,
     2,
     {{"size_m", GD_VECTOR3, NULL}, {"transform", GD_TRANSFORM3D, NULL}},
     NULL},
    {"add_shape",
     "Adds a collision shape at a global transform: HeightMapShape3D, ConcavePolygonShape3D and others.",
     add_shape_at,
     GD_NIL,
     2,
     {{"shape", GD_OBJECT, "Shape3D"}, {"transform", GD_TRANSFORM3D, NULL}},
     NULL},
    {"add_mesh",
     "Adds the triangles of a mesh at a global transform.",
     add_mesh_at,
     GD_NIL,
     2,
     {{"mesh", GD_OBJECT, "Mesh"}, {"transform", GD_TRANSFORM3D, NULL}},
     NULL},
    {"clear", "Removes all that these methods have added.", clear, GD_NIL, 0, {{0}}, NULL},
    {"rebuild",
     "Collects the shapes of static bodies again before the next step.",
     rebuild,
     GD_NIL,
     0,
     {{0}},
     NULL},
    {"get_state_hash",
     "Returns a hash of the state, equal on all machines for equal states.",
     get_state_hash,
     GD_INT,
     0,
     {{0}},
     NULL},
};

static const struct gd_field fields[] = {
    {"gravity_mps2", "Gravity.", GD_VECTOR3, offsetof(struct world, gravity_mps2), GD_HINT_NONE,
     "suffix:m/s\u00b2"},
    {"substeps", "Steps of all vehicles in one physics frame. All vehicles get this rate.", GD_INT,
     offsetof(struct world, substeps), GD_HINT_RANGE, "1,100,1"},
    {"friction", "Friction of all ground: 1 on dry asphalt, 0.1 on ice.", GD_FLOAT,
     offsetof(struct world, friction), GD_HINT_RANGE, "0,2,0.01"},
    {"collects_bodies",
     "The shapes of static bodies below this node are its ground and its obstacles.", GD_BOOL,
     offsetof(struct world, collects), GD_HINT_NONE, NULL},
};

static void add_members(void)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) gd_add_method(&methods[i]);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) gd_add_field(&fields[i]);
}

const struct gd_class world_class = {
    "KammWorld3D",
    "A world of Kamm: steps all KammVehicle3D below it.",
    "Its ground are the shapes of the static bodies below it. Height maps, concave polygons and "
    "world boundaries are terrain, boxes and others obstacles on which wheels roll. Without terrain "
    "the ground is level at y = 0. It steps before the scripts of the nodes below it.",
    sizeof(struct world),
    start,
    end,
    notify,
    changed,
    warning,
    add_members,
};
