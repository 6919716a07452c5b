/* The full model's step, compiled once per width (and, from width 4, for cars that share a model and
 * for cars that each have their own). step_once is its table of contents.
 *
 * Integration at a fixed substep: half of the way with the old velocities, forces there, new velocities, the other half
 * of the way with these (position Verlet, of second order: B. Leimkuhler and S. Reich, Simulating Hamiltonian Dynamics,
 * 2004, ch. 4). Forces that depend on the body's velocities see those that its last acceleration leads to by the middle.
 * Implicit where the coupling is stiff: wheel travels (implicit_travel.h), spin against the contact patch (spin_wheel),
 * contact patch slip, brakes and rolling resistance, clutch and shafts. The contact patch (backward Euler), lags and aids
 * are of first order; test_full_straight shows what that leaves of a lane change. */
#define KERNEL_HAS_SPRINGS 1
#include "../group.h"

#include "bogie_step.h"
#include "cargo.h"
#include "corner.h"
#include "drive.h"
#include "front_rounds.h"
#include "implicit_travel.h"
#include "ride.h"
#include "stand.h"
#include "steering_moment.h"
#include "tilt.h"
#include "wheel_lanes.h"
#include <kamm/cars.h>

static struct fitted fitted_of(const struct group *g)
{
    return (struct fitted){has_state(g, STATE_NUMBER(car.engine_cut_demand)),
                           has_state(g, STATE_NUMBER(axles[0].vectoring_nm)),
                           has_state(g, STATE_NUMBER(axles[0].active_bar_n)),
                           has_state(g, STATE_NUMBER(car.active_steer_rad)),
                           has_state(g, STATE_NUMBER(car.abs_reference_mps)),
                           has_state(g, STATE_NUMBER(wheels[0].abs_pause_s)),
                           has_state(g, STATE_NUMBER(car.battery_used)),
                           has_state(g, STATE_NUMBER(car.low_range)),
                           has_state(g, STATE_NUMBER(car.hill_hold))};
}

static struct corner_ground ground_below(const struct group *g, const struct body_motion *body,
                                         int wheel)
{
    const struct full_constants *c = g->constants;
    struct contact_lanes contact = contact_of(g, wheel);
    const struct contact_rows *rows = &g->job->block->contact[wheel];
    vec3 passing = vec3_sub(velocity_of(&g->state.car), contact.velocity);
    vec3 own = vec3_sub(contact.velocity, g->ground.velocity);
    real rise = vec3_dot(contact.normal, passing) * (0.5f * c->chassis.dt);
    return (struct corner_ground){
        .normal = matrix3_apply_transposed(body->rotation, contact.normal),
        .velocity = matrix3_apply_transposed(body->rotation, own),
        .turning = body->ground_turning,
        .height_m = height_above(g, wheel, contact.normal) + rise,
        .rise_m = rise,
        .friction = contact.friction,
        .rolling_resistance = contact.rolling_resistance,
        .sliding_loss = contact.sliding_loss,
        .water_m = contact.water_m,
        .radius_loss_m = contact.radius_loss_m,
        .brake_loss = contact.brake_loss,
        .softness = load(rows->soil.friction_modulus + g->lane),
        .rut_m = load(rows->rut_m + g->lane),
    };
}

/* The soil of all wheels, if any wheel of any lane has some or had. Lanes without get harmless numbers. */
static int find_soils(const struct group *g, struct corner_ground *grounds)
{
    const struct layout *l = layout_of(g);
    int soft = 0;
    for (int w = 0; w < l->wheels; ++w) soft |= is_soft(&grounds[w]);
    for (int w = 0; w < l->wheels && soft; ++w) {
        const struct soil_rows *rows = &g->job->block->contact[w].soil;
        struct soil *soil = &grounds[w].soil;
        mask has = grounds[w].softness > 0.0f;
        soil->cohesion_modulus = load(rows->cohesion_modulus + g->lane);
        soil->friction_modulus = pick(has, grounds[w].softness, splat(1e6f));
        soil->exponent = pick(has, load(rows->exponent + g->lane), splat(1.0f));
        soil->cohesion_pa = load(rows->cohesion_pa + g->lane);
        soil->friction_tangent = pick(has, load(rows->friction_tangent + g->lane), splat(1.0f));
        soil->shear_m = pick(has, load(rows->shear_m + g->lane), splat(0.01f));
        soil->weight_npm3 = load(rows->density_kgpm3 + g->lane) * 9.80665f;
        soil->depth_m = load(rows->depth_m + g->lane);
    }
    return soft;
}

