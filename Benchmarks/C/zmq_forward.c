// zmq_forward IN OUT: PULL to XPUB, the least that a bus on libzmq can be.
//
// Not zmq_proxy: it spins here, because it cannot pass the subscriptions of an XPUB on to a PULL.
#include "measure.h"

#include <zmq.h>

static void end(int signal) {
    (void)signal;
    _exit(0);
}

int main(int count, char **words) {
    if (count < 3) return 2;
    signal(SIGTERM, end);
    void *context = zmq_ctx_new();
    void *input = zmq_socket(context, ZMQ_PULL), *output = zmq_socket(context, ZMQ_XPUB);
    int yes = 1;
    // A full queue holds up the publisher, so that nothing is lost.
    zmq_setsockopt(output, ZMQ_XPUB_NODROP, &yes, sizeof yes);
    if (zmq_bind(input, words[1]) || zmq_bind(output, words[2])) {
        perror("bind");
        return 1;
    }
    report_ready();
    zmq_pollitem_t items[] = {{input, 0, ZMQ_POLLIN, 0}, {output, 0, ZMQ_POLLIN, 0}};
    zmq_msg_t message;
    zmq_msg_init(&message);
    for (;;) {
        zmq_poll(items, 2, -1);
        if (items[1].revents)
            while (zmq_msg_recv(&message, output, ZMQ_DONTWAIT) >= 0);
        for (int i = 0; i < 1000 && zmq_msg_recv(&message, input, ZMQ_DONTWAIT) >= 0; i++)
            zmq_msg_send(&message, output, 0);
    }
}
