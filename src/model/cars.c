#include "cars.h"

#include "../base/error.h"

#include <string.h>

static kamm_input default_input(void)
{
#define KAMM_DEFAULT(name, unit, default_value, lowest, highest, doc) \
    .name = (float)(default_value),
    return (kamm_input){KAMM_INPUT_FIELDS(KAMM_DEFAULT)};
}

/* Interleaves the constants of a block's cars; lanes beyond the last car repeat it. */
static void interleave(const kamm_cars *cars, float *constants)
{
    for (int i = 0; i < cars->blocks * KAMM_BLOCK; ++i) {
        int car = i < cars->count ? i : cars->count - 1;
        const float *from = (const float *)&cars->models[car]->full;
        float *to = constants + (size_t)(i / KAMM_BLOCK) * FULL_CONSTANT_COUNT * KAMM_BLOCK;
        for (size_t f = 0; f < FULL_CONSTANT_COUNT; ++f)
            to[f * KAMM_BLOCK + i % KAMM_BLOCK] = from[f];
    }
}

static int allocate_parts(kamm_cars *cars)
{
    size_t blocks = (size_t)cars->blocks, models = cars->mixed ? (size_t)cars->count : 1;
    cars->models = kamm_allocate(models * sizeof *cars->models);
    cars->block = kamm_allocate(blocks * sizeof *cars->block);
    cars->stale = kamm_allocate(blocks * sizeof *cars->stale);
    cars->inputs = kamm_allocate(blocks * KAMM_BLOCK * sizeof *cars->inputs);
    if (cars->mixed)
        cars->own_constants = kamm_allocate(blocks * sizeof(struct full_constants) * KAMM_BLOCK);
    return cars->models && cars->block && cars->stale && cars->inputs &&
           (!cars->mixed || cars->own_constants);
}

int kamm_count(const kamm_cars *cars)
{
    KAMM_REQUIRE(cars, 0);
    return cars->count;
}

const kamm_model *kamm_model_of(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE(cars, NULL);
    KAMM_REQUIRE(car >= 0 && car < cars->count, NULL);
    return cars->models[cars->mixed ? car : 0];
}

kamm_input *kamm_inputs(kamm_cars *cars)
{
    KAMM_REQUIRE(cars, NULL);
    return cars->inputs;
}

unsigned kamm_fault(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return (unsigned)CAR_STATE(cars, car, car.fault);
}

static int drive_gear(const kamm_model *model, double spin)
{
    const kamm_model_info *info = &model->info;
    int gear = 1;
    while (gear < info->gear_count &&
           spin * info->overall_ratio[gear - 1] > 0.5 * (info->idle_radps + info->limiter_radps))
        ++gear;
    return gear;
}

/* Wheels, gear and engine of a car that rolls at `speed`. */
static void set_rolling(kamm_cars *cars, int car, const kamm_model *model,
                        const kamm_placement *placement)
{
    double mean_spin = 0, ratio = 0;
    for (int w = 0; w < FULL_WHEELS; ++w) {
        view tyre = {(const float *)&model->full.axles[w / 2].tyre_vertical};
        double radius = tyre_effective_radius(tyre, (float)model->rest.load_n[w], 0);
        double spin = placement->speed_mps / radius;
        CAR_STATE(cars, car, wheels[w].travel_m) = (float)model->rest.travel_m[w];
        CAR_OUTPUT(cars, car, wheels[w].load_n) = (float)model->rest.load_n[w];
        CAR_STATE(cars, car, wheels[w].spin_radps) = (float)spin;
        mean_spin += 0.5 * model->def.axles[w / 2].drive_share * spin;
    }
    int gear = placement->gear, count = model->info.gear_count;
    if (gear > count) gear = drive_gear(model, mean_spin);
    if (gear < -1) gear = -1;
    if (gear > 0) ratio = model->info.overall_ratio[gear - 1];
    if (gear < 0) ratio = -model->def.gearbox.reverse_ratio * model->def.gearbox.final_drive;
    double engine = mean_spin * ratio;
    CAR_STATE(cars, car, car.gear_engaged) = (float)gear;
    CAR_STATE(cars, car, car.gear_coming) = (float)gear;
    CAR_STATE(cars, car, car.shift_lagging_mps) = (float)placement->speed_mps;
    CAR_STATE(cars, car, car.clutch_engagement) = engine > model->info.idle_radps ? 1.0f : 0.0f;
    CAR_STATE(cars, car, car.engine_radps) =
        (float)(engine > model->info.idle_radps ? engine : model->info.idle_radps);
}

