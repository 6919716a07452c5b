#include "cars.h"
#include "../part/tyre/tyre.h"
#include "../vehicle/power_split_compile.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/num.h"
#include "../base/quaternion.h"

#include <kamm/batch.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static kamm_input default_input(void)
{
#define KAMM_DEFAULT(name, unit, default_value, min, max, doc) .name = (float)(default_value),
    return (kamm_input){KAMM_INPUT_FIELDS(KAMM_DEFAULT)};
}

/* Lanes beyond the last car repeat it. */
void kamm_interleave(kamm_cars *cars, int block, int width)
{
    if (cars->interleaved[block] == width) return;
    size_t count = cars->constant_count;
    float *constants = cars->own_constants + (size_t)block * count * KAMM_BLOCK;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane)
        interleave_lane(constants, count, width, lane,
                        kamm_model_at(cars, block * KAMM_BLOCK + lane)->own);
    cars->interleaved[block] = (uint8_t)width;
}

static void interleave_all(kamm_cars *cars)
{
    for (int block = 0; block < cars->blocks; ++block) {
        int left = cars->count - block * KAMM_BLOCK, width;
        kamm_kernel(cars, left < KAMM_BLOCK ? left : KAMM_BLOCK, &width);
        kamm_interleave(cars, block, width);
    }
}

static int allocate_parts(kamm_cars *cars)
{
    size_t blocks = (size_t)cars->blocks, models = cars->mixed ? (size_t)cars->count : 1;
    cars->models = kamm_allocate_array(models, sizeof *cars->models);
    cars->memory = kamm_allocate_array(blocks, block_size(&cars->rows));
    cars->block = kamm_allocate_array(blocks, sizeof *cars->block);
    int tumbles = rung_has(cars->rung, KAMM_FEATURE_TUMBLE);
    if (tumbles) {
        cars->points = kamm_allocate_array(blocks, sizeof *cars->points);
        cars->asked_points = kamm_allocate_array(blocks, sizeof *cars->asked_points);
    }
    cars->plane = kamm_allocate_array(blocks, sizeof *cars->plane);
    cars->stale = kamm_allocate_array(blocks, sizeof *cars->stale);
    cars->source = kamm_allocate_array(blocks, sizeof *cars->source);
    cars->asked_wheels = kamm_allocate_array(blocks, sizeof *cars->asked_wheels);
    cars->inputs = kamm_allocate_array(blocks, KAMM_BLOCK * sizeof *cars->inputs);
    if (cars->mixed) {
        cars->own_constants =
            kamm_allocate_array(blocks, cars->constant_count * sizeof(float) * KAMM_BLOCK);
        cars->interleaved = kamm_allocate_array(blocks, sizeof *cars->interleaved);
    }
    return cars->models && cars->memory && cars->block && cars->plane && cars->stale &&
           cars->source && cars->asked_wheels && cars->inputs &&
           ((cars->points && cars->asked_points) || !tumbles) &&
           (!cars->mixed || (cars->own_constants && cars->interleaved));
}

static void place_blocks(kamm_cars *cars)
{
    for (int i = 0; i < cars->blocks; ++i) {
        cars->block[i] =
            block_at((char *)cars->memory + (size_t)i * block_size(&cars->rows), &cars->rows);
        kamm_forget_plane(cars, i);
    }
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
    return kamm_model_at(cars, car);
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

void kamm_raise_axles(kamm_cars *cars, int car, int raised)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    int has = kamm_model_at(cars, car)->features & KAMM_FEATURE_LIFT_AXLE ? 1 : 0;
    PUT_CAR_STATE(cars, car, car.raised_axles, has && raised ? 1.0f : 0.0f);
}

int kamm_axles_are_raised(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return CAR_STATE(cars, car, car.raised_axles) > 0;
}

void kamm_select_low_range(kamm_cars *cars, int car, int low)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    int has = kamm_model_at(cars, car)->def->transfer.low_ratio > 1;
    PUT_CAR_STATE(cars, car, car.low_range_wanted, has && low ? 1.0f : 0.0f);
}

void kamm_set_endurance_brake(kamm_cars *cars, int car, double share)
{
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    int has = kamm_model_at(cars, car)->features & KAMM_FEATURE_ENDURANCE ? 1 : 0;
    double within = has && share > 0 ? fmin(share, 1) : 0; /* no number: 0 */
    PUT_CAR_STATE(cars, car, car.endurance_wanted, (float)within);
}

double kamm_endurance_brake(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return CAR_STATE(cars, car, car.endurance_wanted);
}

