/*
 * Reads the file that facts.awk writes: name, schedule, vectorised loops and more, between tabs.
 */
#include "facts.h"

#include <stdio.h>
#include <string.h>

bool facts_find(const char *file, const char *derivative, struct facts *facts)
{
    char line[1024], name[128];
    bool found = false;
    FILE *f = file != NULL ? fopen(file, "r") : NULL;

    memset(facts, 0, sizeof *facts);
    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL)
        found = sscanf(line, "%127[^\t]\t%47[^\t]\t%47[^\t]", name, facts->schedule,
                       facts->vectorised) == 3 &&
                strcmp(name, derivative) == 0;
    if (f != NULL)
        fclose(f);
    if (!found)
        memset(facts, 0, sizeof *facts);
    return found;
}
