/* What a call is to differentiation, by opcode, intrinsic id, name or effect, in this order.
 *
 * Names are tables: alloc.def memory.def inactive.def input.def variables.def cxx.def
 * intrinsics.def, all sorted and searched by bisection, and the rules themselves. A function body
 * of the user wins over a library name except where the name is reserved by ISO C (sin, malloc,
 * memcpy): then it does what the name says. */
#include "base/limits.h"
#include "rules/emit.h"
#include "rules/table.h"
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    const char *at;
    size_t length;
};

struct class_name {
    const char *name;
    enum call_class cls;
};
struct sync_name {
    const char *name, *mirror, *repeat;
};
struct cxx_name {
    const char *name; /* a prefix */
    enum call_class cls;
    struct text_layout text;
};
struct alloc_name {
    const char *name, *contents;
    int size[2], align; /* CALL_FREE: size[0] is the freed operand, contents is NULL */
};

static const struct class_name intrinsics[] = {
#define CLASS(name, cls) {name, cls},
#include "rules/intrinsics.def"
#undef CLASS
};
static const struct class_name inactive[] = {
#define INACTIVE(name) {name, CALL_INACTIVE},
#include "rules/inactive.def"
#undef INACTIVE
};
static const struct class_name input[] = {
#define INPUT(name, buffer, item) {name, CALL_INPUT},
#include "rules/input.def"
#undef INPUT
};
static const int input_operands[][2] = {
#define INPUT(name, buffer, item) {buffer, item},
#include "rules/input.def"
#undef INPUT
};
static const struct sync_name syncs[] = {
#define SYNC(name, mirror, repeat) {name, mirror, repeat},
#include "rules/sync.def"
#undef SYNC
};
static const struct start_name {
    const char *name, *what;
} starts_threads[] = {
#define STARTS(prefix, what) {prefix, what},
#define WAITS(name)
#define LANES(prefix, what)
#include "rules/threads.def"
#undef LANES
#undef WAITS
#undef STARTS
};
static const struct class_name waits[] = {
#define STARTS(prefix, what)
#define WAITS(name) {name, CALL_INACTIVE},
#define LANES(prefix, what)
#include "rules/threads.def"
#undef LANES
#undef WAITS
#undef STARTS
};
static const struct start_name lanes[] = {
#define STARTS(prefix, what)
#define WAITS(name)
#define LANES(prefix, what) {prefix, what},
#include "rules/threads.def"
#undef LANES
#undef WAITS
#undef STARTS
};
static const struct class_name variables[] = {
#define VARIABLE(name) {name, CALL_NONE},
#include "rules/variables.def"
#undef VARIABLE
};
static const struct class_name memory[] = {
#define MEMORY(name, cls) {name, cls},
#include "rules/memory.def"
#undef MEMORY
};
static const struct cxx_name cxx[] = {
#define PREFIX(name, cls)    {name, cls, {0, 0}},
#define TEXT(name, size, at) {name, CALL_INACTIVE, {size, at}},
#include "rules/cxx.def"
#undef TEXT
#undef PREFIX
};
static const struct alloc_name allocators[] = {
#define ALLOC(name, contents, size0, size1, align) {name, contents, {size0, size1}, align},
#define FREE(name, operand)                        {name, NULL, {operand, -1}, -1},
#include "rules/alloc.def"
#undef ALLOC
#undef FREE
};
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* ---- searching ------------------------------------------------------------------------------- */

/* strcmp of a text with an entry whose trailing '*' is cut. */
static int compare(struct text name, const char *entry, size_t entry_length)
{
    size_t n = name.length < entry_length ? name.length : entry_length;
    int order = memcmp(name.at, entry, n);
    return order ? order : name.length < entry_length ? -1 : name.length > entry_length;
}

static size_t stem_length(const char *entry)
{
    size_t n = strlen(entry);
    return n && entry[n - 1] == '*' ? n - 1 : n;
}

