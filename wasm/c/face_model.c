/* The C side of the TypeScript face: compiled models, also as bytes, which the lite module takes as it cannot compile. */
#include "face.h"

#include "base/error.h"
#include "base/hash.h"
#include "rungs/rung.h"
#include "vehicle/model.h"

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

EXPORT(face_model_size) size_t face_model_size(const kamm_model *model)
{
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
}

/* `to` has as many bytes, aligned to 8. */
EXPORT(face_write_model) void face_write_model(const kamm_model *model, char *to)
{
    struct model_head head = {.version = KAMM_VERSION_NUMBER, .size = (uint32_t)model->size};
    kamm_model *copy = (kamm_model *)(to + sizeof head);
    memcpy(head.magic, magic, sizeof magic);
    memcpy(copy, model, model->size);
    move_pointers(copy, model, NULL);
    head.shape = shape_of(model);
    head.hash = hash_words(HASH_START, copy, model->size / 4);
    memcpy(to, &head, sizeof head);
}

static const char *find_mistake(const struct model_head *head, const kamm_model *model, size_t size)
{
    if (size < sizeof *head + sizeof *model || memcmp(head->magic, magic, sizeof magic) != 0)
        return "this is no compiled model; Vehicle.model() gives one";
    if (head->version != KAMM_VERSION_NUMBER)
        return "the model is of another version of Kamm: compile it anew";
    if (head->size != size - sizeof *head ||
        head->hash != hash_words(HASH_START, model, head->size / 4))
        return "the model's bytes are damaged, or not all there";
    return head->shape == shape_of(model) ? NULL : "the model is of another build: compile it anew";
}

/* `from`: aligned to 8. */
EXPORT(face_read_model) kamm_model *face_read_model(const char *from, size_t size)
{
    const struct model_head *head = (const struct model_head *)from;
    const kamm_model *stored = (const kamm_model *)(from + sizeof *head);
    const char *mistake = find_mistake(head, stored, size);
    if (mistake) {
        kamm_fail(&face_error, KAMM_ERROR_FORMAT, "", "%s", mistake);
        return NULL;
    }
    kamm_model *model = kamm_allocate(head->size);
    if (!model) {
        kamm_fail(&face_error, KAMM_ERROR_MEMORY, "", "out of memory");
        return NULL;
    }
    memcpy(model, stored, head->size);
    move_pointers(model, NULL, model);
    return model;
}

EXPORT(face_describe) void face_describe(const kamm_model *model, kamm_model_info *info)
{
    *info = kamm_describe(model);
}

/* Of each wheel two numbers: the tyre's width, its rim's radius. */
EXPORT(face_wheel_sizes) void face_wheel_sizes(const kamm_model *model, double *sizes_m)
{
    for (int wheel = 0; wheel < model->info.wheel_count; ++wheel) {
        const kamm_tyre_def *tyre = &model->def->axles[model->info.wheel_axle[wheel]].tyre;
        sizes_m[2 * wheel] = tyre->width_m;
        sizes_m[2 * wheel + 1] = tyre->rim_radius_m;
    }
}
