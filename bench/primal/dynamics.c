/*
 * Particles, random paths, and dynamic programming.
 */
#include "kernels.h"

#include <math.h>

/* m steps of n bodies that attract each other; both of a pair get their part at once. */
void VARIANT(n_body)(int n, int m, const double *RESTRICT mass, double *RESTRICT x,
                     double *RESTRICT v, double *RESTRICT a)
{
    for (int t = 0; t < m; t++) {
        for (int i = 0; i < 3 * n; i++)
            a[i] = 0.0;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++) {
                double d[3], square = 0.01;
                for (int k = 0; k < 3; k++) {
                    d[k] = x[3 * j + k] - x[3 * i + k];
                    square += d[k] * d[k];
                }
                double inverse = 1.0 / (square * sqrt(square));
                for (int k = 0; k < 3; k++) {
                    a[3 * i + k] += mass[j] * inverse * d[k];
                    a[3 * j + k] -= mass[i] * inverse * d[k];
                }
            }
        for (int i = 0; i < 3 * n; i++) {
            v[i] += 0.001 * a[i];
            x[i] += 0.001 * v[i];
        }
    }
}

/* Price of an Asian call by n paths of m steps; market: price, interest, volatility, strike. */
double VARIANT(monte_carlo)(int n, int m, const double *RESTRICT normal,
                            const double *RESTRICT market)
{
    double interest = market[1], volatility = market[2], strike = market[3];
    double step = 1.0 / m, drift = (interest - 0.5 * volatility * volatility) * step;
    double spread = volatility * sqrt(step), total = 0.0;

    for (int i = 0; i < n; i++) {
        double price = market[0], sum = 0.0;
        for (int j = 0; j < m; j++) {
            price *= exp(drift + spread * normal[i * m + j]);
            sum += price;
        }
        total += fmax(sum / m - strike, 0.0);
    }
    return exp(-interest) * total / n;
}

static double square(double x)
{
    return x * x;
}

/* Distance of two series by dynamic time warping. */
double VARIANT(time_warp)(int n, int m, const double *RESTRICT x, const double *RESTRICT y,
                          double *RESTRICT table)
{
    int row = m + 1;

    for (int i = 0; i <= n; i++)
        table[i * row] = 1e10;
    for (int j = 0; j <= m; j++)
        table[j] = 1e10;
    table[0] = 0.0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            const double *above = &table[(i - 1) * row + j];
            double best = fmin(above[-1], fmin(above[0], table[i * row + j - 1]));
            table[i * row + j] = square(x[i - 1] - y[j - 1]) + best;
        }
    return table[n * row + m];
}

static double soft_minimum(double a, double b, double c)
{
    const double sharpness = 2.0;
    double least = fmin(a, fmin(b, c));

    return least - log(exp(sharpness * (least - a)) + exp(sharpness * (least - b)) +
                       exp(sharpness * (least - c))) /
                       sharpness;
}

/* The same with a minimum that is smooth. */
double VARIANT(soft_time_warp)(int n, int m, const double *RESTRICT x, const double *RESTRICT y,
                               double *RESTRICT table)
{
    int row = m + 1;

    for (int i = 0; i <= n; i++)
        table[i * row] = 1e10;
    for (int j = 0; j <= m; j++)
        table[j] = 1e10;
    table[0] = 0.0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            const double *above = &table[(i - 1) * row + j];
            table[i * row + j] = square(x[i - 1] - y[j - 1]) +
                                 soft_minimum(above[-1], above[0], table[i * row + j - 1]);
        }
    return table[n * row + m];
}