int kamm_is_in_low_range(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE(cars, 0);
    KAMM_REQUIRE(car >= 0 && car < cars->count, 0);
    return CAR_STATE(cars, car, car.low_range) > 0;
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

/* Of the driven wheels. */
static double driven_spin(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double spin = 0;
    for (int a = 0; a < cars->layout->axles; ++a)
        for (int i = 0; i < 2; ++i) {
            int w = i ? right_hub(cars->layout, a) : left_hub(cars->layout, a);
            spin += 0.5 * model->def->axles[a].drive_share *
                    (double)CAR_STATE(cars, car, wheels[w].spin_radps);
        }
    return spin;
}

/* In high range. */
static double ratio_of(const kamm_model *model, int gear)
{
    const kamm_gearbox_def *gearbox = &model->def->gearbox;
    if (gear > 0) return model->info.overall_ratio[gear - 1]; /* of a variator: the lowest */
    return gear < 0 ? -gearbox->reverse_ratio * gearbox->final_drive : 0;
}

void kamm_set_variator(kamm_cars *cars, int car, double engine_radps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    const kamm_gearbox_def *gearbox = &model->def->gearbox;
    if (!(model->features & KAMM_FEATURE_CVT)) return;
    double low = driven_spin(cars, car) * model->info.overall_ratio[0];
    double share = fmin(low > 0 ? engine_radps / low : 1, 1);
    PUT_CAR_STATE(cars, car, car.cvt_share,
                  (float)fmax(share, gearbox->ratios[1] / gearbox->ratios[0]));
}

/* By how much a variator gears down less than in its lowest gear. */
static double varied(const kamm_cars *cars, int car, int gear)
{
    int varies = kamm_model_at(cars, car)->features & KAMM_FEATURE_CVT && gear > 0;
    return varies ? (double)CAR_STATE(cars, car, car.cvt_share) : 1;
}

void kamm_turn_turbine(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    if (!(model->features & KAMM_FEATURE_CONVERTER)) return; /* others of the batch may have one */
    int gear = (int)CAR_STATE(cars, car, car.gear_engaged);
    double low = CAR_STATE(cars, car, car.low_range) > 0 ? model->def->transfer.low_ratio : 1;
    PUT_CAR_STATE(
        cars, car, car.turbine_radps,
        (float)(driven_spin(cars, car) * ratio_of(model, gear) * varied(cars, car, gear) * low));
}

void kamm_turn_input_shaft(kamm_cars *cars, int car)
{
    if (!(kamm_model_at(cars, car)->features & KAMM_FEATURE_SYNCHRO)) return;
    PUT_CAR_STATE(cars, car, car.input_shaft_radps, CAR_STATE(cars, car, car.engine_radps));
}

void kamm_turn_motors(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    for (int a = 0; a < cars->layout->axles; ++a) {
        const kamm_motor_def *motor = &model->def->axles[a].motor;
        double left = CAR_STATE(cars, car, wheels[left_hub(cars->layout, a)].spin_radps);
        double right = CAR_STATE(cars, car, wheels[right_hub(cars->layout, a)].spin_radps);
        if (!(motor->peak_nm > 0)) continue;
        PUT_CAR_STATE(cars, car, axles[a].motor_radps,
                      (float)(0.5 * (left + right) * motor->ratio));
        PUT_CAR_STATE(cars, car, axles[a].motor_twist_rad, 0);
    }
}

/* The engine of a power split stands, but where its generator would turn too fast. */
static void turn_split_engine(kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_at(cars, car);
    if (!(model->features & KAMM_FEATURE_POWER_SPLIT)) return;
    double motor = CAR_STATE(cars, car, axles[kamm_power_split_axle(model->def)].motor_radps);
    double engine = kamm_power_split_engine_radps(model->def, motor);
    PUT_CAR_STATE(cars, car, car.engine_radps, (float)engine);
    PUT_CAR_STATE(cars, car, car.split_runs, engine > 0 ? 1.0f : 0.0f);
}

void kamm_engage(kamm_cars *cars, int car, int wanted_gear, double speed_mps)
{
    const kamm_model *model = kamm_model_at(cars, car);
    double spin = driven_spin(cars, car), idle = model->info.idle_radps;
    int gear = wanted_gear, count = model->info.gear_count;
    if (gear > count && spin < -1) gear = -1;
    if (gear > count) gear = drive_gear(model, spin);
    if (gear < -1) gear = -1;
    kamm_set_variator(cars, car, model->def->gearbox.cvt_speed_curve.y[0]); /* of the light pedal */
    double engine = spin * ratio_of(model, gear) * varied(cars, car, gear);
    PUT_CAR_STATE(cars, car, car.gear_engaged, (float)gear);
    PUT_CAR_STATE(cars, car, car.target_gear, (float)gear);
    PUT_CAR_STATE(cars, car, car.clutch_engagement, engine > idle ? 1.0f : 0.0f);
    PUT_CAR_STATE(cars, car, car.engine_radps, (float)(engine > idle ? engine : idle));
    kamm_turn_input_shaft(cars, car);
    PUT_CAR_STATE(cars, car, car.second_clutch_engagement, 0);
    PUT_CAR_STATE(cars, car, car.hand_over, 0);
    PUT_CAR_STATE(cars, car, car.shift_speed_mps, (float)speed_mps);
    PUT_CAR_STATE(cars, car, car.shift_resistance_mps2, 0);
    kamm_turn_turbine(cars, car);
    kamm_turn_motors(cars, car);
    turn_split_engine(cars, car);
}

/* Wheels, gear and engine of a car that rolls at `speed`. */
static void set_rolling(kamm_cars *cars, int car, const kamm_model *model,
                        const kamm_placement *placement)
{
    int sprung = !cars->rung->whole_body;
    for (int w = 0; w < cars->layout->wheels; ++w) {
        int a = cars->layout->axle[w];
        const struct tyre_vertical_constants *tyre = &model->chassis->axles[a].tyre_vertical;
        double radius = tyre_effective_radius(tyre, (float)model->rest.load_n[w], 0);
        PUT_CAR_STATE(cars, car, wheels[w].travel_m, sprung ? (float)model->rest.travel_m[w] : 0);
        PUT_CAR_OUTPUT(cars, car, wheels[w].load_n, (float)model->rest.load_n[w]);
        if (sprung)
            PUT_CAR_STATE(cars, car, wheels[w].deflection_m,
                          (float)kamm_tyre_static_deflection(&model->def->axles[a].tyre,
                                                             model->rest.load_n[w]));
        PUT_CAR_STATE(cars, car, wheels[w].spin_radps, (float)(placement->speed_mps / radius));
    }
    kamm_engage(cars, car, placement->gear, placement->speed_mps);
    PUT_CAR_STATE(cars, car, car.path_speed_mps, (float)placement->speed_mps);
    PUT_CAR_STATE(cars, car, car.path_speed_residual_mps,
                  (float)(placement->speed_mps - (double)(float)placement->speed_mps));
}

void kamm_lean_at_rest(const kamm_model *model, double lean[4], double origin[3])
{
    const struct rest *rest = &model->rest;
    int whole_body = model->whole_body;
    double turn[4] = {1, whole_body ? 0 : rest->roll_rad / 2, whole_body ? 0 : rest->pitch_rad / 2,
                      0};
    kamm_normalise(turn);
    memcpy(lean, turn, sizeof turn);
    memcpy(origin, model->origin, sizeof model->origin);
    if (!whole_body) origin[2] += rest->rise_m;
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

/* A place within 10 million km, a speed and an orientation that a car may have. */
static int is_sensible(const kamm_placement *placement)
{
    double max = fabs(placement->speed_mps) < 1000 ? 0 : INFINITY;
    for (int i = 0; i < 3; ++i) max = fmax(max, fabs(placement->position_m[i]));
    for (int i = 0; i < 3; ++i)
        if (isnan(placement->position_m[i])) return 0;
    for (int i = 0; i < 4; ++i)
        if (!isfinite(placement->orientation[i])) return 0;
    return max < 1e10;
}

static void place(kamm_cars *cars, int car, const kamm_placement *placement)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    int lane = car % KAMM_BLOCK;
    const struct car placed = kamm_car_of(cars, car);
    const kamm_model *model = placed.model;
    double q[4], offset[3], forward[3], lean[4], origin[3];
    kamm_lean_at_rest(model, lean, origin);
    memcpy(q, placement->orientation, sizeof q);
    kamm_normalise(q);
    kamm_rotate(q, origin, offset);
    kamm_rotate(q, (const double[3]){placement->speed_mps, 0, 0}, forward);
    kamm_multiply(q, lean, q);

    for (size_t i = 0; i < cars->rows.states; ++i) block->state[i][lane] = 0;
    for (size_t i = 0; i < cars->rows.outputs; ++i) block->output[i][lane] = 0;
    for (int i = 0; i < 3; ++i) {
        block->position_m[i][lane] = placement->position_m[i] + offset[i];
        put_state(&placed, STATE_NUMBER(car.velocity_x_mps) + (size_t)i, (float)forward[i]);
    }
    for (int i = 0; i < 4; ++i)
        put_state(&placed, STATE_NUMBER(car.orientation_w) + (size_t)i, (float)q[i]);
    set_rolling(cars, car, model, placement);
    for (int w = 0; w < cars->layout->wheels; ++w)
        cars->block[car / KAMM_BLOCK].contact[w][RUT_ROW][lane] = 0;
    cars->inputs[car] = default_input();
    cars->stale[car / KAMM_BLOCK] |= (uint16_t)(1u << lane);
}

void kamm_place(kamm_cars *cars, int car, const kamm_placement *placement)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(placement, );
    if (is_sensible(placement))
        place(cars, car, placement);
    else
        kamm_park(cars, car);
}

