/* Atomic operations on numbers that do more than add.
 *
 * Of what several threads do to one number the order counts, but for additions: a product, a
 * minimum, an exchange and all that looks at the number have other adjoints in another order. Where
 * a function that is differentiated, or one that it calls, has such an operation, and threads, all
 * their atomic operations on numbers become sections that one thread at a time is in, with turns at
 * the ends (turns.c): the reverse sweep goes through them in the opposite order. Within a section
 * are a load, what is calculated, and a store. */
#include "base/team.h"
#include "facts/atomic.h"
#include "prepare/calls/calls.h"
#include <string.h>

static const char begin_name[] = "enz_rt_atomic_begin", end_name[] = "enz_rt_atomic_end";

static bool is_number(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind;
}

static bool only_adds(LLVMAtomicRMWBinOp op)
{
    return op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub;
}

static bool is_update(LLVMValueRef inst)
{
    LLVMAtomicRMWBinOp op =
        LLVMIsAAtomicRMWInst(inst) ? LLVMGetAtomicRMWBinOp(inst) : LLVMAtomicRMWBinOpNand;
    return is_number(LLVMTypeOf(inst)) &&
           (op == LLVMAtomicRMWBinOpXchg || only_adds(op) || atomic_is_minmax(op));
}

static bool is_exchange(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           !strncmp(LLVMGetValueName(callee), RULE_CAS_PREFIX, strlen(RULE_CAS_PREFIX));
}

/* An addition, and nobody looks at what was there. */
static bool is_sum(LLVMValueRef inst)
{
    return is_update(inst) && only_adds(LLVMGetAtomicRMWBinOp(inst)) && !LLVMGetFirstUse(inst);
}

/* A global variable to which the program only adds atomically: no order matters, and threads that
 * run code without derivatives may add, too. */
static bool is_total(LLVMValueRef address)
{
    if (!LLVMIsAGlobalVariable(address))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool access =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address);
        if (access ? atomic_is_access(user) : !is_sum(user) || LLVMGetOperand(user, 0) != address)
            return false;
    }
    return true;
}

static bool is_section(LLVMValueRef inst)
{
    bool load = LLVMIsALoadInst(inst) != NULL;
    if (is_exchange(inst))
        return true;
    if (is_update(inst))
        return !atomic_is_own(inst) && !(is_sum(inst) && is_total(LLVMGetOperand(inst, 0)));
    return (load || LLVMIsAStoreInst(inst)) && atomic_is_access(inst) && !atomic_is_own(inst) &&
           is_number(LLVMTypeOf(load ? inst : LLVMGetOperand(inst, 0)));
}

bool prepare_has_exchanges(struct prepare *p, LLVMValueRef fn)
{
    if (!team_starts_threads(p->module))
        return false;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (is_exchange(i))
                return true;
    return false;
}

/* ---- sections -------------------------------------------------------------------------------- */

static void build_call(struct prepare *p, LLVMBuilderRef b, const char *name)
{
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(p->module)), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), NULL, 0, "");
}

static LLVMValueRef build_load(LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef inst,
                               LLVMValueRef address)
{
    LLVMValueRef load = LLVMBuildLoad2(b, type, address, "");
    ezb_set_debug_loc(load, inst);
    return load;
}

static void build_store(LLVMBuilderRef b, LLVMValueRef value, LLVMValueRef inst,
                        LLVMValueRef address)
{
    ezb_set_debug_loc(LLVMBuildStore(b, value, address), inst);
}

static LLVMValueRef build_extremum(struct prepare *p, LLVMBuilderRef b, const char *name,
                                   LLVMValueRef x, LLVMValueRef y)
{
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(
                     p->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1),
                 args[] = {x, y};
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

/* What an update stores; NULL: none that is known. */
static LLVMValueRef build_updated(struct prepare *p, LLVMBuilderRef b, LLVMAtomicRMWBinOp op,
                                  LLVMValueRef old, LLVMValueRef operand)
{
    switch (op) {
    case LLVMAtomicRMWBinOpXchg: return operand;
    case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(b, old, operand, "");
    case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(b, old, operand, "");
    case LLVMAtomicRMWBinOpFMax: return build_extremum(p, b, "llvm.maxnum", old, operand);
    case LLVMAtomicRMWBinOpFMin: return build_extremum(p, b, "llvm.minnum", old, operand);
    default: return NULL;
    }
}

/* Stores the new number if what is there has the bits of the expected one. */
static LLVMValueRef build_exchange(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef address = LLVMGetOperand(inst, 0), expected = LLVMGetOperand(inst, 1),
                 new = LLVMGetOperand(inst, 2);
    LLVMTypeRef type = LLVMTypeOf(new),
                bits = LLVMIntTypeInContext(
                    LLVMGetModuleContext(p->module),
                    (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(p->module), type));
    LLVMValueRef old = build_load(b, type, inst, address),
                 same = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildBitCast(b, old, bits, ""),
                                      LLVMBuildBitCast(b, expected, bits, ""), "");
    build_store(b, LLVMBuildSelect(b, same, new, old, ""), inst, address);
    LLVMValueRef result = LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(inst)), old, 0, "");
    return LLVMBuildInsertValue(b, result, same, 1, "");
}

