/* Boxes against boxes: contacts whose place is known beforehand. */
#include "support/boxes.h"

#include <math.h>

/* Every way of pointing along the axes: which axis goes where, and to which side. */
static const int AXES[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

static void box_on_each_face_has_four_points(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis) {
        for (int side = -1; side <= 1; side += 2) {
            struct oriented_box a = upright_box(1, 2, 3, 1.5, 1.0, 0.5), b = a;
            const double gap = -0.02, offset = 0.3;
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            b.half[u] = 0.2, b.half[v] = 0.25;
            b.centre[axis] += side * (a.half[axis] + b.half[axis] + gap);
            b.centre[u] += offset;
            struct manifold m;
            kamm_collide_boxes(&a, &b, 0.01, &m);
            assert_int_equal(m.count, 4);
            for (int k = 0; k < 3; ++k) expect_near(m.normal[k], k == axis ? side : 0, 0);
            for (int n = 0; n < 4; ++n) {
                expect_near(m.points[n].gap_m, gap, 1e-12);
                expect_near(m.points[n].at[axis],
                            a.centre[axis] + side * (a.half[axis] + 0.5 * gap), 1e-12);
                expect_near(fabs(m.points[n].at[u] - b.centre[u]), 0.2, 1e-12);
                expect_near(fabs(m.points[n].at[v] - b.centre[v]), 0.25, 1e-12);
            }
            expect_different_features(&m);
        }
    }
}

/* A square that is turned by 45 degrees over one with sides of 1.2 of its own: an octagon. */
static void turned_box_keeps_four_of_eight_points(void **state)
{
    (void)state;
    struct oriented_box a = upright_box(0, 0, 0, 0.6, 0.6, 0.5), b;
    place(&b, 0.003, 0.002, 0.999, yaw_of(PI / 4));
    set_half(&b, 0.6, 0.6, 0.5);
    struct manifold m;
    kamm_collide_boxes(&a, &b, 0.01, &m);
    assert_int_equal(m.count, 4);
    expect_near(m.normal[2], 1, 0);
    for (int n = 0; n < 4; ++n) {
        expect_near(m.points[n].gap_m, -0.001, 1e-12);
        expect_points_in_both(&a, &b, &m, 1e-12);
    }
    /* The octagon has 1.19 m², the best four of its corners 0.84 m². */
    expect_above(area_of(&m), 0.7);
    expect_different_features(&m);
}

/* The same, tilted to any side: the octagon's lowest corner is among the four. */
static void the_deepest_point_is_kept(void **state)
{
    (void)state;
    const double tilt = 0.005, half = 0.5, far = 0.6, near = half * sqrt(2.0) - far;
    for (int n = 0; n < 128; ++n) { /* the shift decides where the points are counted from */
        struct oriented_box a = upright_box(0, 0, 0, 0.6, 0.6, 0.5), b;
        struct rotation turn = yaw_of(0.1 + n * PI / 16);
        double axis[3] = {1, 0, 0}, min = 0;
        rotate(turn, axis);
        struct rotation lean = {
            {cos(0.5 * tilt), axis[0] * sin(0.5 * tilt), axis[1] * sin(0.5 * tilt), 0}};
        place(&b, n & 32 ? 0.004 : -0.004, n & 64 ? 0.003 : -0.003, 1, yaw_of(PI / 4));
        turn_more(&b, lean);
        set_half(&b, half, half, 0.5);
        for (int corner = 0; corner < 8; ++corner) {
            double x = corner & 1 ? far : near, y = corner & 1 ? near : far;
            double at[2] = {corner & 2 ? x : -x, corner & 4 ? y : -y};
            min = fmin(min, tilt * (axis[0] * at[1] - axis[1] * at[0]));
        }
        struct manifold m;
        kamm_collide_boxes(&a, &b, 0.1, &m);
        assert_int_equal(m.count, 4);
        double deepest = 0;
        for (int k = 0; k < 4; ++k) deepest = fmin(deepest, m.points[k].gap_m);
        expect_near(deepest, min, 1.1e-4);
    }
}

static void box_over_the_border_has_points_in_both(void **state)
{
    (void)state;
    struct oriented_box a = upright_box(0, 0, 0, 1, 1, 1), b;
    for (int n = 0; n < 16; ++n) { /* turned about the normal, half beyond the border */
        place(&b, 1, 0.1, 1.5 + 0.004, yaw_of(n * PI / 32));
        set_half(&b, 0.4, 0.3, 0.5);
        struct manifold m;
        kamm_collide_boxes(&a, &b, 0.01, &m);
        assert_in_range(m.count, 3, 4);
        expect_points_in_both(&a, &b, &m, 1e-12);
        for (int k = 0; k < m.count; ++k) expect_near(m.points[k].gap_m, 0.004, 1e-12);
        if (n == 0) expect_near(area_of(&m), 0.4 * 0.6, 1e-12);
        expect_different_features(&m);
    }
}

