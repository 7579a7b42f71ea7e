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

LLVMMetadataRef scopes_named(LLVMContextRef c, const char *domain, const char *name)
{
    LLVMMetadataRef in = LLVMMDStringInContext2(c, domain, strlen(domain)),
                    ops[] = {LLVMMDStringInContext2(c, name, strlen(name)),
                             LLVMMDNodeInContext2(c, &in, 1)};
    return LLVMMDNodeInContext2(c, ops, 2);
}

static unsigned declaration(void)
{
    static const char name[] = "llvm.experimental.noalias.scope.decl";
    return LLVMLookupIntrinsicID(name, sizeof name - 1);
}

void scopes_declare(LLVMModuleRef module, LLVMBuilderRef b, LLVMMetadataRef *scopes, unsigned n)
{
    LLVMContextRef c = LLVMGetModuleContext(module);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(module, declaration(), NULL, 0);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef list = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, &scopes[i], 1));
        LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &list, 1, "");
    }
}

LLVMMetadataRef scopes_declared(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL, scope;
    if (!callee || !LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) != declaration())
        return NULL;
    LLVMGetMDNodeOperands(LLVMGetOperand(inst, 0), &scope); /* one, says LLVM's verifier */
    return LLVMValueAsMetadata(scope);
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
                 uint64_t mine)
{
    for (unsigned i = 0; i < n; i++)
        scopes_append(a, access, mine >> i & 1 ? "alias.scope" : "noalias", &scopes[i], 1);
}

LLVMMetadataRef scopes_domain_of(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c)
{
    unsigned n;
    LLVMValueRef *operands = operands_of(a, LLVMMetadataAsValue(c, scope), &n);
    return n < 2 ? NULL : LLVMValueAsMetadata(operands[1]);
}

bool scopes_is_object(struct arena *a, LLVMMetadataRef scope, LLVMContextRef c)
{
    unsigned n, length;
    LLVMMetadataRef domain = scopes_domain_of(a, scope, c);
    LLVMValueRef *operands = domain ? operands_of(a, LLVMMetadataAsValue(c, domain), &n) : NULL;
    const char *name = !domain || n < 2 ? NULL : LLVMGetMDString(operands[1], &length);
    return name && length == strlen(scopes_objects) && !memcmp(name, scopes_objects, length);
}

/* The string that comes first in a node; NULL if something else does. */
static const char *name_of(struct arena *a, LLVMValueRef node)
{
    unsigned n, length;
    LLVMValueRef *operands = operands_of(a, node, &n);
    const char *name = n && operands[0] ? LLVMGetMDString(operands[0], &length) : NULL;
    return name ? arena_strndup(a, name, length) : NULL;
}

bool scopes_is_named(struct arena *a, LLVMValueRef scope)
{
    return name_of(a, scope) != NULL;
}

static bool is_in_named(struct arena *a, LLVMContextRef c, LLVMValueRef scope, const char *domain)
{
    LLVMMetadataRef in = scopes_domain_of(a, LLVMValueAsMetadata(scope), c);
    const char *of = in ? name_of(a, LLVMMetadataAsValue(c, in)) : NULL;
    return of && !strcmp(of, domain);
}

unsigned scopes_names(struct arena *a, LLVMValueRef access, const char *domain, const char **names,
                      unsigned most)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMValueRef list = LLVMGetMetadata(access, kind_of(c, "alias.scope"));
    unsigned n, count = 0;
    if (!list)
        return 0; /* of most */
    LLVMValueRef *all = operands_of(a, list, &n);
    for (unsigned i = 0; i < n && count < most; i++)
        if (is_in_named(a, c, all[i], domain))
            names[count++] = name_of(a, all[i]);
    return count;
}

void scopes_set_named(struct arena *a, LLVMValueRef access, const char *domain,
                      const char *const *names, unsigned count)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    unsigned n, kept = 0, kind = kind_of(c, "alias.scope");
    LLVMValueRef *all = operands_of(a, LLVMGetMetadata(access, kind), &n);
    LLVMMetadataRef *scopes = ARENA_ARRAY(a, LLVMMetadataRef, n + count);
    for (unsigned i = 0; i < n; i++)
        if (!is_in_named(a, c, all[i], domain))
            scopes[kept++] = LLVMValueAsMetadata(all[i]);
    for (unsigned i = 0; i < count; i++)
        scopes[kept++] = scopes_named(c, domain, names[i]);
    LLVMSetMetadata(access, kind, LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, scopes, kept)));
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

static bool contains(const LLVMMetadataRef *scopes, unsigned n, LLVMMetadataRef scope)
{
    while (n-- > 0)
        if (scopes[n] == scope)
            return true;
    return false;
}

/* Whatever object of a domain `access` is to, `other` is not to it. */
static bool is_none_of(struct arena *a, LLVMValueRef access, LLVMValueRef other)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(access));
    LLVMMetadataRef of[SCOPES_MAX], not_of[SCOPES_MAX];
    unsigned n = scopes_of(a, access, of), m = scopes_not_of(a, other, not_of);
    for (unsigned i = 0; i < n && n < SCOPES_MAX; i++) {
        LLVMMetadataRef domain = scopes_domain_of(a, of[i], c);
        bool all = true;
        for (unsigned k = 0; k < n && all; k++)
            all = scopes_domain_of(a, of[k], c) != domain || contains(not_of, m, of[k]);
        if (all)
            return true;
    }
    return false;
}

bool scopes_apart(struct arena *a, LLVMValueRef access, LLVMValueRef other)
{
    return is_none_of(a, access, other) || is_none_of(a, other, access);
}
