/* Soaks Kamm: cases of seeds one after the other, on all cores.
 *
 *     kamm_soak [--hours N | --cases N] [--seed S] [--only] [--jobs N] [--list N]
 *
 * Cases are S, S + 1, … . Each runs in a process of its own making, so that one that crashes or hangs is a finding with its seed. With
 * --only the case S alone runs, and tells what it does. Seeds that were found with an earlier list of vehicles come again with --list 1. Ends with 1 where something was found, and where Ctrl-C or SIGTERM ended it with
 * 128 and the signal's number, after telling what had been found by then. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "soak.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_JOBS = 256, CASE_CPU_S = 60 };

struct options {
    double hours;
    long cases; /* 0: as many as there is time for */
    uint64_t seed;
    int only, jobs, list;
};

struct totals {
    long cases, compiled, refused, findings, changed;
    double driven_s;
    long kinds[SOAK_KIND_COUNT];
};

static void use(void)
{
    fputs("use: kamm_soak [--hours N | --cases N] [--seed S] [--only] [--jobs N] [--list N]\n",
          stderr);
    exit(2);
}

static struct options read_options(int count, char **words)
{
    struct options options = {.hours = 1, .seed = 1, .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    for (int i = 1; i < count; ++i) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        char *end = NULL;
        if (!strcmp(words[i], "--only")) {
            options.only = 1;
            continue;
        }
        if (!value) use();
        if (!strcmp(words[i], "--hours"))
            options.hours = strtod(value, &end);
        else if (!strcmp(words[i], "--cases"))
            options.cases = strtol(value, &end, 10);
        else if (!strcmp(words[i], "--seed"))
            options.seed = strtoull(value, &end, 10);
        else if (!strcmp(words[i], "--jobs"))
            options.jobs = (int)strtol(value, &end, 10);
        else if (!strcmp(words[i], "--list"))
            options.list = (int)strtol(value, &end, 10);
        if (!end || *end || end == value) use();
        ++i;
    }
    if (!(options.hours > 0) || options.cases < 0 || options.jobs < 1) use();
    if (options.list < 0 || options.list > SOAK_LISTS) use();
    if (options.jobs > MOST_JOBS) options.jobs = MOST_JOBS;
    return options;
}

/* -- Being stopped -- */
static volatile sig_atomic_t stopped_by;
static sigset_t unblocked; /* what is open while the soak waits, and at no other time */

static void stop(int number) { stopped_by = number; }

/* Workers inherit that both are blocked: what ends the soak ends them. */
static void watch_for_stop(void)
{
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    signal(SIGPIPE, SIG_IGN);
    sigaction(SIGINT, &(struct sigaction){.sa_handler = stop}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = stop}, NULL);
    sigprocmask(SIG_BLOCK, &ends, &unblocked);
    sigdelset(&unblocked, SIGINT);
    sigdelset(&unblocked, SIGTERM);
}

/* -- A worker -- */
/* What a case has come to. */
struct message {
    struct soak soak;
};

static void send_message(int to, const struct message *message)
{
    const char *at = (const char *)message;
    size_t left = sizeof *message;
    while (left) {
        ssize_t sent = write(to, at, left);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) _exit(3);
        at += sent;
        left -= (size_t)sent;
    }
}

