/* prepare_libm_calls: the rewritten function computes what the original did, and the rewritten
 * calls are gone. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>
#include "prepare/calls/calls.h"

static const char text[] =
    "define double @use_modf(double %x, double %y) {\n"
    "  %p = alloca double\n  %f = call double @modf(double %x, ptr %p)\n  %i = load double, ptr "
    "%p\n"
    "  %s = fmul double %i, %y\n  %r = fadd double %f, %s\n  ret double %r\n}\n"
    "define double @use_frexp(double %x, double %y) {\n"
    "  %p = alloca i32\n  %f = call double @frexp(double %x, ptr %p)\n  %i = load i32, ptr %p\n"
    "  %e = sitofp i32 %i to double\n  %r = fadd double %f, %e\n  ret double %r\n}\n"
    "define double @use_sincosf(double %x, double %y) {\n"
    "  %a = alloca float\n  %b = alloca float\n  %t = fptrunc double %x to float\n"
    "  call void @sincosf(float %t, ptr %a, ptr %b)\n  %s = load float, ptr %a\n  %c = load float, "
    "ptr %b\n"
    "  %d = fsub float %s, %c\n  %r = fpext float %d to double\n  ret double %r\n}\n"
    "define double @use_cabs(double %x, double %y) {\n"
    "  %a = call double @cabs(double %x, double %y)\n  %b = call double @carg(double %x, double "
    "%y)\n"
    "  %r = fadd double %a, %b\n  ret double %r\n}\n"
    "define double @use_conjf(double %x, double %y) {\n"
    "  %a = fptrunc double %x to float\n  %b = fptrunc double %y to float\n"
    "  %u = insertelement <2 x float> poison, float %a, i32 0\n  %z = insertelement <2 x float> "
    "%u, float %b, i32 1\n"
    "  %w = call <2 x float> @conjf(<2 x float> %z)\n  %i = call float @cimagf(<2 x float> %w)\n"
    "  %h = call float @cabsf(<2 x float> %w)\n  %s = fadd float %i, %h\n  %r = fpext float %s to "
    "double\n  ret double %r\n}\n"
    "define double @use_cargl(double %x, double %y) {\n"
    "  %p = alloca { x86_fp80, x86_fp80 }\n  %q = getelementptr { x86_fp80, x86_fp80 }, ptr %p, "
    "i32 0, i32 1\n"
    "  %a = fpext double %x to x86_fp80\n  %b = fpext double %y to x86_fp80\n"
    "  store x86_fp80 %a, ptr %p\n  store x86_fp80 %b, ptr %q\n"
    "  %g = call x86_fp80 @cargl(ptr byval({ x86_fp80, x86_fp80 }) align 16 %p)\n"
    "  %r = fptrunc x86_fp80 %g to double\n  ret double %r\n}\n"
    "define double @use_pow(double %x, double %y) {\n"
    "  %a = call fast double @pow(double %x, double %y)\n  %b = call double @ldexp(double %a, i32 "
    "3)\n  ret double %b\n}\n"
    "declare double @modf(double, ptr)\ndeclare double @frexp(double, ptr)\ndeclare void "
    "@sincosf(float, ptr, ptr)\n"
    "declare double @cabs(double, double)\ndeclare double @carg(double, double)\ndeclare <2 x "
    "float> @conjf(<2 x float>)\n"
    "declare float @cimagf(<2 x float>)\ndeclare float @cabsf(<2 x float>)\ndeclare x86_fp80 "
    "@cargl(ptr)\n"
    "declare double @pow(double, double)\ndeclare double @ldexp(double, i32)\n"
    "define double @use_cbrt(double %x, double %y) {\n  %r = call double @cbrt(double %x)\n  ret "
    "double %r\n}\n"
    "declare double @cbrt(double)\n"
    "define double @erf(double %x) {\n  ret double 1.0\n}\n"
    "define double @use_erf(double %x, double %y) {\n  %r = call double @erf(double %x)\n  ret "
    "double %r\n}\n";

struct use {
    const char *name;
    bool rewritten; /* no call of a library function of that name stays */
};
static const struct use uses[] = {
    {"modf", true},  {"frexp", true}, {"sincosf", true}, {"cabs", true}, {"conjf", true},
    {"cargl", true}, {"pow", true},   {"cbrt", false},   {"erf", false},
};

static unsigned long checks, failures;

static LLVMModuleRef parse(LLVMContextRef c)
{
    LLVMModuleRef m;
    char *error = NULL;
    LLVMMemoryBufferRef b =
        LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "calls");
    if (LLVMParseIRInContext(c, b, &m, &error)) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
    return m;
}

static LLVMExecutionEngineRef compile(LLVMModuleRef m)
{
    LLVMExecutionEngineRef engine;
    char *error = NULL;
    if (LLVMVerifyModule(m, LLVMPrintMessageAction, &error) ||
        LLVMCreateMCJITCompilerForModule(&engine, m, NULL, 0, &error))
        abort();
    return engine;
}

static void expect(bool ok, const char *name, const char *what)
{
    checks++;
    failures += !ok;
    if (!ok)
        fprintf(stderr, "%s: %s\n", name, what);
}

typedef double function(double, double);

static function *address(LLVMExecutionEngineRef e, const char *name)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "use_%s", name);
    return (function *)LLVMGetFunctionAddress(e, symbol);
}

static bool has_user(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f && LLVMGetFirstUse(f);
}

int main(void)
{
    static const double points[][2] = {{1.75, 3}, {-2.5, 0.5}, {0, 1}, {1e10, -2}, {0.001, 7}};
    LLVMLinkInMCJIT();
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    LLVMContextRef c = LLVMContextCreate();
    LLVMModuleRef before = parse(c), after = parse(c);
    for (LLVMValueRef f = LLVMGetFirstFunction(after); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            prepare_libm_calls(&(struct prepare){0}, f);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        expect(has_user(after, uses[i].name) == !uses[i].rewritten, uses[i].name,
               "rewritten or kept against expectation");
    LLVMExecutionEngineRef old = compile(before), new = compile(after);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
            double x = points[k][0], y = points[k][1];
            double a = address(old, uses[i].name)(x, y), b = address(new, uses[i].name)(x, y);
            expect(isnan(a) ? isnan(b) : fabs(a - b) <= 1e-6 * fabs(a), uses[i].name,
                   "another value after rewriting");
        }
    LLVMDisposeExecutionEngine(old);
    LLVMDisposeExecutionEngine(new);
    LLVMContextDispose(c);
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures != 0;
}
