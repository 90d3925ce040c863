#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Takes the standard descriptors that the program was started without, so that using them fails as before: otherwise what is
   opened next would be one of them, and be written to by whoever prints. Before anything of the program runs. */
__attribute__((constructor)) static void hold_standard_descriptors(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) continue;
        /* The lowest number that is free is taken, which is this one. */
        int ignored = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
        (void)ignored;
    }
}

int csystem_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

/* Where each signal is told to; set before its handler is. */
static volatile int told[65];

static void tell(int number) {
    int before = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe already says that something is to be done. */
    ssize_t ignored = write(told[number], &byte, 1);
    (void)ignored;
    errno = before;
}

int csystem_tell_signal(int number, int descriptor) {
    if (number < 1 || number > 64) {
        errno = EINVAL;
        return -1;
    }
    told[number] = descriptor;
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

int csystem_is_signal_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

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

/* The child between vfork and exec: it shares the parent's memory, so it only makes system calls. */
static void become(const struct csystem_program *program) {
    signal(SIGPIPE, SIG_IGN); /* the guard may be gone */
    if (program->session) {
        setsid();
    } else {
        setpgid(0, 0);
    }
    if (program->guard >= 0) {
        char line[16] = "+ ";
        int end = 2;
        pid_t digits[10], rest = getpid();
        int count = 0;
        do {
            digits[count++] = rest % 10;
            rest /= 10;
        } while (rest > 0 && count < 10);
        while (count > 0) line[end++] = (char)('0' + digits[--count]);
        line[end++] = '\n';
        if (write(program->guard, line, (size_t)end) < 0) errno = 0;
    }

    int input = program->input >= 0 ? program->input : open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, 0) < 0 || dup2(program->output, 1) < 0 || dup2(program->error, 2) < 0) return;
    if (program->directory && chdir(program->directory) < 0) return;
    unsigned first = 3;
    if (program->lifeline >= 0) {
        if (dup2(program->lifeline, 3) < 0) return;
        first = 4;
    }
    close_range(first, ~0U, 0);

    /* By the kernel's own call and with its own structure, because glibc passes over the two signals that it uses. */
    static const unsigned long standard[8] = {0};
    for (int number = 1; number < NSIG; number++) syscall(SYS_rt_sigaction, number, standard, NULL, (size_t)(_NSIG / 8));
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(program->path, program->arguments, program->environment);
}

int csystem_spawn(const struct csystem_program *program, pid_t *child) {
    volatile int failure = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork();
    if (pid == 0) {
        become(program);
        failure = errno ? errno : EIO;
        _exit(127);
    }
    int status = pid < 0 ? errno : failure;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (pid > 0 && status != 0) {
        while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    }
    *child = pid;
    return status;
}

int csystem_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int csystem_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

pid_t csystem_ended_child(void) {
    siginfo_t info = {.si_pid = 0};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 ? info.si_pid : 0;
}

int csystem_pipe(int ends[2]) {
    int low[2];
    if (pipe2(low, O_CLOEXEC) < 0) return -1;
    for (int i = 0; i < 2; i++) {
        ends[i] = fcntl(low[i], F_DUPFD_CLOEXEC, 10);
        int code = errno;
        close(low[i]);
        if (ends[i] < 0) {
            close(i == 0 ? low[1] : ends[0]);
            errno = code;
            return -1;
        }
    }
    return 0;
}

int csystem_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int csystem_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

static int control(int set, int operation, int descriptor, int64_t tag, uint32_t events) {
    struct epoll_event event = {.data.u64 = (uint64_t)tag};
    event.events = (events & CSYSTEM_INPUT ? EPOLLIN : 0) | (events & CSYSTEM_OUTPUT ? EPOLLOUT : 0);
    return epoll_ctl(set, operation, descriptor, &event);
}

int csystem_epoll_add(int set, int descriptor, int64_t tag, uint32_t events) {
    return control(set, EPOLL_CTL_ADD, descriptor, tag, events);
}

int csystem_epoll_change(int set, int descriptor, int64_t tag, uint32_t events) {
    return control(set, EPOLL_CTL_MOD, descriptor, tag, events);
}

int csystem_epoll_remove(int set, int descriptor) { return control(set, EPOLL_CTL_DEL, descriptor, 0, 0); }

int csystem_epoll_look(int set, struct csystem_event *events, int limit) {
    struct epoll_event ready[64];
    int count = epoll_wait(set, ready, limit < 64 ? limit : 64, 0);
    for (int i = 0; i < count; i++) {
        uint32_t bits = ready[i].events;
        events[i].tag = (int64_t)ready[i].data.u64;
        events[i].events = (bits & EPOLLIN ? CSYSTEM_INPUT : 0) | (bits & EPOLLOUT ? CSYSTEM_OUTPUT : 0) |
                           (bits & (EPOLLHUP | EPOLLERR) ? CSYSTEM_OVER : 0);
    }
    return count;
}

pid_t csystem_peer_process(int descriptor) {
    struct ucred peer = {0};
    socklen_t length = sizeof peer;
    return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 ? peer.pid : 0;
}

void csystem_trim_memory(void) { malloc_trim(0); }
