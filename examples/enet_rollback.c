/* Two players in one world, each on a machine of its own, over ENet: a minute of driving with rollback.
 *
 *     enet_rollback host 7000 &  enet_rollback join 7000
 *
 * Both run the same world. Only inputs travel, three bytes a frame, each packet with those of the last half second, so that
 * a lost packet is made good by the next. What the other does is guessed (as before) until it is known; where the guess was
 * wrong, the world goes back to that frame by a snapshot and takes the frames again, with the same bits on both sides. On
 * the loopback nothing is lost and nothing late, so both are made up: packets leave 5 to 9 frames late (80 to 150 ms), one of ten
 * never does. In the end both tell their hash and what it took. The players are programs, and a minute takes six seconds. */
#include <enet/enet.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FRAMES = 60 * 60,
    SUBSTEPS = 4, /* of 1/240 s, a frame */
    SENT = 32,    /* inputs in a packet */
    AHEAD =
        48, /* no player gets farther ahead of what is known of the other; snapshots are kept for so long */
    KEPT = AHEAD + 1, /* … */
    LATE_FROM = 5,    /* frames */
    LATE_TO = 9,
    LOST_PERCENT = 10,
    DYNAMIC_BODIES = 6
};
static const int32_t wait_ms = 20000; /* for the other side, at most */

struct input {
    int8_t steer, throttle, brake; /* full: 127 */
};

struct packet {
    uint32_t count;     /* of the sender's inputs so far: the last ones follow, oldest first */
    uint32_t has_ended; /* 1: it knows all of ours */
    uint64_t hash;      /* of its world then */
    struct input inputs[SENT];
};

struct late_packet {
    struct packet packet;
    int frame; /* when it leaves */
};

struct game {
    ENetHost *host;
    ENetPeer *peer;
    int me;
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
    struct input inputs[2][FRAMES]; /* as they were, or as guessed */
    int known[2];                   /* of each: frames whose input is known */
    int frame, wrong_from;          /* taken so far; the first that was taken with a wrong guess */
    char *snapshots;                /* a ring, before each frame */
    size_t size;
    struct late_packet late[64];
    int late_count;
    struct packet last; /* of the other */
    uint32_t random, start_ms;
    long rollbacks, taken_again, deepest, sent_bytes;
};

static int fail(const char *what)
{
    fprintf(stderr, "enet_rollback: %s\n", what);
    return 1;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* ---- the world ---- */

static int make_world(struct game *g)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_body_def cones[DYNAMIC_BODIES];
    for (int i = 0; i < DYNAMIC_BODIES; ++i) {
        cones[i] = kamm_cone(0.5);
        cones[i].position_m[0] = 25 + 15 * i;
        cones[i].position_m[1] = i % 2 ? 1.5 : -1.5;
    }
    kamm_world_def world = {
        .ground = kamm_flat_ground, .bodies = cones, .body_count = DYNAMIC_BODIES};
    g->model = kamm_create_model(&def, KAMM_FULL, &error);
    g->cars = g->model ? kamm_create_cars(g->model, 2, &error) : NULL;
    g->world = g->cars ? kamm_create_world(&world, &error) : NULL;
    if (!g->world || kamm_add_cars(g->world, g->cars, &error)) return 0;
    for (int i = 0; i < 2; ++i) {
        kamm_placement at = kamm_placement_in_world(g->world, g->model, 0, i ? 2.5 : -2.5, 0);
        kamm_place(g->cars, i, &at);
    }
    g->size = kamm_world_snapshot_size(g->world);
    g->snapshots = malloc(KEPT * g->size);
    return g->snapshots != NULL;
}

static void take_frame(struct game *g, int frame)
{
    for (int i = 0; i < 2; ++i) {
        const struct input *in = &g->inputs[i][frame];
        kamm_input *to = &kamm_inputs(g->cars)[i];
        to->steering_wheel_rad = 3.0f * (float)in->steer / 127;
        to->throttle = (float)in->throttle / 127;
        to->brake = (float)in->brake / 127;
    }
    kamm_save_world_snapshot(g->world, g->snapshots + (size_t)(frame % KEPT) * g->size);
    kamm_step_world(g->world, SUBSTEPS);
}

