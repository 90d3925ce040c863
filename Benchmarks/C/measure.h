// Clocks, memory, and the loops of every publisher and subscriber:
//
//     PUBLISHER ENDPOINT RATE COUNT [name=value…]       messages a second; 0 is as fast as it goes
//     SUBSCRIBER ENDPOINT COUNT TIMEOUT [name=value…]   seconds
//
// A subscriber prints READY once it is subscribed. Each prints a line of JSON at its end.
// The delay of a message runs from before it is encoded until after it is decoded.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static inline int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static inline double processor_seconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1e-6;
}

// Resident memory, and how much of it is the process's own and not of a file, KiB.
static inline void print_memory(void) {
    long resident = 0, own = 0;
    char line[256];
    FILE *file = fopen("/proc/self/smaps_rollup", "r");
    while (file && fgets(line, sizeof line, file)) {
        sscanf(line, "Rss: %ld", &resident);
        sscanf(line, "Anonymous: %ld", &own);
    }
    if (file) fclose(file);
    printf(",\"rss_kb\":%ld,\"own_kb\":%ld}\n", resident, own);
    fflush(stdout);
}

static inline const char *option(int count, char **words, const char *name, const char *otherwise) {
    size_t length = strlen(name);
    for (int i = 1; i < count; i++)
        if (!strncmp(words[i], name, length) && words[i][length] == '=') return words[i] + length + 1;
    return otherwise;
}

static volatile sig_atomic_t is_stopped;

static inline void stop(int signal) {
    (void)signal;
    is_stopped = 1;
}

static inline void begin(void) {
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    // Sleeps end when they should, not up to 50 µs later.
    prctl(PR_SET_TIMERSLACK, 1000UL);
}

// A publisher.

static struct {
    int64_t start, end;
    double processor;
    long sent;
} publishing;

// Calls `publish` with the number of the message and the moment, at a rate.
static inline void publish_all(double rate, long count, void (*publish)(long number, int64_t moment)) {
    begin();
    publishing.processor = processor_seconds();
    publishing.start = now();
    for (long number = 0; number < count && !is_stopped; number++) {
        int64_t moment = now();
        int64_t due = rate > 0 ? publishing.start + (int64_t)(number * 1e9 / rate) : 0;
        if (moment < due) {
            struct timespec until = {due / 1000000000, due % 1000000000};
            clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
            moment = now();
        }
        publish(number, moment);
        publishing.sent++;
    }
    publishing.end = now();
}

// To be called after the transport has sent all.
static inline void report_publisher(void) {
    printf("{\"role\":\"pub\",\"sent\":%ld,\"start_ns\":%lld,\"end_ns\":%lld,\"cpu_s\":%.6f", publishing.sent,
           (long long)publishing.start, (long long)publishing.end, processor_seconds() - publishing.processor);
    print_memory();
}

// A subscriber.

// After so long without a message nothing more is waited for, nanoseconds.
#define PATIENCE 700000000LL
// Runs of more messages than this are about rates, and delays are not kept.
#define LONGEST_TIMED_RUN 20000

static struct {
    long count, got, timed;
    int64_t first, last, deadline;
    double processor, sum;
    int64_t *delays;
} receiving;

static inline void begin_receiving(long count, double timeout) {
    begin();
    receiving.count = count;
    receiving.deadline = now() + (int64_t)(timeout * 1e9);
    if (count <= LONGEST_TIMED_RUN) receiving.delays = malloc(sizeof(int64_t) * count);
}

static inline void report_ready(void) {
    receiving.processor = processor_seconds();
    puts("READY");
    fflush(stdout);
}

// Notes a message that was published at a moment; returns whether it was the last one.
static inline int take(int64_t moment, double latitude) {
    receiving.sum += latitude;
    // In long runs the clock is read now and then only: it would be a part of what is measured.
    if (receiving.delays || receiving.got % 32 == 0 || receiving.got >= receiving.count - 32) receiving.last = now();
    if (receiving.delays && receiving.timed < receiving.count)
        receiving.delays[receiving.timed++] = receiving.last - moment;
    if (!receiving.got) receiving.first = receiving.last;
    return ++receiving.got >= receiving.count;
}

static inline int is_over(void) {
    int64_t moment = now();
    return is_stopped || receiving.got >= receiving.count || moment > receiving.deadline
           || (receiving.got && moment - receiving.last > PATIENCE);
}

static inline int ascending(const void *left, const void *right) {
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

// Microseconds.
static inline double quantile(double share) {
    return receiving.timed ? receiving.delays[(long)(share * (receiving.timed - 1) + 0.5)] * 1e-3 : 0;
}

static inline void report_subscriber(void) {
    double processor = processor_seconds() - receiving.processor;
    if (receiving.timed) qsort(receiving.delays, receiving.timed, sizeof(int64_t), ascending);
    printf("{\"role\":\"sub\",\"got\":%ld,\"want\":%ld,\"first_ns\":%lld,\"last_ns\":%lld,\"cpu_s\":%.6f,"
           "\"p50\":%.2f,\"p90\":%.2f,\"p99\":%.2f,\"max\":%.2f,\"sum\":%.3f",
           receiving.got, receiving.count, (long long)receiving.first, (long long)receiving.last, processor,
           quantile(0.5), quantile(0.9), quantile(0.99), quantile(1), receiving.sum);
    print_memory();
}
