/* Faults of cars: bits of a state. */
#include "faults.h"

#include "../base/error.h"

#include <math.h>

unsigned kamm_fault(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return (unsigned)CAR_STATE(cars, car, car.fault);
}

void kamm_report_fault(kamm_cars *cars, int car, unsigned bit)
{
    PUT_CAR_STATE(cars, car, car.fault, (float)(kamm_fault(cars, car) | bit));
}

void kamm_park(kamm_cars *cars, int car)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    const struct car parked = kamm_car_of(cars, car);
    static const size_t moving[] = {
        STATE_NUMBER(car.velocity_x_mps),   STATE_NUMBER(car.velocity_y_mps),
        STATE_NUMBER(car.velocity_z_mps),   STATE_NUMBER(car.roll_rate_radps),
        STATE_NUMBER(car.pitch_rate_radps), STATE_NUMBER(car.yaw_rate_radps),
        STATE_NUMBER(car.path_speed_mps),   STATE_NUMBER(car.steering_rate_radps)};
    for (size_t i = 0; i < sizeof moving / sizeof *moving; ++i) put_state(&parked, moving[i], 0);
    for (int w = 0; w < cars->layout->wheels; ++w)
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, 0);
    for (size_t i = 0; i < cars->rows.outputs; ++i) block->output[i][lane] = 0;
    for (int i = 0; i < 3; ++i)
        if (!isfinite(block->position_m[i][lane])) block->position_m[i][lane] = 0;
    kamm_report_fault(cars, car, KAMM_FAULT_NUMERIC);
}
