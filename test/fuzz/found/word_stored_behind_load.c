/* Disguised program of seed 48200059. Its carriers:
 *   globals        a chain of integer globals
 *   words          a block copied as words in a loop
 *   reset_arena    an arena with pointers, then with values
 *   two_floats     two floats in one word
 * Flags: */
#include "disguise_parts.h"

static uint64_t g7_0;
static uint64_t g7_1;
static uint64_t g7_2;
static uint64_t g7_3;
static uint64_t g7_4;
struct s9_ {
    struct s9_ *next;
    int k;
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
    a2[1] = 0.5 * a2[1] + 0.25 * a2[0] * v0;
    v0 = 0.125 * v0 + sin(a2[0]) * cos(v1);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    float v1;
    v1 = (float)x[1];
    double a2[2];
    a2[0] = (double)x[2];
    a2[1] = (double)x[3];
    a2[(n > 0 ? 1 : 0)] = (double)(0.5 * a2[(n > 0 ? 1 : 0)] + 0.25 * a2[0] * v0);
    /* two_floats */ {
        unsigned char m2_[24];
        size_t o3_ = 0;
        memcpy(m2_ + o3_, &v1, sizeof v1), o3_ += sizeof v1;
        memcpy(m2_ + o3_, &n, 4), o3_ += 4;
        memcpy(m2_ + o3_, &v0, sizeof v0), o3_ += sizeof v0;
        memcpy(m2_ + o3_, &a2[1], sizeof a2[1]), o3_ += sizeof a2[1];
        /* words */ {
            uint64_t r4_[3];
            for (int i6_ = 0; i6_ < 3; i6_++) {
                uint64_t w5_;
                memcpy(&w5_, (char *)m2_ + 8 * i6_, 8);
                /* globals */ {
                    g7_0 = w5_;
                    if (n > 1)
                        g7_1 = g7_0;
                    g7_2 = g7_1;
                    g7_3 = g7_2;
                    if (n > 1)
                        g7_4 = g7_3;
                    w5_ = g7_4;
                }
                memcpy((char *)r4_ + 8 * i6_, &w5_, 8);
            }
            memcpy(m2_, r4_, 24);
        }
        o3_ = 0;
        memcpy(&v1, m2_ + o3_, sizeof v1), o3_ += sizeof v1;
        o3_ += 4;
        memcpy(&v0, m2_ + o3_, sizeof v0), o3_ += sizeof v0;
        memcpy(&a2[1], m2_ + o3_, sizeof a2[1]), o3_ += sizeof a2[1];
    }
    /* reset_arena */ {
        struct arena a8_ = {(char *)malloc(256), 0, 256};
        struct s9_ *list_a8_ = 0;
        for (int i10_ = 0; i10_ < n; i10_++) {
            struct s9_ *e = (struct s9_ *)arena_take(&a8_, sizeof *e);
            e->next = list_a8_, e->k = i10_, list_a8_ = e;
        }
        int sum_a8_ = 0;
        for (; list_a8_; list_a8_ = list_a8_->next)
            sum_a8_ += list_a8_->k;
        a8_.used = 0;
        double *a8__0 = (double *)arena_take(&a8_, 1 * sizeof *a8__0);
        a8__0[0] = v0;
        double *a8__1 = (double *)arena_take(&a8_, (n > 0 ? 1 : 0) * sizeof *a8__1);
        a8__1[0] = a2[1];
        v0 = a8__0[sum_a8_ == 0 ? 1 : 0];
        a2[1] = a8__1[sum_a8_ == 0 ? 1 : 0];
        free(a8_.start);
    }
    v0 = (double)(0.125 * v0 + sin(a2[(n + -5)]) * cos(v1));
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
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
    static const double point[] = {-0.86, -0.62, -0.19, -1.16};
    struct disguise_case c = {4,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
