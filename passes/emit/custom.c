/* Functions with a custom rule: our derivative functions around the user's.
 *
 * A derivative of such a function has the signature of every other derivative; its body hands the
 * arguments on in the form that rules are written for, and takes their results apart. The rule's
 * form, for a primal R f(a0, a1, ...):
 *
 *   augmented  aug(a0 [,da0], ...)                  R, {tape, R, dR}, {R, dR}, {tape, R}, tape or
 *                                                   nothing
 *   reverse    rev(a0 [,da0], ..., [seed], [tape])  gradients of the FP parameters
 *   forward    fwd(a0, da0, ...)                    {R, dR}
 *
 * where pointers and integers have a shadow da. Structs come back as the C calling convention sends
 * them, in registers of other types or through memory; so results are stored and read back member
 * by member. */
#include "emit/custom.h"
#include "ir/constants.h"
#include <string.h>

/* ---- results: decoding the augmented function's ---------------------------------------------- */

struct member {
    LLVMTypeRef type;
    uint64_t offset;
};
enum { MEMBERS_MAX = 4 };

static void add_member(struct member *out, unsigned *n, LLVMTypeRef t, uint64_t offset)
{
    if (*n < MEMBERS_MAX)
        out[*n] = (struct member){t, offset};
    ++*n;
}

/* Two floats of a struct travel in one vector of two. */
static void add_element(const struct custom *c, struct member *out, unsigned *n, LLVMTypeRef t,
                        uint64_t offset)
{
    bool pair = LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == 2;
    if (!pair || (c->result && LLVMGetTypeKind(c->result) == LLVMVectorTypeKind)) {
        add_member(out, n, t, offset);
        return;
    }
    LLVMTypeRef e = LLVMGetElementType(t);
    add_member(out, n, e, offset);
    add_member(out, n, e, offset + custom_size(c, e));
}

static unsigned members_of(const struct custom *c, LLVMTypeRef t, struct member *out)
{
    unsigned n = 0;
    uint64_t half = c->result ? custom_size(c, c->result) : 0;
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && half && custom_size(c, t) == 2 * half) {
        /* Small structs with an integer travel in one. */
        add_member(out, &n, LLVMIntTypeInContext(c->g.context, (unsigned)half * 8), 0);
        add_member(out, &n, c->result, half);
        return n;
    }
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind) {
        add_element(c, out, &n, t, 0);
        return n;
    }
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
        add_element(c, out, &n, LLVMStructGetTypeAtIndex(t, i),
                    LLVMOffsetOfElement(c->layout, t, i));
    return n;
}

static bool same_layout(LLVMTypeRef a, LLVMTypeRef b)
{
    if (a == b)
        return true;
    if (LLVMGetTypeKind(a) != LLVMStructTypeKind || LLVMGetTypeKind(b) != LLVMStructTypeKind ||
        LLVMCountStructElementTypes(a) != LLVMCountStructElementTypes(b))
        return false;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(a); i++)
        if (!same_layout(LLVMStructGetTypeAtIndex(a, i), LLVMStructGetTypeAtIndex(b, i)))
            return false;
    return true;
}

/* What an augmented function returns, and where in it. */
struct augmented_result {
    LLVMTypeRef tape; /* NULL: none */
    uint64_t tape_at, value_at, shadow_at;
    bool value, shadow;
};

static struct augmented_result decode(const struct custom *c, LLVMTypeRef t)
{
    struct augmented_result r = {0};
    struct member m[MEMBERS_MAX];
    if (!t)
        return r;
    if (c->result && same_layout(t, c->result)) {
        r.value = true;
        return r;
    }
    unsigned n = c->result ? members_of(c, t, m) : 1;
    uint64_t size = c->result ? custom_size(c, c->result) : 0;
    if (n == 3 && custom_size(c, m[1].type) == size && custom_size(c, m[2].type) == size)
        r = (struct augmented_result){m[0].type, m[0].offset, m[1].offset, m[2].offset, true, true};
    else if (n == 2 && m[0].type == m[1].type && custom_size(c, m[0].type) == size)
        r = (struct augmented_result){NULL, 0, m[0].offset, m[1].offset, true, true};
    else if (n == 2 && custom_size(c, m[1].type) == size)
        r = (struct augmented_result){m[0].type, m[0].offset, m[1].offset, 0, true, false};
    else
        r.tape = t;
    return r;
}

