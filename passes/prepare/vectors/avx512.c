/* Lowerings of AVX-512 intrinsics: operations with a mask, which choose between the result and a
 * lane of another operand, and with a direction of rounding (Intel 64 and IA-32 Architectures
 * Software Developer's Manual, volume 2). */
#include "prepare/vectors/lowering.h"

enum { AS_SET = 4, QUIET = 8 }; /* rounding as the environment has it; without exceptions */

/* The direction of rounding, the last argument, is that of ordinary arithmetic. */
static bool rounds_as_usual(struct lowering *l)
{
    LLVMValueRef rounding = vector_argument(l, LLVMGetNumArgOperands(l->call) - 1);
    unsigned long long m =
        LLVMIsAConstantInt(rounding) ? LLVMConstIntGetZExtValue(rounding) & ~QUIET : 1;
    return m == 0 || m == AS_SET;
}

/* Bit i of a mask, a vector of bits or an integer, for lane i of n. */
static LLVMValueRef bits_of(struct lowering *l, LLVMValueRef mask, unsigned n)
{
    LLVMTypeRef t = LLVMTypeOf(mask);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        return mask;
    unsigned width = LLVMGetIntTypeWidth(t);
    LLVMTypeRef lanes = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetTypeContext(t)), width);
    LLVMValueRef bits = LLVMBuildBitCast(l->b, mask, lanes, "");
    int from[MAX_LANES] = {0};
    for (unsigned i = 0; i < n; i++)
        from[i] = (int)i;
    return n == width ? bits : vector_shuffle(l, bits, bits, from, n);
}

/* Lanes of v where the mask has them, the others of `rest`. */
static LLVMValueRef chosen(struct lowering *l, LLVMValueRef mask, LLVMValueRef v, LLVMValueRef rest)
{
    bool all = LLVMIsAConstantInt(mask) && LLVMConstIntGetSExtValue(mask) == -1;
    return all ? v : LLVMBuildSelect(l->b, bits_of(l, mask, vector_lanes(v)), v, rest, "");
}

/* The first lane is chosen as above, the others are those of the first operand. */
static LLVMValueRef first_chosen(struct lowering *l, LLVMValueRef v)
{
    LLVMValueRef x = chosen(l, vector_argument(l, 3), v, vector_argument(l, 2));
    return vector_with_first(l, x, vector_argument(l, 0));
}

LLVMValueRef lower_rounding_arithmetic(struct lowering *l)
{
    return rounds_as_usual(l) ? vector_arithmetic(l, (LLVMOpcode)l->variant, vector_argument(l, 0),
                                                  vector_argument(l, 1))
                              : NULL;
}

LLVMValueRef lower_rounding_fma(struct lowering *l)
{
    LLVMValueRef args[] = {vector_argument(l, 0), vector_argument(l, 1), vector_argument(l, 2)};
    LLVMTypeRef t = LLVMTypeOf(l->call);
    return rounds_as_usual(l) ? vector_intrinsic(l, "llvm.fma", &t, args, 3) : NULL;
}

LLVMValueRef lower_rounding_addsub(struct lowering *l)
{
    return rounds_as_usual(l) ? lower_fused_addsub(l) : NULL;
}

static LLVMValueRef root(struct lowering *l, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    return vector_intrinsic(l, "llvm.sqrt", &t, &x, 1);
}

LLVMValueRef lower_rounding_sqrt(struct lowering *l)
{
    return rounds_as_usual(l) ? root(l, vector_argument(l, 0)) : NULL;
}

LLVMValueRef lower_first_arithmetic(struct lowering *l)
{
    if (!rounds_as_usual(l))
        return NULL;
    return first_chosen(l, vector_arithmetic(l, (LLVMOpcode)l->variant, vector_argument(l, 0),
                                             vector_argument(l, 1)));
}

LLVMValueRef lower_first_masked_choice(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), y = vector_argument(l, 1);
    LLVMValueRef c = LLVMBuildFCmp(l->b, (LLVMRealPredicate)l->variant, x, y, "");
    return first_chosen(l, LLVMBuildSelect(l->b, c, x, y, ""));
}

LLVMValueRef lower_first_sqrt(struct lowering *l)
{
    return rounds_as_usual(l) ? first_chosen(l, root(l, vector_argument(l, 1))) : NULL;
}

/* rndscale: digits behind the point, in bits 4-7, are kept; else as roundps. */
static bool keeps_digits(LLVMValueRef immediate)
{
    return LLVMConstIntGetZExtValue(immediate) >> 4 & 15;
}

LLVMValueRef lower_masked_round(struct lowering *l)
{
    LLVMValueRef immediate = vector_argument(l, 1);
    if (keeps_digits(immediate))
        return NULL;
    return chosen(l, vector_argument(l, 3), vector_rounded(l, vector_argument(l, 0), immediate),
                  vector_argument(l, 2));
}

LLVMValueRef lower_first_masked_round(struct lowering *l)
{
    LLVMValueRef immediate = vector_argument(l, 4);
    if (keeps_digits(immediate))
        return NULL;
    return first_chosen(l, vector_rounded(l, vector_argument(l, 1), immediate));
}

/* From one format to another; only in the table where all lanes fit. */
LLVMValueRef lower_masked_conversion(struct lowering *l)
{
    if (!rounds_as_usual(l))
        return NULL;
    LLVMValueRef v =
        LLVMBuildCast(l->b, (LLVMOpcode)l->variant, vector_argument(l, 0), LLVMTypeOf(l->call), "");
    return chosen(l, vector_argument(l, 2), v, vector_argument(l, 1));
}

