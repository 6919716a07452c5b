/* A road test as data: what a scenario file (docs/scenarios.md) is read into, and how it is driven.
 *
 * A scenario has runs, one after the other. In a run several cars drive side by side, the cases. Each goes through the
 * run's phases. Expressions are trees of nodes in one list, and everything with a name has a slot for its value. */
#ifndef KAMM_LAB_SCENARIO_H
#define KAMM_LAB_SCENARIO_H

#include <kamm/io/scenario.h>

#include "fields/fields.h"
#include "lab/circle.h"
#include "lab/scenario_fields.h"
#include "lab/scenario_unit.h"
#include "lab/split_road.h"
#include "lab/tests.h"

enum {
    SCENARIO_RUNS = 8,
    SCENARIO_PHASES = 16,
    SCENARIO_CASES = 32,
    SCENARIO_VARIABLES = 8, /* lists of `cases` */
    SCENARIO_VALUES = 24,
    SCENARIO_RULES = 8,
    SCENARIO_NODES = 4096,
    SCENARIO_LINKS = 8192,
    SCENARIO_SLOTS = 256,
    SCENARIO_SERIES = 48, /* expressions of a run that reductions look at */
    SCENARIO_NAME = 96,
    SCENARIO_DEPTH = 24,      /* of an expression's brackets */
    SCENARIO_TREE_DEPTH = 200 /* of its nodes */
};
/* Most numbers of a trace: 64 MiB. */
#define SCENARIO_SAMPLES (1 << 23)

/* When an expression is evaluated: before a run, during it, or after it. */
enum scenario_time { SCENARIO_BEFORE, SCENARIO_DURING, SCENARIO_AFTER };

enum scenario_operation {
    NODE_NUMBER,
    NODE_SLOT,
    NODE_SIGNAL,  /* of scenario_signal */
    NODE_CHANNEL, /* index: of the car */
    NODE_WHEEL,   /* index: of the channel; other: of the wheel */
    NODE_INPUT,   /* index: of kamm_input_fields */
    NODE_NEGATE,
    NODE_NOT,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_POWER,
    NODE_BELOW,
    NODE_AT_MOST,
    NODE_ABOVE,
    NODE_AT_LEAST,
    NODE_EQUAL,
    NODE_UNEQUAL,
    NODE_AND,
    NODE_OR,
    NODE_CALL,   /* index: of the function */
    NODE_PHASE,  /* index: of the function; other: of the phase */
    NODE_REDUCE, /* index: of the reduction; its first links are series of the run's trace */
};

enum scenario_signal {
    SIGNAL_TIME,
    SIGNAL_PHASE_TIME,
    SIGNAL_OUTSIDE,
    SIGNAL_WANTED,
    SIGNAL_TURNED,
    SIGNAL_TRAVELLED,
    SIGNAL_LIFT,
    SIGNAL_LOAD_LEFT,
    SIGNAL_LOAD_RIGHT,
    SIGNAL_ROLLING_MASS,
    SIGNALS
};

struct scenario_node {
    enum scenario_operation operation;
    int32_t index, other;
    int32_t first, count; /* of its links */
    double number;
    struct scenario_dimension dimension;
    int changes; /* during a run */
    int depth;   /* of its tree; sums lean to the left, so they are as deep as they are long */
};

struct scenario_name {
    char text[SCENARIO_NAME];
    int32_t slot;
    struct scenario_dimension dimension;
    int is_of_car; /* read before all runs: "car.…" */
    int run;       /* -1: for all; else only within that run */
    int of_run;    /* a value that is known when that run is over; -1: before all */
};

struct scenario_path {
    int32_t count;
    double x_m[SCENARIO_POINTS], y_m[SCENARIO_POINTS];
    double preview_s, least_preview_m, gain, rate_radps;
};

/* Expressions are the indices of their root nodes; -1: none. */
struct scenario_phase {
    char name[32];
    int32_t until, duration, steering, steering_rate, lane, circle, speed, speed_rate;
    int32_t throttle, brake, hand_brake, clutch, gear;
    int has_path, brakes;
    struct scenario_path path;
};

