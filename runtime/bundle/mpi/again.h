/* Rules of rules: derivatives in forward mode of what derivatives call (augmented, reverse and
 * forward functions), so of second derivatives.
 *
 * Communication is linear, and what a rule does is to communicate once more: its tangent is the
 * same with tangents. Numbers travel with their tangents in the messages that they go in (point.h),
 * and adjoints are followed by theirs. In forward mode over forward mode a message has four numbers
 * for each of the program: the number, both tangents, and the tangent of the tangent. A product of
 * numbers of several processes is not linear, and is refused.
 *
 * Each parameter x of a rule, and its shadow dx, have a shadow here: t_dx is that of x, which is
 * the tangent, and dx_t is that of dx. */
#ifndef ENZCC_BUNDLE_MPI_AGAIN_H
#define ENZCC_BUNDLE_MPI_AGAIN_H
#include "started.h"

#undef D
#define D(T, x) T x, T t_d##x, T d##x, T d##x##_t

/* The shadow of a shadow; NULL: one of both is not there. */
#define AGAIN(dx) (dx##_t == dx || dx##_t == t_##dx ? NULL : dx##_t)

struct kept_again {
    struct kept_status own, tangent;
};
struct forward_again {
    struct forward_status own, tangent;
};

static struct kept_again kept_twice(void *tape, int status)
{
    return (struct kept_again){{tape, status}, {tape, status}};
}

static struct forward_again forward_twice(int status)
{
    return (struct forward_again){forward_result(status), {0, 0}};
}

/* Shadows of a buffer. */
struct shadows {
    const void *own, *tangent, *again;
};

/* Notes them. True: now the primal runs, with all that were noted: those of each direction of the
 * inner derivative in each of the outer one, those of either, in an order that all processes have.
 */
static bool is_call_again(const char *function, int64_t inner, int64_t outer,
                          const struct shadows *sent, const struct shadows *received)
{
    int64_t before = PHASE_BEFORE;
    if (inner & outer & before)
        is_call(function, before, sent->again, (void *)received->again);
    if (inner & before && outer & PHASE_CALL)
        is_call(function, before, sent->own, (void *)received->own);
    if (inner & PHASE_CALL && outer & before)
        is_call(function, before, sent->tangent, (void *)received->tangent);
    return inner & outer & PHASE_CALL;
}

