/* Disguised program of seed 44000893. Its carriers:
 *   sign           a sign changed in the bits
 *   heap           an element of a heap block
 *   away           a block copied away and back
 *   turned         the items of a block in the other order
 *   two_floats     two floats in one word
 * Flags: */
#include "disguise_parts.h"

static NOINLINE void f5_(double *v0, float *v1, double *v2, int n)
{
    /* sign */ {
        uint64_t w6_, sign_w6_;
        memcpy(&w6_, &(*v2), sizeof w6_);
        sign_w6_ = w6_ & (1ull << 63);
        w6_ ^= sign_w6_;
        double t7_;
        memcpy(&t7_, &w6_, sizeof t7_);
        /* heap */ {
            double *p8_ = (double *)calloc((n + -1), sizeof *p8_);
            p8_[(n + -3)] = t7_;
            /* turned */ {
                reverse_items(p8_, (n + 1), 4);
                reverse_items(p8_, 4, (n > 0 ? 4 : 2));
            }
            t7_ = p8_[(n + -3)];
            free(p8_);
        }
        (*v2) = sign_w6_ ? -t7_ : t7_;
    }
}

static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double v2;
    v2 = x[2];
    v2 = 0.25 * v2 + v1 / (1.5 + 0.5 * v0);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    float v1;
    v1 = (float)x[1];
    double v2;
    v2 = (double)x[2];
    v2 = (double)(0.25 * v2 + v1 / (1.5 + 0.5 * v0));
    /* two_floats */ {
        unsigned char m2_[20];
        size_t o3_ = 0;
        memcpy(m2_ + o3_, &v1, sizeof v1), o3_ += sizeof v1;
        memcpy(m2_ + o3_, &v2, sizeof v2), o3_ += sizeof v2;
        memcpy(m2_ + o3_, &v0, sizeof v0), o3_ += sizeof v0;
        /* away */ {
            uint64_t r4_[3];
            copy_words(r4_, m2_, (n > 0 ? 20 : 10));
            copy_down(m2_, r4_, (n > 0 ? 20 : 10));
        }
        o3_ = 0;
        memcpy(&v1, m2_ + o3_, sizeof v1), o3_ += sizeof v1;
        memcpy(&v2, m2_ + o3_, sizeof v2), o3_ += sizeof v2;
        memcpy(&v0, m2_ + o3_, sizeof v0), o3_ += sizeof v0;
    }
    f5_(&v0, &v1, &v2, n);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
}

static void primal(const double *x, double *out)
{
    objective(x, out, fuzz_opaque(3));
}

#ifndef FUZZ_PRIMAL_ONLY
extern int enzyme_const, enzyme_dup;
extern void __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff(void *, ...);
static void forward(const double *x, const double *dx, double *out, double *dout)
{
    __enzyme_fwddiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                     fuzz_opaque(3));
}

static void reverse(const double *x, double *dx, double *out, double *dout)
{
    __enzyme_autodiff((void *)objective, enzyme_dup, x, dx, enzyme_dup, out, dout, enzyme_const,
                      fuzz_opaque(3));
}

#endif
int main(int argc, char **argv)
{
    static const double point[] = {-0.27, -0.81, 0.94};
    struct disguise_case c = {3,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
