/* rigid2d: a rigid body in the plane on four wheels with linear friction.
 *
 * Source: Matt Kincaid, "2D Car Physics" (a tutorial, undated), phases two and three. A rigid body takes
 * forces at offsets, F and the moment r x F; the velocity of a point at r is v + w x r. Each wheel has an
 * angle, a spin and a spin inertia. s is the velocity of the contact patch over the ground in the wheel's
 * own axes. The ground's force is -c s, with one coefficient along the wheel and one across; the force
 * along it also turns the wheel, beside drive and brake.
 *
 * Departures:
 *  - Moment of inertia: the text multiplies the squares of both half sizes with the mass, which is no
 *    moment of inertia (kg m^4). A box of length l and width b has m (l^2 + b^2) / 12 about its middle;
 *    the file's yaw inertia is used, which real cars need not share with a box.
 *  - The text's friction has no limit. rigid2d.friction "linear" is that law; "capped" (the default) holds
 *    the vector of both forces in the ellipse of the tyre's peak frictions times the load.
 *  - Coefficients: the text's are bare numbers. Those of the file, or the tyre's stiffnesses over one
 *    speed, at which this law and the tyre's slip then agree.
 *  - Time: a fixed substep; backward Euler in what the friction resists, body and wheel spin together.
 *    The text's explicit Euler blows up where c R^2 / J times the step is above 2.
 *  - Brakes are dry friction on the spin (brake.h), which can stop a wheel exactly; the text only adds
 *    their torque.
 *  - Standing: viscous friction gives way to any force, so that the text's cars creep down every slope ("linear" does). A
 *    capped wheel that its brake has stopped has all of its friction whatever its speed, as far as its brake holds it; and where
 *    such dry friction can stop and hold the car in a substep, it stands (hold_still).
 *  - Beyond the text: the drive's force, bounded by an acceleration, a power and a speed; air drag, so
 *    that there is a balance at speed; the ground's rolling resistance; slopes (planar.h).
 *
 * Assumptions: loads stay as they are at rest; no engine and no gears but forward, neutral, reverse; no
 * driver aids; no aligning moment, so no torque at the steering wheel.
 *
 * A substep: forces of all wheels at its end by the implicit step of planar_solve.h, each held to its cap,
 * applied to body and wheels. So momentum balances exactly with the forces that are reported, and no force
 * passes its cap. */
#include "rigid2d_constants.h"

#include "../../part/brake.h"
#include "../planar/planar_solve.h"

/* A car that is faster is not stopped within a substep by any friction. */
#define RIGID2D_STOPS_MPS2 20.0f
/* Below that speed (of an ordinary car), and that share of its friction by the law of sliding, a wheel that stands still resists in
 * proportion. */
#define RIGID2D_SLOW_MPS 1e-3f
#define RIGID2D_LEAST_SHARE 1e-3f

/* A wheel in its substep. Speeds are of the contact patch over the ground, along the wheel and across. */
struct wheel_step {
    struct planar_axis ahead, aside;
    real steer_rad, radius_m;
    real ahead_mps, aside_mps;
    real load_n;
    real per_limit_x, per_limit_y; /* 1 / the semi-axes of the ellipse of forces, in N */
    real drive_nm, brake_nm, rolling_nm;
    /* The force along it at the substep's end is push - resistance * (slide + change along it). */
    real slide_mps, resistance_x, resistance_y, push_n;
    real fx, fy;
    real held_x, held_y; /* where it stands instead */
    mask touches;        /* the ground, and it is not slippery beyond all friction */
};

/* Forward, neutral or reverse, as the driver wants it. */
static inline real follow_gear(struct group *g)
{
    struct car_lanes *car = &g->state.car;
    real wanted = g->input.gear, zero = splat(0.0f);
    real gear = pick(wanted > 0.5f, splat(1.0f), pick(wanted < -0.5f, splat(-1.0f), zero));
    car->gearbox.gear_engaged = car->gearbox.target_gear = gear;
    car->throttle_state = g->input.throttle;
    car->brake_state = g->input.brake;
    return gear;
}

/* Force that the drive asks of the driven wheels, signed by the gear. */
static inline real drive_force(const struct group *g, const struct planar *p, real gear)
{
    const struct rigid2d_constants *c = g->constants;
    real speed = max_real(absolute(p->forward), lanes(0.1f * c->planar.root));
    real max_speed = pick(gear < 0.0f, lanes(c->reverse_speed_mps), lanes(c->top_speed_mps));
    real missing = max_real(max_speed - gear * p->forward, splat(0.0f));
    real max = min_real(lanes(c->max_force_n), c->max_power_w / speed);
    real fading = c->fade_ns_per_m * missing;
    return gear * min_real(g->input.throttle * max, fading);
}

