/* The wind of a world file. */
#include "world_parts.h"

#include <string.h>

/* Checks that both of two keys are given, or neither. */
static kamm_result check_pair(struct world_reader *reader, int first, int second,
                              const char *first_key, const char *second_key)
{
    if (!first == !second) return KAMM_OK;
    return kamm_world_reader_fail_at(reader, first ? second_key : first_key, KAMM_ERROR_MISSING,
                                     "is missing: %s and %s come together", first_key, second_key);
}

static kamm_result read_gust(struct world_reader *reader, const cJSON *json, int index,
                             void *context)
{
    struct world_gust given;
    kamm_gust *gust = (kamm_gust *)context + index;
    kamm_result result = kamm_world_reader_object(reader, WORLD_gust, json, &given);
    if (!result)
        result = check_pair(reader, given.from_m_count, given.to_m_count, "from_m", "to_m");
    if (!result)
        result = check_pair(reader, !isnan(given.start_s), !isnan(given.end_s), "start_s", "end_s");
    if (result) return result;
    memcpy(gust->velocity_mps, given.velocity_mps, sizeof gust->velocity_mps);
    gust->in_place = given.from_m_count > 0;
    memcpy(gust->from_m, given.from_m, sizeof gust->from_m);
    memcpy(gust->to_m, given.to_m, sizeof gust->to_m);
    gust->edge_m = given.edge_m;
    gust->in_time = !isnan(given.start_s);
    gust->start_s = given.start_s;
    gust->end_s = given.end_s;
    gust->edge_s = given.edge_s;
    return KAMM_OK;
}

static kamm_result read_gusts(struct world_reader *reader, const cJSON *list, kamm_wind_def *def)
{
    int count = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
    if (count > KAMM_MAX_GUSTS)
        return kamm_world_reader_fail_at(reader, "gusts", KAMM_ERROR_RANGE,
                                         "%d gusts; up to %d are allowed", count, KAMM_MAX_GUSTS);
    kamm_gust *gusts = NULL;
    if (count && !(gusts = kamm_world_reader_scratch(reader, (size_t)count, sizeof *gusts)))
        return KAMM_ERROR_MEMORY;
    def->gusts = gusts;
    def->gust_count = count;
    return kamm_world_reader_each(reader, "gusts", list, read_gust, gusts);
}

static kamm_result read_turbulence(struct world_reader *reader, const cJSON *json,
                                   kamm_turbulence *turbulence)
{
    struct world_turbulence given;
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "turbulence", strlen("turbulence"));
    kamm_result result = kamm_world_reader_object(reader, WORLD_turbulence, json, &given);
    if (!result) result = kamm_world_reader_check_integer(reader, "seed", given.seed);
    if (result) return result;
    kamm_path_cut(&reader->json.path, before);
    *turbulence = (kamm_turbulence){given.deviation_mps, given.length_m, (uint32_t)given.seed};
    return KAMM_OK;
}

kamm_result kamm_world_reader_wind(struct world_reader *reader, const struct world_root *root)
{
    kamm_wind_def def = {0};
    kamm_ground *ground = &reader->out.def.ground;
    for (int i = 0; i < 3; ++i) ground->wind_mps[i] = (float)root->wind_mps[i];
    kamm_result result = read_gusts(reader, root->gusts, &def);
    if (!result) result = read_turbulence(reader, root->turbulence, &def.turbulence);
    if (result || (!def.gust_count && def.turbulence.deviation_mps == 0)) return result;
    reader->out.wind = kamm_create_wind(&def, reader->json.error);
    ground->wind = reader->out.wind;
    return reader->out.wind ? KAMM_OK : reader->json.error->code;
}
