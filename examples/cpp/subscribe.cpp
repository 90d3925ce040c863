// Prints every fix on the bus: topic, sequence, payload.
//
//   make
//   ./subscribe
#include "bus.hpp"
#include <cstdint>
#include <endian.h>
#include <iostream>
#include <zmq.hpp>

template <typename Number> Number read(std::string_view bytes, size_t offset) {
    Number number;
    bytes.copy(reinterpret_cast<char *>(&number), sizeof number, offset);
    return number;
}

int main() try {
    zmq::context_t context;
    zmq::socket_t sub(context, zmq::socket_type::sub);
    sub.set(zmq::sockopt::subscribe, "fix/");
    connect(sub, "subscribe", 1);
    zmq::message_t message;  // topic, bar, stamp, payload: one part
    while (sub.recv(message)) {
        std::string_view bytes = message.to_string_view();
        size_t bar = bytes.find('|');
        if (bar == bytes.npos || bytes.size() < bar + 33 || bytes[bar + 31] != 1) continue;  // not of version 1
        std::string_view topic = bytes.substr(0, bar), rest = bytes.substr(bar + 1);
        auto sequence = le64toh(read<uint64_t>(rest, 8));
        size_t length = le16toh(read<uint16_t>(rest, 28));
        if (length > rest.size()) continue;
        std::cout << topic << ' ' << sequence << ' ' << rest.substr(length) << std::endl;
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
