// A matrix to a power that is no integer: its gradient. matrix_power_forward.cpp has its tangents:
// together they take more than a minute to compile.
#include "matrix_power.h"
int main()
{
    double dx[9] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 5);
    for (int i = 0; i < 9; i++)
        check(i, dx[i]);
    return oracle_result();
}