/* Seeds come by a pipe, answers go by another; the end of the first is the worker's end. */
static void work(int from, int to, int list)
{
    uint64_t seed;
    soak_count_memory();
    while (read(from, &seed, sizeof seed) == sizeof seed) {
        struct rusage used;
        static struct message message;
        getrusage(RUSAGE_SELF, &used);
        rlim_t limit = (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + CASE_CPU_S;
        setrlimit(RLIMIT_CPU, &(struct rlimit){limit, RLIM_INFINITY});
        message = (struct message){.soak = {.seed = seed, .list = list}};
        soak_run(&message.soak);
        send_message(to, &message);
    }
    _exit(0);
}

struct worker {
    pid_t process;
    int ask, answer;
    uint64_t seed;
    int is_busy;
};

static struct worker workers[MOST_JOBS];

/* A worker closes the ends of the others' pipes, which would not see their end otherwise. */
static void close_others(const struct worker *own)
{
    for (int i = 0; i < MOST_JOBS; ++i) {
        if (&workers[i] == own || !workers[i].process) continue;
        close(workers[i].ask);
        close(workers[i].answer);
    }
}

static void start(struct worker *worker, int list)
{
    int down[2], up[2];
    if (pipe(down) || pipe(up)) exit(2);
    fflush(NULL);
    worker->process = fork();
    if (worker->process < 0) exit(2);
    if (!worker->process) {
        close(down[1]);
        close(up[0]);
        close_others(worker);
        work(down[0], up[1], list);
    }
    close(down[0]);
    close(up[1]);
    worker->ask = down[1];
    worker->answer = up[0];
    worker->is_busy = 0;
}

/* -- Report -- */
static void tell_findings(const struct soak *soak, struct totals *totals)
{
    for (int kind = 0; kind < SOAK_KIND_COUNT; ++kind) {
        if (!(soak->found >> kind & 1)) continue;
        if (isatty(2)) fputs("\r\033[K", stderr);
        printf("seed %llu: %s: %s\n", (unsigned long long)soak->seed, soak_kind_texts[kind],
               soak->findings[kind]);
        fflush(stdout);
        totals->kinds[kind] += 1;
        totals->findings += 1;
        totals->changed += soak->is_changed;
    }
}

static void take(struct totals *totals, const struct soak *soak)
{
    totals->cases += 1;
    totals->compiled += soak->compiled;
    totals->refused += soak->refused;
    totals->driven_s += soak->driven_s;
    tell_findings(soak, totals);
    if (isatty(2) && totals->cases % 16 == 0)
        fprintf(stderr, "\r\033[K%ld cases, %.1f car-hours, %ld findings", totals->cases,
                totals->driven_s / 3600, totals->findings);
}

static void tell_start(const struct options *options)
{
    fprintf(stderr, "kamm: soaking ");
    if (options->cases)
        fprintf(stderr, "%ld cases", options->cases);
    else
        fprintf(stderr, "for %g h", options->hours);
    fprintf(stderr, " from seed %llu by %d processes\n", (unsigned long long)options->seed,
            options->jobs);
}

static void tell_totals(const struct options *options, const struct totals *totals)
{
    if (isatty(2)) fputs("\r\033[K", stderr);
    printf("%ld cases from seed %llu: %.2f car-hours, %ld of %ld vehicles compiled\n",
           totals->cases, (unsigned long long)options->seed, totals->driven_s / 3600,
           totals->compiled, totals->compiled + totals->refused);
    for (int kind = 0; kind < SOAK_KIND_COUNT; ++kind)
        if (totals->kinds[kind]) printf("%6ld: %s\n", totals->kinds[kind], soak_kind_texts[kind]);
    printf("%ld findings, %ld of them of vehicles whose values were changed at random\n",
           totals->findings, totals->changed);
    if (totals->findings) puts("one again: ./dev soak --only --seed S");
}

/* -- All of them -- */
/* The worker has ended in its case: that is a finding. */
static void bury(struct worker *worker, struct totals *totals, int list)
{
    static struct soak soak;
    int status = 0;
    waitpid(worker->process, &status, 0);
    worker->process = 0;
    close(worker->ask);
    close(worker->answer);
    soak = (struct soak){.seed = worker->seed, .what = "--only tells of which"};
    int is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    soak_find(&soak, is_late ? SOAK_TIME : SOAK_CRASH, is_late ? "stopped" : "signal %d, status %d",
              WIFSIGNALED(status) ? WTERMSIG(status) : 0,
              WIFEXITED(status) ? WEXITSTATUS(status) : 0);
    take(totals, &soak);
    start(worker, list);
}

/* A whole answer; 0: the worker is gone. */
static int read_answer(const struct worker *worker, struct message *message)
{
    char *at = (char *)message;
    for (size_t left = sizeof *message; left;) {
        ssize_t come = read(worker->answer, at, left);
        if (come < 0 && errno == EINTR) continue;
        if (come <= 0) return 0;
        at += come;
        left -= (size_t)come;
    }
    return 1;
}

static void hand_out(struct worker *worker, uint64_t seed)
{
    worker->seed = seed;
    worker->is_busy = write(worker->ask, &seed, sizeof seed) == sizeof seed;
}

/* The next one that answers, or has ended; NULL: none is at work, or the soak is stopped. */
static struct worker *wait_for(int count)
{
    struct pollfd answers[MOST_JOBS];
    int busy = 0;
    for (int i = 0; i < count; ++i) {
        answers[i] =
            (struct pollfd){.fd = workers[i].is_busy ? workers[i].answer : -1, .events = POLLIN};
        busy += workers[i].is_busy;
    }
    while (busy && !stopped_by && ppoll(answers, (nfds_t)count, NULL, &unblocked) < 0 &&
           errno == EINTR)
        continue;
    for (int i = 0; i < count && busy && !stopped_by; ++i)
        if (answers[i].revents) return &workers[i];
    return NULL;
}

static int may_go_on(const struct options *options, uint64_t next, time_t end)
{
    return options->cases ? next - options->seed < (uint64_t)options->cases : time(NULL) < end;
}

static void run_all(const struct options *options, struct totals *totals)
{
    static struct message message;
    time_t end = time(NULL) + (time_t)(options->hours * 3600);
    uint64_t next = options->seed;
    watch_for_stop();
    tell_start(options);
    for (int i = 0; i < options->jobs; ++i) {
        start(&workers[i], options->list);
        if (may_go_on(options, next, end)) hand_out(&workers[i], next++);
    }
    for (struct worker *worker; (worker = wait_for(options->jobs));) {
        worker->is_busy = 0;
        if (read_answer(worker, &message))
            take(totals, &message.soak);
        else
            bury(worker, totals, options->list);
        if (may_go_on(options, next, end)) hand_out(worker, next++);
    }
    for (int i = 0; i < options->jobs; ++i) {
        if (stopped_by) kill(workers[i].process, SIGKILL);
        close(workers[i].ask);
        waitpid(workers[i].process, NULL, 0);
    }
}

int main(int count, char **words)
{
    static struct totals totals;
    static struct soak soak;
    struct options options = read_options(count, words);
    if (options.only) {
        soak = (struct soak){.seed = options.seed, .list = options.list, .is_told = 1};
        soak_count_memory();
        soak_run(&soak);
        take(&totals, &soak);
        if (!totals.findings) puts("nothing found");
        return totals.findings != 0;
    }
    run_all(&options, &totals);
    tell_totals(&options, &totals);
    return stopped_by ? 128 + stopped_by : totals.findings != 0;
}
