// Prints every fix on the bus: topic, sequence, payload.
//
//   make
//   ./subscribe
#include "bus.h"
#include <endian.h>
#include <err.h>
#include <inttypes.h>
#include <string.h>
#include <zmq.h>

int main(void) {
    void *sub = zmq_socket(zmq_ctx_new(), ZMQ_SUB);
    bus_connect(sub, "subscribe", 1);
    zmq_setsockopt(sub, ZMQ_SUBSCRIBE, "fix/", 4);
    zmq_msg_t message;  // topic, bar, stamp, payload: one part
    zmq_msg_init(&message);
    while (zmq_msg_recv(&message, sub, 0) >= 0) {
        const char *topic = zmq_msg_data(&message), *end = topic + zmq_msg_size(&message);
        const char *bar = memchr(topic, '|', end - topic);
        if (!bar || end - bar - 1 < 32 || bar[1 + 30] != 1) continue;  // not of version 1
        uint64_t sequence;
        uint16_t length;
        memcpy(&sequence, bar + 1 + 8, sizeof sequence);
        memcpy(&length, bar + 1 + 28, sizeof length);
        const char *payload = bar + 1 + le16toh(length);
        if (payload > end) continue;
        printf("%.*s %" PRIu64 " %.*s\n", (int)(bar - topic), topic, le64toh(sequence), (int)(end - payload), payload);
        fflush(stdout);
    }
    err(1, "subscribe");
}
