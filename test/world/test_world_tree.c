/* The trees of a world's bodies: casts against one world for each body, from a centimetre to a kilometre; and worlds whose
 * bodies came, went and moved in any order against worlds that were made at once, to the bit. */
#include "support/tier.h"
#include "support/world.h"

#include "world/state.h"
#include <kamm/world_events.h>
#include <kamm/world_query.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BODIES = 120 };
static kamm_error error;

/* ---- bodies ---- */

static void random_turn(struct noise *noise, double q[4])
{
    for (int k = 0; k < 4; ++k) q[k] = noise_between(noise, -1, 1);
}

/* A box, sphere, capsule, cylinder or two boxes; sizes by powers of ten, some as flat as floors. */
static kamm_body_def random_body(struct noise *noise, double most_m, double extent_m)
{
    kamm_body_def def = {.type = (kamm_body_type)(noise_bits(noise) % 3)};
    double size = most_m * pow(10, noise_between(noise, -5, 0));
    def.shape_count = 1 + (int)(noise_bits(noise) % 2);
    for (int i = 0; i < def.shape_count; ++i) {
        kamm_shape *shape = &def.shapes[i];
        shape->kind = (kamm_shape_kind)(noise_bits(noise) % 4);
        for (int k = 0; k < 3; ++k) {
            shape->box.half_m[k] = size * noise_between(noise, 0.3, 0.5);
            shape->box.centre_m[k] = i * size * noise_between(noise, -0.7, 0.7);
        }
        if (shape->kind) shape->box.half_m[1] = shape->box.half_m[0];
        if (shape->kind == KAMM_SHAPE_SPHERE) shape->box.half_m[2] = shape->box.half_m[0];
        if (shape->kind == KAMM_SHAPE_CAPSULE) shape->box.half_m[2] += shape->box.half_m[0];
        if (!shape->kind && noise_bits(noise) % 3 == 0) shape->box.half_m[2] *= 0.01;
    }
    for (int k = 0; k < 3; ++k) def.position_m[k] = noise_between(noise, -extent_m, extent_m);
    random_turn(noise, def.orientation);
    def.sensor = def.type != KAMM_BODY_DYNAMIC && noise_bits(noise) % 8 == 0;
    if (def.type == KAMM_BODY_DYNAMIC) def.mass_kg = 50, def.asleep = noise_bits(noise) % 2 == 0;
    return def;
}

/* ---- casts ---- */

struct many_worlds {
    kamm_world *all, *each[BODIES]; /* NULL: the body is not there */
    kamm_body_def defs[BODIES];
};

static kamm_world *world_of_one(const kamm_body_def *def)
{
    kamm_world_def one = {.ground = empty_space(), .bodies = def, .body_count = 1};
    return create_world(&one);
}

static void put(struct many_worlds *w, struct noise *noise, double most_m, double extent_m)
{
    static uint32_t others;
    kamm_body_def def = random_body(noise, most_m, extent_m);
    kamm_body body;
    /* Casts alone meet it, and with a filter of its own it covers no face of others. */
    def.filter = (kamm_filter){2, 1 | others++ << 2};
    must(kamm_add_body(w->all, &def, &body, &error), &error);
    assert_in_range(body.index, 0, BODIES - 1);
    assert_null(w->each[body.index]);
    w->defs[body.index] = def;
    w->each[body.index] = world_of_one(&def);
}

static void take_away(struct many_worlds *w, int i)
{
    remove_body(w->all, i);
    kamm_destroy_world(w->each[i]);
    w->each[i] = NULL;
}

/* In both, with a speed: where it gets in a few steps. */
static void move(struct many_worlds *w, int i, struct noise *noise, double extent_m)
{
    kamm_body_motion motion = {.velocity_mps = {extent_m, 0, -extent_m}};
    for (int k = 0; k < 3; ++k) motion.position_m[k] = noise_between(noise, -extent_m, extent_m);
    if (extent_m > 800) motion.velocity_mps[0] = motion.velocity_mps[2] = 500;
    random_turn(noise, motion.orientation);
    motion.angular_velocity_radps[noise_bits(noise) % 3] = 5;
    set_body(w->all, i, &motion);
    set_body(w->each[i], 0, &motion);
}

