/* Whether the program has one type of floating-point values in memory, and which.
 *
 * What is only copied in the functions analysed belongs to somebody, too, so the whole module is
 * asked. Types of which the differentiated code only stores constants (the load factor of a hash
 * table) do not count. */
#include "facts/types_state.h"
#include <string.h>

struct numbers {
    LLVMTypeRef type; /* the first met */
    bool several;
};

static void meet(struct numbers *n, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: meet(n, LLVMGetElementType(type)); break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            meet(n, LLVMStructGetTypeAtIndex(type, i));
        break;
    default:
        if (!type_is_fp(type))
            break;
        n->several |= n->type && n->type != type;
        n->type = type;
    }
}

/* Memory that others may hand to the differentiated code. */
static void meet_memory(struct numbers *n, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i))
        meet(n, LLVMTypeOf(i));
    else if (LLVMIsAStoreInst(i))
        meet(n, LLVMTypeOf(LLVMGetOperand(i, 0)));
    else if (LLVMIsAAllocaInst(i))
        meet(n, LLVMGetAllocatedType(i));
    else if (LLVMIsAGetElementPtrInst(i))
        meet(n, LLVMGetGEPSourceElementType(i));
}

/* In differentiated code, constants that are stored and declarations do not make active numbers;
 * bits that become a number were loaded as an integer. */
static void meet_active(struct numbers *n, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) || (LLVMIsAStoreInst(i) && !LLVMIsAConstant(LLVMGetOperand(i, 0))))
        meet_memory(n, i);
    else if (LLVMIsABitCastInst(i))
        meet(n, LLVMTypeOf(i));
}

static void meet_function(struct numbers *n, LLVMValueRef f,
                          void (*meet_instruction)(struct numbers *, LLVMValueRef))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            meet_instruction(n, i);
}

/* Made by the passes: prepared functions, and derivatives made before. */
static bool is_own(LLVMValueRef f)
{
    return !strncmp(LLVMGetValueName(f), "enz.", 4);
}

/* Nobody but differentiated code calls f. */
static bool is_part(const struct map *differentiated, LLVMValueRef f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) || LLVMGetCalledValue(user) != f)
            return false;
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (!is_own(caller) && !map_get(differentiated, caller))
            return false;
    }
    return LLVMGetFirstUse(f) != NULL;
}

/* The functions of the program behind the prepared ones. */
static void find_differentiated(struct types *t, struct map *differentiated)
{
    static const char prefix[] = "enz.prepared.";
    for (unsigned i = 0; i < t->fn_count; i++) {
        const char *name = LLVMGetValueName(t->fns[i]);
        bool prepared = !strncmp(name, prefix, sizeof prefix - 1);
        LLVMValueRef f =
            prepared ? LLVMGetNamedFunction(t->module, name + sizeof prefix - 1) : NULL;
        if (f)
            map_put(differentiated, f, f);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f))
            if (!is_own(f) && !map_get(differentiated, f) && is_part(differentiated, f)) {
                map_put(differentiated, f, f);
                changed = true;
            }
    }
}

static struct numbers *collect(struct types *t)
{
    struct numbers *n = ARENA_NEW(t->arena, struct numbers);
    struct map differentiated;
    map_init(&differentiated, t->arena);
    find_differentiated(t, &differentiated);
    for (unsigned i = 0; i < t->fn_count; i++)
        if (is_own(t->fns[i]))
            meet_function(n, t->fns[i], meet_active);
    for (LLVMValueRef f = LLVMGetFirstFunction(t->module); f; f = LLVMGetNextFunction(f))
        if (!is_own(f) && !map_get(&differentiated, f))
            meet_function(n, f, meet_memory);
    return n;
}

LLVMTypeRef types_only_number(struct types *t)
{
    if (!t->numbers)
        t->numbers = collect(t);
    return t->numbers->several ? NULL : t->numbers->type;
}
