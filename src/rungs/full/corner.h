/* A corner of the car: one wheel, its place, its contact with the ground and its tyre's force. */
#ifndef KAMM_RUNGS_FULL_CORNER_H
#define KAMM_RUNGS_FULL_CORNER_H

#include "../../base/lane_math.h"
#include "../../part/ground_step.h"
#include "../../part/steering.h"
#include "../../part/tyre/contact_patch.h"
#include "../../part/tyre/patch_twist.h"
#include "camber_slip.h"
#include "expected_load.h"

#define FLATTEST 0.2f /* cosine of the camber beyond which a wheel has no direction */

/* A direction fixed to the upright, turned about the steering axis (Rodrigues). */
static inline vec3 steered(vec3 pin, struct steer_angle steer, vec3 v)
{
    real along = vec3_dot(pin, v) * (1.0f - steer.cosine);
    vec3 result = vec3_add_scaled(vec3_scale(v, steer.cosine), vec3_cross(pin, v), steer.sine);
    return vec3_add_scaled(result, pin, along);
}

/* The spin axis, turned by toe and camber, with their compliance, at first and then by steering, which takes the wheel's
 * centre round the steering axis as well; and how the upright turns with these two per tilting travel. The steering axis
 * stays as it is at rest. */
static inline void turn_upright(const struct axle_constants *axle, real side,
                                struct wheel_path path, const struct wheel_lanes *wheel,
                                struct steer_angle steer, struct corner *k)
{
    vec3 arm = {-lanes(axle->kingpin_ahead_m), side * axle->kingpin_offset_m, splat(0.0f)};
    k->kingpin =
        (vec3){lanes(axle->kingpin_x), -side * axle->kingpin_inward, lanes(axle->kingpin_z)};
    k->pivot = vec3_sub(k->hub, arm);
    real sin_toe, cos_toe, sin_lean, cos_lean;
    sine_cosine_of_acute(side * path.toe_in_rad - wheel->compliant_steer_rad, &sin_toe, &cos_toe);
    sine_cosine_of_acute(side * path.camber_rad + wheel->compliant_lean_rad, &sin_lean, &cos_lean);
    k->axis = (vec3){sin_toe * cos_lean, cos_toe * cos_lean, -sin_lean};
    k->upright_turn = (vec3){-side * path.camber_slope, splat(0.0f), -side * path.toe_slope};
    mask turned = (steer.sine < 0.0f) | (steer.sine > 0.0f);
    if (!any(turned)) return;
    k->axis = vec3_pick(turned, steered(k->kingpin, steer, k->axis), k->axis);
    k->upright_turn =
        vec3_pick(turned, steered(k->kingpin, steer, k->upright_turn), k->upright_turn);
    k->hub = vec3_pick(turned, vec3_add(k->pivot, steered(k->kingpin, steer, arm)), k->hub);
}

/* Where a wheel is on its axle: +1 on the left, -1 on the right, 0 in the middle; -1 and +1 for the inner and outer one of
 * twins, else 0. */
struct wheel_place {
    real side, twin;
};

/* Where suspension and steering hold the hub. */
static inline void place_wheel(const struct axle_constants *axle, real side,
                               struct steer_angle steer, real rack_rate_radps, real raised,
                               const struct wheel_lanes *wheel, struct opposite_wheel other,
                               struct corner *k)
{
    const struct suspension_constants *suspension = &axle->suspension;
    real tilting = tilting_travel(suspension, wheel->travel_m, other.travel_m);
    struct wheel_path path = wheel_path_at(suspension, wheel->travel_m, tilting);
    real sin_camber, cos_camber;
    sine_cosine_of_acute(path.camber_rad, &sin_camber, &cos_camber);
    real out = axle->half_track_m + path.outward_m + axle->rest_radius_m * sin_camber;
    k->hub = (vec3){axle->behind_m + path.forward_m, side * out + axle->left_offset_m,
                    axle->hub_z_m + wheel->travel_m + raised * axle->lift_m};
    k->path_x = path.forward_slope;
    k->hub_path_y = side * (path.outward_slope + axle->rest_radius_m * path.camber_slope);
    k->caster_slope = path.caster_slope;
    turn_upright(axle, side, path, wheel, steer, k);
    k->steer_rad = steer.angle_rad - side * path.toe_in_rad + wheel->compliant_steer_rad;
    k->steer_per_rack = steer.per_rack;
    k->steer_rate_radps = steer.per_rack * rack_rate_radps;
}