/* The last entry not after name, in a table of structs that start with the name; NULL if all are
 * after it. */
static const void *floor_entry(const void *table, size_t count, size_t stride, struct text name)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        const char *entry = *(const char *const *)((const char *)table + mid * stride);
        if (compare(name, entry, stem_length(entry)) < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return low ? (const char *)table + (low - 1) * stride : NULL;
}

static bool matches(struct text name, const char *entry, bool prefix)
{
    size_t n = stem_length(entry);
    prefix |= entry[n] == '*';
    return (prefix ? name.length >= n : name.length == n) && !memcmp(name.at, entry, n);
}

static const struct class_name *find(const struct class_name *table, size_t count, struct text name,
                                     bool prefix)
{
    const struct class_name *found = floor_entry(table, count, sizeof *table, name);
    return found && matches(name, found->name, prefix) ? found : NULL;
}

/* ---- callees --------------------------------------------------------------------------------- */

LIMIT(ALIAS_DEPTH, 16);

/* The function behind constant casts and aliases, or NULL. */
static LLVMValueRef strip_callee(LLVMValueRef v)
{
    for (unsigned depth = 0; v && depth < ALIAS_DEPTH; depth++) {
        if (LLVMIsAFunction(v))
            return v;
        if (LLVMIsAGlobalAlias(v))
            v = LLVMAliasGetAliasee(v);
        else if (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) == 1)
            v = LLVMGetOperand(v, 0);
        else
            return NULL;
    }
    return NULL;
}

static bool has_string_attribute(LLVMValueRef call, LLVMValueRef fn, const char *name)
{
    unsigned length = (unsigned)strlen(name);
    return LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, name, length) ||
           (fn && LLVMGetStringAttributeAtIndex(fn, LLVMAttributeFunctionIndex, name, length));
}

/* FP numbers or pointers anywhere in the type. */
static bool carries_derivatives(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind:
    case LLVMIntegerTypeKind:
    case LLVMTokenTypeKind:
    case LLVMMetadataTypeKind:
    case LLVMLabelTypeKind: return false;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (carries_derivatives(LLVMStructGetTypeAtIndex(t, i)))
                return true;
        return false;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind: return carries_derivatives(LLVMGetElementType(t));
    default: return true;
    }
}

static bool cannot_carry(EzbCtx *cx, LLVMValueRef call)
{
    if (!cx || carries_derivatives(LLVMTypeOf(call)))
        return false;
    EzbEffects e = ezb_call_effects(cx, call);
    return !e.arg && !e.other;
}

/* ---- classes --------------------------------------------------------------------------------- */

static bool operand_is_integer(LLVMValueRef call, int k)
{
    return k < 0 ||
           ((unsigned)k < LLVMGetNumArgOperands(call) &&
            LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, (unsigned)k))) == LLVMIntegerTypeKind);
}

static bool operand_is_pointer(LLVMValueRef call, unsigned k)
{
    return k < LLVMGetNumArgOperands(call) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind;
}

/* Anonymous mappings are zeroed memory; mmap(addr, size, prot, flags, fd = -1, offset). */
static bool classify_mapping(LLVMValueRef call, struct text name, struct call_info *info)
{
    bool map = name.length == 4 && !memcmp(name.at, "mmap", 4),
         unmap = name.length == 6 && !memcmp(name.at, "munmap", 6);
    if (unmap && operand_is_pointer(call, 0)) {
        info->cls = CALL_FREE;
        return true;
    }
    if (!(map || (name.length == 6 && !memcmp(name.at, "mmap64", 6))) ||
        LLVMGetNumArgOperands(call) != 6)
        return false;
    LLVMValueRef fd = LLVMGetOperand(call, 4);
    if (!LLVMIsAConstantInt(fd) || LLVMConstIntGetSExtValue(fd) != -1)
        return false;
    info->cls = CALL_ALLOC;
    info->alloc_zero = "zero";
    info->alloc_size[0] = 1;
    return true;
}

