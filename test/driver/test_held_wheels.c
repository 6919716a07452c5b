/* Two-wheelers whose brakes hold the wheels stand: at any number of substeps a second at which they compile, by each
 * brake and by both, on the level and on slopes, with their energy at rest. A held wheel at a fork or an arm ties the
 * hub's travel to the ground by the tyre's force along it (implicit_travel.h).
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
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

enum { LEVERS = 3, SLOPES = 3, MOST_CARS = LEVERS * SLOPES };

/* Cars of one model, each with its lever on a slope of its own: all slopes of one lever, then of the next. */
struct row {
    kamm_cars *cars;
    int count, slopes, rate;
    kamm_contact contacts[2 * MOST_CARS];
    kamm_ground ground;
};

static const double slope_of[SLOPES] = {0, 0.05, -0.05};

static void put_row(struct row *row, const kamm_model *model)
{
    row->cars = kamm_create_cars(model, row->count, NULL);
    assert_non_null(row->cars);
    assert_int_equal(kamm_describe(model).wheel_count, 2);
    for (int car = 0; car < row->count; ++car) {
        const kamm_ground slope = kamm_plane_ground(slope_of[car % row->slopes], 0, 1);
        row->contacts[2 * car] = row->contacts[2 * car + 1] = slope.plane;
        put_car(row->cars, car, &slope, 0, 2, 0);
        kamm_inputs(row->cars)[car].gear = 0;
    }
    row->ground = kamm_plane_ground(0, 0, 1);
    row->ground.contacts = row->contacts;
}

/* They roll at 2 m/s, are braked softly (an e-scooter goes over its front wheel otherwise), then held, and left alone until
 * what the springs do is over. */
static void stop_row(struct row *row)
{
    for (int second = 0; second < 12; ++second) {
        float pull = second < 4 ? 0.2f : 1;
        for (int car = 0; car < row->count; ++car) {
            kamm_inputs(row->cars)[car].brake = pull * levers[car / row->slopes].front;
            kamm_inputs(row->cars)[car].hand_brake = pull * levers[car / row->slopes].rear;
        }
        kamm_step(row->cars, &row->ground, row->rate);
    }
}

struct seen {
    double energy_j, fastest, from[3];
};

static void expect_stood(int machine, const struct row *row, int car, const struct seen *seen)
{
    double to[3];
    read_position(row->cars, car, to);
    double gained_j = kamm_read(row->cars, car, KAMM_CHANNEL_energy_j) - seen->energy_j;
    double way = distance_between(seen->from, to);
    const struct lever *lever = &levers[car / row->slopes];
    if (way > 5e-5 || seen->fastest > 1e-3 || fabs(gained_j) > 0.01)
        fail_msg(
            "%s at %d/s, levers %g and %g, slope %g: moves by %.3g mm at up to %.3g mm/s, energy "
            "by %.3g J",
            fleet_name(machine), row->rate, (double)lever->front, (double)lever->rear,
            slope_of[car % row->slopes], 1000 * way, 1000 * seen->fastest, gained_j);
}

static void row_stands(int machine, int rate, int lever_count, int slopes)
{
    static struct row row;
    struct seen seen[MOST_CARS] = {{0}};
    kamm_model *model = compiled(machine, rate);
    row = (struct row){.count = lever_count * slopes, .slopes = slopes, .rate = rate};
    put_row(&row, model);
    stop_row(&row);
    for (int car = 0; car < row.count; ++car) {
        seen[car].energy_j = kamm_read(row.cars, car, KAMM_CHANNEL_energy_j);
        read_position(row.cars, car, seen[car].from);
    }
    for (int i = 0; i < 2 * rate; ++i) {
        kamm_step(row.cars, &row.ground, 1);
        for (int car = 0; car < row.count; ++car)
            seen[car].fastest =
                fmax(seen[car].fastest, kamm_read(row.cars, car, KAMM_CHANNEL_speed_mps));
    }
    for (int car = 0; car < row.count; ++car) expect_stood(machine, &row, car, &seen[car]);
    end_cars(row.cars);
}

static void held_wheels_stand(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        int least = least_rate(m),
            has_foot_brake = fleet_def(m, 240).axles[1].hand_brake_torque_nm > 0;
        const int rates[] = {least, least + 4, least * 9 / 8, least * 5 / 4, 240, 480};
        for (int r = 0; r < of_tier(1, 6); ++r)
            if (r == 0 || is_tried(m + r, 2))
                row_stands(m, rates[r], 2 + has_foot_brake, of_tier(1, SLOPES));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(held_wheels_stand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
