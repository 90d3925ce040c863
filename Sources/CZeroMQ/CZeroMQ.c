#include "CZeroMQ.h"

#include <dlfcn.h>

const char *czeromq_open(struct czeromq *functions) {
    void *library = dlopen("libzmq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define FIND(name, symbol) \
    functions->name = (__typeof__(functions->name))dlsym(library, "zmq_" #symbol); \
    if (!functions->name) return dlerror();
    CZEROMQ_FUNCTIONS(FIND)
#undef FIND
    return 0;
}
