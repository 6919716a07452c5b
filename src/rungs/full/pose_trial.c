#include "pose_trial.h"

#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../part/ground_step.h"
#include "../../vehicle/two_wheeler.h"

#include <math.h>
#include <string.h>

/* Steps are no physics: what they come to is the same. Those of ordinary sizes are well tried, over stops that begin on the way. */
static double step_scale(const kamm_model *model)
{
    double length = model->statics.length_scale;
    return length > 0.5 && length < 2 ? 1 : length;
}

/* With KAMM_KERNELS=single there is none for one car alone: there those beside it in the copy go along. */
DECLARE_KERNELS(full);
static step_kernel *const kernels[WHEEL_KINDS][KERNEL_COUNT] = {LIST_KERNELS(full)};

static void spread(const float (*from)[KAMM_BLOCK], size_t rows, int lane, float (*to)[KAMM_BLOCK])
{
    for (size_t i = 0; i < rows; ++i)
        for (int k = 0; k < KAMM_BLOCK; ++k) to[i][k] = from[i][lane];
}

/* All lanes of the copy are this car. `room`: for a block. */
static void copy_car(struct trial *t, const struct car *car, const struct arrival *arrival,
                     void *room)
{
    const struct car_block *block = car->block;
    size_t wheels = car->rows->wheels, floats = CONTACT_COUNT * wheels;
    t->block = block_at(room, car->rows);
    for (size_t i = 0; i < 3 + 3 * wheels; ++i)
        for (int k = 0; k < KAMM_BLOCK; ++k)
            t->block.position_m[i][k] = block->position_m[i][car->lane];
    spread((const float(*)[KAMM_BLOCK])block->contact, floats + t->states + car->rows->outputs,
           car->lane, (float(*)[KAMM_BLOCK])t->block.contact);
    spread((const float(*)[KAMM_BLOCK])car->gravity->mps2, 3, car->lane, t->gravity.mps2);
    spread(arrival->wind_mps, 3, car->lane, t->wind_mps);
    for (int k = 0; k < KAMM_BLOCK; ++k) t->inputs[k] = car->inputs[car->lane];
}

static void begin_job(struct trial *t, const struct car *car, const struct arrival *arrival)
{
    t->constants = car->model->own;
    t->layout = &car->model->layout;
    t->lane = car->lane;
    t->wide = arrival->kernel;
    t->width = arrival->width;
    t->length = step_scale(car->model);
    t->roll_at = MEAN_TRAVEL + t->layout->axles;
    t->apart_at = t->roll_at + 1;
    t->unknowns = t->apart_at + t->layout->axles;
    t->kernel = kernels[ANY_WHEELS][KERNEL_1];
    t->job = (struct step_job){.block = &t->block,
                               .layout = t->layout,
                               .rows = car->rows,
                               .inputs = t->inputs,
                               .first = t->lane,
                               .cars = 1,
                               .substeps = 1,
                               .constants = car->model->own,
                               .constant_count = car->model->own_count,
                               .gravity_mps2 = (const float(*)[KAMM_BLOCK])t->gravity.mps2,
                               .wind_mps = (const float(*)[KAMM_BLOCK])t->wind_mps,
                               .air_density_kgpm3 = kamm_flat_ground.air_density_kgpm3};
    if (t->kernel) return;
    t->kernel = kernels[ANY_WHEELS][KERNEL_4_MIXED];
    t->job.first = t->lane / 4 * 4;
    t->job.constants = car->constants;
}

