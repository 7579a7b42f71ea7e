// Code of shared libraries, which is in the program only while derivatives are made.
//
// A library has the bitcode of its units in a section (driver/shared.c). Units that the program
// refers to are linked with it as members of an archive are, so that everything about derivatives
// is as it is with the archive. Afterwards the library's own symbols become declarations again, and
// symbols that it does not export are found at their distance from where the library is loaded.
#include "bridge/ezb_internal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Linker/Linker.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/Decompressor.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/IRSymtab.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <optional>
using namespace llvm;
using object::ELF64LEObjectFile;

namespace
{
constexpr char sectionName[] = ".enzcc.bitcode";
constexpr char magic[] = "enzcc units 1\n";
constexpr char mark[] = "enz.library"; // metadata of what has come from a library
constexpr char runtimeName[] = "enz_rt_library";

struct Unit {
    StringRef bitcode;
    // In the library, of what machine code defines; none if it is not known.
    StringMap<std::optional<uint64_t>> addresses;
    bool linked = false;
};

struct Library {
    std::string path, name;
    std::unique_ptr<MemoryBuffer> bytes;
    std::unique_ptr<object::ObjectFile> file;
    object::BuildIDRef id;
    SmallVector<uint8_t> expanded; // the section, if it is compressed
    StringSet<> exports;
    StringSet<> overridden; // exports that objects and libraries in front of it define
    std::vector<Unit> units;
    std::string witness; // a symbol of it that the program refers to
    GlobalVariable *base = nullptr;
    Function *start = nullptr; // sets it
};

struct Imported {
    WeakVH value; // null: nobody has needed it
    unsigned library;
    std::optional<uint64_t> address;
    bool exported;
    bool optimised; // machine code does without it
};
} // namespace

struct EzbOpaqueLibraries {
    EzbCtx *cx;
    Module &program;
    EzbLibraryTrouble trouble;
    void *data;
    std::vector<Library> all;
    std::vector<Imported> imported;
    StringMap<std::pair<unsigned, unsigned>> definitions; // library and unit, of a symbol
    std::vector<std::pair<unsigned, unsigned>> rules;     // units with what no program refers to
    std::vector<std::string> aliases;                     // exported ones
    bool ok = true;

    EzbOpaqueLibraries(EzbCtx *cx, Module &program, EzbLibraryTrouble trouble, void *data)
        : cx(cx), program(program), trouble(trouble), data(data)
    {
    }
    void complain(EzbLibraryError error, const Value *at, StringRef symbol, const Library &l)
    {
        ok = false;
        trouble(data, error, at ? wrap(at) : nullptr, symbol.str().c_str(), l.path.c_str());
    }
};

