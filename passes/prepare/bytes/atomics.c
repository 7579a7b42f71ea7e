/* Atomic operations on numbers in a form that has a derivative.
 *
 * The language of the hardware is integers: exchange, compare-exchange and, at times, load and
 * store get the bits of a number.
 *  - A loop that adds to a number by compare-exchange becomes an atomic addition. Its derivative
 * may then run in several threads: the adjoint of a sum is only read, while that of an exchange is
 * read and cleared in two steps.
 *  - Loads, stores and exchanges of bits become those of numbers and pointers.
 *  - Any other compare-exchange of the bits of a number becomes a call of an internal function
 * `enz.cas.<type>`, whose result {number, success} can carry a derivative. */
#include "base/target.h"
#include "base/team.h"
#include "facts/atomic.h"
#include "prepare/bytes/bytes.h"
#include <stdio.h>
#include <string.h>

/* ---- pieces ---------------------------------------------------------------------------------- */

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind;
}

/* The number whose bits v is, or NULL. */
static LLVMValueRef number_behind(LLVMValueRef v)
{
    bool cast = LLVMIsABitCastInst(v) != NULL;
    return cast && is_number(LLVMTypeOf(LLVMGetOperand(v, 0))) ? LLVMGetOperand(v, 0) : NULL;
}

/* The number or pointer whose bits v is, or NULL. */
static LLVMValueRef value_behind(LLVMValueRef v)
{
    return LLVMIsAPtrToIntInst(v) ? LLVMGetOperand(v, 0) : number_behind(v);
}

/* The type of number or pointer as which the bits in v are used, if it is one type everywhere;
 * NULL. */
static LLVMTypeRef used_as(LLVMValueRef v)
{
    LLVMTypeRef type = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef t =
            LLVMIsABitCastInst(user) || LLVMIsAIntToPtrInst(user) ? LLVMTypeOf(user) : NULL;
        if (!t || (!is_number(t) && LLVMGetTypeKind(t) != LLVMPointerTypeKind) ||
            (type && type != t))
            return NULL;
        type = t;
    }
    return type;
}

static void erase_with_casts(LLVMValueRef old, LLVMValueRef number)
{
    for (LLVMUseRef u = LLVMGetFirstUse(old), next; u; u = next) {
        LLVMValueRef cast = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        LLVMReplaceAllUsesWith(cast, number);
        LLVMInstructionEraseFromParent(cast);
    }
    LLVMInstructionEraseFromParent(old);
}

/* ---- loads, stores, exchanges ---------------------------------------------------------------- */

static bool is_atomic(LLVMValueRef inst)
{
    return LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic;
}

static void copy_access(LLVMValueRef from, LLVMValueRef to)
{
    LLVMSetOrdering(to, LLVMGetOrdering(from));
    LLVMSetAlignment(to, LLVMGetAlignment(from));
    LLVMSetVolatile(to, LLVMGetVolatile(from));
}

static bool rewrite_load(LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMTypeRef t = is_atomic(inst) && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMIntegerTypeKind
                        ? used_as(inst)
                        : NULL;
    if (!t)
        return false;
    LLVMValueRef load = LLVMBuildLoad2(b, t, LLVMGetOperand(inst, 0), "");
    copy_access(inst, load);
    erase_with_casts(inst, load);
    return true;
}

static bool rewrite_store(LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef value = is_atomic(inst) ? value_behind(LLVMGetOperand(inst, 0)) : NULL;
    if (!value)
        return false;
    copy_access(inst, LLVMBuildStore(b, value, LLVMGetOperand(inst, 1)));
    LLVMInstructionEraseFromParent(inst);
    return true;
}

static bool rewrite_exchange(LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef bits = LLVMGetOperand(inst, 1), value = value_behind(bits);
    LLVMTypeRef t = LLVMGetFirstUse(inst) ? used_as(inst) : value ? LLVMTypeOf(value) : NULL;
    if (LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg ||
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind || !t)
        return false;
    if (!value || LLVMTypeOf(value) != t)
        value = is_number(t) ? LLVMBuildBitCast(b, bits, t, "") : LLVMBuildIntToPtr(b, bits, t, "");
    LLVMValueRef out = LLVMBuildAtomicRMW(b, LLVMAtomicRMWBinOpXchg, LLVMGetOperand(inst, 0), value,
                                          LLVMGetOrdering(inst), 0);
    LLVMSetVolatile(out, LLVMGetVolatile(inst));
    if (atomic_is_own(inst))
        atomic_mark_own(out);
    erase_with_casts(inst, out);
    return true;
}

