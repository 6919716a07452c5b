/* Loads of bodies by the wheels on them. Each gets its share of a wheel's force, equal and
 * opposite, where tyre and body press on each other (wheels.c). A car gets it at once, a dynamic
 * body with the next substep's gravity, before the solver.
 *
 * A tyre is a spring, and a light dynamic body moves away below it within a substep: a load that knew nothing of that would
 * throw it. k and c are the tyre's stiffness and damping. A change du of the velocity of a point of the body changes the
 * load F within a substep h linearly, dF = -(c + h k) du. So its impulse is
 *
 *     h F - M du,   M = h (c + h k)
 *
 * by backward Euler: the tyre lends the dynamic body the mass M where it presses (an added mass), spread as its patch is.
 * Dynamic body, ground and neighbours are solved with it: a dynamic body that they support (du = 0) passes all of h F on. One that
 * nothing supports takes the impulse that moves it and M together, and the wheel's own step meets it there. What M
 * holds back in all is M times the dynamic body's change of velocity in all. A dynamic body that is heavy beside M needs none of that
 * and gets h F itself, so that no momentum is lost: with the mass m by which its point answers the force, M is less by
 * m / 8. In the limit of small substeps it vanishes.
 *
 * What M holds back of h F along the ground is the tyre's again: it would have been pulled by so much less. The car
 * gets it before its next substep, M times what the load has changed of the dynamic body's velocity there, as far as that has
 * come of it: a dynamic body that ground and neighbours hold has passed all of h F on to them. So car and raft keep their
 * momentum. Their energy only falls, as the load times m / (m + M) goes from one to the other, against their motion
 * over each other.
 *
 * A tyre does not pull: M is not more than F / g, whose weight the load is. On the rungs below full the load is no spring's but
 * such a weight, and M is all of that, but for m / 8. */
#include "wheel_loads.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../run/patch.h"
#include "../../vehicle/chassis.h"
#include "../../vehicle/model.h"
#include "../../vehicle/statics.h"
#include "../bodies/bodies.h"
#include "../state.h"
#include "../terrain/ground.h"

#include <kamm/contact.h>

#include <string.h>

#define HEAVY \
    8.0 /* times what would be lent: what is heavier feels no more than a load. Twelve wheels on it are then stable as well */

static const int second_of[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* ---- of a dynamic body ---- */

static void load_dynamic(kamm_world *world, int dynamic, const double at[3],
                         const double impulse[3])
{
    struct dynamic_state *state = &world->dynamic_states[dynamic];
    struct dynamic_load *load = &world->dynamic_loads[dynamic];
    double arm[3], turn[3];
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - state->position[i];
    cross3(arm, impulse, turn);
    for (int i = 0; i < 3; ++i) load->impulse[i] += impulse[i], load->angular_impulse[i] += turn[i];
    state->asleep = state->still_substeps = 0;
}

/* A fifth car's is not returned. */
static void note_lender(struct dynamic_load *load, uint32_t body, double kg, const double arm[3])
{
    for (int n = 0; n < LENDERS; ++n) {
        struct lender *l = &load->lenders[n];
        if (l->kg > 0 && l->body != body) continue;
        l->body = body;
        l->kg += kg;
        for (int i = 0; i < 3; ++i) l->arm_kgm[i] += kg * arm[i];
        return;
    }
}

static void lend_mass(kamm_world *world, int dynamic, const double at[3], double mass_kg)
{
    const double *position = world->dynamic_states[dynamic].position;
    struct dynamic_load *load = &world->dynamic_loads[dynamic];
    double arm[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = at[i] - position[i];
        load->lent_arm_kgm[i] += mass_kg * arm[i];
    }
    load->lent_kg += mass_kg;
    for (int i = 0; i < 6; ++i)
        load->lent_second_kgm2[i] += mass_kg * arm[second_of[i][0]] * arm[second_of[i][1]];
}

/* By which its point answers a force in that direction. */
static double answering_mass(const kamm_world *world, int dynamic, const double at[3],
                             const double force[3])
{
    const struct body_mass *mass = &world->dynamic_masses[dynamic];
    const struct dynamic_state *state = &world->dynamic_states[dynamic];
    const double back[4] = {state->q[0], -state->q[1], -state->q[2], -state->q[3]};
    double arm[3], turn[3], own[3], squared = dot3(force, force), answer = squared / mass->mass_kg;
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - state->position[i];
    cross3(arm, force, turn);
    kamm_rotate(back, turn, own);
    for (int i = 0; i < 3; ++i) answer += own[i] * dot3(mass->inverse_inertia[i], own);
    return answer > 0 ? squared / answer : mass->mass_kg;
}

/* Adds masses at r by the sums of m, m r and m r r': the velocity at r is v + omega x r. */
static void add_lent_mass(const struct dynamic_load *load, double a[6][6])
{
    const double *r = load->lent_arm_kgm;
    double second[3][3], trace = 0;
    for (int i = 0; i < 6; ++i)
        second[second_of[i][0]][second_of[i][1]] = second[second_of[i][1]][second_of[i][0]] =
            load->lent_second_kgm2[i];
    for (int i = 0; i < 3; ++i) trace += second[i][i];
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        a[i][i] += load->lent_kg;
        a[i][3 + j] += r[k], a[3 + j][i] += r[k];
        a[i][3 + k] -= r[j], a[3 + k][i] -= r[j];
        for (int n = 0; n < 3; ++n) a[3 + i][3 + n] += (n == i ? trace : 0) - second[i][n];
    }
}

