/* World files: the example of docs/world-files.md is what the page says; the schema and the page know
 * every key; what is in data/worlds can be read. */
#include "support/cars.h"
#include "support/world_files.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <png.h>

#include "fields/fields.h"
#include "io/world_fields.h"

/* Heights from steps of 0.0002 m through floats. */
#define HEIGHT_TOLERANCE_M 2e-4

static int read_example_once(void **state)
{
    if (set_up_worlds(state)) return -1;
    if (read_world_text(world_example)) fail_msg("%s", read_error.text);
    return 0;
}

static int forget_example(void **state)
{
    kamm_destroy_world_file(&world_file);
    assert_null(world_file.terrain);
    return remove_folder(state);
}

static double height_at(double x, double y)
{
    return kamm_terrain_at(world_file.terrain, x, y, 1e6).height_m;
}

static const char *surface_at(double x, double y)
{
    kamm_terrain_point point = kamm_terrain_at(world_file.terrain, x, y, 1e6);
    return kamm_terrain_surface(world_file.terrain, point.surface)->name;
}

static void a_world_has_its_names(void **state)
{
    (void)state;
    assert_string_equal(world_file.path, world_path);
    assert_string_equal(world_file.name, "Example yard");
    assert_int_equal(world_notes.count, 0);
    assert_string_equal(kamm_terrain_surface(world_file.terrain, 0)->name, "grass");
    assert_non_null(world_file.def.ground.query);
    expect_near((double)world_file.def.ground.gravity_mps2[2], -9.80665, 1e-6);
}

/* A linear height map is linear between its heights as well. */
static void a_picture_is_a_height_map_with_north_up(void **state)
{
    (void)state;
    for (double x = -97.5; x < 100; x += 13)
        for (double y = -47.5; y < 50; y += 7)
            expect_near(height_at(x, y), hill_height_m(x, y), HEIGHT_TOLERANCE_M);
}

static void raw_floats_are_a_height_map(void **state)
{
    (void)state;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 5; ++column) {
            double x = 200 + 2 * column, y = 100 + 2 * row;
            expect_near(height_at(x, y), (double)dune_height_m(column, row), 1e-6);
        }
    assert_string_equal(surface_at(203, 103), "sand");
}

static void planes_and_meshes_lie_where_they_should(void **state)
{
    (void)state;
    expect_near(height_at(200, 10), 2, 1e-9);
    expect_near(height_at(250, 10), 7, 1e-9);
    expect_near(height_at(305, 5), 0.5, 1e-6);
    expect_near(height_at(302, 9), 0.9, 1e-6);
    assert_string_equal(surface_at(305, 5), "concrete");
    assert_string_equal(surface_at(250, 10), "grass");
}

