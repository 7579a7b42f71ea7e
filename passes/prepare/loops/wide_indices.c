/* Indices are computed with as many bits as addresses have.
 *
 * a[i * n + j] with int is a sign extension of arithmetic that does not wrap around (nsw). Later
 * passes rearrange it and forget that: then nobody knows any more which element it is
 * (facts/affine.h). With 64 bits they know it anyway, from the operands. But where nothing is known
 * of the signs of i and n yet, they part a wide sum, and forget that addresses do not wrap around;
 * so it is done when conditions of loops have been looked at, and earlier only where products have
 * a common factor: i * n + i would become i * (n + 1), and n * n + i * n (n + i) * n. */
#include "base/limits.h"
#include "prepare/loops/loops.h"

/* Operations in a row of which an index is made. */
LIMIT(INDEX_STEPS, 12);

/* What wraps around is poison, so the extension of the result is the result for the extensions. */
static bool is_exact(LLVMValueRef v)
{
    if (!LLVMIsAInstruction(v))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    return (op == LLVMAdd || op == LLVMSub || op == LLVMMul ||
            (op == LLVMShl && LLVMIsAConstantInt(LLVMGetOperand(v, 1)))) &&
           LLVMGetNSW(v);
}

/* Its extension is the result for the extensions of its operands: so are that of a remainder, and
 * that of a choice between two numbers. */
static bool is_parted(LLVMValueRef v)
{
    return is_exact(v) || LLVMIsASelectInst(v) ||
           (LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSRem);
}

/* The last two operands are those that are extended. */
static LLVMValueRef part(LLVMValueRef v, unsigned k)
{
    return LLVMGetOperand(v, k + (LLVMIsASelectInst(v) ? 1 : 0));
}

/* That of a number with its sign, which an extension of what is not negative is, too. */
static bool is_signed_extension(LLVMValueRef v)
{
    return LLVMIsASExtInst(v) || (LLVMIsAZExtInst(v) && LLVMGetNNeg(v));
}

static LLVMValueRef widen(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef user,
                          unsigned steps)
{
    if (LLVMIsAConstantInt(v))
        return LLVMConstInt(t, (uint64_t)LLVMConstIntGetSExtValue(v), 1);
    if (!steps || !is_parted(v)) {
        LLVMPositionBuilderBefore(b, user);
        return LLVMBuildSExt(b, v, t, "");
    }
    LLVMValueRef x = widen(b, part(v, 0), t, v, steps - 1),
                 y = widen(b, part(v, 1), t, v, steps - 1);
    LLVMPositionBuilderBefore(b, v);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
    LLVMValueRef wide = LLVMIsASelectInst(v)
                            ? LLVMBuildSelect(b, LLVMGetOperand(v, 0), x, y, "")
                            : LLVMBuildBinOp(b, LLVMGetInstructionOpcode(v), x, y, "");
    if (LLVMIsAInstruction(wide) && is_exact(v))
        LLVMSetNSW(wide, 1);
    return wide;
}

/* It is made of counters, and of numbers that come in: of others nobody knows more with 64 bits,
 * and each would have to be extended. */
static bool is_made_of_counters(LLVMValueRef v, unsigned steps)
{
    if (!is_parted(v))
        return LLVMIsAConstantInt(v) || LLVMIsAArgument(v) || LLVMIsAPHINode(v) ||
               LLVMIsALoadInst(v) || LLVMIsATruncInst(v);
    return steps && is_made_of_counters(part(v, 0), steps - 1) &&
           is_made_of_counters(part(v, 1), steps - 1);
}

/* The extension, to twice as many bits, of such arithmetic that is an index. */
static bool is_wide_index(LLVMValueRef v)
{
    if (!is_signed_extension(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64 || !is_parted(LLVMGetOperand(v, 0)) ||
        2 * LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) >
            LLVMGetIntTypeWidth(LLVMTypeOf(v)) ||
        !is_made_of_counters(LLVMGetOperand(v, 0), INDEX_STEPS))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (LLVMIsAGetElementPtrInst(LLVMGetUser(u)))
            return true;
    return false;
}

