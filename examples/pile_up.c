/* A pile-up in fog: everything is Kamm's (way 3 of docs/embedding.md). Two lanes of cars come upon a lorry trailer that
 * stands across the road, behind a row of cones; each driver brakes when he sees it, which is too late for most. It
 * prints what happens, draws it if asked, drives it again on two threads and fails unless that gives the same bits.
 *
 *     cc -O2 pile_up.c -o pile_up $(pkg-config --cflags --libs kamm_io)
 *     ./pile_up --svg pile_up.svg */
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KINDS = 4, EACH = 6, CARS = KINDS * EACH, CONES = 9, SUBSTEPS = 4, FRAMES = 900 };
static const char *const kinds[KINDS] = {"bmw-m3-e46", "nissan-micra", "toyota-hilux-laden",
                                         "ford-transit-minibus"};
static const double frame_s = SUBSTEPS / 240.0, trailer_x_m = 250;

/* A group of cars for each kind: cars of one group share a model. */
struct scene {
    kamm_model *models[KINDS];
    kamm_cars *cars[KINDS];
    kamm_world *world;
    kamm_threads *threads;
    double trace_m[FRAMES][CARS][2];
    double hardest_ns[CARS]; /* impulse of the hardest impact on each car */
};

static double read_car(const struct scene *s, int car, kamm_channel channel)
{
    return kamm_read(s->cars[car % KINDS], car / KINDS, channel);
}

static int build_world(struct scene *s, kamm_error *error)
{
    kamm_body_def bodies[CONES + 1], *cones = bodies;
    bodies[CONES] = (kamm_body_def){
        .shapes = {{.box = {{trailer_x_m, 1, 1.5}, {1.25, 6.8, 1.5}, {0}}}}, .friction = 0.5f};
    for (int i = 0; i < CONES; ++i) {
        cones[i] = kamm_cone(0.75);
        cones[i].position_m[0] = trailer_x_m - 12;
        cones[i].position_m[1] = -5.4 + 1.6 * i;
        cones[i].asleep = 1;
    }
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = CONES + 1};
    s->world = kamm_create_world(&def, error);
    return s->world != NULL;
}

/* Two lanes, cars one behind the other, every kind in turn. */
static void line_up(struct scene *s)
{
    for (int car = 0; car < CARS; ++car) {
        kamm_placement placement = {.gear = KAMM_GEAR_DRIVE, .speed_mps = 27 + car * 5 % 7};
        placement.position_m[0] = 80 - 17 * (car / 2) - 4 * (car % 2);
        placement.position_m[1] = car % 2 ? -1.8 : 1.8;
        kamm_place(s->cars[car % KINDS], car / KINDS, &placement);
    }
}

static int start(struct scene *s, int threads, kamm_error *error)
{
    memset(s, 0, sizeof *s);
    if (!build_world(s, error)) return 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        s->models[kind] = kamm_load_model(kinds[kind], KAMM_FULL, error);
        if (!s->models[kind]) return 0;
        s->cars[kind] = kamm_create_cars(s->models[kind], EACH, error);
        if (!s->cars[kind]) return snprintf(error->text, sizeof error->text, "out of memory"), 0;
        if (kamm_add_cars(s->world, s->cars[kind], error) != KAMM_OK) return 0;
    }
    s->threads = threads > 1 ? kamm_create_threads(threads, error) : NULL;
    if (s->threads) kamm_set_world_tasks(s->world, kamm_run_on_threads, s->threads);
    line_up(s);
    return 1;
}

static void end(struct scene *s)
{
    kamm_destroy_world(s->world);
    kamm_destroy_threads(s->threads);
    for (int kind = 0; kind < KINDS; ++kind) {
        kamm_destroy_cars(s->cars[kind]);
        kamm_destroy_model(s->models[kind]);
    }
}

