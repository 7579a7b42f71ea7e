/* Messages from one process to another that are sent and received by blocking calls.
 *
 * Reverse mode: see channel.h. Forward mode: numbers travel with their tangents, each in front of
 * its own, in one message. So there are as many messages as in the program, and they match alike.
 */
#ifndef ENZCC_BUNDLE_MPI_POINT_H
#define ENZCC_BUNDLE_MPI_POINT_H
#include "glue.h"

/* One end of a message. */
struct point {
    const char *function;
    const void *at, *shadow;
    int count;
    MPI_Datatype type;
    int peer, tag;
    MPI_Comm comm;
};

static enum element point_element(const struct point *p)
{
    return p->peer == MPI_PROC_NULL
               ? ELEMENT_INTEGER
               : element_of_buffer(p->function, p->at, p->shadow, p->count, p->type);
}

static struct buffer point_shadow(const struct point *p, enum element e)
{
    return shadow_buffer(p->at, p->shadow, p->count, p->type, e);
}

static size_t bytes_in(const MPI_Status *status)
{
    int bytes = 0;
    PMPI_Get_count(status, MPI_BYTE, &bytes);
    return (size_t)bytes;
}

static void give_status(MPI_Status *to, const MPI_Status *from)
{
    if (to != MPI_STATUS_IGNORE)
        *to = *from;
}

/* ---- reverse mode ---------------------------------------------------------------------------- */

struct sent {
    enum element element; /* ELEMENT_INTEGER: nothing comes back */
    uint64_t number;
};

static struct sent note_sent(const struct point *p)
{
    struct sent s = {.element = point_element(p)};
    if (s.element != ELEMENT_INTEGER)
        s.number = next_number(channels_of(p->comm), SENT, p->peer, p->tag);
    return s;
}

static void take_back(const struct point *p, const struct sent *s)
{
    if (s->element == ELEMENT_INTEGER)
        return;
    struct buffer b = point_shadow(p, s->element);
    receive_adjoints(p->function, p->comm, p->peer, p->tag, s->number, &b);
}

struct received {
    enum element element;
    size_t reals; /* that have arrived */
    struct receipt own, *receipt;
};

static void post(const struct point *p, struct received *r)
{
    r->element = point_element(p);
    r->receipt = &r->own;
    if (r->element != ELEMENT_INTEGER)
        post_receipt(p->comm, r->receipt, p->peer, p->tag);
}

static void arrive(const struct point *p, struct received *r, const MPI_Status *status)
{
    if (r->element == ELEMENT_INTEGER)
        return;
    match_receipt(p->comm, r->receipt, status);
    r->reals = reals_in_bytes(p->type, r->element, bytes_in(status));
}

static void send_back(const struct point *p, const struct received *r)
{
    if (r->element == ELEMENT_INTEGER)
        return;
    struct buffer b = point_shadow(p, r->element);
    send_adjoints(p->function, p->comm, r->receipt, &b, r->reals);
}

static struct kept_status augmented_send(const struct point *p, send_function *send, void *on)
{
    struct sent *s = new_tape(on, sizeof *s);
    *s = note_sent(p);
    return (struct kept_status){s, send(p->at, p->count, p->type, p->peer, p->tag, p->comm)};
}

typedef int receive_function(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *);

/* From any process, with any tag: messages of the reverse sweep are put aside. */
static int receive_anything(const struct point *p, MPI_Status *status)
{
    for (;;) {
        MPI_Message message;
        int code = PMPI_Mprobe(p->peer, p->tag, p->comm, &message, status);
        if (code != MPI_SUCCESS)
            return code;
        if (!is_reverse_tag(status->MPI_TAG))
            return PMPI_Mrecv((void *)p->at, p->count, p->type, &message, status);
        put_aside(channels_of(p->comm), take_message(&message, status));
    }
}

static struct kept_status augmented_receive(const struct point *p, receive_function *receive,
                                            MPI_Status *status, void *on)
{
    struct received *r = new_tape(on, sizeof *r);
    MPI_Status found;
    post(p, r);
    int code = p->peer == MPI_ANY_SOURCE && p->tag == MPI_ANY_TAG
                   ? receive_anything(p, &found)
                   : receive((void *)p->at, p->count, p->type, p->peer, p->tag, p->comm, &found);
    if (code == MPI_SUCCESS)
        arrive(p, r, &found);
    give_status(status, &found);
    return (struct kept_status){r, code};
}