/* The wheel as a toroid on the plane: a disc whose edge is round with the tread's crown radius. Deflection is how
 * far its lowest point would lie below the plane, along the plane's normal, which is what the load does
 * work on: at any camber the load is the slope of the tyre's stored energy (Pacejka, Tire and Vehicle
 * Dynamics, 3rd ed., ch. 11, has the same section for motorcycle tyres). Leaning, the wheel rolls on the side of its
 * crown, nearer to its axis (V. Cossalter, Motorcycle Dynamics, 2nd ed., ch. 2: R - r + r cos(camber)). Where the
 * wheel lies within 12 degrees of flat its direction is lost; the disc's height is rounded off there as the axes are. */
static inline void touch_ground(const struct axle_constants *axle, struct wheel_place place,
                                struct corner *k, const struct corner_ground *ground,
                                real spin_radps)
{
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    num crown = tyre->crown_radius;
    real disc = tyre_free_radius(tyre, spin_radps) - crown;
    real sin_camber = clamp(vec3_dot(k->axis, ground->normal), splat(-1.0f), splat(1.0f));
    real level = square_root(1.0f - sin_camber * sin_camber);
    real cos_camber = max_real(level, splat(FLATTEST));
    real rounded = (level * level + FLATTEST * FLATTEST) * (0.5f / FLATTEST);
    real inverse = 1.0f / cos_camber;
    k->normal = ground->normal;
    k->friction = ground->friction;
    k->brake_share = 1.0f - ground->brake_loss;
    k->camber_rad = sin_camber * arc_over_sine(cos_camber);
    k->forward = vec3_scale(vec3_cross(k->axis, k->normal), inverse);
    k->left = vec3_cross(k->normal, k->forward);
    vec3 up = vec3_scale(vec3_sub(k->normal, vec3_scale(k->axis, sin_camber)), inverse);
    vec3 centre = k->hub, arm = vec3_scale(k->axis, place.side * place.twin * axle->twin_m);
    if (!KAMM_TWO_AXLES) centre = vec3_add(centre, arm); /* outwards to a twin's own middle */
    real height = ground->height_m + vec3_dot(ground->normal, centre);
    real lowest = disc * pick(level < FLATTEST, rounded, level) + crown;
    real met = lowest - height, below = crown - met;
    k->deflection_m = met - ground->radius_loss_m;
    k->loaded_radius_m = disc + below * cos_camber;
    k->crown_drop_m = crown * (1.0f - cos_camber);
    vec3 to_contact = vec3_add_scaled(vec3_scale(up, disc), k->normal, below);
    k->contact = vec3_sub(centre, to_contact);
    if (!KAMM_TWO_AXLES) to_contact = vec3_sub(to_contact, arm); /* from the hub's middle */
    /* It goes along with the upright, also where the wheel lies on its side: what the load does to the travel is
     * then what pressing the tyre in by that travel takes, and no energy comes from nowhere. */
    k->tilt_path = vec3_cross(to_contact, k->upright_turn);
    k->tilt_path.y = k->tilt_path.y + k->hub_path_y;
}

/* The way that a wheel goes over the ground, without what is along its travel: one that bounces up and down a wall climbs nothing by
 * that, and a force against it would throw the light wheel about. Of a two-wheeler it is all: when that lies, its travel is along
 * the ground. Body axes. */
LANE_INLINE vec3 way_aground(const struct axle_constants *axle, const struct corner *k)
{
    vec3 way = vec3_add_scaled(vec3_scale(k->forward, k->forward_speed), k->left, k->left_speed);
    way.z = keep(lanes(axle->lies_below) < 0.0f, way.z);
    return way;
}

/* Returns the part of a jump of the ground to `k->deflection_m` that the wheel has met after the
 * substep. A wall's force meanwhile is `k->push`. */
