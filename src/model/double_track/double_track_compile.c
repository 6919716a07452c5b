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

/* Force per travel of both wheels about their rest, of each: springs and stops. */
static double spring_stiffness(const kamm_model *m, int a)
{
    view suspension = {(const float *)&m->full.axles[a].suspension};
    struct axle_pair still = {0, 0}, force[2];
    double step = 2e-3, rest = rest_travel(m, a);
    for (int i = 0; i < 2; ++i) {
        float at = (float)(rest + (i ? step : -step));
        force[i] = suspension_force(suspension, (struct axle_pair){at, at}, still);
    }
    return (double)(force[1].right - force[0].right) / (2 * step);
}

static double tyre_cornering_stiffness(const kamm_model *m, int a, double load_n)
{
    view tyre = {(const float *)&m->full.axles[a].tyre};
    return (double)kamm_tyre_prepare(tyre, (float)load_n, 0).cornering_stiffness;
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
    double spring = spring_stiffness(m, a), k = spring * tyre / (spring + tyre);
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

/* Chapter 8 with the largest roll as the def gives it, and loads across by (7-3) and (7-4): by weight. */
static void compile_given_roll(const kamm_model *m, struct double_track_constants *c)
{
    double mass = m->info.mass_kg, height = m->statics.total_cg[2];
    double track = (m->def.axles[0].track_m + m->def.axles[1].track_m) / 2;
    double most = m->def.double_track.largest_roll_rad;
    c->roll_per_mps2 = (float)(most * height / (KAMM_STANDARD_GRAVITY * track));
    c->largest_lean_rad = (float)most;
    c->transfer_y_kgm = (float)(mass * height);
    c->by_weight = 1;
    for (int a = 0; a < CAR_AXLES; ++a) c->axles[a].lean_m_per_m = (float)(0.5 * height / track);
}

/* Derived: axles share the moment as full's springs, bars, links and tyres do. */
static void compile_derived_roll(const kamm_model *m, struct double_track_constants *c)
{
    const kamm_axle_def *axles = m->def.axles;
    double stroke = fmin(axles[0].suspension.bump_travel_m, axles[1].suspension.bump_travel_m);
    double track = (axles[0].track_m + axles[1].track_m) / 2;
    struct car_roll roll;
    kamm_planar_roll(m, &roll);
    c->roll_per_mps2 = (float)roll.per_mps2;
    c->largest_lean_rad = (float)fmin(fmax(2 * stroke / track, 0.1), 0.5);
    c->transfer_y_kgm = (float)roll.upright_kgm;
    for (int a = 0; a < CAR_AXLES; ++a) {
        c->axles[a].roll_share = (float)roll.share[a];
        c->axles[a].lean_m_per_m =
            (float)(roll.share[a] * roll.lean_kgm / (m->info.mass_kg * axles[a].track_m));
    }
}

/* Loads, lean and pose. */
static void compile_body(const kamm_model *m, struct double_track_constants *c)
{
    const kamm_double_track_def *def = &m->def.double_track;
    double mass = m->info.mass_kg, height = m->statics.total_cg[2];
    double lag = fmax(def->pose_lag_s, 0.02);
    c->height_m = (float)height;
    c->per_standard_weight = (float)(1 / (mass * KAMM_STANDARD_GRAVITY));
    c->transfer_x_kg = (float)(mass * height / m->info.wheelbase_m);
    if (def->largest_roll_rad > 0)
        compile_given_roll(m, c);
    else
        compile_derived_roll(m, c);
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
