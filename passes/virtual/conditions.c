/* Which iterations of a loop have effects, where all effects are stores in virtual arrays whose
 * functions do nothing with 0.
 *
 * A number is followed back to what it is made of. A sum is 0 where its terms are, a product where
 * one factor is, whatever the other one. What is left are loads of virtual arrays that are 0 unless
 * two integers are equal, `i == k ? 1 : 0`. */
#include "virtual/narrow.h"
#include <string.h>

bool virtual_is_noted(LLVMValueRef call, const char *note)
{
    return LLVMIsACallInst(call) &&
           LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                          note, (unsigned)strlen(note)) != NULL;
}

void virtual_note(LLVMValueRef call, const char *note)
{
    LLVMContextRef c = LLVMGetModuleContext(
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call))));
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(c, note, (unsigned)strlen(note), "", 0));
}

/* ---- functions for stores ---- */

static bool is_zero(LLVMValueRef v)
{
    return LLVMIsConstant(v) && LLVMIsNull(v);
}

/* The block is only entered where parameter 0 is not 0. */
static bool is_for_others(LLVMValueRef fn, LLVMBasicBlockRef b)
{
    for (LLVMBasicBlockRef from = LLVMGetFirstBasicBlock(fn); from;
         from = LLVMGetNextBasicBlock(from)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
        if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end))
            continue;
        LLVMValueRef test = LLVMGetCondition(end), value = LLVMGetParam(fn, 0);
        unsigned way = LLVMGetSuccessor(end, 0) == b ? 0 : 1;
        if (LLVMGetSuccessor(end, way) != b || LLVMGetSuccessor(end, 1 - way) == b ||
            !LLVMIsAFCmpInst(test) || LLVMGetOperand(test, 0) != value ||
            !is_zero(LLVMGetOperand(test, 1)))
            continue;
        LLVMRealPredicate p = LLVMGetFCmpPredicate(test);
        if (way == 0 ? p == LLVMRealUNE || p == LLVMRealONE : p == LLVMRealOEQ || p == LLVMRealUEQ)
            return true;
    }
    return false;
}

/* A block with one predecessor, which is only entered so. */
static bool is_entered_once(LLVMBasicBlockRef b)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u))
        n += LLVMIsATerminatorInst(LLVMGetUser(u)) != NULL;
    return n == 1;
}

static bool has_effects(LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (ezb_inst_side_effects(i))
            return true;
    return false;
}

static bool is_behind(EzbCtx *cx, LLVMValueRef fn, LLVMBasicBlockRef b)
{
    for (LLVMBasicBlockRef d = b; d; d = ezb_idom(cx, d))
        if (is_entered_once(d) && is_for_others(fn, d))
            return true;
    return false;
}

static bool skips_zero(EzbCtx *cx, LLVMValueRef fn)
{
    if (LLVMIsDeclaration(fn))
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        if (has_effects(b) && !is_behind(cx, fn, b))
            return false;
    return true;
}

/* ---- numbers ---- */

static bool collect(struct conditions *c, LLVMValueRef v);

/* The bits that are left: none of what an index has is lost. */
static bool is_wide_mask(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64 &&
           (LLVMConstIntGetZExtValue(v) & (LLVMConstIntGetZExtValue(v) + 1)) == 0 &&
           LLVMConstIntGetZExtValue(v) >> CONDITION_MASK;
}

static LLVMValueRef strip(LLVMValueRef x, uint64_t *divisor)
{
    *divisor = 1;
    while (LLVMIsAInstruction(x)) {
        LLVMOpcode op = LLVMGetInstructionOpcode(x);
        LLVMValueRef by = LLVMGetNumOperands(x) == 2 ? LLVMGetOperand(x, 1) : NULL;
        if (op == LLVMAnd && is_wide_mask(by))
            ;
        else if (op == LLVMLShr && LLVMIsAConstantInt(by) &&
                 *divisor << (LLVMConstIntGetZExtValue(by) & 63) < 1 << CONDITION_BITS)
            *divisor <<= LLVMConstIntGetZExtValue(by);
        else
            return x;
        x = LLVMGetOperand(x, 0);
    }
    return x;
}

static bool is_invariant(struct conditions *c, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !ezb_loop_contains(c->loop, LLVMGetInstructionParent(v));
}

/* x == key, one of which is the same in all iterations. */
static bool add_equality(struct conditions *c, LLVMValueRef test)
{
    struct condition add = {0};
    LLVMValueRef a = LLVMGetOperand(test, 0), b = LLVMGetOperand(test, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(a)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(a)) != 64)
        return false;
    if (is_invariant(c, a) && !is_invariant(c, b)) {
        LLVMValueRef swap = a;
        a = b, b = swap;
    }
    if (!is_invariant(c, b))
        return false;
    add.x = strip(a, &add.divisor);
    add.key = b;
    VEC_PUSH(c->v->arena, &c->all, add);
    return true;
}

