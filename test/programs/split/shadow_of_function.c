/* __enzyme_virtualreverse gives the shadow of a function's address. It goes where the shadow of a
 * function pointer belongs: into the shadow struct, beside a pointer passed as argument; and it can
 * be called by hand. */
#include "oracle.h"
#include <math.h>

void *__enzyme_virtualreverse(void *);

typedef double unary(double);
struct op {
    unary *f;
    double scale;
};
struct augmented {
    void *tape;
    double value;
};
struct record {
    struct augmented (*augmented)(double);
    double (*reverse)(double, double, void *);
};

static double square(double x)
{
    return x * x;
}
static double power(double x)
{
    double p = 1;
    for (int i = 0; i < 5; i++)
        p *= sin(x);
    return p;
}

static double run(const struct op *op, double x)
{
    return op->scale * op->f(x);
}
static double apply(unary *f, double x)
{
    return f(x) + x;
}

static unary *const table[] = {square, power};

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct op op = {table[i], 3}, dop = {(unary *)__enzyme_virtualreverse((void *)table[i]), 0};
        double want = i ? 5 * pow(sin(0.7), 4) * cos(0.7) : 1.4;
        CHECK(__enzyme_autodiff((void *)run, enzyme_dup, &op, &dop, 0.7), 3 * want);
        CHECK(dop.scale, table[i](0.7));
        CHECK(__enzyme_autodiff((void *)apply, enzyme_dup, op.f, dop.f, 0.7), want + 1);
    }
    const struct record *r = __enzyme_virtualreverse((void *)power);
    struct augmented a = r->augmented(0.3);
    CHECK(a.value, power(0.3));
    CHECK(r->reverse(0.3, 2.0, a.tape), 10 * pow(sin(0.3), 4) * cos(0.3));
    return oracle_result();
}
