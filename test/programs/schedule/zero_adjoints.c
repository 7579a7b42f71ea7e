/* Loops whose results are often discarded: the least of distances, rectifiers, branches, products
 * that are zero. */
#include <math.h>
#include "oracle.h"

enum { POINTS = 5, CENTRES = 3, DIMS = 4 };

static double nearest(const double *c, int n)
{
    double s = 0;
    for (int p = 0; p < POINTS; p++) {
        double least = 1e30;
        for (int k = 0; k < n / DIMS; k++) {
            double d = 0;
            for (int i = 0; i < DIMS; i++) {
                double x = 0.4 * p - 0.3 * i + 0.1 * p * i - c[k * DIMS + i];
                d += x * x * (1 + 0.1 * c[i]);
            }
            least = d < least ? d : least;
        }
        s += least;
    }
    return s;
}

static double rectified(const double *w, int n)
{
    double x[DIMS] = {0.3, -0.7, 0.2, 0.9}, y[CENTRES], s = 0;
    for (int k = 0; k < n / DIMS; k++) {
        double sum = 0;
        for (int i = 0; i < DIMS; i++)
            sum += w[k * DIMS + i] * x[i] * w[i];
        y[k] = fmax(sum, 0);
    }
    for (int k = 0; k < n / DIMS; k++)
        s += y[k] * y[k] * w[k];
    return s;
}

/* Two results of one loop, of which one, both or none matter; the loop is left in the middle. */
static double two(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 6; k++) {
        double sum = 0, product = 1;
        int i = 0;
        for (; i < n; i++) {
            sum += x[i] * x[i];
            product *= 1 + 0.1 * x[i];
            if (sum > 0.4 * k)
                break;
        }
        if (k % 3 == 0)
            s += sum * k;
        else if (k % 3 == 1)
            s += product * product + (i == n ? sum : 0);
    }
    return s;
}

/* The weights are zero at first, but their derivatives are not. */
static double weighted(const double *x, int n)
{
    double s = 0;
    for (int k = 0; k < 4; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            for (int m = 0; m < DIMS; m++)
                sum += sin(x[i] * (m + k));
        s += (x[k] - x[k] * x[k] / x[k]) * sum + (k == 2 ? sum * sum : 0);
    }
    return s;
}

/* What comes in is added up in memory as well. */
static double stored(const double *x, int n)
{
    double row[DIMS * CENTRES], s = 0;
    for (int k = 0; k < 4; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            row[i] = x[i] * x[i] * (k + 1);
            sum += row[i] * x[i];
        }
        s += row[k] + (sum > 1e6 ? sum : 0);
    }
    return s;
}

int main(void)
{
    double x[CENTRES * DIMS];
    oracle_random(x, CENTRES * DIMS, 3);
    ORACLE_GRADIENT(nearest, x, CENTRES * DIMS);
    ORACLE_GRADIENT(rectified, x, CENTRES * DIMS);
    ORACLE_GRADIENT(two, x, CENTRES * DIMS);
    ORACLE_GRADIENT(weighted, x, CENTRES * DIMS);
    ORACLE_GRADIENT(stored, x, CENTRES * DIMS);
    return oracle_result();
}
