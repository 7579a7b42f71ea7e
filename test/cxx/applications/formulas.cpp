// Formulas: a recursive descent parser over a string_view, a syntax tree of unique_ptrs, visitors
// (double dispatch), names in maps, functions in a static table, errors as exceptions that are
// caught inside. Objects of one base class have a number, a string or two pointers at one place.
#include "oracle.h"
#include <cctype>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

struct Number;
struct Name;
struct Operation;
struct Call;

struct Visitor {
    virtual ~Visitor() = default;
    virtual void on(const Number &) = 0;
    virtual void on(const Name &) = 0;
    virtual void on(const Operation &) = 0;
    virtual void on(const Call &) = 0;
};
struct Node {
    virtual ~Node() = default;
    virtual void accept(Visitor &) const = 0;
};
using Tree = std::unique_ptr<Node>;

struct Number : Node {
    double value;
    explicit Number(double value) : value(value)
    {
    }
    void accept(Visitor &v) const override
    {
        v.on(*this);
    }
};
struct Name : Node {
    std::string name;
    explicit Name(std::string name) : name(std::move(name))
    {
    }
    void accept(Visitor &v) const override
    {
        v.on(*this);
    }
};
struct Operation : Node {
    char op;
    Tree left, right;
    Operation(char op, Tree left, Tree right)
        : op(op), left(std::move(left)), right(std::move(right))
    {
    }
    void accept(Visitor &v) const override
    {
        v.on(*this);
    }
};
struct Call : Node {
    std::string name;
    Tree argument;
    Call(std::string name, Tree argument) : name(std::move(name)), argument(std::move(argument))
    {
    }
    void accept(Visitor &v) const override
    {
        v.on(*this);
    }
};

class Parser
{
  public:
    explicit Parser(std::string_view text) : text(text)
    {
    }
    Tree parse()
    {
        Tree tree = sum();
        if (peek())
            throw std::runtime_error("trailing text");
        return tree;
    }

  private:
    std::string_view text;
    std::size_t at = 0;

    static bool is(int (*kind)(int), char c)
    {
        return kind(static_cast<unsigned char>(c)) != 0;
    }
    char peek()
    {
        while (at < text.size() && is(std::isspace, text[at]))
            at++;
        return at < text.size() ? text[at] : '\0';
    }
    void expect(char c)
    {
        if (peek() != c)
            throw std::runtime_error(std::string("expected ") + c);
        at++;
    }
    Tree in_brackets()
    {
        expect('(');
        Tree tree = sum();
        expect(')');
        return tree;
    }
    Tree atom()
    {
        char c = peek();
        if (c == '(')
            return in_brackets();
        if (is(std::isdigit, c)) {
            std::size_t used;
            double value = std::stod(std::string(text.substr(at)), &used);
            at += used;
            return std::make_unique<Number>(value);
        }
        if (!is(std::isalpha, c))
            throw std::runtime_error(std::string("unexpected ") + c);
        std::size_t begin = at;
        while (at < text.size() && is(std::isalnum, text[at]))
            at++;
        std::string name(text.substr(begin, at - begin));
        if (peek() != '(')
            return std::make_unique<Name>(name);
        Tree argument = in_brackets();
        return std::make_unique<Call>(name, std::move(argument));
    }
    Tree power()
    {
        Tree left = atom();
        if (peek() != '^')
            return left;
        at++;
        return std::make_unique<Operation>('^', std::move(left), power());
    }
    Tree product()
    {
        Tree left = power();
        for (char c; (c = peek()) == '*' || c == '/';) {
            at++;
            left = std::make_unique<Operation>(c, std::move(left), power());
        }
        return left;
    }
    Tree sum()
    {
        Tree left = product();
        for (char c; (c = peek()) == '+' || c == '-';) {
            at++;
            left = std::make_unique<Operation>(c, std::move(left), product());
        }
        return left;
    }
};

using Names = std::unordered_map<std::string, double>;

class Evaluation : public Visitor
{
  public:
    std::map<std::string, int> calls;

    explicit Evaluation(const Names &names) : names(names)
    {
    }
    double of(const Node &node)
    {
        node.accept(*this);
        return pop();
    }
    void on(const Number &n) override
    {
        stack.push_back(n.value);
    }
    void on(const Name &n) override
    {
        auto found = names.find(n.name);
        if (found == names.end())
            throw std::out_of_range(n.name);
        stack.push_back(found->second);
    }
    void on(const Operation &o) override
    {
        o.left->accept(*this);
        o.right->accept(*this);
        double right = pop(), left = pop();
        switch (o.op) {
        case '+': stack.push_back(left + right); break;
        case '-': stack.push_back(left - right); break;
        case '*': stack.push_back(left * right); break;
        case '/': stack.push_back(left / right); break;
        default: stack.push_back(std::pow(left, right));
        }
    }
    void on(const Call &c) override
    {
        static const struct {
            const char *name;
            double (*function)(double);
        } functions[] = {
            {"sin", [](double v) { return std::sin(v); }},
            {"exp", [](double v) { return std::exp(v); }},
            {"log", [](double v) { return std::log(v); }},
        };
        calls[c.name]++;
        c.argument->accept(*this);
        for (const auto &f : functions)
            if (c.name == f.name)
                stack.push_back(f.function(pop()));
    }

  private:
    const Names &names;
    std::vector<double> stack;

    double pop()
    {
        double v = stack.back();
        stack.pop_back();
        return v;
    }
};

struct Size : Visitor {
    int nodes = 0;
    void on(const Number &) override
    {
        nodes++;
    }
    void on(const Name &) override
    {
        nodes++;
    }
    void on(const Operation &o) override
    {
        nodes++;
        o.left->accept(*this);
        o.right->accept(*this);
    }
    void on(const Call &c) override
    {
        nodes++;
        c.argument->accept(*this);
    }
};

static double all_formulas(const double *x, int n)
{
    static const char *const formulas[] = {"x0 * sin(x1) + 2",
                                           "(x0 + x2)^2 / (1 + x3^2)",
                                           "exp(x1 * x2) - log(x3 + 3)",
                                           "x0 ^ x3 ^ 2 - 0.5 / (x1)",
                                           "y + 1",
                                           "x0 * (x1"};
    Names names;
    for (int i = 0; i < n; i++)
        names["x" + std::to_string(i)] = x[i];
    double sum = 0;
    for (const char *formula : formulas) {
        try {
            Tree tree = Parser(formula).parse();
            Size size;
            tree->accept(size);
            Evaluation evaluation(names);
            sum += evaluation.of(*tree) * size.nodes +
                   (evaluation.calls.count("sin") ? 0.5 * x[0] : 0);
        } catch (const std::out_of_range &e) {
            sum += 0.1 * x[1] * static_cast<double>(std::string(e.what()).size());
        } catch (const std::runtime_error &) {
            sum -= x[2];
        }
    }
    return sum;
}

int main()
{
    double x[4] = {1.3, 0.4, 0.7, 1.1};
    ORACLE_GRADIENT(all_formulas, x, 4);
    return oracle_result();
}