static bool classify_block_size(LLVMValueRef call, struct text name, struct call_info *info)
{
    static const char block_size[] = "malloc_usable_size";
    if (!matches(name, block_size, false) || LLVMGetNumArgOperands(call) != 1)
        return false;
    info->cls = CALL_BLOCK_SIZE;
    return true;
}

static const struct alloc_name *find_allocator(struct text name)
{
    const struct alloc_name *row =
        floor_entry(allocators, COUNT(allocators), sizeof *allocators, name);
    return row && matches(name, row->name, false) ? row : NULL;
}

static bool classify_allocator(LLVMValueRef call, struct text name, struct call_info *info)
{
    if (classify_block_size(call, name, info))
        return true;
    const struct alloc_name *row = find_allocator(name);
    if (!row)
        return classify_mapping(call, name, info);
    if (!row->contents) {
        info->cls = CALL_FREE;
        info->freed = (unsigned)row->size[0];
        return operand_is_pointer(call, info->freed);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind)
        return false;
    info->cls = CALL_ALLOC;
    info->alloc_zero = row->contents;
    memcpy(info->alloc_size, row->size, sizeof info->alloc_size);
    info->alloc_align = row->align;
    return operand_is_integer(call, row->size[0]) && operand_is_integer(call, row->size[1]) &&
           operand_is_integer(call, row->align);
}

/* Copies and fills. */
static bool classify_memory(LLVMValueRef call, struct text name, struct call_info *info)
{
    const struct class_name *row = find(memory, COUNT(memory), name, false);
    if (!row || LLVMGetNumArgOperands(call) < 3 || !operand_is_pointer(call, 0))
        return false;
    info->cls = row->cls;
    return true;
}

bool rule_is_transfer(LLVMValueRef call)
{
    static const char prefix[] = "enz_device_";
    return LLVMIsACallInst(call) &&
           !strncmp(LLVMGetValueName(LLVMGetCalledValue(call)), prefix, sizeof prefix - 1);
}

static bool is_runtime(struct text name)
{
    static const char prefix[] = "enz_rt_",
                      kinds[] =
                          "enz_rt_kind_"; /* those that move adjoints an outer derivative refuses */
    bool moves = name.length > sizeof kinds && !memcmp(name.at, kinds, sizeof kinds - 1);
    return !moves && name.length > sizeof prefix && !memcmp(name.at, prefix, sizeof prefix - 1);
}

/* enz.input(p, n): n bytes of input came there (prepare/calls/input.c). */
static bool classify_input_marker(struct text name, struct call_info *info)
{
    if (!matches(name, "enz.input", false))
        return false;
    info->cls = CALL_INPUT;
    info->input[0] = 0, info->input[1] = 1;
    return true;
}

/* __enzyme_double(p, n) and its like say what memory holds; they do nothing. */
static bool is_type_assertion(LLVMValueRef callee)
{
    static const char *const names[] = {"__enzyme_float", "__enzyme_double", "__enzyme_integer",
                                        "__enzyme_pointer"};
    const char *name = strstr(LLVMGetValueName(callee), "__enzyme_");
    for (size_t i = 0; name && i < COUNT(names); i++)
        if (strstr(name, names[i]))
            return true;
    return false;
}

/* Functions that preparation and truncation made. */
static bool classify_own(struct text name, struct call_info *info)
{
    static const struct class_name own[] = {{RULE_NARROW_PREFIX, CALL_INACTIVE},
                                            {RULE_BYTE_SOURCES, CALL_INACTIVE},
                                            {RULE_CAS_PREFIX, CALL_CAS},
                                            {RULE_DISJOINT, CALL_DISJOINT},
                                            {RULE_HALF_ULP_PREFIX, CALL_INACTIVE},
                                            {RULE_HOLD, CALL_NOP},
                                            {RULE_ITERATIONS_PREFIX, CALL_INACTIVE},
                                            {RULE_NONDIFFERENTIABLE_PREFIX, CALL_NONDIFFERENTIABLE},
                                            {RULE_OVERWRITE, CALL_NOP},
                                            {RULE_PIECEWISE_PREFIX, CALL_INACTIVE},
                                            {RULE_PUT_BACK, CALL_NOP},
                                            {RULE_SNAPSHOT, CALL_SNAPSHOT}};
    const struct class_name *row = find(own, COUNT(own), name, true);
    if (row)
        info->cls = row->cls;
    return row;
}

