/* A car on the ground of a host: it has the world and answers Kamm's query by ray casts of its own; Kamm has the
 * car (way 1 of docs/embedding.md). The world here is a handful of boxes and a disc: two quays with a ferry between
 * them, a ramp and a turntable. The car crosses by ferry, climbs the ramp, is turned round and drives back. Nothing is
 * drawn; it prints where it is and fails if that is not so.
 *
 *     cc -O2 host_ground.c -o host_ground $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846

enum { SUBSTEPS = 4 /* of 1/240 s: frames of 1/60 s */ };
static const double frame_s = SUBSTEPS / 240.0;

/* A box that is turned about y only, or (radius above 0) a disc with its top at the centre. It may move along x and
 * turn about z. */
struct shape {
    double centre_m[3], half_m[3], pitch_rad, radius_m;
    double velocity_mps, turn_rate_radps;
};

enum { QUAY_A, FERRY, QUAY_B, RAMP, PLATEAU, TURNTABLE, SHAPES };

struct scene {
    struct shape shapes[SHAPES];
    double ferry_m, table_rad; /* how far they have come */
};

/* The ramp's upper side goes from x = 80, z = 0 to x = 95, z = 1.5. */
static struct scene build_scene(void)
{
    double rise = atan2(1.5, 15), half = hypot(15, 1.5) / 2;
    return (struct scene){.shapes = {
                              [QUAY_A] = {{0, 0, -2}, {20, 10, 2}, 0, 0, 0, 0},
                              [FERRY] = {{26, 0, -0.5}, {6, 3, 0.5}, 0, 0, 0, 0},
                              [QUAY_B] = {{122, 0, -2}, {50, 10, 2}, 0, 0, 0, 0},
                              [RAMP] = {{87.5 + 0.5 * sin(rise), 0, 0.75 - 0.5 * cos(rise)},
                                        {half, 3, 0.5},
                                        -rise,
                                        0,
                                        0,
                                        0},
                              [PLATEAU] = {{115, 0, 0.75}, {20, 10, 0.75}, 0, 0, 0, 0},
                              [TURNTABLE] = {{110, 0, 1.51}, {0, 0, 0}, 0, 5, 0, 0},
                          }};
}

/* ---- The host's rays ---- */

struct hit {
    double distance_m, normal[3];
    const struct shape *shape;
};

/* Straight down on a disc. */
static void cast_on_disc(const struct shape *s, const double from[3], struct hit *hit)
{
    double distance = from[2] - s->centre_m[2];
    if (hypot(from[0] - s->centre_m[0], from[1] - s->centre_m[1]) > s->radius_m) return;
    if (distance >= 0 && distance < hit->distance_m) *hit = (struct hit){distance, {0, 0, 1}, s};
}

/* Straight down on a box: in its own frame, the last of the six faces through which the ray comes in. */
static void cast_on_box(const struct shape *s, const double from[3], struct hit *hit)
{
    double c = cos(s->pitch_rad), n = sin(s->pitch_rad), in = -INFINITY, out = INFINITY;
    double d[3] = {from[0] - s->centre_m[0], from[1] - s->centre_m[1], from[2] - s->centre_m[2]};
    double at[3] = {c * d[0] - n * d[2], d[1], n * d[0] + c * d[2]}, way[3] = {n, 0, -c};
    int face = 2;
    for (int i = 0; i < 3; ++i) {
        if (way[i] == 0) {
            if (fabs(at[i]) > s->half_m[i]) return;
            continue;
        }
        double one = (-s->half_m[i] - at[i]) / way[i], other = (s->half_m[i] - at[i]) / way[i];
        if (fmin(one, other) > in) in = fmin(one, other), face = i;
        out = fmin(out, fmax(one, other));
    }
    if (in > out || in < 0 || in > hit->distance_m || face != 2)
        return; /* sides are nothing to roll on */
    *hit = (struct hit){in, {n, 0, c}, s};
}

static struct hit cast_down(const struct scene *scene, const double from[3])
{
    struct hit hit = {.distance_m = INFINITY};
    for (int i = 0; i < SHAPES; ++i) {
        const struct shape *s = &scene->shapes[i];
        if (s->radius_m > 0)
            cast_on_disc(s, from, &hit);
        else
            cast_on_box(s, from, &hit);
    }
    return hit;
}

/* ---- Kamm's query: a plane for each wheel ---- */

static void query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        const double *p = probes[i].position_m, from[3] = {p[0], p[1], p[2] + 0.1};
        struct hit hit = cast_down(user, from);
        contacts[i] =
            (kamm_contact){.point_m = {p[0], p[1], -100}, .normal = {0, 0, 1}, .friction = 1};
        if (!hit.shape) continue; /* water */
        const struct shape *s = hit.shape;
        contacts[i].point_m[2] = from[2] - hit.distance_m;
        for (int axis = 0; axis < 3; ++axis) contacts[i].normal[axis] = (float)hit.normal[axis];
        /* v + omega x r */
        contacts[i].velocity_mps[0] =
            (float)(s->velocity_mps - s->turn_rate_radps * (p[1] - s->centre_m[1]));
        contacts[i].velocity_mps[1] = (float)(s->turn_rate_radps * (p[0] - s->centre_m[0]));
    }
}

/* ---- What moves in the host's world, a frame at a time ---- */

