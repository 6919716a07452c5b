/* kamm_hash: 64 different cars drive with varied inputs on varied ground, on each rung of the ladder;
 * the hash of their states has to be one constant for the rung at every width, with every compiler, on
 * every machine.
 *
 * The scenario itself uses only whole numbers and exactly rounded arithmetic, and never two random
 * numbers in one expression, whose order would be the compiler's choice. */
#include "scenario.h"

#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 64, FRAME_SUBSTEPS = 40, FRAMES_PER_SECOND = 30, GRID = 64 };

static uint64_t random_state;

static uint32_t random_bits(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random_state >> 33);
}

/* One of 1024 evenly spaced values. */
static double between(double low, double high)
{
    return low + (high - low) * ((double)(random_bits() % 1024) / 1024);
}

static int one_of(int count) { return (int)(random_bits() % (uint32_t)count); }

static void vary_tyre(kamm_tyre_def *tyre)
{
    tyre->magic_formula = one_of(3);
    tyre->side = one_of(3);
    tyre->inflation_pressure_pa *= between(0.8, 1.2);
    tyre->vertical_stiffness_n_per_m *= between(0.8, 1.5);
    tyre->lmux = between(0.7, 1.3);
    tyre->lmuy = between(0.7, 1.3);
    tyre->lky = between(0.8, 1.2);
    tyre->pdx2 = between(-0.15, 0);
    tyre->pdy3 = between(0, 2);
    tyre->pky2 = between(1.2, 2.5);
    tyre->phy1 = between(-0.002, 0.002);
    tyre->pvy1 = between(-0.01, 0.01);
    tyre->pex1 = between(-0.5, 0.5);
    tyre->pey1 = between(-1, 0.5);
    tyre->qdz1 = between(0.08, 0.15);
    tyre->rvy1 = between(-0.05, 0.05);
    tyre->ppy1 = between(-0.5, 0);
    tyre->qsy7 = between(0.8, 1);
}

static void vary_suspension(kamm_suspension_def *s)
{
    s->spring_n_per_m *= between(0.7, 2);
    s->anti_roll_bar_n_per_m *= between(0, 3);
    s->anti_roll_bar_n = one_of(2) ? between(0, 4000) : 0;
    s->anti_roll_bar_mode = one_of(3);
    s->anti_roll_bar_full_speed_mps = between(5, 25);
    s->bump_damping_ns_per_m *= between(0.5, 2);
    s->rebound_damping_ns_per_m *= between(0.5, 2);
    s->camber_rad = between(-0.03, 0.01);
    s->toe_in_rad = between(-0.003, 0.003);
    s->caster_rad = between(0, 0.15);
    s->kingpin_inclination_rad = between(0, 0.2);
    s->roll_centre_height_m = between(-0.02, 0.2);
    s->camber_gain_rad_per_m = between(-0.8, 0);
    s->recession = between(-0.05, 0.05);
    s->caster_gain_rad_per_m = between(-0.5, 1);
    if (one_of(2)) {
        double down = between(-0.004, 0), up = between(0, 0.003);
        s->toe_curve = (kamm_curve){3, {-0.1, 0, 0.1}, {down, 0, up}};
        s->lateral_curve =
            (kamm_curve){4, {-0.1, -0.03, 0.02, 0.1}, {-0.006, -0.001, 0.001, 0.002}};
    }
}

static void vary_driveline(kamm_vehicle_def *def)
{
    double front = between(0, 1) < 0.5 ? 0 : 1;
    def->axles[0].drive_share = front;
    def->axles[1].drive_share = 1 - front;
    for (int axle = 0; axle < 2; ++axle) def->axles[axle].differential = one_of(2);
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        def->engine.torque_curve.y[i] *= between(0.9, 1.6);
    def->engine.inertia_kgm2 *= between(0.7, 1.5);
    def->gearbox.kind = one_of(3);
    def->gearbox.shift_s = between(0.05, 0.5);
    def->gearbox.shift_torque_share = one_of(2);
    def->gearbox.final_drive *= between(0.8, 1.2);
}

static void vary_steering(kamm_vehicle_def *def)
{
    def->steering.ackermann = between(0, 1);
    def->steering.return_rate_radps = one_of(2) ? between(2, 20) : 0;
    def->steering.return_speed_mps = one_of(2) ? between(2, 20) : 0;
    def->axles[1].steer_share = one_of(2) ? between(-0.25, 0.25) : 0;
}

