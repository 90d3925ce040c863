// Where the bus is: at BINNACLE_BUS, else in the folder of this user.
#pragma once
#include <cstdlib>
#include <regex>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <zmq.hpp>

// Connects a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
inline void connect(zmq::socket_t &socket, const std::string &name, int offset) {
    const char *address = std::getenv("BINNACLE_BUS"), *run = std::getenv("XDG_RUNTIME_DIR");
    std::string bus = "ipc:///tmp/binnacle-" + std::to_string(getuid());
    if (address && *address) bus = address;
    else if (run && *run) bus = std::string("ipc://") + run + "/binnacle";
    if (bus.rfind("ipc:///", 0) == 0) return socket.connect(bus + "/" + name);
    // An IPv6 address stands in brackets, in which there are colons.
    std::smatch parts;
    bool is_tcp = std::regex_match(bus, parts, std::regex(R"((tcp://(\[[^\]\[/]+\]|[^\]\[:/]+))(:(\d{1,5}))?)"));
    int port = !is_tcp ? 0 : parts[4].matched ? std::stoi(parts[4]) : 7750;
    if (port < 1 || port > 65533)
        throw std::invalid_argument("BINNACLE_BUS: '" + bus + "' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT");
    socket.set(zmq::sockopt::ipv6, bus.find('[') != bus.npos);
    socket.connect(parts[1].str() + ":" + std::to_string(port + offset));
}