void kamm_respond_loaded(const kamm_world *world, int dynamic, double out[6][6])
{
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const struct body_mass *mass = &world->dynamic_masses[dynamic];
    double axis[3][3];
    for (int i = 0; i < 3; ++i) kamm_rotate(world->dynamic_states[dynamic].q, unit[i], axis[i]);
    const double(*turned)[3] = (const double(*)[3])axis;
    memset(out, 0, sizeof(double[6][6]));
    for (int i = 0; i < 3; ++i) out[i][i] = mass->mass_kg;
    kamm_turn_tensor(turned, &mass->inertia_kgm2[0][0], 3, &out[3][3], 6);
    add_lent_mass(&world->dynamic_loads[dynamic], out);
    if (kamm_invert_positive_definite(out)) return;
    memset(out, 0, sizeof(double[6][6])); /* far too small for its numbers: by itself */
    for (int i = 0; i < 3; ++i) out[i][i] = 1 / mass->mass_kg;
    kamm_turn_tensor(turned, &mass->inverse_inertia[0][0], 3, &out[3][3], 6);
}

void kamm_drop_loaded_body(kamm_world *world, int dynamic)
{
    struct dynamic_state *state = &world->dynamic_states[dynamic];
    struct dynamic_load *load = &world->dynamic_loads[dynamic];
    double answer[6][6], six[6], gravity[3];
    kamm_respond_loaded(world, dynamic, answer);
    kamm_gravity_at(&world->ground, state->position, gravity);
    for (int i = 0; i < 3; ++i) {
        double weight = world->dynamic_masses[dynamic].mass_kg * gravity[i];
        six[i] = load->impulse[i] + weight * world->dt;
        six[3 + i] = load->angular_impulse[i];
    }
    for (int i = 0; i < 3; ++i) {
        double fallen = gravity[i] * world->dt, before = state->velocity[i],
               turned = state->angular_velocity[i];
        load->before[i] = before, load->before[3 + i] = turned;
        for (int k = 0; k < 6; ++k) {
            state->velocity[i] += answer[i][k] * six[k];
            state->angular_velocity[i] += answer[3 + i][k] * six[k];
        }
        load->change[i] = (state->velocity[i] - before) - fallen;
        load->change[3 + i] = state->angular_velocity[i] - turned;
    }
}

/* ---- of a car ---- */

