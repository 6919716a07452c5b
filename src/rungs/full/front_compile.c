#include "front_compile.h"
#include "hub_motion.h"

#include "../../base/error.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../vehicle/two_wheeler.h"

#include <math.h>
#include <string.h>

#define FOOT_MEETS_MPS 0.1 /* a centre stand lifts an ordinary motorcycle by 20 mm in 0.2 s */
#define FREE_RAD 60.0      /* as far as the states go: no stop and no limit */

static void write_tensor(const double tensor[3][3], num numbers[6])
{
    for (int i = 0; i < 3; ++i) numbers[i] = (float)tensor[i][i];
    numbers[3] = (float)-tensor[0][1];
    numbers[4] = (float)-tensor[0][2];
    numbers[5] = (float)-tensor[1][2];
}

/* About the steering axis: that of the front with its wheel. */
static double inertia_about_axis(const kamm_model *model, const struct steered_front *f,
                                 const double pivot[3])
{
    const struct axle_constants *axle = &model->chassis->axles[0];
    const double axis[3] = {axle->kingpin_x, 0, axle->kingpin_z};
    double arm[3], swing[3], turned[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = f->at[i] - pivot[i];
        turned[i] = dot3(f->inertia[i], axis);
    }
    cross3(axis, arm, swing);
    double hub = axle->kingpin_z * axle->kingpin_ahead_m;
    return f->mass_kg * dot3(swing, swing) + dot3(turned, axis) +
           hub_count(&model->layout, 0) * (double)axle->unsprung_mass_kg * hub * hub;
}

static void compile_head(const kamm_vehicle_def *def, double inertia,
                         struct steering_head_constants *c)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    c->damping = (float)front->damping_nms_per_rad;
    c->friction_nm = (float)front->friction_nm;
    c->lock_rad = (float)def->steering.lock_rad;
    c->stop_nm_per_rad = (float)front->stop_nm_per_rad;
    c->stop_damping = (float)sqrt(front->stop_nm_per_rad * inertia);
    c->hands_nm_per_rad = (float)front->hands_nm_per_rad;
    c->hands_damping = (float)front->hands_nms_per_rad;
    c->hands_max_nm = (float)front->hands_max_nm;
}

/* A hinge across the steering axis, in the plane of symmetry. */
static void compile_twist(const kamm_model *model, struct twist_constants *c)
{
    const struct axle_constants *axle = &model->chassis->axles[0];
    const kamm_front_assembly_def *front = &model->def->front_assembly;
    double point[3];
    if (!kamm_front_twists(model->def)) return;
    kamm_twist_point(model->def, &model->statics, point);
    c->on = 1;
    c->axis[0] = axle->kingpin_z, c->axis[2] = -axle->kingpin_x;
    for (int i = 0; i < 3; ++i) c->pivot[i] = (float)point[i];
    c->spring.lock_rad = FREE_RAD;
    c->spring.hands_nm_per_rad = (float)front->twist_nm_per_rad;
    c->spring.hands_damping = (float)front->twist_nms_per_rad;
    c->spring.hands_max_nm = (float)(front->twist_nm_per_rad * FREE_RAD);
}

static void compile_rider(const kamm_model *model, struct rider_constants *c)
{
    const kamm_rider_def *rider = &model->def->rider;
    const struct leaning_rider r = kamm_rider_of(model->def, &model->statics);
    double above = r.at[2] - r.hip[2], inertia = r.inertia[0][0] + r.mass_kg * above * above;
    if (!(rider->mass_kg > 0)) return;
    c->on = 1;
    c->mass_kg = (float)r.mass_kg;
    for (int i = 0; i < 3; ++i) {
        c->at[i] = (float)r.at[i];
        c->pivot[i] = (float)r.hip[i];
    }
    write_tensor(r.inertia, c->inertia);
    c->hip.lock_rad = (float)rider->lean_limit_rad;
    c->hip.stop_nm_per_rad = (float)rider->stop_nm_per_rad;
    c->hip.stop_damping = (float)sqrt(rider->stop_nm_per_rad * inertia);
    c->hip.hands_nm_per_rad = (float)rider->hip_nm_per_rad;
    c->hip.hands_damping = (float)rider->hip_nms_per_rad;
    c->hip.hands_max_nm = (float)rider->hip_max_nm;
}

