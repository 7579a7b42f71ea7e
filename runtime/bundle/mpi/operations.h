/* Operations of the program (MPI_Op_create).
 *
 * What the library does with them it does where nobody sees, so that derivatives have another way:
 * where numbers are reduced by such an operation they are sent as they are, and the program's
 * function is called for one process after the other, in their order. That is code like any other,
 * and its derivative that of the function. An operation is associative, so that the result is the
 * same but for rounding.
 *
 * Which function an operation has is noted wherever the program makes one: all its calls of
 * MPI_Op_create go to the body here (passes/prepare/module/operations.c). */
#ifndef ENZCC_BUNDLE_MPI_OPERATIONS_H
#define ENZCC_BUNDLE_MPI_OPERATIONS_H
#include "../bundle.h"
#include "collectives.h"

typedef void user_function(void *, void *, int *, MPI_Datatype *);
int PMPI_Op_create(user_function *run, int commutes, MPI_Op *op);
int enz_body_MPI_Op_create(user_function *run, int commutes, MPI_Op *op);
int enz_body_MPI_Reduce(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op,
                        int root, MPI_Comm comm);
int enz_body_MPI_Allreduce(const void *sent, void *received, int count, MPI_Datatype type,
                           MPI_Op op, MPI_Comm comm);
int enz_body_MPI_Scan(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op,
                      MPI_Comm comm);
int enz_body_MPI_Exscan(const void *sent, void *received, int count, MPI_Datatype type, MPI_Op op,
                        MPI_Comm comm);
