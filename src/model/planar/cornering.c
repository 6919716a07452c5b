#include "cornering.h"

void planar_cornering(const kamm_model *model, struct axle_cornering cornering[CAR_AXLES])
{
    const kamm_model_info *info = &model->info;
    for (int a = 0; a < CAR_AXLES; ++a) {
        double left = info->static_load_n[2 * a], right = info->static_load_n[2 * a + 1];
        double grip = info->peak_friction_y[2 * a] * left + info->peak_friction_y[2 * a + 1] * right;
        cornering[a].stiffness_n_per_rad = info->cornering_stiffness_n_per_rad[2 * a] +
                                           info->cornering_stiffness_n_per_rad[2 * a + 1];
        cornering[a].friction = grip / (left + right);
        cornering[a].trail_m = 0;
    }
}
