/* Private to custom.c and custom_call.c: state of a derivative around a custom rule, and calls of
 * rule functions. */
#ifndef ENZCC_EMIT_CUSTOM_H
#define ENZCC_EMIT_CUSTOM_H
#include "emit/derivative.h"

struct custom {
    struct gen g; /* builders, tape, frame; no numbered function */
    const struct derivative *d;
    const struct custom_rule *rule;
    LLVMTargetDataRef layout;
    const char *misfit; /* of a record: why it cannot be called; else NULL */
    LLVMTypeRef result; /* R, also if it goes through memory; NULL: void */
    unsigned first,
        count; /* parameters of the primal; first = 1 if parameter 0 is where the result goes */
    unsigned
        *end; /* per parameter: the parameter after the last piece of the same source parameter */
    bool *shadowed;  /* per parameter: its source parameter has a shadow beside it; else it has a
                        gradient */
    unsigned passed; /* parameters that the rule knows: a record's not the pointer of the call */
    bool *alone;     /* per parameter: an integer without shadow in a record */
    LLVMValueRef *value;  /* per parameter */
    LLVMValueRef *shadow; /* per parameter * width + direction: shadow or tangent; NULL: none */
    LLVMValueRef *seeds;  /* per direction; NULL: the result's adjoint is zero */
};

/* Maps the parameters of fn, the derivative of kind `kind`, and starts its body. */
void custom_begin(struct custom *c, struct emission *e, struct derivative *d, enum gen_kind kind,
                  LLVMValueRef fn);
void custom_end(struct custom *c);

/* The shadow that a rule gets: an inactive pointer is its own, an integer repeats itself, or, with
 * the bits of a number in forward mode, is those of the tangent. */
LLVMValueRef custom_shadow(struct custom *c, unsigned k, unsigned direction);
LLVMValueRef custom_tangent(struct custom *c, unsigned k,
                            unsigned direction); /* zero if inactive */
/* A type that holds numbers and no pointer. */
bool custom_is_floating(LLVMTypeRef t);
/* What fn returns in C, wherever the calling convention puts it; NULL: void. */
LLVMTypeRef custom_result_type(LLVMValueRef fn);
uint64_t custom_size(const struct custom *c, LLVMTypeRef t);
/* A value of type t at an offset in memory. */
LLVMValueRef custom_read(struct custom *c, LLVMValueRef image, uint64_t offset, LLVMTypeRef t);

/* A call of a rule function. Arguments are pushed in order with the type they need; nothing is
 * emitted before they are known to fit. */
enum { RULE_ARGS_MAX = 512 };
struct rule_call {
    struct custom *c;
    LLVMValueRef fn, sret;
    unsigned first, count; /* parameters of fn: the first after sret, those filled */
    bool misfit;
    LLVMValueRef *args;
};
struct rule_call rule_call_begin(struct custom *c, LLVMValueRef fn);
void rule_call_push(struct rule_call *call, LLVMTypeRef t, LLVMValueRef v);
/* The primal's source parameter that begins with IR parameter k, as these pieces, or as a pointer
 * to them where the registration says so. copy: what is in memory is one that the rule may write
 * to. */
void rule_call_push_source(struct rule_call *call, unsigned k, const LLVMValueRef *pieces,
                           bool copy);
/* The type of the next parameter to fill; NULL if all are. */
LLVMTypeRef rule_call_next(const struct rule_call *call);
unsigned rule_call_left(const struct rule_call *call);       /* parameters still to fill */
bool rule_call_next_in_memory(const struct rule_call *call); /* a struct by value in memory */
/* Every parameter got an argument of its type. */
bool rule_call_fits(const struct rule_call *call);
/* Emits the call; the address of the result in memory, or of nothing for void. */
LLVMValueRef rule_call_emit(struct rule_call *call);

/* Reports that rule function fn has the wrong prototype; false. mode: "reverse" or "forward". */
bool custom_bad_type(struct custom *c, LLVMValueRef fn, const char *mode, const char *expected);
const char *custom_augmented_text(struct custom *c);
const char *custom_reverse_text(struct custom *c, LLVMTypeRef tape); /* tape NULL: none */
const char *custom_forward_text(struct custom *c, LLVMTypeRef tape); /* tape NULL: none */
const char *custom_name(struct custom *c, LLVMValueRef fn);
#endif
