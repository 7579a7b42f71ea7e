// Facts about single values: speculation, simplification, constants, addresses, library functions.
#include "bridge/ezb_internal.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
using namespace llvm;

namespace
{
DominatorTree &dominators(EzbCtx *cx, Function &f)
{
    return ezb::analysis<DominatorTreeAnalysis>(cx, f);
}
AssumptionCache &assumptions(EzbCtx *cx, Function &f)
{
    return ezb::analysis<AssumptionAnalysis>(cx, f);
}
TargetLibraryInfo &library(EzbCtx *cx, Function &f)
{
    return ezb::analysis<TargetLibraryAnalysis>(cx, f);
}

SimplifyQuery query(EzbCtx *cx, LLVMValueRef at)
{
    Function &f = ezb::functionOf(at);
    return SimplifyQuery(cx->M->getDataLayout(), &library(cx, f), &dominators(cx, f),
                         &assumptions(cx, f), ezb::instruction(at));
}

APInt zeroOffset(const DataLayout &layout, Type *pointer)
{
    return APInt(layout.getIndexTypeSizeInBits(pointer), 0);
}
} // namespace

int ezb_speculatable(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef at)
{
    Function &f = ezb::functionOf(inst);
    return isSafeToSpeculativelyExecute(ezb::instruction(inst), at ? ezb::instruction(at) : nullptr,
                                        &assumptions(cx, f), &dominators(cx, f), &library(cx, f));
}

int ezb_transfers_execution(LLVMValueRef inst)
{
    return isGuaranteedToTransferExecutionToSuccessor(ezb::instruction(inst));
}

int ezb_known_nonzero(EzbCtx *cx, LLVMValueRef v, LLVMValueRef at)
{
    return isKnownNonZero(unwrap(v), query(cx, at));
}

unsigned ezb_known_align(EzbCtx *cx, LLVMValueRef ptr, LLVMValueRef at)
{
    Function &f = ezb::functionOf(at);
    Align a = getKnownAlignment(unwrap(ptr), cx->M->getDataLayout(), ezb::instruction(at),
                                &assumptions(cx, f), &dominators(cx, f));
    return static_cast<unsigned>(a.value());
}

LLVMValueRef ezb_simplify(EzbCtx *cx, LLVMValueRef inst)
{
    return wrap(simplifyInstruction(ezb::instruction(inst), query(cx, inst)));
}

LLVMValueRef ezb_const_fold_load(LLVMModuleRef m, LLVMValueRef cptr, LLVMTypeRef ty)
{
    const DataLayout &layout = unwrap(m)->getDataLayout();
    return wrap(static_cast<Value *>(
        ConstantFoldLoadFromConstPtr(unwrap<Constant>(cptr), unwrap(ty), layout)));
}

unsigned ezb_use_operand_no(LLVMUseRef u)
{
    return unwrap(u)->getOperandNo();
}

unsigned ezb_const_bits(LLVMValueRef c, uint64_t *words, unsigned cap)
{
    auto *real = dyn_cast<ConstantFP>(unwrap(c));
    APInt bits =
        real ? real->getValueAPF().bitcastToAPInt() : cast<ConstantInt>(unwrap(c))->getValue();
    for (unsigned i = 0; i < cap && i < bits.getNumWords(); ++i)
        words[i] = bits.getRawData()[i];
    return bits.getBitWidth();
}

const char *ezb_libfunc(EzbCtx *cx, LLVMValueRef fn_or_call, size_t *len)
{
    LibFunc which;
    Value *x = unwrap(fn_or_call);
    TargetLibraryInfo &lib = library(cx, ezb::functionOf(fn_or_call));
    auto *call = dyn_cast<CallBase>(x);
    bool known = call ? lib.getLibFunc(*call, which) : lib.getLibFunc(*cast<Function>(x), which);
    StringRef name = known && lib.has(which) ? lib.getName(which) : StringRef();
    *len = name.size();
    return name.empty() ? nullptr : name.data();
}

int ezb_libfunc_available(EzbCtx *cx, LLVMValueRef fn, const char *name)
{
    TargetLibraryInfo &lib = library(cx, ezb::functionOf(fn));
    LibFunc which;
    return lib.getLibFunc(StringRef(name), which) && lib.has(which);
}

int ezb_is_alloc(EzbCtx *cx, LLVMValueRef call)
{
    return isAllocationFn(unwrap(call), &library(cx, ezb::functionOf(call)));
}

LLVMValueRef ezb_freed_operand(EzbCtx *cx, LLVMValueRef call)
{
    return wrap(getFreedOperand(unwrap<CallBase>(call), &library(cx, ezb::functionOf(call))));
}

LLVMValueRef ezb_alloc_initial_value(EzbCtx *cx, LLVMValueRef call, LLVMTypeRef ty)
{
    TargetLibraryInfo &lib = library(cx, ezb::functionOf(call));
    return wrap(static_cast<Value *>(getInitialValueOfAllocation(unwrap(call), &lib, unwrap(ty))));
}

unsigned ezb_global_space(LLVMModuleRef m)
{
    return unwrap(m)->getDataLayout().getDefaultGlobalsAddressSpace();
}

uint64_t ezb_known_max(LLVMModuleRef m, LLVMValueRef v)
{
    KnownBits bits = computeKnownBits(unwrap(v), unwrap(m)->getDataLayout());
    return bits.getMaxValue().getLimitedValue();
}

int ezb_gep_const_offset(LLVMModuleRef m, LLVMValueRef gep, int64_t *off)
{
    const DataLayout &layout = unwrap(m)->getDataLayout();
    auto *g = cast<GEPOperator>(unwrap(gep));
    APInt sum = zeroOffset(layout, g->getType());
    if (!g->accumulateConstantOffset(layout, sum))
        return 0;
    *off = sum.getSExtValue();
    return 1;
}

LLVMValueRef ezb_strip_const_offsets(LLVMModuleRef m, LLVMValueRef ptr, int64_t *off, int)
{
    const DataLayout &layout = unwrap(m)->getDataLayout();
    APInt sum = zeroOffset(layout, unwrap(ptr)->getType());
    Value *base = unwrap(ptr)->stripAndAccumulateConstantOffsets(layout, sum, true);
    *off = sum.getSExtValue();
    return wrap(base);
}

struct EzbValues {
    std::vector<WeakVH> items;
};

EzbValues *ezb_values_new(void)
{
    return new EzbValues;
}

void ezb_values_free(EzbValues *values)
{
    delete values;
}

void ezb_values_add(EzbValues *values, LLVMValueRef v)
{
    values->items.emplace_back(unwrap(v));
}

LLVMValueRef ezb_values_get(const EzbValues *values, size_t i)
{
    return wrap(static_cast<Value *>(values->items[i]));
}