/* Two rods, each turned by 45 degrees about itself, cross at some angle: edge against edge. */
static void rods_cross(double angle_rad)
{
    const double h = 0.1, gap = -0.003, edge = h * sqrt(2.0);
    struct oriented_box a, b;
    place(&a, 0, 0, 0, turn_of(0, PI / 4));
    set_half(&a, 2, h, h);
    place(&b, 0.7, 0.4 * tan(angle_rad), 2 * edge + gap, turn_of(0, PI / 4));
    b.centre[0] += 0.4;
    turn_more(&b, yaw_of(angle_rad));
    set_half(&b, 2, h, h);
    struct manifold m;
    kamm_collide_boxes(&a, &b, 0.01, &m);
    assert_int_equal(m.count, 1);
    expect_near(m.normal[0], 0, 1e-12);
    expect_near(m.normal[1], 0, 1e-12);
    expect_near(m.normal[2], 1, 1e-12);
    expect_near(m.points[0].gap_m, gap, 1e-12);
    expect_near(m.points[0].at[0], 0.7, 1e-10);
    expect_near(m.points[0].at[1], 0, 1e-10);
    expect_near(m.points[0].at[2], edge + 0.5 * gap, 1e-12);
}

static void crossing_edges_have_one_point(void **state)
{
    (void)state;
    for (double angle = 0.01; angle < 0.5 * PI - 0.4; angle *= 1.7) rods_cross(angle);
    /* Beyond the end of the first no line is crossed. */
    const double h = 0.1, edge = h * sqrt(2.0);
    struct oriented_box a, b;
    struct manifold m;
    place(&a, 0, 0, 0, turn_of(0, PI / 4));
    set_half(&a, 2, h, h);
    place(&b, 2 - 0.001, 0.4, 2 * edge + 0.003, turn_of(1, PI / 4));
    set_half(&b, h, 1, h);
    kamm_collide_boxes(&a, &b, 0.01, &m);
    assert_int_equal(m.count, 1);
    b.centre[0] = 2 + 0.001;
    kamm_collide_boxes(&a, &b, 0.01, &m);
    assert_int_equal(m.count, 0);
}

/* A cube that stands on a corner. */
static void corner_on_a_face_has_one_point(void **state)
{
    (void)state;
    const double h = 0.5, gap = -0.004;
    struct oriented_box a = upright_box(0, 0, -1, 3, 3, 1), b;
    place(&b, 0.25, -0.5, h * sqrt(3.0) + gap, turn_of(0, PI / 4));
    turn_more(&b, turn_of(1, atan(sqrt(0.5))));
    set_half(&b, h, h, h);
    struct manifold m;
    kamm_collide_boxes(&a, &b, 0.1, &m);
    assert_int_equal(m.count, 1);
    expect_near(m.normal[2], 1, 0);
    expect_near(m.points[0].gap_m, gap, 1e-12);
    expect_near(m.points[0].at[0], 0.25, 1e-12);
    expect_near(m.points[0].at[1], -0.5, 1e-12);
    expect_near(m.points[0].at[2], 0.5 * gap, 1e-12);
}

static void deep_penetration_leaves_the_shortest_way(void **state)
{
    (void)state;
    for (int n = 0; n < 6; ++n) {
        struct oriented_box a = upright_box(0, 0, 0, 1, 1, 1), b = a;
        b.centre[AXES[n][0]] = 1.2, b.centre[AXES[n][1]] = 0.5, b.centre[AXES[n][2]] = -0.9;
        struct manifold m;
        kamm_collide_boxes(&a, &b, 0, &m);
        assert_int_equal(m.count, 4);
        for (int k = 0; k < 3; ++k) expect_near(m.normal[k], k == AXES[n][0], 0);
        for (int k = 0; k < 4; ++k) expect_near(m.points[k].gap_m, -0.8, 1e-12);
        expect_points_in_both(&a, &b, &m, 1e-12);
    }
}

