/* Where the car stands: its pose over the terrain under four wheels, the linkage, walls and
 * flight.
 *
 * Frames. The body's pose is the state. Its lean on the springs follows from the loads (loads.h),
 * so the body less its lean is the road frame: forward and left lie in the road as the car feels
 * it. Forces and velocities live there; gravity never pulls a car sideways because it leans.
 *
 * Pose (chapter 8, steps 10 to 23). The gap below each wheel at the lean's travel says how far
 * pose and terrain differ. The pose follows the plane of least squares through the four gaps, with
 * a time constant: that is where four equal springs would hold the body, and what is left over is
 * the road's noise. The links take up what is left over, of noise and of the pose's lag, so that
 * the drawn wheels stay on the road (chassis() of chapter 8, 7.2.2). What lies deeper than
 * link_travel_m lifts the body eight times as fast: the link is at its end, the body has to
 * follow.
 *  - Departure: the text builds its plane from the more gradual of two slopes in each direction.
 *    That jumps when both are alike; least squares does not, and agrees on every plane.
 *  - Departure: the text rolls the body twice, by roll angle and by springs. Here it is one lean.
 *  - Departure: its height of each wheel is random every frame, so a standing car trembles. Here
 *    roughness is where the ground has it: a height field, or the host's query.
 *  - Departure: "the highest point from rear to front wheel" (figure 9-2) is not looked for: the
 *    ground is known under the wheels alone. A hump between the wheels goes into the body.
 *  - matrixFrom2Vector() has 1 - c^2 for the sine of the turn, which is its square, and gives no
 *    turn for opposite vectors; a pose kept as a quaternion needs neither.
 *
 * Walls (chapter 9). A wheel at or in ground steeper than wall_slope_rad, while the heights under
 * the wheels differ by more than wall_height_m, is at a wall. Both are seen from the road that the car is on: an even slope
 * is none, however steep, nor is the way round a planet or up a loop; a car that lands on its nose has no wall before it.
 *  - Departure from (9-1), which turns back the whole velocity: only the part into the wall comes
 *    back, times wall_rebound, along that road; along the wall the car goes on. Such a wheel does not lift
 *    the pose.
 *
 * Flight. A wheel above falling ground pulls the pose down by a limited distance: that of a falling car ahead of a pose
 * that follows it with the time constant tau (find_falls). Once all wheels are takeoff_m higher than that, the car
 * flies: (9-2) for its speed, with drag, and it keeps turning as it did. It lands where the first wheel touches; the
 * speed into the ground is lost. From a road that gravity pulls it off, as at the top of a loop, it falls as soon as
 * the road would have to hold it.
 *  - Departure: the text takes off by the change of the body's angle from frame to frame, which depends on the
 *    frame rate. In the air it turns by "moments of the weight on four wheels", which are 0 there. Angular rates
 *    are kept instead; beyond 60 degrees from upright, as gravity has it, roll and pitch stop. */
#ifndef KAMM_RUNGS_DOUBLE_TRACK_STANCE_H
#define KAMM_RUNGS_DOUBLE_TRACK_STANCE_H

#include "double_track_constants.h"

/* Travel of the axles' wheels, and roll to the right, as the springs have it. */
struct lean {
    real travel_m[AXLE_ROOM], roll_rad;
};

struct stance {
    matrix3 body;            /* body to world */
    vec3 normal[WHEEL_ROOM]; /* of the ground, world axes */
    real gap[WHEEL_ROOM];    /* below each wheel at the lean's travel; negative: in the ground */
    vec3 up;                 /* the road's, body axes */
    vec3 road_up; /* … and world axes, of a flying car against gravity: it decides what is a wall */
    real fall_m
        [WHEEL_ROOM];      /* how far below each a falling car is ahead of a pose that follows it */
    mask wall[WHEEL_ROOM]; /* that wheel is at a wall */
    mask flies;
};

#define GAP_AT_REST_M \
    1e-6f /* of an ordinary car: below that nothing moves: a parked car is still to the last bit */
#define UPRIGHT_COSINE 0.5f /* of the tilt at which a flying car stops tumbling */

LANE_INLINE real lean_travel(const struct double_track_constants *c, const struct layout *l,
                             const struct lean *lean, int wheel)
{
    int a = l->axle[wheel];
    const struct double_track_axle_constants *axle = &c->axles[a];
    num out = axle->half_track_m;
    return lean->travel_m[a] + lean->roll_rad * (-l->side[wheel] * out);
}

/* The road under a leaning body: its normal in body axes. */
static inline vec3 road_up(const struct double_track_constants *c, const struct layout *l,
                           const struct lean *lean)
{
    real along = (lean->travel_m[0] - lean->travel_m[l->axles - 1]) * c->planar.inverse_wheelbase;
    if (l->axles > 2)
        along = splat(0.0f); /* of more: the plane of least squares, as the pose has it */
    for (int a = 0; a < l->axles && l->axles > 2; ++a)
        along = along + (2.0f * c->planar.pitch_per_gap[a]) * lean->travel_m[a];
    return vec3_normalise(vec3_of(-along, lean->roll_rad, splat(1.0f)));
}