/* Ruts are of the ground, and lie with the contacts. */
static void keep_ruts(const struct group *g, const struct corner *corners)
{
    for (int w = 0; w < layout_of(g)->wheels; ++w)
        store(g->job->block->contact[w].rut_m + g->lane, corners[w].rut_m);
}

/* Steering, geometry, contact and tyre force of all wheels. */
static void compute_corners(struct group *g, const struct body_motion *body, struct rack rack,
                            const struct hinge *twist, const struct corner_ground *grounds,
                            struct corner *corners)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    struct substep step = {lanes(c->chassis.dt), lanes(c->chassis.inverse_dt),
                           raised_axles(&g->input)};
#if KAMM_WIDTH == 1 && !defined(KAMM_SCALAR)
    if (!has_twist(g)) {
        const float *own = lane_constants_of(g->job->constants, l);
        kamm_full_wheel_lanes(l, own, (const float *)&step, (const float *)&rack,
                              (const float *)body, (const float *)grounds, (float *)g->state.wheels,
                              (float *)corners);
        return;
    }
#endif
    for (int w = 0; w < l->wheels; ++w) {
        const struct axle_constants *axle = &c->chassis.axles[l->axle[w]];
        const struct wheel_lanes *opposite_side = &g->state.wheels[l->opposite[w]];
        struct opposite_wheel other = {opposite_side->travel_m, opposite_side->travel_rate_mps};
        struct wheel_place place = {splat(l->side[w]), splat(l->twin[w])};
        if (has_twist(g) && w == 0)
            find_twisted_corner(axle, place, rack, body, &grounds[w], &g->state.wheels[w], other,
                                step, twist, &corners[w]);
        else
            find_corner(axle, place, rack, body, &grounds[w], &g->state.wheels[w], other, step,
                        &corners[w]);
    }
}

/* Springs, dampers, bar, actuators: forces down on the hubs. A single wheel has no other one beside it: what would be that one's
 * is worked out on a copy, and dropped. */
static void press_hubs(struct group *g, const struct axle_constants *axle,
                       const struct body_motion *body, struct fitted fitted, int a,
                       const struct corner *corners, const struct drive_report *drive, real load_n,
                       real down[2], struct travel_slope *slope, struct bogie_slope *bogie)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    struct wheel_lanes *left = &g->state.wheels[left_hub(l, a)], alike = *left;
    struct wheel_lanes *right = hub_count(l, a) == 1 ? &alike : left + 1;
    struct bar_force bar = twist_bar(axle, body, load_n, left, right,
                                     tilts_with_body(g, a) ? NULL : &g->state.axles[a].bar_slack_m);
    real above[2] = {splat(0.0f), splat(0.0f)};
    for (int i = 0; i < hub_count(l, a) && has_skyhook(&axle->skyhook); ++i)
        above[i] = body_vertical_acceleration(&g->state.car, corners[i].hub);
    int shares = shares_load(&axle->load_sharing);
    struct sharing sharing;
    if (shares) sharing = sharing_of(c, l, g->state.wheels, a);
    *slope = press_springs(axle, left, right, bar, above, lanes(c->chassis.dt),
                           shares ? &sharing : NULL, bogie, down);
    if (tilts_with_body(g, a)) hold_tilt(g, a, left, right, down, slope);
    if (has_torque_reaction(&c->reaction) && hub_count(l, a) == 2) {
        down[0] = with_added(down[0], drive->propeller_n[a]);
        down[1] = with_added(down[1], -drive->propeller_n[a]);
    }
    if (has_swing_arm(c) && a == l->axles - 1)
        down[0] = with_added(down[0], -(drive->arm_turn * drive->drive_nm[l->first[a]]));
    if (fitted.active_bar) {
        real force = work_active_bar(c, a, &g->state.car, &g->state.axles[a], body, load_n);
        down[0] = with_added(down[0], -force);
        down[1] = with_added(down[1], force);
    }
    if (!fitted.demands) return;
    down[0] = with_added(down[0], left->actuator_demand_n);
    down[1] = with_added(down[1], right->actuator_demand_n);
}

/* Spring, damper, bar, tyre and gyroscopic forces of an axle, left and right added first. `corners`, `torques` and
 * `shares` are those of its wheels. */
