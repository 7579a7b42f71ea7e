// Edits of the IR that LLVM-C cannot do: blocks, phis, inlining, cloning, linkage details.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
using namespace llvm;

int ezb_remove_unreachable_blocks(EzbCtx *cx, LLVMValueRef fn)
{
    bool removed = removeUnreachableBlocks(*ezb::function(fn));
    if (removed)
        ezb_invalidate(cx, fn);
    return removed;
}

LLVMBasicBlockRef ezb_split_block_before(LLVMValueRef inst, const char *name)
{
    Instruction *i = ezb::instruction(inst);
    return wrap(i->getParent()->splitBasicBlock(i->getIterator(), name));
}

LLVMBasicBlockRef ezb_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    return wrap(SplitEdge(unwrap(from), unwrap(to)));
}

void ezb_phi_set_block(LLVMValueRef phi, unsigned i, LLVMBasicBlockRef b)
{
    unwrap<PHINode>(phi)->setIncomingBlock(i, unwrap(b));
}

void ezb_phi_remove(LLVMValueRef phi, unsigned i)
{
    unwrap<PHINode>(phi)->removeIncomingValue(i, false);
}

void ezb_phis_replace_block(LLVMBasicBlockRef b, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    unwrap(b)->replacePhiUsesWith(unwrap(from), unwrap(to));
}

void ezb_phis_remove_block(LLVMBasicBlockRef b, LLVMBasicBlockRef pred)
{
    unwrap(b)->removePredecessor(unwrap(pred), true);
}

int ezb_delete_dead(EzbCtx *cx, LLVMValueRef inst)
{
    TargetLibraryInfo &lib = ezb::analysis<TargetLibraryAnalysis>(cx, ezb::functionOf(inst));
    return RecursivelyDeleteTriviallyDeadInstructions(unwrap(inst), &lib);
}

int ezb_inline_call(EzbCtx *cx, LLVMValueRef call)
{
    auto *c = unwrap<CallBase>(call);
    Function *caller = c->getFunction();
    InlineFunctionInfo info;
    if (!InlineFunction(*c, info).isSuccess())
        return 1;
    ezb_invalidate(cx, wrap(static_cast<Value *>(caller)));
    return 0;
}

LLVMValueRef ezb_invoke_to_call(LLVMValueRef invoke, int keep_edges)
{
    auto *i = unwrap<InvokeInst>(invoke);
    if (!keep_edges)
        return wrap(changeToCall(i));
    CallInst *call = createCallMatchingInvoke(i);
    call->takeName(i);
    call->insertBefore(i->getIterator());
    i->replaceAllUsesWith(call);
    i->eraseFromParent();
    return wrap(call);
}

LLVMValueRef ezb_call_to_invoke(LLVMValueRef call, LLVMBasicBlockRef unwind)
{
    auto *c = unwrap<CallInst>(call);
    BasicBlock *block = c->getParent();
    changeToInvokeAndSplitBasicBlock(c, unwrap(unwind));
    return wrap(block->getTerminator());
}

int ezb_promote_allocas(EzbCtx *cx, LLVMValueRef fn)
{
    Function &f = *ezb::function(fn);
    SmallVector<AllocaInst *, 16> promotable;
    for (Instruction &i : f.getEntryBlock())
        if (auto *a = dyn_cast<AllocaInst>(&i))
            if (isAllocaPromotable(a))
                promotable.push_back(a);
    if (!promotable.empty())
        PromoteMemToReg(promotable, ezb::analysis<DominatorTreeAnalysis>(cx, f),
                        &ezb::analysis<AssumptionAnalysis>(cx, f));
    return static_cast<int>(promotable.size());
}

void ezb_replace_references(LLVMValueRef from, LLVMValueRef to)
{
    unwrap(from)->replaceUsesWithIf(unwrap(to), [](Use &u) {
        return !isa<GlobalAlias, GlobalIFunc, BlockAddress>(u.getUser());
    });
}

void ezb_set_dso_local(LLVMValueRef g, int on)
{
    unwrap<GlobalValue>(g)->setDSOLocal(on);
}
int ezb_is_dso_local(LLVMValueRef g)
{
    return unwrap<GlobalValue>(g)->isDSOLocal();
}

