/* Single bytes of active numbers. A number has a derivative, its bytes have none: what is found
 * here is checked when the program runs, or refused. */
#include "facts/bytes.h"
#include <string.h>

enum { BYTE_DEPTH = 8 };

/* The active memory or number that a byte was made of. */
static LLVMValueRef byte_root(struct activity_context *c, const struct activity_facts *a,
                              LLVMValueRef v, unsigned depth)
{
    if (!LLVMIsAInstruction(v) || LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
        return NULL;
    if (activity_state(c, a, v) & STATE_VARIED)
        return v;
    if (LLVMIsALoadInst(v))
        return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 8 &&
                       (activity_state(c, a, LLVMGetOperand(v, 0)) & STATE_ACTIVE)
                   ? v
                   : NULL;
    bool moves = LLVMIsABinaryOperator(v) || LLVMIsATruncInst(v) || LLVMIsAZExtInst(v) ||
                 LLVMIsASelectInst(v);
    LLVMValueRef root = NULL;
    for (int k = LLVMIsASelectInst(v) ? 1 : 0; depth && moves && !root && k < LLVMGetNumOperands(v);
         k++)
        root = byte_root(c, a, LLVMGetOperand(v, (unsigned)k), depth - 1);
    return root;
}

LLVMValueRef bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(value)) != 8)
        return NULL;
    LLVMValueRef root = byte_root(c, a, value, BYTE_DEPTH);
    if (!root || types_byte_of_number(c->types, to))
        return root;
    return root == value && types_byte_of_number(c->types, LLVMGetOperand(value, 0)) ? root : NULL;
}

bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 8 && byte_root(c, a, value, BYTE_DEPTH);
}

static bool is_byte_vector(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 8;
}

/* Operands whose bytes the result may have: the last one of the processor's own instructions is a
 * mask. */
static int byte_operands(LLVMValueRef inst, LLVMValueRef callee)
{
    int n = callee ? (int)LLVMCountParams(callee) : LLVMGetNumOperands(inst);
    size_t length = 0;
    const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
    return n > 1 && length > 9 && !strncmp(name, "llvm.x86.", 9) ? n - 1 : n;
}

/* `byte`: of what is made of v, only single bytes are used. Arithmetic on whole words is looked at
 * where it is done. */
static bool made_of_bytes(struct activity_context *c, const struct activity_facts *a,
                          LLVMValueRef v, bool byte, unsigned depth)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    if (activity_state(c, a, v) & STATE_VARIED)
        return byte;
    if (!LLVMIsAInstruction(v) || (LLVMGetTypeKind(t) != LLVMIntegerTypeKind && !is_byte_vector(v)))
        return false;
    byte |= is_byte_vector(v) || LLVMGetIntTypeWidth(t) == 8;
    if (LLVMIsALoadInst(v))
        return byte && (activity_state(c, a, LLVMGetOperand(v, 0)) & STATE_ACTIVE);
    LLVMValueRef callee = LLVMIsAIntrinsicInst(v) ? LLVMGetCalledValue(v) : NULL;
    bool moves = callee || LLVMIsABinaryOperator(v) || LLVMIsATruncInst(v) || LLVMIsAZExtInst(v) ||
                 LLVMIsASelectInst(v) || LLVMIsAPHINode(v) || LLVMIsAFreezeInst(v) ||
                 LLVMIsABitCastInst(v) || LLVMIsAShuffleVectorInst(v) ||
                 LLVMIsAInsertElementInst(v) || LLVMIsAExtractElementInst(v);
    for (int k = LLVMIsASelectInst(v) ? 1 : 0, n = byte_operands(v, callee);
         depth && moves && k < n; k++)
        if (made_of_bytes(c, a, LLVMGetOperand(v, (unsigned)k), byte, depth - 1))
            return true;
    return false;
}

bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst)
{
    LLVMValueRef x = LLVMIsABitCastInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    bool fp = false, ptr = false;
    if (!x || (activity_state(c, a, x) & STATE_VARIED))
        return false;
    bool number = activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp;
    bool joins = is_byte_vector(x)
                     ? number || activity_carries_bits(LLVMTypeOf(inst))
                     : number && LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind;
    return joins && made_of_bytes(c, a, x, false, BYTE_DEPTH);
}
