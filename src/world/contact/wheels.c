/* Wheels on bodies: what they roll on beside the ground (world.h), the planes that they get of it, and what the bodies get back.
 *
 * This is done before each substep of a car whose wheels are near such bodies, after its ground was queried. The
 * section of ground and bodies along each side of a tyre is put together (wheel_profile.h). What the wheel feels of it
 * is what it would feel of a terrain of that shape (terrain/sides.h); how much each body has part in it, and where,
 * follows from how far it presses in the tyre's springs. A wheel that no body lifts keeps the ground's plane, to the
 * bit. The plane's slope is such that it does no work (wheel_rise.h). Afterwards a wheel's force goes to the bodies by
 * these shares (wheel_loads.c). */
#include "wheels.h"
#include "../../base/vector_double.h"
#include "../../run/contact_planes.h"
#include "../../run/ground_query.h"
#include "../../run/patch.h"
#include "../bodies/bodies.h"
#include "../bodies/combinations.h"
#include "../bodies/fixed_bodies.h"
#include "../state.h"
#include "../terrain/sides.h"
#include "wheel_profile.h"
#include "wheel_rise.h"

#include <kamm/contact.h>

#include <math.h>
#include <string.h>

/* Boxes of bodies that one wheel feels at a time. */
enum { WHEEL_BOXES = 8 };
/* Ground that is steeper has no height below the wheel: it stays as it is. */
#define MIN_UPRIGHT 0.26
/* How deep below a wheel's centre bodies are looked for, in radii. */
#define DEEPEST_RADII 3.0

/* ---- which bodies are near each other ---- */

/* Whether a ball comes near a box. */
static int is_in_reach(const struct oriented_box *box, const double at[3], double radius)
{
    double from[3];
    for (int i = 0; i < 3; ++i) from[i] = at[i] - box->centre[i];
    for (int k = 0; k < 3; ++k)
        if (fabs(dot3(from, box->axis[k])) > box->half[k] + radius) return 0;
    return 1;
}

/* A ball around the wheel and what it may come down to. */
static int car_meets(const kamm_world *world, uint32_t car, uint32_t other)
{
    const struct body_frame *frame = &world->frames[car];
    const struct oriented_box *boxes;
    int index, count = kamm_boxes_of(world, other, &boxes);
    const struct car_group *group = kamm_group_of(world, car, &index);
    const kamm_model *model = kamm_model_at(group->cars, index);
    for (int w = 0; w < model->layout.wheels; ++w) {
        const double *hub = model->probes.hub_m[w];
        double radius = model->probes.radius_m[w], at[3];
        for (int i = 0; i < 3; ++i)
            at[i] = frame->motion.position[i] +
                    ((hub[0] * frame->axis[0][i] + hub[1] * frame->axis[1][i]) +
                     (hub[2] - 0.5 * radius) * frame->axis[2][i]);
        for (int k = 0; k < count; ++k)
            if (is_in_reach(&boxes[k], at, 1.5 * radius)) return 1;
    }
    return 0;
}

int kamm_wheels_meet(const kamm_world *world, const struct body_pair *pair)
{
    if (is_sensor(world, pair->second) || kamm_are_joined(world, pair->first, pair->second))
        return 0;
    int first = is_car(world, pair->first) && kamm_is_rolled_on(world, pair->second) &&
                car_meets(world, pair->first, pair->second);
    int second = is_car(world, pair->second) && kamm_is_rolled_on(world, pair->first) &&
                 car_meets(world, pair->second, pair->first);
    return first | second << 1;
}

void kamm_forget_rides(kamm_world *world)
{
    memset(world->block_rides, 0, (size_t)world->block_count);
}

static void mark_block(kamm_world *world, uint32_t body)
{
    int car;
    const struct car_group *group = kamm_group_of(world, body, &car);
    world->block_rides[group->first_block + car / KAMM_BLOCK] = 1;
}

/* Each body's in the order of their numbers, as pairs are in that of both. */
static void count_rides(kamm_world *world, int32_t *count)
{
    for (int i = 0; i < world->broad.pair_count; ++i) {
        const struct body_pair *pair = &world->broad.pairs[i];
        if (world->is_rolled_on[i] & 1) ++count[pair->first], mark_block(world, pair->first);
        if (world->is_rolled_on[i] & 2) ++count[pair->second], mark_block(world, pair->second);
    }
}

