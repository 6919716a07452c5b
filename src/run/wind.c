/* Gusts and turbulence: see include/kamm/wind.h.
 *
 * Turbulence is a sum of waves with random directions and phases (R. H. Kraichnan, Diffusion by a random velocity field,
 * Physics of Fluids 13, 1970), whose amplitudes are those of von Karman's spectrum of isotropic turbulence over the wave
 * number k,
 *
 *     E(k) = 1.4528 sigma^2 L (k L)^4 / (1 + (k L)^2)^(17/6),   L = 1.339 length scale,
 *
 * and square to their directions, as the field has no divergence. A straight line sees the spectra of its two directions
 * (MIL-F-8785C): 4 sigma^2 l / (1 + 70.8 (l n)^2)^(5/6) along, n in cycles per metre.
 *
 * Departures. Waves are 5000 m to 3 m long, as shorter ones find both ends of a car differently: that takes 3 to 6 % from the
 * deviation and, of what a line sees, a tenth of the power at 0.05 cycles/m and half of it at 0.16. The vertical part is left out, as
 * the road lets none through, and so is what the ground does to the horizontal parts. Both are given their mean square
 * exactly, for all seeds.
 *
 * The same bits everywhere: + - * / and square roots only. */
#include "../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH
#include "wind.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/random.h"
#include "../base/wide.h"

#include <math.h>
#include <string.h>

enum { WAVES = 56, FOUR = 4, ROWS = FOUR / KAMM_WIDTH };

/* From 5000 m to 3 m, each so many times shorter than the one before; the logarithm of that. */
static const double longest_per_m = 2 * 3.14159265358979324 / 5000, apart = 1.14165,
                    log_apart = 0.132475;
static const double turns_per_rad = 1 / (2 * 3.14159265358979324);

struct waves {
    double x_per_m[WAVES], y_per_m[WAVES], phase[WAVES]; /* turns */
    _Alignas(16) float velocity_mps[2][WAVES];
};

struct kamm_wind {
    int gust_count, is_turbulent;
    struct waves waves;
    kamm_gust gusts[];
};

/* Returns the sine of an angle from -0.5 to 0.5 turns. It folds the angle to a quarter and uses
 * Taylor's series. */
static real sine_of_turns(real turns)
{
    real size = absolute(turns), x = 6.2831853f * min_real(size, 0.5f - size), z = x * x;
    real sine = 1.0f - z * (1.0f / 110) * (1.0f - z * (1.0f / 156));
    sine = 1.0f - z * (1.0f / 20) * (1.0f - z * (1.0f / 42) * (1.0f - z * (1.0f / 72) * sine));
    return copy_sign(x * (1.0f - z * (1.0f / 6) * sine), turns);
}

/* -- turbulence ------------------------------------------------------------------------------- */

struct vector {
    double x, y, z;
};

