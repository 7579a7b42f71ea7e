/* Calls: in the forward sweep and forward mode, and the reverse of calls of differentiated
 * functions. */
#include "base/options.h"
#include "emit/check.h"
#include "emit/derivative.h"
#include "ir/constants.h"
#include "ir/notes.h"
#include "ir/text.h"
#include <string.h>

/* ---- the tape of a derivative that is differentiated again, and run-time sized stack memory ----
 */

static LLVMValueRef tape_block(struct gen *g, LLVMValueRef inst)
{
    /* An inner derivative's tape is gone before the outer reverse sweep: the outer tape takes over.
     */
    if (g->kind == GEN_FORWARD && !LLVMIsNull(LLVMGetOperand(inst, 0)))
        return gen_copy_inst(g, inst);
    return gen_tape_alloc(g, gen_primal(g, LLVMGetOperand(inst, 1)));
}

static bool emit_tape_alloc(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (g->primal_only) {
        gen_note_value(g, v, gen_primal_only_block(g, v, gen_primal(g, LLVMGetOperand(inst, 1))));
        return true;
    }
    gen_note_value(g, v, tape_block(g, inst));
    for (unsigned direction = 0; direction < g->width && activity_has_shadow(g->a->state[v]);
         direction++) {
        LLVMValueRef shadow = tape_block(g, inst);
        gen_memset(g, shadow, gen_primal(g, LLVMGetOperand(inst, 1)));
        gen_kind_fresh(g, inst, shadow, gen_primal(g, LLVMGetOperand(inst, 1)));
        gen_note_shadow(g, v, direction, shadow);
    }
    return true;
}

/* Postpones what `inst` does to the primal, or to the shadow in this direction. */
static void defer_again(struct gen *g, LLVMValueRef inst,
                        LLVMValueRef (*of)(struct gen *, LLVMValueRef, unsigned),
                        unsigned direction)
{
    unsigned last = LLVMGetNumArgOperands(inst) - 1;
    LLVMValueRef block = of(g, LLVMGetOperand(inst, 1), direction),
                 fn = gen_primal(g, LLVMGetOperand(inst, last));
    if (last == 2)
        gen_defer_free(g, block, fn);
    else
        gen_defer_call(g, block, of(g, LLVMGetOperand(inst, 2), direction), fn);
}

static LLVMValueRef primal_of(struct gen *g, LLVMValueRef p, unsigned direction)
{
    (void)direction;
    return gen_primal(g, p);
}

static bool emit_deferred_free(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    LLVMValueRef own = g->tape;
    bool shadow = true;
    for (unsigned k = 1; k + 1 < LLVMGetNumArgOperands(inst); k++)
        shadow = shadow && gen_has_shadow(g, LLVMGetOperand(inst, k));
    if (g->kind == GEN_FORWARD)
        g->tape = gen_primal(g, LLVMGetOperand(inst, 0));
    defer_again(g, inst, primal_of, 0);
    for (unsigned direction = 0; direction < g->width && shadow; direction++)
        defer_again(g, inst, gen_shadow_or_null, direction);
    g->tape = own;
    return true;
}

/* The inner team is there as long as what its threads have kept (emit/team.c). */
static bool emit_frames_open(struct gen *g, unsigned v)
{
    LLVMValueRef open = gen_copy_inst(g, g->f->values[v]);
    if (g->kind != GEN_FORWARD)
        LLVMSetOperand(open, 1, g->tape);
    return true;
}

/* The inner tape of a split derivative, or of a thread: its blocks are on the outer one in reverse
 * modes, and nothing is left to keep. */
static bool emit_tape_keep(struct gen *g, unsigned v)
{
    LLVMValueRef null = LLVMConstNull(gen_ptr_type(g));
    gen_note_value(g, v, g->kind == GEN_FORWARD ? gen_copy_inst(g, g->f->values[v]) : null);
    for (unsigned direction = 0; direction < g->width && activity_has_shadow(g->a->state[v]);
         direction++)
        gen_note_shadow(g, v, direction, null);
    return true;
}

