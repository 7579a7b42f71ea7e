/* Bottom-up inlining among the clones.
 *
 * A callee is finished (its own calls inlined, cleaned, its effects on memory known) before a
 * caller looks at it. Calls that only read memory leave loops before they are inlined: afterwards
 * it would be a loop of a callee inside a loop of a caller. Recursive functions stay functions. */
#include "base/team.h"
#include "ir/code.h"
#include "prepare/bytes/bytes.h"
#include "prepare/calls/calls.h"
#include "prepare/passes.h"
#include "rules/rules.h"
#include <string.h>

/* The most instructions of a callee that is inlined: any, one that is called once, and one whose
 * caller has more than INLINE_CALLER_MAX. */
enum { INLINE_ALWAYS = 80, INLINE_ONCE = 2000, INLINE_TINY = 16, INLINE_CALLER_MAX = 6000 };
enum { WAITING = 1, VISITING, FINISHED };

struct inliner {
    struct prepare *p;
    struct map state; /* function of the set -> WAITING, VISITING (also: recursive) or FINISHED */
    struct map sizes; /* finished function -> instructions + 1 */
};

static unsigned finished_size(struct inliner *in, LLVMValueRef fn)
{
    unsigned n = map_get_id(&in->sizes, fn);
    if (n == MAP_NO_ID)
        map_put_id(&in->sizes, fn, n = code_size(fn));
    return n;
}

static bool used_once(LLVMValueRef fn)
{
    LLVMUseRef u = LLVMGetFirstUse(fn);
    return u && !LLVMGetNextUse(u);
}

static bool is_always_inline(LLVMValueRef fn)
{
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                       LLVMGetEnumAttributeKindForName("alwaysinline", 12)) != NULL;
}

/* In namespace std or __gnu_cxx. */
static bool is_of_cxx_library(LLVMValueRef fn)
{
    static const char *const prefixes[] = {"_ZS", "_ZNS", "_ZNKS", "_ZN9__gnu_cxx",
                                           "_ZNK9__gnu_cxx"};
    bool found = false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !found; i++)
        found = !strncmp(LLVMGetValueName(fn), prefixes[i], strlen(prefixes[i]));
    return found;
}

static bool wants_inlining(struct inliner *in, LLVMValueRef callee, unsigned caller_size)
{
    unsigned size = finished_size(in, callee);
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) || team_is_marked(callee))
        return false;
    bool kept = in->p->keeps_calls && !is_of_cxx_library(prepare_original(in->p, callee));
    if (is_always_inline(callee) || kept)
        return is_always_inline(callee);
    /* What is exchanged was loaded by the caller, which often says in which order, too. */
    bool once = used_once(callee) || prepare_has_exchanges(in->p, callee);
    unsigned most = caller_size > INLINE_CALLER_MAX ? INLINE_TINY
                    : once                          ? INLINE_ONCE
                                                    : INLINE_ALWAYS;
    return size <= most;
}

static LLVMValueRef callee_of(struct inliner *in, LLVMValueRef inst)
{
    return code_is_call(inst) ? prepare_callee(in->p, inst) : NULL;
}

static bool calls_itself(LLVMValueRef fn)
{
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == fn)
            return true;
    }
    return false;
}

/* Clones of earlier requests are finished and may be inlined as they are, but recursive ones would
 * never end, and calls between markers stay there. */
static bool is_finished(struct inliner *in, LLVMValueRef fn)
{
    uintptr_t state = (uintptr_t)map_get(&in->state, fn);
    if (state)
        return state == FINISHED;
    return map_get(&in->p->originals, fn) && !calls_itself(fn) && !map_get(&in->p->guarded, fn);
}

static LLVMValueRef finished_callee(struct inliner *in, LLVMValueRef inst, LLVMValueRef caller)
{
    LLVMValueRef callee = callee_of(in, inst);
    return callee && callee != caller && is_finished(in, callee) ? callee : NULL;
}

static bool inline_call(struct inliner *in, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(call);
    struct prepare_inlined notes = prepare_member_call(in->p, call, callee);
    if (ezb_inline_call(in->p->cx, call))
        return false;
    prepare_member_inlined(&notes, before ? LLVMGetNextInstruction(before)
                                          : LLVMGetFirstInstruction(notes.from));
    return true;
}

/* Inlined code takes the place of the call and is looked at next; what followed the call comes
 * after it. */
static bool inline_calls(struct inliner *in, LLVMValueRef fn)
{
    unsigned size = code_size(fn);
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), before = NULL; i;) {
            LLVMValueRef callee = finished_callee(in, i, fn);
            if (callee && wants_inlining(in, callee, size) && inline_call(in, i, callee)) {
                size += finished_size(in, callee);
                any = true;
                i = before ? LLVMGetNextInstruction(before) : LLVMGetFirstInstruction(b);
                continue;
            }
            before = i;
            i = LLVMGetNextInstruction(i);
        }
    return any;
}

/* A call in a loop that only reads memory. */
static bool has_movable_call(struct inliner *in, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (finished_callee(in, i, fn) && !ezb_inst_writes(i) && ezb_loop_for(in->p->cx, b))
                return true;
    return false;
}

static void visit(struct inliner *in, LLVMValueRef fn)
{
    uintptr_t state = (uintptr_t)map_get(&in->state, fn);
    if (state ? state != WAITING : map_get(&in->p->originals, fn) != NULL)
        return;
    map_put(&in->state, fn, (void *)VISITING);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = callee_of(in, i);
            if (callee)
                visit(in, callee);
        }
    bool changed = has_movable_call(in, fn);
    if (changed) {
        ezb_invalidate(in->p->cx, fn); /* the effects of callees were not known before */
        prepare_run_on(in->p, STAGE_HOIST, fn, true);
    }
    changed |= inline_calls(in, fn);
    map_put(&in->state, fn, calls_itself(fn) ? (void *)VISITING : (void *)FINISHED);
    prepare_run_on(in->p, STAGE_INLINED, fn, changed);
}

unsigned prepare_inline(struct prepare *p, struct prepare_targets *set)
{
    struct inliner in = {.p = p};
    map_init(&in.state, p->arena);
    map_init(&in.sizes, p->arena);
    for (unsigned i = 0; i < set->count; i++)
        map_put(&in.state, set->items[i], (void *)WAITING);
    for (unsigned i = 0; i < set->count; i++)
        visit(&in, set->items[i]);
    return 0;
}
