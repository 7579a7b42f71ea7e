/* Collective calls that do not block.
 *
 * Reverse mode: where the call completes, the adjoints of what was received are taken, and its
 * transpose begins as soon as it has its turn (collectives.h); where it was started, the adjoints
 * of what was sent are waited for. Forward mode: the map of the tangents is started and completed
 * with the call. For the partial derivatives of a product, a maximum or a minimum all processes
 * get the numbers of all, in a call that does not block either. */
#ifndef ENZCC_BUNDLE_MPI_STARTED_H
#define ENZCC_BUNDLE_MPI_STARTED_H
#include "collectives.h"
#include "requests.h"

/* A map of one direction, or its transpose. */
struct started_map {
    struct collective call;
    void *sent, *received;
    struct flight flight;
};

struct started {
    struct operation operation; /* the first member */
    struct kept_collective *kept;
    struct started_map map; /* of the call itself */
    /* Products and extremes: what all processes send, and this one. */
    void *all, *mine;
    int *places; /* MPI_MAXLOC and its like: the integers of all, in the order of the numbers */
    struct flight gathering;
    int n, landed; /* directions, and the transposes that were waited for */
    struct started_map *maps;
};

/* ---- products and extremes ------------------------------------------------------------------- */

static size_t numbers_sent(const struct started_map *m)
{
    return part_reals(&m->call.sent, m->call.element);
}

/* Numbers and the integers beside them, first all numbers. */
static size_t pair_bytes(const struct started_map *m)
{
    return numbers_sent(m) * (real_size(m->call.element) + sizeof(int));
}

static void *pairs_sent(const struct started_map *m)
{
    const struct collective *c = &m->call;
    size_t n = numbers_sent(m), number = real_size(c->element), pair = number + sizeof(int);
    struct buffer b = buffer_of(c->sent.at, c->sent.count * c->sent.n, c->sent.type, c->element);
    char *bytes = packed_bytes(&b), *apart = allocate(n * pair);
    for (size_t i = 0; i < n; i++) {
        memcpy(apart + i * number, bytes + i * pair, number);
        memcpy(apart + n * number + i * sizeof(int), bytes + i * pair + number, sizeof(int));
    }
    free(bytes);
    return apart;
}

static void *start_gathering_pairs(const struct started_map *m, const void *mine, struct flight *f)
{
    const struct collective *c = &m->call;
    int size = int_of(pair_bytes(m));
    void *all = allocate((size_t)size * (size_t)c->size);
    PMPI_Iallgather(mine, size, MPI_BYTE, all, size, MPI_BYTE, c->comm, &f->request);
    return all;
}

/* Of all processes, the numbers apart from the integers. */
static void split_pairs(struct started *s)
{
    size_t n = numbers_sent(&s->map), numbers = n * real_size(s->map.call.element),
           places = n * sizeof(int), processes = (size_t)s->map.call.size;
    char *all = s->all, *only = allocate(numbers * processes);
    s->places = allocate(places * processes);
    for (size_t r = 0; r < processes; r++) {
        const char *of = all + r * (numbers + places);
        memcpy(only + r * numbers, of, numbers);
        memcpy(s->places + r * n, of + numbers, places);
    }
    free(all);
    s->all = only;
}

static void *start_gathering(const struct started_map *m, const void *mine, struct flight *f)
{
    const struct collective *c = &m->call;
    int n = int_of(numbers_sent(m));
    void *all = allocate((size_t)n * (size_t)c->size * real_size(c->element));
    PMPI_Iallgather(mine, n, c->real, all, n, c->real, c->comm, &f->request);
    return all;
}

/* Of pairs with equal numbers the one with the smaller integer counts. */
static bool is_place_before(const struct started *s, size_t pair, size_t other)
{
    return s->places && s->places[pair] < s->places[other];
}

