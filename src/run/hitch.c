#include "hitch.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"

#include <string.h>

enum { ROWS_EACH = 6, MAX_ROWS = ROWS_EACH * (KAMM_MAX_UNITS - 1) };

/* Share of a gap that a substep closes, if it is one worth closing. */
#define CLOSED_SHARE 0.3
#define NO_GAP_M 1e-7
/* Damping of a joint that gives way to its friction and has none itself. It is far above the
 * response of any body. */
#define LOOSE 1e9

/* Kinds of rows: the hitch's impulses. */
enum row_kind { ROW_X, ROW_Y, ROW_Z, ROW_ROLL, ROW_YAW, ROW_STOP };

/* One scalar equation of a hitch: the towed point's motion against the towing one's along `line`, or turn about it. */
struct row {
    int hitch;
    enum row_kind kind;
    double towing[6],
        towed[6];        /* velocity of the joint per velocity and angular velocity of the units */
    double softness;     /* G */
    double carried;      /* impulse of the force that the substep had */
    double wanted;       /* -(J v + b / dt) - G carried, and what friction adds */
    double gap;          /* of the places, to be closed */
    double answer[2][6]; /* W J' of both units */
};

struct rows {
    struct row row[MAX_ROWS];
    int count;
};

static void point_in_body(const kamm_model *model, double behind_m, double height_m, double out[3])
{
    const kamm_car_body_def *body = &model->def->body;
    const double at[3] = {body->cg_behind_front_axle_m - behind_m, -body->cg_left_m, height_m};
    for (int i = 0; i < 3; ++i) out[i] = at[i] - model->origin[i];
}

struct hitch kamm_hitch_between(const kamm_model *towing, const kamm_model *towed)
{
    const kamm_hitch_def *def = &towing->def->hitch;
    const kamm_drawbar_def *drawbar = &towed->def->drawbar;
    struct hitch hitch = {
        .fifth_wheel = def->kind == KAMM_HITCH_FIFTH_WHEEL,
        .lifts = !towing->whole_body,
        .play_m = def->play_m,
        .yaw_damping = def->yaw_damping_nms_per_rad,
        .yaw_friction_nm = def->yaw_friction_nm,
        .roll_stiffness = def->roll_stiffness_nm_per_rad,
        .roll_damping = def->roll_damping_nms_per_rad,
        .stop_rad = def->bend_stop_rad,
        .stop_stiffness = def->bend_stop_nm_per_rad,
        .stop_damping = def->bend_stop_nms_per_rad,
    };
    point_in_body(towing, def->behind_front_axle_m, def->height_m, hitch.towing_m);
    point_in_body(towed, drawbar->behind_front_axle_m, drawbar->height_m, hitch.towed_m);
    return hitch;
}

void kamm_hitch_arms(const struct hitch *hitch, const struct hitched_unit *towing,
                     const struct hitched_unit *towed, double arm_towing[3], double arm_towed[3],
                     double gap[3])
{
    kamm_rotate(towing->motion.q, hitch->towing_m, arm_towing);
    kamm_rotate(towed->motion.q, hitch->towed_m, arm_towed);
    for (int i = 0; i < 3; ++i)
        gap[i] = (towed->motion.position[i] - towing->motion.position[i]) +
                 (arm_towed[i] - arm_towing[i]);
}

static double along(const double row[6], const double velocity[3], const double angular[3])
{
    return dot3(row, velocity) + dot3(row + 3, angular);
}

/* How fast the joint moves by itself. */
static double speed_of(const struct row *row, const struct hitched_unit *units)
{
    const struct world_motion *a = &units[row->hitch].motion, *b = &units[row->hitch + 1].motion;
    return along(row->towing, a->velocity, a->angular_velocity) +
           along(row->towed, b->velocity, b->angular_velocity);
}

static struct row *add_row(struct rows *rows, int hitch, enum row_kind kind)
{
    struct row *row = &rows->row[rows->count++];
    memset(row, 0, sizeof *row);
    row->hitch = hitch;
    row->kind = kind;
    return row;
}

