#!/bin/sh
# The recipes of CONTRIBUTING.md, all followed in one copy of the tree: a field, a channel, a word of a choice, a law of the tyre,
# a kind of linkage, a task for learning, a road test, a part and a rung. Each changes as many files as its table says, and is then found:
# in the catalogue, by the reader, in the list of road tests, among the environments. What is a copy of something does the same, to the bit.
#
# Usage: tools/test_recipes.sh JOBS
set -eu
. "$(dirname -- "$0")/test_tree.sh"
. "$tools/recipe_part.sh"
. "$tools/recipe_rung.sh"
jobs=$1
copy_tree CMakeLists.txt cmake include src test python
export KAMM_DATA="$root/data"

# A field: ballast, which counts as payload.
sed -i '/^    NUMBER(cg_left_m, "m"/i\
    NUMBER(ballast_kg, "kg", 0, 0, 1e4, "Mass that is added to the payload, at its place; a racing car has up to 50") \\' \
    include/kamm/vehicle_fields.h
sed -i 's/^    loads\[PAYLOAD\] = (struct load){payload->mass_kg,/    loads[PAYLOAD] = (struct load){payload->mass_kg + def->body.ballast_kg,/' \
    src/vehicle/statics.c
changes 2 'a field'

# A channel, the last one, worked out when it is read.
sed -i '/^    INPUT(endurance_brake, "1", endurance_brake, 0, 1,/s/$/ \\\
    DERIVED(speed_twice_mps, "m\/s", "Twice the speed over the world")/' include/kamm/state_fields.h
sed -i '/^static double read_vertical_speed_mps/i\
static double read_speed_twice_mps(const kamm_cars *cars, int car) { return 2 * read_speed_mps(cars, car); }\
' src/run/read.c
changes 2 'a channel'

# A word of a choice: the nose as the point of the kinematic rung.
sed -i 's/^    WORD(KAMM_POINT_BOX_CENTRE, "box_centre")$/& WORD(KAMM_POINT_NOSE, "nose")/' include/kamm/vehicle_fields.h
sed -i '/^    if (choice == KAMM_POINT_FRONT_AXLE)/i\
    if (choice == KAMM_POINT_NOSE) point[0] = model->statics.axle_x[0] + body->front_overhang_m;' \
    src/rungs/kinematic/kinematic_compile.c
changes 2 'a word of a choice'

# A law of the tyre: the linear one, with its numbers.
for file in linear_tyre.h linear_tyre_compile.c; do
    sed 's/linear_tyre/copied_tyre/g; s/LINEAR_TYRE/COPIED_TYRE/g; s/kamm_copied_tyre_def/kamm_linear_tyre_def/g' \
        "src/part/tyre/$file" >"src/part/tyre/copied${file#linear}"
done
sed -i 's/^    LAW(KAMM_TYRE_MOTORCYCLE, motorcycle_tyre)$/& LAW(KAMM_TYRE_COPIED, copied_tyre)/
s/^#include "linear_tyre.h"$/#include "copied_tyre.h"\n&/' src/part/tyre/tyre.h
sed -i 's/WORD(KAMM_TYRE_MOTORCYCLE, "motorcycle")$/& WORD(KAMM_TYRE_COPIED, "copied")/' include/kamm/tyre_fields.h
changes 4 'a law of the tyre'

# A kind of linkage: the trailing arm.
sed -i 's/^    WORD(KAMM_HARDPOINTS_SOLID, "solid")$/& WORD(KAMM_HARDPOINTS_COPIED_ARM, "copied_arm")/' include/kamm/hardpoint_fields.h
sed -i 's/^#define ARMS (/&KIND(COPIED_ARM) | /; s/^    case KAMM_HARDPOINTS_TRAILING_ARM:$/&\n    case KAMM_HARDPOINTS_COPIED_ARM:/' \
    src/vehicle/hardpoints.c
changes 2 'a kind of linkage'

