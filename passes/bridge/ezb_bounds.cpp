// Bounds of the addresses that accesses have, as code in front of the loops that make them.
//
// The offset from a base is an affine function of the counters of loops. Its extreme values are
// taken at the ends of their ranges, computed with 128 bits, where nothing wraps around. Accesses
// that are not made, behind a guard or in a loop that is not entered, may widen the bounds, never
// narrow them: each is bounded by itself.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <utility>
using namespace llvm;

namespace
{
// The first and the last iteration of a loop that count; null: all.
struct Iterations {
    const SCEV *first = nullptr, *last = nullptr;
};

// What bounds are made of: values, or the mere fact that they can be made.
class Bounds
{
  public:
    Bounds(EzbCtx *cx, Instruction *at, bool emit)
        : se(ezb::analysis<ScalarEvolutionAnalysis>(cx, *at->getFunction())), at(at), emit(emit),
#if LLVM_VERSION_MAJOR >= 22
          expander(se, ""),
#else
          expander(se, at->getModule()->getDataLayout(), ""),
#endif
          build(at), wide(build.getInt128Ty()), can(ConstantInt::get(wide, 0))
    {
    }

    // An upper or lower bound of s, with 128 bits; null if none is found.
    Value *of(const SCEV *s, bool upper)
    {
        if (!isa<IntegerType>(s->getType()) || s->getType()->getIntegerBitWidth() > 64)
            return nullptr;
        if (!varies(s))
            return expander.isSafeToExpandAt(s, at) ? invariant(s) : nullptr;
        switch (s->getSCEVType()) {
        case scAddExpr: return sum(cast<SCEVAddExpr>(s), upper);
        case scMulExpr: return product(cast<SCEVMulExpr>(s), upper);
        case scAddRecExpr: return recurrence(cast<SCEVAddRecExpr>(s), upper);
        case scSMaxExpr:
        case scSMinExpr: return choice(cast<SCEVNAryExpr>(s), upper);
        case scUMinExpr: return upper ? unsignedBound(s) : can;
        case scUnknown: return ofUnknown(cast<SCEVUnknown>(s), upper);
        case scZeroExtend:
        case scSignExtend:
            return extended(cast<SCEVCastExpr>(s), s->getSCEVType() == scSignExtend, upper);
        default: return nullptr;
        }
    }

    Value *plus(Value *v, int64_t k)
    {
        return emit ? build.CreateAdd(v, ConstantInt::getSigned(wide, k)) : v;
    }
    Value *plus(Value *a, Value *b)
    {
        return emit ? build.CreateAdd(a, b) : a;
    }
    Value *extreme(Value *a, Value *b, bool upper)
    {
        return emit ? build.CreateBinaryIntrinsic(upper ? Intrinsic::smax : Intrinsic::smin, a, b)
                    : a;
    }
    // With 64 bits, what lies outside at their end.
    Value *narrow(Value *v)
    {
        if (!emit)
            return v;
        auto limit = [&](const APInt &k) { return ConstantInt::get(wide, k.sext(128)); };
        v = extreme(v, limit(APInt::getSignedMinValue(64)), true);
        v = extreme(v, limit(APInt::getSignedMaxValue(64)), false);
        return build.CreateTrunc(v, build.getInt64Ty());
    }

    ScalarEvolution &se;

  private:
    bool varies(const SCEV *s)
    {
        return SCEVExprContains(s, [&](const SCEV *x) {
            return isa<SCEVAddRecExpr>(x) || asShare(x, nullptr) || asChoice(x);
        });
    }

    // One of several values, behind `at`.
    Instruction *asChoice(const SCEV *s)
    {
        auto *unknown = dyn_cast<SCEVUnknown>(s);
        Value *v = unknown ? unknown->getValue() : nullptr;
        return v && isa<SelectInst, PHINode>(v) && !expander.isSafeToExpandAt(s, at)
                   ? cast<Instruction>(v)
                   : nullptr;
    }

    // The extreme of all of them, whenever they were computed: perhaps in an iteration in which the
    // access is not made. Null for what goes round in a loop.
    Value *ofChoice(Instruction *choice, bool upper)
    {
        Value *chosen = nullptr;
        if (!open.insert(choice).second)
            return nullptr;
        DenseMap<const Loop *, Iterations> those;
        std::swap(those, iterations);
        for (Use &operand : choice->operands()) {
            if (isa<SelectInst>(choice) && !operand.getOperandNo())
                continue;
            Value *v = of(se.getSCEV(operand), upper);
            chosen = v && chosen ? extreme(chosen, v, upper) : v;
            if (!v)
                break;
        }
        std::swap(those, iterations);
        open.erase(choice);
        return chosen;
    }

