/* Stepping: from cars and ground to the kernels. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "contact_planes.h"
#include "external_forces.h"
#include "faults.h"
#include "ground_query.h"
#include "road.h"
#include "tasks.h"
#include "usual.h"
#include "wind.h"

#include <math.h>
#include <string.h>

/* For how long the answer of a query holds at most, if it says that it holds on. */
#define MAX_ANSWER_S 0.25

/* One plane below all wheels of a block; nothing is written where it has been there before. */
static void spread_plane(kamm_cars *cars, int block, const kamm_contact *plane)
{
    if (memcmp(&cars->plane[block], plane, sizeof *plane) == 0) return;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        for (int w = 0; w < cars->layout->wheels; ++w)
            kamm_write_contact(&cars->block[block], w, lane, plane);
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
            if (car >= cars->count || kamm_car_is_off(cars, car))
                kamm_write_contact(&cars->block[block], w, lane, &kamm_flat_ground.plane);
            else
                kamm_take_contact(cars, block, w, lane,
                                  given ? &given[car * wheels + w] : &ground->plane);
    }
}

/* The ground of a block where it is not asked for: the host's planes, or one plane for all. */
static void spread_ground(kamm_cars *cars, int block, const kamm_ground *ground)
{
    if (!ground->contacts && kamm_is_plane(&ground->plane))
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
    job.gravity_mps2 = (const float(*)[KAMM_BLOCK])cars->gravity[block].mps2;
    return job;
}

/* At width 1 each car comes with its own model, so that only wide kernels read interleaved ones. */
static void step_each(const kamm_cars *cars, int block, struct step_job job, step_kernel *kernel)
{
    int count = job.cars;
    unsigned on = kamm_lanes_on(cars, block);
    job.cars = 1;
    for (job.first = 0; job.first < count; ++job.first) {
        if (!(on >> job.first & 1)) continue;
        job.constants = cars->models[block * KAMM_BLOCK + job.first]->own;
        kernel(&job);
    }
}

/* Groups of lanes of which some are on. */
static void step_groups(struct step_job job, step_kernel *kernel, unsigned on, int width)
{
    int end = job.cars;
    unsigned group = (1u << width) - 1;
    for (job.first = 0; job.first < end; job.first += width) {
        job.cars = end - job.first < width ? end - job.first : width;
        if (on & group << job.first) kernel(&job);
    }
}

static int count_lanes(unsigned lanes)
{
    int count = 0;
    for (; lanes; lanes &= lanes - 1) ++count;
    return count;
}

/* The width may have been set again since the cars were created (kamm_set_width). */
static void run_kernel(kamm_cars *cars, int block, const struct step_job *job)
{
    int width;
    unsigned on = kamm_lanes_on(cars, block);
    int count = kamm_some_are_off(cars, block) ? count_lanes(on) : job->cars;
    step_kernel *kernel = kamm_kernel(cars, count, &width);
    if (cars->mixed && width == 1) {
        step_each(cars, block, *job, kernel);
        return;
    }
    if (cars->mixed) kamm_interleave(cars, block, width);
    if (kamm_some_are_off(cars, block))
        step_groups(*job, kernel, on, width);
    else
        kernel(job);
}

/* How fast the ground below a wheel comes nearer: what its velocity says along its normal. */
static double rising_mps(const struct car_block *block, int wheel, int lane)
{
    float(*n)[KAMM_BLOCK] = block->contact[wheel].normal;
    float(*v)[KAMM_BLOCK] = block->contact[wheel].velocity_mps;
    return ((double)n[0][lane] * (double)v[0][lane] + (double)n[1][lane] * (double)v[1][lane]) +
           (double)n[2][lane] * (double)v[2][lane];
}

static int is_rising(const kamm_contact *plane)
{
    double rising = 0;
    for (int i = 0; i < 3; ++i) rising += (double)plane->normal[i] * (double)plane->velocity_mps[i];
    return rising != 0;
}

static int is_lifting(const kamm_cars *cars, int block, unsigned lanes)
{
    if (cars->plane[block].friction >= 0) return is_rising(&cars->plane[block]);
    for (int w = 0; w < cars->layout->wheels; ++w)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane)
            if (lanes >> lane & 1 && rising_mps(&cars->block[block], w, lane) != 0) return 1;
    return 0;
}

/* A plane that was given once goes on as fast as it said: a lift that is only asked once a frame would
 * else hit the wheels with a frame's way at a time. */
static void lift_ground(const kamm_cars *cars, int block, int first, int count)
{
    const struct car_block *at = &cars->block[block];
    double dt = cars->models[0]->info.substep_s;
    for (int w = 0; w < cars->layout->wheels; ++w)
        for (int lane = first; lane < first + count; ++lane) {
            double way = rising_mps(at, w, lane) * dt;
            if (way == 0) continue; /* not even -0 changes where another car's ground rises */
            for (int i = 0; i < 3; ++i)
                at->contact_point_m[w][i][lane] += way * (double)at->contact[w].normal[i][lane];
        }
}

