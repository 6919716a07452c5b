/* A lap of a ring: against the tyres' friction, and figures again from the channels of the run. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "lab/recorded.h"
#include "support/shipped.h"
#include "support/temporary.h"
#include "support/tier.h"

#include <unistd.h>

/* A circle of 45 m about the origin, on a road of 8 m, 3 m up. The line is at its first point, on the x axis. */
static char world_path[TEMPORARY_PATH];

static int write_world(void **state)
{
    (void)state;
    FILE *out = make_temporary_file(world_path, "") ? NULL : fopen(world_path, "w");
    if (!out) return 1;
    fputs("{\"name\": \"ring\", \"default_surface\": \"dry_asphalt\","
          "\"terrain\": [{\"kind\": \"plane\", \"height_m\": 3, \"slope\": [0, 0]}],"
          "\"paths\": [{\"name\": \"round\", \"width_m\": 8, \"closed\": true, \"points_m\": [",
          out);
    for (int i = 0; i < 40; ++i)
        fprintf(out, "%s[%.4f, %.4f]", i ? "," : "", 45 * cos(2 * PI * i / 40),
                45 * sin(2 * PI * i / 40));
    fputs("]}]}", out);
    return fclose(out);
}

static int remove_world(void **state)
{
    (void)state;
    return unlink(world_path);
}

static double peak_friction(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_DOUBLE_TRACK, &error);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    return fmin(info.peak_friction_y[0], info.peak_friction_y[2]);
}

/* v^2 / r is near the tyres' friction, which is one figure where it does not fall with load. */
static void check_limit(const struct recorded *r, const kamm_vehicle_def *def)
{
    double speed_mps = figure_of(r, "mean_speed_kmh") / 3.6;
    double lateral = speed_mps * speed_mps / 45 / GRAVITY_MPS2;
    double peak = peak_friction(def), share = figure_of(r, "grip_share");
    expect_above(lateral, 0.85 * peak);
    expect_below(lateral, 1.05 * peak);
    expect_near(lateral, share * peak,
                0.1 * peak); /* as planned, but for what steering and drive take */
    expect_near(figure_of(r, "max_lateral_acceleration_g"), lateral, 0.1);
    expect_below(figure_of(r, "max_deviation_m"), 4 - def->body.width_m / 2);
}

/* Largest of a channel held for 0.2 s: followed with that lag, from the line on. */
static double held_for_02_s(const struct recorded *r, kamm_channel channel, double sign,
                            double from_s, double to_s)
{
    double smooth = 0, most = 0;
    for (int row = 1; row < r->rows && r->time_s[row] <= to_s; ++row) {
        double value = at(r, row, 0, channel);
        smooth += tick_of(r) / 0.2 * (value - smooth);
        if (r->time_s[row] < from_s) continue;
        most = fmax(most, sign != 0 ? sign * smooth : fabs(smooth));
    }
    return most;
}

static void check_clock(const struct recorded *r)
{
    double from_s = NAN, to_s = NAN, top = 0, off = 0;
    for (int row = 1; row < r->rows && isnan(to_s); ++row) { /* over the line, upwards */
        double before = at(r, row - 1, 0, KAMM_CHANNEL_y_m), y = at(r, row, 0, KAMM_CHANNEL_y_m);
        if (!(before < 0 && y >= 0) || at(r, row, 0, KAMM_CHANNEL_x_m) < 0) continue;
        double crossed_s = r->time_s[row] - tick_of(r) * y / (y - before);
        if (isnan(from_s))
            from_s = crossed_s;
        else
            to_s = crossed_s;
    }
    int last = row_at(r, to_s);
    for (int row = row_at(r, from_s) + 1; row <= last; ++row) {
        double x = at(r, row, 0, KAMM_CHANNEL_x_m), y = at(r, row, 0, KAMM_CHANNEL_y_m);
        top = fmax(top, at(r, row, 0, KAMM_CHANNEL_speed_mps));
        off = fmax(off, fabs(hypot(x, y) - 45));
    }
    expect_near(from_s * top, 100, 4); /* of run-up */
    expect_near(figure_of(r, "lap_time_s"), to_s - from_s, 0.02);
    expect_share(figure_of(r, "mean_speed_kmh"), 3.6 * 2 * PI * 45 / (to_s - from_s), 3e-3);
    expect_share(figure_of(r, "top_speed_kmh"), 3.6 * top, 2e-4);
    expect_near(figure_of(r, "max_deviation_m"), off, 0.02);
    expect_share(figure_of(r, "max_lateral_acceleration_g") * GRAVITY_MPS2,
                 held_for_02_s(r, KAMM_CHANNEL_acceleration_y_mps2, 0, from_s, to_s), 2e-3);
    expect_near(figure_of(r, "max_deceleration_g") * GRAVITY_MPS2,
                held_for_02_s(r, KAMM_CHANNEL_acceleration_x_mps2, -1, from_s, to_s), 0.02);
}

static void the_fastest_lap_of_a_ring_is_at_the_limit(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_y_m, KAMM_CHANNEL_speed_mps,
                               KAMM_CHANNEL_acceleration_x_mps2, KAMM_CHANNEL_acceleration_y_mps2),
                         .world = world_path};
    def.double_track.tyre = KAMM_TRACK_TYRE_CAPPED;
    record(&r, "lap", &def, KAMM_DOUBLE_TRACK, of_tier(KAMM_TEST_SUBSTEPS_PER_S, 0));
    expect_share(figure_of(&r, "lap_length_m"), 2 * PI * 45, 0.002);
    check_limit(&r, &def);
    check_clock(&r);
    forget(&r);
}

/* What the driver loses of the proving ground's lap. Gears change in no time, as in the plan: the lever of a Micra costs 1.3 %. */
static void the_fastest_lap_is_within_3_percent_of_its_plan(void **state)
{
    static const struct {
        const char *name;
        double rate;
    } cars[] = {{"nissan-micra", 240}, {"formula-car-2014", 480}, {"bmw-m3-e46", 240}};
    (void)state;
    LONG_TIER_ONLY();
    for (int i = 0; i < of_tiers(1, 2, 3); ++i) {
        kamm_vehicle_file file = {.id = "test-car",
                                  .def = shipped_def(shipped_number(cars[i].name))};
        kamm_test_options options = {.substeps_per_s = cars[i].rate};
        kamm_test_result r;
        kamm_error error;
        file.def.gearbox.shift_s = 0;
        must(kamm_run_test("lap", &file, &options, &r, &error), &error);
        double lap_s = r.figures[0].value, planned_s = r.figures[r.figure_count - 1].value;
        print_message("%s: %.2f s, planned %.2f s\n", cars[i].name, lap_s, planned_s);
        assert_string_equal(r.figures[r.figure_count - 1].name, "planned_time_s");
        expect_below(lap_s, 1.03 * planned_s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_fastest_lap_of_a_ring_is_at_the_limit),
        cmocka_unit_test(the_fastest_lap_is_within_3_percent_of_its_plan),
    };
    return cmocka_run_group_tests(tests, write_world, remove_world);
}
