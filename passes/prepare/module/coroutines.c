/* Coroutines become functions over a frame in memory before anything else happens at link. */
#include "prepare/module/module.h"
#include <stdio.h>
#include <stdlib.h>

unsigned prepare_coroutines(struct prepare *p)
{
    /* What starts a coroutine, and what resumes one of another unit. */
    static const char *const marks[] = {"llvm.coro.id", "llvm.coro.subfn.addr"};
    char *failure = NULL;
    bool any = false;
    for (unsigned i = 0; i < sizeof marks / sizeof *marks; i++)
        any |= LLVMGetNamedFunction(p->module, marks[i]) != NULL;
    if (!any)
        return 0;
    if (!ezb_run_module_passes(p->cx, p->module, "coro-early,cgscc(coro-split),coro-cleanup",
                               &failure))
        return 1;
    fprintf(stderr, "enzcc: %s\n",
            failure ? failure
                    : "pipeline failed"); /* the name of a pass is not known: a wrong LLVM */
    abort();
}