/* What only one of the lower rungs reads. */
static void vary_rungs(kamm_vehicle_def *def)
{
    def->kinematic.reference = one_of(3);
    def->kinematic.speed_of = one_of(3);
    def->kinematic.trailer_length_m = one_of(2) ? between(2, 8) : 0;
    def->rigid2d.friction = one_of(2);
    def->rigid2d.side_friction_ns_per_m = one_of(2) ? between(500, 4000) : 0;
    def->rigid2d.roll_friction_ns_per_m = one_of(2) ? between(500, 4000) : 0;
    def->rigid2d.matched_speed_mps = between(10, 30);
    def->single_track.equations = one_of(3);
    def->single_track.friction = one_of(2) ? between(0.3, 1.1) : 0;
    def->single_track.front_cornering_per_rad = one_of(2) ? between(10, 25) : 0;
    def->single_track.rear_cornering_per_rad = one_of(2) ? between(20, 30) : 0;
    def->single_track.sliding_share = between(0, 1);
    def->double_track.tyre = one_of(2);
    def->double_track.sliding_share = between(0, 1);
    def->double_track.load_lag_s = one_of(2) ? between(0.02, 0.2) : 0;
    def->double_track.pose_lag_s = one_of(2) ? between(0.02, 0.2) : 0;
    def->double_track.max_roll_rad = one_of(2) ? between(0, 0.2) : 0;
    def->double_track.max_camber_rad = between(0, 0.1);
    def->double_track.link_travel_m = between(0, 0.1);
    def->double_track.wall_height_m = between(0.1, 0.4);
    def->double_track.wall_rebound = between(0, 1);
}

/* Parts that only some cars have. */
static void fit_converter(kamm_vehicle_def *def)
{
    def->converter.k_curve = (kamm_curve){4, {0, 0.5, 0.85, 1}, {22, 22, 25, 50}};
    def->converter.torque_ratio_curve = (kamm_curve){3, {0, 0.85, 1}, {2, 1, 1}};
    def->converter.lock_nm = one_of(2) ? between(100, 400) : 0;
    def->clutch.torque_nm = 600;
}

/* Beside the engine or alone, fed by a battery that is soon empty or full. */
static void fit_motors(kamm_vehicle_def *def)
{
    int electric = one_of(2), first = one_of(2);
    for (int axle = electric ? 0 : first; axle <= (electric ? 1 : first); ++axle) {
        kamm_motor_def *motor = &def->axles[axle].motor;
        motor->peak_nm = between(50, 300);
        motor->power_w = between(2e4, 1e5);
        motor->weak_radps = one_of(2) ? between(500, 1000) : 0;
        motor->lift_share = between(0, 0.5);
        motor->brake_share = between(0, 1);
        motor->heat_capacity_j_per_k = one_of(2) ? between(200, 1000) : 0;
    }
    def->battery.capacity_j = one_of(4) ? between(2e5, 4e6) : 0;
    def->battery.charge = between(0, 1);
    def->battery.resistance_ohm = between(0, 0.4);
    def->battery.charge_w = one_of(2) ? between(1e4, 5e4) : 0;
    def->battery.voltage_curve = (kamm_curve){3, {0, 0.5, 1}, {290, 345, 400}};
    if (!electric) return;
    def->engine.torque_curve.count = 0;
    def->axles[0].drive_share = def->axles[1].drive_share = 0;
}

static void fit_aids(kamm_aids_def *aids)
{
    aids->abs_kind = one_of(2);
    aids->ebd = one_of(2);
    aids->esc = one_of(2);
    aids->tcs_brakes = one_of(2);
    aids->steering_standing_gain = one_of(2) ? between(0.8, 2) : 1;
    aids->steering_fast_gain = between(0.7, 1);
    aids->steering_yaw_s = one_of(2) ? between(0.05, 0.3) : 0;
}

static void fit_axle(kamm_axle_def *axle)
{
    axle->differential = one_of(3);
    axle->lock_drive = between(0, 0.8);
    axle->lock_viscous_nms_per_rad = one_of(2) ? between(0, 50) : 0;
    axle->vectoring_nm = one_of(2) ? between(200, 2000) : 0;
    axle->suspension.active_bar_share = one_of(2) ? between(0.2, 0.9) : 0;
    if (one_of(2))
        axle->suspension.damper_curve = (kamm_curve){4, {-0.5, 0, 0.2, 0.5}, {-1500, 0, 400, 700}};
    if (one_of(2))
        axle->suspension.spring_curve = (kamm_curve){4, {-0.1, 0, 0.03, 0.1}, {-300, 0, 100, 1500}};
    axle->tyre.heat.enabled = one_of(2);
    axle->tyre.wear.enabled = one_of(2);
}

