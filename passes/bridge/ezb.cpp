// bridge.cpp - the only C++ that touches LLVM analyses. LLVM 19..22.
#include "llvm/Config/llvm-config.h"
#include "ezb_ctx.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include <cstdlib>
#include <cstring>
using namespace llvm;
namespace {
template <class T = Value> T *V(LLVMValueRef v) { return unwrap<T>(v); }
FunctionAnalysisManager &fam(EzbCtx *c) { return c->MAM->getResult<FunctionAnalysisManagerModuleProxy>(*c->M).getManager(); }
Function &fnOf(LLVMValueRef v) {
  Value *x = unwrap(v);
  if (auto *F = dyn_cast<Function>(x)) return *F;
  if (auto *I = dyn_cast<Instruction>(x)) return *I->getFunction();
  return *cast<Argument>(x)->getParent();
}
Function &fnOf(BasicBlock *b) { return *b->getParent(); }
Function &fnOf(Loop *l) { return *l->getHeader()->getParent(); }
DominatorTree &DT(EzbCtx *c, Function &F) { return fam(c).getResult<DominatorTreeAnalysis>(F); }
PostDominatorTree &PDT(EzbCtx *c, Function &F) { return fam(c).getResult<PostDominatorTreeAnalysis>(F); }
LoopInfo &LI(EzbCtx *c, Function &F) { return fam(c).getResult<LoopAnalysis>(F); }
ScalarEvolution &SE(EzbCtx *c, Function &F) { return fam(c).getResult<ScalarEvolutionAnalysis>(F); }
AAResults &AA(EzbCtx *c, Function &F) { return fam(c).getResult<AAManager>(F); }
TargetLibraryInfo &TLI(EzbCtx *c, Function &F) { return fam(c).getResult<TargetLibraryAnalysis>(F); }
AssumptionCache &AC(EzbCtx *c, Function &F) { return fam(c).getResult<AssumptionAnalysis>(F); }
Loop *L(EzbLoop l) { return reinterpret_cast<Loop *>(l); }
EzbLoop W(const Loop *l) { return reinterpret_cast<EzbLoop>(const_cast<Loop *>(l)); }
const SCEV *S(EzbScev s) { return reinterpret_cast<const SCEV *>(s); }
EzbScev W(const SCEV *s) { return !s || isa<SCEVCouldNotCompute>(s) ? nullptr : reinterpret_cast<EzbScev>(s); }
char *dup(const std::string &s) { char *r = (char *)malloc(s.size() + 1); memcpy(r, s.c_str(), s.size() + 1); return r; }
template <class R, class B> size_t fill(const R &r, B *buf, size_t cap) { size_t n = 0; for (auto *x : r) { if (n < cap) buf[n] = wrap(x); ++n; } return n; }
LocationSize sz(uint64_t s) { return s == EZB_SIZE_UNKNOWN ? LocationSize::beforeOrAfterPointer() : LocationSize::precise(s); }
} // namespace
extern "C" {
// ---- pipelines
int ezb_run_module_passes(EzbCtx *c, LLVMModuleRef m, const char *p, char **err) {
  ModulePassManager MPM;
  if (Error e = c->PB->parsePassPipeline(MPM, p)) { std::string s = toString(std::move(e)); if (err) *err = dup(s); return 1; }
  PreservedAnalyses PA = MPM.run(*unwrap(m), *c->MAM); // the manager invalidates after every pass
  (void)PA; c->Changed = true; return 0;
}
int ezb_run_function_passes(EzbCtx *c, LLVMValueRef f, const char *p, char **err) {
  FunctionPassManager FPM;
  if (Error e = c->PB->parsePassPipeline(FPM, p)) { std::string s = toString(std::move(e)); if (err) *err = dup(s); return 1; }
  FPM.run(*V<Function>(f), fam(c)); c->Changed = true; return 0;
}
void ezb_invalidate(EzbCtx *c, LLVMValueRef f) { fam(c).invalidate(*V<Function>(f), PreservedAnalyses::none()); }
void ezb_invalidate_all(EzbCtx *c) { c->MAM->invalidate(*c->M, PreservedAnalyses::none()); }
void ezb_forget_function(EzbCtx *c, LLVMValueRef f) { fam(c).clear(*V<Function>(f), V<Function>(f)->getName()); }
// ---- dominators
int ezb_dom_block(EzbCtx *c, LLVMBasicBlockRef a, LLVMBasicBlockRef b) { return DT(c, fnOf(unwrap(a))).dominates(unwrap(a), unwrap(b)); }
int ezb_dom_value(EzbCtx *c, LLVMValueRef d, LLVMValueRef u) { return DT(c, fnOf(u)).dominates(unwrap(d), V<Instruction>(u)); }
int ezb_dom_use(EzbCtx *c, LLVMValueRef d, LLVMUseRef u) { Use *U = unwrap(u); return DT(c, *cast<Instruction>(U->getUser())->getFunction()).dominates(unwrap(d), *U); }
LLVMBasicBlockRef ezb_idom(EzbCtx *c, LLVMBasicBlockRef b) { auto *n = DT(c, fnOf(unwrap(b))).getNode(unwrap(b)); return n && n->getIDom() ? wrap(n->getIDom()->getBlock()) : nullptr; }
LLVMBasicBlockRef ezb_common_dom(EzbCtx *c, LLVMBasicBlockRef a, LLVMBasicBlockRef b) { return wrap(DT(c, fnOf(unwrap(a))).findNearestCommonDominator(unwrap(a), unwrap(b))); }
int ezb_reachable_from_entry(EzbCtx *c, LLVMBasicBlockRef b) { return DT(c, fnOf(unwrap(b))).isReachableFromEntry(unwrap(b)); }
int ezb_postdom_block(EzbCtx *c, LLVMBasicBlockRef a, LLVMBasicBlockRef b) { return PDT(c, fnOf(unwrap(a))).dominates(unwrap(a), unwrap(b)); }
LLVMBasicBlockRef ezb_ipdom(EzbCtx *c, LLVMBasicBlockRef b) { auto *n = PDT(c, fnOf(unwrap(b))).getNode(unwrap(b)); return n && n->getIDom() && n->getIDom()->getBlock() ? wrap(n->getIDom()->getBlock()) : nullptr; }
int ezb_comes_before(LLVMValueRef i, LLVMValueRef j) { return V<Instruction>(i)->comesBefore(V<Instruction>(j)); }
int ezb_potentially_reachable(EzbCtx *c, LLVMValueRef a, LLVMValueRef b) { auto &F = fnOf(a); return isPotentiallyReachable(V<Instruction>(a), V<Instruction>(b), nullptr, &DT(c, F), &LI(c, F)); }
// ---- loops
size_t ezb_top_loops(EzbCtx *c, LLVMValueRef f, EzbLoop *b, size_t cap) { size_t n = 0; for (Loop *l : LI(c, fnOf(f))) { if (n < cap) b[n] = W(l); ++n; } return n; }
EzbLoop ezb_loop_for(EzbCtx *c, LLVMBasicBlockRef b) { return W(LI(c, fnOf(unwrap(b))).getLoopFor(unwrap(b))); }
EzbLoop ezb_loop_parent(EzbLoop l) { return W(L(l)->getParentLoop()); }
unsigned ezb_loop_depth(EzbLoop l) { return L(l)->getLoopDepth(); }
size_t ezb_loop_subloops(EzbLoop l, EzbLoop *b, size_t cap) { size_t n = 0; for (Loop *s : L(l)->getSubLoops()) { if (n < cap) b[n] = W(s); ++n; } return n; }
size_t ezb_loop_blocks(EzbLoop l, LLVMBasicBlockRef *b, size_t cap) { return fill(L(l)->blocks(), b, cap); }
int ezb_loop_contains(EzbLoop l, LLVMBasicBlockRef b) { return L(l)->contains(unwrap(b)); }
LLVMBasicBlockRef ezb_loop_header(EzbLoop l) { return wrap(L(l)->getHeader()); }
LLVMBasicBlockRef ezb_loop_preheader(EzbLoop l) { return wrap(L(l)->getLoopPreheader()); }
LLVMBasicBlockRef ezb_loop_latch(EzbLoop l) { return wrap(L(l)->getLoopLatch()); }
size_t ezb_loop_exiting(EzbLoop l, LLVMBasicBlockRef *b, size_t cap) { SmallVector<BasicBlock *, 8> v; L(l)->getExitingBlocks(v); return fill(v, b, cap); }
size_t ezb_loop_exits(EzbLoop l, LLVMBasicBlockRef *b, size_t cap) { SmallVector<BasicBlock *, 8> v; L(l)->getUniqueExitBlocks(v); return fill(v, b, cap); }
int ezb_loop_is_simplified(EzbLoop l) { return L(l)->isLoopSimplifyForm(); }
LLVMValueRef ezb_loop_canonical_iv(EzbLoop l) { return wrap((Value *)L(l)->getCanonicalInductionVariable()); }
LLVMMetadataRef ezb_loop_id(EzbLoop l) { return wrap((Metadata *)L(l)->getLoopID()); }
// ---- scev
EzbScev ezb_scev_of(EzbCtx *c, LLVMValueRef f, LLVMValueRef v) { auto &s = SE(c, fnOf(f)); return s.isSCEVable(unwrap(v)->getType()) ? W(s.getSCEV(unwrap(v))) : nullptr; }
EzbScev ezb_scev_backedge_count(EzbCtx *c, EzbLoop l) { return W(SE(c, fnOf(L(l))).getBackedgeTakenCount(L(l))); }
EzbScev ezb_scev_exit_count(EzbCtx *c, EzbLoop l, LLVMBasicBlockRef b) { return W(SE(c, fnOf(L(l))).getExitCount(L(l), unwrap(b))); }
uint64_t ezb_scev_const_max_backedge(EzbCtx *c, EzbLoop l, int *known) {
  auto *s = dyn_cast<SCEVConstant>(SE(c, fnOf(L(l))).getConstantMaxBackedgeTakenCount(L(l)));
  *known = s && s->getAPInt().getActiveBits() <= 64; return *known ? s->getAPInt().getZExtValue() : 0;
}
EzbScev ezb_scev_add_const(EzbCtx *c, LLVMValueRef f, EzbScev s, int64_t k) { auto &e = SE(c, fnOf(f)); return W(e.getAddExpr(S(s), e.getConstant(S(s)->getType(), (uint64_t)k, true))); }
int ezb_scev_const(EzbScev s, int64_t *v) { auto *k = dyn_cast<SCEVConstant>(S(s)); if (!k || k->getAPInt().getSignificantBits() > 64) return 0; *v = k->getAPInt().getSExtValue(); return 1; }
int ezb_scev_is_invariant(EzbCtx *c, EzbScev s, EzbLoop l) { return SE(c, fnOf(L(l))).isLoopInvariant(S(s), L(l)); }
int ezb_scev_is_addrec(EzbCtx *c, EzbScev s, EzbLoop *l, EzbScev *st, EzbScev *step) {
  auto *a = dyn_cast<SCEVAddRecExpr>(S(s)); if (!a || !a->isAffine()) return 0;
  *l = W(a->getLoop()); *st = W(a->getStart()); *step = W(a->getOperand(1)); return 1;
}
LLVMTypeRef ezb_scev_type(EzbScev s) { return wrap(S(s)->getType()); }
static SCEVExpander mk(EzbCtx *c, Function &F, const char *n) {
#if LLVM_VERSION_MAJOR >= 22
  return SCEVExpander(SE(c, F), n);
#else
  return SCEVExpander(SE(c, F), c->M->getDataLayout(), n);
#endif
}
int ezb_scev_can_expand_at(EzbCtx *c, EzbScev s, LLVMValueRef at) { auto e = mk(c, fnOf(at), "x"); return e.isSafeToExpandAt(S(s), V<Instruction>(at)); }
LLVMValueRef ezb_scev_expand(EzbCtx *c, EzbScev s, LLVMTypeRef ty, LLVMValueRef at, const char *n) {
  auto e = mk(c, fnOf(at), n); auto *I = V<Instruction>(at);
  if (!e.isSafeToExpandAt(S(s), I)) return nullptr;
  return wrap(e.expandCodeFor(S(s), unwrap(ty), I->getIterator()));
}
char *ezb_scev_print(EzbScev s) { std::string o; raw_string_ostream os(o); if (s) os << *S(s); else os << "CNC"; return dup(o); }
// ---- memory
EzbAlias ezb_alias(EzbCtx *c, LLVMValueRef f, LLVMValueRef p, uint64_t ps, LLVMValueRef q, uint64_t qs) {
  AliasResult r = AA(c, fnOf(f)).alias(MemoryLocation(unwrap(p), sz(ps)), MemoryLocation(unwrap(q), sz(qs)));
  switch ((AliasResult::Kind)r) { case AliasResult::NoAlias: return EZB_NO_ALIAS; case AliasResult::MayAlias: return EZB_MAY_ALIAS; case AliasResult::PartialAlias: return EZB_PARTIAL_ALIAS; default: return EZB_MUST_ALIAS; }
}
EzbAlias ezb_alias_insts(EzbCtx *c, LLVMValueRef i, LLVMValueRef j) {
  auto a = MemoryLocation::getOrNone(V<Instruction>(i)), b = MemoryLocation::getOrNone(V<Instruction>(j));
  if (!a || !b) return EZB_MAY_ALIAS;
  AliasResult r = AA(c, fnOf(i)).alias(*a, *b); // carries AAMDNodes: TBAA, scopes
  switch ((AliasResult::Kind)r) { case AliasResult::NoAlias: return EZB_NO_ALIAS; case AliasResult::MayAlias: return EZB_MAY_ALIAS; case AliasResult::PartialAlias: return EZB_PARTIAL_ALIAS; default: return EZB_MUST_ALIAS; }
}
EzbModRef ezb_modref_ptr(EzbCtx *c, LLVMValueRef i, LLVMValueRef p, uint64_t s) { return (EzbModRef)(unsigned)AA(c, fnOf(i)).getModRefInfo(V<Instruction>(i), MemoryLocation(unwrap(p), sz(s))); }
EzbModRef ezb_modref_inst(EzbCtx *c, LLVMValueRef i, LLVMValueRef j) {
  auto b = MemoryLocation::getOrNone(V<Instruction>(j));
  return (EzbModRef)(unsigned)(b ? AA(c, fnOf(i)).getModRefInfo(V<Instruction>(i), *b) : AA(c, fnOf(i)).getModRefInfo(V<Instruction>(i), std::nullopt));
}
int ezb_points_to_const(EzbCtx *c, LLVMValueRef f, LLVMValueRef p) { return AA(c, fnOf(f)).pointsToConstantMemory(MemoryLocation::getBeforeOrAfter(unwrap(p))); }
static EzbEffects eff(MemoryEffects e) {
  EzbEffects r = {(uint8_t)e.getModRef(IRMemLocation::ArgMem), (uint8_t)e.getModRef(IRMemLocation::InaccessibleMem), 0, (uint8_t)e.getModRef(IRMemLocation::Other)};
#if LLVM_VERSION_MAJOR >= 21
  r.errno_mem = (uint8_t)e.getModRef(IRMemLocation::ErrnoMem);
#else
  r.errno_mem = r.other;
#endif
  return r;
}
EzbEffects ezb_call_effects(EzbCtx *c, LLVMValueRef i) { return eff(AA(c, fnOf(i)).getMemoryEffects(V<CallBase>(i))); }
EzbEffects ezb_fn_effects(EzbCtx *c, LLVMValueRef f) { (void)c; return eff(V<Function>(f)->getMemoryEffects()); }
void ezb_set_fn_effects(LLVMValueRef f, EzbEffects e) {
  MemoryEffects m = MemoryEffects::none();
  m |= MemoryEffects(IRMemLocation::ArgMem, (ModRefInfo)e.arg); m |= MemoryEffects(IRMemLocation::InaccessibleMem, (ModRefInfo)e.inaccessible);
  unsigned other = e.other;
#if LLVM_VERSION_MAJOR >= 21
  m |= MemoryEffects(IRMemLocation::ErrnoMem, (ModRefInfo)e.errno_mem);
#else
  other |= e.errno_mem;
#endif
  m |= MemoryEffects(IRMemLocation::Other, (ModRefInfo)other);
  V<Function>(f)->setMemoryEffects(m);
}
int ezb_inst_reads(LLVMValueRef i) { return V<Instruction>(i)->mayReadFromMemory(); }
int ezb_inst_writes(LLVMValueRef i) { return V<Instruction>(i)->mayWriteToMemory(); }
int ezb_inst_side_effects(LLVMValueRef i) { return V<Instruction>(i)->mayHaveSideEffects(); }
LLVMValueRef ezb_mssa_clobber(EzbCtx *c, LLVMValueRef i, int *live, int *phi) {
  auto &M = fam(c).getResult<MemorySSAAnalysis>(fnOf(i)).getMSSA(); *live = *phi = 0;
  MemoryAccess *a = M.getWalker()->getClobberingMemoryAccess(V<Instruction>(i));
  if (!a || M.isLiveOnEntryDef(a)) { *live = 1; return nullptr; }
  if (isa<MemoryPhi>(a)) { *phi = 1; return nullptr; }
  return wrap((Value *)cast<MemoryUseOrDef>(a)->getMemoryInst());
}
LLVMValueRef ezb_underlying_object(LLVMValueRef p, unsigned n) { return wrap(const_cast<Value *>(getUnderlyingObject(unwrap(p), n))); }
size_t ezb_underlying_objects(EzbCtx *c, LLVMValueRef p, LLVMValueRef *b, size_t cap) {
  SmallVector<const Value *, 8> v; LoopInfo *li = nullptr; if (auto *I = dyn_cast<Instruction>(unwrap(p))) li = &LI(c, *I->getFunction());
  getUnderlyingObjects(unwrap(p), v, li, 0); size_t n = 0; for (auto *x : v) { if (n < cap) b[n] = wrap(const_cast<Value *>(x)); ++n; } return n;
}
int ezb_captured(EzbCtx *, LLVMValueRef p, int r) {
#if LLVM_VERSION_MAJOR >= 21
  return PointerMayBeCaptured(unwrap(p), r);
#else
  return PointerMayBeCaptured(unwrap(p), r, true);
#endif
}
int ezb_captured_before(EzbCtx *c, LLVMValueRef p, int r, LLVMValueRef i) {
#if LLVM_VERSION_MAJOR >= 21
  return PointerMayBeCapturedBefore(unwrap(p), r, V<Instruction>(i), &DT(c, fnOf(i)));
#else
  return PointerMayBeCapturedBefore(unwrap(p), r, true, V<Instruction>(i), &DT(c, fnOf(i)));
#endif
}
unsigned ezb_param_captures(LLVMValueRef f, unsigned n) {
#if LLVM_VERSION_MAJOR >= 21
  if (auto *cb = dyn_cast<CallBase>(unwrap(f))) return cb->getCaptureInfo(n).toIntValue();
  return V<Function>(f)->getAttributes().getParamAttrs(n).getCaptureInfo().toIntValue();
#else
  if (auto *cb = dyn_cast<CallBase>(unwrap(f))) return cb->doesNotCapture(n) ? 0 : 0xff;
  return V<Function>(f)->hasParamAttribute(n, Attribute::NoCapture) ? 0 : 0xff;
#endif
}
void ezb_set_param_nocapture(LLVMValueRef f, unsigned n) {
#if LLVM_VERSION_MAJOR >= 21
  V<Function>(f)->addParamAttr(n, Attribute::getWithCaptureInfo(V<Function>(f)->getContext(), CaptureInfo::none()));
#else
  V<Function>(f)->addParamAttr(n, Attribute::NoCapture);
#endif
}
// ---- value facts
int ezb_speculatable(EzbCtx *c, LLVMValueRef i, LLVMValueRef at) { auto &F = fnOf(i); return isSafeToSpeculativelyExecute(V<Instruction>(i), at ? V<Instruction>(at) : nullptr, &AC(c, F), &DT(c, F), &TLI(c, F)); }
int ezb_transfers_execution(LLVMValueRef i) { return isGuaranteedToTransferExecutionToSuccessor(V<Instruction>(i)); }
static SimplifyQuery Q(EzbCtx *c, Instruction *I) { auto &F = *I->getFunction(); return SimplifyQuery(c->M->getDataLayout(), &TLI(c, F), &DT(c, F), &AC(c, F), I); }
int ezb_known_nonzero(EzbCtx *c, LLVMValueRef v, LLVMValueRef at) { return isKnownNonZero(unwrap(v), Q(c, V<Instruction>(at))); }
unsigned ezb_known_align(EzbCtx *c, LLVMValueRef p, LLVMValueRef at) { auto &F = fnOf(at); return (unsigned)getKnownAlignment(unwrap(p), c->M->getDataLayout(), V<Instruction>(at), &AC(c, F), &DT(c, F)).value(); }
LLVMValueRef ezb_simplify(EzbCtx *c, LLVMValueRef i) { auto *I = V<Instruction>(i); return wrap(simplifyInstruction(I, Q(c, I))); }
LLVMValueRef ezb_const_fold_load(LLVMModuleRef m, LLVMValueRef p, LLVMTypeRef t) { return wrap((Value *)ConstantFoldLoadFromConstPtr(V<Constant>(p), unwrap(t), unwrap(m)->getDataLayout())); }
unsigned ezb_use_operand_no(LLVMUseRef u) { return unwrap(u)->getOperandNo(); }
unsigned ezb_const_bits(LLVMValueRef v, uint64_t *w, unsigned cap) {
  APInt a; if (auto *f = dyn_cast<ConstantFP>(unwrap(v))) a = f->getValueAPF().bitcastToAPInt(); else a = cast<ConstantInt>(unwrap(v))->getValue();
  for (unsigned i = 0; i < cap && i < a.getNumWords(); i++) w[i] = a.getRawData()[i];
  return a.getBitWidth();
}
// ---- library functions
const char *ezb_libfunc(EzbCtx *c, LLVMValueRef v, size_t *len) {
  LibFunc lf; StringRef n; Value *x = unwrap(v);
  if (auto *cb = dyn_cast<CallBase>(x)) { auto &t = TLI(c, *cb->getFunction()); if (t.getLibFunc(*cb, lf) && t.has(lf)) n = t.getName(lf); }
  else if (auto *F = dyn_cast<Function>(x)) { // declaration: any function's TLI would do; use a definition-independent one
    auto &t = TLI(c, *F); if (t.getLibFunc(*F, lf) && t.has(lf)) n = t.getName(lf); }
  *len = n.size(); return n.empty() ? nullptr : n.data();
}
int ezb_libfunc_available(EzbCtx *c, LLVMValueRef f, const char *n) { auto &t = TLI(c, fnOf(f)); LibFunc lf; return t.getLibFunc(StringRef(n), lf) && t.has(lf); }
int ezb_is_alloc(EzbCtx *c, LLVMValueRef i) { return isAllocationFn(unwrap(i), &TLI(c, fnOf(i))); }
LLVMValueRef ezb_freed_operand(EzbCtx *c, LLVMValueRef i) { return wrap(getFreedOperand(V<CallBase>(i), &TLI(c, fnOf(i)))); }
LLVMValueRef ezb_alloc_initial_value(EzbCtx *c, LLVMValueRef i, LLVMTypeRef t) { return wrap((Value *)getInitialValueOfAllocation(unwrap(i), &TLI(c, fnOf(i)), unwrap(t))); }
// ---- addresses
int ezb_gep_const_offset(LLVMModuleRef m, LLVMValueRef g, int64_t *o) {
  auto &DL = unwrap(m)->getDataLayout(); auto *G = cast<GEPOperator>(unwrap(g)); APInt a(DL.getIndexTypeSizeInBits(G->getType()), 0);
  if (!G->accumulateConstantOffset(DL, a)) return 0; *o = a.getSExtValue(); return 1;
}
LLVMValueRef ezb_strip_const_offsets(LLVMModuleRef m, LLVMValueRef p, int64_t *o, int) {
  auto &DL = unwrap(m)->getDataLayout(); APInt a(DL.getIndexTypeSizeInBits(unwrap(p)->getType()), 0);
  Value *b = unwrap(p)->stripAndAccumulateConstantOffsets(DL, a, true); *o = a.getSExtValue(); return wrap(b);
}
// ---- edits
int ezb_remove_unreachable_blocks(EzbCtx *c, LLVMValueRef f) { bool r = removeUnreachableBlocks(*V<Function>(f)); if (r) ezb_invalidate(c, f); return r; }
LLVMBasicBlockRef ezb_split_block_before(LLVMValueRef i, const char *n) { auto *I = V<Instruction>(i); return wrap(I->getParent()->splitBasicBlock(I->getIterator(), n)); }
LLVMBasicBlockRef ezb_split_edge(LLVMBasicBlockRef a, LLVMBasicBlockRef b) { return wrap(SplitEdge(unwrap(a), unwrap(b))); }
void ezb_phi_set_block(LLVMValueRef p, unsigned i, LLVMBasicBlockRef b) { V<PHINode>(p)->setIncomingBlock(i, unwrap(b)); }
void ezb_phi_remove(LLVMValueRef p, unsigned i) { V<PHINode>(p)->removeIncomingValue(i, false); }
int ezb_delete_dead(EzbCtx *c, LLVMValueRef i) { return RecursivelyDeleteTriviallyDeadInstructions(unwrap(i), &TLI(c, fnOf(i))); }
int ezb_inline_call(EzbCtx *c, LLVMValueRef i) {
  auto *cb = V<CallBase>(i); Function *F = cb->getFunction(); InlineFunctionInfo ifi;
  if (!InlineFunction(*cb, ifi).isSuccess()) return 1;
  fam(c).invalidate(*F, PreservedAnalyses::none()); return 0;
}
int ezb_promote_allocas(EzbCtx *c, LLVMValueRef f) {
  auto &F = *V<Function>(f); SmallVector<AllocaInst *, 16> as;
  for (auto &I : F.getEntryBlock()) if (auto *A = dyn_cast<AllocaInst>(&I)) if (isAllocaPromotable(A)) as.push_back(A);
  if (!as.empty()) PromoteMemToReg(as, DT(c, F), &AC(c, F));
  return (int)as.size();
}
void ezb_set_dso_local(LLVMValueRef g, int on) { V<GlobalValue>(g)->setDSOLocal(on); }
int ezb_is_dso_local(LLVMValueRef g) { return V<GlobalValue>(g)->isDSOLocal(); }
static DILocation *inl(DILocation *d, DILocation *at) { DILocation *ia = d->getInlinedAt(); return DILocation::get(d->getContext(), d->getLine(), d->getColumn(), d->getScope(), ia ? inl(ia, at) : at); }
void ezb_clone_dbg_records(LLVMValueRef from, LLVMValueRef to, EzbMapFn map, void *ud, LLVMMetadataRef at) {
  auto *T = V<Instruction>(to); if (!V<Instruction>(from)->hasDbgRecords()) return;
  T->cloneDebugInfoFrom(V<Instruction>(from));
  for (DbgRecord &R : make_early_inc_range(T->getDbgRecordRange())) {
    if (at) if (DILocation *d = R.getDebugLoc()) R.setDebugLoc(DebugLoc(inl(d, cast<DILocation>(unwrap(at)))));
    auto *D = dyn_cast<DbgVariableRecord>(&R); if (!D) continue;
    if (D->isDbgAssign()) { D->eraseFromParent(); continue; }
    SmallVector<Value *, 4> ops(D->location_ops());
    for (Value *o : ops) if (o) { Value *n = unwrap(map(ud, wrap(o))); if (n && n != o) D->replaceVariableLocationOp(o, n, true); else if (!n) D->setKillLocation(); }
  }
}
void ezb_drop_dbg_records(LLVMValueRef i) { V<Instruction>(i)->dropDbgRecords(); }
LLVMMetadataRef ezb_make_subprogram(LLVMValueRef f, LLVMValueRef like, const char *name) {
  DISubprogram *o = V<Function>(like)->getSubprogram(); if (!o) return nullptr; auto &C = o->getContext();
  auto *sp = DISubprogram::getDistinct(C, o->getFile(), name, V<Function>(f)->getName(), o->getFile(), o->getLine(), o->getType(), o->getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial,
                                       DISubprogram::SPFlagLocalToUnit | DISubprogram::SPFlagDefinition | DISubprogram::SPFlagOptimized, o->getUnit());
  V<Function>(f)->setSubprogram(sp); return wrap((Metadata *)sp);
}
// ---- diagnostics
void ezb_diag(LLVMModuleRef m, LLVMValueRef at, EzbSeverity sev, const char *name, const char *text) {
  LLVMContext &C = unwrap(m)->getContext(); Function *F = nullptr; Instruction *I = nullptr; DebugLoc dl; std::string s = text;
  if (at) { I = dyn_cast<Instruction>(unwrap(at)); F = I ? I->getFunction() : dyn_cast<Function>(unwrap(at)); }
  if (I) dl = I->getDebugLoc();
  if (!dl && F && F->getSubprogram()) dl = DILocation::get(C, F->getSubprogram()->getLine(), 0, F->getSubprogram());
  if (sev >= EZB_REMARK_PASSED && sev <= EZB_REMARK_ANALYSIS && F) {
    OptimizationRemarkEmitter ORE(F); BasicBlock *b = I ? I->getParent() : &F->getEntryBlock();
    auto go = [&](auto R) { R << s; ORE.emit(R); };
    if (sev == EZB_REMARK_PASSED) go(OptimizationRemark("enzcc", name, dl, b)); else if (sev == EZB_REMARK_MISSED) go(OptimizationRemarkMissed("enzcc", name, dl, b)); else go(OptimizationRemarkAnalysis("enzcc", name, dl, b));
    return;
  }
  DiagnosticSeverity ds = sev == EZB_ERROR ? DS_Error : sev == EZB_WARNING ? DS_Warning : sev == EZB_NOTE ? DS_Note : DS_Remark;
  if (F) C.diagnose(DiagnosticInfoUnsupported(*F, s, DiagnosticLocation(dl), ds));
#if LLVM_VERSION_MAJOR >= 20
  else C.diagnose(DiagnosticInfoGeneric(s, ds));
#else
  else if (sev == EZB_ERROR) C.emitError(s); else errs() << "cad: " << s << "\n";
#endif
}
} // extern "C"
