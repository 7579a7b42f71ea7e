/* Messages that are looked at before they are received: MPI_Probe, MPI_Mprobe and their like.
 *
 * Forward mode: a message with tangents is known by its tag, so that its status can say how long it
 * would be without them. Of two messages from one process, one with tangents and one without, the
 * first is found that was sent.
 *
 * Reverse mode: messages of the reverse sweep are put aside. A message that MPI_Mprobe has found is
 * a receive that was posted there (channel.h), if it turns out to have a derivative. */
#ifndef ENZCC_BUNDLE_MPI_PROBE_H
#define ENZCC_BUNDLE_MPI_PROBE_H
#include "point.h"
#include <sched.h>

/* A message that was found and is to be received. */
struct found {
    MPI_Message message;
    int source;
    MPI_Comm comm;
    struct receipt receipt; /* reverse mode; forward mode: the struct is from the heap */
    struct found *next;
};

static struct found *found_messages;

static void add_found(struct found *f, MPI_Message message, const MPI_Status *status, MPI_Comm comm)
{
    f->message = message, f->source = status->MPI_SOURCE, f->comm = comm;
    f->next = found_messages;
    found_messages = f;
}

/* NULL: from MPI_PROC_NULL. */
static struct found *take_found(const char *function, MPI_Message message)
{
    if (message == MPI_MESSAGE_NO_PROC)
        return NULL;
    for (struct found **at = &found_messages; *at; at = &(*at)->next)
        if ((*at)->message == message) {
            struct found *f = *at;
            *at = f->next;
            return f;
        }
    stop(function, "a message that was not found by MPI_Mprobe or MPI_Improbe in differentiated "
                   "code");
}

/* ---- looking --------------------------------------------------------------------------------- */

struct search {
    const char *function;
    int source, tag;
    MPI_Comm comm;
    bool waits;
};

/* The next message from `source` is the one that was sent first. */
static int first_tag(const struct search *s, int source, int tag, int other)
{
    MPI_Status first;
    int flag = 0;
    PMPI_Iprobe(source, MPI_ANY_TAG, s->comm, &flag, &first);
    if (!flag || (first.MPI_TAG != tag && first.MPI_TAG != other))
        stop(s->function, "messages of numbers and of integers that wait under one tag behind "
                          "others: give them tags of their own");
    return first.MPI_TAG;
}

/* Forward mode: a message under either tag. The status is that of the message as it was sent. */
static bool look_forward(const struct search *s, MPI_Status *status)
{
    int with = s->tag == MPI_ANY_TAG ? s->tag : forward_tag(s->function, s->tag), plain = 0,
        tangents = 0;
    MPI_Status other;
    PMPI_Iprobe(s->source, s->tag, s->comm, &plain, status);
    if (s->tag == MPI_ANY_TAG || s->source == MPI_PROC_NULL)
        return plain;
    PMPI_Iprobe(plain ? status->MPI_SOURCE : s->source, with, s->comm, &tangents, &other);
    if (!plain && tangents) /* it may have come between, and before the one with tangents */
        PMPI_Iprobe(other.MPI_SOURCE, s->tag, s->comm, &plain, status);
    bool second = !plain || (tangents && first_tag(s, other.MPI_SOURCE, s->tag, with) == with);
    if (tangents && second)
        *status = other;
    return plain || tangents;
}

/* Reverse mode: what is found is a message of the program. */
static bool look_reverse(const struct search *s, MPI_Status *status)
{
    for (;;) {
        MPI_Message message;
        MPI_Status reverse;
        int flag = 1;
        s->waits ? PMPI_Probe(s->source, s->tag, s->comm, status)
                 : PMPI_Iprobe(s->source, s->tag, s->comm, &flag, status);
        if (!flag || !is_reverse_tag(status->MPI_TAG))
            return flag;
        PMPI_Mprobe(status->MPI_SOURCE, status->MPI_TAG, s->comm, &message, &reverse);
        put_aside(channels_of(s->comm), take_message(&message, &reverse));
    }
}

static bool look(const struct search *s, bool forward, MPI_Status *status)
{
    bool there = forward ? look_forward(s, status) : look_reverse(s, status);
    while (s->waits && !there) {
        sched_yield();
        there = look_forward(s, status);
    }
    return there;
}

/* What a call gives the program. */
struct probe {
    struct search search;
    int *flag;            /* NULL: the call waits */
    MPI_Message *message; /* NULL: the message stays where it is */
    MPI_Status *status;
};

/* on: the tape; NULL: forward mode. */
static struct kept_status run_probe(const struct probe *p, void *on)
{
    const struct search *s = &p->search;
    struct found *f = NULL;
    MPI_Status status;
    bool there = look(s, !on, &status);
    if (p->flag)
        *p->flag = there;
    if (!there)
        return (struct kept_status){NULL, MPI_SUCCESS};
    if (p->message)
        PMPI_Mprobe(s->source == MPI_PROC_NULL ? MPI_PROC_NULL : status.MPI_SOURCE, status.MPI_TAG,
                    s->comm, p->message, &status);
    if (p->message && s->source != MPI_PROC_NULL) {
        f = on ? new_tape(on, sizeof *f) : allocate_zeros(sizeof *f);
        if (on)
            post_receipt(s->comm, &f->receipt, MPI_ANY_SOURCE, MPI_ANY_TAG);
        add_found(f, *p->message, &status, s->comm);
    }
    if (!on && is_forward_tag(status.MPI_TAG))
        correct_status(&status, directions.n);
    give_status(p->status, &status);
    return (struct kept_status){f, MPI_SUCCESS};
}

