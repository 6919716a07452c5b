/* kamm drive: asked as browsers ask, and as those do who want more than the page. */
#include "support/server.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -- what the page is made of ----------------------------------------------------------------- */

static void page_is_served_unchanged_with_its_headers(void **state)
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
    assert_int_equal(get("/learn/"), 200);
    assert_string_equal(body(), "<!doctype html><title>Lessons</title>");
    assert_int_equal(get("/assets/kamm-3f2a.wasm"), 200);
    assert_string_equal(body(), "wasm");
    expect_in(answer, "Content-Type: application/wasm\r\n");
    expect_in(answer, "Cache-Control: public, max-age=31536000, immutable\r\n");
    assert_int_equal(get("/%6bamm.js"), 200);
    assert_string_equal(body(), "drive();");
    assert_int_equal(get("/in.js"), 200);
}

static void files_are_served_with_their_content_type(void **state)
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

/* The smallest form that is there and that the browser takes. */
static void compressed_files_are_served_to_those_who_take_them(void **state)
{
    static const char *const cases[][3] = {
        {"gzip, deflate, br", "brotli", "Content-Encoding: br\r\n"},
        {"gzip, deflate", "gzipped", "Content-Encoding: gzip\r\n"},
        {"GZIP;q=0.5, br;q=0", "gzipped", "Content-Encoding: gzip\r\n"},
        {"br;q=0, gzip; q=0.0", "plain();", NULL},
        {"bra, xgzip, identity", "plain();", NULL},
        {"", "plain();", NULL},
    };
    (void)state;
    write_file("page/plain.js", "plain();");
    write_file("page/plain.js.br", "brotli");
    write_file("page/plain.js.gz", "gzipped");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char headers[160];
        snprintf(headers, sizeof headers, "Host: localhost\r\nAccept-Encoding: %s\r\n",
                 cases[i][0]);
        assert_int_equal(ask_with("GET", "/plain.js", headers), 200);
        assert_string_equal(body(), cases[i][1]);
        expect_in(answer, "Content-Type: text/javascript; charset=utf-8\r\n");
        expect_in(answer, "Vary: Accept-Encoding\r\n");
        if (cases[i][2]) expect_in(answer, cases[i][2]);
        if (!cases[i][2]) assert_null(strstr(answer, "Content-Encoding"));
    }
    assert_int_equal(get("/plain.js"), 200); /* says nothing */
    assert_string_equal(body(), "plain();");
}

static void unchanged_file_is_not_sent_again(void **state)
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

static void large_file_is_served_whole(void **state)
{
    enum { SIZE = 40000 };
    static char text[SIZE + 1];
    (void)state;
    for (int i = 0; i < SIZE; ++i) text[i] = (char)('a' + i % 23);
    write_file("page/large.txt", text);
    assert_int_equal(get("/large.txt"), 200);
    assert_string_equal(body(), text);
}

/* -- what is not served ------------------------------------------------------------------------- */

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

static void missing_file_is_answered_with_404(void **state)
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

static void files_outside_the_page_are_not_served(void **state)
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

/* A foreign name that points at this machine. */
static void requests_with_foreign_host_names_are_refused(void **state)
{
    static const char *const strange[] = {"Host: evil.example\r\n",
                                          "Host: localhost.evil.example\r\n",
                                          "Host: 127.0.0.1.evil.example\r\n",
                                          "Host: 127.evil.example\r\n",
                                          "Host: [::2]\r\n",
                                          "Host: [::1].evil.com\r\n",
                                          "Host: [::1]evil.com:80\r\n",
                                          "Host: [::1\r\n",
                                          "Host: localhost:80.evil.com\r\n",
                                          "Host: 127.0.0.1:x\r\n",
                                          "Host: \r\n",
                                          "Host: 192.168.1.7:8017\r\n"};
    static const char *const own[] = {"Host: localhost\r\n",   "Host: LocalHost:8017\r\n",
                                      "Host: 127.0.0.1:1\r\n", "Host: 127.0.0.2\r\n",
                                      "Host: [::1]:8017\r\n",  "Host: [::1]\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof strange / sizeof *strange; ++i) {
        assert_int_equal(ask_with("GET", "/", strange[i]), 403);
        assert_null(strstr(answer, "<title>Kamm"));
    }
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
        assert_int_equal(ask_with("GET", "/", own[i]), 200);
    assert_int_not_equal(ask_with("GET", "/", ""), 200);
}

