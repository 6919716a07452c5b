/* Mass properties of bodies made of boxes, against closed forms.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/boxes.h"
#include "support/world.h"

#include <math.h>
#include <string.h>

#include "base/quaternion.h"
#include "world/bodies/body_mass.h"

static kamm_box box_at(double x, double y, double z, double half_x, double half_y, double half_z)
{
    return (kamm_box){
        .centre_m = {x, y, z}, .half_m = {half_x, half_y, half_z}, .orientation = {1, 0, 0, 0}};
}

static void expect_inverse(const struct body_mass *mass)
{
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            double sum = 0;
            for (int n = 0; n < 3; ++n)
                sum += mass->inertia_kgm2[i][n] * mass->inverse_inertia[n][k];
            expect_near(sum, i == k, 1e-12);
            expect_near(mass->inertia_kgm2[i][k], mass->inertia_kgm2[k][i], 1e-12);
        }
}

static void inertia_of_one_box_is_the_closed_form(void **state)
{
    (void)state;
    kamm_body_def crate = {
        .shapes[0].box = box_at(0.1, 0.2, 0.3, 1, 2, 3), .shape_count = 1, .mass_kg = 12};
    struct body_mass mass;
    kamm_find_body_mass(&crate, &mass);
    expect_near(mass.mass_kg, 12, 0);
    const double inertia[3] = {4.0 * (4 + 9), 4.0 * (1 + 9), 4.0 * (1 + 4)}; /* m/3 (b² + c²) */
    for (int i = 0; i < 3; ++i) {
        expect_near(mass.centre_m[i], 0.1 * (i + 1), 1e-15);
        for (int k = 0; k < 3; ++k)
            expect_near(mass.inertia_kgm2[i][k], i == k ? inertia[i] : 0, 1e-12);
    }
    expect_inverse(&mass);
}

/* A box in halves, one above the other, is the whole one. */
static void two_halves_have_the_inertia_of_the_whole_box(void **state)
{
    (void)state;
    kamm_body_def whole = {
        .shapes[0].box = box_at(0, 0, 1, 0.3, 0.5, 1), .shape_count = 1, .mass_kg = 30};
    kamm_body_def halves = {.shapes = {{.box = box_at(0, 0, 0.3, 0.3, 0.5, 0.3)},
                                       {.box = box_at(0, 0, 1.3, 0.3, 0.5, 0.7)}},
                            .shape_count = 2,
                            .mass_kg = 30};
    struct body_mass one, two;
    kamm_find_body_mass(&whole, &one);
    kamm_find_body_mass(&halves, &two);
    for (int i = 0; i < 3; ++i) {
        expect_near(two.centre_m[i], one.centre_m[i], 1e-12);
        for (int k = 0; k < 3; ++k)
            expect_near(two.inertia_kgm2[i][k], one.inertia_kgm2[i][k], 1e-12);
    }
}

/* Steiner: two boxes apart along an oblique line. */
static void inertia_of_two_boxes_follows_steiner(void **state)
{
    (void)state;
    const double m = 5, at[3] = {0.6, -0.8, 0.5}, h = 0.1;
    kamm_body_def dynamic_body = {.shapes = {{.box = box_at(1 + at[0], at[1], at[2], h, h, h)},
                                             {.box = box_at(1 - at[0], -at[1], -at[2], h, h, h)}},
                                  .shape_count = 2,
                                  .mass_kg = (float)(2 * m)};
    struct body_mass mass;
    kamm_find_body_mass(&dynamic_body, &mass);
    expect_near(mass.centre_m[0], 1, 1e-12);
    double square = at[0] * at[0] + at[1] * at[1] + at[2] * at[2];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            expect_near(mass.inertia_kgm2[i][k],
                        2 * m * ((i == k ? square + h * h * 2 / 3 : 0) - at[i] * at[k]), 1e-12);
    expect_inverse(&mass);
}

/* A turned box: its inertia along its own axis is what it was, along the other two as well. */
static void turned_box_has_turned_inertia(void **state)
{
    (void)state;
    const double half[3] = {0.2, 0.5, 0.9}, m = 7;
    struct noise noise = {21};
    for (int n = 0; n < 100; ++n) {
        struct rotation turn = random_rotation(&noise);
        kamm_body_def dynamic_body = {.shapes[0].box = box_at(0, 0, 0, half[0], half[1], half[2]),
                                      .shape_count = 1,
                                      .mass_kg = (float)m};
        memcpy(dynamic_body.shapes[0].box.orientation, turn.q, sizeof turn.q);
        struct body_mass mass;
        kamm_find_body_mass(&dynamic_body, &mass);
        for (int i = 0; i < 3; ++i) {
            double axis[3] = {i == 0, i == 1, i == 2}, b = half[(i + 1) % 3], c = half[(i + 2) % 3];
            rotate(turn, axis);
            for (int k = 0; k < 3; ++k)
                expect_near(dot(mass.inertia_kgm2[k], axis), m / 3 * (b * b + c * c) * axis[k],
                            1e-12);
        }
        expect_inverse(&mass);
    }
}

