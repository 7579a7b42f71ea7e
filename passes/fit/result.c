/* Result fitting: the parts G of a derivative as the declared type D. The first rule that applies
 * is used:
 *
 *   nothing   D is void, or the result was written to memory by the derivative itself
 *   zero      G is empty
 *   leaves    the same scalars in the same order, whatever structs, arrays and vectors they are
 *             wrapped in
 *   begin     D is returned in memory, and its first scalars are those of G: the rest is zero
 *   image     D is returned in memory and large enough: the C image of G at its start, the rest
 *             zero
 *   bits      D is returned in registers, in forward mode and for batches, with the size of G's C
 *             image: reinterpreted; in augmented forward mode it may also be larger
 *   prefix    D's scalars are the first ones of G
 *
 * Never between floating-point types: where D and G both have a number, it must be the same type.
 */
#include "fit/result.h"
#include "base/target.h"
#include "request/ctype.h"
#include "request/leaves.h"
#include <stdint.h>

enum fit_rule {
    RULE_NONE,
    RULE_NOTHING,
    RULE_ZERO,
    RULE_MEMORY,
    RULE_LEAVES,
    RULE_BEGIN,
    RULE_IMAGE,
    RULE_BITS,
    RULE_PREFIX
};

/* One part: a member of what the derivative returned, memory, or zero (the integers of a struct
 * whose gradient is returned). */
struct part {
    LLVMTypeRef type;
    int member;
    LLVMValueRef memory;
};
struct part_list {
    struct part *items;
    unsigned count, cap;
};

struct result {
    struct arena *arena;
    LLVMTargetDataRef layout;
    const struct request *r;
    LLVMTypeRef declared; /* D */
    LLVMTypeRef parts;    /* G as a struct, or NULL when empty */
    uint64_t size;        /* of its C image */
    bool
        zeros; /* integers of structs are among the parts; a result of numbers alone does without */
    struct part_list list;
    struct leaf_list want, have;
    struct leaf_list places; /* where in D the leaves of G belong (RULE_BEGIN) */
    struct leaf_list
        in_place; /* leaves of the primal result that are in the call's buffer already */
};

static void add_part(struct arena *a, struct part_list *list, LLVMTypeRef type, int member,
                     LLVMValueRef memory)
{
    struct part part = {type, member, memory};
    VEC_PUSH(a, list, part);
}

/* G: the derivative's parts, after the primal result when that is in memory and wanted. Gradients
 * of structs in memory are read from their shadows and stand among the others in the order of the
 * parameters. */
static void list_parts(struct result *f, LLVMTypeRef returned)
{
    const struct request *r = f->r;
    unsigned count = LLVMGetTypeKind(returned) == LLVMVoidTypeKind
                         ? 0
                         : LLVMCountStructElementTypes(returned),
             next = 0;
    unsigned gradients = 0;
    for (unsigned i = 0; i < r->param_count; i++)
        gradients += r->params[i].activity == ACT_OUT ? r->width : 0;
    if (r->sret_primal_return && r->mode == MODE_REVERSE)
        add_part(f->arena, &f->list, r->sret_param_type, -1, r->params[r->sret_param].primal);
    for (; next + (r->mode == MODE_REVERSE ? gradients : 0) < count; next++)
        add_part(f->arena, &f->list, LLVMStructGetTypeAtIndex(returned, next), (int)next, NULL);
    for (unsigned i = 0; i < r->param_count && r->mode == MODE_REVERSE; i++)
        for (unsigned v = 0; v < r->width; v++) {
            const struct request_param *p = &r->params[i];
            if (p->returned)
                add_part(f->arena, &f->list, p->returned, -1, p->shadows[v]);
            else if (p->zero_gradient && f->zeros)
                add_part(f->arena, &f->list, LLVMTypeOf(p->primal), -1, NULL);
            else if (p->activity == ACT_OUT && next < count)
                add_part(f->arena, &f->list, LLVMStructGetTypeAtIndex(returned, next), (int)next,
                         NULL),
                    next++;
        }
}

static LLVMTypeRef parts_type(struct result *f, LLVMTypeRef returned)
{
    list_parts(f, returned);
    LLVMTypeRef *types = ARENA_ARRAY(f->arena, LLVMTypeRef, f->list.count);
    for (unsigned i = 0; i < f->list.count; i++)
        types[i] = f->list.items[i].type;
    LLVMContextRef context = LLVMGetTypeContext(f->list.count ? types[0] : returned);
    return f->list.count ? LLVMStructTypeInContext(context, types, f->list.count, 0) : NULL;
}

