/* States that a car keeps as it goes to another rung or model. */
#include "hand_over.h"

int kamm_wheel_like(const struct layout *from, const struct layout *to, int w)
{
    if (kamm_layouts_are_alike(from, to)) return w;
    int a = (to->axle[w] * (from->axles - 1) + (to->axles - 1) / 2) / (to->axles - 1);
    return to->side[w] < 0 ? right_hub(from, a) : left_hub(from, a);
}

void kamm_carry_states(const struct car *from, size_t number, const struct car *to,
                       size_t to_number, size_t count)
{
    for (size_t i = 0; i < count; ++i) put_state(to, to_number + i, state_of(from, number + i));
}

void kamm_carry_outputs(const struct car *from, size_t number, const struct car *to,
                        size_t to_number, size_t count)
{
    for (size_t i = 0; i < count; ++i) put_output(to, to_number + i, output_of(from, number + i));
}

void kamm_keep_rolling(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    if (kamm_layouts_are_alike(from->layout, to->layout)) return;
    const kamm_model *source = kamm_model_of(from, car), *target = kamm_model_of(to, to_car);
    for (int w = 0; w < to->layout->wheels; ++w) {
        int like = kamm_wheel_like(from->layout, to->layout, w);
        float ratio = (float)(source->info.loaded_radius_m[like] / target->info.loaded_radius_m[w]);
        PUT_CAR_STATE(to, to_car, wheels[w].spin_radps,
                      CAR_STATE(to, to_car, wheels[w].spin_radps) * ratio);
    }
}

void kamm_keep_motors(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const kamm_vehicle_def *source = kamm_model_of(from, car)->def;
    const kamm_vehicle_def *target = kamm_model_of(to, to_car)->def;
    for (int a = 0; a < to->layout->axles; ++a) {
        int like =
            from->layout->axle[kamm_wheel_like(from->layout, to->layout, left_hub(to->layout, a))];
        if (!(target->axles[a].motor.peak_nm > 0 && source->axles[like].motor.peak_nm > 0))
            continue;
        PUT_CAR_STATE(to, to_car, axles[a].motor_nm, CAR_STATE(from, car, axles[like].motor_nm));
        PUT_CAR_STATE(to, to_car, axles[a].motor_cut, CAR_STATE(from, car, axles[like].motor_cut));
        PUT_CAR_STATE(to, to_car, axles[a].motor_warmth_k,
                      CAR_STATE(from, car, axles[like].motor_warmth_k));
        PUT_CAR_STATE(to, to_car, axles[a].motor_warmth_residual_k,
                      CAR_STATE(from, car, axles[like].motor_warmth_residual_k));
    }
}

/* Keeps the warmth of tyres that count it from other temperatures. A tyre without a warmth is as
 * warm as the new one at its start. */
static void keep_warm(const kamm_tyre_def *from, const kamm_tyre_def *to, const struct car *car,
                      int w)
{
    if (!from->heat.enabled || !to->heat.enabled) return;
    float shift = (float)(from->heat.start_temperature_k - to->heat.start_temperature_k);
    PUT_STATE(car, wheels[w].surface_warmth_k, STATE_OF(car, wheels[w].surface_warmth_k) + shift);
    PUT_STATE(car, wheels[w].carcass_warmth_k, STATE_OF(car, wheels[w].carcass_warmth_k) + shift);
    PUT_STATE(car, wheels[w].gas_warmth_k, STATE_OF(car, wheels[w].gas_warmth_k) + shift);
}

void kamm_carry_car(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    const struct car source = kamm_car_of(from, car), target = kamm_car_of(to, to_car);
    int to_lane = to_car % KAMM_BLOCK;
    kamm_carry_states(&source, 0, &target, 0, FLOATS_OF(car_rows));
    kamm_carry_outputs(&source, 0, &target, 0, FLOATS_OF(car_output_rows));
    for (int w = 0; w < to->layout->wheels; ++w) {
        int like = kamm_wheel_like(from->layout, to->layout, w);
        kamm_carry_states(&source, STATE_NUMBER(wheels[like]), &target, STATE_NUMBER(wheels[w]),
                          FLOATS_OF(wheel_rows));
        if (rung_has(from->rung, KAMM_FEATURE_TRAVEL))
            keep_warm(&source.model->def->axles[from->layout->axle[like]].tyre,
                      &target.model->def->axles[to->layout->axle[w]].tyre, &target, w);
        kamm_carry_outputs(&source, OUTPUT_NUMBER(wheels[like]), &target, OUTPUT_NUMBER(wheels[w]),
                           FLOATS_OF(wheel_output_rows));
    }
    double gravity[3];
    kamm_felt_gravity(from, car, gravity);
    kamm_put_gravity(to, to_car, gravity);
    kamm_set_placed(to, to_car, kamm_is_placed(from, car));
    to->inputs[to_car] = from->inputs[car];
    to->stale[to_car / KAMM_BLOCK] |= (uint16_t)(1u << to_lane);
}

void kamm_carry_wheel_settings(const kamm_cars *from, int car, kamm_cars *to, int to_car)
{
    int lane = car % KAMM_BLOCK, to_lane = to_car % KAMM_BLOCK;
    for (int w = 0; w < to->layout->wheels; ++w) {
        int like = kamm_wheel_like(from->layout, to->layout, w);
        const struct wheel_setting_rows *own = &from->block[car / KAMM_BLOCK].contact[like].wheel;
        struct wheel_setting_rows *given = &to->block[to_car / KAMM_BLOCK].contact[w].wheel;
        given->grip_change[to_lane] = own->grip_change[lane];
        given->grip_loss[to_lane] = own->grip_loss[lane];
        given->added_resistance[to_lane] = own->added_resistance[lane];
        given->radius_loss_m[to_lane] = own->radius_loss_m[lane];
        given->brake_loss[to_lane] = own->brake_loss[lane];
    }
    kamm_forget_plane(to, to_car / KAMM_BLOCK);
}
