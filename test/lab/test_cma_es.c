/* The global search on functions whose minimum is known, and the eigenvectors that it goes by. */
#include "support/cars.h"
#include "support/quick.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "lab/cma_es.h"
#include "lab/symmetric.h"

enum { N = 6 };

/* Distance from 0.3, 0.4, … with axes that differ by 1e6, as Hansen's ellipsoid. */
static double ellipsoid(const double *x)
{
    double sum = 0, scale = 1;
    for (int i = 0; i < N; ++i, scale *= pow(1e6, 1.0 / (N - 1)))
        sum += scale * (x[i] - 0.3 - 0.1 * i) * (x[i] - 0.3 - 0.1 * i);
    return sum;
}

/* Rosenbrock's valley, from -2 to 2; 0 at 0.75 each. */
static double valley(const double *x)
{
    double sum = 0;
    for (int i = 0; i + 1 < N; ++i) {
        double here = 4 * x[i] - 2, next = 4 * x[i + 1] - 2;
        sum += 100 * (next - here * here) * (next - here * here) + (1 - here) * (1 - here);
    }
    return sum;
}

/* Rastrigin's, from -2 to 2, with 4 to the power of N minima; the least is 0 at 0.6. */
static double waves(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; ++i) {
        double at = 4 * (x[i] - 0.6);
        sum += at * at + 2 * (1 - cos(2 * PI * at));
    }
    return sum;
}

/* Least at a corner of the range. */
static double slope(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; ++i) sum += (i + 1) * x[i];
    return sum;
}

static double (*function)(const double *x);
static int calls;

static int evaluate(void *user, int count, const double *points, double *costs)
{
    (void)user;
    assert_in_range(count, 1, KAMM_CMA_MOST);
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < N; ++k) assert_true(points[i * N + k] >= 0 && points[i * N + k] <= 1);
        costs[i] = function(points + i * N);
    }
    calls += count;
    return 1;
}

static double search(double (*of)(const double *x), int most, uint64_t seed, double best[N])
{
    const struct cma_problem problem = {
        .size = N, .most = most, .spread = 0.3, .rest = 1e-4, .seed = seed, .evaluate = evaluate};
    double cost;
    function = of;
    calls = 0;
    for (int i = 0; i < N; ++i) best[i] = 0.4;
    int done = kamm_cma_minimise(&problem, best, &cost);
    assert_int_equal(done, calls);
    assert_true(calls <= most);
    assert_true(cost == of(best));
    return cost;
}

static void finds_minima(void **state)
{
    (void)state;
    double best[N];
    for (uint64_t seed = 0; seed < 5; ++seed) {
        search(ellipsoid, 6000, seed, best);
        for (int i = 0; i < N; ++i) expect_near(best[i], 0.3 + 0.1 * i, 2e-3);
        search(valley, 10000, seed, best);
        for (int i = 0; i < N; ++i) expect_near(best[i], 0.75, 5e-3);
        search(slope, 3000, seed, best);
        for (int i = 0; i < N; ++i) expect_near(best[i], 0, 1e-3);
    }
}

/* A local method from the same start ends in the nearest of 4096 minima, at 5.85. */
static void leaves_local_minima(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double best[N], worst = 0;
    int found = 0;
    for (uint64_t seed = 0; seed < 10; ++seed) {
        double cost = search(waves, 20000, seed, best);
        worst = fmax(worst, cost);
        found += cost < 0.01;
    }
    assert_in_range(found, 4, 10);
    expect_below(worst, 5.4);
}

static void equal_seeds_give_equal_points(void **state)
{
    (void)state;
    double first[N], again[N], other[N];
    search(valley, 500, 7, first);
    search(valley, 500, 7, again);
    search(valley, 500, 8, other);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
}

static double half_possible(const double *x) { return x[0] > 0.5 ? INFINITY : -x[0]; }
static void impossible_points_are_avoided(void **state)
{
    (void)state;
    double best[N];
    search(half_possible, 2000, 3, best);
    expect_near(best[0], 0.5, 1e-3);
}

/* -- Matrices -- */

static void fill(double *a, int n, uint64_t *random)
{
    double half[8 * 8];
    for (int i = 0; i < n * n; ++i) half[i] = random_share(next_random(random));
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            a[i * n + j] = i == j ? 0.01 : 0;
            for (int k = 0; k < n; ++k) a[i * n + j] += half[i * n + k] * half[j * n + k];
        }
}

static void eigenvectors_give_the_matrix_again(void **state)
{
    (void)state;
    uint64_t random = 1;
    for (int n = 1; n <= 8; ++n) {
        double a[64], copy[64], values[8], vectors[64];
        fill(a, n, &random);
        memcpy(copy, a, sizeof copy);
        kamm_find_eigenvectors(n, copy, values, vectors);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                double product = 0, sum = 0;
                for (int k = 0; k < n; ++k) {
                    product += vectors[k * n + i] * vectors[k * n + j];
                    sum += vectors[i * n + k] * values[k] * vectors[j * n + k];
                }
                expect_near(product, i == j, 1e-13);
                expect_near(sum, a[i * n + j], 1e-13 * n);
            }
    }
}

static void equations_are_solved(void **state)
{
    (void)state;
    uint64_t random = 2;
    for (int n = 1; n <= 8; ++n) {
        double a[64], copy[64], x[8], b[8] = {0};
        fill(a, n, &random);
        memcpy(copy, a, sizeof copy);
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k) b[i] += a[i * n + k] * (k + 1);
        memcpy(x, b, sizeof x);
        assert_true(kamm_solve_symmetric(n, copy, x));
        for (int i = 0; i < n; ++i) expect_near(x[i], i + 1, 1e-9);
    }
    double not_positive[4] = {1, 2, 2, 1}, right[2] = {1, 1};
    assert_false(kamm_solve_symmetric(2, not_positive, right));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_minima),
        cmocka_unit_test(leaves_local_minima),
        cmocka_unit_test(equal_seeds_give_equal_points),
        cmocka_unit_test(impossible_points_are_avoided),
        cmocka_unit_test(eigenvectors_give_the_matrix_again),
        cmocka_unit_test(equations_are_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