/* What is returned has the shape of the primal's results: they, or tangents of them. */
static bool returns_results(const struct request *r)
{
    return mode_is_forward(r->mode) || r->mode == MODE_BATCH;
}

static bool writes_result_itself(const struct request *r)
{
    return r->sret_param >= 0 && returns_results(r);
}

static uint64_t end_of(const struct result *f, struct leaf l)
{
    return l.offset + LLVMStoreSizeOfType(f->layout, l.type);
}

static uint64_t end_of_all(const struct result *f, const struct leaf_list *list)
{
    uint64_t end = 0;
    for (unsigned i = 0; i < list->count; i++)
        end = end_of(f, list->items[i]) > end ? end_of(f, list->items[i]) : end;
    return end;
}

/* A struct of 3, 5, 6 or 7 bytes is one integer of that many bytes, which C stores without padding;
 * of larger ones that end in an integer, D's size says whether they have some. */
static uint64_t lane_size(const struct result *f, const struct leaf_list *lane)
{
    uint64_t whole = LLVMABISizeOfType(f->layout, f->list.items[0].type), end = end_of_all(f, lane),
             declared = LLVMABISizeOfType(f->layout, f->declared);
    if (lane->count == 1 && end < whole &&
        LLVMGetTypeKind(lane->items[0].type) == LLVMIntegerTypeKind)
        return end;
    bool told = f->r->sret_buffer && declared % f->r->width == 0;
    return told && declared / f->r->width >= end && declared / f->r->width < whole
               ? declared / f->r->width
               : whole;
}

/* The results of a batch's lanes lie behind one another as in C. */
static void place_lanes(struct result *f)
{
    struct leaf_list lane = {0};
    leaves_of_type(f->arena, f->layout, f->list.items[0].type, 0, &lane);
    uint64_t size = lane_size(f, &lane);
    f->have.count = 0;
    for (unsigned v = 0; v < f->r->width; v++)
        leaves_of_type(f->arena, f->layout, f->list.items[0].type, v * size, &f->have);
    f->size = f->r->width * size;
}

static void describe(struct result *f, struct arena *a, LLVMTargetDataRef layout,
                     const struct request *r, LLVMTypeRef returned, bool zeros)
{
    *f = (struct result){.arena = a, .layout = layout, .r = r, .zeros = zeros};
    f->declared = r->sret_buffer ? r->sret_type : LLVMTypeOf(r->call);
    if (writes_result_itself(r))
        f->parts =
            r->sret_image_count ? LLVMArrayType2(r->sret_param_type, r->sret_image_count) : NULL;
    else
        f->parts = parts_type(f, returned);
    leaves_of_type(a, layout, f->declared, 0, &f->want);
    if (f->parts)
        leaves_of_type(a, layout, f->parts, 0, &f->have);
    f->size = f->parts ? LLVMABISizeOfType(layout, f->parts) : 0;
    bool wanted = LLVMGetTypeKind(f->declared) != LLVMVoidTypeKind;
    if (r->mode == MODE_BATCH && f->list.count == r->width && wanted)
        place_lanes(f);
    if (r->sret_in_place)
        leaves_of_type(a, layout, r->sret_param_type, 0, &f->in_place);
}

static bool is_floating(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k != LLVMIntegerTypeKind && k != LLVMPointerTypeKind;
}

/* The first n leaves are of the same types. */
static bool same_leaves(const struct result *f, unsigned n)
{
    if (f->want.count < n || f->have.count < n)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (f->want.items[i].type != f->have.items[i].type)
            return false;
    return true;
}

static bool is_byte(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
}

/* Finds places in D for all leaves of G, in order. Bytes may be left out: compilers write padding
 * as arrays of them. */
static bool find_places(struct result *f)
{
    unsigned k = 0;
    f->places.count = 0;
    for (unsigned i = 0; i < f->have.count; i++, k++) {
        while (k < f->want.count && f->want.items[k].type != f->have.items[i].type &&
               is_byte(f->want.items[k].type))
            k++;
        if (k >= f->want.count || f->want.items[k].type != f->have.items[i].type)
            return false;
        VEC_PUSH(f->arena, &f->places, f->want.items[k]);
    }
    return true;
}

static bool has_floating(const struct leaf_list *list)
{
    for (unsigned i = 0; i < list->count; i++)
        if (is_floating(list->items[i].type))
            return true;
    return false;
}

/* Whether the bytes of a leaf, first and last, are in leaves of the list; a number may lie in
 * another only where it is the same. */
