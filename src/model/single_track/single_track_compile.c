#include "../planar/planar_compile.h"
#include "../rung.h"

static kamm_result single_track_compile(kamm_model *model, kamm_error *error)
{
    (void)error;
    planar_compile(model, PLANAR_POSE_LAG_S, &model->single_track.planar);
    return KAMM_OK;
}

DECLARE_KERNELS(single_track);

const struct rung kamm_single_track_rung = {
    .info = {KAMM_SINGLE_TRACK, "single_track", "TODO", 60},
    .constants_at = offsetof(kamm_model, single_track),
    .constant_count = sizeof(struct single_track_constants) / sizeof(float),
    .whole_body = 1,
    .compile = single_track_compile,
    .kernels = {LIST_KERNELS(single_track)},
};
