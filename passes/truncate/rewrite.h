/* Private to passes/truncate: what one function is rewritten with. */
#ifndef ENZCC_TRUNCATE_REWRITE_H
#define ENZCC_TRUNCATE_REWRITE_H
#include "rules/rules.h"
#include "truncate/truncate.h"

struct rewrite {
    struct truncations *all;
    struct truncation *truncation;
    LLVMBuilderRef b; /* in front of the instruction at hand */
    bool in_place;    /* all functions of the module are: calls stay */
    /* The clone of a function that is called, made later if it is new. */
    LLVMValueRef (*clone)(void *user, LLVMValueRef fn);
    void *user;
};

/* ---- format.c ---- */
/* t, wide, as a type of LLVM's for the narrow format; NULL if there is none. */
LLVMTypeRef format_native(const struct truncate_format *f, LLVMTypeRef t);
LLVMValueRef format_narrow(struct rewrite *w, LLVMValueRef v); /* to the native type */
LLVMValueRef format_widen(struct rewrite *w, LLVMValueRef v);  /* back */
LLVMValueRef format_round(struct rewrite *w, LLVMValueRef v);  /* wide, rounded */

/* ---- runtime.c: formats that have no native type ---- */
/* The function __enzyme_fprt_11_52_<kind>_<op> of rounded operands, for each lane of vectors. twin:
 * the same operation in the wide format, which says how the result moves. */
LLVMValueRef runtime_apply(struct rewrite *w, const char *kind, const char *op, LLVMValueRef *args,
                           unsigned n, LLVMValueRef twin);
bool runtime_is_rounded(LLVMValueRef v); /* a result of it */
/* The runtime has a function for the row of this name, with so many operands; none: the wide
 * function of rounded operands is as good, if its result is rounded. */
bool runtime_function(const char *name, unsigned *operands);

/* ---- operations.c ---- */
/* Replaces an operation on wide numbers; others stay. False after a diagnostic. */
/* Behind inst: what uses its value gets that rounded. */
void operation_round_result(struct rewrite *w, LLVMValueRef inst);
bool operation_rewrite(struct rewrite *w, LLVMValueRef inst);
/* Reports that inst cannot be done in the narrow format; false. */
bool operation_refuse(struct rewrite *w, LLVMValueRef inst, const char *what);
/* Puts what was built for inst, which has its type, in its place. */
void operation_replace(struct rewrite *w, LLVMValueRef inst, LLVMValueRef by);

/* ---- calls.c ---- */
bool call_rewrite(struct rewrite *w, LLVMValueRef call);
/* Functions that a library calls back are called with the program's numbers. */
void call_clone_callbacks(struct rewrite *w, LLVMValueRef call);

/* ---- library.c ---- */
bool library_takes_wide(struct rewrite *w, LLVMValueRef call); /* among its operands */
/* A call of a function of a library that the file knows: then *ok is false after a diagnostic. */
bool library_rewrite(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee, bool *ok);
/* Of rounded operands it computes numbers of the narrow format. */
bool library_keep_exact(struct rewrite *w, LLVMValueRef call);
bool library_sincos(struct rewrite *w, LLVMValueRef call); /* llvm.sincos */

/* ---- complex.c ---- */
/* A call of a function of <complex.h>, or of an operator on complex numbers: as library_rewrite. */
bool complex_rewrite(struct rewrite *w, LLVMValueRef call, const struct call_info *info, bool *ok);

/* ---- reductions.c ---- */
/* A call of llvm.vector.reduce.*: as library_rewrite. */
bool reduction_rewrite(struct rewrite *w, LLVMValueRef call, LLVMValueRef callee, bool *ok);

/* ---- pointers.c ---- */
bool pointer_call(struct rewrite *w, LLVMValueRef call);

/* ---- atomics.c ---- */
/* An atomic update of a number of the wide format, which becomes a loop around the operation. */
bool atomic_update(struct rewrite *w, LLVMValueRef inst);
#endif
