#include "ir/scopes.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>

const char scopes_objects[] = "enz.objects";

static unsigned kind_of(LLVMContextRef c, const char *name)
{
    return LLVMGetMDKindIDInContext(c, name, (unsigned)strlen(name));
}

/* A distinct node that names itself, as scopes and their domains do, and `rest`. */
static LLVMMetadataRef self_naming(LLVMContextRef c, LLVMMetadataRef rest)
{
    LLVMMetadataRef self = LLVMTemporaryMDNode(c, NULL, 0), ops[2] = {self, rest};
    LLVMMetadataRef node = LLVMMDNodeInContext2(c, ops, rest ? 2 : 1);
    LLVMReplaceMDNodeOperandWith(LLVMMetadataAsValue(c, node), 0, node);
    LLVMDisposeTemporaryMDNode(self);
    return node;
}

LLVMMetadataRef scopes_domain(LLVMContextRef c, const char *name)
{
    return self_naming(c, LLVMMDStringInContext2(c, name, strlen(name)));
}

LLVMMetadataRef scopes_new(LLVMContextRef c, LLVMMetadataRef domain)
{
    return self_naming(c, domain);
}

/* The operands of a node in the arena; *n says how many. */
static LLVMValueRef *operands_of(struct arena *a, LLVMValueRef node, unsigned *n)
{
    *n = node ? LLVMGetMDNodeNumOperands(node) : 0;
    LLVMValueRef *operands = ARENA_ARRAY(a, LLVMValueRef, *n);
    if (*n)
        LLVMGetMDNodeOperands(node, operands);
    return operands;
}

void scopes_append(struct arena *a, LLVMValueRef access, const char *name,
                   const LLVMMetadataRef *more, unsigned count)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    unsigned n, kind = kind_of(c, name);
    LLVMValueRef *old = operands_of(a, LLVMGetMetadata(access, kind), &n);
    LLVMMetadataRef *all = ARENA_ARRAY(a, LLVMMetadataRef, n + count);
    for (unsigned i = 0; i < n; i++)
        all[i] = LLVMValueAsMetadata(old[i]);
    memcpy(all + n, more, count * sizeof *all);
    LLVMSetMetadata(access, kind, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, all, n + count)));
}

void scopes_forget(LLVMValueRef access)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMSetMetadata(access, kind_of(c, "alias.scope"), NULL);
    LLVMSetMetadata(access, kind_of(c, "noalias"), NULL);
}

void scopes_mark(struct arena *a, LLVMValueRef access, const LLVMMetadataRef *scopes, unsigned n,
                 unsigned i)
{
    LLVMMetadataRef *others = ARENA_ARRAY(a, LLVMMetadataRef, n);
    memcpy(others, scopes, n * sizeof *others);
    others[i] = others[n - 1];
    scopes_append(a, access, "alias.scope", &scopes[i], 1);
    scopes_append(a, access, "noalias", others, n - 1);
}

bool scopes_is_object(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c)
{
    unsigned n, length;
    LLVMValueRef *operands = operands_of(a, LLVMMetadataAsValue(c, scope), &n);
    if (n < 2)
        return false;
    LLVMValueRef *domain = operands_of(a, operands[1], &n);
    const char *name = n < 2 ? NULL : LLVMGetMDString(domain[1], &length);
    return name && length == strlen(scopes_objects) && !memcmp(name, scopes_objects, length);
}

static unsigned objects_in(struct arena *a, LLVMValueRef access, const char *list,
                           LLVMMetadataRef *scopes)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    unsigned n, count = 0;
    LLVMValueRef *all = operands_of(a, LLVMGetMetadata(access, kind_of(c, list)), &n);
    for (unsigned i = 0; i < n && count < SCOPES_MAX; i++)
        if (scopes_is_object(a, LLVMValueAsMetadata(all[i]), c))
            scopes[count++] = LLVMValueAsMetadata(all[i]);
    return count;
}

unsigned scopes_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes)
{
    return objects_in(a, access, "alias.scope", scopes);
}

unsigned scopes_not_of(struct arena *a, LLVMValueRef access, LLVMMetadataRef *scopes)
{
    return objects_in(a, access, "noalias", scopes);
}
