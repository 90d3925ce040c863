// nats_pub URL RATE COUNT: NATS, with the JSON codec made by hand.
#include "fix.h"
#include "measure.h"

#include <nats/nats.h>

static natsConnection *connection;

static void publish(long number, int64_t moment) {
    char payload[512];
    fix value = fix_sample(number, moment);
    natsConnection_Publish(connection, "fix.gps0", payload, fix_encode(&value, payload));
}

int main(int count, char **words) {
    if (count < 4) return 2;
    double rate = atof(words[2]);
    natsOptions *options;
    natsOptions_Create(&options);
    natsOptions_SetURL(options, words[1]);
    // Else messages wait for others to be sent with: the better choice at high rates only.
    natsOptions_SetSendAsap(options, rate > 0 && rate < 50000);
    natsStatus status = natsConnection_Connect(&connection, options);
    if (status) {
        fprintf(stderr, "%s\n", natsStatus_GetText(status));
        return 1;
    }
    publish_all(rate, atol(words[3]), publish);
    natsConnection_FlushTimeout(connection, 10000);
    report_publisher();
    natsConnection_Destroy(connection);
}