// What the block dominates is copied; phis of blocks behind that both versions lead to get the
// values of the copies.
LLVMBasicBlockRef ezb_version_from(EzbCtx *cx, LLVMValueRef at, EzbLoop loop,
                                   LLVMValueRef condition)
{
    Instruction *end = ezb::instruction(at);
    BasicBlock *front = end->getParent();
    Function *f = front->getParent();
    LLVMValueRef fn = wrap(static_cast<Value *>(f));
    auto *l = reinterpret_cast<Loop *>(loop);
    SmallVector<BasicBlock *, 32> blocks;
    if (l) {
        formLCSSARecursively(*l, ezb::analysis<DominatorTreeAnalysis>(cx, *f),
                             &ezb::analysis<LoopAnalysis>(cx, *f), nullptr);
        blocks.append(l->block_begin(), l->block_end());
    }
    BasicBlock *first = front->splitBasicBlock(end->getIterator());
    ezb_invalidate(cx, fn);
    if (l)
        blocks.push_back(first);
    else
        ezb::analysis<DominatorTreeAnalysis>(cx, *f).getDescendants(first, blocks);
    SmallVector<BasicBlock *, 32> copies;
    ValueToValueMapTy map;
    for (BasicBlock *b : blocks) {
        copies.push_back(CloneBasicBlock(b, map, "", f));
        map[b] = copies.back();
    }
    remapInstructionsInBlocks(copies, map);
    auto inside = [&](BasicBlock *b) { return map.count(b) != 0; };
    for (BasicBlock *b : blocks)
        for (BasicBlock *next : successors(b))
            for (PHINode &phi : next->phis()) {
                if (inside(next) || phi.getBasicBlockIndex(cast<BasicBlock>(map[b])) >= 0)
                    continue;
                Value *v = phi.getIncomingValueForBlock(b);
                for (unsigned i = 0, n = phi.getNumIncomingValues(); i < n; ++i)
                    if (phi.getIncomingBlock(i) == b)
                        phi.addIncoming(map.count(v) ? static_cast<Value *>(map[v]) : v,
                                        cast<BasicBlock>(map[b]));
            }
    front->getTerminator()->eraseFromParent();
    BranchInst::Create(first, cast<BasicBlock>(map[first]), unwrap(condition), front);
    ezb_invalidate(cx, fn);
    return wrap(first);
}

namespace
{
// Copies the blocks of a loop, of which values are used behind it in phis only, as one more
// iteration: what the loop carries comes from where it comes from in the loop.
void copyIteration(Loop *l, ValueToValueMapTy &map)
{
    Function *f = l->getHeader()->getParent();
    SmallVector<MDNode *, 4> scopes;
    SmallVector<BasicBlock *, 16> copies;
    identifyNoAliasScopesToClone(l->getBlocks(), scopes);
    for (BasicBlock *b : l->blocks()) {
        copies.push_back(CloneBasicBlock(b, map, "", f));
        map[b] = copies.back();
    }
    remapInstructionsInBlocks(copies, map);
    cloneAndAdaptNoAliasScopes(scopes, copies, f->getContext(), "last");
    for (PHINode &phi : l->getHeader()->phis())
        for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
            auto *copy = cast<PHINode>(map[&phi]);
            copy->setIncomingValue(i, phi.getIncomingValue(i));
            copy->setIncomingBlock(i, phi.getIncomingBlock(i));
        }
}

// A block that leads to `to`, whose phis take it for `from`.
BasicBlock *blockBetween(BasicBlock *from, BasicBlock *to)
{
    BasicBlock *block = BasicBlock::Create(to->getContext(), "", to->getParent(), to);
    BranchInst::Create(to, block)->setDebugLoc(from->getTerminator()->getDebugLoc());
    to->replacePhiUsesWith(from, block);
    return block;
}

// The terminator of `block` goes to `then` where `a` is `b`, and else to `other`.
void branchIfEqual(BasicBlock *block, Value *a, Value *b, BasicBlock *then, BasicBlock *other)
{
    Instruction *end = block->getTerminator();
    IRBuilder<> builder(end);
    Instruction *branch = builder.CreateCondBr(builder.CreateICmpEQ(a, b), then, other);
    branch->setMetadata(LLVMContext::MD_loop, end->getMetadata(LLVMContext::MD_loop));
    end->eraseFromParent();
}
} // namespace

