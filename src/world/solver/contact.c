#include "contact.h"

#include "../../base/vector_double.h"

#include <math.h>
#include <string.h>

/* Lengths, speeds and times are those of bodies of the usual size under the usual gravity. */
#define SLOP_M 0.005      /* penetration that is left, so that contacts at rest do not flicker */
#define SHIFT_TIME_S 0.02 /* in which penetration goes back */
#define SHIFT_MPS 3.0     /* … but no faster … */
#define DEEP_M \
    0.1 /* … and from such a depth on, which motion hardly brings, so slowly that wheels follow the body */
#define PART_MPS 0.5
#define LEVEL 0.5      /* normals whose z is less lead out level */
#define MIN_ALONG 1e-3 /* of what it moves by: what moves less along a normal is not moved */

#define IDLE_SHARE \
    1e-10 /* of what impulses would move each alone: a way along which they move less is none */

/* Returns the terms of a . b, which one more addition sums. */
static inline two six_products(const union six *a, const union six *b)
{
    two first = two_times(a->pair[0], b->pair[0]), second = two_times(a->pair[1], b->pair[1]);
    return two_add(two_add(first, second), two_times(a->pair[2], b->pair[2]));
}

/* a . b + c . d */
static inline double dot_both(const union six *a, const union six *b, const union six *c,
                              const union six *d)
{
    return two_sum(two_add(six_products(a, b), six_products(c, d)));
}

/* A contact's two bodies. */
struct ends {
    struct solver_body *first, *second;
};

static inline struct ends ends_of(const struct solver *s, const struct constraint *c)
{
    return (struct ends){&s->bodies[c->body[0]], &s->bodies[c->body[1]]};
}

/* Returns the velocity of the second body's point relative to the first's. */
static inline double speed_along(struct ends ends, const struct constraint *c, int direction)
{
    return dot_both(&c->row[0][direction], &ends.first->motion, &c->row[1][direction],
                    &ends.second->motion) +
           c->ground_speed[direction];
}

/* … that loads have given in this substep, along the normal. */
static inline double given_along(struct ends ends, const struct constraint *c)
{
    return dot_both(&c->row[0][0], &ends.first->given, &c->row[1][0], &ends.second->given);
}