static inline real climb_jump(const struct axle_constants *axle, struct corner *k, real before_m,
                              real sinks_mps, real dt)
{
    real meets = lanes(axle->meets_mps), inverse_radius = lanes(1.0f / axle->rest_radius_m);
    vec3 way = way_aground(axle, k);
    real passing_2 = vec3_dot(way, way);
    mask wall = is_wall(k->deflection_m, inverse_radius);
    struct wall_rise rise = wall_rise_at(passing_2, meets);
    real most = pick(wall, rise.by_way_mps + rise.itself_mps, meets);
    real met = met_depth(k->deflection_m, before_m, sinks_mps, most, dt);
    real climbs = climbed(k->deflection_m - met, square_root(passing_2), inverse_radius, dt);
    real back = keep(wall, wall_resistance(rise.by_way_mps + climbs / dt, passing_2));
    k->push = vec3_add_scaled(k->push, way, -back);
    return met + climbs;
}

/* A tyre that ground has pressed in which turns below it (ground_step.h). From middle to middle a wheel goes as fast as at the
 * substep's start. */
static inline void pay_for_turn(const struct axle_constants *axle, struct corner *k,
                                const struct body_motion *body, real before_m, mask jumped,
                                real sinks_mps, real dt)
{
    real meets = lanes(axle->meets_mps), grown = k->deflection_m - before_m;
    mask turned = (grown - sinks_mps * dt > meets * (TURN_SHARE * dt)) &
                  (before_m > axle->turn_deep_m) & mask_not(jumped);
    if (!any(turned)) return;
    real begins_mps = sinks_mps + vec3_dot(gained_at(body, k->contact), k->normal);
    vec3 way = way_aground(axle, k);
    real passing_2 = vec3_dot(way, way);
    real back = turn_resistance(grown / dt - begins_mps, passing_2, meets,
                                lanes(1.0f / axle->rest_radius_m), dt);
    vec3 push = vec3_add_scaled(k->push, way, -back);
    k->push = vec3_pick(turned & (back > 0.0f), push, k->push);
}

/* Ground that has jumped up is met bit by bit (ground_step.h): until then the contact is so much lower. */
static inline void meet_corner_ground(const struct axle_constants *axle, struct corner *k,
                                      struct wheel_lanes *wheel, const struct body_motion *body,
                                      real sinks_mps, real dt)
{
    real before = wheel->deflection_m, meets = lanes(axle->meets_mps);
    real met = met_depth(k->deflection_m, before, sinks_mps, meets, dt), begun_mps = sinks_mps;
    mask jumped = met < k->deflection_m;
    if (any(jumped)) { /* from middle to middle it goes as fast as at the substep's start */
        real begins_mps = sinks_mps + vec3_dot(gained_at(body, k->contact), k->normal);
        sinks_mps = max_real(sinks_mps, begins_mps);
        met = met_depth(k->deflection_m, before, sinks_mps, meets, dt);
        jumped = met < k->deflection_m;
    }
    k->unmet_m = splat(0.0f);
    k->push = k->normal;
    if (any(jumped)) {
        met = climb_jump(axle, k, before, sinks_mps, dt);
        k->push = vec3_pick(jumped, k->push, k->normal);
        k->unmet_m = pick(jumped, k->deflection_m - met, splat(0.0f));
        vec3 lower = vec3_sub(k->contact, vec3_scale(k->normal, k->unmet_m));
        k->contact = vec3_pick(jumped, lower, k->contact);
        k->loaded_radius_m = k->loaded_radius_m + k->unmet_m;
        k->deflection_m = pick(jumped, met, k->deflection_m);
    }
    pay_for_turn(axle, k, body, before, jumped, begun_mps, dt);
    wheel->deflection_m = max_real(k->deflection_m, splat(0.0f));
}

