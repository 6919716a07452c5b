/* Units of scenario files: their factor to SI and their dimension. Angles are pure numbers, as in SI. */
#ifndef KAMM_LAB_SCENARIO_UNIT_H
#define KAMM_LAB_SCENARIO_UNIT_H

/* Exponents of the base units. A root halves them, so they are no integers. */
struct scenario_dimension {
    float m, kg, s, k, a;
    int is_open; /* a plain number, which takes the dimension of what it is added to or compared with */
};

/* SI value = value * times / over. */
struct scenario_unit {
    double times, over;
    struct scenario_dimension dimension;
};

/* Reads all of a text as a unit: "km/h", "deg/s2", "N/(km/h)2", "s.deg", "1". 0: it is none. */
int kamm_scenario_read_unit(const char *text, struct scenario_unit *unit);

struct scenario_dimension kamm_scenario_product(struct scenario_dimension a,
                                                struct scenario_dimension b, float sign);
struct scenario_dimension kamm_scenario_power(struct scenario_dimension a, double exponent);
/* Whether both may be added, compared or chosen from. */
int kamm_scenario_agree(struct scenario_dimension a, struct scenario_dimension b);
int kamm_scenario_is_pure(struct scenario_dimension a);
/* The dimension as text, such as "m.s^-2", for messages. */
enum { SCENARIO_DIMENSION_TEXT = 80 };
const char *kamm_scenario_dimension_text(struct scenario_dimension a,
                                         char text[SCENARIO_DIMENSION_TEXT]);
/* The factor on such a quantity by Froude's law, for a vehicle of that size over an ordinary one. */
double kamm_scenario_scale(struct scenario_dimension a, double length);

#endif
