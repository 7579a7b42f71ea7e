/* A derivative call whose function is only known when the program runs: a pointer in a struct, a
 * table that is filled at run time.
 *
 * What it can be is a function whose address the program takes and whose parameters fit the
 * operands. If all of these have one type, the target is a local function that calls through the
 * pointer, and the pointer is its first argument:
 *
 *     call(p, ...)   becomes   call(through, enzyme_const, p, ...)   with   R through(p, args...) {
 * return p(args...); } */
#include "base/target.h"
#include "ir/address.h"
#include "request/read.h"
#include <string.h>

/* Reads the operands of a derivative call along the parameters of a function type. */
struct fit {
    struct reader *r;
    LLVMValueRef call;
    enum deriv_mode mode;
    unsigned width, next, end;
    enum marker activity; /* of the next argument, or MARKER_NONE */
    bool interleave;      /* shadows come after all arguments */
    unsigned shadows;     /* of arguments, that are still to come */
};

/* Steps over markers; false for those that this file does not understand. */
static bool skip_markers(struct fit *f)
{
    const char *word;
    f->activity = MARKER_NONE;
    for (enum marker m; f->next < f->end && (m = marker_of(f->r, LLVMGetOperand(f->call, f->next),
                                                           &word)) != MARKER_NONE;) {
        enum marker_role role = marker_row(m)->role;
        if (m == MARKER_UNKNOWN || m == MARKER_BYREF || role == ROLE_RUN ||
            (role == ROLE_LANES) > (f->mode == MODE_BATCH))
            return false;
        if (role == ROLE_ACTIVITY || role == ROLE_LANES)
            f->activity = m;
        f->next += 1 + marker_row(m)->operands;
    }
    return true;
}

/* C may have promoted the operand. */
static bool value_fits(LLVMTypeRef have, LLVMTypeRef want)
{
    LLVMTypeKind h = LLVMGetTypeKind(have), w = LLVMGetTypeKind(want);
    bool narrow = w == LLVMIntegerTypeKind && h == w && LLVMGetIntTypeWidth(have) == 32 &&
                  LLVMGetIntTypeWidth(want) < 32;
    return have == want || narrow || (h == LLVMDoubleTypeKind && w == LLVMFloatTypeKind);
}

static bool take_values(struct fit *f, LLVMTypeRef type, unsigned count)
{
    const char *word;
    for (; count; count--, f->next++)
        if (f->next >= f->end ||
            marker_of(f->r, LLVMGetOperand(f->call, f->next), &word) != MARKER_NONE ||
            !value_fits(LLVMTypeOf(LLVMGetOperand(f->call, f->next)), type))
            return false;
    return true;
}

/* One value for all lanes, one for each, or a pointer to where they are. */
static bool take_lanes(struct fit *f, LLVMTypeRef type)
{
    if (f->activity == MARKER_BUFFER)
        return take_values(f, target_pointer(f->r->module), 1);
    return take_values(f, type, f->activity == MARKER_SCALAR ? 1 : f->width);
}

static bool take_argument(struct fit *f, LLVMTypeRef type)
{
    if (f->mode == MODE_BATCH)
        return skip_markers(f) && take_lanes(f, type);
    if (!skip_markers(f) ||
        (f->interleave && f->activity == MARKER_NONE)) /* it would inherit one */
        return false;
    bool strided = f->activity == MARKER_DUPV || f->activity == MARKER_DUPNONEEDV;
    bool dup = strided || f->activity == MARKER_DUP || f->activity == MARKER_DUPNONEED;
    dup |= f->activity == MARKER_NONE && default_param_activity(type, f->mode) == ACT_DUP;
    unsigned shadows = strided ? 1 : dup ? f->width : 0;
    f->shadows += f->interleave ? shadows : 0;
    return take_values(f, type, f->interleave ? 1 : 1 + shadows);
}

/* What comes after all arguments: their shadows if they are there, and options. */
static bool take_rest(struct fit *f)
{
    if (!skip_markers(f))
        return false;
    f->next += f->shadows;
    return f->next <= f->end && skip_markers(f);
}

