#include "full_balance.h"

#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../part/ground_step.h"
#include "../../part/tyre/tyre.h"

#include <math.h>
#include <string.h>

/* Newton's method on what the model's own kernel makes of a pose in one substep: the accelerations of rise, pitch and
 * roll and of four travels have to vanish. So the pose is that of all its laws: geometric load transfer and
 * anti-dive by the links (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 17), bars, stops, air. Dampers and dry
 * friction are at rest in it. */

enum { UNKNOWNS = FULL_POSE_UNKNOWNS, ROUNDS = 15 };

/* A pose, and its accelerations: those that a mirrored car has alike come first, then those that it has with the
 * other sign; so its balance is the mirror image, to the bit. */
enum { RISE, PITCH, MEAN_TRAVEL, ROLL = MEAN_TRAVEL + CAR_AXLES, TRAVEL_APART };

static const double longest_step = 0.03, slope_step = 2e-4; /* m and rad */
static const double balanced = 0.02, acceptable = 0.5;      /* m/s2 and rad/s2 */
static const double steepest_rad = 0.3;

/* The tyre's force along the road, and the load under which it is. */
struct held_force {
    double along_n, left_n, load_n;
};

/* A copy of the car to try poses on. */
struct trial {
    const struct full_constants *constants;
    step_kernel *kernel;
    struct step_job job;
    int lane;
    struct car_block block;
    float start[STATE_COUNT];
    double position[3], q[4], up[3], spin[3]; /* what a pose counts from; world axes */
    struct held_force force[CAR_WHEELS];
    float deflection_m[CAR_WHEELS]; /* of the last try */
};

#define TRIED(t, member) (t)->block.state[STATE_ROW(member)][(t)->lane]
#define TRIED_OUTPUT(t, member) (t)->block.output[OUTPUT_ROW(member)][(t)->lane]

/* A compact build has no kernel for one car alone: there those beside it in the copy go along. */
static void begin_job(struct trial *t, const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    int block = car / KAMM_BLOCK;
    t->constants = &model->full;
    t->lane = car % KAMM_BLOCK;
    t->block = cars->block[block];
    t->kernel = cars->rung->kernels[KERNEL_1];
    t->job = (struct step_job){.block = &t->block,
                               .inputs = &cars->inputs[block * KAMM_BLOCK],
                               .first = t->lane,
                               .cars = 1,
                               .substeps = 1,
                               .constants = (const float *)&model->full,
                               .wheel_constants = &model->wheel_constants[0][0],
                               .air_density_kgpm3 = kamm_flat_ground.air_density_kgpm3};
    memcpy(t->job.gravity_mps2, kamm_flat_ground.gravity_mps2, sizeof t->job.gravity_mps2);
    if (t->kernel) return;
    t->kernel = cars->rung->kernels[KERNEL_4_MIXED];
    t->job.first = t->lane / 4 * 4;
    t->job.constants = cars->constants + (size_t)block * FULL_CONSTANT_COUNT * KAMM_BLOCK;
}

static void begin_trial(struct trial *t, const kamm_cars *cars, int car, const double up[3])
{
    begin_job(t, cars, car);
    for (int i = 0; i < STATE_COUNT; ++i) t->start[i] = t->block.state[i][t->lane];
    kamm_body_frame(cars, car, t->position, t->q);
    const double spin[3] = {TRIED(t, car.roll_rate_radps), TRIED(t, car.pitch_rate_radps),
                            TRIED(t, car.yaw_rate_radps)};
    kamm_rotate(t->q, spin, t->spin);
    memcpy(t->up, up, sizeof t->up);
    for (int w = 0; w < CAR_WHEELS; ++w)
        t->force[w] = (struct held_force){TRIED_OUTPUT(t, wheels[w].longitudinal_force_n),
                                          TRIED_OUTPUT(t, wheels[w].lateral_force_n),
                                          TRIED_OUTPUT(t, wheels[w].load_n)};
}

static void put_kept(struct trial *t, size_t row, size_t rest_row, double value)
{
    float rounded = (float)value;
    t->block.state[row][t->lane] = rounded;
    t->block.state[rest_row][t->lane] = (float)(value - (double)rounded);
}

static void put_pose(struct trial *t, const double x[UNKNOWNS])
{
    double turn[4] = {1, x[ROLL] / 2, x[PITCH] / 2, 0}, q[4], spin[3];
    for (int i = 0; i < STATE_COUNT; ++i) t->block.state[i][t->lane] = t->start[i];
    kamm_normalise(turn);
    kamm_multiply(t->q, turn, q);
    kamm_normalise(q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, t->spin, spin);
    for (size_t i = 0; i < 4; ++i)
        put_kept(t, STATE_ROW(car.orientation_w) + i, STATE_ROW(car.orientation_residual_w) + i,
                 q[i]);
    for (size_t i = 0; i < 3; ++i) {
        t->block.position_m[i][t->lane] = t->position[i] + t->up[i] * x[RISE];
        t->block.state[STATE_ROW(car.roll_rate_radps) + i][t->lane] = (float)spin[i];
    }
    for (int a = 0; a < CAR_AXLES; ++a) {
        double mean = x[MEAN_TRAVEL + a], apart = x[TRAVEL_APART + a];
        TRIED(t, wheels[2 * a].travel_m) = (float)(mean + apart);
        TRIED(t, wheels[2 * a + 1].travel_m) = (float)(mean - apart);
    }
    for (int w = 0; w < CAR_WHEELS; ++w) TRIED(t, wheels[w].deflection_m) = ANY_DEPTH_M;
}

