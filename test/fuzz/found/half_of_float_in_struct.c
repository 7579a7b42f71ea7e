/* Disguised program of seed 730141. Its carriers:
 *   padded         a struct with padding, returned by value
 *   away           a block copied away and back
 *   overlap        a block moved within itself
 *   cells          unions that hold pointers, then values, and move
 *   references     addresses of values of several types, permuted
 * Flags: */
#include "disguise_parts.h"

struct s1_ {
    char c;
    float v;
    int k;
};
static NOINLINE struct s1_ f2_(struct s1_ a, int n)
{
    a.k += n;
    /* away */ {
        double r4_[2];
        copy_halves(r4_, &a, (n > 0 ? 12 : 6));
        /* overlap */ {
            unsigned char r5_[20];
            char *b6_ = (char *)r5_;
            memcpy(b6_, r4_, (2 * n - -8));
            memmove(b6_ + 8, b6_, (2 * n - -8));
            memmove(b6_, b6_ + 8, (2 * n - -8));
            memcpy(r4_, b6_, (2 * n - -8));
        }
        copy_down(&a, r4_, (n > 0 ? 12 : 6));
    }
    return a;
}

struct s8_ {
    int key;
    void *to;
};
union u11_ {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
    struct {
        float a;
        int k;
    } m;
    struct {
        int k;
        void *q;
    } r;
};
static NOINLINE void f10_(float *v0, float *v1, float *a2, int n)
{
    /* cells */ {
        union u11_ c12_[4];
        for (int i13_ = 0; i13_ < (2 * n - 1); i13_++) {
            c12_[i13_].p = i13_ ? (void *)&c12_[i13_ - 1] : (void *)&c12_[0];
        }
        c12_[0].f.a = a2[1];
        c12_[(2 * n - 4)].f.b = (*v0);
        c12_[1].f.a = a2[0];
        memmove(c12_ + 1, c12_, (2 * n - 2) * sizeof *c12_);
        memmove(c12_, c12_ + 1, 2 * sizeof *c12_);
        a2[1] = c12_[0].f.a;
        (*v0) = c12_[(n + -2)].f.b;
        a2[0] = c12_[(2 * n - 3)].f.a;
    }
}

static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double a2[2];
    a2[0] = x[2];
    a2[1] = x[3];
    v0 = 0.5 * v0 + 0.25 * a2[0] * v0;
    if (1) {
    }
    v0 = 0.25 * v0 + v0 / (1.5 + 0.5 * v1);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
}

static void objective(const double *x, double *out, int n)
{
    float v0;
    v0 = (float)x[0];
    float v1;
    v1 = (float)x[1];
    float a2[2];
    a2[0] = (float)x[2];
    a2[1] = (float)x[3];
    v0 = (float)(0.5 * v0 + 0.25 * a2[(n > 0 ? 0 : 0)] * v0);
    if (n > 1) {
        /* padded */ {
            struct s1_ t3_ = {'c', v1, n};
            t3_ = f2_(t3_, n);
            v1 = t3_.k == 2 * n ? t3_.v : 0;
        }
    }
    /* references */ {
        struct s8_ r7_[2];
        float r7__0 = v0;
        r7_[0].key = 2, r7_[0].to = &r7__0;
        float r7__1 = a2[0];
        r7_[1].key = 1, r7_[1].to = &r7__1;
        sort_items(r7_, (2 * n - 2), sizeof *r7_);
        /* away */ {
            unsigned char in_r9_[33], *r9_ = in_r9_ + (2 * n - 3);
            memmove(r9_, r7_, (n + 30));
            memcpy(r7_, r9_, (n + 30));
        }
        v0 = *(float *)r7_[(2 * n - 3)].to;
        a2[0] = *(float *)r7_[(2 * n - 4)].to;
    }
    v0 = (float)(0.25 * v0 + v0 / (1.5 + 0.5 * v1));
    f10_(&v0, &v1, a2, n);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
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
    static const double point[] = {0.42, 0.50, 0.48, -1.14};
    struct disguise_case c = {4,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
