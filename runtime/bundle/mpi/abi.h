/* The binary interfaces of MPI libraries, as far as rules need them.
 *
 * Rules are compiled without an mpi.h, once per interface, so that an installed compiler serves
 * libraries that were not there when it was built. What is here is fixed in each interface:
 *
 *   MPI_OF_OPENMPI   Open MPI 3 to 5: handles are pointers to objects of the library, named
 *                    ompi_mpi_..., ompi_request_null, ompi_message_null
 *   MPI_OF_MPICH     the interface that MPICH 3.1 and later, Intel MPI, MVAPICH and Cray MPICH have
 *                    in common ("MPICH ABI Compatibility Initiative"): handles are int
 *
 * Prototypes are those of MPI 3.1 (https://www.mpi-forum.org/docs/mpi-3.1/mpi31-report.pdf). */
#ifndef ENZCC_BUNDLE_MPI_ABI_H
#define ENZCC_BUNDLE_MPI_ABI_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if MPI_OF_OPENMPI
typedef struct ompi_communicator_t *MPI_Comm;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_message_t *MPI_Message;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_win_t *MPI_Win;
typedef struct {
    int MPI_SOURCE, MPI_TAG, MPI_ERROR, cancelled;
    size_t count;
} MPI_Status;

/* Weak: a library may lack types that it has no compiler for. */
#define MPI_TYPE(symbol, value, element) extern __attribute__((weak)) char symbol[];
#include "types.def"
#undef MPI_TYPE
extern char ompi_mpi_comm_world[], ompi_mpi_comm_self[], ompi_mpi_op_max[], ompi_mpi_op_min[],
    ompi_mpi_op_prod[], ompi_mpi_op_sum[], ompi_mpi_op_maxloc[], ompi_mpi_op_minloc[],
    ompi_request_null[], ompi_mpi_comm_null[], ompi_mpi_datatype_null[], ompi_message_null[],
    ompi_message_no_proc[], ompi_mpi_info_null[], ompi_mpi_op_replace[], ompi_mpi_win_null[],
    ompi_mpi_op_null[];
