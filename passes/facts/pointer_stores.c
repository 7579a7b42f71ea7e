/* See pointer_stores.h. */
#include "facts/pointer_stores.h"
#include "ir/code.h"

static void note(struct pointer_stores *s, LLVMValueRef object, const struct pointer_store *store)
{
    store_list *list = map_get(&s->of, object);
    if (!list) {
        list = ARENA_NEW(s->places.arena, store_list);
        map_put(&s->of, object, list);
    }
    if (!list->count || list->items[list->count - 1] != store)
        VEC_PUSH(s->places.arena, list, store);
}

static void note_all(struct pointer_stores *s, const struct pointer_store *store)
{
    for (unsigned i = 0; i < store->at->count; i++)
        note(s, store->at->items[i].object, store);
}

static void note_store(struct pointer_stores *s, LLVMValueRef fn, LLVMValueRef inst)
{
    struct pointer_store *store = ARENA_NEW(s->places.arena, struct pointer_store);
    LLVMValueRef value = LLVMGetOperand(inst, 0), address = LLVMGetOperand(inst, 1);
    *store = (struct pointer_store){.function = fn,
                                    .value = pointer_roots_of_value(&s->places, value),
                                    .from = pointer_places_of_value(&s->places, value),
                                    .at = pointer_places_of_address(&s->places, address)};
    note_all(s, store);
}

/* Pointers may be among the bytes, anywhere. */
static void note_copy(struct pointer_stores *s, LLVMValueRef fn, LLVMValueRef inst)
{
    struct arena *a = s->places.arena;
    const place_list *to = pointer_places_of_address(&s->places, LLVMGetOperand(inst, 0));
    struct pointer_store *store = ARENA_NEW(a, struct pointer_store);
    root_list *value = ARENA_NEW(a, root_list);
    place_list *at = ARENA_NEW(a, place_list);
    value->partial = true;
    for (unsigned i = 0; i < to->count; i++)
        place_list_add(
            a, at, (struct pointer_place){to->items[i].object, ANY_OFFSET, to->items[i].behind});
    *store = (struct pointer_store){
        .function = fn,
        .value = value,
        .from = ARENA_NEW(a, place_list),
        .at = at,
        .copied = pointer_places_of_address(&s->places, LLVMGetOperand(inst, 1))};
    note_all(s, store);
}

static void note_instruction(struct pointer_stores *s, LLVMValueRef fn, LLVMValueRef inst)
{
    if (LLVMIsAStoreInst(inst) && code_is_pointer(LLVMGetOperand(inst, 0)))
        note_store(s, fn, inst);
    else if (LLVMIsAMemCpyInst(inst) || LLVMIsAMemMoveInst(inst))
        note_copy(s, fn, inst);
}

typedef void visitor(struct pointer_stores *, LLVMValueRef fn, LLVMValueRef inst);

static void note_indirect(struct pointer_stores *s, LLVMValueRef fn, LLVMValueRef inst)
{
    (void)fn;
    if (code_is_call(inst) && !LLVMIsAFunction(LLVMGetCalledValue(inst)))
        VEC_PUSH(s->places.arena, &s->places.indirect, inst);
}

static void for_all(struct pointer_stores *s, visitor *visit)
{
    LLVMModuleRef m = s->copy->module;
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                visit(s, map_get(&s->copy->originals, fn), i);
}

struct pointer_stores *pointer_stores_new(const struct program_copy *copy, struct arena *a)
{
    struct pointer_stores *s = ARENA_NEW(a, struct pointer_stores);
    s->copy = copy;
    pointer_places_init(&s->places, copy->module, a);
    map_init(&s->of, a);
    for_all(s, note_indirect);
    for_all(s, note_instruction);
    return s;
}

const store_list *pointer_stores_of(const struct pointer_stores *s, LLVMValueRef object)
{
    return map_get(&s->of, object);
}
