/* Cars whose chassis is a body of another physics engine.
 *
 * A frame begins with the pose that the host has. Velocities are Kamm's own, plus what the host has changed
 * of those that it was led to expect. The body then moves on with all the rest, by the usual step. At the
 * end stand a displacement and a turn; force and torque are those under which a host that integrates by
 * symplectic Euler covers just these:
 *
 *     F = M ((x_end - x) / T - v) / T - M g,   tau = R I R^T ((log (q_end q^-1)) / T - omega) / T
 *
 * A contact of the host's that lasts (a belly that slides over the ground, a car against a wall) is known here only after each
 * frame, from the velocities. Were it left out of the frame, the body would sink a little in each and be lifted again, of which
 * the dampers see the one and not the other; and the host would stop the whole car's mass where only the body's falls. What a
 * car lies on would bear 10 to 15 % too much, differently at each rate. So what has pushed for two frames is foreseen to push
 * on: it acts through the frame, and is taken off F, since the host adds it itself. An impact does so for one frame and is not
 * foreseen.
 *
 * So the host's velocities are the means of a frame, half a frame behind Kamm's own. With Kamm's velocity at
 * the frame's end instead, its place would be off by a T^2 / 2 each time. On springs of angular frequency w
 * that acts as an additional damper of w T / 4 of the critical one. */
#include <kamm/hosted.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "external_forces.h"
#include "faults.h"
#include "patch.h"
#include "usual.h"

#include <math.h>
#include <string.h>

#define FAR_BELOW_M (-1e9)

/* Sums over a frame of the cars of one block. */
struct frame {
    kamm_wheel_push *pushes; /* of the block's first car; NULL: not asked for */
    int done, substeps;      /* of the frame */
    double load_n[MAX_WHEELS][KAMM_BLOCK], along_n[MAX_WHEELS][KAMM_BLOCK],
        aside_n[MAX_WHEELS][KAMM_BLOCK];
    double forward[MAX_WHEELS][KAMM_BLOCK][3]; /* of the contact patches: first and last substep */
};

/* From the body frame's origin to the car's centre of gravity, world axes. */
static void arm_to_cg(const kamm_model *model, const double q[4], double arm[3])
{
    for (int i = 0; i < 3; ++i) arm[i] = model->statics.total_cg[i] - model->origin[i];
    kamm_rotate(q, arm, arm);
}

kamm_host_mass kamm_host_mass_of(const kamm_model *model)
{
    KAMM_FLOAT_MODE;
    kamm_host_mass mass = {0};
    KAMM_REQUIRE_ALIVE(model, mass);
    mass.mass_kg = model->statics.total_mass_kg;
    memcpy(mass.cg_m, model->statics.total_cg, sizeof mass.cg_m);
    memcpy(mass.inertia_kgm2, model->statics.total_inertia, sizeof mass.inertia_kgm2);
    return mass;
}

#define VELOCITY_ROWS \
    STATE_NUMBER(car.velocity_x_mps) + i, STATE_NUMBER(car.velocity_residual_x_mps) + i
#define ORIENTATION_ROWS \
    STATE_NUMBER(car.orientation_w) + i, STATE_NUMBER(car.orientation_residual_w) + i

/* Angular velocity in world axes, and the velocity of the centre of gravity, as Kamm has them. */
static void own_motion(const kamm_cars *cars, int car, const double q[4], double v[3],
                       double angular_velocity[3])
{
    double arm[3], turning[3];
    const double body_rates[3] = {CAR_STATE(cars, car, car.roll_rate_radps),
                                  CAR_STATE(cars, car, car.pitch_rate_radps),
                                  CAR_STATE(cars, car, car.yaw_rate_radps)};
    kamm_rotate(q, body_rates, angular_velocity);
    arm_to_cg(kamm_model_of(cars, car), q, arm);
    cross3(angular_velocity, arm, turning);
    for (size_t i = 0; i < 3; ++i) v[i] = kamm_kept(cars, car, VELOCITY_ROWS) + turning[i];
}

static void set_motion(kamm_cars *cars, int car, const double q[4], const double v[3],
                       const double angular_velocity[3])
{
    double arm[3], turning[3], back[4], body_rates[3];
    kamm_conjugate(q, back);
    kamm_rotate(back, angular_velocity, body_rates);
    arm_to_cg(kamm_model_of(cars, car), q, arm);
    cross3(angular_velocity, arm, turning);
    for (size_t i = 0; i < 3; ++i) kamm_put_kept(cars, car, VELOCITY_ROWS, v[i] - turning[i]);
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, (float)body_rates[0]);
    PUT_CAR_STATE(cars, car, car.pitch_rate_radps, (float)body_rates[1]);
    PUT_CAR_STATE(cars, car, car.yaw_rate_radps, (float)body_rates[2]);
}

