#include "drawn.h"

#include "base/vector_double.h"

#include <stdio.h>
#include <string.h>

static void keep_line(void *user, const double from[3], const double to[3], uint32_t rgb)
{
    struct drawn *d = user;
    assert_true(d->lines < MOST_DRAWN);
    memcpy(d->line[d->lines][0], from, 3 * sizeof *from);
    memcpy(d->line[d->lines][1], to, 3 * sizeof *to);
    d->line_rgb[d->lines++] = rgb;
}

static void keep_point(void *user, const double at[3], uint32_t rgb)
{
    struct drawn *d = user;
    assert_true(d->points < MOST_DRAWN);
    memcpy(d->point[d->points], at, 3 * sizeof *at);
    d->point_rgb[d->points++] = rgb;
}

static void keep_text(void *user, const double at[3], const char *text, uint32_t rgb)
{
    struct drawn *d = user;
    assert_int_equal(rgb, KAMM_DRAW_TEXT);
    assert_true(d->texts < MOST_DRAWN);
    memcpy(d->text_at[d->texts], at, 3 * sizeof *at);
    snprintf(d->text[d->texts++ % 64], sizeof *d->text, "%s", text);
}

kamm_debug_draw_def def_of(struct drawn *d, uint32_t parts)
{
    memset(d, 0, sizeof *d);
    return (kamm_debug_draw_def){
        .parts = parts, .user = d, .line = keep_line, .point = keep_point, .text = keep_text};
}

int lines_of_colour(const struct drawn *d, uint32_t rgb)
{
    int count = 0;
    for (int i = 0; i < d->lines; ++i) count += d->line_rgb[i] == rgb;
    return count;
}

double length_of_line(const struct drawn *d, int line)
{
    return distance_between(d->line[line][0], d->line[line][1]);
}
