/* Objects of a function that preparation proved apart, or has the run prove (loops/versions.c): no
 * access to one touches bytes of another, and no access to the shadow of one the shadow of another.
 *
 * Accesses say by alias scopes which object they are to. The scopes are in a domain of our own and
 * hold for the whole function, unlike those that come from `restrict`. */
#ifndef ENZCC_IR_SCOPES_H
#define ENZCC_IR_SCOPES_H
#include "base/arena.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

/* How many objects a function may have. */
enum { SCOPES_MAX = 64 };

/* A domain named `name` and n scopes in it. */
LLVMMetadataRef scopes_domain(LLVMContextRef c, const char *name);
LLVMMetadataRef scopes_new(LLVMContextRef c, LLVMMetadataRef domain);

/* Adds scopes to a list of the access: "alias.scope" or "noalias". */
void scopes_append(struct arena *a, LLVMValueRef access, const char *list,
                   const LLVMMetadataRef *more, unsigned count);
/* Removes both lists. */
void scopes_forget(LLVMValueRef access);
/* Says that `access` is to the object with scopes[i], and so to none of the n others; what it says
 * of other domains stays. */
void scopes_mark(struct arena *a, LLVMValueRef access, const LLVMMetadataRef *scopes, unsigned n,
                 unsigned i);
/* The domain of objects that are apart is ours. */
extern const char scopes_objects[];
/* The scopes of objects that are apart which an access is to, or those which it is not to: writes
 * at most SCOPES_MAX, returns how many. */
unsigned scopes_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes);
unsigned scopes_not_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes);
/* The scope is of an object that is apart. */
bool scopes_is_object(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c);
#endif