static void set_pose(kamm_cars *cars, int car, const double at[3], const double q[4])
{
    double arm[3];
    arm_to_cg(kamm_model_of(cars, car), q, arm);
    for (int i = 0; i < 3; ++i)
        cars->block[car / KAMM_BLOCK].position_m[i][car % KAMM_BLOCK] = at[i] - arm[i];
    for (size_t i = 0; i < 4; ++i) kamm_put_kept(cars, car, ORIENTATION_ROWS, q[i]);
}

static void read_cg(const kamm_cars *cars, int car, double at[3], double q[4])
{
    double arm[3];
    kamm_body_frame(cars, car, at, q);
    arm_to_cg(kamm_model_of(cars, car), q, arm);
    for (int i = 0; i < 3; ++i) at[i] += arm[i];
}

void kamm_start_hosted(const kamm_cars *cars, int car, kamm_hosted *hosted)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(hosted, );
    memset(hosted, 0, sizeof *hosted);
    read_cg(cars, car, hosted->position_m, hosted->orientation);
    own_motion(cars, car, hosted->orientation, hosted->velocity_mps,
               hosted->angular_velocity_radps);
}

void kamm_read_probes(const kamm_cars *cars, int car, kamm_probe *probes)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(probes, );
    double at[3], q[4];
    kamm_body_frame(cars, car, at, q);
    kamm_probe_wheels(cars, car, at, q, probes);
}

void kamm_read_hosted_probes(const kamm_cars *cars, int car, const kamm_hosted *hosted,
                             kamm_probe *probes)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(hosted, );
    KAMM_REQUIRE(probes, );
    double at[3], q[4], arm[3];
    memcpy(q, hosted->orientation, sizeof q);
    kamm_normalise(q);
    arm_to_cg(kamm_model_of(cars, car), q, arm);
    for (int i = 0; i < 3; ++i) at[i] = hosted->position_m[i] - arm[i];
    kamm_probe_wheels(cars, car, at, q, probes);
}

static int is_finite_host(const kamm_hosted *h)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum +=
            fabs(h->position_m[i]) + fabs(h->velocity_mps[i]) + fabs(h->angular_velocity_radps[i]);
    for (int i = 0; i < 4; ++i) sum += fabs(h->orientation[i]);
    return isfinite(sum);
}

static int is_lost(const kamm_cars *cars, int car)
{
    return (kamm_fault(cars, car) & KAMM_FAULT_NUMERIC) != 0;
}

/* The whole car's inertia, as it lies at `q`, times a vector of world axes. */
static void times_inertia(const kamm_model *model, const double q[4], const double in[3],
                          double out[3])
{
    double back[4], body[3], product[3];
    kamm_conjugate(q, back);
    kamm_rotate(back, in, body);
    for (int i = 0; i < 3; ++i) product[i] = dot3(model->statics.total_inertia[i], body);
    kamm_rotate(q, product, out);
}

/* Predicts a force: the share of the present one that acted before. */
static void foresee(const double now[3], const double before[3], double out[3])
{
    double length = dot3(now, now), share = length > 0 ? dot3(now, before) / length : 0;
    for (int i = 0; i < 3; ++i) out[i] = now[i] * fmax(0, fmin(share, 1));
}

/* Finds what the host has done to the body in the last frame, and how much of it continues. */
static void notice_contacts(const kamm_model *model, kamm_hosted *h)
{
    double change[3], force[3] = {0}, torque[3] = {0};
    if (h->is_running) {
        for (int i = 0; i < 3; ++i)
            change[i] =
                (h->angular_velocity_radps[i] - h->expected_angular_velocity_radps[i]) / h->frame_s;
        times_inertia(model, h->orientation, change, torque);
        for (int i = 0; i < 3; ++i) {
            force[i] = model->statics.total_mass_kg *
                           (h->velocity_mps[i] - h->expected_velocity_mps[i]) / h->frame_s +
                       h->foreseen_force_n[i];
            torque[i] += h->foreseen_torque_nm[i];
        }
    }
    foresee(force, h->contact_force_n, h->foreseen_force_n);
    foresee(torque, h->contact_torque_nm, h->foreseen_torque_nm);
    memcpy(h->contact_force_n, force, sizeof force);
    memcpy(h->contact_torque_nm, torque, sizeof torque);
}

