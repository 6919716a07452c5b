/* Sizes that do not fit into a size_t are a lack of memory and never a small piece of it. */
#include "support/cars.h"

#include "base/error.h"
#include <limits.h>
#include <stdlib.h>

static size_t asked_for;

/* Has nothing, and says what it was asked for. */
static void *ask(size_t size, size_t alignment, void *user)
{
    (void)alignment, (void)user;
    asked_for = size > asked_for ? size : asked_for;
    return NULL;
}
static void release_nothing(void *memory, void *user) { (void)memory, (void)user; }

static int use_nothing(void **state)
{
    (void)state;
    asked_for = 0;
    kamm_set_allocator(ask, release_nothing, NULL);
    return 0;
}
static int use_libc(void **state)
{
    (void)state;
    kamm_set_allocator(NULL, NULL, NULL);
    return 0;
}

static void products_stop_at_the_largest_size(void **state)
{
    (void)state;
    assert_true(kamm_product(0, SIZE_MAX) == 0 && kamm_product(SIZE_MAX, 0) == 0);
    assert_true(kamm_product(6, 7) == 42);
    assert_true(kamm_product(SIZE_MAX / 3, 3) == SIZE_MAX / 3 * 3);
    assert_true(kamm_product(SIZE_MAX / 3 + 1, 3) == SIZE_MAX);
    assert_true(kamm_product(SIZE_MAX, SIZE_MAX) == SIZE_MAX);
    assert_true(kamm_product(kamm_product(SIZE_MAX, 2), 3) == SIZE_MAX);
}

static void arrays_of_overflowing_size_are_not_allocated(void **state)
{
    (void)state;
    static const size_t sizes[] = {2, 3, 4, 64, 4096, SIZE_MAX / 2};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        assert_null(kamm_allocate_array(SIZE_MAX / sizes[i] + 1, sizes[i]));
        assert_null(kamm_allocate_array(sizes[i], SIZE_MAX / sizes[i] + 1));
    }
    assert_null(kamm_allocate(SIZE_MAX));
    assert_null(kamm_allocate(SIZE_MAX - 62)); /* rounded up to 64 it would be 0 */
    assert_null(kamm_allocate((size_t)PTRDIFF_MAX + 1));
    assert_int_equal(asked_for, 0);
    assert_null(kamm_allocate_array(1 << 20, 1 << 10));
    assert_int_equal(asked_for, 1 << 30);
}

static void an_array_is_zeroed_and_aligned(void **state)
{
    (void)state;
    unsigned char *bytes = kamm_allocate_array(100, 7);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % 64, 0);
    for (int i = 0; i < 700; ++i) assert_int_equal(bytes[i], 0);
    kamm_release(bytes);
}

/* Counts near the largest int do not come round to small ones. */
static void *fail_after_the_first(size_t size, size_t alignment, void *user)
{
    int *left = user;
    asked_for = size > asked_for ? size : asked_for;
    return (*left)-- > 0 ? aligned_alloc(alignment, (size + 63) / 64 * 64) : NULL;
}
static void release_to_libc(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static void too_many_cars_fail_for_lack_of_memory(void **state)
{
    (void)state;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    assert_non_null(model);
    for (int less = 0; less < 40; ++less) {
        int left = 2; /* the cars and their models; not their blocks */
        asked_for = 0;
        kamm_set_allocator(fail_after_the_first, release_to_libc, &left);
        assert_null(kamm_create_cars(model, INT_MAX - less, NULL));
        kamm_set_allocator(NULL, NULL, NULL);
        assert_true(asked_for == 0 || asked_for > (size_t)1 << 31);
    }
    kamm_destroy_model(model);
}

static void more_bodies_than_a_world_takes_are_refused(void **state)
{
    (void)state;
    static const int counts[] = {INT_MAX, INT_MIN, -1, (1 << 24) + 1};
    kamm_body_def fixed_body = {.shapes[0].box = {.half_m = {1, 1, 1}}};
    kamm_body_def cone = kamm_cone(0.5);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        kamm_error error = {0};
        kamm_world_def def = {.ground = kamm_flat_ground, .bodies = &fixed_body};
        def.body_count = counts[i];
        assert_null(kamm_create_world(&def, &error));
        assert_int_equal(error.code, KAMM_ERROR_RANGE);
        assert_string_equal(error.path, "bodies");
        def = (kamm_world_def){.ground = kamm_flat_ground, .bodies = &cone};
        def.body_count = counts[i];
        assert_null(kamm_create_world(&def, &error));
        assert_string_equal(error.path, "bodies");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_stop_at_the_largest_size),
        cmocka_unit_test_setup_teardown(arrays_of_overflowing_size_are_not_allocated, use_nothing,
                                        use_libc),
        cmocka_unit_test(an_array_is_zeroed_and_aligned),
        cmocka_unit_test(too_many_cars_fail_for_lack_of_memory),
        cmocka_unit_test(more_bodies_than_a_world_takes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
