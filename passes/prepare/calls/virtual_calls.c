/* What the slot of a vtable and the class of a call tell about the functions that a virtual call
 * may run.
 *
 * A virtual call loads the function from a fixed place of the table. A function whose address
 * stands in vtables only, and there in other places, or in tables of other classes, is not what it
 * finds. That leaves the functions of the same slot in the classes derived from the one that the
 * call is for, or, where the compiler has not recorded that, in all classes. (Itanium C++ ABI: the
 * entry before the address point of a table is the type information, or NULL without it.) Of any
 * call through a pointer, what it says of its result counts, too. */
#include "base/target.h"
#include "ir/code.h"
#include "prepare/calls/calls.h"
#include "prepare/record/virtual_classes.h"
#include <string.h>

/* A function that a call may find. */
struct sought {
    LLVMValueRef fn;
    LLVMMetadataRef class; /* NULL: any */
    int64_t slot;          /* entries behind the address point */
    unsigned entry_size;
};

bool prepare_table_slot(LLVMModuleRef m, LLVMValueRef call, LLVMValueRef *table, int64_t *slot)
{
    LLVMValueRef entry = LLVMGetCalledValue(call);
    if (!LLVMIsALoadInst(entry))
        return false;
    *table = ezb_strip_const_offsets(m, LLVMGetOperand(entry, 0), slot, 0);
    return LLVMIsALoadInst(*table) != NULL;
}

static bool is_vtable(LLVMValueRef g)
{
    const char *name = LLVMGetValueName(g);
    return !strncmp(name, "_ZTV", 4) || !strncmp(name, "_ZTC", 4);
}

static bool is_type_information(LLVMValueRef entry)
{
    return LLVMIsNull(entry) ||
           (LLVMIsAGlobalVariable(entry) && !strncmp(LLVMGetValueName(entry), "_ZTI", 4));
}

/* The array, part of a vtable, has the function `slot` entries behind an address point. */
static bool array_has(LLVMValueRef array, const struct sought *s)
{
    for (int64_t i = s->slot + 1, n = LLVMGetNumOperands(array); i < n; i++)
        if (LLVMGetOperand(array, (unsigned)i) == s->fn &&
            is_type_information(LLVMGetOperand(array, (unsigned)(i - s->slot - 1))))
            return true;
    return false;
}

/* The slot of these tables has the function; by it alone, or by what is recorded of the classes. */
static bool tables_have(LLVMValueRef tables, const struct sought *s, bool slot)
{
    bool recorded = s->class && virtual_is_recorded(tables);
    return slot &&
           (!recorded || virtual_tables_have(tables, s->class, s->slot * s->entry_size, s->fn));
}

static bool only_elsewhere(LLVMValueRef address, const struct sought *s, bool slot);

/* A use of the function's address (or of what contains it, then `slot` tells whether in the slot)
 * by which the call does not find the function. */
static bool is_elsewhere(LLVMUseRef use, const struct sought *s, bool slot)
{
    LLVMValueRef user = LLVMGetUser(use);
    if (code_is_call(user))
        return ezb_use_operand_no(use) >= LLVMGetNumArgOperands(user);
    if (LLVMIsAICmpInst(user))
        return true;
    if (LLVMIsAGlobalVariable(user))
        return is_vtable(user) ? !tables_have(user, s, slot)
                               : !strncmp(LLVMGetValueName(user), "llvm.", 5);
    if (LLVMIsAGlobalAlias(user)) {
        struct sought alias = *s;
        alias.fn = user;
        return only_elsewhere(user, &alias, slot);
    }
    if (LLVMIsAConstantArray(user))
        return only_elsewhere(user, s, slot || array_has(user, s));
    return LLVMIsAConstantStruct(user) && only_elsewhere(user, s, slot);
}

static bool only_elsewhere(LLVMValueRef address, const struct sought *s, bool slot)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
        if (!is_elsewhere(u, s, slot))
            return false;
    return true;
}

/* Structs are returned in memory that the caller gives, by its first operand or the second. A call
 * that says so runs a function that does: to others it would have another type, though not here. */
static bool returns_alike(LLVMValueRef call, LLVMValueRef fn)
{
    static const char name[] = "sret";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1),
             count = LLVMGetNumArgOperands(call);
    for (LLVMAttributeIndex k = 1; k <= 2 && k <= count; k++)
        if (LLVMGetCallSiteEnumAttribute(call, k, kind) &&
            !LLVMGetEnumAttributeAtIndex(fn, k, kind))
            return false;
    return true;
}

static struct prepare_targets that_return_alike(struct prepare *p, LLVMValueRef call)
{
    struct prepare_targets all = prepare_address_taken(p, LLVMGetCalledFunctionType(call)),
                           some = {ARENA_ARRAY(p->arena, LLVMValueRef, all.count), 0};
    for (unsigned i = 0; i < all.count; i++)
        if (returns_alike(call, all.items[i]))
            some.items[some.count++] = all.items[i];
    return some;
}

struct prepare_targets prepare_call_targets(struct prepare *p, LLVMValueRef call)
{
    struct prepare_targets all = that_return_alike(p, call), some = {0};
    LLVMValueRef table;
    int64_t offset;
    unsigned size = target_pointer_bytes(p->module);
    if (!prepare_table_slot(p->module, call, &table, &offset) || offset < 0 || offset % size)
        return all;
    some.items = ARENA_ARRAY(p->arena, LLVMValueRef, all.count);
    for (unsigned i = 0; i < all.count; i++) {
        struct sought s = {all.items[i], virtual_class_of(call), offset / size, size};
        if (!only_elsewhere(s.fn, &s, false))
            some.items[some.count++] = s.fn;
    }
    return some;
}
