// lcm_sub URL COUNT TIMEOUT: a typed LCM subscriber, with a queue so long that it is not what loses messages.
#include "fix.h"
#include "measure.h"

#include <lcm/lcm.h>

#include "bench_fix.h"

static void handle(const lcm_recv_buf_t *buffer, const char *channel, const bench_fix *message, void *user) {
    (void)buffer;
    (void)channel;
    (void)user;
    take(llround(message->time * 1e9), message->latitude);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    begin_receiving(atol(words[2]), atof(words[3]));
    lcm_t *bus = lcm_create(words[1]);
    if (!bus) return 1;
    bench_fix_subscription_t *subscription = bench_fix_subscribe(bus, "fix/gps0", handle, NULL);
    bench_fix_subscription_set_queue_capacity(subscription, 100000);
    report_ready();
    while (receiving.got < receiving.count) {
        int handled = lcm_handle_timeout(bus, 200);
        if (handled < 0 || (handled == 0 && is_over())) break;
    }
    report_subscriber();
    lcm_destroy(bus);
}
