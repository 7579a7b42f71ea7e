/* The function of a batch: its parameters, the calls that it makes and what it returns. */
#include "batch/batch.h"
#include "batch/masks.h"
#include "batch/single.h"
#include "batch/widen.h"
#include "ir/text.h"
#include <stdlib.h>
#include <string.h>

/* Lanes that are done at once: what one register or a few of them hold of each value. */
enum { LANES_AT_ONCE = 8 };

struct batch {
    const struct batches *in;
    struct arena *arena;
    const struct request *r;
    LLVMBuilderRef builder;
    bool *varying;          /* per parameter of r->fn: lanes have values of their own */
    LLVMValueRef *params;   /* of the generated function */
    unsigned *first;        /* per parameter of r->fn: the one of its lane 0 */
    LLVMValueRef result;    /* what has been filled in so far; NULL: void */
    VEC(LLVMValueRef) wide; /* functions for several lanes at once */
};

/* enz.<what><lanes><v or s per parameter>.<function> */
static const char *name_of(struct batch *b, const char *what, unsigned lanes)
{
    unsigned n = b->r->param_count;
    char *shape = ARENA_ARRAY(b->arena, char, n + 1);
    for (unsigned k = 0; k < n; k++)
        shape[k] = b->varying[k] ? 'v' : 's';
    return arena_printf(b->arena, "enz.%s%u%s.%s", what, lanes, shape,
                        text_function_name(b->arena, b->r->fn));
}

/* ---- types ----------------------------------------------------------------------------------- */

LLVMTypeRef batch_result_type(struct arena *a, LLVMValueRef fn, unsigned lanes)
{
    LLVMTypeRef one = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    if (LLVMGetTypeKind(one) == LLVMVoidTypeKind)
        return one;
    LLVMTypeRef *types = ARENA_ARRAY(a, LLVMTypeRef, lanes);
    for (unsigned v = 0; v < lanes; v++)
        types[v] = one;
    return LLVMStructTypeInContext(LLVMGetTypeContext(one), types, lanes, 0);
}

LLVMTypeRef batch_function_type(struct arena *a, LLVMValueRef fn, unsigned lanes,
                                const bool *varying, unsigned *first)
{
    unsigned n = LLVMCountParams(fn), count = 0, most = n * lanes;
    LLVMTypeRef *types = ARENA_ARRAY(a, LLVMTypeRef, most);
    for (unsigned k = 0; k < n; k++) {
        first[k] = count;
        for (unsigned v = 0; v < (varying[k] ? lanes : 1); v++)
            types[count++] = LLVMTypeOf(LLVMGetParam(fn, k));
    }
    return LLVMFunctionType(batch_result_type(a, fn, lanes), types, count, 0);
}

