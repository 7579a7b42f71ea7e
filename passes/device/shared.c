/* Memory of a block of threads, of which each has the same part. */
#include "base/map.h"
#include "base/target.h"
#include "base/vec.h"
#include "device/device.h"
#include <stdio.h>
#include <string.h>

/* ---- who uses it ----------------------------------------------------------------------------- */

typedef VEC(LLVMValueRef) value_list;

static bool leads_to(LLVMValueRef v, LLVMValueRef global)
{
    if (v == global)
        return true;
    for (int i = 0, n = LLVMIsAConstantExpr(v) ? LLVMGetNumOperands(v) : 0; i < n; i++)
        if (leads_to(LLVMGetOperand(v, (unsigned)i), global))
            return true;
    return false;
}

/* Functions that it calls come to the list. */
static bool function_uses(struct arena *a, LLVMValueRef fn, LLVMValueRef global, struct map *seen,
                          value_list *list)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++) {
                LLVMValueRef o = LLVMGetOperand(i, (unsigned)k);
                if (leads_to(o, global))
                    return true;
                if (LLVMIsAFunction(o) && !map_get(seen, o)) {
                    map_put(seen, o, o);
                    VEC_PUSH(a, list, o);
                }
            }
    return false;
}

bool device_uses(struct arena *a, LLVMValueRef fn, LLVMValueRef global)
{
    struct map seen;
    value_list list = {0};
    map_init(&seen, a);
    map_put(&seen, fn, fn);
    VEC_PUSH(a, &list, fn);
    for (unsigned i = 0; i < list.count; i++)
        if (function_uses(a, list.items[i], global, &seen, &list))
            return true;
    return false;
}

static bool calls_deep(LLVMValueRef fn, struct map *state)
{
    static const char on_way, done;
    if (map_get(state, fn))
        return map_get(state, fn) == &on_way;
    map_put(state, fn, (void *)&on_way);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && !LLVMIsAInlineAsm(callee) &&
                (!LLVMIsAFunction(callee) || calls_deep(callee, state)))
                return true;
        }
    map_put(state, fn, (void *)&done);
    return false;
}

bool device_calls_deep(struct arena *a, LLVMValueRef fn)
{
    struct map state;
    map_init(&state, a);
    return calls_deep(fn, &state);
}

/* ---- clearing -------------------------------------------------------------------------------- */

static LLVMValueRef intrinsic(LLVMModuleRef m, const char *name)
{
    return LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, strlen(name)), NULL, 0);
}

static LLVMValueRef ask(LLVMModuleRef m, LLVMBuilderRef b, const char *name)
{
    LLVMValueRef fn = intrinsic(m, name);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, NULL, 0, "");
}

static LLVMValueRef count_bits(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef mask)
{
    static const char name[] = "llvm.ctpop";
    LLVMTypeRef type = LLVMTypeOf(mask);
    LLVMValueRef fn =
        LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1), &type, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &mask, 1, "");
}

/* Where a thread begins, and its step. The lanes of a warp that are here share the work, whichever
 * other threads of the block are: a kernel may have left out some of them. Elsewhere each thread
 * clears all. */
static void share(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef *first, LLVMValueRef *step)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    *first = LLVMConstNull(i32), *step = LLVMConstInt(i32, 1, 0);
    if (!device_is_nvidias(m))
        return;
    LLVMValueRef here = ask(m, b, "llvm.nvvm.activemask"),
                 before =
                     LLVMBuildAnd(b, here, ask(m, b, "llvm.nvvm.read.ptx.sreg.lanemask.lt"), "");
    *first = count_bits(m, b, before), *step = count_bits(m, b, here);
}

/* for (i = first; i < words; i += step) at[i] = 0, where nothing says what is there. */
static void build_loop(LLVMModuleRef m, LLVMValueRef fn, unsigned shift)
{
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMTypeRef word = LLVMInt32TypeInContext(c), cleared = LLVMIntTypeInContext(c, 8u << shift);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      head = LLVMAppendBasicBlockInContext(c, fn, ""),
                      body = LLVMAppendBasicBlockInContext(c, fn, ""),
                      end = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMValueRef first, step;
    LLVMPositionBuilderAtEnd(b, entry);
    share(m, b, &first, &step);
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, head);
    LLVMValueRef i = LLVMBuildPhi(b, word, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, i, LLVMGetParam(fn, 1), ""), body, end);
    LLVMPositionBuilderAtEnd(b, body);
    /* Bytes: nothing says that integers are there. */
    LLVMValueRef offset = LLVMBuildShl(b, i, LLVMConstInt(word, shift, 0), "");
    LLVMBuildStore(
        b, LLVMConstNull(cleared),
        LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), LLVMGetParam(fn, 0), &offset, 1, ""));
    LLVMValueRef next = LLVMBuildAdd(b, i, step, ""), values[] = {first, next};
    LLVMBasicBlockRef from[] = {entry, body};
    LLVMAddIncoming(i, values, from, 2);
    LLVMBuildBr(b, head);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