/* The ground's velocity at the contact, which lies aside of where the ground was asked, by camber, travel and steering. */
LANE_INLINE vec3 ground_velocity_at(const struct axle_constants *axle, struct wheel_place place,
                                    vec3 contact, const struct corner_ground *ground)
{
    vec3 w = ground->turning;
    mask turns = (w.x != 0.0f) | (w.y != 0.0f) | (w.z != 0.0f);
    if (!any(turns)) return ground->velocity;
    real out = place.side * axle->half_track_m + place.side * place.twin * axle->twin_m;
    vec3 asked = {lanes(axle->behind_m), out + axle->left_offset_m, lanes(axle->hub_z_m)};
    real above = ground->height_m + vec3_dot(ground->normal, asked);
    vec3 aside = vec3_add_scaled(vec3_sub(contact, asked), ground->normal, above);
    return vec3_pick(turns, vec3_add(ground->velocity, vec3_cross(w, aside)), ground->velocity);
}

/* Velocity of the contact patch over the ground, and the load that follows from how far and how
 * fast the tyre is pressed in. */
static inline void press_tyre(const struct axle_constants *axle, struct wheel_place place,
                              struct corner *k, struct wheel_lanes *wheel,
                              struct opposite_wheel other, const struct body_motion *body,
                              const struct corner_ground *ground, const struct tyre_condition *now,
                              real dt)
{
    const struct suspension_constants *suspension = &axle->suspension;
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    real tilting = tilting_travel(suspension, wheel->travel_rate_mps, other.travel_rate_mps);
    vec3 along_path = vec3_scale(k->tilt_path, tilting);
    along_path.x = along_path.x + k->path_x * wheel->travel_rate_mps;
    along_path.z = along_path.z + wheel->travel_rate_mps;
    vec3 v = vec3_add(velocity_at(body, k->contact), along_path);
    v = vec3_sub(v, ground_velocity_at(axle, place, k->contact, ground));
    vec3 turn = vec3_add_scaled(body->angular_velocity, k->upright_turn, tilting);
    mask turned = (k->steer_rate_radps < 0.0f) | (k->steer_rate_radps > 0.0f);
    if (any(turned)) {
        vec3 swing = vec3_cross(k->kingpin, vec3_sub(k->contact, k->pivot));
        v = vec3_pick(turned, vec3_add_scaled(v, swing, k->steer_rate_radps), v);
        turn = vec3_pick(turned, vec3_add_scaled(turn, k->kingpin, k->steer_rate_radps), turn);
    }
    k->turn_radps =
        with_added(vec3_dot(turn, k->normal), -vec3_dot(ground->turning, ground->normal));
    k->forward_speed = vec3_dot(v, k->forward);
    k->left_speed = vec3_dot(v, k->left);
    real sinks = -vec3_dot(v, k->normal);
    meet_corner_ground(axle, k, wheel, body, sinks, dt);
    real deflection = min_real(k->deflection_m, lanes(axle->rest_radius_m));
    real stiffer = tyre_stiffening(tyre, wheel->spin_radps);
    if (tyre_lives(&axle->tyre_life)) stiffer = stiffer * now->spring;
    struct load_slope slope = tyre_load_slope(tyre, deflection, sinks, stiffer, k->forward_speed);
    num inverse_mass = axle->inverse_unsprung_mass;
    real lead = implicit_lead(slope.stiffness, inverse_mass, dt);
    deflection = min_real(k->deflection_m + sinks * lead, lanes(axle->rest_radius_m));
    slope = tyre_load_slope(tyre, deflection, sinks, stiffer, k->forward_speed);
    real point = implicit_point(slope.damping, slope.stiffness, inverse_mass, dt);
    real load_slope = implicit_slope(slope.damping, slope.stiffness, point);
    /* A lying wheel's load F gives way at max_load, less what the wheel's own acceleration along its travel takes back of
     * it within the substep: F n_z^2 slope / m. Of one that stands mean_load has that. */
    mask upright = k->normal.z > axle->lies_below;
    real yields = 1.0f + keep(mask_not(upright), load_slope * inverse_mass * square(k->normal.z));
    k->load_n = tyre_load_up_to(tyre, deflection, sinks, stiffer, k->forward_speed, yields);
    k->load_slope = keep(k->load_n > 0.0f, load_slope);
    k->kink_stiffer = k->begin_mps = k->aside_mps = k->expected_mps2 = splat(0.0f);
    mask kinked = crosses_kink(tyre, k->deflection_m, sinks, upright, dt);
    if (any(kinked)) press_over_kink(axle, k, wheel, other, body, sinks, stiffer, kinked, dt);
    k->effective_radius_m =
        tyre_effective_radius(tyre, k->load_n, wheel->spin_radps) - k->crown_drop_m;
}