static bool is_covered(const struct result *f, struct leaf l, const struct leaf_list *by)
{
    bool first = false, last = false;
    for (unsigned i = 0; i < by->count; i++) {
        struct leaf o = by->items[i];
        uint64_t begin = o.offset, end = end_of(f, o);
        if (end <= l.offset || end_of(f, l) <= begin)
            continue;
        if (is_floating(l.type) && is_floating(o.type) &&
            (l.type != o.type || l.offset != o.offset))
            return false;
        first |= begin <= l.offset;
        last |= end >= end_of(f, l);
    }
    return first && last;
}

static bool is_same_value(const struct leaf_list *list, struct leaf l)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i].type == l.type && list->items[i].offset == l.offset)
            return true;
    return false;
}

/* The bytes of G that are a typed tape: what is in there is nobody's business. */
static uint64_t tape_bytes(const struct result *f)
{
    bool tape = f->r->mode == MODE_AUGMENTED && f->r->tape.typed && !f->r->tape.at && f->list.count;
    return tape ? LLVMABISizeOfType(f->layout, f->list.items[0].type) : 0;
}

/* Some number would be lost, or read as another one: a number of G is not where D has one (or
 * bytes, if it has no numbers), or a number that D has within the size of G is not among G's. */
static bool images_conflict(const struct result *f)
{
    for (unsigned i = 0; i < f->have.count; i++) {
        struct leaf l = f->have.items[i];
        bool opaque = !has_floating(&f->want) || l.offset < tape_bytes(f);
        if (is_floating(l.type) &&
            !(opaque ? is_covered(f, l, &f->want) : is_same_value(&f->want, l)))
            return true;
    }
    for (unsigned i = 0; i < f->want.count; i++)
        if (is_floating(f->want.items[i].type) && f->want.items[i].offset < f->size &&
            !is_covered(f, f->want.items[i], &f->have))
            return true;
    return false;
}

static enum fit_rule choose_rule(struct result *f)
{
    bool is_void = LLVMGetTypeKind(f->declared) == LLVMVoidTypeKind;
    if (is_void || (writes_result_itself(f->r) && f->r->sret_buffer))
        return RULE_NOTHING;
    if (!f->parts)
        return RULE_ZERO;
    uint64_t want = LLVMABISizeOfType(f->layout, f->declared), have = f->size;
    if (writes_result_itself(f->r))
        return want == have && !images_conflict(f) ? RULE_MEMORY : RULE_NONE;
    if (f->want.count == f->have.count && same_leaves(f, f->want.count))
        return RULE_LEAVES;
    if (f->r->sret_buffer && find_places(f))
        return RULE_BEGIN;
    if (f->r->sret_buffer && want >= have && !images_conflict(f))
        return RULE_IMAGE;
    bool bits = returns_results(f->r) ? want == have || end_of_all(f, &f->want) == have
                                      : f->r->mode == MODE_AUGMENTED && want >= have;
    if (!f->r->sret_buffer && bits && !images_conflict(f))
        return RULE_BITS;
    return f->want.count && same_leaves(f, f->want.count) ? RULE_PREFIX : RULE_NONE;
}

static enum fit_rule describe_and_choose(struct result *f, struct arena *a,
                                         LLVMTargetDataRef layout, const struct request *r,
                                         LLVMTypeRef returned)
{
    describe(f, a, layout, r, returned, true);
    enum fit_rule rule = choose_rule(f);
    if (rule != RULE_NONE)
        return rule;
    describe(f, a, layout, r, returned, false);
    return choose_rule(f);
}

static unsigned count_floating(const struct leaf_list *list)
{
    unsigned n = 0;
    for (unsigned i = 0; i < list->count; i++)
        n += is_floating(list->items[i].type);
    return n;
}

/* D has room for the first parts only: numbers that were asked for are dropped. */
static void report_lost(struct result *f, struct diag_sink *s)
{
    const struct request *r = f->r;
    unsigned want = count_floating(&f->want), have = count_floating(&f->have);
    if (r->mode == MODE_AUGMENTED || want == have)
        return;
    if (r->primal_return && f->declared == LLVMGetReturnType(LLVMGlobalGetValueType(r->fn)))
        diag(s, DIAG_GRADIENT_LOST, r->call, diag_name(s, r->fn),
             mode_is_forward(r->mode) ? "tangent" : "gradient");
    else
        diag(s, DIAG_GRADIENTS_LOST, r->call, want, have, ctype_text(f->arena, f->parts));
}