namespace
{
// ---- reading libraries
// ---------------------------------------------------------------------------

// The lines `address symbol` behind the bitcode of a unit.
void readAddresses(Unit &unit, StringRef text)
{
    while (!text.empty()) {
        auto [line, rest] = text.split('\n');
        auto [number, name] = line.split(' ');
        uint64_t address;
        bool known = !number.getAsInteger(16, address);
        unit.addresses[name] = known ? std::optional(address) : std::nullopt;
        text = rest;
    }
}

bool readUnits(Library &l, StringRef bytes)
{
    if (!bytes.consume_front(magic))
        return false;
    while (!bytes.empty()) {
        uint64_t bitcode, addresses;
        auto [line, rest] = bytes.split('\n');
        if (!line.consume_front("unit ") || line.consumeInteger(10, bitcode) ||
            !line.consume_front(" ") || line.consumeInteger(10, addresses) || !line.empty() ||
            bitcode > rest.size() || addresses > rest.size() - bitcode)
            return false;
        Unit &unit = l.units.emplace_back();
        unit.bitcode = rest.take_front(bitcode);
        readAddresses(unit, rest.substr(bitcode, addresses));
        bytes = rest.drop_front(bitcode + addresses);
    }
    return true;
}

void readExport(Library &l, const object::ELFSymbolRef &symbol)
{
    Expected<StringRef> name = symbol.getName();
    Expected<uint32_t> flags = symbol.getFlags();
    if (name && flags && *flags & object::SymbolRef::SF_Global &&
        !(*flags & object::SymbolRef::SF_Undefined))
        l.exports.insert(*name);
    consumeError(name.takeError());
    consumeError(flags.takeError());
}

// An object gives the program all that it defines.
void readExports(Library &l, const ELF64LEObjectFile &file)
{
    if (file.isRelocatableObject())
        for (const object::ELFSymbolRef symbol : file.symbols())
            readExport(l, symbol);
    else
        for (const object::ELFSymbolRef symbol : file.getDynamicSymbolIterators())
            readExport(l, symbol);
}

// The name by which the program asks for it at run time; empty if it has none of its own.
std::string sharedName(const ELF64LEObjectFile &file)
{
    auto entries = file.getELFFile().dynamicEntries();
    const char *texts = nullptr;
    std::optional<uint64_t> at;
    if (!entries) {
        consumeError(entries.takeError());
        return "";
    }
    for (const auto &entry : *entries) {
        if (entry.getTag() == ELF::DT_SONAME)
            at = entry.getVal();
        if (entry.getTag() != ELF::DT_STRTAB)
            continue;
        Expected<const uint8_t *> where = file.getELFFile().toMappedAddr(entry.getPtr());
        texts = where ? reinterpret_cast<const char *>(*where) : nullptr;
        consumeError(where.takeError());
    }
    return at && texts ? texts + *at : "";
}

bool readSection(Library &l, const object::ELFSectionRef section, StringRef bytes)
{
    if (l.id.empty() || !section.isCompressed())
        return !l.id.empty() && readUnits(l, bytes);
    Expected<object::Decompressor> d =
        object::Decompressor::create(sectionName, bytes, /*IsLE=*/true, /*Is64Bit=*/true);
    if (!d) {
        consumeError(d.takeError());
        return false;
    }
    if (Error e = d->resizeAndDecompress(l.expanded)) {
        consumeError(std::move(e));
        return false;
    }
    return readUnits(l, toStringRef(l.expanded));
}

bool hasBitcode(const object::ObjectFile &file)
{
    return any_of(file.sections(), [](const object::SectionRef section) {
        Expected<StringRef> name = section.getName();
        bool found = name && *name == ".llvm.lto";
        consumeError(name.takeError());
        return found;
    });
}

// What machine code in an archive may define.
void readArchive(Library &l)
{
    Expected<std::unique_ptr<object::Archive>> archive =
        object::Archive::create(l.bytes->getMemBufferRef());
    Error error = archive.takeError();
    if (!error)
        for (const object::Archive::Child &child : (*archive)->children(error)) {
            Expected<std::unique_ptr<object::Binary>> member = child.getAsBinary();
            auto *elf = member ? dyn_cast<ELF64LEObjectFile>(member->get()) : nullptr;
            if (elf && !hasBitcode(*elf))
                readExports(l, *elf);
            consumeError(member.takeError());
        }
    consumeError(std::move(error)); // the linker says so
}

bool readLibrary(EzbOpaqueLibraries &s, Library &l)
{
    auto buffer = MemoryBuffer::getFile(l.path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer)
        return true; // the linker says so
    l.bytes = std::move(*buffer);
    if (identify_magic(l.bytes->getBuffer()) == file_magic::archive) {
        readArchive(l);
        return true;
    }
    Expected<std::unique_ptr<object::ObjectFile>> file =
        object::ObjectFile::createELFObjectFile(l.bytes->getMemBufferRef());
    if (!file) {
        consumeError(file.takeError());
        return true;
    }
    l.file = std::move(*file);
    auto *elf = dyn_cast<ELF64LEObjectFile>(l.file.get());
    if (!elf)
        return true;
    readExports(l, *elf);
    l.name = sharedName(*elf);
    if (l.name.empty())
        l.name = sys::path::filename(l.path).str();
    l.id = object::getBuildID(elf);
    for (const object::SectionRef section : elf->sections()) {
        Expected<StringRef> name = section.getName(), bytes = section.getContents();
        bool found = name && bytes && *name == sectionName;
        bool readable = !found || readSection(l, section, *bytes);
        consumeError(name.takeError());
        consumeError(bytes.takeError());
        if (!readable) {
            s.complain(EZB_LIBRARY_DAMAGED, nullptr, "", l);
            return false;
        }
    }
    return true;
}

// ---- which unit defines what
// ---------------------------------------------------------------------

// What a library does not export is apart from what others define under the same name.
std::string hiddenName(unsigned library, StringRef symbol)
{
    return (Twine(mark) + "." + Twine(library) + "." + symbol).str();
}

bool isOfLibrary(const EzbOpaqueLibraries &s, unsigned library, StringRef symbol)
{
    return !s.all[library].exports.contains(symbol) &&
           s.definitions.contains(hiddenName(library, symbol));
}

// Registrations, and the hook of error estimates, are for who makes derivatives.
bool isForDerivatives(StringRef symbol)
{
    static const char *const parts[] = {"__enzyme_register",         "__enzyme_inactive",
                                        "__enzyme_function_like",    "__enzyme_allocation_like",
                                        "__enzyme_nofree",           "__enzyme_shouldrecompute",
                                        "__enzyme_sparse_accumulate"};
    return symbol == "enzymeLogError" || symbol.starts_with("_Z14enzymeLogError") ||
           any_of(parts, [&](const char *part) { return symbol.contains(part); });
}

bool noteUnit(EzbOpaqueLibraries &s, unsigned library, unsigned unit, const StringSet<> &taken)
{
    Library &l = s.all[library];
    Expected<BitcodeFileContents> contents =
        getBitcodeFileContents(MemoryBufferRef(l.units[unit].bitcode, l.path));
    Expected<irsymtab::FileContents> table =
        contents ? irsymtab::readBitcode(*contents) : contents.takeError();
    if (!table) {
        consumeError(table.takeError());
        s.complain(EZB_LIBRARY_DAMAGED, nullptr, "", l);
        return false;
    }
    for (const irsymtab::Reader::SymbolRef &symbol : table->TheReader.symbols()) {
        StringRef name = symbol.getIRName();
        if (name.empty() || symbol.isUndefined() || !symbol.isGlobal() || symbol.isFormatSpecific())
            continue;
        if (isForDerivatives(name))
            s.rules.emplace_back(library, unit);
        if (!l.exports.contains(name))
            s.definitions.try_emplace(hiddenName(library, name), library, unit);
        else if (!taken.contains(name))
            s.definitions.try_emplace(name, library, unit);
    }
    return true;
}

// Of several libraries that export a symbol the first one counts, also one without bitcode.
void noteDefinitions(EzbOpaqueLibraries &s)
{
    StringSet<> taken;
    for (unsigned i = 0; i < s.all.size(); i++) {
        for (unsigned u = 0; u < s.all[i].units.size(); u++)
            if (!noteUnit(s, i, u, taken))
                return;
        for (const auto &symbol : s.all[i].exports)
            if (!taken.insert(symbol.getKey()).second)
                s.all[i].overridden.insert(symbol.getKey());
    }
}

// ---- linking units
// -------------------------------------------------------------------------------

// What a program does with its libraries at its start and end stays the library's.
void dropModuleWide(Module &m)
{
    static const char *const metadata[] = {"llvm.module.flags", "llvm.ident", "llvm.commandline",
                                           "llvm.errno.tbaa"};
    static const char *const lists[] = {"llvm.global_ctors", "llvm.global_dtors"};
    for (const char *name : metadata)
        if (NamedMDNode *node = m.getNamedMetadata(name))
            m.eraseNamedMetadata(node);
    for (const char *name : lists)
        if (GlobalVariable *list = m.getGlobalVariable(name, /*AllowInternal=*/true))
            list->eraseFromParent();
    m.setModuleInlineAsm("");
}

Constant *declare(Module &m, GlobalValue &old)
{
    if (auto *type = dyn_cast<FunctionType>(old.getValueType()))
        return Function::Create(type, GlobalValue::ExternalLinkage, old.getAddressSpace(), "", &m);
    return new GlobalVariable(m, old.getValueType(), false, GlobalValue::ExternalLinkage, nullptr,
                              "", nullptr, GlobalValue::NotThreadLocal, old.getAddressSpace());
}

// The symbol is declared only, and whoever defines it is asked.
void makeDeclaration(GlobalValue &g)
{
    if (auto *f = dyn_cast<Function>(&g)) {
        f->deleteBody();
    } else if (auto *v = dyn_cast<GlobalVariable>(&g)) {
        v->setInitializer(nullptr);
    } else {
        Constant *fresh = declare(*g.getParent(), g);
        g.replaceAllUsesWith(fresh);
        fresh->takeName(&g);
        g.eraseFromParent();
        return;
    }
    auto &object = cast<GlobalObject>(g);
    object.clearMetadata();
    object.setLinkage(GlobalValue::ExternalLinkage);
    object.setVisibility(GlobalValue::DefaultVisibility);
    object.setDSOLocal(false);
}

std::vector<GlobalValue *> definitionsOf(Module &m)
{
    std::vector<GlobalValue *> found;
    for (GlobalValue &g : m.global_values())
        if (!g.isDeclaration() && !g.getName().starts_with("llvm."))
            found.push_back(&g);
    return found;
}

// A symbol that others have defined already. Of two strong definitions the library may call either:
// a compiler opens its own calls of its own one. One of two inline functions is as good as the
// other.
bool isSettled(EzbOpaqueLibraries &s, const Library &l, const GlobalValue &g)
{
    const GlobalValue *other = s.program.getNamedValue(g.getName());
    bool inProgram = other && !other->isDeclarationForLinker() && !other->hasLocalLinkage();
    bool elsewhere = l.overridden.contains(g.getName());
    if (g.hasLocalLinkage() || (!inProgram && !elsewhere))
        return false;
    bool weak = g.isWeakForLinker() || (inProgram && other->isWeakForLinker());
    if (!weak)
        s.complain(EZB_LIBRARY_TWICE, inProgram ? other : nullptr, g.getName(), l);
    return inProgram || !(g.hasWeakODRLinkage() || g.hasLinkOnceODRLinkage());
}

// A compiler has left it out of the machine code because nobody can tell: it is never written,
// never read, or written before it is read in each call. Then a copy will do. What it has split or
// put together has other names.
bool isOptimised(const Unit &unit, const GlobalObject &g)
{
    if (unit.addresses.empty() || unit.addresses.contains(g.getName()))
        return false;
    std::string parts = (g.getName() + ".").str();
    for (const auto &symbol : unit.addresses)
        if (symbol.getKey().starts_with(parts) || symbol.getKey().contains("MergedGlobals"))
            return false;
    return true;
}

void markObject(EzbOpaqueLibraries &s, unsigned library, const Unit &unit, GlobalObject &g)
{
    LLVMContext &c = g.getContext();
    const Library &l = s.all[library];
    auto known = unit.addresses.find(g.getName());
    auto number = [&](uint64_t n) {
        return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(c), n));
    };
    bool exported = !g.hasLocalLinkage() && l.exports.contains(g.getName());
    bool found = known != unit.addresses.end() && known->second;
    g.setMetadata(
        mark, MDNode::get(c, {number(library), number(found), number(found ? *known->second : 0),
                              number(exported), number(isOptimised(unit, g))}));
}

