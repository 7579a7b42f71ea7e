/* What a thread has for a key, and has got outside of the derivative, has no shadow: the run ends
 * with a message, as with other variables. */
#include "oracle_stops.h"
#include <pthread.h>

static pthread_key_t key;
static double outside = 3;

static double through_key(const double *x, int sets)
{
    double own = 1;
    if (sets)
        pthread_setspecific(key, &own);
    double *found = pthread_getspecific(key);
    *found = x[0] * x[1];
    return *found * x[0];
}

static double gradient(int sets)
{
    double x[2] = {2, 5}, dx[2] = {0};
    pthread_setspecific(key, &outside);
    __enzyme_autodiff((void *)through_key, enzyme_dup, x, dx, enzyme_const, sets);
    return dx[0];
}

static void without_setting(void)
{
    gradient(0);
}

int main(void)
{
    pthread_key_create(&key, NULL);
    CHECK_THAT(gradient(1) == 20);
    CHECK_THAT(
        oracle_stops(without_setting, "the memory that 'value_of_pthread_getspecific' points to"));
    return oracle_result();
}
