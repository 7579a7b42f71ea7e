/* State of the program generator and the vocabulary shared by its parts.
 *
 * A program is written as text, front to back, while a stack of *places* tracks
 * what is in scope: floating scalars, floating arrays, integers, structs.
 * Two invariants make every program well defined and its objective smooth:
 *
 *   bounds    a place never holds a value beyond its bound; an expression knows
 *             its bound and its Lipschitz constant, and is scaled or wrapped
 *             before it is stored
 *   branches  depend on integers, on inputs well away from the threshold, or
 *             on active values in a way that is continuously differentiable
 *             across the threshold
 *
 * Integer places hold values in 0..len, so any of them may index or count. */
#ifndef FUZZ_GEN_H
#define FUZZ_GEN_H

#include "rng.h"
#include "text.h"

enum feature {
#define FEATURE(name, percent, text)              FEATURE_##name,
#define CXX_FEATURE(name, percent, headers, text) FEATURE_##name,
#include "features.def"
#undef FEATURE
#undef CXX_FEATURE
    FEATURE_COUNT
};

/* FP_PARAM is the type parameter of a template. */
enum fp { FP_DOUBLE, FP_FLOAT, FP_LONG, FP_PARAM };

enum {
    MAX_PLACES = 160,
    MAX_HELPERS = 8,
    MAX_STYPES = 2,
    MAX_MEMBERS = 4,
    MAX_INPUTS = 4,
    MAX_FAMILIES = 2,
    MAX_CLASSES = 3,
    MAX_ELEMENTS = 10, /* elements of the longest array */
};

enum place_kind { PLACE_SCALAR, PLACE_ARRAY, PLACE_INT, PLACE_STRUCT, PLACE_OBJECT, PLACE_CALL };

/* Containers of C++ whose data() may be a place. */
enum container { CONTAINER_NONE, CONTAINER_ARRAY, CONTAINER_VECTOR };

struct place {
    enum place_kind kind;
    const char *text; /* lvalue, or what stands before [index] */
    enum fp type;     /* scalars and arrays */
    bool writable;
    double bound;             /* scalars and arrays */
    int len;                  /* arrays: elements that exist; integers: largest value */
    const char *count;        /* arrays: text of a count of elements, at most len or,
                                 where len is only a guarantee, the exact length */
    int object;               /* arrays: object they lie in, 0 unknown;
                                 integers: 0, or the array id they may index */
    int id;                   /* arrays */
    int stype;                /* structs; objects: the family */
    enum container container; /* arrays: what `owner` is */
    const char *owner;        /* arrays: the container, or NULL; `text` is its data() */
    int klass;                /* objects: index in the family, or -1 */
    unsigned throws;          /* callables: what a call may throw */
};

enum member_kind { MEMBER_FP, MEMBER_ARRAY, MEMBER_INT, MEMBER_VECTOR };

struct member {
    enum member_kind kind;
    enum fp type;
    const char *name;
    int len;
};

struct stype {
    const char *name;
    struct member members[MAX_MEMBERS];
    int count;
};

/* A class of a family: all derive from one base and override its methods. */
struct klass {
    const char *name, *bare; /* with and without template arguments */
    struct member members[MAX_MEMBERS];
    int count;
    int parent;                 /* class it derives from, or -1 for the base */
    bool is_virtual, has_mixin; /* how it derives */
    bool has_next;              /* owns another object */
    unsigned throws;            /* its constructor */
};

struct family {
    const char *name; /* of the base, with template arguments */
    const char *bare;
    const char *value; /* member of the base */
    struct klass classes[MAX_CLASSES];
    int count;
    enum fp type; /* seen from outside */
    bool is_template, has_clone;
    unsigned throws; /* its methods */
};

struct helper {
    const struct helper_kind *kind;
    const char *name; /* as called: of templates, with arguments */
    const char *bare;
    enum fp type; /* of scalar parameters and the result */
    int stype;
    int family;
    int unit;
    unsigned throws;
    bool is_template;
};

/* How the function being written may return early. */
enum returns { RETURN_NEVER, RETURN_VOID, RETURN_FP, RETURN_TEXT };

