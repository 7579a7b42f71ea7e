typedef double choice(double);
struct choice_table {
    const char *name;
    choice *apply;
};
extern const struct choice_table *choice_default;
extern const struct choice_table *const choice_table;
double choice_square(double x);
choice *choice_of(int i);
double choice_apply(choice *c, double x);
void choice_keep(choice *c);
int choice_is_kept(int i);
double choice_apply_kept(double x);
