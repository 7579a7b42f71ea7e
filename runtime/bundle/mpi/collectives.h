/* Collective calls.
 *
 * Each is a linear map T of what all processes send to what they receive, or one behind factors:
 * that of a sum, on numbers that are multiplied by the partial derivatives of a product, or by one
 * where a maximum or minimum is and zero elsewhere. Forward mode applies T to tangents. Reverse
 * mode applies its transpose to the adjoints of what was received, and adds the result to those of
 * what was sent:
 *
 *   T                          transpose
 *   MPI_Bcast                  MPI_Reduce, sum
 *   MPI_Reduce, sum            MPI_Bcast
 *   MPI_Allreduce, sum         the same
 *   MPI_Scan, MPI_Exscan, sum  the same with the processes in opposite order
 *   the same, with factors     MPI_Reduce_scatter_block, sum, of numbers with these
 *   MPI_Reduce_scatter(_block) MPI_Allgather(v), and factors of all that is sent
 *   MPI_Gather(v)              MPI_Scatterv
 *   MPI_Scatter(v)             MPI_Gatherv
 *   MPI_Allgather(v)           MPI_Reduce_scatter, sum
 *   MPI_Alltoall(v, w)         the same
 *
 * All processes take part in each, with zeros where they have no shadow, in the opposite order of
 * the calls: nothing waits for what does not come. Numbers are in arrays without gaps. With
 * MPI_IN_PLACE what is sent is in the buffer that receives.
 *
 * The transpose of a call that does not block (started.h) begins where the call completes, and is
 * waited for where it was started. All processes must begin the transposes of one communicator in
 * one order, that opposite to the calls, but calls may complete in any order: so each has a turn
 * (struct turn), and begins when it is ready and the transpose of the call behind it has begun. */
#ifndef ENZCC_BUNDLE_MPI_COLLECTIVES_H
#define ENZCC_BUNDLE_MPI_COLLECTIVES_H
#include "glue.h"

/* Blocks of one buffer, for one process each; or one block. */
struct part {
    const void *at, *shadow;
    MPI_Datatype type;
    int n, count;               /* blocks; elements in each */
    const int *counts, *displs; /* instead of count, for each; NULL: one behind the other */
    const MPI_Datatype *types; /* instead of type, for each, with displs in bytes; NULL: one type */
};

/* A map that is not waited for, and memory that it needs until it is complete. */
enum { TEMPORARIES_MAX = 4 };
struct flight {
    MPI_Request request;
    void *temporaries[TEMPORARIES_MAX];
    int n;
    struct partial_sum *sum; /* of what was gathered, to be made then; NULL: none */
};

/* Of `n` numbers of each process the sums over processes `first` to `last`. */
struct partial_sum {
    enum element element;
    int first, last;
    size_t n;
    const char *all;
    void *to;
};

/* Both maps return when they are complete, or, with a flight, at once. */
struct collective;
struct kind {
    void (*tangent)(const struct collective *, const void *sent, void *received, struct flight *);
    void (*adjoint)(const struct collective *, const void *received, void *sent, struct flight *);
};

struct collective {
    const char *function;
    const struct kind *kind;
    struct part sent, received;
    const int *blocks; /* MPI_Reduce_scatter: what each process receives */
    MPI_Op op;         /* MPI_SUM if the call has none */
    int root, rank, size;
    MPI_Comm comm;
    enum element element;
    MPI_Datatype real;
};

/* ---- parts ----------------------------------------------------------------------------------- */

static MPI_Datatype block_type(const struct part *p, int i)
{
    return p->types ? p->types[i] : p->type;
}

/* Elements of block i that have a derivative. */
static int block_count(const struct part *p, int i)
{
    int count = p->counts ? p->counts[i] : p->count;
    if (p->types && count && is_without_numbers(element_of(p->types[i])))
        return 0;
    return count;
}

static MPI_Aint block_place(const struct part *p, int i)
{
    MPI_Aint low = 0, extent = 0;
    if (p->types)
        return p->displs[i];
    PMPI_Type_get_extent(p->type, &low, &extent);
    return (p->displs ? p->displs[i] : (MPI_Aint)i * p->count) * extent;
}

static struct buffer block_of(const struct part *p, const void *base, int i, enum element e)
{
    int count = block_count(p, i);
    const char *at = base ? (const char *)base + block_place(p, i) : NULL;
    return count || !p->types ? buffer_of(at, count, block_type(p, i), e)
                              : (struct buffer){.element = e, .type = MPI_BYTE};
}

static int block_reals(const struct part *p, int i, enum element e)
{
    struct buffer b = block_of(p, NULL, i, e);
    return int_of(b.reals);
}

static size_t part_reals(const struct part *p, enum element e)
{
    size_t n = 0;
    for (int i = 0; i < p->n; i++)
        n += (size_t)block_reals(p, i, e);
    return n;
}

static void *part_numbers(const struct part *p, const void *base, enum element e)
{
    char *numbers = allocate(part_reals(p, e) * real_size(e)), *at = numbers;
    for (int i = 0; i < p->n; i++) {
        struct buffer b = block_of(p, base, i, e);
        gather(&b, at);
        at += buffer_bytes(&b);
    }
    return numbers;
}

static void spread_part(const struct part *p, const void *numbers, enum element e)
{
    const char *at = numbers;
    for (int i = 0; i < p->n; i++) {
        struct buffer b = block_of(p, p->shadow, i, e);
        spread(&b, at);
        at += buffer_bytes(&b);
    }
}

static void add_part(const char *function, const struct part *p, const void *numbers,
                     enum element e)
{
    const char *at = numbers;
    for (int i = 0; i < p->n; i++) {
        struct buffer b = block_of(p, p->shadow, i, e);
        add(function, &b, at, b.reals);
        at += buffer_bytes(&b);
    }
}

static void clear_part(const struct part *p, enum element e)
{
    for (int i = 0; i < p->n; i++) {
        struct buffer b = block_of(p, p->shadow, i, e);
        clear(&b, b.reals);
    }
}

