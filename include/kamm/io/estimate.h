/* Estimated vehicles: a vehicle file from the figures of a data sheet, the rest by named rules (library kamm_io).
 *
 *     kamm_vehicle_facts facts = kamm_default_facts();
 *     kamm_set_fact(&facts, "mass", "1450", &error);
 *     kamm_set_fact(&facts, "wheelbase", "2650mm", &error);
 *     kamm_set_fact(&facts, "tyres", "225/45R17", &error);
 *     kamm_set_fact(&facts, "power", "147kW", &error);
 *     kamm_write_estimate("my-car.json", &facts, &error);
 *
 * A rule is a number for each class of vehicle, kind of tyre, engine or gearbox, with its spread and source. Each
 * estimated value of the file names its rule and the spread.
 */
#ifndef KAMM_IO_ESTIMATE_H
#define KAMM_IO_ESTIMATE_H

#include <kamm/export.h>
#include <kamm/fields.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Facts -- */

#define KAMM_MOTOR_CLASS_CHOICES(WORD)      \
    WORD(KAMM_CLASS_HATCHBACK, "hatchback") \
    WORD(KAMM_CLASS_SALOON, "saloon")       \
    WORD(KAMM_CLASS_ESTATE, "estate")       \
    WORD(KAMM_CLASS_SUV, "suv")             \
    WORD(KAMM_CLASS_VAN, "van")             \
    WORD(KAMM_CLASS_PICKUP, "pickup")       \
    WORD(KAMM_CLASS_SPORTS, "sports")       \
    WORD(KAMM_CLASS_SUPERCAR, "supercar")   \
    WORD(KAMM_CLASS_KART, "kart")           \
    WORD(KAMM_CLASS_FORMULA, "formula")     \
    WORD(KAMM_CLASS_BUS, "bus")             \
    WORD(KAMM_CLASS_TRUCK, "truck")         \
    WORD(KAMM_CLASS_TRACTOR, "tractor")
/* caravan, and a trailer for goods: both with a drawbar, and axles near their middle. */
#define KAMM_TOWED_CLASS_CHOICES(WORD)  \
    WORD(KAMM_CLASS_CARAVAN, "caravan") \
    WORD(KAMM_CLASS_TRAILER, "trailer")
#define KAMM_CLASS_CHOICES(WORD)   \
    KAMM_MOTOR_CLASS_CHOICES(WORD) \
    KAMM_TOWED_CLASS_CHOICES(WORD)
#define KAMM_TYRE_KIND_CHOICES(WORD)                \
    WORD(KAMM_TYRE_KIND_BY_CLASS, "by_class")       \
    WORD(KAMM_TYRE_KIND_ECO, "eco")                 \
    WORD(KAMM_TYRE_KIND_TOURING, "touring")         \
    WORD(KAMM_TYRE_KIND_SPORT, "sport")             \
    WORD(KAMM_TYRE_KIND_TRACK, "track")             \
    WORD(KAMM_TYRE_KIND_SLICK, "slick")             \
    WORD(KAMM_TYRE_KIND_ALL_TERRAIN, "all_terrain") \
    WORD(KAMM_TYRE_KIND_VAN, "van")                 \
    WORD(KAMM_TYRE_KIND_TRUCK, "truck")             \
    WORD(KAMM_TYRE_KIND_TRACTOR, "tractor")         \
    WORD(KAMM_TYRE_KIND_KART, "kart")               \
    WORD(KAMM_TYRE_KIND_CROSS_PLY, "cross_ply")
#define KAMM_POWER_CHOICES(WORD)                  \
    WORD(KAMM_POWER_BY_CLASS, "by_class")         \
    WORD(KAMM_POWER_PETROL, "petrol")             \
    WORD(KAMM_POWER_TURBO, "turbo")               \
    WORD(KAMM_POWER_DIESEL, "diesel")             \
    WORD(KAMM_POWER_HEAVY_DIESEL, "heavy_diesel") \
    WORD(KAMM_POWER_RACING, "racing")             \
    WORD(KAMM_POWER_ELECTRIC, "electric")