/* The host's pose, and what it has done to the velocities. */
static void take_over(kamm_cars *cars, int car, kamm_hosted *h)
{
    double v[3], angular_velocity[3], at[3], q[4];
    if (!is_finite_host(h)) kamm_report_fault(cars, car, KAMM_FAULT_NUMERIC);
    if (is_lost(cars, car)) return;
    kamm_normalise(h->orientation);
    read_cg(cars, car, at, q);
    own_motion(cars, car, q, v, angular_velocity);
    for (int i = 0; i < 3; ++i) {
        v[i] = h->velocity_mps[i] + (h->is_running ? v[i] - h->expected_velocity_mps[i] : 0);
        angular_velocity[i] =
            h->angular_velocity_radps[i] +
            (h->is_running ? angular_velocity[i] - h->expected_angular_velocity_radps[i] : 0);
    }
    notice_contacts(kamm_model_of(cars, car), h);
    set_pose(cars, car, h->position_m, h->orientation);
    set_motion(cars, car, h->orientation, v, angular_velocity);
}

/* Those of the wheels of a car. */
static kamm_wheel_push *pushes_of(const struct frame *f, const kamm_cars *cars, int lane)
{
    return &f->pushes[lane * cars->layout->wheels];
}

/* Headings of a car's contact patches, as the first and the last substep of a frame have them. */
static void note_patches(struct frame *f, const kamm_cars *cars, int car)
{
    kamm_wheel_pose wheels[MAX_WHEELS];
    int lane = car % KAMM_BLOCK;
    kamm_wheel_push *pushes = pushes_of(f, cars, lane);
    kamm_read_pose(cars, car, 1, NULL, wheels);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        struct wheel_patch p = kamm_patch_of(cars, car, w, &wheels[w]);
        for (int i = 0; i < 3; ++i) f->forward[w][lane][i] += p.forward[i];
        if (f->done == 1) memcpy(pushes[w].point_m, p.point_m, sizeof p.point_m);
    }
}

static int cars_in(const kamm_cars *cars, int block)
{
    int left = cars->count - block * KAMM_BLOCK;
    return left < KAMM_BLOCK ? left : KAMM_BLOCK;
}

static void watch(void *context, const kamm_cars *cars, int block)
{
    struct frame *f = context;
    int count = cars_in(cars, block);
    ++f->done;
    if (!f->pushes) return;
    for (int w = 0; w < cars->layout->wheels; ++w)
        for (int lane = 0; lane < count; ++lane) {
            int car = block * KAMM_BLOCK + lane;
            f->load_n[w][lane] += (double)CAR_OUTPUT(cars, car, wheels[w].load_n);
            f->along_n[w][lane] += (double)CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n);
            f->aside_n[w][lane] += (double)CAR_OUTPUT(cars, car, wheels[w].lateral_force_n);
        }
    if (f->done != 1 && f->done != f->substeps) return;
    for (int lane = 0; lane < count; ++lane) note_patches(f, cars, block * KAMM_BLOCK + lane);
}

/* The mean of a frame's tyre forces, along the mean axes, on the ground. */
static void push_ground(const struct frame *f, const kamm_cars *cars, int car)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    kamm_wheel_push *pushes = pushes_of(f, cars, lane);
    for (int w = 0; w < cars->layout->wheels; ++w) {
        const double *sum = f->forward[w][lane];
        double normal[3], left[3], length = sqrt(dot3(sum, sum));
        double scale = -1.0 / f->substeps, level = scale / (length > 1e-9 ? length : 1);
        for (int i = 0; i < 3; ++i) normal[i] = block->contact[w].normal[i][lane];
        cross3(normal, sum, left);
        for (int i = 0; i < 3; ++i)
            pushes[w].force_n[i] =
                level * (f->along_n[w][lane] * sum[i] + f->aside_n[w][lane] * left[i]) +
                scale * f->load_n[w][lane] * normal[i];
    }
}

/* The rotation vector that turns q into `end`, world axes; the shorter way. */
static void turn_between(const double q[4], const double end[4], double turn[3])
{
    double back[4], d[4];
    kamm_conjugate(q, back);
    kamm_multiply(end, back, d);
    double sine = sqrt(d[1] * d[1] + d[2] * d[2] + d[3] * d[3]);
    double half = atan2(sine, fabs(d[0])), scale = sine > 1e-12 ? 2 * half / sine : 2;
    for (int i = 0; i < 3; ++i) turn[i] = (d[0] < 0 ? -scale : scale) * d[1 + i];
}