/* Back to where the guess was wrong, and forth again with what is known now. */
static void roll_back(struct game *g)
{
    int from = g->wrong_from, depth = g->frame - from;
    g->wrong_from = FRAMES;
    if (depth <= 0) return;
    kamm_restore_world_snapshot(g->world, g->snapshots + (size_t)(from % KEPT) * g->size, g->size,
                                NULL);
    for (int frame = from; frame < g->frame; ++frame) take_frame(g, frame);
    ++g->rollbacks;
    g->taken_again += depth;
    if (depth > g->deepest) g->deepest = depth;
}

/* A player: now and then something else, held for a while. */
static struct input play(const struct game *g, int frame)
{
    uint32_t mood = (uint32_t)(frame / 25) * 7919u + (uint32_t)g->me * 104729u;
    uint32_t steer = next_random(&mood), pedals = next_random(&mood);
    return (struct input){(int8_t)((int)(steer % 121) - 60),
                          (int8_t)(pedals % 4 ? 40 + pedals % 80 : 0),
                          (int8_t)(pedals % 4 ? 0 : 60)};
}

/* ---- the network ---- */

static void send_now(struct game *g, const struct packet *packet)
{
    ENetPacket *sent = enet_packet_create(packet, sizeof *packet, ENET_PACKET_FLAG_UNSEQUENCED);
    g->sent_bytes += (long)sizeof *packet;
    if (sent && enet_peer_send(g->peer, 0, sent) < 0) enet_packet_destroy(sent);
}

static void send_inputs(struct game *g, int has_ended)
{
    struct packet packet = {.count = (uint32_t)g->known[g->me], .has_ended = (uint32_t)has_ended};
    if (has_ended) packet.hash = kamm_world_state_hash(g->world);
    for (int i = 0; i < SENT; ++i) {
        int frame = g->known[g->me] - SENT + i;
        if (frame >= 0) packet.inputs[i] = g->inputs[g->me][frame];
    }
    if (next_random(&g->random) % 100 < LOST_PERCENT) return;
    int late = LATE_FROM + (int)(next_random(&g->random) % (LATE_TO - LATE_FROM + 1));
    if (has_ended || g->late_count == 64)
        send_now(g, &packet);
    else
        g->late[g->late_count++] = (struct late_packet){packet, g->frame + late};
}

static void send_what_is_late(struct game *g, int all)
{
    int kept = 0;
    for (int i = 0; i < g->late_count; ++i)
        if (all || g->late[i].frame <= g->frame)
            send_now(g, &g->late[i].packet);
        else
            g->late[kept++] = g->late[i];
    g->late_count = kept;
}

/* Inputs of the other that are new; the frames that were taken with other ones are to be taken again. */
static void take_inputs(struct game *g, const struct packet *packet)
{
    int other = 1 - g->me, count = (int)packet->count;
    if (count > FRAMES || count - SENT > g->known[other])
        return; /* rubbish, or too much was lost */
    if (packet->has_ended) g->last = *packet;
    for (int frame = g->known[other]; frame < count; ++frame) {
        struct input is = packet->inputs[SENT - (count - frame)];
        int guessed = frame < g->frame;
        if (guessed && memcmp(&is, &g->inputs[other][frame], sizeof is) != 0 &&
            frame < g->wrong_from)
            g->wrong_from = frame;
        g->inputs[other][frame] = is;
    }
    if (count > g->known[other]) g->known[other] = count;
}

/* What has come; 0: the other has gone. */
static int receive(struct game *g, uint32_t timeout_ms)
{
    ENetEvent event;
    while (enet_host_service(g->host, &event, timeout_ms) > 0) {
        timeout_ms = 0;
        if (event.type == ENET_EVENT_TYPE_CONNECT) g->peer = event.peer;
        if (event.type == ENET_EVENT_TYPE_DISCONNECT) return 0;
        if (event.type != ENET_EVENT_TYPE_RECEIVE) continue;
        struct packet packet;
        if (event.packet->dataLength == sizeof packet) {
            memcpy(&packet, event.packet->data, sizeof packet);
            take_inputs(g, &packet);
        }
        enet_packet_destroy(event.packet);
    }
    return 1;
}

static int meet(struct game *g, int is_host, uint16_t port)
{
    ENetAddress address = {.port = port};
    enet_address_set_host(&address, "127.0.0.1");
    g->host = enet_host_create(is_host ? &address : NULL, 1, 1, 0, 0);
    if (!g->host) return 0;
    if (!is_host && !enet_host_connect(g->host, &address, 1, 0)) return 0;
    for (int waited = 0; !g->peer && waited < wait_ms; waited += 10) receive(g, 10);
    return g->peer != NULL;
}

