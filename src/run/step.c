/* Stepping: from cars and ground to the kernels. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "cars.h"

#include <math.h>
#include <string.h>

/* Normals of length 0.95 to 1.05 are taken for unit vectors. */
static int is_plane(const kamm_contact *c)
{
    double length_2 = 0, sum = 0;
    for (int i = 0; i < 3; ++i) {
        length_2 += (double)c->normal[i] * (double)c->normal[i];
        sum += fabs(c->point_m[i]) + fabs((double)c->velocity_mps[i]);
    }
    sum +=
        (double)c->friction + fabs((double)c->rolling_resistance) + fabs((double)c->sliding_loss);
    return length_2 > 0.9 && length_2 < 1.1 && c->friction >= 0 && isfinite(sum);
}

/* The road that a car stands on as it is placed: for one that never had another. */
static kamm_contact level_below(const kamm_cars *cars, int block, int lane)
{
    const struct car_block *at = &cars->block[block];
    int car = block * KAMM_BLOCK + lane;
    kamm_contact level = kamm_flat_ground.plane;
    for (int i = 0; i < 3; ++i) level.point_m[i] = at->position_m[i][lane];
    level.point_m[2] -= kamm_model_of(cars, car)->origin[2];
    return level;
}

/* A plane or a query's answer into the rows of one wheel of one car. */
static void write_contact(const struct car_block *block, int wheel, int lane, const kamm_contact *c)
{
    float(*row)[KAMM_BLOCK] = block->contact[wheel];
    for (int i = 0; i < 3; ++i) {
        block->contact_point_m[wheel][i][lane] = c->point_m[i];
        row[i][lane] = c->normal[i];
        row[3 + i][lane] = c->velocity_mps[i];
    }
    row[6][lane] = c->friction;
    row[7][lane] = c->rolling_resistance;
    row[8][lane] = c->sliding_loss;
}

/* An answer that is no plane is told and left out: the one before holds. */
static void take_contact(kamm_cars *cars, int block, int wheel, int lane, const kamm_contact *c)
{
    const float(*row)[KAMM_BLOCK] = cars->block[block].contact[wheel];
    kamm_forget_plane(cars, block);
    if (is_plane(c)) {
        write_contact(&cars->block[block], wheel, lane, c);
        return;
    }
    kamm_report_fault(cars, block * KAMM_BLOCK + lane, KAMM_FAULT_GROUND);
    if (row[0][lane] != 0 || row[1][lane] != 0 || row[2][lane] != 0) return;
    kamm_contact level = level_below(cars, block, lane);
    write_contact(&cars->block[block], wheel, lane, &level);
}

/* A plane below a body point. One that is none lies far below. */
static void take_point(kamm_cars *cars, int block, int p, int lane, const kamm_contact *c)
{
    static const kamm_contact far_below = {.point_m = {0, 0, -1e6}, .normal = {0, 0, 1}};
    struct point_block *points = &cars->points[block];
    double level = 0;
    if (!is_plane(c)) {
        kamm_report_fault(cars, block * KAMM_BLOCK + lane, KAMM_FAULT_GROUND);
        c = &far_below;
    }
    for (int i = 0; i < 3; ++i) {
        points->normal[p][i][lane] = c->normal[i];
        level += (double)c->normal[i] * c->point_m[i];
    }
    points->level_m[p][lane] = level;
}

/* A car's frame, as its probes are made from it. */
struct probed_body {
    double position[3], q[4];
    float forward[3], left[3];
};

static struct probed_body probed_body_at(const double position[3], const double q[4])
{
    struct probed_body body;
    double forward[3], left[3];
    memcpy(body.position, position, sizeof body.position);
    memcpy(body.q, q, sizeof body.q);
    kamm_rotate(q, (const double[3]){1, 0, 0}, forward);
    kamm_rotate(q, (const double[3]){0, 1, 0}, left);
    for (int i = 0; i < 3; ++i) body.forward[i] = (float)forward[i], body.left[i] = (float)left[i];
    return body;
}

