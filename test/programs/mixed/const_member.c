/* A dup struct that also points to constant data (enzyme_const): the shadow struct holds the same
 * pointer. */
#include "oracle.h"

extern int enzyme_runtime_activity;

struct model {
    const double *data; /* constant */
    double *weights;    /* active */
    int n;
};

static double loss(const struct model *m)
{
    double s = 0;
    for (int i = 0; i < m->n; i++) {
        double r = m->weights[0] * m->data[i] + m->weights[1] - 1;
        s += r * r;
    }
    return s;
}

int main(void)
{
    const double data[3] = {1, 2, 4};
    double w[2] = {0.5, -0.25}, dw[2] = {0};
    struct model m = {data, w, 3}, dm = {data, dw, 3};

    __enzyme_autodiff((void *)loss, enzyme_runtime_activity, enzyme_dup, &m, &dm);
    double want[2] = {0};
    for (int i = 0; i < 3; i++) {
        double r = w[0] * data[i] + w[1] - 1;
        want[0] += 2 * r * data[i];
        want[1] += 2 * r;
    }
    CHECK_ARRAY(dw, want, 2);
    CHECK(data[0] + data[1] + data[2], 7);
    return oracle_result();
}
