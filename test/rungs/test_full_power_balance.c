/* The driveline's power, substep by substep: what engine and motors give is what rotors and shafts gain, what every part
 * turns to heat by its own law, and what turns the wheels.
 *
 * The kernel takes rates at a substep's start and torques through it. So a twisted spring's energy at that instant is k
 * twist (twist + dt rate) / 2, which such a step conserves. A friction that gives way by `slip` in series with it takes
 * k slip (twist before + after) / 2. Power is a torque times the mean of the speeds before and after. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/converters.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "shaft_losses.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

static const double all_rates[] = {240, 60, 120, 600, 1200};

/* What a driveline's states are before and after a substep. */
struct turning {
    double engine, turbine, twist, centre_twist, cvt_share;
    double left[KAMM_MAX_AXLES], right[KAMM_MAX_AXLES], lock_twist[KAMM_MAX_AXLES];
    double motor[KAMM_MAX_AXLES], motor_twist[KAMM_MAX_AXLES];
};

/* Sums over a substep, in W. */
struct power {
    double given, stored, heat, wheels;
    double rounding;              /* that single precision leaves of it */
    double shafts, locks, centre; /* of the heat: clutch and drive shafts, differentials, centre */
    double variator;              /* what a changing ratio takes in within the substep … */
    double
        variator_gives; /* … and gives back to the shafts' spring before it, by the rate that it changes */
};

static const struct powertrain_constants *constants_of(const kamm_cars *cars)
{
    return &kamm_model_at(cars, 0)->chassis->powertrain;
}

static struct turning look(const kamm_cars *cars)
{
    struct turning t = {.engine = CAR_STATE(cars, 0, car.engine_radps),
                        .turbine = CAR_STATE(cars, 0, car.turbine_radps),
                        .twist = CAR_STATE(cars, 0, car.shaft_twist_rad),
                        .centre_twist = CAR_STATE(cars, 0, car.transfer_twist_rad),
                        .cvt_share = CAR_STATE(cars, 0, car.cvt_share)};
    for (int a = 0; a < cars->layout->axles; ++a) {
        t.left[a] = CAR_STATE(cars, 0, wheels[left_hub(cars->layout, a)].spin_radps);
        t.right[a] = CAR_STATE(cars, 0, wheels[right_hub(cars->layout, a)].spin_radps);
        t.lock_twist[a] = CAR_STATE(cars, 0, axles[a].lock_twist_rad);
        t.motor[a] = CAR_STATE(cars, 0, axles[a].motor_radps);
        t.motor_twist[a] = CAR_STATE(cars, 0, axles[a].motor_twist_rad);
    }
    return t;
}

static double axle_speed(const struct turning *t, int a)
{
    return 0.5 * (t->left[a] + t->right[a]);
}

static double cage_speed(const struct powertrain_constants *v, int axles, const struct turning *t)
{
    double cage = 0;
    for (int a = 0; a < axles; ++a) cage += (double)v->differential[a].share * axle_speed(t, a);
    return cage;
}

static double apart_speed(const struct powertrain_constants *v, int axles, const struct turning *t)
{
    double rate = 0;
    for (int a = 0; a < axles; ++a) rate += (double)v->centre.apart[a] * axle_speed(t, a);
    return rate;
}

/* A spring in series with friction, beside a damper: twists and rates before and after, and the torque through it. */
struct element {
    double stiffness, twist[2], rate[2], torque;
    double play; /* from the middle to either stop */
};

static double bend_of(double twist, double play)
{
    return copysign(fmax(fabs(twist) - play, 0), twist);
}

/* With play: what is neither stored nor given back is heat, of impacts as well. It must not come back. */
static void add_played(const struct element *e, double dt, struct power *p, double *heat)
{
    double stored[2], k = e->stiffness;
    for (int i = 0; i < 2; ++i)
        stored[i] = 0.5 * k * bend_of(e->twist[i], e->play) *
                    bend_of(e->twist[i] + dt * e->rate[i], e->play);
    p->stored += (stored[1] - stored[0]) / dt;
    *heat += e->torque * 0.5 * (e->rate[0] + e->rate[1]) - (stored[1] - stored[0]) / dt;
}

