/* What the parts of the type analysis share: the state, evidence entries, copy edges. Private to
 * passes/facts/types*.c.
 *
 * SSA values of pointer type have a place. Values of integer and aggregate type are small memory
 * objects of their own
 * ("registers"): loading one is a copy from memory into it, extracting a field is a copy out of it.
 * So one question, "what is at this coordinate of this node", answers for memory and for values
 * alike. */
#ifndef ENZCC_FACTS_TYPES_STATE_H
#define ENZCC_FACTS_TYPES_STATE_H
#include "base/limits.h"
#include "base/map.h"
#include "base/type.h"
#include "facts/types.h"
#include "facts/types_graph.h"
#include "llvm-c/Target.h"

#define SIZE_UNLIMITED UINT64_MAX

enum entry_kind { ENTRY_PAD = 1, ENTRY_INT = 2, ENTRY_PTR = 4, ENTRY_FLOAT = 8 };
/* How much an entry is worth where several are equally specific. */
enum entry_level { LEVEL_DECLARED, LEVEL_TBAA, LEVEL_ACCESS };

struct entry {
    unsigned node; /* a root */
    enum entry_kind kind;
    enum entry_level level;
    uint64_t size;
    int64_t off, hi;
    uint64_t stride;
    bool down;
    LLVMTypeRef type; /* NULL for padding */
    struct window window;
    unsigned access; /* as in struct place */
};

/* Open addressing. */
struct entry_slot {
    uint32_t hash;
    unsigned id; /* the number of an entry + 1 */
};
struct entry_set {
    struct entry_slot *slots;
    unsigned size; /* a power of two, or 0 */
};

/* The bytes at both ends are equal because they were copied. */
struct edge {
    struct place end[2];
    uint64_t size;
    bool numbers; /* it carries numbers only */
};
enum { SHORT_COPY = 16 };
struct edge_end {
    unsigned node, edge;
    int64_t off; /* exact, of a short copy; else NO_BOUND */
    uint8_t side;
};

/* Where the sorted entries and edge ends of a root node start; exact entries come before strided
 * ones. */
struct shelf {
    unsigned first, exact, count;
    bool vague; /* numbers and pointers, of which nobody knows whether they are in one object */
    unsigned edge_first, edge_count, edge_short; /* the first edge_short ends are at exact offsets,
                                                    of copies of up to SHORT_COPY bytes, sorted */
    /* All floating-point values and pointers that are accessed start at `base` plus multiples of
     * `grid` (0: at base) and have at most `largest` bytes (0: there are none). */
    int64_t base;
    uint64_t grid, largest;
};

/* A parameter or result of something callable that is not one value. */
struct slot {
    unsigned pointer, reg;
};
struct signature {
    unsigned count;
    struct slot *params;
    struct slot result;
};

struct place_list {
    struct place *items;
    unsigned count, cap;
};

/* A step of the analysis: what it read when it was made last, at `time` of the graph's clock. */
struct visit {
    bool made, provisional; /* provisional: it asked whether all is settled */
    bool watches;           /* the graph wakes it when what it read changes */
    unsigned time;
    unsigned *read, count, cap;
};
/* Of instructions that are visited one after the other. */
struct visits {
    struct visit *items; /* NULL: they have not been visited yet */
    unsigned first;      /* the number of the first step */
};
struct inst_list {
    LLVMValueRef const *items;
    unsigned count;
};

/* A function as called by one chain of calls (types_instances.c). */
struct instance {
    LLVMValueRef fn; /* NULL: any, called by whomever, and constants */
    struct instance *caller;
    bool recursive;       /* others call it, too */
    struct map places;    /* pointer value -> pointer of the graph */
    struct map registers; /* integer or aggregate value -> node */
    struct map callees;   /* call -> struct instance * */
    struct map passed;    /* parameter: an operand has been passed to it */
    struct slot *result;  /* NULL until asked for */
    struct visits visits; /* of the instructions of fn */
};
struct common_function {
    LLVMValueRef fn;
    struct visits visits;
};
struct instance_list {
    struct instance **items;
    unsigned count, cap;
};

struct int_type {
    LLVMTypeRef type;
    bool asked, known;
};
enum { INT_STRICT, INT_PERHAPS, INT_NUMBER, INT_ANSWERS };

