/* Structs in registers that are stored as a whole become stores of what is in them.
 *
 * A store has one kind of shadow: of a pointer it is there in the forward sweep already, a
 * floating-point value has its adjoint in the reverse sweep. Where a struct has both, LLVM takes
 * its store apart only if there is no padding. */
#include "base/target.h"
#include "facts/activity.h"
#include "prepare/bytes/bytes.h"

struct taking_apart {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMValueRef store;
};

static bool is_aggregate(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind;
}

static unsigned element_count(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMStructTypeKind ? LLVMCountStructElementTypes(t)
                                                    : (unsigned)LLVMGetArrayLength2(t);
}

static uint64_t element_offset(const struct taking_apart *s, LLVMTypeRef t, unsigned i)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(s->p->module);
    return LLVMGetTypeKind(t) == LLVMStructTypeKind
               ? LLVMOffsetOfElement(target, t, i)
               : i * LLVMABISizeOfType(target, LLVMGetElementType(t));
}

/* Stores what is in v at `at` behind the address. */
static void store_parts(struct taking_apart *s, LLVMValueRef v, uint64_t at)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    for (unsigned i = 0; is_aggregate(t) && i < element_count(t); i++)
        store_parts(s, LLVMBuildExtractValue(s->b, v, i, ""), at + element_offset(s, t, i));
    if (is_aggregate(t))
        return;
    LLVMValueRef to = LLVMGetOperand(s->store, 1);
    if (at)
        to = target_inbounds_offset(s->b, to, at);
    uint64_t align = LLVMGetAlignment(s->store) | at;
    LLVMSetAlignment(LLVMBuildStore(s->b, v, to), (unsigned)(align & -align));
}

static bool has_both(LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMIsAStoreInst(inst) ? LLVMTypeOf(LLVMGetOperand(inst, 0)) : NULL;
    bool fp = false, ptr = false;
    return t && is_aggregate(t) && !LLVMGetVolatile(inst) && activity_type_has(t, &fp, &ptr) &&
           fp && ptr;
}

unsigned prepare_aggregates(struct prepare *p, LLVMValueRef fn)
{
    struct taking_apart s = {p, LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module)), NULL};
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!has_both(i))
                continue;
            s.store = i;
            LLVMPositionBuilderBefore(s.b, i);
            LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(i));
            store_parts(&s, LLVMGetOperand(i, 0), 0);
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    LLVMDisposeBuilder(s.b);
    return changes;
}
