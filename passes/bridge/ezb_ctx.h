#pragma once
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm-c/Core.h"
#include "ezb.h"
namespace llvm { class PassBuilder; }
struct EzbCtx { llvm::PassBuilder *PB; llvm::ModuleAnalysisManager *MAM; llvm::Module *M; bool Changed; };
