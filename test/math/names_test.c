/* What rule_classify makes of names: every entry of every table, every spelling of every row,
 * bodies and prototypes, and that the code rules emit consists of instructions that have rules
 * themselves (higher derivatives). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include "math_test.h"
#include "rules/emit.h"

static unsigned long checks, failures;

struct fixture {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
};

static struct fixture fixture_new(void)
{
    struct fixture f;
    f.context = LLVMContextCreate();
    f.module = LLVMModuleCreateWithNameInContext("names", f.context);
    f.builder = LLVMCreateBuilderInContext(f.context);
    LLVMSetTarget(f.module, "x86_64-pc-linux-gnu");
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f.context), NULL, 0, false);
    LLVMValueRef fn = LLVMAddFunction(f.module, "caller", type);
    LLVMPositionBuilderAtEnd(f.builder, LLVMAppendBasicBlockInContext(f.context, fn, ""));
    return f;
}

static void fixture_free(struct fixture *f)
{
    LLVMDisposeBuilder(f->builder);
    LLVMDisposeModule(f->module);
    LLVMContextDispose(f->context);
}

static LLVMTypeRef letter_type(struct fixture *f, char c, LLVMTypeRef fp)
{
    switch (c) {
    case 'f': return fp;
    case 'g': return LLVMX86FP80TypeInContext(f->context);
    case 'i': return LLVMInt32TypeInContext(f->context);
    case 'l': return LLVMInt64TypeInContext(f->context);
    case 'p': return LLVMPointerTypeInContext(f->context, 0);
    default: return LLVMVoidTypeInContext(f->context);
    }
}

/* A call of name with the signature "result:operands"; with a body if asked. */
static LLVMValueRef make_call(struct fixture *f, const char *name, const char *signature,
                              LLVMTypeRef fp, bool body)
{
    LLVMTypeRef params[8];
    LLVMValueRef args[8];
    unsigned n = 0;
    const char *colon = strchr(signature, ':');
    for (const char *s = colon + 1; *s; s++, n++) {
        params[n] = letter_type(f, *s, fp);
        args[n] = LLVMGetUndef(params[n]);
    }
    LLVMTypeRef result = letter_type(f, signature[0], fp), pair[] = {result, result};
    if (colon - signature == 2)
        result = LLVMStructTypeInContext(f->context, pair, 2, false);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, false);
    LLVMValueRef fn = LLVMAddFunction(f->module, name, type);
    if (body) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(f->builder);
        LLVMPositionBuilderAtEnd(f->builder, LLVMAppendBasicBlockInContext(f->context, fn, ""));
        LLVMBuildUnreachable(f->builder);
        LLVMPositionBuilderAtEnd(f->builder, here);
    }
    return LLVMBuildCall2(f->builder, type, fn, args, n, "");
}

static struct call_info classify(const char *name, const char *signature, enum test_type fp,
                                 bool body)
{
    struct fixture f = fixture_new();
    static LLVMTypeRef (*const types[])(LLVMContextRef) = {
        LLVMHalfTypeInContext,   LLVMBFloatTypeInContext,  LLVMFloatTypeInContext,
        LLVMDoubleTypeInContext, LLVMX86FP80TypeInContext, LLVMFP128TypeInContext,
    };
    struct call_info info =
        rule_classify(NULL, make_call(&f, name, signature, types[fp](f.context), body));
    fixture_free(&f);
    return info;
}

static void expect_class(const char *name, const char *signature, bool body, enum call_class want)
{
    enum call_class got = classify(name, signature, TYPE_DOUBLE, body).cls;
    checks++;
    if (got == want)
        return;
    failures++;
    fprintf(stderr, "%s %s%s: class %d, expected %d\n", name, signature, body ? " with body" : "",
            got, want);
}

static void expect_row(const char *name, const char *signature, enum test_type fp, const char *want)
{
    struct call_info info = classify(name, signature, fp, false);
    checks++;
    if (info.cls == CALL_RULE && want && !strcmp(rule_name(info.rule), want))
        return;
    if (info.cls != CALL_RULE && !want)
        return;
    failures++;
    fprintf(stderr, "%s %s: row %s, expected %s\n", name, type_facts[fp].name,
            info.rule ? rule_name(info.rule) : "none", want ? want : "none");
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void test_spellings(const char *name, const struct rule *r, unsigned flags)
{
    static const struct {
        const char *format;
        enum test_type type;
    } spellings[] = {
        {"%s", TYPE_DOUBLE},          {"%sf", TYPE_FLOAT},          {"%sl", TYPE_FP80},
        {"__%s_finite", TYPE_DOUBLE}, {"__%sf_finite", TYPE_FLOAT}, {"__%sl_finite", TYPE_FP80},
        {"%sf32", TYPE_FLOAT},        {"%sf64", TYPE_DOUBLE},       {"%sf16", TYPE_HALF},
        {"%sf32x", TYPE_DOUBLE},      {"%sf64x", TYPE_FP80},        {"%sf128", TYPE_FP128},
        {"%sq", TYPE_FP128},
    };
    char text[96];
    if (flags & (RULE_LLVM | RULE_ANY_TYPE))
        return;
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
        snprintf(text, sizeof text, spellings[i].format, name);
        bool runtime = !strpbrk(spellings[i].format, "1346q"); /* none f l: what our runtime has */
        expect_row(text, r->signature, spellings[i].type,
                   flags & RULE_RUNTIME && !runtime ? NULL : r->name);
    }
    expect_row(name, r->signature, TYPE_FLOAT, NULL);
    snprintf(text, sizeof text, "_ZSt%zu%sd", strlen(name), name);
    expect_row(text, r->signature, TYPE_DOUBLE, flags & ~RULE_EXACT ? NULL : r->name);
    expect_class(name, r->signature, true, flags & RULE_COMMON ? CALL_DEFINED : CALL_RULE);
}