#define KAMM_PLACE_CHOICES(WORD)          \
    WORD(KAMM_PLACE_BY_CLASS, "by_class") \
    WORD(KAMM_PLACE_FRONT, "front")       \
    WORD(KAMM_PLACE_MIDDLE, "middle")     \
    WORD(KAMM_PLACE_REAR, "rear")
#define KAMM_DRIVEN_CHOICES(WORD)          \
    WORD(KAMM_DRIVEN_BY_CLASS, "by_class") \
    WORD(KAMM_DRIVEN_FRONT, "front")       \
    WORD(KAMM_DRIVEN_REAR, "rear")         \
    WORD(KAMM_DRIVEN_ALL, "all")
#define KAMM_SHIFTED_CHOICES(WORD)                \
    WORD(KAMM_SHIFTED_BY_CLASS, "by_class")       \
    WORD(KAMM_SHIFTED_MANUAL, "manual")           \
    WORD(KAMM_SHIFTED_AUTOMATIC, "automatic")     \
    WORD(KAMM_SHIFTED_DUAL_CLUTCH, "dual_clutch") \
    WORD(KAMM_SHIFTED_SEQUENTIAL, "sequential")
#define KAMM_AIDS_CHOICES(WORD)          \
    WORD(KAMM_AIDS_BY_CLASS, "by_class") \
    WORD(KAMM_AIDS_NONE, "none")         \
    WORD(KAMM_AIDS_ABS, "abs")           \
    WORD(KAMM_AIDS_TCS, "tcs")

