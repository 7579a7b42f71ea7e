/* What only split mode has among the operands of a derivative call: the tape, its options, and
 * seeds.
 *
 * In the second half the first operand that belongs to no argument is the seed, if the result is
 * active, the next one the tape. */
#include "base/target.h"
#include "request/ctype.h"
#include "request/leaves.h"
#include "request/parse.h"

bool parse_tape_option(struct parse *p, enum marker m, unsigned operand)
{
    struct request *q = p->q;
    if (!mode_is_split(q->mode))
        return parse_no_meaning(p, m);
    switch (m) {
    case MARKER_ALLOCATED:
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(p->call, operand))) != LLVMIntegerTypeKind)
            return diag(p->r->diags, DIAG_ARG_TYPE, p->call, operand,
                        ctype_text(p->r->arena, LLVMTypeOf(LLVMGetOperand(p->call, operand))),
                        "the number of bytes of the tape");
        q->tape.typed = true;
        q->tape.size_operand = (int)operand;
        return true;
    case MARKER_TAPE:
        q->tape.at = convert_operand(p->r, p->call, operand, target_pointer(p->r->module));
        return q->tape.at != NULL;
    default: /* nofree */ q->tape.keep = true; return true;
    }
}

/* One activity marker per parameter, and what qualifies it. */
static bool read_activity(struct parse *p, struct argument *a)
{
    while (!a->marked && p->next < p->token_count) {
        struct token t = p->tokens[p->next];
        if (t.marker == MARKER_NONE || t.marker == MARKER_INTERLEAVE)
            break;
        p->next++;
        a->not_overwritten |= t.marker == MARKER_NOT_OVERWRITTEN;
        if (marker_row(t.marker)->role == ROLE_ACTIVITY &&
            !parse_activity_marker(p, a, t.marker, t.operand))
            return false;
    }
    if (!a->marked)
        return parse_too_few(p, (unsigned)(a - p->arguments));
    return parse_check_activity(p, a);
}

bool parse_activities(struct parse *p)
{
    for (unsigned i = 0; i < p->argument_count; i++) {
        struct argument *a = &p->arguments[i];
        if (!read_activity(p, a))
            return false;
        for (unsigned k = a->first; k < a->first + a->pieces; k++) {
            p->q->params[k].activity = parse_piece_activity(p, a, p->types[k]);
            p->q->params[k].not_overwritten = a->not_overwritten;
        }
    }
    return true;
}

/* What a record stands for at every call: numbers are out, small integers constant, all else
 * duplicated. */
void parse_record_activities(struct parse *p)
{
    for (unsigned k = 0; k < p->q->param_count; k++)
        p->q->params[k].activity = default_param_activity(p->types[k], MODE_REVERSE);
}

static bool has_value(const struct parse *p)
{
    return p->next < p->token_count && p->tokens[p->next].marker == MARKER_NONE;
}

/* C promotes what is passed beyond the named parameters. */
static LLVMValueRef demoted(struct parse *p, unsigned operand, LLVMValueRef v, LLVMTypeRef want)
{
    LLVMTypeRef called = LLVMGetCalledFunctionType(p->call), have = LLVMTypeOf(v);
    bool variadic = LLVMIsFunctionVarArg(called) && operand >= LLVMCountParamTypes(called);
    bool fp = LLVMGetTypeKind(have) == LLVMDoubleTypeKind && type_has_fp(want) &&
              LLVMGetTypeKind(want) != LLVMDoubleTypeKind;
    bool integer = LLVMGetTypeKind(have) == LLVMIntegerTypeKind &&
                   LLVMGetTypeKind(want) == LLVMIntegerTypeKind;
    if (have == want || !variadic)
        return v;
    if (fp && LLVMABISizeOfType(p->r->layout, want) < LLVMABISizeOfType(p->r->layout, have))
        return LLVMBuildFPTrunc(p->r->builder, v, want, "");
    if (integer && LLVMGetIntTypeWidth(have) == 32 && LLVMGetIntTypeWidth(want) < 32)
        return LLVMBuildTrunc(p->r->builder, v, want, "");
    return v;
}

