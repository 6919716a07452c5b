/* The parts that only some cars have, as a table: what is fitted to a car's def, and how such a car is driven. Of every row two laws hold
 * (test/rungs/test_part_*.c): the same bits at every width and beside cars without the part, and the mirrored drive for mirrored
 * inputs. A new part is a row in fitted.c, with its function where those of its kind are; its own tests fit it by that function, too. */
#ifndef KAMM_TEST_SUPPORT_FITTED_H
#define KAMM_TEST_SUPPORT_FITTED_H

#include "company.h"

/* Gives a def the part; `side` -1: as it is in the mirror image. */
typedef void fit_part(kamm_vehicle_def *def, double side);

/* A function that fits, in an expression. */
#define FITTED(name, does)                        \
    void name(kamm_vehicle_def *def, double side) \
    {                                             \
        (void)side;                               \
        does;                                     \
    }

struct fitted_part {
    const char *name;
    /* The car that gets it, "" the default one; NULL: the shipped vehicles that it fits, all of them where `fits` is NULL. */
    const char *car;
    int (*fits)(const kamm_vehicle_def *def);
    fit_part *fit;
    fit_part *without; /* what the cars beside it have in its place; NULL: what they come with */
    kamm_rung lowest;  /* it acts from this rung up to full; 0: on full alone */
    press_pedals *press;
    double rate;       /* substeps per second, or as many more as it takes; 0: 240 */
    double mirror_mps; /* speed of the mirrored drive */
    double grade;      /* of the road */
    int of_springs;    /* test_full_springs_parts lets it come to rest as well */
    /* In each tier every how many'th vehicle is tried, from which on; 0: none. Each tier tries those of the tiers below as well. Where
     * nothing stands here: in company the one car always, of the shipped ones {14, 5, 1}; mirrored {0, 9, 1}, which lean to one side. The
     * lopsided car is always mirrored, where it takes the part. */
    int first, company[3], mirrored[3];
};

int fitted_part_count(void);
const struct fitted_part *fitted_part(int row);

/* Those of `every`, a row's `company` or `mirrored`, that this tier tries: numbers of shipped vehicles. It is the first one that takes
 * the part, where none of those does. */
enum { DEFAULT_VEHICLE = -1, MOST_VEHICLES = 128 };
int fitted_vehicles(const struct fitted_part *part, const int every[3],
                    int vehicles[MOST_VEHICLES]);
kamm_vehicle_def vehicle_to_fit(int vehicle);
void set_common_rate(const struct fitted_part *part, kamm_vehicle_def *one,
                     kamm_vehicle_def *other);

/* The two laws, as tests whose state is a row; and a program that holds rows to one of them: those that it takes, NULL for all. */
void part_keeps_its_bits_in_company(void **row);
void part_is_mirrored(void **row);
typedef int takes_part(const struct fitted_part *part);
int run_for_parts(const char *name, CMUnitTestFunction law, takes_part *takes);

/* ---- of the drive (fitted_drive.c) ---- */

int takes_cvt(const kamm_vehicle_def *def);
int takes_dual_clutch(const kamm_vehicle_def *def);
int takes_synchronisers(const kamm_vehicle_def *def);
int takes_turbocharger(const kamm_vehicle_def *def);
/* From the first gear to a tenth beyond the last one. */
fit_part fit_cvt;
fit_part fit_dual_clutch;
/* They bring the input shaft from idle speed to the limiter in half a second. */
fit_part fit_synchronisers;
/* The engine stalls it at 0.4 of the limiter's speed, or twice idle speed. */
fit_part fit_matched_converter, fit_locking_converter;
fit_part fit_turbocharger, take_turbocharger_off, fit_shaft_play, fit_load_map;
/* Fits motors of 3.5 m/s2 at each of the driven axles, without an engine. */
fit_part fit_motors, fit_motors_to_all;
/* All of the car that is shipped with one, its battery low. */
fit_part fit_power_split;
/* Driven by all axles in equal parts, without aids that would brake or cut. */
void fit_all_wheel_drive(kamm_vehicle_def *def, int coupling);
fit_part drive_all_axles, fit_open_transfer, fit_limited_slip_transfer, fit_locked_transfer;
fit_part fit_clutch_transfer;

/* ---- of the brakes (fitted_brakes.c) ---- */

int takes_distribution(const kamm_vehicle_def *def);
/* Without distribution and ESC. */
fit_part fit_abs_by_slip, fit_abs_by_cycles;
fit_part fit_abs_under_esc;
/* Distribution by cycles, or by slip, with anti-lock brakes by either, or none. */
fit_part fit_ebd, fit_ebd_slip_abs, fit_ebd_cycle_abs;
fit_part fit_slip_ebd, fit_slip_ebd_slip_abs, fit_slip_ebd_cycle_abs;
fit_part fit_endurance_brakes, fit_hill_hold, fit_auto_hold, fit_launch_control;

/* ---- of the chassis (fitted_chassis.c) ---- */

int has_springs(const kamm_vehicle_def *def);
int has_bogie_axles(const kamm_vehicle_def *def);
fit_part fit_leaves, fit_bushes, fit_curves_on_bushes, fit_third_elements, fit_skyhook;
fit_part fit_skyhook_on_bushes, fit_live_axles, fit_spin_axis, fit_spring_curves;
/* Soft at first, from 30 mm on with a second spring of 30 N/mm. */
void fit_dual_rate(kamm_suspension_def *s);
fit_part fit_tyre_life, fit_active_chassis;
/* All of a kart: wheels on a frame that bends. */
fit_part fit_kart;
/* Its last two axles share their load; laden to one side. */
fit_part fit_beam_bogie, fit_air_bogie, take_bogie_off;
void fit_bogie(kamm_vehicle_def *def, int kind, double share);
/* Its last three axles, in equal parts; of `count` axles with the springs of the first of them. */
int has_long_bogie_axles(const kamm_vehicle_def *def);
fit_part fit_long_beam_bogie, fit_long_air_bogie;
void fit_long_bogie(kamm_vehicle_def *def, int kind, int count);

/* ---- of the load (fitted_loads.c) ---- */

/* A tank over the middle of the car with that share of its mass, half full. */
void put_tank(kamm_vehicle_def *def, int shape, double share);
fit_part fit_rectangular_tank, fit_cylinder_tank, fit_flat_tank;
fit_part fit_load_on_ice, fit_load_on_steel, fit_load_on_wood, fit_load_on_rubber;
fit_part fit_load_and_tank;

/* ---- how it is driven (fitted_press.c) ---- */

/* From side to side, with full throttle, brake and neither by turns of 10 frames. */
press_pedals press_by_turns, press_hard, press_and_turn_far, press_and_demand;
/* By turns of 20 frames. */
press_pedals press_throttle_mostly, press_brake_mostly, press_brake_by_degrees;
press_pedals shift_by_hand, shift_by_both;
press_pedals pull_away_and_brake, roll_gently, swing_the_shafts, descend, pull_apart;
press_pedals stop_and_start, start_in_low_range, launch;

#endif