static struct wrench ride_axle(struct group *g, const struct body_motion *body,
                               struct fitted fitted, int a, const struct corner *corners,
                               const struct drive_report *drive, const struct wheel_torque *torques,
                               struct wheel_share *shares, struct tyre_travel *tyres,
                               struct travel_slope *slope, struct bogie_slope *bogie)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    const struct axle_constants *axle = &c->chassis.axles[a];
    const struct wheel_lanes *wheels = &g->state.wheels[l->first[a]];
    int hubs = hub_count(l, a);
    real down[2];
    for (int i = 0; i < l->count[a]; ++i) tyres[i] = tyre_travel_of(axle, &corners[i]);
    press_hubs(g, axle, body, fitted, a, corners, drive, WHEEL_SUM(l->count[a], corners, load_n),
               down, slope, bogie);
    for (int i = 0; i < hubs; ++i)
        shares[i] = wheel_share_of(axle, body, &corners[i], &corners[hubs - 1 - i], &wheels[i],
                                   torques[i], down[i]);
    if (has_swing_arm(c) && a == l->axles - 1)
        go_round_pivot(c, axle, &corners[0], &wheels[0], &shares[0]);
    for (int i = 0; i < 2 && has_twins(l, a); ++i)
        add_outer_twin(axle, &corners[2 + i], &corners[3 - i], &shares[i]);
    return hubs == 1 ? shares[0].wrench : wrench_sum(shares[0].wrench, shares[1].wrench);
}

/* How much higher than at rest the body is above the planes below an axle's wheels, in the mean. */
static real height_at_axle(const struct group *g, int a, real x_m,
                           const struct corner_ground *grounds)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    const struct corner_ground *left = &grounds[left_hub(l, a)], *right = &grounds[right_hub(l, a)];
    vec3 point = {x_m, splat(0.0f), lanes(c->chassis.aero.road_height_m)};
    return 0.5f * ((left->height_m + vec3_dot(left->normal, point)) +
                   (right->height_m + vec3_dot(right->normal, point)));
}

static struct aero_heights heights_of(const struct group *g, const struct corner_ground *grounds)
{
    const struct aero_constants *c = &((const struct full_constants *)g->constants)->chassis.aero;
    struct aero_heights heights = {splat(0.0f), splat(0.0f)};
    if (!any(lift_follows_height(c))) return heights;
    heights.front_m = height_at_axle(g, 0, lanes(c->front.x_m), grounds);
    heights.rear_m = height_at_axle(g, layout_of(g)->axles - 1, lanes(c->rear.x_m), grounds);
    return heights;
}

/* Weight, air, and what the inertia of the turning body asks for. */
static struct wrench external_loads(const struct group *g, const struct body_motion *body,
                                    const struct corner_ground *grounds)
{
    const struct full_constants *c = g->constants;
    struct wrench w;
    w.force = vec3_scale(body->gravity, lanes(c->chassis.sprung_mass_kg));
    w.moment = vec3_cross(angular_momentum(c->chassis.sprung_inertia, body->angular_velocity),
                          body->angular_velocity);
    vec3 air = vec3_sub(wind_of(g), g->ground.velocity);
    air = vec3_sub(body->velocity, matrix3_apply_transposed(body->rotation, air));
    add_aero(&c->chassis.aero, splat(g->job->air_density_kgpm3), air, body->angular_velocity,
             heights_of(g, grounds), &w.force, &w.moment);
    add_outer(g, body->rotation, &w.force, &w.moment);
    if (!has_state(g, STATE_NUMBER(car.hitch_x_n))) return w;
    const struct car_lanes *car = &g->state.car;
    vec3 pull = {car->hitch_x_n, car->hitch_y_n, car->hitch_z_n};
    vec3 turn = {car->hitch_roll_nm, car->hitch_pitch_nm, car->hitch_yaw_nm};
    w.force = vec3_with_added(w.force, pull);
    w.moment = vec3_with_added(w.moment, turn);
    return w;
}

/* Accelerations under `w`, in rounds with the matrix A at rest. Turning, the wheels' travel and the lean of the
 * unsprung masses are taken from the previous round. Each shrinks what is missing of the momentum's balance to a
 * twentieth, at few substeps to a third: it goes `round_step` of the way (full_compile.c), for hubs that are held
 * stiffly would make it oscillate otherwise. The first takes the last substep's accelerations for the travels alone: on
 * steep wheel paths the lean would else feed on itself from substep to substep. */
