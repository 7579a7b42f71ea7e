extern int logged;
void enzymeLogError(double result, double error, const char *operation, const char *callee,
                    const char *file, const char *function, const char *place);

void enzymeLogError(double result, double error, const char *operation, const char *callee,
                    const char *file, const char *function, const char *place)
{
    logged++;
}