static void boxes_beyond_the_margin_have_no_points(void **state)
{
    (void)state;
    struct oriented_box a = upright_box(0, 0, 0, 1, 1, 1), b = upright_box(2.05, 0.1, 0, 1, 1, 1);
    struct manifold m;
    kamm_collide_boxes(&a, &b, 0.05 + 1e-9, &m);
    assert_int_equal(m.count, 4);
    expect_near(m.points[0].gap_m, 0.05, 1e-12);
    kamm_collide_boxes(&a, &b, 0.05 - 1e-9, &m);
    assert_int_equal(m.count, 0);
    kamm_collide_boxes_in_plane(&a, &b, 0.05 + 1e-9, &m);
    assert_int_equal(m.count, 2);
    kamm_collide_boxes_in_plane(&a, &b, 0.05 - 1e-9, &m);
    assert_int_equal(m.count, 0);
    /* Corner to corner, without facing each other: a car may pass. */
    b.centre[1] = 2.03;
    kamm_collide_boxes(&a, &b, 0.1, &m);
    assert_int_equal(m.count, 0);
}

/* What a substep at 83 m/s may do: a car 7 cm inside a wall, at any angle, is pushed out of the wall's
 * face, whichever corner or side it came with. */
static void car_inside_a_thin_wall_is_pushed_out_of_its_face(void **state)
{
    (void)state;
    struct oriented_box wall = upright_box(10, 0, 0.5, 0.15, 20, 0.5), car;
    for (int n = -8; n <= 8; ++n) {
        double yaw = n * PI / 18;
        place(&car, 0, 0.3, 0.7, yaw_of(yaw));
        turn_more(&car, turn_of(1, 0.02)); /* nose down */
        set_half(&car, 2.2, 0.9, 0.5);
        double min[3], max[3];
        kamm_box_bounds(&car, min, max);
        car.centre[0] += 9.85 + 0.07 - max[0];
        struct manifold m;
        kamm_collide_boxes(&car, &wall, 0.07, &m);
        assert_in_range(m.count, 1, 4);
        expect_above(m.normal[0], cos(0.021));
        double deepest = 0;
        for (int k = 0; k < m.count; ++k)
            if (m.points[k].gap_m < deepest) deepest = m.points[k].gap_m;
        expect_near(deepest, -0.07, 0.021);
        kamm_collide_boxes_in_plane(&car, &wall, 0.07, &m);
        assert_in_range(m.count, 1, 2);
        expect_near(m.normal[0], 1, 1e-12);
    }
}

/* Along a wall in pieces, pressed against it by a millimetre or just beside it: the ends of the pieces do
 * not stop what slides over the joint, but the end of the wall does stop what runs against it. */
static void joints_of_a_wall_do_not_stop_a_sliding_car(void **state)
{
    (void)state;
    for (int bend = 0; bend <= 10; bend += 5) { /* degrees, to the car's side */
        double yaw = bend * PI / 180;
        struct oriented_box wall[2];
        place(&wall[0], -5, 0, 0.5, yaw_of(0));
        set_half(&wall[0], 5, 0.15, 0.5);
        place(&wall[1], 5 * cos(yaw), 5 * sin(yaw), 0.7, yaw_of(yaw));
        set_half(&wall[1], 5, 0.15, 0.5);
        assert_int_equal(kamm_buried_faces(&wall[0], &wall[1]), box_face(0, 1));
        assert_int_equal(kamm_buried_faces(&wall[1], &wall[0]), box_face(0, 0));
        for (int k = 0; k < 2; ++k) wall[k].buried = kamm_buried_faces(&wall[k], &wall[!k]);
        for (int n = 0; n < 400; ++n) {
            struct oriented_box car;
            double turned = ((n & 3) - 1) * 0.05, min[3], max[3];
            place(&car, -2.3 + 0.003 * n, 0, 0.7, yaw_of(turned));
            set_half(&car, 2.2, 0.9, 0.5);
            kamm_box_bounds(&car, min, max);
            car.centre[1] = 0.15 - min[1] + (n & 4 ? 0.001 : -0.001);
            for (int k = 0; k < 4; ++k) {
                struct manifold m;
                (k & 1 ? kamm_collide_boxes : kamm_collide_boxes_in_plane)(&car, &wall[k / 2], 0.05,
                                                                           &m);
                for (int i = 0; i < m.count; ++i) expect_below(m.normal[1], -0.98);
                if (k / 2 && max[0] < -0.03)
                    assert_int_equal(m.count, 0); /* it has not come to that piece */
            }
        }
        struct oriented_box car = upright_box(-10 - 2.2 - 0.02, 0.5, 0.5, 2.2, 0.9, 0.5);
        struct manifold m;
        kamm_collide_boxes(&car, &wall[0], 0.05, &m);
        assert_int_equal(m.count, 4);
        expect_near(m.normal[0], 1, 0);
    }
}

