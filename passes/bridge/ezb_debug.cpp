// Debug locations, debug records and diagnostics.
#include "bridge/ezb_internal.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
using namespace llvm;

namespace
{
// loc as seen from another function: the end of its inlined-at chain is continued with `at`. What
// tells debuggers that an instruction is the one of its statement to stop at stays.
DILocation *reroot(DILocation *loc, DILocation *at)
{
    DILocation *outer = loc->getInlinedAt();
    at = outer ? reroot(outer, at) : at;
#if LLVM_VERSION_MAJOR >= 21
    return DILocation::get(loc->getContext(), loc->getLine(), loc->getColumn(), loc->getScope(), at,
                           loc->isImplicitCode(), loc->getAtomGroup(), loc->getAtomRank());
#else
    return DILocation::get(loc->getContext(), loc->getLine(), loc->getColumn(), loc->getScope(), at,
                           loc->isImplicitCode());
#endif
}

DILocation *outermost(DILocation *loc)
{
    while (DILocation *outer = loc->getInlinedAt())
        loc = outer;
    return loc;
}

// The location of an instruction or, where it has none, of the nearest one before it in its block
// that has.
DILocation *locationNear(Instruction *i)
{
    for (; i; i = i->getPrevNode())
        if (DILocation *loc = i->getDebugLoc().get())
            if (loc->getLine())
                return loc;
    return nullptr;
}

// Functions that passes have made have no places of their own in the source. Those that the
// compiler has made of parallel regions do, and are artificial as well.
bool isOfPasses(const DISubprogram *sp)
{
    return sp->isArtificial() && sp->getRawAnnotations();
}

Function *enclosing(Value *v)
{
    if (auto *i = dyn_cast<Instruction>(v))
        return i->getFunction();
    if (auto *a = dyn_cast<Argument>(v))
        return a->getParent();
    return dyn_cast<Function>(v);
}

int report(DIScope *scope, unsigned l, unsigned c, const char **file, unsigned *line, unsigned *col)
{
    *file = scope->getFilename().data();
    *line = l;
    *col = c;
    return *file && **file;
}

int reportVariable(const GlobalVariable *g, const char **file, unsigned *line, unsigned *col)
{
    SmallVector<DIGlobalVariableExpression *, 1> found;
    g->getDebugInfo(found);
    if (found.empty())
        return 0;
    const DIGlobalVariable *variable = found.front()->getVariable();
    *file = variable->getFilename().data();
    *line = variable->getLine();
    *col = 0;
    return *file && **file;
}

void mapLocationOperands(DbgVariableRecord *record, EzbMapFn map, void *user)
{
    SmallVector<Value *, 4> operands(record->location_ops());
    for (Value *old : operands) {
        if (!old)
            continue;
        Value *mapped = unwrap(map(user, wrap(old)));
        if (!mapped)
            record->setKillLocation();
        else if (mapped != old)
            record->replaceVariableLocationOp(old, mapped, true);
    }
}
} // namespace

int ezb_debug_loc_depth(LLVMValueRef v, unsigned depth, const char **file, unsigned *line,
                        unsigned *col)
{
    Value *x = unwrap(v);
    if (auto *i = dyn_cast<Instruction>(x))
        if (DILocation *loc = locationNear(i)) {
            for (; loc && depth; --depth)
                loc = loc->getInlinedAt();
            if (!loc || isOfPasses(loc->getScope()->getSubprogram()))
                return 0;
            return report(loc->getScope(), loc->getLine(), loc->getColumn(), file, line, col);
        }
    if (auto *g = dyn_cast<GlobalVariable>(x))
        return !depth && reportVariable(g, file, line, col);
    Function *f = enclosing(x);
    DISubprogram *sp = f ? f->getSubprogram() : nullptr;
    return sp && !depth ? report(sp, sp->getLine(), 0, file, line, col) : 0;
}

int ezb_debug_loc(LLVMValueRef v, const char **file, unsigned *line, unsigned *col)
{
    return ezb_debug_loc_depth(v, 0, file, line, col);
}

const char *ezb_debug_function(LLVMValueRef inst)
{
    DILocation *loc = locationNear(ezb::instruction(inst));
    DISubprogram *sp = loc ? loc->getScope()->getSubprogram() : nullptr;
    return sp && !sp->isArtificial() && !sp->getName().empty() ? sp->getName().data() : nullptr;
}

void ezb_set_debug_loc(LLVMValueRef inst, LLVMValueRef like)
{
    Instruction *to = ezb::instruction(inst), *from = ezb::instruction(like);
    DILocation *loc = from->getDebugLoc().get();
    DISubprogram *sp = to->getFunction()->getSubprogram();
    if (loc && sp && outermost(loc)->getScope()->getSubprogram() != sp)
        loc = reroot(loc, DILocation::get(to->getContext(), sp->getLine(), 0, sp));
    to->setDebugLoc(sp ? DebugLoc(loc) : DebugLoc());
}

