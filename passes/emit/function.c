/* One generated function: signature, prologue, sweeps, epilogue. */
#include "base/target.h"
#include "emit/derivative.h"
#include "ir/text.h"
#include <string.h>

static bool has_float(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    return fp;
}

bool derivative_param_shadow(const struct derivative *d, unsigned k)
{
    return (d->key.args[k] & STATE_ACTIVE) != 0;
}

bool derivative_param_varied(const struct derivative *d, unsigned k)
{
    return (d->key.args[k] & STATE_VARIED) && !derivative_param_shadow(d, k);
}

bool derivative_param_number(const struct derivative *d, unsigned k)
{
    bool both = derivative_param_shadow(d, k) && (d->key.args[k] & STATE_VARIED) && !d->custom;
    return derivative_param_varied(d, k) ||
           (both && activity_carries_bits(LLVMTypeOf(LLVMGetParam(d->key.fn, k))));
}

bool derivative_ret_shadow(const struct derivative *d)
{
    return (d->facts->ret & STATE_ACTIVE) != 0;
}

static bool has_bits(LLVMTypeRef t)
{
    bool any = activity_carries_bits(t);
    for (unsigned i = 0;
         LLVMGetTypeKind(t) == LLVMStructTypeKind && i < LLVMCountStructElementTypes(t) && !any;
         i++)
        any = has_bits(LLVMStructGetTypeAtIndex(t, i));
    return any;
}

static LLVMTypeRef return_type(const struct derivative *d)
{
    return LLVMGetReturnType(LLVMGlobalGetValueType(d->key.fn));
}

bool derivative_ret_both(const struct derivative *d)
{
    bool inner = d->key.kind == GEN_FORWARD && !d->key.outermost && !d->custom;
    return inner && d->key.ret_active && derivative_ret_shadow(d) &&
           (d->facts->ret & STATE_VARIED) && has_bits(return_type(d));
}

static LLVMTypeRef param_type(const struct derivative *d, unsigned k)
{
    return LLVMTypeOf(LLVMGetParam(d->key.fn, k));
}

/* In forward mode the bits of an address move as those of a tangent do. */
LLVMTypeRef derivative_number_type(const struct derivative *d, struct activity_context *c,
                                   LLVMValueRef v)
{
    bool adjoints = d->key.kind != GEN_FORWARD && !d->key.tangents;
    return adjoints ? activity_number_type(c, v) : activity_adjoint_type(c, v);
}

/* An integer has the type of the numbers that it carries; a constant or an integer that nobody
 * knows, its own. */
static LLVMTypeRef tangent_of(const struct derivative *d, struct activity_context *c,
                              LLVMValueRef v, LLVMTypeRef t)
{
    LLVMTypeRef carried = v && !has_float(t) ? derivative_number_type(d, c, v) : NULL;
    return carried ? carried : t;
}

static LLVMValueRef returned_value(const struct func *f)
{
    LLVMValueRef ret = f->return_block == NO_ID
                           ? NULL
                           : LLVMGetBasicBlockTerminator(f->blocks[f->return_block].ref);
    return ret && LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
}

