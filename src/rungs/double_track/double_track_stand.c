#include "double_track_stand.h"

#include "../../base/quaternion.h"
#include "loads.h"

#include <math.h>

/* The car as the kernel has it, under its own gravity and standard air that goes so. */
static struct group group_of(const struct car *car, const float (*wind_mps)[KAMM_BLOCK],
                             struct step_job *job)
{
    struct group g = {.job = job, .lane = car->lane};
    real *state = (real *)&g.state;
    *job = (struct step_job){.layout = &car->model->layout,
                             .gravity_mps2 = (const float(*)[KAMM_BLOCK])car->gravity->mps2,
                             .wind_mps = wind_mps,
                             .air_density_kgpm3 = kamm_flat_ground.air_density_kgpm3};
    g.constants = car->model->own;
    for (size_t i = 0; i < car->rows->states; ++i)
        state[car->rows->row_state[i]] = car->block->state[i][car->lane];
    return g;
}

static struct surroundings surroundings_at(const struct group *g)
{
    return surroundings_of(g, quat_matrix(orientation_of(&g->state.car)));
}

static real static_share(const struct double_track_constants *c, int a)
{
    const struct double_track_axle_constants *axle = &c->axles[a];
    return axle->static_share;
}

/* How a car leans under the accelerations that its loads have, and by its weight alone, as in the kernel: without what a bend of the road
 * adds. */
struct track_stand {
    double up[3];  /* the road's normal in the body's axes */
    double rise_m; /* of the centre of gravity over the road, against a body that does not lean */
};

/* The travels of its wheels are set as well. */
static struct track_stand stand_of(const struct car *car, const float (*wind_mps)[KAMM_BLOCK])
{
    struct step_job job;
    struct group g = group_of(car, wind_mps, &job);
    const struct layout *l = job.layout;
    const struct double_track_constants *c = g.constants;
    struct surroundings about = surroundings_at(&g);
    about.pressure.weight_n = pressing_n(c, about.gravity.z, 0);
    struct axle_loads axles = axle_loads_of(c, l, &about.pressure, g.state.car.load_x_mps2);
    struct lean lean = lean_of(c, l, &axles, g.state.car.load_y_mps2);
    vec3 up = road_up(c, l, &lean);
    real sunk = 0;
    for (int a = 0; a < l->axles; ++a) sunk = sunk + static_share(c, a) * lean.travel_m[a];
    double height = c->height_m;
    for (int w = 0; w < l->wheels; ++w)
        PUT_STATE(car, wheels[w].travel_m, lean_travel(c, l, &lean, w));
    return (struct track_stand){{up.x, up.y, up.z},
                                (height - (double)sunk) * (double)up.z - height};
}

/* Roll moment of the wheels' loads on the road, to the right. */
static double roll_moment(const struct double_track_constants *c, const struct layout *l,
                          const float load_n[MAX_WHEELS])
{
    double moment = 0;
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        double half = axle->half_track_m;
        for (int w = l->first[a]; w < l->first[a] + l->count[a] && l->count[a] > 1; w += 2)
            moment += half * ((double)load_n[w + 1] - (double)load_n[w]);
    }
    return moment;
}

static double moment_under(const struct double_track_constants *c, const struct layout *l,
                           const struct pressure *p, double load_x, double load_y)
{
    real load_n[MAX_WHEELS];
    mask flies = 0;
    struct axle_loads axles = axle_loads_of(c, l, p, (float)load_x);
    wheel_loads(c, l, p, &axles, (float)load_y, flies, load_n);
    return roll_moment(c, l, load_n);
}

/* Between none and an acceleration that no tyre reaches; moments grow with acceleration. From none away, to the side on which the
 * moment is: of all that give it in floats the mirrored car finds the mirrored one. */
static double sideways_load(const struct double_track_constants *c, const struct layout *l,
                            const struct pressure *p, double load_x, double moment_nm)
{
    double low = 0, high = 40, missing_nm = moment_nm - moment_under(c, l, p, load_x, 0);
    if (missing_nm == 0) return 0;
    double side = copysign(1, missing_nm);
    for (int i = 0; i < 40; ++i) {
        double middle = (low + high) / 2, more_nm = moment_under(c, l, p, load_x, side * middle);
        *(side * (moment_nm - more_nm) > 0 ? &low : &high) = middle;
    }
    return side * (low + high) / 2;
}

/* The acceleration under which the axles bear these loads, of which the air's part is taken out. Of more than two axles:
 * that of their moment. */
static double lengthwise_load(const struct double_track_constants *c, const struct layout *l,
                              double weight_n, const double load_n[MAX_AXLES])
{
    double moved = 0, per_mps2 = 0;
    if (l->axles == 2) {
        double at_rest = (double)static_share(c, 1) - (double)static_share(c, 0);
        return ((load_n[1] - load_n[0]) - at_rest * weight_n) / (2 * (double)c->transfer_x_kg);
    }
    for (int a = 0; a < l->axles; ++a) {
        const struct double_track_axle_constants *axle = &c->axles[a];
        double x = contact_point_at(&c->planar, l->first[a]).x;
        moved += x * ((double)static_share(c, a) * weight_n - load_n[a]);
        per_mps2 += x * (double)axle->transfer_x_kg;
    }
    return moved / per_mps2;
}

/* Accelerations under which the loads of the wheels are what the outputs say. */
static void take_loads(const struct car *car, const float (*wind_mps)[KAMM_BLOCK])
{
    struct step_job job;
    struct group g = group_of(car, wind_mps, &job);
    const struct layout *l = job.layout;
    const struct double_track_constants *c = g.constants;
    struct pressure p = surroundings_at(&g).pressure;
    float load_n[MAX_WHEELS];
    double axle_n[MAX_AXLES];
    for (int w = 0; w < l->wheels; ++w) load_n[w] = OUTPUT_OF(car, wheels[w].load_n);
    for (int a = 0; a < l->axles; ++a)
        axle_n[a] = (double)wheel_sum(l->count[a], load_n + l->first[a], 1) - (double)p.air_n[a];
    double load_x = lengthwise_load(c, l, p.weight_n, axle_n);
    PUT_STATE(car, car.load_x_mps2, (float)load_x);
    PUT_STATE(car, car.load_y_mps2,
              (float)sideways_load(c, l, &p, load_x, roll_moment(c, l, load_n)));
}

/* Its loads go on from where springs had them. That a body which leans weighs a little less square to its floor is in
 * the second round. */
void kamm_double_track_stand(const struct car *car, const struct arrival *arrival)
{
    double ahead[3], at[3], q[4];
    kamm_rotate(arrival->q, (const double[3]){1, 0, 0}, ahead);
    if (arrival->from_springs) take_loads(car, arrival->wind_mps);
    for (int round = 0; round < 3; ++round) {
        struct track_stand stand = stand_of(car, arrival->wind_mps);
        memcpy(q, arrival->q, sizeof q);
        kamm_turn_shortest(q, stand.up, arrival->up);
        kamm_turn_along(q, arrival->up, ahead);
        for (int i = 0; i < 3; ++i) at[i] = arrival->position[i] + stand.rise_m * arrival->up[i];
        kamm_put_frame(car, at, q);
    }
}
