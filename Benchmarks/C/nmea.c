// nmea split|fix FILE: reads sentences over and over for a second of processor time, and says what each costs.
//
// `split` checks the checksum of each sentence and finds its fields, which is the least that a parser has to do. `fix` is a
// parser written for it: RMC, GGA, GNS, GLL, VTG, GSA, GST, ZDA and GSV to one fix an epoch and the satellites in view.
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIELDS = 64 };

typedef struct {
    const char *start[FIELDS];
    int length[FIELDS];
    int count;
} sentence;

typedef struct {
    double time, latitude, longitude, altitude, separation, speed, course, hdop, vdop, pdop;
    double deviation[3];
    int day, month, year, quality, satellites, mode, used;
    char status;
    int has_place;
} epoch;

typedef struct {
    int id, elevation, azimuth, signal;
} satellite;

static satellite sky[8][64];
static int in_view[8];
static long sentences, fixes;
static double sum;

static double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static int digit(char c) { return isdigit((unsigned char)c) ? c - '0' : (c & ~0x20) - 'A' + 10; }

// Finds the next sentence with a right checksum, and its fields.
static const char *split(const char *at, const char *end, sentence *s) {
    while (at < end) {
        const char *begin = memchr(at, '$', end - at);
        if (!begin) return NULL;
        unsigned char check = 0;
        const char *p = begin + 1;
        s->count = 1;
        s->start[0] = p;
        for (; p < end && *p != '*' && *p != '\r' && *p != '\n' && *p != '$'; p++) {
            check ^= *p;
            if (*p == ',' && s->count < FIELDS) {
                s->length[s->count - 1] = p - s->start[s->count - 1];
                s->start[s->count++] = p + 1;
            }
        }
        s->length[s->count - 1] = p - s->start[s->count - 1];
        if (p + 2 < end && *p == '*' && digit(p[1]) << 4 == (check & 0xF0) && digit(p[2]) == (check & 0x0F)) {
            sentences++;
            return p;
        }
        at = p;
    }
    return NULL;
}

static double number(const sentence *s, int field) {
    if (field >= s->count || !s->length[field]) return NAN;
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
    const char *p = s->start[field], *end = p + s->length[field];
    int negative = *p == '-', decimals = 0, point = 0;
    int64_t value = 0;
    for (p += negative; p < end; p++) {
        if (*p == '.' && !point) point = 1;
        else if (isdigit((unsigned char)*p)) {
            value = value * 10 + (*p - '0');
            decimals += point;
        } else return NAN;
    }
    double result = decimals <= 12 ? value / powers[decimals] : NAN;
    return negative ? -result : result;
}

static int whole(const sentence *s, int field) {
    double value = number(s, field);
    return isnan(value) ? -1 : (int)value;
}

static char letter(const sentence *s, int field) {
    return field < s->count && s->length[field] == 1 ? s->start[field][0] : 0;
}

static double place(const sentence *s, int field) {
    double value = number(s, field);
    int degrees = (int)(value / 100);
    double minutes = value - degrees * 100;
    char side = letter(s, field + 1);
    if (!(minutes < 60)) return NAN;
    double result = degrees + minutes / 60;
    return side == 'S' || side == 'W' ? -result : side == 'N' || side == 'E' ? result : NAN;
}

static double time_of_day(const sentence *s, int field) {
    double value = number(s, field);
    int whole = (int)value;
    return isnan(value) ? NAN : whole / 10000 * 3600 + whole / 100 % 100 * 60 + whole % 100 + (value - whole);
}

static void take_place(epoch *e, const sentence *s, int field) {
    double latitude = place(s, field), longitude = place(s, field + 2);
    if (isnan(latitude) || isnan(longitude)) return;
    e->latitude = latitude;
    e->longitude = longitude;
    e->has_place = 1;
}

static void close_epoch(epoch *e) {
    if (e->has_place && e->status != 'V' && e->quality != 0) {
        double accuracy = !isnan(e->deviation[0])
            ? sqrt((e->deviation[0] * e->deviation[0] + e->deviation[1] * e->deviation[1]) / 2) * 1.5152
            : e->hdop * 4.0 / sqrt(2) * 1.5152;
        fixes++;
        sum += e->latitude + e->longitude + e->time + accuracy + (isnan(e->speed) ? 0 : e->speed);
    }
    *e = (epoch){.time = NAN, .altitude = NAN, .separation = NAN, .speed = NAN, .course = NAN, .hdop = NAN, .vdop = NAN,
                 .pdop = NAN, .deviation = {NAN, NAN, NAN}, .quality = -1};
}

