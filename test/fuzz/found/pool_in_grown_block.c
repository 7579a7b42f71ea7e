/* Disguised program of seed 44000979. Its carriers:
 *   words          a block copied as words in a loop
 *   grown          a block that is reallocated
 *   pool           blocks of a free list used as pairs of values
 *   message        a message of values one behind the other
 * Flags: -fno-strict-aliasing */
#include "disguise_parts.h"

union s1_ {
    union s1_ *next;
    struct {
        float a, b;
    } f;
    double d;
    uint64_t u;
};
static unsigned char r9_[41] __attribute__((aligned(16)));
static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    double a2[3];
    a2[0] = x[2];
    a2[1] = x[3];
    a2[2] = x[4];
    double a3[4];
    a3[0] = x[5];
    a3[1] = x[6];
    a3[2] = x[7];
    a3[3] = x[8];
    v1 = 0.25 * (v1 - a2[1] * v0);
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a3[0];
    out[6] = a3[1];
    out[7] = a3[2];
    out[8] = a3[3];
}

static void objective(const double *x, double *out, int n)
{
    float v0;
    v0 = (float)x[0];
    double v1;
    v1 = (double)x[1];
    double a2[3];
    a2[0] = (double)x[2];
    a2[1] = (double)x[3];
    a2[2] = (double)x[4];
    double a3[4];
    a3[0] = (double)x[5];
    a3[1] = (double)x[6];
    a3[2] = (double)x[7];
    a3[3] = (double)x[8];
    v1 = (double)(0.25 * (v1 - a2[(n + -2)] * v0));
    /* pool */ {
        union s1_ *m2_ = (union s1_ *)malloc((n > 0 ? 5 : 2) * sizeof *m2_), *l3_ = 0, *t5_[5];
        for (int i4_ = 0; i4_ < (n > 0 ? 5 : 2); i4_++) {
            m2_[i4_].next = l3_;
            l3_ = m2_ + i4_;
        }
        t5_[0] = l3_, l3_ = l3_->next;
        t5_[0]->d = a3[0];
        t5_[1] = l3_, l3_ = l3_->next;
        t5_[1]->d = a3[1];
        t5_[2] = l3_, l3_ = l3_->next;
        t5_[2]->d = v1;
        t5_[3] = l3_, l3_ = l3_->next;
        t5_[3]->d = a3[2];
        t5_[4] = l3_, l3_ = l3_->next;
        t5_[4]->d = a2[2];
        /* grown */ {
            char *p6_ = (char *)malloc(40);
            memcpy(p6_, m2_, 40);
            p6_ = (char *)realloc(p6_, (n + 77));
            memcpy(p6_ + 40, p6_, (n + 37));
            memcpy(m2_, p6_ + 40, 40);
            free(p6_);
        }
        a3[0] = t5_[0]->d;
        a3[1] = t5_[1]->d;
        v1 = t5_[2]->d;
        a3[2] = t5_[3]->d;
        a2[2] = t5_[4]->d;
        t5_[0]->next = l3_, l3_ = t5_[0];
        t5_[1]->next = l3_, l3_ = t5_[1];
        t5_[2]->next = l3_, l3_ = t5_[2];
        t5_[3]->next = l3_, l3_ = t5_[3];
        t5_[4]->next = l3_, l3_ = t5_[4];
        free(m2_);
    }
    /* message */ {
        unsigned char m7_[41];
        size_t o8_ = 0;
        memcpy(m7_ + o8_, &a3[3], sizeof a3[3]), o8_ += sizeof a3[3];
        memcpy(m7_ + o8_, &v0, sizeof v0), o8_ += sizeof v0;
        memcpy(m7_ + o8_, &n, 4), o8_ += 4;
        memcpy(m7_ + o8_, &a2[2], sizeof a2[2]), o8_ += sizeof a2[2];
        memcpy(m7_ + o8_, &n, 1), o8_ += 1;
        memcpy(m7_ + o8_, &a3[1], sizeof a3[1]), o8_ += sizeof a3[1];
        memcpy(m7_ + o8_, &a2[0], sizeof a2[0]), o8_ += sizeof a2[0];
        /* words */ {
            for (int i11_ = 0; i11_ < 10; i11_++) {
                uint32_t w10_;
                memcpy(&w10_, (char *)m7_ + 4 * i11_, 4);
                memcpy((char *)r9_ + 4 * i11_, &w10_, 4);
            }
            memcpy(m7_, r9_, 40);
        }
        o8_ = 0;
        memcpy(&a3[3], m7_ + o8_, sizeof a3[3]), o8_ += sizeof a3[3];
        memcpy(&v0, m7_ + o8_, sizeof v0), o8_ += sizeof v0;
        o8_ += 4;
        memcpy(&a2[2], m7_ + o8_, sizeof a2[2]), o8_ += sizeof a2[2];
        o8_ += 1;
        memcpy(&a3[1], m7_ + o8_, sizeof a3[1]), o8_ += sizeof a3[1];
        memcpy(&a2[0], m7_ + o8_, sizeof a2[0]), o8_ += sizeof a2[0];
    }
    out[0] = v0;
    out[1] = v1;
    out[2] = a2[0];
    out[3] = a2[1];
    out[4] = a2[2];
    out[5] = a3[0];
    out[6] = a3[1];
    out[7] = a3[2];
    out[8] = a3[3];
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
    static const double point[] = {0.56, 0.72, 0.82, -0.86, 0.47, -0.18, 0.15, -0.23, -0.78};
    struct disguise_case c = {9,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
