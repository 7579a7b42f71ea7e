/* What functions that teams of threads run, and those that call them, overwrite is said before, so
 * that a reverse sweep can put it back (facts/restored.h).
 *
 * Stores of a loop that go over memory in equal steps write a range from end to end where,
 * together, they write all bytes of a step: this range is exactly what the thread writes, and no
 * other one meanwhile. Where a loop around writes the same range in each iteration, as a product in
 * place does, one note stands in front of that. Other stores outside of loops that compute write
 * what they say. Of the rest nothing is said, nor of pointers and integers but in variables of the
 * function's own: shadows would have to be put back as well. */
#include "base/limits.h"
#include "base/target.h"
#include "base/team.h"
#include "base/type.h"
#include "ir/code.h"
#include "ir/marks.h"
#include "prepare/loops/loops.h"
#include "rules/rules.h"
#include <string.h>

/* Stores of one loop that may write a range together. */
LIMIT(RANGE_STORES, 64);

struct store {
    LLVMValueRef inst, pointer;
    EzbLoop loop; /* innermost, or NULL */
    EzbScev start;
    int64_t step, size;
    bool said;
};
struct overwritten {
    struct prepare *p;
    LLVMValueRef fn;
    VEC(struct store) stores;
    VEC(LLVMValueRef) calls;  /* of what teams run */
    VEC(LLVMValueRef) blocks; /* copies and fills of memory */
    unsigned said;
    bool teams, gathers;
};

static bool is_team(LLVMValueRef fn)
{
    return team_is_marked(fn) && !team_is_started(fn);
}

static LLVMValueRef called_team(LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return fn && LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) && is_team(fn) ? fn : NULL;
}

/* ---- what there is ---- */

static bool is_simple(LLVMValueRef store)
{
    return !LLVMGetVolatile(store) && LLVMGetOrdering(store) == LLVMAtomicOrderingNotAtomic;
}

/* An integer could be an address, or be made part of a number. */
static bool has_numbers_only(LLVMTypeRef t)
{
    if (type_is_fp(t))
        return true;
    switch (LLVMGetTypeKind(t)) {
    case LLVMVectorTypeKind:
    case LLVMArrayTypeKind: return has_numbers_only(LLVMGetElementType(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (!has_numbers_only(LLVMStructGetTypeAtIndex(t, i)))
                return false;
        return true;
    default: return false;
    }
}

/* Of its own, which threads get by reference: a counter, say, or where an array is. */
static bool is_variable_of(LLVMTypeRef t, LLVMTypeKind kind, LLVMValueRef pointer)
{
    return LLVMGetTypeKind(t) == kind && LLVMIsAAllocaInst(pointer) &&
           LLVMGetAllocatedType(pointer) == t;
}

/* Only this function can reach it. */
static bool is_local(struct overwritten *o, LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    bool own = LLVMIsAAllocaInst(base) ||
               (LLVMIsACallInst(base) && rule_classify(o->p->cx, base).cls == CALL_ALLOC);
    return own && !ezb_captured(o->p->cx, base, 1);
}

static void add_store(struct overwritten *o, LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0));
    LLVMValueRef pointer = LLVMGetOperand(inst, 1);
    if (!is_simple(inst) || is_local(o, pointer) ||
        !(has_numbers_only(t) || is_variable_of(t, LLVMIntegerTypeKind, pointer) ||
          is_variable_of(t, LLVMPointerTypeKind, pointer)))
        return;
    struct store s = {.inst = inst,
                      .pointer = pointer,
                      .loop = ezb_loop_for(o->p->cx, LLVMGetInstructionParent(inst)),
                      .size =
                          (int64_t)LLVMStoreSizeOfType(LLVMGetModuleDataLayout(o->p->module), t)};
    VEC_PUSH(o->p->arena, &o->stores, s);
}

/* Where nothing is in the bytes but numbers, which the types say. */
static bool is_block(struct overwritten *o, LLVMValueRef inst)
{
    enum call_class cls = LLVMIsACallInst(inst) ? rule_classify(o->p->cx, inst).cls : CALL_NONE;
    return (cls == CALL_MEMSET || cls == CALL_MEMCPY || cls == CALL_MEMMOVE) &&
           LLVMIsAIntrinsicInst(inst) && !is_local(o, LLVMGetOperand(inst, 0));
}

