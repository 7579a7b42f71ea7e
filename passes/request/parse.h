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
  bool strided, byref;
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

/* Reads the shadows of one source argument from the next tokens. False after a diagnostic. */
bool parse_shadows(struct parse *p, struct argument *a);
/* The return activity, and the sret parameter of the primal. False after a diagnostic. */
bool parse_result(struct parse *p);
#endif
