/* Vehicles with trailers: units of cars side by side, and the hitches between them. */
#include <kamm/combinations.h>

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "combination_state.h"
#include "external_forces.h"
#include "over_ground.h"
#include "tasks.h"
#include "usual.h"

#include <string.h>

/* How fast an overrun brake follows the push, s. */
#define OVERRUN_LAG_S 0.1

int kamm_combination_count(const kamm_combinations *combinations)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    return combinations->count;
}

int kamm_combination_units(const kamm_combinations *combinations)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    return combinations->units;
}

const kamm_model *kamm_combination_model(const kamm_combinations *combinations, int unit)
{
    KAMM_REQUIRE_ALIVE(combinations, NULL);
    KAMM_REQUIRE(unit >= 0 && unit < combinations->units, NULL);
    return kamm_model_of(combinations->cars[unit], 0);
}

kamm_cars *kamm_combination_cars(kamm_combinations *combinations, int unit)
{
    KAMM_REQUIRE_ALIVE(combinations, NULL);
    KAMM_REQUIRE(unit >= 0 && unit < combinations->units, NULL);
    return combinations->cars[unit];
}

/* -- placing and coupling -- */

/* From the vehicle frame's origin to a coupled point, along the vehicle: that frame lies on the road. */
static double reach_m(const kamm_model *model, const double in_body[3])
{
    return in_body[0] + model->origin[0];
}

/* Those of a trailer are its jockey wheel or landing gear. */
static void set_lift_axles(kamm_combinations *combinations, int index, int unit, int raised)
{
    if (kamm_model_of(combinations->cars[unit], index)->features & KAMM_FEATURE_LIFT_AXLE)
        combinations->cars[unit]->inputs[index].raised_axles = (float)raised;
}

static void set_coupled(kamm_combinations *combinations, int index, int unit, int coupled)
{
    int at = hitch_at(combinations, index, unit);
    combinations->coupled[at] = (uint8_t)coupled;
    memset(&combinations->force[at], 0, sizeof combinations->force[at]);
    set_lift_axles(combinations, index, unit, coupled);
}

void kamm_place_combination(kamm_combinations *combinations, int index,
                            const kamm_placement *placement, const double *articulation_rad)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(index >= 0 && index < combinations->count, );
    KAMM_REQUIRE(placement, );
    kamm_placement at = *placement;
    kamm_place(combinations->cars[0], index, &at);
    kamm_set_placed(combinations->cars[0], index,
                    0); /* what hitches carry is not in a unit's own rest */
    kamm_normalise(at.orientation);
    for (int u = 1; u < combinations->units; ++u) {
        const struct hitch *hitch = &hitches_of(combinations, index)[u - 1];
        double back[3] = {reach_m(kamm_model_of(combinations->cars[u - 1], index), hitch->towing_m),
                          0, 0};
        double ahead[3] = {-reach_m(kamm_model_of(combinations->cars[u], index), hitch->towed_m), 0,
                           0};
        double turn[4];
        kamm_rotate(at.orientation, back, back);
        kamm_about_axis(2, articulation_rad ? articulation_rad[u - 1] : 0, turn);
        kamm_multiply(at.orientation, turn, at.orientation);
        kamm_rotate(at.orientation, ahead, ahead);
        for (int i = 0; i < 3; ++i) at.position_m[i] += back[i] + ahead[i];
        at.gear =
            kamm_model_of(combinations->cars[u], index)->def->drawbar.driven ? placement->gear : 0;
        kamm_place(combinations->cars[u], index, &at);
        kamm_set_placed(combinations->cars[u], index, 0);
        kamm_inputs(combinations->cars[u])[index].gear = (float)at.gear;
        set_coupled(combinations, index, u, 1);
    }
}

static void find_unit(const kamm_combinations *combinations, int index, int u,
                      struct hitched_unit *unit)
{
    kamm_find_motion(combinations->cars[u], index, &unit->motion);
    kamm_axes_of(unit->motion.q, unit->axis);
}