/* Code that derivatives are made of may have marks of the function it was made from. */
static void forget_marks(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            mark_remove(i, RULE_OVERWRITE);
            mark_remove(i, RULE_OVERWRITE_NEST);
            mark_remove(i, RULE_PUT_BACK);
        }
}

static void find(struct overwritten *o)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(o->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAStoreInst(i))
                add_store(o, i);
            else if (is_block(o, i))
                VEC_PUSH(o->p->arena, &o->blocks, i);
            else if (called_team(i))
                VEC_PUSH(o->p->arena, &o->calls, i);
        }
}

/* ---- marks ---- */

static LLVMTypeRef i64_of(const struct overwritten *o)
{
    return LLVMInt64TypeInContext(LLVMGetModuleContext(o->p->module));
}

/* Not to be moved, and what is written behind it stays there. */
static LLVMValueRef declare(struct overwritten *o, const char *name, LLVMTypeRef result,
                            LLVMTypeRef *params, unsigned count)
{
    LLVMContextRef c = LLVMGetModuleContext(o->p->module);
    LLVMValueRef fn = LLVMGetNamedFunction(o->p->module, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(o->p->module, name, LLVMFunctionType(result, params, count, 0));
    ezb_set_fn_effects(fn, (EzbEffects){.arg = EZB_REF, .inaccessible = EZB_MODREF});
    ezb_set_param_nocapture(fn, 0);
    static const char *const attributes[] = {"nounwind", "willreturn"};
    for (unsigned i = 0; i < 2; i++)
        LLVMAddAttributeAtIndex(
            fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute(
                c, LLVMGetEnumAttributeKindForName(attributes[i], strlen(attributes[i])), 0));
    return fn;
}

static LLVMValueRef call_before(struct overwritten *o, LLVMValueRef before, LLVMValueRef fn,
                                LLVMValueRef *args, unsigned count)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(o->p->module));
    LLVMPositionBuilderBefore(b, before);
    LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, count, "");
    LLVMDisposeBuilder(b);
    return call;
}

/* Returns where the copy is. */
static LLVMValueRef say_as(struct overwritten *o, const char *what, LLVMValueRef before,
                           LLVMValueRef pointer, LLVMValueRef bytes)
{
    LLVMTypeRef params[] = {target_pointer(o->p->module), i64_of(o)};
    LLVMValueRef args[] = {pointer, bytes};
    o->said++;
    return call_before(o, before, declare(o, what, i64_of(o), params, 2), args, 2);
}

static LLVMValueRef say(struct overwritten *o, LLVMValueRef before, LLVMValueRef pointer,
                        LLVMValueRef bytes)
{
    return say_as(o, RULE_OVERWRITE, before, pointer, bytes);
}

static void say_constant(struct overwritten *o, LLVMValueRef before, LLVMValueRef pointer,
                         uint64_t bytes)
{
    say(o, before, pointer, LLVMConstInt(i64_of(o), bytes, 0));
}

static void done(struct store *s)
{
    mark_put(s->inst, RULE_OVERWRITE);
    s->said = true;
}

/* ---- ranges ---- */

/* In front of the loop it is known where the store goes in each iteration. */
static bool find_step(struct overwritten *o, struct store *s, LLVMValueRef at)
{
    EzbLoop l;
    EzbScev address = ezb_scev_of(o->p->cx, o->fn, s->pointer), step;
    return address && ezb_scev_is_addrec(o->p->cx, address, &l, &s->start, &step) && l == s->loop &&
           ezb_scev_const(step, &s->step) && s->step &&
           ezb_scev_can_expand_at(o->p->cx, s->start, at) &&
           ezb_dom_block(o->p->cx, LLVMGetInstructionParent(s->inst), ezb_loop_latch(l));
}

static bool is_loop_of_ranges(struct overwritten *o, EzbLoop l)
{
    LLVMBasicBlockRef preheader = ezb_loop_preheader(l);
    return preheader && prepare_is_counted(o->p, l, LLVMGetBasicBlockTerminator(preheader)) &&
           prepare_all_return(o->p, l);
}

