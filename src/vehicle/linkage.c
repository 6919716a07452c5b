#include "linkage.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"

#include <string.h>

/* -- joints ----------------------------------------------------------------------------------- */

static struct joint *add_joint(struct linkage *l, enum joint_kind kind, const char *name,
                               const double body[3], const double frame[3])
{
    struct joint *j = &l->joints[l->count++];
    memset(j, 0, sizeof *j);
    j->kind = kind;
    j->number = -1;
    j->name = name;
    memcpy(j->body, body, sizeof j->body);
    memcpy(j->frame, frame, sizeof j->frame);
    return j;
}

static void between(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = b[i] - a[i];
}

static void scale_to_one(double v[3])
{
    double length = length3(v);
    for (int i = 0; i < 3; ++i) v[i] = length > 0 ? v[i] / length : 0;
}

void kamm_add_rod(struct linkage *l, const char *name, const double body[3], const double frame[3])
{
    double rod[3];
    between(frame, body, rod);
    add_joint(l, JOINT_ROD, name, body, frame)->length = length3(rod);
}

void kamm_add_pin(struct linkage *l, const char *name, const double at[3])
{
    add_joint(l, JOINT_PIN, name, at, at);
}

void kamm_add_slide(struct linkage *l, const char *name, const double on_line[3],
                    const double frame[3])
{
    struct joint *j = add_joint(l, JOINT_SLIDE, name, on_line, frame);
    double line[3], aside[3] = {0, 0, 0};
    between(on_line, frame, line);
    scale_to_one(line);
    aside[fabs(line[0]) < 0.5 ? 0 : 1] = 1;
    cross3(line, aside, j->axis[0]);
    scale_to_one(j->axis[0]);
    cross3(line, j->axis[0], j->axis[1]);
}

void kamm_add_level(struct linkage *l, const char *name, const double body[3])
{
    add_joint(l, JOINT_LEVEL, name, body, body);
}

void kamm_add_height(struct linkage *l, const double centre[3], int wheel)
{
    add_joint(l, JOINT_HEIGHT, "the wheel's centre", centre, centre)->wheel = wheel;
}

/* -- stances ---------------------------------------------------------------------------------- */

struct linkage_stance kamm_design_stance(const struct linkage *l)
{
    struct linkage_stance s = {{l->origin[0], l->origin[1], l->origin[2]}, {1, 0, 0, 0}};
    return s;
}

void kamm_body_point(const struct linkage *l, const struct linkage_stance *stance,
                     const double design[3], double out[3])
{
    double arm[3];
    between(l->origin, design, arm);
    kamm_rotate(stance->turn, arm, arm);
    for (int i = 0; i < 3; ++i) out[i] = stance->at[i] + arm[i];
}

void kamm_point_rate(const struct linkage_stance *stance, const struct motion *motion,
                     const double point[3], double out[3])
{
    double arm[3], swing[3];
    between(stance->at, point, arm);
    cross3(motion->turn, arm, swing);
    for (int i = 0; i < 3; ++i) out[i] = motion->velocity[i] + swing[i];
}

/* Rodrigues' parameters: a rotation about that vector, of the second order in its length. */
static void move_stance(struct linkage_stance *s, const double step[6])
{
    double turn[4] = {1, step[3] / 2, step[4] / 2, step[5] / 2};
    for (int i = 0; i < 3; ++i) s->at[i] += step[i];
    kamm_normalise(turn);
    kamm_multiply(turn, s->turn, s->turn);
    kamm_normalise(s->turn);
}

/* -- equations -------------------------------------------------------------------------------- */

/* Heights weigh more than joints, so that where both can't be had the joints show what is missing. */
#define HEIGHT_WEIGHT 100.0

struct row {
    const struct joint *joint;
    double weight, error_m;
    double slope[6]; /* per change of the stance */
    double driven;   /* per unit of the rates that are asked for */
};

struct rows {
    int count;
    struct row row[MAX_ROWS];
};

static struct row *add_row(struct rows *rows, const struct joint *j, double weight, double error)
{
    struct row *row = &rows->row[rows->count++];
    memset(row, 0, sizeof *row);
    row->joint = j;
    row->weight = weight;
    row->error_m = error;
    return row;
}

/* A row that grows as the point at the end of `arm` moves along `along`. */
static void set_slope(struct row *row, const double along[3], const double arm[3])
{
    memcpy(row->slope, along, sizeof(double[3]));
    cross3(arm, along, row->slope + 3);
}

static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static void add_rod_row(struct rows *rows, const struct joint *j, const double point[3],
                        const double arm[3], const struct drives *drives, const struct drives *rate)
{
    double frame[3] = {j->frame[0], j->frame[1] + (j->rack ? drives->rack_m : 0), j->frame[2]};
    double rod[3];
    between(frame, point, rod);
    struct row *row = add_row(rows, j, 1, length3(rod) - j->length);
    scale_to_one(rod);
    set_slope(row, rod, arm);
    if (j->rack) row->driven = -rod[1] * rate->rack_m;
}

static void add_slide_rows(struct rows *rows, const struct joint *j, const struct linkage_stance *s,
                           const double point[3])
{
    double to_frame[3], lever[3];
    between(point, j->frame, to_frame);
    between(s->at, j->frame, lever);
    for (int k = 0; k < 2; ++k) {
        double across[3];
        kamm_rotate(s->turn, j->axis[k], across);
        struct row *row = add_row(rows, j, 1, dot3(across, to_frame));
        for (int i = 0; i < 3; ++i) row->slope[i] = -across[i];
        cross3(across, lever, row->slope + 3);
    }
}