static LLVMValueRef build_update(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef address = LLVMGetOperand(inst, 0),
                 old = build_load(b, LLVMTypeOf(inst), inst, address);
    build_store(b, build_updated(p, b, LLVMGetAtomicRMWBinOp(inst), old, LLVMGetOperand(inst, 1)),
                inst, address);
    return old;
}

/* What the section does; its result, or NULL. */
static LLVMValueRef build_section(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    if (is_exchange(inst))
        return build_exchange(p, b, inst);
    if (LLVMIsAAtomicRMWInst(inst))
        return build_update(p, b, inst);
    if (LLVMIsALoadInst(inst))
        return build_load(b, LLVMTypeOf(inst), inst, LLVMGetOperand(inst, 0));
    build_store(b, LLVMGetOperand(inst, 0), inst, LLVMGetOperand(inst, 1));
    return NULL;
}

void prepare_section_begin(struct prepare *p, LLVMBuilderRef b)
{
    build_call(p, b, begin_name);
    prepare_build_turn(p, b);
}

void prepare_section_end(struct prepare *p, LLVMBuilderRef b)
{
    prepare_build_turn(p, b);
    build_call(p, b, end_name);
}

static void replace(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(b, inst);
    prepare_section_begin(p, b);
    LLVMValueRef result = build_section(p, b, inst);
    prepare_section_end(p, b);
    if (result)
        LLVMReplaceAllUsesWith(inst, result);
    LLVMInstructionEraseFromParent(inst);
}

/* ---- which functions have them --------------------------------------------------------------- */

enum order { NO_ATOMICS, ONLY_SUMS, NEEDS_ORDER, HAS_SECTIONS };

static bool is_begin(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName(callee), begin_name);
}

static enum order order_of(LLVMValueRef inst)
{
    if (is_begin(inst))
        return HAS_SECTIONS;
    if (!is_section(inst))
        return NO_ATOMICS;
    return is_sum(inst) ? ONLY_SUMS : NEEDS_ORDER;
}

/* The most that an instruction of the function asks for. */
static enum order function_order(LLVMValueRef fn)
{
    enum order most = NO_ATOMICS;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (order_of(i) > most)
                most = order_of(i);
    return most;
}

/* What follows an attempt may go with it: one at a time. */
static bool make_attempts(struct prepare *p, LLVMBuilderRef b, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
            if (is_exchange(i) && prepare_attempts(p, b, i))
                return true;
    return false;
}

/* Whether bits are the same does not tell whether nobody has written meanwhile (attempts.c). */
static void refuse_exchange(struct prepare *p, LLVMValueRef inst)
{
    if (is_exchange(inst) && !LLVMIsConstant(LLVMGetOperand(inst, 1)))
        diag(p->diags, DIAG_UNSUPPORTED, inst,
             "a compare-exchange of a number which several threads change, with more than "
             "calculations between the load of the expected number and the exchange,");
}

static unsigned make_sections(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    while (make_attempts(p, b, fn))
        changes++;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (is_section(i)) {
                refuse_exchange(p, i);
                replace(p, b, i);
                changes++;
            }
        }
    LLVMDisposeBuilder(b);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}

/* Derivatives of another function, which may be there already, have its sums without an order. */
static void refuse_sums(struct prepare *p, LLVMValueRef fn)
{
    diag(p->diags, DIAG_UNSUPPORTED, fn,
         "a function that adds to numbers atomically, and is part of a derivative in which threads "
         "do more with numbers and of one in which they do not,");
}

unsigned prepare_atomic_sections(struct prepare *p, struct prepare_targets *set)
{
    unsigned changes = 0;
    bool ordered = false;
    struct prepare_targets *reached = ARENA_ARRAY(p->arena, struct prepare_targets, set->count);
    if (!team_starts_threads(p->module))
        return 0;
    for (unsigned k = 0; k < set->count; k++) {
        reached[k] = prepare_reachable(p, set->items[k]);
        for (unsigned i = 0; i < reached[k].count; i++)
            ordered |= function_order(reached[k].items[i]) >= NEEDS_ORDER;
    }
    for (unsigned k = 0; k < set->count && ordered; k++)
        changes += make_sections(p, set->items[k]);
    for (unsigned k = 0; k < set->count && ordered; k++)
        for (unsigned i = 0; i < reached[k].count; i++)
            if (function_order(reached[k].items[i]) == ONLY_SUMS)
                refuse_sums(p, reached[k].items[i]);
    return changes;
}