/* ---- forward mode ---------------------------------------------------------------------------- */

/* Number and tangents, number and tangents. The integers of a mixed type are there as often as if
 * they had tangents, so that the message is as many times as long as any other. */
struct packed {
    char *numbers;
    size_t size; /* in bytes */
};

static void interleave(const struct packed *to, size_t n, size_t size, int which, const char *from)
{
    size_t stride = (size_t)(1 + directions.n) * size;
    for (size_t i = 0; i < n; i++)
        memcpy(to->numbers + i * stride + (size_t)which * size, from + i * size, size);
}

static struct packed make_packed(const struct buffer *b)
{
    size_t size = bytes_of(b->count, b->type) * (size_t)(1 + directions.n);
    return (struct packed){allocate_zeros(size), size};
}

/* What stands for item i of the packed bytes of a mixed type: a number, or a byte. */
static size_t item_size(const struct marks *m, enum element e, size_t i)
{
    return m->marks[i % m->size] ? real_size(e) : 1;
}

/* Numbers and integers of the program (which is 0), or tangents in the places of the numbers. */
static void pack_mixed(const struct packed *to, const struct buffer *b, int which)
{
    struct marks m = marks_of(b->type);
    char *bytes = b->at ? packed_bytes(b) : allocate_zeros(bytes_of(b->count, b->type));
    size_t groups = (size_t)(1 + directions.n);
    for (size_t i = 0, size, n = bytes_of(b->count, b->type); i < n; i += size) {
        size = item_size(&m, b->element, i);
        memcpy(to->numbers + i * groups + (size_t)which * size, bytes + i, size);
    }
    free(bytes), free(m.marks);
}

static void pack_buffer(const struct packed *to, const struct buffer *b, int which)
{
    if (is_mixed(b->element)) {
        pack_mixed(to, b, which);
        return;
    }
    char *numbers = gathered(b);
    interleave(to, b->reals, real_size(b->element), which, numbers);
    free(numbers);
}

/* Room for what point p sends or receives. */
static struct packed packed_room(const struct point *p, enum element e)
{
    struct buffer b = buffer_of(p->at, p->count, p->type, e);
    return make_packed(&b);
}

static void pack_into(const struct packed *packed, const struct point *p, enum element e,
                      const void *const *shadows)
{
    struct buffer b = buffer_of(p->at, p->count, p->type, e);
    pack_buffer(packed, &b, 0);
    for (int d = 0; d < directions.n; d++) {
        struct buffer tangents = shadow_buffer(p->at, shadows[d], p->count, p->type, e);
        pack_buffer(packed, &tangents, 1 + d);
    }
}

/* What point p sends. */
static struct packed pack(const struct point *p, enum element e, const void *const *shadows)
{
    struct packed packed = packed_room(p, e);
    pack_into(&packed, p, e, shadows);
    return packed;
}

/* The point through which the packed numbers go. */
static struct point packed_point(const struct point *p, enum element e, const struct packed *packed)
{
    struct point q = *p;
    q.at = packed->numbers, q.type = is_mixed(e) ? MPI_BYTE : real_type(e);
    q.count = int_of(packed->size / (is_mixed(e) ? 1 : real_size(e)));
    q.tag = forward_tag(p->function, p->tag);
    return q;
}

/* The numbers and integers of a mixed type in the first bytes, or tangents of the numbers. */
static void unpack_mixed(const char *packed, int groups, int which, const struct buffer *b,
                         size_t bytes)
{
    if (!b->at)
        return;
    struct marks m = marks_of(b->type);
    char *to = packed_bytes(b);
    for (size_t i = 0, size; i < bytes; i += size) {
        size = item_size(&m, b->element, i);
        if (which == 0 || m.marks[i % m.size])
            memcpy(to + i, packed + i * (size_t)groups + (size_t)which * size, size);
    }
    unpack_bytes(b, to);
    free(to), free(m.marks);
}