void prepareUnit(EzbOpaqueLibraries &s, unsigned library, const Unit &unit, Module &m)
{
    const Library &l = s.all[library];
    for (GlobalValue *g : definitionsOf(m)) {
        if (auto *object = dyn_cast<GlobalObject>(g)) {
            object->setComdat(nullptr);
            markObject(s, library, unit, *object);
        } else if (!g->hasLocalLinkage() && l.exports.contains(g->getName())) {
            s.aliases.push_back(g->getName().str());
        }
    }
    for (GlobalValue &g : m.global_values()) {
        g.setVisibility(GlobalValue::DefaultVisibility);
        g.setDSOLocal(false); // see isWanted
        if (!g.hasLocalLinkage() && isOfLibrary(s, library, g.getName()))
            g.setName(hiddenName(library, g.getName()));
    }
    for (GlobalValue *g : definitionsOf(m))
        if (g->hasAvailableExternallyLinkage() || isSettled(s, l, *g))
            makeDeclaration(*g);
}

void linkUnit(EzbOpaqueLibraries &s, unsigned library, Unit &unit)
{
    Library &l = s.all[library];
    unit.linked = true;
    Expected<std::unique_ptr<Module>> m =
        parseBitcodeFile(MemoryBufferRef(unit.bitcode, l.path), s.program.getContext());
    if (!m) {
        consumeError(m.takeError());
        s.complain(EZB_LIBRARY_DAMAGED, nullptr, "", l);
        return;
    }
    if ((*m)->getDataLayout() != s.program.getDataLayout()) {
        s.complain(EZB_LIBRARY_TARGET, nullptr, "", l);
        return;
    }
    dropModuleWide(**m);
    prepareUnit(s, library, unit, **m);
    if (s.ok && Linker::linkModules(s.program, std::move(*m)))
        s.complain(EZB_LIBRARY_DAMAGED, nullptr, "", l);
}

