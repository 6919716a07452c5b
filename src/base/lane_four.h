/* Four floats side by side, in rows of lanes of whatever width: what belongs together in baseline code has the same bits
 * where there are no vectors. Include it with KAMM_WIDTH 1 or 4. */
#ifndef KAMM_BASE_LANE_FOUR_H
#define KAMM_BASE_LANE_FOUR_H

#include "lane.h"

enum { FOUR = 4, FOUR_ROWS = FOUR / KAMM_WIDTH };

struct four {
    real row[FOUR_ROWS];
};

LANE_INLINE struct four four_load(const float *at)
{
    struct four a;
    memcpy(&a, at, sizeof a);
    return a;
}
LANE_INLINE void four_store(float *to, struct four a) { memcpy(to, &a, sizeof a); }
LANE_INLINE struct four four_of(float a, float b, float c, float d)
{
    const float of[FOUR] = {a, b, c, d};
    return four_load(of);
}
LANE_INLINE float four_at(struct four a, int i)
{
    return lane_of(a.row[i / KAMM_WIDTH], i % KAMM_WIDTH);
}
LANE_INLINE struct four four_add(struct four a, struct four b)
{
    for (int i = 0; i < FOUR_ROWS; ++i) a.row[i] = a.row[i] + b.row[i];
    return a;
}
LANE_INLINE struct four four_subtract(struct four a, struct four b)
{
    for (int i = 0; i < FOUR_ROWS; ++i) a.row[i] = a.row[i] - b.row[i];
    return a;
}
LANE_INLINE struct four four_multiply(struct four a, struct four b)
{
    for (int i = 0; i < FOUR_ROWS; ++i) a.row[i] = a.row[i] * b.row[i];
    return a;
}
LANE_INLINE struct four four_scale(struct four a, float by)
{
    for (int i = 0; i < FOUR_ROWS; ++i) a.row[i] = a.row[i] * by;
    return a;
}

#endif