/* Where the wheel is, where it points, how it moves, what it may transmit and what turns it. */
static inline struct wheel_step find_wheel(const struct group *g, const struct planar *p, int w,
                                           struct steer_angle steer, real drive_n)
{
    const struct layout *l = layout_of(g);
    int a = l->axle[w];
    const struct rigid2d_constants *c = g->constants;
    const struct rigid2d_wheel_constants *wheel = &c->wheels[w];
    const struct rigid2d_axle_constants *axle = &c->axles[a];
    vec3 at = contact_point_at(&c->planar, w);
    struct wheel_step k;
    k.ahead = planar_axis_at(steer.cosine, steer.sine, at.x, at.y);
    k.aside = planar_axis_at(-steer.sine, steer.cosine, at.x, at.y);
    k.steer_rad = steer.angle_rad;
    k.radius_m = lanes(c->planar.rolling_radius_m[a]);
    k.ahead_mps = speed_along(k.ahead, p);
    k.aside_mps = speed_along(k.aside, p);
    k.load_n = wheel->load_per_gravity * p->pressing_mps2;
    real grip = k.load_n * p->friction[w], per_grip = 1.0f / max_real(grip, splat(1e-3f));
    k.touches = grip > 1e-3f;
    k.per_limit_x = wheel->inverse_peak_friction_x * per_grip;
    k.per_limit_y = wheel->inverse_peak_friction_y * per_grip;
    k.drive_nm = drive_n * axle->drive_share * k.radius_m;
    k.brake_nm = (axle->brake_torque_nm * g->input.brake +
                  axle->hand_brake_torque_nm * g->input.hand_brake) *
                 p->brake_share[w];
    k.rolling_nm = p->rolling_resistance[w] * k.load_n * k.radius_m;
    return k;
}

/* Returns the share of a force that the cap allows, at most 1. */
static inline real share_in_cap(const struct rigid2d_constants *c, const struct wheel_step *k,
                                real fx, real fy)
{
    real x = fx * k->per_limit_x, y = fy * k->per_limit_y;
    real share = 1.0f / max_real(square_root(x * x + y * y), splat(1.0f));
    return pick(lanes(c->capped) > 0.5f, share, splat(1.0f));
}

/* Does the same as brake_wheel, with known reciprocals. */
static inline struct braked_wheel brake_by(const struct rigid2d_constants *c, real free_spin,
                                           real inertia, real inverse_inertia, real capacity_nm)
{
    real stopping = free_spin * inertia * c->planar.inverse_dt;
    real torque = clamp(stopping, -capacity_nm, capacity_nm);
    mask stops = absolute(stopping) <= capacity_nm;
    real spin = free_spin - torque * c->planar.dt * inverse_inertia;
    return (struct braked_wheel){pick(stops, splat(0.0f), spin), -torque};
}

/* A capped wheel that stands still has all of its friction. Along it that is no more than its brake holds beside a drive that
 * pushes on, or than brake and drive together where the drive pushes against its motion. */
static inline void resist_stopped(const struct rigid2d_constants *c, int w, int a, mask stopped,
                                  struct wheel_step *k)
{
    const struct rigid2d_wheel_constants *wheel = &c->wheels[w];
    real along = lanes(wheel->roll_friction_ns_per_m),
         across = lanes(wheel->side_friction_ns_per_m);
    real x = along * k->ahead_mps * k->per_limit_x, y = across * k->aside_mps * k->per_limit_y;
    real share = 1.0f / max_real(square_root(x * x + y * y), splat(RIGID2D_LEAST_SHARE));
    real pushes_nm = pick(k->ahead_mps < 0.0f, -k->drive_nm, k->drive_nm); /* the way it moves */
    real spare_n = max_real((k->brake_nm + k->rolling_nm) - pushes_nm, splat(0.0f)) *
                   c->planar.inverse_rolling_radius[a];
    real most =
        spare_n / max_real(absolute(k->ahead_mps), lanes(RIGID2D_SLOW_MPS * c->planar.root));
    mask dry = stopped & (lanes(c->capped) > 0.5f);
    k->resistance_x = pick(dry, min_real(along * share, most), k->resistance_x);
    k->resistance_y = pick(dry, across * share, k->resistance_y);
}