static void load_car(kamm_world *world, uint32_t body, const double at[3], const double impulse[3])
{
    const struct body_frame *frame = &world->frames[body];
    double six[6], turned[6][6], change[6] = {0}, arm[3];
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    double *response =
        world->responses + group->first_response + (size_t)car * group->response_size;
    if (kamm_fault(group->cars, car) & KAMM_FAULT_NUMERIC) return;
    for (int i = 0; i < 3; ++i) six[i] = impulse[i], arm[i] = at[i] - frame->motion.position[i];
    cross3(arm, impulse, &six[3]);
    kamm_renew_response(group->cars, car, response);
    kamm_turn_response(response, frame->axis, turned);
    for (int i = 0; i < 6; ++i)
        for (int k = 0; k < 6; ++k) change[i] += turned[i][k] * six[k];
    kamm_push_car(group->cars, car, frame->motion.q, response, change, &change[3]);
}

/* ---- what was lent ---- */

/* Returns the change of velocity at an arm, from a change of motion. */
static void change_at(const double change[6], const double arm[3], double out[3])
{
    cross3(&change[3], arm, out);
    for (int i = 0; i < 3; ++i) out[i] += change[i];
}

static void return_to(kamm_world *world, const struct dynamic_state *state,
                      const struct dynamic_load *load, const struct lender *l)
{
    double arm[3], at[3], changed[6], by_load[3], in_all[3], impulse[3] = {0};
    for (int i = 0; i < 3; ++i) {
        arm[i] = l->arm_kgm[i] / l->kg, at[i] = state->position[i] + arm[i];
        changed[i] = state->velocity[i] - load->before[i];
        changed[3 + i] = state->angular_velocity[i] - load->before[3 + i];
    }
    change_at(load->change, arm, by_load);
    change_at(changed, arm, in_all);
    double along = by_load[0] * in_all[0] + by_load[1] * in_all[1];
    double whole = by_load[0] * by_load[0] + by_load[1] * by_load[1];
    if (!(along > 0)) return;
    for (int i = 0; i < 2; ++i)
        impulse[i] = l->kg * by_load[i] * (along < whole ? along / whole : 1);
    load_car(world, (uint32_t)l->body, at, impulse);
}

void kamm_return_lent_momentum(kamm_world *world)
{
    for (int i = 0; i < world->dynamic_count && has_rides(world); ++i) {
        const struct dynamic_load *load = &world->dynamic_loads[i];
        for (int n = 0; n < LENDERS && load->lenders[n].kg > 0; ++n)
            if (load->lenders[n].body < world->car_count)
                return_to(world, &world->dynamic_states[i], load, &load->lenders[n]);
    }
}

/* ---- by a wheel ---- */

/* The force of ground and bodies on a wheel, its part across the ground, M for that, and over what it is spread: from the
 * middle of the patch, ahead and to the left. */
struct wheel_press {
    double force[3], load_n, lent_kg, ahead[3], aside[3];
};

#define SPREAD \
    0.2886751345948129 /* root of 1/12: of an even load along 1, the root of its mean square */

/* M, of all of the load: standing, as its damping is greatest then. */
static double lent_by_tyre(const kamm_world *world, const kamm_cars *cars, int car, int wheel,
                           double load_n)
{
    const kamm_model *model = kamm_model_at(cars, car);
    const struct tyre_vertical_constants *tyre =
        &model->chassis->axles[model->layout.axle[wheel]].tyre_vertical;
    double felt[3];
    kamm_felt_gravity(cars, car, felt);
    double gravity = length3(felt);
    double d = kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_tyre_deflection_m), h = world->dt;
    double stiffness = (double)tyre->stiffness[0] + 2 * (double)tyre->stiffness[1] * d;
    if (d > (double)tyre->bottom_deflection) stiffness += (double)tyre->bottom_stiffness;
    double spring = h * ((double)tyre->damping + (double)tyre->standing_damping + h * stiffness);
    double most = gravity > 0 ? load_n / gravity : spring;
    return model->whole_body || spring > most ? most : spring;
}

