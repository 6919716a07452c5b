/* How long each connection may take: for a request to come, and for its answer to go. Timeouts of idle
 * connections alone would let a client hold one for ever with a byte now and then. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "drive.h"

enum { NOBODY = -1 };

struct drive_visit {
    int handle;       /* its socket; NOBODY: not in use */
    int64_t until_ms; /* when it is ended */
};

struct drive_patience {
    pthread_t watcher;
    pthread_mutex_t lock;
    pthread_cond_t end;
    int is_ending, request_s, most;
    drive_visit visits[];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Ends who is over the time. The server sees that as an end by the other side, and tells of it by
 * drive_leave before it closes the socket. */
static void end_late_ones(drive_patience *patience)
{
    int64_t now = now_ms();
    for (int i = 0; i < patience->most; ++i) {
        drive_visit *visit = &patience->visits[i];
        if (visit->handle == NOBODY || visit->until_ms > now) continue;
        shutdown(visit->handle, SHUT_RDWR);
        visit->until_ms = now + 1000 * (int64_t)patience->request_s;
    }
}

static void *watch(void *user)
{
    drive_patience *patience = user;
    pthread_mutex_lock(&patience->lock);
    while (!patience->is_ending) {
        struct timespec next;
        end_late_ones(patience);
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += 250000000;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&patience->end, &patience->lock, &next);
    }
    pthread_mutex_unlock(&patience->lock);
    return NULL;
}

drive_patience *drive_be_patient(int request_s, int most)
{
    drive_patience *patience =
        calloc(1, sizeof *patience + (size_t)most * sizeof *patience->visits);
    if (!patience) return NULL;
    patience->request_s = request_s;
    patience->most = most;
    for (int i = 0; i < most; ++i) patience->visits[i].handle = NOBODY;
    pthread_mutex_init(&patience->lock, NULL);
    pthread_cond_init(&patience->end, NULL);
    if (pthread_create(&patience->watcher, NULL, watch, patience) == 0) return patience;
    free(patience);
    return NULL;
}

void drive_end_patience(drive_patience *patience)
{
    pthread_mutex_lock(&patience->lock);
    patience->is_ending = 1;
    pthread_cond_signal(&patience->end);
    pthread_mutex_unlock(&patience->lock);
    pthread_join(patience->watcher, NULL);
    pthread_cond_destroy(&patience->end);
    pthread_mutex_destroy(&patience->lock);
    free(patience);
}

drive_visit *drive_enter(drive_patience *patience, int handle)
{
    drive_visit *visit = NULL;
    pthread_mutex_lock(&patience->lock);
    for (int i = 0; i < patience->most && !visit; ++i)
        if (patience->visits[i].handle == NOBODY) visit = &patience->visits[i];
    if (visit) *visit = (drive_visit){handle, now_ms() + 1000 * (int64_t)patience->request_s};
    pthread_mutex_unlock(&patience->lock);
    return visit;
}

void drive_allow(drive_patience *patience, drive_visit *visit, int seconds)
{
    pthread_mutex_lock(&patience->lock);
    visit->until_ms = now_ms() + 1000 * (int64_t)(seconds ? seconds : patience->request_s);
    pthread_mutex_unlock(&patience->lock);
}

void drive_leave(drive_patience *patience, drive_visit *visit)
{
    pthread_mutex_lock(&patience->lock);
    visit->handle = NOBODY;
    pthread_mutex_unlock(&patience->lock);
}