static void change(struct many_worlds *w, struct noise *noise, double most_m, double extent_m)
{
    int i = (int)(noise_bits(noise) % BODIES), count = 0;
    for (int k = 0; k < BODIES; ++k) count += w->each[k] != NULL;
    if (!w->each[i] && count < BODIES) {
        put(w, noise, most_m, extent_m);
    } else if (w->each[i] && noise_bits(noise) % 4 == 0) {
        take_away(w, i);
    } else if (w->each[i] && w->defs[i].type != KAMM_BODY_STATIC) {
        move(w, i, noise, extent_m);
    }
}

/* The worlds of one body have it everywhere in their trees. */
static void step_all(struct many_worlds *w, int substeps)
{
    static const double low[3] = {-1e12, -1e12, -1e12}, high[3] = {1e12, 1e12, 1e12};
    kamm_step_world(w->all, substeps);
    for (int i = 0; i < BODIES; ++i) {
        if (!w->each[i]) continue;
        kamm_step_world(w->each[i], substeps);
        int is_dynamic = w->each[i]->slots[0].is_dynamic;
        kamm_move_leaf(is_dynamic ? &w->each[i]->dynamic_tree : &w->each[i]->fixed_tree,
                       w->each[i]->slots[0].leaf, low, high);
    }
}

static void *save(const kamm_world *world)
{
    void *snapshot = calloc(1, kamm_world_snapshot_size(world));
    kamm_save_world_snapshot(world, snapshot);
    return snapshot;
}

static void restore(kamm_world *world, void *snapshot)
{
    size_t size = kamm_world_snapshot_size(world);
    must(kamm_restore_world_snapshot(world, snapshot, size, &error), &error);
    free(snapshot);
}

/* There and back. */
static void step_and_restore_all(struct many_worlds *w, int substeps)
{
    void *all = save(w->all), *each[BODIES];
    for (int i = 0; i < BODIES; ++i) each[i] = w->each[i] ? save(w->each[i]) : NULL;
    step_all(w, substeps);
    restore(w->all, all);
    for (int i = 0; i < BODIES; ++i)
        if (w->each[i]) restore(w->each[i], each[i]);
}

static kamm_cast random_cast(struct noise *noise, double extent_m)
{
    kamm_cast cast = {.leaves_out = 1u << KAMM_BODY_GROUND};
    int kind = (int)(noise_bits(noise) % 4);
    cast.sensors = noise_bits(noise) % 2;
    for (int k = 0; k < 3; ++k) {
        cast.from_m[k] = noise_between(noise, -extent_m, extent_m);
        cast.to_m[k] = kind == 3 ? cast.from_m[k] : noise_between(noise, -extent_m, extent_m);
    }
    if (noise_bits(noise) % 8 == 0) cast.to_m[2] = cast.from_m[2];
    double size = extent_m * pow(10, noise_between(noise, -4, -0.5));
    if (kind == 1) cast.radius_m = size;
    for (int k = 0; k < 3 && kind >= 2; ++k) cast.half_m[k] = size * noise_between(noise, 0.2, 1);
    if (kind >= 2) random_turn(noise, cast.orientation);
    return cast;
}

/* Dynamic bodies come after the others at the same time. */
static int comes_later(const kamm_hit *a, const kamm_hit *b)
{
    int dynamic[2] = {a->body.type == KAMM_BODY_DYNAMIC, b->body.type == KAMM_BODY_DYNAMIC};
    return a->fraction > b->fraction || (a->fraction == b->fraction && dynamic[0] && !dynamic[1]);
}

static void insert_hit(kamm_hit hits[BODIES], int count, const kamm_hit *hit)
{
    int at = count;
    for (; at > 0 && comes_later(&hits[at - 1], hit); --at) hits[at] = hits[at - 1];
    hits[at] = *hit;
}

