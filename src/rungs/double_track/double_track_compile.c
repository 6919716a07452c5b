/* Compiles double_track from a def. double_track_constants.h has the rung's source. */
#include "../../vehicle/chassis.h"
#include "../../vehicle/scale.h"
#include "../full/cornering.h"
#include "../planar/planar_compile.h"
#include "../rung.h"
#include "double_track_constants.h"
#include "double_track_stand.h"

#include <math.h>

/* Vertical stiffness of a tyre about its load at rest, of one wheel. */
static double tyre_stiffness(const kamm_model *m, int a)
{
    const struct tyre_vertical_constants *tyre = &m->chassis->axles[a].tyre_vertical;
    double load = hub_mean(&m->layout, a, m->rest.load_n);
    double length = kamm_scale_of(m->def).length;
    double low = 0, high = 0.5 * length, step = 1e-3 * length;
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
    return hub_mean(&m->layout, a, m->rest.travel_m);
}

/* Force per travel of both wheels about their rest, of each: springs and stops. */
static double spring_stiffness(const kamm_model *m, int a)
{
    const struct suspension_constants *suspension = &m->chassis->axles[a].suspension;
    struct axle_pair still = {0, 0}, force[2];
    double step = 2e-3 * kamm_scale_of(m->def).length, rest = rest_travel(m, a);
    for (int i = 0; i < 2; ++i) {
        float at = (float)(rest + (i ? step : -step));
        force[i] = suspension_force(suspension, (struct axle_pair){at, at}, still);
    }
    return (double)(force[1].right - force[0].right) / (2 * step);
}

static double tyre_cornering_stiffness(const kamm_model *m, int a, double load_n)
{
    const struct tyre_constants *tyre = &m->chassis->axles[a].tyre;
    return (double)kamm_tyre_prepare(tyre, (float)load_n, 0).cornering_stiffness;
}

/* How the tyre's cornering stiffness grows with load, about its load at rest: 1 is in proportion. */
static double load_exponent(const kamm_model *m, int a, double load_n)
{
    double more = tyre_cornering_stiffness(m, a, 1.05 * load_n);
    double less = tyre_cornering_stiffness(m, a, 0.95 * load_n);
    return fmax(0, fmin(1, (more - less) / (0.1 * tyre_cornering_stiffness(m, a, load_n))));
}

/* Share of the weight on axles with two sides, which alone can hold a weight that is not in the middle. */
static double paired_share(const struct layout *l, const double share[MAX_AXLES])
{
    if (l->pairs == l->axles) return 1;
    double sum = 0;
    for (int a = 0; a < l->axles; ++a)
        if (l->count[a] > 1) sum += share[a];
    return sum;
}

static void compile_axle(const kamm_model *m, int a, const struct axle_cornering *cornering,
                         struct double_track_constants *c)
{
    struct double_track_axle_constants *axle = &c->axles[a];
    const kamm_axle_def *def = &m->def->axles[a];
    const kamm_suspension_def *s = &def->suspension;
    double weight = m->info.mass_kg * KAMM_STANDARD_GRAVITY;
    const struct layout *l = &m->layout;
    int wheels = l->count[a], hubs = hub_count(l, a), tyres = has_twins(l, a) ? 2 : 1;
    double shares[MAX_AXLES];
    for (int i = 0; i < l->axles; ++i) shares[i] = m->statics.axle_load_n[i] / weight;
    double share = shares[a], tyre = tyres * tyre_stiffness(m, a);
    double off =
        (m->statics.total_cg[1] + m->def->body.cg_left_m) / def->track_m / paired_share(l, shares);
    double radius = c->planar.rolling_radius_m[a];
    double spring = spring_stiffness(m, a), k = spring * tyre / (spring + tyre);
    double gain = m->def->double_track.max_camber_rad;
    axle->static_share = (float)share;
    axle->static_load_n = (float)(share * weight);
    axle->left_share = (float)(0.5 + off);
    axle->right_share = (float)(0.5 - off);
    axle->inverse_track = (float)(1 / def->track_m);
    axle->half_track_m = hubs == 1 ? 0 : (float)(def->track_m / 2);
    axle->compliance_m_per_n = (float)(1 / (hubs * k));
    axle->bump_m = (float)s->bump_travel_m;
    axle->rebound_m = (float)s->rebound_travel_m;
    double exponent = load_exponent(m, a, share * weight / wheels);
    axle->stiffness_n = (float)(cornering->stiffness_n_per_rad / wheels * (1 - exponent));
    axle->stiffness_per_load =
        (float)(cornering->stiffness_n_per_rad / (share * weight) * exponent);
    axle->slip_share = (float)(cornering->stiffness_n_per_rad /
                               axle_sum(l, a, m->info.cornering_stiffness_n_per_rad));
    axle->friction = (float)cornering->friction;
    axle->along_per_side = (float)(cornering->along_friction / cornering->friction);
    axle->side_per_along = (float)(cornering->friction / cornering->along_friction);
    axle->rolling = (float)kamm_planar_rolling_share(m, a);
    c->planar.steering_axle[a].share *= (float)cornering->steer_gain;
    axle->drive_share = (float)(def->drive_share / wheels);
    axle->hub_share = 1 / (float)tyres;
    axle->wheel_mass_kg = (float)(def->wheel_inertia_kgm2 / tyres / (radius * radius));
    axle->inverse_radius2 = (float)(1 / (radius * radius));
    axle->trail_m = (float)cornering->trail_m;
    axle->caster_trail_m =
        (float)(m->statics.rest_radius_m[a] * tan(s->caster_rad) + s->trail_offset_m);
    axle->hub_height_m = (float)((double)m->chassis->axles[a].hub_z_m + m->statics.sprung_cg[2]);
    axle->camber_rad = (float)s->camber_rad;
    axle->camber_gain_rad = (float)(m->chassis->axles[a].driven > 0 ? -gain : gain);
    axle->root = (float)kamm_scale_of(m->def).root;
    axle->tyre_side = m->chassis->axles[a].tyre_side;
    axle->tyre = m->chassis->axles[a].tyre;
}

