# The recipe of a rung, for test_recipes.sh, which sources it. A rung is one folder and one line: the tree gets a copy of
# src/rungs/rigid2d and its line in KAMM_RUNGS, nothing else.

add_rung()
{
# The folder. It reads the same fields of the def.
mkdir src/rungs/added
for file in src/rungs/rigid2d/*; do
    sed 's/rigid2d/added/g; s/RIGID2D/ADDED/g; s/kamm_added_def/kamm_rigid2d_def/g; s/def->added/def->rigid2d/g' \
        "$file" >"src/rungs/added/$(basename "$file" | sed s/rigid2d/added/)"
done
# The line.
sed -i 's/^\( *\)RUNG(KAMM_RIGID2D, rigid2d).*$/&\n\1RUNG(KAMM_ADDED, added) \\/' include/kamm/vehicle.h
grep -q 'RUNG(KAMM_ADDED' include/kamm/vehicle.h || fail 'KAMM_RUNGS has no line of rigid2d'
    changes $(($(ls src/rungs/added | wc -l) + 1)) 'a rung'
}

# A car on the new rung has to do the same, to the bit, as on the original.
drive_rung()
{
    cat >rung.c <<'EOP'
#include <kamm/kamm.h>

#include <stdio.h>
#include <string.h>

/* The hash of a car that starts at 15 m/s, steers, speeds up and brakes. */
static uint64_t drive(kamm_rung rung)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&def, rung, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, 1, NULL) : NULL;
    if (!cars) return fprintf(stderr, "%s\n", error.text), 0;
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    placement.speed_mps = 15;
    kamm_place(cars, 0, &placement);
    for (int tenth = 0; tenth < 40; ++tenth) {
        kamm_input *input = kamm_inputs(cars);
        input->steering_wheel_rad = tenth < 20 ? 0.5f : -0.8f;
        input->throttle = tenth < 25 ? 0.6f : 0;
        input->brake = tenth < 25 ? 0 : 0.5f;
        kamm_step(cars, &kamm_flat_ground, 120);
    }
    uint64_t hash = kamm_state_hash(cars);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return hash;
}

int main(void)
{
    const kamm_rung_info *added = kamm_find_rung("added");
    if (!added || added->rung != KAMM_ADDED || strcmp(added->name, "added") != 0) return 2;
    uint64_t hashes[] = {drive(KAMM_RIGID2D), drive(KAMM_ADDED), drive(KAMM_SINGLE_TRACK)};
    printf("%016llx on rigid2d, %016llx on its copy, %016llx on single_track\n", (unsigned long long)hashes[0],
           (unsigned long long)hashes[1], (unsigned long long)hashes[2]);
    return !(hashes[0] && hashes[0] == hashes[1] && hashes[1] != hashes[2]);
}
EOP
    cc -std=c17 -Wall -Wextra -Werror -Iinclude rung.c build/libkamm.a -lm -pthread -o rung
    ./rung
}