enum { DECLARED_CACHE = 1024 };
struct declared_key {
    struct place at;
    LLVMTypeRef type; /* NULL: nothing is there */
};

/* Found once for all requests; NULL until asked for. */
struct types_program {
    EzbCtx *cx;
    struct arena *arena;
    LLVMModuleRef module;
    bool tbaa;
    struct known_structs *known;     /* types_match.c */
    struct program_numbers *numbers; /* types_number.c */
    struct program_parts *parts;     /* types_program.c */
};

struct types {
    EzbCtx *cx;
    struct arena *arena;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef target;
    LLVMValueRef const *fns;
    unsigned fn_count;
    struct types_program *program;
    const struct types_around *around; /* NULL: the rest of the program is not asked */
    const struct types_link *links;
    unsigned link_count;
    LLVMValueRef root;
    unsigned pointer_size;
    struct types *first;
    bool tbaa;          /* trusted */
    bool integers_lead; /* some that have an integer type in memory are used as addresses */
    enum types_unknown unknown;
    unsigned kind_tbaa, kind_tbaa_struct;
    struct graph graph;
    struct map fn_set;             /* function -> itself */
    struct map allocators;         /* function -> itself: returns fresh memory only */
    struct instance *common, *now; /* for all calls; the one that is looked at */
    struct instance_list instances;
    struct map instances_of; /* function -> struct instance_list * */
    VEC(struct common_function) common_fns;
    struct visits around_visits;
    uint64_t instances_left;              /* instructions that further instances may have */
    struct map all_places, all_registers; /* value -> struct place_list *, of all instances */
    VEC(unsigned) register_nodes;
    struct map results;        /* function -> struct slot *, of the instance for all calls */
    struct map signatures;     /* function type -> struct signature *, for calls through pointers */
    struct map int_types;      /* integer -> struct int_type[INT_ANSWERS]: answers given */
    struct map indices;        /* index -> how many elements it reaches; 0: any */
    struct map members;        /* pointer -> struct member_pointer * (types_members.c) */
    struct map layouts;        /* copy -> struct known_layout * of types_copy.c: answers given */
    struct map tbaa_types;     /* metadata -> struct tbaa_type * */
    VEC(LLVMValueRef) globals; /* met so far; the first globals_done of them are initialised */
    unsigned globals_done;
    bool *tracked;                 /* per node; NULL until types_track */
    uint8_t *reused;               /* per node: ENTRY_PTR, ENTRY_INT: where values are */
    LLVMValueRef *tracked_because; /* the first instruction that asked for it, or NULL */
    bool *lead_to_tracked, *lead_to_reused,
        *lead_to_numbers; /* per node: pointers do; NULL until asked for */
    bool *in_global;      /* per node: a variable global is in it; NULL until asked for */
    bool *open;   /* per root node: callers, who are not asked, have access to the memory; NULL if
                     they are asked, or nobody said which function they call */
    bool *shared; /* the same for callers who are asked, and for globals; NULL: nobody said */
    bool settled; /* what is not one place by now never will be: ask types_settled */
    VEC(unsigned) provisional; /* steps that asked, perhaps twice */
    struct map inst_lists;     /* function -> struct inst_list * */
    bool asked;                /* the current step did */
    bool final;                /* places are settled: entries and edges are being collected */
    VEC(struct entry) entries;
    struct entry_set entry_set; /* types_shelve.c */
    VEC(struct edge) edges;
    VEC(struct edge_end) edge_ends;
    struct shelf *shelves; /* per node, for the first `shelved` of them */
    unsigned shelved;
    bool unsettled; /* MAX_ROUNDS was reached: nothing is known */
    struct declared_key *declared_cache;
    struct known_places *known_places; /* types_search.c */
    struct states *states;             /* types_search.c */
    struct answers *answers;           /* types_infer.c: given */
    struct numbers *numbers;           /* types_number.c; NULL until asked for */
};

/* types_values.c */
/* FP vectors included. */
bool types_is_fp_value(LLVMTypeRef t);
bool types_is_register(LLVMTypeRef t);
uint64_t types_size(struct types *t, LLVMTypeRef type);
/* In the current instance, as is what follows. */
struct place types_place_of(struct types *t, LLVMValueRef v);
/* The place of v, an address that is calculated, is now this one. */
void types_lead(struct types *t, LLVMValueRef v, struct place to);
/* Includes where q leads in what is known of the pointer v. */
void types_include(struct types *t, LLVMValueRef v, struct place q);
/* v leads only where q does: it has the window of q. */
void types_stay(struct types *t, LLVMValueRef v, struct place q);
/* The object of an integer or aggregate value; nowhere for constants. */
struct place types_register_of(struct types *t, LLVMValueRef v);
/* A constant that divides v; 0 if v is 0 as far as is known (differences of pointers, before
 * strides are found). */
