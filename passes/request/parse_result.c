/* The primal's result in a derivative call: its activity, and where it and its derivative live when
 * C returns it in memory.
 *
 * A primal with an sret parameter is void in IR; its result is an ordinary duplicated parameter of
 * the request. */
#include "request/ctype.h"
#include "request/leaves.h"
#include "request/parse.h"

static bool resolve_return(struct parse *p, LLVMTypeRef type)
{
    static const enum activity forced[] = {[MARKER_ACTIVE_RETURN] = ACT_OUT,
                                           [MARKER_CONST_RETURN] = ACT_CONST,
                                           [MARKER_DUP_RETURN] = ACT_DUP};
    struct request *q = p->q;
    bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind,
         forced_by_user = p->options.ret != MARKER_NONE;
    q->ret = forced_by_user ? forced[p->options.ret] : default_return_activity(type, q->mode);
    if (parse_result_is_mixed(p) && p->options.ret != MARKER_CONST_RETURN)
        return diag(p->r->diags, DIAG_UNSUPPORTED, p->call,
                    "an active result (enzyme_const_return is) that is a struct with a "
                    "floating-point value and an integer in one register");
    if (p->options.primal_return && q->mode == MODE_SPLIT_REVERSE)
        return diag(p->r->diags, DIAG_PRIMAL_RETURN_SPLIT, p->call);
    if (p->options.primal_return && is_void)
        return diag(p->r->diags, DIAG_PRIMAL_RETURN_VOID, p->call, diag_name(p->r->diags, q->fn));
    bool fp = !is_void && type_has_fp(type), pointer = !is_void && type_has_pointer(type);
    bool fits =
        q->ret == ACT_CONST || (mode_is_forward(q->mode) ? q->ret == ACT_DUP && (fp || pointer)
                                : q->ret == ACT_OUT      ? fp && !pointer
                                                         : pointer);
    if (!fits)
        return diag(p->r->diags, DIAG_BAD_RETURN, p->call, diag_name(p->r->diags, q->fn),
                    ctype_text(p->r->arena, type));
    if (q->mode == MODE_REVERSE && q->ret == ACT_DUP)
        q->ret = ACT_CONST; /* the adjoint of what a pointer points to lives in its shadow */
    return true;
}

/* Forward: results are written into the call's own sret buffer, primal first if wanted, then one
 * tangent per direction. */
static bool place_forward_result(struct parse *p, bool active)
{
    struct request *q = p->q;
    LLVMTypeRef type = q->sret_param_type, i32 = LLVMInt32TypeInContext(p->r->context);
    unsigned count = (p->options.primal_return ? 1 : 0) + (active ? q->width : 0);
    LLVMTypeRef image = LLVMArrayType2(type, count);
    q->sret_image_count = count;
    q->sret_image = q->sret_buffer ? q->sret_buffer : entry_alloca(p->r, p->call, image, "result");
    if (q->sret_buffer && LLVMABISizeOfType(p->r->layout, q->sret_type) !=
                              count * LLVMABISizeOfType(p->r->layout, type))
        return diag(p->r->diags, DIAG_RETURN_TYPE, p->call, ctype_text(p->r->arena, image),
                    ctype_text(p->r->arena, q->sret_type));
    LLVMPositionBuilderBefore(p->r->builder, p->call);
    struct request_param *param = &q->params[q->sret_param];
    unsigned at = p->options.primal_return ? 1 : 0;
    param->primal = at ? q->sret_image : entry_alloca(p->r, p->call, type, "primal");
    for (unsigned v = 0; active && v < q->width; v++, at++) {
        LLVMValueRef index = LLVMConstInt(i32, at, 0);
        param->shadows[v] = LLVMBuildGEP2(p->r->builder, type, q->sret_image, &index, 1, "");
    }
    return true;
}

/* The call returns the primal result as the first part of an object in memory: it can be written
 * there, and has to be if it is an object whose address matters. */
static bool result_begins_buffer(struct parse *p)
{
    struct request *q = p->q;
    struct leaf_list whole = {0}, part = {0};
    if (!q->sret_buffer || !q->sret_primal_return || q->mode != MODE_REVERSE)
        return false;
    leaves_of_type(p->r->arena, p->r->layout, q->sret_type, 0, &whole);
    leaves_of_type(p->r->arena, p->r->layout, q->sret_param_type, 0, &part);
    if (whole.count < part.count || LLVMABIAlignmentOfType(p->r->layout, q->sret_type) <
                                        LLVMABIAlignmentOfType(p->r->layout, q->sret_param_type))
        return false;
    for (unsigned i = 0; i < part.count; i++)
        if (whole.items[i].type != part.items[i].type ||
            whole.items[i].offset != part.items[i].offset)
            return false;
    return true;
}

/* An adjoint of the result with the seed 1. */
static void make_result_adjoint(struct parse *p)
{
    struct request *q = p->q;
    for (unsigned v = 0; v < q->width; v++) {
        LLVMValueRef slot = entry_alloca(p->r, p->call, q->sret_param_type, "seed");
        LLVMPositionBuilderBefore(p->r->builder, p->call);
        LLVMBuildStore(p->r->builder, leaves_seed(p->r->arena, q->sret_param_type), slot);
        q->params[q->sret_param].shadows[v] = slot;
    }
}

/* Reverse: the user passes pointers to the adjoint of the result first of all. With
 * enzyme_active_return and a marker there instead, the seed is 1 as for results in registers. */
static bool read_result_adjoint(struct parse *p, bool active)
{
    if (!mode_has_values(p->q->mode))
        return true;
    struct request *q = p->q;
    struct request_param *param = &q->params[q->sret_param];
    struct argument a = {
        .first = (unsigned)q->sret_param, .pieces = 1, .activity = param->activity};
    q->sret_in_place = result_begins_buffer(p);
    param->primal = q->sret_in_place ? q->sret_buffer
                                     : entry_alloca(p->r, p->call, q->sret_param_type, "primal");
    bool value_follows = p->next < p->token_count && p->tokens[p->next].marker == MARKER_NONE;
    if (active && q->mode == MODE_REVERSE && p->options.ret == MARKER_ACTIVE_RETURN &&
        !value_follows)
        make_result_adjoint(p);
    else
        return !active || parse_shadows(p, &a);
    return true;
}

/* The result of the primal, which IR returns or writes through its sret parameter. */
bool parse_result(struct parse *p)
{
    struct request *q = p->q;
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(q->fn));
    if (q->mode == MODE_BATCH)
        return parse_batch_result(p);
    if (q->sret_param < 0) {
        q->primal_return = p->options.primal_return;
        return resolve_return(p, type);
    }
    bool active = (type_has_fp(q->sret_param_type) || type_has_pointer(q->sret_param_type)) &&
                  p->options.ret != MARKER_CONST_RETURN;
    struct request_param *param = &q->params[q->sret_param];
    q->ret = ACT_CONST;
    q->sret_primal_return = p->options.primal_return;
    param->activity = active ? ACT_DUP : ACT_CONST;
    param->shadows = active ? ARENA_ARRAY(p->r->arena, LLVMValueRef, q->width) : NULL;
    return mode_is_forward(q->mode) ? place_forward_result(p, active)
                                    : read_result_adjoint(p, active);
}