/* What has the number `which` in each group of those that have arrived: without tangents, they
 * would have so many bytes. */
static void unpack_buffer(const char *packed, int groups, int which, const struct buffer *b,
                          size_t bytes)
{
    if (is_mixed(b->element)) {
        unpack_mixed(packed, groups, which, b, bytes);
        return;
    }
    size_t size = real_size(b->element);
    char *numbers = gathered(b);
    for (size_t i = 0; i < bytes / size; i++)
        memcpy(numbers + i * size, packed + (i * (size_t)groups + (size_t)which) * size, size);
    spread(b, numbers);
    free(numbers);
}

/* To where point p receives; `arrived` bytes are in the message. */
static void unpack(const struct point *p, enum element e, const char *packed, int n,
                   void *const *shadows, size_t arrived)
{
    size_t bytes = arrived / (size_t)(1 + n);
    struct buffer b = buffer_of(p->at, p->count, p->type, e);
    unpack_buffer(packed, 1 + n, 0, &b, bytes);
    for (int d = 0; d < n; d++) {
        struct buffer tangents = shadow_buffer(p->at, shadows[d], p->count, p->type, e);
        unpack_buffer(packed, 1 + n, 1 + d, &tangents, bytes);
    }
}

/* The status says how long the message would be without tangents, and which tag it would have. */
static void correct_status(MPI_Status *status, int n)
{
    int bytes = 0;
    PMPI_Get_count(status, MPI_BYTE, &bytes);
    PMPI_Status_set_elements(status, MPI_BYTE, bytes / (1 + n));
    if (is_forward_tag(status->MPI_TAG))
        status->MPI_TAG -= tags();
}

static int forward_send(const struct point *p, send_function *send)
{
    enum element e = point_element(p);
    if (e == ELEMENT_INTEGER)
        return send(p->at, p->count, p->type, p->peer, p->tag, p->comm);
    struct packed packed = pack(p, e, directions.sent);
    struct point q = packed_point(p, e, &packed);
    int code = send(q.at, q.count, q.type, q.peer, q.tag, q.comm);
    free(packed.numbers);
    return code;
}

/* MPI_Bsend: the buffer that the program has attached has no place for tangents. */
static int send_in_background(const void *at, int count, MPI_Datatype type, int peer, int tag,
                              MPI_Comm comm)
{
    struct under_way *w = allocate_zeros(sizeof *w);
    struct buffer b = {(char *)at, count, type, ELEMENT_INTEGER, 0};
    start();
    collect(false);
    w->bytes = packed_bytes(&b);
    int code = PMPI_Isend(w->bytes, int_of(bytes_of(count, type)), MPI_PACKED, peer, tag, comm,
                          &w->request);
    w->next = state.under_way;
    state.under_way = w;
    return code;
}

static int forward_receive(const struct point *p, receive_function *receive, MPI_Status *status)
{
    enum element e = point_element(p);
    MPI_Status found;
    if (e == ELEMENT_INTEGER)
        return receive((void *)p->at, p->count, p->type, p->peer, p->tag, p->comm, status);
    struct packed packed = packed_room(p, e);
    struct point q = packed_point(p, e, &packed);
    int code = receive((void *)q.at, q.count, q.type, q.peer, q.tag, q.comm, &found);
    if (code == MPI_SUCCESS) {
        unpack(p, e, packed.numbers, directions.n, directions.received, bytes_in(&found));
        correct_status(&found, directions.n);
        give_status(status, &found);
    }
    free(packed.numbers);
    return code;
}

/* ---- MPI_Send, MPI_Recv ---------------------------------------------------------------------- */

#define POINT_PARAMETERS(peer)                                                                     \
    D(void *, buf), D(int, count), D(MPI_Datatype, type), D(int, peer), D(int, tag),               \
        D(MPI_Comm, comm)
#define POINT(name, peer) const struct point p = {#name, buf, dbuf, count, type, peer, tag, comm}

