/* The `published` object of a vehicle file: measured figures that were published. */
#ifndef KAMM_IO_PUBLISHED_H
#define KAMM_IO_PUBLISHED_H

#include <cjson/cJSON.h>
#include <kamm/io/vehicle_file.h>

#include "json_table.h"

/* Reads {"accel.time_0_100_kmh_s": {"value": 3.3, "unit": "s", "source": "…"}, …}. A value in
 * another unit than the one that the name ends in is converted to that one. */
kamm_result kamm_read_published(kamm_json_reader *reader, const cJSON *json,
                                kamm_vehicle_file *file);

#endif
