/* Writes an FMU: the archive, what it says of itself, and what lies in it. */
#ifndef KAMM_FMU_PACK_H
#define KAMM_FMU_PACK_H

#include <stdio.h>

#include "../fmu.h"

/* What an FMU is made of. */
typedef struct fmu_order {
    const char *id;      /* of the vehicle's file, "volvo-v40" */
    const char *support; /* folder with kamm_fmu.so, sources/ and LICENSE, as the build makes it */
    kamm_vehicle_def def;
    kamm_rung rung;
    int fmi;         /* 2 or 3 */
    int host_ground; /* 1: the contact planes are inputs */
} fmu_order;

/* Writes the archive. Errors: FILE, RANGE and MISSING (of kamm_create_model), MEMORY. */
kamm_result fmu_pack(const fmu_order *order, FILE *out, kamm_error *error);

/* -- The description (description.c, description2.c, description3.c) -- */
typedef struct fmu_description {
    const fmu_car *car;
    const fmu_variables *variables;
    const char *name;       /* for people */
    const char *identifier; /* of the C functions and the library */
} fmu_description;

void fmu_describe_2(FILE *out, const fmu_description *description);
void fmu_describe_3(FILE *out, const fmu_description *description);
void fmu_describe_build(FILE *out, const fmu_description *description);
/* The files that are compiled, in the folder sources; NULL ends them. */
const char *const *fmu_sources(int fmi);
/* What both have in common. */
void fmu_write_text(FILE *out, const char *text); /* with what XML wants escaped */
void fmu_write_head(FILE *out, const fmu_description *description, const char *version,
                    const char *token_name);
void fmu_write_units(FILE *out, const fmu_variables *variables);
void fmu_write_defaults(FILE *out);
/* Causality, variability and description. */
void fmu_write_causality(FILE *out, const fmu_variable *variable);
/* The unit and the range. */
void fmu_write_range(FILE *out, const fmu_variable *variable);
/* All parameters, which count from `first`, as what an unknown depends on. */
void fmu_write_dependencies(FILE *out, const fmu_variables *variables, unsigned first);

/* -- The archive (zip.c) -- */
typedef struct fmu_zip {
    FILE *out;
    unsigned char *directory; /* what comes last */
    size_t size, capacity;
    unsigned count;
    unsigned long offset;
    int failed;
} fmu_zip;
/* `is_program`: it may be executed. */
void fmu_zip_add(fmu_zip *zip, const char *name, const void *bytes, size_t size, int is_program);
/* 0: something could not be written. */
int fmu_zip_end(fmu_zip *zip);

#endif
