// Variables whose type leaves bytes of them unused, such as x86_fp80 with ten bytes of sixteen, are
// kept from an error of LLVM's pass that splits variables into scalars.
//
// Where a copy moves the last bytes of such a value together with bytes behind it, the pass splits
// the copy in two. It takes the variable itself for the part that is the value, whose type is the
// same, and shortens the copy in place; then it deletes the copy with the other part. The last
// bytes of the value are lost (LLVM 22: AllocaSliceRewriter::visitMemTransferInst). Of a struct
// with the value as its only field the pass makes a new variable, and that does not happen.
#include "bridge/ezb_sroa.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
using namespace llvm;

namespace
{
bool leavesBytesUnused(const AllocaInst &variable)
{
    Type *type = variable.getAllocatedType();
    if (!type->isSingleValueType() || variable.isSwiftError() || variable.isUsedWithInAlloca())
        return false;
    const DataLayout &layout = variable.getModule()->getDataLayout();
    return layout.getTypeStoreSize(type) != layout.getTypeAllocSize(type);
}
} // namespace

void ezb::guardSplitting(PassInstrumentationCallbacks *callbacks,
                         std::function<bool()> differentiable)
{
    if (!callbacks)
        return;
    callbacks->registerBeforeNonSkippedPassCallback([differentiable](StringRef pass, Any unit) {
        auto *f = any_cast<const Function *>(&unit);
        if (pass != "SROAPass" || !f || !differentiable())
            return;
        for (Instruction &i : instructions(const_cast<Function *>(*f)))
            if (auto *variable = dyn_cast<AllocaInst>(&i); variable && leavesBytesUnused(*variable))
                variable->setAllocatedType(StructType::get(variable->getAllocatedType()));
    });
}