/* ---- loops that add -------------------------------------------------------------------------- */

struct cas_loop {
    LLVMValueRef phi, cas, old, ok, sum; /* ok, old: extracted from cas; sum: the new number */
    LLVMBasicBlockRef block, exit;
};

static LLVMValueRef extracted(LLVMValueRef cas, unsigned part)
{
    LLVMValueRef found = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(cas); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(user))
            return NULL;
        if (LLVMGetIndices(user)[0] == part)
            found = user;
    }
    return found;
}

/* Whether the exchange was made, calculated as expected == found. */
static bool is_success(LLVMValueRef cas, LLVMValueRef v)
{
    if (!LLVMIsAICmpInst(v) || LLVMGetICmpPredicate(v) != LLVMIntEQ)
        return false;
    LLVMValueRef expected = LLVMGetOperand(cas, 1);
    return LLVMGetOperand(v, 0) == expected || LLVMGetOperand(v, 1) == expected;
}

/* CUDA's functions return what was found, and nothing else. */
static bool ask_for_success(LLVMBuilderRef b, LLVMValueRef cas)
{
    LLVMValueRef old = extracted(cas, 0);
    for (LLVMUseRef u = old && !LLVMGetWeak(cas) ? LLVMGetFirstUse(old) : NULL; u;
         u = LLVMGetNextUse(u)) {
        LLVMValueRef comparison = LLVMGetUser(u);
        if (!is_success(cas, comparison))
            continue;
        LLVMValueRef ok = extracted(cas, 1);
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(cas));
        LLVMValueRef success = LLVMBuildExtractValue(b, cas, 1, "");
        LLVMReplaceAllUsesWith(comparison, success);
        LLVMInstructionEraseFromParent(comparison);
        if (ok) {
            LLVMReplaceAllUsesWith(ok, success);
            LLVMInstructionEraseFromParent(ok);
        }
        return true;
    }
    return false;
}

static LLVMValueRef without_cast(LLVMValueRef v)
{
    return LLVMIsABitCastInst(v) ? LLVMGetOperand(v, 0) : v;
}

/* What the next attempt expects: what the failed one found, perhaps written as ok ? expected :
 * found. */
static bool is_found(const struct cas_loop *l, LLVMValueRef v)
{
    if (LLVMIsASelectInst(v) && LLVMGetOperand(v, 0) == l->ok)
        v = LLVMGetOperand(v, 2);
    return without_cast(v) == l->old;
}

static bool computed_outside(const struct cas_loop *l, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != l->block;
}

/* The sum is a * b + expected, which the compiler may calculate in two steps. */
static bool adds_product(const struct cas_loop *l)
{
    static const char name[] = "llvm.fmuladd";
    return LLVMIsACallInst(l->sum) &&
           LLVMGetIntrinsicID(LLVMGetCalledValue(l->sum)) ==
               LLVMLookupIntrinsicID(name, sizeof name - 1) &&
           without_cast(LLVMGetOperand(l->sum, 2)) == l->phi &&
           computed_outside(l, LLVMGetOperand(l->sum, 0)) &&
           computed_outside(l, LLVMGetOperand(l->sum, 1));
}

/* The summand of sum = expected + summand or expected - summand, or NULL. */
static LLVMValueRef summand(const struct cas_loop *l)
{
    LLVMOpcode op = LLVMIsAInstruction(l->sum) ? LLVMGetInstructionOpcode(l->sum) : LLVMRet;
    if (op != LLVMFAdd && op != LLVMFSub)
        return NULL;
    for (unsigned k = 0; k < (op == LLVMFAdd ? 2u : 1u); k++)
        if (without_cast(LLVMGetOperand(l->sum, k)) == l->phi &&
            computed_outside(l, LLVMGetOperand(l->sum, 1 - k)))
            return LLVMGetOperand(l->sum, 1 - k);
    return NULL;
}

/* Nothing else in the loop that an attempt would do once more. */
static bool only_attempts(const struct cas_loop *l)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->block); i; i = LLVMGetNextInstruction(i))
        if (i != l->cas && !LLVMIsATerminatorInst(i) &&
            (ezb_inst_side_effects(i) || ezb_inst_reads(i) || (LLVMIsAPHINode(i) && i != l->phi)))
            return false;
    return true;
}

