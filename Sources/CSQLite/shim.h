#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/* Binds text that SQLite copies at once: SQLITE_TRANSIENT is a cast that Swift cannot import. An empty text may come
   without an address and is still a text, not NULL. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 length) {
    return sqlite3_bind_text64(statement, index, text ? text : "", length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