/* What the statement being written may do. */
struct context {
    uint64_t key;  /* of the enclosing block */
    int ordinal;   /* of the next statement in it */
    uint64_t self; /* key of this statement */
    int blocks;    /* it has opened */
    int depth;     /* nesting of statements */
    int times;     /* how often this point may run */
    bool in_entry;
    bool can_break, can_continue;
    enum returns returns;
    enum fp return_type;
    const char *return_text;
    const char *open; /* statements that free what is allocated here, or "" */
    unsigned throws;  /* exceptions that may leave the statement, by kind */
};

/* An input that the program does not change, with its value. */
struct input {
    const char *text;
    double value;
};

struct gen {
    uint64_t seed;
    uint64_t features; /* allowed, by bit */
    uint64_t used;
    bool cxx;
    const char *drop; /* keys of statements and helpers to leave out */
    bool show_keys;
    int max_depth; /* of expressions */

    struct rng rng;
    struct strings strings;
    struct text *out;
    int indent;
    int next_id;
    struct context at;

    struct place places[MAX_PLACES];
    int place_count;
    struct stype stypes[MAX_STYPES];
    int stype_count;
    struct family families[MAX_FAMILIES];
    int family_count;
    struct helper helpers[MAX_HELPERS];
    int helper_count;
    int global_count; /* of places */
    struct input inputs[MAX_INPUTS];
    int input_count;
    struct text shared; /* types, prototypes and globals seen by all units */
    struct text reset;  /* statements that give globals their initial value */
};

/* Features.  `gen_may` asks; `gen_use` also records the feature as used. */
bool gen_may(const struct gen *g, enum feature f);
bool gen_use(struct gen *g, enum feature f);

/* Key of the next statement or helper; false: the user dropped it. */
bool gen_next_key(struct gen *g, uint64_t *key);

/* Text. */
__attribute__((format(printf, 2, 3))) const char *gen_format(struct gen *g, const char *f, ...);
__attribute__((format(printf, 2, 3))) void gen_line(struct gen *g, const char *f, ...);
__attribute__((format(printf, 2, 3))) void gen_open(struct gen *g, const char *f, ...);
__attribute__((format(printf, 2, 3))) void gen_close(struct gen *g, const char *f, ...);
const char *gen_name(struct gen *g, char letter);

const char *fp_name(enum fp type);
const char *fp_suffix(enum fp type); /* of functions: "", "f", "l" */
const char *fp_constant_suffix(enum fp type);
enum fp gen_fp(struct gen *g); /* a random type */

/* Places.  The push functions return the new place; a mark is place_count. */
struct place *push_scalar(struct gen *g, const char *text, enum fp type, bool writable);
struct place *push_array(struct gen *g, const char *text, enum fp type, int len, bool writable);
struct place *push_int(struct gen *g, const char *text, int max);
void push_struct(struct gen *g, const char *text, const char *access, int stype, bool writable);
struct place *push_container(struct gen *g, enum container container, const char *owner,
                             enum fp type, int len, bool writable);
void push_members(struct gen *g, const struct klass *k, const char *prefix, enum fp param,
                  bool writable);
void push_object(struct gen *g, const char *text, int family, int klass, bool writable);
void push_call(struct gen *g, const char *text, enum fp type, bool has_effects, unsigned throws);

/* Random places, or NULL when there is none. */
struct place *pick_scalar(struct gen *g, bool writable);
struct place *pick_array(struct gen *g, bool writable);
struct place *pick_array_of(struct gen *g, enum fp type, bool writable);
struct place *pick_struct(struct gen *g, int stype, bool writable);
struct place *pick_scalar_of(struct gen *g, enum fp type, bool writable);
struct place *pick_int(struct gen *g, bool writable);
struct place *pick_container(struct gen *g, enum container container, int type, bool writable);
struct place *pick_object(struct gen *g, int family, bool writable);
struct place *pick_call(struct gen *g, enum fp type, bool may_have_effects);

/* A random lvalue to store to: a scalar or an element of an array. */
bool pick_target(struct gen *g, const char **text, enum fp *type);
bool pick_target_of(struct gen *g, enum fp type, const char **text);

#endif
