/* Forward sweep and forward mode of the heap: allocations get a zeroed shadow from the same
 * allocator; frees of memory that the reverse sweep may still read wait until the tape goes. */
#include "base/target.h"
#include "emit/derivative.h"
#include "emit/distant.h"
#include "facts/objects.h"
#include "enz_rt.h"
#include "ir/text.h"
#include <string.h>

LLVMValueRef gen_allocation_bytes(struct gen *g, unsigned v,
                                  LLVMValueRef (*read)(struct gen *, LLVMValueRef))
{
    const struct call_info *c = &g->f->calls[v];
    LLVMValueRef inst = g->f->values[v], bytes = NULL;
    for (unsigned i = 0; i < 2; i++) {
        if (c->alloc_size[i] < 0)
            continue;
        LLVMValueRef n = read(g, LLVMGetOperand(inst, (unsigned)c->alloc_size[i]));
        n = LLVMBuildIntCast2(g->b, n, gen_i64(g), 0, "");
        bytes = bytes ? LLVMBuildMul(g->b, bytes, n, "") : n;
    }
    return bytes;
}

/* operator new(size, std::nothrow) gives NULL where there is no memory. */
static LLVMValueRef cleared_bytes(struct gen *g, unsigned v, LLVMValueRef shadow,
                                  LLVMValueRef bytes)
{
    if (!strstr(text_function_name(g->arena, g->f->calls[v].callee), "nothrow"))
        return bytes;
    return LLVMBuildSelect(g->b, LLVMBuildIsNull(g->b, shadow, ""),
                           LLVMConstNull(LLVMTypeOf(bytes)), bytes, "");
}

/* ---- exceptions: the C++ runtime frees them, and knows nothing of shadows ---- */

static bool is_exception(struct gen *g, unsigned v)
{
    const char *name = text_function_name(g->arena, g->f->calls[v].callee);
    return !strcmp(name, "__cxa_allocate_exception") || !strcmp(name, "__cxa_free_exception");
}

/* In forward mode shadows stand behind the object in the same block; the reverse sweep needs them
 * longer: they are on the tape. */
static void allocate_exception(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], bytes = gen_allocation_bytes(g, v, gen_primal), object;
    bool shadows = !g->primal_only && activity_has_shadow(g->a->state[v]),
         behind = shadows && g->kind == GEN_FORWARD;
    const uint64_t rest = target_block_alignment(g->module) - 1;
    LLVMValueRef step = LLVMBuildAnd(g->b, LLVMBuildAdd(g->b, bytes, gen_const_i64(g, rest), ""),
                                     gen_const_i64(g, ~rest), "");
    LLVMValueRef all = LLVMBuildMul(g->b, step, gen_const_i64(g, g->width + 1), "");
    object = gen_copy_inst(g, inst);
    if (behind)
        LLVMSetOperand(object, 0, all);
    gen_note_value(g, v, object);
    for (unsigned direction = 0; direction < g->width && shadows; direction++) {
        LLVMValueRef at = LLVMBuildMul(g->b, step, gen_const_i64(g, direction + 1), "");
        LLVMValueRef shadow = behind ? gen_offset(g, object, at) : gen_tape_alloc(g, bytes);
        gen_memset(g, shadow, bytes);
        gen_kind_fresh(g, inst, shadow, bytes);
        gen_note_shadow(g, v, direction, shadow);
    }
}

/* ---- shadows that threads keep (runtime/shadows.c) ---- */

/* Nothing is kept of what is smaller. */
enum { SMALLEST_KEPT = 1024 };

static const struct heap {
    const char *allocate, *release;
    enum enz_rt_heap heap;
} heaps[] = {
    {"calloc", "free", ENZ_RT_HEAP_C},
    {"malloc", "free", ENZ_RT_HEAP_C},
    {"_Znam", "_ZdaPvm", ENZ_RT_HEAP_NEW_ARRAY},
    {"_Znwm", "_ZdlPvm", ENZ_RT_HEAP_NEW},
};

static const struct heap *heap_of(struct gen *g, LLVMValueRef callee)
{
    const char *name = text_function_name(g->arena, callee);
    for (size_t i = 0; i < sizeof heaps / sizeof *heaps && g->kind != GEN_FORWARD; i++)
        if (!strcmp(name, heaps[i].allocate) || !strcmp(name, heaps[i].release))
            return &heaps[i];
    return NULL;
}

