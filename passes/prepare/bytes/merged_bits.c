/* Bits of numbers that are something else in objects of another class.
 *
 * Objects of two classes have a number and a pointer, or a double and a float, at the same place.
 * Where the object may be of either, value numbering makes inttoptr (bitcast double) of a load of
 * the pointer, or phi [pointer], [inttoptr (bitcast double)]. No run uses what the number makes,
 * but the phi needs a shadow or a derivative of it. Addresses that join others go through memory
 * and have the shadow that is in the number's shadow memory; other uses get an address of their
 * own, at which a run that comes there ends. Numbers move with one that is lost if it matters. */
#include "base/limits.h"
#include "prepare/bytes/bits/number_bits.h"

static bool is_merge(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
}

static bool is_only_merged(LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!is_merge(LLVMGetUser(u)))
            return false;
    return LLVMGetFirstUse(v) != NULL;
}

/* Part of a number that is computed here, but not used in this block. (What is loaded may be a
 * member of a union.) */
static bool is_for_others(LLVMValueRef v, LLVMValueRef number)
{
    if (!LLVMIsAInstruction(number) || LLVMIsALoadInst(number) || is_merge(number))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!is_merge(LLVMGetUser(u)) &&
            LLVMGetInstructionParent(LLVMGetUser(u)) == LLVMGetInstructionParent(v))
            return false;
    return LLVMGetFirstUse(v) != NULL;
}

static bool is_number(LLVMValueRef v)
{
    LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

static LLVMValueRef whole_number(LLVMValueRef bits)
{
    return LLVMIsABitCastInst(bits) && is_number(LLVMGetOperand(bits, 0)) ? LLVMGetOperand(bits, 0)
                                                                          : NULL;
}

/* The number of which `bits` are a part; else NULL. */
static LLVMValueRef part_of_number(LLVMValueRef bits)
{
    if (!LLVMIsATruncInst(bits))
        return NULL;
    bits = LLVMGetOperand(bits, 0);
    bool shifted = LLVMIsAInstruction(bits) && LLVMGetInstructionOpcode(bits) == LLVMLShr &&
                   LLVMIsAConstantInt(LLVMGetOperand(bits, 1));
    return whole_number(shifted ? LLVMGetOperand(bits, 0) : bits);
}

LIMIT(MERGE_DEPTH, 4);

/* One of the values that meet in v is loaded. */
static bool is_loaded(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsALoadInst(v))
        return true;
    for (int k = 0; depth && is_merge(v) && k < LLVMGetNumOperands(v); k++)
        if (is_loaded(LLVMGetOperand(v, (unsigned)k), depth - 1))
            return true;
    return false;
}

static LLVMValueRef through_memory(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef number)
{
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(
                                     LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)))));
    LLVMValueRef slot = LLVMBuildAlloca(b, LLVMTypeOf(number), "");
    LLVMPositionBuilderBefore(b, v);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
    LLVMBuildStore(b, number, slot);
    return LLVMBuildLoad2(b, LLVMTypeOf(v), slot, "");
}

static LLVMValueRef without_derivative(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v,
                                       LLVMValueRef number)
{
    LLVMTypeRef t = LLVMTypeOf(v), real = LLVMDoubleTypeInContext(LLVMGetTypeContext(t));
    LLVMPositionBuilderBefore(b, v);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(v));
    LLVMValueRef lost = number_call(p, b, RULE_UNUSED_PREFIX, LLVMTypeOf(number), real, &number, 1);
    LLVMValueRef args[2] = {LLVMGetOperand(v, 0), lost};
    return number_call(p, b, "enz.number.", t, t, args, 2);
}

typedef LLVMValueRef replacement(struct prepare *p, LLVMBuilderRef b,
                                 LLVMValueRef v); /* NULL: v is fine */

/* What is loaded, on one way or another, may be a member of a union: it has a twin. */
static LLVMValueRef for_number(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMValueRef number =
        LLVMIsABitCastInst(v) && is_number(v) ? part_of_number(LLVMGetOperand(v, 0)) : NULL;
    return number && !is_loaded(number, MERGE_DEPTH) &&
                   (is_only_merged(v) || is_for_others(v, number))
               ? without_derivative(p, b, v, number)
               : NULL;
}

static bool is_merge_or_compare(LLVMValueRef user)
{
    return is_merge(user) || LLVMIsAICmpInst(user);
}

/* Uses in other blocks get an address of their own. */
static unsigned bring_to_uses(LLVMBuilderRef b, LLVMValueRef address)
{
    unsigned changes = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(address), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (is_merge_or_compare(user) ||
            LLVMGetInstructionParent(user) == LLVMGetInstructionParent(address))
            continue;
        LLVMValueRef own = LLVMInstructionClone(address);
        LLVMPositionBuilderBefore(b, user);
        LLVMInsertIntoBuilder(b, own);
        LLVMSetOperand(user, ezb_use_operand_no(u), own);
        changes++;
    }
    return changes;
}

static LLVMValueRef number_in_address(LLVMValueRef v)
{
    return LLVMIsAIntToPtrInst(v) ? whole_number(LLVMGetOperand(v, 0)) : NULL;
}

static unsigned bring_addresses_to_uses(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changes = 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!number_in_address(i) || !LLVMGetFirstUse(i))
                continue;
            changes += bring_to_uses(b, i);
            if (!LLVMGetFirstUse(i))
                LLVMInstructionEraseFromParent(i);
        }
    LLVMDisposeBuilder(b);
    return changes;
}

static bool is_merged(LLVMValueRef v)
{
    bool merged = false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        if (!is_merge_or_compare(LLVMGetUser(u)))
            return false;
        merged |= is_merge(LLVMGetUser(u));
    }
    return merged;
}

static LLVMValueRef for_address(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v)
{
    (void)p;
    LLVMValueRef number = number_in_address(v);
    return number && is_merged(v) ? through_memory(b, v, number) : NULL;
}

unsigned prepare_parts_merged(struct prepare *p, LLVMValueRef fn)
{
    return prepare_replace(p, fn, for_number);
}

unsigned prepare_addresses_merged(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = bring_addresses_to_uses(p, fn);
    return changes + prepare_replace(p, fn, for_address);
}