/* A record that is called without a value is none. */
static bool lacks_value(const struct custom *c, const struct augmented_result *r)
{
    return c->result && !r->value && !c->rule->record;
}

bool custom_lacks_value(const struct emission *e, const struct derivative *d)
{
    struct custom c = {.g.context = LLVMGetModuleContext(e->module),
                       .rule = d->custom,
                       .layout = LLVMGetModuleDataLayout(e->module),
                       .result = custom_result_type(d->key.fn)};
    if (!d->custom || !d->custom->augmented || d->key.kind != GEN_AUGMENTED)
        return false;
    struct augmented_result r = decode(&c, custom_result_type(d->custom->augmented));
    return lacks_value(&c, &r);
}

/* The tape's type; NULL if the rule keeps none. */
static LLVMTypeRef tape_type(const struct custom *c)
{
    return c->rule->augmented ? decode(c, custom_result_type(c->rule->augmented)).tape : NULL;
}

/* ---- the augmented function ------------------------------------------------------------------ */

enum { MASK_BITS = 64 };

/* Whether such parameters have a bit in the mask that the option "activity" asks for. */
static bool check_mask(struct custom *c)
{
    unsigned numbers = 0;
    for (unsigned k = c->first; k < c->passed; k++)
        numbers += custom_is_floating(LLVMTypeOf(c->value[k]));
    return !c->rule->activity || numbers <= MASK_BITS ||
           diag(c->g.diags, DIAG_UNSUPPORTED, c->rule->primal,
                "a rule with a mask of activity for a function of more than 64 floating-point "
                "values");
}

/* Bit i: the i-th parameter that is a number is active. */
static LLVMValueRef active_values(struct custom *c)
{
    uint64_t mask = 0;
    unsigned i = 0;
    for (unsigned k = c->first; k < c->passed; k++)
        if (custom_is_floating(LLVMTypeOf(c->value[k])) && i < MASK_BITS)
            mask |= (uint64_t)derivative_param_varied(c->d, k) << i++;
    return gen_const_i64(&c->g, mask);
}

/* The shadow of a struct that is passed by value in memory must be a pointer: a copy would lose
 * what is added to it. */
static void push_shadows(struct custom *c, struct rule_call *call, unsigned k, unsigned direction)
{
    unsigned n = c->end[k] - k;
    LLVMValueRef *shadows = ARENA_ARRAY(c->g.arena, LLVMValueRef, n);
    call->misfit |= c->g.kind == GEN_REVERSE && rule_call_next_in_memory(call) &&
                    derivative_param_shadow(c->d, k);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef t = LLVMTypeOf(c->value[k + i]);
        shadows[i] = custom_is_floating(t) ? LLVMConstNull(t) : custom_shadow(c, k + i, direction);
    }
    rule_call_push_source(call, k, shadows, false);
}

/* Source parameter by source parameter: its pieces, then the shadows of the pieces. */
static void push_params(struct custom *c, struct rule_call *call, unsigned direction)
{
    for (unsigned k = c->first; k < c->passed; k = c->end[k]) {
        rule_call_push_source(call, k, c->value + k, true);
        if (c->shadowed[k] && !c->alone[k])
            push_shadows(c, call, k, direction);
    }
    if (c->rule->activity)
        rule_call_push(call, gen_i64(&c->g), active_values(c));
}

/* The result that the derivative returns, part after part. */
struct parts {
    LLVMValueRef value; /* NULL: void */
    unsigned count;
};

static struct parts parts_begin(struct custom *c)
{
    LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(c->g.fn));
    return (struct parts){LLVMGetTypeKind(t) == LLVMVoidTypeKind ? NULL : LLVMGetUndef(t), 0};
}

static void parts_add(struct custom *c, struct parts *p, LLVMValueRef v)
{
    p->value = LLVMBuildInsertValue(c->g.b, p->value, v, p->count++, "");
}

static bool parts_return(struct custom *c, struct parts *p)
{
    p->value ? LLVMBuildRet(c->g.b, p->value) : LLVMBuildRetVoid(c->g.b);
    return true;
}