/* Computes the force that moves the host's body to Kamm's pose. */
static void push_body(const kamm_cars *cars, int car, double frame_s, kamm_hosted *h)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double at[3], q[4], turn[3], change[3], gravity[3], mass = model->statics.total_mass_kg;
    kamm_felt_gravity(cars, car, gravity);
    read_cg(cars, car, at, q);
    turn_between(h->orientation, q, turn);
    for (int i = 0; i < 3; ++i) {
        h->expected_velocity_mps[i] = (at[i] - h->position_m[i]) / frame_s;
        h->expected_angular_velocity_radps[i] = turn[i] / frame_s;
        change[i] =
            (h->expected_angular_velocity_radps[i] - h->angular_velocity_radps[i]) / frame_s;
        double a = (h->expected_velocity_mps[i] - h->velocity_mps[i]) / frame_s;
        h->force_n[i] = mass * (a - gravity[i]) - h->foreseen_force_n[i];
    }
    times_inertia(model, h->orientation, change, h->torque_nm);
    for (int i = 0; i < 3; ++i) h->torque_nm[i] -= h->foreseen_torque_nm[i];
    h->frame_s = frame_s;
    h->is_running = 1;
}

static void give_nothing(kamm_hosted *h)
{
    memset(h->force_n, 0, sizeof h->force_n);
    memset(h->torque_nm, 0, sizeof h->torque_nm);
    memset(h->contact_force_n, 0, sizeof h->contact_force_n);
    memset(h->contact_torque_nm, 0, sizeof h->contact_torque_nm);
    h->is_running = 0;
}

/* The host's own shapes are what its body touches the ground with. */
static void lift_body_points(struct point_block *points)
{
    for (int p = 0; p < BODY_POINTS; ++p)
        for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
            points->level_m[p][lane] = FAR_BELOW_M;
            for (int i = 0; i < 3; ++i) points->normal[p][i][lane] = i == 2;
        }
}

/* Gathers the program's forces (act.h) and the predicted ones of the host, at the centres of
 * gravity. */
static void gather_forces(const kamm_cars *cars, int block, const kamm_hosted *hosted,
                          struct external_forces *out)
{
    if (!kamm_gather_forces(cars, block, out)) memset(out, 0, sizeof *out);
    for (int lane = 0; lane < cars_in(cars, block); ++lane) {
        const kamm_hosted *h = &hosted[lane];
        int car = block * KAMM_BLOCK + lane;
        double arm[3], moment[3];
        if (is_lost(cars, car)) continue;
        arm_to_cg(kamm_model_of(cars, car), h->orientation, arm);
        cross3(arm, h->foreseen_force_n, moment);
        for (int i = 0; i < 3; ++i) {
            out->force_n[i][lane] += (float)h->foreseen_force_n[i];
            out->moment_nm[i][lane] += (float)(moment[i] + h->foreseen_torque_nm[i]);
        }
    }
}

static void step_block(kamm_cars *cars, int block, const kamm_ground *ground, int substeps,
                       kamm_hosted *hosted, kamm_wheel_push *pushes)
{
    struct external_forces outer;
    struct frame frame = {.pushes = pushes, .substeps = substeps};
    size_t wheels = (size_t)cars->layout->wheels;
    double frame_s = substeps * cars->models[0]->info.substep_s;
    int first = block * KAMM_BLOCK, count = cars_in(cars, block);
    for (int i = 0; i < count; ++i) take_over(cars, first + i, &hosted[i]);
    cars->placed[block] = 0; /* they are where the host has them */
    if (cars->points && !(ground->query && ground->body_points))
        lift_body_points(&cars->points[block]);
    gather_forces(cars, block, hosted, &outer);
    kamm_step_block_watched(cars, block, ground, substeps, watch, &frame, &outer);
    for (int i = 0; i < count; ++i) {
        if (is_lost(cars, first + i)) {
            give_nothing(&hosted[i]);
            if (pushes) memset(pushes_of(&frame, cars, i), 0, wheels * sizeof *pushes);
            continue;
        }
        if (pushes) push_ground(&frame, cars, first + i);
        push_body(cars, first + i, frame_s, &hosted[i]);
    }
}

static void step_hosted(kamm_cars *cars, const kamm_ground *ground, int substeps,
                        kamm_hosted *hosted, kamm_wheel_push *pushes)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(kamm_cars_are_their_own(cars), );
    KAMM_REQUIRE(!cars->rung->whole_body, );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    KAMM_REQUIRE(hosted, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    for (int block = 0; substeps && block < cars->blocks; ++block) {
        int first = block * KAMM_BLOCK;
        step_block(cars, block, ground, substeps, &hosted[first],
                   pushes ? &pushes[first * cars->layout->wheels] : NULL);
    }
    cars->substeps += (uint64_t)substeps;
    kamm_end_forces(cars);
}

void kamm_step_hosted(kamm_cars *cars, const kamm_ground *ground, int substeps, kamm_hosted *hosted)
{
    step_hosted(cars, ground, substeps, hosted, NULL);
}

void kamm_step_hosted_pushing(kamm_cars *cars, const kamm_ground *ground, int substeps,
                              kamm_hosted *hosted, kamm_wheel_push *pushes)
{
    step_hosted(cars, ground, substeps, hosted, pushes);
}
