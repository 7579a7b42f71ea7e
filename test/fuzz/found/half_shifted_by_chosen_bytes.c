/* Disguised program of seed 44001088. Its carriers:
 *   pun            a value read as a word through a union
 *   members        a union of a word, a double and a pointer
 *   pieces         a block copied in two pieces
 * Flags: -fno-pie -no-pie -fno-strict-aliasing */
#include "disguise_parts.h"

union u2_ {
    uint64_t u;
    double d;
    void *p;
    uint32_t h[2];
    float f[2];
};
static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double a2[2];
    a2[0] = x[2];
    a2[1] = x[3];
    v0 = 0.25 * (v0 - v1 * a2[0]);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    double a2[2];
    a2[0] = (double)x[2];
    a2[1] = (double)x[3];
    v0 = (double)(0.25 * (v0 - v1 * a2[(n + -4)]));
    /* pun */ {
        union {
            double v;
            uint64_t u;
            unsigned char b[8];
        } c1_;
        c1_.v = v1;
        /* members */ {
            union u2_ c3_, c4_;
            c3_.p = &c4_;
            c3_.u = c1_.u;
            /* pieces */ {
                unsigned char r5_[8];
                memcpy(r5_, &c3_, (n > 0 ? 4 : 2));
                memcpy((char *)r5_ + (n > 0 ? 4 : 2), (char *)&c3_ + (n > 0 ? 4 : 2), 4);
                copy_halves(&c3_, r5_, 8);
            }
            c4_ = c3_;
            c1_.u = c4_.u;
        }
        v1 = c1_.v;
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
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
    static const double point[] = {-1.09, -0.58, -0.47, 0.24};
    struct disguise_case c = {4,       0,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