/* The program may end there. */
static bool is_last_word(const char *name)
{
    static const char *const names[] = {
        "enz_rt_unknown_target",    "enz_rt_library_target", "enz_rt_bits_lost",
        "enz_rt_tangent_lost",      "enz_rt_type_unknown",   "enz_rt_address_lost",
        "enz_rt_number_as_address", "enz_rt_no_shadow",      "enz_rt_part_copied",
        "enz_rt_address_made",      "enz_rt_check_lost",     "enz_rt_missing",
        "enz_rt_constant_pointer",  "enz_rt_record_width",   "enz_rt_record_type",
        "enz_rt_record_changed"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static bool is_inner_tape(const char *name)
{
    static const char *const names[] = {"enz_rt_tape_keep", "enz_rt_frames_tape",
                                        "enz_rt_task_kept_tape", "enz_rt_thread_kept_tape"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        found |= !strcmp(name, names[i]);
    return found;
}

static bool emit_tape_call(struct gen *g, unsigned v)
{
    const char *name = text_function_name(g->arena, g->f->calls[v].callee);
    if (!strcmp(name, "enz_rt_tape_alloc") || !strcmp(name, "enz_rt_tape_grow"))
        return emit_tape_alloc(g, v);
    if (!strcmp(name, "enz_rt_defer_free") || !strcmp(name, "enz_rt_defer_call"))
        return emit_deferred_free(g, v);
    if (is_inner_tape(name))
        return emit_tape_keep(g, v);
    if (!strcmp(name, "enz_rt_frames_open"))
        return emit_frames_open(g, v);
    if (!strncmp(name, "enz_rt_kept_", strlen("enz_rt_kept_")))
        gen_note_value(g, v, gen_copy_inst(g, g->f->values[v]));
    else if (g->kind == GEN_FORWARD || is_last_word(name) || !strcmp(name, "enz_rt_tape_fits"))
        gen_copy_inst(g, g->f->values[v]);
    return true; /* mark, release, free: everything stays until the outer tape goes */
}

/* ---- calls of functions with a body ---- */

struct derivative *gen_callee(struct gen *g, unsigned v)
{
    return g->deriv->callees[v];
}

static unsigned primal_args(struct gen *g, const struct derivative *d, unsigned v,
                            LLVMValueRef *args)
{
    LLVMValueRef inst = g->f->values[v];
    unsigned n = 0;
    for (unsigned k = 0, count = LLVMCountParams(d->key.fn); k < count; k++) {
        LLVMValueRef o = LLVMGetOperand(inst, k);
        args[n++] = gen_primal(g, o);
        for (unsigned direction = 0; direction < g->width; direction++) {
            if (derivative_param_shadow(d, k))
                args[n++] = gen_shadow(g, o, direction);
            if (g->kind != GEN_FORWARD || !derivative_param_number(d, k))
                continue;
            args[n] = gen_tangent_as(g, o, direction, LLVMTypeOf(LLVMGetParam(d->fn, n)));
            n++;
        }
    }
    return n;
}

static LLVMValueRef *args_buffer(struct gen *g, unsigned v)
{
    return ARENA_ARRAY(g->arena, LLVMValueRef,
                       (2 * g->width + 1) * LLVMGetNumArgOperands(g->f->values[v]) + g->width + 2);
}

static void forward_results(struct gen *g, const struct derivative *d, unsigned v,
                            LLVMValueRef result)
{
    unsigned part = 0;
    bool only_shadow = derivative_ret_shadow(d) && !(d->facts->ret & STATE_VARIED) && !d->custom;
    if (d->key.primal_return)
        gen_note_value(g, v, LLVMBuildExtractValue(g->b, result, part++, ""));
    for (unsigned direction = 0; direction < g->width && d->key.ret_active; direction++) {
        LLVMValueRef r = LLVMBuildExtractValue(g->b, result, part++, "");
        if ((g->a->state[v] & STATE_VARIED) && !only_shadow)
            g->tangent[v * g->width + direction] = r;
        if (activity_has_shadow(g->a->state[v]))
            gen_note_shadow(g, v, direction, r);
    }
    bool both = derivative_ret_both(d) && (g->a->state[v] & STATE_VARIED);
    for (unsigned direction = 0; direction < g->width && both; direction++)
        g->tangent[v * g->width + direction] = LLVMBuildExtractValue(g->b, result, part++, "");
}

static bool returns_nothing(const struct gen *g, unsigned v)
{
    return LLVMGetTypeKind(LLVMTypeOf(g->f->values[v])) == LLVMVoidTypeKind;
}

static void augmented_results(struct gen *g, const struct derivative *d, unsigned v,
                              LLVMValueRef result)
{
    unsigned part = 0;
    gen_record(g, cached_tape(g->plan, v), LLVMBuildExtractValue(g->b, result, part++, ""));
    if (returns_nothing(g, v))
        return;
    LLVMValueRef value = LLVMBuildExtractValue(g->b, result, part++, "");
    if (!bits_get(&g->deriv->beside, v))
        gen_note_value(g, v, value);
    for (unsigned direction = 0; direction < g->width && activity_has_shadow(g->a->state[v]);
         direction++)
        gen_note_shadow(g, v, direction,
                        derivative_ret_shadow(d) ? LLVMBuildExtractValue(g->b, result, part++, "")
                                                 : g->primal[v]);
}

/* An inactive call runs the user's own function. */
static bool emit_primal_only_call(struct gen *g, unsigned v)
{
    LLVMValueRef copy = gen_copy_inst(g, g->f->values[v]);
    LLVMRemoveCallSiteStringAttribute(
        copy, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, RULE_CUSTOM_NOTE,
        sizeof RULE_CUSTOM_NOTE - 1); /* said of the mode at hand only */
    LLVMValueRef original = prepare_original(g->emission->prepare, g->f->calls[v].callee);
    LLVMSetOperand(copy, (unsigned)LLVMGetNumOperands(copy) - 1, original);
    prepare_byval_call(copy, original);
    gen_note_value(g, v, copy);
    return true;
}

/* One rule serves all calls of a function: those that communicate, which have messages for the run,
 * are told for which. */
static void note_place(struct gen *g, unsigned v)
{
    const struct call_info *call = &g->f->calls[v];
    if (call->cls != CALL_CUSTOM || !call->messages.any)
        return;
    LLVMTypeRef ptr = gen_ptr_type(g), none = LLVMVoidTypeInContext(g->context);
    LLVMValueRef where = gen_where(g, g->f->values[v]);
    gen_call(g, gen_declare(g, "enz_rt_note_place", none, &ptr, 1), &where, 1);
}

static bool emit_defined_call(struct gen *g, unsigned v)
{
    if (!bits_get(&g->a->active_calls, v))
        return emit_primal_only_call(g, v);
    struct derivative *d = gen_callee(g, v);
    LLVMValueRef *args = args_buffer(g, v);
    unsigned n = primal_args(g, d, v, args);
    if (g->kind != GEN_FORWARD)
        args[n++] = g->tape;
    else if (d->follows)
        args[n++] = g->map ? g->map : LLVMConstNull(gen_ptr_type(g));
    note_place(g, v);
    if (g->kind != GEN_FORWARD && bits_get(&g->deriv->beside, v) && !returns_nothing(g, v))
        emit_primal_only_call(g, v);
    LLVMValueRef result = gen_call(g, g->kind == GEN_FORWARD ? d->fn : d->aug, args, n);
    if (g->kind != GEN_FORWARD)
        augmented_results(g, d, v, result);
    else if (LLVMGetTypeKind(LLVMTypeOf(result)) != LLVMVoidTypeKind)
        forward_results(g, d, v, result);
    return true;
}

/* Both sides of a call see the same bits. */
static LLVMValueRef same_bits(struct gen *g, LLVMValueRef x, LLVMTypeRef t)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    if (LLVMTypeOf(x) == t ||
        LLVMSizeOfTypeInBits(target, LLVMTypeOf(x)) != LLVMSizeOfTypeInBits(target, t))
        return x;
    return LLVMGetTypeKind(t) == LLVMStructTypeKind || LLVMGetTypeKind(t) == LLVMArrayTypeKind
               ? x
               : LLVMBuildBitCast(g->b, x, t, "");
}

bool gen_adjoint_call(struct gen *g, unsigned v)
{
    struct derivative *d = gen_callee(g, v);
    LLVMValueRef inst = g->f->values[v], *args = args_buffer(g, v);
    unsigned n = 0, part = 0, count = LLVMCountParams(d->key.fn);
    for (unsigned k = 0; k < count; k++) {
        args[n++] = gen_reverse_operand(g, LLVMGetOperand(inst, k));
        for (unsigned direction = 0; direction < g->width && derivative_param_shadow(d, k);
             direction++)
            args[n++] = gen_reverse_shadow(g, LLVMGetOperand(inst, k), direction);
    }
    for (unsigned direction = 0; direction < g->width && d->key.ret_active; direction++)
        args[n++] = same_bits(g, gen_take_adjoint(g, v, direction), d->ret_tangent);
    args[n++] = gen_lookup(g, cached_tape(g->plan, v));
    args[n++] = g->tape;
    note_place(g, v);
    LLVMValueRef grads = gen_call(g, d->rev, args, n);
    for (unsigned k = 0; k < count; k++)
        for (unsigned direction = 0; direction < g->width && derivative_param_number(d, k);
             direction++, part++)
            gen_add_adjoint(g, LLVMGetOperand(inst, k), direction,
                            LLVMBuildExtractValue(g->b, grads, part, ""), NULL);
    return true;
}

void gen_call_sync(struct gen *g, unsigned v, const char *name,
                   LLVMValueRef (*value)(struct gen *, LLVMValueRef))
{
    LLVMValueRef inst = g->f->values[v], *args = args_buffer(g, v);
    unsigned n = rule_sync_values(inst, name), operands = LLVMGetNumArgOperands(inst);
    for (unsigned k = 0; k < n; k++)
        args[k] = value(g, k < operands ? LLVMGetOperand(inst, k) : inst);
    LLVMTypeRef *types = ARENA_ARRAY(g->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        types[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef none = LLVMVoidTypeInContext(g->context);
    if (g->emission->tracks && !strcmp(name, "enz_rt_thread_back")) {
        LLVMTypeRef tape = LLVMTypeOf(g->tape);
        gen_call(g, gen_declare(g, "enz_rt_thread_offer", none, &tape, 1), &g->tape, 1);
    }
    gen_call(g, gen_declare(g, name, none, types, n), args, n);
}

/* ---- everything else ---- */

static bool operand_is_active(struct gen *g, LLVMValueRef inst)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n; k++)
        if (gen_state(g, LLVMGetOperand(inst, k)) & (STATE_VARIED | STATE_ACTIVE))
            return true;
    return false;
}

LLVMValueRef gen_input_bytes(struct gen *g, LLVMValueRef result, LLVMValueRef item)
{
    LLVMTypeRef i64 = gen_i64(g);
    if (!result)
        return item;
    LLVMValueRef n = LLVMBuildSExtOrBitCast(g->b, result, i64, ""), zero = gen_const_i64(g, 0);
    n = LLVMBuildSelect(g->b, LLVMBuildICmp(g->b, LLVMIntSGT, n, zero, ""), n, zero, "");
    return item ? LLVMBuildMul(g->b, n, LLVMBuildZExtOrBitCast(g->b, item, i64, ""), "") : n;
}

/* Reads into memory with a shadow: the tangents of what was read are zero; the reverse sweep does
 * likewise. */
static bool emit_input(struct gen *g, unsigned v)
{
    const int *input = g->f->calls[v].input;
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, (unsigned)input[0]), copy = NULL;
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
        gen_note_value(g, v, copy = gen_copy_inst(g, inst));
    LLVMValueRef item =
        input[1] >= 0 ? gen_primal(g, LLVMGetOperand(inst, (unsigned)input[1])) : NULL;
    if (gen_has_shadow(g, p) && g->bytes[v].tracked)
        gen_kind_untyped(g, p, gen_input_bytes(g, copy, item));
    if (g->kind != GEN_FORWARD || !gen_has_shadow(g, p))
        return true;
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef bytes = gen_input_bytes(g, copy, item);
        struct gen_guard guard =
            gen_guard_begin(g, gen_state(g, p), gen_primal(g, p), gen_shadow(g, p, direction));
        if (g->bytes[v].followed)
            gen_kind_put_untyped(g, gen_shadow(g, p, direction), bytes);
        gen_memset(g, gen_shadow(g, p, direction), bytes);
        gen_guard_end(g, guard);
    }
    return true;
}