/* By random numbers of their own: what follows is as without them. */
static void fit_parts(kamm_vehicle_def *def)
{
    uint64_t kept = random_state;
    random_state ^= 0x5bd1e995u;
    def->engine.boost_share = one_of(2) ? between(0.2, 0.6) : 0;
    int drive = one_of(3);
    if (drive == 1) fit_converter(def);
    if (drive == 2) fit_motors(def);
    fit_aids(&def->aids);
    for (int axle = 0; axle < 2; ++axle) fit_axle(&def->axles[axle]);
    random_state = kept;
}

static kamm_vehicle_def vary_car(int with_parts)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.stepping.substeps_per_s = 1200;
    def.body.mass_kg *= between(0.8, 1.6);
    def.body.cg_behind_front_axle_m *= between(0.85, 1.2);
    def.body.cg_left_m = between(-0.05, 0.05);
    def.body.cg_height_m = between(0.35, 0.8);
    def.body.roll_yaw_product_kgm2 = between(-30, 30);
    if (one_of(2)) def.payload.mass_kg = between(50, 300);
    vary_driveline(&def);
    for (int axle = 0; axle < 2; ++axle) {
        def.axles[axle].track_m *= between(0.9, 1.1);
        def.axles[axle].hand_brake_torque_nm = axle ? 1500 : 0;
        vary_suspension(&def.axles[axle].suspension);
        vary_tyre(&def.axles[axle].tyre);
    }
    vary_steering(&def);
    def.aero.front_lift_coefficient = between(-0.5, 0.1);
    def.aero.rear_lift_coefficient = between(-0.5, 0.1);
    def.aids.abs = one_of(2);
    def.aids.tcs = one_of(2);
    vary_rungs(&def);
    if (with_parts) fit_parts(&def);
    return def;
}

/* Four grounds side by side: each car has its own. */
struct grounds {
    kamm_ground plane[3];
    kamm_ground hills;
    kamm_terrain *terrain;
};

static void query_grounds(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct grounds *grounds = user;
    for (int i = 0; i < count; ++i) {
        int kind = probes[i].car % 4;
        if (kind == 3)
            grounds->hills.query(grounds->hills.user, 1, &probes[i], &contacts[i]);
        else
            contacts[i] = grounds->plane[kind].plane;
    }
}

/* Hills with patches of rough gravel and soft sand, and a slab of 4 cm across the way. */
static kamm_terrain *make_hills(kamm_error *error)
{
    static const kamm_surface surfaces[] = {
        {.name = "asphalt", .friction = 0.9f, .rolling_resistance = 0.02f},
        {.name = "gravel",
         .friction = 0.6f,
         .sliding_loss = 0.1f,
         .rolling_resistance = 0.02f,
         .roughness_m3 = 256e-6f},
        {.name = "sand",
         .friction = 0.5f,
         .rolling_resistance = 0.1f,
         .sinkage_m = 0.03f,
         .sinkage_drag = 0.1f},
    };
    static const float slab[][3] = {{6, -60, 0}, {9, -60, 0.04f}, {9, 60, 0.04f}, {6, 60, 0.04f}};
    static const int32_t triangles[][3] = {{0, 1, 2}, {0, 2, 3}};
    static float heights[GRID * GRID];
    static uint8_t painted[GRID * GRID];
    for (int i = 0; i < GRID * GRID; ++i) heights[i] = (float)between(-0.15, 0.15);
    for (int i = 0; i < GRID * GRID; ++i) painted[i] = (uint8_t)one_of(3);
    const kamm_layer layers[] = {
        {.kind = KAMM_LAYER_HEIGHTS,
         .heights = {GRID, GRID, 4, {-128, -128}, heights},
         .surface = -1},
        {.kind = KAMM_LAYER_MESH, .mesh = {4, 2, slab, triangles}, .surface = 0}};
    kamm_terrain_def def = {.layers = layers,
                            .layer_count = 2,
                            .surfaces = surfaces,
                            .surface_count = 3,
                            .paint = {GRID, GRID, 4, {-128, -128}, painted}};
    return kamm_create_terrain(&def, error);
}

