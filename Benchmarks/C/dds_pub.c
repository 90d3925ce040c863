// dds_pub TOPIC RATE COUNT: a typed CycloneDDS publisher.
#include "dds.h"

#include "fix.h"
#include "measure.h"

static dds_entity_t writer;
static long failures;

static void publish(long number, int64_t moment) {
    fix f = fix_sample(number, moment);
    bench_Fix message = {
        f.time, f.latitude, f.longitude, f.altitude, f.horizontalAccuracy, f.verticalAccuracy, f.course,
        f.courseAccuracy, f.speed, f.speedAccuracy, f.mode, f.satellites, f.source,
    };
    if (dds_write(writer, &message) < 0) failures++;
}

int main(int count, char **words) {
    if (count < 4) return 2;
    dds_entity_t participant = dds_create_participant(DDS_DOMAIN_DEFAULT, NULL, NULL);
    if (participant < 0) {
        fprintf(stderr, "%s\n", dds_strretcode(-participant));
        return 1;
    }
    dds_entity_t topic = dds_create_topic(participant, &bench_Fix_desc, words[1], NULL, NULL);
    writer = dds_create_writer(participant, topic, keep_all(), NULL);
    dds_set_status_mask(writer, DDS_PUBLICATION_MATCHED_STATUS);
    dds_entity_t waiting = dds_create_waitset(participant);
    dds_waitset_attach(waiting, writer, writer);
    dds_attach_t which;
    // What is written before the subscriber is found does not reach it.
    if (dds_waitset_wait(waiting, &which, 1, DDS_SECS(8)) <= 0) {
        fprintf(stderr, "no subscriber\n");
        return 1;
    }
    publish_all(atof(words[2]), atol(words[3]), publish);
    dds_wait_for_acks(writer, DDS_SECS(10));
    report_publisher();
    if (failures) fprintf(stderr, "%ld writes failed\n", failures);
    dds_delete(participant);
}
