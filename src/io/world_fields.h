/* The one table of world files: every object that they have, with its keys.
 *
 * From this come the structs below, the defaults, the reader with its messages and the check that
 * docs/world.schema.json and docs/world-files.md know every key.
 *
 *   NUMBER(name, unit, default, lowest, highest, doc)   a double
 *   VECTOR(name, size, unit, default, lowest, highest, doc)   a double[size] and name_count: 0 or size
 *   FLAG(name, default, doc)                            an int32_t: 0 or 1
 *   TEXT(name, size, default, doc)                      a char[size]
 *   OTHER(name, default, doc)                           a const cJSON *, to be read by hand; or NULL
 *
 * A default of NEEDED: the key has to be there. A default of NAN: nothing is given unless it is there.
 * Lengths and angles may be in other units, as in vehicle files. */
#ifndef KAMM_IO_WORLD_FIELDS_H
#define KAMM_IO_WORLD_FIELDS_H

#include <cjson/cJSON.h>
#include <kamm/fields.h>

#include <math.h>

#define NEEDED INFINITY

/* How far from the origin anything may be, m. */
#define MAX_COORDINATE_M 1e6

/* clang-format off */
#define KAMM_WORLD_ROOT_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    TEXT(name, 64, NAN, "The world's name, for people")                                             \
    TEXT(default_surface, 32, NAN, "Surface where nothing else is said; dry_asphalt if left out")   \
    TEXT(surfaces, 256, NAN, "A file of surfaces beside the world file, instead of data/surfaces.json") \
    FLAG(rough, 0, "The ground has the roughness of its surfaces; else heights are as the layers have them") \
    NUMBER(roughness_seed, "1", 1, 0, 4294967295.0,                                                 \
           "Whole number; another seed, another road of the same roughness")                        \
    OTHER(terrain, NEEDED, "List of layers: what the ground is made of")                            \
    OTHER(paint, NAN, "Which surface lies where")                                                   \
    OTHER(bodies, NAN, "List of walls, boxes, other shapes, cones and upright faces of the terrain")                              \
    OTHER(paths, NAN, "List of lines that a driver may follow")                                     \
    OTHER(starts, NAN, "List of places where a car may start")                                      \
    VECTOR(wind_mps, 3, "m/s", 0, -100, 100, "Steady wind, where the air goes: x, y and z")         \
    OTHER(gusts, NAN, "List of winds on top of that, in some place or for some time")               \
    OTHER(turbulence, NAN, "Turbulence on top of that")                                             \
    FLAG(cars_are_driven_on, 0, "Wheels roll on other cars, and do not pass through their bodies")

