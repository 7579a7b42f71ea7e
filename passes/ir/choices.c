#include "ir/choices.h"
#include "base/limits.h"
#include <stddef.h>

LIMIT(VALUES_MAX, 16); /* that are calculated from one */

struct values {
    LLVMValueRef items[VALUES_MAX];
    unsigned count;
};

/* False: there are too many. */
static bool add(struct values *all, LLVMValueRef v)
{
    for (unsigned i = 0; i < all->count; i++)
        if (all->items[i] == v)
            return true;
    if (all->count == VALUES_MAX)
        return false;
    all->items[all->count++] = v;
    return true;
}

static bool is_calculated(LLVMValueRef user)
{
    return LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMIntegerTypeKind &&
           (LLVMIsABinaryOperator(user) || LLVMIsASExtInst(user) || LLVMIsAZExtInst(user) ||
            LLVMIsATruncInst(user) || LLVMIsAFreezeInst(user) || LLVMIsAPHINode(user) ||
            LLVMIsASelectInst(user));
}

/* An integer as large as an address may be the distance between two blocks, and so may one that
 * counts bytes: other blocks are between their shadows. */
static bool is_index(LLVMValueRef user, bool narrow)
{
    LLVMTypeRef type = LLVMIsAGetElementPtrInst(user) ? LLVMGetGEPSourceElementType(user) : NULL;
    return narrow && type &&
           (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 8);
}

static bool is_choice(LLVMValueRef user, bool narrow)
{
    return LLVMIsAICmpInst(user) || LLVMIsASwitchInst(user) || LLVMIsASelectInst(user) ||
           is_index(user, narrow);
}

bool choices_only(LLVMValueRef v)
{
    struct values all = {{v}, 1};
    bool narrow = LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 32;
    for (unsigned i = 0; i < all.count; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(all.items[i]); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_calculated(user) ? !add(&all, user) : !is_choice(user, narrow))
                return false;
        }
    return true;
}