static LLVMValueRef heap_number(struct gen *g, const struct heap *h)
{
    return LLVMConstInt(LLVMInt32TypeInContext(g->context), h->heap, 0);
}

/* ptr enz_rt_shadow_calloc(i64 size): touches nothing that the program sees. */
static LLVMValueRef shadow_calloc(struct gen *g)
{
    LLVMTypeRef i64 = gen_i64(g);
    LLVMValueRef fn = gen_declare(g, "enz_rt_shadow_calloc", gen_ptr_type(g), &i64, 1);
    ezb_set_fn_effects(fn, (EzbEffects){.inaccessible = EZB_MODREF});
    return fn;
}

/* ptr enz_rt_shadow_new(i64 size, i32 heap, ptr operator_new) */
static LLVMValueRef shadow_new(struct gen *g)
{
    LLVMTypeRef ptr = gen_ptr_type(g),
                params[] = {gen_i64(g), LLVMInt32TypeInContext(g->context), ptr};
    return gen_declare(g, "enz_rt_shadow_new", ptr, params, 3);
}

/* Zeroed. */
static LLVMValueRef kept_shadow(struct gen *g, const struct heap *h, LLVMValueRef callee,
                                LLVMValueRef bytes)
{
    bool c = h->heap == ENZ_RT_HEAP_C;
    LLVMValueRef fn = c ? shadow_calloc(g) : shadow_new(g),
                 args[] = {bytes, heap_number(g, h), callee};
    unsigned noalias = LLVMGetEnumAttributeKindForName("noalias", strlen("noalias"));
    LLVMAddAttributeAtIndex(fn, 0, LLVMCreateEnumAttribute(g->context, noalias, 0));
    return gen_call(g, fn, args, c ? 1 : 3);
}

static LLVMValueRef whole_words(struct gen *g, LLVMValueRef bytes)
{
    LLVMTypeRef t = LLVMTypeOf(bytes);
    LLVMValueRef rest = LLVMConstInt(t, 7, 0);
    return LLVMBuildAnd(g->b, LLVMBuildAdd(g->b, bytes, rest, ""), LLVMConstNot(rest), "");
}

/* The shadow of what malloc gives ends with a whole word of zeros: parts of words are looked at
 * together with the rest (emit/lost.c). */
static LLVMValueRef shadow_bytes(struct gen *g, unsigned v)
{
    LLVMValueRef bytes = gen_allocation_bytes(g, v, gen_primal);
    bool words = g->c->addresses_lost && bytes &&
                 !strcmp(text_function_name(g->arena, g->f->calls[v].callee), "malloc");
    return words ? whole_words(g, bytes) : bytes;
}

static LLVMValueRef allocate_shadow(struct gen *g, unsigned v, LLVMValueRef bytes)
{
    LLVMValueRef inst = g->f->values[v], callee = g->f->calls[v].callee, shadow;
    const struct heap *h = bytes ? heap_of(g, callee) : NULL;
    if (bytes && objects_stay_distant(g->emission->activity, g->a, v)) {
        shadow = gen_distant_shadow(g, gen_primal(g, inst), LLVMConstNull(gen_ptr_type(g)));
        gen_memset(g, shadow, cleared_bytes(g, v, shadow, bytes));
        return shadow;
    }
    if (h && !(LLVMIsAConstantInt(bytes) && LLVMConstIntGetZExtValue(bytes) < SMALLEST_KEPT))
        return kept_shadow(g, h, callee, bytes);
    shadow = gen_copy_inst(g, inst);
    if (g->c->addresses_lost && !strcmp(text_function_name(g->arena, callee), "malloc"))
        LLVMSetOperand(shadow, 0, bytes);
    if (bytes && strcmp(g->f->calls[v].alloc_zero, "zero"))
        gen_memset(g, shadow, cleared_bytes(g, v, shadow, bytes));
    return shadow;
}

