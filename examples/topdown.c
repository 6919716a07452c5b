/* A car seen from above, on any rung of the ladder: M. Kincaid's program of a car in 2D, with Kamm for
 * its physics. README.md lists the keys.
 *     topdown [CAR] [--rung NAME] [--frames N] [--picture FILE.bmp]
 * --frames ends it after N frames of 1/60 s each, however long they take; --picture saves the last. */
#include "controls.h"
#include "sketch.h"
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CARS = 100, MAX_MARKS = 2000, ROAD_PIECES = 240, FULL_FORCE_NM = 8 };
#define READ(r, name) kamm_read((r)->cars, 0, KAMM_CHANNEL_##name)
#define WHEEL(r, wheel, name) kamm_read_wheel((r)->cars, 0, wheel, KAMM_WHEEL_##name)

/* A car of some rung, in motion. */
typedef struct ride {
    kamm_vehicle_file file;
    kamm_model *model;
    kamm_model_info info;
    kamm_cars *cars;
    kamm_clock clock;
    double driven_m;
    int shows_forces;                         /* debug draw over the car */
    vector at, wheel_at[KAMM_MAX_WHEELS];     /* to be drawn: where body and wheels are, … */
    vector nose, wheel_nose[KAMM_MAX_WHEELS]; /* … and point, wheels by a radius, … */
    vector mark[MAX_MARKS][2];                /* … and from where to where tyres slid */
    int marks;
} ride;

/* Changes car or rung, also while it drives: pose, speed, gear and inputs go over to the new one.
 * Where that can't be had, the old one drives on. */
static int change(ride *r, const char *car, kamm_rung rung)
{
    kamm_error error = {.text = "out of memory"};
    kamm_vehicle_file file;
    kamm_model *model = NULL;
    if (kamm_load_vehicle(car, &file, NULL, &error) == KAMM_OK) {
        file.def.steering.max_rate_radps = 10;    /* keys jump, a driver's arms do not, … */
        file.def.steering.return_rate_radps = 15; /* … and castor turns the wheel back */
        file.def.steering.return_speed_mps = 4;
        model = kamm_create_model(&file.def, rung, &error);
    }
    kamm_cars *cars = model ? kamm_create_cars(model, 1, &error) : NULL;
    if (!cars) return fprintf(stderr, "topdown: %s\n", error.text), 0;
    if (r->cars) kamm_hand_over(r->cars, 0, cars, 0);
    if (r->cars) kamm_destroy_cars(r->cars), kamm_destroy_model(r->model);
    r->file = file, r->model = model, r->cars = cars, r->info = kamm_describe(model);
    r->clock.substep_s = r->info.substep_s;
    return 1;
}

static void next_car(ride *r)
{
    static char names[MAX_CARS][64];
    int count = SDL_min(kamm_list_data("vehicles", names, MAX_CARS), MAX_CARS), at = 0;
    for (int i = 0; i < count; ++i)
        if (strcmp(names[i], r->file.id) == 0) at = i;
    for (int i = 1; i < count && !change(r, names[(at + i) % count], r->info.rung);) ++i;
}

static void put_on_start(ride *r)
{
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, -2, 0);
    kamm_place(r->cars, 0, &start);
}

/* The way that a pose points, seen from above. */
static vector nose_of(const kamm_pose *pose)
{
    const double *q = pose->orientation;
    return 1 - 2 * (q[2] * q[2] + q[3] * q[3]) + 2 * I * (q[1] * q[2] + q[0] * q[3]);
}

/* Between the last two substeps, where the clock says that now is. Tyres that slide leave marks. */
static void read_poses(ride *r, double fraction)
{
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(r->cars, 0, fraction, &body, wheels);
    r->at = body.position_m[0] + I * body.position_m[1];
    r->nose = nose_of(&body);
    for (int i = 0; i < r->info.wheel_count; ++i) {
        vector at = wheels[i].pose.position_m[0] + I * wheels[i].pose.position_m[1];
        double slip = hypot(WHEEL(r, i, slip_ratio), WHEEL(r, i, slip_angle_rad));
        vector *mark = r->mark[r->marks % MAX_MARKS];
        if (slip > 0.15 && READ(r, speed_mps) > 1)
            mark[0] = r->wheel_at[i], mark[1] = at, ++r->marks;
        r->wheel_at[i] = at;
        r->wheel_nose[i] = nose_of(&wheels[i].pose) * r->info.wheel_radius_m[i];
    }
}

/* How far keys and stick turn the steering wheel: to where the tyres grip at this speed, and as much
 * further as the car slides. */
