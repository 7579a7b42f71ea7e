// Scalar evolution: symbolic trip counts and affine recurrences, and code that computes them.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
using namespace llvm;

namespace
{
ScalarEvolution &evolution(EzbCtx *cx, Function &f)
{
    return ezb::analysis<ScalarEvolutionAnalysis>(cx, f);
}

Loop *loop(EzbLoop l)
{
    return reinterpret_cast<Loop *>(l);
}
ScalarEvolution &evolution(EzbCtx *cx, EzbLoop l)
{
    return evolution(cx, *loop(l)->getHeader()->getParent());
}

const SCEV *scev(EzbScev s)
{
    return reinterpret_cast<const SCEV *>(s);
}
EzbScev wrapScev(const SCEV *s)
{
    return !s || isa<SCEVCouldNotCompute>(s) ? nullptr : reinterpret_cast<EzbScev>(s);
}

SCEVExpander expander(EzbCtx *cx, Function &f, const char *name)
{
#if LLVM_VERSION_MAJOR >= 22
    return SCEVExpander(evolution(cx, f), name);
#else
    return SCEVExpander(evolution(cx, f), cx->M->getDataLayout(), name);
#endif
}
} // namespace

EzbScev ezb_scev_of(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef v)
{
    ScalarEvolution &se = evolution(cx, ezb::functionOf(fn));
    return se.isSCEVable(unwrap(v)->getType()) ? wrapScev(se.getSCEV(unwrap(v))) : nullptr;
}

EzbScev ezb_scev_backedge_count(EzbCtx *cx, EzbLoop l)
{
    return wrapScev(evolution(cx, l).getBackedgeTakenCount(loop(l)));
}

EzbScev ezb_scev_exit_count(EzbCtx *cx, EzbLoop l, LLVMBasicBlockRef exiting)
{
    return wrapScev(evolution(cx, l).getExitCount(loop(l), unwrap(exiting)));
}

uint64_t ezb_scev_const_max_backedge(EzbCtx *cx, EzbLoop l, int *known)
{
    auto *s = dyn_cast<SCEVConstant>(evolution(cx, l).getConstantMaxBackedgeTakenCount(loop(l)));
    *known = s && s->getAPInt().getActiveBits() <= 64;
    return *known ? s->getAPInt().getZExtValue() : 0;
}

unsigned ezb_loop_profiled_trips(EzbLoop l)
{
    return getLoopEstimatedTripCount(loop(l)).value_or(0);
}

EzbScev ezb_scev_add_const(EzbCtx *cx, LLVMValueRef fn, EzbScev s, int64_t k)
{
    ScalarEvolution &se = evolution(cx, ezb::functionOf(fn));
    return wrapScev(
        se.getAddExpr(scev(s), se.getConstant(scev(s)->getType(), static_cast<uint64_t>(k), true)));
}

EzbScev ezb_scev_minus(EzbCtx *cx, LLVMValueRef fn, EzbScev a, EzbScev b)
{
    return wrapScev(evolution(cx, ezb::functionOf(fn)).getMinusSCEV(scev(a), scev(b)));
}

namespace
{
// Replaces recurrences of loops that do not contain `common` by their extreme values; null if one
// has no known sign or count.
const SCEV *extreme(ScalarEvolution &se, const SCEV *s, BasicBlock *common, bool highest)
{
    while (auto *rec = dyn_cast<SCEVAddRecExpr>(s)) {
        if (rec->getLoop()->contains(common))
            return s;
        const SCEV *count = se.getBackedgeTakenCount(rec->getLoop());
        if (!rec->isAffine() || isa<SCEVCouldNotCompute>(count))
            return nullptr;
        const SCEV *step = rec->getStepRecurrence(se);
        bool up = se.isKnownNonNegative(step);
        if (!up && !se.isKnownNonPositive(step))
            return nullptr;
        if (up != highest) {
            s = rec->getStart();
            continue;
        }
        const SCEV *n = se.getTruncateOrZeroExtend(count, step->getType());
        s = se.getAddExpr(rec->getStart(), se.getMulExpr(step, n));
    }
    return s;
}
} // namespace

int ezb_scev_range(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr, LLVMBasicBlockRef common,
                   EzbScev *lowest, EzbScev *highest)
{
    ScalarEvolution &se = evolution(cx, ezb::functionOf(fn));
    const SCEV *s = se.getSCEV(unwrap(ptr));
    const SCEV *low = extreme(se, s, unwrap(common), false),
               *high = extreme(se, s, unwrap(common), true);
    *lowest = low ? wrapScev(low) : nullptr;
    *highest = high ? wrapScev(high) : nullptr;
    return *lowest && *highest;
}

namespace
{
/* Extensions of sums as sums of extensions, where the loop's guards say that nothing wraps: that n
 * and n - 1 are the same but for one is lost in sext(n) and zext(n - 1). */
class ExtensionsOfSums : public SCEVRewriteVisitor<ExtensionsOfSums>
{
    const Loop *within;

