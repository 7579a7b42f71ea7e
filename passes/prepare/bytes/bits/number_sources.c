/* Where the traversal of number_bits.c ends: bits of a number, a number converted to an integer, or
 * what nobody knows.
 *
 * The leading bits of the mantissa decide. Whoever has them all has the number, whatever low bits
 * are cut off: a high part of x is a staircase so fine that its derivative is 1 (then x minus the
 * high part has 0). Whoever has none of them has the noise below, or sign and exponent: derivative
 * 0. Between these are the steps of tables, for which neither is right. */
#include "prepare/bytes/bits/number_bits.h"
#include <math.h>
#include <string.h>

static int lowest(uint64_t bits)
{
    return bits ? __builtin_ctzll(bits) : 64;
}
static int highest(uint64_t bits)
{
    return bits ? 64 - __builtin_clzll(bits) : 0;
}

bool source_position(struct bit_site *s, LLVMValueRef place)
{
    LLVMValueRef next = LLVMIsAInstruction(place) ? LLVMGetNextInstruction(place) : NULL;
    LLVMSetCurrentDebugLocation2(s->b, LLVMIsAInstruction(place) && !LLVMIsAPHINode(place)
                                           ? LLVMInstructionGetDebugLoc(place)
                                           : NULL);
    if (LLVMIsAArgument(place))
        next = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(place)));
    while (next && ((LLVMIsAPHINode(place) && LLVMIsAPHINode(next)) ||
                    (LLVMIsAArgument(place) && LLVMIsAAllocaInst(next))))
        next = LLVMGetNextInstruction(next);
    s->failed |= !next;
    if (next)
        LLVMPositionBuilderBefore(s->b, next);
    return next;
}

static LLVMTypeRef double_of(struct bit_site *s)
{
    return LLVMDoubleTypeInContext(LLVMGetModuleContext(s->p->module));
}

static LLVMValueRef times(struct bit_site *s, LLVMValueRef x, double factor)
{
    return factor == 1 ? x : LLVMBuildFMul(s->b, x, LLVMConstReal(double_of(s), factor), "");
}

LLVMValueRef source_lost(struct bit_site *s, struct bit_view view, LLVMValueRef x)
{
    if (view.exponent == NO_EXPONENT)
        return NULL;
    if (!source_position(s, view.place))
        return NULL;
    const char *stem = view.perhaps ? RULE_PERHAPS_PREFIX : RULE_NONDIFFERENTIABLE_PREFIX;
    return number_call(s->p, s->b, stem, LLVMTypeOf(x), double_of(s), &x, 1);
}

/* x as a double, behind view.v. */
static LLVMValueRef moves_with(struct bit_site *s, struct bit_view view, LLVMValueRef x,
                               double factor)
{
    if (!source_position(s, view.place))
        return NULL;
    LLVMTypeRef t = double_of(s);
    LLVMValueRef wide = LLVMTypeOf(x) == t ? x : LLVMBuildFPCast(s->b, x, t, "");
    return times(s, wide, factor);
}

/* A real number of which bit 0 of the view is the unit, in an integer of this width. */
static LLVMValueRef source_real(struct bit_site *s, struct bit_view view, LLVMValueRef x, int width,
                                double factor)
{
    int top = view.exponent, low = lowest(view.keep);
    uint64_t leading = below(top) & ~below(top - SMOOTH_BITS) & below(width);
    if (top == NO_EXPONENT || low >= top || highest(view.keep) <= top - SMOOTH_BITS)
        return NULL;
    if (leading && (view.keep & leading) == leading && top - low >= SMOOTH_BITS)
        return moves_with(s, view, x, view.factor * factor);
    return source_lost(s, view, x);
}

LLVMValueRef source_conversion(struct bit_site *s, struct bit_view view, LLVMValueRef x)
{
    return source_real(s, view, x, (int)bits_of_element(LLVMTypeOf(view.v)), 1);
}

/* ---- sums with a number so large that the integer is in the low bits ------------------------- */

static LLVMValueRef stepped(LLVMValueRef x)
{
    size_t n = sizeof RULE_PIECEWISE_PREFIX - 1, length;
    if (!LLVMIsACallInst(x) || !LLVMIsAFunction(LLVMGetCalledValue(x)))
        return NULL;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(x), &length);
    return length > n && !strncmp(name, RULE_PIECEWISE_PREFIX, n) ? LLVMGetOperand(x, 0) : NULL;
}

bool source_is_shifted(LLVMValueRef x, int *exponent)
{
    bool product = number_is_product_sum(x),
         sum = LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMFAdd;
    for (unsigned k = product ? 2 : 0; (product && k == 2) || (sum && k < 2); k++) {
        LLVMValueRef c = LLVMGetOperand(x, k);
        LLVMBool loses;
        double value = LLVMIsAConstantFP(c) ? LLVMConstRealGetDouble(c, &loses) : 0;
        frexp(value, exponent);
        *exponent -= 1;
        if (value != 0)
            return true;
    }
    return false;
}

/* A number that moves as the sum does. */
static LLVMValueRef moving_part(struct bit_site *s, struct bit_view view, LLVMValueRef sum)
{
    LLVMValueRef a = LLVMGetOperand(sum, 0), b = LLVMGetOperand(sum, 1);
    if (!number_is_product_sum(sum))
        return LLVMIsAConstant(a) ? b : a;
    return source_position(s, view.place) ? LLVMBuildFMul(s->b, a, b, "") : NULL;
}

static bool is_stepped(LLVMValueRef sum)
{
    return stepped(LLVMGetOperand(sum, 0)) || stepped(LLVMGetOperand(sum, 1));
}

static LLVMValueRef source_low_bits(struct bit_site *s, struct bit_view view, LLVMValueRef x)
{
    int exponent;
    bool shifted = source_is_shifted(x, &exponent);
    if (shifted && is_stepped(x) && view.exponent - lowest(view.keep) < SMOOTH_BITS)
        return NULL;
    if (view.exponent == NO_EXPONENT || highest(view.keep) <= view.exponent - SMOOTH_BITS)
        return NULL;
    if (!shifted || is_stepped(x))
        return source_lost(
            s, view, shifted ? stepped(LLVMGetOperand(x, !stepped(LLVMGetOperand(x, 0)))) : x);
    LLVMValueRef z = moving_part(s, view, x);
    if (LLVMIsAInstruction(z) && number_is_product_sum(x))
        view.place = z;
    return z ? source_real(s, view, z, (int)number_width(LLVMTypeOf(x)),
                           ldexp(1, (int)number_mantissa(LLVMTypeOf(x)) - exponent))
             : NULL;
}

/* ---- bits of a number ------------------------------------------------------------------------ */

LLVMValueRef source_number(struct bit_site *s, struct bit_view view, LLVMValueRef x)
{
    LLVMTypeRef t = LLVMTypeOf(x);
    int m = (int)number_mantissa(t), smooth = m < SMOOTH_BITS ? m : SMOOTH_BITS;
    uint64_t leading = below(m) & ~below(m - smooth);
    view.keep &= below((int)number_width(t));
    if (!(view.keep & below(m)))
        return NULL;
    if (!(view.keep & leading))
        return source_low_bits(s, view, x);
    if ((view.keep & leading) != leading)
        return source_lost(s, view, x);
    if (!source_position(s, view.place))
        return NULL;
    return times(s, number_call(s->p, s->b, "enz.bits.", t, double_of(s), &x, 1),
                 ldexp(view.factor, m));
}
