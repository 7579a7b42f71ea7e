/* Objects of a function that preparation has the run prove apart (prepare/loops/versions.c): no
 * access to one touches bytes of another, and no access to the shadow of one the shadow of another.
 *
 * Accesses say by alias scopes which object they are to. Like those that come from `restrict`, the
 * scopes hold from where they are declared, in one iteration of the loop around that place; but
 * they are in domains with a name of our own. */
#ifndef ENZCC_IR_SCOPES_H
#define ENZCC_IR_SCOPES_H
#include "base/arena.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

/* How many objects a function may have. */
enum { SCOPES_MAX = 64 };

/* A domain, and n scopes in it. */
LLVMMetadataRef scopes_domain(LLVMContextRef c, const char *name);
LLVMMetadataRef scopes_new(LLVMContextRef c, LLVMMetadataRef domain);
/* The scope of that name in the domain of that name: one for all functions. */
LLVMMetadataRef scopes_named(LLVMContextRef c, const char *domain, const char *name);
/* It is such a scope: it tells no two accesses apart. */
bool scopes_is_named(struct arena *a, LLVMValueRef scope);
/* Of the domain, the access is to the n scopes of these names. */
void scopes_set_named(struct arena *a, LLVMValueRef access, const char *domain,
                      const char *const *names, unsigned n);
/* The names of the scopes in a domain that has a name which the access is to: writes at most
 * `most`, returns how many. */
unsigned scopes_names(struct arena *a, LLVMValueRef access, const char *domain, const char **names,
                      unsigned most);
/* llvm.experimental.noalias.scope.decl of each, at the builder's place. */
void scopes_declare(LLVMModuleRef module, LLVMBuilderRef b, LLVMMetadataRef *scopes, unsigned n);
/* The scope that the instruction declares, or NULL. */
LLVMMetadataRef scopes_declared(LLVMValueRef inst);
/* The scope is of an object that is apart. */
bool scopes_is_object(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c);
LLVMMetadataRef scopes_domain_of(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c);

/* Adds scopes to a list of the access: "alias.scope" or "noalias". */
void scopes_append(struct arena *a, LLVMValueRef access, const char *list,
                   const LLVMMetadataRef *more, unsigned count);
/* Removes both lists. */
void scopes_forget(LLVMValueRef access);
/* Says that `access` is to one of the objects the bits of which are set, and so to none of the
 * others; what it says of other domains stays. */
void scopes_mark(struct arena *a, LLVMValueRef access, const LLVMMetadataRef *scopes, unsigned n,
                 uint64_t mine);
/* The name of the domains of objects that are apart. */
extern const char scopes_objects[];
/* The scopes of objects that are apart which an access is to, or those which it is not to: writes
 * at most SCOPES_MAX, returns how many. */
unsigned scopes_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes);
unsigned scopes_not_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes);
/* They are to different objects. */
bool scopes_apart(struct arena *a, LLVMValueRef access, LLVMValueRef other);
#endif
