/* Ctrl-C, and the end that a system asks for (SIGTERM). Commands that take long look whether it has come, keep what is done and end
 * with the status that shells know. */
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>

#include "cli.h"

enum { SIGNALS = 2, STOPPED_STATUS = 128 };
static const int signals[SIGNALS] = {SIGINT, SIGTERM};

static atomic_int caught; /* the signal's number; 0: none */

/* A second signal ends the program at once. */
static void catch_signal(int number)
{
    signal(number, SIG_DFL);
    atomic_store(&caught, number);
}

/* What runs in the background of a script ignores Ctrl-C, and goes on to. */
void cli_watch_for_stop(void)
{
    atomic_store(&caught, 0);
    for (int i = 0; i < SIGNALS; ++i)
        if (signal(signals[i], catch_signal) == SIG_IGN) signal(signals[i], SIG_IGN);
}

int cli_is_stopped(void *unused)
{
    (void)unused;
    return atomic_load(&caught) != 0;
}

int cli_tell_stopped(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("kamm: stopped", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return STOPPED_STATUS + atomic_load(&caught);
}
