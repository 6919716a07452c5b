/* Two-wheelers whose brakes hold the wheels stand: at any number of substeps a second at which they compile, by each
 * brake and by both, on the level and on slopes, with their energy at rest. A held wheel at a fork or an arm ties the
 * hub's travel to the ground by the tyre's force along it (implicit_travel.h). */
#include "support/drive.h"
#include "support/fleet.h"
#include "support/tier.h"

#include <math.h>

static const struct lever {
    float front, rear; /* the brake of the hand and that of the foot */
} levers[] = {{1, 1}, {1, 0}, {0, 1}};

static kamm_model *compiled(int machine, int substeps_per_s)
{
    kamm_vehicle_def def = fleet_def(machine, 60);
    def.stepping.substeps_per_s = substeps_per_s;
    return kamm_create_model(&def, KAMM_FULL, NULL);
}

static int least_rate(int machine)
{
    for (int rate = 60; rate <= 240; ++rate) {
        kamm_model *model = compiled(machine, rate);
        kamm_destroy_model(model);
        if (model) return rate;
    }
    fail_msg("%s compiles at no rate up to 240", fleet_name(machine));
    return 0;
}

/* Rolls at 2 m/s, is braked softly (an e-scooter goes over its front wheel otherwise), then held, and left alone until
 * what the springs do is over. */
static kamm_cars *stopped(const kamm_model *model, const struct lever *lever,
                          const kamm_ground *ground, int rate)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    assert_non_null(cars);
    put_car(cars, 0, ground, 0, 2, 0);
    kamm_inputs(cars)->gear = 0;
    for (int second = 0; second < 12; ++second) {
        float pull = second < 4 ? 0.2f : 1;
        kamm_inputs(cars)->brake = pull * lever->front;
        kamm_inputs(cars)->hand_brake = pull * lever->rear;
        kamm_step(cars, ground, rate);
    }
    return cars;
}

static void stands(int machine, int rate, const struct lever *lever, double slope)
{
    kamm_model *model = compiled(machine, rate);
    const kamm_ground ground = kamm_plane_ground(slope, 0, 1);
    kamm_cars *cars = stopped(model, lever, &ground, rate);
    double before_j = read_channel(cars, KAMM_CHANNEL_energy_j), fastest = 0, from[3], to[3];
    read_position(cars, 0, from);
    for (int i = 0; i < 2 * rate; ++i) {
        kamm_step(cars, &ground, 1);
        fastest = fmax(fastest, read_channel(cars, KAMM_CHANNEL_speed_mps));
    }
    read_position(cars, 0, to);
    double after_j = read_channel(cars, KAMM_CHANNEL_energy_j), way = distance_between(from, to);
    if (way > 5e-5 || fastest > 1e-3 || fabs(after_j - before_j) > 0.01)
        fail_msg(
            "%s at %d/s, levers %g and %g, slope %g: moves by %.3g mm at up to %.3g mm/s, energy "
            "by %.3g J",
            fleet_name(machine), rate, (double)lever->front, (double)lever->rear, slope, 1000 * way,
            1000 * fastest, after_j - before_j);
    end_cars(cars);
}

static void held_wheels_stand(void **state)
{
    static const double slopes[] = {0, 0.05, -0.05};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        int least = least_rate(m),
            has_foot_brake = fleet_def(m, 240).axles[1].hand_brake_torque_nm > 0;
        const int rates[] = {least, least + 4, least * 9 / 8, least * 5 / 4, 240, 480};
        for (int r = 0; r < of_tier(1, 6); ++r)
            for (int l = 0; l < 2 + has_foot_brake; ++l)
                for (int s = 0; s < of_tier(1, 3); ++s) stands(m, rates[r], &levers[l], slopes[s]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(held_wheels_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
