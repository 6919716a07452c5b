/* A tyre's constants of warmth and wear: heat.h and condition.h.
 *
 * The sizes that a tyre's file does not have: the tread is a band of 0.8 of the section's width, a mean of passenger car
 * tyres; the sides are two rings from the rim to the shoulder; the gas fills 0.8 of the section between rim and tread. The carcass's heat
 * capacity is that of the tyre's mass less the surface, at rubber's specific heat: steel cords, a tenth of the
 * mass, have a quarter of it.
 *
 * The stiffness of slip follows the pressure as the tyre's law says of two pressures on both sides of its own (the
 * Magic Formula's ppx1, ppx2, ppy1, ppy2); a law without pressure has none. The vertical stiffness follows it by pfz1; of a file
 * without, by spring_pressure_share: Besselink's 205/60 R15 has 0.7. Pressure's influence on friction, trail and carcass is left out. */
#include "tyre_compile.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
static const double ATMOSPHERE_PA = 101325;
static const double REFERENCE_MPS = 100 / 3.6;
static const double WIDTH_OF_TREAD = 0.8, FILLING = 0.8;
/* Degrees of freedom of a diatomic gas, which give c_v over R. */
static const double DEGREES_OF_FREEDOM = 2.5;

static double tread_area(const kamm_tyre_def *d)
{
    return 2 * PI * d->unloaded_radius_m * WIDTH_OF_TREAD * d->width_m;
}

static double square_of(double x) { return x * x; }

/* From the rim to the tread, both sides. */
static double sides_area(const kamm_tyre_def *d)
{
    return 2 * PI * (square_of(d->unloaded_radius_m) - square_of(d->rim_radius_m));
}

static double gas_volume(const kamm_tyre_def *d)
{
    return 0.5 * sides_area(d) * d->width_m * FILLING;
}

/* Relative change of a figure at the design load, per pascal. */
struct pressure_slope {
    double x, y;
};

static struct pressure_slope stiffness_by_pressure(const kamm_tyre_def *d, double load_n)
{
    struct tyre_summary at[2];
    double step = 0.1 * d->inflation_pressure_pa;
    for (int i = 0; i < 2; ++i) {
        kamm_tyre_def other = *d;
        other.inflation_pressure_pa += i ? step : -step;
        struct tyre_constants tyre = kamm_tyre_compile(&other);
        at[i] = kamm_tyre_summary(&tyre, (float)load_n, 20);
    }
    double x = (double)at[1].slip_stiffness - (double)at[0].slip_stiffness;
    double y = (double)at[1].cornering_stiffness - (double)at[0].cornering_stiffness;
    double sum_x = (double)at[1].slip_stiffness + (double)at[0].slip_stiffness;
    double sum_y = (double)at[1].cornering_stiffness + (double)at[0].cornering_stiffness;
    return (struct pressure_slope){x / (step * sum_x), y / (step * sum_y)};
}

/* Returns the share of the vertical stiffness that the pressure gives. */
static double spring_by_pressure(const kamm_tyre_def *d)
{
    if (d->pfz1 == 0) return d->heat.spring_pressure_share / d->inflation_pressure_pa;
    double change = d->inflation_pressure_pa / d->nominal_pressure_pa - 1;
    return d->pfz1 / d->nominal_pressure_pa / at_least(1 + d->pfz1 * change, 0.1);
}

/* A factor by pressure as a line in the gas's temperature above that of the start. */
static void set_line(float line[2], double per_pa, const kamm_tyre_def *d)
{
    const kamm_tyre_heat_def *heat = &d->heat;
    double per_k = (d->inflation_pressure_pa + ATMOSPHERE_PA) / heat->cold_temperature_k;
    double started = per_k * (heat->start_temperature_k - heat->cold_temperature_k);
    line[0] = (float)(1 + per_pa * started);
    line[1] = (float)(per_pa * per_k);
}

double kamm_tyre_pressure_pa(const kamm_tyre_def *d, double gas_warmth_k)
{
    const kamm_tyre_heat_def *heat = &d->heat;
    if (!heat->enabled) return d->inflation_pressure_pa;
    double warmer = heat->start_temperature_k - heat->cold_temperature_k + gas_warmth_k;
    return d->inflation_pressure_pa +
           (d->inflation_pressure_pa + ATMOSPHERE_PA) * warmer / heat->cold_temperature_k;
}

