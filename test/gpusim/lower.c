/* gpusim-lower IN.bc OUT.bc: code for a device of NVIDIA's or AMD's as code for this machine.
 *
 * Kernels get an entry that takes their arguments as cudaLaunchKernel has them; each intrinsic of
 * the device becomes a call of a function gpusim_<name> (runtime.c); functions of libdevice and
 * ocml become those of libm; tables name kernels, variables and shared memory:
 *
 *   struct gpusim_entry { const char *name; void *address; uint64_t size; }
 *       gpusim_kernels[], gpusim_variables[], gpusim_shared[]      up to an entry without a name */
#define _POSIX_C_SOURCE 200809L
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED = 3, MOST = 4096, NAME = 256, DYNAMIC_BYTES = 1 << 16 };

struct table {
    LLVMValueRef entries[MOST];
    unsigned count;
};

struct lowering {
    LLVMContextRef context;
    LLVMModuleRef m;
    LLVMTypeRef ptr, i64, entry;
    LLVMValueRef dynamic; /* shared memory whose size the launch gives */
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "gpusim-lower: %s: %s\n", what, why);
    exit(1);
}

static void check(LLVMBool failed, const char *what, char *text)
{
    if (failed)
        fail(what, text ? text : "failed");
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path)
{
    LLVMMemoryBufferRef file;
    LLVMModuleRef m;
    char *text = NULL;
    check(LLVMCreateMemoryBufferWithContentsOfFile(path, &file, &text), path, text);
    check(LLVMParseBitcodeInContext2(context, file, &m), path, "is no bitcode");
    return m;
}

static void target_this_machine(LLVMModuleRef m)
{
    LLVMTargetRef target;
    char *triple = LLVMGetDefaultTargetTriple(), *text = NULL;
    LLVMInitializeNativeTarget();
    check(LLVMGetTargetFromTriple(triple, &target, &text), triple, text);
    LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
        target, triple, "", "", LLVMCodeGenLevelDefault, LLVMRelocPIC, LLVMCodeModelDefault);
    LLVMSetTarget(m, triple);
    LLVMSetModuleDataLayout(m, LLVMCreateTargetDataLayout(machine));
}

static void add_entry(struct lowering *l, struct table *t, const char *name, LLVMValueRef address,
                      uint64_t size)
{
    size_t n = strlen(name) + 1;
    LLVMValueRef text =
        LLVMAddGlobal(l->m, LLVMArrayType2(LLVMInt8TypeInContext(l->context), n), "gpusim.name");
    LLVMSetInitializer(text, LLVMConstStringInContext2(l->context, name, n, 1));
    LLVMSetLinkage(text, LLVMPrivateLinkage);
    LLVMValueRef members[] = {text, LLVMConstPointerCast(address, l->ptr),
                              LLVMConstInt(l->i64, size, 0)};
    if (LLVMTypeOf(address) != l->ptr)
        members[1] = LLVMConstAddrSpaceCast(address, l->ptr);
    if (t->count == MOST)
        fail(name, "too many symbols");
    t->entries[t->count++] = LLVMConstNamedStruct(l->entry, members, 3);
}

static void emit_table(struct lowering *l, struct table *t, const char *name)
{
    t->entries[t->count++] = LLVMConstNull(l->entry);
    LLVMValueRef all = LLVMConstArray2(l->entry, t->entries, t->count);
    LLVMSetInitializer(LLVMAddGlobal(l->m, LLVMTypeOf(all), name), all);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void drop_attributes(LLVMValueRef fn)
{
    static const char *const texts[] = {"target-cpu", "target-features"};
    for (unsigned i = 0; i < 2; i++)
        LLVMRemoveStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                         texts[i], (unsigned)strlen(texts[i]));
}

/* A struct in the memory of the arguments: byval of NVIDIA's, byref of AMD's. */
static bool is_by_address(LLVMValueRef fn, unsigned k)
{
    static const char *const names[] = {"byval", "byref"};
    bool found = false;
    for (unsigned i = 0; i < 2; i++)
        found |= LLVMGetEnumAttributeAtIndex(fn, k + 1,
                                             LLVMGetEnumAttributeKindForName(names[i], 5)) != NULL;
    return found;
}

/* void run(void **arguments) */
static LLVMValueRef entry_of(struct lowering *l, LLVMValueRef kernel)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(l->context), &l->ptr, 1, 0);
    LLVMValueRef run = LLVMAddFunction(l->m, "gpusim.run", type), arguments[MOST];
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->context);
    LLVMSetLinkage(run, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(l->context, run, ""));
    for (unsigned k = 0; k < LLVMCountParams(kernel); k++) {
        LLVMValueRef index = LLVMConstInt(l->i64, k, 0);
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(kernel, k));
        LLVMValueRef at = LLVMBuildLoad2(
            b, l->ptr, LLVMBuildGEP2(b, l->ptr, LLVMGetParam(run, 0), &index, 1, ""), "");
        arguments[k] = is_by_address(kernel, k) ? LLVMBuildAddrSpaceCast(b, at, t, "")
                                                : LLVMBuildLoad2(b, t, at, "");
    }
    LLVMBuildCall2(b, LLVMGlobalGetValueType(kernel), kernel, arguments, LLVMCountParams(kernel),
                   "");
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    return run;
}