#define HANDLE(type, symbol, value) ((type)(void *)(symbol))
enum {
    MPI_ANY_SOURCE = -1,
    MPI_ANY_TAG = -1,
    MPI_PROC_NULL = -2,
    MPI_TAG_UB = 0,
    MPI_CART = 1,
    MPI_GRAPH = 2,
    MPI_DIST_GRAPH = 3,
    COMBINER_NAMED = 0,
    COMBINER_F90_REAL = 14,
    COMBINER_F90_INTEGER = 16
};
#define MPI_IN_PLACE      ((void *)1)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
#else
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Message, MPI_Info, MPI_Win;
typedef struct {
    int count_low, count_high, MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
#define HANDLE(type, symbol, value) ((type)(value))
enum {
    MPI_ANY_SOURCE = -2,
    MPI_ANY_TAG = -1,
    MPI_PROC_NULL = -1,
    MPI_TAG_UB = 0x64400001,
    MPI_CART = 2,
    MPI_GRAPH = 1,
    MPI_DIST_GRAPH = 3,
    COMBINER_NAMED = 1,
    COMBINER_F90_REAL = 15,
    COMBINER_F90_INTEGER = 17
};
#define MPI_IN_PLACE                ((void *)-1)
#define MPI_STATUS_IGNORE           ((MPI_Status *)1)
#endif
#define MPI_STATUSES_IGNORE MPI_STATUS_IGNORE
enum { MPI_SUCCESS = 0, MPI_UNDEFINED = -32766 };
typedef long MPI_Aint;
typedef long long MPI_Offset;
typedef struct file *MPI_File; /* a pointer in both */

#define MPI_COMM_WORLD      HANDLE(MPI_Comm, ompi_mpi_comm_world, 0x44000000)
#define MPI_COMM_SELF       HANDLE(MPI_Comm, ompi_mpi_comm_self, 0x44000001)
#define MPI_COMM_NULL       HANDLE(MPI_Comm, ompi_mpi_comm_null, 0x04000000)
#define MPI_DATATYPE_NULL   HANDLE(MPI_Datatype, ompi_mpi_datatype_null, 0x0c000000)
#define MPI_REQUEST_NULL    HANDLE(MPI_Request, ompi_request_null, 0x2c000000)
#define MPI_MESSAGE_NULL    HANDLE(MPI_Message, ompi_message_null, 0x2c000000)
#define MPI_MESSAGE_NO_PROC HANDLE(MPI_Message, ompi_message_no_proc, 0x6c000000)
#define MPI_WIN_NULL        HANDLE(MPI_Win, ompi_mpi_win_null, 0x20000000)
#define MPI_INFO_NULL       HANDLE(MPI_Info, ompi_mpi_info_null, 0x1c000000)
#define MPI_BYTE            HANDLE(MPI_Datatype, ompi_mpi_byte, 0x4c00010d)
#define MPI_PACKED          HANDLE(MPI_Datatype, ompi_mpi_packed, 0x4c00010f)
#define MPI_INT             HANDLE(MPI_Datatype, ompi_mpi_int, 0x4c000405)
#define MPI_FLOAT           HANDLE(MPI_Datatype, ompi_mpi_float, 0x4c00040a)
#define MPI_DOUBLE          HANDLE(MPI_Datatype, ompi_mpi_double, 0x4c00080b)
#define MPI_LONG_DOUBLE     HANDLE(MPI_Datatype, ompi_mpi_long_double, 0x4c00100c)
#define MPI_OP_NULL         HANDLE(MPI_Op, ompi_mpi_op_null, 0x18000000)
#define MPI_MAX             HANDLE(MPI_Op, ompi_mpi_op_max, 0x58000001)
#define MPI_MIN             HANDLE(MPI_Op, ompi_mpi_op_min, 0x58000002)
#define MPI_SUM             HANDLE(MPI_Op, ompi_mpi_op_sum, 0x58000003)
#define MPI_PROD            HANDLE(MPI_Op, ompi_mpi_op_prod, 0x58000004)
#define MPI_MINLOC          HANDLE(MPI_Op, ompi_mpi_op_minloc, 0x5800000b)
#define MPI_MAXLOC          HANDLE(MPI_Op, ompi_mpi_op_maxloc, 0x5800000c)
#define MPI_REPLACE         HANDLE(MPI_Op, ompi_mpi_op_replace, 0x5800000d)

/* What rules call for themselves. Profilers of the program do not see it. */
typedef int comm_copy(MPI_Comm, int, void *, void *, void *, int *);
typedef int comm_delete(MPI_Comm, int, void *, void *);
int PMPI_Abort(MPI_Comm comm, int code);
int PMPI_Barrier(MPI_Comm comm);
int PMPI_Cart_shift(MPI_Comm comm, int direction, int by, int *from, int *to);
int PMPI_Cartdim_get(MPI_Comm comm, int *dimensions);
int PMPI_Comm_create_keyval(comm_copy *copy, comm_delete *discard, int *key, void *extra);
int PMPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found);
int PMPI_Comm_set_attr(MPI_Comm comm, int key, void *value);
int PMPI_Comm_rank(MPI_Comm comm, int *rank);
int PMPI_Comm_size(MPI_Comm comm, int *size);
int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *out);
int PMPI_Comm_test_inter(MPI_Comm comm, int *inter);
int PMPI_Dist_graph_neighbors(MPI_Comm comm, int in, int *from, int *from_weights, int out, int *to,
                              int *to_weights);
int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *in, int *out, int *weighted);
int PMPI_Get_accumulate(const void *from, int count, MPI_Datatype type, void *to, int to_count,
                        MPI_Datatype to_type, int target, MPI_Aint place, int places,
                        MPI_Datatype target_type, MPI_Op op, MPI_Win win);
int PMPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int count, int *neighbors);
int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *count);
int PMPI_Neighbor_alltoall(const void *sent, int count, MPI_Datatype type, void *received, int each,
                           MPI_Datatype received_type, MPI_Comm comm);
int PMPI_Neighbor_alltoallv(const void *sent, const int *sent_counts, const int *sent_displs,
                            MPI_Datatype type, void *received, const int *counts, const int *displs,
                            MPI_Datatype received_type, MPI_Comm comm);
int PMPI_Status_set_elements(MPI_Status *status, MPI_Datatype type, int count);
int PMPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int PMPI_Topo_test(MPI_Comm comm, int *kind);
int PMPI_Type_get_contents(MPI_Datatype type, int integers, int addresses, int types, int *integer,
                           MPI_Aint *address, MPI_Datatype *inner);
int PMPI_Type_get_envelope(MPI_Datatype type, int *integers, int *addresses, int *types,
                           int *combiner);
int PMPI_Type_get_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int PMPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint *low, MPI_Aint *extent);
int PMPI_Type_size(MPI_Datatype type, int *size);
typedef int win_copy(MPI_Win, int, void *, void *, void *, int *);
typedef int win_delete(MPI_Win, int, void *, void *);
int PMPI_Win_create_keyval(win_copy *copy, win_delete *discard, int *key, void *extra);
int PMPI_Win_set_attr(MPI_Win win, int key, void *value);