void ezb_peel_last(EzbCtx *cx, EzbLoop loop, LLVMValueRef backedges, const LLVMValueRef *values,
                   LLVMValueRef *copies, size_t n)
{
    auto *l = reinterpret_cast<Loop *>(loop);
    BasicBlock *front = l->getLoopPreheader(), *header = l->getHeader(), *latch = l->getLoopLatch(),
               *exit = l->getUniqueExitBlock();
    Function *f = header->getParent();
    Value *count = unwrap(backedges);
    ValueToValueMapTy map;
    formLCSSARecursively(*l, ezb::analysis<DominatorTreeAnalysis>(cx, *f),
                         &ezb::analysis<LoopAnalysis>(cx, *f), nullptr);
    copyIteration(l, map);
    auto *last = cast<BasicBlock>(map[header]), *end = cast<BasicBlock>(map[latch]);
    for (PHINode &phi : exit->phis()) {
        Value *v = phi.getIncomingValueForBlock(latch);
        phi.setIncomingValueForBlock(latch, map.count(v) ? static_cast<Value *>(map[v]) : v);
    }
    exit->replacePhiUsesWith(latch, end);
    ReplaceInstWithInst(end->getTerminator(), BranchInst::Create(exit));
    auto *counter = PHINode::Create(count->getType(), 2, "", header->begin());
    IRBuilder<> builder(latch->getTerminator());
    Value *next = builder.CreateNUWAdd(counter, ConstantInt::get(count->getType(), 1));
    counter->addIncoming(ConstantInt::get(count->getType(), 0), front);
    counter->addIncoming(next, latch);
    BasicBlock *before = blockBetween(front, header), *behind = blockBetween(latch, last);
    branchIfEqual(latch, next, count, behind, header);
    branchIfEqual(front, count, ConstantInt::get(count->getType(), 0), last, before);
    for (size_t i = 0; i < n; ++i)
        copies[i] = wrap(static_cast<Value *>(map[unwrap(values[i])]));
    ezb_invalidate(cx, wrap(static_cast<Value *>(f)));
}

int ezb_peel_first(EzbCtx *cx, EzbLoop loop, const LLVMValueRef *values, LLVMValueRef *copies,
                   size_t n)
{
    auto *l = reinterpret_cast<Loop *>(loop);
    Function &f = *l->getHeader()->getParent();
    LoopInfo &loops = ezb::analysis<LoopAnalysis>(cx, f);
    DominatorTree &dominators = ezb::analysis<DominatorTreeAnalysis>(cx, f);
    ScalarEvolution &se = ezb::analysis<ScalarEvolutionAnalysis>(cx, f);
    AssumptionCache &assumptions = ezb::analysis<AssumptionAnalysis>(cx, f);
    ValueToValueMapTy map;
    if (!canPeel(l))
        return 0;
    formLCSSARecursively(*l, dominators, &loops, &se);
#if LLVM_VERSION_MAJOR >= 21
    bool done = peelLoop(l, 1, false, &loops, &se, dominators, &assumptions, true, map);
#else
    bool done = peelLoop(l, 1, &loops, &se, dominators, &assumptions, true, map);
#endif
    for (size_t i = 0; i < n && done; ++i)
        copies[i] = wrap(static_cast<Value *>(map[unwrap(values[i])]));
    ezb_invalidate(cx, wrap(static_cast<Value *>(&f)));
    return done;
}

static LLVMValueRef finishClone(EzbCtx *cx, Function *f, const char *name)
{
    at::deleteAll(f); // assignment ids are distinct nodes that clone and original would share
    f->setName(name);
    f->setComdat(nullptr);
    f->setVisibility(GlobalValue::DefaultVisibility);
    f->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    f->setLinkage(GlobalValue::InternalLinkage);
    f->setDSOLocal(true);
    cx->Changed = true;
    return wrap(static_cast<Value *>(f));
}

LLVMValueRef ezb_clone_function(EzbCtx *cx, LLVMValueRef fn, const char *name)
{
    ValueToValueMapTy map;
    return finishClone(cx, CloneFunction(ezb::function(fn), map), name);
}

