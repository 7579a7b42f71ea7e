/* Disguised program of seed 700141. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   halves         a word split and joined by shifts and masks
 *   choice         a word chosen by a condition or in a loop
 * Flags: */
#include "disguise_parts.h"

static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double v2;
    v2 = x[2];
    v0 = 0.5 * v0 + 0.25 * v0 * v0;
    v2 = 0.125 * v2 + sin(v0) * cos(v1);
    v0 = 0.25 * v0 + v2 / (1.5 + 0.5 * v1);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    double v2;
    v2 = (double)x[2];
    v0 = (double)(0.5 * v0 + 0.25 * v0 * v0);
    v2 = (double)(0.125 * v2 + sin(v0) * cos(v1));
    v0 = (double)(0.25 * v0 + v2 / (1.5 + 0.5 * v1));
    /* bits */ {
        uint64_t w1_ = 0;
        memcpy(&w1_, &v0, (n > 0 ? 8 : 4));
        /* halves */ {
            uint64_t l2_ = w1_ & 0xffffffff, h3_ = w1_ & ~(uint64_t)0xffffffff;
            /* choice */ {
                uint64_t t4_ = n > 1 ? l2_ : (uint64_t)n;
                l2_ = t4_;
            }
            w1_ = l2_ | h3_;
        }
        memcpy(&v0, &w1_, (n > 0 ? 8 : 4));
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(4));
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(4));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(4));
}

#endif
int main(int argc, char **argv)
{
    static const double point[] = {0.23, -1.01, -0.21};
    struct disguise_case c = {3,       0,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