static void only_covered_faces_are_buried(void **state)
{
    (void)state;
    struct oriented_box wall = upright_box(0, 0, 0.5, 5, 0.15, 0.5);
    struct oriented_box post = upright_box(0, 0.25, 0.5, 0.1, 0.1, 0.5);
    assert_int_equal(kamm_buried_faces(&wall, &post), 0);
    assert_int_equal(kamm_buried_faces(&post, &wall), box_face(1, 0));
    struct oriented_box corner = upright_box(5, 3, 0.5, 0.15, 3, 0.5); /* at a right angle */
    assert_int_equal(kamm_buried_faces(&wall, &corner), 0);
    assert_int_equal(kamm_buried_faces(&corner, &wall), 0);
    struct oriented_box far = upright_box(10.2, 0, 0.5, 5, 0.15, 0.5);
    assert_int_equal(kamm_buried_faces(&wall, &far), 0);
}

static void boxes_in_the_plane_touch_by_their_outlines(void **state)
{
    (void)state;
    struct oriented_box a = upright_box(0, 0, 0.5, 2, 1, 0.5), b;
    place(&b, 2.9, 0.6, 0.8, yaw_of(PI / 2));
    set_half(&b, 2, 1, 0.4);
    struct manifold m;
    kamm_collide_boxes_in_plane(&a, &b, 0.05, &m); /* b reaches from x = 1.9 and y = -1.4 to 2.6 */
    assert_int_equal(m.count, 2);
    expect_near(m.normal[0], 1, 1e-15);
    expect_near(m.normal[2], 0, 0);
    for (int n = 0; n < 2; ++n) {
        expect_near(m.points[n].gap_m, -0.1, 1e-12);
        expect_near(m.points[n].at[0], 1.95, 1e-12);
        expect_near(fabs(m.points[n].at[1]), 1, 1e-12);
        expect_near(m.points[n].at[2], 0.5 * (0.4 + 1.0), 1e-12);
    }
    expect_different_features(&m);
    b.centre[2] = 1.41; /* over it */
    kamm_collide_boxes_in_plane(&a, &b, 0.05, &m);
    assert_int_equal(m.count, 0);
    /* A pole that lies obliquely counts by its shadow. */
    place(&b, 2.4, 0, 0.5, turn_of(1, PI / 3));
    set_half(&b, 0.05, 0.05, 0.5);
    kamm_collide_boxes_in_plane(&a, &b, 0.05, &m);
    expect_near(m.points[0].gap_m, 0.4 - (0.5 * sin(PI / 3) + 0.05 * cos(PI / 3)), 1e-12);
}

static void corners_and_bounds_are_those_of_the_turned_box(void **state)
{
    (void)state;
    struct oriented_box box;
    double corners[8][3], min[3], max[3];
    place(&box, 1, 2, 3, yaw_of(PI / 2));
    set_half(&box, 3, 2, 1);
    kamm_box_corners(&box, corners);
    kamm_box_bounds(&box, min, max);
    expect_near(kamm_box_radius(&box), sqrt(14.0), 1e-12);
    for (int c = 0; c < 8; ++c) { /* x goes to y, y to -x */
        expect_near(corners[c][0], c & 2 ? -1 : 3, 1e-12);
        expect_near(corners[c][1], c & 1 ? 5 : -1, 1e-12);
        expect_near(corners[c][2], c & 4 ? 4 : 2, 1e-12);
    }
    const double expected[2][3] = {{-1, -1, 2}, {3, 5, 4}};
    for (int k = 0; k < 3; ++k) {
        expect_near(min[k], expected[0][k], 1e-12);
        expect_near(max[k], expected[1][k], 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(box_on_each_face_has_four_points),
        cmocka_unit_test(turned_box_keeps_four_of_eight_points),
        cmocka_unit_test(the_deepest_point_is_kept),
        cmocka_unit_test(box_over_the_border_has_points_in_both),
        cmocka_unit_test(crossing_edges_have_one_point),
        cmocka_unit_test(corner_on_a_face_has_one_point),
        cmocka_unit_test(deep_penetration_leaves_the_shortest_way),
        cmocka_unit_test(boxes_beyond_the_margin_have_no_points),
        cmocka_unit_test(car_inside_a_thin_wall_is_pushed_out_of_its_face),
        cmocka_unit_test(joints_of_a_wall_do_not_stop_a_sliding_car),
        cmocka_unit_test(only_covered_faces_are_buried),
        cmocka_unit_test(boxes_in_the_plane_touch_by_their_outlines),
        cmocka_unit_test(corners_and_bounds_are_those_of_the_turned_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