static int make_grounds(struct grounds *grounds, kamm_ground *ground)
{
    kamm_error error;
    grounds->plane[0] = kamm_flat_ground;
    grounds->plane[1] = kamm_plane_ground(0.0625, -0.125, 0.75);
    grounds->plane[2] = kamm_plane_ground(-0.03125, 0.0625, 0.25);
    grounds->terrain = make_hills(&error);
    if (!grounds->terrain) return fprintf(stderr, "%s\n", error.text), 0;
    grounds->hills = kamm_terrain_ground(grounds->terrain);
    *ground = kamm_flat_ground;
    ground->query = query_grounds;
    ground->user = grounds;
    ground->interval_substeps = 2;
    ground->body_points = 1;
    ground->wind_mps[0] = -3;
    ground->wind_mps[1] = 2;
    return 1;
}

static kamm_cars *create_cars(kamm_rung rung)
{
    const kamm_model *models[CARS];
    kamm_error error;
    for (int car = 0; car < CARS; ++car) {
        kamm_vehicle_def def = vary_car(car % 3 == 2);
        models[car] = kamm_compile(&def, rung, &error);
        if (!models[car]) return fprintf(stderr, "car %d: %s\n", car, error.text), NULL;
    }
    return kamm_create_mixed_cars(models, CARS);
}

static void place_cars(kamm_cars *cars, const struct grounds *grounds)
{
    for (int car = 0; car < CARS; ++car) {
        kamm_placement placement = {{0, 0, 0}, {1, 0, 0, 0}, 0, 1};
        if (car % 4 == 3) placement.position_m[2] = 0.25;
        if (car % 4 == 1 || car % 4 == 2)
            placement = kamm_placement_on(&grounds->plane[car % 4], 0, 0, 0);
        placement.speed_mps = between(0, 30);
        kamm_place(cars, car, &placement);
    }
}

static void vary_input(kamm_input *input)
{
    if (one_of(8) == 0) input->steering_wheel_rad = (float)between(-4, 4);
    if (one_of(8) == 0) input->throttle = (float)between(0, 1);
    if (one_of(12) == 0) input->brake = one_of(3) ? 0 : (float)between(0, 1);
    if (one_of(60) == 0) input->hand_brake = (float)one_of(2);
    if (one_of(60) == 0) input->clutch = (float)one_of(2) / 2;
    if (one_of(60) == 0) input->command = (float)one_of(2);
    if (one_of(8) == 0) input->road_wheel_rate_radps = (float)between(-0.5, 0.5);
    if (one_of(8) == 0) input->acceleration_mps2 = (float)between(-6, 4);
    if (one_of(60) == 0) input->gear = one_of(4) ? KAMM_GEAR_DRIVE : (float)(one_of(5) - 1);
}

static void destroy_all(kamm_cars *cars)
{
    const kamm_model *models[CARS];
    for (int car = 0; car < CARS; ++car) models[car] = kamm_model_of(cars, car);
    kamm_destroy_cars(cars);
    for (int car = 0; car < CARS; ++car) kamm_destroy_model((kamm_model *)models[car]);
}

/* 0: could not be run. */
static uint64_t hash_of_scenario(kamm_rung rung, int seconds)
{
    static struct grounds grounds;
    kamm_ground ground;
    if (!rung) return hash_of_world();
    random_state = 20240229;
    if (!make_grounds(&grounds, &ground)) return 0;
    kamm_cars *cars = create_cars(rung);
    if (!cars) return kamm_destroy_terrain(grounds.terrain), 0;
    place_cars(cars, &grounds);
    for (int frame = 0; frame < seconds * FRAMES_PER_SECOND; ++frame) {
        for (int car = 0; car < CARS; ++car) vary_input(&kamm_inputs(cars)[car]);
        kamm_step(cars, &ground, FRAME_SUBSTEPS);
    }
    uint64_t hash = kamm_state_hash(cars);
    int faults = 0;
    for (int car = 0; car < CARS; ++car) faults += kamm_fault(cars, car) != 0;
    if (faults) fprintf(stderr, "%d cars are at fault\n", faults);
    destroy_all(cars);
    kamm_destroy_terrain(grounds.terrain);
    return hash;
}

/* State hash after so many simulated seconds. */
static const struct {
    kamm_rung rung; /* 0: the world */
    int seconds;
    uint64_t hash;
} expected_hashes[] = {
#include "constants.inc"
};

