/* The double track's step; where it comes from: double_track_constants.h. */
#include "loads.h"
#include "stance.h"
#include "wheel.h"

#include "../planar/driveline.h"

static struct planar planar_in(const struct group *g, const struct stance *s, vec3 gravity)
{
    const struct layout *l = layout_of(g);
    struct planar p;
    p.rotation = road_frame(s->body, s->up);
    move_over_ground(g, &p);
    p.gravity = gravity;
    for (int w = 0; w < l->wheels; ++w) {
        struct contact_lanes contact = contact_of(g, w);
        p.gap[w] = s->gap[w];
        p.friction[w] = contact.friction;
        p.rolling_resistance[w] = contact.rolling_resistance;
    }
    return p;
}

struct driven {
    struct driveline_drive engine;
    struct driveline_motors motors;
};

static struct driven drive(struct group *g, const struct planar *p)
{
    const struct double_track_constants *c = g->constants;
    const struct powertrain_constants *v = &c->powertrain;
    const struct layout *l = layout_of(g);
    struct car_lanes *car = &g->state.car;
    real spins[WHEEL_ROOM], road_speed = p->forward;
    for (int w = 0; w < l->wheels; ++w) spins[w] = g->state.wheels[w].spin_radps;
    real brake = max_real(g->input.brake, g->input.hand_brake);
    struct driveline_demand demand = {.pedal = g->input.throttle,
                                      .clutch = g->input.clutch,
                                      .gear = g->input.gear,
                                      .brake = brake,
                                      .road_speed_mps = road_speed,
                                      .cage_radps = driveline_cage_speed(v, l, spins),
                                      .brake_pedal = g->input.brake,
                                      .bend_mps2 = road_speed * p->yaw_rate,
                                      .low_range = g->input.low_range,
                                      .endurance_brake = g->input.endurance_brake};
    driveline_brakes(v, car, g->input.brake);
    struct driven driven;
    driven.engine = driveline_step(v, car, &demand, lanes(c->planar.dt));
    driven.motors.any = has_state(g, STATE_NUMBER(car.battery_used));
    if (driven.motors.any) {
        real of_axle[AXLE_ROOM];
        for (int a = 0; a < l->axles; ++a)
            of_axle[a] = 0.5f * (spins[left_hub(l, a)] + spins[right_hub(l, a)]);
        driven.motors =
            driveline_motors(v, l, car, g->state.axles, of_axle, road_speed, splat(0.0f) > 0.0f);
    }
    if (!has_state(g, STATE_NUMBER(car.hill_hold))) return driven;
    struct hill_now now = {.pedal = g->input.brake,
                           .accelerator = g->input.throttle,
                           .speed_mps = road_speed,
                           .pull_mps2 = p->gravity.x};
    now.drive_nm = driveline_wheels_nm(l, driven.engine.wheels_nm, &driven.motors);
    driveline_hold(v, car, now, lanes(c->planar.dt));
    return driven;
}

/* 7.2.3; positive leaning to the right, as the channel has it. */
static real camber_of(const struct double_track_constants *c, const struct layout *l, int w,
                      real load_x)
{
    const struct double_track_axle_constants *axle = &c->axles[l->axle[w]];
    real moved = absolute(load_x * c->transfer_x_kg) * c->per_standard_weight;
    real outwards = axle->camber_rad + axle->camber_gain_rad * min_real(moved, splat(1.0f));
    return -l->side[w] * outwards;
}

/* Returns the torque of a wheel's brake: its share of the hub's. */
static real wheel_brake_nm(const struct group *g, int w, const struct driveline_motors *motors)
{
    const struct double_track_constants *c = g->constants;
    int a = layout_of(g)->axle[w];
    const struct double_track_axle_constants *axle = &c->axles[a];
    const struct powertrain_constants *powertrain = &c->powertrain;
    return axle->hub_share *
           driveline_brake_nm(powertrain, a, &g->state.car, g->input.hand_brake, motors) *
           (1.0f - contact_of(g, w).brake_loss);
}

