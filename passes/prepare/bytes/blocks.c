/* Whether two pointers lead into different blocks of memory.
 *
 * Blocks that are seen to be allocated are apart from each other, and a new one is apart from what
 * every pointer leads to that was there before: that was an argument, was computed before, or is
 * loaded before anybody has stored a pointer into the new block. */
#include "prepare/bytes/blocks.h"
#include "base/limits.h"
#include "ir/code.h"
#include "rules/rules.h"
#include <string.h>

bool blocks_calls_library(LLVMValueRef v)
{
    LLVMValueRef f = code_is_call(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) && LLVMIsDeclaration(f);
}

static LLVMValueRef object_of(LLVMValueRef pointer)
{
    return ezb_underlying_object(pointer, ADDRESS_STEPS);
}

static bool is_new_block(struct prepare *p, LLVMValueRef v)
{
    static const char name[] = "noalias";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    return LLVMIsACallInst(v) &&
           (LLVMGetCallSiteEnumAttribute(v, LLVMAttributeReturnIndex, kind) != NULL ||
            ezb_is_alloc(p->cx, v));
}

/* What a function of a library returns lies in an object that it was given, such as the result of a
 * dynamic_cast, unless it is new. */
bool blocks_is_object(struct prepare *p, LLVMValueRef v)
{
    return LLVMIsAArgument(v) || LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v) ||
           (LLVMIsACallInst(v) && (!blocks_calls_library(v) || is_new_block(p, v)));
}

/* ---- pointers from before -------------------------------------------------------------------- */

/* The only block that b may run behind, or NULL. */
static LLVMBasicBlockRef only_predecessor(LLVMBasicBlockRef b)
{
    LLVMBasicBlockRef only = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u)) {
        LLVMBasicBlockRef from =
            LLVMIsATerminatorInst(LLVMGetUser(u)) ? LLVMGetInstructionParent(LLVMGetUser(u)) : NULL;
        if (only && from && from != only)
            return NULL;
        only = from ? from : only;
    }
    return only;
}

LIMIT(STRETCH_BLOCKS, 32);

/* What runs between the allocation of a block and a load. */
struct stretch {
    struct prepare *p;
    LLVMValueRef block, load;
    unsigned blocks;
    struct map of_block; /* pointers into the block, and what is made of these */
};

static bool is_of_block(struct stretch *s, LLVMValueRef inst)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++)
        if (map_get(&s->of_block, LLVMGetOperand(inst, (unsigned)k)))
            return true;
    return false;
}

/* Calls that keep no pointer which they get. */
static bool keeps_nothing(struct stretch *s, LLVMValueRef call)
{
    enum call_class cls = rule_classify(s->p->cx, call).cls;
    return cls == CALL_FREE || cls == CALL_BLOCK_SIZE || cls == CALL_MEMCPY ||
           cls == CALL_MEMMOVE || cls == CALL_MEMSET || cls == CALL_NOP;
}

/* Nothing puts a pointer into the block where it could be loaded again. */
static bool stays_unknown(struct stretch *s, LLVMValueRef inst)
{
    if (!is_of_block(s, inst))
        return true;
    if (LLVMIsAStoreInst(inst))
        return !map_get(&s->of_block, LLVMGetOperand(inst, 0));
    if (LLVMIsACallInst(inst))
        return keeps_nothing(s, inst);
    if (LLVMIsAInvokeInst(inst) || LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst))
        return false;
    if (!LLVMIsALoadInst(inst) && !LLVMIsAICmpInst(inst))
        map_put(&s->of_block, inst, inst);
    return true;
}

static bool is_unknown_until(struct stretch *s, LLVMBasicBlockRef b)
{
    LLVMValueRef first = LLVMGetFirstInstruction(b);
    if (b == LLVMGetInstructionParent(s->block)) {
        first = LLVMGetNextInstruction(s->block);
    } else {
        LLVMBasicBlockRef before = only_predecessor(b);
        if (!before || s->blocks++ == STRETCH_BLOCKS || !is_unknown_until(s, before))
            return false;
    }
    for (LLVMValueRef i = first; i && i != s->load; i = LLVMGetNextInstruction(i))
        if (!stays_unknown(s, i))
            return false;
    return true;
}

/* When the load runs nobody has stored a pointer into the block since it was allocated. */
static bool is_loaded_unknown(struct prepare *p, LLVMValueRef load, LLVMValueRef block)
{
    struct stretch s = {.p = p, .block = block, .load = load};
    if (!LLVMIsALoadInst(load) || !ezb_dom_value(p->cx, block, load))
        return false;
    map_init(&s.of_block, p->arena);
    map_put(&s.of_block, block, block);
    return is_unknown_until(&s, LLVMGetInstructionParent(load));
}

/* The pointer was there before the block was allocated. */
static bool is_older(struct prepare *p, LLVMValueRef v, LLVMValueRef block)
{
    return is_new_block(p, block) && v != block &&
           (LLVMIsAArgument(v) || (LLVMIsAInstruction(v) && ezb_dom_value(p->cx, v, block)) ||
            is_loaded_unknown(p, v, block));
}

static bool are_apart(struct prepare *p, LLVMValueRef x, LLVMValueRef y)
{
    return is_older(p, x, y) || is_older(p, y, x) ||
           (blocks_is_object(p, x) && blocks_is_object(p, y) && !LLVMIsAArgument(x) &&
            !LLVMIsAArgument(y));
}

LIMIT(OBJECTS_MAX, 8);
LIMIT(OBJECT_STEPS, 64);

/* What a pointer may be based on, but for NULL. */
struct object_list {
    LLVMValueRef items[OBJECTS_MAX];
    unsigned count, steps;
    bool too_many;
};

/* What comes round may be a block of an iteration before. */
static bool is_of_loop(struct prepare *p, LLVMValueRef phi)
{
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
        if (ezb_dom_block(p->cx, LLVMGetInstructionParent(phi), LLVMGetIncomingBlock(phi, k)))
            return true;
    return false;
}

static void list_objects(struct prepare *p, LLVMValueRef pointer, struct object_list *l)
{
    LLVMValueRef object = object_of(pointer);
    bool phi = LLVMIsAPHINode(object) && !is_of_loop(p, object);
    for (unsigned i = 0; i < l->count; i++)
        if (l->items[i] == object)
            return;
    if (l->too_many || LLVMIsNull(object))
        return;
    l->too_many = l->count == OBJECTS_MAX || l->steps++ == OBJECT_STEPS;
    if (LLVMIsASelectInst(object)) {
        list_objects(p, LLVMGetOperand(object, 1), l);
        list_objects(p, LLVMGetOperand(object, 2), l);
    } else if (phi) {
        for (unsigned k = 0, n = LLVMCountIncoming(object); k < n; k++)
            list_objects(p, LLVMGetIncomingValue(object, k), l);
    } else if (!l->too_many) {
        l->items[l->count++] = object;
    }
}

/* Whatever either is based on: a block that may not have been had, say, and one from before. */
bool blocks_are_apart(struct prepare *p, LLVMValueRef x, LLVMValueRef y)
{
    struct object_list of_x = {.count = 0}, of_y = {.count = 0};
    list_objects(p, x, &of_x);
    list_objects(p, y, &of_y);
    for (unsigned i = 0; i < of_x.count; i++)
        for (unsigned k = 0; k < of_y.count; k++)
            if (of_x.items[i] == of_y.items[k] || !are_apart(p, of_x.items[i], of_y.items[k]))
                return false;
    return of_x.count && of_y.count && !of_x.too_many && !of_y.too_many;
}