    Value *ofUnknown(const SCEVUnknown *s, bool upper)
    {
        Instruction *choice = asChoice(s);
        return choice ? ofChoice(choice, upper) : ofShare(s, upper);
    }

    // A bound of the iterations of a loop that one thread of a team gets (runtime/team.h).
    static const CallInst *asShare(const SCEV *s, bool *first)
    {
        auto *unknown = dyn_cast<SCEVUnknown>(s);
        auto *call = unknown ? dyn_cast<CallInst>(unknown->getValue()) : nullptr;
        const Function *fn = call ? call->getCalledFunction() : nullptr;
        if (!fn || !fn->isDeclaration())
            return nullptr;
        bool isFirst = fn->getName().starts_with("enz_rt_share_first_");
        if (first)
            *first = isFirst;
        return isFirst || fn->getName().starts_with("enz_rt_share_last_") ? call : nullptr;
    }

    // Bounds are those of all threads: so all of them find the same.
    Value *ofShare(const SCEVUnknown *s, bool upper)
    {
        bool first;
        const CallInst *call = asShare(s, &first);
        if (!call)
            return nullptr;
        Value *none = ConstantInt::getSigned(wide, first ? 0 : -1);
        if (!upper)
            return emit ? none : can;
        Value *end = of(se.getSCEV(call->getArgOperand(0)), true);
        return end ? extreme(end, none, true) : nullptr;
    }

    Value *invariant(const SCEV *s)
    {
        return emit ? build.CreateSExt(expander.expandCodeFor(s, s->getType(), at->getIterator()),
                                       wide)
                    : can;
    }

    Value *sum(const SCEVAddExpr *s, bool upper)
    {
        Value *total = nullptr;
        for (const SCEV *part : s->operands()) {
            Value *v = of(part, upper);
            if (!v)
                return nullptr;
            total = total ? plus(total, v) : v;
        }
        return total;
    }

    // One factor that varies, others that do not.
    Value *product(const SCEVMulExpr *s, bool upper)
    {
        const SCEV *varying = nullptr;
        SmallVector<const SCEV *, 4> rest;
        for (const SCEV *part : s->operands()) {
            if (!varies(part))
                rest.push_back(part);
            else if (varying)
                return nullptr;
            else
                varying = part;
        }
        const SCEV *factor = se.getMulExpr(rest);
        Value *f = of(factor, upper), *low = of(varying, false), *high = of(varying, true);
        if (!f || !low || !high)
            return nullptr;
        return emit ? extreme(build.CreateMul(f, low), build.CreateMul(f, high), upper) : can;
    }

    // How often the loop goes back if the test at its end, with 64 bits, compares a counter with a
    // limit. Null for other tests. Where the test is for order, and not for inequality, the
    // distance may be negative: then the loop does not go back.
    const SCEV *distanceToLimit(const Loop *l, bool &negative)
    {
        BasicBlock *latch = l->getLoopLatch();
        auto *end = latch ? dyn_cast<BranchInst>(latch->getTerminator()) : nullptr;
        auto *test =
            end && end->isConditional() ? dyn_cast<ICmpInst>(end->getCondition()) : nullptr;
        if (!test || latch != l->getExitingBlock() ||
            !test->getOperand(0)->getType()->isIntegerTy(64))
            return nullptr;
        auto goesOn = end->getSuccessor(0) == l->getHeader() ? test->getPredicate()
                                                             : test->getInversePredicate();
        for (unsigned k = 0; k < 2; ++k, goesOn = ICmpInst::getSwappedPredicate(goesOn)) {
            auto *counter = dyn_cast<SCEVAddRecExpr>(se.getSCEV(test->getOperand(k)));
            const SCEV *limit = se.getSCEV(test->getOperand(1 - k));
            if (!counter || counter->getLoop() != l || !se.isLoopInvariant(limit, l))
                continue;
            const SCEV *step = counter->getStepRecurrence(se);
            bool unequal = goesOn == ICmpInst::ICMP_NE;
            negative = !unequal;
            if (step->isOne() && (unequal || ICmpInst::isLT(goesOn)))
                return se.getMinusSCEV(limit, counter->getStart());
            if (step->isAllOnesValue() && (unequal || ICmpInst::isGT(goesOn)))
                return se.getMinusSCEV(counter->getStart(), limit);
        }
        return nullptr;
    }

