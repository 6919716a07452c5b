#include "../base/error.h"
#include "../base/float_mode.h"
#include <kamm/cars.h>

#include <math.h>

int kamm_advance_clock(kamm_clock *clock, double frame_s, double *fraction)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(clock, 0);
    if (clock->substep_s == 0) clock->substep_s = 1.0 / 240;
    KAMM_REQUIRE(clock->substep_s > 0 && clock->substep_s < INFINITY, 0);
    int max = clock->max_substeps > 0 ? clock->max_substeps : 240;
    /* Rounding may leave a little less than nothing owed; all else below is no time. */
    if (!(clock->owed_s > -clock->substep_s)) clock->owed_s = 0;
    if (frame_s > 0 && frame_s < 1e6) clock->owed_s += frame_s;
    double due = clock->owed_s / clock->substep_s;
    /* Frames that are whole numbers of substeps must not lose one to rounding. */
    int substeps = due >= max ? max : (int)(due + 1e-9);
    clock->owed_s = due >= max ? 0 : clock->owed_s - substeps * clock->substep_s;
    if (fraction) *fraction = clock->owed_s > 0 ? clock->owed_s / clock->substep_s : 0;
    return substeps;
}