static void find_gap(const kamm_combinations *combinations, int index, int unit,
                     struct hitched_unit pair[2], double gap[3])
{
    double arm[2][3];
    find_unit(combinations, index, unit - 1, &pair[0]);
    find_unit(combinations, index, unit, &pair[1]);
    const struct hitch *hitch = &hitches_of(combinations, index)[unit - 1];
    kamm_hitch_arms(hitch, &pair[0], &pair[1], arm[0], arm[1], gap);
    if (!hitch->lifts) { /* cars in a plane have no height of their own */
        double up = dot3(pair[0].axis[2], gap);
        for (int i = 0; i < 3; ++i) gap[i] -= up * pair[0].axis[2][i];
    }
}

kamm_result kamm_couple(kamm_combinations *combinations, int index, int unit, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, combinations, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, index >= 0 && index < combinations->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, unit > 0 && unit < combinations->units, KAMM_ERROR_MISUSE);
    struct hitched_unit pair[2];
    double gap[3];
    if (combinations->coupled[hitch_at(combinations, index, unit)]) return KAMM_OK;
    find_gap(combinations, index, unit, pair, gap);
    if (length3(gap) > KAMM_COUPLING_REACH_M)
        return kamm_fail(error, KAMM_ERROR_RANGE, "unit",
                         "unit %d: its drawbar is %.3g m from the hitch of unit %d; allowed: up to "
                         "%g m",
                         unit, length3(gap), unit - 1, KAMM_COUPLING_REACH_M);
    set_coupled(combinations, index, unit, 1);
    return KAMM_OK;
}

void kamm_uncouple(kamm_combinations *combinations, int index, int unit)
{
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(index >= 0 && index < combinations->count, );
    KAMM_REQUIRE(unit > 0 && unit < combinations->units, );
    kamm_inputs(combinations->cars[unit])[index].throttle = 0;
    set_coupled(combinations, index, unit, 0);
}

int kamm_is_coupled(const kamm_combinations *combinations, int index, int unit)
{
    KAMM_REQUIRE_ALIVE(combinations, 0);
    KAMM_REQUIRE(index >= 0 && index < combinations->count, 0);
    KAMM_REQUIRE(unit > 0 && unit < combinations->units, 0);
    return combinations->coupled[hitch_at(combinations, index, unit)];
}

/* -- stepping -- */

/* Over its ground. Its overrun brake then lets go by itself, as UN R13, Annex 12 wants it. */
static int rolls_backwards(const kamm_combinations *combinations, int index, int u)
{
    struct ground_seen ground = kamm_ground_seen(combinations->cars[u], index);
    struct hitched_unit unit;
    double over[3];
    find_unit(combinations, index, u, &unit);
    for (int i = 0; i < 3; ++i) over[i] = unit.motion.velocity[i] - ground.velocity[i];
    return dot3(unit.axis[0], over) < 0;
}

/* The brakes of the trailers, which their drivers leave to the hitch or to the first unit's pedal. */
static void work_brakes(kamm_combinations *combinations, int index, double dt)
{
    for (int u = 1; u < combinations->units; ++u) {
        const kamm_drawbar_def *drawbar =
            &kamm_model_of(combinations->cars[u], index)->def->drawbar;
        float *brake = &combinations->cars[u]->inputs[index].brake;
        int at = hitch_at(combinations, index, u), coupled = combinations->coupled[at];
        double push_n = -combinations->force[at].n[0] - drawbar->overrun_threshold_n;
        double asked = fmin(fmax(push_n / drawbar->overrun_full_n, 0), 1);
        if (!coupled || drawbar->brakes == KAMM_TRAILER_BRAKE_NONE) continue;
        if (!isfinite(*brake)) *brake = 0; /* as inputs read; it would follow the push no more */
        if (drawbar->brakes == KAMM_TRAILER_BRAKE_PEDAL)
            *brake = combinations->cars[0]->inputs[index].brake;
        else if (rolls_backwards(combinations, index, u))
            *brake -= (float)((double)*brake * (dt / (dt + OVERRUN_LAG_S)));
        else
            *brake += (float)((asked - (double)*brake) * (dt / (dt + OVERRUN_LAG_S)));
    }
}

