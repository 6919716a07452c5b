/* Room for wheels and axles in a kernel. Kernels are compiled for any wheels, and once more for those of TWO_AXLES alone
 * (KAMM_TWO_AXLES 1). */
#ifndef KAMM_VEHICLE_WHEEL_ROOM_H
#define KAMM_VEHICLE_WHEEL_ROOM_H

#include "layout.h"

#ifndef KAMM_TWO_AXLES
#define KAMM_TWO_AXLES 0
#endif
/* In an array … */
enum { AXLE_ROOM = KAMM_TWO_AXLES ? 2 : MAX_AXLES, WHEEL_ROOM = KAMM_TWO_AXLES ? 4 : MAX_WHEELS };
/* … and in one on the stack, of larger things. */
#if KAMM_TWO_AXLES || !defined(KAMM_GNU_C) /* arrays of variable length are not for all */
#define WHEELS_OF(layout) WHEEL_ROOM
#else
#define WHEELS_OF(layout) (layout)->wheels
#endif

#endif