/* Functions of ocml that have another name in libdevice. */
static const char *libdevice_name(const char *base)
{
    static const char *const names[][2] = {{"i0", "cyl_bessel_i0"}, {"i1", "cyl_bessel_i1"},
                                           {"len3", "norm3d"},      {"len4", "norm4d"},
                                           {"ncdf", "normcdf"},     {"ncdfinv", "normcdfinv"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(base, names[i][0]) == 0)
            return names[i][1];
    return base;
}

/* Of __ocml_<base>_f64, or _f32, that of libdevice's function, if it has the same form. */
static bool name_of_ocml(const char *name, char *out)
{
    static const char prefix[] = "__ocml_", other_form[] = "__ocml_sincos";
    const char *tail = strrchr(name, '_');
    char base[NAME / 2];
    if (strncmp(name, prefix, sizeof prefix - 1) != 0 || tail - name < (int)sizeof prefix)
        return false;
    if (strncmp(name, other_form, sizeof other_form - 1) == 0) {
        snprintf(out, NAME, "gpusim_%s", name + 2);
        return true;
    }
    snprintf(base, sizeof base, "%.*s", (int)(tail - name - (int)sizeof prefix + 1),
             name + sizeof prefix - 1);
    snprintf(out, NAME, "gpusim_nv_%s%s", libdevice_name(base), strcmp(tail, "_f32") ? "" : "f");
    return true;
}

/* gpusim_<name> of an intrinsic of the device, <name> of libdevice's. False for others. */
static bool host_name(const char *name, char *out)
{
    static const char *const intrinsics[] = {"llvm.nvvm.", "llvm.amdgcn."};
    static const char library[] = "__nv_";
    const char *base = NULL;
    if (strncmp(name, library, strlen(library)) == 0) {
        snprintf(out, NAME, "gpusim_%s", name + 2);
        return true;
    }
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (strncmp(name, intrinsics[i], strlen(intrinsics[i])) == 0)
            base = name + strlen(intrinsics[i]);
    if (!base)
        return name_of_ocml(name, out);
    snprintf(out, NAME, "gpusim_%s", base);
    for (char *c = out; *c; c++)
        if (*c == '.')
            *c = '_';
    return true;
}

static void lower_declaration(struct lowering *l, LLVMValueRef fn)
{
    char name[NAME];
    size_t length;
    if (!host_name(LLVMGetValueName2(fn, &length), name))
        return;
    LLVMValueRef host = LLVMGetNamedFunction(l->m, name);
    unsigned convergent = LLVMGetEnumAttributeKindForName("convergent", 10);
    if (!host) {
        host = LLVMAddFunction(l->m, name, LLVMGlobalGetValueType(fn));
        LLVMAddAttributeAtIndex(host, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(l->context, convergent, 0));
    }
    LLVMReplaceAllUsesWith(fn, host);
    LLVMDeleteFunction(fn);
}

/* Calls a function of runtime.c in front of the access. */
static void add_call(LLVMValueRef access, const char *name)
{
    LLVMModuleRef m =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(access)));
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, access);
    LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(m, name, type), NULL, 0, "");
    LLVMDisposeBuilder(b);
}

/* Other threads may come in between. */
static void add_step(LLVMValueRef access)
{
    add_call(access, "gpusim_step");
    if (LLVMIsAAtomicRMWInst(access) && LLVMGetAtomicRMWBinOp(access) == LLVMAtomicRMWBinOpFAdd)
        add_call(access, "gpusim_count_addition");
}

/* Assembly that reads a special register, or looks for a bit, as headers have it: runtime.c has a
 * function for that. Other assembly cannot run here. */
static void lower_assembly(LLVMValueRef call)
{
    static const char prefix[] = "mov.u32 $0, %", shift[] = "bfind.shiftamt.u32 $0, $1;";
    LLVMValueRef code = LLVMGetCalledValue(call);
    size_t length;
    const char *text = LLVMIsAInlineAsm(code) ? LLVMGetInlineAsmAsmString(code, &length) : "";
    char name[NAME];
    if (strncmp(text, prefix, sizeof prefix - 1) == 0)
        snprintf(name, sizeof name, "gpusim_read_ptx_sreg_%.*s",
                 (int)strcspn(text + sizeof prefix - 1, ";"), text + sizeof prefix - 1);
    else if (strncmp(text, shift, sizeof shift - 1) == 0)
        snprintf(name, sizeof name, "gpusim_bfind_shiftamt");
    else if (strstr(text, "%reserved_smem_offset_1"))
        snprintf(name, sizeof name, "gpusim_reserved_shared");
    else
        return;
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    LLVMSetOperand(call, LLVMGetNumArgOperands(call),
                   fn ? fn : LLVMAddFunction(m, name, LLVMGetCalledFunctionType(call)));
}

