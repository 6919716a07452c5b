/* The catalogue of all tables: one walk (catalog.c), three formats. */
#ifndef KAMM_IO_CATALOG_H
#define KAMM_IO_CATALOG_H

#include "../fields/fields.h"
#include "json_writer.h"

#include <kamm/ground.h>

#include <stdio.h>

typedef struct kamm_catalog kamm_catalog;

/* How a format writes what the walk meets, in this order. */
typedef struct kamm_catalog_format {
    void (*start)(kamm_catalog *catalog);
    void (*section)(kamm_catalog *catalog, const char *key, const char *title);
    void (*group)(kamm_catalog *catalog, const char *path, const char *doc);
    /* `path` is the field's whole name. lowest and highest both 0: any value. */
    void (*field)(kamm_catalog *catalog, const char *path, const kamm_field *field);
    void (*surface)(kamm_catalog *catalog, const kamm_surface *surface);
    void (*unit)(kamm_catalog *catalog, const kamm_unit *unit);
    void (*end_section)(kamm_catalog *catalog);
    void (*end)(kamm_catalog *catalog);
} kamm_catalog_format;

struct kamm_catalog {
    FILE *out;
    const kamm_catalog_format *format;
    kamm_json_writer json;
};

extern const kamm_catalog_format kamm_catalog_text, kamm_catalog_markdown, kamm_catalog_json;

#endif
