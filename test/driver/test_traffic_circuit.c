/* A hundred shipped vehicles on the proving ground's circuit, mixed and each at its own pace, in one world: none is
 * stuck, and who lies on its roof is placed back. Some seconds in the short tier, a minute in the long one, half an
 * hour in that of releases. A jam after 32 minutes is a known limit (docs/traffic.md). */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/shipped.h"
#include "support/tier.h"
#include "support/traffic.h"

#include <kamm/io/world_file.h>
#include <kamm/world.h>
#include <math.h>

enum { CARS = 100, KINDS = 128, CALLS_PER_S = 60, SUBSTEPS = 4 };

static struct {
    kamm_world_file file;
    kamm_world *world;
    kamm_line *line;
    kamm_plan *plans[KINDS];
    kamm_cars *cars[KINDS];
    kamm_traffic_driver drivers[CARS];
    int vehicle[CARS];
    /* Where each was when it had last moved by a metre, and since when; the longest such time. */
    double at_m[CARS][2], at_s[CARS], still_s[CARS];
    int touches, hard_touches,
        wall_touches; /* of two cars, of those faster than 2 m/s, of a car and a body */
} circuit;

static void load_circuit(void)
{
    kamm_error error = {0};
    must(kamm_load_world("proving-ground", &circuit.file, NULL, &error), &error);
    circuit.world = kamm_create_world(&circuit.file.def, &error);
    circuit.line = kamm_create_line_on(kamm_find_path(&circuit.file, "circuit"),
                                       kamm_world_ground(circuit.world), &error);
    if (!circuit.line) fail_msg("%s", error.text);
}

static int has_rate(const kamm_vehicle_def *def)
{
    return def->stepping.substeps_per_s == SUBSTEPS * CALLS_PER_S;
}

/* Vehicles take turns; each kind is a group of the world. */
static int add_groups(int per_kind[KINDS])
{
    kamm_error error = {0};
    int kinds = 0;
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_vehicle_def def = shipped_on(v, KAMM_FULL, SUBSTEPS * CALLS_PER_S);
        if (has_rate(&def)) circuit.vehicle[kinds++] = v;
    }
    for (int i = kinds; i < CARS; ++i) circuit.vehicle[i] = circuit.vehicle[i % kinds];
    for (int i = 0; i < CARS; ++i) ++per_kind[circuit.vehicle[i]];
    for (int v = 0; v < shipped_count(); ++v) {
        if (!per_kind[v]) continue;
        kamm_vehicle_def def = shipped_on(v, KAMM_FULL, SUBSTEPS * CALLS_PER_S);
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) fail_msg("%s", error.text);
        circuit.plans[v] = kamm_create_plan(circuit.line, model, 0.8, &error);
        circuit.cars[v] = kamm_create_cars(model, per_kind[v], &error);
        must(kamm_add_cars(circuit.world, circuit.cars[v], &error), &error);
        kamm_destroy_model(model);
    }
    return kinds;
}

static void place_drivers(void)
{
    int used[KINDS] = {0};
    double length_m = kamm_line_length_m(circuit.line);
    for (int i = 0; i < CARS; ++i) {
        int v = circuit.vehicle[i];
        kamm_traffic_style style = kamm_default_traffic_style();
        style.pace = 0.7 + 0.3 * (i * 7 % CARS) / CARS;
        style.reaction_s = 0.2, style.lateness_s = 0.1, style.wander_m = 0.3;
        style.places_back = 1;
        kamm_traffic_driver *driver = &circuit.drivers[i];
        kamm_start_traffic_driver(driver, circuit.plans[v], circuit.cars[v], used[v]++, &style,
                                  (uint32_t)i);
        driver->driver = kamm_driver_on(circuit.plans[v], length_m * i / CARS);
        driver->driver.aim_left_m = i % 2 ? 1.5 : -1.5;
        kamm_placement start = kamm_driver_start(&driver->driver);
        start.speed_mps = fmin(0.5 * start.speed_mps, 8);
        kamm_place(driver->cars, driver->car, &start);
    }
}

