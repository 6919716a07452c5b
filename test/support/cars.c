#include "cars.h"
#include "rungs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void check_near(double actual, double expected, double tolerance, const char *what,
                const char *file, int line)
{
    if (fabs(actual - expected) <= tolerance) return;
    print_error("%s is %.9g, should be %.9g within %.3g (off by %.3g)\n", what, actual, expected,
                tolerance, actual - expected);
    _fail(file, line);
}

void check_share(double actual, double expected, double share, const char *what, const char *file,
                 int line)
{
    if (fabs(actual - expected) <= share * fabs(expected)) return;
    print_error("%s is %.9g, should be %.9g within %.3g %% (off by %.3g %%)\n", what, actual,
                expected, 100 * share, 100 * (actual - expected) / fabs(expected));
    _fail(file, line);
}

void check_below(double actual, double bound, const char *what, const char *file, int line)
{
    if (actual < bound) return;
    print_error("%s is %.9g, should be below %.9g\n", what, actual, bound);
    _fail(file, line);
}

void check_above(double actual, double bound, const char *what, const char *file, int line)
{
    if (actual > bound) return;
    print_error("%s is %.9g, should be above %.9g\n", what, actual, bound);
    _fail(file, line);
}

kamm_tyre_def plain_tyre(void)
{
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_error error;
    spec.friction_load_sensitivity = 0;
    spec.camber_stiffness_per_rad = 0;
    spec.pneumatic_trail_m = 0;
    if (kamm_tyre_from_spec(&spec, &tyre, &error) != KAMM_OK) fail_msg("%s", error.text);
    tyre.qsy1 = 0.01;
    tyre.qsy2 = tyre.qsy3 = tyre.qsy4 = tyre.qsy5 = tyre.qsy6 = tyre.qsy8 = 0;
    tyre.qsy7 = 1;
    tyre.qdz1 = tyre.qdz6 = tyre.qdz8 = 0;
    tyre.lmx = 0;
    return tyre;
}

kamm_vehicle_def default_vehicle(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 1200;
    return def;
}

kamm_vehicle_def plain_car(void)
{
    kamm_vehicle_def def = default_vehicle();
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].tyre = plain_tyre();
        def.axles[axle].brake_torque_nm = 3000;
        def.axles[axle].suspension.camber_rad = 0;
        def.axles[axle].suspension.toe_in_rad = 0;
        def.axles[axle].suspension.caster_rad = 0;
        def.axles[axle].suspension.kingpin_inclination_rad = 0;
    }
    def.axles[1].hand_brake_torque_nm = 2500;
    def.aids.abs = 0;
    def.aids.tcs = 0;
    return def;
}

double sprung_mass_kg(const kamm_vehicle_def *def)
{
    return def->body.mass_kg -
           2 * (def->axles[0].unsprung_mass_kg + def->axles[1].unsprung_mass_kg);
}

double sprung_height_m(const kamm_vehicle_def *def)
{
    double moment = def->body.mass_kg * def->body.cg_height_m;
    for (int axle = 0; axle < 2; ++axle)
        moment -= 2 * def->axles[axle].unsprung_mass_kg * def->axles[axle].tyre.unloaded_radius_m;
    return moment / sprung_mass_kg(def);
}

kamm_vehicle_def flat_riding_car(void)
{
    kamm_vehicle_def def = plain_car();
    def.body.cg_height_m = 0.3;
    def.aero.frontal_area_m2 = 0;
    for (int axle = 0; axle < 2; ++axle) {
        double height = sprung_height_m(&def);
        def.axles[axle].suspension.roll_centre_height_m = height;
        def.axles[axle]
            .suspension.camber_gain_rad_per_m = /* the wheel's centre moves straight up */
            -2 * height / def.axles[axle].track_m / def.axles[axle].tyre.unloaded_radius_m;
        def.axles[axle].tyre.qsy1 = 0;
    }
    return def;
}

