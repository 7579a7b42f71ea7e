/* Guaranteed tail calls (clang::musttail), mutual and through a table, in the style of
 * interpreters. */
#include "oracle.h"

struct vm {
    const double *x;
    const char *code;
    double acc;
};
typedef double op(struct vm *, double);

static double halt(struct vm *m, double acc)
{
    return acc + m->acc;
}
static double add(struct vm *, double), mul(struct vm *, double), keep(struct vm *, double);
static op *decode(char c)
{
    return c == '+' ? add : c == '*' ? mul : c == '=' ? keep : halt;
}

static double add(struct vm *m, double acc)
{
    acc += *m->x++;
    __attribute__((musttail)) return decode(*m->code++)(m, acc);
}
static double mul(struct vm *m, double acc)
{
    acc *= *m->x++;
    __attribute__((musttail)) return decode(*m->code++)(m, acc);
}
static double keep(struct vm *m, double acc)
{
    m->acc = acc * acc;
    __attribute__((musttail)) return decode(*m->code++)(m, acc);
}

static double f(const double *x, int n)
{
    struct vm m = {x, "+*=+*.", 0};
    return decode(*m.code++)(&m, 1.0);
}

static double odd(double v, int n);
static double even(double v, int n)
{
    if (n == 0)
        return v;
    __attribute__((musttail)) return odd(v * v, n - 1);
}
static double odd(double v, int n)
{
    if (n == 0)
        return -v;
    __attribute__((musttail)) return even(0.5 * v + 0.1, n - 1);
}
static double g(double v)
{
    return even(v, 5);
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){2, 3, 5, 7}), 4);
    ORACLE_SCALAR(g, 0.8);
    return oracle_result();
}
