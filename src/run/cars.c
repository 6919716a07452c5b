#include "cars.h"
#include "../vehicle/chassis.h"
#include "contact_planes.h"
#include "external_forces.h"

#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/num.h"

#include <kamm/batch.h>
#include <limits.h>
#include <math.h>

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

/* Riders put their feet down without a call that could lack memory. */
static int has_feet(const kamm_cars *cars)
{
    return (cars->features & KAMM_FEATURE_FRONT_ASSEMBLY) != 0;
}

static int allocate_parts(kamm_cars *cars)
{
    size_t blocks = (size_t)cars->blocks, models = cars->mixed ? (size_t)cars->count : 1;
    cars->models = kamm_allocate_array(models, sizeof *cars->models);
    cars->memory = kamm_allocate_array(blocks, block_size(&cars->rows));
    if (!cars->memory) return 0; /* the largest by far: nothing else takes room for nothing */
    cars->block = kamm_allocate_array(blocks, sizeof *cars->block);
    int tumbles = rung_has(cars->rung, KAMM_FEATURE_TUMBLE);
    if (tumbles) {
        cars->points = kamm_allocate_array(blocks, sizeof *cars->points);
        cars->asked_points = kamm_allocate_array(blocks, sizeof *cars->asked_points);
    }
    cars->plane = kamm_allocate_array(blocks, sizeof *cars->plane);
    cars->stale = kamm_allocate_array(blocks, sizeof *cars->stale);
    cars->placed = kamm_allocate_array(blocks, sizeof *cars->placed);
    cars->gravity = kamm_allocate_array(blocks, sizeof *cars->gravity);
    cars->unsettled = kamm_allocate_array(blocks, sizeof *cars->unsettled);
    cars->off = kamm_allocate_array(blocks, sizeof *cars->off);
    cars->generation = kamm_allocate_array(blocks, KAMM_BLOCK * sizeof *cars->generation);
    cars->source = kamm_allocate_array(blocks, sizeof *cars->source);
    cars->asked_wheels = kamm_allocate_array(blocks, sizeof *cars->asked_wheels);
    cars->inputs = kamm_allocate_array(blocks, KAMM_BLOCK * sizeof *cars->inputs);
    if (has_feet(cars))
        cars->applied = kamm_allocate_array((size_t)cars->count, sizeof *cars->applied);
    if (cars->mixed) {
        cars->own_constants =
            kamm_allocate_array(blocks, cars->constant_count * sizeof(float) * KAMM_BLOCK);
        cars->interleaved = kamm_allocate_array(blocks, sizeof *cars->interleaved);
    }
    return cars->models && cars->block && cars->plane && cars->stale && cars->placed &&
           cars->unsettled && cars->gravity && cars->source && cars->asked_wheels && cars->inputs &&
           ((cars->points && cars->asked_points) || !tumbles) &&
           (cars->applied || !has_feet(cars)) && cars->off && cars->generation &&
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
    KAMM_REQUIRE_ALIVE(cars, 0);
    return cars->count;
}

const kamm_model *kamm_model_of(const kamm_cars *cars, int car)
{
    KAMM_REQUIRE_ALIVE(cars, NULL);
    KAMM_REQUIRE(car >= 0 && car < cars->count, NULL);
    return kamm_model_at(cars, car);
}

kamm_input *kamm_inputs(kamm_cars *cars)
{
    KAMM_REQUIRE_ALIVE(cars, NULL);
    return cars->inputs;
}

/* Without that its body would seem to touch, and all lanes would compute how. */
void kamm_put_on_level(kamm_cars *cars, int block, int lane)
{
    const double far_below_m = -1e6;
    for (int w = 0; w < cars->layout->wheels; ++w)
        kamm_write_contact(&cars->block[block], w, lane, &kamm_flat_ground.plane);
    for (int p = 0; cars->points && p < BODY_POINTS; ++p)
        cars->points[block].level_m[p][lane] = far_below_m;
}

/* Lanes beyond the last car stand at the origin like new cars: they are computed, never seen. */
static void place_all(kamm_cars *cars)
{
    kamm_placement start = {.gear = KAMM_GEAR_DRIVE};
    for (int i = 0; i < cars->blocks * KAMM_BLOCK; ++i) {
        kamm_put_gravity(cars, i, (const double[3]){0, 0, -KAMM_STANDARD_GRAVITY});
        kamm_place_lane(cars, i, &start);
        cars->generation[i] = 1;
        if (i >= cars->count) kamm_put_on_level(cars, i / KAMM_BLOCK, i % KAMM_BLOCK);
    }
}

/* All that any of them has. */
static kamm_feature features_of(const kamm_model *const *models, int stride, int count)
{
    kamm_feature features = models[0]->features;
    for (int i = 1; stride && i < count; ++i) features |= models[i]->features;
    return features;
}

