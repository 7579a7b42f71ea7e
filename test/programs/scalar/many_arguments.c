/* Twelve doubles: more than the registers for arguments. */
#include "oracle.h"

struct twelve {
    double d[12];
};
extern struct twelve __enzyme_autodiff_12(void *, ...);

static double f(double a, double b, double c, double d, double e, double g, double h, double i,
                double j, double k, double l, double m)
{
    return a * b + c * d + e * g + h * i + j * k + l * m + a * m;
}

int main(void)
{
    struct twelve r = __enzyme_autodiff_12((void *)f, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
                                           10.0, 11.0, 12.0);
    const double want[12] = {14, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 12};

    CHECK_ARRAY(r.d, want, 12);
    CHECK(__enzyme_fwddiff((void *)f, 1.0, 1.0, 2.0, 0.0, 3.0, 0.0, 4.0, 1.0, 5.0, 0.0, 6.0, 0.0,
                           7.0, 0.0, 8.0, 0.0, 9.0, 0.0, 10.0, 0.0, 11.0, 0.0, 12.0, 1.0),
          14 + 3 + 12);
    return oracle_result();
}
