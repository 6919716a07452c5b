#include "lab/split_road.h"

#include <kamm/io/world_file.h>

#include "lab/courses.h"

static void ask_split_road(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_split_road *road = user;
    for (int i = 0; i < count; ++i)
        contacts[i] = probes[i].position_m[1] > 0 ? road->left : road->right;
}

void kamm_split_road_lay_out(kamm_test_course *course)
{
    const double from_m = -60, to_m = 400, width_m = 12; /* as far as cars get */
    kamm_course_add(course, KAMM_COURSE_AREA, "snow", from_m, 0, to_m, width_m);
}

int kamm_split_road_lay(kamm_bench *bench, kamm_split_road *road)
{
    kamm_surface_set set;
    bench->outcome = kamm_load_surfaces(NULL, &set, NULL, bench->error);
    if (bench->outcome) return 0;
    const kamm_surface *snow = kamm_surface_named(&set, "snow");
    if (!snow) {
        bench->outcome =
            kamm_fail(bench->error, KAMM_ERROR_MISSING, "", "surfaces.json: there is no snow");
        return 0;
    }
    *road = (kamm_split_road){kamm_surface_ground(snow).plane, bench->ground.plane};
    bench->ground.query = ask_split_road;
    bench->ground.user = road;
    return 1;
}