/* Figures of a data sheet, by the macros of vehicle_fields.h. A 0, an empty text or by_class: not known. */
#define KAMM_FACTS_FIELDS(NUMBER, CHOICE, TEXT, NUMBERS)                                           \
    TEXT(name, 64, "Name of the vehicle for display")                                              \
    CHOICE(body, KAMM_CLASS_SALOON, KAMM_CLASS_CHOICES,                                            \
           "Class of the vehicle, which chooses the rules' numbers")                               \
    NUMBER(mass_kg, "kg", 0, 50, 60000, "Mass ready to drive, with driver; needed")                \
    NUMBER(payload_kg, "kg", 0, 0, 60000, "Load in addition")                                      \
    NUMBER(front_share, "1", 0, 0.05, 0.95, "Share of the weight on the front axle, without load") \
    NUMBER(wheelbase_m, "m", 0, 0.5, 20, "From the first to the last axle; needed, or axles_m")    \
    NUMBERS(axles_m, KAMM_MAX_AXLES, "m", 0, 20,                                                   \
            "Distance of each axle behind the front one, with 0 for itself")                       \
    NUMBER(steered_axles, "1", 0, 1, 5, "Number of steered axles from the front; 1 if not known")  \
    NUMBER(front_track_m, "m", 0, 0.2, 4, "Front track")                                           \
    NUMBER(rear_track_m, "m", 0, 0.2, 4, "Rear track")                                             \
    CHOICE(front_wheels, KAMM_WHEELS_PAIR, KAMM_WHEELS_CHOICES,                                    \
           "Wheels of the front axle; single on a three-wheeler")                                  \
    CHOICE(rear_wheels, KAMM_WHEELS_PAIR, KAMM_WHEELS_CHOICES,                                     \
           "Wheels of the other axles that do not steer")                                          \
    NUMBER(length_m, "m", 0, 0.5, 30, "Overall length")                                            \
    NUMBER(width_m, "m", 0, 0.4, 4, "Overall width without mirrors")                               \
    NUMBER(height_m, "m", 0, 0.3, 5, "Overall height")                                             \
    NUMBER(cg_height_m, "m", 0, 0.05, 3, "Height of the centre of gravity")                        \
    TEXT(tyres, 32, "Size of the tyres, 225/45R17 or 225/45R17 94 with its load index; needed")    \
    TEXT(rear_tyres, 32, "Size of the rear tyres if it differs")                                   \
    CHOICE(tyre_kind, KAMM_TYRE_KIND_BY_CLASS, KAMM_TYRE_KIND_CHOICES, "Kind of the tyres")        \
    CHOICE(engine, KAMM_POWER_BY_CLASS, KAMM_POWER_CHOICES, "Kind of engine")                      \
    CHOICE(engine_place, KAMM_PLACE_BY_CLASS, KAMM_PLACE_CHOICES, "Place of the engine")           \
    NUMBER(power_w, "W", 0, 500, 3e6, "Greatest power; needed")                                    \
    NUMBER(power_at_radps, "rad/s", 0, 50, 2500, "Engine speed of the greatest power")             \
    NUMBER(torque_nm, "N.m", 0, 1, 20000, "Greatest torque")                                       \
    NUMBER(torque_at_radps, "rad/s", 0, 20, 2500,                                                  \
           "Engine speed of the greatest torque, or the first of a range")                         \
    NUMBER(limiter_radps, "rad/s", 0, 50, 2500, "Engine speed at which fuel is cut")               \
    CHOICE(drive, KAMM_DRIVEN_BY_CLASS, KAMM_DRIVEN_CHOICES, "Driven axles")                       \
    CHOICE(gearbox, KAMM_SHIFTED_BY_CLASS, KAMM_SHIFTED_CHOICES, "Kind of gearbox")                \
    NUMBER(gears, "1", 0, 1, 18, "Number of forward gears")                                        \
    NUMBERS(ratios, KAMM_MAX_GEARS, "1", 0.1, 30, "Ratios of the forward gears")                   \
    NUMBER(final_drive, "1", 0, 0.5, 30, "Ratio behind the gearbox")                               \
    NUMBER(speed_limit_mps, "m/s", 0, 1, 150, "Speed at which the engine is governed")             \
    NUMBER(drag_coefficient, "1", 0, 0.1, 3, "Cd")                                                 \
    NUMBER(frontal_area_m2, "m2", 0, 0.1, 15, "Frontal area")                                      \
    NUMBER(steering_ratio, "1", 0, 1, 60, "Steering-wheel angle per road-wheel angle")             \
    NUMBER(turning_circle_m, "m", 0, 1, 60, "Diameter of the turning circle, kerb to kerb")        \
    CHOICE(aids, KAMM_AIDS_BY_CLASS, KAMM_AIDS_CHOICES, "Electronic aids; tcs includes abs")       \
    NUMBER(drawbar_m, "m", 0, 0.5, 15,                                                             \
           "Trailer: from the coupling to its first axle; needed instead of wheelbase and power")  \
    NUMBER(nose_kg, "kg", 0, 1, 3000, "Trailer: load on the coupling, without payload")

#define KAMM_FACT_NUMBER(name, unit, standard, min, max, doc) double name;
#define KAMM_FACT_CHOICE(name, standard, choices, doc) int32_t name;
#define KAMM_FACT_TEXT(name, size, doc) char name[size];
#define KAMM_FACT_NUMBERS(name, max_count, unit, min, max, doc) \
    double name[max_count];                                     \
    int32_t name##_count;
/* Figures of a data sheet. */
typedef struct kamm_vehicle_facts {
    KAMM_FACTS_FIELDS(KAMM_FACT_NUMBER, KAMM_FACT_CHOICE, KAMM_FACT_TEXT, KAMM_FACT_NUMBERS)
} kamm_vehicle_facts;
#undef KAMM_FACT_NUMBER
#undef KAMM_FACT_CHOICE
#undef KAMM_FACT_TEXT
#undef KAMM_FACT_NUMBERS