/* What it stores and turns to heat in a substep, in W. */
static void add_element(const struct element *e, double dt, struct power *p, double *heat)
{
    if (e->play > 0) {
        add_played(e, dt, p, heat);
        return;
    }
    double tried = e->twist[0] + dt * e->rate[0], slip = tried - e->twist[1], k = e->stiffness;
    double before = 0.5 * k * e->twist[0] * tried;
    double after = 0.5 * k * e->twist[1] * (e->twist[1] + dt * e->rate[1]);
    double slipping = 0.5 * k * slip * (e->twist[0] + e->twist[1]);
    double damping = (e->torque - k * e->twist[1]) * 0.5 * (e->rate[0] + e->rate[1]);
    p->stored += (after - before) / dt;
    *heat += slipping / dt + damping;
    /* a clamped twist's torque is its limit, rounded to the twist's steps */
    p->rounding += 4e-7 * fabs(k * tried) * (fabs(e->rate[0]) + fabs(e->rate[1]) + fabs(slip) / dt);
}

static double rotor_w(double inertia, double before, double after, double dt, struct power *p)
{
    p->rounding += 1.2e-7 * inertia * (before * before + after * after) / dt;
    return 0.5 * inertia * (after * after - before * before) / dt;
}

/* By the law of part/clutch.h: the damping while the spring is bent, an impact where it begins to be, and no pull in the play. */
static double spring_nm(const struct shaft_constants *c, double was, double is, double rate)
{
    double play = c->play_rad, bend = bend_of(is, play), k = c->stiffness_nm_per_rad;
    int strikes = play > 0 && !(bend_of(was, play) * bend > 0);
    double damped = strikes ? (double)c->impact_nms_per_rad : (double)c->damping_nms_per_rad;
    double torque = k * bend + damped * rate;
    return play > 0 && !(torque * bend > 0) ? 0 : torque;
}

/* The shafts' torque at the wheels: by what the engine gains and gives, or behind a converter by the shafts' own law. */
static double shaft_nm(const kamm_cars *cars, const struct turning *was, const struct turning *is,
                       double engine_nm, double ratio, double rate, double dt)
{
    const struct powertrain_constants *v = constants_of(cars);
    double torque = spring_nm(&v->shaft, was->twist, is->twist, rate);
    double limit = (double)v->clutch.torque_nm * fabs(ratio) *
                   (double)CAR_STATE(cars, 0, car.clutch_engagement);
    if (ratio == 0) return 0;
    if (v->converter.on > 0) return fmax(-limit, fmin(limit, torque));
    return (engine_nm - (double)v->engine.inertia_kgm2 * (is->engine - was->engine) / dt) * ratio;
}

/* Engine, clutch or converter, shafts and gears. The torque behind them, at the wheels. */
static double add_engine(const kamm_cars *cars, const kamm_vehicle_def *def,
                         const struct turning *was, const struct turning *is, double dt,
                         struct power *p)
{
    const struct powertrain_constants *v = constants_of(cars);
    if (def->engine.torque_curve.count < 2 || has_power_split(&v->split)) return 0;
    int axles = def->axles_count, gear = (int)CAR_STATE(cars, 0, car.gear_engaged) + 1;
    int varies = v->cvt.on > 0 && gear > 1;
    double factor = varies ? is->cvt_share : 1, was_factor = varies ? was->cvt_share : 1;
    double ratio = factor * (double)v->gearbox.ratio[gear];
    double per_ratio = (double)v->gearbox.inverse_ratio[gear] / factor;
    double met_per_ratio = 0.5 * (per_ratio + per_ratio * factor / was_factor);
    double engine_nm = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm);
    double cage[2] = {cage_speed(v, axles, was), cage_speed(v, axles, is)};
    int converts = v->converter.on > 0;
    struct element shaft = {(double)v->shaft.stiffness_nm_per_rad,
                            {was->twist, is->twist},
                            {(converts ? was->turbine : was->engine) * met_per_ratio - cage[0],
                             (converts ? is->turbine : is->engine) * per_ratio - cage[1]},
                            0,
                            (double)v->shaft.play_rad};
    shaft.torque = shaft_nm(cars, was, is, engine_nm, ratio, shaft.rate[0], dt);
    double drive_nm = after_losses(&v->shaft, shaft.torque, cage[0]);
    p->given += engine_nm * 0.5 * (was->engine + is->engine);
    p->stored += rotor_w(def->engine.inertia_kgm2, was->engine, is->engine, dt, p);
    if (converts) {
        p->stored += rotor_w(def->converter.turbine_inertia_kgm2, was->turbine, is->turbine, dt, p);
        p->heat += kamm_read(cars, 0, KAMM_CHANNEL_converter_heat_w);
    }
    add_element(&shaft, dt, p, &p->shafts);
    double input = converts ? was->turbine : was->engine;
    p->variator = 0.5 * shaft.torque * input * (per_ratio - met_per_ratio);
    p->variator_gives = 0.5 * shaft.stiffness * was->twist * input *
                        (met_per_ratio - per_ratio * factor / was_factor);
    p->heat += (shaft.torque - drive_nm) * 0.5 * (cage[0] + cage[1]);
    double retarder_nm = CAR_STATE(cars, 0, car.retarder_nm) * def->gearbox.final_drive;
    p->heat += retarder_nm * 0.5 * (cage[0] + cage[1]);
    expect_above(retarder_nm * cage[0], -1e-9);
    return drive_nm - retarder_nm;
}