static bool has_marker(struct reader *r, LLVMValueRef call, unsigned begin, unsigned end,
                       enum marker m)
{
    const char *word;
    for (unsigned i = begin; i < end; i++)
        if (marker_of(r, LLVMGetOperand(call, i), &word) == m)
            return true;
    return false;
}

static unsigned constant_width(LLVMValueRef v)
{
    unsigned long long width = LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
    return width <= REQUEST_MAX_WIDTH ? (unsigned)width : 0;
}

/* The width among the options, 1 if there is none; 0 if it is no constant within the range. */
static unsigned width_of(struct reader *r, LLVMValueRef call, unsigned begin, unsigned end)
{
    const char *word;
    for (unsigned i = begin; i + 1 < end; i++) {
        LLVMValueRef v = LLVMGetOperand(call, i + 1);
        if (marker_of(r, LLVMGetOperand(call, i), &word) == MARKER_WIDTH)
            return constant_width(v);
    }
    return 1;
}

static bool type_fits(struct reader *r, LLVMValueRef call, unsigned begin, enum deriv_mode mode,
                      LLVMTypeRef type)
{
    unsigned count = LLVMCountParamTypes(type), end = LLVMGetNumArgOperands(call);
    LLVMTypeRef *types = ARENA_ARRAY(r->arena, LLVMTypeRef, count);
    struct fit f = {.r = r,
                    .call = call,
                    .mode = mode,
                    .width = width_of(r, call, begin, end),
                    .next = begin,
                    .end = end};
    f.interleave = has_marker(r, call, begin, end, MARKER_INTERLEAVE);
    LLVMGetParamTypes(type, types);
    for (unsigned i = 0; i < count; i++)
        if (!take_argument(&f, types[i]))
            return false;
    return f.width && take_rest(&f) &&
           (f.next == end || mode == MODE_SPLIT_REVERSE || mode == MODE_SPLIT_FORWARD);
}

/* Structs by value travel in ways that the type does not show. */
static bool is_plain(LLVMValueRef fn)
{
    static const char *const kinds[] = {"sret", "byval"};
    for (unsigned i = 1; i <= LLVMCountParams(fn); i++) {
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (LLVMGetEnumAttributeAtIndex(
                    fn, i, LLVMGetEnumAttributeKindForName(kinds[k], strlen(kinds[k]))))
                return false;
        if (LLVMGetStringAttributeAtIndex(fn, i, NOTE_PIECE, (unsigned)strlen(NOTE_PIECE)))
            return false;
    }
    return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(fn));
}

static bool is_candidate(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    bool known = !LLVMIsDeclaration(fn) || rule_is_library_function(fn);
    return known && entry_role_of(fn) == ENTRY_NONE && strncmp(name, "llvm.", 5) &&
           strncmp(name, "enz", 3) && is_plain(fn) && address_taken(fn);
}

/* The type of functions returning numbers that fit, else of others that fit; NULL if there is none
 * or more than one. What a batch drops or does not return says nothing about the function. */
static LLVMTypeRef common_type(struct reader *r, LLVMValueRef call, unsigned begin,
                               enum deriv_mode mode)
{
    LLVMTypeRef found[2] = {NULL, NULL};
    unsigned kinds[2] = {0, 0};
    for (LLVMValueRef fn = LLVMGetFirstFunction(r->module); fn; fn = LLVMGetNextFunction(fn)) {
        LLVMTypeRef type = LLVMGlobalGetValueType(fn), ret = LLVMGetReturnType(type);
        bool number = type_has_fp(ret);
        if ((!number && LLVMGetTypeKind(ret) != LLVMVoidTypeKind) || type == found[number] ||
            !is_candidate(fn) || !type_fits(r, call, begin, mode, type))
            continue;
        found[number] = type;
        kinds[number]++;
    }
    unsigned which = kinds[1] ? 1 : 0;
    bool other = mode == MODE_BATCH && kinds[1 - which] &&
                 LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind &&
                 !operand_attribute_type(call, 0, "sret");
    return kinds[which] == 1 && !other ? found[which] : NULL;
}

