// A node on the bus, with libzmq alone: it introduces itself, publishes, subscribes, and ends when it is told to.
//
// One thread uses it. What it cannot do without (memory, sockets) ends the program with a line that says so.
#pragma once
#include <endian.h>
#include <err.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { BUS_VERSION = 1, BUS_TOPICS = 32, BUS_LONGEST = 256 };

// Called with a topic and its payload, JSON; an empty payload says that there is no value any more.
typedef void (*bus_handler)(const char *topic, const char *payload, void *user);

struct bus {
    bool is_running;       // false once the plugin is asked to stop
    const char *name;      // of the node, the source of its topics
    const char *state;     // "ready", or "degraded"
    void *context, *push, *sub, *dealer;
    int signals, lifeline, topics, handlers;
    bool has_told;
    double next_sign, complaint;  // when to say that no bus has answered; 0 once one has, or that has been said
    char endpoint[512];
    char published[BUS_TOPICS][BUS_LONGEST], nonce[20];
    struct { char prefix[BUS_LONGEST]; bool is_in_force; bus_handler call; void *user; } reader[BUS_TOPICS];
    struct { char topic[BUS_LONGEST]; uint64_t publisher, sequence; } received[4 * BUS_TOPICS];
};

// Unix seconds.
static inline double bus_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

