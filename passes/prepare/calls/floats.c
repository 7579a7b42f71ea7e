/* -fenz-check=float: each double that the program assigns goes through enz_float_value, whose
 * rule tells the runtime in the reverse sweep the value and its adjoint, and so by how much the
 * result would be off if the variable were a float (runtime/floats.c). What is assigned is what is
 * stored, as long as variables are memory. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"

static LLVMTypeRef number(struct prepare *p)
{
    return LLVMDoubleTypeInContext(LLVMGetModuleContext(p->module));
}

static bool is_assignment(struct prepare *p, LLVMValueRef inst)
{
    if (!LLVMIsAStoreInst(inst) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMValueRef value = LLVMGetOperand(inst, 0);
    return LLVMTypeOf(value) == number(p) && !LLVMIsAConstant(value);
}

/* The variable, or that which has the address of what is written; NULL: no debug information. */
static const char *variable_of(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsALoadInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return ezb_variable_name(pointer);
}

static LLVMValueRef text(LLVMBuilderRef b, const char *s)
{
    return LLVMBuildGlobalStringPtr(b, s ? s : "", "");
}

/* Global: struct enz_rt_float_site. */
static LLVMValueRef make_site(struct prepare *p, LLVMBuilderRef b, LLVMValueRef store)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    ezb_debug_loc(store, &file, &line, &col);
    LLVMTypeRef real = number(p);
    LLVMValueRef nothing = LLVMConstReal(real, 0),
                 fields[] = {text(b, arena_printf(p->arena, "%s:%u:%u", file, line, col)),
                             text(b, ezb_debug_function(store)),
                             text(b, variable_of(LLVMGetOperand(store, 1))),
                             nothing,
                             nothing,
                             target_bytes(p->module, 0),
                             LLVMConstNull(target_pointer(p->module))};
    LLVMValueRef value = LLVMConstStructInContext(c, fields, sizeof fields / sizeof *fields, 0),
                 site = target_add_global(p->module, LLVMTypeOf(value), "enz.float.site");
    LLVMSetLinkage(site, LLVMInternalLinkage);
    LLVMSetInitializer(site, value);
    return site;
}

LLVMValueRef prepare_float_value(LLVMModuleRef m)
{
    LLVMTypeRef real = LLVMDoubleTypeInContext(LLVMGetModuleContext(m)),
                params[] = {real, target_pointer(m)};
    LLVMValueRef fn = LLVMGetNamedFunction(m, RULE_FLOAT_VALUE);
    return fn ? fn : LLVMAddFunction(m, RULE_FLOAT_VALUE, LLVMFunctionType(real, params, 2, 0));
}

unsigned prepare_floats(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (!p->watches_floats)
        return 0;
    LLVMValueRef through = prepare_float_value(p->module);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
            if (!is_assignment(p, i))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            LLVMValueRef args[] = {LLVMGetOperand(i, 0), make_site(p, b, i)};
            LLVMSetOperand(
                i, 0, LLVMBuildCall2(b, LLVMGlobalGetValueType(through), through, args, 2, ""));
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