/* Road to world: forward is the body's, laid into the road. */
static inline matrix3 road_frame(matrix3 body, vec3 up)
{
    real inverse = 1.0f / square_root(max_real(1.0f - up.x * up.x, splat(1e-6f)));
    vec3 forward = vec3_scale(vec3_of(1.0f - up.x * up.x, -(up.x * up.y), -(up.x * up.z)), inverse);
    vec3 left = vec3_cross(up, forward);
    return (matrix3){{vec3_dot(body.x, forward), vec3_dot(body.x, left), vec3_dot(body.x, up)},
                     {vec3_dot(body.y, forward), vec3_dot(body.y, left), vec3_dot(body.y, up)},
                     {vec3_dot(body.z, forward), vec3_dot(body.z, left), vec3_dot(body.z, up)}};
}

/* How far below each wheel a falling car is ahead of a pose that follows it with time constant tau: g tau^2. A road may
 * bend down as fast as gravity allows, at g / v. Then the lag of the pose in pitch, g tau / v, times the way to the
 * wheel is added. Pitch counts above the speed at which a car leaves such a road before it tips over it, sqrt(g L / 2).
 * It does not count where the road has just bent up. */
static inline void find_falls(const struct group *g, real gravity_z, real fall_m[WHEEL_ROOM])
{
    const struct double_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real pull = max_real(-gravity_z, splat(0.0f));
    vec3 over = velocity_over_ground(g);
    real v2 = vec3_dot(over, over), level = pull * c->fall_s * c->fall_s;
    real pitch = pull * c->fall_s * square_root(v2) /
                 max_real(v2 + pull * c->pitch_m, lanes(1e-6f * c->planar.length));
    pitch = keep(g->state.car.load_z_mps2 < 0.5f * pull, pitch);
    for (int w = 0; w < l->wheels; ++w)
        fall_m[w] = level + pitch * absolute(contact_point_at(&c->planar, w).x);
}

static inline struct stance stance_of(const struct group *g, const struct lean *lean,
                                      real gravity_z)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    const struct car_lanes *car = &g->state.car;
    struct stance s;
    s.body = quat_matrix(orientation_of(car));
    s.up = road_up(c, l, lean);
    find_falls(g, gravity_z, s.fall_m);
    real height[WHEEL_ROOM];
    find_heights(g, s.normal, height);
    for (int w = 0; w < l->wheels; ++w) {
        vec3 at = contact_point_at(&c->planar, w);
        at.z = at.z + lean_travel(c, l, lean, w);
        s.gap[w] = height[w] + vec3_dot(s.normal[w], matrix3_apply(s.body, at));
        s.wall[w] = splat(0.0f) > 0.0f;
    }
    s.flies = car->airborne > 0.5f;
    s.road_up = vec3_pick(s.flies, up_of(g), matrix3_apply(s.body, s.up));
    return s;
}

/* Returns the change of a velocity after which its part against a normal comes back `share` as
 * fast. */
LANE_INLINE vec3 bounced_off(vec3 normal, vec3 velocity, real share)
{
    real into = min_real(vec3_dot(normal, velocity), splat(0.0f));
    return vec3_scale(normal, -into * (1.0f + share));
}

/* Heights of the ground straight below (or above) the wheels, as seen from the road that the car is on, differ by more than a
 * wall's. */
static inline mask heights_differ(const struct group *g, const struct stance *s)
{
    const struct double_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real lowest = splat(1e9f), highest = splat(-1e9f);
    for (int w = 0; w < l->wheels; ++w) {
        real steep = max_real(vec3_dot(s->normal[w], s->road_up), splat(0.01f));
        real height = vec3_dot(s->up, contact_point_at(&c->planar, w)) - s->gap[w] / steep;
        lowest = min_real(lowest, height);
        highest = max_real(highest, height);
    }
    return highest - lowest > c->wall_height_m;
}

/* Walls turn the car back before it moves. */
static inline void meet_walls(struct group *g, struct stance *s)
{
    const struct double_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real cosine = lanes(c->wall_cosine);
    mask steep[WHEEL_ROOM], found = splat(0.0f) > 0.0f;
    for (int w = 0; w < l->wheels; ++w) {
        steep[w] = (vec3_dot(s->normal[w], s->road_up) < cosine) & (s->gap[w] < c->takeoff_m);
        found = found | steep[w];
    }
    if (!any(found)) return;
    mask differ = heights_differ(g, s);
    vec3 level[WHEEL_ROOM];
    for (int w = 0; w < l->wheels; ++w) {
        s->wall[w] = steep[w] & differ;
        vec3 n = s->normal[w];
        vec3 along = vec3_add_scaled(n, s->road_up, -vec3_dot(n, s->road_up));
        level[w] = vec3_pick(s->wall[w], along, vec3_zero());
    }
    vec3 sum = sum_over_wheels(l, level);
    real length = vec3_length(sum);
    vec3 normal = vec3_scale(sum, 1.0f / max_real(length, splat(1e-3f)));
    vec3 push = bounced_off(normal, velocity_over_ground(g), lanes(c->wall_rebound));
    push_velocity_where(&g->state.car, length > 1e-3f, push);
}

