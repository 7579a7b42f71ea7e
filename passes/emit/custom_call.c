/* Calls of rule functions, and their prototypes as text. */
#include "emit/custom.h"
#include "base/target.h"
#include "request/ctype.h"
#include <string.h>

/* ---- state ----------------------------------------------------------------------------------- */

static LLVMTypeRef memory_result(LLVMValueRef fn)
{
    LLVMAttributeRef sret =
        LLVMCountParams(fn)
            ? LLVMGetEnumAttributeAtIndex(fn, 1, LLVMGetEnumAttributeKindForName("sret", 4))
            : NULL;
    return sret ? LLVMGetTypeAttributeValue(sret) : NULL;
}

LLVMTypeRef custom_result_type(LLVMValueRef fn)
{
    LLVMTypeRef t = memory_result(fn), r = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    return t ? t : LLVMGetTypeKind(r) == LLVMVoidTypeKind ? NULL : r;
}

bool custom_is_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp && !ptr;
}

static bool continues(LLVMValueRef fn, unsigned k)
{
    return LLVMGetStringAttributeAtIndex(fn, k + 1, RULE_PIECE_NOTE, sizeof RULE_PIECE_NOTE - 1) !=
           NULL;
}

static bool is_small(LLVMValueRef fn, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(fn, k));
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) < RULE_WIDE_INTEGER;
}

/* Numbers and structs of floating-point values (integers beside them do not matter) have gradients,
 * everything else has a shadow. */
static void find_pieces(struct custom *c)
{
    LLVMValueRef fn = c->d->key.fn;
    c->end = ARENA_ARRAY(c->g.arena, unsigned, c->count);
    c->shadowed = ARENA_ARRAY(c->g.arena, bool, c->count);
    c->alone = ARENA_ARRAY(c->g.arena, bool, c->count);
    for (unsigned k = 0, end; k < c->count; k = end) {
        bool fp = false, ptr = false;
        for (end = k; end < c->count && (end == k || continues(fn, end)); end++)
            activity_type_has(LLVMTypeOf(LLVMGetParam(fn, end)), &fp, &ptr);
        for (unsigned i = k; i < end; i++)
            c->end[i] = end, c->shadowed[i] = ptr || !fp;
        c->alone[k] = c->rule->record && end == k + 1 && is_small(fn, k);
    }
}

uint64_t custom_size(const struct custom *c, LLVMTypeRef t)
{
    return LLVMABISizeOfType(c->layout, t);
}

static void map_params(struct custom *c)
{
    struct gen *g = &c->g;
    unsigned n = 0, w = g->width;
    bool reverse = g->kind == GEN_REVERSE;
    for (unsigned k = 0; k < c->count; k++) {
        c->value[k] = LLVMGetParam(g->fn, n++);
        bool beside = derivative_param_shadow(c->d, k) ||
                      ((g->kind == GEN_FORWARD || g->kind == GEN_TANGENTS) &&
                       derivative_param_varied(c->d, k));
        for (unsigned direction = 0; direction < w && beside; direction++)
            c->shadow[k * w + direction] = LLVMGetParam(g->fn, n++);
    }
    if (reverse && c->d->key.ret_active) {
        c->seeds = ARENA_ARRAY(g->arena, LLVMValueRef, w);
        for (unsigned direction = 0; direction < w; direction++)
            c->seeds[direction] = LLVMGetParam(g->fn, n++);
    }
    if (reverse || g->kind == GEN_TANGENTS)
        g->frame = LLVMGetParam(g->fn, n++);
    if (g->kind != GEN_FORWARD)
        g->tape = LLVMGetParam(g->fn, n++);
}

