#include "struck.h"
#include "../../base/vector_double.h"
#include "../bodies/bodies.h"
#include "../bodies/fixed_bodies.h"
#include "narrow_phase.h"

#include <math.h>
#include <string.h>

static int may_be_struck(const kamm_world *world, uint32_t body)
{
    return !is_fixed(world, body) && !is_car(world, body);
}

static int is_struck(const kamm_world *world, uint32_t body)
{
    if (!may_be_struck(world, body)) return 0;
    const double *v = world->frames[body].struck_mps;
    return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

void kamm_forget_strikes(kamm_world *world)
{
    if (!world->any_is_struck) return;
    world->any_is_struck = 0;
    for (int i = 0; i < world->dynamic_count; ++i)
        memset(world->frames[world->car_count + i].struck_mps, 0, sizeof(double[3]));
}

static double margin_of(const kamm_world *world, uint32_t body)
{
    return CONTACT_MARGIN_M * kamm_shape_of(world, body)->scale;
}

/* Whether a body that goes on with that velocity for a time may come to another, by the upright boxes around them. */
static int leads_to(const kamm_world *world, uint32_t body, const double velocity[3], double time_s,
                    uint32_t other)
{
    const struct body_frame *frame = &world->frames[body];
    const struct oriented_box *boxes;
    double low[3], high[3], margin = margin_of(world, body);
    for (int i = 0; i < 3; ++i) {
        double way = velocity[i] * time_s;
        low[i] = frame->low[i] + (way < 0 ? way : 0);
        high[i] = frame->high[i] + (way > 0 ? way : 0);
    }
    if (!is_fixed(world, other))
        return bounds_meet(low, high, world->frames[other].low, world->frames[other].high, margin);
    int count = kamm_boxes_of(world, other, &boxes);
    for (int i = 0; i < count; ++i) {
        double from[3], to[3];
        kamm_box_bounds(&boxes[i], from, to);
        if (bounds_meet(low, high, from, to, margin)) return 1;
    }
    return 0;
}

/* The velocity at which something may strike a body: its own, unless it is as light, or that of what strikes it. */
static void striking_velocity(const kamm_world *world, uint32_t by, uint32_t body, double out[3])
{
    if (is_fixed(world, by)) {
        kamm_fixed_velocity(world, fixed_of(world, by), world->frames[body].motion.position, out);
        return;
    }
    memcpy(out, world->frames[by].motion.velocity, sizeof(double[3]));
    if (!may_be_struck(world, by)) return;
    if (is_struck(world, by))
        memcpy(out, world->frames[by].struck_mps, sizeof(double[3]));
    else if (!(world->dynamic_masses[dynamic_of(world, by)].mass_kg >
               world->dynamic_masses[dynamic_of(world, body)].mass_kg))
        memset(out, 0, sizeof(double[3]));
}

static int strike(kamm_world *world, uint32_t by, uint32_t body)
{
    if (!may_be_struck(world, body)) return 0;
    struct body_frame *frame = &world->frames[body];
    double velocity[3], known = fmax(frame->speed_mps, length3(frame->struck_mps));
    striking_velocity(world, by, body, velocity);
    double gained = length3(velocity) - known;
    if (!(gained * world->dt > margin_of(world, body))) return 0;
    if (!is_fixed(world, by) && !leads_to(world, by, velocity, world->dt, body)) return 0;
    memcpy(frame->struck_mps, velocity, sizeof velocity);
    world->any_is_struck = 1;
    return 1;
}

int kamm_strike_pair(kamm_world *world, const struct body_pair *pair)
{
    return strike(world, pair->first, pair->second) | strike(world, pair->second, pair->first);
}

double kamm_struck_speed_towards(const kamm_world *world, const struct body_pair *pair)
{
    double speed = 0;
    for (int k = 0; k < 2; ++k) {
        uint32_t body = k ? pair->second : pair->first, other = k ? pair->first : pair->second;
        if (!is_struck(world, body)) continue;
        const double *velocity = world->frames[body].struck_mps;
        if (leads_to(world, body, velocity, world->dt, other))
            speed = fmax(speed, length3(velocity));
    }
    return speed;
}

int kamm_comes_to(const kamm_world *world, uint32_t by, uint32_t body, int substeps)
{
    if (is_fixed(world, by)) return 0; /* wakes what it comes near by itself */
    const struct body_frame *frame = &world->frames[by];
    if (!(frame->speed_mps * world->dt > margin_of(world, body))) return 0;
    return leads_to(world, by, frame->motion.velocity, substeps * world->dt, body);
}
