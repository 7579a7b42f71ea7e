double first(double x, int depth);
double second(double x, int depth);
double last(double x);
