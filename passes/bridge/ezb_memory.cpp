// Alias analysis, effects of instructions and calls, MemorySSA, escape of pointers.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/TargetParser/Triple.h"
using namespace llvm;

namespace
{
AAResults &aliases(EzbCtx *cx, Function &f)
{
    return ezb::analysis<AAManager>(cx, f);
}

// Asks with what is kept of the function, if something is.
template <typename Question> auto ask(EzbCtx *cx, Function &f, Question question)
{
    if (cx->Aliases && cx->AliasesOf == &f)
        return question(*cx->Aliases);
    BatchAAResults once(aliases(cx, f));
    return question(once);
}

AliasResult alias(EzbCtx *cx, LLVMValueRef fn, const MemoryLocation &a, const MemoryLocation &b)
{
    return ask(cx, ezb::functionOf(fn), [&](BatchAAResults &known) { return known.alias(a, b); });
}

ModRefInfo modRef(EzbCtx *cx, LLVMValueRef inst, const std::optional<MemoryLocation> &where)
{
    return ask(cx, ezb::functionOf(inst), [&](BatchAAResults &known) {
        return known.getModRefInfo(ezb::instruction(inst), where);
    });
}

LocationSize locationSize(uint64_t bytes)
{
    return bytes == EZB_SIZE_UNKNOWN ? LocationSize::beforeOrAfterPointer()
                                     : LocationSize::precise(bytes);
}

// What is known of the kind of memory, in code for devices; 0: nothing.
unsigned spaceOf(const Value *pointer)
{
    const Value *base = getUnderlyingObject(pointer, 0);
    if (isa<AllocaInst>(base))
        return EZB_SPACE_THREAD;
    if (auto *global = dyn_cast<GlobalVariable>(base))
        return global->getAddressSpace();
    auto *argument = dyn_cast<Argument>(base);
    if (!argument)
        return 0;
    const Function *fn = argument->getParent();
    Attribute known = fn->getAttributeAtIndex(argument->getArgNo() + AttributeList::FirstArgIndex,
                                              EZB_SPACE_ATTRIBUTE);
    if (known.isValid())
        return static_cast<unsigned>(known.getValueAsString()[0] - '0');
    return fn->getCallingConv() == CallingConv::PTX_Kernel && !argument->hasByValAttr()
               ? EZB_SPACE_DEVICE
               : 0;
}

// Memory of a block, of a thread and of the device never is the same.
bool inOtherSpaces(const Function &f, const Value *p, const Value *q)
{
    auto known = [](unsigned space) {
        return space == EZB_SPACE_DEVICE || space == EZB_SPACE_BLOCK || space == EZB_SPACE_THREAD;
    };
    Triple target(f.getParent()->getTargetTriple());
    if (!target.isNVPTX() && !target.isAMDGPU())
        return false;
    unsigned a = spaceOf(p), b = spaceOf(q);
    return known(a) && known(b) && a != b;
}

bool inOtherSpaces(const Function &f, const MemoryLocation &a, const MemoryLocation &b)
{
    return inOtherSpaces(f, a.Ptr, b.Ptr);
}

EzbAlias wrapAlias(AliasResult r)
{
    switch (static_cast<AliasResult::Kind>(r)) {
    case AliasResult::NoAlias: return EZB_NO_ALIAS;
    case AliasResult::MayAlias: return EZB_MAY_ALIAS;
    case AliasResult::PartialAlias: return EZB_PARTIAL_ALIAS;
    case AliasResult::MustAlias: return EZB_MUST_ALIAS;
    }
    return EZB_MAY_ALIAS;
}

EzbModRef wrapModRef(ModRefInfo i)
{
    return static_cast<EzbModRef>(static_cast<unsigned>(i));
}

// The metadata of an access that says what it is apart from.
AAMDNodes known(LLVMValueRef inst, unsigned by)
{
    AAMDNodes all = ezb::instruction(inst)->getAAMetadata(), some;
    if (by & EZB_BY_SCOPES)
        some = all;
    some.TBAA = by & EZB_BY_TYPES ? all.TBAA : nullptr;
    return some;
}

EzbEffects wrapEffects(MemoryEffects e)
{
    auto bits = [&](IRMemLocation where) { return static_cast<uint8_t>(e.getModRef(where)); };
    EzbEffects r = {bits(IRMemLocation::ArgMem), bits(IRMemLocation::InaccessibleMem), 0,
                    bits(IRMemLocation::Other)};
#if LLVM_VERSION_MAJOR >= 21
    r.errno_mem = bits(IRMemLocation::ErrnoMem);
#else
    r.errno_mem = r.other;
#endif
    return r;
}
} // namespace