#define SHADOWS(dx) (&(struct shadows){dx, t_##dx, AGAIN(dx)})
#define NO_SHADOWS  (&(struct shadows){NULL, NULL, NULL})
#define UNLESS_CALL_AGAIN(name, sent, received)                                                    \
    if (!is_call_again(#name, phases, outer, sent, received))                                      \
        return (struct forward_again)                                                              \
        {                                                                                          \
            {0, 0}, {0, 0}                                                                         \
        }

/* Of the reverse sweep one direction of the outer derivative is known, and one of the inner one
 * where its shadows are noted when the primal runs. */
static void check_phases(const char *function, int64_t inner, int64_t outer)
{
    if (~(inner & outer) & (PHASE_BEFORE | PHASE_CALL))
        stop(function, "forward mode over reverse mode in several directions at once");
}

#define INNER_PHASES int64_t phases, int64_t t_phases
#define OUTER_PHASES int64_t outer
#define ON_TAPE      void *on, void *t_on
#define TAPE         void *tape, void *t_tape

#define SENDS(n)    (void *)("sends_" #n)
#define RECEIVES(n) (void *)("receives_" #n)
#define REGISTER_AGAIN(kind, name, ...)                                                            \
    void *__enzyme_register_derivative_##kind##_##name[] = {                                       \
        (void *)kind##_##name, (void *)again_##kind##_##name, (void *)"phases",                    \
        (void *)"communicates", ##__VA_ARGS__}

/* ---- messages -------------------------------------------------------------------------------- */

/* What is kept of both ends of a message, for adjoints and for their tangents. */
struct ends {
    struct sent sent[2];
    struct received received[2];
};

static void note_sent_twice(const struct point *p, struct ends *e)
{
    for (int i = 0; i < 2; i++)
        e->sent[i] = note_sent(p);
}

static void post_twice(const struct point *p, struct ends *e)
{
    if (p->peer == MPI_ANY_SOURCE && p->tag == MPI_ANY_TAG)
        stop(p->function, "a message from any process with any tag: give one of both");
    for (int i = 0; i < 2; i++)
        post(p, &e->received[i]);
}

static void arrive_twice(const struct point *p, struct ends *e, const MPI_Status *status)
{
    for (int i = 0; i < 2; i++)
        arrive(p, &e->received[i], status);
}

static struct point with_shadow(const struct point *p, const void *shadow)
{
    struct point q = *p;
    q.shadow = shadow;
    return q;
}

static void take_back_twice(const struct point *p, const void *again, const struct ends *e)
{
    struct point tangent = with_shadow(p, again);
    take_back(p, &e->sent[0]);
    take_back(&tangent, &e->sent[1]);
}

static void send_back_twice(const struct point *p, const void *again, const struct ends *e)
{
    struct point tangent = with_shadow(p, again);
    send_back(p, &e->received[0]);
    send_back(&tangent, &e->received[1]);
}

static struct kept_again send_twice(const struct point *p, const void *tangent, send_function *send,
                                    void *on)
{
    struct ends *e = new_tape(on, sizeof *e);
    note_sent_twice(p, e);
    take_one_direction(tangent, NULL);
    int code = forward_send(p, send);
    directions.n = 0;
    return kept_twice(e, code);
}

static struct kept_again receive_twice(const struct point *p, void *tangent,
                                       receive_function *receive, MPI_Status *status, void *on)
{
    struct ends *e = new_tape(on, sizeof *e);
    MPI_Status found;
    post_twice(p, e);
    take_one_direction(NULL, tangent);
    int code = forward_receive(p, receive, &found);
    directions.n = 0;
    if (code == MPI_SUCCESS)
        arrive_twice(p, e, &found);
    give_status(status, &found);
    return kept_twice(e, code);
}

#define DEFINE_SEND_AGAIN(name, background)                                                        \
    static struct kept_again again_augmented_##name(POINT_PARAMETERS(dest), ON_TAPE, OUTER_PHASES) \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        return send_twice(&p, t_dbuf, background, on);                                             \
    }                                                                                              \
    static void again_reverse_##name(POINT_PARAMETERS(dest), TAPE, OUTER_PHASES)                   \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        take_back_twice(&p, AGAIN(dbuf), tape);                                                    \
    }                                                                                              \
    static struct forward_again again_forward_##name(POINT_PARAMETERS(dest), INNER_PHASES,         \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        UNLESS_CALL_AGAIN(name, SHADOWS(dbuf), NO_SHADOWS);                                        \
        return forward_twice(forward_send(&p, background));                                        \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, SENDS(0));                                                     \
    REGISTER_AGAIN(reverse, name, RECEIVES(1));                                                    \
    REGISTER_AGAIN(forward, name, SENDS(0), SENDS(1));

#define DEFINE_RECEIVE_AGAIN(name)                                                                 \
    static struct kept_again again_augmented_##name(                                               \
        POINT_PARAMETERS(source), D(MPI_Status *, status), ON_TAPE, OUTER_PHASES)                  \
    {                                                                                              \
        POINT(name, source);                                                                       \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        return receive_twice(&p, t_dbuf, name, status, on);                                        \
    }                                                                                              \
    static void again_reverse_##name(POINT_PARAMETERS(source), D(MPI_Status *, status), TAPE,      \
                                     OUTER_PHASES)                                                 \
    {                                                                                              \
        POINT(name, source);                                                                       \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        send_back_twice(&p, AGAIN(dbuf), tape);                                                    \
    }                                                                                              \
    static struct forward_again again_forward_##name(                                              \
        POINT_PARAMETERS(source), D(MPI_Status *, status), INNER_PHASES, OUTER_PHASES)             \
    {                                                                                              \
        POINT(name, source);                                                                       \
        UNLESS_CALL_AGAIN(name, NO_SHADOWS, SHADOWS(dbuf));                                        \
        return forward_twice(forward_receive(&p, name, status));                                   \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, RECEIVES(0));                                                  \
    REGISTER_AGAIN(reverse, name, SENDS(1), RECEIVES(1));                                          \
    REGISTER_AGAIN(forward, name, RECEIVES(0), RECEIVES(1));

/* ---- both at once ---- */

static struct kept_again exchange_twice(const struct exchange *x, const void *sent, void *received,
                                        void *on)
{
    struct ends *e = new_tape(on, sizeof *e);
    struct exchange y = *x;
    MPI_Status found;
    note_sent_twice(&x->sent, e);
    post_twice(&x->received, e);
    y.status = &found;
    take_one_direction(sent, received);
    int code = forward_exchange(&y);
    directions.n = 0;
    if (code == MPI_SUCCESS)
        arrive_twice(&x->received, e, &found);
    give_status(x->status, &found);
    return kept_twice(e, code);
}