/* Motion of the coupled points against each other along a line. */
static void fill_line(struct row *row, const double line[3], const double arm_towing[3],
                      const double arm_towed[3])
{
    double turn[3];
    cross3(arm_towing, line, turn);
    for (int i = 0; i < 3; ++i) row->towing[i] = -line[i], row->towing[3 + i] = -turn[i];
    cross3(arm_towed, line, turn);
    for (int i = 0; i < 3; ++i) row->towed[i] = line[i], row->towed[3 + i] = turn[i];
}

static void fill_turn(struct row *row, const double axis[3])
{
    for (int i = 0; i < 3; ++i) row->towing[3 + i] = -axis[i], row->towed[3 + i] = axis[i];
}

/* Within its play the hitch carries nothing, unless it would leave it within the next substep. */
static void add_lengthwise(struct rows *rows, int h, const struct hitch *hitch,
                           const struct hitched_unit *units, const double arm[2][3], double gap,
                           const struct hitch_force *force, double dt)
{
    struct row *row = add_row(rows, h, ROW_X);
    fill_line(row, units[h].axis[0], arm[0], arm[1]);
    double speed = speed_of(row, units), play = hitch->play_m;
    double then = gap + speed * dt, end = then > 0 ? play : -play;
    row->wanted = -speed;
    row->gap = gap - end;
    row->carried = force->n[0] * dt;
    if (!(play > 0)) return;
    if (fabs(then) <= play) {
        --rows->count;
        return;
    }
    if (fabs(gap) < play) row->wanted = -row->gap / dt - speed, row->gap = 0;
}

static void add_point(struct rows *rows, int h, const struct hitch *hitch,
                      const struct hitched_unit *units, const struct hitch_force *force, double dt)
{
    double arm[2][3], gap[3];
    const double(*axis)[3] = units[h].axis;
    kamm_hitch_arms(hitch, &units[h], &units[h + 1], arm[0], arm[1], gap);
    add_lengthwise(rows, h, hitch, units, (const double(*)[3])arm, dot3(axis[0], gap), force, dt);
    for (int i = 1; i < (hitch->lifts ? 3 : 2); ++i) {
        struct row *row = add_row(rows, h, i == 1 ? ROW_Y : ROW_Z);
        fill_line(row, axis[i], arm[0], arm[1]);
        row->wanted = -speed_of(row, units);
        row->gap = dot3(axis[i], gap);
        row->carried = force->n[i] * dt;
    }
}

/* y of the towing and z of the towed unit stay square to each other, on a spring. */
static void roll_axis(const struct hitched_unit *towing, const struct hitched_unit *towed,
                      double about[3])
{
    cross3(towed->axis[2], towing->axis[1], about);
}

static void add_roll(struct rows *rows, int h, const struct hitch *hitch,
                     const struct hitched_unit *units, const struct hitch_force *force, double dt)
{
    double about[3], stiff = hitch->roll_damping + dt * hitch->roll_stiffness;
    if (!hitch->fifth_wheel || !hitch->lifts) return;
    struct row *row = add_row(rows, h, ROW_ROLL);
    roll_axis(&units[h], &units[h + 1], about);
    fill_turn(row, about);
    double off = dot3(units[h].axis[1], units[h + 1].axis[2]);
    row->softness = 1 / (dt * stiff);
    row->carried = force->roll_nm * dt;
    row->wanted =
        -hitch->roll_stiffness * off / stiff - speed_of(row, units) - row->softness * row->carried;
}

/* Friction holds at first: whether it can says the first solution. */
static void add_yaw(struct rows *rows, int h, const struct hitch *hitch,
                    const struct hitched_unit *units, const struct hitch_force *force, double dt)
{
    if (!(hitch->yaw_damping > 0) && !(hitch->yaw_friction_nm > 0)) return;
    struct row *row = add_row(rows, h, ROW_YAW);
    fill_turn(row, units[h].axis[2]);
    row->softness = hitch->yaw_friction_nm > 0 ? 0 : 1 / (hitch->yaw_damping * dt);
    row->carried = force->yaw_nm * dt;
    row->wanted = -speed_of(row, units) - row->softness * row->carried;
}

