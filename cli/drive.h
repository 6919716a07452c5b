/* kamm drive: what its files share. */
#ifndef KAMM_CLI_DRIVE_H
#define KAMM_CLI_DRIVE_H

#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/types.h>

/* -- The port (drive_port.c) -- */
typedef struct drive_address {
    struct sockaddr_storage socket;
    socklen_t size;
} drive_address;

/* 0: the text is no numeric address. */
int drive_read_address(const char *text, drive_address *address);
int drive_is_loopback(const drive_address *address);
/* Listens at the port, or at the next one that is free, and reports it. Returns the socket, and in the
 * address the port that it got; -1 with a message. */
int drive_listen(drive_address *address, int port);
int drive_port_of(const drive_address *address);
/* "http://127.0.0.1:8017/"; of an address that means all of this machine's, the one to use here. */
void drive_write_link(const drive_address *address, char *text, size_t size);
/* If the address means all of this machine's: a line with the link for other machines for each of them. */
void drive_print_outer_links(const drive_address *address, FILE *out);

/* -- The files of the page (drive_files.c) -- */
typedef struct drive_file {
    int handle;
    size_t size;
    const char *type;    /* "text/html; charset=utf-8" */
    const char *caching; /* the header Cache-Control */
    const char *coding;  /* the header Content-Encoding; NULL: as it is */
    char tag[64];        /* the header ETag */
} drive_file;

/* Opens what a URL's path names in the folder, an absolute path without symbolic links; or its compressed form,
 * which the build lays beside it, where `codings`, the header Accept-Encoding or NULL, allows that. 0: it names no file that may be
 * seen. */
int drive_open(const char *folder, const char *url, const char *codings, drive_file *file);

/* -- How long connections may take (drive_timeouts.c) -- */
typedef struct drive_timeouts drive_timeouts;
typedef struct drive_visit drive_visit; /* a connection */

/* Ends connections, `max_visits` at a time, whose request has not come in that time. NULL: no memory, no threads. */
drive_timeouts *drive_start_timeouts(int request_s, int max_visits);
void drive_end_timeouts(drive_timeouts *timeouts);
/* From when the connection is there until its socket is about to be closed. NULL: there are too many. */
drive_visit *drive_enter(drive_timeouts *timeouts, int handle);
void drive_leave(drive_timeouts *timeouts, drive_visit *visit);
/* It may take that long from now on; 0: as long as a request may take. */
void drive_allow(drive_timeouts *timeouts, drive_visit *visit, int seconds);

/* -- The server (drive_server.c) -- */
typedef struct drive_server drive_server;

/* Answers on threads of its own what comes by the socket, which is its from then on. A request may take
 * `request_s` to come. NULL: it can't. */
drive_server *drive_start(int listening, const char *folder, int is_loopback, int request_s);
void drive_stop(drive_server *server);

#endif
