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

// Around GVN in functions that are prepared: see ezb_gvn.cpp. Loads from which it drops their TBAA
// tags have these as metadata of this name.
inline constexpr char droppedTag[] = "enz.tbaa";
void keepTags(llvm::PassInstrumentationCallbacks *callbacks);
} // namespace ezb