/* The wheel's law for this substep, its spin J w' = J w + dt (torque - R F') taken out of it. A brake
 * that can stop the wheel holds it: then the ground sees a rail across its path. */
static inline void resist(const struct rigid2d_constants *c, int w, int a, real spin,
                          struct wheel_step *k)
{
    const struct rigid2d_wheel_constants *wheel = &c->wheels[w];
    const struct rigid2d_axle_constants *axle = &c->axles[a];
    real dt = lanes(c->planar.dt), inertia = lanes(axle->wheel_inertia_kgm2), radius = k->radius_m;
    real along = lanes(wheel->roll_friction_ns_per_m),
         across = lanes(wheel->side_friction_ns_per_m);
    real slide = k->ahead_mps - radius * spin;
    real share = share_in_cap(c, k, along * slide, across * k->aside_mps);
    real d = along * share, heavier = inertia + dt * d * square(radius);
    real torque = k->drive_nm + radius * d * slide; /* before the brake, body held */
    real inverse = 1.0f / heavier;
    real capacity = k->brake_nm + k->rolling_nm;
    struct braked_wheel braked =
        brake_by(c, spin + torque * dt * inverse, heavier, inverse, capacity);
    mask stopped = (braked.spin_radps == 0.0f) & (capacity > 0.0f);
    real spun = radius * d * dt * inverse;
    k->slide_mps = pick(stopped, k->ahead_mps, slide);
    k->resistance_x = pick(stopped, d, d * inertia * inverse);
    k->push_n = keep(mask_not(stopped), spun * (k->drive_nm + braked.torque_nm));
    k->resistance_y = across * share;
    if (any(stopped)) resist_stopped(c, w, a, stopped, k);
}

/* Returns the share of a wheel in the implicit step: its two axes. */
static inline struct planar_system wheel_system(const struct wheel_step *k, real dt)
{
    return planar_sum(planar_element(k->ahead, k->slide_mps, k->resistance_x, k->push_n, dt),
                      planar_element(k->aside, k->aside_mps, k->resistance_y, splat(0.0f), dt));
}

/* Drag, weight along the road and what pushes from outside: force on the centre of gravity, and moment about it as z. */
static inline vec3 external_force(const struct group *g, const struct planar *p)
{
    const struct rigid2d_constants *c = g->constants;
    vec3 wind = matrix3_apply_transposed(p->rotation, wind_of(g));
    real x = p->forward + p->ground_velocity.x - wind.x;
    real y = p->left + p->ground_velocity.y - wind.y;
    real drag = 0.5f * g->job->air_density_kgpm3 * c->drag_area_m2 * square_root(x * x + y * y);
    num mass = c->planar.mass_kg;
    vec3 push = {p->gravity.x * mass - drag * x, p->gravity.y * mass - drag * y, splat(0.0f)};
    return with_outer_in_plane(g, p->rotation, push);
}

/* Forces at the substep's end, from the implicit answer and held to the cap. */
static inline void find_forces(const struct rigid2d_constants *c, struct planar_change change,
                               struct wheel_step *k)
{
    const struct planar moved = {
        .forward = change.forward, .left = change.left, .yaw_rate = change.yaw_rate};
    real fx = k->push_n - k->resistance_x * (k->slide_mps + speed_along(k->ahead, &moved));
    real fy = -k->resistance_y * (k->aside_mps + speed_along(k->aside, &moved));
    real share = share_in_cap(c, k, fx, fy);
    k->fx = fx * share;
    k->fy = fy * share;
}

/* The wheel's force and moment on the body. */
static inline vec3 wheel_push(const struct wheel_step *k)
{
    return (vec3){k->ahead.u * k->fx + k->aside.u * k->fy, k->ahead.v * k->fx + k->aside.v * k->fy,
                  k->ahead.r * k->fx + k->aside.r * k->fy};
}

/* How a wheel holds a standing car: by what it is driven with and what stops its spin; and at most along it by its brake and
 * across it by its grip. */
struct wheel_hold {
    real pushes_n, along_n, across_n;
};

static inline struct wheel_hold wheel_hold_of(const struct rigid2d_constants *c, int a, real spin,
                                              const struct wheel_step *k)
{
    const struct rigid2d_axle_constants *axle = &c->axles[a];
    real per_radius = lanes(c->planar.inverse_rolling_radius[a]);
    real stops_nm = spin * axle->wheel_inertia_kgm2 * c->planar.inverse_dt;
    real brake_n = (k->brake_nm + k->rolling_nm) * per_radius;
    return (struct wheel_hold){.pushes_n = keep(k->touches, (k->drive_nm + stops_nm) * per_radius),
                               .along_n = min_real(brake_n, 1.0f / k->per_limit_x),
                               .across_n = 1.0f / k->per_limit_y};
}

