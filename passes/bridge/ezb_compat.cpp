// What LLVM-C has in newer versions of LLVM only, and what takes the place of an instruction in
// older ones.
#include "bridge/ezb_internal.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
using namespace llvm;

LLVMValueRef ezb_named_function(LLVMModuleRef m, const char *name, size_t length)
{
    return wrap(static_cast<Value *>(unwrap(m)->getFunction(StringRef(name, length))));
}

LLVMValueRef ezb_switch_case(LLVMValueRef inst, unsigned successor)
{
    auto *s = unwrap<SwitchInst>(inst);
    auto found = *SwitchInst::CaseIt::fromSuccessorIndex(s, successor);
    return wrap(static_cast<Value *>(found.getCaseValue()));
}

int ezb_same_sign(LLVMValueRef icmp)
{
#if LLVM_VERSION_MAJOR >= 20
    return unwrap<ICmpInst>(icmp)->hasSameSign();
#else
    (void)icmp; // no comparison promises it
    return 0;
#endif
}

unsigned ezb_sync_scope(LLVMContextRef c, const char *name)
{
    return unwrap(c)->getOrInsertSyncScopeID(name);
}

int ezb_fence_has_scope(LLVMValueRef fence, unsigned scope)
{
    return unwrap<FenceInst>(fence)->getSyncScopeID() == scope;
}

namespace
{
AtomicOrdering ordering(LLVMAtomicOrdering o)
{
    switch (o) {
    case LLVMAtomicOrderingNotAtomic: return AtomicOrdering::NotAtomic;
    case LLVMAtomicOrderingUnordered: return AtomicOrdering::Unordered;
    case LLVMAtomicOrderingMonotonic: return AtomicOrdering::Monotonic;
    case LLVMAtomicOrderingAcquire: return AtomicOrdering::Acquire;
    case LLVMAtomicOrderingRelease: return AtomicOrdering::Release;
    case LLVMAtomicOrderingAcquireRelease: return AtomicOrdering::AcquireRelease;
    case LLVMAtomicOrderingSequentiallyConsistent: break;
    }
    return AtomicOrdering::SequentiallyConsistent;
}

LLVMValueRef buildAtomic(LLVMBuilderRef b, AtomicRMWInst::BinOp op, LLVMValueRef address,
                         LLVMValueRef value, unsigned scope)
{
    return wrap(static_cast<Value *>(
        unwrap(b)->CreateAtomicRMW(op, unwrap(address), unwrap(value), MaybeAlign(),
                                   AtomicOrdering::Monotonic, static_cast<SyncScope::ID>(scope))));
}
} // namespace

LLVMValueRef ezb_build_fence(LLVMBuilderRef b, LLVMAtomicOrdering o, unsigned scope)
{
    return wrap(static_cast<Value *>(
        unwrap(b)->CreateFence(ordering(o), static_cast<SyncScope::ID>(scope))));
}

LLVMValueRef ezb_build_atomic_fadd(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef value,
                                   unsigned scope)
{
    return buildAtomic(b, AtomicRMWInst::FAdd, address, value, scope);
}

LLVMValueRef ezb_build_atomic_exchange(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef value,
                                       unsigned scope)
{
    return buildAtomic(b, AtomicRMWInst::Xchg, address, value, scope);
}

#if LLVM_VERSION_MAJOR >= 22
int ezb_is_ptrtoaddr(LLVMValueRef inst)
{
    return isa<PtrToAddrInst>(unwrap(inst));
}

LLVMValueRef ezb_build_ptrtoaddr(LLVMBuilderRef b, LLVMValueRef pointer, LLVMTypeRef type)
{
    return wrap(unwrap(b)->CreateCast(Instruction::PtrToAddr, unwrap(pointer), unwrap(type)));
}
#else
namespace
{
constexpr char measureName[] = "enz.ptrtoaddr.";

// A call that promises what the instruction does: nobody gets at memory through its result.
FunctionCallee measure(Module &m, Type *pointer, Type *type)
{
    LLVMContext &c = m.getContext();
    AttributeList promises;
    promises =
        promises.addFnAttribute(c, Attribute::getWithMemoryEffects(c, MemoryEffects::none()));
    for (auto promise : {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync,
                         Attribute::NoFree, Attribute::Speculatable})
        promises = promises.addFnAttribute(c, promise);
    promises = promises.addParamAttribute(c, 0, Attribute::NoCapture);
    std::string name = measureName + std::to_string(pointer->getPointerAddressSpace());
    return m.getOrInsertFunction(name, FunctionType::get(type, {pointer}, false), promises);
}
} // namespace

int ezb_is_ptrtoaddr(LLVMValueRef inst)
{
    auto *call = dyn_cast<CallInst>(unwrap(inst));
    const Function *fn = call ? call->getCalledFunction() : nullptr;
    return fn && fn->getName().starts_with(measureName);
}

LLVMValueRef ezb_build_ptrtoaddr(LLVMBuilderRef b, LLVMValueRef pointer, LLVMTypeRef type)
{
    IRBuilder<> &build = *unwrap(b);
    Module &m = *build.GetInsertBlock()->getModule();
    FunctionCallee fn = measure(m, unwrap(pointer)->getType(), unwrap(type));
    return wrap(static_cast<Value *>(build.CreateCall(fn, {unwrap(pointer)})));
}
#endif