static double dot(struct vector a, struct vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static struct vector added(struct vector a, double by, struct vector b)
{
    return (struct vector){a.x + by * b.x, a.y + by * b.y, a.z + by * b.z};
}

/* A direction, one as likely as another: of a point in a ball. */
static struct vector random_direction(uint64_t *state)
{
    for (;;) {
        struct vector v;
        v.x = random_share(next_random(state));
        v.y = random_share(next_random(state));
        v.z = random_share(next_random(state));
        double square = dot(v, v);
        if (square <= 1 && square > 0.0625)
            return added((struct vector){0, 0, 0}, 1 / sqrt(square), v);
    }
}

static struct vector random_direction_square_to(struct vector axis, uint64_t *state)
{
    for (;;) {
        struct vector v = random_direction(state);
        v = added(v, -dot(v, axis), axis);
        double square = dot(v, v);
        if (square > 0.0625) return added((struct vector){0, 0, 0}, 1 / sqrt(square), v);
    }
}

/* Computes the root by Newton's method, from above. */
static double cube_root(double value)
{
    double root = value > 1 ? value : 1;
    for (int i = 0; i < 80; ++i) root = (2 * root + value / (root * root)) / 3;
    return root;
}

/* Energy per mass of the waves around wave number k, of sigma^2: E(k) k times the logarithm of their spacing. */
static double energy_share(double k_length)
{
    double square = k_length * k_length, s = 1 + square;
    return 1.4528 * square * square * k_length * log_apart / (s * s * sqrt(s) * cube_root(s));
}

/* Random directions make one part of the velocity larger than its share and the other smaller: both are given
 * `square`, their mean square. */
static void scale_part(const double velocity_mps[WAVES], double square, float scaled[WAVES])
{
    double sum = 0;
    for (int i = 0; i < WAVES; ++i) sum += 0.5 * velocity_mps[i] * velocity_mps[i];
    double scale = sqrt(square / sum);
    for (int i = 0; i < WAVES; ++i) scaled[i] = (float)(scale * velocity_mps[i]);
}

#define USUAL_LENGTH_M 30.0
static double length_of(const kamm_turbulence *turbulence)
{
    return turbulence->length_m == 0 ? USUAL_LENGTH_M : turbulence->length_m;
}

static void make_waves(const kamm_turbulence *turbulence, struct waves *waves)
{
    uint64_t state = (uint64_t)turbulence->seed << 32;
    double longest = longest_per_m, length = 1.339 * length_of(turbulence), energy = 0;
    double velocity_mps[2][WAVES], square = turbulence->deviation_mps * turbulence->deviation_mps;
    for (int i = 0; i < WAVES; ++i, longest *= apart) {
        double within = 0.5 + 0.5 * random_share(next_random(&state));
        double k = longest * (1 + (apart - 1) * within), share = energy_share(k * length);
        double size = 2 * turbulence->deviation_mps * sqrt(share);
        struct vector along = random_direction(&state);
        struct vector aside = random_direction_square_to(along, &state);
        waves->x_per_m[i] = turns_per_rad * k * along.x;
        waves->y_per_m[i] = turns_per_rad * k * along.y;
        waves->phase[i] = 0.5 * random_share(next_random(&state));
        velocity_mps[0][i] = size * aside.x;
        velocity_mps[1][i] = size * aside.y;
        energy += share;
    }
    for (int part = 0; part < 2; ++part)
        scale_part(velocity_mps[part], 2.0 / 3 * energy * square, waves->velocity_mps[part]);
}

/* The parts of KAMM_WIDTH waves at a place, as angles from -0.5 to 0.5 turns. */
static real turns_of_waves(const struct waves *waves, int first, double x_m, double y_m)
{
    real turns = splat(0);
    for (int part = 0; part < WIDE_PARTS; ++part) {
        int at = first + part * WIDE_CARS;
        wide all = (load_wide(&waves->x_per_m[at]) * x_m + load_wide(&waves->y_per_m[at]) * y_m) +
                   load_wide(&waves->phase[at]);
        narrow(&turns, part, all - wide_nearest(all));
    }
    return turns;
}

/* Sums the four numbers of ROWS rows in an order that does not depend on the width. */
static double sum_of(const real rows[ROWS])
{
    float a[FOUR];
    memcpy(a, rows, sizeof a);
    return (double)((a[0] + a[1]) + (a[2] + a[3]));
}

static void add_waves(const struct waves *waves, double x_m, double y_m, double wind_mps[3])
{
    if (!(fabs(x_m) + fabs(y_m) < 1e12))
        return; /* farther than any car drives: turns have no fraction */
    real u[ROWS], v[ROWS];
    for (int row = 0; row < ROWS; ++row) u[row] = v[row] = splat(0);
    for (int i = 0; i < WAVES; i += KAMM_WIDTH) {
        real sine = sine_of_turns(turns_of_waves(waves, i, x_m, y_m));
        int row = i / KAMM_WIDTH % ROWS;
        u[row] = u[row] + load(waves->velocity_mps[0] + i) * sine;
        v[row] = v[row] + load(waves->velocity_mps[1] + i) * sine;
    }
    wind_mps[0] += sum_of(u);
    wind_mps[1] += sum_of(v);
}

/* -- gusts ------------------------------------------------------------------------------------ */

/* 1 from `first` to `last`, fading over `edge` on both sides. */
static double window(double at, double first, double last, double edge)
{
    double beyond = at < first ? first - at : at > last ? at - last : 0;
    if (beyond <= 0) return 1;
    if (beyond >= edge) return 0;
    return 0.5 -
           0.5 * (double)lane_of(sine_of_turns(splat((float)(0.5 * (beyond / edge) - 0.25))), 0);
}

static double share_there(const kamm_gust *gust, const double position_m[3])
{
    double x = gust->to_m[0] - gust->from_m[0], y = gust->to_m[1] - gust->from_m[1];
    double length = sqrt(x * x + y * y);
    double along =
        ((position_m[0] - gust->from_m[0]) * x + (position_m[1] - gust->from_m[1]) * y) / length;
    return window(along, 0, length, gust->edge_m);
}

static void add_gust(const kamm_gust *gust, const double position_m[3], double time_s,
                     double wind_mps[3])
{
    double share = gust->in_time ? window(time_s, gust->start_s, gust->end_s, gust->edge_s) : 1;
    if (share > 0 && gust->in_place) share *= share_there(gust, position_m);
    for (int i = 0; i < 3 && share > 0; ++i) wind_mps[i] += share * gust->velocity_mps[i];
}

void kamm_wind_of_ground(const kamm_ground *ground, const double position_m[3], double time_s,
                         double wind_mps[3])
{
    const kamm_wind *wind = ground->wind;
    const double x = (double)ground->wind_mps[0], y = (double)ground->wind_mps[1];
    wind_mps[0] = x, wind_mps[1] = y, wind_mps[2] = (double)ground->wind_mps[2];
    if (wind->is_turbulent)
        add_waves(&wind->waves, position_m[0] - x * time_s, position_m[1] - y * time_s, wind_mps);
    for (int i = 0; i < wind->gust_count; ++i)
        add_gust(&wind->gusts[i], position_m, time_s, wind_mps);
}

/* -- the object ------------------------------------------------------------------------------- */

static kamm_result check_value(int gust, const char *name, double value, double min, double max,
                               kamm_error *error)
{
    if (value >= min && value <= max) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "gusts",
                     "gusts[%d].%s: %g, but has to be between %g and %g", gust, name, value, min,
                     max);
}

