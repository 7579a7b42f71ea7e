/* Entry points of the type analysis: build the graph, collect the evidence, answer about integers.
 *
 * Rounds over all instructions repeat until objects, places and stored pointers stand still (few
 * rounds: every step merges nodes or lowers a stride). The bound only guards against surprises;
 * where it is met nothing is known. */
#include "base/limits.h"
#include "base/target.h"
#include "facts/types_program.h"
#include "facts/types_state.h"
#include "ir/choices.h"

LIMIT(MAX_ROUNDS, 64);

static void types_init(struct types *t)
{
    t->graph.arena = t->arena;
    map_init(&t->fn_set, t->arena);
    map_init(&t->allocators, t->arena);
    map_init(&t->all_places, t->arena);
    map_init(&t->all_registers, t->arena);
    map_init(&t->results, t->arena);
    map_init(&t->signatures, t->arena);
    map_init(&t->tbaa_types, t->arena);
    map_init(&t->int_types, t->arena);
    map_init(&t->layouts, t->arena);
    map_init(&t->members, t->arena);
    map_init(&t->indices, t->arena);
    map_init(&t->inst_lists, t->arena);
    t->context = LLVMGetModuleContext(t->module);
    t->target = LLVMGetModuleDataLayout(t->module);
    t->graph.pointer_size = t->pointer_size = target_pointer_bytes(t->module);
    t->kind_tbaa = LLVMGetMDKindIDInContext(t->context, "tbaa", 4);
    t->kind_tbaa_struct = LLVMGetMDKindIDInContext(t->context, "tbaa.struct", 11);
    t->declared_cache = ARENA_ARRAY(t->arena, struct declared_key, DECLARED_CACHE);
    for (unsigned i = 0; i < t->fn_count; i++)
        map_put(&t->fn_set, t->fns[i], t->fns[i]);
}

static void types_round(struct types *t)
{
    t->graph.changed = false;
    types_visit_instances(t);
    types_flow_globals(t);
    if (t->around)
        types_revisit(t, &t->around_visits,
                      (struct inst_list){t->around->insts, t->around->inst_count}, true);
    struct instance *top = t->instances.count ? t->instances.items[0] : t->common;
    top->recursive = true; /* by more than one derivative call, perhaps */
    for (unsigned i = 0; i < t->link_count; i++)
        types_pass_argument(t, t->links[i].argument, top, t->links[i].param);
}

static void types_rounds(struct types *t)
{
    unsigned rounds = 0;
    do
        types_round(t);
    while (t->graph.changed && ++rounds < MAX_ROUNDS);
    t->unsettled |= t->graph.changed;
}

struct types *types_analyse(EzbCtx *cx, struct arena *a, LLVMModuleRef m,
                            const struct types_input *in)
{
    struct types *t = ARENA_NEW(a, struct types);
    t->first = in->first;
    t->tbaa = in->tbaa;
    t->unknown = in->unknown;
    t->cx = cx;
    t->arena = a;
    t->module = m;
    t->fns = in->fns;
    t->fn_count = in->fn_count;
    t->program = in->program ? in->program : types_program_new(cx, a, m, in->tbaa);
    t->around = in->around;
    t->links = in->links;
    t->link_count = in->link_count;
    t->root = in->root;
    types_init(t);
    types_find_integers_that_lead(t);
    types_find_allocators(t);
    types_find_address_taken(t);
    types_make_instances(t, in->root);
    types_rounds(t);
    types_settle(t);
    types_rounds(t);
    t->final = true;
    types_round(t);
    for (unsigned i = 0; i < t->globals.count; i++)
        types_declare_global(t, t->globals.items[i]);
    types_declare_all_params(t);
    for (unsigned i = 0; t->around && i < t->around->fn_count; i++)
        types_declare_params(t, t->around->fns[i]);
    types_shelve(t);
    return t;
}

/* Lanes of small numbers in one integer: the vector that has them as elements. */
static LLVMTypeRef lanes_of(LLVMTypeRef element, uint64_t size, uint64_t element_size)
{
    if (element_size == size)
        return element;
    return size % element_size ? NULL : LLVMVectorType(element, (unsigned)(size / element_size));
}

