/* Reads the operands of one derivative call: markers, options, primal values and shadows, in the
 * user's order.
 *
 * First the operands become tokens and options that may stand anywhere are taken out, because the
 * width decides how many shadows each argument has. Then the tokens are matched with the source
 * arguments of the primal. A source argument that the calling convention split into several IR
 * parameters ("pieces") is one argument: its markers cover all pieces, and all pieces of the primal
 * come before those of the shadow of direction 0, of direction 1, and so on. */
#include "request/parse.h"
#include "base/target.h"
#include "request/ctype.h"
#include <string.h>

static bool parse_width(struct parse *p, unsigned operand)
{
    LLVMValueRef v = LLVMGetOperand(p->call, operand);
    unsigned long long width = LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
    if (p->options.width_given || !width || width > REQUEST_MAX_WIDTH)
        return diag(p->r->diags, DIAG_BAD_WIDTH, p->call);
    p->options.width_given = true;
    p->options.width = (unsigned)width;
    return true;
}

static bool parse_option(struct parse *p, enum marker m, unsigned operand)
{
    switch (m) {
    case MARKER_WIDTH: return parse_width(p, operand);
    case MARKER_PRIMAL_RETURN: p->options.primal_return = true; return true;
    case MARKER_RUNTIME_ACTIVITY: p->options.runtime_activity = true; return true;
    case MARKER_ACTIVE_RETURN:
    case MARKER_CONST_RETURN:
    case MARKER_DUP_RETURN: p->options.ret = m; return true;
    case MARKER_NORET:
        p->q->no_return = true; /* outside split mode there is none without primal_return */
        return true;
    default: return parse_tape_option(p, m, operand);
    }
}

static bool has_meaning(const struct parse *p, enum marker m)
{
    enum marker_role role = marker_row(m)->role;
    if (p->q->mode == MODE_BATCH)
        return m == MARKER_WIDTH || m == MARKER_BYREF || role == ROLE_LANES;
    return role != ROLE_LANES && role != ROLE_RUN;
}

/* Takes options out and leaves the rest as tokens. */
static bool tokenize(struct parse *p, unsigned begin)
{
    unsigned end = LLVMGetNumArgOperands(p->call);
    p->tokens = ARENA_ARRAY(p->r->arena, struct token, end);
    bool known = true;
    for (unsigned i = begin; i < end; i++) {
        const char *word = "";
        enum marker m = marker_of(p->r, LLVMGetOperand(p->call, i), &word);
        if (m == MARKER_UNKNOWN) {
            known = diag(p->r->diags, DIAG_UNKNOWN_MARKER, p->call, word, marker_nearest(word));
            continue;
        }
        struct token t = {m, i};
        if (m != MARKER_NONE) {
            const struct marker_row *row = marker_row(m);
            if (!has_meaning(p, m))
                return parse_no_meaning(p, m);
            if (row->operands && ++i >= end)
                return diag(p->r->diags, DIAG_MARKER_OPERAND, p->call, row->word);
            t.operand = i;
            p->options.interleave |= m == MARKER_INTERLEAVE;
            if (row->role == ROLE_OPTION) {
                if (!parse_option(p, m, i))
                    return false;
                continue;
            }
        }
        p->tokens[p->token_count++] = t;
    }
    return known;
}

static bool next_is_value(const struct parse *p)
{
    return p->next < p->token_count && p->tokens[p->next].marker == MARKER_NONE;
}

/* The next operand as a value of the type of parameter `param`; NULL after a diagnostic. */
static LLVMValueRef read_value(struct parse *p, unsigned param)
{
    return convert_operand(p->r, p->call, p->tokens[p->next++].operand, p->types[param]);
}

