/* Objects with a method and data: a local table of shapes. */
#include "oracle.h"

struct shape {
    double (*area)(const struct shape *);
    double a, b;
};

static double square_area(const struct shape *s)
{
    return s->a * s->a;
}
static double box_area(const struct shape *s)
{
    return s->a * s->b;
}
static double ring_area(const struct shape *s)
{
    return 3 * (s->a * s->a - s->b * s->b);
}

static double f(const double *x, int n)
{
    struct shape shapes[3] = {
        {square_area, x[0], 0}, {box_area, x[1], x[2]}, {ring_area, x[3], x[0]}};
    double s = 0;
    for (int i = 0; i < 3; i++)
        s += shapes[i].area(&shapes[i]) * (i + 1);
    return s;
}

int main(void)
{
    ORACLE_GRADIENT_IS(f, ((const double[]){2, 3, 5, 7}), 4,
                       ((const double[]){4 - 36, 10, 6, 126}));
    return oracle_result();
}