static LLVMTypeRef type_of_bits(struct types *t, LLVMValueRef value, bool *known)
{
    LLVMTypeRef type = LLVMTypeOf(value), number = NULL;
    uint64_t size = types_size(t, type), element = 0;
    bool integer = false;
    *known = LLVMIsAConstant(value) || !types_is_register(type);
    if (*known)
        return NULL;
    struct query q = types_query_register(t, value);
    for (uint64_t x = 0; x < size;) {
        struct finding f = types_infer(&q, x, size - x);
        if (f.kind == ENTRY_INT && f.open)
            return NULL;
        if (f.kind == ENTRY_CONFLICT || (f.kind == ENTRY_PTR && (x || f.size != size)))
            return NULL;
        if (f.kind == ENTRY_PTR) {
            *known = true;
            return f.type;
        }
        if (f.kind == ENTRY_FLOAT &&
            ((number && f.type != number) || f.size > size - x || x % f.size))
            return NULL;
        if (f.kind == ENTRY_FLOAT) {
            number = f.type;
            element = f.size;
        }
        integer |= f.kind == ENTRY_INT;
        x += f.kind == ENTRY_FLOAT ? f.size
             : size % 2            ? 1
                                   : 2; /* no number starts at an odd byte */
    }
    *known = number || integer;
    if (!number)
        return NULL;
    LLVMTypeRef lanes = lanes_of(number, size, element);
    *known = lanes != NULL;
    return lanes;
}

/* What an integer is by its definition, whatever memory of several types it passes through; NULL:
 * that says nothing. */
static LLVMTypeRef type_of_definition(struct types *t, LLVMValueRef value)
{
    LLVMTypeRef source;
    if (LLVMIsALoadInst(value))
        return types_tbaa_value(t, value);
    if (!LLVMIsABitCastInst(value) && !LLVMIsAPtrToIntInst(value))
        return NULL;
    source = LLVMTypeOf(LLVMGetOperand(value, 0));
    if (LLVMIsAPtrToIntInst(value))
        return types_size(t, LLVMTypeOf(value)) == types_size(t, source) ? source : NULL;
    return types_is_fp_value(source) ? source : NULL;
}

static bool subtracts_loaded(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
           LLVMIsALoadInst(LLVMGetOperand(v, 0)) && LLVMIsALoadInst(LLVMGetOperand(v, 1));
}

/* The one arithmetic on addresses: two of them are subtracted, from where they were loaded. */
static bool is_distance(LLVMValueRef v)
{
    bool distance = subtracts_loaded(v);
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && !distance && LLVMIsALoadInst(v);
         u = LLVMGetNextUse(u))
        distance = subtracts_loaded(LLVMGetUser(u));
    return distance;
}

static bool is_same_progression(const struct entry *e, const struct place *p)
{
    return e->stride == p->stride &&
           (e->stride ? types_modulo(e->off - p->off, e->stride) == 0 : e->off == p->off);
}

/* The type of the bits of a floating-point value that an integer may carry, beside other integers:
 * the only one, of its size, that values have where it comes from and goes to; else NULL. There are
 * no entries of the kinds `others` then. In place: such values begin where the integer does, and
 * nowhere else. */
static LLVMTypeRef only_number(struct types *t, LLVMValueRef value, unsigned others, bool in_place)
{
    struct query q = types_query_register(t, value);
    struct reach r = types_reach(&q);
    uint64_t size = types_size(t, LLVMTypeOf(value));
    LLVMTypeRef number = NULL;
    for (unsigned i = 0; i < r.count; i++) {
        const struct place *p = &r.places[i];
        const struct shelf *s = &t->shelves[p->node];
        struct entry here = types_entry_at(p, size);
        for (unsigned k = 0; k < s->count; k++) {
            const struct entry *e = &t->entries.items[s->first + k];
            if (!(e->kind & (ENTRY_FLOAT | others)) || !types_entries_overlap(e, &here))
                continue;
            if (e->kind == ENTRY_PTR || e->size != size ||
                (in_place && !is_same_progression(e, p)) || (number && number != e->type))
                return NULL;
            number = e->type;
        }
    }
    return r.limited ? NULL : number;
}

/* An integer is calculated with: were it an address, nobody would do that, except for distances. */
static LLVMTypeRef type_perhaps(struct types *t, LLVMValueRef value)
{
    return only_number(t, value, is_distance(value) ? ENTRY_PTR : 0, true);
}

/* Of values of this size at p; false if there are some of another type, too. */
static bool add_values_at(const struct types *t, const struct place *p, uint64_t size,
                          LLVMTypeRef *type)
{
    const struct shelf *s = &t->shelves[p->node];
    for (unsigned k = 0; k < s->count; k++) {
        const struct entry *e = &t->entries.items[s->first + k];
        if (e->kind != ENTRY_FLOAT || e->size != size || !is_same_progression(e, p))
            continue;
        if (*type && *type != e->type)
            return false;
        *type = e->type;
    }
    return true;
}