LLVMValueRef lower_first_conversion(struct lowering *l)
{
    if (!rounds_as_usual(l))
        return NULL;
    LLVMTypeRef result = LLVMTypeOf(l->call);
    LLVMValueRef zero = LLVMConstInt(vector_i32(l), 0, false),
                 x = LLVMBuildExtractElement(l->b, vector_argument(l, 1), zero, "");
    x = LLVMBuildCast(l->b, (LLVMOpcode)l->variant, x, LLVMGetElementType(result), "");
    return first_chosen(l, LLVMBuildInsertElement(l->b, LLVMConstNull(result), x, zero, ""));
}

/* rcp14 and rsqrt14 of all lanes, for which there are rules (rules/math.def). */
static LLVMValueRef approximate(struct lowering *l, const char *name, LLVMValueRef x)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(x));
    LLVMTypeRef mask = vector_lanes(x) > 8 ? LLVMInt16TypeInContext(c) : LLVMInt8TypeInContext(c);
    LLVMValueRef args[] = {x, LLVMConstNull(LLVMTypeOf(x)), LLVMConstAllOnes(mask)};
    return vector_intrinsic(l, name, NULL, args, 3);
}

LLVMValueRef lower_approximation(struct lowering *l)
{
    LLVMValueRef mask = vector_argument(l, 2);
    if (LLVMIsNull(vector_argument(l, 1)) && LLVMIsAConstantInt(mask) &&
        LLVMConstIntGetSExtValue(mask) == -1)
        return NULL; /* it is of all lanes */
    const char *name = LLVMGetValueName(LLVMGetCalledValue(l->call));
    return chosen(l, mask, approximate(l, name, vector_argument(l, 0)), vector_argument(l, 1));
}

LLVMValueRef lower_first_masked_approximation(struct lowering *l)
{
    static const char *const names[][2] = {
        [APPROXIMATE_RCP] = {"llvm.x86.avx512.rcp14.ps.128", "llvm.x86.avx512.rcp14.pd.128"},
        [APPROXIMATE_RSQRT] = {"llvm.x86.avx512.rsqrt14.ps.128", "llvm.x86.avx512.rsqrt14.pd.128"}};
    LLVMTypeRef fp = LLVMGetElementType(LLVMTypeOf(l->call));
    const char *name = names[l->variant][LLVMGetTypeKind(fp) == LLVMDoubleTypeKind];
    return first_chosen(l, approximate(l, name, vector_argument(l, 1)));
}

/* vpermi2var: lanes of two vectors, chosen by a vector of integers. */
LLVMValueRef lower_two_sources(struct lowering *l)
{
    LLVMValueRef x = vector_argument(l, 0), which = vector_argument(l, 1),
                 out = LLVMGetPoison(LLVMTypeOf(x));
    LLVMTypeRef i32 = vector_i32(l), index = LLVMGetElementType(LLVMTypeOf(which));
    unsigned n = vector_lanes(x);
    int from[MAX_LANES] = {0};
    for (unsigned i = 0; i < 2 * n; i++)
        from[i] = (int)i;
    LLVMValueRef both = vector_shuffle(l, x, vector_argument(l, 2), from, 2 * n);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef at = LLVMConstInt(i32, i, false),
                     k = LLVMBuildExtractElement(l->b, which, at, "");
        k = LLVMBuildAnd(l->b, k, LLVMConstInt(index, 2 * n - 1, false), "");
        out = LLVMBuildInsertElement(l->b, out, LLVMBuildExtractElement(l->b, both, k, ""), at, "");
    }
    return out;
}

/* ---- lanes that move together ---------------------------------------------------------------- */

/* Bit i of the mask as a bit, and as a number that counts the bits before it. */
struct packed {
    LLVMValueRef bits, before;
};

static LLVMValueRef next_bit(struct lowering *l, struct packed *p, unsigned i)
{
    LLVMTypeRef i32 = vector_i32(l);
    LLVMValueRef bit = LLVMBuildExtractElement(l->b, p->bits, LLVMConstInt(i32, i, false), "");
    p->before = LLVMBuildAdd(l->b, p->before, LLVMBuildZExt(l->b, bit, i32, ""), "");
    return bit;
}

static struct packed packed_mask(struct lowering *l)
{
    unsigned n = vector_lanes(vector_argument(l, 0));
    return (struct packed){bits_of(l, vector_argument(l, 2), n),
                           LLVMConstInt(vector_i32(l), 0, false)};
}

/* Lanes that the mask has come first, the others of the second operand stay. */
LLVMValueRef lower_compress(struct lowering *l)
{
    struct packed p = packed_mask(l);
    LLVMValueRef v = vector_argument(l, 0), out = vector_argument(l, 1);
    for (unsigned i = 0; i < vector_lanes(v); i++) {
        LLVMValueRef at = p.before, bit = next_bit(l, &p, i),
                     x = LLVMBuildExtractElement(l->b, v, LLVMConstInt(vector_i32(l), i, false),
                                                 "");
        out = LLVMBuildSelect(l->b, bit, LLVMBuildInsertElement(l->b, out, x, at, ""), out, "");
    }
    return out;
}

/* The first lanes go to those that the mask has. */
LLVMValueRef lower_expand(struct lowering *l)
{
    struct packed p = packed_mask(l);
    LLVMValueRef v = vector_argument(l, 0), out = vector_argument(l, 1);
    for (unsigned i = 0; i < vector_lanes(v); i++) {
        LLVMValueRef x = LLVMBuildExtractElement(l->b, v, p.before, ""), bit = next_bit(l, &p, i),
                     at = LLVMConstInt(vector_i32(l), i, false);
        out = LLVMBuildSelect(l->b, bit, LLVMBuildInsertElement(l->b, out, x, at, ""), out, "");
    }
    return out;
}