/* A box fixed to a frame that is itself somewhere: the quaternions' product, of any length. */
static void box_moves_and_turns_with_its_frame(void **state)
{
    (void)state;
    struct noise noise = {22};
    for (int n = 0; n < 100; ++n) {
        struct rotation frame = random_rotation(&noise), own = random_rotation(&noise);
        kamm_box box = box_at(0.3, -0.2, 0.5, 1, 2, 3);
        const double position[3] = {10, 20, 30}, size = noise_between(&noise, 0.5, 2);
        double orientation[4];
        for (int k = 0; k < 4; ++k)
            orientation[k] = size * frame.q[k], box.orientation[k] = size * own.q[k];
        struct oriented_box out;
        kamm_orient_box(&box, position, orientation, &out);
        double centre[3] = {0.3, -0.2, 0.5};
        rotate(frame, centre);
        for (int k = 0; k < 3; ++k) {
            double axis[3] = {k == 0, k == 1, k == 2};
            rotate(own, axis);
            rotate(frame, axis);
            expect_near(out.centre[k], position[k] + centre[k], 1e-12);
            expect_near(out.half[k], k + 1, 0);
            for (int i = 0; i < 3; ++i) expect_near(out.axis[k][i], axis[i], 1e-12);
        }
    }
    kamm_box unturned = {.half_m = {1, 1, 1}};
    const double none[4] = {0};
    struct oriented_box out;
    kamm_orient_box(&unturned, none, none, &out);
    for (int k = 0; k < 9; ++k) expect_near(out.axis[k / 3][k % 3], k % 4 == 0, 0);
}

/* It stands on z = 0, as high as asked for, with its centre of gravity below a third of that. */
static void cone_stands_on_its_foot_with_a_low_centre_of_gravity(void **state)
{
    (void)state;
    for (double height = 0.3; height < 1.1; height += 0.2) {
        kamm_body_def cone = kamm_cone(height);
        struct body_mass mass;
        kamm_find_body_mass(&cone, &mass);
        double lowest = 1, highest = 0;
        for (int n = 0; n < cone.shape_count; ++n) {
            const kamm_box *box = &cone.shapes[n].box;
            lowest = fmin(lowest, box->centre_m[2] - box->half_m[2]);
            highest = fmax(highest, box->centre_m[2] + box->half_m[2]);
        }
        expect_near(lowest, 0, 1e-15);
        expect_near(highest, height, 1e-12);
        expect_near(mass.centre_m[0], 0, 0);
        expect_near(mass.centre_m[2] / height, 0.305, 0.01);
        expect_near(cone.mass_kg, 2 * (height / 0.5) * (height / 0.5), 1e-6);
        assert_int_equal(cone.asleep, 1);
        expect_inverse(&mass);
    }
}

/* ---- turning ---- */

/* Twice the energy of turning and the square of the angular momentum, of a box about its middle. */
static void find_turning(const kamm_body_motion *m, const double inertia[3], double *energy,
                         double *momentum)
{
    const double *q = m->orientation, *turning = m->angular_velocity_radps;
    *energy = *momentum = 0;
    for (int i = 0; i < 3; ++i) {
        double axis[3], unit[3] = {i == 0, i == 1, i == 2}, about = 0;
        kamm_rotate(q, unit, axis);
        for (int k = 0; k < 3; ++k) about += axis[k] * turning[k];
        *energy += inertia[i] * about * about;
        *momentum += inertia[i] * about * (inertia[i] * about);
    }
}

/* A body in free fall for 10 s, turning about no axis of its own. */
static void check_spin(const double half[3], double rate, double spin)
{
    kamm_body_def box = {.mass_kg = 500, .friction = 1, .type = KAMM_BODY_DYNAMIC};
    kamm_body_motion m = {{0}, {1}, {0}, {0.6 * spin, 0.48 * spin, 0.64 * spin}};
    double inertia[3], first, last, before, after;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        box.shapes[0].box.half_m[i] = half[i];
        inertia[i] = 500.0 / 3 * (half[j] * half[j] + half[k] * half[k]);
    }
    const kamm_world_def def = {
        .bodies = &box, .body_count = 1, .ground = empty_space(), .substep_s = 1 / rate};
    kamm_world *world = create_world(&def);
    set_body(world, 0, &m);
    find_turning(&m, inertia, &first, &before);
    for (int second = 0; second < 10; ++second) {
        kamm_step_world(world, (int)rate);
        read_body(world, 0, &m);
        find_turning(&m, inertia, &last, &after);
        expect_below(last, 1.006 * first);
        if (spin / rate < 0.4) expect_near(after, before, 1e-9 * before);
        if (spin / rate < 0.4) expect_above(last, 0.99 * first);
        expect_above(last, 0.75 * first);
    }
    kamm_destroy_world(world);
}

/* A pole gained its energy ten times over within seconds. */
static void what_turns_freely_gains_no_energy(void **state)
{
    static const double halves[][3] = {{0.06, 0.06, 0.275}, {0.18, 0.18, 0.05}, {0.3, 0.2, 0.1}};
    static const double rates[] = {60, 120, 240, 600}, spins[] = {1, 5, 20, 50, 100, 300, 1000};
    (void)state;
    for (int b = 0; b < 3; ++b)
        for (int r = 0; r < 4; ++r)
            for (int s = 0; s < 7; ++s) check_spin(halves[b], rates[r], spins[s]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inertia_of_one_box_is_the_closed_form),
        cmocka_unit_test(two_halves_have_the_inertia_of_the_whole_box),
        cmocka_unit_test(inertia_of_two_boxes_follows_steiner),
        cmocka_unit_test(turned_box_has_turned_inertia),
        cmocka_unit_test(box_moves_and_turns_with_its_frame),
        cmocka_unit_test(what_turns_freely_gains_no_energy),
        cmocka_unit_test(cone_stands_on_its_foot_with_a_low_centre_of_gravity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
