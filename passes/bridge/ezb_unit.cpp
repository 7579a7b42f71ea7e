// The bitcode of a unit as its source says it, kept beside what the compiler makes of the unit.
//
// The compiler embeds bitcode in a fat object after a first half of its optimisations. What a unit
// looked like before them is written down at the start and takes the place of the embedded bitcode
// when that has been made.
#include "bridge/ezb_internal.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/ThinLTOBitcodeWriter.h"
#include "llvm/Transforms/Utils/CanonicalizeAliases.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/NameAnonGlobals.h"
using namespace llvm;

namespace
{
const char levelFlag[] = "enzcc-source-level";
const char sectionName[] = ".llvm.lto";
constexpr size_t lineLength = 64;

// The flag is in the bitcode that is kept only.
class Flagged
{
    NamedMDNode *flags;
    SmallVector<MDNode *, 8> before;

  public:
    Flagged(Module &m, int level) : flags(m.getOrInsertModuleFlagsMetadata())
    {
        before.append(flags->op_begin(), flags->op_end());
        if (level >= 0)
            m.addModuleFlag(Module::Max, levelFlag, static_cast<uint32_t>(level) + 1);
        ezb_join_units(wrap(&m));
    }
    ~Flagged()
    {
        flags->clearOperands();
        for (MDNode *flag : before)
            flags->addOperand(flag);
    }
};

GlobalVariable *embedded(Module &m)
{
    for (GlobalVariable &g : m.globals())
        if (g.getSection() == sectionName && g.hasInitializer())
            return &g;
    return nullptr;
}
} // namespace

int ezb_source_is_kept(EzbCtx *cx)
{
    return cx->Source && !cx->Source->empty();
}

void ezb_embed_first(EzbCtx *cx)
{
    embedBufferInModule(*cx->M, MemoryBufferRef(*cx->Source, "source"), sectionName);
    cx->Source->clear();
    cx->Changed = true;
}

void ezb_keep_source(EzbCtx *cx, int level)
{
    if (!cx->Source)
        return;
    ModulePassManager names;
    names.addPass(CanonicalizeAliasesPass());
    names.addPass(NameAnonGlobalPass());
    names.run(*cx->M, *cx->MAM);
    cx->Changed = true;
    cx->Source->clear();
    Flagged flagged(*cx->M, level);
    raw_string_ostream out(*cx->Source);
    ThinLTOBitcodeWriterPass(out, nullptr).run(*cx->M, *cx->MAM);
}

void ezb_finish_unit(EzbCtx *cx, int level)
{
    if (level > 0)
        cx->M->addModuleFlag(Module::Max, levelFlag, static_cast<uint32_t>(level) + 1);
    ezb_finish(cx);
    cx->Changed = true;
}

void ezb_finish(EzbCtx *cx)
{
    if (cx->Finished)
        *cx->Finished = true;
}

int ezb_embed_source(EzbCtx *cx)
{
    GlobalVariable *old = embedded(*cx->M);
    if (!old || !cx->Source || cx->Source->empty())
        return 0;
    Constant *bytes =
        ConstantDataArray::getString(cx->M->getContext(), *cx->Source, /*AddNull=*/false);
    auto *fresh = new GlobalVariable(*cx->M, bytes->getType(), old->isConstant(), old->getLinkage(),
                                     bytes, "", old);
    fresh->copyAttributesFrom(old);
    fresh->setAlignment(old->getAlign());
    fresh->copyMetadata(old, 0);
    old->replaceAllUsesWith(fresh);
    fresh->takeName(old);
    old->eraseFromParent();
    cx->Source->clear();
    cx->Changed = true;
    return 1;
}

int ezb_embed_as_text(EzbCtx *cx)
{
    GlobalVariable *bitcode = embedded(*cx->M);
    auto *bytes = bitcode ? dyn_cast<ConstantDataArray>(bitcode->getInitializer()) : nullptr;
    if (!bytes)
        return 0;
    std::string text;
    raw_string_ostream out(text);
    out << ".pushsection " << sectionName << ",\"e\",@" << ELF::SHT_LLVM_LTO << "\n";
    StringRef rest = bytes->getAsString();
    for (; !rest.empty(); rest = rest.drop_front(std::min<size_t>(rest.size(), lineLength))) {
        out << ".byte ";
        for (size_t i = 0, n = std::min<size_t>(rest.size(), lineLength); i < n; ++i)
            out << (i ? "," : "") << static_cast<unsigned>(static_cast<unsigned char>(rest[i]));
        out << "\n";
    }
    out << ".popsection\n";
    cx->M->appendModuleInlineAsm(text);
    removeFromUsedLists(*cx->M, [&](Constant *c) { return c == bitcode; });
    bitcode->eraseFromParent();
    cx->Changed = true;
    return 1;
}

int ezb_join_units(LLVMModuleRef m)
{
    unwrap(m)->setModuleFlag(Module::Error, "EnableSplitLTOUnit", 0u);
    unwrap(m)->setModuleFlag(Module::Error, "UnifiedLTO", 1u);
    return 1;
}

int ezb_source_level(LLVMModuleRef m)
{
    auto *level = mdconst::extract_or_null<ConstantInt>(unwrap(m)->getModuleFlag(levelFlag));
    return level ? static_cast<int>(level->getZExtValue()) - 1 : -1;
}
