#include "server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_WORDS = 12 };

server page;
char answer[ANSWER];

/* -- the server ------------------------------------------------------------------------------- */

static void run_drive(const char *words, int output)
{
    char line[1024], *list[MAX_WORDS] = {command, "drive"};
    int count = 2;
    snprintf(line, sizeof line, "%s", words);
    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) list[count++] = word;
    dup2(output, STDOUT_FILENO);
    if (!freopen("err", "w", stderr)) _exit(126);
    execv(command, list);
    _exit(127);
}

/* Starts kamm drive in the test's folder, where its page is, and waits for the link. */
server start_server(const char *words)
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
int end_server(server *started, int signal_number)
{
    int status;
    assert_true(started->process > 0); /* kill(0, …) ends the tests as well */
    kill(started->process, signal_number);
    assert_int_equal(waitpid(started->process, &status, 0), started->process);
    fclose(started->said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* -- asking ----------------------------------------------------------------------------------- */

int connected(int port)
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

void say(int handle, const char *text)
{
    assert_int_equal(write(handle, text, strlen(text)), (ssize_t)strlen(text));
}

/* All that comes until the other end closes; its length. */
size_t read_all(int handle)
{
    size_t length = 0;
    for (ssize_t more; (more = read(handle, answer + length, ANSWER - 1 - length)) > 0;)
        length += (size_t)more;
    answer[length] = 0;
    close(handle);
    return length;
}

/* Asks with these headers, each with its line's end; returns the status of the answer. */
int ask_at(int port, const char *method, const char *target, const char *headers)
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

int ask_with(const char *method, const char *target, const char *headers)
{
    return ask_at(page.port, method, target, headers);
}

int get(const char *target) { return ask_with("GET", target, "Host: localhost\r\n"); }

const char *body(void)
{
    const char *gap = strstr(answer, "\r\n\r\n");
    assert_non_null(gap);
    return gap + 4;
}

void make_page(void)
{
    char line[512];
    snprintf(
        line, sizeof line,
        "cd %s && mkdir page page/assets page/learn page/.hidden && echo secret >secret.txt && "
        "echo secret >page/.hidden/file.txt && mkfifo page/pipe.txt && "
        "ln -s ../secret.txt page/out.txt && ln -s .. page/up && ln -s kamm.js page/in.js && "
        "mkdir page-beside && echo secret >page-beside/file.txt && "
        "ln -s ../page-beside page/beside",
        cli_folder);
    assert_int_equal(shell(line), 0);
    write_file("page/index.html", "<!doctype html><title>Kamm</title>");
    write_file("page/learn/index.html", "<!doctype html><title>Lessons</title>");
    write_file("page/kamm.js", "drive();");
    write_file("page/assets/kamm-3f2a.wasm", "wasm");
}

int set_up_server(void **state)
{
    if (cli_set_up(state)) return 1;
    make_page();
    page = start_server("--port 0 --no-browser --page page");
    return 0;
}

int clear_up_server(void **state)
{
    int status = end_server(&page, SIGTERM);
    return cli_clear_up(state) || status;
}
