#include "linkages.h"

#include <string.h>

void put_point(double point[3], int32_t *count, double x, double y, double z)
{
    point[0] = x, point[1] = y, point[2] = z;
    *count = 3;
}

void put_link(kamm_hardpoints_def *points, const double inner[3], const double outer[3], int single)
{
    kamm_link_def *link = &points->links[points->links_count++];
    put_point(link->inner_m, &link->inner_m_count, inner[0], inner[1], inner[2]);
    put_point(link->outer_m, &link->outer_m_count, outer[0], outer[1], outer[2]);
    link->single = single;
}

kamm_hardpoints_def *start_points(kamm_vehicle_def *def, int a, int32_t kind, double x, double y,
                                  double z)
{
    kamm_axle_def *axle = &def->axles[a];
    kamm_suspension_def *s = &axle->suspension;
    kamm_hardpoints_def *points = &s->hardpoints;
    memset(points, 0, sizeof *points);
    points->kind = kind;
    PUT_POINT(points, wheel_centre_m, x, y, z);
    axle->track_m = 2 * y;
    s->kind = kind >= KAMM_HARDPOINTS_TWIST_BEAM ? KAMM_SUSPENSION_DEPENDENT
                                                 : KAMM_SUSPENSION_INDEPENDENT;
    s->bump_travel_m = s->rebound_travel_m = 0.06;
    s->bump_stop_length_m = 0.04;
    s->roll_centre_height_m = 0.05;
    s->caster_rad = s->kingpin_inclination_rad = s->scrub_radius_m = s->trail_offset_m = 0;
    return points;
}

void built_mechanism(const kamm_vehicle_def *def, int axle, struct mechanism *m)
{
    kamm_error error;
    if (kamm_build_mechanism(def, axle, m, &error)) fail_msg("%s", error.text);
}

struct linkage_probe started_probe(const struct mechanism *m, enum way way)
{
    struct linkage_probe p;
    kamm_error error;
    if (kamm_start_probe(m, way, &p, &error)) fail_msg("%s", error.text);
    return p;
}

void moved_probe(struct linkage_probe *p, double travel_m, double rack_m)
{
    kamm_error error;
    if (kamm_move_probe(p, travel_m, rack_m, &error)) fail_msg("%s", error.text);
}

/* -- examples --------------------------------------------------------------------------------- */

static kamm_hardpoints_def *wishbones(kamm_vehicle_def *def, int axle, double x, double y, double z)
{
    return start_points(def, axle, KAMM_HARDPOINTS_DOUBLE_WISHBONE, x, y, z);
}

kamm_vehicle_def hmmwv_front(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = wishbones(&def, 0, -0.040, 0.910, -0.026);
    PUT_POINT(p, upper_front_m, -0.048, 0.446, 0.245);
    PUT_POINT(p, upper_rear_m, -0.268, 0.478, 0.196);
    PUT_POINT(p, upper_ball_m, -0.053, 0.716, 0.215);
    PUT_POINT(p, lower_front_m, 0.223, 0.307, 0);
    PUT_POINT(p, lower_rear_m, -0.223, 0.307, 0);
    PUT_POINT(p, lower_ball_m, -0.036, 0.787, -0.118);
    PUT_POINT(p, tie_rod_inner_m, -0.250, 0.448, 0.054);
    PUT_POINT(p, tie_rod_outer_m, -0.176, 0.821, -0.016);
    return def;
}

kamm_vehicle_def hmmwv_rear(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = wishbones(&def, 1, 0.036, 0.910, -0.026);
    PUT_POINT(p, upper_front_m, 0.349, 0.462, 0.228);
    PUT_POINT(p, upper_rear_m, 0.077, 0.462, 0.224);
    PUT_POINT(p, upper_ball_m, 0.036, 0.716, 0.216);
    PUT_POINT(p, lower_front_m, 0.223, 0.307, 0);
    PUT_POINT(p, lower_rear_m, -0.223, 0.307, 0);
    PUT_POINT(p, lower_ball_m, 0.036, 0.787, -0.118);
    PUT_POINT(p, tie_rod_inner_m, 0.223, 0.416, 0.059);
    PUT_POINT(p, tie_rod_outer_m, 0.170, 0.821, -0.009);
    return def;
}

