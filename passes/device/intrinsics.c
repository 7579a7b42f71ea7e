/* Operations of a device become those that LLVM has for all targets: these have derivatives, and
 * code for the device is the same again. */
#include "device/device.h"
#include <stdio.h>
#include <string.h>

enum kind { IS_OPERATION, IS_INVERSE, IS_FUNCTION };

static const struct row {
    const char *name;
    enum kind kind;
    LLVMOpcode opcode;
    const char *function;
    bool approximate;
} rows[] = {
#define OPERATION(name, opcode, approximate)  {name, IS_OPERATION, opcode, NULL, approximate},
#define INVERSE(name, approximate)            {name, IS_INVERSE, LLVMFDiv, NULL, approximate},
#define FUNCTION(name, function, approximate) {name, IS_FUNCTION, LLVMCall, function, approximate},
#include "device/intrinsics.def"
#undef FUNCTION
#undef INVERSE
#undef OPERATION
};

enum { NAME_SIZE = 64, OPERANDS_MOST = 3 };

static LLVMValueRef build_function(LLVMModuleRef m, LLVMBuilderRef b, const char *function,
                                   LLVMValueRef call)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "llvm.%s", function);
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, strlen(name)),
                                                  &type, 1),
                 operands[OPERANDS_MOST];
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n; k++)
        operands[k] = LLVMGetOperand(call, k);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, operands, n, "");
}

static LLVMValueRef build(LLVMModuleRef m, LLVMBuilderRef b, const struct row *r, LLVMValueRef call)
{
    switch (r->kind) {
    case IS_OPERATION:
        return LLVMBuildBinOp(b, r->opcode, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), "");
    case IS_INVERSE:
        return LLVMBuildFDiv(b, LLVMConstReal(LLVMTypeOf(call), 1), LLVMGetOperand(call, 0), "");
    default: return build_function(m, b, r->function, call);
    }
}

static void replace_all(LLVMModuleRef m, LLVMBuilderRef b, const struct row *r, LLVMValueRef fn)
{
    for (LLVMUseRef use = LLVMGetFirstUse(fn), next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        LLVMPositionBuilderBefore(b, call);
        LLVMValueRef made = build(m, b, r, call);
        if (LLVMIsAInstruction(made) && r->approximate)
            LLVMSetFastMathFlags(made, LLVMFastMathApproxFunc | LLVMFastMathAllowReciprocal);
        LLVMReplaceAllUsesWith(call, made);
        LLVMInstructionEraseFromParent(call);
    }
}

void device_open_intrinsics(LLVMModuleRef m)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "llvm.nvvm.%s", rows[i].name);
        LLVMValueRef fn = LLVMGetNamedFunction(m, name);
        if (fn)
            replace_all(m, b, &rows[i], fn);
    }
    LLVMDisposeBuilder(b);
}
