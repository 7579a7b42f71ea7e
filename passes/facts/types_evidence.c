/* Evidence entries: what an access, a declaration or a library function says about the bytes at a
 * place.
 *
 * Entries are collected in the final round only, when places are settled. Declared types are taken
 * apart into leaves and padding; integer leaves count only when declared, since integer loads and
 * stores may carry anything. */
#include "base/limits.h"
#include "base/target.h"
#include "facts/types_state.h"
#include <stdlib.h>
#include <string.h>

LIMIT(MAX_EXPANDED, 16);

static void add_sized(struct types *t, struct place at, enum entry_kind kind,
                      enum entry_level level, LLVMTypeRef type, uint64_t size)
{
    if (!t->final || at.node == NO_NODE || !size || types_leaves_window(&at, size))
        return;
    at = graph_find(&t->graph, at);
    struct entry e = types_entry_at(&at, size);
    e.kind = kind;
    e.level = level;
    e.type = type;
    types_collect(t, &e);
}

void types_add(struct types *t, struct place at, enum entry_kind kind, enum entry_level level,
               LLVMTypeRef type)
{
    add_sized(t, at, kind, level, type, types_size(t, type));
}

void types_add_padding(struct types *t, struct place at, enum entry_level level, uint64_t size)
{
    add_sized(t, at, ENTRY_PAD, level, NULL, size);
}

static void add_leaves(struct types *t, struct place at, LLVMTypeRef type, enum entry_level level);

/* `count` elements of a type, at `at` and on. Nested arrays are one array of their innermost
 * elements. */
static void add_array(struct types *t, struct place at, LLVMTypeRef type, uint64_t count,
                      enum entry_level level)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
        count *= LLVMGetArrayLength2(type);
        type = LLVMGetElementType(type);
    }
    uint64_t size = LLVMABISizeOfType(t->target, type);
    if (count == 1 || (at.stride && count <= MAX_EXPANDED)) {
        for (uint64_t i = 0; i < count; i++)
            add_leaves(t, graph_offset(at, (int64_t)(i * size)), type, level);
        return;
    }
    if (!at.stride)
        at.hi = count ? at.off + (int64_t)(count * size) : NO_BOUND;
    at.stride = gcd_of(at.stride, size);
    add_leaves(t, at, type, level);
}

static void add_struct(struct types *t, struct place at, LLVMTypeRef type, enum entry_level level)
{
    unsigned n = LLVMCountStructElementTypes(type);
    const char *name = LLVMGetStructName(type);
    uint64_t end = 0, total = LLVMABISizeOfType(t->target, type);
    if (name && !strncmp(name, "union.", 6))
        return; /* only one of its members is named */
    for (unsigned i = 0; i <= n; i++) {
        uint64_t off = i < n ? LLVMOffsetOfElement(t->target, type, i) : total;
        if (off > end && level == LEVEL_DECLARED)
            types_add_padding(t, graph_offset(at, (int64_t)end), level, off - end);
        if (i == n)
            break;
        LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, i);
        struct place member = graph_offset(at, (int64_t)off);
        if (level == LEVEL_DECLARED)
            member.access = types_access_as(field, true);
        add_leaves(t, member, field, level);
        end = off + LLVMABISizeOfType(t->target, field);
    }
}

static void add_leaves(struct types *t, struct place at, LLVMTypeRef type, enum entry_level level)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: add_struct(t, at, type, level); break;
    case LLVMArrayTypeKind:
        add_array(t, at, LLVMGetElementType(type), LLVMGetArrayLength2(type), level);
        break;
    case LLVMVectorTypeKind:
        add_array(t, at, LLVMGetElementType(type), LLVMGetVectorSize(type), level);
        break;
    case LLVMPointerTypeKind: types_add(t, at, ENTRY_PTR, level, type); break;
    case LLVMIntegerTypeKind: /* i8 is how plain bytes are declared */
        if (level == LEVEL_DECLARED && LLVMGetIntTypeWidth(type) > 8)
            types_add(t, at, ENTRY_INT, level, type);
        break;
    default:
        if (type_is_fp(type))
            types_add(t, at, ENTRY_FLOAT, level, type);
        break;
    }
}

