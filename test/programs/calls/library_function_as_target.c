/* A plain libm function is the differentiated function itself. */
#include <math.h>
#include "oracle.h"

int main(void)
{
    CHECK(__enzyme_autodiff((void *)sin, 0.7), cos(0.7));
    CHECK(__enzyme_fwddiff((void *)exp, 0.7, 2.0), 2 * exp(0.7));
    return oracle_result();
}
