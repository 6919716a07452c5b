/* World files with mistakes: each is refused with a message that names file, path, value and what is
 * allowed; nothing is changed, and nothing leaks. */
#include "support/tier.h"
#include "support/world_files.h"

#include <math.h>

static void keys_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"terrain\": [", "\"terain\": [", KAMM_ERROR_UNKNOWN, "terain",
         "unknown name \"terain\"; did you mean \"terrain\"?"},
        {"\"cell_m\": 5", "\"cel_m\": 5", KAMM_ERROR_UNKNOWN, "terrain[0].cel_m",
         "did you mean \"cell_m\"?"},
        {"\"cell_m\": 5", "\"cell_kg\": 5", KAMM_ERROR_UNKNOWN, "terrain[0].cell_kg",
         "its unit is not understood, what is wanted is cell_m (or cell_mm"},
        {"\"kind\": \"plane\", \"height_m\": 2", "\"kind\": \"plane\", \"cell_m\": 2",
         KAMM_ERROR_UNKNOWN, "terrain[2].cell_m",
         "unknown name \"cell_m\"; there are kind, height_m"},
        {"\"cell_m\": 5", "\"cell_m\": 5, \"cell_mm\": 5000", KAMM_ERROR_FORMAT,
         "terrain[0].cell_mm", "given twice, as \"cell_m\" and as \"cell_mm\""},
        {"\"paths\": [", "\"starts\": [], \"paths\": [", KAMM_ERROR_FORMAT, "starts",
         "given twice"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"raduis_m\": 10", KAMM_ERROR_UNKNOWN,
         "paint.regions[3].raduis_m", "did you mean \"radius_m\"?"},
        {"\"thickness_m\": 0.4", "\"size_m\": [1, 1, 1]", KAMM_ERROR_UNKNOWN, "bodies[2].size_m",
         "unknown name"},
        {"\"cone_height_m\": 0.5, \"at_m\"", "\"cone_height_m\": 0.5, \"mass_kg\": 5, \"at_m\"",
         KAMM_ERROR_UNKNOWN, "bodies[4].mass_kg", "unknown name \"mass_kg\""},
        {"\"source\": \"made up for this page\"", "\"source\": 1", KAMM_ERROR_FORMAT, "source",
         "a text that says where this comes from is wanted, not 1"},
        {"\"min_height_m\": 0, ", "\"columns\": 41, ", KAMM_ERROR_MISSING,
         "terrain[0].min_height_m", "a PNG comes with min_height_m and max_height_m"},
        {"\"min_height_m\": 0, ", "\"min_height_m\": 0, \"columns\": 41, ", KAMM_ERROR_FORMAT,
         "terrain[0].columns", "does not belong here"},
        {"\"columns\": 5, ", "", KAMM_ERROR_MISSING, "terrain[1].columns",
         "does not end in .png holds raw floats and comes with columns and rows"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void values_out_of_range_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"cell_m\": 5", "\"cell_m\": 0", KAMM_ERROR_RANGE, "terrain[0].cell_m",
         ": terrain[0].cell_m: 0 m is out of range; allowed: 0.01 to 1000 m"},
        {"\"cell_m\": 5", "\"cell_m\": 1e999", KAMM_ERROR_RANGE, "terrain[0].cell_m",
         "the value is not finite; allowed: 0.01 to 1000 m"},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [-100, -1e9]", KAMM_ERROR_RANGE,
         "terrain[0].origin_m[1]", "-1e+09 m is out of range; allowed: -1e+06 to 1e+06 m"},
        {"\"max_height_m\": 13.107", "\"max_height_m\": -1", KAMM_ERROR_RANGE,
         "terrain[0].max_height_m", "-1 m; allowed: min_height_m (0 m) or above"},
        {"\"columns\": 5", "\"columns\": 1", KAMM_ERROR_RANGE, "terrain[1].columns",
         "1 is out of range; allowed: 2 to 16384"},
        {"\"columns\": 5", "\"columns\": 5.5", KAMM_ERROR_RANGE, "terrain[1].columns",
         "5.5 is not a whole number"},
        {"\"roughness_seed\": 7", "\"roughness_seed\": -1", KAMM_ERROR_RANGE, "roughness_seed",
         "allowed: 0 to 4.29497e+09"},
        {"\"to_m\": [260, 20]", "\"to_m\": [260, -20]", KAMM_ERROR_RANGE, "terrain[2].to_m",
         "-20 m along y; allowed: above from_m's 0 m"},
        {"[0, 2, 3]]", "[0, 2, 4]]", KAMM_ERROR_RANGE, "terrain[3].triangles[1][2]",
         "4 is no such index; allowed: whole numbers from 0 to 3"},
        {"[0, 2, 3]]", "[0, 2, 0.5]]", KAMM_ERROR_RANGE, "terrain[3].triangles[1][2]", "0.5 is no"},
        {"[310, 10, 1]", "[310, 10, 1e7]", KAMM_ERROR_RANGE, "terrain[3].vertices_m[2][2]",
         "10000000 m is out of range"},
        {"\"to_m\": [100, 50]", "\"to_m\": [-100, 50]", KAMM_ERROR_RANGE, "paint.to_m",
         "-100 m along x; allowed: above from_m's -100 m"},
        {"\"cell_m\": 0.5", "\"cell_mm\": 10", KAMM_ERROR_RANGE, "paint.cell_m",
         "0.01 m make 20000 cells along x; allowed: 1 to 16384"},
        {"\"radius_m\": 10", "\"radius_m\": -10", KAMM_ERROR_RANGE, "paint.regions[3].radius_m",
         "-10 m is out of range"},
        {"\"size_m\": [4, 2, 3]", "\"size_m\": [4, 2, 0]", KAMM_ERROR_RANGE, "bodies[0].size_m[2]",
         "0 m is out of range; allowed: 0.01 to 10000 m"},
        {"\"friction\": 0.6", "\"friction\": 3", KAMM_ERROR_RANGE, "bodies[0].friction",
         "3 is out of range; allowed: 0 to 2"},
        {"[60, -10]]", "[60, -20]]", KAMM_ERROR_RANGE, "bodies[2].wall_m",
         "points 1 and 2 are the same place"},
        {"\"mass_kg\": 80", "\"mass_kg\": 0", KAMM_ERROR_RANGE, "bodies[5].mass_kg", "0 kg is out"},
        {"\"width_m\": 12", "\"width_m\": 0", KAMM_ERROR_RANGE, "paths[0].width_m", "0 m is out"},
        {"[60, 40], [-60, 40]]", "[60, 40], [-60, 10]]", KAMM_ERROR_RANGE, "paths[0].points_m",
         "points 3 and 0 are the same place; a closed path comes back by itself"},
        {"[[0, 0], [10, 0], [20, 1]]", "[[0, 0], [10, 0], [20, 1]], \"sides_m\": [[1, 2], [2, 3]]",
         KAMM_ERROR_RANGE, "paths[1].sides_m", "2 sides, but the path has 3 points"},
        {"[[0, 0], [10, 0], [20, 1]]",
         "[[0, 0], [10, 0], [20, 1]], \"sides_m\": [[1, 2], [2, -3], [1, 1]]", KAMM_ERROR_RANGE,
         "paths[1].sides_m", "side 1 is -3 m"},
        {"[[0, 0], [10, 0], [20, 1]]", "[[0, 0]]", KAMM_ERROR_RANGE, "paths[1].points_m",
         "1 points; allowed: 2 to"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void winds_that_make_no_sense_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"wind_mps\": [4, -3, 0]", "\"wind_mps\": [4, -300, 0]", KAMM_ERROR_RANGE, "wind_mps[1]",
         "-300 m/s is out of range; allowed: -100 to 100 m/s"},
        {"\"wind_mps\": [4, -3, 0]", "\"wind_mps\": [4, -3]", KAMM_ERROR_FORMAT, "wind_mps",
         "a list of 3 numbers is wanted, not of 2"},
        {"\"velocity_mps\": [0, 20, 0], ", "", KAMM_ERROR_MISSING, "gusts[0].velocity_mps",
         "is missing: Added to the wind"},
        {"\"to_m\": [125, 0], \"edge_m\": 2", "\"edge_m\": 2", KAMM_ERROR_MISSING, "gusts[0].to_m",
         "is missing: from_m and to_m come together"},
        {"\"to_m\": [125, 0], \"edge_m\": 2", "\"to_m\": [100, 0]", KAMM_ERROR_RANGE, "gusts",
         "gusts[0].to_m: (100, 0) as from_m, but both have to be apart"},
        {"\"start_s\": 10, ", "", KAMM_ERROR_MISSING, "gusts[1].start_s",
         "is missing: start_s and end_s come together"},
        {"\"start_s\": 10, ", "\"start_s\": 13, ", KAMM_ERROR_RANGE, "gusts",
         "gusts[1].end_s: 12, but has to be between 13 and 1e+09"},
        {"\"edge_s\": 0.5", "\"edge_s\": -1", KAMM_ERROR_RANGE, "gusts[1].edge_s",
         "-1 s is out of range"},
        {"\"gusts\": [", "\"gusts\": [3, ", KAMM_ERROR_FORMAT, "gusts[0]",
         "an object in { } is wanted, not 3"},
        {"\"deviation_mps\": 1.2, ", "", KAMM_ERROR_MISSING, "turbulence.deviation_mps",
         "is missing: Standard deviation"},
        {"\"length_m\": 25", "\"length_m\": 2", KAMM_ERROR_RANGE, "turbulence.length_m",
         "2 m is out of range; allowed: 5 to 200 m"},
        {"\"seed\": 3", "\"seed\": 3.5", KAMM_ERROR_RANGE, "turbulence.seed",
         "3.5 is not a whole number"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void values_of_another_type_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"cell_m\": 5", "\"cell_m\": \"5\"", KAMM_ERROR_FORMAT, "terrain[0].cell_m",
         "a number (0.01 to 1000 m) is wanted, not \"5\""},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [-100]", KAMM_ERROR_FORMAT,
         "terrain[0].origin_m", "a list of 2 numbers is wanted, not of 1"},
        {"\"origin_m\": [-100, -50]", "\"origin_m\": [1, 2, 3]", KAMM_ERROR_RANGE,
         "terrain[0].origin_m", "3 numbers; at most 2 are allowed"},
        {"\"file\": \"hills.png\"", "\"file\": 5", KAMM_ERROR_FORMAT, "terrain[0].file",
         "a text in quotes is wanted, not 5"},
        {"{ \"kind\": \"plane\",", "7, { \"kind\": \"plane\",", KAMM_ERROR_FORMAT, "terrain[2]",
         "an object in { } is wanted, not 7"},
        {"\"paint\": {", "\"paint\": [1], \"source\": {", KAMM_ERROR_FORMAT, "source",
         "given twice"},
        {"\"bodies\": [", "\"bodies\": 3, \"sources\": [", KAMM_ERROR_FORMAT, "sources",
         "an object of texts is wanted"},
        {"[300, 0, 0]", "[300, 0]", KAMM_ERROR_FORMAT, "terrain[3].vertices_m[0]",
         "a point [x, y, z] is wanted, not [300,0]"},
        {"[0, 1, 2]", "[0, 1]", KAMM_ERROR_FORMAT, "terrain[3].triangles[0]",
         "a triangle [a, b, c] of indices of vertices is wanted, not [0,1]"},
        {"[20, -40]", "[20, \"-40\"]", KAMM_ERROR_FORMAT, "paint.regions[4].polygon_m[1][1]",
         "a number (-1e+06 to 1e+06 m) is wanted, not \"-40\""},
        {"\"at_m\": [[20, 5]]", "\"at_m\": [20, 5]", KAMM_ERROR_FORMAT, "bodies[5].at_m[0]",
         "a point [x, y] is wanted, not 20"},
        {"\"asleep\": false", "\"asleep\": 0", KAMM_ERROR_FORMAT, "bodies[5].asleep",
         "true or false is wanted, not 0"},
        {"\"kind\": \"mesh\"", "\"kind\": 3", KAMM_ERROR_FORMAT, "terrain[3].kind",
         "a word in quotes is wanted, not 3"},
        {"\"colours\": [\"grass\", \"earth\"]", "\"colours\": [\"grass\", 2]", KAMM_ERROR_FORMAT,
         "paint.colours[1]", "a surface's name is wanted, not 2"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
    assert_world_refused("[1]", KAMM_ERROR_FORMAT, "",
                         "the file: an object in { } is wanted, not [1]");
    assert_world_refused("{\"terrain\": 3}", KAMM_ERROR_FORMAT, "terrain",
                         "a list in [ ] is wanted, not 3");
}

