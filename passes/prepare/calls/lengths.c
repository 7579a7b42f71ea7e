/* Lengths of copies and fills have the width of addresses, as flang's, which are narrower in part,
 * have not: whatever computes with lengths meets one type. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"

static bool is_intrinsic(LLVMValueRef callee)
{
    return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee);
}

/* Copies and fills as intrinsics; operand 2 is the length. */
static bool has_narrow_length(struct prepare *p, LLVMValueRef inst)
{
    if (!LLVMIsACallInst(inst) || !is_intrinsic(LLVMGetCalledValue(inst)))
        return false;
    enum call_class cls = rule_classify(p->cx, inst).cls;
    if (cls != CALL_MEMCPY && cls != CALL_MEMMOVE && cls != CALL_MEMSET)
        return false;
    return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(inst, 2))) <
           LLVMGetIntTypeWidth(target_size(p->module));
}

static void copy_attributes(struct arena *a, LLVMValueRef from, LLVMValueRef to)
{
    for (LLVMAttributeIndex at = 0; at <= LLVMGetNumArgOperands(from); at++) {
        unsigned n = LLVMGetCallSiteAttributeCount(from, at);
        LLVMAttributeRef *list = ARENA_ARRAY(a, LLVMAttributeRef, n);
        LLVMGetCallSiteAttributes(from, at, list);
        for (unsigned i = 0; i < n; i++)
            LLVMAddCallSiteAttribute(to, at, list[i]);
    }
}

static void copy_metadata(LLVMContextRef c, LLVMValueRef from, LLVMValueRef to)
{
    size_t n;
    LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
    for (unsigned i = 0; i < n; i++)
        LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
                        LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, i)));
    LLVMDisposeValueMetadataEntries(all);
}

/* The length is unsigned. */
static void widen(struct prepare *p, LLVMValueRef call)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, call);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef args[4];
    for (unsigned k = 0; k < 4; k++)
        args[k] = LLVMGetOperand(call, k);
    args[2] = LLVMBuildZExt(b, args[2], target_size(p->module), "");
    /* A fill is overloaded by the first pointer and the length, a copy by both pointers, too. */
    bool fills = rule_classify(p->cx, call).cls == CALL_MEMSET;
    LLVMTypeRef types[3] = {LLVMTypeOf(args[0]), LLVMTypeOf(args[fills ? 2 : 1]),
                            LLVMTypeOf(args[2])};
    LLVMValueRef wide = LLVMGetIntrinsicDeclaration(
        p->module, LLVMGetIntrinsicID(LLVMGetCalledValue(call)), types, fills ? 2 : 3);
    LLVMValueRef copy = LLVMBuildCall2(b, LLVMGlobalGetValueType(wide), wide, args, 4, "");
    LLVMSetTailCallKind(copy, LLVMGetTailCallKind(call));
    copy_attributes(p->arena, call, copy);
    copy_metadata(c, call, copy);
    LLVMInstructionEraseFromParent(call);
    LLVMDisposeBuilder(b);
}

unsigned prepare_lengths(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!has_narrow_length(p, i))
                continue;
            widen(p, i);
            changes++;
        }
    return changes;
}
