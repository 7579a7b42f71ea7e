// What pipelines of LLVM need, whoever runs them.
#pragma once
#include <functional>

namespace llvm
{
class PassInstrumentationCallbacks;
}

namespace ezb
{
// Before variables are split into scalars, those that this would break become structs, as long as
// derivatives can be made of what the pipeline works on. The callbacks may be NULL.
void guardSplitting(
    llvm::PassInstrumentationCallbacks *callbacks,
    std::function<bool()> differentiable = [] { return true; });
} // namespace ezb
