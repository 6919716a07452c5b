/* Acting on cars from outside.
 *
 * An impulse J at a point r from the body frame's origin changes velocity and angular velocity by the car's
 * response (push.h) to J and r x J. A force F goes into the kernels' own balance of forces, with the moment r x F, so that a car
 * which friction holds stays where it is. Both stay what they were when they were applied: a force does not follow
 * its point as the car turns within a call. */
#include <kamm/act.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "external_forces.h"
#include "push.h"

#include <math.h>
#include <string.h>

#define MAX_ARM_M 1000.0
#define MAX_PUSH_MPS 1000.0
#define MAX_TURN_RADPS 1000.0

static double longest(const double v[3]) { return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2])); }

static int is_vector(const double v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static kamm_result refuse_vector(const char *name, const double v[3], kamm_error *error)
{
    return kamm_fail(error, KAMM_ERROR_RANGE, name,
                     "%s: (%g, %g, %g), but all three have to be finite", name, v[0], v[1], v[2]);
}

/* From the body frame's origin to the point, or to the car's centre of gravity. */
static kamm_result arm_to(const kamm_cars *cars, int car, const double *point_m, double arm[3],
                          kamm_error *error)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double at[3], q[4];
    kamm_body_frame(cars, car, at, q);
    if (!point_m) {
        for (int i = 0; i < 3; ++i) arm[i] = model->statics.total_cg[i] - model->origin[i];
        kamm_rotate(q, arm, arm);
        return KAMM_OK;
    }
    if (!is_vector(point_m)) return refuse_vector("point_m", point_m, error);
    for (int i = 0; i < 3; ++i) arm[i] = point_m[i] - at[i];
    if (length3(arm) <= MAX_ARM_M) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "point_m",
                     "point_m: (%g, %g, %g) is %g m from the car, which is at (%g, %g, %g); it has "
                     "to be within %g m",
                     point_m[0], point_m[1], point_m[2], length3(arm), at[0], at[1], at[2],
                     MAX_ARM_M);
}

/* Changes by impulse and angular impulse about the body frame's origin. */
struct push {
    double response[MAX_RESPONSE];
    double q[4], velocity[3], angular_velocity[3];
};

static void find_push(const kamm_cars *cars, int car, const double impulse[3],
                      const double angular[3], struct push *out)
{
    double at[3], axis[3][3], answer[6][6];
    memset(out->response, 0, sizeof out->response);
    kamm_body_frame(cars, car, at, out->q);
    kamm_axes_of(out->q, axis);
    kamm_renew_response(cars, car, out->response);
    kamm_turn_response(out->response, (const double(*)[3])axis, answer);
    for (int i = 0; i < 3; ++i) {
        out->velocity[i] = dot3(answer[i], impulse) + dot3(answer[i] + 3, angular);
        out->angular_velocity[i] = dot3(answer[3 + i], impulse) + dot3(answer[3 + i] + 3, angular);
    }
}

static kamm_result check_push(const char *name, const double v[3], const struct push *push,
                              kamm_error *error)
{
    double speed = length3(push->velocity), turn = length3(push->angular_velocity);
    if (speed <= MAX_PUSH_MPS && turn <= MAX_TURN_RADPS) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, name,
        "%s: (%g, %g, %g) changes the car's velocity by %g m/s and its angular velocity "
        "by %g rad/s; at most %g m/s and %g rad/s are allowed",
        name, v[0], v[1], v[2], speed, turn, MAX_PUSH_MPS, MAX_TURN_RADPS);
}

static int is_parked(const kamm_cars *cars, int car)
{
    return (kamm_fault(cars, car) & KAMM_FAULT_NUMERIC) != 0;
}

static void take(kamm_cars *cars, int car, const struct push *push)
{
    if (is_parked(cars, car)) return;
    kamm_push_car(cars, car, push->q, push->response, push->velocity, push->angular_velocity);
}

static const double nothing[3] = {0, 0, 0};

/* Returns the moment of a force or impulse at a point, about the body frame's origin. */
static kamm_result moment_of(const kamm_cars *cars, int car, const char *name, const double v[3],
                             const double *point_m, double moment[3], kamm_error *error)
{
    double arm[3];
    if (!is_vector(v)) return refuse_vector(name, v, error);
    kamm_result result = arm_to(cars, car, point_m, arm, error);
    if (result == KAMM_OK) cross3(arm, v, moment);
    return result;
}

static kamm_result push_once(kamm_cars *cars, int car, const char *name, const double v[3],
                             const double impulse[3], const double angular[3], kamm_error *error)
{
    struct push push;
    find_push(cars, car, impulse, angular, &push);
    kamm_result result = check_push(name, v, &push, error);
    if (result == KAMM_OK) take(cars, car, &push);
    return result;
}

kamm_result kamm_apply_impulse(kamm_cars *cars, int car, const double impulse_ns[3],
                               const double point_m[3], kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, impulse_ns, KAMM_ERROR_MISUSE);
    double angular[3];
    kamm_result result = moment_of(cars, car, "impulse_ns", impulse_ns, point_m, angular, error);
    if (result != KAMM_OK) return result;
    return push_once(cars, car, "impulse_ns", impulse_ns, impulse_ns, angular, error);
}