/* What the standard C++ library returns leads to no floating-point values: texts, streams, facets.
 */
static bool classify_cxx(struct text name, bool declared, struct call_info *info)
{
    const struct cxx_name *row = name.length > 4 && !memcmp(name.at, "_Z", 2)
                                     ? floor_entry(cxx, COUNT(cxx), sizeof *cxx, name)
                                     : NULL;
    if (!row || !matches(name, row->name, true))
        return false;
    info->cls = row->cls;
    info->opaque = true;
    info->listed = declared;
    info->text = row->text.size ? &row->text : NULL;
    return true;
}

static bool classify_prefix(const struct start_name *table, size_t count, struct text name,
                            struct call_info *info)
{
    const struct start_name *row = floor_entry(table, count, sizeof *table, name);
    while (row && !matches(name, row->name, true))
        row = row == table ? NULL : row - 1; /* a shorter prefix stands in front of longer ones */
    if (!row)
        return false;
    info->cls = CALL_UNKNOWN;
    info->threads = true;
    info->thread_use = row->what;
    return true;
}

static bool classify_threads(struct text name, struct call_info *info)
{
    return classify_prefix(starts_threads, COUNT(starts_threads), name, info);
}

static bool classify_sync(struct text name, struct call_info *info)
{
    const struct sync_name *row = floor_entry(syncs, COUNT(syncs), sizeof *syncs, name);
    if (!row || !matches(name, row->name, false))
        return false;
    info->cls = CALL_SYNC;
    info->mirror = row->mirror;
    info->repeat = row->repeat;
    return true;
}

unsigned rule_sync_values(LLVMValueRef call, const char *name)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(call));
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name)),
             all = LLVMGetNumArgOperands(call) +
                   (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind);
    return id ? LLVMCountParamTypes(LLVMIntrinsicGetType(c, id, NULL, 0)) : all;
}

/* By name; false if the name says nothing. */
static bool classify_name(LLVMValueRef call, struct text name, struct call_info *info)
{
    bool declared = LLVMIsDeclaration(info->callee);
    info->rule = rule_of_function(info->callee, name.at, name.length);
    if (info->rule && LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(info->callee)) {
        info->cls = CALL_RULE;
        return true;
    }
    info->rule = NULL;
    if (classify_own(name, info) || (declared && classify_sync(name, info)))
        return true;
    if (is_runtime(name) && !find_allocator(name) &&
        !find(inactive, COUNT(inactive), name, false)) {
        info->cls = CALL_TAPE_ALLOC;
        return true;
    }
    if (classify_input_marker(name, info))
        return true;
    if (is_type_assertion(info->callee)) {
        info->cls = CALL_NOP;
        return true;
    }
    struct call_info found = *info;
    if (classify_allocator(call, name, &found) || classify_memory(call, name, &found)) {
        *info = found;
        return true;
    }
    const struct class_name *row = declared ? find(inactive, COUNT(inactive), name, false) : NULL;
    info->opaque = row != NULL;
    if (!row && declared)
        row = find(input, COUNT(input), name, false);
    info->threads = declared && find(waits, COUNT(waits), name, false);
    if (!row && (classify_cxx(name, declared, info) || (declared && classify_threads(name, info))))
        return true;
    info->listed = declared && row && row->cls == CALL_INACTIVE;
    if (row)
        info->cls = row->cls;
    if (row && row->cls == CALL_INPUT)
        memcpy(info->input, input_operands[row - input], sizeof info->input);
    return row;
}

/* A helper that calls a function of the library and catches what it throws does to strings what
 * that function does. */
