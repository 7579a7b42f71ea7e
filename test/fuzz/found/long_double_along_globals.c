/* Disguised program of seed 720140. Its carriers:
 *   padded         a struct with padding, returned by value
 *   wide           a float as a double, a double as a long double
 *   globals        a chain of integer globals
 *   away           a block copied away and back
 *   bytes          a block copied byte by byte, up and down
 *   words          a block copied as words in a loop
 *   blob           a block assigned as a struct of bytes
 *   reset_arena    an arena with pointers, then with values
 *   message        a message of values one behind the other
 * Flags: */
#include "disguise_parts.h"

struct s3_ {
    struct s3_ *next;
    int k;
};
static uint32_t g10_0;
static uint32_t g10_1;
static uint32_t g10_2;
static uint32_t g10_3;
static uint32_t g10_4;
static uint32_t g10_5;
static uint32_t g10_6;
static uint32_t g10_7;
static uint32_t g10_8;
static uint32_t g10_9;
static uint32_t g10_10;
static uint32_t g10_11;
static uint32_t g10_12;
static uint32_t g10_13;
static uint32_t g10_14;
static uint32_t g10_15;
static uint32_t g10_16;
static uint32_t g10_17;
static uint32_t g10_18;
static uint32_t g10_19;
static uint32_t g10_20;
static uint32_t g10_21;
static uint32_t g10_22;
static uint32_t g10_23;
static uint32_t g10_24;
static uint32_t g10_25;
static uint32_t g10_26;
static uint32_t g10_27;
static uint32_t g10_28;
static uint32_t g10_29;
static uint32_t g10_30;
static uint32_t g10_31;
static uint32_t g10_32;
static uint32_t g10_33;
static uint32_t g10_34;
static uint32_t g10_35;
static uint32_t g10_36;
static uint32_t g10_37;
static uint32_t g10_38;
static uint32_t g10_39;
static uint32_t g10_40;
static uint32_t g10_41;
static uint32_t g10_42;
static uint32_t g10_43;
static uint32_t g10_44;
static uint32_t g10_45;
static uint32_t g10_46;
static uint32_t g10_47;
static uint32_t g10_48;
static uint32_t g10_49;
static uint32_t g10_50;
static uint32_t g10_51;
static uint32_t g10_52;
static uint32_t g10_53;
static uint32_t g10_54;
static uint32_t g10_55;
static uint32_t g10_56;
static uint32_t g10_57;
static uint32_t g10_58;
static uint32_t g10_59;
static uint32_t g10_60;
static uint32_t g10_61;
static uint32_t g10_62;
static uint32_t g10_63;
static uint32_t g10_64;
static uint32_t g10_65;
static uint32_t g10_66;
static uint32_t g10_67;
static uint32_t g10_68;
static uint32_t g10_69;
static uint32_t g10_70;
static uint32_t g10_71;
static uint32_t g10_72;
static uint32_t g10_73;
static uint32_t g10_74;
static uint32_t g10_75;
static uint32_t g10_76;
static uint32_t g10_77;
static uint32_t g10_78;
static uint32_t g10_79;
static uint32_t g10_80;
static uint32_t g10_81;
static uint32_t g10_82;
static uint32_t g10_83;
static uint32_t g10_84;
static uint32_t g10_85;
static uint32_t g10_86;
static uint32_t g10_87;
static uint32_t g10_88;
static uint32_t g10_89;
static uint32_t g10_90;
static uint32_t g10_91;
static uint32_t g10_92;
static uint32_t g10_93;
static uint32_t g10_94;
static uint32_t g10_95;
static uint32_t g10_96;
static uint32_t g10_97;
static uint32_t g10_98;
static uint32_t g10_99;
static uint32_t g10_100;
static uint32_t g10_101;
static uint32_t g10_102;
static uint32_t g10_103;
static uint32_t g10_104;
static uint32_t g10_105;
static uint32_t g10_106;
static uint32_t g10_107;
static uint32_t g10_108;
static uint32_t g10_109;
static uint32_t g10_110;
static uint32_t g10_111;
static uint32_t g10_112;
static uint32_t g10_113;
static uint32_t g10_114;
static uint32_t g10_115;
static uint32_t g10_116;
static uint32_t g10_117;
static uint32_t g10_118;
static uint32_t g10_119;
static uint32_t g10_120;
static uint32_t g10_121;
static uint32_t g10_122;
static uint32_t g10_123;
static uint32_t g10_124;
static uint32_t g10_125;
static uint32_t g10_126;
static uint32_t g10_127;
static uint32_t g10_128;
static uint32_t g10_129;
static uint32_t g10_130;
static uint32_t g10_131;
static uint32_t g10_132;
static uint32_t g10_133;
static uint32_t g10_134;
static uint32_t g10_135;
static uint32_t g10_136;
static uint32_t g10_137;
static uint32_t g10_138;
static uint32_t g10_139;
static uint32_t g10_140;
static uint32_t g10_141;
static uint32_t g10_142;
static uint32_t g10_143;
static uint32_t g10_144;
static uint32_t g10_145;
static uint32_t g10_146;
static uint32_t g10_147;
static uint32_t g10_148;
static uint32_t g10_149;
static uint32_t g10_150;
static uint32_t g10_151;
static uint32_t g10_152;
static uint32_t g10_153;
static uint32_t g10_154;
static uint32_t g10_155;
static uint32_t g10_156;
static uint32_t g10_157;
static uint32_t g10_158;
static uint32_t g10_159;
static uint32_t g10_160;
static uint32_t g10_161;
static uint32_t g10_162;
static uint32_t g10_163;
static uint32_t g10_164;
static uint32_t g10_165;
static uint32_t g10_166;
static uint32_t g10_167;
static uint32_t g10_168;
static uint32_t g10_169;
static uint32_t g10_170;
static uint32_t g10_171;
static uint32_t g10_172;
static uint32_t g10_173;
static uint32_t g10_174;
static uint32_t g10_175;
static uint32_t g10_176;
static uint32_t g10_177;
static uint32_t g10_178;
static uint32_t g10_179;
static uint32_t g10_180;
static uint32_t g10_181;
static uint32_t g10_182;
static uint32_t g10_183;
struct __attribute__((may_alias)) s18_ {
    unsigned char b[24];
};
struct s13_ {
    char c;
    double v;
    int k;
};
static struct s13_ f14_(struct s13_ a, int n)
{
    a.k += n;
    /* bytes */ {
        unsigned char r16_[24];
        for (int i17_ = 23; i17_ >= 0; i17_--)
            ((unsigned char *)r16_)[i17_] = ((unsigned char *)&a)[i17_];
        /* blob */ {
            struct s18_ t19_ = *(struct s18_ *)r16_, t20_;
            t20_ = t19_;
            *(struct s18_ *)r16_ = t20_;
        }
        for (int i21_ = 0; i21_ < (2 * n - -16); i21_++)
            ((unsigned char *)&a)[i21_] = ((unsigned char *)r16_)[i21_];
    }
    return a;
}

