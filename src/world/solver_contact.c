#include "solver_contact.h"

#include "../base/vector_double.h"

#include <math.h>
#include <string.h>

#define SLOP_M 0.005      /* penetration that is left, so that contacts at rest do not flicker */
#define SHIFT_TIME_S 0.02 /* in which penetration goes back */
#define SHIFT_MPS 3.0     /* … but no faster */
#define MIN_INVERSE_MASS 1e-9 /* 1/kg: what moves less along a normal is not moved */

/* Two doubles side by side: every machine has instructions for them, and the bits are those of one after the other. */
typedef double two __attribute__((vector_size(16)));

static inline two load_two(const double from[2])
{
    two value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline void store_two(double to[2], two value) { memcpy(to, &value, sizeof value); }

/* a . b + c . d of six each. */
static inline double dot_both(const double a[6], const double b[6], const double c[6],
                              const double d[6])
{
    two ab = (load_two(a) * load_two(b) + load_two(a + 2) * load_two(b + 2)) +
             load_two(a + 4) * load_two(b + 4);
    two cd = (load_two(c) * load_two(d) + load_two(c + 2) * load_two(d + 2)) +
             load_two(c + 4) * load_two(d + 4);
    two sum = ab + cd;
    return sum[0] + sum[1];
}

/* Of the second body's point over the first's. */
static inline double speed_along(const struct solver *s, const struct constraint *c, int direction)
{
    const double *a = s->bodies[c->body[0]].motion, *b = s->bodies[c->body[1]].motion;
    return dot_both(c->row[0][direction], a, c->row[1][direction], b) + c->ground_speed[direction];
}

static void make_row(const struct solver *s, struct constraint *c, int k, const double direction[3])
{
    for (int i = 0; i < 2; ++i) {
        const struct solver_body *body = &s->bodies[c->body[i]];
        double arm[3], *row = c->row[i][k];
        memset(row, 0, sizeof c->row[i][k]);
        if (!body->movable) continue;
        for (int n = 0; n < 3; ++n) {
            arm[n] = c->at[n] - body->position[n];
            row[n] = i ? direction[n] : -direction[n];
        }
        cross3(arm, row, row + 3);
    }
    c->ground_speed[k] = dot3(c->ground_velocity, direction);
}

/* Two directions across the normal, the first of them level. */
static void choose_tangents(const double n[3], double tangent[2][3])
{
    double level = sqrt(n[0] * n[0] + n[1] * n[1]);
    double t[3] = {1, 0, 0};
    if (level > 1e-6) t[0] = -n[1] / level, t[1] = n[0] / level;
    memcpy(tangent[0], t, sizeof t);
    cross3(n, t, tangent[1]);
    double length = sqrt(dot3(tangent[1], tangent[1]));
    for (int i = 0; i < 3; ++i) tangent[1][i] /= length;
}

/* What a body's motion changes by per impulse along a row. */
static void answer_to(const struct solver_body *body, const double row[6], double change[6])
{
    two sum[3] = {{0}};
    for (int k = 0; k < 6; ++k)
        for (int i = 0; i < 3; ++i)
            sum[i] += load_two(&body->response[k][2 * i]) * (two){row[k], row[k]};
    for (int i = 0; i < 3; ++i) store_two(change + 2 * i, sum[i]);
}

static void answer_of_body(struct solver *s, struct constraint *c, int i)
{
    struct solver_body *body = &s->bodies[c->body[i]];
    if (!body->movable) { /* others may be reading it */
        memset(c->velocity_change[i], 0, sizeof c->velocity_change[i]);
        return;
    }
    if (!body->responds && s->respond) s->respond(s->run_user, c->body[i]);
    body->responds = 1;
    for (int k = 0; k < 3; ++k) answer_to(body, c->row[i][k], c->velocity_change[i][k]);
}

/* Of a symmetric matrix; the pseudo inverse where something can't be moved in one direction. */
static void invert_tangents(struct constraint *c)
{
    double a = c->inverse_mass[1][1], b = c->inverse_mass[1][2], d = c->inverse_mass[2][2];
    double sum = a + d, determinant = a * d - b * b;
    double scale = determinant > 1e-9 * sum * sum ? 1 / determinant : 0;
    double flat = scale > 0 || !(sum > MIN_INVERSE_MASS) ? 0 : 1 / (sum * sum);
    c->inverse_tangent[0][0] = scale * d + flat * a;
    c->inverse_tangent[1][1] = scale * a + flat * d;
    c->inverse_tangent[0][1] = c->inverse_tangent[1][0] = flat * b - scale * b;
    c->slide = sum > MIN_INVERSE_MASS ? 1 / sum : 0;
}

/* What both bodies answer an impulse at the contact: with its first one. */
static void answer_contact(struct solver *s, struct constraint *c)
{
    double tangent[2][3];
    if (c->answers) return;
    choose_tangents(c->normal, tangent);
    for (int k = 0; k < 2; ++k) make_row(s, c, 1 + k, tangent[k]);
    for (int i = 0; i < 2; ++i) answer_of_body(s, c, i);
    for (int k = 0; k < 3; ++k)
        for (int n = 0; n <= k; ++n)
            c->inverse_mass[k][n] = c->inverse_mass[n][k] = dot_both(
                c->row[0][k], c->velocity_change[0][n], c->row[1][k], c->velocity_change[1][n]);
    double normal = c->inverse_mass[0][0];
    c->normal_mass = normal > MIN_INVERSE_MASS ? 1 / normal : 0;
    invert_tangents(c);
    c->answers = 1;
}

void kamm_renew_contact(struct solver *s, struct constraint *c)
{
    make_row(s, c, 0, c->normal);
    memset(c->impulse, 0, sizeof c->impulse);
    c->target_mps = 0;
    c->answers = 0;
}

void kamm_prepare_contact(struct solver *s, struct constraint *c)
{
    kamm_renew_contact(s, c);
    c->approach_mps = -speed_along(s, c, 0);
    if (c->gap_m > 0) c->target_mps = -c->gap_m / s->dt;
    c->pseudo_impulse = c->compression = 0;
    c->max_impulse_ns = 1e300;
    c->restitutes = 0;
}

/* Impulses along normal and tangents. */
static void apply(struct solver *s, const struct constraint *c, const double change[3])
{
    for (int i = 0; i < 2; ++i) {
        struct solver_body *body = &s->bodies[c->body[i]];
        const double *n = c->velocity_change[i][0], *t = c->velocity_change[i][1],
                     *v = c->velocity_change[i][2];
        if (!body->movable) continue; /* others may be reading it */
        for (int k = 0; k < 6; k += 2) {
            two by = (load_two(n + k) * change[0] + load_two(t + k) * change[1]) +
                     load_two(v + k) * change[2];
            store_two(body->motion + k, load_two(body->motion + k) + by);
        }
    }
}

/* Friction within its disc; `slip`: both tangential speeds. What stops the slip is taken if friction holds it.
 * If not, f = -mu p u / |u| is the fixed point of a step along the slip and back onto the disc; the step that
 * would stop it is none, as a body pushed at its corner does not answer the way that it is pushed. */
static void rub(struct constraint *c, const double slip[2], double change[3])
{
    double wanted[2], max = c->friction * c->impulse[0];
    for (int i = 0; i < 2; ++i)
        wanted[i] = c->impulse[1 + i] -
                    (c->inverse_tangent[i][0] * slip[0] + c->inverse_tangent[i][1] * slip[1]);
    if (wanted[0] * wanted[0] + wanted[1] * wanted[1] > max * max) {
        for (int i = 0; i < 2 && c->slide > 0; ++i)
            wanted[i] = c->impulse[1 + i] - slip[i] * c->slide;
        double size = sqrt(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
        double kept = size > max ? max / size : 1;
        for (int i = 0; i < 2; ++i) wanted[i] *= kept;
    }
    for (int i = 0; i < 2; ++i) {
        change[1 + i] = wanted[i] - c->impulse[1 + i];
        c->impulse[1 + i] = wanted[i];
    }
}

/* One contact's turn. Gives the largest change of speed. */
static double settle(struct solver *s, struct constraint *c)
{
    double change[3], slip[2];
    double before = c->impulse[0], over = speed_along(s, c, 0) - c->target_mps;
    if (before == 0 && over >= 0) return 0; /* they part */
    answer_contact(s, c);
    double impulse = before - over * c->normal_mass;
    if (impulse > c->max_impulse_ns) impulse = c->max_impulse_ns;
    c->impulse[0] = impulse > 0 ? impulse : 0;
    change[0] = c->impulse[0] - before;
    if (!(c->impulse[0] > 0) && change[0] == 0) return 0;
    for (int i = 0; i < 2; ++i)
        slip[i] = speed_along(s, c, 1 + i) + c->inverse_mass[1 + i][0] * change[0];
    rub(c, slip, change);
    apply(s, c, change);
    double rubbed =
        fabs(change[1]) * c->inverse_mass[1][1] + fabs(change[2]) * c->inverse_mass[2][2];
    return fabs(change[0]) * c->inverse_mass[0][0] + rubbed;
}

/* A contact whose bodies have hardly changed in this sweep and the last has nothing to do. */
double kamm_settle_contact(struct solver *s, struct constraint *c, int n)
{
    struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    if (n && a->last_sweep < n && b->last_sweep < n) return 0;
    double change = settle(s, c);
    if (change < STILL_MPS) return change;
    if (a->movable) a->last_sweep = n + 1;
    if (b->movable) b->last_sweep = n + 1;
    return change;
}

double kamm_shift_contact(struct solver *s, struct constraint *c, int n)
{
    (void)n;
    struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    double speed = (-c->gap_m - SLOP_M) / (s->dt + SHIFT_TIME_S);
    if (speed <= 0) return 0;
    answer_contact(s, c);
    double apart = dot_both(c->row[0][0], a->shift, c->row[1][0], b->shift);
    double before = c->pseudo_impulse;
    double wanted = before - (apart - fmin(speed, SHIFT_MPS)) * c->normal_mass;
    c->pseudo_impulse = wanted > 0 ? wanted : 0;
    double change = c->pseudo_impulse - before;
    for (int i = 0; i < 2; ++i) {
        struct solver_body *body = i ? b : a;
        if (!body->movable) continue; /* others may be reading it */
        for (int k = 0; k < 6; ++k) body->shift[k] += c->velocity_change[i][0][k] * change;
    }
    return fabs(change) * c->inverse_mass[0][0];
}
