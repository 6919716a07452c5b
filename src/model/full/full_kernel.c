/* The full model's step, compiled once per width (and, from width 4, for cars that share a model and
 * for cars that each have their own). step_once is its table of contents.
 *
 * Integration: symplectic Euler at a fixed substep (velocities from the forces of the present state,
 * then positions from the new velocities). Implicit where the coupling is stiff: contact patch slip,
 * brakes and rolling resistance, clutch and shafts. */
#include "full_kernel.h"

#include "../../part/body_contact.h"
#include "corner.h"
#include "drive.h"
#include "ride.h"
#include "wheel_lanes.h"
#include <kamm/cars.h>

#define CONSTANT(field) GET(c, struct full_constants, field)

/* A group of KAMM_WIDTH cars in a block, for the time of a call. */
struct group {
    const struct full_job *job;
    int lane; /* the group's first */
    view constants;
    struct full_state state;
    struct full_input input;
    struct full_output output;
};

/* Height of the body frame's origin above a wheel's ground plane, in double as positions are. */
static real height_above(const struct full_block *block, int wheel, int lane, vec3 normal)
{
    float n[3][KAMM_WIDTH], height[KAMM_WIDTH];
    real result;
    memcpy(n[0], &normal.x, sizeof n[0]);
    memcpy(n[1], &normal.y, sizeof n[1]);
    memcpy(n[2], &normal.z, sizeof n[2]);
    for (int i = 0; i < KAMM_WIDTH; ++i) {
        double x = block->position_m[0][lane + i] - block->contact_point_m[wheel][0][lane + i];
        double y = block->position_m[1][lane + i] - block->contact_point_m[wheel][1][lane + i];
        double z = block->position_m[2][lane + i] - block->contact_point_m[wheel][2][lane + i];
        height[i] = (float)((x * (double)n[0][i] + y * (double)n[1][i]) + z * (double)n[2][i]);
    }
    memcpy(&result, height, sizeof result);
    return result;
}

static struct corner_ground ground_below(const struct group *g, const struct body_motion *body,
                                         int wheel)
{
    const struct full_block *block = g->job->block;
    const float(*row)[KAMM_BLOCK] = block->contact[wheel];
    vec3 normal = {load(row[0] + g->lane), load(row[1] + g->lane), load(row[2] + g->lane)};
    vec3 velocity = {load(row[3] + g->lane), load(row[4] + g->lane), load(row[5] + g->lane)};
    return (struct corner_ground){
        .normal = matrix3_apply_transposed(body->rotation, normal),
        .velocity = matrix3_apply_transposed(body->rotation, velocity),
        .height_m = height_above(block, wheel, g->lane, normal),
        .friction = load(row[6] + g->lane),
        .rolling_resistance = load(row[7] + g->lane),
    };
}

/* Steering, geometry, contact and tyre force of all wheels. */
static void compute_corners(struct group *g, const struct body_motion *body, real rack,
                            const struct corner_ground *grounds, struct corner *corners)
{
    struct substep step = {GET(g->constants, struct full_constants, dt),
                           GET(g->constants, struct full_constants, inverse_dt)};
#if KAMM_WIDTH == 1
    full_wheel_lanes(g->job->wheel_constants, (const float *)&step, rack, (const float *)body,
                     (const float *)grounds, (float *)g->state.wheels, (float *)corners);
#else
    for (int w = 0; w < FULL_WHEELS; ++w) {
        view axle = INSIDE(g->constants, struct full_constants, axles[w / 2]);
        const struct full_wheel *opposite_side = &g->state.wheels[w ^ 1];
        struct opposite_wheel other = {opposite_side->travel_m, opposite_side->travel_rate_mps};
        corners[w] = corner_of(axle, splat(w % 2 ? -1.0f : 1.0f), rack, body, &grounds[w],
                               &g->state.wheels[w], other, step);
    }
#endif
}

