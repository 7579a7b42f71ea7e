/* Collective calls of neighbours: of grids of processes and of graphs.
 *
 * In derivatives each has a body: calls of MPI_Alltoallv, which has a rule, with the program's
 * buffers. Two neighbours may be one process, or the process itself, so that several blocks go
 * there: then there are several calls. Which of these blocks is received in which place the library
 * says, when it is asked with integers; MPICH has other places for MPI_Neighbor_alltoallv than for
 * MPI_Neighbor_alltoall. */
#ifndef ENZCC_BUNDLE_MPI_NEIGHBORS_H
#define ENZCC_BUNDLE_MPI_NEIGHBORS_H
#include "../bundle.h"
#include "glue.h"

int enz_body_MPI_Neighbor_allgather(const void *sent, int count, MPI_Datatype type, void *received,
                                    int each, MPI_Datatype received_type, MPI_Comm comm);
int enz_body_MPI_Neighbor_allgatherv(const void *sent, int count, MPI_Datatype type, void *received,
                                     const int *counts, const int *displs,
                                     MPI_Datatype received_type, MPI_Comm comm);
int enz_body_MPI_Neighbor_alltoall(const void *sent, int count, MPI_Datatype type, void *received,
                                   int each, MPI_Datatype received_type, MPI_Comm comm);
int enz_body_MPI_Neighbor_alltoallv(const void *sent, const int *sent_counts,
                                    const int *sent_displs, MPI_Datatype type, void *received,
                                    const int *counts, const int *displs,
                                    MPI_Datatype received_type, MPI_Comm comm);

/* The runtime calls `run`, so that nobody looks for a derivative of it. */
enum { PROCESSES, OUT, IN, ROUNDS, NUMBERS }; /* how many there are; OUT: neighbours that get */
typedef void count_neighbors(uint64_t comm, int *numbers);
typedef void plan_neighbors(uint64_t comm, const int *numbers, const int *const *blocks, int *plan);
void enz_rt_do_count_neighbors(count_neighbors *run, uint64_t comm, int *numbers);
void enz_rt_do_plan_neighbors(plan_neighbors *run, uint64_t comm, const int *numbers,
                              const int *out_counts, const int *out_displs, const int *in_counts,
                              const int *in_displs, int *plan);

/* What a call of MPI_Alltoallv gets; a plan has these of each of the calls, one int per process.
 * The same four are handed over of the blocks. */
enum { OUT_COUNTS, OUT_DISPLS, IN_COUNTS, IN_DISPLS, PARTS };

/* ---- integers -------------------------------------------------------------------------------- */

static void numbers_of_neighbors(MPI_Comm comm, int *numbers)
{
    int kind = MPI_UNDEFINED, rank = 0, weighted = 0;
    numbers[OUT] = numbers[IN] = 0;
    PMPI_Comm_size(comm, &numbers[PROCESSES]);
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) {
        PMPI_Cartdim_get(comm, &numbers[IN]);
        numbers[IN] *= 2;
    } else if (kind == MPI_GRAPH) {
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &numbers[IN]);
    } else if (kind == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, &numbers[IN], &numbers[OUT], &weighted);
    }
    if (kind != MPI_DIST_GRAPH)
        numbers[OUT] = numbers[IN];
}

/* The processes that get blocks. */
static void find_receivers(MPI_Comm comm, const int *numbers, int *to)
{
    int kind = MPI_UNDEFINED, rank = 0;
    PMPI_Topo_test(comm, &kind);
    if (kind == MPI_CART) {
        for (int i = 0; i < numbers[OUT] / 2; i++)
            PMPI_Cart_shift(comm, i, 1, &to[2 * i], &to[2 * i + 1]);
    } else if (kind == MPI_GRAPH) {
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors(comm, rank, numbers[OUT], to);
    } else if (kind == MPI_DIST_GRAPH) {
        size_t in = (size_t)numbers[IN], out = (size_t)numbers[OUT];
        int *unused = allocate_zeros((2 * in + out + 1) * sizeof *unused);
        PMPI_Dist_graph_neighbors(comm, numbers[IN], unused, unused + in, numbers[OUT], to,
                                  unused + 2 * in);
        free(unused);
    }
}

/* A neighbour, and where a block comes among those of its process. */
struct neighbor {
    int process, key;
};