static bool match_loop(LLVMValueRef cas, struct cas_loop *l)
{
    *l = (struct cas_loop){.cas = cas, .block = LLVMGetInstructionParent(cas)};
    LLVMValueRef term = LLVMGetBasicBlockTerminator(l->block);
    l->old = extracted(cas, 0), l->ok = extracted(cas, 1);
    l->sum = number_behind(LLVMGetOperand(cas, 2));
    l->phi = without_cast(LLVMGetOperand(cas, 1));
    if (!l->old || !l->ok || !l->sum || !LLVMIsAPHINode(l->phi) ||
        LLVMGetInstructionParent(l->phi) != l->block)
        return false;
    if (!LLVMIsABranchInst(term) || !LLVMIsConditional(term) || LLVMGetCondition(term) != l->ok ||
        LLVMGetSuccessor(term, 1) != l->block)
        return false;
    l->exit = LLVMGetSuccessor(term, 0);
    bool again = false;
    for (unsigned i = 0; i < LLVMCountIncoming(l->phi); i++)
        if (LLVMGetIncomingBlock(l->phi, i) == l->block)
            again = is_found(l, LLVMGetIncomingValue(l->phi, i));
    return again && computed_outside(l, LLVMGetOperand(cas, 0)) && only_attempts(l) &&
           (adds_product(l) || summand(l));
}

/* What the first attempt expects is found by an atomic load, which nobody needs now: the addition
 * acquires what the load did. */
static LLVMValueRef first_expected(const struct cas_loop *l)
{
    for (unsigned i = 0; i < LLVMCountIncoming(l->phi); i++)
        if (LLVMGetIncomingBlock(l->phi, i) != l->block)
            return LLVMGetIncomingValue(l->phi, i);
    return NULL;
}

static void erase_unused(LLVMValueRef expected)
{
    LLVMValueRef load = without_cast(expected);
    if (LLVMGetFirstUse(expected))
        return;
    if (load != expected)
        LLVMInstructionEraseFromParent(expected);
    if (LLVMIsALoadInst(load) && !LLVMGetFirstUse(load) && !LLVMGetVolatile(load))
        LLVMInstructionEraseFromParent(load);
}

static bool rewrite_loop(LLVMBuilderRef b, LLVMValueRef cas)
{
    struct cas_loop l;
    if (!match_loop(cas, &l))
        return false;
    bool product = adds_product(&l), minus = LLVMGetInstructionOpcode(l.sum) == LLVMFSub;
    LLVMAtomicRMWBinOp op = minus ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpFAdd;
    LLVMValueRef first = l.phi, expected = first_expected(&l);
    while (LLVMIsAPHINode(first))
        first = LLVMGetNextInstruction(first);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef added =
        product ? LLVMBuildFMul(b, LLVMGetOperand(l.sum, 0), LLVMGetOperand(l.sum, 1), "")
                : summand(&l);
    LLVMValueRef found = LLVMBuildAtomicRMW(b, op, LLVMGetOperand(cas, 0), added,
                                            LLVMGetCmpXchgSuccessOrdering(cas), 0);
    LLVMSetVolatile(found, LLVMGetVolatile(cas));
    LLVMValueRef term = LLVMGetBasicBlockTerminator(l.block);
    LLVMPositionBuilderBefore(b, term);
    LLVMBuildBr(b, l.exit);
    LLVMInstructionEraseFromParent(term);
    ezb_phis_remove_block(l.block, l.block);
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef bits = LLVMBuildBitCast(b, found, LLVMTypeOf(l.old), "");
    LLVMReplaceAllUsesWith(l.phi, LLVMTypeOf(l.phi) == LLVMTypeOf(bits) ? bits : found);
    LLVMReplaceAllUsesWith(l.old, bits);
    LLVMReplaceAllUsesWith(l.ok, LLVMConstInt(LLVMTypeOf(l.ok), 1, 0));
    LLVMInstructionEraseFromParent(l.phi);
    LLVMInstructionEraseFromParent(l.old);
    LLVMInstructionEraseFromParent(l.ok);
    LLVMInstructionEraseFromParent(cas);
    if (expected)
        erase_unused(expected);
    return true;
}

/* ---- other compare-exchanges ----------------------------------------------------------------- */

