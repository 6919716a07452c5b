/* See asking.h. */
#include "ground_query.h"

#include "../vehicle/chassis.h"
#include "belly.h"
#include "clearance.h"
#include "contact_planes.h"
#include "frames.h"

#include <math.h>
#include <string.h>

/* Place in the body of a car. */
struct body_place {
    double x_m, y_m, z_m;
};

/* Makes the probe of a point of the body of the car in that lane. */
static void make_probe(const struct body_frames *frames, int lane, struct body_place at, int car,
                       int wheel, kamm_probe *probe)
{
    for (int i = 0; i < 3; ++i) {
        const double(*axis)[KAMM_BLOCK] = frames->axes[i];
        probe->position_m[i] =
            frames->position_m[i][lane] +
            ((axis[0][lane] * at.x_m + axis[1][lane] * at.y_m) + axis[2][lane] * at.z_m);
        probe->forward[i] = frames->forward[i][lane];
        probe->left[i] = frames->left[i][lane];
    }
    probe->radius_m = probe->width_m = 0;
    probe->car = car;
    probe->wheel = wheel;
}

/* Where a car's wheels are at rest in its body. */
static void probe_wheels(const kamm_model *model, const struct body_frames *frames, int lane,
                         int car, kamm_probe *probes)
{
    const struct probe_places *places = &model->probes;
    for (int w = 0; w < model->layout.wheels; ++w) {
        const double *hub = places->hub_m[w];
        make_probe(frames, lane, (struct body_place){hub[0], hub[1], hub[2]}, car, w, &probes[w]);
        probes[w].radius_m = places->radius_m[w];
        probes[w].width_m = places->width_m[w];
    }
}

void kamm_probe_wheels(const kamm_cars *cars, int car, const double position[3], const double q[4],
                       kamm_probe *probes)
{
    struct body_frames frames;
    kamm_frame_at(position, q, &frames);
    probe_wheels(kamm_model_of(cars, car), &frames, 0, car, probes);
}

void kamm_probe_lane(const kamm_cars *cars, int block, const struct body_frames *frames, int lane,
                     kamm_probe *probes)
{
    int car = block * KAMM_BLOCK + lane;
    probe_wheels(kamm_model_at(cars, car), frames, lane, car, probes);
}

/* The body points of a full car, whose frame is that of the sprung mass. */
static void probe_points(const kamm_model *model, const struct body_frames *frames, int lane,
                         int car, kamm_probe probes[BODY_POINTS])
{
    for (int p = 0; p < BODY_POINTS; ++p) {
        const float *point = model->chassis->body_contact.points[p];
        struct body_place at = {(double)point[0], (double)point[1], (double)point[2]};
        make_probe(frames, lane, at, car, MAX_WHEELS + p, &probes[p]);
    }
}

/* Probes that are asked for at once: those of a car with as many wheels as can be, or of a block of usual ones. */
enum { MAX_PROBES = KAMM_BLOCK * BODY_POINTS };
_Static_assert((int)MAX_PROBES >= (int)MAX_WHEELS, "a car is asked for at once");

/* For all wheels of some cars, or for all points of their bodies. */
struct ground_query {
    const kamm_ground *ground;
    int for_points, cars, each; /* asked for so far, and the probes of each */
    int moves;                  /* 1: the ground below some wheel */
    int lanes[KAMM_BLOCK];
    struct body_frames frames;
    kamm_probe probes[MAX_PROBES];
};

/* How far a point is above its plane: it is at least as far above the ground. */
static double above(const kamm_probe *probe, const kamm_contact *c)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += (double)c->normal[i] * (probe->position_m[i] - c->point_m[i]);
    return sum;
}

/* Where a car is while it asks. */
static void note_place(const kamm_cars *cars, int block, int lane, double (*at_m)[KAMM_BLOCK],
                       float (*orientation)[KAMM_BLOCK])
{
    const struct car_block *at = &cars->block[block];
    const uint16_t *row = cars->rows.state_row + STATE_NUMBER(car.orientation_w);
    for (int i = 0; i < 3; ++i) at_m[i][lane] = at->position_m[i][lane];
    for (int i = 0; i < 4; ++i) orientation[i][lane] = at->state[row[i]][lane];
}

static int is_moving(const kamm_contact *c)
{
    return c->velocity_mps[0] != 0 || c->velocity_mps[1] != 0 || c->velocity_mps[2] != 0;
}

/* 1: one of their planes moves. */
static int take_wheels(kamm_cars *cars, int block, int lane, const kamm_contact *contacts)
{
    struct asked_wheels *asked = &cars->asked_wheels[block];
    float reach = INFINITY;
    int moves = 0;
    for (int w = 0; w < cars->layout->wheels; ++w) {
        int taken = kamm_take_contact(cars, block, w, lane, &contacts[w]);
        float own = taken && contacts[w].reach_m > 0 ? contacts[w].reach_m : 0;
        reach = own < reach ? own : reach;
        moves |= taken && is_moving(&contacts[w]);
    }
    note_place(cars, block, lane, asked->at_m, asked->orientation);
    asked->reach_m[lane] = reach;
    return moves;
}

