/* Engine, motors and gearbox of estimated vehicles.
 *
 * The torque curve rises to the greatest torque and is level to the end of the plateau. From there it falls as a parabola to
 * the torque at greatest power. Its power is nowhere greater than that. The highest gear brings the engine to the rule's
 * speed at top speed, where power equals drag and rolling resistance. Gears between have progressive steps. */
#include <math.h>

#include "base/standard_air.h"
#include "estimate.h"

#define GRAVITY 9.80665
#define RPM (3.14159265358979 / 30)

static double known_or(double known, double ruled) { return known > 0 ? known : ruled; }

/* -- Engine -- */

struct peak {
    double power_w, power_at, torque_nm, torque_at, plateau_end, idle, limiter; /* speeds: rad/s */
};

static struct peak find_peak(const struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    struct peak p = {.power_w = facts->power_w};
    double given_torque_at = facts->torque_at_radps;
    p.power_at = known_or(facts->power_at_radps, kamm_rule_value(e, RULE_power_speed));
    double at_power_nm = p.power_w / p.power_at;
    p.torque_nm = known_or(facts->torque_nm, at_power_nm * kamm_rule_value(e, RULE_torque_rise));
    if (p.torque_nm < at_power_nm) p.torque_nm = at_power_nm;
    p.torque_at = known_or(given_torque_at, p.power_at * kamm_rule_value(e, RULE_torque_speed));
    p.torque_at = fmin(p.torque_at, 0.96 * p.power_at);
    p.plateau_end = fmax(p.torque_at * 1.02, p.power_at * kamm_rule_value(e, RULE_torque_plateau));
    if (facts->engine == KAMM_POWER_PETROL && given_torque_at > 0)
        p.plateau_end = 1.02 * p.torque_at;
    p.plateau_end = fmin(p.plateau_end, 0.98 * p.power_at);
    p.idle = fmin(kamm_rule_value(e, RULE_idle_speed), 0.5 * p.torque_at);
    p.limiter = known_or(facts->limiter_radps, p.power_at * kamm_rule_value(e, RULE_limiter_speed));
    p.limiter = fmax(p.limiter, 1.01 * p.power_at);
    return p;
}

static void add_point(kamm_curve *curve, double speed, double torque, double power_w)
{
    if (curve->count && speed < curve->x[curve->count - 1] * 1.005) return;
    curve->x[curve->count] = kamm_rounded(speed);
    curve->y[curve->count++] = kamm_rounded(fmin(torque, power_w / speed));
}

static void put_torque_curve(struct estimate *e, const struct peak *p)
{
    kamm_curve *curve = &e->def.engine.torque_curve;
    double low = kamm_rule_value(e, RULE_low_torque), at_power_nm = p->power_w / p->power_at;
    double rise = p->torque_at - p->idle, fall = p->power_at - p->plateau_end;
    curve->count = 0;
    add_point(curve, p->idle, low * p->torque_nm, p->power_w);
    add_point(curve, p->idle + 0.35 * rise, (0.38 * low + 0.62) * p->torque_nm, p->power_w);
    add_point(curve, p->idle + 0.70 * rise, (0.08 * low + 0.92) * p->torque_nm, p->power_w);
    add_point(curve, p->torque_at, p->torque_nm, p->power_w);
    for (int i = 0; i <= 4; ++i) {
        double u = i / 4.0;
        add_point(curve, p->plateau_end + u * fall,
                  p->torque_nm - (p->torque_nm - at_power_nm) * u * u, p->power_w);
    }
    double over =
        p->limiter / p->power_at; /* beyond it the power falls, twice as fast as the speed rises */
    add_point(curve, p->limiter, at_power_nm / (over * over * over), p->power_w);
    if (e->facts.power_at_radps > 0 && e->facts.torque_nm > 0)
        kamm_mark_ruled(e, "engine.torque_curve", RULE_low_torque);
    else
        kamm_mark_ruled(e, "engine.torque_curve", RULE_torque_rise);
}

static void put_engine(struct estimate *e, const struct peak *p)
{
    int diesel = e->facts.engine == KAMM_POWER_DIESEL || e->facts.engine == KAMM_POWER_HEAVY_DIESEL;
    put_torque_curve(e, p);
    kamm_put_ruled(e, "engine.drag_nm", p->torque_nm * kamm_rule_value(e, RULE_drag_torque),
                   RULE_drag_torque);
    kamm_put_ruled(e, "engine.drag_nms_per_rad", p->torque_nm * kamm_rule_value(e, RULE_drag_slope),
                   RULE_drag_slope);
    kamm_put_ruled(e, "engine.inertia_kgm2", p->torque_nm * kamm_rule_value(e, RULE_engine_inertia),
                   RULE_engine_inertia);
    kamm_put_ruled(e, "engine.idle_radps", p->idle, RULE_idle_speed);
    kamm_put_known(e, "engine.limiter_radps", e->facts.limiter_radps, p->limiter,
                   RULE_limiter_speed);
    kamm_put_ruled(e, "engine.response_s", kamm_rule_value(e, RULE_engine_response),
                   RULE_engine_response);
    kamm_put_ruled(e, "engine.boost_share", kamm_rule_value(e, RULE_boost_share), RULE_boost_share);
    if (e->facts.speed_limit_mps > 0)
        kamm_put_given(e, "engine.speed_limit_mps", e->facts.speed_limit_mps);
    kamm_put_word(e, "engine.diesel", diesel ? "true" : "false");
}