typedef int grequest_query(void *, MPI_Status *);
typedef int grequest_free(void *);
typedef int grequest_cancel(void *, int);
int PMPI_Grequest_complete(MPI_Request request);
int PMPI_Grequest_start(grequest_query *query, grequest_free *discard, grequest_cancel *cancel,
                        void *extra, MPI_Request *request);
int PMPI_Request_get_status(MPI_Request request, int *flag, MPI_Status *status);
int PMPI_Status_set_cancelled(MPI_Status *status, int flag);

/* Functions with rules, each under two names. */
#define BOTH(returns, name, ...)                                                                   \
    returns MPI_##name(__VA_ARGS__);                                                               \
    returns PMPI_##name(__VA_ARGS__);

BOTH(int, Type_free, MPI_Datatype *)
BOTH(int, Comm_free, MPI_Comm *)
BOTH(int, Op_free, MPI_Op *)
typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int start_send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
BOTH(int, Send, const void *, int, MPI_Datatype, int, int, MPI_Comm)
BOTH(int, Ssend, const void *, int, MPI_Datatype, int, int, MPI_Comm)
BOTH(int, Rsend, const void *, int, MPI_Datatype, int, int, MPI_Comm)
BOTH(int, Bsend, const void *, int, MPI_Datatype, int, int, MPI_Comm)
BOTH(int, Recv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *)
BOTH(int, Sendrecv, const void *, int, MPI_Datatype, int, int, void *, int, MPI_Datatype, int, int,
     MPI_Comm, MPI_Status *)
