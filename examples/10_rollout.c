/* A planner that samples (model predictive path integral control): a car at 20 m/s, an obstacle on its way. Each tenth of a
 * second 128 single-track copies of it try steering of their own for 2 s, in one call; the better, the more a try counts.
 *
 *     cc -O2 10_rollout.c -o 10_rollout $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>

enum { TRIES = 128, STEPS = 20, X = 0, Y, YAW, CHANNELS };
static const char *const inputs[] = {"steering_wheel_rad"};
static const char *const channels[CHANNELS] = {"x_m", "y_m", "yaw_rad"};
static float steering[TRIES][STEPS], plan[STEPS + 1];
static double seen[TRIES][STEPS][CHANNELS];

/* Try 0 is the rest of the last plan, the others wander about it. */
static void vary_plan(void)
{
    static uint32_t noise = 1;
    for (int i = 0; i < TRIES; ++i)
        for (int step = 0, away = 0; step < STEPS; ++step) {
            noise = noise * 1664525u + 1013904223u;
            away = away * 4 / 5 + (i ? (int)(noise >> 12) - (1 << 19) : 0);
            steering[i][step] = plan[step + 1] + 0.35f * 0x1p-19f * (float)away;
        }
}

/* Off the lane's middle, nose aside, the hand's work; nearer than 3 m to the obstacle at x = 60 m. */
static double cost_of(int i)
{
    double cost = 0, before = (double)plan[0];
    for (int step = 0; step < STEPS; before = (double)steering[i][step++]) {
        const double *at = seen[i][step], turn = (double)steering[i][step] - before;
        cost += 0.1 * at[Y] * at[Y] + 2 * at[YAW] * at[YAW] + turn * turn;
        cost += 100 * fmax(0, 3 - hypot(at[X] - 60, at[Y]));
    }
    return cost;
}

static void weigh_tries(void)
{
    double sum = 0, mean[STEPS] = {0}, reference = cost_of(0);
    for (int i = 0; i < TRIES; ++i) {
        double weight = exp(fmin(reference - cost_of(i), 300));
        sum += weight;
        for (int step = 0; step < STEPS; ++step) mean[step] += weight * (double)steering[i][step];
    }
    for (int step = 0; step < STEPS; ++step) plan[step] = (float)(mean[step] / sum);
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *full = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_model *simple = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    if (!full || !simple) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *car = kamm_create_cars(full, 1, &error), *now = kamm_create_cars(simple, 1, &error);
    kamm_cars *tries = kamm_create_cars(simple, TRIES, &error);
    kamm_rollout_def rollout = {now,    NULL,      STEPS,    24,   1,   CHANNELS,
                                inputs, *steering, channels, NULL, NULL};
    kamm_place(car, 0, &(kamm_placement){.speed_mps = 20, .gear = KAMM_GEAR_DRIVE});
    for (int tenth = 0; tenth <= 60; ++tenth) {
        kamm_hand_over(car, 0, now, 0); /* the inputs, too */
        vary_plan();
        if (kamm_rollout(tries, &kamm_flat_ground, &rollout, **seen, &error) != KAMM_OK)
            return fprintf(stderr, "%s\n", error.text), 1;
        weigh_tries();
        kamm_inputs(car)[0].steering_wheel_rad = plan[0];
        printf("%4.1f %6.2f %6.2f\n", 0.1 * tenth, kamm_read(car, 0, KAMM_CHANNEL_x_m),
               kamm_read(car, 0, KAMM_CHANNEL_y_m));
        kamm_step(car, &kamm_flat_ground, 24);
    }
    kamm_destroy_cars(tries);
    kamm_destroy_cars(now);
    kamm_destroy_cars(car);
    kamm_destroy_model(simple);
    kamm_destroy_model(full);
}
