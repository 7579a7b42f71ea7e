/* What the user asked: derivative calls found in the module, with function operand, markers and
 * operands understood.
 *
 * After request_collect nothing downstream looks at markers. Operand conversions have been emitted
 * before the call, so every value in a request has exactly the type the derivative's parameter has.
 */
#ifndef ENZCC_REQUEST_REQUEST_H
#define ENZCC_REQUEST_REQUEST_H
#include "base/options.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "bridge/ezb.h"
#include "truncate/truncate.h"

enum activity { ACT_CONST, ACT_OUT, ACT_DUP, ACT_DUPNONEED };
enum deriv_mode {
    MODE_FORWARD,
    MODE_REVERSE,       /* combined: primal and reverse sweep */
    MODE_BATCH,         /* no derivative: the function for `width` lanes */
    MODE_AUGMENTED,     /* split: the primal, which fills a tape */
    MODE_SPLIT_REVERSE, /* split: the reverse sweep, which reads it */
    MODE_SPLIT_FORWARD, /* split: a forward sweep that reads it */
    MODE_TAPE_SIZE, /* split: the size of the tape, a constant; parameters have activities but no
                       values */
    MODE_SHADOW /* the shadow of the function's address, a record of both halves; no values either
                 */
};
static inline bool mode_has_values(enum deriv_mode m)
{
    return m < MODE_TAPE_SIZE;
}
static inline bool mode_is_forward(enum deriv_mode m)
{
    return m == MODE_FORWARD || m == MODE_SPLIT_FORWARD;
}
static inline bool mode_is_split(enum deriv_mode m)
{
    return m >= MODE_AUGMENTED;
}

struct request_param {
    enum activity activity;
    LLVMValueRef primal;   /* value of the parameter's type */
    LLVMValueRef *lanes;   /* batch: a value for each lane, width entries; NULL: all get `primal` */
    LLVMValueRef *shadows; /* width entries for dup and dupnoneed, else NULL */
    bool not_overwritten;  /* split: its memory is unchanged between the halves */
    bool zero_gradient; /* a piece without number of a struct whose gradient is returned: a zero in
                           the result */
    LLVMTypeRef returned; /* a struct passed in memory whose gradient is returned: its type. It is
                             dup with shadows of the request's own */
};
/* Split modes: where the tape is. An opaque tape is one pointer to a heap block, a typed one is
 * memory of the user's. */
struct request_tape {
    bool typed;
    int size_operand;    /* typed: operand of the derivative call with the size, else -1 */
    LLVMValueRef at;     /* enzyme_tape: typed: the tape's memory; opaque: where its pointer is.
                            Otherwise, in the second half: a typed tape passed by value, in memory.
                            NULL: the tape travels by value */
    LLVMValueRef opaque; /* second half: the pointer itself, where `at` is NULL */
    bool keep;           /* enzyme_nofree */
};
/* The most directions that one call may have. */
enum { REQUEST_MAX_WIDTH = 256 };
struct request {
    LLVMValueRef call;   /* the derivative call, still in place */
    LLVMValueRef fn;     /* function to differentiate */
    LLVMValueRef target; /* the same; stays when fn becomes a function that calls it */
    enum deriv_mode mode;
    unsigned width;
    unsigned param_count;
    struct request_param *params; /* an sret parameter of the primal is an ordinary dup parameter
                                     here: its primal points to a buffer, its shadows to the adjoint
                                     (reverse, given by the user) or tangent (forward) */
    enum activity ret; /* CONST, OUT (reverse: seed 1), DUP (forward: tangent returned) */
    bool primal_return;
    bool runtime_activity;
    bool errors;         /* forward: what stands in shadows and is returned are absolute errors */
    bool lowered;        /* by the engine: the call is gone, and so may be what it handed over */
    bool no_return;      /* augmented: neither result nor its shadow is wanted */
    bool drops_result;   /* augmented: so it is, or the call returns a tape at most */
    LLVMValueRef *seeds; /* split reverse with active result: width entries, else NULL */
    struct request_tape tape;
    LLVMValueRef sret_buffer; /* the call's own sret operand, or NULL */
    LLVMTypeRef sret_type;
    /* A primal with sret returns void in IR; for it `ret` is CONST and `primal_return` false, and
     * the wish of the user is here. */
    int sret_param;              /* number of the primal's sret parameter or -1 */
    LLVMTypeRef sret_param_type; /* R */
    bool sret_primal_return;
    bool sret_in_place;      /* reverse: the primal result is written to the start of sret_buffer */
    LLVMValueRef sret_image; /* forward: where the primal result (if wanted) and the tangents are
                                written, one R each; batch: the results of the lanes */
    unsigned sret_image_count;
};
struct request_list {
    struct request *items;
    unsigned count, cap;
    struct truncations truncations; /* made so far */
    bool some_wait; /* derivative calls whose functions are truncated when others are code, or call
                       such: request_continue */
};

/* The name of the record of a function's derivatives, for `width` directions: of its two halves, or
 * of its forward derivative. */
const char *record_name(struct arena *a, LLVMValueRef fn, unsigned width, bool forward);
/* True if the module mentions any derivative entry point (cheap: names only). */
bool request_any(LLVMModuleRef m);
/* At compile time, before optimisation: writes down in attributes what request_collect could not
 * see at the link. True if the module changed. */
bool request_record(EzbCtx *cx, LLVMModuleRef m, const struct enz_options *options);
/* Notes atomic operations on integers (integer_atomics.c) once more in the linked program: parts of
 * a function may have come from another unit. */
void request_note_integers(EzbCtx *cx, LLVMModuleRef m);
/* In a module of which only native code is made from now on: the functions of a unit that asks for
 * derivatives are not optimised any more, but for variables, which become registers. True if the
 * module changed. */
bool request_native_half(EzbCtx *cx, LLVMModuleRef m);
/* Names the functions that contain derivative calls get scalar replacement first (at -O0 operands
 * travel through allocas and small helpers). Then parses every derivative call. Errors go to `s`;
 * erroneous calls are left out of the list. */
void request_collect(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                     bool runtime_activity, struct request_list *out);
/* When all of the list are code: truncates what waited for that, and puts the derivative calls that
 * waited into the list, in place of those. False if there are none. */
bool request_continue(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                      bool runtime_activity, struct request_list *list);
/* Code for a device, whose addresses may lead to memory of several kinds: functions that are
 * differentiated become clones whose parameters say where they lead, as far as the calls show it
 * (EZB_SPACE_ATTRIBUTE). Functions with a rule stay. */
struct registry;
void request_note_spaces(EzbCtx *cx, LLVMModuleRef m, struct arena *a,
                         const struct registry *registry, struct request_list *list);
/* Some are asked for. */
bool request_any_arrays(LLVMModuleRef m);
/* When derivatives are there: functions in another format that contain some, and virtual arrays. */
void request_finish(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                    struct request_list *list, bool optimise);
/* A derivative call has been replaced: requests that use its value use the new one. */
void request_replace_value(struct request_list *list, LLVMValueRef old, LLVMValueRef with);
/* After all requests are lowered: marker globals without a definition that are still referenced get
 * a private zero definition, dead marker loads are deleted. */
void request_cleanup_markers(EzbCtx *cx, LLVMModuleRef m);
/* Text for --dump=request. */
void request_dump(const struct request *r);
#endif