void ezb_alias_begin(EzbCtx *cx, LLVMValueRef fn)
{
    ezb_alias_end(cx);
    cx->AliasesOf = ezb::function(fn);
    cx->Aliases = new BatchAAResults(aliases(cx, *cx->AliasesOf));
}

void ezb_alias_end(EzbCtx *cx)
{
    delete cx->Aliases;
    cx->Aliases = nullptr;
    cx->AliasesOf = nullptr;
}

unsigned ezb_space_of(LLVMValueRef pointer)
{
    return spaceOf(unwrap(pointer));
}

EzbAlias ezb_alias(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef p, uint64_t psize, LLVMValueRef q,
                   uint64_t qsize)
{
    MemoryLocation a(unwrap(p), locationSize(psize)), b(unwrap(q), locationSize(qsize));
    if (inOtherSpaces(ezb::functionOf(fn), a, b))
        return EZB_NO_ALIAS;
    return wrapAlias(alias(cx, fn, a, b));
}

EzbAlias ezb_alias_insts(EzbCtx *cx, LLVMValueRef mem_i, LLVMValueRef mem_j)
{
    auto a = MemoryLocation::getOrNone(ezb::instruction(mem_i)),
         b = MemoryLocation::getOrNone(ezb::instruction(mem_j));
    if (!a || !b)
        return EZB_MAY_ALIAS;
    if (inOtherSpaces(ezb::functionOf(mem_i), *a, *b))
        return EZB_NO_ALIAS;
    return wrapAlias(alias(cx, mem_i, *a, *b)); // locations carry TBAA and alias scopes
}

int ezb_may_alias_bases(EzbCtx *cx, LLVMValueRef i, LLVMValueRef p, LLVMValueRef j, LLVMValueRef q,
                        unsigned by)
{
    auto a = MemoryLocation::getBeforeOrAfter(unwrap(p), known(i, by));
    auto b = MemoryLocation::getBeforeOrAfter(unwrap(q), known(j, by));
    if (inOtherSpaces(ezb::functionOf(i), a, b))
        return 0;
    return alias(cx, i, a, b) != AliasResult::NoAlias;
}

EzbModRef ezb_modref_ptr(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef ptr, uint64_t size)
{
    MemoryLocation where(unwrap(ptr), locationSize(size));
    auto own = MemoryLocation::getOrNone(ezb::instruction(inst));
    if (own && inOtherSpaces(ezb::functionOf(inst), *own, where))
        return EZB_NO_MODREF;
    return wrapModRef(modRef(cx, inst, where));
}

EzbModRef ezb_modref_inst(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef mem_inst, unsigned by)
{
    auto where = MemoryLocation::getOrNone(ezb::instruction(mem_inst)),
         own = MemoryLocation::getOrNone(ezb::instruction(inst));
    if (where)
        where->AATags = known(mem_inst, by);
    if (own && where && inOtherSpaces(ezb::functionOf(inst), *own, *where))
        return EZB_NO_MODREF;
    return wrapModRef(modRef(cx, inst, where));
}

int ezb_points_to_const(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr)
{
    return aliases(cx, ezb::functionOf(fn))
        .pointsToConstantMemory(MemoryLocation::getBeforeOrAfter(unwrap(ptr)));
}

EzbEffects ezb_call_effects(EzbCtx *cx, LLVMValueRef call)
{
    return wrapEffects(aliases(cx, ezb::functionOf(call)).getMemoryEffects(unwrap<CallBase>(call)));
}

EzbEffects ezb_fn_effects(EzbCtx *, LLVMValueRef fn)
{
    return wrapEffects(ezb::function(fn)->getMemoryEffects());
}

