/* Shadows of blocks that globals point to: found again, zeroed, replaced when the block has grown,
 * freed when nothing asks for them, or when their thread ends. */
#include "enz_rt.h"
#include "expect.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void returns(struct enz_rt_kept **list, void *block, void *shadow)
{
    enz_rt_kept_forget(list);
    enz_rt_kept_note(list, block, shadow, NULL);
}

static unsigned released;
static void release(void *p)
{
    released++;
    free(p);
}

/* A block of pointers has its shadow until one of them changes, or leads to another block, perhaps
 * with the same address. */
static void keeps_pointers(void)
{
    struct enz_rt_kept *list = NULL;
    double *rows[4] = {malloc(64), malloc(64)}, **block = malloc(sizeof rows),
           **shadow = malloc(sizeof rows), *other = malloc(200);
    memcpy(block, rows, sizeof rows);
    for (int i = 0; i < 4; i++)
        shadow[i] = i < 2 ? malloc(64) : NULL;
    enz_rt_kept_note_pointers(&list, block, shadow, NULL);
    EXPECT(enz_rt_kept_find(&list, block) == shadow);
    rows[0][0] = 5; /* a number */
    EXPECT(enz_rt_kept_find(&list, block) == shadow);
    block[1] = other;
    EXPECT(enz_rt_kept_find(&list, block) == NULL);
    block[1] = rows[1];
    EXPECT(enz_rt_kept_find(&list, block) == shadow);
    block[2] = other;
    EXPECT(enz_rt_kept_find(&list, block) == NULL);
    block[2] = NULL;
    free(rows[0]);
    double *again = malloc(64); /* of the same size: it is where the other one was, or is not */
    block[0] = again;
    EXPECT(enz_rt_kept_find(&list, block) == (again == rows[0] ? shadow : NULL));
    enz_rt_kept_forget(&list);
    free(again), free(rows[1]), free(other);
    free(shadow[0]), free(shadow[1]);
    free(shadow), free(block);
}

/* What a thread's list has goes with the thread. */
static void *thread(void *block)
{
    static _Thread_local struct enz_rt_kept *own;
    for (int call = 0; call < 2; call++) {
        void *shadow = enz_rt_kept_find(&own, block);
        enz_rt_kept_sweep(&own);
        enz_rt_kept_forget(&own);
        enz_rt_kept_note(&own, block, shadow ? shadow : malloc(16), release);
        enz_rt_kept_until_exit(&own);
    }
    EXPECT(released == 0);
    return NULL;
}

int main(void)
{
    struct enz_rt_kept *list = NULL;
    double *a = malloc(8 * sizeof *a), *b = malloc(200 * sizeof *b);

    EXPECT(enz_rt_kept_shadow(&list, NULL) == NULL);
    double *shadow = enz_rt_kept_shadow(&list, a);
    EXPECT(shadow && shadow != a && shadow[7] == 0);
    EXPECT(malloc_usable_size(shadow) >= 8 * sizeof *a);
    EXPECT(enz_rt_kept_shadow(&list, a) == shadow); /* two globals, one block */
    enz_rt_kept_sweep(&list);
    shadow[3] = 5;
    returns(&list, a, shadow);

    EXPECT(enz_rt_kept_shadow(&list, a) == shadow); /* the same, zeroed */
    EXPECT(shadow[3] == 0);
    enz_rt_kept_sweep(&list);
    returns(&list, b, shadow); /* now it belongs to a larger block */
    double *larger = enz_rt_kept_shadow(&list, b);
    EXPECT(malloc_usable_size(larger) >= 200 * sizeof *b && larger[199] == 0);
    enz_rt_kept_sweep(&list);
    returns(&list, b, larger);

    larger[4] = 7;
    EXPECT(enz_rt_kept_find(&list, a) == NULL);
    EXPECT(enz_rt_kept_find(&list, b) == larger && larger[4] == 7); /* as it is */
    enz_rt_kept_sweep(&list);
    returns(&list, b, larger);

    enz_rt_kept_sweep(&list); /* nobody asked */
    EXPECT(list == NULL);
    returns(&list, b, b); /* a constant pointer is no shadow */
    EXPECT(list == NULL);
    keeps_pointers();
    pthread_t t;
    EXPECT(!pthread_create(&t, NULL, thread, a) && !pthread_join(t, NULL));
    EXPECT(released == 1);
    free(a);
    free(b);
    return failures != 0;
}