void types_note_members(struct types *t, struct place at, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind ||
        LLVMABISizeOfType(t->target, type) <= t->pointer_size)
        return;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
        LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, i);
        struct place member = graph_offset(at, (int64_t)LLVMOffsetOfElement(t->target, type, i));
        if (LLVMGetTypeKind(field) == LLVMPointerTypeKind)
            graph_note_member(&t->graph, member);
        else
            types_note_members(t, member, field);
    }
}

/* The same large type is declared at the same place over and over by address arithmetic. */
static bool declared_before(struct types *t, struct place at, LLVMTypeRef type)
{
    uint64_t h = (uint64_t)(uintptr_t)type / 16 + at.node * UINT64_C(0x9E3779B97F4A7C15) +
                 (uint64_t)at.off * 31 + at.stride;
    struct declared_key *slot = &t->declared_cache[(h ^ h >> 32) % DECLARED_CACHE];
    if (slot->type == type && types_places_equal(&slot->at, &at))
        return true;
    *slot = (struct declared_key){at, type};
    return false;
}

void types_add_leaves(struct types *t, struct place at, LLVMTypeRef type, enum entry_level level)
{
    if (!t->final || at.node == NO_NODE || !LLVMTypeIsSized(type))
        return;
    at = graph_find(&t->graph, at);
    if (level != LEVEL_DECLARED || !declared_before(t, at, type))
        add_leaves(t, at, type, level);
}

void types_int_use(struct types *t, LLVMValueRef v)
{
    if (!t->final || LLVMIsAConstant(v))
        return;
    LLVMTypeRef type = LLVMTypeOf(v);
    struct place at = types_register_of(t, v);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
        type = LLVMGetElementType(type);
        at.stride = types_size(t, type);
    }
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        types_add(t, at, ENTRY_INT, LEVEL_ACCESS, type);
}

void types_declare_global(struct types *t, LLVMValueRef global)
{
    types_note_members(t, types_place_of(t, global), LLVMGlobalGetValueType(global));
    types_add_leaves(t, types_place_of(t, global), LLVMGlobalGetValueType(global), LEVEL_DECLARED);
}

void types_declare_params(struct types *t, LLVMValueRef fn)
{
    static const char *const names[] = {"byval", "sret", "byref", "elementtype"};
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        for (unsigned k = 0; k < sizeof names / sizeof *names; k++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
            LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(fn, i + 1, kind);
            if (attribute)
                types_add_leaves(t, types_place_of(t, LLVMGetParam(fn, i)),
                                 LLVMGetTypeAttributeValue(attribute), LEVEL_DECLARED);
        }
}

void types_declare_all_params(struct types *t)
{
    for (unsigned i = 0; i < t->common_fns.count; i++)
        types_declare_params(t, t->common_fns.items[i].fn);
    for (unsigned i = 0; i < t->instances.count; i++) {
        t->now = t->instances.items[i];
        types_declare_params(t, t->now->fn);
    }
    t->now = t->common;
}

static LLVMTypeRef known_type(struct types *t, char letter)
{
    switch (letter) {
    case 'd': return LLVMDoubleTypeInContext(t->context);
    case 'f': return LLVMFloatTypeInContext(t->context);
    case 'l': return target_long_double(t->module);
    case 'i': return LLVMInt32TypeInContext(t->context);
    default: return LLVMInt8TypeInContext(t->context);
    }
}

/* __enzyme_double(pointer [, bytes]) and its siblings state what is behind a pointer. */
static void stated_type(struct types *t, LLVMValueRef call, enum entry_kind kind, LLVMTypeRef type)
{
    unsigned n = LLVMGetNumArgOperands(call);
    int64_t bytes;
    if (!n)
        return;
    struct place at = types_place_of(t, LLVMGetOperand(call, 0));
    uint64_t size = types_size(t, type);
    bool bounded = n > 1 && types_constant_int(LLVMGetOperand(call, 1), &bytes);
    if (!bounded || (uint64_t)bytes > size) {
        at.hi = bounded && !at.stride ? at.off + bytes : NO_BOUND;
        at.stride = gcd_of(at.stride, size);
    }
    types_add(t, at, kind, LEVEL_ACCESS, type);
}