void kamm_list_rides(kamm_world *world)
{
    int32_t *first = world->first_ridden;
    kamm_forget_rides(world);
    if (!has_rides(world)) return;
    memset(first, 0, (size_t)(world->car_count + 2) * sizeof *first);
    count_rides(world, first + 2);
    for (int i = 0; i < world->car_count; ++i) first[i + 2] += first[i + 1];
    for (int i = 0; i < world->broad.pair_count; ++i) {
        const struct body_pair *pair = &world->broad.pairs[i];
        if (world->is_rolled_on[i] & 1) world->ridden[first[pair->first + 1]++] = pair->second;
        if (world->is_rolled_on[i] & 2) world->ridden[first[pair->second + 1]++] = pair->first;
    }
}

/* ---- the plane of a wheel ---- */

/* A box that it may feel. */
struct felt_box {
    uint32_t body;
    const struct oriented_box *box;
    const struct convex *convex;      /* what is in it; NULL: the box itself */
    const struct triangle_mesh *mesh; /* … or a mesh */
};

struct wheel_ground {
    struct cut cut;            /* of the wheel's middle */
    struct section_piece road; /* of the wheel's middle */
    double road_mps[2];        /* the ground's velocity, level */
    double load_n;             /* of the wheel, a substep ago */
    struct felt_box boxes[WHEEL_BOXES];
    int count;
};

static void find_motion(const kamm_world *world, uint32_t body, const double at[3], double out[3])
{
    double arm[3];
    const double *position, *velocity, *angular_velocity;
    if (is_fixed(world, body)) {
        kamm_fixed_velocity(world, fixed_of(world, body), at, out);
        return;
    }
    const struct world_motion *motion = &world->frames[body].motion;
    position = motion->position;
    velocity = motion->velocity, angular_velocity = motion->angular_velocity;
    if (!is_car(world, body)) { /* its impulses of contact are known by now */
        const struct dynamic_state *dynamic = &world->dynamic_states[dynamic_of(world, body)];
        velocity = dynamic->velocity, angular_velocity = dynamic->angular_velocity;
    }
    for (int i = 0; i < 3; ++i) arm[i] = at[i] - position[i];
    cross3(angular_velocity, arm, out);
    for (int i = 0; i < 3; ++i) out[i] += velocity[i];
}

/* Where it was at the beginning of the substep, as kernels want planes: they let them go on with their velocity. */
static void feel_body(const kamm_world *world, uint32_t body, double radius,
                      struct wheel_ground *ground)
{
    const struct oriented_box *boxes;
    const double *at = ground->cut.at;
    const double below[3] = {at[0], at[1], at[2] - 0.5 * radius};
    const struct body_shape *shape = kamm_shape_of(world, body);
    int count = kamm_boxes_of(world, body, &boxes);
    for (int k = 0; k < count && ground->count < WHEEL_BOXES; ++k) {
        if (!is_in_reach(&boxes[k], below, 1.6 * radius)) continue;
        struct felt_box *felt = &ground->boxes[ground->count++];
        felt->body = body;
        felt->box = &boxes[k];
        felt->convex = shape->convexes[k];
        felt->mesh = shape->meshes[k];
    }
}

/* The road's plane as the wheel has it by now; 0: too steep. */
static int find_road(const kamm_cars *cars, int block, int wheel, int lane,
                     struct wheel_ground *out)
{
    const struct car_block *at = &cars->block[block];
    const float(*normal)[KAMM_BLOCK] = (const float(*)[KAMM_BLOCK])at->contact[wheel].normal;
    const double n[3] = {normal[0][lane], normal[1][lane], normal[2][lane]}, *f = out->cut.forward;
    double over = 0, reach = out->cut.reach_m;
    if (!(n[2] > MIN_UPRIGHT)) return 0;
    for (int i = 0; i < 3; ++i)
        over += n[i] * (at->contact_point_m[wheel][i][lane] - out->cut.at[i]);
    double height = over / n[2], slope = -(n[0] * f[0] + n[1] * f[1]) / n[2];
    double across = -(n[1] * f[0] - n[0] * f[1]) / n[2];
    out->road = (struct section_piece){
        -reach, reach, height - slope * reach, height + slope * reach, across, -1};
    for (int i = 0; i < 2; ++i) out->road_mps[i] = (double)at->contact[wheel].velocity_mps[i][lane];
    out->cut.ceiling_m = height + reach > 0 ? height + reach : 0;
    out->cut.floor_m = -DEEPEST_RADII * reach;
    return 1;
}

static void start_cut(const kamm_probe *probe, struct cut *cut)
{
    double fx = probe->forward[0], fy = probe->forward[1], size = sqrt(fx * fx + fy * fy);
    memcpy(cut->at, probe->position_m, sizeof cut->at);
    cut->forward[0] = size > 1e-3 ? fx / size : 1;
    cut->forward[1] = size > 1e-3 ? fy / size : 0;
    cut->reach_m = probe->radius_m;
}

