/* Private to parse.c and parse_result.c: one derivative call being read. */
#ifndef ENZCC_REQUEST_PARSE_H
#define ENZCC_REQUEST_PARSE_H
#include "request/read.h"

struct token {
    enum marker marker; /* MARKER_NONE: a value */
    unsigned operand;   /* of the value; for a marker with an operand of its own, that operand */
};

struct argument {
    unsigned first, pieces; /* IR parameters */
    enum activity activity;
    bool marked;
    unsigned stride_operand; /* dupv: operand of the stride, else 0 */
    bool strided, byref, not_overwritten;
    enum marker lanes; /* batch: MARKER_VECTOR, MARKER_SCALAR or MARKER_BUFFER */
};

struct options {
    unsigned width;
    bool width_given, interleave, primal_return, runtime_activity;
    enum marker ret; /* MARKER_NONE or one of the *_RETURN markers */
};

struct parse {
    struct reader *r;
    struct request *q;
    LLVMValueRef call;
    LLVMTypeRef *types; /* of the IR parameters */
    struct options options;
    struct token *tokens;
    unsigned token_count, next;
    struct argument *arguments;
    unsigned argument_count;
};

enum reading { READ_DONE, READ_MISSING, READ_FAILED };
/* The pieces of one value of a source argument, from the next tokens; READ_MISSING: there are too
 * few. */
enum reading parse_pieces(struct parse *p, const struct argument *a, LLVMValueRef *pieces);
/* The size that enzyme_byref names. False after a diagnostic. */
bool parse_byref(struct parse *p, struct argument *a, unsigned operand);
/* Parameter `param` is a struct that C passes by value in memory. */
bool parse_in_memory(const struct parse *p, unsigned param);
/* Reads the shadows of one source argument from the next tokens. False after a diagnostic. */
bool parse_shadows(struct parse *p, struct argument *a);
/* parse_report.c: parse_pieces, where messages say what the operands are taken for. */
enum reading parse_read_as(struct parse *p, const struct argument *a, bool shadow,
                           LLVMValueRef *pieces);
/* Reports that the entry point does not know the marker; that there are only operands for so many
 * arguments, or for a part of this one; that its shadow is missing; that operands are left over.
 * Always false. */
bool parse_no_meaning(struct parse *p, enum marker m);
bool parse_too_few(struct parse *p, unsigned found);
bool parse_incomplete(struct parse *p, const struct argument *a);
bool parse_missing_shadow(struct parse *p, const struct argument *a);
bool parse_left_over(struct parse *p);
/* The pieces of reading arguments that parse_split.c needs: an activity marker and its own operand;
 * the default; is it possible; what it means for one of the argument's pieces. */
bool parse_activity_marker(struct parse *p, struct argument *a, enum marker m, unsigned operand);
enum activity parse_default_activity(const struct parse *p, const struct argument *a);
bool parse_check_activity(struct parse *p, const struct argument *a);
enum activity parse_piece_activity(const struct parse *p, const struct argument *a,
                                   LLVMTypeRef type);
/* parse_split.c: an option of split mode; the activities of all arguments without values (tape
 * size); what comes after the arguments (seeds and tape). False after a diagnostic. */
bool parse_tape_option(struct parse *p, enum marker m, unsigned operand);
bool parse_activities(struct parse *p);
bool parse_tape(struct parse *p);
void parse_record_activities(struct parse *p);
/* parse_batch.c: where its results go if the primal
 * returns in memory; all of its arguments. False after a diagnostic. */
bool parse_batch_result(struct parse *p);
bool parse_batch_arguments(struct parse *p);
/* The return activity, and the sret parameter of the primal. False after a diagnostic. */
bool parse_result(struct parse *p);
/* The result is in a register that holds a floating-point value and an integer. */
bool parse_result_is_mixed(const struct parse *p);
#endif
