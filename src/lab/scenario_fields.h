/* The one table of scenario files: every object that they have, with its keys.
 *
 * From this come the structs below, the defaults, the reader with its messages, docs/scenario.schema.json, and the
 * check that docs/scenarios.md knows every key.
 *
 *   NUMBER(name, unit, default, lowest, highest, doc)   a double
 *   LIST(name, size, unit, lowest, highest, doc)        a double[size] and name_count
 *   FLAG(name, default, doc)                            an int32_t: 0 or 1
 *   TEXT(name, size, default, doc)                      a char[size]
 *   EXPRESSION(name, unit, default, doc)                a const cJSON *: a number, or a text that is an expression
 *   OTHER(name, default, doc)                           a const cJSON *, to be read by hand; or NULL
 *
 * A default of NEEDED: the key has to be there. The unit of an expression is that of its value, "?" any. */
#ifndef KAMM_LAB_SCENARIO_FIELDS_H
#define KAMM_LAB_SCENARIO_FIELDS_H

#include <cjson/cJSON.h>
#include <kamm/fields.h>

#include <math.h>

#define NEEDED INFINITY
/* Most points of a path. */
enum { SCENARIO_POINTS = 64 };

/* clang-format off */
#define KAMM_SCENARIO_ROOT_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                      \
    TEXT(title, 64, NEEDED, "The test's title")                                                     \
    TEXT(doc, 256, NEEDED, "The procedure in one or two sentences")                                 \
    TEXT(standard, 96, NAN, "Standard that the test follows, with its edition or part")             \
    TEXT(needs, 16, NAN, "What the rung must have: forces, engine, loads, roll, wheel_lock, travel, tumble or resistance") \
    TEXT(surface, 32, NAN, "A surface of data/surfaces.json instead of dry_asphalt; the option --surface replaces it") \
    TEXT(surface_left, 32, NAN, "Surface on the left of the x axis: for split friction")            \
    NUMBER(friction, "1", NAN, 0, 2, "Instead of a surface: dry asphalt with this factor on the tyre's friction") \
    OTHER(constants, NAN, "Object of named expressions, for all runs")                              \
    OTHER(runs, NEEDED, "List of runs, in the order in which they are driven")                      \
    OTHER(figures, NEEDED, "List of the figures that the test yields")

#define KAMM_SCENARIO_RUN_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                       \
    TEXT(name, 32, NEEDED, "The run's name")                                                        \
    OTHER(cases, NAN, "Object of named lists of expressions, all as long: cars that drive side by side, each with its values") \
    OTHER(solve, NAN, "A variable that is to be found, by repetitions of the run")                  \
    OTHER(start, NAN, "How the cars start")                                                         \
    NUMBER(tick_s, "s", 0.005, 0.0005, 0.1, "Time between two actions of the driver, and two rows of the trace") \
    EXPRESSION(time_limit, "s", NAN, "A case that takes longer fails; 60 s if left out")            \
    EXPRESSION(bank, "rad", NAN, "Tilt of the ground about the x axis, positive with its left side up; from the first case") \
    OTHER(phases, NEEDED, "List of phases, one after the other")                                    \
    EXPRESSION(stop, "?", NAN, "Condition that ends a case, whatever its phase")                    \
    OTHER(fails, NAN, "List of conditions that end a case without figures")                         \
    OTHER(values, NAN, "List of values that are computed when the run is over")                     \
    OTHER(requires, NAN, "List of conditions that each case has to meet when it is over")           \
    NUMBER(recorded, "1", 0, 0, 31, "Whole number: the case whose channels are written; only of the last run")

#define KAMM_SCENARIO_START_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                     \
    EXPRESSION(speed, "m/s", NAN, "Speed along the x axis; at rest if left out")                    \
    EXPRESSION(gear, "1", NAN, "0 neutral, 1 … forward, drive: by the shift map; the highest with 2000 rpm if left out") \
    EXPRESSION(settle, "s", NAN, "Time of straight driving at that speed before the run; 4 s if left out, 0 on a circle") \
    EXPRESSION(circle, "m", NAN, "Starts on a circle of this radius, positive to the left")

#define KAMM_SCENARIO_PHASE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                     \
    TEXT(name, 32, NEEDED, "The phase's name")                                                      \
    EXPRESSION(until, "?", NAN, "The phase is over when this condition holds")                      \
    EXPRESSION(duration, "s", NAN, "The phase is over after this time at the latest")               \
    EXPRESSION(steering, "rad", NAN, "Angle of the steering wheel, positive to the left")           \
    EXPRESSION(steering_rate, "1/s", NAN, "Highest rate of the steering wheel; at once if left out")\
    EXPRESSION(lane, "m", NAN, "Instead of steering: a driver keeps this distance to the left of the x axis") \
    EXPRESSION(circle, "m", NAN, "Instead: a driver follows the circle of this radius through the start, positive to the left") \
    OTHER(path, NAN, "Instead: a driver follows a path")                                            \
    EXPRESSION(speed, "m/s", NAN, "A driver holds this speed by the accelerator")                   \
    EXPRESSION(speed_rate, "m/s2", NAN, "Instead: the speed that the driver holds changes by this rate") \
    FLAG(brakes, 0, "That driver also brakes")                                                      \
    EXPRESSION(throttle, "1", NAN, "Accelerator pedal, 0 to 1")                                     \
    EXPRESSION(brake, "1", NAN, "Brake pedal, 0 to 1")                                              \
    EXPRESSION(hand_brake, "1", NAN, "Hand brake, 0 to 1")                                          \
    EXPRESSION(clutch, "1", NAN, "Clutch pedal, 0 to 1")                                            \
    EXPRESSION(gear, "1", NAN, "Requested gear")

