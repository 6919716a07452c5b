/* kamm drive: serves the built page to browsers. */
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "drive.h"

/* The build says where its source tree's page is built and where it will be installed. */
#ifndef KAMM_SOURCE_PAGE
#define KAMM_SOURCE_PAGE "build/page"
#endif
#ifndef KAMM_INSTALL_PAGE
#define KAMM_INSTALL_PAGE "/usr/local/share/kamm/page"
#endif

static int is_page(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/index.html", folder);
    return length < (int)sizeof path && access(path, R_OK) == 0;
}

/* Fills in the folder's path without symbolic links. */
static int find_page(const cli_arguments *arguments, char folder[PATH_MAX])
{
    const char *chosen = cli_option_value(arguments, "--page");
    if (!chosen) chosen = getenv("KAMM_PAGE");
    if (chosen && *chosen) {
        if (is_page(chosen) && realpath(chosen, folder)) return CLI_OK;
        return cli_fail_text("%s: no page there, as it has no index.html", chosen);
    }
    if (is_page(KAMM_SOURCE_PAGE) && realpath(KAMM_SOURCE_PAGE, folder)) return CLI_OK;
    if (is_page(KAMM_INSTALL_PAGE) && realpath(KAMM_INSTALL_PAGE, folder)) return CLI_OK;
    return cli_fail_text("the page is not built: neither %s nor %s has an index.html; ./kamm drive "
                         "in the source tree builds it, --page names a folder that has it",
                         KAMM_SOURCE_PAGE, KAMM_INSTALL_PAGE);
}

static int read_port(const cli_arguments *arguments, int *port)
{
    const char *text = cli_option_value(arguments, "--port");
    if (!text) return CLI_OK;
    size_t length = strlen(text);
    *port = atoi(text);
    if (length && length <= 5 && strspn(text, "0123456789") == length && *port <= 65535)
        return CLI_OK;
    return cli_misused(arguments->command, "--port: %s is no port; 0 to 65535, 0 for any free one",
                       text);
}

/* Reads the timeout of requests, in s. */
static int read_timeout(const cli_arguments *arguments, int *seconds)
{
    const char *text = cli_option_value(arguments, "--request-timeout");
    if (!text) return CLI_OK;
    size_t length = strlen(text);
    *seconds = atoi(text);
    if (length && length <= 4 && strspn(text, "0123456789") == length && *seconds >= 1 &&
        *seconds <= 3600)
        return CLI_OK;
    return cli_misused(arguments->command, "--request-timeout: %s; 1 to 3600 s are allowed", text);
}

static int read_address(const cli_arguments *arguments, drive_address *address)
{
    const char *text = cli_option_value(arguments, "--address");
    if (drive_read_address(text ? text : "127.0.0.1", address)) return CLI_OK;
    return cli_misused(arguments->command,
                       "--address: %s is no address of a machine, such as 127.0.0.1, ::1 or "
                       "0.0.0.0 (all that this machine has)",
                       text);
}

static int has_display(void)
{
#ifdef __APPLE__
    return 1;
#else
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (x && *x) || (wayland && *wayland);
#endif
}

/* The browser is on its own: Ctrl-C here does not end it, and its chatter is not shown. If there is none,
 * the link has been printed. */
static void open_browser(const char *link)
{
#ifdef __APPLE__
    const char *opener = "open";
#else
    const char *opener = "xdg-open";
#endif
    sigset_t none;
    if (fork() != 0) return;
    setpgid(0, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    int nowhere = open("/dev/null", O_RDWR);
    for (int handle = STDIN_FILENO; handle <= STDERR_FILENO; ++handle) dup2(nowhere, handle);
    execlp(opener, opener, link, (char *)NULL);
    _exit(127);
}

static int serve(int listening, const char *folder, const drive_address *address, int may_browse,
                 int request_s)
{
    char link[128];
    sigset_t ends;
    int signal_number;
    sigemptyset(&ends);
    sigaddset(&ends, SIGINT);
    sigaddset(&ends, SIGTERM);
    sigprocmask(SIG_BLOCK, &ends, NULL); /* before there are threads: they inherit it */
    drive_server *server = drive_start(listening, folder, drive_is_loopback(address), request_s);
    if (!server) return cli_fail_text("the server can't be started: no memory or no threads left");
    drive_write_link(address, link, sizeof link);
    if (!drive_is_loopback(address))
        fputs("kamm: all who can reach this machine's port may see the page; without --address, "
              "only this machine does\n",
              stderr);
    printf("Kamm drives at %s (Ctrl-C ends it)\n", link);
    drive_print_outer_links(address, stdout);
    fflush(stdout);
    if (may_browse) open_browser(link);
    sigwait(&ends, &signal_number);
    drive_stop(server);
    return CLI_OK;
}

static int run(const cli_arguments *arguments)
{
    int port = 8017, request_s = 20;
    char folder[PATH_MAX];
    drive_address address;
    int status = read_port(arguments, &port);
    if (!status) status = read_timeout(arguments, &request_s);
    if (!status) status = read_address(arguments, &address);
    if (!status) status = find_page(arguments, folder);
    if (status) return status;
    int listening = drive_listen(&address, port);
    if (listening < 0) return CLI_BAD_DATA;
    int may_browse = !cli_option_value(arguments, "--no-browser") && has_display();
    return serve(listening, folder, &address, may_browse, request_s);
}

const cli_command cli_drive = {
    "drive",
    "[--port N]",
    "drive cars in a browser: serves the page, opens it",
    "Serves the page on this machine, prints the link and opens it if there is a browser. Ctrl-C ends\n"
    "it. If the port is in use, the next free one is taken. The page is that of --page, of $KAMM_PAGE, of\n"
    "the source tree (./kamm drive builds it), or the installed one.",
    0,
    0,
    {{"--port", "N", "default 8017; 0: any free port"},
     {"--address", "A", "default 127.0.0.1; 0.0.0.0 lets other machines see the page"},
     {"--page", "FOLDER", "the built page, with its index.html"},
     {"--request-timeout", "S", "default 20: seconds within which a request must be complete"},
     {"--no-browser", NULL, "do not open a browser"}},
    run};
