#ifndef CZEROMQ_H
#define CZEROMQ_H

#include <zmq.h>

/* libzmq is opened when the first of its functions is needed, and not with the program: it brings twenty libraries
   along (libstdc++, libsodium, Kerberos, PGM, NORM), 6 MiB in memory and a third of the time that a node takes to
   start, and who speaks to a bus of this machine needs none of it. */

/* Each function that is used: the name it has here, and its name behind zmq_. */
#define CZEROMQ_FUNCTIONS(F) \
    F(bind, bind) \
    F(close, close) \
    F(connect, connect) \
    F(ctx_new, ctx_new) \
    F(ctx_set, ctx_set) \
    F(ctx_term, ctx_term) \
    F(curve_keypair, curve_keypair) \
    F(curve_public, curve_public) \
    F(error_number, errno) \
    F(getsockopt, getsockopt) \
    F(has, has) \
    F(msg_close, msg_close) \
    F(msg_data, msg_data) \
    F(msg_get, msg_get) \
    F(msg_gets, msg_gets) \
    F(msg_init, msg_init) \
    F(msg_init_size, msg_init_size) \
    F(msg_more, msg_more) \
    F(msg_recv, msg_recv) \
    F(msg_send, msg_send) \
    F(msg_size, msg_size) \
    F(poll, poll) \
    F(send, send) \
    F(setsockopt, setsockopt) \
    F(socket, socket) \
    F(socket_monitor, socket_monitor) \
    F(strerror, strerror) \
    F(unbind, unbind) \
    F(version, version) \
    F(z85_decode, z85_decode) \
    F(z85_encode, z85_encode)

struct czeromq {
#define CZEROMQ_MEMBER(name, symbol) __typeof__(zmq_##symbol) *_Nonnull name;
    CZEROMQ_FUNCTIONS(CZEROMQ_MEMBER)
#undef CZEROMQ_MEMBER
};

/* Opens the library and finds its functions. Returns NULL, or what is in the way: a text of the dynamic linker. */
const char *_Nullable czeromq_open(struct czeromq *_Nonnull functions);

#endif
