/* Clusters of joints: their matrices and steps. See joint.h. */
#include "joint.h"

#include "../../base/vector_double.h"
#include "contact.h"
#include "joint_rows.h"
#include "skyline.h"

#include <math.h>
#include <string.h>

enum { FIRST_WATCHED = 3 }; /* iteration */
enum { MAX_SETS = 12 };     /* sets of rows at their bounds that are tried */
#define CHORD_RAD 0.25      /* turn of a substep up to which the chord is held … */
#define TANGENT_RAD 0.75    /* … and from which on the tangent is */
#define MIN_ALONG 1e-3      /* of what it moves by: what moves less along a row is not moved */
/* Errors are damped by this share of the diagonal: so they go back without leaps where a chain is nearly straight
 * (C. W. Wampler, IEEE Trans. Syst. Man Cybern. 16, 1986). */
#define SHIFT_DAMPING 0.01
/* These are for bodies of the usual size under the usual gravity: */
#define SHIFT_TIME_S 0.02 /* in which those of a car go back */
#define SHIFT_MPS 3.0     /* errors go back no faster */

/* ---- rows of a cluster ---- */

enum row_state { FREE = 0, AT_LOW, AT_HIGH, OFF }; /* FREE: in the factor */

/* Rows of a cluster, and their numbers from its first. */
struct rows_of {
    struct joint_row *row;
    int count;
    struct skyline_view matrix;
    int8_t *state;
    int32_t *factored;
    double *pivot, *wrong, *step, *answer;
};

static struct rows_of rows_of(const struct solver *s, struct joint_cluster *c, int shifts)
{
    struct joint_problem *p = s->joints;
    int first = c->first_row;
    return (struct rows_of){.row = p->rows + first,
                            .count = c->row_count,
                            .matrix = {c->row_count, p->skyline.first + first,
                                       p->skyline.at + first, p->skyline.matrix, p->skyline.factor},
                            .state = (shifts ? p->pseudo_state : p->state) + first,
                            .factored = &c->factored,
                            .pivot = p->pivot + first,
                            .wrong = p->wrong + first,
                            .step = p->step + first,
                            .answer = p->answer + first};
}

static double six_times(const union six *a, const union six *b)
{
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += a->of[i] * b->of[i];
    return sum;
}

/* ---- answers ---- */

static void answer_row(const struct response *response, const union six *row, union six *change)
{
    for (int i = 0; i < 6; ++i) {
        double sum = 0;
        for (int k = 0; k < 6; ++k) sum += response->row[k].of[i] * row->of[k];
        change->of[i] = sum;
    }
}

static void answer_end(struct solver *s, const struct solver_joint *j, struct joint_row *row, int k)
{
    int32_t slot = j->end[k].body;
    struct solver_body *body = &s->bodies[slot];
    memset(&row->change[k], 0, sizeof row->change[k]);
    if (!slot || !body->movable) {
        if (!slot) return;
        memset(&row->row[k], 0, sizeof row->row[k]);
        return;
    }
    if (!body->responds) s->respond(s->run_user, slot);
    body->responds = 1;
    answer_row(&s->responses[slot], &row->row[k], &row->change[k]);
}

/* What bodies move by at most per impulse, in any direction. */
static double fastest_answer(const struct joint_row *row)
{
    double fastest = 0;
    for (int k = 0; k < 2; ++k) {
        const double *v = row->turns ? row->change[k].angular_velocity : row->change[k].velocity;
        fastest = fmax(fastest, length3(v));
    }
    return fastest;
}

/* A body that does not move, because it sleeps or has a fault, has no part in any row. */
static void answer_joint(struct solver *s, struct solver_joint *j)
{
    for (int i = 0; i < j->row_count; ++i) {
        struct joint_row *row = &s->joints->rows[j->first_row + i];
        row->inverse_mass = 0;
        for (int k = 0; k < 2; ++k) {
            answer_end(s, j, row, k);
            row->inverse_mass += six_times(&row->row[k], &row->change[k]);
        }
        int moves = row->inverse_mass > MIN_ALONG * fastest_answer(row);
        if (!moves || !j->acts) row->low_ns = row->high_ns = 0;
        if (!moves) row->inverse_mass = 0;
    }
}