/* Whether a wheel can, at those shares of what it holds with. Its forces then are these. */
static inline mask hold_wheel(const struct wheel_hold *hold, struct planar shares,
                              struct wheel_step *k)
{
    real along = speed_along(k->ahead, &shares), across = speed_along(k->aside, &shares);
    k->held_x = hold->pushes_n + hold->along_n * along;
    k->held_y = hold->across_n * across;
    real x = k->held_x * k->per_limit_x, y = k->held_y * k->per_limit_y;
    return (absolute(along) <= 1.0f) & (x * x + y * y <= 1.0f);
}

/* Whether brakes and tyres can stop the car within the substep and hold it against `push`, each wheel working as hard as it
 * can: shares of what they hold with that are linear in their place, so that slopes, brakes of one axle and moments are borne
 * as far as friction goes. */
static inline mask hold_still(const struct group *g, const struct planar *p, vec3 push,
                              struct wheel_step *wheels)
{
    const struct layout *l = layout_of(g);
    const struct rigid2d_constants *c = g->constants;
    real most = lanes(RIGID2D_STOPS_MPS2 * c->planar.dt), one = splat(1.0f), zero = splat(0.0f);
    mask held =
        (lanes(c->capped) > 0.5f) & (p->forward * p->forward + p->left * p->left < most * most);
    if (!any(held)) return held;
    num mass_rate = c->planar.mass_kg * c->planar.inverse_dt;
    num turn_rate = c->planar.yaw_inertia_kgm2 * c->planar.inverse_dt;
    struct wheel_hold hold[WHEELS_OF(l)];
    struct planar_system system = planar_start(&c->planar), of_wheel[WHEELS_OF(l)];
    system.uu = system.vv = 1e-6f * system.uu, system.rr = 1e-6f * system.rr;
    for (int w = 0; w < l->wheels; ++w) {
        struct wheel_step *k = &wheels[w];
        hold[w] = wheel_hold_of(c, l->axle[w], g->state.wheels[w].spin_radps, k);
        of_wheel[w] =
            planar_sum(planar_element(k->ahead, zero, hold[w].along_n, -hold[w].pushes_n, one),
                       planar_element(k->aside, zero, hold[w].across_n, zero, one));
    }
    for (int a = 0; a < l->axles; ++a)
        system = planar_sum(system, planar_axle_sum(l->count[a], &of_wheel[l->first[a]]));
    planar_push(&system, -push.x - mass_rate * p->forward, -push.y - mass_rate * p->left,
                -push.z - turn_rate * p->yaw_rate, one);
    struct planar_change share = planar_solve(&system);
    const struct planar shares = {
        .forward = share.forward, .left = share.left, .yaw_rate = share.yaw_rate};
    for (int w = 0; w < l->wheels; ++w) held = held & hold_wheel(&hold[w], shares, &wheels[w]);
    return held;
}

/* Returns the change of the body's motion relative to the ground by the wheels' forces in a
 * substep. `held`: it stands. */
static inline struct planar_change move_body(const struct group *g, const struct planar *p,
                                             vec3 external, struct wheel_step *wheels, mask *held)
{
    const struct layout *l = layout_of(g);
    const struct rigid2d_constants *c = g->constants;
    real dt = lanes(c->planar.dt);
    struct planar_system system = planar_start(&c->planar);
    vec3 sum = external;
    struct planar_system of_wheel[WHEELS_OF(l)];
    for (int w = 0; w < l->wheels; ++w) of_wheel[w] = wheel_system(&wheels[w], dt);
    for (int a = 0; a < l->axles; ++a)
        system = planar_sum(system, planar_axle_sum(l->count[a], &of_wheel[l->first[a]]));
    vec3 left_over = less_carried(&c->planar, p, external);
    planar_push(&system, left_over.x, left_over.y, left_over.z, dt);
    struct planar_change change = planar_solve(&system);
    vec3 push[WHEELS_OF(l)];
    *held = hold_still(g, p, left_over, wheels);
    for (int w = 0; w < l->wheels; ++w) {
        find_forces(c, change, &wheels[w]);
        if (any(*held)) {
            wheels[w].fx = pick(*held, wheels[w].held_x, wheels[w].fx);
            wheels[w].fy = pick(*held, wheels[w].held_y, wheels[w].fy);
        }
        push[w] = wheel_push(&wheels[w]);
    }
    for (int a = 0; a < l->axles; ++a) sum = vec3_add(sum, axle_vec3_sum(l, a, push));
    real per_mass = dt * c->inverse_mass;
    real forward = with_added(sum.x * per_mass, -p->carried.x);
    real left = with_added(sum.y * per_mass, -p->carried.y);
    return (struct planar_change){pick(*held, -p->forward, forward), pick(*held, -p->left, left),
                                  pick(*held, -p->yaw_rate, sum.z * (dt * c->inverse_yaw_inertia))};
}