#define SEARCH_PARAMETERS D(int, source), D(int, tag), D(MPI_Comm, comm)
#define DEFINE_PROBE(name, parameters, waits, ...)                                                 \
    static struct kept_status augmented_##name(EXPAND parameters, void *on)                        \
    {                                                                                              \
        const struct probe p = {{#name, source, tag, comm, waits}, __VA_ARGS__};                   \
        return run_probe(&p, on);                                                                  \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, void *tape)                                      \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, int64_t phases)                 \
    {                                                                                              \
        const struct probe p = {{#name, source, tag, comm, waits}, __VA_ARGS__};                   \
        if (!is_call(#name, phases, NULL, NULL))                                                   \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(run_probe(&p, NULL).status);                                         \
    }                                                                                              \
    REGISTER(name)
#define DEFINE_PROBES(P)                                                                           \
    DEFINE_PROBE(P##Probe, (SEARCH_PARAMETERS, D(MPI_Status *, status)), true, .status = status)   \
    DEFINE_PROBE(P##Iprobe, (SEARCH_PARAMETERS, D(int *, flag), D(MPI_Status *, status)), false,   \
                 .flag = flag, .status = status)                                                   \
    DEFINE_PROBE(P##Mprobe,                                                                        \
                 (SEARCH_PARAMETERS, D(MPI_Message *, message), D(MPI_Status *, status)), true,    \
                 .message = message, .status = status)                                             \
    DEFINE_PROBE(                                                                                  \
        P##Improbe,                                                                                \
        (SEARCH_PARAMETERS, D(int *, flag), D(MPI_Message *, message), D(MPI_Status *, status)),   \
        false, .flag = flag, .message = message, .status = status)
DEFINE_PROBES(MPI_)
DEFINE_PROBES(PMPI_)

/* ---- MPI_Mrecv ------------------------------------------------------------------------------- */

/* The point at which a message is received. Its tag has no meaning. */
static struct point found_point(const char *function, const void *at, const void *shadow, int count,
                                MPI_Datatype type, const struct found *f)
{
    return (struct point){function, at,
                          shadow,   count,
                          type,     f ? f->source : MPI_PROC_NULL,
                          0,        f ? f->comm : MPI_COMM_SELF};
}

/* Reverse mode: the receive was posted where the message was found. */
static void post_found(const struct point *p, struct received *r, struct found *f)
{
    r->element = point_element(p);
    r->receipt = f ? &f->receipt : NULL;
    if (f && r->element == ELEMENT_INTEGER) {
        f->receipt.matched = f->receipt.dropped = true;
        number_receipts(channels_of(p->comm));
    }
}

/* What the reverse sweep needs. */
struct kept_found {
    struct point point;
    struct received received;
};

static struct kept_status augmented_found(const struct point *p, struct found *f,
                                          MPI_Message *message, MPI_Status *status, void *on)
{
    struct kept_found *k = new_tape(on, sizeof *k);
    MPI_Status arrived;
    k->point = *p;
    post_found(p, &k->received, f);
    int code = PMPI_Mrecv((void *)p->at, p->count, p->type, message, &arrived);
    if (code == MPI_SUCCESS)
        arrive(p, &k->received, &arrived);
    give_status(status, &arrived);
    return (struct kept_status){k, code};
}

static void reverse_found(const struct kept_found *k, const void *shadow)
{
    struct point p = k->point;
    p.shadow = shadow; /* of this direction */
    send_back(&p, &k->received);
}

static int forward_found(const struct point *p, struct found *f, MPI_Message *message,
                         MPI_Status *status)
{
    enum element e = point_element(p);
    MPI_Status arrived;
    free(f);
    if (e == ELEMENT_INTEGER)
        return PMPI_Mrecv((void *)p->at, p->count, p->type, message, status);
    struct packed packed = packed_room(p, e);
    struct point q = packed_point(p, e, &packed);
    int code = PMPI_Mrecv((void *)q.at, q.count, q.type, message, &arrived);
    if (code == MPI_SUCCESS) {
        unpack(p, e, packed.numbers, directions.n, directions.received, bytes_in(&arrived));
        correct_status(&arrived, directions.n);
        give_status(status, &arrived);
    }
    free(packed.numbers);
    return code;
}

#define FOUND_PARAMETERS                                                                           \
    D(void *, buf), D(int, count), D(MPI_Datatype, type), D(MPI_Message *, message)
#define FOUND_POINT(name)                                                                          \
    struct found *f = take_found(#name, *message);                                                 \
    const struct point p = found_point(#name, buf, dbuf, count, type, f)

#define DEFINE_FOUND(name)                                                                         \
    static struct kept_status augmented_##name(FOUND_PARAMETERS, D(MPI_Status *, status),          \
                                               void *on)                                           \
    {                                                                                              \
        FOUND_POINT(name);                                                                         \
        return augmented_found(&p, f, message, status, on);                                        \
    }                                                                                              \
    static void reverse_##name(FOUND_PARAMETERS, D(MPI_Status *, status), void *tape)              \
    {                                                                                              \
        reverse_found(tape, dbuf);                                                                 \
    }                                                                                              \
    static struct forward_status forward_##name(FOUND_PARAMETERS, D(MPI_Status *, status),         \
                                                int64_t phases)                                    \
    {                                                                                              \
        if (!is_call(#name, phases, NULL, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        FOUND_POINT(name);                                                                         \
        return forward_result(forward_found(&p, f, message, status));                              \
    }                                                                                              \
    REGISTER(name, (void *)"receives_0")
DEFINE_FOUND(MPI_Mrecv)
DEFINE_FOUND(PMPI_Mrecv)

#endif