bool parse_in_memory(const struct parse *p, unsigned param)
{
    return LLVMGetEnumAttributeAtIndex(p->q->fn, param + 1,
                                       LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
}

/* The struct behind a parameter that C passes by value in memory, or NULL. */
static LLVMTypeRef memory_type(const struct parse *p, unsigned param)
{
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex(
        p->q->fn, param + 1, LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
    return byval ? LLVMGetTypeAttributeValue(byval) : NULL;
}

/* One source argument that the primal takes in registers, out of memory. */
static void load_pieces(struct parse *p, const struct argument *a, LLVMValueRef address,
                        LLVMValueRef *pieces)
{
    unsigned unit = target_passed_unit(p->r->module);
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    for (unsigned i = 0; i < a->pieces; i++) {
        LLVMValueRef at = target_offset(p->r->builder, address, i * unit);
        pieces[i] = LLVMBuildLoad2(p->r->builder, p->types[a->first + i], at, "");
        LLVMSetAlignment(pieces[i], 1);
    }
}

/* enzyme_byref: the next operand is the address of the argument. */
static enum reading read_by_reference(struct parse *p, const struct argument *a,
                                      LLVMValueRef *pieces)
{
    LLVMTypeRef pointer = target_pointer(p->r->module);
    if (!next_is_value(p))
        return READ_MISSING;
    LLVMValueRef address = convert_operand(p->r, p->call, p->tokens[p->next++].operand, pointer);
    if (!address)
        return READ_FAILED;
    if (parse_in_memory(p, a->first))
        pieces[0] = address;
    else
        load_pieces(p, a, address, pieces);
    return READ_DONE;
}

/* The derivative call has registers left for what the primal takes in memory, because a struct
 * before this one found none for its integers. */
static bool is_memory_in_registers(const struct parse *p, const struct argument *a)
{
    if (!next_is_value(p) || a->byref || !parse_in_memory(p, a->first) ||
        LLVMABISizeOfType(p->r->layout, memory_type(p, a->first)) >
            target_passed_most(p->r->module))
        return false;
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(p->call, p->tokens[p->next].operand));
    return LLVMGetTypeKind(type) != LLVMPointerTypeKind;
}

static enum reading store_pieces(struct parse *p, const struct argument *a, LLVMValueRef *address)
{
    unsigned unit = target_passed_unit(p->r->module);
    LLVMTypeRef type = memory_type(p, a->first);
    LLVMValueRef slot = entry_alloca(p->r, p->call, type, "pieces");
    LLVMSetAlignment(slot, unit);
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    *address = target_generic(p->r->module, p->r->builder, slot);
    for (uint64_t at = 0, size = LLVMABISizeOfType(p->r->layout, type); at < size; at += unit) {
        if (!next_is_value(p))
            return READ_MISSING;
        LLVMValueRef v = LLVMGetOperand(p->call, p->tokens[p->next++].operand);
        if (at + LLVMStoreSizeOfType(p->r->layout, LLVMTypeOf(v)) > size) {
            convert_operand(p->r, p->call, p->tokens[p->next - 1].operand,
                            type); /* says what is wrong */
            return READ_FAILED;
        }
        LLVMBuildStore(p->r->builder, v, target_offset(p->r->builder, *address, (int64_t)at));
    }
    return READ_DONE;
}

/* The pieces of one copy (the primal, or the shadow of a direction) of a source argument. */
enum reading parse_pieces(struct parse *p, const struct argument *a, LLVMValueRef *pieces)
{
    if (a->byref)
        return read_by_reference(p, a, pieces);
    if (next_is_value(p) && operand_in_memory(p->call, p->tokens[p->next].operand) &&
        !parse_in_memory(p, a->first)) {
        /* With its more arguments, the derivative call has no registers left. */
        load_pieces(p, a, LLVMGetOperand(p->call, p->tokens[p->next++].operand), pieces);
        return READ_DONE;
    }
    if (is_memory_in_registers(p, a))
        return store_pieces(p, a, pieces);
    for (unsigned i = 0; i < a->pieces; i++) {
        if (!next_is_value(p))
            return READ_MISSING;
        pieces[i] = read_value(p, a->first + i);
        if (!pieces[i])
            return READ_FAILED;
    }
    return READ_DONE;
}

bool parse_activity_marker(struct parse *p, struct argument *a, enum marker m, unsigned operand)
{
    static const struct {
        enum marker marker;
        enum activity activity;
        bool strided;
    } table[] = {{MARKER_CONST, ACT_CONST, false}, {MARKER_OUT, ACT_OUT, false},
                 {MARKER_DUP, ACT_DUP, false},     {MARKER_DUPNONEED, ACT_DUPNONEED, false},
                 {MARKER_DUPV, ACT_DUP, true},     {MARKER_DUPNONEEDV, ACT_DUPNONEED, true}};
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].marker == m && a->marked) {
            return diag(p->r->diags, DIAG_MARKER_TWICE, p->call, marker_row(m)->word, a->first);
        } else if (table[i].marker == m) {
            a->activity = table[i].activity;
            a->strided = table[i].strided;
        }
    a->marked = true;
    a->stride_operand = operand;
    LLVMTypeRef type = p->types[a->first];
    bool pointer = a->pieces == 1 && LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    LLVMTypeRef stride = LLVMTypeOf(LLVMGetOperand(p->call, operand));
    if (a->strided && (!pointer || LLVMGetTypeKind(stride) != LLVMIntegerTypeKind))
        return diag(p->r->diags, DIAG_BAD_STRIDE, p->call, a->first);
    return true;
}

