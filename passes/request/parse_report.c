/* What is said of operands that do not fit the primal's arguments. */
#include "request/parse.h"

/* Of a number in forward mode. */
static const char *shadow_word(const struct parse *p, const struct argument *a)
{
    bool pointer = type_has_pointer(p->types[a->first]);
    return mode_is_forward(p->q->mode) && !pointer ? "tangent" : "shadow";
}

enum reading parse_read_as(struct parse *p, const struct argument *a, bool shadow,
                           LLVMValueRef *pieces)
{
    struct arena *arena = p->r->arena;
    if (p->next >= p->token_count)
        return parse_pieces(p, a, pieces);
    const char *what = shadow ? arena_printf(arena, "the %s of ", shadow_word(p, a)) : "";
    struct diag_frame frame = {.at = p->call,
                               .text = arena_printf(arena,
                                                    "operand %u is taken for %sparameter %u of %s",
                                                    p->tokens[p->next].operand, what, a->first,
                                                    diag_name(p->r->diags, p->q->fn))};
    diag_push(p->r->diags, &frame);
    enum reading reading = parse_pieces(p, a, pieces);
    diag_pop(p->r->diags);
    return reading;
}

bool parse_no_meaning(struct parse *p, enum marker m)
{
    LLVMValueRef entry = LLVMGetCalledValue(p->call);
    while (LLVMIsAGlobalAlias(entry))
        entry = LLVMAliasGetAliasee(entry);
    return diag(p->r->diags, DIAG_UNSUPPORTED_MARKER, p->call, marker_row(m)->word,
                diag_name(p->r->diags, entry));
}

bool parse_too_few(struct parse *p, unsigned found)
{
    return diag(p->r->diags, DIAG_TOO_FEW_ARGS, p->call, p->argument_count, found,
                mode_is_forward(p->q->mode) ? "pass every argument of the function, each followed "
                                              "by its tangent or with enzyme_const in front of it"
                : p->q->mode == MODE_BATCH  ? "pass a value for every lane of each argument, or "
                                              "one with enzyme_scalar or enzyme_buffer"
                                            : "pass every argument of the function");
}

bool parse_incomplete(struct parse *p, const struct argument *a)
{
    return diag(p->r->diags, DIAG_INCOMPLETE_ARG, p->call, p->argument_count,
                (unsigned)(a - p->arguments), a->first, diag_name(p->r->diags, p->q->fn));
}

bool parse_missing_shadow(struct parse *p, const struct argument *a)
{
    bool more = p->next < p->token_count;
    unsigned index = more ? p->tokens[p->next].operand : LLVMGetNumArgOperands(p->call);
    const char *fn = diag_name(p->r->diags, p->q->fn), *word = shadow_word(p, a);
    if (more)
        return diag(p->r->diags, DIAG_MARKER_FOR_SHADOW, p->call, index, a->first, fn, word);
    if (a->pieces > 1)
        return diag(p->r->diags, DIAG_MISSING_WHOLE, p->call, index, a->first, fn, word);
    return diag(p->r->diags, DIAG_MISSING_SHADOW, p->call, index, a->first, fn, word);
}

bool parse_left_over(struct parse *p)
{
    struct token t = p->tokens[p->next];
    if (t.marker != MARKER_NONE && p->next + 1 == p->token_count)
        return diag(p->r->diags, DIAG_MARKER_OPERAND, p->call, marker_row(t.marker)->word);
    return diag(p->r->diags, DIAG_TOO_MANY_ARGS, p->call, t.operand);
}
