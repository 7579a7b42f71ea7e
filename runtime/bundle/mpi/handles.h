/* MPI_Type_free, MPI_Comm_free, MPI_Op_free.
 *
 * The reverse sweep needs the types and communicators of the forward sweep, and comes to the call
 * that frees one before it comes to those that used it; an operation it tells from others by its
 * handle, which the library would give to the next one. So the program loses the handle, but what
 * it stands for is freed when the next one is to be: by then that reverse sweep is over, as none
 * begins or ends inside of another one. MPI_Comm_free is collective, but does not wait in any of
 * the libraries (MPI 3.1, 6.4.3, advice to implementors). Messages that are not complete keep the
 * type. */
#ifndef ENZCC_BUNDLE_MPI_HANDLES_H
#define ENZCC_BUNDLE_MPI_HANDLES_H
#include "requests.h"

struct freed {
    enum { FREED_TYPE, FREED_COMM, FREED_OP } what;
    MPI_Datatype type;
    MPI_Comm comm;
    MPI_Op op;
    struct freed *next;
};

static struct freed *to_be_freed;
static int open_transfers; /* of windows (windows.h), which need their types */

static void free_handle(struct freed *f)
{
    switch (f->what) {
    case FREED_TYPE: PMPI_Type_free(&f->type); break;
    case FREED_COMM: PMPI_Comm_free(&f->comm); break;
    case FREED_OP: PMPI_Op_free(&f->op); break;
    }
}

static void free_handles(void)
{
    for (struct freed *f = to_be_freed, *next; f && !operations && !open_transfers; f = next) {
        next = f->next;
        free_handle(f);
        free(f);
        to_be_freed = next;
    }
}

static void free_later(struct freed f)
{
    struct freed *at = allocate(sizeof *at);
    *at = f;
    at->next = to_be_freed;
    to_be_freed = at;
}

/* What the tape keeps; freed in the reverse sweep once. */
struct kept_handle {
    struct freed freed;
    bool done;
};

static void *keep_handle(struct freed f, void *on)
{
    struct kept_handle *k = new_tape(on, sizeof *k);
    free_handles();
    k->freed = f;
    return k;
}

static void reverse_handle(struct kept_handle *k)
{
    if (!k->done)
        free_later(k->freed);
    k->done = true;
}

#define DEFINE_FREE(name, T, none, ...)                                                            \
    static struct kept_status augmented_##name(D(T *, handle), void *on)                           \
    {                                                                                              \
        void *tape = keep_handle((struct freed){__VA_ARGS__}, on);                                 \
        *handle = none;                                                                            \
        return (struct kept_status){tape, MPI_SUCCESS};                                            \
    }                                                                                              \
    static void reverse_##name(D(T *, handle), void *tape)                                         \
    {                                                                                              \
        reverse_handle(tape);                                                                      \
    }                                                                                              \
    static struct forward_status forward_##name(D(T *, handle), int64_t phases)                    \
    {                                                                                              \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        free_handles();                                                                            \
        free_later((struct freed){__VA_ARGS__});                                                   \
        *handle = none;                                                                            \
        return (struct forward_status){MPI_SUCCESS, 0};                                            \
    }                                                                                              \
    REGISTER(name)
#define DEFINE_TYPE_FREE(name) DEFINE_FREE(name, MPI_Datatype, MPI_DATATYPE_NULL, .type = *handle)
#define DEFINE_COMM_FREE(name)                                                                     \
    DEFINE_FREE(name, MPI_Comm, MPI_COMM_NULL, .comm = *handle, .what = FREED_COMM)
#define DEFINE_OP_FREE(name) DEFINE_FREE(name, MPI_Op, MPI_OP_NULL, .op = *handle, .what = FREED_OP)

DEFINE_TYPE_FREE(MPI_Type_free)
DEFINE_TYPE_FREE(PMPI_Type_free)
DEFINE_COMM_FREE(MPI_Comm_free)
DEFINE_COMM_FREE(PMPI_Comm_free)
DEFINE_OP_FREE(MPI_Op_free)
DEFINE_OP_FREE(PMPI_Op_free)

#endif
