/* Additions to memory that threads have in common.
 *
 * Memory of one thread, to which a generic pointer may lead as well, takes no atomic operation of
 * NVIDIA's devices (PTX ISA, "atom"): there the thread adds. Where LLVM infers the space of the
 * address, what is not needed goes away. Elsewhere LLVM looks for itself. */
#include "base/target.h"
#include "base/team.h"
#include "device/device.h"
#include <stdio.h>
#include <string.h>

static void add_plainly(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef amount)
{
    LLVMValueRef old = LLVMBuildLoad2(b, LLVMTypeOf(amount), address, "");
    LLVMBuildStore(b, LLVMBuildFAdd(b, old, amount, ""), address);
}

static void mark(LLVMValueRef v, LLVMContextRef c, const char *kind)
{
    LLVMSetMetadata(v, LLVMGetMDKindIDInContext(c, kind, (unsigned)strlen(kind)),
                    LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
}

/* What is added to is memory of the device ("User Guide for AMDGPU Backend", Atomic metadata). */
static void add_atomically(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef address,
                           LLVMValueRef amount)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    const char *scope = device_is_nvidias(m) ? "device" : "agent";
    LLVMValueRef old = ezb_build_atomic_fadd(b, address, amount, ezb_sync_scope(c, scope));
    if (device_is_nvidias(m))
        return;
    mark(old, c, "amdgpu.no.fine.grained.memory");
    mark(old, c, "amdgpu.no.remote.memory");
}

static LLVMValueRef is_private(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef address)
{
    static const char name[] = "llvm.nvvm.isspacep.local";
    LLVMValueRef fn =
        LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &address, 1, "");
}

static void build_body(LLVMModuleRef m, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      own = LLVMAppendBasicBlockInContext(c, fn, ""),
                      common = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMValueRef address = LLVMGetParam(fn, 0), amount = LLVMGetParam(fn, 1);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildCondBr(b, is_private(m, b, address), own, common);
    LLVMPositionBuilderAtEnd(b, own);
    add_plainly(b, address, amount);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderAtEnd(b, common);
    add_atomically(m, b, address, amount);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

static void add_attribute(LLVMValueRef fn, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(name, strlen(name)), 0));
}

/* void enz.device.add.<type>(address, amount) */
static LLVMValueRef adding_function(LLVMModuleRef m, LLVMTypeRef number)
{
    char name[32], *type = LLVMPrintTypeToString(number);
    snprintf(name, sizeof name, "enz.device.add.%s", type);
    LLVMDisposeMessage(type);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef params[] = {target_pointer(m), number};
    fn = LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(c), params, 2, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    add_attribute(fn, "alwaysinline");
    add_attribute(fn, "nounwind");
    build_body(m, fn);
    return fn;
}

void device_add(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef amount)
{
    LLVMModuleRef m = target_module(b);
    if (!device_is_nvidias(m)) {
        add_atomically(m, b, address, amount);
        return;
    }
    LLVMValueRef fn = adding_function(m, LLVMTypeOf(amount)),
                 operands[] = {target_generic(m, b, address), amount};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, operands, 2, "");
}

/* ---- of a warp ------------------------------------------------------------------------------- */

#define REDUCED "enz.device.reduced."

/* void enz.device.reduced.<type>(address, amount): first an addition like any other, which may be
 * differentiated again. */
static LLVMValueRef reducing_function(LLVMModuleRef m, LLVMTypeRef number)
{
    bool wide = LLVMGetTypeKind(number) == LLVMDoubleTypeKind;
    const char *name = wide ? REDUCED "f64" : REDUCED "f32";
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef params[] = {target_pointer(m), number};
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(c), params, 2, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    add_attribute(fn, "noinline");
    add_attribute(fn, "nounwind");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
    device_add(b, LLVMGetParam(fn, 0), LLVMGetParam(fn, 1));
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return fn;
}

void device_add_reduced(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef amount)
{
    LLVMModuleRef m = target_module(b);
    if (!device_is_nvidias(m)) { /* whose code generator looks for what lanes have in common */
        device_add(b, address, amount);
        return;
    }
    LLVMValueRef fn = reducing_function(m, LLVMTypeOf(amount)),
                 operands[] = {target_generic(m, b, address), amount};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, operands, 2, "");
}