# A task for learning: parking.
sed 's/kamm_parking_task/kamm_copied_task/; s/"Parking"/"Copied"/' src/env/parking.c >src/env/copied.c
sed -i '/^    TASK(KAMM_ENV_TRIAL, trial)/s/$/ TASK(KAMM_ENV_COPIED, copied)/' include/kamm/env.h
sed -i 's/^    "Trial": .*$/&\n    "Copied": "volvo-v40",/' python/kamm/gym/options.py
changes 3 'a task for learning'

# A road test: parking on a slope.
sed 's/kamm_slope_hold_test/kamm_copied_hold_test/; s/"slope-hold"/"copied-hold"/' src/lab/slope_hold.c >src/lab/copied_hold.c
sed -i 's/TEST(crosswind)$/& TEST(copied_hold)/' src/lab/tests.h
changes 2 'a road test'

add_part
add_rung

# By clang, which takes a third of GCC's time for code that is not optimised.
cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=clang -DCMAKE_C_FLAGS_DEBUG=-O0 \
    -DKAMM_COMMAND=OFF -DKAMM_KERNELS=single -DKAMM_WERROR=ON -DKAMM_CCACHE=ON
cmake --build build -j "$jobs" --target kamm kamm_io

python3 - <<'EOP'
import ast
tree = ast.parse(open("python/kamm/gym/options.py").read())
tasks = next(node.value for node in tree.body if isinstance(node, ast.AnnAssign) and node.target.id == "TASKS")
assert list(ast.literal_eval(tasks))[-1] == "Copied"
EOP

cat >drive.c <<'EOP'
#include <kamm/io/lab.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define REQUIRE(holds) \
    if (!(holds)) return fprintf(stderr, "drive.c:%d: %s\n", __LINE__, #holds), 1

static uint64_t hash_of(const kamm_vehicle_def *def)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 1, &error) : NULL;
    if (!cars) return fprintf(stderr, "%s\n", error.text), 0;
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    start.speed_mps = 15;
    kamm_place(cars, 0, &start);
    kamm_inputs(cars)->steering_wheel_rad = 0.5f;
    kamm_step(cars, &kamm_flat_ground, 60);
    uint64_t hash = kamm_state_hash(cars);
    kamm_destroy_cars(cars), kamm_destroy_model(model);
    return hash;
}

static int field_and_channel(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error;
    double mass[2];
    for (int loaded = 0; loaded < 2; ++loaded) {
        REQUIRE(kamm_set(kamm_vehicle_table(), &def, "body.ballast_kg", loaded ? "20" : "0", &error) == KAMM_OK);
        kamm_model *model = kamm_create_model(&def, KAMM_RIGID2D, &error);
        REQUIRE(model);
        mass[loaded] = kamm_describe(model).mass_kg;
        kamm_cars *cars = kamm_create_cars(model, 1, &error);
        kamm_place(cars, 0, &(kamm_placement){.speed_mps = 7});
        double twice = 0;
        const char *const channel = "speed_twice_mps";
        REQUIRE(kamm_read_channels(cars, 1, &channel, &twice, &error) == KAMM_OK && fabs(twice - 14) < 1e-6);
        kamm_destroy_cars(cars), kamm_destroy_model(model);
    }
    REQUIRE(fabs(mass[1] - mass[0] - 20) < 1e-9);
    return 0;
}

static int word(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error;
    double reach[2];
    static const char *const words[] = {"front_axle", "nose"};
    for (int i = 0; i < 2; ++i) {
        REQUIRE(kamm_set(kamm_vehicle_table(), &def, "kinematic.reference", words[i], &error) == KAMM_OK);
        kamm_model *model = kamm_create_model(&def, KAMM_KINEMATIC, &error);
        REQUIRE(model);
        kamm_cars *cars = kamm_create_cars(model, 1, &error);
        reach[i] = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
        kamm_destroy_cars(cars), kamm_destroy_model(model);
    }
    REQUIRE(fabs(reach[1] - reach[0] - def.body.front_overhang_m) < 1e-5);
    return 0;
}

