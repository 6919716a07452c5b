/* kamm drive: asked as browsers ask, and as those do who want more than the page. */
#include "support_cli.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ANSWER = 1 << 16, MOST_WORDS = 12 };

typedef struct {
    pid_t process;
    FILE *said; /* standard output */
    int port;
    char link[128];
} server;

static server page; /* of all tests that do not start their own */
static char answer[ANSWER];

/* -- the server ------------------------------------------------------------------------------- */

static void run_drive(const char *words, int output)
{
    char line[1024], *list[MOST_WORDS] = {command, "drive"};
    int count = 2;
    snprintf(line, sizeof line, "%s", words);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) list[count++] = word;
    dup2(output, STDOUT_FILENO);
    if (!freopen("err", "w", stderr)) _exit(126);
    execv(command, list);
    _exit(127);
}

/* Starts kamm drive in the test's folder, where its page is, and waits for the link. */
static server start(const char *words)
{
    server started = {0};
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    started.process = fork();
    if (!started.process) {
        close(ends[0]);
        if (chdir(cli_folder)) _exit(126);
        run_drive(words, ends[1]);
    }
    close(ends[1]);
    started.said = fdopen(ends[0], "r");
    char line[256] = "";
    if (!fgets(line, sizeof line, started.said) ||
        sscanf(line, "Kamm drives at %127s (Ctrl-C ends it)", started.link) != 1)
        fail_msg("no link but '%s'; %s", line, read_file("err", err));
    started.port = atoi(strrchr(started.link, ':') + 1);
    return started;
}

/* Returns the exit status. */
static int end(server *started, int signal_number)
{
    int status;
    kill(started->process, signal_number);
    assert_int_equal(waitpid(started->process, &status, 0), started->process);
    fclose(started->said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* -- asking ----------------------------------------------------------------------------------- */

static int connected(int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval patience = {.tv_sec = 20};
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(handle, (const struct sockaddr *)&address, sizeof address), 0);
    return handle;
}

static void say(int handle, const char *text)
{
    assert_int_equal(write(handle, text, strlen(text)), (ssize_t)strlen(text));
}

/* All that comes until the other end closes; its length. */
static size_t read_all(int handle)
{
    size_t length = 0;
    for (ssize_t more; (more = read(handle, answer + length, ANSWER - 1 - length)) > 0;)
        length += (size_t)more;
    answer[length] = 0;
    close(handle);
    return length;
}

/* Asks with these headers, each with its line's end; returns the status of the answer. */
static int ask_at(int port, const char *method, const char *target, const char *headers)
{
    char request[8192];
    int handle = connected(port), status = 0;
    snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nConnection: close\r\n%s\r\n", method,
             target, headers);
    say(handle, request);
    read_all(handle);
    if (sscanf(answer, "HTTP/1.1 %d ", &status) != 1) fail_msg("%s: no answer", target);
    return status;
}

static int ask_with(const char *method, const char *target, const char *headers)
{
    return ask_at(page.port, method, target, headers);
}

static int get(const char *target) { return ask_with("GET", target, "Host: localhost\r\n"); }

static const char *body(void)
{
    const char *gap = strstr(answer, "\r\n\r\n");
    assert_non_null(gap);
    return gap + 4;
}

static void make_page(void)
{
    char line[512];
    snprintf(line, sizeof line,
             "cd %s && mkdir page page/assets page/.hidden && echo secret >secret.txt && "
             "echo secret >page/.hidden/file.txt && mkfifo page/pipe.txt && "
             "ln -s ../secret.txt page/out.txt && ln -s .. page/up && ln -s kamm.js page/in.js && "
             "mkdir page-beside && echo secret >page-beside/file.txt && "
             "ln -s ../page-beside page/beside",
             cli_folder);
    assert_int_equal(shell(line), 0);
    write_file("page/index.html", "<!doctype html><title>Kamm</title>");
    write_file("page/kamm.js", "drive();");
    write_file("page/assets/kamm-3f2a.wasm", "wasm");
}

static int set_up(void **state)
{
    if (cli_set_up(state)) return 1;
    make_page();
    page = start("--port 0 --no-browser --page page");
    return 0;
}

static int clear_up(void **state)
{
    int status = end(&page, SIGTERM);
    return cli_clear_up(state) || status;
}

/* -- what the page is made of ----------------------------------------------------------------- */