static void classify_caught(struct call_info *info)
{
    static const char prefix[] = RULE_CATCHING_PREFIX;
    const size_t length = sizeof prefix - 1;
    struct text name = {NULL, 0};
    struct call_info caught = *info;
    if (info->callee)
        name.at = LLVMGetValueName2(info->callee, &name.length);
    if (name.length > length && !memcmp(name.at, prefix, length) &&
        classify_cxx((struct text){name.at + length, name.length - length}, false, &caught))
        info->text = caught.text;
}

static const char *string_attribute(LLVMValueRef call, LLVMValueRef fn, const char *name,
                                    unsigned *length)
{
    LLVMAttributeRef a = LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, name,
                                                        (unsigned)strlen(name));
    if (!a && fn)
        a = LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                          (unsigned)strlen(name));
    return a ? LLVMGetStringAttributeValue(a, length) : NULL;
}

/* "i,j,-1": the position of -1, or -1. */
static int freed_position(const char *list)
{
    int k = 0;
    for (const char *at = list; at; at = strchr(at, ','), at += at != NULL, k++)
        if (strtol(at, NULL, 10) == -1)
            return k;
    return -1;
}

void rule_note_messages(LLVMValueRef fn, const struct messages *messages)
{
    char text[40];
    int n = snprintf(text, sizeof text, "%llx,%llx", (unsigned long long)messages->sent,
                     (unsigned long long)messages->received);
    LLVMAttributeRef a =
        LLVMCreateStringAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), RULE_MESSAGES_NOTE,
                                  sizeof RULE_MESSAGES_NOTE - 1, text, (unsigned)n);
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static struct messages noted_messages(LLVMValueRef call, LLVMValueRef fn)
{
    unsigned n;
    const char *note = string_attribute(call, fn, RULE_MESSAGES_NOTE, &n);
    char *rest = NULL;
    if (!note)
        return (struct messages){0};
    uint64_t sent = strtoull(note, &rest, 16);
    return (struct messages){true, sent, strtoull(rest + 1, NULL, 16)};
}

/* By what the user said of the function (registry.h). */
static bool classify_note(LLVMValueRef call, struct call_info *info)
{
    unsigned n;
    if (LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, RULE_CUSTOM_NOTE,
                                       sizeof RULE_CUSTOM_NOTE - 1)) {
        info->cls = CALL_CUSTOM;
        info->messages = noted_messages(call, info->callee);
        return true;
    }
    const char *note = string_attribute(call, info->callee, "enzyme_inactive", &n);
    if (note) {
        info->cls = CALL_INACTIVE;
        info->opaque = !strcmp(note, "opaque");
        classify_caught(info);
        return true;
    }
    const char *like = string_attribute(call, info->callee, "enzyme_math", &n);
    const struct rule *rule = like && info->callee ? rule_like(info->callee, like) : NULL;
    if (rule) {
        info->cls = CALL_RULE;
        info->rule = rule;
        return true;
    }
    const char *size = string_attribute(call, info->callee, "enzyme_allocator", &n);
    if (size && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind &&
        operand_is_integer(call, (int)strtol(size, NULL, 10))) {
        info->cls = CALL_ALLOC;
        info->alloc_zero = "";
        info->alloc_size[0] = (int)strtol(size, NULL, 10);
        return true;
    }
    const char *freed = string_attribute(call, info->callee, "enzyme_deallocator", &n);
    int k = freed ? freed_position(freed) : -1;
    if (k < 0 || !operand_is_pointer(call, (unsigned)k))
        return false;
    info->cls = CALL_FREE;
    info->freed = (unsigned)k;
    return true;
}

/* Other lanes see the operands: nothing is inactive because it depends on no active value here, nor
 * computed again. */