static void names_that_nothing_carries_are_refused(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"kind\": \"heights\", \"file\": \"hills", "\"kind\": \"height\", \"file\": \"hills",
         KAMM_ERROR_UNKNOWN, "terrain[0].kind",
         "\"height\" is not one of the words \"heights\", \"plane\", \"mesh\"; did you mean "
         "\"heights\"?"},
        {"\"type\": \"dynamic\", \"size_m\"", "\"type\": \"dynamo\", \"size_m\"",
         KAMM_ERROR_UNKNOWN, "bodies[5].type",
         "\"dynamo\" is not one of the words \"static\", \"kinematic\", \"dynamic\"; did you mean "
         "\"dynamic\"?"},
        {"\"default_surface\": \"grass\"", "\"default_surface\": \"gras\"", KAMM_ERROR_UNKNOWN,
         "default_surface", "no surface is named \"gras\"; did you mean grass"},
        {"\"surface\": \"sand\"", "\"surface\": \"lava\"", KAMM_ERROR_UNKNOWN, "terrain[1].surface",
         "no surface is named \"lava\"; there are grass, earth, sand"},
        {"\"surface\": \"ice\"", "\"surface\": \"icy\"", KAMM_ERROR_UNKNOWN,
         "paint.regions[2].surface", "did you mean ice"},
        {"[\"grass\", \"earth\"]", "[\"grass\", \"dearth\"]", KAMM_ERROR_UNKNOWN,
         "paint.colours[1]", "no surface is named \"dearth\"; did you mean earth"},
        {"\"path\": \"circuit\" }", "\"path\": \"circus\" }", KAMM_ERROR_UNKNOWN,
         "paint.regions[0].path",
         "none of the 2 paths is named \"circus\"; did you mean \"circuit\"?"},
        {"\"name\": \"lane\"", "\"name\": \"circuit\"", KAMM_ERROR_FORMAT, "paths[1].name",
         "\"circuit\" is there already"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    static const struct world_mistake mistakes[] = {
        {"\"cell_m\": 5, ", "", KAMM_ERROR_MISSING, "terrain[0].cell_m",
         "is missing: From one height to the next; allowed: 0.01 to 1000 m"},
        {"\"kind\": \"plane\", ", "", KAMM_ERROR_MISSING, "terrain[2].kind",
         "is missing; there are \"heights\", \"plane\", \"mesh\""},
        {", \"to_m\": [260, 20]", "", KAMM_ERROR_MISSING, "terrain[2].to_m", "is missing"},
        {"\"from_m\": [-100, -50], ", "", KAMM_ERROR_MISSING, "paint.from_m", "is missing"},
        {", \"colours\": [\"grass\", \"earth\"]", "", KAMM_ERROR_MISSING, "paint.colours",
         "a picture comes with the surfaces of its values"},
        {", \"radius_m\": 10", "", KAMM_ERROR_MISSING, "paint.regions[3].radius_m", "is missing"},
        {", \"centre_m\": [80, 0], \"radius_m\": 10", "", KAMM_ERROR_FORMAT, "paint.regions[3]",
         "0 shapes are given; a region has one of polygon_m, from_m with to_m"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"path\": \"lane\"", KAMM_ERROR_FORMAT,
         "paint.regions[3]", "2 shapes are given"},
        {"\"radius_m\": 10", "\"radius_m\": 10, \"width_m\": 2", KAMM_ERROR_FORMAT,
         "paint.regions[3].width_m", "it goes with path"},
        {"\"centre_m\": [-20, 0, 5], ", "", KAMM_ERROR_MISSING, "bodies[0].centre_m",
         "a body has one of centre_m (its middle) and at_m"},
        {"\"at_m\": [[-20, 20]]", "\"at_m\": [[-20, 20]], \"centre_m\": [0, 0, 0]",
         KAMM_ERROR_FORMAT, "bodies[1].centre_m", "a body has one of"},
        {", \"mass_kg\": 80", "", KAMM_ERROR_MISSING, "bodies[5].mass_kg",
         "allowed: 0.01 to 1e+06 kg"},
        {"\"name\": \"pit\", ", "", KAMM_ERROR_MISSING, "starts[0].name", "is missing"},
    };
    ASSERT_WORLD_MISTAKES(mistakes);
    assert_world_refused("{}", KAMM_ERROR_MISSING, "terrain",
                         "terrain: is missing: List of layers");
    assert_world_refused("{\"terrain\": []}", KAMM_ERROR_RANGE, "terrain",
                         "there is no layer; allowed: 1 to 1024");
    assert_world_refused("", KAMM_ERROR_FILE, "", ": is empty");
    assert_world_refused(
        "{\"terrain\": [{\"kind\": \"mesh\", \"vertices_m\": [[0, 0, 0], [1, 0, 0],"
        " [1, 0, 1]], \"triangles\": [[0, 1, 2]]}]}",
        KAMM_ERROR_RANGE, "terrain", "stand upright");
}

