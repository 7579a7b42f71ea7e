/* Registration globals and annotations as IR constants. */
#include "rules/registry.h"
#include "rules/registry_read.h"
#include <string.h>

/* ---- items ----------------------------------------------------------------------------------- */

static LLVMValueRef strip(LLVMValueRef v)
{
    for (unsigned depth = 0; depth < 16; depth++) {
        if (LLVMIsAGlobalAlias(v))
            v = LLVMAliasGetAliasee(v);
        else if (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) == 1)
            v = LLVMGetOperand(v, 0);
        else
            break;
    }
    return v;
}

static const char *text_of(LLVMValueRef v, struct arena *a)
{
    size_t n;
    if (!LLVMIsAGlobalVariable(v) || LLVMIsDeclaration(v) ||
        !LLVMIsConstantString(LLVMGetInitializer(v)))
        return NULL;
    const char *s = LLVMGetAsString(LLVMGetInitializer(v), &n);
    return arena_strndup(a, s, n && !s[n - 1] ? n - 1 : n);
}

static bool add_item(struct registration *reg, LLVMValueRef v, struct arena *a)
{
    struct registration_item item = {0};
    v = strip(v);
    if (LLVMIsAFunction(v)) {
        item.fn = v;
    } else if (LLVMIsAConstantInt(v) || LLVMIsAConstantPointerNull(v)) {
        item.is_number = true; /* (void *)0 is argument number 0 */
        item.number = LLVMIsAConstantInt(v) ? LLVMConstIntGetSExtValue(v) : 0;
    } else if (LLVMIsAGlobalVariable(v)) {
        item.text = text_of(v, a);
        item.global = v;
    } else {
        return false;
    }
    if (reg->count == REGISTRATION_MAX)
        return false;
    reg->items[reg->count++] = item;
    return true;
}

static bool is_list(LLVMValueRef v)
{
    return LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v);
}

static bool add_items(struct registration *reg, LLVMValueRef v, struct arena *a)
{
    while (is_list(v) && LLVMGetNumOperands(v) == 1)
        v = LLVMGetOperand(v, 0);
    if (!is_list(v))
        return add_item(reg, v, a);
    for (int i = 0, n = LLVMGetNumOperands(v); i < n; i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        while (is_list(part) && LLVMGetNumOperands(part) == 1)
            part = LLVMGetOperand(part, 0);
        if (!add_item(reg, part, a))
            return false;
    }
    return true;
}

bool registration_of_global(LLVMValueRef global, struct arena *a, struct registration *out)
{
    out->at = global;
    out->name = arena_strdup(a, LLVMGetValueName(global));
    out->count = 0;
    return add_items(out, LLVMGetInitializer(global), a);
}

/* ---- annotations ----------------------------------------------------------------------------- */

/* The text is a name, or name=value; the value is the first extra item. */
static void split_text(struct registration *reg, const char *text, struct arena *a)
{
    const char *equals = strchr(text, '=');
    reg->name = equals ? arena_strndup(a, text, (size_t)(equals - text)) : text;
    if (equals)
        reg->items[reg->count++] = (struct registration_item){.text = equals + 1};
}

/* {object, text, file, line, extra} */
static bool read_entry(LLVMValueRef entry, struct arena *a, struct registration *reg)
{
    const char *text =
        LLVMGetNumOperands(entry) == 5 ? text_of(strip(LLVMGetOperand(entry, 1)), a) : NULL;
    if (!text || strncmp(text, "enzyme_", 7))
        return false;
    reg->at = strip(LLVMGetOperand(entry, 0));
    reg->count = 0;
    add_item(reg, reg->at, a);
    split_text(reg, text, a);
    LLVMValueRef extra = strip(LLVMGetOperand(entry, 4));
    if (LLVMIsAGlobalVariable(extra) && !LLVMIsDeclaration(extra)) {
        LLVMValueRef list = LLVMGetInitializer(extra);
        for (int i = 0, n = LLVMGetNumOperands(list); i < n; i++)
            add_item(reg, LLVMGetOperand(list, (unsigned)i), a);
    }
    return true;
}

