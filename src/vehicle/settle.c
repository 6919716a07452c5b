#include "settle.h"

#include "../base/error.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { UNKNOWNS = POSE_UNKNOWNS };

/* How far from where the def drew it a car may come to rest: the balance is one of small angles. */
static const double FARTHEST_M = 0.5, STEEPEST_RAD = 0.3;
/* Of the whole weight, on each wheel: less is a wheel in the air, of which nothing can be derived. */
static const double LEAST_LOAD_SHARE = 0.002;

int kamm_eliminate(double a[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS])
{
    for (int p = 0; p < UNKNOWNS; ++p) {
        int best = p;
        for (int i = p + 1; i < UNKNOWNS; ++i)
            if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
        if (!(fabs(a[best][p]) > 1e-9)) return 0;
        for (int j = 0; j < UNKNOWNS; ++j) {
            double kept = a[p][j];
            a[p][j] = a[best][j];
            a[best][j] = kept;
        }
        double kept = b[p];
        b[p] = b[best];
        b[best] = kept;
        for (int i = 0; i < UNKNOWNS; ++i) {
            double factor = i == p ? 0 : a[i][p] / a[p][p];
            for (int j = p; j < UNKNOWNS; ++j) a[i][j] -= factor * a[p][j];
            b[i] -= factor * b[p];
        }
    }
    for (int p = 0; p < UNKNOWNS; ++p) b[p] /= a[p][p];
    return 1;
}

/* Force of the tyre on the wheel, for a wheel's centre that has risen by `rise`. */
static double tyre_push(const struct axle_constants *axle, double rise)
{
    view tyre = {(const float *)&axle->tyre_vertical};
    double deflection = axle->tyre_vertical.radius_at_rest - axle->rest_radius_m - rise;
    return tyre_spring_force(tyre, (float)deflection, 0);
}

/* Force of the anti-roll bar on a wheel of a standing car, as anti_roll_bar.h has it, in double. */
static double bar_at_rest(const struct anti_roll_bar_constants *c, double apart)
{
    double strokes = fmax(fmin(apart * c->inverse_stroke, 1), -1);
    return c->standing_share * (c->n_per_m * apart + c->most_n * strokes);
}

/* A car that stands: its weight, if it is not in the middle, lies to the right, so that a mirrored car rests in the
 * mirror image, to the bit. */
struct standing {
    const struct chassis_constants *c;
    const struct statics *statics;
    double offset_m; /* of the axles' middle to the left of the body frame's origin */
};

/* Body axes, with nothing but its load and weight, as place_wheel and touch_ground in corner.h have it: in double,
 * so that a car without payload rests where it was drawn, to the bit. */
struct standing_wheel {
    double hub[3], contact[3];
    double path_x, hub_path_y; /* of the centre: forward per travel, sideways per tilting travel */
    double tilt_path[3];       /* of the contact, per tilting travel */
    double load[3], weight[3], load_n;
};

/* From the travels, and the tilting one of a beam. */
static struct wheel_path path_at(const struct axle_constants *axle, double travel, double other)
{
    view suspension = {(const float *)&axle->suspension};
    real tilting = tilting_travel(suspension, (float)travel, (float)other);
    return wheel_path_at(suspension, (float)travel, tilting);
}

/* On a road with that normal, in body axes, and that far below the body frame's origin. */
static void meet_road(const struct axle_constants *axle, double side, const struct wheel_path *path,
                      const double up[3], double below_m, struct standing_wheel *wheel)
{
    view tyre = {(const float *)&axle->tyre_vertical};
    double toe = side * (double)path->toe_in_rad, camber = path->camber_rad;
    const double axis[3] = {sin(toe) * cos(camber), cos(toe) * cos(camber), -side * sin(camber)};
    double crown = axle->tyre_vertical.crown_radius;
    double disc = (double)axle->tyre_vertical.radius_at_rest - crown;
    double sine = dot3(axis, up), level = sqrt(fmax(1 - sine * sine, 0.04));
    double pressed = disc * level + crown - (below_m + dot3(up, wheel->hub)), to_contact[3];
    wheel->load_n = tyre_spring_force(tyre, (float)pressed, 0);
    for (int i = 0; i < 3; ++i) {
        double along_disc = (up[i] - axis[i] * sine) / level;
        wheel->contact[i] = wheel->hub[i] - disc * along_disc - (crown - pressed) * up[i];
        wheel->load[i] = wheel->load_n * up[i];
        wheel->weight[i] = -(double)axle->unsprung_mass_kg * KAMM_STANDARD_GRAVITY * up[i];
        to_contact[i] = wheel->hub[i] - wheel->contact[i];
    }
    const double turn[3] = {-side * (double)path->camber_slope, 0, -side * (double)path->toe_slope};
    cross3(to_contact, turn, wheel->tilt_path);
    wheel->tilt_path[1] += wheel->hub_path_y;
}

