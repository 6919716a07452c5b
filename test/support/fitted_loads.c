/* Loads that move, for the table of parts; to the left in the car, to the right in its image. */
#include "fitted.h"
#include "floor_load.h"

#include "vehicle/tank_compile.h"

void put_tank(kamm_vehicle_def *def, int shape, double share)
{
    kamm_tank_def *tank = &def->tank;
    tank->shape = shape;
    tank->length_m = 0.4 * def->axles[def->axles_count - 1].behind_front_axle_m;
    tank->width_m = 0.6 * def->axles[0].track_m;
    tank->height_m = 0.7 * tank->width_m;
    tank->fill = 0.5;
    tank->middle_behind_front_axle_m = def->body.cg_behind_front_axle_m;
    tank->middle_left_m = def->body.cg_left_m;
    tank->bottom_height_m = def->body.cg_height_m;
    tank->density_kgpm3 = share < 0.01 ? 100 : 1000;
    tank->length_m *= share * def->body.mass_kg / kamm_tank_of(tank).mass_kg;
}

static void fit_tank(kamm_vehicle_def *def, int shape, double side)
{
    put_tank(def, shape, 0.3);
    def->tank.middle_left_m = 0.1 * side;
}

FITTED(fit_rectangular_tank, fit_tank(def, KAMM_TANK_RECTANGULAR, side))
FITTED(fit_cylinder_tank, fit_tank(def, KAMM_TANK_CYLINDER, side))

void fit_flat_tank(kamm_vehicle_def *def, double side)
{
    (void)side;
    def->tank.shape = KAMM_TANK_RECTANGULAR;
    def->tank.length_m = 1, def->tank.width_m = 1, def->tank.height_m = 0.4;
}

static void fit_load(kamm_vehicle_def *def, double friction, double side)
{
    kamm_shifting_load_def *load = &def->shifting_load;
    put_load(def, 0.3, friction, 0.1);
    load->middle_left_m = 0.1 * side;
    *(side > 0 ? &load->gap_left_m : &load->gap_right_m) = 0.05;
}

FITTED(fit_load_on_ice, fit_load(def, 0.1, side))
FITTED(fit_load_on_steel, fit_load(def, 0.25, side))
FITTED(fit_load_on_wood, fit_load(def, 0.4, side))
FITTED(fit_load_on_rubber, fit_load(def, 0.55, side))

void fit_load_and_tank(kamm_vehicle_def *def, double side)
{
    fit_load_on_steel(def, side);
    fit_flat_tank(def, side);
}
