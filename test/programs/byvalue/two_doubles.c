/* A struct of two doubles by value: its gradient comes back as a struct. */
#include "oracle.h"

static double f(struct two p)
{
    return p.x * p.x * p.y;
}

int main(void)
{
    struct two p = {3, 5}, g = __enzyme_autodiff_2((void *)f, p);

    CHECK(g.x, 30);
    CHECK(g.y, 9);
    return oracle_result();
}
