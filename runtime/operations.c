/* Operations that the program has made for MPI (bundle/mpi/operations.h), by their handles,
 * whatever these are in the library. The newest counts: libraries use handles again. */
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef void operation(void *, void *, int *, void *);
void enz_rt_do_note_operation(uint64_t op, operation *run);
operation *enz_rt_do_operation(uint64_t op);
void enz_rt_do_check_bounds(int64_t low, int64_t extent);

struct made {
    struct made *next;
    uint64_t op;
    operation *run;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *first;

void enz_rt_do_note_operation(uint64_t op, operation *run)
{
    struct made *m = malloc(sizeof *m);
    if (!m) {
        fputs("enzcc: out of memory for an operation of MPI\n", stderr);
        abort();
    }
    pthread_mutex_lock(&lock);
    *m = (struct made){first, op, run};
    first = m;
    pthread_mutex_unlock(&lock);
}

/* NULL: the library has it. */
operation *enz_rt_do_operation(uint64_t op)
{
    pthread_mutex_lock(&lock);
    struct made *m = first;
    while (m && m->op != op)
        m = m->next;
    pthread_mutex_unlock(&lock);
    return m ? m->run : NULL;
}

/* Of a type: elements begin at their addresses. */
void enz_rt_do_check_bounds(int64_t low, int64_t extent)
{
    if (!low && extent >= 0)
        return;
    fputs("enzcc: derivative of MPI_Reduce: an operation of the program on a type that does not "
          "begin at its address\n",
          stderr);
    abort();
}