/* Lanes beyond the last car stand at the origin like new cars: they are computed, never seen. */
static void place_all(kamm_cars *cars)
{
    kamm_placement start = {.gear = KAMM_GEAR_DRIVE};
    for (int i = 0; i < cars->blocks * KAMM_BLOCK; ++i) place(cars, i, &start);
}

/* All that any of them has. */
static kamm_feature features_of(const kamm_model *const *models, int stride, int count)
{
    kamm_feature features = models[0]->features;
    for (int i = 1; stride && i < count; ++i) features |= models[i]->features;
    return features;
}

/* `stride` 0: one model for all, of which a compact build gives each car its own constants. */
static kamm_cars *create(const kamm_model *const *models, int stride, int count)
{
    if (count > INT_MAX - KAMM_BLOCK) return NULL; /* lanes are counted in int as well */
    int mixed = stride || !kamm_rung_of(models[0]->rung)->kernels[ANY_WHEELS][KERNEL_1];
    kamm_cars *cars = kamm_allocate(sizeof *cars);
    if (!cars) return NULL;
    cars->count = count;
    cars->rung = kamm_rung_of(models[0]->rung);
    cars->mixed = mixed;
    cars->blocks = (count + KAMM_BLOCK - 1) / KAMM_BLOCK;
    cars->layout = &models[0]->layout;
    cars->constant_count = models[0]->own_count;
    cars->features = features_of(models, stride, count);
    kamm_map_rows(cars->layout, cars->features, &cars->rows);
    if (!allocate_parts(cars)) {
        kamm_destroy_cars(cars);
        return NULL;
    }
    place_blocks(cars);
    for (int i = 0; i < (mixed ? count : 1); ++i) cars->models[i] = models[i * stride];
    cars->constants = models[0]->own;
    if (mixed) {
        interleave_all(cars);
        cars->constants = cars->own_constants;
    }
    place_all(cars);
    return cars;
}