/* Data for meet_ground. */
struct meeting {
    kamm_cars *cars;
    const kamm_ground *ground;
    int block, lifting;                   /* 1: some plane moves */
    unsigned on;                          /* the block's cars that are on, bit by bit */
    uint64_t since_start;                 /* substeps before the kernel's first */
    uint64_t interval, longest;           /* between two queries; for which an answer holds */
    float (*wind_mps)[KAMM_BLOCK];        /* of each car, for the kernel */
    const struct ground_overlay *overlay; /* NULL */
};

static struct meeting meeting_of(kamm_cars *cars, int block, const kamm_ground *ground)
{
    double longest = MAX_ANSWER_S / cars->models[0]->info.substep_s;
    return (struct meeting){
        .cars = cars,
        .ground = ground,
        .block = block,
        .on = kamm_lanes_on(cars, block),
        .since_start = cars->substeps,
        .interval = ground->interval_substeps > 1 ? (uint64_t)ground->interval_substeps : 1,
        .longest = longest > 1 ? (uint64_t)longest : 1,
    };
}

static void spread_vector(const float of_all[3], float of_cars[3][KAMM_BLOCK])
{
    for (int i = 0; i < 3; ++i)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane) of_cars[i][lane] = of_all[i];
}

/* Gravity where each car is now. */
static void weigh(kamm_cars *cars, int block, const kamm_ground *ground, int first, int count)
{
    const struct car_block *at = &cars->block[block];
    double position[KAMM_BLOCK][3], gravity[KAMM_BLOCK][3] = {{0}};
    int left = cars->count - block * KAMM_BLOCK - first;
    count = count < left ? count : left;
    if (count <= 0) return;
    for (int i = 0; i < 3; ++i)
        for (int n = 0; n < count; ++n) position[n][i] = at->position_m[i][first + n];
    ground->gravity(ground->gravity_user, count, position[0], gravity[0]);
    for (int n = 0; n < count; ++n)
        kamm_put_gravity(cars, block * KAMM_BLOCK + first + n, gravity[n]);
}

/* Cars that stand where they were placed come to rest under the gravity there. */
void kamm_rest_placed_cars(kamm_cars *cars, int block, const kamm_ground *ground)
{
    if (!cars->placed[block]) return;
    spread_vector(ground->gravity_mps2, cars->gravity[block].mps2);
    if (ground->gravity) weigh(cars, block, ground, 0, KAMM_BLOCK);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        if (cars->placed[block] >> lane & 1 && block * KAMM_BLOCK + lane < cars->count)
            kamm_rest_where_placed(cars, block * KAMM_BLOCK + lane);
    cars->placed[block] = 0;
}

/* The wind where each car is now. */
static void sample_wind(const struct meeting *m, int first, int count, uint64_t since)
{
    const struct car_block *at = &m->cars->block[m->block];
    double time_s = (double)since * m->cars->models[0]->info.substep_s;
    int used = m->cars->count - m->block * KAMM_BLOCK;
    for (int lane = first; lane < first + count && lane < used; ++lane) {
        double position[3], wind[3];
        for (int i = 0; i < 3; ++i) position[i] = at->position_m[i][lane];
        kamm_wind_of_ground(m->ground, position, time_s, wind);
        for (int i = 0; i < 3; ++i) m->wind_mps[i][lane] = (float)wind[i];
    }
}

/* Where it is time, or a car was placed. */
static void query_ground(struct meeting *m, unsigned lanes, uint64_t since)
{
    kamm_cars *cars = m->cars;
    if (since % m->interval) lanes &= cars->stale[m->block];
    if (!lanes) return;
    int again = since % m->longest < m->interval;
    m->lifting |= kamm_query_ground(cars, m->block, m->ground, lanes, again);
}