void must(kamm_result result, const kamm_error *error)
{
    if (result != KAMM_OK) fail_msg("%s", error->text);
}

kamm_cars *start_cars(const kamm_vehicle_def *def, int count)
{
    return start_rung(def, KAMM_FULL, count);
}

kamm_cars *start_mixed_cars(const kamm_vehicle_def *defs, int count)
{
    return start_mixed_rung(defs, KAMM_FULL, count);
}

void end_cars(kamm_cars *cars)
{
    int count = kamm_count(cars);
    kamm_model **models = calloc((size_t)count, sizeof *models);
    for (int car = 0; car < count; ++car) models[car] = (kamm_model *)kamm_model_of(cars, car);
    kamm_destroy_cars(cars);
    for (int car = 0; car < count; ++car)
        if (car == 0 || models[car] != models[car - 1]) kamm_destroy_model(models[car]);
    free(models);
}

/* Left of the x axis, and right of it. */
static void ask_halves(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *halves = user;
    for (int i = 0; i < count; ++i) contacts[i] = halves[probes[i].position_m[1] > 0 ? 0 : 1].plane;
}

kamm_ground split_ground(kamm_ground halves[2], double left, double right)
{
    kamm_ground ground = kamm_flat_ground;
    halves[0] = kamm_plane_ground(0, 0, (float)left);
    halves[1] = kamm_plane_ground(0, 0, (float)right);
    ground.query = ask_halves;
    ground.user = halves;
    return ground;
}

void put_car(kamm_cars *cars, int car, const kamm_ground *ground, double yaw_rad, double speed_mps,
             int gear)
{
    kamm_placement placement = kamm_placement_on(ground, 0, 0, yaw_rad);
    placement.speed_mps = speed_mps;
    placement.gear = gear;
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].gear = (float)gear;
}

void drive_for(kamm_cars *cars, const kamm_ground *ground, double seconds)
{
    double substep_s = kamm_describe(kamm_model_of(cars, 0)).substep_s;
    int left = (int)lround(seconds / substep_s), frame = (int)lround(1 / (60 * substep_s));
    for (; left > 0; left -= frame) kamm_step(cars, ground, left < frame ? left : frame);
}

double read_channel(const kamm_cars *cars, kamm_channel channel)
{
    return kamm_read(cars, 0, channel);
}

double distance_between(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

void read_position(const kamm_cars *cars, int car, double position_m[3])
{
    position_m[0] = kamm_read(cars, car, KAMM_CHANNEL_x_m);
    position_m[1] = kamm_read(cars, car, KAMM_CHANNEL_y_m);
    position_m[2] = kamm_read(cars, car, KAMM_CHANNEL_z_m);
}

int wheels_of(const kamm_cars *cars, int car)
{
    return kamm_describe(kamm_model_of(cars, car)).wheel_count;
}

double sum_of_loads(const kamm_cars *cars, int car)
{
    double sum = 0;
    for (int wheel = 0; wheel < wheels_of(cars, car); ++wheel)
        sum += kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_load_n);
    return sum;
}

double min_load(const kamm_cars *cars, int car)
{
    double min = INFINITY;
    for (int wheel = 0; wheel < wheels_of(cars, car); ++wheel)
        min = fmin(min, kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_load_n));
    return min;
}

double longitudinal_friction(const kamm_tyre_def *t, double load_n, double slip_ratio,
                             double surface_friction)
{
    double nominal = t->nominal_load_n * t->lfzo, change = (load_n - nominal) / nominal;
    double peak = (t->pdx1 + t->pdx2 * change) * t->lmux * surface_friction * load_n;
    double shape = t->pcx1 * t->lcx;
    double stiffness = load_n * (t->pkx1 + t->pkx2 * change) * exp(t->pkx3 * change) * t->lkx;
    double curvature = (t->pex1 + t->pex2 * change + t->pex3 * change * change) *
                       (1 - t->pex4 * (slip_ratio > 0 ? 1 : -1)) * t->lex;
    double x = stiffness / (shape * peak) * slip_ratio;
    return peak * sin(shape * atan(x - curvature * (x - atan(x)))) / load_n;
}