    // How often the loop goes back, with 64 bits; null if that is not known. What scalar evolution
    // says may have 32, of which a bound with more does not follow.
    const SCEV *countOf(const Loop *l, bool &negative)
    {
        negative = false;
        const SCEV *count = se.getBackedgeTakenCount(l);
        if (isa<SCEVCouldNotCompute>(count) || count->getType()->getIntegerBitWidth() > 64)
            return nullptr;
        const SCEV *distance = distanceToLimit(l, negative);
        return distance ? distance : se.getNoopOrZeroExtend(count, build.getInt64Ty());
    }

    // A loop that goes back c - i times, where i counts an outer loop, is only entered for i <= c;
    // one that goes back i - c times only for i >= c.
    Iterations enteredBy(const SCEV *count, const Loop *&outer)
    {
        Iterations range;
        auto *rec = dyn_cast<SCEVAddRecExpr>(count);
        if (!rec || !rec->isAffine() || rec->getLoop()->contains(at))
            return range;
        outer = rec->getLoop();
        auto *start = dyn_cast<SCEVConstant>(rec->getStart());
        const SCEV *step = rec->getStepRecurrence(se);
        if (step->isAllOnesValue())
            range.last = rec->getStart();
        else if (step->isOne() && start && start->getAPInt().isNegative())
            range.first = se.getNegativeSCEV(start);
        return range;
    }

    // From start to start + step * count; where both depend on an outer loop, as in a triangle, the
    // sum may depend on it less.
    Value *ends(const SCEVAddRecExpr *s, const SCEV *count, bool upper)
    {
        Iterations entered = iterations.lookup(s->getLoop());
        Type *type = s->getType();
        if (entered.last)
            count = se.getSMinExpr(count, entered.last);
        auto valueAt = [&](const SCEV *n) {
            return se.getAddExpr(s->getStart(), se.getMulExpr(s->getStepRecurrence(se),
                                                              se.getTruncateOrZeroExtend(n, type)));
        };
        Value *first = of(entered.first ? valueAt(entered.first) : s->getStart(), upper),
              *last = of(valueAt(count), upper);
        if (!first || !last)
            return nullptr;
        auto *step = dyn_cast<SCEVConstant>(s->getStepRecurrence(se));
        bool firstIsExtreme = step && step->getAPInt().isNegative() == upper;
        Value *bound = firstIsExtreme ? first : extreme(first, last, upper);
        return type->getIntegerBitWidth() < 64 ? unlessCountIsWide(bound, count, type, upper)
                                               : bound;
    }

    // The bound, if the count has no more bits than the type, and else one that fits no type: with
    // fewer bits, what the count was cut down to says nothing.
    Value *unlessCountIsWide(Value *bound, const SCEV *count, Type *type, bool upper)
    {
        Value *most = of(count, true);
        if (!most || !emit)
            return most ? bound : nullptr;
        unsigned bits = type->getIntegerBitWidth();
        Value *limit = ConstantInt::get(wide, APInt::getSignedMaxValue(bits).sext(128)),
              *none = ConstantInt::get(wide, upper ? APInt::getOneBitSet(128, 100)
                                                   : -APInt::getOneBitSet(128, 100));
        return build.CreateSelect(build.CreateICmpSLE(most, limit), bound, none);
    }

    Value *recurrence(const SCEVAddRecExpr *s, bool upper)
    {
        bool negative;
        const SCEV *count = countOf(s->getLoop(), negative);
        if (!s->isAffine() || !count || s->getLoop()->contains(at))
            return nullptr;
        const Loop *outer = nullptr;
        Iterations entered, before;
        if (!negative)
            entered = enteredBy(count, outer);
        if (!entered.first && !entered.last)
            return ends(s, count, upper);
        before = iterations.lookup(outer);
        iterations[outer] = entered;
        Value *bound = ends(s, count, upper);
        iterations[outer] = before;
        return bound ? bound : ends(s, count, upper);
    }

    // Of a number with fewer bits: its bounds, if it does not wrap around between them.
    Value *extended(const SCEVCastExpr *s, bool isSigned, bool upper)
    {
        const SCEV *narrow = s->getOperand();
        unsigned bits = narrow->getType()->getIntegerBitWidth();
        Value *low = of(narrow, false), *high = of(narrow, true);
        if (!low || !high)
            return isSigned ? nullptr : upper ? unsignedBound(s) : can;
        if (!emit)
            return can;
        APInt least = isSigned ? APInt::getSignedMinValue(bits) : APInt::getZero(bits),
              most = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
        Value *min = ConstantInt::get(wide, isSigned ? least.sext(128) : least.zext(128)),
              *max = ConstantInt::get(wide, isSigned ? most.sext(128) : most.zext(128));
        Value *fits =
            build.CreateAnd(build.CreateICmpSGE(low, min), build.CreateICmpSLE(high, max));
        return build.CreateSelect(fits, upper ? high : low, upper ? max : min);
    }

