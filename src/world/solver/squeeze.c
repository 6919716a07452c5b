#include "squeeze.h"

#include <math.h>

/* Contacts of one body may be more than its freedoms: that much of each one's own answer tells how they share. */
#define SOFT_SHARE 1e-9
#define CRUSHED_SHARE 1e-2 /* of the speeds: what softness may leave of them */
#define WRONG_SHARE \
    1e-9 /* of the largest speed or impulse: what is no more on the wrong side than rounding */
enum { PATIENCE = 3, MOST_ROUNDS = 64, MOST_RUBS = 8 };

enum side { AT_NONE, AT_MOST, WITHIN };

/* A symmetric matrix, or one with zeros above its diagonal, row by row: tasks may have small stacks. */
enum { HALF_SQUEEZED = MOST_SQUEEZED * (MOST_SQUEEZED + 1) / 2 };

static int half_at(int i, int k) { return i > k ? i * (i + 1) / 2 + k : k * (k + 1) / 2 + i; }

struct squeezed {
    struct solver *solver;
    int count;
    struct constraint *contact[MOST_SQUEEZED];
    enum side side[MOST_SQUEEZED];
    double between[HALF_SQUEEZED]; /* K, which is symmetric: half_at */
    double speed[MOST_SQUEEZED];   /* b - K p: over the target without impulses */
    double impulse[MOST_SQUEEZED]; /* x */
};

static double dot(const union six *a, const union six *b)
{
    double sum = 0;
    for (int i = 0; i < 6; ++i) sum += a->of[i] * b->of[i];
    return sum;
}

static double speed_of(const struct solver *s, const struct constraint *c)
{
    double speed = c->ground_speed[0] - c->target_mps;
    for (int k = 0; k < 2; ++k) speed += dot(&c->row[k][0], &s->bodies[c->body[k]].motion);
    return speed;
}

/* What a normal impulse of the second changes of the first's speed along a direction. */
static double answer_between(const struct solver *s, const struct constraint *a, int direction,
                             const struct constraint *b)
{
    double sum = 0;
    for (int i = 0; i < 4; ++i)
        if (a->body[i / 2] == b->body[i % 2] && s->bodies[a->body[i / 2]].movable)
            sum += dot(&a->row[i / 2][direction], &b->velocity_change[i % 2][0]);
    return sum;
}

/* Cars are about as heavy as each other: iterations pass on enough between them. */
static int most_of(const struct solver *s, const int32_t *order, int count)
{
    for (int i = 0; i < count; ++i) {
        const int32_t *body = s->pairs[order[i]].body;
        if (s->bodies[body[0]].is_dynamic || s->bodies[body[1]].is_dynamic) return MOST_SQUEEZED;
    }
    return MOST_OF_CARS;
}

/* 0: there are too many. */
static int gather(struct squeezed *q, const int32_t *order, int count, int restitution)
{
    struct solver *s = q->solver;
    int most = most_of(s, order, count);
    for (int i = 0; i < count; ++i) {
        const struct contact_pair *pair = &s->pairs[order[i]];
        for (int k = 0; k < pair->count; ++k) {
            struct constraint *c = &s->constraints[pair->first + k];
            if (restitution && !c->restitutes && !c->holds) continue;
            if (!c->answers || !(c->normal_mass > 0)) continue;
            if (q->count == most) return 0;
            q->contact[q->count++] = c;
        }
    }
    return 1;
}

static void set_matrix(struct squeezed *q)
{
    for (int i = 0; i < q->count; ++i) {
        q->side[i] = q->contact[i]->impulse[0] > 0 ? WITHIN : AT_NONE;
        for (int k = 0; k <= i; ++k)
            q->between[half_at(i, k)] = answer_between(q->solver, q->contact[i], 0, q->contact[k]);
    }
}

static void set_speeds(struct squeezed *q)
{
    for (int i = 0; i < q->count; ++i) {
        q->speed[i] = speed_of(q->solver, q->contact[i]);
        for (int k = 0; k < q->count; ++k)
            q->speed[i] -= q->between[half_at(i, k)] * q->contact[k]->impulse[0];
    }
}