static void compile_tilt(const kamm_model *model, struct tilt_constants *c)
{
    const kamm_axle_def *axle = &model->def->axles[tilting_axle(&model->layout)];
    const kamm_suspension_def *s = &axle->suspension;
    double track_2 = axle->track_m * axle->track_m;
    if (!model->layout.tilts) return;
    c->n_per_m = (float)(s->tilt_lock_nm_per_rad / track_2);
    c->inverse_n_per_m = (float)(track_2 / s->tilt_lock_nm_per_rad);
    c->damping = (float)(s->tilt_lock_nms_per_rad / track_2);
    c->most_n = (float)(s->tilt_lock_nm / axle->track_m);
    c->stop_m = (float)(axle->track_m * tan(s->tilt_limit_rad));
}

static void take_body(double a[6][6], double mass_kg, const double at[3],
                      const double inertia[3][3])
{
    static const double all[3] = {1, 1, 1};
    kamm_add_mass(a, -mass_kg, at, all);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a[3 + i][3 + j] -= inertia[i][j];
}

/* Writes A, and returns whether it is the inertia of a body. */
static int write_matrix(double a[6][6], num matrix[21])
{
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) matrix[i * (i + 1) / 2 + j] = (float)a[i][j];
    return kamm_invert_positive_definite(a);
}

/* A without front and whole rider. */
static kamm_result compile_thrown(const kamm_model *model, const struct steered_front *f,
                                  struct thrown_constants *c, kamm_error *error)
{
    const struct whole_rider r = kamm_whole_rider_of(model->def, &model->statics);
    double a[6][6];
    if (!(r.mass_kg > 0)) return KAMM_OK;
    c->on = 1;
    c->mass_kg = (float)r.mass_kg;
    for (int i = 0; i < 3; ++i) c->at[i] = (float)r.at[i];
    write_tensor(r.inertia, c->inertia);
    kamm_find_mass_matrix(model->def, &model->layout, &model->statics, a);
    take_body(a, f->mass_kg, f->at, f->inertia);
    take_body(a, r.mass_kg, r.at, r.inertia);
    if (write_matrix(a, c->matrix)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "rider.whole_mass_kg",
                     "rider.whole_mass_kg: %g kg with these inertias, which are part of those of "
                     "the body, leave none of a body for the machine; allowed: less, or more in "
                     "body",
                     r.mass_kg);
}

/* A without front and rider; and whether what is left is the inertia of a body. */
static kamm_result take_matrix(const kamm_model *model, const struct steered_front *f,
                               struct front_constants *front, kamm_error *error)
{
    const struct leaning_rider r = kamm_rider_of(model->def, &model->statics);
    double a[6][6];
    kamm_find_mass_matrix(model->def, &model->layout, &model->statics, a);
    take_body(a, f->mass_kg, f->at, f->inertia);
    if (r.mass_kg > 0) take_body(a, r.mass_kg, r.at, r.inertia);
    if (write_matrix(a, front->matrix)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly",
                     "front_assembly: %g kg with these inertias (and %g kg of rider), which are "
                     "part of those of the body, leave none of a body for the rear; allowed: less, "
                     "or more in body",
                     f->mass_kg, r.mass_kg);
}

kamm_result kamm_compile_front(const kamm_model *model, struct front_constants *front,
                               kamm_error *error)
{
    const struct axle_constants *axle = &model->chassis->axles[0];
    if (!(model->features & KAMM_FEATURE_FRONT_ASSEMBLY)) return KAMM_OK;
    const struct steered_front f = kamm_front_of(model->def, &model->statics);
    const double pivot[3] = {(double)axle->behind_m + (double)axle->kingpin_ahead_m,
                             axle->left_offset_m, axle->hub_z_m};
    front->mass_kg = (float)f.mass_kg;
    for (int i = 0; i < 3; ++i) {
        front->at[i] = (float)f.at[i];
        front->pivot[i] = (float)pivot[i];
    }
    write_tensor(f.inertia, front->inertia);
    compile_head(model->def, inertia_about_axis(model, &f, pivot), &front->head);
    compile_twist(model, &front->twist);
    compile_rider(model, &front->rider);
    compile_tilt(model, &front->tilt);
    kamm_result result = take_matrix(model, &f, front, error);
    return result == KAMM_OK ? compile_thrown(model, &f, &front->thrown, error) : result;
}