static void count_touches(void)
{
    int count;
    const kamm_contact_event *events = kamm_contact_events(circuit.world, &count);
    for (int i = 0; i < count; ++i) {
        const kamm_contact_event *e = &events[i];
        if (!(e->phase & KAMM_CONTACT_BEGAN) || e->type[0] == KAMM_BODY_GROUND ||
            e->type[1] == KAMM_BODY_GROUND)
            continue;
        int both = e->type[0] == KAMM_BODY_CAR && e->type[1] == KAMM_BODY_CAR;
        circuit.touches += both, circuit.wall_touches += !both;
        circuit.hard_touches += both && e->speed_mps > 2;
    }
}

static void watch_cars(double time_s)
{
    for (int i = 0; i < CARS; ++i) {
        const kamm_traffic_body *body = &circuit.drivers[i].body;
        if (hypot(body->x_m - circuit.at_m[i][0], body->y_m - circuit.at_m[i][1]) > 1) {
            circuit.at_m[i][0] = body->x_m, circuit.at_m[i][1] = body->y_m;
            circuit.at_s[i] = time_s;
        }
        circuit.still_s[i] = fmax(circuit.still_s[i], time_s - circuit.at_s[i]);
    }
}

static void end_circuit(void)
{
    kamm_destroy_world(circuit.world);
    for (int v = 0; v < shipped_count(); ++v) {
        kamm_destroy_cars(circuit.cars[v]);
        kamm_destroy_plan(circuit.plans[v]);
    }
    kamm_destroy_line(circuit.line);
    kamm_destroy_world_file(&circuit.file);
}

static void nobody_of_a_hundred_is_stuck(void **state)
{
    (void)state;
    int per_kind[KINDS] = {0}, seconds = of_tiers(6, 60, 1800), resets = 0, recoveries = 0;
    load_circuit();
    int kinds = add_groups(per_kind);
    place_drivers();
    for (int call = 0; call < seconds * CALLS_PER_S; ++call) {
        kamm_drive_traffic(circuit.drivers, CARS, 1.0 / CALLS_PER_S);
        kamm_step_world(circuit.world, SUBSTEPS);
        count_touches();
        watch_cars((double)call / CALLS_PER_S);
    }
    double longest_s = 0, driven_m = 0, least_m = INFINITY;
    for (int i = 0; i < CARS; ++i) {
        const kamm_traffic_driver *driver = &circuit.drivers[i];
        longest_s = fmax(longest_s, circuit.still_s[i]);
        driven_m += driver->driver.driven_m;
        least_m = fmin(least_m, driver->driver.driven_m);
        resets += driver->state.resets, recoveries += driver->state.recoveries;
        if (circuit.still_s[i] >= 10)
            print_message("%s stood for %.1f s\n", shipped_name(circuit.vehicle[i]),
                          circuit.still_s[i]);
    }
    print_message(
        "%d vehicles of %d kinds, %d s: %.1f m/s in the mean; longest still %.1f s; %d touches, %d of "
        "them faster than 2 m/s, %d of bodies; %d recoveries, %d placed back\n",
        CARS, kinds, seconds, driven_m / CARS / seconds, longest_s, circuit.touches,
        circuit.hard_touches, circuit.wall_touches, recoveries, resets);
    expect_below(longest_s, 10);
    expect_above(driven_m / CARS / seconds, 7);
    expect_above(least_m, 3.0 * seconds);
    /* A touch for two hours of a car's driving, a hard one for ten. */
    expect_below(circuit.touches, 5 + CARS * seconds / 7200.0);
    expect_below(circuit.hard_touches, 2 + CARS * seconds / 36000.0);
    end_circuit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_of_a_hundred_is_stuck)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
