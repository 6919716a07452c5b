/* What double_track takes from a def; where it comes from: double_track_constants.h. */
#include "../planar/cornering.h"
#include "../planar/planar_compile.h"
#include "../rung.h"

#include <math.h>

/* Vertical stiffness of a tyre about its load at rest, of one wheel. */
static double tyre_stiffness(const kamm_model *m, int a)
{
    view tyre = {(const float *)&m->full.axles[a].tyre_vertical};
    double load = 0.5 * (m->rest.load_n[2 * a] + m->rest.load_n[2 * a + 1]);
    double low = 0, high = 0.5, step = 1e-3;
    for (int i = 0; i < 40; ++i) {
        double middle = 0.5 * (low + high);
        *((double)tyre_spring_force(tyre, (float)middle, 0) < load ? &low : &high) = middle;
    }
    return ((double)tyre_spring_force(tyre, (float)(low + step), 0) -
            (double)tyre_spring_force(tyre, (float)(low - step), 0)) /
           (2 * step);
}

static double rest_travel(const kamm_model *m, int a)
{
    return 0.5 * (m->rest.travel_m[2 * a] + m->rest.travel_m[2 * a + 1]);
}

/* Force per travel of each wheel about its rest, springs and stops: `left` is -1 where the left wheel
 * goes down as the right one goes up. */
static double spring_stiffness(const kamm_model *m, int a, double left)
{
    view suspension = {(const float *)&m->full.axles[a].suspension};
    struct axle_pair still = {0, 0}, force[2];
    double step = 2e-3, rest = rest_travel(m, a);
    for (int i = 0; i < 2; ++i) {
        double by = i ? step : -step;
        struct axle_pair travel = {(float)(rest + left * by), (float)(rest + by)};
        force[i] = suspension_force(suspension, travel, still);
    }
    return (double)(force[1].right - force[0].right) / (2 * step);
}

static double bar_stiffness(const kamm_suspension_def *s)
{
    double stroke = s->bump_travel_m + s->rebound_travel_m;
    if (s->anti_roll_bar_mode == KAMM_BAR_OFF) return 0;
    return s->anti_roll_bar_n_per_m + (stroke > 0 ? s->anti_roll_bar_n / stroke : 0);
}

/* Moment per roll of an axle's springs and bar. */
static double spring_roll_stiffness(const kamm_model *m, int a)
{
    const kamm_axle_def *axle = &m->def.axles[a];
    double wheel = spring_stiffness(m, a, -1) + 2 * bar_stiffness(&axle->suspension);
    return wheel * axle->track_m * axle->track_m / 2;
}

/* Where an axle's wheels go at rest: height of the roll centre, and lean of a wheel per roll of
 * the body (1: held upright in the body, 0: a beam). */
struct rolling_axle {
    double centre_m, lean;
};

static struct rolling_axle rolling_axle_of(const kamm_model *m, int a)
{
    const struct full_axle_constants *axle = &m->full.axles[a];
    view suspension = {(const float *)&axle->suspension};
    struct wheel_path path = wheel_path_at(suspension, (float)rest_travel(m, a), 0);
    return (struct rolling_axle){path.outward_slope * axle->half_track_m,
                                 1 + path.camber_slope * axle->half_track_m};
}

/* Roll per lateral acceleration of the whole car in a steady turn. Springs and bars bear what the
 * sprung mass tilts about the roll axis and what the unsprung masses tilt with wheels that lean
 * with the body; links bear the rest; the tyres bear both. With E the springs' moment, G the
 * links' and K in series that of springs and tyres, E = K roll - G K / K_tyre. (Milliken &
 * Milliken, Race Car Vehicle Dynamics, ch. 18; unsprung masses and tyres by virtual work on top.) */
