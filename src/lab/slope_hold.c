/* Parked on a 20 % slope, hand brake on, out of gear, for a minute (test_full_parking has ten, of all shipped vehicles before a
 * release): one car facing uphill, one across. Time counts from 10 s after the foot left the pedal, when the springs are at rest.
 * Then the first one's brake is released, and it rolls backwards for ten seconds; its speed is held against the closed form for
 * slope, rolling resistance, drag and the wheels' inertia,
 *     v = v_end tanh(a t / v_end),   a = (g sin s - f g cos s) m / m',   v_end^2 = 2 m' a / (rho Cd A),
 * where f is the tyres' rolling resistance at rest (QSY1) and m' the mass with its rotating parts. */
#include <math.h>

#include "lab/driver.h"
#include "lab/tests.h"

enum { CREEP, WHEEL_SPIN, TIME_TO_ROLL, SPEED_AFTER_10_S, CLOSED_FORM, DIFFERENCE, FIGURES };

static const kamm_figure_info figures[FIGURES] = {
    [CREEP] = {"creep_mm", "mm", "Farthest from where it was parked, in a minute"},
    [WHEEL_SPIN] = {"max_wheel_spin_radps", "rad/s", "Fastest turning of a wheel in that time"},
    [TIME_TO_ROLL] = {"time_to_roll_s", "s", "From letting the brake go to 0.05 m/s"},
    [SPEED_AFTER_10_S] = {"speed_after_10_s_mps", "m/s", "Speed 10 s after letting the brake go"},
    [CLOSED_FORM] = {"closed_form_speed_mps", "m/s", "The same by the closed form"},
    [DIFFERENCE] = {"difference_percent", "%", "Difference of the two"},
};

enum { UPHILL, ACROSS, CARS };
static const double slope = 0.2, parked_s = 60, rolling_s = 10, settling_s = 10;

/* A tyre's rolling resistance at rest as share of its load, by the Magic Formula (Pacejka, 3rd ed.,
 * 4.E70): the moment over the rolling radius. */
static double tyre_resistance(const kamm_bench *bench, int wheel)
{
    const kamm_tyre_def *tyre = &bench->car->def.axles[bench->info.wheel_axle[wheel]].tyre;
    double load_share = bench->info.static_load_n[wheel] / tyre->nominal_load_n;
    double pressure_share = tyre->inflation_pressure_pa / tyre->nominal_pressure_pa;
    double lever =
        bench->info.wheel_radius_m[wheel] / kamm_bench_rolling_radius_m(bench, UPHILL, wheel);
    double share = tyre->qsy1 * tyre->lmy * lever;
    if (tyre->magic_formula == KAMM_MF_52) return share;
    return share * pow(load_share, tyre->qsy7 - 1) * pow(pressure_share, tyre->qsy8);
}

static double resistance(const kamm_bench *bench)
{
    double force_n = 0;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        force_n += tyre_resistance(bench, wheel) * bench->info.static_load_n[wheel];
    return force_n / (bench->info.mass_kg * KAMM_GRAVITY_MPS2) +
           (double)bench->ground.plane.rolling_resistance;
}

static double closed_form_mps(const kamm_bench *bench)
{
    const kamm_aero_def *aero = &bench->car->def.aero;
    double cosine = 1 / sqrt(1 + slope * slope), sine = slope * cosine;
    double mass_kg = kamm_bench_rolling_mass_kg(bench, UPHILL);
    double half_drag = 0.5 * (double)bench->ground.air_density_kgpm3 * aero->drag_coefficient *
                       aero->frontal_area_m2;
    double a_mps2 =
        KAMM_GRAVITY_MPS2 * (sine - resistance(bench) * cosine) * bench->info.mass_kg / mass_kg;
    if (a_mps2 <= 0) return 0;
    if (half_drag <= 0) return a_mps2 * rolling_s;
    double end_mps = sqrt(mass_kg * a_mps2 / half_drag);
    return end_mps * tanh(a_mps2 * rolling_s / end_mps);
}

typedef struct {
    double x_m, y_m, z_m;
} place;