#define KAMM_WORLD_HEIGHTS_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                \
    TEXT(kind, 16, NEEDED, "heights: a height map")                                                 \
    TEXT(file, 256, NEEDED, "A grey PNG, or raw floats under any other ending; beside the world file") \
    NUMBER(cell_m, "m", NEEDED, 0.01, 1000, "From one height to the next")                          \
    VECTOR(origin_m, 2, "m", 0, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Where the map's lowest x and y lie") \
    NUMBER(min_height_m, "m", NAN, -20000, 20000, "PNG: the height of black")                       \
    NUMBER(max_height_m, "m", NAN, -20000, 20000, "PNG: the height of white")                       \
    NUMBER(columns, "1", NAN, 2, 16384, "Raw floats: how many heights lie along x")                 \
    NUMBER(rows, "1", NAN, 2, 16384, "Raw floats: how many heights lie along y")                    \
    TEXT(surface, 32, NAN, "Its surface; as painted if left out")

#define KAMM_WORLD_PLANE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                  \
    TEXT(kind, 16, NEEDED, "plane")                                                                 \
    NUMBER(height_m, "m", 0, -20000, 20000, "Height at from_m")                                     \
    VECTOR(slope, 2, "m/m", 0, -10, 10, "Rise along x and along y: 0.1 is 10 %")                    \
    VECTOR(from_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Lowest x and y; without these, everywhere") \
    VECTOR(to_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Highest x and y")               \
    TEXT(surface, 32, NAN, "Its surface; as painted if left out")

#define KAMM_WORLD_MESH_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    TEXT(kind, 16, NEEDED, "mesh: triangles")                                                       \
    OTHER(vertices_m, NEEDED, "List of [x, y, z]")                                                  \
    OTHER(triangles, NEEDED, "List of three indices of vertices each, from 0")                      \
    TEXT(surface, 32, NAN, "Its surface; as painted if left out")

#define KAMM_WORLD_PAINT_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                  \
    NUMBER(cell_m, "m", NEEDED, 0.01, 1000, "Size of a cell, which has one surface")                \
    VECTOR(from_m, 2, "m", NEEDED, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Lowest x and y of what is painted") \
    VECTOR(to_m, 2, "m", NEEDED, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Highest x and y of what is painted") \
    TEXT(file, 256, NAN, "A grey PNG of 8 bits: a pixel a cell, its value an index of `colours`")   \
    OTHER(colours, NAN, "The surfaces that the PNG's values 0, 1, 2 … stand for")                   \
    OTHER(regions, NAN, "List of painted regions; later ones lie over earlier ones")

#define KAMM_WORLD_REGION_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                 \
    TEXT(surface, 32, NEEDED, "The region's surface")                                               \
    OTHER(polygon_m, NAN, "A polygon: its corners [x, y]")                                          \
    VECTOR(from_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "A rectangle: lowest x and y") \
    VECTOR(to_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "A rectangle: highest x and y")  \
    VECTOR(centre_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "A disc: its middle")        \
    NUMBER(radius_m, "m", NAN, 0.001, MAX_COORDINATE_M, "A disc: its radius")                       \
    TEXT(path, 32, NAN, "The name of a path: all that is near to its line")                         \
    NUMBER(width_m, "m", NAN, 0.001, 10000, "With `path`: how wide; the path's own width if left out")

/* Fields that all bodies have. */
#define KAMM_WORLD_COMMON_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                 \
    FLAG(is_driven_on, 0, "Wheels roll on it, not only bodies touch it")                            \
    TEXT(surface, 32, NAN, "The surface that wheels on it report, for sound and marks; the default surface if left out") \
    OTHER(filter, NAN, "Collision filter; collides with all if left out")                                            \
    NUMBER(material, "1", 0, -2147483648.0, 2147483647.0, "Whole number for the host's contact events")

#define KAMM_WORLD_FILTER_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                 \
    NUMBER(category, "1", 0, 0, 2147483647.0, "Whole number: the bits of its categories; 0: category 1") \
    NUMBER(mask, "1", 0, 0, 4294967295.0, "Whole number: the bits of the categories that it collides with; 0: all")

#define KAMM_WORLD_SHAPE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                  \
    TEXT(kind, 16, NEEDED, "box, sphere, capsule, cylinder, hull or mesh; a dynamic body is no mesh")              \
    OTHER(points_m, NAN, "Of a hull: 4 to 64 points [x, y, z] in its frame, which it spans; of a mesh its corners") \
    OTHER(triangles, NAN, "Of a mesh: list of three indices of points each, from 0, anticlockwise from its front")

/* One of several shapes of a body. */
#define KAMM_WORLD_PART_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    TEXT(kind, 16, NEEDED, "box, sphere, capsule, cylinder, hull or mesh; a dynamic body is no mesh") \
    VECTOR(size_m, 3, "m", NAN, 0.01, 10000, "Length along x, width along y, height; not of a hull or mesh") \
    VECTOR(centre_m, 3, "m", 0, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Its middle in the body's frame") \
    NUMBER(yaw_rad, "rad", NAN, -1000, 1000, "How far it is turned in that frame, anticlockwise from above") \
    VECTOR(orientation, 4, "1", 0, -1e6, 1e6, "Instead of the yaw: a quaternion w, x, y, z of any length") \
    OTHER(points_m, NAN, "Of a hull: 4 to 64 points [x, y, z] in the body's frame, which it spans; of a mesh its corners") \
    OTHER(triangles, NAN, "Of a mesh: list of three indices of points each, from 0, anticlockwise from its front")

#define KAMM_WORLD_BODY_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    TEXT(type, 16, NEEDED, "static: it stands; kinematic: the host moves it; dynamic: it is free")  \
    VECTOR(centre_m, 3, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "The box's middle")          \
    OTHER(at_m, NAN, "Instead: the places [x, y] where such bodies stand on the terrain")           \
    VECTOR(size_m, 3, "m", NAN, 0.01, 10000, "Length along x, width along y, height")               \
    NUMBER(yaw_rad, "rad", 0, -1000, 1000, "How far the box is turned, anticlockwise from above")   \
    OTHER(shape, NAN, "Shape inside the box, along its z axis; the box itself if left out")         \
    OTHER(shapes, NAN, "Instead of shape, size_m and centre_m: list of 1 to 16 shapes, which move as one") \
    VECTOR(position_m, 3, "m", 0, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Position of its frame, in which the box and the points of a hull lie") \
    VECTOR(orientation, 4, "1", 0, -1e6, 1e6, "The orientation of its frame: a quaternion w, x, y, z of any length") \
    NUMBER(mass_kg, "kg", NAN, 0.01, 1e6, "Mass of a dynamic body")                                 \
    FLAG(asleep, 1, "A dynamic body does not move before something touches it")                     \
    FLAG(sensor, 0, "It does not collide, but reports the bodies in it: a checkpoint, a finish line") \
    NUMBER(friction, "1", 0.5, 0, 2, "Friction of the body; with a car, the root of both's product") \
    NUMBER(restitution, "1", 0.1, 0, 1, "How much of the speed it gives back; with a car, the larger") \
    KAMM_WORLD_COMMON_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)

#define KAMM_WORLD_WALL_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    OTHER(wall_m, NEEDED, "The corners [x, y] of a wall that stands on the terrain: static boxes, one a piece") \
    NUMBER(height_m, "m", 1, 0.01, 1000, "How far each piece stands out of the highest ground below it") \
    NUMBER(thickness_m, "m", 0.3, 0.01, 100, "Of the wall, half of it on either side of the line")  \
    NUMBER(friction, "1", 0.5, 0, 2, "As of a body")                                                 \
    NUMBER(restitution, "1", 0.1, 0, 1, "As of a body")                                              \
    KAMM_WORLD_COMMON_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)

#define KAMM_WORLD_CONE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    NUMBER(cone_height_m, "m", NEEDED, 0.1, 2, "A traffic cone, a dynamic body of that height; its mass follows from that") \
    OTHER(at_m, NEEDED, "The places [x, y] where such cones stand on the terrain")                  \
    NUMBER(yaw_rad, "rad", 0, -1000, 1000, "How far the feet are turned")                           \
    FLAG(asleep, 1, "It does not move before something touches it")                                 \
    KAMM_WORLD_COMMON_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)

#define KAMM_WORLD_FACES_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                  \
    FLAG(terrain_faces, 1, "true: a static body of all upright faces of the terrain's meshes, which stops cars of all rungs") \
    NUMBER(friction, "1", 0.5, 0, 2, "As of a body")                                                 \
    NUMBER(restitution, "1", 0.1, 0, 1, "As of a body")                                              \
    KAMM_WORLD_COMMON_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)

