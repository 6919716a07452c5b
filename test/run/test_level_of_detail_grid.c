/* Level of detail with all shipped vehicles, on slopes and hills, over each pair of rungs that a vehicle has. A change goes on
 * as geometry and the lag of a pose allow. It has the same bits in any order, on tasks and after a rollback. */
#include "support/detail.h"
#include "support/fleet.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/act.h>
#include <math.h>
#include <string.h>

enum { BETWEEN = 18 };

/* -- what is seen of a car ------------------------------------------------------------------------ */

/* Of its centre of gravity as it lies in the body at rest, and of the ground below. */
struct seen {
    double at[3], v[3], up[3], ahead[3], w[3], n[3];
    double height, speed, yaw_rate; /* along and about the ground's normal */
    unsigned fault;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double angle_between(const double a[3], const double b[3])
{
    double c[3];
    cross(a, b, c);
    return asin(fmin(1, sqrt(dot(c, c))));
}

static void turn(const double q[4], double x, double y, double z, double out[3])
{
    const double v[3] = {x, y, z};
    double t[3], u[3];
    cross(q + 1, v, t);
    cross(q + 1, t, u);
    for (int i = 0; i < 3; ++i) out[i] = v[i] + 2 * (q[0] * t[i] + u[i]);
}

static struct seen look(const struct scene *s, int i)
{
    const kamm_cars *cars = detail_cars(s, i);
    struct seen seen = {.fault = kamm_fault(cars, s->cars[i].slot.car)};
    kamm_motion m;
    double arm[3], swing[3];
    kamm_read_motion(cars, s->cars[i].slot.car, &m);
    turn(m.orientation, 0, 0, 1, seen.up);
    turn(m.orientation, 1, 0, 0, seen.ahead);
    for (int k = 0; k < 3; ++k) arm[k] = s->info.cg_height_m * seen.up[k];
    cross(m.angular_velocity_radps, arm, swing);
    for (int k = 0; k < 3; ++k) {
        seen.at[k] = m.position_m[k] + arm[k];
        seen.v[k] = m.velocity_mps[k] + swing[k];
        seen.w[k] = m.angular_velocity_radps[k];
    }
    double z = detail_ground_at(seen.at[0], seen.at[1], seen.n);
    seen.height = (seen.at[2] - z) * seen.n[2];
    seen.speed = sqrt(dot(seen.v, seen.v));
    seen.yaw_rate = dot(seen.w, seen.n);
    return seen;
}

/* A difference, and the part of it in the plane. */
static double difference(const double a[3], const double b[3], const double n[3], double *in_plane)
{
    double d[3], sum = 0;
    for (int k = 0; k < 3; ++k) d[k] = a[k] - b[k];
    sum = dot(d, d);
    *in_plane = sqrt(fmax(0, sum - dot(d, n) * dot(d, n)));
    return sqrt(sum);
}

/* -- what goes on --------------------------------------------------------------------------------- */

static int failures;
/* The largest of each over its bound. */
enum { PLACE, SPEED, YAW_RATE, HEADING, RISES, TILTS, NEXT, KINDS };
static const char *const kinds[KINDS] = {"place",         "velocity",   "yaw rate",  "heading",
                                         "rise on roads", "pitch rate", "next frame"};
static double worst[KINDS];

static void check(const struct scene *s, int i, int from, int to, int kind, double is, double bound)
{
    int car = detail_kind(i);
    worst[kind] = fmax(worst[kind], is / bound);
    if (is <= bound) return;
    if (++failures < 40)
        print_error("%s, %s at %.1f m/s, %s to %s: %s differs by %.4g, bound %.4g\n", s->name,
                    detail_strips[car / DETAIL_SPEEDS], s->speed_mps[i], rung_name(s->rungs[from]),
                    rung_name(s->rungs[to]), kinds[kind], is, bound);
}

/* Time with which the pose of a rung that does not lean follows the ground. */
#define LAG_S 0.08

/* Bounds by geometry. Wheels on arms move lengthwise by a few millimetres. A body that tilts about a point between road and
 * centre of gravity moves neither by more than height times angle. Its velocity changes by its angular velocity times that. */
static void check_car(const struct scene *s, int i, int from, int to, const struct seen *b,
                      const struct seen *a)
{
    int strip = detail_kind(i) / DETAIL_SPEEDS;
    double tilt = angle_between(a->up, b->up), in_plane, dv, k = detail_wave_number(strip);
    double off = angle_between(a->up, b->n) + angle_between(b->up, b->n);
    double turns = sqrt(dot(b->w, b->w)) + sqrt(dot(a->w, a->w));
    double shift = difference(a->at, b->at, b->n, &in_plane);
    double sharper = b->speed * detail_amplitude(strip) * k * k * k; /* of the bends, per second */
    int leans = s->rungs[to] >= KAMM_DOUBLE_TRACK, lags = s->rungs[from] < KAMM_DOUBLE_TRACK;
    difference(a->v, b->v, b->n, &dv);
    check(s, i, from, to, PLACE, in_plane, 3e-3 + s->info.cg_height_m * tilt);
    check(s, i, from, to, SPEED, dv, 2e-3 + turns * shift + b->speed * tilt * tilt / 2);
    check(s, i, from, to, YAW_RATE, fabs(a->yaw_rate - b->yaw_rate), 1e-4 + turns * off);
    double across[3];
    cross(a->ahead, b->ahead, across);
    check(s, i, from, to, HEADING, fabs(dot(across, b->n)), 1e-5 + off * off);
    if (!leans) return;
    /* It goes along the chord between its axles, whose slope is that in their middle, to third order. */
    double wheelbase = s->info.wheelbase_m, middle = s->info.cg_behind_front_axle_m - wheelbase / 2;
    double chord = sharper * (wheelbase * wheelbase / 8 + fabs(middle) / fmax(k, 1e-9));
    if (lags) check(s, i, from, to, RISES, fabs(dot(a->v, a->n)), 0.02 + chord + turns * shift);
    if (!lags || s->rungs[to] != KAMM_FULL) return;
    /* Between its axles the ground has the slope of its pose. */
    double bend = -detail_amplitude(strip) * k * k * sin(k * b->at[0]), left[3];
    cross(a->n, a->ahead, left);
    if (strip != 5)
        check(s, i, from, to, TILTS, fabs(dot(a->w, left) + bend * b->speed),
              0.02 + (LAG_S * b->speed + wheelbase / 2) * sharper);
}

/* A machine with a rider: its springs give way in a turn by up to 20 mm. Its contacts go on, so one that rolls and pitches has
 * another speed of its centre of gravity. */
static void check_machine(const struct scene *s, int i, int from, int to, const struct seen *b,
                          const struct seen *a, const double before[4])
{
    double turns = sqrt(dot(b->w, b->w)) + sqrt(dot(a->w, a->w));
    static const kamm_channel channels[] = {KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m,
                                            KAMM_CHANNEL_speed_mps, KAMM_CHANNEL_yaw_rad};
    const double bounds[] = {0.02, 0.02, 0.02 + turns * s->info.cg_height_m, 2e-3};
    for (int k = 0; k < 4; ++k)
        check(s, i, from, to,
              k < 2    ? PLACE
              : k == 2 ? SPEED
                       : HEADING,
              fabs(kamm_read(detail_cars(s, i), s->cars[i].slot.car, channels[k]) - before[k]),
              bounds[k]);
}

static void read_before(const struct scene *s, struct seen seen[DETAIL_CARS],
                        double channels[DETAIL_CARS][4])
{
    for (int i = 0; i < DETAIL_CARS; ++i) {
        const kamm_cars *cars = detail_cars(s, i);
        int car = s->cars[i].slot.car;
        seen[i] = look(s, i);
        channels[i][0] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
        channels[i][1] = kamm_read(cars, car, KAMM_CHANNEL_y_m);
        channels[i][2] = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
        channels[i][3] = kamm_read(cars, car, KAMM_CHANNEL_yaw_rad);
    }
}

/* A kinematic car goes along its course at once: how much its velocity changes by that in the next substep, at its centre of gravity. */
static double snap_mps(const struct scene *s, int i, const struct seen *now)
{
    const kamm_cars *cars = detail_cars(s, i);
    double behind = s->info.wheelbase_m - s->info.cg_behind_front_axle_m, left[3], side;
    double angle =
        kamm_inputs((kamm_cars *)(uintptr_t)cars)[s->cars[i].slot.car].steering_wheel_rad;
    double course = now->speed * tan(angle / s->info.steering_ratio) / s->info.wheelbase_m;
    cross(now->up, now->ahead, left);
    side = dot(now->v, left) - behind * now->yaw_rate;
    return fabs(side) + behind * fabs(course - now->yaw_rate);
}

/* In the frame after it a car goes where its velocity takes it, to what an acceleration of 1.5 g adds. The velocity of a rung below full is
 * along its pose, which lags behind bends of the ground, and without the motion of a lean. */
static void check_next_frame(struct scene *s, int from, int to)
{
    struct seen now[DETAIL_CARS];
    double dt = s->substeps * s->info.substep_s;
    for (int i = 0; i < DETAIL_CARS; ++i) now[i] = look(s, i);
    step_detail(s);
    for (int i = 0; i < DETAIL_CARS && !s->has_rider; ++i) {
        struct seen next = look(s, i);
        double off[3];
        for (int k = 0; k < 3; ++k) off[k] = next.at[k] - now[i].at[k] - dt * now[i].v[k];
        double snap = s->rungs[to] == KAMM_KINEMATIC ? snap_mps(s, i, &now[i]) : 0;
        double lag =
            s->rungs[to] < KAMM_FULL && detail_wave_number(detail_kind(i) / DETAIL_SPEEDS) > 0
                ? LAG_S
                : 0;
        double leans = s->rungs[to] < KAMM_FULL ? angle_between(next.up, now[i].up) : 0;
        check(s, i, from, to, NEXT, sqrt(dot(off, off)),
              0.75 * GRAVITY_MPS2 * dt * dt + dt * (snap + lag * DETAIL_BENDS_MPS2) +
                  leans * s->info.cg_height_m);
    }
}

static void check_vehicle(const char *name, const kamm_vehicle_def *def, int least)
{
    struct scene *s = start_detail(name, def);
    struct seen before[DETAIL_CARS];
    double channels[DETAIL_CARS][4];
    int taken[DETAIL_RUNGS][DETAIL_RUNGS] = {{0}}, level = s->count - 1, changes = 0;
    assert_in_range(s->count, least, DETAIL_RUNGS);
    for (int frame = 0; frame < 60; ++frame) step_detail(s);
    for (int to; (to = next_detail_level(s->count, level, taken)) >= 0; level = to, ++changes) {
        for (int frame = 1; frame < BETWEEN; ++frame) step_detail(s);
        read_before(s, before, channels);
        change_detail(s, to);
        for (int i = 0; i < DETAIL_CARS; ++i) {
            struct seen after = look(s, i);
            if (after.fault || before[i].fault)
                fail_msg("%s, %s: fault %u", name, detail_strips[detail_kind(i) / DETAIL_SPEEDS],
                         after.fault);
            if (s->has_rider)
                check_machine(s, i, level, to, &before[i], &after, channels[i]);
            else
                check_car(s, i, level, to, &before[i], &after);
        }
        check_next_frame(s, level, to);
    }
    assert_int_equal(changes, s->count * (s->count - 1));
    end_detail(s);
}

static void vehicle_of_grid(int v, char name[96], kamm_vehicle_def *def)
{
    int ridden = v - shipped_count();
    snprintf(name, 96, "%s", ridden < 0 ? shipped_name(v) : fleet_name(ridden));
    *def = ridden < 0 ? shipped_on(v, KAMM_FULL, 240) : fleet_def(ridden, 240);
}

static void all_vehicles_go_on_over_every_change(void **state)
{
    (void)state;
    failures = 0;
    int count = shipped_count() + fleet_count();
    for (int v = 0; v < count; v += of_tier(9, 1)) {
        char name[96];
        kamm_vehicle_def def;
        vehicle_of_grid(v, name, &def);
        check_vehicle(name, &def, v < shipped_count() ? DETAIL_RUNGS : 3);
    }
    for (int kind = 0; kind < KINDS; ++kind)
        print_message("%s: %.2f of its bound\n", kinds[kind], worst[kind]);
    if (failures) fail_msg("%d of the above", failures);
}

/* -- the same bits -------------------------------------------------------------------------------- */

/* Each change is to another level, by the frames so far. */
static void drive_levels(struct scene *s, int changes)
{
    for (int change = 0; change < changes; ++change) {
        for (int frame = 0; frame < 6; ++frame) step_detail(s);
        int on = 1 + s->frames / 6 % (s->count - 1);
        change_detail(s, (s->cars[0].level + on) % s->count);
    }
}

/* All channels of a car. */
static uint64_t hash_of_car(const struct scene *s, int i)
{
    uint64_t hash = 14695981039346656037u;
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel) {
        double value = kamm_read(detail_cars(s, i), s->cars[i].slot.car, (kamm_channel)channel);
        unsigned char bytes[sizeof value];
        memcpy(bytes, &value, sizeof value);
        for (size_t b = 0; b < sizeof bytes; ++b) hash = (hash ^ bytes[b]) * 1099511628211u;
    }
    return hash;
}

