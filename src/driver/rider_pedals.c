/* How far throttle and brakes may go. Load goes from wheel to wheel by force times height over the distance of the contacts
 * (V. Cossalter, Motorcycle Dynamics, 2006, sections 3.5 to 3.7). With the loads N_f, N_r of the machine as it stands and s what a
 * newton moves, brakes of the shares p and q of both levers give
 *
 *     F_f = A p <= mu_f (N_f + s F),   F_r = B p + C q <= mu_r (N_r - s F),   F = F_f + F_r,   N_r - s F >= 0
 *
 * The front lever goes as far as these allow, the rear lever takes what they leave. That is the order of hand and foot: near the stoppie the
 * rear wheel has nothing left to brake with, and on slippery ground it brakes by its share. */
#include "rider_pedals.h"

#include "../base/curve.h"
#include "../run/cars.h"
#include "../vehicle/transmission_compile.h"
#include "stance.h"

#include <math.h>

static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* Friction of the ground; 1 before the first step has asked for it. */
static double friction_below(const kamm_cars *cars, int car, int wheel)
{
    double f = (double)cars->block[car / KAMM_BLOCK].contact[wheel].friction[car % KAMM_BLOCK];
    return f > 0 ? f : 1;
}

double kamm_grip_along(const kamm_cars *cars, int car, int end)
{
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    double least = INFINITY;
    for (int w = left_hub(cars->layout, end); w <= right_hub(cars->layout, end); ++w)
        least = fmin(least, info->peak_friction_x[w] * friction_below(cars, car, w));
    return least;
}

/* Throttle that tells the rider to lift the machine off its stand (rider.c); the clutch stays open. */
static const double starts = 0.03;

/* Up to that lean throttle and clutch are those of a straight start. */
static const double upright_rad = 0.05;

/* 1 while a wheel has a tenth of its load at rest, in a lean more, and little where it has left the road; gently between, since the body
 * pitches on its springs. */
static double load_allows(const kamm_cars *cars, int car, int end)
{
    const double enough = 0.1, leaning_enough = 1.2, gentle = 0.3, lifted = 0.1;
    double lean = fmin(fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad)), 0.4);
    double needs = enough + leaning_enough * lean;
    double share = ridden_load_n(cars, car, end) / ridden_rest_n(cars, car, end);
    return share > 0 ? between((share + gentle) / (needs + gentle), 0, 1) : lifted;
}

/* 1 while it rolls, 0 where it spins (sign 1) or locks (-1), at less slip the less friction; near standstill slip ratios tell little. */
static double slip_allows(const kamm_cars *cars, int car, int end, double sign)
{
    const double from = sign > 0 ? 0.06 : 0.08, over = 0.08, fast_mps = 4;
    double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps) / fast_mps, least = 1;
    for (int w = left_hub(cars->layout, end); w <= right_hub(cars->layout, end); ++w) {
        double friction = fmin(friction_below(cars, car, w), 1);
        double slip = sign * kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_ratio) * fmin(speed, 1);
        least = fmin(least, between(1 - (slip / friction - from) / over, 0, 1));
    }
    return least;
}

/* Returns the share of the tyres' friction that the lean leaves on a circle. */
static double lean_allows(const kamm_cars *cars, int car)
{
    const double swings = 1.3; /* by which the side force goes beyond that of the present lean */
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    double grip = INFINITY;
    for (int w = 0; w < info->wheel_count; ++w)
        grip = fmin(grip, info->peak_friction_y[w] * friction_below(cars, car, w));
    double used = tan(between(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), -1.2, 1.2)) / grip;
    used *= swings;
    return sqrt(between(1 - used * used, 0.02, 1));
}

/* -- steady pulls and brakings: load goes from wheel to wheel by force times height over wheelbase -- */

/* In a lean the front wheel steers, so the throttle leaves more of its load. The shares of its load at rest that the
 * front and the rear wheel keep, and the share of friction that the pedals use. */
static const double front_keeps = 0.15, leaning_keeps = 1.2, rear_keeps = 0.06, careful = 0.92;

/* An automatic clutch closes as the throttle does: so while it slips in first gear, the throttle stays where the pull is safe. */
static int launches(const kamm_cars *cars, int car)
{
    return kamm_read(cars, car, KAMM_CHANNEL_gear) < 1.5 &&
           kamm_read(cars, car, KAMM_CHANNEL_clutch_engagement) < 0.95;
}

/* 1 while the nose doesn't rise; less, the faster it does, so that it comes to a steady state without lifting the wheel. */
static double pitch_allows(const struct ridden_stance *s)
{
    const double slows_s = 0.5;
    return between(1 + slows_s * s->root * s->dips_radps, 0, 1);
}

/* Force at the road that keeps the front wheel down and doesn't spin the rear wheel, whose load it raises: of the
 * machine as it stands at rest, in the lean that it has, since a limit that follows the nose swings with it. */
