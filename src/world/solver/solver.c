/* Iterations over islands of contacts. */
#include "solver.h"

#include "contact.h"
#include "islands.h"
#include "joint.h"
#include "squeeze.h"

#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 30, MIN_ITERATIONS = 10, SHIFT_ITERATIONS = 6 };
enum { SLOW_ITERATIONS = 6 }; /* after which what changes by … */
#define SLOW_SHARE \
    0.25 /* … more than that share of the first iteration's is squeezed (squeeze.h) */
enum { STACK_ITERATIONS = 4, MAX_STACK_ITERATIONS = 200 }; /* at rest: for each pair in a stack */
/* Limits as shares of the change of velocity by gravity over the substep, because bodies at rest
 * have that change: */
#define REST_GRAVITIES \
    5.1 /* where the first iteration changes no more there are fewer iterations … */
#define ITERATIONS_PER_S \
    1700.0 /* … as many as this, so that stacks stand at any rate, but MIN_ITERATIONS at least */
#define STILL_GRAVITIES 0.0025 /* an iteration that changes less is the last … */
#define STILL_SHARE 1e-3       /* … or less than this share of the first one's change */
#define STILL_SHIFT_MPS \
    1e-3 /* of the pseudo velocities; as all speeds for bodies of the usual size under the usual gravity */
#define RESTITUTES_MPS 0.3

enum { PAIRS_OF_TASK = 8 };

static int tasks_of(int count, int size) { return (count + size - 1) / size; }

/* Makes an iteration for the contacts of two bodies. */
typedef double solve_step(struct solver *solver, const struct contact_pair *pair,
                          const struct iteration *iteration);

/* Pairs that may be solved at the same time: `count` of `order`, from `first`. */
struct solve_steps {
    struct solver *solver;
    solve_step *step;
    struct iteration iteration;
    int first, count;
};

static void step_pair(const struct solve_steps *steps, struct contact_pair *pair)
{
    pair->change = steps->step(steps->solver, pair, &steps->iteration);
}

static void step_some_pairs(void *context, int task)
{
    const struct solve_steps *steps = context;
    const int32_t *order = steps->solver->order + steps->first;
    int first = task * PAIRS_OF_TASK, end = first + PAIRS_OF_TASK;
    for (int i = first; i < end && i < steps->count; ++i)
        step_pair(steps, &steps->solver->pairs[order[i]]);
}

/* Pairs of one colour share no body that moves, but those of the last, for which there was none. */
static void iterate_colour(struct solve_steps *steps, int colour)
{
    struct solver *s = steps->solver;
    if (colour < COLOURS - 1) {
        s->run(s->run_user, tasks_of(steps->count, PAIRS_OF_TASK), step_some_pairs, steps);
        return;
    }
    for (int i = 0; i < steps->count; ++i) step_pair(steps, &s->pairs[s->order[steps->first + i]]);
}

static void iterate_colours(struct solve_steps steps, const struct island *island)
{
    const struct solver *s = steps.solver;
    int back = steps.iteration.n % 2, stride = back ? -1 : 1;
    int end = back ? island->first - 1 : island->first + island->count;
    for (int at = back ? end + island->count : island->first; at != end;) {
        int colour = s->pairs[s->order[at]].colour, from = at;
        while (at != end && s->pairs[s->order[at]].colour == colour) at += stride;
        steps.first = back ? at + 1 : from;
        steps.count = back ? from - at : at - from;
        iterate_colour(&steps, colour);
    }
}

#define EACH_CLUSTER(c, s, island)                                         \
    for (struct joint_cluster *c = first_cluster(s, (island)->cluster); c; \
         c = first_cluster(s, c->next))

static struct joint_cluster *first_cluster(const struct solver *s, int32_t index)
{
    return index < 0 ? NULL : &s->joints->clusters[index];
}

/* Joints have the last word of an iteration. Gives the largest change. */
static double iterate_clusters(const struct solve_steps *steps, const struct island *island)
{
    const struct cluster_calls *calls = steps->solver->joints->calls;
    double max = 0;
    EACH_CLUSTER(c, steps->solver, island)
    {
        double change = steps->step == kamm_shift_pair
                            ? calls->shift(steps->solver, c)
                            : calls->solve(steps->solver, c, &steps->iteration);
        max = fmax(max, change);
    }
    return max;
}

