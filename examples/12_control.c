/* A control unit of one's own: torque vectoring by a motor at each rear wheel, against what the driver gets without it.
 *
 *     cc -O2 12_control.c -o 12_control $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double speed_mps = 25, steering_wheel_rad = 0.5;

/* The yaw rate of a car that neither over- nor understeers. */
static double neutral_yaw_radps(const kamm_model_info *info)
{
    return speed_mps * steering_wheel_rad / (info->steering_ratio * info->wheelbase_m);
}

/* 100 times a second: more torque to the outer rear wheel and less to the inner one, by the yaw rate that is missing. */
static void vector_torques(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    const kamm_model_info *info = user;
    double missing = neutral_yaw_radps(info) - kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
    float nm = (float)fmax(-600, fmin(600, 6000 * missing));
    demand->drive_nm[2] = -nm;
    demand->drive_nm[3] = nm;
}

static double yaw_after(const kamm_model *model, const kamm_controller *controller)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    if (!cars) exit(EXIT_FAILURE);
    start.speed_mps = speed_mps;
    start.gear = 4;
    kamm_place(cars, 0, &start);
    kamm_inputs(cars)[0].gear = 4;
    kamm_inputs(cars)[0].throttle = 0.3f;
    kamm_inputs(cars)[0].steering_wheel_rad = (float)steering_wheel_rad;
    for (int frame = 0; frame < 60; ++frame)
        if (controller)
            kamm_step_controlled(cars, &kamm_flat_ground, 5, controller);
        else
            kamm_step(cars, &kamm_flat_ground, 5);
    double yaw_radps = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
    kamm_destroy_cars(cars);
    return yaw_radps;
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    def.aids.demands = 1;
    def.stepping.substeps_per_s = 300;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    kamm_model_info info = kamm_describe(model);
    kamm_controller controller = {vector_torques, &info, 3};
    printf("yaw rate after a second of turning, rad/s:\n");
    printf("  neutral car        %.3f\n", neutral_yaw_radps(&info));
    printf("  without vectoring  %.3f\n", yaw_after(model, NULL));
    printf("  with it            %.3f\n", yaw_after(model, &controller));
    kamm_destroy_model(model);
    return EXIT_SUCCESS;
}
