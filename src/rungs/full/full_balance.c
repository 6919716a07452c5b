#include "full.h"
#include "take_drive.h"

#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../part/ground_step.h"
#include "../../part/tyre/tyre.h"
#include "../../vehicle/two_wheeler.h"

#include <math.h>
#include <string.h>

/* Where body, wheels and tyres of a car that is moving have to be so that springs, bars, stops and carcasses bear
 * the forces of its tyres: in a steady turn, and while it brakes. For a car that comes from a rung without springs.
 *
 * Newton's method on what the model's own kernel makes of a pose in one substep: the accelerations of rise, pitch and
 * roll and of four travels have to vanish. So the pose is that of all its laws: geometric load transfer and
 * anti-dive by the links (Milliken & Milliken, Race Car Vehicle Dynamics, ch. 17), bars, stops, air. Dampers and dry
 * friction are at rest in it. */

enum { UNKNOWNS = 3 + 2 * MAX_AXLES, ROUNDS = 15 };
/* Limits for a car that comes to rest from far off, over stops that begin on the way: full steps
 * back and forth over a stop are shortened. */
enum { ROUNDS_TO_REST = 60, FREE_ROUNDS = 8 };

/* A pose, and its accelerations: those that a mirrored car has alike come first (a mean travel for each axle), then
 * those that it has with the other sign; so its balance is the mirror image, to the bit. Roll and what is behind it are
 * at roll_at and apart_at. */
enum { RISE, PITCH, MEAN_TRAVEL };

/* Limits for a car of ordinary size. For others, lengths and angular accelerations times the length
 * are proportional to the length. */
static const double max_step = 0.03, slope_step = 2e-4; /* m and rad */
static const double balanced = 0.02, acceptable = 0.5;  /* m/s2 and rad/s2 */
static const double at_rest = 2e-4;                     /* … of a car that is to stand still */
static const double max_tilt_rad = 0.3;

/* The tyre's force along the road, and the load under which it is. */
struct held_force {
    double along_n, left_n, load_n;
};

/* A copy of the car to try poses on. */
struct trial {
    const struct full_constants *constants;
    const struct layout *layout;
    int unknowns, roll_at, apart_at;
    double length; /* scale of the car */
    step_kernel *kernel;
    struct step_job job;
    int lane;
    struct car_block block;
    float *start;                                         /* its states, of which there are … */
    size_t states;                                        /* … so many */
    double position[3], q[4], up[3], angular_velocity[3]; /* what a pose counts from; world axes */
    int rests;                                            /* it is to stand still for good */
    struct held_force force[MAX_WHEELS];
    float deflection_m[MAX_WHEELS], depth_m[BODY_POINTS]; /* of the last try */
};

/* Cars of this rung have all states but those of parts. */
static float *tried(const struct trial *t, size_t number)
{
    return &t->block.state[t->job.rows->state_row[number]][t->lane];
}
static float *started(const struct trial *t, size_t number)
{
    return &t->start[t->job.rows->state_row[number]];
}
#define TRIED(t, member) (*tried(t, STATE_NUMBER(member)))
#define STARTED(t, member) (*started(t, STATE_NUMBER(member)))
#define TRIED_OUTPUT(t, member) \
    (t)->block.output[(t)->job.rows->output_row[OUTPUT_NUMBER(member)]][(t)->lane]

/* Steps are no physics: what they come to is the same. Those of ordinary sizes are well tried, over stops that begin on the way. */
static double step_scale(const kamm_model *model)
{
    double length = model->statics.length_scale;
    return length > 0.5 && length < 2 ? 1 : length;
}

/* With KAMM_KERNELS=single there is none for one car alone: there those beside it in the copy go along. */
DECLARE_KERNELS(full);
static step_kernel *const kernels[WHEEL_KINDS][KERNEL_COUNT] = {LIST_KERNELS(full)};

static void begin_job(struct trial *t, const struct car *car, const struct arrival *arrival)
{
    t->constants = car->model->own;
    t->layout = &car->model->layout;
    t->lane = car->lane;
    t->states = car->rows->states;
    t->length = step_scale(car->model);
    t->roll_at = MEAN_TRAVEL + t->layout->axles;
    t->apart_at = t->roll_at + 1;
    t->unknowns = t->apart_at + t->layout->axles;
    t->kernel = kernels[ANY_WHEELS][KERNEL_1];
    t->job = (struct step_job){.block = &t->block,
                               .layout = t->layout,
                               .rows = car->rows,
                               .inputs = car->inputs,
                               .first = t->lane,
                               .cars = 1,
                               .substeps = 1,
                               .constants = car->model->own,
                               .constant_count = car->model->own_count,
                               .gravity_mps2 = (const float(*)[KAMM_BLOCK])car->gravity->mps2,
                               .wind_mps = arrival->wind_mps,
                               .air_density_kgpm3 = kamm_flat_ground.air_density_kgpm3};
    if (t->kernel) return;
    t->kernel = kernels[ANY_WHEELS][KERNEL_4_MIXED];
    t->job.first = t->lane / 4 * 4;
    t->job.constants = car->constants;
}

