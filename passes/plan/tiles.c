/* Kernels copy a part of their input into shared memory, wait for each other, compute with it, wait
 * again, and go on with the next part. What one thread reads others have written, so that no
 * analysis of one thread's addresses shows that it is this iteration's. This does: every thread
 * writes and reads the same places in every iteration, and an iteration writes all that it writes
 * before it reads. A place that is read is written by the same iteration, or by none. */
#include "plan/tiles.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/target.h"
#include "device/device.h"
#include "plan/needs.h"
#include "plan/replay.h"
#include "plan/state.h"
#include <string.h>

/* Instructions between an address, or a bound, and what it is computed from. */
LIMIT(TILE_STEPS, 24);
LIMIT(TILE_ACCESSES, 1024);

struct tile {
    const struct plan *p;
    unsigned loop;
    LLVMValueRef object;
    VEC(unsigned) loads;
    VEC(unsigned) stores;
};

static bool inside(const struct plan *p, unsigned l, unsigned v)
{
    return v != NO_ID && v >= p->f->arg_count && func_loop_contains(p->f, l, func_loop_of(p->f, v));
}

/* ---- who uses it ----------------------------------------------------------------------------- */

/* The function makes no derivatives, and neither does what it calls. */
static bool calls_nothing(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
                           strstr(LLVMGetValueName(callee), "enz")))
                return false;
        }
    return true;
}

/* Neither the function itself, in one of its copies, nor a kernel, which is never run together with
 * a derivative. */
static bool is_stranger(const struct plan *p, LLVMValueRef fn)
{
    bool same = strcmp(diag_symbol(fn), diag_symbol(p->f->fn)) == 0;
    return !same && !(device_is_kernel(fn) && calls_nothing(fn));
}

static bool used_by_strangers(const struct plan *p, LLVMValueRef v, unsigned steps)
{
    if (!steps)
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user)
                ? is_stranger(p, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)))
                : used_by_strangers(p, user, steps - 1))
            return true;
    }
    return false;
}

/* ---- what is the same in every iteration ----------------------------------------------------- */

static bool is_same(const struct plan *p, unsigned l, LLVMValueRef v, unsigned steps);

static bool are_same(const struct plan *p, unsigned l, LLVMValueRef inst, unsigned steps)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
        if (!LLVMIsAFunction(o) && !is_same(p, l, o, steps))
            return false;
    }
    return true;
}

/* The counter of a loop inside takes the same values in every iteration of l. */
static bool counts_same(const struct plan *p, unsigned l, unsigned phi, unsigned steps)
{
    LLVMValueRef start, step;
    bool subtract;
    unsigned k = func_loop_of(p->f, phi);
    if (k == l || p->f->block_of[phi] != p->f->loops[k].header || !p->f->loops[k].trips ||
        !is_same(p, l, p->f->loops[k].trips, steps))
        return false;
    return p->f->loops[k].counter == phi ||
           (plan_affine_phi(p, phi, &start, &step, &subtract) && is_same(p, l, start, steps) &&
            is_same(p, l, step, steps));
}

static bool is_same(const struct plan *p, unsigned l, LLVMValueRef v, unsigned steps)
{
    unsigned id = func_id(p->f, v);
    if (!inside(p, l, id))
        return true;
    if (!steps)
        return false;
    if (LLVMIsAPHINode(v))
        return counts_same(p, l, id, steps - 1);
    return !ezb_inst_reads(v) && !ezb_inst_writes(v) && are_same(p, l, v, steps - 1);
}

/* ---- accesses -------------------------------------------------------------------------------- */

static bool is_address(LLVMValueRef inst)
{
    return LLVMIsAGetElementPtrInst(inst) || LLVMIsAAddrSpaceCastInst(inst) ||
           LLVMIsABitCastInst(inst);
}

static bool add_access(struct tile *t, unsigned v, LLVMValueRef address)
{
    const struct plan *p = t->p;
    struct plan_region guards = {0};
    LLVMValueRef inst = p->f->values[v];
    if (!inside(p, t->loop, v) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic ||
        t->loads.count + t->stores.count == TILE_ACCESSES ||
        !is_same(p, t->loop, address, TILE_STEPS) ||
        !plan_state_runs_always(p, t->loop, p->f->block_of[v], &guards))
        return false;
    if (LLVMIsALoadInst(inst))
        VEC_PUSH(p->f->arena, &t->loads, v);
    else
        VEC_PUSH(p->f->arena, &t->stores, v);
    return true;
}

/* Loads and stores, and addresses of these; nothing else looks at the object. */
static bool find_accesses(struct tile *t)
{
    const struct func *f = t->p->f;
    for (unsigned v = f->arg_count; v < f->value_count; v++) {
        LLVMValueRef inst = f->values[v];
        for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
            LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
            if (LLVMGetTypeKind(LLVMTypeOf(o)) != LLVMPointerTypeKind ||
                ezb_underlying_object(o, ADDRESS_STEPS) != t->object || is_address(inst))
                continue;
            bool access = LLVMIsALoadInst(inst) || (LLVMIsAStoreInst(inst) && k == 1);
            if (!access || !add_access(t, v, o))
                return false;
        }
    }
    return true;
}

static bool may_precede(const struct plan *p, unsigned l, unsigned load, unsigned store)
{
    const struct func *f = p->f;
    for (unsigned k = func_loop_of(f, load); k != l; k = f->loops[k].parent)
        if (func_loop_contains(f, k, func_loop_of(f, store)))
            return true;
    unsigned lb = f->block_of[load], sb = f->block_of[store];
    return lb == sb ? load < store : memory_reaches(p->m, lb, sb);
}

static bool writes_first(const struct tile *t)
{
    for (unsigned i = 0; i < t->loads.count; i++)
        for (unsigned k = 0; k < t->stores.count; k++)
            if (may_precede(t->p, t->loop, t->loads.items[i], t->stores.items[k]))
                return false;
    return true;
}

bool plan_is_tile(const struct plan *p, unsigned l, LLVMValueRef object)
{
    if (!object || !LLVMIsAGlobalVariable(object) || !target_is_device(p->f->module) ||
        LLVMGetPointerAddressSpace(LLVMTypeOf(object)) != EZB_SPACE_BLOCK)
        return false;
    struct tile t = {.p = p, .loop = l, .object = object};
    return find_accesses(&t) && writes_first(&t) && !used_by_strangers(p, object, ADDRESS_STEPS);
}
