/* Where the addresses of local allocations and of what arguments point to go, independent of
 * activity.
 *
 * An address is followed through address arithmetic, phis, selects, results of calls, and through
 * memory that is itself a local allocation: what was stored in one comes out of its loads. Fields
 * at different constant offsets are kept apart. */
#ifndef ENZCC_FACTS_ADDRESSES_H
#define ENZCC_FACTS_ADDRESSES_H
#include "facts/activity.h"

enum sink_kind {
    SINK_STORE,
    SINK_COPY,
    SINK_CALL,
    SINK_KEPT /* in memory that an operand leads to */,
    SINK_RETURNED,
    SINK_ESCAPE
};
/* A use of an address by which something may get into the object, or other code to it. */
struct sink {
    enum sink_kind kind;
    unsigned value;   /* instruction id */
    unsigned operand; /* SINK_CALL: argument number */
};

/* Where a function stores an address it is given. */
enum address_kept {
    KEPT_NOT,
    KEPT_IN_ARGUMENTS /* in memory reached from arguments */,
    KEPT_ELSEWHERE
};

struct address_link { /* an object's address stored in another, or a pointer loaded from it */
    unsigned what;    /* object number; value id of the load */
    int64_t at;       /* byte offset, ADDRESS_ANYWHERE if not known */
};
#define ADDRESS_ANYWHERE INT64_MIN

struct address_object {
    unsigned value; /* alloca, allocation call or pointer argument */
    bool argument;
    enum address_kept kept; /* arguments */
    struct bits aliases; /* per value: may hold an address in the object; for arguments, in anything
                            reached from it, too */
    VEC(struct sink) sinks;
    VEC(struct address_link) held, loads;
    struct bits held_anywhere; /* per object: in held, at ADDRESS_ANYWHERE */
};

struct addresses {
    struct func *f;
    VEC(struct address_object) list;
    unsigned *index; /* per value: object number + 1 */
};

/* The facts of f, made once. NULL while they are being made (recursion): then nothing is known. */
struct addresses *addresses_of(struct activity_context *c, struct func *f);
#endif