/* The program ends there, whatever would follow. */
static void note_null(struct gen *g, unsigned v)
{
    LLVMTypeRef t = LLVMTypeOf(g->f->values[v]);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind)
        return;
    gen_note_value(g, v, LLVMConstNull(t));
    for (unsigned direction = 0;
         direction < g->width && !g->primal_only && activity_has_shadow(g->a->state[v]);
         direction++)
        gen_note_shadow(g, v, direction, LLVMConstNull(t));
}

static bool emit_unset_callback(struct gen *g, unsigned v)
{
    prepare_unknown_target(g->emission->prepare, g->b, g->f->values[v]);
    note_null(g, v);
    return true;
}

static const char *callee_name(struct gen *g, unsigned v)
{
    char *name = ezb_demangle(text_function_name(g->arena, g->f->calls[v].callee));
    const char *copy = arena_strdup(g->arena, name);
    LLVMDisposeMessage(name);
    return copy;
}

static bool emit_trap(struct gen *g, unsigned v)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[2] = {ptr, ptr};
    LLVMValueRef fn =
                     gen_declare(g, "enz_rt_missing", LLVMVoidTypeInContext(g->context), params, 2),
                 args[2] = {gen_where(g, g->f->values[v]), constants_text(g->b, callee_name(g, v))};
    gen_call(g, fn, args, 2);
    note_null(g, v);
    return true;
}