static void the_page_comes_as_it_is(void **state)
{
    (void)state;
    assert_int_equal(get("/"), 200);
    assert_string_equal(body(), "<!doctype html><title>Kamm</title>");
    expect_in(answer, "Content-Type: text/html; charset=utf-8\r\n");
    expect_in(answer, "Content-Length: 34\r\n");
    expect_in(answer, "Cache-Control: no-cache\r\n");
    expect_in(answer, "X-Content-Type-Options: nosniff\r\n");
    expect_in(answer, "Content-Security-Policy: default-src 'self'; script-src 'self' 'wasm-");
    assert_int_equal(get("/index.html?car=micra"), 200);
    assert_int_equal(get("/assets/kamm-3f2a.wasm"), 200);
    assert_string_equal(body(), "wasm");
    expect_in(answer, "Content-Type: application/wasm\r\n");
    expect_in(answer, "Cache-Control: public, max-age=31536000, immutable\r\n");
    assert_int_equal(get("/%6bamm.js"), 200);
    assert_string_equal(body(), "drive();");
    assert_int_equal(get("/in.js"), 200);
}

static void files_have_their_types(void **state)
{
    static const char *const types[][2] = {
        {"a.html", "text/html; charset=utf-8"},
        {"a.js", "text/javascript; charset=utf-8"},
        {"a.mjs", "text/javascript; charset=utf-8"},
        {"a.css", "text/css; charset=utf-8"},
        {"a.json", "application/json; charset=utf-8"},
        {"a.js.map", "application/json; charset=utf-8"},
        {"a.webmanifest", "application/manifest+json; charset=utf-8"},
        {"a.txt", "text/plain; charset=utf-8"},
        {"a.TIR", "text/plain; charset=utf-8"},
        {"a.csv", "text/csv; charset=utf-8"},
        {"a.svg", "image/svg+xml; charset=utf-8"},
        {"a.png", "image/png"},
        {"a.jpg", "image/jpeg"},
        {"a.webp", "image/webp"},
        {"a.ico", "image/x-icon"},
        {"a.woff2", "font/woff2"},
        {"a.what", "application/octet-stream"},
        {"a", "application/octet-stream"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        char path[64], target[64], header[96];
        snprintf(path, sizeof path, "page/%s", types[i][0]);
        snprintf(target, sizeof target, "/%s", types[i][0]);
        snprintf(header, sizeof header, "Content-Type: %s\r\n", types[i][1]);
        write_file(path, "");
        assert_int_equal(get(target), 200);
        expect_in(answer, header);
    }
}

static void what_a_browser_has_is_not_sent_again(void **state)
{
    char tag[96], headers[160];
    (void)state;
    write_file("page/changing.js", "old();");
    assert_int_equal(get("/changing.js"), 200);
    assert_int_equal(sscanf(strstr(answer, "ETag: "), "ETag: %95s", tag), 1);
    snprintf(headers, sizeof headers, "Host: localhost\r\nIf-None-Match: \"x\", W/%s\r\n", tag);
    assert_int_equal(ask_with("GET", "/changing.js", headers), 304);
    assert_string_equal(body(), "");
    expect_in(answer, tag);
    write_file("page/changing.js", "newer();");
    assert_int_equal(ask_with("GET", "/changing.js", headers), 200);
    assert_string_equal(body(), "newer();");
}

static void a_large_file_comes_whole(void **state)
{
    enum { SIZE = 40000 };
    static char text[SIZE + 1];
    (void)state;
    for (int i = 0; i < SIZE; ++i) text[i] = (char)('a' + i % 23);
    write_file("page/large.txt", text);
    assert_int_equal(get("/large.txt"), 200);
    assert_string_equal(body(), text);
}

/* -- what nobody gets ------------------------------------------------------------------------- */

static void only_get_and_head_are_answered(void **state)
{
    static const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get"};
    (void)state;
    assert_int_equal(ask_with("HEAD", "/", "Host: localhost\r\n"), 200);
    expect_in(answer, "Content-Length: 34\r\n");
    assert_string_equal(body(), "");
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) {
        assert_int_equal(ask_with(methods[i], "/", "Host: localhost\r\nContent-Length: 0\r\n"),
                         405);
        expect_in(answer, "Allow: GET, HEAD\r\n");
        assert_null(strstr(answer, "<title>Kamm"));
    }
}