struct piece {
    struct store *store;
    int64_t offset; /* from the first of them */
};
struct range {
    struct piece pieces[RANGE_STORES];
    unsigned count;
};

/* Sorted; the same bytes may be written several times. */
static bool add_piece(struct range *r, struct store *s, int64_t offset)
{
    unsigned k = r->count;
    if (k == RANGE_STORES)
        return false;
    for (; k && r->pieces[k - 1].offset > offset; k--)
        r->pieces[k] = r->pieces[k - 1];
    r->pieces[k] = (struct piece){s, offset};
    r->count++;
    return true;
}

/* All stores at constant distances from this one that move on as it does. */
static bool find_range(struct overwritten *o, struct store *first, LLVMValueRef at, struct range *r)
{
    for (unsigned i = 0; i < o->stores.count; i++) {
        struct store *s = &o->stores.items[i];
        int64_t offset;
        if (s->loop != first->loop || s->said || !find_step(o, s, at) || s->step != first->step)
            continue;
        EzbScev distance = ezb_scev_minus(o->p->cx, o->fn, s->start, first->start);
        if (distance && ezb_scev_const(distance, &offset) && !add_piece(r, s, offset))
            return false;
    }
    return true;
}

/* Together they write all bytes of a step. */
static bool is_dense(const struct range *r, int64_t step)
{
    int64_t first = r->pieces[0].offset, end = first;
    for (unsigned i = 0; i < r->count; i++) {
        if (r->pieces[i].offset > end)
            return false;
        int64_t behind = r->pieces[i].offset + r->pieces[i].store->size;
        end = behind > end ? behind : end;
    }
    return end - first == (step < 0 ? -step : step);
}

/* The address is one that no test in front of the innermost loop around the block could tell from
 * those of the stores. */
static bool loads_anywhere(struct overwritten *o, LLVMBasicBlockRef block)
{
    EzbLoop l = ezb_loop_for(o->p->cx, block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
        EzbLoop of;
        EzbScev start, step, address;
        if (!LLVMIsALoadInst(i) || !has_numbers_only(LLVMTypeOf(i)))
            continue;
        address = ezb_scev_of(o->p->cx, o->fn, LLVMGetOperand(i, 0));
        if (!address || (!ezb_scev_is_invariant(o->p->cx, address, l) &&
                         !(ezb_scev_is_addrec(o->p->cx, address, &of, &start, &step) && of == l)))
            return true;
    }
    return false;
}

static bool loads_anywhere_in(struct overwritten *o, EzbLoop l)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(o->fn); b; b = LLVMGetNextBasicBlock(b))
        if (ezb_loop_contains(l, b) && loads_anywhere(o, b))
            return true;
    return false;
}

/* The exit, if the stores end an iteration: what is put back there comes first in the reverse of
 * it. */
static LLVMBasicBlockRef place_behind(EzbLoop l, const struct range *r)
{
    LLVMBasicBlockRef exit;
    for (unsigned i = 0; i < r->count; i++)
        if (LLVMGetInstructionParent(r->pieces[i].store->inst) != ezb_loop_latch(l))
            return NULL;
    ezb_loop_exits(l, &exit, 1);
    return exit;
}

static LLVMValueRef behind_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* Adjoints may load then what the loop loads anywhere. */
static void put_back(struct overwritten *o, const struct range *r, LLVMValueRef low,
                     LLVMValueRef bytes, LLVMValueRef copy)
{
    EzbLoop l = r->pieces[0].store->loop;
    LLVMBasicBlockRef exit = place_behind(l, r);
    LLVMTypeRef i64 = i64_of(o), ptr = target_pointer(o->p->module),
                none = LLVMVoidTypeInContext(LLVMGetModuleContext(o->p->module)),
                params[] = {ptr, i64, i64, ptr};
    if (!exit || !loads_anywhere_in(o, l))
        return;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(ezb_loop_latch(l)), held[] = {low, bytes};
    for (unsigned i = 0; i < r->count; i++) {
        const struct store *s = r->pieces[i].store;
        LLVMValueRef args[] = {s->pointer, LLVMConstInt(i64, (uint64_t)s->size, 0), copy, low};
        call_before(o, end, declare(o, RULE_PUT_BACK, none, params, 4), args, 4);
        mark_put(s->inst, RULE_PUT_BACK);
    }
    call_before(o, behind_phis(exit), declare(o, RULE_HOLD, none, params, 2), held, 2);
}

