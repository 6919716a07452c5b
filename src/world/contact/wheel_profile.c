#include "wheel_profile.h"

enum { MAX_STOPS = 256 };
#define SHORTEST_M 1e-9

static double height_at(const struct section_piece *p, double s)
{
    double share = (s - p->from_m) / (p->to_m - p->from_m);
    return p->from_height_m + share * (p->to_height_m - p->from_height_m);
}

/* The piece above a place, from one on; -1: none. */
static int piece_at(const struct section_piece *pieces, int count, double s)
{
    for (int i = 0; i < count; ++i)
        if (s >= pieces[i].from_m && s <= pieces[i].to_m) return i;
    return -1;
}

/* Where two pieces cross, if they do between their ends. */
static int cross(const struct section_piece *a, const struct section_piece *b, double *at)
{
    double low = a->from_m > b->from_m ? a->from_m : b->from_m;
    double high = a->to_m < b->to_m ? a->to_m : b->to_m;
    if (!(low < high)) return 0;
    double over_low = height_at(a, low) - height_at(b, low);
    double over_high = height_at(a, high) - height_at(b, high);
    if ((over_low > 0) == (over_high > 0)) return 0;
    *at = low + (high - low) * (over_low / (over_low - over_high));
    return 1;
}

/* Places in order between which one piece of either is there, and one of both is the higher. */
struct stops {
    int count;
    double at[MAX_STOPS];
};

static void add_stop(struct stops *stops, double s)
{
    if (stops->count == MAX_STOPS) return;
    int at = stops->count++;
    for (; at > 0 && stops->at[at - 1] > s; --at) stops->at[at] = stops->at[at - 1];
    stops->at[at] = s;
}

static void find_stops(const struct wheel_profile *profile, const struct section_piece *pieces,
                       int count, struct stops *stops)
{
    double at;
    stops->count = 0;
    for (int i = 0; i < profile->count; ++i) add_stop(stops, profile->at[i].from_m);
    add_stop(stops, profile->at[profile->count - 1].to_m);
    for (int k = 0; k < count; ++k)
        add_stop(stops, pieces[k].from_m), add_stop(stops, pieces[k].to_m);
    for (int i = 0; i < profile->count; ++i)
        for (int k = 0; k < count; ++k)
            if (cross(&profile->at[i], &pieces[k], &at)) add_stop(stops, at);
}

/* That part of a piece. */
static struct section_piece part_of(const struct section_piece *p, double from, double to)
{
    struct section_piece part = *p;
    part.from_m = from, part.to_m = to;
    part.from_height_m = height_at(p, from), part.to_height_m = height_at(p, to);
    return part;
}

static void raise_by_layer(struct wheel_profile *profile, const struct section_piece *pieces,
                           int count)
{
    struct wheel_profile out = {.count = 0};
    struct stops stops;
    const struct section_piece *last = NULL;
    find_stops(profile, pieces, count, &stops);
    for (int i = 0; i + 1 < stops.count; ++i) {
        double from = stops.at[i], to = stops.at[i + 1], middle = 0.5 * (from + to);
        if (!(to > from + SHORTEST_M)) continue;
        int own = piece_at(profile->at, profile->count, middle);
        int other = piece_at(pieces, count, middle);
        if (own < 0) continue;
        const struct section_piece *top = &profile->at[own];
        if (other >= 0 && height_at(&pieces[other], middle) > height_at(top, middle))
            top = &pieces[other];
        if (top == last) {
            struct section_piece *grows = &out.at[out.count - 1];
            *grows = part_of(top, grows->from_m, to);
            continue;
        }
        if (out.count == MAX_PIECES_ALONG) return;
        out.at[out.count++] = part_of(top, from, to);
        last = top;
    }
    *profile = out;
}

void kamm_raise_profile(struct wheel_profile *profile, const struct section_piece *pieces,
                        int count)
{
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && pieces[to].from_m >= pieces[to - 1].from_m;) ++to;
        raise_by_layer(profile, &pieces[from], to - from);
    }
}

void kamm_write_profile(const struct wheel_profile *from, struct profile *to)
{
    to->count = 0;
    for (int i = 0; i < from->count; ++i) {
        const struct section_piece *p = &from->at[i];
        double slope = (p->to_height_m - p->from_height_m) / (p->to_m - p->from_m);
        to->at[to->count++] = (struct profile_point){p->from_m, p->from_height_m, slope, p->across};
        to->at[to->count++] = (struct profile_point){p->to_m, p->to_height_m, slope, p->across};
    }
}
