/* Atomic accesses by which threads wait for each other, and calls that hand over through pipes,
 * files and signals, get numbers, as calls do that wait (runtime/bundle/threads.c): one in front of
 * what lets others go on (a release), one behind what may have seen that others did something (an
 * acquire), so that the second is always higher than the first. The reverse sweep then goes through
 * them in the opposite order.
 *
 * In the code of a derivative, which is prepared once more, they have their turns.
 *
 * Additions to numbers are left alone: their order does not matter. Only programs that start
 * threads have any of this. Static variables of C++ that are initialised once count as well. */
#include "base/team.h"
#include "ir/code.h"
#include "ir/marks.h"
#include "prepare/calls/calls.h"
#include <string.h>

#define HAS_TURNS "enz.turns" /* kind of the metadata on what has them */

void prepare_build_turn(struct prepare *p, LLVMBuilderRef b)
{
    static const char name[] = "enz_rt_turn";
    LLVMTypeRef type =
        LLVMFunctionType(LLVMInt64TypeInContext(LLVMGetModuleContext(p->module)), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), NULL, 0, "");
}

static bool is_call_of(LLVMValueRef inst, const char *name)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName(callee), name);
}

struct transfer {
    const char *name;
    bool sends, receives, begins; /* begins: names that begin so */
};

static const struct transfer transfers[] = {
#define SENDS(name)    {name, true, false, false},
#define RECEIVES(name) {name, false, true, false},
#define STREAM(name)   {name, true, true, true},
#include "prepare/calls/transfers.def"
#undef SENDS
#undef RECEIVES
#undef STREAM
};

/* NULL: threads do not hand over by this call. */
static const struct transfer *transfer_by(LLVMValueRef inst)
{
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++) {
        const struct transfer *t = &transfers[i];
        if (t->begins ? !strncmp(name, t->name, strlen(t->name)) : !strcmp(name, t->name))
            return t;
    }
    return NULL;
}

/* Others may go on once it is done. */
static bool lets_go_on(LLVMValueRef inst)
{
    const struct transfer *t = transfer_by(inst);
    return code_releases(inst) || is_call_of(inst, "__cxa_guard_release") || (t && t->sends);
}

/* It may have waited for others. */
static bool may_have_waited(LLVMValueRef inst)
{
    const struct transfer *t = transfer_by(inst);
    return code_acquires(inst) || is_call_of(inst, "__cxa_guard_acquire") || (t && t->receives);
}

static LLVMValueRef first_behind_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

/* Wherever control goes from there. */
static void build_turns_behind(struct prepare *p, LLVMBuilderRef b, LLVMValueRef inst)
{
    LLVMValueRef next = LLVMGetNextInstruction(inst);
    for (unsigned k = 0; k < (next ? 1 : LLVMGetNumSuccessors(inst)); k++) {
        LLVMPositionBuilderBefore(b, next ? next : first_behind_phis(LLVMGetSuccessor(inst, k)));
        prepare_build_turn(p, b);
    }
}

unsigned prepare_turns(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (!team_starts_threads(p->module))
        return 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            bool fence = is_call_of(i, "__kmpc_flush"), front = fence || lets_go_on(i),
                 behind = fence || may_have_waited(i);
            if ((!front && !behind) || mark_is_at(i, HAS_TURNS))
                continue;
            changes += front + behind;
            mark_put(i, HAS_TURNS);
            LLVMPositionBuilderBefore(b, i);
            if (front)
                prepare_build_turn(p, b);
            if (behind)
                build_turns_behind(p, b, i);
        }
    LLVMDisposeBuilder(b);
    return changes;
}
