#include "chassis.h"
#include "settle_check.h"

#include "../base/error.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"

#include <math.h>
#include <string.h>

enum { UNKNOWNS = MAX_POSE_UNKNOWNS };

int kamm_eliminate(int count, double a[][MAX_POSE_UNKNOWNS], double *b)
{
    for (int p = 0; p < count; ++p) {
        int best = p;
        for (int i = p + 1; i < count; ++i)
            if (fabs(a[i][p]) > fabs(a[best][p])) best = i;
        if (!(fabs(a[best][p]) > 1e-9)) return 0;
        for (int j = 0; j < count; ++j) {
            double kept = a[p][j];
            a[p][j] = a[best][j];
            a[best][j] = kept;
        }
        double kept = b[p];
        b[p] = b[best];
        b[best] = kept;
        for (int i = 0; i < count; ++i) {
            double factor = i == p ? 0 : a[i][p] / a[p][p];
            for (int j = p; j < count; ++j) a[i][j] -= factor * a[p][j];
            b[i] -= factor * b[p];
        }
    }
    for (int p = 0; p < count; ++p) b[p] /= a[p][p];
    return 1;
}

/* Force of the tyre on the wheel, for a wheel's centre that has risen by `rise`. */
static double tyre_push(const struct axle_constants *axle, double rise)
{
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    double deflection = axle->tyre_vertical.radius_at_rest - axle->rest_radius_m - rise;
    return tyre_spring_force(tyre, (float)deflection, 0);
}

/* Force of the anti-roll bar on a wheel of a standing car, as anti_roll_bar.h has it, in double. */
static double bar_at_rest(const struct anti_roll_bar_constants *c, double apart)
{
    double strokes = fmax(fmin(apart * c->inverse_stroke, 1), -1);
    return c->standing_share * (c->n_per_m * apart + c->max_force_n * strokes);
}

/* A car that stands: its weight, if it is not in the middle, lies to the right, and a sidecar to the left. So a mirrored car rests in
 * the mirror image, to the bit. */
struct standing {
    const struct chassis_constants *c;
    const struct layout *layout;
    const struct statics *statics;
    int unknowns;    /* 3 and a travel per wheel */
    double mirrored; /* -1: stands as its mirror image, else 1 */
    double length;   /* scale of the car: lengths count over it */
};

/* Wheels of a pair stand for each other in the mirror, so that they keep their sides. */
static double standing_side(const struct standing *s, int w)
{
    const struct layout *l = s->layout;
    return l->sidecar ? s->mirrored * (double)l->side[w] : (double)l->side[w];
}

/* Unknowns are a rise, two angles and travels; what is out of balance is a force, two moments and forces. */
static int is_angle(int unknown) { return unknown == 1 || unknown == 2; }

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
    const struct suspension_constants *suspension = &axle->suspension;
    real tilting = tilting_travel(suspension, (float)travel, (float)other);
    return wheel_path_at(suspension, (float)travel, tilting);
}

/* Finds the contact on a road with that normal, in body axes, at that depth below the body frame's
 * origin. */
