/* Whether the program has one type of floating-point values in memory, and which.
 *
 * What is only copied in the functions analysed belongs to somebody, too, so the whole module is
 * asked. Types of which the differentiated code only stores constants (the load factor of a hash
 * table) do not count. */
#include "facts/types_state.h"
#include "ir/code.h"
#include <string.h>

struct numbers {
    VEC(LLVMTypeRef) types; /* all that were met */
};

/* A type, and in how many functions of the program it was met. */
struct met {
    LLVMTypeRef type;
    unsigned functions;
};

struct program_numbers {
    struct map functions; /* function of the program -> struct numbers * */
    VEC(struct met) types;
};

static void add(struct arena *a, struct numbers *n, LLVMTypeRef type)
{
    for (unsigned i = 0; i < n->types.count; i++)
        if (n->types.items[i] == type)
            return;
    VEC_PUSH(a, &n->types, type);
}

static void meet(struct arena *a, struct numbers *n, LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind: meet(a, n, LLVMGetElementType(type)); break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            meet(a, n, LLVMStructGetTypeAtIndex(type, i));
        break;
    default:
        if (type_is_fp(type))
            add(a, n, type);
    }
}

/* Memory that others may hand to the differentiated code. */
static void meet_memory(struct arena *a, struct numbers *n, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i))
        meet(a, n, LLVMTypeOf(i));
    else if (LLVMIsAStoreInst(i))
        meet(a, n, LLVMTypeOf(LLVMGetOperand(i, 0)));
    else if (LLVMIsAAllocaInst(i))
        meet(a, n, LLVMGetAllocatedType(i));
    else if (LLVMIsAGetElementPtrInst(i))
        meet(a, n, LLVMGetGEPSourceElementType(i));
}

/* In differentiated code, constants that are stored and declarations do not make active numbers;
 * bits that become a number were loaded as an integer. */
static void meet_active(struct arena *a, struct numbers *n, LLVMValueRef i)
{
    if (LLVMIsALoadInst(i) || (LLVMIsAStoreInst(i) && !LLVMIsAConstant(LLVMGetOperand(i, 0))))
        meet_memory(a, n, i);
    else if (LLVMIsABitCastInst(i))
        meet(a, n, LLVMTypeOf(i));
}

static void meet_function(struct arena *a, struct numbers *n, LLVMValueRef f,
                          void (*meet_instruction)(struct arena *, struct numbers *, LLVMValueRef))
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            meet_instruction(a, n, i);
}

/* Made by the passes: prepared functions, and derivatives made before. */
static bool is_own(LLVMValueRef f)
{
    return !strncmp(LLVMGetValueName(f), "enz.", 4);
}

/* ---- the functions of the program, once ------------------------------------------------------ */

static void count_type(struct arena *a, struct program_numbers *p, LLVMTypeRef type)
{
    for (unsigned i = 0; i < p->types.count; i++)
        if (p->types.items[i].type == type) {
            p->types.items[i].functions++;
            return;
        }
    VEC_PUSH(a, &p->types, ((struct met){type, 1}));
}

static struct program_numbers *meet_program(struct arena *a, LLVMModuleRef m)
{
    struct program_numbers *p = ARENA_NEW(a, struct program_numbers);
    map_init(&p->functions, a);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (is_own(f) || LLVMIsDeclaration(f))
            continue;
        struct numbers *n = ARENA_NEW(a, struct numbers);
        meet_function(a, n, f, meet_memory);
        map_put(&p->functions, f, n);
        for (unsigned i = 0; i < n->types.count; i++)
            count_type(a, p, n->types.items[i]);
    }
    return p;
}

/* ---- without the functions that are differentiated ------------------------------------------- */

/* The functions of the program behind the prepared ones. */
struct differentiated {
    struct map set;
    VEC(LLVMValueRef) list;
};

static void differentiate(struct differentiated *d, LLVMValueRef f)
{
    map_put(&d->set, f, f);
    VEC_PUSH(d->set.arena, &d->list, f);
}

/* Nobody but differentiated code calls f. */
static bool is_part(const struct differentiated *d, LLVMValueRef f)
{
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user)) || LLVMGetCalledValue(user) != f)
            return false;
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (!map_get(&d->set, caller) && !is_own(caller))
            return false;
    }
    return true;
}

/* Functions that f calls and nobody else does. True if there are any that were not known. */
static bool add_callees(const struct program_numbers *p, struct differentiated *d, LLVMValueRef f)
{
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = code_is_call(i) ? LLVMGetCalledValue(i) : NULL;
            if (!callee || !map_get(&p->functions, callee) || map_get(&d->set, callee) ||
                !is_part(d, callee))
                continue;
            differentiate(d, callee);
            any = true;
        }
    return any;
}

static void find_differentiated(struct types *t, const struct program_numbers *p,
                                struct differentiated *d)
{
    static const char prefix[] = "enz.prepared.";
    for (unsigned i = 0; i < t->fn_count; i++) {
        const char *name = LLVMGetValueName(t->fns[i]);
        bool prepared = !strncmp(name, prefix, sizeof prefix - 1);
        LLVMValueRef f =
            prepared ? LLVMGetNamedFunction(t->module, name + sizeof prefix - 1) : NULL;
        if (f && map_get(&p->functions, f))
            differentiate(d, f);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < t->fn_count; i++)
            changed |= is_own(t->fns[i]) && add_callees(p, d, t->fns[i]);
        for (unsigned i = 0; i < d->list.count; i++)
            changed |= add_callees(p, d, d->list.items[i]);
    }
}

/* What only the differentiated functions have is none of the rest of the program. */
static void add_rest(struct types *t, struct numbers *n, const struct program_numbers *p,
                     const struct differentiated *d)
{
    unsigned *functions = ARENA_ARRAY(t->arena, unsigned, p->types.count);
    for (unsigned i = 0; i < d->list.count; i++) {
        const struct numbers *own = map_get(&p->functions, d->list.items[i]);
        for (unsigned k = 0; k < p->types.count; k++)
            for (unsigned x = 0; x < own->types.count; x++)
                functions[k] += own->types.items[x] == p->types.items[k].type;
    }
    for (unsigned k = 0; k < p->types.count; k++)
        if (p->types.items[k].functions > functions[k])
            add(t->arena, n, p->types.items[k].type);
}

static struct numbers *collect(struct types *t)
{
    struct numbers *n = ARENA_NEW(t->arena, struct numbers);
    struct types_program *program = t->program;
    struct differentiated d = {.list = {0}};
    if (!program->numbers)
        program->numbers = meet_program(program->arena, t->module);
    map_init(&d.set, t->arena);
    find_differentiated(t, program->numbers, &d);
    for (unsigned i = 0; i < t->fn_count; i++)
        if (is_own(t->fns[i]))
            meet_function(t->arena, n, t->fns[i], meet_active);
    add_rest(t, n, program->numbers, &d);
    return n;
}

LLVMTypeRef types_only_number(struct types *t)
{
    if (!t->numbers)
        t->numbers = collect(t);
    return t->numbers->types.count == 1 ? t->numbers->types.items[0] : NULL;
}
