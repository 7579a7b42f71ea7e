// Pipelines in `opt -passes` syntax, and the life time of analysis results.
#include "bridge/ezb_internal.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
using namespace llvm;

namespace
{
template <class Manager> int parse(EzbCtx *cx, Manager &manager, const char *pipeline, char **err)
{
    Error e = cx->PB->parsePassPipeline(manager, pipeline);
    if (!e)
        return 0;
    std::string text = toString(std::move(e));
    if (err)
        *err = ezb::copyString(text);
    return 1;
}
} // namespace

int ezb_run_module_passes(EzbCtx *cx, LLVMModuleRef m, const char *pipeline, char **err)
{
    ModulePassManager manager;
    if (parse(cx, manager, pipeline, err))
        return 1;
    manager.run(*unwrap(m), *cx->MAM); // invalidates after every pass
    cx->Changed = true;
    return 0;
}

int ezb_run_function_passes(EzbCtx *cx, LLVMValueRef fn, const char *pipeline, char **err)
{
    FunctionPassManager manager;
    if (parse(cx, manager, pipeline, err))
        return 1;
    manager.run(*ezb::function(fn), ezb::functionAnalyses(cx));
    cx->Changed = true;
    return 0;
}

void ezb_optimise_function(EzbCtx *cx, LLVMValueRef fn, unsigned level)
{
    const OptimizationLevel levels[] = {OptimizationLevel::O1, OptimizationLevel::O2,
                                        OptimizationLevel::O3};
#define COMBINE "instcombine<no-verify-fixpoint>"
    static const char vectors[] =
        "loop(loop-rotate),loop-distribute,loop-vectorize,loop-load-elim," COMBINE ",simplifycfg,"
        "slp-vectorizer,vector-combine," COMBINE ",loop-unroll,sroa<modify-cfg>," COMBINE
        ",loop-mssa(licm),simplifycfg";
#undef COMBINE
    FunctionPassManager manager =
        cx->PB->buildFunctionSimplificationPipeline(levels[level - 1], ThinOrFullLTOPhase::None);
    char *error = nullptr;
    if (level > 1 && parse(cx, manager, vectors, &error))
        report_fatal_error(error); // the name of a pass is not known: a wrong LLVM
    manager.run(*ezb::function(fn), ezb::functionAnalyses(cx));
    cx->Changed = true;
}

void ezb_invalidate(EzbCtx *cx, LLVMValueRef fn)
{
    ezb::functionAnalyses(cx).invalidate(*ezb::function(fn), PreservedAnalyses::none());
}

void ezb_invalidate_all(EzbCtx *cx)
{
    cx->MAM->invalidate(*cx->M, PreservedAnalyses::none());
}

void ezb_forget_function(EzbCtx *cx, LLVMValueRef fn)
{
    Function *f = ezb::function(fn);
    ezb::functionAnalyses(cx).clear(*f, f->getName());
}

void ezb_default_option(const char *name, const char *value)
{
    auto &options = cl::getRegisteredOptions();
    auto found = options.find(name);
    if (found != options.end() && !found->second->getNumOccurrences())
        found->second->addOccurrence(0, name, value);
}

void ezb_avoid_copyable_elements(void)
{
    auto &options = cl::getRegisteredOptions();
    auto option = options.find("slp-copyable-elements");
    if (option != options.end() && !option->second->getNumOccurrences())
        static_cast<cl::opt<bool> *>(option->second)->setValue(false);
}
