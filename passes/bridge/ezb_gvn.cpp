// Loads of members of several classes stay apart in GVN.
//
// Of two loads from one address GVN leaves the first one, whatever TBAA says of them: it gives the
// bits of a pointer for a number, or one pointer for another, where an object may be of one class
// or the other, and the value is not needed if it is the other. Then nothing tells any more which
// of both was loaded, or where the pointers of both lead. So loads of which there are others from
// the same place, with another tag, are left alone. Of a load that has lost its tag what it is for
// itself is kept.
#include "bridge/ezb_sroa.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ValueHandle.h"
#include <map>
#include <memory>
#include <tuple>
#include <vector>
using namespace llvm;

namespace
{
struct Tagged {
    WeakVH load;
    MDNode *tag;
    bool held;
};
using Loads = std::vector<Tagged>;
using Place = std::tuple<const Value *, bool, int64_t>;

Function *functionOf(StringRef pass, Any unit)
{
    auto *f = any_cast<const Function *>(&unit);
    bool prepared = f && (*f)->getName().starts_with("enz.prepared.");
    return pass == "GVNPass" && prepared ? const_cast<Function *>(*f) : nullptr;
}

// Pointers that are loaded from one address are likely to be the same one.
Place placeOf(const Instruction &access)
{
    int64_t offset = 0;
    const DataLayout &layout = access.getModule()->getDataLayout();
    const Value *base =
        GetPointerBaseWithConstantOffset(getLoadStorePointerOperand(&access), offset, layout);
    auto *load = dyn_cast<LoadInst>(base);
    return {load ? load->getPointerOperand() : base, load, offset};
}

// What is accessed, as facts/types_tbaa.c tells it from others: "" is any type, "p" any pointer.
StringRef accessedType(const MDNode *tag)
{
    auto *type = tag->getNumOperands() > 1 ? dyn_cast_or_null<MDNode>(tag->getOperand(1)) : nullptr;
    auto *text =
        type && type->getNumOperands() ? dyn_cast_or_null<MDString>(type->getOperand(0)) : nullptr;
    StringRef name = text ? text->getString() : "";
    if (name == "omnipotent char")
        return "";
    if (name == "any pointer" || name == "vtable pointer" ||
        (name.size() > 3 && name[0] == 'p' && name[1] > '1' && name[1] <= '9' && name[2] == ' '))
        return "p";
    return name.starts_with("p1 _ZTS") ? "p1 " : name;
}

bool differs(StringRef a, StringRef b)
{
    bool pointers = (a == "p" || a.starts_with("p1 ")) && (b == "p" || b.starts_with("p1 "));
    return !a.empty() && !b.empty() && a != b && !(pointers && (a == "p" || b == "p"));
}

struct Accesses {
    StringRef type;
    bool mixed = false;
};

Loads hold(Function &f)
{
    std::map<Place, Accesses> accesses;
    Loads loads;
    for (Instruction &i : instructions(f)) {
        MDNode *tag = i.getMetadata(LLVMContext::MD_tbaa);
        if (!tag || !getLoadStorePointerOperand(&i))
            continue;
        StringRef type = accessedType(tag);
        Accesses &others = accesses[placeOf(i)];
        others.mixed |= differs(others.type, type);
        if (others.type.empty() || (others.type == "p" && !type.empty()))
            others.type = type;
        if (auto *load = dyn_cast<LoadInst>(&i); load && load->isSimple())
            loads.push_back({load, tag, false});
    }
    for (Tagged &x : loads) {
        auto *load = cast<LoadInst>(static_cast<Value *>(x.load));
        x.held = accesses[placeOf(*load)].mixed;
        load->setVolatile(x.held);
    }
    return loads;
}

void release(const Loads &loads)
{
    for (const Tagged &x : loads) {
        auto *load = dyn_cast_or_null<LoadInst>(static_cast<Value *>(x.load));
        if (load && x.held)
            load->setVolatile(false);
        if (load && !load->getMetadata(LLVMContext::MD_tbaa))
            load->setMetadata(ezb::droppedTag, x.tag);
    }
}
} // namespace

void ezb::keepTags(PassInstrumentationCallbacks *callbacks)
{
    if (!callbacks)
        return;
    auto loads = std::make_shared<Loads>();
    callbacks->registerBeforeNonSkippedPassCallback([loads](StringRef pass, Any unit) {
        if (Function *f = functionOf(pass, unit))
            *loads = hold(*f);
    });
    callbacks->registerAfterPassCallback(
        [loads](StringRef pass, Any unit, const PreservedAnalyses &) {
            if (!functionOf(pass, unit))
                return;
            release(*loads);
            loads->clear();
        });
}
