// A message of the bus as one part: topic, bar, stamp of 32 bytes, payload. See docs/protocol.md.
#pragma once

#include <stdint.h>
#include <string.h>
#include <time.h>

#define TOPIC "fix/gps0|"
#define HEADER_SIZE (sizeof TOPIC - 1 + 32)

struct stamp {
    uint64_t publisher, sequence;
    int64_t published;
    uint32_t flags;
    uint16_t length;
    uint8_t version, encoding;
};

static inline void put_header(char *out, uint64_t publisher, uint64_t sequence) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    struct stamp stamp = {publisher, sequence, time.tv_sec * 1000000000LL + time.tv_nsec, 0, 32, 1, 0};
    memcpy(out, TOPIC, sizeof TOPIC - 1);
    memcpy(out + sizeof TOPIC - 1, &stamp, sizeof stamp);
}