/* Ways to write this machine's name or address that no browser sends, but resolvers understand. */
static void odd_ways_to_write_the_host_are_refused(void **state)
{
    static const char *const odd[] = {"Host: localhost.\r\n",
                                      "Host: localhost.:8017\r\n",
                                      "Host: 127.0.0.1.\r\n",
                                      "Host: 2130706433\r\n",
                                      "Host: 2130706433:8017\r\n",
                                      "Host: 0x7f000001\r\n",
                                      "Host: 0x7f.0.0.1\r\n",
                                      "Host: 0177.0.0.1\r\n",
                                      "Host: 127.0.0.01\r\n",
                                      "Host: 127.1\r\n",
                                      "Host: 127.0.1\r\n",
                                      "Host: 0\r\n",
                                      "Host: 0.0.0.0\r\n",
                                      "Host: [::]\r\n",
                                      "Host: ::1\r\n",
                                      "Host: [0:0:0:0:0:0:0:1]\r\n",
                                      "Host: [::ffff:127.0.0.1]\r\n",
                                      "Host: [::1%251]\r\n",
                                      "Host: [127.0.0.1]\r\n",
                                      "Host: [localhost]\r\n",
                                      "Host: user@localhost\r\n",
                                      "Host: localhost@evil.example\r\n",
                                      "Host: localhost:\r\n",
                                      "Host: localhost:80:80\r\n",
                                      "Host: localhost:65536\r\n",
                                      "Host: localhost:-1\r\n",
                                      "Host: localhost:8017/\r\n",
                                      "Host: localhost/..\r\n",
                                      "Host: localhost,evil.example\r\n",
                                      "Host: localhost evil.example\r\n",
                                      "Host: l\303\266calhost\r\n",
                                      "Host: localhost%00.evil.example\r\n",
                                      "Host: http://localhost\r\n",
                                      "Host: localhost\r\nHost: evil.example\r\n",
                                      "Host: evil.example\r\nHost: localhost\r\n"};
    (void)state;
    for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
        int status = ask_with("GET", "/", odd[i]);
        if (status != 403 && status != 400) fail_msg("%s: %d", odd[i], status);
        assert_null(strstr(answer, "<title>Kamm"));
    }
    assert_int_equal(ask_with("GET", "/", "Host: LOCALHOST:65535\r\n"), 200);
    assert_int_equal(ask_with("GET", "/", "Host: 127.255.0.1:8017\r\n"), 200);
}

/* -- ports, ends, words ----------------------------------------------------------------------- */

static void a_port_in_use_gives_way_to_the_next(void **state)
{
    char words[128], part[128];
    (void)state;
    snprintf(words, sizeof words, "--port %d --no-browser --page page", page.port);
    server second = start_server(words);
    assert_true(second.port > page.port);
    snprintf(part, sizeof part, "kamm: port %d is in use, taking %d\n", page.port, page.port + 1);
    expect_in(read_file("err", err), part);
    assert_int_equal(ask_at(second.port, "GET", "/", "Host: localhost\r\n"), 200);
    assert_int_equal(end_server(&second, SIGINT), 0);
    server third = start_server(words); /* the port is free again at once */
    assert_int_equal(third.port, second.port);
    assert_int_equal(end_server(&third, SIGTERM), 0);
}

static void open_connection_does_not_delay_shutdown(void **state)
{
    (void)state;
    server other = start_server("--port 0 --no-browser --page page");
    expect_in(other.link, "http://127.0.0.1:");
    assert_string_equal(read_file("err", err), "");
    int handle = connected(other.port);
    say(handle, "GET / HTTP/1.1\r\n");
    assert_int_equal(end_server(&other, SIGTERM), 0);
    close(handle);
}

static void other_addresses_are_served_with_a_warning(void **state)
{
    (void)state;
    server other = start_server("--port 0 --no-browser --page page --address 0.0.0.0");
    expect_in(other.link, "http://localhost:");
    expect_in(read_file("err", err), "all who can reach");
    assert_int_equal(ask_at(other.port, "GET", "/", "Host: my-laptop.lan\r\n"), 200);
    assert_int_equal(end_server(&other, SIGTERM), 0);
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
    server other = start_server("--port 0 --page page");
    snprintf(path, sizeof path, "%s/opened", cli_folder);
    for (int i = 0; i < 500 && access(path, F_OK); ++i) usleep(10000);
    snprintf(opened, sizeof opened, "%s\n", other.link);
    assert_string_equal(read_file("opened", out), opened);
    assert_int_equal(end_server(&other, SIGTERM), 0);
}

static void bad_arguments_are_refused(void **state)
{
    static const char *const ports[] = {"65536", "-1", "80a", "''", "1e3", "99999999999", "' 80'"};
    char words[64];
    (void)state;
    for (size_t i = 0; i < sizeof ports / sizeof *ports; ++i) {
        snprintf(words, sizeof words, "drive --port=%s", ports[i]);
        expect_failure(words, USAGE, "is no port; 0 to 65535");
    }
    expect_failure("drive --request-timeout 0", USAGE, "1 to 3600 s are allowed");
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
        cmocka_unit_test(page_is_served_unchanged_with_its_headers),
        cmocka_unit_test(files_are_served_with_their_content_type),
        cmocka_unit_test(compressed_files_are_served_to_those_who_take_them),
        cmocka_unit_test(unchanged_file_is_not_sent_again),
        cmocka_unit_test(large_file_is_served_whole),
        cmocka_unit_test(only_get_and_head_are_answered),
        cmocka_unit_test(missing_file_is_answered_with_404),
        cmocka_unit_test(files_outside_the_page_are_not_served),
        cmocka_unit_test(requests_with_foreign_host_names_are_refused),
        cmocka_unit_test(odd_ways_to_write_the_host_are_refused),
        cmocka_unit_test(a_port_in_use_gives_way_to_the_next),
        cmocka_unit_test(open_connection_does_not_delay_shutdown),
        cmocka_unit_test(other_addresses_are_served_with_a_warning),
        cmocka_unit_test(a_browser_is_opened_where_there_is_a_display),
        cmocka_unit_test(bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up_server, clear_up_server);
}
