/* Worlds that once took hours to read: they are read in a time that grows as they do, or refused with what is too
 * much. CTest ends a reader that hangs. */
#include "support/tier.h"
#include "support/world_files.h"

#include "world/terrain/terrain.h"
#include <math.h>

static char text[1 << 21];
static size_t length;

__attribute__((format(printf, 1, 2))) static void add(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    length += (size_t)vsnprintf(text + length, sizeof text - length, format, arguments);
    va_end(arguments);
    assert_true(length < sizeof text);
}

static void begin(void)
{
    length = 0;
    add("{\"surfaces\": \"surfaces.json\", \"default_surface\": \"grass\"");
}

static void expect_read(void)
{
    if (read_world_text(text) != KAMM_OK) fail_msg("%s", read_error.text);
}

static void expect_refused(const char *path, const char *part)
{
    assert_int_equal(read_world_text(text), KAMM_ERROR_RANGE);
    assert_string_equal(read_error.path, path);
    assert_text_has(part);
    assert_memory_equal(&world_file, &untouched_world, sizeof world_file);
}

static void release(void) { kamm_destroy_world_file(&world_file); }

static void many_starts_and_paths_are_read(void **state)
{
    (void)state;
    enum { COUNT = 12000 };
    begin();
    add(", \"terrain\": [{\"kind\": \"plane\"}], \"starts\": [");
    for (int i = 0; i < COUNT; ++i)
        add("%s{\"name\": \"s%d\", \"at_m\": [%d, 0]}", i ? "," : "", i * 7919 % COUNT, i);
    add("], \"paths\": [");
    for (int i = 0; i < COUNT; ++i)
        add("%s{\"name\":\"p%d\",\"points_m\":[[0,0],[1,0]],\"width_m\":3}", i ? "," : "", i);
    add("]}");
    expect_read();
    assert_int_equal(world_file.start_count, COUNT);
    assert_int_equal(world_file.path_count, COUNT);
    assert_string_equal(world_file.starts[1].name, "s7919");
    release();
}

/* Of several that are there already, the first is named. */
static void repeated_names_are_found_among_many(void **state)
{
    (void)state;
    begin();
    add(", \"terrain\": [{\"kind\": \"plane\"}], \"starts\": [");
    for (int i = 0; i < 3000; ++i)
        add("%s{\"name\": \"s%d\", \"at_m\": [0, 0]}", i ? "," : "",
            i == 2000                ? 2500
            : i == 1999 || i == 2999 ? 5
                                     : i);
    add("]}");
    assert_int_equal(read_world_text(text), KAMM_ERROR_FORMAT);
    assert_string_equal(read_error.path, "starts[1999].name");
    assert_text_has("\"s5\" is there already");
}

static void layers_have_a_limit(void **state)
{
    (void)state;
    for (int count = KAMM_MAX_LAYERS; count <= KAMM_MAX_LAYERS + 1; ++count) {
        begin();
        add(", \"terrain\": [");
        for (int i = 0; i < count; ++i)
            add("%s{\"kind\":\"plane\",\"from_m\":[%d,0],\"to_m\":[%d,1]}", i ? "," : "", i, i + 1);
        add("]}");
        if (count > KAMM_MAX_LAYERS) {
            expect_refused("terrain", "1025 layers; allowed: 1 to 1024");
        } else {
            expect_read();
            release();
        }
    }
}

static void create_refuses_too_many_layers(void **state)
{
    (void)state;
    static kamm_layer layers[KAMM_MAX_LAYERS + 1];
    kamm_surface grass = {.name = "grass", .friction = 1};
    kamm_terrain_def def = {.layers = layers, .surfaces = &grass, .surface_count = 1};
    def.layer_count = KAMM_MAX_LAYERS + 1;
    assert_null(kamm_create_terrain(&def, &read_error));
    assert_int_equal(read_error.code, KAMM_ERROR_RANGE);
    def.layer_count = KAMM_MAX_LAYERS;
    kamm_terrain *terrain = kamm_create_terrain(&def, &read_error);
    assert_non_null(terrain);
    kamm_destroy_terrain(terrain);
}

static void add_canvas(double cell_m)
{
    begin();
    add(", \"terrain\": [{\"kind\": \"plane\"}], \"paint\": {\"cell_m\": %g, \"from_m\": [0, 0], "
        "\"to_m\": [160, 160], \"regions\": [",
        cell_m);
}