    // The extreme of the bounds: both functions are monotonic.
    Value *choice(const SCEVNAryExpr *s, bool upper)
    {
        Value *chosen = nullptr;
        for (const SCEV *part : s->operands()) {
            Value *v = of(part, upper);
            if (!v)
                return nullptr;
            chosen = chosen ? extreme(chosen, v, s->getSCEVType() == scSMaxExpr) : v;
        }
        return chosen;
    }

    // Of s as an unsigned number: of a minimum, one of its operands, whatever the others are.
    Value *unsignedBound(const SCEV *s)
    {
        if (auto *narrow = dyn_cast<SCEVZeroExtendExpr>(s))
            return unsignedBound(narrow->getOperand());
        if (!varies(s) && !expander.isSafeToExpandAt(s, at))
            return nullptr;
        if (!varies(s))
            return emit ? build.CreateZExt(
                              expander.expandCodeFor(s, s->getType(), at->getIterator()), wide)
                        : can;
        Value *least = nullptr;
        if (auto *minimum = dyn_cast<SCEVUMinExpr>(s))
            for (const SCEV *part : minimum->operands())
                if (Value *v = unsignedBound(part))
                    least = least ? extreme(least, v, false) : v;
        return least;
    }

    Instruction *at;
    bool emit;
    DenseMap<const Loop *, Iterations> iterations; // for which accesses are bounded
    SmallPtrSet<Instruction *, 8> open;            // choices that are being bounded
    SCEVExpander expander;
    IRBuilder<> build;
    IntegerType *wide;
    Value *can;
};

// Accesses whose offsets differ by constants, which lie between `low` and `high`.
struct Group {
    const SCEV *offset;
    int64_t low, high;
};

// How many groups of accesses one base may have.
constexpr size_t groupsMax = 16;

bool addTo(ScalarEvolution &se, SmallVectorImpl<Group> &groups, const SCEV *offset, int64_t size)
{
    for (Group &g : groups) {
        auto *d = dyn_cast<SCEVConstant>(se.getMinusSCEV(offset, g.offset));
        if (!d || d->getAPInt().getSignificantBits() > 62)
            continue;
        int64_t k = d->getAPInt().getSExtValue();
        g.low = std::min(g.low, k);
        g.high = std::max(g.high, k + size);
        return true;
    }
    groups.push_back({offset, 0, size});
    return groups.size() <= groupsMax;
}
} // namespace

LLVMValueRef ezb_pointer_base(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr)
{
    auto &se = ezb::analysis<ScalarEvolutionAnalysis>(cx, *ezb::function(fn));
    auto *base = dyn_cast<SCEVUnknown>(se.getPointerBase(se.getSCEV(unwrap(ptr))));
    return base ? wrap(base->getValue()) : nullptr;
}

int ezb_access_bounds(EzbCtx *cx, const LLVMValueRef *ptrs, const uint64_t *sizes, size_t n,
                      LLVMValueRef at, LLVMValueRef *low, LLVMValueRef *high)
{
    Bounds bounds(cx, ezb::instruction(at), low != nullptr);
    SmallVector<Group, 16> groups;
    for (size_t i = 0; i < n; ++i) {
        const SCEV *address = bounds.se.getSCEV(unwrap(ptrs[i]));
        const SCEV *offset = bounds.se.removePointerBase(address);
        if (sizes[i] > INT32_MAX ||
            !addTo(bounds.se, groups, offset, static_cast<int64_t>(sizes[i])))
            return 0;
    }
    Value *lowest = nullptr, *highest = nullptr;
    for (const Group &g : groups) {
        Value *l = bounds.of(g.offset, false), *h = bounds.of(g.offset, true);
        if (!l || !h)
            return 0;
        l = bounds.plus(l, g.low), h = bounds.plus(h, g.high);
        lowest = lowest ? bounds.extreme(lowest, l, false) : l;
        highest = highest ? bounds.extreme(highest, h, true) : h;
    }
    if (!lowest)
        return 0;
    if (low) {
        *low = wrap(bounds.narrow(lowest));
        *high = wrap(bounds.narrow(highest));
    }
    return 1;
}