static struct standing_wheel standing_wheel_at(const struct standing *s, const double x[UNKNOWNS],
                                               const double up[3], int w)
{
    const struct axle_constants *axle = &s->c->axles[w / 2];
    const double *middle = s->statics->sprung_cg;
    double side = w % 2 ? -1 : 1, radius = axle->rest_radius_m, travel = x[3 + w];
    struct wheel_path path = path_at(axle, travel, x[3 + (w ^ 1)]);
    double out =
        (double)axle->half_track_m + (double)path.outward_m + radius * sin((double)path.camber_rad);
    struct standing_wheel wheel = {
        .hub = {s->statics->axle_x[w / 2] - middle[0] + (double)path.forward_m,
                side * out + s->offset_m, s->statics->hub_height_m[w / 2] - middle[2] + travel},
        .path_x = path.forward_slope,
        .hub_path_y = side * ((double)path.outward_slope + radius * (double)path.camber_slope),
    };
    meet_road(axle, side, &path, up, middle[2] + x[0], &wheel);
    return wheel;
}

/* Force of springs, stops and bar on a wheel, downwards. */
static double spring_at_rest(const struct axle_constants *axle, double travel, double other)
{
    view suspension = {(const float *)&axle->suspension};
    double inset = axle->suspension.inset, shift = inset * (travel - other);
    double own = spring_force(suspension, (float)(travel - shift));
    double across = spring_force(suspension, (float)(other + shift));
    return own - inset * (own - across) + bar_at_rest(&axle->anti_roll_bar, travel - other);
}

/* Work of load and weight per travel of a wheel, by the path that its links and its beam give it, less what its
 * springs hold (ride.h). */
static double travel_balance(const struct axle_constants *axle, const struct standing_wheel *own,
                             const struct standing_wheel *other, double spring_n)
{
    double coupling = axle->suspension.coupling;
    double across = dot3(own->tilt_path, own->load) + own->hub_path_y * own->weight[1];
    double through = dot3(other->tilt_path, other->load) + other->hub_path_y * other->weight[1];
    double along = own->path_x * (own->load[0] + own->weight[0]);
    return own->load[2] + own->weight[2] + along + across * (1 - coupling) - through * coupling -
           spring_n;
}

static void add_moment(double out[UNKNOWNS], const double at[3], const double force[3])
{
    double moment[3];
    cross3(at, force, moment);
    out[1] += moment[1];
    out[2] += moment[0];
}

/* What is out of balance: force and moments on the whole car, force along each wheel's travel. */
static void residual(const struct standing *s, const double x[UNKNOWNS], double out[UNKNOWNS],
                     double loads[CAR_WHEELS])
{
    double turn[4] = {1, -x[2] / 2, -x[1] / 2, 0}, up[3];
    struct standing_wheel wheels[CAR_WHEELS];
    kamm_normalise(turn);
    kamm_rotate(turn, (const double[3]){0, 0, 1}, up);
    out[0] = -s->statics->total_mass_kg * KAMM_STANDARD_GRAVITY;
    out[1] = out[2] = 0;
    for (int w = 0; w < CAR_WHEELS; ++w) {
        wheels[w] = standing_wheel_at(s, x, up, w);
        out[0] += loads[w] = wheels[w].load_n;
        add_moment(out, wheels[w].contact, wheels[w].load);
        add_moment(out, wheels[w].hub, wheels[w].weight);
    }
    for (int w = 0; w < CAR_WHEELS; ++w) {
        const struct axle_constants *axle = &s->c->axles[w / 2];
        double spring = spring_at_rest(axle, x[3 + w], x[3 + (w ^ 1)]);
        out[3 + w] = travel_balance(axle, &wheels[w], &wheels[w ^ 1], spring);
    }
}