LLVMTypeRef types_of_untyped(struct types *t, LLVMValueRef load)
{
    uint64_t size = types_size(t, LLVMTypeOf(load));
    struct query q = types_query_access(t, load);
    if (!types_undecided(t, load) || types_within_value(&q, size, ENTRY_PTR))
        return NULL;
    struct reach r = types_reach(&q);
    LLVMTypeRef type = NULL;
    for (unsigned i = 0; i < r.count; i++)
        if (!add_values_at(t, &r.places[i], size, &type))
            return NULL;
    return r.limited ? NULL : type;
}

static bool is_sum_or_product(LLVMValueRef v)
{
    LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    return op == LLVMAdd || op == LLVMSub || op == LLVMMul;
}

/* The integer is calculated with, not moved. */
static bool is_only_calculated_with(LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool read =
            LLVMIsABitCastInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVectorTypeKind;
        if (!read && !LLVMIsABinaryOperator(user) && !LLVMIsAICmpInst(user) &&
            !LLVMIsASIToFPInst(user) && !LLVMIsAUIToFPInst(user))
            return false;
    }
    return true;
}

/* The low part of lanes of numbers is the first lane, though nobody looks at it elsewhere. */
static LLVMTypeRef type_of_int(struct types *t, LLVMValueRef value, bool *known)
{
    LLVMTypeRef type = type_of_definition(t, value);
    *known = type != NULL;
    if (!*known)
        type = type_of_bits(t, value, known);
    if (*known || !LLVMIsATruncInst(value))
        return type;
    LLVMTypeRef lanes = type_of_bits(t, LLVMGetOperand(value, 0), known);
    *known = lanes && LLVMGetTypeKind(lanes) == LLVMVectorTypeKind &&
             types_size(t, LLVMGetElementType(lanes)) == types_size(t, LLVMTypeOf(value));
    return *known ? LLVMGetElementType(lanes) : NULL;
}

static struct int_type *answer_of(struct types *t, LLVMValueRef value)
{
    struct int_type *answer = map_get(&t->int_types, value);
    if (!answer) {
        answer = ARENA_ARRAY(t->arena, struct int_type, INT_ANSWERS);
        map_put(&t->int_types, value, answer);
    }
    return answer;
}

static LLVMTypeRef strict_type_of_int(struct types *t, LLVMValueRef value, bool *known)
{
    struct int_type *answer = &answer_of(t, value)[INT_STRICT];
    if (!answer->asked) {
        answer->asked = true;
        if (t->first)
            answer->type = strict_type_of_int(t->first, value, &answer->known);
        if (!answer->known)
            answer->type = type_of_int(t, value, &answer->known);
    }
    *known = answer->known;
    return answer->type;
}

static LLVMTypeRef find_perhaps(struct types *t, LLVMValueRef value, bool *known)
{
    LLVMTypeRef type = strict_type_of_int(t, value, known);
    bool calculated =
        is_sum_or_product(value) || (LLVMIsALoadInst(value) && is_only_calculated_with(value));
    if (*known || !calculated)
        return type;
    type = type_perhaps(t, value);
    *known = type != NULL;
    return type;
}

LLVMTypeRef types_of_int(struct types *t, LLVMValueRef value, bool *known)
{
    struct int_type *answer = &answer_of(t, value)[INT_PERHAPS];
    if (!answer->asked) {
        answer->asked = true;
        answer->type = find_perhaps(t, value, &answer->known);
    }
    *known = answer->known;
    return answer->type;
}

LLVMTypeRef types_number_of_int(struct types *t, LLVMValueRef value)
{
    bool known;
    LLVMTypeRef type = types_of_int(t, value, &known);
    struct int_type *answer = &answer_of(t, value)[INT_NUMBER];
    if (!known && !answer->asked) {
        answer->asked = true;
        answer->type = only_number(t, value, 0, false);
    }
    return known ? type : answer->type;
}

LLVMTypeRef types_of_bits(struct types *t, LLVMValueRef value)
{
    bool known;
    return types_of_int(t, value, &known);
}

bool types_is_moved_whole(struct types *t, LLVMValueRef value)
{
    struct query q = types_query_register(t, value);
    return types_moved_whole(&q, types_size(t, LLVMTypeOf(value)));
}

bool types_is_only_integer(struct types *t, LLVMValueRef load)
{
    struct query q = types_query_access(t, load);
    bool known;
    return !types_of_int(t, load, &known) && known &&
           !types_overlaps_floating(&q, types_size(t, LLVMTypeOf(load)));
}