static struct wheel_press find_press(const kamm_world *world, const kamm_cars *cars, int car,
                                     int wheel, const kamm_wheel_pose *pose)
{
    const struct wheel_patch patch = kamm_patch_of(cars, car, wheel, pose);
    double length = length3(patch.forward), scale = length > 1e-9 ? 1 / length : 0;
    double forward[3], left[3], load = kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_load_n);
    double fx = CAR_OUTPUT(cars, car, wheels[wheel].longitudinal_force_n);
    double fy = CAR_OUTPUT(cars, car, wheels[wheel].lateral_force_n);
    double along = SPREAD * kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_patch_length_m);
    double across = SPREAD * kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_patch_width_m);
    struct wheel_press press = {.load_n = load,
                                .lent_kg = lent_by_tyre(world, cars, car, wheel, load)};
    for (int i = 0; i < 3; ++i) forward[i] = scale * patch.forward[i];
    cross3(patch.normal, forward, left);
    for (int i = 0; i < 3; ++i) {
        press.force[i] = (fx * forward[i] + fy * left[i]) + load * patch.normal[i];
        press.ahead[i] = along * forward[i], press.aside[i] = across * left[i];
    }
    return press;
}

/* That share of it, there. */
static void press_on_dynamic(kamm_world *world, int dynamic, uint32_t car,
                             const struct wheel_press *press, double share, const double at[3],
                             const double impulse[3])
{
    double lent = share * press->lent_kg - answering_mass(world, dynamic, at, impulse) / HEAVY;
    double arm[3];
    load_dynamic(world, dynamic, at, impulse);
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - world->dynamic_states[dynamic].position[i];
    if (lent > 0) note_lender(&world->dynamic_loads[dynamic], car, lent, arm);
    for (int corner = 0; corner < 4 && lent > 0; ++corner) {
        double there[3];
        for (int i = 0; i < 3; ++i)
            there[i] = at[i] + ((corner & 1 ? press->ahead[i] : -press->ahead[i]) +
                                (corner & 2 ? press->aside[i] : -press->aside[i]));
        lend_mass(world, dynamic, there, 0.25 * lent);
    }
}

static void load_below_car(kamm_world *world, const struct car_group *group, int car)
{
    const kamm_cars *cars = group->cars;
    const struct wheel_support *supports = &group->supports[car * cars->layout->wheels];
    kamm_wheel_pose poses[MAX_WHEELS];
    double impulse[3];
    int known = 0;
    for (int w = 0; w < cars->layout->wheels; ++w) {
        if (!(supports[w].share[0] > 0)) continue;
        if (!known) kamm_read_pose(cars, car, 1, NULL, poses);
        known = 1;
        const struct wheel_press press = find_press(world, cars, car, w, &poses[w]);
        if (!(press.load_n > 0)) continue;
        for (int n = 0; n < 2; ++n) {
            uint32_t body = supports[w].body[n];
            const double share = supports[w].share[n], *at = supports[w].at_m[n];
            if (!(share > 0) || is_fixed(world, body)) continue;
            for (int i = 0; i < 3; ++i) impulse[i] = -share * press.force[i] * world->dt;
            if (is_car(world, body))
                load_car(world, body, at, impulse);
            else
                press_on_dynamic(world, dynamic_of(world, body),
                                 (uint32_t)(group->first_body + car), &press, share, at, impulse);
        }
    }
}

void kamm_load_ridden(kamm_world *world)
{
    if (!has_rides(world)) return;
    for (int i = 0; i < world->active_count; ++i) {
        uint32_t body = world->active[i];
        int car;
        if (!is_car(world, body)) break; /* cars come first */
        const int32_t *first = &world->first_ridden[body];
        if (first[1] == first[0]) continue;
        const struct car_group *group = kamm_group_of(world, body, &car);
        load_below_car(world, group, car);
    }
}
