#include "sidecar.h"

#include <string.h>

static int wheels_on(const kamm_axle_def *axle)
{
    static const int counts[] = {
        [KAMM_WHEELS_SINGLE] = 1, [KAMM_WHEELS_PAIR] = 2, [KAMM_WHEELS_TWIN] = 4};
    return counts[axle->wheels];
}

static void add_axle(struct layout *l, int a, int count)
{
    l->first[a] = l->wheels;
    l->count[a] = count;
    l->pairs += count > 1;
    for (int i = 0; i < count; ++i) {
        int w = l->wheels++;
        l->axle[w] = a;
        l->side[w] = count == 1 ? 0 : i % 2 ? -1 : 1;
        l->opposite[w] = count == 1 ? w : l->first[a] + (i ^ 1);
        l->hub[w] = l->first[a] + i % 2;
        l->twin[w] = count < 4 ? 0 : i < 2 ? -1 : 1;
    }
}

/* What leans or toes in does so by its side, which is where the sidecar is not. */
static void find_wheel_sides(const kamm_vehicle_def *def, struct layout *l)
{
    for (int a = 0; a < l->axles; ++a)
        if (is_beside(&def->axles[a])) l->sidecar = def->axles[a].left_m > 0 ? 1 : -1;
    for (int a = 0; a < l->axles && l->sidecar; ++a)
        if (l->count[a] == 1)
            l->side[l->first[a]] = (float)(is_beside(&def->axles[a]) ? l->sidecar : -l->sidecar);
}

/* Points of the front and rear: the first and last axle's wheel on their side; all on a sidecar's side: its wheel. */
static void find_near_wheels(const kamm_vehicle_def *def, struct layout *l)
{
    for (int p = 0; p < BODY_POINTS; ++p) {
        int axle = p % 4 / 2 ? l->axles - 1 : 0;
        l->near_point[p] = p % 2 ? right_hub(l, axle) : left_hub(l, axle);
        for (int a = 0; a < l->axles && l->sidecar == (p % 2 ? -1 : 1); ++a)
            if (is_beside(&def->axles[a])) l->near_point[p] = l->first[a];
    }
}

struct layout kamm_layout_of(const kamm_vehicle_def *def)
{
    struct layout l;
    memset(&l, 0, sizeof l);
    l.axles = def->axles_count;
    for (int a = 0; a < l.axles; ++a) add_axle(&l, a, wheels_on(&def->axles[a]));
    for (int a = 0; a < 2 && l.axles == 2; ++a)
        if (def->axles[a].suspension.tilting && l.count[a] == 2 && l.count[1 - a] == 1)
            l.tilts = 1 + a;
    double middle = def->axles[l.axles - 1].behind_front_axle_m / 2;
    while (l.front_axles < l.axles - 1 && def->axles[l.front_axles].behind_front_axle_m <= middle)
        ++l.front_axles;
    find_wheel_sides(def, &l);
    find_near_wheels(def, &l);
    return l;
}

int kamm_layouts_are_alike(const struct layout *a, const struct layout *b)
{
    return a->axles == b->axles && a->front_axles == b->front_axles && a->tilts == b->tilts &&
           memcmp(a->count, b->count, sizeof a->count) == 0 &&
           memcmp(a->side, b->side, sizeof a->side) == 0;
}

double kamm_fixed_axle_m(const kamm_vehicle_def *def)
{
    double sum = 0;
    int count = 0;
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].steer_share == 0 && !(def->axles[a].lift_m > 0))
            sum += def->axles[a].behind_front_axle_m, ++count;
    return count ? sum / count : def->axles[def->axles_count - 1].behind_front_axle_m;
}
