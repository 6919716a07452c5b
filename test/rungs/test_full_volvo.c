/* Against a measured car: step steer of a Volvo V40 at 77 km/h, almost to the limit of its tyres.
 * What was fitted, and how well it agrees, stands in docs/validation.md. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <kamm/io/vehicle_file.h>
#include <math.h>

#define SAMPLES 251
#define SAMPLE_S 0.01

struct recording {
    double time_s[SAMPLES], steering_wheel_rad[SAMPLES], yaw_rate_radps[SAMPLES];
    double forward_speed_mps[SAMPLES], acceleration_y_mps2[SAMPLES];
};

static void read_recording(struct recording *r)
{
    FILE *file = fopen("test/reference/volvo_v40/step_steer_left.csv", "r");
    char line[512];
    int count = 0;
    if (!file) fail_msg("the recording is not there; run at the root of the source tree");
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == 't') continue;
        assert_true(count < SAMPLES);
        assert_int_equal(sscanf(line, "%lf,%lf,%lf,%lf,%lf", &r->time_s[count],
                                &r->steering_wheel_rad[count], &r->yaw_rate_radps[count],
                                &r->forward_speed_mps[count], &r->acceleration_y_mps2[count]),
                         5);
        ++count;
    }
    fclose(file);
    assert_int_equal(count, SAMPLES);
}

/* The same steering, in fourth gear, with a little throttle where the car falls behind the measured
 * speed. */
static void drive_recording(const struct recording *measured, struct recording *model)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    if (kamm_load_vehicle("volvo-v40", &file, NULL, &error) != KAMM_OK) fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    kamm_cars *cars = start_cars(&file.def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    put_car(cars, 0, &kamm_flat_ground, 0, measured->forward_speed_mps[0], 4);
    for (int i = 0; i < SAMPLES; ++i) {
        double speed = read_channel(cars, KAMM_CHANNEL_forward_speed_mps);
        double behind = measured->forward_speed_mps[i] - speed;
        model->time_s[i] = measured->time_s[i];
        model->steering_wheel_rad[i] = measured->steering_wheel_rad[i];
        model->yaw_rate_radps[i] = read_channel(cars, KAMM_CHANNEL_yaw_rate_radps);
        model->forward_speed_mps[i] = speed;
        model->acceleration_y_mps2[i] = read_channel(cars, KAMM_CHANNEL_acceleration_y_mps2);
        kamm_inputs(cars)[0].steering_wheel_rad = (float)measured->steering_wheel_rad[i];
        kamm_inputs(cars)[0].throttle = (float)fmin(fmax(0.5 * behind, 0), 1);
        kamm_step(cars, &kamm_flat_ground, 12);
    }
    print_message("cornering stiffness of the axles: %.0f and %.0f N/rad\n",
                  2 * info.cornering_stiffness_n_per_rad[0],
                  2 * info.cornering_stiffness_n_per_rad[2]);
    end_cars(cars);
}

/* Mean from 0.3 s to 0.85 s after the step, while the steering is held. */
static double steady(const double *values)
{
    double sum = 0;
    for (int i = 95; i <= 150; ++i) sum += values[i] / 56;
    return sum;
}

/* First time that the values pass a level, between samples. */
static double time_at(const double *values, double level)
{
    for (int i = 1; i < SAMPLES; ++i)
        if (values[i - 1] < level && values[i] >= level)
            return SAMPLE_S * (i - (values[i] - level) / (values[i] - values[i - 1]));
    fail_msg("never reaches %g", level);
    return 0;
}

static double rise_time(const struct recording *r)
{
    double level = steady(r->yaw_rate_radps);
    return time_at(r->yaw_rate_radps, 0.9 * level) - time_at(r->yaw_rate_radps, 0.1 * level);
}

/* ISO 7401: from half the steering step to 90 % of the steady yaw rate. */
static double response_time(const struct recording *r)
{
    double half = steady(r->steering_wheel_rad) / 2;
    return time_at(r->yaw_rate_radps, 0.9 * steady(r->yaw_rate_radps)) -
           time_at(r->steering_wheel_rad, half);
}

static double yaw_rate_error(const struct recording *a, const struct recording *b)
{
    double sum = 0;
    for (int i = 50; i <= 160; ++i)
        sum += pow(a->yaw_rate_radps[i] - b->yaw_rate_radps[i], 2) / 111;
    return sqrt(sum);
}

static void step_steer_agrees_with_the_measured_car(void **state)
{
    (void)state;
    static struct recording measured, model;
    read_recording(&measured);
    drive_recording(&measured, &model);
    print_message("steady yaw rate %.4f rad/s (measured %.4f), rise time %.3f s (%.3f), "
                  "response time %.3f s (%.3f), rms difference of yaw rate %.3f rad/s\n",
                  steady(model.yaw_rate_radps), steady(measured.yaw_rate_radps), rise_time(&model),
                  rise_time(&measured), response_time(&model), response_time(&measured),
                  yaw_rate_error(&model, &measured));
    double greatest = 0;
    for (int i = 0; i < SAMPLES; ++i) greatest = fmax(greatest, measured.yaw_rate_radps[i]);
    print_message("normalised by the greatest yaw rate: %.1f %%\n",
                  100 * yaw_rate_error(&model, &measured) / greatest);
    print_message("lateral acceleration %.2f m/s2 (measured, with the roll's share, %.2f), "
                  "speed %.2f m/s (%.2f)\n",
                  steady(model.acceleration_y_mps2), steady(measured.acceleration_y_mps2),
                  steady(model.forward_speed_mps), steady(measured.forward_speed_mps));
    expect_share(steady(model.yaw_rate_radps), steady(measured.yaw_rate_radps), 0.05);
    expect_share(rise_time(&model), rise_time(&measured), 0.22);
    expect_share(response_time(&model), response_time(&measured), 0.05);
    expect_share(steady(model.forward_speed_mps), steady(measured.forward_speed_mps), 0.01);
    expect_below(yaw_rate_error(&model, &measured), 0.05 * greatest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(step_steer_agrees_with_the_measured_car),
    };
    return cmocka_run_group_tests_name("volvo", tests, NULL, NULL);
}
