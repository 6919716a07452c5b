/* Clusters: joints that bodies which may move connect. In each, joints are in the order of Cuthill and McKee, turned round
 * (A. George and J. W. H. Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981): breadth first from
 * an end, so that rows which have to do with each other lie close. It follows from the joints alone, in order of their
 * indices. Where memory for their matrix is out, each joint is a cluster of its own, and iterations do the rest. */
#include "clusters.h"
#include "../../base/error.h"
#include "../state.h"

#include <string.h>

#define MOST_MATRIX ((size_t)1 << 24) /* numbers of all matrices: 128 MiB */

int kamm_joint_rows(kamm_joint_kind kind)
{
    static const int rows[] = {3, JOINT_ROWS, JOINT_ROWS, 6, 1, 1, 1};
    return rows[kind];
}

/* ---- joints of each body ---- */

static int may_move(const kamm_world *world, uint32_t body)
{
    return body != NO_BODY && !is_fixed(world, body);
}

/* From the last on, so that lists are in order. */
static void list_joints_of_bodies(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    size_t bodies = (size_t)moving_count(world);
    memset(set->is_linked, 0, bodies);
    for (size_t i = 0; i < bodies; ++i) set->first_of_body[i] = -1;
    for (int end = 2 * set->count - 1; end >= 0; --end) {
        uint32_t body = set->joints[end / 2].body[end % 2];
        if (!may_move(world, body)) continue;
        set->next_of_body[end] = set->first_of_body[body];
        set->first_of_body[body] = end;
        set->is_linked[body] = 1;
    }
}

/* ---- the order ---- */

/* A walk over joints that hang together: what it has seen is in `order`, from `first` on. */
struct walk {
    kamm_world *world;
    int8_t *seen; /* of each joint */
    int first, end;
};

static void see(struct walk *w, int joint)
{
    if (w->seen[joint]) return;
    w->seen[joint] = 1;
    w->world->joints.order[w->end++] = joint;
}

static void see_neighbours(struct walk *w, int joint)
{
    const struct joint_set *set = &w->world->joints;
    for (int k = 0; k < 2; ++k) {
        uint32_t body = set->joints[joint].body[k];
        if (!may_move(w->world, body)) continue;
        for (int end = set->first_of_body[body]; end >= 0; end = set->next_of_body[end])
            see(w, end / 2);
    }
}

static void walk_from(struct walk *w, int joint)
{
    w->end = w->first;
    see(w, joint);
    for (int i = w->first; i < w->end; ++i) see_neighbours(w, w->world->joints.order[i]);
}

static void turn_round(int32_t *order, int count)
{
    for (int i = 0; i < count / 2; ++i) {
        int32_t other = order[i];
        order[i] = order[count - 1 - i];
        order[count - 1 - i] = other;
    }
}

/* Twice: from the joint that the first walk found last, which is an end. */
static void order_cluster(struct walk *w, int joint)
{
    int32_t *order = w->world->joints.order;
    walk_from(w, joint);
    int last = order[w->end - 1];
    for (int i = w->first; i < w->end; ++i) w->seen[order[i]] = 0;
    walk_from(w, last);
    turn_round(order + w->first, w->end - w->first);
}

static void add_cluster(struct joint_set *set, int first, int count)
{
    struct joint_cluster *c = &set->problem.clusters[set->problem.cluster_count++];
    *c = (struct joint_cluster){.first = first, .count = count, .island = -1, .next = -1};
}

static void find_clusters(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    struct walk w = {world, set->problem.state, 0, 0}; /* which has room for each row */
    memset(w.seen, 0, (size_t)set->count);
    set->problem.cluster_count = 0;
    for (int i = 0; i < set->count; ++i) {
        if (w.seen[i]) continue;
        order_cluster(&w, i);
        add_cluster(set, w.first, w.end - w.first);
        w.first = w.end;
    }
}

/* ---- rows ---- */

