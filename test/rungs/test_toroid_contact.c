/* The contact of a thick tyre that leans and steers: touch_ground against a torus on a plane in double, up to 60 degrees of camber, on any
 * slope.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"

#include "rungs/full/corner.h"

#include "base/vector_double.h"

#include <math.h>
#include <string.h>

#define CROWN 0.07
#define RADIUS 0.32 /* over the crown's top */

static struct axle_constants thick_tyre(void)
{
    struct axle_constants axle;
    memset(&axle, 0, sizeof axle);
    axle.tyre_vertical.radius_at_rest = (float)RADIUS;
    axle.tyre_vertical.crown_radius = (float)CROWN;
    return axle;
}

/* Axis and hub of a wheel, and a plane n.p + height = 0. */
struct standing {
    double axis[3], hub[3], normal[3], height;
};

static double unit(double v[3])
{
    double length = sqrt(dot3(v, v));
    for (int i = 0; i < 3; ++i) v[i] /= length;
    return length;
}

static struct corner touched(const struct standing *s)
{
    const struct axle_constants axle = thick_tyre();
    struct corner k;
    struct corner_ground ground;
    memset(&k, 0, sizeof k);
    memset(&ground, 0, sizeof ground);
    k.axis = (vec3){(float)s->axis[0], (float)s->axis[1], (float)s->axis[2]};
    k.hub = (vec3){(float)s->hub[0], (float)s->hub[1], (float)s->hub[2]};
    ground.normal = (vec3){(float)s->normal[0], (float)s->normal[1], (float)s->normal[2]};
    ground.height_m = (float)s->height;
    ground.friction = 1;
    touch_ground(&axle, (struct wheel_place){0, 0}, &k, &ground, 0);
    return k;
}

/* Points left with the wheel steered, leaning to the left by `camber`: its top goes left, its axis down. */
static struct standing stand(double camber, double steer, double slope_x, double slope_y,
                             double deflection)
{
    struct standing s = {{-sin(steer) * cos(camber), cos(steer) * cos(camber), -sin(camber)},
                         {0.3, -0.2, 0.25},
                         {slope_x, slope_y, 1},
                         0};
    unit(s.normal);
    unit(s.axis);
    double along = dot3(s.axis, s.normal), level = sqrt(1 - along * along);
    s.height = (RADIUS - CROWN) * level + CROWN - deflection - dot3(s.normal, s.hub);
    return s;
}

/* The deepest point of a torus below the plane, found by trying: its depth, and the place on the plane below it. */
static double deepest_point(const struct standing *s, double foot[3])
{
    double radial[2][3], helper[3] = {1, 0.1, 0}, turn = 0, tube = 0, best = -1e9;
    cross3(s->axis, helper, radial[0]);
    unit(radial[0]);
    cross3(s->axis, radial[0], radial[1]);
    double span = 4;
    for (int round = 0; round < 14; ++round, span /= 4) {
        double middle[2] = {turn, tube};
        for (int i = -8; i <= 8; ++i)
            for (int j = -8; j <= 8; ++j) {
                double a = middle[0] + span * i / 8, b = middle[1] + span * j / 8, p[3];
                for (int d = 0; d < 3; ++d) {
                    double out = cos(a) * radial[0][d] + sin(a) * radial[1][d];
                    p[d] = s->hub[d] + (RADIUS - CROWN + CROWN * cos(b)) * out +
                           CROWN * sin(b) * s->axis[d];
                }
                double depth = -(dot3(s->normal, p) + s->height);
                if (depth <= best) continue;
                best = depth, turn = a, tube = b;
                for (int d = 0; d < 3; ++d) foot[d] = p[d] + depth * s->normal[d];
            }
    }
    return best;
}

static const double slopes[][2] = {{0, 0}, {0.2, 0}, {-0.1, 0.3}, {0, -0.6}};

