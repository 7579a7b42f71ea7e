// The entry of the plugin that ld.lld, opt, clang and the device linkers load: extension points and
// nothing else.
//
// Differentiation is the first pass of the full LTO pipeline, over the merged module. In a
// compiler, the first pass of a unit records what the link could not see. `enzcc` is also a pass
// name for textual pipelines (opt -load-pass-plugin).
#include "bridge/ezb_ctx.h"
#include "bridge/ezb_sroa.h"
#include "llvm/Passes/PassBuilder.h"
#include <memory>
#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h" // LLVM >= 22
#else
#include "llvm/Passes/PassPlugin.h"
#endif
using namespace llvm;

namespace
{
// What the passes of one pipeline share.
struct Shared {
    std::string source;    // see ezb_keep_source
    bool merged = false;   // a program is being linked: pipelines within are no unit's
    bool finished = false; // see ezb_finish
};

struct EnzymePass : PassInfoMixin<EnzymePass> {
    PassBuilder &builder;
    std::shared_ptr<Shared> shared;
    EzbEntryPoint where;
    int level;

    EnzymePass(PassBuilder &builder, std::shared_ptr<Shared> shared, EzbEntryPoint where, int level)
        : builder(builder), shared(std::move(shared)), where(where), level(level)
    {
    }
    static bool isRequired()
    {
        return true;
    } // also on optnone modules and under opt-bisect

    PreservedAnalyses run(Module &m, ModuleAnalysisManager &analyses)
    {
        bool merges = where == EZB_EP_FULL_LTO_EARLY;
        if ((shared->merged && !merges) || shared->finished)
            return PreservedAnalyses::all();
        shared->merged |= merges;
        EzbCtx cx{&builder, &analyses, &m, false, &shared->source, &shared->finished};
        bool changed = enz_run_on_module(&cx, wrap(&m), where, level);
        return changed || cx.Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
    }
};

// Clang embeds bitcode in a pass without an extension point behind it at -O0.
void embedSource(PassInstrumentationCallbacks *callbacks, std::shared_ptr<Shared> shared)
{
    if (!callbacks)
        return;
    callbacks->registerAfterPassCallback(
        [shared](StringRef pass, Any ir, const PreservedAnalyses &) {
            auto *m = any_cast<const Module *>(&ir);
            if (pass != "EmbedBitcodePass" || !m)
                return;
            auto *unit = const_cast<Module *>(*m);
            EzbCtx cx{nullptr, nullptr, unit, false, &shared->source};
            enz_run_on_module(&cx, wrap(unit), EZB_EP_EMBEDDED, 0);
        });
}

// No pass that may be left out runs on a unit or a program that is finished.
void stopWhenFinished(PassInstrumentationCallbacks *callbacks, std::shared_ptr<Shared> shared)
{
    if (callbacks)
        callbacks->registerShouldRunOptionalPassCallback(
            [shared](StringRef, Any) { return !shared->finished; });
}

void registerCallbacks(PassBuilder &builder)
{
    auto shared = std::make_shared<Shared>();
    stopWhenFinished(builder.getPassInstrumentationCallbacks(), shared);
    embedSource(builder.getPassInstrumentationCallbacks(), shared);
    // When a compiler has kept the unit's source, what it goes on with becomes machine code only.
    ezb::guardSplitting(builder.getPassInstrumentationCallbacks(),
                        [shared] { return shared->source.empty(); });
    ezb::keepTags(builder.getPassInstrumentationCallbacks());
    builder.registerPipelineStartEPCallback(
        [&builder, shared](ModulePassManager &manager, OptimizationLevel level) {
            manager.addPass(EnzymePass(builder, shared, EZB_EP_OPT_PIPELINE_START,
                                       static_cast<int>(level.getSpeedupLevel())));
        });
    builder.registerOptimizerEarlyEPCallback(
        [&builder, shared](ModulePassManager &manager, OptimizationLevel level, auto... phase) {
            (void)sizeof...(phase);
            manager.addPass(EnzymePass(builder, shared, EZB_EP_OPT_EARLY,
                                       static_cast<int>(level.getSpeedupLevel())));
        });
    builder.registerOptimizerLastEPCallback(
        [&builder, shared](ModulePassManager &manager, OptimizationLevel level, auto... phase) {
            (void)sizeof...(phase);
            manager.addPass(EnzymePass(builder, shared, EZB_EP_OPT_LAST,
                                       static_cast<int>(level.getSpeedupLevel())));
        });
    builder.registerFullLinkTimeOptimizationEarlyEPCallback(
        [&builder, shared](ModulePassManager &manager, OptimizationLevel level) {
            manager.addPass(EnzymePass(builder, shared, EZB_EP_FULL_LTO_EARLY,
                                       static_cast<int>(level.getSpeedupLevel())));
        });
    builder.registerPipelineParsingCallback(
        [&builder, shared](StringRef name, ModulePassManager &manager,
                           ArrayRef<PassBuilder::PipelineElement>) {
            if (name != "enzcc")
                return false;
            manager.addPass(EnzymePass(builder, shared, EZB_EP_NAMED_PASS, 2));
            return true;
        });
}
} // namespace

extern "C" __attribute__((weak, visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
    return {LLVM_PLUGIN_API_VERSION, "enzcc", ENZCC_VERSION, registerCallbacks};
}