/* Newton's change of x for what is out of balance now, by slopes over h. 0 if there is none. */
static int newton_change(const struct standing *s, const double x[UNKNOWNS],
                         const double now[UNKNOWNS], double h, double change[UNKNOWNS])
{
    double slope[UNKNOWNS][UNKNOWNS], ahead[UNKNOWNS], loads[CAR_WHEELS];
    for (int j = 0; j < UNKNOWNS; ++j) {
        double moved[UNKNOWNS];
        memcpy(moved, x, sizeof moved);
        moved[j] += h;
        residual(s, moved, ahead, loads);
        for (int i = 0; i < UNKNOWNS; ++i) slope[i][j] = (ahead[i] - now[i]) / h;
    }
    memcpy(change, now, UNKNOWNS * sizeof *change);
    return kamm_eliminate(slope, change);
}

static int bounded_step(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS])
{
    double change[UNKNOWNS];
    if (!newton_change(s, x, now, 1e-4, change)) return 0;
    for (int i = 0; i < UNKNOWNS; ++i) x[i] -= fmax(fmin(change[i], 0.05), -0.05);
    return 1;
}

static double sum_of_squares(const double v[UNKNOWNS])
{
    double sum = 0;
    for (int i = 0; i < UNKNOWNS; ++i) sum += v[i] * v[i];
    return sum;
}

/* As far along Newton's change as it brings the car nearer to balance. 0 if it does not. */
static int descend(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS],
                   double h)
{
    double change[UNKNOWNS], ahead[UNKNOWNS], moved[UNKNOWNS], loads[CAR_WHEELS];
    if (!newton_change(s, x, now, h, change)) return 0;
    for (double share = 1; share > 1e-3; share /= 2) {
        for (int i = 0; i < UNKNOWNS; ++i) moved[i] = x[i] - share * change[i];
        residual(s, moved, ahead, loads);
        if (!(sum_of_squares(ahead) < (1 - 0.5 * share) * sum_of_squares(now))) continue;
        memcpy(x, moved, sizeof moved);
        return 1;
    }
    return 0;
}

/* Where a stop begins, the slopes are others on either side. */
static int descending_step(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS])
{
    return descend(s, x, now, 1e-5) || descend(s, x, now, -1e-5);
}

typedef int settling_step(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS]);

/* Steps towards balance from x. Returns what is left out of it. */
static double settle_from(const struct standing *s, double weight_n, settling_step *step,
                          double x[UNKNOWNS], double loads[CAR_WHEELS])
{
    double now[UNKNOWNS], worst = 0;
    for (int round = 0; round < 60; ++round) {
        residual(s, x, now, loads);
        worst = 0;
        for (int i = 0; i < UNKNOWNS; ++i) worst = fmax(worst, fabs(now[i]));
        if (worst < 1e-6 * weight_n || !step(s, x, now)) break;
    }
    return worst;
}

typedef double resisting_force(const struct axle_constants *axle, double in);

static double spring_alone(const struct axle_constants *axle, double in)
{
    view suspension = {(const float *)&axle->suspension};
    return spring_force(suspension, (float)in);
}

static double tyre_alone(const struct axle_constants *axle, double in)
{
    return tyre_push(axle, -in);
}