void derivative_tangent_types(struct derivative *d, struct activity_context *c)
{
    unsigned n = LLVMCountParams(d->key.fn);
    d->tangents = ARENA_ARRAY(c->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        d->tangents[k] = tangent_of(d, c, LLVMGetParam(d->key.fn, k), param_type(d, k));
    d->ret_tangent = tangent_of(d, c, d->facts->f ? returned_value(d->facts->f) : NULL,
                                return_type(d)); /* none: a custom rule */
}

static unsigned result_parts(const struct derivative *d, enum gen_kind kind, LLVMTypeRef *parts)
{
    LLVMTypeRef r = return_type(d), ptr = target_pointer(LLVMGetGlobalParent(d->key.fn));
    bool value = LLVMGetTypeKind(r) != LLVMVoidTypeKind;
    unsigned n = 0, count = LLVMCountParams(d->key.fn), w = d->key.width;
    if (kind == GEN_AUGMENTED)
        parts[n++] = ptr;
    if (value && (kind == GEN_AUGMENTED || kind == GEN_TANGENTS ||
                  (kind != GEN_REVERSE && d->key.primal_return)))
        parts[n++] = r;
    for (unsigned direction = 0; direction < w && value; direction++)
        if (kind == GEN_AUGMENTED  ? derivative_ret_shadow(d)
            : kind == GEN_TANGENTS ? d->key.ret_active || derivative_ret_shadow(d)
                                   : kind == GEN_FORWARD && d->key.ret_active)
            parts[n++] = d->key.ret_active && !derivative_ret_shadow(d) ? d->ret_tangent : r;
    for (unsigned direction = 0; direction < w && derivative_ret_both(d); direction++)
        parts[n++] = d->ret_tangent;
    for (unsigned k = 0; k < count; k++)
        for (unsigned direction = 0;
             direction < w && (kind == GEN_REVERSE || kind == GEN_COMBINED) &&
             derivative_param_number(d, k);
             direction++)
            parts[n++] = d->tangents[k];
    return n;
}

LLVMTypeRef derivative_result_type(const struct derivative *d, enum gen_kind kind)
{
    LLVMContextRef c = LLVMGetTypeContext(return_type(d));
    LLVMTypeRef parts[2 + 256 * 8];
    unsigned limit = sizeof parts / sizeof *parts;
    if ((LLVMCountParams(d->key.fn) + 3) * d->key.width + 2 > limit)
        return NULL;
    unsigned n = result_parts(d, kind, parts);
    return n ? LLVMStructTypeInContext(c, parts, n, 0) : LLVMVoidTypeInContext(c);
}

LLVMTypeRef derivative_fn_type(const struct derivative *d, enum gen_kind kind)
{
    unsigned count = LLVMCountParams(d->key.fn), w = d->key.width, n = 0;
    LLVMTypeRef ptr = target_pointer(LLVMGetGlobalParent(d->key.fn));
    LLVMTypeRef params[4 + 512 * 8];
    if ((count * (2 * w + 1)) + w + 2 > sizeof params / sizeof *params)
        return NULL;
    for (unsigned k = 0; k < count; k++) {
        params[n++] = param_type(d, k);
        for (unsigned direction = 0; direction < w; direction++) {
            if (derivative_param_shadow(d, k))
                params[n++] = param_type(d, k);
            if ((kind == GEN_FORWARD || kind == GEN_TANGENTS) && derivative_param_number(d, k))
                params[n++] = d->tangents[k];
        }
    }
    for (unsigned direction = 0;
         direction < w && (kind == GEN_REVERSE || kind == GEN_COMBINED) && d->key.ret_active;
         direction++)
        params[n++] = d->ret_tangent;
    if (kind == GEN_REVERSE || kind == GEN_TANGENTS || (kind == GEN_AUGMENTED && d->key.outermost))
        params[n++] = ptr; /* the callee's frame */
    if (kind == GEN_REVERSE || kind == GEN_TANGENTS || kind == GEN_AUGMENTED || d->follows)
        params[n++] = ptr; /* the tape */
    LLVMTypeRef r = derivative_result_type(d, kind);
    return r ? LLVMFunctionType(r, params, n, 0) : NULL;
}

static void init_gen(struct gen *g, struct emission *e, struct derivative *d, enum gen_kind kind,
                     LLVMValueRef fn)
{
    struct func *f = d->facts->f;
    memset(g, 0, sizeof *g);
    g->emission = e, g->cx = e->cx, g->module = e->module,
    g->context = LLVMGetModuleContext(e->module);
    g->arena = e->arena, g->diags = e->diags, g->f = f, g->c = e->activity, g->a = d->facts,
    g->plan = d->plan, g->bytes = d->bytes;
    map_init(&g->object_domains, g->arena);
    map_init(&g->object_scopes, g->arena);
    g->deriv = d, g->kind = kind, g->width = d->key.width, g->fn = fn;
    g->replay_loop = g->segment_loop = g->reversing = NO_ID;
    unsigned directions = f->value_count * g->width;
    g->primal = ARENA_ARRAY(g->arena, LLVMValueRef, f->value_count);
    g->shadow = ARENA_ARRAY(g->arena, LLVMValueRef, directions);
    g->begin = ARENA_ARRAY(g->arena, LLVMBasicBlockRef, f->block_count);
    g->end = ARENA_ARRAY(g->arena, LLVMBasicBlockRef, f->block_count);
    unsigned allocations = f->loop_count * ALLOCATIONS_PER_LOOP, pairs = 2 * f->value_count;
    g->array = ARENA_ARRAY(g->arena, LLVMValueRef, allocations);
    g->deferred = ARENA_ARRAY(g->arena, LLVMValueRef, pairs);
    if (kind == GEN_FORWARD || kind == GEN_TANGENTS)
        g->tangent = ARENA_ARRAY(g->arena, LLVMValueRef, directions);
    g->parts = ARENA_ARRAY(g->arena, struct gen_part, f->value_count);
    if (kind == GEN_FORWARD)
        return;
    g->slots = ARENA_ARRAY(g->arena, LLVMValueRef, g->plan->cached_count);
    g->always = bits_new(g->arena, f->block_count);
    for (unsigned b = f->return_block; b != NO_ID && kind == GEN_COMBINED; b = f->blocks[b].idom)
        bits_set(&g->always, b);
    g->memo = ARENA_ARRAY(g->arena, LLVMValueRef, g->plan->cached_count);
    g->memo_epoch = ARENA_ARRAY(g->arena, unsigned, g->plan->cached_count);
    g->adjoints = ARENA_ARRAY(g->arena, LLVMValueRef, directions);
    g->reverse = ARENA_ARRAY(g->arena, LLVMBasicBlockRef, f->block_count);
    g->counter = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->linked = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->table = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->gathered = ARENA_ARRAY(g->arena, LLVMValueRef, g->width);
    g->strip_start = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->strip_end = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->carried = ARENA_ARRAY(g->arena, LLVMValueRef, directions);
    g->kept = ARENA_ARRAY(g->arena, LLVMValueRef, directions);
    g->again = ARENA_ARRAY(g->arena, LLVMBasicBlockRef, f->loop_count);
    g->replay = ARENA_ARRAY(g->arena, LLVMBasicBlockRef, f->loop_count);
    g->ran = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->state = ARENA_ARRAY(g->arena, LLVMValueRef, f->value_count);
    g->mark = ARENA_ARRAY(g->arena, LLVMValueRef, f->loop_count);
    g->segments = ARENA_ARRAY(g->arena, struct gen_segments *, f->loop_count);
    g->primal_only_blocks = ARENA_ARRAY(g->arena, LLVMValueRef, f->value_count);
    g->epoch = 1;
}

static void map_params(struct gen *g)
{
    unsigned n = 0, w = g->width;
    for (unsigned k = 0; k < g->f->arg_count; k++) {
        g->primal[k] = LLVMGetParam(g->fn, n++);
        for (unsigned direction = 0; direction < w; direction++) {
            if (derivative_param_shadow(g->deriv, k))
                g->shadow[k * w + direction] = LLVMGetParam(g->fn, n++);
            if (g->tangent && derivative_param_number(g->deriv, k))
                g->tangent[k * w + direction] = LLVMGetParam(g->fn, n++);
        }
    }
    if ((g->kind == GEN_REVERSE || g->kind == GEN_COMBINED) && g->deriv->key.ret_active) {
        g->seeds = ARENA_ARRAY(g->arena, LLVMValueRef, w);
        for (unsigned direction = 0; direction < w; direction++)
            g->seeds[direction] = LLVMGetParam(g->fn, n++);
    }
    if (g->kind == GEN_REVERSE || g->kind == GEN_TANGENTS ||
        (g->kind == GEN_AUGMENTED && g->deriv->key.outermost))
        g->frame = LLVMGetParam(g->fn, n++);
    if (g->kind == GEN_REVERSE || g->kind == GEN_TANGENTS || g->kind == GEN_AUGMENTED)
        g->tape = LLVMGetParam(g->fn, n++);
    if (g->deriv->follows)
        g->map = LLVMGetParam(g->fn, n++);
}

static void begin_function(struct gen *g)
{
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(g->context, g->fn, "");
    g->start = gen_block(g);
    g->b = LLVMCreateBuilderInContext(g->context);
    g->entry = LLVMCreateBuilderInContext(g->context);
    LLVMPositionBuilderAtEnd(g->entry, entry);
    LLVMValueRef jump = LLVMBuildBr(g->entry, g->start);
    LLVMPositionBuilderBefore(g->entry, jump);
    LLVMPositionBuilderAtEnd(g->b, g->start);
    gen_declare_kinds(g);
    gen_declare_objects_of(g, g->entry, NO_ID);
    map_params(g);
    if (!g->tape)
        gen_open_tape(g);
    if (g->map) /* of the outermost derivative, which has none passed in, its own */
        g->map =
            LLVMBuildSelect(g->entry, LLVMBuildIsNull(g->entry, g->map, ""), g->tape, g->map, "");
    if (g->kind == GEN_AUGMENTED && !g->frame) {
        uint64_t bytes = g->plan->allocations[g->f->loop_count * ALLOCATIONS_PER_LOOP].bytes;
        g->frame = LLVMConstNull(gen_ptr_type(g));
        if (bytes) {
            LLVMBuilderRef b = g->b;
            g->b = g->entry;
            g->frame = gen_tape_alloc(g, gen_const_i64(g, bytes));
            g->b = b;
        }
    }
}

struct results {
    LLVMValueRef value; /* the struct built so far; NULL for void */
    unsigned part;
};

static void add_part(struct gen *g, struct results *r, LLVMValueRef v)
{
    r->value = LLVMBuildInsertValue(g->b, r->value, v, r->part++, "");
}

static LLVMValueRef returned(struct gen *g)
{
    return returned_value(g->f);
}

static struct results begin_results(struct gen *g)
{
    LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(g->fn));
    return (struct results){LLVMGetTypeKind(t) == LLVMVoidTypeKind ? NULL : LLVMGetUndef(t), 0};
}

