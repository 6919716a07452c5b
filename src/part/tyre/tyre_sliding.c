/* A tyre that slides is held back: the ground's force takes energy out of the slide. A law that gives a force along it drives the car.
 *
 * The law's force F at a slip s = (slip ratio, -tan of the slip angle) is looked at where the tyre slides: along,
 * across, and both. A slip slides from SLIDES times the slip at which its line reaches friction, no less than SLIDE, to
 * the end of its range. The slips of a sliding wheel are scaled down to that end (tyre_slip.h). Below that a tyre may
 * push along: ply steer, conicity and camber thrust are forces without any slip. The power F s is to be positive there,
 * at all loads of the law, dry and on ice, upright and leaning.
 *
 * What turns the sign of the Magic Formula: sin(C atan x) is negative beyond its second zero, which a C above 2 brings into reach, on
 * ice sooner, as x is slope over friction; vertical shifts above what slides, horizontal ones wider than the range, the side force that
 * slip ratio makes. Camber thrust (SVyg) has no end either: where it is more than what slides, the tyre's camber counts up to the angle
 * at which it is not. */
#include "../../base/error.h"
#include "../../fields/fields.h"
#include "tyre_compile.h"

#include <math.h>
#include <stdio.h>

#define SLIDES 3.0f
#define SLIDE 0.1f
/* Share of the available friction that exceeds the error of a fitted curve (base/arc_series.h). */
#define ROUNDING 1e-3f
#define ICE 0.02f

enum { LOADS = 5, SIZES = 5, BOTH_SIZES = 2, SCAN = 40 };

/* Direction of a slide: along, across or both, each to a side (-1, 0, 1). */
struct slide {
    int along, across;
    float load_n, camber_rad, friction, slip_ratio, tan_slip_angle;
};

