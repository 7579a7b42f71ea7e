/* The verifier of a guarantee, on a function that breaks it and on one that does not.
 *
 *   prepare_verify_test GUARANTEE FILE.ll
 *
 * The file defines @broken and @sound. Functions named enz.prepared.* count as prepared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include "prepare/verify/verify.h"

static LLVMModuleRef read(LLVMContextRef c, const char *path)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef m;
    char *error = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &error) ||
        LLVMParseIRInContext(c, buffer, &m, &error) ||
        LLVMVerifyModule(m, LLVMReturnStatusAction, &error)) {
        fprintf(stderr, "%s: %s\n", path, error);
        exit(1);
    }
    return m;
}

static int find(const char *name)
{
    for (unsigned g = 0; g < GUARANTEE_COUNT; g++)
        if (!strcmp(prepare_guarantee_name((enum prepare_guarantee)g), name))
            return (int)g;
    return -1;
}

static void note_clones(struct prepare *p)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        if (!strncmp(LLVMGetValueName(f), "enz.prepared.", 13))
            map_put(&p->originals, f, f);
}

/* The number of errors that verifying the function gives. */
static unsigned errors(struct prepare *p, int guarantee, const char *name)
{
    static const struct prepare_pass row = {.name = "test"};
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    if (!fn) {
        fprintf(stderr, "there is no function @%s\n", name);
        exit(1);
    }
    unsigned before = diag_error_count(p->diags);
    verify_guarantees(p, &row, "after", 1u << guarantee, fn);
    return diag_error_count(p->diags) - before;
}

int main(int argc, char **argv)
{
    int guarantee = argc == 3 ? find(argv[1]) : -1;
    if (guarantee < 0) {
        fprintf(stderr, "usage: prepare_verify_test GUARANTEE FILE.ll\n");
        return 2;
    }
    LLVMContextRef context = LLVMContextCreate();
    struct prepare p;
    struct arena arena;
    arena_init(&arena);
    LLVMModuleRef m = read(context, argv[2]);
    EzbCtx *cx = ezb_context_create(m);
    prepare_init(&p, RULE_REVERSE, cx, m, &arena, diag_sink_new(cx, m, NULL));
    note_clones(&p);
    unsigned sound = errors(&p, guarantee, "sound"), broken = errors(&p, guarantee, "broken");
    if (sound)
        fprintf(stderr, "%s: @sound is said to break it\n", argv[1]);
    if (broken != 1)
        fprintf(stderr, "%s: @broken gives %u errors\n", argv[1], broken);
    diag_sink_free(p.diags);
    ezb_context_destroy(cx);
    arena_free(&arena);
    LLVMDisposeModule(m);
    LLVMContextDispose(context);
    return sound || broken != 1;
}
