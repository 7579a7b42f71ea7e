// Functions that are the same but for their names.
#include "ezb_internal.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"
using namespace llvm;

namespace
{
// Metadata of two functions: the same if a bijection takes the nodes of one to those of the other,
// so that accesses that share a scope in one do so in the other. FunctionComparator leaves nodes
// out. Debug locations are left out here: they tell whose code it is, not what it does.
class SameMetadata
{
    DenseMap<const Metadata *, const Metadata *> rights, lefts;

    bool sameParts(const Metadata *l, const Metadata *r)
    {
        if (l->getMetadataID() != r->getMetadataID())
            return false;
        const auto *left = dyn_cast<MDNode>(l), *right = dyn_cast<MDNode>(r);
        if (!left || left->getNumOperands() != right->getNumOperands() ||
            left->isDistinct() != right->isDistinct())
            return false; // strings and constants that are the same have one address
        for (unsigned i = 0; i < left->getNumOperands(); i++)
            if (!same(left->getOperand(i), right->getOperand(i)))
                return false;
        return true;
    }

    bool same(const Metadata *l, const Metadata *r)
    {
        if (!l || !r)
            return l == r;
        auto [right, isNew] = rights.try_emplace(l, r);
        auto [left, isNewToo] = lefts.try_emplace(r, l);
        if (!isNew || !isNewToo)
            return right->second == r && left->second == l;
        return l == r || isa<DILocation>(l) || sameParts(l, r);
    }

  public:
    bool same(const Instruction &l, const Instruction &r)
    {
        SmallVector<std::pair<unsigned, MDNode *>> left, right;
        l.getAllMetadataOtherThanDebugLoc(left);
        r.getAllMetadataOtherThanDebugLoc(right);
        if (left.size() != right.size())
            return false;
        for (size_t i = 0; i < left.size(); i++)
            if (left[i].first != right[i].first || !same(left[i].second, right[i].second))
                return false;
        return true;
    }

    bool same(const MetadataAsValue *l, const MetadataAsValue *r)
    {
        return same(l->getMetadata(), r->getMetadata());
    }
};

// What FunctionComparator does not look at, for functions of which it says that they are the same.
// It walks along branches; here things correspond that are at the same place.
class SamePlaces
{
    DenseMap<const Value *, const Value *> rights;
    SameMetadata metadata;

    bool sameOperand(const Value *l, const Value *r)
    {
        if (const auto *left = dyn_cast<MetadataAsValue>(l)) {
            const auto *right = dyn_cast<MetadataAsValue>(r);
            return right && metadata.same(left, right);
        }
        auto found = rights.find(l);
        return found == rights.end() || found->second == r;
    }

    bool pair(const Function &l, const Function &r)
    {
        if (l.size() != r.size() || l.getInstructionCount() != r.getInstructionCount())
            return false;
        for (auto [left, right] : zip(l.args(), r.args()))
            rights[&left] = &right;
        for (auto [left, right] : zip(l, r))
            rights[&left] = &right;
        for (auto [left, right] : zip(instructions(l), instructions(r)))
            rights[&left] = &right;
        return true;
    }

  public:
    bool same(const Function &l, const Function &r)
    {
        if (!pair(l, r))
            return false;
        for (auto [left, right] : zip(instructions(l), instructions(r))) {
            if (left.getOpcode() != right.getOpcode() ||
                left.getNumOperands() != right.getNumOperands() || !metadata.same(left, right))
                return false;
            for (unsigned k = 0; k < left.getNumOperands(); k++)
                if (!sameOperand(left.getOperand(k), right.getOperand(k)))
                    return false;
        }
        return true;
    }
};
} // namespace

int ezb_same_function(LLVMValueRef left, LLVMValueRef right)
{
    const Function &l = *ezb::function(left), &r = *ezb::function(right);
    GlobalNumberState numbers;
    return FunctionComparator(&l, &r, &numbers).compare() == 0 && SamePlaces().same(l, r);
}
