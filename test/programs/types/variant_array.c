/* Rows of a table whose columns are integers or numbers by a schema at run time. */
#include <string.h>
#include "oracle.h"

enum type { INT, REAL };

static double f(const double *x, int n)
{
    static const enum type schema[] = {INT, REAL, REAL, INT};
    static const size_t size[] = {sizeof(int), sizeof(double)};
    unsigned char row[2][64];
    double sum = 0;
    size_t at = 0;
    for (int i = 0; i < n; i++) {
        int k = i + 2;
        double v = x[i] * x[i];
        memcpy(row[0] + at, schema[i] == INT ? (void *)&k : (void *)&v, size[schema[i]]);
        at += size[schema[i]];
    }
    memcpy(row[1], row[0], at);
    at = 0;
    for (int i = 0; i < n; i++) {
        if (schema[i] == INT) {
            int k;
            memcpy(&k, row[1] + at, sizeof k);
            sum += k * x[i];
        } else {
            double v;
            memcpy(&v, row[1] + at, sizeof v);
            sum += v * x[0];
        }
        at += size[schema[i]];
    }
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