uint64_t numberIn(const MDNode &node, unsigned i)
{
    return mdconst::extract<ConstantInt>(node.getOperand(i))->getZExtValue();
}

void noteImported(EzbOpaqueLibraries &s)
{
    for (GlobalObject &g : s.program.global_objects()) {
        MDNode *node = g.getMetadata(mark);
        if (!node)
            continue;
        g.setMetadata(mark, nullptr);
        if (g.isDeclaration())
            continue;
        std::optional<uint64_t> address;
        if (numberIn(*node, 1))
            address = numberIn(*node, 2);
        s.imported.push_back({&g, static_cast<unsigned>(numberIn(*node, 0)), address,
                              numberIn(*node, 3) != 0, numberIn(*node, 4) != 0});
    }
}

// An object of the program that is machine code may have what is declared.
bool isWanted(const GlobalValue &g)
{
    bool own = g.isDSOLocal() && g.getParent()->getPICLevel() != PICLevel::NotPIC;
    return g.isDeclarationForLinker() && !g.use_empty() && !g.getName().starts_with("llvm.") &&
           !own;
}

// Links the units of what the program refers to. True if there were new ones.
bool linkWanted(EzbOpaqueLibraries &s)
{
    std::vector<std::string> wanted;
    for (const GlobalObject &g : s.program.global_objects())
        if (isWanted(g) && s.definitions.contains(g.getName()))
            wanted.push_back(g.getName().str());
    bool any = false;
    for (const std::string &name : wanted) {
        auto [library, unit] = s.definitions[name];
        Library &l = s.all[library];
        if (l.witness.empty() && l.exports.contains(name))
            l.witness = name;
        if (l.units[unit].linked)
            continue;
        linkUnit(s, library, l.units[unit]);
        any = true;
    }
    return any;
}

