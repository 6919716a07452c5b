/* The single-track rung: engine, gears, drag, slip angles and yaw on one track.
 *
 * Source: Development of a car physics engine for games (master thesis), chapters 3 to 6: forces along
 * the car (3-1 to 3-6); engine and gears (4-1 to 4-4, planar/driveline.h); slip angles of both axles
 * (5-2); their side forces, linear (5-1) or capped and in proportion to load (5-3); the yaw moment
 * (5-4), and the order of events in the 29 steps of chapter 6. equations = commonroad has a source of
 * its own, commonroad_lanes.h.
 *
 * Departures:
 *  - (5-2) divides the car's sideways speed by its forward speed and takes the steering angle off, times
 *    the sign of the speed. Here the slip angle is that of each axle's own velocity in the axes of its
 *    wheels, the same to first order; it is right at large steering angles, and in reverse.
 *  - The thesis integrates explicitly with the frame's time step and so needs a least speed. Here side
 *    forces are implicit (planar_solve.h): at a standstill the axles are rails.
 *  - (5-3) halves the side force "in case the wheel slips" and does not say when. Here the circle decides:
 *    the wheels keep the requested side force up to sliding_share of the grip, and drive and brakes get
 *    the rest of the circle at most; what they do not use is the side force's limit. Force along the
 *    wheels ends there too, which the thesis leaves without a limit. Where friction is the tyres' own, the
 *    circle is an ellipse with their peaks along and across.
 *  - (3-2) has rolling resistance grow with speed. It is nearly constant on a road: here it is the tyre's
 *    share of the load, and the ground's, as dry friction.
 *  - (3-5) has the brake push against the heading, whichever way the car moves, and replace the traction.
 *    Here brakes are dry friction at the axles, beside the traction: they stop the car and hold it.
 *  - Chapter 6, step 18 multiplies the side force by the resistance; sums are meant: F_x = traction -
 *    F_front sin(steer) + resistance and F_y = F_rear + F_front cos(steer) + resistance. With (5-1) as
 *    printed a positive slip angle pushes further out: the force is against it. Step 1 names both speeds
 *    V_long: the second is V_lat. Step 7 clamps what step 6 gave between idle and redline.
 *  - (5-4) and step 19 leave out the moment of a driven or braked front axle that is steered; it is in.
 *  - (3-1) takes the car's velocity; here it is that through the air. The sideways share of rolling
 *    resistance (step 15) is part of the side force.
 *  - (3-6): wheels and engine have inertia as they spin up, which the thesis leaves out.
 *  - Acceleration shifts load between the axles (7-1), (7-2), with a time constant, load_lag_s, as load, force and
 *    acceleration would be an algebraic loop otherwise. Grip along the wheels goes by these loads. Grip and stiffness
 *    sideways stay those at rest on that slope, as in chapter 5: what keeps a car stable while it slows down at the
 *    limit is load that moves from side to side, and one track has no sides.
 *  - Wheels roll with the ground (step 28); only those that the hand brake alone can lock stand still. */
#include "../planar/driveline.h"
#include "axle_forces.h"
#include "commonroad_step.h"
#include "riding_track.h"

/* Demand of the driver or planner in this substep. */
struct track_request {
    mask commanded;
    real acceleration; /* where commanded, along the path … */
    real force_n;      /* … and what the wheels need for it against air, slope and rolling */
    real pedal, brake;
};

static inline struct track_request track_request_of(const struct group *g, const struct planar *p)
{
    const struct single_track_constants *c = g->constants;
    const struct input_lanes *in = &g->input;
    struct track_request request;
    real zero = splat(0.0f), one = splat(1.0f);
    real max = commonroad_acceleration(c, p->forward, splat(1e3f));
    request.commanded = in->command > 0.5f;
    request.acceleration = max_real(commonroad_acceleration(c, p->forward, in->acceleration_mps2),
                                    lanes(-c->braking_mps2));
    real asked = clamp(request.acceleration / max_real(max, splat(0.1f)), zero, one);
    request.pedal = pick(request.commanded, asked, in->throttle);
    request.brake = pick(request.commanded, zero, in->brake);
    return request;
}