/* Runs between two substeps: it moves planes on, and queries the ground. */
static void meet_ground(void *host, int first, int count, int done)
{
    struct meeting *m = host;
    unsigned lanes = ((1u << count) - 1) << first;
    uint64_t since = m->since_start + (uint64_t)done;
    if (m->lifting && done) lift_ground(m->cars, m->block, first, count);
    if (m->ground->wind) sample_wind(m, first, count, since);
    if (m->ground->gravity) weigh(m->cars, m->block, m->ground, first, count);
    if (m->ground->query) query_ground(m, lanes & m->on, since);
    if (m->overlay) {
        kamm_note_road(m->cars, m->block, m->overlay->road);
        m->lifting |= m->overlay->lay(m->overlay->user, m->cars, m->block, lanes);
    }
    kamm_settle_courses(m->cars, m->block, lanes);
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

/* A planner's acceleration on a rung that has none: its kernel leaves it out without a message. What is not finite the kernel
 * tells. */
static void tell_of_commands(kamm_cars *cars, int block, int count)
{
    const kamm_input *input = &cars->inputs[block * KAMM_BLOCK];
    if (cars->models[0]->info.takes_commands) return;
    for (int lane = 0; lane < count; ++lane) {
        float asked = fabsf(input[lane].acceleration_mps2);
        if (input[lane].command > 0.5f && asked > 0 && asked < INFINITY)
            kamm_report_fault(cars, block * KAMM_BLOCK + lane, KAMM_FAULT_INPUT);
    }
}

/* Another ground's answers hold no longer. After a snapshot their ground is unknown: they go on. */
static void know_ground(kamm_cars *cars, int block, const kamm_ground *ground)
{
    struct ground_source *source = &cars->source[block];
    int other = source->query && (source->query != ground->query || source->user != ground->user);
    if (other || !ground->query) kamm_forget_answers(cars, block);
    *source = (struct ground_source){ground->query, ground->user};
}

static void step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                       const struct ground_overlay *overlay, step_watcher *watch, void *context,
                       const struct external_forces *outer)
{
    _Alignas(64) float wind_mps[3][KAMM_BLOCK];
    unsigned on = kamm_lanes_on(cars, block);
    if (!on) return;
    if (kamm_some_are_off(cars, block)) kamm_hold_off_cars(cars, block);
    park_lost_cars(cars, block);
    kamm_rest_placed_cars(cars, block, ground);
    spread_vector(ground->gravity_mps2, cars->gravity[block].mps2);
    struct step_job job = job_of(cars, block, ground);
    if (cars->points && watch && !job.points) job.points = &cars->points[block];
    if (cars->points && !job.points)
        memset(cars->points[block].normal, 0, sizeof cars->points[block].normal);
    tell_of_commands(cars, block, job.cars);
    know_ground(cars, block, ground);
    struct meeting meeting = meeting_of(cars, block, ground);
    if (ground->query)
        kamm_forget_plane(cars, block);
    else
        spread_ground(cars, block, ground);
    meeting.lifting = is_lifting(cars, block, on);
    if (meeting.lifting || overlay) kamm_forget_plane(cars, block);
    if (cars->plane[block].friction >= 0) job.plane = &cars->plane[block];
    spread_vector(ground->wind_mps, wind_mps);
    meeting.wind_mps = wind_mps;
    job.wind_mps = (const float(*)[KAMM_BLOCK])wind_mps;
    meeting.overlay = overlay;
    if (ground->query || meeting.lifting || ground->wind || ground->gravity || overlay)
        job.between = meet_ground, job.host = &meeting;
    if (!job.between) kamm_settle_courses(cars, block, UINT16_MAX);
    if (overlay) job.road = overlay->road;
    job.outer = outer;
    job.substeps = watch ? 1 : substeps;
    for (int done = 0; done < substeps; done += job.substeps) {
        run_kernel(cars, block, &job);
        if (overlay && cars->points && !job.points) kamm_keep_road(cars, block, overlay->road);
        if (meeting.lifting) lift_ground(cars, block, 0, KAMM_BLOCK);
        meeting.since_start += (uint64_t)job.substeps;
        if (watch) watch(context, cars, block);
    }
}

/* With what act.h has gathered. */
static void step_pushed_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                              const struct ground_overlay *overlay)
{
    struct external_forces outer;
    int acts = kamm_gather_forces(cars, block, &outer);
    step_block(cars, block, ground, substeps, overlay, NULL, NULL, acts ? &outer : NULL);
}

void kamm_step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps)
{
    step_pushed_block(cars, block, ground, substeps, NULL);
}

void kamm_step_block_over(kamm_cars *cars, int block, const kamm_ground *ground,
                          const struct ground_overlay *overlay)
{
    step_pushed_block(cars, block, ground, 1, overlay);
}

void kamm_step_block_watched(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                             step_watcher *watch, void *context,
                             const struct external_forces *outer)
{
    step_block(cars, block, ground, substeps, NULL, watch, context, outer);
}

struct block_steps {
    kamm_cars *cars;
    const kamm_ground *ground;
    int substeps;
};

static void step_one_block(void *context, int block)
{
    const struct block_steps *steps = context;
    kamm_step_block(steps->cars, block, steps->ground, steps->substeps);
}

static void step_blocks(kamm_cars *cars, const kamm_ground *ground, int substeps,
                        kamm_run_tasks *run, void *user)
{
    struct block_steps steps = {cars, ground, substeps};
    if (!substeps) return;
    kamm_run_each(run, user, cars->blocks, step_one_block, &steps);
    cars->substeps += (uint64_t)substeps;
}

void kamm_take_substeps(kamm_cars *cars, const kamm_ground *ground, int substeps)
{
    step_blocks(cars, ground, substeps, NULL, NULL);
}

void kamm_step(kamm_cars *cars, const kamm_ground *ground, int substeps)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(kamm_cars_are_their_own(cars), );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    step_blocks(cars, ground, substeps, NULL, NULL);
    kamm_end_forces(cars);
}

void kamm_step_tasks(kamm_cars *cars, const kamm_ground *ground, int substeps, kamm_run_tasks *run,
                     void *user)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(kamm_cars_are_their_own(cars), );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    step_blocks(cars, ground, substeps, run, user);
    kamm_end_forces(cars);
}
