// Dominators, reachability and loops.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
using namespace llvm;

namespace
{
DominatorTree &dominators(EzbCtx *cx, Function &f)
{
    return ezb::analysis<DominatorTreeAnalysis>(cx, f);
}
PostDominatorTree &postDominators(EzbCtx *cx, Function &f)
{
    return ezb::analysis<PostDominatorTreeAnalysis>(cx, f);
}
LoopInfo &loops(EzbCtx *cx, Function &f)
{
    return ezb::analysis<LoopAnalysis>(cx, f);
}

Loop *loop(EzbLoop l)
{
    return reinterpret_cast<Loop *>(l);
}
EzbLoop wrapLoop(const Loop *l)
{
    return reinterpret_cast<EzbLoop>(const_cast<Loop *>(l));
}

size_t fillLoops(const std::vector<Loop *> &range, EzbLoop *buf, size_t cap)
{
    for (size_t i = 0; i < range.size() && i < cap; ++i)
        buf[i] = wrapLoop(range[i]);
    return range.size();
}

template <class Tree> LLVMBasicBlockRef immediateParent(Tree &tree, LLVMBasicBlockRef b)
{
    auto *node = tree.getNode(unwrap(b));
    return node && node->getIDom() && node->getIDom()->getBlock()
               ? wrap(node->getIDom()->getBlock())
               : nullptr;
}
} // namespace

int ezb_dom_block(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    return dominators(cx, ezb::functionOf(unwrap(a))).dominates(unwrap(a), unwrap(b));
}

int ezb_dom_value(EzbCtx *cx, LLVMValueRef def, LLVMValueRef user_inst)
{
    return dominators(cx, ezb::functionOf(user_inst))
        .dominates(unwrap(def), ezb::instruction(user_inst));
}

int ezb_dom_use(EzbCtx *cx, LLVMValueRef def, LLVMUseRef use)
{
    Use *u = unwrap(use);
    return dominators(cx, *cast<Instruction>(u->getUser())->getFunction())
        .dominates(unwrap(def), *u);
}

LLVMBasicBlockRef ezb_idom(EzbCtx *cx, LLVMBasicBlockRef b)
{
    return immediateParent(dominators(cx, ezb::functionOf(unwrap(b))), b);
}

LLVMBasicBlockRef ezb_common_dom(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    return wrap(dominators(cx, ezb::functionOf(unwrap(a)))
                    .findNearestCommonDominator(unwrap(a), unwrap(b)));
}

int ezb_reachable_from_entry(EzbCtx *cx, LLVMBasicBlockRef b)
{
    return dominators(cx, ezb::functionOf(unwrap(b))).isReachableFromEntry(unwrap(b));
}

int ezb_postdom_block(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    return postDominators(cx, ezb::functionOf(unwrap(a))).dominates(unwrap(a), unwrap(b));
}

LLVMBasicBlockRef ezb_ipdom(EzbCtx *cx, LLVMBasicBlockRef b)
{
    return immediateParent(postDominators(cx, ezb::functionOf(unwrap(b))), b);
}

int ezb_comes_before(LLVMValueRef i, LLVMValueRef j)
{
    return ezb::instruction(i)->comesBefore(ezb::instruction(j));
}

int ezb_potentially_reachable(EzbCtx *cx, LLVMValueRef from, LLVMValueRef to)
{
    Function &f = ezb::functionOf(from);
    return isPotentiallyReachable(ezb::instruction(from), ezb::instruction(to), nullptr,
                                  &dominators(cx, f), &loops(cx, f));
}

size_t ezb_top_loops(EzbCtx *cx, LLVMValueRef fn, EzbLoop *buf, size_t cap)
{
    return fillLoops(loops(cx, ezb::functionOf(fn)).getTopLevelLoops(), buf, cap);
}

EzbLoop ezb_loop_for(EzbCtx *cx, LLVMBasicBlockRef b)
{
    return wrapLoop(loops(cx, ezb::functionOf(unwrap(b))).getLoopFor(unwrap(b)));
}

EzbLoop ezb_loop_parent(EzbLoop l)
{
    return wrapLoop(loop(l)->getParentLoop());
}
unsigned ezb_loop_depth(EzbLoop l)
{
    return loop(l)->getLoopDepth();
}
size_t ezb_loop_subloops(EzbLoop l, EzbLoop *buf, size_t cap)
{
    return fillLoops(loop(l)->getSubLoops(), buf, cap);
}

size_t ezb_loop_blocks(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap)
{
    return ezb::fill(loop(l)->blocks(), buf, cap);
}

int ezb_loop_contains(EzbLoop l, LLVMBasicBlockRef b)
{
    return loop(l)->contains(unwrap(b));
}
LLVMBasicBlockRef ezb_loop_header(EzbLoop l)
{
    return wrap(loop(l)->getHeader());
}
LLVMBasicBlockRef ezb_loop_preheader(EzbLoop l)
{
    return wrap(loop(l)->getLoopPreheader());
}
LLVMBasicBlockRef ezb_loop_latch(EzbLoop l)
{
    return wrap(loop(l)->getLoopLatch());
}

size_t ezb_loop_exiting(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap)
{
    SmallVector<BasicBlock *, 8> blocks;
    loop(l)->getExitingBlocks(blocks);
    return ezb::fill(blocks, buf, cap);
}

size_t ezb_loop_exits(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap)
{
    SmallVector<BasicBlock *, 8> blocks;
    loop(l)->getUniqueExitBlocks(blocks);
    return ezb::fill(blocks, buf, cap);
}

int ezb_loop_is_simplified(EzbLoop l)
{
    return loop(l)->isLoopSimplifyForm();
}

int ezb_loop_is_lcssa(EzbCtx *cx, EzbLoop l)
{
    Function &f = *loop(l)->getHeader()->getParent();
    return loop(l)->isLCSSAForm(dominators(cx, f));
}

LLVMValueRef ezb_loop_canonical_iv(EzbLoop l)
{
    return wrap(static_cast<Value *>(loop(l)->getCanonicalInductionVariable()));
}

LLVMMetadataRef ezb_loop_id(EzbLoop l)
{
    return wrap(static_cast<Metadata *>(loop(l)->getLoopID()));
}