/* Frames come ten times as fast as they would on a screen, on both sides. */
static int pace(struct game *g, int frame)
{
    uint32_t due_ms = g->start_ms + (uint32_t)(frame * 1000 / 600);
    while ((int32_t)(due_ms - enet_time_get()) > 0)
        if (!receive(g, 1)) return 0;
    return 1;
}

/* ---- the game ---- */

static int drive(struct game *g)
{
    int other = 1 - g->me, waited = 0;
    g->start_ms = enet_time_get();
    while (g->frame < FRAMES) {
        if (!receive(g, 0)) return 0;
        roll_back(g);
        if (g->frame - g->known[other] >= AHEAD) { /* the world waits, packets do not */
            send_what_is_late(g, 1);
            send_inputs(g, 0);
            if (!receive(g, 1) || ++waited > wait_ms) return 0;
            continue;
        }
        waited = 0;
        g->inputs[g->me][g->frame] = play(g, g->frame);
        g->known[g->me] = g->frame + 1;
        if (g->known[other] <= g->frame && g->frame > 0)
            g->inputs[other][g->frame] = g->inputs[other][g->frame - 1]; /* as before */
        take_frame(g, g->frame++);
        send_inputs(g, 0);
        send_what_is_late(g, 0);
        if (!pace(g, g->frame)) return 0;
    }
    for (waited = 0; g->known[other] < FRAMES; ++waited) {
        send_what_is_late(g, 1);
        send_inputs(g, 0);
        if (!receive(g, 1) || waited > wait_ms) return 0;
    }
    roll_back(g);
    return 1;
}

/* Until the other has the hash as well, and some packets longer, as one may be lost. */
static int end(struct game *g)
{
    for (int waited = 0, more = 0; more < 20; ++waited) {
        send_inputs(g, 1);
        int there = receive(g, 1);
        if (g->last.has_ended) ++more;
        if (!there && g->last.has_ended) return 1;
        if (!there || waited > wait_ms) return 0;
    }
    return 1;
}

static void print_report(const struct game *g)
{
    char *delta = malloc(kamm_delta_bound(g->size));
    size_t first = delta ? kamm_make_delta(NULL, g->snapshots, g->size, delta) : 0;
    free(delta);
    printf("hash %016llx, the other's %016llx\n",
           (unsigned long long)kamm_world_state_hash(g->world), (unsigned long long)g->last.hash);
    printf("%d frames, %ld rollbacks, %.1f frames deep in the mean, %ld at most\n", FRAMES,
           g->rollbacks, g->rollbacks ? (double)g->taken_again / (double)g->rollbacks : 0,
           g->deepest);
    printf(
        "%.1f kB/s sent; a world of two cars and %d cones: %zu bytes, %zu for one who joins late\n",
        (double)g->sent_bytes / 1000 / (FRAMES / 60), DYNAMIC_BODIES, g->size, first);
}

static int play_game(struct game *g, int is_host, uint16_t port)
{
    if (!make_world(g)) return fail("no memory for the world");
    if (!meet(g, is_host, port)) return fail("nobody is there, or the port is in use");
    if (!drive(g) || !end(g)) return fail("the other has gone");
    print_report(g);
    return kamm_world_state_hash(g->world) == g->last.hash ? 0 : fail("the worlds differ");
}

int main(int count, char **words)
{
    static struct game game;
    int is_host = count == 3 && strcmp(words[1], "host") == 0;
    long port = count == 3 ? strtol(words[2], NULL, 10) : 0;
    if (count != 3 || (!is_host && strcmp(words[1], "join") != 0) || port < 1 || port > 65535) {
        fprintf(stderr, "Usage: enet_rollback host|join PORT    PORT: 1 to 65535\n");
        return 2;
    }
    if (enet_initialize()) return fail("ENet does not start");
    game.me = is_host ? 0 : 1;
    game.random = 12345u + (uint32_t)game.me;
    game.wrong_from = FRAMES;
    int status = play_game(&game, is_host, (uint16_t)port);
    if (game.peer) enet_peer_disconnect_now(game.peer, 0);
    if (game.host) enet_host_destroy(game.host);
    enet_deinitialize();
    free(game.snapshots);
    kamm_destroy_world(game.world);
    kamm_destroy_cars(game.cars);
    kamm_destroy_model(game.model);
    return status;
}