static int cut_felt(const struct felt_box *felt, const struct cut *cut,
                    struct section_piece pieces[MAX_SECTION])
{
    if (felt->mesh) return kamm_cut_mesh(felt->mesh, felt->box, cut, pieces);
    return felt->convex ? kamm_cut_convex(felt->convex, felt->box, cut, pieces)
                        : kamm_cut_box(felt->box, cut, pieces);
}

static void put_together(const struct wheel_ground *ground, double left, struct wheel_profile *out)
{
    struct section_piece pieces[MAX_SECTION];
    struct cut cut = ground->cut;
    cut.at[0] -= left * cut.forward[1];
    cut.at[1] += left * cut.forward[0];
    out->count = 1;
    out->at[0] = ground->road;
    out->at[0].from_height_m += left * ground->road.across;
    out->at[0].to_height_m += left * ground->road.across;
    for (int i = 0; i < ground->count; ++i) {
        int count = cut_felt(&ground->boxes[i], &cut, pieces);
        for (int k = 0; k < count; ++k) pieces[k].owner = i;
        kamm_raise_profile(out, pieces, count);
    }
}

static void find_profile_of_wheel(const void *user, double left, struct profile *profile)
{
    struct wheel_profile own;
    put_together(user, left, &own);
    kamm_write_profile(&own, profile);
}

/* Share of a box in a wheel's force, and that times the place where it presses: ahead, left and
 * above the wheel's middle. */
struct pressed {
    double share, at[3];
};

static void press_on(struct pressed *to, double share, double ahead, double left, double above)
{
    const double at[3] = {ahead, left, above};
    to->share += share;
    for (int i = 0; i < 3; ++i) to->at[i] += share * at[i];
}

/* Adds what each box has of one side's force. */
static void weigh_side(const struct wheel_ground *ground, const struct side *side, double share,
                       double *of_road, struct pressed of_box[WHEEL_BOXES])
{
    struct wheel_profile own;
    double forces[MAX_PIECES_ALONG], along[MAX_PIECES_ALONG], sum = 0;
    double middle = side->middle_m + side->plane.across * side->left_m;
    put_together(ground, side->left_m, &own);
    for (int i = 0; i < own.count; ++i) {
        const struct profile_point *at = &side->profile.at[2 * i];
        forces[i] = kamm_piece_force(&at[0], &at[1], middle, ground->cut.reach_m, &along[i]);
        sum += forces[i];
    }
    for (int i = 0; i < own.count && sum > 0; ++i) {
        const struct section_piece *p = &own.at[i];
        double part = share * forces[i] / sum;
        if (p->owner < 0)
            *of_road += part;
        else
            press_on(&of_box[p->owner], part, p->from_m + along[i] * (p->to_m - p->from_m),
                     side->left_m,
                     p->from_height_m + along[i] * (p->to_height_m - p->from_height_m));
    }
}

/* Where tyre and body press on each other in the mean: as it is of what overlaps, it lies in the body's face. */
static void place_support(const struct cut *cut, const struct pressed *of, double of_bodies,
                          double kept, uint32_t body, int n, struct wheel_support *out)
{
    const double *f = cut->forward, by = 1 / of->share;
    out->body[n] = body;
    out->share[n] = (float)(of->share * of_bodies / kept);
    out->at_m[n][0] = cut->at[0] + by * (of->at[0] * f[0] - of->at[1] * f[1]);
    out->at_m[n][1] = cut->at[1] + by * (of->at[0] * f[1] + of->at[1] * f[0]);
    out->at_m[n][2] = cut->at[2] + by * of->at[2];
}

/* Shares of bodies from those of their boxes, the two largest of them; those of others go to these. */
static void find_support(const struct wheel_ground *ground, struct pressed of[WHEEL_BOXES],
                         double of_bodies, struct wheel_support *out)
{
    int first = -1, second = -1;
    for (int i = 0; i < ground->count; ++i)
        for (int k = 0; k < i; ++k)
            if (ground->boxes[k].body == ground->boxes[i].body) {
                of[k].share += of[i].share;
                for (int n = 0; n < 3; ++n) of[k].at[n] += of[i].at[n];
                of[i].share = 0;
                break;
            }
    for (int i = 0; i < ground->count; ++i)
        if (first < 0 || of[i].share > of[first].share) first = i;
    for (int i = 0; i < ground->count; ++i)
        if (i != first && of[i].share > 0 && (second < 0 || of[i].share > of[second].share))
            second = i;
    double kept = of[first].share + (second >= 0 ? of[second].share : 0);
    place_support(&ground->cut, &of[first], of_bodies, kept, ground->boxes[first].body, 0, out);
    if (second >= 0)
        place_support(&ground->cut, &of[second], of_bodies, kept, ground->boxes[second].body, 1,
                      out);
}

