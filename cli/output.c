#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

int cli_fail_text(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("kamm: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return CLI_BAD_DATA;
}

static int output_code; /* errno of a failed write to standard output, where it is known */

/* What could not be written to standard output is reported once, by cli_finish_output. */
int cli_fail(const kamm_error *error)
{
    if (!ferror(stdout)) return cli_fail_text("%s", error->text);
    output_code = errno;
    return CLI_BAD_DATA;
}

static int has_reader_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR);
}

int cli_finish_output(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    int code = errno ? errno : output_code;
    if (code == EPIPE || has_reader_gone()) return status == CLI_USAGE ? status : CLI_OK;
    return cli_fail_text("standard output can't be written%s%s", code ? ": " : "",
                         code ? strerror(code) : "");
}

static int fail_file(kamm_error *error, const char *path, const char *what)
{
    *error = (kamm_error){.code = KAMM_ERROR_FILE};
    snprintf(error->path, sizeof error->path, "%.120s", path);
    snprintf(error->text, sizeof error->text, "%.300s: %s: %s", path, what, strerror(errno));
    return 0;
}

static int is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

int cli_open(cli_file *file, const char *path, kamm_error *error)
{
    snprintf(file->path, sizeof file->path, "%s", path);
    if (is_device(path))
        file->temporary[0] = 0;
    else
        snprintf(file->temporary, sizeof file->temporary, "%s.%ld.part", file->path,
                 (long)getpid());
    file->file = fopen(file->temporary[0] ? file->temporary : file->path, "w");
    return file->file ? 1 : fail_file(error, path, "can't be written");
}

int cli_close(cli_file *file, int keep, kamm_error *error)
{
    if (!file->file) return 1;
    int failed = ferror(file->file) || fflush(file->file) != 0;
    if (fclose(file->file) != 0) failed = 1;
    file->file = NULL;
    if (keep && !failed && file->temporary[0] && rename(file->temporary, file->path) != 0)
        failed = 1;
    if (!keep || failed) {
        int code = errno;
        if (file->temporary[0]) unlink(file->temporary);
        errno = code;
    }
    return failed && keep ? fail_file(error, file->path, "can't be written") : 1;
}

int cli_close_channels(cli_file *file, kamm_result result, const kamm_error *error)
{
    kamm_error unwritten;
    int is_stopped = result == KAMM_ERROR_STOPPED;
    int is_kept = !file->path[0] || cli_close(file, !result || is_stopped, &unwritten);
    if (result && !is_stopped) return cli_fail(error);
    if (!is_kept) return cli_fail(&unwritten);
    if (!is_stopped) return CLI_OK;
    return file->path[0] ? cli_tell_stopped("; %s has the channels until then", file->path)
                         : cli_tell_stopped(".");
}

int cli_make_folder(const char *path, kamm_error *error)
{
    char part[512];
    snprintf(part, sizeof part, "%s", path);
    for (char *end = part; end;) {
        end = strchr(end + 1, '/');
        if (end) *end = 0;
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return fail_file(error, part, "the folder can't be made");
        if (end) *end = '/';
    }
    return 1;
}

/* A test that failed has its own message. */
int cli_end_recorder(kamm_run_recorder *recorder, int status)
{
    kamm_error error;
    kamm_result result = kamm_end_run_recorder(recorder, &error);
    return status || !result ? status : cli_fail(&error);
}
