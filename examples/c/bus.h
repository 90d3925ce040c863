// Where the bus is: at BINNACLE_BUS, else in the folder of this user.
#pragma once
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

// Connects a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
static inline void bus_connect(void *socket, const char *name, int offset) {
    const char *bus = getenv("BINNACLE_BUS"), *run = getenv("XDG_RUNTIME_DIR");
    char endpoint[512];
    if (bus && strncmp(bus, "tcp://", 6) == 0) {
        // tcp://HOST, tcp://HOST:PORT; an IPv6 address stands in brackets, in which there are colons.
        const char *host = bus + 6, *bracket = *host == '[' ? strchr(host, ']') : NULL;
        int length = bracket ? bracket + 1 - host : (int)strcspn(host, ":/[]"), is_ipv6 = bracket != NULL;
        const char *rest = host + length, *port = *rest == ':' ? rest + 1 : *rest ? "" : "7750";
        long number = strspn(port, "0123456789") == strlen(port) ? strtol(port, NULL, 10) : 0;
        if (length == 0 || number < 1 || number > 65533)
            errx(2, "BINNACLE_BUS: '%s' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT", bus);
        zmq_setsockopt(socket, ZMQ_IPV6, &is_ipv6, sizeof is_ipv6);
        snprintf(endpoint, sizeof endpoint, "tcp://%.*s:%ld", length, host, number + offset);
    } else if (bus && strncmp(bus, "ipc:///", 7) == 0)
        snprintf(endpoint, sizeof endpoint, "%s/%s", bus, name);
    else if (bus && *bus)
        errx(2, "BINNACLE_BUS: '%s' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT", bus);
    else if (run && *run)
        snprintf(endpoint, sizeof endpoint, "ipc://%s/binnacle/%s", run, name);
    else
        snprintf(endpoint, sizeof endpoint, "ipc:///tmp/binnacle-%u/%s", (unsigned)getuid(), name);
    if (zmq_connect(socket, endpoint) != 0) errx(1, "%s: %s", endpoint, zmq_strerror(zmq_errno()));
}
