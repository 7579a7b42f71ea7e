/* What lanes may do together.
 *
 * A batch is one call after the other. That the lanes take turns instead, instruction by
 * instruction, cannot be noticed where
 *  - control flow is the same for all: no branch depends on what differs, or its arms can run for
 *    all lanes (masks.c);
 *  - nothing is written but memory of a lane's own, its stack and where its result goes, and
 *    nothing is called that has other effects, or might not return. (Functions of libm may set
 *    errno, if nothing reads it.)
 * So what is the same for all lanes is done once, arithmetic is done on vectors, and all else for
 * each lane: accesses to memory, calculations with addresses, calls. A value is the same if all
 * that it is made of is. Stack memory is not, nor what is in there. */
#include "batch/together.h"
#include "base/limits.h"
#include "base/type.h"
#include "batch/masks.h"
#include "rules/rules.h"
#include <string.h>

bool together_is_element(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return LLVMGetIntTypeWidth(type) <= 64;
    return type_is_fp(type) && kind != LLVMX86_FP80TypeKind && kind != LLVMFP128TypeKind &&
           kind != LLVMPPC_FP128TypeKind;
}

bool together_varies(const struct together *t, LLVMValueRef v)
{
    unsigned n = map_get_id(&t->numbers, v);
    return n != MAP_NO_ID && t->varies[n];
}

/* ---- effects --------------------------------------------------------------------------------- */

/* The stack, or where the result goes: no other lane can have the address. */
static bool is_own_memory(const struct together *t, LLVMValueRef address)
{
    LLVMValueRef object = ezb_underlying_object(address, ADDRESS_STEPS);
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
    for (unsigned k = 0, n = LLVMCountParams(t->fn); k < n; k++)
        if (object == LLVMGetParam(t->fn, k))
            return LLVMGetEnumAttributeAtIndex(t->fn, k + 1, sret) != NULL;
    return LLVMIsAAllocaInst(object) != NULL;
}

static bool is_plain_access(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool writes_own_memory(const struct together *t, LLVMValueRef call, LLVMValueRef callee)
{
    return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
           LLVMIsNull(LLVMGetOperand(call, 3)) && is_own_memory(t, LLVMGetOperand(call, 0));
}

/* It writes nothing, errno apart, and returns. */
static bool only_reads(struct together *t, LLVMValueRef call)
{
    EzbEffects e = ezb_call_effects(t->cx, call);
    t->sets_errno |= (e.errno_mem & EZB_MOD) != 0;
    t->reads_errno |= (e.errno_mem & EZB_REF) != 0;
    return !((e.arg | e.inaccessible | e.other) & EZB_MOD) && ezb_transfers_execution(call);
}

static bool call_is_possible(struct together *t, LLVMValueRef call)
{
    struct call_info info = rule_classify(t->cx, call);
    if (LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail)
        return false;
    switch (info.cls) {
    case CALL_NOP: return true;
    case CALL_ASM: return false;
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET: return writes_own_memory(t, call, info.callee);
    default: break;
    }
    if (info.callee && !strcmp(LLVMGetValueName(info.callee), "__errno_location"))
        return false;
    return only_reads(t, call);
}

static bool is_possible(struct together *t, LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUnreachable:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMFNeg:
    case LLVMFreeze:
    case LLVMGetElementPtr:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector: return true;
    case LLVMAlloca:
        return LLVMGetInstructionParent(inst) == LLVMGetEntryBasicBlock(t->fn) &&
               LLVMIsAConstantInt(LLVMGetOperand(inst, 0));
    case LLVMLoad: return is_plain_access(inst);
    case LLVMStore: return is_plain_access(inst) && is_own_memory(t, LLVMGetOperand(inst, 1));
    case LLVMCall: return call_is_possible(t, inst);
    default: return LLVMIsABinaryOperator(inst) || LLVMIsACastInst(inst);
    }
}

/* ---- forms ----------------------------------------------------------------------------------- */

/* Intrinsics whose operands are all of the result's type. */
static bool is_wide_intrinsic(LLVMValueRef call)
{
    static const char *const names[] = {
        "llvm.ceil.",   "llvm.copysign.", "llvm.cos.",        "llvm.exp.",       "llvm.exp10.",
        "llvm.exp2.",   "llvm.fabs.",     "llvm.floor.",      "llvm.fma.",       "llvm.fmuladd.",
        "llvm.log.",    "llvm.log10.",    "llvm.log2.",       "llvm.maximum.",   "llvm.maximumnum.",
        "llvm.maxnum.", "llvm.minimum.",  "llvm.minimumnum.", "llvm.minnum.",    "llvm.nearbyint.",
        "llvm.pow.",    "llvm.rint.",     "llvm.round.",      "llvm.roundeven.", "llvm.sin.",
        "llvm.smax.",   "llvm.smin.",     "llvm.sqrt.",       "llvm.trunc.",     "llvm.umax.",
        "llvm.umin."};
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
        return false;
    const char *name = LLVMGetValueName(callee);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(name, names[i], strlen(names[i])))
            return true;
    return false;
}

