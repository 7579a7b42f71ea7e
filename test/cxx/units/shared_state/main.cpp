// Static locals of inline functions, inline variables and members of templates are one object for
// all units.
#include "oracle.h"
#include "state.h"

static double f(const double *x, int n)
{
    counter().total = x[1];
    gain = x[0];
    Buffer<double>::last[0] = x[2];
    Buffer<double>::last[1] = 2;
    for (int i = 0; i < n; i++)
        add(x[i]);
    return counter().total * Buffer<double>::last[0];
}

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    CHECK_THAT(counter().calls > 0);
    return oracle_result();
}