static void number_rows(struct joint_set *set)
{
    int row = 0;
    for (int i = 0; i < set->count; ++i) {
        struct solver_joint *to = &set->problem.joints[i];
        const struct world_joint *from = &set->joints[set->order[i]];
        memset(to, 0, sizeof *to);
        to->kind = from->def.kind;
        to->first_row = row;
        to->row_count = kamm_joint_rows(to->kind);
        row += to->row_count;
    }
    set->problem.joint_count = set->count;
    set->problem.row_count = row;
    for (int i = 0; i < set->problem.cluster_count; ++i) {
        struct joint_cluster *c = &set->problem.clusters[i];
        const struct solver_joint *first = &set->problem.joints[c->first];
        const struct solver_joint *last = first + c->count - 1;
        c->first_row = first->first_row;
        c->row_count = last->first_row + last->row_count - c->first_row;
    }
}

/* The first joint of the cluster that has a body of this one. `place`: of each joint in the order. */
static int least_neighbour(const kamm_world *world, const struct joint_cluster *c, int at,
                           const int32_t *place)
{
    const struct joint_set *set = &world->joints;
    int least = at;
    for (int k = 0; k < 2; ++k) {
        uint32_t body = set->joints[set->order[at]].body[k];
        if (!may_move(world, body)) continue;
        for (int end = set->first_of_body[body]; end >= 0; end = set->next_of_body[end]) {
            int other = place[end / 2];
            if (other >= c->first && other < least) least = other;
        }
    }
    return least;
}

/* Returns how many numbers the matrices have. */
static size_t measure_skyline(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    struct skyline *sky = &set->problem.skyline;
    int32_t *place = sky->first + set->problem.row_count; /* behind the rows: room for each joint */
    size_t size = 0;
    for (int i = 0; i < set->count; ++i) place[set->order[i]] = i;
    for (int i = 0; i < set->problem.cluster_count; ++i) {
        const struct joint_cluster *c = &set->problem.clusters[i];
        for (int at = c->first; at < c->first + c->count; ++at) {
            const struct solver_joint *j = &set->problem.joints[at];
            int least = least_neighbour(world, c, at, place);
            for (int row = j->first_row; row < j->first_row + j->row_count; ++row) {
                sky->first[row] = set->problem.joints[least].first_row - c->first_row;
                sky->at[row] = size;
                size += (size_t)(row - c->first_row - sky->first[row] + 1);
            }
        }
    }
    return size;
}

/* 0: out of memory. */
static int make_matrix_room(struct joint_set *set, size_t size)
{
    struct skyline *sky = &set->problem.skyline;
    if (size <= set->matrix_room) return 1;
    if (size > MOST_MATRIX) return 0;
    double *matrix = kamm_allocate_array(2 * size, sizeof *matrix);
    double *factor = kamm_allocate_array(2 * size, sizeof *factor);
    if (!matrix || !factor) {
        kamm_release(matrix);
        kamm_release(factor);
        return 0;
    }
    kamm_release(sky->matrix);
    kamm_release(sky->factor);
    sky->matrix = matrix, sky->factor = factor;
    set->matrix_room = 2 * size;
    return 1;
}

int kamm_make_joint_matrix(struct joint_set *set, int joints)
{
    return make_matrix_room(set, (size_t)joints * (JOINT_ROWS * (JOINT_ROWS + 1) / 2));
}

static void separate_joints(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    set->problem.cluster_count = 0;
    for (int i = 0; i < set->count; ++i) add_cluster(set, i, 1);
}

void kamm_find_clusters(kamm_world *world)
{
    struct joint_set *set = &world->joints;
    if (!set->count) {
        set->problem.cluster_count = set->problem.joint_count = set->problem.row_count = 0;
        if (set->is_linked) memset(set->is_linked, 0, (size_t)moving_count(world));
        return;
    }
    list_joints_of_bodies(world);
    find_clusters(world);
    number_rows(set);
    if (make_matrix_room(set, measure_skyline(world))) return;
    separate_joints(world);
    number_rows(set);
    measure_skyline(world);
}
