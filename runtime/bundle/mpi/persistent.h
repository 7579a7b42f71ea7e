/* Persistent requests: MPI_Send_init, MPI_Recv_init, MPI_Start, MPI_Startall, MPI_Request_free; and
 * MPI_Imrecv.
 *
 * Each start is an operation of its own (requests.h), on the tape of the call that starts it. In
 * forward mode the request is one for the packed numbers, which are filled in where it is started.
 */
#ifndef ENZCC_BUNDLE_MPI_PERSISTENT_H
#define ENZCC_BUNDLE_MPI_PERSISTENT_H
#include "requests.h"

typedef int init_function(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static struct persistent *add_persistent(const struct point *p, bool is_receive)
{
    struct persistent *t = allocate_zeros(sizeof *t);
    t->point = *p, t->is_receive = is_receive;
    t->next = persistents;
    persistents = t;
    return t;
}

/* forward: the request is for numbers with their tangents. */
static int init_request(const struct point *p, bool is_receive, bool forward, bool background,
                        init_function *call, MPI_Request *request)
{
    struct persistent *t = add_persistent(p, is_receive);
    struct point moved = *p;
    t->forward = forward;
    t->element = point_element(p);
    t->directions = directions;
    if (forward && t->element != ELEMENT_INTEGER) {
        t->packed = packed_room(p, t->element);
        moved = packed_point(p, t->element, &t->packed);
    }
    if (forward && background) {
        t->background = true;
        moved.peer = MPI_PROC_NULL;
    }
    int code =
        call((void *)moved.at, moved.count, moved.type, moved.peer, moved.tag, moved.comm, request);
    t->request = *request;
    directions.n = 0;
    return code;
}

#define DEFINE_INIT(name, peer, is_receive, background, sent, received, buffers)                   \
    static int call_##name(void *at, int count, MPI_Datatype type, int peer, int tag,              \
                           MPI_Comm comm, MPI_Request *request)                                    \
    {                                                                                              \
        return name(at, count, type, peer, tag, comm, request);                                    \
    }                                                                                              \
    static struct kept_status augmented_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request),  \
                                               void *on, int64_t phases)                           \
    {                                                                                              \
        PHASED(name, sent, received);                                                              \
        POINT(name, peer);                                                                         \
        return (struct kept_status){                                                               \
            NULL, init_request(&p, is_receive, false, background, call_##name, request)};          \
    }                                                                                              \
    static void reverse_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request), void *tape)      \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(POINT_PARAMETERS(peer), D(MPI_Request *, request), \
                                                int64_t phases)                                    \
    {                                                                                              \
        POINT(name, peer);                                                                         \
        if (!is_call(#name, phases, sent, received))                                               \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(                                                                     \
            init_request(&p, is_receive, true, background, call_##name, request));                 \
    }                                                                                              \
    REGISTER_PHASED(name, (void *)buffers)
#define DEFINE_SEND_INIT(name)    DEFINE_INIT(name, dest, false, false, dbuf, NULL, "sends_0")
#define DEFINE_RECEIVE_INIT(name) DEFINE_INIT(name, source, true, false, NULL, dbuf, "receives_0")
DEFINE_INIT(MPI_Bsend_init, dest, false, true, dbuf, NULL, "sends_0")
DEFINE_INIT(PMPI_Bsend_init, dest, false, true, dbuf, NULL, "sends_0")
DEFINE_SEND_INIT(MPI_Send_init)
DEFINE_SEND_INIT(PMPI_Send_init)
DEFINE_SEND_INIT(MPI_Ssend_init)
DEFINE_SEND_INIT(PMPI_Ssend_init)
DEFINE_SEND_INIT(MPI_Rsend_init)
DEFINE_SEND_INIT(PMPI_Rsend_init)
DEFINE_RECEIVE_INIT(MPI_Recv_init)
DEFINE_RECEIVE_INIT(PMPI_Recv_init)

/* ---- starting -------------------------------------------------------------------------------- */

static struct persistent *persistent_of(const char *function, MPI_Request request)
{
    struct persistent *t = find_persistent(request);
    if (!t)
        stop(function, "a persistent request that was not made in differentiated code");
    return t;
}

static int start_recorded(const struct persistent *t, struct operation *o, MPI_Request *request,
                          void *on)
{
    const struct point *p = &t->point;
    o->point = *p;
    o->is_receive = t->is_receive && p->peer != MPI_PROC_NULL;
    keep_shadows(o, &t->directions, on);
    if (!t->is_receive)
        o->sent = note_sent(p);
    else
        post(p, &o->received);
    if (o->is_receive && o->received.element != ELEMENT_INTEGER && p->peer == MPI_ANY_SOURCE &&
        p->tag == MPI_ANY_TAG)
        stop(p->function, "a message from any process with any tag: give one of both");
    int code = PMPI_Start(request);
    add_operation(o, *request);
    return code;
}

static void send_persistent(const struct persistent *t)
{
    struct point p = t->point;
    if (t->element != ELEMENT_INTEGER)
        p = packed_point(&p, t->element, &t->packed);
    send_in_background(p.at, p.count, p.type, p.peer, p.tag, p.comm);
}

static int start_forward(const struct persistent *t, MPI_Request *request)
{
    struct operation *o = new_forward_operation(&t->point, t->is_receive);
    o->element = t->element, o->packed = t->packed, o->borrowed = true;
    o->directions = directions = t->directions;
    if (!t->is_receive && t->element != ELEMENT_INTEGER)
        pack_into(&t->packed, &t->point, t->element, t->directions.sent);
    directions.n = 0;
    if (t->background)
        send_persistent(t);
    int code = PMPI_Start(request);
    add_operation(o, *request);
    return code;
}

struct started_requests {
    int n;
    struct operation operations[];
};

/* One after the other, so that messages with one tag are in the order of the requests. */
static struct kept_status augmented_starts(const char *function, int n, MPI_Request *requests,
                                           void *on)
{
    struct started_requests *s =
        new_tape(on, sizeof *s + (size_t)(n > 0 ? n : 0) * sizeof *s->operations);
    int code = MPI_SUCCESS;
    for (s->n = 0; s->n < n && code == MPI_SUCCESS; s->n++)
        code = start_recorded(persistent_of(function, requests[s->n]), &s->operations[s->n],
                              &requests[s->n], on);
    return (struct kept_status){s, code};
}

static void reverse_starts(struct started_requests *s)
{
    for (int i = s->n; i-- > 0;) {
        struct operation *o = &s->operations[i];
        struct point p = o->point;
        if (o->is_receive) {
            reverse_start_receive(o);
            continue;
        }
        p.shadow = o->shadows[o->reversed++ % o->n];
        reverse_start_send(&p, o);
    }
}

static struct forward_status forward_starts(const char *function, int n, MPI_Request *requests,
                                            int64_t phases)
{
    int code = MPI_SUCCESS;
    for (int i = 0; i < n && (phases & PHASE_CALL) && code == MPI_SUCCESS; i++)
        code = start_forward(persistent_of(function, requests[i]), &requests[i]);
    return (struct forward_status){code, 0};
}

#define DEFINE_STARTS(name, parameters, n)                                                         \
    static struct kept_status augmented_##name(EXPAND parameters, void *on)                        \
    {                                                                                              \
        return augmented_starts(#name, n, requests, on);                                           \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, void *tape)                                      \
    {                                                                                              \
        reverse_starts(tape);                                                                      \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, int64_t phases)                 \
    {                                                                                              \
        return forward_starts(#name, n, requests, phases);                                         \
    }                                                                                              \
    REGISTER(name)
DEFINE_STARTS(MPI_Start, (D(MPI_Request *, requests)), 1)
DEFINE_STARTS(PMPI_Start, (D(MPI_Request *, requests)), 1)
DEFINE_STARTS(MPI_Startall, (D(int, count), D(MPI_Request *, requests)), count)
DEFINE_STARTS(PMPI_Startall, (D(int, count), D(MPI_Request *, requests)), count)

/* ---- MPI_Request_free ------------------------------------------------------------------------ */

static void remove_persistent(struct persistent *t)
{
    for (struct persistent **at = &persistents; *at; at = &(*at)->next)
        if (*at == t) {
            *at = t->next;
            return;
        }
}

/* The numbers of a send that is under way are freed when it is over. */
static void release_later(MPI_Request request, char *numbers, bool persistent)
{
    struct under_way *w = allocate_zeros(sizeof *w);
    w->request = request, w->bytes = numbers, w->persistent = persistent;
    w->next = state.under_way;
    state.under_way = w;
}

static int free_request(const char *function, MPI_Request *request)
{
    struct operation *o = claim(function, *request);
    struct persistent *t = find_persistent(*request);
    bool forward = t ? t->forward : o && o->forward;
    char *numbers = t ? t->packed.numbers : o ? o->packed.numbers : NULL;
    int code = MPI_SUCCESS;
    if (o && has_own_request(o))
        stop(function, "a request of what is not complete: wait for it first");
    if (o)
        remove_operation(o);
    if (o && forward) {
        o->borrowed = true; /* freed below */
        free_forward(o);
    }
    if (o && numbers) {
        release_later(*request, numbers, t != NULL);
        *request = MPI_REQUEST_NULL;
    } else {
        free(numbers);
        code = PMPI_Request_free(request);
    }
    if (t)
        remove_persistent(t), free(t);
    return code;
}

#define DEFINE_REQUEST_FREE(name)                                                                  \
    static struct kept_status augmented_##name(D(MPI_Request *, request), void *on)                \
    {                                                                                              \
        return (struct kept_status){NULL, free_request(#name, request)};                           \
    }                                                                                              \
    static void reverse_##name(D(MPI_Request *, request), void *tape)                              \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(D(MPI_Request *, request), int64_t phases)         \
    {                                                                                              \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        return (struct forward_status){free_request(#name, request), 0};                           \
    }                                                                                              \
    REGISTER(name)
DEFINE_REQUEST_FREE(MPI_Request_free)
DEFINE_REQUEST_FREE(PMPI_Request_free)

/* ---- MPI_Imrecv ------------------------------------------------------------------------------ */

static struct kept_status augmented_start_found(const struct point *p, struct found *f,
                                                MPI_Message *message, MPI_Request *request,
                                                void *on)
{
    struct operation *o = new_tape(on, sizeof *o);
    o->point = *p;
    o->is_receive = f != NULL;
    keep_shadows(o, &directions, on);
    directions.n = 0;
    post_found(p, &o->received, f);
    int code = PMPI_Imrecv((void *)p->at, p->count, p->type, message, request);
    if (code == MPI_SUCCESS)
        add_operation(o, *request);
    return (struct kept_status){o, code};
}

static int forward_start_found(const struct point *p, struct found *f, MPI_Message *message,
                               MPI_Request *request)
{
    struct operation *o = forward_operation(p, true);
    struct point received = *p;
    free(f);
    if (o->element != ELEMENT_INTEGER) {
        o->packed = packed_room(p, o->element);
        received = packed_point(p, o->element, &o->packed);
    }
    int code = PMPI_Imrecv((void *)received.at, received.count, received.type, message, request);
    add_operation(o, *request);
    return code;
}

#define DEFINE_START_FOUND(name)                                                                   \
    static struct kept_status augmented_##name(FOUND_PARAMETERS, D(MPI_Request *, request),        \
                                               void *on, int64_t phases)                           \
    {                                                                                              \
        PHASED(name, NULL, dbuf);                                                                  \
        FOUND_POINT(name);                                                                         \
        return augmented_start_found(&p, f, message, request, on);                                 \
    }                                                                                              \
    static void reverse_##name(FOUND_PARAMETERS, D(MPI_Request *, request), void *tape)            \
    {                                                                                              \
        reverse_start_receive(tape);                                                               \
    }                                                                                              \
    static struct forward_status forward_##name(FOUND_PARAMETERS, D(MPI_Request *, request),       \
                                                int64_t phases)                                    \
    {                                                                                              \
        if (!is_call(#name, phases, NULL, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        FOUND_POINT(name);                                                                         \
        return forward_result(forward_start_found(&p, f, message, request));                       \
    }                                                                                              \
    REGISTER_PHASED(name, (void *)"receives_0")
DEFINE_START_FOUND(MPI_Imrecv)
DEFINE_START_FOUND(PMPI_Imrecv)

#endif
