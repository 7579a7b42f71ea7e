/* Operations on values of matrix type (clang's -fenable-matrix). */
#ifndef ENZCC_PREPARE_MATRIX_H
#define ENZCC_PREPARE_MATRIX_H

#include "bridge/ezb.h"
#include <stdbool.h>

/* Opens the operations on matrices in every function of a module; true if there were any. The
 * compiler of a unit leaves them to the end of its pipeline, and the pipeline of a link has no
 * place for them: code generation would fail. */
bool matrix_lower(EzbCtx *cx, LLVMModuleRef m);

#endif