/* R through(p, args...) { return p(args...); } */
static LLVMValueRef build_through(struct reader *r, LLVMTypeRef type, const char *name)
{
    unsigned n = LLVMCountParamTypes(type);
    LLVMTypeRef *types = ARENA_ARRAY(r->arena, LLVMTypeRef, n + 1), ret = LLVMGetReturnType(type);
    LLVMValueRef *params = ARENA_ARRAY(r->arena, LLVMValueRef, n + 1);
    types[0] = target_pointer(r->module);
    LLVMGetParamTypes(type, types + 1);
    LLVMValueRef fn = LLVMAddFunction(r->module, name, LLVMFunctionType(ret, types, n + 1, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMGetParams(fn, params);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(r->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(r->context, fn, "entry"));
    LLVMValueRef call = LLVMBuildCall2(b, type, params[0], params + 1, n, "");
    if (LLVMGetTypeKind(ret) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, call);
    LLVMDisposeBuilder(b);
    return fn;
}

static LLVMValueRef through_function(struct reader *r, LLVMTypeRef type)
{
    char *text = LLVMPrintTypeToString(type);
    const char *name = arena_printf(r->arena, "enz.through.%s", text);
    LLVMDisposeMessage(text);
    LLVMValueRef fn = LLVMGetNamedFunction(r->module, name);
    return fn ? fn : build_through(r, type, name);
}

/* Says that the pointer is a constant, or the same for all lanes. */
static LLVMValueRef pointer_marker(struct reader *r, enum deriv_mode mode)
{
    const char *name = mode == MODE_BATCH ? "enzyme_scalar" : "enzyme_const";
    LLVMValueRef g = LLVMGetNamedGlobal(r->module, name);
    return g ? g : target_add_global(r->module, LLVMInt32TypeInContext(r->context), name);
}

/* Arguments in memory are told by attributes, which would have to move. */
static bool passes_in_memory(LLVMValueRef call)
{
    for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
        if (operand_in_memory(call, i))
            return true;
    return false;
}

static void copy_sret(struct reader *r, LLVMValueRef copy, LLVMTypeRef type)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("sret", strlen("sret"));
    LLVMAddCallSiteAttribute(copy, 1, LLVMCreateTypeAttribute(r->context, kind, type));
}

/* The call with *fn in place of its function operand, which becomes the first argument, a constant
 * one. */
static LLVMValueRef build_copy(struct reader *r, LLVMValueRef call, unsigned operand,
                               LLVMValueRef fn, enum deriv_mode mode)
{
    unsigned n = LLVMGetNumArgOperands(call), k = 0;
    LLVMTypeRef ret = LLVMTypeOf(call),
                sret = operand ? operand_attribute_type(call, 0, "sret") : NULL;
    LLVMValueRef *args = ARENA_ARRAY(r->arena, LLVMValueRef, n + 2);
    if (operand)
        args[k++] = LLVMGetOperand(call, 0);
    args[k++] = fn, args[k++] = pointer_marker(r, mode);
    for (unsigned i = operand; i < n; i++)
        args[k++] = LLVMGetOperand(call, i);
    LLVMPositionBuilderBefore(r->builder, call);
    LLVMValueRef copy = LLVMBuildCall2(r->builder, LLVMFunctionType(ret, NULL, 0, 1),
                                       LLVMGetCalledValue(call), args, k, "");
    if (sret)
        copy_sret(r, copy, sret);
    ezb_set_debug_loc(copy, call);
    return copy;
}

LLVMValueRef call_through_pointer(struct reader *r, LLVMValueRef call, enum deriv_mode mode,
                                  LLVMValueRef *fn)
{
    unsigned operand = operand_attribute_type(call, 0, "sret") ? 1 : 0;
    LLVMValueRef pointer = LLVMGetOperand(call, operand);
    if (!LLVMIsACallInst(call) || !(mode_has_values(mode) || mode == MODE_BATCH) ||
        passes_in_memory(call) || LLVMIsAConstant(pointer) ||
        LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind)
        return NULL;
    LLVMTypeRef type = common_type(r, call, operand + 1, mode);
    if (!type)
        return NULL;
    *fn = through_function(r, type);
    LLVMValueRef copy = build_copy(r, call, operand, *fn, mode);
    LLVMReplaceAllUsesWith(call, copy);
    LLVMInstructionEraseFromParent(call);
    return copy;
}