enum { MOTION_ROUNDS = 3 };

static struct acceleration solve_motion(const struct group *g, const struct body_motion *body,
                                        struct corner *corners, struct wheel_share *shares,
                                        struct tyre_travel *tyres,
                                        const struct travel_slope *slopes,
                                        const struct bogie_slope *bogies, const struct wrench *w,
                                        struct scrape *scrape, struct cargo *cargo,
                                        struct front *front)
{
    const struct layout *l = layout_of(g);
    const struct full_constants *c = g->constants;
    struct acceleration a = last_acceleration(&g->state.car);
    int shared = any_num(c->bogies > 0.5f);
    real of_bogie[AXLE_ROOM][2];
    struct held_drag held[AXLE_ROOM][2];
    struct wrench of_hub[2], *each = has_front(g) ? of_hub : NULL;
    if (has_front(g)) find_held_drags(g, corners, held);
    if (has_front(g) && scrape->touches) find_yields_with_front(front, scrape);
    if (scrape->touches) push_points(c, scrape, &a);
    for (int round = 0; round < (has_front(g) ? FRONT_ROUNDS : MOTION_ROUNDS); ++round) {
        struct wrench better = *w;
        if (scrape->touches) better = with_scrape(c, scrape, better);
        if (round) better.moment = vec3_add(better.moment, midpoint_moment(c, body, &a));
        if (has_front(g)) begin_round(front, &shares[0]);
        if (shared) couple_bogies(c, l, slopes, bogies, corners, tyres, shares, &a, of_bogie);
        for (int i = 0; i < l->axles; ++i) {
            const struct axle_constants *axle = &c->chassis.axles[i];
            struct corner *k = &corners[l->first[i]];
            struct wheel_share *own = &shares[l->first[i]];
            int hubs = hub_count(l, i);
            struct wrench more =
                press_implicitly(axle, hubs, has_twins(l, i), &slopes[i], k, &tyres[l->first[i]],
                                 own, shared ? of_bogie[i] : NULL, has_front(g) ? held[i] : NULL,
                                 &a, lanes(c->chassis.dt), each);
            better = wrench_sum(better, more);
            if (has_front(g) && i == 0) feel_wheels(front, k, of_hub);
            if (!round) continue;
            more = lean_on_links(axle, hubs, body, k, own, &a, each);
            if (has_front(g)) more = leave_out_shift(axle, hubs, k, &a, of_hub);
            better = wrench_sum(better, more);
            if (has_front(g) && i == 0) feel_wheels(front, k, of_hub);
        }
        struct acceleration next =
            has_front(g) ? accelerate_with_front(c, front, &better) : accelerate(c, &better);
        if (moves_cargo(g)) {
            find_load_forces(c, cargo, body, &a, lanes(c->chassis.dt), !round);
            next = accelerate_with_cargo(c, cargo, body, &better, next);
        }
        a.linear = vec3_towards(a.linear, next.linear, round_step_of(g));
        a.angular = vec3_towards(a.angular, next.angular, round_step_of(g));
        if (scrape->touches) push_points(c, scrape, &a);
    }
    for (int i = 0; i < l->wheels; ++i) take_load_change(&corners[i], &tyres[i]);
    for (int i = 0; i < l->wheels && has_front(g); ++i)
        corners[i].fx = corners[i].fx + held[l->axle[i]][i - l->first[l->axle[i]]].change_n;
    return a;
}

static void write_wheel_output(struct group *g, int w, const struct corner *k,
                               const struct drive_report *drive)
{
    const struct full_constants *c = g->constants;
    struct wheel_output_lanes *out = &g->output.wheels[w];
    real speed = absolute(k->forward_speed);
    out->load_n = k->load_n;
    out->longitudinal_force_n = k->fx;
    out->lateral_force_n = k->fy;
    out->aligning_moment_nm = k->mz;
    out->slip_ratio =
        clamp((k->effective_radius_m * g->state.wheels[w].spin_radps - k->forward_speed) /
                  max_real(speed, lanes(0.01f * c->chassis.powertrain.cycles.root)),
              splat(-1000.0f), splat(1000.0f));
    out->slip_angle_rad = arc_tangent2(k->left_speed, speed);
    out->camber_rad = k->camber_rad;
    out->steer_rad = k->steer_rad;
    out->brake_torque_nm = drive->brake_nm[w];
    out->drive_torque_nm = drive->drive_nm[w];
    out->brake_release = drive->brake_release[w];
}