/* Solves the equations of the contacts `free` by Cholesky's method, row by row; others have their impulses. */
static int solve_free(struct squeezed *q, const int *free, int n)
{
    double l[HALF_SQUEEZED];
    for (int i = 0; i < n; ++i) {
        double sum = -q->speed[free[i]];
        for (int k = 0; k < q->count; ++k)
            if (q->side[k] == AT_MOST) sum -= q->between[half_at(free[i], k)] * q->impulse[k];
        for (int k = 0; k <= i; ++k) {
            double a = q->between[half_at(free[i], free[k])];
            if (i == k) a *= 1 + SOFT_SHARE;
            for (int j = 0; j < k; ++j) a -= l[half_at(i, j)] * l[half_at(k, j)];
            if (i == k && !(a > 0)) return 0;
            l[half_at(i, k)] = i == k ? sqrt(a) : a / l[half_at(k, k)];
        }
        for (int k = 0; k < i; ++k) sum -= l[half_at(i, k)] * q->impulse[free[k]];
        q->impulse[free[i]] = sum / l[half_at(i, i)];
    }
    for (int i = n - 1; i >= 0; --i) {
        double sum = q->impulse[free[i]];
        for (int k = i + 1; k < n; ++k) sum -= l[half_at(k, i)] * q->impulse[free[k]];
        q->impulse[free[i]] = sum / l[half_at(i, i)];
    }
    return 1;
}

/* The impulses for the sides that contacts are on. 0: there is no such solution. */
static int solve(struct squeezed *q)
{
    int free[MOST_SQUEEZED], n = 0;
    for (int i = 0; i < q->count; ++i) {
        if (q->side[i] == WITHIN) free[n++] = i;
        if (q->side[i] == AT_NONE) q->impulse[i] = 0;
        if (q->side[i] == AT_MOST) q->impulse[i] = q->contact[i]->max_impulse_ns;
    }
    return solve_free(q, free, n);
}

/* The side that a contact is to go to. */
static enum side better_side(const struct squeezed *q, int i)
{
    double x = q->impulse[i], speed = q->speed[i], size = fabs(speed), most = 0;
    for (int k = 0; k < q->count; ++k) {
        speed += q->between[half_at(i, k)] * q->impulse[k];
        size = fmax(size, fabs(q->between[half_at(i, k)] * q->impulse[k]));
        most = fmax(most, fabs(q->impulse[k]));
    }
    if (q->side[i] == WITHIN) {
        if (x < -WRONG_SHARE * most) return AT_NONE;
        return x > q->contact[i]->max_impulse_ns * (1 + WRONG_SHARE) ? AT_MOST : WITHIN;
    }
    int wrong = q->side[i] == AT_NONE ? speed < -WRONG_SHARE * size : speed > WRONG_SHARE * size;
    return wrong ? WITHIN : q->side[i];
}

/* Changes the sides of contacts; of the last one alone if that is asked for. Returns how many are on the wrong one. */
static int change_sides(struct squeezed *q, int alone, int least)
{
    enum side better[MOST_SQUEEZED];
    int wrong = 0, last = -1;
    for (int i = 0; i < q->count; ++i) {
        better[i] = better_side(q, i);
        if (better[i] != q->side[i]) ++wrong, last = i;
    }
    for (int i = 0; i < q->count && wrong; ++i)
        if (!(alone && wrong >= least) || i == last) q->side[i] = better[i];
    return wrong;
}

/* What is crushed between two that do not yield has no solution: only softness bounds its impulses. */
static int is_crushed(const struct squeezed *q)
{
    double soft = 0, most = 0;
    for (int i = 0; i < q->count; ++i) {
        most = fmax(most, fabs(q->speed[i]));
        soft = fmax(soft, fabs(SOFT_SHARE * q->between[half_at(i, i)] * q->impulse[i]));
    }
    return soft > CRUSHED_SHARE * most;
}