    ConstantRange rangeOf(const SCEV *s)
    {
        return SE.getUnsignedRange(SE.applyLoopGuards(s, within));
    }

    const SCEV *extend(const SCEV *s, Type *type)
    {
        auto *sum = dyn_cast<SCEVAddExpr>(s);
        auto *k = sum ? dyn_cast<SCEVConstant>(sum->getOperand(0)) : nullptr;
        if (!k)
            return SE.getZeroExtendExpr(s, type);
        const APInt &c = k->getAPInt();
        const SCEV *rest = SE.getMinusSCEV(s, k);
        ConstantRange range = rangeOf(rest);
        bool wraps = false;
        if (c.isNegative())
            wraps = range.getUnsignedMin().ult(-c);
        else
            (void)range.getUnsignedMax().uadd_ov(c, wraps);
        return wraps
                   ? SE.getZeroExtendExpr(s, type)
                   : SE.getAddExpr(SE.getZeroExtendExpr(rest, type), SE.getSignExtendExpr(k, type));
    }

  public:
    ExtensionsOfSums(ScalarEvolution &se, const Loop *l) : SCEVRewriteVisitor(se), within(l)
    {
    }
    const SCEV *visitZeroExtendExpr(const SCEVZeroExtendExpr *e)
    {
        return extend(e->getOperand(), e->getType());
    }
    const SCEV *visitSignExtendExpr(const SCEVSignExtendExpr *e)
    {
        bool positive = rangeOf(e->getOperand()).isAllNonNegative();
        return positive ? extend(e->getOperand(), e->getType()) : e;
    }
};
} // namespace

int ezb_scev_nonnegative_in(EzbCtx *cx, EzbScev s, EzbLoop l)
{
    ScalarEvolution &se = evolution(cx, l);
    return se.isKnownNonNegative(scev(s)) ||
           se.isKnownNonNegative(se.applyLoopGuards(scev(s), loop(l))) ||
           se.isKnownNonNegative(ExtensionsOfSums(se, loop(l)).visit(scev(s)));
}

int ezb_scev_is_count_in(EzbCtx *cx, EzbScev s, EzbLoop l)
{
    ScalarEvolution &se = evolution(cx, l);
    auto isCount = [&](const SCEV *x) {
        return se.isKnownNonNegative(x) || se.isKnownNonNegative(se.applyLoopGuards(x, loop(l)));
    };
    return isCount(scev(s)) && !SCEVExprContains(scev(s), [&](const SCEV *x) {
               auto *extended = dyn_cast<SCEVZeroExtendExpr>(x);
               return extended && !isCount(extended->getOperand());
           });
}

EzbScev ezb_scev_in_last(EzbCtx *cx, EzbLoop l, EzbScev recurrence)
{
    ScalarEvolution &se = evolution(cx, l);
    const SCEV *count = se.getBackedgeTakenCount(loop(l));
    auto *rec = cast<SCEVAddRecExpr>(scev(recurrence));
    return isa<SCEVCouldNotCompute>(count) ? nullptr
                                           : wrapScev(rec->evaluateAtIteration(count, se));
}

int ezb_scev_ends_at(EzbCtx *cx, EzbLoop l, EzbScev recurrence, EzbScev bound, int with_sign)
{
    ScalarEvolution &se = evolution(cx, l);
    const SCEV *start = cast<SCEVAddRecExpr>(scev(recurrence))->getStart();
    auto *last = dyn_cast_or_null<SCEVMinMaxExpr>(scev(ezb_scev_in_last(cx, l, recurrence)));
    if (!last || last->getSCEVType() != (with_sign ? scSMaxExpr : scUMaxExpr))
        return 0;
    auto most = with_sign ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE;
    bool reached = false;
    for (const SCEV *part : last->operands()) {
        reached |= part == scev(bound);
        if (part != scev(bound) && !se.isKnownPredicate(most, part, start))
            return 0;
    }
    return reached;
}

EzbScev ezb_scev_minus_in(EzbCtx *cx, EzbScev a, EzbScev b, EzbLoop l)
{
    ScalarEvolution &se = evolution(cx, l);
    ExtensionsOfSums simplified(se, loop(l));
    return wrapScev(se.getMinusSCEV(simplified.visit(scev(a)), simplified.visit(scev(b))));
}