struct track_driven {
    struct driveline_drive engine;
    struct driveline_motors motors;
};

static inline struct track_driven track_drive(struct group *g, const struct planar *p,
                                              const struct track_request *request,
                                              const real rolling[])
{
    const struct single_track_constants *c = g->constants;
    const struct powertrain_constants *powertrain = &c->powertrain;
    const struct layout *l = layout_of(g);
    real spins[WHEEL_ROOM], of_axle[AXLE_ROOM];
    for (int a = 0; a < l->axles; ++a)
        of_axle[a] = rolling[a] * c->planar.inverse_rolling_radius[a];
    for (int w = 0; w < l->wheels; ++w) spins[w] = of_axle[l->axle[w]];
    real brake = max_real(request->brake, g->input.hand_brake);
    struct driveline_demand demand = {.pedal = request->pedal,
                                      .clutch = g->input.clutch,
                                      .gear = g->input.gear,
                                      .brake = brake,
                                      .road_speed_mps = p->forward,
                                      .cage_radps = driveline_cage_speed(powertrain, l, spins),
                                      .brake_pedal = request->brake,
                                      .bend_mps2 = p->forward * p->yaw_rate,
                                      .low_range = g->input.low_range,
                                      .endurance_brake = g->input.endurance_brake};
    driveline_brakes(powertrain, &g->state.car, request->brake);
    struct track_driven driven;
    driven.engine = driveline_step(powertrain, &g->state.car, &demand, lanes(c->planar.dt));
    driven.motors.any = has_state(g, STATE_NUMBER(car.battery_used));
    if (driven.motors.any)
        driven.motors = driveline_motors(powertrain, l, &g->state.car, g->state.axles, of_axle,
                                         p->forward, request->commanded);
    if (!has_state(g, STATE_NUMBER(car.hill_hold))) return driven;
    struct hill_now now = {.pedal = request->brake,
                           .accelerator = request->pedal,
                           .speed_mps = p->forward,
                           .pull_mps2 = p->gravity.x};
    now.drive_nm = driveline_wheels_nm(l, driven.engine.wheels_nm, &driven.motors);
    driveline_hold(powertrain, &g->state.car, now, lanes(c->planar.dt));
    return driven;
}

/* Returns the brake torque of each hub of an axle without damage. */
static real axle_brake_nm(const struct group *g, int a, const struct driveline_motors *motors)
{
    const struct single_track_constants *c = g->constants;
    const struct powertrain_constants *powertrain = &c->powertrain;
    return driveline_brake_nm(powertrain, a, &g->state.car, g->input.hand_brake, motors);
}

/* Drive, brakes and grip of an axle: all that its forces need. */
static inline void track_load_axle(struct group *g, int a, const struct planar *p,
                                   const struct track_request *request,
                                   const struct track_driven *driven, struct track_axle *k)
{
    const struct single_track_constants *c = g->constants;
    const struct track_axle_constants *own = &c->axles[a];
    const struct driveline_drive *drive = &driven->engine;
    real brake_nm =
        axle_brake_nm(g, a, &driven->motors) * track_mean(layout_of(g), a, p->brake_share);
    real share = lanes(own->drive_share), drive_nm = drive->wheels_nm * share;
    if (driven->motors.any) drive_nm = with_added(drive_nm, driven->motors.wheels_nm[a]);
    real brakes = request->force_n * p->forward; /* negative: it slows the car down */
    real by = pick(brakes < 0.0f, lanes(own->brake_share), share);
    k->drive_n = pick(request->commanded, request->force_n * by,
                      drive_nm * c->planar.inverse_rolling_radius[a]);
    k->dry_n = track_friction(c, layout_of(g), a, p, k, brake_nm);
    real turning_kgm2 = share * drive->inertia_kgm2;
    if (driven->motors.any) turning_kgm2 = with_added(turning_kgm2, driven->motors.inertia_kgm2[a]);
    real engine = turning_kgm2 * square(lanes(c->planar.inverse_rolling_radius[a]));
    k->turning_kg = own->wheel_mass_kg + keep(mask_not(request->commanded), engine);
}