static double reach(const ride *r)
{
    double forward = fabs(READ(r, forward_speed_mps)), sideways = fabs(READ(r, lateral_speed_mps));
    double road_wheel = atan(r->info.wheelbase_m * 9 / (forward * forward + 1)) + 0.08;
    if (forward > 5) road_wheel += atan(sideways / forward);
    return fmin(road_wheel * r->info.steering_ratio, r->info.steering_lock_rad);
}

/* At a standstill, stop picks reverse and go picks forward; in reverse they swap pedals. */
static void pass_on(const request *w, ride *r, double frame_s)
{
    kamm_input *in = kamm_inputs(r->cars);
    double speed = READ(r, forward_speed_mps), max = 5 * frame_s; /* a foot needs 0.2 s */
    if (in->gear > 0 && w->stop > 0 && w->go <= 0 && speed < 0.3) in->gear = -1;
    if (in->gear < 0 && w->go > 0 && speed > -0.3) in->gear = KAMM_GEAR_DRIVE;
    double throttle = in->gear < 0 ? w->stop : w->go, brake = in->gear < 0 ? w->go : w->stop;
    in->throttle += (float)clamp(throttle - in->throttle, -max, max);
    in->brake += (float)clamp(brake - in->brake, -max, max);
    in->hand_brake = (float)w->handle;
    in->steering_wheel_rad = (float)(w->steer * reach(r) + w->wheel * r->info.steering_lock_rad);
}

/* Drives on by a frame, in whole substeps. What is drawn lies between the last two of them. */
static void drive(ride *r, double frame_s)
{
    double fraction;
    int substeps = kamm_advance_clock(&r->clock, frame_s, &fraction);
    kamm_step(r->cars, &kamm_flat_ground, substeps);
    r->driven_m += READ(r, speed_mps) * substeps * r->info.substep_s;
    read_poses(r, fraction);
}

/* A point of the road, so far to the left of its middle. */
static vector road(int piece, double left_m)
{
    double t = 2 * M_PI * piece / ROAD_PIECES;
    vector along = 160 * cos(t) + 50 * cos(2 * t) + I * (100 * sin(t) + 15 * sin(3 * t));
    vector middle = 160 * sin(t) + 25 * sin(2 * t) + I * (105 - 100 * cos(t) - 5 * cos(3 * t));
    return middle + left_m * I * along / cabs(along);
}

/* Lines each 10 m, a road of two lanes, and what tyres left on it. */
static void draw_ground(const screen *s, const ride *r)
{
    double seen = ceil((s->width + s->height) / 20.0 / s->scale) * 10; /* and a little more */
    vector near = round(creal(s->middle) / 10) + I * round(cimag(s->middle) / 10);
    vector corner = 10 * near - (1 + I) * seen;
    for (int i = 0; i < seen / 5; ++i) {
        line(s, 0x7fa071ff, corner + 10 * i, corner + 10 * i + 2 * I * seen, 0.12);
        line(s, 0x7fa071ff, corner + 10 * I * i, corner + 10 * I * i + 2 * seen, 0.12);
    }
    for (int i = 0; i < ROAD_PIECES; ++i) line(s, 0x54575cff, road(i - 1, 0), road(i + 1, 0), 8.6);
    for (int i = 0; i < ROAD_PIECES; ++i)
        for (int left = -4; left <= 4; left += i % 3 ? 8 : 4)
            line(s, 0xe8e8e4ff, road(i, left), road(i + 1, left), 0.15);
    for (int i = 0; i < SDL_min(r->marks, MAX_MARKS); ++i)
        line(s, 0x1c1c1ea0, r->mark[i][0], r->mark[i][1], 0.2);
}

