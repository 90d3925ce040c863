// Where the bus is: at BINNACLE_BUS, else in the folder of this user.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ENDPOINT_SIZE = 256 };

// Writes where to connect: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
static inline void bus_endpoint(char endpoint[ENDPOINT_SIZE], const char *name, int offset) {
    const char *bus = getenv("BINNACLE_BUS"), *run = getenv("XDG_RUNTIME_DIR");
    char host[200];
    int port = 7750;
    if (bus && sscanf(bus, "tcp://%199[^:]:%d", host, &port) >= 1)
        snprintf(endpoint, ENDPOINT_SIZE, "tcp://%s:%d", host, port + offset);
    else if (bus && *bus)
        snprintf(endpoint, ENDPOINT_SIZE, "%s/%s", bus, name);
    else if (run && *run)
        snprintf(endpoint, ENDPOINT_SIZE, "ipc://%s/binnacle/%s", run, name);
    else
        snprintf(endpoint, ENDPOINT_SIZE, "ipc:///tmp/binnacle-%u/%s", (unsigned)getuid(), name);
}
