#include "double_track_stand.h"

#include "../../base/quaternion.h"
#include "loads.h"

#include <math.h>

/* The car as the kernel has it, under standard gravity and air. */
static struct group group_of(const struct car *car, struct step_job *job)
{
    struct group g = {.job = job};
    real *state = (real *)&g.state;
    *job = (struct step_job){.air_density_kgpm3 = kamm_flat_ground.air_density_kgpm3};
    memcpy(job->gravity_mps2, kamm_flat_ground.gravity_mps2, sizeof job->gravity_mps2);
    g.constants = (view){(const float *)car->model->own};
    for (size_t i = 0; i < KERNEL_ROWS; ++i) state[i] = car->block->state[i][car->lane];
    return g;
}

static struct pressure pressure_of(const struct group *g)
{
    return surroundings_of(g, quat_matrix(orientation_of(&g->state.car))).pressure;
}

/* How a car leans under the accelerations that its loads have. */
struct track_stand {
    double up[3];  /* the road's normal in the body's axes */
    double rise_m; /* of the centre of gravity over the road, against a body that does not lean */
};

/* The travels of its wheels are set as well. */
static struct track_stand stand_of(const struct car *car)
{
    struct step_job job;
    struct group g = group_of(car, &job);
    view c = g.constants;
    struct pressure pressure = pressure_of(&g);
    struct axle_loads axles = axle_loads_of(c, &pressure, g.state.car.load_x_mps2);
    struct lean lean = lean_of(c, &axles, g.state.car.load_y_mps2);
    vec3 up = road_up(c, lean);
    double sunk =
        TRACK(axles[0].static_share) * lean.front_m + TRACK(axles[1].static_share) * lean.rear_m;
    double height = TRACK(height_m);
    for (int w = 0; w < CAR_WHEELS; ++w)
        STATE_OF(car, wheels[w].travel_m) = lean_travel(c, lean, w);
    return (struct track_stand){{up.x, up.y, up.z}, (height - sunk) * (double)up.z - height};
}

/* Roll moment of the wheels' loads on the road, to the right. */
static double roll_moment(view c, const float load_n[CAR_WHEELS])
{
    double moment = 0;
    for (int a = 0; a < CAR_AXLES; ++a) {
        view axle = INSIDE(c, struct double_track_constants, axles[a]);
        double half = GET(axle, struct double_track_axle_constants, half_track_m);
        moment += half * ((double)load_n[2 * a + 1] - (double)load_n[2 * a]);
    }
    return moment;
}

static double moment_under(view c, const struct pressure *p, double load_x, double load_y)
{
    real load_n[CAR_WHEELS];
    mask flies = 0;
    struct axle_loads axles = axle_loads_of(c, p, (float)load_x);
    wheel_loads(c, p, &axles, (float)load_y, flies, load_n);
    return roll_moment(c, load_n);
}

/* Between two accelerations that no tyre reaches; moments grow with acceleration. */
static double sideways_load(view c, const struct pressure *p, double load_x, double moment_nm)
{
    double low = -40, high = 40;
    if (moment_under(c, p, load_x, 0) == moment_nm) return 0;
    for (int i = 0; i < 40; ++i) {
        double middle = (low + high) / 2;
        *(moment_under(c, p, load_x, middle) < moment_nm ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

/* Accelerations under which the loads of the wheels are what the outputs say. */
static void take_loads(const struct car *car)
{
    struct step_job job;
    struct group g = group_of(car, &job);
    view c = g.constants;
    struct pressure p = pressure_of(&g);
    float load_n[CAR_WHEELS];
    for (int w = 0; w < CAR_WHEELS; ++w) load_n[w] = OUTPUT_OF(car, wheels[w].load_n);
    double front = (double)(load_n[0] + load_n[1]) - (double)p.front_n;
    double rear = (double)(load_n[2] + load_n[3]) - (double)p.rear_n;
    double at_rest = (double)TRACK(axles[1].static_share) - (double)TRACK(axles[0].static_share);
    double load_x =
        ((rear - front) - at_rest * (double)p.weight_n) / (2 * (double)TRACK(transfer_x_kg));
    STATE_OF(car, car.load_x_mps2) = (float)load_x;
    STATE_OF(car, car.load_y_mps2) = (float)sideways_load(c, &p, load_x, roll_moment(c, load_n));
}

/* Its loads go on from where springs had them. That a body which leans weighs a little less square to its floor is in
 * the second round. */
void kamm_double_track_stand(const struct car *car, const struct arrival *arrival)
{
    double heading = kamm_heading_of(arrival->q), at[3], q[4];
    if (arrival->from_springs) take_loads(car);
    for (int round = 0; round < 3; ++round) {
        struct track_stand stand = stand_of(car);
        memcpy(q, arrival->q, sizeof q);
        kamm_turn_shortest(q, stand.up, arrival->up);
        kamm_turn_to_heading(q, heading);
        for (int i = 0; i < 3; ++i) at[i] = arrival->position[i] + stand.rise_m * arrival->up[i];
        kamm_put_frame(car, at, q);
    }
}
