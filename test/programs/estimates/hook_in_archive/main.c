/* The hook is in a library, which nobody else asks for; the function is in another unit. */
#include "oracle.h"

double __enzyme_error_estimate(void *, ...);
double ratio(double x, double y);
int errors_logged(void);

int main(void)
{
    CHECK(__enzyme_error_estimate((void *)ratio, 1.5, 0.5, 2.0, 0.25), 0.25 + 0.75 / 8);
    CHECK(errors_logged(), 1);
    return oracle_result();
}
