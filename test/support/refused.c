#include "refused.h"

#include "cars.h"

#include <string.h>

void expect_vehicle_refused(const kamm_vehicle_def *def, const char *part)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (model) fail_msg("not refused: %s", part);
    assert_true(error.code == KAMM_ERROR_RANGE || error.code == KAMM_ERROR_MISSING);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}

void expect_trims_refused(const kamm_model *model, const struct refused_trim *cases, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        kamm_error error = {0};
        assert_null(kamm_trim(model, &kamm_flat_ground, &cases[i].target, NULL, &error));
        assert_int_equal(error.code, KAMM_ERROR_RANGE);
        if (!strstr(error.text, cases[i].part))
            fail_msg("\"%s\" does not say \"%s\"", error.text, cases[i].part);
    }
}