/* -- Top speed -- */

static double resistance_n(const struct estimate *e, double speed)
{
    const kamm_vehicle_def *def = &e->def;
    double weight = GRAVITY * (def->body.mass_kg + def->payload.mass_kg);
    double rolling = e->tyres[REAR].rolling_resistance * (1 + 0.006 * speed);
    double drag = def->aero.drag_coefficient * def->aero.frontal_area_m2;
    return weight * rolling + 0.5 * KAMM_STANDARD_AIR_KGPM3 * drag * speed * speed;
}

static double power_limited_mps(const struct estimate *e)
{
    double low = 0.5, high = 150, power = e->facts.power_w * kamm_rule_value(e, RULE_efficiency);
    for (int i = 0; i < 60; ++i) {
        double middle = (low + high) / 2;
        if (middle * resistance_n(e, middle) < power)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Top speed for which the gears are made: a governed vehicle's are a little longer. */
static double geared_top_mps(const struct estimate *e)
{
    double limit = e->facts.speed_limit_mps, power_limited = power_limited_mps(e);
    return limit > 0 ? fmin(power_limited, 1.1 * limit) : power_limited;
}

static enum end driven_end(const struct estimate *e)
{
    return e->facts.drive == KAMM_DRIVEN_FRONT ? FRONT : REAR;
}

static double rolling_radius_m(const struct estimate *e)
{
    enum end end = driven_end(e);
    double tyres =
        e->def.axles[end == FRONT ? 0 : e->front_axles].wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    return e->radius_m[end] -
           e->wheel_load_n[end] / tyres / e->tyres[end].vertical_stiffness_n_per_m / 3;
}

/* -- Gears -- */

static int gear_count(const struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    if (facts->gears > 0) return (int)facts->gears;
    switch (facts->body) {
    case KAMM_CLASS_KART: return 1;
    case KAMM_CLASS_TRUCK: return 12;
    case KAMM_CLASS_TRACTOR: return 8;
    case KAMM_CLASS_BUS: return 6;
    default: break;
    }
    switch (facts->gearbox) {
    case KAMM_SHIFTED_AUTOMATIC: return 8;
    case KAMM_SHIFTED_DUAL_CLUTCH: return 7;
    default: return facts->power_w < 90e3 ? 5 : 6;
    }
}

/* Geometric steps, each smaller than the one below by a constant factor, so that the first is `spread` times the last;
 * equal steps where the gears are too close for that. */
static void fill_ratios(double *ratios, int count, double first, double last, double spread)
{
    double steps = count - 1;
    double growth = count > 2 ? pow(spread, 1 / (steps - 1)) : 1;
    double smallest = pow(first / last, 1 / fmax(steps, 1)) / pow(growth, (steps - 1) / 2);
    if (smallest < 1.03) {
        growth = 1;
        smallest = pow(first / last, 1 / fmax(steps, 1));
    }
    ratios[count - 1] = last;
    for (int i = count - 2; i >= 0; --i)
        ratios[i] = ratios[i + 1] * smallest * pow(growth, count - 2 - i);
}

static void put_ratios(struct estimate *e, const struct peak *p)
{
    const kamm_vehicle_facts *facts = &e->facts;
    kamm_gearbox_def *gearbox = &e->def.gearbox;
    int known = facts->ratios_count, count = known ? known : gear_count(e);
    double top = geared_top_mps(e), radius = rolling_radius_m(e);
    double last = p->power_at * kamm_rule_value(e, RULE_top_gear_speed) * radius / top;
    double first_mps = top * kamm_rule_value(e, RULE_first_gear_speed) / count;
    double first = count > 1 ? fmax(p->limiter * radius / first_mps, last) : last;
    double own = known ? kamm_rounded(last / facts->ratios[count - 1])
                       : kamm_rule_value(e, RULE_final_drive);
    double final_drive = kamm_put_known(e, "gearbox.final_drive", facts->final_drive, own,
                                        known ? RULE_top_gear_speed : RULE_final_drive);
    gearbox->ratios_count = count;
    if (!known)
        fill_ratios(gearbox->ratios, count, first / final_drive, last / final_drive,
                    kamm_rule_value(e, RULE_step_spread));
    for (int i = 0; i < count; ++i)
        gearbox->ratios[i] = known ? facts->ratios[i] : kamm_rounded(gearbox->ratios[i]);
    if (known)
        kamm_mark_given(e, "gearbox.ratios");
    else
        kamm_mark_ruled(e, "gearbox.ratios", RULE_first_gear_speed);
    kamm_put_ruled(e, "gearbox.reverse_ratio",
                   gearbox->ratios[0] * kamm_rule_value(e, RULE_reverse_share), RULE_reverse_share);
}

static void put_gearbox(struct estimate *e, const struct peak *p)
{
    static const char *const words[] = {"", "manual", "automatic", "dual_clutch", "sequential"};
    kamm_put_word(e, "gearbox.kind", words[e->facts.gearbox]);
    put_ratios(e, p);
    enum rule shift =
        e->facts.gearbox == KAMM_SHIFTED_MANUAL ? RULE_manual_shift_time : RULE_shift_time;
    kamm_put_ruled(e, "gearbox.shift_s", kamm_rule_value(e, shift), shift);
    kamm_put_ruled(e, "gearbox.shift_torque_share", kamm_rule_value(e, RULE_shift_torque_share),
                   RULE_shift_torque_share);
    kamm_put_ruled(e, "gearbox.cruise_upshift_radps",
                   p->power_at * kamm_rule_value(e, RULE_cruise_upshift), RULE_cruise_upshift);
    if (e->def.gearbox.ratios_count > 10) kamm_put_word(e, "gearbox.skip_gears", "2");
}

static void put_clutch(struct estimate *e, const struct peak *p)
{
    kamm_put_ruled(e, "clutch.torque_nm", p->torque_nm * kamm_rule_value(e, RULE_clutch_margin),
                   RULE_clutch_margin);
    kamm_put_ruled(e, "clutch.launch_radps", p->power_at * kamm_rule_value(e, RULE_launch_share),
                   RULE_launch_share);
    kamm_put_ruled(e, "clutch.efficiency", kamm_rule_value(e, RULE_efficiency), RULE_efficiency);
    kamm_put_ruled(e, "clutch.shaft_stiffness_nm_per_rad",
                   e->facts.mass_kg * kamm_rule_value(e, RULE_shaft_stiffness),
                   RULE_shaft_stiffness);
    kamm_put_ruled(e, "clutch.creep_torque_nm", p->torque_nm * kamm_rule_value(e, RULE_creep_share),
                   RULE_creep_share);
}

static void put_differentials(struct estimate *e)
{
    int sporty = e->facts.body == KAMM_CLASS_FORMULA || e->facts.body == KAMM_CLASS_SPORTS;
    const char *word = e->facts.body == KAMM_CLASS_KART ? "locked"
                       : sporty                         ? "limited_slip"
                                                        : "open";
    for (int a = 0; a < e->axles; ++a)
        if (e->def.axles[a].drive_share > 0 && e->def.axles[a].wheels != KAMM_WHEELS_SINGLE)
            kamm_put_word(e, kamm_axle_path(e, a, "differential"), word);
    if (e->facts.drive != KAMM_DRIVEN_ALL) return;
    kamm_put_word(e, "transfer.coupling", "limited_slip");
    kamm_put_given(e, "transfer.front_axles", e->front_axles);
}

/* -- Motors -- */

static void put_motor(struct estimate *e, int axle, double share)
{
    const kamm_vehicle_facts *facts = &e->facts;
    double top = geared_top_mps(e), radius = rolling_radius_m(e);
    double ratio = known_or(facts->final_drive, kamm_rule_value(e, RULE_motor_ratio));
    double base = kamm_rule_value(e, RULE_motor_base_speed) * top * ratio / radius;
    double limit = facts->speed_limit_mps > 0 ? facts->speed_limit_mps : 1.05 * top;
    kamm_put_known(e, kamm_axle_path(e, axle, "motor.peak_nm"), share * facts->torque_nm,
                   share * facts->power_w / base, RULE_motor_base_speed);
    kamm_put_given(e, kamm_axle_path(e, axle, "motor.power_w"), share * facts->power_w);
    kamm_put_known(e, kamm_axle_path(e, axle, "motor.ratio"), facts->final_drive, ratio,
                   RULE_motor_ratio);
    kamm_put_known(e, kamm_axle_path(e, axle, "motor.max_radps"), facts->limiter_radps,
                   limit * ratio / radius, RULE_motor_ratio);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "motor.response_s"),
                   kamm_rule_value(e, RULE_engine_response), RULE_engine_response);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "motor.shaft_stiffness_nm_per_rad"),
                   e->facts.mass_kg * kamm_rule_value(e, RULE_shaft_stiffness),
                   RULE_shaft_stiffness);
}

static void put_motors(struct estimate *e)
{
    for (int a = 0; a < e->axles && !e->result; ++a) {
        enum end end = end_of(e, a);
        double share = kamm_torque_share(e, end);
        if (kamm_is_driven(e, end)) put_motor(e, a, share / axles_at(e, end));
    }
}

void kamm_estimate_drive(struct estimate *e)
{
    if (e->facts.engine == KAMM_POWER_ELECTRIC) {
        put_motors(e);
        return;
    }
    struct peak peak = find_peak(e);
    put_engine(e, &peak);
    put_gearbox(e, &peak);
    put_clutch(e, &peak);
    put_differentials(e);
}