double kamm_articulation_rad(const struct hitched_unit *towing, const struct hitched_unit *towed)
{
    const double *nose = towed->axis[0];
    return atan2(dot3(nose, towing->axis[1]), dot3(nose, towing->axis[0]));
}

/* A spring and a damper that only stand against bending further than the stop. */
static void add_stop(struct rows *rows, int h, const struct hitch *hitch,
                     const struct hitched_unit *units, const struct hitch_force *force, double dt)
{
    double stiff = hitch->stop_damping + dt * hitch->stop_stiffness;
    if (!(hitch->stop_rad > 0) || !(stiff > 0)) return;
    double bend = kamm_articulation_rad(&units[h], &units[h + 1]);
    double beyond = fabs(bend) - hitch->stop_rad;
    if (!(beyond > 0)) return;
    struct row *row = add_row(rows, h, ROW_STOP);
    fill_turn(row, units[h].axis[2]);
    row->softness = 1 / (dt * stiff);
    row->carried = force->stop_nm * dt;
    row->wanted = -hitch->stop_stiffness * copysign(beyond, bend) / stiff - speed_of(row, units) -
                  row->softness * row->carried;
}

static void find_answers(struct rows *rows, const struct hitched_unit *units)
{
    for (int r = 0; r < rows->count; ++r) {
        struct row *row = &rows->row[r];
        for (int side = 0; side < 2; ++side) {
            const struct hitched_unit *unit = &units[row->hitch + side];
            const double *j = side ? row->towed : row->towing;
            for (int i = 0; i < 6; ++i)
                row->answer[side][i] = dot3(unit->w[i], j) + dot3(unit->w[i] + 3, j + 3);
        }
    }
}

static double six(const double a[6], const double b[6]) { return dot3(a, b) + dot3(a + 3, b + 3); }

/* J W J' of two rows: through the units that they have in common. */
static double coupling_of(const struct row *a, const struct row *b)
{
    double sum = 0;
    if (a->hitch == b->hitch) return six(a->towing, b->answer[0]) + six(a->towed, b->answer[1]);
    if (a->hitch + 1 == b->hitch) sum = six(a->towed, b->answer[0]);
    if (b->hitch + 1 == a->hitch) sum = six(a->towing, b->answer[1]);
    return sum;
}

/* L D L', in place; a symmetric matrix that is positive definite. */
static void factorise(double m[MAX_ROWS][MAX_ROWS], int n)
{
    for (int j = 0; j < n; ++j) {
        for (int k = 0; k < j; ++k) m[j][j] -= m[j][k] * m[j][k] * m[k][k];
        for (int i = j + 1; i < n; ++i) {
            for (int k = 0; k < j; ++k) m[i][j] -= m[i][k] * m[j][k] * m[k][k];
            m[i][j] /= m[j][j];
        }
    }
}

static void substitute(double m[MAX_ROWS][MAX_ROWS], int n, double p[MAX_ROWS])
{
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < i; ++k) p[i] -= m[i][k] * p[k];
    for (int i = 0; i < n; ++i) p[i] /= m[i][i];
    for (int i = n - 1; i >= 0; --i)
        for (int k = i + 1; k < n; ++k) p[i] -= m[k][i] * p[k];
}

/* Solves the rows for both. Motion: impulses beyond those of the substep. Place: the gaps of the
 * hitches are closed; each unit moves by its response. */
static void solve_rows(const struct rows *rows, double dt, double p[MAX_ROWS],
                       double place[MAX_ROWS])
{
    double m[MAX_ROWS][MAX_ROWS], most = KAMM_COUPLING_MPS * dt;
    int n = rows->count;
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j <= i; ++j) m[i][j] = coupling_of(&rows->row[i], &rows->row[j]);
        m[i][i] += rows->row[i].softness;
        p[i] = rows->row[i].wanted;
        double gap = rows->row[i].gap, closed = fmin(fmax(-CLOSED_SHARE * gap, -most), most);
        place[i] = fabs(gap) < NO_GAP_M ? 0 : closed;
    }
    factorise(m, n);
    substitute(m, n, p);
    substitute(m, n, place);
}