/* Real numbers per block, and where the blocks are in an array of all. */
struct layout {
    int *counts, *displs;
};

static struct layout layout_of(const struct part *p, enum element e)
{
    size_t size = (size_t)p->n * sizeof(int);
    struct layout l = {allocate(size), allocate(size)};
    for (int i = 0, at = 0; i < p->n; i++) {
        l.counts[i] = block_reals(p, i, e), l.displs[i] = at;
        at = int_of((size_t)at + (size_t)l.counts[i]);
    }
    return l;
}

static int sent_reals(const struct collective *c)
{
    return int_of(part_reals(&c->sent, c->element));
}

static int received_reals(const struct collective *c)
{
    return int_of(part_reals(&c->received, c->element));
}

/* ---- maps and their transposes --------------------------------------------------------------- */

#define CALL(f, name, i_name, ...)                                                                 \
    ((f) ? PMPI_##i_name(__VA_ARGS__, &(f)->request) : PMPI_##name(__VA_ARGS__))

static void add_processes(const struct partial_sum *s)
{
    size_t size = s->n * real_size(s->element);
    memset(s->to, 0, size);
    for (int r = s->first; r <= s->last; r++)
        add_numbers(s->element, s->to, s->all + (size_t)r * size, s->n);
}

/* Memory that is freed when the map is complete. */
static void free_after(struct flight *f, void *at)
{
    if (f)
        f->temporaries[f->n++] = at;
    else
        free(at);
}

static void land(struct flight *f)
{
    PMPI_Wait(&f->request, MPI_STATUS_IGNORE);
    if (f->sum)
        add_processes(f->sum);
    f->sum = NULL;
    while (f->n)
        free(f->temporaries[--f->n]);
}

static void broadcast(const struct collective *c, const void *sent, void *received,
                      struct flight *f)
{
    bool root = c->rank == c->root;
    CALL(f, Bcast, Ibcast, root ? (void *)sent : received, root ? sent_reals(c) : received_reals(c),
         c->real, c->root, c->comm);
}

static void collect_sum(const struct collective *c, const void *received, void *sent,
                        struct flight *f)
{
    bool root = c->rank == c->root;
    int n = root ? sent_reals(c) : received_reals(c);
    void *zeros = root ? allocate_zeros((size_t)n * real_size(c->element)) : NULL;
    CALL(f, Reduce, Ireduce, root ? zeros : received, sent, n, c->real, MPI_SUM, c->root, c->comm);
    free_after(f, zeros);
}

static void reduce_sum(const struct collective *c, const void *sent, void *received,
                       struct flight *f)
{
    CALL(f, Reduce, Ireduce, sent, received, sent_reals(c), c->real, MPI_SUM, c->root, c->comm);
}

static void broadcast_back(const struct collective *c, const void *received, void *sent,
                           struct flight *f)
{
    int n = sent_reals(c);
    if (c->rank == c->root)
        memcpy(sent, received, (size_t)n * real_size(c->element));
    CALL(f, Bcast, Ibcast, sent, n, c->real, c->root, c->comm);
}

static void sum_of_all(const struct collective *c, const void *from, void *to, struct flight *f)
{
    CALL(f, Allreduce, Iallreduce, from, to, sent_reals(c), c->real, MPI_SUM, c->comm);
}

/* Scans that do not block, and their transposes: the library has no counterpart of MPI_Iscan in
 * the opposite order, and to make a communicator for it would wait. All get the numbers of all. */
static void scan_later(const struct collective *c, const void *from, void *to, int first, int last,
                       struct flight *f)
{
    size_t n = part_reals(&c->sent, c->element), size = n * real_size(c->element);
    char *all = allocate(size * (size_t)c->size);
    PMPI_Iallgather(from, int_of(n), c->real, all, int_of(n), c->real, c->comm, &f->request);
    f->sum = allocate(sizeof *f->sum);
    *f->sum = (struct partial_sum){c->element, first, last, n, all, to};
    free_after(f, all), free_after(f, f->sum);
}

static void scan_sum(const struct collective *c, const void *sent, void *received, struct flight *f)
{
    if (f)
        scan_later(c, sent, received, 0, c->rank, f);
    else
        PMPI_Scan(sent, received, sent_reals(c), c->real, MPI_SUM, c->comm);
}

/* Process 0 receives nothing, and may have no array for it. */
static void scan_before(MPI_Comm comm, const struct collective *c, const void *sent, void *received)
{
    int n = sent_reals(c);
    void *sums = allocate_zeros((size_t)n * real_size(c->element));
    PMPI_Exscan(sent, sums, n, c->real, MPI_SUM, comm);
    memcpy(received, sums, (size_t)n * real_size(c->element));
    free(sums);
}

/* An array for all numbers also where nothing is received. */
static void *sums_of(const struct collective *c)
{
    return allocate_zeros((size_t)sent_reals(c) * real_size(c->element));
}

static void exscan_sum(const struct collective *c, const void *sent, void *received,
                       struct flight *f)
{
    void *sums = c->rank > 0 ? received : sums_of(c);
    if (f)
        scan_later(c, sent, sums, 0, c->rank - 1, f);
    else
        scan_before(c->comm, c, sent, sums);
    if (c->rank == 0)
        free_after(f, sums);
}

static MPI_Comm opposite_order(const struct collective *c)
{
    MPI_Comm opposite;
    PMPI_Comm_split(c->comm, 0, c->size - c->rank, &opposite);
    return opposite;
}

static void scan_back(const struct collective *c, const void *received, void *sent,
                      struct flight *f)
{
    if (f) {
        scan_later(c, received, sent, c->rank, c->size - 1, f);
        return;
    }
    MPI_Comm opposite = opposite_order(c);
    PMPI_Scan(received, sent, sent_reals(c), c->real, MPI_SUM, opposite);
    PMPI_Comm_free(&opposite);
}

static void exscan_back(const struct collective *c, const void *received, void *sent,
                        struct flight *f)
{
    void *adjoints = c->rank > 0 ? (void *)received : sums_of(c);
    if (f) {
        scan_later(c, adjoints, sent, c->rank + 1, c->size - 1, f);
    } else {
        MPI_Comm opposite = opposite_order(c);
        scan_before(opposite, c, adjoints, sent);
        PMPI_Comm_free(&opposite);
    }
    if (c->rank == 0)
        free_after(f, adjoints);
}

static void reduce_blocks(const struct collective *c, const void *sent, void *received,
                          struct flight *f)
{
    CALL(f, Reduce_scatter_block, Ireduce_scatter_block, sent, received, received_reals(c), c->real,
         MPI_SUM, c->comm);
}

static void gather_blocks(const struct collective *c, const void *received, void *sent,
                          struct flight *f)
{
    int n = received_reals(c);
    CALL(f, Allgather, Iallgather, received, n, c->real, sent, n, c->real, c->comm);
}

/* The blocks of MPI_Reduce_scatter, one behind the other. */
static struct layout layout_of_blocks(const struct collective *c)
{
    struct part p = c->sent;
    p.n = c->size, p.counts = c->blocks;
    return layout_of(&p, c->element);
}

static void free_layout_after(struct flight *f, struct layout *l)
{
    free_after(f, l->counts), free_after(f, l->displs);
}

static void reduce_uneven(const struct collective *c, const void *sent, void *received,
                          struct flight *f)
{
    struct layout l = layout_of_blocks(c);
    CALL(f, Reduce_scatter, Ireduce_scatter, sent, received, l.counts, c->real, MPI_SUM, c->comm);
    free_layout_after(f, &l);
}

static void gather_uneven(const struct collective *c, const void *received, void *sent,
                          struct flight *f)
{
    struct layout l = layout_of_blocks(c);
    CALL(f, Allgatherv, Iallgatherv, received, received_reals(c), c->real, sent, l.counts, l.displs,
         c->real, c->comm);
    free_layout_after(f, &l);
}

/* From all processes to the root: `many` is there. */
static void gather_from(const struct collective *c, const struct part *many, int n, const void *one,
                        void *all, struct flight *f)
{
    struct layout l = layout_of(many, c->element);
    CALL(f, Gatherv, Igatherv, one, n, c->real, all, l.counts, l.displs, c->real, c->root, c->comm);
    free_layout_after(f, &l);
}

static void scatter_to(const struct collective *c, const struct part *many, int n, const void *all,
                       void *one, struct flight *f)
{
    struct layout l = layout_of(many, c->element);
    CALL(f, Scatterv, Iscatterv, all, l.counts, l.displs, c->real, one, n, c->real, c->root,
         c->comm);
    free_layout_after(f, &l);
}

static void gather_map(const struct collective *c, const void *sent, void *received,
                       struct flight *f)
{
    gather_from(c, &c->received, sent_reals(c), sent, received, f);
}

static void gather_back(const struct collective *c, const void *received, void *sent,
                        struct flight *f)
{
    scatter_to(c, &c->received, sent_reals(c), received, sent, f);
}

static void scatter_map(const struct collective *c, const void *sent, void *received,
                        struct flight *f)
{
    scatter_to(c, &c->sent, received_reals(c), sent, received, f);
}

static void scatter_back(const struct collective *c, const void *received, void *sent,
                         struct flight *f)
{
    gather_from(c, &c->sent, received_reals(c), received, sent, f);
}

static void allgather_map(const struct collective *c, const void *sent, void *received,
                          struct flight *f)
{
    struct layout l = layout_of(&c->received, c->element);
    CALL(f, Allgatherv, Iallgatherv, sent, sent_reals(c), c->real, received, l.counts, l.displs,
         c->real, c->comm);
    free_layout_after(f, &l);
}

static void allgather_back(const struct collective *c, const void *received, void *sent,
                           struct flight *f)
{
    struct layout l = layout_of(&c->received, c->element);
    CALL(f, Reduce_scatter, Ireduce_scatter, received, sent, l.counts, c->real, MPI_SUM, c->comm);
    free_layout_after(f, &l);
}

static void alltoall_map(const struct collective *c, const void *sent, void *received,
                         struct flight *f)
{
    int n = block_reals(&c->received, 0, c->element);
    CALL(f, Alltoall, Ialltoall, sent, n, c->real, received, n, c->real, c->comm);
}

/* Every process sends the blocks of `from` and receives those of `to`. */
static void exchange_blocks(const struct collective *c, const struct part *from,
                            const struct part *to, const void *sent, void *received,
                            struct flight *f)
{
    struct layout out = layout_of(from, c->element), in = layout_of(to, c->element);
    CALL(f, Alltoallv, Ialltoallv, sent, out.counts, out.displs, c->real, received, in.counts,
         in.displs, c->real, c->comm);
    free_layout_after(f, &out), free_layout_after(f, &in);
}

static void alltoallv_map(const struct collective *c, const void *sent, void *received,
                          struct flight *f)
{
    exchange_blocks(c, &c->sent, &c->received, sent, received, f);
}

static void alltoallv_back(const struct collective *c, const void *received, void *sent,
                           struct flight *f)
{
    exchange_blocks(c, &c->received, &c->sent, received, sent, f);
}

static const struct kind kind_Bcast = {broadcast, collect_sum},
                         kind_Reduce = {reduce_sum, broadcast_back},
                         kind_Allreduce = {sum_of_all, sum_of_all},
                         kind_Scan = {scan_sum, scan_back}, kind_Exscan = {exscan_sum, exscan_back},
                         kind_Reduce_scatter_block = {reduce_blocks, gather_blocks},
                         kind_Reduce_scatter = {reduce_uneven, gather_uneven},
                         kind_Gather = {gather_map, gather_back},
                         kind_Scatter = {scatter_map, scatter_back},
                         kind_Allgather = {allgather_map, allgather_back},
                         kind_Alltoall = {alltoall_map, alltoall_map},
                         kind_Alltoallv = {alltoallv_map, alltoallv_back},
                         kind_Alltoallw = {alltoallv_map, alltoallv_back};

/* ---- one call -------------------------------------------------------------------------------- */

static const struct part no_part;

static struct part whole(const void *at, const void *shadow, int count, MPI_Datatype type)
{
    return (struct part){at, shadow_of(at, shadow), type, 1, count, NULL, NULL, NULL};
}

/* Block i of p as a part of its own. */
static struct part only_block(const struct part *p, int i)
{
    struct part one = *p;
    one.n = 1;
    if (p->counts) {
        one.counts = p->counts + i, one.displs = p->displs + i;
    } else {
        MPI_Aint low = 0, extent = 0;
        PMPI_Type_get_extent(p->type, &low, &extent);
        one.at = (const char *)p->at + i * p->count * extent;
        one.shadow = p->shadow ? (const char *)p->shadow + i * p->count * extent : NULL;
    }
    return one;
}

/* What the numbers of all blocks are; ELEMENT_INTEGER: there are none. */
static enum element element_of_blocks(const struct collective *c, const struct part *p)
{
    enum element all = ELEMENT_INTEGER;
    for (int i = 0; i < p->n; i++) {
        enum element e = p->counts[i] ? check_element(c->function, p->types[i], p->shadow != NULL)
                                      : ELEMENT_INTEGER;
        if (e == ELEMENT_INTEGER)
            continue;
        if (all != ELEMENT_INTEGER && all != e)
            stop(c->function, "blocks of numbers of different formats: send them by one call for "
                              "each");
        all = e;
    }
    return all;
}

/* Any two processes agree on what goes from one to the other, but not all on whether any of it are
 * numbers: so each takes part in what the derivative needs. */
static enum element element_for_each(const struct collective *c)
{
    enum element sent = element_of_blocks(c, &c->sent),
                 received = element_of_blocks(c, &c->received);
    if (sent != ELEMENT_INTEGER && received != ELEMENT_INTEGER && sent != received)
        stop(c->function, "blocks of numbers of different formats: send them by one call for each");
    return sent != ELEMENT_INTEGER ? sent : received != ELEMENT_INTEGER ? received : ELEMENT_DOUBLE;
}

/* What all have in common. */
static void finish(struct collective *c)
{
    const struct part *p = c->sent.n ? &c->sent : &c->received;
    int inter = 0;
    PMPI_Comm_test_inter(c->comm, &inter);
    c->element = p->types
                     ? element_for_each(c)
                     : check_element(c->function, p->type, c->sent.shadow || c->received.shadow);
    if (c->element == ELEMENT_INTEGER)
        return;
    if (inter)
        stop(c->function, "an intercommunicator");
    if ((c->sent.n && !c->sent.at && c->sent.count) ||
        (c->received.n && !c->received.at && c->received.count))
        stop(c->function, "a buffer at MPI_BOTTOM: only the type says where the numbers are");
    c->real = real_type(c->element);
}

static struct collective begin(const char *function, const struct kind *kind, int root,
                               MPI_Comm comm)
{
    struct collective c = {
        .function = function, .kind = kind, .op = MPI_SUM, .root = root, .comm = comm};
    PMPI_Comm_rank(comm, &c.rank);
    PMPI_Comm_size(comm, &c.size);
    return c;
}

static struct collective broadcast_call(const char *function, const void *at, const void *shadow,
                                        int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct collective c = begin(function, &kind_Bcast, root, comm);
    *(c.rank == root ? &c.sent : &c.received) = whole(at, shadow, count, type);
    finish(&c);
    return c;
}

/* Buffers of MPI_Reduce and its like. */
struct reduction {
    const void *sent, *sent_shadow, *received, *received_shadow;
    int count;
    MPI_Datatype type;
    MPI_Op op;
};

static struct collective reduction_call(const char *function, const struct kind *kind,
                                        const struct reduction *r, int root, MPI_Comm comm)
{
    struct collective c = begin(function, kind, root, comm);
    int blocks = kind == &kind_Reduce_scatter_block ? c.size : 1;
    bool receives =
        (kind != &kind_Reduce || c.rank == root) && (kind != &kind_Exscan || c.rank > 0);
    bool in_place = r->sent == MPI_IN_PLACE;
    c.sent = whole(in_place ? r->received : r->sent, in_place ? r->received_shadow : r->sent_shadow,
                   r->count, r->type);
    c.sent.n = blocks;
    if (receives)
        c.received = whole(r->received, r->received_shadow, r->count, r->type);
    c.op = r->op;
    finish(&c);
    return c;
}

static struct collective reduce_scatter_call(const char *function, const struct reduction *r,
                                             const int *counts, MPI_Comm comm)
{
    struct collective c = begin(function, &kind_Reduce_scatter, 0, comm);
    bool in_place = r->sent == MPI_IN_PLACE;
    int all = 0;
    for (int i = 0; i < c.size; i++)
        all += counts[i];
    c.sent = whole(in_place ? r->received : r->sent, in_place ? r->received_shadow : r->sent_shadow,
                   all, r->type);
    c.received = whole(r->received, r->received_shadow, counts[c.rank], r->type);
    c.blocks = counts;
    c.op = r->op;
    finish(&c);
    return c;
}

/* A call that moves numbers. The parts are as the program gives them. */
static struct collective movement_call(const char *function, const struct kind *kind,
                                       struct part sent, struct part received, int root,
                                       MPI_Comm comm)
{
    struct collective c = begin(function, kind, root, comm);
    bool is_root = c.rank == root, to_root = kind == &kind_Gather,
         from_root = kind == &kind_Scatter;
    c.sent = sent, c.received = received;
    bool to_all = kind == &kind_Alltoall || kind == &kind_Alltoallv || kind == &kind_Alltoallw;
    c.sent.n = from_root || to_all ? c.size : 1;
    c.received.n = from_root ? 1 : c.size;
    if (to_root && !is_root)
        c.received = no_part;
    if (from_root && !is_root)
        c.sent = no_part;
    if (sent.at == MPI_IN_PLACE)
        c.sent = to_all ? c.received : only_block(&c.received, c.rank);
    if (from_root && is_root && received.at == MPI_IN_PLACE)
        c.received = only_block(&c.sent, c.rank);
    finish(&c);
    return c;
}

/* ---- factors --------------------------------------------------------------------------------- */

#define FOR_REALS(e, CODE)                                                                         \
    switch (real_of(e)) {                                                                          \
    case ELEMENT_FLOAT: CODE(float); break;                                                        \
    case ELEMENT_DOUBLE: CODE(double); break;                                                      \
    default: CODE(long double);                                                                    \
    }

static bool is_pair(const struct collective *c)
{
    return c->op == MPI_MINLOC || c->op == MPI_MAXLOC;
}

/* Whether number i of x, of several that are equal, is that with the extreme index as well. */
static void compare_pairs(const struct collective *c, int *mine, size_t n)
{
    struct buffer b = buffer_of(c->sent.at, c->sent.count * c->sent.n, c->sent.type, c->element),
                  of_all = b;
    MPI_Aint low, extent;
    PMPI_Type_get_extent(b.type, &low, &extent);
    of_all.at = allocate_zeros((size_t)extent * n);
    PMPI_Allreduce(b.at, of_all.at, b.count, b.type, c->op, c->comm);
    char *sent = packed_bytes(&b), *extreme = packed_bytes(&of_all);
    size_t number = real_size(c->element), pair = number + sizeof(int);
    for (size_t i = 0; i < n; i++)
        if (memcmp(sent + i * pair + number, extreme + i * pair + number, sizeof(int)) != 0)
            mine[i] = INT_MAX;
    free(sent), free(extreme), free(of_all.at);
}

/* x: what is sent; factors: one where this process has the extreme number, of several the one with
 * the lowest rank. */
static void extreme_factors(const struct collective *c, const void *x, void *factors, size_t n)
{
    int *mine = allocate(n * sizeof *mine), *first = allocate(n * sizeof *first);
    void *extreme = allocate(n * real_size(c->element));
    MPI_Op op = c->op == MPI_MAX || c->op == MPI_MAXLOC ? MPI_MAX : MPI_MIN;
    PMPI_Allreduce(x, extreme, int_of(n), c->real, op, c->comm);
#define COMPARE(T)                                                                                 \
    for (size_t i = 0; i < n; i++)                                                                 \
    mine[i] = ((const T *)x)[i] == ((const T *)extreme)[i] ? c->rank : INT_MAX
    FOR_REALS(c->element, COMPARE)
    if (is_pair(c))
        compare_pairs(c, mine, n);
    PMPI_Allreduce(mine, first, int_of(n), MPI_INT, MPI_MIN, c->comm);
#define CHOOSE(T)                                                                                  \
    for (size_t i = 0; i < n; i++)                                                                 \
    ((T *)factors)[i] = first[i] == c->rank
    FOR_REALS(c->element, CHOOSE)
    free(mine), free(first), free(extreme);
}

/* The product of the numbers of the other processes; no division by zero. */
static void product_factors(const struct collective *c, const void *x, void *factors, size_t n)
{
    int *zero = allocate(n * sizeof *zero), *zeros = allocate(n * sizeof *zeros);
    void *others = allocate(n * real_size(c->element));
#define SET_ZEROS_APART(T)                                                                         \
    for (size_t i = 0; i < n; i++) {                                                               \
        zero[i] = ((const T *)x)[i] == 0;                                                          \
        ((T *)others)[i] = zero[i] ? 1 : ((const T *)x)[i];                                        \
    }
    FOR_REALS(c->element, SET_ZEROS_APART)
    PMPI_Allreduce(zero, zeros, int_of(n), MPI_INT, MPI_SUM, c->comm);
    PMPI_Allreduce(others, factors, int_of(n), c->real, MPI_PROD, c->comm);
#define DIVIDE(T)                                                                                  \
    for (size_t i = 0; i < n; i++) {                                                               \
        T *f = (T *)factors + i;                                                                   \
        *f = zeros[i] > zero[i] ? 0 : zero[i] ? *f : *f / ((const T *)x)[i];                       \
    }
    FOR_REALS(c->element, DIVIDE)
    free(zero), free(zeros), free(others);
}

static bool is_extreme(const struct collective *c)
{
    return c->op == MPI_MAX || c->op == MPI_MIN || is_pair(c);
}

static bool is_largest(const struct collective *c)
{
    return c->op == MPI_MAX || c->op == MPI_MAXLOC;
}

/* MPI_DOUBLE_INT and its like. */
static bool is_pair_type(MPI_Datatype type)
{
    enum element e;
    return find_element(type, &e) && is_mixed(e);
}

static bool is_scan(const struct collective *c)
{
    return c->kind == &kind_Scan || c->kind == &kind_Exscan;
}

static bool has_rule(const struct collective *c)
{
    if (is_scan(c))
        return c->op == MPI_PROD || c->op == MPI_MAX || c->op == MPI_MIN;
    return is_extreme(c) || c->op == MPI_PROD;
}

/* The call is no sum. */
static bool has_factors(const struct collective *c)
{
    if (c->element == ELEMENT_INTEGER || c->op == MPI_SUM)
        return false;
    if (!has_rule(c))
        stop(c->function,
             "an operation without rule: there are rules of MPI_SUM, MPI_PROD, MPI_MAX "
             "and MPI_MIN, and of MPI_MAXLOC and MPI_MINLOC but in scans; operations "
             "of the program have a derivative in calls that block");
    if (is_pair(c) && !is_pair_type(c->sent.type))
        stop(c->function, "pairs of a number and its place of a type that has no rule: use "
                          "MPI_DOUBLE_INT, MPI_FLOAT_INT or MPI_LONG_DOUBLE_INT");
    if (!is_pair(c) && c->element != real_of(c->element))
        stop(c->function, "a product of complex numbers");
    return true;
}

/* ---- factors of scans: each process receives something else ---- */

static bool has_rows(const struct collective *c)
{
    return is_scan(c) && c->op != MPI_SUM;
}

/* The last process whose numbers this one receives; -1: none. */
static int last_of_scan(const struct collective *c)
{
    return c->kind == &kind_Scan ? c->rank : c->rank - 1;
}

/* The numbers of all processes, one behind the other. */
static void *numbers_of_all(const struct collective *c, const void *numbers, size_t n)
{
    char *all = allocate(n * real_size(c->element) * (size_t)c->size);
    PMPI_Allgather(numbers, int_of(n), c->real, all, int_of(n), c->real, c->comm);
    return all;
}

/* Number k of what this process receives, by number k of process i: rows[i * n + k]. Of several
 * equal ones the one with the lowest rank counts. */
static void fill_rows(const struct collective *c, const void *all, void *rows, size_t n)
{
    int last = last_of_scan(c);
    bool least = c->op == MPI_MIN, product = c->op == MPI_PROD;
    memset(rows, 0, n * real_size(c->element) * (size_t)c->size);
#define ROWS(T)                                                                                    \
    for (size_t k = 0; k < n; k++) {                                                               \
        const T *of = (const T *)all + k;                                                          \
        T *row = (T *)rows + k;                                                                    \
        size_t best = 0;                                                                           \
        for (int i = 0; i <= last; i++) {                                                          \
            T v = of[(size_t)i * n], other = of[best * n], others = 1;                             \
            best = (least ? v < other : v > other) ? (size_t)i : best;                             \
            for (int j = 0; j <= last && product; j++)                                             \
                others *= j == i ? 1 : of[(size_t)j * n];                                          \
            row[(size_t)i * n] = product ? others : 0;                                             \
        }                                                                                          \
        if (!product && last >= 0)                                                                 \
            row[best * n] = 1;                                                                     \
    }
    FOR_REALS(c->element, ROWS)
}

static void find_rows(const struct collective *c, const void *x, void *rows, size_t n)
{
    void *all = numbers_of_all(c, x, n);
    fill_rows(c, all, rows, n);
    free(all);
}

/* all: the tangents of all processes. */
static void add_rows(const struct collective *c, const void *rows, const void *all, void *received)
{
    size_t n = part_reals(&c->sent, c->element);
    int last = last_of_scan(c);
    memset(received, 0, part_reals(&c->received, c->element) * real_size(c->element));
#define SUM_ROWS(T)                                                                                \
    for (size_t i = 0; i < n * (size_t)(last + 1); i++)                                            \
        if (((const T *)rows)[i] != 0)                                                             \
    ((T *)received)[i % n] += ((const T *)rows)[i] * ((const T *)all)[i]
    FOR_REALS(c->element, SUM_ROWS)
}

/* Instead of a sum, in forward mode. */
static void scan_rows(const struct collective *c, const void *rows, const void *sent,
                      void *received)
{
    void *all = numbers_of_all(c, sent, part_reals(&c->sent, c->element));
    add_rows(c, rows, all, received);
    free(all);
}

/* Its transpose: each process gets its part of the adjoints of all that come behind. */
static void scan_rows_back(const struct collective *c, const void *rows, const void *received,
                           void *sent, struct flight *f)
{
    size_t n = part_reals(&c->sent, c->element);
    void *parts = allocate_zeros(n * real_size(c->element) * (size_t)c->size);
    int last = last_of_scan(c);
#define SPREAD_ROWS(T)                                                                             \
    for (size_t i = 0; i < n * (size_t)(last + 1); i++)                                            \
        if (((const T *)rows)[i] != 0)                                                             \
    ((T *)parts)[i] = ((const T *)rows)[i] * ((const T *)received)[i % n]
    FOR_REALS(c->element, SPREAD_ROWS)
    CALL(f, Reduce_scatter_block, Ireduce_scatter_block, parts, sent, int_of(n), c->real, MPI_SUM,
         c->comm);
    free_after(f, parts);
}

/* ---- factors of a call ---- */

static size_t factor_bytes(const struct collective *c)
{
    return part_reals(&c->sent, c->element) * real_size(c->element) *
           (has_rows(c) ? (size_t)c->size : 1);
}

static void find_factors(const struct collective *c, const void *x, void *factors, size_t n)
{
    if (has_rows(c))
        find_rows(c, x, factors, n);
    else
        (is_extreme(c) ? extreme_factors : product_factors)(c, x, factors, n);
}

/* The partial derivatives by what this process sends, before the call; NULL: all one. on: the tape,
 * or NULL for memory of the heap. */
static void *factors_of(const struct collective *c, void *on)
{
    if (!has_factors(c))
        return NULL;
    size_t n = part_reals(&c->sent, c->element), size = factor_bytes(c);
    void *x = part_numbers(&c->sent, c->sent.at, c->element),
         *factors = on ? enz_rt_tape_alloc(on, size) : allocate(size);
    find_factors(c, x, factors, n);
    free(x);
    return factors;
}

static void apply_factors(const struct collective *c, const void *factors, void *numbers)
{
    size_t n = part_reals(&c->sent, c->element);
#define SCALE(T)                                                                                   \
    for (size_t i = 0; i < n; i++)                                                                 \
    ((T *)numbers)[i] =                                                                            \
        ((const T *)factors)[i] != 0 ? ((T *)numbers)[i] * ((const T *)factors)[i] : 0
    if (factors)
        FOR_REALS(c->element, SCALE)
}

/* ---- turns of the transposes ----------------------------------------------------------------- */

/* The place of a call among those of its communicator. `before` is the call in front of it if that
 * was not complete when this one was made, `after` the one behind it that was made before this one
 * was complete. Calls that are not linked that way are reversed in the opposite order anyway. */
struct turn {
    bool ready, begun;
    void (*begin)(void *call);
    void *call; /* that does not block */
    struct turn *before, *after;
};

static void take_turn(MPI_Comm comm, struct turn *t, bool started)
{
    struct channels *c = channels_of(comm);
    t->before = c->last_call;
    if (t->before)
        t->before->after = t;
    c->last_call = started ? t : NULL;
}

/* The call is complete. */
static void end_turn(MPI_Comm comm, const struct turn *t)
{
    struct channels *c = channels_of(comm);
    if (c->last_call == t)
        c->last_call = NULL;
}

static void begin_turns(struct turn *t)
{
    for (; t && t->ready && !t->begun && (!t->after || t->after->begun); t = t->before) {
        t->begun = true;
        t->begin(t->call);
    }
}

/* ---- modes ----------------------------------------------------------------------------------- */

/* What the reverse sweep needs: the program may change arrays by then. */
struct kept_collective {
    void *factors;
    int *sent_counts, *sent_displs, *received_counts, *received_displs, *blocks;
    MPI_Datatype *sent_types, *received_types;
    int n, reversed; /* directions, and those that were reversed */
    struct turn turn;
};

static int *keep_array(const int *array, int n, void *on)
{
    return array ? memcpy(enz_rt_tape_alloc(on, (size_t)n * sizeof *array + 1), array,
                          (size_t)n * sizeof *array)
                 : NULL;
}

static MPI_Datatype *keep_types(const MPI_Datatype *types, int n, void *on)
{
    size_t size = (size_t)n * sizeof *types;
    return types ? memcpy(enz_rt_tape_alloc(on, size + 1), types, size) : NULL;
}

static struct kept_collective *keep_collective(const struct collective *c, void *on)
{
    struct kept_collective *k = new_tape(on, sizeof *k);
    k->n = directions.n;
    if (c->element == ELEMENT_INTEGER)
        return k;
    k->sent_counts = keep_array(c->sent.counts, c->sent.n, on);
    k->sent_displs = keep_array(c->sent.displs, c->sent.n, on);
    k->received_counts = keep_array(c->received.counts, c->received.n, on);
    k->received_displs = keep_array(c->received.displs, c->received.n, on);
    k->sent_types = keep_types(c->sent.types, c->sent.n, on);
    k->received_types = keep_types(c->received.types, c->received.n, on);
    k->blocks = keep_array(c->blocks, c->size, on);
    return k;
}

static void use_kept(struct collective *c, const struct kept_collective *k)
{
    c->sent.counts = k->sent_counts, c->sent.displs = k->sent_displs;
    c->received.counts = k->received_counts, c->received.displs = k->received_displs;
    c->sent.types = k->sent_types, c->received.types = k->received_types;
    c->blocks = k->blocks;
}

static void reverse_collective(struct collective *c, struct kept_collective *k)
{
    if (c->element == ELEMENT_INTEGER)
        return;
    use_kept(c, k);
    void *received = part_numbers(&c->received, c->received.shadow, c->element),
         *sent = allocate_zeros(part_reals(&c->sent, c->element) * real_size(c->element));
    clear_part(&c->received, c->element);
    if (has_rows(c)) {
        scan_rows_back(c, k->factors, received, sent, NULL);
    } else {
        c->kind->adjoint(c, received, sent, NULL);
        apply_factors(c, k->factors, sent);
    }
    add_part(c->function, &c->sent, sent, c->element);
    free(received), free(sent);
    if (++k->reversed % k->n)
        return;
    k->turn.begun = true;
    begin_turns(k->turn.before);
}

static void forward_collective(const struct collective *c, const void *factors)
{
    if (c->element == ELEMENT_INTEGER)
        return;
    void *sent = part_numbers(&c->sent, c->sent.shadow, c->element),
         *received = allocate(part_reals(&c->received, c->element) * real_size(c->element));
    if (has_rows(c)) {
        scan_rows(c, factors, sent, received);
    } else {
        apply_factors(c, factors, sent);
        c->kind->tangent(c, sent, received, NULL);
    }
    spread_part(&c->received, received, c->element);
    free(sent), free(received);
}

/* In all directions that were noted. */
#define FORWARD_COLLECTIVE(RUN, CALL, OUT, IN)                                                     \
    const struct collective all = CALL;                                                            \
    void *factors = factors_of(&all, NULL);                                                        \
    int code = RUN;                                                                                \
    for (int d = 0; d < directions.n; d++) {                                                       \
        OUT = (void *)directions.sent[d], IN = directions.received[d];                             \
        const struct collective c = CALL;                                                          \
        forward_collective(&c, factors);                                                           \
    }                                                                                              \
    free(factors)

/* OUT, IN: the names of the shadows; CALL: a struct collective of the parameters. */
#define DEFINE_COLLECTIVE(name, parameters, arguments, CALL, OUT, IN, ...)                         \
    static struct kept_status augmented_##name(EXPAND parameters, void *on, int64_t phases)        \
    {                                                                                              \
        PHASED(name, OUT, IN);                                                                     \
        const struct collective c = CALL;                                                          \
        struct kept_collective *k = keep_collective(&c, on);                                       \
        directions.n = 0;                                                                          \
        k->factors = factors_of(&c, on);                                                           \
        if (c.element != ELEMENT_INTEGER)                                                          \
            take_turn(c.comm, &k->turn, false);                                                    \
        return (struct kept_status){k, name arguments};                                            \
    }                                                                                              \
    static void reverse_##name(EXPAND parameters, void *tape)                                      \
    {                                                                                              \
        struct collective c = CALL;                                                                \
        reverse_collective(&c, tape);                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(EXPAND parameters, int64_t phases)                 \
    {                                                                                              \
        if (!is_call(#name, phases, OUT, IN))                                                      \
            return (struct forward_status){0, 0};                                                  \
        FORWARD_COLLECTIVE(name arguments, CALL, OUT, IN);                                         \
        return forward_result(code);                                                               \
    }                                                                                              \
    REGISTER_PHASED(name, __VA_ARGS__)

/* Rules of one call by DEFINE, which is DEFINE_COLLECTIVE, or DEFINE_STARTED of started.h. */
#define BCAST(DEFINE, name)                                                                        \
    DEFINE(                                                                                        \
        name,                                                                                      \
        (D(void *, buf), D(int, count), D(MPI_Datatype, type), D(int, root), D(MPI_Comm, comm)),   \
        (buf, count, type, root, comm), broadcast_call(#name, buf, dbuf, count, type, root, comm), \
        dbuf, dbuf, (void *)"sends_0", (void *)"receives_0")

#define SENT_AND_RECEIVED (void *)"sends_0", (void *)"receives_1"
#define REDUCTION         (&(struct reduction){out, dout, in, din, count, type, op})
#define REDUCE(DEFINE, name)                                                                       \
    DEFINE(name,                                                                                   \
           (D(void *, out), D(void *, in), D(int, count), D(MPI_Datatype, type), D(MPI_Op, op),    \
            D(int, root), D(MPI_Comm, comm)),                                                      \
           (out, in, count, type, op, root, comm),                                                 \
           reduction_call(#name, &kind_Reduce, REDUCTION, root, comm), dout, din,                  \
           SENT_AND_RECEIVED)
#define REDUCE_TO_ALL(DEFINE, name, kind)                                                          \
    DEFINE(name,                                                                                   \
           (D(void *, out), D(void *, in), D(int, count), D(MPI_Datatype, type), D(MPI_Op, op),    \
            D(MPI_Comm, comm)),                                                                    \
           (out, in, count, type, op, comm), reduction_call(#name, &kind, REDUCTION, 0, comm),     \
           dout, din, SENT_AND_RECEIVED)

#define UNEVEN_REDUCTION (&(struct reduction){out, dout, in, din, 0, type, op})
#define REDUCE_SCATTER(DEFINE, name)                                                               \
    DEFINE(name,                                                                                   \
           (D(void *, out), D(void *, in), D(const int *, counts), D(MPI_Datatype, type),          \
            D(MPI_Op, op), D(MPI_Comm, comm)),                                                     \
           (out, in, counts, type, op, comm),                                                      \
           reduce_scatter_call(#name, UNEVEN_REDUCTION, counts, comm), dout, din,                  \
           SENT_AND_RECEIVED)

/* MPI_Gather and its like: parameters of both sides, of which one or none has arrays. */
#define ONE(p)      D(void *, p), D(int, p##_count), D(MPI_Datatype, p##_type)
#define ONE_ARGS(p) p, p##_count, p##_type
#define ONE_PART(p) whole(p, d##p, p##_count, p##_type)
#define MANY(p)                                                                                    \
    D(void *, p), D(const int *, p##_counts), D(const int *, p##_displs), D(MPI_Datatype, p##_type)
#define MANY_ARGS(p) p, p##_counts, p##_displs, p##_type
#define MANY_PART(p)                                                                               \
    ((struct part){p, shadow_of(p, d##p), p##_type, 1, 0, p##_counts, p##_displs, NULL})
#define TYPED(p)                                                                                   \
    D(void *, p), D(const int *, p##_counts), D(const int *, p##_displs),                          \
        D(const MPI_Datatype *, p##_types)
#define TYPED_ARGS(p) p, p##_counts, p##_displs, p##_types
#define TYPED_PART(p)                                                                              \
    ((struct part){p, shadow_of(p, d##p), MPI_BYTE, 1, 0, p##_counts, p##_displs, p##_types})
#define ROOTED(X)   D(int, root), D(MPI_Comm, comm)
#define ROOTED_ARGS root, comm
#define ROOTED_ROOT root
#define ALL(X)      D(MPI_Comm, comm)
#define ALL_ARGS    comm
#define ALL_ROOT    0

#define MOVEMENT(DEFINE, name, kind, OUT, IN, WHO, ...)                                            \
    DEFINE(name, (OUT(out), IN(in), WHO()), (OUT##_ARGS(out), IN##_ARGS(in), WHO##_ARGS),          \
           movement_call(#name, &kind, OUT##_PART(out), IN##_PART(in), WHO##_ROOT, comm), dout,    \
           din, (void *)"sends_0", __VA_ARGS__)
#define IN_3 (void *)"receives_3"
#define IN_4 (void *)"receives_4"

#define DEFINE_OTHERS(DEFINE, P)                                                                   \
    REDUCE(DEFINE, P##Reduce)                                                                      \
    REDUCE_TO_ALL(DEFINE, P##Allreduce, kind_Allreduce)                                            \
    REDUCE_TO_ALL(DEFINE, P##Scan, kind_Scan)                                                      \
    REDUCE_TO_ALL(DEFINE, P##Exscan, kind_Exscan)                                                  \
    REDUCE_TO_ALL(DEFINE, P##Reduce_scatter_block, kind_Reduce_scatter_block)                      \
    REDUCE_SCATTER(DEFINE, P##Reduce_scatter)                                                      \
    MOVEMENT(DEFINE, P##Gather, kind_Gather, ONE, ONE, ROOTED, IN_3)                               \
    MOVEMENT(DEFINE, P##Gatherv, kind_Gather, ONE, MANY, ROOTED, IN_3)                             \
    MOVEMENT(DEFINE, P##Scatter, kind_Scatter, ONE, ONE, ROOTED, IN_3)                             \
    MOVEMENT(DEFINE, P##Scatterv, kind_Scatter, MANY, ONE, ROOTED, IN_4)                           \
    MOVEMENT(DEFINE, P##Allgather, kind_Allgather, ONE, ONE, ALL, IN_3)                            \
    MOVEMENT(DEFINE, P##Allgatherv, kind_Allgather, ONE, MANY, ALL, IN_3)                          \
    MOVEMENT(DEFINE, P##Alltoall, kind_Alltoall, ONE, ONE, ALL, IN_3)                              \
    MOVEMENT(DEFINE, P##Alltoallv, kind_Alltoallv, MANY, MANY, ALL, IN_4)                          \
    MOVEMENT(DEFINE, P##Alltoallw, kind_Alltoallw, TYPED, TYPED, ALL, IN_4)
#define DEFINE_BLOCKING(P)                                                                         \
    BCAST(DEFINE_COLLECTIVE, P##Bcast)                                                             \
    DEFINE_OTHERS(DEFINE_COLLECTIVE, P)
DEFINE_BLOCKING(MPI_)
DEFINE_BLOCKING(PMPI_)

#endif
