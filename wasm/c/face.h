/* Shared code of the C side. */
#ifndef KAMM_WASM_FACE_H
#define KAMM_WASM_FACE_H

#include "files.h"

#include <kamm/driver.h>
#include <kamm/input_assist.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>

/* Where whatever fails leaves what it says, and readers their remarks. */
extern kamm_error face_error;
extern kamm_notes face_notes;

/* Zeros; NULL, and face_error, if there is no memory. */
void *face_new(size_t size);
/* Writes face_error and returns its code. */
kamm_result face_fail(kamm_result code, const char *text);

#endif