static void painting_has_a_limit(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    add_canvas(0.02);
    for (int i = 0; i < 400; ++i)
        add("%s{\"surface\": \"ice\", \"from_m\": [0, 0], \"to_m\": [160, 160]}", i ? "," : "");
    add("]}}");
    expect_refused("paint.regions[15]", "takes more than 1e+09 steps");
    add_canvas(0.02);
    add("{\"surface\": \"ice\", \"polygon_m\": [");
    for (int i = 0; i < 40000; ++i) add("%s[%g, %d]", i ? "," : "", i * 0.004, i % 2 * 160);
    add("]}]}}");
    expect_refused("paint.regions[0]", "corners of polygons");
}

/* Long lines across the canvas cost what they cover, and paint what is near them. */
static void lines_across_the_canvas_are_painted(void **state)
{
    (void)state;
    add_canvas(0.1);
    for (int i = 0; i < 30; ++i) add("%s{\"surface\": \"ice\", \"path\": \"line\"}", i ? "," : "");
    add("]}, \"paths\": [{\"name\": \"line\", \"points_m\": [[3, 2], [157, 151]], "
        "\"width_m\": 4}]}");
    expect_read();
    double dx = 154, dy = 149, norm = hypot(dx, dy);
    for (int row = 0; row < 1600; row += 7)
        for (int column = 0; column < 1600; column += 3) {
            double x = 0.1 * column + 0.05, y = 0.1 * row + 0.05;
            double along = ((x - 3) * dx + (y - 2) * dy) / norm,
                   nearest = fmin(fmax(along, 0), norm);
            double off = hypot(x - 3 - nearest * dx / norm, y - 2 - nearest * dy / norm);
            int is_ice = kamm_paint_at(&world_file.terrain->paint, x, y) != 0;
            if (fabs(off - 2) > 1e-6 && is_ice != (off < 2)) fail_msg("%g, %g: %d", x, y, is_ice);
        }
    release();
}

static void bodies_have_limits(void **state)
{
    (void)state;
    begin();
    add(", \"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"cone_height_m\": 0.5, \"at_m\": [");
    for (int i = 0; i < 65537; ++i) add("%s[%d,0]", i ? "," : "", i % 100);
    add("]}]}");
    expect_refused("bodies[0]", "65536 bodies");
    begin();
    add(", \"terrain\": [{\"kind\": \"plane\"}], \"bodies\": [{\"wall_m\": [");
    for (int i = 0; i < 65538; ++i) add("%s[%d,%d]", i ? "," : "", i % 1000, i / 1000);
    add("]}]}");
    expect_refused("bodies[0]", "65536 bodies");
}

/* Dynamic bodies that stand on many layers look at all of them. */
static void standing_on_many_layers_has_a_limit(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    begin();
    add(", \"terrain\": [");
    for (int i = 0; i < 1000; ++i) add("%s{\"kind\":\"plane\"}", i ? "," : "");
    add("], \"bodies\": [{\"wall_m\": [");
    for (int i = 0; i < 2000; ++i) add("%s[%d,%d]", i ? "," : "", i % 2 * 2000, i);
    add("]}]}");
    assert_int_equal(read_world_text(text), KAMM_ERROR_RANGE);
    assert_text_has("takes more than 1e+09 steps");
}

/* Boxes in a heap: their pairs are as many as their square. Equal ones cover each other, crossed ones do not. */
static void heaps_of_bodies_become_a_world(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static kamm_body_def bodies[COUNT];
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = COUNT};
    for (int is_crossed = 0; is_crossed < 2; ++is_crossed) {
        for (int i = 0; i < COUNT; ++i) {
            kamm_box box = {.half_m = {1, 1, 1}};
            if (is_crossed) box.half_m[i % 3] = 10;
            bodies[i].shapes[0].box = box;
        }
        kamm_world *world = kamm_create_world(&def, &read_error);
        assert_non_null(world);
        kamm_destroy_world(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_starts_and_paths_are_read),
        cmocka_unit_test(repeated_names_are_found_among_many),
        cmocka_unit_test(layers_have_a_limit),
        cmocka_unit_test(create_refuses_too_many_layers),
        cmocka_unit_test(painting_has_a_limit),
        cmocka_unit_test(lines_across_the_canvas_are_painted),
        cmocka_unit_test(bodies_have_limits),
        cmocka_unit_test(standing_on_many_layers_has_a_limit),
        cmocka_unit_test(heaps_of_bodies_become_a_world),
    };
    return cmocka_run_group_tests(tests, set_up_worlds, remove_folder);
}