/* Acceleration of a foot per force along an axis, at most. */
static double foot_per_kg(const struct bare_body *b, const double at[3])
{
    double most = 0, arm[3];
    for (int k = 0; k < 3; ++k) arm[k] = at[k] - b->at[k];
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        most = fmax(most, 1 / b->mass_kg + arm[i] * arm[i] / b->inertia[j] +
                              arm[j] * arm[j] / b->inertia[i]);
    }
    return most;
}

/* The mass that leans on a foot: the moment of inertia about the wheels' line over the square of the foot's distance. */
static double leaning_kg(const struct bare_body *b, const double at[3])
{
    double high = b->at[2] - at[2];
    return (b->inertia[0] + b->mass_kg * high * high) / (at[1] * at[1]);
}

/* Half of critical damping of what leans on a foot; no more than half of what explicit steps bear,
 * for the tyres damp as well. */
void kamm_compile_stand(const kamm_model *model, struct stand_constants *stand)
{
    const kamm_stand_def *def = &model->def->stand;
    const struct statics *s = &model->statics;
    struct body_contact_constants *c = &stand->contact;
    double at[3], dt = 1 / model->def->stepping.substeps_per_s;
    if (!kamm_has_stand(model->def)) return;
    for (int i = 0; i < 2; ++i) {
        kamm_stand_foot(model->def, s, i, at);
        for (int k = 0; k < 3; ++k) stand->foot[i][k] = (float)at[k];
    }
    const struct bare_body bare = kamm_bare_body_of(model->def, s);
    double per_kg = foot_per_kg(&bare, at);
    double stiffness = fmin(def->foot_stiffness_n_per_m, 1 / (per_kg * dt * dt));
    double damping = fmin(sqrt(stiffness * leaning_kg(&bare, at)), 0.3 / (per_kg * dt));
    stand->on = 1;
    stand->both_sides = (float)def->both_sides;
    c->stiffness_n_per_m = (float)stiffness;
    c->inverse_stiffness = (float)(1 / stiffness);
    c->damping_ns_per_m = (float)damping;
    c->scrape_damping_s = (float)(damping / stiffness);
    c->friction = (float)def->foot_friction;
    c->meets_mps = (float)(FOOT_MEETS_MPS * sqrt(s->length_scale));
}

static int is_thrown(const struct car *car)
{
    return car->model->features & KAMM_FEATURE_THROWN && STATE_OF(car, car.rider_thrown) > 0.5f;
}

void kamm_let_rider_go(const struct car *car, double a[6][6])
{
    if (!is_thrown(car)) return;
    const struct whole_rider r = kamm_whole_rider_of(car->model->def, &car->model->statics);
    take_body(a, r.mass_kg, r.at, r.inertia);
}

/* -- outside of a step -- */

/* Energy of a mass at r that moves with the body, and relative to it by `own`. Heights are relative
 * to the body frame's origin. */
static double point_energy(double mass, const double r[3], const double own[3],
                           const double velocity[3], const double turning[3], const double up[3])
{
    double v[3];
    cross3(turning, r, v);
    for (int i = 0; i < 3; ++i) v[i] += velocity[i] + own[i];
    return mass * (0.5 * dot3(v, v) + KAMM_STANDARD_GRAVITY * dot3(up, r));
}

static double turning_energy(const double tensor[3][3], const double turning[3])
{
    double momentum[3];
    for (int i = 0; i < 3; ++i) momentum[i] = dot3(tensor[i], turning);
    return 0.5 * dot3(momentum, turning);
}

/* A hinge in double. */
struct turning {
    double axis[3], pivot[3], turn[4], rate;
};

static struct turning turning_of(const double axis[3], const double pivot[3], double angle,
                                 double rate)
{
    struct turning t = {.rate = rate, .turn = {cos(angle / 2)}};
    for (int i = 0; i < 3; ++i) {
        t.axis[i] = axis[i];
        t.pivot[i] = pivot[i];
        t.turn[1 + i] = sin(angle / 2) * axis[i];
    }
    return t;
}

