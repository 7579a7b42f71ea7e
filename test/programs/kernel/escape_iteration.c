/* A complex iteration in a grid of points with individual escape times. */
#include "oracle.h"

static double f(const double *x, int n)
{
    double s = 0;
    for (int p = 0; p < 9; p++) {
        double cr = x[0] + 0.4 * (p % 3), ci = x[1] + 0.3 * (p / 3), zr = 0, zi = 0;
        for (int it = 0; it < 12; it++) {
            double r2 = zr * zr + zi * zi;
            if (r2 > 4) {
                s += it * r2 * 1e-3;
                break;
            }
            double t = zr * zr - zi * zi + cr;
            zi = 2 * zr * zi + ci;
            zr = t;
        }
        s += 0.1 * zr * zi;
    }
    return s;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){-0.31, 0.13}), 2);
    return oracle_result();
}