static double roll_per_acceleration(const kamm_model *m)
{
    const struct statics *s = &m->statics;
    double length = s->axle_x[0] - s->axle_x[1], stiffness = 0, moment = 0, axis = 0;
    double share[CAR_AXLES] = {(s->sprung_cg[0] - s->axle_x[1]) / length,
                               (s->axle_x[0] - s->sprung_cg[0]) / length};
    for (int a = 0; a < CAR_AXLES; ++a) {
        const kamm_axle_def *axle = &m->def.axles[a];
        struct rolling_axle rolls = rolling_axle_of(m, a);
        double tyre = tyre_stiffness(m, a) * axle->track_m * axle->track_m / 2;
        double spring = spring_roll_stiffness(m, a), series = spring * tyre / (spring + tyre);
        double unsprung = 2 * axle->unsprung_mass_kg * s->rest_radius_m[a];
        double links = share[a] * s->sprung_mass_kg * rolls.centre_m + unsprung * (1 - rolls.lean);
        stiffness += series;
        moment += links * series / tyre + unsprung * rolls.lean;
        axis += share[a] * rolls.centre_m;
    }
    double lever = s->sprung_cg[2] + m->rest.rise_m - axis;
    double left = stiffness - s->sprung_mass_kg * KAMM_STANDARD_GRAVITY * lever;
    return (moment + s->sprung_mass_kg * lever) / fmax(left, 0.1 * stiffness);
}

static double tyre_cornering_stiffness(const kamm_model *m, int a, double load_n)
{
    view tyre = {(const float *)&m->full.axles[a].tyre};
    struct tyre_at_load at = tyre_at_load(tyre, (float)load_n);
    return (double)at.ky * (double)at.scale;
}

/* How the tyre's cornering stiffness grows with load, about its load at rest: 1 is in proportion. */
static double load_exponent(const kamm_model *m, int a, double load_n)
{
    double more = tyre_cornering_stiffness(m, a, 1.05 * load_n);
    double less = tyre_cornering_stiffness(m, a, 0.95 * load_n);
    return fmax(0, fmin(1, (more - less) / (0.1 * tyre_cornering_stiffness(m, a, load_n))));
}

static void compile_axle(const kamm_model *m, int a, const struct axle_cornering *cornering,
                         struct double_track_constants *c)
{
    struct double_track_axle_constants *axle = &c->axles[a];
    const kamm_axle_def *def = &m->def.axles[a];
    const kamm_suspension_def *s = &def->suspension;
    double weight = m->info.mass_kg * KAMM_STANDARD_GRAVITY, length = m->info.wheelbase_m;
    double other = m->statics.axle_x[1 - a] - m->statics.total_cg[0];
    double share = fabs(other) / length, tyre = tyre_stiffness(m, a);
    double off = (m->statics.total_cg[1] + m->def.body.cg_left_m) / def->track_m;
    double radius = c->planar.rolling_radius_m[a];
    double spring = spring_stiffness(m, a, 1), k = spring * tyre / (spring + tyre);
    double gain = m->def.double_track.largest_camber_rad;
    axle->static_share = (float)share;
    axle->static_load_n = (float)(share * weight);
    axle->left_share = (float)(0.5 + off);
    axle->right_share = (float)(0.5 - off);
    axle->inverse_track = (float)(1 / def->track_m);
    axle->half_track_m = (float)(def->track_m / 2);
    axle->compliance_m_per_n = (float)(1 / (2 * k));
    axle->bump_m = (float)s->bump_travel_m;
    axle->rebound_m = (float)s->rebound_travel_m;
    double exponent = load_exponent(m, a, 0.5 * share * weight);
    axle->stiffness_n = (float)(0.5 * cornering->stiffness_n_per_rad * (1 - exponent));
    axle->stiffness_per_load =
        (float)(cornering->stiffness_n_per_rad / (share * weight) * exponent);
    axle->slip_share = (float)(cornering->stiffness_n_per_rad /
                               (m->info.cornering_stiffness_n_per_rad[2 * a] +
                                m->info.cornering_stiffness_n_per_rad[2 * a + 1]));
    axle->friction = (float)cornering->friction;
    axle->along_per_side = (float)(cornering->along_friction / cornering->friction);
    axle->side_per_along = (float)(cornering->friction / cornering->along_friction);
    axle->rolling = (float)kamm_planar_rolling_share(m, a);
    c->planar.steering_axle[a].share *= (float)cornering->steer_gain;
    axle->drive_share = (float)(def->drive_share / 2);
    axle->wheel_mass_kg = (float)(def->wheel_inertia_kgm2 / (radius * radius));
    axle->inverse_radius2 = (float)(1 / (radius * radius));
    axle->trail_m = (float)cornering->trail_m;
    axle->caster_trail_m = (float)(m->statics.rest_radius_m[a] * tan(s->caster_rad));
    axle->camber_rad = (float)s->camber_rad;
    axle->camber_gain_rad = (float)(def->drive_share > 0 ? -gain : gain);
    axle->tyre_side = m->full.axles[a].tyre_side;
    axle->tyre = m->full.axles[a].tyre;
}

