/* A traversal that a callback ends by its return value; results come through the context. */
#include <math.h>
#include "oracle.h"

enum verdict { CONTINUE, STOP, SKIP };
typedef enum verdict visitor(double value, int index, void *context);
struct search {
    double limit, found;
    int where;
};

static int for_each(const double *x, int n, visitor *visit, void *context)
{
    int visited = 0;
    for (int i = 0; i < n; i++) {
        visited++;
        enum verdict v = visit(x[i], i, context);
        if (v == STOP)
            break;
        if (v == SKIP)
            i++;
    }
    return visited;
}

static enum verdict first_above(double value, int index, void *context)
{
    struct search *s = context;
    if (value * value > s->limit) {
        s->found = value * s->limit;
        s->where = index;
        return STOP;
    }
    s->limit += 0.1 * value;
    return value < 0 ? SKIP : CONTINUE;
}

static double f(const double *x, int n)
{
    struct search s = {x[0] + 2, 0, -1};
    int visited = for_each(x, n, first_above, &s);
    return s.where < 0 ? s.limit : s.found * visited;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 1.2, 1.1, 1.9, 3.0}), 6);
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.3, 1.2, 1.1}), 4);
    return oracle_result();
}
