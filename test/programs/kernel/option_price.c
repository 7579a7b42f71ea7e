/* The Black-Scholes call price; delta and vega are known. */
#include <math.h>
#include "oracle.h"

static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

static double f(const double *x, int n)
{
    double spot = x[0], volatility = x[1], strike = 95, rate = 0.03, years = 0.75;
    double spread = volatility * sqrt(years);
    double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
    return spot * normal(d1) - strike * exp(-rate * years) * normal(d1 - spread);
}

int main(void)
{
    double spot = 100, v = 0.2, years = 0.75;
    double d1 = (log(spot / 95) + (0.03 + 0.5 * v * v) * years) / (v * sqrt(years));
    double density = exp(-0.5 * d1 * d1) / sqrt(2 * acos(-1));
    ORACLE_GRADIENT_IS(f, ((const double[]){100, 0.2}), 2,
                       ((const double[]){normal(d1), spot * density * sqrt(years)}));
    return oracle_result();
}