bool types_is_unknown(struct types *t, LLVMValueRef load)
{
    struct query q = types_query_access(t, load);
    struct finding f = types_infer(&q, 0, types_size(t, LLVMTypeOf(load)));
    return !f.kind || f.kind == ENTRY_CONFLICT || f.open || (f.kind == ENTRY_INT && !f.declared);
}

static bool is_byte_unknown(const struct query *all, uint64_t size)
{
    const struct types *t = all->t;
    for (unsigned i = 0; i < all->count; i++) {
        struct query q = {all->t, &all->starts[i], 1};
        unsigned node = q.starts->node;
        if (node >= t->shelved || (t->shared && !t->shared[node]))
            continue;
        for (uint64_t x = 0; x < size; x++) {
            struct finding f = types_infer(&q, x, size - x);
            if (!f.kind || f.open || (f.kind == ENTRY_INT && !f.declared))
                return true;
        }
    }
    return false;
}

bool types_byte_unknown(struct types *t, LLVMValueRef pointer, uint64_t size)
{
    struct query q = types_query(t, pointer);
    return is_byte_unknown(&q, size);
}

bool types_access_unknown(struct types *t, LLVMValueRef access)
{
    struct query q = types_query_access(t, access);
    return is_byte_unknown(&q, types_accessed_size(t, access));
}

bool types_is_untyped(struct types *t, LLVMValueRef pointer, uint64_t size)
{
    struct query q = types_query(t, pointer);
    return types_infer(&q, 0, size).kind == ENTRY_CONFLICT;
}

bool types_byte_of_integer(struct types *t, LLVMValueRef pointer)
{
    struct query q = types_query(t, pointer);
    return types_infer(&q, 0, 1).kind == ENTRY_INT;
}

bool types_byte_of_number(struct types *t, LLVMValueRef pointer, uint64_t size)
{
    struct query q = types_query(t, pointer);
    return types_within_value(&q, size, ENTRY_FLOAT);
}

bool types_byte_of_pointer(struct types *t, LLVMValueRef pointer, uint64_t size)
{
    struct query q = types_query(t, pointer);
    return types_within_value(&q, size, ENTRY_PTR);
}

bool types_access_of_number(struct types *t, LLVMValueRef access)
{
    struct query q = types_query_access(t, access);
    return types_within_value(&q, types_accessed_size(t, access), ENTRY_FLOAT);
}

bool types_access_of_pointer(struct types *t, LLVMValueRef access)
{
    struct query q = types_query_access(t, access);
    return types_within_value(&q, types_accessed_size(t, access), ENTRY_PTR);
}

unsigned types_object_count(struct types *t, LLVMValueRef pointer)
{
    return types_places_of(t, pointer)->count;
}

unsigned types_object(struct types *t, LLVMValueRef pointer, unsigned i)
{
    unsigned node = types_places_of(t, pointer)->items[i].node;
    return node < t->shelved && !t->unsettled ? node : TYPES_NO_OBJECT;
}

bool types_object_holds(struct types *t, unsigned node, unsigned kinds)
{
    enum { PART = 8 }; /* no integer is larger */
    const struct shelf *s = &t->shelves[node];
    if (t->unsettled)
        return true;
    for (unsigned i = 0; i < s->count; i++)
        if (t->entries.items[s->first + i].kind & kinds)
            return true;
    for (unsigned i = 0; i < s->edge_count; i++) {
        const struct edge_end *end = &t->edge_ends.items[s->edge_first + i];
        const struct edge *e = &t->edges.items[end->edge];
        struct query q = {t, &e->end[end->side], 1};
        struct finding f = types_infer(&q, 0, e->size);
        bool looked = kinds == ENTRY_FLOAT && e->size <= PART; /* at each byte, below */
        if ((f.kind & kinds) || (f.kind == ENTRY_CONFLICT && !looked) ||
            types_within_value(&q, e->size < PART ? e->size : PART, ENTRY_FLOAT))
            return true;
    }
    return false;
}

bool types_holds_bits(struct types *t, LLVMValueRef pointer)
{
    const struct place_list *list = types_places_of(t, pointer);
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].node < t->shelved &&
            types_object_holds(t, list->items[i].node, ENTRY_FLOAT | ENTRY_PTR))
            return true;
    return false;
}