bool fit_result_possible(struct arena *a, LLVMTargetDataRef layout, struct diag_sink *s,
                         const struct request *r, LLVMTypeRef returned)
{
    struct result f;
    enum fit_rule rule = describe_and_choose(&f, a, layout, r, returned);
    if (rule == RULE_NONE)
        return diag(s, DIAG_RETURN_TYPE, r->call, ctype_text(a, f.parts),
                    ctype_text(a, f.declared));
    if (rule == RULE_PREFIX)
        report_lost(&f, s);
    if (rule == RULE_ZERO && (r->sret_buffer || LLVMGetFirstUse(r->call)))
        diag(s, DIAG_ZERO_RESULT, r->call);
    return true;
}

static void gather(struct result *f, LLVMBuilderRef b, LLVMValueRef call, struct leaf_values *out)
{
    for (unsigned i = 0; i < f->list.count; i++) {
        const struct part *p = &f->list.items[i];
        LLVMValueRef v = p->memory        ? LLVMBuildLoad2(b, p->type, p->memory, "")
                         : p->member >= 0 ? LLVMBuildExtractValue(b, call, (unsigned)p->member, "")
                                          : LLVMConstNull(p->type);
        leaves_of_value(f->arena, b, v, out);
    }
}

static void store_leaves(LLVMBuilderRef b, LLVMValueRef base, const struct leaf_list *places,
                         unsigned first, unsigned count, const struct leaf_values *values)
{
    for (unsigned i = first; i < count; i++) {
        LLVMValueRef at = target_offset(b, base, (int64_t)places->items[i].offset);
        LLVMSetAlignment(LLVMBuildStore(b, values->items[i], at), 1);
    }
}

/* Zeroes the call's buffer, but for the primal result that is there already. */
static void store_zero(const struct result *f, LLVMBuilderRef b, LLVMValueRef base)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(f->declared));
    uint64_t begin = f->r->sret_in_place ? LLVMABISizeOfType(f->layout, f->r->sret_param_type) : 0;
    uint64_t end = LLVMABISizeOfType(f->layout, f->declared);
    if (begin < end)
        LLVMBuildMemSet(b, target_offset(b, base, (int64_t)begin), LLVMConstNull(i8),
                        target_bytes(target_module(b), end - begin), 1);
}

/* Stack memory for D, in the entry block so that loops do not grow the stack. */
static LLVMValueRef temporary(const struct result *f, LLVMBuilderRef b)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInsertBlock(b));
    LLVMBuilderRef entry = LLVMCreateBuilderInContext(LLVMGetTypeContext(f->declared));
    LLVMPositionBuilderBefore(entry, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef slot = LLVMBuildAlloca(entry, f->declared, "fit");
    LLVMDisposeBuilder(entry);
    return slot;
}

static void fit_memory(const struct result *f, LLVMBuilderRef b, enum fit_rule rule,
                       const struct leaf_values *values)
{
    LLVMValueRef buffer = f->r->sret_buffer;
    unsigned first = f->in_place.count;
    if (rule == RULE_ZERO || rule == RULE_BEGIN || rule == RULE_IMAGE)
        store_zero(f, b, buffer);
    if (rule == RULE_IMAGE)
        store_leaves(b, buffer, &f->have, first, f->have.count, values);
    else if (rule == RULE_BEGIN)
        store_leaves(b, buffer, &f->places, first, f->have.count, values);
    else if (rule != RULE_ZERO)
        store_leaves(b, buffer, &f->want, first, f->want.count, values);
}

LLVMValueRef fit_result(struct arena *a, LLVMTargetDataRef layout, LLVMBuilderRef b,
                        const struct request *r, LLVMValueRef call)
{
    struct result f;
    struct leaf_values values = {0};
    unsigned next = 0;
    enum fit_rule rule = describe_and_choose(&f, a, layout, r, LLVMTypeOf(call));
    if (rule == RULE_NOTHING)
        return NULL;
    if (rule == RULE_MEMORY)
        return LLVMBuildLoad2(b, f.declared, r->sret_image, "");
    gather(&f, b, call, &values);
    if (r->sret_buffer) {
        fit_memory(&f, b, rule, &values);
        return NULL;
    }
    if (rule == RULE_ZERO)
        return LLVMConstNull(f.declared);
    if (rule != RULE_BITS)
        return leaves_build(b, f.declared, values.items, &next);
    LLVMValueRef slot = temporary(&f, b);
    LLVMBuildStore(b, LLVMConstNull(f.declared), slot);
    store_leaves(b, slot, &f.have, 0, f.have.count, &values);
    return LLVMBuildLoad2(b, f.declared, slot, "");
}
