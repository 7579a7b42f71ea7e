#include <enzcc/typed.h>
#include <math.h>
#include <stdio.h>

static double f(double x, double y)
{
    return x * x * sin(y);
}

ENZ_SPLIT(f_first, f_second, f, ENZ_ACTIVE(double), ENZ_ACTIVE(double), ENZ_ACTIVE(double));
ENZ_BATCH(f_lanes, 3, f, double, ENZ_EACH_LANE(double), ENZ_ALL_LANES(double));
ENZ_TRUNCATED(f_in_float, f, 64, 32);
ENZ_ERRORS(f_error, f, ENZ_DUP(double), ENZ_DUP(double), ENZ_CONST(double));

int main(void)
{
    void *tape;
    double dx, dy, value = f_first(1.5, 0.5, &tape);
    f_second(1.5, &dx, 0.5, &dy, 2, tape);
    printf("%.4f: %.4f %.4f\n", value, dx, dy);

    double x[3] = {1, 2, 3}, lanes[3];
    f_lanes(lanes, x, 0.5);
    printf("%.4f %.4f %.4f\n", lanes[0], lanes[1], lanes[2]);

    double error;
    printf("%.9f\n", f_in_float()(1.5, 0.5));
    f_error(1.5, 1e-3, 0.5, &error);
    printf("%.0e\n", error);
}
