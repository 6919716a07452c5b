#include "solver.h"

#include "../base/vector_double.h"

#include <math.h>
#include <string.h>

enum { MAX_SWEEPS = 30, REST_SWEEPS = 10, SHIFT_SWEEPS = 6 };
#define REST_MPS 0.05     /* where the first sweep changes no more there are but REST_SWEEPS */
#define STILL_MPS 1e-4    /* a sweep that changes less is the last … */
#define STILL_SHARE 1e-4  /* … or less than this share of the first one's change */
#define SLOP_M 0.005      /* penetration that is left, so that contacts at rest do not flicker */
#define SHIFT_TIME_S 0.02 /* in which penetration goes back */
#define SHIFT_MPS 3.0     /* … but no faster */
#define MIN_INVERSE_MASS 1e-9 /* 1/kg: what moves less along a normal is not moved */

/* Changes a velocity and an angular velocity by an impulse at an arm. */
static void push(const struct solver_body *body, const double arm[3], const double impulse[3],
                 double sign, double velocity[3], double angular_velocity[3])
{
    double w[6];
    if (!body->movable) return;
    for (int i = 0; i < 3; ++i) w[i] = sign * impulse[i];
    cross3(arm, w, w + 3);
    for (int i = 0; i < 3; ++i) {
        const double *v = body->response[i], *s = body->response[3 + i];
        velocity[i] += ((v[0] * w[0] + v[1] * w[1]) + v[2] * w[2]) +
                       ((v[3] * w[3] + v[4] * w[4]) + v[5] * w[5]);
        angular_velocity[i] += ((s[0] * w[0] + s[1] * w[1]) + s[2] * w[2]) +
                               ((s[3] * w[3] + s[4] * w[4]) + s[5] * w[5]);
    }
}

static void velocity_at(const double velocity[3], const double angular_velocity[3],
                        const double arm[3], double out[3])
{
    cross3(angular_velocity, arm, out);
    for (int i = 0; i < 3; ++i) out[i] += velocity[i];
}

/* Of the second body's point over the first's. */
static void relative_velocity(const struct solver *s, const struct constraint *c, double u[3])
{
    const struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    double first[3], second[3];
    velocity_at(a->velocity, a->angular_velocity, c->arm[0], first);
    velocity_at(b->velocity, b->angular_velocity, c->arm[1], second);
    for (int i = 0; i < 3; ++i) u[i] = (second[i] - first[i]) + c->ground_velocity[i];
}

/* Two directions across the normal, the first of them level. */
static void choose_tangents(struct constraint *c)
{
    const double *n = c->normal;
    double level = sqrt(n[0] * n[0] + n[1] * n[1]);
    double t[3] = {1, 0, 0};
    if (level > 1e-6) t[0] = -n[1] / level, t[1] = n[0] / level;
    memcpy(c->tangent[0], t, sizeof t);
    cross3(n, c->tangent[0], c->tangent[1]);
    double length = sqrt(dot3(c->tangent[1], c->tangent[1]));
    for (int i = 0; i < 3; ++i) c->tangent[1][i] /= length;
}

/* What a unit impulse along direction k changes: of both bodies, and so of the contact's velocity. */
static void answer_to(const struct solver *s, struct constraint *c, const double direction[3],
                      int k, double u[3])
{
    memset(u, 0, 3 * sizeof *u);
    for (int i = 0; i < 2; ++i) {
        double *velocity_change = c->velocity_change[i][k], at[3];
        memset(velocity_change, 0, sizeof c->velocity_change[i][k]);
        push(&s->bodies[c->body[i]], c->arm[i], direction, i ? 1 : -1, velocity_change,
             velocity_change + 3);
        velocity_at(velocity_change, velocity_change + 3, c->arm[i], at);
        for (int n = 0; n < 3; ++n) u[n] += i ? at[n] : -at[n];
    }
}

/* Of a symmetric matrix; the pseudo inverse where something can't be moved in one direction. */
static void invert_tangents(struct constraint *c)
{
    double a = c->tangent_inverse_mass[0][0], b = c->tangent_inverse_mass[0][1],
           d = c->tangent_inverse_mass[1][1];
    double sum = a + d, determinant = a * d - b * b;
    double scale = determinant > 1e-9 * sum * sum ? 1 / determinant : 0;
    double flat = scale > 0 || !(sum > MIN_INVERSE_MASS) ? 0 : 1 / (sum * sum);
    c->inverse_tangent[0][0] = scale * d + flat * a;
    c->inverse_tangent[1][1] = scale * a + flat * d;
    c->inverse_tangent[0][1] = c->inverse_tangent[1][0] = flat * b - scale * b;
}

