/* Variadic functions of the program become functions of a fixed number of parameters, one per list
 * of argument types.
 *
 * What a call passes beyond the declared parameters becomes parameters, which the function stores
 * in a local buffer, in the layout of arguments passed in memory. va_start makes a va_list that
 * points there and says that no argument is in a register; the code that reads arguments is as the
 * compiler made it. So the flow of numbers through a va_list is one of stores and loads, and the
 * va_list can be handed on, to vprintf too. On targets whose layout is not known (target_list)
 * variadic functions stay as they are. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include <string.h>

bool prepare_knows_lists(struct prepare *p)
{
    return target_list(p->module);
}

static unsigned slot_bytes(LLVMModuleRef m)
{
    return target_list(m)->slot;
}

static LLVMTypeRef byval_type(LLVMValueRef call, unsigned k)
{
    LLVMAttributeRef a =
        LLVMGetCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static unsigned alignment_of(LLVMModuleRef m, LLVMValueRef call, unsigned k, LLVMTypeRef t)
{
    unsigned align = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(m), t), slot = slot_bytes(m);
    LLVMAttributeRef a =
        LLVMGetCallSiteEnumAttribute(call, k + 1, LLVMGetEnumAttributeKindForName("align", 5));
    if (a && byval_type(call, k) && LLVMGetEnumAttributeValue(a) > align)
        align = (unsigned)LLVMGetEnumAttributeValue(a);
    return align > slot ? align : slot;
}

/* Bytes and alignment of argument k in the buffer; false for what has no known place. */
static bool slot_of(LLVMModuleRef m, LLVMValueRef call, unsigned k, unsigned *size, unsigned *align)
{
    unsigned slot = slot_bytes(m);
    LLVMTypeRef byval = byval_type(call, k),
                t = byval ? byval : LLVMTypeOf(LLVMGetOperand(call, k));
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(m), t);
    *align = alignment_of(m, call, k, t);
    *size = (unsigned)((bytes + slot - 1) / slot * slot);
    if (byval)
        return true;
    bool number =
        kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMX86_FP80TypeKind;
    return number || kind == LLVMPointerTypeKind ||
           (kind == LLVMIntegerTypeKind && bytes <= slot) ||
           (kind == LLVMVectorTypeKind && (bytes == slot || bytes == 2 * slot));
}

/* ---- arguments that are passed in pieces ----------------------------------------------------- */

/* A struct of two numbers that is aligned to 16 bytes, say, and __int128 in older versions of clang
 * are operands of their own each, which do not say that the first is at a multiple of 16 in memory.
 * The code that reads one does, and looks into registers for it before: the place is one of two.
 * Vectors, for which that is so as well, are one operand. */

static bool is_read_whole(LLVMValueRef place)
{
    for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsALoadInst(user) || LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVectorTypeKind)
            return false;
    }
    return true;
}

static bool is_read_in_pieces(LLVMValueRef aligned)
{
    for (LLVMUseRef u = LLVMGetFirstUse(aligned); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) && !is_read_whole(user))
            return true;
    }
    return false;
}

/* Some function of the program reads one. */
static bool any_in_pieces(LLVMModuleRef m)
{
    LLVMValueRef align = LLVMGetNamedFunction(m, "llvm.ptrmask.p0.i64");
    for (LLVMUseRef u = align ? LLVMGetFirstUse(align) : NULL; u; u = LLVMGetNextUse(u))
        if (is_read_in_pieces(LLVMGetUser(u)))
            return true;
    return false;
}

/* ---- which calls ----------------------------------------------------------------------------- */

static bool can_be_fixed(struct prepare *p, LLVMValueRef callee, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    unsigned size, align;
    if (!prepare_knows_lists(p) || (!LLVMIsACallInst(call) && !LLVMIsAInvokeInst(call)) ||
        LLVMGetCalledFunctionType(call) != type)
        return false;
    bool may_be_piece = false;
    for (unsigned k = LLVMCountParamTypes(type), n = LLVMGetNumArgOperands(call); k < n; k++) {
        if (!slot_of(p->module, call, k, &size, &align))
            return false;
        may_be_piece |= align == slot_bytes(p->module);
    }
    return !may_be_piece || !any_in_pieces(p->module);
}

static LLVMTypeRef fixed_type(struct prepare *p, LLVMValueRef callee, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef *params = ARENA_ARRAY(p->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(LLVMGetOperand(call, k));
    return LLVMFunctionType(LLVMGetReturnType(LLVMGlobalGetValueType(callee)), params, n, 0);
}

static bool same_byval(const struct prepare_fixed *f, LLVMValueRef call)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++)
        if (f->byval[k] != byval_type(call, k))
            return false;
    return true;
}

/* ---- the body -------------------------------------------------------------------------------- */

struct builder {
    LLVMModuleRef module;
    LLVMBuilderRef b;
    LLVMValueRef buffer;
};

static void store_at(struct builder *b, LLVMValueRef base, unsigned offset, LLVMValueRef value,
                     unsigned align)
{
    LLVMValueRef at = target_inbounds_offset(b->b, base, offset);
    LLVMSetAlignment(LLVMBuildStore(b->b, value, at), align);
}