#define KAMM_WORLD_PATH_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    TEXT(name, 32, NEEDED, "The path's name")                                                       \
    NUMBER(width_m, "m", NEEDED, 0.1, 1000, "Width of the road along it")                           \
    FLAG(closed, 0, "The last point leads to the first again")                                      \
    OTHER(points_m, NEEDED, "Its points [x, y]: smooth, some metres apart")                         \
    OTHER(sides_m, NAN, "For each point [right, left]: from the path to the road's edges; half the width if left out")

#define KAMM_WORLD_START_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                  \
    TEXT(name, 32, NEEDED, "The place's name")                                                      \
    VECTOR(at_m, 2, "m", NEEDED, -MAX_COORDINATE_M, MAX_COORDINATE_M, "The place")                  \
    NUMBER(yaw_rad, "rad", 0, -1000, 1000, "Where a car looks to: 0 along x, 90 deg along y")

#define KAMM_WORLD_GUST_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                                   \
    VECTOR(velocity_mps, 3, "m/s", NEEDED, -200, 200, "Added to the wind where and while the gust is full") \
    VECTOR(from_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "Full from the line through here, square to the way to to_m; without these, everywhere") \
    VECTOR(to_m, 2, "m", NAN, -MAX_COORDINATE_M, MAX_COORDINATE_M, "… to that through here")        \
    NUMBER(edge_m, "m", 0, 0, 1e6, "How far it reaches beyond both lines, fading as one minus a cosine") \
    NUMBER(start_s, "s", NAN, 0, 1e9, "Full from this time on, from the creation of the cars; without these, always") \
    NUMBER(end_s, "s", NAN, 0, 1e9, "… to this")                                                    \
    NUMBER(edge_s, "s", 0, 0, 1e6, "For how long it rises before and fades after, as one minus a cosine")