static void read_hashes(const struct scene *s, uint64_t hashes[DETAIL_CARS])
{
    for (int i = 0; i < DETAIL_CARS; ++i) hashes[detail_kind(i)] = hash_of_car(s, i);
}

static void run_last_first(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    while (count > 0) task(context, --count);
}

static void roll_back_and_on(struct scene *s, int changes)
{
    kamm_detail_car kept[DETAIL_CARS];
    void *snapshots[DETAIL_RUNGS];
    int frames = s->frames;
    memcpy(kept, s->cars, sizeof kept);
    for (int k = 0; k < s->count; ++k) {
        snapshots[k] = test_malloc(kamm_snapshot_size(s->levels[k].cars));
        kamm_save_snapshot(s->levels[k].cars, snapshots[k]);
    }
    drive_levels(s, 3);
    for (int k = 0; k < s->count; ++k) {
        kamm_cars *cars = s->levels[k].cars;
        must(kamm_restore_snapshot(cars, snapshots[k], kamm_snapshot_size(cars), NULL), NULL);
        test_free(snapshots[k]);
    }
    memcpy(s->cars, kept, sizeof kept);
    s->frames = frames;
    drive_levels(s, changes);
}

static void check_bits(const char *name, const kamm_vehicle_def *def)
{
    enum { PLAIN, OTHER_ORDER, TASKS, ROLLBACK, ONE_WIDE, WAYS };
    static const char *const ways[] = {"", "in another order", "on tasks", "after a rollback",
                                       "one car at a time"};
    uint64_t hashes[WAYS][DETAIL_CARS];
    for (int way = 0; way < WAYS; ++way) {
        detail_is_backwards = way == OTHER_ORDER;
        kamm_set_width(way == ONE_WIDE ? 1 : 0, NULL);
        struct scene *s = start_detail(name, def);
        if (way == TASKS) s->run = run_last_first;
        drive_levels(s, 4);
        if (way == ROLLBACK)
            roll_back_and_on(s, 4);
        else
            drive_levels(s, 4);
        read_hashes(s, hashes[way]);
        end_detail(s);
        detail_is_backwards = 0;
        kamm_set_width(0, NULL);
        for (int i = 0; i < DETAIL_CARS; ++i)
            if (hashes[way][i] != hashes[PLAIN][i])
                fail_msg("%s, %s: other bits %s", name, detail_strips[i / DETAIL_SPEEDS],
                         ways[way]);
    }
    assert_true(hashes[PLAIN][0] != hashes[PLAIN][1]);
}

