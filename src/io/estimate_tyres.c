/* Tyres of estimated vehicles: from size and load index to the few numbers of a tyre.
 *
 * Vertical stiffness: Rhyne, Tire Science and Technology 33 (2005), from pressure, width, aspect ratio and rim.
 * Load index: ETRTO's series, 45 kg * 10^(index / 80), within 1 %. */
#include <math.h>
#include <string.h>

#include "estimate.h"

#define GRAVITY 9.80665
#define NOMINAL_SHARE 0.65 /* of the rated load, at which the numbers of a tyre hold */

struct size {
    double width_m, aspect, rim_m, load_index; /* index 0: not given */
};

/* Takes the number that `*at` begins with; of it digits and a decimal point, in any locale. */
static int take_number(const char **at, double *value)
{
    char digits[16];
    while (**at == ' ') ++*at;
    size_t length = strspn(*at, "0123456789.");
    if (!length || length >= sizeof digits) return 0;
    memcpy(digits, *at, length);
    digits[length] = 0;
    *at += length;
    return kamm_parse_number(digits, value);
}

static int take_mark(const char **at, char mark)
{
    if (**at != mark) return 0;
    ++*at;
    return 1;
}

/* "225/45R17 94W", "315/80 R22.5", "145R10" (an aspect ratio of 0.8), "5.60-15" (inches; 0.95). */
static int read_metric(const char *text, struct size *size)
{
    double width, aspect, rim, index = 0;
    if (!take_number(&text, &width)) return 0;
    if (!take_mark(&text, '/'))
        aspect = width < 20 ? 95 : 80;
    else if (!take_number(&text, &aspect))
        return 0;
    if (width < 20) width *= 25.4;
    text += strspn(text, " /RrZzBbDd-xX");
    if (!take_number(&text, &rim)) return 0;
    text += strspn(text, "C ");
    take_number(&text, &index);
    *size = (struct size){width / 1000, aspect / 100, rim * 0.0254, index};
    return 1;
}

/* "10x4.50-5": outer diameter, width and rim in inches. "285/660-13": width and outer diameter in mm. */
static int read_outer(const char *text, struct size *size)
{
    double first, second, rim;
    if (!take_number(&text, &first)) return 0;
    int in_inches = take_mark(&text, 'x');
    if (!in_inches && !take_mark(&text, '/')) return 0;
    if (!take_number(&text, &second) || !take_mark(&text, '-') || !take_number(&text, &rim))
        return 0;
    if (!in_inches && !(second > 200)) return 0;
    double outer = in_inches ? first * 0.0254 : second / 1000;
    double width = in_inches ? second * 0.0254 : first / 1000;
    rim *= 0.0254;
    *size = (struct size){width, (outer - rim) / 2 / width, rim, 0};
    return 1;
}

static int is_sensible(const struct size *size)
{
    return size->width_m > 0.02 && size->width_m < 1.2 && size->aspect > 0.15 &&
           size->aspect < 1.2 && size->rim_m > 0.1 && size->rim_m < 1.3 && size->load_index >= 0 &&
           size->load_index < 220;
}

/* kg of the rule at a pressure, for a volume of air. */
static double rated_kg(double rule_kg, double width_m, double section_m, double rim_m,
                       double pressure_pa)
{
    double volume_l = 1000 * 3.14159265358979 * width_m * section_m * (rim_m + section_m);
    return rule_kg * pow(volume_l / 38, 0.78) * pow(pressure_pa / 2.5e5, 0.65);
}

static double rated_load_n(struct estimate *e, const struct size *size)
{
    if (size->load_index > 0) return GRAVITY * 45 * pow(10, size->load_index / 80);
    return GRAVITY * rated_kg(kamm_rule_value(e, RULE_tyre_rated_load), size->width_m,
                              size->width_m * size->aspect, size->rim_m,
                              kamm_rule_value(e, RULE_tyre_pressure));
}

double kamm_rated_load_of_size_n(double width_m, double section_m, double rim_m, double pressure_pa)
{
    const kamm_rule *rule = kamm_rule_at(RULE_tyre_rated_load);
    return GRAVITY * rated_kg(rule->values[KAMM_TYRE_KIND_TOURING - 1], width_m, section_m, rim_m,
                              pressure_pa);
}