/* -- any bytes -------------------------------------------------------------------------------- */

static void truncations_are_refused(void **state)
{
    (void)state;
    static char text[MAX_TEXT];
    size_t whole = strlen(world_example);
    for (size_t length = 1; length + 2 < whole; length += 1 + whole / 200) {
        snprintf(text, sizeof text, "%.*s", (int)length, world_example);
        assert_world_refused(text, KAMM_ERROR_FORMAT, read_error.path, "");
    }
}

/* Either the file is refused and nothing changes, or there is a world. */
static void random_bytes_do_no_harm(void **state)
{
    (void)state;
    static const char bytes[] = "{}[]\":,.-+eE0123456789 \n\\/u*_ax";
    static char text[MAX_TEXT];
    uint64_t random = 1;
    int accepted = 0;
    memset(&untouched_world, 0x5a, sizeof untouched_world);
    for (int round = 0; round < of_tier(150, 400); ++round) {
        size_t length = strlen(world_example);
        memcpy(text, world_example, length + 1);
        random = random * 6364136223846793005U + 1442695040888963407U;
        text[(random >> 33) % length] = bytes[(random >> 20) % (sizeof bytes - 1)];
        world_file = untouched_world;
        if (read_world_text(text)) {
            assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
            continue;
        }
        ++accepted;
        assert_true(isfinite(kamm_terrain_at(world_file.terrain, 0, 0, 1e6).height_m));
        kamm_destroy_world_file(&world_file);
    }
    assert_in_range(accepted, 10, 390); /* both kinds occur, or the mutations test nothing */
}

/* -- memory ----------------------------------------------------------------------------------- */

/* Wherever memory ends, the error says so, and everything is released. */
static void running_out_of_memory_leaves_nothing_behind(void **state)
{
    (void)state;
    int max = 0;
    for (kamm_result result = KAMM_ERROR_MEMORY; result; ++max) {
        struct counted_memory memory = {max, 0};
        kamm_set_allocator(allocate_while_left, release_counted, &memory);
        result = read_world_text(world_example);
        if (!result) kamm_destroy_world_file(&world_file);
        kamm_set_allocator(NULL, NULL, NULL);
        if (result && result != KAMM_ERROR_MEMORY) fail_msg("%d: %s", result, read_error.text);
        if (result) assert_text_has("out of memory");
        assert_int_equal(memory.alive, 0);
    }
    assert_in_range(max, 30, 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_that_do_not_fit_are_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(winds_that_make_no_sense_are_refused),
        cmocka_unit_test(values_of_another_type_are_refused),
        cmocka_unit_test(names_that_nothing_carries_are_refused),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(truncations_are_refused),
        cmocka_unit_test(random_bytes_do_no_harm),
        cmocka_unit_test(running_out_of_memory_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, remove_folder);
}
