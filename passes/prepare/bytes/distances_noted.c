/* Which differences of addresses may be distances between two blocks, and which sums are such a
 * distance from an address: a note at each, for types (ir/distances.h). A distance goes where
 * others may add it: into memory, a call or a result, or to another address. */
#include "base/limits.h"
#include "ir/code.h"
#include "ir/distances.h"
#include "prepare/bytes/bytes.h"
#include "prepare/bytes/distances.h"

struct kept_walk {
    struct map seen;
};

static bool is(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static bool is_moved_on(LLVMValueRef user)
{
    return is(user, LLVMAdd) || is(user, LLVMSub) || LLVMIsASelectInst(user) ||
           LLVMIsAPHINode(user) || LLVMIsAFreezeInst(user);
}

static bool calls_program(LLVMValueRef user)
{
    LLVMValueRef f = code_is_call(user) ? LLVMGetCalledValue(user) : NULL;
    return f && !(LLVMIsAFunction(f) && LLVMIsDeclaration(f));
}

static bool is_kept(struct kept_walk *w, LLVMValueRef v)
{
    if (map_get(&w->seen, v))
        return false;
    map_put(&w->seen, v, v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) || LLVMIsAReturnInst(user) || LLVMIsAIntToPtrInst(user) ||
            LLVMIsAInsertValueInst(user) || calls_program(user) ||
            (is_moved_on(user) && is_kept(w, user)))
            return true;
    }
    return false;
}

static LLVMValueRef object_behind(LLVMValueRef address)
{
    return LLVMIsAPtrToIntInst(address)
               ? ezb_underlying_object(LLVMGetOperand(address, 0), ADDRESS_STEPS)
               : NULL;
}

static bool is_distance(struct prepare *p, LLVMValueRef v)
{
    struct kept_walk w;
    if (!is(v, LLVMSub) || LLVMIsAConstant(LLVMGetOperand(v, 0)))
        return false;
    LLVMValueRef to = object_behind(LLVMGetOperand(v, 0)),
                 from = object_behind(LLVMGetOperand(v, 1));
    map_init(&w.seen, p->arena);
    return from && to != from && is_kept(&w, v);
}

/* Of an address in a register. */
static bool is_moved(struct prepare *p, LLVMValueRef v)
{
    if (!is(v, LLVMAdd))
        return false;
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1), object = object_behind(x);
    if (!object)
        object = object_behind(y), y = x;
    return object && !LLVMIsAPtrToIntInst(y) && distances_may_be(p, object, y);
}

unsigned prepare_note_distances(struct prepare *p, LLVMValueRef fn)
{
    if (!distances_are_taken(p))
        return 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_distance(p, i) || is_moved(p, i))
                distance_mark(i);
    return 0;
}
