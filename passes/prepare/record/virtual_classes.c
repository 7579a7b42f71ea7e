/* Records which class a virtual call is for, and which classes have their functions in which
 * vtables.
 *
 * A call through a pointer to Shape runs the function of a Shape or of a class derived from it. At
 * the link nothing but the slot would be left to tell it from calls for other classes, and bodies
 * for objects of those would be tried. Clang knows: for -fwhole-program-vtables it writes, at a
 * call, a test of the vtable's type and, at vtables, their types: pairs of the offset of an address
 * point and a class that it serves (LLVM, "Type Metadata"). The tests are for a link that may see
 * everything and stand in the way of others; notes at the calls and at the vtables take their
 * place. */
#include "prepare/record/virtual_classes.h"
#include "base/limits.h"
#include "base/vec.h"
#include "ir/code.h"
#include <llvm-c/Target.h>
#include <string.h>

#define CLASS_NOTE  "enz.class"
#define TABLES_NOTE "enz.tables"
LIMIT(MAX_TYPES, 256); /* of the vtables of one class; those with more are not recorded */

static unsigned kind_of(LLVMContextRef c, const char *name)
{
    return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

/* ---- in the compiler ---- */

struct recorder {
    LLVMModuleRef m;
    LLVMContextRef c;
    struct arena arena;
    VEC(LLVMMetadataRef)
    nameless; /* ids of classes of this unit alone, for which there are calls */
};

/* A class that no other unit has is identified by a node of its own, which does not survive that a
 * function is cloned. The text that takes its place need not be unique: a class more for a call
 * does no harm. */
static LLVMMetadataRef text_for(struct recorder *r, LLVMMetadataRef node, bool add)
{
    unsigned i = 0;
    size_t length;
    const char *unit = LLVMGetSourceFileName(r->m, &length);
    while (i < r->nameless.count && r->nameless.items[i] != node)
        i++;
    if (i == r->nameless.count && !add)
        return NULL;
    if (i == r->nameless.count)
        VEC_PUSH(&r->arena, &r->nameless, node);
    const char *text = arena_printf(&r->arena, "%u of %s", i, unit);
    return LLVMMDStringInContext2(r->c, text, strlen(text));
}

static LLVMMetadataRef class_for(struct recorder *r, LLVMValueRef id, bool add)
{
    unsigned length;
    LLVMMetadataRef m = LLVMValueAsMetadata(id);
    return LLVMGetMDString(id, &length) ? m : text_for(r, m, add);
}

/* Calls of functions out of the table. */
static void note_calls(LLVMContextRef c, LLVMValueRef table, LLVMValueRef note, bool entry)
{
    for (LLVMUseRef u = LLVMGetFirstUse(table); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (entry && code_is_call(user) && LLVMGetCalledValue(user) == table)
            LLVMSetMetadata(user, kind_of(c, CLASS_NOTE), note);
        else if (!entry && LLVMIsAGetElementPtrInst(user))
            note_calls(c, user, note, false);
        else if (!entry && LLVMIsALoadInst(user))
            note_calls(c, user, note, true);
    }
}

static void erase_assumptions(LLVMValueRef test)
{
    for (LLVMUseRef u = LLVMGetFirstUse(test), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsAIntrinsicInst(user) &&
            !strcmp(LLVMGetValueName(LLVMGetCalledValue(user)), "llvm.assume"))
            LLVMInstructionEraseFromParent(user);
    }
}

static void replace_test(struct recorder *r, LLVMValueRef test, bool always)
{
    LLVMMetadataRef class = class_for(r, LLVMGetOperand(test, 1), true);
    note_calls(r->c, LLVMGetOperand(test, 0),
               LLVMMetadataAsValue(r->c, LLVMMDNodeInContext2(r->c, &class, 1)), false);
    erase_assumptions(test);
    if (always)
        LLVMReplaceAllUsesWith(test, LLVMConstInt(LLVMTypeOf(test), 1, 0));
    if (!LLVMGetFirstUse(test))
        LLVMInstructionEraseFromParent(test);
}

/* Tests without `always` may be a sanitiser's: then they have other uses than assumptions, and
 * stay. */
static bool replace_tests(struct recorder *r, const char *name, bool always)
{
    LLVMValueRef fn = LLVMGetNamedFunction(r->m, name);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL, next; u; u = next) {
        next = LLVMGetNextUse(u);
        replace_test(r, LLVMGetUser(u), always);
    }
    return fn && LLVMGetFirstUse(fn);
}