struct motion {
    double velocity[3], pitch_rate, roll_rate;
};

static struct motion motion_of(const struct trial *t)
{
    struct motion m = {.pitch_rate = TRIED(t, car.pitch_rate_radps),
                       .roll_rate = TRIED(t, car.roll_rate_radps)};
    for (size_t i = 0; i < 3; ++i)
        m.velocity[i] = (double)t->block.state[STATE_ROW(car.velocity_x_mps) + i][t->lane] +
                        (double)t->block.state[STATE_ROW(car.velocity_residual_x_mps) + i][t->lane];
    return m;
}

/* What spins wheels up or down beyond the car's own acceleration turns the body back for as long as that takes: the
 * pitch's acceleration without it. A pedal says something else on each rung, so its torque need not fit the tyres'
 * forces yet. */
static double pitch_by_spin(const struct trial *t)
{
    double moment = 0, ahead = TRIED_OUTPUT(t, car.acceleration_x_mps2);
    for (int a = 0; a < CAR_AXLES; ++a) {
        const struct full_axle_constants *axle = &t->constants->axles[a];
        size_t row = STATE_ROW(wheels[2 * a].spin_radps),
               other = STATE_ROW(wheels[2 * a + 1].spin_radps);
        double before = (double)t->start[row] + (double)t->start[other];
        double after =
            (double)t->block.state[row][t->lane] + (double)t->block.state[other][t->lane];
        double change = (after - before) * (double)t->constants->inverse_dt;
        moment += axle->wheel_inertia_kgm2 * (change - 2 * ahead / axle->rest_radius_m);
    }
    return moment * t->constants->mobility[4][4];
}

static void accelerations_at(struct trial *t, const double x[UNKNOWNS], double out[UNKNOWNS])
{
    double per_s = t->constants->inverse_dt;
    put_pose(t, x);
    struct motion before = motion_of(t);
    t->kernel(&t->job);
    for (int w = 0; w < CAR_WHEELS; ++w) t->deflection_m[w] = TRIED(t, wheels[w].deflection_m);
    struct motion after = motion_of(t);
    double pitch = pitch_by_spin(t);
    out[RISE] = (dot3(after.velocity, t->up) - dot3(before.velocity, t->up)) * per_s;
    out[PITCH] = (after.pitch_rate - before.pitch_rate) * per_s + pitch;
    out[ROLL] = (after.roll_rate - before.roll_rate) * per_s;
    for (int a = 0; a < CAR_AXLES; ++a) {
        double left = TRIED(t, wheels[2 * a].travel_rate_mps) * per_s;
        double right = TRIED(t, wheels[2 * a + 1].travel_rate_mps) * per_s;
        out[MEAN_TRAVEL + a] = (left + right) / 2 + pitch * (double)t->constants->axles[a].behind_m;
        out[TRAVEL_APART + a] = (left - right) / 2;
    }
}

/* An axle keeps its force; its wheels keep what they made of their load, as far as that goes. */
static void share_force(const struct trial *t, int a, struct held_force now[2])
{
    const struct held_force *held = &t->force[2 * a];
    double sum = 0, along = held[0].along_n + held[1].along_n;
    double left = held[0].left_n + held[1].left_n;
    for (int i = 0; i < 2; ++i) {
        double load = TRIED_OUTPUT(t, wheels[2 * a + i].load_n);
        double by = held[i].load_n > 0 ? load / held[i].load_n : 0;
        now[i] = (struct held_force){held[i].along_n * by, held[i].left_n * by, load};
        sum += load;
    }
    along -= now[0].along_n + now[1].along_n;
    left -= now[0].left_n + now[1].left_n;
    for (int i = 0; i < 2 && sum > 0; ++i) {
        now[i].along_n += along * now[i].load_n / sum;
        now[i].left_n += left * now[i].load_n / sum;
    }
}

/* Bends a contact patch by as much more as its tyre's force lacks (contact_patch.h: in one direction C u is about
 * the force, and the state u sqrt(C / C_0)). */
static void bend_wheel(struct trial *t, int w, double load_n, double along_n, double left_n)
{
    const struct tyre_constants *c = &t->constants->axles[w / 2].tyre;
    float *along = &t->start[STATE_ROW(wheels[w].contact_deflection_x_m)];
    float *left = &t->start[STATE_ROW(wheels[w].contact_deflection_y_m)];
    if (!(load_n > 0)) {
        *along = *left = 0;
        return;
    }
    struct tyre_state at = kamm_tyre_prepare((view){(const float *)c}, (float)load_n, 0);
    *along += (float)(along_n / sqrt((double)at.carcass_x * (double)at.nominal_carcass_x));
    *left -= (float)(left_n / sqrt((double)at.carcass_y * (double)at.nominal_carcass_y));
}