static struct wheel_demand demand_of(const struct group *g, int w, real load,
                                     const struct driven *driven, const struct planar *p)
{
    const struct layout *l = layout_of(g);
    int a = l->axle[w];
    const struct double_track_constants *c = g->constants;
    const struct double_track_axle_constants *axle = &c->axles[a];
    real per_radius = lanes(c->planar.inverse_rolling_radius[a]), share = lanes(axle->drive_share);
    real brake = wheel_brake_nm(g, w, &driven->motors);
    real drive_nm = share * driven->engine.wheels_nm, inertia = share * driven->engine.inertia_kgm2;
    if (driven->motors.any) {
        real of_axle = splat(1.0f / (float)l->count[a]);
        drive_nm = with_added(drive_nm, of_axle * driven->motors.wheels_nm[a]);
        inertia = with_added(inertia, of_axle * driven->motors.inertia_kgm2[a]);
    }
    real turning = inertia * axle->inverse_radius2;
    return (struct wheel_demand){
        .drive_n = drive_nm * per_radius,
        .resists_n = brake * per_radius + (axle->rolling + p->rolling_resistance[w]) * load,
        .inertia_kg = keep(load > 0.0f, axle->wheel_mass_kg + turning),
        .load_n = load,
        .friction = p->friction[w],
        .camber_rad = camber_of(c, l, w, g->state.car.load_x_mps2),
        .anti_lock = (lanes(c->anti_lock) > 0.5f) & (g->input.hand_brake <= 0.0f)};
}

/* Returns the share of the drive torque that reaches the road; the rest spins up wheels and engine. */
static real share_that_reaches(const struct double_track_constants *c, const struct layout *l,
                               const struct wheel_demand demands[WHEEL_ROOM])
{
    real turning = splat(0.0f);
    for (int a = 0; a < l->axles; ++a)
        turning = turning + WHEEL_SUM(l->count[a], &demands[l->first[a]], inertia_kg);
    return c->planar.mass_kg / (c->planar.mass_kg + turning);
}

/* Velocities after the substep, in the axes at its start. */
static struct planar planar_after(const struct planar *p, struct planar_change change)
{
    struct planar after = *p;
    after.forward += change.forward;
    after.left += change.left;
    after.yaw_rate += change.yaw_rate;
    return after;
}

/* All wheels stand, to within `most_mps`: what they were asked for is less than they can hold. */
static mask stands(const struct layout *l, const struct planar *after,
                   const struct wheel_law laws[WHEEL_ROOM], mask flies, real most_mps)
{
    mask still = mask_not(flies);
    for (int w = 0; w < l->wheels; ++w)
        still = still & (absolute(speed_along(laws[w].plane.along, after)) <= most_mps) &
                (absolute(speed_along(laws[w].plane.across, after)) <= most_mps);
    return still;
}

static struct planar_change move_by_forces(const struct group *g, const struct planar *p,
                                           const struct surroundings *around,
                                           const struct wheel_law laws[WHEEL_ROOM])
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    struct planar_system system = planar_start(&c->planar);
    struct planar_system of_wheel[WHEELS_OF(l)];
    for (int w = 0; w < l->wheels; ++w) of_wheel[w] = wheel_element(c, &laws[w]);
    for (int a = 0; a < l->axles; ++a)
        system = planar_sum(system, planar_axle_sum(l->count[a], &of_wheel[l->first[a]]));
    vec3 force = {c->planar.mass_kg * p->gravity.x + around->air.x,
                  c->planar.mass_kg * p->gravity.y + around->air.y, around->air_yaw_nm};
    force = less_carried(&c->planar, p, force);
    planar_push(&system, force.x, force.y, force.z, lanes(c->planar.dt));
    return planar_solve(&system);
}

/* The loads' acceleration goes towards what was felt in this substep. */
static void lag_loads(struct group *g, const struct planar *p, struct planar_change change,
                      mask flies)
{
    const struct double_track_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    real inverse_dt = lanes(c->planar.inverse_dt), blend = lanes(c->load_blend);
    vec3 gained = with_carried(p, change, -p->rising);
    car->load_x_mps2 = mix(car->load_x_mps2, gained.x * inverse_dt - p->gravity.x, blend);
    car->load_y_mps2 = mix(car->load_y_mps2, gained.y * inverse_dt - p->gravity.y, blend);
    car->load_z_mps2 = mix(car->load_z_mps2, keep(mask_not(flies), gained.z * inverse_dt), blend);
}

