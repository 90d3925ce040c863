// lcm_pub URL RATE COUNT: a typed LCM publisher.
#include "fix.h"
#include "measure.h"

#include <lcm/lcm.h>

#include "bench_fix.h"

static lcm_t *bus;

static void publish(long number, int64_t moment) {
    fix f = fix_sample(number, moment);
    bench_fix message = {
        f.time, f.latitude, f.longitude, f.altitude, f.horizontalAccuracy, f.verticalAccuracy, f.course,
        f.courseAccuracy, f.speed, f.speedAccuracy, f.mode, f.satellites, f.source,
    };
    bench_fix_publish(bus, "fix/gps0", &message);
}

int main(int count, char **words) {
    if (count < 4) return 2;
    bus = lcm_create(words[1]);
    if (!bus) return 1;
    publish_all(atof(words[2]), atol(words[3]), publish);
    report_publisher();
    lcm_destroy(bus);
}