static void exchange_back_twice(const struct exchange *x, const void *sent, const void *received,
                                const struct ends *e)
{
    send_back_twice(&x->received, received, e);
    take_back_twice(&x->sent, sent, e);
}

#define DEFINE_EXCHANGE_AGAIN(name, parameters, EXCHANGE, dout, din, s, ds, r, dr)                 \
    static struct kept_again again_augmented_##name(EXPAND parameters, ON_TAPE, OUTER_PHASES)      \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        return exchange_twice(&x, t_##dout, t_##din, on);                                          \
    }                                                                                              \
    static void again_reverse_##name(EXPAND parameters, TAPE, OUTER_PHASES)                        \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        exchange_back_twice(&x, AGAIN(dout), AGAIN(din), tape);                                    \
    }                                                                                              \
    static struct forward_again again_forward_##name(EXPAND parameters, INNER_PHASES,              \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        EXCHANGE(name);                                                                            \
        UNLESS_CALL_AGAIN(name, SHADOWS(dout), SHADOWS(din));                                      \
        return forward_twice(forward_exchange(&x));                                                \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, SENDS(s), RECEIVES(r));                                        \
    REGISTER_AGAIN(reverse, name, SENDS(dr), RECEIVES(ds), RECEIVES(dr));                          \
    REGISTER_AGAIN(forward, name, SENDS(s), SENDS(ds), RECEIVES(r), RECEIVES(dr));

/* ---- that are started by one call and completed by another ----------------------------------- */

static struct operation *operation_twice(const struct point *p, bool is_receive, void *on)
{
    struct operation *o = new_tape(on, sizeof *o);
    o->again = new_tape(on, sizeof *o->again);
    o->point = *p;
    o->is_receive = is_receive && p->peer != MPI_PROC_NULL;
    o->element = point_element(p);
    return o;
}

static struct kept_again start_send_twice(const struct point *p, const void *tangent,
                                          start_send_function *call, MPI_Request *request, void *on)
{
    struct operation *o = operation_twice(p, false, on);
    struct point sent = *p;
    o->sent = note_sent(p), o->again->sent = note_sent(p);
    take_one_direction(tangent, NULL);
    if (o->element != ELEMENT_INTEGER) {
        o->packed = pack(p, o->element, directions.sent);
        sent = packed_point(p, o->element, &o->packed);
    }
    directions.n = 0;
    int code = call(sent.at, sent.count, sent.type, sent.peer, sent.tag, sent.comm, request);
    if (code == MPI_SUCCESS)
        add_operation(o, *request);
    return kept_twice(o, code);
}

static void take_back_started(const struct point *p, const void *again, const struct operation *o)
{
    struct point tangent = with_shadow(p, again);
    take_back(p, &o->sent);
    take_back(&tangent, &o->again->sent);
}

/* `again`: the shadow of p's shadow. */
static struct kept_again start_receive_twice(const struct point *p, void *tangent,
                                             const void *again, start_receive_function *call,
                                             MPI_Request *request, void *on)
{
    struct operation *o = operation_twice(p, true, on);
    struct point in = *p;
    if (p->peer == MPI_ANY_SOURCE && p->tag == MPI_ANY_TAG)
        stop(p->function, "a message from any process with any tag: give one of both");
    take_one_direction(NULL, (void *)p->shadow);
    keep_shadows(o, &directions, on);
    take_one_direction(NULL, tangent);
    o->directions = directions;
    o->again->shadow = again;
    post(p, &o->received), post(p, &o->again->received);
    if (o->element != ELEMENT_INTEGER) {
        o->packed = packed_room(p, o->element);
        in = packed_point(p, o->element, &o->packed);
    }
    directions.n = 0;
    int code = call((void *)in.at, in.count, in.type, in.peer, in.tag, in.comm, request);
    if (code == MPI_SUCCESS)
        add_operation(o, *request);
    return kept_twice(o, code);
}

#define START_PARAMETERS(peer) POINT_PARAMETERS(peer), D(MPI_Request *, request)