/* On active data; others the plan has refused (plan/refuse.c). */
static bool emit_active_call(struct gen *g, unsigned v)
{
    switch (g->f->calls[v].cls) {
    case CALL_INDIRECT: return emit_unset_callback(g, v);
    case CALL_INPUT: return emit_input(g, v);
    case CALL_ASM: note_null(g, v); return true;
    default: return emit_trap(g, v);
    }
}

static bool emit_unknown_call(struct gen *g, unsigned v)
{
    if (operand_is_active(g, g->f->values[v]))
        return emit_active_call(g, v);
    gen_note_value(g, v, gen_copy_inst(g, g->f->values[v]));
    return true;
}

static bool emit_copy(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    gen_check_moved(g, v);
    gen_write_primal(g, v);
    if (g->primal_only || !gen_has_shadow(g, LLVMGetOperand(inst, 0)))
        return true;
    (g->kind == GEN_FORWARD ? gen_copy_tangent : gen_copy_pointers)(g, v);
    return true;
}

static bool emit_memset(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v], p = LLVMGetOperand(inst, 0);
    bool clears = !g->primal_only && (g->kind == GEN_FORWARD || g->bytes[v].reused);
    gen_check_moved(g, v);
    gen_write_primal(g, v);
    for (unsigned direction = 0; direction < g->width && clears && gen_has_shadow(g, p);
         direction++) {
        struct gen_guard guard =
            gen_guard_begin(g, gen_state(g, p), gen_primal(g, p), gen_shadow(g, p, direction));
        if (g->bytes[v].followed)
            gen_kind_put_untyped(g, gen_shadow(g, p, direction),
                                 gen_primal(g, LLVMGetOperand(inst, 2)));
        gen_clear_filled(g, inst, gen_shadow(g, p, direction),
                         gen_primal(g, LLVMGetOperand(inst, 2)));
        gen_guard_end(g, guard);
    }
    if (!g->primal_only && gen_has_shadow(g, p) && g->bytes[v].tracked)
        gen_kind_untyped(g, p, gen_primal(g, LLVMGetOperand(inst, 2)));
    else if (!g->primal_only && gen_has_shadow(g, p) && g->bytes[v].fills_words)
        gen_fill_words(g, inst);
    return true;
}