/* Those of the worlds of one body, in the order of the bodies. Returns how many are on the way. */
static int compare_cast(const struct many_worlds *w, const kamm_cast *cast)
{
    kamm_hit expected[BODIES], hits[BODIES], first;
    int count = 0;
    for (int i = 0; i < BODIES; ++i) {
        kamm_hit hit;
        if (!w->each[i] || !kamm_cast_shape(w->each[i], cast, &hit, 1)) continue;
        hit.body.index = i;
        insert_hit(expected, count++, &hit);
    }
    assert_int_equal(kamm_cast_shape(w->all, cast, hits, BODIES), count);
    assert_memory_equal(hits, expected, (size_t)count * sizeof *hits);
    assert_int_equal(kamm_cast_shape(w->all, cast, &first, 1), count > 0);
    if (count) assert_memory_equal(&first, expected, sizeof first);
    return count;
}

static void casts_hit_what_each_body_is_hit_by(void **state)
{
    (void)state;
    static const double most_m[] = {1000, 10, 100, 1000}, extent_m[] = {1000, 3, 2000, 20};
    int rounds = of_tiers(30, 300, 3000), hits = 0;
    for (int n = 0; n < 4; ++n) {
        kamm_world_def empty = {.ground = empty_space()};
        struct noise noise = {3 + (uint64_t)n};
        static struct many_worlds w;
        w.all = create_world(&empty);
        for (int round = 0; round < rounds; ++round) {
            for (int i = 0; i < 12; ++i) change(&w, &noise, most_m[n], extent_m[n]);
            step_all(&w, round % 9);
            if (round % 3 == 0) step_and_restore_all(&w, 60);
            for (int i = 0; i < 20; ++i) {
                kamm_cast cast = random_cast(&noise, extent_m[n]);
                hits += compare_cast(&w, &cast);
            }
        }
        for (int i = 0; i < BODIES; ++i)
            if (w.each[i]) take_away(&w, i);
        assert_int_equal(w.all->fixed_tree.count, 0);
        assert_int_equal(w.all->dynamic_tree.count, 0);
        kamm_destroy_world(w.all);
    }
    expect_above(hits, 500);
}

/* Bodies at one place are hit at the same time: the lower index comes first, whatever came when. */
static void equal_bodies_are_hit_in_order(void **state)
{
    (void)state;
    kamm_body_def wall = wall_across(5, 0.5, 0.1);
    kamm_world_def empty = {.ground = empty_space()};
    kamm_world *world = create_world(&empty);
    const double from[3] = {0, 0, 1}, to[3] = {10, 0, 1};
    for (int i = 0; i < 40; ++i) must(kamm_add_body(world, &wall, NULL, &error), &error);
    for (int i = 1; i < 40; i += 3) remove_body(world, i);
    for (int i = 1; i < 40; i += 3) must(kamm_add_body(world, &wall, NULL, &error), &error);
    kamm_cast cast = {.from_m = {0, 0, 1}, .to_m = {10, 0, 1}};
    for (int room = 1; room <= 40; ++room) {
        kamm_hit hits[40];
        assert_int_equal(kamm_cast_shape(world, &cast, hits, room), room);
        for (int i = 0; i < room; ++i) assert_int_equal(hits[i].body.index, i);
    }
    kamm_hit hit;
    assert_int_equal(kamm_cast_ray(world, from, to, NULL, &hit), 1);
    assert_int_equal(hit.body.index, 0);
    kamm_destroy_world(world);
}

/* ---- the past of a world ---- */

enum { YARD = 64, CARS = 6 };
/* Walls end to end, planks, gates, sensors, lifts and crates around the place where cars drive. */
static void make_yard(kamm_body_def defs[YARD])
{
    struct noise noise = {5};
    for (int i = 0; i < YARD; ++i) {
        kamm_body_def *def = &defs[i];
        double x = i % 8 * 4.0 + noise_between(&noise, -0.5, 0.5), y = i / 8 * 4.0 - 14;
        *def = (kamm_body_def){.friction = 0.6f};
        def->shapes[0].box = (kamm_box){.centre_m = {0, 0, 0.5}, .half_m = {0.4, 0.4, 0.5}};
        def->position_m[0] = 8 + x, def->position_m[1] = y;
        if (i % 8 == 2 || i % 8 == 5 || i % 8 == 7) def->position_m[1] += 1.5;
        if (i % 8 < 2) def->position_m[0] = i % 8 ? 46 : 40, def->shapes[0].box.half_m[1] = 2.0;
        if (i % 8 == 3) def->is_driven_on = 1, def->shapes[0].box.centre_m[2] = -0.44;
        if (i % 8 == 4) def->sensor = 1, def->shapes[0].box.half_m[0] = 0.05;
        if (i % 8 == 5) def->type = KAMM_BODY_KINEMATIC;
        if (i % 8 == 6) *def = placed_at(crate(), 8 + x, y, 0.5, i % 16 == 6);
        def->material = i;
    }
}

