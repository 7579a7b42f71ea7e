# A C program of COUNT small functions, each with a derivative call of its own: half of them of
# doubles, half of floats, and half of them only copy numbers, of which their callers know the
# type. It checks every gradient: by central differences, or exactly. With through=1 those that
# compute read half of their numbers through a pointer behind a global.
#
#     awk -v count=COUNT [-v through=1] -f requests.awk

function any() { return "v" int(rand() * 4) }

function expression(a, b) {
    k = int(rand() * 4)
    if (k == 1) return a "*HALF-" a "*" b "*HALF"
    if (k == 2) return "SIN(" a ")*" b
    if (k == 3) return a "/(HALF+" b "*" b ")"
    return a "*" b "+" a
}

function statement() { return any() "=HALF*(" expression(any(), any()) ");" }

# Both kinds are written for doubles; floats have suffixes and larger steps.
function typed(text, float) {
    gsub(/HALF/, float ? "0.5f" : "0.5", text)
    gsub(/SIN/, float ? "sinf" : "sin", text)
    gsub(/STEP/, float ? "1e-2f" : "1e-6", text)
    gsub(/NEAR/, float ? "2e-2" : "1e-6", text)
    gsub(/REAL/, float ? "float" : "double", text)
    return text
}

function computes(i, text) {
    pointer = through ? "p" i "=%s.a+2;" : ""
    text = "struct s" i "{REAL a[4];};" (through ? "static REAL*p" i ";\n" : "\n")
    text = text "__attribute__((noinline)) static REAL g" i "(const struct s" i "*x){"
    text = text "struct s" i " t;memcpy(&t,x,sizeof t);"
    for (k = 0; k < 4; k++)
        text = text "REAL v" k "=" (through && k > 1 ? "p" i "[" k - 2 : "t.a[" k) "];"
    for (n = 0; n < 3; n++) text = text "\n" statement()
    if (rand() < 0.5) text = text "\nfor(int i=0;i<3;i++){" statement() statement() "}"
    if (rand() < 0.5) text = text "\nif(v0>v1){" statement() "}"
    text = text "\nreturn v0+v1+v2+v3;}\nstatic int test" i "(void){struct s" i " x,d={{0}},h;"
    text = text "\nfor(int i=0;i<4;i++)x.a[i]=HALF+HALF*SIN(i+1);"
    text = text sprintf(pointer, "x") "__enzyme_autodiff((void*)g" i ",enzyme_dup,&x,&d);"
    text = text "\nint bad=0;"
    text = text "for(int i=0;i<4;i++){REAL n;h=x;" sprintf(pointer, "h") "h.a[i]+=STEP;"
    text = text "n=g" i "(&h);h.a[i]-=2*STEP;"
    text = text "n=(n-g" i "(&h))/(2*STEP);\nbad|=!(fabs(n-d.a[i])<=NEAR*(1+fabs(n)));}"
    return text "return bad;}"
}

function copies(i, text) {
    text = "__attribute__((noinline)) static void g" i "(const REAL*x,REAL*y,long n)"
    text = text "{memcpy(y,x,n*sizeof*x);}\nstatic int test" i "(void){"
    text = text "REAL x[3]={2,3,4},dx[3]={0},y[4]={5},dy[4]={1,2,3,4};\n"
    text = text "__enzyme_autodiff((void*)g" i ",enzyme_dup,x,dx,enzyme_dup,y,dy,enzyme_const,3l);"
    return text "\nreturn dx[0]!=1||dx[1]!=2||dx[2]!=3||dy[0]!=0||dy[3]!=4||y[2]!=4;}"
}

BEGIN {
    srand(1)
    print "#include <math.h>\n#include <stdio.h>\n#include <string.h>"
    print "extern int enzyme_dup,enzyme_const;\nvoid __enzyme_autodiff(void*,...);"
    for (i = 0; i < count; i++) print typed(int(i / 2) % 2 ? copies(i) : computes(i), i % 2)
    print "int main(void){int bad=0;"
    for (i = 0; i < count; i++) print "if(test" i "())bad=1,printf(\"g" i "\\n\");"
    print "return bad;}"
}