/* By how much it turns in a substep: its ends, or the line between them. */
static double turn_of_joint(const struct solver *s, const struct solver_joint *j)
{
    double most = 0, across[3] = {0, 0, 0}, apart[3];
    struct joint_pose pose[2];
    for (int k = 0; k < 2; ++k) {
        const struct solver_body *body = &s->bodies[j->end[k].body];
        const union six *motion = j->end[k].body ? &body->motion : &j->end[k].own;
        kamm_pose_joint_end(&j->end[k], j->end[k].position, j->end[k].q, &pose[k]);
        most = fmax(most, length3(motion->angular_velocity));
        for (int i = 0; i < 3; ++i) across[i] += (k ? 1 : -1) * motion->velocity[i];
    }
    for (int i = 0; i < 3; ++i) apart[i] = pose[1].point[i] - pose[0].point[i];
    double length = length3(apart);
    if (j->kind >= KAMM_JOINT_DISTANCE && length > 0) most = fmax(most, length3(across) / length);
    return most * s->dt;
}

static void choose_chord(const struct solver *s, struct solver_joint *j)
{
    double turn = turn_of_joint(s, j);
    j->chord = fmin(fmax((TANGENT_RAD - turn) / (TANGENT_RAD - CHORD_RAD), 0), 1);
}

/* ---- the matrix ---- */

/* Speed along one row per impulse along another, through the bodies that both joints have. */
static double coupling(const struct solver_joint *a, const struct joint_row *row,
                       const struct solver_joint *b, const struct joint_row *other)
{
    double sum = 0;
    for (int k = 0; k < 2; ++k)
        for (int n = 0; n < 2; ++n)
            if (a->end[k].body && a->end[k].body == b->end[n].body)
                sum += six_times(&row->row[k], &other->change[n]);
    return sum;
}

static void couple_joints(const struct rows_of *r, const struct joint_cluster *c,
                          const struct solver_joint *a, const struct solver_joint *b)
{
    for (int i = a->first_row - c->first_row, n = 0; n < a->row_count; ++i, ++n) {
        double *to = r->matrix.matrix + r->matrix.at[i] - r->matrix.first[i];
        for (int k = b->first_row - c->first_row, m = 0; m < b->row_count && k <= i; ++k, ++m)
            to[k] = coupling(a, &r->row[i], b, &r->row[k]);
        if (a == b) to[i] += r->row[i].softness;
    }
}

static void make_matrix(struct solver *s, const struct joint_cluster *c, const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *joint = &s->joints->joints[a];
        int least = r->matrix.first[joint->first_row - c->first_row];
        for (int b = a; b >= c->first; --b) {
            const struct solver_joint *other = &s->joints->joints[b];
            if (other->first_row - c->first_row < least) break;
            couple_joints(r, c, joint, other);
        }
    }
}

/* Rows with bounds begin at the bound of no impulse. */
static void start_states(const struct rows_of *r)
{
    for (int i = 0; i < r->count; ++i) {
        const struct joint_row *row = &r->row[i];
        int off = row->low_ns == row->high_ns;
        r->state[i] = off ? OFF : row->low_ns == 0 ? AT_LOW : row->high_ns == 0 ? AT_HIGH : FREE;
    }
}

static void start_pseudo_states(const struct solver *s, struct joint_cluster *c)
{
    const struct rows_of r = rows_of(s, c, 0), pseudo = rows_of(s, c, 1);
    memcpy(pseudo.state, r.state, (size_t)r.count * sizeof *r.state);
    for (int i = 0; i < r.count; ++i) {
        r.row[i].pseudo_impulse = 0;
        if (r.row[i].kind == ROW_SPEED) pseudo.state[i] = OFF;
    }
}

static void make_cluster(struct solver *s, struct joint_cluster *c, const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        kamm_make_joint_rows(s, &s->joints->joints[a]);
        answer_joint(s, &s->joints->joints[a]);
    }
    make_matrix(s, c, r);
    c->factored = 0;
}

static void prepare_cluster(struct solver *s, struct joint_cluster *c)
{
    const struct rows_of r = rows_of(s, c, 0);
    make_cluster(s, c, &r);
    for (int a = c->first; a < c->first + c->count; ++a) choose_chord(s, &s->joints->joints[a]);
    c->is_tangent = c->shifts = 0;
    start_states(&r);
    start_pseudo_states(s, c);
}

/* Impacts are too short for motors and springs. What held before them holds still, in its direction. */
static void renew_cluster(struct solver *s, struct joint_cluster *c)
{
    const struct rows_of r = rows_of(s, c, 0);
    for (int i = 0; i < r.count; ++i) r.answer[i] = r.row[i].impulse;
    make_cluster(s, c, &r);
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        for (int n = 0; n < j->row_count; ++n) {
            struct joint_row *row = &s->joints->rows[j->first_row + n];
            int at = j->first_row - c->first_row + n, holds = r.answer[at] != 0;
            row->impulse = r.answer[at];
            row->speed_before = kamm_joint_row_speed(s, j, row, 0);
            if (row->kind == ROW_SPEED || !holds) row->low_ns = row->high_ns = 0;
        }
    }
    start_states(&r);
    for (int i = 0; i < r.count; ++i)
        if (r.state[i] != OFF) r.state[i] = FREE;
}

