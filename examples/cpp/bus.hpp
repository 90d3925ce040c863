// Where the bus is: at BINNACLE_BUS, else in the folder of this user.
#pragma once
#include <cstdlib>
#include <string>
#include <unistd.h>

// Where to connect: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
inline std::string endpoint(const std::string &name, int offset) {
    const char *address = std::getenv("BINNACLE_BUS"), *run = std::getenv("XDG_RUNTIME_DIR");
    std::string bus = "ipc:///tmp/binnacle-" + std::to_string(getuid());
    if (address && *address) bus = address;
    else if (run && *run) bus = std::string("ipc://") + run + "/binnacle";
    if (bus.rfind("tcp://", 0) != 0) return bus + "/" + name;
    auto colon = bus.find(':', 6);
    int port = colon == std::string::npos ? 7750 : std::stoi(bus.substr(colon + 1));
    return bus.substr(0, colon) + ":" + std::to_string(port + offset);
}
