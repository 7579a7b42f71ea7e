/* Code at the entry and the returns of a top-level derivative for globals that point to heap blocks
 * (facts/heap_globals.h).
 *
 * A derivative that starts finds or makes the block's shadow (runtime/kept.c). Of a block that
 * holds pointers itself none can be made: what these lead to is not known. A pointer that may lead
 * anywhere is compared with the addresses of the globals that have shadows: an object that points
 * into itself or into another one is found so. */
#include "emit/heap_globals.h"
#include "base/target.h"
#include "emit/derivative.h"
#include "facts/heap_globals.h"

struct site {
    struct emission *e;
    LLVMBuilderRef b;
    LLVMContextRef context;
    LLVMTypeRef ptr;
    unsigned direction;
};

/* Where a list begins (struct enz_rt_kept *): the one of globals, or the calling thread's of
 * thread-local variables. */
static LLVMValueRef kept_list(struct site *s, bool of_thread)
{
    LLVMModuleRef m = s->e->module;
    const char *name =
        arena_printf(s->e->arena, of_thread ? "enz.kept.thread.%u" : "enz.kept.%u", s->direction);
    LLVMValueRef list = LLVMGetNamedGlobal(m, name);
    if (!list) {
        list = target_add_global(m, s->ptr, name);
        LLVMSetLinkage(list, LLVMInternalLinkage);
        LLVMSetInitializer(list, LLVMConstNull(s->ptr));
        LLVMSetThreadLocal(list, of_thread);
    }
    return gen_address_of_global(s->e, s->b, list);
}

static LLVMValueRef runtime(struct site *s, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                            unsigned n)
{
    LLVMTypeRef params[4] = {s->ptr, s->ptr, s->ptr, s->ptr},
                type = LLVMFunctionType(ret, params, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(s->e->module, name);
    if (!fn)
        fn = LLVMAddFunction(s->e->module, name, type);
    return LLVMBuildCall2(s->b, type, fn, args, n, "");
}

static LLVMValueRef leaf_address(struct site *s, LLVMValueRef global, uint64_t offset)
{
    LLVMValueRef at = target_bytes(s->e->module, offset),
                 start = gen_address_of_global(s->e, s->b, global);
    return LLVMBuildInBoundsGEP2(s->b, LLVMInt8TypeInContext(s->context), start, &at, 1, "");
}

/* void enz_rt_kept_vector(list, pointers, shadows) */
static void find_vector(struct site *s, const struct heap_leaf *leaf, LLVMValueRef global,
                        LLVMValueRef shadow)
{
    LLVMValueRef args[3] = {kept_list(s, LLVMIsThreadLocal(global)),
                            leaf_address(s, global, leaf->offset),
                            leaf_address(s, shadow, leaf->offset)};
    runtime(s, "enz_rt_kept_vector", LLVMVoidTypeInContext(s->context), args, 3);
}

static void find_shadows(struct site *s, LLVMValueRef global, LLVMValueRef shadow)
{
    const struct heap_leaves *l = heap_leaves_of(s->e->heap, global);
    for (unsigned i = 0; i < l->count; i++) {
        if (!heap_leaf_found(&l->items[i]))
            continue;
        if (l->items[i].vector) {
            find_vector(s, &l->items[i], global, shadow);
            continue;
        }
        LLVMValueRef block =
            LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, global, l->items[i].offset), "");
        LLVMValueRef args[2] = {kept_list(s, LLVMIsThreadLocal(global)), block};
        LLVMBuildStore(s->b, runtime(s, "enz_rt_kept_shadow", s->ptr, args, 2),
                       leaf_address(s, shadow, l->items[i].offset));
    }
}

/* Shadows of what the global leads to are at a distance (runtime/distant.h): none are kept. Those
 * of thread-local variables never are. */
static bool is_distant(const struct emission *e, LLVMValueRef global)
{
    return e->activity->distant && !LLVMIsThreadLocal(global);
}

static bool leads_to_blocks(struct emission *e, LLVMValueRef global)
{
    return heap_leaves_any(heap_leaves_of(e->heap, global));
}