void custom_begin(struct custom *c, struct emission *e, struct derivative *d, enum gen_kind kind,
                  LLVMValueRef fn)
{
    memset(c, 0, sizeof *c);
    c->g = (struct gen){.emission = e,
                        .cx = e->cx,
                        .module = e->module,
                        .context = LLVMGetModuleContext(e->module),
                        .arena = e->arena,
                        .diags = e->diags,
                        .deriv = d,
                        .kind = kind,
                        .width = d->key.width,
                        .fn = fn};
    c->d = d;
    c->rule = d->custom;
    c->layout = LLVMGetModuleDataLayout(e->module);
    c->result = custom_result_type(d->key.fn);
    c->first = memory_result(d->key.fn) ? 1 : 0;
    c->count = LLVMCountParams(d->key.fn);
    c->passed = c->count - (c->rule->record ? 1 : 0);
    c->value = ARENA_ARRAY(e->arena, LLVMValueRef, c->count);
    unsigned directions = c->count * d->key.width;
    c->shadow = ARENA_ARRAY(e->arena, LLVMValueRef, directions);
    find_pieces(c);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c->g.context, fn, "");
    c->g.start = gen_block(&c->g);
    c->g.b = LLVMCreateBuilderInContext(c->g.context);
    c->g.entry = LLVMCreateBuilderInContext(c->g.context);
    LLVMPositionBuilderAtEnd(c->g.entry, entry);
    LLVMPositionBuilderBefore(c->g.entry, LLVMBuildBr(c->g.entry, c->g.start));
    LLVMPositionBuilderAtEnd(c->g.b, c->g.start);
    map_params(c);
}

void custom_end(struct custom *c)
{
    LLVMDisposeBuilder(c->g.b);
    LLVMDisposeBuilder(c->g.entry);
}

LLVMValueRef custom_shadow(struct custom *c, unsigned k, unsigned direction)
{
    LLVMValueRef s = c->shadow[k * c->g.width + direction];
    return s ? LLVMBuildBitCast(c->g.b, s, LLVMTypeOf(c->value[k]), "") : c->value[k];
}

LLVMValueRef custom_tangent(struct custom *c, unsigned k, unsigned direction)
{
    LLVMValueRef t = c->shadow[k * c->g.width + direction];
    return t ? t : LLVMConstNull(LLVMTypeOf(c->value[k]));
}

LLVMValueRef custom_read(struct custom *c, LLVMValueRef image, uint64_t offset, LLVMTypeRef t)
{
    LLVMValueRef v =
        LLVMBuildLoad2(c->g.b, t, gen_offset(&c->g, image, gen_const_i64(&c->g, offset)), "");
    LLVMSetAlignment(v, 1);
    return v;
}

/* ---- calls ----------------------------------------------------------------------------------- */

struct rule_call rule_call_begin(struct custom *c, LLVMValueRef fn)
{
    struct rule_call call = {
        .c = c, .fn = fn, .args = ARENA_ARRAY(c->g.arena, LLVMValueRef, RULE_ARGS_MAX)};
    LLVMTypeRef memory = memory_result(fn);
    if (memory) {
        call.sret = gen_stack_slot(&c->g, memory, false);
        call.args[0] = call.sret;
        call.first = call.count = 1;
    }
    call.misfit =
        LLVMCountParams(fn) > RULE_ARGS_MAX || LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
    return call;
}

LLVMTypeRef rule_call_next(const struct rule_call *call)
{
    return !call->misfit && call->count < LLVMCountParams(call->fn)
               ? LLVMTypeOf(LLVMGetParam(call->fn, call->count))
               : NULL;
}

unsigned rule_call_left(const struct rule_call *call)
{
    unsigned n = LLVMCountParams(call->fn);
    return !call->misfit && call->count < n ? n - call->count : 0;
}

bool rule_call_next_in_memory(const struct rule_call *call)
{
    return rule_call_next(call) &&
           LLVMGetEnumAttributeAtIndex(call->fn, call->count + 1,
                                       LLVMGetEnumAttributeKindForName("byval", 5));
}

static bool is_listed(uint64_t numbers, unsigned n)
{
    return n < 64 && numbers >> n & 1;
}

/* Parameter k of fn as a parameter of the source. */
static unsigned source_number(const struct rule_call *call, unsigned k)
{
    unsigned pieces = 0;
    for (unsigned i = call->first; i <= k; i++)
        pieces += continues(call->fn, i);
    return k - call->first - pieces;
}

/* The numbers in the registration are those of parameters in the source, unless one of these is no
 * pointer or is not there: structs in several registers may also be counted as these. */
static bool counts_pieces(const struct rule_call *call)
{
    uint64_t numbers = call->c->rule->byref;
    for (unsigned k = call->first; k < LLVMCountParams(call->fn); k++) {
        unsigned n = source_number(call, k);
        bool pointer =
            LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(call->fn, k))) == LLVMPointerTypeKind;
        if (pointer && is_listed(numbers, n))
            numbers &= ~(UINT64_C(1) << n);
    }
    return numbers != 0;
}