/* What rests on the hitch, and lift axles that are up: then loads are those at rest. */
static inline void load_hitch_and_lift(const struct group *g, const struct planar *p,
                                       struct track_axle axles[AXLE_ROOM])
{
    const struct single_track_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    if (!has_state(g, STATE_NUMBER(car.hitch_x_n)) && !any_num(c->has_lift_axles > 0.0f)) return;
    mask raised = raised_axles(&g->input) * c->has_lift_axles > 0.5f;
    real weight = c->planar.mass_kg * p->pressing_mps2;
    for (int a = 0; a < layout_of(g)->axles; ++a) {
        const struct track_axle_constants *own = &c->axles[a];
        real hitched = car->hitch_load_n * own->hitch_share;
        real up = weight * own->raised_share + car->hitch_load_n * own->raised_hitch_share;
        axles[a].rest_n = max_real(pick(raised, up, axles[a].rest_n + hitched), splat(0.0f));
        axles[a].load_n = max_real(pick(raised, up, axles[a].load_n + hitched), splat(0.0f));
    }
}

/* Drag (3-1), the slope's pull (3.3), that of hitches and what pushes from outside: force on the centre of gravity, body axes,
 * and moment about it as z. */
static inline vec3 track_body_force(const struct group *g, const struct planar *p)
{
    const struct single_track_constants *c = g->constants;
    vec3 wind = matrix3_apply_transposed(p->rotation, wind_of(g));
    real x = p->forward + (p->ground_velocity.x - wind.x);
    real y = p->left + (p->ground_velocity.y - wind.y);
    real drag = 0.5f * g->job->air_density_kgpm3 * c->drag_area_m2 * square_root(x * x + y * y);
    num mass = c->planar.mass_kg;
    vec3 force = {mass * p->gravity.x - drag * x, mass * p->gravity.y - drag * y, splat(0.0f)};
    force.z = g->state.car.hitch_yaw_nm;
    if (has_state(g, STATE_NUMBER(car.hitch_x_n)))
        force = vec3_with_added(
            force, vec3_of(g->state.car.hitch_x_n, g->state.car.hitch_y_n, splat(0.0f)));
    return with_outer_in_plane(g, p->rotation, force);
}

/* Turns a change that was worked out on the axes of the substep's start to those of its middle, so that
 * side force does not speed the car up. */
static inline struct planar_change turned_half(const struct single_track_constants *c,
                                               real yaw_rate, struct planar_change change)
{
    real half = 0.5f * (yaw_rate * c->planar.dt);
    return (struct planar_change){change.forward - half * change.left,
                                  change.left + half * change.forward, change.yaw_rate};
}

/* A planner's acceleration is that of the car: the wheels also carry what drag, slope and rolling take. */
static inline real commanded_force(const struct single_track_constants *c, const struct layout *l,
                                   const struct planar *p, const struct track_axle *axles,
                                   real acceleration, vec3 body)
{
    real rolling = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        rolling = rolling + track_friction(c, l, a, p, &axles[a], splat(0.0f));
    real against = pick(p->forward < 0.0f, -rolling, pick(p->forward > 0.0f, rolling, splat(0.0f)));
    return c->planar.mass_kg * c->heavier * acceleration - body.x + against;
}