/* ---- nests that write the same range again and again ---- */

/* What has to be so for the nest to write anything. */
struct guard {
    LLVMValueRef condition;
    bool wanted;
};
LIMIT(NEST_GUARDS, 8);
struct nest {
    EzbLoop loop; /* in front of which the range is said */
    struct guard guards[NEST_GUARDS];
    unsigned guard_count;
};

static bool is_before(EzbLoop l, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !ezb_loop_contains(l, LLVMGetInstructionParent(v));
}

/* Block b ends with a branch to `to` on something that does not change in the loop. */
static bool add_guard(struct nest *n, EzbLoop l, LLVMBasicBlockRef b, LLVMBasicBlockRef to)
{
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(b);
    if (!LLVMIsABranchInst(branch))
        return false;
    if (!LLVMIsConditional(branch))
        return true;
    if (n->guard_count == NEST_GUARDS || !is_before(l, LLVMGetCondition(branch)))
        return false;
    n->guards[n->guard_count++] =
        (struct guard){LLVMGetCondition(branch), LLVMGetSuccessor(branch, 0) == to};
    return true;
}

/* Each iteration of the loop comes to the block, unless none does, which the guards say. */
static bool always_reaches(struct nest *n, EzbLoop l, LLVMBasicBlockRef block)
{
    while (block != ezb_loop_header(l)) {
        LLVMBasicBlockRef from = code_single_predecessor(block);
        if (!from || !ezb_loop_contains(l, from) || !add_guard(n, l, from, block))
            return false;
        block = from;
    }
    return true;
}

static bool guards_are_before(const struct nest *n, EzbLoop l)
{
    for (unsigned i = 0; i < n->guard_count; i++)
        if (!is_before(l, n->guards[i].condition))
            return false;
    return true;
}

/* Each iteration of the loop around the nest writes the same range. */
static bool writes_same(struct overwritten *o, const struct store *first, struct nest *n, EzbLoop l)
{
    EzbScev trips = ezb_scev_backedge_count(o->p->cx, first->loop);
    if (!is_loop_of_ranges(o, l) || !guards_are_before(n, l) ||
        !ezb_scev_is_invariant(o->p->cx, first->start, l) ||
        !ezb_scev_is_invariant(o->p->cx, trips, l))
        return false;
    LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(l));
    return ezb_scev_can_expand_at(o->p->cx, first->start, at) &&
           ezb_scev_can_expand_at(o->p->cx, trips, at) &&
           always_reaches(n, l, ezb_loop_preheader(n->loop));
}

static struct nest find_nest(struct overwritten *o, const struct store *first)
{
    struct nest n = {.loop = first->loop};
    for (EzbLoop l = ezb_loop_parent(n.loop); l; l = ezb_loop_parent(l)) {
        struct nest wider = n;
        if (!writes_same(o, first, &wider, l))
            break;
        n = wider;
        n.loop = l;
    }
    return n;
}

/* The nest loads, from the same object, what is not just stored there again. */
static bool loads_elsewhere(struct overwritten *o, const struct range *r, EzbLoop nest)
{
    LLVMValueRef base = ezb_underlying_object(r->pieces[0].store->pointer, ADDRESS_STEPS);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(o->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && ezb_loop_contains(nest, b);
             i = LLVMGetNextInstruction(i)) {
            bool same = !LLVMIsALoadInst(i);
            for (unsigned k = 0; k < r->count && !same; k++)
                same = LLVMGetOperand(i, 0) == r->pieces[k].store->pointer;
            if (!same && ezb_underlying_object(LLVMGetOperand(i, 0), ADDRESS_STEPS) == base)
                return true;
        }
    return false;
}

