/* Private to the registry: a registration as a list of plain items, whichever way it was written.
 */
#ifndef ENZCC_RULES_REGISTRY_READ_H
#define ENZCC_RULES_REGISTRY_READ_H
#include "base/arena.h"
#include "bridge/ezb.h"
#include <stdbool.h>

/* One of these is set. */
struct registration_item {
    LLVMValueRef fn, global;
    const char *text;
    bool is_number;
    long long number;
};
enum { REGISTRATION_MAX = 68 };
struct registration {
    LLVMValueRef at;   /* for messages: the registration global, or the annotated object */
    const char *name;  /* of the global, or the annotation's text up to "=" */
    const char *needs; /* what it is to be initialised with */
    struct registration_item items[REGISTRATION_MAX];
    unsigned count;
};

/* False if the initialiser is no list of constants; `at` and `name` are set in any case. */
bool registration_of_global(LLVMValueRef global, struct arena *a, struct registration *out);

typedef void annotation_reader(void *user, const struct registration *reg);
/* Every annotation that starts with "enzyme_"; the annotated object is the first item. */
void annotations_read(LLVMModuleRef m, struct arena *a, annotation_reader *read, void *user);
/* The same; the annotations are removed from the module afterwards. */
void annotations_consume(LLVMModuleRef m, struct arena *a, annotation_reader *read, void *user);
#endif
