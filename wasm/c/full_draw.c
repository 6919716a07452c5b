/* The C side of kamm/full: debug draw, as lists of numbers. */
#include "face.h"

#include <kamm/debug_draw.h>
#include <stdlib.h>
#include <string.h>

/* A list that grows. */
struct numbers {
    void *data;
    int count, room; /* in elements */
};

/* In the order in which TypeScript reads them: float [3] of each end of a line; uint8 [3] of each, its red, green and blue;
 * the same of points and of texts; each text with its zero. */
enum { ENDS, END_COLOURS, POINTS, POINT_COLOURS, TEXT_POINTS, TEXT_COLOURS, TEXTS, LISTS };

struct drawing {
    struct numbers lists[LISTS]; /* first: TypeScript reads it */
    double origin_m[3];          /* from which places are measured */
    int is_out_of_memory;
};

/* Room for so many more elements; NULL: none. */
static void *lengthen(struct drawing *drawing, int which, size_t size, int count)
{
    struct numbers *list = &drawing->lists[which];
    if (list->count + count > list->room) {
        int room = 2 * list->room + count + 64;
        void *data = realloc(list->data, (size_t)room * size);
        if (!data) return drawing->is_out_of_memory = 1, NULL;
        list->data = data, list->room = room;
    }
    void *at = (char *)list->data + (size_t)list->count * size;
    list->count += count;
    return at;
}

/* Its colour goes to the list behind that of the points. */
static void put_point(struct drawing *drawing, int points, const double at_m[3], uint32_t rgb)
{
    float *at = lengthen(drawing, points, sizeof *at, 3);
    uint8_t *colour = lengthen(drawing, points + 1, sizeof *colour, 3);
    if (!at || !colour) return;
    for (int i = 0; i < 3; ++i) {
        at[i] = (float)(at_m[i] - drawing->origin_m[i]);
        colour[i] = (uint8_t)(rgb >> (16 - 8 * i));
    }
}

static void put_line(void *user, const double from_m[3], const double to_m[3], uint32_t rgb)
{
    struct drawing *drawing = user;
    put_point(drawing, ENDS, from_m, rgb);
    put_point(drawing, ENDS, to_m, rgb);
}

static void put_dot(void *user, const double at_m[3], uint32_t rgb)
{
    struct drawing *drawing = user;
    put_point(drawing, POINTS, at_m, rgb);
}

static void put_text(void *user, const double at_m[3], const char *text, uint32_t rgb)
{
    struct drawing *drawing = user;
    put_point(drawing, TEXT_POINTS, at_m, rgb);
    char *to = lengthen(drawing, TEXTS, 1, (int)strlen(text) + 1);
    if (to) memcpy(to, text, strlen(text) + 1);
}

EXPORT(face_destroy_drawing) void face_destroy_drawing(struct drawing *drawing)
{
    for (int i = 0; i < LISTS; ++i) free(drawing->lists[i].data);
    free(drawing);
}

EXPORT(face_create_drawing) struct drawing *face_create_drawing(void)
{
    return face_new(sizeof(struct drawing));
}

/* Draws a world, or the cars if `world` is NULL, over what was drawn before. `numbers`: distance, centre, metres per newton,
 * origin. */
EXPORT(face_draw)
int face_draw(struct drawing *drawing, const kamm_world *world, const kamm_cars *cars,
              uint32_t parts, const double *numbers)
{
    for (int i = 0; i < LISTS; ++i) drawing->lists[i].count = 0;
    drawing->is_out_of_memory = 0;
    memcpy(drawing->origin_m, numbers + 5, sizeof drawing->origin_m);
    const kamm_debug_draw_def def = {.parts = parts,
                                     .within_m = numbers[0],
                                     .centre_m = {numbers[1], numbers[2], numbers[3]},
                                     .metres_per_n = numbers[4],
                                     .user = drawing,
                                     .line = put_line,
                                     .point = put_dot,
                                     .text = put_text};
    if (world)
        kamm_debug_draw(world, &def);
    else
        kamm_debug_draw_cars(cars, &def);
    return drawing->is_out_of_memory ? face_fail(KAMM_ERROR_MEMORY, "out of memory") : KAMM_OK;
}