/* x * y + x or x * y - x: *x, *y. */
static bool is_multiple(LLVMValueRef sum, LLVMValueRef *x, LLVMValueRef *y)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(sum);
    LLVMValueRef product = LLVMGetOperand(sum, 0);
    *x = LLVMGetOperand(sum, 1);
    if ((op != LLVMAdd && op != LLVMSub) || !is_exact(product) ||
        LLVMGetInstructionOpcode(product) != LLVMMul)
        return false;
    bool first = LLVMGetOperand(product, 0) == *x;
    *y = LLVMGetOperand(product, first ? 1 : 0);
    return first || LLVMGetOperand(product, 1) == *x;
}

/* x * (y + 1) or x * (y - 1) with more bits. */
static LLVMValueRef widen_multiple(struct prepare *p, LLVMBuilderRef b, LLVMValueRef extension)
{
    (void)p;
    if (!is_wide_index(extension))
        return NULL;
    LLVMValueRef sum = LLVMGetOperand(extension, 0), x, y;
    LLVMTypeRef t = LLVMTypeOf(extension);
    if (!is_multiple(sum, &x, &y))
        return NULL;
    LLVMValueRef one = LLVMConstInt(t, 1, 0);
    x = widen(b, x, t, extension, ADDRESS_STEPS), y = widen(b, y, t, extension, ADDRESS_STEPS);
    LLVMPositionBuilderBefore(b, extension);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(extension));
    bool plus = LLVMGetInstructionOpcode(sum) == LLVMAdd;
    y = plus ? LLVMBuildNSWAdd(b, y, one, "") : LLVMBuildNSWSub(b, y, one, "");
    return LLVMBuildNSWMul(b, x, y, "");
}

/* ---- sums of products with a common factor ---- */

struct products {
    LLVMValueRef items[INDEX_STEPS];
    unsigned count;
};

static void add_products(struct products *p, LLVMValueRef sum, unsigned steps)
{
    LLVMOpcode op = is_exact(sum) ? LLVMGetInstructionOpcode(sum) : LLVMRet;
    if (op == LLVMMul && p->count < INDEX_STEPS)
        p->items[p->count++] = sum;
    if ((op != LLVMAdd && op != LLVMSub) || !steps)
        return;
    add_products(p, LLVMGetOperand(sum, 0), steps - 1);
    add_products(p, LLVMGetOperand(sum, 1), steps - 1);
}

static bool share_factor(LLVMValueRef x, LLVMValueRef y)
{
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < 2; k++)
            if (LLVMGetOperand(x, i) == LLVMGetOperand(y, k) &&
                !LLVMIsAConstantInt(LLVMGetOperand(x, i)))
                return true;
    return false;
}

/* x * y + x * z, perhaps among other parts, would become x * (y + z). */
static bool has_common_factor(LLVMValueRef sum)
{
    struct products p = {.count = 0};
    add_products(&p, sum, INDEX_STEPS);
    for (unsigned i = 0; i < p.count; i++)
        for (unsigned k = 0; k < i; k++)
            if (share_factor(p.items[i], p.items[k]))
                return true;
    return false;
}

static LLVMValueRef widen_products(struct prepare *p, LLVMBuilderRef b, LLVMValueRef extension)
{
    (void)p;
    if (!is_wide_index(extension) || !has_common_factor(LLVMGetOperand(extension, 0)))
        return NULL;
    return widen(b, LLVMGetOperand(extension, 0), LLVMTypeOf(extension), extension, ADDRESS_STEPS);
}

static LLVMValueRef widen_all(struct prepare *p, LLVMBuilderRef b, LLVMValueRef extension)
{
    (void)p;
    return is_wide_index(extension) ? widen(b, LLVMGetOperand(extension, 0), LLVMTypeOf(extension),
                                            extension, ADDRESS_STEPS)
                                    : NULL;
}

unsigned prepare_wide_multiples(struct prepare *p, LLVMValueRef fn)
{
    return prepare_replace(p, fn, widen_multiple) + prepare_replace(p, fn, widen_products);
}

unsigned prepare_wide_indices(struct prepare *p, LLVMValueRef fn)
{
    return prepare_replace(p, fn, widen_all);
}
