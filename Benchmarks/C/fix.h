// The fix that every contender publishes, and a JSON codec made by hand for it: the best that C does.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double time, latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy;
    double course, courseAccuracy, speed, speedAccuracy;
    int mode, satellites;
    char source[16];
} fix;

// `moment`: when it is published, monotonic nanoseconds; `time` carries it to the subscriber.
static inline fix fix_sample(long number, int64_t moment) {
    // Quotients of whole numbers: decimals as a receiver sends them, without the noise of a binary sum.
    return (fix){
        .time = moment / 1e9,
        .latitude = (48117301234 + number % 1000 * 1000) / 1e9,
        .longitude = (11516667890 + number % 777 * 1000) / 1e9,
        .altitude = (5454 + number % 10) / 10.0,
        .horizontalAccuracy = 3.25,
        .verticalAccuracy = 5.75,
        .course = 84.4,
        .courseAccuracy = 1.5,
        .speed = (1152 + number % 7) / 100.0,
        .speedAccuracy = 0.4,
        .mode = 3,
        .satellites = 8,
        .source = "gps0",
    };
}

static inline int64_t fix_moment(const fix *value) { return llround(value->time * 1e9); }

// Writing: decimals of nine places, without the zeros at their end.

static inline char *put_digits(char *out, uint64_t value) {
    char digits[24];
    int count = 0;
    do {
        digits[count++] = '0' + value % 10;
        value /= 10;
    } while (value);
    while (count) *out++ = digits[--count];
    return out;
}

static inline char *put_number(char *out, double value) {
    if (value < 0) {
        *out++ = '-';
        value = -value;
    }
    uint64_t whole = (uint64_t)value;
    uint64_t fraction = (uint64_t)((value - whole) * 1e9 + 0.5);
    if (fraction >= 1000000000) {
        whole++;
        fraction -= 1000000000;
    }
    out = put_digits(out, whole);
    *out++ = '.';
    char digits[9];
    for (int place = 8; place >= 0; place--) {
        digits[place] = '0' + fraction % 10;
        fraction /= 10;
    }
    int count = 9;
    while (count > 1 && digits[count - 1] == '0') count--;
    memcpy(out, digits, count);
    return out + count;
}

#define PUT_TEXT(out, text) (memcpy(out, text, sizeof(text) - 1), (out) += sizeof(text) - 1)
#define PUT_NUMBER(out, before, member) \
    do { \
        PUT_TEXT(out, before "\"" #member "\":"); \
        out = put_number(out, value->member); \
    } while (0)

// Writes the JSON object and returns its length; `out` has room for 512 bytes.
static inline int fix_encode(const fix *value, char *out) {
    char *start = out;
    PUT_NUMBER(out, "{", time);
    PUT_NUMBER(out, ",", latitude);
    PUT_NUMBER(out, ",", longitude);
    PUT_NUMBER(out, ",", altitude);
    PUT_NUMBER(out, ",", horizontalAccuracy);
    PUT_NUMBER(out, ",", verticalAccuracy);
    PUT_NUMBER(out, ",", course);
    PUT_NUMBER(out, ",", courseAccuracy);
    PUT_NUMBER(out, ",", speed);
    PUT_NUMBER(out, ",", speedAccuracy);
    PUT_TEXT(out, ",\"mode\":");
    out = put_digits(out, value->mode);
    PUT_TEXT(out, ",\"satellites\":");
    out = put_digits(out, value->satellites);
    PUT_TEXT(out, ",\"source\":\"");
    size_t length = strlen(value->source);
    memcpy(out, value->source, length);
    out += length;
    PUT_TEXT(out, "\"}");
    return out - start;
}

// Reading: the members in any order, unknown ones passed over, no nesting and no escapes.

static inline const char *get_number(const char *in, const char *end, double *number) {
    static const double powers[] = {1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
    int negative = in < end && *in == '-';
    if (negative) in++;
    uint64_t digits = 0;
    int decimals = 0;
    while (in < end && *in >= '0' && *in <= '9') digits = digits * 10 + (*in++ - '0');
    if (in < end && *in == '.') {
        in++;
        while (in < end && *in >= '0' && *in <= '9') {
            digits = digits * 10 + (*in++ - '0');
            decimals++;
        }
    }
    double value = digits / powers[decimals < 18 ? decimals : 18];
    if (in < end && (*in == 'e' || *in == 'E')) {
        char *after;
        value *= pow(10, strtol(in + 1, &after, 10));
        in = after;
    }
    *number = negative ? -value : value;
    return in;
}

#define IS_KEY(name) (length == sizeof(name) - 1 && !memcmp(key, name, sizeof(name) - 1))

static inline void fix_set(fix *value, const char *key, int length, double number) {
    if (IS_KEY("time")) value->time = number;
    else if (IS_KEY("latitude")) value->latitude = number;
    else if (IS_KEY("longitude")) value->longitude = number;
    else if (IS_KEY("altitude")) value->altitude = number;
    else if (IS_KEY("horizontalAccuracy")) value->horizontalAccuracy = number;
    else if (IS_KEY("verticalAccuracy")) value->verticalAccuracy = number;
    else if (IS_KEY("course")) value->course = number;
    else if (IS_KEY("courseAccuracy")) value->courseAccuracy = number;
    else if (IS_KEY("speed")) value->speed = number;
    else if (IS_KEY("speedAccuracy")) value->speedAccuracy = number;
    else if (IS_KEY("mode")) value->mode = (int)number;
    else if (IS_KEY("satellites")) value->satellites = (int)number;
}

// Reads the JSON object; returns 0, or -1 where it is none.
static inline int fix_decode(const char *in, int size, fix *value) {
    const char *end = in + size;
    if (in >= end || *in++ != '{') return -1;
    for (;;) {
        while (in < end && (*in == ' ' || *in == ',')) in++;
        if (in >= end) return -1;
        if (*in == '}') return 0;
        if (*in != '"') return -1;
        const char *key = ++in;
        while (in < end && *in != '"') in++;
        int length = in - key;
        in++;
        while (in < end && (*in == ' ' || *in == ':')) in++;
        if (in < end && *in == '"') {
            const char *text = ++in;
            while (in < end && *in != '"') in++;
            if (IS_KEY("source") && (size_t)(in - text) < sizeof value->source) {
                memcpy(value->source, text, in - text);
                value->source[in - text] = 0;
            }
            in++;
        } else {
            double number;
            in = get_number(in, end, &number);
            fix_set(value, key, length, number);
        }
    }
}
