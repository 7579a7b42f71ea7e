/* memcpy of structs with padding, integers and pointers. */
#include <string.h>
#include "oracle.h"

struct item {
    char tag;
    double value;
    int count;
    double *more;
};

static double f(const double *x, int n)
{
    double storage[2] = {x[1], x[2]};
    struct item a = {'a', x[0], 3, storage}, b[2];
    memcpy(&b[0], &a, sizeof a);
    a.value = 0;
    memcpy(&b[1], &b[0], sizeof a);
    b[1].more[0] *= b[0].value;
    return b[1].value * b[1].count * b[0].more[0] + b[0].more[1] * (b[1].tag - '`');
}

int main(void)
{
    /* 3 x0 * (x1 x0) + x2 */
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 5, 7}), 3, ((const double[]){60, 12, 1}));
    return oracle_result();
}