/* ---- what is said of ranges ---- */

static LLVMValueRef guarded(const struct nest *n, LLVMBuilderRef b, LLVMValueRef bytes)
{
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(bytes));
    for (unsigned i = 0; i < n->guard_count; i++)
        bytes = LLVMBuildSelect(b, n->guards[i].condition, n->guards[i].wanted ? bytes : none,
                                n->guards[i].wanted ? none : bytes, "");
    return bytes;
}

static void say_range(struct overwritten *o, const struct range *r, const struct nest *n)
{
    const struct store *first = r->pieces[0].store;
    EzbScev trips = ezb_scev_backedge_count(o->p->cx, first->loop);
    LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(n->loop));
    LLVMContextRef c = LLVMGetModuleContext(o->p->module);
    LLVMTypeRef i64 = i64_of(o), byte = LLVMInt8TypeInContext(c);
    LLVMValueRef low = ezb_scev_expand(o->p->cx, first->start, ezb_scev_type(first->start), at, ""),
                 count = ezb_scev_expand(o->p->cx, trips, ezb_scev_type(trips), at, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, at);
    count = LLVMBuildZExtOrBitCast(b, count, i64, "");
    int64_t step = first->step < 0 ? -first->step : first->step;
    LLVMValueRef way = LLVMBuildMul(b, count, LLVMConstInt(i64, (uint64_t)step, 0), ""),
                 bytes = LLVMBuildAdd(b, way, LLVMConstInt(i64, (uint64_t)step, 0), "");
    if (first->step < 0) {
        LLVMValueRef back = LLVMBuildNeg(b, way, "");
        low = LLVMBuildGEP2(b, byte, low, &back, 1, "");
    }
    bytes = guarded(n, b, bytes);
    LLVMDisposeBuilder(b);
    LLVMValueRef copy = say(o, at, low, bytes);
    for (unsigned i = 0; i < r->count; i++) {
        done(r->pieces[i].store);
        if (n->loop != first->loop)
            mark_put(r->pieces[i].store->inst, RULE_OVERWRITE_NEST);
    }
    if (n->loop == first->loop)
        put_back(o, r, low, bytes, copy);
}

/* Threads of a team read what others write in front of the loop that writes it; what a loop loads
 * anywhere is put back iteration by iteration. */
static bool is_said_of_nests(struct overwritten *o, const struct range *r)
{
    EzbLoop l = r->pieces[0].store->loop;
    return !o->teams && !(place_behind(l, r) && loads_anywhere_in(o, l));
}

/* Only what a nest writes again and again counts in functions without teams that load nothing
 * anywhere. */
static bool may_count(struct overwritten *o, const struct store *s)
{
    return o->teams || o->gathers || find_nest(o, s).loop != s->loop;
}

static void find_ranges(struct overwritten *o)
{
    for (unsigned i = 0; i < o->stores.count; i++) {
        struct store *s = &o->stores.items[i];
        if (s->said || !s->loop || !is_loop_of_ranges(o, s->loop))
            continue;
        LLVMValueRef at = LLVMGetBasicBlockTerminator(ezb_loop_preheader(s->loop));
        struct range r = {.count = 0};
        if (!find_step(o, s, at) || !may_count(o, s) || !find_range(o, s, at, &r) ||
            !is_dense(&r, s->step))
            continue;
        const struct store *first = r.pieces[0].store;
        struct nest own = {.loop = first->loop},
                    n = is_said_of_nests(o, &r) ? find_nest(o, first) : own;
        if (o->teams || o->gathers || (n.loop != first->loop && loads_elsewhere(o, &r, n.loop)))
            say_range(o, &r, &n);
    }
}

/* ---- the rest ---- */

static bool starts_teams(const struct overwritten *o, EzbLoop l)
{
    for (unsigned i = 0; i < o->calls.count; i++)
        if (ezb_loop_contains(l, LLVMGetInstructionParent(o->calls.items[i])))
            return true;
    return false;
}

