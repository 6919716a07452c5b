# The recipe of a part, for test_recipes.sh, which sources it. A part of the driveline is four files: the tree gets a flywheel
# that takes the car's energy up while it brakes and gives it back under the accelerator. Its parameters and its states are lines of tables,
# its law is a header, and src/vehicle/driveline_loads.h names it; nothing else changes, and no car without it has a row for it.

add_part()
{
# 1. What a vehicle's file says of it.
sed -i '/^#define KAMM_CLUTCH_FIELDS(/a\
    NUMBER(flywheel_nm, "N.m", 0, 0, 1e5, "Torque that a flywheel takes off the driven wheels at full braking; 0: none") \\\
    NUMBER(flywheel_kgm2, "kg.m2", 1, 1e-3, 1e4, "Its inertia") \\' include/kamm/driveline_fields.h

# 2. Its state, and what a car has to have for it.
sed -i '/^\/\* All of them: FIELD/i\
#define KAMM_FEATURE_FLYWHEEL UINT64_C(0x1000000000000) /* a flywheel */\
#define KAMM_FLYWHEEL_STATES(FIELD) FIELD(flywheel_radps, "rad/s", 0, 0, 1e5, FLYWHEEL, "Speed of the flywheel")\
' include/kamm/state_fields.h
sed -i '/^#define KAMM_CAR_STATE_PARTS/,/[^\\]$/s/[^\\]$/& PART(FIELD, flywheel, KAMM_FLYWHEEL_STATES)/' include/kamm/state_fields.h

# 3. Its law.
cat >src/part/flywheel.h <<'EOF'
/* A flywheel behind a variable gear without losses: takes up what it brakes the driven wheels by, and gives it back. */
#ifndef KAMM_PART_FLYWHEEL_H
#define KAMM_PART_FLYWHEEL_H

#include "../base/driveline_load.h"
#include "../base/lane_math.h"
#include "../base/num.h"
#include "../base/state_lanes.h"

#include <kamm/vehicle.h>

struct flywheel_constants {
    num torque_nm, half_kgm2, per_half_kgm2;
};

static inline int kamm_has_flywheel(const kamm_vehicle_def *def) { return def->clutch.flywheel_nm > 0; }

#if !KAMM_MIXED
static inline KAMM_UNUSED kamm_result kamm_compile_flywheel(const kamm_vehicle_def *def, double cage_per_inertia,
                                                            struct flywheel_constants *c, kamm_error *error)
{
    (void)cage_per_inertia, (void)error;
    c->torque_nm = (float)def->clutch.flywheel_nm;
    c->half_kgm2 = (float)(0.5 * def->clutch.flywheel_kgm2);
    c->per_half_kgm2 = (float)(2 / def->clutch.flywheel_kgm2);
    return KAMM_OK;
}
#endif

LANE_INLINE int has_flywheel(const struct flywheel_constants *v) { return any_num(v->torque_nm > 0.0f); }

LANE_INLINE void flywheel_load(const struct flywheel_constants *v, struct flywheel_lanes *s,
                               const struct driveline_now *now, struct driveline_load *sum, real dt)
{
    real held_j = v->half_kgm2 * square(s->flywheel_radps);
    real way_rad = max_real(now->cage_radps, splat(0.0f)) * dt;
    real wanted = v->torque_nm * (now->brake - now->throttle);
    real taken = max_real(wanted, -held_j / max_real(way_rad, splat(1e-6f)));
    taken = keep((lanes(v->torque_nm) > 0.0f) & (way_rad > 0.0f), taken);
    s->flywheel_radps = square_root(max_real(held_j + taken * way_rad, splat(0.0f)) * v->per_half_kgm2);
    sum->wheels_nm = with_added(sum->wheels_nm, taken);
}

#endif
EOF

# 4. The list of what loads the driveline.
sed -i 's/^#include "..\/part\/endurance_brake.h"$/&\n#include "..\/part\/flywheel.h"/
s/^#define DRIVELINE_LOADS(LOAD)/& LOAD(flywheel, FLYWHEEL, "a flywheel")/
s/^#define DRIVELINE_ROTORS(ROTOR)/& ROTOR(flywheel_radps, clutch.flywheel_kgm2)/' src/vehicle/driveline_loads.h

changes 4 'a part of the driveline'
}

