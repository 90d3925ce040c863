#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <signal.h>
#include <sys/types.h>

/* Linux calls that Swift's `Glibc` module does not export, and the child-side of a spawn. Each returns -1 with
   errno set, or a POSIX error number where its comment says so. */

/* A non-blocking, close-on-exec eventfd. */
int csystem_eventfd(void);

/* A close-on-exec signalfd. */
int csystem_signalfd(const sigset_t *signals);

/* Starts a detached thread named `name` (at most 15 bytes) with every signal blocked. Returns an error number. */
int csystem_thread_start(const char *name, void *argument, void (*body)(void *));

/* The calling thread's number in the kernel. */
pid_t csystem_thread_id(void);

/* Opens a file with O_CLOEXEC added. */
int csystem_open(const char *path, int flags, mode_t mode);

#endif
