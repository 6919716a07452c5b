#include "../planar/planar_compile.h"
#include "../rung.h"

static kamm_result rigid2d_compile(kamm_model *model, kamm_error *error)
{
    (void)error;
    planar_compile(model, PLANAR_POSE_LAG_S, &model->rigid2d.planar);
    return KAMM_OK;
}

DECLARE_KERNELS(rigid2d);

const struct rung kamm_rigid2d_rung = {
    .info = {KAMM_RIGID2D, "rigid2d", "TODO", 60},
    .constants_at = offsetof(kamm_model, rigid2d),
    .constant_count = sizeof(struct rigid2d_constants) / sizeof(float),
    .whole_body = 1,
    .compile = rigid2d_compile,
    .kernels = {LIST_KERNELS(rigid2d)},
};