static bool is_of_lanes(LLVMValueRef fn, struct text name)
{
    static const char convergent[] = "convergent";
    static const struct class_name devices[] = {{"llvm.amdgcn.", CALL_UNKNOWN},
                                                {"llvm.nvvm.", CALL_UNKNOWN}};
    return find(devices, COUNT(devices), name, true) &&
           LLVMGetEnumAttributeAtIndex(
               fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
               LLVMGetEnumAttributeKindForName(convergent, sizeof convergent - 1));
}

static void classify_intrinsic(EzbCtx *cx, LLVMValueRef call, unsigned id, struct call_info *info)
{
    struct text name;
    name.at = LLVMIntrinsicGetName(id, &name.length);
    info->rule = rule_of_intrinsic(name.at, name.length);
    if (info->rule) {
        info->cls = CALL_RULE;
        return;
    }
    if (classify_sync(name, info))
        return;
    if (classify_prefix(lanes, COUNT(lanes), name, info))
        return;
    if (is_of_lanes(info->callee, name)) {
        info->cls = CALL_UNKNOWN;
        return;
    }
    const struct class_name *row = find(intrinsics, COUNT(intrinsics), name, false);
    info->cls = row ? row->cls : cannot_carry(cx, call) ? CALL_INACTIVE : CALL_UNKNOWN;
}

/* A function of MPI that no table names: messages that have no rule must not get lost. */
static bool is_message_without_rule(struct text name)
{
    static const char *const prefixes[] = {"MPI_", "MPIX_", "PMPI_", "PMPIX_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (name.length > strlen(prefixes[i]) && !memcmp(name.at, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

static bool has_messages_only(LLVMValueRef fn)
{
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         RULE_MESSAGES_ONLY_NOTE,
                                         sizeof RULE_MESSAGES_ONLY_NOTE - 1) != NULL;
}

static void classify_call(EzbCtx *cx, LLVMValueRef call, struct call_info *info)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    info->callee = strip_callee(called);
    unsigned id = info->callee ? LLVMGetIntrinsicID(info->callee) : 0;
    if (id) {
        classify_intrinsic(cx, call, id, info);
        return;
    }
    if (classify_note(call, info))
        return;
    if (!info->callee) {
        info->cls = LLVMIsAInlineAsm(called) ? CALL_ASM : CALL_INDIRECT;
        return;
    }
    struct text name;
    name.at = LLVMGetValueName2(info->callee, &name.length);
    if (name.length && classify_name(call, name, info))
        return;
    info->messages.any = LLVMIsDeclaration(info->callee) ? is_message_without_rule(name)
                                                         : has_messages_only(info->callee);
    if (info->messages.any)
        info->cls = CALL_UNKNOWN;
    else if (!LLVMIsDeclaration(info->callee))
        info->cls = CALL_DEFINED;
    else
        info->cls = cannot_carry(cx, call) ? CALL_INACTIVE : CALL_UNKNOWN;
}

bool rule_is_library_function(LLVMValueRef fn)
{
    struct text name;
    name.at = LLVMGetValueName2(fn, &name.length);
    if (!name.length || LLVMGetIntrinsicID(fn))
        return false;
    return rule_of_function(fn, name.at, name.length) || find(memory, COUNT(memory), name, false) ||
           find_allocator(name);
}

bool rule_reverses_bytes(LLVMValueRef inst)
{
    size_t length = 0;
    unsigned id = LLVMIsAIntrinsicInst(inst) ? LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) : 0;
    const char *name = id ? LLVMIntrinsicGetName(id, &length) : "";
    return !strcmp(name, "llvm.bswap");
}

bool rule_should_recompute(LLVMValueRef call)
{
    return has_string_attribute(call, strip_callee(LLVMGetCalledValue(call)),
                                "enzyme_shouldrecompute");
}

bool rule_compares_record(LLVMValueRef call)
{
    return !strcmp(LLVMGetValueName(strip_callee(LLVMGetCalledValue(call))), RULE_DISJOINT_RECORD);
}

