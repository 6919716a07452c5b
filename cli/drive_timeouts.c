/* How long each connection may take: for a request to come, and for its answer to go. Timeouts of idle
 * connections alone would let a client hold one without limit by sending a byte now and then. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "drive.h"

enum { NO_SOCKET = -1 };

struct drive_visit {
    int handle;       /* its socket; NO_SOCKET: not in use */
    int64_t until_ms; /* when it is ended */
};

struct drive_timeouts {
    pthread_t watcher;
    pthread_mutex_t lock;
    pthread_cond_t end;
    int is_ending, request_s, max_visits;
    drive_visit visits[];
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Ends connections that are over the time. The server sees that as an end by the other side, and tells of it by
 * drive_leave before it closes the socket. */
static void end_late_ones(drive_timeouts *timeouts)
{
    int64_t now = now_ms();
    for (int i = 0; i < timeouts->max_visits; ++i) {
        drive_visit *visit = &timeouts->visits[i];
        if (visit->handle == NO_SOCKET || visit->until_ms > now) continue;
        shutdown(visit->handle, SHUT_RDWR);
        visit->until_ms = now + 1000 * (int64_t)timeouts->request_s;
    }
}

static void *watch(void *user)
{
    drive_timeouts *timeouts = user;
    pthread_mutex_lock(&timeouts->lock);
    while (!timeouts->is_ending) {
        struct timespec next;
        end_late_ones(timeouts);
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += 250000000;
        next.tv_sec += next.tv_nsec / 1000000000;
        next.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&timeouts->end, &timeouts->lock, &next);
    }
    pthread_mutex_unlock(&timeouts->lock);
    return NULL;
}

drive_timeouts *drive_start_timeouts(int request_s, int max_visits)
{
    drive_timeouts *timeouts =
        calloc(1, sizeof *timeouts + (size_t)max_visits * sizeof *timeouts->visits);
    if (!timeouts) return NULL;
    timeouts->request_s = request_s;
    timeouts->max_visits = max_visits;
    for (int i = 0; i < max_visits; ++i) timeouts->visits[i].handle = NO_SOCKET;
    pthread_mutex_init(&timeouts->lock, NULL);
    pthread_cond_init(&timeouts->end, NULL);
    if (pthread_create(&timeouts->watcher, NULL, watch, timeouts) == 0) return timeouts;
    free(timeouts);
    return NULL;
}

void drive_end_timeouts(drive_timeouts *timeouts)
{
    pthread_mutex_lock(&timeouts->lock);
    timeouts->is_ending = 1;
    pthread_cond_signal(&timeouts->end);
    pthread_mutex_unlock(&timeouts->lock);
    pthread_join(timeouts->watcher, NULL);
    pthread_cond_destroy(&timeouts->end);
    pthread_mutex_destroy(&timeouts->lock);
    free(timeouts);
}

drive_visit *drive_enter(drive_timeouts *timeouts, int handle)
{
    drive_visit *visit = NULL;
    pthread_mutex_lock(&timeouts->lock);
    for (int i = 0; i < timeouts->max_visits && !visit; ++i)
        if (timeouts->visits[i].handle == NO_SOCKET) visit = &timeouts->visits[i];
    if (visit) *visit = (drive_visit){handle, now_ms() + 1000 * (int64_t)timeouts->request_s};
    pthread_mutex_unlock(&timeouts->lock);
    return visit;
}

void drive_allow(drive_timeouts *timeouts, drive_visit *visit, int seconds)
{
    pthread_mutex_lock(&timeouts->lock);
    visit->until_ms = now_ms() + 1000 * (int64_t)(seconds ? seconds : timeouts->request_s);
    pthread_mutex_unlock(&timeouts->lock);
}

void drive_leave(drive_timeouts *timeouts, drive_visit *visit)
{
    pthread_mutex_lock(&timeouts->lock);
    visit->handle = NO_SOCKET;
    pthread_mutex_unlock(&timeouts->lock);
}
