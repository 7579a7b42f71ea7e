/* The size is asked for in one unit, the halves are in others, the function is in an archive: one
 * layout for all. */
#include "oracle.h"
#include "model.h"
#include <math.h>

int main(void)
{
    double x[4] = {0.1, 0.2, 0.3, 0.4}, dx[4] = {0}, want[4];
    struct step s;
    CHECK(model_tape_size() > 0, 1);
    CHECK(model_tape_size() <= sizeof s.tape, 1);
    CHECK(model_forward(&s, x, dx), model(x, 4));
    model_backward(&s, x, dx);
    GRADIENT(model, x, want, 4);
    for (int i = 0; i < 4; i++)
        CHECK(dx[i], want[i]);
    return oracle_result();
}
