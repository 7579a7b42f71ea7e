/* The types of a request: analysed, copies and bits rewritten as they say, analysed again. */
#include "engine_types.h"
#include "engine.h"
#include "facts/provenance.h"
#include "facts/types.h"
#include "facts/types_program.h"
#include "report/report.h"

static struct types_input input_of(const struct engine *e, const struct prepare_targets *fns)
{
    return (struct types_input){.fns = fns->items,
                                .fn_count = fns->count,
                                .program = e->program,
                                .tbaa = !e->emission.options->distrust_aliasing,
                                .unknown = (enum types_unknown)e->emission.options->unknown_types};
}

/* Replaces what was found before. */
static struct types *analyse_now(struct engine *e, LLVMValueRef prepared,
                                 const struct prepare_targets *fns)
{
    struct types_input in = input_of(e, fns);
    in.root = prepared;
    arena_free(&e->types_arenas[0]);
    return types_analyse(e->emission.cx, &e->types_arenas[0], e->emission.module, &in);
}

static void link_params(struct arena *a, const struct request *r, LLVMValueRef prepared,
                        struct types_input *in)
{
    struct types_link *links = ARENA_ARRAY(a, struct types_link, r->param_count);
    in->links = links;
    for (unsigned k = 0; k < r->param_count; k++)
        if (r->params[k].primal &&
            LLVMTypeOf(r->params[k].primal) == LLVMTypeOf(LLVMGetParam(prepared, k)))
            links[in->link_count++] =
                (struct types_link){r->params[k].primal, LLVMGetParam(prepared, k)};
}

/* All that derivative calls not lowered yet hand over. */
static void divide_program(struct engine *e)
{
    VEC(LLVMValueRef) values = {0};
    for (unsigned i = 0; i < e->requests->count; i++)
        for (unsigned k = 0;
             k < e->requests->items[i].param_count && !e->requests->items[i].lowered; k++)
            if (e->requests->items[i].params[k].primal)
                VEC_PUSH(e->emission.arena, &values, e->requests->items[i].params[k].primal);
    types_program_divide(e->program, values.items, values.count);
}

/* With what the rest of the program knows of the memory that it hands over. */
static struct types *analyse_with_callers(struct engine *e, const struct request *r,
                                          LLVMValueRef prepared, const struct prepare_targets *fns,
                                          struct types *first)
{
    struct arena *a = &e->types_arenas[1];
    struct types_input in = input_of(e, fns);
    if (!types_program_is_divided(e->program))
        divide_program(e);
    link_params(a, r, prepared, &in);
    in.around = types_program_around(e->program, a, &in);
    in.root = prepared;
    in.first = first;
    return types_analyse(e->emission.cx, a, e->emission.module, &in);
}

static bool all_known(struct types *types, const struct prepare_targets *fns)
{
    for (unsigned i = 0; i < fns->count; i++)
        if (!types_known_in(types, fns->items[i]))
            return false;
    return true;
}

/* What passes ask of the types of functions, which change under them. */
struct typed {
    struct engine *e;
    LLVMValueRef prepared;
    const struct prepare_targets *fns;
    struct types *types;
};

static bool is_undecided(void *typed, LLVMValueRef v)
{
    return types_undecided(((struct typed *)typed)->types, v);
}

static bool carries(void *typed, LLVMValueRef pointer, uint64_t size)
{
    struct types *t = ((struct typed *)typed)->types;
    return types_byte_of_number(t, pointer, size) || types_byte_of_pointer(t, pointer, size);
}

static bool accesses(void *typed, LLVMValueRef access)
{
    struct types *t = ((struct typed *)typed)->types;
    return types_access_of_number(t, access) || types_access_of_pointer(t, access);
}

static bool has_addresses(void *typed, LLVMValueRef store)
{
    return types_access_of_pointer(((struct typed *)typed)->types, store);
}

static bool leads_to_untyped(void *typed, LLVMValueRef pointer, uint64_t size)
{
    return types_is_untyped(((struct typed *)typed)->types, pointer, size);
}

static LLVMTypeRef untyped_value(void *typed, LLVMValueRef load)
{
    return types_of_untyped(((struct typed *)typed)->types, load);
}

static bool is_unknown(void *typed, LLVMValueRef load)
{
    return types_is_unknown(((struct typed *)typed)->types, load);
}

static bool is_high_half(void *typed, LLVMValueRef access)
{
    return types_high_half(((struct typed *)typed)->types, access);
}

static bool has_float_half(void *typed, LLVMValueRef access)
{
    return types_float_half(((struct typed *)typed)->types, access);
}

static LLVMTypeRef carried_type(void *typed, LLVMValueRef integer)
{
    return types_of_bits(((struct typed *)typed)->types, integer);
}

static LLVMTypeRef said_type(void *typed, LLVMValueRef access)
{
    return types_tbaa_value(((struct typed *)typed)->types, access);
}

static bool is_moved_whole(void *typed, LLVMValueRef integer)
{
    return types_is_moved_whole(((struct typed *)typed)->types, integer);
}

static void renew_types(void *typed)
{
    struct typed *t = typed;
    t->types = analyse_now(t->e, t->prepared, t->fns);
}

static struct types *own_types(struct engine *e, LLVMValueRef prepared,
                               const struct prepare_targets *fns)
{
    struct typed typed = {e, prepared, fns, analyse_now(e, prepared, fns)};
    struct prepare_facts facts = {.types = &typed,
                                  .undecided = is_undecided,
                                  .carries = carries,
                                  .accesses = accesses,
                                  .addresses = has_addresses,
                                  .conflict = leads_to_untyped,
                                  .untyped = untyped_value,
                                  .unknown = is_unknown,
                                  .high_half = is_high_half,
                                  .float_half = has_float_half,
                                  .carried = carried_type,
                                  .said = said_type,
                                  .whole = is_moved_whole,
                                  .renew = renew_types};
    prepare_typed(e->emission.prepare, *fns, &facts);
    return typed.types;
}

struct types *engine_types(struct engine *e, const struct request *r, LLVMValueRef prepared)
{
    struct prepare_targets fns = prepare_reachable(e->emission.prepare, prepared);
    if (e->typed_fn != prepared) /* another derivative of the same function comes next, often */
        e->own_types = own_types(e, prepared, &fns);
    e->typed_fn = prepared;
    struct types *types = e->own_types;
    e->callers_known = !all_known(types, &fns);
    if (e->callers_known)
        types = analyse_with_callers(e, r, prepared, &fns, types);
    types_track(types, fns.items, fns.count, mode_is_split(r->mode));
    for (unsigned i = 0; i < fns.count && e->emission.options->dump_provenance; i++)
        provenance_dump(provenance_of(e->emission.module, e->emission.arena, fns.items[i]));
    for (unsigned i = 0; i < fns.count; i++)
        if (e->emission.options->dump_types ||
            report_prints(&e->emission, PRINT_TYPES, fns.items[i]))
            types_dump(types, fns.items[i]);
    return types;
}

void engine_drop_types(struct engine *e)
{
    arena_free(&e->types_arenas[1]);
    e->types = NULL;
}
