// A matrix to a power that is no integer, in forward mode.
#include "matrix_power.h"
int main()
{
    for (int i = 0; i < 9; i++) {
        double e[9] = {0};
        e[i] = 1;
        check(i, __enzyme_fwddiff((void *)f, enzyme_dup, x, e, enzyme_const, 5));
    }
    return oracle_result();
}
