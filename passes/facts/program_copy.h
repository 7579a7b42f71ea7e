/* A copy of the program in which functions have been inlined and variables are values: containers
 * do what they do in code of its own for each. It is there to be looked at, never to be emitted. */
#ifndef ENZCC_FACTS_PROGRAM_COPY_H
#define ENZCC_FACTS_PROGRAM_COPY_H
#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include "request/request.h"

/* What a derivative call passes with a shadow; several times if its function has been inlined. */
struct passed_copy {
    LLVMValueRef call; /* in the program: no more than a name for it */
    unsigned param;
    LLVMValueRef pointer, shadow; /* in the copy */
};
struct program_copy {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena *arena;
    struct map copies;    /* of globals and functions of the program */
    struct map originals; /* the other way round */
    struct map calls;     /* derivative calls of the program that were in place */
    VEC(struct passed_copy) passed;
};
/* What derivative calls that are still in place pass is there. *error: NULL, or why LLVM's passes
 * have not run, for the caller to free. */
struct program_copy *program_copy_new(EzbCtx *cx, struct arena *a, LLVMModuleRef m,
                                      const struct request_list *requests, char **error);
void program_copy_free(struct program_copy *c);
#endif
