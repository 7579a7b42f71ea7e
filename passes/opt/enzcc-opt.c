/* enzcc-opt: the passes on a .ll or .bc file, for tests, debugging, sanitizers and fuzzing.
 *
 *   enzcc-opt [-S] [-o FILE] [-O0..-O3] [--passes=PIPELINE] [--dump=WORD,...] [--option=WORD]...
 * FILE
 *
 * Reads the module (`-` is standard input), runs PIPELINE before, lowers every derivative call,
 * verifies and writes bitcode, or text with -S. Without -o, text goes to standard output and
 * bitcode nowhere. Exits 1 after any error. */
#include "base/arena.h"
#include "engine.h"
#include "facts/provenance.h"
#include "request/request.h"
#include "llvm-c/Analysis.h"
#include "llvm-c/BitWriter.h"
#include "llvm-c/IRReader.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct command {
    const char *input, *output, *passes;
    bool text;
    struct enz_options options;
};

static int usage(const char *problem)
{
    fprintf(stderr,
            "enzcc-opt: %s\n"
            "usage: enzcc-opt [-S] [-o FILE] [-O0..-O3] [--passes=PIPELINE] [--dump=WORD,...] "
            "[--option=WORD] FILE\n",
            problem);
    return 2;
}

/* The text after `prefix`, or NULL. */
static const char *after(const char *arg, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(arg, prefix, n) ? NULL : arg + n;
}

static bool parse_word(struct command *c, const char *arg)
{
    const char *value;
    if (!strcmp(arg, "-S"))
        c->text = true;
    else if ((value = after(arg, "--passes=")))
        c->passes = value;
    else if (after(arg, "--dump="))
        enz_options_parse(&c->options, arg + 2);
    else if ((value = after(arg, "--option=")))
        enz_options_parse(&c->options, value);
    else if ((value = after(arg, "-O")) && *value >= '0' && *value <= '3' && !value[1])
        c->options.opt_level = *value - '0';
    else if ((arg[0] == '-' && arg[1]) || c->input)
        return false;
    else
        c->input = arg;
    return true;
}

/* Errors are counted here: without a handler LLVM would end the process at the first one. */
static void on_diagnostic(LLVMDiagnosticInfoRef info, void *errors)
{
    static const char *const labels[] = {"error", "warning", "remark", "note"};
    LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
    char *text = LLVMGetDiagInfoDescription(info);
    if (severity != LLVMDSRemark)
        fprintf(stderr, "enzcc-opt: %s: %s\n", labels[severity], text);
    LLVMDisposeMessage(text);
    if (severity == LLVMDSError)
        ++*(unsigned *)errors;
}

static LLVMModuleRef read_module(LLVMContextRef context, const char *path)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef m = NULL;
    char *message = NULL;
    bool failed = strcmp(path, "-")
                      ? LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)
                      : LLVMCreateMemoryBufferWithSTDIN(&buffer, &message);
    if (!failed)
        failed = LLVMParseIRInContext(context, buffer, &m, &message); /* takes the buffer */
    if (failed)
        fprintf(stderr, "enzcc-opt: %s: %s\n", path, message ? message : "cannot read");
    LLVMDisposeMessage(message);
    return failed ? NULL : m;
}

static bool write_module(const struct command *c, LLVMModuleRef m)
{
    char *message = NULL;
    bool failed = false;
    if (c->text && (!c->output || !strcmp(c->output, "-"))) {
        char *text = LLVMPrintModuleToString(m);
        fputs(text, stdout);
        LLVMDisposeMessage(text);
        return fflush(stdout) == 0;
    }
    if (c->text)
        failed = LLVMPrintModuleToFile(m, c->output, &message);
    else if (c->output)
        failed = LLVMWriteBitcodeToFile(m, c->output);
    if (failed)
        fprintf(stderr, "enzcc-opt: %s: %s\n", c->output, message ? message : "cannot write");
    LLVMDisposeMessage(message);
    return !failed;
}

static bool verify_module(LLVMModuleRef m, const char *when)
{
    char *message = NULL;
    bool broken = LLVMVerifyModule(m, LLVMReturnStatusAction, &message);
    if (broken)
        fprintf(stderr, "enzcc-opt: invalid module %s:\n%s\n", when, message);
    LLVMDisposeMessage(message);
    return !broken;
}

static bool run_before(EzbCtx *cx, LLVMModuleRef m, const char *pipeline)
{
    char *error = NULL;
    if (!pipeline || !ezb_run_module_passes(cx, m, pipeline, &error))
        return true;
    fprintf(stderr, "enzcc-opt: --passes: %s\n", error ? error : "invalid");
    free(error);
    return false;
}

/* A module without derivative calls shows what the analysis says of it as it is. */
static void dump_provenance(LLVMModuleRef m)
{
    struct arena a;
    arena_init(&a);
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn))
            provenance_dump(provenance_of(m, &a, fn));
    arena_free(&a);
}

static bool process(const struct command *c, LLVMModuleRef m, const unsigned *errors)
{
    EzbCtx *cx = ezb_context_create(m);
    bool ok = verify_module(m, "in the input") && run_before(cx, m, c->passes);
    if (ok && request_any(m)) {
        enz_differentiate_module(cx, m, &c->options);
        ok = !*errors && verify_module(m, "after differentiation");
    } else if (ok && c->options.dump_provenance)
        dump_provenance(m);
    ezb_context_destroy(cx);
    return ok && !*errors;
}

int main(int argc, char **argv)
{
    struct command c = {.options = {.opt_level = 2}};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-o") && i + 1 < argc)
            c.output = argv[++i];
        else if (!parse_word(&c, argv[i]))
            return usage(argv[i]);
    }
    if (!c.input)
        return usage("no input file");
    unsigned errors = 0;
    LLVMContextRef context = LLVMContextCreate();
    LLVMContextSetDiscardValueNames(context, 0);
    LLVMContextSetDiagnosticHandler(context, on_diagnostic, &errors);
    LLVMModuleRef m = read_module(context, c.input);
    bool ok = m && process(&c, m, &errors) && write_module(&c, m);
    if (m)
        LLVMDisposeModule(m);
    LLVMContextDispose(context);
    return ok ? 0 : 1;
}
