// What pipelines of LLVM need, whoever runs them.
#pragma once

namespace llvm
{
class PassInstrumentationCallbacks;
}

namespace ezb
{
// Before variables are split into scalars, those that this would break become structs. May be NULL.
void guardSplitting(llvm::PassInstrumentationCallbacks *callbacks);
} // namespace ezb
