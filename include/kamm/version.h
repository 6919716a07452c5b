/* Which Kamm this is: at compile time by these macros, at run time by kamm_version().
 *
 * Versions go by semver.org. Below 1.0 a new minor version may change names, structs and bits; a new
 * patch version keeps them. The build system and the packages take the version from here. */
#ifndef KAMM_VERSION_H
#define KAMM_VERSION_H

#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_VERSION_MAJOR 0
#define KAMM_VERSION_MINOR 1
#define KAMM_VERSION_PATCH 0

/* One number to compare with: #if KAMM_VERSION_NUMBER >= KAMM_MAKE_VERSION(0, 2, 0). */
#define KAMM_MAKE_VERSION(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define KAMM_VERSION_NUMBER \
    KAMM_MAKE_VERSION(KAMM_VERSION_MAJOR, KAMM_VERSION_MINOR, KAMM_VERSION_PATCH)

/* The same as text: "0.1.0". */
#define KAMM_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define KAMM_VERSION_TEXT(major, minor, patch) KAMM_VERSION_TEXT_(major, minor, patch)
#define KAMM_VERSION_STRING \
    KAMM_VERSION_TEXT(KAMM_VERSION_MAJOR, KAMM_VERSION_MINOR, KAMM_VERSION_PATCH)

/* The version of the library that is linked, "0.1.0": a program may have been compiled with the headers
 * of another. */
KAMM_API const char *kamm_version(void);

#ifdef __cplusplus
}
#endif

#endif