kamm_cars *kamm_create_cars(const kamm_model *model, int count)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(model, NULL);
    KAMM_REQUIRE(count > 0, NULL);
    return create(&model, 0, count);
}

kamm_cars *kamm_create_mixed_cars(const kamm_model *const *models, int count)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(models, NULL);
    KAMM_REQUIRE(count > 0, NULL);
    for (int i = 0; i < count; ++i) {
        KAMM_REQUIRE(models[i], NULL);
        KAMM_REQUIRE(models[i]->chassis->dt == models[0]->chassis->dt, NULL);
        KAMM_REQUIRE(models[i]->rung == models[0]->rung, NULL);
        KAMM_REQUIRE(kamm_layouts_are_alike(&models[i]->layout, &models[0]->layout), NULL);
    }
    return create(models, 1, count);
}

void kamm_drop_parts(kamm_cars *cars, int car)
{
    const struct car one = kamm_car_of(cars, car);
    struct row_map own;
    if (!(cars->features & ~one.model->features)) return;
    kamm_map_rows(cars->layout, one.model->features, &own);
    for (size_t i = 0; i < STATE_COUNT; ++i)
        if (own.is_missing[i]) put_state(&one, i, 0);
}

void kamm_change_model(kamm_cars *cars, int car, const kamm_model *model)
{
    KAMM_REQUIRE(cars && model, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(cars->mixed, );
    KAMM_REQUIRE(model->rung == cars->models[0]->rung, );
    KAMM_REQUIRE(model->chassis->dt == cars->models[0]->chassis->dt, );
    KAMM_REQUIRE(kamm_layouts_are_alike(&model->layout, cars->layout), );
    KAMM_REQUIRE((model->features & ~cars->features) == 0, );
    int block = car / KAMM_BLOCK, lane = car % KAMM_BLOCK, width = cars->interleaved[block];
    int last =
        car == cars->count - 1 ? KAMM_BLOCK - 1 : lane; /* lanes beyond the last car repeat it */
    float *constants = cars->own_constants + (size_t)block * cars->constant_count * KAMM_BLOCK;
    cars->models[car] = model;
    cars->layout = &cars->models[0]->layout;
    for (; width && lane <= last; ++lane)
        interleave_lane(constants, cars->constant_count, width, lane, model->own);
    kamm_drop_parts(cars, car);
}

void kamm_destroy_cars(kamm_cars *cars)
{
    if (!cars) return;
    kamm_release(cars->models);
    kamm_release(cars->memory);
    kamm_release(cars->block);
    kamm_release(cars->points);
    kamm_release(cars->plane);
    kamm_release(cars->stale);
    kamm_release(cars->source);
    kamm_release(cars->asked_wheels);
    kamm_release(cars->asked_points);
    kamm_release(cars->inputs);
    kamm_release(cars->own_constants);
    kamm_release(cars->interleaved);
    kamm_release(cars);
}
