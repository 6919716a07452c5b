#include "suspension_measure.h"

#include "vehicle/chassis.h"
#include "vehicle/electric_compile.h"

#include <math.h>

static const struct axle_constants *constants_of(const struct measured_axle *a)
{
    return &a->model->chassis->axles[a->axle];
}

static const kamm_suspension_def *def_of(const struct measured_axle *a)
{
    return &a->model->def->axles[a->axle].suspension;
}

void kamm_open_axle(const kamm_model *model, int axle, struct measured_axle *out)
{
    const kamm_axle_def *def = &model->def->axles[axle];
    const kamm_suspension_def *s = &def->suspension;
    *out = (struct measured_axle){.model = model, .axle = axle};
    out->has_points = has_hardpoints(def);
    if (out->has_points) kamm_open_mechanism(model->def, axle, &out->mechanism);
    out->has_pin = def->steer_share != 0;
    out->half_track_m = def->wheels == KAMM_WHEELS_SINGLE ? 0 : def->track_m / 2;
    out->radius_m = model->statics.rest_radius_m[axle];
    out->low_m = -s->rebound_travel_m;
    out->high_m = s->bump_travel_m;
}

int kamm_list_travels(const struct measured_axle *a, double travels_m[MAX_SUSPENSION_ROWS])
{
    double step = 0.01;
    int count = 0;
    while ((a->high_m - a->low_m) / step > MAX_SUSPENSION_ROWS - 4) step *= 2;
    int first = (int)ceil(a->low_m / step - 1e-9), last = (int)floor(a->high_m / step + 1e-9);
    for (int i = first; i <= last; ++i) travels_m[count++] = i * step;
    return count;
}

/* -- against travel --------------------------------------------------------------------------- */

static struct wheel_path path_at(const struct measured_axle *a, double travel_m)
{
    return wheel_path_at(&constants_of(a)->suspension, (float)travel_m, (float)travel_m);
}

/* Turn of the upright since rest, leaning back. */
static double leaned_back(const struct measured_axle *a, double travel_m)
{
    const struct curve_table *table = &constants_of(a)->suspension.caster;
    real slope;
    return (double)curve_at(table, (float)travel_m, &slope) - (double)curve_at(table, 0.0f, &slope);
}

static void set_pin(struct suspension_row *row, const struct kingpin_figures *k)
{
    row->caster_rad = k->caster_rad;
    row->inclination_rad = k->inclination_rad;
    row->scrub_m = k->scrub_m;
    row->trail_m = k->trail_m;
}

/* The numbers' steering axis, fixed to the upright, turned with it about the wheel's centre. */
static void turn_pin(const struct measured_axle *a, struct suspension_row *row)
{
    const struct axle_constants *c = constants_of(a);
    const kamm_suspension_def *s = def_of(a);
    struct kingpin_figures k;
    double rest = path_at(a, 0).camber_rad, drop = a->radius_m * cos(row->camber_rad);
    k.caster_rad = s->caster_rad + leaned_back(a, row->travel_m);
    k.inclination_rad = s->kingpin_inclination_rad - (row->camber_rad - rest);
    k.trail_m = (double)c->kingpin_ahead_m + drop * tan(k.caster_rad);
    k.scrub_m = (double)c->kingpin_offset_m - drop * tan(k.inclination_rad) -
                a->radius_m * sin(row->camber_rad);
    set_pin(row, &k);
}

static void probe_points(const struct measured_axle *a, struct suspension_row *row)
{
    struct linkage_probe p;
    struct wheel_figures wheel;
    struct steering_axis axis;
    struct kingpin_figures k;
    enum way way = WAY_ALIKE;
    if (kamm_start_probe(&a->mechanism, way, &p, NULL) != KAMM_OK) return;
    if (kamm_move_probe(&p, row->travel_m, 0, NULL) != KAMM_OK) return;
    double spring = kamm_motion_ratio(&p, CARRIED_SPRING);
    double damper = kamm_motion_ratio(&p, CARRIED_DAMPER);
    if (spring > 0) row->spring_ratio = spring;
    if (damper > 0) row->damper_ratio = damper;
    if (!kamm_find_steering_axis(&p, &axis)) return;
    kamm_measure_wheel(&p, 1, &wheel);
    kamm_measure_kingpin(&axis, &wheel, a->radius_m, &k);
    set_pin(row, &k);
}

