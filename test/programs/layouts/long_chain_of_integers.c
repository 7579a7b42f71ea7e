/* A double travels through 150 integer variables: the search for its type has no limit on the way.
 */
#include <stdint.h>
#include <string.h>
#include "oracle.h"

/* The ten variables of row r, and the step from the last of the row before to its first. */
#define TEN(X, r)                                                                                  \
    X(r##1, r##0)                                                                                  \
    X(r##2, r##1)                                                                                  \
    X(r##3, r##2)                                                                                  \
    X(r##4, r##3) X(r##5, r##4) X(r##6, r##5) X(r##7, r##6) X(r##8, r##7) X(r##9, r##8)
#define ROW(X, r, before) X(r##0, before##9) TEN(X, r)
#define CHAIN(X)                                                                                   \
    TEN(X, 10)                                                                                     \
    ROW(X, 11, 10)                                                                                 \
    ROW(X, 12, 11)                                                                                 \
    ROW(X, 13, 12)                                                                                 \
    ROW(X, 14, 13)                                                                                 \
    ROW(X, 15, 14)                                                                                 \
    ROW(X, 16, 15)                                                                                 \
    ROW(X, 17, 16)                                                                                 \
    ROW(X, 18, 17)                                                                                 \
    ROW(X, 19, 18) ROW(X, 20, 19) ROW(X, 21, 20) ROW(X, 22, 21) ROW(X, 23, 22) ROW(X, 24, 23)

#define DECLARE(to, from) static int64_t word##to;
#define MOVE(to, from)                                                                             \
    if (n > to % 3)                                                                                \
        memcpy(&word##to, &word##from, sizeof word##to);

static int64_t word100;
CHAIN(DECLARE)

static double f(const double *x, int n)
{
    double y;
    memcpy(&word100, x, sizeof word100);
    CHAIN(MOVE)
    memcpy(&y, &word249, sizeof y);
    return y * y * x[1];
}

int main(void)
{
    const double x[3] = {1.5, -0.5, 2};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
