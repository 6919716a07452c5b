/* Boxes against boxes in thousands of random poses: what must hold for any, and an independent verdict
 * on whether they overlap. */
#include "support/boxes.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

typedef void collide_function(const struct oriented_box *a, const struct oriented_box *b,
                              double margin_m, struct manifold *out);

static void random_size(struct noise *noise, struct oriented_box *box)
{
    for (int k = 0; k < 3; ++k) {
        double size = noise_between(noise, 0.2, 1.2);
        box->half[k] = noise_bits(noise) % 4 ? size : 0.1 * size; /* plates and rods too */
    }
}

static double radius(const struct oriented_box *box) { return sqrt(dot(box->half, box->half)); }

/* Two boxes somewhat near to each other. */
static void random_pair(struct noise *noise, struct oriented_box *a, struct oriented_box *b)
{
    place(a, noise_between(noise, -3, 3), noise_between(noise, -3, 3), noise_between(noise, -3, 3),
          random_rotation(noise));
    random_size(noise, a);
    place(b, 0, 0, 0, random_rotation(noise));
    random_size(noise, b);
    double direction[3] = {1, 0, 0};
    rotate(random_rotation(noise), direction);
    double distance = noise_between(noise, 0.1, 1) * (radius(a) + radius(b));
    for (int k = 0; k < 3; ++k) b->centre[k] = a->centre[k] + distance * direction[k];
}

/* Upright boxes that stand, lean and lie as cars and walls do: yaw only, or flush. */
static void upright_pair(struct noise *noise, struct oriented_box *a, struct oriented_box *b)
{
    random_pair(noise, a, b);
    double yaw = noise_between(noise, -3, 3);
    for (int n = 0; n < 2; ++n) {
        struct oriented_box *box = n ? b : a;
        if (!(noise_bits(noise) & 1)) yaw = noise_between(noise, -3, 3);
        struct oriented_box turned;
        place(&turned, box->centre[0], box->centre[1], box->centre[2], yaw_of(yaw));
        set_half(&turned, box->half[0], box->half[1], box->half[2]);
        *box = turned;
    }
}

static double nearest_in(const struct oriented_box *box, const double from[3], double nearest[3])
{
    double offset[3], square = 0;
    for (int k = 0; k < 3; ++k) offset[k] = from[k] - box->centre[k], nearest[k] = box->centre[k];
    for (int i = 0; i < 3; ++i) {
        double along = fmax(-box->half[i], fmin(box->half[i], dot(offset, box->axis[i])));
        for (int k = 0; k < 3; ++k) nearest[k] += along * box->axis[i][k];
    }
    for (int k = 0; k < 3; ++k) square += (from[k] - nearest[k]) * (from[k] - nearest[k]);
    return sqrt(square);
}

/* Goes to and fro between the nearest points of the boxes (von Neumann's alternating projections). The
 * verdict stands by itself: a point common to both, or a direction that separates them by `gap_m`, at
 * least 1 mm. 0: no verdict. */
enum verdict { UNDECIDED, TOGETHER, APART };
static enum verdict judge(const struct oriented_box *a, const struct oriented_box *b, double *gap_m)
{
    double on_a[3], on_b[3], direction[3];
    memcpy(on_b, b->centre, sizeof on_b);
    for (int turn = 0; turn < 300; ++turn) {
        nearest_in(a, on_b, on_a);
        double distance = nearest_in(b, on_a, on_b);
        if (distance < 1e-9) return TOGETHER;
        if (turn % 20 != 19) continue;
        for (int k = 0; k < 3; ++k) direction[k] = (on_b[k] - on_a[k]) / distance;
        *gap_m = -overlap_along(a, b, direction);
        if (*gap_m > 1e-3) return APART;
    }
    return UNDECIDED;
}