/* `room`: for a copy of its block. */
static void begin_trial(struct trial *t, const struct car *car, const struct arrival *arrival,
                        void *room)
{
    const double *up = arrival->up;
    memcpy(room, car->block->position_m, block_size(car->rows));
    t->block = block_at(room, car->rows);
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

static void put_pose(struct trial *t, const double x[UNKNOWNS])
{
    double turn[4] = {1, x[t->roll_at] / 2, x[PITCH] / 2, 0}, q[4], angular_velocity[3];
    for (size_t i = 0; i < t->states; ++i) t->block.state[i][t->lane] = t->start[i];
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

static void accelerations_at(struct trial *t, const double x[UNKNOWNS], double out[UNKNOWNS])
{
    double per_s = t->constants->chassis.inverse_dt;
    put_pose(t, x);
    struct motion before = motion_of(t);
    t->kernel(&t->job);
    for (int w = 0; w < t->layout->wheels; ++w)
        t->deflection_m[w] = TRIED(t, wheels[w].deflection_m);
    for (int p = 0; p < BODY_POINTS; ++p) t->depth_m[p] = TRIED(t, points[p].depth_m);
    struct motion after = motion_of(t);
    double pitch = pitch_by_spin(t);
    out[RISE] = (dot3(after.velocity, t->up) - dot3(before.velocity, t->up)) * per_s;
    out[PITCH] = (after.pitch_rate - before.pitch_rate) * per_s + pitch;
    out[t->roll_at] = (after.roll_rate - before.roll_rate) * per_s;
    if (leans_freely(t->layout)) /* keeps its lean, which no spring bears */
        out[t->roll_at] = x[t->roll_at] * per_s;
    const struct layout *l = t->layout;
    for (int a = 0; a < l->axles; ++a) {
        int left_at = left_hub(l, a), right_at = right_hub(l, a);
        double left = TRIED(t, wheels[left_at].travel_rate_mps) * per_s;
        double right = TRIED(t, wheels[right_at].travel_rate_mps) * per_s;
        out[MEAN_TRAVEL + a] =
            (left + right) / 2 + pitch * (double)t->constants->chassis.axles[a].behind_m;
        /* A single wheel has nothing to be apart from. */
        out[t->apart_at + a] =
            left_at == right_at ? x[t->apart_at + a] * per_s : (left - right) / 2;
    }
}

/* Left and right first. */
static struct held_force sum_of(const struct held_force *of_wheel, int count)
{
    const struct held_force none = {0, 0, 0};
    struct held_force sum = none;
    for (int i = 0; i < count; i += 2) {
        struct held_force left = of_wheel[i], right = i + 1 < count ? of_wheel[i + 1] : none;
        sum.along_n += left.along_n + right.along_n;
        sum.left_n += left.left_n + right.left_n;
        sum.load_n += left.load_n + right.load_n;
    }
    return sum;
}

/* An axle keeps its force; its wheels keep what they made of their load, as far as that goes. */
static void share_force(const struct trial *t, int a, struct held_force now[4])
{
    const struct layout *l = t->layout;
    int first = l->first[a], count = l->count[a];
    const struct held_force *held = &t->force[first];
    for (int i = 0; i < count; ++i) {
        double load = TRIED_OUTPUT(t, wheels[first + i].load_n);
        double by = held[i].load_n > 0 ? load / held[i].load_n : 0;
        now[i] = (struct held_force){held[i].along_n * by, held[i].left_n * by, load};
    }
    const struct held_force all = sum_of(held, count), kept = sum_of(now, count);
    for (int i = 0; i < count && kept.load_n > 0; ++i) {
        now[i].along_n += (all.along_n - kept.along_n) * now[i].load_n / kept.load_n;
        now[i].left_n += (all.left_n - kept.left_n) * now[i].load_n / kept.load_n;
    }
}

/* Bends a contact patch and what holds the wheel by as much more as its tyre's force lacks (contact_patch.h: in one direction C u is about
 * the force, and the state u sqrt(C / C_0)). */
static void bend_wheel(struct trial *t, int w, double load_n, double along_n, double left_n)
{
    const struct tyre_constants *c = &t->constants->chassis.axles[t->layout->axle[w]].tyre;
    float *along = &STARTED(t, wheels[w].contact_deflection_x_m);
    float *left = &STARTED(t, wheels[w].contact_deflection_y_m);
    const struct compliance_constants *links =
        &t->constants->chassis.axles[t->layout->axle[w]].compliance;
    float *steer = &STARTED(t, wheels[w].compliant_steer_rad);
    float *lean = &STARTED(t, wheels[w].compliant_lean_rad);
    if (!(load_n > 0)) {
        *along = *left = 0;
        return;
    }
    struct tyre_state at = kamm_tyre_prepare(c, (float)load_n, 0);
    *along += (float)(along_n / sqrt((double)at.carcass_x * (double)at.nominal_carcass_x));
    *steer += (float)(left_n * (double)links->steer_rad_per_n);
    *lean += (float)(left_n * (double)links->lean_rad_per_n);
    *left -= (float)(left_n / sqrt((double)at.carcass_y * (double)at.nominal_carcass_y));
}

/* Under the loads of the last try. */
static void bend_tyres(struct trial *t)
{
    const struct layout *l = t->layout;
    for (int a = 0; a < l->axles; ++a) {
        struct held_force now[4];
        share_force(t, a, now);
        for (int i = 0; i < l->count[a]; ++i) {
            int w = l->first[a] + i;
            bend_wheel(t, w, now[i].load_n,
                       now[i].along_n - (double)TRIED_OUTPUT(t, wheels[w].longitudinal_force_n),
                       now[i].left_n - (double)TRIED_OUTPUT(t, wheels[w].lateral_force_n));
        }
    }
}

static int is_angle(const struct trial *t, int unknown)
{
    return unknown == PITCH || unknown == t->roll_at;
}

static double max_norm(const struct trial *t, const double v[UNKNOWNS])
{
    double max = 0;
    for (int i = 0; i < t->unknowns; ++i)
        max = fmax(max, fabs(is_angle(t, i) ? v[i] * t->length : v[i]));
    return max;
}

/* 0 if there is no step to take. Slopes to both sides are the mirrored car's as well. */
static int newton_step(struct trial *t, double most, double x[UNKNOWNS], double now[UNKNOWNS])
{
    double slope[UNKNOWNS][MAX_POSE_UNKNOWNS], ahead[UNKNOWNS], back[UNKNOWNS];
    for (int j = 0; j < t->unknowns; ++j) {
        double moved[UNKNOWNS];
        double step = is_angle(t, j) ? slope_step : slope_step * t->length;
        memcpy(moved, x, sizeof moved);
        moved[j] = x[j] + step;
        accelerations_at(t, moved, ahead);
        moved[j] = x[j] - step;
        accelerations_at(t, moved, back);
        for (int i = 0; i < t->unknowns; ++i) slope[i][j] = (ahead[i] - back[i]) / (2 * step);
    }
    if (!kamm_eliminate(t->unknowns, slope, now)) return 0;
    double share = fmin(most, max_step * t->length / fmax(max_norm(t, now), 1e-9));
    for (int i = 0; i < t->unknowns; ++i) x[i] -= share * now[i];
    return 1;
}

/* 0 if there is no balance. The last try is at x. */
static int find_balance(struct trial *t, double x[UNKNOWNS])
{
    double now[UNKNOWNS], share = 1;
    int rounds = t->rests ? ROUNDS_TO_REST : ROUNDS;
    double enough = t->rests ? at_rest : balanced, before = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        accelerations_at(t, x, now);
        bend_tyres(t);
        accelerations_at(t, x, now);
        if (max_norm(t, now) < enough) break;
        if (t->rests && round > FREE_ROUNDS && !(max_norm(t, now) < before)) share /= 2;
        before = max_norm(t, now);
        if (!newton_step(t, share, x, now)) return 0;
    }
    accelerations_at(t, x, now);
    return max_norm(t, now) < acceptable && fabs(x[PITCH]) < max_tilt_rad &&
           fabs(x[t->roll_at]) < max_tilt_rad;
}

/* The pose, and the outputs of its first substep. */
static void keep_pose(struct trial *t, const double x[UNKNOWNS], const struct car_block *block)
{
    const struct layout *l = t->layout;
    for (int a = 0; a < l->axles; ++a) {
        struct held_force now[4];
        share_force(t, a, now);
        for (int i = 0; i < l->count[a]; ++i) {
            int at = l->first[a] + i;
            block->output[OUTPUT_NUMBER(wheels[at].load_n)][t->lane] = (float)now[i].load_n;
            block->output[OUTPUT_NUMBER(wheels[at].longitudinal_force_n)][t->lane] =
                (float)now[i].along_n;
            block->output[OUTPUT_NUMBER(wheels[at].lateral_force_n)][t->lane] =
                (float)now[i].left_n;
        }
    }
    put_pose(t, x);
    for (int w = 0; w < l->wheels; ++w) TRIED(t, wheels[w].deflection_m) = t->deflection_m[w];
    for (int p = 0; p < BODY_POINTS; ++p) {
        size_t row = t->job.rows->output_row[OUTPUT_NUMBER(points[p].press_n)];
        block->output[row][t->lane] = t->block.output[row][t->lane];
        TRIED(t, points[p].depth_m) = t->depth_m[p];
    }
    for (int i = 0; i < 3; ++i) block->position_m[i][t->lane] = t->block.position_m[i][t->lane];
    for (size_t i = 0; i < t->states; ++i) block->state[i][t->lane] = t->block.state[i][t->lane];
}

/* Bytes of a block of cars that have everything. */
enum {
    LARGEST_BLOCK =
        KAMM_BLOCK * ((3 + 3 * MAX_WHEELS) * sizeof(double) +
                      (CONTACT_COUNT * MAX_WHEELS + STATE_COUNT + OUTPUT_COUNT) * sizeof(float))
};

/* How far a wheel of a two-wheeler that leans, but for this, would be off the road: by its own tread against that about
 * which the machine leans, and in front as steering to the side of the lean lifts the wheel (Cossalter, Motorcycle
 * Dynamics, chapter 1). Without it no slope of a load leads to the balance. */
static double hanging_m(const struct trial *t, const struct car *car, int a)
{
    const struct axle_constants *axle = &car->model->chassis->axles[a];
    double top[3], left[3], crown = axle->tyre_vertical.crown_radius;
    if (!leans_freely(t->layout)) return 0;
    kamm_rotate(t->q, (const double[3]){0, 0, 1}, top);
    kamm_rotate(t->q, (const double[3]){0, 1, 0}, left);
    double upright = dot3(top, t->up);
    double off = (kamm_mean_crown_m(car->model) - crown) * (1 - upright);
    double caster = car->model->def->axles[a].suspension.caster_rad;
    double trail = car->model->info.loaded_radius_m[left_hub(t->layout, a)] * tan(caster) +
                   car->model->def->axles[a].suspension.trail_offset_m;
    if (a == 0)
        off -= trail * cos(caster) * (double)STARTED(t, car.steering_rad) * dot3(left, t->up);
    return off / upright;
}

static void find_pose(const struct car *car, const struct arrival *arrival)
{
    _Alignas(64) unsigned char room[LARGEST_BLOCK];
    float start[STATE_COUNT];
    struct trial t;
    const struct layout *l = &car->model->layout;
    double x[UNKNOWNS] = {0};
    t.start = start;
    begin_trial(&t, car, arrival, room);
    t.rests = arrival->rests;
    for (int w = 0; w < l->wheels; ++w)
        bend_wheel(&t, w, t.force[w].load_n, t.force[w].along_n, t.force[w].left_n);
    for (int a = 0; a < l->axles; ++a) {
        double left = STARTED(&t, wheels[left_hub(l, a)].travel_m);
        double right = STARTED(&t, wheels[right_hub(l, a)].travel_m);
        x[MEAN_TRAVEL + a] = (left + right) / 2 - hanging_m(&t, car, a);
        x[t.apart_at + a] = (left - right) / 2;
    }
    for (size_t i = 0; i < t.states; ++i) car->block->state[i][t.lane] = start[i];
    if (find_balance(&t, x)) keep_pose(&t, x, car->block);
}

void kamm_full_stand(const struct car *car, const struct arrival *arrival)
{
    double position[3], q[4], ahead[3];
    if (!arrival->from_springs && !arrival->rests) kamm_take_drive(car, car->model->own);
    find_pose(car, arrival);
    kamm_frame_of(car, position, q);
    kamm_rotate(arrival->road_q, (const double[3]){1, 0, 0}, ahead);
    kamm_turn_along(q, arrival->up, ahead);
    kamm_put_frame(car, position, q);
}