/* Returns the mean track of the axles that have one. */
static double mean_track(const kamm_model *m)
{
    double sum = 0;
    for (int a = 0; a < m->layout.axles; ++a)
        if (m->layout.count[a] > 1) sum += m->def->axles[a].track_m;
    return sum / m->layout.pairs;
}

/* Compiles the transfer of weight and moment among more than two axles, which share them as a stiff
 * body on its springs does. */
static void compile_transfer(const kamm_model *m, double height_m, struct double_track_constants *c)
{
    double per_m[MAX_AXLES];
    kamm_share_moment(m->def, &m->layout, m->statics.axle_x, per_m);
    for (int a = 0; a < m->layout.axles; ++a) {
        c->axles[a].pitch_per_m = (float)per_m[a];
        c->axles[a].transfer_x_kg = (float)(m->info.mass_kg * height_m * per_m[a]);
    }
}

/* Chapter 8 with the largest roll as the def gives it, and loads across by (7-3) and (7-4): by weight. */
static void compile_given_roll(const kamm_model *m, struct double_track_constants *c)
{
    double mass = m->info.mass_kg, height = m->statics.total_cg[2];
    double track = mean_track(m);
    double max = m->def->double_track.max_roll_rad;
    c->roll_per_mps2 = (float)(max * height / (KAMM_STANDARD_GRAVITY * track));
    c->max_lean_rad = (float)max;
    c->transfer_y_kgm = (float)(mass * height);
    c->by_weight = 1;
    for (int a = 0; a < m->layout.axles; ++a)
        c->axles[a].lean_m_per_m = (float)(height / track / m->layout.pairs);
}

/* Derived: axles share the moment as full's springs, bars, links and tyres do. */
static void compile_derived_roll(const kamm_model *m, struct double_track_constants *c)
{
    const kamm_axle_def *axles = m->def->axles;
    double stroke = axles[0].suspension.bump_travel_m, track = mean_track(m);
    for (int a = 1; a < m->layout.axles; ++a)
        stroke = fmin(stroke, axles[a].suspension.bump_travel_m);
    struct car_roll roll;
    kamm_planar_roll(m, &roll);
    c->roll_per_mps2 = (float)roll.per_mps2;
    c->max_lean_rad = (float)fmin(fmax(2 * stroke / track, 0.1), 0.5);
    c->transfer_y_kgm = (float)roll.upright_kgm;
    for (int a = 0; a < m->layout.axles; ++a) {
        c->axles[a].roll_share = (float)roll.share[a];
        c->axles[a].lean_m_per_m =
            (float)(roll.share[a] * roll.lean_kgm / (m->info.mass_kg * axles[a].track_m));
    }
}