static void say_stores(struct overwritten *o)
{
    for (unsigned i = 0; i < o->stores.count; i++) {
        struct store *s = &o->stores.items[i];
        if (s->said || (s->loop && !starts_teams(o, s->loop)))
            continue;
        LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(s->inst, 0));
        bool address = LLVMGetTypeKind(t) == LLVMPointerTypeKind;
        say_as(o, address ? RULE_OVERWRITE_POINTER : RULE_OVERWRITE, s->inst, s->pointer,
               LLVMConstInt(i64_of(o), (uint64_t)s->size, 0));
        done(s);
    }
}

/* Bytes of the variable that the pointer is the address of, or 0. */
static uint64_t size_of_variable(const struct overwritten *o, LLVMValueRef pointer)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(o->p->module);
    if (LLVMIsAGlobalVariable(pointer) && !LLVMIsDeclaration(pointer) &&
        !LLVMIsThreadLocal(pointer) && has_numbers_only(LLVMGlobalGetValueType(pointer)))
        return LLVMABISizeOfType(layout, LLVMGlobalGetValueType(pointer));
    if (!LLVMIsAAllocaInst(pointer) || !has_numbers_only(LLVMGetAllocatedType(pointer)) ||
        !LLVMIsAConstantInt(LLVMGetOperand(pointer, 0)))
        return 0;
    return LLVMABISizeOfType(layout, LLVMGetAllocatedType(pointer)) *
           LLVMConstIntGetZExtValue(LLVMGetOperand(pointer, 0));
}

/* It writes the variable that it gets the address of. */
static bool writes_variable(LLVMValueRef callee, unsigned k)
{
    LLVMValueRef param = LLVMGetParam(callee, k);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef pointer = LLVMIsAStoreInst(i)       ? LLVMGetOperand(i, 1)
                                   : LLVMIsAAtomicRMWInst(i) ? LLVMGetOperand(i, 0)
                                                             : NULL;
            if (pointer && !mark_is_at(i, RULE_OVERWRITE) &&
                ezb_underlying_object(pointer, ADDRESS_STEPS) == param)
                return true;
        }
    return false;
}

static void say_variables(struct overwritten *o, LLVMValueRef call)
{
    LLVMValueRef callee = called_team(call);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef pointer = LLVMGetOperand(call, k);
        uint64_t bytes = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind &&
                                 writes_variable(callee, k)
                             ? size_of_variable(o, pointer)
                             : 0;
        if (bytes)
            say_constant(o, call, pointer, bytes);
    }
}

static void say_blocks(struct overwritten *o)
{
    for (unsigned i = 0; i < o->blocks.count; i++) {
        LLVMValueRef inst = o->blocks.items[i], bytes = LLVMGetOperand(inst, 2);
        LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(o->p->module));
        LLVMPositionBuilderBefore(b, inst);
        bytes = LLVMBuildZExtOrBitCast(b, bytes, i64_of(o), "");
        LLVMDisposeBuilder(b);
        say(o, inst, LLVMGetOperand(inst, 0), bytes);
        mark_put(inst, RULE_OVERWRITE);
    }
}

/* Iterations of a loop around it may overwrite what it loads anywhere. */
static bool is_gathering(struct overwritten *o, EzbLoop l)
{
    return ezb_loop_parent(l) && ezb_loop_header(l) == ezb_loop_latch(l) &&
           loads_anywhere(o, ezb_loop_header(l));
}

static bool gathers(struct overwritten *o)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(o->fn); b; b = LLVMGetNextBasicBlock(b)) {
        EzbLoop l = ezb_loop_for(o->p->cx, b);
        if (l && ezb_loop_header(l) == b && is_gathering(o, l))
            return true;
    }
    return false;
}

unsigned prepare_overwritten(struct prepare *p, LLVMValueRef fn)
{
    struct overwritten o = {.p = p, .fn = fn};
    forget_marks(fn);
    if (target_is_device(p->module))
        return 0;
    find(&o);
    o.teams = is_team(fn) || o.calls.count;
    o.gathers = gathers(&o);
    find_ranges(&o);
    if (!o.teams)
        return o.said;
    say_stores(&o);
    say_blocks(&o);
    for (unsigned i = 0; i < o.calls.count; i++)
        say_variables(&o, o.calls.items[i]);
    return o.said;
}
