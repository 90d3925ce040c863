#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/* Linux calls that Swift's `Glibc` module does not export, and the child-side of a spawn. Each returns -1 with
   errno set, or a POSIX error number where its comment says so. */

/* A non-blocking, close-on-exec eventfd. */
int csystem_eventfd(void);

/* From now on, writes the number of a signal as a byte to a descriptor whenever the process gets it, whichever
   thread that is. The descriptor must not block and must stay open. */
int csystem_tell_signal(int number, int descriptor);

/* Whether the process ignores a signal. */
int csystem_is_signal_ignored(int number);

/* Starts a detached thread named `name` (at most 15 bytes) with every signal blocked. Returns an error number. */
int csystem_thread_start(const char *name, void *argument, void (*body)(void *));

/* Opens a file with O_CLOEXEC added. */
int csystem_open(const char *path, int flags, mode_t mode);

/* A program to start. Descriptors are at least 10, so that none is in the way of another. */
struct csystem_program {
    const char *path;
    char *const *arguments;
    char *const *environment;
    const char *directory; /* where it starts; NULL for where this process is */
    int input;    /* its standard input; -1 for /dev/null */
    int output;   /* its standard output */
    int error;    /* its standard error */
    int lifeline; /* its descriptor 3; -1 for none */
    int guard;    /* told "+ pid" before the program begins; -1 for none */
    int session;  /* whether it leads a session of its own */
};

/* Starts a program in a process group of its own, with no signal blocked or handled and no other descriptor open.
   Not posix_spawn, because the guard must know of the child before the child can do anything: a launcher killed in
   between would leave it behind. Returns an error number, that of execve included. */
int csystem_spawn(const struct csystem_program *program, pid_t *child);

/* A close-on-exec descriptor that is readable once a child has ended. */
int csystem_pidfd_open(pid_t pid);

/* Makes this process the parent of its descendants whose own parent ends. */
int csystem_adopt_orphans(void);

/* The number of a child that has ended and whose end nobody has fetched yet, or 0; its end stays to be fetched. */
pid_t csystem_ended_child(void);

/* A close-on-exec pipe whose descriptors are at least 10. */
int csystem_pipe(int ends[2]);

/* Accepts a connection as a non-blocking, close-on-exec descriptor. */
int csystem_accept(int listener);

/* What a descriptor is ready for: epoll's structure is packed, which Swift does not see. */
struct csystem_event {
    int64_t tag;
    uint32_t events;
};
enum { CSYSTEM_INPUT = 1, CSYSTEM_OUTPUT = 2, CSYSTEM_OVER = 4 };

/* A close-on-exec epoll descriptor; its set is level-triggered. */
int csystem_epoll_create(void);
int csystem_epoll_add(int set, int descriptor, int64_t tag, uint32_t events);
int csystem_epoll_change(int set, int descriptor, int64_t tag, uint32_t events);
int csystem_epoll_remove(int set, int descriptor);

/* What is ready now, without waiting: at most `limit`, and at most 64. Returns how many. */
int csystem_epoll_look(int set, struct csystem_event *events, int limit);

/* The process at the other end of a local socket. */
pid_t csystem_peer_process(int descriptor);

/* Gives the memory that is free back to the system. */
void csystem_trim_memory(void);

#endif