static void prepare(struct solver *s, struct constraint *c)
{
    double u[3];
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k)
            c->arm[i][k] =
                s->bodies[c->body[i]].movable ? c->at[k] - s->bodies[c->body[i]].position[k] : 0;
    answer_to(s, c, c->normal, 0, u);
    c->normal_inverse_mass = dot3(u, c->normal);
    for (int i = 0; i < 2; ++i) c->friction_inverse_mass[i] = dot3(u, c->tangent[i]);
    for (int k = 0; k < 2; ++k) {
        answer_to(s, c, c->tangent[k], 1 + k, u);
        for (int i = 0; i < 2; ++i) c->tangent_inverse_mass[i][k] = dot3(u, c->tangent[i]);
    }
    c->tangent_inverse_mass[1][0] = c->tangent_inverse_mass[0][1];
    invert_tangents(c);
    memset(c->impulse, 0, sizeof c->impulse);
}

void kamm_prepare_contacts(struct solver *s)
{
    for (int i = 0; i < s->count; ++i) {
        struct constraint *c = &s->constraints[i];
        double u[3];
        choose_tangents(c);
        prepare(s, c);
        relative_velocity(s, c, u);
        c->approach_mps = -dot3(u, c->normal);
        c->target_mps = c->gap_m > 0 ? -c->gap_m / s->dt : 0;
        c->pseudo_impulse = c->compression = 0;
        c->max_impulse_ns = 1e300;
        c->restitutes = 0;
    }
}

/* Impulses along normal and tangents. */
static void apply(struct solver *s, const struct constraint *c, const double change[3])
{
    for (int i = 0; i < 2; ++i) {
        struct solver_body *body = &s->bodies[c->body[i]];
        const double *n = c->velocity_change[i][0], *t = c->velocity_change[i][1],
                     *v = c->velocity_change[i][2];
        if (!body->movable) continue;
        for (int k = 0; k < 3; ++k) {
            body->velocity[k] += (n[k] * change[0] + t[k] * change[1]) + v[k] * change[2];
            body->angular_velocity[k] +=
                (n[3 + k] * change[0] + t[3 + k] * change[1]) + v[3 + k] * change[2];
        }
    }
}

/* Friction within its disc; `slip`: both tangential speeds. What stops the slip is taken if friction holds it.
 * If not, f = -mu p u / |u| is the fixed point of a step along the slip and back onto the disc; the step that
 * would stop it is none, as a body pushed at its corner does not answer the way that it is pushed. */
static void rub(struct constraint *c, const double slip[2], double change[3])
{
    double wanted[2], max = c->friction * c->impulse[0];
    double sum = c->tangent_inverse_mass[0][0] + c->tangent_inverse_mass[1][1];
    for (int i = 0; i < 2; ++i)
        wanted[i] = c->impulse[1 + i] -
                    (c->inverse_tangent[i][0] * slip[0] + c->inverse_tangent[i][1] * slip[1]);
    if (wanted[0] * wanted[0] + wanted[1] * wanted[1] > max * max && sum > MIN_INVERSE_MASS)
        for (int i = 0; i < 2; ++i) wanted[i] = c->impulse[1 + i] - slip[i] / sum;
    double size = sqrt(wanted[0] * wanted[0] + wanted[1] * wanted[1]);
    double kept = size > max ? max / size : 1;
    for (int i = 0; i < 2; ++i) {
        change[1 + i] = wanted[i] * kept - c->impulse[1 + i];
        c->impulse[1 + i] += change[1 + i];
    }
}

/* One contact's turn. Gives the largest change of speed. */
static double settle(struct solver *s, struct constraint *c)
{
    double u[3], change[3] = {0}, slip[2];
    if (!(c->normal_inverse_mass > MIN_INVERSE_MASS)) return 0;
    relative_velocity(s, c, u);
    double before = c->impulse[0];
    double impulse = before - (dot3(u, c->normal) - c->target_mps) / c->normal_inverse_mass;
    if (impulse > c->max_impulse_ns) impulse = c->max_impulse_ns;
    c->impulse[0] = impulse > 0 ? impulse : 0;
    change[0] = c->impulse[0] - before;
    if (!(c->impulse[0] > 0) && change[0] == 0) return 0;
    for (int i = 0; i < 2; ++i)
        slip[i] = dot3(u, c->tangent[i]) + c->friction_inverse_mass[i] * change[0];
    rub(c, slip, change);
    apply(s, c, change);
    double rubbed = fabs(change[1]) * c->tangent_inverse_mass[0][0] +
                    fabs(change[2]) * c->tangent_inverse_mass[1][1];
    return fabs(change[0]) * c->normal_inverse_mass + rubbed;
}