LIMIT(MULTIPLE_DEPTH, 6);
uint64_t types_multiple(struct types *t, LLVMValueRef v, unsigned depth);
enum types_difference {
    DIFFERENCE_NONE,
    DIFFERENCE_PERHAPS, /* of integers that may still turn out to be addresses */
    DIFFERENCE_OF_POINTERS
};
/* The pointers that v is the difference of. */
enum types_difference types_pointer_difference(struct types *t, LLVMValueRef v, struct place *p,
                                               struct place *q);
/* The place reached with all indices of a GEP; *base: the place its source type describes. */
struct place types_gep(struct types *t, LLVMValueRef gep, struct place *base);
bool types_constant_int(LLVMValueRef v, int64_t *value);

/* types_members.c: p, where v leads, without what v does not reach because it stays in an array
 * that is a member of a struct. */
struct place types_in_member(struct types *t, LLVMValueRef v, struct place p);
/* Where a struct of the type begins, of which address arithmetic says that v is its address and
 * types that it leads to p. Nowhere if it does not begin there: constants that are added to indices
 * may be put off. */
struct place types_struct_at(struct types *t, LLVMValueRef v, struct place p, LLVMTypeRef type);
/* The operand is in an array of floating-point values that is a member of a struct, which the types
 * are told, and the parameter is only used to load and store such. Code that is not differentiated
 * needs no other link between them. */
bool types_operand_is_array(struct types *t, LLVMValueRef call, unsigned operand,
                            LLVMValueRef param);

/* types.c: whatever leads along copies from somewhere in the object to a value of these ENTRY_*. */
bool types_object_holds(struct types *t, unsigned node, unsigned kinds);

/* types_instances.c */
void types_make_instances(struct types *t, LLVMValueRef top);
void types_visit_instances(struct types *t);
/* The instance of fn that this call in the current instance runs. */
struct instance *types_callee(struct types *t, LLVMValueRef call, LLVMValueRef fn);
/* Those of the function that v is in. */
struct instance_list types_instances_of(struct types *t, LLVMValueRef v);
/* All places of a pointer when they are settled, one for each instance that has another. */
const struct place_list *types_places_of(struct types *t, LLVMValueRef pointer);
/* types_multiple in all instances. */
uint64_t types_multiple_always(struct types *t, LLVMValueRef v, unsigned depth);

/* types_flow.c */
/* Pointers in the initialisers of the globals met since the last call. */
void types_flow_globals(struct types *t);
/* What the instruction says of the places of pointers and, in the final round, of bytes. */
void types_flow(struct types *t, LLVMValueRef inst);
void types_copy(struct types *t, struct place a, struct place b, uint64_t size);
void types_copy_numbers(struct types *t, struct place a, struct place b, uint64_t size);
/* v and the bytes at `at` are the same; the direction matters for pointers. */
void types_bind_store(struct types *t, LLVMValueRef v, struct place at);
void types_bind_load(struct types *t, LLVMValueRef v, struct place at);

/* types_visits.c */
/* What is not one place by now never will be. */
bool types_settled(struct types *t);
/* Those that have not been visited since something changed that they read. `globals`: what they
 * meet of these is looked at after each. */
void types_revisit(struct types *t, struct visits *all, struct inst_list insts, bool globals);
void types_revisit_function(struct types *t, struct visits *all, LLVMValueRef fn);
struct inst_list types_instructions(struct types *t, LLVMValueRef fn);
/* What asked whether all is settled has to be visited again, because now it is. */
void types_settle(struct types *t);

/* types_calls.c */
void types_visit_call(struct types *t, LLVMValueRef call);
void types_visit_return(struct types *t, LLVMValueRef ret);
void types_find_allocators(struct types *t);
void types_find_address_taken(struct types *t);
struct copy_call {
    LLVMValueRef dst, src, size;
};
/* Recognises memcpy, memmove and their relatives. */
bool types_copy_call(LLVMValueRef inst, struct copy_call *c);
/* How many bytes the variable still has from there on, if the pointer leads into one; else
 * SIZE_UNLIMITED. */
