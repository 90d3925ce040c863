// A node on the bus, with cppzmq and nlohmann's JSON: it introduces itself, publishes, subscribes, answers, and ends when
// it is told to. One thread uses it.
#pragma once
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <endian.h>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <sys/signalfd.h>
#include <unistd.h>
#include <utility>
#include <vector>
#include <zmq.hpp>

class Bus {
public:
    using json = nlohmann::json;
    // Called with a topic and its value; null says that there is no value any more.
    using Handler = std::function<void(const std::string &topic, const json &value)>;
    // Takes the body of a request and returns the result; what it throws goes to the caller.
    using Answer = std::function<json(const json &body)>;

    std::string name;                // of the node, the source of its topics
    json parameters;                 // those of plugin.yaml, checked and with their defaults
    std::string state = "ready";     // or "degraded"

    // Joins the bus that the environment names, under the name there, else under `name`.
    explicit Bus(const std::string &otherwise)
        : name(variable("BINNACLE_NODE", otherwise)), parameters(parsed(variable("BINNACLE_PARAMETERS", "{}"))),
          signals(catchSignals()), push(open(zmq::socket_type::push, "publish", 0)),
          sub(open(zmq::socket_type::sub, "subscribe", 1)), dealer(open(zmq::socket_type::dealer, "request", 2)) {
        std::random_device random;
        nonce = std::to_string(random()) + "-" + std::to_string(random());
        answer("ping", [](const json &) { return json::object(); });
        answer("received", [this](const json &body) {
            json topics = json::object();
            for (const std::string topic : body.at("topics"))
                if (auto known = received.find(topic); known != received.end())
                    topics[topic] = {{"publisher", known->second.first}, {"sequence", known->second.second}};
            return json{{"topics", topics}};
        });
    }

    // A parameter as a type of yours; where it is missing or of another, a line says so, and the program ends.
    template <typename Value> Value parameter(const std::string &key) const {
        if (!parameters.contains(key)) fail(2, "BINNACLE_PARAMETERS: there is no '" + key + "'; start the plugin with 'binnacle run'");
        try {
            return parameters[key].get<Value>();
        } catch (const json::exception &) {
            fail(2, "BINNACLE_PARAMETERS: '" + key + "' is " + parameters[key].dump() + "; start the plugin with 'binnacle run'");
        }
    }

    // Says goodbye; what waits to be sent has a second.
    ~Bus() {
        request("goodbye", {{"name", name}});
        close(signals);
    }

    Bus(const Bus &) = delete;
    Bus &operator=(const Bus &) = delete;

    // False once the plugin is asked to stop.
    bool is_running() const { return running; }

    // Unix seconds.
    static double now() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

    // Publishes on <kind>/<name>; null says that there is no value any more.
    void publish(const std::string &kind, const json &value) {
        std::string topic = kind + "/" + name, payload = value.is_null() ? "" : value.dump();
        if (published.insert({topic, true}).second) told = false;
        // In two parts, which the bus stamps. With no bus, and 64 waiting for one, the newest is given up.
        if (push.send(zmq::buffer(topic), zmq::send_flags::sndmore | zmq::send_flags::dontwait))
            push.send(zmq::buffer(payload), zmq::send_flags::none);
    }

    // Calls a function for a topic ("fix/fusion"), all below one ("fix/"), or everything (""): last values, then what comes.
    void subscribe(const std::string &topic, Handler call) {
        std::string prefix = topic.empty() || topic.back() == '/' ? topic : topic + "|";
        readers.push_back({prefix, false, std::move(call)});
        sub.set(zmq::sockopt::subscribe, prefix);
        // Asks for the last values; what closes them says that both subscriptions are in force.
        sub.set(zmq::sockopt::subscribe, "~" + nonce + "/" + prefix);
    }

    // Answers requests to <name>/<method>.
    void answer(const std::string &method, Answer call) {
        answers[method] = std::move(call);
        told = false;
    }