# The energy that it holds has to be the work that it took.
drive_part()
{
    cat >part.c <<'EOF'
#include <kamm/kamm.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REQUIRE(holds) \
    if (!(holds)) return fprintf(stderr, "part.c:%d: %s\n", __LINE__, #holds), 1

/* The row of a state; NULL where the cars have none. */
static float *row(kamm_cars *cars, const char *name)
{
    int count;
    const kamm_field_info *fields = kamm_car_state_fields(&count);
    for (int i = 0; i < count; ++i)
        if (strcmp(fields[i].name, name) == 0) return kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, i);
    return NULL;
}

static kamm_cars *rolling(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 1, NULL) : NULL;
    if (!cars) return fprintf(stderr, "%s\n", error.text), NULL;
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    placement.speed_mps = 30;
    kamm_place(cars, 0, &placement);
    kamm_destroy_model(model);
    return cars;
}

static double cage(const kamm_vehicle_def *def, const kamm_cars *cars)
{
    double sum = 0;
    for (int a = 0; a < def->axles_count; ++a)
        sum += def->axles[a].drive_share * 0.5 *
               (kamm_read_wheel(cars, 0, 2 * a, KAMM_WHEEL_spin_radps) +
                kamm_read_wheel(cars, 0, 2 * a + 1, KAMM_WHEEL_spin_radps));
    return sum;
}

/* Brakes, speeds up, and hands the car over. */
static int drive(kamm_vehicle_def *def, kamm_rung rung)
{
    def->clutch.flywheel_nm = 0;
    kamm_cars *without = rolling(def, rung);
    def->clutch.flywheel_nm = 400, def->clutch.flywheel_kgm2 = 0.5;
    kamm_cars *cars = rolling(def, rung);
    REQUIRE(cars && without && row(cars, "flywheel_radps") && !row(without, "flywheel_radps"));
    double dt = 1 / def->stepping.substeps_per_s, work = 0;
    kamm_inputs(cars)->brake = 0.2f;
    for (int n = 0; n < 240; ++n) {
        double brake = (double)row(cars, "brake_state")[0], way = cage(def, cars) * dt;
        kamm_step(cars, &kamm_flat_ground, 1);
        brake = 0.5 * (brake + (double)row(cars, "brake_state")[0]); /* rungs differ in which they take */
        work += 400 * brake * 0.5 * (way + cage(def, cars) * dt);
    }
    double speed = (double)row(cars, "flywheel_radps")[0], held = 0.25 * speed * speed;
    printf("%s: %.1f J taken, %.1f J held\n", kamm_describe_rung(rung)->name, work, held);
    REQUIRE(work > 1000 && fabs(held - work) < 5e-3 * work);

    if (rung == KAMM_FULL) {
        double with = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        row(cars, "flywheel_radps")[0] = 0;
        double counted = with - kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        row(cars, "flywheel_radps")[0] = (float)speed;
        REQUIRE(fabs(counted - held) < 1e-3 * held);
    }
    kamm_destroy_cars(without);

    double before = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    kamm_inputs(cars)->brake = 0, kamm_inputs(cars)->throttle = 1;
    kamm_step(cars, &kamm_flat_ground, 1200);
    REQUIRE(row(cars, "flywheel_radps")[0] < 0.1 && kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > before);
    kamm_destroy_cars(cars);
    return 0;
}

int main(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.aids.abs = def.aids.esc = def.aids.tcs = 0;
    REQUIRE(strcmp(kamm_feature_name(KAMM_FEATURE_FLYWHEEL), "a flywheel") == 0);
    return drive(&def, KAMM_SINGLE_TRACK) || drive(&def, KAMM_DOUBLE_TRACK) || drive(&def, KAMM_FULL);
}
EOF
    cc -std=c17 -Wall -Wextra -Werror -Iinclude part.c build/libkamm.a -lm -pthread -o part
    ./part
}