/* Against gravity; where there is none a body turns on. */
static mask is_upright(const struct group *g, const struct stance *s)
{
    vec3 gravity = gravity_of(g);
    vec3 up = {s->body.x.z, s->body.y.z, s->body.z.z};
    return mask_not(vec3_dot(up, gravity) > -UPRIGHT_COSINE * vec3_length(gravity));
}

/* The body turns with the road, towards its pose, or on as it did; one that rests does not change a
 * bit. */
static void turn_body(struct group *g, const struct stance *s, const struct planar *p,
                      real mean_yaw_rate, vec3 pose)
{
    const struct double_track_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    real inverse_dt = lanes(c->planar.inverse_dt), zero = splat(0.0f);
    vec3 led = vec3_scale(s->up, mean_yaw_rate);
    led.x += pose.x * inverse_dt, led.y += pose.y * inverse_dt;
    if (g->ground_moves) {
        vec3 tilts = vec3_of(p->ground_turning.x, p->ground_turning.y, zero);
        tilts = matrix3_apply_transposed(s->body, matrix3_apply(p->rotation, tilts));
        led = vec3_with_added(led, tilts);
    }
    real free = pick(is_upright(g, s), splat(1.0f), zero);
    vec3 on = {car->roll_rate_radps * free, car->pitch_rate_radps * free, mean_yaw_rate};
    vec3 turn = vec3_pick(s->flies, on, led);
    turn_orientation_or_rest(car, turn, lanes(c->planar.dt));
    car->roll_rate_radps = turn.x;
    car->pitch_rate_radps = turn.y;
}

/* Velocities, attitude and place. `falling`: change of the velocity over the ground square to the road; `rides`: goes with it. The pose
 * follows `road` and the springs' `lean`. */
static void advance(struct group *g, const struct state_lanes *before, const struct stance *s,
                    const struct planar *p, struct planar_change change, real falling, mask still,
                    mask rides, vec3 road, vec3 lean)
{
    const struct double_track_constants *c = g->constants;
    struct car_lanes *car = &g->state.car;
    real dt = lanes(c->planar.dt), yaw_before = car->yaw_rate_radps;
    vec3 earlier = velocity_of(car);
    push_velocity(car, matrix3_apply(p->rotation, with_carried(p, change, falling)));
    car->yaw_rate_radps += change.yaw_rate;
    stop_where(car, still, ground_velocity_after(g, p), p->ground_turning.z);
    vec3 later = velocity_of(car);
    road.z = climb_with(g, p, keep(mask_not(s->flies), road.z), mask_not(s->flies));
    vec3 pose = vec3_pick(s->flies, vec3_zero(), vec3_add(road, lean));
    turn_body(g, s, p, 0.5f * (yaw_before + car->yaw_rate_radps), pose);
    vec3 lift = matrix3_apply(p->rotation, vec3_of(splat(0.0f), splat(0.0f), pose.z));
    vec3 way = held_way(g, p, rides, vec3_scale(vec3_add(earlier, later), 0.5f * dt));
    vec3 moved = vec3_add(lift, way);
    park_faulty(g, before, state_is_bounded(layout_of(g), &g->state) & move_is_bounded(moved));
    move_by(g, vec3_pick(is_parked(car->fault), vec3_zero(), moved));
}

static void roll_wheels(struct group *g, const struct planar *after,
                        const struct wheel_law laws[WHEEL_ROOM], mask flies, mask still)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    for (int w = 0; w < l->wheels; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        real rolling =
            speed_along(laws[w].plane.along, after) * c->planar.inverse_rolling_radius[l->axle[w]];
        real spin = pick(laws[w].locked | still, splat(0.0f), rolling);
        wheel->spin_radps = pick(flies, wheel->spin_radps, spin);
        real angle = wheel->spin_angle_rad + wheel->spin_radps * c->planar.dt;
        wheel->spin_angle_rad = angle - 6.2831853f * nearest(angle * 0.15915494f);
    }
}

