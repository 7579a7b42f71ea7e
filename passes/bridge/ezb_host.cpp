// A pass builder and analysis managers of our own, for running the passes outside a compiler or
// linker.
#include "bridge/ezb_internal.h"
#include "bridge/ezb_sroa.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <memory>
using namespace llvm;

namespace
{
struct Host : EzbCtx {
    std::unique_ptr<TargetMachine> machine;
    PassInstrumentationCallbacks callbacks;
    LoopAnalysisManager loopAnalyses;
    FunctionAnalysisManager functionAnalyses;
    CGSCCAnalysisManager sccAnalyses;
    ModuleAnalysisManager moduleAnalyses;
    std::unique_ptr<PassBuilder> builder;
};

std::unique_ptr<TargetMachine> machineFor(Module &m)
{
    InitializeNativeTarget();
    Triple triple(m.getTargetTriple());
    bool native = triple.str().empty();
    if (native)
        triple = Triple(sys::getDefaultTargetTriple());
    std::string error;
#if LLVM_VERSION_MAJOR >= 22
    const Target *target = TargetRegistry::lookupTarget(triple, error);
#else
    const Target *target = TargetRegistry::lookupTarget(triple.str(), error);
#endif
    if (!target)
        return nullptr;
#if LLVM_VERSION_MAJOR >= 21
    const Triple &name = triple;
#else
    const std::string &name = triple.str();
#endif
    return std::unique_ptr<TargetMachine>(target->createTargetMachine(
        name, native ? sys::getHostCPUName() : "", "", TargetOptions(), Reloc::PIC_));
}
} // namespace

EzbCtx *ezb_context_create(LLVMModuleRef m)
{
    auto *host = new Host;
    host->machine = machineFor(*unwrap(m));
    host->builder = std::make_unique<PassBuilder>(host->machine.get(), PipelineTuningOptions(),
                                                  std::nullopt, &host->callbacks);
    ezb::guardSplitting(&host->callbacks);
    ezb::keepTags(&host->callbacks);
    host->builder->registerModuleAnalyses(host->moduleAnalyses);
    host->builder->registerCGSCCAnalyses(host->sccAnalyses);
    host->builder->registerFunctionAnalyses(host->functionAnalyses);
    host->builder->registerLoopAnalyses(host->loopAnalyses);
    host->builder->crossRegisterProxies(host->loopAnalyses, host->functionAnalyses,
                                        host->sccAnalyses, host->moduleAnalyses);
    host->PB = host->builder.get();
    host->MAM = &host->moduleAnalyses;
    host->M = unwrap(m);
    host->Changed = false;
    return host;
}

void ezb_context_destroy(EzbCtx *cx)
{
    delete static_cast<Host *>(cx);
}