static int32_t surface_of(const kamm_world *world, uint32_t body)
{
    if (is_car(world, body)) return 0;
    return traits_of(world, body)->surface;
}

static void name_support(const kamm_world *world, struct wheel_support *support)
{
    const kamm_body_id id = kamm_name_body(world, support->body[0]);
    support->kind = id.type;
    support->group = id.group;
    support->index = id.index;
}

/* From the wheel's plane, in axes of the wheel, and the body that carries it. */
static void make_plane(const kamm_world *world, const struct cut *cut, struct wheel_plane plane,
                       const struct wheel_support *support, struct laid_plane *out)
{
    const double *f = cut->forward;
    double gx = plane.slope * f[0] - plane.across * f[1];
    double gy = plane.slope * f[1] + plane.across * f[0];
    double by = 1 / sqrt(1 + (gx * gx + gy * gy)), velocity[3];
    *out = (struct laid_plane){.point_m = {cut->at[0], cut->at[1], cut->at[2] + plane.height_m},
                               .normal = {-gx * by, -gy * by, by}};
    for (int n = 0; n < 2; ++n) {
        double share = support->share[n];
        if (!(share > 0)) continue;
        find_motion(world, support->body[n], support->at_m[n], velocity);
        for (int i = 0; i < 3; ++i) out->velocity_mps[i] += share * velocity[i];
        out->friction += share * kamm_shape_of(world, support->body[n])->friction;
        out->share += share;
    }
    out->friction /= out->share;
    out->surface = surface_of(world, support->body[0]);
    out->is_body = (double)support->share[0] > 1 - out->share;
}

/* How much of a body's motion counts: a light one below a heavy wheel hardly moves it. */
static double weight_of(const kamm_world *world, uint32_t body, double load_n)
{
    if (is_fixed(world, body) || is_car(world, body)) return 1;
    double mass_kg = world->dynamic_masses[dynamic_of(world, body)].mass_kg;
    return load_n > 0 ? mass_kg / (mass_kg + load_n / world->solver.gravity_mps2) : 1;
}

/* Finds the way of a wheel over a body in the next substep. A light body trembles below a wheel. So its motion counts by its share of
 * the load, and the ground's motion for the rest. */
static struct wheel_way find_way(const kamm_world *world, uint32_t car,
                                 const struct wheel_ground *ground, uint32_t below)
{
    const struct cut *cut = &ground->cut;
    const double *f = cut->forward, shortest = SHORTEST_WAY_RADII * cut->reach_m;
    double own[3], other[3], x[2], weight = weight_of(world, below, ground->load_n);
    find_motion(world, car, cut->at, own);
    find_motion(world, below, cut->at, other);
    double over_2 = 0, speed_2 = 0;
    for (int i = 0; i < 2; ++i) {
        double road = ground->road_mps[i], over = own[i] - other[i];
        x[i] = own[i] - (road + weight * (other[i] - road));
        over_2 += over * over, speed_2 += x[i] * x[i];
    }
    double counts =
        kamm_rise_counts(fmin(over_2, speed_2), cut->reach_m, world->solver.gravity_mps2);
    double time_s = counts > 0 ? fmax(world->dt, shortest / sqrt(speed_2)) : 0;
    return (struct wheel_way){time_s * (x[0] * f[0] + x[1] * f[1]),
                              time_s * (x[1] * f[0] - x[0] * f[1]), counts};
}

/* The same ground as the wheel finds it there; heights stay those over the wheel's middle now. */
static struct wheel_ground moved_on(const struct wheel_ground *ground, const struct wheel_way *way)
{
    struct wheel_ground there = *ground;
    const double *f = ground->cut.forward;
    struct section_piece *road = &there.road;
    double slope = (road->to_height_m - road->from_height_m) / (road->to_m - road->from_m);
    double rises = slope * way->ahead_m + road->across * way->left_m;
    there.cut.at[0] += way->ahead_m * f[0] - way->left_m * f[1];
    there.cut.at[1] += way->ahead_m * f[1] + way->left_m * f[0];
    road->from_height_m += rises, road->to_height_m += rises;
    return there;
}

