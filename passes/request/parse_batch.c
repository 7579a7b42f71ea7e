/* The arguments and results of __enzyme_batch, which runs a function for `width` lanes.
 *
 * A source argument has one value for each lane (enzyme_vector, and without a marker), one for all
 * (enzyme_scalar), or lies in memory (enzyme_buffer): lane v has the address v strides behind the
 * pointer, or, where the parameter is no pointer, the value there. */
#include "base/target.h"
#include "request/ctype.h"
#include "request/parse.h"

static bool read_markers(struct parse *p, struct argument *a)
{
    a->lanes = p->options.width > 1 ? MARKER_VECTOR : MARKER_SCALAR;
    for (; p->next < p->token_count && p->tokens[p->next].marker != MARKER_NONE; p->next++) {
        struct token t = p->tokens[p->next];
        if (t.marker == MARKER_BYREF && !parse_byref(p, a, t.operand))
            return false;
        if (marker_row(t.marker)->role != ROLE_LANES)
            continue;
        a->lanes = t.marker;
        a->stride_operand = t.operand;
    }
    return true;
}

static bool missing(struct parse *p, const struct argument *a, enum reading reading)
{
    return reading == READ_MISSING && parse_too_few(p, (unsigned)(a - p->arguments));
}

static bool read_scalar(struct parse *p, const struct argument *a)
{
    LLVMValueRef *pieces = ARENA_ARRAY(p->r->arena, LLVMValueRef, a->pieces);
    enum reading reading = parse_pieces(p, a, pieces);
    for (unsigned i = 0; i < a->pieces && reading == READ_DONE; i++)
        p->q->params[a->first + i].primal = pieces[i];
    return reading == READ_DONE || missing(p, a, reading);
}

static void make_lanes(struct parse *p, const struct argument *a)
{
    for (unsigned i = 0; i < a->pieces; i++)
        p->q->params[a->first + i].lanes = ARENA_ARRAY(p->r->arena, LLVMValueRef, p->q->width);
}

static bool read_vector(struct parse *p, const struct argument *a)
{
    LLVMValueRef *pieces = ARENA_ARRAY(p->r->arena, LLVMValueRef, a->pieces);
    make_lanes(p, a);
    for (unsigned v = 0; v < p->q->width; v++) {
        enum reading reading = parse_pieces(p, a, pieces);
        if (reading != READ_DONE)
            return missing(p, a, reading);
        for (unsigned i = 0; i < a->pieces; i++)
            p->q->params[a->first + i].lanes[v] = pieces[i];
    }
    return true;
}

/* What is at `address` as the pieces of a lane. */
static void load_lane(struct parse *p, const struct argument *a, unsigned lane,
                      LLVMValueRef address)
{
    LLVMBuilderRef b = p->r->builder;
    LLVMTypeKind kind = LLVMGetTypeKind(p->types[a->first]);
    bool is_address = a->pieces == 1 && kind == LLVMPointerTypeKind;
    for (unsigned i = 0; i < a->pieces; i++) {
        LLVMValueRef at = target_offset(b, address, i * target_passed_unit(p->r->module));
        LLVMValueRef v = is_address ? address : LLVMBuildLoad2(b, p->types[a->first + i], at, "");
        if (!is_address)
            LLVMSetAlignment(v, 1);
        p->q->params[a->first + i].lanes[lane] = v;
    }
}

static bool read_buffer(struct parse *p, const struct argument *a)
{
    LLVMValueRef stride = LLVMGetOperand(p->call, a->stride_operand);
    if (p->next >= p->token_count || p->tokens[p->next].marker != MARKER_NONE)
        return missing(p, a, READ_MISSING);
    unsigned operand = p->tokens[p->next++].operand;
    LLVMTypeRef pointer = target_pointer(p->r->module), word = target_size(p->r->module);
    if (a->byref || LLVMGetTypeKind(LLVMTypeOf(stride)) != LLVMIntegerTypeKind ||
        LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(p->call, operand))) != LLVMPointerTypeKind)
        return diag(p->r->diags, DIAG_BAD_BUFFER, p->call, a->first);
    LLVMValueRef base = convert_operand(p->r, p->call, operand, pointer);
    if (!base)
        return false;
    make_lanes(p, a);
    LLVMBuilderRef b = p->r->builder;
    LLVMPositionBuilderBefore(b, p->call);
    stride = LLVMBuildIntCast2(b, stride, word, 1, "");
    for (unsigned v = 0; v < p->q->width; v++) {
        LLVMValueRef offset = LLVMBuildMul(b, stride, LLVMConstInt(word, v, 0), "");
        LLVMTypeRef byte = LLVMInt8TypeInContext(p->r->context);
        load_lane(p, a, v, v ? LLVMBuildGEP2(b, byte, base, &offset, 1, "") : base);
    }
    return true;
}

bool parse_batch_arguments(struct parse *p)
{
    for (unsigned i = 0; i < p->argument_count; i++) {
        struct argument *a = &p->arguments[i];
        if (!read_markers(p, a))
            return false;
        bool ok = a->lanes == MARKER_SCALAR   ? read_scalar(p, a)
                  : a->lanes == MARKER_VECTOR ? read_vector(p, a)
                                              : read_buffer(p, a);
        if (!ok)
            return false;
    }
    return true;
}

bool parse_batch_result(struct parse *p)
{
    struct request *q = p->q;
    LLVMTypeRef type = q->sret_param_type;
    q->ret = ACT_CONST;
    if (q->sret_param < 0)
        return true;
    LLVMTypeRef image = LLVMArrayType2(type, q->width);
    q->sret_image_count = q->width;
    q->sret_image = q->sret_buffer ? q->sret_buffer : entry_alloca(p->r, p->call, image, "lanes");
    if (q->sret_buffer && LLVMABISizeOfType(p->r->layout, q->sret_type) !=
                              q->width * LLVMABISizeOfType(p->r->layout, type))
        return diag(p->r->diags, DIAG_RETURN_TYPE, p->call, ctype_text(p->r->arena, image),
                    ctype_text(p->r->arena, q->sret_type));
    struct request_param *param = &q->params[q->sret_param];
    param->lanes = ARENA_ARRAY(p->r->arena, LLVMValueRef, q->width);
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    for (unsigned v = 0; v < q->width; v++) {
        LLVMValueRef index = target_bytes(p->r->module, v);
        param->lanes[v] = LLVMBuildGEP2(p->r->builder, type, q->sret_image, &index, 1, "");
    }
    return true;
}
