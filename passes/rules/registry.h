/* What the user said about functions and globals: custom rules, inactive functions, allocators.
 *
 * Registrations are globals named by convention and annotations that start with "enzyme_"
 * (users-guide, "Custom rules"). They are read before anything else looks at the module, and
 * erased. Rules are kept here; everything simpler becomes a string attribute of the function, which
 * rule_classify reads, so that IR which carries such attributes already means the same:
 *
 *   enzyme_inactive          executed, no derivative
 *   enzyme_shouldrecompute   pure: called again in the reverse sweep rather than kept
 *   enzyme_math="name"       differentiated with the rule of that library function
 *   enzyme_allocator="n"     returns fresh memory of as many bytes as argument n says
 *   enzyme_deallocator="i,j,-1"  frees the argument that -1 stands for
 *   enzcc-custom="rfs"       has a custom rule for reverse, forward, split forward mode
 *   enzcc-messages="r,w"     the function of the rule communicates: masks of operands (rules.h) */
#ifndef ENZCC_RULES_REGISTRY_H
#define ENZCC_RULES_REGISTRY_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "rules/rules.h"

/* The custom rule of one function. Members are NULL where the mode has no rule. */
struct custom_rule {
    LLVMValueRef primal;
    LLVMValueRef reverse;
    LLVMValueRef augmented; /* NULL beside a reverse function: the primal itself, and no tape */
    LLVMValueRef forward;
    LLVMValueRef split_forward, split_augmented;
    uint64_t byref; /* bit n: parameter n of the augmented and the reverse function is a pointer to
                       the value */
    bool activity;  /* the two want to know which numbers are active */
    bool once;      /* the reverse function uses its tape up */
    bool tape;   /* the augmented function gets the tape to allocate on; the reverse function frees
                    nothing and may run again */
    bool phases; /* the forward function can be run in parts, so that several directions share one
                  * primal
                  */
    bool augmented_phases; /* so can the augmented function */
    bool record; /* of a call through a pointer, which is the last parameter and not the rule's:
                    prepare/calls/records.c */
    struct messages messages;
};

struct registry {
    LLVMModuleRef module;
    struct arena *arena;
    struct diag_sink *diags;
    struct map rules; /* function -> struct custom_rule */
    VEC(struct custom_rule *) list;
    VEC(LLVMValueRef) inactive_globals;
    bool records;     /* some calls through pointers may have rules for one family of modes */
    struct map frees; /* function -> the function that frees what it allocates */
};

/* Consumes all registrations of the module; errors go to `s`. */
void registry_read(struct registry *r, LLVMModuleRef m, struct arena *a, struct diag_sink *s);
/* -fenz-inactive=: functions whose name matches are inactive. `lists` ends with NULL; each is globs
 * separated by commas, up to a blank. */
void registry_globs(LLVMModuleRef m, const char *const *lists);
bool registry_name_matches(LLVMValueRef fn, const char *const *lists);
/* Consumes one registration global that came into the module later. False after an error, or if its
 * name registers nothing. */
bool registry_add_global(struct registry *r, LLVMValueRef global);
/* True if the name of this global makes it a registration. */
bool registry_is_registration(LLVMValueRef global);
/* Reports variables that register nothing because their names are misspelt: linkers drop them. */
void registry_report_unknown(LLVMModuleRef m, struct diag_sink *s);
/* Adds a rule for a function that has none. */
void registry_add_rule(struct registry *r, LLVMValueRef primal, LLVMValueRef forward,
                       LLVMValueRef split, LLVMValueRef reverse);
/* Adds the rule of a call through a pointer whose shadow is a record, and which `through` does:
 * {augmented, reverse or split forward} or, with one function, {forward}. */
void registry_add_record(struct registry *r, LLVMValueRef through, const LLVMValueRef *functions,
                         unsigned count);
/* The custom rule of a function, or NULL. */
const struct custom_rule *registry_rule(const struct registry *r, LLVMValueRef fn);

/* Some function has a rule for one of reverse and forward mode only: what is prepared for one does
 * not fit the other. */
bool registry_modes_differ(const struct registry *r);

/* A function that a registration global or an annotation of the module mentions, with the reason;
 * see protect.c. */
enum registry_role {
    REGISTRY_PRIMAL /* calls of it must stay calls */,
    REGISTRY_RULE /* called by derivatives only */
};
typedef void registry_visitor(void *user, LLVMValueRef fn, enum registry_role role);
/* Calls `visit` for every function mentioned in registrations, without reading them as rules and
 * without errors. */
void registry_mentions(LLVMModuleRef m, registry_visitor *visit, void *user);
/* Adds to a list of symbols that must be kept (llvm.used, llvm.compiler.used), or takes out of it.
 */
void registry_list_add(LLVMModuleRef m, const char *list, LLVMValueRef const *globals,
                       unsigned count);
void registry_list_remove(LLVMModuleRef m, const char *list, LLVMValueRef global);
#endif