void ezb_set_fn_effects(LLVMValueRef fn, EzbEffects e)
{
    auto at = [](IRMemLocation where, unsigned bits) {
        return MemoryEffects(where, static_cast<ModRefInfo>(bits));
    };
    unsigned other = e.other;
    MemoryEffects m =
        at(IRMemLocation::ArgMem, e.arg) | at(IRMemLocation::InaccessibleMem, e.inaccessible);
#if LLVM_VERSION_MAJOR >= 21
    m |= at(IRMemLocation::ErrnoMem, e.errno_mem);
#else
    other |= e.errno_mem;
#endif
    m |= at(IRMemLocation::Other, other);
    ezb::function(fn)->setMemoryEffects(m);
    if (!(e.arg & EZB_MOD)) /* "writable" would contradict */
        for (Argument &a : ezb::function(fn)->args())
            a.removeAttr(Attribute::Writable);
}

int ezb_inst_reads(LLVMValueRef inst)
{
    return ezb::instruction(inst)->mayReadFromMemory();
}
int ezb_inst_writes(LLVMValueRef inst)
{
    return ezb::instruction(inst)->mayWriteToMemory();
}
int ezb_inst_side_effects(LLVMValueRef inst)
{
    return ezb::instruction(inst)->mayHaveSideEffects();
}

LLVMValueRef ezb_mssa_clobber(EzbCtx *cx, LLVMValueRef load, int *is_live_on_entry, int *is_phi)
{
    MemorySSA &mssa = ezb::analysis<MemorySSAAnalysis>(cx, ezb::functionOf(load)).getMSSA();
    *is_live_on_entry = *is_phi = 0;
    MemoryAccess *clobber = mssa.getWalker()->getClobberingMemoryAccess(ezb::instruction(load));
    if (!clobber || mssa.isLiveOnEntryDef(clobber)) {
        *is_live_on_entry = 1;
        return nullptr;
    }
    if (isa<MemoryPhi>(clobber)) {
        *is_phi = 1;
        return nullptr;
    }
    return wrap(static_cast<Value *>(cast<MemoryUseOrDef>(clobber)->getMemoryInst()));
}

LLVMValueRef ezb_underlying_object(LLVMValueRef ptr, unsigned max_lookup)
{
    return wrap(const_cast<Value *>(getUnderlyingObject(unwrap(ptr), max_lookup)));
}

size_t ezb_underlying_objects(EzbCtx *cx, LLVMValueRef ptr, LLVMValueRef *buf, size_t cap)
{
    SmallVector<const Value *, 8> objects;
    LoopInfo *loops = nullptr;
    if (auto *i = dyn_cast<Instruction>(unwrap(ptr)))
        loops = &ezb::analysis<LoopAnalysis>(cx, *i->getFunction());
    getUnderlyingObjects(unwrap(ptr), objects, loops, 0);
    for (size_t i = 0; i < objects.size() && i < cap; ++i)
        buf[i] = wrap(const_cast<Value *>(objects[i]));
    return objects.size();
}

namespace
{
using Pairs = SmallVector<std::pair<const Value *, const Value *>, 16>;

// Both pointers are always based on the same object, in the same iteration. Of two phis that is so
// if it is for what they get on each way; `assumed` are those that are being looked at.
bool haveSameBase(const Value *p, const Value *q, Pairs &assumed)
{
    p = getUnderlyingObject(p), q = getUnderlyingObject(q);
    if (p == q || is_contained(assumed, std::make_pair(p, q)))
        return true;
    auto *x = dyn_cast<PHINode>(p), *y = dyn_cast<PHINode>(q);
    if (!x || !y || x->getParent() != y->getParent() || assumed.size() == 16)
        return false;
    assumed.emplace_back(p, q);
    return all_of(x->blocks(), [&](const BasicBlock *from) {
        return haveSameBase(x->getIncomingValueForBlock(from), y->getIncomingValueForBlock(from),
                            assumed);
    });
}

bool isDifferenceInObject(const User *u)
{
    auto *i = dyn_cast<BinaryOperator>(u);
    if (!i || i->getOpcode() != Instruction::Sub)
        return false;
    auto *x = dyn_cast<PtrToIntInst>(i->getOperand(0)),
         *y = dyn_cast<PtrToIntInst>(i->getOperand(1));
    Pairs assumed;
    return x && y && haveSameBase(x->getPointerOperand(), y->getPointerOperand(), assumed);
}

// Does the way to the memory get out?
struct Escape : CaptureTracker {
    const TargetLibraryInfo &library;
    bool returning, found = false;

