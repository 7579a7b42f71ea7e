/* Arrays that are members of structs, and the accesses that stay inside of them.
 *
 * The index of an array in a struct does not reach the next member: so say C (6.5.6, additive
 * operators) and C++. LLVM's address arithmetic has forgotten that once it is in its canonical
 * form, in which s->a[i] and ((double *)s)[i] are the same where a comes first. So what the sources
 * say is noted before: an access, or an operand of a call, says in which arrays it is, by the
 * struct's type and the bytes of it that the array has. The pointer that the address was calculated
 * from says where a struct of that type begins, seen from there.
 *
 * Notes may get lost on the way, then less is known. So that this is all, the name of the struct in
 * both kinds of note has the number of the pointer and the distance: what is left never says
 * something about another struct of the type. */
#ifndef ENZCC_IR_MEMBERS_H
#define ENZCC_IR_MEMBERS_H
#include "base/arena.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* Arrays in arrays of structs in structs: how many a note names; how many notes of a kind are read
 * of one value. */
enum { MEMBERS_MAX = 4, MEMBER_CLAIMS_MAX = 16, MEMBER_ORIGINS_MAX = 256 };

/* The access is in one of these: in all arrays that one of the items names, the outermost first. */
struct member_claim {
    unsigned count;
    const char *texts[MEMBERS_MAX];
};
struct member_claims {
    unsigned count; /* 0: nothing is known */
    struct member_claim items[MEMBER_CLAIMS_MAX];
};

/* The array has bytes [begin, begin + size) of a struct. */
struct member_known {
    const char *type; /* the name of the struct, by which origins are found */
    uint64_t begin, size;
    char element; /* d: double; f: float; -: something else */
};

/* From a pointer on, structs begin at `distance` plus, where step is not 0, any multiples of it. */
struct member_origin {
    int64_t distance;
    uint64_t step;
};

/* Notes are texts, equal for equal arrays. */
const char *member_text(struct arena *a, const struct member_known *m);
/* The name of a struct type whose objects begin at o, seen from a pointer with this number. */
const char *member_type(struct arena *a, LLVMTypeRef type, const char *number,
                        struct member_origin o);
char member_element(LLVMTypeRef type);
/* False for texts that say nothing by themselves (member_of_param). */
bool member_read(const char *text, struct member_known *m);

/* Keeps those of n texts that are among others, returns how many. */
unsigned member_common(const char **texts, unsigned n, const char *const *others, unsigned m);
bool member_equal(const char *const *a, unsigned n, const char *const *b, unsigned m);

/* Of a load, a store, an atomic operation. */
struct member_claims member_of_access(struct arena *a, LLVMValueRef access);
void member_note_access(struct arena *a, LLVMValueRef access, const struct member_claims *c);
/* What is noted of an access is noted of another one, to the same bytes or to some of them. */
void member_note_same(struct arena *a, LLVMValueRef access, LLVMValueRef other);
/* The same of an operand of a call, through which it accesses nothing else. */
void member_note_operand(struct arena *a, LLVMValueRef call, unsigned operand,
                         const char *const *texts, unsigned n);
unsigned member_of_operand(struct arena *a, LLVMValueRef call, unsigned operand,
                           const char **texts);

/* The same of the pointer that a function returns; false: nobody has said whether it is in one. */
void member_note_result(struct arena *a, LLVMValueRef fn, const char *const *texts, unsigned n);
bool member_of_result(struct arena *a, LLVMValueRef fn, const char **texts, unsigned *n);
/* A text that says nothing by itself: in whatever arrays that operand of a call of fn is. */
const char *member_of_param(struct arena *a, LLVMValueRef fn, unsigned param);

bool member_is_param(const char *text, unsigned *param);

/* What v is calculated from by GEPs, which add to *o. */
LLVMValueRef member_base(LLVMTargetDataRef target, LLVMValueRef v, struct member_origin *o);
/* Structs of the type begin there, seen from v; seen from all that v is calculated from. */
void member_note_origin(struct arena *a, LLVMTargetDataRef target, LLVMValueRef v, const char *type,
                        struct member_origin o);
/* What is noted of a value that is to be replaced by another one is noted of that: of a parameter,
 * of the operand of a call that is inlined; of the call, of what is returned. Prefix and suffix
 * become part of the names of types. */
void member_move_origins(struct arena *a, LLVMTargetDataRef target, LLVMValueRef from,
                         LLVMValueRef to, const char *prefix, const char *suffix);
/* What is noted of a load from a variable is noted of all that is stored there: the variable is to
 * become a register. Returns how many notes these are. */
unsigned member_push_origins(struct arena *a, LLVMTargetDataRef target, LLVMValueRef load);
/* The notes of v itself about structs of the type: *all has room for MEMBER_ORIGINS_MAX. A struct
 * that is meant begins at one of these places. */
unsigned member_origins_of(struct arena *a, LLVMValueRef v, const char *type,
                           struct member_origin *all);
/* The first MEMBER_ORIGINS_MAX of all notes of v, with the names of the types. */
unsigned member_all_origins(struct arena *a, LLVMValueRef v, const char **types,
                            struct member_origin *all);
/* Both are names of the same struct type. */
bool member_is_same_type(const char *type, const char *other);
/* The name that the same struct type has as seen from the pointer with this number. */
const char *member_type_again(struct arena *a, const char *type, const char *number,
                              struct member_origin o);

/* Each call that is inlined has a suffix by which types in its callee differ from those in other
 * copies; NULL: none so far. */
const char *member_suffix_of_call(struct arena *a, LLVMValueRef call);
void member_set_suffix(LLVMValueRef call, const char *suffix);
/* All names at an instruction get the suffix; those with this prefix, of the caller, lose that. */
enum { MEMBER_OF_CALLER = '^' };
void member_add_suffix(struct arena *a, LLVMValueRef inst, const char *suffix);
/* All names at an instruction become what the function says; `type` itself stays. */
typedef const char *member_new_name(struct arena *a, const char *type, void *data);
void member_rename(struct arena *a, LLVMValueRef inst, member_new_name *new_name, void *data);
/* So do those in the notes of v, an instruction or a parameter, about what is behind it. */
void member_rename_origins(struct arena *a, LLVMValueRef v, member_new_name *new_name, void *data);

/* The pointers that v is calculated from, or chosen from, in one step; of a load from a local
 * variable, those that are stored there. None where notes of origins are. */
unsigned member_step_count(LLVMValueRef v);
/* The variable, of such a load; else v. */
LLVMValueRef member_variable(LLVMValueRef v);
LLVMValueRef member_step(LLVMValueRef v, unsigned k);
/* It says where the life of a variable begins or ends. */
bool member_is_lifetime(LLVMValueRef user);
/* The operand of a GEP chooses a member of the struct type that the operands in front lead to. */
bool member_is_field(LLVMTypeRef type, unsigned operand);
/* What the operand adds to the address; *type: what the operands in front lead to, and this one
 * does. */
void member_gep_step(LLVMTargetDataRef target, LLVMValueRef gep, unsigned operand,
                     LLVMTypeRef *type, struct member_origin *o);
#endif
