// Publishes a fix twice a second, as fix/phone or what BINNACLE_NODE says, with stamps of its own.
//
//   make
//   ./provide
#include "bus.h"
#include <endian.h>
#include <err.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <zmq.h>

struct stamp {
    uint64_t publisher, sequence, published;
    uint32_t flags;
    uint16_t length;
    uint8_t version, encoding;
};

int main(void) {
    char message[512];
    void *push = zmq_socket(zmq_ctx_new(), ZMQ_PUSH);
    uint64_t publisher;
    bus_connect(push, "publish", 0);
    if (getrandom(&publisher, sizeof publisher, 0) < 0) err(1, "getrandom");
    const char *name = getenv("BINNACLE_NODE");
    for (uint64_t sequence = 0;; sequence++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        uint64_t published = now.tv_sec * 1000000000ull + now.tv_nsec;
        struct stamp stamp = {htole64(publisher >> 11), htole64(sequence), htole64(published), 0, htole16(32), 1, 0};
        int size = snprintf(message, 128, "fix/%.64s|", name ? name : "phone");
        memcpy(message + size, &stamp, sizeof stamp);
        size += sizeof stamp;
        size += sprintf(message + size, "{\"time\":%.3f,\"latitude\":54.4,\"longitude\":%.6f,\"technology\":\"simulated\"}",
                        published * 1e-9, 10.2 + 1e-5 * (sequence % 1000));
        zmq_send(push, message, size, 0);
        nanosleep(&(struct timespec){.tv_nsec = 500000000}, NULL);
    }
}
