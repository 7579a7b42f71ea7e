/* Disguised program of seed 730292. Its carriers:
 *   bits           a value copied to a word by memcpy
 *   variadic       variable arguments
 *   halves         a word split and joined by shifts and masks
 *   swapped        bytes of a word in the other order
 *   call           functions from words to words
 *   exchange       an atomic exchange
 *   turned         the items of a block in the other order
 *   grown          a block that is reallocated
 *   variants       tagged unions that are sorted as bytes
 * Flags: -fno-pie -no-pie -fno-strict-aliasing */
#include "disguise_parts.h"

union u2_ {
    double d;
    struct {
        float a, b;
    } f;
    void *p;
    struct {
        float a;
        int k;
    } m;
    unsigned char b[8];
    struct {
        char c;
        float x;
    } s;
    float four[4];
};
struct s3_ {
    int key, tag;
    union u2_ u;
};
static void f1_(double *v0, double *v1, float *v2, double *a3, int n)
{
    (*v0) = (double)(0.25 * ((*v0) - (*v2) * (*v1)));
    /* variants */ {
        struct s3_ v4_[5];
        v4_[0].tag = 0, v4_[0].key = (n > 0 ? 10 : 5);
        v4_[0].u.d = a3[1];
        v4_[1].tag = 1, v4_[1].key = 9;
        v4_[1].u.f.a = (*v2);
        v4_[2].tag = 2, v4_[2].key = (2 * n - -4);
        v4_[2].u.d = a3[0];
        v4_[3].tag = 3, v4_[3].key = (n > 0 ? 7 : 3);
        v4_[3].u.d = (*v1);
        v4_[4].tag = 4, v4_[4].key = (n + 4);
        v4_[4].u.p = &v4_[0];
        sort_items(v4_, (2 * n - -1), sizeof *v4_);
        for (int i5_ = 0; i5_ < (n > 0 ? 5 : 2); i5_++)
            switch (v4_[i5_].tag) {
            case 0: a3[1] = v4_[i5_].u.d; break;
            case 1: (*v2) = v4_[i5_].u.f.a; break;
            case 2: a3[0] = v4_[i5_].u.d; break;
            case 3: (*v1) = v4_[i5_].u.d; break;
            }
    }
}

static uint32_t f7_(uint32_t w, int n)
{
    /* swapped */ {
        w = __builtin_bswap32(w);
        w = __builtin_bswap32(w);
    }
    return w;
}

static uint32_t g13_;
static NOINLINE void f8_(double *v0, double *v1, float *v2, double *a3, int n)
{
    /* bits */ {
        uint32_t w9_ = 0;
        memcpy(&w9_, &(*v2), (n > 0 ? 4 : 2));
        /* halves */ {
            uint32_t l10_ = w9_ & 0xffff, h11_ = w9_ & ~(uint32_t)0xffff;
            /* exchange */ {
                __atomic_store_n(&g13_, l10_, __ATOMIC_RELAXED);
                uint32_t t12_ = __atomic_exchange_n(&g13_, 0, __ATOMIC_RELAXED);
                l10_ = t12_;
            }
            w9_ = l10_ | h11_;
        }
        memcpy(&(*v2), &w9_, (n > 0 ? 4 : 2));
    }
    /* turned */ {
        reverse_items(a3, 2, 8);
        /* grown */ {
            char *p14_ = (char *)malloc(16);
            memcpy(p14_, a3, (n + 14));
            p14_ = (char *)realloc(p14_, (2 * n - -28));
            memcpy(p14_ + 16, p14_, 16);
            memcpy(a3, p14_ + 16, 16);
            free(p14_);
        }
        reverse_items(a3, 2, 8);
    }
}

static NOINLINE double f15_(int before, ...)
{
    va_list list;
    va_start(list, before);
    while (before-- > 0)
        (void)va_arg(list, int);
    double r = va_arg(list, double);
    va_end(list);
    return r;
}

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
    v0 = 0.25 * v0 + v0 / (1.5 + 0.5 * a3[1]);
    v0 = 0.25 * (v0 - v2 * v1);
    v1 = 0.5 * v1 + 0.25 * a3[0] * v0;
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
    float v2;
    v2 = (float)x[2];
    double a3[2];
    a3[0] = (double)x[3];
    a3[1] = (double)x[4];
    v0 = (double)(0.25 * v0 + v0 / (1.5 + 0.5 * a3[1]));
    f1_(&v0, &v1, &v2, a3, n);
    /* bits */ {
        uint32_t w6_ = 0;
        memcpy(&w6_, &v2, 4);
        /* call */ {
            w6_ = f7_(w6_, n);
        }
        memcpy(&v2, &w6_, 4);
    }
    f8_(&v0, &v1, &v2, a3, n);
    /* variadic */ {
        double t16_;
        t16_ = v1;
        t16_ = f15_((n > 0 ? 0 : 0), t16_);
        v1 = (double)t16_;
    }
    v1 = (double)(0.5 * v1 + 0.25 * a3[0] * v0);
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
    static const double point[] = {-0.26, -0.31, -0.21, 0.34, -1.18};
    struct disguise_case c = {5,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