static void what_is_not_there_is_told(void **state)
{
    static const char *const targets[] = {"/none.js", "/assets", "/assets/", "/index.html/",
                                          "/pipe.txt"};
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        if (get(targets[i]) != 404) fail_msg("%s: %.200s", targets[i], answer);
        expect_in(answer, "Content-Type: text/html; charset=utf-8\r\n");
        expect_in(body(), "There is no such file.");
        expect_in(answer, "Content-Security-Policy: ");
    }
    char target[6000] = "/";
    memset(target + 1, 'a', sizeof target - 2);
    assert_int_equal(get(target), 404);
}

static void nothing_outside_the_page_is_given(void **state)
{
    static const char *const targets[] = {"/../secret.txt",
                                          "/..%2fsecret.txt",
                                          "/%2e%2e/secret.txt",
                                          "/%2E%2E%2Fsecret.txt",
                                          "/%252e%252e/secret.txt",
                                          "/assets/../../secret.txt",
                                          "/./../secret.txt",
                                          "//../secret.txt",
                                          "/..\\secret.txt",
                                          "/..%5csecret.txt",
                                          "../secret.txt",
                                          "secret.txt",
                                          "/out.txt",
                                          "/up/secret.txt",
                                          "/beside/file.txt",
                                          "/../page-beside/file.txt",
                                          "/.hidden/file.txt",
                                          "/%2ehidden/file.txt",
                                          "/kamm.js%00.html",
                                          "//etc/passwd",
                                          "/%2fetc/passwd",
                                          "/etc/passwd",
                                          "/..;/secret.txt",
                                          "/%c0%ae%c0%ae/secret.txt",
                                          "file:///etc/passwd"};
    (void)state;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; ++i) {
        int status = get(targets[i]);
        if (status != 404 && status != 400) fail_msg("%s: %.300s", targets[i], answer);
        assert_null(strstr(answer, "secret\n"));
        assert_null(strstr(answer, "root:"));
    }
}

