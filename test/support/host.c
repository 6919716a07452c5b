#include "host.h"

#include <math.h>
#include <string.h>

static void invert(const double m[3][3], double inverse[3][3])
{
    double determinant = 0;
    for (int i = 0; i < 3; ++i)
        determinant += m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] -
                                  m[1][(i + 2) % 3] * m[2][(i + 1) % 3]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            inverse[j][i] = (m[(i + 1) % 3][(j + 1) % 3] * m[(i + 2) % 3][(j + 2) % 3] -
                             m[(i + 1) % 3][(j + 2) % 3] * m[(i + 2) % 3][(j + 1) % 3]) /
                            determinant;
}

struct host start_host(const kamm_cars *cars, int car)
{
    struct host host = {.mass = kamm_host_mass_of(kamm_model_of(cars, car))};
    invert((const double(*)[3])host.mass.inertia_kgm2, host.inverse);
    kamm_start_hosted(cars, car, &host.body);
    return host;
}

void host_rotate(const double q[4], const double v[3], double out[3])
{
    double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                   2 * (q[1] * v[1] - q[2] * v[0])};
    double turned[3] = {v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1],
                        v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2],
                        v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0]};
    memcpy(out, turned, sizeof turned);
}

static void add_angular(struct host *h, double step_s)
{
    double back[4] = {h->body.orientation[0], -h->body.orientation[1], -h->body.orientation[2],
                      -h->body.orientation[3]};
    double torque[3], change[3];
    host_rotate(back, h->body.torque_nm, torque);
    for (int i = 0; i < 3; ++i)
        change[i] = h->inverse[i][0] * torque[0] + h->inverse[i][1] * torque[1] +
                    h->inverse[i][2] * torque[2];
    host_rotate(h->body.orientation, change, change);
    for (int i = 0; i < 3; ++i) h->body.angular_velocity_radps[i] += step_s * change[i];
}

static void turn_body(struct host *h, double step_s)
{
    const double *w = h->body.angular_velocity_radps;
    double *q = h->body.orientation, half = step_s / 2, length = 0;
    double d[4] = {-w[0] * q[1] - w[1] * q[2] - w[2] * q[3],
                   w[0] * q[0] + w[1] * q[3] - w[2] * q[2], w[1] * q[0] + w[2] * q[1] - w[0] * q[3],
                   w[2] * q[0] + w[0] * q[2] - w[1] * q[1]};
    for (int i = 0; i < 4; ++i) q[i] += half * d[i];
    for (int i = 0; i < 4; ++i) length += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(length);
}

static void round_all(double *values, int count)
{
    for (int i = 0; i < count; ++i) values[i] = (float)values[i];
}

void step_host(struct host *h, const kamm_ground *ground, double step_s)
{
    for (int i = 0; i < 3; ++i)
        h->body.velocity_mps[i] +=
            step_s * (h->body.force_n[i] / h->mass.mass_kg + (double)ground->gravity_mps2[i]);
    add_angular(h, step_s);
    if (h->in_float)
        round_all(h->body.velocity_mps, 3), round_all(h->body.angular_velocity_radps, 3);
    for (int i = 0; i < 3; ++i) h->body.position_m[i] += step_s * h->body.velocity_mps[i];
    turn_body(h, step_s);
    if (h->in_float) round_all(h->body.position_m, 3), round_all(h->body.orientation, 4);
}

void step_frame(kamm_cars *cars, struct host *h, const kamm_ground *ground, int substeps)
{
    kamm_step_hosted_pushing(cars, ground, substeps, &h->body, h->pushes);
    step_host(h, ground, substeps * kamm_describe(kamm_model_of(cars, 0)).substep_s);
}
