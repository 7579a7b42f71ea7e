/* The members of archives: of GNU, BSD and thin ones. */
#ifndef ENZCC_DRIVER_ARCHIVE_H
#define ENZCC_DRIVER_ARCHIVE_H

#include "view.h"

struct archive_member {
    const char *name;
    struct view bytes;
    uint64_t offset; /* of the bytes in the archive */
    bool elsewhere;  /* in a file of its own: the archive is thin */
};

bool archive_is(struct view file);

/* What is called for a member; false ends the walk. */
typedef bool archive_visit(const struct archive_member *member, void *context);

/* Visits the members, without the tables of the archive itself. False if a visit ended the walk or
 * the archive is damaged. */
bool archive_walk(const char *path, struct view file, archive_visit *visit, void *context);

#endif