/* The ground's friction, less what it loses where the tyre slides: on loose or wet ground more than the
 * tyre's own curve says, which was measured on dry asphalt. The loss grows with the slip s as
 * s^2 / (s^2 + 0.3^2): a tenth of it at the peak, nine tenths at a locked wheel. It is a form of our
 * own for what Pacejka's digressive friction (Tire and Vehicle Dynamics, 3rd ed., eq. 4.E8) does with the
 * slip speed; unlike that it is the same at any speed, and nothing at standstill. */
#define SLIDING_SLIP 0.3f

LANE_INLINE real sliding_friction(const struct corner_ground *ground, real friction, real slip_x,
                                  real slip_y)
{
    mask loses = ground->sliding_loss > 0.0f;
    if (!any(loses)) return friction;
    real slip_2 = slip_x * slip_x + slip_y * slip_y;
    real slides = slip_2 / (slip_2 + SLIDING_SLIP * SLIDING_SLIP);
    return pick(loses, friction * (1.0f - ground->sliding_loss * slides), friction);
}

/* State of the tyre by warmth and wear, and the changes of the substep. */
LANE_INLINE struct tyre_life life_of(const struct wheel_lanes *wheel)
{
    struct tyre_warmth warmth = {wheel->surface_warmth_k, wheel->carcass_warmth_k,
                                 wheel->carcass_warmth_residual_k, wheel->gas_warmth_k};
    return (struct tyre_life){warmth, wheel->worn_m, wheel->worn_residual_m};
}

LANE_INLINE void find_condition(const struct axle_constants *axle, const struct wheel_lanes *wheel,
                                struct tyre_condition *now)
{
    if (!tyre_lives(&axle->tyre_life)) return;
    struct tyre_life life = life_of(wheel);
    find_tyre_condition(&axle->tyre_life, &life, now);
}

/* `rolling_nm`: the tyre's own. */
LANE_INLINE void live_on(const struct axle_constants *axle, const struct corner *k,
                         const struct contact_patch *patch, real rolling_nm,
                         struct wheel_lanes *wheel, real inverse_dt)
{
    if (!tyre_lives(&axle->tyre_life)) return;
    real slide_w = (k->fx * patch->slid_x - k->fy * patch->slid_y) * inverse_dt;
    real spin = absolute(wheel->spin_radps);
    struct tyre_heating by = {
        .slide_w = keep(k->load_n > 0.0f, clamp(slide_w, splat(0.0f), splat(1e10f))),
        .roll_w = rolling_nm * spin,
        .deflection_m = wheel->deflection_m,
        .speed_mps = max_real(absolute(k->forward_speed), spin * k->effective_radius_m),
    };
    struct tyre_life life = life_of(wheel);
    age_tyre(&axle->tyre_life, &by, &life);
    wheel->surface_warmth_k = life.warmth.surface;
    wheel->carcass_warmth_k = life.warmth.carcass;
    wheel->carcass_warmth_residual_k = life.warmth.carcass_residual;
    wheel->gas_warmth_k = life.warmth.gas;
    wheel->worn_m = life.worn_m;
    wheel->worn_residual_m = life.worn_residual_m;
}

/* A tyre that is stiffer by a factor has the law's force at a slip that is so much less. */
LANE_INLINE void stiffen_slip(struct contact_motion *motion, const struct tyre_condition *now)
{
    motion->stiffness_x = motion->stiffness_x * now->stiffness_x;
    motion->stiffness_y = motion->stiffness_y * now->stiffness_y;
    motion->max_slip_x = motion->max_slip_x / now->stiffness_x;
    motion->max_slip_y = motion->max_slip_y / now->stiffness_y;
}

LANE_INLINE void stretch_slip(struct contact_patch *patch, const struct tyre_condition *now)
{
    patch->felt_x = patch->felt_x * now->stiffness_x;
    patch->felt_y = patch->felt_y * now->stiffness_y;
}