static place where_is(const kamm_bench *bench, int car)
{
    return (place){kamm_bench_read(bench, car, KAMM_CHANNEL_x_m),
                   kamm_bench_read(bench, car, KAMM_CHANNEL_y_m),
                   kamm_bench_read(bench, car, KAMM_CHANNEL_z_m)};
}

static double distance_m(place a, place b)
{
    double dx_m = a.x_m - b.x_m, dy_m = a.y_m - b.y_m, dz_m = a.z_m - b.z_m;
    return sqrt(dx_m * dx_m + dy_m * dy_m + dz_m * dz_m);
}

static double max_wheel_speed_radps(const kamm_bench *bench, int car)
{
    double max_radps = 0;
    for (int wheel = 0; wheel < bench->info.wheel_count; ++wheel)
        max_radps =
            fmax(max_radps, fabs(kamm_bench_wheel(bench, car, wheel, KAMM_WHEEL_spin_radps)));
    return max_radps;
}

static void stay_parked(kamm_bench *bench)
{
    double creep_m = 0, spin_radps = 0;
    place parked[CARS];
    for (int car = 0; car < CARS; ++car) parked[car] = where_is(bench, car);
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < parked_s) {
        kamm_bench_tick(bench);
        for (int car = 0; car < CARS; ++car) {
            creep_m = fmax(creep_m, distance_m(where_is(bench, car), parked[car]));
            spin_radps = fmax(spin_radps, max_wheel_speed_radps(bench, car));
        }
    }
    kamm_bench_found(bench, CREEP, creep_m * 1000);
    if (!kamm_bench_has(bench, KAMM_FEATURE_ENGINE) && creep_m > 0.01)
        kamm_bench_note(bench, CREEP, "friction in proportion to the sliding speed holds nothing");
    kamm_bench_found(bench, WHEEL_SPIN, spin_radps);
}

static void roll_off(kamm_bench *bench)
{
    const double rolls_mps = 0.05;
    double before_mps = 0;
    kamm_bench_input(bench, UPHILL)->hand_brake = 0;
    kamm_bench_start_time(bench, UPHILL);
    while (bench->time_s < rolling_s - bench->tick_s / 2) {
        kamm_bench_tick(bench);
        double now_mps = kamm_bench_read(bench, UPHILL, KAMM_CHANNEL_speed_mps);
        if (before_mps < rolls_mps && now_mps >= rolls_mps)
            kamm_bench_found(bench, TIME_TO_ROLL,
                             kamm_bench_crossing_s(bench, before_mps, now_mps, rolls_mps));
        before_mps = now_mps;
    }
    double exact_mps = closed_form_mps(bench);
    kamm_bench_found(bench, SPEED_AFTER_10_S, before_mps);
    kamm_bench_found(bench, CLOSED_FORM, exact_mps);
    kamm_bench_found(bench, DIFFERENCE, 100 * (before_mps / exact_mps - 1));
    if (isnan(bench->result->figures[TIME_TO_ROLL].value))
        kamm_bench_missed(bench, TIME_TO_ROLL, "does not roll");
}

static int measure(kamm_bench *bench)
{
    kamm_contact level = bench->ground.plane;
    bench->ground = kamm_plane_ground(slope, 0, (double)level.friction);
    bench->ground.plane.rolling_resistance = level.rolling_resistance;
    if (!kamm_bench_line_up(bench, CARS)) return 0;
    kamm_bench_place(bench, UPHILL, 0, 0, 0, 0, 0);
    kamm_bench_place(bench, ACROSS, 0, 0, KAMM_PI / 2, 0, 0);
    kamm_drive_stand(bench);
    for (int car = 0; car < CARS; ++car) kamm_bench_input(bench, car)->brake = 0;
    kamm_bench_start_time(bench, -1);
    while (bench->time_s < settling_s) kamm_bench_tick(bench);
    stay_parked(bench);
    roll_off(bench);
    return 1;
}

static void lay_out(const kamm_bench *bench, kamm_test_course *course)
{
    (void)bench;
    course->grade = slope;
}

const kamm_procedure kamm_slope_hold_test = {
    {"slope-hold", "Parking on a slope",
     "A minute on a 20 % slope with the hand brake on, facing uphill and across; then rolls off.",
     "Kamm's own", FIGURES, figures, KAMM_FEATURE_FORCES, 0},
    measure,
    lay_out};
