/* Figures of a suspension's kinematics, as tables and as a picture (library kamm_io). */
#ifndef KAMM_IO_SUSPENSION_H
#define KAMM_IO_SUSPENSION_H

#include <kamm/export.h>
#include <kamm/vehicle.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum kamm_suspension_format {
    KAMM_SUSPENSION_TEXT, /* for people: against travel, roll and steer, with anti-dive and the like */
    KAMM_SUSPENSION_CSV, /* one line per axle and travel */
    KAMM_SUSPENSION_SVG  /* a picture: panels per axle */
} kamm_suspension_format;

/* Writes what the wheels of an axle do with their travel, with roll and with steer, as the step knows it, and of an
 * axle with hardpoints what its points make beyond that. `axle` -1: all of them. docs/suspension.md defines the figures. Errors:
 * FILE (can't be written); RANGE (there is no such axle); those of kamm_compile. */
KAMM_IO_API kamm_result kamm_write_suspension(const kamm_vehicle_def *def, int32_t axle,
                                              kamm_suspension_format format, FILE *out,
                                              kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
