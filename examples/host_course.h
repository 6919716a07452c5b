/* A course that a car drives in a host's engine, level or scraping over the ground with its belly, and where it ends at 30, 60, 120
 * and 144 Hz. The host has the chassis, casts rays and steps; the rest is here. What makes the ends agree is described in
 * docs/embedding.md, "The host's settings". For C and C++. */
#ifndef HOST_COURSE_H
#define HOST_COURSE_H

#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { COURSE_WHEELS = 4 };

#define COURSE_SCRAPING_M 0.5 /* see course_apart_m */

/* ---- The ground: a mesh of triangles that are seen from above, counter-clockwise ---- */

enum {
    COURSE_COLUMNS = 181, /* across the road, every 2 m from x = -20 m on */
    COURSE_ROWS = 24,
    COURSE_VERTICES = COURSE_COLUMNS * COURSE_ROWS,
    COURSE_TRIANGLES = 2 * (COURSE_COLUMNS - 1) * (COURSE_ROWS - 1)
};

/* A ridge of 0.17 m along the road, between the wheels of a car that has 0.15 m below its belly. Two crests of 0.5 m
 * across the road, on which such a car grounds between its axles. */
static inline double course_height_m(double x_m, int row, int scrapes)
{
    double ridge = fmax(0, fmin(1, fmin(x_m - 20, 62 - x_m) / 6));
    double crests = fmax(0, 1 - fabs(x_m - 120) / 4) + fmax(0, 1 - fabs(x_m - 180) / 4);
    int on_ridge = row == 12 || row == 13;
    return scrapes ? 0.17 * ridge * on_ridge + 0.5 * crests : 0;
}

static inline void course_mesh(int scrapes, float vertices[][3], int triangles[][3])
{
    static const double row_m[COURSE_ROWS] = {-40, -36, -32, -28,  -24,  -20, -16, -12,
                                              -8,  -4,  -2,  -0.4, -0.2, 0.3, 0.5, 2,
                                              4,   8,   12,  16,   20,   24,  32,  40};
    int triangle = 0;
    for (int v = 0; v < COURSE_VERTICES; ++v) {
        int column = v / COURSE_ROWS, row = v % COURSE_ROWS;
        double x = 2 * column - 20;
        vertices[v][0] = (float)x;
        vertices[v][1] = (float)row_m[row];
        vertices[v][2] = (float)course_height_m(x, row, scrapes);
        if (column == COURSE_COLUMNS - 1 || row == COURSE_ROWS - 1) continue;
        const int corners[4] = {v, v + COURSE_ROWS, v + COURSE_ROWS + 1, v + 1};
        for (int half = 0; half < 2; ++half, ++triangle) {
            triangles[triangle][0] = corners[0];
            triangles[triangle][1] = corners[1 + half];
            triangles[triangle][2] = corners[2 + half];
        }
    }
}

/* ---- The underside of a car: rails with round ends, which slide over the edges of a mesh where the edge of a box
 * would catch. Half spheres swept along x, in the vehicle frame ---- */

enum { COURSE_RAILS = 3 };
static const double course_rail_radius_m = 0.25;

typedef struct course_rail {
    double middle_m[3], length_m; /* between the middles of its ends */
} course_rail;

/* In place of the lower half of the first of the car's contact boxes, whose floor is left 0.25 m higher. */
static inline void course_rails(kamm_box *box, course_rail rails[COURSE_RAILS])
{
    double radius = course_rail_radius_m, floor_m = box->centre_m[2] - box->half_m[2];
    for (int i = 0; i < COURSE_RAILS; ++i) {
        rails[i].middle_m[0] = box->centre_m[0];
        rails[i].middle_m[1] = box->centre_m[1] + (i - 1) * (box->half_m[1] - radius);
        rails[i].middle_m[2] = floor_m + radius;
        rails[i].length_m = 2 * (box->half_m[0] - radius);
    }
    box->centre_m[2] += radius / 2;
    box->half_m[2] -= radius / 2;
}

/* ---- What the driver does. By time, without correction: what differs stays ---- */

static inline void course_drive(kamm_input *input, double time_s)
{
    static const float steps[][4] = {
        /* until, throttle, brake, steering wheel; half seconds are whole frames at all rates */
        {6, 0.25f, 0, 0},    {7, 0.3f, 0, 0.5f},  {8.5f, 0.3f, 0, -0.5f}, {9.5f, 0.3f, 0, 0.5f},
        {11, 0, 0.2f, 0},    {15, 0.3f, 0, 0.1f}, {18, 0.3f, 0, -0.2f},   {20, 0, 0.2f, 0.05f},
        {23.5f, 0.3f, 0, 0}, {25, 0.7f, 0, 0.3f}, {26, 0, 0.3f, 0},       {28, 0.6f, 0, -0.3f},
        {1e9f, 0.5f, 0, 0}};
    int i = 0;
    while (time_s + 1e-6 > (double)steps[i][0]) ++i;
    input->gear = 2;
    input->throttle = steps[i][1];
    input->brake = steps[i][2];
    input->steering_wheel_rad = steps[i][3];
}

/* ---- The drive ---- */

typedef struct course_host {
    void *engine;
    /* The chassis, into the four arrays that the host writes. */
    void (*read)(void *engine, kamm_hosted *chassis);
    /* The nearest of the ground along a ray: 1, or 0 where there is none. */
    int (*cast)(void *engine, const double from_m[3], const double to_m[3], double point_m[3],
                double normal[3]);
    /* Puts force and torque on the chassis and steps the engine. Returns 1 if the chassis touches something. */
    int (*step)(void *engine, const kamm_hosted *chassis, double frame_s);
} course_host;