/* A driven section's engine does what the first unit's driver asks for, while it is coupled to that. */
static void work_engines(kamm_combinations *combinations, int index)
{
    const kamm_input *first = &combinations->cars[0]->inputs[index];
    for (int u = 1;
         u < combinations->units && combinations->coupled[hitch_at(combinations, index, u)]; ++u) {
        kamm_input *own = &combinations->cars[u]->inputs[index];
        if (!kamm_model_of(combinations->cars[u], index)->def->drawbar.driven) continue;
        own->throttle = first->throttle;
        own->clutch = first->clutch;
        own->gear = first->gear;
        own->low_range = first->low_range;
        own->endurance_brake = first->endurance_brake;
    }
}

/* A caller that writes all inputs of a coupled trailer does not lower its lift axles. */
static void keep_lift_axles_up(kamm_combinations *combinations, int index)
{
    for (int u = 1; u < combinations->units; ++u)
        if (combinations->coupled[hitch_at(combinations, index, u)])
            set_lift_axles(combinations, index, u, 1);
}

/* Writes the forces of the hitches on the units for the next substep. */
static void write_wrench(kamm_cars *cars, int index, const double wrench[6], double load_n)
{
    const struct car car = kamm_car_of(cars, index);
    for (size_t i = 0; i < 6; ++i)
        put_state(&car, STATE_NUMBER(car.hitch_x_n) + i, (float)wrench[i]);
    put_state(&car, STATE_NUMBER(car.hitch_load_n), (float)load_n);
}

/* The wrenches of a row, and what rests on each hitch: as it pulls, or on rungs in the plane as it does at rest. */
static void write_row(kamm_combinations *combinations, int index, int first, int last,
                      const struct hitched_unit *units)
{
    double wrench[KAMM_MAX_UNITS][6] = {{0}}, load_n = 0;
    const struct hitch *hitch = hitches_of(combinations, index);
    const struct nose_load *nose = combinations->nose + first_hitch(combinations, index);
    const struct hitch_force *force =
        &combinations->force[hitch_at(combinations, index, first + 1)];
    for (int u = first; u < last; ++u) {
        double on[2][6];
        int h = u - first;
        kamm_hitch_wrenches(&hitch[u], &units[h], &units[h + 1], &force[h], on[0], on[1]);
        for (int i = 0; i < 6; ++i) wrench[h][i] += on[0][i], wrench[h + 1][i] += on[1][i];
    }
    write_wrench(combinations->cars[last], index, wrench[last - first], 0);
    for (int u = last - 1; u >= first; --u) {
        int h = u - first;
        load_n = hitch[u].lifts ? force[h].n[2] : nose[u].own_n + nose[u].behind_share * load_n;
        write_wrench(combinations->cars[u], index, wrench[h], load_n);
    }
}

static void move_unit(kamm_cars *cars, int index, const struct hitched_unit *unit,
                      const double *response)
{
    kamm_push_car(cars, index, unit->motion.q, response, unit->change, unit->change + 3);
    kamm_shift_car(cars, index, unit->shift, unit->shift + 3);
}

/* A row of coupled units, `first` to `last`. */
static void pull_row(kamm_combinations *combinations, int index, int first, int last, double dt)
{
    struct hitched_unit units[KAMM_MAX_UNITS];
    double *response[KAMM_MAX_UNITS];
    for (int u = first; u <= last; ++u) {
        const kamm_cars *cars = combinations->cars[u];
        if (kamm_fault(cars, index) & KAMM_FAULT_NUMERIC) return;
        response[u] = combinations->response[u] + (size_t)index * kamm_response_size(cars);
        kamm_renew_response(cars, index, response[u]);
        find_unit(combinations, index, u, &units[u - first]);
        kamm_turn_response(response[u], (const double(*)[3])units[u - first].axis,
                           units[u - first].w);
    }
    kamm_solve_hitches(hitches_of(combinations, index) + first, units, last - first + 1, dt,
                       &combinations->force[hitch_at(combinations, index, first + 1)]);
    for (int u = first; u <= last; ++u)
        move_unit(combinations->cars[u], index, &units[u - first], response[u]);
    write_row(combinations, index, first, last, units);
}

