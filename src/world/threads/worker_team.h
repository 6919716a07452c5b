/* The threads that step a world together for one call.
 *
 * A substep has several short parallel rounds with serial work between them: too short to wake threads for each.
 * So a call of kamm_step_world asks the host's job system once, for as many members as may be of use. The first to
 * come leads: it runs the call from beginning to end and offers each round's tasks to the other threads. The
 * others take tasks, wait for the next round without sleeping and go home when the leader is done.
 *
 * The leader waits only for tasks that a thread is running, and takes the others itself. So
 * members may come late, one after the other or not at all: a host that runs all in one thread loses nothing.
 *
 * The tasks of a round lie in shares, as many as there were members when it began. Each member begins with its own
 * and then helps with those of others: so a body is mostly worked on where it was in the round before, and is in that
 * core's cache. */
#ifndef KAMM_WORLD_THREADS_WORKER_TEAM_H
#define KAMM_WORLD_THREADS_WORKER_TEAM_H

#include <kamm/world.h>
#include <stdatomic.h>
#include <stdint.h>

enum { MAX_SHARES = 16 };

/* A round's tasks, part of them. On a line of its own, as others are taken from at the same time. */
struct share {
    /* The round's number, times 2^32, plus how many of the share are not taken yet. */
    _Alignas(64) _Atomic uint64_t left;
};

struct worker_team {
    void (*job)(void *context); /* what the leader runs; NULL: there is no team */
    void *job_context;
    atomic_int members, closed;
    uint64_t round; /* its number: the leader's */
    _Atomic(kamm_task *) task;
    _Atomic(void *) context;
    atomic_int count, share_count;
    struct share shares[MAX_SHARES];
    _Alignas(64) atomic_int done; /* tasks of the round */
};

/* Runs job(context) with up to `members` threads of the host's. */
void kamm_run_team(struct worker_team *team, kamm_run_tasks *run, void *user, int members,
                   void (*job)(void *context), void *context);
/* Called by the leader: runs the task for 0 … count - 1 and returns when all are done. */
void kamm_share_out(struct worker_team *team, int count, kamm_task *task, void *context);

#endif
