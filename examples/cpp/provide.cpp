// Publishes a fix five times a second, as fix/phone or what BINNACLE_NODE says, with stamps of its own.
//
//   make
//   ./provide
#include "bus.hpp"
#include <chrono>
#include <cstdint>
#include <endian.h>
#include <iostream>
#include <random>
#include <sstream>
#include <thread>
#include <zmq.hpp>

struct Stamp {
    uint64_t publisher, sequence, published;
    uint32_t flags;
    uint16_t length;
    uint8_t version, encoding;
};

int main() try {
    zmq::context_t context;
    zmq::socket_t push(context, zmq::socket_type::push);
    connect(push, "publish", 0);
    const char *name = std::getenv("BINNACLE_NODE");
    std::random_device random;
    uint64_t publisher = std::uniform_int_distribution<uint64_t>(0, (1ull << 53) - 1)(random);
    for (uint64_t sequence = 0;; sequence++) {
        std::chrono::nanoseconds now = std::chrono::system_clock::now().time_since_epoch();
        Stamp stamp{htole64(publisher), htole64(sequence), htole64(now.count()), 0, htole16(32), 1, 0};
        std::ostringstream message;
        message << std::fixed << "fix/" << (name ? name : "phone") << '|';
        message.write(reinterpret_cast<const char *>(&stamp), sizeof stamp);
        message << R"({"time":)" << now.count() * 1e-9 << R"(,"latitude":54.4,"longitude":)"
                << 10.2 + 1e-5 * (sequence % 1000) << R"(,"technology":"simulated"})";
        push.send(zmq::buffer(message.str()));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