/* Takes a place and its velocity against the body along. */
static void take_along(const struct turning *t, double at[3], double own[3])
{
    double arm[3], swing[3];
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - t->pivot[i];
    kamm_rotate(t->turn, arm, arm);
    kamm_rotate(t->turn, own, own);
    cross3(t->axis, arm, swing);
    for (int i = 0; i < 3; ++i) {
        at[i] = t->pivot[i] + arm[i];
        own[i] += t->rate * swing[i];
    }
}

/* The angular velocity of what it turns, in axes that turn along; `turning` is that of what carries it, in that one's axes. */
static void turn_with(const struct turning *t, double turning[3])
{
    const double back[4] = {t->turn[0], -t->turn[1], -t->turn[2], -t->turn[3]};
    for (int i = 0; i < 3; ++i) turning[i] += t->rate * t->axis[i];
    kamm_rotate(back, turning, turning);
}

static double stop_energy(const kamm_vehicle_def *def, double angle)
{
    double deep = fmax(fabs(angle) - def->steering.lock_rad, 0);
    return 0.5 * def->front_assembly.stop_nm_per_rad * deep * deep;
}

static struct turning twist_of(const struct car *car)
{
    const kamm_model *model = car->model;
    const struct axle_constants *axle = &model->chassis->axles[0];
    const double axis[3] = {axle->kingpin_z, 0, -axle->kingpin_x};
    double point[3];
    kamm_twist_point(model->def, &model->statics, point);
    return turning_of(axis, point, STATE_OF(car, car.twist_rad),
                      STATE_OF(car, car.twist_rate_radps));
}

/* Energy of hip and upper body in the place of what it would have upright; springs hold no more than their strength. */
static double rider_energy(const struct car *car, const double velocity[3],
                           const double angular_velocity[3], const double up[3])
{
    static const double ahead[3] = {1, 0, 0};
    const kamm_model *model = car->model;
    const kamm_rider_def *rider = &model->def->rider;
    if (!(model->features & KAMM_FEATURE_RIDER) || is_thrown(car)) return 0;
    const struct leaning_rider r = kamm_rider_of(model->def, &model->statics);
    double angle = STATE_OF(car, car.upper_body_rad), at[3], own[3] = {0}, turning[3];
    const struct turning t =
        turning_of(ahead, r.hip, angle, STATE_OF(car, car.upper_body_rate_radps));
    memcpy(at, r.at, sizeof at);
    memcpy(turning, angular_velocity, sizeof turning);
    double sum = -point_energy(r.mass_kg, at, own, velocity, angular_velocity, up);
    take_along(&t, at, own);
    sum += point_energy(r.mass_kg, at, own, velocity, angular_velocity, up);
    turn_with(&t, turning);
    sum += turning_energy(r.inertia, turning) - turning_energy(r.inertia, angular_velocity);
    double bend = fabs(angle - (double)car->inputs[car->lane].rider_lean_rad);
    double deep = fmax(fabs(angle) - rider->lean_limit_rad, 0);
    double held = fmin(bend, rider->hip_max_nm / fmax(rider->hip_nm_per_rad, 1e-9));
    return sum + rider->hip_nm_per_rad * held * (bend - 0.5 * held) +
           0.5 * rider->stop_nm_per_rad * deep * deep;
}

/* What lock and stops of a tilting pair have stored. */
static double tilt_energy(const struct car *car)
{
    const struct layout *l = &car->model->layout;
    const int a = tilting_axle(l), left = left_hub(l, a), right = right_hub(l, a);
    const kamm_axle_def *axle = &car->model->def->axles[a];
    if (!l->tilts) return 0;
    const kamm_suspension_def *s = &axle->suspension;
    double apart =
        (double)STATE_OF(car, wheels[left].travel_m) - STATE_OF(car, wheels[right].travel_m);
    double lean = (apart - STATE_OF(car, axles[a].bar_slack_m)) / axle->track_m;
    double most = s->tilt_lock_nm * (double)car->inputs[car->lane].stand;
    double held = fmin(fabs(lean), most / s->tilt_lock_nm_per_rad);
    double deep = fmax(fabs(apart) / axle->track_m - tan(s->tilt_limit_rad), 0);
    return 0.5 * s->tilt_lock_nm_per_rad * (held * held + deep * deep);
}

