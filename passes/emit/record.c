/* The shadow of a function's address: the constant record {augmented, reverse}.
 *
 * Its functions are called by whoever holds the record, so they are made for the type of the
 * function, not for one call: a number has no shadow, an integer of 16 bits or more is followed by
 * a second operand that repeats it, everything else by its shadows. The tape is opaque, the first
 * part of what `augmented` returns and the last operand of `reverse`, which frees it. */
#include "base/target.h"
#include "emit/split.h"
#include "ir/text.h"

struct member {
    struct emission *e;
    const struct derivative *d;
    const struct request *r;
    const struct emit_pair *pair;
    LLVMContextRef context;
    LLVMValueRef fn, inner;
    LLVMBuilderRef b;
    LLVMValueRef *args;    /* of the inner function */
    unsigned given, count; /* parameters of fn and arguments of the inner function so far */
};

static LLVMTypeRef ptr_type(const struct member *m)
{
    return target_pointer(m->e->module);
}

static bool has_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp;
}

/* Shadow operands of parameter k. */
static unsigned beside(const struct member *m, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(m->r->fn, k));
    bool small =
        LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < RULE_WIDE_INTEGER;
    bool number = m->r->params[k].activity == ACT_OUT ||
                  (!derivative_param_shadow(m->d, k) && has_floating(t));
    return small || number ? 0 : m->r->width;
}

/* A function of parameters, then `seeds` results' adjoints, then the tape if it is the reverse. */
static void begin_member(struct member *m, const char *what, LLVMTypeRef result, unsigned seeds,
                         bool tape)
{
    unsigned n = 0, count = m->r->param_count, w = m->r->width;
    LLVMTypeRef *params = ARENA_ARRAY(m->e->arena, LLVMTypeRef, count * (w + 1) + w + 1);
    LLVMTypeRef returned = LLVMGetReturnType(LLVMGlobalGetValueType(m->r->fn));
    for (unsigned k = 0; k < count; k++)
        for (unsigned i = 0; i < 1 + beside(m, k); i++)
            params[n++] = LLVMTypeOf(LLVMGetParam(m->r->fn, k));
    for (unsigned i = 0; i < seeds; i++)
        params[n++] = returned;
    if (tape)
        params[n++] = ptr_type(m);
    const char *name = arena_printf(m->e->arena, "enz.record.%s.%s", what,
                                    text_function_name(m->e->arena, m->r->target));
    m->fn = LLVMAddFunction(m->e->module, name, LLVMFunctionType(result, params, n, 0));
    LLVMSetLinkage(m->fn, LLVMInternalLinkage);
    m->b = LLVMCreateBuilderInContext(m->context);
    LLVMPositionBuilderAtEnd(m->b, LLVMAppendBasicBlockInContext(m->context, m->fn, ""));
    m->args = ARENA_ARRAY(m->e->arena, LLVMValueRef, LLVMCountParams(m->inner));
    m->given = m->count = 0;
    for (unsigned k = 0; k < count; k++) {
        m->args[m->count++] = LLVMGetParam(m->fn, m->given++);
        for (unsigned i = 0, shadows = beside(m, k); i < shadows; i++, m->given++)
            if (derivative_param_shadow(m->d, k))
                m->args[m->count++] = LLVMGetParam(m->fn, m->given);
    }
    for (unsigned i = 0; i < seeds; i++)
        m->args[m->count++] = LLVMGetParam(m->fn, m->given++);
}

static LLVMValueRef call(struct member *m, LLVMValueRef fn, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(m->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMValueRef library(struct member *m, const char *name, LLVMTypeRef result,
                            LLVMTypeRef param)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m->e->module, name);
    return fn ? fn : LLVMAddFunction(m->e->module, name, LLVMFunctionType(result, &param, 1, 0));
}

static uint64_t tape_bytes(const struct member *m)
{
    return m->pair->tape ? LLVMABISizeOfType(LLVMGetModuleDataLayout(m->e->module), m->pair->tape)
                         : 0;
}