/* Under the loads of the last try. */
static void bend_tyres(struct trial *t)
{
    for (int a = 0; a < CAR_AXLES; ++a) {
        struct held_force now[2];
        share_force(t, a, now);
        for (int i = 0; i < 2; ++i) {
            int w = 2 * a + i;
            bend_wheel(t, w, now[i].load_n,
                       now[i].along_n - (double)TRIED_OUTPUT(t, wheels[w].longitudinal_force_n),
                       now[i].left_n - (double)TRIED_OUTPUT(t, wheels[w].lateral_force_n));
        }
    }
}

static double largest(const double v[UNKNOWNS])
{
    double most = 0;
    for (int i = 0; i < UNKNOWNS; ++i) most = fmax(most, fabs(v[i]));
    return most;
}

/* 0 if there is no step to take. Slopes to both sides are the mirrored car's as well. */
static int newton_step(struct trial *t, double x[UNKNOWNS], double now[UNKNOWNS])
{
    double slope[UNKNOWNS][UNKNOWNS], ahead[UNKNOWNS], back[UNKNOWNS];
    for (int j = 0; j < UNKNOWNS; ++j) {
        double moved[UNKNOWNS];
        memcpy(moved, x, sizeof moved);
        moved[j] = x[j] + slope_step;
        accelerations_at(t, moved, ahead);
        moved[j] = x[j] - slope_step;
        accelerations_at(t, moved, back);
        for (int i = 0; i < UNKNOWNS; ++i) slope[i][j] = (ahead[i] - back[i]) / (2 * slope_step);
    }
    if (!kamm_full_eliminate(slope, now)) return 0;
    double share = fmin(1, longest_step / fmax(largest(now), 1e-9));
    for (int i = 0; i < UNKNOWNS; ++i) x[i] -= share * now[i];
    return 1;
}

/* 0 if there is no balance. The last try is at x. */
static int find_balance(struct trial *t, double x[UNKNOWNS])
{
    double now[UNKNOWNS];
    for (int round = 0; round < ROUNDS; ++round) {
        accelerations_at(t, x, now);
        bend_tyres(t);
        accelerations_at(t, x, now);
        if (largest(now) < balanced) break;
        if (!newton_step(t, x, now)) return 0;
    }
    accelerations_at(t, x, now);
    return largest(now) < acceptable && fabs(x[PITCH]) < steepest_rad &&
           fabs(x[ROLL]) < steepest_rad;
}

/* The pose, and the outputs of its first substep. */
static void keep_pose(struct trial *t, const double x[UNKNOWNS], struct car_block *block)
{
    for (int a = 0; a < CAR_AXLES; ++a) {
        struct held_force now[2];
        share_force(t, a, now);
        for (int i = 0; i < 2; ++i) {
            int at = 2 * a + i;
            block->output[OUTPUT_ROW(wheels[at].load_n)][t->lane] = (float)now[i].load_n;
            block->output[OUTPUT_ROW(wheels[at].longitudinal_force_n)][t->lane] =
                (float)now[i].along_n;
            block->output[OUTPUT_ROW(wheels[at].lateral_force_n)][t->lane] = (float)now[i].left_n;
        }
    }
    put_pose(t, x);
    for (int w = 0; w < CAR_WHEELS; ++w) TRIED(t, wheels[w].deflection_m) = t->deflection_m[w];
    for (int i = 0; i < 3; ++i) block->position_m[i][t->lane] = t->block.position_m[i][t->lane];
    for (int i = 0; i < STATE_COUNT; ++i) block->state[i][t->lane] = t->block.state[i][t->lane];
}

int kamm_full_balance(kamm_cars *cars, int car, const double up[3])
{
    struct trial t;
    double x[UNKNOWNS] = {0};
    begin_trial(&t, cars, car, up);
    for (int w = 0; w < CAR_WHEELS; ++w)
        bend_wheel(&t, w, t.force[w].load_n, t.force[w].along_n, t.force[w].left_n);
    for (int a = 0; a < CAR_AXLES; ++a) {
        double left = t.start[STATE_ROW(wheels[2 * a].travel_m)];
        double right = t.start[STATE_ROW(wheels[2 * a + 1].travel_m)];
        x[MEAN_TRAVEL + a] = (left + right) / 2;
        x[TRAVEL_APART + a] = (left - right) / 2;
    }
    struct car_block *block = &cars->block[car / KAMM_BLOCK];
    for (int i = 0; i < STATE_COUNT; ++i) block->state[i][t.lane] = t.start[i];
    if (!find_balance(&t, x)) return 0;
    keep_pose(&t, x, block);
    return 1;
}