static void paint_is_a_picture_with_regions_over_it(void **state)
{
    static const struct {
        double x, y;
        const char *surface;
    } places[] = {
        {-80, 10, "earth"},         {-80, -10, "grass"},      {20, 25, "grass"},
        {-20, 25, "earth"},         {0, 14.2, "dry_asphalt"}, {0, 16.2, "grass"},
        {0, 3.8, "grass"},          {0, 4.2, "dry_asphalt"},  {0, 11.8, "gravel"},
        {0, 12.2, "dry_asphalt"},   {-60, 25, "gravel"}, /* the piece that closes the circuit */
        {-65.8, 25, "dry_asphalt"}, {-66.2, 25, "earth"},     {-89.8, -39.8, "ice"},
        {-90.2, -39.8, "grass"},    {-70.2, -30.2, "ice"},    {-69.8, -30.2, "grass"},
        {89.7, 0.2, "wet_asphalt"}, {90.3, 0.2, "grass"},     {86.9, 6.9, "wet_asphalt"},
        {87.3, 7.3, "grass"},       {2, -22, "grass"}, /* the slanted sides of the notched polygon */
        {2, -23.5, "snow"},         {10, -29, "grass"},       {10, -31, "snow"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
        if (strcmp(surface_at(places[i].x, places[i].y), places[i].surface) != 0)
            fail_msg("%s and not %s at %g, %g", surface_at(places[i].x, places[i].y),
                     places[i].surface, places[i].x, places[i].y);
}

static void assert_box(const kamm_box *box, const double centre[3], const double size[3],
                       double yaw_rad)
{
    for (int i = 0; i < 3; ++i) {
        expect_near(box->centre_m[i], centre[i], HEIGHT_TOLERANCE_M);
        expect_near(2 * box->half_m[i], size[i], HEIGHT_TOLERANCE_M);
    }
    expect_near(box->orientation[0], cos(yaw_rad / 2), 1e-15);
    expect_near(box->orientation[1], 0, 0);
    expect_near(box->orientation[2], 0, 0);
    expect_near(box->orientation[3], sin(yaw_rad / 2), 1e-15);
}

static void boxes_lie_free_or_stand_on_the_terrain(void **state)
{
    (void)state;
    const kamm_body_def *fixed_bodies = world_file.def.bodies;
    assert_int_equal(world_file.def.body_count, 9);
    assert_box(&fixed_bodies[0].shapes[0].box, (double[]){-20, 0, 5}, (double[]){4, 2, 3},
               M_PI / 6);
    assert_float_equal(fixed_bodies[0].friction, 0.6f, 0);
    assert_float_equal(fixed_bodies[0].restitution, 0.2f, 0);
    /* On the lowest corner, which is that of the lowest x and y. */
    assert_box(&fixed_bodies[1].shapes[0].box, (double[]){-20, 20, hill_height_m(-21, 19) + 0.5},
               (double[]){2, 2, 1}, 0);
    assert_float_equal(fixed_bodies[1].friction, 0.5f, 0);
    assert_float_equal(fixed_bodies[1].restitution, 0.1f, 0);
}

/* The corner is square: both pieces are longer there by half of their thickness. */
static void a_wall_is_a_box_for_each_piece(void **state)
{
    (void)state;
    const kamm_body_def *fixed_bodies = world_file.def.bodies;
    double low = hill_height_m(40, -20), middle = hill_height_m(60, -20),
           high = hill_height_m(60, -10);
    assert_box(&fixed_bodies[2].shapes[0].box, (double[]){50.1, -20, (low + middle + 1) / 2},
               (double[]){20.2, 0.4, middle + 1 - low}, 0);
    assert_box(&fixed_bodies[3].shapes[0].box, (double[]){60, -15.1, (middle + high + 1) / 2},
               (double[]){10.2, 0.4, high + 1 - middle}, M_PI / 2);
    assert_float_equal(fixed_bodies[3].friction, 0.4f, 0);
}

/* The world place of a point of a dynamic body's frame. */
static void place_of(const kamm_body_def *dynamic_body, const double point[3], double place[3])
{
    const double *q = dynamic_body->orientation, *v = point;
    double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                   2 * (q[1] * v[1] - q[2] * v[0])};
    place[0] = dynamic_body->position_m[0] + v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
    place[1] = dynamic_body->position_m[1] + v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
    place[2] = dynamic_body->position_m[2] + v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

/* On a slope without bends all corners of the foot are on the ground. */
static void assert_stands(const kamm_body_def *dynamic_body, int foot)
{
    const kamm_box *box = &dynamic_body->shapes[foot].box;
    for (int corner = 0; corner < 4; ++corner) {
        double place[3];
        double point[3] = {corner % 2 ? box->half_m[0] : -box->half_m[0],
                           corner / 2 ? box->half_m[1] : -box->half_m[1],
                           box->centre_m[2] - box->half_m[2]};
        place_of(dynamic_body, point, place);
        expect_near(place[2], hill_height_m(place[0], place[1]), HEIGHT_TOLERANCE_M);
    }
}

static void cones_and_crates_stand_on_the_slope(void **state)
{
    (void)state;
    const kamm_body_def *dynamic_bodies = &world_file.def.bodies[5];
    kamm_body_def cone = kamm_cone(0.5);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(dynamic_bodies[i].shape_count, cone.shape_count);
        assert_float_equal(dynamic_bodies[i].mass_kg, cone.mass_kg, 0);
        assert_int_equal(dynamic_bodies[i].asleep, 1);
        expect_near(dynamic_bodies[i].position_m[0], 10 * i, 1e-9);
        expect_near(dynamic_bodies[i].position_m[1], 5, 1e-9);
        assert_stands(&dynamic_bodies[i], 0);
    }
    const kamm_body_def *crate = &dynamic_bodies[2];
    assert_int_equal(crate->asleep, 0);
    assert_float_equal(crate->mass_kg, 80, 0);
    expect_near(crate->shapes[0].box.half_m[1], 1, 0);
    assert_stands(crate, 0);
    /* Its x axis looks along y, up the slope of 0.01. */
    double tip[3];
    place_of(crate, (double[]){1, 0, 0}, tip);
    expect_near(tip[0] - crate->position_m[0], 0, 1e-3);
    expect_near(tip[1] - crate->position_m[1], 1, 1e-4);
    expect_near(tip[2] - crate->position_m[2], 0.01, 1e-4);
}

static void paths_and_starts_are_found_by_name(void **state)
{
    (void)state;
    const kamm_path *circuit = kamm_find_path(&world_file, "circuit");
    const kamm_path *lane = kamm_find_path(&world_file, "lane");
    const kamm_start *pit = kamm_find_start(&world_file, "pit");
    assert_null(kamm_find_path(&world_file, "pit"));
    assert_null(kamm_find_start(&world_file, "circuit"));
    assert_non_null(circuit);
    assert_non_null(lane);
    assert_non_null(pit);
    assert_int_equal(world_file.path_count, 2);
    assert_int_equal(circuit->count, 4);
    assert_int_equal(circuit->closed, 1);
    expect_near(circuit->width_m, 12, 0);
    expect_near(circuit->points_m[2][0], 60, 0);
    expect_near(circuit->points_m[2][1], 40, 0);
    assert_int_equal(lane->closed, 0);
    assert_int_equal(lane->count, 3);
    expect_near(pit->x_m, -50, 0);
    expect_near(pit->y_m, 10, 0);
    expect_near(pit->yaw_rad, M_PI / 2, 1e-15);
}

/* -- other files ------------------------------------------------------------------------------ */

static void read_well(const char *text)
{
    kamm_destroy_world_file(&world_file);
    if (read_world_text(text)) fail_msg("%s", read_error.text);
}

static void a_path_has_sides_of_its_own(void **state)
{
    (void)state;
    read_well(
        "{\"terrain\": [{\"kind\": \"plane\"}], \"default_surface\": \"dry_asphalt\","
        "\"paths\": [{\"name\": \"line\", \"width_m\": 9, \"points_m\": [[0, 0], [50, 0], [99, 5]],"
        "\"sides_m\": [[3, 6], [4, 5], [4.5, 4.5]]}]}");
    const kamm_path *line = kamm_find_path(&world_file, "line");
    assert_non_null(line);
    assert_non_null(line->sides_m);
    expect_near(line->sides_m[1][0], 4, 0);
    expect_near(line->sides_m[1][1], 5, 0);
}

static void defaults_and_other_units_are_understood(void **state)
{
    (void)state;
    read_well("{\"terrain\": [{\"kind\": \"plane\", \"height_cm\": 150}],"
              " \"starts\": [{\"name\": \"a\", \"at_ft\": [10, 0], \"yaw_rad\": 1}],"
              " \"bodies\": [{\"cone_height_m\": 0.5, \"at_m\": [[0, 0]]}]}");
    assert_string_equal(world_file.name, "world");
    expect_near(height_at(1000, -1000), 1.5, 0); /* smooth, if it is not to be rough */
    assert_string_equal(surface_at(0, 0), "dry_asphalt");
    expect_near(world_file.starts[0].x_m, 3.048, 1e-12);
    expect_near(world_file.starts[0].yaw_rad, 1, 0);
    assert_int_equal(world_file.def.body_count, 1);
    assert_int_equal(world_file.path_count, 0);
    assert_null(kamm_find_path(&world_file, "circuit"));
}

/* 1 is the default; asphalt has some roughness, and another seed is another road. */
static void the_seed_chooses_the_road(void **state)
{
    (void)state;
    static const char *const seeds[] = {"", "\"roughness_seed\": 1, ", "\"roughness_seed\": 2, "};
    double heights[3];
    for (int i = 0; i < 3; ++i) {
        char text[200];
        snprintf(text, sizeof text, "{\"rough\": true, %s\"terrain\": [{\"kind\": \"plane\"}]}",
                 seeds[i]);
        read_well(text);
        heights[i] = height_at(12.3, 4.5);
    }
    assert_true(heights[0] == heights[1]);
    assert_true(fabs(heights[0] - heights[2]) > 1e-6);
}

static void a_class_of_roads_is_rough(void **state)
{
    (void)state;
    read_well(
        "{\"rough\": true, \"default_surface\": \"road_class_e\", \"terrain\": [{\"kind\": \"plane\"}]}");
    expect_above(fabs(height_at(12.3, 4.5)), 1e-3);
    assert_int_equal(
        read_world_text(
            "{\"default_surface\": \"road_class_e\", \"terrain\": [{\"kind\": \"plane\"}]}"),
        KAMM_ERROR_RANGE);
    assert_string_equal(read_error.path, "rough");
    assert_non_null(
        strstr(read_error.text, "rough: road_class_e is dry asphalt but for its roughness"));
}

static void eight_bits_are_read_with_a_note(void **state)
{
    (void)state;
    const unsigned char bytes[] = {0, 0, 51, 51, 255, 255};
    write_png("coarse.png", 2, 3, 8, PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, bytes);
    read_well("{\"surfaces\": \"surfaces.json\", \"terrain\": [{\"kind\": \"heights\", \"file\":"
              " \"coarse.png\", \"cell_m\": 10, \"min_height_m\": -1, \"max_height_m\": 4}]}");
    expect_near(height_at(0, 20), -1, 1e-6);
    expect_near(height_at(10, 10), 0, 1e-6);
    expect_near(height_at(10, 0), 4, 1e-6);
    assert_int_equal(world_notes.count, 1);
    assert_non_null(strstr(world_notes.text[0], "terrain[0].file: coarse.png has 8 bits a pixel"));
    assert_non_null(strstr(world_notes.text[0], "steps of 0.0196 m"));
}

/* A square of walls: all four corners are mitred, and the pieces turn by 90 degrees each. */
static void a_closed_wall_has_four_corners(void **state)
{
    (void)state;
    read_well("{\"surfaces\": \"surfaces.json\", \"default_surface\": \"ice\","
              " \"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"wall_m\": [[0, 0], [10, 0],"
              " [10, 10], [0, 10], [0, 0]], \"height_m\": 2, \"thickness_m\": 1}]}");
    assert_int_equal(world_file.def.body_count, 4);
    const double yaws[] = {0, M_PI / 2, M_PI, -M_PI / 2};
    const double centres[4][3] = {{5, 0, 1}, {10, 5, 1}, {5, 10, 1}, {0, 5, 1}};
    for (int i = 0; i < 4; ++i)
        assert_box(&world_file.def.bodies[i].shapes[0].box, centres[i], (double[]){11, 1, 2},
                   yaws[i]);
}

/* At a turn of 60 degrees the outer corners of both boxes are one point. */
static void mitred_boxes_meet_at_their_outer_corner(void **state)
{
    (void)state;
    read_well("{\"surfaces\": \"surfaces.json\", \"default_surface\": \"ice\","
              " \"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"wall_m\": [[0, 0], [10, 0],"
              " [15, 8.660254037844386]], \"thickness_m\": 2}]}");
    const kamm_box *a = &world_file.def.bodies[0].shapes[0].box,
                   *b = &world_file.def.bodies[1].shapes[0].box;
    double c = 0.5, s = sqrt(0.75);
    double first[2] = {a->centre_m[0] + a->half_m[0], -a->half_m[1]};
    double second[2] = {b->centre_m[0] - c * b->half_m[0] + s * b->half_m[1],
                        b->centre_m[1] - s * b->half_m[0] - c * b->half_m[1]};
    expect_near(first[0], second[0], 1e-9);
    expect_near(first[1], second[1], 1e-9);
}

static void worlds_of_the_data_folder_can_be_read(void **state)
{
    (void)state;
    char names[100][64];
    int count = kamm_list_data("worlds", names, 100);
    assert_in_range(count, 0, 100);
    for (int i = 0; i < count; ++i) {
        kamm_destroy_world_file(&world_file);
        memset(&world_notes, 0, sizeof world_notes);
        if (kamm_load_world(names[i], &world_file, &world_notes, &read_error))
            fail_msg("%s", read_error.text);
        assert_non_null(world_file.terrain);
        if (world_notes.count) fail_msg("%s: %s", names[i], world_notes.text[0]);
    }
}

static void the_wind_of_a_world_blows_over_its_ground(void **state)
{
    (void)state;
    const kamm_ground *ground = &world_file.def.ground;
    const kamm_gust gusts[] = {
        {.velocity_mps = {0, 20, 0},
         .in_place = 1,
         .from_m = {100, 0},
         .to_m = {125, 0},
         .edge_m = 2},
        {.velocity_mps = {-6, 0, 0}, .in_time = 1, .start_s = 10, .end_s = 12, .edge_s = 0.5},
    };
    kamm_wind *wind = kamm_create_wind(
        &(kamm_wind_def){gusts, 2, {.deviation_mps = 1.2, .length_m = 25, .seed = 3}}, NULL);
    kamm_ground same = *ground;
    assert_non_null(wind);
    assert_ptr_equal(ground->wind, world_file.wind);
    same.wind = wind;
    for (double x = 90; x < 135; x += 0.9)
        for (double time = 9; time < 13; time += 0.3) {
            double here[3], wanted[3], at[3] = {x, 5, 0};
            kamm_wind_at(ground, at, time, here);
            kamm_wind_at(&same, at, time, wanted);
            for (int i = 0; i < 3; ++i) assert_true(here[i] == wanted[i]);
        }
    assert_true(ground->wind_mps[0] == 4 && ground->wind_mps[1] == -3 && ground->wind_mps[2] == 0);
    kamm_destroy_wind(wind);
}

/* -- schema and page -------------------------------------------------------------------------- */

static cJSON *read_schema(void)
{
    static char text[MAX_TEXT];
    FILE *in = fopen("docs/world.schema.json", "rb");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = 0;
    fclose(in);
    cJSON *schema = cJSON_Parse(text);
    assert_non_null(schema);
    return schema;
}

static const cJSON *member(const cJSON *json, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(json, name);
    if (!item) fail_msg("docs/world.schema.json lacks %s", name);
    return item;
}

static void assert_range(const kamm_field *field, const cJSON *json)
{
    const cJSON *number = field->kind == KAMM_FIELD_NUMBERS ? member(json, "items") : json;
    expect_near(member(number, "minimum")->valuedouble, field->min, 0);
    expect_near(member(number, "maximum")->valuedouble, field->max, 0);
}

/* "^cell_(mm|cm|in|ft)$": the names of the quantity in other units. */
static void assert_units(const kamm_field *field, const cJSON *object)
{
    const kamm_unit *si = kamm_si_unit(field->unit);
    kamm_text_line line = {0};
    int count, listed = 0;
    const kamm_unit *units = kamm_units(&count);
    kamm_append(&line, "^%.*s_(", (int)kamm_base_length(field->name, si), field->name);
    for (int i = 0; i < count && *si->suffix; ++i)
        if (&units[i] != si && !strcmp(units[i].si, field->unit))
            kamm_append(&line, "%s%s", listed++ ? "|" : "", units[i].suffix);
    kamm_append(&line, ")$");
    if (listed) member(member(object, "patternProperties"), line.text);
}

static void check_table(const kamm_field_table *table, const cJSON *object, const char *page)
{
    const cJSON *properties = member(object, "properties"), *item;
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        const cJSON *property = member(properties, field->name);
        assert_string_equal(member(property, "description")->valuestring, field->doc);
        if (field->kind == KAMM_FIELD_NUMBER || field->kind == KAMM_FIELD_NUMBERS) {
            assert_range(field, property);
            assert_units(field, object);
        }
        char quoted[KAMM_NAME_TEXT], base[KAMM_NAME_TEXT];
        snprintf(quoted, sizeof quoted, "`%s`", field->name);
        snprintf(base, sizeof base, "\"%s\"",
                 strcmp(field->name, "yaw_rad") ? field->name : "yaw_deg");
        if (!strstr(page, quoted) && !strstr(page, base))
            fail_msg("docs/world-files.md lacks %s", field->name);
    }
    cJSON_ArrayForEach(item, properties)
    {
        const char *name = item->string;
        if (strcmp(name, "source") && strcmp(name, "sources") && strcmp(name, "$schema") &&
            !kamm_find_field(table, name, strlen(name), NULL))
            fail_msg("no reader knows %s of docs/world.schema.json", name);
    }
}

