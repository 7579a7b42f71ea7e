/* libstdc++'s std::list: the functions that its headers only declare. The layout is that of
 * _List_node_base. */
#include <stddef.h>

struct node {
    struct node *next, *previous;
};

void enz_body__ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *n, struct node *before);
void enz_body__ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *n);
void enz_body__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct node *before,
                                                                   struct node *first,
                                                                   struct node *end);
void enz_body__ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *header);
void enz_body__ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *a, struct node *b);

void enz_body__ZNSt8__detail15_List_node_base7_M_hookEPS0_(struct node *n, struct node *before)
{
    n->next = before;
    n->previous = before->previous;
    before->previous->next = n;
    before->previous = n;
}

void enz_body__ZNSt8__detail15_List_node_base9_M_unhookEv(struct node *n)
{
    n->previous->next = n->next;
    n->next->previous = n->previous;
}

/* Moves first up to, not including, end in front of `before`. */
void enz_body__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(struct node *before,
                                                                   struct node *first,
                                                                   struct node *end)
{
    if (before == end)
        return;
    struct node *last = end->previous, *front = first->previous, *tail = before->previous;
    front->next = end;
    end->previous = front;
    tail->next = first;
    first->previous = tail;
    last->next = before;
    before->previous = last;
}

void enz_body__ZNSt8__detail15_List_node_base10_M_reverseEv(struct node *header)
{
    struct node *n = header;
    do {
        struct node *next = n->next;
        n->next = n->previous;
        n->previous = next;
        n = next;
    } while (n != header);
}

/* The neighbours of a header that stands for another list; an empty list has itself. */
static void adopt(struct node *header, struct node *next, struct node *previous, struct node *was)
{
    header->next = next == was ? header : next;
    header->previous = next == was ? header : previous;
    header->next->previous = header;
    header->previous->next = header;
}

void enz_body__ZNSt8__detail15_List_node_base4swapERS0_S1_(struct node *a, struct node *b)
{
    struct node *next = a->next, *previous = a->previous;
    adopt(a, b->next, b->previous, b);
    adopt(b, next, previous, a);
}