void kamm_begin_trial(struct trial *t, const struct car *car, const struct arrival *arrival,
                      void *room)
{
    const double *up = arrival->up;
    t->states = car->rows->states;
    copy_car(t, car, arrival, room);
    begin_job(t, car, arrival);
    for (size_t i = 0; i < t->states; ++i) t->start[i] = t->block.state[i][t->lane];
    kamm_frame_of(car, t->position, t->q);
    const double angular_velocity[3] = {TRIED(t, car.roll_rate_radps),
                                        TRIED(t, car.pitch_rate_radps),
                                        TRIED(t, car.yaw_rate_radps)};
    kamm_rotate(t->q, angular_velocity, t->angular_velocity);
    memcpy(t->up, up, sizeof t->up);
    for (int w = 0; w < t->layout->wheels; ++w)
        t->force[w] = (struct held_force){TRIED_OUTPUT(t, wheels[w].longitudinal_force_n),
                                          TRIED_OUTPUT(t, wheels[w].lateral_force_n),
                                          TRIED_OUTPUT(t, wheels[w].load_n)};
}

static void put_kept(struct trial *t, size_t number, size_t residual, double value)
{
    float rounded = (float)value;
    *tried(t, number) = rounded;
    *tried(t, residual) = (float)(value - (double)rounded);
}

static void put_start(struct trial *t, int first, int lanes)
{
    for (size_t i = 0; i < t->states; ++i)
        for (int k = first; k < first + lanes; ++k) t->block.state[i][k] = t->start[i];
}

/* The present lane is the car as it was at the start, in the pose x. */
static void move_to_pose(struct trial *t, const double x[UNKNOWNS])
{
    double turn[4] = {1, x[t->roll_at] / 2, x[PITCH] / 2, 0}, q[4], angular_velocity[3];
    kamm_normalise(turn);
    kamm_multiply(t->q, turn, q);
    kamm_normalise(q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, t->angular_velocity, angular_velocity);
    for (size_t i = 0; i < 4; ++i)
        put_kept(t, STATE_NUMBER(car.orientation_w) + i,
                 STATE_NUMBER(car.orientation_residual_w) + i, q[i]);
    for (size_t i = 0; i < 3; ++i) {
        t->block.position_m[i][t->lane] = t->position[i] + t->up[i] * x[RISE];
        *tried(t, STATE_NUMBER(car.roll_rate_radps) + i) = (float)angular_velocity[i];
    }
    const struct layout *l = t->layout;
    for (int w = 0; w < l->wheels; ++w) {
        double mean = x[MEAN_TRAVEL + l->axle[w]], apart = x[t->apart_at + l->axle[w]];
        TRIED(t, wheels[w].travel_m) = (float)(mean + (double)l->side[w] * apart);
    }
    for (int w = 0; w < l->wheels; ++w) TRIED(t, wheels[w].deflection_m) = ANY_DEPTH_M;
    for (int p = 0; p < BODY_POINTS; ++p) TRIED(t, points[p].depth_m) = ANY_DEPTH_M;
}

void kamm_put_pose(struct trial *t, const double x[UNKNOWNS])
{
    put_start(t, t->lane, 1);
    move_to_pose(t, x);
}

struct motion {
    double velocity[3], pitch_rate, roll_rate;
};

static struct motion motion_of(const struct trial *t)
{
    struct motion m = {.pitch_rate = TRIED(t, car.pitch_rate_radps),
                       .roll_rate = TRIED(t, car.roll_rate_radps)};
    for (size_t i = 0; i < 3; ++i)
        m.velocity[i] = (double)*tried(t, STATE_NUMBER(car.velocity_x_mps) + i) +
                        (double)*tried(t, STATE_NUMBER(car.velocity_residual_x_mps) + i);
    return m;
}

/* What spins wheels up or down beyond the car's own acceleration turns the body back for as long as that takes: the
 * pitch's acceleration without it. A pedal says something else on each rung, so its torque need not fit the tyres'
 * forces yet. */
