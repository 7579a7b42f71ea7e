/* Second derivatives of loops that teams share, in each combination of modes. */
#include "second_order_ways.h"
#include <math.h>
#include <stdlib.h>

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(f)  f
#include "second_order.h"
#undef OMP
#undef NAME
#define OMP(...)
#define NAME(f) serial_##f
#include "second_order.h"

CHECKED(squares)
CHECKED(steps)
CHECKED(privates)
CHECKED(values)
CHECKED(dynamic)
CHECKED(searching)
CHECKED(heap)
CHECKED(rows)
CHECKED(bins)
CHECKED(called)
CHECKED(pointers)
CHECKED(sized)
CHECKED(collapsed)
CHECKED(simds)
CHECKED(recursive)
CHECKED(linear)

static void check_all(void)
{
    double x[N], e[N];
    fill(x, e);
    check_all_of_squares(x, e);
    check_all_of_steps(x, e);
    check_all_of_privates(x, e);
    check_all_of_values(x, e);
    check_all_of_dynamic(x, e);
    check_all_of_searching(x, e);
    check_all_of_heap(x, e);
    check_all_of_rows(x, e);
    check_all_of_bins(x, e);
    check_all_of_called(x, e);
    check_all_of_pointers(x, e);
    check_all_of_sized(x, e);
    check_all_of_collapsed(x, e);
    check_all_of_simds(x, e);
    check_all_of_recursive(x, e);
    check_all_of_linear(x, e);
}

int main(void)
{
    FOR_TEAMS(check_all());
    return oracle_result();
}