kamm_result kamm_apply_angular_impulse(kamm_cars *cars, int car, const double impulse_nms[3],
                                       kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, impulse_nms, KAMM_ERROR_MISUSE);
    if (!is_vector(impulse_nms)) return refuse_vector("impulse_nms", impulse_nms, error);
    return push_once(cars, car, "impulse_nms", impulse_nms, nothing, impulse_nms, error);
}

/* ---- forces, which wait for a step ---- */

static void scale(const double v[3], double by, double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = by * v[i];
}

/* Finds the force and moment of one substep. */
static void find_substep(const kamm_cars *cars, int car, const struct applied_force *force,
                         struct push *out)
{
    double dt = kamm_model_at(cars, car)->info.substep_s, impulse[3], angular[3];
    scale(force->force_n, dt, impulse);
    scale(force->moment_nm, dt, angular);
    find_push(cars, car, impulse, angular, out);
}

/* `v`: what the caller passed as `name`; its force and moment are added to those that wait. */
static kamm_result sum_force(kamm_cars *cars, int car, const char *name, const double v[3],
                             const double force[3], const double moment[3], kamm_error *error)
{
    struct push push;
    struct applied_force sum = cars->applied[car];
    for (int i = 0; i < 3; ++i) sum.force_n[i] += force[i], sum.moment_nm[i] += moment[i];
    find_substep(cars, car, &sum, &push);
    kamm_result result = check_push(name, v, &push, error);
    if (result != KAMM_OK) return result;
    sum.acts = longest(sum.force_n) > 0 || longest(sum.moment_nm) > 0;
    cars->applied[car] = sum;
    return KAMM_OK;
}

static kamm_result add_force(kamm_cars *cars, int car, const char *name, const double v[3],
                             const double force[3], const double moment[3], kamm_error *error)
{
    if (!cars->applied)
        cars->applied = kamm_allocate_array((size_t)cars->count, sizeof *cars->applied);
    if (!cars->applied)
        return kamm_fail(error, KAMM_ERROR_MEMORY, name, "%s: no memory for the forces on %d cars",
                         name, cars->count);
    return sum_force(cars, car, name, v, force, moment, error);
}

#ifndef KAMM_LITE /* feet of riders */
void kamm_add_force(kamm_cars *cars, int car, const double force_n[3], const double point_m[3])
{
    double moment[3];
    if (!cars->applied) return;
    if (moment_of(cars, car, "force_n", force_n, point_m, moment, NULL) == KAMM_OK)
        sum_force(cars, car, "force_n", force_n, force_n, moment, NULL);
}
#endif

kamm_result kamm_apply_force(kamm_cars *cars, int car, const double force_n[3],
                             const double point_m[3], kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, force_n, KAMM_ERROR_MISUSE);
    double moment[3];
    kamm_result result = moment_of(cars, car, "force_n", force_n, point_m, moment, error);
    if (result != KAMM_OK) return result;
    return add_force(cars, car, "force_n", force_n, force_n, moment, error);
}

kamm_result kamm_apply_torque(kamm_cars *cars, int car, const double torque_nm[3],
                              kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, torque_nm, KAMM_ERROR_MISUSE);
    if (!is_vector(torque_nm)) return refuse_vector("torque_nm", torque_nm, error);
    return add_force(cars, car, "torque_nm", torque_nm, nothing, torque_nm, error);
}

static int acts_on(const kamm_cars *cars, int car)
{
    return cars->applied && car < cars->count && cars->applied[car].acts;
}

static int acts_on_block(const kamm_cars *cars, int block)
{
    int acts = 0;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) acts |= acts_on(cars, block * KAMM_BLOCK + lane);
    return acts;
}

int kamm_gather_forces(const kamm_cars *cars, int block, struct external_forces *out)
{
    if (!cars->applied || !acts_on_block(cars, block)) return 0;
    memset(out, 0, sizeof *out);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        for (int i = 0; i < 3 && acts_on(cars, car); ++i) {
            out->force_n[i][lane] = (float)cars->applied[car].force_n[i];
            out->moment_nm[i][lane] = (float)cars->applied[car].moment_nm[i];
        }
    }
    return 1;
}

int kamm_any_is_pushed(const kamm_cars *cars)
{
    for (int block = 0; cars->applied && block < cars->blocks; ++block)
        if (acts_on_block(cars, block)) return 1;
    return 0;
}

int kamm_predict_push(const kamm_cars *cars, int car, double velocity[3],
                      double angular_velocity[3])
{
    struct push push;
    if (!acts_on(cars, car)) return 0;
    find_substep(cars, car, &cars->applied[car], &push);
    memcpy(velocity, push.velocity, sizeof push.velocity);
    memcpy(angular_velocity, push.angular_velocity, sizeof push.angular_velocity);
    return 1;
}

void kamm_end_forces(kamm_cars *cars)
{
    if (cars->applied) memset(cars->applied, 0, (size_t)cars->count * sizeof *cars->applied);
}

void kamm_drop_force(kamm_cars *cars, int car)
{
    if (cars->applied && car < cars->count) cars->applied[car] = (struct applied_force){.acts = 0};
}