#define KAMM_WORLD_TURBULENCE_FIELDS(NUMBER, VECTOR, FLAG, TEXT, OTHER)                             \
    NUMBER(deviation_mps, "m/s", NEEDED, 0, 30, "Standard deviation of each horizontal part; usual: 0.1 to 0.25 of the wind") \
    NUMBER(length_m, "m", 30, 5, 200, "Integral length scale along the wind; usual near the road: 10 to 60") \
    NUMBER(seed, "1", 1, 0, 4294967295.0, "Whole number; another seed, another field of the same kind")

/* Words of the key `kind` of a layer: KIND(name), the object that is then read. */
#define KAMM_WORLD_LAYER_KINDS(KIND) KIND(heights) KIND(plane) KIND(mesh)
/* … the key `type` of a body, in the order of kamm_body_type … */
#define KAMM_WORLD_BODY_TYPES(KIND) KIND(static) KIND(kinematic) KIND(dynamic)
/* … of a shape, in the order of kamm_shape_kind. */
#define KAMM_WORLD_SHAPE_KINDS(KIND) KIND(box) KIND(sphere) KIND(capsule) KIND(cylinder) KIND(hull) KIND(mesh)

/* TABLE(name, fields): all objects of a world file. */
#define KAMM_WORLD_TABLES(TABLE)                                                                    \
    TABLE(root, KAMM_WORLD_ROOT_FIELDS) TABLE(heights, KAMM_WORLD_HEIGHTS_FIELDS)                   \
    TABLE(plane, KAMM_WORLD_PLANE_FIELDS) TABLE(mesh, KAMM_WORLD_MESH_FIELDS)                       \
    TABLE(paint, KAMM_WORLD_PAINT_FIELDS) TABLE(region, KAMM_WORLD_REGION_FIELDS)                   \
    TABLE(body, KAMM_WORLD_BODY_FIELDS) TABLE(wall, KAMM_WORLD_WALL_FIELDS)                         \
    TABLE(shape, KAMM_WORLD_SHAPE_FIELDS) TABLE(part, KAMM_WORLD_PART_FIELDS) TABLE(filter, KAMM_WORLD_FILTER_FIELDS)                   \
    TABLE(cone, KAMM_WORLD_CONE_FIELDS) TABLE(faces, KAMM_WORLD_FACES_FIELDS)                       \
    TABLE(path, KAMM_WORLD_PATH_FIELDS) TABLE(start, KAMM_WORLD_START_FIELDS)                       \
    TABLE(gust, KAMM_WORLD_GUST_FIELDS) TABLE(turbulence, KAMM_WORLD_TURBULENCE_FIELDS)

#define KAMM_NUMBER_(name, ...) double name;
#define KAMM_VECTOR_(name, size, ...) double name[size]; int32_t name##_count;
#define KAMM_FLAG_(name, ...) int32_t name;
#define KAMM_TEXT_(name, size, ...) char name[size];
#define KAMM_OTHER_(name, ...) const cJSON *name;
#define KAMM_STRUCT_(name, FIELDS) \
    struct world_##name { FIELDS(KAMM_NUMBER_, KAMM_VECTOR_, KAMM_FLAG_, KAMM_TEXT_, KAMM_OTHER_) };
KAMM_WORLD_TABLES(KAMM_STRUCT_)
#undef KAMM_NUMBER_
#undef KAMM_VECTOR_
#undef KAMM_FLAG_
#undef KAMM_TEXT_
#undef KAMM_OTHER_
#undef KAMM_STRUCT_

#define KAMM_INDEX_(name, FIELDS) WORLD_##name,
enum world_table { KAMM_WORLD_TABLES(KAMM_INDEX_) WORLD_TABLES };
#undef KAMM_INDEX_
/* clang-format on */

/* The table of struct world_NAME. */
const kamm_field_table *kamm_world_fields(enum world_table table);

#endif
