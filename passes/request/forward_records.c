/* __enzyme_virtualforward: the shadow of a function's address in forward mode, a constant record.
 *
 * Its one member is a function that computes the result and its tangents:
 *
 *     {R, dR, ...} member(a0, da0, ..., a1, da1, ...)
 *
 * In each struct that C passes in pieces, all pieces come before those of the shadows. An integer
 * of fewer than 16 bits has no shadow, that of a wider one repeats it, and so it is with a result.
 * The function is made of a call of __enzyme_fwddiff, which is read and lowered like those of the
 * program. Results are returned as C returns them. */
#include "base/target.h"
#include "base/type.h"
#include "request/read.h"
#include "request/traces.h"
#include <string.h>

#define ENTRY_NAME "__enzyme_fwddiff of __enzyme_virtualforward"

struct making {
    struct reader *r;
    LLVMValueRef fn, member;
    LLVMTypeRef value;      /* what fn returns in C; NULL: nothing */
    LLVMTypeRef whole;      /* what the member returns in C; NULL: nothing */
    bool in_memory;         /* the member returns that through its first parameter */
    unsigned first;         /* the first parameter of fn that is an argument */
    unsigned width;         /* directions */
    unsigned used;          /* parameters of the member that are handed on */
    struct value_list args; /* of the derivative call */
    VEC(unsigned) from;     /* the parameters of fn that they belong to, counted from 1; 0: none */
};

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_small(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < RULE_WIDE_INTEGER;
}

static LLVMAttributeRef parameter_attribute(LLVMValueRef fn, unsigned k, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(fn, k + 1,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name)));
}

static LLVMTypeRef parameter_type(const struct making *m, unsigned k)
{
    return LLVMTypeOf(LLVMGetParam(m->fn, k));
}

/* Parameter k continues the struct of the one before it. */
static bool continues(const struct making *m, unsigned k)
{
    return LLVMGetStringAttributeAtIndex(m->fn, k + 1, NOTE_PIECE, sizeof NOTE_PIECE - 1) != NULL;
}

static unsigned end_of(const struct making *m, unsigned k)
{
    unsigned end = k + 1;
    while (end < LLVMCountParams(m->fn) && continues(m, end))
        end++;
    return end;
}

static bool is_active(const struct making *m, unsigned k)
{
    bool active = false;
    for (unsigned i = k; i < end_of(m, k); i++)
        active |= type_has_fp(parameter_type(m, i)) || type_has_pointer(parameter_type(m, i));
    return active;
}

static void find_result(struct making *m)
{
    LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(m->fn));
    LLVMAttributeRef sret = LLVMCountParams(m->fn) ? parameter_attribute(m->fn, 0, "sret") : NULL;
    m->first = sret ? 1 : 0;
    m->value = sret                                            ? LLVMGetTypeAttributeValue(sret)
               : LLVMGetTypeKind(returned) == LLVMVoidTypeKind ? NULL
                                                               : returned;
    m->whole = m->value;
    if (!m->value || is_small(m->value))
        return;
    LLVMTypeRef *parts = ARENA_ARRAY(m->r->arena, LLVMTypeRef, m->width + 1);
    for (unsigned i = 0; i <= m->width; i++)
        parts[i] = m->value;
    m->whole = LLVMStructTypeInContext(m->r->context, parts, m->width + 1, 0);
    m->in_memory = LLVMABISizeOfType(m->r->layout, m->whole) > 2 * LLVMPointerSize(m->r->layout);
}

/* Structs that fit one register are in it, as a vector of numbers or as an integer. */
static LLVMTypeRef in_registers(const struct making *m)
{
    uint64_t size = m->whole ? LLVMABISizeOfType(m->r->layout, m->whole) : 0;
    if (!m->whole || m->in_memory)
        return LLVMVoidTypeInContext(m->r->context);
    if (m->whole == m->value || size > LLVMPointerSize(m->r->layout))
        return m->whole;
    return type_is_fp(m->value) ? LLVMVectorType(m->value, m->width + 1)
                                : LLVMIntTypeInContext(m->r->context, (unsigned)size * 8);
}