// ---- releasing them
// ------------------------------------------------------------------------------

bool isLoaded(const Library &l)
{
    return !l.witness.empty();
}

GlobalVariable *text(Module &m, StringRef bytes)
{
    Constant *value = ConstantDataArray::getString(m.getContext(), bytes);
    auto *v =
        new GlobalVariable(m, value->getType(), true, GlobalValue::PrivateLinkage, value, mark);
    v->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return v;
}

// At the start of the program the runtime says where the library is, if it is the same.
void findAtStart(Module &m, Library &l)
{
    LLVMContext &c = m.getContext();
    Type *pointer = PointerType::getUnqual(c);
    l.base = new GlobalVariable(m, pointer, false, GlobalValue::InternalLinkage,
                                ConstantPointerNull::get(cast<PointerType>(pointer)),
                                Twine(mark) + ".base");
    l.start = Function::Create(FunctionType::get(Type::getVoidTy(c), false),
                               GlobalValue::InternalLinkage, Twine(mark) + ".find", m);
    FunctionCallee find =
        m.getOrInsertFunction(runtimeName, pointer, pointer, pointer, Type::getInt64Ty(c), pointer);
    IRBuilder<> b(BasicBlock::Create(c, "", l.start));
    StringRef id(reinterpret_cast<const char *>(l.id.data()), l.id.size());
    b.CreateStore(b.CreateCall(find, {text(m, l.name), text(m, id), b.getInt64(id.size()),
                                      m.getNamedValue(l.witness)}),
                  l.base);
    b.CreateRetVoid();
    appendToGlobalCtors(m, l.start, 0);
}