/* Gravity pulls the car off its road, which would have to hold it. One that has left it comes back only where it moves into it. */
static inline mask is_torn_off(const struct group *g, const struct stance *s, real gravity_z)
{
    vec3 over = velocity_over_ground(g);
    mask held = mask_not(s->flies) & (g->state.car.load_z_mps2 < gravity_z);
    mask leaves = s->flies & (vec3_dot(s->road_up, over) >= 0.0f);
    return (gravity_z > 0.0f) & (held | leaves);
}

/* A car that leaves its road goes on turning no faster than its way does, g / v: what the pose caught up on before is no motion. */
static inline void leave_road(struct group *g, mask leaves, real gravity_z)
{
    const struct double_track_constants *c = g->constants;
    if (!any(leaves)) return;
    struct car_lanes *car = &g->state.car;
    real speed = vec3_length(velocity_over_ground(g));
    real most = max_real(-gravity_z, splat(0.0f)) / max_real(speed, lanes(0.1f * c->planar.root));
    real rate = min_real(car->pitch_rate_radps, most);
    car->pitch_rate_radps = pick(leaves, rate, car->pitch_rate_radps);
}

/* Takes off or lands. */
static inline void fly_or_land(struct group *g, struct stance *s, real gravity_z)
{
    const struct double_track_constants *c = g->constants;
    const struct layout *l = layout_of(g);
    real lowest = s->gap[0], off = s->gap[0] - s->fall_m[0];
    for (int w = 1; w < l->wheels; ++w) {
        lowest = min_real(lowest, s->gap[w]);
        off = min_real(off, s->gap[w] - s->fall_m[w]);
    }
    mask before = s->flies, touches = lowest <= 0.0f;
    mask falls = off > c->takeoff_m;
    if (any(gravity_z > 0.0f)) falls = falls | is_torn_off(g, s, gravity_z);
    s->flies = (before & mask_not(touches)) | falls;
    leave_road(g, s->flies & mask_not(before), gravity_z);
    g->state.car.airborne = keep(s->flies, splat(1.0f));
    mask lands = before & mask_not(s->flies);
    if (!any(lands)) return;
    vec3 normal = vec3_normalise(sum_over_wheels(l, s->normal));
    vec3 push = bounced_off(normal, velocity_over_ground(g), splat(0.0f));
    push_velocity_where(&g->state.car, lands, push);
}

/* Turn (x: roll, y: pitch) and rise (z) at the centre of gravity that close gaps. */
static inline vec3 closing_pose(const struct double_track_constants *c, const struct layout *l,
                                const real gap[WHEEL_ROOM])
{
    vec3 pose = closing_turn(&c->planar, l, gap);
    real weighed = splat(0.0f);
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        num share = axle->static_share;
        weighed = weighed + share * axle_gap(l, a, gap);
    }
    pose.z = -0.5f * weighed;
    return pose;
}

/* Returns the change of pose in this substep by the ground. */
static inline vec3 follow_ground(const struct double_track_constants *c, const struct layout *l,
                                 const struct stance *s)
{
    real gap[WHEEL_ROOM], excess[WHEEL_ROOM], zero = splat(0.0f);
    for (int w = 0; w < l->wheels; ++w) {
        real off = min_real(s->gap[w], s->fall_m[w]);
        mask still = (absolute(off) < GAP_AT_REST_M * c->planar.length) | s->wall[w];
        gap[w] = pick(still, zero, off);
        excess[w] = pick(s->wall[w], zero, min_real(s->gap[w] + c->link_travel_m, zero));
    }
    vec3 slow = vec3_scale(closing_pose(c, l, gap), lanes(c->planar.follow));
    return vec3_add_scaled(slow, closing_pose(c, l, excess), lanes(c->hasty_follow));
}

/* Returns the change of pose by the change of lean: the wheels stay where they are. */
static inline vec3 follow_lean(const struct double_track_constants *c, const struct layout *l,
                               const struct lean *from, const struct lean *to)
{
    real travel[WHEEL_ROOM] = {0};
    for (int w = 0; w < l->wheels; ++w)
        travel[w] = lean_travel(c, l, to, w) - lean_travel(c, l, from, w);
    return closing_pose(c, l, travel);
}

/* Travel for those who draw: the lean's and what the linkage takes up. */
static inline void write_travel(struct group *g, const struct stance *s, const struct lean *lean)
{
    const struct layout *l = layout_of(g);
    const struct double_track_constants *c = g->constants;
    real max = lanes(c->link_travel_m);
    for (int w = 0; w < l->wheels; ++w) {
        struct wheel_lanes *wheel = &g->state.wheels[w];
        mask still = absolute(s->gap[w]) < GAP_AT_REST_M;
        real link = clamp(pick(still | s->wall[w], splat(0.0f), -s->gap[w]), -max, max);
        real travel = lean_travel(c, l, lean, w) + link;
        wheel->travel_rate_mps = (travel - wheel->travel_m) * c->planar.inverse_dt;
        wheel->travel_m = travel;
    }
}

#endif