static void agrees_with_alternating_projections(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {11};
    int verdicts[3] = {0};
    for (int n = 0; n < 20000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        double gap = 0;
        (n % 4 ? random_pair : upright_pair)(&noise, &a, &b);
        enum verdict verdict = judge(&a, &b, &gap);
        ++verdicts[verdict];
        kamm_collide_boxes(&a, &b, 0, &m);
        if (verdict == TOGETHER && !m.count) fail_msg("pair %d overlaps without a contact", n);
        if (verdict == APART && m.count) fail_msg("pair %d is %g m apart and touches", n, gap);
        kamm_collide_boxes(&a, &b, 0.05, &m);
        if (verdict == APART && gap > 0.05 && m.count)
            fail_msg("pair %d is %g m apart, beyond the margin, and touches", n, gap);
    }
    print_message("%d pairs overlap, %d are apart, %d too near to tell\n", verdicts[TOGETHER],
                  verdicts[APART], verdicts[UNDECIDED]);
    expect_above(verdicts[TOGETHER], 5000);
    expect_above(verdicts[APART], 5000);
    expect_below(verdicts[UNDECIDED], 400);
}

/* The largest gap along a face's axis of either box. */
static double gap_along_faces(const struct oriented_box *a, const struct oriented_box *b)
{
    double gap = -1e300;
    for (int n = 0; n < 6; ++n)
        gap = fmax(gap, -overlap_along(a, b, n < 3 ? a->axis[n] : b->axis[n - 3]));
    return gap;
}

/* What rules pairs out before they are collided. */
static void boxes_are_apart_where_a_face_is(void **state)
{
    (void)state;
    struct noise noise = {12};
    int apart = 0;
    for (int n = 0; n < 20000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        double margin = noise_between(&noise, 0, 0.3);
        (n % 4 ? random_pair : upright_pair)(&noise, &a, &b);
        double gap = gap_along_faces(&a, &b);
        if (fabs(gap - margin) < 1e-9) continue;
        if (kamm_boxes_are_apart(&a, &b, margin) != (gap > margin))
            fail_msg("pair %d: %g m along its faces, margin %g m", n, gap, margin);
        kamm_collide_boxes(&a, &b, margin, &m);
        if (gap > margin) assert_int_equal(m.count, 0);
        apart += gap > margin;
    }
    expect_above(apart, 2000);
    expect_below(apart, 18000);
}

/* Of many directions none leads out of the overlap by a clearly shorter way than the normal. */
static void the_normal_is_the_shortest_way_out(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {12};
    for (int n = 0; n < 3000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        random_pair(&noise, &a, &b);
        kamm_collide_boxes(&a, &b, 0, &m);
        if (!m.count) continue;
        double depth = overlap_along(&a, &b, m.normal);
        double bias = 7e-4 + 0.07 * depth;
        for (int k = 0; k < 100; ++k) {
            double direction[3] = {0, 0, 1};
            rotate(random_rotation(&noise), direction);
            if (overlap_along(&a, &b, direction) < depth - bias)
                fail_msg("pair %d: %g m along the normal, %g along another direction", n, depth,
                         overlap_along(&a, &b, direction));
        }
        for (int k = 0; k < m.count; ++k) expect_above(m.points[k].gap_m, -depth - 1e-9);
    }
}

static void check_manifold(const struct oriented_box *a, const struct oriented_box *b,
                           const struct manifold *m, double margin)
{
    assert_in_range(m->count, 0, MAX_CONTACT_POINTS);
    if (!m->count) return;
    double between[3];
    for (int k = 0; k < 3; ++k) between[k] = b->centre[k] - a->centre[k];
    expect_near(dot(m->normal, m->normal), 1, 1e-12);
    expect_above(dot(m->normal, between), -1e-12);
    for (int n = 0; n < m->count; ++n) {
        assert_true(isfinite(m->points[n].gap_m) && m->points[n].gap_m <= margin);
        for (int k = 0; k < 3; ++k) assert_true(isfinite(m->points[n].at[k]));
    }
    expect_different_features(m);
}

/* Surface points lie in both boxes, but for the corner that stands in where an overlap has no such
 * points, which is rare. */
