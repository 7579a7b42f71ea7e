/* Messages of the reverse sweep.
 *
 * For each message from a to b in the forward sweep one goes from b to a in the reverse sweep, with
 * the adjoints of what b has received. It has a tag of its own: the largest that there is, less the
 * tag of the message; so no receive of the program takes it, unless it takes any tag from any
 * process (receive_anything in point.h). Messages with tangents have tags between those of the
 * program and these (forward_tag), by which they are known where they are looked for (probe.h).
 *
 * b does not wait until a asks for it. So the reverse sweep waits only where a receives adjoints
 * that b sends when it comes to the receive: where b has waited for a in the forward sweep. No
 * deadlock is possible that the program lacks. What is under way is kept here, and freed as it
 * arrives, at the latest in MPI_Finalize.
 *
 * Messages between two processes with one tag arrive in the order in which they were sent (MPI
 * 3.1, 3.5), but the order of sends, receives and waits may differ. Both ends count them: a where
 * it sends, b in the order in which receives are posted, which is that in which they match; the
 * number goes in front of the adjoints, and what arrives too early is put aside. The counters
 * belong to the communicator. One thread at a time may use them. */
#ifndef ENZCC_BUNDLE_MPI_CHANNEL_H
#define ENZCC_BUNDLE_MPI_CHANNEL_H
#include "elements.h"

enum direction { SENT, RECEIVED };

struct counter {
    enum direction direction;
    int peer, tag;
    uint64_t n;
    struct counter *next;
};

/* A receive of the forward sweep. */
struct receipt {
    int source, tag;
    bool matched;  /* source and tag are those of a message */
    bool dropped;  /* the message has no derivative, and so no number */
    bool numbered; /* so is number */
    uint64_t number;
    struct receipt *next; /* posted after it */
};

/* Adjoints that arrived before they were asked for. */
struct early {
    int source, tag; /* of the message of the reverse sweep */
    char *bytes;
    size_t size;
    struct early *next;
};

struct turn;

enum { BUCKETS = 64 };
struct channels {
    struct counter *counters[BUCKETS];
    struct receipt *first, *last; /* receives without number */
    struct early *early;
    struct turn *last_call; /* if it is collective and not complete (collectives.h) */
};

/* A message that is under way. */
struct under_way {
    MPI_Request request;
    char *bytes;
    bool persistent; /* the request is to be freed when the message has gone */
    struct under_way *next;
};

static struct {
    int key; /* of the attribute of communicators that is their struct channels */
    bool started;
    int largest_tag;
    struct under_way *under_way;
} state;

static void free_channels(struct channels *c)
{
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct counter *k = c->counters[i], *next; k; k = next)
            next = k->next, free(k);
    for (struct early *e = c->early, *next; e; e = next)
        next = e->next, free(e->bytes), free(e);
    free(c);
}

/* Frees what has arrived; with `wait`, waits for the rest. */
static void collect(bool wait)
{
    for (struct under_way **at = &state.under_way; *at;) {
        struct under_way *w = *at;
        int done = 0;
        do
            PMPI_Test(&w->request, &done, MPI_STATUS_IGNORE);
        while (wait && !done);
        if (!done) {
            at = &w->next;
            continue;
        }
        *at = w->next;
        if (w->persistent)
            PMPI_Request_free(&w->request);
        free(w->bytes), free(w);
    }
}

static int discard_channels(MPI_Comm comm, int key, void *channels, void *extra)
{
    (void)key, (void)extra;
    if (comm == MPI_COMM_SELF)
        collect(true); /* MPI 3.1, 8.7.1: MPI_Finalize discards these attributes first of all */
    free_channels(channels);
    return MPI_SUCCESS;
}

/* A duplicate of a communicator has no messages yet. */
static int copy_no_channels(MPI_Comm comm, int key, void *extra, void *from, void *to, int *copied)
{
    (void)comm, (void)key, (void)extra, (void)from, (void)to;
    *copied = 0;
    return MPI_SUCCESS;
}

static struct channels *make_channels(MPI_Comm comm)
{
    struct channels *c = allocate_zeros(sizeof *c);
    PMPI_Comm_set_attr(comm, state.key, c);
    return c;
}

static void start(void)
{
    int *largest = NULL, found = 0;
    if (state.started)
        return;
    state.started = true;
    PMPI_Comm_create_keyval(copy_no_channels, discard_channels, &state.key, NULL);
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found);
    state.largest_tag = found ? *largest : 32767;
    make_channels(MPI_COMM_SELF);
}

static struct channels *channels_of(MPI_Comm comm)
{
    void *channels = NULL;
    int found = 0;
    start();
    PMPI_Comm_get_attr(comm, state.key, &channels, &found);
    return found ? channels : make_channels(comm);
}

/* Tags of the program are below this, those of messages with tangents below twice this. */
static int tags(void)
{
    start();
    return state.largest_tag / 3;
}

static bool is_reverse_tag(int tag)
{
    return tag >= 2 * tags();
}

static bool is_forward_tag(int tag)
{
    return tag >= tags() && !is_reverse_tag(tag);
}

static void check_tag(const char *function, int tag)
{
    if (tag >= tags())
        stop(function, "a tag above a third of what MPI_TAG_UB allows: derivatives use the others");
}

