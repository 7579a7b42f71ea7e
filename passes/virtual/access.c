/* Loads and stores of virtual arrays as calls. */
#include "base/target.h"
#include "virtual/narrow.h"
#include <llvm-c/DebugInfo.h>

struct access {
    struct virtual_uses *u;
    LLVMBuilderRef b;
    LLVMTypeRef type; /* of what is read or written */
    unsigned parts;   /* of a vector */
};

static uint64_t size_of(struct virtuals *v, LLVMTypeRef t)
{
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(v->module), t);
}

/* ---- types ---- */

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMIntegerTypeKind || (k >= LLVMHalfTypeKind && k <= LLVMPPC_FP128TypeKind) ||
           k == LLVMBFloatTypeKind;
}

/* Of the bits of an element, or a vector of elements. */
static bool set_type(struct access *a, LLVMValueRef inst, LLVMTypeRef type)
{
    struct virtuals *v = a->u->v;
    bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef element = a->u->array->element, scalar = vector ? LLVMGetElementType(type) : type;
    a->type = type;
    a->parts = vector ? LLVMGetVectorSize(type) : 1;
    return scalar == element || (is_scalar(scalar) && size_of(v, scalar) == size_of(v, element)) ||
           virtual_refuse(a->u, inst, "accessed with another type");
}

static LLVMValueRef as(struct access *a, LLVMValueRef value, LLVMTypeRef type)
{
    return LLVMTypeOf(value) == type ? value : LLVMBuildBitCast(a->b, value, type, "");
}

/* ---- calls ---- */

static LLVMValueRef offset_of(struct access *a, LLVMValueRef address, unsigned part)
{
    struct virtuals *v = a->u->v;
    const struct virtual_array *array = a->u->array;
    uint64_t base = array->base - part * size_of(v, array->element);
    LLVMValueRef n = LLVMBuildPtrToInt(a->b, address, target_size(v->module), "");
    return LLVMBuildSub(a->b, n, target_bytes(v->module, base), "");
}

/* A call that may be inlined must have a place, which code of derivatives has not. */
static void set_place(LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMMetadataRef scope = LLVMGetSubprogram(fn);
    if (!scope || LLVMInstructionGetDebugLoc(call))
        return;
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMInstructionSetDebugLoc(
        call, LLVMDIBuilderCreateDebugLocation(c, LLVMDISubprogramGetLine(scope), 0, scope, NULL));
}

/* fn([value,] offset, captured...) */
static LLVMValueRef build_call(struct access *a, LLVMValueRef fn, LLVMValueRef value,
                               LLVMValueRef offset)
{
    const struct virtual_array *array = a->u->array;
    unsigned n = 0;
    LLVMValueRef *args = ARENA_ARRAY(a->u->v->arena, LLVMValueRef, array->captured_count + 2);
    if (value)
        args[n++] = value;
    args[n++] = offset;
    for (unsigned i = 0; i < array->captured_count; i++)
        args[n++] = array->captured[i];
    LLVMValueRef call = LLVMBuildCall2(a->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
    LLVMSetInstructionCallConv(call, LLVMGetFunctionCallConv(fn));
    set_place(call);
    if (array->seen_through)
        virtual_note(call, value ? VIRTUAL_STORE_NOTE : VIRTUAL_LOAD_NOTE);
    return call;
}

static LLVMValueRef lane(struct access *a, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(a->u->v->module)), i, 0);
}

static bool replace_load(struct access *a, LLVMValueRef inst)
{
    const struct virtual_array *array = a->u->array;
    if (!set_type(a, inst, LLVMTypeOf(inst)))
        return false;
    LLVMPositionBuilderBefore(a->b, inst);
    LLVMValueRef address = LLVMGetOperand(inst, 0), value = NULL;
    LLVMTypeRef scalar = a->parts > 1 || a->type != array->element ? a->type : array->element;
    if (LLVMGetTypeKind(a->type) != LLVMVectorTypeKind) {
        value = as(a, build_call(a, array->load, NULL, offset_of(a, address, 0)), scalar);
    } else {
        value = LLVMGetPoison(a->type);
        for (unsigned i = 0; i < a->parts; i++) {
            LLVMValueRef part = build_call(a, array->load, NULL, offset_of(a, address, i));
            part = as(a, part, LLVMGetElementType(a->type));
            value = LLVMBuildInsertElement(a->b, value, part, lane(a, i), "");
        }
    }
    LLVMReplaceAllUsesWith(inst, value);
    LLVMInstructionEraseFromParent(inst);
    return true;
}

static bool replace_store(struct access *a, LLVMValueRef inst)
{
    const struct virtual_array *array = a->u->array;
    LLVMValueRef value = LLVMGetOperand(inst, 0), address = LLVMGetOperand(inst, 1);
    if (!set_type(a, inst, LLVMTypeOf(value)))
        return false;
    LLVMPositionBuilderBefore(a->b, inst);
    bool vector = LLVMGetTypeKind(a->type) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < a->parts; i++) {
        LLVMValueRef part = vector ? LLVMBuildExtractElement(a->b, value, lane(a, i), "") : value;
        build_call(a, array->store, as(a, part, array->element), offset_of(a, address, i));
    }
    LLVMInstructionEraseFromParent(inst);
    return true;
}

bool virtual_replace_accesses(struct virtual_uses *u)
{
    struct access a = {.u = u};
    bool ok = true;
    a.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(u->v->module));
    for (unsigned i = 0; i < u->loads.count; i++)
        ok &= replace_load(&a, u->loads.items[i]);
    for (unsigned i = 0; i < u->stores.count; i++)
        ok &= replace_store(&a, u->stores.items[i]);
    LLVMDisposeBuilder(a.b);
    return ok;
}
