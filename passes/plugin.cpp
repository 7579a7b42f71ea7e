#include "bridge/ezb_ctx.h"
#include "llvm/Passes/PassBuilder.h"
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"   // LLVM >= 22
#else
#include "llvm/Passes/PassPlugin.h"
#endif
using namespace llvm;
namespace {
struct ADPass : PassInfoMixin<ADPass> {
  PassBuilder &PB; EzbEntryPoint EP; int O;
  ADPass(PassBuilder &PB, EzbEntryPoint EP, int O) : PB(PB), EP(EP), O(O) {}
  static bool isRequired() { return true; } // run on optnone too, ignore opt-bisect
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &MAM) {
    EzbCtx cx{&PB, &MAM, &M, false};
    bool ch = enz_run_on_module(&cx, wrap(&M), EP, O);
    return ch || cx.Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};
int lvl(OptimizationLevel L) { return L.getSpeedupLevel(); }
} // namespace
extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "enzcc", "0.1", [](PassBuilder &PB) {
    PB.registerFullLinkTimeOptimizationEarlyEPCallback([&PB](ModulePassManager &MPM, OptimizationLevel L) { MPM.addPass(ADPass(PB, EZB_EP_FULL_LTO_EARLY, lvl(L))); });
    PB.registerFullLinkTimeOptimizationLastEPCallback([&PB](ModulePassManager &MPM, OptimizationLevel L) { MPM.addPass(ADPass(PB, EZB_EP_FULL_LTO_LAST, lvl(L))); });
#if LLVM_VERSION_MAJOR >= 20
    PB.registerOptimizerLastEPCallback([&PB](ModulePassManager &MPM, OptimizationLevel L, ThinOrFullLTOPhase P) { if (P == ThinOrFullLTOPhase::None) MPM.addPass(ADPass(PB, EZB_EP_OPT_LAST, lvl(L))); });
#else
    PB.registerOptimizerLastEPCallback([&PB](ModulePassManager &MPM, OptimizationLevel L) { MPM.addPass(ADPass(PB, EZB_EP_OPT_LAST, lvl(L))); });
#endif
    PB.registerPipelineParsingCallback([&PB](StringRef N, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) { if (N != "enzcc") return false; MPM.addPass(ADPass(PB, EZB_EP_NAMED_PASS, 2)); return true; });
  }};
}