BOTH(int, Sendrecv_replace, void *, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Status *)
BOTH(int, Probe, int, int, MPI_Comm, MPI_Status *)
BOTH(int, Iprobe, int, int, MPI_Comm, int *, MPI_Status *)
BOTH(int, Mprobe, int, int, MPI_Comm, MPI_Message *, MPI_Status *)
BOTH(int, Improbe, int, int, MPI_Comm, int *, MPI_Message *, MPI_Status *)
BOTH(int, Mrecv, void *, int, MPI_Datatype, MPI_Message *, MPI_Status *)
BOTH(int, Imrecv, void *, int, MPI_Datatype, MPI_Message *, MPI_Request *)
BOTH(int, Isend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Issend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Ibsend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Irsend, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Irecv, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Send_init, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Ssend_init, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Bsend_init, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Rsend_init, const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Recv_init, void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *)
BOTH(int, Start, MPI_Request *)
BOTH(int, Startall, int, MPI_Request *)
BOTH(int, Request_free, MPI_Request *)
BOTH(int, Wait, MPI_Request *, MPI_Status *)
BOTH(int, Test, MPI_Request *, int *, MPI_Status *)
BOTH(int, Testall, int, MPI_Request *, int *, MPI_Status *)
BOTH(int, Waitall, int, MPI_Request *, MPI_Status *)
BOTH(int, Waitany, int, MPI_Request *, int *, MPI_Status *)
BOTH(int, Testany, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(int, Waitsome, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(int, Testsome, int, MPI_Request *, int *, int *, MPI_Status *)
BOTH(int, Bcast, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(int, Reduce, const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm)
BOTH(int, Allreduce, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(int, Scan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(int, Exscan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(int, Reduce_scatter_block, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(int, Gather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(int, Scatter, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm)
BOTH(int, Allgather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm)
BOTH(int, Alltoall, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm)
BOTH(int, Gatherv, const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype,
     int, MPI_Comm)
BOTH(int, Scatterv, const void *, const int *, const int *, MPI_Datatype, void *, int, MPI_Datatype,
     int, MPI_Comm)
BOTH(int, Allgatherv, const void *, int, MPI_Datatype, void *, const int *, const int *,
     MPI_Datatype, MPI_Comm)
BOTH(int, Alltoallv, const void *, const int *, const int *, MPI_Datatype, void *, const int *,
     const int *, MPI_Datatype, MPI_Comm)
BOTH(int, Alltoallw, const void *, const int *, const int *, const MPI_Datatype *, void *,
     const int *, const int *, const MPI_Datatype *, MPI_Comm)
BOTH(int, Reduce_scatter, const void *, void *, const int *, MPI_Datatype, MPI_Op, MPI_Comm)
BOTH(int, Reduce_local, const void *, void *, int, MPI_Datatype, MPI_Op)
BOTH(int, Pack, const void *, int, MPI_Datatype, void *, int, int *, MPI_Comm)
BOTH(int, Unpack, const void *, int, int *, void *, int, MPI_Datatype, MPI_Comm)

/* Files. */
#define FILE_CALLS(kind, buffer)                                                                   \
    BOTH(int, File_##kind, MPI_File, buffer, int, MPI_Datatype, MPI_Status *)                      \
    BOTH(int, File_##kind##_all, MPI_File, buffer, int, MPI_Datatype, MPI_Status *)                \
    BOTH(int, File_##kind##_shared, MPI_File, buffer, int, MPI_Datatype, MPI_Status *)             \
    BOTH(int, File_##kind##_ordered, MPI_File, buffer, int, MPI_Datatype, MPI_Status *)            \
    BOTH(int, File_##kind##_at, MPI_File, MPI_Offset, buffer, int, MPI_Datatype, MPI_Status *)     \
    BOTH(int, File_##kind##_at_all, MPI_File, MPI_Offset, buffer, int, MPI_Datatype, MPI_Status *) \
    BOTH(int, File_i##kind, MPI_File, buffer, int, MPI_Datatype, MPI_Request *)                    \
    BOTH(int, File_i##kind##_all, MPI_File, buffer, int, MPI_Datatype, MPI_Request *)              \
    BOTH(int, File_i##kind##_shared, MPI_File, buffer, int, MPI_Datatype, MPI_Request *)           \
    BOTH(int, File_i##kind##_at, MPI_File, MPI_Offset, buffer, int, MPI_Datatype, MPI_Request *)   \
    BOTH(int, File_i##kind##_at_all, MPI_File, MPI_Offset, buffer, int, MPI_Datatype,              \
         MPI_Request *)                                                                            \
    BOTH(int, File_##kind##_all_begin, MPI_File, buffer, int, MPI_Datatype)                        \
    BOTH(int, File_##kind##_ordered_begin, MPI_File, buffer, int, MPI_Datatype)                    \
    BOTH(int, File_##kind##_at_all_begin, MPI_File, MPI_Offset, buffer, int, MPI_Datatype)         \
    BOTH(int, File_##kind##_all_end, MPI_File, buffer, MPI_Status *)                               \
    BOTH(int, File_##kind##_ordered_end, MPI_File, buffer, MPI_Status *)                           \
    BOTH(int, File_##kind##_at_all_end, MPI_File, buffer, MPI_Status *)
FILE_CALLS(read, void *)
FILE_CALLS(write, const void *)

/* One-sided. */
BOTH(int, Win_create, void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *)
BOTH(int, Win_allocate, MPI_Aint, int, MPI_Info, MPI_Comm, void *, MPI_Win *)
BOTH(int, Win_free, MPI_Win *)
BOTH(int, Win_fence, int, MPI_Win)
BOTH(int, Put, const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win)
BOTH(int, Get, void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win)
BOTH(int, Accumulate, const void *, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op,
     MPI_Win)

/* Of collective calls that do not block. */
BOTH(int, Ibarrier, MPI_Comm, MPI_Request *)
BOTH(int, Ibcast, void *, int, MPI_Datatype, int, MPI_Comm, MPI_Request *)
BOTH(int, Ireduce, const void *, void *, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request *)
BOTH(int, Iallreduce, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *)
BOTH(int, Iscan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *)
BOTH(int, Iexscan, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *)
BOTH(int, Ireduce_scatter_block, const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm,
     MPI_Request *)
BOTH(int, Ireduce_scatter, const void *, void *, const int *, MPI_Datatype, MPI_Op, MPI_Comm,
     MPI_Request *)
BOTH(int, Igather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm,
     MPI_Request *)
BOTH(int, Iscatter, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm,
     MPI_Request *)
BOTH(int, Iallgather, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm,
     MPI_Request *)
BOTH(int, Ialltoall, const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm,
     MPI_Request *)
BOTH(int, Igatherv, const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype,
     int, MPI_Comm, MPI_Request *)
BOTH(int, Iscatterv, const void *, const int *, const int *, MPI_Datatype, void *, int,
     MPI_Datatype, int, MPI_Comm, MPI_Request *)
BOTH(int, Iallgatherv, const void *, int, MPI_Datatype, void *, const int *, const int *,
     MPI_Datatype, MPI_Comm, MPI_Request *)
BOTH(int, Ialltoallv, const void *, const int *, const int *, MPI_Datatype, void *, const int *,
     const int *, MPI_Datatype, MPI_Comm, MPI_Request *)
BOTH(int, Ialltoallw, const void *, const int *, const int *, const MPI_Datatype *, void *,
     const int *, const int *, const MPI_Datatype *, MPI_Comm, MPI_Request *)

#endif
