/* Memory written on one path only keeps its old derivative on the other. */
#include "oracle.h"

static void f(const double *x, int n, double *y, int m)
{
    for (int i = 0; i < m; i++) {
        if (x[i] > 0)
            y[i] = x[i] * x[i] * x[(i + 1) % n];
        else if (x[i] < -1)
            y[i] += x[i];
    }
}

int main(void)
{
    const double x[5] = {1.5, -0.5, 2, -3, 0.7}, y[5] = {1, 2, 3, 4, 5};
    ORACLE_MAP(f, x, 5, y, 5);
    return oracle_result();
}
