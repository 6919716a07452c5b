/* See planes.h. */
#include "contact_planes.h"
#include "faults.h"
#include "usual.h"

#include <math.h>

static int is_within(float value, float low, float high) { return value >= low && value <= high; }

/* None, or one that can bear a wheel. */
int kamm_is_soil(const kamm_soil *s)
{
    if (s->friction_modulus == 0) return 1;
    return is_within(s->cohesion_modulus, 0, 1e9f) && is_within(s->friction_modulus, 100, 1e10f) &&
           is_within(s->exponent, 0.1f, 2) && is_within(s->cohesion_pa, 0, 1e6f) &&
           is_within(s->friction_tangent, 0, 2) && is_within(s->shear_m, 1e-3f, 1) &&
           is_within(s->density_kgpm3, 0, 4000) &&
           (s->depth_m == 0 || is_within(s->depth_m, 0.005f, 10));
}

/* Normals of length 0.95 to 1.05 are taken for unit vectors. Summed in pairs, so that no sum waits for all before it. */
int kamm_is_plane(const kamm_contact *c)
{
    const float *n = c->normal, *v = c->velocity_mps;
    double length_2 = ((double)n[0] * n[0] + (double)n[1] * n[1]) + (double)n[2] * n[2];
    double at = (fabs(c->point_m[0]) + fabs(c->point_m[1])) + fabs(c->point_m[2]);
    double moving = (fabs(v[0]) + fabs(v[1])) + fabs(v[2]);
    double made_of = ((double)c->friction + fabs(c->rolling_resistance)) +
                     (fabs(c->sliding_loss) + (double)c->water_m);
    return length_2 > 0.9 && length_2 < 1.1 && c->friction >= 0 && c->water_m >= 0 &&
           (at + moving) + made_of < INFINITY && kamm_is_soil(&c->soil);
}

kamm_contact kamm_level_below(const kamm_cars *cars, int block, int lane)
{
    const struct car_block *at = &cars->block[block];
    int car = block * KAMM_BLOCK + lane;
    kamm_contact level = kamm_flat_ground.plane;
    for (int i = 0; i < 3; ++i) level.point_m[i] = at->position_m[i][lane];
    level.point_m[2] -= kamm_model_at(cars, car)->origin[2];
    return level;
}

/* Most ground has none, as before. */
static void write_soil(struct soil_rows *rows, int lane, const kamm_soil *soil)
{
    if (soil->friction_modulus == 0 && rows->friction_modulus[lane] == 0) return;
#define WRITE_SOIL(name) rows->name[lane] = soil->name;
    SOIL_ROWS(WRITE_SOIL)
}

/* Writes the number as two halves, which a float represents exactly. */
static void write_surface(struct contact_rows *rows, int lane, int32_t surface)
{
    int32_t low = surface & 0xffff;
    rows->surface[0][lane] = (float)(((int64_t)surface - low) / 65536);
    rows->surface[1][lane] = (float)low;
}

int32_t kamm_surface_below(const kamm_cars *cars, int car, int wheel)
{
    const struct contact_rows *rows = &cars->block[car / KAMM_BLOCK].contact[wheel];
    int lane = car % KAMM_BLOCK;
    return (int32_t)rows->surface[0][lane] * 65536 + (int32_t)rows->surface[1][lane];
}

/* A plane or a query's answer into the rows of one wheel of one car. */
void kamm_write_contact(const struct car_block *block, int wheel, int lane, const kamm_contact *c)
{
    struct contact_rows *rows = &block->contact[wheel];
    const struct wheel_setting_rows *own = &rows->wheel;
    for (int i = 0; i < 3; ++i) {
        block->contact_point_m[wheel][i][lane] = c->point_m[i];
        rows->normal[i][lane] = c->normal[i];
        rows->velocity_mps[i][lane] = c->velocity_mps[i];
    }
    rows->friction[lane] = kamm_usual_friction(c->friction) * (1 + own->grip_change[lane]) *
                           (1 - own->grip_loss[lane]);
    rows->rolling_resistance[lane] = c->rolling_resistance + own->added_resistance[lane];
    rows->sliding_loss[lane] = c->sliding_loss;
    rows->water_m[lane] = c->water_m;
    write_surface(rows, lane, c->surface);
    write_soil(&rows->soil, lane, &c->soil);
}

/* Values that a body does not give stay those of the ground while the body carries more. The ground
 * is queried again for the next substep, because its own plane is gone. */
void kamm_lay_plane(kamm_cars *cars, int block, int wheel, int lane, const struct laid_plane *p)
{
    const struct car_block *at = &cars->block[block];
    struct contact_rows *rows = &at->contact[wheel];
    const struct wheel_setting_rows *own = &rows->wheel;
    double of_ground = 1 - p->share;
    double grip = (1 + (double)own->grip_change[lane]) * (1 - (double)own->grip_loss[lane]);
    for (int i = 0; i < 3; ++i) {
        at->contact_point_m[wheel][i][lane] = p->point_m[i];
        float *velocity = &rows->velocity_mps[i][lane];
        rows->normal[i][lane] = (float)p->normal[i];
        *velocity = (float)(p->velocity_mps[i] + of_ground * (double)*velocity);
    }
    rows->friction[lane] =
        (float)(of_ground * (double)rows->friction[lane] + p->share * p->friction * grip);
    cars->stale[block] |= (uint16_t)(1u << lane);
    if (!p->is_body) return;
    rows->rolling_resistance[lane] = own->added_resistance[lane];
    rows->sliding_loss[lane] = rows->water_m[lane] = 0;
    write_surface(rows, lane, p->surface);
    write_soil(&rows->soil, lane, &(kamm_soil){0});
}

/* An answer that is no plane is reported and left out: the one before holds. */
int kamm_take_contact(kamm_cars *cars, int block, int wheel, int lane, const kamm_contact *c)
{
    float(*normal)[KAMM_BLOCK] = cars->block[block].contact[wheel].normal;
    kamm_forget_plane(cars, block);
    if (kamm_is_plane(c)) {
        kamm_write_contact(&cars->block[block], wheel, lane, c);
        return 1;
    }
    kamm_report_fault(cars, block * KAMM_BLOCK + lane, KAMM_FAULT_GROUND);
    if (normal[0][lane] != 0 || normal[1][lane] != 0 || normal[2][lane] != 0) return 0;
    kamm_contact level = kamm_level_below(cars, block, lane);
    kamm_write_contact(&cars->block[block], wheel, lane, &level);
    return 0;
}

int kamm_take_point(kamm_cars *cars, int block, int p, int lane, const kamm_contact *c)
{
    static const kamm_contact far_below = {.point_m = {0, 0, -1e6}, .normal = {0, 0, 1}};
    struct point_block *points = &cars->points[block];
    double level = 0;
    int taken = kamm_is_plane(c);
    if (!taken) kamm_report_fault(cars, block * KAMM_BLOCK + lane, KAMM_FAULT_GROUND);
    if (!taken) c = &far_below;
    for (int i = 0; i < 3; ++i) {
        points->normal[p][i][lane] = c->normal[i];
        level += (double)c->normal[i] * c->point_m[i];
    }
    points->level_m[p][lane] = level;
    return taken;
}
