// The passes of sanitizers, with what clang sets by default.
#include "bridge/ezb_internal.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
using namespace llvm;

namespace
{
// A unit that was merged has its checks already: the passes would make none in the others then.
void forgetFlag(Module &m, StringRef name)
{
    NamedMDNode *flags = m.getOrInsertModuleFlagsMetadata();
    SmallVector<MDNode *, 8> kept;
    for (MDNode *flag : flags->operands())
        if (cast<MDString>(flag->getOperand(1))->getString() != name)
            kept.push_back(flag);
    flags->clearOperands();
    for (MDNode *flag : kept)
        flags->addOperand(flag);
}

AddressSanitizerOptions addressOptions(bool recover)
{
    AddressSanitizerOptions options;
    options.Recover = recover;
    options.UseAfterScope = true;
    options.UseAfterReturn = AsanDetectStackUseAfterReturnMode::Runtime;
    return options;
}
} // namespace

void ezb_sanitize(EzbCtx *cx, unsigned sanitizers, int recover)
{
    ModulePassManager passes;
    if (sanitizers & EZB_ADDRESS_SANITIZER) {
        forgetFlag(*cx->M, "nosanitize_address");
        passes.addPass(AddressSanitizerPass(addressOptions(recover), /*UseGlobalGC=*/true,
                                            /*UseOdrIndicator=*/true, AsanDtorKind::Global));
    }
    if (sanitizers & EZB_THREAD_SANITIZER) {
        forgetFlag(*cx->M, "nosanitize_thread");
        passes.addPass(ModuleThreadSanitizerPass());
        passes.addPass(createModuleToFunctionPassAdaptor(ThreadSanitizerPass()));
    }
    passes.run(*cx->M, *cx->MAM);
    cx->Changed = true;
}
