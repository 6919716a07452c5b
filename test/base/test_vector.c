/* Vectors, quaternions and matrices against closed forms, their mirror images, and the hash.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "base/vector.h"

static uint32_t seed = 1;

/* -1 to 1 */
static float random_float(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(int32_t)seed * 0x1p-31f;
}

static vec3 random_vector(void)
{
    float x = random_float(), y = random_float(), z = random_float();
    return vec3_of(x, y, z);
}

static quaternion random_attitude(void)
{
    float w = random_float();
    return quat_normalise(quat_of(w, random_vector()));
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.9g is not %.9g to %g", value, expected, tolerance);
}

static void assert_close(vec3 a, vec3 b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(a.z, b.z, tolerance);
}

static void assert_same(vec3 a, vec3 b) { assert_memory_equal(&a, &b, sizeof a); }

static void products_and_lengths_of_vectors_are_right(void **state)
{
    (void)state;
    vec3 x = vec3_of(1, 0, 0), y = vec3_of(0, 1, 0), z = vec3_of(0, 0, 1);
    assert_close(vec3_cross(x, y), z, 0);
    assert_close(vec3_cross(y, z), x, 0);
    assert_close(vec3_cross(z, x), y, 0);
    assert_near(vec3_dot(vec3_of(1, 2, 3), vec3_of(4, -5, 6)), 12, 0);
    assert_near(vec3_length(vec3_normalise(vec3_of(3, 4, 12))), 1, 1e-7);
    assert_close(vec3_add_scaled(x, vec3_sub(y, z), 2), vec3_of(1, 2, -2), 0);
}

/* A quarter turn to the left about z takes forward to left. */
static void rotations_follow_iso_8855(void **state)
{
    (void)state;
    float half = sqrtf(0.5f);
    quaternion left = quat_of(half, vec3_of(0, 0, half));
    quaternion nose_down = quat_of(half, vec3_of(0, half, 0));
    assert_close(quat_rotate(left, vec3_of(1, 0, 0)), vec3_of(0, 1, 0), 2e-7);
    assert_close(quat_rotate(nose_down, vec3_of(1, 0, 0)), vec3_of(0, 0, -1), 2e-7);
    vec3 both = quat_rotate(quat_product(left, nose_down), vec3_of(0, 1, 0));
    assert_close(both, vec3_of(-1, 0, 0), 2e-7);
}

static void matrix_and_quaternion_agree(void **state)
{
    (void)state;
    for (int trial = 0; trial < 1000; ++trial) {
        quaternion q = random_attitude(), p = random_attitude();
        matrix3 m = quat_matrix(q);
        vec3 v = random_vector();
        vec3 world = quat_rotate(q, v);
        assert_close(matrix3_apply(m, v), world, 6e-7);
        assert_close(matrix3_apply_transposed(m, world), v, 1e-6);
        assert_close(quat_rotate_back(q, world), v, 1e-6);
        assert_close(quat_rotate(quat_product(p, q), v), quat_rotate(p, world), 1e-6);
        assert_near(vec3_length(world), vec3_length(v), 1e-6);
        assert_close(m.z, quat_rotate_back(q, vec3_of(0, 0, 1)), 6e-7);
    }
}

/* A steady rate about any axis is a turn by rate times time about it. */
static void advance_is_the_exponential_map(void **state)
{
    (void)state;
    for (int trial = 0; trial < 100; ++trial) {
        quaternion start = random_attitude(), q = start;
        vec3 axis = vec3_normalise(random_vector());
        float rate = 0.5f + 100 * fabsf(random_float()), step = 1.0f / 1200;
        quaternion rest = {0};
        for (int i = 0; i < 120; ++i) quat_advance(&q, &rest, vec3_scale(axis, rate), step);
        double angle = 0.5 * rate * (double)step * 120;
        quaternion turn = quat_of((float)cos(angle), vec3_scale(axis, (float)sin(angle)));
        quaternion exact = quat_product(start, turn);
        assert_close(quat_vector(q), quat_vector(exact), 4e-6);
        assert_near(q.w, exact.w, 4e-6);
    }
}

static void advance_keeps_the_length(void **state)
{
    (void)state;
    quaternion q = random_attitude(), rest = {0};
    for (int i = 0; i < 100000; ++i) quat_advance(&q, &rest, vec3_of(3, -20, 400), 1.0f / 1200);
    assert_near(q.w * q.w + vec3_dot(quat_vector(q), quat_vector(q)), 1, 3e-7);
}