Value *addressAt(Instruction *at, const Library &l, uint64_t address)
{
    IRBuilder<> b(at);
    LoadInst *base = b.CreateLoad(b.getPtrTy(), l.base);
    base->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
    return b.CreateGEP(b.getInt8Ty(), base, b.getInt64(address));
}

// Predecessors that a phi has several times give it one value.
Value *addressFor(Use &use, const Library &l, uint64_t address)
{
    auto *phi = dyn_cast<PHINode>(use.getUser());
    if (!phi)
        return addressAt(cast<Instruction>(use.getUser()), l, address);
    BasicBlock *from = phi->getIncomingBlock(use);
    int first = phi->getBasicBlockIndex(from);
    Value *given = phi->getIncomingValue(static_cast<unsigned>(first));
    return given != use.get() ? given : addressAt(from->getTerminator(), l, address);
}

bool isCallee(const Use &use)
{
    auto *call = dyn_cast<CallBase>(use.getUser());
    return call && call->isCallee(&use);
}

// Calls of a function stay calls of its copy.
void useAddress(GlobalObject &g, const Library &l, uint64_t address)
{
    convertUsersOfConstantsToInstructions({&g});
    for (Use &use : make_early_inc_range(g.uses()))
        if (isa<Instruction>(use.getUser()) && !isa<LandingPadInst>(use.getUser()) &&
            !isCallee(use))
            use.set(addressFor(use, l, address));
}

// An address in the initialiser of a variable, `offset` bytes behind its begin.
struct Address {
    uint64_t offset;
    const Imported *of;
    APInt distance;
};
using AddressMap = DenseMap<const Value *, const Imported *>;

// The constant, in which addresses in libraries are null.
Constant *withoutAddresses(Constant *c, uint64_t offset, const DataLayout &layout,
                           const AddressMap &known, std::vector<Address> &found)
{
    if (c->getType()->isPointerTy()) {
        APInt distance(layout.getIndexTypeSizeInBits(c->getType()), 0);
        const Value *base = c->stripAndAccumulateConstantOffsets(layout, distance, true);
        const Imported *of = known.lookup(base);
        if (!of)
            return c;
        found.push_back({offset, of, distance});
        return Constant::getNullValue(c->getType());
    }
    if (!isa<ConstantStruct>(c) && !isa<ConstantArray>(c))
        return c;
    SmallVector<Constant *> parts;
    for (unsigned i = 0; i < c->getNumOperands(); i++) {
        auto *part = cast<Constant>(c->getOperand(i));
        auto *record = dyn_cast<StructType>(c->getType());
        uint64_t at = record ? layout.getStructLayout(record)->getElementOffset(i).getFixedValue()
                             : i * layout.getTypeAllocSize(part->getType()).getFixedValue();
        parts.push_back(withoutAddresses(part, offset + at, layout, known, found));
    }
    if (auto *record = dyn_cast<StructType>(c->getType()))
        return ConstantStruct::get(record, parts);
    return ConstantArray::get(cast<ArrayType>(c->getType()), parts);
}

// Copies of tables get the addresses in them at the start of the program.
void initialiseAtStart(EzbOpaqueLibraries &s, GlobalVariable &v, const AddressMap &known)
{
    std::vector<Address> found;
    if (!v.hasInitializer() || v.getName().starts_with("llvm."))
        return;
    Constant *rest =
        withoutAddresses(v.getInitializer(), 0, s.program.getDataLayout(), known, found);
    if (found.empty())
        return;
    v.setInitializer(rest);
    v.setConstant(false);
    for (const Address &a : found) {
        Library &l = s.all[a.of->library];
        Instruction *end = l.start->getEntryBlock().getTerminator();
        uint64_t address = *a.of->address + a.distance.getSExtValue();
        IRBuilder<> b(end);
        Value *base = b.CreateLoad(b.getPtrTy(), l.base);
        b.CreateStore(b.CreateGEP(b.getInt8Ty(), base, b.getInt64(address)),
                      b.CreateGEP(b.getInt8Ty(), &v, b.getInt64(a.offset)));
    }
}