/* void enz.device.clear.<shift>(address, words), of 1 << shift bytes */
static LLVMValueRef clearing_function(LLVMModuleRef m, LLVMTypeRef address, unsigned shift)
{
    static const char convergent[] = "convergent";
    char name[32];
    snprintf(name, sizeof name, "enz.device.clear.%u", shift);
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef params[] = {address, LLVMInt32TypeInContext(c)};
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (fn)
        return fn;
    fn = LLVMAddFunction(m, name, LLVMFunctionType(LLVMVoidTypeInContext(c), params, 2, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c, LLVMGetEnumAttributeKindForName(convergent, strlen(convergent)),
                                0));
    build_loop(m, fn, shift);
    return fn;
}

/* Of AMD's devices, an implicit argument of the kernel, hidden_dynamic_lds_size ("User Guide for
 * AMDGPU Backend", code object V5). */
static LLVMValueRef hidden_size(LLVMModuleRef m, LLVMBuilderRef b)
{
    enum { OFFSET = 120 };
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    LLVMValueRef arguments = ask(m, b, "llvm.amdgcn.implicitarg.ptr");
    return LLVMBuildLoad2(b, i32, target_offset(b, arguments, OFFSET), "");
}

bool device_knows_dynamic_size(LLVMModuleRef m)
{
    enum { SINCE = 500 };
    static const char version[] = "amdhsa_code_object_version";
    LLVMMetadataRef flag =
        device_is_nvidias(m) ? NULL : LLVMGetModuleFlag(m, version, sizeof version - 1);
    LLVMValueRef n = NULL;
    if (flag) /* a constant: the node's one operand */
        LLVMGetMDNodeOperands(LLVMMetadataAsValue(LLVMGetModuleContext(m), flag), &n);
    return !n || !LLVMIsAConstantInt(n) || LLVMConstIntGetZExtValue(n) >= SINCE;
}

/* Half of what the launch gives. */
static LLVMValueRef dynamic_bytes(LLVMModuleRef m, LLVMBuilderRef b)
{
    LLVMValueRef all = device_is_nvidias(m) ? ask(m, b, "llvm.nvvm.read.ptx.sreg.dynamic_smem_size")
                                            : hidden_size(m, b);
    return LLVMBuildLShr(b, all, LLVMConstInt(LLVMTypeOf(all), 1, 0), "");
}

static bool is_dynamic(LLVMValueRef shadow)
{
    return LLVMIsDeclaration(shadow);
}

void device_clear_shared(LLVMBuilderRef b, LLVMValueRef shared)
{
    enum { SHORT = 2, LONG = 3 }; /* a number of double is cleared at once */
    LLVMModuleRef m = target_module(b);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(m));
    uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(m), LLVMGlobalGetValueType(shared));
    unsigned shift = LLVMGetAlignment(shared) < 1u << LONG ? SHORT : LONG;
    LLVMValueRef words =
        is_dynamic(shared) ? LLVMBuildLShr(b, dynamic_bytes(m, b), LLVMConstInt(i32, shift, 0), "")
                           : LLVMConstInt(i32, bytes >> shift, 0);
    LLVMValueRef fn = clearing_function(m, LLVMTypeOf(shared), shift), operands[] = {shared, words};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, operands, 2, "");
}

/* ---- memory whose size the launch gives ------------------------------------------------------ */

#define DYNAMIC "enz.device.dynamic."

LLVMValueRef device_dynamic_shadow(LLVMValueRef memory)
{
    char name[256];
    LLVMModuleRef m = LLVMGetGlobalParent(memory);
    snprintf(name, sizeof name, DYNAMIC "%s", LLVMGetValueName(memory));
    LLVMValueRef shadow = LLVMGetNamedGlobal(m, name);
    if (shadow)
        return shadow;
    shadow = LLVMAddGlobalInAddressSpace(m, LLVMGlobalGetValueType(memory), name,
                                         LLVMGetPointerAddressSpace(LLVMTypeOf(memory)));
    LLVMSetAlignment(shadow, LLVMGetAlignment(memory));
    return shadow;
}

static LLVMValueRef address_of_shadow(LLVMValueRef before, void *memory)
{
    LLVMModuleRef m = LLVMGetGlobalParent(memory);
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, before);
    LLVMValueRef bytes = dynamic_bytes(m, b);
    LLVMValueRef address =
        LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), memory, &bytes, 1, "");
    LLVMDisposeBuilder(b);
    return address;
}

void device_place_shadows(EzbCtx *cx, LLVMModuleRef m)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g; g = next) {
        const char *name = LLVMGetValueName(g);
        next = LLVMGetNextGlobal(g);
        if (strncmp(name, DYNAMIC, strlen(DYNAMIC)) != 0)
            continue;
        LLVMValueRef memory = LLVMGetNamedGlobal(m, name + strlen(DYNAMIC));
        ezb_replace_global(cx, g, address_of_shadow, memory);
    }
}

void device_meet(LLVMBuilderRef b)
{
    LLVMModuleRef m = target_module(b);
    LLVMValueRef fn = intrinsic(m, device_is_nvidias(m) ? "llvm.nvvm.barrier.cta.sync.aligned.all"
                                                        : "llvm.amdgcn.s.barrier"),
                 zero = LLVMConstNull(LLVMInt32TypeInContext(LLVMGetModuleContext(m)));
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &zero, LLVMCountParams(fn), "");
}