/* A pointer is kept as the frame itself, everything else on the tape. */
static LLVMValueRef keep_tape(struct custom *c, const struct augmented_result *r,
                              LLVMValueRef image)
{
    if (!r->tape)
        return LLVMConstNull(gen_ptr_type(&c->g));
    if (LLVMGetTypeKind(r->tape) == LLVMPointerTypeKind)
        return custom_read(c, image, r->tape_at, r->tape);
    LLVMValueRef size = gen_const_i64(&c->g, custom_size(c, r->tape)),
                 block = gen_tape_alloc(&c->g, size);
    LLVMBuildMemCpy(c->g.b, block, 1, gen_offset(&c->g, image, gen_const_i64(&c->g, r->tape_at)), 1,
                    size);
    return block;
}

/* A result that goes through memory: the value to where the primal puts it, the shadow beside it.
 */
static void store_result(struct custom *c, const struct augmented_result *r, LLVMValueRef image)
{
    LLVMValueRef size = gen_const_i64(&c->g, custom_size(c, c->result));
    LLVMBuildMemCpy(c->g.b, c->value[0], 1,
                    gen_offset(&c->g, image, gen_const_i64(&c->g, r->value_at)), 1, size);
    bool fp = false, ptr = false;
    activity_type_has(c->result, &fp, &ptr);
    for (unsigned direction = 0;
         direction < c->g.width && r->shadow && ptr && derivative_param_shadow(c->d, 0);
         direction++)
        LLVMBuildMemCpy(c->g.b, custom_shadow(c, 0, direction), 1,
                        gen_offset(&c->g, image, gen_const_i64(&c->g, r->shadow_at)), 1, size);
}

static LLVMValueRef call_primal(struct custom *c)
{
    LLVMValueRef *args = ARENA_ARRAY(c->g.arena, LLVMValueRef, c->count);
    memcpy(args, c->value, c->count * sizeof *args);
    LLVMValueRef result = gen_call(&c->g, c->rule->primal, args, c->count);
    custom_copy_abi(c->rule->primal, result);
    return result;
}

/* No augmented function: the primal runs, and returns what it returns. */
static bool emit_primal(struct custom *c)
{
    LLVMValueRef result = call_primal(c);
    struct parts p = parts_begin(c);
    parts_add(c, &p, LLVMConstNull(gen_ptr_type(&c->g)));
    if (c->result && !c->first)
        parts_add(c, &p, result);
    return parts_return(c, &p);
}

/* Of a record only the run knows whether it is called at all. */
static bool end_run(struct custom *c)
{
    LLVMTypeRef none = LLVMVoidTypeInContext(c->g.context);
    gen_call(&c->g, gen_declare(&c->g, "enz_rt_record_width", none, NULL, 0), NULL, 0);
    LLVMBuildUnreachable(c->g.b);
    return true;
}

/* Nor whether two functions side by side are a record: all that has been emitted ends there. */
static bool end_misfit(struct custom *c)
{
    LLVMTypeRef none = LLVMVoidTypeInContext(c->g.context), ptr = gen_ptr_type(&c->g);
    LLVMValueRef text = constants_text(c->g.b, c->misfit);
    gen_call(&c->g, gen_declare(&c->g, "enz_rt_record_type", none, &ptr, 1), &text, 1);
    LLVMBuildUnreachable(c->g.b);
    return true;
}

/* What a function with the option "phases" does in one call. */
enum { PHASE_BEFORE = 1, PHASE_PRIMAL = 2, PHASE_AFTER = 4, PHASE_ALL = 7 };

static bool augmented_fits(struct custom *c, const struct rule_call *call,
                           const struct augmented_result *r)
{
    return rule_call_fits(call) && (!c->result || r->value || lacks_value(c, r)) &&
           (!derivative_ret_shadow(c->d) || r->shadow);
}

/* What it returns is of one direction. */
static bool has_one_direction(const struct custom *c, const struct augmented_result *r)
{
    return c->g.width > 1 && ((r->tape && !c->rule->tape) || derivative_ret_shadow(c->d));
}

/* The image of its result; NULL: nothing more is to be emitted, and *ok says whether that is an
 * error. */