/* Turns that a float's rounding would swallow: after 10 s they are where they should be. */
static void advance_loses_no_slow_turn(void **state)
{
    (void)state;
    for (float rate = 1e-5f; rate < 0.2f; rate *= 10) {
        quaternion start = random_attitude(), q = start, rest = {0};
        for (int i = 0; i < 12000; ++i) quat_advance(&q, &rest, vec3_of(0, 0, rate), 1.0f / 1200);
        quaternion turn = quat_product(quat_conjugate(start), q);
        double w = turn.w, z = turn.z; /* and what the rests hold, to be judged as finely */
        w += (double)start.w * rest.w + (double)start.x * rest.x + (double)start.y * rest.y +
             (double)start.z * rest.z;
        double angle = 2 * atan2(z, w);
        assert_near(angle / (10 * (double)rate), 1, 2e-4 + 2e-7 / (10 * (double)rate));
    }
}

static vec3 mirrored(vec3 v) { return vec3_of(v.x, -v.y, v.z); }
static vec3 mirrored_turn(vec3 v) { return vec3_of(-v.x, v.y, -v.z); }
static quaternion mirrored_attitude(quaternion q)
{
    return quat_of(q.w, mirrored_turn(quat_vector(q)));
}

static void mirrored_vectors_give_mirrored_results_to_the_bit(void **state)
{
    (void)state;
    for (int trial = 0; trial < 1000; ++trial) {
        quaternion q = random_attitude(), image = mirrored_attitude(q);
        vec3 v = random_vector(), rate = vec3_scale(random_vector(), 30);
        assert_same(quat_rotate(image, mirrored(v)), mirrored(quat_rotate(q, v)));
        assert_same(quat_rotate_back(image, mirrored(v)), mirrored(quat_rotate_back(q, v)));
        assert_same(vec3_cross(mirrored_turn(rate), mirrored(v)), mirrored(vec3_cross(rate, v)));
        assert_same(vec3_normalise(mirrored(v)), mirrored(vec3_normalise(v)));
        matrix3 m = quat_matrix(q), image_matrix = quat_matrix(image);
        assert_same(matrix3_apply(image_matrix, mirrored(v)), mirrored(matrix3_apply(m, v)));
        assert_same(matrix3_apply_transposed(image_matrix, mirrored(v)),
                    mirrored(matrix3_apply_transposed(m, v)));
        quaternion rest = {0}, image_rest = {0};
        quat_advance(&q, &rest, rate, 0.001f);
        quat_advance(&image, &image_rest, mirrored_turn(rate), 0.001f);
        quaternion after = mirrored_attitude(q);
        assert_memory_equal(&after, &image, sizeof after);
    }
}

/* From the published definition of FNV-1a, which a word below 256 shares with a byte. */
static void hash_is_fnv_1a(void **state)
{
    (void)state;
    uint32_t letter = 'a';
    assert_true(hash_words(HASH_START, &letter, 0) == 0xcbf29ce484222325u);
    assert_true(hash_words(HASH_START, &letter, 1) == 0xaf63dc4c8601ec8cu);
}

static void hash_tells_any_bit(void **state)
{
    (void)state;
    uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint64_t before = hash_words(HASH_START, words, 8);
    assert_true(hash_words(hash_words(HASH_START, words, 3), words + 3, 5) == before);
    for (int bit = 0; bit < 256; ++bit) {
        words[bit / 32] ^= 1u << (bit % 32);
        assert_true(hash_words(HASH_START, words, 8) != before);
        words[bit / 32] ^= 1u << (bit % 32);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_and_lengths_of_vectors_are_right),
        cmocka_unit_test(rotations_follow_iso_8855),
        cmocka_unit_test(matrix_and_quaternion_agree),
        cmocka_unit_test(advance_is_the_exponential_map),
        cmocka_unit_test(advance_keeps_the_length),
        cmocka_unit_test(advance_loses_no_slow_turn),
        cmocka_unit_test(mirrored_vectors_give_mirrored_results_to_the_bit),
        cmocka_unit_test(hash_is_fnv_1a),
        cmocka_unit_test(hash_tells_any_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