static kamm_world *fresh_yard(const kamm_body_def defs[YARD])
{
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = defs, .body_count = YARD};
    return create_world(&def);
}

/* Each body is removed and added again, in any order, some at the same time. */
static kamm_world *shaken_yard(const kamm_body_def defs[YARD], struct noise *noise)
{
    kamm_world *world = fresh_yard(defs);
    for (int round = 0; round < 100; ++round) {
        int gone[5], count = 0;
        for (int i = 0; i < 5; ++i) {
            int at = (int)(noise_bits(noise) % YARD);
            if (!kamm_body_at(world, at).generation) continue;
            remove_body(world, at);
            gone[count++] = at;
        }
        for (int i = 0; i < count; ++i) {
            int least = YARD;
            for (int k = 0; k < count; ++k)
                if (gone[k] < least && !kamm_body_at(world, gone[k]).generation) least = gone[k];
            kamm_body body;
            must(kamm_add_body(world, &defs[least], &body, &error), &error);
            assert_int_equal(body.index, least);
        }
    }
    return world;
}

static const struct oriented_box *boxes_at(const kamm_world *world, int index)
{
    return world->fixed_shapes[world->slots[index].place].placed;
}

static void expect_equal_buried(const kamm_world *a, const kamm_world *b)
{
    int buried = 0;
    for (int i = 0; i < YARD; ++i) {
        if (a->slots[i].is_dynamic) continue;
        assert_int_equal(boxes_at(a, i)->buried, boxes_at(b, i)->buried);
        buried += boxes_at(a, i)->buried != 0;
    }
    expect_above(buried, 5); /* walls end to end */
}

/* The faces that are covered follow from the bodies that there are. */
static void covered_faces_have_no_past(void **state)
{
    (void)state;
    kamm_body_def defs[YARD];
    struct noise noise = {17};
    make_yard(defs);
    kamm_world *shaken = shaken_yard(defs, &noise), *fresh = fresh_yard(defs);
    expect_equal_buried(shaken, fresh);
    for (int i = 0; i < YARD; i += 24) { /* other filters uncover */
        defs[i].filter = defs[i + 1].filter = (kamm_filter){2, 0};
        for (int k = i; k < i + 2; ++k)
            must(kamm_set_body_filter(shaken, kamm_body_at(shaken, k), &defs[i].filter, &error),
                 &error);
        kamm_world *filtered = fresh_yard(defs);
        expect_equal_buried(shaken, filtered);
        kamm_destroy_world(filtered);
    }
    for (int i = 0; i < YARD; ++i) { /* the same ones cover again */
        const kamm_filter usual = {0, 0};
        must(kamm_set_body_filter(shaken, kamm_body_at(shaken, i), &usual, &error), &error);
    }
    expect_equal_buried(shaken, fresh);
    kamm_destroy_world(shaken);
    kamm_destroy_world(fresh);
}

/* All moving bodies and fixed ones whose boxes overlap are pairs. */
static int count_overlaps(const kamm_world *world)
{
    int count = 0;
    for (int body = 0; body < moving_count(world); ++body)
        for (int fixed = 0; fixed < world->fixed_count; ++fixed) {
            const struct body_frame *frame = &world->frames[body];
            struct body_pair pair = {(uint32_t)body, number_of_fixed(world, fixed)};
            double low[3], high[3];
            int apart = 0, known = 0;
            if (!world->is_active[body]) continue;
            kamm_box_bounds(world->fixed_shapes[fixed].placed, low, high);
            for (int k = 0; k < 3; ++k) apart |= frame->low[k] > high[k] || low[k] > frame->high[k];
            if (apart) continue;
            for (int i = 0; i < world->broad.pair_count; ++i)
                known |= memcmp(&world->broad.pairs[i], &pair, sizeof pair) == 0;
            assert_int_equal(known, 1);
            ++count;
        }
    return count;
}

