#include "hits.h"

#include "axes.h"

/* More in one frame are left out: a pile of cars is heard as well by these. */
enum { MOST_HITS = 64 };
static struct hit {
    struct vehicle *vehicle; /* NULL: it has left */
    double impulse_ns, speed_mps;
    gd_vector3 point;
} hits[MOST_HITS];
static int hit_count;

static struct vehicle *vehicle_of_group(const struct world *world, int group)
{
    struct vehicle *vehicle = world->first;
    while (vehicle && (!vehicle->cars || vehicle->group != group)) vehicle = vehicle->next;
    return vehicle;
}

void note_hits(const struct world *world)
{
    int count;
    const kamm_contact_event *events = kamm_contact_events(world->world, &count);
    hit_count = 0;
    for (int i = 0; i < count; ++i)
        for (int side = 0; side < 2 && hit_count < MOST_HITS; ++side) {
            const kamm_contact_event *of = &events[i];
            if (of->type[side] != KAMM_BODY_CAR || !(of->phase & KAMM_CONTACT_BEGAN)) continue;
            hits[hit_count++] = (struct hit){vehicle_of_group(world, of->group[side]),
                                             of->impulse_ns, of->speed_mps, to_godot(of->point_m)};
        }
}

void emit_hits(void)
{
    for (int i = 0; i < hit_count; ++i) {
        const struct hit *hit = &hits[i];
        if (!hit->vehicle) continue;
        gd_variant arguments[] = {gd_variant_of(GD_FLOAT, &hit->impulse_ns),
                                  gd_variant_of(GD_FLOAT, &hit->speed_mps),
                                  gd_variant_of(GD_VECTOR3, &hit->point)};
        gd_emit(hit->vehicle->base.node, "collided", arguments, 3);
    }
    hit_count = 0;
}

void forget_hits(const struct vehicle *vehicle)
{
    for (int i = 0; i < hit_count; ++i)
        if (hits[i].vehicle == vehicle) hits[i].vehicle = NULL;
}
