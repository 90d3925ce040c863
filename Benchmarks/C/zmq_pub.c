// zmq_pub ENDPOINT RATE COUNT: PUSH, one part a message.
#include "fix.h"
#include "measure.h"
#include "wire.h"

#include <zmq.h>

static void *out;

static void publish(long number, int64_t moment) {
    char message[1024];
    fix value = fix_sample(number, moment);
    put_header(message, 4711, number);
    zmq_send(out, message, HEADER_SIZE + fix_encode(&value, message + HEADER_SIZE), 0);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    void *context = zmq_ctx_new();
    out = zmq_socket(context, ZMQ_PUSH);
    int linger = 10000;
    zmq_setsockopt(out, ZMQ_LINGER, &linger, sizeof linger);
    if (zmq_connect(out, words[1])) {
        perror("connect");
        return 1;
    }
    publish_all(atof(words[2]), atol(words[3]), publish);
    zmq_close(out);
    zmq_ctx_term(context);
    report_publisher();
}