static void end_results(struct gen *g, const struct results *r)
{
    gen_free_primal_only_blocks(g);
    gen_end_tape(g);
    if (r->value)
        LLVMBuildRet(g->b, r->value);
    else
        LLVMBuildRetVoid(g->b);
}

/* Pointers of a result come with their shadows, its numbers with tangents. */
static LLVMValueRef merge_parts(struct gen *g, LLVMValueRef tangent, LLVMValueRef shadow)
{
    LLVMTypeRef t = LLVMTypeOf(tangent);
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind || !fp || !ptr)
        return ptr ? shadow : tangent;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++) {
        LLVMValueRef part = merge_parts(g, LLVMBuildExtractValue(g->b, tangent, i, ""),
                                        LLVMBuildExtractValue(g->b, shadow, i, ""));
        tangent = LLVMBuildInsertValue(g->b, tangent, part, i, "");
    }
    return tangent;
}

static LLVMValueRef forward_result(struct gen *g, LLVMValueRef ret, unsigned direction)
{
    unsigned state = gen_state(g, ret);
    if (!(state & (STATE_MIXED | STATE_OPAQUE)))
        return gen_tangent_as(g, ret, direction, g->deriv->ret_tangent);
    LLVMValueRef shadow = gen_shadow(g, ret, direction);
    return state & STATE_VARIED && !derivative_ret_both(g->deriv)
               ? merge_parts(g, gen_tangent_of(g, ret, direction), shadow)
               : shadow;
}