void batch_copy_target(LLVMValueRef like, LLVMValueRef to)
{
    static const char *const texts[] = {
        "denormal-fp-math", "denormal-fp-math-f32", "frame-pointer",       "no-trapping-math",
        "target-cpu",       "target-features",      "prefer-vector-width", "tune-cpu"};
    static const char *const flags[] = {"sanitize_address", "sanitize_memory", "sanitize_thread",
                                        "uwtable"};
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMAttributeRef a;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if ((a = LLVMGetStringAttributeAtIndex(like, at, texts[i], (unsigned)strlen(texts[i]))))
            LLVMAddAttributeAtIndex(to, at, a);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if ((a = LLVMGetEnumAttributeAtIndex(
                 like, at, LLVMGetEnumAttributeKindForName(flags[i], strlen(flags[i])))))
            LLVMAddAttributeAtIndex(to, at, a);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* How the function takes its arguments is how it gets them. */
static void copy_convention(LLVMValueRef fn, LLVMValueRef call)
{
    static const char *const names[] = {"byval", "inreg", "signext", "sret", "zeroext"};
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    for (unsigned k = 0, n = LLVMCountParams(fn); k <= n; k++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
                fn, k, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
            if (a)
                LLVMAddCallSiteAttribute(call, k, a);
        }
}

static void call_lane(struct batch *b, unsigned lane)
{
    LLVMValueRef fn = b->r->fn;
    LLVMValueRef *args = ARENA_ARRAY(b->arena, LLVMValueRef, b->r->param_count);
    for (unsigned k = 0; k < b->r->param_count; k++)
        args[k] = b->params[b->first[k] + (b->varying[k] ? lane : 0)];
    LLVMValueRef call =
        LLVMBuildCall2(b->builder, LLVMGlobalGetValueType(fn), fn, args, b->r->param_count, "");
    copy_convention(fn, call);
    if (b->result)
        b->result = LLVMBuildInsertValue(b->builder, b->result, call, lane, "");
}

/* `lanes` lanes from number `lane` on, by a function for so many. */
static void call_wide(struct batch *b, LLVMValueRef wide, unsigned lane, unsigned lanes)
{
    unsigned count = 0;
    LLVMValueRef *args = ARENA_ARRAY(b->arena, LLVMValueRef, LLVMCountParams(wide));
    for (unsigned k = 0; k < b->r->param_count; k++)
        for (unsigned v = 0; v < (b->varying[k] ? lanes : 1); v++)
            args[count++] = b->params[b->first[k] + (b->varying[k] ? lane + v : 0)];
    LLVMValueRef call =
        LLVMBuildCall2(b->builder, LLVMGlobalGetValueType(wide), wide, args, count, "");
    for (unsigned v = 0; b->result && v < lanes; v++) {
        LLVMValueRef one = LLVMBuildExtractValue(b->builder, call, v, "");
        b->result = LLVMBuildInsertValue(b->builder, b->result, one, lane + v, "");
    }
}

static LLVMValueRef wide_function(struct batch *b, const struct together *t, unsigned lanes)
{
    const char *name = name_of(b, "lanes", lanes);
    LLVMValueRef wide = LLVMGetNamedFunction(b->in->module, name);
    if (!wide) {
        wide = batch_widen(t, lanes, name, b->r->fn);
        VEC_PUSH(b->arena, &b->wide, wide);
    }
    return wide;
}

static void call_lanes(struct batch *b)
{
    LLVMValueRef single = b->r->width > 1 ? batch_single(b->in->cx, b->r->fn) : NULL;
    struct together t = {.cx = b->in->cx, .module = b->in->module, .arena = b->arena, .fn = single};
    if (single)
        masks_make(&t, b->varying);
    bool together = single && together_possible(&t, b->varying);
    for (unsigned v = 0, n; v < b->r->width; v += n) {
        unsigned left = b->r->width - v;
        n = !together ? 1 : left < LANES_AT_ONCE ? left : LANES_AT_ONCE;
        if (n == 1)
            call_lane(b, v);
        else
            call_wide(b, wide_function(b, &t, n), v, n);
    }
    if (single)
        batch_single_drop(b->in->cx, single);
    masks_drop(b->in->module);
}

/* ---- the function ---------------------------------------------------------------------------- */

static LLVMValueRef write_function(struct batch *b, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(b->in->module);
    LLVMTypeRef type = batch_function_type(b->arena, b->r->fn, b->r->width, b->varying, b->first);
    LLVMTypeRef result = LLVMGetReturnType(type);
    LLVMValueRef fn = LLVMAddFunction(b->in->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    batch_copy_target(b->r->fn, fn);
    b->params = ARENA_ARRAY(b->arena, LLVMValueRef, LLVMCountParams(fn));
    LLVMGetParams(fn, b->params);
    b->result = LLVMGetTypeKind(result) == LLVMVoidTypeKind ? NULL : LLVMGetUndef(result);
    b->builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(b->builder, LLVMAppendBasicBlockInContext(context, fn, ""));
    call_lanes(b);
    if (b->result)
        LLVMBuildRet(b->builder, b->result);
    else
        LLVMBuildRetVoid(b->builder);
    LLVMDisposeBuilder(b->builder);
    return fn;
}

static bool is_valid(const struct batches *s, const struct request *r, LLVMValueRef fn)
{
    char *message = NULL;
    if (!ezb_verify_function(fn, &message))
        return true;
    diag(s->diags, DIAG_INTERNAL, r->call, diag_name(s->diags, r->fn),
         message ? message : "invalid code");
    free(message);
    ezb_delete_body(fn);
    return false;
}

LLVMValueRef batch_function(const struct batches *s, const struct request *r)
{
    struct batch b = {.in = s, .arena = s->arena, .r = r};
    b.varying = ARENA_ARRAY(s->arena, bool, r->param_count);
    b.first = ARENA_ARRAY(s->arena, unsigned, r->param_count);
    for (unsigned k = 0; k < r->param_count; k++)
        b.varying[k] = r->params[k].lanes != NULL;
    const char *name = name_of(&b, "batch", r->width);
    LLVMValueRef fn = LLVMGetNamedFunction(s->module, name);
    if (fn)
        return fn;
    fn = write_function(&b, name);
    for (unsigned i = 0; i < b.wide.count; i++)
        if (!is_valid(s, r, b.wide.items[i]))
            return NULL;
    return is_valid(s, r, fn) ? fn : NULL;
}