static void the_contact_is_that_of_a_torus_on_a_plane(void **state)
{
    double worst_depth = 0, worst_place = 0, most = 0;
    (void)state;
    for (int slope = 0; slope < 4; ++slope)
        for (double camber = -1.05; camber < 1.06; camber += 0.15)
            for (double steer = -0.6; steer < 0.7; steer += 0.4) {
                struct standing s = stand(camber, steer, slopes[slope][0], slopes[slope][1], 0.012);
                double along = dot3(s.axis, s.normal), foot[3];
                if (fabs(along) > sin(1.06)) continue;
                struct corner k = touched(&s);
                double depth = deepest_point(&s, foot), off[3];
                off[0] = (double)k.contact.x - foot[0], off[1] = (double)k.contact.y - foot[1];
                off[2] = (double)k.contact.z - foot[2];
                worst_depth = fmax(worst_depth, fabs((double)k.deflection_m - depth));
                worst_place = fmax(worst_place, sqrt(dot3(off, off)));
                most = fmax(most, fabs((double)k.camber_rad));
                expect_near(depth, 0.012, 1e-9);
                expect_near(sin((double)k.camber_rad), along, 1e-6);
                expect_near((double)k.crown_drop_m, CROWN * (1 - sqrt(1 - along * along)), 1e-7);
            }
    print_message("depth off by %.2g um, place by %.2g um, up to %.0f degrees\n", 1e6 * worst_depth,
                  1e6 * worst_place, most * 180 / PI);
    expect_above(most, 1.04);
    expect_below(worst_depth, 3e-7);
    expect_below(worst_place, 2e-5); /* as well as trying finds it */
}

/* The load does work by the deflection: it grows as fast as the wheel's material at the contact sinks, however the wheel moves. So the
 * toroid's load has no moment about the contact but by where it is, and gives no energy. */
static void deflection_grows_as_the_contact_sinks(void **state)
{
    static const double turns[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.5, -0.4, 0.8}};
    double worst = 0;
    (void)state;
    for (int i = 0; i < 4 * 4 * 15; ++i) {
        const double *w = turns[i % 4];
        struct standing s =
            stand(0.15 * (i / 16 - 7), 0.3, slopes[i / 4 % 4][0], slopes[i / 4 % 4][1], 0.012);
        if (fabs(dot3(s.axis, s.normal)) > sin(1.06)) continue;
        const double v[3] = {0.3, -0.2, 0.1}, h = 2e-3;
        struct corner k = touched(&s);
        double arm[3] = {(double)k.contact.x - s.hub[0], (double)k.contact.y - s.hub[1],
                         (double)k.contact.z - s.hub[2]};
        double at[3], depth[2];
        cross3(w, arm, at);
        for (int side = 0; side < 2; ++side) {
            struct standing moved = s;
            double by = side ? h : -h, turned[3];
            cross3(w, s.axis, turned);
            for (int d = 0; d < 3; ++d) moved.hub[d] += by * v[d], moved.axis[d] += by * turned[d];
            unit(moved.axis);
            depth[side] = (double)touched(&moved).deflection_m;
        }
        double sinks = -(dot3(v, s.normal) + dot3(at, s.normal));
        worst = fmax(worst, fabs((depth[1] - depth[0]) / (2 * h) - sinks));
    }
    print_message("off by %.2g m/s of some 0.3\n", worst);
    expect_below(worst, 2e-4);
}

/* As the wheel leans from side to side nothing jumps, and the mirrored wheel has the mirrored bits. */
static void the_contact_moves_steadily_and_is_mirrored(void **state)
{
    const double step = 1e-3;
    struct standing s = stand(-1.2, 0, 0, 0, 0.012);
    struct corner before = touched(&s);
    (void)state;
    for (double camber = -1.2 + step; camber < 1.2; camber += step) {
        s = stand(camber, 0, 0, 0, 0.012);
        struct corner k = touched(&s);
        /* Its top goes left, so the disc's rim goes right below the hub. */
        double moved = (double)(k.contact.y - before.contact.y);
        expect_near(moved, (RADIUS - CROWN) * (sin(camber - step) - sin(camber)), 2e-6);
        expect_near((double)(k.loaded_radius_m - before.loaded_radius_m),
                    (CROWN - 0.012) * (cos(camber) - cos(camber - step)), 2e-6);
        before = k;
        s = stand(camber, 0.2, 0.1, 0.15, 0.012);
        s.hub[1] = 0, s.height = 0.3;
        struct standing other = s;
        other.axis[0] = -s.axis[0], other.axis[2] = -s.axis[2], other.normal[1] = -s.normal[1];
        k = touched(&s);
        struct corner m = touched(&other);
        assert_true(m.contact.x == k.contact.x && m.contact.y == -k.contact.y &&
                    m.contact.z == k.contact.z && m.deflection_m == k.deflection_m &&
                    m.camber_rad == -k.camber_rad && m.loaded_radius_m == k.loaded_radius_m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_contact_is_that_of_a_torus_on_a_plane),
        cmocka_unit_test(deflection_grows_as_the_contact_sinks),
        cmocka_unit_test(the_contact_moves_steadily_and_is_mirrored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
