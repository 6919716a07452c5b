#include "full.h"
#include "pose_trial.h"
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

enum { ROUNDS = 15 };
/* Limits for a car that comes to rest from far off, over stops that begin on the way: full steps
 * back and forth over a stop are shortened. */
enum { ROUNDS_TO_REST = 60, FREE_ROUNDS = 8 };

/* Limits for a car of ordinary size. For others, lengths and angular accelerations times the length
 * are proportional to the length. */
static const double max_step = 0.03, slope_step = 2e-4; /* m and rad */
static const double balanced = 0.02, acceptable = 0.5;  /* m/s2 and rad/s2 */
static const double at_rest = 2e-4;                     /* … of a car that is to stand still */
static const double max_tilt_rad = 0.3;

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

static double step_of(const struct trial *t, int unknown)
{
    return is_angle(t, unknown) ? slope_step : slope_step * t->length;
}

/* 0 if there is no step to take. Slopes to both sides are the mirrored car's as well. */
static int newton_step(struct trial *t, double most, double x[UNKNOWNS], double now[UNKNOWNS])
{
    double slope[UNKNOWNS][MAX_POSE_UNKNOWNS];
    double moved[2 * UNKNOWNS][UNKNOWNS], out[2 * UNKNOWNS][UNKNOWNS];
    for (int j = 0; j < t->unknowns; ++j)
        for (int back = 0; back < 2; ++back) {
            double *to = moved[2 * j + back];
            memcpy(to, x, sizeof moved[0]);
            to[j] += back ? -step_of(t, j) : step_of(t, j);
        }
    kamm_accelerations_of_all(t, 2 * t->unknowns, moved, out);
    for (int j = 0; j < t->unknowns; ++j)
        for (int i = 0; i < t->unknowns; ++i)
            slope[i][j] = (out[2 * j][i] - out[2 * j + 1][i]) / (2 * step_of(t, j));
    if (!kamm_eliminate(t->unknowns, slope, now)) return 0;
    double share = fmin(most, max_step * t->length / fmax(max_norm(t, now), 1e-9));
    for (int i = 0; i < t->unknowns; ++i) x[i] -= share * now[i];
    return 1;
}

static int is_upright(const struct trial *t, const double x[UNKNOWNS])
{
    return fabs(x[PITCH]) < max_tilt_rad && fabs(x[t->roll_at]) < max_tilt_rad;
}

/* 0 if there is no balance. The last try is at x. */
static int find_balance(struct trial *t, double x[UNKNOWNS])
{
    double now[UNKNOWNS], share = 1;
    int rounds = t->rests ? ROUNDS_TO_REST : ROUNDS;
    double enough = t->rests ? at_rest : balanced, before = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        kamm_accelerations_at(t, x, now);
        bend_tyres(t);
        kamm_accelerations_at(t, x, now);
        if (max_norm(t, now) < enough) return is_upright(t, x);
        if (t->rests && round > FREE_ROUNDS && !(max_norm(t, now) < before)) share /= 2;
        before = max_norm(t, now);
        if (!newton_step(t, share, x, now)) return 0;
    }
    kamm_accelerations_at(t, x, now);
    return max_norm(t, now) < acceptable && is_upright(t, x);
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
    kamm_put_pose(t, x);
    for (int w = 0; w < l->wheels; ++w) TRIED(t, wheels[w].deflection_m) = t->deflection_m[w];
    for (int p = 0; p < BODY_POINTS; ++p) {
        size_t row = t->job.rows->output_row[OUTPUT_NUMBER(points[p].press_n)];
        block->output[row][t->lane] = t->block.output[row][t->lane];
        TRIED(t, points[p].depth_m) = t->depth_m[p];
    }
    for (int i = 0; i < 3; ++i) block->position_m[i][t->lane] = t->block.position_m[i][t->lane];
    for (size_t i = 0; i < t->states; ++i) block->state[i][t->lane] = t->block.state[i][t->lane];
}

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
    kamm_begin_trial(&t, car, arrival, room);
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