static void known_pointee(struct types *t, LLVMValueRef pointer, char letter)
{
    LLVMTypeRef type = known_type(t, letter);
    struct place at = types_place_of(t, pointer);
    if (letter == 'c')
        at.stride = 1;
    types_add(t, at, LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? ENTRY_INT : ENTRY_FLOAT,
              LEVEL_ACCESS, type);
}

/* Characters may be the bytes of anything, other integers not. */
static void array_of(struct types *t, LLVMValueRef pointer, char letter)
{
    bool integers = letter == 'i' || letter == 'c';
    if (letter == '-')
        return;
    struct place at = types_place_of(t, pointer);
    LLVMTypeRef type = known_type(t, integers ? 'c' : letter);
    at.stride = gcd_of(at.stride, types_size(t, type));
    types_add(t, at, integers ? ENTRY_INT : ENTRY_FLOAT, letter == 'i' ? LEVEL_TBAA : LEVEL_ACCESS,
              type);
}

static void integers_between(struct types *t, struct place at, uint64_t from, uint64_t to)
{
    at.off += (int64_t)from;
    at.hi = at.off + (int64_t)(to - from);
    at.stride = 1;
    if (from < to)
        types_add(t, at, ENTRY_INT, LEVEL_ACCESS, known_type(t, 'c'));
}

/* A struct of which the text has the size and the leaves, in their order; all else in it are
 * integers. Of an element of an array nobody says which one it is. */
static void struct_of(struct types *t, LLVMValueRef pointer, const char *text)
{
    struct place start = types_place_of(t, pointer);
    char *at;
    uint64_t size = strtoull(text, &at, 10), end = 0;
    if (start.stride)
        return;
    for (at += *at == ':'; *at && *at != ',';) {
        char kind = *at++;
        uint64_t offset = strtoull(at, &at, 10);
        LLVMTypeRef type = kind == 'p' ? target_pointer(t->module) : known_type(t, kind);
        struct place leaf = start;
        leaf.off += (int64_t)offset;
        integers_between(t, start, end, offset);
        types_add(t, leaf, kind == 'p' ? ENTRY_PTR : ENTRY_FLOAT, LEVEL_ACCESS, type);
        end = offset + types_size(t, type);
    }
    integers_between(t, start, end, size);
}

/* What a kernel that is launched gets, or a routine (device/launches.c): of each operand a letter
 * for an array, or a struct. */
static void launched_memory(struct types *t, LLVMValueRef call)
{
    static const char note[] = "enz.points.to";
    LLVMValueRef fn = LLVMGetCalledValue(call);
    LLVMAttributeRef found =
        LLVMIsAFunction(fn)
            ? LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                            note, sizeof note - 1)
            : NULL;
    unsigned n = 0, operands = LLVMGetNumArgOperands(call);
    const char *text = found ? LLVMGetStringAttributeValue(found, &n) : "";
    for (unsigned k = 0; k < operands && *text; k++) {
        LLVMValueRef operand = LLVMGetOperand(call, k);
        if (*text == 's')
            struct_of(t, operand, text + 1);
        else
            array_of(t, operand, *text);
        text += strcspn(text, ",");
        text += *text == ',';
    }
}

void types_known_function(struct types *t, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *name;
        unsigned operand;
        char letter;
    } rows[] = {
#define KNOWN(name, operand, letter) {name, operand, letter},
#include "facts/types_known.def"
    };
    if (!t->final)
        return;
    launched_memory(t, call);
    if (strstr(name, "__enzyme_double"))
        stated_type(t, call, ENTRY_FLOAT, known_type(t, 'd'));
    else if (strstr(name, "__enzyme_float"))
        stated_type(t, call, ENTRY_FLOAT, known_type(t, 'f'));
    else if (strstr(name, "__enzyme_integer"))
        stated_type(t, call, ENTRY_INT, known_type(t, 'c'));
    else if (strstr(name, "__enzyme_pointer"))
        stated_type(t, call, ENTRY_PTR, target_pointer(t->module));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(name, rows[i].name) || LLVMGetNumArgOperands(call) <= rows[i].operand)
            continue;
        known_pointee(t, LLVMGetOperand(call, rows[i].operand), rows[i].letter);
    }
}