/* {T, i1} enz.cas.T(ptr, T expected, T new) */
static LLVMValueRef cas_function(LLVMModuleRef m, LLVMTypeRef t)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    char name[32], *type_name = LLVMPrintTypeToString(t);
    snprintf(name, sizeof name, RULE_CAS_PREFIX "%s", type_name);
    LLVMDisposeMessage(type_name);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    LLVMTypeRef parts[] = {t, LLVMInt1TypeInContext(c)}, params[] = {target_pointer(m), t, t};
    LLVMTypeRef result = LLVMStructTypeInContext(c, parts, 2, 0);
    fn = LLVMAddFunction(m, name, LLVMFunctionType(result, params, 3, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    ezb_set_fn_effects(fn, (EzbEffects){.arg = EZB_MODREF});
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMTypeRef bits =
        LLVMIntTypeInContext(c, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(m), t));
    LLVMValueRef expected = LLVMBuildBitCast(b, LLVMGetParam(fn, 1), bits, ""),
                 next = LLVMBuildBitCast(b, LLVMGetParam(fn, 2), bits, "");
    LLVMAtomicOrdering order = LLVMAtomicOrderingSequentiallyConsistent;
    LLVMValueRef cas =
        LLVMBuildAtomicCmpXchg(b, LLVMGetParam(fn, 0), expected, next, order, order, 0);
    LLVMValueRef out[] = {LLVMBuildBitCast(b, LLVMBuildExtractValue(b, cas, 0, ""), t, ""),
                          LLVMBuildExtractValue(b, cas, 1, "")};
    LLVMBuildAggregateRet(b, out, 2);
    LLVMDisposeBuilder(b);
    return fn;
}

/* A loop of attempts, of which threads have sections (calls/attempts.c), keeps its form until then:
 * the first attempt does not move in front of it. */
static void keep_single(LLVMModuleRef m, LLVMValueRef call)
{
    static const char name[] = "noduplicate";
    if (team_starts_threads(m))
        LLVMAddCallSiteAttribute(
            call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(LLVMGetModuleContext(m),
                                    LLVMGetEnumAttributeKindForName(name, sizeof name - 1), 0));
}

/* The type of number that some use of the bits makes of them; NULL: none. */
static LLVMTypeRef becomes(LLVMValueRef bits)
{
    for (LLVMUseRef u = bits ? LLVMGetFirstUse(bits) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsABitCastInst(user) && is_number(LLVMTypeOf(user)))
            return LLVMTypeOf(user);
    }
    return NULL;
}

/* The number that is stored, or its bits: those of what was there and is looked at as a number. */
static LLVMValueRef new_number(LLVMBuilderRef b, LLVMValueRef cas, LLVMValueRef old)
{
    LLVMValueRef expected = LLVMGetOperand(cas, 1), bits = LLVMGetOperand(cas, 2),
                 number = number_behind(bits);
    LLVMTypeRef t = number ? NULL : becomes(old);
    if (!number && !t && LLVMIsAPHINode(expected))
        t = becomes(expected);
    return t ? LLVMBuildBitCast(b, bits, t, "") : number;
}

static bool rewrite_cas(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef cas)
{
    LLVMValueRef old = extracted(cas, 0), ok = extracted(cas, 1), expected = LLVMGetOperand(cas, 1);
    if (!old && !ok && LLVMGetFirstUse(cas))
        return false;
    LLVMValueRef number = new_number(b, cas, old);
    if (!number)
        return false;
    LLVMTypeRef t = LLVMTypeOf(number);
    LLVMValueRef fn = cas_function(m, t),
                 args[] = {LLVMGetOperand(cas, 0), LLVMBuildBitCast(b, expected, t, ""), number};
    LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 3, "");
    keep_single(m, call);
    if (old) {
        LLVMValueRef found = LLVMBuildExtractValue(b, call, 0, "");
        LLVMReplaceAllUsesWith(old, LLVMBuildBitCast(b, found, LLVMTypeOf(old), ""));
        LLVMInstructionEraseFromParent(old);
    }
    if (ok) {
        LLVMReplaceAllUsesWith(ok, LLVMBuildExtractValue(b, call, 1, ""));
        LLVMInstructionEraseFromParent(ok);
    }
    LLVMInstructionEraseFromParent(cas);
    return true;
}

static bool rewrite(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(b, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: return rewrite_load(b, inst);
    case LLVMStore: return rewrite_store(b, inst);
    case LLVMAtomicRMW: return rewrite_exchange(b, inst);
    case LLVMAtomicCmpXchg:
        if (ask_for_success(b, inst) || rewrite_loop(b, inst))
            return true;
        LLVMPositionBuilderBefore(b, inst);
        return rewrite_cas(m, b, inst);
    default: return false;
    }
}

/* What follows an instruction may go with it: one at a time. */
static bool rewrite_one(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (rewrite(m, b, i))
                return true;
    return false;
}

unsigned prepare_atomics(struct prepare *p, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    unsigned changed = 0;
    while (rewrite_one(p->module, b, fn))
        changed++;
    LLVMDisposeBuilder(b);
    return changed;
}