#define KAMM_SCENARIO_PATH_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                      \
    LIST(x_m, SCENARIO_POINTS, "m", -1e5, 1e5, "Distances along the x axis, ascending")             \
    LIST(y_m, SCENARIO_POINTS, "m", -1e5, 1e5, "For each of them, the distance to the left; straight lines between") \
    NUMBER(preview_s, "s", 1, 0, 10, "The driver aims at a point that the car reaches after this time …") \
    NUMBER(least_preview_m, "m", 5, 0.1, 1000, "… and this distance")                               \
    NUMBER(gain, "1", 1, 0.01, 100, "Factor on the angle that a car without slip needs")            \
    NUMBER(rate_radps, "rad/s", 5, 0.01, 100, "Highest rate of the steering wheel")

#define KAMM_SCENARIO_SOLVE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                     \
    TEXT(name, 32, NEEDED, "Name of the variable")                                                  \
    EXPRESSION(first, "?", NEEDED, "Its first value")                                               \
    EXPRESSION(reached, "?", NEEDED, "What a run reaches, in about the proportion of the variable") \
    EXPRESSION(target, "?", NEEDED, "What it has to reach")                                         \
    EXPRESSION(tolerance, "?", NEEDED, "How near")                                                  \
    NUMBER(attempts, "1", 6, 1, 20, "Whole number: most runs")

#define KAMM_SCENARIO_FAIL_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                      \
    EXPRESSION(when, "?", NEEDED, "The condition")                                                  \
    TEXT(note, 96, NEEDED, "The reason for the missing figures")

#define KAMM_SCENARIO_REQUIRE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                   \
    EXPRESSION(that, "?", NEEDED, "The condition")                                                  \
    TEXT(note, 96, NEEDED, "The reason for the missing figures")

#define KAMM_SCENARIO_VALUE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                     \
    TEXT(name, 32, NEEDED, "Name of the value; later runs and figures call it RUN.NAME")            \
    EXPRESSION(value, "?", NEEDED, "The value of a case")                                           \
    TEXT(across, 16, NAN, "Which of the cases' values it is for others: mean (if left out), highest, lowest, first or last")

#define KAMM_SCENARIO_FIGURE_FIELDS(NUMBER, LIST, FLAG, TEXT, EXPRESSION, OTHER)                    \
    TEXT(name, 48, NEEDED, "Name of the figure; ends in its unit")                                  \
    TEXT(unit, 24, NEEDED, "Unit of the figure")                                                    \
    TEXT(doc, 128, NEEDED, "Its meaning")                                                           \
    EXPRESSION(value, "?", NEEDED, "The value of a case, in SI units")                              \
    TEXT(run, 32, NAN, "Run of that case; the last one if left out")                                \
    TEXT(across, 16, NAN, "mean of the cases (if left out), highest, lowest, first or last")        \
    TEXT(needs, 16, NAN, "What the rung must have for this figure")                                 \
    TEXT(missing, 96, NAN, "The reason if there is no value")

/* TABLE(name, fields): all objects of a scenario file. */
#define KAMM_SCENARIO_TABLES(TABLE)                                                                 \
    TABLE(root, KAMM_SCENARIO_ROOT_FIELDS) TABLE(run, KAMM_SCENARIO_RUN_FIELDS)                     \
    TABLE(start, KAMM_SCENARIO_START_FIELDS) TABLE(phase, KAMM_SCENARIO_PHASE_FIELDS)               \
    TABLE(path, KAMM_SCENARIO_PATH_FIELDS) TABLE(solve, KAMM_SCENARIO_SOLVE_FIELDS)                 \
    TABLE(fail, KAMM_SCENARIO_FAIL_FIELDS) TABLE(require, KAMM_SCENARIO_REQUIRE_FIELDS)             \
    TABLE(value, KAMM_SCENARIO_VALUE_FIELDS) TABLE(figure, KAMM_SCENARIO_FIGURE_FIELDS)

#define KAMM_NUMBER_(name, ...) double name;
#define KAMM_LIST_(name, size, ...) double name[size]; int32_t name##_count;
#define KAMM_FLAG_(name, ...) int32_t name;
#define KAMM_TEXT_(name, size, ...) char name[size];
#define KAMM_OTHER_(name, ...) const cJSON *name;
#define KAMM_STRUCT_(name, FIELDS) \
    struct scenario_##name##_object { FIELDS(KAMM_NUMBER_, KAMM_LIST_, KAMM_FLAG_, KAMM_TEXT_, KAMM_OTHER_, KAMM_OTHER_) };
KAMM_SCENARIO_TABLES(KAMM_STRUCT_)
#undef KAMM_NUMBER_
#undef KAMM_LIST_
#undef KAMM_FLAG_
#undef KAMM_TEXT_
#undef KAMM_OTHER_
#undef KAMM_STRUCT_

#define KAMM_INDEX_(name, FIELDS) SCENARIO_##name,
enum scenario_table { KAMM_SCENARIO_TABLES(KAMM_INDEX_) SCENARIO_TABLES };
#undef KAMM_INDEX_
/* clang-format on */

/* The table of struct scenario_NAME_object. An EXPRESSION is a group with a unit and without a table. */
const kamm_field_table *kamm_scenario_fields(enum scenario_table table);

/* What the keys `needs` and `across` take, ended by NULL, in the order of the enumerators and bits below. */
extern const char *const kamm_scenario_needs[];
extern const char *const kamm_scenario_across[];
enum scenario_across { ACROSS_MEAN, ACROSS_HIGHEST, ACROSS_LOWEST, ACROSS_FIRST, ACROSS_LAST };

#endif
