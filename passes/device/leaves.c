/* What parameters of kernels consist of, as the host and the device both see it. */
#include "device/launches.h"
#include "launch/launch.h"
#include <llvm-c/Target.h>

struct walk {
    LLVMTargetDataRef layout;
    struct arena *arena;
    const char *text;
};

static char scalar_kind(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind: return ENZ_RT_LAUNCH_POINTER;
    case LLVMFloatTypeKind: return ENZ_RT_LAUNCH_FLOAT;
    case LLVMDoubleTypeKind: return ENZ_RT_LAUNCH_DOUBLE;
    case LLVMIntegerTypeKind: return ENZ_RT_LAUNCH_VALUE;
    default: return 0;
    }
}

static bool add_leaves(struct walk *w, LLVMTypeRef t, uint64_t offset);

static bool add_elements(struct walk *w, LLVMTypeRef t, uint64_t offset, uint64_t count)
{
    LLVMTypeRef element = LLVMGetElementType(t);
    uint64_t size = LLVMABISizeOfType(w->layout, element);
    bool all = true;
    if (scalar_kind(element) == ENZ_RT_LAUNCH_VALUE)
        return true;
    for (uint64_t i = 0; i < count && all; i++)
        all = add_leaves(w, element, offset + i * size);
    return all;
}

static bool add_leaves(struct walk *w, LLVMTypeRef t, uint64_t offset)
{
    char kind = scalar_kind(t);
    bool all = true;
    if (kind == ENZ_RT_LAUNCH_VALUE)
        return true;
    if (kind) {
        w->text = arena_printf(w->arena, "%s%c%llu", w->text, kind, (unsigned long long)offset);
        return true;
    }
    switch (LLVMGetTypeKind(t)) {
    case LLVMArrayTypeKind: return add_elements(w, t, offset, LLVMGetArrayLength2(t));
    case LLVMVectorTypeKind: return add_elements(w, t, offset, LLVMGetVectorSize(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t) && all; i++)
            all = add_leaves(w, LLVMStructGetTypeAtIndex(t, i),
                             offset + LLVMOffsetOfElement(w->layout, t, i));
        return all;
    default: return false;
    }
}

const char *leaves_text(LLVMModuleRef m, struct arena *a, LLVMTypeRef parameter)
{
    struct walk w = {LLVMGetModuleDataLayout(m), a, ""};
    char kind = scalar_kind(parameter);
    if (kind)
        return arena_printf(a, "%c,", kind);
    if (!add_leaves(&w, parameter, 0))
        return NULL;
    return arena_printf(a, "%c%s,", ENZ_RT_LAUNCH_STRUCT, w.text);
}