/* Forces as the car got them, of the speeds at the end of the substep. */
static void write_wheel(struct group *g, int w, const struct wheel_law *law, real load,
                        const struct planar *after, const struct driveline_motors *motors)
{
    const struct double_track_constants *c = g->constants;
    struct wheel_output_lanes *out = &g->output.wheels[w];
    const struct wheel_directions *k = &law->plane;
    real speed = speed_along(k->along, after), side = speed_along(k->across, after);
    real gained = (speed - k->speed) * c->planar.inverse_dt;
    out->load_n = load;
    out->longitudinal_force_n = law->drive_n - law->resistance * speed - law->inertia_kg * gained;
    out->lateral_force_n = law->side_n - law->side_resistance * side;
    out->aligning_moment_nm = law->mz_nm;
    mask rolls = absolute(k->speed) > NEAR_STILL_PER_S * c->planar.dt;
    out->slip_ratio = pick(law->locked & rolls, splat(-1.0f), splat(0.0f));
    out->slip_angle_rad = arc_tangent2(k->side_speed, absolute(k->speed));
    out->camber_rad = camber_of(c, layout_of(g), w, g->state.car.load_x_mps2);
    out->steer_rad = k->steer.angle_rad;
    out->brake_torque_nm = wheel_brake_nm(g, w, motors);
}

/* Side forces times caster trail, and the tyres' own moments, at the hand wheel. */
static real steering_torque(const struct group *g)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    real sum = splat(0.0f);
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        const struct wheel_output_lanes *out = &g->output.wheels[l->first[a]];
        num share = c->planar.steering_axle[a].share;
        real caster = WHEEL_SUM(l->count[a], out, lateral_force_n) * axle->caster_trail_m;
        sum = sum + share * (caster - WHEEL_SUM(l->count[a], out, aligning_moment_nm));
    }
    return sum * c->planar.steering.inverse_ratio;
}

static void write_car(struct group *g, const struct planar *p, struct planar_change change,
                      const struct driven *driven)
{
    const struct layout *l = layout_of(g);
    struct car_output_lanes *out = &g->output.car;
    write_planar_output(g, p, change);
    out->engine_torque_nm = driveline_engine_nm(driven->engine.engine_nm, &driven->motors);
    out->drive_torque_nm = driveline_wheels_nm(l, driven->engine.wheels_nm, &driven->motors);
    out->steering_torque_nm = steering_torque(g);
}

/* Finds how the ground moves below a car that leans: its planes' velocities are those straight below the wheels' hubs, and the
 * fit wants these places in the road, not in the body's plane. */
static void find_ground_below_lean(struct group *g, matrix3 body)
{
    const struct double_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    g->ground_moves = moves_below(g);
    rest_ground(g);
    if (!g->ground_moves) return;
    vec3 at[WHEEL_ROOM], normal[WHEEL_ROOM];
    for (int w = 0; w < l->wheels; ++w) normal[w] = contact_of(g, w).normal;
    vec3 up = vec3_normalise(sum_over_wheels(l, normal));
    matrix3 road = road_frame(body, matrix3_apply_transposed(body, up));
    for (int w = 0; w < l->wheels; ++w) {
        const struct double_track_axle_constants *axle = &c->axles[l->axle[w]];
        vec3 hub = contact_point_at(&c->planar, w);
        hub.z = hub.z + axle->hub_height_m;
        hub = matrix3_apply(body, hub);
        real above = height_above(g, w, normal[w]) + vec3_dot(normal[w], hub);
        at[w] = matrix3_apply_transposed(road, vec3_add_scaled(hub, normal[w], -above));
    }
    fit_ground(g, road, at);
}

/* Which cars stand; `rides`: which of them and others go on the ground's arc, off which what rounding leaves of the ground's
 * velocity leads no car. */
static inline mask which_stand(const struct group *g, const struct planar *p,
                               const struct planar *after, const struct wheel_law laws[WHEEL_ROOM],
                               mask flies, mask *rides)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    real still_mps = lanes(STILL_MPS * c->planar.root);
    mask still = stands(l, after, laws, flies, still_mps);
    *rides = still;
    if (g->ground_moves)
        *rides =
            stands(l, after, laws, flies, still_mps + ROUNDING * vec3_length(p->ground_velocity));
    return still;
}