/* The process that has the extreme of x[0], x[n], ..., which are number i of each. */
#define FIRST(s, c, x, n, i, first)                                                                \
    size_t first = 0;                                                                              \
    for (size_t r = 1; r < (size_t)(c)->size; r++)                                                 \
        if (is_largest(c) ? (x)[r * (n)] > (x)[first * (n)] : (x)[r * (n)] < (x)[first * (n)])     \
            first = r;                                                                             \
        else if ((x)[r * (n)] == (x)[first * (n)] &&                                               \
                 is_place_before(s, r * (n) + (i), first * (n) + (i)))                             \
    first = r

/* The partial derivatives by what this process has sent. */
static void factors_of_all(const struct started *s, void *factors)
{
    const struct collective *c = &s->map.call;
    size_t n = numbers_sent(&s->map);
#define FACTORS(T)                                                                                 \
    for (size_t i = 0; i < n; i++) {                                                               \
        const T *x = (const T *)s->all + i;                                                        \
        T product = 1;                                                                             \
        FIRST(s, c, x, n, i, first);                                                               \
        for (int r = 0; r < c->size; r++)                                                          \
            product *= r == c->rank ? 1 : x[r * n];                                                \
        ((T *)factors)[i] = is_extreme(c) ? first == (size_t)c->rank : product;                    \
    }
    FOR_REALS(c->element, FACTORS)
}

/* From the tangents of all processes those of the result. */
static void combine_tangents(const struct started *s, const void *all, void *to)
{
    const struct collective *c = &s->map.call;
    size_t n = numbers_sent(&s->map);
#define COMBINE(T)                                                                                 \
    for (size_t i = 0; i < n; i++) {                                                               \
        const T *x = (const T *)s->all + i, *t = (const T *)all + i;                               \
        T product = 1, tangent = 0;                                                                \
        FIRST(s, c, x, n, i, first);                                                               \
        for (int r = 0; r < c->size; r++) {                                                        \
            tangent = tangent * x[r * n] + product * t[r * n];                                     \
            product *= x[r * n];                                                                   \
        }                                                                                          \
        ((T *)to)[i] = is_extreme(c) ? t[first * n] : tangent;                                     \
    }
    FOR_REALS(c->element, COMBINE)
}

/* The same of a scan. */
static void scan_tangents(const struct started *s, const void *all, void *to)
{
    const struct collective *c = &s->map.call;
    void *rows = allocate(factor_bytes(c));
    fill_rows(c, s->all, rows, numbers_sent(&s->map));
    add_rows(c, rows, all, to);
    free(rows);
}

/* Of numbers of all blocks, those that this process receives. */
static void *own_block(const struct collective *c, void *numbers)
{
    size_t before = 0, size = part_reals(&c->received, c->element);
    if (c->kind == &kind_Reduce_scatter_block)
        before = size * (size_t)c->rank;
    if (c->kind == &kind_Reduce_scatter) {
        struct layout l = layout_of_blocks(c);
        before = (size_t)l.displs[c->rank];
        free_layout_after(NULL, &l);
    }
    return memmove(numbers, (char *)numbers + before * real_size(c->element),
                   size * real_size(c->element));
}

static void start_factors(struct started *s)
{
    const struct collective *c = &s->map.call;
    if (!has_factors(c))
        return;
    s->mine = is_pair(c) ? pairs_sent(&s->map) : part_numbers(&c->sent, c->sent.at, c->element);
    s->all =
        (is_pair(c) ? start_gathering_pairs : start_gathering)(&s->map, s->mine, &s->gathering);
}

static void finish_factors(struct started *s)
{
    if (!s->all)
        return;
    land(&s->gathering);
    if (is_pair(&s->map.call))
        split_pairs(s);
    if (s->kept && has_rows(&s->map.call))
        fill_rows(&s->map.call, s->all, s->kept->factors, numbers_sent(&s->map));
    else if (s->kept)
        factors_of_all(s, s->kept->factors);
}