static double most_thrust_n(const kamm_cars *cars, int car)
{
    const double safe = 0.9, spin_share = 0.85;
    const kamm_model *model = kamm_model_of(cars, car);
    const struct ridden_stance s = kamm_stance_of(cars, car);
    double lean = between(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), -1.2, 1.2);
    double moved = model->statics.total_cg[2] * cos(lean) / model->info.wheelbase_m;
    double grip = spin_share * kamm_grip_along(cars, car, REAR);
    double spins_n = grip * ridden_rest_n(cars, car, REAR) / fmax(1 - grip * moved, 0.05);
    double keeps = front_keeps + leaning_keeps * fmin(fabs(sin(lean)), 0.5);
    double lifts_n = (1 - keeps) * ridden_rest_n(cars, car, FRONT) / moved;
    return fmin(lifts_n, spins_n) *
           fmin(launches(cars, car) ? safe : 1,
                launches(cars, car) && fabs(lean) < upright_rad ? 1 : pitch_allows(&s));
}

/* The throttle at which the engine pulls so much in its gear, by its curve and its drag; part load as src/part/engine.h has it. */
static double engine_throttle_for(const kamm_cars *cars, int car, double thrust_n)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_engine_def *engine = &model->def->engine;
    const kamm_curve *curve = &engine->torque_curve;
    int gear = (int)kamm_read(cars, car, KAMM_CHANNEL_gear);
    if (curve->count < 2 || gear < 1 || gear > model->info.gear_count) return 1;
    double radps = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    double wheel_kgm2 = model->def->axles[1].wheel_inertia_kgm2;
    double ratio = model->info.overall_ratio[gear - 1];
    if (is_cvt(model->def)) ratio *= kamm_read(cars, car, KAMM_CHANNEL_cvt_share);
    double radius_m = model->info.loaded_radius_m[ridden_wheel(cars, REAR)];
    double turns_kgm2 = wheel_kgm2;
    if (!launches(cars, car)) turns_kgm2 += engine->inertia_kgm2 * ratio * ratio;
    double spins_kg = turns_kgm2 / (radius_m * radius_m);
    double wanted_nm = thrust_n * (1 + spins_kg / model->info.mass_kg) * radius_m /
                       (ratio * model->def->clutch.efficiency);
    double full_nm =
        kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, radps, NULL);
    double drag_nm = engine->drag_nm + engine->drag_nms_per_rad * radps;
    double share = between((wanted_nm + drag_nm) / fmax(full_nm + drag_nm, 1e-6), 0, 1);
    double part = engine->part_load * fmax(1 - radps / engine->limiter_radps, 0);
    return share / (1 + part * (1 - share));
}

/* The same of an axle's motor. */
static double motor_throttle_for(const kamm_cars *cars, int car, int axle, double thrust_n)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_motor_def *motor = &model->def->axles[axle].motor;
    if (!(motor->peak_nm > 0)) return 1;
    double radius_m = model->info.loaded_radius_m[ridden_wheel(cars, axle)];
    double radps =
        kamm_read(cars, car, KAMM_CHANNEL_speed_over_ground_mps) / radius_m * motor->ratio;
    double full_nm = fmin(motor->peak_nm, motor->power_w / fmax(radps, 1e-6));
    double full_n = full_nm * motor->ratio * motor->efficiency / radius_m;
    return fmin(thrust_n / full_n, 1);
}

double kamm_throttle_for(const kamm_cars *cars, int car, double thrust_n)
{
    double pedal = engine_throttle_for(cars, car, thrust_n);
    for (int w = 0; w < 2; ++w) pedal = fmin(pedal, motor_throttle_for(cars, car, w, thrust_n));
    return pedal;
}

double kamm_throttle_allows(const kamm_cars *cars, int car)
{
    if (cars->inputs[car].stand > 0.5f) return starts; /* the engine waits until the stand is up */
    double pedal = kamm_throttle_for(cars, car, most_thrust_n(cars, car));
    double leans = fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad));
    if (!launches(cars, car) || leans > upright_rad)
        pedal *= load_allows(cars, car, FRONT) * slip_allows(cars, car, REAR, 1);
    return pedal * lean_allows(cars, car);
}

double kamm_throttle_that_rolls(const kamm_cars *cars, int car)
{
    double drags = 1 - slip_allows(cars, car, REAR, -1);
    return drags > 0 ? drags * kamm_throttle_for(cars, car, 0) : 0;
}

/* -- brakes -- */

/* What the levers do, and what the wheels bear. */
struct brakes {
    double front_n, linked_n,
        rear_n; /* at the whole front lever in front and behind, and at the whole rear lever */
    double load_n[2], moved; /* loads without brakes; what a newton moves to the front */
    double grip[2];          /* share of the load that a wheel may brake with */
    double keeps_n;          /* force at which the rear wheel is about to lift */
    int is_released;         /* anti-lock brakes release a wheel that locks */
};