void ezb_clone_dbg_records(LLVMValueRef from, LLVMValueRef to, EzbMapFn map, void *ud,
                           LLVMMetadataRef inlined_at)
{
    Instruction *target = ezb::instruction(to);
    if (!ezb::instruction(from)->hasDbgRecords())
        return;
    target->cloneDebugInfoFrom(ezb::instruction(from));
    for (DbgRecord &record : make_early_inc_range(target->getDbgRecordRange())) {
        DILocation *loc = record.getDebugLoc().get();
        if (inlined_at && loc)
            record.setDebugLoc(DebugLoc(reroot(loc, cast<DILocation>(unwrap(inlined_at)))));
        auto *variable = dyn_cast<DbgVariableRecord>(&record);
        if (!variable)
            continue;
        if (variable->isDbgAssign())
            variable->eraseFromParent();
        else
            mapLocationOperands(variable, map, ud);
    }
}

void ezb_drop_dbg_records(LLVMValueRef inst)
{
    ezb::instruction(inst)->dropDbgRecords();
}

LLVMMetadataRef ezb_make_subprogram(LLVMValueRef fn, LLVMValueRef like, const char *name)
{
    DISubprogram *model = ezb::function(like)->getSubprogram();
    if (!model)
        return nullptr;
    auto flags = DISubprogram::SPFlagLocalToUnit | DISubprogram::SPFlagDefinition |
                 DISubprogram::SPFlagOptimized;
    Function *f = ezb::function(fn);
    DINodeArray mark = MDTuple::get(model->getContext(), {}); // an empty list of annotations
    DISubprogram *sp = DISubprogram::getDistinct(
        model->getContext(), model->getFile(), name, "", model->getFile(), model->getLine(),
        model->getType(), model->getScopeLine(), nullptr, 0, 0, DINode::FlagArtificial, flags,
        model->getUnit(), nullptr, nullptr, nullptr, nullptr, mark);
    f->setSubprogram(sp);
    return wrap(static_cast<Metadata *>(sp));
}

int ezb_writes_debug(LLVMValueRef fn)
{
    DISubprogram *sp = ezb::function(fn)->getSubprogram();
    return sp && sp->getUnit() && sp->getUnit()->getEmissionKind() != DICompileUnit::NoDebug;
}

LLVMMetadataRef ezb_debug_begin(LLVMValueRef fn, LLVMValueRef like, const char *name)
{
    if (!ezb_writes_debug(like))
        return nullptr;
    auto *sp = cast<DISubprogram>(unwrap(ezb_make_subprogram(fn, like, name)));
    return wrap(
        static_cast<Metadata *>(DILocation::getDistinct(sp->getContext(), sp->getLine(), 0, sp)));
}

LLVMMetadataRef ezb_debug_again(LLVMMetadataRef location, LLVMMetadataRef begun)
{
    auto *root = cast<DILocation>(unwrap(begun));
    return wrap(static_cast<Metadata *>(reroot(cast<DILocation>(unwrap(location)), root)));
}

void ezb_debug_end(LLVMValueRef fn)
{
    Function *f = ezb::function(fn);
    DISubprogram *sp = f->getSubprogram();
    DILocation *root = DILocation::getDistinct(f->getContext(), sp->getLine(), 0, sp);
    auto here = [&](DILocation *loc) {
        return outermost(loc)->getScope()->getSubprogram() == sp ? loc : reroot(loc, root);
    };
    for (Instruction &i : instructions(f)) {
        for (DbgRecord &record : i.getDbgRecordRange())
            record.setDebugLoc(DebugLoc(here(record.getDebugLoc().get())));
        if (DILocation *loc = i.getDebugLoc().get())
            i.setDebugLoc(DebugLoc(here(loc)));
        else if (isa<CallBase>(i)) // of a function that may be inlined
            i.setDebugLoc(DebugLoc(root));
    }
}

const char *ezb_variable_name(LLVMValueRef v)
{
    Value *x = unwrap(v);
    if (isa<GlobalVariable>(x))
        return x->getName().data();
    Function *f = enclosing(x);
    for (Instruction &i : instructions(f))
        for (DbgVariableRecord &record : filterDbgVars(i.getDbgRecordRange()))
            if (is_contained(record.location_ops(), x) && !record.getExpression()->isComplex())
                return record.getVariable()->getName().data();
    return nullptr;
}

char *ezb_demangle(const char *name)
{
    return ezb::copyString(demangle(std::string_view(name)));
}