static uint64_t expected_hash(kamm_rung rung, int seconds)
{
    for (size_t i = 0; i < sizeof expected_hashes / sizeof *expected_hashes; ++i)
        if (expected_hashes[i].rung == rung && expected_hashes[i].seconds == seconds)
            return expected_hashes[i].hash;
    return 0;
}

static const int widths[] = {1, 4, 8, 16};

/* What the command line asks for; 0: all. */
struct wish {
    int width, rung, seconds, print;
};

/* What a rung drives unless less is asked for: the cheap ones less, as all five have to run in about
 * the time that one took. */
static int longest(kamm_rung rung) { return !rung ? 1 : rung == KAMM_FULL ? 20 : 4; }

static const char *name_of(kamm_rung rung)
{
    return rung ? kamm_describe_rung(rung)->name : "world";
}

static int wanted(int wish, int value) { return !wish || wish == value; }

/* 0 if a hash is not the constant; counts those that were tried. */
static int check_rung(kamm_rung rung, const struct wish *wish, int *tried)
{
    int all_fit = 1;
    int seconds = wish->seconds && rung ? wish->seconds : longest(rung);
    uint64_t expected = expected_hash(rung, seconds);
    for (int i = 0; i < 4; ++i) {
        if (!wanted(wish->width, widths[i])) continue;
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        uint64_t hash = hash_of_scenario(rung, seconds);
        int fits = expected && hash == expected;
        printf("%-12s width %2d, %2d s: %016llx%s\n", name_of(rung), widths[i], seconds,
               (unsigned long long)hash,
               fits       ? ""
               : expected ? "  WRONG"
                          : "  (no constant for this duration)");
        fflush(stdout);
        all_fit &= fits;
        ++*tried;
    }
    return all_fit;
}

/* A line of expected_hashes; 0 if the widths do not agree. */
static int print_constant(kamm_rung rung, int seconds)
{
    static const char *const names[] = {
        "0",        "KAMM_KINEMATIC", "KAMM_RIGID2D", "KAMM_SINGLE_TRACK", "KAMM_DOUBLE_TRACK",
        "KAMM_FULL"};
    uint64_t first = 0;
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        uint64_t hash = hash_of_scenario(rung, seconds);
        if (!first) first = hash;
        if (!hash || hash != first)
            return fprintf(stderr, "%s, %d s: width %d differs\n", name_of(rung), seconds,
                           widths[i]),
                   0;
    }
    printf("    {%s, %d, 0x%016llxu},\n", names[rung], seconds, (unsigned long long)first);
    fflush(stdout);
    return 1;
}

static int print_constants(const struct wish *wish)
{
    for (int rung = 0; rung <= KAMM_FULL; ++rung) {
        if (!wanted(wish->rung, rung)) continue;
        if (rung && !print_constant((kamm_rung)rung, 2)) return 1;
        if (!print_constant((kamm_rung)rung, longest((kamm_rung)rung))) return 1;
    }
    return 0;
}

static int fail_usage(void)
{
    fprintf(stderr,
            "usage: kamm_hash [--rung NAME] [--width 1|4|8|16] [--seconds 2]\n"
            "       kamm_hash --print yes [--rung NAME]\n"
            "Prints the scenario's hash on one rung or all, at one width or all; fails unless it\n"
            "is the constant. Drives 20 s on full, 4 s on the others, or the seconds given; and\n"
            "if no rung is named, a crash of all of them in a world.\n"
            "--print yes: the lines of test/hash/constants.inc; fails unless all widths agree.\n");
    return 2;
}

static int read_wish(int argc, char **argv, struct wish *wish)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return 0;
        const kamm_rung_info *rung = kamm_find_rung(argv[i + 1]);
        if (!strcmp(argv[i], "--width"))
            wish->width = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--seconds"))
            wish->seconds = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--rung") && rung)
            wish->rung = rung->rung;
        else if (!strcmp(argv[i], "--print"))
            wish->print = 1;
        else
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    struct wish wish = {0};
    int all_fit = 1, tried = 0;
    if (!read_wish(argc, argv, &wish)) return fail_usage();
    if (wish.print) return print_constants(&wish);
    for (int rung = 0; rung <= KAMM_FULL; ++rung)
        if (wanted(wish.rung, rung)) all_fit &= check_rung((kamm_rung)rung, &wish, &tried);
    if (!tried)
        return fprintf(stderr, "width %d: not built in, or this machine lacks it\n", wish.width), 2;
    return all_fit ? 0 : 1;
}