static LLVMMetadataRef point_and_class(struct recorder *r, LLVMMetadataRef type)
{
    LLVMValueRef parts[2], node = LLVMMetadataAsValue(r->c, type);
    if (LLVMGetMDNodeNumOperands(node) != 2)
        return NULL;
    LLVMGetMDNodeOperands(node, parts);
    LLVMMetadataRef pair[2] = {LLVMValueAsMetadata(parts[0]), class_for(r, parts[1], false)};
    return pair[1] ? LLVMMDNodeInContext2(r->c, pair, 2) : NULL;
}

/* True if the global has types. */
static bool note_tables(struct recorder *r, LLVMValueRef tables)
{
    size_t count, n = 0;
    bool typed = false;
    LLVMMetadataRef types[MAX_TYPES];
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(tables, &count);
    for (size_t i = 0; i < count && n < MAX_TYPES; i++) {
        if (LLVMValueMetadataEntriesGetKind(all, (unsigned)i) != kind_of(r->c, "type"))
            continue;
        typed = true;
        types[n] = point_and_class(r, LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i));
        n += types[n] != NULL;
    }
    LLVMDisposeValueMetadataEntries(all);
    if (typed && n < MAX_TYPES)
        LLVMGlobalSetMetadata(tables, kind_of(r->c, TABLES_NOTE),
                              LLVMMDNodeInContext2(r->c, types, n));
    return typed;
}

bool virtual_record_classes(LLVMModuleRef m)
{
    struct recorder r = {.m = m, .c = LLVMGetModuleContext(m)};
    arena_init(&r.arena);
    bool changed = LLVMGetNamedFunction(m, "llvm.public.type.test") ||
                   LLVMGetNamedFunction(m, "llvm.type.test");
    replace_tests(&r, "llvm.public.type.test", true);
    bool sanitised = replace_tests(&r, "llvm.type.test", false);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        if (!note_tables(&r, g))
            continue;
        changed = true;
        if (!sanitised)
            LLVMGlobalEraseMetadata(g, kind_of(r.c, "type"));
    }
    arena_free(&r.arena);
    return changed;
}

/* ---- at the link ---- */

LLVMMetadataRef virtual_class_of(LLVMValueRef call)
{
    LLVMValueRef note = LLVMGetMetadata(call,
                                        kind_of(LLVMGetTypeContext(LLVMTypeOf(call)), CLASS_NOTE)),
                 class;
    if (!note)
        return NULL;
    LLVMGetMDNodeOperands(note, &class);
    return LLVMValueAsMetadata(class);
}

static LLVMValueRef note_of_tables(LLVMValueRef tables)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(tables));
    size_t count;
    LLVMMetadataRef note = NULL;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(tables, &count);
    for (size_t i = 0; i < count; i++)
        if (LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind_of(c, TABLES_NOTE))
            note = LLVMValueMetadataEntriesGetMetadata(all, (unsigned)i);
    LLVMDisposeValueMetadataEntries(all);
    return note ? LLVMMetadataAsValue(c, note) : NULL;
}

bool virtual_is_recorded(LLVMValueRef tables)
{
    return note_of_tables(tables) != NULL;
}

/* What stands `offset` bytes behind the start of the tables; NULL if that is no element. */
static LLVMValueRef element_at(LLVMValueRef tables, int64_t offset)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(tables));
    LLVMValueRef at = LLVMGetInitializer(tables);
    while (at && offset >= 0 && (LLVMIsAConstantStruct(at) || LLVMIsAConstantArray(at))) {
        bool is_struct = LLVMIsAConstantStruct(at) != NULL;
        LLVMTypeRef type = LLVMTypeOf(at);
        uint64_t size = is_struct ? 0 : LLVMABISizeOfType(layout, LLVMGetElementType(type));
        unsigned i = is_struct ? LLVMElementAtOffset(layout, type, (uint64_t)offset)
                               : (unsigned)((uint64_t)offset / size);
        if (i >= (unsigned)LLVMGetNumOperands(at))
            return NULL;
        offset -= is_struct ? (int64_t)LLVMOffsetOfElement(layout, type, i) : (int64_t)(i * size);
        at = LLVMGetOperand(at, i);
    }
    return offset ? NULL : at;
}

bool virtual_tables_have(LLVMValueRef tables, LLVMMetadataRef class, int64_t slot, LLVMValueRef fn)
{
    LLVMValueRef note = note_of_tables(tables), types[MAX_TYPES], parts[2];
    unsigned n = note ? LLVMGetMDNodeNumOperands(note) : 0;
    if (n && n < MAX_TYPES)
        LLVMGetMDNodeOperands(note, types);
    for (unsigned i = 0; i < n && n < MAX_TYPES; i++) {
        LLVMGetMDNodeOperands(types[i], parts);
        if (LLVMValueAsMetadata(parts[1]) == class &&
            element_at(tables, LLVMConstIntGetSExtValue(parts[0]) + slot) == fn)
            return true;
    }
    return false;
}
