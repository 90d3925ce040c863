// Reliable, volatile, all messages kept until they are taken: CycloneDDS without loss.
#pragma once

#include <dds/dds.h>

#include "Fix.h"

static inline dds_qos_t *keep_all(void) {
    dds_qos_t *qos = dds_create_qos();
    dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, DDS_SECS(10));
    dds_qset_durability(qos, DDS_DURABILITY_VOLATILE);
    dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, 0);
    return qos;
}
