/* Second derivatives of tasks: forward over reverse, forward over forward, reverse over forward. */
#include "second_order_ways.h"
#include <math.h>
#include <stdlib.h>

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(f)  f
#include "second_order_tasks.h"
#undef OMP
#undef NAME
#define OMP(...)
#define NAME(f) serial_##f
#include "second_order_tasks.h"

CHECKED_ALONG(values)
CHECKED_ALONG(at_end)
CHECKED_ALONG(recursive)
CHECKED_ALONG(alone)
CHECKED_ALONG(conditions)
CHECKED_ALONG(groups)
CHECKED_ALONG(critical_tasks)
CHECKED_ALONG(untied)
CHECKED_ALONG(taskloop)
CHECKED_ALONG(heap)
CHECKED_ALONG(wave)
CHECKED_ALONG(chain)
CHECKED_ALONG(exclusive)

static void check_all(void)
{
    double x[N], e[N];
    fill(x, e);
    check_values(x, e);
    check_at_end(x, e);
    check_recursive(x, e);
    check_alone(x, e);
    check_conditions(x, e);
    check_groups(x, e);
    check_critical_tasks(x, e);
    check_untied(x, e);
    check_taskloop(x, e);
    check_heap(x, e);
    if (!SANITIZED) {
        check_wave(x, e);
        check_chain(x, e);
        check_exclusive(x, e);
    }
}

int main(void)
{
    FOR_TEAMS(check_all());
    return oracle_result();
}