static void meet_road(const struct axle_constants *axle, double side, double twin,
                      const struct wheel_path *path, const double up[3], double below_m,
                      struct standing_wheel *wheel)
{
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    double toe = side * (double)path->toe_in_rad, camber = path->camber_rad;
    const double axis[3] = {sin(toe) * cos(camber), cos(toe) * cos(camber), -side * sin(camber)};
    double crown = axle->tyre_vertical.crown_radius;
    double disc = (double)axle->tyre_vertical.radius_at_rest - crown;
    double out = side * twin * (double)axle->twin_m, centre[3];
    for (int i = 0; i < 3; ++i) centre[i] = wheel->hub[i] + out * axis[i];
    double sine = dot3(axis, up), level = sqrt(fmax(1 - sine * sine, 0.04));
    double pressed = disc * level + crown - (below_m + dot3(up, centre)), to_contact[3];
    wheel->load_n = tyre_spring_force(tyre, (float)pressed, 0);
    for (int i = 0; i < 3; ++i) {
        double along_disc = (up[i] - axis[i] * sine) / level;
        wheel->contact[i] = centre[i] - disc * along_disc - (crown - pressed) * up[i];
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
    const struct layout *l = s->layout;
    int a = l->axle[w];
    const struct axle_constants *axle = &s->c->axles[a];
    const double *middle = s->statics->sprung_cg;
    double side = standing_side(s, w), radius = axle->rest_radius_m, travel = x[3 + w];
    struct wheel_path path = path_at(axle, travel, x[3 + l->opposite[w]]);
    double out =
        (double)axle->half_track_m + (double)path.outward_m + radius * sin((double)path.camber_rad);
    struct standing_wheel wheel = {
        .hub = {s->statics->axle_x[a] - middle[0] + (double)path.forward_m,
                side * out + s->mirrored * axle->left_offset_m,
                s->statics->hub_height_m[a] - middle[2] + travel},
        .path_x = path.forward_slope,
        .hub_path_y = side * ((double)path.outward_slope + radius * (double)path.camber_slope),
    };
    meet_road(axle, side, l->twin[w], &path, up, middle[2] + x[0], &wheel);
    return wheel;
}

/* Travel of the spring of a hub, inwards of it. */
static double spring_travel(const struct standing *s, const double x[UNKNOWNS], int hub)
{
    double inset = s->c->axles[s->layout->axle[hub]].suspension.inset, own = x[3 + hub];
    return own - inset * (own - x[3 + s->layout->opposite[hub]]);
}

/* Returns the spring force of the axle `by` axles behind the hub's, on the same side. */
static double spring_beside(const struct standing *s, const double x[UNKNOWNS], int hub, int by)
{
    const struct layout *l = s->layout;
    int a = l->axle[hub];
    return spring_travel(s, x, l->first[a + by] + (hub - l->first[a]));
}

static int joins(const struct standing *s, int a)
{
    return a >= 0 && s->c->axles[a].load_sharing.joins > 0;
}

/* Returns the travel that the axles of a hub's bogie share there. */
static double shared_travel(const struct standing *s, const double x[UNKNOWNS], int hub)
{
    int a = s->layout->axle[hub], first = a, last = a;
    double at = 0;
    while (joins(s, first - 1)) --first;
    while (joins(s, last)) ++last;
    for (int i = first; i <= last; ++i)
        at += s->c->axles[i].load_sharing.own * spring_beside(s, x, hub, i - a);
    return at;
}

/* Force of the stop between an axle and the one behind it, where their travels differ by that. */
static double beam_stop(const struct load_sharing_constants *c, double apart)
{
    return c->stop_n_per_m * copysign(fmax(fabs(apart) - c->stop_m, 0), apart);
}

/* Force of a spring and its stops there, of a bogie with its share of what its axles bear (load_sharing.h). */
static double own_spring(const struct standing *s, const double x[UNKNOWNS], int hub)
{
    int a = s->layout->axle[hub];
    const struct axle_constants *axle = &s->c->axles[a];
    const struct suspension_constants *c = &axle->suspension;
    const struct load_sharing_constants *bogie = &axle->load_sharing;
    double own = spring_travel(s, x, hub);
    if (!(bogie->on > 0)) return spring_force(c, (float)own);
    double at = shared_travel(s, x, hub), beams = 0;
    struct stop_forces stops = stop_forces(c, (float)own);
    if (joins(s, a)) beams += beam_stop(bogie, own - spring_beside(s, x, hub, 1));
    if (joins(s, a - 1))
        beams += beam_stop(&s->c->axles[a - 1].load_sharing, own - spring_beside(s, x, hub, -1));
    if (!(bogie->air > 0)) return (double)spring_force(c, (float)at) + beams;
    return fmax((double)spring_without_stops(c, (float)at).force, 0) + stops.bump - stops.rebound;
}

/* Force of springs, stops and bar on a wheel, downwards. */
static double spring_at_rest(const struct standing *s, const double x[UNKNOWNS], int hub)
{
    const struct axle_constants *axle = &s->c->axles[s->layout->axle[hub]];
    const struct suspension_constants *suspension = &axle->suspension;
    int opposite = s->layout->opposite[hub];
    double inset = axle->suspension.inset, travel = x[3 + hub], other = x[3 + opposite];
    double own = own_spring(s, x, hub), across = own_spring(s, x, opposite);
    double third = 0;
    if (has_third(suspension))
        third = 0.5 * axle->suspension.heave_n_per_m *
                (double)heave_press(suspension, (float)(0.5 * (travel + other)));
    return own - inset * (own - across) + bar_at_rest(&axle->anti_roll_bar, travel - other) + third;
}

/* Work of a hub's loads and weight per tilting travel. */
static double tilting_work(const struct layout *l, const struct standing_wheel *wheels, int hub)
{
    double load = dot3(wheels[hub].tilt_path, wheels[hub].load);
    if (has_twins(l, l->axle[hub])) load += dot3(wheels[hub + 2].tilt_path, wheels[hub + 2].load);
    return load + wheels[hub].hub_path_y * wheels[hub].weight[1];
}

/* Work of load and weight per travel of a hub, by the path that its links and its beam give it, less what its
 * springs hold (ride.h). */
static double travel_balance(const struct standing *s, const struct standing_wheel *wheels, int hub,
                             double spring_n)
{
    const struct layout *l = s->layout;
    int a = l->axle[hub];
    double coupling = s->c->axles[a].suspension.coupling;
    const struct standing_wheel *own = &wheels[hub];
    double load[3];
    for (int i = 0; i < 3; ++i)
        load[i] = own->load[i] + (has_twins(l, a) ? wheels[hub + 2].load[i] : 0);
    double across = tilting_work(l, wheels, hub),
           through = tilting_work(l, wheels, l->opposite[hub]);
    double along = own->path_x * (load[0] + own->weight[0]);
    return load[2] + own->weight[2] + along + across * (1 - coupling) - through * coupling -
           spring_n;
}

static void add_moment(double out[UNKNOWNS], const double at[3], const double force[3])
{
    double moment[3];
    cross3(at, force, moment);
    out[1] += moment[1];
    out[2] += moment[0];
}

/* Outer twins travel with the inner ones, whatever the number is; of an ordinary car. */
#define TWIN_STIFFNESS_N_PER_M 1e6

/* Computes the imbalance: force and moments on the whole car, force along each wheel's travel. */
static void residual(const struct standing *s, const double x[UNKNOWNS], double out[UNKNOWNS],
                     double loads[MAX_WHEELS])
{
    double turn[4] = {1, -x[2] / 2, -x[1] / 2, 0}, up[3];
    struct standing_wheel wheels[MAX_WHEELS];
    kamm_normalise(turn);
    kamm_rotate(turn, (const double[3]){0, 0, 1}, up);
    out[0] = -s->statics->total_mass_kg * KAMM_STANDARD_GRAVITY;
    out[1] = out[2] = 0;
    const struct layout *l = s->layout;
    double twins = TWIN_STIFFNESS_N_PER_M * s->length * s->length;
    for (int w = 0; w < l->wheels; ++w) {
        wheels[w] = standing_wheel_at(s, x, up, w);
        out[0] += loads[w] = wheels[w].load_n;
        add_moment(out, wheels[w].contact, wheels[w].load);
        if (l->hub[w] == w) add_moment(out, wheels[w].hub, wheels[w].weight);
    }
    for (int w = 0; w < l->wheels; ++w) {
        out[3 + w] = l->hub[w] == w ? travel_balance(s, wheels, w, spring_at_rest(s, x, w))
                                    : (x[3 + w] - x[3 + l->hub[w]]) * twins;
    }
}

/* Newton's change of x for what is out of balance now, by slopes over h. 0 if there is none. */
static int newton_change(const struct standing *s, const double x[UNKNOWNS],
                         const double now[UNKNOWNS], double h, double change[UNKNOWNS])
{
    double slope[UNKNOWNS][UNKNOWNS], ahead[UNKNOWNS], loads[MAX_WHEELS];
    for (int j = 0; j < s->unknowns; ++j) {
        double moved[UNKNOWNS];
        memcpy(moved, x, (size_t)s->unknowns * sizeof *moved);
        double step = is_angle(j) ? h : h * s->length;
        moved[j] += step;
        residual(s, moved, ahead, loads);
        for (int i = 0; i < s->unknowns; ++i) slope[i][j] = (ahead[i] - now[i]) / step;
    }
    memcpy(change, now, (size_t)s->unknowns * sizeof *change);
    return kamm_eliminate(s->unknowns, slope, change);
}

/* All of Newton's change or a share of it: a pitch that is cut and a rise that is not would lift wheels off the ground. */
static int bounded_step(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS])
{
    double change[UNKNOWNS];
    if (!newton_change(s, x, now, 1e-4, change)) return 0;
    double share = 1;
    for (int i = 0; i < s->unknowns; ++i) {
        double most = is_angle(i) ? 0.05 : 0.05 * s->length;
        if (fabs(change[i]) > most) share = fmin(share, most / fabs(change[i]));
    }
    for (int i = 0; i < s->unknowns; ++i) x[i] -= share * change[i];
    return 1;
}