static void write_car_output(struct group *g, const struct body_motion *body,
                             const struct acceleration *a, const struct corner *corners,
                             const struct wheel_torque *torques, const struct front *front)
{
    struct car_output_lanes *out = &g->output.car;
    write_acceleration_output(g, body->rotation, a->linear);
    out->air_speed_mps = air_speed_of(g);
    out->steering_torque_nm =
        has_front(g) ? hands_torque(front) : hand_wheel_torque(g, corners, torques);
}

/* Checks the states of this rung that may run away. */
static mask is_well(const struct group *g)
{
    const struct layout *l = layout_of(g);
    const struct state_lanes *s = &g->state;
    mask well = state_is_bounded(l, s) & (absolute(s->car.shaft_twist_rad) < 1e3f);
    if (moves_cargo(g)) well = well & loads_are_bounded(&s->car);
    if (has_front(g)) well = well & front_is_bounded(&s->car);
    for (int w = 0; w < l->wheels; ++w)
        well = well & (absolute(s->wheels[w].travel_rate_mps) < 1e4f) &
               (absolute(s->wheels[w].contact_deflection_x_m) < 10.0f) &
               (absolute(s->wheels[w].contact_deflection_y_m) < 10.0f);
    return well;
}

/* Travels of the hubs after a substep. */
static void advance_wheels(struct group *g, const struct corner *corners,
                           const struct wheel_share *shares, const struct acceleration *motion)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    for (int w = 0; w < l->wheels; ++w) {
        int hub = l->hub[w];
        if (hub == w)
            advance_travel(&c->chassis.axles[l->axle[w]], &g->state.wheels[w], &corners[w],
                           shares[w], motion, lanes(c->chassis.dt));
        else
            follow_hub(&g->state.wheels[w], &g->state.wheels[hub]);
    }
}

/* The first half of a substep's way, with the velocities that it begins with. Positions, which are doubles,
 * wait until its end. */
static void half_step_positions(struct group *g, real half_s)
{
    struct car_lanes *car = &g->state.car;
    turn_orientation(car, (vec3){car->roll_rate_radps, car->pitch_rate_radps, car->yaw_rate_radps},
                     half_s);
    if (has_liquid(g)) half_step_loads(car, half_s);
    if (has_front(g)) half_step_front(car, g, half_s);
    for (int w = 0; w < layout_of(g)->wheels; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        wheel->travel_m = wheel->travel_m + wheel->travel_rate_mps * half_s;
    }
}

/* Positions by the mean of the velocities before and after. */
static void advance_by_mean(const struct group *g, const struct state_lanes *before, real dt)
{
    const struct car_block *block = g->job->block;
    vec3 was = velocity_of(&before->car), is = velocity_of(&g->state.car);
    mask parked = is_parked(g->state.car.fault);
    was = vec3_pick(parked, vec3_zero(), was);
    float half[KAMM_WIDTH], v[2][3][KAMM_WIDTH];
    real half_s = 0.5f * dt;
    memcpy(half, &half_s, sizeof half);
    memcpy(v[0], &was, sizeof v[0]);
    memcpy(v[1], &is, sizeof v[1]);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < KAMM_WIDTH; ++i)
            block->position_m[axis][g->lane + i] +=
                ((double)v[0][axis][i] + (double)v[1][axis][i]) * (double)half[i];
}

/* The steering wheel's angle at the rack, with what active steering and a control unit add. */
static struct rack rack_of(struct group *g, struct fitted fitted, const struct body_motion *body,
                           const struct corner_ground *grounds, mask freed)
{
    const struct full_constants *c = g->constants;
    const struct steering_constants *steering = &c->chassis.steering;
    struct car_lanes *car = &g->state.car;
    struct rack rack = {turn_steering_or_let(g, steering, freed, lanes(c->chassis.dt),
                                             lanes(c->chassis.inverse_dt)),
                        car->steering_rate_radps * steering->inverse_ratio};
    if (fitted.active_steering) rack = steer_actively(c, layout_of(g), car, rack, body, grounds);
    if (fitted.demands) rack.angle_rad = with_added(rack.angle_rad, car->steer_demand_rad);
    return rack;
}

