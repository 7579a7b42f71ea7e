/* Shuffles of numbers between the lanes of a warp, NVIDIA.
 *
 * They become calls of enz.shfl.<mode>.<type>(lanes, number, by, clamp), which have a rule
 * (rules/special_shuffle.c). A shuffle of double is a function of the headers that shuffles two
 * halves: its body is that of one call. When derivatives are there the calls become intrinsics
 * again, or functions of the runtime. */
#include "device/device.h"
#include "rules/special.h"
#include <stdio.h>
#include <string.h>

static const char prefix[] = "enz.shfl.";
enum { OPERANDS = 4, NAME_SIZE = 64, WARP = 32 };

/* A function of the headers (CUDA C++ Programming Guide, "Warp Shuffle Functions"): its last
 * operand is a width, and `bound` stands for the last lane of a segment. */
static const struct wrapper {
    const char *name, *mode;
    unsigned bound;
} wrappers[] = {
    {"_Z11__shfl_syncjdii", "idx", WARP - 1},
    {"_Z14__shfl_up_syncjdji", "up", 0},
    {"_Z16__shfl_down_syncjdji", "down", WARP - 1},
    {"_Z15__shfl_xor_syncjdii", "bfly", WARP - 1},
};
static const char *const modes[] = {"bfly", "down", "idx", "up"};

static LLVMValueRef shuffle(LLVMModuleRef m, const char *mode, LLVMTypeRef number)
{
    char name[NAME_SIZE], *type = LLVMPrintTypeToString(number);
    snprintf(name, sizeof name, "%s%s.%s", prefix, mode, type);
    LLVMDisposeMessage(type);
    return special_shuffle_function(m, name, number);
}

/* ---- to calls -------------------------------------------------------------------------------- */

static void empty(LLVMValueRef fn)
{
    ezb_delete_body(fn);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
}

/* double f(lanes, v, by, width): clamp = (WARP - width) << 8 | bound. */
static void rewrite_wrapper(LLVMModuleRef m, const struct wrapper *w)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, w->name);
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef number = LLVMDoubleTypeInContext(c), i32 = LLVMInt32TypeInContext(c);
    if (!fn || LLVMIsDeclaration(fn) ||
        LLVMGlobalGetValueType(fn) != special_shuffle_type(m, number))
        return;
    empty(fn);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(c, fn, ""));
    LLVMValueRef rest =
        LLVMBuildSub(b, LLVMConstInt(i32, WARP, 0), LLVMGetParam(fn, OPERANDS - 1), "");
    LLVMValueRef clamp = LLVMBuildOr(b, LLVMBuildShl(b, rest, LLVMConstInt(i32, 8, 0), ""),
                                     LLVMConstInt(i32, w->bound, 0), "");
    LLVMValueRef operands[] = {LLVMGetParam(fn, 0), LLVMGetParam(fn, 1), LLVMGetParam(fn, 2),
                               clamp},
                 to = shuffle(m, w->mode, number);
    LLVMBuildRet(b, LLVMBuildCall2(b, LLVMGlobalGetValueType(to), to, operands, OPERANDS, ""));
    LLVMDisposeBuilder(b);
}

static void replace(LLVMValueRef from, LLVMValueRef to)
{
    LLVMReplaceAllUsesWith(from, to);
    LLVMDeleteFunction(from);
}

void device_name_shuffles(LLVMModuleRef m)
{
    LLVMTypeRef number = LLVMFloatTypeInContext(LLVMGetModuleContext(m));
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        rewrite_wrapper(m, &wrappers[i]);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "llvm.nvvm.shfl.sync.%s.f32", modes[i]);
        LLVMValueRef fn = LLVMGetNamedFunction(m, name);
        if (fn)
            replace(fn, shuffle(m, modes[i], number));
    }
}

/* ---- back ------------------------------------------------------------------------------------ */

/* What the calls of shuffles are, and of their adjoints: by the size of the number. */
static const struct opening {
    const char *prefix, *type, *name;
} openings[] = {
    {"enz.shfl.", "double", "enz_rt_shuffle_%s"},
    {"enz.shfl.", "float", "llvm.nvvm.shfl.sync.%s.f32"},
    {"enz.shfl.back.", "double", "enz_rt_shfl_%s_f64"},
    {"enz.shfl.back.", "float", "enz_rt_shfl_%s_f32"},
};

static void open_shuffle(LLVMModuleRef m, const struct opening *o, const char *mode)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s%s.%s", o->prefix, mode, o->type);
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    if (!fn)
        return;
    snprintf(name, sizeof name, o->name, mode);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMTypeRef number = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    replace(fn, id ? LLVMGetIntrinsicDeclaration(m, id, NULL, 0)
                   : special_shuffle_function(m, name, number));
}

void device_open_shuffles(LLVMModuleRef m)
{
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        for (size_t k = 0; k < sizeof openings / sizeof *openings; k++)
            open_shuffle(m, &openings[k], modes[i]);
}