void initialiseTables(EzbOpaqueLibraries &s)
{
    AddressMap known;
    for (const Imported &i : s.imported)
        if (const Value *v = i.value; v && i.address && !i.exported)
            known[v] = &i;
    for (GlobalVariable &v : s.program.globals())
        initialiseAtStart(s, v, known);
}

const Instruction *someUser(const Value &v)
{
    for (const User *user : v.users())
        if (auto *i = dyn_cast<Instruction>(user))
            return i;
        else if (isa<ConstantExpr>(user))
            if (const Instruction *i = someUser(*user))
                return i;
    return nullptr;
}

// What is left of it is a copy, which must not be told from the library's own.
bool isCopyEnough(const GlobalObject &g, const Imported &i)
{
    auto *v = dyn_cast<GlobalVariable>(&g);
    if (v && v->isConstant())
        return !i.address || v->hasGlobalUnnamedAddr();
    for (const Use &use : g.uses())
        if (v || !isCallee(use))
            return i.optimised;
    return true;
}

// Lists that name what is imported, such as registrations and annotations, have been read.
void leaveLists(EzbOpaqueLibraries &s)
{
    SmallPtrSet<const Value *, 16> imported;
    for (Imported &i : s.imported)
        imported.insert(i.value);
    removeFromUsedLists(s.program, [&](Constant *c) { return imported.contains(c); });
    if (GlobalVariable *annotations = s.program.getGlobalVariable("llvm.global.annotations"))
        annotations->eraseFromParent();
}

void dropExported(EzbOpaqueLibraries &s)
{
    for (const std::string &name : s.aliases)
        if (GlobalAlias *alias = s.program.getNamedAlias(name))
            makeDeclaration(*alias);
    for (Imported &i : s.imported) {
        auto *g = dyn_cast_or_null<GlobalObject>(static_cast<Value *>(i.value));
        if (g && i.exported)
            makeDeclaration(*g);
        else if (g)
            g->setLinkage(GlobalValue::InternalLinkage);
    }
}

void removeUnused(EzbOpaqueLibraries &s)
{
    GlobalDCEPass().run(s.program, *s.cx->MAM);
    s.cx->MAM->invalidate(s.program, PreservedAnalyses::none());
}

template <class Visit> void eachHidden(EzbOpaqueLibraries &s, Visit visit)
{
    for (Imported &i : s.imported)
        if (auto *g = dyn_cast_or_null<GlobalObject>(static_cast<Value *>(i.value)))
            if (!i.exported)
                visit(*g, i);
}
} // namespace

EzbLibraries ezb_libraries_link(EzbCtx *cx, LLVMModuleRef program, const char *paths,
                                EzbLibraryTrouble trouble, void *data)
{
    auto s = std::make_unique<EzbOpaqueLibraries>(cx, *unwrap(program), trouble, data);
    StringRef rest = paths;
    while (!rest.empty()) {
        auto [path, next] = rest.split('\n');
        s->all.emplace_back();
        s->all.back().path = path.str();
        if (!readLibrary(*s, s->all.back()))
            break;
        rest = next;
    }
    if (s->ok)
        noteDefinitions(*s);
    for (auto [library, unit] : s->rules)
        if (s->ok && !s->all[library].units[unit].linked)
            linkUnit(*s, library, s->all[library].units[unit]);
    while (s->ok && linkWanted(*s))
        cx->Changed = true;
    noteImported(*s);
    return s.release();
}

int ezb_libraries_release(EzbLibraries s)
{
    if (s->ok && !s->imported.empty()) {
        for (Library &l : s->all)
            if (isLoaded(l))
                findAtStart(s->program, l);
        leaveLists(*s);
        dropExported(*s);
        removeUnused(*s);
        eachHidden(*s, [&](GlobalObject &g, Imported &i) {
            if (i.address)
                useAddress(g, s->all[i.library], *i.address);
        });
        removeUnused(*s);
        initialiseTables(*s);
        removeUnused(*s);
        eachHidden(*s, [&](GlobalObject &g, Imported &i) {
            if (!isCopyEnough(g, i))
                s->complain(EZB_LIBRARY_HIDDEN, someUser(g), g.getName(), s->all[i.library]);
        });
        s->cx->Changed = true;
    }
    bool ok = s->ok;
    delete s;
    return ok;
}