#define MAX_SPIN_RADPS 1e4f

static inline void turn_wheel(const struct rigid2d_constants *c, int a, mask held,
                              struct wheel_lanes *wheel, const struct wheel_step *k)
{
    const struct rigid2d_axle_constants *axle = &c->axles[a];
    real dt = lanes(c->planar.dt), torque = k->drive_nm - k->radius_m * k->fx;
    /* The drive knows no engine speed: on ice, or on a light wheel, only this ends its spinning up. */
    real free_spin = clamp(wheel->spin_radps + torque * dt * axle->inverse_wheel_inertia,
                           splat(-MAX_SPIN_RADPS), splat(MAX_SPIN_RADPS));
    struct braked_wheel braked =
        brake_by(c, free_spin, lanes(axle->wheel_inertia_kgm2), lanes(axle->inverse_wheel_inertia),
                 k->brake_nm + k->rolling_nm);
    wheel->spin_radps = pick(held & k->touches, splat(0.0f), braked.spin_radps);
    real angle = wheel->spin_angle_rad + wheel->spin_radps * dt;
    wheel->spin_angle_rad = angle - 6.2831853f * nearest(angle * 0.15915494f);
}

static inline void write_wheel_output(struct group *g, int w, const struct wheel_step *k)
{
    const struct rigid2d_constants *c = g->constants;
    struct wheel_output_lanes *out = &g->output.wheels[w];
    real speed = absolute(k->ahead_mps);
    real slip = (k->radius_m * g->state.wheels[w].spin_radps - k->ahead_mps) /
                max_real(speed, lanes(0.01f * c->planar.root));
    out->load_n = k->load_n;
    out->longitudinal_force_n = k->fx;
    out->lateral_force_n = k->fy;
    out->slip_ratio = clamp(slip, splat(-1000.0f), splat(1000.0f));
    out->slip_angle_rad = arc_tangent2(k->aside_mps, speed);
    out->steer_rad = k->steer_rad;
    out->brake_torque_nm = k->brake_nm;
}

static inline void write_car_output(struct group *g, const struct wheel_step *wheels)
{
    const struct layout *l = layout_of(g);
    struct car_output_lanes *out = &g->output.car;
    out->drive_torque_nm = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        out->drive_torque_nm =
            out->drive_torque_nm + WHEEL_SUM(l->count[a], &wheels[l->first[a]], drive_nm);
}

static void step_with(struct group *g, struct wheel_angles *angles, int last)
{
    const struct layout *l = layout_of(g);
    const struct rigid2d_constants *c = g->constants;
    struct state_lanes before;
    keep_state(g, &before);
    struct planar p = planar_of(g);
    meet_ground(g, p.rotation, p.gap);
    struct wheel_step wheels[WHEELS_OF(l)];
    real rack =
        turn_steering(g, &c->planar.steering, lanes(c->planar.dt), lanes(c->planar.inverse_dt));
    find_wheel_angles(&c->planar, l, rack, angles);
    real drive_n = drive_force(g, &p, follow_gear(g));
    for (int w = 0; w < l->wheels; ++w) {
        wheels[w] = find_wheel(g, &p, w, angles->wheel[w], drive_n);
        resist(c, w, l->axle[w], g->state.wheels[w].spin_radps, &wheels[w]);
    }
    mask held;
    struct planar_change change = move_body(g, &p, external_force(g, &p), wheels, &held);
    for (int w = 0; w < l->wheels; ++w)
        turn_wheel(c, l->axle[w], held, &g->state.wheels[w], &wheels[w]);
    planar_advance(g, &before, &p, change, held, off_the_road(&c->planar, l, p.gap));
    if (!last) return;
    for (int w = 0; w < l->wheels; ++w) write_wheel_output(g, w, &wheels[w]);
    write_car_output(g, wheels);
    write_planar_output(g, &p, change);
}

static void take_substeps(struct group *g) { take_planar_steps(g, step_with); }

#define KERNEL_RUNG rigid2d
#include "../kernel_entry.h"
