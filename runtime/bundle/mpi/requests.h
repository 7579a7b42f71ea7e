/* Messages and collective calls that are started by one call and completed by another.
 *
 * What was started is found again by the value of its request. Libraries give one request for all
 * that are complete at once: sends, and messages to MPI_PROC_NULL. Which of these is taken does not
 * matter: nothing happens where they complete. A request of a receive is its own as long as the
 * receive is not complete, and that of a collective call (own_request); whatever else has that
 * value by then was completed where nobody saw it.
 *
 * Reverse mode: adjoints of a receive go back where it completed, and the shadow is zero from there
 * on; those of a send are received where it was started. */
#ifndef ENZCC_BUNDLE_MPI_REQUESTS_H
#define ENZCC_BUNDLE_MPI_REQUESTS_H
#include "probe.h"

struct operation;

/* What happens where an operation completes, other than for messages. */
struct operation_kind {
    void (*complete)(struct operation *);
    void (*reverse)(const char *function, struct operation *); /* of the completion */
    void (*discard)(struct operation *);                       /* forward mode: its memory */
};

struct operation {
    MPI_Request request;
    struct point point;
    const struct operation_kind *kind; /* NULL: a message */
    bool is_receive, in_list, claimed;
    /* reverse mode */
    struct sent sent;
    struct received received;
    const void **shadows; /* per direction */
    int n, reversed;      /* directions, and those whose completion was reversed */
    bool complete;
    /* forward mode: from the heap */
    bool forward;
    enum element element;
    struct packed packed;
    bool borrowed; /* packed is that of a persistent request */
    struct directions directions;
    struct tangent_end *again; /* reverse mode, differentiated again in forward mode (again.h) */
    struct operation *next;
};

/* What an operation keeps for the tangents of its adjoints. */
struct tangent_end {
    const void *shadow;
    struct sent sent;
    struct received received;
};

static struct operation *operations; /* not complete, in the order in which they were started */

/* From MPI_Send_init or MPI_Recv_init to MPI_Request_free. Each start of it is an operation. */
struct persistent {
    MPI_Request request;
    struct point point;
    bool is_receive, forward;
    bool background;              /* MPI_Bsend_init in forward mode: the request sends nothing */
    enum element element;         /* forward mode */
    struct packed packed;         /* what the request sends or receives there, */
    struct directions directions; /* and whose it is */
    struct persistent *next;
};

static struct persistent *persistents;

static struct persistent *find_persistent(MPI_Request request)
{
    struct persistent *p = persistents;
    while (p && p->request != request)
        p = p->next;
    return p;
}

static void remove_operation(struct operation *o)
{
    for (struct operation **at = &operations; *at; at = &(*at)->next)
        if (*at == o) {
            *at = o->next;
            break;
        }
    o->in_list = false;
}

static void free_forward(struct operation *o)
{
    if (!o->forward)
        return;
    if (o->kind)
        o->kind->discard(o);
    if (!o->borrowed)
        free(o->packed.numbers);
    free(o);
}

static bool has_own_request(const struct operation *o)
{
    return o->is_receive || o->kind;
}

static void add_operation(struct operation *o, MPI_Request request)
{
    for (struct operation *other = operations, *next; other; other = next) {
        next = other->next;
        if (other->request == request && (has_own_request(o) || has_own_request(other))) {
            remove_operation(other);
            free_forward(other);
        }
    }
    struct operation **last = &operations;
    while (*last)
        last = &(*last)->next;
    o->request = request, o->in_list = true, o->next = NULL;
    *last = o;
}

static struct operation *find_operation(MPI_Request request)
{
    struct operation *o = operations;
    while (o && (o->request != request || o->claimed))
        o = o->next;
    return o;
}