/* To scale, from its tail (0) to its nose (1), with the wheels as they stand. */
static void draw_car(const screen *s, const ride *r)
{
    static const struct part {
        Uint32 rgba;
        int count;
        vector left[5];
    } parts[] = {{0x2a6fd4ff, 5, {1 + 0.6 * I, 0.96 + 0.88 * I, 0.86 + I, 0.06 + I, 0.8 * I}},
                 {0xfff3c0ff, 2, {0.985 + 0.55 * I, 0.93 + 0.85 * I}}, /* lamps, … */
                 {0x2a6fd4ff, 2, {0.99 + 0.3 * I, 0.92 + 0.55 * I}},   /* … apart */
                 {0x1b2a3cff, 4, {0.7 + 0.8 * I, 0.55 + 0.86 * I, 0.2 + 0.84 * I, 0.1 + 0.7 * I}},
                 {0x2a6fd4ff, 2, {0.56 + 0.7 * I, 0.24 + 0.7 * I}}};
    static const vector wheel[] = {1 + I, -1 + I}, tail_light[] = {0.75 * I, 0.03 + 0.75 * I};
    double length = r->info.length_m, half = r->info.width_m / 2;
    double nose_m = r->info.wheel_position_m[0][0] + r->info.front_overhang_m;
    vector tail = r->at + (nose_m - length) * r->nose;
    fill(s, 0x00000050, tail + 0.2 - 0.3 * I, length * r->nose, half, parts[0].left, 5);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        fill(s, parts[i].rgba, tail, length * r->nose, half, parts[i].left, parts[i].count);
    Uint32 light = READ(r, brake) > 0.05 ? 0xff3020ff : 0x801c1cff;
    fill(s, light, tail, length * r->nose, half, tail_light, 2);
    for (int i = 0; i < r->info.wheel_count; ++i)
        fill(s, 0x141416ff, r->wheel_at[i], r->wheel_nose[i], 0.11, wheel, 2);
}

/* Each wheel's Kamm circle with the force in it; throttle, brake and engine speed. */
static void draw_gauges(screen s, const ride *r)
{
    double scale = 100 / (r->info.mass_kg * 9.81); /* pixels per newton */
    double revs = READ(r, engine_radps) / r->info.limiter_radps;
    const double level[] = {READ(r, throttle), READ(r, brake), revs};
    static const Uint32 colour[] = {0x5fd068ff, 0xff5040ff, 0xf0f0f0ff};
    s.middle = (s.width + I * s.height) / 2, s.scale = 1; /* in pixels, from the lower left */
    for (int i = 0; i < r->info.wheel_count; ++i) {
        vector at = s.width - (i % 2 ? 60 : 170) + I * (i / 2 ? 60 : 170);
        vector force = I * WHEEL(r, i, longitudinal_force_n) - WHEEL(r, i, lateral_force_n);
        double max = WHEEL(r, i, load_n) * r->info.peak_friction_y[i];
        disc(&s, 0xffffffa0, at, scale * max), disc(&s, 0x30343aff, at, scale * max - 2);
        line(&s, 0xffc83cff, at, at + scale * force, 3);
        disc(&s, 0xffc83cff, at + scale * force, 4);
    }
    for (int i = 0; i < 3; ++i) {
        line(&s, 0x30343aff, 30 + 24 * i + 20 * I, 30 + 24 * i + 120 * I, 16);
        line(&s, colour[i], 30 + 24 * i + 20 * I, 30 + 24 * i + (20 + 100 * level[i]) * I, 16);
    }
}

/* A line of debug draw, seen from above. */
static void draw_seen(void *user, const double from_m[3], const double to_m[3], uint32_t rgb)
{
    const screen *s = user;
    line(s, rgb << 8 | 0xff, from_m[0] + I * from_m[1], to_m[0] + I * to_m[1], 2 / s->scale);
}

/* Boxes, wheels, their forces and friction circles, as Kamm draws them for any host. */
static void draw_forces(const screen *s, const ride *r)
{
    const kamm_debug_draw_def def = {.parts = KAMM_DRAW_SHAPES | KAMM_DRAW_WHEELS |
                                              KAMM_DRAW_FORCES | KAMM_DRAW_FRICTION_CIRCLES,
                                     .user = (void *)s,
                                     .line = draw_seen};
    kamm_debug_draw_cars(r->cars, &def);
}

/* The camera runs after the car, to a point ahead of it. */
static void draw(screen *s, const ride *r, double frame_s)
{
    vector velocity = r->nose * (READ(r, forward_speed_mps) + I * READ(r, lateral_speed_mps));
    double share = s->scale > 0 ? 1 - exp(-4 * frame_s) : 1; /* at once in the first frame */
    clear_screen(s, 0x6f9163ff);
    s->middle += share * (r->at + 0.6 * velocity - s->middle);
    s->scale += share * (s->height / (30 + 0.6 * cabs(velocity)) - s->scale);
    draw_ground(s, r), draw_car(s, r), draw_gauges(*s, r);
    if (r->shows_forces) draw_forces(s, r);
    finish_screen(s);
}

static void show_title(const screen *s, const ride *r)
{
    char title[200];
    snprintf(title, sizeof title, "%s, %s, %.0f km/h, gear %.0f, %.0f rpm, %.0f m driven",
             r->file.def.name, kamm_describe_rung(r->info.rung)->name, 3.6 * READ(r, speed_mps),
             READ(r, gear), READ(r, engine_radps) * 30 / M_PI, r->driven_m);
    SDL_SetWindowTitle(s->window, title);
}

