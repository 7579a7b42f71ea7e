/* The k-means cost: every point to its nearest centre. */
#include "oracle.h"

enum { POINTS = 9, CENTRES = 3, DIM = 2 };

static double f(const double *c, int n)
{
    static const double points[POINTS][DIM] = {
        {0, 0}, {1, 0.2}, {0.3, 1}, {5, 5}, {5.5, 4.2}, {4.4, 5.1}, {9, 0}, {8, 1}, {8.5, 0.6}};
    double cost = 0;
    for (int p = 0; p < POINTS; p++) {
        double best = 1e30;
        for (int k = 0; k < CENTRES; k++) {
            double d = 0;
            for (int i = 0; i < DIM; i++) {
                double t = points[p][i] - c[k * DIM + i];
                d += t * t;
            }
            if (d < best)
                best = d;
        }
        cost += best;
    }
    return cost;
}

int main(void)
{
    /* The first three points belong to centre 0, and so on. */
    ORACLE_GRADIENT_IS(f, ((const double[]){1, 1, 5, 4, 8, 0}), 6,
                       ((const double[]){2 * (3 - 1.3), 2 * (3 - 1.2), 2 * (15 - 14.9),
                                         2 * (12 - 14.3), 2 * (24 - 25.5), 2 * (0 - 1.6)}));
    return oracle_result();
}