/* Its operand 0 in another guise: the shadow goes through the same call. Where an address is
 * rounded the shadow is moved as far. */
static bool emit_pointer_call(struct gen *g, unsigned v)
{
    static const char mask[] = "llvm.ptrmask";
    LLVMValueRef inst = g->f->values[v], copy = gen_copy_inst(g, inst),
                 from = LLVMGetOperand(inst, 0);
    bool rounds =
        LLVMGetIntrinsicID(g->f->calls[v].callee) == LLVMLookupIntrinsicID(mask, sizeof mask - 1);
    gen_note_value(g, v, copy);
    for (unsigned direction = 0;
         direction < g->width && !g->primal_only && activity_has_shadow(g->a->state[v]);
         direction++) {
        LLVMValueRef shadow = gen_shadow(g, from, direction);
        if (rounds) {
            shadow = gen_moved_shadow(g, gen_primal(g, from), shadow, g->primal[v]);
        } else {
            LLVMValueRef call = gen_copy_inst(g, inst);
            LLVMSetOperand(call, 0, shadow);
            shadow = call;
        }
        gen_note_shadow(g, v, direction, shadow);
    }
    return true;
}

/* libc++ keeps short texts in the string itself; then there is no pointer, and the lowest bit of
 * the object is clear. */
static LLVMValueRef text_of(struct gen *g, const struct text_layout *l, LLVMValueRef string)
{
    LLVMValueRef text = gen_load(g, gen_ptr_type(g), gen_offset(g, string, gen_const_i64(g, l->at)),
                                 1, ACCESS_PRIMAL);
    if (l->at == 0)
        return text;
    LLVMTypeRef byte = LLVMInt8TypeInContext(g->context);
    LLVMValueRef first = gen_load(g, byte, string, 1, ACCESS_PRIMAL);
    LLVMValueRef is_long = LLVMBuildTrunc(g->b, first, LLVMInt1TypeInContext(g->context), "");
    return LLVMBuildSelect(g->b, is_long, text, LLVMConstNull(gen_ptr_type(g)), "");
}

