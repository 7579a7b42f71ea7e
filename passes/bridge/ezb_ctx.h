// One run of the pass over one module: what every bridge function that asks an analysis needs.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "bridge/ezb.h"
#include <string>

namespace llvm
{
class BatchAAResults;
class PassBuilder;
} // namespace llvm

struct EzbCtx {
    llvm::PassBuilder *PB;
    llvm::ModuleAnalysisManager *MAM;
    llvm::Module *M;
    bool Changed;                  // set by every bridge function that runs passes
    std::string *Source = nullptr; // in a compiler: bitcode of the unit before it is optimised
    bool *Finished = nullptr;      // likewise: the unit stays as it is
    llvm::BatchAAResults *Aliases = nullptr; // between ezb_alias_begin and ezb_alias_end,
    llvm::Function *AliasesOf = nullptr;     // of this function
};
