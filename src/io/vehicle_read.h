/* Readers of other files that contain vehicles. */
#ifndef KAMM_IO_VEHICLE_READ_H
#define KAMM_IO_VEHICLE_READ_H

#include "json_table.h"

/* A tyre by its name or path, or as an object that names one and replaces coefficients of it. */
kamm_read_tyre_group kamm_read_tyre_of_axle;

#endif