/* Engine and generator of a power split; the torque by which the ring loads the motor, by what the sun's rotor leaves of the generator's. */
static double add_split(const kamm_cars *cars, const kamm_vehicle_def *def, int a,
                        const struct turning *was, const struct turning *is, double dt,
                        struct power *p)
{
    const kamm_power_split_def *split = &def->power_split;
    if (!(split->sun_teeth > 0)) return 0;
    double ring = split->ring_teeth / split->sun_teeth, per_motor = ring / split->motor_per_ring;
    double sun[2] = {(1 + ring) * was->engine - per_motor * was->motor[a],
                     (1 + ring) * is->engine - per_motor * is->motor[a]};
    double engine_nm = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm);
    double generator_nm = kamm_read(cars, 0, KAMM_CHANNEL_generator_torque_nm);
    p->given +=
        engine_nm * 0.5 * (was->engine + is->engine) + generator_nm * 0.5 * (sun[0] + sun[1]);
    p->stored += rotor_w(def->engine.inertia_kgm2, was->engine, is->engine, dt, p) +
                 rotor_w(split->generator.inertia_kgm2, sun[0], sun[1], dt, p);
    return per_motor * (generator_nm - split->generator.inertia_kgm2 * (sun[1] - sun[0]) / dt);
}

/* A motor with its shafts; the torque at the differential. */
static double add_motor(const kamm_cars *cars, const kamm_vehicle_def *def, int a,
                        const struct turning *was, const struct turning *is, double dt,
                        struct power *p)
{
    const struct powertrain_constants *v = constants_of(cars);
    const struct shaft_constants *shafts = &v->motor_shaft[a];
    double inertia = def->axles[a].motor.inertia_kgm2, ratio = def->axles[a].motor.ratio;
    double nm = CAR_STATE(cars, 0, axles[a].motor_nm);
    double load = nm - inertia * (is->motor[a] - was->motor[a]) / dt -
                  add_split(cars, def, a, was, is, dt, p);
    double cage[2] = {axle_speed(was, a), axle_speed(is, a)};
    struct element shaft = {(double)shafts->stiffness_nm_per_rad,
                            {was->motor_twist[a], is->motor_twist[a]},
                            {was->motor[a] / ratio - cage[0], is->motor[a] / ratio - cage[1]},
                            load * ratio,
                            0};
    double axle_nm = after_losses(shafts, shaft.torque, cage[0]);
    p->given += nm * 0.5 * (was->motor[a] + is->motor[a]);
    p->stored += rotor_w(inertia, was->motor[a], is->motor[a], dt, p);
    add_element(&shaft, dt, p, &p->shafts);
    p->heat += (shaft.torque - axle_nm) * 0.5 * (cage[0] + cage[1]);
    return axle_nm;
}

