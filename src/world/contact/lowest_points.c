/* Which of many contact points a body of many shapes keeps: of those with the smallest gaps, and of the others, some that span the widest
 * area. So it stands on its outermost feet, what is round on its lowest points, and where it comes down there are points to meet it. Points in
 * between would only make the solver's work harder: impulses at the outer ones can do all that theirs can. */
#include "lowest_points.h"

#include <string.h>

#define ALIKE_M 0.0005 /* gaps that differ by less, of bodies of the usual size */

static double lowest_of(const struct mesh_contacts *points)
{
    double lowest = points->points[0].gap_m;
    for (int i = 1; i < points->count; ++i)
        if (points->points[i].gap_m < lowest) lowest = points->points[i].gap_m;
    return lowest;
}

/* Those with gaps up to a level stay, the others go to `higher`. */
static void part_at(struct mesh_contacts *points, double gap_m, struct mesh_contacts *higher)
{
    int kept = 0;
    higher->count = 0;
    for (int i = 0; i < points->count; ++i) {
        const struct mesh_contact point = points->points[i];
        if (point.gap_m <= gap_m)
            points->points[kept++] = point;
        else
            higher->points[higher->count++] = point;
    }
    points->count = kept;
}

void kamm_keep_lowest(struct mesh_contacts *points, int most_alike, int most, double size_m,
                      double scale)
{
    struct mesh_contacts higher;
    if (points->count <= most_alike) return;
    part_at(points, lowest_of(points) + ALIKE_M * scale, &higher);
    kamm_thin_contacts(points, most_alike, size_m);
    int left = most - points->count;
    if (left > 0) kamm_thin_contacts(&higher, left, size_m);
    if (left <= 0) higher.count = 0;
    memcpy(&points->points[points->count], higher.points,
           (size_t)higher.count * sizeof *higher.points);
    points->count += higher.count;
}
