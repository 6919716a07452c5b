/* The state of an instance: phase, time, what has been set, and the car's snapshot. */
#include "fmu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Head that precedes the values and the snapshot. */
struct head {
    char magic[8];
    uint32_t version, phase;
    char token[FMU_TOKEN_TEXT];
    double time_s;
    int64_t owed, substeps;
    uint64_t hash; /* of all that follows */
};

static const char magic[8] = "KammSta";

/* A substep, as it is counted, and what takes longer than anything runs. */
static const int64_t OWED_MOST = 1000000000000, SUBSTEPS_MOST = (int64_t)1 << 53;

/* Before the end of initialisation the car is placed again, and after it what moves counts. */
static size_t snapshot_size(const fmu_instance *instance, uint32_t phase)
{
    return phase >= FMU_STEPPING && instance->cars ? kamm_snapshot_size(instance->cars) : 0;
}

static size_t values_size(const fmu_instance *instance)
{
    return sizeof(double) * instance->variables.values;
}

int fmu_save_state(fmu_instance *instance, fmu_state **state)
{
    if (instance->phase == FMU_STEPPING && instance->is_stale && fmu_make_car(instance, 1))
        return FMU_ERROR;
    size_t snapshot = snapshot_size(instance, instance->phase);
    size_t size = sizeof(struct head) + values_size(instance) + snapshot;
    fmu_state *saved = realloc(*state, sizeof *saved + size);
    if (!saved) return fmu_fail(instance, "out of memory");
    *state = saved;
    saved->size = size;
    unsigned char *values = saved->bytes + sizeof(struct head);
    memcpy(values, instance->values, values_size(instance));
    if (snapshot) kamm_save_snapshot(instance->cars, values + values_size(instance));
    struct head head = {.version = KAMM_VERSION_NUMBER,
                        .phase = (uint32_t)instance->phase,
                        .time_s = instance->time_s,
                        .owed = instance->owed,
                        .substeps = instance->substeps,
                        .hash = fmu_hash(values, size - sizeof head, FMU_HASH_START)};
    memcpy(head.magic, magic, sizeof magic);
    memcpy(head.token, instance->car->token, sizeof head.token);
    memcpy(saved->bytes, &head, sizeof head);
    return FMU_OK;
}

static const char *find_mistake(const fmu_instance *instance, const unsigned char *bytes,
                                size_t size)
{
    struct head head;
    if (size < sizeof head + values_size(instance) || memcmp(bytes, magic, sizeof magic) != 0)
        return "this is no state of an FMU of Kamm";
    memcpy(&head, bytes, sizeof head);
    if (head.version != KAMM_VERSION_NUMBER ||
        memcmp(head.token, instance->car->token, sizeof head.token) != 0)
        return "the state is that of another FMU";
    if (head.phase > FMU_ENDED ||
        head.hash != fmu_hash(bytes + sizeof head, size - sizeof head, FMU_HASH_START))
        return "the state is damaged";
    /* The head is not in the hash; what is owed beyond a substep would be stepped at once. */
    if (!(fabs(head.time_s) < 1e12) || head.owed > OWED_MOST || head.owed < -OWED_MOST ||
        head.substeps < 0 || head.substeps > SUBSTEPS_MOST)
        return "the state is of a time that no FMU comes to";
    return NULL;
}

/* What has been set, without what it means for the car. */
static int restore_values(fmu_instance *instance, const double *values)
{
    kamm_error error;
    for (int i = 0; i < instance->variables.count; ++i) {
        const fmu_variable *variable = &instance->variables.list[i];
        double value = values[variable->reference];
        if (variable->kind != FMU_PARAMETER || value == instance->values[variable->reference])
            continue;
        if (kamm_set_number(kamm_vehicle_table(), instance->def, variable->name, value, &error))
            return fmu_fail(instance, "%s", error.text);
        instance->is_stale = 1;
    }
    memcpy(instance->values, values, values_size(instance));
    return FMU_OK;
}

/* The model has to be that of the values. */
static int restore_car(fmu_instance *instance, const unsigned char *snapshot, size_t size)
{
    kamm_error error;
    if ((!instance->cars || instance->is_stale) && fmu_make_car(instance, 0)) return FMU_ERROR;
    if (kamm_restore_snapshot(instance->cars, snapshot, size, &error))
        return fmu_fail(instance, "%s", error.text);
    return FMU_OK;
}

int fmu_restore_state(fmu_instance *instance, const fmu_state *state)
{
    struct head head;
    const char *mistake = find_mistake(instance, state->bytes, state->size);
    if (mistake) return fmu_fail(instance, "%s", mistake);
    memcpy(&head, state->bytes, sizeof head);
    const unsigned char *values = state->bytes + sizeof head;
    size_t snapshot = state->size - sizeof head - values_size(instance);
    double *copy = malloc(values_size(instance));
    if (!copy) return fmu_fail(instance, "out of memory");
    memcpy(copy, values, values_size(instance));
    int status = restore_values(instance, copy);
    free(copy);
    if (!status && snapshot)
        status = restore_car(instance, values + values_size(instance), snapshot);
    if (status) return status;
    if (!snapshot) instance->is_stale = 1;
    instance->phase = (fmu_phase)head.phase;
    instance->time_s = head.time_s;
    instance->owed = head.owed;
    instance->substeps = head.substeps;
    return FMU_OK;
}

int fmu_write_state(fmu_instance *instance, const fmu_state *state, void *bytes, size_t size)
{
    if (size < state->size)
        return fmu_fail(instance, "the state takes %zu bytes, and there is room for %zu",
                        state->size, size);
    memcpy(bytes, state->bytes, state->size);
    return FMU_OK;
}

int fmu_state_of_bytes(fmu_instance *instance, const void *bytes, size_t size, fmu_state **state)
{
    const char *mistake = find_mistake(instance, bytes, size);
    if (mistake) return fmu_fail(instance, "%s", mistake);
    fmu_state *read = malloc(sizeof *read + size);
    if (!read) return fmu_fail(instance, "out of memory");
    *state = read;
    read->size = size;
    memcpy(read->bytes, bytes, size);
    return FMU_OK;
}