/* An operation on vectors does the same to each element. */
static bool has_wide_form(LLVMValueRef inst)
{
    if (!together_is_element(LLVMTypeOf(inst)))
        return false;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFNeg:
    case LLVMFreeze: return true;
    case LLVMCall: return is_wide_intrinsic(inst);
    case LLVMICmp:
    case LLVMFCmp: return together_is_element(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    default:
        return LLVMIsABinaryOperator(inst) ||
               (LLVMIsACastInst(inst) && together_is_element(LLVMTypeOf(LLVMGetOperand(inst, 0))));
    }
}

enum lane_form together_form(const struct together *t, LLVMValueRef inst)
{
    if (LLVMIsACallInst(inst) && rule_classify(t->cx, inst).cls == CALL_NOP)
        return LANE_NOT;
    if (!together_varies(t, inst) && !LLVMIsAStoreInst(inst))
        return LANE_ONCE;
    return has_wide_form(inst) ? LANE_WIDE : LANE_EACH;
}

/* ---- the function ---------------------------------------------------------------------------- */

static void number(struct together *t, LLVMValueRef v)
{
    map_put_id(&t->numbers, v, t->values.count);
    VEC_PUSH(t->arena, &t->values, v);
}

struct visit {
    LLVMBasicBlockRef block;
    unsigned next; /* successor */
};

/* All blocks in reverse post order. */
static void order_blocks(struct together *t)
{
    struct map seen;
    VEC(struct visit) stack = {0};
    VEC(LLVMBasicBlockRef) done = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(t->fn);
    map_init(&seen, t->arena);
    map_put(&seen, entry, entry);
    VEC_PUSH(t->arena, &stack, ((struct visit){entry, 0}));
    while (stack.count) {
        struct visit *v = &stack.items[stack.count - 1];
        LLVMValueRef end = LLVMGetBasicBlockTerminator(v->block);
        if (v->next == LLVMGetNumSuccessors(end)) {
            VEC_PUSH(t->arena, &done, v->block);
            stack.count--;
            continue;
        }
        LLVMBasicBlockRef to = LLVMGetSuccessor(end, v->next++);
        if (map_get(&seen, to))
            continue;
        map_put(&seen, to, to);
        VEC_PUSH(t->arena, &stack, ((struct visit){to, 0}));
    }
    while (done.count)
        VEC_PUSH(t->arena, &t->blocks, done.items[--done.count]);
}

static bool number_all(struct together *t)
{
    map_init(&t->numbers, t->arena);
    for (LLVMValueRef p = LLVMGetFirstParam(t->fn); p; p = LLVMGetNextParam(p))
        number(t, p);
    for (unsigned i = 0; i < t->blocks.count; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(t->blocks.items[i]); v;
             v = LLVMGetNextInstruction(v)) {
            if (!is_possible(t, v))
                return false;
            number(t, v);
        }
    return true;
}

static bool operands_vary(const struct together *t, LLVMValueRef inst)
{
    if (LLVMIsAPHINode(inst)) {
        for (unsigned i = 0; i < LLVMCountIncoming(inst); i++)
            if (together_varies(t, LLVMGetIncomingValue(inst, i)))
                return true;
        return false;
    }
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++)
        if (together_varies(t, LLVMGetOperand(inst, (unsigned)k)))
            return true;
    return false;
}

static void spread(struct together *t, const bool *varying)
{
    unsigned params = LLVMCountParams(t->fn);
    t->varies = ARENA_ARRAY(t->arena, bool, t->values.count);
    if (params)
        memcpy(t->varies, varying, params * sizeof *varying);
    bool changed = true;
    while (changed) {
        changed = false;
        for (unsigned n = params; n < t->values.count; n++) {
            LLVMValueRef v = t->values.items[n];
            if (t->varies[n] || masks_is_any(v) || !(LLVMIsAAllocaInst(v) || operands_vary(t, v)))
                continue;
            t->varies[n] = changed = true;
        }
    }
}

/* Ways part at a branch whose condition differs. */
static bool goes_one_way(const struct together *t)
{
    for (unsigned i = 0; i < t->blocks.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(t->blocks.items[i]);
        if (!LLVMIsAReturnInst(end) && together_varies(t, end))
            return false;
    }
    return true;
}

/* Something is calculated on vectors of numbers: else calls do as well. */
static bool calculates(const struct together *t)
{
    for (unsigned n = LLVMCountParams(t->fn); n < t->values.count; n++) {
        LLVMValueRef v = t->values.items[n];
        if (type_is_fp(LLVMTypeOf(v)) && !LLVMIsAPHINode(v) && !LLVMIsASelectInst(v) &&
            together_form(t, v) == LANE_WIDE)
            return true;
    }
    return false;
}

bool together_spread(struct together *t, const bool *varying)
{
    order_blocks(t);
    if (!number_all(t))
        return false;
    spread(t, varying);
    return !(t->sets_errno && t->reads_errno);
}

bool together_possible(struct together *t, const bool *varying)
{
    return together_spread(t, varying) && goes_one_way(t) && calculates(t);
}
