/* At a barrier a thread does tasks, in programs that have some, as where it waits for tasks
 * (runtime/bundle/tasks.c). It has a number where it comes and where it leaves; sweeps over what
 * was kept need no barrier then. */
#include "prepare/calls/calls.h"
#include <string.h>

static bool is_barrier(LLVMValueRef inst)
{
    static const char name[] = "__kmpc_barrier";
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName(callee), name);
}

static void build_number(struct prepare *p, LLVMBuilderRef b, const char *name)
{
    LLVMTypeRef type =
        LLVMFunctionType(LLVMInt64TypeInContext(LLVMGetModuleContext(p->module)), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), NULL, 0, "");
}

static void build_barrier(struct prepare *p, LLVMBuilderRef b, LLVMValueRef barrier)
{
    static const char name[] = "enz_rt_do_barrier";
    LLVMTypeRef type = LLVMGetCalledFunctionType(barrier);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name),
                 args[] = {LLVMGetOperand(barrier, 0), LLVMGetOperand(barrier, 1)};
    ezb_set_debug_loc(
        LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), args, 2, ""),
        barrier);
}

static void let_do_tasks(struct prepare *p, LLVMBuilderRef b, LLVMValueRef barrier)
{
    LLVMPositionBuilderBefore(b, barrier);
    prepare_build_turn(p, b);
    build_number(p, b, "enz_rt_tasks_from");
    build_barrier(p, b, barrier);
    build_number(p, b, "enz_rt_tasks_to");
    prepare_build_turn(p, b);
    LLVMInstructionEraseFromParent(barrier);
}

unsigned prepare_barriers(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (!LLVMGetNamedFunction(p->module, "enz_rt_task_native"))
        return 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (is_barrier(i)) {
                let_do_tasks(p, b, i);
                changes++;
            }
        }
    LLVMDisposeBuilder(b);
    return changes;
}
