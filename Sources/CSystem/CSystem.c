#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int csystem_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int csystem_signalfd(const sigset_t *signals) { return signalfd(-1, signals, SFD_CLOEXEC); }

pid_t csystem_thread_id(void) { return (pid_t)syscall(SYS_gettid); }

int csystem_open(const char *path, int flags, mode_t mode) { return open(path, flags | O_CLOEXEC, mode); }

struct start {
    void (*body)(void *);
    void *argument;
};

static void *run(void *pointer) {
    struct start start = *(struct start *)pointer;
    free(pointer);
    start.body(start.argument);
    return NULL;
}

int csystem_thread_start(const char *name, void *argument, void (*body)(void *)) {
    struct start *start = malloc(sizeof *start);
    if (!start) return ENOMEM;
    *start = (struct start){body, argument};

    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int status = pthread_create(&thread, NULL, run, start);
    pthread_sigmask(SIG_SETMASK, &before, NULL);

    if (status != 0) {
        free(start);
        return status;
    }
    pthread_setname_np(thread, name);
    return pthread_detach(thread);
}