static void begin_epoch(epoch *e, double time) {
    if (isnan(time)) return;
    if (!isnan(e->time) && fabs(e->time - time) > 0.005) close_epoch(e);
    e->time = time;
}

static int system_of(const sentence *s) {
    switch (s->start[0][1]) {
    case 'P': return 1;
    case 'L': return 2;
    case 'A': return 3;
    case 'B': return 4;
    case 'Q': return 5;
    default: return 0;
    }
}

static void take(epoch *e, const sentence *s) {
    if (s->length[0] != 5) return;
    const char *name = s->start[0] + 2;
    if (!memcmp(name, "RMC", 3)) {
        begin_epoch(e, time_of_day(s, 1));
        e->status = letter(s, 2);
        take_place(e, s, 3);
        double knots = number(s, 7);
        if (!isnan(knots)) e->speed = knots * 1852 / 3600;
        double course = number(s, 8);
        if (!isnan(course)) e->course = course;
        int date = whole(s, 9);
        e->day = date / 10000, e->month = date / 100 % 100, e->year = 2000 + date % 100;
    } else if (!memcmp(name, "GGA", 3) || !memcmp(name, "GNS", 3)) {
        begin_epoch(e, time_of_day(s, 1));
        take_place(e, s, 2);
        if (name[1] == 'G') e->quality = whole(s, 6);
        e->satellites = whole(s, 7);
        e->hdop = number(s, 8);
        e->altitude = number(s, 9);
        e->separation = number(s, name[1] == 'G' ? 11 : 10);
    } else if (!memcmp(name, "GLL", 3)) {
        begin_epoch(e, time_of_day(s, 5));
        take_place(e, s, 1);
        e->status = letter(s, 6);
    } else if (!memcmp(name, "VTG", 3)) {
        double knots = number(s, 5), course = number(s, 1);
        if (!isnan(knots)) e->speed = knots * 1852 / 3600;
        if (!isnan(course)) e->course = course;
    } else if (!memcmp(name, "GSA", 3)) {
        e->mode = whole(s, 2);
        for (int i = 3; i < 15; i++) e->used += whole(s, i) > 0;
        e->pdop = number(s, 15), e->hdop = number(s, 16), e->vdop = number(s, 17);
    } else if (!memcmp(name, "GST", 3)) {
        for (int i = 0; i < 3; i++) e->deviation[i] = number(s, 6 + i);
    } else if (!memcmp(name, "ZDA", 3)) {
        e->day = whole(s, 2), e->month = whole(s, 3), e->year = whole(s, 4);
    } else if (!memcmp(name, "GSV", 3)) {
        int system = system_of(s);
        if (whole(s, 2) == 1) in_view[system] = 0;
        for (int i = 4; i + 3 < s->count && in_view[system] < 64; i += 4)
            sky[system][in_view[system]++] = (satellite){whole(s, i), whole(s, i + 1), whole(s, i + 2), whole(s, i + 3)};
        sum += in_view[system];
    }
}

int main(int count, char **words) {
    if (count != 3) return 2;
    int only_splits = !strcmp(words[1], "split");
    FILE *file = fopen(words[2], "r");
    if (!file) return perror(words[2]), 1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    char *bytes = malloc(size);
    if (fread(bytes, 1, size, file) != (size_t)size) return 1;
    fclose(file);
    double start = processor_seconds(), spent;
    do {
        sentence s;
        epoch e = {0};
        close_epoch(&e);
        for (const char *at = bytes; (at = split(at, bytes + size, &s));) {
            if (only_splits) sum += s.count;
            else take(&e, &s);
        }
        close_epoch(&e);
        spent = processor_seconds() - start;
    } while (spent < 1);
    printf("{\"sentences\":%ld,\"fixes\":%ld,\"seconds\":%.6f,\"sum\":%.3f}\n", sentences, fixes, spent, sum);
}