static real turn_steering(struct group *g)
{
    view steering = INSIDE(g->constants, struct full_constants, steering);
    struct full_car *car = &g->state.car;
    real dt = GET(g->constants, struct full_constants, dt);
    real before = car->steering_rad;
    car->steering_rad = steer_towards(steering, before, g->input.steering_wheel_rad, dt);
    car->steering_rate_radps =
        (car->steering_rad - before) * GET(g->constants, struct full_constants, inverse_dt);
    return car->steering_rad * GET(steering, struct steering_constants, inverse_ratio);
}

/* Spring, damper, bar, tyre and gyroscopic forces of an axle, left and right added first. */
static struct wrench ride_axle(struct group *g, const struct body_motion *body, int a,
                               const struct corner *corners, const struct wheel_torque *torques,
                               struct wheel_share *shares)
{
    view axle = INSIDE(g->constants, struct full_constants, axles[a]);
    const struct full_wheel *wheels = &g->state.wheels[2 * a];
    real down[2];
    suspension_forces(axle, &wheels[0], &wheels[1], &down[0], &down[1]);
    for (int i = 0; i < 2; ++i)
        shares[2 * a + i] = wheel_share_of(axle, body, &corners[2 * a + i], &corners[2 * a + 1 - i],
                                           &wheels[i], torques[2 * a + i], down[i]);
    return wrench_sum(shares[2 * a].wrench, shares[2 * a + 1].wrench);
}

static vec3 body_point_at(const struct group *g, int p)
{
    view c = INSIDE(g->constants, struct full_constants, body_contact);
    size_t at = FLOAT_INDEX(struct body_contact_constants, points) + 3 * (size_t)p;
    return (vec3){view_read(c, at), view_read(c, at + 1), view_read(c, at + 2)};
}

static struct wrench body_point(struct group *g, const struct body_motion *body, int p,
                                const struct corner_ground *grounds)
{
    view c = INSIDE(g->constants, struct full_constants, body_contact);
    vec3 point = body_point_at(g, p);
    const struct corner_ground *ground = &grounds[p % FULL_WHEELS];
    struct full_point *state = &g->state.points[p];
    vec3 scrape = {state->scrape_x_m, state->scrape_y_m, state->scrape_z_m};
    struct body_touch touch = {
        .normal = ground->normal,
        .velocity = vec3_sub(velocity_at(body, point), ground->velocity),
        .depth = -(ground->height_m + vec3_dot(ground->normal, point)),
    };
    vec3 force = body_point_force(c, touch, &scrape, GET(g->constants, struct full_constants, dt));
    state->scrape_x_m = scrape.x;
    state->scrape_y_m = scrape.y;
    state->scrape_z_m = scrape.z;
    struct wrench w = {vec3_zero(), vec3_zero()};
    add_force_at(&w, point, force);
    return w;
}

/* The body's own contacts. Skipped while no point is in the ground on any lane: then all deflections
 * and forces are zero anyway. */
static struct wrench scrape_body(struct group *g, const struct body_motion *body,
                                 const struct corner_ground *grounds)
{
    struct wrench sum = {vec3_zero(), vec3_zero()};
    real lowest = splat(0.0f);
    for (int p = 0; p < FULL_BODY_POINTS; ++p) {
        const struct corner_ground *ground = &grounds[p % FULL_WHEELS];
        lowest = min_real(lowest, ground->height_m + vec3_dot(ground->normal, body_point_at(g, p)));
    }
    if (!any(lowest < 0.0f)) {
        memset(g->state.points, 0, sizeof g->state.points);
        return sum;
    }
    for (int p = 0; p < FULL_BODY_POINTS; p += 2)
        sum = wrench_sum(
            sum, wrench_sum(body_point(g, body, p, grounds), body_point(g, body, p + 1, grounds)));
    return sum;
}

/* Weight, air, and what the inertia of the turning body asks for. */
static struct wrench outer_forces(const struct group *g, const struct body_motion *body)
{
    view c = g->constants;
    struct wrench w;
    size_t sprung = FLOAT_INDEX(struct full_constants, sprung_inertia);
    w.force = vec3_scale(body->gravity, CONSTANT(sprung_mass_kg));
    w.moment = vec3_cross(angular_momentum(c, sprung, body->spin), body->spin);
    vec3 wind = matrix3_apply_transposed(body->rotation, vec3_splat(g->job->wind_mps));
    add_aero(INSIDE(c, struct full_constants, aero), splat(g->job->air_density_kgpm3),
             vec3_sub(body->velocity, wind), &w.force, &w.moment);
    return w;
}