static void return_forward(struct gen *g)
{
    struct results r = begin_results(g);
    LLVMValueRef ret = returned(g);
    if (ret && (g->kind == GEN_AUGMENTED || g->deriv->key.primal_return)) {
        if (g->kind == GEN_AUGMENTED)
            add_part(g, &r, g->frame);
        add_part(g, &r, gen_primal(g, ret));
    } else if (g->kind == GEN_AUGMENTED) {
        add_part(g, &r, g->frame);
    }
    bool tangents = g->kind == GEN_FORWARD && g->deriv->key.ret_active;
    if (ret && tangents)
        gen_check_lost_tangent(g, ret);
    for (unsigned direction = 0; ret && direction < g->width; direction++) {
        if (tangents)
            add_part(g, &r, forward_result(g, ret, direction));
        else if (g->kind == GEN_AUGMENTED && derivative_ret_shadow(g->deriv))
            add_part(g, &r, gen_shadow(g, ret, direction));
    }
    for (unsigned direction = 0; direction < g->width && derivative_ret_both(g->deriv); direction++)
        add_part(g, &r, gen_tangent_as(g, ret, direction, g->deriv->ret_tangent));
    end_results(g, &r);
}

/* The result from the tape, and its tangents or shadows. */
static void return_tangents(struct gen *g)
{
    struct results r = begin_results(g);
    LLVMValueRef ret = returned(g);
    gen_new_stretch(g);
    if (ret && g->deriv->key.ret_active)
        gen_check_lost_tangent(g, ret);
    gen_new_stretch(g);
    if (ret)
        add_part(g, &r, gen_primal(g, ret));
    for (unsigned direction = 0; ret && direction < g->width; direction++) {
        if (derivative_ret_shadow(g->deriv))
            add_part(g, &r, gen_shadow(g, ret, direction));
        else if (g->deriv->key.ret_active)
            add_part(g, &r, gen_tangent_as(g, ret, direction, g->deriv->ret_tangent));
    }
    end_results(g, &r);
}

static void seed_result(struct gen *g)
{
    LLVMValueRef ret = returned(g);
    for (unsigned direction = 0; ret && g->seeds && direction < g->width; direction++)
        gen_add_adjoint(g, ret, direction, g->seeds[direction], NULL);
}

