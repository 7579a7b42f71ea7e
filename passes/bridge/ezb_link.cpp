// Linking parts of one module into another.
#include "bridge/ezb_internal.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/IPO/Internalize.h"
using namespace llvm;

namespace
{
// What says how the source was compiled, and lists of symbols to keep alive: neither belongs into a
// program that takes a few functions.
void dropModuleWide(Module &m)
{
    static const char *const metadata[] = {"llvm.module.flags", "llvm.ident", "llvm.commandline",
                                           "llvm.errno.tbaa"};
    for (const char *name : metadata)
        if (NamedMDNode *node = m.getNamedMetadata(name))
            m.eraseNamedMetadata(node);
    static const char *const lists[] = {"llvm.used", "llvm.compiler.used"};
    for (const char *name : lists)
        if (GlobalVariable *list = m.getGlobalVariable(name))
            list->eraseFromParent();
}

// Symbols of the program have become local before the passes run. A linker never binds to local
// symbols, so those that the source declares are external for its duration.
class Exposed
{
    SmallVector<std::pair<GlobalValue *, GlobalValue::LinkageTypes>, 16> symbols;

    void expose(const GlobalValue &declared, Module &to)
    {
        GlobalValue *g = to.getNamedValue(declared.getName());
        if (!declared.isDeclaration() || !g || !g->hasLocalLinkage() ||
            g->getValueType() != declared.getValueType())
            return;
        symbols.push_back({g, g->getLinkage()});
        g->setLinkage(GlobalValue::ExternalLinkage);
    }

  public:
    Exposed(const Module &from, Module &to)
    {
        for (const Function &f : from)
            expose(f, to);
        for (const GlobalVariable &g : from.globals())
            expose(g, to);
    }
    ~Exposed()
    {
        for (auto [g, linkage] : symbols)
            g->setLinkage(linkage);
    }
};
} // namespace

int ezb_link_needed(EzbCtx *cx, LLVMModuleRef to, LLVMModuleRef from)
{
    std::unique_ptr<Module> source(unwrap(from));
    if (Error e = source->materializeMetadata()) {
        consumeError(
            std::move(e)); // the caller reports; the text would only say that the file is damaged
        return 1;
    }
    dropModuleWide(*source);
    Exposed exposed(*source, *unwrap(to));
    auto internalize = [](Module &m, const StringSet<> &linked) {
        internalizeModule(
            m, [&](const GlobalValue &g) { return !g.hasName() || !linked.count(g.getName()); });
    };
    cx->Changed = true;
    return Linker::linkModules(*unwrap(to), std::move(source), Linker::LinkOnlyNeeded, internalize);
}

int ezb_see_symbols(LLVMMemoryBufferRef file, EzbSeeSymbol see, void *data)
{
    Expected<BitcodeFileContents> contents = getBitcodeFileContents(*unwrap(file));
    if (!contents) {
        consumeError(contents.takeError()); // whoever reads the file reports what is wrong with it
        return 1;
    }
    Expected<irsymtab::FileContents> table = irsymtab::readBitcode(*contents);
    if (!table) {
        consumeError(table.takeError());
        return 1;
    }
    for (const irsymtab::Reader::SymbolRef &symbol : table->TheReader.symbols()) {
        StringRef name = symbol.getIRName();
        if (see(name.data(), name.size(), !symbol.isUndefined(), data))
            return 1;
    }
    return 0;
}