static struct probed_body probed_body_of(const kamm_cars *cars, int car)
{
    double position[3], q[4];
    kamm_body_frame(cars, car, position, q);
    return probed_body_at(position, q);
}

static kamm_probe probe_at(const struct probed_body *body, const double at[3], int car, int wheel)
{
    kamm_probe probe = {.car = car, .wheel = wheel};
    double world[3];
    kamm_rotate(body->q, at, world);
    for (int i = 0; i < 3; ++i) probe.position_m[i] = body->position[i] + world[i];
    memcpy(probe.forward, body->forward, sizeof probe.forward);
    memcpy(probe.left, body->left, sizeof probe.left);
    return probe;
}

/* Where a car's wheels are at rest in its body. */
static void probe_wheels(const kamm_model *model, const struct probed_body *body, int car,
                         kamm_probe *probes)
{
    const double *sprung = model->statics.sprung_cg;
    const struct layout *l = &model->layout;
    for (int w = 0; w < l->wheels; ++w) {
        const struct axle_constants *axle = &model->chassis->axles[l->axle[w]];
        double out = (double)l->side[w] *
                     ((double)axle->half_track_m + (double)l->twin[w] * (double)axle->twin_m);
        double hub[3] = {axle->behind_m, out + axle->left_offset_m, axle->hub_z_m};
        for (int i = 0; i < 3; ++i) hub[i] += sprung[i] - model->origin[i];
        probes[w] = probe_at(body, hub, car, w);
        probes[w].radius_m = (float)model->info.wheel_radius_m[w];
        probes[w].width_m = (float)model->def->axles[l->axle[w]].tyre.width_m;
    }
}

void kamm_probe_wheels(const kamm_cars *cars, int car, const double position[3], const double q[4],
                       kamm_probe *probes)
{
    struct probed_body body = probed_body_at(position, q);
    probe_wheels(kamm_model_of(cars, car), &body, car, probes);
}

/* The body points of a full car, whose frame is that of the sprung mass. */
static void probe_points(const kamm_model *model, const struct probed_body *body, int car,
                         kamm_probe probes[BODY_POINTS])
{
    for (int p = 0; p < BODY_POINTS; ++p) {
        const float *point = model->chassis->body_contact.points[p];
        double at[3] = {point[0], point[1], point[2]};
        probes[p] = probe_at(body, at, car, MAX_WHEELS + p);
    }
}

static void write_answers(kamm_cars *cars, int block, int lane, int with_points,
                          const kamm_contact *contacts)
{
    int wheels = cars->layout->wheels;
    for (int w = 0; w < wheels; ++w) take_contact(cars, block, w, lane, &contacts[w]);
    for (int p = 0; with_points && p < BODY_POINTS; ++p)
        take_point(cars, block, p, lane, &contacts[wheels + p]);
}

/* Probes that are asked for at once: those of a car with as many wheels as can be, or of a block of usual ones. */
enum { MAX_PROBES = KAMM_BLOCK * (4 + BODY_POINTS) };
_Static_assert(MAX_PROBES >= MAX_WHEELS + BODY_POINTS, "a car is asked for at once");

struct ground_query {
    kamm_probe probes[MAX_PROBES];
    int lanes[KAMM_BLOCK];
    int cars, each; /* asked for so far, and the probes of each */
};

static void ask_ground(kamm_cars *cars, int block, const kamm_ground *ground, int with_points,
                       struct ground_query *query)
{
    kamm_contact contacts[MAX_PROBES];
    int probes = query->cars * query->each;
    if (!probes) return;
    memset(contacts, 0, (size_t)probes * sizeof *contacts);
    ground->query(ground->user, probes, query->probes, contacts);
    for (int i = 0; i < query->cars; ++i)
        write_answers(cars, block, query->lanes[i], with_points, &contacts[i * query->each]);
    query->cars = 0;
}