/* The thesis's equations over a substep; where the car is held, `held`. */
static KAMM_NEVER_INLINE struct planar_change
track_forces(struct group *g, int rider, const struct planar *p, const struct rider_lean *lean,
             struct track_axle *axles, struct track_request *request,
             const struct track_driven *driven, mask *held)
{
    const struct layout *l = layout_of(g);
    const struct single_track_constants *c = g->constants;
    vec3 body = less_carried(&c->planar, p, track_body_force(g, p));
    request->force_n = commanded_force(c, l, p, axles, request->acceleration, body);
    struct planar_system s = planar_start(&c->planar);
    if (rider) carry_aside(c, p, lean, &s, &body);
    real x = body.x, y = body.y, n = body.z, mass = lanes(c->planar.mass_kg);
    for (int a = 0; a < l->axles; ++a) track_load_axle(g, a, p, request, driven, &axles[a]);
    if (rider) limit_lift(c, lean, axles);
    real turning = mass;
    for (int a = 0; a < l->axles; ++a) turning = turning + axles[a].turning_kg;
    real reach = mass / turning;
    for (int a = 0; a < l->axles; ++a) {
        struct track_axle *k = &axles[a];
        track_slip(c, a, k);
        if (rider) pay_for_camber(k);
        track_share_grip(c, k, reach);
        track_resist(c, k);
        x += k->drive_n * k->along.u;
        y += k->drive_n * k->along.v;
        n += k->drive_n * k->along.r;
        s = planar_sum(s, track_element(c, k, p->turn_rate));
    }
    planar_push(&s, body.x, body.y, body.z, lanes(c->planar.dt));
    *held = track_can_hold(c, l, axles, p, x, y, n);
    struct planar_change change = turned_half(c, p->turn_rate, planar_solve(&s));
    return (struct planar_change){pick(*held, -p->forward, change.forward),
                                  pick(*held, -p->left, change.left),
                                  pick(*held, -p->yaw_rate, change.yaw_rate)};
}

static inline struct planar_change change_pick(mask m, struct planar_change a,
                                               struct planar_change b)
{
    return (struct planar_change){pick(m, a.forward, b.forward), pick(m, a.left, b.left),
                                  pick(m, a.yaw_rate, b.yaw_rate)};
}

LANE_INLINE vec3 track_pose(const struct group *g, const struct planar *p)
{
    const struct single_track_constants *c = g->constants;
    vec3 pose = off_the_road(&c->planar, layout_of(g), p->gap);
    if (is_ridden(g)) pose.x = p->bank_rad;
    return pose;
}

/* Velocity, heading, place and pose after the substep. A held car moves with the ground, and not by what
 * rounding would leave. */
LANE_INLINE void track_advance(struct group *g, const struct state_lanes *before,
                               const struct planar *p, const struct track_motion *m,
                               mask commonroad)
{
    const struct single_track_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    real dt = lanes(c->planar.dt);
    vec3 pose = settled_pose(track_pose(g, p), c->planar.length, m->held);
    vec3 moved = vec3_scale(planar_accelerate(g, p, m->change), 0.5f * dt);
    real turned = car->yaw_rate_radps + 0.5f * m->change.yaw_rate;
    planar_turn(g, p, pick(commonroad, m->mean_yaw_rate, turned), pose);
    car->yaw_rate_radps += m->change.yaw_rate;
    vec3 ground = matrix3_apply(p->rotation, vec3_with_added(p->ground_velocity, p->carried));
    stop_where(car, m->held, ground, p->ground_turning.z);
    moved = held_way(g, p, m->held, vec3_pick(commonroad, m->moved, moved));
    planar_move(g, before, p, moved, pose, mask_not(commonroad)); /* whose slopes don't count */
}

/* The loads' acceleration goes towards what was felt in this substep. */
static inline void track_lag_loads(struct group *g, const struct planar *p,
                                   struct planar_change change)
{
    const struct single_track_constants *c = g->constants;
    vec3 gained = with_carried(p, change, splat(0.0f));
    real felt = gained.x * c->planar.inverse_dt - p->gravity.x;
    g->state.car.load_x_mps2 = mix(g->state.car.load_x_mps2, felt, lanes(c->load_blend));
}

/* Step 28: wheels roll with the ground. */
static inline void track_spin(struct group *g, int a, const struct track_axle *k, real locking_nm)
{
    const struct single_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    const struct track_axle_constants *own = &c->axles[a];
    real spin = k->rolling_mps * c->planar.inverse_rolling_radius[a];
    real locking_n = own->hubs * locking_nm * c->planar.inverse_rolling_radius[a];
    mask locked = locking_n * k->side_per_along > k->grip_n;
    for (int w = l->first[a]; w < l->first[a] + l->count[a]; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        wheel->spin_radps = pick(locked | is_parked(g->state.car.fault), splat(0.0f), spin);
        real angle = wheel->spin_angle_rad + wheel->spin_radps * c->planar.dt;
        wheel->spin_angle_rad = angle - 6.2831853f * nearest(angle * 0.15915494f);
    }
}