/* Each driver sees 60 to 90 m, and then takes half a second to do something about it. */
static void drive(struct scene *s, int car)
{
    double x = read_car(s, car, KAMM_CHANNEL_x_m), speed = read_car(s, car, KAMM_CHANNEL_speed_mps);
    double sees_m = 60 + car * 7 % 31, ahead_m = trailer_x_m;
    for (int other = 0; other < CARS; ++other) {
        double there = read_car(s, other, KAMM_CHANNEL_x_m);
        int stands = read_car(s, other, KAMM_CHANNEL_speed_mps) < 15;
        if (stands && there > x + 1 && there < ahead_m) ahead_m = there;
    }
    kamm_input *input = &kamm_inputs(s->cars[car % KINDS])[car / KINDS];
    int brakes = ahead_m - x < sees_m - 0.5 * speed;
    input->throttle = brakes ? 0 : 0.2f;
    input->brake = brakes ? 1 : 0;
    input->steering_wheel_rad = brakes && car % 3 == 0 ? (car % 2 ? -0.4f : 0.4f) : 0;
}

static int body_of(const kamm_contact_event *touch, int side)
{
    return touch->type[side] == KAMM_BODY_CAR ? touch->index[side] * KINDS + touch->group[side]
                                              : -1;
}

static int note_impacts(struct scene *s, double *hardest_ns)
{
    int count;
    const kamm_contact_event *touches = kamm_contact_events(s->world, &count);
    for (int i = 0; i < count; ++i)
        for (int side = 0; side < 2; ++side) {
            int car = body_of(&touches[i], side);
            if (car < 0) continue;
            s->hardest_ns[car] = fmax(s->hardest_ns[car], (double)touches[i].impulse_ns);
            *hardest_ns = fmax(*hardest_ns, (double)touches[i].impulse_ns);
        }
    return count;
}

static int moving(const struct scene *s)
{
    int count = 0;
    for (int car = 0; car < CARS; ++car) count += read_car(s, car, KAMM_CHANNEL_speed_mps) > 0.2;
    return count;
}

/* Gives the hash of all that moves at the end. */
static uint64_t run(struct scene *s, int talk)
{
    double hardest_ns = 0;
    if (talk)
        printf("%6s %13s %9s %18s\n", "time s", "cars moving", "touching", "hardest hit kN s");
    for (int frame = 0; frame < FRAMES; ++frame) {
        for (int car = 0; car < CARS; ++car) {
            drive(s, car);
            s->trace_m[frame][car][0] = read_car(s, car, KAMM_CHANNEL_x_m);
            s->trace_m[frame][car][1] = read_car(s, car, KAMM_CHANNEL_y_m);
        }
        kamm_step_world(s->world, SUBSTEPS);
        int touching = note_impacts(s, &hardest_ns);
        if (!talk || (frame + 1) % 60) continue;
        printf("%6.0f %13d %9d %18.1f\n", (frame + 1) * frame_s, moving(s), touching,
               hardest_ns / 1000);
        hardest_ns = 0;
    }
    return kamm_world_state_hash(s->world);
}

static void draw_box(FILE *svg, const kamm_pose *pose, const kamm_box *box, const char *style)
{
    const double *q = pose->orientation;
    double yaw = atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
    double x = pose->position_m[0] + cos(yaw) * box->centre_m[0] - sin(yaw) * box->centre_m[1];
    double y = pose->position_m[1] + sin(yaw) * box->centre_m[0] + cos(yaw) * box->centre_m[1];
    fprintf(svg,
            "<rect x='%.2f' y='%.2f' width='%.2f' height='%.2f' transform='translate(%.2f %.2f) "
            "rotate(%.1f)' %s/>\n",
            -box->half_m[0], -box->half_m[1], 2 * box->half_m[0], 2 * box->half_m[1], x, -y,
            -yaw * 57.29578, style);
}

