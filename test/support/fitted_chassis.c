/* Springs, dampers, mountings, tyres that live and what acts on them, for the table of parts. */
#include "converters.h"
#include "fitted.h"
#include "shipped.h"

#include <math.h>

int has_springs(const kamm_vehicle_def *def) { return !has_unsprung_axle(def); }

/* ---- springs and dampers ---- */

void fit_leaves(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].suspension.friction_n = 0;
        def->axles[a].suspension.friction_load_share = 0.12;
        def->axles[a].suspension.friction_travel_m = 0.002;
    }
}

void fit_bushes(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a)
        def->axles[a].suspension.damper_bush_n_per_m =
            60 * def->axles[a].suspension.rebound_damping_ns_per_m;
}

void fit_curves_on_bushes(kamm_vehicle_def *def, double side)
{
    static const double x[] = {-1.5, -0.2, 0, 0.05, 1.5}, y[] = {-0.4, -0.18, 0, 0.04, 0.3};
    fit_bushes(def, side);
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        set_curve(&s->damper_curve, 5, x, y);
        for (int i = 0; i < 5; ++i) s->damper_curve.y[i] *= s->rebound_damping_ns_per_m;
    }
}

void fit_third_elements(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        if (def->axles[a].wheels == KAMM_WHEELS_SINGLE) continue;
        s->heave_spring_n_per_m = s->spring_n_per_m;
        s->heave_gap_m = a == 0 ? 0.02 : 0;
        s->heave_damping_ns_per_m = 0.5 * s->bump_damping_ns_per_m;
        s->roll_damping_ns_per_m = 0.1 * s->bump_damping_ns_per_m;
    }
}

void fit_skyhook(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->aids.skyhook = 1;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].suspension.skyhook_soft = 0.4;
        def->axles[a].suspension.skyhook_hard = 1.6;
    }
}

void fit_skyhook_on_bushes(kamm_vehicle_def *def, double side)
{
    fit_skyhook(def, side);
    fit_bushes(def, side);
}

/* Mirrored, its spin is the same. */
void fit_spin_axis(kamm_vehicle_def *def, double side)
{
    (void)side;
    if (def->power_split.sun_teeth > 0) return;
    for (int a = 0; a < def->axles_count; ++a) def->axles[a].live = 0;
    def->engine.turns = KAMM_ENGINE_AGAINST_WHEELS;
}

void fit_live_axles(kamm_vehicle_def *def, double side)
{
    if (def->power_split.sun_teeth > 0) return; /* its engine lies across the car */
    def->engine.turns = side > 0 ? KAMM_ENGINE_CLOCKWISE : KAMM_ENGINE_ANTICLOCKWISE;
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_axle_def *axle = &def->axles[a];
        if (axle->wheels == KAMM_WHEELS_SINGLE || !(axle->drive_share > 0) ||
            axle->motor.peak_nm > 0)
            continue;
        if (axle->suspension.hardpoints.kind == KAMM_HARDPOINTS_NONE)
            axle->suspension.kind = KAMM_SUSPENSION_DEPENDENT;
        axle->live = axle->suspension.kind == KAMM_SUSPENSION_DEPENDENT;
    }
}

void fit_dual_rate(kamm_suspension_def *s)
{
    static const double x[] = {-0.1, 0, 0.03, 0.1}, y[] = {0, 0, 0, 2100};
    set_curve(&s->spring_curve, 4, x, y);
}

void fit_spring_curves(kamm_vehicle_def *def, double side)
{
    static const double x[] = {-1.5, -0.2, -0.05, 0, 0.05, 0.2, 1.5},
                        y[] = {-2500, -1200, -500, 0, 250, 600, 1900};
    (void)side;
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        if (s->hardpoints.kind != KAMM_HARDPOINTS_NONE) continue;
        fit_dual_rate(s);
        set_curve(&s->damper_curve, 7, x, y);
    }
}

/* ---- tyres, and what is controlled ---- */

void fit_tyre_life(kamm_vehicle_def *def, double side)
{
    (void)side;
    for (int a = 0; a < def->axles_count; ++a)
        def->axles[a].tyre.heat.enabled = def->axles[a].tyre.wear.enabled = 1;
}

void fit_active_chassis(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->aids.demands = def->aids.esc = def->aids.abs = def->aids.tcs = 1;
    def->aids.steering_standing_gain = 1.5;
    def->aids.steering_fast_gain = 0.8;
    def->aids.steering_yaw_s = 0.1;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].vectoring_nm = 800;
        def->axles[a].suspension.active_bar_share = 0.3;
    }
}

/* ---- bogies ---- */

int has_bogie_axles(const kamm_vehicle_def *def) { return def->axles_count > 2; }

void fit_bogie(kamm_vehicle_def *def, int kind, double share)
{
    kamm_suspension_def *s = &def->axles[def->axles_count - 2].suspension;
    s->load_sharing = kind;
    s->load_share = share;
    if (kind == KAMM_SHARING_AIR) /* bellows have no leaves */
        for (int a = def->axles_count - 2; a < def->axles_count; ++a)
            def->axles[a].suspension.friction_load_share = 0;
}

