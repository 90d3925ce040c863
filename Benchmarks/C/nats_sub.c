// nats_sub URL COUNT TIMEOUT: NATS, with the JSON codec made by hand and a queue without a limit.
#include "fix.h"
#include "measure.h"

#include <nats/nats.h>

int main(int count, char **words) {
    if (count < 4) return 2;
    begin_receiving(atol(words[2]), atof(words[3]));
    natsConnection *connection;
    natsOptions *options;
    natsOptions_Create(&options);
    natsOptions_SetURL(options, words[1]);
    if (natsConnection_Connect(&connection, options)) return 1;
    natsSubscription *subscription;
    natsConnection_SubscribeSync(&subscription, connection, "fix.gps0");
    natsSubscription_SetPendingLimits(subscription, -1, -1);
    natsConnection_Flush(connection);
    report_ready();
    for (;;) {
        natsMsg *message = NULL;
        natsStatus status = natsSubscription_NextMsg(&message, subscription, 200);
        if (status) {
            if (status != NATS_TIMEOUT || is_over()) break;
            continue;
        }
        fix value;
        int is_done = 0;
        if (!fix_decode(natsMsg_GetData(message), natsMsg_GetDataLength(message), &value))
            is_done = take(fix_moment(&value), value.latitude);
        natsMsg_Destroy(message);
        if (is_done) break;
    }
    report_subscriber();
    natsConnection_Destroy(connection);
}
