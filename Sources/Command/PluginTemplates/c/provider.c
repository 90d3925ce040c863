// Publishes a fixed position.
#include "bus.h"

int main(void) {
    struct bus *bus = bus_join("beacon");
    double latitude = bus_number("latitude", NAN), longitude = bus_number("longitude", NAN);
    double interval = bus_number("interval", 1);
    while (bus->is_running) {
        bus_publish(bus, "fix", "{\"time\":%.3f,\"latitude\":%.9g,\"longitude\":%.9g}", bus_now(), latitude, longitude);
        bus_wait(bus, interval);
    }
    bus_leave(bus);
}
