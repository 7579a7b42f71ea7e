/* Where addresses of a virtual array go. */
#include "virtual/virtual.h"
#include <string.h>

static void derive(struct virtual_uses *u, LLVMValueRef v)
{
    if (map_get(&u->derived, v))
        return;
    map_put(&u->derived, v, v);
    VEC_PUSH(u->v->arena, &u->work, v);
}

/* ---- addresses as numbers ---- */

static bool is_intrinsic(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee);
}

/* Of no use but for comparisons: numbers that are calculated stay numbers. */
static bool stays_a_number(LLVMValueRef user)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMIntToPtr:
    case LLVMStore:
    case LLVMRet:
    case LLVMInsertValue:
    case LLVMInvoke: return false;
    case LLVMCall: return is_intrinsic(user);
    default: return true;
    }
}

static bool check_number(struct virtual_uses *u, struct map *seen, LLVMValueRef number)
{
    if (map_get(seen, number))
        return true;
    map_put(seen, number, number);
    for (LLVMUseRef use = LLVMGetFirstUse(number); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!stays_a_number(user))
            return virtual_refuse(u, user, "used as a number");
        if (!LLVMIsAICmpInst(user) && !check_number(u, seen, user))
            return false;
    }
    return true;
}

static bool use_as_number(struct virtual_uses *u, LLVMValueRef number)
{
    struct map seen;
    map_init(&seen, u->v->arena);
    return check_number(u, &seen, number);
}

/* ---- calls ---- */

enum outcome { OK, AGAIN, SIMPLIFY, REFUSED }; /* AGAIN: the function is another one now */

static const char *const dropped[] = {"llvm.assume", "llvm.prefetch", "llvm.lifetime."};
static const char *const copies[] = {"llvm.memset.", "llvm.memcpy.", "llvm.memmove."};

static bool is_among(LLVMValueRef fn, const char *const *names, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!strncmp(LLVMGetValueName(fn), names[i], strlen(names[i])))
            return true;
    return false;
}

static enum outcome refuse_call(struct virtual_uses *u, LLVMValueRef call, LLVMValueRef fn)
{
    const char *name = fn ? diag_name(u->v->diags, fn) : "a function that only the run knows";
    virtual_refuse(u, call, arena_printf(u->v->arena, "passed to %s", name));
    return REFUSED;
}

static enum outcome inline_callee(struct virtual_uses *u, LLVMValueRef call, LLVMValueRef fn)
{
    enum { MOST = 2000 };
    LLVMValueRef around = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    if (fn == around || u->inlined++ == MOST) {
        virtual_refuse(u, call,
                       arena_printf(u->v->arena, "passed to %s, which calls itself",
                                    diag_name(u->v->diags, fn)));
        return REFUSED;
    }
    u->simplified = false;
    return ezb_inline_call(u->v->cx, call) ? refuse_call(u, call, fn) : AGAIN;
}

static enum outcome use_in_call(struct virtual_uses *u, LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(fn))
        fn = LLVMAliasGetAliasee(fn);
    if (!LLVMIsAFunction(fn))
        return refuse_call(u, call, NULL);
    if (is_among(fn, dropped, 3)) {
        LLVMInstructionEraseFromParent(call);
        return AGAIN;
    }
    if (is_among(fn, copies, 3)) {
        VEC_PUSH(u->v->arena, &u->copies, call);
        return OK;
    }
    bool fits = LLVMGlobalGetValueType(fn) == LLVMGetCalledFunctionType(call);
    return LLVMIsDeclaration(fn) || !fits ? refuse_call(u, call, fn) : inline_callee(u, call, fn);
}

/* ---- one use ---- */

static enum outcome refuse(struct virtual_uses *u, LLVMValueRef user, const char *what)
{
    virtual_refuse(u, user, what);
    return REFUSED;
}