#define DEFINE_START_SEND_AGAIN(name, background)                                                  \
    static struct kept_again again_augmented_##name(START_PARAMETERS(dest), ON_TAPE, INNER_PHASES, \
                                                    OUTER_PHASES)                                  \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        check_phases(#name, phases, outer);                                                        \
        return start_send_twice(&p, t_dbuf, background, request, on);                              \
    }                                                                                              \
    static void again_reverse_##name(START_PARAMETERS(dest), TAPE, OUTER_PHASES)                   \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        take_back_started(&p, AGAIN(dbuf), tape);                                                  \
    }                                                                                              \
    static struct forward_again again_forward_##name(START_PARAMETERS(dest), INNER_PHASES,         \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        POINT(name, dest);                                                                         \
        UNLESS_CALL_AGAIN(name, SHADOWS(dbuf), NO_SHADOWS);                                        \
        return forward_twice(forward_start_send(&p, background, request));                         \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, SENDS(0));                                                     \
    REGISTER_AGAIN(reverse, name, RECEIVES(1));                                                    \
    REGISTER_AGAIN(forward, name, SENDS(0), SENDS(1));

#define DEFINE_START_RECEIVE_AGAIN(name)                                                           \
    static struct kept_again again_augmented_##name(START_PARAMETERS(source), ON_TAPE,             \
                                                    INNER_PHASES, OUTER_PHASES)                    \
    {                                                                                              \
        POINT(name, source);                                                                       \
        check_phases(#name, phases, outer);                                                        \
        return start_receive_twice(&p, t_dbuf, AGAIN(dbuf), name, request, on);                    \
    }                                                                                              \
    static void again_reverse_##name(START_PARAMETERS(source), TAPE, OUTER_PHASES)                 \
    {                                                                                              \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        reverse_start_receive(tape);                                                               \
    }                                                                                              \
    static struct forward_again again_forward_##name(START_PARAMETERS(source), INNER_PHASES,       \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        POINT(name, source);                                                                       \
        UNLESS_CALL_AGAIN(name, NO_SHADOWS, SHADOWS(dbuf));                                        \
        return forward_twice(forward_start_receive(&p, name, request));                            \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, RECEIVES(0));                                                  \
    REGISTER_AGAIN(reverse, name, RECEIVES(1));                                                    \
    REGISTER_AGAIN(forward, name, RECEIVES(0), RECEIVES(1));