/* Whether the registration says that the next parameter is a pointer to the value. */
static bool takes_reference(const struct rule_call *call)
{
    const struct custom *c = call->c;
    LLVMTypeRef next = rule_call_next(call);
    if (!next || LLVMGetTypeKind(next) != LLVMPointerTypeKind || !c->rule->byref ||
        (c->g.kind != GEN_AUGMENTED && c->g.kind != GEN_REVERSE))
        return false;
    return is_listed(c->rule->byref, counts_pieces(call) ? call->count - call->first
                                                         : source_number(call, call->count));
}

static void fill_next(struct rule_call *call, LLVMTypeRef t, LLVMValueRef v)
{
    LLVMTypeRef next = rule_call_next(call);
    call->misfit |= !next || next != t;
    if (!call->misfit)
        call->args[call->count] = v;
    call->count++;
}

void rule_call_push(struct rule_call *call, LLVMTypeRef t, LLVMValueRef v)
{
    if (takes_reference(call)) {
        LLVMValueRef slot = gen_stack_slot(&call->c->g, t, false);
        LLVMBuildStore(call->c->g.b, v, slot);
        v = slot, t = rule_call_next(call);
    }
    fill_next(call, t, v);
}

/* The struct that C passes as these pieces, in memory. */
static LLVMValueRef store_pieces(struct custom *c, const LLVMValueRef *pieces, unsigned n)
{
    unsigned unit = target_passed_unit(c->g.module);
    LLVMValueRef slot = gen_stack_slot(
        &c->g, n > 1 ? LLVMArrayType2(gen_i64(&c->g), n) : LLVMTypeOf(*pieces), false);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef at = gen_offset(&c->g, slot, gen_const_i64(&c->g, (uint64_t)i * unit));
        LLVMBuildStore(c->g.b, pieces[i], at);
    }
    return slot;
}

static LLVMValueRef copy_of(struct custom *c, LLVMValueRef address, LLVMTypeRef t)
{
    LLVMValueRef slot = gen_stack_slot(&c->g, t, false);
    LLVMBuildMemCpy(c->g.b, slot, LLVMABIAlignmentOfType(c->layout, t), address, 1,
                    gen_const_i64(&c->g, custom_size(c, t)));
    return slot;
}

