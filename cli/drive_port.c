/* The address and the port at which kamm drive listens. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "drive.h"

enum { MAX_PORTS = 20, MAX_PORT = 65535 };

int drive_read_address(const char *text, drive_address *address)
{
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM}, *found;
    if (strcmp(text, "localhost") == 0) text = "127.0.0.1";
    if (getaddrinfo(text, NULL, &hints, &found) != 0) return 0;
    *address = (drive_address){.size = found->ai_addrlen};
    memcpy(&address->socket, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return 1;
}

static struct sockaddr_in *as_ipv4(const drive_address *address)
{
    return address->socket.ss_family == AF_INET ? (struct sockaddr_in *)&address->socket : NULL;
}

static struct sockaddr_in6 *as_ipv6(const drive_address *address)
{
    return (struct sockaddr_in6 *)&address->socket;
}

int drive_is_loopback(const drive_address *address)
{
    const struct sockaddr_in *ipv4 = as_ipv4(address);
    if (ipv4) return ntohl(ipv4->sin_addr.s_addr) >> 24 == 127;
    return IN6_IS_ADDR_LOOPBACK(&as_ipv6(address)->sin6_addr);
}

int drive_port_of(const drive_address *address)
{
    const struct sockaddr_in *ipv4 = as_ipv4(address);
    return ntohs(ipv4 ? ipv4->sin_port : as_ipv6(address)->sin6_port);
}

static void set_port(drive_address *address, int port)
{
    if (as_ipv4(address))
        as_ipv4(address)->sin_port = htons((uint16_t)port);
    else
        as_ipv6(address)->sin6_port = htons((uint16_t)port);
}

static int is_any(const drive_address *address)
{
    const struct sockaddr_in *ipv4 = as_ipv4(address);
    if (ipv4) return ipv4->sin_addr.s_addr == htonl(INADDR_ANY);
    return IN6_IS_ADDR_UNSPECIFIED(&as_ipv6(address)->sin6_addr);
}

void drive_write_link(const drive_address *address, char *text, size_t size)
{
    char host[NI_MAXHOST] = "localhost";
    if (!is_any(address))
        getnameinfo((const struct sockaddr *)&address->socket, address->size, host, sizeof host,
                    NULL, 0, NI_NUMERICHOST);
    const char *format = strchr(host, ':') ? "http://[%s]:%d/" : "http://%s:%d/";
    snprintf(text, size, format, host, drive_port_of(address));
}

void drive_print_outer_links(const drive_address *address, FILE *out)
{
    struct ifaddrs *first;
    if (!is_any(address) || getifaddrs(&first) != 0) return;
    for (const struct ifaddrs *at = first; at; at = at->ifa_next) {
        drive_address own = {.size = sizeof(struct sockaddr_in)};
        char link[128];
        if (!at->ifa_addr || at->ifa_addr->sa_family != AF_INET) continue;
        memcpy(&own.socket, at->ifa_addr, own.size);
        if (drive_is_loopback(&own)) continue;
        set_port(&own, drive_port_of(address));
        drive_write_link(&own, link, sizeof link);
        fprintf(out, "For other machines: %s\n", link);
    }
    freeifaddrs(first);
}

/* A listening socket that no program started from here inherits; -1 with errno. */
static int listen_at(const drive_address *address)
{
    const int on = 1, off = 0;
    int handle = socket(address->socket.ss_family, SOCK_STREAM, 0);
    if (handle < 0) return -1;
    fcntl(handle, F_SETFD, FD_CLOEXEC);
    setsockopt(handle, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on); /* free at once after an end */
    if (!as_ipv4(address) && is_any(address)) /* :: means IPv4's addresses, too */
        setsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(handle, (const struct sockaddr *)&address->socket, address->size) == 0 &&
        listen(handle, SOMAXCONN) == 0)
        return handle;
    int code = errno;
    close(handle);
    errno = code;
    return -1;
}

static int fail_to_listen(const drive_address *address, int port)
{
    char link[128];
    drive_write_link(address, link, sizeof link);
    if (errno == EACCES)
        cli_fail_text("port %d is for the system's own servers; take one from 1024 on", port);
    else if (errno == EADDRNOTAVAIL || errno == EAFNOSUPPORT)
        cli_fail_text("%s: this machine has no such address", link);
    else
        cli_fail_text("%s: can't listen there: %s", link, strerror(errno));
    return -1;
}

/* Which port it has become. */
static int settle(drive_address *address, int handle)
{
    if (getsockname(handle, (struct sockaddr *)&address->socket, &address->size) == 0)
        return handle;
    close(handle);
    return fail_to_listen(address, 0);
}

int drive_listen(drive_address *address, int port)
{
    int last = port + MAX_PORTS - 1 < MAX_PORT ? port + MAX_PORTS - 1 : MAX_PORT;
    for (int tried = port; tried <= last; ++tried) {
        set_port(address, tried);
        int handle = listen_at(address);
        if (handle >= 0) return settle(address, handle);
        if (errno != EADDRINUSE) return fail_to_listen(address, tried);
        if (tried < last) fprintf(stderr, "kamm: port %d is in use, taking %d\n", tried, tried + 1);
    }
    cli_fail_text("ports %d to %d are all in use; --port 0 takes any that is free", port, last);
    return -1;
}
