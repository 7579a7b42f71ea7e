// Misuse of <enzyme/enzyme>.
#include <enzyme/enzyme>
#include <string>

using namespace enzyme;

double f(double x, double y);
double of_reference(double &x);
double of_pointer(double *p);
int integer(double x);
double *pointer(double *p);
void nothing(double *p);
struct Class {
    double method(double x);
};
extern double x, dx;

/* case right: */
auto good()
{
    return autodiff<Reverse>(f, Active{1.0}, Const{2.0});
}

/* case not_wrapped: every argument is wrapped in its activity: Active, Duplicated, DuplicatedNoNeed
 * or Const */
auto bad()
{
    return autodiff<Reverse>(f, 1.0, Active{2.0});
}

/* case dup_by_value: in reverse mode the T of Duplicated<T> is a pointer or a reference, else the
 * gradient is lost: use Active<T> or Duplicated<T &> */
auto bad()
{
    return autodiff<Reverse>(f, Duplicated{1.0, 0.0}, Active{2.0});
}

/* case dup_no_need_by_value: in reverse mode the T of Duplicated<T> is a pointer or a reference */
auto bad()
{
    return autodiff<ReverseWithPrimal>(f, DuplicatedNoNeed{1.0, 0.0}, Active{2.0});
}

/* case active_forward: autodiff<Forward>: Active is for reverse mode: use Duplicated<T>{value,
 * tangent} */
auto bad()
{
    return autodiff<Forward>(f, Active{1.0}, Const{2.0});
}

/* case too_few: f cannot be called with arguments of these types */
auto bad()
{
    return autodiff<Reverse>(f, Active{1.0});
}

/* case too_many: f cannot be called with arguments of these types */
auto bad()
{
    return autodiff<Reverse>(f, Active{1.0}, Active{1.0}, Const{1.0});
}

/* case value_for_reference: a parameter T & needs a wrapper of T & */
auto bad()
{
    return autodiff<Reverse>(of_reference, Const{1.0});
}

/* case pointer_depth: f cannot be called with arguments of these types */
auto bad(double **p, double **dp)
{
    return autodiff<Reverse>(of_pointer, Duplicated<double **>{p, dp});
}

/* case no_conversion: f cannot be called with arguments of these types */
auto bad()
{
    return autodiff<Reverse>(f, Active{1.0}, Const{std::string("2")});
}

/* case member_function: call member functions from a lambda */
auto bad()
{
    return autodiff<Reverse>(&Class::method, Active{1.0});
}

/* case no_function: f must be a function, a pointer to one, or an object with operator() */
auto bad()
{
    return autodiff<Reverse>(x, Active{1.0});
}

/* case no_mode: autodiff<Mode>(f, ...): Mode is Reverse, ReverseWithPrimal, Forward
 * or ErrorMode */
auto bad()
{
    return autodiff<double>(f, Active{1.0}, Const{2.0});
}

/* case active_reference: Active<T>: T is a reference or a pointer; its gradient goes to a shadow:
 * use Duplicated<T> */
auto bad()
{
    return autodiff<Reverse>(of_reference, Active<double &>{x});
}

/* case active_pointer: Active<T>: T is a reference or a pointer */
auto bad()
{
    return autodiff<Reverse>(of_pointer, Active{&x});
}

/* case active_integer: Active<T>: an integer has no derivative: use Const<T> */
auto bad()
{
    return autodiff<Reverse>(f, Active{1}, Const{2.0});
}

/* case active_class: Active<T>: the gradient of this class cannot be returned: use Duplicated<T &>
 */
Active<std::string> bad{"text"};

/* case array: no activity has an array or an rvalue reference as T */
auto bad()
{
    return autodiff<Reverse>(of_pointer, Const<double (&&)[2]>{{1, 2}});
}

/* case return_no_activity: Return is the activity of the result: Active<R>, Const<R>, Duplicated<R>
 * or DuplicatedNoNeed<R> */
auto bad()
{
    return autodiff<Reverse, double>(f, Active{1.0}, Const{2.0});
}

/* case return_of_other_type: Return is not of the type that f returns */
auto bad()
{
    return autodiff<Reverse, Active<float>>(f, Active{1.0}, Const{2.0});
}

/* case return_active_forward: autodiff<Forward, Active<R>>: Active is for reverse mode: use
 * Duplicated<R> or DuplicatedNoNeed<R> */
auto bad()
{
    return autodiff<Forward, Active<double>>(f, Const{1.0}, Const{2.0});
}

/* case return_duplicated_number: autodiff<Reverse, Duplicated<R>>: f returns no pointer or
 * reference: use Active<R> */
auto bad()
{
    return autodiff<Reverse, Duplicated<double>>(f, Active{1.0}, Const{2.0});
}

/* case return_active_pointer: autodiff<Reverse, Active<R>>: f returns a pointer or a reference: use
 * Duplicated<R> */
auto bad()
{
    return autodiff<Reverse, Active<double *>>(pointer, Duplicated<double *>{&x, &dx});
}

/* case return_integer: what f returns has no derivative: use Const<R> */
auto bad()
{
    return autodiff<Reverse, Active<int>>(integer, Active{1.0});
}

/* case return_void: what f returns has no derivative: use Const<R> */
auto bad()
{
    return autodiff<Forward, Duplicated<void>>(nothing, Duplicated<double *>{&x, &dx});
}

/* case no_member: get<i>(t): the tuple has no member i */
auto bad()
{
    return get<1>(autodiff<Reverse>(f, Active{1.0}, Const{2.0}));
}

/* case shadow_of_other_type: no viable constructor or deduction guide for deduction of template
 * arguments of 'Duplicated' */
Duplicated bad{1.0, 1.0f};

/* case half_of_another: reverse(f, first, ...): `first` is of another function */
auto bad()
{
    return entries::reverse(integer, entries::augmented(f, Active{1.0}, Const{2.0}), Const{1.0});
}

/* case batch_without_lanes: every argument is a Vector, a Scalar or a Buffer */
auto bad()
{
    return entries::batch<2>(f, Active{1.0}, entries::Scalar{2.0});
}

/* case batch_of_few: a Vector has W values */
auto bad()
{
    return entries::batch<3>(f, entries::Vector{1.0, 2.0}, entries::Scalar{2.0});
}

/* case truncate_format: truncate_op<from, to>, or <from, exponent, significand> */
auto bad()
{
    return entries::truncate_op<64>(f);
}

/* case holds_type: T is float, double, an integer or a pointer */
void bad()
{
    entries::holds<void>(&x, sizeof x);
}