/* Accelerations under `w`: a first answer with the matrix A as it is at rest, then what turning, the
 * wheels' travel and the lean of the unsprung masses make of it. Each round shrinks what is missing
 * of the momentum's balance to a twentieth; two leave 1e-5 of it in half a minute of tumbling. */
enum { MOTION_ROUNDS = 2 };

static struct acceleration solve_motion(const struct group *g, const struct body_motion *body,
                                        const struct corner *corners, struct wheel_share *shares,
                                        const struct wrench *w)
{
    view c = g->constants;
    struct acceleration a = accelerate(c, w);
    for (int round = 0; round < MOTION_ROUNDS; ++round) {
        struct wrench better = *w;
        better.moment = vec3_add(better.moment, midpoint_moment(c, body, &a));
        for (int i = 0; i < FULL_AXLES; ++i) {
            view axle = INSIDE(c, struct full_constants, axles[i]);
            better =
                wrench_sum(better, lean_on_links(axle, body, &corners[2 * i], &shares[2 * i], &a));
        }
        a = accelerate(c, &better);
    }
    return a;
}

static void write_wheel_output(struct group *g, int w, const struct corner *k, real brake_nm)
{
    struct full_wheel_output *out = &g->output.wheels[w];
    real speed = magnitude(k->forward_speed);
    out->load_n = k->load_n;
    out->longitudinal_force_n = k->fx;
    out->lateral_force_n = k->fy;
    out->aligning_moment_nm = k->mz;
    out->slip_ratio =
        clamp((k->effective_radius_m * g->state.wheels[w].spin_radps - k->forward_speed) /
                  max_real(speed, splat(0.01f)),
              splat(-1000.0f), splat(1000.0f));
    out->slip_angle_rad = arc_tangent2(k->left_speed, speed);
    out->camber_rad = k->camber_rad;
    out->steer_rad = k->steer_rad;
    out->brake_torque_nm = brake_nm;
}

/* Torque about the steering axes, which pass through the wheels' centres, seen at the hand wheel. */
static real steering_torque(const struct group *g, const struct corner *corners)
{
    real sum = splat(0.0f);
    for (int a = 0; a < FULL_AXLES; ++a) {
        view axle = INSIDE(g->constants, struct full_constants, axles[a]);
        real share = GET(axle, struct full_axle_constants, steering.share), both[2];
        for (int i = 0; i < 2; ++i) {
            const struct corner *k = &corners[2 * a + i];
            real side = splat(i ? -1.0f : 1.0f);
            vec3 pin = {GET(axle, struct full_axle_constants, kingpin_x),
                        -side * GET(axle, struct full_axle_constants, kingpin_inward),
                        GET(axle, struct full_axle_constants, kingpin_z)};
            vec3 moment = vec3_add(vec3_cross(vec3_sub(k->contact, k->hub), ground_force(k)),
                                   vec3_scale(k->normal, k->mz));
            both[i] = vec3_dot(pin, moment);
        }
        sum = sum - share * (both[0] + both[1]);
    }
    view steering = INSIDE(g->constants, struct full_constants, steering);
    return sum * GET(steering, struct steering_constants, inverse_ratio);
}

static void write_car_output(struct group *g, const struct body_motion *body,
                             const struct acceleration *a, const struct corner *corners)
{
    struct full_car_output *out = &g->output.car;
    vec3 world = matrix3_apply(body->rotation, a->linear);
    real x = body->rotation.x.x, y = body->rotation.y.x;
    real level = 1.0f / max_real(root(x * x + y * y), splat(1e-6f));
    out->acceleration_x_mps2 = (world.x * x + world.y * y) * level;
    out->acceleration_y_mps2 = (world.y * x - world.x * y) * level;
    out->acceleration_z_mps2 = world.z;
    out->steering_torque_nm = steering_torque(g, corners);
}