/* Loads, lean and pose. */
static void compile_body(const kamm_model *m, struct double_track_constants *c)
{
    const kamm_double_track_def *def = &m->def->double_track;
    double mass = m->info.mass_kg, height = m->statics.total_cg[2];
    double lag = fmax(def->pose_lag_s, 0.02);
    c->height_m = (float)height;
    c->per_standard_weight = (float)(1 / (mass * KAMM_STANDARD_GRAVITY));
    c->transfer_x_kg = (float)(mass * height / m->info.wheelbase_m);
    compile_transfer(m, height, c);
    if (def->max_roll_rad > 0)
        compile_given_roll(m, c);
    else
        compile_derived_roll(m, c);
    c->load_blend = (float)kamm_lag_blend(m->info.substep_s, def->load_lag_s);
    c->hasty_follow =
        (float)(kamm_lag_blend(m->info.substep_s, def->pose_lag_s / 8) - c->planar.follow);
    c->link_travel_m = (float)def->link_travel_m;
    c->fall_s = (float)lag;
    c->pitch_m = (float)(m->info.wheelbase_m / 2);
    c->takeoff_m = (float)def->takeoff_m;
    c->inverse_mass = (float)(1 / mass);
}

static kamm_result double_track_compile(kamm_model *model, kamm_error *error)
{
    struct double_track_constants *c = model->own;
    const kamm_double_track_def *def = &model->def->double_track;
    struct axle_cornering cornering[MAX_AXLES];
    /* Whatever else has passed kamm_compile_chassis does for this rung. */
    kamm_result result = kamm_compile_aero(model, model->statics.total_cg, &c->aero, error);
    if (result != KAMM_OK) return result;
    kamm_planar_compile(model, def->pose_lag_s, &c->planar);
    kamm_planar_cornering(model, 1, cornering);
    compile_body(model, c);
    for (int a = 0; a < model->layout.axles; ++a) compile_axle(model, a, &cornering[a], c);
    c->powertrain = model->chassis->powertrain;
    c->wall_cosine = (float)cos(def->wall_slope_rad);
    c->wall_height_m = (float)def->wall_height_m;
    c->wall_rebound = (float)def->wall_rebound;
    c->sliding_share = (float)def->sliding_share;
    c->drive_limit = (float)sqrt(1 - def->sliding_share * def->sliding_share);
    c->anti_lock = (float)model->def->aids.abs;
    c->formula = def->tyre == KAMM_TRACK_TYRE_MAGIC_FORMULA;
    model->info.takes_free_steering = 1;
    return KAMM_OK;
}

DECLARE_KERNELS(double_track);

static void describe_loads(const kamm_model *model, struct rung_loads *loads)
{
    const struct double_track_constants *c = model->own;
    double sum = 0;
    for (int a = 0; a < model->layout.axles; ++a) {
        double lean = (double)c->axles[a].lean_m_per_m * model->info.mass_kg *
                      KAMM_STANDARD_GRAVITY * (double)c->roll_per_mps2;
        double share =
            (double)(c->by_weight > 0 ? c->axles[a].static_share : c->axles[a].roll_share);
        loads->roll_share[a] =
            share * (double)c->transfer_y_kgm + lean * model->def->axles[a].track_m;
        sum += loads->roll_share[a];
    }
    loads->roll_nm_per_mps2 = sum;
    for (int a = 0; a < model->layout.axles; ++a) loads->roll_share[a] /= sum;
    loads->grip_is_rated = !(c->formula > 0);
}

const struct rung kamm_double_track_rung = {
    .info = {KAMM_DOUBLE_TRACK, "double_track",
             "four wheels with quasi-static loads, body pose over terrain, walls and flight: "
             "docs/models/double_track.md",
             200,
             KAMM_FEATURE_FORCES | KAMM_FEATURE_ENGINE | KAMM_FEATURE_RESISTANCE |
                 KAMM_FEATURE_LOADS | KAMM_FEATURE_ROLL},
    .constant_size = offsetof(struct double_track_constants, axles),
    .constant_size_per_axle = sizeof(struct double_track_axle_constants),
    .whole_body = 1,
    .leans = 1,
    .has_load_x = 1,
    .has_load_y = 1,
    .compile = UNLESS_LITE(double_track_compile),
    .kernels = {LIST_KERNELS(double_track)},
    .energy_j = UNLESS_LITE(kamm_planar_energy),
    .respond = kamm_planar_respond,
    .stand = kamm_double_track_stand,
    .describe_loads = UNLESS_LITE(describe_loads),
};
