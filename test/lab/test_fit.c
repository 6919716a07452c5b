/* Least squares. */
#include "support/cars.h"

#include <math.h>

#include "lab/fit.h"

static void fits_go_through_exact_points(void **state)
{
    (void)state;
    kamm_line_fit line = {0};
    double x[6], y[6], c[3];
    for (int i = 0; i < 6; ++i) {
        x[i] = 2 + 0.3 * i * i;
        y[i] = 3 - 2 * x[i] + 0.25 * x[i] * x[i];
        kamm_fit_add(&line, x[i], 5 + 2 * x[i]);
    }
    kamm_fit_parabola(6, x, y, c);
    expect_near(c[0], 3, 1e-9);
    expect_near(c[1], -2, 1e-9);
    expect_near(c[2], 0.25, 1e-9);
    expect_near(kamm_fit_slope(&line), 2, 1e-9);
    expect_near(kamm_fit_value(&line, 0), 5, 1e-9);
    kamm_line_fit empty = {0};
    assert_true(isnan(kamm_fit_slope(&empty)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits_go_through_exact_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