/* The sizes that the source argument may have: its last register need not be full, and what fills
 * it up may be part of the struct. */
struct sizes {
    uint64_t least, most;
};

static struct sizes sizes_of(const struct parse *p, const struct argument *a)
{
    LLVMTypeRef memory = memory_type(p, a->first),
                last = memory ? memory : p->types[a->first + a->pieces - 1];
    uint64_t before = (uint64_t)(a->pieces - 1) * target_passed_unit(p->r->module),
             whole = before + LLVMABISizeOfType(p->r->layout, last),
             full = before + target_passed_unit(p->r->module);
    if (a->pieces > 1)
        return (struct sizes){before + LLVMStoreSizeOfType(p->r->layout, last),
                              full > whole ? full : whole};
    bool bytes = LLVMGetTypeKind(last) == LLVMIntegerTypeKind; /* of a struct: i24, i40 */
    return (struct sizes){bytes ? LLVMStoreSizeOfType(p->r->layout, last) : whole, whole};
}

bool parse_byref(struct parse *p, struct argument *a, unsigned operand)
{
    LLVMValueRef given = LLVMGetOperand(p->call, operand);
    struct sizes sizes = sizes_of(p, a);
    uint64_t size = LLVMIsAConstantInt(given) ? LLVMConstIntGetZExtValue(given) : 0;
    if (size < sizes.least || size > sizes.most)
        return diag(p->r->diags, DIAG_BYREF_SIZE, p->call, a->first,
                    (unsigned long long)sizes.most);
    a->byref = true;
    return true;
}

static bool read_markers(struct parse *p, struct argument *a)
{
    for (; p->next < p->token_count; p->next++) {
        struct token t = p->tokens[p->next];
        if (t.marker == MARKER_NONE || t.marker == MARKER_INTERLEAVE)
            return true;
        if (t.marker == MARKER_BYREF && !parse_byref(p, a, t.operand))
            return false;
        a->not_overwritten |= t.marker == MARKER_NOT_OVERWRITTEN;
        if (marker_row(t.marker)->role == ROLE_ACTIVITY &&
            !parse_activity_marker(p, a, t.marker, t.operand))
            return false;
    }
    return true;
}

static bool argument_has(const struct parse *p, const struct argument *a, bool (*test)(LLVMTypeRef))
{
    for (unsigned i = 0; i < a->pieces; i++)
        if (test(p->types[a->first + i]))
            return true;
    return false;
}