/* Asks for the ground of all cars of a block, or only of those that were placed since. */
static void query_ground(kamm_cars *cars, int block, const kamm_ground *ground, int all)
{
    int with_points = cars->points && ground->body_points, wheels = cars->layout->wheels;
    struct ground_query query;
    query.cars = 0;
    query.each = wheels + (with_points ? BODY_POINTS : 0);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || !(all || cars->stale[block] >> lane & 1)) continue;
        if ((query.cars + 1) * query.each > MAX_PROBES)
            ask_ground(cars, block, ground, with_points, &query);
        const kamm_model *model = kamm_model_of(cars, car);
        struct probed_body body = probed_body_of(cars, car);
        kamm_probe *own = &query.probes[query.cars * query.each];
        probe_wheels(model, &body, car, own);
        if (with_points) probe_points(model, &body, car, own + wheels);
        query.lanes[query.cars++] = lane;
    }
    cars->stale[block] = 0;
    ask_ground(cars, block, ground, with_points, &query);
}

/* One plane below all wheels of a block; nothing is written where it has been there before. */
static void spread_plane(kamm_cars *cars, int block, const kamm_contact *plane)
{
    if (memcmp(&cars->plane[block], plane, sizeof *plane) == 0) return;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        for (int w = 0; w < cars->layout->wheels; ++w)
            write_contact(&cars->block[block], w, lane, plane);
    cars->plane[block] = *plane;
}

/* The planes of a host's own, for each wheel of each car. */
static void take_contacts(kamm_cars *cars, int block, const kamm_ground *ground)
{
    const kamm_contact *given = ground->contacts;
    int wheels = cars->layout->wheels;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        for (int w = 0; w < wheels; ++w)
            if (car >= cars->count)
                write_contact(&cars->block[block], w, lane, &kamm_flat_ground.plane);
            else
                take_contact(cars, block, w, lane,
                             given ? &given[car * wheels + w] : &ground->plane);
    }
}

/* The ground of a block where it is not asked for: the host's planes, or one plane for all. */
static void spread_ground(kamm_cars *cars, int block, const kamm_ground *ground)
{
    if (!ground->contacts && is_plane(&ground->plane))
        spread_plane(cars, block, &ground->plane);
    else
        take_contacts(cars, block, ground);
    cars->stale[block] = 0;
}

static struct step_job job_of(kamm_cars *cars, int block, const kamm_ground *ground)
{
    struct step_job job = {.block = &cars->block[block],
                           .layout = cars->layout,
                           .rows = &cars->rows,
                           .inputs = &cars->inputs[block * KAMM_BLOCK]};
    size_t first = cars->mixed ? (size_t)block * cars->constant_count * KAMM_BLOCK : 0;
    int left = cars->count - block * KAMM_BLOCK;
    job.constants = cars->constants + first;
    job.constant_count = cars->constant_count;
    job.cars = left < KAMM_BLOCK ? left : KAMM_BLOCK;
    if (cars->points && ground->query && ground->body_points) job.points = &cars->points[block];
    job.air_density_kgpm3 = ground->air_density_kgpm3;
    memcpy(job.gravity_mps2, ground->gravity_mps2, sizeof job.gravity_mps2);
    memcpy(job.wind_mps, ground->wind_mps, sizeof job.wind_mps);
    return job;
}

/* At width 1 each car comes with its own model, so that only wide kernels read interleaved ones. */
static void step_each(const kamm_cars *cars, int block, struct step_job job, step_kernel *kernel)
{
    int count = job.cars;
    job.cars = 1;
    for (job.first = 0; job.first < count; ++job.first) {
        job.constants = cars->models[block * KAMM_BLOCK + job.first]->own;
        kernel(&job);
    }
}

/* The width may have been set anew since the cars were created (kamm_set_width). */
static void run_kernel(kamm_cars *cars, int block, const struct step_job *job)
{
    int width;
    step_kernel *kernel = kamm_kernel(cars, job->cars, &width);
    if (cars->mixed && width == 1) {
        step_each(cars, block, *job, kernel);
        return;
    }
    if (cars->mixed) kamm_interleave(cars, block, width);
    kernel(job);
}

