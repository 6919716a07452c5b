/* Of FMUs: the car in their resources, and the states that hosts give back. */
#include "../../fmu/fmu.h"
#include "bytes.h"
#include "fuzz.h"
#include "scenes.h"

#include <kamm/io/vehicle_file.h>

#include <stdio.h>
#include <stdlib.h>

/* Bytes of the input at places of the input, up to sixteen of them. */
static void change(struct bytes *from, unsigned char *bytes, size_t size)
{
    for (int i = 0; i < 16 && from->left; ++i) {
        size_t at = take_word(from) % size, wide = take_byte(from) & 1 ? 8 : 1;
        double value = take_number(from);
        if (wide == 8 && at / 8 * 8 + 8 <= size)
            memcpy(bytes + at / 8 * 8, &value, 8);
        else
            bytes[at] = (unsigned char)take_byte(from);
    }
}

/* A Micra's bytes, with their token. */
static unsigned char *car_bytes(size_t *size, char token[FMU_TOKEN_TEXT])
{
    static kamm_vehicle_file file;
    static fmu_car car;
    if (!car.rung) {
        hold(kamm_load_vehicle("nissan-micra", &file, NULL, NULL) == KAMM_OK);
        car = (fmu_car){.fmi = 2, .rung = KAMM_FULL, .def = file.def};
        car.def.stepping.substeps_per_s = FMU_SUBSTEPS_PER_S;
    }
    *size = fmu_write_car(&car, NULL);
    unsigned char *bytes = malloc(*size);
    hold(bytes);
    fmu_write_car(&car, bytes);
    memcpy(token, car.token, FMU_TOKEN_TEXT);
    return bytes;
}

/* As fmu/car.c makes it, at the end of the bytes. */
static void mend_token(unsigned char *bytes, size_t size)
{
    static const char hex[] = "0123456789abcdef";
    size_t head = size - FMU_TOKEN_TEXT;
    const uint64_t words[] = {
        fmu_hash(bytes, head, FMU_HASH_START ^ KAMM_VERSION_NUMBER),
        fmu_hash(bytes, head, UINT64_C(0x9e3779b97f4a7c15) ^ KAMM_VERSION_NUMBER)};
    char *at = (char *)bytes + head;
    memset(at, 0, FMU_TOKEN_TEXT);
    *at++ = '{';
    for (int i = 0; i < 32; ++i) {
        if (i == 8 || i == 12 || i == 16 || i == 20) *at++ = '-';
        *at++ = hex[words[i / 16] >> (60 - 4 * (i % 16)) & 15];
    }
    *at = '}';
}

void fuzz_fmu_car(const uint8_t *data, size_t size)
{
    static fmu_car read;
    struct bytes from = {data, size};
    char token[FMU_TOKEN_TEXT];
    size_t length;
    unsigned char *bytes = car_bytes(&length, token);
    unsigned flags = take_byte(&from);
    change(&from, bytes, length);
    if (flags & 1) mend_token(bytes, length);
    if (flags & 2) length -= take_word(&from) % length;
    kamm_error error = {0};
    kamm_result result = fmu_read_car(&read, bytes, length, &error);
    hold_refusal(result, &error);
    if (result == KAMM_OK) drive_def(&read.def, (kamm_rung)read.rung);
    free(bytes);
}

static void ignore(void *user, const char *text) { (void)user, (void)text; }

static fmu_instance *make_instance(void)
{
    char token[FMU_TOKEN_TEXT];
    size_t size;
    unsigned char *bytes = car_bytes(&size, token);
    fuzz_file(FMU_CAR_FILE, bytes, size);
    free(bytes);
    fmu_instance *instance = fmu_create(fuzz_folder(), token, 2, ignore, NULL);
    hold(instance);
    hold(fmu_begin_initialisation(instance, 0) == FMU_OK);
    hold(fmu_end_initialisation(instance) == FMU_OK);
    hold(fmu_step(instance, 0, 0.05) == FMU_OK);
    return instance;
}

/* The instance that has taken it goes on, and all its variables can be read. */
static void go_on(fmu_instance *instance)
{
    for (int i = 0; i < 3; ++i)
        if (instance->phase == FMU_STEPPING) fmu_step(instance, instance->time_s, 0.01);
    for (int i = 0; i < instance->variables.count; ++i) {
        double value;
        for (unsigned k = 0; k < instance->variables.list[i].count; ++k)
            fmu_get(instance, instance->variables.list[i].reference + k, &value);
    }
}

void fuzz_fmu_state(const uint8_t *data, size_t size)
{
    enum { HEAD = 88, HASH = 80 }; /* of the head in fmu/state.c, and where its hash is */
    struct bytes from = {data, size};
    fmu_state *saved = NULL, *read = NULL;
    fmu_instance *instance = make_instance();
    hold(fmu_save_state(instance, &saved) == FMU_OK);
    unsigned flags = take_byte(&from);
    change(&from, saved->bytes, saved->size);
    uint64_t hash = fmu_hash(saved->bytes + HEAD, saved->size - HEAD, FMU_HASH_START);
    if (flags & 1) memcpy(saved->bytes + HASH, &hash, sizeof hash);
    size_t length = saved->size - (flags & 2 ? take_word(&from) % saved->size : 0);
    if (fmu_state_of_bytes(instance, saved->bytes, length, &read) == FMU_OK) {
        if (fmu_restore_state(instance, read) == FMU_OK) go_on(instance);
        fmu_reset(instance);
    }
    free(read);
    free(saved);
    fmu_free(instance);
}

static void take_seeds(fuzz_take *take, void *user)
{
    static const unsigned char mended[] = {1, 90, 0, 0, 0, 1, 4},
                               head[] = {1, 56, 0, 0, 0, 1, 12, 64, 0, 0, 0, 1, 14},
                               cut[] = {2, 9, 0, 0, 0, 0, 3, 7};
    take("mended", mended, sizeof mended, user);
    take("head", head, sizeof head, user);
    take("cut", cut, sizeof cut, user);
}

void seeds_fmu_car(fuzz_take *take, void *user) { take_seeds(take, user); }
void seeds_fmu_state(fuzz_take *take, void *user) { take_seeds(take, user); }