static void order_tasks_width_and_rollbacks_change_no_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int count = shipped_count() + fleet_count();
    for (int v = 0; v < count; v += of_tier(17, 1)) {
        char name[96];
        kamm_vehicle_def def;
        vehicle_of_grid(v, name, &def);
        check_bits(name, &def);
    }
}

/* -- vehicles of other wheels, which need levels of their own ------------------------------------- */

enum { KART, TRUCK, BOTH };

static void start_both(struct scene *scenes[BOTH], kamm_world *world)
{
    static const char *const names[BOTH] = {"go-kart-125", "man-kat1-8x8"};
    kamm_error error;
    for (int v = 0; v < BOTH; ++v) {
        kamm_vehicle_def def = shipped_on(shipped_number(names[v]), KAMM_FULL, 240);
        detail_aside_m = 25 * v;
        scenes[v] = start_detail(names[v], &def);
        for (int k = 0; k < DETAIL_RUNGS && world; ++k)
            must(kamm_add_cars(world, scenes[v]->levels[k].cars, &error), &error);
    }
    detail_aside_m = 0;
    const kamm_model *const unlike[] = {scenes[KART]->models[0], scenes[TRUCK]->models[0]};
    assert_int_equal(kamm_can_mix(unlike, BOTH, &error), KAMM_ERROR_RANGE);
}