static void advance_positions(const struct group *g)
{
    struct full_block *block = g->job->block;
    float dt[KAMM_WIDTH], v[3][KAMM_WIDTH];
    real step = GET(g->constants, struct full_constants, dt);
    memcpy(dt, &step, sizeof dt);
    memcpy(v[0], &g->state.car.velocity_x_mps, sizeof v[0]);
    memcpy(v[1], &g->state.car.velocity_y_mps, sizeof v[1]);
    memcpy(v[2], &g->state.car.velocity_z_mps, sizeof v[2]);
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < KAMM_WIDTH; ++i)
            block->position_m[axis][g->lane + i] += (double)v[axis][i] * (double)dt[i];
}

/* The fault bits are a number: 1 and 3 have the bit of a numeric fault. */
LANE_INLINE mask is_parked(real fault)
{
    real numeric = splat((float)KAMM_FAULT_NUMERIC);
    return (fault == numeric) | (fault == numeric + (float)KAMM_FAULT_INPUT);
}

/* A car whose motion is no longer finite (or beyond all reason) goes back to where it was before
 * this substep, without motion, and stays there. */
static void park_faulty(struct group *g, const struct full_state *before)
{
    struct full_state *s = &g->state;
    vec3 v = {s->car.velocity_x_mps, s->car.velocity_y_mps, s->car.velocity_z_mps};
    vec3 spin = {s->car.roll_rate_radps, s->car.pitch_rate_radps, s->car.yaw_rate_radps};
    mask well = (vec3_dot(v, v) < 1e6f) & (vec3_dot(spin, spin) < 1e6f) &
                (magnitude(s->car.engine_radps) < 1e5f) &
                (magnitude(s->car.shaft_twist_rad) < 1e3f);
    for (int w = 0; w < FULL_WHEELS; ++w)
        well = well & (magnitude(s->wheels[w].travel_rate_mps) < 1e4f) &
               (magnitude(s->wheels[w].spin_radps) < 1e5f) &
               (magnitude(s->wheels[w].contact_slip_x) < 10.0f) &
               (magnitude(s->wheels[w].contact_slip_y) < 10.0f);
    real numeric = splat((float)KAMM_FAULT_NUMERIC), earlier = before->car.fault;
    mask parked = opposite(well) | is_parked(earlier);
    if (!any(parked)) return;

    const real *old = (const real *)before;
    real *now = (real *)s;
    for (size_t i = 0; i < FULL_STATE_COUNT; ++i) now[i] = pick(parked, old[i], now[i]);
    real *still[] = {&s->car.velocity_x_mps,      &s->car.velocity_y_mps,
                     &s->car.velocity_z_mps,      &s->car.roll_rate_radps,
                     &s->car.pitch_rate_radps,    &s->car.yaw_rate_radps,
                     &s->car.velocity_rest_x_mps, &s->car.velocity_rest_y_mps,
                     &s->car.velocity_rest_z_mps, &s->car.steering_rate_radps};
    for (size_t i = 0; i < sizeof still / sizeof *still; ++i)
        *still[i] = pick(parked, splat(0.0f), *still[i]);
    for (int w = 0; w < FULL_WHEELS; ++w) {
        s->wheels[w].spin_radps = pick(parked, splat(0.0f), s->wheels[w].spin_radps);
        s->wheels[w].travel_rate_mps = pick(parked, splat(0.0f), s->wheels[w].travel_rate_mps);
    }
    real input_fault =
        pick((earlier == numeric) | (earlier < 0.5f), splat(0.0f), splat((float)KAMM_FAULT_INPUT));
    s->car.fault = pick(parked, numeric + input_fault, s->car.fault);
}