/* The test that decides between 0 and something else; *otherwise: what it is where the integers
 * are equal. */
static LLVMValueRef test_for_zero(LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    LLVMValueRef test = LLVMGetOperand(v, 0);
    bool inverted = false;
    if (op == LLVMSelect) {
        inverted = is_zero(LLVMGetOperand(v, 1));
        if (!inverted && !is_zero(LLVMGetOperand(v, 2)))
            return NULL;
    } else if (op != LLVMUIToFP && op != LLVMSIToFP) {
        return NULL;
    }
    if (LLVMIsAZExtInst(test))
        test = LLVMGetOperand(test, 0);
    LLVMIntPredicate want = inverted ? LLVMIntNE : LLVMIntEQ;
    return LLVMIsAICmpInst(test) && LLVMGetICmpPredicate(test) == want ? test : NULL;
}

/* Conditions of a factor that may be anything do no harm: there are only more. */
static bool collect_either(struct conditions *c, LLVMValueRef a, LLVMValueRef b)
{
    return collect(c, a) || collect(c, b);
}

/* What was computed in the iteration before. Behind each other, there are no more such steps than
 * there are phis. */
static bool collect_carried(struct conditions *c, LLVMValueRef phi)
{
    EzbLoop loop = ezb_loop_for(c->v->cx, LLVMGetInstructionParent(phi));
    c->depth++;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        if (loop == c->loop && LLVMGetIncomingBlock(phi, i) != ezb_loop_latch(loop))
            c->first |= !is_zero(v);
        else if (!collect(c, v))
            return false;
    }
    return true;
}

static bool collect_phi(struct conditions *c, LLVMValueRef phi)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent(phi);
    EzbLoop around = ezb_loop_for(c->v->cx, b);
    if (around && ezb_loop_header(around) == b)
        return collect_carried(c, phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (!collect(c, LLVMGetIncomingValue(phi, i)))
            return false;
    return true;
}

static bool collect_call(struct conditions *c, LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(fn) ? LLVMGetValueName(fn) : "";
    if (!strncmp(name, "llvm.fma.", 9) || !strncmp(name, "llvm.fmuladd.", 13))
        return collect_either(c, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)) &&
               collect(c, LLVMGetOperand(call, 2));
    return false;
}

static bool collect_instruction(struct conditions *c, LLVMValueRef v)
{
    LLVMValueRef test;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFAdd:
    case LLVMFSub: return collect(c, LLVMGetOperand(v, 0)) && collect(c, LLVMGetOperand(v, 1));
    case LLVMFMul: return collect_either(c, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
    case LLVMFDiv:
    case LLVMFNeg:
    case LLVMFPExt:
    case LLVMFPTrunc:
    case LLVMFreeze: return collect(c, LLVMGetOperand(v, 0));
    case LLVMUIToFP:
    case LLVMSIToFP: return (test = test_for_zero(v)) && add_equality(c, test);
    case LLVMSelect:
        return ((test = test_for_zero(v)) && add_equality(c, test)) ||
               (collect(c, LLVMGetOperand(v, 1)) && collect(c, LLVMGetOperand(v, 2)));
    case LLVMPHI: return collect_phi(c, v);
    case LLVMCall: return collect_call(c, v);
    default: return false;
    }
}

/* Each number once. What depends on itself adds up over iterations. */
static bool collect(struct conditions *c, LLVMValueRef v)
{
    static const char begun, zero_elsewhere;
    if (is_zero(v))
        return true;
    if (!LLVMIsAInstruction(v) || !ezb_loop_contains(c->loop, LLVMGetInstructionParent(v)))
        return false;
    const void *known = map_get(&c->seen, v);
    if (known)
        return known == &zero_elsewhere;
    map_put(&c->seen, v, (void *)&begun);
    if (!collect_instruction(c, v))
        return false;
    map_put(&c->seen, v, (void *)&zero_elsewhere);
    return true;
}

/* ---- a loop ---- */

static bool check_instruction(struct conditions *c, LLVMValueRef i)
{
    if (LLVMIsATerminatorInst(i) || !ezb_inst_side_effects(i))
        return true;
    return virtual_is_noted(i, VIRTUAL_STORE_NOTE) && skips_zero(c->v->cx, LLVMGetCalledValue(i)) &&
           collect(c, LLVMGetOperand(i, 0));
}

bool conditions_of_loop(struct conditions *c)
{
    size_t n = ezb_loop_blocks(c->loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(c->v->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(c->loop, blocks, n);
    for (size_t k = 0; k < n; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[k]); i; i = LLVMGetNextInstruction(i))
            if (!check_instruction(c, i))
                return false;
    return true;
}
