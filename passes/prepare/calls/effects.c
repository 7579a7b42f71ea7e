/* What a clone does to memory, from its body: written as attributes, so that calls of it can be
 * moved, merged and reloaded past like those of functions declared pure.
 *
 * Only ever narrows what is known. Callees are visited first; a call of a function not visited yet
 * (recursion) counts with the attributes it has. */
#include "base/limits.h"
#include "ir/code.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <string.h>

struct effects {
    struct prepare *p;
    LLVMValueRef fn;
    EzbEffects found;
    bool unwinds, returns;
};

static void add(uint8_t *to, unsigned bits)
{
    *to = (uint8_t)(*to | bits);
}

static void access_through(struct effects *e, LLVMValueRef pointer, unsigned bits)
{
    LLVMValueRef object = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsAAllocaInst(object) ||
        (LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object) && bits == EZB_REF))
        return;
    if (!LLVMIsAGlobalVariable(
            object)) /* a choice between pointers, or one that was loaded, may be an argument */
        add(&e->found.arg, bits);
    if (!LLVMIsAArgument(object))
        add(&e->found.other, bits);
}

static void visit_call(struct effects *e, LLVMValueRef call)
{
    struct call_info info = rule_classify(e->p->cx, call);
    if (info.cls == CALL_NOP)
        return;
    EzbEffects c = ezb_call_effects(e->p->cx, call);
    e->unwinds |= !code_call_has(call, info.callee, "nounwind");
    e->returns &= code_call_has(call, info.callee, "willreturn");
    add(&e->found.inaccessible, c.inaccessible);
    add(&e->found.errno_mem, c.errno_mem);
    add(&e->found.other, c.other);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n && c.arg; k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind)
            access_through(e, LLVMGetOperand(call, k), c.arg);
}

static void visit(struct effects *e, LLVMValueRef inst)
{
    bool plain = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst);
    if (plain && !LLVMGetVolatile(inst) && LLVMGetOrdering(inst) == LLVMAtomicOrderingNotAtomic) {
        bool load = LLVMIsALoadInst(inst) != NULL;
        access_through(e, LLVMGetOperand(inst, load ? 0 : 1), load ? EZB_REF : EZB_MOD);
    } else if (code_is_call(inst)) {
        visit_call(e, inst);
    } else if (LLVMIsAResumeInst(inst)) {
        e->unwinds = true, e->returns = false;
    } else if (LLVMIsAReturnInst(inst) || LLVMIsAUnreachableInst(inst)) {
        e->returns &= LLVMIsAReturnInst(inst) != NULL;
    } else if (ezb_inst_reads(inst) || ezb_inst_writes(inst) || !ezb_transfers_execution(inst)) {
        e->found = (EzbEffects){EZB_MODREF, EZB_MODREF, EZB_MODREF, EZB_MODREF};
        e->unwinds |= !LLVMIsATerminatorInst(inst);
        e->returns = false;
    }
}

static void set_attribute(LLVMValueRef fn, const char *name)
{
    LLVMAttributeRef a =
        LLVMCreateEnumAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)),
                                LLVMGetEnumAttributeKindForName(name, strlen(name)), 0);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

unsigned prepare_effects(struct prepare *p, LLVMValueRef fn)
{
    struct effects e = {.p = p, .fn = fn, .returns = ezb_top_loops(p->cx, fn, NULL, 0) == 0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            visit(&e, i);
    EzbEffects had = ezb_fn_effects(p->cx, fn), now = had;
    now.arg &= e.found.arg, now.inaccessible &= e.found.inaccessible;
    now.errno_mem &= e.found.errno_mem, now.other &= e.found.other;
    if (memcmp(&had, &now, sizeof had))
        ezb_set_fn_effects(fn, now);
    if (!e.unwinds)
        set_attribute(fn, "nounwind");
    if (e.returns)
        set_attribute(fn, "willreturn");
    return 0;
}