static kamm_cars *fail_memory(int count, kamm_error *error)
{
    kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for %d cars", count);
    return NULL;
}

/* `stride` 0: one model for all, of which a build with one kernel alone gives each car its own constants. */
static kamm_cars *create(const kamm_model *const *models, int stride, int count, kamm_error *error)
{
    if (count > INT_MAX - KAMM_BLOCK)
        return fail_memory(count, error); /* lanes are counted in int as well */
    int mixed = stride || !kamm_rung_of(models[0]->rung)->kernels[ANY_WHEELS][KERNEL_1];
    kamm_cars *cars = kamm_allocate(sizeof *cars);
    if (!cars) return fail_memory(count, error);
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
        return fail_memory(count, error);
    }
    place_blocks(cars);
    for (int i = 0; i < (mixed ? count : 1); ++i) {
        cars->models[i] = models[i * stride];
        kamm_use_model(cars->models[i]);
    }
    cars->constants = models[0]->own;
    if (mixed) {
        interleave_all(cars);
        cars->constants = cars->own_constants;
    }
    place_all(cars);
    return cars;
}

kamm_cars *kamm_create_cars(const kamm_model *model, int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, model, NULL);
    KAMM_REQUIRE_WITH(error, count > 0, NULL);
    return create(&model, 0, count, error);
}

static kamm_result check_mixed(const kamm_model *first, const kamm_model *model, int i,
                               kamm_error *error)
{
    if (!model)
        return kamm_fail(error, KAMM_ERROR_RANGE, "models", "models[%d]: there is none (NULL)", i);
    if (model->rung != first->rung)
        return kamm_fail(error, KAMM_ERROR_RANGE, "models",
                         "models[%d]: of the rung %s, but the first is of %s; create them apart", i,
                         kamm_describe_rung(model->rung)->name,
                         kamm_describe_rung(first->rung)->name);
    if (model->chassis->dt != first->chassis->dt)
        return kamm_fail(error, KAMM_ERROR_RANGE, "models",
                         "models[%d]: %g substeps per s, but the first has %g", i,
                         1 / model->info.substep_s, 1 / first->info.substep_s);
    if (!kamm_layouts_are_alike(&model->layout, &first->layout))
        return kamm_fail(error, KAMM_ERROR_RANGE, "models",
                         "models[%d]: other axles and wheels than the first; create them apart", i);
    return KAMM_OK;
}

kamm_result kamm_can_mix(const kamm_model *const *models, int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, models, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, count > 0, KAMM_ERROR_MISUSE);
    kamm_result result = KAMM_OK;
    for (int i = 0; result == KAMM_OK && i < count; ++i)
        result = check_mixed(models[0], models[i], i, error);
    return result;
}

kamm_cars *kamm_create_mixed_cars(const kamm_model *const *models, int count, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, models, NULL);
    KAMM_REQUIRE_WITH(error, count > 0, NULL);
    for (int i = 0; i < count; ++i) KAMM_REQUIRE_WITH(error, models[i], NULL);
    return kamm_can_mix(models, count, error) == KAMM_OK ? create(models, 1, count, error) : NULL;
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
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE_ALIVE(model, );
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
    const kamm_model *before = cars->models[car];
    kamm_use_model(model);
    cars->models[car] = model;
    cars->layout = &cars->models[0]->layout;
    for (; width && lane <= last; ++lane)
        interleave_lane(constants, cars->constant_count, width, lane, model->own);
    kamm_drop_parts(cars, car);
    kamm_let_go_of_model(before);
}

static void let_go_of_models(kamm_cars *cars)
{
    for (int i = 0; cars->models && i < (cars->mixed ? cars->count : 1); ++i)
        if (cars->models[i]) kamm_let_go_of_model(cars->models[i]);
}

void kamm_destroy_cars(kamm_cars *cars)
{
    if (!cars) return;
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(!cars->is_unit, );
    kamm_note_destroyed(cars);
    if (cars->world) cars->leave_world(cars->world, cars);
    let_go_of_models(cars);
    kamm_release(cars->models);
    kamm_release(cars->memory);
    kamm_release(cars->block);
    kamm_release(cars->points);
    kamm_release(cars->plane);
    kamm_release(cars->stale);
    kamm_release(cars->placed);
    kamm_release(cars->gravity);
    kamm_release(cars->unsettled);
    kamm_release(cars->off);
    kamm_release(cars->generation);
    kamm_release(cars->source);
    kamm_release(cars->asked_wheels);
    kamm_release(cars->asked_points);
    kamm_release(cars->inputs);
    kamm_release(cars->applied);
    kamm_release(cars->own_constants);
    kamm_release(cars->interleaved);
    kamm_release(cars);
}
