// mqtt_pub HOST:PORT RATE COUNT: libmosquitto, quality of service 0, with the JSON codec made by hand.
#include "fix.h"
#include "measure.h"

#include <mosquitto.h>

static struct mosquitto *client;
static volatile int is_connected;
static volatile long done;

static void connected(struct mosquitto *which, void *user, int code) {
    (void)which;
    (void)user;
    (void)code;
    is_connected = 1;
}

static void published(struct mosquitto *which, void *user, int id) {
    (void)which;
    (void)user;
    (void)id;
    __sync_fetch_and_add(&done, 1);
}

static void publish(long number, int64_t moment) {
    char payload[512];
    fix value = fix_sample(number, moment);
    mosquitto_publish(client, NULL, "fix/gps0", fix_encode(&value, payload), payload, 0, false);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    char *colon = strchr(words[1], ':');
    if (!colon) return 2;
    *colon = 0;
    mosquitto_lib_init();
    client = mosquitto_new(NULL, true, NULL);
    mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
    mosquitto_connect_callback_set(client, connected);
    mosquitto_publish_callback_set(client, published);
    if (mosquitto_connect(client, words[1], atoi(colon + 1), 60)) return 1;
    mosquitto_loop_start(client);
    for (int i = 0; i < 50000 && !is_connected; i++) usleep(100);
    publish_all(atof(words[2]), atol(words[3]), publish);
    for (int i = 0; i < 100000 && done < publishing.sent; i++) usleep(100);
    report_publisher();
    mosquitto_disconnect(client);
    mosquitto_loop_stop(client, false);
}