static void compile_aero(const kamm_model *m, struct aero_constants *c)
{
    *c = m->full.aero;
    c->drag_height_m = (float)(m->def.aero.drag_height_m - m->statics.total_cg[2]);
    c->front_x_m = (float)(m->statics.axle_x[0] - m->statics.total_cg[0]);
    c->rear_x_m = (float)(m->statics.axle_x[1] - m->statics.total_cg[0]);
}

/* Loads, lean and pose. */
static void compile_body(const kamm_model *m, struct double_track_constants *c)
{
    const kamm_double_track_def *def = &m->def.double_track;
    double mass = m->info.mass_kg, height = m->statics.total_cg[2];
    double track = (m->def.axles[0].track_m + m->def.axles[1].track_m) / 2;
    double given = def->largest_roll_rad * height / (KAMM_STANDARD_GRAVITY * track);
    double stroke =
        fmin(m->def.axles[0].suspension.bump_travel_m, m->def.axles[1].suspension.bump_travel_m);
    double lag = fmax(def->pose_lag_s, 0.02);
    c->height_m = (float)height;
    c->per_standard_weight = (float)(1 / (mass * KAMM_STANDARD_GRAVITY));
    c->transfer_x_kg = (float)(mass * height / m->info.wheelbase_m);
    c->transfer_y_kgm = (float)(mass * height);
    c->roll_per_mps2 = (float)(def->largest_roll_rad > 0 ? given : roll_per_acceleration(m));
    c->largest_lean_rad =
        (float)(def->largest_roll_rad > 0 ? def->largest_roll_rad
                                          : fmin(fmax(2 * stroke / track, 0.1), 0.5));
    c->load_blend = (float)kamm_lag_blend(m->info.substep_s, def->load_lag_s);
    c->hasty_follow =
        (float)(kamm_lag_blend(m->info.substep_s, def->pose_lag_s / 8) - c->planar.follow);
    c->link_travel_m = (float)def->link_travel_m;
    c->fall_m = (float)(KAMM_STANDARD_GRAVITY * lag * lag);
    c->takeoff_m = (float)def->takeoff_m;
    c->inverse_mass = (float)(1 / mass);
}

static kamm_result double_track_compile(kamm_model *model, kamm_error *error)
{
    struct double_track_constants *c = &model->double_track;
    const kamm_double_track_def *def = &model->def.double_track;
    struct axle_cornering cornering[CAR_AXLES];
    (void)error; /* whatever has passed kamm_compile_chassis does for this rung */
    kamm_planar_compile(model, def->pose_lag_s, &c->planar);
    kamm_planar_cornering(model, 1, cornering);
    compile_body(model, c);
    for (int a = 0; a < CAR_AXLES; ++a) compile_axle(model, a, &cornering[a], c);
    compile_aero(model, &c->aero);
    c->powertrain = model->full.powertrain;
    c->wall_cosine = (float)cos(def->wall_slope_rad);
    c->wall_height_m = (float)def->wall_height_m;
    c->wall_rebound = (float)def->wall_rebound;
    c->sliding_share = (float)def->sliding_share;
    c->drive_limit = (float)sqrt(1 - def->sliding_share * def->sliding_share);
    c->anti_lock = (float)model->def.aids.abs;
    c->formula = def->tyre == KAMM_TRACK_TYRE_MAGIC_FORMULA;
    return KAMM_OK;
}

DECLARE_KERNELS(double_track);

const struct rung kamm_double_track_rung = {
    .info = {KAMM_DOUBLE_TRACK, "double_track",
             "four wheels with quasi-static loads, body pose over terrain, walls and flight: "
             "docs/models/double_track.md",
             200},
    .constants_at = offsetof(kamm_model, double_track),
    .constant_count = sizeof(struct double_track_constants) / sizeof(float),
    .needs_powertrain = 1,
    .whole_body = 1,
    .compile = double_track_compile,
    .kernels = {LIST_KERNELS(double_track)},
};