/* The shadow of `pointer`, if it points into a global that has one, else `otherwise`. */
static LLVMValueRef shadow_in_globals(struct site *s, LLVMValueRef pointer, LLVMValueRef otherwise)
{
    LLVMTypeRef word = target_size(s->e->module), byte = LLVMInt8TypeInContext(s->context);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->e->module);
    LLVMValueRef at = LLVMBuildPtrToInt(s->b, pointer, word, "");
    for (unsigned i = 0; i < s->e->shadows.globals.count; i++) {
        LLVMValueRef global = s->e->shadows.globals.items[i],
                     *directions = map_get(&s->e->shadows.of, global);
        if (!directions[s->direction] || LLVMIsThreadLocal(global) || LLVMTypeOf(global) != s->ptr)
            continue;
        LLVMValueRef size =
            LLVMConstInt(word, LLVMABISizeOfType(layout, LLVMGlobalGetValueType(global)), 0);
        LLVMValueRef offset = LLVMBuildSub(s->b, at, LLVMConstPtrToInt(global, word), "");
        LLVMValueRef inside = LLVMBuildICmp(s->b, LLVMIntULT, offset, size, "");
        otherwise = LLVMBuildSelect(
            s->b, inside, LLVMBuildGEP2(s->b, byte, directions[s->direction], &offset, 1, ""),
            otherwise, "");
    }
    return otherwise;
}

static bool may_be_in_global(const struct heap_leaf *leaf)
{
    return leaf->other && !leaf->bytes && !heap_leaf_promised(leaf);
}

/* The pointer at `offset` of an initial value; NULL if none is there. */
static LLVMValueRef initial_pointer(LLVMTargetDataRef layout, LLVMValueRef init, uint64_t offset)
{
    while (LLVMIsAConstantStruct(init) || LLVMIsAConstantArray(init)) {
        LLVMTypeRef t = LLVMTypeOf(init);
        bool is_struct = LLVMIsAConstantStruct(init) != NULL;
        uint64_t each = is_struct ? 0 : LLVMABISizeOfType(layout, LLVMGetElementType(t));
        unsigned k = is_struct ? LLVMElementAtOffset(layout, t, offset) : (unsigned)(offset / each);
        offset -= is_struct ? LLVMOffsetOfElement(layout, t, k) : k * each;
        init = LLVMGetOperand(init, k);
    }
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(init)) == LLVMPointerTypeKind;
    return pointer && !offset && !LLVMIsNull(init) ? init : NULL;
}

/* The shadow of a pointer that leads to no global with a shadow: that of the initial pointer, which
 * `old` is, if it is still there. What has been put in its place has no shadow, as far as anybody
 * knows: it is its own where the initial one is, else the run ends where numbers are reached
 * through it (gen_check_global_shadow). */
static LLVMValueRef shadow_elsewhere(struct site *s, LLVMValueRef pointer, LLVMValueRef old,
                                     LLVMValueRef initial, LLVMValueRef initial_shadow)
{
    if (!initial)
        return old;
    if (initial == initial_shadow)
        return pointer;
    LLVMValueRef same = LLVMBuildICmp(s->b, LLVMIntEQ, pointer, initial, "");
    return LLVMBuildSelect(s->b, same, old, LLVMConstNull(LLVMTypeOf(pointer)), "");
}

static void find_in_globals(struct site *s, LLVMValueRef global, LLVMValueRef shadow)
{
    const struct heap_leaves *l = heap_leaves_of(s->e->heap, global);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->e->module);
    for (unsigned i = 0; i < l->count; i++) {
        if (!may_be_in_global(&l->items[i]))
            continue;
        uint64_t offset = l->items[i].offset;
        LLVMValueRef from = leaf_address(s, global, offset), to = leaf_address(s, shadow, offset);
        LLVMValueRef pointer = LLVMBuildLoad2(s->b, s->ptr, from, ""),
                     old = LLVMBuildLoad2(s->b, s->ptr, to, "");
        old = shadow_elsewhere(s, pointer, old,
                               initial_pointer(layout, LLVMGetInitializer(global), offset),
                               initial_pointer(layout, LLVMGetInitializer(shadow), offset));
        LLVMBuildStore(s->b, shadow_in_globals(s, pointer, old), to);
    }
}

