/* Contents of an FMU. */
#include "pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where a library for this machine lies, as both versions of the standard name it. */
#if defined(__x86_64__) && defined(__linux__)
#define PLATFORM_2 "linux64"
#define PLATFORM_3 "x86_64-linux"
#elif defined(__aarch64__) && defined(__linux__)
#define PLATFORM_2 "aarch64-linux"
#define PLATFORM_3 "aarch64-linux"
#endif

static const char page[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title></head><body>\n"
    "<h1>%s</h1>\n"
    "<p>A car of Kamm %s, a vehicle-dynamics engine, on its rung <code>%s</code>, for co-simulation. It takes %.9g substeps "
    "a second; steps of other lengths than whole substeps carry their remainder.</p>\n"
    "<p>Inputs are what the driver does%s; outputs are those of the state, so that none depends on an input of the same "
    "moment. Units are SI; x points forward or east, y left or north, z up. Wheels count axle by axle from the front, left "
    "before right.</p>\n"
    "<p>The parameters <code>start.</code>… say where and how it starts. Tunable ones may change while it drives. What an input "
    "beyond its range means is its nearest allowed value; one that is no number is refused.</p>\n"
    "<p>The sources compile with any C17 compiler: <code>cc -O2 -shared -fPIC -Isources sources/*.c sources/kamm/kamm.c "
    "-lm</code>. The vehicle is in <code>resources/car.bin</code>.</p>\n</body></html>\n";

/* A path in the support folder. NULL: can't be read, with an error. */
static void *read_file(const char *folder, const char *name, size_t *size, kamm_error *error)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    *size = length > 0 ? (size_t)length : 0;
    if (bytes) {
        rewind(file);
        if (fread(bytes, 1, *size, file) != *size) {
            free(bytes);
            bytes = NULL;
        }
    }
    if (file) fclose(file);
    if (bytes) return bytes;
    *error = (kamm_error){.code = KAMM_ERROR_FILE};
    snprintf(error->text, sizeof error->text, "%.400s: can't be read", path);
    return NULL;
}

static kamm_result add_file(fmu_zip *zip, const fmu_order *order, const char *from, const char *to,
                            int is_program, kamm_error *error)
{
    size_t size;
    void *bytes = read_file(order->support, from, &size, error);
    if (!bytes) return error->code;
    fmu_zip_add(zip, to, bytes, size, is_program);
    free(bytes);
    return KAMM_OK;
}

static kamm_result add_sources(fmu_zip *zip, const fmu_order *order, kamm_error *error)
{
    const char *const headers[] = {"kamm/kamm.h", "fmu.h", order->fmi == 2 ? "fmi2.h" : "fmi3.h",
                                   NULL};
    const char *const *const lists[] = {headers, fmu_sources(order->fmi)};
    for (int i = 0; i < 2; ++i)
        for (const char *const *name = lists[i]; *name; ++name) {
            char path[64];
            snprintf(path, sizeof path, "sources/%s", *name);
            if (add_file(zip, order, path, path, 0, error)) return error->code;
        }
    return KAMM_OK;
}

/* Machines without a name in the standard have the sources alone. */
static kamm_result add_library(fmu_zip *zip, const fmu_order *order, const char *identifier,
                               kamm_error *error)
{
#ifdef PLATFORM_2
    char path[160];
    snprintf(path, sizeof path, "binaries/%s/%s.so", order->fmi == 2 ? PLATFORM_2 : PLATFORM_3,
             identifier);
    return add_file(zip, order, "kamm_fmu.so", path, 1, error);
#else
    (void)zip, (void)order, (void)identifier, (void)error;
    return KAMM_OK;
#endif
}

/* A text that a function writes. */
typedef void write_function(FILE *out, const fmu_description *description);

static int add_text(fmu_zip *zip, const char *name, write_function *write,
                    const fmu_description *description)
{
    FILE *file = tmpfile();
    if (!file) return 0;
    write(file, description);
    long size = ftell(file);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    rewind(file);
    int done = text && fread(text, 1, (size_t)size, file) == (size_t)size;
    if (done) fmu_zip_add(zip, name, text, (size_t)size, 0);
    free(text);
    fclose(file);
    return done;
}