/* Operations have all that it takes. */
#undef DEFINE_WAITING
#define DEFINE_WAITING(name, parameters, ...)                                                      \
    static struct kept_again again_augmented_##name(EXPAND parameters, ON_TAPE, OUTER_PHASES)      \
    {                                                                                              \
        const struct waiting w = {.function = #name, .call = call_##name, __VA_ARGS__};            \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        struct kept_status kept = run_waiting(&w, on);                                             \
        return kept_twice(kept.tape, kept.status);                                                 \
    }                                                                                              \
    static void again_reverse_##name(EXPAND parameters, TAPE, OUTER_PHASES)                        \
    {                                                                                              \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        reverse_completed(#name, tape);                                                            \
    }                                                                                              \
    static struct forward_again again_forward_##name(EXPAND parameters, INNER_PHASES,              \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        const struct waiting w = {.function = #name, .call = call_##name, __VA_ARGS__};            \
        if (!(phases & outer & PHASE_CALL))                                                        \
            return (struct forward_again){{0, 0}, {0, 0}};                                         \
        return (struct forward_again){{run_waiting(&w, NULL).status, 0}, {0, 0}};                  \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name);                                                               \
    REGISTER_AGAIN(reverse, name);                                                                 \
    REGISTER_AGAIN(forward, name);

/* ---- collective calls ------------------------------------------------------------------------ */

static void check_linear(const struct collective *c)
{
    if (c->element != ELEMENT_INTEGER && c->op == MPI_PROD)
        stop(c->function, "the second derivative of a product of numbers of several processes");
}

static struct kept_collective *keep_twice(const struct collective *c, void *on)
{
    check_linear(c);
    take_one_direction(NULL, NULL);
    struct kept_collective *k = keep_collective(c, on);
    directions.n = 0;
    k->factors = factors_of(c, on);
    if (c->element != ELEMENT_INTEGER)
        take_turn(c->comm, &k->turn, false);
    return k;
}

/* The transpose with the tangents of the adjoints: it has no turn of its own. */
static void reverse_tangents(struct collective *c, const struct kept_collective *k)
{
    struct kept_collective own = *k;
    own.turn = (struct turn){.ready = true};
    own.n = 1;
    reverse_collective(c, &own);
}

/* `out` and `in`: where among the parameters what is sent and what is received are, and their
 * shadows. */
#define DEFINE_COLLECTIVE_AT(name, parameters, arguments, CALL, OUT, IN, out, dout, in, din)       \
    static struct kept_again again_augmented_##name(EXPAND parameters, ON_TAPE, INNER_PHASES,      \
                                                    OUTER_PHASES)                                  \
    {                                                                                              \
        const struct collective c = CALL;                                                          \
        check_phases(#name, phases, outer);                                                        \
        struct kept_collective *k = keep_twice(&c, on);                                            \
        int code = name arguments;                                                                 \
        OUT = t_##OUT, IN = t_##IN;                                                                \
        const struct collective tangents = CALL;                                                   \
        forward_collective(&tangents, k->factors);                                                 \
        return kept_twice(k, code);                                                                \
    }                                                                                              \
    static void again_reverse_##name(EXPAND parameters, TAPE, OUTER_PHASES)                        \
    {                                                                                              \
        void *again_out = AGAIN(OUT), *again_in = AGAIN(IN);                                       \
        struct collective c = CALL;                                                                \
        check_phases(#name, PHASE_BEFORE | PHASE_CALL, outer);                                     \
        reverse_collective(&c, tape);                                                              \
        OUT = again_out, IN = again_in;                                                            \
        struct collective tangents = CALL;                                                         \
        reverse_tangents(&tangents, tape);                                                         \
    }                                                                                              \
    static struct forward_again again_forward_##name(EXPAND parameters, INNER_PHASES,              \
                                                     OUTER_PHASES)                                 \
    {                                                                                              \
        UNLESS_CALL_AGAIN(name, SHADOWS(OUT), SHADOWS(IN));                                        \
        FORWARD_COLLECTIVE((check_linear(&all), name arguments), CALL, OUT, IN);                   \
        return forward_twice(code);                                                                \
    }                                                                                              \
    REGISTER_AGAIN(augmented, name, SENDS(out), RECEIVES(in));                                     \
    REGISTER_AGAIN(reverse, name, SENDS(din), RECEIVES(dout), RECEIVES(din));                      \
    REGISTER_AGAIN(forward, name, SENDS(out), SENDS(dout), RECEIVES(in), RECEIVES(din));

#define DEFINE_BCAST_AGAIN(name, parameters, arguments, CALL, OUT, IN, ...)                        \
    DEFINE_COLLECTIVE_AT(name, parameters, arguments, CALL, OUT, IN, 0, 1, 0, 1)
/* Where `in` is the macros below say, which are to be expanded first. */
#define DEFINE_COLLECTIVE_AGAIN(...) DEFINE_COLLECTIVE_OF(__VA_ARGS__)
#define DEFINE_COLLECTIVE_OF(name, parameters, arguments, CALL, OUT, IN, sends, in, din)           \
    DEFINE_COLLECTIVE_AT(name, parameters, arguments, CALL, OUT, IN, 0, 1, in, din)
#undef SENT_AND_RECEIVED
#undef IN_3
#undef IN_4
#define SENT_AND_RECEIVED 0, 2, 3
#define IN_3              6, 7
#define IN_4              8, 9

#define DEFINE_AGAIN(P)                                                                            \
    DEFINE_SEND_AGAIN(P##Send, P##Send)                                                            \
    DEFINE_SEND_AGAIN(P##Ssend, P##Ssend)                                                          \
    DEFINE_SEND_AGAIN(P##Rsend, P##Rsend)                                                          \
    DEFINE_SEND_AGAIN(P##Bsend, send_in_background)                                                \
    DEFINE_RECEIVE_AGAIN(P##Recv)                                                                  \
    DEFINE_EXCHANGE_AGAIN(P##Sendrecv, (EXCHANGE_PARAMETERS), EXCHANGE, dout, din, 0, 1, 10, 11)   \
    DEFINE_EXCHANGE_AGAIN(P##Sendrecv_replace, (REPLACE_PARAMETERS), REPLACE, dbuf, dbuf, 0, 1, 0, \
                          1)                                                                       \
    DEFINE_START_SEND_AGAIN(P##Isend, P##Isend)                                                    \
    DEFINE_START_SEND_AGAIN(P##Issend, P##Issend)                                                  \
    DEFINE_START_SEND_AGAIN(P##Irsend, P##Irsend)                                                  \
    DEFINE_START_SEND_AGAIN(P##Ibsend, start_in_background)                                        \
    DEFINE_START_RECEIVE_AGAIN(P##Irecv)                                                           \
    DEFINE_WAITINGS(P)                                                                             \
    BCAST(DEFINE_BCAST_AGAIN, P##Bcast)                                                            \
    DEFINE_OTHERS(DEFINE_COLLECTIVE_AGAIN, P)
DEFINE_AGAIN(MPI_)
DEFINE_AGAIN(PMPI_)

#endif