/* enzyme_out of a struct in memory, in combined reverse mode: the type of its gradient. */
static LLVMTypeRef returned_from_memory(const struct parse *p, const struct argument *a)
{
    LLVMTypeRef type =
        a->activity == ACT_OUT && p->q->mode == MODE_REVERSE ? memory_type(p, a->first) : NULL;
    return type && type_has_fp(type) && !type_has_pointer(type) ? type : NULL;
}

static bool has_note(LLVMValueRef fn, unsigned index, const char *note)
{
    return LLVMGetStringAttributeAtIndex(fn, index, note, (unsigned)strlen(note)) != NULL;
}

bool parse_result_is_mixed(const struct parse *p)
{
    return has_note(p->q->fn, LLVMAttributeReturnIndex, NOTE_MIXED);
}

/* A register of the argument holds a floating-point value and an integer. */
static bool is_mixed(const struct parse *p, const struct argument *a)
{
    for (unsigned i = 0; i < a->pieces; i++)
        if (has_note(p->q->fn, a->first + i + 1, NOTE_MIXED))
            return true;
    return false;
}

enum activity parse_default_activity(const struct parse *p, const struct argument *a)
{
    if (is_mixed(p, a))
        return mode_is_forward(p->q->mode) ? ACT_DUP : ACT_OUT;
    enum activity result = ACT_CONST;
    for (unsigned i = 0; i < a->pieces; i++) {
        enum activity piece = default_param_activity(p->types[a->first + i], p->q->mode);
        if (piece == ACT_DUP || (piece == ACT_OUT && result == ACT_CONST))
            result = piece;
    }
    return result;
}

/* One integer in which an address has room. */
static bool may_be_address(const struct parse *p, const struct argument *a)
{
    LLVMTypeRef type = p->types[a->first];
    return a->pieces == 1 && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) >= LLVMGetIntTypeWidth(target_size(p->r->module));
}

bool parse_check_activity(struct parse *p, const struct argument *a)
{
    struct diag_sink *s = p->r->diags;
    bool duplicated = a->activity == ACT_DUP || a->activity == ACT_DUPNONEED;
    bool fp = argument_has(p, a, type_has_fp), pointer = argument_has(p, a, type_has_pointer);
    if (a->activity != ACT_CONST && is_mixed(p, a))
        return diag(s, DIAG_UNSUPPORTED_ARG, p->call,
                    "an active struct with a floating-point value and an integer in one "
                    "register");
    if (a->activity == ACT_OUT) {
        if (mode_is_forward(p->q->mode))
            return diag(s, DIAG_OUT_FORWARD, p->call, a->first);
        if ((!fp || pointer) && !returned_from_memory(p, a))
            return diag(s, DIAG_OUT_NOT_NUMBER, p->call, a->first,
                        ctype_text(p->r->arena, p->types[a->first]));
    }
    if (duplicated && may_be_address(p, a))
        return diag(s, DIAG_DUP_INTEGER, p->call, a->first, diag_name(s, p->q->fn));
    if (duplicated && !mode_is_forward(p->q->mode) && fp) {
        if (!pointer)
            return diag(s, DIAG_DUP_BY_VALUE, p->call, a->first);
        diag(s, DIAG_DUP_MEMBER, p->call, a->first);
    }
    return true;
}

enum activity parse_piece_activity(const struct parse *p, const struct argument *a,
                                   LLVMTypeRef type)
{
    bool number = type_has_fp(type), pointer = type_has_pointer(type);
    if (a->activity == ACT_CONST || (a->pieces == 1 && a->activity == ACT_OUT))
        return a->activity;
    if (a->pieces == 1)
        return number || pointer ? a->activity : ACT_CONST; /* an integer has no shadow */
    if (a->activity == ACT_OUT || mode_is_forward(p->q->mode))
        return number || pointer ? a->activity : ACT_CONST;
    return pointer ? a->activity : ACT_CONST;
}