static void pull(kamm_combinations *combinations, int index, double dt)
{
    const double nothing[6] = {0};
    int first = 0;
    for (int u = 1; u <= combinations->units; ++u) {
        if (u < combinations->units && combinations->coupled[hitch_at(combinations, index, u)])
            continue;
        if (u - 1 > first)
            pull_row(combinations, index, first, u - 1, dt);
        else
            write_wrench(combinations->cars[first], index, nothing, 0);
        first = u;
    }
}

static int end_of(const kamm_combinations *combinations, int block)
{
    int end = (block + 1) * KAMM_BLOCK;
    return end < combinations->count ? end : combinations->count;
}

void kamm_prepare_combinations(kamm_combinations *combinations, int block)
{
    double dt = kamm_model_of(combinations->cars[0], 0)->info.substep_s;
    for (int i = block * KAMM_BLOCK; i < end_of(combinations, block); ++i)
        work_brakes(combinations, i, dt), work_engines(combinations, i),
            keep_lift_axles_up(combinations, i);
}

void kamm_pull_combinations(kamm_combinations *combinations, int block)
{
    double dt = kamm_model_of(combinations->cars[0], 0)->info.substep_s;
    for (int i = block * KAMM_BLOCK; i < end_of(combinations, block); ++i)
        pull(combinations, i, dt);
}

struct combination_step {
    kamm_combinations *combinations;
    const kamm_ground *ground;
};

static void step_one_block(void *context, int block)
{
    const struct combination_step *step = context;
    kamm_combinations *combinations = step->combinations;
    kamm_prepare_combinations(combinations, block);
    for (int u = 0; u < combinations->units; ++u)
        kamm_step_block(combinations->cars[u], block, step->ground, 1);
    kamm_pull_combinations(combinations, block);
}

static void step_combinations(kamm_combinations *combinations, const kamm_ground *ground,
                              int substeps, kamm_run_tasks *run, void *user)
{
    struct combination_step step = {combinations, ground};
    for (int n = 0; n < substeps; ++n) {
        kamm_run_each(run, user, combinations->cars[0]->blocks, step_one_block, &step);
        for (int u = 0; u < combinations->units; ++u) ++combinations->cars[u]->substeps;
    }
    for (int u = 0; u < combinations->units; ++u) kamm_end_forces(combinations->cars[u]);
}

static int is_in_world(const kamm_combinations *combinations)
{
    return combinations->cars[0]->world != NULL;
}

void kamm_step_combinations(kamm_combinations *combinations, const kamm_ground *ground,
                            int substeps)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(!is_in_world(combinations), );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    step_combinations(combinations, ground, substeps, NULL, NULL);
}

void kamm_step_combinations_tasks(kamm_combinations *combinations, const kamm_ground *ground,
                                  int substeps, kamm_run_tasks *run, void *user)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(!is_in_world(combinations), );
    KAMM_REQUIRE(ground, );
    KAMM_REQUIRE(substeps >= 0, );
    kamm_ground completed;
    ground = kamm_usual_ground(ground, &completed);
    step_combinations(combinations, ground, substeps, run, user);
}

/* -- reading -- */

void kamm_read_hitch(const kamm_combinations *combinations, int index, int unit,
                     kamm_hitch_state *out)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(combinations, );
    KAMM_REQUIRE(index >= 0 && index < combinations->count, );
    KAMM_REQUIRE(unit > 0 && unit < combinations->units, );
    KAMM_REQUIRE(out, );
    struct hitched_unit pair[2];
    double gap[3];
    const struct hitch_force *force = &combinations->force[hitch_at(combinations, index, unit)];
    find_gap(combinations, index, unit, pair, gap);
    out->articulation_rad = kamm_articulation_rad(&pair[0], &pair[1]);
    out->articulation_rate_radps = dot3(pair[0].axis[2], pair[1].motion.angular_velocity) -
                                   dot3(pair[0].axis[2], pair[0].motion.angular_velocity);
    for (int i = 0; i < 3; ++i) {
        out->gap_m[i] = dot3(pair[0].axis[i], gap);
        out->force_n[i] = force->n[i];
    }
    out->roll_nm = -force->roll_nm; /* it turns about an axis that points backwards (hitch.c) */
    out->yaw_nm = force->yaw_nm + force->stop_nm;
}
