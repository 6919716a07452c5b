/* Cars per block of state. Every width of lanes divides it, and the layout never depends on the width. */
#ifndef KAMM_BASE_BLOCK_H
#define KAMM_BASE_BLOCK_H

#define KAMM_BLOCK 16

#endif