static void points_lie_on_both_boxes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {13};
    int with_contact = 0, off = 0;
    for (int n = 0; n < 20000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        (n % 4 ? random_pair : upright_pair)(&noise, &a, &b);
        kamm_collide_boxes(&a, &b, 0.05, &m);
        check_manifold(&a, &b, &m, 0.05);
        with_contact += m.count > 0;
        double worst = -1;
        for (int k = 0; k < m.count; ++k)
            for (int side = -1; side <= 1; side += 2) {
                double surface[3];
                for (int i = 0; i < 3; ++i)
                    surface[i] = m.points[k].at[i] + 0.5 * side * m.points[k].gap_m * m.normal[i];
                worst = fmax(worst, outside(side < 0 ? &a : &b, surface));
            }
        off += worst > 1.001e-4;
    }
    print_message("%d pairs with contact, %d with a corner that stands in\n", with_contact, off);
    expect_above(with_contact, 5000);
    expect_below(off, with_contact / 200);
}

static int point_of(const struct manifold *m, const double at[3], double tolerance)
{
    for (int n = 0; n < m->count; ++n) {
        double d = 0;
        for (int k = 0; k < 3; ++k) d = fmax(d, fabs(m->points[n].at[k] - at[k]));
        if (d <= tolerance) return n;
    }
    return -1;
}

static void exchanged_boxes_have_the_same_points(void **state)
{
    (void)state;
    struct noise noise = {14};
    for (int n = 0; n < 10000; ++n) {
        struct oriented_box a, b;
        struct manifold m, exchanged;
        random_pair(&noise, &a, &b);
        collide_function *collide = n % 3 ? kamm_collide_boxes : kamm_collide_boxes_in_plane;
        collide(&a, &b, 0.05, &m);
        collide(&b, &a, 0.05, &exchanged);
        assert_int_equal(exchanged.count, m.count);
        for (int k = 0; k < 3 && m.count; ++k)
            expect_near(exchanged.normal[k], -m.normal[k], 1e-12);
        for (int k = 0; k < m.count; ++k) {
            int same = point_of(&exchanged, m.points[k].at, 1e-12);
            assert_true(same >= 0);
            expect_near(exchanged.points[same].gap_m, m.points[k].gap_m, 1e-12);
        }
    }
}

static void moved_boxes_have_moved_points(void **state)
{
    (void)state;
    struct noise noise = {15};
    for (int n = 0; n < 10000; ++n) {
        struct oriented_box a, b;
        struct manifold m, moved;
        random_pair(&noise, &a, &b);
        kamm_collide_boxes(&a, &b, 0.05, &m);
        struct rotation turn = random_rotation(&noise);
        const double shift[3] = {12, -7, 3};
        for (int box = 0; box < 2; ++box) {
            struct oriented_box *of = box ? &b : &a;
            rotate(turn, of->centre);
            for (int k = 0; k < 3; ++k) of->centre[k] += shift[k];
            turn_more(of, turn);
        }
        kamm_collide_boxes(&a, &b, 0.05, &moved);
        assert_int_equal(moved.count, m.count);
        if (!m.count) continue;
        rotate(turn, m.normal);
        for (int k = 0; k < 3; ++k) expect_near(moved.normal[k], m.normal[k], 1e-9);
        for (int p = 0; p < m.count; ++p) {
            rotate(turn, m.points[p].at);
            for (int k = 0; k < 3; ++k)
                expect_near(moved.points[p].at[k], m.points[p].at[k] + shift[k], 1e-9);
            expect_near(moved.points[p].gap_m, m.points[p].gap_m, 1e-9);
            assert_int_equal(moved.points[p].feature, m.points[p].feature);
        }
    }
}

/* y for -y, in the world and in the box. */
static struct oriented_box mirrored(const struct oriented_box *box)
{
    struct oriented_box m = *box;
    m.centre[1] = -m.centre[1];
    m.axis[0][1] = -m.axis[0][1];
    m.axis[2][1] = -m.axis[2][1];
    m.axis[1][0] = -m.axis[1][0];
    m.axis[1][2] = -m.axis[1][2];
    return m;
}

