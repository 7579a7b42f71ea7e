/* Disguised program of seed 52003564. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   pun            a value read as a word through a union
 *   sign           a sign changed in the bits
 *   byte_shifts    bytes of a word by shifts in a loop
 * Flags: -fno-pie -no-pie */
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
    a3[2] = 0.25 * a3[2] + v2 / (1.5 + 0.5 * v1);
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
    double v2;
    v2 = (double)x[2];
    double a3[4];
    a3[0] = (double)x[3];
    a3[1] = (double)x[4];
    a3[2] = (double)x[5];
    a3[3] = (double)x[6];
    a3[(2 * n - 2)] = (double)(0.25 * a3[(2 * n - 2)] + v2 / (1.5 + 0.5 * v1));
    /* pun */ {
        union {
            double v;
            void *p;
            uint64_t u;
            unsigned char b[8];
        } c1_;
        c1_.v = a3[3];
        a3[3] = c1_.v;
    }
    /* sign */ {
        uint64_t w2_, sign_w2_;
        memcpy(&w2_, &a3[(n > 0 ? 3 : 1)], sizeof w2_);
        sign_w2_ = w2_ & (1ull << 63);
        w2_ ^= sign_w2_;
        double t3_;
        memcpy(&t3_, &w2_, sizeof t3_);
        /* bits */ {
            uint64_t w4_ = 0;
            memcpy(&w4_, &t3_, 8);
            /* byte_shifts */ {
                unsigned char b5_[8];
                for (int i6_ = 0; i6_ < (2 * n - -4); i6_++)
                    b5_[i6_] = (unsigned char)(w4_ >> 8 * i6_);
                w4_ = 0;
                for (int i6_ = 7; i6_ >= 0; i6_--)
                    w4_ |= (uint64_t)b5_[i6_] << 8 * i6_;
            }
            memcpy(&t3_, &w4_, 8);
        }
        a3[(n > 0 ? 3 : 1)] = sign_w2_ ? -t3_ : t3_;
    }
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
    objective(x, out, fuzz_opaque(2));
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(2));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(2));
}

#endif
int main(int argc, char **argv)
{
    static const double point[] = {0.96, -0.88, 0.72, 1.13, -0.98, 0.89, -0.16};
    struct disguise_case c = {7,       0,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
