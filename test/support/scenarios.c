#include "scenarios.h"

char scenario_path[128];
kamm_error scenario_error;

int set_up_scenarios(void **state)
{
    int failed = set_up_folder(state);
    path_in_folder(scenario_path, "test.json");
    return failed;
}

kamm_scenario *read_scenario(const char *text)
{
    scenario_error = (kamm_error){0};
    write_bytes(scenario_path, text, strlen(text));
    return kamm_load_scenario(scenario_path, &scenario_error);
}

/* A car that rolls for 2 s at 20 m/s on the cheapest rung: its time is what the expressions are of. */
const char *with_figure(const char *value, const char *unit)
{
    static char text[4000];
    snprintf(
        text, sizeof text,
        "{\"title\": \"T\", \"doc\": \"D\", \"constants\": {\"two\": 2, \"v\": \"72[km/h]\"}, \"runs\": [{\"name\": "
        "\"roll\", \"cases\": {\"k\": [1, 2, 4]}, \"start\": {\"speed\": \"v\", \"settle\": 0}, \"phases\": "
        "[{\"name\": \"first\", \"speed\": \"v\", \"steering\": 0, \"duration\": \"0.5[s]\"}, {\"name\": "
        "\"second\", \"duration\": \"1.5[s]\"}]}], \"figures\": [{\"name\": \"x\", \"unit\": \"%s\", "
        "\"doc\": \"X\", \"across\": \"first\", \"value\": \"%s\"}]}",
        unit, value);
    return text;
}