/* A way of `length` within `duration`, starting and ending gently: its speed at a time. */
static double gentle_speed(double length, double duration_s, double time_s)
{
    if (time_s < 0 || time_s > duration_s) return 0;
    return length * PI / (2 * duration_s) * sin(PI * time_s / duration_s);
}

static void move_scene(struct scene *scene, double ferry_time_s, double table_time_s)
{
    struct shape *ferry = &scene->shapes[FERRY], *table = &scene->shapes[TURNTABLE];
    ferry->centre_m[0] += ferry->velocity_mps * frame_s;
    scene->ferry_m += ferry->velocity_mps * frame_s;
    scene->table_rad += table->turn_rate_radps * frame_s;
    ferry->velocity_mps = gentle_speed(40, 12, ferry_time_s);
    table->turn_rate_radps = gentle_speed(PI, 8, table_time_s);
}

/* ---- The driver ---- */

struct game {
    struct scene scene;
    kamm_model *model;
    kamm_cars *car;
    kamm_ground ground;
    double time_s;
};

static void step_frame(struct game *g, double ferry_time_s, double table_time_s)
{
    kamm_step(g->car, &g->ground, SUBSTEPS);
    move_scene(&g->scene, ferry_time_s, table_time_s);
    g->time_s += frame_s;
}

/* Drives straight on to a place, no faster than 5 m/s, and stops there. */
static void drive_to(struct game *g, double x_m)
{
    kamm_input *input = kamm_inputs(g->car);
    input->hand_brake = 0;
    for (int frame = 0; frame < 60 * 60; ++frame) {
        int back = cos(kamm_read(g->car, 0, KAMM_CHANNEL_yaw_rad)) < 0;
        double left = (x_m - kamm_read(g->car, 0, KAMM_CHANNEL_x_m)) * (back ? -1 : 1);
        double speed = kamm_read(g->car, 0, KAMM_CHANNEL_forward_speed_mps);
        if (left < 0.1 && speed < 0.02) break;
        double lacking = fmin(5, sqrt(fmax(4 * left, 0))) - speed;
        input->throttle = (float)fmax(0, fmin(0.5 * lacking, 0.7));
        input->brake = left < 0.1 ? 1 : (float)fmax(0, fmin(-0.3 * lacking, 1));
        step_frame(g, -1, -1);
    }
    input->throttle = 0;
    input->brake = 0;
    input->hand_brake = 1;
    for (int frame = 0; frame < 60; ++frame) step_frame(g, -1, -1);
}

static void tell(const struct game *g, const char *what)
{
    printf("%6.1f %7.2f %7.2f %8.2f %8.1f   %s\n", g->time_s,
           kamm_read(g->car, 0, KAMM_CHANNEL_x_m), kamm_read(g->car, 0, KAMM_CHANNEL_y_m),
           kamm_read(g->car, 0, KAMM_CHANNEL_z_m),
           kamm_read(g->car, 0, KAMM_CHANNEL_yaw_rad) * 180 / PI, what);
}

static int check(double is, double should, double within, const char *what)
{
    int wrong = !(fabs(is - should) <= within);
    if (wrong)
        fprintf(stderr, "host_ground: %s: %g, should be %g within %g\n", what, is, should, within);
    return wrong;
}

static int play(struct game *g)
{
    puts("time s     x m     y m height m heading°");
    tell(g, "on the first quay");
    drive_to(g, 26);
    tell(g, "on the ferry");
    double before = kamm_read(g->car, 0, KAMM_CHANNEL_x_m);
    for (int frame = 0; frame < 13 * 60; ++frame) step_frame(g, frame * frame_s, -1);
    tell(g, "on the ferry, across");
    double carried = kamm_read(g->car, 0, KAMM_CHANNEL_x_m) - before;
    int wrong = check(g->scene.ferry_m, 40, 0.01, "the ferry's way") +
                check(carried, g->scene.ferry_m, 0.02, "the car's way on it");

    drive_to(g, 110);
    tell(g, "up the ramp, on the turntable");
    wrong += check(kamm_read(g->car, 0, KAMM_CHANNEL_z_m) - 1.51, 0.55, 0.03, "height up there");
    for (int frame = 0; frame < 9 * 60; ++frame) step_frame(g, -1, frame * frame_s);
    tell(g, "turned round");
    double yaw = kamm_read(g->car, 0, KAMM_CHANNEL_yaw_rad);
    wrong += check(fabs(yaw), g->scene.table_rad, 0.01, "the car's heading");

    drive_to(g, 75);
    tell(g, "down again");
    wrong += check(kamm_read(g->car, 0, KAMM_CHANNEL_x_m), 75, 0.5, "where it stops");
    wrong += check(kamm_read(g->car, 0, KAMM_CHANNEL_y_m), 0, 0.5, "how far it is off its line");
    wrong += check(kamm_read(g->car, 0, KAMM_CHANNEL_z_m), 0.55, 0.03, "height down here");
    return wrong + check(kamm_fault(g->car, 0), 0, 0, "faults");
}

int main(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error = {0};
    struct game game = {.scene = build_scene(), .ground = kamm_flat_ground};
    game.model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!game.model) return fprintf(stderr, "%s\n", error.text), 1;
    game.car = kamm_create_cars(game.model, 1, &error);
    game.ground.query = query;
    game.ground.user = &game.scene;
    int wrong = play(&game);
    kamm_destroy_cars(game.car);
    kamm_destroy_model(game.model);
    return wrong ? 1 : 0;
}