/* Takes off what the body has of a rider who is thrown off. */
static double thrown_energy(const struct car *car, const double velocity[3],
                            const double angular_velocity[3], const double up[3])
{
    static const double still[3] = {0, 0, 0};
    if (!is_thrown(car)) return 0;
    const struct whole_rider r = kamm_whole_rider_of(car->model->def, &car->model->statics);
    double height = KAMM_STANDARD_GRAVITY * r.mass_kg * car->block->position_m[2][car->lane];
    return -point_energy(r.mass_kg, r.at, still, velocity, angular_velocity, up) - height -
           turning_energy(r.inertia, angular_velocity);
}

/* Energy of a front hub where it is, in the place of what it would have steered straight. */
static double steered_hub_energy(const struct car *car, int w, const struct turning *twist,
                                 const double velocity[3], const double angular_velocity[3],
                                 const double up[3])
{
    const struct axle_constants *axle = &car->model->chassis->axles[0];
    const struct hub_motion hub = kamm_hub_motion(car, w);
    const double axis[3] = {axle->kingpin_x, 0, axle->kingpin_z};
    const double pivot[3] = {hub.at[0] + (double)axle->kingpin_ahead_m, hub.at[1], hub.at[2]};
    const struct turning steer = turning_of(axis, pivot, STATE_OF(car, car.steering_rad),
                                            STATE_OF(car, car.steering_rate_radps));
    double at[3], own[3] = {0}, mass = axle->unsprung_mass_kg;
    memcpy(at, hub.at, sizeof at);
    take_along(&steer, at, own);
    for (int i = 0; i < 3; ++i) own[i] += hub.own[i]; /* the travel does not turn by steering */
    if (twist) take_along(twist, at, own);
    return point_energy(mass, at, own, velocity, angular_velocity, up) -
           point_energy(mass, hub.at, hub.own, velocity, angular_velocity, up);
}

double kamm_front_energy(const struct car *car, const double velocity[3],
                         const double angular_velocity[3], const double up[3])
{
    static const double still[3] = {0, 0, 0};
    const kamm_model *model = car->model;
    if (!(model->features & KAMM_FEATURE_FRONT_ASSEMBLY)) return 0;
    const int twists = kamm_front_twists(model->def);
    const struct turning twist = twists ? twist_of(car) : (struct turning){0};
    const struct axle_constants *axle = &model->chassis->axles[0];
    const struct steered_front f = kamm_front_of(model->def, &model->statics);
    double angle = STATE_OF(car, car.steering_rad), rate = STATE_OF(car, car.steering_rate_radps);
    const double axis[3] = {axle->kingpin_x, 0, axle->kingpin_z};
    const double head[3] = {axle->behind_m + (double)axle->kingpin_ahead_m, axle->left_offset_m,
                            axle->hub_z_m};
    const struct turning steer = turning_of(axis, head, angle, rate);
    double at[3], own[3] = {0}, turning[3];
    memcpy(at, f.at, sizeof at);
    take_along(&steer, at, own);
    if (twists) take_along(&twist, at, own);
    double sum = point_energy(f.mass_kg, at, own, velocity, angular_velocity, up) -
                 point_energy(f.mass_kg, f.at, still, velocity, angular_velocity, up);
    double hubs_j = 0; /* left and right first */
    for (int w = 0; w < hub_count(&model->layout, 0); ++w)
        hubs_j +=
            steered_hub_energy(car, w, twists ? &twist : NULL, velocity, angular_velocity, up);
    sum += hubs_j;
    memcpy(turning, angular_velocity, sizeof turning);
    if (twists) turn_with(&twist, turning);
    turn_with(&steer, turning);
    sum += turning_energy(f.inertia, turning) - turning_energy(f.inertia, angular_velocity);
    sum += rider_energy(car, velocity, angular_velocity, up) + stop_energy(model->def, angle);
    sum += thrown_energy(car, velocity, angular_velocity, up) + tilt_energy(car);
    double bend = STATE_OF(car, car.twist_rad);
    return sum + 0.5 * model->def->front_assembly.twist_nm_per_rad * bend * bend;
}
