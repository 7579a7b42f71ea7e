/* Derivatives of integer arithmetic on the bits of active floating-point values, lane by lane
 * (facts/lanes.h). */
#include "emit/derivative.h"
#include "facts/lanes.h"

static LLVMTypeRef scalar_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned bits_of(struct gen *g, LLVMTypeRef t)
{
    return (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(g->module), t);
}

LLVMValueRef gen_lane(struct gen *g, LLVMValueRef v, unsigned i)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind
               ? LLVMBuildExtractElement(g->b, v, LLVMConstInt(i32, i, 0), "")
               : v;
}

LLVMValueRef gen_set_lane(struct gen *g, LLVMValueRef v, unsigned i, LLVMValueRef x)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context);
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind
               ? LLVMBuildInsertElement(g->b, v, x, LLVMConstInt(i32, i, 0), "")
               : x;
}

/* True where lane i of the operand, which is of type t, has its sign bit set. */
static LLVMValueRef lane_is_negative(struct gen *g, LLVMValueRef operand, LLVMTypeRef t, unsigned i)
{
    LLVMTypeRef word = LLVMIntTypeInContext(g->context, bits_of(g, scalar_of(t)));
    LLVMValueRef words = LLVMBuildBitCast(
        g->b, operand, lanes_of_type(t) == 1 ? word : LLVMVectorType(word, lanes_of_type(t)), "");
    return LLVMBuildICmp(g->b, LLVMIntSLT, gen_lane(g, words, i), LLVMConstNull(word), "");
}

LLVMValueRef gen_lane_product(struct gen *g, const struct lane_source *s, LLVMValueRef bits,
                              LLVMTypeRef t, LLVMValueRef factor)
{
    if (s->action == LANE_KEEP)
        return factor;
    LLVMValueRef minus = LLVMBuildFNeg(g->b, factor, "");
    if (s->action == LANE_NEGATE)
        return minus;
    LLVMValueRef negative = lane_is_negative(g, bits, t, (unsigned)s->lane);
    return s->action == LANE_CLEAR ? LLVMBuildSelect(g->b, negative, minus, factor, "")
                                   : LLVMBuildSelect(g->b, negative, factor, minus, "");
}
