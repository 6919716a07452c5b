#include "refused.h"

#include "cars.h"

#include <string.h>

void expect_vehicle_refused(const kamm_vehicle_def *def, const char *part)
{
    kamm_error error = {0};
    kamm_model *model = kamm_compile(def, KAMM_FULL, &error);
    if (model) fail_msg("not refused: %s", part);
    assert_true(error.code == KAMM_ERROR_RANGE || error.code == KAMM_ERROR_MISSING);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}
