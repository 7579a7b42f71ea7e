/* Arguments of derivative calls: array elements, struct members, results of calls, globals,
 * literals, compound literals. */
#include "oracle.h"

struct model {
    double rate, level;
    double weights[4];
    int n;
    struct {
        double scale;
    } inner;
};

static double predict(double rate, const double *w, int n, double scale)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += w[i] * rate;
    return s * scale * rate;
}

static double table[3] = {1, 2, 3};
static int index_of(int k)
{
    return k - 1;
}
static struct model make(void)
{
    return (struct model){2, 0, {1, 2, 3, 4}, 4, {0.5}};
}

static struct model global = {3, 0, {1, 1, 0, 0}, 2, {2}};

int main(void)
{
    struct model m = make(), *p = &m, dm = {0};
    /* d = (2 rate scale sum, rate^2 scale) */
    struct two g = __enzyme_autodiff_2((void *)predict, p->rate, enzyme_dup, m.weights, dm.weights,
                                       m.n, (*p).inner.scale);
    CHECK(g.x, 2 * 2 * 0.5 * 10);
    CHECK(g.y, 4 * 10);
    CHECK(dm.weights[2], 4 * 0.5);
    g = __enzyme_autodiff_2((void *)predict, table[index_of(2)], enzyme_const, &global.weights[0],
                            global.n, global.inner.scale);
    CHECK(g.x, 2 * 2 * 2 * 2);
    g = __enzyme_autodiff_2((void *)predict, make().rate, enzyme_const, (double[]){1, 2},
                            sizeof table / sizeof *table > 2 ? 2 : 1, 1.0);
    CHECK(g.x, 2 * 2 * 3);
    CHECK(__enzyme_fwddiff((void *)predict, global.rate, 1.0, enzyme_const, global.weights, 1 + 1,
                           2.0, 0.0),
          2 * 3 * 2 * 2);
    static double dw[4];
    (void)__enzyme_autodiff((void *)predict, enzyme_const, p->rate++, enzyme_dup, m.weights + 1,
                            dw + 1, 3, enzyme_const, 1.0);
    CHECK(dw[0], 0);
    CHECK(dw[3], 4);
    CHECK(m.rate, 3);
    return oracle_result();
}