static LLVMValueRef call_augmented(struct custom *c, const struct augmented_result *r,
                                   unsigned direction, unsigned phases, bool *ok)
{
    struct rule_call call = rule_call_begin(c, c->rule->augmented);
    push_params(c, &call, direction);
    if (c->rule->tape)
        rule_call_push(&call, gen_ptr_type(&c->g), c->g.tape);
    if (c->rule->augmented_phases)
        rule_call_push(&call, gen_i64(&c->g), gen_const_i64(&c->g, phases));
    if (!augmented_fits(c, &call, r))
        *ok = custom_bad_type(c, c->rule->augmented, "reverse", custom_augmented_text(c));
    else if (has_one_direction(c, r))
        *ok = c->rule->record ? end_run(c)
                              : diag(c->g.diags, DIAG_RULE_WIDTH, c->rule->primal,
                                     custom_name(c, c->rule->primal), c->g.width);
    else
        return rule_call_emit(&call);
    return NULL;
}

/* A function that is told the phases sees the shadows of all directions before the primal runs. */
static LLVMValueRef call_augmented_phases(struct custom *c, const struct augmented_result *r,
                                          bool *ok)
{
    if (c->g.width == 1 || !c->rule->augmented_phases)
        return call_augmented(c, r, 0, PHASE_ALL, ok);
    for (unsigned direction = 0; direction < c->g.width; direction++)
        if (!call_augmented(c, r, direction, PHASE_BEFORE, ok))
            return NULL;
    return call_augmented(c, r, 0, PHASE_PRIMAL, ok);
}

static bool emit_augmented(struct custom *c)
{
    bool shadow = derivative_ret_shadow(c->d), ok = true;
    if (!c->rule->augmented)
        return shadow ? custom_bad_type(c, c->rule->primal, "reverse", custom_augmented_text(c))
                      : emit_primal(c);
    if (!check_mask(c))
        return false;
    if (c->rule->tape)
        gen_tape_serve_rules(&c->g);
    struct augmented_result r = decode(c, custom_result_type(c->rule->augmented));
    if (lacks_value(c, &r) && c->first)
        call_primal(c); /* which may be repeated (engine_values.c) */
    LLVMValueRef image = call_augmented_phases(c, &r, &ok);
    if (!image)
        return ok;
    struct parts p = parts_begin(c);
    parts_add(c, &p, keep_tape(c, &r, image));
    if (lacks_value(c, &r) && !c->first)
        parts_add(c, &p, LLVMConstNull(c->result)); /* the caller has it from the primal */
    else if (c->result && !c->first)
        parts_add(c, &p, custom_read(c, image, r.value_at, c->result));
    else if (r.value)
        store_result(c, &r, image);
    if (shadow)
        parts_add(c, &p, custom_read(c, image, r.shadow_at, c->result));
    return parts_return(c, &p);
}

/* ---- the reverse function -------------------------------------------------------------------- */

static bool only_floating(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (!only_floating(LLVMStructGetTypeAtIndex(t, i)))
                return false;
        return true;
    }
    while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        t = LLVMGetElementType(t);
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp;
}

/* The adjoint of a result in memory: read and cleared, as that of any overwritten memory. */
static LLVMValueRef take_memory_seed(struct custom *c, unsigned direction)
{
    LLVMValueRef slot = gen_stack_slot(&c->g, c->result, true),
                 size = gen_const_i64(&c->g, custom_size(c, c->result));
    if (!derivative_param_shadow(c->d, 0))
        return slot;
    LLVMValueRef shadow = custom_shadow(c, 0, direction), value = c->value[0];
    struct gen_guard guard = gen_guard_begin(&c->g, c->d->key.args[0], value, shadow);
    LLVMBuildMemCpy(c->g.b, slot, 1, shadow, 1, size);
    gen_memset(&c->g, shadow, size);
    gen_guard_end(&c->g, guard);
    return slot;
}

static LLVMValueRef seed_image(struct custom *c, unsigned direction)
{
    if (c->first)
        return take_memory_seed(c, direction);
    LLVMValueRef slot = gen_stack_slot(&c->g, c->result, true);
    if (c->seeds)
        LLVMBuildStore(c->g.b, c->seeds[direction], slot);
    return slot;
}

static bool has_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    return fp;
}

/* Structs of floating-point values and other things: the seed may be left out, as long as nobody
 * asks for its part in the gradient. */
static bool takes_seed(const struct custom *c, const struct rule_call *call, LLVMTypeRef tape)
{
    if (!c->result || !has_floating(c->result))
        return false;
    return only_floating(c->result) || rule_call_left(call) > (tape ? 1u : 0u);
}

