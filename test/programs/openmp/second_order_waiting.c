/* Second derivatives of regions whose threads wait for each other, in each combination of modes. */
#include "second_order_ways.h"
#include <math.h>
#include <stdlib.h>

static omp_lock_t second_order_lock;

#define OMP(...) _Pragma(#__VA_ARGS__)
#define NAME(f)  f
#include "second_order_waiting.h"
#undef OMP
#undef NAME
#define OMP(...)
#define NAME(f) serial_##f
#include "second_order_waiting.h"

CHECKED(critical)
CHECKED(names)
CHECKED(product)
CHECKED(atomics)
CHECKED(taking)
CHECKED(ordered)
CHECKED(waves)
CHECKED(locks)
CHECKED(barriers)
CHECKED(masters)
CHECKED(privately)
CHECKED(sections)
CHECKED(largest)
CHECKED(scanned)
CHECKED(nested)

static void check_all(void)
{
    double x[N], e[N];
    fill(x, e);
    check_all_of_critical(x, e);
    check_all_of_names(x, e);
    check_all_of_product(x, e);
    check_all_of_atomics(x, e);
    check_all_of_taking(x, e);
    check_all_of_ordered(x, e);
    if (!SANITIZED)
        check_all_of_waves(x, e);
    check_all_of_locks(x, e);
    check_all_of_barriers(x, e);
    check_all_of_masters(x, e);
    check_all_of_privately(x, e);
    check_all_of_sections(x, e);
    check_all_of_largest(x, e);
    check_all_of_scanned(x, e);
    check_all_of_nested(x, e);
}

int main(void)
{
    allow_levels(2);
    omp_init_lock(&second_order_lock);
    FOR_TEAMS(check_all());
    return oracle_result();
}