int ezb_scev_steps_over(EzbCtx *cx, EzbScev step, EzbLoop l, uint64_t size)
{
    ScalarEvolution &se = evolution(cx, l);
    const SCEV *count = se.getBackedgeTakenCount(loop(l)), *up = scev(step);
    Type *type = up->getType();
    if (isa<SCEVCouldNotCompute>(count) || type->isPointerTy() ||
        se.getTypeSizeInBits(count->getType()) > se.getTypeSizeInBits(type))
        return 0;
    const SCEV *n = se.getAddExpr(se.getNoopOrZeroExtend(count, type), se.getOne(type)),
               *bytes = se.getMulExpr(n, se.getConstant(type, size));
    return ezb_scev_nonnegative_in(cx, wrapScev(se.getMinusSCEV(up, bytes)), l) ||
           ezb_scev_nonnegative_in(cx, wrapScev(se.getMinusSCEV(se.getNegativeSCEV(up), bytes)), l);
}

int ezb_scev_const(EzbScev s, int64_t *value)
{
    auto *k = dyn_cast<SCEVConstant>(scev(s));
    if (!k || k->getAPInt().getSignificantBits() > 64)
        return 0;
    *value = k->getAPInt().getSExtValue();
    return 1;
}

int ezb_scev_is_invariant(EzbCtx *cx, EzbScev s, EzbLoop l)
{
    return evolution(cx, l).isLoopInvariant(scev(s), loop(l));
}

int ezb_scev_is_addrec(EzbCtx *, EzbScev s, EzbLoop *l, EzbScev *start, EzbScev *step)
{
    auto *rec = dyn_cast<SCEVAddRecExpr>(scev(s));
    if (!rec || !rec->isAffine())
        return 0;
    *l = reinterpret_cast<EzbLoop>(const_cast<Loop *>(rec->getLoop()));
    *start = wrapScev(rec->getStart());
    *step = wrapScev(rec->getOperand(1));
    return 1;
}

int ezb_scev_no_signed_wrap(EzbCtx *cx, LLVMValueRef inst)
{
    auto *op = dyn_cast<BinaryOperator>(ezb::instruction(inst));
    bool known = op && (op->getOpcode() == Instruction::Add ||
                        op->getOpcode() == Instruction::Sub || op->getOpcode() == Instruction::Mul);
    if (!known || !op->getType()->isIntegerTy())
        return 0;
    ScalarEvolution &se = evolution(cx, *op->getFunction());
    return se.willNotOverflow(op->getOpcode(), true, se.getSCEV(op->getOperand(0)),
                              se.getSCEV(op->getOperand(1)), op);
}

int ezb_scev_fits_signed(EzbCtx *cx, LLVMValueRef fn, EzbScev s, unsigned bits)
{
    ConstantRange range = evolution(cx, ezb::functionOf(fn)).getSignedRange(scev(s));
    return range.getMinSignedBits() <= bits;
}

int ezb_scev_has_nsw(EzbScev s)
{
    auto *rec = dyn_cast<SCEVAddRecExpr>(scev(s));
    return rec && rec->hasNoSignedWrap();
}

int ezb_scev_has_nuw(EzbScev s)
{
    auto *rec = dyn_cast<SCEVAddRecExpr>(scev(s));
    return rec && rec->hasNoUnsignedWrap();
}

LLVMTypeRef ezb_scev_type(EzbScev s)
{
    return wrap(scev(s)->getType());
}

int ezb_scev_can_expand_at(EzbCtx *cx, EzbScev s, LLVMValueRef before)
{
    SCEVExpander e = expander(cx, ezb::functionOf(before), "scev");
    return e.isSafeToExpandAt(scev(s), ezb::instruction(before));
}

LLVMValueRef ezb_scev_expand(EzbCtx *cx, EzbScev s, LLVMTypeRef ty, LLVMValueRef before,
                             const char *name)
{
    SCEVExpander e = expander(cx, ezb::functionOf(before), name);
    Instruction *at = ezb::instruction(before);
    if (!e.isSafeToExpandAt(scev(s), at))
        return nullptr;
    return wrap(e.expandCodeFor(scev(s), unwrap(ty), at->getIterator()));
}

char *ezb_scev_print(EzbScev s)
{
    std::string text;
    raw_string_ostream os(text);
    if (s)
        os << *scev(s);
    else
        os << "unknown";
    return ezb::copyString(text);
}

// Each instruction whose result may be poison, and a copy of it that has its flags.
struct EzbFlags {
    SmallVector<std::pair<WeakTrackingVH, Instruction *>, 64> items;
};

EzbFlags *ezb_flags_keep(LLVMValueRef fn)
{
    auto *flags = new EzbFlags;
    for (Instruction &i : instructions(*ezb::function(fn)))
        if (i.hasPoisonGeneratingFlags())
            flags->items.emplace_back(&i, i.clone());
    return flags;
}

void ezb_flags_restore(EzbFlags *flags)
{
    for (auto &[kept, copy] : flags->items) {
        auto *i = dyn_cast_or_null<Instruction>(static_cast<Value *>(kept));
        if (i && i->getOpcode() == copy->getOpcode())
            i->copyIRFlags(copy);
        copy->deleteValue();
    }
    delete flags;
}