/* Gives the largest change. */
static double iterate_island(const struct solve_steps *steps, const struct island *island)
{
    struct solver *s = steps->solver;
    const int32_t *order = s->order + island->first;
    double max = 0;
    if (is_large(island))
        iterate_colours(*steps, island);
    else
        for (int i = 0; i < island->count; ++i)
            step_pair(steps, &s->pairs[order[steps->iteration.n % 2 ? island->count - 1 - i : i]]);
    for (int i = 0; i < island->count; ++i)
        if (s->pairs[order[i]].change > max) max = s->pairs[order[i]].change;
    return island->cluster < 0 ? max : fmax(max, iterate_clusters(steps, island));
}

static void forget_iterations(struct solver *s, const struct island *island)
{
    for (int i = 0; i < island->count; ++i) {
        const int32_t *body = s->pairs[s->order[island->first + i]].body;
        for (int k = 0; k < 2; ++k)
            if (s->bodies[body[k]].movable) {
                s->bodies[body[k]].last_iteration = s->bodies[body[k]].carried = 0;
                s->bodies[body[k]].way = (union six){0};
            }
    }
    EACH_CLUSTER(c, s, island)
    for (int i = 2 * c->first; i < 2 * (c->first + c->count); ++i) {
        struct solver_body *body = &s->bodies[s->joints->joints[i / 2].end[i % 2].body];
        if (body->movable) body->last_iteration = 0;
    }
}

/* Counts the pairs of dynamic bodies that lie on each other: in a stack the load goes through all of them. Cars stand on their wheels. */
static int count_stacked(const struct solver *s, const struct island *island)
{
    int stacked = 0;
    for (int i = 0; i < island->count; ++i) {
        const int32_t *body = s->pairs[s->order[island->first + i]].body;
        const struct solver_body *a = &s->bodies[body[0]], *b = &s->bodies[body[1]];
        stacked += a->movable && b->movable && a->is_dynamic && b->is_dynamic;
    }
    return stacked;
}

/* Faster falls, and smaller bodies, take as many iterations as with longer substeps. A stack takes as many as it needs. */
static int iterations_at_rest(const struct solver *s, const struct island *island)
{
    double wanted = ITERATIONS_PER_S * s->dt * (s->pace / sqrt(island->least_scale)) + 0.5;
    double stacked = fmin(MAX_STACK_ITERATIONS, STACK_ITERATIONS * count_stacked(s, island));
    return (int)fmax(fmax(MIN_ITERATIONS, stacked), fmin(MAX_ITERATIONS, wanted));
}

static int any_bears_load(const struct solver *s, const struct island *island)
{
    for (int i = 0; i < island->count; ++i) {
        const int32_t *body = s->pairs[s->order[island->first + i]].body;
        if (s->bodies[body[0]].bears_load || s->bodies[body[1]].bears_load) return 1;
    }
    return 0;
}

/* Iterations until all is still. */
static void settle_island(struct solver *s, const struct island *island, int restitution)
{
    struct solve_steps steps = {
        .solver = s,
        .step = kamm_solve_pair,
        .iteration = {.restitution = restitution,
                      .still_mps = STILL_GRAVITIES * s->gravity_mps2 * s->dt}};
    int most = MAX_ITERATIONS, rests = 0, loaded = any_bears_load(s, island);
    int may_be_squeezed = !loaded && island->cluster < 0 && island->count > 1;
    double way_2 = 0, first = 0;
    forget_iterations(s, island);
    for (int n = 0; n < most; ++n) {
        steps.iteration.n = n;
        double max = iterate_island(&steps, island);
        if (!n) first = max;
        if (!n) steps.iteration.still_mps = fmax(steps.iteration.still_mps, STILL_SHARE * max);
        if (!n) rests = max < REST_GRAVITIES * s->gravity_mps2 * s->dt;
        if (!n && rests && count_stacked(s, island)) may_be_squeezed = 0;
        if (!n && rests && !loaded && island->cluster < 0) most = iterations_at_rest(s, island);
        if (max < steps.iteration.still_mps) return;
        /* Forwards and backwards are one; the last word is friction's, which knows nothing of it. What joints would
         * answer is not known there. */
        if (island->cluster < 0 && n % 2 == 0 && n + 1 < most && !restitution &&
            (loaded || (rests && island->count > 1)))
            kamm_carry_on(s, s->order + island->first, island->count, n, &way_2);
        if (n == SLOW_ITERATIONS && max > SLOW_SHARE * first && may_be_squeezed &&
            kamm_solve_squeezed(s, s->order + island->first, island->count, &steps.iteration))
            return;
    }
}

static void shift_island(struct solver *s, const struct island *island)
{
    struct solve_steps steps = {.solver = s, .step = kamm_shift_pair};
    for (; steps.iteration.n < SHIFT_ITERATIONS; ++steps.iteration.n)
        if (iterate_island(&steps, island) < STILL_SHIFT_MPS) return;
}

