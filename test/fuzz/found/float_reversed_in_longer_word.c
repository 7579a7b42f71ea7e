/* Disguised program of seed 44001280. Its carriers:
 *   turned         the items of a block in the other order
 *   message        a message of values one behind the other
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
    double a3[2];
    a3[0] = x[3];
    a3[1] = x[4];
    a3[1] = 0.5 * a3[1] + 0.25 * v2 * v2;
    a3[1] = 0.25 * (a3[1] - a3[0] * v2);
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    double v1;
    v1 = (double)x[1];
    double v2;
    v2 = (double)x[2];
    float a3[2];
    a3[0] = (float)x[3];
    a3[1] = (float)x[4];
    a3[(n > 0 ? 1 : 0)] = (float)(0.5 * a3[(n > 0 ? 1 : 0)] + 0.25 * v2 * v2);
    /* message */ {
        unsigned char m1_[21];
        size_t o2_ = 0;
        memcpy(m1_ + o2_, &a3[0], sizeof a3[0]), o2_ += sizeof a3[0];
        memcpy(m1_ + o2_, &n, 1), o2_ += 1;
        memcpy(m1_ + o2_, &a3[1], sizeof a3[1]), o2_ += sizeof a3[1];
        memcpy(m1_ + o2_, &n, 4), o2_ += 4;
        memcpy(m1_ + o2_, &v2, sizeof v2), o2_ += sizeof v2;
        /* turned */ {
            reverse_items(m1_, 21, 1);
            reverse_items(m1_, 21, 1);
        }
        o2_ = 0;
        memcpy(&a3[0], m1_ + o2_, sizeof a3[0]), o2_ += sizeof a3[0];
        o2_ += 1;
        memcpy(&a3[1], m1_ + o2_, sizeof a3[1]), o2_ += sizeof a3[1];
        o2_ += 4;
        memcpy(&v2, m1_ + o2_, sizeof v2), o2_ += sizeof v2;
    }
    a3[(n + -1)] = (float)(0.25 * (a3[(n + -1)] - a3[0] * v2));
    out[0] = v0;
    out[1] = v1;
    out[2] = v2;
    out[3] = a3[0];
    out[4] = a3[1];
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
    static const double point[] = {1.08, -1.16, 1.09, -0.28, -0.46};
    struct disguise_case c = {5,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