static bool loses_seed(const struct custom *c, const struct rule_call *call, LLVMTypeRef tape)
{
    bool active = c->first ? derivative_param_shadow(c->d, 0) : c->seeds != NULL;
    return c->result && has_floating(c->result) && active && !takes_seed(c, call, tape);
}

/* A struct goes in memory or in registers, whichever the reverse function takes. */
static void push_seed(struct custom *c, struct rule_call *call, unsigned direction,
                      LLVMTypeRef tape)
{
    if (!takes_seed(c, call, tape))
        return;
    LLVMValueRef image = seed_image(c, direction);
    LLVMTypeRef next = rule_call_next(call);
    if (LLVMGetTypeKind(c->result) != LLVMStructTypeKind) {
        rule_call_push(call, c->result, custom_read(c, image, 0, c->result));
        return;
    }
    if (next && LLVMGetTypeKind(next) == LLVMPointerTypeKind) {
        rule_call_push(call, next, image);
        return;
    }
    for (unsigned i = 0; i < LLVMCountStructElementTypes(c->result); i++) {
        LLVMTypeRef t = LLVMStructGetTypeAtIndex(c->result, i);
        rule_call_push(call, t,
                       custom_read(c, image, LLVMOffsetOfElement(c->layout, c->result, i), t));
    }
}

/* The trailing parameters, if there are any, are the tape's pieces. */
static bool push_tape(struct custom *c, struct rule_call *call, LLVMTypeRef tape)
{
    LLVMTypeRef next = rule_call_next(call);
    uint64_t at = 0;
    if (!next || !tape)
        return !next;
    bool pointer = LLVMGetTypeKind(tape) == LLVMPointerTypeKind;
    LLVMValueRef image = c->g.frame;
    if (pointer) {
        image = gen_stack_slot(&c->g, tape, false);
        LLVMBuildStore(c->g.b, c->g.frame, image);
    } else if (LLVMGetTypeKind(next) == LLVMPointerTypeKind && rule_call_next_in_memory(call)) {
        rule_call_push(call, next, image);
        return true;
    }
    for (; next; next = rule_call_next(call)) {
        uint64_t align = LLVMABIAlignmentOfType(c->layout, next);
        at = (at + align - 1) / align * align;
        rule_call_push(call, next, custom_read(c, image, at, next));
        at += custom_size(c, next);
    }
    return at <= custom_size(c, tape);
}

/* Scalars in order, vectors and structs opened; the count, or more than `cap`. */
static unsigned leaves(LLVMTypeRef t, LLVMTypeRef *out, unsigned n, unsigned cap)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    bool list = kind == LLVMVectorTypeKind || kind == LLVMArrayTypeKind;
    unsigned count = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes(t)
                     : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(t)
                     : list                       ? (unsigned)LLVMGetArrayLength2(t)
                                                  : 0;
    if (kind != LLVMStructTypeKind && !list) {
        if (n < cap)
            out[n] = t;
        return n + 1;
    }
    for (unsigned i = 0; i < count && n <= cap; i++)
        n = leaves(list ? LLVMGetElementType(t) : LLVMStructGetTypeAtIndex(t, i), out, n, cap);
    return n;
}

enum { GRADIENTS_MAX = 256 };

/* True if the function returns the gradients of all FP parameters, in order. */
static bool gradients_fit(struct custom *c, LLVMTypeRef found)
{
    LLVMTypeRef *want = ARENA_ARRAY(c->g.arena, LLVMTypeRef, GRADIENTS_MAX),
                *have = ARENA_ARRAY(c->g.arena, LLVMTypeRef, GRADIENTS_MAX);
    unsigned n = 0, m = leaves(found, have, 0, GRADIENTS_MAX);
    for (unsigned k = c->first; k < c->passed; k++)
        if (!c->shadowed[k])
            n = leaves(LLVMTypeOf(c->value[k]), want, n, GRADIENTS_MAX);
    return n == m && n <= GRADIENTS_MAX && !memcmp(want, have, n * sizeof *want);
}

/* In C structs: two floats that share a register are two floats. */
static uint64_t alignment(const struct custom *c, LLVMTypeRef t)
{
    bool pair = LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
                LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMFloatTypeKind &&
                LLVMGetVectorSize(t) == 2;
    return LLVMABIAlignmentOfType(c->layout, pair ? LLVMGetElementType(t) : t);
}