/* A string in active memory got another text: a constant, which is its own shadow. */
static void emit_text_call(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    const struct call_info *c = &g->f->calls[v];
    gen_note_value(g, v, gen_copy_inst(g, inst));
    for (unsigned k = 0, n = LLVMGetNumArgOperands(inst); k < n && !g->primal_only; k++) {
        LLVMValueRef string = LLVMGetOperand(inst, k);
        if (!rule_changes_text(inst, c, k) || !gen_has_shadow(g, string))
            continue;
        LLVMValueRef text = text_of(g, c->text, gen_primal(g, string)),
                     at = gen_const_i64(g, c->text->at);
        for (unsigned direction = 0; direction < g->width; direction++) {
            LLVMValueRef shadow = gen_shadow(g, string, direction);
            struct gen_guard guard =
                gen_guard_begin(g, gen_state(g, string), gen_primal(g, string), shadow);
            gen_kind_text(g, inst, gen_offset(g, shadow, at));
            gen_store(g, text, gen_offset(g, shadow, at), 1, ACCESS_SHADOW);
            gen_guard_end(g, guard);
        }
    }
}

static bool is_byte_sources(const struct call_info *c)
{
    return c->callee && !strcmp(LLVMGetValueName(c->callee), RULE_BYTE_SOURCES);
}

