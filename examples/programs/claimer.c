/* A player in C, without any dependency: claims when it can, else plays any legal move.
 *
 *     cc -O2 -o claimer examples/programs/claimer.c && hansa check ./claimer
 *
 * It reads only what it needs, by looking for it in the line: "cmd", "id", "seed", and the texts in "legal".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1 << 20, MOVES = 4096 };

static char line[LINE];
static char *legal[MOVES];          /* pointers into the copy below */
static char copy[LINE];
static int count;
static unsigned seed = 1;

static unsigned pick(unsigned below)
{
    seed = seed * 1664525u + 1013904223u;
    return (unsigned)(((unsigned long long)seed * below) >> 32);
}

/* The number after "name": in the line; -1 if there is none. */
static long number(const char *name)
{
    const char *found = strstr(line, name);
    return found ? strtol(found + strlen(name), NULL, 10) : -1;
}

static int said(const char *command)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\"cmd\": \"%s\"", command);
    return strstr(line, wanted) != NULL;
}

/* Cuts the list of texts after "legal" into pieces; move texts hold no quotes. */
static void read_legal(void)
{
    char *at = strstr(line, "\"legal\": [");
    count = 0;
    if (at == NULL)
        return;
    strcpy(copy, at + strlen("\"legal\": ["));
    for (at = copy; *at && *at != ']' && count < MOVES;) {
        char *begin = strchr(at, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
        if (end == NULL)
            return;
        *end = 0;
        legal[count++] = begin + 1;
        at = end + 1;
    }
}

static const char *choose(void)
{
    const char *claims[MOVES];
    unsigned found = 0;
    for (int i = 0; i < count; i++)
        if (strncmp(legal[i], "claim", 5) == 0)
            claims[found++] = legal[i];
    if (found)
        return claims[pick(found)];
    return count ? legal[pick((unsigned)count)] : "";
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        long id = number("\"id\": ");
        if (said("quit"))
            break;
        if (said("position"))
            read_legal();
        else if (id < 0)
            continue;
        else if (said("hello"))
            printf("{\"id\": %ld, \"version\": 1, \"name\": \"claimer.c\"}\n", id);
        else if (said("new")) {
            seed = (unsigned)number("\"seed\": ");
            printf("{\"id\": %ld}\n", id);
        } else if (said("go"))
            printf("{\"id\": %ld, \"move\": \"%s\"}\n", id, choose());
        else
            printf("{\"id\": %ld, \"error\": {\"code\": \"unknown-command\", \"message\": \"not known here\"}}\n", id);
    }
    return 0;
}
