/* A NaN argument gives a NaN derivative, not zero. */
#include <math.h>
#include "oracle.h"

int main(void)
{
    CHECK_NAN(__enzyme_autodiff((void *)sqrt, (double)NAN));
    CHECK_NAN(__enzyme_autodiff((void *)exp, (double)NAN));
    CHECK_NAN(__enzyme_fwddiff((void *)sin, (double)NAN, 1.0));
    return oracle_result();
}