/* Finds the laws of all wheels from their loads and torques. */
static void find_wheel_laws(const struct double_track_constants *c, const struct layout *l,
                            const struct planar *p, const struct wheel_angles *angles,
                            const struct wheel_demand *demands, struct wheel_law *laws)
{
    real reach = share_that_reaches(c, l, demands);
    for (int w = 0; w < l->wheels; ++w)
        laws[w] = wheel_law_of(c, l, w, wheel_directions_of(c, p, angles->wheel[w], w), &demands[w],
                               reach);
}

static void step_with(struct group *g, struct wheel_angles *angles, int last)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    struct state_lanes before;
    keep_state(g, &before);
    struct car_lanes *car = &g->state.car;
    mask freed = free_steering_of(g);
    find_ground_below_lean(g, quat_matrix(orientation_of(car)));
    real rack = turn_steering_or_let(g, &c->planar.steering, freed, lanes(c->planar.dt),
                                     lanes(c->planar.inverse_dt));

    find_wheel_angles(&c->planar, l, rack, angles);

    struct surroundings about = surroundings_of(g, quat_matrix(orientation_of(car)));
    struct pressure by_body = about.pressure;
    real body_gravity_z = about.gravity.z;
    /* The body leans by its weight alone: springs do not follow what a bend of the road adds for a moment. */
    by_body.weight_n = pressing_n(c, body_gravity_z, splat(0.0f));
    struct axle_loads axles = axle_loads_of(c, l, &by_body, car->load_x_mps2);
    struct lean lean = lean_of(c, l, &axles, car->load_y_mps2);
    struct stance stance = stance_of(g, &lean, body_gravity_z);
    meet_ground(g, stance.body, stance.gap);
    meet_walls(g, &stance);
    fly_or_land(g, &stance, body_gravity_z);

    struct surroundings around = surroundings_of(g, road_frame(stance.body, stance.up));
    struct planar p = planar_in(g, &stance, around.gravity);
    real loads[WHEEL_ROOM];
    axles = axle_loads_of(c, l, &around.pressure, car->load_x_mps2);
    wheel_loads(c, l, &around.pressure, &axles, car->load_y_mps2, stance.flies, loads);

    struct driven driven = drive(g, &p);
    struct wheel_demand demands[WHEELS_OF(l)];
    struct wheel_law laws[WHEELS_OF(l)];
    for (int w = 0; w < l->wheels; ++w) demands[w] = demand_of(g, w, loads[w], &driven, &p);
    find_wheel_laws(c, l, &p, angles, demands, laws);
    struct planar_change change = move_by_forces(g, &p, &around, laws);
    struct planar after = planar_after(&p, change);
    mask rides, still = which_stand(g, &p, &after, laws, stance.flies, &rides);
    real falls = (p.gravity.z + around.air.z * c->inverse_mass) * c->planar.dt;
    real falling = pick(stance.flies, with_added(falls, -p.carried.z), -p.rising);

    lag_loads(g, &p, change, stance.flies);
    axles = axle_loads_of(c, l, &by_body, car->load_x_mps2);
    struct lean next = lean_of(c, l, &axles, car->load_y_mps2);
    vec3 onto_road = follow_ground(c, l, &stance), onto_springs = follow_lean(c, l, &lean, &next);
    write_travel(g, &stance, &next);
    roll_wheels(g, &after, laws, stance.flies, still);
    advance(g, &before, &stance, &p, change, falling, still, rides, onto_road, onto_springs);
    int freely = any(freed);
    if (!last && !freely) return;
    for (int w = 0; w < l->wheels; ++w)
        write_wheel(g, w, &laws[w], loads[w], &after, &driven.motors);
    if (freely)
        let_steering_go(g, &c->planar.steering, &c->planar.steering_wheel, freed,
                        steering_torque(g), lanes(c->planar.inverse_dt));
    if (!last) return;
    p.rising = -falling;
    write_car(g, &p, change, &driven);
}

static void take_substeps(struct group *g) { take_planar_steps(g, step_with); }

#define KERNEL_RUNG double_track
#include "../kernel_entry.h"