/* The callee may write to an argument passed in memory: it gets a copy, as any callee would. */
static LLVMValueRef copy_byval(struct parse *p, LLVMValueRef address, unsigned param)
{
    LLVMTypeRef type = memory_type(p, param);
    LLVMAttributeRef align = LLVMGetEnumAttributeAtIndex(
        p->q->fn, param + 1, LLVMGetEnumAttributeKindForName("align", strlen("align")));
    LLVMValueRef copy = entry_alloca(p->r, p->call, type, "byval");
    if (align && LLVMGetEnumAttributeValue(align) > LLVMGetAlignment(copy))
        LLVMSetAlignment(copy, (unsigned)LLVMGetEnumAttributeValue(align));
    LLVMValueRef size = target_bytes(p->r->module, LLVMABISizeOfType(p->r->layout, type));
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    LLVMBuildMemCpy(p->r->builder, copy, LLVMGetAlignment(copy), address, 1, size);
    return target_generic(p->r->module, p->r->builder, copy);
}

/* Shadows for a struct whose gradient is returned: they start as zero, and the result is read from
 * them. */
static void make_returned_shadows(struct parse *p, unsigned param, LLVMTypeRef type)
{
    struct request_param *q = &p->q->params[param];
    q->activity = ACT_DUP;
    q->returned = type;
    q->shadows = ARENA_ARRAY(p->r->arena, LLVMValueRef, p->q->width);
    for (unsigned v = 0; v < p->q->width; v++) {
        LLVMValueRef slot = entry_alloca(p->r, p->call, type, "gradient");
        LLVMPositionBuilderBefore(p->r->builder, p->call);
        q->shadows[v] = target_generic(p->r->module, p->r->builder, slot);
        LLVMBuildStore(p->r->builder, LLVMConstNull(type), q->shadows[v]);
    }
}

static bool read_primal(struct parse *p, struct argument *a)
{
    LLVMValueRef *pieces = ARENA_ARRAY(p->r->arena, LLVMValueRef, a->pieces);
    unsigned first = p->next;
    enum reading reading = parse_read_as(p, a, false, pieces);
    if (reading == READ_MISSING && p->next > first)
        return parse_incomplete(p, a);
    if (reading == READ_MISSING)
        return parse_too_few(p, (unsigned)(a - p->arguments));
    for (unsigned i = 0; i < a->pieces && reading == READ_DONE; i++) {
        unsigned param = a->first + i;
        struct request_param *q = &p->q->params[param];
        q->activity = parse_piece_activity(p, a, p->types[param]);
        q->not_overwritten = a->not_overwritten;
        q->zero_gradient = a->activity == ACT_OUT && q->activity == ACT_CONST;
        q->primal = parse_in_memory(p, param) ? copy_byval(p, pieces[i], param) : pieces[i];
        if (returned_from_memory(p, a))
            make_returned_shadows(p, param, returned_from_memory(p, a));
    }
    return reading == READ_DONE;
}

/* dupv: one base, direction v at base + v * stride. */
static bool read_strided_shadow(struct parse *p, const struct argument *a)
{
    if (!next_is_value(p))
        return parse_missing_shadow(p, a);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(p->r->context), word = target_size(p->r->module);
    LLVMValueRef base;
    if (parse_pieces(p, a, &base) != READ_DONE)
        return false;
    LLVMBuilderRef b = p->r->builder;
    LLVMValueRef stride =
        LLVMBuildIntCast2(b, LLVMGetOperand(p->call, a->stride_operand), word, 1, "");
    for (unsigned v = 0; v < p->q->width; v++) {
        LLVMValueRef offset = LLVMBuildMul(b, stride, LLVMConstInt(word, v, 0), "");
        p->q->params[a->first].shadows[v] = v ? LLVMBuildGEP2(b, i8, base, &offset, 1, "") : base;
    }
    return true;
}

