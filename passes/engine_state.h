/* Private to the files engine*.c: what the engine knows of a module. */
#ifndef ENZCC_ENGINE_STATE_H
#define ENZCC_ENGINE_STATE_H
#include "emit/derivative.h"

/* What belongs to the derivatives of one level; of the current one the emission and the engine have
 * it. */
struct engine_level {
    struct global_shadows shadows;
    struct map derivatives;
};

/* For reverse mode (and forward, unless custom rules differ); forward; what reverse mode is
 * compared with (engine_check.h). */
enum { PREPARE_REVERSE, PREPARE_FORWARD, PREPARE_CHECKED, PREPARES };

struct engine {
    struct emission emission;
    struct prepare prepares[PREPARES];
    struct registry registry;
    struct types *types;          /* of the current request */
    struct arena types_arenas[2]; /* they live there: of its functions; with its callers */
    struct types *own_types;      /* of the functions that typed_fn needs, without its callers */
    LLVMValueRef typed_fn;        /* the prepared function of the last request */
    struct types_program *program;
    struct program_copy *copy; /* or NULL, with the stores of pointers in it */
    struct pointer_stores *stores;
    struct request_list *requests;
    struct map derivatives; /* prepared function -> list */
    VEC(struct engine_level) levels;
    unsigned level; /* the current one */
    VEC(struct derivative *) work;
    VEC(struct derivative *) all;
    bool callers_known; /* the types of the current request's memory are what its caller knows of it
                         */
    bool *nested;       /* per request: its derivative may be differentiated again */
    bool virtual_arrays; /* the program has some */
    bool locks_lines;    /* threads add to what they share under the locks of the runtime */
    bool shared_room;    /* launches give room for a shadow of dynamic shared memory */
    struct stats *stats;
    struct report_page *page; /* -fenz-report=FILE; NULL: not asked for */
    struct audit *audit;      /* --enz-audit; NULL: not asked for */
};
#endif