static void write_page(FILE *out, const fmu_description *description)
{
    const fmu_car *car = description->car;
    fprintf(out, page, description->identifier, description->identifier, kamm_version(),
            kamm_describe_rung((kamm_rung)car->rung)->name, car->def.stepping.substeps_per_s,
            car->host_ground ? " and the ground's plane below each wheel, whose place the outputs "
                               "<code>wheels.probe_x_m</code>, … tell"
                             : "");
}

static kamm_result add_car(fmu_zip *zip, fmu_car *car, kamm_error *error)
{
    size_t size = fmu_write_car(car, NULL);
    unsigned char *bytes = malloc(size);
    if (bytes) {
        fmu_write_car(car, bytes);
        fmu_zip_add(zip, "resources/" FMU_CAR_FILE, bytes, size, 0);
        free(bytes);
        return KAMM_OK;
    }
    *error = (kamm_error){.code = KAMM_ERROR_MEMORY, .text = "out of memory"};
    return error->code;
}

/* "volvo-v40" as a name in C. */
static void make_identifier(const char *id, char identifier[64])
{
    size_t length = 0;
    if (*id >= '0' && *id <= '9') identifier[length++] = '_';
    for (; *id && length < 63; ++id) {
        int fits =
            (*id >= 'a' && *id <= 'z') || (*id >= 'A' && *id <= 'Z') || (*id >= '0' && *id <= '9');
        identifier[length++] = fits ? *id : '_';
    }
    identifier[length] = 0;
}

static kamm_result pack_car(const fmu_order *order, fmu_car *car, const fmu_variables *variables,
                            FILE *out, kamm_error *error)
{
    char identifier[64];
    fmu_zip zip = {.out = out};
    make_identifier(order->id, identifier);
    const fmu_description description = {car, variables, *car->def.name ? car->def.name : order->id,
                                         identifier};
    kamm_result result = add_car(&zip, car, error); /* makes the token */
    int written = !result &&
                  add_text(&zip, "modelDescription.xml",
                           order->fmi == 2 ? fmu_describe_2 : fmu_describe_3, &description) &&
                  add_text(&zip, "documentation/index.html", write_page, &description) &&
                  (order->fmi == 2 || add_text(&zip, "sources/buildDescription.xml",
                                               fmu_describe_build, &description));
    if (!result)
        result = add_file(&zip, order, "LICENSE", "documentation/licenses/license.txt", 0, error);
    if (!result) result = add_library(&zip, order, identifier, error);
    if (!result) result = add_sources(&zip, order, error);
    int ended = fmu_zip_end(&zip);
    if (result || (written && ended)) return result;
    *error = (kamm_error){.code = KAMM_ERROR_FILE, .text = "the FMU can't be written"};
    return error->code;
}

/* The rate that hosts' milliseconds divide into, or a multiple where the car asks for more. */
static double rate_of(const fmu_order *order)
{
    double least = kamm_describe_rung(order->rung)->min_substeps_per_s;
    if (order->def.stepping.substeps_per_s > least) least = order->def.stepping.substeps_per_s;
    return least > FMU_SUBSTEPS_PER_S ? ceil(least / FMU_SUBSTEPS_PER_S) * FMU_SUBSTEPS_PER_S
                                      : FMU_SUBSTEPS_PER_S;
}

kamm_result fmu_pack(const fmu_order *order, FILE *out, kamm_error *error)
{
    fmu_car *car = calloc(1, sizeof *car);
    fmu_variables variables = {0};
    kamm_model *model = NULL;
    kamm_result result = KAMM_OK;
    *error = (kamm_error){.code = KAMM_ERROR_MEMORY, .text = "out of memory"};
    if (car) {
        car->fmi = order->fmi;
        car->rung = (int32_t)order->rung;
        car->host_ground = order->host_ground;
        car->def = order->def;
        car->def.stepping.substeps_per_s = rate_of(order);
        model = kamm_create_model(&car->def, order->rung, error);
    }
    if (!model)
        result = error->code;
    else if (fmu_list_variables(&variables, car, kamm_describe(model).wheel_count))
        result = pack_car(order, car, &variables, out, error);
    else
        result = error->code;
    fmu_free_variables(&variables);
    kamm_destroy_model(model);
    free(car);
    return result;
}
