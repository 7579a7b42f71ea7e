/* Random statements of generated programs.
 *
 * A statement that opens a block runs its body between `scope_enter` and
 * `scope_leave`, which bound what is visible and what may be jumped to. */
#ifndef FUZZ_STMT_H
#define FUZZ_STMT_H

#include "gen.h"

/* `count` random statements in the current scope. */
void stmt_list(struct gen *g, int count);

struct scope {
    struct context at;
    int places;
};

/* A block that runs up to `times` times each time it is reached. */
struct scope scope_enter(struct gen *g, int times);
void scope_leave(struct gen *g, struct scope scope);

/* A block body of one to three statements, in a scope of its own. */
void scope_body(struct gen *g, int times);

/* As scope_body, inside a loop that break and continue may leave. */
void scope_loop_body(struct gen *g, int times);

/* True when a loop of `times` may start here without making the program slow. */
bool scope_has_time(const struct gen *g, int times);

#define STMT(function, feature, weight, room) bool function(struct gen *g);
#include "stmt.def"
#undef STMT

#endif