static bool bad_seed(struct parse *p, const char *found, LLVMTypeRef want)
{
    return diag(p->r->diags, DIAG_BAD_SEED, p->call, found, ctype_text(p->r->arena, want));
}

/* The scalars of the next operands, until there are as many as the seeds have. */
static bool gather_seeds(struct parse *p, LLVMTypeRef want, struct leaf_values *out)
{
    struct leaf_list need = {0};
    leaves_of_type(p->r->arena, p->r->layout, want, 0, &need);
    while (out->count < need.count) {
        if (!has_value(p))
            return bad_seed(p, out->count ? "shorter" : "missing", want);
        unsigned operand = p->tokens[p->next++].operand;
        LLVMValueRef v = LLVMGetOperand(p->call, operand);
        LLVMPositionBuilderBefore(p->r->builder, p->call);
        if (!out->count && operand_in_memory(p->call, operand))
            v = LLVMBuildLoad2(p->r->builder, want, v, "");
        unsigned first = out->count;
        leaves_of_value(p->r->arena, p->r->builder, v, out);
        if (out->count == first + 1)
            out->items[first] = demoted(p, operand, out->items[first], need.items[first].type);
        for (unsigned i = first; i < out->count; i++)
            if (i >= need.count || LLVMTypeOf(out->items[i]) != need.items[i].type)
                return bad_seed(p, ctype_text(p->r->arena, LLVMTypeOf(v)), want);
    }
    return true;
}

static bool read_seeds(struct parse *p)
{
    struct request *q = p->q;
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(q->fn));
    struct leaf_values values = {0};
    if (!gather_seeds(p, q->width == 1 ? type : LLVMArrayType2(type, q->width), &values))
        return false;
    q->seeds = ARENA_ARRAY(p->r->arena, LLVMValueRef, q->width);
    for (unsigned v = 0, next = 0; v < q->width; v++)
        q->seeds[v] = leaves_build(p->r->builder, type, values.items, &next);
    return true;
}

/* A typed tape passed by value: one object in memory, or the words that the calling convention made
 * of it. */
static bool read_typed_tape(struct parse *p)
{
    LLVMTypeRef word = LLVMIntTypeInContext(p->r->context, 8 * target_passed_unit(p->r->module));
    unsigned first = p->tokens[p->next].operand, count = p->token_count - p->next;
    if (operand_in_memory(p->call, first)) {
        p->next++;
        p->q->tape.at = LLVMGetOperand(p->call, first);
        return true;
    }
    LLVMValueRef words = entry_alloca(p->r, p->call, LLVMArrayType2(word, count), "tape");
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    for (unsigned i = 0; i < count && has_value(p); i++) {
        LLVMValueRef index = LLVMConstInt(word, i, 0);
        LLVMValueRef to = LLVMBuildGEP2(p->r->builder, word, words, &index, 1, "");
        LLVMBuildStore(p->r->builder, LLVMGetOperand(p->call, p->tokens[p->next++].operand), to);
    }
    p->q->tape.at = words;
    return true;
}

static bool read_tape(struct parse *p)
{
    struct request *q = p->q;
    if (q->tape.at)
        return true;
    if (!has_value(p))
        return diag(p->r->diags, DIAG_MISSING_TAPE, p->call);
    if (q->tape.typed)
        return read_typed_tape(p);
    q->tape.opaque =
        convert_operand(p->r, p->call, p->tokens[p->next++].operand, target_pointer(p->r->module));
    return q->tape.opaque != NULL;
}

/* The call returns a tape at most. */
static bool drops_result(const struct parse *p)
{
    const struct request *q = p->q;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(p->call));
    bool tape_only = kind == LLVMPointerTypeKind && !q->tape.typed && !q->tape.at;
    return q->no_return || (!q->sret_buffer && (kind == LLVMVoidTypeKind || tape_only));
}

bool parse_tape(struct parse *p)
{
    p->q->drops_result = p->q->mode == MODE_AUGMENTED && drops_result(p);
    enum deriv_mode mode = p->q->mode;
    if (mode == MODE_SPLIT_REVERSE && p->q->ret == ACT_OUT && !read_seeds(p))
        return false;
    return (mode != MODE_SPLIT_REVERSE && mode != MODE_SPLIT_FORWARD) || read_tape(p);
}
