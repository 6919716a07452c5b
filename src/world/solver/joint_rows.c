#include "joint_rows.h"

#include "../../base/quaternion.h"
#include "../../base/vector_double.h"

#include <math.h>
#include <string.h>

#define NEWMARK_BETA 0.25
#define TURN_RAD 6.283185307179586

/* ---- poses ---- */

void kamm_pose_joint_end(const struct joint_end *end, const double position[3], const double q[4],
                         struct joint_pose *pose)
{
    double turned[4];
    kamm_rotate(q, end->point_m, pose->point);
    for (int i = 0; i < 3; ++i) pose->point[i] += position[i];
    kamm_multiply(q, end->frame, turned);
    kamm_axes_of(turned, pose->axis);
}

/* The angle whose cosine and sine these are. By halves until the sine is the angle but for its series. */
static double angle_of(double c, double s)
{
    enum { HALVINGS = 8 };
    double add = 0, scale = 1;
    if (c < 0) { /* a quarter turn less, or more */
        double quarter = s < 0 ? -1 : 1, turned = quarter * s;
        s = -quarter * c, c = turned;
        add = quarter * (TURN_RAD / 4);
    }
    for (int n = 0; n < HALVINGS; ++n) {
        double w = sqrt(0.5 * (1 + c));
        s /= 2 * w;
        c = w;
        scale *= 2;
    }
    return add + scale * s * (1 + s * s * (1.0 / 6 + s * s * 0.075));
}

double kamm_hinge_angle(const struct joint_pose pose[2], double near_rad)
{
    const double *y = pose[1].axis[1];
    double c = dot3(pose[0].axis[1], y), s = dot3(pose[0].axis[2], y), size = sqrt(c * c + s * s);
    double angle = size > 0 ? angle_of(c / size, s / size) : 0;
    return angle + TURN_RAD * floor((near_rad - angle) / TURN_RAD + 0.5);
}

static void between(const struct joint_pose pose[2], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = pose[1].point[i] - pose[0].point[i];
}

double kamm_joint_extent(kamm_joint_kind kind, const struct joint_pose pose[2])
{
    double apart[3];
    between(pose, apart);
    return kind == KAMM_JOINT_SLIDER ? dot3(apart, pose[0].axis[0]) : length3(apart);
}

static const union six *motion_of(const struct solver *s, const struct joint_end *end, int shifts)
{
    static const union six none = {{{0}, {0}}};
    const struct solver_body *body = &s->bodies[end->body];
    if (!end->body) return shifts ? &none : &end->own;
    return shifts ? &body->shift : &body->motion;
}

/* Bodies move so in a substep. */
static void predict_end(const struct solver *s, const struct joint_end *end,
                        struct joint_pose *pose)
{
    const union six *motion = motion_of(s, end, 0);
    double position[3], q[4], by[4] = {1, 0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        position[i] = end->position[i] + motion->velocity[i] * s->dt;
        by[1 + i] = 0.5 * (motion->angular_velocity[i] + end->gyration[i]) * s->dt;
    }
    kamm_multiply(by, end->q, q);
    kamm_normalise(q);
    kamm_pose_joint_end(end, position, q, pose);
}

/* ---- errors ---- */

/* How far the axes of the second end are turned from those of the first: an angle about each of the world's. */
static void find_turn(const struct joint_pose pose[2], double out[3])
{
    memset(out, 0, 3 * sizeof *out);
    for (int k = 0; k < 3; ++k) {
        double turn[3];
        cross3(pose[0].axis[k], pose[1].axis[k], turn);
        for (int i = 0; i < 3; ++i) out[i] += 0.5 * turn[i];
    }
}