static bool is_high_half(struct types *t, struct place at)
{
    enum { HALF = 4, WHOLE = 8 };
    if (at.node == NO_NODE || at.stride % WHOLE)
        return false;
    struct place start = graph_offset(at, -HALF);
    struct query here = {t, &at, 1}, whole = {t, &start, 1};
    struct finding own = types_infer(&here, 0, SIZE_UNLIMITED),
                   f = types_infer(&whole, 0, SIZE_UNLIMITED);
    return f.kind == ENTRY_FLOAT && f.size == WHOLE && own.kind != ENTRY_FLOAT &&
           own.kind != ENTRY_PTR;
}

bool types_high_half(struct types *t, LLVMValueRef access)
{
    struct query q = types_query_access(t, access);
    bool half = q.count > 0;
    for (unsigned i = 0; i < q.count && half; i++)
        half = is_high_half(t, q.starts[i]);
    return half;
}

bool types_float_half(struct types *t, LLVMValueRef access)
{
    enum { HALF = 4 };
    struct query q = types_query_access(t, access);
    struct finding low = types_infer_copied(&q, 0, HALF), high = types_infer_copied(&q, HALF, HALF);
    bool first = low.kind == ENTRY_FLOAT && low.size == HALF,
         second = high.kind == ENTRY_FLOAT && high.size == HALF,
         neither = low.kind == ENTRY_CONFLICT || high.kind == ENTRY_CONFLICT;
    return (first || second) && !neither;
}

/* A member of a union was loaded as a pointer or an integer, whatever it is: a number is in the
 * same memory at other times. Or an integer was, which is an address, too, and calculated with. */
static bool may_be_other(struct types *t, LLVMValueRef load)
{
    struct query q = types_query_access(t, load);
    struct finding f = types_infer(&q, 0, types_size(t, LLVMTypeOf(load)));
    bool address = f.kind == ENTRY_PTR && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind;
    return f.kind == ENTRY_CONFLICT || address;
}

static bool is_other_at(const struct types *t, struct place p, LLVMTypeRef type, uint64_t size)
{
    struct entry here = types_entry_at(&p, size);
    here.type = type;
    if (p.node >= t->shelved)
        return false;
    const struct shelf *s = &t->shelves[p.node];
    for (unsigned i = 0; i < s->count; i++) {
        const struct entry *e = &t->entries.items[s->first + i];
        bool other = e->kind == ENTRY_PTR || (e->kind == ENTRY_FLOAT && e->type != type);
        if (other && e->level == LEVEL_ACCESS && types_entries_overlap(e, &here))
            return true;
    }
    return false;
}

static bool is_other_behind(struct types *t, LLVMValueRef pointer, LLVMTypeRef type)
{
    const struct place_list *list = types_places_of(t, pointer);
    uint64_t size = types_size(t, type);
    if (!type_is_fp(type)) /* lanes */
        type = LLVMGetElementType(type);
    for (unsigned i = 0; i < list->count; i++)
        if (is_other_at(t, list->items[i], type, size))
            return true;
    return false;
}

/* Pointers, or values of another floating-point format, are accessed where this one was loaded, or
 * where it is stored: what is only moved may be one of them, or several, because unions are moved
 * as their first member. */
static bool beside_others(struct types *t, LLVMValueRef load)
{
    if (is_other_behind(t, LLVMGetOperand(load, 0), LLVMTypeOf(load)))
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == load &&
            is_other_behind(t, LLVMGetOperand(user, 1), LLVMTypeOf(load)))
            return true;
    }
    return false;
}

/* A pointer that is loaded to be stored where the run decides what there is. */
static bool goes_to_untyped(struct types *t, LLVMValueRef load)
{
    bool untyped = false;
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != load)
            return false;
        struct query q = types_query_access(t, user);
        untyped |= types_infer(&q, 0, types_size(t, LLVMTypeOf(load))).kind == ENTRY_CONFLICT;
    }
    return untyped;
}

bool types_undecided(struct types *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    bool known, load = LLVMIsALoadInst(v);
    if (types_is_fp_value(type))
        return load && !types_tbaa_value(t, v) && beside_others(t, v);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        return load && (may_be_other(t, v) || goes_to_untyped(t, v));
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) % 8)
        return false;
    if (load && LLVMGetIntTypeWidth(type) ==
                    8) { /* bytes of pointers cannot be told from bytes of numbers by the run */
        struct query q = types_query_access(t, v);
        return types_within_value(&q, 1, ENTRY_FLOAT) && !types_has_pointers(&q);
    }
    if (load && choices_only(v))
        return false;
    return !types_of_int(t, v, &known) &&
           (!known || (load && may_be_other(t, v))); /* used as an integer, and copied */
}
