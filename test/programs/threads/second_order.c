/* Second derivatives of threads: forward over reverse, forward over forward, reverse over forward.
 */
#include "threads.h"
#include "oracle_second_order.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#define NAME(f)                     f
#define HANDLE(thread)              pthread_t thread
#define START(thread, run, operand) pthread_create(&(thread), NULL, run, operand)
#define JOIN(thread)                pthread_join(thread, NULL)
#define TAKE(thread, to)            pthread_join(thread, (void **)&(to))
#include "second_order.h"
#undef NAME
#undef HANDLE
#undef START
#undef JOIN
#undef TAKE
#define NAME(f)                     serial_##f
#define HANDLE(thread)              void *thread
#define START(thread, run, operand) ((thread) = run(operand))
#define JOIN(thread)                ((void)(thread))
#define TAKE(thread, to)            ((to) = (thread))
#include "second_order.h"

CHECKED_ALONG(sum)
CHECKED_ALONG(steps)
CHECKED_ALONG(locked)
CHECKED_ALONG(tree)
CHECKED_ALONG(returned)

static void check_all(void)
{
    double x[N], e[N];
    fill(x, e);
    check_sum(x, e);
    check_steps(x, e);
    check_locked(x, e);
    check_tree(x, e);
    check_returned(x, e);
}

int main(void)
{
    FOR_THREADS(check_all());
    return oracle_result();
}