static enum outcome add_access(struct virtual_uses *u, virtual_values *list, LLVMValueRef inst)
{
    if (LLVMGetVolatile(inst) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return refuse(u, inst, "accessed as volatile or atomic memory");
    VEC_PUSH(u->v->arena, list, inst);
    return OK;
}

/* A variable of a function that was inlined becomes a value. */
static enum outcome use_in_store(struct virtual_uses *u, LLVMValueRef store, unsigned operand)
{
    if (operand)
        return add_access(u, &u->stores, store);
    return u->simplified ? refuse(u, store, "stored in memory") : SIMPLIFY;
}

/* What is true of addresses in memory need not be true of these. */
static enum outcome add_step(struct virtual_uses *u, LLVMValueRef gep)
{
    LLVMGEPSetNoWrapFlags(gep, 0);
    derive(u, gep);
    return OK;
}

static enum outcome add_choice(struct virtual_uses *u, LLVMValueRef inst)
{
    if (!map_get(&u->derived, inst))
        VEC_PUSH(u->v->arena, &u->choices, inst);
    derive(u, inst);
    return OK;
}

static enum outcome use_of(struct virtual_uses *u, LLVMValueRef user, unsigned operand)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMGetElementPtr: return add_step(u, user);
    case LLVMFreeze:
    case LLVMBitCast: derive(u, user); return OK;
    case LLVMPHI:
    case LLVMSelect: return add_choice(u, user);
    case LLVMLoad: return add_access(u, &u->loads, user);
    case LLVMStore: return use_in_store(u, user, operand);
    case LLVMICmp: return OK;
    case LLVMPtrToInt: return use_as_number(u, user) ? OK : REFUSED;
    case LLVMCall:
    case LLVMInvoke: return use_in_call(u, user);
    case LLVMRet: return refuse(u, user, "returned");
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return refuse(u, user, "updated as atomic memory");
    default: return refuse(u, user, "put into another value");
    }
}

/* ---- all uses ---- */

static enum outcome walk(struct virtual_uses *u)
{
    enum outcome o = OK;
    map_init(&u->derived, u->v->arena);
    u->loads.count = u->stores.count = u->choices.count = u->copies.count = u->work.count = 0;
    derive(u, u->array->call);
    while (u->work.count && o == OK) {
        LLVMValueRef v = u->work.items[--u->work.count];
        for (LLVMUseRef use = LLVMGetFirstUse(v); use && o == OK; use = LLVMGetNextUse(use))
            o = use_of(u, LLVMGetUser(use), ezb_use_operand_no(use));
    }
    return o;
}

static bool is_in_array(struct virtual_uses *u, LLVMValueRef v)
{
    return map_get(&u->derived, v) || LLVMIsUndef(v) || LLVMIsAConstantPointerNull(v);
}

static bool check_choice(struct virtual_uses *u, LLVMValueRef inst)
{
    bool phi = LLVMIsAPHINode(inst) != NULL, ok = true;
    unsigned n = phi ? LLVMCountIncoming(inst) : 2;
    for (unsigned i = 0; i < n; i++)
        ok &= is_in_array(u, phi ? LLVMGetIncomingValue(inst, i) : LLVMGetOperand(inst, i + 1));
    return ok || virtual_refuse(u, inst, "chosen where it might be other memory");
}

/* One that both reads and writes the array is listed twice. */
static enum outcome open_copies(struct virtual_uses *u)
{
    for (unsigned i = 0; i < u->copies.count; i++) {
        bool listed = false;
        for (unsigned k = 0; k < i; k++)
            listed |= u->copies.items[k] == u->copies.items[i];
        if (!listed && !virtual_open_copy(u, u->copies.items[i]))
            return REFUSED;
    }
    return u->copies.count ? AGAIN : OK;
}

static enum outcome simplify(struct virtual_uses *u)
{
    u->v->simplify(u->v->user, LLVMGetBasicBlockParent(LLVMGetInstructionParent(u->array->call)));
    u->simplified = true;
    return AGAIN;
}

bool virtual_find_uses(struct virtual_uses *u)
{
    enum outcome o;
    do {
        o = walk(u);
        if (o == OK)
            o = open_copies(u);
        if (o == SIMPLIFY)
            o = simplify(u);
    } while (o == AGAIN);
    for (unsigned i = 0; i < u->choices.count && o == OK; i++)
        if (!check_choice(u, u->choices.items[i]))
            o = REFUSED;
    return o == OK;
}