    // Lets the bus come and go, calls handlers, and returns after so long, or when the plugin is to end.
    void wait(double seconds) {
        double end = monotonic() + seconds;
        // Once at least, however short: who never looks is never told to end.
        for (bool hasLooked = false; running; hasLooked = true) {
            giveSign();
            double now = monotonic(), until = std::min(end, nextSign);
            if (complaint > 0 && now > complaint) {
                std::cerr << "warning: no bus answers at " << address << "; waiting for one" << std::endl;
                complaint = 0;
            }
            if (now >= end && hasLooked) break;
            static const int lifeline = std::stoi(variable("BINNACLE_LIFELINE", "-1"));
            zmq::pollitem_t items[] = {{nullptr, signals, ZMQ_POLLIN, 0}, {dealer.handle(), 0, ZMQ_POLLIN, 0},
                                       {sub.handle(), 0, ZMQ_POLLIN, 0}, {nullptr, lifeline, ZMQ_POLLIN, 0}};
            std::chrono::milliseconds rest(until > now ? static_cast<long>((until - now) * 1000) + 1 : 0);
            zmq::poll(items, lifeline < 0 ? 3 : 4, rest);
            if (items[0].revents || items[3].revents) running = false;
            zmq::message_t message;
            if (items[1].revents) take();
            if (items[2].revents && sub.recv(message)) deliver(message.to_string());
        }
    }

private:
    // The parameters, or a line that says what is wrong with them.
    static json parsed(const std::string &text) {
        json object = json::parse(text, nullptr, false);
        if (object.is_object()) return object;
        fail(2, "BINNACLE_PARAMETERS: '" + text + "' is no JSON object; start the plugin with 'binnacle run'");
    }

    [[noreturn]] static void fail(int status, const std::string &why) {
        std::cerr << "error: " << why << std::endl;
        std::exit(status);
    }

    // Gives a socket the key in a file, for a bus that asks for one.
    static void takeKey(zmq::socket_t &socket, const std::string &path) {
        std::ifstream file(path);
        if (!file) fail(1, "BINNACLE_KEY: cannot read " + path + ": " + std::strerror(errno));
        try {
            json key = json::parse(file);
            socket.set(zmq::sockopt::curve_publickey, key.at("public").get<std::string>());
            socket.set(zmq::sockopt::curve_secretkey, key.at("secret").get<std::string>());
            socket.set(zmq::sockopt::curve_serverkey, key.at("bus").get<std::string>());
        } catch (const std::exception &error) {
            fail(1, "BINNACLE_KEY: " + path + " is no key of a client (" + error.what() + "); make one with 'binnacle keys new' at the bus");
        }
    }

    struct Reader {
        std::string prefix;
        bool isInForce;
        Handler call;
    };

    static std::string variable(const char *name, const std::string &otherwise) {
        const char *value = std::getenv(name);
        return value && *value ? value : otherwise;
    }

    static double monotonic() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

    // Before libzmq starts its threads, so that the signals come here.
    static int catchSignals() {
        sigset_t ending;
        sigemptyset(&ending);
        sigaddset(&ending, SIGINT);
        sigaddset(&ending, SIGTERM);
        sigprocmask(SIG_BLOCK, &ending, nullptr);
        return signalfd(-1, &ending, SFD_CLOEXEC);
    }

    // Opens a socket: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
    zmq::socket_t open(zmq::socket_type kind, const std::string &socketName, int offset) {
        std::string run = variable("XDG_RUNTIME_DIR", "");
        std::string bus = variable("BINNACLE_BUS", run.empty() ? "ipc:///tmp/binnacle-" + std::to_string(getuid()) : "ipc://" + run + "/binnacle");
        std::string endpoint = bus + "/" + socketName;
        if (bus.rfind("ipc:///", 0) != 0) {
            // An IPv6 address stands in brackets, in which there are colons.
            std::smatch parts;
            bool isTCP = std::regex_match(bus, parts, std::regex(R"((tcp://(\[[^\]\[/]+\]|[^\]\[:/]+))(:(\d{1,5}))?)"));
            int port = !isTCP ? 0 : parts[4].matched ? std::stoi(parts[4]) : 7750;
            if (port < 1 || port > 65533)
                fail(2, "BINNACLE_BUS: '" + bus + "' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT");
            endpoint = parts[1].str() + ":" + std::to_string(port + offset);
        }
        zmq::socket_t socket(context, kind);
        socket.set(zmq::sockopt::sndhwm, 64);
        socket.set(zmq::sockopt::linger, 1000);
        socket.set(zmq::sockopt::ipv6, endpoint.find('[') != endpoint.npos);
        if (std::string key = variable("BINNACLE_KEY", ""); !key.empty() && endpoint.rfind("tcp:", 0) == 0) takeKey(socket, key);
        socket.connect(endpoint);
        address = bus;
        return socket;
    }

    void request(const std::string &method, const json &body) {
        std::string target = "bus/" + method, text = body.dump();
        // Where no bus takes them, signs of life are not kept for it.
        if (!dealer.send(zmq::buffer(method), zmq::send_flags::sndmore | zmq::send_flags::dontwait)) return;
        dealer.send(zmq::message_t(), zmq::send_flags::sndmore);
        dealer.send(zmq::buffer(target), zmq::send_flags::sndmore);
        dealer.send(zmq::buffer(text), zmq::send_flags::none);
    }