/* In which of the calls block i is: blocks of one process are in one after the other. */
static int round_of(const struct neighbor *of, int n, int i)
{
    int round = 0;
    for (int k = 0; k < n; k++)
        round += of[k].process == of[i].process && of[k].key < of[i].key;
    return round;
}

static struct neighbor *receivers(MPI_Comm comm, const int *numbers)
{
    int *to = allocate_zeros(((size_t)numbers[OUT] + 1) * sizeof *to);
    struct neighbor *all = allocate_zeros(((size_t)numbers[OUT] + 1) * sizeof *all);
    find_receivers(comm, numbers, to);
    for (int i = 0; i < numbers[OUT]; i++)
        all[i] = (struct neighbor){to[i], i};
    free(to);
    return all;
}

/* Two integers for each neighbour. */
enum { PAIR = 2 };
typedef void pair_exchange(MPI_Comm comm, const int *numbers, const void *sent, void *received);

static void exchange_pairs(MPI_Comm comm, const int *numbers, const void *sent, void *received)
{
    (void)numbers;
    PMPI_Neighbor_alltoall(sent, PAIR, MPI_INT, received, PAIR, MPI_INT, comm);
}

static void exchange_pairs_v(MPI_Comm comm, const int *numbers, const void *sent, void *received)
{
    int most = numbers[OUT] > numbers[IN] ? numbers[OUT] : numbers[IN],
        *counts = allocate_zeros(((size_t)most + 1) * sizeof *counts),
        *displs = allocate_zeros(((size_t)most + 1) * sizeof *displs);
    for (int i = 0; i < most; i++)
        counts[i] = PAIR, displs[i] = PAIR * i;
    PMPI_Neighbor_alltoallv(sent, counts, displs, MPI_INT, received, counts, displs, MPI_INT, comm);
    free(counts), free(displs);
}

static struct neighbor *senders(MPI_Comm comm, const int *numbers, pair_exchange *exchange)
{
    int rank = 0;
    struct neighbor *own = allocate_zeros(((size_t)numbers[OUT] + 1) * sizeof *own),
                    *all = allocate_zeros(((size_t)numbers[IN] + 1) * sizeof *all);
    PMPI_Comm_rank(comm, &rank);
    for (int i = 0; i < numbers[OUT]; i++)
        own[i] = (struct neighbor){rank, i};
    for (int i = 0; i < numbers[IN]; i++)
        all[i].process = -1;
    exchange(comm, numbers, own, all);
    free(own);
    return all;
}

static void count_all(uint64_t handle, int *numbers)
{
    MPI_Comm comm = (MPI_Comm)handle;
    int own = 0;
    numbers_of_neighbors(comm, numbers);
    struct neighbor *to = receivers(comm, numbers);
    for (int i = 0; i < numbers[OUT]; i++)
        if (to[i].process >= 0 && own <= round_of(to, numbers[OUT], i))
            own = round_of(to, numbers[OUT], i) + 1;
    PMPI_Allreduce(&own, &numbers[ROUNDS], 1, MPI_INT, MPI_MAX, comm);
    free(to);
}

static void plan_blocks(const struct neighbor *of, int n, const int *const *blocks, int size,
                        int *plan)
{
    for (int i = 0; i < n; i++) {
        int *part = plan + round_of(of, n, i) * PARTS * size + of[i].process;
        if (of[i].process < 0)
            continue;
        part[0] = blocks[0][i];
        part[size] = blocks[1][i];
    }
}

static void plan_by(pair_exchange *exchange, uint64_t handle, const int *numbers,
                    const int *const *blocks, int *plan)
{
    MPI_Comm comm = (MPI_Comm)handle;
    int size = numbers[PROCESSES];
    struct neighbor *to = receivers(comm, numbers), *from = senders(comm, numbers, exchange);
    plan_blocks(to, numbers[OUT], blocks + OUT_COUNTS, size, plan + OUT_COUNTS * size);
    plan_blocks(from, numbers[IN], blocks + IN_COUNTS, size, plan + IN_COUNTS * size);
    free(to), free(from);
}

static void plan_all(uint64_t comm, const int *numbers, const int *const *blocks, int *plan)
{
    plan_by(exchange_pairs, comm, numbers, blocks, plan);
}

