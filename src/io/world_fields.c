/* The tables of world files as data, made from the same declarations as their structs. */
#include "world_fields.h"

#include <stddef.h>

#ifdef __wasm__ /* no page shows them */
#define DOC(text) ""
#else
#define DOC(text) text
#endif

/* clang-format off */
/* OWNER is the struct whose table is being written. */
#define NUMBER(name_, unit_, default_, min_, max_, doc_)                                              \
    {.kind = KAMM_FIELD_NUMBER, .name = #name_, .unit = unit_, .default_value = default_,             \
     .min = min_, .max = max_, .doc = DOC(doc_), .offset = offsetof(OWNER, name_)},
#define VECTOR(name_, size_, unit_, default_, min_, max_, doc_)                                       \
    {.kind = KAMM_FIELD_NUMBERS, .name = #name_, .unit = unit_, .default_value = default_,            \
     .min = min_, .max = max_, .doc = DOC(doc_), .min_count = size_, .max_count = size_,                   \
     .offset = offsetof(OWNER, name_), .count_offset = offsetof(OWNER, name_##_count)},
#define FLAG(name_, default_, doc_)                                                                   \
    {.kind = KAMM_FIELD_FLAG, .name = #name_, .default_value = default_, .doc = DOC(doc_),                 \
     .offset = offsetof(OWNER, name_)},
#define TEXT(name_, size_, default_, doc_)                                                            \
    {.kind = KAMM_FIELD_TEXT, .name = #name_, .default_value = default_, .doc = DOC(doc_), .max_count = size_, \
     .offset = offsetof(OWNER, name_)},
#define OTHER(name_, default_, doc_)                                                                  \
    {.kind = KAMM_FIELD_GROUP, .name = #name_, .default_value = default_, .doc = DOC(doc_),                \
     .offset = offsetof(OWNER, name_)},
#define TABLE(name_, FIELDS)                                                                          \
    {#name_, name_##_fields, sizeof name_##_fields / sizeof *name_##_fields, sizeof(struct world_##name_)},

#define OWNER struct world_root
static const kamm_field root_fields[] = {KAMM_WORLD_ROOT_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_heights
static const kamm_field heights_fields[] = {KAMM_WORLD_HEIGHTS_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_plane
static const kamm_field plane_fields[] = {KAMM_WORLD_PLANE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_mesh
static const kamm_field mesh_fields[] = {KAMM_WORLD_MESH_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_paint
static const kamm_field paint_fields[] = {KAMM_WORLD_PAINT_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_region
static const kamm_field region_fields[] = {KAMM_WORLD_REGION_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_body
static const kamm_field body_fields[] = {KAMM_WORLD_BODY_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_wall
static const kamm_field wall_fields[] = {KAMM_WORLD_WALL_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_shape
static const kamm_field shape_fields[] = {KAMM_WORLD_SHAPE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_part
static const kamm_field part_fields[] = {KAMM_WORLD_PART_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_filter
static const kamm_field filter_fields[] = {KAMM_WORLD_FILTER_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_cone
static const kamm_field cone_fields[] = {KAMM_WORLD_CONE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_faces
static const kamm_field faces_fields[] = {KAMM_WORLD_FACES_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_path
static const kamm_field path_fields[] = {KAMM_WORLD_PATH_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_start
static const kamm_field start_fields[] = {KAMM_WORLD_START_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_gust
static const kamm_field gust_fields[] = {KAMM_WORLD_GUST_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER
#define OWNER struct world_turbulence
static const kamm_field turbulence_fields[] = {KAMM_WORLD_TURBULENCE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)};
#undef OWNER

static const kamm_field_table tables[WORLD_TABLES] = {KAMM_WORLD_TABLES(TABLE)};
/* clang-format on */

const kamm_field_table *kamm_world_fields(enum world_table table) { return &tables[table]; }