static void schema_and_page_know_every_key(void **state)
{
    (void)state;
    static char page[MAX_TEXT];
    cJSON *schema = read_schema();
    FILE *in = fopen("docs/world-files.md", "rb");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = 0;
    fclose(in);
    for (int i = 0; i < WORLD_TABLES; ++i) {
        const kamm_field_table *table = kamm_world_fields((enum world_table)i);
        check_table(table, i == WORLD_root ? schema : member(member(schema, "$defs"), table->name),
                    page);
    }
    cJSON_Delete(schema);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_has_its_names),
        cmocka_unit_test(a_picture_is_a_height_map_with_north_up),
        cmocka_unit_test(raw_floats_are_a_height_map),
        cmocka_unit_test(planes_and_meshes_lie_where_they_should),
        cmocka_unit_test(paint_is_a_picture_with_regions_over_it),
        cmocka_unit_test(boxes_lie_free_or_stand_on_the_terrain),
        cmocka_unit_test(the_wind_of_a_world_blows_over_its_ground),
        cmocka_unit_test(a_wall_is_a_box_for_each_piece),
        cmocka_unit_test(cones_and_crates_stand_on_the_slope),
        cmocka_unit_test(paths_and_starts_are_found_by_name),
        cmocka_unit_test(a_path_has_sides_of_its_own),
        cmocka_unit_test(defaults_and_other_units_are_understood),
        cmocka_unit_test(the_seed_chooses_the_road),
        cmocka_unit_test(a_class_of_roads_is_rough),
        cmocka_unit_test(eight_bits_are_read_with_a_note),
        cmocka_unit_test(a_closed_wall_has_four_corners),
        cmocka_unit_test(mitred_boxes_meet_at_their_outer_corner),
        cmocka_unit_test(worlds_of_the_data_folder_can_be_read),
        cmocka_unit_test(schema_and_page_know_every_key),
    };
    return cmocka_run_group_tests(tests, read_example_once, forget_example);
}
