/* One-sided communication: windows, MPI_Put, MPI_Get, MPI_Accumulate, and fences.
 *
 * Beside a window of the program there is one for each direction, of tangents or adjoints. Both
 * modes note the transfers of an epoch. Nothing that one changes is accessed by another of the same
 * epoch, or otherwise (MPI 3.1, 11.7), so that all of them can be done together: in forward mode
 * with tangents at the fence that ends the epoch, in reverse mode where the reverse sweep comes to
 * that fence:
 *
 *   MPI_Get                    adjoints of what arrived are added to the shadow of the window
 *   MPI_Accumulate, sum        adjoints are read there, and added to those of what was sent
 *   MPI_Put, MPI_Accumulate,   the same, and the shadow of the window is zero from there on
 *     replace
 *
 * between two fences, so that every process is there. What was read is added where the reverse
 * sweep comes to the call, since the program may have used the numbers between that and the fence.
 * Of several processes that replace a number in one epoch nobody knows which one did so last: what
 * replaces leaves a mark, by which another one sees that it was not alone.
 *
 * The memory of a window beside that of MPI_Win_allocate is the shadow of the program's memory.
 * That of MPI_Win_create is copied, to memory of the library and back, as MPICH 4.0 may take a
 * window to begin in front of its memory: where that does not begin at a multiple of 16 bytes, or
 * is in what was part of another window. */
#ifndef ENZCC_BUNDLE_MPI_WINDOWS_H
#define ENZCC_BUNDLE_MPI_WINDOWS_H
#include "handles.h"

enum transfer_kind { TRANSFER_PUT, TRANSFER_GET, TRANSFER_ADD, TRANSFER_REPLACE };

struct window {
    MPI_Win win;
    MPI_Comm comm;
    int n; /* directions */
    int rank;
    size_t bytes;
    MPI_Win *shadows; /* per direction: a window over adjoints or tangents, */
    void **memories;  /* its memory, */
    void **own;       /* and the shadow memory that this stands for; NULL: none, or it is that */
    bool freed;       /* by the program */
    bool forward;     /* mode: from the heap */
    int reversed;     /* directions that the reverse sweep is through with */
    struct transfer *last; /* of the epoch that is open */
    struct window *next;
};

static struct window *windows;

/* What is at the other end. */
struct target {
    MPI_Aint at;
    int count;
    MPI_Datatype type;
};

struct transfer {
    enum transfer_kind kind;
    struct point point; /* at this end; the peer is the target */
    struct target target;
    enum element element;
    MPI_Datatype leaf; /* of which both types are made */
    size_t reals;
    void **shadows; /* of the buffer, per direction */
    void **numbers; /* adjoints that came or went, per direction */
    void *marks, *zeros;
    int reversed; /* directions whose adjoints came */
    bool complete;
    struct transfer *before; /* in its epoch */
};

/* ---- windows --------------------------------------------------------------------------------- */

static struct window *find_window(MPI_Win win)
{
    struct window *w = windows;
    while (w && w->win != win)
        w = w->next;
    return w;
}

static void remove_window(struct window *w)
{
    for (struct window **at = &windows; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            return;
        }
}

/* Its own communicator has no attributes of the program's. */
static struct window *add_window(MPI_Win win, MPI_Comm comm, MPI_Aint size, void *on)
{
    struct window *w = on ? new_tape(on, sizeof *w) : allocate_zeros(sizeof *w);
    w->forward = !on;
    PMPI_Comm_rank(comm, &w->rank);
    PMPI_Comm_split(comm, 0, w->rank, &w->comm);
    w->win = win, w->n = directions.n, w->bytes = (size_t)size;
    w->shadows = allocate_zeros((size_t)w->n * sizeof *w->shadows);
    w->memories = allocate_zeros((size_t)w->n * sizeof *w->memories);
    w->own = allocate_zeros((size_t)w->n * sizeof *w->own);
    w->next = windows;
    windows = w;
    return w;
}

static void *add_shadow(struct window *w, int d, int unit)
{
    PMPI_Win_allocate((MPI_Aint)w->bytes, unit, MPI_INFO_NULL, w->comm, &w->memories[d],
                      &w->shadows[d]);
    return w->bytes ? memset(w->memories[d], 0, w->bytes) : w->memories[d];
}

