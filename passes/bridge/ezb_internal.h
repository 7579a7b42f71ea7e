// Shared by the bridge's C++ files: unwrapping handles and asking the outer analysis managers.
//
// Nothing is kept between calls: analysis managers are fetched anew each time, since running a
// pipeline may replace them.
#pragma once
#include "bridge/ezb_ctx.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <cstdlib>
#include <cstring>
#include <string>

namespace ezb
{
inline llvm::Instruction *instruction(LLVMValueRef v)
{
    return llvm::unwrap<llvm::Instruction>(v);
}
inline llvm::Function *function(LLVMValueRef v)
{
    return llvm::unwrap<llvm::Function>(v);
}

// The function that a function, instruction or argument belongs to.
inline llvm::Function &functionOf(LLVMValueRef v)
{
    llvm::Value *x = llvm::unwrap(v);
    if (auto *f = llvm::dyn_cast<llvm::Function>(x))
        return *f;
    if (auto *i = llvm::dyn_cast<llvm::Instruction>(x))
        return *i->getFunction();
    return *llvm::cast<llvm::Argument>(x)->getParent();
}
inline llvm::Function &functionOf(llvm::BasicBlock *b)
{
    return *b->getParent();
}

inline llvm::FunctionAnalysisManager &functionAnalyses(EzbCtx *cx)
{
    return cx->MAM->getResult<llvm::FunctionAnalysisManagerModuleProxy>(*cx->M).getManager();
}
template <class Analysis> typename Analysis::Result &analysis(EzbCtx *cx, llvm::Function &f)
{
    return functionAnalyses(cx).getResult<Analysis>(f);
}

// A malloc'ed copy, for strings that the C side frees.
inline char *copyString(const std::string &s)
{
    char *r = static_cast<char *>(std::malloc(s.size() + 1));
    if (r)
        std::memcpy(r, s.c_str(), s.size() + 1);
    return r;
}

// The array convention of the interface: the full count, at most cap elements written.
template <class Range, class Handle> size_t fill(const Range &range, Handle *buf, size_t cap)
{
    size_t n = 0;
    for (auto *x : range) {
        if (n < cap)
            buf[n] = llvm::wrap(x);
        ++n;
    }
    return n;
}
} // namespace ezb
