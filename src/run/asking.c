/* See asking.h. */
#include "asking.h"

#include "../base/quaternion.h"
#include "planes.h"

#include <string.h>

/* A car's frame, as its probes are made from it. */
struct probed_body {
    double position[3], q[4];
    double way[3],
        turn[3]; /* how far it goes on and turns until the middle of the time that the answers hold for */
    float forward[3], left[3];
};

static struct probed_body probed_body_at(const double position[3], const double q[4])
{
    struct probed_body body = {.way = {0}, .turn = {0}};
    double forward[3], left[3];
    memcpy(body.position, position, sizeof body.position);
    memcpy(body.q, q, sizeof body.q);
    kamm_rotate(q, (const double[3]){1, 0, 0}, forward);
    kamm_rotate(q, (const double[3]){0, 1, 0}, left);
    for (int i = 0; i < 3; ++i) body.forward[i] = (float)forward[i], body.left[i] = (float)left[i];
    return body;
}

/* `ahead_s`: until the middle of the time that the answers hold for. */
static struct probed_body probed_body_of(const kamm_cars *cars, int car, double ahead_s)
{
    double position[3], q[4];
    kamm_body_frame(cars, car, position, q);
    struct probed_body body = probed_body_at(position, q);
    if (!cars->rung->feels_middle) return body;
    const double turn[3] = {CAR_STATE(cars, car, car.roll_rate_radps) * ahead_s,
                            CAR_STATE(cars, car, car.pitch_rate_radps) * ahead_s,
                            CAR_STATE(cars, car, car.yaw_rate_radps) * ahead_s};
    body.way[0] = CAR_STATE(cars, car, car.velocity_x_mps) * ahead_s;
    body.way[1] = CAR_STATE(cars, car, car.velocity_y_mps) * ahead_s;
    body.way[2] = CAR_STATE(cars, car, car.velocity_z_mps) * ahead_s;
    kamm_rotate(q, turn, body.turn);
    return body;
}

static kamm_probe probe_at(const struct probed_body *body, const double at[3], int car, int wheel)
{
    kamm_probe probe = {.car = car, .wheel = wheel};
    double world[3];
    kamm_rotate(body->q, at, world);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double turned = body->turn[j] * world[k] - body->turn[k] * world[j];
        probe.position_m[i] = body->position[i] + world[i] + (body->way[i] + turned);
    }
    memcpy(probe.forward, body->forward, sizeof probe.forward);
    memcpy(probe.left, body->left, sizeof probe.left);
    return probe;
}

/* Where a car's wheels are at rest in its body. */
static void probe_wheels(const kamm_model *model, const struct probed_body *body, int car,
                         kamm_probe *probes)
{
    const double *sprung = model->statics.sprung_cg;
    const struct layout *l = &model->layout;
    for (int w = 0; w < l->wheels; ++w) {
        const struct axle_constants *axle = &model->chassis->axles[l->axle[w]];
        double out = (double)l->side[w] *
                     ((double)axle->half_track_m + (double)l->twin[w] * (double)axle->twin_m);
        double hub[3] = {axle->behind_m, out + axle->left_offset_m, axle->hub_z_m};
        for (int i = 0; i < 3; ++i) hub[i] += sprung[i] - model->origin[i];
        probes[w] = probe_at(body, hub, car, w);
        probes[w].radius_m = (float)model->info.wheel_radius_m[w];
        probes[w].width_m = (float)model->def->axles[l->axle[w]].tyre.width_m;
    }
}

void kamm_probe_wheels(const kamm_cars *cars, int car, const double position[3], const double q[4],
                       kamm_probe *probes)
{
    struct probed_body body = probed_body_at(position, q);
    probe_wheels(kamm_model_of(cars, car), &body, car, probes);
}

/* The body points of a full car, whose frame is that of the sprung mass. */
static void probe_points(const kamm_model *model, const struct probed_body *body, int car,
                         kamm_probe probes[BODY_POINTS])
{
    for (int p = 0; p < BODY_POINTS; ++p) {
        const float *point = model->chassis->body_contact.points[p];
        double at[3] = {point[0], point[1], point[2]};
        probes[p] = probe_at(body, at, car, MAX_WHEELS + p);
    }
}

static void write_answers(kamm_cars *cars, int block, int lane, int with_points,
                          const kamm_contact *contacts)
{
    int wheels = cars->layout->wheels;
    for (int w = 0; w < wheels; ++w) kamm_take_contact(cars, block, w, lane, &contacts[w]);
    for (int p = 0; with_points && p < BODY_POINTS; ++p)
        kamm_take_point(cars, block, p, lane, &contacts[wheels + p]);
}

/* Probes that are asked for at once: those of a car with as many wheels as can be, or of a block of usual ones. */
enum { MAX_PROBES = KAMM_BLOCK * (4 + BODY_POINTS) };
_Static_assert(MAX_PROBES >= MAX_WHEELS + BODY_POINTS, "a car is asked for at once");

struct ground_query {
    kamm_probe probes[MAX_PROBES];
    int lanes[KAMM_BLOCK];
    int cars, each; /* asked for so far, and the probes of each */
};

static void ask_ground(kamm_cars *cars, int block, const kamm_ground *ground, int with_points,
                       struct ground_query *query)
{
    kamm_contact contacts[MAX_PROBES];
    int probes = query->cars * query->each;
    if (!probes) return;
    memset(contacts, 0, (size_t)probes * sizeof *contacts);
    ground->query(ground->user, probes, query->probes, contacts);
    for (int i = 0; i < query->cars; ++i)
        write_answers(cars, block, query->lanes[i], with_points, &contacts[i * query->each]);
    query->cars = 0;
}

void kamm_ask_for_ground(kamm_cars *cars, int block, const kamm_ground *ground, unsigned lanes)
{
    int with_points = cars->points && ground->body_points, wheels = cars->layout->wheels;
    int interval = ground->interval_substeps > 1 ? ground->interval_substeps : 1;
    struct ground_query query;
    query.cars = 0;
    query.each = wheels + (with_points ? BODY_POINTS : 0);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || !(lanes >> lane & 1)) continue;
        if ((query.cars + 1) * query.each > MAX_PROBES)
            ask_ground(cars, block, ground, with_points, &query);
        const kamm_model *model = kamm_model_of(cars, car);
        struct probed_body body = probed_body_of(cars, car, 0.5 * interval * model->info.substep_s);
        kamm_probe *own = &query.probes[query.cars * query.each];
        probe_wheels(model, &body, car, own);
        if (with_points) probe_points(model, &body, car, own + wheels);
        query.lanes[query.cars++] = lane;
    }
    cars->stale[block] &= (uint16_t)~lanes;
    ask_ground(cars, block, ground, with_points, &query);
}
