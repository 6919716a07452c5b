/* Torque converters with known curves: Project Chrono, data/vehicle (hmmwv, mtv and M113 powertrains), K in rad/s per
 * root of N.m. */
#ifndef KAMM_TEST_SUPPORT_CONVERTERS_H
#define KAMM_TEST_SUPPORT_CONVERTERS_H

#include <kamm/vehicle.h>

static inline void set_curve(kamm_curve *curve, int count, const double *x, const double *y)
{
    curve->count = count;
    for (int i = 0; i < count; ++i) curve->x[i] = x[i], curve->y[i] = y[i];
}

static inline void fit_converter(kamm_vehicle_def *def)
{
    static const double ratio[] = {0, 0.25, 0.5, 0.75, 0.9, 1}, k[] = {15, 15, 15, 16, 18, 35},
                        torque[] = {2.0, 1.8, 1.5, 1.15, 1, 1};
    set_curve(&def->converter.k_curve, 6, ratio, k);
    set_curve(&def->converter.torque_ratio_curve, 6, ratio, torque);
    def->clutch.torque_nm = 800;
    def->gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
}

static inline void fit_truck_converter(kamm_vehicle_def *def)
{
    static const double ratio[] = {0, 0.2, 0.4, 0.6, 0.8, 1},
                        k[] = {6.962, 7.053, 7.174, 7.355, 7.689, 15.135},
                        torque_at[] = {0, 0.85, 1}, torque[] = {2.17, 1, 1};
    set_curve(&def->converter.k_curve, 6, ratio, k);
    set_curve(&def->converter.torque_ratio_curve, 3, torque_at, torque);
    def->clutch.torque_nm = 5000;
    def->gearbox.kind = KAMM_GEARBOX_AUTOMATIC;
    def->converter.turbine_inertia_kgm2 = 0.6;
}

#endif
