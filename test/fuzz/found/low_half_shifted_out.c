/* Disguised program of seed 730214. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   halves         a word split and joined by shifts and masks
 *   byte_shifts    bytes of a word by shifts in a loop
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
    double a3[4];
    a3[0] = x[3];
    a3[1] = x[4];
    a3[2] = x[5];
    a3[3] = x[6];
    v1 = 0.5 * v1 + 0.25 * v2 * a3[1];
    v1 = 0.25 * (v1 - v2 * v1);
    v2 = 0.25 * (v2 - v1 * v1);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
    out[6] = a3[3];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    float v2;
    v2 = (float)x[2];
    double a3[4];
    a3[0] = (double)x[3];
    a3[1] = (double)x[4];
    a3[2] = (double)x[5];
    a3[3] = (double)x[6];
    v1 = (double)(0.5 * v1 + 0.25 * v2 * a3[1]);
    /* bits */ {
        uint64_t w1_ = 0;
        memcpy(&w1_, &v1, (n + 3));
        /* halves */ {
            uint64_t l2_ = w1_ & 0xffffffff, h3_ = w1_ & ~(uint64_t)0xffffffff;
            /* byte_shifts */ {
                unsigned char b4_[8];
                for (int i5_ = 0; i5_ < (2 * n - 2); i5_++)
                    b4_[i5_] = (unsigned char)(l2_ >> (56 - 8 * i5_));
                l2_ = 0;
                for (int i5_ = 7; i5_ >= 0; i5_--)
                    l2_ |= (uint64_t)b4_[i5_] << (56 - 8 * i5_);
            }
            w1_ = l2_ | h3_;
        }
        memcpy(&v1, &w1_, (n + 3));
    }
    v1 = (double)(0.25 * (v1 - v2 * v1));
    v2 = (float)(0.25 * (v2 - v1 * v1));
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
    out[6] = a3[3];
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
    static const double point[] = {0.53, 0.43, -0.43, -1.18, 0.81, 0.22, -0.81};
    struct disguise_case c = {7,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