static void mirrored_boxes_have_mirrored_points_to_the_bit(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {16};
    for (int n = 0; n < 20000; ++n) {
        struct oriented_box a, b;
        struct manifold m, image;
        (n % 4 ? random_pair : upright_pair)(&noise, &a, &b);
        collide_function *collide = n % 3 ? kamm_collide_boxes : kamm_collide_boxes_in_plane;
        collide(&a, &b, 0.05, &m);
        a = mirrored(&a), b = mirrored(&b);
        collide(&a, &b, 0.05, &image);
        assert_int_equal(image.count, m.count);
        for (int k = 0; k < 3 && m.count; ++k)
            assert_true(image.normal[k] == (k == 1 ? -m.normal[k] : m.normal[k]));
        for (int p = 0; p < m.count; ++p) {
            assert_true(image.points[p].gap_m == m.points[p].gap_m);
            for (int k = 0; k < 3; ++k) {
                double at = m.points[p].at[k];
                assert_true(image.points[p].at[k] == (k == 1 ? -at : at));
            }
        }
    }
}

static int same_features(const struct manifold *a, const struct manifold *b)
{
    if (a->count != b->count) return 0;
    for (int n = 0; n < a->count; ++n) {
        int found = 0;
        for (int k = 0; k < b->count; ++k) found |= a->points[n].feature == b->points[k].feature;
        if (!found) return 0;
    }
    return 1;
}

static void stir(struct noise *noise, struct oriented_box *box, double by)
{
    for (int k = 0; k < 3; ++k) {
        box->centre[k] += noise_between(noise, -by, by);
        turn_more(box, turn_of(k, noise_between(noise, -by, by)));
    }
}

/* Crates on the ground slab and on each other, equal ones flush and turned ones, which stir by some 10
 * micrometres: what has met meets again. */
static void features_stay_the_same_in_a_stirred_stack(void **state)
{
    (void)state;
    struct noise noise = {17};
    for (int stack = 0; stack < 60; ++stack) {
        struct oriented_box lower = upright_box(0, 0, 0.5, 0.5, 0.5, 0.5), upper;
        double size = stack % 3 ? 0.5 : 0.3;
        place(&upper, 0, 0, 1 + size - 2e-5, yaw_of(stack % 2 ? 0 : 0.02 * stack));
        set_half(&upper, size, size, size);
        struct manifold first, now;
        kamm_collide_boxes(&lower, &upper, 0.01, &first);
        assert_int_equal(first.count, 4);
        for (int n = 0; n < 50; ++n) {
            struct oriented_box stirred = upper;
            stir(&noise, &stirred, 1e-5);
            kamm_collide_boxes(&lower, &stirred, 0.01, &now);
            if (!same_features(&first, &now)) fail_msg("stack %d has other features", stack);
        }
    }
}

static void features_stay_the_same_in_small_motion(void **state)
{
    (void)state;
    struct noise noise = {18};
    int touching = 0, changed = 0;
    for (int n = 0; n < 10000; ++n) {
        struct oriented_box a, b;
        struct manifold m, later;
        random_pair(&noise, &a, &b);
        kamm_collide_boxes(&a, &b, 0.05, &m);
        stir(&noise, &a, 1e-6);
        kamm_collide_boxes(&a, &b, 0.05, &later);
        touching += m.count > 0;
        changed += !same_features(&m, &later);
    }
    expect_above(touching, 2000);
    expect_below(changed, touching / 500);
}

static void expect_no_buried_normal(const struct oriented_box *box, const struct manifold *m,
                                    double sign)
{
    for (int k = 0; k < 3 && m->count; ++k) {
        double along = sign * dot(box->axis[k], m->normal);
        if (box->buried & box_face(k, 1)) expect_below(along, 0.021);
        if (box->buried & box_face(k, 0)) expect_above(along, -0.021);
    }
}

static void buried_faces_give_no_normal(void **state)
{
    (void)state;
    struct noise noise = {20};
    int with_contact = 0;
    for (int n = 0; n < 10000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        (n % 4 ? upright_pair : random_pair)(&noise, &a, &b);
        a.buried = (uint32_t)(noise_bits(&noise) & noise_bits(&noise) & 63);
        b.buried = (uint32_t)(noise_bits(&noise) & noise_bits(&noise) & 63);
        for (int plane = 0; plane < 2; ++plane) {
            (plane ? kamm_collide_boxes_in_plane : kamm_collide_boxes)(&a, &b, 0.05, &m);
            check_manifold(&a, &b, &m, 0.05);
            expect_no_buried_normal(&a, &m, 1);
            expect_no_buried_normal(&b, &m, -1);
            with_contact += m.count > 0;
        }
    }
    expect_above(with_contact, 4000);
}