/* So that the plane does no work on the wheel. */
static void match_rise(const kamm_world *world, uint32_t car, const struct wheel_ground *ground,
                       double half_width_m, uint32_t below, struct wheel_plane *plane)
{
    const struct wheel_way way = find_way(world, car, ground, below);
    if (!(way.counts > 0)) return;
    const struct wheel_ground there = moved_on(ground, &way);
    const struct tyre_ground tyre = {find_profile_of_wheel, &there, ground->cut.reach_m,
                                     half_width_m};
    kamm_match_rise(&tyre, &way, plane);
}

/* 1: bodies lift the wheel. */
static int find_plane(const kamm_world *world, uint32_t car, const struct wheel_ground *ground,
                      double half_width_m, struct wheel_support *support, struct laid_plane *out)
{
    const struct tyre_ground tyre = {find_profile_of_wheel, ground, ground->cut.reach_m,
                                     half_width_m};
    struct pressed of_box[WHEEL_BOXES] = {{0}};
    double of_road = 0, of_bodies = 0;
    struct both_sides sides;
    struct wheel_plane plane = kamm_two_sided_plane(&tyre, &sides);
    weigh_side(ground, &sides.left, sides.left_share, &of_road, of_box);
    weigh_side(ground, &sides.right, 1 - sides.left_share, &of_road, of_box);
    for (int i = 0; i < ground->count; ++i) of_bodies += of_box[i].share;
    if (!(of_bodies > 0)) return 0;
    find_support(ground, of_box, of_bodies / (of_road + of_bodies), support);
    name_support(world, support);
    if (!kamm_is_even(&sides))
        match_rise(world, car, ground, half_width_m, support->body[0], &plane);
    make_plane(world, &ground->cut, plane, support, out);
    return 1;
}

/* ---- a block's substep ---- */

struct riding_block {
    const kamm_world *world;
    const struct car_group *group;
};

static int lay_below_wheel(const struct riding_block *r, int block, int lane, int wheel,
                           const kamm_probe *probe)
{
    const kamm_world *world = r->world;
    kamm_cars *cars = r->group->cars;
    int car = block * KAMM_BLOCK + lane;
    const int32_t *first = &world->first_ridden[r->group->first_body + car];
    struct wheel_support *support = &r->group->supports[car * cars->layout->wheels + wheel];
    struct wheel_ground ground = {.count = 0};
    struct laid_plane plane;
    start_cut(probe, &ground.cut);
    for (int i = first[0]; i < first[1]; ++i)
        feel_body(world, world->ridden[i], probe->radius_m, &ground);
    if (!ground.count || !find_road(cars, block, wheel, lane, &ground)) return 0;
    ground.load_n = kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_load_n);
    if (!find_plane(world, (uint32_t)(r->group->first_body + car), &ground,
                    0.5 * (double)probe->width_m, support, &plane))
        return 0;
    kamm_lay_plane(cars, block, wheel, lane, &plane);
    return plane.velocity_mps[0] != 0 || plane.velocity_mps[1] != 0 || plane.velocity_mps[2] != 0;
}

static int lay_planes(void *user, kamm_cars *cars, int block, unsigned lanes)
{
    const struct riding_block *r = user;
    struct body_frames frames;
    kamm_probe probes[MAX_WHEELS];
    unsigned riding = 0;
    int moves = 0;
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        int car = block * KAMM_BLOCK + lane;
        if (car >= cars->count || !(lanes >> lane & 1)) continue;
        const int32_t *first = &r->world->first_ridden[r->group->first_body + car];
        if (first[1] > first[0]) riding |= 1u << lane;
    }
    if (!riding) return 0;
    kamm_find_frames(cars, block, riding, 0.5, &frames);
    for (int lane = 0; lane < KAMM_BLOCK; ++lane) {
        if (!(riding >> lane & 1)) continue;
        kamm_probe_lane(cars, block, &frames, lane, probes);
        for (int w = 0; w < cars->layout->wheels; ++w)
            moves |= lay_below_wheel(r, block, lane, w, &probes[w]);
    }
    return moves;
}

void kamm_forget_supports(const struct car_group *group, int block)
{
    int wheels = group->cars->layout->wheels, first = block * KAMM_BLOCK;
    int left = group->cars->count - first;
    int count = left < KAMM_BLOCK ? left : KAMM_BLOCK;
    memset(&group->supports[first * wheels], 0, (size_t)(count * wheels) * sizeof *group->supports);
}

void kamm_step_riding_block(kamm_world *world, const struct car_group *group, int block)
{
    struct riding_block riding = {world, group};
    struct road_block road;
    const struct ground_overlay overlay = {lay_planes, &riding, &road};
    kamm_step_block_over(group->cars, block, &world->ground, &overlay);
}