/* Without a size it is text (strdup), whose shadow nobody reads as numbers. */
bool gen_allocation(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (is_exception(g, v)) {
        allocate_exception(g, v);
        return true;
    }
    gen_note_value(g, v, gen_copy_inst(g, inst));
    if (g->primal_only || !activity_has_shadow(g->a->state[v]))
        return true;
    LLVMValueRef bytes = shadow_bytes(g, v);
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = allocate_shadow(g, v, bytes);
        if (bytes)
            gen_kind_fresh(g, inst, shadow, bytes);
        gen_note_shadow(g, v, direction, shadow);
    }
    return true;
}

/* The shadow block was asked for with the same size, but may have come out smaller by a few bytes.
 * Code that uses all of the primal's block would run over it. */
bool gen_block_size(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0), size = gen_copy_inst(g, inst);
    for (unsigned direction = 0; direction < g->width && !g->primal_only && gen_has_shadow(g, p);
         direction++) {
        LLVMValueRef shadow = gen_distant_block(g, gen_shadow(g, p, direction)),
                     other = gen_copy_inst(g, inst);
        LLVMSetOperand(other, 0, shadow);
        LLVMValueRef less = LLVMBuildICmp(g->b, LLVMIntULT, other, size, "");
        less = LLVMBuildAnd(g->b, less, LLVMBuildIsNotNull(g->b, shadow, ""), "");
        size = LLVMBuildSelect(g->b, less, other, size, "");
    }
    gen_note_value(g, v, size);
    return true;
}

LLVMValueRef gen_shadow_or_null(struct gen *g, LLVMValueRef p, unsigned direction)
{
    LLVMValueRef shadow = gen_distant_block(g, gen_shadow(g, p, direction));
    if (!(gen_state(g, p) & STATE_CONST))
        return shadow;
    LLVMValueRef same = LLVMBuildICmp(g->b, LLVMIntEQ, shadow, gen_primal(g, p), "");
    return LLVMBuildSelect(g->b, same, LLVMConstNull(LLVMTypeOf(shadow)), shadow, "");
}

static LLVMTypeRef operands_type(struct gen *g, LLVMValueRef inst)
{
    unsigned n = LLVMGetNumArgOperands(inst);
    LLVMTypeRef *types = ARENA_ARRAY(g->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        types[k] = LLVMTypeOf(LLVMGetOperand(inst, k));
    return LLVMStructTypeInContext(g->context, types, n, 0);
}

/* void enz_rt_shadow_delete(ptr block, i64 size, i32 heap, ptr callee) */
static void call_shadow_delete(struct gen *g, LLVMBuilderRef b, const struct heap *h,
                               LLVMValueRef *block_and_size, LLVMValueRef callee)
{
    LLVMTypeRef ptr = gen_ptr_type(g), nothing = LLVMVoidTypeInContext(g->context),
                params[] = {ptr, gen_i64(g), LLVMInt32TypeInContext(g->context), ptr};
    LLVMValueRef fn = gen_declare(g, "enz_rt_shadow_delete", nothing, params, 4),
                 args[] = {block_and_size[0], block_and_size[1], heap_number(g, h), callee};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 4, "");
}

/* internal void enz.free.munmap(ptr operands): calls the function with operands that were written
 * down; enz.keep._ZdlPvm gives a shadow to the runtime with them. */