/* ---- what is wrong ---- */

/* The error that is allowed at the end of the substep. */
static double allowed(const struct solver *s, const struct solver_joint *j,
                      const struct joint_row *row, int shifts)
{
    double error = row->error;
    if (row->low_ns == 0) error = fmin(error, 0);
    if (row->high_ns == 0) error = fmax(error, 0);
    if (!shifts) return error;
    double pace = s->pace * sqrt(j->scale), most = SHIFT_MPS * pace * s->dt;
    if (row->turns) most /= j->scale;
    if (j->of_car)
        most = fmin(most, fabs(error) * s->dt / (s->dt + SHIFT_TIME_S * j->scale / pace));
    return copysign(fmax(fabs(error) - most, 0), error);
}

/* The error at the end of the substep, along the chord or the tangent. */
static double end_of_row(const struct solver *s, const struct solver_joint *j,
                         const struct joint_row *row, double predicted, double chord)
{
    double straight = row->error + s->dt * kamm_joint_row_speed(s, j, row, 0);
    if (row->kind == ROW_LINEAR || !(chord > 0)) return straight;
    return chord < 1 ? chord * predicted + (1 - chord) * straight : predicted;
}

static double wrong_of_row(const struct solver *s, const struct solver_joint *j,
                           const struct joint_row *row, double predicted, double chord)
{
    if (row->kind == ROW_SPEED)
        return kamm_joint_row_speed(s, j, row, 0) - row->target_mps + row->softness * row->impulse;
    return (end_of_row(s, j, row, predicted, chord) - allowed(s, j, row, 0)) / s->dt;
}

static void find_wrong(const struct solver *s, const struct joint_cluster *c,
                       const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        double predicted[JOINT_ROWS] = {0}, chord = c->is_tangent ? 0 : j->chord;
        if (j->acts && chord > 0) kamm_predict_joint_errors(s, j, predicted);
        for (int n = 0, at = j->first_row - c->first_row; n < j->row_count; ++n, ++at)
            r->wrong[at] =
                r->state[at] == OFF ? 0 : wrong_of_row(s, j, &r->row[at], predicted[n], chord);
    }
}

/* Where the velocities lead, by the poses. */
static void find_errors_after(const struct solver *s, struct joint_cluster *c,
                              const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        double predicted[JOINT_ROWS] = {0};
        if (j->acts) kamm_predict_joint_errors(s, j, predicted);
        for (int n = 0, at = j->first_row - c->first_row; n < j->row_count; ++n, ++at)
            r->row[at].error_after = end_of_row(s, j, &r->row[at], predicted[n], 1);
    }
    c->shifts = 1;
}

/* Damped least squares: what is left of the error, and the damping of the pseudo impulse that there is. */
static void find_wrong_of_shift(const struct solver *s, const struct joint_cluster *c,
                                const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        for (int n = 0, at = j->first_row - c->first_row; n < j->row_count; ++n, ++at) {
            const struct joint_row *row = &r->row[at];
            r->wrong[at] = (row->error_after - allowed(s, j, row, 1)) / s->dt +
                           kamm_joint_row_speed(s, j, row, 1) +
                           SHIFT_DAMPING * row->inverse_mass * row->pseudo_impulse;
        }
    }
}

static void find_wrong_in_impact(const struct solver *s, const struct joint_cluster *c,
                                 const struct rows_of *r)
{
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        for (int n = 0, at = j->first_row - c->first_row; n < j->row_count; ++n, ++at)
            r->wrong[at] = kamm_joint_row_speed(s, j, &r->row[at], 0) - r->row[at].speed_before;
    }
}

/* ---- the active set ---- */

static double *impulse_of(struct joint_row *row, int shifts)
{
    return shifts ? &row->pseudo_impulse : &row->impulse;
}

/* Free rows by the factor; those at a bound go there. */
static void solve_set(const struct rows_of *r, int shifts)
{
    for (int i = 0; i < r->count; ++i) {
        const struct joint_row *row = &r->row[i];
        double before = *impulse_of(&r->row[i], shifts);
        r->step[i] = r->state[i] == AT_LOW    ? row->low_ns - before
                     : r->state[i] == AT_HIGH ? row->high_ns - before
                                              : 0;
    }
    kamm_multiply_skyline(&r->matrix, r->step, r->answer);
    if (*r->factored != 1 + shifts)
        kamm_factor_skyline(&r->matrix, r->state, shifts ? SHIFT_DAMPING : 0, r->pivot);
    *r->factored = 1 + shifts;
    for (int i = 0; i < r->count; ++i) r->answer[i] = -r->wrong[i] - r->answer[i];
    kamm_solve_skyline(&r->matrix, r->pivot, r->answer);
    for (int i = 0; i < r->count; ++i)
        if (r->state[i] == FREE) r->step[i] = r->answer[i];
}

