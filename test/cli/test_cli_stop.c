/* Ctrl-C in commands that take long: sent once a file shows that the command is under way. */
#include "support/cli.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* How the command takes the signal: as from a terminal, or in the background of a script, which ignores it. */
typedef void handler(int number);

static pid_t start(const char *line, handler *handling)
{
    pid_t process = fork();
    assert_true(process >= 0);
    if (process) return process;
    signal(SIGINT, handling);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

/* Waits until a file of that beginning is written to; fails if the command ends before. */
static void await_growth(int watch, int alive, const char *file)
{
    _Alignas(struct inotify_event) char events[4096];
    struct pollfd either[] = {{.fd = watch, .events = POLLIN}, {.fd = alive, .events = POLLIN}};
    for (;;) {
        assert_true(poll(either, 2, -1) > 0);
        if (!either[0].revents) fail_msg("it ended before: %s", read_file("err", err));
        ssize_t length = read(watch, events, sizeof events);
        for (ssize_t at = 0; at < length;) {
            const struct inotify_event *event = (const struct inotify_event *)&events[at];
            if (event->len && strncmp(event->name, file, strlen(file)) == 0) return;
            at += (ssize_t)(sizeof *event + event->len);
        }
    }
}

static void remove_file(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", cli_folder, name);
    unlink(path);
}

/* Runs bin/PROGRAM with the words, in which @ is the test's folder, until the file in `folder` grows, sends the signal, and returns
 * the exit status. */
static int stop_at_growth(const char *program, const char *words, const char *folder,
                          const char *file, int number, handler *handling)
{
    char line[2048], path[256];
    int at = snprintf(line, sizeof line, "exec %.*s%s ", (int)(strrchr(command, '/') + 1 - command),
                      command, program);
    for (; *words; ++words)
        at += snprintf(line + at, sizeof line - (size_t)at, *words == '@' ? "%s" : "%.1s",
                       *words == '@' ? cli_folder : words);
    snprintf(line + at, sizeof line - (size_t)at, " >%s/out 2>%s/err", cli_folder, cli_folder);
    snprintf(path, sizeof path, "%s/%s", cli_folder, folder);
    int watch = inotify_init1(IN_CLOEXEC), alive[2], status;
    remove_file("out"), remove_file("err"); /* else their end shows as growth */
    assert_true(inotify_add_watch(watch, path, IN_MODIFY) >= 0);
    assert_int_equal(pipe(alive), 0);
    pid_t process = start(line, handling);
    close(alive[1]);
    await_growth(watch, alive[0], file);
    assert_int_equal(kill(process, number), 0);
    assert_int_equal(waitpid(process, &status, 0), process);
    close(alive[0]);
    close(watch);
    read_file("out", out);
    read_file("err", err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; *text; ++text) lines += *text == '\n';
    return lines;
}

static void a_sweep_keeps_its_runs(void **state)
{
    int kept, all;
    char path[128];
    (void)state;
    snprintf(path, sizeof path, "%s/sweep", cli_folder);
    assert_int_equal(mkdir(path, 0777), 0);
    assert_int_equal(stop_at_growth("kamm",
                                    "sweep brake --car nissan-micra --jobs 2 --out @/sweep "
                                    "--vary surface.friction=0.5:1:100000",
                                    "sweep", "runs.log", SIGINT, SIG_DFL),
                     130);
    expect_in(err, "kamm: 0 of 100000 runs\n");
    const char *said = strstr(err, "kamm: stopped; ");
    assert_non_null(said);
    assert_int_equal(sscanf(said, "kamm: stopped; %d of %d runs are kept", &kept, &all), 2);
    assert_int_equal(all, 100000);
    assert_true(kept > 0 && kept < all);
    assert_int_equal(lines_of(read_file("sweep/runs.log", out)), kept);
    expect_in(read_file("sweep/manifest.json", out), "\"test\": \"brake\"");
}

static void a_replay_keeps_its_rows(void **state)
{
    (void)state;
    write_file("log.csv", "time_s,speed_mps\n0,20\n100000,20\n");
    /* Rows come at the ends only, so that what is seen is the line on its length. */
    assert_int_equal(stop_at_growth("kamm", "replay @/log.csv --car nissan-micra --out @/rows.csv",
                                    ".", "err", SIGTERM, SIG_DFL),
                     143);
    expect_in(err, "kamm: 0 of 100000 s\n");
    expect_in(err, "kamm: stopped; ");
    expect_in(err, "/rows.csv has the channels until then");
    assert_int_equal(lines_of(read_file("rows.csv", out)), 2);
}

static void a_road_test_keeps_its_channels(void **state)
{
    (void)state;
    assert_int_equal(
        stop_at_growth("kamm",
                       "run coast-down --car nissan-micra --substeps 9600 --csv @/coast.csv", ".",
                       "coast.csv", SIGINT, SIG_DFL),
        130);
    expect_in(err, "/coast.csv has the channels until then");
    assert_string_equal(read_file("out", out), "");
    expect_in(read_file("coast.csv", out), "time_s,");
    assert_int_equal(out[strlen(out) - 1], '\n'); /* whole rows alone */
}

static void the_lab_prints_what_is_done(void **state)
{
    int done, all;
    (void)state;
    assert_int_equal(stop_at_growth("kamm",
                                    "lab nissan-micra volvo-v40-caravan articulated-bus "
                                    "--substeps 2400 --tests brake,low-speed-turn,ring,sway "
                                    "--jobs 1 --out @/lab",
                                    ".", "out", SIGINT, SIG_DFL),
                     130);
    expect_in(out, "(nissan-micra)");
    expect_in(out, "distance_100_0_kmh_m");
    assert_null(strstr(out, "Channels: "));
    const char *said = strstr(err, "kamm: stopped; ");
    assert_non_null(said);
    assert_int_equal(sscanf(said, "kamm: stopped; %d of %d tests are done", &done, &all), 2);
    assert_true(done >= 1 && done < all);
    expect_in(read_file("lab/nissan-micra/brake.csv", out), "time_s,");
}

static void a_soak_tells_what_it_has_found(void **state)
{
    (void)state;
    assert_int_equal(
        stop_at_growth("kamm_soak", "--hours 100 --jobs 1", ".", "err", SIGINT, SIG_DFL), 130);
    expect_in(err, "kamm: soaking for 100 h from seed 1 by 1 processes\n");
    expect_in(out, "cases from seed 1: ");
    expect_in(out, "0 findings");
}

static void what_ignores_ctrl_c_goes_on(void **state)
{
    (void)state;
    assert_int_equal(stop_at_growth("kamm", "run brake --car nissan-micra --csv @/brake.csv", ".",
                                    "brake.csv", SIGINT, SIG_IGN),
                     0);
    expect_in(out, "distance_100_0_kmh_m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_keeps_its_runs),
        cmocka_unit_test(a_replay_keeps_its_rows),
        cmocka_unit_test(a_road_test_keeps_its_channels),
        cmocka_unit_test(the_lab_prints_what_is_done),
        cmocka_unit_test(a_soak_tells_what_it_has_found),
        cmocka_unit_test(what_ignores_ctrl_c_goes_on),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