static inline void write_axle(struct group *g, int a, const struct planar *p,
                              const struct track_axle *k, struct track_force force, real brake_nm)
{
    const struct single_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    int first = l->first[a];
    const struct track_axle_constants *own = &c->axles[a];
    num each = own->per_wheel;
    mask locked = (g->state.wheels[first].spin_radps == 0.0f) &
                  (absolute(k->rolling_mps) > 0.1f * c->planar.root);
    real along =
        max_real(absolute(k->rolling_mps), lanes(TRACK_MIN_ROLLING_SPEED_MPS * c->planar.root));
    real slides = is_ridden(g) ? k->sliding_mps + k->camber_mps : k->sliding_mps;
    struct wheel_output_lanes out = {
        .load_n = each * k->load_n,
        .longitudinal_force_n = each * force.along_n,
        .lateral_force_n = each * force.side_n,
        .aligning_moment_nm = -each * force.side_n * own->trail_m,
        .slip_ratio = pick(locked, splat(-1.0f), splat(0.0f)),
        .slip_angle_rad = arc_tangent2(slides, along),
        .camber_rad = splat(0.0f),
        .steer_rad = k->steer_rad,
    };
    for (int i = 0; i < l->count[a]; ++i) {
        out.brake_torque_nm = brake_nm * p->brake_share[first + i];
        g->output.wheels[first + i] = out;
    }
}

/* The side force of an axle, of all that push and twist the car. */
static inline real commonroad_side(const struct single_track_constants *c, const struct layout *l,
                                   int a, real push, real twist)
{
    const struct track_axle_constants *own = &c->axles[a];
    num x = own->x_m;
    if (l->axles > 2) return own->load_share * (push + twist * x * c->inverse_arms_m2);
    real other = lanes(c->axles[1 - a].x_m);
    return (twist - other * push) / (x - other);
}

/* Forces of the axles as the channels have them, and gives their torque at the steering wheel. CommonRoad's side forces
 * follow from its change of motion. */
static inline real find_axle_forces(const struct group *g, const struct planar *p,
                                    const struct track_axle *axles, const struct track_motion *m,
                                    mask commonroad, struct track_force force[AXLE_ROOM])
{
    const struct layout *l = layout_of(g);
    const struct single_track_constants *c = g->constants;
    real torque = splat(0.0f);
    vec3 gained = with_carried(p, m->change, splat(0.0f));
    real push = c->planar.mass_kg * gained.y * c->planar.inverse_dt;
    real twist = c->planar.yaw_inertia_kgm2 * m->change.yaw_rate * c->planar.inverse_dt;
    for (int a = 0; a < l->axles; ++a) {
        const struct track_axle_constants *own = &c->axles[a];
        force[a] = track_force_of(c, &axles[a], p, m->change);
        real level = commonroad_side(c, l, a, push, twist);
        force[a].side_n = pick(commonroad, level / axles[a].cosine, force[a].side_n);
        force[a].along_n =
            pick(commonroad, c->planar.mass_kg * gained.x * c->planar.inverse_dt * own->load_share,
                 force[a].along_n);
        torque += force[a].side_n * own->steering_arm;
    }
    return torque;
}

static void write_outputs(struct group *g, const struct planar *p, const struct track_axle *axles,
                          const struct track_force *force, const struct track_motion *m,
                          const struct track_driven *driven)
{
    const struct layout *l = layout_of(g);
    struct car_output_lanes *out = &g->output.car;
    write_planar_output(g, p, m->change);
    out->engine_torque_nm = driveline_engine_nm(driven->engine.engine_nm, &driven->motors);
    out->drive_torque_nm = driveline_wheels_nm(l, driven->engine.wheels_nm, &driven->motors);
    for (int a = 0; a < l->axles; ++a)
        write_axle(g, a, p, &axles[a], force[a], axle_brake_nm(g, a, &driven->motors));
}

