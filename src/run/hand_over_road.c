/* The road that a car stands on, from the ground below its wheels. */
#include "hand_over_road.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "hand_over.h"
#include "over_ground.h"

#include <math.h>
#include <string.h>

/* Beyond that a body has tipped over: it has no lean of small angles. */
static const double min_upright = 0.9;
/* A two-wheeler beyond that lies on the road. */
static const double max_lean_rad = 1.4;

/* The ground below a wheel's contact point at rest. */
static void ground_below(const kamm_cars *cars, int car, int w, const struct road *road,
                         double at[3])
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    const kamm_model *model = kamm_model_of(cars, car);
    const double *wheel = model->info.wheel_position_m[w];
    float(*n)[KAMM_BLOCK] = block->contact[w].normal;
    int lane = car % KAMM_BLOCK;
    const double normal[3] = {n[0][lane], n[1][lane], n[2][lane]};
    double gap[3], along = dot3(normal, road->up);
    kamm_rotate(road->q, (const double[3]){wheel[0], wheel[1], 0}, at);
    for (int i = 0; i < 3; ++i) {
        at[i] += road->position[i];
        gap[i] = at[i] - block->contact_point_m[w][i][lane];
    }
    double height = dot3(gap, normal) / fmax(along, 0.1);
    for (int i = 0; i < 3; ++i) at[i] -= road->up[i] * height;
}

/* Sum of a left and a right point of an axle: twice that of a single wheel, the mean of twins. */
static void both_sides(const struct layout *l, int a, double at[][3], double out[3])
{
    const double(*own)[3] = (const double(*)[3]) & at[l->first[a]];
    int count = l->count[a];
    for (int i = 0; i < 3; ++i) {
        double sum = count == 1 ? 2 * own[0][i] : own[0][i] + own[1][i];
        out[i] = count == 4 ? 0.5 * (sum + (own[2][i] + own[3][i])) : sum;
    }
}

/* A plane through the ground below the wheels: along the car from axle to axle, across it from side to side. */
static void lie_on_ground(const kamm_cars *cars, int car, struct road *road, double centre[3])
{
    const struct layout *l = cars->layout;
    const double z[3] = {0, 0, 1};
    double at[MAX_WHEELS][3], forward[3] = {0}, left[3] = {0}, sum[3] = {0};
    for (int w = 0; w < l->wheels; ++w) ground_below(cars, car, w, road, at[w]);
    for (int a = 0; a < l->axles; ++a) {
        double axle[3], ahead = 1 - 2.0 * a / (l->axles - 1);
        both_sides(l, a, at, axle);
        for (int i = 0; i < 3; ++i) {
            forward[i] += ahead * axle[i];
            left[i] += at[left_hub(l, a)][i] - at[right_hub(l, a)][i];
            sum[i] += axle[i];
        }
    }
    for (int i = 0; i < 3; ++i) centre[i] = 0.5 / l->axles * sum[i];
    cross3(forward, left, road->up);
    double inverse = 1 / length3(road->up);
    for (int i = 0; i < 3; ++i) road->up[i] *= inverse;
    kamm_turn_shortest(road->q, z, road->up);
    kamm_turn_along(road->q, road->up, road->ahead);
    kamm_rotate(road->q, z, road->up);
}

/* The vehicle frame below a body whose frame has its origin there. */
static void put_below(struct road *road, const double body[3], const double origin[3])
{
    double arm[3];
    kamm_rotate(road->q, origin, arm);
    for (int i = 0; i < 3; ++i) road->position[i] = body[i] - arm[i];
    kamm_rotate(road->q, (const double[3]){0, 0, 1}, road->up);
}

/* Returns the road as the body lies at rest on it. */
static struct road road_of_rest(const kamm_cars *cars, int car, double body[3], double origin[3])
{
    struct road road = {.stands = 0};
    double lean[4], up[3], load = 0;
    kamm_lean_at_rest(kamm_model_of(cars, car), lean, origin);
    const double back[4] = {lean[0], -lean[1], -lean[2], -lean[3]};
    kamm_body_frame(cars, car, body, road.q);
    kamm_rotate(road.q, (const double[3]){1, 0, 0}, road.ahead);
    kamm_multiply(road.q, back, road.q);
    kamm_rotate(road.q, (const double[3]){0, 0, 1}, up);
    kamm_turn_along(road.q, up, road.ahead);
    put_below(&road, body, origin);
    for (int w = 0; w < cars->layout->wheels; ++w)
        load += (double)CAR_OUTPUT(cars, car, wheels[w].load_n);
    road.stands = load > 0;
    return road;
}

/* A two-wheeler's road is below its contacts, however it leans. */
static void stand_upright(const kamm_cars *cars, int car, struct road *road)
{
    struct upright *own = &road->ridden;
    *own = kamm_find_upright(cars, car, knows_its_ground(cars, car));
    road->stands = fabs(own->lean_rad) < max_lean_rad;
    if (!road->stands) return;
    memcpy(road->position, own->position, sizeof road->position);
    memcpy(road->q, own->q, sizeof road->q);
    memcpy(road->up, own->up, sizeof road->up);
    memcpy(road->ahead, own->ahead, sizeof road->ahead);
}

/* Metres and radians. A road that is the ground to that is kept: normals have the precision of a float, which a stiff car feels. */
static const double as_good_as_none = 1e-5;

static int is_the_ground(const struct road *road, const double centre[3], const double up[3])
{
    double rise = 0, turn = 0;
    for (int i = 0; i < 3; ++i) {
        rise += road->up[i] * (centre[i] - road->position[i]);
        turn = fmax(turn, fabs(up[i] - road->up[i]));
    }
    return fabs(rise) < as_good_as_none && turn < as_good_as_none;
}

struct road kamm_road_of(const kamm_cars *cars, int car, const kamm_cars *to)
{
    double body[3], origin[3], centre[3], off[3];
    struct road road = road_of_rest(cars, car, body, origin);
    if (!road.stands) return road;
    const struct ground_seen ground = kamm_ground_seen(cars, car);
    memcpy(road.velocity, ground.velocity, sizeof road.velocity);
    memcpy(road.turning, ground.turning, sizeof road.turning);
    if (leans_freely(cars->layout)) {
        stand_upright(cars, car, &road);
        return road;
    }
    if (!knows_its_ground(cars, car) || (!cars->rung->leans && !to->rung->leans)) return road;
    struct road below = road;
    lie_on_ground(cars, car, &below, centre);
    road.stands = dot3(below.up, road.up) > min_upright;
    if (!road.stands || is_the_ground(&road, centre, below.up)) return road;
    put_below(&below, body, origin);
    for (int i = 0; i < 3; ++i) off[i] = centre[i] - below.position[i];
    double rise = dot3(below.up, off);
    for (int i = 0; i < 3; ++i) below.position[i] += rise * below.up[i];
    return below;
}