kamm_vehicle_def e90_front(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 0, KAMM_HARDPOINTS_MACPHERSON, 0, 0.750, 0);
    PUT_POINT(p, strut_top_m, -0.0838, 0.5410, 0.4686);
    PUT_POINT(p, strut_bottom_m, -0.0051, 0.6198, -0.0013);
    PUT_POINT(p, lower_front_m, 0.2705, 0.3454, -0.0597);
    PUT_POINT(p, lower_rear_m, -0.0432, 0.3734, -0.1257);
    PUT_POINT(p, lower_ball_m, 0.0279, 0.6629, -0.1041);
    PUT_POINT(p, tie_rod_inner_m, -0.2, 0.2, -0.05);
    PUT_POINT(p, tie_rod_outer_m, -0.2, 0.5748, -0.0013);
    def.steering.lock_rad = 8; /* these tie rods go to some 32 degrees */
    return def;
}

kamm_vehicle_def planar_wishbones(const struct four_bar *f)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 0, KAMM_HARDPOINTS_DOUBLE_WISHBONE, 0, 0.75, 0.30);
    for (int end = 0; end < 2; ++end) {
        double x = end ? -0.2 : 0.15;
        double *upper = end ? p->upper_rear_m : p->upper_front_m;
        double *lower = end ? p->lower_rear_m : p->lower_front_m;
        put_point(upper, end ? &p->upper_rear_m_count : &p->upper_front_m_count, x,
                  f->upper_pivot[0], f->upper_pivot[1]);
        put_point(lower, end ? &p->lower_rear_m_count : &p->lower_front_m_count, x,
                  f->lower_pivot[0], f->lower_pivot[1]);
    }
    PUT_POINT(p, upper_ball_m, 0, f->upper_ball[0], f->upper_ball[1]);
    PUT_POINT(p, lower_ball_m, 0, f->lower_ball[0], f->lower_ball[1]);
    PUT_POINT(p, tie_rod_inner_m, 0.1, f->lower_pivot[0], f->lower_pivot[1]);
    PUT_POINT(p, tie_rod_outer_m, 0.1, f->lower_ball[0], f->lower_ball[1]);
    return def;
}

/* A rear suspension of five rods about as a saloon has it. */
static kamm_vehicle_def five_links(void)
{
    static const double rods[5][2][3] = {{{0.25, 0.40, -0.06}, {0.06, 0.70, -0.10}},
                                         {{-0.15, 0.30, -0.05}, {-0.06, 0.70, -0.11}},
                                         {{0.12, 0.42, 0.16}, {0.05, 0.67, 0.14}},
                                         {{-0.10, 0.40, 0.14}, {-0.03, 0.68, 0.15}},
                                         {{-0.20, 0.33, 0.00}, {-0.15, 0.70, 0.01}}};
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_FIVE_LINK, 0, 0.76, 0);
    for (int i = 0; i < 5; ++i) put_link(p, rods[i][0], rods[i][1], 0);
    return def;
}

static kamm_vehicle_def trailing_arms(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_TRAILING_ARM, -0.42, 0.73, 0.29);
    PUT_POINT(p, pivot_inner_m, 0, 0.5, 0.33);
    return def;
}

static kamm_vehicle_def semi_trailing_arms(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p =
        start_points(&def, 1, KAMM_HARDPOINTS_SEMI_TRAILING_ARM, -0.40, 0.71, 0.30);
    PUT_POINT(p, pivot_inner_m, -0.10, 0.18, 0.31);
    PUT_POINT(p, pivot_outer_m, 0.05, 0.60, 0.29);
    return def;
}