static LLVMValueRef annotation_table(LLVMModuleRef m)
{
    return LLVMGetNamedGlobal(m, "llvm.global.annotations");
}

void annotations_read(LLVMModuleRef m, struct arena *a, annotation_reader *read, void *user)
{
    LLVMValueRef table = annotation_table(m), list = table ? LLVMGetInitializer(table) : NULL;
    for (int i = 0; list && i < LLVMGetNumOperands(list); i++) {
        struct registration reg;
        if (read_entry(LLVMGetOperand(list, (unsigned)i), a, &reg))
            read(user, &reg);
    }
}

/* A list like llvm.used with other contents; it goes when it is empty. */
static void replace_list(LLVMModuleRef m, const char *name, LLVMValueRef *kept, unsigned count)
{
    LLVMValueRef table = LLVMGetNamedGlobal(m, name);
    const char *section = LLVMGetSection(table);
    if (count) {
        LLVMTypeRef type = LLVMArrayType2(LLVMTypeOf(kept[0]), count);
        LLVMValueRef list = LLVMAddGlobal(m, type, "");
        LLVMSetInitializer(list, LLVMConstArray2(LLVMTypeOf(kept[0]), kept, count));
        LLVMSetLinkage(list, LLVMAppendingLinkage);
        if (section)
            LLVMSetSection(list, section);
        LLVMSetValueName2(table, "", 0);
        LLVMSetValueName2(list, name, strlen(name));
    }
    LLVMDeleteGlobal(table);
}

void annotations_consume(LLVMModuleRef m, struct arena *a, annotation_reader *read, void *user)
{
    annotations_read(m, a, read, user);
    LLVMValueRef table = annotation_table(m), list = table ? LLVMGetInitializer(table) : NULL;
    if (!list)
        return;
    unsigned n = (unsigned)LLVMGetNumOperands(list), count = 0;
    LLVMValueRef *kept = ARENA_ARRAY(a, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++) {
        struct registration reg;
        if (!read_entry(LLVMGetOperand(list, i), a, &reg))
            kept[count++] = LLVMGetOperand(list, i);
    }
    if (count < n)
        replace_list(m, "llvm.global.annotations", kept, count);
}

/* ---- lists of symbols to keep ---------------------------------------------------------------- */

/* A unit that was taken out of another may have the list as a declaration. */
static unsigned list_size(LLVMValueRef table)
{
    LLVMValueRef list = table ? LLVMGetInitializer(table) : NULL;
    return list ? (unsigned)LLVMGetNumOperands(list) : 0;
}

static void list_items(LLVMValueRef table, LLVMValueRef *out)
{
    for (unsigned i = 0, n = list_size(table); i < n; i++)
        out[i] = LLVMGetOperand(LLVMGetInitializer(table), i);
}

void registry_list_remove(LLVMModuleRef m, const char *name, LLVMValueRef global)
{
    LLVMValueRef table = LLVMGetNamedGlobal(m, name);
    unsigned n = list_size(table), count = 0;
    struct arena arena;
    arena_init(&arena);
    LLVMValueRef *items = ARENA_ARRAY(&arena, LLVMValueRef, n);
    list_items(table, items);
    for (unsigned i = 0; i < n; i++)
        if (strip(items[i]) != global)
            items[count++] = items[i];
    if (count < n)
        replace_list(m, name, items, count);
    arena_free(&arena);
}

void registry_list_add(LLVMModuleRef m, const char *name, LLVMValueRef const *globals,
                       unsigned count)
{
    LLVMValueRef table = LLVMGetNamedGlobal(m, name);
    unsigned n = list_size(table);
    struct arena arena;
    if (!count)
        return;
    arena_init(&arena);
    LLVMValueRef *items = ARENA_ARRAY(&arena, LLVMValueRef, n + count);
    list_items(table, items);
    memcpy(items + n, globals, count * sizeof *globals);
    if (!table) {
        LLVMTypeRef none = LLVMArrayType2(LLVMTypeOf(globals[0]), 0);
        table = LLVMAddGlobal(m, none, name);
        LLVMSetSection(table, "llvm.metadata");
    }
    replace_list(m, name, items, n + count);
    arena_free(&arena);
}