    Escape(const TargetLibraryInfo &functions, bool returningCounts)
        : library(functions), returning(returningCounts)
    {
    }
    void tooManyUses() override
    {
        found = true;
    }
    bool isHarmless(const Use *u) const
    {
        auto *user = cast<Instruction>(u->getUser());
        auto *call = dyn_cast<CallBase>(user);
        return isa<ICmpInst>(user) || (isa<ReturnInst>(user) && !returning) ||
               (isa<PtrToIntInst>(user) && ezb_only_measured(wrap(user))) ||
               (call && getFreedOperand(call, &library) == u->get());
    }
#if LLVM_VERSION_MAJOR >= 21
    Action captured(const Use *u, UseCaptureInfo info) override
    {
        if (isHarmless(u))
            return ContinueIgnoringReturn;
        if (!capturesAnyProvenance(info.UseCC))
            return Continue;
        found = true;
        return Stop;
    }
#else
    bool captured(const Use *u) override
    {
        return found = !isHarmless(u);
    }
#endif
};
} // namespace

int ezb_only_measured(LLVMValueRef address)
{
    return all_of(unwrap(address)->users(),
                  [](const User *u) { return isa<ICmpInst>(u) || isDifferenceInObject(u); });
}

int ezb_captured(EzbCtx *cx, LLVMValueRef ptr, int returning_counts)
{
    auto *i = dyn_cast<Instruction>(unwrap(ptr));
    if (!i)
        return 1;
    Escape escape(ezb::analysis<TargetLibraryAnalysis>(cx, *i->getFunction()), returning_counts);
    PointerMayBeCaptured(unwrap(ptr), &escape);
    return escape.found;
}

int ezb_argument_captured(EzbCtx *cx, LLVMValueRef ptr)
{
    auto *argument = cast<Argument>(unwrap(ptr));
    Escape escape(ezb::analysis<TargetLibraryAnalysis>(cx, *argument->getParent()), true);
    PointerMayBeCaptured(argument, &escape);
    return escape.found;
}

int ezb_captured_before(EzbCtx *cx, LLVMValueRef ptr, int returning_counts, LLVMValueRef inst)
{
    DominatorTree &dom = ezb::analysis<DominatorTreeAnalysis>(cx, ezb::functionOf(inst));
#if LLVM_VERSION_MAJOR >= 21
    return PointerMayBeCapturedBefore(unwrap(ptr), returning_counts, ezb::instruction(inst), &dom);
#else
    return PointerMayBeCapturedBefore(unwrap(ptr), returning_counts, true, ezb::instruction(inst),
                                      &dom);
#endif
}

unsigned ezb_param_captures(LLVMValueRef fn_or_call, unsigned argno)
{
    auto *call = dyn_cast<CallBase>(unwrap(fn_or_call));
#if LLVM_VERSION_MAJOR >= 21
    if (call)
        return call->getCaptureInfo(argno).toIntValue();
    return ezb::function(fn_or_call)
        ->getAttributes()
        .getParamAttrs(argno)
        .getCaptureInfo()
        .toIntValue();
#else
    if (call)
        return call->doesNotCapture(argno) ? 0 : 15;
    return ezb::function(fn_or_call)->hasParamAttribute(argno, Attribute::NoCapture) ? 0 : 15;
#endif
}

void ezb_set_param_nocapture(LLVMValueRef fn, unsigned argno)
{
    Function *f = ezb::function(fn);
#if LLVM_VERSION_MAJOR >= 21
    f->addParamAttr(argno, Attribute::getWithCaptureInfo(f->getContext(), CaptureInfo::none()));
#else
    f->addParamAttr(argno, Attribute::NoCapture);
#endif
}
