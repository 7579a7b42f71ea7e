/* Integers that are put together of a float and an integer are stored half by half.
 *
 * A struct of an `int` and a `float` is passed in one register. Where one of both is a constant,
 * LLVM makes the whole register of it: a constant, or `or disjoint` of an integer and a constant.
 * To store it is to store an integer over a number and its neighbour; its halves are a value each,
 * of which that of the number has no derivative. */
#include "prepare/bytes/bytes.h"

enum { HALF = 32, HALF_BYTES = 4 };

/* What the halves are, of which one is a constant. */
struct halves {
    LLVMValueRef low, high;
};

static LLVMTypeRef half_type(LLVMValueRef v)
{
    return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)), HALF);
}

static LLVMValueRef constant_half(LLVMValueRef c, bool high)
{
    uint64_t bits = LLVMConstIntGetZExtValue(c);
    return LLVMConstInt(half_type(c), high ? bits >> HALF : bits & UINT32_MAX, 0);
}

static bool is_shifted_to_high(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMShl &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1)) &&
           LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)) == HALF;
}

/* x has no bits in the high half, where it has none of those of a constant which is not zero. */
static bool is_low(struct prepare *p, LLVMValueRef fn, LLVMValueRef x)
{
    return ezb_known_max(p->module, x) <= UINT32_MAX ||
           ezb_scev_fits_signed(p->cx, fn, ezb_scev_of(p->cx, fn, x), HALF);
}

/* False if v is nothing of the kind. */
static bool find_halves(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v, struct halves *h)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
    if (LLVMIsAConstantInt(v)) {
        *h = (struct halves){constant_half(v, false), constant_half(v, true)};
        return true;
    }
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMOr || !LLVMGetIsDisjoint(v))
        return false;
    LLVMValueRef x = LLVMGetOperand(v, 0), c = LLVMGetOperand(v, 1);
    uint64_t bits = LLVMIsAConstantInt(c) ? LLVMConstIntGetZExtValue(c) : 0;
    bool low = is_shifted_to_high(x) && bits && bits <= UINT32_MAX,
         high = bits && !(bits & UINT32_MAX) && is_low(p, fn, x);
    if (low)
        *h = (struct halves){constant_half(c, false),
                             LLVMBuildTrunc(b, LLVMGetOperand(x, 0), half_type(v), "")};
    else if (high)
        *h = (struct halves){LLVMBuildTrunc(b, x, half_type(v), ""), constant_half(c, true)};
    return low || high;
}

static bool is_plain_store(LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMIsAStoreInst(inst) ? LLVMTypeOf(LLVMGetOperand(inst, 0)) : NULL;
    return type && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 2 * HALF && !LLVMGetVolatile(inst) &&
           LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic;
}

static void store_half(struct prepare *p, LLVMBuilderRef b, LLVMValueRef store, LLVMValueRef half,
                       LLVMValueRef address)
{
    LLVMValueRef s = LLVMBuildStore(b, half, address);
    LLVMSetAlignment(s,
                     LLVMGetAlignment(store) < HALF_BYTES ? LLVMGetAlignment(store) : HALF_BYTES);
    member_note_same(p->arena, store, s);
}

static bool split(struct prepare *p, LLVMBuilderRef b, LLVMValueRef store)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMValueRef to = LLVMGetOperand(store, 1),
                 four = LLVMConstInt(LLVMInt64TypeInContext(c), HALF_BYTES, 0);
    struct halves h = {NULL, NULL};
    LLVMPositionBuilderBefore(b, store);
    if (!find_halves(p, b, LLVMGetOperand(store, 0), &h))
        return false;
    store_half(p, b, store, h.low, to);
    store_half(p, b, store, h.high,
               LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), to, &four, 1, ""));
    LLVMInstructionEraseFromParent(store);
    return true;
}

unsigned prepare_split_stores(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (is_plain_store(i) && p->facts->float_half(p->facts->types, i))
                changes += split(p, b, i);
        }
    LLVMDisposeBuilder(b);
    return changes;
}
