/* What the engines that are compared have in common. All cars do the same: they pull away and hold a speed on a slalom, side by side on a
 * plane. The other engines' car is about the BMW M3 that Kamm drives, as in bench/page. */
#ifndef KAMM_BENCH_PEERS_H
#define KAMM_BENCH_PEERS_H

#ifdef __cplusplus
extern "C" {
#endif

#define FRAME_S (1.0 / 60)
#define LANES_M 12.0

#define CAR_MASS_KG 1570.0
#define CAR_HALF_LENGTH_M 2.2
#define CAR_HALF_WIDTH_M 0.8
#define CAR_HALF_HEIGHT_M 0.35
#define WHEEL_RADIUS_M 0.32
#define WHEEL_WIDTH_M 0.24
#define WHEEL_MASS_KG 30.0
/* The body's centre at rest, above those of the wheels. */
#define BODY_ABOVE_WHEELS_M 0.2
#define HALF_WHEELBASE_M 1.365
#define HALF_TRACK_M 0.77
#define SUSPENSION_M 0.3
#define SUSPENSION_RADPS (6.283185307 * 1.6)
#define SUSPENSION_DAMPING 0.5
/* At full throttle, at the driven rear wheels together. */
#define DRIVE_N 5500.0

/* Throttle 0 to 1 and the angle of the steered wheels. */
struct requests {
    double throttle, steer_rad;
};
struct requests requests_at(double time_s, double speed_mps);

/* How far a car has come, and where it heads. */
struct place {
    double forward_m, heading_rad;
};

/* An engine with so many cars, made again for each count. */
struct engine {
    const char *name;
    int substeps; /* of a frame */
    void *(*create)(int count, int substeps);
    void (*frame)(void *cars, double time_s);
    struct place (*place)(void *cars, int car);
    void (*destroy)(void *cars);
};

extern const struct engine kamm_world_engine, kamm_full_engine, kamm_fine_full_engine,
    kamm_double_track_engine;
extern const struct engine ode_engine, bullet_engine, bullet_fine_engine;

#ifdef __cplusplus
}
#endif

#endif
