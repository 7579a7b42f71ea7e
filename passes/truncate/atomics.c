/* Atomic updates in a truncated function: what is there is read, the operation done in the narrow
 * format, and the result written if nobody else has written meanwhile; otherwise once more. */
#include "truncate/rewrite.h"
#include <string.h>

struct update {
    struct rewrite *w;
    LLVMValueRef inst, old, new; /* old, new: in the loop */
    LLVMTypeRef number, bits;
};

static LLVMValueRef smaller_or_larger(struct update *u, const char *name)
{
    LLVMValueRef args[] = {u->old, LLVMGetOperand(u->inst, 1)};
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(u->w->all->module, id, &u->number, 1);
    return LLVMBuildCall2(u->w->b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

/* The operation itself, in the wide format; NULL: there is none. */
static LLVMValueRef operation(struct update *u)
{
    LLVMValueRef by = LLVMGetOperand(u->inst, 1);
    switch (LLVMGetAtomicRMWBinOp(u->inst)) {
    case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(u->w->b, u->old, by, "");
    case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(u->w->b, u->old, by, "");
    case LLVMAtomicRMWBinOpFMax: return smaller_or_larger(u, "llvm.maxnum");
    case LLVMAtomicRMWBinOpFMin: return smaller_or_larger(u, "llvm.minnum");
    default: return NULL;
    }
}

static LLVMAtomicOrdering failing(LLVMAtomicOrdering o)
{
    return o == LLVMAtomicOrderingRelease          ? LLVMAtomicOrderingMonotonic
           : o == LLVMAtomicOrderingAcquireRelease ? LLVMAtomicOrderingAcquire
                                                   : o;
}

static LLVMValueRef exchange(struct update *u)
{
    LLVMBuilderRef b = u->w->b;
    LLVMAtomicOrdering order = LLVMGetOrdering(u->inst);
    return LLVMBuildAtomicCmpXchg(b, LLVMGetOperand(u->inst, 0),
                                  LLVMBuildBitCast(b, u->old, u->bits, ""),
                                  LLVMBuildBitCast(b, u->new, u->bits, ""), order, failing(order),
                                  LLVMIsAtomicSingleThread(u->inst));
}

bool atomic_update(struct rewrite *w, LLVMValueRef inst)
{
    struct update u = {.w = w, .inst = inst, .number = LLVMTypeOf(inst)};
    LLVMContextRef c = LLVMGetTypeContext(u.number);
    unsigned bits = LLVMGetTypeKind(u.number) == LLVMDoubleTypeKind  ? 64
                    : LLVMGetTypeKind(u.number) == LLVMFloatTypeKind ? 32
                                                                     : 16;
    LLVMBasicBlockRef head = LLVMGetInstructionParent(inst), rest, loop;
    u.bits = LLVMIntTypeInContext(c, bits);
    rest = ezb_split_block_before(inst, "");
    loop = LLVMInsertBasicBlockInContext(c, rest, "");
    LLVMPositionBuilderBefore(w->b, LLVMGetBasicBlockTerminator(head));
    LLVMValueRef first = LLVMBuildLoad2(w->b, u.number, LLVMGetOperand(inst, 0), "");
    LLVMSetAlignment(first, LLVMGetAlignment(inst));
    LLVMSetOrdering(first, LLVMAtomicOrderingMonotonic);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
    LLVMPositionBuilderAtEnd(w->b, head);
    LLVMBuildBr(w->b, loop);
    LLVMPositionBuilderAtEnd(w->b, loop);
    u.old = LLVMBuildPhi(w->b, u.number, "");
    u.new = operation(&u);
    if (!u.new)
        return operation_refuse(w, inst, "an atomic update");
    LLVMValueRef pair = exchange(&u),
                 found =
                     LLVMBuildBitCast(w->b, LLVMBuildExtractValue(w->b, pair, 0, ""), u.number, ""),
                 done = LLVMBuildExtractValue(w->b, pair, 1, "");
    LLVMBuildCondBr(w->b, done, rest, loop);
    LLVMAddIncoming(u.old, (LLVMValueRef[]){first, found}, (LLVMBasicBlockRef[]){head, loop}, 2);
    LLVMPositionBuilderBefore(w->b, inst);
    operation_replace(w, inst, w->truncation->format.memory ? format_round(w, u.old) : u.old);
    return operation_rewrite(w, first) && operation_rewrite(w, u.new);
}
