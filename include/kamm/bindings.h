/* For bindings of other languages: large structs by pointer, constants by functions, and a check that a binding was
 * made for the library that is loaded. docs/bindings.md describes the whole interface for makers of bindings. */
#ifndef KAMM_BINDINGS_H
#define KAMM_BINDINGS_H

#include <kamm/control.h>
#include <kamm/ground.h>
#include <kamm/single_track.h>
#include <kamm/vehicle.h>
#include <kamm/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Is it the same interface? -- */

/* A struct as a caller has it. */
typedef struct kamm_abi_struct {
    /* Name in the headers: "kamm_vehicle_def". */
    const char *name;
    /* Its size in bytes. */
    size_t size;
} kamm_abi_struct;

/* Checks that the loaded library is what a binding was made for: the same version up to the patch (below 1.0: the same
 * minor version), and structs of these sizes. `version` is a KAMM_VERSION_NUMBER. Errors: UNKNOWN (a struct that the
 * library lacks, or another version), RANGE (another size). */
KAMM_API kamm_result kamm_check_abi(int version, const kamm_abi_struct *structs, int count,
                                    kamm_error *error);
/* Returns the size of a struct of the core library in bytes; 0: there is none of that name. */
KAMM_API size_t kamm_struct_size(const char *name);
/* Returns the version as a number, KAMM_VERSION_NUMBER of the library. */
KAMM_API int kamm_version_number(void);

/* -- Constants -- */

/* Returns &kamm_flat_ground. */
KAMM_API const kamm_ground *kamm_get_flat_ground(void);

/* -- Large structs, written to `out` -- */

/* Writes the result of kamm_default_vehicle. */
KAMM_API void kamm_default_vehicle_out(kamm_vehicle_def *out);
/* Writes the result of kamm_default_tyre. */
KAMM_API void kamm_default_tyre_out(kamm_tyre_def *out);
/* Writes the result of kamm_default_tyre_spec. */
KAMM_API void kamm_default_tyre_spec_out(kamm_tyre_spec *out);
/* Writes the result of kamm_describe. */
KAMM_API void kamm_describe_out(const kamm_model *model, kamm_model_info *out);
/* Writes the result of kamm_get_demand. */
KAMM_API void kamm_get_demand_out(const kamm_cars *cars, int car, kamm_demand *out);
/* Writes the result of kamm_describe_single_track. */
KAMM_API void kamm_describe_single_track_out(const kamm_model *model,
                                             kamm_single_track_numbers *out);
/* Writes the result of kamm_describe_single_track_drive. */
KAMM_API void kamm_describe_single_track_drive_out(const kamm_model *model,
                                                   kamm_single_track_drive *out);

#ifdef __cplusplus
}
#endif

#endif