/* Returns whether to go on. */
static int handle_event(const SDL_Event *e, ride *r, controls *c)
{
    int key = e->type == SDL_KEYDOWN && !e->key.repeat ? e->key.keysym.sym : 0;
    int button = e->type == SDL_CONTROLLERBUTTONDOWN ? e->cbutton.button : -1;
    if (key == SDLK_r || button == SDL_CONTROLLER_BUTTON_START) put_on_start(r);
    if (key == SDLK_f) r->shows_forces = !r->shows_forces;
    if (key == SDLK_TAB || key == SDLK_c || button == SDL_CONTROLLER_BUTTON_Y) next_car(r);
    if (key >= SDLK_1 && key <= SDLK_5) change(r, r->file.path, KAMM_KINEMATIC + key - SDLK_1);
    if (e->type == SDL_JOYDEVICEADDED) add_device(c, e->jdevice.which);
    return e->type != SDL_QUIT && key != SDLK_ESCAPE;
}

/* Until the driver has enough, or for so many frames. */
static void run(screen *s, ride *r, long frames)
{
    controls c = {0};
    Uint64 then = SDL_GetPerformanceCounter();
    for (long frame = 1, on = 1; on; ++frame) {
        Uint64 now = SDL_GetPerformanceCounter();
        double frame_s = frames ? 1 / 60.0 : (double)(now - then) / SDL_GetPerformanceFrequency();
        for (SDL_Event e; SDL_PollEvent(&e);) on &= handle_event(&e, r, &c);
        request w = read_controls(&c);
        pass_on(&w, r, frame_s);
        drive(r, frame_s);
        pull_wheel(&c, -READ(r, steering_felt_nm) / FULL_FORCE_NM); /* he holds against it */
        draw(s, r, frame_s);
        if (frame % 10 == 1) show_title(s, r);
        on &= frame != frames;
        if (on) SDL_RenderPresent(s->renderer);
        then = now;
    }
}

static void print_state(const screen *s, const ride *r)
{
    printf("%s %s: %.2f m driven, at %.3f %.3f m, heading %.4f rad, %.3f m/s forward\n", r->file.id,
           kamm_describe_rung(r->info.rung)->name, r->driven_m, creal(r->at), cimag(r->at),
           READ(r, yaw_rad), READ(r, forward_speed_mps));
    printf("picture: %d x %d pixels, %.4f a metre, middle at %.3f %.3f m\n", s->width, s->height,
           s->scale, creal(s->middle), cimag(s->middle));
}

/* The word after an option; counts what has been used of the command line. */
static const char *option(const char *name, const char *otherwise, int count, char **words,
                          int *used)
{
    for (int i = 1; i + 1 < count; ++i)
        if (strcmp(words[i], name) == 0) otherwise = words[i + 1], *used += 2;
    return otherwise;
}

static int fail(const char *what, const char *why)
{
    return fprintf(stderr, "topdown: %s%s\n", what, why), EXIT_FAILURE;
}

int main(int count, char **words)
{
    static ride r; /* large */
    screen s = {0};
    int named = count > 1 && words[1][0] != '-', used = 1 + named;
    const char *rung_name = option("--rung", "full", count, words, &used);
    const char *picture = option("--picture", NULL, count, words, &used);
    char *end, usage[] = "[CAR] [--rung NAME] [--frames N] [--picture FILE.bmp]";
    long frames = strtol(option("--frames", "0", count, words, &used), &end, 10);
    const kamm_rung_info *rung = kamm_find_rung(rung_name);
    if (used != count || *end || frames < 0) return fail("usage: topdown ", usage);
    if (!rung) return fail("there is no rung ", rung_name);
    if (!change(&r, named ? words[1] : "bmw-m3-e46", rung->rung)) return EXIT_FAILURE;
    if (SDL_Init(SDL_INIT_VIDEO) || !open_screen(&s)) return fail("no window: ", SDL_GetError());
    if (SDL_Init(SDL_INIT_GAMECONTROLLER | SDL_INIT_HAPTIC)) fail("keys only: ", SDL_GetError());
    put_on_start(&r);
    run(&s, &r, frames);
    print_state(&s, &r);
    if (picture && !save_screen(&s, picture)) return fail("no picture: ", SDL_GetError());
    SDL_Quit();
    return EXIT_SUCCESS;
}
