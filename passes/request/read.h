/* Private to passes/request: the pieces that reading a derivative call is made of. */
#ifndef ENZCC_REQUEST_READ_H
#define ENZCC_REQUEST_READ_H
#include "request/request.h"
#include "rules/rules.h"
#include "llvm-c/Target.h"

enum entry_role {
    ENTRY_NONE,
    ENTRY_FORWARD,
    ENTRY_ERRORS,
    ENTRY_REVERSE,
    ENTRY_AUGMENTED,
    ENTRY_SPLIT_REVERSE,
    ENTRY_SPLIT_FORWARD,
    ENTRY_TAPE_SIZE,
    ENTRY_BATCH,
    ENTRY_FORWARD_SHADOW,
    ENTRY_SHADOW, /* the last that is lowered */
    ENTRY_ASSERT_TYPE,
    ENTRY_ITERATIONS,
    ENTRY_INACTIVE,
    ENTRY_TRACE,
    ENTRY_SAMPLE,
    ENTRY_OBSERVE,
    ENTRY_TRUNCATE,
    ENTRY_TRUNCATE_MEMORY,
    ENTRY_ROUND,
    ENTRY_EXPAND,
    ENTRY_ARRAY,
    ENTRY_SUM,
    ENTRY_PRODUCT
};

enum marker {
#define MARKER(id, word, role, operands) MARKER_##id,
#include "request/markers.def"
#undef MARKER
    MARKER_COUNT,
    MARKER_NONE,
    MARKER_UNKNOWN
};

enum marker_role { ROLE_ACTIVITY, ROLE_QUALIFIER, ROLE_OPTION, ROLE_LAYOUT, ROLE_LANES, ROLE_RUN };

struct marker_row {
    const char *word;
    enum marker_role role;
    unsigned operands;
};

/* What every step needs. */
struct reader {
    EzbCtx *cx;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef layout;
    LLVMBuilderRef builder;
    struct arena *arena;
    struct diag_sink *diags;
    bool runtime_activity; /* of all derivative calls */
};

struct value_list {
    LLVMValueRef *items;
    unsigned count, cap;
};

/* String attributes left at compile time (record.c): the parameter continues the source parameter
 * of the one before it; the operand of a derivative call was passed by value in memory. On
 * parameters and results: see below. */
#define NOTE_PIECE RULE_PIECE_NOTE
#define NOTE_BYVAL "enzyme-byval"
/* An integer, or an integer in a struct, that C passes or returns for part of a struct with a
 * number there. */
#define NOTE_MIXED "enzyme-mixed"

/* find.c: the role of a function by its name. */
enum entry_role entry_role_of(LLVMValueRef fn);
/* Runs passes on a function, also on one that is not to be optimised. */
void function_simplify(struct reader *r, LLVMValueRef fn, const char *pipeline);
static inline bool entry_is_lowered(enum entry_role r)
{
    return r >= ENTRY_FORWARD && r <= ENTRY_SHADOW;
}

static inline bool entry_truncates(enum entry_role r)
{
    return r >= ENTRY_TRUNCATE && r <= ENTRY_EXPAND;
}

/* truncations.c: replaces calls of __enzyme_truncate_* and __enzyme_expand_mem_value in these
 * functions, from the innermost one on. What reaches calls that are to be lowered first waits;
 * `last`: it is an error. */
void truncations_lower(struct reader *r, struct truncations *t, const struct value_list *functions,
                       bool last);
/* The function, or one that it reaches, has such a call that is not replaced yet. */
bool truncations_within(struct reader *r, LLVMValueRef fn);

/* arrays.c: __enzyme_todense becomes code, and no derivative is made behind it. optimise: loops run
 * only where it matters. */
void arrays_lower(struct reader *r, bool optimise);
/* The primals of enzyme_dupnoneed whose shadows are such arrays: see virtual_drop_unread. */
void arrays_note_unread(struct reader *r, struct request *request);

/* type_checks.c: no comparison of types stays in front of derivative calls. */
void type_checks_drop(struct reader *r);