/* Friction that the tyre's own curve loses by the speed at which it slides. */
LANE_INLINE real decayed_friction(const struct tyre_constants *tyre, real friction,
                                  const struct contact_patch *patch, real inverse_dt)
{
    if (!has_sliding_decay(tyre)) return friction;
    real way = square_root(square(patch->slid_x) + square(patch->slid_y));
    return sliding_decay(tyre, friction, way * inverse_dt);
}

static inline struct contact_motion contact_motion_of(const struct corner *k,
                                                      const struct wheel_lanes *wheel,
                                                      const struct tyre_state *at, real friction)
{
    return (struct contact_motion){
        .slip_speed_x = k->effective_radius_m * wheel->spin_radps - k->forward_speed,
        .slip_speed_y = k->left_speed,
        .travel_speed = absolute(k->forward_speed),
        .stiffness_x = at->slip_stiffness,
        .stiffness_y = at->cornering_stiffness,
        .carcass_x = at->carcass_x,
        .carcass_y = at->carcass_y,
        .nominal_x = at->nominal_carcass_x,
        .nominal_y = at->nominal_carcass_y,
        .grip_x = at->grip_x * friction,
        .grip_y = at->grip_y * friction,
        .max_slip_x = at->max_slip_x,
        .max_slip_y = at->max_slip_y,
    };
}

/* A wheel in the air keeps no deflection. */
static inline void keep_patch(const struct contact_patch *patch, mask touches, struct corner *k,
                              struct wheel_lanes *wheel)
{
    wheel->contact_deflection_x_m = pick(touches, patch->deflection_x, splat(0.0f));
    wheel->contact_deflection_y_m = pick(touches, patch->deflection_y, splat(0.0f));
    k->fx_slope_nspm = pick(touches, patch->force_slope_x, splat(0.0f));
    k->deflection_slope_s = pick(touches, patch->deflection_slope_x, splat(0.0f));
}

/* The slip that the law sees on soil, within its range, and the friction there, from what the soil holds. */
static inline real slip_on_soil(const struct corner_ground *ground, const struct tyre_state *at,
                                const struct contact_motion *motion, real friction, real *law_x,
                                real *law_y)
{
    mask soft = ground->softness > 0.0f;
    *law_x = pick(soft, clamp(*law_x, -at->max_slip_x, at->max_slip_x), *law_x);
    *law_y = pick(soft, clamp(*law_y, -at->max_slip_y, at->max_slip_y), *law_y);
    real held = clamp(motion->grip_y / at->grip_y, splat(0.001f), splat(100.0f));
    return pick(soft, held, friction);
}

/* What a tyre can do under its load, as it rolls and leans now. */
LANE_INLINE struct tyre_state tyre_state_of(const struct tyre_constants *tyre,
                                            const struct corner *k, real speed)
{
    struct tyre_state at = tyre_prepare(tyre, k->load_n, k->camber_rad);
    soften_carcass(tyre, speed, &at);
    fade_camber_thrust(tyre, k, &at);
    return at;
}

/* Deflection and slip of the contact patch, and the force: the tyre law's or, standing, the carcass's. */
static inline void pull_tyre(const struct axle_constants *axle, struct wheel_place place,
                             struct corner *k, struct wheel_lanes *wheel,
                             const struct corner_ground *ground, const struct footing *on,
                             struct substep step)
{
    const struct tyre_constants *tyre = &axle->tyre;
    const struct tyre_condition *now = &on->now;
    real speed = absolute(k->forward_speed);
    struct tyre_state at = tyre_state_of(tyre, k, speed);
    int changed = tyre_lives(&axle->tyre_life) || is_wet(ground);
    real friction = changed ? ground->friction * now->grip : ground->friction;
    friction = clamp(friction, splat(0.001f), splat(100.0f));
    /* Not at 0: a parked car must not see a switch. */
    mask rolls_back = k->forward_speed < -axle->rolls_back_mps;