/* NULL: no operation, or a persistent request that was not started. */
static struct operation *claim(const char *function, MPI_Request request)
{
    if (request == MPI_REQUEST_NULL)
        return NULL;
    struct operation *o = find_operation(request);
    if (!o && !find_persistent(request))
        stop(function, "a request that was not made by a call in differentiated code");
    if (o)
        o->claimed = true;
    return o;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* The shadows of all directions: where an operation completes nobody says them. */
static void keep_shadows(struct operation *o, const struct directions *all, void *on)
{
    o->n = all->n;
    o->shadows = new_tape(on, (size_t)all->n * sizeof *o->shadows + 1);
    for (int d = 0; d < all->n; d++)
        o->shadows[d] = o->is_receive ? all->received[d] : all->sent[d];
}

static struct kept_status augmented_start_send(const struct point *p, start_send_function *call,
                                               MPI_Request *request, void *on)
{
    struct operation *o = new_tape(on, sizeof *o);
    o->point = *p;
    o->sent = note_sent(p);
    directions.n = 0;
    int code = call(p->at, p->count, p->type, p->peer, p->tag, p->comm, request);
    if (code == MPI_SUCCESS)
        add_operation(o, *request);
    return (struct kept_status){o, code};
}

typedef int start_receive_function(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static struct kept_status augmented_start_receive(const struct point *p,
                                                  start_receive_function *call,
                                                  MPI_Request *request, void *on)
{
    struct operation *o = new_tape(on, sizeof *o);
    o->point = *p;
    o->is_receive = p->peer != MPI_PROC_NULL;
    keep_shadows(o, &directions, on);
    directions.n = 0;
    post(p, &o->received);
    if (o->received.element != ELEMENT_INTEGER && p->peer == MPI_ANY_SOURCE &&
        p->tag == MPI_ANY_TAG)
        stop(p->function, "a message from any process with any tag: give one of both");
    int code = call((void *)p->at, p->count, p->type, p->peer, p->tag, p->comm, request);
    if (code == MPI_SUCCESS)
        add_operation(o, *request);
    return (struct kept_status){o, code};
}

static void reverse_start_send(const struct point *p, const struct operation *o)
{
    take_back(p, &o->sent);
}

static void reverse_start_receive(const struct operation *o)
{
    if (o->is_receive && o->received.element != ELEMENT_INTEGER && !o->complete)
        stop(o->point.function, "the receive is not completed in differentiated code");
}

static struct operation *new_forward_operation(const struct point *p, bool is_receive)
{
    struct operation *o = allocate_zeros(sizeof *o);
    o->point = *p;
    o->is_receive = is_receive && p->peer != MPI_PROC_NULL;
    o->forward = true;
    return o;
}

static struct operation *forward_operation(const struct point *p, bool is_receive)
{
    struct operation *o = new_forward_operation(p, is_receive);
    o->element = point_element(p);
    o->directions = directions;
    return o;
}

static int forward_start_send(const struct point *p, start_send_function *call,
                              MPI_Request *request)
{
    struct operation *o = forward_operation(p, false);
    struct point sent = *p;
    if (o->element != ELEMENT_INTEGER) {
        o->packed = pack(p, o->element, directions.sent);
        sent = packed_point(p, o->element, &o->packed);
    }
    int code = call(sent.at, sent.count, sent.type, sent.peer, sent.tag, sent.comm, request);
    add_operation(o, *request);
    return code;
}

static int forward_start_receive(const struct point *p, start_receive_function *call,
                                 MPI_Request *request)
{
    struct operation *o = forward_operation(p, true);
    struct point received = *p;
    if (o->element != ELEMENT_INTEGER) {
        o->packed = packed_room(p, o->element);
        received = packed_point(p, o->element, &o->packed);
    }
    int code = call((void *)received.at, received.count, received.type, received.peer, received.tag,
                    received.comm, request);
    add_operation(o, *request);
    return code;
}

/* MPI_Ibsend in forward mode: complete at once, as it is with a buffer. */
static int start_in_background(const void *at, int count, MPI_Datatype type, int peer, int tag,
                               MPI_Comm comm, MPI_Request *request)
{
    int code = send_in_background(at, count, type, peer, tag, comm);
    PMPI_Isend(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, request);
    return code;
}

#define DEFINE_START(name, forward_call, peer, send_or_receive, sent, received, buffers)           \
    static struct kept_status augmented_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request),  \
                                               void *on, int64_t phases)                           \
    {                                                                                              \
        PHASED(name, sent, received);                                                              \
        POINT(name, peer);                                                                         \
        return augmented_start_##send_or_receive(&p, name, request, on);                           \
    }                                                                                              \
    static void reverse_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request), void *tape)      \
    {                                                                                              \
        POINT(name, peer);                                                                         \
        reverse_##send_or_receive##_of(&p, tape);                                                  \
    }                                                                                              \
    static struct forward_status forward_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request), \
                                                int64_t phases)                                    \
    {                                                                                              \
        POINT(name, peer);                                                                         \
        if (!is_call(#name, phases, sent, received))                                               \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(forward_start_##send_or_receive(&p, forward_call, request));         \
    }                                                                                              \
    REGISTER_PHASED(name, (void *)buffers)
#define reverse_send_of(p, tape)    reverse_start_send(p, tape)
#define reverse_receive_of(p, tape) reverse_start_receive(((void)(p), tape))
#define DEFINE_START_SEND(name)     DEFINE_START(name, name, dest, send, dbuf, NULL, "sends_0")
#define DEFINE_START_RECEIVE(name)                                                                 \
    DEFINE_START(name, name, source, receive, NULL, dbuf, "receives_0")

DEFINE_START_SEND(MPI_Isend)
DEFINE_START_SEND(PMPI_Isend)
DEFINE_START_SEND(MPI_Issend)
DEFINE_START_SEND(PMPI_Issend)
DEFINE_START_SEND(MPI_Irsend)
DEFINE_START_SEND(PMPI_Irsend)
DEFINE_START(MPI_Ibsend, start_in_background, dest, send, dbuf, NULL, "sends_0")
DEFINE_START(PMPI_Ibsend, start_in_background, dest, send, dbuf, NULL, "sends_0")
DEFINE_START_RECEIVE(MPI_Irecv)
DEFINE_START_RECEIVE(PMPI_Irecv)

/* ---- completing ------------------------------------------------------------------------------ */

/* The requests of a call that may complete some of them. */
struct completion {
    const char *function;
    int count;
    struct operation **operations; /* NULL: none */
    MPI_Status *statuses;          /* of those that are complete, in the order of the call */
};

static struct completion complete_begin(const char *function, int count,
                                        const MPI_Request *requests)
{
    struct completion c = {function, count, NULL, NULL};
    size_t n = (size_t)(count > 0 ? count : 0);
    c.operations = allocate(n * sizeof(struct operation *));
    c.statuses = allocate_zeros((n + 1) * sizeof(MPI_Status)); /* MPI_Waitany may have no request */
    for (size_t i = 0; i < n; i++)
        c.operations[i] = claim(function, requests[i]);
    return c;
}

static void complete_forward(struct operation *o, MPI_Status *status)
{
    if (o->is_receive && o->element != ELEMENT_INTEGER) {
        int n = o->directions.n;
        unpack(&o->point, o->element, o->packed.numbers, n, o->directions.received,
               bytes_in(status));
        correct_status(status, n);
    }
    free_forward(o);
}

/* Numbers have come with their tangents, or have gone. */
static void complete_again(struct operation *o, MPI_Status *status)
{
    if (o->is_receive && o->packed.numbers) {
        unpack(&o->point, o->element, o->packed.numbers, 1, o->directions.received,
               bytes_in(status));
        correct_status(status, 1);
    }
    free(o->packed.numbers);
    o->packed.numbers = NULL;
    if (o->is_receive)
        arrive(&o->point, &o->again->received, status);
}

static void complete_one(struct operation *o, MPI_Status *status)
{
    if (!o)
        return;
    remove_operation(o);
    if (o->kind)
        o->kind->complete(o);
    if (o->forward) {
        complete_forward(o, status);
        return;
    }
    if (o->again)
        complete_again(o, status);
    if (o->is_receive)
        arrive(&o->point, &o->received, status);
    o->complete = true;
}

/* What the reverse sweep needs of a call that has completed n operations. */
struct completed {
    int n;
    struct operation *operations[];
};

static struct completed *keep_completed(const struct completion *c, const int *indices, int n,
                                        void *on)
{
    struct completed *k =
        new_tape(on, sizeof *k + (size_t)(n > 0 ? n : 0) * sizeof(struct operation *));
    for (int i = 0; i < n; i++)
        if (c->operations[indices[i]])
            k->operations[k->n++] = c->operations[indices[i]];
    return k;
}

static void complete_end(struct completion *c, const int *indices, int n)
{
    for (int i = 0; i < c->count; i++)
        if (c->operations[i])
            c->operations[i]->claimed = false;
    for (int i = 0; i < n; i++)
        complete_one(c->operations[indices[i]], &c->statuses[i]);
    free(c->operations);
}

/* The adjoints of one direction after the other. */
static void reverse_message(struct operation *o)
{
    struct point p = o->point;
    p.shadow = o->shadows[o->reversed++ % o->n];
    send_back(&p, &o->received);
    if (!o->again)
        return;
    p.shadow = o->again->shadow;
    send_back(&p, &o->again->received);
}

static void reverse_completed(const char *function, const struct completed *k)
{
    for (int i = k->n; i-- > 0;) {
        struct operation *o = k->operations[i];
        if (!o->kind && (!o->is_receive || o->received.element == ELEMENT_INTEGER))
            continue;
        o->kind ? o->kind->reverse(function, o) : reverse_message(o);
    }
}

/* A call that completes: what it does, and which requests are complete then. */
struct waiting {
    const char *function;
    int count;
    MPI_Request *requests;
    int *index, *flag; /* of the program, or NULL */
    int *indices, *outcount;
    MPI_Status *status;
    int (*call)(const struct waiting *, MPI_Status *statuses);
};

/* The indices of the requests that the call has completed, of `count` at most. */
static int completed_indices(const struct waiting *w, int *indices)
{
    int n = 0;
    if (w->flag && !*w->flag)
        return 0;
    if ((w->index && *w->index == MPI_UNDEFINED) || (w->outcount && *w->outcount == MPI_UNDEFINED))
        return 0;
    if (w->outcount) {
        memcpy(indices, w->indices, (size_t)*w->outcount * sizeof *indices);
        return *w->outcount;
    }
    if (w->index)
        indices[n++] = *w->index;
    for (int i = 0; i < w->count && !w->index; i++)
        indices[n++] = i;
    return n;
}

/* The statuses that the call gives, of which n are of operations. */
static size_t given_statuses(const struct waiting *w, int n)
{
    if (w->flag && !*w->flag)
        return 0;
    if (w->index)
        return 1; /* also if there is no active request */
    return w->outcount ? (size_t)n : (size_t)(w->count > 0 ? w->count : 0);
}

/* on: where to keep what the reverse sweep needs; NULL: forward mode. */
static struct kept_status run_waiting(const struct waiting *w, void *on)
{
    struct completion c = complete_begin(w->function, w->count, w->requests);
    int *indices = allocate((size_t)(w->count > 0 ? w->count : 0) * sizeof *indices);
    int code = w->call(w, c.statuses);
    int n = code == MPI_SUCCESS ? completed_indices(w, indices) : 0;
    struct completed *k = on ? keep_completed(&c, indices, n, on) : NULL;
    complete_end(&c, indices, n);
    if (w->status != MPI_STATUS_IGNORE)
        memcpy(w->status, c.statuses, given_statuses(w, n) * sizeof *c.statuses);
    free(indices), free(c.statuses);
    return (struct kept_status){k, code};
}

#define DEFINE_WAITING(name, parameters, ...)                                                      \
    static struct kept_status augmented_##name(EXPAND parameters, void *on)                        \
    {                                                                                              \
        const struct waiting w = {.function = #name, .call = call_##name, __VA_ARGS__};            \
        return run_waiting(&w, on);                                                                \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, void *tape)                                      \
    {                                                                                              \
        reverse_completed(#name, tape);                                                            \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, int64_t phases)                 \
    {                                                                                              \
        const struct waiting w = {.function = #name, .call = call_##name, __VA_ARGS__};            \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        return (struct forward_status){run_waiting(&w, NULL).status, 0};                           \
    }                                                                                              \
    REGISTER(name)

#define DEFINE_SOME(name)                                                                          \
    DEFINE_WAITING(name,                                                                           \
                   (D(int, count), D(MPI_Request *, requests), D(int *, outcount),                 \
                    D(int *, indices), D(MPI_Status *, statuses)),                                 \
                   .count = count, .requests = requests, .outcount = outcount, .indices = indices, \
                   .status = statuses)

#define DEFINE_CALLS(P)                                                                            \
    static int call_##P##Wait(const struct waiting *w, MPI_Status *statuses)                       \
    {                                                                                              \
        return P##Wait(w->requests, statuses);                                                     \
    }                                                                                              \
    static int call_##P##Waitall(const struct waiting *w, MPI_Status *statuses)                    \
    {                                                                                              \
        return P##Waitall(w->count, w->requests, statuses);                                        \
    }                                                                                              \
    static int call_##P##Waitany(const struct waiting *w, MPI_Status *statuses)                    \
    {                                                                                              \
        return P##Waitany(w->count, w->requests, w->index, statuses);                              \
    }                                                                                              \
    static int call_##P##Testany(const struct waiting *w, MPI_Status *statuses)                    \
    {                                                                                              \
        return P##Testany(w->count, w->requests, w->index, w->flag, statuses);                     \
    }                                                                                              \
    static int call_##P##Waitsome(const struct waiting *w, MPI_Status *statuses)                   \
    {                                                                                              \
        return P##Waitsome(w->count, w->requests, w->outcount, w->indices, statuses);              \
    }                                                                                              \
    static int call_##P##Testsome(const struct waiting *w, MPI_Status *statuses)                   \
    {                                                                                              \
        return P##Testsome(w->count, w->requests, w->outcount, w->indices, statuses);              \
    }                                                                                              \
    static int call_##P##Test(const struct waiting *w, MPI_Status *statuses)                       \
    {                                                                                              \
        return P##Test(w->requests, w->flag, statuses);                                            \
    }                                                                                              \
    static int call_##P##Testall(const struct waiting *w, MPI_Status *statuses)                    \
    {                                                                                              \
        return P##Testall(w->count, w->requests, w->flag, statuses);                               \
    }

#define DEFINE_WAITINGS(P)                                                                         \
    DEFINE_WAITING(P##Wait, (D(MPI_Request *, request), D(MPI_Status *, status)), .count = 1,      \
                   .requests = request, .status = status)                                          \
    DEFINE_WAITING(P##Waitall,                                                                     \
                   (D(int, count), D(MPI_Request *, requests), D(MPI_Status *, statuses)),         \
                   .count = count, .requests = requests, .status = statuses)                       \
    DEFINE_WAITING(                                                                                \
        P##Waitany,                                                                                \
        (D(int, count), D(MPI_Request *, requests), D(int *, index), D(MPI_Status *, status)),     \
        .count = count, .requests = requests, .index = index, .status = status)                    \
    DEFINE_WAITING(P##Testany,                                                                     \
                   (D(int, count), D(MPI_Request *, requests), D(int *, index), D(int *, flag),    \
                    D(MPI_Status *, status)),                                                      \
                   .count = count, .requests = requests, .index = index, .flag = flag,             \
                   .status = status)                                                               \
    DEFINE_SOME(P##Waitsome)                                                                       \
    DEFINE_SOME(P##Testsome)                                                                       \
    DEFINE_WAITING(P##Test, (D(MPI_Request *, request), D(int *, flag), D(MPI_Status *, status)),  \
                   .count = 1, .requests = request, .flag = flag, .status = status)                \
    DEFINE_WAITING(                                                                                \
        P##Testall,                                                                                \
        (D(int, count), D(MPI_Request *, requests), D(int *, flag), D(MPI_Status *, statuses)),    \
        .count = count, .requests = requests, .flag = flag, .status = statuses)

DEFINE_CALLS(MPI_)
DEFINE_CALLS(PMPI_)
DEFINE_WAITINGS(MPI_)
DEFINE_WAITINGS(PMPI_)

#endif