/* The centre's coupling, by what one axle gets beside its share. */
static void add_centre(const kamm_cars *cars, int axles, const double *coupled_nm,
                       const struct turning *was, const struct turning *is, double dt,
                       struct power *p)
{
    const struct powertrain_constants *v = constants_of(cars);
    const struct coupling_constants *c = &v->centre;
    struct element lock = {.stiffness = (double)c->stiffness_nm_per_rad,
                           .twist = {was->centre_twist, is->centre_twist},
                           .rate = {apart_speed(v, axles, was), apart_speed(v, axles, is)}};
    if (!(lock.stiffness > 0)) return;
    double apart = 0; /* 1, but where a clutch has a ratio */
    for (int a = 0; a < axles; ++a)
        if (c->apart[a] > 0) lock.torque -= coupled_nm[a], apart += (double)c->apart[a];
    lock.torque /= apart;
    add_element(&lock, dt, p, &p->centre);
}

static struct power balance(const kamm_cars *cars, const kamm_vehicle_def *def,
                            const struct turning *was, const struct turning *is, double dt)
{
    const struct powertrain_constants *v = constants_of(cars);
    struct power p = {0};
    double drive_nm = add_engine(cars, def, was, is, dt, &p), coupled_nm[KAMM_MAX_AXLES];
    for (int a = 0; a < def->axles_count; ++a) {
        int l = left_hub(cars->layout, a), r = right_hub(cars->layout, a);
        double left = kamm_read_wheel(cars, 0, l, KAMM_WHEEL_drive_torque_nm);
        double right = l == r ? 0 : kamm_read_wheel(cars, 0, r, KAMM_WHEEL_drive_torque_nm);
        double stiffness = v->differential[a].lock_stiffness_nm_per_rad;
        coupled_nm[a] = left + right - (double)v->differential[a].share * drive_nm;
        if (def->axles[a].motor.peak_nm > 0)
            coupled_nm[a] -= add_motor(cars, def, a, was, is, dt, &p);
        p.wheels +=
            0.5 * (left * (was->left[a] + is->left[a]) + right * (was->right[a] + is->right[a]));
        struct element lock = {stiffness,
                               {was->lock_twist[a], is->lock_twist[a]},
                               {was->left[a] - was->right[a], is->left[a] - is->right[a]},
                               0.5 * (right - left),
                               0};
        if (stiffness > 0) add_element(&lock, dt, &p, &p.locks);
        p.rounding +=
            2.5e-7 * (fabs(left) + fabs(right)) * (fabs(was->left[a]) + fabs(was->right[a]));
    }
    add_centre(cars, def->axles_count, coupled_nm, was, is, dt, &p);
    p.heat += p.shafts + p.locks + p.centre + p.variator;
    return p;
}

/* ---- drives ---- */

/* A launch, lift-off, half throttle, a stop by the brakes, a wait in gear, a turn under power, and in the end neutral. */
static void press(kamm_input *input, double time)
{
    input->throttle = time < 4     ? 1
                      : time < 5.5 ? 0
                      : time < 7   ? 0.5f
                      : time < 11  ? 0
                      : time < 13  ? 0.8f
                                   : 0.3f;
    input->brake = time > 7 && time < 10 ? 0.8f : 0;
    input->steering_wheel_rad = time > 11 ? 2 : 0;
    if (time > 13) input->gear = 0;
}

struct worst {
    double share, at_s, off_w, raw;
    double heat_j[3], back_j[3],
        through_j;                     /* shafts, locks, centre: in all, and most that came back */
    double variator_j, variator_off_j; /* what stays in it, which stores nothing; at most */
};

static void note(struct worst *worst, const struct power *p, double floor_w, double time, double dt)
{
    const double heat[3] = {p->shafts, p->locks, p->centre};
    double raw = fabs(p->given - p->stored - p->heat - p->wheels);
    double off = fmax(fabs(p->given - p->stored - p->heat - p->wheels) - p->rounding, 0);
    double scale = fmax(fmax(fabs(p->given), fabs(p->wheels)), floor_w);
    if (off / scale > worst->share)
        worst->share = off / scale, worst->at_s = time, worst->off_w = off;
    if (raw / scale > worst->raw) worst->raw = raw / scale;
    worst->through_j += scale * dt;
    worst->variator_j += (p->variator - p->variator_gives) * dt;
    worst->variator_off_j = fmax(worst->variator_off_j, fabs(worst->variator_j));
    for (int i = 0; i < 3; ++i) {
        worst->heat_j[i] += heat[i] * dt;
        worst->back_j[i] = fmax(fmax(worst->back_j[i], 0) - heat[i] * dt, 0);
    }
}

