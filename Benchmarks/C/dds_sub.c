// dds_sub TOPIC COUNT TIMEOUT: a typed CycloneDDS subscriber.
#include "dds.h"

#include "fix.h"
#include "measure.h"

#define BATCH 64

int main(int count, char **words) {
    if (count < 4) return 2;
    begin_receiving(atol(words[2]), atof(words[3]));
    dds_entity_t participant = dds_create_participant(DDS_DOMAIN_DEFAULT, NULL, NULL);
    if (participant < 0) {
        fprintf(stderr, "%s\n", dds_strretcode(-participant));
        return 1;
    }
    dds_entity_t topic = dds_create_topic(participant, &bench_Fix_desc, words[1], NULL, NULL);
    dds_qos_t *qos = keep_all();
    dds_qset_resource_limits(qos, 10000, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
    dds_entity_t reader = dds_create_reader(participant, topic, qos, NULL);
    dds_entity_t condition = dds_create_readcondition(reader, DDS_ANY_STATE);
    dds_entity_t waiting = dds_create_waitset(participant);
    dds_waitset_attach(waiting, condition, reader);
    report_ready();
    void *samples[BATCH] = {0};
    dds_sample_info_t infos[BATCH];
    int is_done = 0;
    while (!is_done) {
        dds_attach_t which;
        if (dds_waitset_wait(waiting, &which, 1, DDS_MSECS(200)) == 0 && is_over()) break;
        int taken;
        while (!is_done && (taken = dds_take(reader, samples, infos, BATCH, BATCH)) > 0) {
            for (int i = 0; i < taken; i++) {
                if (!infos[i].valid_data) continue;
                bench_Fix *message = samples[i];
                is_done |= take(llround(message->time * 1e9), message->latitude);
            }
            dds_return_loan(reader, samples, taken);
        }
        if (receiving.got && is_over()) break;
    }
    report_subscriber();
    dds_delete(participant);
}
