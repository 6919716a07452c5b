#include "../planar/planar_compile.h"
#include "../rung.h"

static kamm_result double_track_compile(kamm_model *model, kamm_error *error)
{
    (void)error;
    planar_compile(model, PLANAR_POSE_LAG_S, &model->double_track.planar);
    return KAMM_OK;
}

DECLARE_KERNELS(double_track);

const struct rung kamm_double_track_rung = {
    .info = {KAMM_DOUBLE_TRACK, "double_track", "TODO", 200},
    .constants_at = offsetof(kamm_model, double_track),
    .constant_count = sizeof(struct double_track_constants) / sizeof(float),
    .whole_body = 1,
    .compile = double_track_compile,
    .kernels = {LIST_KERNELS(double_track)},
};