uint64_t types_rest_of_variable(struct types *t, LLVMValueRef pointer);
/* An argument in the current instance reaches a parameter of a function in the set. */
void types_pass_argument(struct types *t, LLVMValueRef arg, struct instance *callee,
                         LLVMValueRef param);

/* types_program.c: of functions of the program, once its parts are known */
bool types_program_has(const struct types_program *p, LLVMValueRef fn);
/* The function returns fresh memory only. */
bool types_program_allocates(const struct types_program *p, LLVMValueRef fn);
bool types_program_takes_address(const struct types_program *p, LLVMValueRef fn);
/* Some integers that have an integer type in memory are used as addresses. */
bool types_program_integers_lead(const struct types_program *p);

/* types_evidence.c: nothing happens before the final round */
void types_add(struct types *t, struct place at, enum entry_kind kind, enum entry_level level,
               LLVMTypeRef type);
void types_add_padding(struct types *t, struct place at, enum entry_level level, uint64_t size);
/* Pointers that are members of a struct here, one by one. */
void types_note_members(struct types *t, struct place at, LLVMTypeRef type);
void types_add_leaves(struct types *t, struct place at, LLVMTypeRef type, enum entry_level level);
void types_int_use(struct types *t, LLVMValueRef v);
void types_declare_global(struct types *t, LLVMValueRef global);
void types_declare_params(struct types *t, LLVMValueRef fn);
void types_declare_all_params(struct types *t);
void types_known_function(struct types *t, LLVMValueRef call, const char *name);

/* types_tbaa.c */
void types_tbaa_access(struct types *t, LLVMValueRef inst, struct place at);
/* A copy that was a loop of such accesses: so many bytes of them are at the place. Integers that
 * are copied may be the bits of anything. */
void types_tbaa_copied(struct types *t, LLVMValueRef copy, struct place at, LLVMValueRef bytes);
/* Notes which pointers are members of the struct that the access at that place is in. */
void types_tbaa_members(struct types *t, LLVMValueRef inst, struct place at);
/* A number for accesses to values of this type, members of structs or others: all integers have
 * one; 0: it is no scalar. */
unsigned types_access_as(LLVMTypeRef type, bool member);
/* As what the instruction accesses memory, and, once the evidence is shelved, as what it accesses
 * `size` bytes at the place, p->access being the former. */
unsigned types_tbaa_access_as(struct types *t, LLVMValueRef inst);
const char *types_accesses_name(unsigned access);
unsigned types_access_at(const struct types *t, const struct place *p, uint64_t size);
/* Only the accessed type itself, for the value loaded or stored. */
void types_tbaa_scalar(struct types *t, LLVMValueRef inst, struct place at);
/* All that a copy moves are numbers: it was a loop over them. */
bool types_tbaa_of_numbers(struct types *t, LLVMValueRef copy);
/* What is loaded or stored is an integer in the program, and no address. */
bool types_tbaa_of_integers(struct types *t, LLVMValueRef access);
void types_find_integers_that_lead(struct types *t);
void types_tbaa_struct(struct types *t, LLVMValueRef inst, struct place at);
/* What tbaa.struct of a copy says about byte x: entry kinds as in struct entry; size 0 if it says
 * nothing. */
struct entry types_tbaa_struct_at(struct types *t, LLVMValueRef inst, uint64_t x);

/* types_spread.c */
void types_spread(struct types *t);

/* types_resolve.c: what is at a place by the evidence for the place itself */
struct finding {
    unsigned kind; /* 0: nothing known; ENTRY_*; kind ENTRY_CONFLICT below */
    LLVMTypeRef type;
    uint64_t size, score;
    bool declared; /* an integer by declaration or TBAA, not only by use */
    bool bits;     /* a conflict: declared an integer, but numbers go in or out */
    bool field;    /* an integer of a struct: not an element of an array */
    bool guessed;  /* a number because of its neighbours: used as an integer here */
    bool limited;  /* a conflict: the search was given up */
    bool open;     /* nothing is known of some of the memory, to which callers have access */
    bool pointers; /* a conflict: perhaps of pointers, not only of parts or formats of
                      floating-point values */
};
#define ENTRY_CONFLICT 16u
struct finding types_resolve_place(const struct types *t, struct place p);
/* A floating-point value or pointer that is accessed, not only declared. */
static inline bool types_is_accessed_value(const struct entry *e)
{
    return (e->kind == ENTRY_FLOAT || e->kind == ENTRY_PTR) && e->level != LEVEL_DECLARED;
}
struct query {
    struct types *t;
    const struct place *starts;
    unsigned count;
};
/* types_instances.c: what a pointer leads to, what an integer or aggregate holds, what two pointers
 * lead to, in all instances */
