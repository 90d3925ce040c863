// zmq_sub ENDPOINT COUNT TIMEOUT: SUB, one part a message.
#include "fix.h"
#include "measure.h"
#include "wire.h"

#include <zmq.h>

int main(int count, char **words) {
    if (count < 4) return 2;
    begin_receiving(atol(words[2]), atof(words[3]));
    void *context = zmq_ctx_new();
    void *in = zmq_socket(context, ZMQ_SUB);
    int timeout = 200, linger = 0;
    zmq_setsockopt(in, ZMQ_RCVTIMEO, &timeout, sizeof timeout);
    zmq_setsockopt(in, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(in, ZMQ_SUBSCRIBE, "fix/", 4);
    if (zmq_connect(in, words[1])) {
        perror("connect");
        return 1;
    }
    // The bus has the subscription a few milliseconds after the connection.
    usleep(100000);
    report_ready();
    zmq_msg_t message;
    zmq_msg_init(&message);
    fix value;
    for (;;) {
        if (zmq_msg_recv(&message, in, 0) < 0) {
            if (is_over()) break;
            continue;
        }
        const char *bytes = zmq_msg_data(&message);
        const char *bar = memchr(bytes, '|', zmq_msg_size(&message));
        if (!bar) continue;
        const char *payload = bar + 1 + sizeof(struct stamp);
        if (fix_decode(payload, zmq_msg_size(&message) - (payload - bytes), &value)) continue;
        if (take(fix_moment(&value), value.latitude)) break;
    }
    report_subscriber();
    zmq_close(in);
    zmq_ctx_term(context);
}