namespace
{
DIType *withoutQualifiers(DIType *t)
{
    while (auto *d = dyn_cast_or_null<DIDerivedType>(t)) {
        unsigned tag = d->getTag();
        if (tag != dwarf::DW_TAG_typedef && tag != dwarf::DW_TAG_const_type &&
            tag != dwarf::DW_TAG_volatile_type && tag != dwarf::DW_TAG_atomic_type &&
            tag != dwarf::DW_TAG_restrict_type)
            break;
        t = d->getBaseType();
    }
    return t;
}

bool isEmptyRecord(DIType *t)
{
    auto *record = dyn_cast<DICompositeType>(t);
    if (!record || record->getTag() == dwarf::DW_TAG_array_type ||
        record->getTag() == dwarf::DW_TAG_enumeration_type)
        return false;
    return record->getSizeInBits() <= 8 && record->getElements().empty();
}

// IR parameters that carry a source parameter of type t starting with `first`: two if one register
// is too small.
unsigned piecesOf(DIType *t, Argument &first)
{
    const DataLayout &layout = first.getParent()->getParent()->getDataLayout();
    uint64_t bytes = t->getSizeInBits() / 8;
    bool inMemory =
        first.hasByValAttr() || bytes > 16 || (t->getFlags() & DINode::FlagTypePassByReference);
    return inMemory || layout.getTypeAllocSize(first.getType()).getFixedValue() >= bytes ? 1 : 2;
}
} // namespace

size_t ezb_param_pieces(LLVMValueRef fn, unsigned *pieces, size_t cap)
{
    Function *f = ezb::function(fn);
    DISubprogram *sp = f->getSubprogram();
    if (!sp || !sp->getType() || sp->getType()->getTypeArray().size() < 2)
        return 0;
    DITypeRefArray types = sp->getType()->getTypeArray();
    unsigned param = 0;
    size_t n = 0;
    for (unsigned i = 1; i < types.size(); ++i, ++n) {
        while (param < f->arg_size() && f->getArg(param)->hasStructRetAttr())
            ++param;
        DIType *t = withoutQualifiers(types[i]);
        if (!t || n >= cap)
            return 0;
        unsigned count = 0;
        if (!isEmptyRecord(t)) {
            if (param >= f->arg_size())
                return 0;
            count = piecesOf(t, *f->getArg(param));
        }
        pieces[n] = count;
        param += count;
    }
    return param == f->arg_size() ? n : 0;
}

namespace
{
void emitRemark(Function *f, Instruction *i, const DebugLoc &loc, EzbSeverity sev, const char *name,
                const char *text)
{
    OptimizationRemarkEmitter emitter(f);
    BasicBlock *block = i ? i->getParent() : &f->getEntryBlock();
    auto emit = [&](auto remark) {
        remark << text;
        emitter.emit(remark);
    };
    if (sev == EZB_REMARK_PASSED)
        emit(OptimizationRemark("enzyme", name, loc, block));
    else if (sev == EZB_REMARK_MISSED)
        emit(OptimizationRemarkMissed("enzyme", name, loc, block));
    else
        emit(OptimizationRemarkAnalysis("enzyme", name, loc, block));
}

DiagnosticSeverity severity(EzbSeverity sev)
{
    switch (sev) {
    case EZB_ERROR: return DS_Error;
    case EZB_WARNING: return DS_Warning;
    case EZB_NOTE: return DS_Note;
    default: return DS_Remark;
    }
}

// What belongs to no function.
class Text : public DiagnosticInfo
{
    const std::string &text;

  public:
    Text(const std::string &message, DiagnosticSeverity severity)
        : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), severity), text(message)
    {
    }
    void print(DiagnosticPrinter &printer) const override
    {
        printer << text;
    }
};
} // namespace

void ezb_diag(LLVMModuleRef m, LLVMValueRef at, EzbSeverity sev, const char *remark_name,
              const char *text)
{
    LLVMContext &context = unwrap(m)->getContext();
    auto *i = at ? dyn_cast<Instruction>(unwrap(at)) : nullptr;
    Function *f = at ? enclosing(unwrap(at)) : nullptr;
    DebugLoc loc = i ? i->getDebugLoc() : DebugLoc();
    if (!loc && f && f->getSubprogram())
        loc = DILocation::get(context, f->getSubprogram()->getLine(), 0, f->getSubprogram());
    bool remark =
        sev == EZB_REMARK_PASSED || sev == EZB_REMARK_MISSED || sev == EZB_REMARK_ANALYSIS;
    if (remark && f)
        return emitRemark(f, i, loc, sev, remark_name, text);
    std::string copy = text;
    if (f)
        context.diagnose(
            DiagnosticInfoUnsupported(*f, copy, DiagnosticLocation(loc), severity(sev)));
    else
        context.diagnose(Text(copy, severity(sev)));
}