/* Without friction a body that moves as it was set, such as a lift, squeezes things out at any speed. Bodies of finite mass can't:
 * impulses that keep them apart take energy. */
static int is_driven(const struct squeezed *q)
{
    for (int i = 0; i < q->count; ++i) {
        const double *v = q->contact[i]->ground_velocity;
        if (v[0] != 0 || v[1] != 0 || v[2] != 0) return 1;
    }
    return 0;
}

/* Whether contacts slip much faster by the new impulses than what was wrong. */
static int slips_out(const struct squeezed *q)
{
    double wrong = 0, fastest = 0;
    if (!is_driven(q)) return 0;
    for (int i = 0; i < q->count; ++i) {
        double slip[2] = {0, 0};
        wrong = fmax(wrong, fabs(speed_of(q->solver, q->contact[i])));
        for (int k = 0; k < 2 * q->count; ++k) {
            const struct constraint *c = q->contact[k / 2];
            slip[k % 2] += (q->impulse[k / 2] - c->impulse[0]) *
                           answer_between(q->solver, q->contact[i], 1 + k % 2, c);
        }
        fastest = fmax(fastest, fmax(fabs(slip[0]), fabs(slip[1])));
    }
    return fastest > MOST_CONTACT_SLIP * wrong;
}

/* 0: not within so many rounds, or none that is right. */
static int find_impulses(struct squeezed *q)
{
    int least = MOST_SQUEEZED + 1, patience = PATIENCE;
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        if (!solve(q)) return 0;
        int wrong = change_sides(q, patience == 0, least);
        if (!wrong) return !is_crushed(q);
        if (wrong < least)
            least = wrong, patience = PATIENCE;
        else if (patience > 0)
            --patience;
    }
    return 0;
}

/* A new normal impulse; friction stays within its disc. */
static void apply(struct solver *s, struct constraint *c, double normal_ns, int n)
{
    double most = c->friction * normal_ns,
           size = sqrt(c->impulse[1] * c->impulse[1] + c->impulse[2] * c->impulse[2]);
    double kept = size > most ? most / size : 1;
    const double change[3] = {normal_ns - c->impulse[0], (kept - 1) * c->impulse[1],
                              (kept - 1) * c->impulse[2]};
    for (int i = 0; i < 3; ++i) c->impulse[i] += change[i];
    for (int k = 0; k < 2; ++k) {
        struct solver_body *body = &s->bodies[c->body[k]];
        if (!body->movable) continue; /* others may be reading it */
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 6; ++j)
                body->motion.of[j] += c->velocity_change[k][i].of[j] * change[i];
        body->last_iteration = (int16_t)(n + 1);
    }
}

/* By all contacts, forwards and backwards in turn: the largest change of speed. */
static double rub_all(struct squeezed *q, int round)
{
    double most = 0;
    for (int i = 0; i < q->count; ++i) {
        struct constraint *c = q->contact[round % 2 ? i : q->count - 1 - i];
        most = fmax(most, kamm_rub_contact(q->solver, c));
    }
    return most;
}

int kamm_solve_squeezed(struct solver *s, const int32_t *order, int count,
                        const struct iteration *iteration)
{
    struct squeezed q;
    double rubbed = INFINITY;
    q.solver = s;
    q.count = 0;
    if (!gather(&q, order, count, iteration->restitution) || !q.count) return 0;
    set_matrix(&q);
    for (int round = 0; round < MOST_RUBS && !(rubbed < iteration->still_mps); ++round) {
        if (round) rubbed = rub_all(&q, round);
        set_speeds(&q);
        if (!find_impulses(&q) || (!round && slips_out(&q))) return 0;
        for (int i = 0; i < q.count; ++i)
            apply(s, q.contact[i], fmin(fmax(q.impulse[i], 0), q.contact[i]->max_impulse_ns),
                  iteration->n);
    }
    return 1;
}
