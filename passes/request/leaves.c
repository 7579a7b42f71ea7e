/* Flattening of types and values to scalars. */
#include "request/leaves.h"
#include "base/vec.h"

static bool is_array_like(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind ||
           LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

/* Elements of an aggregate; 0 for a scalar. */
static unsigned element_count(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMArrayTypeKind: return (unsigned)LLVMGetArrayLength2(type);
    case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
    default: return 0;
    }
}

static bool is_scalar(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) != LLVMStructTypeKind && !is_array_like(type);
}

static LLVMTypeRef element_type(LLVMTypeRef type, unsigned i)
{
    return is_array_like(type) ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, i);
}

static uint64_t element_offset(LLVMTargetDataRef layout, LLVMTypeRef type, unsigned i)
{
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return LLVMOffsetOfElement(layout, type, i);
    return i * LLVMABISizeOfType(layout, LLVMGetElementType(type));
}

void leaves_of_type(struct arena *a, LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t offset,
                    struct leaf_list *out)
{
    if (is_scalar(type)) {
        struct leaf leaf = {type, offset};
        if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
            VEC_PUSH(a, out, leaf);
        return;
    }
    for (unsigned i = 0, n = element_count(type); i < n; i++)
        leaves_of_type(a, layout, element_type(type, i), offset + element_offset(layout, type, i),
                       out);
}

bool leaves_same_layout(struct arena *a, LLVMTargetDataRef layout, LLVMTypeRef x, LLVMTypeRef y)
{
    struct leaf_list xs = {0}, ys = {0};
    leaves_of_type(a, layout, x, 0, &xs);
    leaves_of_type(a, layout, y, 0, &ys);
    if (xs.count != ys.count)
        return false;
    for (unsigned i = 0; i < xs.count; i++)
        if (xs.items[i].type != ys.items[i].type || xs.items[i].offset != ys.items[i].offset)
            return false;
    return true;
}

static LLVMValueRef extract(LLVMBuilderRef b, LLVMValueRef v, unsigned i)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
        return LLVMBuildExtractValue(b, v, i, "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
    return LLVMBuildExtractElement(b, v, LLVMConstInt(i32, i, 0), "");
}

static LLVMValueRef insert(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef element, unsigned i)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
        return LLVMBuildInsertValue(b, v, element, i, "");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
    return LLVMBuildInsertElement(b, v, element, LLVMConstInt(i32, i, 0), "");
}

void leaves_of_value(struct arena *a, LLVMBuilderRef b, LLVMValueRef v, struct leaf_values *out)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (is_scalar(type)) {
        VEC_PUSH(a, out, v);
        return;
    }
    for (unsigned i = 0, n = element_count(type); i < n; i++)
        leaves_of_value(a, b, extract(b, v, i), out);
}

LLVMValueRef leaves_build(LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef const *values,
                          unsigned *next)
{
    if (is_scalar(type))
        return values[(*next)++];
    LLVMValueRef whole = LLVMGetPoison(type);
    for (unsigned i = 0, n = element_count(type); i < n; i++)
        whole = insert(b, whole, leaves_build(b, element_type(type, i), values, next), i);
    return whole;
}

LLVMValueRef leaves_rebuild(struct arena *a, LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef type)
{
    struct leaf_values values = {0};
    unsigned next = 0;
    leaves_of_value(a, b, v, &values);
    return leaves_build(b, type, values.items, &next);
}

LLVMValueRef leaves_seed(struct arena *a, LLVMTypeRef type)
{
    unsigned n = 0;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMStructTypeKind)
        n = LLVMCountStructElementTypes(type);
    else if (kind == LLVMArrayTypeKind)
        n = (unsigned)LLVMGetArrayLength2(type);
    else if (kind == LLVMVectorTypeKind)
        n = LLVMGetVectorSize(type);
    else if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind)
        return LLVMConstNull(type);
    else
        return LLVMConstReal(type, 1.0);
    LLVMValueRef *elements = ARENA_ARRAY(a, LLVMValueRef, n);
    for (unsigned i = 0; i < n; i++)
        elements[i] = leaves_seed(a, kind == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i)
                                                                : LLVMGetElementType(type));
    if (kind == LLVMVectorTypeKind)
        return LLVMConstVector(elements, n);
    if (kind == LLVMArrayTypeKind)
        return LLVMConstArray2(LLVMGetElementType(type), elements, n);
    const char *name = LLVMGetStructName(type);
    return name ? LLVMConstNamedStruct(type, elements, n)
                : LLVMConstStructInContext(LLVMGetTypeContext(type), elements, n,
                                           LLVMIsPackedStruct(type));
}
