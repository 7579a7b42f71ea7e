/* Operations that the program has made for MPI (bundle/mpi/operations.h), by their handles,
 * whatever these are in the library. Libraries use handles again: the newest operation counts. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void operation(void *, void *, int *, void *);
void enz_rt_do_note_operation(uint64_t op, operation *run);
operation *enz_rt_do_operation(uint64_t op);
void enz_rt_do_check_elements(int64_t low, int64_t extent, int64_t true_extent, int64_t size);
typedef void count_neighbors(uint64_t comm, int *numbers);
typedef void plan_neighbors(uint64_t comm, const int *numbers, const int *const *blocks, int *plan);
void enz_rt_do_count_neighbors(count_neighbors *run, uint64_t comm, int *numbers);
void enz_rt_do_plan_neighbors(plan_neighbors *run, uint64_t comm, const int *numbers,
                              const int *out_counts, const int *out_displs, const int *in_counts,
                              const int *in_displs, int *plan);

struct made {
    struct made *next;
    uint64_t op;
    operation *run;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *first;

static struct made *find(uint64_t op)
{
    struct made *m = first;
    while (m && m->op != op)
        m = m->next;
    return m;
}

static struct made *add(uint64_t op)
{
    struct made *m = malloc(sizeof *m);
    if (!m) {
        fputs("enzcc: out of memory for an operation of MPI\n", stderr);
        abort();
    }
    *m = (struct made){first, op, NULL};
    return first = m;
}

void enz_rt_do_note_operation(uint64_t op, operation *run)
{
    pthread_mutex_lock(&lock);
    struct made *m = find(op);
    (m ? m : add(op))->run = run;
    pthread_mutex_unlock(&lock);
}

/* NULL: the library has it. */
operation *enz_rt_do_operation(uint64_t op)
{
    pthread_mutex_lock(&lock);
    struct made *m = find(op);
    operation *run = m ? m->run : NULL;
    pthread_mutex_unlock(&lock);
    return run;
}

/* Of a type: from `low` on, an element has `true_extent` bytes, of which `size` are numbers, and
 * the next one begins `extent` bytes behind it. There are no gaps, in which the result has bytes of
 * its own. */
void enz_rt_do_check_elements(int64_t low, int64_t extent, int64_t true_extent, int64_t size)
{
    if (!low && true_extent == extent && size == extent)
        return;
    fputs(
        "enzcc: derivative of MPI_Reduce: an operation of the program on a type of which elements "
        "have gaps, lie in one another, or do not begin at their addresses\n",
        stderr);
    abort();
}

/* ---- collective calls of neighbours (bundle/mpi/neighbors.h) ---- */

void enz_rt_do_count_neighbors(count_neighbors *run, uint64_t comm, int *numbers)
{
    run(comm, numbers);
}

void enz_rt_do_plan_neighbors(plan_neighbors *run, uint64_t comm, const int *numbers,
                              const int *out_counts, const int *out_displs, const int *in_counts,
                              const int *in_displs, int *plan)
{
    const int *blocks[] = {out_counts, out_displs, in_counts, in_displs};
    run(comm, numbers, blocks, plan);
}