static void step_once(struct group *g, int last)
{
    view c = g->constants;
    struct full_state before = g->state;
    struct body_motion body = body_motion_of(&g->state.car, g->job->gravity_mps2);
    struct corner_ground grounds[FULL_WHEELS];
    struct corner corners[FULL_WHEELS];
    struct wheel_torque torques[FULL_WHEELS];
    struct wheel_share shares[FULL_WHEELS];

    real rack = turn_steering(g);
    for (int w = 0; w < FULL_WHEELS; ++w) grounds[w] = ground_below(g, &body, w);
    compute_corners(g, &body, rack, grounds, corners);
    struct drive_report drive = drive_wheels(c, &g->state, &g->input, &body, corners, torques);

    struct wrench total = outer_forces(g, &body);
    for (int a = 0; a < FULL_AXLES; ++a)
        total = wrench_sum(total, ride_axle(g, &body, a, corners, torques, shares));
    total = wrench_sum(total, scrape_body(g, &body, grounds));

    struct acceleration motion = solve_motion(g, &body, corners, shares, &total);
    advance_body(&g->state.car, &body, &motion, CONSTANT(dt));
    for (int w = 0; w < FULL_WHEELS; ++w)
        advance_travel(INSIDE(c, struct full_constants, axles[w / 2]), &g->state.wheels[w],
                       &corners[w], shares[w], &motion, CONSTANT(dt));
    park_faulty(g, &before);
    advance_positions(g);
    if (!last) return;
    for (int w = 0; w < FULL_WHEELS; ++w) write_wheel_output(g, w, &corners[w], drive.brake_nm[w]);
    write_car_output(g, &body, &motion, corners);
    g->output.car.engine_torque_nm = drive.engine_nm;
    g->output.car.drive_torque_nm = drive.shafts_nm;
}

/* The inputs of a group, finite and in range. Whoever gave one that is not finite is told. */
static void read_inputs(struct group *g)
{
    enum { COUNT = sizeof(kamm_input) / sizeof(float) };
#define KAMM_LOW(name, unit, default_value, lowest, highest, doc) (float)(lowest),
#define KAMM_HIGH(name, unit, default_value, lowest, highest, doc) (float)(highest),
    static const float low[] = {KAMM_INPUT_FIELDS(KAMM_LOW)},
                       high[] = {KAMM_INPUT_FIELDS(KAMM_HIGH)};
    real *values = (real *)&g->input;
    mask strange = splat(0.0f) > 0.0f;
    for (int f = 0; f < COUNT; ++f) {
        float row[KAMM_WIDTH];
        for (int i = 0; i < KAMM_WIDTH; ++i)
            row[i] = ((const float *)(g->job->inputs + g->lane + i))[f];
        memcpy(&values[f], row, sizeof row);
        mask finite = magnitude(values[f]) < 3e38f;
        strange = strange | opposite(finite);
        values[f] = clamp(pick(finite, values[f], splat(0.0f)), splat(low[f]), splat(high[f]));
    }
    real fault = g->state.car.fault, told = splat((float)KAMM_FAULT_INPUT);
    g->state.car.fault = pick(strange & (fault < told), fault + told, fault);
}

static void run_group(const struct full_job *job, int lane)
{
    float(*rows)[KAMM_BLOCK] = job->block->state, (*outputs)[KAMM_BLOCK] = job->block->output;
    struct group g = {.job = job, .lane = lane};
    g.constants = (view){job->constants + (KAMM_MIXED ? lane : 0)};
    real *state = (real *)&g.state, *output = (real *)&g.output;
    for (size_t i = 0; i < FULL_STATE_COUNT; ++i) state[i] = load(rows[i] + lane);
    read_inputs(&g);
    for (int n = 1; n <= job->substeps; ++n) step_once(&g, n == job->substeps);
    for (size_t i = 0; i < FULL_STATE_COUNT; ++i) store(rows[i] + lane, state[i]);
    mask parked = is_parked(g.state.car.fault); /* its forces may be anything but numbers */
    for (size_t i = 0; i < FULL_OUTPUT_COUNT; ++i)
        store(outputs[i] + lane, pick(parked, splat(0.0f), output[i]));
}

#define KERNEL_NAME_(width, suffix) full_kernel_##width##suffix
#define KERNEL_NAME(width, suffix) KERNEL_NAME_(width, suffix)
#if KAMM_MIXED
#define KERNEL KERNEL_NAME(KAMM_WIDTH, _mixed)
#else
#define KERNEL KERNEL_NAME(KAMM_WIDTH, )
#endif

void KERNEL(const struct full_job *job)
{
    int end = job->first + job->cars;
    for (int lane = job->first; lane < end; lane += KAMM_WIDTH) run_group(job, lane);
}
