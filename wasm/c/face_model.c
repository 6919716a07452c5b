/* The C side of the TypeScript face: compiled models. */
#include "face.h"

EXPORT(face_read_model) kamm_model *face_read_model(const void *from, size_t size)
{
    return kamm_restore_model(from, size, &face_error);
}

EXPORT(face_describe) void face_describe(const kamm_model *model, kamm_model_info *info)
{
    *info = kamm_describe(model);
}
