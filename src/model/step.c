/* Stepping: from cars and ground to the kernels. */
#include "../base/error.h"
#include "cars.h"

#include <string.h>

/* A plane or a query's answer into the rows of one wheel of one car. */
static void write_contact(struct car_block *block, int wheel, int lane, const kamm_contact *c)
{
    float(*row)[KAMM_BLOCK] = block->contact[wheel];
    for (int i = 0; i < 3; ++i) {
        block->contact_point_m[wheel][i][lane] = c->point_m[i];
        row[i][lane] = c->normal[i];
        row[3 + i][lane] = c->velocity_mps[i];
    }
    row[6][lane] = c->friction;
    row[7][lane] = c->rolling_resistance;
}

static void spread_plane(kamm_cars *cars, int block, const kamm_contact *plane)
{
    for (int w = 0; w < CAR_WHEELS; ++w)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane)
            write_contact(&cars->block[block], w, lane, plane);
    cars->stale[block] = 0;
}

/* Where a car's wheels are at rest in its body. */
static void write_probes(const kamm_cars *cars, int car, kamm_probe probes[CAR_WHEELS])
{
    const kamm_model *model = kamm_model_of(cars, car);
    const double *sprung = model->statics.sprung_cg;
    double position[3], q[4];
    kamm_body_frame(cars, car, position, q);
    for (int w = 0; w < CAR_WHEELS; ++w) {
        const struct full_axle_constants *axle = &model->full.axles[w / 2];
        double out = w % 2 ? -axle->half_track_m : axle->half_track_m;
        double hub[3] = {axle->behind_m, out + axle->left_offset_m, axle->hub_z_m}, world[3];
        for (int i = 0; i < 3; ++i) hub[i] += sprung[i] - model->origin[i];
        kamm_rotate(q, hub, world);
        for (int i = 0; i < 3; ++i) probes[w].position_m[i] = position[i] + world[i];
        probes[w].car = car;
        probes[w].wheel = w;
    }
}

/* Asks for the ground of all cars of a block, or only of those that were placed since. */
static void query_ground(kamm_cars *cars, int block, const kamm_ground *ground, int all)
{
    kamm_probe probes[KAMM_BLOCK * CAR_WHEELS];
    kamm_contact contacts[KAMM_BLOCK * CAR_WHEELS];
    int lanes[KAMM_BLOCK], asked = 0;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || !(all || cars->stale[block] >> lane & 1)) continue;
        write_probes(cars, car, &probes[asked * CAR_WHEELS]);
        lanes[asked++] = lane;
    }
    cars->stale[block] = 0;
    if (!asked) return;
    memset(contacts, 0, sizeof contacts);
    ground->query(ground->user, asked * CAR_WHEELS, probes, contacts);
    for (int i = 0; i < asked * CAR_WHEELS; ++i)
        write_contact(&cars->block[block], i % CAR_WHEELS, lanes[i / CAR_WHEELS], &contacts[i]);
}

static struct step_job job_of(kamm_cars *cars, int block, const kamm_ground *ground)
{
    struct step_job job = {.block = &cars->block[block],
                           .inputs = &cars->inputs[block * KAMM_BLOCK]};
    size_t first = cars->mixed ? (size_t)block * cars->rung->constant_count * KAMM_BLOCK : 0;
    int left = cars->count - block * KAMM_BLOCK;
    job.constants = cars->constants + first;
    job.wheel_constants = &cars->models[0]->wheel_constants[0][0];
    job.cars = left < KAMM_BLOCK ? left : KAMM_BLOCK;
    job.air_density_kgpm3 = ground->air_density_kgpm3;
    memcpy(job.gravity_mps2, ground->gravity_mps2, sizeof job.gravity_mps2);
    memcpy(job.wind_mps, ground->wind_mps, sizeof job.wind_mps);
    return job;
}

/* At width 1 each car comes with its own model, so that only wide kernels read interleaved ones. */
static void step_each(const kamm_cars *cars, int block, struct step_job job)
{
    int count = job.cars;
    job.cars = 1;
    for (job.first = 0; job.first < count; ++job.first) {
        const kamm_model *model = cars->models[block * KAMM_BLOCK + job.first];
        job.constants = (const float *)((const char *)model + cars->rung->constants_at);
        job.wheel_constants = &model->wheel_constants[0][0];
        cars->rung->kernels[KERNEL_1](&job);
    }
}

static void run_kernel(const kamm_cars *cars, int block, const struct step_job *job)
{
    step_kernel *kernel = kamm_kernel(cars->rung, job->cars, cars->mixed);
    if (cars->mixed && kernel == cars->rung->kernels[KERNEL_1])
        step_each(cars, block, *job);
    else
        kernel(job);
}

static void step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps)
{
    struct step_job job = job_of(cars, block, ground);
    if (!ground->query) {
        spread_plane(cars, block, &ground->plane);
        job.substeps = substeps;
        run_kernel(cars, block, &job);
        return;
    }
    uint64_t interval = ground->interval_substeps > 1 ? (uint64_t)ground->interval_substeps : 1;
    for (int done = 0; done < substeps; done += job.substeps) {
        uint64_t since = (cars->substeps + (uint64_t)done) % interval;
        int left = substeps - done, until = (int)(interval - since);
        query_ground(cars, block, ground, since == 0);
        job.substeps = left < until ? left : until;
        run_kernel(cars, block, &job);
    }
}

void kamm_step(kamm_cars *cars, const kamm_ground *ground, int substeps)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    if (!substeps) return;
    for (int block = 0; block < cars->blocks; ++block) step_block(cars, block, ground, substeps);
    cars->substeps += (uint64_t)substeps;
}