static void warn_if_null(struct parse *p, unsigned operand, const struct request_param *q,
                         LLVMValueRef shadow)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(shadow)) == LLVMPointerTypeKind;
    if (pointer && LLVMIsNull(shadow) && !LLVMIsNull(q->primal) && !p->options.runtime_activity)
        diag(p->r->diags, DIAG_NULL_SHADOW, p->call, operand);
}

static void warn_if_primal(struct parse *p, unsigned operand, const struct request_param *q,
                           LLVMValueRef shadow)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(shadow)) == LLVMPointerTypeKind;
    if (pointer && shadow == q->primal && !LLVMIsNull(shadow) && !p->options.runtime_activity)
        diag(p->r->diags, DIAG_SHADOW_IS_PRIMAL, p->call, operand);
}

bool parse_shadows(struct parse *p, struct argument *a)
{
    if (a->activity != ACT_DUP && a->activity != ACT_DUPNONEED)
        return true;
    for (unsigned i = 0; i < a->pieces; i++)
        p->q->params[a->first + i].shadows = ARENA_ARRAY(p->r->arena, LLVMValueRef, p->q->width);
    if (a->strided)
        return read_strided_shadow(p, a);
    LLVMValueRef *pieces = ARENA_ARRAY(p->r->arena, LLVMValueRef, a->pieces);
    for (unsigned v = 0; v < p->q->width; v++) {
        unsigned operand = p->next < p->token_count ? p->tokens[p->next].operand : 0;
        if (!mode_is_forward(p->q->mode) && is_memory_in_registers(p, a))
            return diag(p->r->diags, DIAG_DUP_BY_VALUE, p->call, a->first);
        enum reading reading = parse_read_as(p, a, true, pieces);
        if (reading != READ_DONE)
            return reading == READ_MISSING && parse_missing_shadow(p, a);
        for (unsigned i = 0; i < a->pieces; i++) {
            p->q->params[a->first + i].shadows[v] = pieces[i];
            warn_if_null(p, operand + i, &p->q->params[a->first + i], pieces[i]);
            warn_if_primal(p, operand + i, &p->q->params[a->first + i], pieces[i]);
        }
    }
    for (unsigned i = 0; i < a->pieces;
         i++) /* shadows of pieces without derivative are read over */
        if (p->q->params[a->first + i].activity == ACT_CONST)
            p->q->params[a->first + i].shadows = NULL;
    return true;
}

static bool read_arguments(struct parse *p)
{
    struct argument previous = {.activity = ACT_DUP};
    for (unsigned i = 0; i < p->argument_count; i++) {
        struct argument *a = &p->arguments[i];
        if (!read_markers(p, a))
            return false;
        if (!a->marked && p->options.interleave) {
            a->activity = previous.activity;
            a->strided = previous.strided;
            a->stride_operand = previous.stride_operand;
        } else if (!a->marked) {
            a->activity = parse_default_activity(p, a);
        }
        previous = *a;
        if (!read_primal(p, a) || !parse_check_activity(p, a) ||
            (!p->options.interleave && !parse_shadows(p, a)))
            return false;
    }
    return true;
}

static bool read_interleaved_shadows(struct parse *p)
{
    if (!p->options.interleave)
        return true;
    if (p->next < p->token_count && p->tokens[p->next].marker == MARKER_INTERLEAVE)
        p->next++;
    for (unsigned i = 0; i < p->argument_count; i++)
        if (!parse_shadows(p, &p->arguments[i]))
            return false;
    return true;
}

