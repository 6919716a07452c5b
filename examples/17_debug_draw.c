/* Debug draw: a world as lines by your own function, here an SVG picture: a car brakes in a bend beside a gate and crates.
 *
 *     cc -O2 17_debug_draw.c -o 17_debug_draw $(pkg-config --cflags --libs kamm)
 *     ./17_debug_draw [PICTURE.svg] */
#include <kamm/kamm.h>
#include <stdio.h>

struct picture {
    FILE *file; /* NULL: lines are counted alone */
    int lines;
};

/* Seen from the right and above, 80 pixels to a metre. */
static void project(const double at[3], double out[2])
{
    double right_m = 0.5 * at[0] - 0.866 * at[1], ahead_m = 0.866 * at[0] + 0.5 * at[1];
    out[0] = 80 * (right_m - 8.7), out[1] = -80 * (0.5 * (ahead_m - 11) + 0.866 * at[2]);
}

static void line(void *user, const double from_m[3], const double to_m[3], uint32_t rgb)
{
    struct picture *picture = user;
    double a[2], b[2];
    ++picture->lines;
    if (!picture->file) return;
    project(from_m, a), project(to_m, b);
    fprintf(picture->file, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"#%06x\"/>\n", a[0], a[1],
            b[0], b[1], (unsigned)rgb);
}

/* A gate on a hinge, and two crates. */
static kamm_world *create_world(kamm_error *error)
{
    const kamm_shape crate = {.box = {.half_m = {0.5, 0.5, 0.5}}},
                     gate = {.box = {.half_m = {0.05, 1.5, 0.4}}};
    const kamm_body_def bodies[] = {
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 60, .shapes = {gate}, .position_m = {18, 1, 0.7}},
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 90, .shapes = {crate}, .position_m = {14, -5, 0.5}},
        {.type = KAMM_BODY_DYNAMIC, .mass_kg = 90, .shapes = {crate}, .position_m = {14, -5, 1.5}}};
    const double hinge_m[3] = {18, 2.5, 0.7}, up[3] = {0, 0, 1};
    kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 3};
    kamm_world *world = kamm_create_world(&def, error);
    if (!world) return NULL;
    kamm_joint_def joint = {.kind = KAMM_JOINT_HINGE, .ends = {{{0}}, {kamm_body_at(world, 0)}}};
    kamm_place_joint(world, &joint, hinge_m, up, error);
    return kamm_add_joint(world, &joint, NULL, error) == KAMM_OK ? world : NULL;
}

int main(int count, char **words)
{
    static const char *parts[] = {"shapes", "wheels",   "planes", "forces", "circles",
                                  "masses", "contacts", "loads",  "joints", "body points"};
    kamm_error error = {.text = "out of memory"};
    kamm_vehicle_def vehicle = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&vehicle, KAMM_FULL, &error);
    kamm_cars *car = model ? kamm_create_cars(model, 1, &error) : NULL;
    kamm_world *world = car ? create_world(&error) : NULL;
    if (!world || kamm_add_cars(world, car, &error)) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_place(car, 0, &(kamm_placement){{0, -3, 0}, .speed_mps = 16, .gear = KAMM_GEAR_DRIVE});
    kamm_inputs(car)[0].steering_wheel_rad = 1.5f, kamm_inputs(car)[0].brake = 0.3f;
    kamm_step_world(world, 180);
    struct picture picture = {NULL, 0};
    kamm_debug_draw_def draw = {.user = &picture, .line = line};
    for (int part = 0; part < 10; ++part, picture.lines = 0) {
        draw.parts = 1u << part;
        kamm_debug_draw(world, &draw);
        printf("%3d %s\n", picture.lines, parts[part]);
    }
    if (count > 1 && !(picture.file = fopen(words[1], "w"))) perror(words[1]);
    if (picture.file) {
        fprintf(picture.file, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%s' style='%s'>\n",
                "-440 -250 880 520", "background:#202428");
        kamm_debug_draw(world, &(kamm_debug_draw_def){.user = &picture, .line = line});
        fputs("</svg>\n", picture.file);
    }
    kamm_destroy_world(world), kamm_destroy_cars(car);
    kamm_destroy_model(model);
    return count > 1 && (!picture.file || fclose(picture.file));
}
