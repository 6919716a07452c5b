#include "../../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH
#include "roughness.h"

#include "../../base/error.h"
#include "../../base/lane_four.h"
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

/* Memory for making a tile. */
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

/* Returns the share of such a wave that a cubic B-spline with coefficients 0.1 m apart keeps, in
 * one direction: sinc^4. */
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
    /* Waves go into the first half of the rows alone, which lie at even places as their bits are in reverse order. */
    for (int i = 0; i < POINTS; i += 2) transform(w->waves[i], w->turns);
    transpose(w->waves);
    for (int i = 0; i < POINTS; ++i) {
        transform(w->waves[i], w->turns);
        for (int j = 0; j < ROW; ++j)
            roughness->at[i][j] = (float)w->waves[i][(j - FARTHEST) & (POINTS - 1)].re;
    }
    memcpy(roughness->at[POINTS], roughness->at[0], (ROWS - POINTS) * sizeof roughness->at[0]);
}

/* Returns the sum of the coefficients `far` before, behind and on both sides of four coefficients,
 * less four times these. */
static struct four bend_of_four(const struct roughness *roughness, int row, int column, int far)
{
    const float *own = &roughness->at[row][column];
    struct four beside = four_add(four_load(&roughness->at[(row - far) & (POINTS - 1)][column]),
                                  four_load(&roughness->at[(row + far) & (POINTS - 1)][column]));
    struct four around = four_add(four_add(four_load(own - far), four_load(own + far)), beside);
    return four_subtract(around, four_scale(four_load(own), 4.0f));
}

static void find_bends(struct roughness *roughness)
{
    for (int row = 0; row < ROWS; ++row)
        for (int column = FARTHEST; column < POINTS + 4 + FARTHEST; column += FOUR)
            four_store(&roughness->bend[row][column], bend_of_four(roughness, row, column, 1));
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

/* Cells end where a double tells no eighth of them; NAN is in none. */
static int has_cells(double u, double v)
{
    const double most = 0x1p50;
    return fabs(u) < most && fabs(v) < most;
}

double kamm_roughness_at(const struct roughness *roughness, double x_m, double y_m, double slope[2])
{
    double u = (20 * x_m + 21 * y_m) * per_turned_cell, v = (20 * y_m - 21 * x_m) * per_turned_cell;
    double wu[4], wv[4], su[4], sv[4], height = 0, along_u = 0, along_v = 0;
    slope[0] = slope[1] = 0;
    if (!has_cells(u, v)) return 0;
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

/* low + t high */
LANE_INLINE struct four higher_order(struct four low, float t, struct four high)
{
    return four_add(low, four_scale(high, t));
}

/* The four splines at `t`. */
static struct four lane_weights(float t)
{
    struct four cubic = four_of(-1.0f / 6, 0.5f, -0.5f, 1.0f / 6);
    struct four square = higher_order(four_of(0.5f, -1, 0.5f, 0), t, cubic);
    struct four linear = higher_order(four_of(-0.5f, 0, 0.5f, 0), t, square);
    return higher_order(four_of(1.0f / 6, 4.0f / 6, 1.0f / 6, 0), t, linear);
}

static struct four lane_slopes(float t)
{
    struct four square = four_of(-0.5f, 1.5f, -1.5f, 0.5f);
    struct four linear = higher_order(four_of(1, -2, 1, 0), t, square);
    return higher_order(four_of(-0.5f, 0, 0.5f, 0), t, linear);
}

/* Four coefficients of a row, drawn towards those that are `far` before, behind and on both sides. */
static struct four felt_row(const struct roughness *roughness, int row, const struct felt_place *p)
{
    struct four bend = p->far == 1 ? four_load(&roughness->bend[row][p->column])
                                   : bend_of_four(roughness, row, p->column, p->far);
    return higher_order(four_load(&roughness->at[row][p->column]), p->weight, bend);
}

void kamm_find_felt(const struct roughness *roughness, double x_m, double y_m, double apart_m,
                    struct felt_place *place)
{
    double u = (20 * x_m + 21 * y_m) * per_turned_cell, v = (20 * y_m - 21 * x_m) * per_turned_cell;
    double cells = apart_m * (1 / cell_m);
    place->far = 0;
    if (!has_cells(u, v)) return;
    int64_t column = cell_of(u), row = cell_of(v);
    int far = cells < 1.5 ? 1 : cells < FARTHEST ? (int)(cells + 0.5) : FARTHEST;
    place->tu = (float)(u - (double)column);
    place->tv = (float)(v - (double)row);
    place->column = FARTHEST + (int32_t)(column & (POINTS - 1));
    place->row = (int32_t)(row & (POINTS - 1));
    place->far = far;
    place->weight = (float)(cells * cells / (6 * far * far));
    for (int i = 0; i < 4; ++i) {
        KAMM_PREFETCH(&roughness->at[place->row + i][place->column]);
        KAMM_PREFETCH(&roughness->bend[place->row + i][place->column]);
    }
}

/* Values before the sum over the columns: the height, and its slopes along both axes of the tile. */
struct felt_columns {
    struct four height, by_u, by_v;
};

static struct felt_columns feel_columns(const struct roughness *roughness,
                                        const struct felt_place *p)
{
    struct four wu = lane_weights(p->tu), wv = lane_weights(p->tv), sv = lane_slopes(p->tv);
    struct four across = four_of(0, 0, 0, 0), along_v = across;
    for (int i = 0; i < FOUR; ++i) {
        struct four felt = felt_row(roughness, p->row + i, p);
        across = higher_order(across, four_at(wv, i), felt);
        along_v = higher_order(along_v, four_at(sv, i), felt);
    }
    return (struct felt_columns){four_multiply(wu, across),
                                 four_multiply(lane_slopes(p->tu), across),
                                 four_multiply(wu, along_v)};
}

/* Number i of each. */
LANE_INLINE struct four across_four(struct four a, struct four b, struct four c, struct four d,
                                    int i)
{
    return four_of(four_at(a, i), four_at(b, i), four_at(c, i), four_at(d, i));
}

/* Returns for each the sum of its own four. */
static struct four sums_of(struct four a, struct four b, struct four c, struct four d)
{
    return four_add(four_add(across_four(a, b, c, d, 0), across_four(a, b, c, d, 1)),
                    four_add(across_four(a, b, c, d, 2), across_four(a, b, c, d, 3)));
}

struct felt_four kamm_feel_four(const struct roughness *roughness,
                                const struct felt_place *const places[4])
{
    const struct four none = four_of(0, 0, 0, 0);
    struct felt_columns of[FOUR];
    struct felt_four felt;
    for (int i = 0; i < FOUR; ++i)
        of[i] = places[i]->far ? feel_columns(roughness, places[i])
                               : (struct felt_columns){none, none, none};
    struct four by_u = sums_of(of[0].by_u, of[1].by_u, of[2].by_u, of[3].by_u);
    struct four by_v = sums_of(of[0].by_v, of[1].by_v, of[2].by_v, of[3].by_v);
    const float scale = (float)(1 / (29 * cell_m));
    four_store(felt.height_m, sums_of(of[0].height, of[1].height, of[2].height, of[3].height));
    four_store(felt.slope[0],
               four_scale(four_subtract(four_scale(by_u, 20.0f), four_scale(by_v, 21.0f)), scale));
    four_store(felt.slope[1],
               four_scale(four_add(four_scale(by_u, 21.0f), four_scale(by_v, 20.0f)), scale));
    return felt;
}
