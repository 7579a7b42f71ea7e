/* Disguised program of seed 44000493. Its carriers:
 *   padded         a struct with padding, returned by value
 *   list           a block along a list of heap nodes
 * Flags: -fno-pie -no-pie */
#include "disguise_parts.h"

struct s5_ {
    int k;
    struct s5_ *next;
    unsigned char b[12];
};
struct s2_ {
    char c;
    float v;
    int k;
};
static NOINLINE struct s2_ f3_(struct s2_ a, int n)
{
    a.k += n;
    /* list */ {
        struct s5_ *p6_ = (struct s5_ *)calloc(1, sizeof *p6_);
        memcpy(p6_->b, &a, (n > 0 ? 12 : 6));
        for (int i7_ = 0; i7_ < (n + 103); i7_++) {
            struct s5_ *q = (struct s5_ *)malloc(sizeof *q);
            *q = *p6_;
            q->next = p6_;
            p6_ = q;
        }
        memcpy(&a, p6_->b, 12);
        while (p6_) {
            struct s5_ *q = p6_->next;
            free(p6_);
            p6_ = q;
        }
    }
    return a;
}

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
    v2 = 0.5 * v2 + 0.25 * a3[0] * a3[2];
    for (int i1_ = 0; i1_ < 3; i1_++) {
    }
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
    float v0;
    v0 = (float)x[0];
    float v1;
    v1 = (float)x[1];
    double v2;
    v2 = (double)x[2];
    float a3[4];
    a3[0] = (float)x[3];
    a3[1] = (float)x[4];
    a3[2] = (float)x[5];
    a3[3] = (float)x[6];
    v2 = (double)(0.5 * v2 + 0.25 * a3[(n > 0 ? 0 : 0)] * a3[(2 * n - 4)]);
    for (int i1_ = 0; i1_ < 3; i1_++) {
        /* padded */ {
            struct s2_ t4_ = {'c', a3[(n > 0 ? 0 : 0)], n};
            t4_ = f3_(t4_, n);
            a3[(n > 0 ? 0 : 0)] = t4_.k == 2 * n ? t4_.v : 0;
        }
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
    static const double point[] = {1.06, -0.22, 0.28, 0.16, -0.87, 0.17, -0.79};
    struct disguise_case c = {7,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