/* Gradient of parameter k in the image of the returned struct. */
static LLVMValueRef gradient(struct custom *c, LLVMValueRef image, unsigned k)
{
    uint64_t at = 0;
    for (unsigned j = c->first; j < k; j++)
        if (!c->shadowed[j]) {
            uint64_t align = alignment(c, LLVMTypeOf(c->value[j]));
            at = (at + align - 1) / align * align + custom_size(c, LLVMTypeOf(c->value[j]));
        }
    uint64_t align = alignment(c, LLVMTypeOf(c->value[k]));
    return custom_read(c, image, (at + align - 1) / align * align, LLVMTypeOf(c->value[k]));
}

static bool check_gradients(struct custom *c, LLVMTypeRef tape)
{
    LLVMTypeRef found = custom_result_type(c->rule->reverse);
    bool ok = !found || gradients_fit(c, found) ||
              custom_bad_type(c, c->rule->reverse, "reverse", custom_reverse_text(c, tape));
    for (unsigned k = c->first; k < c->passed; k++)
        if ((!found || c->shadowed[k]) && custom_is_floating(LLVMTypeOf(c->value[k])) &&
            derivative_param_varied(c->d, k))
            ok = c->rule->record
                     ? custom_bad_type(c, c->rule->reverse, "reverse", custom_reverse_text(c, tape))
                     : diag(c->g.diags, DIAG_RULE_GRADIENT, c->rule->reverse,
                            custom_name(c, c->rule->reverse), k - c->first,
                            custom_name(c, c->rule->primal));
    return ok;
}

static bool emit_reverse(struct custom *c)
{
    LLVMTypeRef tape = tape_type(c);
    LLVMValueRef *images = ARENA_ARRAY(c->g.arena, LLVMValueRef, c->g.width);
    if (c->g.width > 1 && tape && !c->rule->tape)
        return c->rule->record && end_run(c); /* reported with the augmented function */
    if (!check_mask(c) || !check_gradients(c, tape))
        return false;
    for (unsigned direction = 0; direction < c->g.width; direction++) {
        struct rule_call call = rule_call_begin(c, c->rule->reverse);
        push_params(c, &call, direction);
        bool lost = loses_seed(c, &call, tape);
        push_seed(c, &call, direction, tape);
        if (lost || !push_tape(c, &call, tape) || !rule_call_fits(&call))
            return custom_bad_type(c, c->rule->reverse, "reverse", custom_reverse_text(c, tape));
        images[direction] = rule_call_emit(&call);
    }
    struct parts p = parts_begin(c);
    for (unsigned k = 0; k < c->count; k++)
        for (unsigned direction = 0; direction < c->g.width && derivative_param_varied(c->d, k);
             direction++) {
            LLVMTypeRef t = LLVMStructGetTypeAtIndex(LLVMTypeOf(p.value), p.count);
            bool returned = k >= c->first && k < c->passed && !c->shadowed[k] &&
                            custom_is_floating(LLVMTypeOf(c->value[k]));
            parts_add(c, &p, returned ? gradient(c, images[direction], k) : LLVMConstNull(t));
        }
    return parts_return(c, &p);
}

/* ---- forward mode ---------------------------------------------------------------------------- */

/* One direction. Split mode: the primal has run, its tape is there, and only the tangent is asked
 * for. */
static LLVMValueRef emit_forward_direction(struct custom *c, unsigned direction, unsigned phases)
{
    bool split = c->g.kind == GEN_TANGENTS;
    LLVMValueRef fn = split ? c->rule->split_forward : c->rule->forward;
    struct rule_call call = rule_call_begin(c, fn);
    for (unsigned k = c->first, end; k < c->passed; k = end) {
        end = c->end[k];
        for (unsigned i = k; i < end; i++)
            rule_call_push(&call, LLVMTypeOf(c->value[i]), c->value[i]);
        for (unsigned i = k; i < end && !c->alone[k]; i++)
            rule_call_push(&call, LLVMTypeOf(c->value[i]),
                           custom_is_floating(LLVMTypeOf(c->value[i]))
                               ? custom_tangent(c, i, direction)
                               : custom_shadow(c, i, direction));
    }
    if (c->rule->phases && !split)
        rule_call_push(&call, gen_i64(&c->g), gen_const_i64(&c->g, phases));
    LLVMTypeRef found = custom_result_type(fn);
    bool taped = !split || push_tape(c, &call, tape_type(c));
    bool fits =
        taped && rule_call_fits(&call) &&
        (c->result ? found && custom_size(c, found) == 2 * custom_size(c, c->result) : !found);
    if (fits)
        return rule_call_emit(&call);
    custom_bad_type(c, fn, "forward", custom_forward_text(c, split ? tape_type(c) : NULL));
    return NULL;
}