#define DEFINE_SEND(name, background)                                                              \
    static struct kept_status augmented_##name(POINT_PARAMETERS(dest), void *on)                   \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        return augmented_send(&p, name, on);                                                       \
    }                                                                                              \
    static void reverse_##name(POINT_PARAMETERS(dest), void *tape)                                 \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        take_back(&p, tape);                                                                       \
    }                                                                                              \
    static struct forward_status forward_##name(POINT_PARAMETERS(dest), int64_t phases)            \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        if (!is_call(#name, phases, dbuf, NULL))                                                   \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(forward_send(&p, background));                                       \
    }                                                                                              \
    REGISTER(name, (void *)"sends_0")

#define DEFINE_RECEIVE(name)                                                                       \
    static struct kept_status augmented_##name(POINT_PARAMETERS(source), D(MPI_Status *, status),  \
                                               void *on)                                           \
    {                                                                                              \
        POINT(name, source);                                                                       \
        return augmented_receive(&p, name, status, on);                                            \
    }                                                                                              \
    static void reverse_##name(POINT_PARAMETERS(source), D(MPI_Status *, status), void *tape)      \
    {                                                                                              \
        POINT(name, source);                                                                       \
        send_back(&p, tape);                                                                       \
    }                                                                                              \
    static struct forward_status forward_##name(POINT_PARAMETERS(source), D(MPI_Status *, status), \
                                                int64_t phases)                                    \
    {                                                                                              \
        POINT(name, source);                                                                       \
        if (!is_call(#name, phases, NULL, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(forward_receive(&p, name, status));                                  \
    }                                                                                              \
    REGISTER(name, (void *)"receives_0")

DEFINE_SEND(MPI_Send, MPI_Send)
DEFINE_SEND(PMPI_Send, PMPI_Send)
DEFINE_SEND(MPI_Ssend, MPI_Ssend)
DEFINE_SEND(PMPI_Ssend, PMPI_Ssend)
DEFINE_SEND(MPI_Rsend, MPI_Rsend)
DEFINE_SEND(PMPI_Rsend, PMPI_Rsend)
DEFINE_SEND(MPI_Bsend, send_in_background)
DEFINE_SEND(PMPI_Bsend, send_in_background)
DEFINE_RECEIVE(MPI_Recv)
DEFINE_RECEIVE(PMPI_Recv)

/* ---- MPI_Sendrecv, MPI_Sendrecv_replace ------------------------------------------------------ */

typedef int exchange_function(const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype,
                              int, int, MPI_Comm, MPI_Status *);
struct exchange {
    struct point sent, received;
    exchange_function *call;
    MPI_Status *status;
};
struct exchanged {
    struct sent sent;
    struct received received;
};

static int call_exchange(const struct exchange *x, const struct point *s, const struct point *r,
                         MPI_Status *status)
{
    return x->call(s->at, s->count, s->type, s->peer, s->tag, (void *)r->at, r->count, r->type,
                   r->peer, r->tag, r->comm, status);
}

static struct kept_status augmented_exchange(const struct exchange *x, void *on)
{
    struct exchanged *t = new_tape(on, sizeof *t);
    MPI_Status found;
    t->sent = note_sent(&x->sent);
    post(&x->received, &t->received);
    if (x->received.peer == MPI_ANY_SOURCE && x->received.tag == MPI_ANY_TAG)
        stop(x->sent.function, "a message from any process with any tag: give one of both");
    int code = call_exchange(x, &x->sent, &x->received, &found);
    if (code == MPI_SUCCESS)
        arrive(&x->received, &t->received, &found);
    give_status(x->status, &found);
    return (struct kept_status){t, code};
}

/* Sends first: the other end may be this process, or wait for it. */
static void reverse_exchange(const struct exchange *x, const struct exchanged *t)
{
    send_back(&x->received, &t->received);
    take_back(&x->sent, &t->sent);
}

static int forward_exchange(const struct exchange *x)
{
    enum element s = point_element(&x->sent), r = point_element(&x->received);
    struct point sent = x->sent, received = x->received;
    struct packed out = {0}, in = {0};
    MPI_Status found;
    if (s != ELEMENT_INTEGER) {
        out = pack(&x->sent, s, directions.sent);
        sent = packed_point(&sent, s, &out);
    }
    if (r != ELEMENT_INTEGER) {
        in = packed_room(&received, r);
        received = packed_point(&received, r, &in);
    }
    int code = call_exchange(x, &sent, &received, &found);
    if (code == MPI_SUCCESS && r != ELEMENT_INTEGER) {
        unpack(&x->received, r, in.numbers, directions.n, directions.received, bytes_in(&found));
        correct_status(&found, directions.n);
    }
    give_status(x->status, &found);
    free(out.numbers), free(in.numbers);
    return code;
}

#define EXCHANGE_PARAMETERS                                                                        \
    D(void *, out), D(int, outs), D(MPI_Datatype, out_type), D(int, dest), D(int, out_tag),        \
        D(void *, in), D(int, ins), D(MPI_Datatype, in_type), D(int, source), D(int, in_tag),      \
        D(MPI_Comm, comm), D(MPI_Status *, status)
#define EXCHANGE(name)                                                                             \
    const struct exchange x = {{#name, out, dout, outs, out_type, dest, out_tag, comm},            \
                               {#name, in, din, ins, in_type, source, in_tag, comm},               \
                               name,                                                               \
                               status}

#define DEFINE_EXCHANGE(name)                                                                      \
    static struct kept_status augmented_##name(EXCHANGE_PARAMETERS, void *on)                      \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        return augmented_exchange(&x, on);                                                         \
    }                                                                                              \
    static void reverse_##name(EXCHANGE_PARAMETERS, void *tape)                                    \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        reverse_exchange(&x, tape);                                                                \
    }                                                                                              \
    static struct forward_status forward_##name(EXCHANGE_PARAMETERS, int64_t phases)               \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        if (!is_call(#name, phases, dout, din))                                                    \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(forward_exchange(&x));                                               \
    }                                                                                              \
    REGISTER(name, (void *)"sends_0", (void *)"receives_5")

DEFINE_EXCHANGE(MPI_Sendrecv)
DEFINE_EXCHANGE(PMPI_Sendrecv)

/* One buffer: what was in it is sent from a copy. */
static int exchange_in_place(const void *out, int outs, MPI_Datatype out_type, int dest,
                             int out_tag, void *in, int ins, MPI_Datatype in_type, int source,
                             int in_tag, MPI_Comm comm, MPI_Status *status)
{
    if (out == in)
        return PMPI_Sendrecv_replace(in, ins, in_type, dest, out_tag, source, in_tag, comm, status);
    return PMPI_Sendrecv(out, outs, out_type, dest, out_tag, in, ins, in_type, source, in_tag, comm,
                         status);
}

#define REPLACE_PARAMETERS                                                                         \
    D(void *, buf), D(int, count), D(MPI_Datatype, type), D(int, dest), D(int, out_tag),           \
        D(int, source), D(int, in_tag), D(MPI_Comm, comm), D(MPI_Status *, status)
#define REPLACE(name)                                                                              \
    const struct exchange x = {{#name, buf, dbuf, count, type, dest, out_tag, comm},               \
                               {#name, buf, dbuf, count, type, source, in_tag, comm},              \
                               exchange_in_place,                                                  \
                               status}

#define DEFINE_REPLACE(name)                                                                       \
    static struct kept_status augmented_##name(REPLACE_PARAMETERS, void *on)                       \
    {                                                                                              \
        REPLACE(name);                                                                             \
        return augmented_exchange(&x, on);                                                         \
    }                                                                                              \
    static void reverse_##name(REPLACE_PARAMETERS, void *tape)                                     \
    {                                                                                              \
        REPLACE(name);                                                                             \
        reverse_exchange(&x, tape);                                                                \
    }                                                                                              \
    static struct forward_status forward_##name(REPLACE_PARAMETERS, int64_t phases)                \
    {                                                                                              \
        REPLACE(name);                                                                             \
        if (!is_call(#name, phases, dbuf, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(forward_exchange(&x));                                               \
    }                                                                                              \
    REGISTER(name, (void *)"sends_0", (void *)"receives_0")

DEFINE_REPLACE(MPI_Sendrecv_replace)
DEFINE_REPLACE(PMPI_Sendrecv_replace)

#endif