static void test_names(void)
{
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...)                            \
    test_spellings(name, rule_find(name, strlen(name)), flags);
#define ALIAS(name, id, flags) test_spellings(name, rule_find(name, strlen(name)), flags);
#include "rules/math.def"
#undef RULE
#undef ALIAS
}

/* rule_find is a binary search: it finds every name only if the table is sorted. */
static void test_order(void)
{
#define RULE(id, key, ...)                                                                         \
    checks++, failures +=                                                                          \
              !rule_find(key, strlen(key)) || strcmp(rule_name(rule_find(key, strlen(key))), key);
#define ALIAS(key, id, flags) checks++, failures += !rule_find(key, strlen(key));
#include "rules/math.def"
#undef RULE
#undef ALIAS
#define SPECIAL(id, key, ...) checks++, failures += !rule_of_intrinsic(key, strlen(key));
#include "rules/special.def"
#undef SPECIAL
    if (failures)
        fprintf(stderr, "a table of rows is not sorted\n");
}

/* ---- the other tables ------------------------------------------------------------------------ */

static void test_prefix(const char *prefix, enum call_class cls)
{
    char name[128];
    snprintf(name, sizeof name, "%sXyz", prefix);
    expect_class(name, "v:pp", false, cls);
    expect_class(name, "v:pp", true, cls);
}

static void expect_variable(const char *name, bool declared, bool want)
{
    struct fixture f = fixture_new();
    LLVMTypeRef type = LLVMPointerTypeInContext(f.context, 0);
    LLVMValueRef g = LLVMAddGlobal(f.module, type, name);
    if (!declared)
        LLVMSetInitializer(g, LLVMConstNull(type));
    checks++;
    if (rule_library_variable(g) != want) {
        failures++;
        fprintf(stderr, "%s, %s: not %s\n", name, declared ? "declared" : "defined",
                want ? "found" : "left alone");
    }
    fixture_free(&f);
}

static void test_tables(void)
{
#define VARIABLE(name) expect_variable(name, true, true), expect_variable(name, false, false);
#include "rules/variables.def"
#undef VARIABLE
    expect_variable("stdlog", true, false);
#define INACTIVE(name)                                                                             \
    expect_class(name, "i:p", false, CALL_INACTIVE);                                               \
    expect_class(name, "i:p", true, CALL_DEFINED);
#include "rules/inactive.def"
#undef INACTIVE
#define INPUT(name, buffer, item)                                                                  \
    expect_class(name, "i:p", false, CALL_INPUT);                                                  \
    expect_class(name, "i:p", true, CALL_DEFINED);
#include "rules/input.def"
#undef INPUT
#define MEMORY(name, cls) expect_class(name, "p:ppl", false, cls);
#include "rules/memory.def"
#undef MEMORY
#define PREFIX(prefix, cls)    test_prefix(prefix, cls);
#define TEXT(prefix, size, at) PREFIX(prefix, CALL_INACTIVE)
#include "rules/cxx.def"
#undef TEXT
#undef PREFIX
#define ALLOC(name, contents, size0, size1, align)                                                 \
    expect_class(name, size0 < 0 ? "p:p" : "p:lll", false, CALL_ALLOC);                            \
    expect_class(name, "v:fff", false, CALL_UNKNOWN);
#define FREE(name, operand) expect_class(name, "v:p", false, CALL_FREE);
#include "rules/alloc.def"
#undef ALLOC
#undef FREE
}

/* ---- intrinsics ------------------------------------------------------------------------------ */

static void expect_intrinsic(const char *name, enum call_class want)
{
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    checks++;
    if (!id) {
        failures += LLVM_VERSION_MAJOR >= 22; /* those before it lack some */
        fprintf(stderr, "%s is no intrinsic of this LLVM\n", name);
        return;
    }
    struct fixture f = fixture_new();
    LLVMTypeRef overload[] = {LLVMDoubleTypeInContext(f.context)};
    if (!LLVMIntrinsicIsOverloaded(id)) {
        LLVMValueRef fn = LLVMGetIntrinsicDeclaration(f.module, id, overload, 0), args[8];
        LLVMTypeRef type = LLVMGlobalGetValueType(fn), params[8];
        unsigned n = LLVMCountParamTypes(type);
        LLVMGetParamTypes(type, params);
        for (unsigned i = 0; i < n; i++)
            args[i] =
                LLVMGetTypeKind(params[i]) == LLVMMetadataTypeKind ? NULL : LLVMGetUndef(params[i]);
        enum call_class got =
            n && !args[0]
                ? want
                : rule_classify(NULL, LLVMBuildCall2(f.builder, type, fn, args, n, "")).cls;
        failures += got != want;
        if (got != want)
            fprintf(stderr, "%s: class %d, expected %d\n", name, got, want);
    }
    fixture_free(&f);
}