    // Says hello, and again when something has changed; else that the node lives, once a second.
    void giveSign() {
        if (told && monotonic() < nextSign) return;
        if (!told) {
            json hello = {{"name", name}, {"pid", getpid()}, {"version", 1}, {"publishes", json::array()},
                          {"reads", json::array()}, {"answers", json::array()}, {"provides", json::array()}};
            for (auto &[topic, _] : published) hello["publishes"].push_back(topic);
            for (auto &reader : readers)
                if (reader.isInForce) hello["reads"].push_back(reader.prefix);
            for (auto &[method, _] : answers) hello["answers"].push_back(method);
            std::istringstream words(variable("BINNACLE_PROVIDES", ""));
            for (std::string word; std::getline(words, word, ',');) hello["provides"].push_back(word);
            request("hello", hello);
            told = true;
        }
        request("heartbeat", {{"name", name}, {"state", state}});
        nextSign = monotonic() + 1;
    }

    // Takes an answer of the bus, or a request to this node.
    void take() {
        complaint = 0;
        std::vector<std::string> parts;
        zmq::message_t part;
        do {
            if (!dealer.recv(part)) return;
            parts.push_back(part.to_string());
        } while (part.more());
        if (!parts[0].empty()) {
            json error = json::parse(parts.back()).value("error", json());
            if (error.is_null()) return;
            if (error["code"] == "unknown-node") {
                told = false;  // A new bus: hello again.
            } else if (parts[0] == "hello") {
                fail(1, error["message"].get<std::string>());
            }
            return;
        }
        if (parts.size() != 4) return;
        json reply;
        if (auto found = answers.find(parts[2]); found == answers.end()) {
            reply["error"] = {{"code", "unknown-method"}, {"message", name + " does not answer '" + parts[2] + "'"}};
        } else {
            try {
                reply["result"] = found->second(json::parse(parts[3]));
            } catch (const std::exception &error) {
                reply["error"] = {{"code", "failed"}, {"message", error.what()}};
            }
        }
        std::string text = reply.dump();
        dealer.send(zmq::message_t(), zmq::send_flags::sndmore);
        dealer.send(zmq::buffer(parts[1]), zmq::send_flags::sndmore);
        dealer.send(zmq::buffer(text), zmq::send_flags::none);
    }

    void deliver(const std::string &message) {
        auto bar = message.find('|');
        if (bar == std::string::npos || message.size() - bar - 1 < 32 || message[bar + 31] != 1) return;
        const char *stamp = message.data() + bar + 1;
        uint64_t publisher, sequence;
        uint32_t flags;
        uint16_t length;
        std::memcpy(&publisher, stamp, 8), std::memcpy(&sequence, stamp + 8, 8);
        std::memcpy(&flags, stamp + 24, 4), std::memcpy(&length, stamp + 28, 2);
        publisher = le64toh(publisher), sequence = le64toh(sequence);
        if (message.size() - bar - 1 < le16toh(length)) return;
        std::string topic = message.substr(0, bar), own = "~" + nonce + "/";
        if (topic.rfind(own, 0) == 0) topic = topic.substr(own.size());
        else if (topic.rfind("~", 0) == 0) return;
        if (le32toh(flags) & 8) {  // The end of the last values of a subscription.
            for (auto &reader : readers) {
                if (reader.isInForce || (reader.prefix != topic && reader.prefix != topic + "|")) continue;
                reader.isInForce = true;
                told = false;
            }
            return;
        }
        auto known = received.find(topic);
        if (known != received.end() && known->second.first == publisher && known->second.second >= sequence) return;
        received[topic] = {publisher, sequence};
        std::string payload = message.substr(bar + 1 + le16toh(length));
        json value = payload.empty() ? json() : json::parse(payload, nullptr, false);
        if (value.is_discarded()) return;  // Whoever publishes may send what is no JSON.
        for (auto &reader : readers)
            if ((topic + "|").rfind(reader.prefix, 0) == 0) reader.call(topic, value);
    }

    int signals;
    std::string address;
    zmq::context_t context;
    zmq::socket_t push, sub, dealer;
    std::string nonce;
    bool running = true, told = false;
    double nextSign = 0, complaint = monotonic() + 2;  // when to say that no bus has answered; 0 once one has, or that has been said
    std::map<std::string, bool> published;
    std::vector<Reader> readers;
    std::map<std::string, Answer> answers;
    std::map<std::string, std::pair<uint64_t, uint64_t>> received;
};