/* Enumerators of the choices. */
typedef enum kamm_vehicle_class {
    KAMM_CLASS_CHOICES(KAMM_ENUMERATOR) KAMM_CLASS_COUNT
} kamm_vehicle_class;
typedef enum kamm_tyre_kind { KAMM_TYRE_KIND_CHOICES(KAMM_ENUMERATOR) } kamm_tyre_kind;
typedef enum kamm_power_kind { KAMM_POWER_CHOICES(KAMM_ENUMERATOR) } kamm_power_kind;
typedef enum kamm_engine_place { KAMM_PLACE_CHOICES(KAMM_ENUMERATOR) } kamm_engine_place;
typedef enum kamm_driven_axles { KAMM_DRIVEN_CHOICES(KAMM_ENUMERATOR) } kamm_driven_axles;
typedef enum kamm_shifted_kind { KAMM_SHIFTED_CHOICES(KAMM_ENUMERATOR) } kamm_shifted_kind;
typedef enum kamm_aids_kind { KAMM_AIDS_CHOICES(KAMM_ENUMERATOR) } kamm_aids_kind;

/* Returns the table of the facts. */
KAMM_IO_API const kamm_field_table *kamm_facts_table(void);

/* Returns facts of which none is known, of a saloon. */
KAMM_IO_API kamm_vehicle_facts kamm_default_facts(void);

/* Sets a fact by its name with or without its unit ("mass", "mass_kg", "front-track") and a text: a number with or
 * without a unit ("1450", "147kW", "60%"), a word, or numbers with commas between them. Errors: UNKNOWN (the text
 * offers the nearest name), RANGE, FORMAT. */
KAMM_IO_API kamm_result kamm_set_fact(kamm_vehicle_facts *facts, const char *name, const char *text,
                                      kamm_error *error);

/* Reads facts from a JSON file, with the keys of the table and their units ("mass_kg", "power_kw"). On error `facts` is
 * not changed. */
KAMM_IO_API kamm_result kamm_load_facts(const char *path, kamm_vehicle_facts *facts,
                                        kamm_error *error);

/* -- Estimates -- */

/* Makes a complete vehicle from facts. On error `def` is not changed. Errors: MISSING (a fact that is needed), RANGE,
 * FORMAT (a tyre size). */
KAMM_IO_API kamm_result kamm_estimate_vehicle(const kamm_vehicle_facts *facts,
                                              kamm_vehicle_def *def, kamm_error *error);

/* Writes that vehicle as a vehicle file. The sources of its values are the data sheet, or the rule with its spread (one
 * standard deviation). Errors: FILE, and those of kamm_estimate_vehicle. */
KAMM_IO_API kamm_result kamm_write_estimate(const char *path, const kamm_vehicle_facts *facts,
                                            kamm_error *error);

/* -- Rules -- */

/* Most columns of a rule. */
#define KAMM_MAX_RULE_COLUMNS 13
/* A rule: a number for each word of a choice. */
typedef struct kamm_rule {
    /* Name, as in the sources of an estimated file. */
    const char *name;
    /* SI unit, "1" for a ratio. */
    const char *unit;
    /* Meaning of the number. */
    const char *doc;
    /* Source of the numbers. */
    const char *source;
    /* Standard deviation among vehicles, as a share of the number. */
    double spread;
    /* Words of the columns, joined by '|'. */
    const char *columns;
    /* Numbers, in the order of the columns. */
    double values[KAMM_MAX_RULE_COLUMNS];
} kamm_rule;

/* Standard deviation of a parameter among vehicles of a class, by the rule that estimates it. */
typedef struct kamm_rule_spread {
    /* Path of kamm_set_number: "axles[1].suspension.spring_n_per_m". */
    char path[96];
    /* Name of the rule. */
    const char *rule;
    /* Standard deviation, as a share of the value. */
    double spread;
} kamm_rule_spread;

/* Lists the parameters of a vehicle that a rule estimates, and that are not 0. Tyres have their scaling factors.
 * Returns their number, and writes at most `max_count`. */
KAMM_IO_API int kamm_list_rule_spreads(const kamm_vehicle_def *def, kamm_rule_spread *spreads,
                                       int max_count);

/* Returns the number of rules. */
KAMM_IO_API int kamm_rule_count(void);
/* Returns a rule. */
KAMM_IO_API const kamm_rule *kamm_rule_at(int index);

#ifdef __cplusplus
}
#endif

#endif