static LLVMTypeRef member_type(const struct making *m)
{
    unsigned count = LLVMCountParams(m->fn), most = (count + 1) * (m->width + 1), n = 0;
    LLVMTypeRef *types = ARENA_ARRAY(m->r->arena, LLVMTypeRef, most);
    if (m->in_memory)
        types[n++] = target_pointer(m->r->module);
    for (unsigned k = m->first, end; k < count; k = end) {
        end = end_of(m, k);
        bool alone = end == k + 1;
        unsigned shadows = alone && is_small(parameter_type(m, k)) ? 0u : m->width;
        for (unsigned i = 0; i <= shadows; i++)
            for (unsigned j = k; j < end; j++)
                types[n++] = parameter_type(m, j);
    }
    return LLVMFunctionType(in_registers(m), types, n, 0);
}

/* ---- the call -------------------------------------------------------------------------------- */

static LLVMValueRef marker_global(struct making *m, const char *name)
{
    LLVMValueRef g = LLVMGetNamedGlobal(m->r->module, name);
    return g ? g : target_add_global(m->r->module, LLVMInt32TypeInContext(m->r->context), name);
}

static void push(struct making *m, LLVMValueRef v, unsigned from)
{
    VEC_PUSH(m->r->arena, &m->args, v);
    VEC_PUSH(m->r->arena, &m->from, from);
}

static void push_option(struct making *m, const char *name)
{
    push(m, marker_global(m, name), 0);
}

static void copy_attributes(struct making *m, unsigned from, unsigned to)
{
    unsigned n = LLVMGetAttributeCountAtIndex(m->fn, from);
    LLVMAttributeRef *list = ARENA_ARRAY(m->r->arena, LLVMAttributeRef, n);
    LLVMGetAttributesAtIndex(m->fn, from, list);
    for (unsigned i = 0; i < n; i++)
        LLVMAddAttributeAtIndex(m->member, to, list[i]);
}

/* The parameters of one argument: its value, and its shadows if it is active. */
static void push_argument(struct making *m, unsigned k)
{
    unsigned end = end_of(m, k);
    bool alone = end == k + 1;
    unsigned shadows = alone && is_small(parameter_type(m, k)) ? 0u : m->width;
    bool active = is_active(m, k);
    push_option(m, active ? "enzyme_dup" : "enzyme_const");
    for (unsigned i = 0; i <= shadows; i++)
        for (unsigned j = k; j < end; j++) {
            copy_attributes(m, j + 1, m->used + 1);
            LLVMValueRef v = LLVMGetParam(m->member, m->used++);
            if (active || !i)
                push(m, v, j + 1);
        }
}

static LLVMAttributeRef result_in_memory(const struct making *m)
{
    return LLVMCreateTypeAttribute(m->r->context, LLVMGetEnumAttributeKindForName("sret", 4),
                                   m->whole);
}

static void push_arguments(struct making *m)
{
    if (m->in_memory) {
        LLVMAddAttributeAtIndex(m->member, 1, result_in_memory(m));
        push(m, LLVMGetParam(m->member, m->used++), 0);
    }
    push(m, m->fn, 0);
    if (m->width > 1) {
        push_option(m, "enzyme_width");
        push(m, LLVMConstInt(LLVMInt32TypeInContext(m->r->context), m->width, 0), 0);
    }
    if (m->value)
        push_option(m, "enzyme_primal_return");
    for (unsigned k = m->first; k < LLVMCountParams(m->fn); k = end_of(m, k))
        push_argument(m, k);
}

static LLVMValueRef build_call(struct making *m, LLVMTypeRef result)
{
    LLVMTypeRef type = LLVMFunctionType(result, NULL, 0, 1);
    LLVMValueRef entry = LLVMGetNamedFunction(m->r->module, ENTRY_NAME);
    if (!entry)
        entry = LLVMAddFunction(m->r->module, ENTRY_NAME, type);
    LLVMValueRef call =
        LLVMBuildCall2(m->r->builder, type, entry, m->args.items, m->args.count, "");
    if (m->in_memory)
        LLVMAddCallSiteAttribute(call, 1, result_in_memory(m));
    for (unsigned i = 0; i < m->args.count; i++) {
        LLVMAttributeRef a =
            m->from.items[i] ? parameter_attribute(m->fn, m->from.items[i] - 1, "byval") : NULL;
        if (a)
            LLVMAddCallSiteAttribute(call, i + 1, a);
    }
    return call;
}