/* Exact names must exist; prefixes are only tried as prefixes of lifetime.start and the like
 * elsewhere. */
static void test_intrinsics(void)
{
#define CLASS(name, cls)                                                                           \
    if (!strchr(name, '*'))                                                                        \
        expect_intrinsic(name, cls);
#include "rules/intrinsics.def"
#undef CLASS
    expect_intrinsic("llvm.lifetime.start", CALL_NOP);
    expect_intrinsic("llvm.experimental.noalias.scope.decl", CALL_NOP);
}

/* ---- attributes, aliases, instructions ------------------------------------------------------- */

static void expect_info(struct call_info info, enum call_class want, const char *what)
{
    checks++;
    failures += info.cls != want;
    if (info.cls != want)
        fprintf(stderr, "%s: class %d, expected %d\n", what, info.cls, want);
}

static void test_callees(void)
{
    struct fixture f = fixture_new();
    LLVMTypeRef d = LLVMDoubleTypeInContext(f.context),
                ptr = LLVMPointerTypeInContext(f.context, 0);
    LLVMTypeRef type = LLVMFunctionType(d, &d, 1, false);
    LLVMValueRef x = LLVMGetUndef(d), fn = LLVMAddFunction(f.module, "sin", type);
    LLVMValueRef alias = LLVMAddAlias2(f.module, type, 0, fn, "my_sin");
    expect_info(rule_classify(NULL, LLVMBuildCall2(f.builder, type, alias, &x, 1, "")), CALL_RULE,
                "alias of sin");
    LLVMValueRef slot = LLVMBuildAlloca(f.builder, ptr, "");
    LLVMValueRef pointer = LLVMBuildLoad2(f.builder, ptr, slot, "");
    expect_info(rule_classify(NULL, LLVMBuildCall2(f.builder, type, pointer, &x, 1, "")),
                CALL_INDIRECT, "pointer");
    LLVMValueRef assembly =
        LLVMGetInlineAsm(type, "", 0, "=x,x", 4, false, false, LLVMInlineAsmDialectATT, false);
    expect_info(rule_classify(NULL, LLVMBuildCall2(f.builder, type, assembly, &x, 1, "")), CALL_ASM,
                "asm");
    LLVMValueRef marked = LLVMBuildCall2(f.builder, type, fn, &x, 1, "");
    LLVMAddCallSiteAttribute(marked, LLVMAttributeFunctionIndex,
                             LLVMCreateStringAttribute(f.context, "enzyme_inactive", 15, "", 0));
    expect_info(rule_classify(NULL, marked), CALL_INACTIVE, "call marked inactive");
    expect_info(rule_classify(NULL, slot), CALL_NONE, "alloca");
    expect_class("enz_rt_tape_grow", "p:pl", false, CALL_TAPE_ALLOC);
    expect_class("enz_rt_digamma", "f:f", false, CALL_RULE);
    expect_class("somebody", "f:f", false, CALL_UNKNOWN);
    expect_class("somebody", "f:f", true, CALL_DEFINED);
    expect_class("mmap", "p:pliiil", false, CALL_UNKNOWN);
    fixture_free(&f);
}

/* ---- closure --------------------------------------------------------------------------------- */

static bool differentiable(LLVMValueRef inst)
{
    struct call_info info = rule_classify(NULL, inst);
    return info.cls == CALL_RULE || info.cls == CALL_NONE;
}

static void test_closure(bool intrinsic)
{
    struct variant v = {.type = TYPE_DOUBLE, .lanes = 1, .intrinsic = intrinsic};
    struct jit *j = jit_new(&v);
    for (size_t i = 0; i < test_row_count; i++)
        if (strchr(test_rows[i].signature, ':')[-1] != 'i' &&
            strcmp(test_rows[i].id, "split_sincospi"))
            jit_add(j, &test_rows[i]);
    for (LLVMValueRef f = LLVMGetFirstFunction(jit_module(j)); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                checks++;
                if (differentiable(i))
                    continue;
                char *text = LLVMPrintValueToString(i);
                failures++;
                fprintf(stderr, "%s: no rule for%s\n", LLVMGetValueName(f), text);
                LLVMDisposeMessage(text);
            }
    jit_compile(j);
    jit_free(j);
}

int main(void)
{
    test_order();
    test_names();
    test_tables();
    test_intrinsics();
    test_callees();
    test_closure(false);
    test_closure(true);
    printf("%lu checks, %lu failures\n", checks, failures);
    return failures || checks < 1000;
}
