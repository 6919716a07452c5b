/* How tables tell TypeScript where it finds what in the structs: names with offsets and sizes. */
#ifndef KAMM_WASM_FACE_LAYOUT_H
#define KAMM_WASM_FACE_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

struct layout {
    const char *name; /* NULL: the end */
    uint32_t value;
};

#define AT(type, member)                                 \
    {                                                    \
#type "." #member, offsetof(kamm_##type, member) \
    }
#define SIZE(type)                 \
    {                              \
#type, sizeof(kamm_##type) \
    }

#endif
