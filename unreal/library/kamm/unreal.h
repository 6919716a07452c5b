/* Unreal: what the plugin's library has beside the C interface. */
#ifndef KAMM_UNREAL_H
#define KAMM_UNREAL_H

#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Sets the folder in which vehicles and tyres are looked up by name. Returns 0 if the path is too long. Call it first. */
KAMM_IO_API int kamm_unreal_set_data(const char *path);

#ifdef __cplusplus
}
#endif

#endif
