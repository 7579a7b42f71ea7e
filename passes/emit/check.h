/* -fenz-check: a derivative that compares itself with forward mode of bodies alone, and the
 * function computed with complex numbers, when it runs. */
#ifndef ENZCC_EMIT_CHECK_H
#define ENZCC_EMIT_CHECK_H
#include "complex/complex.h"
#include "emit/derivative.h"

/* What the numbers of a memory access are to the runtime; CHECK_NONE: it cannot follow them. */
enum check_number { CHECK_FLOAT, CHECK_DOUBLE, CHECK_LONG_DOUBLE, CHECK_NONE };

/* In forward mode with key.checked: the access `inst` reads or writes the tangents of a value of
 * type t at `shadow`. */
void gen_check_touch(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMTypeRef t);
/* The same of a store, with what goes to `shadow`. */
void gen_check_stored(struct gen *g, LLVMValueRef shadow, LLVMValueRef inst, LLVMValueRef tangent);
/* The same for the numbers that a copy or fill of memory is about to move. */
void gen_check_moved(struct gen *g, unsigned v);
/* The function, with what it calls, writes variables of its own alone. */
bool check_only_computes(struct emission *e, LLVMValueRef fn);
/* A function like the derivative d->fn that compares itself with `forward`, of the same function
 * and activities, and with `complex` (check_complex_run), or NULL. `rules`: the rules of the
 * program that it follows, as text. NULL, with the reason in *why, if that cannot be. */
LLVMValueRef check_wrap(struct emission *e, const struct derivative *d,
                        const struct derivative *forward, LLVMValueRef complex, const char *rules,
                        LLVMValueRef call, const char **why);
/* ---- check_record.c: what a run does to the program's memory ---- */
/* A function that is called in place of one of the program that has no derivative here. */
struct check_recorded {
    LLVMValueRef fn, clone;
    const char *why; /* it cannot be; NULL: it can */
};
struct check_records {
    VEC(struct check_recorded) all;
};
/* Has the function fn, a forward derivative with key.checked or a complex clone, tell the runtime
 * what it writes, take memory from it, and end the run in front of what cannot be taken back. NULL,
 * or why it cannot be checked. */
const char *check_instrument(struct emission *e, LLVMValueRef fn);

/* ---- check_split.c ---- */
struct emit_pair;
/* The two halves of a pair as one derivative in reverse mode. */
struct derivative check_halves(struct emission *e, const struct derivative *d,
                               const struct emit_pair *pair);
/* What check_wrap gets, of such a derivative. */
struct check_pair {
    const struct derivative *whole, *forward;
    LLVMValueRef complex, call;
    const char *rules;
};
/* The first half compares both, before it does what it is called for. NULL, or why not. */
const char *check_wrap_pair(struct emission *e, const struct check_pair *p, struct emit_pair *pair);
/* The parameters of the derivative as a struct. */
LLVMTypeRef check_frame(struct emission *e, const struct derivative *d);

/* ---- check_seek.c: the search for the function whose derivative is wrong ---- */
/* A call in forward derivatives with key.checked, of a function that has a derivative or rule of
 * its own. */
struct check_callee {
    LLVMValueRef fn;     /* the program's function */
    LLVMTypeRef *params; /* of the prepared function */
    unsigned count;
    const uint8_t *args; /* value_state per parameter */
    bool ret_active;     /* it returns a number with a derivative */
    LLVMValueRef seek;   /* void seek(where, arguments, with shadows): without a body at first */
};
struct check_callees {
    VEC(struct check_callee) all;
};
/* In front of the call v: where the run looks for what is wrong, the function is compared. */
void gen_check_call(struct gen *g, unsigned v);
/* The body: compares d with `forward`; rules: that d follows. Where d is NULL, the run says why the
 * function is not compared. */
void check_finish_callee(struct emission *e, const struct check_callee *callee,
                         const struct derivative *d, const struct derivative *forward,
                         const char *rules, const char *why);
/* The body of one whose caller is not used. */
void check_drop_callee(struct emission *e, const struct check_callee *callee);

/* ---- check_complex.c ---- */
/* void run(frame, h): the clone of d's function, moved by ih times the direction. NULL if it has
 * not d's parameters. */
LLVMValueRef check_complex_run(struct emission *e, const struct derivative *d,
                               struct complex_clones *clones, LLVMValueRef clone);
/* Completes the record of a call; d: the reverse derivative of the function that is called, of
 * numbers only, or NULL. */
void check_complex_call(struct emission *e, const struct complex_call *call,
                        const struct derivative *d);
#endif
