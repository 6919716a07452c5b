#include "islands.h"
#include "joint.h"

#include <string.h>

void kamm_add_contacts(struct solver *s, int32_t first_body, int32_t second_body, int count)
{
    struct contact_pair *last = s->pair_count ? &s->pairs[s->pair_count - 1] : NULL;
    if (last && last->body[0] == first_body && last->body[1] == second_body)
        last->count += count;
    else
        s->pairs[s->pair_count++] = (struct contact_pair){
            .first = s->count, .count = count, .body = {first_body, second_body}};
    s->count += count;
}

/* The least body of the island, so far; the way there is halved as it is gone (R. E. Tarjan and J. van Leeuwen,
 * "Worst-case analysis of set union algorithms", JACM 1984). */
static int32_t root_of(struct solver *s, int32_t body)
{
    while (s->root[body] != body) body = s->root[body] = s->root[s->root[body]];
    return body;
}

/* One that moves, if either does. */
static int32_t body_of(const struct solver *s, const struct contact_pair *pair)
{
    const int32_t *body = pair->body;
    return s->bodies[body[0]].movable ? body[0] : body[1];
}

/* All bodies of a cluster are of one island, whatever stands still between them. Returns the first that moves; -1:
 * none does. */
static int32_t join_cluster(struct solver *s, const struct joint_cluster *c)
{
    int32_t first = -1;
    for (int i = 2 * c->first; i < 2 * (c->first + c->count) && c->is_awake; ++i) {
        int32_t body = s->joints->joints[i / 2].end[i % 2].body;
        if (!body || !s->bodies[body].movable) continue;
        if (first < 0) first = body;
        int32_t a = root_of(s, body), b = root_of(s, first);
        s->root[a < b ? b : a] = a < b ? a : b;
    }
    return first;
}

static void join_bodies(struct solver *s)
{
    for (int i = 0; i < s->body_count; ++i) s->root[i] = i;
    for (int i = 0; i < s->pair_count; ++i) {
        const int32_t *body = s->pairs[i].body;
        if (!s->bodies[body[0]].movable || !s->bodies[body[1]].movable) continue;
        int32_t a = root_of(s, body[0]), b = root_of(s, body[1]);
        s->root[a < b ? b : a] = a < b ? a : b;
    }
    for (int i = 0; i < s->joints->cluster_count; ++i) join_cluster(s, &s->joints->clusters[i]);
}

/* The island of a body that moves; a new one. */
static int32_t number_island(struct solver *s, int32_t body)
{
    int32_t root = root_of(s, body);
    if (s->island_of[root] >= 0) return s->island_of[root];
    s->islands[s->island_count] = (struct island){.cluster = -1};
    return s->island_of[root] = s->island_count++;
}

/* Islands in the order of their first pairs. */
static void number_islands(struct solver *s)
{
    s->island_count = 0;
    for (int i = 0; i < s->body_count; ++i) s->island_of[i] = -1;
    for (int i = 0; i < s->pair_count; ++i) {
        struct contact_pair *pair = &s->pairs[i];
        pair->island = number_island(s, body_of(s, pair));
        struct island *island = &s->islands[pair->island];
        ++island->count;
        island->contacts += pair->count;
    }
}

/* … then of their clusters, which an island has in their order. */
static void number_clusters(struct solver *s)
{
    for (int i = 0; i < s->joints->cluster_count; ++i) {
        struct joint_cluster *c = &s->joints->clusters[i];
        int32_t body = join_cluster(s, c);
        c->island = body < 0 ? -1 : number_island(s, body);
    }
    for (int i = s->joints->cluster_count - 1; i >= 0; --i) {
        struct joint_cluster *c = &s->joints->clusters[i];
        if (c->island < 0) continue;
        c->next = s->islands[c->island].cluster;
        s->islands[c->island].cluster = i;
    }
}

/* The lowest colour that neither body has; the last one is for all that find none. */
static void colour_pair(struct solver *s, struct contact_pair *pair)
{
    const int32_t *body = pair->body;
    int moves[2] = {s->bodies[body[0]].movable, s->bodies[body[1]].movable};
    uint64_t used = 0;
    for (int i = 0; i < 2; ++i)
        if (moves[i]) used |= s->used_colours[body[i]];
    pair->colour = 0;
    while (pair->colour < COLOURS - 1 && (used >> pair->colour & 1)) ++pair->colour;
    for (int i = 0; i < 2; ++i)
        if (moves[i]) s->used_colours[body[i]] |= (uint64_t)1 << pair->colour;
}

static void colour_pairs(struct solver *s)
{
    memset(s->used_colours, 0, (size_t)s->body_count * sizeof *s->used_colours);
    for (int i = 0; i < s->pair_count; ++i) colour_pair(s, &s->pairs[i]);
}

/* Pairs island by island, in each in the order that they had. */
static void order_by_island(struct solver *s)
{
    int32_t first = 0;
    for (int i = 0; i < s->island_count; ++i) {
        s->islands[i].first = first;
        first += s->islands[i].count;
        s->islands[i].count = 0;
    }
    for (int i = 0; i < s->pair_count; ++i) {
        struct island *island = &s->islands[s->pairs[i].island];
        s->order[island->first + island->count++] = i;
    }
}

/* The same by colour within an island. */
static void order_by_colour(struct solver *s, const struct island *island)
{
    int32_t *order = s->order + island->first, *sorted = s->sorted, at[COLOURS + 1] = {0};
    for (int i = 0; i < island->count; ++i) ++at[s->pairs[order[i]].colour + 1];
    for (int k = 0; k < COLOURS; ++k) at[k + 1] += at[k];
    for (int i = 0; i < island->count; ++i) sorted[at[s->pairs[order[i]].colour]++] = order[i];
    memcpy(order, sorted, (size_t)island->count * sizeof *order);
}

/* Threads take those first that lie last: so what is left at the end is little. */
static void order_by_size(struct solver *s)
{
    int32_t at[SMALL_ISLAND + 2] = {0};
    for (int i = 0; i < s->island_count; ++i)
        if (!is_large(&s->islands[i])) ++at[s->islands[i].contacts + 1];
    for (int k = 0; k <= SMALL_ISLAND; ++k) at[k + 1] += at[k];
    s->small_count = at[SMALL_ISLAND + 1];
    for (int i = 0; i < s->island_count; ++i)
        if (!is_large(&s->islands[i])) s->small[at[s->islands[i].contacts]++] = i;
}

void kamm_find_islands(struct solver *s)
{
    join_bodies(s);
    number_islands(s);
    number_clusters(s);
    colour_pairs(s);
    order_by_island(s);
    for (int i = 0; i < s->island_count; ++i)
        if (s->islands[i].count > 2) order_by_colour(s, &s->islands[i]);
    order_by_size(s);
}
