/* The answers of kamm drive: files of one folder, to clients that may ask. */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "drive.h"

struct drive_server {
    struct MHD_Daemon *daemon;
    drive_timeouts *timeouts;
    const char *folder;
    int is_loopback;
};

/* The page needs nothing from elsewhere. Isolated pages get the fine clock that the cost of the physics is
 * measured with. */
static const char *const common_headers[][2] = {
    {"X-Content-Type-Options", "nosniff"},
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
     "img-src 'self' data: blob:; connect-src 'self' data: blob:; "
     "worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Referrer-Policy", "no-referrer"},
};

/* Takes the response over. */
static enum MHD_Result answer_with(struct MHD_Connection *connection, unsigned status,
                                   struct MHD_Response *response)
{
    if (!response) return MHD_NO;
    for (size_t i = 0; i < sizeof common_headers / sizeof *common_headers; ++i)
        MHD_add_response_header(response, common_headers[i][0], common_headers[i][1]);
    enum MHD_Result result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *text)
{
    char page[512];
    snprintf(page, sizeof page,
             "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>%u</title>\n"
             "<p>%s</p>\n<p><a href=\"/\">Drive</a></p></html>\n",
             status, text);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(strlen(page), page, MHD_RESPMEM_MUST_COPY);
    if (!response) return MHD_NO;
    MHD_add_response_header(response, "Content-Type", "text/html; charset=utf-8");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        MHD_add_response_header(response, "Allow", "GET, HEAD");
    return answer_with(connection, status, response);
}

/* What follows a host's name: nothing, or a colon and a port. */
static int is_port(const char *text)
{
    size_t digits = *text ? strspn(text + 1, "0123456789") : 0;
    if (!*text) return 1;
    return *text == ':' && digits > 0 && digits <= 5 && !text[1 + digits] &&
           atoi(text + 1) <= 65535;
}

/* A page elsewhere may have a name that its owner points at this machine; its requests carry that name (DNS rebinding). A browser that
 * was given this machine's own writes it in one way alone: so no other way (a dot behind it, an address as one number or in octal
 * digits, a user before it) is worth a thought whether it means this machine. */
static int is_local_name(const char *host)
{
    char name[64];
    unsigned char bytes[4];
    if (!host) return 0;
    if (strncmp(host, "[::1]", 5) == 0) return is_port(host + 5);
    size_t length = strcspn(host, ":");
    if (length >= sizeof name || !is_port(host + length)) return 0;
    snprintf(name, sizeof name, "%.*s", (int)length, host);
    if (strcasecmp(name, "localhost") == 0) return 1;
    return inet_pton(AF_INET, name, bytes) == 1 && bytes[0] == 127;
}

static enum MHD_Result count_host(void *user, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    (void)kind, (void)value;
    *(int *)user += strcasecmp(name, "Host") == 0;
    return MHD_YES;
}

/* Named once: of two names each side could mean another. */
static int names_local_host(struct MHD_Connection *connection)
{
    int hosts = 0;
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_host, &hosts);
    return hosts == 1 &&
           is_local_name(MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host"));
}

static const char *header(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static int has_tag(const char *known, const char *tag)
{
    return known && (strcmp(known, "*") == 0 || strstr(known, tag));
}

static enum MHD_Result answer_with_file(struct MHD_Connection *connection, const drive_file *file)
{
    int is_known = has_tag(header(connection, "If-None-Match"), file->tag);
    struct MHD_Response *response =
        is_known ? MHD_create_response_from_buffer(0, "", MHD_RESPMEM_PERSISTENT)
                 : MHD_create_response_from_fd(file->size, file->handle);
    if (is_known || !response) close(file->handle);
    if (!response) return MHD_NO;
    if (!is_known) MHD_add_response_header(response, "Content-Type", file->type);
    MHD_add_response_header(response, "Cache-Control", file->caching);
    MHD_add_response_header(response, "ETag", file->tag);
    MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (!is_known && file->coding)
        MHD_add_response_header(response, "Content-Encoding", file->coding);
    return answer_with(connection, is_known ? MHD_HTTP_NOT_MODIFIED : MHD_HTTP_OK, response);
}

static drive_visit *visit_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static void notice(void *user, struct MHD_Connection *connection, void **context,
                   enum MHD_ConnectionNotificationCode code)
{
    const drive_server *server = user;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (code == MHD_CONNECTION_NOTIFY_STARTED && info)
        *context = drive_enter(server->timeouts, info->connect_fd);
    else if (*context)
        drive_leave(server->timeouts, *context);
}

/* The next request may come. */
static void end_request(void *user, struct MHD_Connection *connection, void **request,
                        enum MHD_RequestTerminationCode code)
{
    const drive_server *server = user;
    drive_visit *visit = visit_of(connection);
    (void)request, (void)code;
    if (visit) drive_allow(server->timeouts, visit, 0);
}

/* Called when a request's headers are there, with each part of its body, and at its end. What is answered before the end closes the
 * connection: that is for clients that may not ask. The next file may come over the same one. */
static enum MHD_Result answer(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *body,
                              size_t *body_size, void **request)
{
    enum { ANSWER_S = 300 }; /* a slow phone needs that for the page */
    static char has_begun;
    const drive_server *server = user;
    drive_visit *visit = visit_of(connection);
    int begins = !*request, has_body = *body_size > 0;
    drive_file file;
    (void)version, (void)body;
    if (!visit) return MHD_NO;
    *request = &has_begun;
    *body_size = 0; /* the client alone reads it */
    if (!begins && has_body) return MHD_YES;
    if (server->is_loopback && !names_local_host(connection))
        return refuse(connection, MHD_HTTP_FORBIDDEN, "This server answers to localhost only.");
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "This server gives files only.");
    if (begins) return MHD_YES;
    drive_allow(server->timeouts, visit, ANSWER_S);
    if (!drive_open(server->folder, url, header(connection, "Accept-Encoding"), &file))
        return refuse(connection, MHD_HTTP_NOT_FOUND, "There is no such file.");
    return answer_with_file(connection, &file);
}

/* A zero byte would end the path early; left as it was written, it is part of no file's name. */
static size_t unescape(void *user, struct MHD_Connection *connection, char *text)
{
    (void)user, (void)connection;
    return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

drive_server *drive_start(int listening, const char *folder, int is_loopback, int request_s)
{
    enum { IDLE_S = 30, MAX_CONNECTIONS = 200, MAX_PER_ADDRESS = 64 };
    drive_server *server = calloc(1, sizeof *server);
    if (server) server->timeouts = drive_start_timeouts(request_s, MAX_CONNECTIONS);
    if (server && server->timeouts) {
        server->folder = folder;
        server->is_loopback = is_loopback;
        server->daemon = MHD_start_daemon(
            MHD_USE_AUTO_INTERNAL_THREAD, 0, NULL, NULL, answer, server, MHD_OPTION_LISTEN_SOCKET,
            listening, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_CONNECTION_LIMIT,
            (unsigned)MAX_CONNECTIONS, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
            (unsigned)MAX_PER_ADDRESS, MHD_OPTION_NOTIFY_CONNECTION, notice, server,
            MHD_OPTION_NOTIFY_COMPLETED, end_request, server, MHD_OPTION_UNESCAPE_CALLBACK,
            unescape, NULL, MHD_OPTION_END);
        if (server->daemon) return server;
        drive_end_timeouts(server->timeouts);
    }
    free(server);
    close(listening);
    return NULL;
}

void drive_stop(drive_server *server)
{
    MHD_stop_daemon(server->daemon);
    drive_end_timeouts(server->timeouts);
    free(server);
}
