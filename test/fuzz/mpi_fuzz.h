/* What random programs of MPI have in common; see messages.h. */
#ifndef FUZZ_MPI_FUZZ_H
#define FUZZ_MPI_FUZZ_H
#include "../mpi/check.h"
#include <stddef.h>

struct item {
    double value;
    int key;
};

/* Of 1 to 3 numbers; an array of items has one after the other. */
static MPI_Datatype spaced[4], backwards[4], items;

/* What neighbours in a communicator send to one another by allgatherv and alltoallv. */
static int uneven[16], same[2][16], places[16];
/* The same by alltoallw: one number each. */
static int ones[16], offsets[16];
static MPI_Datatype doubles[16];

static inline void make_types(void)
{
    int fields_each[2] = {1, 1};
    MPI_Aint at[2] = {0, offsetof(struct item, key)};
    MPI_Datatype parts[2] = {MPI_DOUBLE, MPI_INT}, fields;
    MPI_Type_create_struct(2, fields_each, at, parts, &fields);
    MPI_Type_create_resized(fields, 0, sizeof(struct item), &items);
    MPI_Type_commit(&items);
    for (int n = 1; n <= 3; n++) {
        MPI_Type_vector(n, 1, 2, MPI_DOUBLE, &spaced[n]);
        MPI_Type_vector(n, 1, -1, MPI_DOUBLE, &fields); /* from the last number on */
        MPI_Type_create_hindexed_block(1, 1, &(MPI_Aint){(n - 1) * (MPI_Aint)sizeof(double)},
                                       fields, &backwards[n]);
        MPI_Type_commit(&spaced[n]), MPI_Type_commit(&backwards[n]);
    }
    for (int i = 0; i < 16; i++)
        uneven[i] = 1 + i % 2, same[0][i] = 1, same[1][i] = 2, places[i] = i % 8 * 2;
    for (int i = 0; i < 16; i++)
        ones[i] = 1, offsets[i] = i % 8 * (int)sizeof(double), doubles[i] = MPI_DOUBLE;
}

static inline double damp(double x)
{
    return x / (1 + x * x / 4);
}

/* All processes, every other one in the opposite order, and a copy. */
#define COMMUNICATORS                                                                              \
    MPI_Comm W = MPI_COMM_WORLD, H, D;                                                             \
    int W_rank, W_size, H_rank, H_size, D_rank, D_size;                                            \
    MPI_Comm_split(W, rank % 2, -rank, &H);                                                        \
    MPI_Comm_dup(W, &D);                                                                           \
    MPI_Comm_rank(W, &W_rank), MPI_Comm_size(W, &W_size);                                          \
    MPI_Comm_rank(H, &H_rank), MPI_Comm_size(H, &H_size);                                          \
    MPI_Comm_rank(D, &D_rank), MPI_Comm_size(D, &D_size);

#endif