static int law_and_linkage(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    uint64_t usual = hash_of(&def), laws[2], arms[2];
    for (int i = 0; i < 2; ++i) {
        for (int a = 0; a < 2; ++a) def.axles[a].tyre.law = i ? KAMM_TYRE_COPIED : KAMM_TYRE_LINEAR;
        laws[i] = hash_of(&def);
    }
    REQUIRE(laws[0] && laws[0] == laws[1] && laws[0] != usual);
    def = kamm_default_vehicle();
    kamm_suspension_def *s = &def.axles[1].suspension;
    kamm_hardpoints_def *p = &s->hardpoints;
    s->roll_centre_height_m = 0.05, s->bump_travel_m = s->rebound_travel_m = 0.06; /* what follows from points is not given */
    p->wheel_centre_m[0] = -0.42, p->wheel_centre_m[1] = def.axles[1].track_m / 2, p->wheel_centre_m[2] = 0.29;
    p->pivot_inner_m[1] = 0.5, p->pivot_inner_m[2] = 0.33;
    p->wheel_centre_m_count = p->pivot_inner_m_count = 3;
    for (int i = 0; i < 2; ++i) {
        p->kind = i ? KAMM_HARDPOINTS_COPIED_ARM : KAMM_HARDPOINTS_TRAILING_ARM;
        arms[i] = hash_of(&def);
    }
    REQUIRE(arms[0] && arms[0] == arms[1] && arms[0] != usual);
    return 0;
}

static int task(void)
{
    static const kamm_env_task tasks[] = {KAMM_ENV_PARKING, KAMM_ENV_COPIED};
    kamm_vehicle_def def = kamm_default_vehicle();
    float rows[2][64] = {{0}}, reward, actions[8];
    uint8_t terminated, truncated;
    kamm_error error = {0};
    def.stepping.substeps_per_s = 300;
    REQUIRE(strcmp(kamm_env_task_name(KAMM_ENV_COPIED), "Copied") == 0);
    for (int i = 0; i < 2; ++i) {
        kamm_env *env = kamm_create_env(
            &(kamm_env_def){.task = tasks[i], .count = 1, .vehicle = &def, .rung = KAMM_SINGLE_TRACK}, &error);
        if (!env) return fprintf(stderr, "%s\n", error.text), 1;
        REQUIRE(kamm_reset_env(env, &(uint64_t){7}, NULL, rows[i], &error) == KAMM_OK);
        const kamm_env_arrays arrays = {rows[i], &reward, &terminated, &truncated, NULL};
        for (int step = 0; step < 20; ++step) {
            kamm_env_advice(env, actions);
            REQUIRE(kamm_step_env(env, actions, &arrays, &error) == KAMM_OK);
        }
        kamm_destroy_env(env);
    }
    REQUIRE(memcmp(rows[0], rows[1], sizeof rows[0]) == 0 && rows[0][0] != 0);
    return 0;
}

/* What names are written to files, and read. */
static int names(void)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    FILE *catalog = fopen("catalog", "w"), *schema = fopen("schema", "w");
    REQUIRE(kamm_write_catalog(catalog, 0, &error) == KAMM_OK && kamm_write_schema(schema, &error) == KAMM_OK);
    fclose(catalog), fclose(schema);
    if (kamm_load_vehicle("ballast.json", &file, NULL, &error)) return fprintf(stderr, "%s\n", error.text), 1;
    REQUIRE(fabs(file.def.body.ballast_kg - 4.5359237) < 1e-9);
    REQUIRE(kamm_find_road_test("copied-hold"));
    return 0;
}

int main(void) { return field_and_channel() || word() || law_and_linkage() || task() || names(); }
EOP
sed 's/"body": {/&\n    "ballast_lb": 10,/' "$root/data/vehicles/nissan-micra.json" >ballast.json
cc -std=c17 -Wall -Wextra -Werror -Iinclude drive.c build/libkamm_io.a build/libkamm.a $(pkg-config --libs libcjson libpng) -lm -pthread -o drive
./drive
for word in body.ballast_kg speed_twice_mps '|nose' '|copied' '|copied_arm'; do
    grep -qF -- "$word" catalog || fail "the catalogue has no $word"
done
for word in '"ballast_kg"' '"nose"' '"copied"' '"copied_arm"'; do grep -qF -- "$word" schema || fail "the schema has no $word"; done
drive_part
drive_rung
echo 'all recipes hold'