/* va_start(list) */
static void build_list(struct builder *b, LLVMValueRef start)
{
    const struct target_list *l = target_list(b->module);
    LLVMValueRef list = LLVMGetOperand(start, 0);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(b->module));
    LLVMPositionBuilderBefore(b->b, start);
    for (unsigned k = 0; k < sizeof l->used_up / sizeof *l->used_up; k++)
        store_at(b, list, l->used_up[k].offset, LLVMConstInt(i32, l->used_up[k].value, 0),
                 k ? 4 : l->alignment);
    store_at(b, list, l->memory, b->buffer, l->alignment);
    store_at(b, list, l->registers, LLVMConstNull(target_pointer(b->module)), l->alignment);
}

static bool is_intrinsic(LLVMValueRef inst, const char *name)
{
    size_t n = strlen(name), length;
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return callee && LLVMIsAFunction(callee) &&
           !strncmp(LLVMGetValueName2(callee, &length), name, n);
}

static void replace_starts(struct builder *b, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_intrinsic(i, "llvm.va_start"))
                continue;
            build_list(b, i);
            LLVMInstructionEraseFromParent(i);
        }
}

/* Where each argument goes; the size of the whole, and its alignment in aligns[0]. */
static unsigned lay_out(struct prepare *p, LLVMValueRef call, unsigned first, unsigned *offsets,
                        unsigned *aligns)
{
    unsigned end = 0, size;
    aligns[0] = slot_bytes(p->module);
    for (unsigned k = first, n = LLVMGetNumArgOperands(call); k < n; k++) {
        slot_of(p->module, call, k, &size, &aligns[k]);
        offsets[k] = (end + aligns[k] - 1) / aligns[k] * aligns[k];
        end = offsets[k] + size;
        aligns[0] = aligns[k] > aligns[0] ? aligns[k] : aligns[0];
    }
    return end;
}

static void store_arguments(struct prepare *p, LLVMValueRef fn, LLVMValueRef call, unsigned first)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct builder b = {p->module, LLVMCreateBuilderInContext(c), NULL};
    unsigned n = LLVMCountParams(fn), *offsets = ARENA_ARRAY(p->arena, unsigned, n),
             *aligns = ARENA_ARRAY(p->arena, unsigned, n);
    unsigned size = lay_out(p, call, first, offsets, aligns);
    LLVMPositionBuilderBefore(b.b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    size = size ? size : slot_bytes(p->module);
    b.buffer = LLVMBuildAlloca(b.b, LLVMArrayType2(LLVMInt8TypeInContext(c), size), "");
    LLVMSetAlignment(b.buffer, aligns[0]);
    for (unsigned k = first; k < n; k++) {
        LLVMTypeRef byval = byval_type(call, k);
        if (byval)
            LLVMBuildMemCpy(
                b.b, target_inbounds_offset(b.b, b.buffer, offsets[k]), aligns[k],
                LLVMGetParam(fn, k), aligns[k],
                target_bytes(p->module,
                             LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), byval)));
        else
            store_at(&b, b.buffer, offsets[k], LLVMGetParam(fn, k), aligns[k]);
    }
    replace_starts(&b, fn);
    LLVMDisposeBuilder(b.b);
}

static LLVMValueRef make_fixed(struct prepare *p, LLVMValueRef callee, LLVMValueRef call,
                               LLVMTypeRef type)
{
    size_t length;
    const char *name = arena_printf(p->arena, "enz.fixed.%s", LLVMGetValueName2(callee, &length));
    unsigned first = LLVMCountParams(callee), n = LLVMCountParamTypes(type);
    LLVMValueRef fn = ezb_clone_with_type(p->cx, callee, type, name);
    struct prepare_fixed f = {
        .variadic = callee, .fn = fn, .byval = ARENA_ARRAY(p->arena, LLVMTypeRef, n)};
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned k = 0; k < n; k++) {
        f.byval[k] = byval_type(call, k);
        if (f.byval[k] && k >= first)
            LLVMAddAttributeAtIndex(fn, k + 1, LLVMGetCallSiteEnumAttribute(call, k + 1, kind));
    }
    store_arguments(p, fn, call, first);
    VEC_PUSH(p->arena, &p->fixed, f);
    return fn;
}

LLVMValueRef prepare_fixed_version(struct prepare *p, LLVMValueRef callee, LLVMValueRef call)
{
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) || !can_be_fixed(p, callee, call))
        return NULL;
    LLVMTypeRef type = fixed_type(p, callee, call);
    for (unsigned i = 0; i < p->fixed.count; i++)
        if (p->fixed.items[i].variadic == callee &&
            LLVMGlobalGetValueType(p->fixed.items[i].fn) == type &&
            same_byval(&p->fixed.items[i], call))
            return p->fixed.items[i].fn;
    return make_fixed(p, callee, call, type);
}

/* ---- in every function ----------------------------------------------------------------------- */

static void copy_list(LLVMModuleRef m, LLVMValueRef call)
{
    const struct target_list *l = target_list(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    LLVMPositionBuilderBefore(b, call);
    LLVMBuildMemCpy(b, LLVMGetOperand(call, 0), l->alignment, LLVMGetOperand(call, 1), l->alignment,
                    target_bytes(m, l->size));
    LLVMDisposeBuilder(b);
}

unsigned prepare_argument_lists(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    if (!prepare_knows_lists(p))
        return 0;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            bool copy = is_intrinsic(i, "llvm.va_copy");
            if (!copy && !is_intrinsic(i, "llvm.va_end"))
                continue;
            if (copy)
                copy_list(p->module, i);
            LLVMInstructionEraseFromParent(i);
            changes++;
        }
    return changes;
}
