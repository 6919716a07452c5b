/* Compiled models as bytes, for a build that cannot compile (KAMM_LITE). */
#include "../base/error.h"
#include "../base/hash.h"
#include "../vehicle/chassis.h"
#include "../vehicle/model.h"
#include "rung.h"

#include <kamm/version.h>

#include <string.h>

/* Before the memory of a model, whose pointers are counted from its start. */
struct model_head {
    char magic[8];
    uint32_t version, size;
    uint64_t shape; /* of the structs */
    uint64_t hash;  /* of the memory */
};

static const char magic[8] = "KammMod";

static uint64_t shape_of(const kamm_model *model)
{
    const struct rung *rung = kamm_rung_of(model->rung);
    if (!rung) return 0;
    const uint32_t sizes[] = {sizeof *model,
                              sizeof *model->def,
                              sizeof(kamm_axle_def),
                              sizeof *model->chassis,
                              sizeof(struct axle_constants),
                              rung->constant_size,
                              rung->constant_size_per_axle,
                              rung->lane_size_per_wheel};
    return hash_words(HASH_START, sizes, sizeof sizes / sizeof *sizes);
}

size_t kamm_model_size(const kamm_model *model)
{
    KAMM_REQUIRE_ALIVE(model, 0);
    return sizeof(struct model_head) + model->size;
}

/* Where a pointer into the model points, from the start of `base` on. */
static void *moved(const void *pointer, const void *from, const void *to)
{
    return (char *)to + ((const char *)pointer - (const char *)from);
}

static void move_pointers(kamm_model *model, const void *from, const void *to)
{
    model->def = moved(model->def, from, to);
    model->chassis = moved(model->chassis, from, to);
    model->own = moved(model->own, from, to);
    if (model->rider) model->rider = moved(model->rider, from, to);
}

void kamm_save_model(const kamm_model *model, void *to)
{
    KAMM_REQUIRE_ALIVE(model, );
    KAMM_REQUIRE(to, );
    struct model_head head = {.version = KAMM_VERSION_NUMBER, .size = (uint32_t)model->size};
    kamm_model *copy = (kamm_model *)((char *)to + sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    memcpy(copy, model, model->size);
    memset(&copy->users, 0, sizeof copy->users);
    move_pointers(copy, model, NULL);
    head.shape = shape_of(model);
    head.hash = hash_words(HASH_START, copy, model->size / 4);
    memcpy(to, &head, sizeof head);
}

static const char *find_mistake(const struct model_head *head, const kamm_model *model, size_t size)
{
    if (size < sizeof *head + sizeof *model || memcmp(head->magic, magic, sizeof magic) != 0)
        return "this is no compiled model";
    if (head->version != KAMM_VERSION_NUMBER)
        return "the model is of another version of Kamm: compile it again";
    if (head->size != size - sizeof *head ||
        head->hash != hash_words(HASH_START, model, head->size / 4))
        return "the model's bytes are damaged, or not all there";
    if (head->shape != shape_of(model)) return "the model is of another build: compile it again";
    return NULL;
}

/* kamm/lite has no two-wheelers, none of their parts, and the laws of TYRE_STEPPED_LAWS alone. */
static int is_left_out(const kamm_model *model)
{
    int is = has_two_single_wheels(&model->layout) || model->layout.tilts;
    is |= model->def->engine.turns == KAMM_ENGINE_WITH_WHEELS;
    is |= model->def->engine.turns == KAMM_ENGINE_AGAINST_WHEELS;
    for (int a = 0; a < model->layout.axles; ++a)
        is |= model->chassis->axles[a].tyre.law == (float)KAMM_TYRE_MOTORCYCLE ||
              model->def->axles[a].suspension.swing_arm.pivot_ahead_m > 0;
    return is && !KAMM_TAKES_TWO_WHEELERS;
}

kamm_model *kamm_restore_model(const void *from, size_t size, kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, from, NULL);
    const struct model_head *head = from;
    const kamm_model *stored = (const kamm_model *)((const char *)from + sizeof *head);
    const char *mistake = find_mistake(head, stored, size);
    if (mistake) {
        kamm_fail(error, KAMM_ERROR_FORMAT, "", "%s", mistake);
        return NULL;
    }
    kamm_model *model = kamm_allocate(head->size);
    if (!model) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    memcpy(model, stored, head->size);
    move_pointers(model, NULL, model);
    if (!is_left_out(model)) return model;
    kamm_release(model);
    kamm_fail(error, KAMM_ERROR_FORMAT, "", "kamm/lite leaves two-wheelers and their parts out");
    return NULL;
}