static void free_factors(struct started *s)
{
    free(s->all), free(s->mine), free(s->places);
    s->all = s->mine = NULL;
    s->places = NULL;
}

/* ---- requests -------------------------------------------------------------------------------- */

static int nothing_received(void *extra, MPI_Status *status)
{
    (void)extra;
    PMPI_Status_set_elements(status, MPI_BYTE, 0);
    PMPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int nothing_to_free(void *extra)
{
    (void)extra;
    return MPI_SUCCESS;
}

static int nothing_to_cancel(void *extra, int complete)
{
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

/* Libraries give one request for all that is complete at once, but here each must be known: one of
 * its own takes its place. */
static void own_request(MPI_Request *request)
{
    int complete = 0;
    PMPI_Request_get_status(*request, &complete, MPI_STATUS_IGNORE);
    if (!complete)
        return;
    PMPI_Wait(request, MPI_STATUS_IGNORE);
    PMPI_Grequest_start(nothing_received, nothing_to_free, nothing_to_cancel, NULL, request);
    PMPI_Grequest_complete(*request);
}

static int add_started(struct started *s, int code, MPI_Request *request)
{
    if (s->operation.kind)
        own_request(request);
    add_operation(&s->operation, *request);
    return code;
}

/* ---- reverse mode ---------------------------------------------------------------------------- */

static void begin_transposes(void *started)
{
    struct started *s = started;
    for (int d = 0; d < s->n; d++) {
        struct started_map *m = &s->maps[d];
        const struct collective *c = &m->call;
        m->sent = allocate_zeros(part_reals(&c->sent, c->element) * real_size(c->element));
        if (has_rows(c))
            scan_rows_back(c, s->kept->factors, m->received, m->sent, &m->flight);
        else
            c->kind->adjoint(c, m->received, m->sent, &m->flight);
    }
}

static void complete_recorded(struct operation *o)
{
    struct started *s = (struct started *)o;
    finish_factors(s);
    free_factors(s);
    end_turn(s->map.call.comm, &s->kept->turn);
}

/* Called once per direction. */
static void reverse_complete(const char *function, struct operation *o)
{
    struct started *s = (struct started *)o;
    struct started_map *m = &s->maps[o->reversed++ % s->n];
    const struct collective *c = &m->call;
    (void)function;
    m->received = part_numbers(&c->received, c->received.shadow, c->element);
    clear_part(&c->received, c->element);
    if (o->reversed % s->n)
        return;
    s->kept->turn.ready = true;
    begin_turns(&s->kept->turn);
}

static const struct operation_kind kind_recorded = {complete_recorded, reverse_complete, NULL};

static struct started *start_recorded_call(const struct collective *c, void *on)
{
    struct started *s = new_tape(on, sizeof *s);
    s->map.call = *c;
    s->kept = keep_collective(c, on);
    if (c->element == ELEMENT_INTEGER)
        return s;
    use_kept(&s->map.call, s->kept);
    if (has_factors(c))
        s->kept->factors = enz_rt_tape_alloc(on, factor_bytes(c) + 1);
    s->maps = new_tape(on, (size_t)directions.n * sizeof *s->maps);
    s->kept->turn.begin = begin_transposes, s->kept->turn.call = s;
    s->operation.kind = &kind_recorded;
    start_factors(s);
    take_turn(c->comm, &s->kept->turn, true);
    return s;
}

/* c: the call with the shadows of the next direction. */
static void record_direction(struct started *s, const struct collective *c)
{
    if (!s->operation.kind)
        return;
    struct started_map *m = &s->maps[s->n++];
    m->call = *c;
    use_kept(&m->call, s->kept);
}

static void reverse_started(struct started *s)
{
    if (!s->operation.kind)
        return;
    if (!s->operation.complete || !s->kept->turn.begun)
        stop(s->map.call.function, "the call is not completed in differentiated code");
    struct started_map *m = &s->maps[s->landed++ % s->n];
    const struct collective *c = &m->call;
    land(&m->flight);
    if (!has_rows(c))
        apply_factors(c, s->kept->factors, m->sent);
    add_part(c->function, &c->sent, m->sent, c->element);
    free(m->received), free(m->sent);
}

/* ---- forward mode ---------------------------------------------------------------------------- */

static void complete_forward_call(struct operation *o)
{
    struct started *s = (struct started *)o;
    finish_factors(s);
    for (int d = 0; d < s->n; d++) {
        struct started_map *m = &s->maps[d];
        const struct collective *c = &m->call;
        land(&m->flight);
        if (s->all) {
            void *tangents = allocate(numbers_sent(m) * real_size(c->element));
            (has_rows(c) ? scan_tangents : combine_tangents)(s, m->received, tangents);
            free(m->received);
            m->received = has_rows(c) ? tangents : own_block(c, tangents);
        }
        spread_part(&c->received, m->received, c->element);
    }
}

static void discard_forward_call(struct operation *o)
{
    struct started *s = (struct started *)o;
    for (int d = 0; d < s->n; d++)
        free(s->maps[d].sent), free(s->maps[d].received);
    free_factors(s);
    free(s->maps);
    s->maps = NULL, s->n = 0;
}

static const struct operation_kind kind_forward = {complete_forward_call, NULL,
                                                   discard_forward_call};

static struct started *start_forward_call(const struct collective *c)
{
    struct started *s = allocate_zeros(sizeof *s);
    s->operation.forward = true;
    s->map.call = *c;
    if (c->element == ELEMENT_INTEGER)
        return s;
    s->operation.kind = &kind_forward;
    s->maps = allocate_zeros((size_t)directions.n * sizeof *s->maps);
    start_factors(s);
    return s;
}

/* c: the call with the shadows of the next direction. */
static void start_tangents(struct started *s, const struct collective *c)
{
    if (!s->operation.kind)
        return;
    struct started_map *m = &s->maps[s->n++];
    m->call = *c;
    m->sent = part_numbers(&c->sent, c->sent.shadow, c->element);
    if (s->all) {
        m->received = start_gathering(m, m->sent, &m->flight);
        return;
    }
    m->received = allocate(part_reals(&c->received, c->element) * real_size(c->element));
    c->kind->tangent(c, m->sent, m->received, &m->flight);
}

/* ---- rules ----------------------------------------------------------------------------------- */

#define DEFINE_STARTED(name, parameters, arguments, CALL_OF, OUT, IN, ...)                         \
    static struct kept_status augmented_##name(EXPAND parameters, D(MPI_Request *, request),       \
                                               void *on, int64_t phases)                           \
    {                                                                                              \
        PHASED(name, OUT, IN);                                                                     \
        const struct collective all = CALL_OF;                                                     \
        struct started *s = start_recorded_call(&all, on);                                         \
        int code = name(EXPAND arguments, request);                                                \
        for (int d = 0; d < directions.n; d++) {                                                   \
            OUT = (void *)directions.sent[d], IN = directions.received[d];                         \
            const struct collective c = CALL_OF;                                                   \
            record_direction(s, &c);                                                               \
        }                                                                                          \
        directions.n = 0;                                                                          \
        return (struct kept_status){s, add_started(s, code, request)};                             \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, D(MPI_Request *, request), void *tape)           \
    {                                                                                              \
        reverse_started(tape);                                                                     \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, D(MPI_Request *, request),      \
                                                int64_t phases)                                    \
    {                                                                                              \
        if (!is_call(#name, phases, OUT, IN))                                                      \
            return (struct forward_status){0, 0};                                                  \
        const struct collective all = CALL_OF;                                                     \
        struct started *s = start_forward_call(&all);                                              \
        int code = name(EXPAND arguments, request);                                                \
        for (int d = 0; d < directions.n; d++) {                                                   \
            OUT = (void *)directions.sent[d], IN = directions.received[d];                         \
            const struct collective c = CALL_OF;                                                   \
            start_tangents(s, &c);                                                                 \
        }                                                                                          \
        return forward_result(add_started(s, code, request));                                      \
    }                                                                                              \
    REGISTER_PHASED(name, __VA_ARGS__)

#define DEFINE_NOT_BLOCKING(P)                                                                     \
    BCAST(DEFINE_STARTED, P##Ibcast)                                                               \
    REDUCE(DEFINE_STARTED, P##Ireduce)                                                             \
    REDUCE_TO_ALL(DEFINE_STARTED, P##Iallreduce, kind_Allreduce)                                   \
    REDUCE_TO_ALL(DEFINE_STARTED, P##Ireduce_scatter_block, kind_Reduce_scatter_block)             \
    REDUCE_TO_ALL(DEFINE_STARTED, P##Iscan, kind_Scan)                                             \
    REDUCE_TO_ALL(DEFINE_STARTED, P##Iexscan, kind_Exscan)                                         \
    REDUCE_SCATTER(DEFINE_STARTED, P##Ireduce_scatter)                                             \
    MOVEMENT(DEFINE_STARTED, P##Igather, kind_Gather, ONE, ONE, ROOTED, IN_3)                      \
    MOVEMENT(DEFINE_STARTED, P##Igatherv, kind_Gather, ONE, MANY, ROOTED, IN_3)                    \
    MOVEMENT(DEFINE_STARTED, P##Iscatter, kind_Scatter, ONE, ONE, ROOTED, IN_3)                    \
    MOVEMENT(DEFINE_STARTED, P##Iscatterv, kind_Scatter, MANY, ONE, ROOTED, IN_4)                  \
    MOVEMENT(DEFINE_STARTED, P##Iallgather, kind_Allgather, ONE, ONE, ALL, IN_3)                   \
    MOVEMENT(DEFINE_STARTED, P##Iallgatherv, kind_Allgather, ONE, MANY, ALL, IN_3)                 \
    MOVEMENT(DEFINE_STARTED, P##Ialltoall, kind_Alltoall, ONE, ONE, ALL, IN_3)                     \
    MOVEMENT(DEFINE_STARTED, P##Ialltoallv, kind_Alltoallv, MANY, MANY, ALL, IN_4)                 \
    MOVEMENT(DEFINE_STARTED, P##Ialltoallw, kind_Alltoallw, TYPED, TYPED, ALL, IN_4)
DEFINE_NOT_BLOCKING(MPI_)
DEFINE_NOT_BLOCKING(PMPI_)

/* ---- MPI_Ibarrier ---------------------------------------------------------------------------- */

#define DEFINE_STARTED_BARRIER(name)                                                               \
    static struct kept_status augmented_##name(D(MPI_Comm, comm), D(MPI_Request *, request),       \
                                               void *on)                                           \
    {                                                                                              \
        struct operation *o = new_tape(on, sizeof *o);                                             \
        int code = name(comm, request);                                                            \
        add_operation(o, *request);                                                                \
        return (struct kept_status){o, code};                                                      \
    }                                                                                              \
    static void reverse_##name(D(MPI_Comm, comm), D(MPI_Request *, request), void *tape)           \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(D(MPI_Comm, comm), D(MPI_Request *, request),      \
                                                int64_t phases)                                    \
    {                                                                                              \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        struct operation *o = allocate_zeros(sizeof *o);                                           \
        o->forward = true;                                                                         \
        int code = name(comm, request);                                                            \
        add_operation(o, *request);                                                                \
        return (struct forward_status){code, 0};                                                   \
    }                                                                                              \
    REGISTER(name)
DEFINE_STARTED_BARRIER(MPI_Ibarrier)
DEFINE_STARTED_BARRIER(PMPI_Ibarrier)

#endif
