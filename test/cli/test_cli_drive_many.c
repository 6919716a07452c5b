/* kamm drive: asked by many at once, by slow ones and by those who talk rubbish. */
#include "support/server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void slow_client_does_not_block_others(void **state)
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

static int connected_from(uint32_t source, int port)
{
    struct sockaddr_in own = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(source)};
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int handle = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(handle, (const struct sockaddr *)&own, sizeof own), 0);
    assert_int_equal(connect(handle, (const struct sockaddr *)&address, sizeof address), 0);
    return handle;
}

/* All from one other address, as many as the server takes from all. */
static void many_connections_of_one_address_do_not_block_others(void **state)
{
    enum { MANY = 230 };
    int held[MANY];
    (void)state;
    for (int i = 0; i < MANY; ++i) {
        held[i] = connected_from(INADDR_LOOPBACK + 1, page.port);
        (void)!send(held[i], "GET / HTTP/1.1\r\nHo", 18, MSG_NOSIGNAL);
    }
    assert_int_equal(get("/"), 200);
    for (int i = 0; i < MANY; ++i) close(held[i]);
}

/* A byte now and then keeps nothing open. */
static void endless_request_is_closed(void **state)
{
    (void)state;
    server other = start_server("--port 0 --no-browser --page page --request-timeout 1");
    int slow = connected(other.port), bytes = 0;
    char byte;
    say(slow, "GET / HTTP/1.1\r\nX-Slow: ");
    for (; bytes < 60; ++bytes) {
        if (send(slow, "x", 1, MSG_NOSIGNAL) != 1) break;
        if (recv(slow, &byte, 1, MSG_DONTWAIT) == 0) break;
        if (bytes % 8 == 0)
            assert_int_equal(ask_at(other.port, "GET", "/", "Host: localhost\r\n"), 200);
        usleep(50000);
    }
    assert_in_range(bytes, 5, 59);
    close(slow);
    assert_int_equal(end_server(&other, SIGTERM), 0);
}

/* Reads one answer with its body, by its length, and leaves the connection open. */
static void read_one(int handle)
{
    size_t length = 0, whole = 0;
    while (!whole || length < whole) {
        ssize_t more = read(handle, answer + length, (whole ? whole : length + 1) - length);
        assert_true(more > 0);
        answer[length += (size_t)more] = 0;
        const char *gap = strstr(answer, "\r\n\r\n"), *size = strstr(answer, "Content-Length: ");
        if (!whole && gap)
            whole = (size_t)(gap + 4 - answer) + (size_t)(size ? atoi(size + 16) : 0);
        assert_true(whole < ANSWER - 1 && length < ANSWER - 1);
    }
}

/* As a browser does: a page, its parts, some of them unchanged, some not there, over one connection. */
static void one_connection_asks_for_many_files(void **state)
{
    static const struct {
        const char *request, *status, *body;
    } asked[] = {
        {"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200", "<!doctype html><title>Kamm"},
        {"GET /kamm.js HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200", "drive();"},
        {"HEAD /kamm.js HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200", NULL},
        {"GET /none.js HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 404",
         "There is no such file."},
        {"GET /kamm.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: *\r\n\r\n", "HTTP/1.1 304",
         NULL},
        {"GET /assets/kamm-3f2a.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n", "HTTP/1.1 200", "wasm"}};
    enum { ASKED = sizeof asked / sizeof *asked };
    int handle = connected(page.port);
    (void)state;
    for (int i = 0; i < 40 * ASKED; ++i) {
        say(handle, asked[i % ASKED].request);
        if (strncmp(asked[i % ASKED].request, "HEAD", 4) == 0) {
            answer[0] = 0;
            for (size_t length = 0; !strstr(answer, "\r\n\r\n"); answer[++length] = 0)
                assert_int_equal(read(handle, answer + length, 1), 1);
        } else {
            read_one(handle);
        }
        assert_memory_equal(answer, asked[i % ASKED].status, 12);
        if (asked[i % ASKED].body) assert_non_null(strstr(body(), asked[i % ASKED].body));
    }
    close(handle);
}

/* Requests that come at once are answered one after the other, in their order; the last one ends the connection. */
static void requests_in_a_row_are_answered_in_order(void **state)
{
    int handle = connected(page.port);
    (void)state;
    say(handle, "GET /kamm.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
                "GET /assets/kamm-3f2a.wasm HTTP/1.1\r\nHost: localhost\r\n\r\n"
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    read_all(handle);
    const char *first = strstr(answer, "drive();");
    assert_non_null(first);
    const char *second = strstr(first, "wasm");
    assert_non_null(second);
    assert_non_null(strstr(second, "<title>Kamm</title>"));
}

static void malformed_requests_do_not_stop_the_server(void **state)
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slow_client_does_not_block_others),
        cmocka_unit_test(many_connections_of_one_address_do_not_block_others),
        cmocka_unit_test(endless_request_is_closed),
        cmocka_unit_test(one_connection_asks_for_many_files),
        cmocka_unit_test(requests_in_a_row_are_answered_in_order),
        cmocka_unit_test(malformed_requests_do_not_stop_the_server),
    };
    return cmocka_run_group_tests(tests, set_up_server, clear_up_server);
}
