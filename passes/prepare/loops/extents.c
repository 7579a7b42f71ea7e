/* Where stores in outermost loops go, computed in front of these loops.
 *
 * The address of a store is taken apart by scalar evolution: where it starts, and by how much each
 * loop around moves it. What that says of the bytes that are written holds if the store runs in
 * every iteration of these loops, which the plan finds out (plan/state.c). */
#include "base/limits.h"
#include "base/target.h"
#include "ir/func.h"
#include "prepare/loops/loops.h"
#include "rules/rules.h"

/* What is written in front of: the end of the preheader of the outermost loop. */
struct place {
    struct prepare *p;
    LLVMValueRef fn, at;
    EzbLoop outermost;
};

static LLVMValueRef expand(const struct place *w, EzbScev s)
{
    return s && ezb_scev_is_invariant(w->p->cx, s, w->outermost) &&
                   ezb_scev_can_expand_at(w->p->cx, s, w->at)
               ? ezb_scev_expand(w->p->cx, s, ezb_scev_type(s), w->at, "")
               : NULL;
}

static bool is_i64(LLVMValueRef v)
{
    return v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64;
}

/* The phi of the outermost loop's header that the address is based on, or NULL. */
static LLVMValueRef base_phi(const struct place *w, LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    EzbLoop loop;
    EzbScev start, step;
    bool header =
        LLVMIsAPHINode(base) && LLVMGetInstructionParent(base) == ezb_loop_header(w->outermost);
    return header && !ezb_scev_is_addrec(w->p->cx, ezb_scev_of(w->p->cx, w->fn, base), &loop,
                                         &start, &step)
               ? base
               : NULL;
}

/* Takes the recurrences off the address. */
static bool find_steps(const struct place *w, EzbScev *address, struct func_extent *e)
{
    EzbLoop loop;
    EzbScev start, step;
    for (; ezb_scev_is_addrec(w->p->cx, *address, &loop, &start, &step); *address = start) {
        LLVMValueRef by = expand(w, step);
        if (e->count == EXTENT_LOOPS || !is_i64(by))
            return false;
        e->steps[e->count].header = ezb_loop_header(loop);
        e->steps[e->count++].by = by;
    }
    return true;
}

static LLVMValueRef written_bytes(const struct place *w, LLVMValueRef inst)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(w->p->module));
    if (LLVMIsAStoreInst(inst))
        return LLVMConstInt(i64,
                            LLVMABISizeOfType(LLVMGetModuleDataLayout(w->p->module),
                                              LLVMTypeOf(LLVMGetOperand(inst, 0))),
                            0);
    LLVMValueRef bytes = expand(w, ezb_scev_of(w->p->cx, w->fn, LLVMGetOperand(inst, 2)));
    return is_i64(bytes) ? bytes : NULL;
}

static void find_extent(const struct place *w, LLVMValueRef inst, LLVMValueRef pointer)
{
    struct func_extent *e = ARENA_NEW(w->p->arena, struct func_extent);
    EzbScev address = ezb_scev_of(w->p->cx, w->fn, pointer);
    e->phi = base_phi(w, pointer);
    if (!address ||
        LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) !=
            target_space(w->p->module, TARGET_GENERIC) ||
        !find_steps(w, &address, e) || !(e->bytes = written_bytes(w, inst)))
        return;
    if (e->phi)
        address = ezb_scev_minus(w->p->cx, w->fn, address, ezb_scev_of(w->p->cx, w->fn, e->phi));
    e->first = expand(w, address);
    if (e->first && (!e->phi || is_i64(e->first)))
        map_put(&w->p->extents, inst, e);
}

static void find_in_block(const struct place *w, LLVMBasicBlockRef block)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
        if (LLVMIsAStoreInst(v)) {
            find_extent(w, v, LLVMGetOperand(v, 1));
        } else if (LLVMIsACallInst(v)) {
            enum call_class cls = rule_classify(w->p->cx, v).cls;
            if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE || cls == CALL_MEMSET)
                find_extent(w, v, LLVMGetOperand(v, 0));
        }
    }
}

static void find_in_loop(struct prepare *p, LLVMValueRef fn, EzbLoop loop)
{
    LLVMBasicBlockRef preheader = ezb_loop_preheader(loop);
    if (!preheader)
        return;
    struct place w = {p, fn, LLVMGetBasicBlockTerminator(preheader), loop};
    size_t n = ezb_loop_blocks(loop, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(p->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(loop, blocks, n);
    for (size_t i = 0; i < n; i++)
        find_in_block(&w, blocks[i]);
}

unsigned prepare_extents(struct prepare *p, LLVMValueRef fn)
{
    if (!p->wants_extents || map_get(&p->bounded, fn))
        return 0;
    map_put(&p->bounded, fn, fn);
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    /* An extent counts only where the store runs that it is of: its address is not poison then. */
    EzbFlags *flags = ezb_flags_keep(fn);
    for (size_t i = 0; i < n; i++)
        find_in_loop(p, fn, tops[i]);
    ezb_flags_restore(flags);
    return n > 0;
}