/* The errors that a joint holds both ways, in the order of its rows; `now` gives the directions. */
static void find_errors(const struct solver_joint *j, const struct joint_pose pose[2],
                        const struct joint_pose *now, double out[JOINT_ROWS])
{
    double apart[3], turn[3];
    between(pose, apart);
    switch (j->kind) {
    case KAMM_JOINT_HINGE:
        cross3(pose[0].axis[0], pose[1].axis[0], turn);
        for (int k = 0; k < 2; ++k) out[3 + k] = dot3(turn, now->axis[1 + k]);
        memcpy(out, apart, sizeof apart);
        break;
    case KAMM_JOINT_SLIDER:
        for (int k = 0; k < 2; ++k) out[k] = dot3(apart, pose[0].axis[1 + k]);
        find_turn(pose, &out[2]);
        break;
    case KAMM_JOINT_FIXED: find_turn(pose, &out[3]); /* fall through */
    case KAMM_JOINT_BALL: memcpy(out, apart, sizeof apart); break;
    default: out[0] = length3(apart) - j->length_m; break;
    }
}

void kamm_predict_joint_errors(const struct solver *s, const struct solver_joint *j,
                               double error[JOINT_ROWS])
{
    struct joint_pose pose[2], now;
    for (int k = 0; k < 2; ++k) predict_end(s, &j->end[k], &pose[k]);
    kamm_pose_joint_end(&j->end[0], j->end[0].position, j->end[0].q, &now);
    find_errors(j, pose, &now, error);
}

double kamm_joint_row_speed(const struct solver *s, const struct solver_joint *j,
                            const struct joint_row *row, int shifts)
{
    double speed = 0;
    for (int k = 0; k < 2; ++k)
        for (int i = 0; i < 6; ++i)
            speed += row->row[k].of[i] * motion_of(s, &j->end[k], shifts)->of[i];
    return speed;
}

/* ---- rows ---- */

/* Rows of one joint, as they are written. */
struct row_writer {
    struct solver_joint *joint;
    const struct joint_pose *pose;
    struct joint_row *next;
};

static struct joint_row *add_row(struct row_writer *w, enum joint_row_kind kind)
{
    struct joint_row *row = w->next++;
    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->low_ns = -UNBOUND_NS, row->high_ns = UNBOUND_NS;
    return row;
}

/* Along a direction, which turns with the first end if `turns`: the first's arm then reaches to the second's point. */
static void point_row(struct row_writer *w, struct joint_row *row, const double along[3], int turns)
{
    for (int k = 0; k < 2; ++k) {
        const double *at = w->pose[turns ? 1 : k].point;
        double arm[3];
        for (int i = 0; i < 3; ++i) {
            arm[i] = at[i] - w->joint->end[k].position[i];
            row->row[k].velocity[i] = k ? along[i] : -along[i];
        }
        cross3(arm, row->row[k].velocity, row->row[k].angular_velocity);
    }
}

static void turn_row(struct joint_row *row, const double about[3])
{
    row->turns = 1;
    for (int i = 0; i < 3; ++i) {
        row->row[0].angular_velocity[i] = -about[i];
        row->row[1].angular_velocity[i] = about[i];
    }
}

static const double world_axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void add_point_rows(struct row_writer *w)
{
    for (int k = 0; k < 3; ++k) point_row(w, add_row(w, ROW_ERROR), world_axes[k], 0);
}

static void add_lock_rows(struct row_writer *w)
{
    for (int k = 0; k < 3; ++k) turn_row(add_row(w, ROW_ERROR), world_axes[k]);
}

/* One row for both limits: the nearer one. */
static void bound_row(const struct solver_joint *j, struct joint_row *row)
{
    double above = j->position - j->low, below = j->position - j->high;
    if (!j->is_limited) {
        row->low_ns = row->high_ns = 0;
        return;
    }
    row->error = above < -below ? above : below;
    if (!(j->low < j->high)) return;
    if (above < -below)
        row->low_ns = 0;
    else
        row->high_ns = 0;
}

