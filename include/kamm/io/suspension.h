/* Suspension figures: kinematics and compliance of a suspension, as tables and as a picture (library kamm_io). */
#ifndef KAMM_IO_SUSPENSION_H
#define KAMM_IO_SUSPENSION_H

#include <kamm/export.h>
#include <kamm/vehicle.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Output formats. */
typedef enum kamm_suspension_format {
    /* Text tables against travel, roll and steer, with anti-dive and similar figures. */
    KAMM_SUSPENSION_TEXT,
    /* One line per axle and travel. */
    KAMM_SUSPENSION_CSV,
    /* A picture with panels per axle. */
    KAMM_SUSPENSION_SVG
} kamm_suspension_format;

/* Writes the positions of the wheels of an axle against travel, roll and steer, as the step uses them. For an axle with
 * hardpoints it adds figures of its points. `axle` -1: all axles. docs/suspension.md defines the figures. Errors: FILE
 * (can't be written); RANGE (no such axle); those of kamm_create_model. */
KAMM_IO_API kamm_result kamm_write_suspension(const kamm_vehicle_def *def, int32_t axle,
                                              kamm_suspension_format format, FILE *out,
                                              kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
