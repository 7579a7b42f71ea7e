/* Address spaces and layouts of targets, as tables. */
#include "base/target.h"
#include <string.h>

/* Columns: generic, global, constant, shared, private. */
struct spaces_row {
    const char *arch; /* with which the triple begins */
    unsigned char of[TARGET_SPACES];
};
static const struct spaces_row spaces[] = {
    {"nvptx", {0, 1, 4, 3, 5}},
    {"amdgcn", {0, 1, 4, 3, 5}},
    {"spir", {4, 1, 2, 3, 0}},
};

static bool is_arch(LLVMModuleRef m, const char *arch)
{
    return !strncmp(LLVMGetTarget(m), arch, strlen(arch));
}

bool target_is_device(LLVMModuleRef m)
{
    return is_arch(m, "nvptx") || is_arch(m, "amdgcn");
}

unsigned target_space(LLVMModuleRef m, enum target_space space)
{
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (is_arch(m, spaces[i].arch))
            return spaces[i].of[space];
    return 0;
}

LLVMTypeRef target_long_double(LLVMModuleRef m)
{
    static const char *const quadruple[] = {"aarch64", "riscv", "loongarch", "s390x", "mips64"};
    const char *triple = LLVMGetTarget(m);
    LLVMContextRef c = LLVMGetModuleContext(m);
    bool x86 = is_arch(m, "x86_64") || (triple[0] == 'i' && !strncmp(triple + 2, "86", 2));
    if (x86 && !strstr(triple, "msvc"))
        return LLVMX86FP80TypeInContext(c);
    for (size_t i = 0; i < sizeof quadruple / sizeof *quadruple; i++)
        if (is_arch(m, quadruple[i]))
            return LLVMFP128TypeInContext(c);
    return LLVMDoubleTypeInContext(c);
}

/* System V ABI for x86-64: struct __va_list_tag { unsigned gp_offset, fp_offset;
 * void *overflow_arg_area, *reg_save_area; } */
static const struct target_list lists[] = {
    {.arch = "x86_64-",
     .not_for = {"windows", "x32"},
     .size = 24,
     .alignment = 8,
     .slot = 8,
     .memory = 8,
     .registers = 16,
     .used_up = {{0, 48}, {4, 176}}},
};

const struct target_list *target_list(LLVMModuleRef m)
{
    const char *triple = LLVMGetTarget(m);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const struct target_list *l = &lists[i];
        if (is_arch(m, l->arch) && !strstr(triple, l->not_for[0]) && !strstr(triple, l->not_for[1]))
            return l;
    }
    return NULL;
}

void target_compile_like(LLVMValueRef fn, LLVMValueRef like)
{
    static const char *const names[] = {"target-cpu",
                                        "target-features",
                                        "tune-cpu",
                                        "frame-pointer",
                                        "stack-protector-buffer-size",
                                        "no-trapping-math",
                                        "prefer-vector-width",
                                        "min-legal-vector-width"};
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMAttributeRef a =
            LLVMGetStringAttributeAtIndex(like, at, names[i], (unsigned)strlen(names[i]));
        if (a)
            LLVMAddAttributeAtIndex(fn, at, a);
    }
}

const char target_personality[] = "__gxx_personality_v0";
