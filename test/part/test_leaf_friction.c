/* Friction of leaf springs in proportion to their load: its loop, what it stores and loses, and the loop of SAE 800905.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "part/dry_friction.h"
#include "part/suspension.h"
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>

/* A leaf spring: its force at rest, rate, half-width of the loop as a share, and travel over which friction builds up. */
struct leaf {
    double load_n, n_per_m, share, travel_m;
};

static struct suspension_constants constants_of(struct leaf leaf)
{
    struct suspension_constants c = {0};
    c.preload_n = (float)leaf.load_n;
    c.spring_n_per_m = (float)leaf.n_per_m;
    c.bump_travel_m = c.rebound_travel_m = 1;
    c.leaf_friction = (float)leaf.share;
    c.least_leaf_friction_n = (float)(leaf.share * leaf.n_per_m * leaf.travel_m / 2);
    c.inverse_friction_travel = (float)(1 / leaf.travel_m);
    return c;
}

static double stored_j(const struct suspension_constants *c, double travel, double share)
{
    return 0.5 * (double)friction_capacity(c, (float)travel) * share * share /
           (double)c->inverse_friction_travel;
}

static const struct leaf leaves[] = {
    {20e3, 200e3, 0.10, 0.002}, /* a truck's front axle */
    {45e3, 1026e3, 0.15, 0.003},
    {7e3, 60e3, 0.05, 0.0015}, /* parabolic */
};
enum { LEAVES = sizeof leaves / sizeof *leaves };

/* The last stroke of many to and fro of that amplitude, in so many pieces each: work, and the share at its end. */
static double loop_area_j(struct leaf leaf, double amplitude_m, int pieces, double *share_at_end)
{
    struct suspension_constants c = constants_of(leaf);
    double area = 0;
    float share = 0;
    for (int stroke = 0; stroke < 40; ++stroke)
        for (int i = 0; i < pieces; ++i) {
            double way = (stroke % 2 ? -2 : 2) * amplitude_m / pieces;
            double before = share,
                   middle = (stroke % 2 ? amplitude_m : -amplitude_m) + (i + 0.5) * way;
            share = leaf_friction_share(share, (float)way, c.inverse_friction_travel, 1);
            if (stroke < 38) continue;
            area +=
                (double)friction_capacity(&c, (float)middle) * 0.5 * (before + (double)share) * way;
        }
    *share_at_end = share;
    return area;
}

/* Half of the height is C s with s from -tanh(a/b) to tanh(a/b): 4 C (a - b tanh(a/b)) at the mean load. */
static void a_closed_loop_has_the_area_of_the_closed_form(void **state)
{
    (void)state;
    static const double amplitudes_m[] = {0.0005, 0.002, 0.01, 0.03};
    for (int l = 0; l < LEAVES; ++l)
        for (int i = 0; i < 4; ++i) {
            const struct leaf *leaf = &leaves[l];
            double a = amplitudes_m[i], b = leaf->travel_m, end;
            double area = loop_area_j(*leaf, a, 4000, &end);
            double expected = 4 * leaf->share * leaf->load_n * (a - b * tanh(a / b));
            print_message("%2.0f kN, %4.1f mm: %.4f J, %.4f by the closed form\n",
                          leaf->load_n / 1e3, a * 1e3, area, expected);
            expect_share(area, expected, 0.002);
            expect_near(fabs(end), tanh(a / b), 1e-4);
        }
}

/* SAE 800905 as it stands, between envelopes that lie further out by beta times their slope, by small steps. */
static double sae_force_n(struct leaf leaf, double force_n, double travel_m, double way_m)
{
    enum { PIECES = 20 };
    double sign = way_m < 0 ? -1 : 1, piece = way_m / PIECES;
    for (int i = 0; i < PIECES; ++i) {
        double x = travel_m + (i + 0.5) * piece, spring = leaf.load_n + leaf.n_per_m * x;
        double half = leaf.share * spring + leaf.n_per_m * leaf.travel_m;
        force_n += (spring + sign * half - force_n) * (1 - exp(-fabs(piece) / leaf.travel_m));
    }
    return force_n;
}

static void the_loop_is_that_of_sae_800905(void **state)
{
    (void)state;
    for (int l = 0; l < LEAVES; ++l) {
        struct suspension_constants c = constants_of(leaves[l]);
        double sae = leaves[l].load_n, travel = 0, worst = 0;
        float share = 0;
        for (int i = 0; i < 4000; ++i) {
            double next = 0.02 * sin(0.003 * (i + 1)) + 0.006 * sin(0.021 * (i + 1));
            sae = sae_force_n(leaves[l], sae, travel, next - travel);
            share =
                leaf_friction_share(share, (float)(next - travel), c.inverse_friction_travel, 1);
            travel = next;
            double force = (double)spring_force(&c, (float)travel) +
                           (double)friction_capacity(&c, (float)travel) * (double)share;
            if (i > 100) worst = fmax(worst, fabs(force - sae));
        }
        double half = leaves[l].share * leaves[l].load_n;
        print_message("%2.0f kN: up to %.0f N beside it, of a loop %.0f N high\n",
                      leaves[l].load_n / 1e3, worst, 2 * half);
        expect_below(worst, 0.16 * half);
    }
}

/* Whatever the way, and the pieces that it comes in: what was put in is at least what is stored. */
static void it_never_gives_back_more_than_it_took(void **state)
{
    (void)state;
    struct noise noise = {5};
    double least = 1e9;
    for (int history = 0; history < of_tier(300, 20000); ++history) {
        struct leaf leaf = leaves[history % LEAVES];
        leaf.share = noise_between(&noise, 0.01, 0.5);
        struct suspension_constants c = constants_of(leaf);
        double travel = 0, work = 0, most_way = pow(10, noise_between(&noise, -5, -1.3));
        float share = 0;
        for (int i = 0; i < 200; ++i) {
            double way = noise_between(&noise, -most_way, most_way);
            if (fabs(travel + way) > 0.2) way = -way;
            share = leaf_friction_share(share, (float)way, c.inverse_friction_travel, 1);
            /* The spring goes slack on the way: the capacity has its least there. */
            double middle = (double)friction_capacity(&c, (float)(travel + way / 2));
            work += middle * (double)share * way;
            travel += way;
            double stored = stored_j(&c, travel, share), scale = leaf.share * leaf.load_n * 0.002;
            least = fmin(least, (work - stored) / scale);
        }
    }
    print_message("least loss %.2g of what friction can store\n", least);
    expect_above(least, -1e-3);
}

/* A substep of any length ends on the same curve. */
static void pieces_do_not_matter(void **state)
{
    (void)state;
    for (int pieces = 1; pieces < 200; pieces *= 3) {
        float share = -0.7f;
        for (int i = 0; i < pieces; ++i)
            share = leaf_friction_share(share, (float)(0.003 / pieces), 500, 1);
        expect_near(share, 1 - 1.7 * exp(-1.5), 2e-5);
    }
    expect_near(leaf_friction_share(0.4f, 1e6f, 500, 1), 1, 1e-6);
    assert_true(leaf_friction_share(0.4f, 0, 500, 1) == 0.4f);
    assert_true(leaf_friction_share(0.4f, -0.0f, 500, 1) == 0.4f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_loop_has_the_area_of_the_closed_form),
        cmocka_unit_test(the_loop_is_that_of_sae_800905),
        cmocka_unit_test(it_never_gives_back_more_than_it_took),
        cmocka_unit_test(pieces_do_not_matter),
    };
    return cmocka_run_group_tests_name("leaf_friction", tests, NULL, NULL);
}