/* Slopes of the way of the contact patch with the wheel held by the brake, and of the wheel's centre, forward per travel. */
static void measure_side(const struct measured_axle *a, const struct wheel_path *path,
                         struct suspension_row *row)
{
    row->anti_drive = path->forward_slope;
    row->anti_brake = (double)path->forward_slope + a->radius_m * (double)path->caster_slope;
}

void kamm_measure_travel(const struct measured_axle *a, double travel_m, struct suspension_row *row)
{
    struct wheel_path path = path_at(a, travel_m);
    row->travel_m = travel_m;
    row->camber_rad = path.camber_rad;
    row->toe_in_rad = path.toe_in_rad;
    row->toe_slope = path.toe_slope;
    row->outward_m = path.outward_m;
    row->forward_m = path.forward_m;
    row->roll_centre_m = (a->half_track_m + row->outward_m) * (double)path.outward_slope;
    row->caster_rad = row->inclination_rad = row->scrub_m = row->trail_m = NAN;
    row->spring_ratio = row->damper_ratio = NAN;
    measure_side(a, &path, row);
    if (a->has_pin) turn_pin(a, row);
    if (a->has_points) probe_points(a, row);
}

/* -- roll ------------------------------------------------------------------------------------- */

/* Measures in the body's axes, seen from behind: both contact patches, and the slopes of the lines
 * from them to the instant centres about which they swing. Height and side are relative to the
 * road, which is the line through the patches. */
void kamm_measure_roll(const struct measured_axle *a, double roll_rad, struct roll_row *row)
{
    double travel = a->half_track_m * tan(roll_rad);
    struct wheel_path left = path_at(a, -travel), right = path_at(a, travel);
    double y[2] = {a->half_track_m + (double)left.outward_m,
                   -(a->half_track_m + (double)right.outward_m)};
    double z[2] = {-travel, travel};
    double slope[2] = {left.outward_slope, right.outward_slope};
    row->roll_rad = roll_rad;
    row->height_m = row->left_m = NAN;
    double sum = slope[0] + slope[1];
    if (!(fabs(sum) > 1e-9)) {
        row->height_m = 0; /* both lines lie on the road */
        return;
    }
    /* z = z0 + slope (y0 - y) on the left, z = z1 + slope (y - y1) on the right. */
    double at_y = (z[0] - z[1] + slope[0] * y[0] + slope[1] * y[1]) / sum;
    double at_z = z[0] + slope[0] * (y[0] - at_y);
    double road_y = y[0] - y[1], road_z = z[0] - z[1], length = hypot(road_y, road_z);
    double dy = at_y - 0.5 * (y[0] + y[1]), dz = at_z - 0.5 * (z[0] + z[1]);
    row->height_m = (road_y * dz - road_z * dy) / length;
    row->left_m = (road_y * dy + road_z * dz) / length;
}

/* -- anti-dive and the like --------------------------------------------------------------------- */

static double share_of_brakes(const kamm_model *m, int axle)
{
    double sum = 0, own = 0;
    for (int a = 0; a < m->layout.axles; ++a) {
        double force = m->def->axles[a].brake_torque_nm * hub_count(&m->layout, a) /
                       m->statics.rest_radius_m[a];
        sum += force;
        if (a == axle) own = force;
    }
    return sum > 0 ? own / sum : 0;
}