static LLVMValueRef free_with_operands(struct gen *g, LLVMValueRef inst, LLVMValueRef callee,
                                       const struct heap *heap)
{
    const char *name = arena_printf(g->arena, heap ? "enz.keep.%s" : "enz.free.%s",
                                    text_function_name(g->arena, callee));
    LLVMValueRef fn = LLVMGetNamedFunction(g->module, name);
    if (fn)
        return fn;
    LLVMTypeRef ptr = gen_ptr_type(g), record = operands_type(g, inst);
    fn = LLVMAddFunction(g->module, name,
                         LLVMFunctionType(LLVMVoidTypeInContext(g->context), &ptr, 1, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(g->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(g->context, fn, ""));
    unsigned n = LLVMGetNumArgOperands(inst);
    LLVMValueRef *args = ARENA_ARRAY(g->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMBuildLoad2(b, LLVMStructGetTypeAtIndex(record, k),
                                 LLVMBuildStructGEP2(b, record, LLVMGetParam(fn, 0), k, ""), "");
    if (heap)
        call_shadow_delete(g, b, heap, args, callee);
    else
        LLVMBuildCall2(b, LLVMGetCalledFunctionType(inst), callee, args, n, "");
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return fn;
}

/* free, and what takes its place for shadows. */
static LLVMValueRef free_block(struct gen *g, LLVMValueRef callee, const struct heap *heap)
{
    LLVMTypeRef ptr = gen_ptr_type(g), nothing = LLVMVoidTypeInContext(g->context);
    return heap ? gen_declare(g, "enz_rt_shadow_free", nothing, &ptr, 1) : callee;
}

/* Postpones the call that frees `block`, which may be NULL; a shadow of `heap` may be kept. */
static void defer_free(struct gen *g, unsigned v, LLVMValueRef block, const struct heap *heap)
{
    LLVMValueRef inst = g->f->values[v], callee = g->f->calls[v].callee;
    unsigned n = LLVMGetNumArgOperands(inst);
    if (n == 1) {
        gen_defer_free(g, block, free_block(g, callee, heap));
        return;
    }
    LLVMTypeRef record = operands_type(g, inst);
    uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(g->module), record);
    LLVMValueRef kept = gen_tape_alloc(g, gen_const_i64(g, bytes));
    for (unsigned k = 0; k < n; k++)
        gen_store(g, k == g->f->calls[v].freed ? block : gen_primal(g, LLVMGetOperand(inst, k)),
                  LLVMBuildStructGEP2(g->b, record, kept, k, ""), target_pointer_bytes(g->module),
                  ACCESS_TAPE);
    gen_defer_call(g, block, kept, free_with_operands(g, inst, callee, heap));
}

/* Stack memory of run-time size in the primal-only copy of a replayed loop: on the heap, and the
 * block of the iteration before goes. The last one goes at the end. */
LLVMValueRef gen_primal_only_block(struct gen *g, unsigned v, LLVMValueRef bytes)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g);
    if (!g->primal_only_blocks[v])
        g->primal_only_blocks[v] = gen_stack_slot(g, ptr, true);
    LLVMValueRef old = LLVMBuildLoad2(g->b, ptr, g->primal_only_blocks[v], "");
    gen_call(g, gen_declare(g, "free", LLVMVoidTypeInContext(g->context), &ptr, 1), &old, 1);
    LLVMValueRef fresh = gen_call(g, gen_declare(g, "malloc", ptr, &i64, 1), &bytes, 1);
    LLVMBuildStore(g->b, fresh, g->primal_only_blocks[v]);
    return fresh;
}

void gen_free_primal_only_blocks(struct gen *g)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    for (unsigned v = 0; v < g->f->value_count && g->plan; v++) {
        if (!g->primal_only_blocks[v])
            continue;
        LLVMValueRef last = LLVMBuildLoad2(g->b, ptr, g->primal_only_blocks[v], "");
        gen_call(g, gen_declare(g, "free", LLVMVoidTypeInContext(g->context), &ptr, 1), &last, 1);
    }
}

/* Forward mode, and what a replayed iteration allocates for itself: the blocks go at once. */
static void free_now(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, g->f->calls[v].freed);
    for (unsigned direction = 0;
         direction < g->width && !g->primal_only && gen_has_shadow(g, p) && !is_exception(g, v);
         direction++) {
        LLVMValueRef shadow = gen_shadow_or_null(g, p, direction), copy = gen_copy_inst(g, inst);
        LLVMSetOperand(copy, g->f->calls[v].freed, shadow);
    }
    gen_note_value(g, v, gen_copy_inst(g, inst));
}

bool gen_free(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, g->f->calls[v].freed);
    if (g->kind == GEN_FORWARD || g->primal_only) {
        free_now(g, v);
        return true;
    }
    defer_free(g, v, gen_primal(g, p), NULL);
    for (unsigned direction = 0;
         direction < g->width && gen_has_shadow(g, p) && !is_exception(g, v); direction++)
        defer_free(g, v, gen_shadow_or_null(g, p, direction), heap_of(g, g->f->calls[v].callee));
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind) /* munmap: it will succeed */
        gen_note_value(g, v, LLVMConstNull(LLVMTypeOf(inst)));
    return true;
}