/* How far in, from where the def drew it, something gives that force. */
static double pressed_in(const struct axle_constants *axle, resisting_force *force, double wanted_n)
{
    double low = -FARTHEST_M, high = FARTHEST_M;
    for (int i = 0; i < 40; ++i) {
        double middle = (low + high) / 2;
        if (force(axle, middle) < wanted_n)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* The closed form of a car whose weight is in the middle: each axle's share presses its tyres and springs
 * in, and the body lies on both axles. */
static void start_level(const struct chassis_constants *c, const struct statics *statics,
                        double x[UNKNOWNS])
{
    double rise[CAR_AXLES];
    for (int a = 0; a < CAR_AXLES; ++a) {
        const struct axle_constants *axle = &c->axles[a];
        double load = statics->axle_load_n[a] / 2;
        double weight = (double)axle->unsprung_mass_kg * KAMM_STANDARD_GRAVITY;
        double travel = pressed_in(axle, spring_alone, load - weight);
        rise[a] = -pressed_in(axle, tyre_alone, load) - travel;
        x[3 + 2 * a] = x[4 + 2 * a] = travel;
    }
    double front = c->axles[0].behind_m, rear = c->axles[1].behind_m;
    x[1] = (rise[1] - rise[0]) / (front - rear);
    x[0] = rise[0] + x[1] * front;
    x[2] = 0;
}

/* For weight on the left right becomes left; for weight in the middle both sides are alike. */
static void turn_sides(double offset, double *roll, double wheels[CAR_WHEELS])
{
    if (offset > 0) return;
    *roll = offset < 0 ? -*roll : 0;
    for (int w = 0; w < CAR_WHEELS; w += 2) {
        double left = wheels[w];
        wheels[w] = offset < 0 ? wheels[w + 1] : left;
        wheels[w + 1] = left;
    }
}

static int is_level(const double x[UNKNOWNS])
{
    return fabs(x[0]) <= FARTHEST_M && fabs(x[1]) <= STEEPEST_RAD && fabs(x[2]) <= STEEPEST_RAD;
}

static int least_loaded(const double loads[CAR_WHEELS])
{
    int least = 0;
    for (int w = 1; w < CAR_WHEELS; ++w)
        if (loads[w] < loads[least]) least = w;
    return least;
}

/* "wheel 1 (axles[0], right) carries 12 N" */
static const char *load_text(char text[80], const double loads[CAR_WHEELS], int wheel)
{
    snprintf(text, 80, "wheel %d (axles[%d], %s) carries %.3g N", wheel, wheel / 2,
             wheel % 2 ? "right" : "left", loads[wheel]);
    return text;
}

static kamm_result check_rest(const struct statics *statics, const struct rest *rest,
                              double worst_n, kamm_error *error)
{
    double mass = statics->total_mass_kg, weight = mass * KAMM_STANDARD_GRAVITY;
    const double pose[UNKNOWNS] = {rest->rise_m, rest->pitch_rad, rest->roll_rad};
    int least = least_loaded(rest->load_n);
    char wheel[80];
    load_text(wheel, rest->load_n, least);
    if (!(worst_n < 1e-3 * weight))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "payload",
            "payload: the springs and stops do not carry %g kg; %.3g N are left out of "
            "balance where %s",
            mass, worst_n, wheel);
    if (!(rest->load_n[least] >= LEAST_LOAD_SHARE * weight))
        return kamm_fail(error, KAMM_ERROR_RANGE, "payload",
                         "payload: of %g kg in all %s at rest; at least %.3g N are needed", mass,
                         wheel, LEAST_LOAD_SHARE * weight);
    if (!is_level(pose))
        return kamm_fail(error, KAMM_ERROR_RANGE, "payload",
                         "payload: under %g kg in all the car comes to rest %.3g m lower, with a "
                         "pitch of %.3g and a roll of %.3g rad; allowed: %g m and %g rad",
                         mass, -rest->rise_m, rest->pitch_rad, rest->roll_rad, FARTHEST_M,
                         STEEPEST_RAD);
    return KAMM_OK;
}

kamm_result kamm_settle(const struct chassis_constants *constants, const struct statics *statics,
                        struct rest *rest, kamm_error *error)
{
    double x[UNKNOWNS] = {0}, loads[CAR_WHEELS], offset = constants->axles[0].left_offset_m;
    double weight = statics->total_mass_kg * KAMM_STANDARD_GRAVITY;
    const struct standing standing = {constants, statics, fabs(offset)};
    double worst = settle_from(&standing, weight, bounded_step, x, loads);
    /* Far from where the def drew the car, Newton's steps may lead astray: on its back, the forces are in
     * balance as well. */
    if (!(worst < 1e-3 * weight) || !is_level(x) || !(loads[least_loaded(loads)] > 0)) {
        start_level(constants, statics, x);
        worst = settle_from(&standing, weight, descending_step, x, loads);
    }
    double roll = x[2];
    turn_sides(offset, &x[2], &x[3]);
    turn_sides(offset, &roll, loads);
    rest->rise_m = x[0];
    rest->pitch_rad = x[1];
    rest->roll_rad = x[2];
    memcpy(rest->travel_m, &x[3], sizeof rest->travel_m);
    memcpy(rest->load_n, loads, sizeof rest->load_n);
    return check_rest(statics, rest, worst, error);
}