static void lower_calls(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i)) {
                LLVMSetInstructionCallConv(i, LLVMCCallConv);
                lower_assembly(i);
            }
            if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsAAtomicRMWInst(i) ||
                LLVMIsAAtomicCmpXchgInst(i))
                add_step(i);
            if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i))
                LLVMSetAtomicSyncScopeID(
                    i, LLVMGetSyncScopeID(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), "", 0));
        }
}

static void lower_functions(struct lowering *l)
{
    struct table kernels = {.count = 0};
    for (LLVMValueRef f = LLVMGetFirstFunction(l->m), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f)) {
            lower_declaration(l, f);
            continue;
        }
        size_t length;
        bool kernel = LLVMGetFunctionCallConv(f) == LLVMPTXKernelCallConv ||
                      LLVMGetFunctionCallConv(f) == LLVMAMDGPUKERNELCallConv;
        char *name = strdup(LLVMGetValueName2(f, &length));
        drop_attributes(f);
        lower_calls(f);
        LLVMSetFunctionCallConv(f, LLVMCCallConv);
        LLVMSetComdat(f, NULL);
        LLVMSetLinkage(f, LLVMInternalLinkage);
        LLVMSetVisibility(f, LLVMDefaultVisibility);
        if (kernel)
            add_entry(l, &kernels, name, entry_of(l, f), 0);
        free(name);
    }
    emit_table(l, &kernels, "gpusim_kernels");
}

/* ---- variables ------------------------------------------------------------------------------- */

static LLVMValueRef dynamic_memory(struct lowering *l)
{
    LLVMTypeRef t = LLVMArrayType2(LLVMInt8TypeInContext(l->context), DYNAMIC_BYTES);
    if (!l->dynamic) {
        l->dynamic = LLVMAddGlobalInAddressSpace(l->m, t, "gpusim.dynamic", SHARED);
        LLVMSetInitializer(l->dynamic, LLVMConstNull(t));
        LLVMSetAlignment(l->dynamic, 16);
    }
    return l->dynamic;
}

static void lower_variables(struct lowering *l)
{
    struct table variables = {.count = 0}, shared = {.count = 0};
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->m), next; g; g = next) {
        size_t length;
        next = LLVMGetNextGlobal(g);
        const char *name = LLVMGetValueName2(g, &length);
        LLVMTypeRef t = LLVMGlobalGetValueType(g);
        bool in_block = LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == SHARED;
        if (strncmp(name, "llvm.", 5) == 0 || strncmp(name, "gpusim", 6) == 0)
            continue;
        if (in_block && LLVMIsDeclaration(g)) {
            LLVMReplaceAllUsesWith(g, dynamic_memory(l));
            LLVMDeleteGlobal(g);
            continue;
        }
        if (LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalWeakLinkage) {
            LLVMSetInitializer(g, LLVMConstNull(t)); /* threadIdx, of which nobody reads anything */
            LLVMSetLinkage(g, LLVMInternalLinkage);
        }
        if (LLVMIsDeclaration(g))
            continue;
        uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), t);
        add_entry(l, in_block ? &shared : &variables, name, g, size);
        LLVMSetComdat(g, NULL);
        LLVMSetLinkage(g, LLVMInternalLinkage);
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        if (LLVMIsExternallyInitialized(g)) /* the host writes constant memory, too */
            LLVMSetGlobalConstant(g, 0);
        if (in_block)
            LLVMSetInitializer(g, LLVMConstNull(t));
    }
    if (l->dynamic)
        add_entry(l, &shared, "dynamic", l->dynamic, DYNAMIC_BYTES);
    emit_table(l, &variables, "gpusim_variables");
    emit_table(l, &shared, "gpusim_shared");
}

int main(int argc, char **argv)
{
    struct lowering l = {.context = LLVMContextCreate()};
    if (argc != 3)
        fail("usage", "gpusim-lower IN.bc OUT.bc");
    l.m = read_module(l.context, argv[1]);
    l.ptr = LLVMPointerTypeInContext(l.context, 0);
    l.i64 = LLVMInt64TypeInContext(l.context);
    LLVMTypeRef members[] = {l.ptr, l.ptr, l.i64};
    l.entry = LLVMStructCreateNamed(l.context, "gpusim.entry");
    LLVMStructSetBody(l.entry, members, 3, 0);
    target_this_machine(l.m);
    lower_functions(&l);
    lower_variables(&l);
    check(LLVMWriteBitcodeToFile(l.m, argv[2]), argv[2], "cannot be written");
    return 0;
}