static kamm_vehicle_def swing_axles(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_SWING_AXLE, 0, 0.675, 0.315);
    PUT_POINT(p, pivot_inner_m, 0, 0.10, 0.315);
    return def;
}

static kamm_vehicle_def twist_beam(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_TWIST_BEAM, -0.42, 0.73, 0.29);
    PUT_POINT(p, pivot_outer_m, 0, 0.56, 0.33);
    PUT_POINT(p, pivot_inner_m, -0.10, 0, 0.36);
    return def;
}

static void put_beam_links(kamm_hardpoints_def *p, int uppers)
{
    put_link(p, (double[3]){0.55, 0.45, 0.28}, (double[3]){0.02, 0.50, 0.22}, 0);
    if (uppers > 1)
        put_link(p, (double[3]){0.50, 0.25, 0.46}, (double[3]){0.05, 0.30, 0.44}, 0);
    else
        put_link(p, (double[3]){0.50, 0, 0.46}, (double[3]){0.05, 0, 0.44}, 1);
    put_link(p, (double[3]){-0.15, -0.50, 0.34}, (double[3]){-0.12, 0.50, 0.30}, 1);
}

static kamm_vehicle_def three_links_and_panhard_rod(void)
{
    kamm_vehicle_def def = default_vehicle();
    put_beam_links(start_points(&def, 1, KAMM_HARDPOINTS_LIVE_AXLE, 0, 0.75, 0.32), 1);
    return def;
}

static kamm_vehicle_def four_links_and_panhard_rod(void)
{
    kamm_vehicle_def def = default_vehicle();
    put_beam_links(start_points(&def, 1, KAMM_HARDPOINTS_LIVE_AXLE, 0, 0.75, 0.32), 2);
    return def;
}

static kamm_vehicle_def four_links(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_LIVE_AXLE, 0, 0.75, 0.32);
    put_link(p, (double[3]){0.55, 0.45, 0.28}, (double[3]){0.02, 0.50, 0.22}, 0);
    put_link(p, (double[3]){0.45, 0.40, 0.46}, (double[3]){0.05, 0.10, 0.44}, 0);
    return def;
}

static kamm_vehicle_def de_dion(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_DE_DION, 0, 0.75, 0.31);
    put_link(p, (double[3]){0.55, 0.45, 0.24}, (double[3]){0.02, 0.50, 0.20}, 0);
    put_link(p, (double[3]){0.50, 0, 0.43}, (double[3]){0.02, 0, 0.42}, 1);
    PUT_POINT(p, watt_m, -0.10, 0, 0.30);
    return def;
}

static kamm_vehicle_def leaf_springs(void)
{
    kamm_vehicle_def def = default_vehicle();
    kamm_hardpoints_def *p = start_points(&def, 1, KAMM_HARDPOINTS_SOLID, 0, 0.75, 0.36);
    PUT_POINT(p, leaf_front_m, 0.65, 0.55, 0.40);
    PUT_POINT(p, leaf_rear_m, -0.65, 0.55, 0.44);
    PUT_POINT(p, leaf_seat_m, 0, 0.55, 0.34);
    return def;
}

const struct linkage_example linkage_examples[] = {
    {"double_wishbone, steered", 0, hmmwv_front},
    {"double_wishbone", 1, hmmwv_rear},
    {"macpherson", 0, e90_front},
    {"five_link", 1, five_links},
    {"trailing_arm", 1, trailing_arms},
    {"semi_trailing_arm", 1, semi_trailing_arms},
    {"swing_axle", 1, swing_axles},
    {"twist_beam", 1, twist_beam},
    {"live_axle, three links and panhard rod", 1, three_links_and_panhard_rod},
    {"live_axle, four links and panhard rod", 1, four_links_and_panhard_rod},
    {"live_axle, four links", 1, four_links},
    {"de_dion", 1, de_dion},
    {"solid", 1, leaf_springs}};
const int linkage_example_count = sizeof linkage_examples / sizeof *linkage_examples;
