/* Kernels of AMD's devices as operands of derivative calls.
 *
 * Their pointers lead to global memory, and structs are in that of the arguments, which nothing
 * writes (address spaces of "User Guide for AMDGPU Backend"). Shadows may be elsewhere. So what is
 * differentiated is a copy, a function like any other, with pointers to any memory. */
#include "base/arena.h"
#include "base/target.h"
#include "base/vec.h"
#include "device/device.h"
#include <string.h>

typedef VEC(LLVMValueRef) value_list;

struct copying {
    LLVMModuleRef m;
    struct arena *arena;
    LLVMBuilderRef b;
    LLVMTypeRef generic;
    value_list addresses; /* whose type is another one now; their uses are not done */
};

/* ---- uses ------------------------------------------------------------------------------------ */

/* From then on the address stands for the instruction. */
static void move_uses(struct copying *c, LLVMValueRef inst, LLVMValueRef address)
{
    for (LLVMUseRef u; (u = LLVMGetFirstUse(inst)) != NULL;)
        LLVMSetOperand(LLVMGetUser(u), ezb_use_operand_no(u), address);
    LLVMInstructionEraseFromParent(inst);
    VEC_PUSH(c->arena, &c->addresses, address);
}

static LLVMValueRef copy_gep(struct copying *c, LLVMValueRef gep)
{
    unsigned n = (unsigned)LLVMGetNumOperands(gep) - 1;
    LLVMValueRef *indices = ARENA_ARRAY(c->arena, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        indices[i] = LLVMGetOperand(gep, i + 1);
    return LLVMBuildGEPWithNoWrapFlags(c->b, LLVMGetGEPSourceElementType(gep),
                                       LLVMGetOperand(gep, 0), indices, n, "",
                                       LLVMGEPGetNoWrapFlags(gep));
}

/* The operand as a pointer to any memory. */
static LLVMValueRef generic_operand(struct copying *c, LLVMValueRef inst, unsigned k)
{
    return target_generic(c->m, c->b, LLVMGetOperand(inst, k));
}

static LLVMValueRef copy_select(struct copying *c, LLVMValueRef select)
{
    return LLVMBuildSelect(c->b, LLVMGetOperand(select, 0), generic_operand(c, select, 1),
                           generic_operand(c, select, 2), "");
}

static LLVMValueRef copy_phi(struct copying *c, LLVMValueRef phi)
{
    LLVMValueRef copy = LLVMBuildPhi(c->b, c->generic, "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (value == phi)
            value = copy;
        LLVMPositionBuilderBefore(c->b, LLVMGetBasicBlockTerminator(from));
        value = target_generic(c->m, c->b, value);
        LLVMAddIncoming(copy, &value, &from, 1);
    }
    return copy;
}

/* Alignments of pointers, and metadata. */
static void copy_notes(struct copying *c, LLVMValueRef from, LLVMValueRef to, unsigned pointers)
{
    size_t n;
    LLVMValueMetadataEntry *all = LLVMInstructionGetAllMetadataOtherThanDebugLoc(from, &n);
    for (unsigned i = 0; i < n; i++)
        LLVMSetMetadata(to, LLVMValueMetadataEntriesGetKind(all, i),
                        LLVMMetadataAsValue(LLVMGetModuleContext(c->m),
                                            LLVMValueMetadataEntriesGetMetadata(all, i)));
    LLVMDisposeValueMetadataEntries(all);
    unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
    for (unsigned k = 1; k <= pointers; k++) {
        LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(from, k, align);
        if (a)
            LLVMAddCallSiteAttribute(to, k, a);
    }
}

/* memcpy and the like, whose names have the types. */
static void rebuild_transfer(struct copying *c, LLVMValueRef call)
{
    enum { OPERANDS = 4 };
    LLVMValueRef operands[OPERANDS];
    LLVMTypeRef types[3];
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(call)), count = 0;
    for (unsigned k = 0; k < OPERANDS; k++) {
        operands[k] = LLVMGetOperand(call, k);
        LLVMTypeRef t = LLVMTypeOf(operands[k]);
        if (LLVMGetTypeKind(t) == LLVMPointerTypeKind || k == 2)
            types[count++] = t;
    }
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(c->m, id, types, count);
    LLVMValueRef made =
        LLVMBuildCall2(c->b, LLVMGlobalGetValueType(fn), fn, operands, OPERANDS, "");
    copy_notes(c, call, made, count - 1);
    LLVMInstructionEraseFromParent(call);
}

static bool is_transfer(LLVMValueRef inst)
{
    static const char *const prefixes[] = {"llvm.memcpy.", "llvm.memmove.", "llvm.memset."};
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    bool found = false;
    for (size_t i = 0; callee && i < sizeof prefixes / sizeof *prefixes; i++)
        found |= !strncmp(LLVMGetValueName(callee), prefixes[i], strlen(prefixes[i]));
    return found;
}

