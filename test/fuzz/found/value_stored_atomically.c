/* Disguised program of seed 48100220. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   offset         a value at an odd place of a buffer of bytes
 *   exchange       an atomic exchange
 *   words          a block copied as words in a loop
 * Flags: -fno-pie -no-pie */
#include "disguise_parts.h"

static uint64_t g3_;
static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double a2[4];
    a2[0] = x[2];
    a2[1] = x[3];
    a2[2] = x[4];
    a2[3] = x[5];
    v0 = 0.125 * v0 + sin(v1) * cos(a2[2]);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a2[3];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    float v1;
    v1 = (float)x[1];
    float a2[4];
    a2[0] = (float)x[2];
    a2[1] = (float)x[3];
    a2[2] = (float)x[4];
    a2[3] = (float)x[5];
    v0 = (double)(0.125 * v0 + sin(v1) * cos(a2[2]));
    /* bits */ {
        uint64_t w1_ = 0;
        memcpy(&w1_, &v0, 8);
        /* exchange */ {
            __atomic_store_n(&g3_, w1_, __ATOMIC_RELAXED);
            uint64_t t2_ = __atomic_exchange_n(&g3_, 0, __ATOMIC_RELAXED);
            w1_ = t2_;
        }
        memcpy(&v0, &w1_, 8);
    }
    /* offset */ {
        unsigned char b4_[14] = {0};
        memcpy(b4_ + (2 * n - 6), &v0, sizeof(double));
        /* words */ {
            unsigned char r5_[14];
            for (int i7_ = 0; i7_ < (2 * n - 7); i7_++) {
                uint32_t w6_;
                memcpy(&w6_, (char *)b4_ + 4 * i7_, 4);
                memcpy((char *)r5_ + 4 * i7_, &w6_, 4);
            }
            memcpy(b4_, r5_, 12);
        }
        memcpy(&v0, b4_ + (2 * n - 6), sizeof(double));
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a2[3];
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
    static const double point[] = {1.05, -1.08, -0.97, -0.72, -0.79, -1.20};
    struct disguise_case c = {6,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