static void drive_balanced(const char *what, const kamm_vehicle_def *def, int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    double dt = 1 / def->stepping.substeps_per_s, peak = 0;
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        peak = fmax(peak, def->engine.torque_curve.x[i] * def->engine.torque_curve.y[i]);
    for (int a = 0; a < def->axles_count; ++a)
        peak += def->axles[a].motor.peak_nm > 0 ? def->axles[a].motor.power_w : 0;
    struct worst worst = {0};
    put_car(cars, 0, &kamm_flat_ground, 0, 0, gear);
    for (int n = 0; n * dt < 14; ++n) {
        press(&kamm_inputs(cars)[0], n * dt);
        struct turning was = look(cars);
        kamm_step(cars, &kamm_flat_ground, 1);
        struct turning is = look(cars);
        struct power p = balance(cars, def, &was, &is, dt);
        note(&worst, &p, 0.05 * peak, n * dt, dt);
    }
    print_message(
        "%-40s %4g /s: off by %.4f %% (%.1f W at %.2f s), %.4f %% rounding included, heat %.0f %.0f %.0f J, variator %.2g %%\n",
        what, def->stepping.substeps_per_s, 100 * worst.share, worst.off_w, worst.at_s,
        100 * worst.raw, worst.heat_j[0], worst.heat_j[1], worst.heat_j[2],
        100 * worst.variator_off_j / worst.through_j);
    expect_below(worst.share, 1e-3);
    expect_below(worst.variator_off_j, 1e-4 * worst.through_j);
    for (int i = 0; i < 3; ++i) {
        expect_above(worst.heat_j[i], -1e-3 * worst.through_j);
        expect_below(worst.back_j[i], 5e-3 * worst.through_j);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

/* ---- variants ---- */

static void as_shipped(kamm_vehicle_def *def) { (void)def; }

static void by_hand(kamm_vehicle_def *def) /* and stalls at the stop */
{
    def->gearbox.kind = KAMM_GEARBOX_MANUAL;
    def->clutch.automatic = 0;
}

static void with_converter(kamm_vehicle_def *def)
{
    if (def->body.mass_kg > 5000)
        fit_truck_converter(def);
    else
        fit_converter(def);
    const kamm_curve *curve = &def->engine.torque_curve;
    int stalls = 0; /* the point of its curve nearest to there */
    for (int i = 1; i < curve->count; ++i)
        if (fabs(curve->x[i] - 0.6 * def->engine.limiter_radps) <
            fabs(curve->x[stalls] - 0.6 * def->engine.limiter_radps))
            stalls = i;
    double scale = curve->x[stalls] / sqrt(curve->y[stalls]) / def->converter.k_curve.y[0];
    for (int i = 0; i < def->converter.k_curve.count; ++i) def->converter.k_curve.y[i] *= scale;
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        def->clutch.torque_nm = fmax(def->clutch.torque_nm, 2.5 * def->engine.torque_curve.y[i]);
    def->converter.lock_nm = def->clutch.torque_nm;
}

static void with_limited_slip(kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].differential = KAMM_DIFFERENTIAL_LIMITED_SLIP;
        def->axles[a].lock_viscous_nms_per_rad = 10;
    }
    def->aids.esc = 0;
}

static void with_turbo(kamm_vehicle_def *def) { def->engine.boost_share = 0.5; }

static void with_variator(kamm_vehicle_def *def)
{
    kamm_gearbox_def *gearbox = &def->gearbox;
    double idle = def->engine.idle_radps;
    if (gearbox->ratios_count < 2) return;
    gearbox->kind = KAMM_GEARBOX_CVT;
    gearbox->ratios[1] = gearbox->ratios[gearbox->ratios_count - 1];
    gearbox->ratios_count = 2;
    gearbox->synchro_nm = gearbox->skip_gears = 0;
    gearbox->cvt_speed_curve =
        (kamm_curve){2, {0, 1}, {1.5 * idle, 0.5 * idle + 0.6 * def->engine.limiter_radps}};
}

