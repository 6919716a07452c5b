/* Version of Kamm. These macros give it at compile time, kamm_version() at run time.
 *
 * Versions follow semver.org. Below 1.0 a new minor version may change names, structs and bits. A new patch version
 * keeps them. The build system and the packages take the version from here. */
#ifndef KAMM_VERSION_H
#define KAMM_VERSION_H

#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_VERSION_MAJOR 0
#define KAMM_VERSION_MINOR 1
#define KAMM_VERSION_PATCH 0

/* The version as one number, for comparisons: #if KAMM_VERSION_NUMBER >= KAMM_MAKE_VERSION(0, 2, 0). */
#define KAMM_MAKE_VERSION(major, minor, patch) ((major)*1000000 + (minor)*1000 + (patch))
#define KAMM_VERSION_NUMBER \
    KAMM_MAKE_VERSION(KAMM_VERSION_MAJOR, KAMM_VERSION_MINOR, KAMM_VERSION_PATCH)

/* The version as text: "0.1.0". */
#define KAMM_VERSION_TEXT_(major, minor, patch) #major "." #minor "." #patch
#define KAMM_VERSION_TEXT(major, minor, patch) KAMM_VERSION_TEXT_(major, minor, patch)
#define KAMM_VERSION_STRING \
    KAMM_VERSION_TEXT(KAMM_VERSION_MAJOR, KAMM_VERSION_MINOR, KAMM_VERSION_PATCH)

/* Returns the version of the linked library: "0.1.0". The headers that a program was compiled with may be of another
 * version. */
KAMM_API const char *kamm_version(void);

#ifdef __cplusplus
}
#endif

#endif