static LLVMTypeRef memory_param(LLVMValueRef fn, unsigned k)
{
    LLVMAttributeRef byval =
        LLVMGetEnumAttributeAtIndex(fn, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

void rule_call_push_source(struct rule_call *call, unsigned k, const LLVMValueRef *pieces,
                           bool copy)
{
    struct custom *c = call->c;
    unsigned n = c->end[k] - k;
    LLVMTypeRef memory = memory_param(c->d->key.fn, k), next = rule_call_next(call);
    if (takes_reference(call)) {
        fill_next(call, next,
                  !memory ? store_pieces(c, pieces, n)
                  : copy  ? copy_of(c, *pieces, memory)
                          : *pieces);
        return;
    }
    for (unsigned i = 0; i < n; i++)
        fill_next(call, LLVMTypeOf(c->value[k + i]), pieces[i]);
}

bool rule_call_fits(const struct rule_call *call)
{
    return !call->misfit && call->count == LLVMCountParams(call->fn);
}

void custom_copy_abi(LLVMValueRef fn, LLVMValueRef call)
{
    static const char *const names[] = {"byval", "inreg", "signext", "sret", "zeroext"};
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    for (unsigned k = 0, n = LLVMCountParams(fn); k <= n; k++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
                fn, k, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
            if (a)
                LLVMAddCallSiteAttribute(call, k, a);
        }
}

void custom_copy_memory_param(LLVMValueRef from, LLVMValueRef to, unsigned k)
{
    static const char *const names[] = {"byval", "sret"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
            from, k + 1, LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
        if (a)
            LLVMAddAttributeAtIndex(to, k + 1, a);
    }
}

LLVMValueRef rule_call_emit(struct rule_call *call)
{
    struct gen *g = &call->c->g;
    LLVMValueRef result = gen_call(g, call->fn, call->args, call->count);
    custom_copy_abi(call->fn, result);
    if (call->sret)
        return call->sret;
    LLVMTypeRef t = LLVMTypeOf(result);
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind)
        return LLVMConstNull(gen_ptr_type(g));
    LLVMValueRef slot = gen_stack_slot(g, t, false);
    LLVMBuildStore(g->b, result, slot);
    return slot;
}

/* ---- texts ----------------------------------------------------------------------------------- */

const char *custom_name(struct custom *c, LLVMValueRef fn)
{
    return diag_name(c->g.diags, fn);
}

static const char *type_text(struct custom *c, LLVMTypeRef t)
{
    return t ? ctype_text(c->g.arena, t) : "void";
}

static const char *append(struct custom *c, const char *list, const char *item)
{
    return *list ? arena_printf(c->g.arena, "%s, %s", list, item) : item;
}

/* A struct by value in memory is a pointer in IR. */
static const char *param_text(struct custom *c, LLVMValueRef fn, unsigned k)
{
    LLVMTypeRef memory = memory_param(fn, k);
    return type_text(c, memory ? memory : LLVMTypeOf(LLVMGetParam(fn, k)));
}

static const char *found_text(struct custom *c, LLVMValueRef fn)
{
    const char *list = "";
    for (unsigned k = memory_result(fn) ? 1 : 0; k < LLVMCountParams(fn); k++)
        list = append(c, list, param_text(c, fn, k));
    return arena_printf(c->g.arena, "%s (%s)", type_text(c, custom_result_type(fn)),
                        *list ? list : "void");
}

bool custom_bad_type(struct custom *c, LLVMValueRef fn, const char *mode, const char *expected)
{
    if (c->rule->record) {
        const char *file = NULL;
        unsigned line, column;
        bool known = ezb_debug_loc(fn, &file, &line, &column);
        const char *place = known ? arena_printf(c->g.arena, "%s:%u: ", file, line) : "";
        c->misfit =
            arena_printf(c->g.arena,
                         "%sbad function type: %s of a record of derivatives (%s mode) is %s, "
                         "expected %s",
                         place, custom_name(c, fn), mode, found_text(c, fn), expected);
        return false;
    }
    return diag(c->g.diags, DIAG_RULE_TYPE, fn, mode, custom_name(c, fn),
                custom_name(c, c->rule->primal), found_text(c, fn), expected);
}

/* Every parameter, with a shadow where there is one; in forward mode everywhere. Pieces of a struct
 * stay together. */
static const char *params_text(struct custom *c, bool all_shadows)
{
    const char *list = "";
    for (unsigned k = c->first; k < c->passed; k = c->end[k])
        for (unsigned twice = 0;
             twice < ((all_shadows || c->shadowed[k]) && !c->alone[k] ? 2u : 1u); twice++)
            for (unsigned i = k; i < c->end[k]; i++)
                list = append(c, list, type_text(c, LLVMTypeOf(c->value[i])));
    return list;
}

const char *custom_augmented_text(struct custom *c)
{
    const char *r = c->result ? arena_printf(c->g.arena, "struct { TAPE; %s; %s; }",
                                             type_text(c, c->result), type_text(c, c->result))
                              : "TAPE";
    return arena_printf(c->g.arena, "%s (%s)", r, params_text(c, false));
}

const char *custom_reverse_text(struct custom *c, LLVMTypeRef tape)
{
    const char *gradients = "", *one = "void", *params = params_text(c, false);
    unsigned n = 0;
    for (unsigned k = c->first; k < c->passed; k++)
        if (!c->shadowed[k]) {
            n++;
            one = type_text(c, LLVMTypeOf(c->value[k]));
            gradients = arena_printf(c->g.arena, "%s %s;", gradients, one);
        }
    bool fp = false, ptr = false;
    if (c->result && (activity_type_has(c->result, &fp, &ptr), fp))
        params = append(c, params, type_text(c, c->result));
    if (tape)
        params = append(c, params, type_text(c, tape));
    return arena_printf(c->g.arena, "%s (%s)",
                        n > 1 ? arena_printf(c->g.arena, "struct {%s }", gradients) : one, params);
}

const char *custom_forward_text(struct custom *c, LLVMTypeRef tape)
{
    const char *r = c->result ? arena_printf(c->g.arena, "struct { %s; %s; }",
                                             type_text(c, c->result), type_text(c, c->result))
                              : "void";
    const char *params = params_text(c, true);
    return arena_printf(c->g.arena, "%s (%s)", r,
                        tape ? append(c, params, type_text(c, tape)) : params);
}