/* Rhyne (2005): kgf/mm of kPa and mm. */
static double vertical_stiffness_n_per_m(const struct size *size, double pressure_pa)
{
    double width = 1000 * size->width_m, rim = 1000 * size->rim_m, aspect = 100 * size->aspect;
    double shape = (1.03 - 0.004 * aspect) * width * (width * aspect / 50 + rim);
    return 1000 * GRAVITY * (0.00028 * pressure_pa / 1000 * sqrt(shape) + 3.45);
}

/* A number of the tyre, in the estimate as tyres[end].NAME. */
static void put_tyre(struct estimate *e, enum end end, const char *name, double value, int rule)
{
    char path[MARK_PATH];
    snprintf(path, sizeof path, "tyres[%d].%s", (int)end, name);
    if (!e->result)
        e->result = kamm_set_number(kamm_tyre_spec_table(), &e->tyres[end], name,
                                    rule < 0 ? value : kamm_rounded(value), e->error);
    if (rule < 0)
        kamm_mark_given(e, path);
    else
        kamm_mark_ruled(e, path, (enum rule)rule);
}

static void put_rule(struct estimate *e, enum end end, const char *name, enum rule rule)
{
    put_tyre(e, end, name, kamm_rule_value(e, rule), (int)rule);
}

static void fill_tyre(struct estimate *e, enum end end, const struct size *size)
{
    double pressure_pa = kamm_rule_value(e, RULE_tyre_pressure);
    double outer_m = size->rim_m + 2 * size->width_m * size->aspect;
    double shape = 1 + kamm_rule_value(e, RULE_tyre_aspect_slope) * (0.55 - size->aspect);
    e->radius_m[end] = outer_m / 2;
    e->rated_load_n[end] = rated_load_n(e, size);
    put_tyre(e, end, "width_m", size->width_m, -1);
    put_tyre(e, end, "aspect_ratio", size->aspect, -1);
    put_tyre(e, end, "rim_diameter_m", size->rim_m, -1);
    put_rule(e, end, "inflation_pressure_pa", RULE_tyre_pressure);
    put_tyre(e, end, "nominal_load_n", NOMINAL_SHARE * e->rated_load_n[end],
             size->load_index > 0 ? -1 : (int)RULE_tyre_rated_load);
    put_rule(e, end, "friction_longitudinal", RULE_tyre_friction);
    put_rule(e, end, "friction_lateral", RULE_tyre_side_friction);
    put_rule(e, end, "peak_slip_ratio", RULE_tyre_peak_slip);
    put_rule(e, end, "peak_slip_angle_rad", RULE_tyre_peak_angle);
    put_rule(e, end, "slip_stiffness", RULE_tyre_slip_stiffness);
    put_tyre(e, end, "cornering_stiffness_per_rad", shape * kamm_rule_value(e, RULE_tyre_cornering),
             RULE_tyre_cornering);
    put_rule(e, end, "friction_load_sensitivity", RULE_tyre_load_sensitivity);
    put_tyre(e, end, "pneumatic_trail_m", kamm_rule_value(e, RULE_tyre_trail) * outer_m / 2,
             RULE_tyre_trail);
    put_tyre(e, end, "vertical_stiffness_n_per_m", vertical_stiffness_n_per_m(size, pressure_pa),
             RULE_tyre_pressure);
    put_rule(e, end, "rolling_resistance", RULE_tyre_rolling_resistance);
    put_tyre(e, end, "mass_kg", kamm_rule_value(e, RULE_tyre_mass) * size->width_m * outer_m,
             RULE_tyre_mass);
}

static void fail_size(struct estimate *e, const char *name, const char *text)
{
    e->result = kamm_fail(e->error, KAMM_ERROR_FORMAT, name,
                          "%s: %.40s is no size of a tyre; 225/45R17, 225/45R17 94 (with load "
                          "index), 145R10, 5.60-15, 10x4.50-5 and 285/660-13 are",
                          name, text);
}

void kamm_estimate_tyres(struct estimate *e)
{
    for (int end = FRONT; end < ENDS && !e->result; ++end) {
        int is_rear = end == REAR && *e->facts.rear_tyres;
        const char *text = is_rear ? e->facts.rear_tyres : e->facts.tyres;
        struct size size;
        e->tyres[end] = kamm_default_tyre_spec();
        snprintf(e->tyres[end].name, sizeof e->tyres[end].name, "%s", text);
        if ((read_outer(text, &size) || read_metric(text, &size)) && is_sensible(&size))
            fill_tyre(e, (enum end)end, &size);
        else
            fail_size(e, is_rear ? "rear_tyres" : "tyres", text);
    }
}