/* An integer has no tangent: the result, and it again for each direction. */
static LLVMValueRef repeat(struct making *m, LLVMValueRef value)
{
    LLVMValueRef whole = LLVMGetUndef(m->whole);
    for (unsigned i = 0; i <= m->width; i++)
        whole = LLVMBuildInsertValue(m->r->builder, whole, value, i, "");
    return whole;
}

/* The same bytes in registers. */
static LLVMValueRef reinterpret(struct making *m, LLVMValueRef v, LLVMTypeRef as)
{
    if (LLVMTypeOf(v) == as)
        return v;
    LLVMBuilderRef b = m->r->builder;
    LLVMValueRef slot = LLVMBuildAlloca(b, LLVMTypeOf(v), "");
    LLVMBuildStore(b, v, slot);
    LLVMValueRef bytes = LLVMBuildLoad2(b, as, slot, "");
    LLVMSetAlignment(bytes, 1);
    return bytes;
}

static void build_body(struct making *m, LLVMValueRef place)
{
    LLVMBuilderRef b = m->r->builder;
    LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(m->member));
    bool repeats = m->value && m->whole != m->value && !m->in_memory && !type_has_fp(m->value) &&
                   !type_has_pointer(m->value);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->r->context, m->member, ""));
    push_arguments(m);
    LLVMValueRef call = build_call(m, repeats                     ? m->value
                                      : m->in_memory || !m->whole ? returned
                                                                  : m->whole);
    ezb_set_debug_loc(call, place);
    if (LLVMGetTypeKind(returned) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, reinterpret(m, repeats ? repeat(m, call) : call, returned));
}

/* ---- the record ------------------------------------------------------------------------------ */

static LLVMValueRef make_member(struct reader *r, LLVMValueRef call, LLVMValueRef fn,
                                unsigned width)
{
    struct making m = {.r = r, .fn = fn, .width = width};
    find_result(&m);
    const char *name = arena_printf(r->arena, "enz.forward%u.%s", width, LLVMGetValueName(fn));
    m.member = LLVMAddFunction(r->module, name, member_type(&m));
    LLVMSetLinkage(m.member, LLVMInternalLinkage);
    build_body(&m, call);
    return m.member;
}

/* The record, which may stand in the shadow of a table already, without a function. */
static LLVMValueRef record_for(struct reader *r, const char *name, LLVMValueRef member)
{
    LLVMValueRef value = LLVMConstStructInContext(r->context, &member, 1, 0),
                 record = LLVMGetNamedGlobal(r->module, name);
    if (!record)
        record = target_add_global(r->module, LLVMTypeOf(value), name);
    LLVMSetInitializer(record, value);
    LLVMSetGlobalConstant(record, 1);
    LLVMSetLinkage(record, LLVMInternalLinkage);
    return record;
}

static bool is_made(LLVMValueRef record)
{
    return record && LLVMGetInitializer(record) &&
           !LLVMIsDeclaration(LLVMGetOperand(LLVMGetInitializer(record), 0));
}

void replace_by_forward_record(struct reader *r, LLVMValueRef call, LLVMValueRef fn,
                               struct value_list *made)
{
    struct request read;
    if (!request_parse(r, call, fn, MODE_SHADOW, &read))
        return;
    if (LLVMTypeOf(call) != target_pointer(r->module)) {
        diag(r->diags, DIAG_UNSUPPORTED, call,
             "a result of __enzyme_virtualforward that is no pointer");
        return;
    }
    const char *name = record_name(r->arena, fn, read.width, true);
    LLVMValueRef record = LLVMGetNamedGlobal(r->module, name);
    if (!is_made(record)) {
        LLVMValueRef member = make_member(r, call, fn, read.width);
        VEC_PUSH(r->arena, made, member);
        record = record_for(r, name, member);
    }
    LLVMReplaceAllUsesWith(call, record);
    LLVMInstructionEraseFromParent(call);
}