static struct brakes brakes_of(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_axle_def *axles = model->def->axles;
    const struct ridden_stance s = kamm_stance_of(cars, car);
    const double front_m = model->info.loaded_radius_m[ridden_wheel(cars, FRONT)],
                 rear_m = model->info.loaded_radius_m[ridden_wheel(cars, REAR)];
    const int front = cars->layout->count[FRONT], rear = cars->layout->count[REAR];
    struct brakes b = {.front_n = front * axles[FRONT].brake_torque_nm / front_m,
                       .linked_n = rear * axles[REAR].brake_torque_nm / rear_m,
                       .rear_n = rear * axles[REAR].hand_brake_torque_nm / rear_m,
                       .moved = kamm_load_moved(&s),
                       .keeps_n = kamm_keeping_force_n(&s, REAR, rear_keeps),
                       .is_released = model->def->aids.abs != 0};
    for (int w = FRONT; w <= REAR; ++w) {
        b.load_n[w] = kamm_standing_load_n(&s, w);
        b.grip[w] = careful * kamm_grip_along(cars, car, w);
    }
    return b;
}

/* Returns the lever at which a wheel that has `load_n`, and gets or loses `moves` of the force of the lever, bears its own part of it. */
static double bears(double own_n, double whole_n, double load_n, double moves, double grip)
{
    double over_n = own_n - grip * moves * whole_n;
    return over_n > 0 ? fmax(grip * load_n, 0) / over_n : INFINITY;
}

static struct brake_levers most_levers(const struct brakes *b)
{
    enum { ROUNDS = 4 }; /* each leaves a quarter or less of what is missing */
    struct brake_levers most = {0, 0};
    double whole_n = b->front_n + b->linked_n;
    for (int round = 0; round < ROUNDS; ++round) {
        double behind_n = b->rear_n * most.rear;
        double front_n = b->load_n[FRONT] + b->moved * behind_n;
        double free_n = b->load_n[REAR] - (b->moved + 1 / b->grip[REAR]) * behind_n;
        most.front = fmin(1, bears(b->front_n, whole_n, front_n, b->moved, b->grip[FRONT]));
        if (!b->is_released)
            most.front =
                fmin(most.front, bears(b->linked_n, whole_n, round ? free_n : b->load_n[REAR],
                                       -b->moved, b->grip[REAR]));
        if (whole_n > 0) most.front = fmin(most.front, b->keeps_n / whole_n);
        if (!(b->rear_n > 0)) break;
        double force_n = whole_n * most.front, rest_n = b->load_n[REAR] - b->moved * force_n;
        double locks_n =
            (b->grip[REAR] * rest_n - b->linked_n * most.front) / (1 + b->grip[REAR] * b->moved);
        most.rear = between(fmin(locks_n, b->keeps_n - force_n) / b->rear_n, 0, 1);
    }
    return most;
}

/* Brakes are pressed within some tenths of a second, as they answer. */
static double press_allows(const kamm_cars *cars, int car)
{
    const double ahead = 0.3;
    double full_nm = kamm_model_of(cars, car)->def->axles[0].brake_torque_nm;
    if (!(full_nm > 0)) return 1;
    return kamm_read_wheel(cars, car, 0, KAMM_WHEEL_brake_torque_nm) / full_nm + ahead;
}

/* A linked rear wheel that has locked counts by its load: little of it holds no side, and the front brake stays on. */
static double presses(const kamm_cars *cars, int car)
{
    const double share = 0.3;
    return fmin(ridden_load_n(cars, car, REAR) / (share * ridden_rest_n(cars, car, REAR)), 1);
}

struct brake_levers kamm_brake_allows(const kamm_cars *cars, int car)
{
    const struct brakes b = brakes_of(cars, car);
    struct brake_levers most = most_levers(&b);
    double front = slip_allows(cars, car, FRONT, -1), rear = slip_allows(cars, car, REAR, -1);
    double leans = lean_allows(cars, car);
    if (b.linked_n > 0 && !b.is_released) front = fmin(front, 1 - (1 - rear) * presses(cars, car));
    most.front = fmin(most.front * front, press_allows(cars, car)) * leans;
    most.rear *= rear * leans;
    return most;
}

struct brake_levers kamm_press_brakes(const kamm_cars *cars, int car, double wanted)
{
    const struct brake_levers most = kamm_brake_allows(cars, car);
    double share = most.front > 0 ? fmin(wanted / most.front, 1) : wanted > 0;
    return (struct brake_levers){fmin(wanted, most.front), most.rear * share};
}

double kamm_braking_force_n(const kamm_cars *cars, int car, const struct brake_levers *levers)
{
    const struct brakes b = brakes_of(cars, car);
    return (b.front_n + b.linked_n) * levers->front + b.rear_n * levers->rear;
}

double kamm_front_brake_for(const kamm_cars *cars, int car, double force_n)
{
    const struct brakes b = brakes_of(cars, car);
    return b.front_n > 0 ? between(force_n / b.front_n, 0, 1) : 0;
}

/* By its own lever, or else by what the front lever brakes behind. */
struct brake_levers kamm_rear_brake_for(const kamm_cars *cars, int car, double force_n)
{
    const struct brakes b = brakes_of(cars, car);
    if (b.rear_n > 0) return (struct brake_levers){0, between(force_n / b.rear_n, 0, 1)};
    return (struct brake_levers){b.linked_n > 0 ? between(force_n / b.linked_n, 0, 1) : 0, 0};
}