/* Adds the reaction of engine and gearbox to the body. */
static inline void add_torque_reaction(const struct full_constants *c,
                                       const struct drive_report *drive, struct wrench *total)
{
    if (!has_torque_reaction(&c->reaction)) return;
    mask turns = lanes(c->reaction.on) > 0.5f;
    total->moment = vec3_pick(turns, vec3_add(total->moment, drive->reaction_nm), total->moment);
}

LANE_INLINE void write_outputs(struct group *g, const struct body_motion *body,
                               const struct acceleration *motion, const struct corner *corners,
                               const struct wheel_torque *torques, const struct drive_report *drive,
                               const struct front *front, const struct scrape *scrape)
{
    for (int w = 0; w < layout_of(g)->wheels; ++w) write_wheel_output(g, w, &corners[w], drive);
    write_scrape_output(g, scrape);
    write_car_output(g, body, motion, corners, torques, front);
    write_drive_output(g, drive);
}

/* Inlined, like press_implicitly, whatever else the unit has: calls of these two cost a car 1 %. */
LANE_INLINE void step_once(struct group *g, int last)
{
    const struct full_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    struct state_lanes before;
    keep_state(g, &before);
    real dt = lanes(c->chassis.dt);
    half_step_positions(g, 0.5f * dt);
    struct body_motion body = body_motion_of(g, dt);
    const struct fitted fitted = fitted_of(g);
    struct travel_slope slopes[AXLE_ROOM];
    struct bogie_slope bogies[AXLE_ROOM];
    struct tyre_travel tyres[WHEELS_OF(l)];
    struct corner_ground grounds[WHEELS_OF(l)], below_body[WHEELS_OF(l)];
    struct corner corners[WHEELS_OF(l)];
    struct wheel_torque torques[WHEELS_OF(l)];
    struct wheel_share shares[WHEELS_OF(l)];
    mask freed = free_steering_of(g);
    for (int w = 0; w < l->wheels; ++w) grounds[w] = ground_below(g, &body, w);
    int soft = find_soils(g, grounds);
    struct rack rack = has_front(g) ? front_rack(g) : rack_of(g, fitted, &body, grounds, freed);
    struct hinge twist;
    if (has_twist(g)) find_twist(g, &twist);
    compute_corners(g, &body, rack, &twist, grounds, corners);
    if (soft) keep_ruts(g, corners);
    struct corner_ground *roads = roads_of(g, &body, grounds, below_body);
    lower_unmet_ground(g, corners, grounds, roads);
    struct drive_report drive =
        drive_wheels(c, l, &g->state, &g->input, fitted, &body, corners, torques);

    struct wrench total = external_loads(g, &body, grounds);
    for (int a = 0; a < l->axles; ++a) {
        int w = l->first[a];
        total = wrench_sum(total, ride_axle(g, &body, fitted, a, &corners[w], &drive, &torques[w],
                                            &shares[w], &tyres[w], &slopes[a], &bogies[a]));
    }
    struct scrape scrape;
    find_scrape(g, &body, roads, &scrape);
    if (has_stand(g)) lean_on_stand(g, &body, grounds, &total);
    add_torque_reaction(c, &drive, &total);

    struct cargo cargo;
    struct front front;
    if (moves_cargo(g)) cargo = cargo_of(g);
    if (has_front(g)) {
        find_front(g, &body, rack, &twist, &corners[0], &shares[0], &front);
        total = wrench_sum(total, front.asked);
    }
    struct acceleration motion = solve_motion(g, &body, corners, shares, tyres, slopes, bogies,
                                              &total, &scrape, &cargo, &front);
    keep_scrape(g, &scrape, &motion);
    advance_body(&g->state.car, &body, &motion, dt);
    if (moves_cargo(g)) advance_loads(c, &cargo, &g->state.car, &motion, dt);
    if (has_front(g)) advance_front(&g->state.car, &front, dt);
    advance_wheels(g, corners, shares, &motion);
    park_faulty(g, &before, is_well(g));
    advance_by_mean(g, &before, dt);
    if (!has_front(g) && any(freed))
        let_steering_go(g, &c->chassis.steering, &c->chassis.steering_wheel, freed,
                        hand_wheel_torque(g, corners, torques), lanes(c->chassis.inverse_dt));
    if (last) write_outputs(g, &body, &motion, corners, torques, &drive, &front, &scrape);
}

static void take_substeps(struct group *g) { take_steps(g, 0, step_once); }

#define KERNEL_RUNG full
#include "../kernel_entry.h"