/* Returns the imbalance as a force. */
static double force_of(const struct standing *s, const double v[UNKNOWNS], int i)
{
    return is_angle(i) ? v[i] / s->length : v[i];
}

static double sum_of_squares(const struct standing *s, const double v[UNKNOWNS])
{
    double sum = 0;
    for (int i = 0; i < s->unknowns; ++i) sum += force_of(s, v, i) * force_of(s, v, i);
    return sum;
}

/* Goes along Newton's change as far as it reduces the imbalance. Returns 0 if it does not. */
static int descend(const struct standing *s, double x[UNKNOWNS], const double now[UNKNOWNS],
                   double h)
{
    double change[UNKNOWNS], ahead[UNKNOWNS], moved[UNKNOWNS], loads[MAX_WHEELS];
    if (!newton_change(s, x, now, h, change)) return 0;
    for (double share = 1; share > 1e-3; share /= 2) {
        for (int i = 0; i < s->unknowns; ++i) moved[i] = x[i] - share * change[i];
        residual(s, moved, ahead, loads);
        if (!(sum_of_squares(s, ahead) < (1 - 0.5 * share) * sum_of_squares(s, now))) continue;
        memcpy(x, moved, (size_t)s->unknowns * sizeof *moved);
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
                          double x[UNKNOWNS], double loads[MAX_WHEELS])
{
    double now[UNKNOWNS], worst = 0;
    for (int round = 0; round < 60; ++round) {
        residual(s, x, now, loads);
        worst = 0;
        for (int i = 0; i < s->unknowns; ++i) worst = fmax(worst, fabs(force_of(s, now, i)));
        if (worst < 1e-6 * weight_n || !step(s, x, now)) break;
    }
    return worst;
}

typedef double resisting_force(const struct axle_constants *axle, double in);

static double spring_alone(const struct axle_constants *axle, double in)
{
    const struct suspension_constants *suspension = &axle->suspension;
    return spring_force(suspension, (float)in);
}

static double tyre_alone(const struct axle_constants *axle, double in)
{
    return tyre_push(axle, -in);
}

/* How far in, from where the def drew it, something gives that force. */
static double pressed_in(const struct axle_constants *axle, double length, resisting_force *force,
                         double wanted_n)
{
    double low = -KAMM_MAX_HEAVE_M * length, high = KAMM_MAX_HEAVE_M * length;
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
 * in, and the body lies on its first and last axle. */
static void start_level(const struct standing *s, double x[UNKNOWNS])
{
    const struct chassis_constants *c = s->c;
    const struct layout *l = s->layout;
    double rise[MAX_AXLES];
    for (int a = 0; a < l->axles; ++a) {
        const struct axle_constants *axle = &c->axles[a];
        double load = s->statics->axle_load_n[a] / l->count[a];
        double weight = (double)axle->unsprung_mass_kg * KAMM_STANDARD_GRAVITY;
        double travel =
            pressed_in(axle, s->length, spring_alone, load * (has_twins(l, a) ? 2 : 1) - weight);
        rise[a] = -pressed_in(axle, s->length, tyre_alone, load) - travel;
        for (int i = 0; i < l->count[a]; ++i) x[3 + l->first[a] + i] = travel;
    }
    int last = l->axles - 1;
    double front = c->axles[0].behind_m, rear = c->axles[last].behind_m;
    x[1] = (rise[last] - rise[0]) / (front - rear);
    x[0] = rise[0] + x[1] * front;
    x[2] = 0;
}

/* For weight on the left right becomes left; for weight in the middle both sides are alike. */
static void turn_sides(const struct layout *l, double offset, double *roll, double *wheels)
{
    if (offset > 0) return;
    *roll = offset < 0 ? -*roll : 0;
    for (int w = 0; w < l->wheels; ++w) {
        int other = l->opposite[w];
        if (other <= w) continue;
        double left = wheels[w];
        wheels[w] = offset < 0 ? wheels[other] : left;
        wheels[other] = left;
    }
}

/* A pose, and how far it is from balance. */
struct attempt {
    double x[UNKNOWNS], loads[MAX_WHEELS], worst_n;
};

static void settle_attempt(const struct standing *s, settling_step *step, struct attempt *attempt)
{
    double weight_n = s->statics->total_mass_kg * KAMM_STANDARD_GRAVITY;
    attempt->worst_n = settle_from(s, weight_n, step, attempt->x, attempt->loads);
}

/* Returns 1 if the car is balanced on all wheels. */
static int stands(const struct standing *s, const struct attempt *attempt)
{
    double weight_n = s->statics->total_mass_kg * KAMM_STANDARD_GRAVITY;
    return attempt->worst_n < 1e-3 * weight_n &&
           attempt->loads[kamm_least_loaded(s->layout, attempt->loads)] > 0;
}

/* Far from where the def drew the car, Newton's steps may lead astray: on its back, the forces are in balance as well. Where neither
 * start leads to a pose that is allowed, that on all wheels says best why. */
static void find_rest(const struct standing *s, struct attempt *found)
{
    settle_attempt(s, bounded_step, found);
    if (stands(s, found) && kamm_rests_level(found->x, s->length)) return;
    struct attempt second = {.worst_n = 0};
    start_level(s, second.x);
    settle_attempt(s, descending_step, &second);
    if (stands(s, &second) || !stands(s, found)) *found = second;
}

kamm_result kamm_settle(const struct chassis_constants *constants, const struct layout *layout,
                        const struct statics *statics, struct rest *rest, kamm_error *error)
{
    double offset = layout->sidecar ? layout->sidecar : constants->axles[0].left_offset_m;
    size_t travels = (size_t)layout->wheels * sizeof *rest->load_n;
    const struct standing standing = {
        constants, layout, statics, 3 + layout->wheels, offset < 0 ? -1 : 1, statics->length_scale};
    struct attempt found = {.worst_n = 0};
    find_rest(&standing, &found);
    double roll = found.x[2];
    turn_sides(layout, offset, &found.x[2], &found.x[3]);
    turn_sides(layout, offset, &roll, found.loads);
    rest->rise_m = found.x[0];
    rest->pitch_rad = found.x[1];
    rest->roll_rad = found.x[2];
    memcpy(rest->travel_m, &found.x[3], travels);
    memcpy(rest->load_n, found.loads, travels);
    return kamm_check_rest(layout, statics, rest, found.worst_n, error);
}
