#include "solver_contact.h"

#include "../base/vector_double.h"

#include <math.h>
#include <string.h>

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

/* Two doubles side by side: every machine has instructions for them, and the bits are those of one after the other. */
typedef double two __attribute__((vector_size(16)));

static inline two load_two(const double from[2])
{
    two value;
    memcpy(&value, from, sizeof value);
    return value;
}

static inline double dot6(const double a[6], const double b[6])
{
    two sum = (load_two(a) * load_two(b) + load_two(a + 2) * load_two(b + 2)) +
              load_two(a + 4) * load_two(b + 4);
    return sum[0] + sum[1];
}

/* Of the second body's point over the first's, along normal or tangents. */
static inline double speed_along(const struct solver *s, const struct constraint *c, int direction)
{
    const struct solver_body *a = &s->bodies[c->body[0]], *b = &s->bodies[c->body[1]];
    return (dot6(c->row[1][direction], b->motion) - dot6(c->row[0][direction], a->motion)) +
           c->ground_speed[direction];
}

static void make_row(struct constraint *c, const double direction[3], int k)
{
    for (int i = 0; i < 2; ++i) {
        memcpy(c->row[i][k], direction, 3 * sizeof *direction);
        cross3(c->arm[i], direction, &c->row[i][k][3]);
    }
    c->ground_speed[k] = dot3(c->ground_velocity, direction);
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

void kamm_answer_contact(struct solver *s, struct constraint *c)
{
    double u[3];
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 3; ++k)
            c->arm[i][k] =
                s->bodies[c->body[i]].movable ? c->at[k] - s->bodies[c->body[i]].position[k] : 0;
    make_row(c, c->normal, 0);
    for (int k = 0; k < 2; ++k) make_row(c, c->tangent[k], 1 + k);
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

void kamm_prepare_contact(struct solver *s, struct constraint *c)
{
    choose_tangents(c);
    kamm_answer_contact(s, c);
    c->approach_mps = -speed_along(s, c, 0);
    c->target_mps = c->gap_m > 0 ? -c->gap_m / s->dt : 0;
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
        if (!body->movable) continue;
        for (int k = 0; k < 6; k += 2) {
            two by = (load_two(n + k) * change[0] + load_two(t + k) * change[1]) +
                     load_two(v + k) * change[2];
            two to = load_two(body->motion + k) + by;
            memcpy(body->motion + k, &to, sizeof to);
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
    double change[3] = {0}, slip[2];
    if (!(c->normal_inverse_mass > MIN_INVERSE_MASS)) return 0;
    double before = c->impulse[0], over = speed_along(s, c, 0) - c->target_mps;
    if (before == 0 && over >= 0) return 0; /* they part */
    double impulse = before - over / c->normal_inverse_mass;
    if (impulse > c->max_impulse_ns) impulse = c->max_impulse_ns;
    c->impulse[0] = impulse > 0 ? impulse : 0;
    change[0] = c->impulse[0] - before;
    if (!(c->impulse[0] > 0) && change[0] == 0) return 0;
    for (int i = 0; i < 2; ++i)
        slip[i] = speed_along(s, c, 1 + i) + c->friction_inverse_mass[i] * change[0];
    rub(c, slip, change);
    apply(s, c, change);
    double rubbed = fabs(change[1]) * c->tangent_inverse_mass[0][0] +
                    fabs(change[2]) * c->tangent_inverse_mass[1][1];
    return fabs(change[0]) * c->normal_inverse_mass + rubbed;
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
    if (speed <= 0 || !(c->normal_inverse_mass > MIN_INVERSE_MASS)) return 0;
    double apart = dot6(c->row[1][0], b->shift) - dot6(c->row[0][0], a->shift);
    double before = c->pseudo_impulse;
    double wanted = before - (apart - fmin(speed, SHIFT_MPS)) / c->normal_inverse_mass;
    c->pseudo_impulse = wanted > 0 ? wanted : 0;
    for (int i = 0; i < 2; ++i) {
        struct solver_body *body = i ? b : a;
        if (!body->movable) continue; /* others may be reading it */
        for (int k = 0; k < 6; ++k)
            body->shift[k] += c->velocity_change[i][0][k] * (c->pseudo_impulse - before);
    }
    return fabs(c->pseudo_impulse - before) * c->normal_inverse_mass;
}