static void copy_in(const struct window *w, int d)
{
    if (w->own[d])
        memcpy(w->memories[d], w->own[d], w->bytes);
}

static void copy_out(const struct window *w, int d)
{
    if (w->own[d])
        memcpy(w->own[d], w->memories[d], w->bytes);
}

static void free_shadows(struct window *w)
{
    for (int d = 0; d < w->n; d++)
        PMPI_Win_free(&w->shadows[d]);
    PMPI_Comm_free(&w->comm);
    free(w->shadows), free(w->memories), free(w->own);
}

/* Forward mode: the program frees a window where nothing is differentiated. */
static int discard_window(MPI_Win win, int key, void *window, void *extra)
{
    struct window *w = window;
    (void)win, (void)key, (void)extra;
    if (w->freed)
        return MPI_SUCCESS;
    remove_window(w);
    free_shadows(w);
    free(w);
    return MPI_SUCCESS;
}

static int copy_no_window(MPI_Win win, int key, void *extra, void *from, void *to, int *copied)
{
    (void)win, (void)key, (void)extra, (void)from, (void)to;
    *copied = 0;
    return MPI_SUCCESS;
}

static void watch_window(struct window *w)
{
    static int key;
    static bool has_key;
    if (!has_key)
        PMPI_Win_create_keyval(copy_no_window, discard_window, &key, NULL);
    has_key = true;
    PMPI_Win_set_attr(w->win, key, w);
}

struct memory {
    void *base;
    MPI_Aint size;
    int unit;
};

static struct kept_window {
    struct window *window;
    int status;
} create_window(const struct memory *m, MPI_Info info, MPI_Comm comm, MPI_Win *win, void *on)
{
    int code = PMPI_Win_create(m->base, m->size, m->unit, info, comm, win);
    if (code != MPI_SUCCESS)
        return (struct kept_window){NULL, code};
    struct window *w = add_window(*win, comm, m->size, on);
    for (int d = 0; d < w->n; d++) {
        add_shadow(w, d, m->unit);
        w->own[d] = shadow_of(m->base, directions.received[d]);
    }
    if (!on)
        watch_window(w);
    return (struct kept_window){w, code};
}

/* The pointer is where m->base points to, and its shadows in those of that place. */
static struct kept_window allocate_window(const struct memory *m, MPI_Info info, MPI_Comm comm,
                                          MPI_Win *win, void *on)
{
    int code = PMPI_Win_allocate(m->size, m->unit, info, comm, m->base, win);
    if (code != MPI_SUCCESS)
        return (struct kept_window){NULL, code};
    struct window *w = add_window(*win, comm, m->size, on);
    for (int d = 0; d < w->n; d++) {
        void *memory = add_shadow(w, d, m->unit),
             **place = shadow_of(m->base, directions.received[d]);
        if (place)
            *place = memory;
    }
    if (!on)
        watch_window(w);
    return (struct kept_window){w, code};
}

/* In reverse mode what the window stands for stays until the reverse sweep comes to where it was
 * made: it may read what is in the memory. */
static int free_window(const char *function, MPI_Win *win)
{
    struct window *w = find_window(*win);
    if (!w)
        stop(function, "a window that was not made in differentiated code");
    if (w->last)
        stop(function, "a transfer that is not complete: MPI_Win_fence comes first");
    remove_window(w);
    w->freed = true;
    if (!w->forward) {
        PMPI_Barrier(w->comm);
        *win = MPI_WIN_NULL;
        return MPI_SUCCESS;
    }
    int code = PMPI_Win_free(win);
    free_shadows(w);
    free(w);
    return code;
}

/* Per direction. */
static void reverse_window(struct window *w)
{
    if (!w || ++w->reversed < w->n)
        return;
    if (w->last)
        stop("MPI_Win_create", "a transfer that is not complete: MPI_Win_fence comes first");
    if (!w->freed)
        remove_window(w);
    free_shadows(w);
    if (w->freed)
        PMPI_Win_free(&w->win);
}

