/* Units that names may end in, and numbers as text. */
#include "fields.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define STANDARD_GRAVITY 9.80665 /* also kgf in N, CGPM 1901 */
#define POUND 0.45359237         /* kg; the international pound of 1959 */
#define POUND_FORCE (POUND * STANDARD_GRAVITY)
#define INCH 0.0254
#define FOOT 0.3048

static const kamm_unit units[] = {
    {"1", "", "", 1, 1},
    {"m/m", "", "m/m", 1, 1},
    {"1/s", "", "1/s", 1, 1},
    {"m", "m", "m", 1, 1},
    {"m", "mm", "mm", 1, 1000},
    {"m", "cm", "cm", 1, 100},
    {"m", "in", "in", 254, 10000},
    {"m", "ft", "ft", 3048, 10000},
    {"m2", "m2", "m2", 1, 1},
    {"rad", "rad", "rad", 1, 1},
    {"rad", "deg", "deg", PI, 180},
    {"rad/m", "rad_per_m", "rad/m", 1, 1},
    {"rad/m", "deg_per_m", "deg/m", PI, 180},
    {"rad/m", "deg_per_mm", "deg/mm", 1000 * PI, 180},
    {"rad/N", "rad_per_n", "rad/N", 1, 1},
    {"rad/N", "deg_per_kn", "deg/kN", PI, 180000},
    {"rad/(N.m)", "rad_per_nm", "rad/(N.m)", 1, 1},
    {"rad/(N.m)", "deg_per_100nm", "deg/100 N.m", PI, 18000},
    {"1/rad", "per_rad", "1/rad", 1, 1},
    {"1/rad", "per_deg", "1/deg", 180, PI},
    {"rad/s", "radps", "rad/s", 1, 1},
    {"rad/s", "rpm", "rpm", PI, 30},
    {"rad/s", "degps", "deg/s", PI, 180},
    {"rad/s2", "radps2", "rad/s2", 1, 1},
    {"rad/s2", "degps2", "deg/s2", PI, 180},
    {"m/s", "mps", "m/s", 1, 1},
    {"m/s", "kmh", "km/h", 10, 36},
    {"m/s", "mph", "mph", 1609344, 3600000},
    {"m/s", "mmps", "mm/s", 1, 1000},
    {"m/s2", "mps2", "m/s2", 1, 1},
    {"m/s2", "g", "g", STANDARD_GRAVITY, 1},
    {"kg", "kg", "kg", 1, 1},
    {"kg", "g", "g", 1, 1000},
    {"kg", "t", "t", 1000, 1},
    {"kg", "lb", "lb", POUND, 1},
    {"kg.m2", "kgm2", "kg.m2", 1, 1},
    {"s", "s", "s", 1, 1},
    {"s", "ms", "ms", 1, 1000},
    {"s/m", "s_per_m", "s/m", 1, 1},
    {"s2/m2", "s2_per_m2", "s2/m2", 1, 1},
    {"Pa", "pa", "Pa", 1, 1},
    {"Pa", "kpa", "kPa", 1000, 1},
    {"Pa", "bar", "bar", 100000, 1},
    {"Pa", "psi", "psi", POUND_FORCE, INCH *INCH},
    {"N", "n", "N", 1, 1},
    {"N", "kn", "kN", 1000, 1},
    {"N", "kgf", "kgf", STANDARD_GRAVITY, 1},
    {"N", "lbf", "lbf", POUND_FORCE, 1},
    {"N.m", "nm", "N.m", 1, 1},
    {"N.m", "knm", "kN.m", 1000, 1},
    {"N.m", "kgfm", "kgf.m", STANDARD_GRAVITY, 1},
    {"N.m", "lbft", "lbf.ft", POUND_FORCE *FOOT, 1},
    {"N/m", "n_per_m", "N/m", 1, 1},
    {"N/m", "n_per_mm", "N/mm", 1000, 1},
    {"N/m", "kn_per_m", "kN/m", 1000, 1},
    {"N/m", "kgf_per_mm", "kgf/mm", 1000 * STANDARD_GRAVITY, 1},
    {"N/m", "lbf_per_in", "lbf/in", POUND_FORCE, INCH},
    {"N.m/rad", "nm_per_rad", "N.m/rad", 1, 1},
    {"N.m/rad", "nm_per_deg", "N.m/deg", 180, PI},
    {"N.m/rad", "knm_per_rad", "kN.m/rad", 1000, 1},
    {"N.s/m", "ns_per_m", "N.s/m", 1, 1},
    {"N.s/m", "ns_per_mm", "N.s/mm", 1000, 1},
    {"N.s/m", "kns_per_m", "kN.s/m", 1000, 1},
    {"N.m.s/rad", "nms_per_rad", "N.m.s/rad", 1, 1},
    {"rad/(s.(N.m)^0.5)", "radps_per_root_nm", "rad/(s.(N.m)^0.5)", 1, 1},
    {"J", "j", "J", 1, 1},
    {"J", "kwh", "kW.h", 3600000, 1},
    {"W", "w", "W", 1, 1},
    {"W", "kw", "kW", 1000, 1},
    {"W", "ps", "PS", 75 * STANDARD_GRAVITY, 1},
    {"W", "hp", "hp", 550 * FOOT *POUND_FORCE, 1},
    {"V", "v", "V", 1, 1},
    {"ohm", "ohm", "ohm", 1, 1},
    {"ohm", "mohm", "mohm", 1, 1000},
    {"W/(N2.m2)", "w_per_n2m2", "W/(N2.m2)", 1, 1},
    {"N.m.s2/rad2", "nms2_per_rad2", "N.m.s2/rad2", 1, 1},
    {"J/K", "j_per_k", "J/K", 1, 1},
    {"K", "k", "K", 1, 1},
    {"1/K", "per_k", "1/K", 1, 1},
    {"W/K", "w_per_k", "W/K", 1, 1},
    {"W/(m.K)", "w_per_mk", "W/(m.K)", 1, 1},
    {"W/(m2.K)", "w_per_m2k", "W/(m2.K)", 1, 1},
    {"J/(kg.K)", "j_per_kgk", "J/(kg.K)", 1, 1},
    {"kg/m3", "kgpm3", "kg/m3", 1, 1},
    {"kg/J", "kg_per_j", "kg/J", 1, 1},
    {"kg/J", "g_per_mj", "g/MJ", 1, 1000000000},
};