static inline double bus_monotonic(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

// ---- Parameters: those of plugin.yaml, checked and with their defaults, a JSON object in BINNACLE_PARAMETERS.

static inline const char *bus_skip(const char *at) {
    int depth = 0;
    bool is_text = false;
    for (; *at; at++) {
        if (is_text) {
            if (*at == '\\' && at[1]) at++;
            else if (*at == '"') is_text = false;
        } else if (*at == '"') is_text = true;
        else if (*at == '[' || *at == '{') depth++;
        else if ((*at == ']' || *at == '}') && depth-- == 0) break;
        else if (*at == ',' && depth == 0) break;
    }
    return at;
}

// The value of an object's member as it is written in JSON, or NULL where it has none.
static inline const char *bus_member(const char *at, const char *name) {
    size_t length = strlen(name);
    while (at && (*at == '{' || *at == ',')) {
        at += 1 + strspn(at + 1, " \t\n");
        const char *value = at + 1;
        while (*value && *value != '"') value += *value == '\\' && value[1] ? 2 : 1;
        bool is_it = (size_t)(value - at - 1) == length && strncmp(at + 1, name, length) == 0;
        value += strcspn(value, ":");
        if (!*value) return NULL;
        value += 1 + strspn(value + 1, " \t\n");
        if (is_it) return value;
        at = bus_skip(value);
    }
    return NULL;
}

static inline const char *bus_parameter(const char *name) { return bus_member(getenv("BINNACLE_PARAMETERS"), name); }

// A number; NAN for `otherwise` says that it has to be given.
static inline double bus_number(const char *name, double otherwise) {
    const char *value = bus_parameter(name);
    char *end = NULL;
    double number = value ? strtod(value, &end) : otherwise;
    if (!value && isnan(otherwise)) errx(2, "BINNACLE_PARAMETERS: there is no '%s'; start the plugin with 'binnacle run'", name);
    if (value && end == value) errx(2, "BINNACLE_PARAMETERS: '%s' is no number; start the plugin with 'binnacle run'", name);
    return number;
}

static inline bool bus_flag(const char *name, bool otherwise) {
    const char *value = bus_parameter(name);
    return value ? *value == 't' : otherwise;
}

// Copies a text of JSON; returns false where there is none, or where it does not fit.
static inline bool bus_copy(const char *at, char *text, size_t size) {
    size_t count = 0;
    if (!at || *at != '"') return false;
    for (at++; *at && *at != '"'; at++) {
        char letter = *at;
        if (letter == '\\' && at[1]) {
            unsigned code = 0;
            switch (*++at) {
            case 'n': letter = '\n'; break;
            case 't': letter = '\t'; break;
            case 'r': letter = '\r'; break;
            case 'b': letter = '\b'; break;
            case 'f': letter = '\f'; break;
            case 'u':  // The launcher writes control characters so, and all others as they are.
                if (sscanf(at + 1, "%4x", &code) != 1 || code > 127) return false;
                letter = (char)code, at += 4;
                break;
            default: letter = *at;
            }
        }
        if (count + 1 >= size) return false;
        text[count++] = letter;
    }
    text[count] = 0;
    return true;
}

static inline bool bus_text(const char *name, char *text, size_t size) { return bus_copy(bus_parameter(name), text, size); }

// ---- Sockets

// Gives a socket the key that BINNACLE_KEY names, for a bus that asks for one.
static inline void bus_take_key(void *socket) {
    const char *path = getenv("BINNACLE_KEY");
    if (!path || !*path) return;
    FILE *file = fopen(path, "r");
    if (!file) err(1, "BINNACLE_KEY: cannot read %s", path);
    char json[4096], key[41];
    json[fread(json, 1, sizeof json - 1, file)] = 0;
    fclose(file);
    const struct { const char *name; int option; } parts[] = {
        {"public", ZMQ_CURVE_PUBLICKEY}, {"secret", ZMQ_CURVE_SECRETKEY}, {"bus", ZMQ_CURVE_SERVERKEY},
    };
    for (int at = 0; at < 3; at++)
        if (!bus_copy(bus_member(json, parts[at].name), key, sizeof key) || zmq_setsockopt(socket, parts[at].option, key, strlen(key)) != 0)
            errx(1, "BINNACLE_KEY: %s is no key of a client: '%s'; make one with 'binnacle keys new' at the bus", path, parts[at].name);
}

// Opens one: "publish" is 0 ports from the first, "subscribe" 1, "request" 2.
static inline void *bus_open(struct bus *bus, int kind, const char *name, int offset) {
    const char *at = getenv("BINNACLE_BUS"), *run = getenv("XDG_RUNTIME_DIR");
    char *endpoint = bus->endpoint;
    int mark = 64, linger = 1000, is_ipv6 = 0;
    if (at && strncmp(at, "tcp://", 6) == 0) {
        // tcp://HOST, tcp://HOST:PORT; an IPv6 address stands in brackets, in which there are colons.
        const char *host = at + 6, *bracket = *host == '[' ? strchr(host, ']') : NULL;
        int length = bracket ? bracket + 1 - host : (int)strcspn(host, ":/[]");
        const char *rest = host + length, *port = *rest == ':' ? rest + 1 : *rest ? "" : "7750";
        long number = strspn(port, "0123456789") == strlen(port) ? strtol(port, NULL, 10) : 0;
        if (length == 0 || number < 1 || number > 65533)
            errx(2, "BINNACLE_BUS: '%s' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT", at);
        is_ipv6 = bracket != NULL;
        snprintf(endpoint, sizeof bus->endpoint, "tcp://%.*s:%ld", length, host, number + offset);
    } else if (at && strncmp(at, "ipc:///", 7) == 0)
        snprintf(endpoint, sizeof bus->endpoint, "%s/%s", at, name);
    else if (at && *at)
        errx(2, "BINNACLE_BUS: '%s' is not the address of a bus: it is ipc:///FOLDER or tcp://HOST:PORT", at);
    else if (run && *run)
        snprintf(endpoint, sizeof bus->endpoint, "ipc://%s/binnacle/%s", run, name);
    else
        snprintf(endpoint, sizeof bus->endpoint, "ipc:///tmp/binnacle-%u/%s", (unsigned)getuid(), name);
    void *socket = zmq_socket(bus->context, kind);
    if (!socket) errx(1, "no socket: %s", zmq_strerror(zmq_errno()));
    zmq_setsockopt(socket, ZMQ_SNDHWM, &mark, sizeof mark);
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(socket, ZMQ_IPV6, &is_ipv6, sizeof is_ipv6);
    if (strncmp(endpoint, "tcp:", 4) == 0) bus_take_key(socket);
    if (zmq_connect(socket, endpoint) != 0) errx(1, "%s: %s", endpoint, zmq_strerror(zmq_errno()));
    return socket;
}

static inline void bus_request(struct bus *bus, const char *method, const char *body) {
    char target[64];
    snprintf(target, sizeof target, "bus/%s", method);
    // Where no bus takes them, signs of life are not kept for it.
    if (zmq_send(bus->dealer, method, strlen(method), ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) return;
    zmq_send(bus->dealer, "", 0, ZMQ_SNDMORE);
    zmq_send(bus->dealer, target, strlen(target), ZMQ_SNDMORE);
    zmq_send(bus->dealer, body, strlen(body), 0);
}

// Joins the bus that the environment names, under the name there, else under `name`.
static inline struct bus *bus_join(const char *name) {
    struct bus *bus = calloc(1, sizeof *bus);
    if (!bus) err(1, "no memory");
    const char *own = getenv("BINNACLE_NODE"), *lifeline = getenv("BINNACLE_LIFELINE");
    const char *parameters = getenv("BINNACLE_PARAMETERS");
    if (parameters && *parameters && *parameters != '{')
        errx(2, "BINNACLE_PARAMETERS: '%s' is no JSON object; start the plugin with 'binnacle run'", parameters);
    bus->is_running = true;
    bus->complaint = bus_monotonic() + 2;
    bus->name = own && *own ? own : name;
    bus->state = "ready";
    bus->lifeline = lifeline && *lifeline ? atoi(lifeline) : -1;
    // Before libzmq starts its threads, so that the signals come here.
    sigset_t ending;
    sigemptyset(&ending);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, NULL);
    bus->signals = signalfd(-1, &ending, SFD_CLOEXEC);
    if (bus->signals < 0) err(1, "signalfd");
    snprintf(bus->nonce, sizeof bus->nonce, "%x-%x", (unsigned)getpid(), (unsigned)(bus_monotonic() * 1e6));
    bus->context = zmq_ctx_new();
    bus->push = bus_open(bus, ZMQ_PUSH, "publish", 0);
    bus->sub = bus_open(bus, ZMQ_SUB, "subscribe", 1);
    bus->dealer = bus_open(bus, ZMQ_DEALER, "request", 2);
    return bus;
}

// Says goodbye, and hands over what waits to be sent, for a second at most.
static inline void bus_leave(struct bus *bus) {
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", bus->name);
    bus_request(bus, "goodbye", body);
    zmq_close(bus->push), zmq_close(bus->sub), zmq_close(bus->dealer);
    zmq_ctx_term(bus->context);
    close(bus->signals);
    free(bus);
}

// ---- Publishing and subscribing

// Publishes on <kind>/<name>: JSON, written as printf does; "" says that there is no value any more.
__attribute__((format(printf, 3, 4)))
static inline void bus_publish(struct bus *bus, const char *kind, const char *format, ...) {
    char topic[BUS_LONGEST], payload[65536];
    snprintf(topic, sizeof topic, "%s/%s", kind, bus->name);
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(payload, sizeof payload, format, arguments);
    va_end(arguments);
    if (size < 0 || size >= (int)sizeof payload) errx(1, "%s: a payload has %d bytes at most", topic, (int)sizeof payload - 1);
    int known = 0;
    while (known < bus->topics && strcmp(bus->published[known], topic) != 0) known++;
    if (known == bus->topics && known < BUS_TOPICS) {
        strcpy(bus->published[bus->topics++], topic);
        bus->has_told = false;
    }
    // In two parts, which the bus stamps. With no bus, and 64 waiting for one, the newest is given up.
    if (zmq_send(bus->push, topic, strlen(topic), ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) return;
    zmq_send(bus->push, payload, size, 0);
}

// Calls a function for a topic ("fix/fusion"), all below one ("fix/"), or everything (""): last values, then what comes.
static inline void bus_subscribe(struct bus *bus, const char *topic, bus_handler call, void *user) {
    if (bus->handlers == BUS_TOPICS) errx(1, "no more than %d subscriptions", BUS_TOPICS);
    char asked[BUS_LONGEST + 32], *prefix = bus->reader[bus->handlers].prefix;
    size_t length = strlen(topic);
    if (length + 2 > BUS_LONGEST) errx(1, "a topic has %d bytes at most", BUS_LONGEST - 2);
    memcpy(prefix, topic, length + 1);
    if (length > 0 && topic[length - 1] != '/') strcpy(prefix + length, "|");
    bus->reader[bus->handlers].call = call;
    bus->reader[bus->handlers++].user = user;
    zmq_setsockopt(bus->sub, ZMQ_SUBSCRIBE, prefix, strlen(prefix));
    // Asks for the last values; what closes them says that both subscriptions are in force.
    snprintf(asked, sizeof asked, "~%s/%s", bus->nonce, prefix);
    zmq_setsockopt(bus->sub, ZMQ_SUBSCRIBE, asked, strlen(asked));
}

// Whether a message is newer than what came on its topic; that of another publisher is.
static inline bool bus_is_new(struct bus *bus, const char *topic, uint64_t publisher, uint64_t sequence) {
    int at = 0, room = sizeof bus->received / sizeof bus->received[0];
    while (at < room && *bus->received[at].topic && strcmp(bus->received[at].topic, topic) != 0) at++;
    if (at == room) return true;
    bool is_known = *bus->received[at].topic && bus->received[at].publisher == publisher;
    if (is_known && bus->received[at].sequence >= sequence) return false;
    strcpy(bus->received[at].topic, topic);
    bus->received[at].publisher = publisher, bus->received[at].sequence = sequence;
    return true;
}

static inline void bus_deliver(struct bus *bus, const char *message, size_t size) {
    const char *bar = memchr(message, '|', size), *end = message + size;
    if (!bar || bar - message >= BUS_LONGEST || end - bar - 1 < 32 || bar[1 + 30] != BUS_VERSION) return;
    uint64_t publisher, sequence;
    uint32_t flags;
    uint16_t length;
    memcpy(&publisher, bar + 1, 8), memcpy(&sequence, bar + 9, 8);
    memcpy(&flags, bar + 25, 4), memcpy(&length, bar + 29, 2);
    if (end - bar - 1 < le16toh(length)) return;
    char text[BUS_LONGEST], closed[BUS_LONGEST + 1], own[24], *topic = text;
    snprintf(text, sizeof text, "%.*s", (int)(bar - message), message);
    snprintf(own, sizeof own, "~%s/", bus->nonce);
    if (strncmp(topic, own, strlen(own)) == 0) topic += strlen(own);
    else if (*topic == '~') return;
    snprintf(closed, sizeof closed, "%s|", topic);
    if (le32toh(flags) & 8) {  // the end of the last values of a subscription
        for (int at = 0; at < bus->handlers; at++) {
            const char *prefix = bus->reader[at].prefix;
            if (strcmp(prefix, topic) != 0 && strcmp(prefix, closed) != 0) continue;
            if (!bus->reader[at].is_in_force) bus->has_told = false;
            bus->reader[at].is_in_force = true;
        }
        return;
    }
    if (!bus_is_new(bus, topic, le64toh(publisher), le64toh(sequence))) return;
    size_t count = end - bar - 1 - le16toh(length);
    char *payload = malloc(count + 1);
    if (!payload) err(1, "no memory");
    memcpy(payload, end - count, count);
    payload[count] = 0;
    for (int at = 0; at < bus->handlers; at++)
        if (strncmp(closed, bus->reader[at].prefix, strlen(bus->reader[at].prefix)) == 0)
            bus->reader[at].call(topic, payload, bus->reader[at].user);
    free(payload);
}

// ---- Standing with the bus

// Adds a list of texts to an object of JSON.
static inline int bus_list(char *json, int size, int room, const char *key, const char *texts[], int count) {
    size += snprintf(json + size, room - size, ",\"%s\":[", key);
    for (int at = 0; at < count; at++)
        size += snprintf(json + size, room - size, "%s\"%s\"", at ? "," : "", texts[at]);
    return size + snprintf(json + size, room - size, "]");
}

// Says hello, and again when something has changed; else that the node lives, once a second.
static inline void bus_give_sign(struct bus *bus) {
    if (bus->has_told && bus_monotonic() < bus->next_sign) return;
    static char body[3 * BUS_TOPICS * BUS_LONGEST];
    if (!bus->has_told) {
        const char *topics[BUS_TOPICS], *reads[BUS_TOPICS], *provides[8], *answers[] = {"ping"};
        char words[BUS_LONGEST];
        int read = 0, provided = 0;
        for (int at = 0; at < bus->topics; at++) topics[at] = bus->published[at];
        for (int at = 0; at < bus->handlers; at++)
            if (bus->reader[at].is_in_force) reads[read++] = bus->reader[at].prefix;
        snprintf(words, sizeof words, "%s", getenv("BINNACLE_PROVIDES") ? getenv("BINNACLE_PROVIDES") : "");
        for (char *word = strtok(words, ","); word && provided < 8; word = strtok(NULL, ",")) provides[provided++] = word;
        int size = snprintf(body, sizeof body, "{\"name\":\"%s\",\"pid\":%d,\"version\":%d", bus->name, (int)getpid(), BUS_VERSION);
        size = bus_list(body, size, sizeof body, "publishes", topics, bus->topics);
        size = bus_list(body, size, sizeof body, "reads", reads, read);
        size = bus_list(body, size, sizeof body, "answers", answers, 1);
        size = bus_list(body, size, sizeof body, "provides", provides, provided);
        snprintf(body + size, sizeof body - size, "}");
        bus_request(bus, "hello", body);
        bus->has_told = true;
    }
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"state\":\"%s\"}", bus->name, bus->state);
    bus_request(bus, "heartbeat", body);
    bus->next_sign = bus_monotonic() + 1;
}

// Takes an answer of the bus, or a request to this node.
static inline void bus_take(struct bus *bus) {
    static char part[4][4096];
    bus->complaint = 0;
    int size[4] = {0}, more = 1;
    size_t length = sizeof more;
    for (int at = 0; more; at++) {
        int slot = at < 4 ? at : 3, count = zmq_recv(bus->dealer, part[slot], sizeof part[slot] - 1, 0);
        if (count < 0) return;
        size[slot] = count < (int)sizeof part[slot] - 1 ? count : (int)sizeof part[slot] - 1;
        part[slot][size[slot]] = 0;
        zmq_getsockopt(bus->dealer, ZMQ_RCVMORE, &more, &length);
    }
    if (size[0] > 0) {
        bool is_error = strncmp(part[2], "{\"error\":", 9) == 0;
        if (is_error && strstr(part[2], "\"unknown-node\"")) bus->has_told = false;  // a new bus: hello again
        else if (is_error && strcmp(part[0], "hello") == 0) errx(1, "the bus refuses the node: %s", part[2]);
        return;
    }
    const char *answer = "{\"error\":{\"code\":\"unknown-method\",\"message\":\"this node answers ping\"}}";
    if (strcmp(part[2], "ping") == 0) answer = "{\"result\":{}}";
    zmq_send(bus->dealer, "", 0, ZMQ_SNDMORE);
    zmq_send(bus->dealer, part[1], size[1], ZMQ_SNDMORE);
    zmq_send(bus->dealer, answer, strlen(answer), 0);
}

// Lets the bus come and go, calls handlers, and returns after so many seconds, or when the plugin is to end.
static inline void bus_wait(struct bus *bus, double seconds) {
    double end = bus_monotonic() + seconds;
    // Once at least, however short: who never looks is never told to end.
    for (bool has_looked = false; bus->is_running; has_looked = true) {
        bus_give_sign(bus);
        double now = bus_monotonic(), until = end < bus->next_sign ? end : bus->next_sign;
        if (bus->complaint > 0 && now > bus->complaint) {
            warnx("no bus answers at %s; waiting for one", bus->endpoint);
            bus->complaint = 0;
        }
        if (now >= end && has_looked) break;
        zmq_pollitem_t items[] = {
            {.fd = bus->signals, .events = ZMQ_POLLIN},
            {.socket = bus->dealer, .events = ZMQ_POLLIN},
            {.socket = bus->sub, .events = ZMQ_POLLIN},
            {.fd = bus->lifeline, .events = ZMQ_POLLIN},
        };
        long milliseconds = until > now ? (long)((until - now) * 1000) + 1 : 0;
        if (zmq_poll(items, bus->lifeline < 0 ? 3 : 4, milliseconds) < 0 && zmq_errno() != EINTR)
            errx(1, "zmq_poll: %s", zmq_strerror(zmq_errno()));
        if (items[0].revents || (bus->lifeline >= 0 && items[3].revents)) bus->is_running = false;
        if (items[1].revents) bus_take(bus);
        if (!items[2].revents) continue;
        zmq_msg_t message;
        zmq_msg_init(&message);
        if (zmq_msg_recv(&message, bus->sub, 0) >= 0) bus_deliver(bus, zmq_msg_data(&message), zmq_msg_size(&message));
        zmq_msg_close(&message);
    }
}
