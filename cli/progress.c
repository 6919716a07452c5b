/* Progress of a long command. */
#include <math.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"

double cli_now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void print_time_left(double left_s)
{
    if (left_s < 100)
        fprintf(stderr, ", %.0f s left", ceil(left_s));
    else if (left_s < 100 * 60)
        fprintf(stderr, ", %.0f min left", ceil(left_s / 60));
    else
        fprintf(stderr, ", %.0f h left", ceil(left_s / 3600));
}

void cli_show_progress(double done, double all, const char *what, double left_s)
{
    enum { WIDTH = 30 };
    int filled = (int)(WIDTH * fmin(1, done / all));
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K[%.*s%*s] ", filled, "##############################", WIDTH - filled,
            "");
    if (*what)
        fprintf(stderr, "%.0f of %.0f %s", done, all, what);
    else
        fprintf(stderr, "%.0f %%", 100 * fmin(1, done / all));
    if (isfinite(left_s)) print_time_left(left_s);
}

void cli_tell_progress(double done, double all, const char *what, double left_s)
{
    if (isatty(STDERR_FILENO)) return;
    fprintf(stderr, "kamm: %.0f of %.0f %s", done, all, what);
    if (isfinite(left_s) && done < all) print_time_left(left_s);
    fputc('\n', stderr);
}

void cli_clear_progress(void)
{
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}