enum { UNIT_COUNT = sizeof units / sizeof *units };

const kamm_unit *kamm_units(int *count)
{
    *count = UNIT_COUNT;
    return units;
}

const kamm_unit *kamm_si_unit(const char *si)
{
    for (int i = 0; i < UNIT_COUNT; ++i)
        if (!strcmp(units[i].si, si)) return &units[i];
    return NULL;
}

double kamm_to_si(const kamm_unit *unit, double value) { return value * unit->times / unit->over; }

double kamm_from_si(const kamm_unit *unit, double value)
{
    return value * unit->over / unit->times;
}

static void swap_point(char *text, char from, char to)
{
    char *point = from == to ? NULL : strchr(text, from);
    if (point) *point = to;
}

const char *kamm_format_number(char text[KAMM_NUMBER_TEXT], double value)
{
    for (int digits = 15; digits <= 17; ++digits) {
        snprintf(text, KAMM_NUMBER_TEXT, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    swap_point(text, *localeconv()->decimal_point, '.');
    return text;
}

int kamm_parse_number(const char *text, double *value)
{
    char copy[400], *end;
    if (strlen(text) >= sizeof copy) return 0;
    strcpy(copy, text);
    swap_point(copy, '.', *localeconv()->decimal_point);
    *value = strtod(copy, &end);
    return end != copy && !*end;
}