/* Of a block's shadow, which is allocated like the block; NULL: free. */
static LLVMValueRef release_function(struct site *s, const char *name)
{
    LLVMValueRef fn = name ? LLVMGetNamedFunction(s->e->module, name) : NULL;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(s->context), &s->ptr, 1, 0);
    if (!name)
        return LLVMConstNull(s->ptr);
    return fn ? fn : LLVMAddFunction(s->e->module, name, type);
}

static void note_shadows(struct site *s, LLVMValueRef global, LLVMValueRef shadow)
{
    const struct heap_leaves *l = heap_leaves_of(s->e->heap, global);
    LLVMTypeRef none = LLVMVoidTypeInContext(s->context);
    for (unsigned i = 0; i < l->count; i++) {
        if (!heap_leaf_found(&l->items[i]))
            continue;
        LLVMValueRef args[4] = {
            kept_list(s, LLVMIsThreadLocal(global)),
            LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, global, l->items[i].offset), ""),
            LLVMBuildLoad2(s->b, s->ptr, leaf_address(s, shadow, l->items[i].offset), ""),
            release_function(s, l->items[i].release)};
        runtime(s, "enz_rt_kept_note", none, args, 4);
    }
}

static void enter(struct emission *e, LLVMBuilderRef b, unsigned direction)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct site s = {e, b, c, target_pointer(e->module), direction};
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef global = e->shadows.globals.items[i],
                     *directions = map_get(&e->shadows.of, global);
        if (directions[direction] && !LLVMIsGlobalConstant(global) && !gen_global_stays(global) &&
            !is_distant(e, global))
            find_in_globals(&s, global, directions[direction]);
    }
}

/* Calls the function with the list, if there are blocks for it. */
static void for_list(struct site *s, bool of_thread, const char *name)
{
    bool any = false;
    for (unsigned i = 0; i < s->e->shadows.globals.count && (of_thread || !s->e->activity->distant);
         i++) {
        LLVMValueRef global = s->e->shadows.globals.items[i];
        any |= (bool)LLVMIsThreadLocal(global) == of_thread && leads_to_blocks(s->e, global);
    }
    LLVMValueRef list = any ? kept_list(s, of_thread) : NULL;
    if (list)
        runtime(s, name, LLVMVoidTypeInContext(s->context), &list, 1);
}

static void for_lists(struct site *s, const char *name)
{
    for_list(s, false, name);
    for_list(s, true, name);
}

/* At the entry (shadows are found, then what is left over goes) or in front of a return. */
static void emit_at(struct emission *e, LLVMBuilderRef b, unsigned direction, bool entry)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct site s = {e, b, c, target_pointer(e->module), direction};
    if (!entry)
        for_lists(&s, "enz_rt_kept_forget");
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef *directions = map_get(&e->shadows.of, e->shadows.globals.items[i]);
        if (directions[direction] && !is_distant(e, e->shadows.globals.items[i]))
            (entry ? find_shadows : note_shadows)(&s, e->shadows.globals.items[i],
                                                  directions[direction]);
    }
    if (entry)
        for_lists(&s, "enz_rt_kept_sweep");
    else
        for_list(&s, true, "enz_rt_kept_until_exit");
}

void gen_heap_globals(struct emission *e, LLVMValueRef fn, LLVMValueRef after_reset, unsigned width)
{
    bool any = false;
    for (unsigned i = 0; i < e->shadows.globals.count; i++)
        any |= leads_to_blocks(e, e->shadows.globals.items[i]);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    for (unsigned direction = 0; direction < width; direction++) {
        LLVMPositionBuilderBefore(b, after_reset);
        enter(e, b, direction);
        if (!any)
            continue;
        emit_at(e, b, direction, true);
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
             block = LLVMGetNextBasicBlock(block)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            if (!LLVMIsAReturnInst(end))
                continue;
            LLVMPositionBuilderBefore(b, end);
            emit_at(e, b, direction, false);
        }
    }
    LLVMDisposeBuilder(b);
}
