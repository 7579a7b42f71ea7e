/* What integers that are stored were made of, and which tangents may be lost: parts of bytes.h. */
#ifndef ENZCC_PLAN_PARTS_H
#define ENZCC_PLAN_PARTS_H
#include "plan/bytes.h"

/* Of values, or parts of some: NULL if the store writes no part of one. */
const struct plan_sources *plan_parts_stored(struct activity_context *c,
                                             const struct activity_facts *a, LLVMValueRef store);
/* Of addresses: loads of integers that may be some. NULL: of none. */
const struct plan_sources *plan_addresses_stored(struct activity_context *c,
                                                 const struct activity_facts *a,
                                                 LLVMValueRef store);
/* Of words: casts that narrow one, and loads where one may lie. v: an integer that is narrower. */
const struct plan_sources *plan_words_narrowed(struct activity_context *c,
                                               const struct activity_facts *a, LLVMValueRef v);
/* Forward mode: the store moves the bytes of the shadow from where its operand was loaded. bytes:
 * of all values; the memory that the kind map follows is known. */
bool plan_moves_bytes(struct activity_context *c, const struct activity_facts *a,
                      const struct plan_bytes *bytes, LLVMValueRef store);
/* What has to be noted for the stores. */
void plan_parts(const struct activity_facts *a, const struct plan_bytes_wish *wish,
                struct plan_bytes *bytes);
/* Which tangents may be lost. */
void plan_lost(struct activity_context *c, const struct activity_facts *a,
               const struct plan_bytes_wish *wish, struct plan_bytes *bytes);
#endif
