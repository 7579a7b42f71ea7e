/* Disguised program of seed 44001576. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   members        a union of a word, a double and a pointer
 *   overlap        a block moved within itself
 * Flags: -fno-pie -no-pie */
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
    double a2[3];
    a2[0] = x[2];
    a2[1] = x[3];
    a2[2] = x[4];
    double a3[2];
    a3[0] = x[5];
    a3[1] = x[6];
    v0 = 0.25 * (v0 - a2[1] * a2[2]);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a3[0];
    out[6] = a3[1];
}

static void objective(const double *x, double *out, int n)
{
    float v0;
    v0 = (float)x[0];
    double v1;
    v1 = (double)x[1];
    float a2[3];
    a2[0] = (float)x[2];
    a2[1] = (float)x[3];
    a2[2] = (float)x[4];
    float a3[2];
    a3[0] = (float)x[5];
    a3[1] = (float)x[6];
    v0 = (float)(0.25 * (v0 - a2[(n + -4)] * a2[(n + -3)]));
    /* bits */ {
        uint32_t w1_ = 0;
        memcpy(&w1_, &v0, 4);
        /* members */ {
            union u2_ c3_, c4_;
            c3_.p = &c4_;
            c3_.h[1] = w1_;
            /* overlap */ {
                void *r5_ = malloc((n + 19));
                char *b6_ = (char *)r5_;
                memcpy(b6_, &c3_, 8);
                memmove(b6_ + (2 * n - -6), b6_, 8);
                memmove(b6_, b6_ + (n > 0 ? 16 : 8), 8);
                memcpy(&c3_, b6_, 8);
                free(r5_);
            }
            c4_ = c3_;
            w1_ = c4_.h[1];
        }
        memcpy(&v0, &w1_, 4);
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a3[0];
    out[6] = a3[1];
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(5));
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(5));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(5));
}

#endif
int main(int argc, char **argv)
{
    static const double point[] = {-0.43, 0.53, -0.79, -0.83, 0.22, 0.99, -0.86};
    struct disguise_case c = {7,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
