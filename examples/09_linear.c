/* A linear model of a car, as control design wants it: at each speed the car is brought into steady driving straight
 * ahead. Then the response of side speed and yaw rate to small changes of both and of the steering wheel gives the
 * model. The model's frequency and damping are those of the yaw oscillation. At the end its forecast of a small step
 * of the steering wheel stands beside the car itself.
 *
 *     cc -O2 09_linear.c -o 09_linear $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>

enum { SUBSTEPS = 3, STEPS = 80 }; /* intervals of 12.5 ms, for a second */
static const double interval_s = 0.0125, step_rad = 0.1;

struct linear {
    double a[2][2], b[2]; /* of side speed, m/s, and yaw rate, rad/s */
};

static kamm_result linearise(const kamm_cars *cars, struct linear *linear, kamm_error *error)
{
    const kamm_linear_state states[] = {{.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
                                        {.kind = KAMM_LINEAR_RATE, .axis = 2}};
    const kamm_linear_input steering = {.input = 0, .step = 1e-2};
    const kamm_linear_def def = {.states = states,
                                 .state_count = 2,
                                 .inputs = &steering,
                                 .input_count = 1,
                                 .substeps = SUBSTEPS};
    return kamm_linearise(cars, 0, &kamm_flat_ground, &def, linear->a[0], linear->b, NULL, NULL,
                          error);
}

/* From the eigenvalues exp((-damping +- i sqrt(1 - damping^2)) omega T) of A. */
static void print_mode(double speed_mps, const struct linear *l)
{
    double trace = l->a[0][0] + l->a[1][1];
    double product = l->a[0][0] * l->a[1][1] - l->a[0][1] * l->a[1][0];
    double decay = 0.5 * log(product), turn = acos(fmin(1, trace / (2 * sqrt(product))));
    double omega = hypot(decay, turn) / interval_s;
    printf("%5.0f m/s  %8.3f Hz  damping %6.3f\n", speed_mps, omega / 6.283185307179586,
           -decay / (omega * interval_s));
}

static void compare(kamm_cars *cars, const struct linear *l)
{
    double side = 0, yaw_rate = 0;
    kamm_inputs(cars)[0].steering_wheel_rad += (float)step_rad;
    for (int i = 0; i < STEPS; ++i) {
        double old = side;
        side = l->a[0][0] * side + l->a[0][1] * yaw_rate + l->b[0] * step_rad;
        yaw_rate = l->a[1][0] * old + l->a[1][1] * yaw_rate + l->b[1] * step_rad;
        kamm_step(cars, &kamm_flat_ground, SUBSTEPS);
        if (i % 16 == 15)
            printf("%.1f s  forecast %.5f rad/s  car %.5f rad/s\n", (i + 1) * interval_s, yaw_rate,
                   kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps));
    }
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    for (int speed_mps = 10; speed_mps <= 40; speed_mps += 10) {
        struct linear linear;
        kamm_trim_target target = {.speed_mps = speed_mps};
        kamm_cars *cars = kamm_trim(model, &kamm_flat_ground, &target, NULL, &error);
        if (!cars || linearise(cars, &linear, &error))
            return fprintf(stderr, "%s\n", error.text), 1;
        print_mode(speed_mps, &linear);
        if (speed_mps == 30) compare(cars, &linear);
        kamm_destroy_cars(cars);
    }
    kamm_destroy_model(model);
}