/* Newmark's method: target and softness of the row. */
static void soften_row(const struct solver *s, const struct solver_joint *j, struct joint_row *row,
                       double stretch)
{
    double dt = s->dt, answer = dt * (j->stiffness * NEWMARK_BETA * dt + j->damping);
    double before = kamm_joint_row_speed(s, j, row, 0);
    for (int k = 0; k < 2; ++k) before -= dot3(row->row[k].velocity, j->end[k].kick);
    row->low_ns = row->high_ns = 0;
    if (!(answer > 0)) return;
    row->low_ns = -UNBOUND_NS, row->high_ns = UNBOUND_NS;
    row->softness = 1 / answer;
    row->target_mps = -dt * j->stiffness * (stretch - NEWMARK_BETA * dt * before) * row->softness;
}

/* Limit, motor and spring of a hinge or slider. */
static void add_free_rows(struct row_writer *w, const struct solver *s)
{
    struct solver_joint *j = w->joint;
    const double *axis = w->pose[0].axis[0];
    for (int n = 0; n < 3; ++n) {
        struct joint_row *row = add_row(w, n ? ROW_SPEED : ROW_LINEAR);
        if (j->kind == KAMM_JOINT_HINGE)
            turn_row(row, axis);
        else
            point_row(w, row, axis, 1);
        if (n == 0) bound_row(j, row);
        if (n == 2) soften_row(s, j, row, j->position - j->rest);
        if (n != 1) continue;
        row->high_ns = j->motor_force * s->dt;
        row->low_ns = -row->high_ns;
        row->target_mps = j->motor_speed;
    }
}

static void add_length_row(struct row_writer *w, const struct solver *s)
{
    struct solver_joint *j = w->joint;
    double along[3], length;
    between(w->pose, along);
    length = length3(along);
    for (int i = 0; i < 3; ++i) along[i] = length > 0 ? along[i] / length : i == 2;
    int is_soft = j->kind == KAMM_JOINT_SPRING || (j->kind == KAMM_JOINT_ROPE && j->stiffness > 0);
    struct joint_row *row = add_row(w, is_soft ? ROW_SPEED : ROW_ERROR);
    point_row(w, row, along, 0);
    if (is_soft) soften_row(s, j, row, length - j->length_m);
    if (j->kind == KAMM_JOINT_ROPE) row->high_ns = 0;
}

/* A winch has begun to wind in this substep: what is in error is what was there before. */
static void take_errors(const struct solver_joint *j, const struct joint_pose pose[2],
                        struct joint_row *rows)
{
    double error[JOINT_ROWS] = {0};
    find_errors(j, pose, &pose[0], error);
    if (j->kind >= KAMM_JOINT_DISTANCE) error[0] += j->length_change_m;
    for (int i = 0; i < j->row_count; ++i)
        if (rows[i].kind == ROW_ERROR) rows[i].error = error[i];
}

void kamm_make_joint_rows(const struct solver *s, struct solver_joint *j)
{
    struct joint_pose pose[2];
    struct joint_row *rows = &s->joints->rows[j->first_row];
    struct row_writer w = {j, pose, rows};
    for (int k = 0; k < 2; ++k)
        kamm_pose_joint_end(&j->end[k], j->end[k].position, j->end[k].q, &pose[k]);
    if (j->kind == KAMM_JOINT_SLIDER) {
        for (int k = 0; k < 2; ++k) point_row(&w, add_row(&w, ROW_ERROR), pose[0].axis[1 + k], 1);
    } else if (j->kind < KAMM_JOINT_DISTANCE) {
        add_point_rows(&w);
    } else {
        add_length_row(&w, s);
    }
    if (j->kind == KAMM_JOINT_HINGE)
        for (int k = 0; k < 2; ++k) turn_row(add_row(&w, ROW_ERROR), pose[0].axis[1 + k]);
    if (j->kind == KAMM_JOINT_SLIDER || j->kind == KAMM_JOINT_FIXED) add_lock_rows(&w);
    if (j->kind == KAMM_JOINT_HINGE || j->kind == KAMM_JOINT_SLIDER) add_free_rows(&w, s);
    take_errors(j, pose, rows);
}
