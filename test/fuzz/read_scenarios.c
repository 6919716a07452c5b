/* The reader of scenario files, and what it makes of a car. */
#include "fuzz.h"

#include <kamm/io/scenario.h>

/* A run is asked every tick whether to go on: after so many ticks it is not. */
static int is_enough(void *user) { return ++*(int *)user > 60; }

static void drive(const kamm_scenario *scenario)
{
    static kamm_vehicle_file car;
    static int is_loaded;
    int ticks = 0;
    kamm_error error = {0};
    kamm_test_result result;
    const kamm_test_options options = {
        .rung = KAMM_RIGID2D, .is_stopped = is_enough, .user = &ticks};
    if (!is_loaded) hold(kamm_load_vehicle("nissan-micra", &car, NULL, &error) == KAMM_OK);
    is_loaded = 1;
    hold_refusal(kamm_run_scenario(scenario, &car, &options, &result, &error), &error);
}

void fuzz_scenario(const uint8_t *data, size_t size)
{
    kamm_error error = {0};
    kamm_scenario *scenario = kamm_load_scenario(fuzz_file("scenario.json", data, size), &error);
    if (!scenario) {
        hold_refusal(error.code, &error);
        return;
    }
    const kamm_road_test *test = kamm_describe_scenario(scenario);
    hold(test->figure_count > 0 && test->figure_count <= KAMM_MAX_FIGURES);
    for (int i = 0; i < test->figure_count; ++i) hold(*test->figures[i].name);
    drive(scenario);
    kamm_destroy_scenario(scenario);
}

/* One that ends within the ticks, so that its figures are computed as well. */
static const char short_one[] =
    "{\"title\":\"T\",\"doc\":\"D\",\"constants\":{\"v\":\"72[km/h]\"},\"runs\":[{\"name\":\"a\",\"cases\":{\"k\":[1,-1]},"
    "\"start\":{\"speed\":\"v\",\"settle\":0,\"gear\":\"gear_at(v)\"},\"phases\":[{\"name\":\"p\",\"duration\":\"0.05[s]\","
    "\"steering\":\"k*sweep(time_s,1[Hz],2[Hz],1[s])\",\"speed\":\"v\"},{\"name\":\"q\",\"until\":\"travelled_m>2[m]\","
    "\"throttle\":0,\"brake\":0.5}],\"stop\":\"abs(turned_rad)>1\",\"fails\":[{\"when\":\"side_lift_m>1[m]\",\"note\":\"n\"}],"
    "\"values\":[{\"name\":\"x\",\"value\":\"peak(yaw_rate_radps)+0*when_above(speed_mps,v)/1[s2]\",\"across\":\"highest\"}]}],"
    "\"figures\":[{\"name\":\"f\",\"unit\":\"deg/s\",\"doc\":\"F\",\"value\":\"a.x+slope(yaw_rate_radps,time_s,during(q))"
    "*1[s]\"},{\"name\":\"g\",\"unit\":\"1\",\"doc\":\"G\",\"value\":\"phase_angle(yaw_rate_radps,steering_wheel_rad,1[Hz])+"
    "quadratic(x_m,time_s,2)/gravity+at(wheels[0].load_n,begin(q))/1[N]\"}]}\n";

void seeds_scenario(fuzz_take *take, void *user)
{
    take("short.json", short_one, sizeof short_one - 1, user);
    fuzz_take_data("scenarios", ".json", 1 << 16, take, user);
}