static void add_joint_rows(struct rows *rows, const struct linkage *l, const struct joint *j,
                           const struct linkage_stance *s, const struct drives *drives,
                           const struct drives *rate)
{
    double point[3], arm[3], travel = drives->travel_m[j->wheel];
    kamm_body_point(l, s, j->body, point);
    between(s->at, point, arm);
    switch (j->kind) {
    case JOINT_ROD: add_rod_row(rows, j, point, arm, drives, rate); break;
    case JOINT_SLIDE: add_slide_rows(rows, j, s, point); break;
    case JOINT_PIN:
        for (int i = 0; i < 3; ++i)
            set_slope(add_row(rows, j, 1, point[i] - j->frame[i]), axes[i], arm);
        break;
    case JOINT_LEVEL: set_slope(add_row(rows, j, 1, point[1] - j->frame[1]), axes[1], arm); break;
    case JOINT_HEIGHT: {
        double error = point[2] - (j->frame[2] + travel);
        struct row *row = add_row(rows, j, HEIGHT_WEIGHT, error);
        set_slope(row, axes[2], arm);
        row->driven = -rate->travel_m[j->wheel];
    }
    }
}

static void write_rows(const struct linkage *l, const struct linkage_stance *s,
                       const struct drives *drives, const struct drives *rate, struct rows *rows)
{
    rows->count = 0;
    for (int i = 0; i < l->count; ++i) add_joint_rows(rows, l, &l->joints[i], s, drives, rate);
}

static double cost_of(const struct rows *rows)
{
    double sum = 0;
    for (int i = 0; i < rows->count; ++i) {
        double error = rows->row[i].weight * rows->row[i].error_m;
        sum += error * error;
    }
    return sum;
}

/* Householder's reflections on the rows, with `damping` below them: the least squares of slope x = -(error or driven). The
 * equations of which the joints' squares are the coefficients would lose half of the digits near a dead point. Returns the
 * least of the diagonal, by which one sees whether the joints hold all freedoms. */
static double solve_rows(const struct rows *rows, int driven, double damping, double x[6])
{
    double a[MAX_ROWS + 6][7];
    int n = rows->count + 6;
    for (int i = 0; i < rows->count; ++i) {
        const struct row *row = &rows->row[i];
        for (int j = 0; j < 6; ++j) a[i][j] = row->weight * row->slope[j];
        a[i][6] = -row->weight * (driven ? row->driven : row->error_m);
    }
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 7; ++j) a[rows->count + i][j] = i == j ? damping : 0;
    double least = 1e9;
    for (int p = 0; p < 6; ++p) {
        double norm = 0;
        for (int i = p; i < n; ++i) norm += a[i][p] * a[i][p];
        norm = a[p][p] > 0 ? -sqrt(norm) : sqrt(norm);
        if (fabs(norm) < least) least = fabs(norm);
        if (norm == 0) return 0;
        double first = a[p][p] - norm, scale = norm * first;
        for (int j = p + 1; j < 7; ++j) {
            double sum = first * a[p][j];
            for (int i = p + 1; i < n; ++i) sum += a[i][p] * a[i][j];
            sum /= scale;
            a[p][j] += sum * first;
            for (int i = p + 1; i < n; ++i) a[i][j] += sum * a[i][p];
        }
        a[p][p] = norm;
    }
    for (int i = 5; i >= 0; --i) {
        x[i] = a[i][6];
        for (int j = i + 1; j < 6; ++j) x[i] -= a[i][j] * x[j];
        x[i] /= a[i][i];
    }
    return least;
}

static double size_of(const double x[6])
{
    double size = 0;
    for (int i = 0; i < 6; ++i) size = fmax(size, fabs(x[i]));
    return size;
}

static struct misfit misfit_of(const struct rows *rows)
{
    struct misfit m = {rows->row[0].joint, 0};
    for (int i = 0; i < rows->count; ++i) {
        double error = fabs(rows->row[i].error_m);
        if (error <= m.metres) continue;
        m = (struct misfit){rows->row[i].joint, error};
    }
    return m;
}

struct misfit kamm_pose_linkage(const struct linkage *l, const struct drives *drives,
                                struct linkage_stance *stance)
{
    static const struct drives none;
    enum { MOST_STEPS = 200 };
    struct rows rows, tried;
    double damping = 1e-12;
    write_rows(l, stance, drives, &none, &rows);
    for (int i = 0; i < MOST_STEPS; ++i) {
        double step[6];
        struct linkage_stance next = *stance;
        if (!(solve_rows(&rows, 0, damping, step) > 0)) break;
        if (size_of(step) > 0.3) { /* metres or radians: beyond what a linearisation holds for */
            damping = fmax(damping * 10, 1e-6);
            continue;
        }
        move_stance(&next, step);
        write_rows(l, &next, drives, &none, &tried);
        if (cost_of(&tried) < cost_of(&rows)) {
            *stance = next;
            rows = tried;
            damping = fmax(damping / 10, 1e-12);
        } else if (size_of(step) < 1e-9) {
            break; /* as near as doubles come */
        } else {
            damping = fmax(damping * 10, 1e-6);
        }
        if (size_of(step) < 1e-14) break;
    }
    return misfit_of(&rows);
}

/* Below this a freedom is not held: metres per metre, or per radian. */
#define LOOSE 1e-5

int kamm_rate_linkage(const struct linkage *l, const struct drives *drives,
                      const struct linkage_stance *stance, const struct drives *rate,
                      struct motion *motion)
{
    struct rows rows;
    double x[6] = {0};
    write_rows(l, stance, drives, rate, &rows);
    if (!(solve_rows(&rows, 1, 0, x) > LOOSE)) return 0;
    memcpy(motion->velocity, x, sizeof motion->velocity);
    memcpy(motion->turn, x + 3, sizeof motion->turn);
    return 1;
}