typedef struct course_end {
    double way_m, scraped_s, position_m[3];
    int fault;
} course_end;

/* A frame has to be whole substeps: 240 a second suit 30, 60 and 120 Hz, 288 suit 144 Hz. */
static inline int course_substeps(int hz) { return 240 % hz ? 2 : 240 / hz; }

static inline kamm_model *course_model(int hz)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error;
    def.stepping.substeps_per_s = hz * course_substeps(hz);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (model) return model;
    fprintf(stderr, "%s\n", error.text);
    exit(1);
}

/* A car that starts at the origin; `chassis` says where the host has to put its body. */
static inline kamm_cars *course_car(const kamm_model *model, kamm_hosted *chassis)
{
    kamm_cars *car = kamm_create_cars(model, 1, NULL);
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    start.speed_mps = 8;
    start.gear = 2;
    kamm_place(car, 0, &start);
    kamm_start_hosted(car, 0, chassis);
    return car;
}

static inline void course_find_ground(const course_host *host, const kamm_cars *car,
                                      const kamm_hosted *chassis, kamm_contact *contacts)
{
    kamm_probe probes[COURSE_WHEELS];
    kamm_read_hosted_probes(car, 0, chassis, probes);
    for (int w = 0; w < COURSE_WHEELS; ++w) {
        const double *at = probes[w].position_m;
        double from[3] = {at[0], at[1], at[2] + 0.1}, to[3] = {at[0], at[1], at[2] - 1};
        double point[3] = {0, 0, -1e6}, normal[3] = {0, 0, 1}; /* in the air */
        host->cast(host->engine, from, to, point, normal);
        contacts[w] = kamm_flat_ground.plane;
        for (int i = 0; i < 3; ++i) {
            contacts[w].point_m[i] = point[i];
            contacts[w].normal[i] = (float)normal[i];
        }
    }
}

/* One frame: the body as the host has it, ground, Kamm's step, the host's step. */
static inline int course_frame(const course_host *host, kamm_cars *car, kamm_hosted *chassis,
                               int hz)
{
    kamm_contact contacts[COURSE_WHEELS];
    kamm_ground ground = kamm_flat_ground; /* gravity, air; its plane is not used */
    ground.contacts = contacts;
    course_find_ground(host, car, chassis, contacts);
    kamm_step_hosted(car, &ground, course_substeps(hz), chassis);
    int touches = host->step(host->engine, chassis, 1.0 / hz);
    host->read(host->engine, chassis);
    return touches;
}

static inline course_end course_run(const course_host *host, kamm_cars *car, kamm_hosted *chassis,
                                    int hz)
{
    const double duration_s = 33;
    course_end end = {0, 0, {0, 0, 0}, 0};
    const double *at = chassis->position_m;
    host->read(host->engine, chassis);
    for (int frame = 0; frame < duration_s * hz; ++frame) {
        double x = at[0], y = at[1];
        course_drive(kamm_inputs(car), (double)frame / hz);
        if (course_frame(host, car, chassis, hz)) end.scraped_s += 1.0 / hz;
        end.way_m += hypot(at[0] - x, at[1] - y);
    }
    for (int i = 0; i < 3; ++i) end.position_m[i] = at[i];
    end.fault = kamm_fault(car, 0);
    return end;
}

/* ---- The comparison ---- */

static inline int course_check(int holds, const char *what)
{
    if (!holds) fprintf(stderr, "not so: %s\n", what);
    return !holds;
}

/* Drives at all rates and prints where that ends. Returns how many metres apart the ends are at most. */
/* How far apart two runs end. Where a car grounds on a crest the outcome is sensitive: a start that is faster by 0.1 to 10 mm/s
 * ends up to 2 m further to a side and up to 5 m further on at the same rate. So scraping runs from the
 * same start are compared by their ways alone. */
static inline double course_apart_m(const course_end *a, const course_end *b, int scrapes)
{
    if (scrapes) return fabs(a->way_m - b->way_m);
    return hypot(a->position_m[0] - b->position_m[0], a->position_m[1] - b->position_m[1]);
}

static inline double course_compare(course_end (*drive)(int hz, int scrapes), int scrapes,
                                    int *wrong)
{
    static const int rates[4] = {30, 60, 120, 144};
    course_end ends[4];
    double apart = 0;
    printf("%s\n  Hz    way m      x m      y m  scraping s\n", scrapes ? "scraping" : "level");
    for (int i = 0; i < 4; ++i) {
        const double *at = ends[i].position_m;
        ends[i] = drive(rates[i], scrapes);
        printf("%4d %8.2f %8.2f %8.2f %11.2f\n", rates[i], ends[i].way_m, at[0], at[1],
               ends[i].scraped_s);
        for (int j = 0; j < i; ++j)
            apart = fmax(apart, course_apart_m(&ends[i], &ends[j], scrapes));
        *wrong += course_check(ends[i].fault == 0, "the car is well");
        *wrong += course_check(scrapes == (ends[i].scraped_s > 2), "it scrapes where it should");
        *wrong += course_check(!scrapes || ends[i].scraped_s < 6, "it is not stuck");
    }
    printf("%.2f m apart\n", apart);
    return apart;
}

#endif