static void step_both(struct scene *scenes[BOTH], kamm_world *world)
{
    for (int v = 0; v < BOTH && !world; ++v) step_detail(scenes[v]);
    if (!world) return;
    for (int v = 0; v < BOTH; ++v, ++scenes[v - 1]->frames)
        for (int i = 0; i < DETAIL_CARS; ++i) drive_detail(scenes[v], i);
    kamm_step_world(world, scenes[KART]->substeps);
}

/* In one world each goes on as it does without the other, on levels that change at other times. */
static void karts_drive_beside_an_8x8(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    uint64_t hashes[2][BOTH][DETAIL_CARS];
    for (int together = 0; together < 2; ++together) {
        struct scene *scenes[BOTH];
        kamm_error error;
        kamm_world *world =
            together ? kamm_create_world(&(kamm_world_def){.ground = detail_ground}, &error) : NULL;
        if (together && !world) fail_msg("%s", error.text);
        start_both(scenes, world);
        for (int change = 0; change < of_tier(4, 12); ++change) {
            for (int frame = 0; frame < 6; ++frame) step_both(scenes, world);
            for (int v = 0; v < BOTH; ++v)
                change_detail(scenes[v], (3 * change + v) % DETAIL_RUNGS);
        }
        for (int v = 0; v < BOTH; ++v) {
            read_hashes(scenes[v], hashes[together][v]);
            for (int i = 0; i < DETAIL_CARS; ++i) assert_int_equal(look(scenes[v], i).fault, 0);
        }
        kamm_destroy_world(world);
        for (int v = 0; v < BOTH; ++v) end_detail(scenes[v]);
    }
    assert_memory_equal(hashes[0], hashes[1], sizeof hashes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_vehicles_go_on_over_every_change),
        cmocka_unit_test(order_tasks_width_and_rollbacks_change_no_bit),
        cmocka_unit_test(karts_drive_beside_an_8x8),
    };
    return cmocka_run_group_tests_name("level_of_detail_grid", tests, NULL, NULL);
}
