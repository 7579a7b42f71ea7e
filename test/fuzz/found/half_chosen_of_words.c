/* Disguised program of seed 44000398. Its carriers:
 *   lanes          a vector of values as one of integers
 *   halves         a word split and joined by shifts and masks
 *   element        an element of an array of words
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
    double a3[3];
    a3[0] = x[3];
    a3[1] = x[4];
    a3[2] = x[5];
    v1 = 0.25 * v1 + v1 / (1.5 + 0.5 * v0);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    double v2;
    v2 = (double)x[2];
    double a3[3];
    a3[0] = (double)x[3];
    a3[1] = (double)x[4];
    a3[2] = (double)x[5];
    v1 = (double)(0.25 * v1 + v1 / (1.5 + 0.5 * v0));
    /* lanes */ {
        typedef double lanes_v1_ __attribute__((vector_size(16)));
        typedef uint64_t words_v1_ __attribute__((vector_size(16)));
        lanes_v1_ v1_ = {0};
        v1_[(n > 0 ? 0 : 0)] = v2;
        words_v1_ u2_ = (words_v1_)v1_;
        uint64_t w3_ = u2_[0];
        /* halves */ {
            uint64_t l4_ = w3_ & 0xffffffff, h5_ = w3_ & ~(uint64_t)0xffffffff;
            /* element */ {
                uint64_t a6_[4];
                for (int i7_ = 0; i7_ < 4; i7_++)
                    a6_[i7_] = i7_ == 2 ? l4_ : (uint64_t)(7 * i7_);
                l4_ = a6_[(2 * n - 6)];
            }
            w3_ = l4_ | h5_;
        }
        u2_[0] = w3_;
        v1_ = (lanes_v1_)u2_;
        v2 = v1_[(n + -4)];
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
    out[5] = a3[2];
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
    static const double point[] = {0.42, 0.41, -0.58, 0.69, 0.60, -1.14};
    struct disguise_case c = {6,       0,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