/* A name that somebody else has pointed at this machine. */
static void other_names_are_refused(void **state)
{
    static const char *const strange[] = {"Host: evil.example\r\n",
                                          "Host: localhost.evil.example\r\n",
                                          "Host: 127.0.0.1.evil.example\r\n",
                                          "Host: 127.evil.example\r\n",
                                          "Host: [::2]\r\n",
                                          "Host: \r\n",
                                          "Host: 192.168.1.7:8017\r\n"};
    static const char *const own[] = {"Host: localhost\r\n", "Host: LocalHost:8017\r\n",
                                      "Host: 127.0.0.1:1\r\n", "Host: 127.0.0.2\r\n",
                                      "Host: [::1]:8017\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof strange / sizeof *strange; ++i) {
        assert_int_equal(ask_with("GET", "/", strange[i]), 403);
        assert_null(strstr(answer, "<title>Kamm"));
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
        assert_int_equal(ask_with("GET", "/", own[i]), 200);
    assert_int_not_equal(ask_with("GET", "/", ""), 200);
}

/* -- many at once ----------------------------------------------------------------------------- */

static void slow_ones_keep_nobody_waiting(void **state)
{
    enum { MANY = 20 };
    int slow[MANY], quick[MANY];
    (void)state;
    for (int i = 0; i < MANY; ++i) say(slow[i] = connected(page.port), "GET / HTTP/1.1\r\nHo");
    for (int i = 0; i < MANY; ++i) quick[i] = connected(page.port);
    for (int i = 0; i < MANY; ++i)
        say(quick[i], "GET /kamm.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < MANY; ++i) {
        read_all(quick[i]);
        assert_string_equal(body(), "drive();");
    }
    for (int i = 0; i < MANY; ++i) say(slow[i], "st: localhost\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < MANY; ++i) {
        read_all(slow[i]);
        assert_string_equal(body(), "<!doctype html><title>Kamm</title>");
    }
}

static void rubbish_does_not_end_it(void **state)
{
    static const char *const rubbish[] = {"\r\n\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\x01",
                                          "GET / HTTP/9.9\r\n\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof rubbish / sizeof *rubbish; ++i) {
        int handle = connected(page.port);
        say(handle, rubbish[i]);
        close(handle);
    }
    assert_int_equal(get("/"), 200);
}

/* -- ports, ends, words ----------------------------------------------------------------------- */

static void a_port_in_use_gives_way_to_the_next(void **state)
{
    char words[128], part[128];
    (void)state;
    snprintf(words, sizeof words, "--port %d --no-browser --page page", page.port);
    server second = start(words);
    assert_true(second.port > page.port);
    snprintf(part, sizeof part, "kamm: port %d is in use, taking %d\n", page.port, page.port + 1);
    expect_in(read_file("err", err), part);
    assert_int_equal(ask_at(second.port, "GET", "/", "Host: localhost\r\n"), 200);
    assert_int_equal(end(&second, SIGINT), 0);
    server third = start(words); /* the port is free again at once */
    assert_int_equal(third.port, second.port);
    assert_int_equal(end(&third, SIGTERM), 0);
}

static void an_open_connection_does_not_hold_up_the_end(void **state)
{
    (void)state;
    server other = start("--port 0 --no-browser --page page");
    expect_in(other.link, "http://127.0.0.1:");
    assert_string_equal(read_file("err", err), "");
    int handle = connected(other.port);
    say(handle, "GET / HTTP/1.1\r\n");
    assert_int_equal(end(&other, SIGTERM), 0);
    close(handle);
}

static void other_addresses_are_served_with_a_warning(void **state)
{
    (void)state;
    server other = start("--port 0 --no-browser --page page --address 0.0.0.0");
    expect_in(other.link, "http://localhost:");
    expect_in(read_file("err", err), "whoever can reach");
    assert_int_equal(ask_at(other.port, "GET", "/", "Host: my-laptop.lan\r\n"), 200);
    assert_int_equal(end(&other, SIGTERM), 0);
}

/* A browser is whatever xdg-open opens. */
static void a_browser_is_opened_where_there_is_a_display(void **state)
{
    char path[4096], script[256], opened[160];
    (void)state;
    snprintf(script, sizeof script,
             "#!/bin/sh\necho \"$1\" >%s/opened.part\nmv %s/opened.part %s/opened\n", cli_folder,
             cli_folder, cli_folder);
    write_file("xdg-open", script);
    snprintf(path, sizeof path, "chmod +x %s/xdg-open", cli_folder);
    assert_int_equal(shell(path), 0);
    snprintf(path, sizeof path, "%s:%s", cli_folder, getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("DISPLAY", ":99", 1);
    server other = start("--port 0 --page page");
    snprintf(path, sizeof path, "%s/opened", cli_folder);
    for (int i = 0; i < 500 && access(path, F_OK); ++i) usleep(10000);
    snprintf(opened, sizeof opened, "%s\n", other.link);
    assert_string_equal(read_file("opened", out), opened);
    assert_int_equal(end(&other, SIGTERM), 0);
}

static void bad_words_are_told(void **state)
{
    static const char *const ports[] = {"65536", "-1", "80a", "''", "1e3", "99999999999", "' 80'"};
    char words[64];
    (void)state;
    for (size_t i = 0; i < sizeof ports / sizeof *ports; ++i) {
        snprintf(words, sizeof words, "drive --port=%s", ports[i]);
        expect_failure(words, USAGE, "is no port; 0 to 65535");
    }
    expect_failure("drive --address localhos", USAGE, "localhos is no address of a machine");
    expect_failure("drive --address 192.0.2.1 --port 0 --page @/page", BAD_DATA,
                   "http://192.0.2.1:0/: this machine has no such address");
    expect_failure("drive --page @/none", BAD_DATA, "/none: no page there");
    expect_failure("drive --page @/page/assets", BAD_DATA, "as it has no index.html");
    expect_failure("drive now", USAGE, "one word too many: now");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_comes_as_it_is),
        cmocka_unit_test(files_have_their_types),
        cmocka_unit_test(what_a_browser_has_is_not_sent_again),
        cmocka_unit_test(a_large_file_comes_whole),
        cmocka_unit_test(only_get_and_head_are_answered),
        cmocka_unit_test(what_is_not_there_is_told),
        cmocka_unit_test(nothing_outside_the_page_is_given),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(slow_ones_keep_nobody_waiting),
        cmocka_unit_test(rubbish_does_not_end_it),
        cmocka_unit_test(a_port_in_use_gives_way_to_the_next),
        cmocka_unit_test(an_open_connection_does_not_hold_up_the_end),
        cmocka_unit_test(other_addresses_are_served_with_a_warning),
        cmocka_unit_test(a_browser_is_opened_where_there_is_a_display),
        cmocka_unit_test(bad_words_are_told),
    };
    return cmocka_run_group_tests(tests, set_up, clear_up);
}