static void draw_car(FILE *svg, const struct scene *s, int car)
{
    static const char *const paints[KINDS] = {"#2f6fde", "#e8b023", "#3f8f4f", "#d9d9d9"};
    const kamm_cars *cars = s->cars[car % KINDS];
    kamm_pose pose;
    kamm_box boxes[KAMM_MAX_BOXES];
    char style[120];
    kamm_read_pose(cars, car / KINDS, 1, &pose, NULL);
    int count = kamm_car_boxes(s->models[car % KINDS], boxes);
    fprintf(svg, "<polyline fill='none' stroke='%s' stroke-width='.15' opacity='.5' points='",
            paints[car % KINDS]);
    for (int frame = 0; frame < FRAMES; frame += 9)
        fprintf(svg, "%.1f,%.1f ", s->trace_m[frame][car][0], -s->trace_m[frame][car][1]);
    fprintf(svg, "'/>\n");
    for (int i = 0; i < count; ++i) {
        snprintf(style, sizeof style, "rx='.3' fill='%s' stroke='%s' stroke-width='.12'",
                 i ? "#22303c" : paints[car % KINDS],
                 s->hardest_ns[car] > 5000 ? "#c0392b" : "#333");
        draw_box(svg, &pose, &boxes[i], style);
    }
}

static int draw(const struct scene *s, const char *path)
{
    FILE *svg = fopen(path, "w");
    kamm_pose still = {{trailer_x_m, 1, 0}, {1, 0, 0, 0}};
    kamm_box trailer = {{0}, {1.25, 6.8, 1.5}, {0}}, cone = {{0}, {0.2, 0.2, 0.4}, {0}};
    if (!svg) return perror(path), 0;
    fprintf(svg,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='136 -10 124 20' width='1240' "
            "height='200'>\n<rect x='136' y='-14' width='124' height='28' fill='#8a9a6b'/>\n"
            "<rect x='136' y='-8' width='124' height='16' fill='#6f7276'/>\n"
            "<path d='M136 0H260' stroke='#eee' stroke-width='.15' stroke-dasharray='4 4'/>\n");
    draw_box(svg, &still, &trailer, "fill='#7b4a2d' stroke='#222' stroke-width='.2'");
    for (int i = 0; i < CONES; ++i) {
        kamm_body_motion motion;
        kamm_read_body_motion(s->world, kamm_body_at(s->world, i), &motion, NULL);
        for (int k = 0; k < 3; ++k) still.position_m[k] = motion.position_m[k];
        for (int k = 0; k < 4; ++k) still.orientation[k] = motion.orientation[k];
        draw_box(svg, &still, &cone, "fill='#ff6a13'");
    }
    for (int car = 0; car < CARS; ++car) draw_car(svg, s, car);
    fprintf(svg, "</svg>\n");
    int failed = ferror(svg);
    if (fclose(svg) || failed) return perror(path), 0;
    return 1;
}

/* Whether it ended as a pile-up must: no car through the trailer, all at rest, no fault, some bent metal. */
static int ended_well(const struct scene *s)
{
    int hit = 0, well = moving(s) == 0;
    for (int car = 0; car < CARS; ++car) {
        double x = read_car(s, car, KAMM_CHANNEL_x_m), y = read_car(s, car, KAMM_CHANNEL_y_m);
        well = well && !kamm_fault(s->cars[car % KINDS], car / KINDS);
        well = well && !(x > trailer_x_m && fabs(y - 1) < 5);
        hit += s->hardest_ns[car] > 1000;
    }
    printf("%d of %d cars took an impact of more than 1 kN s; %d still move\n", hit, CARS,
           moving(s));
    return well && hit >= CARS / 4;
}

int main(int argc, char **argv)
{
    static struct scene scene, again;
    kamm_error error;
    const char *svg = argc == 3 && !strcmp(argv[1], "--svg") ? argv[2] : NULL;
    if (argc > 1 && !svg) return fprintf(stderr, "usage: pile_up [--svg FILE]\n"), 2;
    if (!start(&scene, 1, &error) || !start(&again, 2, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    uint64_t hash = run(&scene, 1);
    int same = run(&again, 0) == hash, well = ended_well(&scene);
    printf("the same on two threads: %s\n", same ? "to the bit" : "NO");
    int drawn = !svg || draw(&scene, svg);
    end(&scene);
    end(&again);
    return same && well && drawn ? 0 : 1;
}