/* {tape, result, its shadows if it is a pointer} */
static LLVMTypeRef augmented_result(const struct member *m, unsigned *shadows)
{
    LLVMTypeRef r = LLVMGetReturnType(LLVMGlobalGetValueType(m->r->fn)),
                *parts = ARENA_ARRAY(m->e->arena, LLVMTypeRef, m->r->width + 2);
    unsigned n = 0;
    *shadows = m->r->ret == ACT_DUP ? m->r->width : 0;
    parts[n++] = ptr_type(m);
    for (unsigned i = 0; i < 1 + *shadows && LLVMGetTypeKind(r) != LLVMVoidTypeKind; i++)
        parts[n++] = r;
    return LLVMStructTypeInContext(m->context, parts, n, 0);
}

static LLVMValueRef augmented(struct member *m)
{
    LLVMTypeRef word = target_size(m->e->module);
    unsigned shadows;
    LLVMTypeRef result = augmented_result(m, &shadows);
    m->inner = m->pair->augmented;
    begin_member(m, "augmented", result, 0, false);
    LLVMValueRef size = LLVMConstInt(word, tape_bytes(m), 0), tape = LLVMConstNull(ptr_type(m)),
                 whole = LLVMGetPoison(result);
    if (tape_bytes(m))
        tape = call(m, library(m, "malloc", ptr_type(m), word), &size, 1);
    m->args[m->count++] = tape;
    LLVMValueRef done = call(m, m->inner, m->args, m->count);
    unsigned have = LLVMGetTypeKind(LLVMTypeOf(done)) == LLVMVoidTypeKind
                        ? 0
                        : LLVMCountStructElementTypes(LLVMTypeOf(done));
    whole = LLVMBuildInsertValue(m->b, whole, tape, 0, "");
    for (unsigned i = 1, n = LLVMCountStructElementTypes(result); i < n;
         i++) /* a result without shadow is its own */
        whole = LLVMBuildInsertValue(
            m->b, whole, LLVMBuildExtractValue(m->b, done, i - 1 < have ? i - 1 : 0, ""), i, "");
    LLVMBuildRet(m->b, whole);
    LLVMDisposeBuilder(m->b);
    return m->fn;
}

static LLVMValueRef reverse(struct member *m)
{
    LLVMTypeRef nothing = LLVMVoidTypeInContext(m->context);
    m->inner = m->pair->reverse;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(m->inner));
    begin_member(m, "reverse", result, m->r->ret == ACT_OUT ? m->r->width : 0, true);
    LLVMValueRef tape = m->args[m->count++] = LLVMGetParam(m->fn, m->given);
    LLVMValueRef done = call(m, m->inner, m->args, m->count);
    if (m->pair->arena)
        tape_drop_kept(m->e->module, m->b, m->pair, tape);
    if (tape_bytes(m))
        call(m, library(m, "free", nothing, ptr_type(m)), &tape, 1);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(m->b);
    else
        LLVMBuildRet(m->b, done);
    LLVMDisposeBuilder(m->b);
    return m->fn;
}

LLVMValueRef split_record(struct emission *e, struct derivative *d, const struct request *r,
                          const struct emit_pair *pair)
{
    struct member m = {
        .e = e, .d = d, .r = r, .pair = pair, .context = LLVMGetModuleContext(e->module)};
    const char *name = record_name(e->arena, r->target, r->width, false);
    LLVMValueRef record = LLVMGetNamedGlobal(e->module, name);
    if (record && map_get(&e->records, record))
        return record;
    LLVMValueRef members[2] = {augmented(&m), reverse(&m)};
    LLVMValueRef value = LLVMConstStructInContext(m.context, members, 2, 0);
    if (!record) /* not in the shadow of a table either */
        record = target_add_global(e->module, LLVMTypeOf(value), name);
    map_put(&e->records, record, record);
    LLVMSetInitializer(record, value);
    LLVMSetGlobalConstant(record, 1);
    LLVMSetLinkage(record, LLVMInternalLinkage);
    return record;
}