/* What was recorded at compile time; 0 if nothing was. */
static size_t pieces_from_notes(const struct parse *p, unsigned *pieces)
{
    size_t count = 0, unsplit = 0;
    for (unsigned param = 0; param < p->q->param_count; param++) {
        bool continues = LLVMGetStringAttributeAtIndex(p->q->fn, param + 1, NOTE_PIECE,
                                                       (unsigned)strlen(NOTE_PIECE)) != NULL;
        if ((int)param == p->q->sret_param)
            continue;
        unsplit++;
        if (continues && count)
            pieces[count - 1]++;
        else
            pieces[count++] = 1;
    }
    return count == unsplit ? 0 : count;
}

/* Source arguments from IR parameters; the sret parameter is not among them. */
static void group_parameters(struct parse *p)
{
    unsigned n = p->q->param_count, *pieces = ARENA_ARRAY(p->r->arena, unsigned, n);
    size_t groups = pieces_from_notes(p, pieces);
    groups = groups ? groups : ezb_param_pieces(p->q->fn, pieces, n);
    p->arguments = ARENA_ARRAY(p->r->arena, struct argument, n);
    for (unsigned param = 0, g = 0; param < n;) {
        if ((int)param == p->q->sret_param) {
            param++;
            continue;
        }
        unsigned count = groups ? pieces[g++] : 1;
        if (count)
            p->arguments[p->argument_count++] = (struct argument){.first = param, .pieces = count};
        param += count;
    }
}

static int sret_parameter(LLVMValueRef fn)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
    for (unsigned i = 0, n = LLVMCountParams(fn); i < n && i < 2; i++)
        if (LLVMGetEnumAttributeAtIndex(fn, i + 1, kind))
            return (int)i;
    return -1;
}

static void describe_primal(struct parse *p)
{
    struct request *q = p->q;
    LLVMTypeRef type = LLVMGlobalGetValueType(q->fn);
    q->param_count = LLVMCountParamTypes(type);
    q->params = ARENA_ARRAY(p->r->arena, struct request_param, q->param_count);
    p->types = ARENA_ARRAY(p->r->arena, LLVMTypeRef, q->param_count);
    LLVMGetParamTypes(type, p->types);
    q->sret_param = sret_parameter(q->fn);
    if (q->sret_param >= 0) {
        unsigned kind = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
        q->sret_param_type = LLVMGetTypeAttributeValue(
            LLVMGetEnumAttributeAtIndex(q->fn, (unsigned)q->sret_param + 1, kind));
    }
}

static bool read_operands(struct parse *p)
{
    switch (p->q->mode) {
    case MODE_TAPE_SIZE: return parse_activities(p);
    case MODE_BATCH: return parse_batch_arguments(p);
    default: return read_arguments(p) && read_interleaved_shadows(p);
    }
}

bool request_parse(struct reader *r, LLVMValueRef call, LLVMValueRef fn, enum deriv_mode mode,
                   struct request *out)
{
    *out = (struct request){
        .call = call, .fn = fn, .target = fn, .mode = mode, .tape.size_operand = -1};
    struct parse p = {
        .r = r,
        .q = out,
        .call = call,
        .options = {.width = 1, .ret = MARKER_NONE, .runtime_activity = r->runtime_activity}};
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn)))
        return diag(r->diags, DIAG_UNSUPPORTED, call,
                    arena_printf(r->arena, "the variadic function %s", diag_name(r->diags, fn)));
    out->sret_type = LLVMGetNumArgOperands(call) ? operand_attribute_type(call, 0, "sret") : NULL;
    out->sret_buffer = out->sret_type ? LLVMGetOperand(call, 0) : NULL;
    describe_primal(&p);
    group_parameters(&p);
    if (!tokenize(&p, out->sret_buffer ? 2 : 1))
        return false;
    out->width = p.options.width;
    out->runtime_activity = p.options.runtime_activity;
    if (!parse_result(&p))
        return false;
    if (mode == MODE_SHADOW)
        parse_record_activities(&p);
    else if (!read_operands(&p))
        return false;
    if (!parse_tape(&p))
        return false;
    if (p.next < p.token_count)
        return parse_left_over(&p);
    return true;
}