/* One contact of an island after the other, in no order that matters. */
static struct constraint *contact_of(const struct solver *s, const struct island *island, int *pair,
                                     int *at)
{
    for (; *pair < island->count; ++*pair, *at = 0) {
        const struct contact_pair *b = &s->pairs[s->order[island->first + *pair]];
        if (*at < b->count) return &s->constraints[b->first + (*at)++];
    }
    return NULL;
}
#define EACH_CONTACT(c, s, island)                                     \
    for (int c##_pair = 0, c##_at = 0, c##_go = 1; c##_go; c##_go = 0) \
        for (struct constraint * c; (c = contact_of(s, island, &c##_pair, &c##_at));)

static void prepare_some(void *context, int task)
{
    const struct solve_steps *steps = context;
    struct solver *s = steps->solver;
    const int32_t *order = s->order + steps->first;
    int first = task * PAIRS_OF_TASK, end = first + PAIRS_OF_TASK;
    for (int i = first; i < end && i < steps->count; ++i) {
        const struct contact_pair *pair = &s->pairs[order[i]];
        for (int k = 0; k < pair->count; ++k)
            kamm_prepare_contact(s, &s->constraints[pair->first + k]);
    }
}

/* Those of a small island are nothing to share. */
static void prepare_island(struct solver *s, const struct island *island)
{
    struct solve_steps steps = {.solver = s, .first = island->first, .count = island->count};
    int tasks = tasks_of(island->count, PAIRS_OF_TASK);
    if (is_large(island)) s->run(s->run_user, tasks, prepare_some, &steps);
    for (int i = 0; i < tasks && !is_large(island); ++i) prepare_some(&steps, i);
    EACH_CLUSTER(c, s, island) s->joints->calls->prepare(s, c);
}

static void solve_island(struct solver *s, struct island *island)
{
    prepare_island(s, island);
    island->least_scale = 1e300;
    EACH_CONTACT(contact, s, island)
    island->least_scale = fmin(island->least_scale, contact->scale);
    settle_island(s, island, 0);
    shift_island(s, island);
    island->restitutes = 0;
    EACH_CONTACT(c, s, island)
    {
        double least = fmax(s->least_restituting_mps, RESTITUTES_MPS * c->pace);
        c->restitutes = c->impulse[0] > 0 && c->approach_mps > least && c->restitution > 0;
        c->holds = c->impulse[0] > 0 && !c->restitutes;
        island->restitutes |= c->restitutes;
    }
}

/* Solves the rest of the compression after the bodies have met; then restitution. What only holds is at 0 before and after, so it
 * does no work. */
static void restitute_island(struct solver *s, struct island *island)
{
    if (!island->restitutes) return;
    EACH_CONTACT(c, s, island)
    {
        if (!c->restitutes && !c->holds) continue;
        c->compression = c->impulse[0];
        kamm_renew_contact(s, c);
    }
    EACH_CLUSTER(cluster, s, island) s->joints->calls->renew(s, cluster);
    settle_island(s, island, 1);
    EACH_CONTACT(c, s, island)
    {
        if (!c->restitutes && !c->holds) continue;
        c->compression += c->impulse[0];
        memset(c->impulse, 0, sizeof c->impulse);
        if (!c->restitutes) continue;
        c->max_impulse_ns = c->restitution * c->compression;
        c->target_mps = c->restitution * c->approach_mps;
    }
    settle_island(s, island, 1);
    EACH_CONTACT(c, s, island)
    {
        if (c->restitutes || c->holds) c->impulse[0] += c->compression;
    }
}

typedef void island_work(struct solver *solver, struct island *island);
struct islands_work {
    struct solver *solver;
    island_work *work;
};

static void work_on_small_island(void *context, int task)
{
    const struct islands_work *w = context;
    w->work(w->solver, &w->solver->islands[w->solver->small[task]]);
}

/* Large islands one after the other, as each has rounds of its own to share out. */
static void work_on_islands(struct solver *s, island_work *work)
{
    struct islands_work w = {s, work};
    for (int i = 0; i < s->island_count; ++i)
        if (is_large(&s->islands[i])) work(s, &s->islands[i]);
    s->run(s->run_user, s->small_count, work_on_small_island, &w);
}

void kamm_solve_contacts(struct solver *s)
{
    kamm_find_islands(s);
    work_on_islands(s, solve_island);
}

int kamm_any_restitution(const struct solver *s)
{
    for (int i = 0; i < s->island_count; ++i)
        if (s->islands[i].restitutes) return 1;
    return 0;
}

void kamm_apply_restitution(struct solver *s) { work_on_islands(s, restitute_island); }
