// Publishes a fixed position.
#include "bus.hpp"

int main() {
    Bus bus("beacon");
    double interval = bus.parameters["interval"];
    while (bus.is_running()) {
        bus.publish("fix", {
            {"time", Bus::now()},
            {"latitude", bus.parameters["latitude"]},
            {"longitude", bus.parameters["longitude"]},
        });
        bus.wait(interval);
    }
}