static double pitch_by_spin(const struct trial *t)
{
    const struct layout *l = t->layout;
    double moment = 0, ahead = TRIED_OUTPUT(t, car.acceleration_x_mps2);
    for (int a = 0; a < l->axles; ++a) {
        const struct axle_constants *axle = &t->constants->chassis.axles[a];
        double before = 0, after = 0;
        for (int i = 0; i < hub_count(l, a); ++i) {
            before += (double)STARTED(t, wheels[l->first[a] + i].spin_radps);
            after += (double)TRIED(t, wheels[l->first[a] + i].spin_radps);
        }
        double change = (after - before) * (double)t->constants->chassis.inverse_dt;
        moment +=
            axle->wheel_inertia_kgm2 * (change - hub_count(l, a) * ahead / axle->rest_radius_m);
    }
    return moment * t->constants->mobility[4][4];
}

static double travel_acceleration(const struct trial *t, int w)
{
    double before = STARTED(t, wheels[w].travel_rate_mps);
    double change = (double)TRIED(t, wheels[w].travel_rate_mps) - before;
    return change * (double)t->constants->chassis.inverse_dt;
}

/* What the pose x made of a motion in a substep. */
static void accelerations_from(const struct trial *t, const double x[UNKNOWNS],
                               const struct motion *before, double out[UNKNOWNS])
{
    double per_s = t->constants->chassis.inverse_dt;
    struct motion after = motion_of(t);
    double pitch = pitch_by_spin(t);
    out[RISE] = (dot3(after.velocity, t->up) - dot3(before->velocity, t->up)) * per_s;
    out[PITCH] = (after.pitch_rate - before->pitch_rate) * per_s + pitch;
    out[t->roll_at] = (after.roll_rate - before->roll_rate) * per_s;
    if (leans_freely(t->layout)) /* keeps its lean, which no spring bears */
        out[t->roll_at] = x[t->roll_at] * per_s;
    const struct layout *l = t->layout;
    for (int a = 0; a < l->axles; ++a) {
        int left_at = left_hub(l, a), right_at = right_hub(l, a);
        double left = travel_acceleration(t, left_at), right = travel_acceleration(t, right_at);
        out[MEAN_TRAVEL + a] =
            (left + right) / 2 + pitch * (double)t->constants->chassis.axles[a].behind_m;
        /* A single wheel has nothing to be apart from. */
        out[t->apart_at + a] =
            left_at == right_at ? x[t->apart_at + a] * per_s : (left - right) / 2;
    }
}

void kamm_accelerations_at(struct trial *t, const double x[UNKNOWNS], double out[UNKNOWNS])
{
    kamm_put_pose(t, x);
    struct motion before = motion_of(t);
    t->kernel(&t->job);
    for (int w = 0; w < t->layout->wheels; ++w)
        t->deflection_m[w] = TRIED(t, wheels[w].deflection_m);
    for (int p = 0; p < BODY_POINTS; ++p) t->depth_m[p] = TRIED(t, points[p].depth_m);
    accelerations_from(t, x, &before, out);
}

/* The same for up to `width` poses at once, without what belongs to the last try. */
static void accelerations_side_by_side(struct trial *t, int count, double x[][UNKNOWNS],
                                       double out[][UNKNOWNS])
{
    struct motion before[KAMM_BLOCK];
    struct step_job job = t->job;
    int own = t->lane;
    job.first = 0;
    job.cars = count;
    put_start(t, 0, t->width);
    for (t->lane = 0; t->lane < count; ++t->lane) {
        move_to_pose(t, x[t->lane]);
        before[t->lane] = motion_of(t);
    }
    t->wide(&job);
    for (t->lane = 0; t->lane < count; ++t->lane)
        accelerations_from(t, x[t->lane], &before[t->lane], out[t->lane]);
    t->lane = own;
}

void kamm_accelerations_of_all(struct trial *t, int count, double x[][UNKNOWNS],
                               double out[][UNKNOWNS])
{
    if (!t->wide) {
        for (int i = 0; i < count; ++i) kamm_accelerations_at(t, x[i], out[i]);
        return;
    }
    for (int i = 0; i < count; i += t->width) {
        int lanes = count - i < t->width ? count - i : t->width;
        accelerations_side_by_side(t, lanes, &x[i], &out[i]);
    }
}