static bool emit_forward_phase(struct custom *c, unsigned directions, unsigned phases,
                               LLVMValueRef *images)
{
    for (unsigned direction = 0; direction < directions; direction++)
        if (!(images[direction] = emit_forward_direction(c, direction, phases)))
            return false;
    return true;
}

/* Results of the directions. A function that is told the phases runs the primal once for all
 * directions; its tangents of numbers are those of the last phase. */
static bool emit_forward_directions(struct custom *c, LLVMValueRef *images)
{
    if (c->g.width == 1 || !c->rule->phases)
        return emit_forward_phase(c, c->g.width, PHASE_ALL, images);
    LLVMValueRef value;
    if (!emit_forward_phase(c, c->g.width, PHASE_BEFORE, images) ||
        !emit_forward_phase(c, 1, PHASE_PRIMAL, &value) ||
        !emit_forward_phase(c, c->g.width, PHASE_AFTER, images))
        return false;
    images[0] = value;
    return true;
}

static bool emit_forward(struct custom *c)
{
    bool split = c->g.kind == GEN_TANGENTS, value = c->result && !c->first;
    if (!split && !c->rule->forward) /* a record of reverse mode alone */
        return diag(c->g.diags, DIAG_NO_DEFINITION_FORWARD, c->rule->primal,
                    custom_name(c, c->rule->primal));
    LLVMValueRef *images = ARENA_ARRAY(c->g.arena, LLVMValueRef, c->g.width);
    if (!emit_forward_directions(c, images))
        return false;
    uint64_t size = c->result ? custom_size(c, c->result) : 0;
    if (c->result && c->first) {
        LLVMValueRef bytes = gen_const_i64(&c->g, size);
        LLVMBuildMemCpy(c->g.b, c->value[0], 1, images[0], 1, bytes);
        for (unsigned direction = 0; direction < c->g.width && derivative_param_shadow(c->d, 0);
             direction++) {
            struct gen_guard guard = gen_guard_begin(&c->g, c->d->key.args[0], c->value[0],
                                                     custom_shadow(c, 0, direction));
            LLVMBuildMemCpy(c->g.b, custom_shadow(c, 0, direction), 1,
                            gen_offset(&c->g, images[direction], bytes), 1, bytes);
            gen_guard_end(&c->g, guard);
        }
    }
    struct parts p = parts_begin(c);
    if (value && (split || c->d->key.primal_return))
        parts_add(c, &p, custom_read(c, images[0], 0, c->result));
    bool beside = c->d->key.ret_active || (split && derivative_ret_shadow(c->d));
    for (unsigned direction = 0; direction < c->g.width && value && beside; direction++)
        parts_add(c, &p, custom_read(c, images[direction], size, c->result));
    return parts_return(c, &p);
}

/* ---- both ------------------------------------------------------------------------------------ */

static bool emit_kind(struct emission *e, struct derivative *d, enum gen_kind kind, LLVMValueRef fn,
                      bool (*emit)(struct custom *))
{
    struct custom c;
    custom_begin(&c, e, d, kind, fn);
    bool ok = emit(&c) || (c.misfit && end_misfit(&c));
    custom_end(&c);
    return ok;
}

bool custom_emit(struct emission *e, struct derivative *d)
{
    if (d->fn)
        return emit_kind(e, d, GEN_FORWARD, d->fn, emit_forward);
    bool ok = emit_kind(e, d, GEN_AUGMENTED, d->aug, emit_augmented);
    if (d->tan)
        ok &= emit_kind(e, d, GEN_TANGENTS, d->tan, emit_forward);
    return emit_kind(e, d, GEN_REVERSE, d->rev, emit_reverse) && ok;
}