static const struct slide_sides {
    int along, across;
} sides[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
enum { ALONG = 0, ACROSS = 2, BOTH = 4, ALL_SIDES = 8 };

static float load_of(const struct tyre_ranges *ranges, float share)
{
    return ranges->load_floor *
           (float)pow((double)(ranges->load_top / ranges->load_floor), (double)share);
}

/* Between where a slip begins to slide, at 0, and its end, at 1. */
static float sliding_slip(float stiffness, float grip, float end, float share)
{
    float from = fminf(fmaxf(SLIDES * grip / stiffness, SLIDE), end);
    return from * (float)pow((double)(end / from), (double)share);
}

static void set_slip(const struct tyre_ranges *ranges, const struct tyre_state *at, float along,
                     float across, struct slide *s)
{
    s->slip_ratio =
        (float)s->along * sliding_slip(at->slip_stiffness, at->grip_x, ranges->slip_bound_x, along);
    s->tan_slip_angle = (float)s->across * sliding_slip(at->cornering_stiffness, at->grip_y,
                                                        ranges->slip_bound_y, across);
}

static int is_driven(const struct tyre_constants *tyre, const struct tyre_state *at,
                     const struct slide *s)
{
    struct tyre_slip slip = {s->slip_ratio, s->tan_slip_angle, 20, s->friction, s->friction, 1};
    struct tyre_force f = kamm_tyre_force(tyre, at, slip);
    float power = f.fx * s->slip_ratio - f.fy * s->tan_slip_angle;
    float most = f.peak_fx * fabsf(s->slip_ratio) + f.peak_fy * fabsf(s->tan_slip_angle);
    return !(power >= -ROUNDING * most);
}

static int driven_to(const struct tyre_constants *tyre, const struct tyre_state *at,
                     struct slide *s)
{
    int both = s->along != 0 && s->across != 0, sizes = both ? BOTH_SIZES : SIZES;
    for (int i = 0; i < sizes * (both ? sizes : 1); ++i) {
        float size = (float)(i % sizes) / (float)(sizes - 1),
              other = both ? (float)(i / sizes) / (float)(sizes - 1) : size;
        set_slip(&tyre->ranges, at, size, other, s);
        if (is_driven(tyre, at, s)) return 1;
    }
    return 0;
}

/* Returns 1 if the force drives the slide at those sides. */
static int finds_driven(const struct tyre_constants *tyre, int from, int to, struct slide *s)
{
    float nominal = fminf(1 / tyre->ranges.inv_nominal_load, tyre->ranges.load_top);
    for (int l = 0; l < LOADS; ++l) {
        s->load_n = l ? load_of(&tyre->ranges, (float)(l - 1) / (LOADS - 2)) : nominal;
        struct tyre_state at = kamm_tyre_prepare(tyre, s->load_n, s->camber_rad);
        for (int i = from; i < to; ++i) {
            s->along = sides[i].along;
            s->across = sides[i].across;
            if (driven_to(tyre, &at, s)) return 1;
        }
    }
    return 0;
}

/* -- which tyres need no search ---------------------------------------------------------------- */

static int all_zero(const float *numbers, int count)
{
    for (int i = 0; i < count; ++i)
        if (numbers[i] < 0 || numbers[i] > 0) return 0;
    return 1;
}

static int has_offsets(const struct magic_formula_constants *k)
{
    return !(all_zero(k->SHx, 2) && all_zero(k->SVx, 2) && all_zero(k->SHy, 2) &&
             all_zero(&k->SHy_g, 1) && all_zero(k->SVy, 2) && all_zero(k->SVyg, 2) &&
             all_zero(&k->has_SVyk, 1) && all_zero(&k->SHxa, 1) && all_zero(k->SHyk, 2) &&
             all_zero(&k->Kya_load[1], 1) && all_zero(&k->Kya_abs_g, 1));
}

/* With shape factors up to 2 and E up to 1 the curves end above 0, weights are never negative, and without offsets each force is
 * against its own slip. Camber shifts the curve across by Kyg0 gamma / Kya, less than where it slides. */
static int opposes_by_form(const struct tyre_constants *tyre)
{
    const struct magic_formula_constants *k = &tyre->magic_formula;
    if (tyre->law == (float)KAMM_TYRE_LINEAR) return 1;
    if (tyre->law != (float)KAMM_TYRE_MAGIC_FORMULA) return 0;
    if (k->Cx > 2 || k->Cy > 2 || has_offsets(k)) return 0;
    float camber = fmaxf(-tyre->ranges.camber_min, tyre->ranges.camber_max);
    for (int end = 0; end < 2; ++end) {
        float load = end ? tyre->ranges.load_top : tyre->ranges.load_floor;
        float change = load * tyre->ranges.inv_nominal_load - 1;
        float friction = fmaxf(k->mu_y[0] + k->mu_y[1] * change, k->mu_y_min);
        float thrust = fabsf(k->Kyg0[0] + k->Kyg0[1] * change) * camber;
        struct tyre_state at = kamm_tyre_prepare(tyre, load, 0);
        if (thrust > friction || thrust * load > SLIDE / 2 * at.cornering_stiffness) return 0;
    }
    return 1;
}

/* -- what is said of it ------------------------------------------------------------------------ */

struct blame {
    const char *path;
    char why[160];
};

static void blame_shape(const char *path, const char *scale, float shape, const char *offsets,
                        struct blame *b)
{
    *b = (struct blame){path, ""};
    if (shape > 2)
        snprintf(b->why, sizeof b->why,
                 "with %s a shape factor of %.4g; one above 2 turns the force; allowed: up to 2",
                 scale, (double)shape);
    else
        snprintf(b->why, sizeof b->why, "or %s shift the force by more than slides; allowed: less",
                 offsets);
}

/* By the first kind of slide that shows it: along, across, both. Of the laws the Magic Formula alone can push an upright tyre. */
static struct blame blame_of(const struct tyre_constants *tyre, struct slide *s)
{
    const struct magic_formula_constants *k = &tyre->magic_formula;
    struct blame b = {"rvy1",
                      "or rvy2 to rvy6, rhx1, rhy1, rhy2: a slip along the wheel makes more side "
                      "force than slides; allowed: less"};
    if (finds_driven(tyre, ALONG, ACROSS, s))
        blame_shape("pcx1", "lcx", k->Cx, "phx1, phx2, pvx1, pvx2 and their scale factors", &b);
    else if (finds_driven(tyre, ACROSS, BOTH, s))
        blame_shape("pcy1", "lcy", k->Cy, "phy1, phy2, pvy1, pvy2 and their scale factors", &b);
    else
        finds_driven(tyre, BOTH, ALL_SIDES, s);
    return b;
}

/* From where to where the force is turned, to the sides of that slide. */
struct extent {
    float load_n[2], slip_ratio[2], tan_slip_angle[2];
};

static void widen(float range[2], float value)
{
    range[0] = fminf(range[0], value);
    range[1] = fmaxf(range[1], value);
}

static struct extent extent_of(const struct tyre_constants *tyre, const struct slide *found)
{
    struct slide s = *found;
    struct extent e = {
        {s.load_n, s.load_n}, {s.slip_ratio, s.slip_ratio}, {s.tan_slip_angle, s.tan_slip_angle}};
    for (int i = 0; i <= SCAN; ++i) {
        s.load_n = load_of(&tyre->ranges, (float)i / SCAN);
        struct tyre_state at = kamm_tyre_prepare(tyre, s.load_n, s.camber_rad);
        for (int j = 0; j <= SCAN; ++j) {
            set_slip(&tyre->ranges, &at, (float)j / SCAN, (float)j / SCAN, &s);
            if (!is_driven(tyre, &at, &s)) continue;
            widen(e.load_n, s.load_n);
            widen(e.slip_ratio, s.slip_ratio);
            widen(e.tan_slip_angle, s.tan_slip_angle);
        }
    }
    return e;
}

static double degrees_of(float tangent) { return atan((double)tangent) * 57.29577951; }

static kamm_result refuse(const kamm_tyre_def *def, const struct tyre_constants *tyre,
                          struct slide *s, kamm_error *error)
{
    struct blame b = blame_of(tyre, s);
    struct extent e = extent_of(tyre, s);
    double value = 0;
    kamm_get_number(kamm_tyre_table(), def, b.path, &value, NULL);
    return kamm_fail(error, KAMM_ERROR_RANGE, b.path,
                     "%s: %g, %s. At %.3g to %.3g N, slip ratios of %.3g to %.3g, slip angles of "
                     "%.3g to %.3g degrees, camber %.3g rad and friction %g the tyre is pushed "
                     "along its slide",
                     b.path, value, b.why, (double)e.load_n[0], (double)e.load_n[1],
                     (double)e.slip_ratio[0], (double)e.slip_ratio[1],
                     degrees_of(e.tan_slip_angle[0]), degrees_of(e.tan_slip_angle[1]),
                     (double)s->camber_rad, (double)s->friction);
}

/* -- the check --------------------------------------------------------------------------------- */

static int driven_upright(const struct tyre_constants *tyre, struct slide *s)
{
    static const float frictions[] = {1, 0.2f, ICE};
    s->camber_rad = 0;
    for (int i = 0; i < 3; ++i) {
        s->friction = frictions[i];
        if (finds_driven(tyre, ALONG, ALL_SIDES, s)) return 1;
    }
    return 0;
}

static int driven_leaning(const struct tyre_constants *tyre, float share, struct slide *s)
{
    static const struct {
        float friction, share;
    } leaning[] = {{1, 1}, {ICE, 1}, {ICE, 0.5f}};
    for (int i = 0; i < 6; ++i) {
        float limit = i % 2 ? tyre->ranges.camber_max : tyre->ranges.camber_min;
        s->friction = leaning[i / 2].friction;
        s->camber_rad = share * leaning[i / 2].share * limit;
        if (finds_driven(tyre, ALONG, ALL_SIDES, s)) return 1;
    }
    return 0;
}

/* The share of the range of camber in which the tyre is held back. */
static float camber_share(const struct tyre_constants *tyre)
{
    float low = 0, high = 1;
    struct slide s;
    for (int i = 0; i < 8; ++i) {
        float middle = (low + high) / 2;
        *(driven_leaning(tyre, middle, &s) ? &high : &low) = middle;
    }
    return low;
}

kamm_result kamm_bound_sliding(const kamm_tyre_def *def, struct tyre_constants *tyre,
                               kamm_error *error)
{
    struct slide s;
    if (opposes_by_form(tyre)) return KAMM_OK;
    if (driven_upright(tyre, &s)) return refuse(def, tyre, &s, error);
    if (!driven_leaning(tyre, 1, &s)) return KAMM_OK;
    float share = camber_share(tyre);
    tyre->ranges.camber_min *= share;
    tyre->ranges.camber_max *= share;
    return KAMM_OK;
}