static kamm_result check_gust(int i, const kamm_gust *gust, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int k = 0; k < 3 && !result; ++k)
        result = check_value(i, "velocity_mps", gust->velocity_mps[k], -200, 200, error);
    for (int k = 0; k < 2 && !result && gust->in_place; ++k) {
        result = check_value(i, "from_m", gust->from_m[k], -1e9, 1e9, error);
        if (!result) result = check_value(i, "to_m", gust->to_m[k], -1e9, 1e9, error);
    }
    if (!result && gust->in_place) result = check_value(i, "edge_m", gust->edge_m, 0, 1e6, error);
    if (!result && gust->in_place && gust->from_m[0] == gust->to_m[0] &&
        gust->from_m[1] == gust->to_m[1])
        return kamm_fail(error, KAMM_ERROR_RANGE, "gusts",
                         "gusts[%d].to_m: (%g, %g) as from_m, but both have to be apart, to say "
                         "along which way the gust lies",
                         i, gust->to_m[0], gust->to_m[1]);
    if (result || !gust->in_time) return result;
    result = check_value(i, "start_s", gust->start_s, -1e9, 1e9, error);
    if (!result) result = check_value(i, "end_s", gust->end_s, gust->start_s, 1e9, error);
    return result ? result : check_value(i, "edge_s", gust->edge_s, 0, 1e6, error);
}

static kamm_result check_turbulence(const kamm_turbulence *turbulence, kamm_error *error)
{
    if (!(turbulence->deviation_mps >= 0 && turbulence->deviation_mps <= 30))
        return kamm_fail(error, KAMM_ERROR_RANGE, "turbulence",
                         "turbulence.deviation_mps: %g, but has to be between 0 and 30",
                         turbulence->deviation_mps);
    if (turbulence->deviation_mps == 0 ||
        (length_of(turbulence) >= 5 && length_of(turbulence) <= 200))
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "turbulence",
                     "turbulence.length_m: %g, but has to be between 5 and 200",
                     turbulence->length_m);
}

static kamm_result check_def(const kamm_wind_def *def, kamm_error *error)
{
    if (def->gust_count < 0 || def->gust_count > KAMM_MAX_GUSTS || (def->gust_count && !def->gusts))
        return kamm_fail(error, KAMM_ERROR_RANGE, "gusts",
                         "gusts: %d of them%s; 0 to %d are allowed", (int)def->gust_count,
                         def->gusts ? "" : " at NULL", KAMM_MAX_GUSTS);
    kamm_result result = check_turbulence(&def->turbulence, error);
    for (int i = 0; i < def->gust_count && !result; ++i)
        result = check_gust(i, &def->gusts[i], error);
    return result;
}

kamm_wind *kamm_create_wind(const kamm_wind_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def, NULL);
    if (check_def(def, error)) return NULL;
    size_t size = (size_t)def->gust_count * sizeof *def->gusts;
    kamm_wind *wind = kamm_allocate(sizeof *wind + size);
    if (!wind) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    wind->gust_count = def->gust_count;
    if (size) memcpy(wind->gusts, def->gusts, size);
    wind->is_turbulent = def->turbulence.deviation_mps > 0;
    if (wind->is_turbulent) make_waves(&def->turbulence, &wind->waves);
    return wind;
}

void kamm_destroy_wind(kamm_wind *wind)
{
    if (!wind) return;
    KAMM_REQUIRE_ALIVE(wind, );
    kamm_note_destroyed(wind);
    kamm_release(wind);
}

void kamm_wind_at(const kamm_ground *ground, const double position_m[3], double time_s,
                  double wind_mps[3])
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(ground && position_m && wind_mps, );
    double sum = fabs(position_m[0]) + fabs(position_m[1]) + fabs(time_s);
    for (int i = 0; i < 3; ++i) wind_mps[i] = (double)ground->wind_mps[i];
    if (ground->wind && sum < INFINITY) kamm_wind_of_ground(ground, position_m, time_s, wind_mps);
}
