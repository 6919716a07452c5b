/* How the full model answers an impulse: see run/push.h. */
#include "../../base/lane_math.h"
#include "../../base/vector_double.h"
#include "cargo_compile.h"
#include "front_compile.h"
#include "full.h"

#include <string.h>

/* A hub, body axes: where it is, and its path per travel of the axle's two hubs. */
struct hub {
    double at[3];
    double path[2][3];
};

/* `hubs` of an axle, 1 or 2. */
static void hubs_of(const struct car *car, int a, int hubs, struct hub out[2])
{
    const struct layout *l = &car->model->layout;
    const struct axle_constants *axle = &car->model->chassis->axles[a];
    const struct suspension_constants *suspension = &axle->suspension;
    float travel[2] = {(float)travel_to_respond(car, left_hub(l, a)),
                       (float)travel_to_respond(car, right_hub(l, a))};
    double coupling = axle->suspension.coupling;
    memset(out, 0, 2 * sizeof *out);
    for (int i = 0; i < hubs; ++i) {
        real tilting = tilting_travel(suspension, travel[i], travel[1 - i]), sine, cosine;
        struct wheel_path path = wheel_path_at(suspension, travel[i], tilting);
        sine_cosine_of_acute(path.camber_rad, &sine, &cosine);
        double side = l->side[l->first[a] + i];
        double outward = (double)axle->half_track_m + (double)path.outward_m +
                         (double)axle->rest_radius_m * (double)sine;
        double aside = side * ((double)path.outward_slope +
                               (double)axle->rest_radius_m * (double)path.camber_slope);
        out[i] = (struct hub){
            .at = {(double)axle->behind_m + (double)path.forward_m,
                   side * outward + (double)axle->left_offset_m,
                   (double)axle->hub_z_m + (double)travel[i]},
        };
        out[i].path[i][0] = path.forward_slope;
        out[i].path[i][1] = aside * (1 - coupling);
        out[i].path[i][2] = 1;
        if (hubs > 1) out[i].path[1 - i][1] = -aside * coupling;
    }
}

/* (f, r x f): what a force at r is as force and moment. */
static void wrench_of(const double r[3], const double f[3], double out[6])
{
    memcpy(out, f, 3 * sizeof *f);
    out[3] = r[1] * f[2] - r[2] * f[1];
    out[4] = r[2] * f[0] - r[0] * f[2];
    out[5] = r[0] * f[1] - r[1] * f[0];
}

/* A += mass J' J of a mass at r, J = (1, -[r]). */
static void add_mass(double a[6][6], double mass, const double r[3])
{
    double squared = dot3(r, r);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        a[i][i] += mass;
        a[i][3 + j] += mass * r[k], a[3 + j][i] += mass * r[k];
        a[i][3 + k] -= mass * r[j], a[3 + k][i] -= mass * r[j];
        for (int n = 0; n < 3; ++n)
            a[3 + i][3 + n] += mass * ((n == i ? squared : 0) - r[i] * r[n]);
    }
}

/* Adds the unsprung mass of a single hub to A, less what its travel lets go; and how the travel rate answers. */
static void add_single(double a[6][6], double mass, const struct hub *hub, double travel[6])
{
    double c[6];
    wrench_of(hub->at, hub->path[0], c);
    double scale = 1 / dot3(hub->path[0], hub->path[0]);
    for (int k = 0; k < 6; ++k) travel[k] = -scale * c[k];
    add_mass(a, mass, hub->at);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) a[i][k] += mass * c[i] * travel[k];
}

/* Adds the unsprung masses of an axle of two hubs to A, less what their travel lets go; and how the travel rates answer. */
static void add_axle(double a[6][6], double mass, const struct hub hubs[2], double travel[2][6])
{
    double c[2][6] = {{0}}, m[2][2], of_hub[2][6][6] = {{{0}}};
    for (int j = 0; j < 2; ++j) {
        for (int k = 0; k < 2; ++k)
            m[j][k] = mass * (dot3(hubs[0].path[j], hubs[0].path[k]) +
                              dot3(hubs[1].path[j], hubs[1].path[k]));
        for (int i = 0; i < 2; ++i) {
            double wrench[6];
            wrench_of(hubs[i].at, hubs[i].path[j], wrench);
            for (int k = 0; k < 6; ++k) c[j][k] += mass * wrench[k];
        }
    }
    double scale = 1 / (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
    for (int k = 0; k < 6; ++k) {
        travel[0][k] = -scale * (m[1][1] * c[0][k] - m[0][1] * c[1][k]);
        travel[1][k] = -scale * (m[0][0] * c[1][k] - m[1][0] * c[0][k]);
    }
    for (int i = 0; i < 2; ++i) add_mass(of_hub[i], mass, hubs[i].at);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) { /* left and right first */
            double held = of_hub[0][i][k] + of_hub[1][i][k];
            a[i][k] += held + (c[0][i] * travel[0][k] + c[1][i] * travel[1][k]);
        }
}

void kamm_full_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6])
{
    const struct chassis_constants *c = car->model->chassis;
    const struct layout *l = &car->model->layout;
    const float *inertia = c->sprung_inertia;
    double(*a)[6] = body; /* the mass matrix first, then its inverse */
    for (int i = 0; i < 3; ++i) a[i][i] = c->sprung_mass_kg, a[3 + i][3 + i] = inertia[i];
    a[3][4] = a[4][3] = -(double)inertia[3];
    a[3][5] = a[5][3] = -(double)inertia[4];
    a[4][5] = a[5][4] = -(double)inertia[5];
    for (int i = 0; i < l->axles; ++i) {
        struct hub hubs[2];
        int count = hub_count(l, i), first = l->first[i];
        hubs_of(car, i, count, hubs);
        if (count == 1)
            add_single(a, c->axles[i].unsprung_mass_kg, hubs, travel[first]);
        else
            add_axle(a, c->axles[i].unsprung_mass_kg, hubs, &travel[first]);
        if (has_twins(l, i)) memcpy(travel[first + 2], travel[first], 2 * sizeof *travel);
    }
    kamm_let_cargo_go(car, a);
    if (KAMM_TAKES_TWO_WHEELERS) kamm_let_rider_go(car, a);
    kamm_invert_positive_definite(a);
}

void kamm_full_take_push(const struct car *car, const double change[6], const double (*travel)[6])
{
    for (int w = 0; w < car->model->layout.wheels; ++w) {
        double rate = STATE_OF(car, wheels[w].travel_rate_mps);
        for (int k = 0; k < 6; ++k) rate += travel[w][k] * change[k];
        PUT_STATE(car, wheels[w].travel_rate_mps, (float)rate);
    }
    kamm_push_cargo(car, change);
}
