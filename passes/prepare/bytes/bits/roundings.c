/* (x + c) - c, where c is so large that the sum keeps whole numbers or coarse fractions only, is
 * rounding: like rint it has no derivative. The sum stays what it is, but of enz.piecewise(x)
 * (number_bits.h).
 *
 * Only sums that are used for nothing else than the difference and their bits are meant. In a sum
 * that is used as a number, too (with an error term, say), the difference is a part of it and has
 * the derivative 1. */
#include "prepare/bytes/bits/number_bits.h"
#include <math.h>
#include <string.h>

/* The rounded number keeps no more bits behind the point: fewer in float, where such constants may
 * be ordinary numbers. */
enum { STEP_BITS = 12, STEP_BITS_FLOAT = 3 };

static LLVMTypeRef scalar_type(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

/* The constant, or what all elements of a constant vector are; NULL for other values. */
static LLVMValueRef only_constant(LLVMValueRef v)
{
    if (LLVMIsAConstantFP(v))
        return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind ? NULL : v;
    if (!LLVMIsAConstantDataVector(v))
        return NULL;
    LLVMValueRef first = LLVMGetAggregateElement(v, 0);
    for (unsigned i = 1, n = LLVMGetVectorSize(LLVMTypeOf(v)); i < n; i++)
        if (LLVMGetAggregateElement(v, i) != first)
            return NULL;
    return LLVMIsAConstantFP(first) ? first : NULL;
}

/* The constant is a power of two or one and a half, and a sum with it has coarse steps. */
static bool is_large(LLVMValueRef v)
{
    LLVMBool loses;
    int exponent;
    LLVMValueRef c = only_constant(v);
    if (!c)
        return false;
    double fraction = fabs(frexp(LLVMConstRealGetDouble(c, &loses), &exponent));
    int m = (int)number_mantissa(LLVMTypeOf(c));
    return (fraction == 0.5 || fraction == 0.75) &&
           exponent - 1 >= m - (m == 52 ? STEP_BITS : STEP_BITS_FLOAT);
}

static bool is_opposite(LLVMValueRef a, LLVMValueRef b)
{
    LLVMBool loses;
    a = only_constant(a), b = only_constant(b);
    return a && b && LLVMConstRealGetDouble(a, &loses) == -LLVMConstRealGetDouble(b, &loses);
}

/* sum - c or sum + -c */
static bool takes_back(LLVMValueRef user, LLVMValueRef sum, LLVMValueRef c)
{
    LLVMOpcode op = LLVMIsAInstruction(user) ? LLVMGetInstructionOpcode(user) : LLVMRet;
    if (op == LLVMFSub)
        return LLVMGetOperand(user, 0) == sum && LLVMGetOperand(user, 1) == c;
    return op == LLVMFAdd &&
           is_opposite(LLVMGetOperand(user, LLVMGetOperand(user, 0) == sum ? 1 : 0), c);
}

/* The constant c in x + c or x * y + c; NULL. */
static LLVMValueRef shift_of(LLVMValueRef sum)
{
    if (!number_is_scalar(scalar_type(sum)))
        return NULL;
    if (number_is_product_sum(sum))
        return is_large(LLVMGetOperand(sum, 2)) ? LLVMGetOperand(sum, 2) : NULL;
    for (unsigned k = 0;
         LLVMIsAInstruction(sum) && LLVMGetInstructionOpcode(sum) == LLVMFAdd && k < 2; k++)
        if (is_large(LLVMGetOperand(sum, k)))
            return LLVMGetOperand(sum, k);
    return NULL;
}

static bool is_fence(LLVMValueRef v)
{
    return LLVMIsAIntrinsicInst(v) &&
           LLVMGetIntrinsicID(LLVMGetCalledValue(v)) ==
               LLVMLookupIntrinsicID("llvm.arithmetic.fence", strlen("llvm.arithmetic.fence"));
}

/* c is taken away again from the sum, and its bits are all else that is used. A sum that is hidden
 * from the optimiser before c is taken away is for rounding; where its bits go to memory that looks
 * like a store of a number. */
static bool only_rounds(LLVMValueRef sum, LLVMValueRef c)
{
    bool back = false;
    for (LLVMUseRef u = LLVMGetFirstUse(sum); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (takes_back(user, sum, c) || (is_fence(user) && only_rounds(user, c)))
            back = true;
        else if (!LLVMIsABitCastInst(user) && !(is_fence(sum) && LLVMIsAStoreInst(user)))
            return false;
    }
    return back;
}

static bool is_rounding(LLVMValueRef sum)
{
    LLVMValueRef c = shift_of(sum);
    return c && only_rounds(sum, c);
}

static void step(struct prepare *p, LLVMBuilderRef b, LLVMValueRef sum)
{
    LLVMTypeRef t = LLVMTypeOf(sum);
    LLVMPositionBuilderBefore(b, sum);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(sum));
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(sum, k);
        if (!LLVMIsAConstant(x))
            LLVMSetOperand(sum, k, number_call(p, b, RULE_PIECEWISE_PREFIX, t, t, &x, 1));
    }
}

unsigned prepare_roundings(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (is_rounding(i)) {
                step(p, b, i);
                changes++;
            }
    LLVMDisposeBuilder(b);
    return changes;
}