/* How far around the car the ground is the plane of its wheels, from their last answers on. */
static double even_around(const kamm_cars *cars, int block, int lane)
{
    const struct asked_wheels *asked = &cars->asked_wheels[block];
    double way = 0;
    for (int i = 0; i < 3; ++i)
        way += fabs(cars->block[block].position_m[i][lane] - asked->at_m[i][lane]);
    return (double)asked->reach_m[lane] - way;
}

static void take_points(kamm_cars *cars, int block, int lane, const kamm_ground *ground,
                        const kamm_probe *probes, kamm_contact *contacts)
{
    double clearance = INFINITY;
    float steepness = 0, least = INFINITY;
    for (int p = 0; p < BODY_POINTS; ++p) {
        int known = kamm_is_plane(&contacts[p]) && contacts[p].steepness > 0;
        double over = known ? above(&probes[p], &contacts[p]) : -INFINITY;
        clearance = over < clearance ? over : clearance;
        steepness = known && contacts[p].steepness > steepness ? contacts[p].steepness : steepness;
        least = known ? least : 0;
    }
    if (ground->body_points > 1)
        clearance = kamm_meet_ridges(ground, even_around(cars, block, lane),
                                     least > 0 ? steepness : 0, clearance, probes, contacts);
    for (int p = 0; p < BODY_POINTS; ++p) kamm_take_point(cars, block, p, lane, &contacts[p]);
    struct asked_points *asked = &cars->asked_points[block];
    note_place(cars, block, lane, asked->at_m, asked->orientation);
    asked->clearance_m[lane] = clearance > 0 ? (float)clearance : 0;
    asked->steepness[lane] = steepness;
}

static void ask_ground(kamm_cars *cars, int block, struct ground_query *query)
{
    kamm_contact contacts[MAX_PROBES];
    int probes = query->cars * query->each;
    if (!probes) return;
    memset(contacts, 0, (size_t)probes * sizeof *contacts);
    query->ground->query(query->ground->user, probes, query->probes, contacts);
    for (int i = 0; i < query->cars; ++i) {
        kamm_contact *own = &contacts[i * query->each];
        int lane = query->lanes[i];
        if (query->for_points)
            take_points(cars, block, lane, query->ground, &query->probes[i * query->each], own);
        else
            query->moves |= take_wheels(cars, block, lane, own);
    }
    query->cars = 0;
}

static void ask_all(kamm_cars *cars, int block, unsigned lanes, struct ground_query *query)
{
    int interval = query->ground->interval_substeps;
    kamm_find_frames(cars, block, lanes, interval > 1 ? 0.5 * interval : 0.5, &query->frames);
    query->cars = 0;
    query->each = query->for_points ? BODY_POINTS : cars->layout->wheels;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || !(lanes >> lane & 1)) continue;
        if ((query->cars + 1) * query->each > MAX_PROBES) ask_ground(cars, block, query);
        const kamm_model *model = kamm_model_at(cars, car);
        kamm_probe *own = &query->probes[query->cars * query->each];
        if (query->for_points)
            probe_points(model, &query->frames, lane, car, own);
        else
            probe_wheels(model, &query->frames, lane, car, own);
        query->lanes[query->cars++] = lane;
    }
    ask_ground(cars, block, query);
}

int kamm_query_ground(kamm_cars *cars, int block, const kamm_ground *ground, unsigned lanes,
                      int again)
{
    struct ground_query query;
    unsigned held =
        again ? 0 : kamm_held_wheels(cars, block, lanes) & ~(unsigned)cars->stale[block];
    query.ground = ground;
    query.for_points = query.moves = 0;
    if (lanes & ~held) ask_all(cars, block, lanes & ~held, &query);
    if (cars->points && ground->body_points) {
        held = again ? 0 : kamm_held_points(cars, block, lanes) & ~(unsigned)cars->stale[block];
        query.for_points = 1;
        if (lanes & ~held) ask_all(cars, block, lanes & ~held, &query);
    }
    cars->stale[block] &= (uint16_t)~lanes;
    return query.moves;
}

void kamm_forget_answers(kamm_cars *cars, int block)
{
    struct asked_wheels *wheels = &cars->asked_wheels[block];
    memset(wheels->reach_m, 0, sizeof wheels->reach_m);
    if (!cars->points) return;
    struct asked_points *points = &cars->asked_points[block];
    memset(points->clearance_m, 0, sizeof points->clearance_m);
}