static void add_yard_cars(kamm_world *world, const kamm_vehicle_def *def, kamm_cars **cars,
                          kamm_model **model)
{
    *cars = cars_of(def, KAMM_FULL, CARS, model);
    for (int i = 0; i < CARS; ++i) roll_at(*cars, i, 0, i * 4.0 - 10, 0, 20);
    add_cars(world, *cars);
}

static void drive_lifts(kamm_world *world, int frame)
{
    for (int i = 5; i < YARD; i += 8) {
        kamm_body_motion motion;
        read_body(world, i, &motion);
        motion.velocity_mps[2] = frame % 20 < 10 ? 1 : -1;
        motion.angular_velocity_radps[2] = 1;
        set_body(world, i, &motion);
    }
}

static void expect_equal_events(const kamm_world *a, const kamm_world *b, int *seen)
{
    int counts[4];
    const kamm_contact_event *touches[2] = {kamm_contact_events(a, &counts[0]),
                                            kamm_contact_events(b, &counts[1])};
    const kamm_sensor_event *visits[2] = {kamm_sensor_events(a, &counts[2]),
                                          kamm_sensor_events(b, &counts[3])};
    assert_int_equal(counts[0], counts[1]);
    assert_int_equal(counts[2], counts[3]);
    assert_memory_equal(touches[0], touches[1], (size_t)counts[0] * sizeof *touches[0]);
    assert_memory_equal(visits[0], visits[1], (size_t)counts[2] * sizeof *visits[0]);
    seen[0] += counts[0], seen[1] += counts[2];
}

/* Cars drive through both yards; halfway each takes the other's snapshot. */
static void steps_have_no_past(void **state)
{
    (void)state;
    kamm_body_def defs[YARD];
    struct noise noise = {23};
    kamm_vehicle_def car = default_vehicle();
    kamm_world *worlds[2];
    kamm_cars *cars[2];
    kamm_model *models[2];
    int seen[2] = {0, 0}, overlaps = 0;
    car.stepping.substeps_per_s = 240;
    make_yard(defs);
    worlds[0] = fresh_yard(defs), worlds[1] = shaken_yard(defs, &noise);
    for (int n = 0; n < 2; ++n) add_yard_cars(worlds[n], &car, &cars[n], &models[n]);
    size_t size = kamm_world_snapshot_size(worlds[0]);
    char *snapshots[2] = {calloc(1, size), calloc(1, size)};
    for (int frame = 0; frame < 150; ++frame) {
        for (int n = 0; n < 2; ++n) {
            drive_lifts(worlds[n], frame);
            kamm_step_world(worlds[n], 4);
            kamm_save_world_snapshot(worlds[n], snapshots[n]);
        }
        assert_true(kamm_world_state_hash(worlds[0]) == kamm_world_state_hash(worlds[1]));
        assert_memory_equal(snapshots[0], snapshots[1], size);
        expect_equal_events(worlds[0], worlds[1], seen);
        overlaps += count_overlaps(worlds[1]);
        for (int n = 0; n < 2 && frame == 75; ++n)
            must(kamm_restore_world_snapshot(worlds[n], snapshots[1 - n], size, &error), &error);
    }
    expect_above(seen[0], 10);
    expect_above(seen[1], 10);
    expect_above(overlaps, 100);
    for (int n = 0; n < 2; ++n) {
        kamm_destroy_world(worlds[n]);
        kamm_destroy_cars(cars[n]);
        kamm_destroy_model(models[n]);
        free(snapshots[n]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_hit_what_each_body_is_hit_by),
        cmocka_unit_test(equal_bodies_are_hit_in_order),
        cmocka_unit_test(covered_faces_have_no_past),
        cmocka_unit_test(steps_have_no_past),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