/* One buried face leaves other ways out of an overlap. */
static void overlaps_always_have_contacts(void **state)
{
    (void)state;
    struct noise noise = {23};
    int overlaps = 0;
    for (int n = 0; n < 6000; ++n) {
        struct oriented_box a, b;
        struct manifold m;
        double gap;
        (n % 4 ? upright_pair : random_pair)(&noise, &a, &b);
        a.buried = n % 3 ? 1u << noise_bits(&noise) % 4 : 0;
        if (judge(&a, &b, &gap) != TOGETHER) continue;
        ++overlaps;
        kamm_collide_boxes(&a, &b, 0, &m);
        assert_true(m.count > 0);
        kamm_collide_boxes_in_plane(&a, &b, 0, &m);
        assert_true(m.count > 0 || (!(n % 4) && a.buried)); /* a tilted box has other faces there */
    }
    expect_above(overlaps, 2000);
}

/* Flush, parallel, one in the other, in the same place, tiny, huge, far away, next to parallel. */
static void degenerate_pairs_give_valid_manifolds(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {19};
    static const double offsets[] = {0, 0.5, 1, 1 + 1e-12, 1 - 1e-9, 2, 1e-300, -1};
    static const double sizes[] = {0.5, 1, 1e-6, 1e6, 0.25, 1e-3};
    static const double angles[] = {0, PI / 4, PI / 2, 1e-9, 1e-5, 2e-4, PI};
    for (int n = 0; n < 40000; ++n) {
        struct oriented_box boxes[2];
        double far = n % 7 ? 0 : 1e6;
        for (int box = 0; box < 2; ++box) {
            double at[3], half[3];
            for (int k = 0; k < 3; ++k) {
                at[k] = far + (box ? offsets[noise_bits(&noise) % 8] : 0);
                half[k] = sizes[noise_bits(&noise) % 6];
            }
            place(&boxes[box], at[0], at[1], at[2], turn_of(n % 3, angles[noise_bits(&noise) % 7]));
            turn_more(&boxes[box], turn_of(2 - n % 3, angles[noise_bits(&noise) % 7]));
            set_half(&boxes[box], half[0], half[1], half[2]);
        }
        struct manifold m;
        kamm_collide_boxes(&boxes[0], &boxes[1], 0.05, &m);
        check_manifold(&boxes[0], &boxes[1], &m, 0.05);
        kamm_collide_boxes_in_plane(&boxes[0], &boxes[1], 0.05, &m);
        check_manifold(&boxes[0], &boxes[1], &m, 0.05);
    }
    struct oriented_box lost = upright_box(NAN, 0, 0, 1, 1, 1), a = upright_box(0, 0, 0, 1, 1, 1);
    struct manifold m;
    kamm_collide_boxes(&a, &lost, 0.05, &m);
    assert_int_equal(m.count, 0);
    kamm_collide_boxes_in_plane(&a, &lost, 0.05, &m);
    assert_int_equal(m.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_alternating_projections),
        cmocka_unit_test(boxes_are_apart_where_a_face_is),
        cmocka_unit_test(the_normal_is_the_shortest_way_out),
        cmocka_unit_test(points_lie_on_both_boxes),
        cmocka_unit_test(exchanged_boxes_have_the_same_points),
        cmocka_unit_test(moved_boxes_have_moved_points),
        cmocka_unit_test(mirrored_boxes_have_mirrored_points_to_the_bit),
        cmocka_unit_test(features_stay_the_same_in_a_stirred_stack),
        cmocka_unit_test(features_stay_the_same_in_small_motion),
        cmocka_unit_test(buried_faces_give_no_normal),
        cmocka_unit_test(overlaps_always_have_contacts),
        cmocka_unit_test(degenerate_pairs_give_valid_manifolds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
