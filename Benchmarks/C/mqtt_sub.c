// mqtt_sub HOST:PORT COUNT TIMEOUT: libmosquitto, quality of service 0, with the JSON codec made by hand.
#include "fix.h"
#include "measure.h"

#include <mosquitto.h>

static volatile int is_subscribed;

static void handle(struct mosquitto *client, void *user, const struct mosquitto_message *message) {
    (void)client;
    (void)user;
    fix value;
    if (receiving.got < receiving.count && !fix_decode(message->payload, message->payloadlen, &value))
        take(fix_moment(&value), value.latitude);
}

static void subscribed(struct mosquitto *client, void *user, int id, int count, const int *granted) {
    (void)client;
    (void)user;
    (void)id;
    (void)count;
    (void)granted;
    is_subscribed = 1;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    char *colon = strchr(words[1], ':');
    if (!colon) return 2;
    *colon = 0;
    begin_receiving(atol(words[2]), atof(words[3]));
    mosquitto_lib_init();
    struct mosquitto *client = mosquitto_new(NULL, true, NULL);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_message_callback_set(client, handle);
    mosquitto_subscribe_callback_set(client, subscribed);
    if (mosquitto_connect(client, words[1], atoi(colon + 1), 60)) return 1;
    mosquitto_subscribe(client, NULL, "fix/gps0", 0);
    int is_ready = 0;
    while (!mosquitto_loop(client, 200, 1)) {
        if (!is_ready && is_subscribed) {
            is_ready = 1;
            report_ready();
        }
        if (is_over()) break;
    }
    report_subscriber();
    mosquitto_disconnect(client);
}