#define DEFINE_WINDOW(name, parameters, create, buffers)                                           \
    static struct kept_status augmented_##name(EXPAND parameters, void *on, int64_t phases)        \
    {                                                                                              \
        PHASED(name, NULL, dbase);                                                                 \
        const struct memory m = {base, size, unit};                                                \
        struct kept_window k = create(&m, info, comm, win, on);                                    \
        directions.n = 0;                                                                          \
        return (struct kept_status){k.window, k.status};                                           \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, void *tape)                                      \
    {                                                                                              \
        reverse_window(tape);                                                                      \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, int64_t phases)                 \
    {                                                                                              \
        const struct memory m = {base, size, unit};                                                \
        if (!is_call(#name, phases, NULL, dbase))                                                  \
            return (struct forward_status){0, 0};                                                  \
        return forward_result(create(&m, info, comm, win, NULL).status);                           \
    }                                                                                              \
    REGISTER_PHASED(name, (void *)buffers)
#define DEFINE_WINDOWS(P)                                                                          \
    DEFINE_WINDOW(P##Win_create,                                                                   \
                  (D(void *, base), D(MPI_Aint, size), D(int, unit), D(MPI_Info, info),            \
                   D(MPI_Comm, comm), D(MPI_Win *, win)),                                          \
                  create_window, "receives_0")                                                     \
    DEFINE_WINDOW(P##Win_allocate,                                                                 \
                  (D(MPI_Aint, size), D(int, unit), D(MPI_Info, info), D(MPI_Comm, comm),          \
                   D(void *, base), D(MPI_Win *, win)),                                            \
                  allocate_window, "receives_4")
DEFINE_WINDOWS(MPI_)
DEFINE_WINDOWS(PMPI_)

#define DEFINE_WINDOW_FREE(name)                                                                   \
    static struct kept_status augmented_##name(D(MPI_Win *, win), void *on)                        \
    {                                                                                              \
        return (struct kept_status){NULL, free_window(#name, win)};                                \
    }                                                                                              \
    static void reverse_##name(D(MPI_Win *, win), void *tape)                                      \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(D(MPI_Win *, win), int64_t phases)                 \
    {                                                                                              \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        return (struct forward_status){free_window(#name, win), 0};                                \
    }                                                                                              \
    REGISTER(name)
DEFINE_WINDOW_FREE(MPI_Win_free)
DEFINE_WINDOW_FREE(PMPI_Win_free)

/* ---- transfers ------------------------------------------------------------------------------- */

/* The predefined type that a type is made of, which has a derivative. */
static MPI_Datatype leaf_of(MPI_Datatype type)
{
    struct contents c;
    enum element e;
    MPI_Datatype leaf = type;
    if (find_element(type, &e) || !get_contents(type, &c))
        return type;
    for (int i = c.types; i-- > 0;)
        if (c.types == 1 || repetitions(type, &c, i))
            leaf = leaf_of(c.inner[i]);
    free_contents(&c);
    return leaf;
}

static int leaf_count(const struct transfer *t)
{
    return int_of(t->reals * real_size(t->element) / bytes_of(1, t->leaf));
}

static void check_transfer(const struct window *w, const struct transfer *t)
{
    const char *function = t->point.function;
    struct buffer at_target = buffer_of(NULL, t->target.count, t->target.type, t->element);
    if (!w)
        stop(function, "a window that was not made in differentiated code");
    if (is_mixed(t->element))
        stop(function, "a type with integers beside numbers: transfer them by a call for each");
    if (element_of(t->target.type) != t->element || at_target.reals != t->reals)
        stop(function, "another type or number of elements at the target than here");
    if (t->kind == TRANSFER_GET)
        check_places(function, &at_target);
}

static struct transfer describe_transfer(enum transfer_kind kind, const struct point *p,
                                         const struct target *target)
{
    struct transfer t = {.kind = kind, .point = *p, .target = *target, .element = point_element(p)};
    if (t.element == ELEMENT_INTEGER)
        return t;
    t.reals = buffer_of(p->at, p->count, p->type, t.element).reals;
    t.leaf = leaf_of(p->type);
    return t;
}

/* An operation of MPI_Accumulate on numbers. */
static enum transfer_kind kind_of(const struct point *p, MPI_Op op)
{
    if (op != MPI_SUM && op != MPI_REPLACE && point_element(p) != ELEMENT_INTEGER)
        stop(p->function, "an operation without rule: there are rules of MPI_SUM and MPI_REPLACE");
    return op == MPI_SUM ? TRANSFER_ADD : TRANSFER_REPLACE;
}

/* ---- reverse mode ---------------------------------------------------------------------------- */

/* on: NULL in forward mode, in which the memory is that of the heap. */
static void *transfer_memory(void *on, size_t size)
{
    return on ? new_tape(on, size + 1) : allocate_zeros(size);
}

static struct transfer *keep_transfer(const struct transfer *t, MPI_Win win, void *on)
{
    struct window *w = find_window(win);
    size_t size = (size_t)directions.n * sizeof(void *);
    if (t->element == ELEMENT_INTEGER)
        return on ? memcpy(new_tape(on, sizeof *t), t, sizeof *t) : NULL;
    check_transfer(w, t);
    struct transfer *k = memcpy(transfer_memory(on, sizeof *k), t, sizeof *k);
    k->shadows = transfer_memory(on, size), k->numbers = transfer_memory(on, size);
    for (int d = 0; d < directions.n; d++)
        k->shadows[d] = shadow_of(t->point.at, directions.received[d]);
    k->before = w->last;
    w->last = k;
    open_transfers++;
    return k;
}

/* Numbers that stand for "process `rank` took what was here": not-a-number, with another payload
 * than any operation makes. */
static void *marks_for(const struct transfer *t, int rank)
{
    size_t size = real_size(t->element);
    char *marks = allocate_zeros(t->reals * size);
    union {
        uint32_t of_float;
        uint64_t of_double;
        struct {
            uint64_t mantissa;
            uint16_t exponent;
        } of_long_double;
    } mark = {0};
    uint32_t payload = (uint32_t)rank + 1;
    switch (real_of(t->element)) {
    case ELEMENT_FLOAT: mark.of_float = 0x7fd00000u | payload; break;
    case ELEMENT_DOUBLE: mark.of_double = 0x7ff8e72a00000000u | payload; break;
    default:
        mark.of_long_double.mantissa = 0xc000e72a00000000u | payload;
        mark.of_long_double.exponent = 0x7fff;
    }
    for (size_t i = 0; i < t->reals; i++)
        memcpy(marks + i * size, &mark, size < sizeof mark ? size : sizeof mark);
    return marks;
}

/* Bytes of a number that count. */
static size_t significant(enum element e)
{
    return real_of(e) == ELEMENT_LONG_DOUBLE ? 10 : real_size(e);
}

/* A mark of any process: it differs from this one's in the payload only. */
static bool is_mark(const struct transfer *t, const char *number, const char *mark)
{
    size_t payload = real_of(t->element) == ELEMENT_FLOAT ? 2 : 4;
    return significant(t->element) > payload && number[payload] == mark[payload] &&
           !memcmp(number + payload + 1, mark + payload + 1,
                   (real_of(t->element) == ELEMENT_LONG_DOUBLE ? 8 : significant(t->element)) -
                       payload - 1);
}

/* What another process has taken cannot be told apart from what this one should have. What this one
 * has taken belongs to a later call of its own: calls of one process are in order. */
static void check_marks(struct transfer *t, char *numbers)
{
    size_t size = real_size(t->element), n = significant(t->element);
    for (size_t i = 0; i < t->reals; i++) {
        const char *number = numbers + i * size, *mark = (const char *)t->marks + i * size;
        if (!memcmp(number, mark, n))
            memset(numbers + i * size, 0, size);
        else if (is_mark(t, number, mark))
            stop(t->point.function, "a number that several processes replace in one epoch: MPI "
                                    "does not say which one is the last");
    }
}

/* The first half: adjoints go, or come. */
static void begin_reverse(struct transfer *t, const struct window *w, int d)
{
    const struct point *p = &t->point;
    const struct target *to = &t->target;
    struct buffer b = shadow_buffer(p->at, t->shadows[d], p->count, p->type, t->element);
    MPI_Win win = w->shadows[d];
    int n = leaf_count(t);
    void *numbers = t->numbers[d] = allocate(buffer_bytes(&b));
    switch (t->kind) {
    case TRANSFER_GET:
        gather(&b, numbers);
        clear(&b, b.reals);
        PMPI_Accumulate(numbers, n, t->leaf, p->peer, to->at, to->count, to->type, MPI_SUM, win);
        break;
    case TRANSFER_REPLACE:
        t->marks = marks_for(t, w->rank);
        PMPI_Get_accumulate(t->marks, n, t->leaf, numbers, n, t->leaf, p->peer, to->at, to->count,
                            to->type, MPI_REPLACE, win);
        break;
    default: PMPI_Get(numbers, n, t->leaf, p->peer, to->at, to->count, to->type, win);
    }
}

/* The second half: what was overwritten has no adjoint. */
static void end_reverse(struct transfer *t, const struct window *w, int d)
{
    const struct target *to = &t->target;
    if (t->kind == TRANSFER_GET) {
        free(t->numbers[d]);
        t->numbers[d] = NULL;
    }
    if (t->kind == TRANSFER_REPLACE)
        check_marks(t, t->numbers[d]);
    if (t->kind != TRANSFER_PUT && t->kind != TRANSFER_REPLACE)
        return;
    t->zeros = allocate_zeros(t->reals * real_size(t->element));
    PMPI_Put(t->zeros, leaf_count(t), t->leaf, t->point.peer, to->at, to->count, to->type,
             w->shadows[d]);
}

static void free_temporaries(struct transfer *t)
{
    free(t->marks), free(t->zeros);
    t->marks = t->zeros = NULL;
}

struct epoch {
    struct window *window;
    struct transfer *last;
    int reversed; /* directions */
};

static void reverse_epoch(struct epoch *e)
{
    const struct window *w = e->window;
    if (!w)
        return;
    if (w->reversed == w->n)
        stop("MPI_Win_fence", "a second reverse sweep of one forward sweep");
    int d = e->reversed++;
    copy_in(w, d);
    PMPI_Win_fence(0, w->shadows[d]);
    for (struct transfer *t = e->last; t; t = t->before)
        begin_reverse(t, w, d);
    PMPI_Win_fence(0, w->shadows[d]);
    for (struct transfer *t = e->last; t; t = t->before)
        end_reverse(t, w, d);
    PMPI_Win_fence(0, w->shadows[d]);
    copy_out(w, d);
    for (struct transfer *t = e->last; t; t = t->before)
        free_temporaries(t);
}

/* shadow: of this direction. */
static void reverse_transfer(struct transfer *t, const void *shadow)
{
    const struct point *p = &t->point;
    if (t->element == ELEMENT_INTEGER)
        return;
    if (!t->complete)
        stop(p->function, "the transfer is not completed in differentiated code");
    int d = t->reversed++;
    if (t->kind == TRANSFER_GET)
        return;
    struct buffer b = shadow_buffer(p->at, shadow, p->count, p->type, t->element);
    add(p->function, &b, t->numbers[d], b.reals);
    free(t->numbers[d]);
    t->numbers[d] = NULL;
}

static struct epoch *end_epoch(struct window *w, void *on)
{
    struct epoch *e = new_tape(on, sizeof *e);
    e->window = w;
    if (!w)
        return e;
    e->last = w->last;
    for (struct transfer *t = e->last; t; t = t->before)
        t->complete = true, open_transfers--;
    w->last = NULL;
    return e;
}

/* ---- forward mode ---------------------------------------------------------------------------- */

/* Tangents go as the numbers went. What a process has no tangents for are zeros. */
static void forward_transfer(struct transfer *t, const struct window *w, int d)
{
    const struct point *p = &t->point;
    const struct target *to = &t->target;
    const void *shadow = t->shadows[d];
    int count = shadow ? p->count : leaf_count(t);
    MPI_Datatype type = shadow ? p->type : t->leaf;
    MPI_Win win = w->shadows[d];
    if (!shadow && !t->zeros)
        t->zeros = allocate_zeros(t->reals * real_size(t->element));
    if (!shadow)
        shadow = t->zeros;
    switch (t->kind) {
    case TRANSFER_GET:
        PMPI_Get((void *)shadow, count, type, p->peer, to->at, to->count, to->type, win);
        break;
    case TRANSFER_PUT:
        PMPI_Put(shadow, count, type, p->peer, to->at, to->count, to->type, win);
        break;
    default:
        PMPI_Accumulate(shadow, count, type, p->peer, to->at, to->count, to->type,
                        t->kind == TRANSFER_ADD ? MPI_SUM : MPI_REPLACE, win);
    }
}

static void free_forward_epoch(struct window *w)
{
    for (struct transfer *t = w->last, *before; t; t = before) {
        before = t->before;
        open_transfers--;
        free_temporaries(t);
        free(t->shadows), free(t->numbers), free(t);
    }
    w->last = NULL;
}

/* The calls of one process that replace are in order. */
static void forward_transfers(struct transfer *t, const struct window *w, int d)
{
    struct transfer *after = NULL, *before;
    for (; t; t = before)
        before = t->before, t->before = after, after = t;
    for (t = after, after = NULL; t; t = before) {
        forward_transfer(t, w, d);
        before = t->before, t->before = after, after = t;
    }
}

static void forward_epoch(struct window *w)
{
    for (int d = 0; d < w->n; d++) {
        copy_in(w, d);
        PMPI_Win_fence(0, w->shadows[d]);
        forward_transfers(w->last, w, d);
        PMPI_Win_fence(0, w->shadows[d]);
        copy_out(w, d);
    }
    free_forward_epoch(w);
}

/* ---- rules of transfers ---------------------------------------------------------------------- */

#define TRANSFER_PARAMETERS                                                                        \
    D(void *, buf), D(int, count), D(MPI_Datatype, type), D(int, peer), D(MPI_Aint, place),        \
        D(int, places), D(MPI_Datatype, target_type)
#define TRANSFER_ARGUMENTS buf, count, type, peer, place, places, target_type
#define TRANSFER(name, kind)                                                                       \
    const struct point p = {#name, buf, dbuf, count, type, peer, 0, MPI_COMM_NULL};                \
    const struct target target = {place, places, target_type};                                     \
    const struct transfer t = describe_transfer(kind, &p, &target)

#define DEFINE_TRANSFER(name, parameters, arguments, kind, buffers)                                \
    static struct kept_status augmented_##name(EXPAND parameters, D(MPI_Win, win), void *on,       \
                                               int64_t phases)                                     \
    {                                                                                              \
        PHASED(name, NULL, dbuf);                                                                  \
        TRANSFER(name, kind);                                                                      \
        struct transfer *k = keep_transfer(&t, win, on);                                           \
        directions.n = 0;                                                                          \
        return (struct kept_status){k, name(EXPAND arguments, win)};                               \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, D(MPI_Win, win), void *tape)                     \
    {                                                                                              \
        reverse_transfer(tape, dbuf);                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, D(MPI_Win, win),                \
                                                int64_t phases)                                    \
    {                                                                                              \
        if (!is_call(#name, phases, NULL, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        TRANSFER(name, kind);                                                                      \
        keep_transfer(&t, win, NULL);                                                              \
        return forward_result(name(EXPAND arguments, win));                                        \
    }                                                                                              \
    REGISTER_PHASED(name, (void *)buffers)

#define DEFINE_TRANSFERS(P)                                                                        \
    DEFINE_TRANSFER(P##Put, (TRANSFER_PARAMETERS), (TRANSFER_ARGUMENTS), TRANSFER_PUT, "sends_0")  \
    DEFINE_TRANSFER(P##Get, (TRANSFER_PARAMETERS), (TRANSFER_ARGUMENTS), TRANSFER_GET,             \
                    "receives_0")                                                                  \
    DEFINE_TRANSFER(P##Accumulate, (TRANSFER_PARAMETERS, D(MPI_Op, op)), (TRANSFER_ARGUMENTS, op), \
                    kind_of(&p, op), "sends_0")
DEFINE_TRANSFERS(MPI_)
DEFINE_TRANSFERS(PMPI_)

/* ---- fences ---------------------------------------------------------------------------------- */

#define DEFINE_FENCE(name)                                                                         \
    static struct kept_status augmented_##name(D(int, assert), D(MPI_Win, win), void *on)          \
    {                                                                                              \
        struct epoch *e = end_epoch(find_window(win), on);                                         \
        return (struct kept_status){e, name(assert, win)};                                         \
    }                                                                                              \
    static void reverse_##name(D(int, assert), D(MPI_Win, win), void *tape)                        \
    {                                                                                              \
        reverse_epoch(tape);                                                                       \
    }                                                                                              \
    static struct forward_status forward_##name(D(int, assert), D(MPI_Win, win), int64_t phases)   \
    {                                                                                              \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        struct window *w = find_window(win);                                                       \
        int code = name(assert, win);                                                              \
        if (w)                                                                                     \
            forward_epoch(w);                                                                      \
        return (struct forward_status){code, 0};                                                   \
    }                                                                                              \
    REGISTER(name)
DEFINE_FENCE(MPI_Win_fence)
DEFINE_FENCE(PMPI_Win_fence)

#endif