int enz_body_MPI_Reduce_scatter_block(const void *sent, void *received, int count,
                                      MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int enz_body_MPI_Reduce_scatter(const void *sent, void *received, const int *counts,
                                MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int enz_body_MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type, MPI_Op op);

/* The runtime keeps the list (../../operations.c). */
void enz_rt_do_note_operation(uint64_t op, user_function *run);
user_function *enz_rt_do_operation(uint64_t op);
void enz_rt_do_check_elements(int64_t low, int64_t extent, int64_t true_extent, int64_t size);

__attribute__((noinline)) int enz_body_MPI_Op_create(user_function *run, int commutes, MPI_Op *op)
{
    int status = PMPI_Op_create(run, commutes, op);
    if (status == MPI_SUCCESS)
        enz_rt_do_note_operation((uint64_t)*op, run);
    return status;
}

/* The numbers of one process after the other are in a block of their own, so that what is at which
 * byte of it is known without the type: from the last process to the first, since the function puts
 * its first operand in front. */
struct shape {
    int rank, processes;
    size_t bytes; /* of a block */
};

BUNDLE_INLINE struct shape shape_of(int count, MPI_Datatype type, MPI_Comm comm)
{
    struct shape s;
    MPI_Aint low, extent, true_low, true_extent;
    int size;
    PMPI_Comm_rank(comm, &s.rank);
    PMPI_Comm_size(comm, &s.processes);
    PMPI_Type_get_extent(type, &low, &extent);
    PMPI_Type_get_true_extent(type, &true_low, &true_extent);
    PMPI_Type_size(type, &size);
    enz_rt_do_check_elements(low ? low : true_low, extent, true_extent, size);
    s.bytes = (size_t)(count * extent);
    return s;
}

BUNDLE_INLINE void put_in_front(user_function *run, void *block, void *received, int count,
                                MPI_Datatype type)
{
    int n = count;
    MPI_Datatype t = type;
    run(block, received, &n, &t);
}

/* What process `from` sends, at the root. */
BUNDLE_INLINE void collect_from(const void *own, int count, MPI_Datatype type, void *block,
                                int from, int root, MPI_Comm comm, const struct shape *s)
{
    int *counts = calloc((size_t)s->processes, sizeof *counts),
        *displs = calloc((size_t)s->processes, sizeof *displs);
    counts[from] = count;
    PMPI_Gatherv(own, s->rank == from ? count : 0, type, block, counts, displs, type, root, comm);
    free(counts), free(displs);
}

BUNDLE_BODY int enz_body_MPI_Reduce(const void *sent, void *received, int count, MPI_Datatype type,
                                    MPI_Op op, int root, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Reduce(sent, received, count, type, op, root, comm);
    struct shape s = shape_of(count, type, comm);
    char *own = malloc(s.bytes);
    memcpy(own, sent == MPI_IN_PLACE ? received : sent, s.bytes);
    for (int from = s.processes; from-- > 0;) {
        char *block = malloc(s.bytes);
        collect_from(own, count, type, block, from, root, comm, &s);
        if (s.rank == root && from == s.processes - 1)
            memcpy(received, block, s.bytes);
        else if (s.rank == root)
            put_in_front(run, block, received, count, type);
        free(block);
    }
    free(own);
    return MPI_SUCCESS;
}

/* Of the numbers of processes 0 to `last`, which none may be; every process sends its own. */
BUNDLE_INLINE void reduce_range(user_function *run, const void *sent, void *received, int count,
                                MPI_Datatype type, MPI_Comm comm, const struct shape *s, int last)
{
    char *own = malloc(s->bytes);
    memcpy(own, sent == MPI_IN_PLACE ? received : sent, s->bytes);
    for (int from = s->processes; from-- > 0;) {
        char *block = malloc(s->bytes);
        memcpy(block, own, s->bytes);
        PMPI_Bcast(block, count, type, from, comm);
        if (from == last)
            memcpy(received, block, s->bytes);
        else if (from < last)
            put_in_front(run, block, received, count, type);
        free(block);
    }
    free(own);
}

BUNDLE_BODY int enz_body_MPI_Allreduce(const void *sent, void *received, int count,
                                       MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Allreduce(sent, received, count, type, op, comm);
    struct shape s = shape_of(count, type, comm);
    reduce_range(run, sent, received, count, type, comm, &s, s.processes - 1);
    return MPI_SUCCESS;
}

BUNDLE_BODY int enz_body_MPI_Scan(const void *sent, void *received, int count, MPI_Datatype type,
                                  MPI_Op op, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Scan(sent, received, count, type, op, comm);
    struct shape s = shape_of(count, type, comm);
    reduce_range(run, sent, received, count, type, comm, &s, s.rank);
    return MPI_SUCCESS;
}

BUNDLE_BODY int enz_body_MPI_Exscan(const void *sent, void *received, int count, MPI_Datatype type,
                                    MPI_Op op, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Exscan(sent, received, count, type, op, comm);
    struct shape s = shape_of(count, type, comm);
    reduce_range(run, sent, received, count, type, comm, &s, s.rank - 1);
    return MPI_SUCCESS;
}

/* Every process gets its block of what each of the others sends. */
BUNDLE_BODY int enz_body_MPI_Reduce_scatter(const void *sent, void *received, const int *counts,
                                            MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Reduce_scatter(sent, received, counts, type, op, comm);
    struct shape one = shape_of(1, type, comm);
    int *displs = calloc((size_t)one.processes, sizeof *displs), all = 0, mine = counts[one.rank];
    for (int i = 0; i < one.processes; i++)
        displs[i] = all, all += counts[i];
    char *own = malloc(one.bytes * (size_t)all);
    memcpy(own, sent == MPI_IN_PLACE ? received : sent, one.bytes * (size_t)all);
    for (int from = one.processes; from-- > 0;) {
        size_t size = one.bytes * (size_t)mine;
        char *block = malloc(size);
        PMPI_Scatterv(own, counts, displs, type, block, mine, type, from, comm);
        if (from == one.processes - 1)
            memcpy(received, block, size);
        else
            put_in_front(run, block, received, mine, type);
        free(block);
    }
    free(own), free(displs);
    return MPI_SUCCESS;
}

BUNDLE_BODY int enz_body_MPI_Reduce_scatter_block(const void *sent, void *received, int count,
                                                  MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Reduce_scatter_block(sent, received, count, type, op, comm);
    struct shape s = shape_of(count, type, comm);
    char *own = malloc(s.bytes * (size_t)s.processes);
    memcpy(own, sent == MPI_IN_PLACE ? received : sent, s.bytes * (size_t)s.processes);
    for (int from = s.processes; from-- > 0;) {
        char *block = malloc(s.bytes);
        PMPI_Scatter(own, count, type, block, count, type, from, comm);
        if (from == s.processes - 1)
            memcpy(received, block, s.bytes);
        else
            put_in_front(run, block, received, count, type);
        free(block);
    }
    free(own);
    return MPI_SUCCESS;
}

/* The library hands over what it was given; no block is needed. */
BUNDLE_BODY int enz_body_MPI_Reduce_local(const void *in, void *inout, int count, MPI_Datatype type,
                                          MPI_Op op)
{
    user_function *run = enz_rt_do_operation((uint64_t)op);
    if (!run)
        return PMPI_Reduce_local(in, inout, count, type, op);
    put_in_front(run, (void *)in, inout, count, type);
    return MPI_SUCCESS;
}

#endif
