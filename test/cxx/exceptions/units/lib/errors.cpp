#include "../errors.h"

Diverged::Diverged(double last_value, int steps)
    : std::runtime_error("diverged"), last_(last_value), steps_(steps)
{
}