void kamm_measure_anti(const struct measured_axle *a, struct anti_figures *out)
{
    const kamm_model *m = a->model;
    struct suspension_row rest;
    kamm_measure_travel(a, 0, &rest);
    double lever = m->info.wheelbase_m / m->statics.total_cg[2];
    out->front = m->statics.axle_x[a->axle] > m->statics.total_cg[0];
    out->brake_share = share_of_brakes(m, a->axle);
    out->drive_share = kamm_axle_drive_share(m->def, a->axle);
    double way = out->front ? 1 : -1;
    /* A braking force to the rear presses a front wheel, whose patch goes forward with its travel, down. */
    out->braking = out->brake_share > 0 ? way * out->brake_share * rest.anti_brake * lever : NAN;
    out->driving = out->drive_share > 0 ? way * out->drive_share * rest.anti_drive * lever : NAN;
}

/* -- steer ------------------------------------------------------------------------------------- */

/* Returns the spread by Ackermann's condition: half of cot outer - cot inner; 0 without a line to
 * turn about. */
static double ideal_spread(const struct measured_axle *a)
{
    const kamm_model *m = a->model;
    double turn_x;
    if (!kamm_find_turn_axis(m->def, &m->layout, &m->statics, &turn_x)) return 0;
    double distance = m->statics.axle_x[a->axle] - turn_x;
    return fabs(distance) > 1e-6 ? a->half_track_m / distance : 0;
}

static int steer_by_rack(const struct measured_axle *a, double mean_rad, struct steer_row *row)
{
    double per_angle, angle[2];
    if (kamm_rack_per_angle(&a->mechanism, &per_angle, NULL) != KAMM_OK) return 0;
    row->rack_m = per_angle * mean_rad;
    for (int i = 0; i < 8; ++i) { /* secants through 0: the relation is nearly straight */
        if (kamm_steer_mechanism(&a->mechanism, row->rack_m, angle, NULL) != KAMM_OK) return 0;
        row->rack_m *= mean_rad / (0.5 * (angle[0] + angle[1]));
    }
    row->inner_rad = angle[0];
    row->outer_rad = angle[1];
    return 1;
}

int kamm_measure_steer(const struct measured_axle *a, double mean_rad, struct steer_row *row)
{
    const kamm_axle_def *def = &a->model->def->axles[a->axle];
    const struct steering_axle_constants *c = &constants_of(a)->steering;
    if (def->steer_share == 0) return 0;
    row->mean_rad = mean_rad;
    row->rack_m = NAN;
    if (a->has_points && a->mechanism.rack) {
        if (!steer_by_rack(a, mean_rad, row)) return 0;
    } else {
        real rack = (float)(mean_rad / def->steer_share);
        real side = a->half_track_m > 0 ? 1.0f : 0.0f;
        row->inner_rad = ackermann_angle(c, rack, side).angle_rad;
        row->outer_rad = ackermann_angle(c, rack, -side).angle_rad;
    }
    double spread = ideal_spread(a);
    row->ideal_outer_rad = atan(1 / (1 / tan(row->inner_rad) + 2 * spread));
    return 1;
}

double kamm_rack_per_turn(const struct measured_axle *a)
{
    const double turn = 6.283185307179586;
    double per_angle;
    if (!a->has_points || !a->mechanism.rack) return NAN;
    if (kamm_rack_per_angle(&a->mechanism, &per_angle, NULL) != KAMM_OK) return NAN;
    double share = a->model->def->axles[a->axle].steer_share;
    return fabs(per_angle * turn * share / a->model->def->steering.ratio);
}

const char *kamm_linkage_name(const struct measured_axle *a)
{
    static const char *const words[] = {KAMM_HARDPOINTS_CHOICES(KAMM_WORD)};
    const kamm_suspension_def *s = &a->model->def->axles[a->axle].suspension;
    if (a->has_points) return words[s->hardpoints.kind];
    return s->kind == KAMM_SUSPENSION_SOLID       ? "solid, on a frame that bends"
           : s->kind == KAMM_SUSPENSION_DEPENDENT ? "dependent, by its curves"
                                                  : "independent, by its curves";
}