/* Rows beyond a bound go there; rows at one that would rather leave it become free. Returns whether any did. */
static int improve_set(const struct rows_of *r, int shifts)
{
    int changes = 0;
    kamm_multiply_skyline(&r->matrix, r->step, r->answer);
    for (int i = 0; i < r->count; ++i) {
        const struct joint_row *row = &r->row[i];
        double impulse = *impulse_of(&r->row[i], shifts) + r->step[i];
        double wrong = r->wrong[i] + r->answer[i];
        int8_t before = r->state[i];
        if (before == FREE && impulse < row->low_ns) r->state[i] = AT_LOW;
        if (before == FREE && impulse > row->high_ns) r->state[i] = AT_HIGH;
        if (before == AT_LOW && wrong < 0) r->state[i] = FREE;
        if (before == AT_HIGH && wrong > 0) r->state[i] = FREE;
        changes |= r->state[i] != before;
    }
    return changes;
}

static void find_steps(const struct rows_of *r, int shifts)
{
    for (int n = 0; n < MAX_SETS; ++n) {
        solve_set(r, shifts);
        if (!improve_set(r, shifts)) return;
        *r->factored = 0;
    }
}

/* ---- steps ---- */

static void move_ends(struct solver *s, const struct solver_joint *j, const struct joint_row *row,
                      double by, int shifts)
{
    for (int k = 0; k < 2; ++k) {
        struct solver_body *body = &s->bodies[j->end[k].body];
        if (!j->end[k].body || !body->movable) continue;
        union six *motion = shifts ? &body->shift : &body->motion;
        for (int i = 0; i < 6; ++i) motion->of[i] += row->change[k].of[i] * by;
    }
}

/* Returns the largest speed that was wrong. */
static double take_steps(struct solver *s, const struct joint_cluster *c, const struct rows_of *r,
                         int shifts)
{
    double most = 0;
    for (int a = c->first; a < c->first + c->count; ++a) {
        const struct solver_joint *j = &s->joints->joints[a];
        for (int n = 0, at = j->first_row - c->first_row; n < j->row_count; ++n, ++at) {
            struct joint_row *row = &r->row[at];
            if (r->state[at] == OFF) continue;
            double *impulse = impulse_of(row, shifts), before = *impulse;
            *impulse = fmin(fmax(before + r->step[at], row->low_ns), row->high_ns);
            double by = *impulse - before;
            if (by == 0) continue;
            move_ends(s, j, row, by, shifts);
            most = fmax(most, fabs(r->wrong[at]) * (row->turns ? j->scale : 1));
        }
    }
    return most;
}

static int has_changed(const struct solver *s, const struct joint_cluster *c, int n)
{
    for (int a = c->first; a < c->first + c->count; ++a)
        for (int k = 0; k < 2; ++k)
            if (s->bodies[s->joints->joints[a].end[k].body].last_iteration >= n) return 1;
    return 0;
}

static void note_change(struct solver *s, const struct joint_cluster *c, int n)
{
    for (int a = c->first; a < c->first + c->count; ++a)
        for (int k = 0; k < 2; ++k) {
            struct solver_body *body = &s->bodies[s->joints->joints[a].end[k].body];
            if (body->movable) body->last_iteration = (int16_t)(n + 1);
        }
}

/* Poses that iterations do not find are given up. */
static void watch_cluster(struct joint_cluster *c, double change, int n)
{
    if (n >= FIRST_WATCHED && change >= c->change) c->is_tangent = 1;
    c->change = change;
}

static double solve_cluster(struct solver *s, struct joint_cluster *c,
                            const struct iteration *iteration)
{
    const struct rows_of r = rows_of(s, c, 0);
    int n = iteration->n;
    if (n && !has_changed(s, c, n)) return 0;
    if (iteration->restitution)
        find_wrong_in_impact(s, c, &r);
    else
        find_wrong(s, c, &r);
    find_steps(&r, 0);
    double change = take_steps(s, c, &r, 0);
    if (change >= iteration->still_mps) {
        note_change(s, c, n);
        watch_cluster(c, change, n);
    }
    return change;
}

static double shift_cluster(struct solver *s, struct joint_cluster *c)
{
    const struct rows_of r = rows_of(s, c, 1);
    if (!c->shifts) find_errors_after(s, c, &r);
    find_wrong_of_shift(s, c, &r);
    find_steps(&r, 1);
    return take_steps(s, c, &r, 1);
}

const struct cluster_calls kamm_cluster_calls = {prepare_cluster, renew_cluster, solve_cluster,
                                                 shift_cluster};