/* markers.c */
const struct marker_row *marker_row(enum marker m);
/* The marker an operand stands for; MARKER_NONE for data. For MARKER_UNKNOWN *word is the name
 * after `enzyme_`. */
enum marker marker_of(struct reader *r, LLVMValueRef operand, const char **word);
const char *marker_nearest(const char *word);
/* Keeps markers that are defined as constants from being folded into operands by simplification. */
void markers_protect(LLVMModuleRef m);

/* operand.c: all functions `v` can be, in order of discovery; false if some cannot be named. */
bool operand_functions(struct reader *r, LLVMValueRef v, struct value_list *out);
/* What an operand that is no known function looks like, for a message. */
const char *operand_describe(LLVMValueRef v);

/* select.c: a call whose function operand can be one of several functions becomes one call per
 * function, chosen by comparing the operand at run time. The new calls are appended to `calls`. */
void calls_split_by_function(struct reader *r, LLVMValueRef call, unsigned operand,
                             const struct value_list *functions, struct value_list *calls);

/* through.c: a call whose function operand is known at run time only, made one of a function that
 * calls through the pointer, *fn; NULL if the program has no functions, or functions of several
 * types, that the operands fit. */
LLVMValueRef call_through_pointer(struct reader *r, LLVMValueRef call, enum deriv_mode mode,
                                  LLVMValueRef *fn);

/* shadow_tables.c: __enzyme_virtualreverse or, with `forward`, __enzyme_virtualforward of a vtable
 * or of an address known at run time only; false for any other operand. */
bool replace_by_shadow_table(struct reader *r, LLVMValueRef call, bool forward);

/* integer_atomics.c: notes which atomic operations of the function are on integers, if it is one of
 * the C++ libraries' for such. */
bool record_integer_atomics(EzbCtx *cx, LLVMValueRef fn);
/* iterations.c: a call of __enzyme_iter, until iterations_lower replaces all of these by numbers.
 */
void iterations_replace(struct reader *r, LLVMValueRef call);
void iterations_lower(struct reader *r);
/* folds.c: a call of __enzyme_sum or __enzyme_product becomes the sum or product of its operands.
 */
void fold_replace(struct reader *r, LLVMValueRef call, bool product);
/* forward_records.c: __enzyme_virtualforward(fn) becomes the address of a record. A function that
 * it makes for that, with a derivative call, is appended to `made`. */
void replace_by_forward_record(struct reader *r, LLVMValueRef call, LLVMValueRef fn,
                               struct value_list *made);

/* defaults.c: activities of unmarked arguments and results, by type. */
enum activity default_param_activity(LLVMTypeRef type, enum deriv_mode mode);
enum activity default_return_activity(LLVMTypeRef type, enum deriv_mode mode);
bool type_has_fp(LLVMTypeRef type);
bool type_has_pointer(LLVMTypeRef type);

/* convert.c: `value`, operand `index` of `call`, as a value of type `want`, emitted before the
 * call. NULL after a diagnostic. */
LLVMValueRef convert_operand(struct reader *r, LLVMValueRef call, unsigned index, LLVMTypeRef want);
/* The operand is the address of an argument that C passes by value. */
bool operand_in_memory(LLVMValueRef call, unsigned index);
LLVMTypeRef operand_attribute_type(LLVMValueRef call, unsigned index, const char *name);
LLVMValueRef entry_alloca(struct reader *r, LLVMValueRef call, LLVMTypeRef type, const char *name);

/* inactive.c: __enzyme_call_inactive(fn, args...) becomes a call of fn marked inactive. */
void replace_inactive_call(struct reader *r, LLVMValueRef call);

/* wrapper.c: fn itself, or for a declaration a local function that calls it. */
LLVMValueRef function_with_body(struct reader *r, LLVMValueRef fn, LLVMValueRef call);

/* parse.c: reads one call of a function already resolved. False after a diagnostic. */
bool request_parse(struct reader *r, LLVMValueRef call, LLVMValueRef fn, enum deriv_mode mode,
                   struct request *out);
#endif