static LLVMValueRef gradient(struct gen *g, unsigned k, unsigned direction)
{
    return activity_active(g->a, k) ? gen_take_adjoint(g, k, direction)
                                    : LLVMConstNull(g->deriv->tangents[k]);
}

/* The primal's result; one that a fused loop contributes to is known only now. */
static LLVMValueRef gen_result(struct gen *g)
{
    unsigned id = func_id(g->f, returned(g));
    return id != NO_ID && bits_get(&g->plan->sunk, id) ? g->primal[id] : g->result;
}

static void return_gradients(struct gen *g)
{
    struct results r = begin_results(g);
    gen_sunk(g);
    if (g->kind == GEN_COMBINED && g->deriv->key.primal_return)
        add_part(g, &r, gen_result(g));
    for (unsigned k = 0; k < g->f->arg_count; k++)
        for (unsigned direction = 0; direction < g->width && derivative_param_number(g->deriv, k);
             direction++)
            add_part(g, &r, gradient(g, k, direction));
    end_results(g, &r);
}

static void tangents(struct gen *g)
{
    gen_tangent_sweep(g);
    if (g->f->return_block != NO_ID) {
        LLVMPositionBuilderAtEnd(g->b, g->end[g->f->return_block]);
        return_tangents(g);
    }
}

/* From here on the runtime keeps what memory held at the end of the forward sweep. */
static LLVMValueRef begin_restoring(struct gen *g)
{
    return g->kind == GEN_COMBINED && g->plan->restores
               ? gen_call(g, gen_declare(g, "enz_rt_restore_begin", gen_ptr_type(g), NULL, 0), NULL,
                          0)
               : NULL;
}

static void end_restoring(struct gen *g, LLVMValueRef outer)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    if (outer)
        gen_call(g,
                 gen_declare(g, "enz_rt_restore_end", LLVMVoidTypeInContext(g->context), &ptr, 1),
                 &outer, 1);
}

static bool sweeps(struct gen *g)
{
    bool ok = true;
    if (g->kind == GEN_TANGENTS) {
        tangents(g);
        return true;
    }
    if (g->kind != GEN_REVERSE)
        ok = gen_forward_sweep(g);
    if (g->f->return_block == NO_ID) {
        if (g->kind == GEN_REVERSE)
            LLVMBuildUnreachable(g->b);
        return ok;
    }
    if (g->kind != GEN_REVERSE)
        LLVMPositionBuilderAtEnd(g->b, g->end[g->f->return_block]);
    if (g->kind == GEN_FORWARD || g->kind == GEN_AUGMENTED) {
        return_forward(g);
        return ok;
    }
    if (g->kind == GEN_COMBINED && returned(g) && gen_primal(g, returned(g)))
        g->result = gen_primal(g, returned(g));
    seed_result(g);
    gen_begin_sums(g);
    LLVMValueRef outer = begin_restoring(g);
    gen_reverse_sweep(g);
    end_restoring(g, outer);
    if (g->sums && !g->plan->sums_in_order)
        gen_end_sums(g);
    return_gradients(g);
    return ok;
}

void gen_for_debuggers(struct gen *g, unsigned v)
{
    LLVMMetadataRef at = NULL;
    if (!g->debug)
        return;
    if (v != NO_ID && LLVMIsAInstruction(g->f->values[v]))
        at = LLVMInstructionGetDebugLoc(g->f->values[v]);
    LLVMSetCurrentDebugLocation2(g->b, at ? ezb_debug_again(at, g->debug) : NULL);
}

/* As a debugger shows it. */
static const char *shown_name(const struct gen *g)
{
    static const char *const names[] = {[GEN_FORWARD] = "tangent of %s",
                                        [GEN_COMBINED] = "adjoint of %s",
                                        [GEN_AUGMENTED] = "forward sweep of %s",
                                        [GEN_REVERSE] = "reverse sweep of %s",
                                        [GEN_TANGENTS] = "tangent of %s"};
    return arena_printf(g->arena, names[g->kind], diag_name(g->diags, g->f->fn));
}

bool gen_function(struct emission *e, struct derivative *d, enum gen_kind kind, LLVMValueRef fn)
{
    struct gen g;
    init_gen(&g, e, d, kind, fn);
    begin_function(&g);
    g.debug = ezb_debug_begin(fn, g.f->fn, shown_name(&g));
    bool ok = sweeps(&g);
    gen_unwind(&g);
    if (g.debug)
        ezb_debug_end(fn);
    LLVMDisposeBuilder(g.b);
    LLVMDisposeBuilder(g.entry);
    return ok;
}