static void plan_all_v(uint64_t comm, const int *numbers, const int *const *blocks, int *plan)
{
    plan_by(exchange_pairs_v, comm, numbers, blocks, plan);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

BUNDLE_INLINE int exchange_with_neighbors(plan_neighbors *run, const void *sent,
                                          const int *out_counts, const int *out_displs,
                                          MPI_Datatype type, void *received, const int *in_counts,
                                          const int *in_displs, MPI_Datatype received_type,
                                          MPI_Comm comm, const int *numbers)
{
    int size = numbers[PROCESSES], rounds = numbers[ROUNDS], status = MPI_SUCCESS;
    int *plan = calloc((size_t)(rounds * PARTS * size) + 1, sizeof *plan);
    enz_rt_do_plan_neighbors(run, (uint64_t)comm, numbers, out_counts, out_displs, in_counts,
                             in_displs, plan);
    for (int round = 0; round < rounds && status == MPI_SUCCESS; round++) {
        const int *part = plan + round * PARTS * size;
        status =
            PMPI_Alltoallv(sent, part + OUT_COUNTS * size, part + OUT_DISPLS * size, type, received,
                           part + IN_COUNTS * size, part + IN_DISPLS * size, received_type, comm);
    }
    free(plan);
    return status;
}

/* As many elements each, one block `step` elements behind the other. */
BUNDLE_INLINE int *equal_counts(int n, int count)
{
    int *counts = calloc((size_t)n + 1, sizeof *counts);
    for (int i = 0; i < n; i++)
        counts[i] = count;
    return counts;
}

BUNDLE_INLINE int *equal_displs(int n, int step)
{
    int *displs = calloc((size_t)n + 1, sizeof *displs);
    for (int i = 0; i < n; i++)
        displs[i] = i * step;
    return displs;
}

#define COUNT_NEIGHBORS(comm, numbers)                                                             \
    int numbers[NUMBERS];                                                                          \
    enz_rt_do_count_neighbors(count_all, (uint64_t)(comm), numbers)

BUNDLE_BODY int enz_body_MPI_Neighbor_alltoallv(const void *sent, const int *sent_counts,
                                                const int *sent_displs, MPI_Datatype type,
                                                void *received, const int *counts,
                                                const int *displs, MPI_Datatype received_type,
                                                MPI_Comm comm)
{
    COUNT_NEIGHBORS(comm, numbers);
    return exchange_with_neighbors(plan_all_v, sent, sent_counts, sent_displs, type, received,
                                   counts, displs, received_type, comm, numbers);
}

BUNDLE_BODY int enz_body_MPI_Neighbor_alltoall(const void *sent, int count, MPI_Datatype type,
                                               void *received, int each, MPI_Datatype received_type,
                                               MPI_Comm comm)
{
    COUNT_NEIGHBORS(comm, numbers);
    int *out_counts = equal_counts(numbers[OUT], count), *counts = equal_counts(numbers[IN], each),
        *out = equal_displs(numbers[OUT], count), *in = equal_displs(numbers[IN], each);
    int status = exchange_with_neighbors(plan_all, sent, out_counts, out, type, received, counts,
                                         in, received_type, comm, numbers);
    free(out_counts), free(counts), free(out), free(in);
    return status;
}

BUNDLE_BODY int enz_body_MPI_Neighbor_allgatherv(const void *sent, int count, MPI_Datatype type,
                                                 void *received, const int *counts,
                                                 const int *displs, MPI_Datatype received_type,
                                                 MPI_Comm comm)
{
    COUNT_NEIGHBORS(comm, numbers);
    int *out_counts = equal_counts(numbers[OUT], count), *out = equal_displs(numbers[OUT], 0);
    int status = exchange_with_neighbors(plan_all, sent, out_counts, out, type, received, counts,
                                         displs, received_type, comm, numbers);
    free(out_counts), free(out);
    return status;
}

BUNDLE_BODY int enz_body_MPI_Neighbor_allgather(const void *sent, int count, MPI_Datatype type,
                                                void *received, int each,
                                                MPI_Datatype received_type, MPI_Comm comm)
{
    COUNT_NEIGHBORS(comm, numbers);
    int *out_counts = equal_counts(numbers[OUT], count), *counts = equal_counts(numbers[IN], each),
        *out = equal_displs(numbers[OUT], 0), *in = equal_displs(numbers[IN], each);
    int status = exchange_with_neighbors(plan_all, sent, out_counts, out, type, received, counts,
                                         in, received_type, comm, numbers);
    free(out_counts), free(counts), free(out), free(in);
    return status;
}

#endif