/* How fast the ground below a wheel comes nearer: what its velocity says along its normal. */
static double rising_mps(const struct car_block *block, int wheel, int lane)
{
    const float(*row)[KAMM_BLOCK] = block->contact[wheel];
    return ((double)row[0][lane] * (double)row[3][lane] +
            (double)row[1][lane] * (double)row[4][lane]) +
           (double)row[2][lane] * (double)row[5][lane];
}

static int is_rising(const kamm_contact *plane)
{
    double rising = 0;
    for (int i = 0; i < 3; ++i) rising += (double)plane->normal[i] * (double)plane->velocity_mps[i];
    return rising != 0;
}

static int is_lifting(const struct step_job *job)
{
    if (job->plane) return is_rising(job->plane);
    for (int w = 0; w < job->layout->wheels; ++w)
        for (int lane = 0; lane < job->cars; ++lane)
            if (rising_mps(job->block, w, lane) != 0) return 1;
    return 0;
}

/* A plane that was given once goes on as fast as it said: a lift that is only asked once a frame would
 * else hit the wheels with a frame's way at a time. */
static void lift_ground(const struct step_job *job, double dt)
{
    const struct car_block *block = job->block;
    for (int w = 0; w < job->layout->wheels; ++w)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
            double way = rising_mps(block, w, lane) * dt;
            for (int i = 0; i < 3; ++i)
                block->contact_point_m[w][i][lane] += way * (double)block->contact[w][i][lane];
        }
}

/* Kernels work with what lies between a car and its ground: a place that is none has no such. */
static void park_lost_cars(kamm_cars *cars, int block)
{
    const struct car_block *at = &cars->block[block];
    double sum[KAMM_BLOCK];
    int lost = 0;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        sum[lane] = fabs(at->position_m[0][lane]) + fabs(at->position_m[1][lane]) +
                    fabs(at->position_m[2][lane]);
        lost |= !(sum[lane] < INFINITY);
    }
    for (int lane = 0; lane < KAMM_BLOCK && lost; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (!(sum[lane] < INFINITY) && car < cars->count) kamm_park(cars, car);
    }
}

void kamm_step_block_watched(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                             step_watcher *watch, void *context)
{
    park_lost_cars(cars, block);
    struct step_job job = job_of(cars, block, ground);
    if (cars->points && watch && !job.points) job.points = &cars->points[block];
    if (cars->points && !job.points)
        memset(cars->points[block].normal, 0, sizeof cars->points[block].normal);
    uint64_t interval = ground->interval_substeps > 1 ? (uint64_t)ground->interval_substeps : 1;
    if (!ground->query) spread_ground(cars, block, ground);
    if (cars->plane[block].friction >= 0) job.plane = &cars->plane[block];
    int lifting = is_lifting(&job);
    if (lifting) kamm_forget_plane(cars, block), job.plane = NULL;
    for (int done = 0; done < substeps; done += job.substeps) {
        uint64_t since = (cars->substeps + (uint64_t)done) % interval;
        int until = substeps - done;
        if (ground->query) {
            query_ground(cars, block, ground, since == 0);
            if (cars->plane[block].friction < 0) job.plane = NULL;
            if ((uint64_t)until > interval - since) until = (int)(interval - since);
            lifting = is_lifting(&job);
        }
        job.substeps = watch || lifting ? 1 : until;
        run_kernel(cars, block, &job);
        if (lifting) lift_ground(&job, cars->models[0]->info.substep_s);
        if (watch) watch(context, cars, block);
    }
}

void kamm_step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps)
{
    kamm_step_block_watched(cars, block, ground, substeps, NULL, NULL);
}

void kamm_step(kamm_cars *cars, const kamm_ground *ground, int substeps)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    if (!substeps) return;
    for (int block = 0; block < cars->blocks; ++block)
        kamm_step_block(cars, block, ground, substeps);
    cars->substeps += (uint64_t)substeps;
}