/* A contact whose bodies have hardly changed in this sweep and the last has nothing to do. */
static double settle_if_stirred(struct solver *s, struct constraint *c, int n)
{
    struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    if (n && a->last_sweep < n && b->last_sweep < n) return 0;
    double change = settle(s, c);
    if (change < STILL_MPS) return change;
    if (a->movable) a->last_sweep = n + 1;
    if (b->movable) b->last_sweep = n + 1;
    return change;
}

/* Sweeps until all is still; `restitution`: only the contacts that have some. */
static void sweep(struct solver *s, int restitution)
{
    double first = 0;
    for (int i = 0; i < s->body_count; ++i) s->bodies[i].last_sweep = 0;
    for (int n = 0; n < MAX_SWEEPS; ++n) {
        double max = 0;
        for (int i = 0; i < s->count; ++i) {
            struct constraint *c = &s->constraints[n % 2 ? s->count - 1 - i : i];
            if (restitution && !c->restitutes) continue;
            double change = settle_if_stirred(s, c, n);
            if (change > max) max = change;
        }
        if (!n) first = max;
        if (max < STILL_MPS || max < STILL_SHARE * first) return;
        if (first < REST_MPS && n + 1 == REST_SWEEPS) return;
    }
}

static double shift_towards(struct solver *s, struct constraint *c)
{
    struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    double first[3], second[3], speed = (-c->gap_m - SLOP_M) / (s->dt + SHIFT_TIME_S);
    if (speed <= 0 || !(c->normal_inverse_mass > MIN_INVERSE_MASS)) return 0;
    velocity_at(a->shift, a->turn, c->arm[0], first);
    velocity_at(b->shift, b->turn, c->arm[1], second);
    double apart = dot3(second, c->normal) - dot3(first, c->normal);
    double before = c->pseudo_impulse;
    double wanted = before - (apart - fmin(speed, SHIFT_MPS)) / c->normal_inverse_mass;
    c->pseudo_impulse = wanted > 0 ? wanted : 0;
    for (int i = 0; i < 2; ++i) {
        struct solver_body *body = i ? b : a;
        for (int k = 0; k < 3; ++k) {
            body->shift[k] += c->velocity_change[i][0][k] * (c->pseudo_impulse - before);
            body->turn[k] += c->velocity_change[i][0][3 + k] * (c->pseudo_impulse - before);
        }
    }
    return fabs(c->pseudo_impulse - before) * c->normal_inverse_mass;
}

static void shift_apart(struct solver *s)
{
    for (int n = 0; n < SHIFT_SWEEPS; ++n) {
        double max = 0;
        for (int i = 0; i < s->count; ++i)
            max = fmax(max, shift_towards(s, &s->constraints[n % 2 ? s->count - 1 - i : i]));
        if (max < 1e-3) return;
    }
}

void kamm_solve_contacts(struct solver *s)
{
    sweep(s, 0);
    shift_apart(s);
    for (int i = 0; i < s->count; ++i) {
        struct constraint *c = &s->constraints[i];
        c->restitutes = c->impulse[0] > 0 && c->approach_mps > s->restitution_threshold_mps &&
                        c->restitution > 0;
    }
}

int kamm_any_restitution(const struct solver *s)
{
    for (int i = 0; i < s->count; ++i)
        if (s->constraints[i].restitutes) return 1;
    return 0;
}

/* What is left of it once the bodies have met; then what may come back. */
static void finish_compression(struct solver *s)
{
    sweep(s, 1);
    for (int i = 0; i < s->count; ++i) {
        struct constraint *c = &s->constraints[i];
        if (!c->restitutes) continue;
        c->compression += c->impulse[0];
        c->max_impulse_ns = c->restitution * c->compression;
        c->target_mps = c->restitution * c->approach_mps;
        memset(c->impulse, 0, sizeof c->impulse);
    }
}

void kamm_apply_restitution(struct solver *s)
{
    for (int i = 0; i < s->count; ++i) {
        struct constraint *c = &s->constraints[i];
        if (!c->restitutes) continue;
        c->compression = c->impulse[0];
        c->target_mps = 0;
        prepare(s, c);
    }
    finish_compression(s);
    sweep(s, 1);
    for (int i = 0; i < s->count; ++i)
        if (s->constraints[i].restitutes)
            s->constraints[i].impulse[0] += s->constraints[i].compression;
}