uint64_t noise_bits(struct noise *noise)
{
    uint64_t z = noise->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double noise_between(struct noise *noise, double low, double high)
{
    return low + (high - low) * (double)(noise_bits(noise) >> 11) * 0x1p-53;
}

static void query_mirrored(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *original = &((struct mirrored_ground *)user)->original;
    for (int i = 0; i < count; ++i) {
        kamm_probe probe = probes[i];
        probe.position_m[1] = -probe.position_m[1];
        probe.forward[1] = -probe.forward[1];
        probe.left[0] = -probe.left[0]; /* the image of a left is a right */
        probe.left[2] = -probe.left[2];
        probe.wheel = probe.wheel ^ 1;
        contacts[i] = original->plane;
        if (original->query) original->query(original->user, 1, &probe, &contacts[i]);
        contacts[i].point_m[1] = -contacts[i].point_m[1];
        contacts[i].normal[1] = -contacts[i].normal[1];
        contacts[i].velocity_mps[1] = -contacts[i].velocity_mps[1];
    }
}

kamm_ground mirror_of_ground(struct mirrored_ground *mirror, const kamm_ground *original)
{
    kamm_ground ground = *original;
    mirror->original = *original;
    ground.query = query_mirrored;
    ground.user = mirror;
    ground.gravity_mps2[1] = -ground.gravity_mps2[1];
    ground.wind_mps[1] = -ground.wind_mps[1];
    ground.plane.point_m[1] = -ground.plane.point_m[1];
    ground.plane.normal[1] = -ground.plane.normal[1];
    return ground;
}

void make_rough(struct rough_ground *rough, uint64_t seed, double cell_m, double amplitude_m,
                double friction)
{
    struct noise noise = {seed};
    rough->cell_m = cell_m;
    rough->amplitude_m = amplitude_m;
    rough->friction = friction;
    for (int i = 0; i < 32 * 32; ++i)
        rough->heights[i / 32][i % 32] = (float)noise_between(&noise, -1, 1);
}

/* Hermite blend between grid points: height and slope are continuous. */
void rough_contact(const struct rough_ground *rough, const double position_m[3],
                   kamm_contact *contact)
{
    double x = position_m[0] / rough->cell_m, y = position_m[1] / rough->cell_m;
    double column = floor(x), row = floor(y), u = x - column, v = y - row;
    int i = (int)fmod(column, 32) & 31, j = (int)fmod(row, 32) & 31;
    double a = rough->heights[j][i], b = rough->heights[j][(i + 1) & 31];
    double c = rough->heights[(j + 1) & 31][i], d = rough->heights[(j + 1) & 31][(i + 1) & 31];
    double s = u * u * (3 - 2 * u), t = v * v * (3 - 2 * v);
    double near = a + (b - a) * s, far = c + (d - c) * s;
    double scale = rough->amplitude_m / rough->cell_m;
    double slope_x = scale * 6 * u * (1 - u) * ((b - a) * (1 - t) + (d - c) * t);
    double slope_y = scale * 6 * v * (1 - v) * (far - near);
    double length = sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    *contact = (kamm_contact){.friction = (float)rough->friction};
    contact->point_m[0] = position_m[0];
    contact->point_m[1] = position_m[1];
    contact->point_m[2] = rough->amplitude_m * (near + (far - near) * t);
    contact->normal[0] = (float)(-slope_x / length);
    contact->normal[1] = (float)(-slope_y / length);
    contact->normal[2] = (float)(1 / length);
}

static void query_rough(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) rough_contact(user, probes[i].position_m, &contacts[i]);
}

kamm_ground ground_of_rough(struct rough_ground *rough)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_rough;
    ground.user = rough;
    return ground;
}