/* int enz_rt_reduce_<type>(address, slot): whether this lane adds what the slot has then. */
static LLVMValueRef build_reduction(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef fn,
                                    const char *name, LLVMValueRef slot)
{
    LLVMTypeRef ptr = target_pointer(m), params[] = {ptr, ptr},
                i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    LLVMValueRef reduce = LLVMAddFunction(m, name, LLVMFunctionType(i32, params, 2, 0)),
                 operands[] = {LLVMGetParam(fn, 0), slot};
    add_attribute(reduce, "convergent");
    add_attribute(reduce, "nounwind");
    LLVMValueRef adds = LLVMBuildCall2(b, LLVMGlobalGetValueType(reduce), reduce, operands, 2, "");
    return LLVMBuildICmp(b, LLVMIntNE, adds, LLVMConstNull(i32), "");
}

/* double sum = amount; if (enz_rt_reduce_f64(address, &sum)) add sum to *address; */
static void open_reduction(LLVMModuleRef m, LLVMValueRef fn, const char *name)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMTypeRef number = LLVMTypeOf(LLVMGetParam(fn, 1));
    ezb_delete_body(fn);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMRemoveEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                   LLVMGetEnumAttributeKindForName("noinline", 8));
    add_attribute(fn, "convergent");
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      add = LLVMAppendBasicBlockInContext(c, fn, ""),
                      end = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef slot = LLVMBuildAlloca(b, number, "");
    LLVMBuildStore(b, LLVMGetParam(fn, 1), slot);
    LLVMBuildCondBr(b, build_reduction(m, b, fn, name, target_generic(m, b, slot)), add, end);
    LLVMPositionBuilderAtEnd(b, add);
    device_add(b, LLVMGetParam(fn, 0), LLVMBuildLoad2(b, number, slot, ""));
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

void device_open_reductions(LLVMModuleRef m)
{
    static const char *const names[][2] = {{REDUCED "f32", "enz_rt_reduce_f32"},
                                           {REDUCED "f64", "enz_rt_reduce_f64"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(m, names[i][0]);
        if (fn)
            open_reduction(m, fn, names[i][1]);
    }
}

/* ---- what is taken away ---------------------------------------------------------------------- */

static LLVMValueRef take_plainly(LLVMBuilderRef b, LLVMValueRef address, LLVMTypeRef number)
{
    LLVMValueRef old = LLVMBuildLoad2(b, number, address, "");
    LLVMBuildStore(b, LLVMConstNull(number), address);
    return old;
}

static LLVMValueRef take_atomically(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef address,
                                    LLVMTypeRef number)
{
    const char *scope = device_is_nvidias(m) ? "device" : "agent";
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef word =
        LLVMIntTypeInContext(c, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(m), number));
    LLVMValueRef old =
        ezb_build_atomic_exchange(b, address, LLVMConstNull(word), ezb_sync_scope(c, scope));
    mark(old, c, TEAM_OWN_ATOMIC);
    return LLVMBuildBitCast(b, old, number, "");
}

static void build_take(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef number)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      own = LLVMAppendBasicBlockInContext(c, fn, ""),
                      common = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMValueRef address = LLVMGetParam(fn, 0);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildCondBr(b, is_private(m, b, address), own, common);
    LLVMPositionBuilderAtEnd(b, own);
    LLVMBuildRet(b, take_plainly(b, address, number));
    LLVMPositionBuilderAtEnd(b, common);
    LLVMBuildRet(b, take_atomically(m, b, address, number));
    LLVMDisposeBuilder(b);
}

static LLVMValueRef taking_function(LLVMModuleRef m, LLVMTypeRef number)
{
    char name[32], *type = LLVMPrintTypeToString(number);
    snprintf(name, sizeof name, "enz.device.take.%s", type);
    LLVMDisposeMessage(type);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    LLVMTypeRef address = target_pointer(m);
    fn = LLVMAddFunction(m, name, LLVMFunctionType(number, &address, 1, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    add_attribute(fn, "alwaysinline");
    add_attribute(fn, "nounwind");
    build_take(m, fn, number);
    return fn;
}

LLVMValueRef device_take(LLVMBuilderRef b, LLVMValueRef address, LLVMTypeRef number)
{
    LLVMModuleRef m = target_module(b);
    if (!device_is_nvidias(m))
        return take_atomically(m, b, address, number);
    LLVMValueRef fn = taking_function(m, number), at = target_generic(m, b, address);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &at, 1, "");
}
