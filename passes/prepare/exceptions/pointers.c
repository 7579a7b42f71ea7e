/* std::exception_ptr: a pointer to the thrown object, whose shadow is that of the exception.
 *
 * What the library makes of an exception lies at some distance from it, which only the run knows;
 * address arithmetic over that distance takes the shadow along. What exception_ptr does in the
 * library otherwise has bodies in the bundle (cxx_exception.c). */
#include "base/target.h"
#include "prepare/exceptions/exceptions.h"
#include <string.h>

LLVMValueRef exceptions_same_address(LLVMBuilderRef b, LLVMValueRef from, LLVMValueRef to)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(from));
    LLVMTypeRef word = target_size(target_module(b));
    LLVMValueRef distance = LLVMBuildSub(b, LLVMBuildPtrToInt(b, to, word, ""),
                                         LLVMBuildPtrToInt(b, from, word, ""), "");
    return LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), from, &distance, 1, "");
}

/* std::current_exception() in a handler of the function or one of its callers; outside of those
 * nobody knows a shadow. */
static void lower_current(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef ptr = target_pointer(p->module);
    LLVMValueRef current = exceptions_current(p, LLVMGetCalledValue(call));
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef handled = LLVMBuildLoad2(b, ptr, exceptions_variable(p, "enz.handled"), "");
    LLVMValueRef object = LLVMBuildCall2(b, LLVMGlobalGetValueType(current), current, NULL, 0, "");
    LLVMValueRef known = exceptions_same_address(b, handled, object);
    LLVMBuildStore(b, LLVMBuildSelect(b, LLVMBuildIsNotNull(b, handled, ""), known, object, ""),
                   LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
}

unsigned prepare_exception_pointers(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!exceptions_is_call_of(i, "_ZSt17current_exceptionv"))
                continue;
            lower_current(p, b, i);
            changes++;
        }
    LLVMDisposeBuilder(b);
    return changes;
}
