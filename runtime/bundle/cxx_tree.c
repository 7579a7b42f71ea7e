/* libstdc++'s red-black trees (std::map, set, multimap, multiset): the functions that its headers
 * only declare.
 *
 * Links are pointers, so that the shadow's nodes are linked as the nodes are. The layout is that of
 * _Rb_tree_node_base. The header of a tree is a node, too: its parent is the root, left and right
 * are the first and the last node. */
#include <stdbool.h>
#include <stddef.h>

enum color { RED, BLACK };
struct node {
    enum color color;
    struct node *parent, *left, *right;
};

struct node *enz_body__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *n);
struct node *enz_body__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *n);
struct node *enz_body__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *n);
struct node *enz_body__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *n);
void enz_body__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    bool left, struct node *n, struct node *parent, struct node *header);
struct node *
enz_body__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *n,
                                                                      struct node *header);

/* ---- walking --------------------------------------------------------------------------------- */

static struct node *first(struct node *n)
{
    while (n->left)
        n = n->left;
    return n;
}

static struct node *last(struct node *n)
{
    while (n->right)
        n = n->right;
    return n;
}

static struct node *next(struct node *n)
{
    if (n->right)
        return first(n->right);
    struct node *up = n->parent;
    while (n == up->right) {
        n = up;
        up = up->parent;
    }
    /* From a root without right child, which is the last node, the climb ends one step too far. */
    return n->right == up ? n : up;
}

static struct node *previous(struct node *n)
{
    if (n->color == RED &&
        n->parent->parent == n) /* the header: its colour is red, a root's is black */
        return n->right;
    if (n->left)
        return last(n->left);
    struct node *up = n->parent;
    while (n == up->left) {
        n = up;
        up = up->parent;
    }
    return up;
}

struct node *enz_body__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(struct node *n)
{
    return next(n);
}

struct node *enz_body__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(struct node *n)
{
    return next(n);
}

struct node *enz_body__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(struct node *n)
{
    return previous(n);
}

struct node *enz_body__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(struct node *n)
{
    return previous(n);
}

/* ---- linking --------------------------------------------------------------------------------- */

/* What pointed to `from`, a child of its parent or the root, points to `to`. */
static void replace(struct node *header, struct node *from, struct node *to)
{
    struct node *up = from->parent;
    if (header->parent == from)
        header->parent = to;
    else if (up->left == from)
        up->left = to;
    else
        up->right = to;
    if (to)
        to->parent = up;
}

/* The child of n on one side moves up into n's place, n down to the other side. */
static void rotate_left(struct node *header, struct node *n)
{
    struct node *up = n->right, *between = up->left;
    replace(header, n, up);
    n->right = between;
    if (between)
        between->parent = n;
    up->left = n;
    n->parent = up;
}

static void rotate_right(struct node *header, struct node *n)
{
    struct node *up = n->left, *between = up->right;
    replace(header, n, up);
    n->left = between;
    if (between)
        between->parent = n;
    up->right = n;
    n->parent = up;
}

static bool is_red(const struct node *n)
{
    return n && n->color == RED;
}

/* ---- inserting ------------------------------------------------------------------------------- */

static void link(bool left, struct node *n, struct node *parent, struct node *header)
{
    n->parent = parent;
    n->left = n->right = NULL;
    n->color = RED;
    if (parent == header) {
        header->parent = header->left = header->right = n;
    } else if (left) {
        parent->left = n;
        if (header->left == parent)
            header->left = n;
    } else {
        parent->right = n;
        if (header->right == parent)
            header->right = n;
    }
}

/* n and its parent are red, the uncle is black: n's grandparent goes down on the uncle's side. */
static void lift(struct node *n, struct node *parent, struct node *grand, struct node *header)
{
    bool left = parent == grand->left;
    if (n == (left ? parent->right : parent->left)) { /* an inner grandchild moves out first */
        if (left)
            rotate_left(header, parent);
        else
            rotate_right(header, parent);
        parent = n;
    }
    parent->color = BLACK;
    grand->color = RED;
    if (left)
        rotate_right(header, grand);
    else
        rotate_left(header, grand);
}

void enz_body__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool left,
                                                                                struct node *n,
                                                                                struct node *parent,
                                                                                struct node *header)
{
    link(left, n, parent, header);
    while (n != header->parent && n->parent->color == RED) {
        struct node *up = n->parent, *grand = up->parent,
                    *uncle = up == grand->left ? grand->right : grand->left;
        if (!is_red(uncle)) {
            lift(n, up, grand, header);
            break;
        }
        up->color = uncle->color = BLACK;
        grand->color = RED;
        n = grand;
    }
    header->parent->color = BLACK;
}

/* ---- erasing --------------------------------------------------------------------------------- */

/* A place in the tree, perhaps empty. */
struct place {
    struct node *node, *parent;
};

/* n has two children: its successor takes its place and its colour. The result is what the
 * successor left behind; *lost is the colour that is missing there. */
static struct place put_successor(struct node *n, struct node *header, enum color *lost)
{
    struct node *heir = first(n->right);
    struct place gap = {heir->right, heir->parent == n ? heir : heir->parent};
    if (heir->parent != n) {
        replace(header, heir, heir->right);
        heir->right = n->right;
        n->right->parent = heir;
    }
    replace(header, n, heir);
    heir->left = n->left;
    n->left->parent = heir;
    *lost = heir->color;
    heir->color = n->color;
    return gap;
}

/* n has one child at most. */
static struct place unlink(struct node *n, struct node *header)
{
    struct node *child = n->left ? n->left : n->right;
    struct place gap = {child, n->parent};
    if (header->left == n)
        header->left = n->right ? first(n->right) : n->parent;
    if (header->right == n)
        header->right = n->left ? last(n->left) : n->parent;
    replace(header, n, child);
    return gap;
}

/* One black node is missing below `up` on one side; `brother` is its child on the other side, and
 * black. True if the tree is in order again, false if the same is now missing at `up`. */
static bool fill_from(struct node *up, struct node *brother, bool left, struct node *header)
{
    if (!is_red(brother->left) && !is_red(brother->right)) {
        brother->color = RED;
        return false;
    }
    if (!is_red(left ? brother->right
                     : brother->left)) { /* only the inner nephew is red: it becomes the brother */
        struct node *inner = left ? brother->left : brother->right;
        inner->color = BLACK;
        brother->color = RED;
        if (left)
            rotate_right(header, brother);
        else
            rotate_left(header, brother);
        brother = inner;
    }
    brother->color = up->color;
    up->color = BLACK;
    (left ? brother->right : brother->left)->color = BLACK;
    if (left)
        rotate_left(header, up);
    else
        rotate_right(header, up);
    return true;
}

static void fill(struct place gap, struct node *header)
{
    while (gap.node != header->parent && !is_red(gap.node)) {
        struct node *up = gap.parent;
        bool left = gap.node == up->left;
        struct node *brother = left ? up->right : up->left;
        if (brother->color == RED) {
            brother->color = BLACK;
            up->color = RED;
            if (left)
                rotate_left(header, up);
            else
                rotate_right(header, up);
            brother = left ? up->right : up->left;
        }
        if (fill_from(up, brother, left, header))
            return;
        gap.node = up;
        gap.parent = up->parent;
    }
    if (gap.node)
        gap.node->color = BLACK;
}

struct node *
enz_body__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(struct node *n,
                                                                      struct node *header)
{
    enum color lost = n->color;
    struct place gap = n->left && n->right ? put_successor(n, header, &lost) : unlink(n, header);
    if (lost == BLACK)
        fill(gap, header);
    return n;
}
