// Publishes a fixed position.
#include "bus.hpp"

int main() try {
    Bus bus("beacon");
    auto latitude = bus.parameter<double>("latitude"), longitude = bus.parameter<double>("longitude");
    auto interval = bus.parameter<double>("interval");
    while (bus.is_running()) {
        bus.publish("fix", {{"time", Bus::now()}, {"latitude", latitude}, {"longitude", longitude}});
        bus.wait(interval);
    }
} catch (const std::exception &error) {
    std::cerr << "error: " << error.what() << std::endl;
    return 1;
}
