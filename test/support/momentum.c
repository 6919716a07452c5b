#include "momentum.h"

#include "base/quaternion.h"
#include "run/cars.h"
#include "rungs.h"
#include "vehicle/chassis.h"

kamm_ground space_without_air(double gravity_mps2)
{
    kamm_ground space = kamm_plane_ground(0, 0, 1);
    space.plane.point_m[2] = -1e5;
    space.air_density_kgpm3 = KAMM_NONE;
    space.gravity_mps2[2] = gravity_mps2 == 0 ? -KAMM_NONE : (float)-gravity_mps2;
    return space;
}

static void add_moving(double mass, const double r[3], const double own[3], const double v[3],
                       const double w[3], double sum[3])
{
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        sum[i] += mass * (v[i] + own[i] + w[j] * r[k] - w[k] * r[j]);
    }
}

void momentum_with_loads(const kamm_cars *cars, const struct moved_mass *loads, int count,
                         double world[3])
{
    const kamm_model *model = kamm_model_of(cars, 0);
    const double none[3] = {0}, origin[3] = {0};
    double position[3], q[4], v[3], sum[3] = {0};
    const double w[3] = {read_channel(cars, KAMM_CHANNEL_roll_rate_radps),
                         read_channel(cars, KAMM_CHANNEL_pitch_rate_radps),
                         read_channel(cars, KAMM_CHANNEL_yaw_rate_radps)};
    const double moving[3] = {CAR_STATE(cars, 0, car.velocity_x_mps),
                              CAR_STATE(cars, 0, car.velocity_y_mps),
                              CAR_STATE(cars, 0, car.velocity_z_mps)};
    kamm_body_frame(cars, 0, position, q);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]};
    kamm_rotate(back, moving, v);
    add_moving(model->statics.sprung_mass_kg, origin, none, v, w, sum);
    for (int wheel = 0; wheel < 4; ++wheel) {
        const struct axle_constants *axle = &model->chassis->axles[wheel / 2];
        double travel = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_travel_m);
        double rate = kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_travel_rate_mps);
        struct wheel_path path = wheel_path_at(&axle->suspension, (float)travel, (float)travel);
        double side = wheel % 2 ? -1 : 1;
        const double at[3] = {axle->behind_m + path.forward_m,
                              side * (axle->half_track_m + path.outward_m) + axle->left_offset_m,
                              axle->hub_z_m + travel};
        const double own[3] = {path.forward_slope * rate, side * path.outward_slope * rate, rate};
        add_moving(axle->unsprung_mass_kg, at, own, v, w, sum);
    }
    for (int i = 0; i < count; ++i) {
        add_moving(-loads[i].mass_kg, loads[i].rest, none, v, w, sum);
        add_moving(loads[i].mass_kg, loads[i].at, loads[i].own, v, w, sum);
    }
    kamm_rotate(q, sum, world);
}
