/* Why the gear that is asked for is not in: the gearbox's own rules (part/gearbox.h), asked once more. */
#include "shift_refusal.h"

#include "../base/error.h"
#include "../part/gearbox.h"
#include "../vehicle/chassis.h"
#include "cars.h"

static float input_within(float value, float min, float max)
{
    return value == value ? clamp(value, min, max) : clamp(0, min, max); /* NaN reads as 0 */
}

static struct gearbox_lanes gearbox_of(const kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    struct gearbox_lanes gearbox;
    float *states = (float *)&gearbox;
    for (size_t i = 0; i < sizeof gearbox / sizeof *states; ++i)
        states[i] = state_of(&one, STATE_NUMBER(car.gear_engaged) + i);
    return gearbox;
}

static struct gearbox_demand demand_of(const kamm_cars *cars, int car,
                                       const struct powertrain_constants *v)
{
    const kamm_input *input = &cars->inputs[car];
    float range = transfer_ratio(&v->transfer, CAR_STATE(cars, car, car.low_range));
    struct gearbox_demand demand = {.gear = input_within(input->gear, -1, 100),
                                    .pedal = input_within(input->throttle, 0, 1),
                                    .kept_load = CAR_STATE(cars, car, car.shift_load),
                                    .brake = input_within(input->brake, 0, 1),
                                    .engine_radps = CAR_STATE(cars, car, car.engine_radps),
                                    .range = range};
    demand.road_speed_mps = CAR_STATE(cars, car, car.shift_speed_mps) * range;
    demand.map = gearbox_follows_map(demand.gear);
    demand.free_clutch = demand.map || v->clutch.automatic > 0.5f ||
                         input_within(input->clutch, 0, 1) > GEARBOX_PRESSED_CLUTCH;
    return demand;
}

kamm_shift_refusal kamm_find_shift_refusal(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    if (!model->has_powertrain || !rung_has(cars->rung, KAMM_FEATURE_ENGINE))
        return KAMM_SHIFT_NOT_REFUSED;
    const struct powertrain_constants *v = &model->chassis->powertrain;
    struct gearbox_lanes s = gearbox_of(cars, car);
    struct gearbox_demand demand = demand_of(cars, car, v);
    float asked = gearbox_asked(&v->gearbox, &s, &demand);
    if (gearbox_refuses(&v->gearbox, &s, &demand, asked))
        return asked < 0 ? KAMM_SHIFT_ROLLS_FORWARDS : KAMM_SHIFT_ROLLS_BACKWARDS;
    int goes_on = s.shift_remaining_s > 0 || demand.map;
    if ((asked < s.gear_engaged || asked > s.gear_engaged) && !goes_on && !demand.free_clutch)
        return KAMM_SHIFT_CLUTCH;
    float wanted = clamp(nearest(demand.gear), -1, (float)v->gearbox.top_gear);
    int guarded = !demand.map && (wanted < asked || wanted > asked);
    return guarded ? KAMM_SHIFT_ENGINE_SPEED : KAMM_SHIFT_NOT_REFUSED;
}

const char *kamm_shift_refusal_word(kamm_shift_refusal refusal)
{
    static const char *const words[] = {KAMM_SHIFT_REFUSAL_CHOICES(KAMM_WORD)};
    int count = (int)(sizeof words / sizeof *words);
    KAMM_REQUIRE((int)refusal >= 0 && (int)refusal < count, "");
    return words[refusal];
}