static int reverse_tag(const char *function, int tag)
{
    check_tag(function, tag);
    return state.largest_tag - tag;
}

static int forward_tag(const char *function, int tag)
{
    if (tag == MPI_ANY_TAG)
        return tag;
    check_tag(function, tag);
    return tags() + tag;
}

static uint64_t next_number(struct channels *c, enum direction direction, int peer, int tag)
{
    unsigned bucket = ((unsigned)peer * 31u + (unsigned)tag * 2u + direction) % BUCKETS;
    struct counter *k = c->counters[bucket];
    while (k && (k->direction != direction || k->peer != peer || k->tag != tag))
        k = k->next;
    if (!k) {
        k = allocate(sizeof *k);
        *k = (struct counter){direction, peer, tag, 0, c->counters[bucket]};
        c->counters[bucket] = k;
    }
    return k->n++;
}

/* Receives are numbered in the order in which they were posted, so none before those in front of it
 * are matched. */
static void number_receipts(struct channels *c)
{
    while (c->first && c->first->matched) {
        struct receipt *r = c->first;
        if (!r->dropped)
            r->number = next_number(c, RECEIVED, r->source, r->tag);
        r->numbered = !r->dropped;
        c->first = r->next;
        if (!c->first)
            c->last = NULL;
    }
}

static void post_receipt(MPI_Comm comm, struct receipt *r, int source, int tag)
{
    struct channels *c = channels_of(comm);
    *r = (struct receipt){
        .source = source, .tag = tag, .matched = source != MPI_ANY_SOURCE && tag != MPI_ANY_TAG};
    *(c->last ? &c->last->next : &c->first) = r;
    c->last = r;
    number_receipts(c);
}

static void match_receipt(MPI_Comm comm, struct receipt *r, const MPI_Status *status)
{
    r->source = status->MPI_SOURCE, r->tag = status->MPI_TAG;
    r->matched = true;
    number_receipts(channels_of(comm));
}

/* ---- adjoints -------------------------------------------------------------------------------- */

static int PMPI_Isend_bytes(const void *bytes, size_t size, int peer, int tag, MPI_Comm comm,
                            MPI_Request *request)
{
    return PMPI_Isend(bytes, int_of(size), MPI_BYTE, peer, tag, comm, request);
}

/* Sends the adjoints of the first n numbers of a buffer that were received, which are zero then. */
static void send_adjoints(const char *function, MPI_Comm comm, const struct receipt *r,
                          const struct buffer *b, size_t n)
{
    size_t size = sizeof r->number + n * real_size(b->element);
    struct under_way *w = allocate_zeros(sizeof *w);
    if (!r->numbered)
        stop(function, "a receive that was posted before it is not complete");
    collect(false);
    w->bytes = allocate(sizeof r->number + buffer_bytes(b));
    memcpy(w->bytes, &r->number, sizeof r->number);
    gather(b, w->bytes + sizeof r->number);
    clear(b, n);
    PMPI_Isend_bytes(w->bytes, size, r->source, reverse_tag(function, r->tag), comm, &w->request);
    w->next = state.under_way;
    state.under_way = w;
}

/* Takes a message of the reverse sweep that MPI_Mprobe has found. */
static struct early *take_message(MPI_Message *message, const MPI_Status *found)
{
    struct early *e = allocate(sizeof *e);
    int size = 0;
    PMPI_Get_count(found, MPI_BYTE, &size);
    *e = (struct early){found->MPI_SOURCE, found->MPI_TAG, allocate((size_t)size), (size_t)size,
                        NULL};
    PMPI_Mrecv(e->bytes, size, MPI_BYTE, message, MPI_STATUS_IGNORE);
    return e;
}

static void put_aside(struct channels *c, struct early *e)
{
    struct early **last = &c->early;
    while (*last)
        last = &(*last)->next;
    *last = e;
}

static bool is_numbered(const struct early *e, uint64_t number)
{
    return e->size >= sizeof number && !memcmp(e->bytes, &number, sizeof number);
}

static struct early *find_early(struct channels *c, int source, int tag, uint64_t number)
{
    for (struct early **at = &c->early; *at; at = &(*at)->next)
        if ((*at)->source == source && (*at)->tag == tag && is_numbered(*at, number)) {
            struct early *e = *at;
            *at = e->next;
            return e;
        }
    return NULL;
}

/* Waits for the adjoints of a message that was sent, and adds them to the shadow of what was sent.
 */
static void receive_adjoints(const char *function, MPI_Comm comm, int dest, int tag,
                             uint64_t number, const struct buffer *b)
{
    struct channels *c = channels_of(comm);
    int reverse = reverse_tag(function, tag);
    struct early *e = find_early(c, dest, reverse, number);
    while (!e) {
        MPI_Message message;
        MPI_Status found;
        PMPI_Mprobe(dest, reverse, comm, &message, &found);
        e = take_message(&message, &found);
        if (is_numbered(e, number))
            break;
        put_aside(c, e);
        e = NULL;
    }
    if (e->size != sizeof number + buffer_bytes(b))
        stop(function, "the adjoints of a message are of another length than the message");
    char *numbers = allocate(buffer_bytes(b)); /* aligned */
    memcpy(numbers, e->bytes + sizeof number, buffer_bytes(b));
    add(function, b, numbers, b->reals);
    free(numbers), free(e->bytes), free(e);
}

#endif