static bool calls(LLVMValueRef inst, const char *name)
{
    LLVMValueRef fn = LLVMIsACallInst(inst) ? strip_callee(LLVMGetCalledValue(inst)) : NULL;
    return fn && !strcmp(LLVMGetValueName(fn), name);
}

bool rule_announces_overwrite(LLVMValueRef inst)
{
    return calls(inst, RULE_OVERWRITE) || rule_overwrites_pointer(inst);
}

bool rule_overwrites_pointer(LLVMValueRef inst)
{
    return calls(inst, RULE_OVERWRITE_POINTER);
}

bool rule_puts_back(LLVMValueRef inst)
{
    return calls(inst, RULE_PUT_BACK);
}

bool rule_holds(LLVMValueRef inst)
{
    return calls(inst, RULE_HOLD);
}

bool rule_is_custom(LLVMValueRef fn, enum rule_mode mode)
{
    unsigned n;
    LLVMAttributeRef a =
        LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                      RULE_CUSTOM_NOTE, sizeof RULE_CUSTOM_NOTE - 1);
    return a && strchr(LLVMGetStringAttributeValue(a, &n), (int)mode);
}

struct call_info rule_classify(EzbCtx *cx, LLVMValueRef inst)
{
    struct call_info info = {
        .cls = CALL_NONE, .alloc_size = {-1, -1}, .alloc_align = -1, .input = {-1, -1}};
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr: classify_call(cx, inst, &info); break;
    default: info.rule = rule_of_instruction(inst); info.cls = info.rule ? CALL_RULE : CALL_NONE;
    }
    return info;
}

bool rule_library_variable(LLVMValueRef global)
{
    struct text name;
    name.at = LLVMGetValueName2(global, &name.length);
    return LLVMIsAGlobalVariable(global) && LLVMIsDeclaration(global) &&
           find(variables, COUNT(variables), name, false);
}

/* The attribute of the function's parameter k or of the operand: by inlining, calls learn that more
 * than the parameter can be dereferenced. */
static LLVMAttributeRef parameter_attribute(LLVMValueRef call, LLVMValueRef fn, unsigned k,
                                            const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, k + 1, kind);
    return a ? a : LLVMGetCallSiteEnumAttribute(call, k + 1, kind);
}

/* A reference to an object of this size. */
bool rule_takes_text(LLVMValueRef call, const struct call_info *c, unsigned k)
{
    LLVMAttributeRef reference =
        c->text ? parameter_attribute(call, c->callee, k, "dereferenceable") : NULL;
    return reference && LLVMGetEnumAttributeValue(reference) == c->text->size;
}

/* A string made as result, or, unless the function is a const member, one that is passed by
 * reference. */
bool rule_changes_text(LLVMValueRef call, const struct call_info *c, unsigned k)
{
    static const char const_member[] = "_ZNK";
    if (!c->text || !operand_is_pointer(call, k))
        return false;
    LLVMAttributeRef result = parameter_attribute(call, c->callee, k, "sret");
    if (result)
        return LLVMABISizeOfType(LLVMGetModuleDataLayout(LLVMGetGlobalParent(c->callee)),
                                 LLVMGetTypeAttributeValue(result)) == c->text->size;
    return strncmp(LLVMGetValueName(c->callee), const_member, strlen(const_member)) &&
           rule_takes_text(call, c, k);
}

/* Members of string classes that return a reference to a string return the object. */
bool rule_returns_text(LLVMValueRef call, const struct call_info *c)
{
    static const char member[] = "_ZN", const_member[] = "_ZNK";
    if (!c->text || !LLVMGetNumArgOperands(call) || !rule_changes_text(call, c, 0))
        return false;
    const char *name = LLVMGetValueName(c->callee);
    unsigned kind = LLVMGetEnumAttributeKindForName("dereferenceable", strlen("dereferenceable"));
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(c->callee, LLVMAttributeReturnIndex, kind);
    return a && LLVMGetEnumAttributeValue(a) == c->text->size &&
           !strncmp(name, member, strlen(member)) &&
           strncmp(name, const_member, strlen(const_member));
}