static void place(kamm_cars *cars, int car, const kamm_model *model,
                  const kamm_placement *placement)
{
    struct full_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    const struct full_rest *rest = &model->rest;
    double q[4], offset[3], forward[3], lean[4] = {1, rest->roll_rad / 2, rest->pitch_rad / 2, 0};
    double origin[3];
    memcpy(origin, model->statics.sprung_cg, sizeof origin);
    origin[2] += rest->rise_m;
    memcpy(q, placement->orientation, sizeof q);
    kamm_normalise(q);
    kamm_rotate(q, origin, offset);
    kamm_rotate(q, (const double[3]){placement->speed_mps, 0, 0}, forward);
    kamm_normalise(lean);
    kamm_multiply(q, lean, q);

    for (size_t i = 0; i < FULL_STATE_COUNT; ++i) block->state[i][lane] = 0;
    for (size_t i = 0; i < FULL_OUTPUT_COUNT; ++i) block->output[i][lane] = 0;
    for (int i = 0; i < 3; ++i) {
        block->position_m[i][lane] = placement->position_m[i] + offset[i];
        block->state[FULL_STATE_ROW(car.velocity_x_mps) + (size_t)i][lane] = (float)forward[i];
    }
    for (int i = 0; i < 4; ++i)
        block->state[FULL_STATE_ROW(car.orientation_w) + (size_t)i][lane] = (float)q[i];
    set_rolling(cars, car, model, placement);
    cars->inputs[car] = default_input();
    cars->stale[car / KAMM_BLOCK] |= (uint16_t)(1u << lane);
}

void kamm_place(kamm_cars *cars, int car, const kamm_placement *placement)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(placement, );
    place(cars, car, cars->models[cars->mixed ? car : 0], placement);
}

/* Lanes beyond the last car stand at the origin like new cars: they are computed, never seen. */
static void place_all(kamm_cars *cars)
{
    kamm_placement start = {.gear = KAMM_GEAR_DRIVE};
    for (int i = 0; i < cars->blocks * KAMM_BLOCK; ++i) {
        int model = i < cars->count ? i : cars->count - 1;
        place(cars, i, cars->models[cars->mixed ? model : 0], &start);
    }
}

static kamm_cars *create(const kamm_model *const *models, int count, int mixed)
{
    kamm_cars *cars = kamm_allocate(sizeof *cars);
    if (!cars) return NULL;
    cars->count = count;
    cars->mixed = mixed;
    cars->blocks = (count + KAMM_BLOCK - 1) / KAMM_BLOCK;
    if (!allocate_parts(cars)) {
        kamm_destroy_cars(cars);
        return NULL;
    }
    for (int i = 0; i < (mixed ? count : 1); ++i) cars->models[i] = models[i];
    cars->constants = (const float *)&models[0]->full;
    if (mixed) {
        interleave(cars, cars->own_constants);
        cars->constants = cars->own_constants;
    }
    place_all(cars);
    return cars;
}

kamm_cars *kamm_create_cars(const kamm_model *model, int count)
{
    KAMM_REQUIRE(model, NULL);
    KAMM_REQUIRE(count > 0, NULL);
    return create(&model, count, 0);
}

kamm_cars *kamm_create_mixed_cars(const kamm_model *const *models, int count)
{
    KAMM_REQUIRE(models, NULL);
    KAMM_REQUIRE(count > 0, NULL);
    for (int i = 0; i < count; ++i) {
        KAMM_REQUIRE(models[i], NULL);
        KAMM_REQUIRE(models[i]->full.dt == models[0]->full.dt, NULL);
    }
    return create(models, count, 1);
}

void kamm_destroy_cars(kamm_cars *cars)
{
    if (!cars) return;
    kamm_release(cars->models);
    kamm_release(cars->block);
    kamm_release(cars->stale);
    kamm_release(cars->inputs);
    kamm_release(cars->own_constants);
    kamm_release(cars);
}