/* Friction that was asked for more than it has slides: its own moment, and the damper's. 1: something slides. */
static int let_slide(struct rows *rows, const struct hitch *hitches, const double p[MAX_ROWS],
                     double dt)
{
    int slides = 0;
    for (int i = 0; i < rows->count; ++i) {
        struct row *row = &rows->row[i];
        const struct hitch *hitch = &hitches[row->hitch];
        double most = hitch->yaw_friction_nm * dt, all = row->carried + p[i];
        if (row->kind != ROW_YAW || !(most > 0) || fabs(all) <= most) continue;
        row->softness = hitch->yaw_damping > 0 ? 1 / (hitch->yaw_damping * dt) : LOOSE;
        row->wanted += row->softness * (copysign(most, all) - row->carried);
        slides = 1;
    }
    return slides;
}

static void note_force(struct hitch_force *force, const struct row *row, double n)
{
    switch (row->kind) {
    case ROW_X:
    case ROW_Y:
    case ROW_Z: force->n[row->kind] = n; break;
    case ROW_ROLL: force->roll_nm = n; break;
    case ROW_YAW: force->yaw_nm = n; break;
    case ROW_STOP: force->stop_nm = n; break;
    }
}

static void move_units(const struct row *row, double p, double place, struct hitched_unit *units)
{
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) {
            units[row->hitch + side].change[i] += row->answer[side][i] * p;
            units[row->hitch + side].shift[i] += row->answer[side][i] * place;
        }
}

void kamm_solve_hitches(const struct hitch *hitches, struct hitched_unit *units, int count,
                        double dt, struct hitch_force *forces)
{
    struct rows rows = {.count = 0};
    double p[MAX_ROWS], place[MAX_ROWS];
    for (int h = 0; h + 1 < count; ++h) {
        add_point(&rows, h, &hitches[h], units, &forces[h], dt);
        add_roll(&rows, h, &hitches[h], units, &forces[h], dt);
        add_yaw(&rows, h, &hitches[h], units, &forces[h], dt);
        add_stop(&rows, h, &hitches[h], units, &forces[h], dt);
        memset(&forces[h], 0, sizeof forces[h]);
    }
    find_answers(&rows, units);
    solve_rows(&rows, dt, p, place);
    if (let_slide(&rows, hitches, p, dt)) solve_rows(&rows, dt, p, place);
    for (int u = 0; u < count; ++u) {
        memset(units[u].change, 0, sizeof units[u].change);
        memset(units[u].shift, 0, sizeof units[u].shift);
    }
    for (int r = 0; r < rows.count; ++r) {
        const struct row *row = &rows.row[r];
        note_force(&forces[row->hitch], row, (row->carried + p[r]) / dt);
        move_units(row, p[r], place[r], units);
    }
}

static void into_body(const struct hitched_unit *unit, double sign, const double force[3],
                      const double arm[3], const double turn[3], double out[6])
{
    double moment[3];
    cross3(arm, force, moment);
    for (int i = 0; i < 3; ++i) moment[i] += turn[i];
    for (int i = 0; i < 3; ++i) {
        out[i] = sign * dot3(unit->axis[i], force);
        out[3 + i] = sign * dot3(unit->axis[i], moment);
    }
}

void kamm_hitch_wrenches(const struct hitch *hitch, const struct hitched_unit *towing,
                         const struct hitched_unit *towed, const struct hitch_force *force,
                         double on_towing[6], double on_towed[6])
{
    double arm[2][3], gap[3], about[3], world[3], turn[3];
    kamm_hitch_arms(hitch, towing, towed, arm[0], arm[1], gap);
    roll_axis(towing, towed, about);
    for (int i = 0; i < 3; ++i) {
        world[i] = (towing->axis[0][i] * force->n[0] + towing->axis[1][i] * force->n[1]) +
                   towing->axis[2][i] * force->n[2];
        turn[i] = about[i] * force->roll_nm + towing->axis[2][i] * (force->yaw_nm + force->stop_nm);
    }
    into_body(towing, -1, world, arm[0], turn, on_towing);
    into_body(towed, 1, world, arm[1], turn, on_towed);
}