    struct contact_patch patch = {.deflection_x = wheel->contact_deflection_x_m,
                                  .deflection_y = wheel->contact_deflection_y_m};
    struct contact_motion motion = contact_motion_of(k, wheel, &at, friction);
    add_camber_slip(tyre, k, &motion);
    if (changed) stiffen_slip(&motion, now);
    int soft = is_soft(ground);
    if (soft) stand_on_soil(ground, &on->hold, &motion);
    step_contact_patch(&tyre->patch, &patch, &motion, step.dt, step.inverse_dt);
    if (changed) stretch_slip(&patch, now);
    mask touches = k->load_n > 0.0f;
    keep_patch(&patch, touches, k, wheel);
    k->max_fx_n = absolute(motion.grip_x);
    k->along = patch.along;

    real law_x = patch.felt_x, law_y = slip_with_camber(tyre, k, patch.felt_y);
    if (soft) friction = slip_on_soil(ground, &at, &motion, friction, &law_x, &law_y);
    friction = sliding_friction(ground, friction, patch.felt_x, patch.felt_y);
    friction = decayed_friction(tyre, friction, &patch, step.inverse_dt);
    struct tyre_slip slip = {
        .slip_ratio = law_x,
        .tan_slip_angle = law_y,
        .speed_mps = pick(rolls_back, -speed, speed),
        .friction_x = friction,
        .friction_y = friction,
        .side = pick(place.side < 0.0f, lanes(-axle->tyre_side), lanes(axle->tyre_side)),
    };
    struct patch_turn turn = {
        .turn_radps = k->turn_radps,
        .travel_speed = speed,
        .load_n = k->load_n,
        .grip_n = motion.grip_y,
        .sticks = patch.sticks,
    };
    real twisting_nm = step_patch_twist(&axle->patch_twist, &turn, step.dt, step.inverse_dt,
                                        &wheel->contact_twist_rad);
    struct tyre_force f = tyre_forces(tyre, &at, slip);
    if (soft) pull_on_soil(ground, &on->hold, &motion, &patch, k, &f);
    real stands = pick(touches, patch.stands, splat(0.0f));
    k->fx = f.fx + stands * (patch.held_x * motion.grip_x - f.fx);
    k->fy = f.fy - stands * (patch.held_y * motion.grip_y + f.fy);
    k->mx = f.mx;
    k->mz = f.mz + twisting_nm;
    yield_to(&axle->compliance, k->fy, k->mz, &wheel->compliant_steer_rad,
             &wheel->compliant_lean_rad);
    real resistance_n = ground->rolling_resistance * k->load_n;
    if (soft) resistance_n = soil_resistance(ground, on, k->load_n, resistance_n);
    k->rolling_resistance_nm = f.rolling_resistance + resistance_n * k->effective_radius_m;
    live_on(axle, k, &patch, f.rolling_resistance, wheel, step.inverse_dt);
}

/* All of it, into `k`. The contact patch takes its substep. One function for all wheels: a copy for each would not fit
 * into the first cache of instructions; and no result by value, which would be copied. */
static KAMM_NEVER_INLINE void find_corner(const struct axle_constants *axle,
                                          struct wheel_place place, struct rack rack,
                                          const struct body_motion *body,
                                          const struct corner_ground *ground,
                                          struct wheel_lanes *wheel, struct opposite_wheel other,
                                          struct substep step, struct corner *k)
{
    const struct steering_axle_constants *steering = &axle->steering;
    struct steer_angle steer = ackermann_angle(steering, rack.angle_rad, place.side);
    place_wheel(axle, place.side, steer, rack.rate_radps, step.raised, wheel, other, k);
    struct footing on;
    on.now = condition_as_new();
    find_condition(axle, wheel, &on.now);
    touch_ground(axle, place, k, ground, wheel->spin_radps);
    sink_wheel(axle, k, wheel, body, ground, step.dt, &on);
    press_tyre(axle, place, k, wheel, other, body, ground, &on.now, step.dt);
    meet_water(axle, k, wheel, ground, &on);
    hold_by_soil(axle, k, wheel, ground, &on);
    pull_tyre(axle, place, k, wheel, ground, &on, step);
    if (is_wet(ground)) drag_through_water(k, &on.water);
}

#endif