/* The instruction, an operand of which is the address, is right for it. */
static void adapt(struct copying *c, LLVMValueRef inst, unsigned operand, LLVMTypeRef before)
{
    LLVMPositionBuilderBefore(c->b, inst);
    if (LLVMIsAGetElementPtrInst(inst))
        move_uses(c, inst, copy_gep(c, inst));
    else if (LLVMIsASelectInst(inst))
        move_uses(c, inst, copy_select(c, inst));
    else if (LLVMIsAPHINode(inst))
        move_uses(c, inst, copy_phi(c, inst));
    else if (LLVMIsAAddrSpaceCastInst(inst) && LLVMTypeOf(inst) == c->generic)
        move_uses(c, inst, LLVMGetOperand(inst, 0));
    else if (is_transfer(inst))
        rebuild_transfer(c, inst);
    else if (LLVMIsAICmpInst(inst))
        LLVMSetOperand(inst, 1 - operand, generic_operand(c, inst, 1 - operand));
    else if (LLVMIsACallInst(inst))
        LLVMSetOperand(inst, operand,
                       LLVMBuildAddrSpaceCast(c->b, LLVMGetOperand(inst, operand), before, ""));
}

static void adapt_uses(struct copying *c, LLVMValueRef address, LLVMTypeRef before)
{
    value_list users = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
        VEC_PUSH(c->arena, &users, LLVMGetUser(u));
    for (unsigned i = 0; i < users.count; i++)
        for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u))
            if (LLVMGetUser(u) == users.items[i]) {
                adapt(c, users.items[i], ezb_use_operand_no(u), before);
                break;
            }
}

/* ---- copies ---------------------------------------------------------------------------------- */

static bool has_other_space(const struct copying *c, LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind && t != c->generic;
}

/* A struct is passed by value. */
static void pass_by_value(LLVMValueRef fn, unsigned k)
{
    unsigned byref = LLVMGetEnumAttributeKindForName("byref", 5),
             byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, k + 1, byref);
    if (!a)
        return;
    LLVMTypeRef type = LLVMGetTypeAttributeValue(a);
    LLVMRemoveEnumAttributeAtIndex(fn, k + 1, byref);
    LLVMAddAttributeAtIndex(
        fn, k + 1,
        LLVMCreateTypeAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), byval, type));
}

static LLVMValueRef copy_of(EzbCtx *cx, struct copying *c, LLVMValueRef kernel)
{
    unsigned n = LLVMCountParams(kernel);
    LLVMTypeRef *types = ARENA_ARRAY(c->arena, LLVMTypeRef, n),
                *before = ARENA_ARRAY(c->arena, LLVMTypeRef, n);
    for (unsigned k = 0; k < n; k++) {
        before[k] = LLVMTypeOf(LLVMGetParam(kernel, k));
        types[k] = has_other_space(c, before[k]) ? c->generic : before[k];
    }
    LLVMTypeRef nothing = LLVMVoidTypeInContext(LLVMGetModuleContext(c->m));
    LLVMValueRef fn =
        ezb_clone_with_type(cx, kernel, LLVMFunctionType(nothing, types, n, 0),
                            arena_printf(c->arena, "enz.body.%s", LLVMGetValueName(kernel)));
    LLVMSetFunctionCallConv(fn, LLVMCCallConv);
    for (unsigned k = 0; k < n; k++) {
        pass_by_value(fn, k);
        c->addresses.count = 0;
        if (before[k] != types[k])
            VEC_PUSH(c->arena, &c->addresses, LLVMGetParam(fn, k));
        for (unsigned i = 0; i < c->addresses.count; i++)
            adapt_uses(c, c->addresses.items[i], before[k]);
    }
    return fn;
}

/* ---- pointers that are parameters ------------------------------------------------------------ */

/* As a pointer to any memory, where that is what is loaded again. */
static void store_as_generic(struct copying *c, LLVMValueRef parameter)
{
    for (LLVMUseRef u = LLVMGetFirstUse(parameter), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsAStoreInst(user) || ezb_use_operand_no(u) != 0)
            continue;
        LLVMPositionBuilderBefore(c->b, user);
        LLVMSetOperand(user, 0, target_generic(c->m, c->b, parameter));
    }
}

void device_open_parameters(LLVMModuleRef m)
{
    struct copying c = {.m = m,
                        .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m)),
                        .generic = target_pointer(m)};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (unsigned k = 0; device_is_kernel(f) && k < LLVMCountParams(f); k++)
            if (has_other_space(&c, LLVMTypeOf(LLVMGetParam(f, k))))
                store_as_generic(&c, LLVMGetParam(f, k));
    LLVMDisposeBuilder(c.b);
}

/* ---- operands -------------------------------------------------------------------------------- */

static bool is_operand(LLVMValueRef kernel, LLVMUseRef use)
{
    LLVMValueRef user = LLVMGetUser(use);
    return LLVMIsACallInst(user) && LLVMGetCalledValue(user) != kernel;
}

static void replace_operands(EzbCtx *cx, struct copying *c, LLVMValueRef kernel)
{
    LLVMValueRef copy = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(kernel), next; u; u = next) {
        next = LLVMGetNextUse(u);
        if (!is_operand(kernel, u))
            continue;
        if (!copy)
            copy = copy_of(cx, c, kernel);
        LLVMSetOperand(LLVMGetUser(u), ezb_use_operand_no(u), copy);
    }
}

void device_open_kernels(EzbCtx *cx, LLVMModuleRef m)
{
    struct arena arena = {0};
    struct copying c = {.m = m,
                        .arena = &arena,
                        .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m)),
                        .generic = target_pointer(m)};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !device_is_nvidias(m);
         f = LLVMGetNextFunction(f))
        if (device_is_kernel(f) && !LLVMIsDeclaration(f))
            replace_operands(cx, &c, f);
    LLVMDisposeBuilder(c.b);
    arena_free(&arena);
}