static void with_variator_and_converter(kamm_vehicle_def *def)
{
    with_converter(def);
    with_variator(def);
}

static void with_motors(kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].motor.peak_nm = 60;
        def->axles[a].motor.power_w = 20000;
        def->axles[a].motor.lift_share = 0.2;
    }
}

static void with_endurance_brakes(kamm_vehicle_def *def)
{
    double size = def->clutch.torque_nm;
    def->retarder.max_nm = 2 * size;
    def->retarder.fill_nms2_per_rad2 = size / 3000;
    def->brakes.endurance_pedal = 0.2;
    def->engine.exhaust_brake =
        (kamm_curve){.count = 2,
                     .x = {def->engine.idle_radps, def->engine.limiter_radps},
                     .y = {0.1 * size, 0.4 * size}};
}

static void with_play(kamm_vehicle_def *def) { def->clutch.shaft_play_rad = 0.06; }
static void all_driven(kamm_vehicle_def *def, int coupling)
{
    for (int a = 0; a < def->axles_count; ++a) def->axles[a].drive_share = 1.0 / def->axles_count;
    def->transfer.coupling = coupling;
    def->transfer.lock_viscous_nms_per_rad = 20;
}
static void with_centre_lock(kamm_vehicle_def *def) { all_driven(def, KAMM_TRANSFER_LOCKED); }
static void with_centre_slip(kamm_vehicle_def *def) { all_driven(def, KAMM_TRANSFER_LIMITED_SLIP); }
static void with_hang_on_axle(kamm_vehicle_def *def) { all_driven(def, KAMM_TRANSFER_CLUTCH); }

static const struct {
    const char *name;
    void (*fit)(kamm_vehicle_def *def);
    int gear;
} variants[] = {
    {"", as_shipped, KAMM_GEAR_DRIVE},
    {", centre of limited slip", with_centre_slip, KAMM_GEAR_DRIVE},
    {", converter", with_converter, KAMM_GEAR_DRIVE},
    {", limited slip", with_limited_slip, KAMM_GEAR_DRIVE},
    {", motors", with_motors, KAMM_GEAR_DRIVE},
    {", hang-on axle", with_hang_on_axle, KAMM_GEAR_DRIVE},
    {", centre locked", with_centre_lock, KAMM_GEAR_DRIVE},
    {", clutch pedal", by_hand, 1},
    {", turbo", with_turbo, KAMM_GEAR_DRIVE},
    {", endurance brakes", with_endurance_brakes, KAMM_GEAR_DRIVE},
    {", play", with_play, KAMM_GEAR_DRIVE},
    {", variator", with_variator, KAMM_GEAR_DRIVE},
    {", variator behind converter", with_variator_and_converter, KAMM_GEAR_DRIVE},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void power_is_stored_lost_or_at_the_wheels(void **state)
{
    (void)state;
    int count = shipped_count();
    for (int i = 0; i < of_tier(VARIANTS, VARIANTS * count); i += of_tiers(1, 5, 1)) {
        int variant = i % VARIANTS, vehicle = in_long_tier() ? i / VARIANTS : (5 * i + 1) % count;
        kamm_vehicle_def def = shipped_def(vehicle);
        if (variant && !has_geared_engine(&def) && !in_long_tier()) /* one beside it, then */
            vehicle = (vehicle + 1) % count, def = shipped_def(vehicle);
        if (variant && !has_geared_engine(&def)) continue;
        char what[80];
        def.stepping.substeps_per_s =
            allowed_rate(&def, all_rates[in_long_tier() ? (variant + vehicle) % 5 : 0]);
        variants[variant].fit(&def);
        snprintf(what, sizeof what, "%s%s", shipped_name(vehicle), variants[variant].name);
        drive_balanced(what, &def, variants[variant].gear);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_is_stored_lost_or_at_the_wheels),
    };
    return cmocka_run_group_tests_name("full_power_balance", tests, NULL, NULL);
}