struct scenario_value {
    int32_t value, slot, shared_slot; /* of a case; of all of them, for others */
    enum scenario_across across;
};

struct scenario_rule {
    int32_t condition;
    char note[96];
};

struct scenario_run {
    char name[32];
    int32_t case_count, variable_count;
    int32_t variable_slots[SCENARIO_VARIABLES];
    int32_t variables[SCENARIO_VARIABLES][SCENARIO_CASES];
    int32_t start_speed, start_gear, start_settle, start_circle;
    double tick_s;
    int32_t time_limit, bank, stop, recorded;
    int32_t phase_count, value_count, fail_count, require_count, series_count;
    struct scenario_phase phases[SCENARIO_PHASES];
    struct scenario_value values[SCENARIO_VALUES];
    struct scenario_rule fails[SCENARIO_RULES], requires[SCENARIO_RULES];
    int32_t series[SCENARIO_SERIES];
    int32_t solve_slot, solve_first, solve_reached, solve_target, solve_tolerance, solve_attempts;
};

struct scenario_figure {
    int32_t value, run;
    enum scenario_across across;
    kamm_feature needs;
    struct scenario_unit unit;
    char name[48], unit_text[24], doc[128], missing[96];
};

struct kamm_scenario {
    /* kamm_run_scenario; kamm_run_test calls it, and stays without scenarios where nothing loads one. */
    kamm_result (*run)(const kamm_scenario *scenario, const kamm_vehicle_file *car,
                       const kamm_test_options *options, kamm_test_result *result,
                       kamm_error *error);
    uint64_t hash; /* of the file's values */
    char path[512], id[64], title[64], doc[256], standard[96];
    char surface[32], surface_left[32];
    double friction; /* NaN: as the surface has it */
    kamm_road_test test;
    kamm_figure_info infos[KAMM_MAX_FIGURES];
    struct scenario_figure figures[KAMM_MAX_FIGURES];
    int32_t constant_count, run_count, node_count, link_count, name_count;
    int32_t constants[SCENARIO_SLOTS], constant_slots[SCENARIO_SLOTS];
    struct scenario_run runs[SCENARIO_RUNS];
    struct scenario_node nodes[SCENARIO_NODES];
    int32_t links[SCENARIO_LINKS];
    struct scenario_name names[SCENARIO_SLOTS];
};

/* -- Expressions (scenario_nodes.c, scenario_names.c, scenario_calls.c, scenario_parse.c) -- */
struct scenario_parser {
    kamm_scenario *scenario;
    int run; /* -1: none */
    enum scenario_time time;
    const char *text, *at;
    int depth, is_in_reduction;
    int32_t (*parse)(struct scenario_parser *parser); /* an expression within another one */
    char message[300];
};

/* Reads all of a text; its root node, or -1 with a message. */
int32_t kamm_scenario_parse(struct scenario_parser *parser, const char *text);
int32_t kamm_scenario_add_number(kamm_scenario *scenario, double number);
/* One more node; -1 with a message: too many. */
int32_t kamm_scenario_add_node(struct scenario_parser *parser, struct scenario_node node);
/* -1, with that message and the place in the text. */
int32_t kamm_scenario_fail(struct scenario_parser *parser, const char *format, ...)
    KAMM_PRINTF(2, 3);
/* What a name or a call means. `at` stands behind the name. */
int32_t kamm_scenario_name_node(struct scenario_parser *parser, const char *name);
int32_t kamm_scenario_call_node(struct scenario_parser *parser, const char *name);
void kamm_scenario_skip_blanks(struct scenario_parser *parser);
/* Gives a name a slot. -1 with a message: it is taken, or no name. `run` and `of_run`: see scenario_name. */
int32_t kamm_scenario_define(struct scenario_parser *parser, const char *name, int run, int of_run,
                             struct scenario_dimension dimension);
