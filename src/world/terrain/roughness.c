#define KAMM_WIDTH 4
#include "roughness.h"

#include "../../base/error.h"
#include "../../base/lane.h"
#include "../../base/random.h"

#include <math.h>
#include <stddef.h>

enum { BITS = 10, POINTS = 1 << BITS, FARTHEST = 4 };
enum { ROW = POINTS + 4 + 2 * FARTHEST, ROWS = POINTS + 4 };

static const double cell_m = 0.1;
/* The tile's axes are turned by (20, 21) / 29. */
static const double per_turned_cell = 1 / (29 * 0.1);
static const double pi = 3.14159265358979323846;

/* Coefficients of the B-spline, from column -FARTHEST on: the first and last columns are there twice, and the first
 * rows. */
struct roughness {
    float at[ROWS][ROW];
    float bend[ROWS][ROW]; /* the four next to each, less four times itself */
    double roughest_height_m, roughest_slope;
};

struct complex {
    double re, im;
};

/* What is needed to make a tile. */
struct workshop {
    struct complex turns[POINTS / 2]; /* exp(2 pi i k / POINTS) */
    int mirrored[POINTS];             /* k with its bits in reverse order */
    struct complex waves[POINTS][POINTS];
};

static struct complex times(struct complex a, struct complex b)
{
    return (struct complex){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Half-angle formulas, from a half turn downwards; other turns are products of these. */
static void make_turns(struct complex *turns)
{
    struct complex turn = {-1, 0};
    turns[0] = (struct complex){1, 0};
    for (int step = POINTS / 4; step; step /= 2) {
        double cosine = sqrt((1 + turn.re) / 2);
        turn = (struct complex){cosine, step == POINTS / 4 ? 1 : turn.im / (2 * cosine)};
        for (int k = step; k < POINTS / 2; k += 2 * step) turns[k] = times(turns[k - step], turn);
    }
}

static void make_mirrored(int *mirrored)
{
    for (int k = 0; k < POINTS; ++k)
        for (int bit = 0; bit < BITS; ++bit) mirrored[k] |= (k >> bit & 1) << (BITS - 1 - bit);
}

/* Sum over k of z[k] exp(2 pi i j k / POINTS), of values that lie at mirrored k (Cooley and Tukey). */
static void transform(struct complex *z, const struct complex *turns)
{
    for (int half = 1; half < POINTS; half *= 2)
        for (int start = 0; start < POINTS; start += 2 * half)
            for (int k = 0; k < half; ++k) {
                struct complex *low = &z[start + k], *high = low + half;
                struct complex turned = times(*high, turns[k * (POINTS / 2 / half)]);
                *high = (struct complex){low->re - turned.re, low->im - turned.im};
                *low = (struct complex){low->re + turned.re, low->im + turned.im};
            }
}

static void transpose(struct complex (*z)[POINTS])
{
    enum { BLOCK = 16 };
    for (int row = 0; row < POINTS; row += BLOCK)
        for (int column = 0; column <= row; column += BLOCK)
            for (int i = row; i < row + BLOCK; ++i)
                for (int j = column; j < column + BLOCK && j < i; ++j) {
                    struct complex kept = z[i][j];
                    z[i][j] = z[j][i];
                    z[j][i] = kept;
                }
}

/* A point of the unit circle: one drawn from the disc and moved out to its edge. */
static struct complex random_phase(uint64_t *state)
{
    for (;;) {
        uint64_t bits = next_random(state);
        struct complex z = {random_share(bits >> 32), random_share(bits)};
        double square = z.re * z.re + z.im * z.im, length = sqrt(square);
        if (square <= 1 && square > 0.0625) return (struct complex){z.re / length, z.im / length};
    }
}

/* Amplitude of the wave that goes `i` and `j` times into the tile: its share of the spectrum, 1 / L^2,
 * counted twice as the opposite wave is not in the sum, is half the square of the amplitude. */
static double amplitude(int i, int j)
{
    const double tile_m = POINTS * cell_m, max_per_m = 4;
    double square = (i * i + j * j) / (tile_m * tile_m), rest = max_per_m * max_per_m - square;
    if (!(rest > 0)) return 0;
    double scale = 1e-6 * 0.1 * 0.1 / 4;
    double density = 1 / (square * sqrt(square)) + 1.1 / (pi * max_per_m * max_per_m * sqrt(rest));
    return 2 * sqrt(scale * density) / tile_m;
}

/* What a cubic B-spline with coefficients 0.1 m apart leaves of such a wave, in one direction: sinc^4. */
static double attenuation(int k, const struct complex *turns)
{
    if (!k) return 1;
    double angle = pi * k / POINTS;
    double square = (1 - turns[k].re) / 2 / (angle * angle);
    return square * square;
}

static void set_waves(struct workshop *w, uint32_t seed)
{
    uint64_t state = (uint64_t)seed << 32;
    double left[POINTS / 2];
    for (int k = 0; k < POINTS / 2; ++k) left[k] = attenuation(k, w->turns);
    for (int i = 0; i < POINTS / 2; ++i)
        for (int j = 1 - POINTS / 2; j < POINTS / 2; ++j) {
            if (!i && j <= 0) continue;
            struct complex phase = random_phase(&state);
            double size = amplitude(i, j) / (left[i] * left[j < 0 ? -j : j]);
            w->waves[w->mirrored[i]][w->mirrored[j & (POINTS - 1)]] =
                (struct complex){size * phase.re, size * phase.im};
        }
}

static void add_waves(struct workshop *w, struct roughness *roughness)
{
    for (int i = 0; i < POINTS; ++i) transform(w->waves[i], w->turns);
    transpose(w->waves);
    for (int i = 0; i < POINTS; ++i) {
        transform(w->waves[i], w->turns);
        for (int j = 0; j < ROW; ++j)
            roughness->at[i][j] = (float)w->waves[i][(j - FARTHEST) & (POINTS - 1)].re;
    }
    memcpy(roughness->at[POINTS], roughness->at[0], (ROWS - POINTS) * sizeof roughness->at[0]);
}

static real load_four(const float *at)
{
    real four;
    memcpy(&four, at, sizeof four);
    return four;
}

/* Those `far` before, behind and on both sides of four coefficients, less four times these. */
static real bend_of_four(const struct roughness *roughness, int row, int column, int far)
{
    const float *own = &roughness->at[row][column];
    real beside = load_four(&roughness->at[(row - far) & (POINTS - 1)][column]) +
                  load_four(&roughness->at[(row + far) & (POINTS - 1)][column]);
    real around = (load_four(own - far) + load_four(own + far)) + beside;
    return around - 4.0f * load_four(own);
}

static void find_bends(struct roughness *roughness)
{
    for (int row = 0; row < ROWS; ++row)
        for (int column = FARTHEST; column < POINTS + 4 + FARTHEST; column += 4) {
            real bend = bend_of_four(roughness, row, column, 1);
            memcpy(&roughness->bend[row][column], &bend, sizeof bend);
        }
}

static double larger(double a, double b) { return a > b ? a : b; }

/* A spline is a mean of its coefficients, its slope one of their differences. */
static void find_roughest(struct roughness *roughness)
{
    double height = 0, along = 0, across = 0;
    for (int i = 0; i < POINTS; ++i)
        for (int j = 0; j < POINTS; ++j) {
            double at = roughness->at[i][j], next = roughness->at[i][j + 1];
            double below = roughness->at[(i + 1) % POINTS][j];
            height = larger(height, fabs(at));
            along = larger(along, fabs(next - at));
            across = larger(across, fabs(below - at));
        }
    roughness->roughest_height_m = height;
    roughness->roughest_slope = sqrt(along * along + across * across) / cell_m;
}

double kamm_roughest_height_m(const struct roughness *roughness)
{
    return roughness->roughest_height_m;
}

double kamm_roughest_slope(const struct roughness *roughness) { return roughness->roughest_slope; }

kamm_result kamm_make_roughness(uint32_t seed, struct roughness **out, kamm_error *error)
{
    struct roughness *roughness = kamm_allocate(sizeof *roughness);
    struct workshop *w = kamm_allocate(sizeof *w);
    *out = NULL;
    if (roughness && w) {
        make_turns(w->turns);
        make_mirrored(w->mirrored);
        set_waves(w, seed);
        add_waves(w, roughness);
        find_bends(roughness);
        find_roughest(roughness);
        *out = roughness;
        roughness = NULL;
    }
    kamm_release(w);
    kamm_release(roughness);
    return *out ? KAMM_OK
                : kamm_fail(error, KAMM_ERROR_MEMORY, "", "no memory for a road's roughness");
}

void kamm_free_roughness(struct roughness *roughness) { kamm_release(roughness); }

/* The four cubic B-splines that are not 0 at `t` of a cell, 0 to 1, and their slopes. */
static void spline_weights(double t, double weight[4], double slope[4])
{
    double s = 1 - t;
    weight[0] = s * s * s / 6;
    weight[1] = (4 + t * t * (3 * t - 6)) / 6;
    weight[2] = (4 + s * s * (3 * s - 6)) / 6;
    weight[3] = t * t * t / 6;
    slope[0] = -s * s / 2;
    slope[1] = t * (3 * t - 4) / 2;
    slope[2] = -s * (3 * s - 4) / 2;
    slope[3] = t * t / 2;
}

/* The largest whole number not above. */
static int64_t cell_of(double at)
{
    int64_t cell = (int64_t)at;
    return (double)cell > at ? cell - 1 : cell;
}

double kamm_roughness_at(const struct roughness *roughness, double x_m, double y_m, double slope[2])
{
    double u = (20 * x_m + 21 * y_m) * per_turned_cell, v = (20 * y_m - 21 * x_m) * per_turned_cell;
    double wu[4], wv[4], su[4], sv[4], height = 0, along_u = 0, along_v = 0;
    slope[0] = slope[1] = 0;
    if (!(fabs(u) < 1e15 && fabs(v) < 1e15)) return 0;
    int64_t column = cell_of(u), row = cell_of(v);
    spline_weights(u - (double)column, wu, su);
    spline_weights(v - (double)row, wv, sv);
    const float *points[4];
    for (int i = 0; i < 4; ++i)
        points[i] = roughness->at[(row & (POINTS - 1)) + i] + FARTHEST + (column & (POINTS - 1));
    for (int j = 0; j < 4; ++j) {
        double p0 = points[0][j], p1 = points[1][j], p2 = points[2][j], p3 = points[3][j];
        double across = wv[0] * p0 + wv[1] * p1 + wv[2] * p2 + wv[3] * p3;
        height += wu[j] * across;
        along_u += su[j] * across;
        along_v += wu[j] * (sv[0] * p0 + sv[1] * p1 + sv[2] * p2 + sv[3] * p3);
    }
    slope[0] = (20 * along_u - 21 * along_v) / (29 * cell_m);
    slope[1] = (21 * along_u + 20 * along_v) / (29 * cell_m);
    return height;
}

/* The four splines at `t`, as lanes. */
static real lane_weights(float t)
{
    const real cubic = {-1.0f / 6, 0.5f, -0.5f, 1.0f / 6}, square = {0.5f, -1, 0.5f, 0};
    const real linear = {-0.5f, 0, 0.5f, 0}, constant = {1.0f / 6, 4.0f / 6, 1.0f / 6, 0};
    return constant + t * (linear + t * (square + t * cubic));
}

static real lane_slopes(float t)
{
    const real square = {-0.5f, 1.5f, -1.5f, 0.5f}, linear = {1, -2, 1, 0},
               constant = {-0.5f, 0, 0.5f, 0};
    return constant + t * (linear + t * square);
}

/* Four coefficients of a row, drawn towards those that are `far` before, behind and on both sides. */
static real felt_row(const struct roughness *roughness, int row, const struct felt_place *p)
{
    real bend = p->far == 1 ? load_four(&roughness->bend[row][p->column])
                            : bend_of_four(roughness, row, p->column, p->far);
    return load_four(&roughness->at[row][p->column]) + p->weight * bend;
}

void kamm_find_felt(const struct roughness *roughness, double x_m, double y_m, double apart_m,
                    struct felt_place *place)
{
    double u = (20 * x_m + 21 * y_m) * per_turned_cell, v = (20 * y_m - 21 * x_m) * per_turned_cell;
    double cells = apart_m * (1 / cell_m);
    place->far = 0;
    if (!(fabs(u) < 1e15 && fabs(v) < 1e15)) return;
    int64_t column = cell_of(u), row = cell_of(v);
    int far = cells < 1.5 ? 1 : cells < FARTHEST ? (int)(cells + 0.5) : FARTHEST;
    place->tu = (float)(u - (double)column);
    place->tv = (float)(v - (double)row);
    place->column = FARTHEST + (int32_t)(column & (POINTS - 1));
    place->row = (int32_t)(row & (POINTS - 1));
    place->far = far;
    place->weight = (float)(cells * cells / (6 * far * far));
    for (int i = 0; i < 4; ++i) {
        __builtin_prefetch(&roughness->at[place->row + i][place->column]);
        __builtin_prefetch(&roughness->bend[place->row + i][place->column]);
    }
}

/* What is yet to be summed over the columns: of the height, and of its slopes along both axes of the tile. */
struct felt_columns {
    real height, by_u, by_v;
};

static struct felt_columns feel_columns(const struct roughness *roughness,
                                        const struct felt_place *p)
{
    real wu = lane_weights(p->tu), wv = lane_weights(p->tv), sv = lane_slopes(p->tv);
    real across = splat(0), along_v = splat(0);
    for (int i = 0; i < 4; ++i) {
        real felt = felt_row(roughness, p->row + i, p);
        across = across + wv[i] * felt;
        along_v = along_v + sv[i] * felt;
    }
    return (struct felt_columns){wu * across, lane_slopes(p->tu) * across, wu * along_v};
}

/* Of each its own four lanes' sum. */
static real sums_of(real a, real b, real c, real d)
{
    const real first = {a[0], b[0], c[0], d[0]}, second = {a[1], b[1], c[1], d[1]};
    const real third = {a[2], b[2], c[2], d[2]}, fourth = {a[3], b[3], c[3], d[3]};
    return (first + second) + (third + fourth);
}

struct felt_four kamm_feel_four(const struct roughness *roughness,
                                const struct felt_place *const places[4])
{
    struct felt_columns of[4] = {{splat(0), splat(0), splat(0)}};
    struct felt_four felt;
    for (int i = 0; i < 4; ++i)
        if (places[i]->far) of[i] = feel_columns(roughness, places[i]);
    real by_u = sums_of(of[0].by_u, of[1].by_u, of[2].by_u, of[3].by_u);
    real by_v = sums_of(of[0].by_v, of[1].by_v, of[2].by_v, of[3].by_v);
    const float scale = (float)(1 / (29 * cell_m));
    real height = sums_of(of[0].height, of[1].height, of[2].height, of[3].height);
    real slope[2] = {(20.0f * by_u - 21.0f * by_v) * scale, (21.0f * by_u + 20.0f * by_v) * scale};
    memcpy(felt.height_m, &height, sizeof height);
    memcpy(felt.slope, slope, sizeof slope);
    return felt;
}