struct query types_query(struct types *t, LLVMValueRef pointer);
struct query types_query_access(struct types *t, LLVMValueRef inst);
uint64_t types_accessed_size(struct types *t, LLVMValueRef access);
static inline LLVMValueRef types_accessed_pointer(LLVMValueRef access)
{
    return LLVMGetOperand(access, LLVMIsAStoreInst(access) ? 1 : 0);
}
struct query types_query_register(struct types *t, LLVMValueRef v);
struct query types_query_both(struct types *t, LLVMValueRef a, LLVMValueRef b);
/* types_shelve.c */
/* Adds an entry, unless there is the same. */
void types_collect(struct types *t, const struct entry *e);
/* Sorts what was collected, after spreading what is known of registers to the memory they came from
 * or went to. */
void types_shelve(struct types *t);
/* types_infer.c */
/* The byte asked about, or one that was copied from or to there, is, or may be, one of a
 * floating-point value. */
bool types_within_value(const struct query *q, uint64_t size, enum entry_kind kind);
/* One of the `size` bytes asked about is, or may be, one of a floating-point value. */
bool types_overlaps_floating(const struct query *q, uint64_t size);
/* What is at byte x of the places in q, of which `room` bytes are asked about. */
struct finding types_infer(const struct query *q, uint64_t x, uint64_t room);
/* The same of a copy of `room` bytes from there on, not of one access to them. */
struct finding types_infer_copied(const struct query *q, uint64_t x, uint64_t room);
/* All places that the bytes at the starts were copied from or to; limited: there are more. */
struct reach {
    struct place *places;
    unsigned count;
    bool limited;
};
struct reach types_reach(const struct query *q);
/* The same of all bytes from the starts on, however many move. */
struct reach types_reach_behind(const struct query *q);
/* types_parts.c */
/* The bytes of a value of `size` bytes at p, behind the first one, at which copies begin: a bit for
 * each. */
uint64_t types_begun_in(const struct types *t, const struct place *p, uint64_t size);
/* What else than a value as f is accessed where copies lead that begin inside of it: ENTRY_*. The
 * value is at byte x of the places in q; begun: where they begin. */
unsigned types_others_in(const struct query *q, uint64_t x, const struct finding *f,
                         uint64_t begun);

/* types_infer.c */
/* No copy, from or to wherever the bytes come from or go to, moves only part of the `size` bytes.
 */
bool types_moved_whole(const struct query *q, uint64_t size);
/* An entry, without a kind, for `size` bytes at a place. */
static inline struct entry types_entry_at(const struct place *p, uint64_t size)
{
    return (struct entry){.node = p->node,
                          .size = size,
                          .off = p->off,
                          .hi = p->hi,
                          .stride = p->stride,
                          .down = p->down,
                          .window = p->window,
                          .access = p->access};
}
static inline struct place types_place_at(const struct entry *e)
{
    return (struct place){e->node, e->off, e->stride, e->hi, e->down, e->window, e->access};
}
/* Bytes that both entries cover. */
bool types_entries_overlap(const struct entry *a, const struct entry *b);

/* types_match.c */
struct listed {
    struct type_elem *items;
    unsigned count, cap;
};
/* Adds what the struct types of the module say about bytes from..to of a copy of `size` bytes whose
 * other elements are in l; false if they do not agree. */
bool types_match_gap(struct types *t, uint64_t size, struct listed *l, uint64_t from, uint64_t to);

/* types_number.c */
/* The only type that floating-point values have in the memory of the program; NULL: there are
 * several. */
LLVMTypeRef types_only_number(struct types *t);

/* types_copy.c */
/* There is evidence of pointers somewhere in the memory that the places in q reach. */
bool types_has_pointers(const struct query *q);
const char *types_describe(struct types *t, LLVMValueRef pointer);
#endif
