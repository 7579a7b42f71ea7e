/* See pointer_stores.h. Values of the program may be deleted while derivatives are made: what is
 * kept here of them is compared, and not looked into. */
#include "facts/pointer_stores.h"
#include "ir/code.h"

struct pointer_stores {
    struct pointer_places places;
    struct map of; /* variable or call -> store_list * */
};

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

static void note_store(struct pointer_stores *s, LLVMValueRef fn, LLVMValueRef inst)
{
    struct pointer_store *store = ARENA_NEW(s->places.arena, struct pointer_store);
    LLVMValueRef value = LLVMGetOperand(inst, 0), address = LLVMGetOperand(inst, 1);
    const root_list *to = pointer_roots_of_address(&s->places, address);
    *store = (struct pointer_store){.function = fn,
                                    .value = pointer_roots_of_value(&s->places, value),
                                    .from = pointer_places_of_value(&s->places, value),
                                    .at = pointer_places_of_address(&s->places, address)};
    for (unsigned i = 0; i < to->count; i++)
        if (code_is_call(to->items[i].value)) {
            VEC_PUSH(s->places.arena, &store->blocks, to->items[i]);
            note(s, to->items[i].value, store);
        }
    for (unsigned i = 0; i < store->at->count; i++)
        note(s, store->at->items[i].variable, store);
}

struct pointer_stores *pointer_stores_new(LLVMModuleRef m, struct arena *a)
{
    struct pointer_stores *s = ARENA_NEW(a, struct pointer_stores);
    pointer_places_init(&s->places, m, a);
    map_init(&s->of, a);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsAStoreInst(i) && code_is_pointer(LLVMGetOperand(i, 0)))
                    note_store(s, fn, i);
    return s;
}

const store_list *pointer_stores_of(const struct pointer_stores *s, LLVMValueRef object)
{
    return map_get(&s->of, object);
}