/* Finds the angle of the middle of each axle. */
static inline void find_axle_angles(const struct planar_constants *c, const struct layout *l,
                                    real rack, struct wheel_angles *angles)
{
    if (angles->known && !any(bits_of(rack) != bits_of(angles->rack))) return;
    angles->known = 1;
    angles->rack = rack;
    for (int a = 0; a < l->axles; ++a)
        angles->wheel[a] = ackermann_angle(&c->steering_axle[a], rack, splat(0.0f));
}

/* By the driver's hands, or by the rider, whose lean it gives and who knows no free steering. */
LANE_INLINE struct rider_lean steer_track(struct group *g, int rider, const struct planar *p,
                                          mask *freed)
{
    const struct single_track_constants *c = g->constants;
    if (rider) {
        *freed = *freed & mask_not(*freed);
        return ride_track(g, p);
    }
    turn_steering_or_let(g, &c->planar.steering, *freed, lanes(c->planar.dt),
                         lanes(c->planar.inverse_dt));
    return (struct rider_lean){.angle_rad = splat(0.0f)};
}

static void step_with(struct group *g, struct wheel_angles *angles, int last)
{
    const struct layout *l = layout_of(g);
    const struct single_track_constants *c = g->constants;
    struct state_lanes before;
    keep_state(g, &before);
    struct planar p = planar_of(g);
    meet_ground(g, p.rotation, p.gap);
    num per_ratio = c->planar.steering.inverse_ratio;
    real steer_before = g->state.car.steering_rad * per_ratio;
    const int rider = is_ridden(g);
    mask freed = free_steering_of(g);
    const struct rider_lean lean = steer_track(g, rider, &p, &freed);
    real steer = g->state.car.steering_rad * per_ratio;
    find_axle_angles(&c->planar, l, steer, angles);
    struct track_axle axles[AXLE_ROOM];
    real rolling[AXLE_ROOM], load_x = g->state.car.load_x_mps2;
    if (rider) load_x = load_x * lowered(c, &lean);
    track_loads(c, l, &p, load_x, axles);
    load_hitch_and_lift(g, &p, axles);
    for (int a = 0; a < l->axles; ++a) {
        track_axle_of(c, l, a, &p, angles->wheel[a], &axles[a]);
        rolling[a] = axles[a].rolling_mps;
    }
    if (rider) lean_axles(c, &lean, axles);
    struct track_request request = track_request_of(g, &p);
    struct track_driven driven = track_drive(g, &p, &request, rolling);

    struct track_motion m = {.mean_yaw_rate = splat(0.0f), .moved = vec3_zero()};
    mask commonroad = lanes(c->follows_commonroad) > 0.5f;
    m.change = track_forces(g, rider, &p, &lean, axles, &request, &driven, &m.held);
    if (any(commonroad)) {
        struct track_motion own = commonroad_motion(g, &p, steer_before, steer);
        m.change = change_pick(commonroad, own.change, m.change);
        m.held = (m.held & mask_not(commonroad)) | (own.held & commonroad);
        m.mean_yaw_rate = own.mean_yaw_rate;
        m.moved = own.moved;
    }
    track_lag_loads(g, &p, m.change);
    track_advance(g, &before, &p, &m, commonroad);
    const struct powertrain_constants *powertrain = &c->powertrain;
    for (int a = 0; a < l->axles; ++a)
        track_spin(g, a, &axles[a],
                   powertrain->brake[a].hand_brake_torque_nm * g->input.hand_brake);
    int freely = any(freed);
    if (!last && !freely) return;
    struct track_force force[AXLE_ROOM];
    real torque_nm = find_axle_forces(g, &p, axles, &m, commonroad, force);
    if (freely)
        let_steering_go(g, &c->planar.steering, &c->planar.steering_wheel, freed, torque_nm,
                        lanes(c->planar.inverse_dt));
    if (!last) return;
    write_outputs(g, &p, axles, force, &m, &driven);
    g->output.car.steering_torque_nm = torque_nm;
}

static void take_substeps(struct group *g) { take_planar_steps(g, step_with); }

#define KERNEL_RUNG single_track
#include "../kernel_entry.h"