/* Small letters, digits and _. */
int kamm_scenario_is_name(const char *name);
/* That of a unit; a plain number's for NULL. */
struct scenario_dimension kamm_scenario_dimension_of(const char *unit);
/* Fills in the values of the names that begin with "car.". */
void kamm_scenario_read_car(const kamm_scenario *scenario, const kamm_bench *bench, double *slots);
/* The phase of the parser's run; -1: none has that name. */
int32_t kamm_scenario_find_phase(const kamm_scenario *scenario, int run, const char *name);

/* Functions of values, in the order of their indices. */
struct scenario_function {
    const char *name;
    int least, most; /* arguments */
    char rule;       /* of the dimensions: see scenario_names.c */
};
enum scenario_call {
    CALL_ABS,
    CALL_SQRT,
    CALL_SIN,
    CALL_COS,
    CALL_TAN,
    CALL_ASIN,
    CALL_ATAN,
    CALL_ATAN2,
    CALL_EXP,
    CALL_LOG,
    CALL_SIGN,
    CALL_FLOOR,
    CALL_MIN,
    CALL_MAX,
    CALL_CLAMP,
    CALL_IF,
    CALL_TABLE,
    CALL_SWEEP,
    CALL_GEAR_AT,
    CALL_PULLING_GEAR_AT,
    CALLS
};
enum scenario_phase_call { CALL_BEGIN, CALL_END, CALL_DURING, PHASE_CALLS };
/* Reductions of series, with `series` of those first; then values, then perhaps a condition as a series. */
enum scenario_reduction {
    REDUCE_MEAN,
    REDUCE_RMS,
    REDUCE_HIGHEST,
    REDUCE_LOWEST,
    REDUCE_SPAN,
    REDUCE_TOTAL,
    REDUCE_FIRST,
    REDUCE_LAST,
    REDUCE_COUNT,
    REDUCE_PEAK,
    REDUCE_PEAK_TIME,
    REDUCE_AT,
    REDUCE_WHEN_ABOVE,
    REDUCE_WHEN_BELOW,
    REDUCE_SLOPE,
    REDUCE_LINE_AT,
    REDUCE_QUADRATIC,
    REDUCE_GAIN,
    REDUCE_PHASE_ANGLE,
    REDUCTIONS
};

/* -- Driving (scenario_trace.c, scenario_evaluate.c, scenario_drive.c) -- */
struct scenario_trace {
    double *samples; /* rows of the time, then of each case its phase and its series */
    size_t room;
    int32_t rows, width, series;
};

/* One car on its way through the phases. */
struct scenario_case {
    double slots[SCENARIO_SLOTS];
    int32_t phase; /* as many as there are: it is over */
    int is_over, has_failed;
    int32_t rows;
    double phase_began_s, began_s[SCENARIO_PHASES], ended_s[SCENARIO_PHASES];
    double turned_rad, last_yaw_rad, travelled_m, last_x_m, last_y_m;
    kamm_circle_drive drive; /* its hold is that of all phases */
    double solved_error;
    char note[128];
};

/* What an expression may look at. Before a run there is neither a car nor a trace. */
struct scenario_view {
    const kamm_scenario *scenario;
    const kamm_bench *bench;
    const struct scenario_case *now;
    const struct scenario_trace *trace; /* NULL during the run */
    int32_t car;
};

double kamm_scenario_evaluate(const struct scenario_view *view, int32_t node);

/* What a reduction looks at: columns of a trace, the first rows of which are a case's. */
struct scenario_reduced {
    const struct scenario_trace *trace;
    enum scenario_reduction reduction;
    int32_t rows, y, x, condition; /* columns; condition -1: none */
    double value, from_s;
};
double kamm_scenario_reduce(const struct scenario_reduced *of);

/* Drives a run: fills in the cases. 0: as bench->outcome says. */
int kamm_scenario_drive(const kamm_scenario *scenario, int run, kamm_bench *bench,
                        struct scenario_case *cases, struct scenario_trace *trace, int recorded);

/* -- Reading (scenario_read.c) -- */
kamm_result kamm_scenario_read(const char *path, kamm_scenario *scenario, kamm_error *error);

#endif