static void twin(const double *x, double *out)
{
    double v0;
    v0 = x[0];
    double v1;
    v1 = x[1];
    v1 = 0.125 * v1 + sin(v0) * cos(v0);
    for (int i1_ = 0; i1_ < 3; i1_++) {
    }
    v1 = 0.5 * v1 + 0.25 * v0 * v0;
    v1 = 0.25 * v1 + v1 / (1.5 + 0.5 * v1);
    out[0] = v0;
    out[1] = v1;
}

static void objective(const double *x, double *out, int n)
{
    double v0;
    v0 = (double)x[0];
    float v1;
    v1 = (float)x[1];
    v1 = (float)(0.125 * v1 + sin(v0) * cos(v0));
    for (int i1_ = 0; i1_ < (2 * n - 5); i1_++) {
        /* reset_arena */ {
            struct arena a2_ = {(char *)malloc(256), 0, 256};
            struct s3_ *list_a2_ = 0;
            for (int i4_ = 0; i4_ < n; i4_++) {
                struct s3_ *e = (struct s3_ *)arena_take(&a2_, sizeof *e);
                e->next = list_a2_, e->k = i4_, list_a2_ = e;
            }
            int sum_a2_ = 0;
            for (; list_a2_; list_a2_ = list_a2_->next)
                sum_a2_ += list_a2_->k;
            a2_.used = 0;
            int *flag_a2__0 = (int *)arena_take(&a2_, sizeof(int));
            *flag_a2__0 = n;
            double *a2__0 = (double *)arena_take(&a2_, (n + -3) * sizeof *a2__0);
            a2__0[0] = v0;
            float *a2__1 = (float *)arena_take(&a2_, 2 * sizeof *a2__1);
            a2__1[1] = v1;
            a2__1[0] = 0.5f * a2__1[1];
            /* away */ {
                void *r5_ = malloc(16);
                copy_halves(r5_, a2_.start, (n > 0 ? 16 : 8));
                memcpy(a2_.start, r5_, (n > 0 ? 16 : 8));
                free(r5_);
            }
            v0 = a2__0[sum_a2_ == 0 ? 1 : 0];
            v1 = 0.5f * a2__1[1] + a2__1[0];
            free(a2_.start);
        }
    }
    v1 = (float)(0.5 * v1 + 0.25 * v0 * v0);
    v1 = (float)(0.25 * v1 + v1 / (1.5 + 0.5 * v1));
    /* wide */ {
        long double t6_[2] = {0, v0};
        /* words */ {
            unsigned char in_r7_[37], *r7_ = in_r7_ + (n > 0 ? 5 : 2);
            for (int i9_ = 0; i9_ < (2 * n - 0); i9_++) {
                uint32_t w8_;
                memcpy(&w8_, (char *)t6_ + 4 * i9_, 4);
                /* globals */ {
                    g10_0 = w8_;
                    memcpy(&g10_1, &g10_0, 4);
                    memcpy(&g10_2, &g10_1, 4);
                    memcpy(&g10_3, &g10_2, 4);
                    memcpy(&g10_4, &g10_3, 4);
                    memcpy(&g10_5, &g10_4, 4);
                    memcpy(&g10_6, &g10_5, 4);
                    memcpy(&g10_7, &g10_6, 4);
                    memcpy(&g10_8, &g10_7, 4);
                    memcpy(&g10_9, &g10_8, 4);
                    memcpy(&g10_10, &g10_9, 4);
                    memcpy(&g10_11, &g10_10, 4);
                    memcpy(&g10_12, &g10_11, 4);
                    memcpy(&g10_13, &g10_12, 4);
                    memcpy(&g10_14, &g10_13, 4);
                    memcpy(&g10_15, &g10_14, 4);
                    memcpy(&g10_16, &g10_15, 4);
                    memcpy(&g10_17, &g10_16, 4);
                    memcpy(&g10_18, &g10_17, 4);
                    memcpy(&g10_19, &g10_18, 4);
                    memcpy(&g10_20, &g10_19, 4);
                    memcpy(&g10_21, &g10_20, 4);
                    memcpy(&g10_22, &g10_21, 4);
                    memcpy(&g10_23, &g10_22, 4);
                    memcpy(&g10_24, &g10_23, 4);
                    memcpy(&g10_25, &g10_24, 4);
                    memcpy(&g10_26, &g10_25, 4);
                    memcpy(&g10_27, &g10_26, 4);
                    memcpy(&g10_28, &g10_27, 4);
                    memcpy(&g10_29, &g10_28, 4);
                    memcpy(&g10_30, &g10_29, 4);
                    memcpy(&g10_31, &g10_30, 4);
                    memcpy(&g10_32, &g10_31, 4);
                    memcpy(&g10_33, &g10_32, 4);
                    memcpy(&g10_34, &g10_33, 4);
                    memcpy(&g10_35, &g10_34, 4);
                    memcpy(&g10_36, &g10_35, 4);
                    memcpy(&g10_37, &g10_36, 4);
                    memcpy(&g10_38, &g10_37, 4);
                    memcpy(&g10_39, &g10_38, 4);
                    memcpy(&g10_40, &g10_39, 4);
                    memcpy(&g10_41, &g10_40, 4);
                    memcpy(&g10_42, &g10_41, 4);
                    memcpy(&g10_43, &g10_42, 4);
                    memcpy(&g10_44, &g10_43, 4);
                    memcpy(&g10_45, &g10_44, 4);
                    memcpy(&g10_46, &g10_45, 4);
                    memcpy(&g10_47, &g10_46, 4);
                    memcpy(&g10_48, &g10_47, 4);
                    memcpy(&g10_49, &g10_48, 4);
                    memcpy(&g10_50, &g10_49, 4);
                    memcpy(&g10_51, &g10_50, 4);
                    memcpy(&g10_52, &g10_51, 4);
                    memcpy(&g10_53, &g10_52, 4);
                    memcpy(&g10_54, &g10_53, 4);
                    memcpy(&g10_55, &g10_54, 4);
                    memcpy(&g10_56, &g10_55, 4);
                    memcpy(&g10_57, &g10_56, 4);
                    memcpy(&g10_58, &g10_57, 4);
                    memcpy(&g10_59, &g10_58, 4);
                    memcpy(&g10_60, &g10_59, 4);
                    memcpy(&g10_61, &g10_60, 4);
                    memcpy(&g10_62, &g10_61, 4);
                    memcpy(&g10_63, &g10_62, 4);
                    memcpy(&g10_64, &g10_63, 4);
                    memcpy(&g10_65, &g10_64, 4);
                    memcpy(&g10_66, &g10_65, 4);
                    memcpy(&g10_67, &g10_66, 4);
                    memcpy(&g10_68, &g10_67, 4);
                    memcpy(&g10_69, &g10_68, 4);
                    memcpy(&g10_70, &g10_69, 4);
                    memcpy(&g10_71, &g10_70, 4);
                    memcpy(&g10_72, &g10_71, 4);
                    memcpy(&g10_73, &g10_72, 4);
                    memcpy(&g10_74, &g10_73, 4);
                    memcpy(&g10_75, &g10_74, 4);
                    memcpy(&g10_76, &g10_75, 4);
                    memcpy(&g10_77, &g10_76, 4);
                    memcpy(&g10_78, &g10_77, 4);
                    memcpy(&g10_79, &g10_78, 4);
                    memcpy(&g10_80, &g10_79, 4);
                    memcpy(&g10_81, &g10_80, 4);
                    memcpy(&g10_82, &g10_81, 4);
                    memcpy(&g10_83, &g10_82, 4);
                    memcpy(&g10_84, &g10_83, 4);
                    memcpy(&g10_85, &g10_84, 4);
                    memcpy(&g10_86, &g10_85, 4);
                    memcpy(&g10_87, &g10_86, 4);
                    memcpy(&g10_88, &g10_87, 4);
                    memcpy(&g10_89, &g10_88, 4);
                    memcpy(&g10_90, &g10_89, 4);
                    memcpy(&g10_91, &g10_90, 4);
                    memcpy(&g10_92, &g10_91, 4);
                    memcpy(&g10_93, &g10_92, 4);
                    memcpy(&g10_94, &g10_93, 4);
                    memcpy(&g10_95, &g10_94, 4);
                    memcpy(&g10_96, &g10_95, 4);
                    memcpy(&g10_97, &g10_96, 4);
                    memcpy(&g10_98, &g10_97, 4);
                    memcpy(&g10_99, &g10_98, 4);
                    memcpy(&g10_100, &g10_99, 4);
                    memcpy(&g10_101, &g10_100, 4);
                    memcpy(&g10_102, &g10_101, 4);
                    memcpy(&g10_103, &g10_102, 4);
                    memcpy(&g10_104, &g10_103, 4);
                    memcpy(&g10_105, &g10_104, 4);
                    memcpy(&g10_106, &g10_105, 4);
                    memcpy(&g10_107, &g10_106, 4);
                    memcpy(&g10_108, &g10_107, 4);
                    memcpy(&g10_109, &g10_108, 4);
                    memcpy(&g10_110, &g10_109, 4);
                    memcpy(&g10_111, &g10_110, 4);
                    memcpy(&g10_112, &g10_111, 4);
                    memcpy(&g10_113, &g10_112, 4);
                    memcpy(&g10_114, &g10_113, 4);
                    memcpy(&g10_115, &g10_114, 4);
                    memcpy(&g10_116, &g10_115, 4);
                    memcpy(&g10_117, &g10_116, 4);
                    memcpy(&g10_118, &g10_117, 4);
                    memcpy(&g10_119, &g10_118, 4);
                    memcpy(&g10_120, &g10_119, 4);
                    memcpy(&g10_121, &g10_120, 4);
                    memcpy(&g10_122, &g10_121, 4);
                    memcpy(&g10_123, &g10_122, 4);
                    memcpy(&g10_124, &g10_123, 4);
                    memcpy(&g10_125, &g10_124, 4);
                    memcpy(&g10_126, &g10_125, 4);
                    memcpy(&g10_127, &g10_126, 4);
                    memcpy(&g10_128, &g10_127, 4);
                    memcpy(&g10_129, &g10_128, 4);
                    memcpy(&g10_130, &g10_129, 4);
                    memcpy(&g10_131, &g10_130, 4);
                    memcpy(&g10_132, &g10_131, 4);
                    memcpy(&g10_133, &g10_132, 4);
                    memcpy(&g10_134, &g10_133, 4);
                    memcpy(&g10_135, &g10_134, 4);
                    memcpy(&g10_136, &g10_135, 4);
                    memcpy(&g10_137, &g10_136, 4);
                    memcpy(&g10_138, &g10_137, 4);
                    memcpy(&g10_139, &g10_138, 4);
                    memcpy(&g10_140, &g10_139, 4);
                    memcpy(&g10_141, &g10_140, 4);
                    memcpy(&g10_142, &g10_141, 4);
                    memcpy(&g10_143, &g10_142, 4);
                    memcpy(&g10_144, &g10_143, 4);
                    memcpy(&g10_145, &g10_144, 4);
                    memcpy(&g10_146, &g10_145, 4);
                    memcpy(&g10_147, &g10_146, 4);
                    memcpy(&g10_148, &g10_147, 4);
                    memcpy(&g10_149, &g10_148, 4);
                    memcpy(&g10_150, &g10_149, 4);
                    memcpy(&g10_151, &g10_150, 4);
                    memcpy(&g10_152, &g10_151, 4);
                    memcpy(&g10_153, &g10_152, 4);
                    memcpy(&g10_154, &g10_153, 4);
                    memcpy(&g10_155, &g10_154, 4);
                    memcpy(&g10_156, &g10_155, 4);
                    memcpy(&g10_157, &g10_156, 4);
                    memcpy(&g10_158, &g10_157, 4);
                    memcpy(&g10_159, &g10_158, 4);
                    memcpy(&g10_160, &g10_159, 4);
                    memcpy(&g10_161, &g10_160, 4);
                    memcpy(&g10_162, &g10_161, 4);
                    memcpy(&g10_163, &g10_162, 4);
                    memcpy(&g10_164, &g10_163, 4);
                    memcpy(&g10_165, &g10_164, 4);
                    memcpy(&g10_166, &g10_165, 4);
                    memcpy(&g10_167, &g10_166, 4);
                    memcpy(&g10_168, &g10_167, 4);
                    memcpy(&g10_169, &g10_168, 4);
                    memcpy(&g10_170, &g10_169, 4);
                    memcpy(&g10_171, &g10_170, 4);
                    memcpy(&g10_172, &g10_171, 4);
                    memcpy(&g10_173, &g10_172, 4);
                    memcpy(&g10_174, &g10_173, 4);
                    memcpy(&g10_175, &g10_174, 4);
                    memcpy(&g10_176, &g10_175, 4);
                    memcpy(&g10_177, &g10_176, 4);
                    memcpy(&g10_178, &g10_177, 4);
                    memcpy(&g10_179, &g10_178, 4);
                    memcpy(&g10_180, &g10_179, 4);
                    memcpy(&g10_181, &g10_180, 4);
                    memcpy(&g10_182, &g10_181, 4);
                    memcpy(&g10_183, &g10_182, 4);
                    w8_ = g10_183;
                }
                memcpy((char *)r7_ + 4 * i9_, &w8_, 4);
            }
            memcpy(t6_, r7_, 32);
        }
        v0 = (double)t6_[1];
    }
    /* message */ {
        unsigned char m11_[16];
        size_t o12_ = 0;
        memcpy(m11_ + o12_, &v1, sizeof v1), o12_ += sizeof v1;
        memcpy(m11_ + o12_, &n, 4), o12_ += 4;
        memcpy(m11_ + o12_, &v0, sizeof v0), o12_ += sizeof v0;
        o12_ = 0;
        memcpy(&v1, m11_ + o12_, sizeof v1), o12_ += sizeof v1;
        o12_ += 4;
        memcpy(&v0, m11_ + o12_, sizeof v0), o12_ += sizeof v0;
    }
    /* padded */ {
        struct s13_ t15_ = {'c', v0, n};
        t15_ = f14_(t15_, n);
        v0 = t15_.k == 2 * n ? t15_.v : 0;
    }
    out[0] = v0;
    out[1] = v1;
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
    static const double point[] = {-1.03, 0.38};
    struct disguise_case c = {2,       1,      point, primal, twin,
#ifndef FUZZ_PRIMAL_ONLY
                              forward, reverse
#endif
    };
    return disguise_check(&c, argc, argv);
}