/* Where the reverse sweep wants a copy of memory; the value is its address. */
static bool emit_range_copy(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    bool wanted = g->plan && !g->primal_only && g->plan->how[cached_value(v)] == HOW_SLOT;
    if (!wanted) {
        g->primal[v] = LLVMGetUndef(LLVMTypeOf(inst));
        return true;
    }
    bool pointer = g->plan->row[v] == ADJOINT_RESTORE_POINTER ||
                   g->plan->row[v] == ADJOINT_RESTORE_OWN_POINTER;
    unsigned shadows = pointer ? g->width : 0;
    LLVMValueRef from = LLVMGetOperand(inst, 0), bytes = gen_primal(g, LLVMGetOperand(inst, 1)),
                 all = LLVMBuildMul(g->b, bytes, gen_const_i64(g, 1 + shadows), ""),
                 block = gen_tape_alloc(g, all);
    note_at(LLVMBuildMemCpy(g->b, block, 1, gen_primal(g, from), 1, bytes), RANGE_COPY);
    for (unsigned direction = 0; direction < shadows; direction++) {
        LLVMValueRef at = LLVMBuildMul(g->b, bytes, gen_const_i64(g, direction + 1), "");
        LLVMBuildMemCpy(g->b, gen_offset(g, block, at), 1, gen_shadow(g, from, direction), 1,
                        bytes);
    }
    gen_note_value(g, v, LLVMBuildPtrToInt(g->b, block, LLVMTypeOf(inst), ""));
    return true;
}

bool gen_primal_call(struct gen *g, unsigned v)
{
    LLVMValueRef inst = g->f->values[v];
    if (g->f->calls[v].missing) { /* -fenz-missing=zero takes it as inactive */
        gen_note_value(g, v, gen_copy_inst(g, inst));
        return true;
    }
    switch (g->f->calls[v].cls) {
    case CALL_NOP:
        if (rule_announces_overwrite(inst))
            return emit_range_copy(g, v);
        /* fall through */
    case CALL_STACKSAVE:
    case CALL_STACKRESTORE:
        if (func_loop_of(g->f, v) != NO_ID)
            gen_declare_objects(g, g->b, v);
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind)
            g->primal[v] = LLVMGetUndef(LLVMTypeOf(inst));
        return true;
    case CALL_ALLOC: return gen_allocation(g, v);
    case CALL_POINTER: return emit_pointer_call(g, v);
    case CALL_FREE: return gen_free(g, v);
    case CALL_DISJOINT: return gen_disjoint(g, v);
    case CALL_SNAPSHOT: return emit_range_copy(g, v);
    case CALL_BLOCK_SIZE: return gen_block_size(g, v);
    case CALL_TAPE_ALLOC: return emit_tape_call(g, v);
    case CALL_DEFINED:
    case CALL_CUSTOM: return emit_defined_call(g, v);
    case CALL_MEMCPY:
    case CALL_MEMMOVE: return emit_copy(g, v);
    case CALL_MEMSET: return emit_memset(g, v);
    case CALL_INPUT:
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind)
            return emit_input(g, v);
        return emit_unknown_call(g, v);
    case CALL_SYNC: gen_note_value(g, v, gen_copy_inst(g, inst)); return true;
    case CALL_INDIRECT:
    case CALL_UNKNOWN:
    case CALL_ASM: return emit_unknown_call(g, v);
    default:
        (is_byte_sources(&g->f->calls[v]) ? gen_byte_sources : emit_text_call)(g, v);
        gen_note_call_words(g, v);
        return true;
    }
}
