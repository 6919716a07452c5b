/* What a wheel's and a point's question costs on each kind of terrain, beside a query that only hands out
 * a plane, in the same run.
 *
 *     bench_terrain
 *
 * Times depend on the machine and on its other users: the best of several rounds counts. */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PROBES = 1024, ROUNDS = 60, POINTS = 401 };

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void query_plane(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_ground *ground = user;
    (void)probes;
    for (int i = 0; i < count; ++i) contacts[i] = ground->plane;
}

static const kamm_surface surfaces[] = {
    {.name = "asphalt", .friction = 1},
    {.name = "gravel", .friction = 0.6f, .roughness_m3 = 256e-6f}};
static float heights[POINTS * POINTS];
static float vertices[POINTS * POINTS][3];
static int32_t triangles[2 * POINTS * POINTS][3];

static kamm_layer heights_of(double rise_m, double cell_m)
{
    for (int i = 0; i < POINTS * POINTS; ++i)
        heights[i] = (float)(rise_m * sin(i % POINTS * cell_m / 8) * cos(i / POINTS * cell_m / 11));
    return (kamm_layer){.kind = KAMM_LAYER_HEIGHTS,
                        .heights = {POINTS, POINTS, cell_m, {0, 0}, heights}};
}

/* A height map's points as a mesh. */
static kamm_layer mesh_of_heights(double rise_m, double cell_m)
{
    int count = 0;
    heights_of(rise_m, cell_m);
    for (int i = 0; i < POINTS * POINTS; ++i) {
        vertices[i][0] = (float)(i % POINTS * cell_m);
        vertices[i][1] = (float)(i / POINTS * cell_m);
        vertices[i][2] = heights[i];
        if (i % POINTS == POINTS - 1 || i / POINTS == POINTS - 1) continue;
        for (int k = 0; k < 2; ++k, ++count) {
            triangles[count][0] = i;
            triangles[count][1] = i + POINTS + 1;
            triangles[count][2] = i + (k ? POINTS : 1);
        }
    }
    return (kamm_layer){.kind = KAMM_LAYER_MESH,
                        .mesh = {POINTS * POINTS, count, (const float(*)[3])vertices,
                                 (const int32_t(*)[3])triangles}};
}

/* Squares of `cell_m`, two triangles each; every second one `step_m` higher, with edges of its own. */
static kamm_layer mesh_of(double cell_m, double step_m)
{
    int count = 0, points = 0;
    for (int j = 0; j < 200; ++j)
        for (int i = 0; i < 200; ++i, points += 4) {
            for (int k = 0; k < 4; ++k) {
                float *v = vertices[points + k];
                v[0] = (float)((i + (k & 1)) * cell_m);
                v[1] = (float)((j + (k >> 1)) * cell_m);
                v[2] = (float)((i + j) % 2 * step_m);
            }
            for (int k = 0; k < 2; ++k, ++count) {
                triangles[count][0] = points + k;
                triangles[count][1] = points + 1 + 2 * k;
                triangles[count][2] = points + 2;
            }
        }
    return (kamm_layer){
        .kind = KAMM_LAYER_MESH,
        .mesh = {points, count, (const float(*)[3])vertices, (const int32_t(*)[3])triangles}};
}

static kamm_terrain *terrain_of(kamm_layer layer, int rough)
{
    kamm_error error;
    layer.surface = rough;
    kamm_terrain_def def = {.layers = &layer,
                            .layer_count = 1,
                            .surfaces = surfaces,
                            .surface_count = 1 + rough,
                            .rough = rough};
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fprintf(stderr, "%s\n", error.text), exit(1);
    return terrain;
}

/* Best of several rounds, in ns per probe; probes of wheels, or of points. */
static double best_ns(const kamm_ground *ground, int wheels)
{
    static kamm_probe probes[PROBES];
    static kamm_contact contacts[PROBES];
    double best = 1e30;
    for (int i = 0; i < PROBES; ++i) {
        double yaw = 0.37 * i;
        probes[i] = (kamm_probe){.position_m = {5 + i * 73 % 89, 5 + i * 41 % 83, wheels ? 2 : -3},
                                 .forward = {(float)cos(yaw), (float)sin(yaw), 0},
                                 .left = {(float)-sin(yaw), (float)cos(yaw), 0},
                                 .radius_m = wheels ? 0.31f : 0,
                                 .width_m = wheels ? 0.2f : 0};
        for (int k = 0; k < 2; ++k) probes[i].position_m[k] += i % 17 / 17.0;
    }
    for (int round = 0; round < ROUNDS; ++round) {
        double start = now_s();
        ground->query(ground->user, PROBES, probes, contacts);
        double taken = (now_s() - start) * 1e9 / PROBES;
        if (taken < best) best = taken;
    }
    return best;
}

static void print_row(const char *name, kamm_layer layer, int rough, double plane_ns)
{
    kamm_terrain *terrain = terrain_of(layer, rough);
    kamm_ground ground = kamm_terrain_ground(terrain);
    double wheel = best_ns(&ground, 1), point = best_ns(&ground, 0);
    printf("%-36s %9.1f %7.1f %9.1f %7.1f\n", name, wheel, wheel / plane_ns, point,
           point / plane_ns);
    kamm_destroy_terrain(terrain);
}

int main(void)
{
    kamm_ground plane = kamm_flat_ground;
    plane.query = query_plane;
    plane.user = &plane;
    double ns = best_ns(&plane, 1);
    kamm_layer level = {.kind = KAMM_LAYER_PLANE,
                        .plane = {.from_m = {-1e3, -1e3}, .to_m = {1e3, 1e3}}};
    printf("%-36s %9s %7s %9s %7s\n", "", "ns/wheel", "ratio", "ns/point", "ratio");
    printf("%-36s %9.1f %7.1f %9.1f %7.1f\n", "a plane handed out", ns, 1.0, ns, 1.0);
    print_row("plane", level, 0, ns);
    print_row("height map, flat", heights_of(0, 1), 0, ns);
    print_row("height map, hills", heights_of(2, 1), 0, ns);
    print_row("height map, bends of 2 m", heights_of(30, 0.5), 0, ns);
    print_row("plane, rough", level, 1, ns);
    print_row("height map, hills, rough", heights_of(2, 1), 1, ns);
    print_row("mesh, hills, triangles of 1 m", mesh_of_heights(2, 1), 0, ns);
    print_row("mesh, hills, triangles of 0.25 m", mesh_of_heights(2, 0.25), 0, ns);
    print_row("mesh, a step of 5 cm every 2 m", mesh_of(2, 0.05), 0, ns);
    return 0;
}
