#include "joints.h"

#include <math.h>
#include <string.h>

const int joint_rates[] = {240, 60, 120, 600};

kamm_body_def loose_box(double mass_kg, double half_x, double half_y, double half_z, double x,
                        double y, double z)
{
    kamm_body_def def = {.type = KAMM_BODY_DYNAMIC,
                         .mass_kg = (float)mass_kg,
                         .position_m = {x, y, z},
                         .filter = {0, KAMM_MASK_NONE}};
    def.shapes[0].box = (kamm_box){.half_m = {half_x, half_y, half_z}};
    return def;
}

kamm_world *start_joint_world(const kamm_body_def *bodies, int count, int rate)
{
    kamm_world_def def = {
        .ground = kamm_flat_ground, .bodies = bodies, .body_count = count, .substep_s = 1.0 / rate};
    def.ground.plane.point_m[2] = -1000;
    return create_world(&def);
}

kamm_joint_def joint_of(const kamm_world *world, kamm_joint_kind kind, int first, int second)
{
    return (kamm_joint_def){
        .kind = kind,
        .ends = {{.body = kamm_body_at(world, first)}, {.body = kamm_body_at(world, second)}}};
}

kamm_joint join_at(kamm_world *world, kamm_joint_def def, const double point_m[3],
                   const double axis[3])
{
    kamm_joint joint = {-1, 0};
    kamm_error error;
    if (point_m) must(kamm_place_joint(world, &def, point_m, axis, &error), &error);
    must(kamm_add_joint(world, &def, &joint, &error), &error);
    return joint;
}

kamm_joint_state read_joint(const kamm_world *world, kamm_joint joint)
{
    kamm_joint_state state;
    kamm_error error;
    must(kamm_read_joint(world, joint, &state, &error), &error);
    return state;
}

double gap_of_joint(const kamm_world *world, kamm_joint joint)
{
    const kamm_joint_state state = read_joint(world, joint);
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        double apart = state.points_m[1][k] - state.points_m[0][k];
        square += apart * apart;
    }
    return sqrt(square);
}

/* A world vector along a body's axes, or with `back` -1 the other way round. */
static void turn_back(const double q[4], const double v[3], double back, double out[3])
{
    const double u[3] = {-back * q[1], -back * q[2], -back * q[3]};
    double t[3];
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        t[k] = 2 * (u[a] * v[b] - u[b] * v[a]);
    }
    for (int k = 0; k < 3; ++k) {
        int a = (k + 1) % 3, b = (k + 2) % 3;
        out[k] = v[k] + q[0] * t[k] + (u[a] * t[b] - u[b] * t[a]);
    }
}

double energy_of_boxes(const kamm_world *world, const kamm_body_def *bodies, int count)
{
    double energy = 0;
    for (int i = 0; i < count; ++i) {
        const double *half = bodies[i].shapes[0].box.half_m;
        double mass = (double)bodies[i].mass_kg, turning[3];
        kamm_body_motion m;
        read_body(world, i, &m);
        turn_back(m.orientation, m.angular_velocity_radps, 1, turning);
        energy += mass * JOINT_GRAVITY * m.position_m[2];
        for (int k = 0; k < 3; ++k) {
            double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
            energy += 0.5 * mass * m.velocity_mps[k] * m.velocity_mps[k];
            energy += 0.5 * mass / 3 * (a * a + b * b) * turning[k] * turning[k];
        }
    }
    return energy;
}

static void spin_of_box(const kamm_body_motion *m, const kamm_body_def *body, double spin[3])
{
    const double *half = body->shapes[0].box.half_m;
    double own[3];
    turn_back(m->orientation, m->angular_velocity_radps, 1, own);
    for (int k = 0; k < 3; ++k) {
        double a = half[(k + 1) % 3], b = half[(k + 2) % 3];
        own[k] *= (double)body->mass_kg / 3 * (a * a + b * b);
    }
    turn_back(m->orientation, own, -1, spin);
}

void momentum_of_boxes(const kamm_world *world, const kamm_body_def *bodies, int count,
                       double linear_ns[3], double angular_nms[3])
{
    for (int k = 0; k < 3; ++k) linear_ns[k] = angular_nms[k] = 0;
    for (int i = 0; i < count; ++i) {
        double mass = (double)bodies[i].mass_kg, spin[3];
        kamm_body_motion m;
        read_body(world, i, &m);
        spin_of_box(&m, &bodies[i], spin);
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            linear_ns[k] += mass * m.velocity_mps[k];
            angular_nms[k] += spin[k] + mass * (m.position_m[a] * m.velocity_mps[b] -
                                                m.position_m[b] * m.velocity_mps[a]);
        }
    }
}
