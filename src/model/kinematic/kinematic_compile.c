#include "../planar/planar_compile.h"
#include "../rung.h"

static kamm_result kinematic_compile(kamm_model *model, kamm_error *error)
{
    (void)error;
    planar_compile(model, PLANAR_POSE_LAG_S, &model->kinematic.planar);
    return KAMM_OK;
}

DECLARE_KERNELS(kinematic);

const struct rung kamm_kinematic_rung = {
    .info = {KAMM_KINEMATIC, "kinematic", "TODO", 1},
    .constants_at = offsetof(kamm_model, kinematic),
    .constant_count = sizeof(struct kinematic_constants) / sizeof(float),
    .whole_body = 1,
    .compile = kinematic_compile,
    .kernels = {LIST_KERNELS(kinematic)},
};