LLVMValueRef ezb_clone_with_type(EzbCtx *cx, LLVMValueRef fn, LLVMTypeRef type, const char *name)
{
    Function *from = ezb::function(fn);
    Function *to = Function::Create(unwrap<FunctionType>(type), from->getLinkage(),
                                    from->getAddressSpace(), "", from->getParent());
    ValueToValueMapTy map;
    SmallVector<ReturnInst *, 8> returns;
    auto param = to->arg_begin();
    for (Argument &a : from->args()) {
        param->setName(a.getName());
        map[&a] = &*param++;
    }
    CloneFunctionInto(to, from, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    return finishClone(cx, to, name);
}

LLVMModuleRef ezb_clone_module(LLVMModuleRef m, LLVMValueRef const *values, size_t n,
                               LLVMValueRef *copies)
{
    ValueToValueMapTy map;
    std::unique_ptr<Module> clone = CloneModule(*unwrap(m), map);
    for (size_t i = 0; i < n; ++i)
        copies[i] = wrap(static_cast<Value *>(map.lookup(unwrap(values[i]))));
    StripDebugInfo(*clone);
    return wrap(clone.release());
}

void ezb_dispose_clone(EzbCtx *cx, LLVMModuleRef clone)
{
    Module *m = unwrap(clone);
    for (Function &f : *m)
        ezb::functionAnalyses(cx).clear(f, f.getName());
    cx->MAM->clear(*m, m->getName());
    delete m;
}

LLVMValueRef ezb_extract_blocks(EzbCtx *cx, LLVMBasicBlockRef *blocks, size_t n, const char *suffix)
{
    SmallVector<BasicBlock *, 16> region;
    for (size_t i = 0; i < n; ++i)
        region.push_back(unwrap(blocks[i]));
    Function *from = region[0]->getParent();
    CodeExtractor extractor(region, nullptr, false, nullptr, nullptr, nullptr, false, false,
                            nullptr, suffix);
    if (!extractor.isEligible())
        return nullptr;
    ezb_invalidate(cx, wrap(static_cast<Value *>(from)));
    // The cache says which stack slots may move along. None do: it is that of an empty function,
    // which costs nothing to look at.
    Function *empty =
        Function::Create(FunctionType::get(Type::getVoidTy(from->getContext()), false),
                         GlobalValue::ExternalLinkage, "", from->getParent());
    CodeExtractorAnalysisCache cache(*empty);
    Function *to = extractor.extractCodeRegion(cache);
    empty->eraseFromParent();
    cx->Changed = true;
    return to ? wrap(static_cast<Value *>(to)) : nullptr;
}

void ezb_forbid_reassociation(LLVMValueRef inst)
{
    unwrap<Instruction>(inst)->setHasAllowReassoc(false);
}

void ezb_delete_body(LLVMValueRef fn)
{
    Function *f = ezb::function(fn);
    f->deleteBody();
    f->setComdat(nullptr);
    f->setVisibility(GlobalValue::DefaultVisibility);
    f->setDSOLocal(false);
}

void ezb_replace_global(EzbCtx *cx, LLVMValueRef global,
                        LLVMValueRef (*make)(LLVMValueRef before, void *data), void *data)
{
    auto *g = cast<GlobalVariable>(unwrap(global));
    convertUsersOfConstantsToInstructions({g});
    for (Use &use : make_early_inc_range(g->uses())) {
        auto *user = cast<Instruction>(use.getUser());
        auto *phi = dyn_cast<PHINode>(user);
        Instruction *before = phi ? phi->getIncomingBlock(use)->getTerminator() : user;
        use.set(unwrap(make(wrap(before), data)));
    }
    g->eraseFromParent();
    cx->Changed = true;
}

int ezb_verify_function(LLVMValueRef fn, char **message)
{
    std::string text;
    raw_string_ostream os(text);
    if (!verifyFunction(*ezb::function(fn), &os))
        return 0;
    if (message)
        *message = ezb::copyString(text);
    return 1;
}

void ezb_discard_invalid_functions(EzbCtx *cx, LLVMModuleRef m)
{
    for (Function &f : *unwrap(m)) {
        if (f.isDeclaration() || !verifyFunction(f))
            continue;
        LLVMValueRef fn = wrap(static_cast<Value *>(&f));
        ezb_forget_function(cx, fn);
        ezb_delete_body(fn);
    }
}