static void make_row(struct ends ends, struct constraint *c, int k, const double direction[3])
{
    for (int i = 0; i < 2; ++i) {
        const struct solver_body *body = i ? ends.second : ends.first;
        union six *row = &c->row[i][k];
        double arm[3];
        *row = (union six){0};
        if (!body->movable) continue;
        for (int n = 0; n < 3; ++n) {
            arm[n] = c->at[n] - body->position[n];
            row->velocity[n] = i ? direction[n] : -direction[n];
        }
        cross3(arm, row->velocity, row->angular_velocity);
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

/* Computes the change of a body's motion per impulse along a row. */
static void answer_to(const struct response *response, const union six *row, union six *change)
{
    for (int i = 0; i < 3; ++i) {
        two sum = {0};
        for (int k = 0; k < 6; ++k)
            sum = two_add(sum, two_scale(response->row[k].pair[i], row->of[k]));
        change->pair[i] = sum;
    }
}

static void answer_of_body(struct solver *s, struct constraint *c, int i)
{
    int32_t slot = c->body[i];
    struct solver_body *body = &s->bodies[slot];
    if (!body->movable) { /* others may be reading it */
        memset(c->velocity_change[i], 0, sizeof c->velocity_change[i]);
        return;
    }
    if (!body->responds) s->respond(s->run_user, slot);
    body->responds = 1;
    for (int k = 0; k < 3; ++k)
        answer_to(&s->responses[slot], &c->row[i][k], &c->velocity_change[i][k]);
}

/* Inverts a symmetric matrix; it takes the pseudo inverse where one direction cannot move. */
static void invert_tangents(struct constraint *c)
{
    double a = c->inverse_mass[1][1], b = c->inverse_mass[1][2], d = c->inverse_mass[2][2];
    double sum = a + d, determinant = a * d - b * b;
    double scale = determinant > 1e-9 * sum * sum ? 1 / determinant : 0;
    int moves = sum > MIN_ALONG * MIN_ALONG * c->inverse_mass[0][0];
    double flat = scale > 0 || !moves ? 0 : 1 / (sum * sum);
    c->inverse_tangent[0][0] = scale * d + flat * a;
    c->inverse_tangent[1][1] = scale * a + flat * d;
    c->inverse_tangent[0][1] = c->inverse_tangent[1][0] = flat * b - scale * b;
    c->slide = moves ? 1 / sum : 0;
}

/* Returns the greatest response of both bodies, in any direction, per impulse along the normal. */
static double fastest_answer(const struct constraint *c)
{
    double fastest = 0;
    for (int i = 0; i < 2; ++i) {
        const double *v = c->velocity_change[i][0].velocity;
        fastest = fmax(fastest, sqrt(dot3(v, v)));
    }
    return fastest;
}

/* The share of a shift along the normal at which neither body goes farther than that: less than 1 where one can't go the way of
 * the normal, as on rails. */
static double shift_share(const struct constraint *c)
{
    double fastest = fastest_answer(c), along = c->inverse_mass[0][0];
    return fastest > along ? along / fastest : 1;
}

static int is_deep(const struct constraint *c) { return -c->gap_m > (SLOP_M + DEEP_M) * c->scale; }

/* How fast a penetration goes back. */
static double shift_speed(const struct solver *s, const struct constraint *c)
{
    double depth = -c->gap_m - SLOP_M * c->scale;
    return fmin(depth / (s->dt + SHIFT_TIME_S * c->scale / c->pace),
                c->pace * (is_deep(c) ? PART_MPS : SHIFT_MPS));
}

/* Computes the response of both bodies to an impulse at the contact, with its first one. */
static void answer_contact(struct solver *s, struct constraint *c)
{
    double tangent[2][3];
    choose_tangents(c->normal, tangent);
    for (int k = 0; k < 2; ++k) make_row(ends_of(s, c), c, 1 + k, tangent[k]);
    for (int i = 0; i < 2; ++i) answer_of_body(s, c, i);
    for (int k = 0; k < 3; ++k)
        for (int n = 0; n <= k; ++n)
            c->inverse_mass[k][n] = c->inverse_mass[n][k] = dot_both(
                &c->row[0][k], &c->velocity_change[0][n], &c->row[1][k], &c->velocity_change[1][n]);
    double normal = c->inverse_mass[0][0];
    c->normal_mass = normal > MIN_ALONG * fastest_answer(c) ? 1 / normal : 0;
    invert_tangents(c);
    c->answers = 1;
}

void kamm_renew_contact(struct solver *s, struct constraint *c)
{
    make_row(ends_of(s, c), c, 0, c->normal);
    memset(c->impulse, 0, sizeof c->impulse);
    c->target_mps = 0;
    c->answers = 0;
}

void kamm_prepare_contact(struct solver *s, struct constraint *c)
{
    kamm_renew_contact(s, c);
    double approach = -speed_along(ends_of(s, c), c, 0), given = -given_along(ends_of(s, c), c);
    c->approach_mps = given > 0 ? approach - given : approach;
    if (c->gap_m > 0) c->target_mps = -c->gap_m / s->dt;
    c->pace = s->pace * sqrt(c->scale);
    c->pseudo_impulse = c->compression = 0;
    c->max_impulse_ns = 1e300;
    c->restitutes = c->holds = 0;
}

/* Impulses along normal and tangents. */
static inline void apply(struct solver_body *body, const union six velocity_change[3],
                         const double impulse[3])
{
    if (!body->movable) return; /* others may be reading it */
    for (int k = 0; k < 3; ++k) {
        two change = two_add(two_scale(velocity_change[0].pair[k], impulse[0]),
                             two_scale(velocity_change[1].pair[k], impulse[1]));
        change = two_add(change, two_scale(velocity_change[2].pair[k], impulse[2]));
        body->motion.pair[k] = two_add(body->motion.pair[k], change);
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

/* One contact's step. Gives the largest change of speed. */
static inline double settle(struct solver *s, struct constraint *c, struct ends ends)
{
    double change[3], slip[2];
    double before = c->impulse[0], over = speed_along(ends, c, 0) - c->target_mps;
    if (before == 0 && over >= 0) return 0; /* they part */
    if (!c->answers) answer_contact(s, c);
    double impulse = before - over * c->normal_mass;
    if (impulse > c->max_impulse_ns) impulse = c->max_impulse_ns;
    c->impulse[0] = impulse > 0 ? impulse : 0;
    change[0] = c->impulse[0] - before;
    if (!(c->impulse[0] > 0) && change[0] == 0) return 0;
    for (int i = 0; i < 2; ++i)
        slip[i] = speed_along(ends, c, 1 + i) + c->inverse_mass[1 + i][0] * change[0];
    rub(c, slip, change);
    apply(ends.first, c->velocity_change[0], change);
    apply(ends.second, c->velocity_change[1], change);
    double rubbed =
        fabs(change[1]) * c->inverse_mass[1][1] + fabs(change[2]) * c->inverse_mass[2][2];
    return fabs(change[0]) * c->inverse_mass[0][0] + rubbed;
}

double kamm_rub_contact(struct solver *s, struct constraint *c)
{
    struct ends ends = ends_of(s, c);
    double change[3] = {0}, slip[2] = {speed_along(ends, c, 1), speed_along(ends, c, 2)};
    rub(c, slip, change);
    apply(ends.first, c->velocity_change[0], change);
    apply(ends.second, c->velocity_change[1], change);
    return fabs(change[1]) * c->inverse_mass[1][1] + fabs(change[2]) * c->inverse_mass[2][2];
}

/* The contacts of two bodies, in the direction of the iteration. */
#define EACH_OF_PAIR(c, s, pair, n)                                       \
    for (struct constraint *c##_first = &(s)->constraints[(pair)->first], \
                           *c##_last = c##_first + (pair)->count - 1,     \
                           *c = (n) % 2 ? c##_last : c##_first;           \
         c >= c##_first && c <= c##_last; c += (n) % 2 ? -1 : 1)

static inline void add_six(union six *to, const union six *what, double by)
{
    for (int i = 0; i < 3; ++i) to->pair[i] = two_add(to->pair[i], two_scale(what->pair[i], by));
}

/* All normal impulses of the pair, larger or smaller by one share, which is the best for all: a body that is pressed at
 * its middle and borne at its ends is hardly moved by any one of these alone. So iteration by iteration they share the
 * load rightly and bear too little of it. One step of steepest descent along the impulses p themselves, to (p + a p) .
 * u = 0, of the same convex problem. Gives the change of speed. */
static double scale_pair(struct solver *s, const struct contact_pair *pair, struct ends ends)
{
    union six change[2] = {{{{0}, {0}}}, {{{0}, {0}}}};
    double wrong = 0, answer = 0, most = 0;
    EACH_OF_PAIR(c, s, pair, 0)
    {
        if (!(c->impulse[0] > 0)) continue;
        wrong += c->impulse[0] * (speed_along(ends, c, 0) - c->target_mps);
        for (int k = 0; k < 2; ++k) add_six(&change[k], &c->velocity_change[k][0], c->impulse[0]);
    }
    EACH_OF_PAIR(c, s, pair, 0)
    {
        if (!(c->impulse[0] > 0)) continue;
        answer += c->impulse[0] * dot_both(&c->row[0][0], &change[0], &c->row[1][0], &change[1]);
    }
    if (!(answer > 0)) return 0;
    double by = -wrong / answer;
    if (by < -1) by = -1;
    EACH_OF_PAIR(c, s, pair, 0)
    {
        most = fmax(most, fabs(by) * c->impulse[0] * c->inverse_mass[0][0]);
        c->impulse[0] += by * c->impulse[0];
    }
    if (ends.first->movable) add_six(&ends.first->motion, &change[0], by);
    if (ends.second->movable) add_six(&ends.second->motion, &change[1], by);
    return most;
}

/* Bodies that have hardly changed in this iteration and the last have nothing to do. */
double kamm_solve_pair(struct solver *s, const struct contact_pair *pair,
                       const struct iteration *iteration)
{
    int n = iteration->n;
    struct ends ends = ends_of(s, &s->constraints[pair->first]);
    double max = 0;
    if (n && ends.first->last_iteration < n && ends.second->last_iteration < n) return 0;
    if (n && !iteration->restitution && (ends.first->bears_load || ends.second->bears_load))
        max = scale_pair(s, pair, ends);
    EACH_OF_PAIR(c, s, pair, n)
    {
        if (iteration->restitution && !c->restitutes && !c->holds) continue;
        double change = settle(s, c, ends);
        if (change > max) max = change;
    }
    if (max < iteration->still_mps) return max;
    if (ends.first->movable) ends.first->last_iteration = (int16_t)(n + 1);
    if (ends.second->movable) ends.second->last_iteration = (int16_t)(n + 1);
    return max;
}

/* Bodies that are separated horizontally stay on their wheels: they do not move up or down, and
 * only turn about the vertical. */
static union six levelled(const union six *velocity_change)
{
    union six level = *velocity_change;
    level.of[2] = level.of[3] = level.of[4] = 0;
    return level;
}

static inline void shift(struct solver_body *body, const union six *velocity_change, int levels,
                         double impulse)
{
    if (!body->movable) return; /* others may be reading it */
    const union six change = levels ? levelled(velocity_change) : *velocity_change;
    for (int k = 0; k < 3; ++k)
        body->shift.pair[k] = two_add(body->shift.pair[k], two_scale(change.pair[k], impulse));
}

double kamm_shift_pair(struct solver *s, const struct contact_pair *pair,
                       const struct iteration *iteration)
{
    struct ends ends = ends_of(s, &s->constraints[pair->first]);
    double max = 0;
    EACH_OF_PAIR(c, s, pair, iteration->n)
    {
        double speed = shift_speed(s, c), before = c->pseudo_impulse;
        if (speed <= 0) continue;
        if (!c->answers) answer_contact(s, c);
        double apart =
            dot_both(&c->row[0][0], &ends.first->shift, &c->row[1][0], &ends.second->shift);
        double wanted = before - (apart - speed * shift_share(c)) * c->normal_mass;
        c->pseudo_impulse = wanted > 0 ? wanted : 0;
        int levels = is_deep(c) && fabs(c->normal[2]) < LEVEL;
        shift(ends.first, &c->velocity_change[0][0], levels, c->pseudo_impulse - before);
        shift(ends.second, &c->velocity_change[1][0], levels, c->pseudo_impulse - before);
        max = fmax(max, fabs(c->pseudo_impulse - before) * c->inverse_mass[0][0] / c->pace);
    }
    return max;
}

/* ---- carrying iterations on ----
 *
 * A load that goes through many bodies advances by one of them an iteration. So the lower crates of a stack of ten bore
 * too little after thirty iterations: it sank, leant and fell. What two iterations, forwards and backwards, have
 * changed is a step of a symmetric method, which conjugate gradients speed up (R. Fletcher and C. M. Reeves 1964;
 * preconditioned by SSOR: O. Axelsson, Iterative Solution Methods, 1994): the normal impulses go on along that step,
 * made conjugate to the last way, as far as the energy of what is wrong falls, and no impulse below 0. So it only ever
 * falls, as by the iterations themselves. Only of what rests or bears a load: impacts are short, and friction, which
 * changes with the normal impulses, is left to the iterations.
 *
 * A load on one body is carried on as well. A light board turns below a heavy wheel almost freely. So where the wheel
 * is between two supports the impulse of either takes the board off the other. I is the board's inertia about the
 * wheel, M the wheel's mass, a and b are the arms to the supports. An iteration mends only about
 * I (a + b)^2 / (M a^2 b^2) of what is wrong.
 *
 * What is crushed between two that do not yield can never be right: impulses from both sides cancel, and a way along them has no end.
 * A way by which contacts slip much faster than what is wrong is cut there, as it leaves out their friction: a lift
 * shot a cone out at 740 m/s. */

#define EACH_OF_ISLAND(c, s, order, count) \
    for (int c##_n = 0; c##_n < count; ++c##_n) EACH_OF_PAIR(c, s, &(s)->pairs[(order)[c##_n]], 0)

/* Records the changes since the last time, in contacts and bodies. */
static void take_steps(struct solver *s, const int32_t *order, int count)
{
    for (int i = 0; i < 2 * count; ++i) {
        struct solver_body *body = &s->bodies[s->pairs[order[i / 2]].body[i % 2]];
        if (body->movable) body->step = (union six){0}; /* others may be reading the rest */
    }
    EACH_OF_ISLAND(c, s, order, count)
    {
        double step = c->impulse[0] - c->from_ns;
        struct ends ends = ends_of(s, c);
        if (step == 0) continue;
        if (ends.first->movable) add_six(&ends.first->step, &c->velocity_change[0][0], step);
        if (ends.second->movable) add_six(&ends.second->step, &c->velocity_change[1][0], step);
    }
}

/* An island's step times what the bodies answer to the last way. */
static double answer_along(struct solver *s, const int32_t *order, int count)
{
    double sum = 0;
    EACH_OF_ISLAND(c, s, order, count)
    {
        struct ends ends = ends_of(s, c);
        double step = c->impulse[0] - c->from_ns;
        if (step == 0) continue;
        sum += step * dot_both(&c->row[0][0], &ends.first->way, &c->row[1][0], &ends.second->way);
    }
    return sum;
}

/* The way is the step, made conjugate to the last way by `keeps` of that; of the bodies as well. */
static void set_way(struct solver *s, const int32_t *order, int count, int n, double keeps)
{
    EACH_OF_ISLAND(c, s, order, count)
    c->way_ns = (c->impulse[0] - c->from_ns) + keeps * c->way_ns;
    for (int i = 0; i < 2 * count; ++i) {
        struct solver_body *body = &s->bodies[s->pairs[order[i / 2]].body[i % 2]];
        if (!body->movable || body->carried == n) continue;
        body->carried = (int16_t)n;
        add_six(&body->step, &body->way, keeps);
        body->way = body->step;
    }
}

/* How fast the contact slips by the way. */
static double slip_of_way(struct ends ends, const struct constraint *c)
{
    double slip = 0;
    for (int k = 1; k < 3; ++k)
        slip += fabs(dot_both(&c->row[0][k], &ends.first->way, &c->row[1][k], &ends.second->way));
    return slip;
}

/* How far the way leads down, from what is wrong along it, and not below any impulse of 0. Where the step is along the last way, as
 * at a single contact, all that is left of it once it is conjugate is rounding, which is no way. */
static double length_of_way(struct solver *s, const int32_t *order, int count, double *way_2)
{
    double wrong = 0, alone = 0, most = 1e300, fastest = 0, slip = 0;
    *way_2 = 0;
    EACH_OF_ISLAND(c, s, order, count)
    {
        struct ends ends = ends_of(s, c);
        double step = c->impulse[0] - c->from_ns;
        if (step != 0) alone += step * step * c->inverse_mass[0][0];
        if (c->way_ns == 0) continue;
        double over = speed_along(ends, c, 0) - c->target_mps;
        wrong += c->way_ns * over;
        fastest = fmax(fastest, fabs(over));
        slip = fmax(slip, slip_of_way(ends, c));
        *way_2 +=
            c->way_ns * dot_both(&c->row[0][0], &ends.first->way, &c->row[1][0], &ends.second->way);
        alone += c->way_ns * c->way_ns * c->inverse_mass[0][0];
        if (c->way_ns < 0) most = fmin(most, c->impulse[0] / -c->way_ns);
        if (c->way_ns > 0) most = fmin(most, (c->max_impulse_ns - c->impulse[0]) / c->way_ns);
    }
    if (slip > 0) most = fmin(most, MOST_CONTACT_SLIP * fastest / slip);
    double by = *way_2 > IDLE_SHARE * alone ? -wrong / *way_2 : 0;
    if (by > most || !(by > 0)) *way_2 = 0; /* the next way begins again */
    return by > 0 ? fmin(by, most) : 0;
}

void kamm_carry_on(struct solver *s, const int32_t *order, int count, int n, double *way_2)
{
    if (n) {
        take_steps(s, order, count);
        double keeps = *way_2 > 0 ? -answer_along(s, order, count) / *way_2 : 0;
        set_way(s, order, count, n, keeps);
        double by = length_of_way(s, order, count, way_2);
        EACH_OF_ISLAND(c, s, order, count) c->impulse[0] += by * c->way_ns;
        for (int i = 0; i < 2 * count && by > 0; ++i) {
            struct solver_body *body = &s->bodies[s->pairs[order[i / 2]].body[i % 2]];
            if (!body->movable || body->carried == -n) continue;
            body->carried = (int16_t)-n;
            body->last_iteration = (int16_t)(n + 1);
            add_six(&body->motion, &body->way, by);
        }
    }
    EACH_OF_ISLAND(c, s, order, count)
    {
        c->from_ns = c->impulse[0];
        if (!n) c->way_ns = 0;
    }
}