int has_long_bogie_axles(const kamm_vehicle_def *def) { return def->axles_count > 3; }

void fit_long_bogie(kamm_vehicle_def *def, int kind, int count)
{
    int first = def->axles_count - count;
    for (int a = first; a < def->axles_count; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        *s = def->axles[first].suspension;
        s->kind = KAMM_SUSPENSION_DEPENDENT;
        s->load_sharing = a + 1 < def->axles_count ? kind : KAMM_SHARING_NONE;
        s->load_share = 0;
        if (kind == KAMM_SHARING_AIR) s->friction_load_share = 0;
    }
}

static void lay_payload_aside(kamm_vehicle_def *def, double side)
{
    def->payload.mass_kg = 3000;
    def->payload.cg_behind_front_axle_m = 4;
    def->payload.cg_left_m = 0.3 * side;
}

/* Laden to one side, so that it is lopsided. */
static void fit_laden_bogie(kamm_vehicle_def *def, int kind, double share, double side)
{
    fit_bogie(def, kind, share);
    lay_payload_aside(def, side);
}

static void fit_laden_long_bogie(kamm_vehicle_def *def, int kind, double side)
{
    fit_long_bogie(def, kind, 3);
    lay_payload_aside(def, side);
}

FITTED(fit_long_beam_bogie, fit_laden_long_bogie(def, KAMM_SHARING_BEAM, side))
FITTED(fit_long_air_bogie, fit_laden_long_bogie(def, KAMM_SHARING_AIR, side))
FITTED(fit_beam_bogie, fit_laden_bogie(def, KAMM_SHARING_BEAM, 0.45, side))
FITTED(fit_air_bogie, fit_laden_bogie(def, KAMM_SHARING_AIR, 0.4, side))
FITTED(take_bogie_off, fit_bogie(def, KAMM_SHARING_NONE, 0.5))

/* ---- solid mounting ---- */

static kamm_tyre_def kart_tyre(double width_m, double stiffness_n_per_m)
{
    kamm_tyre_def tyre = plain_tyre();
    tyre.unloaded_radius_m = 0.139, tyre.rim_radius_m = 0.0635;
    tyre.width_m = width_m, tyre.rim_width_m = 0.95 * width_m;
    tyre.nominal_load_n = 560;
    tyre.vertical_stiffness_n_per_m = stiffness_n_per_m;
    tyre.vertical_damping_ns_per_m = 200, tyre.standing_damping_s = 0.005;
    tyre.pdy1 = 1.5, tyre.pdx1 = 1.35;
    return tyre;
}

static void mount(kamm_axle_def *axle, double track_m, double frame_n_per_m, double wheel_kg)
{
    axle->track_m = track_m;
    axle->unsprung_mass_kg = wheel_kg;
    axle->wheel_inertia_kgm2 = 0.008 * wheel_kg;
    axle->suspension.kind = KAMM_SUSPENSION_SOLID;
    axle->suspension.spring_n_per_m = frame_n_per_m;
    axle->suspension.bump_damping_ns_per_m = 150;
    axle->suspension.camber_rad = axle->suspension.toe_in_rad = 0;
    axle->suspension.caster_rad = axle->suspension.kingpin_inclination_rad = 0;
    axle->suspension.scrub_radius_m = axle->suspension.trail_offset_m = 0;
}

/* R. Lot and J. Dal Bianco, Vehicle System Dynamics 54 (2016), as carried in juanmanzanero/fastest-lap,
 * roberto-lot-kart-2016.xml. Its steering lifts a front wheel by 0.058 m per radian; caster, kingpin and scrub here do that. */
void fit_kart(kamm_vehicle_def *def, double side)
{
    (void)side;
    *def = plain_car();
    kamm_axle_def *front = &def->axles[0], *rear = &def->axles[1];
    def->body.mass_kg = 165, def->body.cg_height_m = 0.25;
    def->body.cg_behind_front_axle_m = 0.645;
    def->body.roll_inertia_kgm2 = 20, def->body.pitch_inertia_kgm2 = 15;
    def->body.yaw_inertia_kgm2 = 25;
    def->body.length_m = 1.8, def->body.width_m = 1.3, def->body.height_m = 0.6;
    def->body.front_overhang_m = 0.4, def->body.ground_clearance_m = 0.04;
    mount(front, 1.055, 17700, 3.5);
    mount(rear, 1.2, 60000, 6);
    rear->behind_front_axle_m = 1.045;
    front->tyre = kart_tyre(0.115, 64500), rear->tyre = kart_tyre(0.18, 61300);
    front->suspension.caster_rad = 18 * PI / 180;
    front->suspension.kingpin_inclination_rad = 11 * PI / 180;
    front->suspension.scrub_radius_m = 0.16;
    front->drive_share = 0, rear->drive_share = 1;
    rear->differential = KAMM_DIFFERENTIAL_LOCKED;
    front->brake_torque_nm = front->hand_brake_torque_nm = 0;
    rear->brake_torque_nm = rear->hand_brake_torque_nm = 300;
    def->steering.ratio = 1.5, def->steering.lock_rad = 0.6;
}