/* Heat capacities over a substep. */
static void compile_capacities(const kamm_tyre_def *d, double dt, struct tyre_heat_constants *k)
{
    const kamm_tyre_heat_def *heat = &d->heat;
    double surface = heat->density_kgpm3 * tread_area(d) * heat->surface_depth_m;
    double carcass = at_least(d->mass_kg - surface, 0.5 * d->mass_kg);
    double pressure = d->inflation_pressure_pa + ATMOSPHERE_PA;
    double gas = DEGREES_OF_FREEDOM * pressure * gas_volume(d) / heat->cold_temperature_k;
    k->surface = (float)(surface * heat->specific_heat_j_per_kgk / dt);
    k->carcass = (float)(carcass * heat->specific_heat_j_per_kgk / dt);
    k->gas = (float)(gas / dt);
}

static void compile_exchange(const kamm_tyre_def *d, struct tyre_heat_constants *k)
{
    const kamm_tyre_heat_def *heat = &d->heat;
    double tread = tread_area(d), sides = sides_area(d);
    double moving = at_least(heat->air_exchange_w_per_m2k - heat->still_exchange_w_per_m2k, 0) /
                    pow(REFERENCE_MPS, 0.8);
    /* From the middle of the surface to the middle of the tread below it. */
    k->conduction = (float)(heat->conductivity_w_per_mk * tread / (0.5 * heat->tread_thickness_m));
    k->gas_exchange = (float)(heat->gas_exchange_w_per_m2k * (tread + sides));
    k->rim_exchange = (float)heat->rim_exchange_w_per_k;
    k->road_exchange = (float)(heat->road_exchange_w_per_m2k / sqrt(REFERENCE_MPS));
    k->tread_still = (float)(heat->still_exchange_w_per_m2k * tread);
    k->tread_moving = (float)(moving * tread);
    k->sides_still = (float)(heat->still_exchange_w_per_m2k * sides);
    k->sides_moving = (float)(moving * sides);
    k->air = (float)(heat->air_temperature_k - heat->start_temperature_k);
    k->road = (float)(heat->road_temperature_k - heat->start_temperature_k);
    k->slide_share = (float)heat->slide_share;
}

static struct tyre_heat_constants compile_heat(const kamm_tyre_def *d, double load_n, double dt)
{
    const kamm_tyre_heat_def *heat = &d->heat;
    struct tyre_heat_constants k = {0};
    if (!heat->enabled) return k;
    struct pressure_slope slope = stiffness_by_pressure(d, load_n);
    k.on = 1;
    compile_capacities(d, dt, &k);
    compile_exchange(d, &k);
    k.best = (float)(heat->best_temperature_k - heat->start_temperature_k);
    k.inverse_width = (float)(1 / heat->grip_width_k);
    k.twice_loss = (float)(2 * heat->grip_loss);
    k.measured = (float)(heat->measured_temperature_k - heat->start_temperature_k);
    k.stiffness_slope = (float)heat->stiffness_loss_per_k;
    set_line(k.spring, spring_by_pressure(d), d);
    set_line(k.pressure_x, slope.x, d);
    set_line(k.pressure_y, slope.y, d);
    k.contact = kamm_tyre_compile_contact(d);
    return k;
}

static struct tyre_wear_constants compile_wear(const kamm_tyre_def *d, double dt)
{
    const kamm_tyre_wear_def *wear = &d->wear;
    if (!wear->enabled) return (struct tyre_wear_constants){.on = 0};
    return (struct tyre_wear_constants){
        .on = 1,
        .worn_m_per_w = (float)(wear->rate_kg_per_j / (wear->density_kgpm3 * tread_area(d)) * dt),
        .depth_m = (float)wear->tread_depth_m,
        .inverse_depth = (float)(1 / wear->tread_depth_m),
        .grip = (float)wear->worn_grip_change,
        .stiffness = (float)wear->worn_stiffness_change,
    };
}

struct tyre_life_constants kamm_tyre_compile_life(const kamm_tyre_def *def, double load_n,
                                                  double dt)
{
    return (struct tyre_life_constants){
        .on = def->heat.enabled || def->wear.enabled,
        .heat = compile_heat(def, load_n, dt),
        .wear = compile_wear(def, dt),
    };
}

struct tyre_condition kamm_tyre_condition(const struct tyre_life_constants *constants,
                                          const struct tyre_life *life)
{
    struct tyre_condition now = condition_as_new();
    const struct tyre_life_constants *c = constants;
    if (tyre_lives(c)) find_tyre_condition(c, life, &now);
    return now;
}
